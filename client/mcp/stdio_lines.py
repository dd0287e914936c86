"""Lines through standard input and output: bytes, with no idea of what they say."""

import fcntl
import os
import select
from typing import NamedTuple

from msgspec import Struct

LINE_BYTES_MAX = 64 << 20
EDGE_BYTES = 4096
"""In so much of either end of a line that cannot be read its id and its tool are looked for."""

_STDERR_FD = 2


class Stdio(NamedTuple):
    read_fd: int
    write_fd: int


class TooLong(Struct, frozen=True):
    """A line that went over the limit: what came behind that was dropped as it came in."""

    head: bytes
    """As much of it as a line may have."""
    tail: bytes
    """Its last `EDGE_BYTES`: some hosts write a request's id behind everything else."""
    size_bytes: int


def claim_stdio() -> Stdio:
    """Take standard input and output for the wire; all else gets /dev/null and stderr for them.

    A stray print can then never reach the wire, and no child process inherits it. Raises OSError
    where descriptor 0 or 1 is closed.
    """
    # From 3 up: with stderr closed a plain dup would put the wire on descriptor 2.
    read_fd = fcntl.fcntl(0, fcntl.F_DUPFD_CLOEXEC, _STDERR_FD + 1)
    write_fd = fcntl.fcntl(1, fcntl.F_DUPFD_CLOEXEC, _STDERR_FD + 1)
    null_fd = os.open(os.devnull, os.O_RDWR)
    os.dup2(null_fd, 0)
    os.dup2(_STDERR_FD, 1)
    if null_fd != _STDERR_FD:  # else stderr was closed, and is /dev/null from here on
        os.close(null_fd)
    return Stdio(read_fd, write_fd)


def write_all(fd: int, data: bytes) -> None:
    """Write all of `data`, waiting as long as the reader takes, also where `fd` does not block.

    Raises OSError as write does; BrokenPipeError says that the reader is gone.
    """
    view = memoryview(data)
    while view:
        try:
            view = view[os.write(fd, view) :]
        except BlockingIOError:
            select.select((), (fd,), ())


class Lines:
    """Cuts a stream of bytes at LF and nowhere else; a CR before it stays in the line.

    White space alone is no line. A line holds at most `line_bytes_max` bytes, its LF not counted;
    of a longer one no more than that and its end are in memory, however long it gets.
    """

    def __init__(self, line_bytes_max: int = LINE_BYTES_MAX) -> None:
        self._line_bytes_max = line_bytes_max
        self._parts: list[bytes] = []
        """The line that has not ended yet, in pieces; of a line too long, its head and tail."""
        self._size_bytes = 0

    def feed(self, chunk: bytes) -> list[bytes | TooLong]:
        """Take what was read, and give the lines that it ended."""
        *ended, rest = chunk.split(b"\n")
        lines: list[bytes | TooLong] = []
        for part in ended:
            self._add(part)
            lines += self.end()
        self._add(rest)
        return lines

    def end(self) -> list[bytes | TooLong]:
        """Give the last line, if any, where the stream ended without LF."""
        parts, size_bytes = self._parts, self._size_bytes
        self._parts, self._size_bytes = [], 0
        if size_bytes > self._line_bytes_max:
            return [TooLong(parts[0], parts[1], size_bytes)]
        line = b"".join(parts)
        return [] if not line or line.isspace() else [line]

    def _add(self, part: bytes) -> None:
        was_too_long = self._size_bytes > self._line_bytes_max
        self._size_bytes += len(part)
        if was_too_long:
            head, tail = self._parts
            self._parts = [head, (tail + part[-EDGE_BYTES:])[-EDGE_BYTES:]]
        elif self._size_bytes > self._line_bytes_max:
            line = b"".join((*self._parts, part))
            self._parts = [line[: self._line_bytes_max], line[-EDGE_BYTES:]]
        elif part:
            self._parts.append(part)
