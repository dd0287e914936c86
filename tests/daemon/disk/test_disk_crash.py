"""An edit that is in the log is finished or taken back, wherever the process died."""

import hashlib
import hmac
import os
import stat
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from editjournal.daemon.core.effects import Effect, PutFile, RemoveFile, SetMode
from editjournal.daemon.disk.confine import folder_of
from editjournal.daemon.disk.redo import Recovered, redo, undo
from editjournal.daemon.disk.root import Root
from editjournal.daemon.seam import Seam
from editjournal.schemas.facts import Change
from editjournal.schemas.values import RelPath, Unit, Version
from tests.killing import KILLED, Killer
from tests.stage import Unsynced

TEMP = b".0123abcd.ejtmp"
OLD, SAVED = b"the old text of a file\n" * 10, b"saved by a human\n"


@dataclass(frozen=True)
class Case:
    """One file's step of an edit, and the state of the file before and after."""

    path: RelPath
    before: bytes | None
    after: bytes | None
    links: int = 1
    folder_mode: int = 0
    """Of folders made for it; 0: none are."""
    mode: int = 0o750
    mode_after: int = 0o750


CASES = {
    "create": Case(RelPath(b"file"), None, b"new\n"),
    "create in folder": Case(RelPath(b"a/b/file"), None, b"new\n", folder_mode=0o750),
    "replace": Case(RelPath(b"folder/file"), OLD, b"the new text of a file\n" * 9),
    "in place, growing": Case(RelPath(b"file"), OLD, b"the new text of a file\n" * 20, links=2),
    "in place, shrinking": Case(RelPath(b"file"), OLD, b"short, new\n", links=2),
    "remove": Case(RelPath(b"file"), OLD, None),
    "mode": Case(RelPath(b"folder/file"), OLD, OLD, mode_after=0o4640),
    "mode of a hard link": Case(RelPath(b"file"), OLD, OLD, links=2, mode_after=0o444),
    "replace and mode": Case(
        RelPath(b"file"), OLD, b"the new text\n", mode=0o4700, mode_after=0o640
    ),
    "in place and mode": Case(RelPath(b"file"), OLD, b"short, new\n", links=2, mode_after=0o640),
}
each_case = pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())


class Scene:
    """A fresh folder in which one case is played."""

    def __init__(self, top: Path, case: Case) -> None:
        self.top, self.case = top, case
        self.file = top / os.fsdecode(case.path)
        self.temp = self.file.parent / os.fsdecode(TEMP)
        top.mkdir()
        if case.before is not None:
            self.file.parent.mkdir(exist_ok=True)
            self.file.write_bytes(case.before)
            self.file.chmod(case.mode)
            if case.links > 1:
                (top / "other").hardlink_to(self.file)
        self.root = Root(bytes(top), Unsynced())
        seen = self.root.look(case.path)
        noted = seen.noted
        self.change = Change(
            case.path,
            version(case.before, case.mode),
            version(case.after, case.mode_after),
            inode=noted.inode if noted else 0,
            mtime_ns=noted.mtime_ns if noted else 0,
            ctime_ns=noted.ctime_ns if noted else 0,
            temp=TEMP,
            in_place=seen.in_place,
        )
        self.effect: Effect
        self.effect = PutFile(
            case.path,
            case.after or b"",
            noted,
            TEMP,
            case.mode,
            seen.in_place,
            case.folder_mode,
            None if case.mode_after == case.mode else case.mode_after,
        )
        if noted is not None and case.after is None:
            self.effect = RemoveFile(case.path, noted, TEMP)
        elif noted is not None and case.after == case.before:
            self.effect = SetMode(case.path, noted, case.mode_after)

    def edit(self, seam: Seam) -> None:
        root = Root(bytes(self.top), seam)
        staged = root.stage(self.effect)
        root.sync(staged)
        root.put(staged)
        root.finish(staged)

    def redo(self, root: Root | None = None) -> Recovered:
        return redo(root or self.root, self.change, self.case.after, before=self.case.before)

    def undo(self, root: Root | None = None) -> Recovered:
        return undo(root or self.root, self.change, self.case.before, after=self.case.after)

    def state(self) -> bytes | None:
        return self.file.read_bytes() if self.file.exists() else None

    def check(self, expected: bytes | None, mode: int = 0o750) -> None:
        assert self.state() == expected
        self.root.sweep([folder_of(self.case.path)], before_ns=time.time_ns() * 2)
        assert not list(self.top.rglob(".*.ejtmp"))
        if self.case.folder_mode and self.file.parent.exists():
            for folder in (self.file.parent, self.file.parent.parent):
                assert folder.stat().st_mode & 0o777 == self.case.folder_mode
        if expected is not None and expected != SAVED:
            assert oct(stat.S_IMODE(self.file.stat().st_mode)) == oct(mode)
        if self.case.links > 1:
            assert (self.top / "other").samefile(self.file)


