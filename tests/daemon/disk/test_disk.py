"""Writing user files: all or nothing, and nobody else's save is ever lost."""

import errno
import os
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from editjournal.daemon.core.effects import Effect, Kind, PutFile, RemoveFile
from editjournal.daemon.disk.root import Root
from editjournal.daemon.disk.staged import Displaced, Staged
from editjournal.daemon.seam import Seam
from editjournal.schemas.values import RelPath

TEMP = b".0123abcd.ejtmp"
OLD, NEW, SAVED = b"old text\n", b"the new text\n", b"a human\n\n"
assert len(OLD) == len(SAVED)


class Meddler(Seam):
    """Lets something happen right before or after one call, once."""

    def __init__(self) -> None:
        self.before: dict[str, Callable[[], object]] = {}
        self.after: dict[str, Callable[[], object]] = {}

    def exchange(self, one: bytes, other: bytes, *, dir_fd: int | None = None) -> None:
        self.before.pop("exchange", int)()
        super().exchange(one, other, dir_fd=dir_fd)
        self.after.pop("exchange", int)()

    def rename_new(self, source: bytes, target: bytes, *, dir_fd: int | None = None) -> None:
        self.before.pop("rename_new", int)()
        super().rename_new(source, target, dir_fd=dir_fd)
        self.after.pop("rename_new", int)()

    def rename(self, source: bytes, target: bytes, *, dir_fd: int | None = None) -> None:
        self.before.pop("rename", int)()
        super().rename(source, target, dir_fd=dir_fd)

    def write(self, fd: int, data: bytes | memoryview, offset: int) -> None:
        self.before.pop("write", int)()
        super().write(fd, data, offset)

    def chown(self, fd: int, uid: int, gid: int) -> None:
        self.before.pop("chown", int)()
        super().chown(fd, uid, gid)

    def setxattr(self, fd: int, name: bytes, value: bytes) -> None:
        self.before.pop("setxattr", int)()
        super().setxattr(fd, name, value)


def fail(code: int) -> Callable[[], object]:
    def call() -> object:
        raise OSError(code, os.strerror(code))

    return call


def nothing_can_be_exchanged(seam: Meddler) -> None:
    seam.before |= {"exchange": fail(errno.EINVAL), "rename_new": fail(errno.EINVAL)}


@pytest.fixture
def seam() -> Meddler:
    return Meddler()


@pytest.fixture
def top(tmp_path: Path) -> Path:
    top = tmp_path / "top"
    top.mkdir()
    (top / "file").write_bytes(OLD)
    return top


@pytest.fixture
def root(top: Path, seam: Meddler) -> Iterator[Root]:
    descriptors = set(Path("/proc/self/fd").iterdir())
    root = Root(bytes(top), seam)
    yield root
    root.close()
    assert not list(top.rglob(".*.ejtmp"))
    assert len(set(Path("/proc/self/fd").iterdir())) == len(descriptors)


def replacing(root: Root, name: str = "file", data: bytes = NEW) -> PutFile:
    seen = root.look(RelPath(os.fsencode(name)))
    return PutFile(seen.real, data, seen.noted, TEMP, in_place=seen.in_place)


def removing(root: Root) -> RemoveFile:
    noted = root.look(RelPath(b"file")).noted
    assert noted is not None
    return RemoveFile(RelPath(b"file"), noted, TEMP)


def carry_out(root: Root, effect: Effect) -> Staged:
    staged = root.stage(effect)
    try:
        root.sync(staged)
        root.put(staged)
    except BaseException:
        root.drop(staged)
        raise
    root.finish(staged)
    root.sync_folders(staged.folders)
    return staged


# The plain ways


def test_a_file_is_replaced(root: Root, top: Path) -> None:
    carry_out(root, replacing(root))
    assert (top / "file").read_bytes() == NEW


def test_nothing_shows_before_put(root: Root, top: Path) -> None:
    staged = root.stage(replacing(root))
    root.sync(staged)
    assert (top / "file").read_bytes() == OLD
    root.drop(staged)
    assert (top / "file").read_bytes() == OLD


def test_a_file_is_created_with_its_folders_and_just_its_mode(root: Root, top: Path) -> None:
    umask = os.umask(0o077)
    try:
        effect = PutFile(RelPath(b"a/b/new"), NEW, None, TEMP, mode=0o664)
        staged = carry_out(root, effect)
    finally:
        os.umask(umask)
    assert (top / "a/b/new").read_bytes() == NEW
    assert stat.S_IMODE((top / "a/b/new").stat().st_mode) == 0o664
    assert staged.folders == (b"a/b", b"", b"a")


