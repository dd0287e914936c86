"""Stretches of bytes within a text: where some text stands, and what replacing it comes to.

A text may hold another a million times. So all of this goes through matches in their order, in
one pass: each costs what lies between it and the one before, never what lies before both.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import AnyStr, NamedTuple

from ...schemas.values import Unit
from .edits import Region, with_ending
from .text import Text

FEW = 10
"""So many matches are kept; of more, the others are searched for again when they are wanted."""


# --- lines ----------------------------------------------------------------------------------------


class Sweep:
    """Goes through the lines of a text, to that of one position after another."""

    __slots__ = ("_text", "line", "start", "stop")

    def __init__(self, text: Text) -> None:
        self._text = text
        self.line = 0
        """The line reached, from 0."""
        self.start = 0
        """The byte at which it starts."""
        self.stop = self._end_of_line(0)
        """The byte at which the next one starts."""

    def to(self, position: int) -> int:
        """Go on to the line (from 0) that the byte at `position` belongs to, and return it.

        It is never asked for a line before the one reached. The end of the text is of its last
        line.
        """
        assert position >= self.start
        if position < self.stop or self.stop == len(self._text.data):
            return self.line
        text = self._text
        position = min(position, len(text.data) - 1)
        if text.unit is Unit.LF:
            self.line += 1 + text.data.count(b"\n", self.stop, position)
            self.start = text.data.rfind(b"\n", self.stop - 1, position) + 1
        else:
            lines = range(text.lines)
            self.line = bisect_right(lines, position, self.line + 1, key=text.offset) - 1
            self.start = text.offset(self.line)
        self.stop = self._end_of_line(position)
        return self.line

    def _end_of_line(self, position: int) -> int:
        if self._text.unit is Unit.LF:
            return self._text.data.find(b"\n", position) + 1 or len(self._text.data)
        return self._text.offset(self.line + 1)


def line_at(text: Text, position: int) -> int:
    """Return the line (from 0) that the byte at `position` belongs to."""
    return Sweep(text).to(position)


def lines_of(text: Text, spots: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Give the first and the last line (from 0) of each of some places, ascending."""
    firsts, lasts = Sweep(text), Sweep(text)
    for start, end in spots:
        yield firsts.to(start), lasts.to(max(start, end - 1))


# --- places ---------------------------------------------------------------------------------------


class Spots:
    """Where some text stands in a file, in bytes from and to, ascending; places may overlap."""

    __slots__ = ("_count", "_few", "_search")

    def __init__(self, search: Callable[[], Iterator[tuple[int, int]]]) -> None:
        self._search = search
        found = search()
        self._few = tuple(islice(found, FEW))
        self._count = len(self._few) + sum(1 for _ in found)

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(self._few) if self._count <= len(self._few) else self._search()

    def __getitem__(self, number: int) -> tuple[int, int]:
        """Return one of them, from 0; those behind the first few are searched for."""
        return next(islice(self, number, None))


def find(text: Text, old: str) -> Spots:
    """Return where `old` stands in the file; CRLF and LF are alike.

    Places may overlap: "aa" stands in "aaa" twice.
    """
    old = old.replace("\r\n", "\n")
    if not old or not text.encoding:
        return _NOWHERE
    # A line feed after a carriage return is no line end by itself.
    newline = r"(?:\r\n|(?<!\r)\n)"
    pattern = re.escape(old).replace("\\\n", newline)
    step = _with_overlaps if old[0] in old[1:] else _without_overlaps
    if text.encoding == "utf-8":
        try:
            wanted = re.compile(pattern.encode())
        except UnicodeEncodeError:
            return _NOWHERE
        return Spots(lambda: step(wanted, text.data, len(text.bom)))
    wanted_there = re.compile(pattern)
    decoded = text.data[len(text.bom) :].decode(text.encoding)
    return Spots(lambda: _as_bytes(text, decoded, step(wanted_there, decoded, 0)))


_NOWHERE = Spots(lambda: iter(()))


def _with_overlaps(wanted: re.Pattern[AnyStr], data: AnyStr, at: int) -> Iterator[tuple[int, int]]:
    while found := wanted.search(data, at):
        yield found.span()
        at = found.start() + 1


def _without_overlaps(
    wanted: re.Pattern[AnyStr], data: AnyStr, at: int
) -> Iterator[tuple[int, int]]:
    return (found.span() for found in wanted.finditer(data, at))


