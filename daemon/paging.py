"""One page of the log: as a listing, the newest entry first, or as a trail with all its bytes."""

from collections.abc import Awaitable, Callable, Iterable, Iterator
from itertools import islice

import msgspec

from ..schemas.facts import Entry
from ..schemas.messages import Ask
from ..schemas.replies import AnyReply, LogItem, LogReply, Step, TrailReply
from ..schemas.requests import History, Trail
from ..schemas.values import Kept
from .contents import Recent, fetch
from .core import decide, narrowing, queries, trail
from .core.asking import Asked, Decision
from .core.narrowing import Narrowed
from .log.segments import Log, MissingEntry
from .opened import Opened, Shared

LISTED_MAX = 1_000
"""Entries in one page."""
TRAIL_BYTES_MAX = 64 << 20
"""Of file contents in one page of a trail, its last step not counted."""

Conclude = Callable[[Ask, Asked, Decision], Awaitable[AnyReply]]
"""Logs a decision and gives its reply."""


class Pages:
    """Of one workspace's log."""

    def __init__(self, opened: Opened, shared: Shared, conclude: Conclude) -> None:
        self._opened = opened
        self._shared = shared
        self._conclude = conclude

    async def answer(self, ask: Ask, asked: Asked, request: History | Trail) -> AnyReply:
        """Return the entries that a request asks for. Raises RefusedError, NoWorkspace."""
        wanted = self._wanted(asked, request)
        # Once its own entry is written, so are those before it.
        reply = await self._conclude(ask, asked, decide.decide(asked, request, {}, {}))
        match request, reply:
            case History(limit=limit), LogReply():
                items, more = await self._listed(wanted, limit)
                return msgspec.structs.replace(reply, items=items, more=more, path=wanted.path)
            case Trail(), TrailReply():
                steps, more = await self._trail(wanted, request)
                return msgspec.structs.replace(reply, steps=steps, more=more)
            case _:
                return reply

    def _wanted(self, asked: Asked, request: History | Trail) -> Narrowed:
        if isinstance(request, History):
            return narrowing.of_history(asked, request)
        return narrowing.of_trail(asked, request)

    async def _listed(self, wanted: Narrowed, limit: int) -> tuple[tuple[LogItem, ...], bool]:
        limit = max(0, min(limit, LISTED_MAX))
        opened = self._opened
        found = await self._shared.run(
            _first, opened.log, opened.listing.newest, wanted, count=limit + 1
        )
        items = (queries.item(opened.state, entry) for entry in found[:limit])
        shown = tuple(queries.confined(item, wanted.scope) for item in items)
        return shown, len(found) > limit

    async def _trail(self, wanted: Narrowed, request: Trail) -> tuple[tuple[Step, ...], bool]:
        limit = max(1, min(request.limit, LISTED_MAX))
        opened = self._opened
        found = await self._shared.run(
            _first, opened.log, opened.listing.oldest, wanted, count=limit + 1
        )
        room = min(request.max_bytes, TRAIL_BYTES_MAX)
        recent = Recent()
        steps: list[Step] = []
        for entry in found[:limit]:
            step = await self._step(entry, wanted.scope, recent)
            room -= trail.size_bytes(step)
            if room < 0 and steps:
                return tuple(steps), True
            steps.append(step)
        return tuple(steps), len(found) > limit

    async def _step(self, entry: Entry, scope: bytes, recent: Recent) -> Step:
        """Return an entry with its bytes; `recent` has those of steps before it."""
        state, log = self._opened.state, self._opened.log
        needed = trail.texts_of(state, entry, scope)
        found = {one: recent.get(one.digest) for one in needed}
        kept = trail.arguments_of(state, entry, scope)
        wanted: set[Kept] = {kept} if kept else set()
        for text, data in found.items():
            if data is None:
                wanted |= trail.wanted(state, text)
        contents = await self._shared.run(fetch, log, wanted) if wanted else {}
        at_hand: dict[trail.Text, bytes] = {}
        for text, known in found.items():
            data = trail.bytes_of(state, text, contents) if known is None else known
            if data is not None:
                recent.put(text.digest, data)
                at_hand[text] = data
        arguments = contents.get(kept, b"") if kept else b""
        return trail.step(state, entry, scope, at_hand, arguments)


def _first(
    log: Log, search: Callable[[Narrowed], Iterable[int]], wanted: Narrowed, *, count: int
) -> list[Entry]:
    """Read the first entries that a search finds; what cannot be read is left out. May block."""
    return list(islice(_readable(log, search(wanted)), count))


def _readable(log: Log, seqs: Iterable[int]) -> Iterator[Entry]:
    for seq in seqs:
        try:
            yield log.entry(seq)
        except MissingEntry:
            continue