def test_a_file_is_removed_with_the_folders_it_leaves_empty(root: Root, top: Path) -> None:
    (top / "keep/ab/b").mkdir(parents=True)
    (top / "keep/ab/b/file").touch()
    noted = root.look(RelPath(b"keep/ab/b/file")).noted
    assert noted is not None
    carry_out(root, RemoveFile(RelPath(b"keep/ab/b/file"), noted, TEMP, last_folder=b"keep/ab"))
    assert [entry.name for entry in top.iterdir() if entry.is_dir()] == ["keep"]
    assert not list((top / "keep").iterdir())


def test_folders_not_made_for_a_removed_file_stay(root: Root, top: Path) -> None:
    (top / "made").mkdir()
    (top / "made/file").touch()
    noted = root.look(RelPath(b"made/file")).noted
    assert noted is not None
    carry_out(root, RemoveFile(RelPath(b"made/file"), noted, TEMP, last_folder=b"ma"))
    assert (top / "made").is_dir()


def test_a_file_that_was_looked_at_without_its_bytes_is_replaced_too(root: Root, top: Path) -> None:
    noted = root.look(RelPath(b"file"), data=False).noted
    carry_out(root, PutFile(RelPath(b"file"), NEW, noted, TEMP))
    assert (top / "file").read_bytes() == NEW


def test_dropping_removes_the_folders_that_were_made(root: Root, top: Path) -> None:
    staged = root.stage(PutFile(RelPath(b"a/b/new"), NEW, None, TEMP))
    root.drop(staged)
    assert not (top / "a").exists()


def test_a_failing_stage_leaves_nothing_behind(root: Root, seam: Meddler, top: Path) -> None:
    seam.before["write"] = fail(errno.ENOSPC)
    with pytest.raises(OSError, match="No space left") as caught:
        root.stage(PutFile(RelPath(b"a/new"), NEW, None, TEMP))
    assert caught.value.filename == b"a/new"
    assert [entry.name for entry in top.iterdir()] == ["file"]


def test_a_full_disk_leaves_the_old_bytes(root: Root, seam: Meddler, top: Path) -> None:
    effect = replacing(root)
    seam.before["write"] = fail(errno.ENOSPC)
    with pytest.raises(OSError, match="No space left"):
        carry_out(root, effect)
    assert (top / "file").read_bytes() == OLD


# What a replaced file keeps


@pytest.mark.parametrize("mode", [0o755, 0o600, 0o2755, 0o4711, 0o444])
def test_the_mode_is_kept(root: Root, top: Path, mode: int) -> None:
    (top / "file").chmod(mode)
    carry_out(root, replacing(root))
    assert stat.S_IMODE((top / "file").stat().st_mode) == mode


def test_xattrs_are_kept(root: Root, top: Path) -> None:
    try:
        os.setxattr(top / "file", "user.colour", b"blue")
    except OSError:
        pytest.skip("the file system has no xattrs")
    assert not carry_out(root, replacing(root)).in_place
    assert os.getxattr(top / "file", "user.colour") == b"blue"


def test_xattrs_that_cannot_be_kept_make_it_write_in_place(
    root: Root, seam: Meddler, top: Path
) -> None:
    try:
        os.setxattr(top / "file", "user.colour", b"blue")
    except OSError:
        pytest.skip("the file system has no xattrs")
    inode = (top / "file").stat().st_ino
    seam.before["setxattr"] = fail(errno.EPERM)
    assert carry_out(root, replacing(root)).in_place
    assert os.getxattr(top / "file", "user.colour") == b"blue"
    assert ((top / "file").read_bytes(), (top / "file").stat().st_ino) == (NEW, inode)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_owner_and_group_are_kept(root: Root, top: Path) -> None:
    os.chown(top / "file", 1234, 2345)
    (top / "file").chmod(0o6755)
    carry_out(root, replacing(root))
    status = (top / "file").stat()
    assert (status.st_uid, status.st_gid) == (1234, 2345)
    assert stat.S_IMODE(status.st_mode) == 0o6755


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_an_owner_that_cannot_be_kept_makes_it_write_in_place(
    root: Root, seam: Meddler, top: Path
) -> None:
    os.chown(top / "file", 1234, 2345)
    seam.before["chown"] = fail(errno.EPERM)
    assert carry_out(root, replacing(root)).in_place
    status = (top / "file").stat()
    assert (status.st_uid, (top / "file").read_bytes()) == (1234, NEW)


def test_a_look_says_when_another_owner_makes_it_write_in_place(
    root: Root, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 4321)
    assert root.look(RelPath(b"file")).in_place


