"""What clients and the daemon say to each other: the envelopes around requests and replies.

On the wire (ZeroMQ, DEALER to ROUTER) a message is two frames: its kind in ASCII, and a body in
msgpack. The kinds and the empty bodies of "stop" and "ping" never change, so that any client can
stop any daemon; everything else may change with `PROTOCOL`.

| kind from the client | body | answer |
|---|---|---|
| hello | Hello | welcome Welcome, or refused Trouble |
| ask | Ask | answer Answer, or refused Trouble |
| bye | Bye | none |
| ping | empty | pong Pong |
| stop | empty | stopping Pong, sent when every running call has been answered |

The feed (SUB to XPUB, at `Welcome.feed`) has two frames: a topic, which is the workspace's id, "/"
and a kind, and a body in msgpack. Whoever subscribes to the id alone gets all kinds.

| kind | body |
|---|---|
| entry | Entry, once it is written |
| item | the same as a LogItem, as it is listed |
| notice | Told |

The topic "ready/" and a word of the subscriber's choice has an empty body: the answer to its last
subscription, from which on it misses nothing.
"""

import msgspec
from msgspec import Struct

from .facts import RequestId
from .replies import AnyReply, Notice
from .requests import AnyRequest

PROTOCOL = 1
MESSAGE_BYTES_MAX = 160 << 20
"""Larger messages are answered with Trouble("too_large"); the connection lives.

A call carries its text twice: as the request means it and as the client got it, 64 MiB at most.
"""


class Hello(Struct, frozen=True):
    protocol: int
    build: str
    root: bytes
    """Absolute path of the workspace root, or of a folder inside a known workspace."""
    agent: str
    agent_version: str = ""
    client: str = "api"
    key: str = ""
    """Joins the open session that was opened with the same key; empty: a session of its own."""
    resume: int = 0
    """A session that this client had with an earlier daemon."""
    pid: int = 0
    umask: int = 0o022
    """Of the client's process; new files get 0o666 without these bits."""


class Welcome(Struct, frozen=True):
    protocol: int
    build: str
    pid: int
    workspace: str
    root: bytes
    session: int
    name: str
    feed: str
    """Endpoint of the feed."""
    seq: int
    """Newest entry."""


class Ask(Struct, frozen=True):
    workspace: str
    session: int
    id: RequestId
    request: AnyRequest
    deadline_ms: int = 30_000
    """From its receipt; a call that cannot start by then is not run."""
    cwd: bytes = b"/"
    """Relative paths of the request are meant from here."""
    arguments: bytes = b""
    """The call as the client got it; kept in the log."""
    expires_ns: int = 0
    """CLOCK_MONOTONIC, one for all processes of a machine, at which the client gives up; 0: never.

    Unlike `deadline_ms` it also counts the time a call lay before a daemon that stood still.
    """
    told: int = 0
    """The highest `told` of all replies that have come: its notices need not be given again."""


class Bye(Struct, frozen=True):
    session: int
    told: int = 0
    """As in Ask."""


class Told(Struct, frozen=True):
    """A notice on the feed, as soon as there is one."""

    session: int
    """Whom it concerns."""
    name: str
    notice: Notice


class Answer(Struct, frozen=True):
    id: RequestId
    reply: AnyReply


class Trouble(Struct, frozen=True):
    """The daemon could not take the message; nothing was done.

    Codes: protocol, too_large, malformed, unknown_session, busy, expired, no_workspace, read_only,
    stopping, other_user, internal.
    """

    code: str
    message: str
    next: str
    """What to do about it."""
    id: RequestId | None = None


class Pong(Struct, frozen=True):
    protocol: int
    build: str
    pid: int
    started_ns: int
    sessions: int
    """Open sessions with a living client."""
    workspaces: tuple[bytes, ...] = ()
    """Roots of the open workspaces."""


def encode(value: Struct) -> bytes:
    """Return a message's body."""
    return msgspec.msgpack.encode(value)
