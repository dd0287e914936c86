"""One change of one file, from the place it means to what comes of it."""

from collections.abc import Iterator

from ...schemas.facts import Queried
from ...schemas.replies import Remark, Unchanged
from ...schemas.requests import Delete, Insert, InsertChip, Item, Replace
from ...schemas.values import BEFORE_JOURNAL, Span
from . import drafting, edits, finding, placing, repairs, sent
from .asking import Decision, RefusedError
from .drafting import Draft, Drafted, Gone
from .edits import Plan, Region
from .placed import Placed, Rules, UnfitError, plan, takes_changed
from .target import Target


def change(
    target: Target,
    item: Item,
    request: Replace | Insert | Delete | InsertChip,
    *,
    is_named: bool = False,
) -> Decision:
    """Decide one change. Raises RefusedError, with what was meant prepared where that is known.

    `is_named`: the place was named by what stands there, so that its lines are today's.
    """
    is_gap = is_named and item.after is not None  # nothing is taken away
    rules = Rules(request.force or is_gap, request.reanchor, today=is_named)
    try:
        placed = placing.place(target, item, rules)
    except UnfitError as error:
        raise _prepared(target, error) from None
    drafted = _drafted(target, placed)
    draft = drafted.drafts[0]
    if not draft.plan.splices:
        spans = (Span(one.at + 1, one.at + max(1, one.removed)) for one in draft.plan.regions)
        return unchanged(target, next(spans, None))
    if request.preview:
        return drafting.previewed(target.asked, target.tool, drafted)
    drafted = _with_line_breaks(target, item, rules, drafted)
    return drafting.made(target.asked, target.tool, drafted, with_diff=request.diff)


def unchanged(target: Target, span: Span | None) -> Decision:
    """Decide that there is nothing to do, and name who made it so."""
    by = None
    own = False
    if span is not None and target.file is not None and target.text.lines:
        runs = target.file.history.runs(span.first - 1, min(len(span), target.text.lines))
        owners = {run.entry for run in runs}
        if len(owners) == 1 and owners != {BEFORE_JOURNAL}:
            by = target.asked.state.who(owners.pop())
            own = by.session == target.asked.session
    reply = Unchanged(seq=target.asked.seq, path=target.seen.path, span=span, by=by, own=own)
    return Decision(reply, Queried(target.tool))


def draft(target: Target, placed: tuple[Placed, ...]) -> Draft:
    """Return the draft of changes that do not overlap. Raises RefusedError."""
    return Draft(
        target,
        plan(target, placed),
        target.seen.mode,
        max((one.through for one in placed), default=0),
        gone=tuple(gone for one in placed for gone in _gone(target, one)),
    )


def _gone(target: Target, placed: Placed) -> Iterator[Gone]:
    """Yield the text that is taken away, or replaced although it was not as it was seen."""
    text, changed = target.text, takes_changed(placed)
    for one in placed.regions:
        if one.lines and (changed or one.new in (b"", text.bom)):
            yield Gone(Span(one.first + 1, one.first + one.lines), text.slice(one.first, one.lines))
    spots = ((cut.start, cut.stop) for cut in placed.cuts)
    for cut, (first, last) in zip(placed.cuts, finding.lines_of(text, spots), strict=True):
        if changed or not cut.new:
            yield Gone(Span(first + 1, last + 1), text.data[cut.start : cut.stop])


def _drafted(target: Target, placed: Placed) -> Drafted:
    one = draft(target, (placed,))
    warnings = (*echo(one.plan), *placed.warnings)
    return Drafted((one,), warnings, placed.note)


def _prepared(target: Target, error: UnfitError) -> RefusedError:
    """Return the refusal with what was meant, if that can be done and changes anything."""
    try:
        drafted = _drafted(target, error.placed)
    except RefusedError:
        return error
    if not drafted.drafts[0].plan.splices:
        return error
    return drafting.prepare(target.asked, error, drafted, error.note)


def _with_line_breaks(target: Target, item: Item, rules: Rules, drafted: Drafted) -> Drafted:
    r"""Prepare what a text with "\n" in it, and no line break, may have been meant to be."""
    if not sent.has_literal_newline(drafted.warnings) or not isinstance(item.content, str):
        return drafted
    as_sent = drafted.drafts[0]
    broken = Item(
        content=repairs.with_line_breaks(item.content, target.seen.path),
        span=item.span,
        after=item.after,
        old=item.old,
        all=item.all,
    )
    try:
        other = draft(target, (placing.place(target, broken, rules),)).plan
    except RefusedError:
        return drafted
    if len(other.regions) != 1 or len(as_sent.plan.regions) != 1:
        return drafted
    now, then = as_sent.plan.regions[0], other.regions[0]
    new = other.after.slice(then.at, then.inserted)
    upon = edits.plan(as_sent.plan.after, [Region(now.at, now.inserted, new)])
    meant = Drafted((Draft(target._replace(text=upon.before), upon, as_sent.mode),))
    return drafted._replace(meant=meant, meant_note="with line breaks")


def echo(plan: Plan) -> tuple[Remark, ...]:
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
