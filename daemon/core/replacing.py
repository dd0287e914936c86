"""be-replace and be-insert: the file and the place a call means."""

from collections.abc import Mapping

from msgspec import structs

from ...schemas.replies import Call
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
from . import doubts, landmarks, single, staleness, today
from .asking import (
    Asked,
    Decision,
    RefusedError,
    around,
    expect_file,
    refuse,
    text_of,
    the_file,
)
from .by_gap import LAST_LINE
from .effects import Seen
from .places import BOTTOM, Place
from .reconcile import Found
from .target import Target, expect_writable, past_end, shown_refusal, the_view

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
    decision = single.change(target, item, request, is_named=request.target is not None)
    return doubts.told(asked, target.seen, request.target, span, decision, target.text)


def span_meant(target: Target, request: Replace | Delete, place: Place) -> Span | None:
    """Return the lines that a call means; None: it names none. Raises RefusedError."""
    span = one_span(target, place) if request.span is None else request.span
    if request.target is None:
        return span
    return named(target, request.target, span, force=request.force)


def named(target: Target, name: TargetName, span: Span | None, *, force: bool) -> Span:
    """Return the lines of what a call names, `span` being said besides. Raises RefusedError.

    `force`: numbers in the name, too, are today's.
    """
    asked, tool, seen, text = target.asked, target.tool, target.seen, target.text
    landmarks.expect_alone(asked, tool, seen, has_lines=span is not None)
    if name.kind == landmarks.AROUND and not force:
        name = structs.replace(name, value=str(_todays(target, int(name.value))))
    found = landmarks.lines(asked, tool, seen, text, name)
    if name.nth and not force and today.is_counted_anew(target, found):
        raise _counted_anew(target, name, found)
    return found


def _todays(target: Target, line: int) -> int:
    """Return where a line of the view, or as last seen, is today. Raises RefusedError."""
    span = Span(line, line)
    total = target.view.total if target.view else target.text.lines
    if not 1 <= line <= total:
        raise past_end(target, span, total)
    found = staleness.find(target, span)
    if isinstance(found, Found):
        return found.span.first
    error = staleness.stale_refusal(target, span, found)
    calls = error.refusal.next
    if found.now is not None and found.now.first <= target.text.lines:
        again = {"file": f"{target.path}:{found.now.first}-auto"}
        again["viewed_code_id"] = f"v{target.asked.seq}"
        calls = (Call(target.tool, {**again}),)
    raise RefusedError(structs.replace(error.refusal, next=calls), error.fact)


def _counted_anew(target: Target, name: TargetName, span: Span) -> RefusedError:
    """Return the refusal that names all of a name, and shows the one that is the n-th now."""
    asked, tool, seen, text = target.asked, target.tool, target.seen, target.text
    listed = landmarks.several(asked, tool, seen, text, name).refusal
    block = around(text, span)
    again = {"file": target.path, "target": f"{name.kind}:{name.value}#{name.nth}"}
    calls = (Call(tool, {**again, "viewed_code_id": f"v{asked.seq}"}, f"for {span}"),)
    return shown_refusal(target, listed.code, dict(listed.values), block, calls)


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
    lines = line or one_span(target, place)
    span = named(target, request.target, lines, force=request.force)
    after = span.first - 1 if request.before else span.last
    item = Item(request.content, after=after)
    decision = single.change(target, item, request, is_named=True)
    return doubts.told(asked, target.seen, request.target, span, decision)


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
