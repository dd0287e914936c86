"""be-read: lines of a file, as a view."""

from ...schemas.facts import Viewed
from ...schemas.replies import Call, Shown
from ...schemas.requests import Read
from ...schemas.values import RelPath, Span
from . import doubts, landmarks, structural
from . import text as texts
from .asking import Asked, Decision, expect_file, shown_path, text_of, the_file
from .cutting import cut, cut_mark, marks, rest, within
from .effects import Seen
from .places import END, Place
from .text import Text

TOOL = "be-read"
MARKER_CONTEXT = 10
"""Lines around one that is asked for by what it holds."""


def read(asked: Asked, request: Read, place: Place, seen: dict[RelPath, Seen]) -> Decision:
    """Decide a read. Raises RefusedError."""
    found = the_file(asked, TOOL, place, seen)
    expect_file(asked, TOOL, found)
    text = text_of(asked, TOOL, found)
    spans = _spans(asked, request, place, found, text)
    all_of_it = (Call(TOOL, {"file": shown_path(found.path)}),)
    wanted = within(asked, TOOL, found.path, text.lines, spans or (Span(1, END),), all_of_it)
    if request.outline:
        return structural.outline(asked, TOOL, found, text, wanted if spans else ())
    blocks, viewed, left = cut(text, wanted, request.max_bytes)
    unusual = marks(text, blocks)
    calls: tuple[Call, ...] = ()
    if left:
        unusual.append(cut_mark(request.max_bytes))
        calls = (Call(TOOL, {"file": shown_path(found.path) + rest(left, blocks)}),)
    reply = Shown(
        seq=asked.seq,
        next=calls,
        path=found.path,
        total=text.lines,
        blocks=tuple(blocks),
        marks=tuple(unusual),
    )
    version = texts.version(text, found.mode)
    decision = Decision(reply, Viewed(found.real, version, tuple(viewed)))
    return doubts.told(asked, found, request.target, spans[0] if spans else None, decision)


def _spans(asked: Asked, request: Read, place: Place, found: Seen, text: Text) -> tuple[Span, ...]:
    """Return the lines that are meant; none: all. Raises RefusedError."""
    spans = request.spans or place.spans_of(found.path)
    if request.target is None:
        return spans
    landmarks.expect_alone(asked, TOOL, found, has_lines=bool(spans))
    span = landmarks.lines(asked, TOOL, found, text, request.target)
    if request.target.kind != landmarks.MARKER:
        return (span,)
    first, last = span.first - MARKER_CONTEXT, span.last + MARKER_CONTEXT
    return (Span(max(1, first), min(last, text.lines)),)