def version(data: bytes | None, mode: int) -> Version | None:
    if data is None:
        return None
    return Version(hashlib.sha256(data).digest(), len(data), 1, Unit.LF, mode)


def dies(act: Callable[[], object]) -> bool:
    """Do it in a process of its own; whether that was killed."""
    child = os.fork()
    if child == 0:
        try:
            act()
            os._exit(0)
        finally:
            os._exit(1)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (0, KILLED)
    return code == KILLED


def killed_everywhere(
    top: Path, case: Case, act: Callable[[Scene, Seam], object]
) -> Iterator[Scene]:
    """Give a scene for each point at which `act` can be killed, after that; then one unkilled."""
    at, killed = 0, True
    while killed:
        at += 1
        scene = Scene(top / f"{at}", case)
        killed = dies(lambda scene=scene, at=at: act(scene, Killer(at)))
        yield scene
        scene.root.close()
    assert at > 4, "too few points to mean anything"


@each_case
def test_an_edit_killed_anywhere_is_finished(tmp_path: Path, case: Case) -> None:
    torn = 0
    for scene in killed_everywhere(tmp_path, case, Scene.edit):
        found = scene.state()
        recovered = scene.redo()
        assert recovered.done
        assert recovered.torn in (None, found)
        torn += recovered.torn is not None
        scene.check(case.after, case.mode_after)
        assert scene.redo() == Recovered(done=True)
        scene.check(case.after, case.mode_after)
    assert (torn > 0) == (case.links > 1 and case.after != case.before)


@each_case
def test_an_edit_killed_anywhere_can_be_taken_back(tmp_path: Path, case: Case) -> None:
    for scene in killed_everywhere(tmp_path, case, Scene.edit):
        assert scene.undo().done
        assert scene.undo() == Recovered(done=True)
        scene.check(case.before, case.mode)


@each_case
@pytest.mark.parametrize("way", ["redo", "undo"])
def test_recovery_killed_anywhere_is_finished_by_the_next(
    tmp_path: Path, case: Case, way: str
) -> None:
    def edit_and_recover(scene: Scene, seam: Seam) -> None:
        if way == "undo":
            scene.edit(Unsynced())
            scene.undo(Root(bytes(scene.top), seam))
        else:
            scene.redo(Root(bytes(scene.top), seam))

    for scene in killed_everywhere(tmp_path, case, edit_and_recover):
        assert (scene.redo() if way == "redo" else scene.undo()).done
        if way == "redo":
            scene.check(case.after, case.mode_after)
        else:
            scene.check(case.before, case.mode)


def save(scene: Scene) -> None:
    scene.file.parent.mkdir(parents=True, exist_ok=True)
    draft = scene.file.with_suffix(".draft")
    draft.write_bytes(SAVED)
    draft.rename(scene.file)


@pytest.mark.parametrize("way", [Scene.redo, Scene.undo])
@pytest.mark.parametrize("name", ["create", "create in folder", "replace", "remove"])
def test_a_save_after_the_crash_is_left_alone(
    tmp_path: Path, name: str, way: Callable[[Scene], Recovered]
) -> None:
    for scene in killed_everywhere(tmp_path, CASES[name], Scene.edit):
        save(scene)
        recovered = way(scene)
        assert not recovered.done
        assert recovered.found_digest == hashlib.sha256(SAVED).digest()
        assert scene.state() == SAVED


