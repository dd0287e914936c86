"""What clients and the daemon say to each other: requests, replies, and the envelopes around them.

On the wire (ZeroMQ, DEALER to ROUTER) a message is two frames: its kind in ASCII, and a body in
msgpack. The kinds and the empty bodies of "stop" and "ping" never change, so that any client can
stop any daemon; everything else may change with `PROTOCOL`.

| kind from the client | body | answer |
|---|---|---|
| hello | Hello | welcome Welcome, or refused Trouble |
| ask | Ask | answer Answer, or refused Trouble |
| bye | the session's number | none |
| ping | empty | pong Pong |
| stop | empty | stopping Pong, sent when every running call has been answered |
"""

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from .facts import RequestId
from .values import Span

PROTOCOL = 1
MESSAGE_BYTES_MAX = 160 << 20
"""Larger messages are answered with Trouble("too_large"); the connection lives.

A call carries its text twice: as the request means it and as the client got it, 64 MiB at most.
"""


if TYPE_CHECKING:
    TextOrBytes = str | bytes
else:  # msgspec takes no union of the two; on the wire they are told apart anyway
    TextOrBytes = Any


def _check_content(content: object) -> None:
    if not isinstance(content, str | bytes):
        raise TypeError("Expected `str` or `bytes`")


# --- requests: what a session asks the journal -------------------------------------------------


class Request(Struct, frozen=True, tag=True, gc=False):
    """Base of all requests. Paths are as the caller wrote them, in bytes."""


class Read(Request, frozen=True):
    file: bytes
    """May end in lines: a.py:12, a.py:12-18, a.py:40-, a.py:1-40,200-260."""
    spans: tuple[Span, ...] = ()
    """Instead of lines in `file`; `last` 0 means the end."""
    max_bytes: int = 24_000
    """Of text shown, cut at a line's end."""


class Replace(Request, frozen=True):
    file: bytes
    content: TextOrBytes
    span: Span | None = None
    """Instead of lines in `file`."""
    old: str | None = None
    view: int = 0
    """Number of a viewed_code_id; 0: none given."""
    all: bool = False
    force: bool = False
    """Take the numbers as today's, whatever changed."""

    def __post_init__(self) -> None:
        _check_content(self.content)


class Write(Request, frozen=True):
    file: bytes
    content: TextOrBytes
    """Bytes are written as they are; text in the encoding and byte order mark of the file."""
    view: int = 0
    force: bool = False

    def __post_init__(self) -> None:
        _check_content(self.content)


class Undo(Request, frozen=True):
    edit: int
    anyone: bool = False
    """Also an edit of another session; without it only one's own."""


class Redo(Request, frozen=True):
    edit: int
    anyone: bool = False


class Rollback(Request, frozen=True):
    """Undo the session's last `step` edits since its commit that are neither undos nor undone."""

    step: int = 1


class Commit(Request, frozen=True):
    label: str = ""


class Status(Request, frozen=True):
    pass


class History(Request, frozen=True):
    """The log's entries, newest first."""

    file: bytes = b""
    """Only of this file; empty: of all."""
    session: int = 0
    before: int = 0
    """Only entries with a lower seq; 0: from the newest."""
    limit: int = 50


class Misfit(Request, frozen=True):
    """A call that could not be made into a request: logged with its arguments, and refused."""

    tool: str
    code: str
    values: dict[str, str | int] = {}


AnyRequest = Read | Replace | Write | Undo | Redo | Rollback | Commit | Status | History | Misfit


# --- replies ------------------------------------------------------------------------------------


class Block(Struct, frozen=True, array_like=True, gc=False):
    """Lines of a file in a reply, numbered from `first`."""

    kind: str
    """lines; sent (as the caller sent them, so without lines); old and new (a diff)."""
    first: int
    last: int
    lines: tuple[str, ...] = ()


class Call(Struct, frozen=True, array_like=True, gc=False):
    """A call the reply advises: the tool as named in `schemas.tools`, arguments, and why."""

    tool: str
    arguments: dict[str, str | int]
    note: str = ""


class Part(Struct, frozen=True, array_like=True, gc=False):
    """One place of an edit, in lines before and after it."""

    was: Span | None
    """None: inserted after line `after`."""
    now: Span | None
    """None: deleted."""
    after: int = 0


