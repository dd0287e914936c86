"""What others did to the lines of a view: which of them they took away, and where the rest went."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...schemas.facts import Change
from ...schemas.values import RelPath, Span
from .files import File
from .history import Placed
from .pieces import Run
from .state import State
from .tracing import trace
from .transactions import Edit
from .views import View

CARRIED_MAX = 20_000
"""Changes through which lines of one view are carried, all in all: no call is to wait for more.

Where that does not do, more lines may be said to have moved than did, and not by how many.
"""


class Moves(NamedTuple):
    """Lines of a view after `after` were moved by others, by `delta`; 0: none was.

    Of a view of a file without lines: others added `delta`.
    """

    after: int = 0
    delta: int = 0
    uneven: bool = False
    """Not all of them by as many."""
    last: int = 0
    """The last line that was moved, by `delta`."""


class Differing(NamedTuple):
    """Lines of a view that others changed or took away."""

    spans: tuple[Span, ...] = ()
    """By the numbers of the view."""
    by: frozenset[int] = frozenset()
    """The changes that took them away."""


class _Stretch(NamedTuple):
    """Lines of a view, by its numbers, that others moved by the same `shift`."""

    first: int
    last: int
    shift: int


class Changes:
    """The changes of a file since an entry, told apart: a session's own, and others'."""

    def __init__(self, state: State, file: File, session: int, since: int) -> None:
        self.state = state
        self.file = file
        self.session = session
        self.others: list[int] = []
        """Those of others that made it another file, ascending."""
        self.grown = 0
        """The newest of others that lines were added or lost by."""
        self.own_grown = 0
        self._flipped: set[int] = set()
        """Edits that were undone or redone, and what did it."""
        self._removed: dict[int, tuple[Run, ...]] = {}
        for step in file.history.steps_since(since):
            edit = state.edits.by_seq[step.seq]
            is_grown = any(one.inserted != one.removed for one in step.splices)
            if edit.flips:
                flips = edit.flips_in(file.path)
                self._flipped |= {step.seq, *flips.undoes, *flips.redoes}
            if edit.session == session:
                self.own_grown = step.seq if is_grown else self.own_grown
                continue
            self.grown = step.seq if is_grown else self.grown
            change = change_of(edit, file.path)
            if digest_before(change) != digest_after(change):
                self.others.append(step.seq)

    def by_others(self, since: int) -> list[int]:
        """Return those of others after the entry `since`."""
        return self.others[bisect_right(self.others, since) :]

    @property
    def is_own_last(self) -> bool:
        """Tell whether the newest change of the file is the session's own."""
        newest = self.file.history.steps[-1].seq
        return self.state.edits.by_seq[newest].session == self.session

    def are_back(self, since: int) -> bool:
        """Tell whether the bytes are those before the first change by others after `since`."""
        later = bisect_right(self.others, since)
        if later == len(self.others):
            return True
        edit = self.state.edits.by_seq[self.others[later]]
        return digest_before(change_of(edit, self.file.path)) == self.file.digest

    def is_flipped(self, edit: int) -> bool:
        return edit in self._flipped

    def removed_by(self, step: int) -> tuple[Run, ...]:
        if step not in self._removed:
            self._removed[step] = self.file.history.removed_by(step)
        return self._removed[step]


def change_of(edit: Edit, path: RelPath) -> Change:
    """Return what an edit did to one of its files."""
    return edit.change_in(path)


def digest_before(change: Change) -> bytes:
    return change.before.digest if change.before else b""


def digest_after(change: Change) -> bytes:
    return change.after.digest if change.after else b""


# Which lines differ.


def differing(changes: Changes, view: View, first: int = 0) -> Differing:
    """Return the lines of a view that others changed or took away since.

    Only those that went with the entry `first` or later. What went and came back with all of the
    file's bytes counts as never gone. `changes` must reach back to the view.
    """
    if changes.are_back(view.seq):
        return Differing()
    found: list[Span] = []
    takers: set[int] = set()
    for line, placed in _placed(changes.file, view):
        if placed.at is not None:
            continue
        for run, by in _taken(changes, view, placed):
            if by >= first and changes.state.edits.by_seq[by].session != changes.session:
                start = line + run.first - placed.run.first
                found.append(Span(start, start + run.lines - 1))
                takers.add(by)
    return Differing(joined(found), frozenset(takers))