def test_a_link_stays_a_link_and_its_target_is_written(root: Root, top: Path) -> None:
    (top / "one").symlink_to("two")
    (top / "two").symlink_to("file")
    carry_out(root, replacing(root, "one"))
    assert (top / "one").readlink() == Path("two")
    assert (top / "two").readlink() == Path("file")
    assert (top / "file").read_bytes() == NEW


@pytest.mark.parametrize("data", [NEW, b"", b"short", b"x" * 100_000])
def test_hard_links_stay_joined(root: Root, top: Path, data: bytes) -> None:
    (top / "other").hardlink_to(top / "file")
    carry_out(root, replacing(root, data=data))
    assert (top / "other").read_bytes() == data
    assert (top / "other").samefile(top / "file")


def test_a_full_disk_leaves_the_old_bytes_in_place_too(
    root: Root, seam: Meddler, top: Path
) -> None:
    (top / "other").hardlink_to(top / "file")
    staged = root.stage(replacing(root))
    seam.before["write"] = fail(errno.ENOSPC)
    with pytest.raises(OSError, match="No space left"):
        root.put(staged)
    root.drop(staged)
    assert (top / "file").read_bytes() == OLD


# Somebody else saves


def save_by_rename(top: Path) -> None:
    (top / "draft").write_bytes(SAVED)
    (top / "draft").rename(top / "file")


def save_in_place(top: Path) -> None:
    (top / "file").write_bytes(SAVED)


def save_in_place_unseen(top: Path) -> None:
    """Write other bytes of the same size and set the old times again."""
    status = (top / "file").stat()
    (top / "file").write_bytes(SAVED)
    os.utime(top / "file", ns=(status.st_atime_ns, status.st_mtime_ns))


def save_away_and_anew(top: Path) -> None:
    (top / "file").rename(top / "file~")
    (top / "file").write_bytes(SAVED)


Save = Callable[[Path], None]
each_save = pytest.mark.parametrize(
    "save", [save_by_rename, save_in_place, save_in_place_unseen, save_away_and_anew]
)
each_effect = pytest.mark.parametrize("effect_of", [replacing, removing])


@each_save
@each_effect
def test_a_save_between_look_and_stage_is_seen(
    root: Root, top: Path, save: Save, effect_of: Callable[[Root], Effect]
) -> None:
    effect = effect_of(root)
    save(top)
    with pytest.raises(Displaced) as caught:
        root.stage(effect)
    assert caught.value.path == b"file"
    assert (top / "file").read_bytes() == SAVED


@each_save
@each_effect
def test_a_save_between_stage_and_put_is_kept(
    root: Root, top: Path, save: Save, effect_of: Callable[[Root], Effect]
) -> None:
    effect = effect_of(root)
    staged = root.stage(effect)
    save(top)
    with pytest.raises(Displaced):
        root.put(staged)
    root.drop(staged)
    assert (top / "file").read_bytes() == SAVED


@each_save
@pytest.mark.parametrize(("effect_of", "step"), [(replacing, "exchange"), (removing, "rename_new")])
def test_a_save_right_before_the_exchange_gets_its_name_back(
    root: Root,
    seam: Meddler,
    top: Path,
    save: Save,
    effect_of: Callable[[Root], Effect],
    step: str,
) -> None:
    staged = root.stage(effect_of(root))
    seam.before[step] = lambda: save(top)
    with pytest.raises(Displaced) as caught:
        root.put(staged)
    root.drop(staged)
    assert (top / "file").read_bytes() == SAVED
    assert caught.value.found_digest == root.look(RelPath(b"file")).digest


@each_save
def test_a_save_right_after_the_exchange_is_a_later_change_and_stays(
    root: Root, seam: Meddler, top: Path, save: Save
) -> None:
    seam.after["exchange"] = lambda: save(top)
    carry_out(root, replacing(root))
    assert (top / "file").read_bytes() == SAVED


@each_save
def test_of_two_saves_around_the_exchange_the_later_one_stays(
    root: Root, seam: Meddler, top: Path, save: Save
) -> None:
    def first() -> None:
        (top / "first").write_bytes(b"the first save\n")
        (top / "first").rename(top / "file")

    staged = root.stage(replacing(root))
    seam.before["exchange"] = first
    seam.after["exchange"] = lambda: save(top)
    with pytest.raises(Displaced):
        root.put(staged)
    root.drop(staged)
    assert (top / "file").read_bytes() == SAVED


