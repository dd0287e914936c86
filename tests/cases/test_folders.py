"""Folders that a new file lacks are made as its maker would make them, and go with it."""

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from editjournal.daemon.core.effects import PutFile, RemoveFile
from editjournal.daemon.disk.root import Root
from editjournal.daemon.disk.staged import Displaced, Staged
from editjournal.daemon.seam import Seam
from editjournal.schemas.values import RelPath

from .circumstances import ACCESS_ACL, DEFAULT_ACL, acl
from .circumstances import other_group as other

TEMP = b".0123abcd.ejtmp"


class Meeting(Seam):
    """Lets something happen right before a folder gets its name, once."""

    def __init__(self) -> None:
        self.act: Callable[[], object] | None = None

    def rename_new(self, source: bytes, target: bytes, *, dir_fd: int | None = None) -> None:
        act, self.act = self.act, None
        if act is not None:
            act()
        super().rename_new(source, target, dir_fd=dir_fd)


@pytest.fixture
def seam() -> Meeting:
    return Meeting()


@pytest.fixture
def root(tmp_path: Path, seam: Meeting) -> Iterator[Root]:
    top = tmp_path / "top"
    top.mkdir()
    umask = os.umask(0o077)  # as the daemon's
    root = Root(bytes(top), seam)
    yield root
    root.close()
    os.umask(umask)
    assert not list(top.rglob(".*.ejtmp"))


@pytest.fixture
def top(root: Root, tmp_path: Path) -> Path:
    return tmp_path / "top"


def new(name: str, folder_mode: int = 0o755, mode: int = 0o644) -> PutFile:
    return PutFile(RelPath(os.fsencode(name)), b"new\n", None, TEMP, mode, folder_mode=folder_mode)


def make(root: Root, effect: PutFile) -> Staged:
    staged = root.stage(effect)
    root.sync(staged)
    root.put(staged)
    root.finish(staged)
    return staged


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("mode", [0o755, 0o775, 0o700, 0o777, 0o750])
def test_they_get_just_the_mode_asked_for(root: Root, top: Path, mode: int) -> None:
    staged = make(root, new("a/b/c/file", mode))
    assert [mode_of(top / one) for one in ("a", "a/b", "a/b/c")] == [mode] * 3
    assert staged.made == (b"a", b"a/b", b"a/b/c")
    assert root.look(RelPath(b"a/b/c/file")).data == b"new\n"


def test_those_that_are_there_keep_theirs(root: Root, top: Path) -> None:
    (top / "a").mkdir(mode=0o711)
    (top / "a").chmod(0o3711)
    assert make(root, new("a/b/file", 0o755)).made == (b"a/b",)
    assert mode_of(top / "a") == 0o3711


def test_a_group_that_is_passed_on_is_passed_on(root: Root, top: Path) -> None:
    (top / "a").mkdir()
    os.chown(top / "a", -1, other())
    (top / "a").chmod(0o2775)
    make(root, new("a/b/c/file", 0o775))
    for path in (top / "a/b", top / "a/b/c"):
        assert (mode_of(path), path.stat().st_gid) == (0o2775, other())
    assert (top / "a/b/c/file").stat().st_gid == other()


def test_a_default_acl_is_passed_on_and_goes_before_the_umask(root: Root, top: Path) -> None:
    (top / "a").mkdir()
    os.setxattr(top / "a", DEFAULT_ACL, acl(1234, 7, group=7, other=0))
    (top / "a/theirs").mkdir()  # what the system itself makes of it
    make(root, new("a/b/c/file", 0o700))
    for path in (top / "a/b", top / "a/b/c"):
        assert mode_of(path) == mode_of(top / "a/theirs") == 0o770
        for name in (DEFAULT_ACL, ACCESS_ACL):
            assert os.getxattr(path, name) == os.getxattr(top / "a/theirs", name)


def test_a_look_says_what_a_default_acl_grants_on_a_new_file(root: Root, top: Path) -> None:
    (top / "a").mkdir()
    os.setxattr(top / "a", DEFAULT_ACL, acl(1234, 7, group=7, other=0))
    (top / "a/theirs").touch(mode=0o666)
    for name in ("a/file", "a/b/file"):
        seen = root.look(RelPath(os.fsencode(name)))
        assert seen.granted == 0o770
        make(root, new(name, mode=0o666 & seen.granted))
        assert mode_of(top / name) == mode_of(top / "a/theirs") == 0o660
        assert os.getxattr(top / name, ACCESS_ACL) == os.getxattr(top / "a/theirs", ACCESS_ACL)
    assert root.look(RelPath(b"file")).granted is None


