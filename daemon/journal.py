"""One open workspace: takes requests, decides, writes the log, carries out effects, replies.

What a call goes through, under the turns of its files: look at them; log what changed outside;
decide; apply the fact and hand it to the writer, nothing awaited in between; stage the new bytes
while the frame is on its way; put them in place when it is durable; reply.
"""

import asyncio
import concurrent.futures
import functools
import logging
import os
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

from ..schemas.facts import (
    AnyFact,
    Edited,
    Entry,
    Marked,
    NotApplied,
    Refused,
    RequestId,
    SessionClosed,
    SessionOpened,
    VersionKept,
    Viewed,
)
from ..schemas.messages import (
    AnyReply,
    Ask,
    Call,
    Hello,
    History,
    LogReply,
    Refusal,
    Shown,
    StatusReply,
    encode,
)
from ..schemas.values import BEFORE_JOURNAL, Content, RelPath
from .carrier import Carrier, Failure
from .confine import folder_of
from .contents import Recent, assemble, fetch
from .core import decide, queries, retelling
from .core import text as texts
from .core.asking import Asked, Decision, RefusedError
from .core.effects import Kind, Seen
from .core.files import File
from .core.frames import Record
from .core.sessions import Session
from .core.state import State
from .disk import Root
from .home import Home
from .segments import Log, MissingEntry
from .service import NoWorkspace
from .turns import Turns
from .writer import Writer

P = ParamSpec("P")
T = TypeVar("T")
LOG = logging.getLogger("editjournal.journal")
KEPT_BYTES_MAX = 16 << 20
"""A larger version is not kept for having been read; an edit of it still keeps it."""
REPLIES_MAX = 1_024
"""Replies remembered for requests that are repeated."""
SETTLE_S = 1.0
"""So long after an edit the folders it changed are synced."""


@dataclass(frozen=True)
class Shared:
    """What all workspaces of a daemon have in common."""

    turns: Turns
    recent: Recent
    pool: concurrent.futures.Executor


@dataclass(frozen=True)
class Opened:
    """A workspace's parts, replayed and recovered; `release` closes them and its lock."""

    home: Home
    log: Log
    state: State
    root: Root
    release: Callable[[], None]


