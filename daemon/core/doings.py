"""What each session has done, in numbers."""

from collections import Counter

from ...schemas.facts import ChangedOutside, Edited, Entry, Marked, NotApplied, Refused, Viewed
from .transactions import Edit, Edits


class Doing:
    """Of one session."""

    __slots__ = ("changed", "committed", "edits", "open_edits", "reads", "refused")

    def __init__(self) -> None:
        self.edits = 0
        """Edits that stand: made, neither undone nor undos themselves."""
        self.open_edits = 0
        """Those of them since its last commit."""
        self.committed = 0
        """Its last commit; 0: none."""
        self.reads = 0
        self.refused = 0
        """Calls that changed nothing, whether a rule said no or the disk."""
        self.changed: Counter[bytes] = Counter()
        """By how many of its edits each file was changed, undos among them."""


_NOTHING = Doing()


class Doings:
    """Of all sessions of a workspace."""

    def __init__(self, edits: Edits) -> None:
        """`edits` tells which edits stand; it must have taken in an entry before this does."""
        self._edits = edits
        self._of_session: dict[int, Doing] = {}
        self._standing: set[int] = set()
        """Edits that count in `Doing.edits`."""

    def of(self, session: int) -> Doing:
        return self._of_session.get(session, _NOTHING)

    def apply(self, entry: Entry) -> None:
        match entry.fact:
            case Viewed():
                self._doing(entry.session).reads += 1
            case Refused():
                self._doing(entry.session).refused += 1
            case Marked(mark="commit"):
                mine = self._doing(entry.session)
                mine.committed, mine.open_edits = entry.seq, 0
            case Edited():
                self._doing(entry.session).changed.update(set(self._edits.by_seq[entry.seq].paths))
                self._weigh(entry.seq)
            case ChangedOutside():
                self._weigh(entry.seq)
            case NotApplied(edit=seq):
                edit = self._edits.by_seq[seq]
                mine = self._doing(edit.session)
                mine.refused += 1
                mine.changed -= Counter(set(edit.paths))
                self._weigh(seq)
            case _:
                pass

    def _weigh(self, seq: int) -> None:
        """Count an edit, and those that it flips, as what they are now."""
        edit = self._edits.by_seq[seq]
        self._weigh_one(edit)
        for flips in edit.flipped.values():
            for flipped in (*flips.undoes, *flips.redoes):
                self._weigh_one(self._edits.by_seq[flipped])

    def _weigh_one(self, edit: Edit) -> None:
        is_mine = edit.counts and not edit.is_outside
        if is_mine == (edit.seq in self._standing):
            return
        mine = self._doing(edit.session)
        step = 1 if is_mine else -1
        mine.edits += step
        mine.open_edits += step if edit.seq > mine.committed else 0
        if is_mine:
            self._standing.add(edit.seq)
        else:
            self._standing.discard(edit.seq)

    def _doing(self, session: int) -> Doing:
        return self._of_session.setdefault(session, Doing())
