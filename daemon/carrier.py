"""Carrying out one edit's effects on files: all, or none.

The new bytes are staged and synced in threads while the log's frame is on its way; once both are
durable the files are put in place. If one of them cannot be, those already put get their old
bytes back.
"""

import asyncio
import concurrent.futures
import logging
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from ..schemas.values import RelPath
from .core.effects import Effect, Noted
from .disk.root import Root
from .disk.staged import Displaced, Staged

LOG = logging.getLogger("editjournal.journal")


class Late(NamedTuple):
    """What somebody wrote to the old file after a new one had taken its name: nowhere else now."""

    path: RelPath
    data: bytes


class Failure(NamedTuple):
    """Why an edit did not reach the disk; the files are as they were."""

    path: RelPath
    reason: str
    found: bytes
    """Digest of what is there instead; empty where nothing is."""


class Outcome(NamedTuple):
    """What became of an edit."""

    failure: Failure | None
    folders: frozenset[RelPath]
    """In which names were changed."""
    late: tuple[Late, ...] = ()
    noted: tuple[tuple[RelPath, Noted], ...] = ()
    """New files as they are in place, where nobody has written to them since."""


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
        except BaseException as error:  # whatever it is: the log's writer waits for this
            staged.set_exception(error)
            raise
        self._root.sync(staged.result())

    async def put(self) -> Outcome:
        """Put every file in place, or none; to be called when the log's frame is durable."""
        synced = await asyncio.gather(*self._synced, return_exceptions=True)
        return await self._loop.run_in_executor(self._pool, self._put, synced)

    async def drop(self) -> None:
        """Clear away what was staged: the log could not be written."""
        await asyncio.gather(*self._synced, return_exceptions=True)
        await self._loop.run_in_executor(self._pool, self._drop)

    def _put(self, synced: Sequence[BaseException | None]) -> Outcome:
        folders = frozenset(folder for staged in self._all_staged() for folder in staged.folders)
        done: list[Staged] = []
        for effect, staged, unsynced in zip(self._effects, self.staged, synced, strict=True):
            error = unsynced or self._put_one(staged)
            if error is not None:
                self._take_back(done)
                return Outcome(_failure(effect, error), folders)
            done.append(staged.result())
        noted = tuple(self._noted(done))
        return Outcome(None, folders, tuple(self._finish(done)), noted)

    def _put_one(self, staged: concurrent.futures.Future[Staged]) -> BaseException | None:
        try:
            self._root.put(staged.result())
        except Exception as error:  # noqa: BLE001 - all or none, whatever it is
            return error
        return None

    def _take_back(self, done: list[Staged]) -> None:
        for one in reversed(done):
            with suppress(Displaced, OSError):
                self._root.put_back(one)
        self._drop()

    def _noted(self, done: list[Staged]) -> Iterator[tuple[RelPath, Noted]]:
        for one in done:
            with suppress(OSError):
                noted = one.noted()
                if noted is not None:
                    yield one.effect.path, noted

    def _finish(self, done: list[Staged]) -> Iterator[Late]:
        for one in done:
            # The new bytes are in place; what cannot be cleared away is swept at the next start.
            with suppress(OSError):
                late = self._root.finish(one)
                if late is not None:
                    yield Late(one.effect.path, late)

    def _drop(self) -> None:
        for staged in reversed(list(self._all_staged())):
            with suppress(OSError):
                self._root.drop(staged)

    def _all_staged(self) -> Iterator[Staged]:
        return (one.result() for one in self.staged if one.exception() is None)


def _failure(effect: Effect, error: BaseException) -> Failure:
    if isinstance(error, Displaced):
        return Failure(effect.path, error.reason, error.found_digest)
    if isinstance(error, OSError):
        return Failure(effect.path, error.strerror or str(error), b"")
    LOG.error("an edit could not be put in place: %s", type(error).__name__)
    return Failure(effect.path, f"the daemon failed on it: {type(error).__name__}", b"")
