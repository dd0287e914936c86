"""One open workspace: takes requests, decides, writes the log, carries out effects, replies.

What a call goes through, under the turns of its files: look at them; log what changed outside;
decide; apply the fact and hand it to the writer, nothing awaited in between; stage the new bytes
while the frame is on its way; put them in place when it is durable; reply.
"""

import asyncio
import functools
import logging
import os
import time
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from typing import Any

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
    Viewed,
)
from ..schemas.messages import Ask, Hello
from ..schemas.replies import AnyReply, Call, Refusal, StatusReply
from ..schemas.requests import History, Trail
from ..schemas.values import Kept, RelPath
from .checks import Checks
from .contents import Replies, fetch
from .core import decide, retelling, scoping
from .core.asking import Asked, Decision, RefusedError
from .core.effects import Seen
from .core.parses import NOTHING, Parse, Parsed
from .core.sessions import Session
from .core.shelf import Shelf
from .core.state import State
from .fulfilment import Fulfilment
from .inboxes import Begun, Inboxes
from .log.segments import Log, MissingEntry
from .looking import Lookout
from .opened import Opened, Shared
from .paging import Pages
from .progress import Progress
from .publishing import Publishing
from .recorder import Recorder
from .service import Feed, NoWorkspace
from .structures import Look, Structures
from .turns import names_of, seen_in_turn
from .watching.watch import Watch

LOG = logging.getLogger("editjournal.journal")


class _Again(Ask, frozen=True):
    """A kept call that is made again."""

    chip: str = ""
    """Which keeps it."""


