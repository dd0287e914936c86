"""Setting a mode, alone or with new bytes: on the file decided on, or not at all."""

import errno
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from editjournal.daemon.core.effects import Effect, PutFile, SetMode
from editjournal.daemon.disk.root import Root
from editjournal.daemon.disk.staged import Displaced
from editjournal.daemon.seam import Seam
from editjournal.schemas.values import RelPath
from tests.cases.circumstances import ACCESS_ACL, NOBODY, acl, become_nobody, in_child, open_folder

FILE, TEMP = RelPath(b"file"), b".0123abcd.ejtmp"
OLD, NEW, SAVED = b"old text\n", b"the new text\n", b"a human\n\n"


class Meddler(Seam):
    """Lets something happen right before a call, once."""

    def __init__(self) -> None:
        self.before: dict[str, Callable[[], object]] = {}
        self.synced: list[int] = []
        """Modes of files as they were synced."""

    def chmod(self, fd: int, mode: int) -> None:
        self.before.pop("chmod", int)()
        super().chmod(fd, mode)

    def fsync(self, fd: int) -> None:
        self.before.pop("fsync", int)()
        self.synced.append(stat.S_IMODE(os.fstat(fd).st_mode))

    def exchange(self, one: bytes, other: bytes, *, dir_fd: int | None = None) -> None:
        self.before.pop("exchange", int)()
        super().exchange(one, other, dir_fd=dir_fd)


def fail() -> object:
    raise OSError(errno.EIO, os.strerror(errno.EIO))


@pytest.fixture
def seam() -> Meddler:
    return Meddler()


@pytest.fixture
def top(tmp_path: Path) -> Path:
    top = tmp_path / "top"
    top.mkdir()
    (top / "file").write_bytes(OLD)
    (top / "file").chmod(0o755)
    return top


@pytest.fixture
def root(top: Path, seam: Meddler) -> Iterator[Root]:
    descriptors = len(list(Path("/proc/self/fd").iterdir()))
    root = Root(bytes(top), seam)
    yield root
    root.close()
    assert not list(top.rglob(".*.ejtmp"))
    assert len(list(Path("/proc/self/fd").iterdir())) == descriptors


def setting(root: Root, mode: int) -> SetMode:
    noted = root.look(FILE).noted
    assert noted is not None
    return SetMode(FILE, noted, mode)


def replacing(root: Root, mode: int) -> PutFile:
    seen = root.look(FILE)
    return PutFile(FILE, NEW, seen.noted, TEMP, in_place=seen.in_place, set_mode=mode)


def carry_out(root: Root, effect: Effect) -> bool:
    """Carry it out; whether it was in place."""
    staged = root.stage(effect)
    try:
        root.sync(staged)
        root.put(staged)
    except BaseException:
        root.drop(staged)
        raise
    root.finish(staged)
    return staged.in_place


def mode_of(top: Path, name: str = "file") -> str:
    return oct(stat.S_IMODE((top / name).stat().st_mode))


@pytest.mark.parametrize("mode", [0o644, 0o400, 0o000, 0o4711, 0o2750, 0o1777])
def test_a_mode_alone_is_set_on_the_very_file_and_is_durable(
    root: Root, seam: Meddler, top: Path, mode: int
) -> None:
    before = (top / "file").stat()
    carry_out(root, setting(root, mode))
    after = (top / "file").stat()
    assert mode_of(top) == oct(mode)
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert (top / "file").read_bytes() == OLD
    assert seam.synced == [mode]


@pytest.mark.parametrize("mode", [0o644, 0o400, 0o4711, 0o2750])
@pytest.mark.parametrize("links", [1, 2])
def test_a_mode_comes_with_new_bytes(root: Root, top: Path, mode: int, links: int) -> None:
    if links > 1:
        (top / "other").hardlink_to(top / "file")
    assert carry_out(root, replacing(root, mode)) == (links > 1)
    assert ((top / "file").read_bytes(), mode_of(top)) == (NEW, oct(mode))
    if links > 1:
        assert mode_of(top, "other") == oct(mode)


def test_the_new_bytes_are_never_to_be_seen_with_the_old_mode(
    root: Root, seam: Meddler, top: Path
) -> None:
    seam.before["exchange"] = lambda: seen.append(mode_of(top, os.fsdecode(TEMP)))
    seen: list[str] = []
    carry_out(root, replacing(root, 0o600))
    assert seen == ["0o600"]


