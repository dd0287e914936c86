"""One open workspace: takes requests, decides, writes the log, carries out effects, replies.

What a call goes through, under the turns of its files: look at them; log what changed outside;
decide; apply the fact and hand it to the writer, nothing awaited in between; stage the new bytes
while the frame is on its way; put them in place when it is durable; reply.
"""

import asyncio
import functools
import os
import time
from collections.abc import Callable, Iterable
from itertools import islice

import msgspec

from ..schemas.facts import (
    Edited,
    Entry,
    Marked,
    Previewed,
    Refused,
    RequestId,
    SessionClosed,
    SessionOpened,
)
from ..schemas.messages import Ask, Hello
from ..schemas.replies import AnyReply, Call, LogReply, Refusal
from ..schemas.requests import History
from ..schemas.values import RelPath
from .contents import Replies, fetch
from .core import decide, queries, retelling, scoping
from .core.asking import Asked, RefusedError
from .core.effects import Seen
from .core.sessions import Session
from .core.state import State
from .fulfilment import Fulfilment
from .log.segments import Log, MissingEntry
from .looking import Lookout
from .opened import Opened, Shared
from .progress import Progress
from .recorder import Recorder
from .service import NoWorkspace
from .turns import keys_of, names_of

LISTED_MAX = 1_000
"""Entries in one listing."""


