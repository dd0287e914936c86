"""Replies: what a request came to, as data; the words for it are the client's."""

from msgspec import Struct

from .values import Span


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
    """A code; "only_match" in view `view`, "as_prepared" in `prepared`."""
    values: dict[str, str | int] = {}
    undone: tuple[int, ...] = ()
    redone: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()
    """Later edits of these files that stay."""
    repeated: bool = False
    """This request had been carried out before: nothing was done now."""
    chips: tuple[str, ...] = ()
    """Keep the text that was deleted: one for each file."""
    diffs: tuple[tuple[Block, ...], ...] = ()
    """Where asked for: of each of `files`, what went and what came."""


class Preview(Reply, frozen=True, kw_only=True):
    """An edit worked out and not made; Confirm of `seq` makes it."""

    files: tuple[FileDone, ...]
    diffs: tuple[tuple[Block, ...], ...]
    """Of each of `files`, what would go and what would come."""
    undone: tuple[int, ...] = ()
    redone: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()
    hours: int = 24
    """So long it can be confirmed."""


class Unchanged(Reply, frozen=True, kw_only=True):
    """The text asked for is there already; nothing was written."""

    path: bytes
    span: Span | None
    by: Who | None = None
    """Who wrote these lines, where one edit did."""
    prepared: int = 0
    """What was to be confirmed, and has been, by the edit that `by` names."""
    own: bool = False
    """`by` is the session that asked."""


class Marked(Reply, frozen=True, kw_only=True):
    mark: str
    label: str
    edits: tuple[int, ...]
    """Edits that the commit closed."""


class OpenEdit(Struct, frozen=True, array_like=True, gc=False):
    seq: int
    time_ns: int
    files: tuple[FileDone, ...]
    chips: tuple[str, ...] = ()


class ChipItem(Struct, frozen=True, array_like=True, gc=False):
    """Kept material, as it is listed."""

    id: str
    time_ns: int
    name: str
    """Of the session: "codex#3"."""
    tool: str
    kind: str
    """deleted (text that an edit took away) or refused (a call that changed nothing)."""
    path: bytes
    span: Span | None
    code: str
    """Why the call was refused."""
    size_bytes: int
    """Of the text it can put back; -1: it has the call's arguments only."""
    first_line: str = ""


class ChipList(Reply, frozen=True, kw_only=True):
    items: tuple[ChipItem, ...]
    """Newest first."""
    now_ns: int


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
    chip: str = ""
    """Keeps the call."""
    prepared: bool = False
    """Confirm of `seq` makes the edit that was meant; the first of `next` says so."""
    problems: "tuple[Problem, ...]" = ()
    """Of several changes, those that do not fit."""


class Problem(Struct, frozen=True, array_like=True):
    """Why one of several changes does not fit."""

    number: int
    """From 1, as they were sent."""
    refusal: Refusal


AnyReply = Shown | Done | Preview | Unchanged | Marked | StatusReply | LogReply | ChipList | Refusal
