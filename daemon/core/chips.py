"""Chips: text that edits took away, and calls that failed or came broken, to be used again."""

import hashlib
from collections.abc import Collection, Iterator
from itertools import count, islice
from typing import NamedTuple

from ...schemas.facts import ChipDropped, Deleted, Edited, Entry, NotApplied, Refused
from ...schemas.values import Content, Kept, Span
from .kept_calls import NAMES_ONLY
from .transactions import Edits

DEGRADED = "degraded"
"""Why a call is kept whose arguments were no JSON."""
CUT = "degraded_cut"
"""Why a call was refused of which the end did not come."""
TRIES_MAX = 6
"""So many short ids are tried before a long one is taken."""
SHORT, LONG = 6, 12
"""Hexadecimal digits of an id."""


class Chip(NamedTuple):
    """Kept material. `kind` is deleted, refused, or salvaged: a call came broken and was made."""

    id: str
    seq: int
    session: int
    time_ns: int
    kind: str
    tool: str
    path: bytes
    span: Span | None
    """Lines that were deleted; or that a failed call named, as it wrote them."""
    code: str
    """Why a call was refused; of one that was salvaged, what was wrong with it."""
    text: Content | None
    """What was deleted, or what a salvaged call wrote."""
    encoding: str
    """Of the file it was deleted from, or written to; "" for what is no text."""
    request: Content | None
    """The call, as a request."""
    text_bytes: int = -1
    """Of what was deleted, or of the new text that the call brought; -1: it brought none."""
    arguments: Content | None = None
    """The call, as its client got it."""
    dropped: int = 0
    """The entry by which it was taken off the list."""
    came_bytes: int = 0
    """Size of the call where `arguments` are only its beginning; 0: they are all of it."""
    bare: bool = False
    """The call brought names and numbers only: no text, not even one that it quotes."""

    @property
    def is_bare(self) -> bool:
        """Whether its call brought no text at all."""
        return self.bare or self.tool in NAMES_ONLY

    @property
    def kept(self) -> Kept | None:
        """Where its material lies."""
        content = self.text or self.request
        return Kept(self.seq, content.digest) if content else None


class Chips:
    """All chips of a workspace, by id."""

    def __init__(self, edits: Edits | None = None) -> None:
        """`edits` tells which edits stand; it must have taken in an entry before this does."""
        self._by_id: dict[str, Chip] = {}
        self._uses: dict[str, list[int]] = {}
        self._edits = edits or Edits()

    def get(self, chip_id: str) -> Chip | None:
        return self._by_id.get(chip_id)

    def all(self) -> Iterator[Chip]:
        """Yield all there are, oldest first, also those that are on the list no more."""
        return iter(self._by_id.values())

    def newest(self, limit: int) -> Iterator[Chip]:
        return islice(reversed(self._by_id.values()), limit)

    def uses(self, chip_id: str) -> tuple[int, ...]:
        """Return the edits that put its text back, or made its call, and are not undone."""
        found = (self._edits.get(seq) for seq in self._uses.get(chip_id, ()))
        return tuple(one.seq for one in found if one and one.applied and not one.undone_by)

    def has_made_by(self, seq: int) -> bool:
        """Tell whether an edit, were it one that never reached the disk, made chips."""
        edit = self._edits.get(seq)
        return edit is not None and any(ids_of(edit.fact))

    def new_id(self, random: bytes, taken: Collection[str] = ()) -> str:
        """Return an id that no chip has yet: short, and long where short ones collide."""
        for number in range(TRIES_MAX):
            short = hashlib.sha256(random + bytes([number])).hexdigest()[:SHORT]
            if short not in self._by_id and short not in taken:
                return short
        tries = (hashlib.sha256(random + b"%d" % number).hexdigest()[:LONG] for number in count())
        return next(one for one in tries if one not in self._by_id and one not in taken)

    def apply(self, entry: Entry) -> None:
        if isinstance(entry.fact, NotApplied):
            self._discard(entry.fact.edit)
        for one in made_by(entry):
            self._by_id[one.id] = one
        match entry.fact:
            case Edited(used=used, salvaged=salvaged):
                for chip_id in dict.fromkeys((*used, *filter(None, (salvaged,)))):
                    self._uses.setdefault(chip_id, []).append(entry.seq)
            case ChipDropped(chip=chip_id) if known := self._by_id.get(chip_id):
                self._by_id[chip_id] = known._replace(dropped=known.dropped or entry.seq)
            case _:
                pass

    def _discard(self, seq: int) -> None:
        """Forget the chips of an edit that was never made: what it had deleted never went away."""
        edit = self._edits.get(seq)
        for chip_id in ids_of(edit.fact) if edit else ():
            self._by_id.pop(chip_id, None)


def ids_of(fact: Edited) -> Iterator[str]:
    """Yield the ids of the chips that an edit makes."""
    yield from (one.chip for one in fact.deleted)
    yield from filter(None, (fact.salvaged,))


def made_by(entry: Entry) -> Iterator[Chip]:
    """Yield the chips that an entry makes."""
    match entry.fact:
        case Refused(chip=chip) | NotApplied(chip=chip) as fact if chip:
            yield _refused(entry, fact)
        case Edited(deleted=deleted) as fact:
            yield from (_deleted(entry, fact, one) for one in deleted)
            if fact.salvaged:
                yield _salvaged(entry, fact)
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
        span=fact.span,
        code=fact.code if isinstance(fact, Refused) else "not_applied",
        text=None,
        encoding="",
        request=fact.request,
        text_bytes=fact.text_bytes,
        arguments=entry.arguments,
        came_bytes=fact.came_bytes if isinstance(fact, Refused) else 0,
        bare=fact.bare,
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
        text_bytes=deleted.content.size_bytes,
    )


def _salvaged(entry: Entry, fact: Edited) -> Chip:
    """Return the chip of a call that came broken, and made one new file."""
    [change] = fact.changes
    text = change.inserted
    return Chip(
        id=fact.salvaged,
        seq=entry.seq,
        session=entry.session,
        time_ns=entry.time_ns,
        kind="salvaged",
        tool=fact.tool,
        path=change.path,
        span=None,
        code=DEGRADED,
        text=text,
        encoding=change.after.encoding if change.after else "",
        request=None,
        text_bytes=text.size_bytes if text else -1,
        arguments=entry.arguments,
        bare=text is None,
    )
