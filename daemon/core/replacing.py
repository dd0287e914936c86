"""be-replace and be-insert: the file and the place a call means."""

from collections.abc import Mapping

from ...schemas.requests import (
    Delete,
    Insert,
    InsertChip,
    Item,
    Replace,
    ReplaceSeveral,
    TargetName,
)
from ...schemas.values import Kept, RelPath, Span
from . import landmarks, single
from .asking import Asked, Decision, expect_file, refuse, text_of, the_file
from .by_gap import LAST_LINE
from .effects import Seen
from .places import BOTTOM, Place
from .target import Target, expect_writable, the_view

REPLACE = "be-replace"
INSERT = "be-insert"


def targeted(
    asked: Asked,
    tool: str,
    place: Place,
    seen: dict[RelPath, Seen],
    contents: Mapping[Kept, bytes],
    *,
    view: int,
    force: bool,
) -> Target:
    """Return the text file that a call is about. Raises RefusedError."""
    found = the_file(asked, tool, place, seen)
    expect_file(asked, tool, found)
    text = text_of(asked, tool, found)
    expect_writable(asked, tool, found, force=force)
    known = asked.state.files.get(found.real)
    return Target(asked, tool, found, text, known, the_view(asked, tool, found, view), contents)


def target_of(
    asked: Asked,
    tool: str,
    request: Replace | Insert | Delete | ReplaceSeveral | InsertChip,
    place: Place,
    seen: dict[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> Target:
    return targeted(asked, tool, place, seen, contents, view=request.view, force=request.force)


def replace(
    asked: Asked,
    request: Replace,
    place: Place,
    seen: dict[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> Decision:
    """Decide a replacement. Raises RefusedError."""
    target = target_of(asked, REPLACE, request, place, seen, contents)
    span = span_meant(target, request, place)
    item = Item(request.content, span, old=request.old or None, all=request.all)
    return single.change(target, item, request, is_named=request.target is not None)


def span_meant(target: Target, request: Replace | Delete, place: Place) -> Span | None:
    """Return the lines that a call means; None: it names none. Raises RefusedError."""
    span = one_span(target, place) if request.span is None else request.span
    return span if request.target is None else named(target, request.target, span)


def named(target: Target, name: TargetName, span: Span | None) -> Span:
    """Return the lines of what a call names, `span` being said besides. Raises RefusedError."""
    asked, tool, seen = target.asked, target.tool, target.seen
    landmarks.expect_alone(asked, tool, seen, has_lines=span is not None)
    return landmarks.lines(asked, tool, seen, target.text, name)


def one_span(target: Target, place: Place) -> Span | None:
    """Return the lines in a path; None: it has none. Raises RefusedError for several ranges."""
    spans = place.spans_of(target.seen.path)
    if len(spans) > 1:
        path = target.seen.path
        raise refuse(target.asked, target.tool, "several_ranges", path=path, verdict="ERROR")
    return spans[0] if spans else None


def insert(
    asked: Asked,
    request: Insert,
    place: Place,
    seen: dict[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> Decision:
    """Decide an insertion. Raises RefusedError."""
    target = target_of(asked, INSERT, request, place, seen, contents)
    if request.target is None:
        item = Item(request.content, after=line_after(target, request.after, place))
        return single.change(target, item, request)
    line = None if request.after is None else Span(request.after, request.after)
    span = named(target, request.target, line or one_span(target, place))
    after = span.first - 1 if request.before else span.last
    return single.change(target, Item(request.content, after=after), request, is_named=True)


def line_after(target: Target, after: int | None, place: Place) -> int:
    """Return the line behind which a call puts text. Raises RefusedError where it names none."""
    if after is not None:
        return after
    span = one_span(target, place)
    if span == BOTTOM:
        return LAST_LINE
    if span is None or span.first != span.last:
        path = target.seen.path
        raise refuse(target.asked, target.tool, "no_line", path=path, verdict="ERROR")
    return span.first
