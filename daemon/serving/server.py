"""The daemon's dispatch: takes clients' messages, hands them to the workspaces, sends answers.

Every message is answered, or the log says why it could not be. What is in work is bounded in
number and bytes; over the bounds a call is answered "busy" at once instead of lying in a queue.
"""

import asyncio
import logging
import os
import time
from collections.abc import Coroutine

import msgspec
import zmq
from msgspec import Struct

from ...schemas.messages import (
    MESSAGE_BYTES_MAX,
    PROTOCOL,
    Answer,
    Ask,
    Bye,
    Hello,
    Pong,
    Trouble,
    Welcome,
    encode,
)
from ...schemas.places import Places
from ...schemas.version import BUILD
from ..service import Workspace, Workspaces
from . import troubles
from .logfile import without_contents
from .members import Member, Members, Session
from .wire import Channel, Peer, Wire

LOG = logging.getLogger("editjournal.server")
_ASK = msgspec.msgpack.Decoder(Ask)
_BYE = msgspec.msgpack.Decoder(Bye)
_HELLO = msgspec.msgpack.Decoder(Hello)
_END = (asyncio.CancelledError, KeyboardInterrupt, SystemExit)


class Bounds(Struct, frozen=True):
    """How much the server takes on, and how long it waits."""

    message_bytes_max: int = MESSAGE_BYTES_MAX
    running_max: int = 1024
    running_per_session_max: int = 64
    running_bytes_max: int = 512 << 20
    """Bodies of all running calls together."""
    idle_s: float = 300.0
    """Without a client for so long, the server ends; 0: never."""
    check_s: float = 5.0
    """Between two looks whether the socket's path is still ours."""
    undelivered_s: float = 30.0
    """An answer that its client does not take for so long is dropped, and that is logged."""
    finish_s: float = 30.0
    """Calls that run longer after a stop are left behind, and that is logged."""