class Journal:
    """One workspace, open. Used from one event loop; the pool does what may block."""

    def __init__(self, opened: Opened, shared: Shared) -> None:
        self._opened = opened
        self._shared = shared
        self._home = opened.home
        self._log = opened.log
        self._state = opened.state
        self._turns = shared.turns
        self._publishing = Publishing(opened.state)
        self._recorder = Recorder(
            opened.log,
            opened.state,
            opened.listing,
            applied=self._applied,
            written=self._written,
        )
        self._progress = Progress(opened.log, self._sync_folders)
        self._inboxes = Inboxes(opened.state)
        watch = Watch(opened.home.root, self._changed, shared.pool)
        self._lookout = Lookout(opened, shared, self._recorder, watch.proven)
        self._checks = Checks(watch, self._lookout, opened.state)
        self._fulfilment = Fulfilment(
            opened,
            shared,
            self._recorder,
            self._progress,
            proven=watch.proven,
            made=self._settled,
        )
        self._structures = Structures(shared.parser, opened.state, opened.structure)
        self._pages = Pages(opened, shared, self._fulfilment.conclude)
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
    def shelf(self) -> Shelf:
        """Which chips are on the list."""
        return self._opened.shelf

    @property
    def log(self) -> Log:
        return self._log

    @property
    def failed(self) -> bool:
        """Whether the log could not be written: the workspace is to be opened anew."""
        return bool(self._recorder.failed)

    @property
    def feed(self) -> Feed:
        """Whoever listens to the entries that are written, and to what they are news for."""
        return self._publishing.feed

    @feed.setter
    def feed(self, feed: Feed) -> None:
        self._publishing.feed = feed

    def _applied(self, entry: Entry) -> None:
        self._opened.shelf.apply(entry, self._state.chips)
        self._inboxes.applied(entry)
        self._checks.applied(entry)

    def _written(self, entry: Entry) -> None:
        """The log has an entry; an edit is settled only when it is in place, too."""
        with _logged("the feed"):
            self._publishing.written(entry)
        if not isinstance(entry.fact, Edited):
            self._settled(entry)

    def _settled(self, entry: Entry) -> None:
        with _logged("notices"):
            self._inboxes.settled(entry)
            self._publishing.settled(entry)

    def _changed(self, paths: frozenset[RelPath]) -> None:
        self._checks.changed(paths)

    # --- sessions -----------------------------------------------------------------------------

    async def open_session(self, hello: Hello) -> tuple[int, str]:
        """Open a session, or join the one meant if it is of the same folder. Raises NoWorkspace."""
        scope = await self._shared.run(scope_of, hello.root, self.root)
        # From here to the log nothing is awaited: another client may be coming, too.
        self._expect_open()
        sessions = self._state.sessions
        for known in (sessions.by_number.get(hello.resume), sessions.with_key(hello.key)):
            if known is not None and known.open and known.opened.scope == scope:
                self._checks.joined(known.number)
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
        self._checks.joined(number)
        return number, sessions.name(number)

    def acknowledge(self, session: int, told: int) -> None:
        """Take note of what has reached a session: the `told` of a reply."""
        self._inboxes.acknowledge(session, told)

    def left(self, session: int) -> None:
        """No client holds the session now; it may be joined again."""
        self._checks.left(session)

    async def close_session(self, session: int, reason: str) -> None:
        self._inboxes.forget(session)
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
        call = Begun(session.number, ask.id.lane, time.time_ns())
        self._inboxes.begin(call, ask.told)
        reply = await self._outcome(session, ask)
        if isinstance(reply, StatusReply):
            reply = msgspec.structs.replace(reply, watching=self._checks.standing)
        with _logged("notices"):
            reply = self._inboxes.told(reply, call, time.time_ns())
        return scoping.relative(reply, session.opened.scope)

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
            ahead = await self._ahead(ask, paths) if decide.parses_ahead(ask.request) else NOTHING
            # Calls of one name in the order they came; which files they are shows the look.
            async with self._turns.take(names_of(self.root, paths)):
                reply, look = await self._in_turn(ask, ahead)
            return reply if look is None else await self._structures.told(reply, look)
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
        fields: dict[str, Any] = {**msgspec.structs.asdict(ask), "request": request}
        return _Again(**fields, chip=decide.chip_recalled(ask.request))

    async def _ahead(self, ask: Ask, paths: tuple[RelPath, ...]) -> Mapping[Parse, Parsed]:
        """Parse what a question needs, so that nobody waits for it who wants the file's turn."""
        asked = self._asked(ask)
        seen = await self._shared.run(self._lookout.look, ask.request, paths, asked)
        wanted = decide.parses(asked, ask.request, seen)
        return await self._structures.parsed(wanted, seen, needed=True)

    async def _in_turn(
        self, ask: Ask, ahead: Mapping[Parse, Parsed]
    ) -> tuple[AnyReply, Look | None]:
        async def look() -> dict[RelPath, Seen]:
            # Anew each time: meanwhile a rollback may have come to mean other files.
            asked = self._asked(ask)
            paths = decide.places(asked, ask.request)
            return await self._shared.run(self._lookout.look, ask.request, paths, asked)

        async with seen_in_turn(self._turns, self.root, look) as seen:
            _expect_in_time(ask)
            return await self._under_turns(ask, seen, ahead)

    async def _under_turns(
        self, ask: Ask, seen: dict[RelPath, Seen], ahead: Mapping[Parse, Parsed]
    ) -> tuple[AnyReply, Look | None]:
        """See a call through; of an edit, with the look at what it does to brackets."""
        if isinstance(ask.request, History | Trail):
            return await self._pages.answer(ask, self._asked(ask), ask.request), None
        await self._lookout.observe(seen.values())
        entry = await self._entry(decide.entry_of(ask.request))
        parsed = await self._parsed(ask, seen, ahead)
        contents = await self._contents(ask, entry, parsed, seen)
        _expect_in_time(ask)
        # From here to the log nothing is awaited.
        asked = self._asked(ask, entry, parsed)
        decision = decide.decide(asked, ask.request, seen, contents)
        found = await self._concluded(ask, asked, decision)
        if not isinstance(decision.fact, Edited):
            self._lookout.keep_versions(seen.values())
        return found

    async def _parsed(
        self, ask: Ask, seen: dict[RelPath, Seen], ahead: Mapping[Parse, Parsed]
    ) -> Mapping[Parse, Parsed]:
        """Return what must be parsed for a call, `ahead` being there already."""
        wanted = decide.parses(self._asked(ask), ask.request, seen)
        if not wanted:
            return NOTHING
        left = [one for one in wanted if one not in ahead]
        needed = decide.needs_parse(ask.request)
        return {**ahead, **await self._structures.parsed(left, seen, needed=needed)}

    async def _concluded(
        self, ask: Ask, asked: Asked, decision: Decision
    ) -> tuple[AnyReply, Look | None]:
        """See a decision through; of an edit it is looked at meanwhile what it does to brackets."""
        if isinstance(decision.fact, Viewed) and self._is_agent(asked.session):
            self._structures.warm(RelPath(decision.fact.path))
        look = None
        with _logged("the look at brackets"):
            look = self._structures.look(decision)
        try:
            return await self._fulfilment.conclude(ask, asked, decision), look
        except BaseException:
            if look is not None:
                look.task.cancel()
            raise

    def _is_agent(self, session: int) -> bool:
        return self._state.sessions.by_number[session].opened.client == "mcp"

    async def _entry(self, seq: int) -> Entry | None:
        """Return an entry of the log; None: there is none that can be read."""
        if not 0 < seq <= self._state.seq:
            return None
        try:
            return await self._shared.run(self._log.entry, seq)
        except MissingEntry:
            return None

    async def _contents(
        self,
        ask: Ask,
        entry: Entry | None,
        parsed: Mapping[Parse, Parsed],
        seen: dict[RelPath, Seen],
    ) -> dict[Kept, bytes]:
        """Read what a request needs, and what it comes to need while that is read."""
        found: dict[Kept, bytes] = {}
        tried: set[Kept] = set()
        while wanted := decide.wants(self._asked(ask, entry, parsed), ask.request, seen) - tried:
            found |= await self._shared.run(fetch, self._log, wanted)
            tried |= wanted
        return found

    def _asked(
        self,
        ask: Ask,
        entry: Entry | None = None,
        parsed: Mapping[Parse, Parsed] = NOTHING,
    ) -> Asked:
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
            shelf=self._opened.shelf,
            again=ask.chip if isinstance(ask, _Again) else "",
            arguments_bytes=len(ask.arguments),
            entry=entry,
            parsed=parsed,
        )

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
        await self._checks.close()
        await self._shared.run(self._recorder.close)
        await self._progress.close()
        if not self.failed:
            self._opened.litter.clear()
        await self._shared.run(self._opened.release)


@contextmanager
def _logged(what: str) -> Generator[None]:
    """Keep an error in what only accompanies calls from them, and log it."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 - the call has been made
        LOG.error("%s failed: %s", what, type(error).__name__)  # noqa: TRY400 - no contents


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
