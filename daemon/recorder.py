"""The one way into a workspace's log and state: a fact gets its place, and is written.

The state takes a fact in at once; that it is written is told later. Should the log fail, the state
is ahead of it: nothing more is taken then, and the workspace has to be opened anew.
"""

import asyncio
import concurrent.futures
import logging
import time
from collections.abc import Callable, Sequence
from typing import Any

from ..schemas.facts import AnyFact, Entry
from ..schemas.messages import Ask
from ..schemas.values import Content
from .core import text as texts
from .core.frames import Record
from .core.state import State
from .listing import Listing
from .log.segments import Log
from .log.writer import Writer
from .service import NoWorkspace

LOG = logging.getLogger("editjournal.journal")


class Recorder:
    """Used from one event loop. Nothing may be awaited between `record` and its `submit`."""

    def __init__(
        self,
        log: Log,
        state: State,
        listing: Listing,
        *,
        applied: Callable[[Entry], None],
        written: Callable[[Entry], None],
    ) -> None:
        """`applied` is called when the state has taken an entry in, `written` when the log has."""
        self.failed = ""
        """Why the log could not be written; empty while it can."""
        self._state = state
        self._listing = listing
        self._applied = applied
        self._written = written
        self._loop = asyncio.get_running_loop()
        self._writer = Writer(log, self._loop.call_soon_threadsafe)

    def record(
        self,
        session: int,
        fact: AnyFact,
        attachments: Sequence[bytes] = (),
        ask: Ask | None = None,
        *,
        raw: bytes = b"",
    ) -> Record:
        """Give a fact its place in the log and apply it to the state. Raises NoWorkspace.

        `ask` is the call that it answers. `raw` are the arguments of a call that it is only about.
        """
        self.expect_usable()
        arguments = None
        raw = ask.arguments if ask is not None else raw
        if raw:
            arguments = Content(texts.sha256(raw), len(raw))
            attachments = (*attachments, raw)
        request = ask.id if ask else None
        entry = Entry(self._state.seq + 1, time.time_ns(), session, fact, request, arguments)
        self._state.apply(entry)
        self._listing.add(entry)
        self._applied(entry)
        return Record(entry, tuple(attachments))

    def submit(
        self,
        record: Record,
        *,
        sync: bool = False,
        staged: Sequence[concurrent.futures.Future[Any]] = (),
    ) -> asyncio.Future[None]:
        """Hand a record to the writer; the answer is done when it is written, or durable.

        Raises NoWorkspace, by the answer, where the log could not be written.
        """
        written: asyncio.Future[None] = self._loop.create_future()

        def done(error: BaseException | None) -> None:
            if error is not None:
                self._fail(error)
                if not written.done():
                    written.set_exception(self._trouble())
                    written.exception()  # nobody need wait for it
                return
            if not written.done():
                written.set_result(None)
            self._written(record.entry)

        self._writer.submit([record], sync=sync, staged=staged, done=done)
        return written

    async def write(self, session: int, fact: AnyFact, *, sync: bool = False) -> None:
        """Record a fact without contents; it is written on return. Raises NoWorkspace."""
        await self.submit(self.record(session, fact), sync=sync)

    def expect_usable(self) -> None:
        """Raise NoWorkspace where the log could not be written."""
        if self.failed:
            raise self._trouble()

    def close(self) -> None:
        """Write all that was submitted. Nothing may be submitted after."""
        self._writer.close()

    def _fail(self, error: BaseException) -> None:
        if not self.failed:
            self.failed = str(error)
            LOG.error("the log could not be written: %s", error)

    def _trouble(self) -> NoWorkspace:
        return NoWorkspace(
            "log_failed",
            f"the log could not be written: {self.failed}; no file was changed by this call",
            "make room on the disk of the state folder, then: editjournal daemon restart; "
            "be-trx status then tells whether the call counts",
        )
