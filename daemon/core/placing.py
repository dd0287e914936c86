"""Where one wanted change goes: lines of a view, after a line, or where some text stands.

What cannot be placed is refused; where just one place would fit, the refusal brings it along, so
that it can be prepared.
"""

from collections.abc import Iterable
from typing import NamedTuple

from ...schemas.replies import Remark
from ...schemas.requests import Item
from ...schemas.values import Span
from . import edits, finding, matching, repairs, repeating, sent, staleness
from .asking import RefusedError, refuse
from .edits import NotTextError, Plan, Region
from .finding import Cut
from .places import END, TOP
from .reconcile import Found, Stale
from .repairs import Repair
from .target import Target, past_end, unencodable
from .text import Text, UnencodableError

LAST_LINE = -1
"""As an item's `after`: the end of the file."""


class Rules(NamedTuple):
    """How a call wants its line numbers to be taken."""

    force: bool = False
    """As today's."""
    reanchor: bool = False
    """As those lines, wherever they stand now, if they are unchanged."""


class Placed(NamedTuple):
    """What one change comes to in today's lines: whole-line regions, or cuts within lines."""

    regions: tuple[Region, ...] = ()
    cuts: tuple[Cut, ...] = ()
    through: int = 0
    warnings: tuple[Remark, ...] = ()
    note: Remark | None = None
    """How the place was found, where that is worth a word."""
    is_made: bool = False
    """It is so already; there is nothing to do."""
    made_at: Span | None = None
    """Where; None: nothing stands there."""


class UnfitError(RefusedError):
    """A refusal of which it is known what was meant."""

    def __init__(self, error: RefusedError, placed: Placed, note: str) -> None:
        super().__init__(error.refusal, error.fact)
        self.placed = placed
        self.note = note


def place(target: Target, item: Item, rules: Rules) -> Placed:
    """Return where a change goes. Raises RefusedError, or UnfitError where one place would fit."""
    if item.after is not None:
        return _after(target, item, item.after, rules)
    if item.span is not None:
        return _lines(target, item, item.span, rules)
    if item.old:
        return _text(target, item, item.old)
    raise refuse(target.asked, target.tool, "no_place", path=target.seen.path, verdict="ERROR")


def plan(target: Target, placed: Iterable[Placed]) -> Plan:
    """Return the plan of changes that do not overlap. Raises RefusedError."""
    ones = list(placed)
    cuts = sorted(cut for one in ones for cut in one.cuts)
    regions = [region for one in ones for region in one.regions]
    regions += finding.regions(target.text, cuts)
    regions.sort(key=lambda region: (region.first, region.lines > 0))
    try:
        return edits.plan(target.text, _joined(target.text, regions))
    except NotTextError:
        raise refuse(target.asked, target.tool, "would_be_binary", path=target.seen.path) from None


def _joined(text: Text, regions: Iterable[Region]) -> list[Region]:
    """Return the regions with insertions at one place made one, in their order."""
    found: list[Region] = []
    for region in regions:
        last = found[-1] if found else None
        if last and not (last.lines or region.lines) and last.first == region.first:
            is_ended = last.new.endswith(text.newline)
            end = b"" if is_ended else text.encode(text.ending(last.first, 0))
            found[-1] = Region(last.first, 0, last.new + end + region.new)
        else:
            found.append(region)
    return found


# --- lines ----------------------------------------------------------------------------------------


def _lines(target: Target, item: Item, asked_for: Span, rules: Rules) -> Placed:
    span = _numbers(target, asked_for, rules)
    found = Found(span) if rules.force else staleness.find(target, span)
    if isinstance(found, Stale):
        found = _moved(target, item, span, found, rules)
        if isinstance(found, Placed):
            return found
    if found.span.last > max(target.text.lines, 1):
        raise past_end(target, found.span, target.text.lines)
    told = _expect_old(target, item, item.old, found) if item.old else ()
    _expect_plain(target, item, found, span)
    warnings = [*staleness.changed_since(target, found), *sent.literal_newline(item.content), *told]
    if found.never_read and target.text.lines:
        warnings.append(Remark("never_read", {"lines": str(found.span)}))
    return _at_lines(target, found, item.content)._replace(warnings=tuple(warnings))


def _numbers(target: Target, span: Span, rules: Rules) -> Span:
    """Return the lines with their end made a number. Raises RefusedError where they are none."""
    total = target.view.total if target.view and not rules.force else target.text.lines
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


