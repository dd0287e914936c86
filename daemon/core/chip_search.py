"""Which chips a listing means: by what the log says of them, and by words in what they keep.

Of what the chips of one search keep, the newest `READ_BYTES_MAX` are read. One that is not read, of
which not all can be read, or not come to, may hold the words all the same: such chips are counted.
"""

import itertools
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple, cast

import msgspec

from ...schemas.requests import Chips
from ...schemas.values import Kept
from . import chip_texts
from .asking import Asked, shown_path
from .chip_texts import Contents, Place
from .chips import Chip

READ_BYTES_MAX = 16 << 20
GONE_THROUGH_MAX = 10_000
"""Chips that one search goes through."""
LISTED_MAX = 100
_EVERY = 1 << 40
"""More than there can be."""


class Found(NamedTuple):
    """What a listing comes to."""

    chips: tuple[Chip, ...]
    """Newest first."""
    more: int
    """Chips that fit as well or, where words are sought, may: they were not searched."""


class Query(NamedTuple):
    """What is sought."""

    asked: Asked
    request: Chips
    paths: frozenset[bytes] = frozenset()
    """Names of the file that is meant; empty: of any."""
    session: int = 0
    """0: of all."""

    @property
    def words(self) -> list[str]:
        """What the chips are to hold, each of these; whether in capitals does not count."""
        return self.request.text.casefold().split()

    @property
    def limit(self) -> int:
        return max(1, min(self.request.limit, LISTED_MAX))

    @property
    def chips(self) -> Iterator[Chip]:
        """The chips that are meant, whatever they hold."""
        chips = self.asked.state.chips
        if self.request.left:
            return filter(self._is_meant, chips.newest(_EVERY))
        listed = map(chips.get, self.asked.shelf.listed(self.asked.now_ns))
        return filter(self._is_meant, filter(None, listed))

    def _is_meant(self, chip: Chip) -> bool:
        request = self.request
        return (
            is_within(self.asked, chip)
            and (not self.paths or chip.path in self.paths)
            and (not request.tool or is_of(chip, request.tool))
            and self.session in (0, chip.session)
            and chip.time_ns >= request.since_ns
        )


def is_of(chip: Chip, tool: str) -> bool:
    """Tell whether a chip came of a call to a tool, named with or without "be-"."""
    return _bare(chip.tool) == _bare(tool)


def _bare(tool: str) -> str:
    return tool.strip().removeprefix("be-")


def is_within(asked: Asked, chip: Chip) -> bool:
    """Tell whether a chip is of the folder that the session is confined to."""
    if not asked.scope or chip.session == asked.session:
        return True
    return chip.path.startswith(asked.scope + b"/")


def wanted(query: Query) -> set[Kept]:
    """Return what must be read of the chips."""
    return {place.kept for chip in _read(query) for place in _places(query, chip)}


def find(query: Query, contents: Contents) -> Found:
    """Return the newest chips that are meant, and how many more may be."""
    chips, found, more = query.chips, list[Chip](), 0
    for chip in islice(chips, GONE_THROUGH_MAX):
        missing = _missing(query, chip)
        if missing and _holds(chip, missing, contents):
            missing = []
        if missing and all(place.kept in contents for place in chip_texts.places(chip)):
            continue
        if missing or len(found) == query.limit:
            more += 1
        else:
            found.append(chip)
    return Found(tuple(found), more + sum(1 for _ in chips))


def _read(query: Query) -> Iterator[Chip]:
    """Yield those chips, newest first, that are read."""
    room = READ_BYTES_MAX
    for chip in islice(query.chips, GONE_THROUGH_MAX if query.words else query.limit):
        size = sum(place.size_bytes for place in _places(query, chip))
        if size <= room:
            room -= size
            yield chip


def _places(query: Query, chip: Chip) -> tuple[Place, ...]:
    """Return what is read of a chip: where nothing is sought, what its first line is taken from."""
    return chip_texts.places(chip) if query.words else chip_texts.places(chip)[:1]


def _missing(query: Query, chip: Chip) -> list[str]:
    """Return the words that are not in what the log says of a chip."""
    if not query.words:
        return []
    name = query.asked.state.sessions.name(chip.session)
    told = (
        f"chip://{chip.id}",
        name,
        chip.tool,
        shown_path(chip.path),
        chip.code,
        chip.code.replace("_", " "),
        query.request.reasons.get(chip.code, ""),
    )
    said = "\n".join(told).casefold()
    return [word for word in query.words if word not in said]


def _holds(chip: Chip, words: list[str], contents: Contents) -> bool:
    """Tell whether all of these words are in what a chip keeps."""
    found = [
        piece.data.decode(piece.encoding or "latin-1", "replace")
        for piece in chip_texts.pieces(chip, contents)
    ]
    if place := chip_texts.call_place(chip):
        raw = contents.get(place.kept, b"")
        found += (raw.decode("utf-8", "replace"), *_strings(raw))
    folded = "\n".join(found).casefold()
    return all(word in folded for word in words)


def _strings(raw: bytes) -> Iterator[str]:
    """Yield the texts in a call's arguments, as they read without the escapes of JSON."""
    if b"\\" not in raw:
        return
    left: list[Any] = []
    try:
        left.append(msgspec.json.decode(raw))
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return
    while left:
        one = left.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            left += itertools.chain(*cast("dict[str, Any]", one).items())
        elif isinstance(one, list):
            left += cast("list[Any]", one)
