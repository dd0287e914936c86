"""Carrying lines of a view through every change of the file made since."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ...schemas.facts import Change
from ...schemas.values import Span, Splice
from .files import File
from .history import Step
from .pieces import Run
from .state import State
from .transactions import Edit


@dataclass(slots=True)
class Trace:
    """Where some lines have come to, and what the changes on the way did to them.

    A change by the session itself is its own, unless it changed these very lines by a view that
    came from another read: several agents may share a session.
    """

    start: int
    """0-based, now."""
    end: int
    own_shift: int = 0
    """Lines by which own changes in front of them moved them."""
    other_shift: int = 0
    other_growth: int = 0
    """Lines that others' changes of the stretch itself added."""
    other_total: int = 0
    """Lines that others' changes added to the file."""
    part: bool = False
    """A change went beyond an end of the stretch."""
    own_touched: bool = False
    touched_by: list[int] = field(default_factory=list[int])
    """Others' changes of the stretch itself."""
    others: list[int] = field(default_factory=list[int])
    """All changes by others."""
    names: list[Run] = field(default_factory=list[Run])
    """The viewed lines, and those that came in their place."""

    @property
    def span(self) -> Span | None:
        """Today's lines; None: there are none left."""
        return Span(self.start + 1, self.end) if self.end > self.start else None

    @property
    def still(self) -> bool:
        """Tell whether others left the file as long, and these lines where they were."""
        return not (self.other_total or self.other_shift or self.other_growth)

    def is_at(self, span: Span) -> bool:
        """Tell whether the lines are just these today, as a whole."""
        return (self.start + 1, self.end) == (span.first, span.last) and not self.part


def trace(
    state: State, file: File, session: int, since: int, span: Span, runs: tuple[Run, ...] = ()
) -> Trace:
    """Carry the lines `span` of the text after entry `since` to today.

    `runs` are what these lines are; without them it is only their number that is carried.
    """
    found = Trace(span.first - 1, span.last, names=list(runs))
    read = file.read_of(since)
    for step in file.history.steps_since(since):
        edit = state.edits.get(step.seq)
        mine = edit is not None and edit.session == session
        change = _change(edit, file)
        ours = mine and (not read or file.read_of(step.seq) in (0, read))
        before = (found.start, found.end)
        _take(found, step, change if ours else None, mine=mine, ours=ours)
        if runs and edit is not None and edit.flips and _is_near(step, before):
            _settle(found, file, step, span, runs, mine=mine)
    return found


def _change(edit: Edit | None, file: File) -> Change | None:
    changes = edit.changes if edit else ()
    return next((change for change in changes if change.path == file.path), None)


def leaves(state: State, file: File, session: int, since: int, span: Span) -> bool:
    """Tell whether no change since an entry moved the lines, or changed them but for own ones.

    Then the lines of every view since are where they were, which is what `trace` finds at length.
    """
    reads = {file.read_of(since)}
    for step in file.history.steps_since(since):
        touched = _touched(step.splices, span)
        if touched is None:
            return False
        if not touched:
            continue
        edit = state.edits.get(step.seq)
        change = _change(edit, file)
        if edit is None or change is None or edit.session != session:
            return False
        if _touched(change.meant, span) is None:
            return False
        reads.add(file.read_of(step.seq))
    return len(reads - {0}) <= 1


def _touched(splices: Iterable[Splice], span: Span) -> bool | None:
    """Tell whether splices change lines, which stay in number and place; None: they do not."""
    moved = grown = 0
    touched = False
    for one in splices:
        if one.at >= span.last:
            break
        if one.at + one.removed < span.first:
            moved += _growth(one)
        elif one.at >= span.first - 1 and one.at + one.removed <= span.last:
            grown += _growth(one)
            touched = True
        else:
            return None
    return None if moved or grown else touched


def _take(found: Trace, step: Step, change: Change | None, *, mine: bool, ours: bool) -> None:
    """Carry the stretch through one step; `change` is given where what its call named counts."""
    splices = (change.meant if change else ()) or step.splices
    inside = [one for one in splices if one.at < found.end and one.at + one.removed > found.start]
    moved = sum(_growth(one) for one in splices if one.at + one.removed <= found.start)
    grown = sum(map(_growth, inside))
    total = sum(map(_growth, step.splices))
    low = min((one.at for one in inside), default=found.start)
    high = max((one.at + one.removed for one in inside), default=found.end)
    if low < found.start or high > found.end:
        found.part = True
    low, high = min(low, found.start), max(high, found.end)
    found.names += _inserted(step, inside)
    found.start, found.end = low + moved, high + moved + grown
    if mine and (ours or not inside):
        found.own_shift += moved
        found.own_touched = found.own_touched or bool(inside)
        return
    found.others.append(step.seq)
    found.other_shift += moved
    found.other_growth += grown
    found.other_total += total
    if inside:
        found.touched_by.append(step.seq)


def _growth(splice: Splice) -> int:
    return splice.inserted - splice.removed


def _inserted(step: Step, stretches: Sequence[Splice]) -> Iterable[Run]:
    """Give the lines that a step inserted within some stretches of the text before it."""
    ordinal = 0
    for one in step.splices:
        end = one.at + one.removed
        if one.inserted and any(s.at <= one.at and end <= s.at + s.removed for s in stretches):
            yield Run(step.seq, ordinal, one.inserted)
        ordinal += one.inserted


def _is_near(step: Step, stretch: tuple[int, int]) -> bool:
    start, end = stretch
    return any(one.at <= end and one.at + one.removed >= start for one in step.splices)


def _settle(
    found: Trace, file: File, step: Step, span: Span, runs: tuple[Run, ...], *, mine: bool
) -> None:
    """Look up where the lines are after an undo or redo: what came back at an end may be theirs.

    Where the viewed lines are all back, what was done to them in between counts no more.
    """
    text = file.history.runs_at(step.seq)
    spots = _positions(text, found.names)
    if found.start < found.end:  # and what came in their place stays so
        spots += range(found.start, found.end)
    if not spots:
        return
    found.start, found.end = min(spots), max(spots) + 1
    if len(set(spots)) < found.end - found.start:
        found.part = True  # others' lines have come to stand between them
    found.names += _cut(text, found.start, found.end)
    viewed = _positions(text, runs)
    if viewed != list(range(found.start, found.end)) or len(viewed) != len(span):
        return
    found.part = found.own_touched = False
    found.touched_by.clear()
    found.other_growth = 0
    if mine:
        found.own_shift = found.start - (span.first - 1) - found.other_shift
    else:
        found.other_shift = found.start - (span.first - 1) - found.own_shift
    found.names[:] = runs


def _cut(text: Iterable[Run], start: int, end: int) -> Iterator[Run]:
    """Give what lines `start` to before `end` of a text are."""
    at = 0
    for entry, first, lines in text:
        low, high = max(at, start), min(at + lines, end)
        if low < high:
            yield Run(entry, first + low - at, high - low)
        at += lines


def _positions(text: Iterable[Run], names: Iterable[Run]) -> list[int]:
    """Return at which lines (from 0) of the text these lines stand, ascending."""
    wanted = list(names)
    found: list[int] = []
    at = 0
    for entry, first, lines in text:
        for name in wanted:
            low, high = max(first, name.first), min(first + lines, name.first + name.lines)
            if name.entry == entry and low < high:
                found += range(at + low - first, at + high - first)
        at += lines
    return sorted(set(found))
