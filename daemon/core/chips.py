"""Chips: text that edits took away, and calls that failed, so that both can be used again."""

import hashlib
from collections.abc import Collection, Iterator
from itertools import islice
from typing import NamedTuple

from ...schemas.facts import Deleted, Edited, Entry, NotApplied, Refused
from ...schemas.values import Content, Kept, Span

TRIES_MAX = 6
"""So many short ids are tried before a long one is taken."""
SHORT, LONG = 6, 12
"""Hexadecimal digits of an id."""


class Chip(NamedTuple):
    """Kept material. `kind` is deleted or refused."""

    id: str
    seq: int
    session: int
    time_ns: int
    kind: str
    tool: str
    path: bytes
    span: Span | None
    """Lines that were deleted."""
    code: str
    """Why a call was refused."""
    text: Content | None
    """What was deleted."""
    encoding: str
    """Of the file it was deleted from; "" for what is no text."""
    request: Content | None
    """The call, as a request."""

    @property
    def kept(self) -> Kept | None:
        """Where its material lies."""
        content = self.text or self.request
        return Kept(self.seq, content.digest) if content else None


class Chips:
    """All chips of a workspace, by id."""

    def __init__(self) -> None:
        self._by_id: dict[str, Chip] = {}

    def get(self, chip_id: str) -> Chip | None:
        return self._by_id.get(chip_id)

    def newest(self, limit: int) -> Iterator[Chip]:
        return islice(reversed(self._by_id.values()), limit)

    def new_id(self, random: bytes, taken: Collection[str] = ()) -> str:
        """Return an id that no chip has yet: short, and long where short ones collide."""
        for number in range(TRIES_MAX):
            short = hashlib.sha256(random + bytes([number])).hexdigest()[:SHORT]
            if short not in self._by_id and short not in taken:
                return short
        return hashlib.sha256(random).hexdigest()[:LONG]

    def apply(self, entry: Entry) -> None:
        match entry.fact:
            case Refused() as fact if fact.chip:
                self._by_id[fact.chip] = _refused(entry, fact)
            case Edited(deleted=deleted) as fact:
                for one in deleted:
                    self._by_id[one.chip] = _deleted(entry, fact, one)
            case NotApplied() as fact:
                # What the edit had deleted never went away.
                self._by_id = {k: one for k, one in self._by_id.items() if one.seq != fact.edit}
                if fact.chip:
                    self._by_id[fact.chip] = _refused(entry, fact)
            case _:
                pass


def _refused(entry: Entry, fact: Refused | NotApplied) -> Chip:
    """Return the chip of a call that failed, by a refusal or on the disk."""
    return Chip(
        id=fact.chip,
        seq=entry.seq,
        session=fact.session if isinstance(fact, NotApplied) else entry.session,
        time_ns=entry.time_ns,
        kind="refused",
        tool=fact.tool,
        path=fact.path,
        span=None,
        code=fact.code if isinstance(fact, Refused) else "not_applied",
        text=None,
        encoding="",
        request=fact.request,
    )


def _deleted(entry: Entry, fact: Edited, deleted: Deleted) -> Chip:
    change = next(one for one in fact.changes if one.path == deleted.path)
    return Chip(
        id=deleted.chip,
        seq=entry.seq,
        session=entry.session,
        time_ns=entry.time_ns,
        kind="deleted",
        tool=fact.tool,
        path=deleted.path,
        span=deleted.span,
        code="",
        text=deleted.content,
        encoding=change.before.encoding if change.before else "",
        request=None,
    )
