"""Which lines of a text are shown, and how many of them fit into a reply."""

from collections.abc import Iterable, Sequence

from ...schemas.replies import Block, Call
from ...schemas.values import RelPath, Span
from .asking import Asked, refuse
from .places import END
from .text import Text

LINE_BYTES_MAX = 2_000
"""A longer line is shown cut."""
_LINE_BYTES_MIN = 3
"""What a line takes with its number at the least."""


def within(
    asked: Asked,
    tool: str,
    path: RelPath,
    total: int,
    spans: Iterable[Span],
    calls: tuple[Call, ...],
) -> list[Span]:
    """Return the spans with their ends made numbers, ascending, apart, within `total` lines.

    Raises RefusedError, with `calls` where they lie past the end.
    """
    found: list[Span] = []
    for span in sorted(spans, key=lambda one: one.first):
        if span.first < 1 or (span.last != END and span.last < span.first):
            values: dict[str, str | int] = {"written": str(span)}
            raise refuse(asked, tool, "bad_lines", path=path, verdict="ERROR", values=values)
        if span.first > max(total, 1):
            values = {"total": total, "lines": str(span)}
            raise refuse(
                asked, tool, "past_end", path=path, verdict="ERROR", values=values, calls=calls
            )
        last = total if span.last == END else min(span.last, total)
        if found and span.first <= found[-1].last + 1:
            found[-1] = Span(found[-1].first, max(last, found[-1].last))
        else:
            found.append(Span(span.first, last))
    return found


def cut(
    text: Text, spans: list[Span], bytes_max: int
) -> tuple[list[Block], list[Span], Span | None]:
    """Return as many lines as fit, the spans of those shown whole, and what is left to read."""
    blocks: list[Block] = []
    viewed: list[Span] = []
    is_one_line = len(spans) == len(spans[0]) == 1 if spans else False
    line_bytes_max = bytes_max if is_one_line else LINE_BYTES_MAX
    room = bytes_max
    for span in spans:
        taken: list[str] = []
        for number, line in enumerate(text.shown(span.first - 1, len(span)), span.first):
            size = len(line.encode(errors="replace"))
            shown = line if size <= line_bytes_max else _shorten(line, size)
            room -= min(size, line_bytes_max) + len(str(number)) + 2
            if room < 0 and (taken or blocks):
                return [*blocks, *_blocks(span.first, taken)], viewed, Span(number, span.last)
            taken.append(shown)
            if shown is line:
                viewed = _extend(viewed, number)
        blocks += _blocks(span.first, taken)
    return blocks, viewed, None


def marks(text: Text, blocks: Sequence[Block]) -> list[str]:
    """Return what is unusual about a text of which these lines are shown."""
    found = list(text.marks())
    if any(line.startswith("\t") for block in blocks for line in block.lines):
        found.insert(0, "tabs")
    if text.lines and not text.ends_with_newline and blocks and blocks[-1].last == text.lines:
        found.append("no newline at the end")
    return found


def cut_mark(bytes_max: int) -> str:
    return f"cut at {bytes_max:,} bytes"


def rest(left: Span, blocks: Sequence[Block]) -> str:
    """Return which lines to read next, so many as were shown, as they stand behind a path."""
    count = max(1, sum(len(block.lines) for block in blocks))
    return f":{left.first}-{min(left.last, left.first + count - 1)}"


class Room:
    """What is left of a reply for lines of several files."""

    def __init__(self, bytes_max: int) -> None:
        self.left_bytes = max(bytes_max, 0)
        self.cut_bytes = 0
        """Of lines that were left out."""

    @property
    def lines_max(self) -> int:
        """So many lines fit at the most, if they are empty."""
        return self.left_bytes // _LINE_BYTES_MIN

    def take(self, blocks: Iterable[Block]) -> tuple[Block, ...]:
        """Return the first of these lines that fit; they take room, with their numbers.

        Of a line that is too long its beginning is shown, as in a read.
        """
        found: list[Block] = []
        is_full = False
        for block in blocks:
            taken: list[str] = []
            for number, line in enumerate(block.lines, block.first):
                size = len(line.encode(errors="replace"))
                cost = min(size, LINE_BYTES_MAX) + len(str(number)) + 2
                is_full = is_full or cost > self.left_bytes
                if is_full:
                    self.cut_bytes += size + 1
                    continue
                self.left_bytes -= cost
                taken.append(line if size <= LINE_BYTES_MAX else _shorten(line, size))
            if taken:
                last = block.first + len(taken) - 1
                found.append(Block(block.kind, block.first, last, tuple(taken)))
        return tuple(found)


def _blocks(first: int, lines: list[str]) -> list[Block]:
    return [Block("lines", first, first + len(lines) - 1, tuple(lines))] if lines else []


def _extend(spans: list[Span], line: int) -> list[Span]:
    if spans and spans[-1].last == line - 1:
        return [*spans[:-1], Span(spans[-1].first, line)]
    return [*spans, Span(line, line)]


def _shorten(line: str, size_bytes: int) -> str:
    """Return the beginning of a long line, cut at a code point, and how much is left out."""
    head = line.encode(errors="replace")[:LINE_BYTES_MAX].decode(errors="ignore")
    left = size_bytes - len(head.encode(errors="replace"))
    return f"{head}... (+{left:,} bytes; read this line alone with max_bytes={size_bytes + 400})"
