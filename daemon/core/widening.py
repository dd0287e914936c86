"""Later edits that stand in the way of an undo or redo, taken back with it, newest first."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ...schemas.values import RelPath
from .files import File
from .history import Conflict
from .state import State
from .transactions import Edit, Flips
from .undo import is_step_back, lines_of_others

Wish = Mapping[RelPath, Flips]


class Widened(NamedTuple):
    """What is flipped, with what stood in the way."""

    by_path: dict[RelPath, Flips]
    way: tuple[int, ...]
    """What stood there, ascending: edits, changes from outside, undos and redos."""


def standing(state: State, edit: Edit, paths: Iterable[RelPath]) -> dict[RelPath, Flips]:
    """Return what takes an edit back in those of the files in which it stands.

    Of an undo, redo or restore: what of it nobody has flipped again since.
    """
    found: dict[RelPath, Flips] = {}
    by_seq = state.edits.by_seq
    for path in paths:
        flips = Flips((edit.seq,) if edit.stands_in(path) else ())
        if edit.flips:
            own = edit.flips_in(path)
            redone = tuple(one for one in own.redoes if by_seq[one].stands_in(path))
            undone = (one for one in own.undoes if by_seq[one].undone_in.get(path) == edit.seq)
            flips = Flips(redone, tuple(undone))
        if flips and edit.applied:
            found[path] = flips
    return found


def widened(
    state: State, wish: Wish, *, is_whole: bool, paths: frozenset[RelPath] | None
) -> Widened:
    """Return what is to be flipped so that nothing stands in the way any more.

    What does is taken back in all of its files where `is_whole`, but for those that are not among
    `paths`; else only where it is in the way. Where that cannot help, the conflict stays.
    """
    by_path = {path: _merged(flips, Flips()) for path, flips in wish.items()}
    way: set[int] = set()
    left = set(by_path)
    while left:
        path = min(left)
        left.discard(path)
        owners = _in_the_way(state, state.files.by_path[path], by_path[path])
        for seq in sorted(owners, reverse=True):
            edit = state.edits.by_seq[seq]
            files = edit.paths if is_whole else (path,)
            more = standing(state, edit, (it for it in files if paths is None or it in paths))
            merged = {it: _merged(by_path.get(it, Flips()), flips) for it, flips in more.items()}
            grown = {it: flips for it, flips in merged.items() if flips != by_path.get(it)}
            if grown and all(_is_one_way(flips) for flips in grown.values()):
                by_path.update(grown)
                left |= grown.keys()
                way.add(seq)
    return Widened(by_path, tuple(sorted(way)))


def _in_the_way(state: State, file: File, flips: Flips) -> tuple[int, ...]:
    """Return the entries by others whose lines, or mode, would be lost."""
    if is_step_back(state, file, flips):
        return ()
    found = file.history.plan_flip(*flips)
    if isinstance(found, Conflict):
        return found.owners
    clash = file.mode_clash(*flips)
    if clash is not None:
        return clash.owners
    lines = file.history.lines + sum(one.inserted - one.removed for one in found.splices)
    if lines and file.mode_after(*flips) is None:  # lines of others in a file that is to go
        return lines_of_others(file, flips)
    return ()


def _merged(one: Flips, other: Flips) -> Flips:
    undoes = {*one.undoes, *other.undoes}
    redoes = {*one.redoes, *other.redoes}
    return Flips(tuple(sorted(undoes, reverse=True)), tuple(sorted(redoes)))


def _is_one_way(flips: Flips) -> bool:
    return not {*flips.undoes} & {*flips.redoes}
