"""From a decision to its reply: logged, its effects carried out, and what hinders them said."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Sequence

from ..schemas.facts import Edited, Entry, Refused, TornFound
from ..schemas.messages import Ask
from ..schemas.replies import AnyReply, Call, Refusal
from ..schemas.values import Content, RelPath
from .carrier import Carrier, Failure, Late, Outcome
from .core import decide
from .core import text as texts
from .core.asking import Asked, Decision
from .core.effects import Effect, Noted
from .core.frames import Record
from .disk.confine import folder_of
from .opened import Opened, Shared
from .progress import Progress
from .recorder import Recorder
from .service import NoWorkspace

LOG = logging.getLogger("editjournal.journal")


class Fulfilment:
    """Used under the turns of a call's files."""

    def __init__(
        self,
        opened: Opened,
        shared: Shared,
        recorder: Recorder,
        progress: Progress,
        *,
        proven: Callable[[RelPath, Noted | None], None],
        made: Callable[[Entry], None],
    ) -> None:
        """`proven` is called with each file that was put in place, `made` with the edit's entry."""
        self._proven = proven
        self._made = made
        self._opened = opened
        self._shared = shared
        self._recorder = recorder
        self._progress = progress

    async def conclude(self, ask: Ask, asked: Asked, decision: Decision) -> AnyReply:
        """Log a decision, carry out its effects, and return its reply. Raises NoWorkspace."""
        record = self._recorder.record(ask.session, decision.fact, decision.attachments, ask)
        if not isinstance(decision.fact, Edited):
            # What a failed call brought is kept for good before its caller is told so.
            keeps_call = isinstance(decision.fact, Refused) and bool(decision.fact.chip)
            await self._recorder.submit(record, sync=keeps_call)
            return decision.reply
        seq = record.entry.seq
        self._progress.begin(seq)
        try:
            outcome = await self._carry_out(record, decision.effects)
            reply = decision.reply
            if outcome.failure is not None:
                reply = await self._not_applied(ask, asked, seq, outcome.failure)
        except BaseException:
            self._progress.give_up()
            raise
        for path, noted in outcome.noted:
            self._proven(path, noted)
        if outcome.failure is None:
            self._made(record.entry)
        self._keep_late(seq, outcome.late)
        await self._progress.carried(seq, outcome.folders)
        return reply

    async def _carry_out(self, record: Record, effects: Sequence[Effect]) -> Outcome:
        self._opened.litter.note(folder_of(effect.path) for effect in effects)
        carrier = Carrier(
            self._opened.root, effects, self._shared.pool, loop=asyncio.get_running_loop()
        )
        try:
            await self._recorder.submit(record, sync=True, staged=carrier.staged)
        except NoWorkspace:
            await carrier.drop()
            raise
        return await carrier.put()

    async def _not_applied(self, ask: Ask, asked: Asked, edit: int, failure: Failure) -> Refusal:
        LOG.warning("edit %d was not applied: %s", edit, failure.reason)
        fact, request = decide.not_applied(
            asked,
            ask.request,
            edit,
            failure.reason,
            path=failure.path,
            found=failure.found,
        )
        record = self._recorder.record(0, fact, (request,), raw=ask.arguments)
        warnings = decide.pushed_out(asked)
        await self._recorder.submit(record, sync=True)
        shown = failure.path.decode("utf-8", "backslashreplace")
        return Refusal(
            seq=edit,
            warnings=warnings,
            code="not_applied",
            tool=decide.tool_of(ask.request),
            path=failure.path,
            values={"problem": failure.reason},
            next=(Call("be-read", {"file": shown}),),
            now_ns=time.time_ns(),
            chip=fact.chip,
        )

    def _keep_late(self, edit: int, late: Iterable[Late]) -> None:
        """Keep what somebody wrote to a file that an edit had just replaced."""
        for path, data in late:
            LOG.warning("edit %d replaced a file that somebody was still writing to", edit)
            if not self._recorder.failed:
                fact = TornFound(edit, path, Content(texts.sha256(data), len(data)))
                self._recorder.submit(self._recorder.record(0, fact, (data,)))
