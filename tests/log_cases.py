"""What tests of the log share: seams that fail, and what a log must hold."""

import errno
import os
import random
from hashlib import sha256
from pathlib import Path

import pytest

from editjournal.daemon.core.frames import CHAIN_START, Place, Record, scan
from editjournal.daemon.core.headers import SEGMENT_HEADER_BYTES, SegmentHeader, read_segment_header
from editjournal.daemon.log.segments import Log, ReadOnlyLog
from editjournal.daemon.seam import Seam
from editjournal.schemas.facts import Entry, Queried
from editjournal.schemas.values import Kept

WORKSPACE = b"workspace-1"
FIRST = Path("segments/00000001.seg")
SECOND = Path("segments/00000002.seg")
SMALL_BYTES = SEGMENT_HEADER_BYTES + 1024


class Unsynced(Seam):
    """For tests that no sync matters to, and that open the log hundreds of times."""

    def fsync(self, fd: int) -> None:
        pass

    def fdatasync(self, fd: int) -> None:
        pass


class Failing(Seam):
    """Lets named calls fail as often as said, and notes which inodes were synced."""

    def __init__(self) -> None:
        self.failures: dict[str, int] = {}
        self.synced: list[int] = []

    def _fail(self, name: str) -> None:
        if self.failures.get(name, 0) > 0:
            self.failures[name] -= 1
            raise OSError(errno.EIO, "injected")

    def fsync(self, fd: int) -> None:
        self._fail("fsync")
        super().fsync(fd)

    def fdatasync(self, fd: int) -> None:
        self._fail("fdatasync")
        super().fdatasync(fd)
        self.synced.append(os.fstat(fd).st_ino)

    def write(self, fd: int, data: bytes | memoryview, offset: int) -> None:
        if self.failures.get("write", 0) > 0:
            super().write(fd, data[: len(data) // 2], offset)
        self._fail("write")
        super().write(fd, data, offset)

    def allocate(self, fd: int, size_bytes: int) -> None:
        self._fail("allocate")
        super().allocate(fd, size_bytes)

    def rename(self, source: bytes, target: bytes, *, dir_fd: int | None = None) -> None:
        self._fail("rename")
        super().rename(source, target, dir_fd=dir_fd)


class Noting(Seam):
    """Notes the order of writes and syncs, by name of file."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def _note(self, call: str, fd: int) -> None:
        self.calls.append(f"{call} {Path(f'/proc/self/fd/{fd}').readlink().name}")

    def write(self, fd: int, data: bytes | memoryview, offset: int) -> None:
        self._note("write", fd)
        super().write(fd, data, offset)

    def fsync(self, fd: int) -> None:
        self._note("fsync", fd)

    def fdatasync(self, fd: int) -> None:
        self._note("fdatasync", fd)


def content(seq: int) -> bytes:
    return b"content of %d" % seq


def record(seq: int, *more: bytes) -> Record:
    return Record(Entry(seq, 1_000 * seq, 1, Queried("be-read")), (content(seq), *more))


def kept(seq: int, data: bytes) -> Kept:
    return Kept(seq, sha256(data).digest())


def open_log(folder: Path, seam: Seam | None = None, segment_bytes: int = SMALL_BYTES) -> Log:
    return Log.open(folder, seam or Unsynced(), WORKSPACE, segment_bytes=segment_bytes)


def fill(log: Log, count: int, *, sync: bool = True) -> None:
    for _ in range(count):
        log.append([record(log.last_seq + 1)], sync=sync)


def seqs(log: Log) -> list[int]:
    return [entry.seq for entry in log.replay()]


def holds(log: Log, expected: range) -> None:
    """Whatever way the log is asked, it holds these entries."""
    assert seqs(log) == list(expected)
    for seq in expected:
        assert log.entry(seq) == record(seq).entry
        assert log.content(kept(seq, content(seq))) == content(seq)


def survives(folder: Path, expected: range) -> None:
    """The log opens undamaged with these entries, takes more, and opens once more."""
    log = open_log(folder)
    assert log.damage is None
    holds(log, expected)
    fill(log, 2)
    log.close()
    again = open_log(folder)
    assert again.tail_cut is None
    holds(again, range(1, expected.stop + 2))
    again.close()


def is_read_only(folder: Path, expected: list[int]) -> Log:
    """The log opens with these entries, takes no more, and no byte on disk has changed."""
    before = image(folder)
    log = open_log(folder)
    assert log.damage is not None
    assert seqs(log) == expected
    for seq in expected:
        assert log.entry(seq) == record(seq).entry
    with pytest.raises(ReadOnlyLog, match="read-only"):
        log.append([record(log.last_seq + 1)], sync=True)
    log.note(applied=9)
    log.close()
    assert image(folder) == before
    return log


def image(folder: Path) -> dict[Path, bytes]:
    return {
        path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def restore(folder: Path, files: dict[Path, bytes]) -> None:
    for path in [path for path in folder.rglob("*") if path.is_file()]:
        path.unlink()
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def flip(path: Path, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 0x10
    path.write_bytes(data)


def end_of(folder: Path) -> int:
    """Where the frames of the first segment end."""
    data = (folder / FIRST).read_bytes()
    header = read_segment_header(data, 1, WORKSPACE)
    assert isinstance(header, SegmentHeader)
    return scan(data, header.salt, Place(SEGMENT_HEADER_BYTES, 0, CHAIN_START))[0].end.offset


def five_frames(folder: Path) -> list[int]:
    """Leave a closed log of five durable entries; where the frame of each starts, and the end."""
    log = open_log(folder)
    starts: list[int] = []
    for _ in range(5):
        starts.append(end_of(folder))
        fill(log, 1)
    starts.append(end_of(folder))
    log.close()
    return starts


def chance(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - the same each time, which is the point
