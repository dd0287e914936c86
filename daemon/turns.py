"""Turns: who may work on a file now. One holder a key, first come first served.

Turns are daemon-wide, because one file may be reached through several workspaces and names.
"""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Hashable, Iterable
from contextlib import asynccontextmanager
from typing import Any


class Turns:
    """Hands out turns by key. Keys of one call must sort, so that calls never wait in a ring."""

    def __init__(self) -> None:
        self._waiting: dict[Hashable, deque[asyncio.Future[None]]] = {}
        """Keys that are held, each with those who wait for it."""

    @asynccontextmanager
    async def take(self, keys: Iterable[Any]) -> AsyncGenerator[None]:
        """Hold all of the keys while the block runs."""
        held: list[Hashable] = []
        try:
            for key in sorted(set(keys)):
                await self._acquire(key)
                held.append(key)
            yield
        finally:
            for key in reversed(held):
                self._release(key)

    async def _acquire(self, key: Hashable) -> None:
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

    def _release(self, key: Hashable) -> None:
        waiting = self._waiting[key]
        while waiting:
            turn = waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        del self._waiting[key]
