"""Later edits that stand in the way of an undo or redo, taken back with it, newest first."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ...schemas.values import RelPath
from . import existence
from .files import File
from .history import Conflict
from .state import State
from .transactions import Edit, Flips
from .undo import is_step_back

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
    growing = _Growing(state, wish, is_whole=is_whole, paths=paths)
    while growing.left:
        growing.settle(min(growing.left))
    by_path = {path: growing.flips(path) for path in growing.undoes}
    return Widened(by_path, tuple(sorted(growing.way)))


class _Growing:
    """What is flipped, while more comes to it."""

    def __init__(
        self, state: State, wish: Wish, *, is_whole: bool, paths: frozenset[RelPath] | None
    ) -> None:
        self._state = state
        self._is_whole = is_whole
        self._paths = paths
        self.undoes = {path: {*flips.undoes} for path, flips in wish.items()}
        self._redoes = {path: {*flips.redoes} for path, flips in wish.items()}
        self.left = set(wish)
        """Files in which it has yet to be asked who is in the way."""
        self.way: set[int] = set()

    def flips(self, path: RelPath) -> Flips:
        undoes, redoes = self.undoes[path], self._redoes[path]
        return Flips(tuple(sorted(undoes, reverse=True)), tuple(sorted(redoes)))

    def settle(self, path: RelPath) -> None:
        """Take what is in the way in one of the files, and what is in the way of that there."""
        self.left.discard(path)
        file = self._state.files.by_path[path]
        if not self._is_back(file):
            file.history.clear(*self.flips(path), lambda seq: self._lines_of(file, seq))
        for seq in sorted(_in_the_way(self._state, file, self.flips(path)), reverse=True):
            self.left |= self._take(path, seq).keys()

    def _lines_of(self, file: File, seq: int) -> Flips:
        """Take an entry whose lines are in the way, and return what that flips in this file."""
        if self._is_back(file):
            return Flips()
        grown = self._take(file.path, seq)
        self.left |= grown.keys() - {file.path}
        return grown.get(file.path, Flips())

    def _is_back(self, file: File) -> bool:
        flips = Flips(tuple(self.undoes[file.path]), tuple(self._redoes[file.path]))
        return is_step_back(self._state, file, flips)

    def _take(self, path: RelPath, seq: int) -> dict[RelPath, Flips]:
        """Take back an entry that is in the way in a file, and return what is flipped more.

        Nothing where that would flip an edit both ways.
        """
        edit = self._state.edits.by_seq[seq]
        files = edit.paths if self._is_whole else (path,)
        meant = (it for it in files if self._paths is None or it in self._paths)
        found = standing(self._state, edit, meant).items()
        grown = {it: more for it, flips in found if (more := self._less_taken(it, flips))}
        if not all(self._is_one_way(it, flips) for it, flips in grown.items()):
            return {}
        for it, flips in grown.items():
            self.undoes.setdefault(it, set()).update(flips.undoes)
            self._redoes.setdefault(it, set()).update(flips.redoes)
        if grown:
            self.way.add(seq)
        return grown

    def _less_taken(self, path: RelPath, flips: Flips) -> Flips:
        undone, redone = self.undoes.get(path, ()), self._redoes.get(path, ())
        return Flips(
            tuple(one for one in flips.undoes if one not in undone),
            tuple(one for one in flips.redoes if one not in redone),
        )

    def _is_one_way(self, path: RelPath, more: Flips) -> bool:
        undone, redone = self.undoes.get(path, ()), self._redoes.get(path, ())
        both = {*more.undoes} & {*more.redoes}
        return not both and not (
            any(one in redone for one in more.undoes) or any(one in undone for one in more.redoes)
        )


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
    met = existence.in_the_way(state, file, flips, found)
    return met.owners if met else ()
