"""A change of lines, named by the numbers of a view or as the session last saw them."""

from msgspec import structs

from ...schemas.replies import Remark
from ...schemas.requests import Item
from ...schemas.values import Span
from . import finding, matching, repairs, sent, staleness, today
from .asking import RefusedError, refuse
from .edits import Region
from .placed import Placed, Rules, UnfitError, new_bytes, repaired
from .places import END
from .reconcile import Found, Stale
from .target import Target, past_end
from .text import UnencodableError


def place(target: Target, item: Item, asked_for: Span, rules: Rules) -> Placed:
    """Return where a change of lines goes. Raises RefusedError or UnfitError."""
    span = _numbers(target, asked_for, rules)
    found = _found(target, span, rules)
    if isinstance(found, Stale):
        found = _moved(target, item, span, found, rules)
    if found.span.last > max(target.text.lines, 1):
        raise past_end(target, found.span, target.text.lines)
    told = _expect_old(target, item, item.old, found) if item.old else ()
    warnings = [
        *staleness.changed_since(target, found),
        *sent.literal_newline(item.content, target.seen.path),
        *told,
    ]
    if found.never_read and target.text.lines:
        warnings.append(Remark("never_read", {"lines": str(found.span)}))
    return _at_lines(target, found, item.content)._replace(warnings=tuple(warnings))


def _found(target: Target, span: Span, rules: Rules) -> Found | Stale:
    """Return where the lines are now. Raises RefusedError."""
    if rules.force:
        return Found(span)
    return today.find(target, span) if rules.today else staleness.find(target, span)


def _numbers(target: Target, span: Span, rules: Rules) -> Span:
    """Return the lines with their end made a number. Raises RefusedError where they are none."""
    is_todays = rules.force or rules.today
    total = target.view.total if target.view and not is_todays else target.text.lines
    if span.first < 1 or (span.last != END and span.last < span.first):
        values: dict[str, str | int] = {"written": str(span)}
        path = target.seen.path
        raise refuse(
            target.asked, target.tool, "bad_lines", path=path, verdict="ERROR", values=values
        )
    if span.last == END:
        span = Span(span.first, max(total, span.first))
    if span.last > max(total, 1):
        raise past_end(target, span, total)
    return span


def _moved(target: Target, item: Item, span: Span, stale: Stale, rules: Rules) -> Found:
    """Return what may be done all the same with lines that moved. Raises RefusedError."""
    if not stale.unchanged or stale.now is None:
        raise staleness.stale_refusal(target, span, stale)
    found = Found(stale.now, stale.view.seq if stale.view else 0)
    if rules.reanchor and stale.once:
        return found
    error = staleness.stale_refusal(target, span, stale)
    if not stale.once:
        raise error
    if item.old and matching.expect_old(target, item.old, stale.now) is not None:
        raise error  # the lines that moved are not those that the caller describes
    verb = "deletes" if _deletes(item) else "your text at"
    raise UnfitError(error, _at_lines(target, found, item.content), f"{verb} {stale.now}")


def _deletes(item: Item) -> bool:
    return not item.content


def _at_lines(target: Target, found: Found, content: str | bytes) -> Placed:
    first, count = found.span.first - 1, min(len(found.span), target.text.lines)
    region = Region(first, count, new_bytes(target, first, count, content))
    return Placed((region,), through=found.through)


def _expect_old(target: Target, item: Item, old: str, found: Found) -> tuple[Remark, ...]:
    """Return what to say of lines that are `old` all the same. Raises RefusedError for others."""
    elsewhere = matching.expect_old(target, old, found.span)
    if elsewhere is None:
        return ()
    error, span = elsewhere
    if span is not None:
        there = found._replace(span=span)
        verb = "deletes" if _deletes(item) else "your text at"
        raise UnfitError(error, _at_lines(target, there, item.content), f"{verb} {span}")
    first = found.span.first - 1
    repair = repairs.repair_at(target.text, first, found.span.last - 1, old, item.content)
    if repair is None:
        part = _part(target, item, old, found)
        if part is None:
            raise error
        plain = RefusedError(structs.replace(error.refusal, next=()), error.fact)
        raise UnfitError(plain, part, "your text for just that part of it")
    if not repair.applied:
        placed = _at_lines(target, found, repair.content)
        raise UnfitError(error, placed, repaired(repair))
    return (Remark("prefixes_off"),)


def _part(target: Target, item: Item, old: str, found: Found) -> Placed | None:
    """Return the change of `old` where it stands once within lines, and is not all of them."""
    text, span = target.text, found.span
    start, stop = text.offset(span.first - 1), text.offset(span.last)
    spots = [one for one in finding.find(text, old) if start <= one[0] and one[1] <= stop]
    if len(spots) != 1 or found.changed_by:
        return None
    try:
        return Placed(cuts=finding.cuts(text, spots, item.content), through=found.through)
    except UnencodableError:
        return None