def test_with_an_acl_of_which_the_mode_is_a_part_it_is_written_in_place(
    root: Root, top: Path
) -> None:
    os.setxattr(top / "file", ACCESS_ACL, acl(1234, 6))
    inode = (top / "file").stat().st_ino
    assert carry_out(root, replacing(root, 0o640))
    assert ((top / "file").read_bytes(), mode_of(top)) == (NEW, "0o640")
    assert (top / "file").stat().st_ino == inode
    assert ACCESS_ACL in os.listxattr(top / "file")


@pytest.mark.parametrize("effect_of", [setting, replacing], ids=["alone", "with bytes"])
@pytest.mark.parametrize("links", [1, 2])
def test_what_was_put_can_be_put_back(
    root: Root, top: Path, effect_of: Callable[[Root, int], Effect], links: int
) -> None:
    if links > 1:
        (top / "other").hardlink_to(top / "file")
    staged = root.stage(effect_of(root, 0o600))
    root.put(staged)
    assert mode_of(top) == "0o600"
    assert root.put_back(staged)
    root.drop(staged)
    assert ((top / "file").read_bytes(), mode_of(top)) == (OLD, "0o755")


@pytest.mark.parametrize("mode", [0o600, 0o711])
def test_putting_back_leaves_a_mode_alone_that_somebody_has_set(
    root: Root, top: Path, mode: int
) -> None:
    staged = root.stage(setting(root, 0o640))
    root.put(staged)
    (top / "file").chmod(mode)
    assert not root.put_back(staged)
    root.drop(staged)
    assert mode_of(top) == oct(mode)


@pytest.mark.parametrize("effect_of", [setting, replacing], ids=["alone", "with bytes"])
def test_a_mode_that_somebody_sets_before_it_is_put_is_theirs(
    root: Root, top: Path, effect_of: Callable[[Root, int], Effect]
) -> None:
    staged = root.stage(effect_of(root, 0o600))
    (top / "file").chmod(0o711)
    with pytest.raises(Displaced):
        root.put(staged)
    root.drop(staged)
    assert ((top / "file").read_bytes(), mode_of(top)) == (OLD, "0o711")


def test_a_file_saved_in_that_instant_keeps_its_own_mode(
    root: Root, seam: Meddler, top: Path
) -> None:
    old = os.open(top / "file", os.O_RDONLY)

    def save() -> None:
        (top / "draft").write_bytes(SAVED)
        (top / "draft").chmod(0o711)
        (top / "draft").rename(top / "file")

    staged = root.stage(setting(root, 0o600))
    seam.before["chmod"] = save
    with pytest.raises(Displaced):
        root.put(staged)
    root.drop(staged)
    assert ((top / "file").read_bytes(), mode_of(top)) == (SAVED, "0o711")
    assert stat.S_IMODE(os.fstat(old).st_mode) == 0o755, "and so does the old one"
    os.close(old)


def test_a_mode_that_could_not_be_made_durable_is_taken_back(
    root: Root, seam: Meddler, top: Path
) -> None:
    staged = root.stage(setting(root, 0o600))
    seam.before["fsync"] = fail
    with pytest.raises(OSError, match="Input/output error"):
        root.put(staged)
    root.drop(staged)
    assert mode_of(top) == "0o755"


def as_nobody(prepare: Callable[[Path], object], act: Callable[[Root, Path], object]) -> None:
    with open_folder() as folder:

        def play() -> None:
            top = folder / "top"
            top.mkdir()
            (top / "file").write_bytes(OLD)
            (top / "file").chmod(0o755)
            top.chmod(0o777)
            prepare(top / "file")
            become_nobody()
            root = Root(bytes(top), Seam())
            act(root, top)
            root.close()
            assert not list(top.glob(".*.ejtmp"))

        in_child(play)


def not_given(effect_of: Callable[[Root, int], Effect]) -> Callable[[Root, Path], None]:
    def act(root: Root, top: Path) -> None:
        with pytest.raises(PermissionError):
            carry_out(root, effect_of(root, 0o2755))
        assert ((top / "file").read_bytes(), mode_of(top)) == (OLD, "0o755")

    return act


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
@pytest.mark.parametrize("effect_of", [setting, replacing], ids=["alone", "with bytes"])
def test_a_mode_that_the_system_gives_in_part_only_is_not_set(
    effect_of: Callable[[Root, int], Effect],
) -> None:
    # Of a group that one is not in no file gets setgid, and no error says so.
    as_nobody(lambda file: os.chown(file, NOBODY, 4321), not_given(effect_of))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
@pytest.mark.parametrize("effect_of", [setting, replacing], ids=["alone", "with bytes"])
def test_the_mode_of_a_file_of_somebody_else_is_not_set(
    effect_of: Callable[[Root, int], Effect],
) -> None:
    as_nobody(lambda file: os.chown(file, 1234, 1234), not_given(effect_of))
