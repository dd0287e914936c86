"""Carrying out one edit's effects on files: all, or none.

The new bytes are staged and synced in threads while the log's frame is on its way; once both are
durable the files are put in place. If one of them cannot be, those already put get their old
bytes back.
"""

import asyncio
import concurrent.futures
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from ..schemas.values import RelPath
from .core.effects import Effect
from .disk import Root
from .staged import Displaced, Staged


class Failure(NamedTuple):
    """Why an edit did not reach the disk; the files are as they were."""

    path: RelPath
    reason: str
    found: bytes
    """Digest of what is there instead; empty where nothing is."""


class Carrier:
    """The effects of one edit, from the moment it is decided."""

    def __init__(
        self,
        root: Root,
        effects: Sequence[Effect],
        pool: concurrent.futures.Executor,
        *,
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self._root = root
        self._pool = pool
        self._loop = loop
        self._effects = effects
        self.staged: list[concurrent.futures.Future[Staged]] = []
        """Done once each temp file is fully written, or could not be."""
        self._synced: list[asyncio.Future[None]] = []
        for effect in effects:
            staged: concurrent.futures.Future[Staged] = concurrent.futures.Future()
            self.staged.append(staged)
            self._synced.append(loop.run_in_executor(pool, self._prepare, effect, staged))

    def _prepare(self, effect: Effect, staged: concurrent.futures.Future[Staged]) -> None:
        try:
            staged.set_result(self._root.stage(effect))
        except (Displaced, OSError) as error:
            staged.set_exception(error)
        else:
            self._root.sync(staged.result())

    async def put(self) -> Failure | None:
        """Put every file in place, or none; to be called when the log's frame is durable."""
        synced = await asyncio.gather(*self._synced, return_exceptions=True)
        return await self._loop.run_in_executor(self._pool, self._put, synced)

    async def drop(self) -> None:
        """Clear away what was staged: the log could not be written."""
        await asyncio.gather(*self._synced, return_exceptions=True)
        await self._loop.run_in_executor(self._pool, self._drop)

    def _put(self, synced: Sequence[BaseException | None]) -> Failure | None:
        done: list[Staged] = []
        for effect, staged, unsynced in zip(self._effects, self.staged, synced, strict=True):
            try:
                if unsynced is not None:
                    raise unsynced
                self._root.put(staged.result())
                done.append(staged.result())
            except (Displaced, OSError) as error:
                for one in reversed(done):
                    with suppress(Displaced, OSError):
                        self._root.put_back(one)
                self._drop()
                found = error.found_digest if isinstance(error, Displaced) else b""
                reason = error.reason if isinstance(error, Displaced) else str(error.strerror)
                return Failure(effect.path, reason, found)
        for one in done:
            # The new bytes are in place; what cannot be cleared away is swept at the next start.
            with suppress(OSError):
                self._root.finish(one)
        return None

    def _drop(self) -> None:
        for staged in reversed(self.staged):
            if staged.exception() is None:
                with suppress(OSError):
                    self._root.drop(staged.result())