@pytest.mark.parametrize("way", [Scene.redo, Scene.undo])
@pytest.mark.parametrize("name", ["create", "replace", "remove"])
def test_a_save_displaced_in_the_instant_of_the_crash_gets_its_name_back(
    tmp_path: Path, name: str, way: Callable[[Scene], Recovered]
) -> None:
    class Saving(Killer):
        """Lets the save happen between the last look and the exchange."""

        def exchange(self, one: bytes, other: bytes, *, dir_fd: int | None = None) -> None:
            self.save()
            super().exchange(one, other, dir_fd=dir_fd)

        def rename_new(self, source: bytes, target: bytes, *, dir_fd: int | None = None) -> None:
            self.save()
            super().rename_new(source, target, dir_fd=dir_fd)

        def save(self) -> None:
            if not saved.exists():
                save(scene)
                saved.touch()

    at = 0
    while True:
        at += 1
        scene = Scene(tmp_path / f"{at}", CASES[name])
        saved = scene.top / "saved"

        def act(scene: Scene = scene, at: int = at) -> None:
            try:
                scene.edit(Saving(at))
            except Exception:  # noqa: BLE001 - displaced, as it should be
                os._exit(0)

        if not dies(act):
            break
        if saved.exists():
            assert not way(scene).done
            assert scene.state() == SAVED
        scene.root.close()
    assert scene.state() == SAVED
    scene.root.close()


@pytest.fixture
def replaced(tmp_path: Path) -> Iterator[Scene]:
    scene = Scene(tmp_path / "one", CASES["replace"])
    yield scene
    scene.root.close()


@pytest.fixture
def in_place(tmp_path: Path) -> Iterator[Scene]:
    scene = Scene(tmp_path / "two", CASES["in place, growing"])
    yield scene
    scene.root.close()


def test_the_old_bytes_in_another_file_are_somebody_elses(replaced: Scene) -> None:
    draft = replaced.top / "draft"
    draft.write_bytes(OLD)
    draft.rename(replaced.file)
    assert not replaced.redo().done
    assert replaced.state() == OLD


def test_a_temp_file_that_a_power_loss_emptied_is_written_anew(replaced: Scene) -> None:
    replaced.temp.touch()
    assert replaced.redo().done
    replaced.check(replaced.case.after)


def test_the_new_bytes_are_durable_before_they_get_the_name(replaced: Scene) -> None:
    calls: list[str] = []

    class Recording(Seam):
        def fsync(self, fd: int) -> None:
            calls.append("fsync")

        def exchange(self, one: bytes, other: bytes, *, dir_fd: int | None = None) -> None:
            calls.append("exchange")
            super().exchange(one, other, dir_fd=dir_fd)

    root = Root(bytes(replaced.top), Recording())
    assert replaced.redo(root).done
    root.close()
    assert calls == ["fsync", "exchange"]


def test_without_the_bytes_the_temp_file_that_holds_them_is_used(replaced: Scene) -> None:
    after = replaced.case.after
    assert after is not None
    replaced.temp.write_bytes(after)
    assert redo(replaced.root, replaced.change, None).done
    replaced.check(after)


def test_without_the_bytes_anywhere_the_file_is_left_as_it_is(replaced: Scene) -> None:
    assert not redo(replaced.root, replaced.change, None).done
    replaced.check(OLD)
    replaced.edit(Unsynced())
    assert not undo(replaced.root, replaced.change, None).done
    replaced.check(replaced.case.after)


def test_other_digests_than_sha256_will_do(replaced: Scene) -> None:
    def keyed(data: bytes) -> bytes:
        return hmac.digest(b"key", data, "sha256")

    case = replaced.case
    assert case.before is not None
    assert case.after is not None
    change = Change(
        case.path,
        Version(keyed(case.before), len(case.before), 1, Unit.LF, 0o750),
        Version(keyed(case.after), len(case.after), 1, Unit.LF, 0o750),
        inode=replaced.change.inode,
        mtime_ns=replaced.change.mtime_ns,
        temp=TEMP,
    )
    assert redo(replaced.root, change, case.after, digest_of=keyed).done
    replaced.check(case.after)
    assert undo(replaced.root, change, case.before, digest_of=keyed).done
    replaced.check(case.before)


def test_a_save_taken_away_by_an_undo_that_died_gets_its_name_back(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "made", CASES["create"])
    scene.temp.write_bytes(SAVED)
    assert scene.undo() == Recovered(done=False, found_digest=hashlib.sha256(SAVED).digest())
    scene.check(SAVED)
    scene.root.close()