class Journal:
    """One workspace, open. Used from one event loop; the pool does what may block."""

    def __init__(self, opened: Opened, shared: Shared) -> None:
        self._opened = opened
        self._shared = shared
        self._home = opened.home
        self._log = opened.log
        self._state = opened.state
        self._turns = shared.turns
        self._recorder = Recorder(opened.log, opened.state, opened.listing)
        self._progress = Progress(opened.log, self._sync_folders)
        self._lookout = Lookout(opened, shared, self._recorder)
        self._fulfilment = Fulfilment(opened, shared, self._recorder, self._progress)
        self._running: dict[tuple[int, RequestId], asyncio.Task[AnyReply]] = {}
        self._replies = Replies()
        self._closing = False

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

    @property
    def failed(self) -> bool:
        """Whether the log could not be written: the workspace is to be opened anew."""
        return bool(self._recorder.failed)

    @property
    def feed(self) -> Callable[[bytes], None]:
        """Called with the msgpack of each entry once it is written."""
        return self._recorder.feed

    @feed.setter
    def feed(self, feed: Callable[[bytes], None]) -> None:
        self._recorder.feed = feed

    # --- sessions -----------------------------------------------------------------------------

    async def open_session(self, hello: Hello) -> tuple[int, str]:
        """Open a session, or join the one meant if it is of the same folder. Raises NoWorkspace."""
        scope = await self._shared.run(scope_of, hello.root, self.root)
        # From here to the log nothing is awaited: another client may be coming, too.
        self._expect_open()
        sessions = self._state.sessions
        for known in (sessions.by_number.get(hello.resume), sessions.with_key(hello.key)):
            if known is not None and known.open and known.opened.scope == scope:
                return known.number, known.name
        agent = one_line(hello.agent)
        number = max(sessions.by_number, default=0) + 1
        fact = SessionOpened(
            agent=agent,
            ordinal=sessions.next_ordinal(agent),
            version=one_line(hello.agent_version),
            client=one_line(hello.client),
            key=hello.key,
            scope=scope,
            named=hello.root,
            umask=hello.umask,
        )
        await self._recorder.write(number, fact)
        return number, sessions.name(number)

    async def close_session(self, session: int, reason: str) -> None:
        known = self._state.sessions.by_number.get(session)
        if known is not None and known.open and not self._closing:
            await self._recorder.write(session, SessionClosed(reason))

    # --- requests -----------------------------------------------------------------------------

    async def ask(self, ask: Ask) -> AnyReply:
        """Answer a request, once however often it is asked. Raises NoWorkspace.

        A call that has begun is seen through, though nobody may wait for it any more.
        """
        self._expect_open()
        self._recorder.expect_usable()
        session = self._state.sessions.by_number.get(ask.session)
        if session is None:
            raise NoWorkspace(
                "unknown_session", f"session {ask.session} is not known here", "say hello again"
            )
        key = (ask.session, ask.id)
        reply = self._replies.get(key)
        if reply is not None:
            return reply
        task = self._running.get(key)
        if task is None:
            task = self._running[key] = asyncio.get_running_loop().create_task(
                self._answer(session, ask)
            )
            task.add_done_callback(functools.partial(self._ended, key))
        return await asyncio.shield(task)

    def _ended(self, key: tuple[int, RequestId], task: asyncio.Task[AnyReply]) -> None:
        del self._running[key]
        if not task.cancelled() and task.exception() is None:  # asking for it marks it as seen
            self._replies.put(key, task.result())

    async def _answer(self, session: Session, ask: Ask) -> AnyReply:
        return scoping.relative(await self._outcome(session, ask), session.opened.scope)

    async def _outcome(self, session: Session, ask: Ask) -> AnyReply:
        retold = await self._retold(session, ask.id)
        if retold is not None:
            return retold
        if session.is_past(ask.id):
            calls = (Call("be-trx", {"action": "status"}),)
            return Refusal(code="too_old", verdict="ERROR", next=calls)
        return await self._run(ask)

    async def _retold(self, session: Session, request: RequestId) -> AnyReply | None:
        """Answer a repeated request from its entry; what only asked is to be asked again."""
        outcome = session.outcome(request)
        if outcome is None:
            return None
        entry = await self._shared.run(self._log.entry, outcome)
        if not isinstance(entry.fact, Edited | Previewed | Refused | Marked):
            return None
        return retelling.reply(self._state, entry)

    async def _run(self, ask: Ask) -> AnyReply:
        """Take the turns of the request's files, and see it through under them."""
        try:
            ask = await self._recalled(ask)
            paths = decide.places(self._asked(ask), ask.request)
            # Calls of one name in the order they came; which files they are shows the look.
            async with self._turns.take(names_of(self.root, paths)):
                return await self._in_turn(ask, paths)
        except RefusedError as error:
            asked = self._asked(ask)
            return await self._fulfilment.conclude(
                ask, asked, decide.refused(asked, ask.request, error)
            )

    async def _recalled(self, ask: Ask) -> Ask:
        """Return the call that is meant: a kept one is to be made again. Raises RefusedError."""
        kept = decide.recalls(self._asked(ask), ask.request)
        if kept is None:
            return ask
        found = await self._shared.run(fetch, self._log, {kept})
        request = decide.recalled(self._asked(ask), ask.request, found.get(kept))
        return msgspec.structs.replace(ask, request=request)

    async def _in_turn(self, ask: Ask, paths: tuple[RelPath, ...]) -> AnyReply:
        changes = self._turns.changes
        seen = await self._shared.run(self._lookout.look, ask.request, paths, self._asked(ask))
        while True:
            keys = keys_of(self.root, seen.values())
            # If nobody had a turn meanwhile, this look is as good as one under the turns.
            is_current = self._turns.changes == changes and self._turns.free(keys)
            async with self._turns.take(keys):
                _expect_in_time(ask)
                # Meanwhile a rollback may have come to mean other files.
                now = decide.places(self._asked(ask), ask.request)
                if not is_current or now != paths:
                    paths, changes = now, -1
                    seen = await self._shared.run(
                        self._lookout.look, ask.request, paths, self._asked(ask)
                    )
                if keys_of(self.root, seen.values()) <= keys:
                    return await self._under_turns(ask, seen)

    async def _under_turns(self, ask: Ask, seen: dict[RelPath, Seen]) -> AnyReply:
        if isinstance(ask.request, History):
            return await self._history(ask, ask.request)
        for one in {one.real: one for one in seen.values()}.values():
            await self._lookout.observe(one)
        wanted = decide.wants(self._asked(ask), ask.request, seen)
        contents = await self._shared.run(fetch, self._log, wanted) if wanted else {}
        # From here to the log nothing is awaited.
        asked = self._asked(ask)
        decision = decide.decide(asked, ask.request, seen, contents)
        reply = await self._fulfilment.conclude(ask, asked, decision)
        if not isinstance(decision.fact, Edited):
            self._lookout.keep_versions(seen.values())
        return reply

    def _asked(self, ask: Ask) -> Asked:
        opened = self._state.sessions.by_number[ask.session].opened
        return Asked(
            state=self._state,
            session=ask.session,
            now_ns=time.time_ns(),
            root=self.root,
            cwd=ask.cwd,
            random=os.urandom(8),
            scope=opened.scope,
            named=opened.named,
            umask=opened.umask,
        )

    async def _history(self, ask: Ask, request: History) -> LogReply:
        asked = self._asked(ask)
        path = decide.path_asked(asked, request)
        limit = max(0, min(request.limit, LISTED_MAX))
        before = request.before or self._state.seq + 1
        seqs = list(islice(self._opened.listing.newest(path, request.session, before), limit + 1))
        entries = await self._shared.run(self._entries, seqs[:limit])
        found = [entry for entry in entries if queries.is_within(entry, asked.scope)]
        items = tuple(queries.item(self._state, entry) for entry in found)
        reply = await self._fulfilment.conclude(ask, asked, decide.decide(asked, request, {}, {}))
        return LogReply(seq=reply.seq, items=items, more=len(seqs) > limit)

    def _entries(self, seqs: Iterable[int]) -> list[Entry]:
        """Read entries; those that are not written yet, or cannot be read, are left out."""
        found: list[Entry] = []
        for seq in seqs:
            try:
                found.append(self._log.entry(seq))
            except MissingEntry:
                continue
        return found

    def _sync_folders(self, folders: Iterable[RelPath]) -> asyncio.Future[None]:
        loop, pool = asyncio.get_running_loop(), self._shared.pool
        return loop.run_in_executor(pool, self._opened.root.sync_folders, folders)

    def _expect_open(self) -> None:
        if self._closing:
            raise NoWorkspace("unknown_session", "the workspace has been closed", "say hello again")

    async def close(self) -> None:
        """Finish running calls, sync everything, and let go of the files."""
        self._closing = True
        while self._running:
            await asyncio.wait(self._running.values())
            await asyncio.sleep(0)  # they are taken off the list after that
        await self._shared.run(self._recorder.close)
        await self._progress.close()
        if not self.failed:
            self._opened.litter.clear()
        await self._shared.run(self._opened.release)


def _expect_in_time(ask: Ask) -> None:
    """Raise NoWorkspace for a call whose caller has given up on it while it waited."""
    if ask.expires_ns and time.monotonic_ns() > ask.expires_ns:
        raise NoWorkspace(
            "expired",
            "the call's time was over before its turn came; nothing was changed",
            "repeat the call",
        )


def scope_of(folder: bytes, root: bytes) -> bytes:
    """Return a folder relative to the root it lies in, "" for the root itself."""
    relative = os.path.relpath(os.path.realpath(folder), root)
    return b"" if relative == b"." else relative


def one_line(name: str) -> str:
    """Return a name from outside as one short line without control characters."""
    return "".join(one for one in name if one.isprintable())[:60]
