"""Replies: what a request came to, as data; the words for it are the client's."""

from msgspec import Struct

from .structure import Balance, Definition
from .values import Span, Version


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


ANYWHERE = "FILE:LINE"
"""In an advised call: a place that its reader chooses."""


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


class Notice(Struct, frozen=True, array_like=True, gc=False):
    """News for a session: what others did to a file that it has seen or edited."""

    kind: str
    """changed; gone; overwritten (lines that an edit of the session made are no longer there, or
    lines that it took away are back); undone (the edit was undone by somebody else)."""
    path: bytes
    by: Who
    """Who did what it says, the newest of them. Where nothing differs and nothing moved, who last
    changed the file."""
    view: int = 0
    """The session's view of the file that it concerns; 0: none."""
    spans: tuple[Span, ...] = ()
    """By the numbers of `view`: the lines that differ now or are gone. Of an overwritten edit those
    of the lines it had made that are gone, by the numbers of its own reply."""
    after: int = 0
    """Lines of `view` after this one stand elsewhere now, by `delta`."""
    delta: int = 0
    edit: int = 0
    """The edit that was overwritten."""
    uneven: bool = False
    """Some of the lines after `after` moved by other numbers; `delta` is that of the last."""
    makers: int = 1
    """So many sessions, what is outside counted as one, did what it says."""
    outside: bool = False
    """Among those besides `by` is what is outside."""
    empty: bool = False
    """`view` is of a file without lines; `delta` is how many others added."""


class Reply(Struct, frozen=True, tag=True, gc=False, kw_only=True):
    """Base of all replies."""

    seq: int = 0
    """The entry of this call; 0 where nothing was logged."""
    warnings: tuple[Remark, ...] = ()
    next: tuple[Call, ...] = ()
    notices: tuple[Notice, ...] = ()
    """News for the session; the same are given again until a later request acknowledges them."""
    more_notices: int = 0
    """So many files more have news, which `Status` and `Views` tell."""
    told: int = 0
    """With this reply the session has been told of everything up to this entry."""


class Shown(Reply, frozen=True, kw_only=True):
    """Lines of a file. The view's number is `seq`."""

    path: bytes
    total: int
    blocks: tuple[Block, ...]
    marks: tuple[str, ...] = ()
    """What is unusual: tabs, CRLF, mixed line ends, no newline at the end, the encoding, a cut."""


class Ranged(Reply, frozen=True, kw_only=True):
    """The definition or element around a line."""

    path: bytes
    total: int
    """Lines of the file."""
    line: int
    """That was asked about."""
    found: Definition
    """Of an element `kind` is "element"."""
    chain: tuple[Definition, ...] = ()
    """What it lies in, from the inside out."""
    way: str = "grammar"
    """Or scanner: by brackets, indentation and headings alone."""


class Outlined(Reply, frozen=True, kw_only=True):
    """The definitions of a file."""

    path: bytes
    total: int
    definitions: tuple[Definition, ...]
    """Each `parent` by its place in this list."""
    language: str = ""
    way: str = "grammar"
    more: int = 0
    """So many more are left out behind these."""


class Balanced(Reply, frozen=True, kw_only=True):
    """Whether the brackets, tags and quotes of a file have their partners."""

    path: bytes
    total: int
    balance: Balance


class FileDone(Struct, frozen=True, array_like=True, gc=False):
    """What an edit did to one file."""

    path: bytes
    parts: tuple[Part, ...]
    delta: int
    """Lines more than before."""
    total: int
    """Lines now."""
    state: str = "changed"
    """changed, created, removed, mode (its mode alone), unchanged, or absent: before as well as
    after.
    """
    modes: tuple[int, ...] = ()
    """Permission bits before and after, where they differ; none where they are the same, or where
    there was no file before or after.
    """


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
    attached: tuple[str, ...] = ()
    """Of an undo: chips of what it undoes, deleted text and the session's failed calls between."""
    restored: int = 0
    """Of a restore: the entry after which the files were so; 0: it is none."""
    kept_outside: tuple[int, ...] = ()
    """Those of `kept` that no session made."""


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
    attached: tuple[str, ...] = ()
    """As in Done."""
    restored: int = 0
    """As in Done."""
    kept_outside: tuple[int, ...] = ()
    """As in Done."""


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
    restored: int = 0
    """Of a restore: the entry after which the files were as they are now; 0: it is none."""
    files: tuple[FileDone, ...] = ()
    """Those that were to be restored."""


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
    elsewhere: int = 0
    """Files of it outside the folder that the session is confined to."""


