"""Nothing outside the root is read or changed, whatever is done to the folders meanwhile."""

import itertools
import os
import signal
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from editjournal.daemon.core.effects import Effect, Kind, PutFile, RemoveFile, Seen
from editjournal.daemon.disk import confine
from editjournal.daemon.disk.root import Root
from editjournal.daemon.disk.staged import Displaced
from editjournal.daemon.seam import Seam
from editjournal.schemas.values import RelPath
from tests.stage import Unsynced

SECRET = b"secret\n"
DEEP = RelPath(b"folder/deep/file")
FOLDER = RelPath(b"folder")
OLD_TEMP = ".ffffffff.ejtmp"
ENOUGH = 20


@contextmanager
def flipping(folder: Path, link: Path) -> Generator[None]:
    """Let a process exchange a folder and a link all the time; at the end they are as before."""
    child = os.fork()
    if child == 0:
        stopped = False

        def stop(*_: object) -> None:
            nonlocal stopped
            stopped = True

        signal.signal(signal.SIGTERM, stop)
        seam = Seam()
        try:
            while not stopped or not link.is_symlink():
                seam.exchange(os.fsencode(folder), os.fsencode(link))
        finally:
            os._exit(not stopped)
    try:
        yield
    finally:
        os.kill(child, signal.SIGTERM)
        assert os.waitpid(child, 0)[1] == 0


def everything(folder: Path) -> dict[str, tuple[object, ...]]:
    """Return all that could be changed of a folder and what lies in it."""
    found: dict[str, tuple[object, ...]] = {}
    for path in (folder, *sorted(folder.rglob("*"))):
        status = path.lstat()
        data = path.read_bytes() if path.is_file() else b""
        found[str(path)] = (status.st_ino, status.st_mode, status.st_mtime_ns, data)
        found[str(path)] += (status.st_ctime_ns, status.st_nlink)
    return found


class Course:
    """A root with a folder that flips, and the ways to work in it."""

    def __init__(self, folder: Path) -> None:
        self.top, self.outside = folder / "top", folder / "outside"
        for made in (self.top / "folder/deep", self.outside / "deep"):
            made.mkdir(parents=True)
            (made / OLD_TEMP).touch()
        self.inside = (self.top / "folder").stat().st_ino
        (self.top / "folder/deep/file").write_bytes(b"text\n")
        (self.outside / "deep/file").write_bytes(SECRET)
        (self.top / "link").symlink_to(self.outside)
        self.root = Root(bytes(self.top), Unsynced())
        self._deep = os.open(self.top / "folder/deep", os.O_PATH)
        self._numbers = itertools.count()
        self.what_was_seen: set[bytes] = set()

    def look(self, path: RelPath) -> Seen:
        seen = self.root.look(path)
        self.what_was_seen.add(seen.data)
        assert OLD_TEMP.encode() not in seen.names
        return seen

    def carry_out(self, effect: Effect) -> None:
        staged = self.root.stage(effect)
        try:
            self.root.sync(staged)
            self.root.put(staged)
        except BaseException:
            self.root.drop(staged)
            raise
        self.root.finish(staged)
        self.root.sync_folders(staged.folders)

    def temp(self) -> bytes:
        return b".%08x.ejtmp" % next(self._numbers)

    def read(self) -> bool:
        return self.look(DEEP).kind is Kind.FILE

    def replace(self) -> bool:
        seen = self.look(DEEP)
        if seen.kind is not Kind.FILE:
            return False
        self.carry_out(
            PutFile(seen.real, b"turn %d\n" % next(self._numbers), seen.noted, self.temp())
        )
        return True

    def put_and_put_back(self) -> bool:
        seen = self.look(DEEP)
        if seen.kind is not Kind.FILE:
            return False
        staged = self.root.stage(PutFile(seen.real, b"never\n", seen.noted, self.temp()))
        try:
            self.root.put(staged)
            return self.root.put_back(staged)
        finally:
            self.root.drop(staged)

    def create_with_folders(self) -> bool:
        path = RelPath(b"folder/new%d/deeper/file" % next(self._numbers))
        self.carry_out(PutFile(path, b"new\n", None, self.temp(), folder_mode=0o755))
        return True

    def create_and_remove(self) -> bool:
        path = RelPath(b"folder/deep/made%d/file" % next(self._numbers))
        self.carry_out(PutFile(path, b"made\n", None, self.temp()))
        seen = self.look(path)
        if seen.noted is None:
            return False
        self.carry_out(RemoveFile(path, seen.noted, self.temp(), last_folder=b"folder/deep"))
        return True

    def sweep(self) -> bool:
        with suppress(FileExistsError):
            os.mknod(OLD_TEMP, dir_fd=self._deep)
        return self.root.sweep([RelPath(b"folder/deep")], before_ns=1 << 62) > 0

    def close(self) -> None:
        os.close(self._deep)
        self.root.close()


WAYS = {
    "reading": Course.read,
    "replacing": Course.replace,
    "putting back": Course.put_and_put_back,
    "creating with folders": Course.create_with_folders,
    "removing with folders": Course.create_and_remove,
    "sweeping": Course.sweep,
}


@pytest.mark.parametrize(("by", "tries_min"), [("openat2", 2_000), ("walking", 500)])
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS.keys())
def test_a_folder_that_flips_lets_nothing_in_or_out(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    way: Callable[[Course], bool],
    by: str,
    tries_min: int,
) -> None:
    if by == "walking":
        monkeypatch.setattr(confine, "_has_openat2", lambda _fd: False)  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    course = Course(tmp_path)
    before = everything(course.outside)
    tries: Counter[bool] = Counter()
    with flipping(course.top / "folder", course.top / "link"):
        while tries.total() < tries_min or min(tries[True], tries[False]) < ENOUGH:
            went = False
            with suppress(Displaced, OSError):
                went = way(course)
            tries[went] += 1
    assert everything(course.outside) == before
    assert SECRET not in course.what_was_seen
    assert (course.top / "folder").stat().st_ino == course.inside
    left = {one.name for one in course.top.rglob(".*.ejtmp")}
    assert left <= {OLD_TEMP}, "what was begun inside was cleared away inside"
    course.close()