def test_a_save_is_given_its_name_back_where_the_name_was_removed(
    root: Root, seam: Meddler, top: Path
) -> None:
    staged = root.stage(replacing(root))
    seam.before["exchange"] = lambda: save_by_rename(top)
    seam.after["exchange"] = (top / "file").unlink
    with pytest.raises(Displaced):
        root.put(staged)
    root.drop(staged)
    assert (top / "file").read_bytes() == SAVED


def test_a_change_of_mode_right_before_the_exchange_is_kept(
    root: Root, seam: Meddler, top: Path
) -> None:
    staged = root.stage(replacing(root))
    seam.before["exchange"] = lambda: (top / "file").chmod(0o711)
    with pytest.raises(Displaced):
        root.put(staged)
    root.drop(staged)
    assert stat.S_IMODE((top / "file").stat().st_mode) == 0o711


def test_a_removal_by_somebody_else_is_displaced_with_no_digest(
    root: Root, seam: Meddler, top: Path
) -> None:
    staged = root.stage(replacing(root))
    seam.before["exchange"] = (top / "file").unlink
    with pytest.raises(Displaced) as caught:
        root.put(staged)
    root.drop(staged)
    assert (caught.value.found_digest, (top / "file").exists()) == (b"", False)


@pytest.mark.parametrize("exchanging", [True, False])
def test_a_file_made_by_somebody_else_is_not_overwritten(
    root: Root, seam: Meddler, top: Path, exchanging: bool
) -> None:
    staged = root.stage(PutFile(RelPath(b"new"), NEW, None, TEMP))

    def interfere() -> None:
        (top / "new").write_bytes(SAVED)
        if not exchanging:
            fail(errno.EINVAL)()

    seam.before["rename_new"] = interfere
    with pytest.raises(Displaced):
        root.put(staged)
    root.drop(staged)
    assert (top / "new").read_bytes() == SAVED


def test_a_link_put_in_the_files_place_is_neither_followed_nor_replaced(
    root: Root, seam: Meddler, top: Path
) -> None:
    def interfere() -> None:
        (top / "file").rename(top / "elsewhere")
        (top / "file").symlink_to("elsewhere")

    staged = root.stage(replacing(root))
    seam.before["exchange"] = interfere
    with pytest.raises(Displaced):
        root.put(staged)
    root.drop(staged)
    assert (top / "file").is_symlink()
    assert (top / "elsewhere").read_bytes() == OLD


def test_what_is_written_late_through_an_old_descriptor_is_handed_over(
    root: Root, top: Path
) -> None:
    with (top / "file").open("r+b", buffering=0) as editor:
        staged = root.stage(replacing(root))
        root.put(staged)
        editor.write(SAVED)
        os.utime(editor.fileno(), (1, 1))
        assert root.finish(staged) == SAVED
    assert (top / "file").read_bytes() == NEW


def test_nothing_is_handed_over_as_a_rule(root: Root) -> None:
    staged = root.stage(replacing(root))
    root.put(staged)
    assert root.finish(staged) is None


# Where names cannot be exchanged


@each_effect
def test_without_exchange_it_is_a_rename_after_a_last_look(
    root: Root, seam: Meddler, top: Path, effect_of: Callable[[Root], Effect]
) -> None:
    nothing_can_be_exchanged(seam)
    effect = effect_of(root)
    carry_out(root, effect)
    assert (top / "file").exists() == isinstance(effect, PutFile)


@each_save
def test_without_exchange_the_last_look_still_sees_a_save(
    root: Root, seam: Meddler, top: Path, save: Save
) -> None:
    staged = root.stage(replacing(root))

    def interfere() -> None:
        save(top)
        fail(errno.EINVAL)()

    seam.before["exchange"] = interfere
    with pytest.raises(Displaced):
        root.put(staged)
    root.drop(staged)
    assert (top / "file").read_bytes() == SAVED


# Putting back


@pytest.mark.parametrize("way", ["replace", "plain", "in place", "create", "remove"])
def test_what_was_put_can_be_put_back(root: Root, seam: Meddler, top: Path, way: str) -> None:
    (top / "file").chmod(0o755)
    if way == "in place":
        (top / "other").hardlink_to(top / "file")
    if way == "plain":
        nothing_can_be_exchanged(seam)
    effects: dict[str, Callable[[], Effect]] = {
        "create": lambda: PutFile(RelPath(b"folder/new"), NEW, None, TEMP),
        "remove": lambda: removing(root),
    }
    staged = root.stage(effects.get(way, lambda: replacing(root))())
    root.put(staged)
    assert root.put_back(staged)
    root.drop(staged)
    assert (top / "file").read_bytes() == OLD
    assert stat.S_IMODE((top / "file").stat().st_mode) == 0o755
    assert not (top / "folder").exists()


