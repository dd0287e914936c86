"""be-replace: lines, or text that occurs once, made into other text."""

from collections.abc import Callable, Iterable, Mapping

import msgspec

from ...schemas.facts import Edited, Queried
from ...schemas.messages import Done, Remark, Replace, Unchanged
from ...schemas.values import BEFORE_JOURNAL, Kept, RelPath, Span
from . import edits, finding, matching, sent, staleness
from .asking import CONTEXT_LINES, Asked, Decision, expect_file, refuse, text_of, the_file
from .edits import NotTextError, Plan, Region
from .effects import Seen
from .places import END, Place
from .reconcile import Found, Stale
from .target import Target, expect_writable, past_end, the_view, unencodable
from .text import Text, UnencodableError

TOOL = "be-replace"


def replace(
    asked: Asked,
    request: Replace,
    place: Place,
    seen: dict[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> Decision:
    """Decide a replacement. Raises RefusedError."""
    found = the_file(asked, TOOL, place, seen)
    expect_file(asked, TOOL, found)
    text = text_of(asked, TOOL, found)
    expect_writable(asked, TOOL, found, force=request.force)
    view = the_view(asked, TOOL, found, request.view)
    file = asked.state.files.get(found.real)
    target = Target(asked, TOOL, found, text, file, view, contents)
    span = request.span
    if span is None and found.path == place.plain:
        span = _one_span(target, place)
    if span is not None:
        return _replace_lines(target, request, span)
    if request.old:
        return _replace_old(target, request, request.old)
    raise refuse(asked, TOOL, "no_place", path=found.path, verdict="ERROR")


def _one_span(target: Target, place: Place) -> Span | None:
    if len(place.spans) > 1:
        raise refuse(target.asked, TOOL, "several_ranges", path=target.seen.path, verdict="ERROR")
    return next(iter(place.spans), None)


def _replace_lines(target: Target, request: Replace, span: Span) -> Decision:
    text = target.text
    total = target.view.total if target.view and not request.force else text.lines
    if span.first < 1 or (span.last != END and span.last < span.first):
        values: dict[str, str | int] = {"written": str(span)}
        path = target.seen.path
        raise refuse(target.asked, TOOL, "bad_lines", path=path, verdict="ERROR", values=values)
    if span.last == END:
        span = Span(span.first, max(total, span.first))
    if span.last > max(total, 1):
        raise past_end(target, span, total)
    found = Found(span) if request.force else staleness.find(target, span)
    if isinstance(found, Stale):
        if _is_repeated(target, request, found):
            return _unchanged(target, found.now)
        raise staleness.stale_refusal(target, span, found)
    if found.span.last > max(text.lines, 1):
        raise past_end(target, span, text.lines)
    if request.old:
        matching.expect_old(target, request.old, found.span)
    first, count = found.span.first - 1, min(len(found.span), text.lines)
    sent.expect_plain_part(target, request.content, text.shown(first, count), span.first)
    plan = _plan(target, lambda: [_region(text, first, count, request.content)])
    if not plan.splices:
        return _unchanged(target, found.span)
    warnings = [
        *_echo(plan),
        *staleness.changed_since(target, found),
        *sent.literal_newline(request.content),
    ]
    if found.never_read and text.lines:
        warnings.append(Remark("never_read", {"lines": str(found.span)}))
    return _finish(target, plan, found.through, tuple(warnings))


def _region(text: Text, first: int, count: int, content: str | bytes) -> Region:
    return Region(first, count, edits.new_lines(text, first, count, content))


def _plan(target: Target, regions: Callable[[], Iterable[Region]]) -> Plan:
    """Return the plan of these regions. Raises RefusedError where the file cannot hold them."""
    try:
        return edits.plan(target.text, regions())
    except UnencodableError as error:
        raise unencodable(target, error) from None
    except NotTextError:
        raise refuse(target.asked, TOOL, "would_be_binary", path=target.seen.path) from None


def _is_repeated(target: Target, request: Replace, stale: Stale) -> bool:
    """Tell whether the session has made this very edit already: what it asks for is so."""
    if stale.changed_by:
        return False
    if stale.now is None:
        return stale.code == "own_deleted" and not request.content
    if stale.code != "moved_unseen" or stale.now.last > target.text.lines:
        return False
    first, count = stale.now.first - 1, len(stale.now)
    plan = _plan(target, lambda: [_region(target.text, first, count, request.content)])
    return not plan.splices


def _replace_old(target: Target, request: Replace, old: str) -> Decision:
    text = target.text
    sent.expect_plain_part(target, request.content, old.split("\n"), None)
    spots = finding.find(text, old)
    if not spots:
        raise matching.old_none(target, old, request.content)
    values: dict[str, str | int] = {}
    if request.all:
        spots = finding.apart(spots)
    elif len(spots) > 1:
        inside = matching.inside_view(target, spots)
        if target.view is None or len(inside) != 1:
            raise matching.old_many(target, spots)
        values = {"matches": len(spots), "view": target.view.seq}
        spots = inside
    plan = _plan(target, lambda: finding.regions_of(text, spots, request.content))
    region = plan.regions[0]
    if not plan.splices:
        return _unchanged(target, Span(region.at + 1, region.at + region.removed))
    there = matching.already_made(target, plan) if len(spots) == 1 else None
    if there is not None:
        return _unchanged(target, there)
    through = target.view.seq if target.view else 0
    warnings = (*_echo(plan), *sent.literal_newline(request.content))
    decision = _finish(target, plan, through, warnings)
    if values:
        reply = msgspec.structs.replace(decision.reply, note="only_match", values=values)
        decision = decision._replace(reply=reply)
    return decision


def _unchanged(target: Target, span: Span | None) -> Decision:
    by = None
    if span is not None and target.file is not None and target.text.lines:
        runs = target.file.history.runs(span.first - 1, min(len(span), target.text.lines))
        owners = {run.entry for run in runs}
        if len(owners) == 1 and owners != {BEFORE_JOURNAL}:
            by = target.asked.state.who(owners.pop())
    reply = Unchanged(seq=target.asked.seq, path=target.seen.path, span=span, by=by)
    return Decision(reply, Queried(TOOL))


def _echo(plan: Plan) -> tuple[Remark, ...]:
    """Warn of new text that repeats the line just outside it: often a wrong boundary."""
    if len(plan.regions) != 1 or not plan.regions[0].inserted:
        return ()
    region = plan.regions[0]
    first, last = region.at, region.at + region.inserted
    found: list[Remark] = []
    for inside, outside, which in ((last - 1, last, "last"), (first, first - 1, "first")):
        if not 0 <= outside < plan.after.lines:
            continue
        line = plan.after.shown(outside, 1)[0]
        if line.strip() and line == plan.after.shown(inside, 1)[0]:
            found.append(Remark("echo", {"line": outside + 1, "which": which, "text": line}))
    return tuple(found)


def _finish(target: Target, plan: Plan, through: int, warnings: tuple[Remark, ...]) -> Decision:
    asked, seen = target.asked, target.seen
    made = edits.make(plan, target.file, seen, asked.temp(0), mode=seen.mode)
    span = edits.shown_span(plan, CONTEXT_LINES)
    change = msgspec.structs.replace(made.change, shown=span, through=through)
    done = edits.done(seen.path, change.before, change.after, plan.regions)
    body = edits.shown_body(plan, span)
    reply = Done(seq=asked.seq, warnings=warnings, files=(done,), body=body)
    return Decision(reply, Edited(TOOL, (change,)), made.attachments, (made.effect,))
