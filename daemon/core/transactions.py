"""Edits as wholes: which there are, whose, and in which of their files they are undone.

A change from outside is one of them, for it can be undone like any other.
"""

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from ...schemas.facts import Change, ChangedOutside, Edited, Entry, NotApplied
from ...schemas.values import OUTSIDE, RelPath


class Flips(NamedTuple):
    """Edits that are made inactive, and active again, in one file."""

    undoes: tuple[int, ...] = ()
    redoes: tuple[int, ...] = ()

    @property
    def back(self) -> "Flips":
        """What takes them back."""
        return Flips(self.redoes, self.undoes)

    def __bool__(self) -> bool:
        return bool(self.undoes or self.redoes)


NO_FLIPS = Flips()
_NO_FILES: dict[RelPath, int] = {}
_FLIPS_NOTHING: dict[RelPath, Flips] = {}


class Edit:
    """One edit in the log, or one change from outside."""

    __slots__ = (
        *("applied", "fact", "flipped", "seq", "session", "time_ns", "undone_in"),
        "_by_path",
    )

    def __init__(self, seq: int, session: int, time_ns: int, fact: Edited) -> None:
        self.seq = seq
        self.session = session
        self.time_ns = time_ns
        self.fact = fact
        self.applied = True
        """False: it never reached the disk."""
        self.flipped: Mapping[RelPath, Flips] = _FLIPS_NOTHING
        """Of an undo, redo or restore: which edits it flipped in each of its files."""
        self.undone_in: dict[RelPath, int] = _NO_FILES
        """Files in which it is inactive, and the edit that made it so."""
        self._by_path: dict[bytes, Change] | None = None
        """Its changes by file, made when it is asked for one of many."""

    @property
    def is_outside(self) -> bool:
        return self.session == OUTSIDE

    @property
    def changes(self) -> tuple[Change, ...]:
        return self.fact.changes

    def change_in(self, path: RelPath) -> Change:
        """Return what it did to one of its files. Raises KeyError for another."""
        if len(self.changes) == 1 and self.changes[0].path == path:
            return self.changes[0]
        if self._by_path is None:
            self._by_path = {change.path: change for change in self.changes}
        return self._by_path[path]

    @property
    def paths(self) -> tuple[RelPath, ...]:
        return tuple(RelPath(change.path) for change in self.fact.changes)

    @property
    def flips(self) -> bool:
        """Tell whether it is itself an undo, a redo or a restore."""
        return bool(self.flipped)

    @property
    def undone_by(self) -> int:
        """The newest edit by which it is inactive in all of its files; 0: it counts in one."""
        if len(self.undone_in) < len(self.fact.changes):
            return 0
        return max(self.undone_in.values(), default=0)

    @property
    def counts(self) -> bool:
        """Tell whether it stands in one of its files, and is no undo, redo or restore."""
        return self.applied and not self.flips and not self.undone_by

    def flips_in(self, path: RelPath) -> Flips:
        return self.flipped.get(path, NO_FLIPS)

    def mark(self, path: RelPath, undoer: int) -> None:
        """Take note that it is undone in a file by `undoer`; 0: that it counts there."""
        if self.undone_in is _NO_FILES:
            self.undone_in = {}
        if undoer:
            self.undone_in[path] = undoer
        else:
            self.undone_in.pop(path, None)
        self.undone_in = self.undone_in or _NO_FILES

    def stands_in(self, path: RelPath) -> bool:
        """Tell whether it counts in one of its files."""
        return self.applied and path not in self.undone_in


class Edits:
    """All edits of a workspace, by seq."""

    def __init__(self) -> None:
        self.by_seq: dict[int, Edit] = {}
        self._seqs = array("I")
        """Of all, ascending."""
        self._of_session: dict[int, array[int]] = {}
        """Of each session's, OUTSIDE among them, ascending."""
        self._redone: dict[int, list[tuple[RelPath, int, int]]] = {}
        """Of a redo: file, edit, and the one by which that had been undone there."""
        self.failures: dict[int, NotApplied] = {}
        """Why edits did not reach the disk, by the edit's seq."""

    def get(self, seq: int) -> Edit | None:
        return self.by_seq.get(seq)

    def between(self, after: int, until: int) -> Iterator[Edit]:
        """Yield those after the entry `after` and up to `until`, oldest first."""
        seqs = self._seqs
        for at in range(bisect_right(seqs, after), bisect_right(seqs, until)):
            yield self.by_seq[seqs[at]]

    def since(self, seq: int) -> "array[int]":
        """Return those after an entry, oldest first."""
        return self._seqs[bisect_right(self._seqs, seq) :]

    def of_session(self, session: int, since: int) -> "array[int]":
        """Return those of a session after an entry, oldest first; OUTSIDE: from outside."""
        seqs = self._of_session.get(session, array("I"))
        return seqs[bisect_right(seqs, since) :]

    def apply(self, entry: Entry) -> None:
        match entry.fact:
            case Edited() as fact:
                self._add(Edit(entry.seq, entry.session, entry.time_ns, fact))
            case ChangedOutside(change=change, undoes=undone):
                fact = Edited("", (change,), (undone,) if undone else ())
                self._add(Edit(entry.seq, OUTSIDE, entry.time_ns, fact))
            case NotApplied(edit=seq) as fact:
                self.failures[seq] = fact
                edit = self.by_seq[seq]
                edit.applied = False
                for path, flips in edit.flipped.items():
                    self._mark(path, flips.undoes, 0)
                for path, redone, undoer in self._redone.pop(seq, ()):
                    self._mark(path, (redone,), undoer)
            case _:
                pass

    def flipped(
        self, undoes: Iterable[int], redoes: Iterable[int], changes: Iterable[Change]
    ) -> dict[RelPath, Flips]:
        """Return what an entry that says this flips in each of its files; empty: nothing."""
        undone, redone = self._in_files(undoes), self._in_files(redoes)
        found: dict[RelPath, Flips] = {}
        for change in changes:
            path = RelPath(change.path)
            flips = Flips(
                (*undone.get(path, ()), *change.undoes), (*redone.get(path, ()), *change.redoes)
            )
            if flips:
                found[path] = flips
        return found

    def going(self, path: RelPath, flips: Flips) -> set[int]:
        """Return what goes where edits are flipped in a file: edits, and the undos of edits."""
        undos = {self.by_seq[one].undone_in.get(path, 0) for one in flips.redoes}
        return {*flips.undoes, *undos} - {0}

    def _in_files(self, seqs: Iterable[int]) -> dict[RelPath, list[int]]:
        found: dict[RelPath, list[int]] = {}
        for seq in seqs:
            for path in self.by_seq[seq].paths:
                found.setdefault(path, []).append(seq)
        return found

    def _add(self, edit: Edit) -> None:
        self.by_seq[edit.seq] = edit
        self._seqs.append(edit.seq)
        self._of_session.setdefault(edit.session, array("I")).append(edit.seq)
        fact = edit.fact
        edit.flipped = self.flipped(fact.undoes, fact.redoes, fact.changes) or edit.flipped
        for path, flips in edit.flipped.items():
            for redone in flips.redoes:
                undoer = self.by_seq[redone].undone_in[path]
                self._redone.setdefault(edit.seq, []).append((path, redone, undoer))
            self._mark(path, flips.undoes, edit.seq)
            self._mark(path, flips.redoes, 0)

    def _mark(self, path: RelPath, seqs: Iterable[int], undoer: int) -> None:
        """Take note that edits are undone in a file by `undoer`; 0: that they count there."""
        for seq in seqs:
            self.by_seq[seq].mark(path, undoer)
