"""The daemon's two sockets: a ROUTER for messages, an XPUB for the feed, both over ipc.

The ROUTER is a plain socket on the event loop. libzmq's descriptor only signals that something may
have changed, so it is read until empty, and again after every send (which may swallow a signal).
"""

import asyncio
import logging
import time
from collections.abc import Callable
from pathlib import Path

import zmq
from msgspec import Struct

from ...schemas.places import Places
from .publisher import Publisher

LOG = logging.getLogger("editjournal.wire")
MESSAGES_A_TURN = 64
"""Then other work of the loop gets its turn."""
SLOW_CLIENT_S = 0.02
"""Between two tries to send to a client whose queue is full: libzmq tells of no client's room."""


class Peer(Struct, frozen=True):
    """Who sent a message: its connection, and the process as the kernel names it."""

    identity: bytes
    uid: int
    pid: int
    """0: in a pid namespace that cannot be seen from here."""


class Wire:
    """Both sockets of one runtime folder, whose locks the caller holds.

    `take` is called with each message: who sent it, and its frames. Used from one event loop.
    """

    def __init__(self, places: Places, take: Callable[[Peer, list[zmq.Frame]], None]) -> None:
        self._places = places
        self._take = take
        self._context = zmq.Context()
        self._router = self._context.socket(zmq.ROUTER)
        self._publisher = Publisher(self._context, f"ipc://{places.feed}")
        self._receive_planned = False
        self._bound: tuple[int, int, int] | None = None

    @property
    def feed(self) -> str:
        """Endpoint of the feed."""
        return self._publisher.endpoint

    def bind(self, message_bytes_max: int) -> None:
        """Bind both sockets. Raises zmq.ZMQError."""
        self._router.setsockopt(zmq.ROUTER_MANDATORY, 1)
        # Over its own bound libzmq drops the peer, so that bound only keeps nonsense away.
        self._router.setsockopt(zmq.MAXMSGSIZE, 4 * message_bytes_max)
        self._publisher.bind()
        self._router.bind(f"ipc://{self._places.socket}")
        self._bound = _mark(self._places.socket)

    def open(self) -> None:
        """Begin to take messages and subscriptions."""
        asyncio.get_running_loop().add_reader(self._descriptor(), self.receive)
        self._plan_receive()
        self._publisher.open()

    def close(self) -> None:
        """Close both sockets; what is still to be sent has a second."""
        if self._router.closed:
            return
        asyncio.get_running_loop().remove_reader(self._descriptor())
        if self.holds_socket():  # libzmq removes no socket file
            self._places.socket.unlink(missing_ok=True)
            self._places.feed.unlink(missing_ok=True)
        self._publisher.close()
        self._router.close(linger=1000)
        self._context.term()

    def holds_socket(self) -> bool:
        """Return whether clients that connect now still come here."""
        return self._bound is not None and self._bound == _mark(self._places.socket)

    def receive(self) -> None:
        """Take what messages there are."""
        self._receive_planned = False
        for _ in range(MESSAGES_A_TURN):
            if self._router.closed:
                return
            try:
                frames = self._router.recv_multipart(zmq.NOBLOCK, copy=False)
            except zmq.Again:
                return
            self._take(_peer(frames), frames[1:])
        self._plan_receive()

    def post(self, identity: bytes, kind: bytes, body: bytes) -> None:
        """Send what no call waits for: where the client's queue is full, drop it and log that."""
        try:
            self._send(identity, kind, body)
        except zmq.Again:
            LOG.warning("dropped a %s: its client reads nothing", kind.decode())

    async def deliver(
        self, identity: bytes, kind: bytes, body: bytes, *, patience_s: float
    ) -> bool:
        """Send, waiting for a client that is slow to read; return whether it was sent."""
        give_up_s = time.monotonic() + patience_s
        while True:
            try:
                return self._send(identity, kind, body)
            except zmq.Again:
                if time.monotonic() >= give_up_s:
                    LOG.warning("dropped a %s: its client reads nothing", kind.decode())
                    return False
            await asyncio.sleep(SLOW_CLIENT_S)

    def wants(self, topic: bytes) -> bool:
        """Return whether anybody listens to the topic, or to what it begins with."""
        return self._publisher.wants(topic)

    def publish(self, topic: bytes, body: bytes) -> None:
        self._publisher.publish(topic, body)

    def _send(self, identity: bytes, kind: bytes, body: bytes) -> bool:
        """Send, or return False where the client is gone. Raises zmq.Again."""
        if self._router.closed:
            return False
        try:
            self._router.send_multipart((identity, kind, body), zmq.NOBLOCK)
        except zmq.ZMQError as error:
            if error.errno != zmq.EHOSTUNREACH:
                raise
            LOG.info("a client left before its %s", kind.decode())
            return False
        finally:
            self._plan_receive()
        return True

    def _plan_receive(self) -> None:
        if not self._receive_planned:
            self._receive_planned = True
            asyncio.get_running_loop().call_soon(self.receive)

    def _descriptor(self) -> int:
        descriptor = self._router.getsockopt(zmq.FD)
        assert isinstance(descriptor, int)
        return descriptor


class Channel:
    """The feed of one workspace; a `daemon.service.Feed`."""

    def __init__(self, wire: Wire, workspace: str) -> None:
        self._wire = wire
        self._workspace = workspace

    def wants(self, kind: str) -> bool:
        return self._wire.wants(self._topic(kind))

    def publish(self, kind: str, body: bytes) -> None:
        self._wire.publish(self._topic(kind), body)

    def _topic(self, kind: str) -> bytes:
        return f"{self._workspace}/{kind}".encode("ascii")


def _mark(path: Path) -> tuple[int, int, int] | None:
    """Return what tells a socket file from a later one at its path, which may reuse its inode."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino, status.st_mtime_ns


def _peer(frames: list[zmq.Frame]) -> Peer:
    """On ipc libzmq gives "localhost:uid:gid:pid", from SO_PEERCRED."""
    _, uid, _, pid = str(frames[-1].get("Peer-Address")).rsplit(":", 3)
    return Peer(frames[0].bytes, int(uid), int(pid))
