"""be-read: lines of a file, as a view."""

from collections.abc import Iterable

from ...schemas.facts import Viewed
from ...schemas.replies import Block, Call, Shown
from ...schemas.requests import Read
from ...schemas.values import RelPath, Span
from . import text as texts
from .asking import Asked, Decision, expect_file, refuse, shown_path, text_of, the_file
from .effects import Seen
from .places import END, Place
from .text import Text

TOOL = "be-read"
LINE_BYTES_MAX = 2_000
"""A longer line is shown cut, and is then not in the view."""


def read(asked: Asked, request: Read, place: Place, seen: dict[RelPath, Seen]) -> Decision:
    """Decide a read. Raises RefusedError."""
    found = the_file(asked, TOOL, place, seen)
    expect_file(asked, TOOL, found)
    text = text_of(asked, TOOL, found)
    spans = request.spans or place.spans_of(found.path)
    wanted = _within(asked, found, text, spans or (Span(1, END),))
    blocks, viewed, cut = _cut(text, wanted, request.max_bytes)
    marks = list(text.marks())
    if any(line.startswith("\t") for block in blocks for line in block.lines):
        marks.insert(0, "tabs")
    if text.lines and not text.ends_with_newline and blocks and blocks[-1].last == text.lines:
        marks.append("no newline at the end")
    calls: tuple[Call, ...] = ()
    if cut:
        marks.append(f"cut at {request.max_bytes:,} bytes")
        last = min(cut.last, cut.first + max(1, sum(len(block.lines) for block in blocks)) - 1)
        calls = (Call("be-read", {"file": f"{shown_path(found.path)}:{cut.first}-{last}"}),)
    reply = Shown(
        seq=asked.seq,
        next=calls,
        path=found.path,
        total=text.lines,
        blocks=tuple(blocks),
        marks=tuple(marks),
    )
    version = texts.version(text, found.mode)
    return Decision(reply, Viewed(found.real, version, tuple(viewed)))


def _within(asked: Asked, seen: Seen, text: Text, spans: Iterable[Span]) -> list[Span]:
    """Return the spans with their ends made numbers, ascending, apart, within the file."""
    found: list[Span] = []
    for span in sorted(spans, key=lambda one: one.first):
        if span.first < 1 or (span.last != END and span.last < span.first):
            raise refuse(
                asked,
                TOOL,
                "bad_lines",
                path=seen.path,
                verdict="ERROR",
                values={"written": str(span)},
            )
        if span.first > max(text.lines, 1):
            raise refuse(
                asked,
                TOOL,
                "past_end",
                path=seen.path,
                verdict="ERROR",
                values={"total": text.lines, "lines": str(span)},
                calls=(Call(TOOL, {"file": shown_path(seen.path)}),),
            )
        last = text.lines if span.last == END else min(span.last, text.lines)
        if found and span.first <= found[-1].last + 1:
            found[-1] = Span(found[-1].first, max(last, found[-1].last))
        else:
            found.append(Span(span.first, last))
    return found


def _cut(
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
