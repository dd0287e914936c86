"""One page of the log's listing, newest entry first."""

from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from ..schemas.facts import Entry
from ..schemas.replies import LogItem
from ..schemas.requests import History
from .core import queries
from .log.segments import Log, MissingEntry
from .opened import Opened, Shared

LISTED_MAX = 1_000
"""Entries in one page."""


class Narrowed(NamedTuple):
    """What a listing's names stand for."""

    path: bytes
    """The request's file as a place; empty: all."""
    session: int
    """0: all."""
    scope: bytes
    """As in `queries.is_within`."""


async def page(
    opened: Opened, shared: Shared, request: History, narrowed: Narrowed
) -> tuple[tuple[LogItem, ...], bool]:
    """Return what was asked for, and whether there is more."""
    limit = max(0, min(request.limit, LISTED_MAX))
    before = request.before or opened.state.seq + 1
    seqs = opened.listing.newest(narrowed.path, narrowed.session, before)
    found: list[Entry] = []
    while len(found) <= limit and (some := list(islice(seqs, limit + 1))):
        entries = await shared.run(_read, opened.log, some)
        found += [entry for entry in entries if queries.is_within(entry, narrowed.scope)]
    items = tuple(queries.item(opened.state, entry) for entry in found[:limit])
    return items, len(found) > limit


def _read(log: Log, seqs: Iterable[int]) -> list[Entry]:
    """Read entries; those that are not written yet, or cannot be read, are left out."""
    found: list[Entry] = []
    for seq in seqs:
        try:
            found.append(log.entry(seq))
        except MissingEntry:
            continue
    return found
