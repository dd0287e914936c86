"""Files that come or go with an undo or redo, and what others have made of them since.

A file that comes back is not mixed with one that stands there by now. One that was made goes only
as it was left: with lines, or a mode, of others it stays.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...schemas.facts import Change
from ...schemas.values import RelPath, Version
from .files import File
from .history import Flip
from .meant import Meant
from .pieces import Run
from .state import State
from .transactions import Flips


class Met(NamedTuple):
    """Whose work a flip would mix with what comes back, or take away with the file."""

    edit: int
    """The edit to be flipped."""
    owners: tuple[int, ...]
    """The entries by others, ascending."""
    only_mode: bool = False
    """The file's lines are as they were left."""


def in_the_way(state: State, file: File, flips: Flips, flip: Flip) -> Met | None:
    """Return whose work is in the way of a flip that brings the file, or removes it."""
    if file.mode_after(*flips) is None:
        return _going(state, file, flips, flip)
    coming = _coming(state, file, flips) if flip.inserted else 0
    owners = _of_lines_there(file, flips, coming, flip.inserted) if coming else ()
    return Met(coming, owners) if owners else None


def lines_of_others(file: File, flips: Flips, back: Iterable[Run] = ()) -> tuple[int, ...]:
    """Return the entries since the first of these edits whose lines are there, less them.

    With those whose lines come `back`.
    """
    flipped = {*flips.undoes, *flips.redoes}
    owners = {run.entry for run in (*file.history.runs(0, file.history.lines), *back)}
    return tuple(sorted(one for one in owners - flipped if one > min(flipped)))


def less_the_same(state: State, meant: Meant) -> Meant:
    """Return what is to be flipped but in files that others have made again byte for byte."""
    if meant.restores:
        return meant
    so = {path for path, flips in meant.by_path.items() if _is_made_again(state, path, flips)}
    by_path = {path: flips for path, flips in meant.by_path.items() if path not in so}
    return meant._replace(by_path=by_path, so=(*meant.so, *sorted(so))) if so else meant


def _is_made_again(state: State, path: RelPath, flips: Flips) -> bool:
    file = state.files.by_path[path]
    if file.version is None or not file.version.lines:
        return False
    coming = _coming(state, file, flips)
    if not coming or not _of_lines_there(file, flips, coming):
        return False
    back = _version_to_come(state, file, flips)
    return back is not None and back.digest == file.version.digest


# --- a file that comes ----------------------------------------------------------------------------


def _coming(state: State, file: File, flips: Flips) -> int:
    """Return the first edit whose flip leaves a file that is absent, or has no lines; 0: none."""
    counts = file.history.is_active
    for seq in flips.undoes:
        if counts(seq) and _has_no_lines(_change(state, file, seq).after):
            return seq
    for seq in flips.redoes:
        if not counts(seq) and _has_no_lines(_change(state, file, seq).before):
            return seq
    return 0


def _has_no_lines(version: Version | None) -> bool:
    return version is None or not version.lines


def _of_lines_there(
    file: File, flips: Flips, edit: int, back: Iterable[Run] = ()
) -> tuple[int, ...]:
    """Return the entries after an edit whose lines are there, or come `back`, less the flipped."""
    others = (one for one in lines_of_others(file, flips, back) if one > edit)
    return tuple(one for one in others if file.history.came_after(one, edit))


def _version_to_come(state: State, file: File, flips: Flips) -> Version | None:
    """Return what the file was before these edits, or after them where they are made again.

    None: there was none, or it cannot be told, as others came between.
    """
    undoes, redoes = flips
    flipped = {*undoes, *redoes}
    between = file.history.steps_since(min(flipped) - 1)
    ones = (step.seq for step in between if step.seq <= max(flipped))
    if (undoes and redoes) or any(file.history.is_active(one) for one in {*ones} - flipped):
        return None
    if undoes:
        return _change(state, file, min(undoes)).before
    return _change(state, file, max(redoes)).after


# --- a file that goes -----------------------------------------------------------------------------


def _going(state: State, file: File, flips: Flips, flip: Flip) -> Met | None:
    first = (*flips.undoes, *flips.redoes)[0]
    if file.history.lines + sum(one.inserted - one.removed for one in flip.splices):
        owners = lines_of_others(file, flips, flip.inserted) or tuple(_removers(state, file, first))
        return Met(first, owners)
    if file.version is None:
        return None
    owners = tuple(_changers(file, flips))
    left = _left(state, file, flips)
    if left is not None and _are_alike(left, file.version):
        owners = tuple(one for one in owners if one < max(flips.undoes, default=0))
    if not owners:
        return None
    return Met(first, owners, only_mode=left is not None and left.digest == file.digest)


def _left(state: State, file: File, flips: Flips) -> Version | None:
    """Return the file as the edits left it that made it; of a removal: as it came back."""
    if flips.undoes:
        return _change(state, file, max(flips.undoes)).after
    return _change(state, file, min(flips.redoes)).before


def _are_alike(one: Version, other: Version) -> bool:
    return (one.digest, one.mode) == (other.digest, other.mode)


def _changers(file: File, flips: Flips) -> Iterator[int]:
    """Yield the entries since the first of these edits that changed the file and count now."""
    flipped = {*flips.undoes, *flips.redoes}
    for step in file.history.steps_since(min(flipped)):
        if step.seq not in flipped and file.history.is_active(step.seq):
            yield step.seq


def _removers(state: State, file: File, edit: int) -> Iterator[int]:
    """Yield the entries after an edit that removed the file and count now."""
    for step in file.history.steps_since(edit):
        is_active = file.history.is_active(step.seq)
        if is_active and _change(state, file, step.seq).after is None:
            yield step.seq


def _change(state: State, file: File, seq: int) -> Change:
    return state.edits.by_seq[seq].change_in(file.path)