class Journal:
    """One workspace, open. Used from one event loop; the pool does what may block."""

    def __init__(self, opened: Opened, shared: Shared) -> None:
        self.feed: Callable[[bytes], None] = lambda _: None
        self._home = opened.home
        self._log = opened.log
        self._state = opened.state
        self._root = opened.root
        self._release = opened.release
        self._turns = shared.turns
        self._recent = shared.recent
        self._pool = shared.pool
        self._loop = asyncio.get_running_loop()
        self._writer = Writer(opened.log, self._loop.call_soon_threadsafe)
        self._failed = ""
        self._running: dict[tuple[int, RequestId], asyncio.Task[AnyReply]] = {}
        self._replies: dict[tuple[int, RequestId], AnyReply] = {}
        self._carrying: set[int] = set()
        """Edits that are in the log and not yet in place."""
        self._unsettled: set[RelPath] = set()
        self._settling: asyncio.TimerHandle | None = None

    @property
    def id(self) -> str:
        return self._home.id

    @property
    def root(self) -> bytes:
        return self._home.root

    @property
    def seq(self) -> int:
        return self._state.seq

    @property
    def state(self) -> State:
        return self._state

    @property
    def log(self) -> Log:
        return self._log

    # --- sessions -----------------------------------------------------------------------------

    async def open_session(self, hello: Hello) -> tuple[int, str]:
        sessions = self._state.sessions
        known = sessions.by_number.get(hello.resume) or sessions.with_key(hello.key)
        if known is not None and known.open:
            return known.number, known.name
        agent = one_line(hello.agent)
        number = max(sessions.by_number, default=0) + 1
        scope = await self._off_loop(scope_of, hello.root, self.root)
        fact = SessionOpened(
            agent=agent,
            ordinal=sessions.next_ordinal(agent),
            version=one_line(hello.agent_version),
            client=one_line(hello.client),
            key=hello.key,
            scope=scope,
        )
        await self._write(number, fact)
        return number, sessions.name(number)

    async def close_session(self, session: int, reason: str) -> None:
        known = self._state.sessions.by_number.get(session)
        if known is not None and known.open:
            await self._write(session, SessionClosed(reason))

    # --- requests -----------------------------------------------------------------------------

    async def ask(self, ask: Ask) -> AnyReply:
        """Answer a request, once however often it is asked. Raises NoWorkspace."""
        session = self._state.sessions.by_number.get(ask.session)
        if session is None:
            raise NoWorkspace(
                "unknown_session", f"session {ask.session} is not known here", "say hello again"
            )
        key = (ask.session, ask.id)
        if key in self._running:
            return await asyncio.shield(self._running[key])
        if key in self._replies:
            return self._replies[key]
        retold = await self._retold(session, ask.id)
        if retold is not None:
            return retold
        if session.is_past(ask.id):
            calls = (Call("be-trx", {"action": "status"}),)
            return Refusal(code="too_old", verdict="ERROR", next=calls)
        task = self._running[key] = self._loop.create_task(self._answer(ask))
        task.add_done_callback(lambda _: self._running.pop(key, None))
        return await asyncio.shield(task)

    async def _retold(self, session: Session, request: RequestId) -> AnyReply | None:
        """Answer a repeated request from its entry; what only asked is to be asked again."""
        outcome = session.outcome(request)
        if outcome is None:
            return None
        entry = await self._off_loop(self._log.entry, outcome)
        if not isinstance(entry.fact, Edited | Refused | Marked):
            return None
        return retelling.reply(self._state, entry)

    async def _answer(self, ask: Ask) -> AnyReply:
        reply = await self._run(ask)
        if not isinstance(reply, Shown | StatusReply | LogReply):
            self._replies[ask.session, ask.id] = reply
            if len(self._replies) > REPLIES_MAX:
                self._replies.pop(next(iter(self._replies)))
        return reply

    async def _run(self, ask: Ask) -> AnyReply:
        """Take the turns of the request's files, and see it through under them."""
        try:
            paths = decide.places(self._asked(ask), ask.request)
            keys = await self._off_loop(self._keys, paths)
            while True:
                async with self._turns.take(keys):
                    # Meanwhile a rollback may have come to mean other files.
                    paths = decide.places(self._asked(ask), ask.request)
                    seen = await self._off_loop(self._look, paths, self._asked(ask))
                    needed = {one.key for one in seen.values()}
                    if needed <= keys:
                        return await self._under_turns(ask, seen)
                keys = needed
        except RefusedError as refused:
            return await self._conclude(ask, refused.decision)

    async def _under_turns(self, ask: Ask, seen: dict[RelPath, Seen]) -> AnyReply:
        if isinstance(ask.request, History):
            return await self._history(ask, ask.request)
        for one in {one.real: one for one in seen.values()}.values():
            await self._observe(one)
        wanted = decide.wants(self._asked(ask), ask.request, seen)
        contents = await self._off_loop(fetch, self._log, wanted) if wanted else {}
        # From here to the log nothing is awaited.
        decision = decide.decide(self._asked(ask), ask.request, seen, contents)
        reply = await self._conclude(ask, decision)
        if isinstance(decision.fact, Viewed):
            self._keep_version(decision.fact, seen)
        return reply

    def _asked(self, ask: Ask) -> Asked:
        scope = self._state.sessions.by_number[ask.session].opened.scope
        root = self.root + b"/" + scope if scope else self.root
        cwd = ask.cwd if ask.cwd != b"/" else root
        random = os.urandom(8)
        return Asked(self._state, ask.session, time.time_ns(), self.root, cwd, random, scope)

    def _keys(self, paths: Iterable[RelPath]) -> set[tuple[int, int, bytes]]:
        return {self._root.look(path, data=False).key for path in paths}

    def _look(self, paths: Iterable[RelPath], asked: Asked) -> dict[RelPath, Seen]:
        found = {path: self._root.look(path) for path in paths}
        return {path: asked.confined(seen) for path, seen in found.items()}

    async def _observe(self, seen: Seen) -> None:
        """Log that a known file is not as the log has it, if so."""
        self._recent.put(seen.digest, seen.data)
        file = self._state.files.get(seen.real)
        if file is None or seen.kind not in (Kind.FILE, Kind.ABSENT) or file.digest == seen.digest:
            return
        before = b"" if file.version is None else self._recent.get(file.digest)
        if before is None:
            before = await self._off_loop(self._assemble, file)
        found = await self._off_loop(decide.observe, file, seen, before)
        if found is not None:
            fact, attachments = found
            self._submit(self._record(0, fact, attachments))

    def _assemble(self, file: File) -> bytes | None:
        return assemble(self._log, file, file.history.runs(0, file.history.lines))

    async def _conclude(self, ask: Ask, decision: Decision) -> AnyReply:
        """Log a decision, carry out its effects, and return its reply. Raises NoWorkspace."""
        record = self._record(ask.session, decision.fact, decision.attachments, ask)
        if not isinstance(decision.fact, Edited):
            await self._submit(record)
            return decision.reply
        seq = record.entry.seq
        self._carrying.add(seq)
        carrier = Carrier(self._root, decision.effects, self._pool, loop=self._loop)
        try:
            await self._submit(record, carrier)
        except NoWorkspace:
            await carrier.drop()
            raise
        failure = await carrier.put()
        if failure is not None:
            return await self._not_applied(ask, decision.fact, seq, failure)
        self._carried(seq, decision.fact)
        return decision.reply

    async def _not_applied(self, ask: Ask, edited: Edited, seq: int, failure: Failure) -> AnyReply:
        await self._write(0, NotApplied(seq, failure.path, failure.reason, failure.found))
        self._carried(seq, edited)
        LOG.warning("edit %d was not applied: %s", seq, failure.reason)
        shown = failure.path.decode("utf-8", "backslashreplace")
        return Refusal(
            seq=seq,
            code="not_applied",
            tool=decide.tool_of(ask.request),
            path=failure.path,
            values={"problem": failure.reason},
            next=(Call("be-read", {"file": shown}),),
            now_ns=time.time_ns(),
        )

    def _carried(self, seq: int, edited: Edited) -> None:
        """An edit is in place, or will never be: recovery need not look at it."""
        self._carrying.discard(seq)
        applied = min(self._carrying, default=self._log.durable_seq + 1) - 1
        self._log.note(applied=max(applied, self._log.applied))
        self._log.write_head()
        for change in edited.changes:
            self._unsettled.add(folder_of(RelPath(change.path)))
        if self._settling is None:
            self._settling = self._loop.call_later(
                SETTLE_S, lambda: self._loop.create_task(self._settle())
            )

    async def _settle(self) -> None:
        """Sync the folders in which names changed, so that a restart need not redo them."""
        self._settling = None
        folders, self._unsettled = self._unsettled, set()
        applied = self._log.applied
        try:
            await self._off_loop(self._root.sync_folders, folders)
        except OSError as error:
            LOG.warning("folders could not be synced: %s", error.strerror)
            return
        self._log.note(settled=applied)
        self._log.write_head()

    def _keep_version(self, viewed: Viewed, seen: dict[RelPath, Seen]) -> None:
        """Keep the whole of a viewed version, so that a later change can be told from it."""
        file = self._state.files.by_path[RelPath(viewed.path)]
        if BEFORE_JOURNAL in file.kept or file.history.steps or file.first is None:
            return
        data = next(one.data for one in seen.values() if one.real == viewed.path)
        if not data or len(data) > KEPT_BYTES_MAX or self._failed:
            return
        fact = VersionKept(viewed.path, viewed.version, Content(viewed.version.digest, len(data)))
        self._submit(self._record(0, fact, (data,)))

    async def _history(self, ask: Ask, request: History) -> LogReply:
        asked = self._asked(ask)
        path = decide.path_asked(asked, request)
        found = await self._off_loop(self._entries, path, request)
        items = tuple(queries.item(self._state, entry) for entry in found[: request.limit])
        more = len(found) > request.limit
        decision = decide.decide(asked, request, {}, {})
        reply = await self._conclude(ask, decision)
        return LogReply(seq=reply.seq, items=items, more=more)

    def _entries(self, path: bytes, request: History) -> list[Entry]:
        """Read entries newest first, one more than asked for."""
        found: list[Entry] = []
        newest = min(self._log.last_seq, (request.before or self._log.last_seq + 1) - 1)
        for seq in range(newest, 0, -1):
            try:
                entry = self._log.entry(seq)
            except MissingEntry:
                continue
            if queries.concerns(entry, path, request.session):
                found.append(entry)
            if len(found) > request.limit:
                break
        return found

    # --- the log ------------------------------------------------------------------------------

    def _record(
        self, session: int, fact: AnyFact, attachments: Sequence[bytes] = (), ask: Ask | None = None
    ) -> Record:
        """Give a fact its place in the log and apply it to the state."""
        arguments = None
        if ask is not None and ask.arguments:
            arguments = Content(texts.sha256(ask.arguments), len(ask.arguments))
            attachments = (*attachments, ask.arguments)
        entry = Entry(
            self._state.seq + 1,
            time.time_ns(),
            session,
            fact,
            ask.id if ask else None,
            arguments,
        )
        self._state.apply(entry)
        return Record(entry, tuple(attachments))

    def _submit(self, record: Record, carrier: Carrier | None = None) -> asyncio.Future[None]:
        """Hand a record to the writer; the answer is done when it is written, or durable.

        Raises NoWorkspace, by the answer, where the log could not be written.
        """
        written: asyncio.Future[None] = self._loop.create_future()

        def done(error: BaseException | None) -> None:
            if error is None:
                self.feed(encode(record.entry))
                if not written.done():
                    written.set_result(None)
                return
            self._failed = self._failed or str(error)
            LOG.error("the log could not be written: %s", error)
            if not written.done():
                written.set_exception(_log_failed(self._failed))
            written.exception()

        self._writer.submit(
            [record],
            sync=carrier is not None or isinstance(record.entry.fact, NotApplied),
            staged=carrier.staged if carrier else (),
            done=done,
        )
        return written

    async def _write(self, session: int, fact: AnyFact) -> None:
        await self._submit(self._record(session, fact))

    async def _off_loop(self, call: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        return await self._loop.run_in_executor(
            self._pool, functools.partial(call, *arguments, **named)
        )

    async def close(self) -> None:
        """Finish running calls, sync everything, and let go of the files."""
        if self._running:
            await asyncio.gather(*self._running.values(), return_exceptions=True)
        if self._settling is not None:
            self._settling.cancel()
        await self._settle()
        await self._off_loop(self._writer.close)
        await self._off_loop(self._release)


def scope_of(folder: bytes, root: bytes) -> bytes:
    """Return a folder relative to the root it lies in, "" for the root itself."""
    relative = os.path.relpath(os.path.realpath(folder), root)
    return b"" if relative == b"." else relative


def one_line(name: str) -> str:
    """Return a name from outside as one short line without control characters."""
    return "".join(one for one in name if one.isprintable())[:60]


def _log_failed(reason: str) -> NoWorkspace:
    return NoWorkspace(
        "log_failed",
        f"the log could not be written: {reason}; nothing was changed",
        "make room on the disk of the state folder, then: editjournal daemon restart",
    )
