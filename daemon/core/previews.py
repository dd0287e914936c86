"""Edits worked out and not made: what was previewed, and what refusals have prepared."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...schemas.facts import Change, Edited, Entry, NotApplied, Previewed, Refused
from .views import View

LIFETIME_NS = 24 * 3600 * 1_000_000_000
"""So long one can be confirmed."""
COUNT_MAX = 2_000
"""More than this in a workspace push the oldest out."""


class Prepared(NamedTuple):
    """An edit that a Confirm of `seq` makes."""

    seq: int
    time_ns: int
    tool: str
    changes: tuple[Change, ...]
    undoes: tuple[int, ...]
    redoes: tuple[int, ...]
    views: tuple[View, ...]
    """Of each change, the whole text that it was worked out upon."""
    used: tuple[str, ...] = ()
    """Chips that it uses; first that of the refused call that it makes."""
    degraded: str = ""
    """How the arguments of its call were salvaged, as in Edited."""
    restores: int = 0
    """The entry after which the files are to be as they were; 0: it restores none."""

    @property
    def is_flip(self) -> bool:
        """Tell whether it is an undo, a redo or a restore."""
        some = (one.undoes or one.redoes for one in self.changes)
        return bool(self.undoes or self.redoes or self.restores or any(some))


class Previews:
    """All prepared edits of a workspace, and which edits were made from them."""

    def __init__(self) -> None:
        self._by_seq: dict[int, Prepared] = {}
        self._made: dict[int, int] = {}
        self._confirmed: dict[int, tuple[int, ...]] = {}
        """The other way round, for edits that do not reach the disk."""
        self._anew: dict[int, int] = {}
        """Of an edit that was prepared anew: what it had been before."""

    def get(self, seq: int) -> Prepared | None:
        return self._by_seq.get(seq)

    def edit_of(self, seq: int) -> int:
        """Return the edit that was made from a prepared one; 0: none was."""
        return self._made.get(seq, 0)

    def apply(self, entry: Entry, views: Iterable[View]) -> None:
        """Take in an entry; `views` are of the changes that it prepares."""
        match entry.fact:
            case Previewed(tool=tool, changes=changes, undoes=undoes, redoes=redoes) as fact:
                self._add(entry, tool, changes, (undoes, redoes), views, fact)
            case Refused(prepared=changes) as fact if changes:
                flips = (fact.undoes, fact.redoes)
                if fact.anew:
                    self._anew[entry.seq] = fact.anew
                self._add(entry, fact.meant or fact.tool, changes, flips, views, fact)
            case Edited(tool=tool, prepared=changes, confirms=confirms) as fact:
                if confirms:
                    self._confirmed[entry.seq] = ones = tuple(self._line_of(confirms))
                    self._made.update(dict.fromkeys(ones, entry.seq))
                if changes:
                    self._add(entry, tool, changes, ((), ()), views, fact)
            case NotApplied(edit=edit):
                self._by_seq.pop(edit, None)
                for one in self._confirmed.pop(edit, ()):
                    del self._made[one]
            case _:
                pass

    def _line_of(self, seq: int) -> Iterator[int]:
        """Yield a prepared edit, and those that it was before it was prepared anew."""
        while seq:
            yield seq
            seq = self._anew.get(seq, 0)

    def _add(
        self,
        entry: Entry,
        tool: str,
        changes: tuple[Change, ...],
        flips: tuple[tuple[int, ...], tuple[int, ...]],
        views: Iterable[View],
        fact: Previewed | Refused | Edited,
    ) -> None:
        restores = 0 if isinstance(fact, Edited) else fact.restores
        used = _used_by(fact) if isinstance(fact, Refused) else fact.used
        prepared = Prepared(
            entry.seq,
            entry.time_ns,
            tool,
            changes,
            *flips,
            tuple(views),
            used,
            fact.degraded,
            restores,
        )
        self._by_seq[entry.seq] = prepared
        if len(self._by_seq) > COUNT_MAX:
            del self._by_seq[next(iter(self._by_seq))]


def _used_by(fact: Refused) -> tuple[str, ...]:
    """Return the chips that a prepared edit uses: that of its call, and what the call uses.

    One that is prepared anew has them from what it was before; the chip of the confirmation keeps
    no call of its own.
    """
    own = () if fact.anew or not fact.chip else (fact.chip,)
    return (*own, *fact.used)


def changes_of(entry: Entry) -> tuple[Change, ...]:
    """Return the changes that an entry has prepared."""
    match entry.fact:
        case Previewed(changes=changes):
            return changes
        case Refused(prepared=changes) | Edited(prepared=changes):
            return changes
        case _:
            return ()
