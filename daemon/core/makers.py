"""Whose changes made of a view's lines what is said of them."""

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from ...schemas.replies import Who
from ...schemas.values import OUTSIDE, Span
from .drift import CARRIED_MAX, Changes, Differing, Moves, grown_by
from .history import Step
from .pieces import Run
from .tracing import trace
from .transactions import Edit
from .views import View


class Makers(NamedTuple):
    """Who made some changes."""

    by: Who
    """Of the newest."""
    number: int = 1
    """How many they are; what is outside counts as one."""
    outside: bool = False
    """Among those besides `by` is what is outside."""


def makers(changes: Changes, steps: Collection[int]) -> Makers:
    """Return who made these changes, of which there is one at least."""
    by = changes.state.who(max(steps))
    sessions = {changes.state.edits.by_seq[step].session for step in steps}
    return Makers(by, len(sessions), OUTSIDE in sessions - {by.session})


def takers(changes: Changes, view: View, differ: Differing, first: int = 0) -> set[int]:
    """Return the changes by others that took lines of a view away, or changed what came instead.

    Only those by the entry `first` or later.
    """
    return {*differ.by, *changing(changes, view, differ.spans, first)}


def changing(changes: Changes, view: View, spans: Iterable[Span], first: int = 0) -> Iterator[int]:
    """Yield the changes by others, from the entry `first` on, that these lines are as they are by.

    Where there are many lines and changes, not all.
    """
    left = max(2, CARRIED_MAX // max(len(changes.file.history.steps_since(view.seq)), 1))
    for span in spans:
        for part in _shown(view, span):
            if left <= 0:
                return
            left -= 1
            lines = view.lines(part)
            carried = trace(changes.state, changes.file, changes.session, view.seq, part, lines)
            for step in carried.touched_by:
                edit = changes.state.edits.by_seq[step]
                counts = not edit.flips and edit.stands_in(changes.file.path)
                if step >= first and counts and edit.session != changes.session:
                    yield step


def _shown(view: View, span: Span) -> Iterator[Span]:
    """Yield the parts of some lines that a view shows in one piece."""
    for one in view.spans:
        part = Span(max(one.first, span.first), min(one.last, span.last))
        if part.first <= part.last:
            yield part


def movers(changes: Changes, view: View, moved: Moves) -> set[int]:
    """Return the changes by others that moved the lines of a view that are said to have moved."""
    if not moved.delta:
        return set()
    if not view.total:
        return {step for step, _ in grown_by(changes, view)}
    ends = {moved.after + 1, moved.last}
    return {step for line in ends for step in _moving(changes, view, line)}


def _moving(changes: Changes, view: View, line: int) -> Iterator[int]:
    """Yield the changes by others since a view that moved one line of the file it was of."""
    history, span = changes.file.history, Span(line, line)
    runs = view.lines(span) if view.covers(span) else ()
    at, is_there = line - 1, True
    for step in history.steps_since(view.seq):
        edit = changes.state.edits.by_seq[step.seq]
        now, stays = _carried(step, at)
        is_there = is_there and stays
        if not is_there and runs and edit.flips:
            back = _position(history.runs_at(step.seq), runs[0])
            now, is_there = (now, False) if back is None else (back, True)
        if now != at and edit.session != changes.session and not _is_void(changes, view, edit):
            yield step.seq
        at = now


def _carried(step: Step, at: int) -> tuple[int, bool]:
    """Return where a line, counted from 0, is after a change, and whether the change left it."""
    moved = 0
    for one in step.splices:
        if one.at + one.removed <= at:
            moved += one.inserted - one.removed
        elif one.at <= at:
            return one.at + moved, False
    return at + moved, True


def _position(text: Iterable[Run], line: Run) -> int | None:
    """Return at which line, from 0, of a text this one stands; None: at none."""
    at = 0
    for run in text:
        if run.entry == line.entry and run.first <= line.first < run.first + run.lines:
            return at + line.first - run.first
        at += run.lines
    return None


def _is_void(changes: Changes, view: View, edit: Edit) -> bool:
    """Tell whether others took it back since the view, or it is how they took theirs back."""
    by_seq, session = changes.state.edits.by_seq, changes.session
    undone_by = edit.undone_in.get(changes.file.path)
    if undone_by:
        return by_seq[undone_by].session != session
    flips = edit.flips_in(changes.file.path)
    if not flips.undoes or flips.redoes:
        return False
    return all(one > view.seq and by_seq[one].session != session for one in flips.undoes)
