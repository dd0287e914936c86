"""What an undo, redo or restore is to flip, file by file, and what its entry says of it."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec import structs

from ...schemas.facts import Change
from ...schemas.requests import Redo, Restore, Rollback, Undo, UndoSeveral
from ...schemas.values import RelPath
from .transactions import Edits, Flips

TakesBack = Undo | Redo | Rollback | UndoSeveral | Restore


class Meant(NamedTuple):
    """Which edits are to be made inactive, and active again, in which files."""

    by_path: Mapping[RelPath, Flips]
    restores: int = 0
    """The entry after which the files are to be as they were; 0: nothing is restored."""
    so: tuple[RelPath, ...] = ()
    """Files that were asked for and are so already, with nothing to flip."""
    way: tuple[int, ...] = ()
    """Later edits, among those to be flipped, that only stand in the way, ascending."""
    leave: str = ""
    """The code of the refusal that asks for leave, as it is only to be prepared; empty: it is to
    be made.
    """
    others: tuple[int, ...] = ()
    """What of others goes without leave, ascending."""
    request: TakesBack | None = None
    """What asks for it; None: it had been prepared."""
    late: tuple[int, ...] = ()
    """Changes from outside that go although, by the file's own time, they were there at the point,
    ascending.
    """
    unknown: tuple[RelPath, ...] = ()
    """Files that the log met only after the point to which they are restored."""

    @property
    def undoes(self) -> tuple[int, ...]:
        """All that is undone in some file, newest first."""
        return tuple(sorted({one for it in self.by_path.values() for one in it.undoes})[::-1])

    @property
    def redoes(self) -> tuple[int, ...]:
        """All that is made again in some file, oldest first."""
        return tuple(sorted({one for it in self.by_path.values() for one in it.redoes}))


class Stated(NamedTuple):
    """How an entry says what it flips."""

    undoes: tuple[int, ...]
    """Of the whole entry: what counts in no file once it is done."""
    redoes: tuple[int, ...]
    """Likewise: what counts in each of its files."""
    changes: tuple[Change, ...]
    """With what is flipped in one file only."""


def stated(edits: Edits, meant: Meant, changes: Iterable[Change]) -> Stated:
    """Return how an entry with these changes, one of each file, says what it flips."""
    undoes = tuple(one for one in meant.undoes if _is_whole(edits, meant, one, undone=True))
    redoes = tuple(one for one in meant.redoes if _is_whole(edits, meant, one, undone=False))
    found: list[Change] = []
    for change in changes:
        flips = meant.by_path[RelPath(change.path)]
        partly = Flips(_less(flips.undoes, undoes), _less(flips.redoes, redoes))
        found.append(structs.replace(change, undoes=partly.undoes, redoes=partly.redoes))
    return Stated(undoes, redoes, tuple(found))


def _is_whole(edits: Edits, meant: Meant, seq: int, *, undone: bool) -> bool:
    """Tell whether an edit is flipped in every file of its own, but for those where it is so."""
    edit = edits.by_seq[seq]
    for path in edit.paths:
        flips = meant.by_path.get(path)
        if flips is None and (path in edit.undone_in) != undone:
            return False
        if flips is not None and seq not in (flips.undoes if undone else flips.redoes):
            return False
    return True


def _less(ones: tuple[int, ...], whole: tuple[int, ...]) -> tuple[int, ...]:
    gone = set(whole)
    return tuple(one for one in ones if one not in gone)
