"""How far edits have come on the disk, as HEAD tells a later recovery.

`applied`: the edits up to there are in place. An edit is answered for only when `applied` has
reached it. So what an answered edit's file holds after a crash is somebody's work, and recovery
leaves it alone; were an earlier edit still on its way, HEAD could not say that.

`settled`: and the names they changed are durable. Folders are synced some time after an edit, and
until then a power loss may bring the old file back, which recovery then replaces again.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable

from ..schemas.values import RelPath
from .log.segments import Log

LOG = logging.getLogger("editjournal.journal")
SETTLE_S = 1.0
"""So long after an edit the folders it changed are synced."""

SyncFolders = Callable[[set[RelPath]], asyncio.Future[None]]


class Progress:
    """Of one workspace. Used from one event loop; `sync_folders` raises OSError."""

    def __init__(self, log: Log, sync_folders: SyncFolders) -> None:
        self._log = log
        self._sync_folders = sync_folders
        self._loop = asyncio.get_running_loop()
        self._carrying: set[int] = set()
        """Edits that are in the log and not yet in place."""
        self._waiting: list[asyncio.Future[None]] = []
        """Told whenever `_carrying` has lost one."""
        self._given_up = False
        self._unsettled: set[RelPath] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._settling: asyncio.Task[None] | None = None

    def begin(self, edit: int) -> None:
        """An edit is about to be written to the log."""
        self._carrying.add(edit)

    async def carried(self, edit: int, folders: Iterable[RelPath]) -> None:
        """An edit is in place, or will never be; on return HEAD says so."""
        self._carrying.discard(edit)
        self._unsettled.update(folders)
        self._note()
        self._wake()
        self._settle_later()
        while not self._given_up and any(earlier < edit for earlier in self._carrying):
            turn: asyncio.Future[None] = self._loop.create_future()
            self._waiting.append(turn)
            await turn

    def give_up(self) -> None:
        """The log has failed: nobody is to wait for edits that will not end before a recovery."""
        self._given_up = True
        self._wake()

    def _wake(self) -> None:
        waiting, self._waiting = self._waiting, []
        for turn in waiting:
            if not turn.done():
                turn.set_result(None)

    def _note(self) -> None:
        applied = min(self._carrying, default=self._log.durable_seq + 1) - 1
        if applied > self._log.applied:
            self._log.note(applied=applied)
            self._write_head()

    def _write_head(self) -> None:
        try:
            self._log.write_head()
        except OSError as error:
            LOG.warning("HEAD could not be written: %s", error.strerror)

    # Settling

    def _settle_later(self) -> None:
        if self._timer is None and self._unsettled:
            self._timer = self._loop.call_later(SETTLE_S, self._begin_settling)

    def _begin_settling(self) -> None:
        self._timer = None
        if self._settling is None or self._settling.done():
            self._settling = self._loop.create_task(self._settle())
        else:
            self._settle_later()

    async def _settle(self) -> None:
        folders, self._unsettled = self._unsettled, set()
        applied = self._log.applied
        try:
            await self._sync_folders(folders)
        except OSError as error:
            self._unsettled |= folders  # with those of the next edit
            LOG.warning("folders could not be synced: %s", error.strerror)
            return
        self._log.note(settled=applied)
        self._write_head()

    async def close(self) -> None:
        """Settle what there is, once no edit is being carried any more."""
        if self._timer is not None:
            self._timer.cancel()
        if self._settling is not None:
            await self._settling
        await self._settle()
