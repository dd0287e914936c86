"""Stretches of bytes within a text: where some text stands, and what replacing it comes to."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import AnyStr, NamedTuple

from ...schemas.values import Unit
from .edits import Region, with_ending
from .text import Text


def find(text: Text, old: str) -> list[tuple[int, int]]:
    """Return where `old` stands in the file, in bytes from and to; CRLF and LF are alike.

    Places may overlap: "aa" stands in "aaa" twice.
    """
    old = old.replace("\r\n", "\n")
    if not old or not text.encoding:
        return []
    # A line feed after a carriage return is no line end by itself.
    newline = r"(?:\r\n|(?<!\r)\n)"
    pattern = re.escape(old).replace("\\\n", newline)
    if text.encoding == "utf-8":
        try:
            wanted = re.compile(pattern.encode())
        except UnicodeEncodeError:
            return []
        return list(_matches(wanted, text.data, len(text.bom)))
    decoded = text.data[len(text.bom) :].decode(text.encoding)
    return list(_as_bytes(text, decoded, _matches(re.compile(pattern), decoded, 0)))


def _matches(wanted: re.Pattern[AnyStr], data: AnyStr, at: int) -> Iterator[tuple[int, int]]:
    while found := wanted.search(data, at):
        yield found.span()
        at = found.start() + 1


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


def line_at(text: Text, position: int) -> int:
    """Return the line (from 0) that the byte at `position` belongs to."""
    low, high = 0, max(text.lines - 1, 0)
    if text.unit is Unit.LF:
        return min(text.data.count(b"\n", 0, position), high)
    while low < high:
        middle = (low + high + 1) // 2
        if text.offset(middle) <= position:
            low = middle
        else:
            high = middle - 1
    return low


class Cut(NamedTuple):
    """Bytes from `start` to before `stop` are to become `new`."""

    start: int
    stop: int
    new: bytes


def cuts(text: Text, spots: Iterable[tuple[int, int]], content: str | bytes) -> tuple[Cut, ...]:
    """Return what making these byte ranges into `content` comes to. Raises UnencodableError."""
    return tuple(_cut(text, spot, content) for spot in spots)


def regions(text: Text, those: Sequence[Cut]) -> list[Region]:
    """Return the whole-line regions that cuts, ascending and apart, come to."""
    found: list[Region] = []
    at = 0
    while at < len(those):
        region, at = _region(text, those, at)
        found.append(region)
    return found


def _region(text: Text, cuts: Sequence[Cut], at: int) -> tuple[Region, int]:
    """Return the region of the cut number `at` and those sharing lines with it, and what is next.

    Where a line end went, the next line is joined, and is of the region too.
    """
    first = line_at(text, cuts[at].start)
    position = text.offset(first)
    new: list[bytes] = []
    until = position
    while True:
        if at < len(cuts) and (not new or cuts[at].start < until):
            start, stop, put = cuts[at]
            new += (text.data[position:start], put)
            position = stop
            until = max(until, text.offset(line_at(text, max(start, stop - 1)) + 1))
            at += 1
            continue
        whole = b"".join((*new, text.data[position:until]))
        last = line_at(text, until - 1)
        if not whole or whole.endswith(text.newline) or last + 1 >= text.lines:
            return Region(first, last - first + 1, whole), at
        until = text.offset(last + 2)


def _cut(text: Text, spot: tuple[int, int], content: str | bytes) -> Cut:
    """Return the bytes to replace, and by what, by the rules for line ends."""
    start, end = spot
    if isinstance(content, bytes):
        return Cut(start, end, content)
    first = line_at(text, start)
    ends = (text.encode("\r\n"), text.newline)
    last_end = next((one for one in ends if text.data[start:end].endswith(one)), b"")
    if not content:
        begin = text.offset(first) + (0 if first else len(text.bom))
        after = next((one for one in ends if text.data.startswith(one, end)), b"")
        is_whole_lines = begin == start and not last_end
        return Cut(start, end + len(after) if is_whole_lines else end, b"")
    new = text.encode(with_ending(content, text.ending(first, 1)))
    if last_end and not new.endswith(text.newline):
        end -= len(last_end)  # the line end stays
    return Cut(start, end, new)