@each_save
@pytest.mark.parametrize("way", ["replace", "plain", "in place", "create"])
def test_putting_back_leaves_a_save_alone(
    root: Root, seam: Meddler, top: Path, save: Save, way: str
) -> None:
    if way == "in place":
        (top / "other").hardlink_to(top / "file")
    if way == "plain":
        nothing_can_be_exchanged(seam)
    if way == "create":
        (top / "file").unlink()
    effect = PutFile(RelPath(b"file"), NEW, None, TEMP) if way == "create" else replacing(root)
    staged = root.stage(effect)
    root.put(staged)
    save(top)
    assert not root.put_back(staged)
    root.drop(staged)
    assert (top / "file").read_bytes() == SAVED


@each_save
@pytest.mark.parametrize("way", ["replace", "create"])
def test_putting_back_returns_a_save_made_in_that_instant(
    root: Root, seam: Meddler, top: Path, save: Save, way: str
) -> None:
    if way == "create":
        (top / "file").unlink()
    effect = PutFile(RelPath(b"file"), NEW, None, TEMP) if way == "create" else replacing(root)
    staged = root.stage(effect)
    root.put(staged)
    seam.before["exchange" if way == "replace" else "rename_new"] = lambda: save(top)
    assert not root.put_back(staged)
    root.drop(staged)
    assert (top / "file").read_bytes() == SAVED


def test_putting_back_a_removal_leaves_a_new_file_alone(root: Root, top: Path) -> None:
    staged = root.stage(removing(root))
    root.put(staged)
    (top / "file").write_bytes(SAVED)
    assert not root.put_back(staged)
    root.drop(staged)
    assert (top / "file").read_bytes() == SAVED


# Confinement and clearing up


def test_what_is_refused_to_be_seen_is_refused_to_be_written(root: Root, top: Path) -> None:
    (top / ".git").mkdir()
    with pytest.raises(PermissionError, match="Git"):
        root.stage(PutFile(RelPath(b".git/hook"), NEW, None, TEMP))
    assert not list((top / ".git").iterdir())


def test_a_temp_name_that_is_taken_is_not_written_to(root: Root, top: Path) -> None:
    effect = replacing(root)
    taken = top / os.fsdecode(TEMP)
    taken.write_bytes(SAVED)
    with pytest.raises(FileExistsError):
        root.stage(effect)
    assert taken.read_bytes() == SAVED
    taken.unlink()


def test_a_sweep_removes_old_temp_files_and_nothing_else(root: Root, top: Path) -> None:
    (top / ".00000001.ejtmp").touch()
    (top / ".00000001.ejtmp.txt").touch()
    (top / "folder.ejtmp").mkdir()
    folders = [RelPath(b""), RelPath(b"missing")]
    written_ns = (top / ".00000001.ejtmp").stat().st_ctime_ns
    assert root.sweep(folders) == 0, "it is as new as the root object"
    assert root.sweep(folders, before_ns=written_ns) == 0
    assert root.sweep(folders, before_ns=written_ns + 1) == 1
    assert sorted(entry.name for entry in top.iterdir()) == [
        ".00000001.ejtmp.txt",
        "file",
        "folder.ejtmp",
    ]


def test_a_folder_that_flips_never_lets_a_write_out(top: Path, tmp_path: Path) -> None:
    outside, folder = tmp_path / "outside", top / "folder"
    outside.mkdir()
    folder.mkdir()
    (outside / "file").write_bytes(OLD)
    (folder / "file").write_bytes(OLD)
    link, aside = top / "link", top / "aside"
    link.symlink_to(outside)
    stop = threading.Event()

    def flip() -> None:
        while not stop.is_set():
            folder.rename(aside)
            link.rename(folder)
            folder.rename(link)
            aside.rename(folder)

    flipper = threading.Thread(target=flip)
    flipper.start()
    root, turn, written = Root(bytes(top), Seam()), 0, 0
    try:
        while turn < 1000 or written < 5:
            turn += 1
            seen = root.look(RelPath(b"folder/file"))
            if seen.kind is not Kind.FILE:
                continue
            effect = PutFile(seen.real, b"turn %d\n" % turn, seen.noted, TEMP)
            with suppress(Displaced, FileNotFoundError):
                carry_out(root, effect)
                written += 1
    finally:
        stop.set()
        flipper.join()
        root.close()
    assert [entry.name for entry in outside.iterdir()] == ["file"]
    assert (outside / "file").read_bytes() == OLD
    assert (folder / "file").read_bytes().startswith(b"turn ")