class ChipItem(Struct, frozen=True, array_like=True, gc=False):
    """Kept material, as it is listed."""

    id: str
    time_ns: int
    name: str
    """Of the session: "codex#3"."""
    tool: str
    kind: str
    """deleted (text that an edit took away), refused (a call that changed nothing), or salvaged (a
    call whose arguments were no JSON, and that was made).
    """
    path: bytes
    span: Span | None
    """Lines that were deleted; or that the call named, as it wrote them: 0 to 0 is the top, -1 to
    -1 the end, `last` 0 means to the end.
    """
    code: str
    """Why the call was refused, or is kept."""
    size_bytes: int
    """Of the text it can put back; -1: it has the call's arguments only."""
    first_line: str = ""
    """Of that text; of a call that could not be read, of its arguments."""
    uses: tuple[int, ...] = ()
    """Edits that put its text back, or made its call."""
    state: str = "listed"
    """listed; or why it is on the list no more: capacity, bytes, small, age, dropped."""
    arguments_bytes: int = 0
    """Of a call, as its client got them; 0: they are not kept."""
    came_bytes: int = 0
    """Of a failed call of which only the beginning is kept, in full; 0: all of it is kept."""


class ChipList(Reply, frozen=True, kw_only=True):
    items: tuple[ChipItem, ...]
    """Newest first."""
    now_ns: int
    more: int = 0
    """So many others are meant as well or, where words are sought, may be: they are too large to be
    searched, or cannot be read.
    """
    capacity: int = 0
    """So many are on the list at most."""
    name: str = ""
    """Of the session that asked."""


class ChipShown(Reply, frozen=True, kw_only=True):
    """A chip, and what it keeps."""

    item: ChipItem
    texts: tuple[Block, ...] = ()
    """Its text, numbered from 1; of a call with several texts each."""
    arguments: str = ""
    """Of a call, as its client got them; indented where they are JSON."""
    cut_bytes: int = 0
    """So many bytes are left out of all that."""
    now_ns: int = 0
    escaped: bool = False
    """`arguments` were no UTF-8: bytes of them stand there as \\xNN, as those letters would."""
    data: bytes = b""
    """Where raw bytes were asked for: deleted text as it stood in its file; of a call its
    arguments as its client got them, or where they are not kept its text.
    """
    binary_bytes: int = 0
    """So many bytes of its texts are no text: these are not shown, and not in `cut_bytes`."""


class ChipGone(Reply, frozen=True, kw_only=True):
    """The chip is off the list."""

    chip: str


class ViewItem(Struct, frozen=True, array_like=True, gc=False):
    """A view, and what has become of its lines."""

    view: int
    path: bytes
    session: int
    name: str
    """Of the session: "codex#3"."""
    time_ns: int
    """When it was made or last used."""
    spans: tuple[Span, ...]
    total: int
    """Lines that the file had."""
    state: str
    """same, moved (all unchanged, but others moved some), changed, or gone (there is no file)."""
    differ: tuple[Span, ...] = ()
    """Lines of the view that others changed or took away, by its numbers."""
    after: int = 0
    """Lines of the view after this one were moved by others, by `delta`."""
    delta: int = 0
    """Where `total` is 0, how many lines others added."""
    by: Who | None = None
    """Who did that to its lines, the newest of them; else who changed the file last since. Never
    the session itself."""
    uneven: bool = False
    """Some of the lines after `after` moved by other numbers; `delta` is that of the last."""
    makers: int = 1
    """So many sessions, what is outside counted as one, did that to its lines."""
    outside: bool = False
    """Among those besides `by` is what is outside."""


class ViewList(Reply, frozen=True, kw_only=True):
    items: tuple[ViewItem, ...]
    """The most lately used first."""
    now_ns: int
    more: int = 0
    """So many views are left out."""


class Watching(Struct, frozen=True, array_like=True, gc=False):
    """How the files of the workspace are watched."""

    folders: int = 0
    """Folders that send events."""
    files: int = 0
    """Files that are looked at every two seconds besides."""
    unwatched: tuple[tuple[str, int], ...] = ()
    """Folders that send none, how many for which reason: cap, limit, remote, absent, error."""
    unswept: int = 0
    """Files too many to be looked at: their state is found out when they are used."""
    overflows: int = 0
    """How often events were lost; each time every file was looked at anew."""


class SessionItem(Struct, frozen=True, array_like=True, gc=False):
    number: int
    name: str
    """"codex#3"."""
    client: str
    """mcp, cli or api."""
    version: str
    """Of the agent."""
    opened_ns: int
    active_ns: int
    """When its newest entry was made."""
    is_open: bool
    edits: int = 0
    """Edits it has made that count: neither undos nor undone."""
    open_edits: int = 0
    """Those of them since its last commit."""
    reads: int = 0
    refused: int = 0
    files: int = 0
    """Files that it changed."""


class StatusReply(Reply, frozen=True, kw_only=True):
    now_ns: int
    session: int
    name: str
    edits: tuple[OpenEdit, ...]
    """Newest first."""
    stale: tuple[ViewItem, ...]
    """The session's views whose lines others changed, moved or took away."""
    watching: Watching | None = None
    sessions: tuple[SessionItem, ...] = ()
    """Where the session has no edits yet: others that may have been meant, the newest first."""
    other: bool = False
    """`session` is not the one that asked."""


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
    kept: bool = True
    """False: of an outside change the text before was not kept, so it is not known which lines."""
    used: tuple[str, ...] = ()
    """Chips whose text an edit put back, or whose call it made again."""
    degraded: str = ""
    """How the arguments of an edit were salvaged that were no JSON."""
    restores: int = 0
    """The entry after which the files were as this edit made them again; 0: it restores none."""
    undone_in: tuple[bytes, ...] = ()
    """Of an edit that is undone in some of its files only: which."""


