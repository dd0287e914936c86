"""Points of the log that sessions have named: snapshots and commits."""

from typing import NamedTuple

from ...schemas.facts import Entry, Marked

SNAPSHOT = "snapshot"


class Mark(NamedTuple):
    """One named point: just after the entry `seq`."""

    seq: int
    time_ns: int
    session: int
    mark: str
    """snapshot or commit."""
    label: str


class Marks:
    """All marks of a workspace that have a label."""

    def __init__(self) -> None:
        self._by_label: dict[str, Mark] = {}
        """The one that a label stands for, the newest label last."""

    def apply(self, entry: Entry) -> None:
        if not isinstance(entry.fact, Marked) or not entry.fact.label:
            return
        mark, label = entry.fact.mark, entry.fact.label
        known = self._by_label.get(label)
        if known is not None and known.mark == SNAPSHOT != mark:
            return
        self._by_label.pop(label, None)
        self._by_label[label] = Mark(entry.seq, entry.time_ns, entry.session, mark, label)

    def get(self, label: str) -> Mark | None:
        """Return the newest snapshot with this label, or else the newest commit with it."""
        return self._by_label.get(label)

    def labels(self) -> tuple[str, ...]:
        """Return all labels, the newest first."""
        return tuple(reversed(self._by_label))