def test_a_file_system_without_modes_takes_new_files_and_folders(top: Path) -> None:
    class Modeless(Seam):
        def chmod(self, fd: int, mode: int) -> None:
            raise PermissionError(1, "Operation not permitted")

    root = Root(bytes(top), Modeless())
    make(root, new("a/b/file"))
    root.close()
    assert (top / "a/b/file").read_bytes() == b"new\n"


def test_one_that_somebody_makes_meanwhile_is_theirs(root: Root, top: Path, seam: Meeting) -> None:
    seam.act = lambda: (top / "a").mkdir(mode=0o711)
    staged = root.stage(new("a/b/file"))
    assert staged.made == (b"a/b",)
    root.drop(staged)
    assert mode_of(top / "a") == 0o711 & ~0o077
    assert not list((top / "a").iterdir())


def test_a_link_that_comes_in_the_way_of_one_is_not_followed(
    root: Root, top: Path, seam: Meeting
) -> None:
    outside = top.parent / "outside"
    outside.mkdir(mode=0o700)
    seam.act = lambda: (top / "a").symlink_to(outside)
    with pytest.raises(OSError, match="symbolic links"):
        root.stage(new("a/b/file"))
    assert (mode_of(outside), list(outside.iterdir())) == (0o700, [])


def test_a_file_that_comes_in_the_way_of_one_stays(root: Root, top: Path, seam: Meeting) -> None:
    seam.act = (top / "a").touch
    with pytest.raises((Displaced, NotADirectoryError)):
        root.stage(new("a/file"))
    assert (top / "a").is_file()


def test_a_thousand_of_them_are_made(root: Root, top: Path) -> None:
    path = "a/" * 1_500 + "file"
    make(root, new(path))
    seen = root.look(RelPath(path.encode()))
    assert (seen.data, seen.noted is not None) == (b"new\n", True)
    assert seen.noted is not None
    removed = root.stage(RemoveFile(RelPath(path.encode()), seen.noted, TEMP, last_folder=b"a"))
    root.put(removed)
    root.finish(removed)
    assert not list(top.iterdir())


def test_they_go_with_the_file_as_far_up_as_they_are_empty(root: Root, top: Path) -> None:
    make(root, new("there/a/b/c/file"))
    (top / "there/a/note").touch()
    noted = root.look(RelPath(b"there/a/b/c/file")).noted
    assert noted is not None
    effect = RemoveFile(RelPath(b"there/a/b/c/file"), noted, TEMP, last_folder=b"there/a")
    staged = root.stage(effect)
    root.put(staged)
    root.finish(staged)
    assert sorted(top.rglob("*")) == [top / "there", top / "there/a", top / "there/a/note"]


def test_one_that_a_link_has_taken_the_place_of_is_left_with_what_it_leads_to(
    root: Root, top: Path
) -> None:
    outside = top.parent / "outside"
    (outside / "b").mkdir(parents=True)
    make(root, new("a/b/file"))
    noted = root.look(RelPath(b"a/b/file")).noted
    assert noted is not None
    staged = root.stage(RemoveFile(RelPath(b"a/b/file"), noted, TEMP, last_folder=b"a"))
    root.put(staged)
    (top / "a").rename(top / "moved")
    (top / "a").symlink_to(outside)
    root.finish(staged)
    assert (outside / "b").is_dir()
    assert (top / "a").is_symlink()


def test_what_a_crash_leaves_of_one_being_made_is_swept(root: Root, top: Path) -> None:
    (top / "a" / os.fsdecode(TEMP)).mkdir(parents=True)
    (top / "a/.11111111.ejtmp").mkdir()
    (top / "a/.11111111.ejtmp/somebodys").touch()
    assert root.sweep([RelPath(b"a/b/c")], before_ns=1 << 62) == 1
    assert [one.name for one in (top / "a").iterdir()] == [".11111111.ejtmp"]
    (top / "a/.11111111.ejtmp/somebodys").unlink()
    assert root.sweep([RelPath(b"a")], before_ns=1 << 62) == 1