class LogReply(Reply, frozen=True, kw_only=True):
    items: tuple[LogItem, ...]
    more: bool = False
    path: bytes = b""
    """The file or folder that was asked for, as its name was understood; empty: all."""


class Planned(Struct, frozen=True, array_like=True, gc=False):
    """What an undo, redo or restore comes to in one file."""

    path: bytes
    state: str
    """restored (it would be changed, made or removed), unchanged (it is so already), conflict
    (later edits stand on what would go), or impossible.
    """
    code: str = ""
    """Why it is impossible: not_kept, not_a_file, no_line_end, read_only, missing_folder."""
    edit: int = 0
    """The edit that cannot be taken back or made again."""
    who: tuple[Who, ...] = ()
    """Who stands in the way."""
    body: tuple[Block, ...] = ()
    """Of a conflict: the lines that would come back (new) and those of today (old)."""
    modes: tuple[int, ...] = ()
    """Of a conflict about the file's mode: that of today, and the one that would come back; -1: no
    file.
    """


class SessionList(Reply, frozen=True, kw_only=True):
    items: tuple[SessionItem, ...]
    now_ns: int
    more: int = 0


class EntryShown(Reply, frozen=True, kw_only=True):
    """One entry of the log in full."""

    item: LogItem
    diffs: tuple[tuple[Block, ...], ...] = ()
    """Of each of the item's files: what went and what came, or would have."""
    saw: tuple[Block, ...] = ()
    """Lines that its reply showed."""
    missing: tuple[bytes, ...] = ()
    """Files whose text is not kept."""
    arguments: str = ""
    """As its client sent them."""
    chips: tuple[str, ...] = ()
    cut_bytes: int = 0
    """So many bytes are left out of all that."""
    now_ns: int = 0


class Contents(Reply, frozen=True, kw_only=True):
    """A file as it was at a point."""

    path: bytes
    at: int
    """The point: after this entry."""
    version: Version | None
    """None: there was no file."""
    by: Who | None = None
    """Who made this version; None: it was there before the journal."""
    blocks: tuple[Block, ...] = ()
    data: bytes = b""
    """Where raw bytes were asked for."""
    marks: tuple[str, ...] = ()
    """As in Shown."""


class FileDiff(Struct, frozen=True, array_like=True, gc=False):
    path: bytes
    before: Version | None
    after: Version | None
    diff: tuple[Block, ...] = ()
    """What went (old) and what came (new); none for what is no text."""
    by: tuple[Who, ...] = ()
    """Who changed it between the points, oldest first, each once."""
    missing: bool = False
    """The text before or after is not kept."""
    cut_bytes: int = 0
    """So many bytes of its lines are left out."""


class DiffReply(Reply, frozen=True, kw_only=True):
    since: int
    until: int
    files: tuple[FileDiff, ...]
    """Those that differ."""
    cut_bytes: int = 0
    now_ns: int = 0
    more: int = 0
    """So many further files differ."""


class Made(Struct, frozen=True, array_like=True, gc=False):
    """Lines next to each other that one entry made."""

    first: int
    last: int
    by: Who
    """`seq` 0: they were there before the journal."""
    lines: tuple[str, ...] = ()


class Blamed(Reply, frozen=True, kw_only=True):
    path: bytes
    at: int
    total: int
    runs: tuple[Made, ...]
    cut_bytes: int = 0
    now_ns: int = 0
    missing: bool = False
    """The text is not kept: the runs have no lines."""
    absent: bool = False
    """There was no file."""


class TrailFile(Struct, frozen=True, array_like=True, gc=False):
    """A file that a step changed: whole, before and after."""

    path: bytes
    before: Version | None
    after: Version | None
    old: bytes = b""
    new: bytes = b""
    is_old_kept: bool = True
    """False: `old` is empty because what was there is not kept."""
    is_new_kept: bool = True


class Step(Struct, frozen=True, array_like=True):
    """One entry of a session."""

    item: LogItem
    arguments: bytes = b""
    """As its client sent them."""
    saw: tuple[Block, ...] = ()
    """Lines that its reply showed."""
    files: tuple[TrailFile, ...] = ()


class TrailReply(Reply, frozen=True, kw_only=True):
    steps: tuple[Step, ...]
    """Oldest first."""
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
    plan: tuple[Planned, ...] = ()
    """Of an undo, redo or restore: what it comes to in each file."""
    sessions: tuple[SessionItem, ...] = ()
    """Sessions that may have been meant."""


class Problem(Struct, frozen=True, array_like=True):
    """Why one of several changes does not fit."""

    number: int
    """From 1, as they were sent."""
    refusal: Refusal


AnyReply = (
    Shown
    | Done
    | Preview
    | Unchanged
    | Marked
    | StatusReply
    | LogReply
    | ChipList
    | ChipShown
    | ChipGone
    | ViewList
    | SessionList
    | EntryShown
    | Contents
    | DiffReply
    | Blamed
    | TrailReply
    | Ranged
    | Outlined
    | Balanced
    | Refusal
)
