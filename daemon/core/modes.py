"""The mode of one file, and whether there is a file: beside its lines, by the entries that set it.

The mode is what the newest entry that counts has set. So undoing an entry gives back the mode of
before, unless somebody has set another since: that one is theirs.
"""

from collections.abc import Collection
from typing import NamedTuple

from ...schemas.values import Version
from .history import History


class _Turn(NamedTuple):
    """An entry that set the mode, made the file, or removed it."""

    seq: int
    after: int | None
    """None: there was no file."""
    is_mode: bool
    """There was one before as well as after."""


class ModeClash(NamedTuple):
    """Why a mode cannot be given back."""

    edit: int
    """The edit that had set it, or that is to set it again."""
    owners: tuple[int, ...]
    """The entries that have set another since, or removed the file, ascending."""
    now: int | None
    """The mode today; None: there is no file."""
    back: int | None
    """The one that would come back."""


class Modes:
    """Of one file. Which of the entries count, its history says."""

    __slots__ = ("_first", "_history", "_turns")

    def __init__(self, first: Version | None, history: History) -> None:
        self._first = first.mode if first else None
        self._history = history
        self._turns: list[_Turn] = []

    def add(self, seq: int, before: Version | None, after: Version | None) -> None:
        """Take in an edit, which is no undo or redo."""
        old, new = (before.mode if before else None), (after.mode if after else None)
        if old != new:
            self._turns.append(_Turn(seq, new, old is not None and new is not None))

    def discard(self, seq: int) -> None:
        """The newest change never reached the disk."""
        self._turns = [turn for turn in self._turns if turn.seq != seq]

    @property
    def now(self) -> int | None:
        """The mode as the log has it; None: there is no file."""
        return self.after((), ())

    def after(self, undoes: Collection[int], redoes: Collection[int]) -> int | None:
        """Return the mode if these edits were flipped; None: the file would not exist."""
        return self._after(self._turns, undoes, redoes)

    def clash(self, undoes: Collection[int], redoes: Collection[int]) -> ModeClash | None:
        """Name the first edit whose mode is no longer there to be flipped; None: all can be.

        Undone newest first, made again oldest first, as lines are. That somebody has set the very
        mode that an undo gives back is not in the way.
        """
        will_be = self.after(undoes, redoes)
        counts = self._history.is_active
        ones = [turn for turn in self._turns if turn.is_mode]
        undone = (turn for turn in reversed(ones) if turn.seq in undoes and counts(turn.seq))
        redone = (turn for turn in ones if turn.seq in redoes and not counts(turn.seq))
        flipped = {*undoes, *redoes}
        for turn in (*undone, *redone):
            owners = tuple(
                one.seq
                for one in self._turns
                if one.seq > turn.seq
                and one.seq not in flipped
                and self._history.came_after(one.seq, turn.seq)
            )
            if owners and turn.seq in redoes:
                return ModeClash(turn.seq, owners, self.now, turn.after)
            earlier = [one for one in self._turns if one.seq < turn.seq]
            back = self._after(earlier, undoes, redoes)
            if owners and back != will_be:
                return ModeClash(turn.seq, owners, self.now, back)
        return None

    def _after(
        self, turns: list[_Turn], undoes: Collection[int], redoes: Collection[int]
    ) -> int | None:
        mode, exists = self._first, self._first is not None
        for seq, after, is_mode in turns:
            if seq in redoes or (seq not in undoes and self._history.is_active(seq)):
                mode = after
                exists = exists if is_mode else after is not None
        return mode if exists else None