class Remark(Struct, frozen=True, array_like=True, gc=False):
    """A warning: its code, the values its text names, and a diff where it has one."""

    code: str
    values: dict[str, str | int] = {}
    body: tuple[Block, ...] = ()


class Who(Struct, frozen=True, array_like=True, gc=False):
    """Who made a change."""

    seq: int
    """0: from before the journal."""
    session: int
    """0: outside the daemon."""
    name: str
    """"codex#3", or "" for outside."""
    time_ns: int = 0


class Reply(Struct, frozen=True, tag=True, gc=False, kw_only=True):
    """Base of all replies."""

    seq: int = 0
    """The entry of this call; 0 where nothing was logged."""
    warnings: tuple[Remark, ...] = ()
    next: tuple[Call, ...] = ()


class Shown(Reply, frozen=True, kw_only=True):
    """Lines of a file. The view's number is `seq`."""

    path: bytes
    total: int
    blocks: tuple[Block, ...]
    marks: tuple[str, ...] = ()
    """What is unusual: tabs, CRLF, mixed line ends, no newline at the end, the encoding, a cut."""


class FileDone(Struct, frozen=True, array_like=True, gc=False):
    """What an edit did to one file."""

    path: bytes
    parts: tuple[Part, ...]
    delta: int
    """Lines more than before."""
    total: int
    """Lines now."""
    state: str = "changed"
    """changed, created, removed, or absent: before as well as after."""


class Done(Reply, frozen=True, kw_only=True):
    """An edit was made. Its number, and that of its fresh view, is `seq`."""

    files: tuple[FileDone, ...]
    body: tuple[Block, ...] = ()
    note: str = ""
    """A code; e.g. "only_match" in view `note_view`."""
    values: dict[str, str | int] = {}
    undone: tuple[int, ...] = ()
    redone: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()
    """Later edits of these files that stay."""
    repeated: bool = False
    """This request had been carried out before: nothing was done now."""


class Unchanged(Reply, frozen=True, kw_only=True):
    """The text asked for is there already; nothing was written."""

    path: bytes
    span: Span | None
    by: Who | None = None
    """Who wrote these lines, where one edit did."""


class Marked(Reply, frozen=True, kw_only=True):
    mark: str
    label: str
    edits: tuple[int, ...]
    """Edits that the commit closed."""


class OpenEdit(Struct, frozen=True, array_like=True, gc=False):
    seq: int
    time_ns: int
    files: tuple[FileDone, ...]


class StaleView(Struct, frozen=True, array_like=True, gc=False):
    view: int
    path: bytes
    spans: tuple[Span, ...]
    """Lines of the view that differ now or are gone."""
    by: Who


class StatusReply(Reply, frozen=True, kw_only=True):
    now_ns: int
    session: int
    name: str
    edits: tuple[OpenEdit, ...]
    """Newest first."""
    stale: tuple[StaleView, ...]


class LogItem(Struct, frozen=True, array_like=True, gc=False):
    seq: int
    time_ns: int
    session: int
    name: str
    kind: str
    """The fact's name."""
    tool: str
    code: str
    files: tuple[FileDone, ...]
    spans: tuple[Span, ...] = ()
    undoes: tuple[int, ...] = ()
    redoes: tuple[int, ...] = ()
    undone: bool = False
    applied: bool = True
    label: str = ""


class LogReply(Reply, frozen=True, kw_only=True):
    items: tuple[LogItem, ...]
    more: bool = False


class Refusal(Reply, frozen=True, kw_only=True):
    """Nothing was changed, and why. A code never changes its meaning; the text is the client's."""

    code: str
    verdict: str = "REFUSED"
    """REFUSED: a rule said no; ERROR: the call was wrong."""
    tool: str = ""
    path: bytes = b""
    span: Span | None = None
    values: dict[str, str | int] = {}
    who: Who | None = None
    body: tuple[Block, ...] = ()
    view: bool = False
    """The lines of `body` were shown: view `seq` holds them."""
    now_ns: int = 0


AnyReply = Shown | Done | Unchanged | Marked | StatusReply | LogReply | Refusal


# --- envelopes ----------------------------------------------------------------------------------


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
    """Endpoint of the XPUB socket: subscribe to the workspace's id for its entries."""
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