class Server:
    """Serves one runtime folder, whose locks the caller holds. Used from one event loop."""

    def __init__(
        self, workspaces: Workspaces, places: Places, bounds: Bounds | None = None
    ) -> None:
        self.left_behind = False
        """Whether `serve` ended with calls still running."""
        self._workspaces = workspaces
        self._bounds = bounds or Bounds()
        self._wire = Wire(places, self._take)
        self._members = Members(self._session_left, self._mind_idleness)
        self._doors: dict[str, asyncio.Lock] = {}
        """By workspace: a session is entered or ended, never both at once."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._running_bytes = 0
        self._stoppers: list[bytes] = []
        self._stop_wanted = asyncio.Event()
        self._idle_timer: asyncio.TimerHandle | None = None
        self._started_ns = time.time_ns()

    def bind(self) -> None:
        """Bind the sockets. Raises zmq.ZMQError."""
        self._wire.bind(self._bounds.message_bytes_max)

    def close(self) -> None:
        """Close the sockets of a server that is not to serve."""
        self._wire.close()

    def stop(self) -> None:
        """Take no more calls and let `serve` finish."""
        self._stop_wanted.set()

    async def serve(self) -> None:
        """Answer until stopped, idle, or robbed of the socket; then finish.

        On return every running call has been answered, the workspaces are closed, and the sockets
        are gone.
        """
        self._wire.open()
        self._mind_idleness()
        check = asyncio.get_running_loop().create_task(self._check_socket())
        try:
            await self._stop_wanted.wait()
            await self._finish()
        finally:
            check.cancel()
            self._wire.close()

    # --- messages -----------------------------------------------------------------------------

    def _take(self, peer: Peer, frames: list[zmq.Frame]) -> None:
        if peer.uid != os.geteuid():
            LOG.warning("refused a message of uid %d", peer.uid)
            self._refuse(peer, troubles.OTHER_USER)
            return
        if len(frames) != 2:
            self._refuse(peer, troubles.malformed(f"{len(frames)} frames instead of 2"))
            return
        body = frames[1].buffer
        match frames[0].bytes:
            case b"ask":
                self._take_ask(peer, body)
            case b"hello":
                self._take_hello(peer, body)
            case b"bye":
                self._take_bye(peer, body)
            case b"ping":
                self._wire.post(peer.identity, b"pong", encode(self._pong()))
            case b"stop":
                self._stoppers.append(peer.identity)
                self.stop()
            case _:
                self._refuse(peer, troubles.malformed("an unknown kind of message"))

    def _take_hello(self, peer: Peer, body: memoryview) -> None:
        if (trouble := troubles.skew(body)) is not None:
            self._refuse(peer, trouble)
            return
        try:
            hello = _HELLO.decode(body)
        except troubles.UNDECODABLE as error:
            self._refuse(peer, troubles.malformed(str(error)))
            return
        if (trouble := self._overload(len(body))) is not None:
            self._refuse(peer, trouble)
            return
        self._run(self._greet(peer, hello), len(body))

    def _take_bye(self, peer: Peer, body: memoryview) -> None:
        """Let a client go, whatever its bye holds; what has reached its session counts first."""
        member = self._members.of(peer.identity)
        bye = _legible(body)
        if member is not None and bye is not None and bye.session == member.session.number:
            member.session.workspace.acknowledge(bye.session, bye.told)
        self._members.leave(peer.identity, "bye")

    def _take_ask(self, peer: Peer, body: memoryview) -> None:
        if len(body) > self._bounds.message_bytes_max:
            self._refuse(peer, troubles.too_large(body, self._bounds.message_bytes_max))
            return
        try:
            ask = _ASK.decode(body)
        except troubles.UNDECODABLE as error:
            self._refuse(peer, troubles.malformed(str(error), body))
            return
        session = self._session_of(peer, ask)
        if session is None:
            self._refuse(peer, troubles.unknown_session(ask))
            return
        trouble = self._crowded(session) or self._overload(len(body)) or troubles.expired(ask)
        if trouble is not None:
            self._refuse(peer, msgspec.structs.replace(trouble, id=ask.id))
            return
        self._run(self._answer(peer, session, ask), len(body), session)

    def _session_of(self, peer: Peer, ask: Ask) -> Session | None:
        """Return the session that the connection said hello for, if the ask means that one."""
        member: Member | None = self._members.of(peer.identity)
        if member is None:
            return None
        session = member.session
        same = session.number == ask.session and session.workspace.id == ask.workspace
        return session if same else None

    def _crowded(self, session: Session) -> Trouble | None:
        if len(session.calls) < self._bounds.running_per_session_max:
            return None
        return troubles.busy(f"{len(session.calls)} calls of this session are running")

    def _overload(self, size_bytes: int) -> Trouble | None:
        if self._stop_wanted.is_set():
            return troubles.STOPPING
        if len(self._tasks) >= self._bounds.running_max:
            return troubles.busy(f"{len(self._tasks)} calls are running")
        if self._tasks and self._running_bytes + size_bytes > self._bounds.running_bytes_max:
            return troubles.busy(f"calls of {self._running_bytes} bytes are running")
        return None

    def _refuse(self, peer: Peer, trouble: Trouble) -> None:
        self._wire.post(peer.identity, b"refused", encode(trouble))

    def _pong(self) -> Pong:
        return Pong(
            protocol=PROTOCOL,
            build=BUILD,
            pid=os.getpid(),
            started_ns=self._started_ns,
            sessions=self._members.sessions,
            workspaces=self._workspaces.roots(),
        )

    # --- work ---------------------------------------------------------------------------------

    def _run(
        self, work: Coroutine[None, None, None], size_bytes: int, session: Session | None = None
    ) -> None:
        task = asyncio.get_running_loop().create_task(self._counted(work, size_bytes, session))
        self._tasks.add(task)
        self._running_bytes += size_bytes
        if session is not None:
            session.calls.add(task)

    async def _counted(
        self, work: Coroutine[None, None, None], size_bytes: int, session: Session | None
    ) -> None:
        """Do the work, and stop counting it before its client can have heard of the answer."""
        try:
            await work
        except Exception as error:  # noqa: BLE001 - the daemon goes on
            LOG.error("%s", without_contents(error))  # noqa: TRY400 - its text may quote a file
        finally:
            task = asyncio.current_task()
            assert task is not None
            self._tasks.discard(task)
            self._running_bytes -= size_bytes
            if session is not None:
                session.calls.discard(task)

    async def _greet(self, peer: Peer, hello: Hello) -> None:
        try:
            kind, body = b"welcome", encode(await self._welcome(peer, hello))
        except _END:
            raise
        except BaseException as error:  # noqa: BLE001 - every hello gets an answer
            kind, body = b"refused", encode(troubles.of(error))
        if not await self._deliver(peer, kind, body):
            self._members.leave(peer.identity, "client gone")

    async def _welcome(self, peer: Peer, hello: Hello) -> Welcome:
        workspace = await self._workspaces.enter(hello.root)
        workspace.feed = Channel(self._wire, workspace.id)
        async with self._door(workspace):
            number, name = await workspace.open_session(hello)
            self._members.join(peer.identity, peer.pid, workspace, number, keyed=bool(hello.key))
        return Welcome(
            protocol=PROTOCOL,
            build=BUILD,
            pid=os.getpid(),
            workspace=workspace.id,
            root=workspace.root,
            session=number,
            name=name,
            feed=self._wire.feed,
            seq=workspace.seq,
        )

    async def _answer(self, peer: Peer, session: Session, ask: Ask) -> None:
        try:
            kind, body = b"answer", encode(Answer(ask.id, await session.workspace.ask(ask)))
        except _END:
            raise
        except BaseException as error:  # noqa: BLE001 - some parsers raise no Exception
            kind, body = b"refused", encode(troubles.of(error, ask.id))
        await self._deliver(peer, kind, body)

    async def _deliver(self, peer: Peer, kind: bytes, body: bytes) -> bool:
        patience_s = self._bounds.undelivered_s
        return await self._wire.deliver(peer.identity, kind, body, patience_s=patience_s)

    def _session_left(self, session: Session, reason: str) -> None:
        self._run(self._end_session(session, reason), 0)

    async def _end_session(self, session: Session, reason: str) -> None:
        """End a session when its calls have ended, unless somebody has joined it again."""
        if session.calls:
            await asyncio.wait(session.calls)
        async with self._door(session.workspace):
            if not self._members.forget(session):
                return
            session.workspace.left(session.number)
            if not session.keyed:
                await session.workspace.close_session(session.number, reason)

    def _door(self, workspace: Workspace) -> asyncio.Lock:
        return self._doors.setdefault(workspace.id, asyncio.Lock())

    # --- the end ------------------------------------------------------------------------------

    def _mind_idleness(self) -> None:
        if self._idle_timer is not None:
            self._idle_timer.cancel()
            self._idle_timer = None
        if self._bounds.idle_s > 0 and not self._members and not self._stop_wanted.is_set():
            loop = asyncio.get_running_loop()
            self._idle_timer = loop.call_later(self._bounds.idle_s, self._end_idle)

    def _end_idle(self) -> None:
        if self._tasks:
            self._mind_idleness()
        else:
            self.stop()

    async def _check_socket(self) -> None:
        while self._wire.holds_socket():  # noqa: ASYNC110 - a file tells of nothing by itself
            await asyncio.sleep(self._bounds.check_s)
        LOG.error("the socket is no longer ours: stopping")
        self.stop()

    async def _finish(self) -> None:
        """Let calls end, close the workspaces, and tell those who asked for it."""
        if self._tasks:
            _, left = await asyncio.wait(self._tasks, timeout=self._bounds.finish_s)
            self.left_behind = bool(left)
            if left:
                LOG.error("%d calls did not end and are left behind", len(left))
        if self._idle_timer is not None:
            self._idle_timer.cancel()
        pong = encode(self._pong())
        self._members.forget_all()
        try:
            await self._workspaces.close()
        except Exception as error:  # noqa: BLE001 - the sockets are to be closed, too
            LOG.error("%s", without_contents(error))  # noqa: TRY400 - its text may quote a file
        self._wire.receive()  # who came meanwhile is told that the daemon ends
        for identity in self._stoppers:
            self._wire.post(identity, b"stopping", pong)


def _legible(bye: memoryview) -> Bye | None:
    """Return the body of a bye, or None where it is another protocol's."""
    try:
        return _BYE.decode(bye)
    except troubles.UNDECODABLE:
        return None
