"""A process that is stopped at any moment loses nothing that it promised."""

import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from editjournal.daemon.log.blobs import INLINE_BYTES_MAX
from editjournal.daemon.seam import Seam
from tests.log_cases import FIRST, end_of, fill, flip, holds, image, kept, open_log, record, restore


class Killing(Seam):
    """Ends the process at the k-th call: before it, after it, or in the middle of a write."""

    def __init__(self, call: int, mode: str, failing_sync: int) -> None:
        self._left = call
        self._mode = mode
        self._syncs_left = failing_sync

    def _step(self, run: Callable[[], None], half: Callable[[], None]) -> None:
        self._left -= 1
        if self._left == 0:
            try:
                {"before": lambda: None, "half": half, "after": run}[self._mode]()
            finally:
                os._exit(9)
        run()

    def open(self, path: bytes, flags: int, mode: int = 0o600, *, dir_fd: int | None = None) -> int:
        opened: list[int] = []
        real = super().open
        self._step(lambda: opened.append(real(path, flags, mode, dir_fd=dir_fd)), lambda: None)
        return opened[0]

    def write(self, fd: int, data: bytes | memoryview, offset: int) -> None:
        real = super().write
        half = data[: len(data) // 2]
        self._step(lambda: real(fd, data, offset), lambda: real(fd, half, offset))

    def allocate(self, fd: int, size_bytes: int) -> None:
        real = super().allocate
        self._step(lambda: real(fd, size_bytes), lambda: real(fd, size_bytes // 2))

    def fsync(self, fd: int) -> None:
        self._step(lambda: None, lambda: None)

    def fdatasync(self, fd: int) -> None:
        self._step(lambda: None, lambda: None)
        self._syncs_left -= 1
        if self._syncs_left == 0:
            raise OSError(errno.EIO, "injected")

    def mkdir(self, path: bytes, mode: int = 0o700, *, dir_fd: int | None = None) -> None:
        real = super().mkdir
        self._step(lambda: real(path, mode, dir_fd=dir_fd), lambda: None)

    def unlink(self, path: bytes, *, dir_fd: int | None = None) -> None:
        real = super().unlink
        self._step(lambda: real(path, dir_fd=dir_fd), lambda: None)

    def rename(self, source: bytes, target: bytes, *, dir_fd: int | None = None) -> None:
        real = super().rename
        self._step(lambda: real(source, target, dir_fd=dir_fd), lambda: None)


LARGE = b"x" * (INLINE_BYTES_MAX + 1)


def live(folder: Path, seam: Seam, acked: int) -> None:
    """A log's life, with a torn tail to cut, a blob and a new segment; says what was promised."""
    log = open_log(folder, seam)
    for seq in range(log.last_seq + 1, log.last_seq + 9):
        log.append([record(seq, *([LARGE] if seq == 8 else []))], sync=seq % 3 == 0)
        if seq % 3 == 0:
            os.write(acked, b"%d\n" % seq)
    log.note(applied=log.last_seq)
    log.close()


def stopped_lives(
    folder: Path, files: dict[Path, bytes], mode: str, failing_sync: int = 0
) -> Iterator[int]:
    """Stop such a life at each of its calls in turn; yield the last entry it promised."""
    for call in range(1, 1_000):
        restore(folder, files)
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                live(folder, Killing(call, mode, failing_sync), writer)
                os._exit(0)
            finally:
                os._exit(1)
        os.close(writer)
        with os.fdopen(reader) as promised:
            last_seq = int((["0", *promised.read().split()])[-1])
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert status in (0, 9)
        yield last_seq
        if status == 0:
            assert call > 30
            return


@pytest.mark.parametrize(
    ("mode", "failing_sync"), [("before", 0), ("half", 0), ("after", 0), ("half", 2)]
)
def test_stopped_at_any_call_it_keeps_what_it_promised(
    folder: Path, mode: str, failing_sync: int
) -> None:
    log = open_log(folder)
    fill(log, 2)
    start = end_of(folder)
    fill(log, 1, sync=False)
    flip(folder / FIRST, start + 60)
    files = image(folder)
    for promised in stopped_lives(folder, files, mode, failing_sync):
        log = open_log(folder)
        assert log.damage is None
        assert log.last_seq >= max(promised, 2)
        holds(log, range(1, log.last_seq + 1))
        if log.last_seq >= 8:
            assert log.content(kept(8, LARGE)) == LARGE
        fill(log, 2)
        log.close()
        holds(open_log(folder), range(1, log.last_seq + 1))


def test_stopped_while_it_is_made_a_log_opens(folder: Path) -> None:
    for promised in stopped_lives(folder, {}, "half"):
        log = open_log(folder)
        assert log.damage is None
        assert log.last_seq >= promised
        log.close()