def _moved(target: Target, item: Item, span: Span, stale: Stale, rules: Rules) -> Found | Placed:
    """Return what may be done all the same with lines that moved. Raises RefusedError."""
    if _is_repeated(target, item, stale):
        return Placed(is_made=True, made_at=stale.now)
    if not stale.unchanged or stale.now is None:
        raise staleness.stale_refusal(target, span, stale)
    found = Found(stale.now, stale.view.seq if stale.view else 0)
    if rules.reanchor:
        return found
    error = staleness.stale_refusal(target, span, stale)
    if item.old and matching.expect_old(target, item.old, stale.now) is not None:
        raise error  # the lines that moved are not those that the caller describes
    verb = "deletes" if _deletes(item) else "your text at"
    raise UnfitError(error, _at_lines(target, found, item.content), f"{verb} {stale.now}")


def _deletes(item: Item) -> bool:
    return not item.content


def _at_lines(target: Target, found: Found, content: str | bytes) -> Placed:
    first, count = found.span.first - 1, min(len(found.span), target.text.lines)
    region = Region(first, count, _bytes(target, first, count, content))
    return Placed((region,), through=found.through)


def _bytes(target: Target, first: int, count: int, content: str | bytes) -> bytes:
    try:
        return edits.new_lines(target.text, first, count, content)
    except UnencodableError as error:
        raise unencodable(target, error) from None


def _is_repeated(target: Target, item: Item, stale: Stale) -> bool:
    """Tell whether the session has made this very edit already: what it asks for is so."""
    if stale.changed_by:
        return False
    if stale.now is None:
        return stale.code == "own_deleted" and not item.content
    if stale.code != "moved_unseen" or stale.now.last > target.text.lines:
        return False
    return not plan(target, [_at_lines(target, Found(stale.now), item.content)]).splices


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
        raise error
    if not repair.applied:
        placed = _at_lines(target, found, repair.content)
        raise UnfitError(error, placed, _repaired(repair))
    return (Remark("prefixes_off"),)


_REPAIRED = {
    "numbers": "the same text without them",
    "line_ends": "white space at line ends aside",
    "indentation": "your text with the file's indentation",
    "look_alikes": "your text with the file's characters",
    "escapes": "your text without the backslashes",
}
"""Of each kind of repair, what is prepared."""


def _repaired(repair: Repair) -> str:
    return (
        f"your text with {repair.way}"
        if repair.way in {"tabs", "spaces"}
        else _REPAIRED[repair.kind]
    )


def _expect_plain(target: Target, item: Item, found: Found, span: Span) -> None:
    """Raise RefusedError where the new text carries a reader's line numbers."""
    first, count = found.span.first - 1, min(len(found.span), target.text.lines)
    replaced = target.text.shown(first, count)
    try:
        sent.expect_plain_part(target, item.content, replaced, span.first)
    except RefusedError as error:
        assert isinstance(item.content, str)
        placed = _at_lines(target, found, repairs.without_numbers(item.content))
        raise UnfitError(error, placed, "the same text without them") from None


# --- after a line ---------------------------------------------------------------------------------


def _after(target: Target, item: Item, after: int, rules: Rules) -> Placed:
    text = target.text
    if not item.content:
        path = target.seen.path
        raise refuse(target.asked, target.tool, "nothing_to_insert", path=path, verdict="ERROR")
    total = target.view.total if target.view and not rules.force else text.lines
    if after > total:
        raise past_end(target, Span(after, after), total)
    if after == LAST_LINE:
        after, found = text.lines, Found(Span(text.lines, text.lines))
    elif rules.force or not text.lines:
        after = min(after, text.lines)
        found = Found(Span(after, after))
    elif after == 0:
        after, found = _top(target)
    else:
        after, found = _gap(target, item, after, rules)
    try:
        sent.expect_plain_part(target, item.content, (), after + 1)
    except RefusedError as error:
        assert isinstance(item.content, str)
        plain = repairs.without_numbers(item.content)
        raise UnfitError(error, _at(target, plain, after), "the same text without them") from None
    warnings = [
        *staleness.changed_since(target, found, near=True),
        *sent.literal_newline(item.content),
    ]
    return _at(target, item.content, after)._replace(
        through=found.through, warnings=tuple(warnings)
    )


def _top(target: Target) -> tuple[int, Found]:
    """Return after which of today's lines text for the top goes: behind what came there before."""
    return _behind_own(target, 0, 0), Found(TOP)


