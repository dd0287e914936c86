"""One DEALER socket to one daemon process, and an eye on that process."""

import contextlib
import os

import zmq

from ..schemas.places import Places
from .finding import watch

Watched = list[tuple["zmq.Socket[bytes] | int", int]]
"""What zmq.zmq_poll takes."""


class Link:
    """Never connects anew by itself: what was sent to one daemon must not run in a later one."""

    def __init__(self, places: Places, pid: int) -> None:
        """`pid` is the daemon's as found by `probe`."""
        self.pid = pid
        self._process_fd = watch(pid)
        self._context = zmq.Context()
        self._socket = self._context.socket(zmq.DEALER)
        # "Never" (-1) makes libzmq 4.3.5 hang at times when it closes a broken connection.
        self._socket.setsockopt(zmq.RECONNECT_IVL, 2**31 - 1)
        self._socket.setsockopt(zmq.SNDHWM, 0)  # the caller holds what is unanswered anyway
        self._socket.connect(f"ipc://{places.socket}")

    @property
    def sees_process(self) -> bool:
        """Whether `gone` can tell that the process has ended."""
        return self._process_fd is not None

    @property
    def hung_up(self) -> bool:
        return self._socket.closed

    def send(self, kind: bytes, body: bytes) -> bool:
        """Send a message, or return False where the connection is broken."""
        try:
            self._socket.send_multipart((kind, body), zmq.NOBLOCK)
        except zmq.Again:
            return False
        return True

    def receive(self) -> tuple[bytes, bytes] | None:
        """Return the next message's kind and body, or None where there is none yet."""
        if self._socket.closed:
            return None
        try:
            frames = self._socket.recv_multipart(zmq.NOBLOCK)
        except zmq.Again:
            return None
        return frames[0], frames[1] if len(frames) > 1 else b""

    def watched(self) -> Watched:
        watched: Watched = [] if self._socket.closed else [(self._socket, zmq.POLLIN)]
        if self._process_fd is not None:
            watched.append((self._process_fd, zmq.POLLIN))
        return watched

    def gone(self) -> bool:
        """Return whether the process is known to have ended."""
        return self._process_fd is not None and readable(self._process_fd)

    def hang_up(self) -> None:
        """Say and hear nothing more, only wait for the process to end."""
        self._socket.close(linger=0)

    def close(self, linger_ms: int = 0) -> None:
        """Close; what is still to be sent has `linger_ms`."""
        self._socket.close(linger=linger_ms)
        self._context.term()
        if self._process_fd is not None:
            with contextlib.suppress(OSError):
                os.close(self._process_fd)
            self._process_fd = None


def readable(fd: int) -> bool:
    return bool(zmq.zmq_poll([(fd, zmq.POLLIN)], 0))


def poll(watched: Watched, timeout_ms: int) -> None:
    """Wait until something happened, `timeout_ms` at most; -1: however long it takes."""
    zmq.zmq_poll(watched, timeout_ms)
