"""Turns: who may work on a file now. One holder a key, first come first served.

Turns are daemon-wide, because one file may be reached through several workspaces and names. So a
file has two keys. One is its path, absolute and without symlinks: it stays the same when the file
is created, replaced by another inode, or removed. The other is its inode, for hard links.

Before a file can be looked at, only its name as asked for is known. A turn of that name is taken
first, so that calls of one name go in the order in which they came. Nobody who holds keys of files
waits for a name, so there is no ring.
"""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager

from ..schemas.values import RelPath
from .core.effects import Kind, Seen

Key = tuple[int, int, bytes]
"""(device, inode, b""), (0, 0, path), or (-1, 0, path as asked for)."""


def names_of(root: bytes, paths: Iterable[RelPath]) -> set[Key]:
    """Return the keys of paths as they were asked for."""
    return {(-1, 0, root.rstrip(b"/") + b"/" + path) for path in paths}


def keys_of(root: bytes, seen: Iterable[Seen]) -> set[Key]:
    """Return the keys of what was seen beneath a root."""
    found: set[Key] = set()
    for one in seen:
        found.add((0, 0, root.rstrip(b"/") + b"/" + one.real))
        if one.kind is Kind.FILE:
            found.add(one.key)
    return found


class Turns:
    """Hands out turns by key, those of one call in their order, so that calls wait in no ring."""

    def __init__(self) -> None:
        self._waiting: dict[Key, deque[asyncio.Future[None]]] = {}
        """Keys that are held, each with those who wait for it."""
        self.changes = 0
        """How often a turn began or ended."""

    def free(self, keys: Iterable[Key]) -> bool:
        return self._waiting.keys().isdisjoint(keys)

    @asynccontextmanager
    async def take(self, keys: Iterable[Key]) -> AsyncGenerator[None]:
        """Hold all of the keys while the block runs."""
        held: list[Key] = []
        try:
            for key in sorted(set(keys)):
                await self._acquire(key)
                held.append(key)
            yield
        finally:
            for key in reversed(held):
                self._release(key)

    async def _acquire(self, key: Key) -> None:
        self.changes += 1
        waiting = self._waiting.get(key)
        if waiting is None:
            self._waiting[key] = deque()
            return
        turn = asyncio.get_running_loop().create_future()
        waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._release(key)  # the turn came in the same moment: pass it on
            else:
                waiting.remove(turn)
            raise

    def _release(self, key: Key) -> None:
        self.changes += 1
        waiting = self._waiting[key]
        while waiting:
            turn = waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        del self._waiting[key]


@asynccontextmanager
async def seen_in_turn(
    turns: Turns, root: bytes, look: Callable[[], Awaitable[dict[RelPath, Seen]]]
) -> AsyncGenerator[dict[RelPath, Seen]]:
    """Give what `look` finds beneath a root, and hold the turns of these files in the block.

    Which files they are only a look can tell. So it comes first, and again under the turns unless
    nobody had a turn meanwhile: then it is as good as one under them.
    """
    changes = turns.changes
    seen = await look()
    while True:
        keys = keys_of(root, seen.values())
        is_current = turns.changes == changes and turns.free(keys)
        async with turns.take(keys):
            if not is_current:
                changes = -1
                seen = await look()
            if keys_of(root, seen.values()) <= keys:
                yield seen
                return
