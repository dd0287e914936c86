"""What happens in a workspace, as it happens: a SUB socket at the daemon's feed.

    welcome = connection.open()
    with Feed(welcome.feed, welcome.workspace, pid=welcome.pid) as feed:
        for news in feed:
            ...

A SUB connects and subscribes in the background, and libzmq does not tell when that is done. So
`open` subscribes to a word of its own after everything else, and waits until the daemon answers on
that topic: by then everything before it is in force.
"""

import contextlib
import os
import time
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Self

import msgspec
import zmq

from ..schemas.facts import Entry
from ..schemas.messages import Told
from ..schemas.replies import LogItem
from .finding import DaemonTrouble, silent

OPEN_MS = 10_000
"""For the daemon to confirm the subscriptions."""
LAST_MS = 200
"""For what a daemon that has ended had sent, and this process has not read yet."""
_READY = b"ready/"
_DECODERS = {
    b"entry": msgspec.msgpack.Decoder(Entry),
    b"item": msgspec.msgpack.Decoder(LogItem),
    b"notice": msgspec.msgpack.Decoder(Told),
}

News = Entry | LogItem | Told


class Feed:
    """One subscription to the feed of one workspace. Not thread-safe.

    After `open` nothing that happens is missed, while this process keeps reading. The daemon waits
    for nobody: of a reader that lets more than ten thousand messages lie, it drops what comes then.
    The `seq` of entries and of items has no gaps of its own, so a gap is what was missed.

    It never connects anew by itself, for then something would be missed unseen. The socket cannot
    tell that the daemon has ended; the `pid` of a Welcome does. Without it (0) reading waits on.
    """

    def __init__(
        self,
        endpoint: str,
        workspace: str,
        kinds: Iterable[str] = ("entry", "notice"),
        *,
        pid: int = 0,
    ) -> None:
        """`endpoint`, `workspace` and `pid` are those of a Welcome; nothing is connected yet.

        `kinds` are those of `schemas.messages`: entry, item, notice.
        """
        self._endpoint = endpoint
        self._topics = [f"{workspace}/{kind}".encode("ascii") for kind in kinds]
        self._pid = pid
        self._process_fd: int | None = None
        self._context: zmq.Context[zmq.Socket[bytes]] | None = None
        self._socket: zmq.Socket[bytes] | None = None

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        self.close()

    def __iter__(self) -> Iterator[News]:
        """Yield what comes, until the daemon has ended. Raises DaemonTrouble as `receive` does."""
        while True:
            if (news := self.receive()) is not None:
                yield news

    def open(self, timeout_ms: int = OPEN_MS) -> None:
        """Subscribe; everything that happens after this has returned is received.

        Raises DaemonTrouble: no_daemon where it has ended, busy where it does not answer in time.
        """
        self.close()
        try:
            self._process_fd = _watch(self._pid)
            self._context = zmq.Context()
            self._socket = self._context.socket(zmq.SUB)
            self._subscribe(self._socket, _until_ns(timeout_ms))
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close(linger=0)
            self._socket = None
        if self._context is not None:
            self._context.term()
            self._context = None
        if self._process_fd is not None:
            with contextlib.suppress(OSError):
                os.close(self._process_fd)
            self._process_fd = None

    def receive(self, timeout_ms: int = -1) -> News | None:
        """Return the next that has come, or None after `timeout_ms`; -1: wait as long as it takes.

        Kinds that are not known here, of a later daemon, are skipped. Raises DaemonTrouble:
        no_daemon when the daemon has ended and all it had sent was received.
        """
        until_ns = _until_ns(timeout_ms)
        while (frames := self._next(until_ns)) is not None:
            if (news := _decoded(frames)) is not None:
                return news
        return None

    def _subscribe(self, socket: "zmq.Socket[bytes]", until_ns: int | None) -> None:
        # "Never" (-1) makes libzmq 4.3.5 hang at times when it closes a broken connection.
        socket.setsockopt(zmq.RECONNECT_IVL, 2**31 - 1)
        socket.connect(self._endpoint)
        ready = _READY + os.urandom(8).hex().encode()
        for topic in (*self._topics, ready):
            socket.subscribe(topic)
        while (frames := self._next(until_ns)) is not None:
            if frames[0] == ready:
                socket.unsubscribe(ready)
                return
        raise silent(self._pid)

    def _next(self, until_ns: int | None) -> list[bytes] | None:
        """Return the next message's frames, or None where the time is up."""
        assert self._socket is not None, "the feed is not open"
        watched: list[tuple[zmq.Socket[bytes] | int, int]] = [(self._socket, zmq.POLLIN)]
        if self._process_fd is not None:
            watched.append((self._process_fd, zmq.POLLIN))
        happened = zmq.zmq_poll(watched, _left_ms(until_ns))
        if not happened:
            return None
        if self._socket.poll(LAST_MS):
            return self._socket.recv_multipart()
        raise _ended(self._pid)


def _watch(pid: int) -> int | None:
    """Return a descriptor that becomes readable when the process ends; None: cannot be had.

    Raises DaemonTrouble where it has ended.
    """
    if pid == 0:
        return None
    try:
        return os.pidfd_open(pid)
    except ProcessLookupError:
        raise _ended(pid) from None
    except OSError:
        return None


def _ended(pid: int) -> DaemonTrouble:
    return DaemonTrouble(
        "no_daemon", f"the daemon (pid {pid}) has ended", "the next call starts a new one"
    )


def _decoded(frames: list[bytes]) -> News | None:
    """Return a message as what it is, or None where it is of an unknown kind."""
    decoder = _DECODERS.get(frames[0].rpartition(b"/")[2])
    if decoder is None:
        return None
    try:
        return decoder.decode(frames[1])
    except msgspec.DecodeError as error:
        raise DaemonTrouble("malformed", str(error), "editjournal daemon restart") from error


def _until_ns(timeout_ms: int) -> int | None:
    """Return the CLOCK_MONOTONIC at which the time is up; None: never."""
    return None if timeout_ms < 0 else time.monotonic_ns() + timeout_ms * 1_000_000


def _left_ms(until_ns: int | None) -> int:
    return -1 if until_ns is None else max(0, -((time.monotonic_ns() - until_ns) // 1_000_000))