def test_a_displaced_save_that_only_cut_the_end_is_no_unfinished_temp_file(
    replaced: Scene,
) -> None:
    replaced.edit(Unsynced())
    replaced.temp.write_bytes(OLD[:50])
    assert not replaced.redo().done
    assert replaced.state() == OLD[:50]


def test_a_save_into_the_same_inode_is_no_half_done_write(in_place: Scene) -> None:
    saved = OLD[:-1] + b", and more by a human\n"
    in_place.file.write_bytes(saved)
    assert not in_place.redo().done
    assert not in_place.undo().done
    assert in_place.state() == saved


def test_a_half_done_write_is_handed_over_before_it_is_written_anew(in_place: Scene) -> None:
    after = in_place.case.after
    assert after is not None
    torn = after[:100] + OLD[100:]
    in_place.file.write_bytes(torn)
    assert in_place.redo() == Recovered(done=True, torn=torn)
    in_place.check(after)


def test_a_link_in_the_files_place_is_somebody_elses(replaced: Scene) -> None:
    replaced.file.rename(replaced.top / "elsewhere")
    replaced.file.symlink_to("../elsewhere")
    assert not replaced.redo().done
    assert replaced.file.is_symlink()
    (replaced.top / "elsewhere").write_bytes(replaced.case.after or b"")
    assert not replaced.redo().done
    (replaced.top / "elsewhere").write_bytes(OLD)
    assert not replaced.undo().done
    assert (replaced.top / "elsewhere").read_bytes() == OLD


def test_a_folder_that_is_gone_is_made_for_a_new_file_only(tmp_path: Path) -> None:
    made = Scene(tmp_path / "made", CASES["create in folder"])
    assert made.redo().done
    made.check(made.case.after)
    gone = Scene(tmp_path / "gone", CASES["replace"])
    gone.file.unlink()
    gone.file.parent.rmdir()
    assert gone.redo() == Recovered(done=False)
    assert not gone.file.parent.exists()
    made.root.close()
    gone.root.close()


@pytest.mark.parametrize(
    ("name", "way"),
    [
        ("mode", Scene.redo),
        ("mode", Scene.undo),
        ("in place and mode", Scene.redo),
        ("in place and mode", Scene.undo),
        ("replace and mode", Scene.redo),  # taken back, a file that was replaced is the old one
    ],
)
def test_a_mode_that_somebody_set_after_the_crash_is_left_alone(
    tmp_path: Path, name: str, way: Callable[[Scene], Recovered]
) -> None:
    for scene in killed_everywhere(tmp_path, CASES[name], Scene.edit):
        scene.file.chmod(0o1666)
        way(scene)
        assert stat.S_IMODE(scene.file.stat().st_mode) == 0o1666


def test_a_mode_is_not_set_on_another_file_of_the_same_bytes(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "one", CASES["mode"])
    draft = scene.top / "draft"
    draft.write_bytes(OLD)
    draft.chmod(0o750)
    draft.rename(scene.file)
    assert scene.redo() == Recovered(done=False, found_digest=hashlib.sha256(OLD).digest())
    scene.check(OLD, 0o750)
    scene.root.close()


def test_a_mode_needs_no_bytes_to_be_set_again_or_taken_back(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "one", CASES["mode"])
    assert redo(scene.root, scene.change, None).done
    scene.check(OLD, 0o4640)
    assert undo(scene.root, scene.change, None).done
    scene.check(OLD, 0o750)
    scene.root.close()


@pytest.mark.parametrize("way", ["redo", "undo"])
def test_a_mode_is_set_after_bytes_that_were_written_in_place_unforeseen(
    tmp_path: Path, way: str
) -> None:
    """As those of a file are whose attributes no other can be given, which its entry cannot say."""
    case = CASES["replace and mode"]
    scene = Scene(tmp_path / "one", case)
    if way == "redo":
        scene.file.write_bytes(case.after or b"")
        scene.file.chmod(case.mode)
        assert scene.redo().done
        scene.check(case.after, case.mode_after)
    else:
        scene.file.chmod(case.mode_after)
        assert scene.undo().done
        scene.check(case.before, case.mode)
    scene.root.close()
