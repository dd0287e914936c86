"""Edits as wholes: which there are, whose, and which are undone.

A change from outside is one of them, for it can be undone like any other.
"""

from ...schemas.facts import Change, ChangedOutside, Edited, Entry, NotApplied
from ...schemas.values import OUTSIDE, RelPath


class Edit:
    """One edit in the log, or one change from outside."""

    __slots__ = ("applied", "fact", "seq", "session", "time_ns", "undone_by")

    def __init__(self, seq: int, session: int, time_ns: int, fact: Edited) -> None:
        self.seq = seq
        self.session = session
        self.time_ns = time_ns
        self.fact = fact
        self.applied = True
        """False: it never reached the disk."""
        self.undone_by = 0
        """The edit that made it inactive; 0: it is active."""

    @property
    def is_outside(self) -> bool:
        return self.session == OUTSIDE

    @property
    def changes(self) -> tuple[Change, ...]:
        return self.fact.changes

    @property
    def paths(self) -> tuple[RelPath, ...]:
        return tuple(RelPath(change.path) for change in self.fact.changes)

    @property
    def flips(self) -> bool:
        """Tell whether it is itself an undo or a redo."""
        return bool(self.fact.undoes or self.fact.redoes)


class Edits:
    """All edits of a workspace, by seq."""

    def __init__(self) -> None:
        self.by_seq: dict[int, Edit] = {}
        self.failures: dict[int, NotApplied] = {}
        """Why edits did not reach the disk, by the edit's seq."""

    def get(self, seq: int) -> Edit | None:
        return self.by_seq.get(seq)

    def apply(self, entry: Entry) -> None:
        match entry.fact:
            case Edited() as fact:
                self.by_seq[entry.seq] = Edit(entry.seq, entry.session, entry.time_ns, fact)
                for undone in fact.undoes:
                    self.by_seq[undone].undone_by = entry.seq
                for redone in fact.redoes:
                    self.by_seq[redone].undone_by = 0
            case ChangedOutside(change=change, undoes=undone):
                fact = Edited("", (change,), (undone,) if undone else ())
                self.by_seq[entry.seq] = Edit(entry.seq, OUTSIDE, entry.time_ns, fact)
                if undone:
                    self.by_seq[undone].undone_by = entry.seq
            case NotApplied(edit=seq) as fact:
                self.failures[seq] = fact
                edit = self.by_seq[seq]
                edit.applied = False
                for undone in edit.fact.undoes:
                    self.by_seq[undone].undone_by = 0
                for redone in edit.fact.redoes:
                    # A redo that never happened leaves its edit undone; by whom is found again.
                    self.by_seq[redone].undone_by = self._undoer(redone, seq)
            case _:
                pass

    def _undoer(self, edit: int, before: int) -> int:
        undoers = (
            one.seq
            for one in self.by_seq.values()
            if one.seq < before and one.applied and edit in one.fact.undoes
        )
        return max(undoers, default=0)