def _as_bytes(
    text: Text, decoded: str, spots: Iterable[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Give character positions, ascending, as byte positions."""
    at, position = 0, len(text.bom)
    for start, end in spots:
        position += len(decoded[at:start].encode(text.encoding))
        at = start
        yield position, position + len(decoded[start:end].encode(text.encoding))


def apart(spots: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return those of some places, ascending, that do not overlap one before them."""
    found: list[tuple[int, int]] = []
    for start, end in spots:
        if not found or start >= found[-1][1]:
            found.append((start, end))
    return found


# --- replacing ------------------------------------------------------------------------------------


class Cut(NamedTuple):
    """Bytes from `start` to before `stop` are to become `new`."""

    start: int
    stop: int
    new: bytes


def cuts(text: Text, spots: Iterable[tuple[int, int]], content: str | bytes) -> tuple[Cut, ...]:
    """Return what making these byte ranges, ascending, into `content` comes to.

    Raises UnencodableError.
    """
    if isinstance(content, bytes):
        return tuple(Cut(start, end, content) for start, end in spots)
    return tuple(_exchanged(text, spots, content) if content else _removed(text, spots))


def _removed(text: Text, spots: Iterable[tuple[int, int]]) -> Iterator[Cut]:
    """Where whole lines go, so does the last one's end."""
    ends, sweep = _line_ends(text), Sweep(text)
    for start, end in spots:
        begin = len(text.bom) if sweep.to(start) == 0 else sweep.start
        stop = end
        if start == begin and not _end_of(text, start, end, ends):
            stop += len(next((one for one in ends if text.data.startswith(one, end)), b""))
        yield Cut(start, stop, b"")


def _exchanged(text: Text, spots: Iterable[tuple[int, int]], content: str) -> Iterator[Cut]:
    """Where the new text ends in no line end, the last one stays."""
    ends, sweep = _line_ends(text), Sweep(text)
    encoded: dict[str, bytes] = {}
    line, new, is_ended = -1, b"", False
    for start, end in spots:
        if sweep.to(start) != line:
            line, ending = sweep.line, _ending(text, sweep, ends)
            if ending not in encoded:
                encoded[ending] = text.encode(with_ending(content, ending))
            new = encoded[ending]
            is_ended = new.endswith(ends)
        kept = 0 if is_ended else len(_end_of(text, start, end, ends))
        yield Cut(start, end - kept, new)


def _line_ends(text: Text) -> tuple[bytes, bytes]:
    return text.encode("\r\n"), text.newline


def _end_of(text: Text, start: int, end: int, ends: tuple[bytes, bytes]) -> bytes:
    """Return the line end that some bytes end in; empty: none."""
    if not text.data.endswith(ends, start, end):
        return b""
    return next(one for one in ends if text.data.endswith(one, start, end))


def _ending(text: Text, sweep: Sweep, ends: tuple[bytes, bytes]) -> str:
    r"""Return the ending, "\r\n" or "\n", for text that takes a place in the line reached.

    It is "" where the text has no line end at all.
    """
    end = _end_of(text, sweep.start, sweep.stop, ends)
    if not end:
        return text.ending(sweep.line, 1) if text.lines > 1 else ""
    return "\n" if end == text.newline else "\r\n"


def regions(text: Text, those: Sequence[Cut]) -> list[Region]:
    """Return the whole-line regions that cuts, ascending and apart, come to."""
    found: list[Region] = []
    sweep = Sweep(text)
    at = 0
    while at < len(those):
        region, at = _region(text, sweep, those, at)
        found.append(region)
    return found


def _region(text: Text, sweep: Sweep, cuts: Sequence[Cut], number: int) -> tuple[Region, int]:
    """Return the region of that cut and those sharing lines with it, and which cut is next.

    Where a line end went, the next line is joined, and is of the region too.
    """
    first = sweep.to(cuts[number].start)
    at, position = number, sweep.start
    whole = bytearray()
    while True:
        if at < len(cuts) and (at == number or cuts[at].start < sweep.stop):
            start, stop, put = cuts[at]
            whole += text.data[position:start]
            whole += put
            position = stop
            sweep.to(max(start, stop - 1))
            at += 1
            continue
        whole += text.data[position : sweep.stop]
        position = sweep.stop
        if not whole or whole.endswith(text.newline) or sweep.line + 1 >= text.lines:
            return Region(first, sweep.line - first + 1, bytes(whole)), at
        sweep.to(position)
