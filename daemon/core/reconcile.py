"""Where the lines that a call means are now, and whether it may have them.

A call means the lines of a view: those it names, or those its session last saw. The session's own
edits are followed without a word; for what others did, content decides:

| the file now, against the view | answer |
|---|---|
| as many lines, the target's bytes the same | Found |
| as many lines, other bytes there, not found elsewhere | Found, and who changed them |
| other total, or the target found unchanged elsewhere | Stale("moved") |
| the target changed and lines moved | Stale("changed") |
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ...schemas.values import Kept, Span
from .files import File
from .history import Run
from .state import State
from .text import Text, split
from .transactions import Edit
from .views import View


class Found(NamedTuple):
    """The call may have these lines of today's file."""

    span: Span
    through: int = 0
    """The view whose numbers were meant; 0: today's."""
    changed_by: tuple[int, ...] = ()
    """Others' changes that differ from what the view showed there."""
    was: tuple[Run, ...] = ()
    """With `changed_by`: what the view showed."""
    never_read: bool = False


class Stale(NamedTuple):
    """The call may not: its lines are not what or where it takes them to be.

    Codes: moved, changed, own_part (only a part of what an own edit replaced), own_deleted,
    not_covered (outside the view, and moved since), moved_unseen (no view, and moved since).
    """

    code: str
    view: View | None
    now: Span | None
    """Where the lines are, or what stands in their place; None: nothing does."""
    unchanged: bool
    """Their text is as it was."""
    changed_by: tuple[int, ...]
    """Others' changes since the view, oldest first."""
    was: tuple[Run, ...] = ()


class _Trace(NamedTuple):
    """A stretch of lines carried through the changes made since a view."""

    start: int
    """0-based, now."""
    end: int
    own_shift: int
    other_shift: int
    other_total: int
    part: bool
    """A change replaced more than, or only a part of, what the stretch covers."""
    own_touched: bool
    touched_by: tuple[int, ...]
    """Others' changes of the stretch itself."""
    others: tuple[int, ...]
    """All changes by others."""


def locate(
    state: State, file: File | None, session: int, view: View | None, span: Span, now_ns: int
) -> Found | Stale:
    """Return where the lines `span` of `view`, or of what the session last saw, are now."""
    if file is None:
        return Found(span, never_read=True)
    if view is not None and view.covers(span):
        return _through(state, file, session, view, span)
    return _unseen(state, file, session, view, span, now_ns)


def _through(state: State, file: File, session: int, view: View, span: Span) -> Found | Stale:
    trace = _trace(state, file, session, view, span)
    runs = view.lines(span)
    at = _intact(file, runs)
    expected = span.first - 1 + trace.own_shift
    if at is not None:
        now = Span(at + 1, at + len(span))
        if trace.other_total == 0 and at == expected:
            return Found(now, view.seq)
        return Stale("moved", view, now, unchanged=True, changed_by=trace.others)
    still = trace.other_total == 0 and trace.other_shift == 0
    now = Span(trace.start + 1, trace.end)
    if not trace.touched_by:
        if trace.part:
            return Stale("own_part", view, now, unchanged=False, changed_by=())
        if not now:
            return Stale("own_deleted", view, None, unchanged=False, changed_by=())
        if still:
            return Found(now, view.seq)
        return Stale("moved", view, now, unchanged=True, changed_by=trace.others)
    if still and not trace.own_touched:
        now = Span(expected + 1, expected + len(span))
        return Found(now, view.seq, changed_by=trace.touched_by, was=runs)
    shown = now if len(now) > 0 else None
    return Stale("changed", view, shown, unchanged=False, changed_by=trace.touched_by, was=runs)