def _gap(target: Target, item: Item, after: int, rules: Rules) -> tuple[int, Found]:
    """Return after which of today's lines a line of the view, or as last seen, is followed.

    The place lies between two lines, and either of them can tell where it is.
    """
    line, next_line = Span(after, after), Span(after + 1, after + 1)
    view = target.view
    found = staleness.find(target, line)
    is_next_seen = view is not None and view.covers(next_line)
    following = staleness.find(target, next_line) if is_next_seen else None
    if isinstance(found, Found):
        return _behind_own(target, after, found.span.last), found
    if isinstance(following, Found) and not (following.changed_by or found.unchanged):
        return following.span.first - 1, following
    if not found.unchanged or found.now is None:
        raise staleness.stale_refusal(target, line, found)
    there = Found(found.now, found.view.seq if found.view else 0)
    if rules.reanchor:
        return found.now.last, there
    error = staleness.stale_refusal(target, line, found)
    placed = _at(target, item.content, found.now.last)._replace(through=there.through)
    raise UnfitError(error, placed, f"your text after {found.now.last}")


def _behind_own(target: Target, after: int, last: int) -> int:
    """Return behind which line text goes that is meant for behind `last`, line `after` of the view.

    What the session itself put there since the view comes first.
    """
    until = _until(target, after, last)
    if until <= last or target.file is None or target.view is None:
        return last
    runs = target.file.history.runs(last, until - last)
    makers = (target.asked.state.who(run.entry) for run in runs)
    session, seq = target.asked.session, target.view.seq
    return until if all(one.session == session and one.seq > seq for one in makers) else last


def _until(target: Target, after: int, last: int) -> int:
    """Return the line in front of the next line of the view; `last` where that cannot be told."""
    view, line = target.view, Span(after + 1, after + 1)
    if view is not None and after == view.total:
        return target.text.lines
    found = staleness.find(target, line) if view is not None and view.covers(line) else None
    if isinstance(found, Found):
        return found.span.first - 1
    if found is not None and found.code == "own_part" and found.now is not None:
        return found.now.first - 1
    return last


def _at(target: Target, content: str | bytes, after: int) -> Placed:
    first, count = after, 0
    if target.text.data == target.text.bom:  # a byte order mark alone is no line to keep
        first, count = 0, target.text.lines
    return Placed((Region(first, count, _bytes(target, first, count, content)),))


# --- text -----------------------------------------------------------------------------------------


def _text(target: Target, item: Item, old: str) -> Placed:
    text = target.text
    warnings: tuple[Remark, ...] = sent.literal_newline(item.content)
    content = item.content
    spots = finding.find(text, old)
    if not spots:
        there = repeating.stands_already(text, content)
        if there is not None and repeating.has_replaced(target, there, old):
            return Placed(is_made=True, made_at=there)
        repair = repairs.repair(text, old, content)
        if repair is None:
            raise _none(target, old, there)
        if not repair.applied:
            error = matching.old_none(target, old, _lines_at(text, repair.spots[0]))
            placed = Placed(cuts=_cuts(target, repair.spots, repair.content))
            raise UnfitError(error, placed, _repaired(repair))
        spots, content = list(repair.spots), repair.content
        warnings = (*warnings, Remark("prefixes_off"))
    try:
        sent.expect_plain_part(target, content, old.split("\n"), None)
    except RefusedError as error:
        if len(spots) > 1:
            raise
        assert isinstance(content, str)
        plain = repairs.without_numbers(content)
        placed = Placed(cuts=_cuts(target, spots, plain))
        raise UnfitError(error, placed, "the same text without them") from None
    note: Remark | None = None
    if item.all:
        spots = finding.apart(spots)
    elif len(spots) > 1:
        inside = matching.inside_view(target, spots)
        if target.view is None or len(inside) != 1:
            raise matching.old_many(target, spots)
        note = Remark("only_match", {"matches": len(spots), "view": target.view.seq})
        spots = inside
    placed = Placed(cuts=_cuts(target, spots, content))
    there = repeating.already_made(target, plan(target, [placed])) if len(spots) == 1 else None
    through = target.view.seq if target.view else 0
    return placed._replace(
        through=through, warnings=warnings, note=note, is_made=there is not None, made_at=there
    )


def _lines_at(text: Text, spot: tuple[int, int]) -> Span:
    """Return the lines that some bytes lie in."""
    start, stop = spot
    first = finding.line_at(text, start)
    return Span(first + 1, finding.line_at(text, max(start, stop - 1)) + 1)


def _none(target: Target, old: str, there: Span | None) -> RefusedError:
    """Return the refusal of a text that does not occur; `there` stands the new one already."""
    if there is None:
        return matching.old_none(target, old)
    return matching.already_there(target, there)


def _cuts(
    target: Target, spots: Iterable[tuple[int, int]], content: str | bytes
) -> tuple[Cut, ...]:
    try:
        return finding.cuts(target.text, spots, content)
    except UnencodableError as error:
        raise unencodable(target, error) from None