def joined(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Return spans in order, those that adjoin as one."""
    found: list[Span] = []
    for span in sorted(spans, key=lambda one: one.first):
        if found and span.first <= found[-1].last + 1:
            found[-1] = Span(found[-1].first, max(found[-1].last, span.last))
        else:
            found.append(span)
    return tuple(found)


def _placed(file: File, view: View) -> Iterator[tuple[int, Placed]]:
    """Yield what has become of a view's lines, each part with the number of its first line."""
    for span, runs in zip(view.spans, view.runs, strict=True):
        line = span.first
        for placed in file.history.locate(runs):
            yield line, placed
            line += placed.run.lines


def _taken(changes: Changes, view: View, placed: Placed) -> Iterator[tuple[Run, int]]:
    """Yield the parts of lines that are gone, each with the change that took it away last."""
    by = placed.gone_by[0]
    if len(placed.gone_by) == 1 and by > view.seq and not changes.is_flipped(by):
        yield placed.run, by
        return
    left = [placed.run]
    for step in reversed(changes.file.history.steps_since(view.seq)):
        if not left:
            return
        flips = changes.state.edits.by_seq[step.seq].flips_in(view.path)
        if flips.undoes and not flips.redoes and placed.run.entry not in flips.undoes:
            continue  # what an undo takes away is what its edits inserted
        for removed in changes.removed_by(step.seq):
            for part in overlaps(left, removed):
                yield part, step.seq
            left = list(_less(left, removed))


def overlaps(runs: Iterable[Run], other: Run) -> Iterator[Run]:
    """Yield the lines of `runs` that are among those of `other`."""
    for run in runs:
        first = max(run.first, other.first)
        end = min(run.first + run.lines, other.first + other.lines)
        if run.entry == other.entry and first < end:
            yield Run(run.entry, first, end - first)


def _less(runs: Iterable[Run], other: Run) -> Iterator[Run]:
    """Yield the lines of `runs` that are not among those of `other`."""
    for run in runs:
        if not any(overlaps([run], other)):
            yield run
            continue
        end, other_end = run.first + run.lines, other.first + other.lines
        if run.first < other.first:
            yield Run(run.entry, run.first, other.first - run.first)
        if other_end < end:
            yield Run(run.entry, other_end, end - other_end)


# Where the others went.


def moves(changes: Changes, view: View) -> Moves:
    """Return how others moved the lines of a view, its own edits' share left out.

    Where none of them moved, but lines of the file beyond them did, it is those.
    """
    return moves_within(changes, view) or _beyond(changes, view)


def moves_within(changes: Changes, view: View) -> Moves | None:
    """Return how others moved lines of a view; None: no line that is still there was moved."""
    if changes.grown <= view.seq or changes.are_back(view.seq):
        return None
    if not view.total:
        added = sum(growth for _, growth in grown_by(changes, view))
        return Moves(delta=added) if added > 0 and changes.file.version else None
    carrier = _Carrier(changes, view)
    stretches = list(_stretches(carrier))
    moved = [one for one in stretches if one.shift]
    if not moved:
        return None
    delta = moved[-1].shift
    later = (one for one in stretches if one.first >= moved[0].first)
    is_uneven = carrier.is_spent or any(one.shift != delta for one in later)
    return Moves(moved[0].first - 1, delta, is_uneven, moved[-1].last)


def grown_by(changes: Changes, view: View) -> Iterator[tuple[int, int]]:
    """Yield the changes by others that the file grew or shrank by since a view, and by how much."""
    for step in changes.file.history.steps_since(view.seq):
        growth = sum(one.inserted - one.removed for one in step.splices)
        if growth and changes.state.edits.by_seq[step.seq].session != changes.session:
            yield step.seq, growth


def _stretches(carrier: "_Carrier") -> Iterator[_Stretch]:
    changes, view = carrier.changes, carrier.view
    for line, placed in _placed(changes.file, view):
        last = line + placed.run.lines - 1
        if placed.at is None:
            continue
        if changes.own_grown <= view.seq:
            yield _Stretch(line, last, placed.at + 1 - line)
        else:
            yield from carrier.stretches(line, last)


class _Carrier:
    """Carries single lines of a view to today, as many as there is time for."""

    def __init__(self, changes: Changes, view: View) -> None:
        self.changes = changes
        self.view = view
        steps = len(changes.file.history.steps_since(view.seq))
        self.left = max(2, CARRIED_MAX // max(steps, 1))
        self._shifts: dict[int, int] = {}

    @property
    def is_spent(self) -> bool:
        return self.left <= 0

    def shift(self, line: int) -> int:
        """Return by how many lines others moved this one."""
        if line not in self._shifts:
            self.left -= 1
            span, changes, view = Span(line, line), self.changes, self.view
            runs = view.lines(span) if view.covers(span) else ()
            carried = trace(changes.state, changes.file, changes.session, view.seq, span, runs)
            self._shifts[line] = carried.other_shift
        return self._shifts[line]

    def stretches(self, first: int, last: int) -> Iterator[_Stretch]:
        """Cut lines that stand together today where others moved them by different numbers."""
        while first <= last and not self.is_spent:
            shift = self.shift(first)
            end = last
            if self.shift(last) != shift:
                end = self.first_unlike(shift, first, last) - 1
            yield _Stretch(first, end, shift)
            first = end + 1
        if first <= last:
            yield _Stretch(first, last, self.shift(self.view.spans[-1].last))

    def first_unlike(self, shift: int, low: int, high: int) -> int:
        """Return the line from which on lines are moved otherwise; `low` is not, `high` is.

        Where time ran out, a line before it.
        """
        while high - low > 1 and not self.is_spent:
            middle = (low + high) // 2
            if self.shift(middle) == shift:
                low = middle
            else:
                high = middle
        return low + 1


def _beyond(changes: Changes, view: View) -> Moves:
    """Return how others moved lines after the last one of a view, which it did not show."""
    last = view.spans[-1].last if view.spans else 0
    is_all = last >= view.total or not changes.file.version
    if is_all or changes.grown <= view.seq or changes.are_back(view.seq):
        return Moves()
    carrier = _Carrier(changes, view)
    delta = carrier.shift(view.total)
    if not delta:
        return Moves()
    first = last + 1
    if not carrier.shift(first):
        first = carrier.first_unlike(0, first, view.total)
    is_uneven = carrier.is_spent or carrier.shift(first) != delta
    return Moves(first - 1, delta, is_uneven, view.total)
