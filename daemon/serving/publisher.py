"""The feed's socket: an XPUB, which knows who listens, so that nothing is worked out for nobody.

Topics are those of `schemas.messages`. libzmq counts the subscribers of a topic: it passes on the
first one's subscription, and that the last one has gone, by its own word or by its end.

A SUB connects in the background and cannot tell when its subscriptions have arrived. So whoever
subscribes to READY and a word of its own, after everything else, is answered on that topic: the
subscriptions of one connection arrive in order. (libzmq's welcome message is no such answer: it
leaves before the first subscription has been read.)
"""

import asyncio

import zmq

UNREAD_ENTRIES_MAX = 10_000
"""A subscriber with more misses entries, and sees it by their seq."""
SUBSCRIPTIONS_A_TURN = 64
"""Then other work of the loop gets its turn."""
READY = b"ready/"


class Publisher:
    """Used from one event loop."""

    def __init__(self, context: "zmq.Context[zmq.Socket[bytes]]", endpoint: str) -> None:
        self.endpoint = endpoint
        self._socket = context.socket(zmq.XPUB)
        self._topics: set[bytes] = set()
        """What at least one subscriber wants all topics that begin with."""
        self._read_planned = False

    def bind(self) -> None:
        """Raises zmq.ZMQError."""
        self._socket.setsockopt(zmq.SNDHWM, UNREAD_ENTRIES_MAX)
        self._socket.bind(self.endpoint)

    def open(self) -> None:
        """Begin to take subscriptions."""
        asyncio.get_running_loop().add_reader(self._descriptor(), self._read)
        self._plan_read()

    def close(self) -> None:
        """Close; what subscribers have not taken yet is dropped."""
        asyncio.get_running_loop().remove_reader(self._descriptor())
        self._socket.close(linger=0)

    def wants(self, topic: bytes) -> bool:
        """Return whether anybody has subscribed to the topic, or to what it begins with."""
        return any(map(topic.startswith, self._topics))

    def publish(self, topic: bytes, body: bytes) -> None:
        if not self._socket.closed:
            self._socket.send_multipart((topic, body), zmq.NOBLOCK)
            self._plan_read()  # a send may swallow the signal that something has come

    def _read(self) -> None:
        self._read_planned = False
        for _ in range(SUBSCRIPTIONS_A_TURN):
            if self._socket.closed:
                return
            try:
                frames = self._socket.recv_multipart(zmq.NOBLOCK)
            except zmq.Again:
                return
            if len(frames) == 1:
                self._take(frames[0])
        self._plan_read()

    def _take(self, message: bytes) -> None:
        """On the wire a subscription is 1 and the topic, the end of one 0 and the topic."""
        topic = message[1:]
        match message[:1]:
            case b"\x01":
                self._topics.add(topic)
                if topic.startswith(READY):
                    self.publish(topic, b"")
            case b"\x00":
                self._topics.discard(topic)
            case _:
                pass  # no subscription: nobody is to say anything else here

    def _plan_read(self) -> None:
        if not self._read_planned:
            self._read_planned = True
            asyncio.get_running_loop().call_soon(self._read)

    def _descriptor(self) -> int:
        descriptor = self._socket.getsockopt(zmq.FD)
        assert isinstance(descriptor, int)
        return descriptor