def _unseen(
    state: State, file: File, session: int, view: View | None, span: Span, now_ns: int
) -> Found | Stale:
    """The lines lie outside the view, or no view was given: they must be where they were seen."""
    code = "not_covered" if view else "moved_unseen"
    seen = _last_seen(state, file, session, span, now_ns)
    if not seen:
        if view is None:
            return Found(span, never_read=True)
        trace = _trace(state, file, session, view, span)
        if (trace.start + 1, trace.end) == (span.first, span.last) and not trace.part:
            return Found(span, never_read=True)
        return Stale(code, view, None, unchanged=False, changed_by=trace.others)
    answer: Found | None = None
    for one in seen:
        found = _through(state, file, session, one, span)
        if found.changed_by and isinstance(found, Stale) and found.now == span and found.unchanged:
            found = Found(span, one.seq)  # others changed lines further down: these did not move
        if isinstance(found, Stale) or found.span != span:
            now = found.now if isinstance(found, Stale) else found.span
            unchanged = found.unchanged if isinstance(found, Stale) else not found.changed_by
            return Stale(code, one, now, unchanged=unchanged, changed_by=found.changed_by)
        answer = answer or found
    assert answer is not None
    return answer


def _last_seen(state: State, file: File, session: int, span: Span, now_ns: int) -> list[View]:
    """Return the last read that showed the lines `span`, and what later edits' replies showed.

    The caller may mean the numbers of any of these: calls sent side by side have not seen each
    other's replies.
    """
    found: list[View] = []
    for view in state.views.of(session, file.path, now_ns):
        if view.covers(span):
            found.append(view)
            if view.read:
                break
    return list(reversed(found))


def _intact(file: File, runs: Iterable[Run]) -> int | None:
    """Return the line (from 0) at which these lines stand together and in order; None: nowhere."""
    first: int | None = None
    expected: int | None = None
    for placed in file.history.locate(runs):
        if placed.at is None or (expected is not None and placed.at != expected):
            return None
        if first is None:
            first = placed.at
        expected = placed.at + placed.run.lines
    return first


def _trace(state: State, file: File, session: int, view: View, span: Span) -> _Trace:
    """Carry the lines through every change since the view, the session's own apart from others'."""
    start, end = span.first - 1, span.last
    own_shift = other_shift = other_total = 0
    part = own_touched = False
    touched_by: list[int] = []
    others: list[int] = []
    family = state.views.lineage(view)
    for step in file.history.steps_since(view.seq):
        edit = state.edits.get(step.seq)
        own = edit is not None and edit.session == session
        if not own:
            others.append(step.seq)
        moved, grown, touched = 0, 0, False
        low, high = start, end
        for splice in step.splices:
            delta = splice.inserted - splice.removed
            other_total += 0 if own else delta
            if splice.at + splice.removed <= start:
                moved += delta
            elif splice.at < end:
                touched = True
                if splice.at < start or splice.at + splice.removed > end:
                    part = True
                    low = min(low, splice.at)
                    high = max(high, splice.at + splice.removed)
                grown += delta
        if own:
            own_shift += moved
        else:
            other_shift += moved
        start, end = low + moved, max(low + moved, high + moved + grown)
        if touched:
            if own and edit and _made_through(edit, file, family):
                own_touched = True
            else:
                touched_by.append(step.seq)
    return _Trace(
        start,
        end,
        own_shift,
        other_shift,
        other_total,
        part,
        own_touched,
        tuple(touched_by),
        tuple(others),
    )


def _made_through(edit: Edit, file: File, family: set[int]) -> bool:
    """Tell whether an own edit came from this view.

    Another agent may share the session: its edits, through views of its own, are news to this one.
    """
    through = {change.through for change in edit.changes if change.path == file.path}
    return edit.flips or not through.isdisjoint(family | {0})


def bytes_of(file: File, runs: Iterable[Run], contents: Mapping[Kept, bytes]) -> bytes | None:
    """Return the bytes of some lines, visible or not; None where they were not kept."""
    out: list[bytes] = []
    lines: dict[int, list[bytes]] = {}
    for run in runs:
        kept = file.kept.get(run.entry)
        if kept is None or kept not in contents:
            return None
        if run.entry not in lines:
            lines[run.entry] = split(contents[kept], file.units[run.entry])
        out += lines[run.entry][run.first : run.first + run.lines]
    return b"".join(out)


def elsewhere(text: Text, wanted: bytes, count: int) -> Span | None:
    """Return the lines of the text that are exactly `wanted`, if there is one such place."""
    found: Span | None = None
    at = text.data.find(wanted)
    while at >= 0 and wanted:
        line = len(split(text.data[:at], text.unit)) if at else 0
        if text.offset(line) == at:
            if found is not None:
                return None
            found = Span(line + 1, line + count)
        at = text.data.find(wanted, at + 1)
    return found
