"""An insertion: between two lines of a view, at the top, or at the end."""

from ...schemas.requests import Item
from ...schemas.values import Span
from . import sent, staleness
from .asking import refuse
from .edits import Region
from .placed import Placed, Rules, UnfitError, new_bytes
from .places import TOP
from .reconcile import Found
from .target import Target, past_end

LAST_LINE = -1
"""As an item's `after`: the end of the file."""


def place(target: Target, item: Item, after: int, rules: Rules) -> Placed:
    """Return where an insertion goes. Raises RefusedError or UnfitError."""
    text = target.text
    if not item.content:
        path = target.seen.path
        raise refuse(target.asked, target.tool, "nothing_to_insert", path=path, verdict="ERROR")
    total = target.view.total if target.view and not rules.force else text.lines
    if after > total:
        raise past_end(target, Span(after, after), total)
    if after == LAST_LINE:
        after, found = text.lines, Found(Span(text.lines, text.lines))
    elif rules.force:
        after = min(after, text.lines)
        found = Found(Span(after, after))
    elif after == 0:
        after, found = _top(target)
    else:
        after, found = _gap(target, item, after, rules)
    warnings = [
        *staleness.changed_since(target, found, near=True),
        *sent.literal_newline(item.content, target.seen.path),
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
    is_sure = found.once or (is_next_seen and _is_one_place(target, Span(after, after + 1)))
    if rules.reanchor and is_sure:
        return found.now.last, there
    error = staleness.stale_refusal(target, line, found)
    if not is_sure:
        raise error
    placed = _at(target, item.content, found.now.last)._replace(through=there.through)
    raise UnfitError(error, placed, f"your text after {found.now.last}")


def _is_one_place(target: Target, lines: Span) -> bool:
    """Tell whether two lines, one of which stands elsewhere too, are together in one place only."""
    found = staleness.find(target, lines)
    return isinstance(found, Found) or (found.unchanged and found.once)


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
    return Placed((Region(first, count, new_bytes(target, first, count, content)),))
