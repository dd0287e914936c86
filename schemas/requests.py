"""Requests: what a session asks the journal, in the imperative."""

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from .values import NOW, Point, Span

if TYPE_CHECKING:
    TextOrBytes = str | bytes
else:  # msgspec takes no union of the two; on the wire they are told apart anyway
    TextOrBytes = Any


def _check_content(content: object) -> None:
    if not isinstance(content, str | bytes):
        raise TypeError("Expected `str` or `bytes`")


Whose = int | str
"""A session by its number or its name ("codex#3"); 0 or "": none is named."""


class TargetName(Struct, frozen=True, array_like=True, gc=False):
    """A place named by what stands there instead of by its lines; in the file as it is now."""

    kind: str
    """function (any definition), tag, marker (a line that holds a text), around (the innermost
    definition around a line).
    """
    value: str
    """A name, perhaps with those it lies in ("Cart.total"); of around: a line's number."""
    nth: int = 0
    """Which of several, from 1; 0: it must be the only one."""
    said: str = ""
    """Of a definition the kind as it was written: where several fit, the only one of it is meant.
    "": no kind, or function, which is said of all.
    """


class Request(Struct, frozen=True, tag=True, gc=False):
    """Base of all requests. Paths are as the caller wrote them, in bytes."""


class Read(Request, frozen=True):
    file: bytes
    """May end in lines: a.py:12, a.py:12-18, a.py:40-, a.py:1-40,200-260."""
    spans: tuple[Span, ...] = ()
    """Instead of lines in `file`; `last` 0 means the end."""
    max_bytes: int = 24_000
    """Of text shown, cut at a line's end."""
    target: TargetName | None = None
    """Instead of lines."""
    outline: bool = False
    """Only the definitions and their lines."""


class Replace(Request, frozen=True):
    """Make lines, or text that occurs once, into other text."""

    file: bytes
    content: TextOrBytes
    span: Span | None = None
    """Instead of lines in `file`."""
    old: str | None = None
    view: int = 0
    """Number of a viewed_code_id; 0: none given."""
    all: bool = False
    force: bool = False
    """Take the numbers as today's, whatever changed; write a read-only file."""
    preview: bool = False
    """Only show what it would come to; a Confirm makes it."""
    reanchor: bool = False
    """Where the lines are unchanged and stand elsewhere now: take them there."""
    diff: bool = False
    """The reply has a diff."""
    target: TargetName | None = None
    """Instead of lines; so in Insert and Delete."""

    def __post_init__(self) -> None:
        _check_content(self.content)


class Insert(Request, frozen=True):
    """Put text after a line; nothing is replaced."""

    file: bytes
    content: TextOrBytes
    after: int | None = None
    """Instead of a line in `file`: 0 is the top, -1 the end."""
    view: int = 0
    force: bool = False
    preview: bool = False
    reanchor: bool = False
    diff: bool = False
    target: TargetName | None = None
    before: bool = False
    """Before the target instead of after it."""

    def __post_init__(self) -> None:
        _check_content(self.content)


class Delete(Request, frozen=True):
    """Take lines out, or with `remove` the whole file away."""

    file: bytes
    span: Span | None = None
    old: str | None = None
    """The lines must be exactly this."""
    view: int = 0
    remove: bool = False
    force: bool = False
    preview: bool = False
    reanchor: bool = False
    diff: bool = False
    target: TargetName | None = None


class Item(Struct, frozen=True, gc=False):
    """One of several changes: a place, by one of `span`, `after`, `old`, and its new text."""

    content: TextOrBytes
    span: Span | None = None
    after: int | None = None
    """0 is the top, -1 the end."""
    old: str | None = None
    all: bool = False
    file: bytes = b""
    """Another file than the call's; may end in lines."""

    def __post_init__(self) -> None:
        _check_content(self.content)


class ReplaceSeveral(Request, frozen=True):
    """Several changes, all or none; their places are resolved before any of them is made."""

    file: bytes
    items: tuple[Item, ...]
    view: int = 0
    """Of `file`."""
    force: bool = False
    preview: bool = False
    reanchor: bool = False
    diff: bool = False


class Write(Request, frozen=True):
    """Create a file, or replace the whole content of one."""

    file: bytes
    content: TextOrBytes
    """Bytes are written as they are; text in the encoding and byte order mark of the file."""
    view: int = 0
    force: bool = False
    preview: bool = False
    parents: bool = False
    """Make missing folders."""
    diff: bool = False

    def __post_init__(self) -> None:
        _check_content(self.content)


class WriteSeveral(Request, frozen=True):
    """Several whole files, all or none."""

    files: tuple[Write, ...]
    """Of each, what is beside `file`, `content` and `view` does not count."""
    force: bool = False
    preview: bool = False
    parents: bool = False
    diff: bool = False


class InsertChip(Request, frozen=True):
    """Put kept text, or a file's, after a line."""

    file: bytes
    chip: str = ""
    """A chip's id, in hexadecimal."""
    source: bytes = b""
    """Instead of a chip: a file."""
    after: int | None = None
    """Instead of a line in `file`: 0 is the top, -1 the end."""
    view: int = 0
    force: bool = False
    preview: bool = False
    reanchor: bool = False
    diff: bool = False
    form: str = "content"
    """content: the text itself; args: a failed call's arguments as JSON, under a comment."""


class Chips(Request, frozen=True):
    """List chips, newest first."""

    limit: int = 30
    text: str = ""
    """Only those that hold each of these words, in capitals or not: in their text, their arguments,
    their path, tool and session, or their error's code, also with spaces for its underscores.
    """
    file: bytes = b""
    """Only of this file; empty: of all."""
    tool: str = ""
    """With or without "be-"; empty: of all."""
    session: Whose = 0
    """0: of all."""
    since_ns: int = 0
    """Only those kept since, in nanoseconds since the epoch."""
    left: bool = False
    """Also those that have left the list, by number, bytes or age, or were dropped."""
    reasons: dict[str, str] = {}
    """How why a call was refused was worded to who asks, by code: a chip of one of these codes
    holds these words, too.
    """


class ShowChip(Request, frozen=True):
    """Show all that a chip keeps, what became of it, and what it was used for."""

    chip: str
    max_bytes: int = 24_000
    raw: bool = False
    """Also its bytes, all of them."""


class DropChip(Request, frozen=True):
    """Take a chip off the list. The log keeps what it held."""

    chip: str


class Confirm(Request, frozen=True):
    """Make an edit that a preview or a refusal has prepared; or run a kept call again."""

    prepared: int = 0
    """The number behind "p"."""
    chip: str = ""
    """Or a chip's id: of a failed call."""
    file: bytes = b""
    """With a chip: another path, or other lines."""
    view: int = 0
    """With a chip: a newer view."""


class Undo(Request, frozen=True):
    """Take one edit back, in all of its files; later edits stay."""

    edit: int
    anyone: bool = False
    """Also an edit of another session; without it only one's own."""
    preview: bool = False
    session: Whose = 0
    """Also an edit of this session."""
    resolve: str = ""
    """What is done about later edits that stand on it: "" refuses and names them; newer takes them
    back, too, in all of their files; force in those alone where they stand on it, and is only ever
    prepared.
    """


class Redo(Request, frozen=True):
    edit: int
    anyone: bool = False
    preview: bool = False
    session: Whose = 0
    resolve: str = ""


class Rollback(Request, frozen=True):
    """Undo the session's last `step` edits since its commit that are neither undos nor undone."""

    step: int = 1
    preview: bool = False
    session: Whose = 0
    """Another session whose edits are meant."""
    resolve: str = ""
    """As in Undo."""


class UndoSeveral(Request, frozen=True):
    """Take back, all or none, every edit that is meant and stands: at least one field says which.

    Undos and redos themselves are none of them. Where `files` are named, only these are changed.
    """

    session: Whose = 0
    """Of this session; 0: of all, where `anyone` is true, else one's own."""
    since: Point | None = None
    """Made after this point."""
    files: tuple[bytes, ...] = ()
    """In these files or folders."""
    anyone: bool = False
    """Also those of other sessions."""
    preview: bool = False
    resolve: str = ""
    """As in Undo."""
    outside: bool = False
    """Also changes from outside; without `anyone` they are only prepared."""


class Restore(Request, frozen=True):
    """Bring files back to what they were at a point, whoever changed them since."""

    to: Point
    files: tuple[bytes, ...] = ()
    """Only these files or folders; empty: all that changed since."""
    anyone: bool = False
    """Also where others changed them; without it such a restore is only prepared."""
    preview: bool = False


class Commit(Request, frozen=True):
    """Close the session's open edits."""

    label: str = ""


class Snapshot(Request, frozen=True):
    """Name this point of the log."""

    label: str


class Status(Request, frozen=True):
    session: Whose = 0
    """Another session's; 0: one's own."""


class History(Request, frozen=True):
    """The log's entries, newest first."""

    file: bytes = b""
    """Only of this file or folder; empty: of all."""
    session: Whose = 0
    before: int = 0
    """Only entries with a lower seq; 0: from the newest."""
    limit: int = 50
    agent: str = ""
    """Only of sessions of this agent ("codex")."""
    tool: str = ""
    """Only of calls to this tool, with or without "be-"."""
    since: Point | None = None
    """Only entries after this point."""
    until: Point | None = None
    """Only entries up to this point."""


class Sessions(Request, frozen=True):
    """The workspace's sessions, the most lately active first."""

    limit: int = 50
    agent: str = ""


class ShowEntry(Request, frozen=True):
    """One entry: what it says, with the lines that it changed, showed or would change."""

    entry: int
    max_bytes: int = 24_000


class Cat(Request, frozen=True):
    """A file as it was at a point."""

    file: bytes
    """May end in lines."""
    at: Point = NOW
    max_bytes: int = 24_000
    raw: bool = False
    """All of its bytes instead of lines."""


class Diff(Request, frozen=True):
    """What changed between two points."""

    since: Point
    until: Point = NOW
    file: bytes = b""
    """Only of this file or folder; empty: of all that changed."""
    max_bytes: int = 24_000


class Blame(Request, frozen=True):
    """Who made each line of a file."""

    file: bytes
    """May end in lines."""
    at: Point = NOW
    max_bytes: int = 24_000


class Trail(Request, frozen=True):
    """What a session saw, asked, was refused and changed: in order, with all bytes."""

    session: Whose = 0
    """0: every session, and what came from outside."""
    after: int = 0
    """Only entries with a higher seq."""
    limit: int = 200
    max_bytes: int = 4 << 20
    """Of file contents in one reply; at least one step comes whatever its size."""


class FuncRange(Request, frozen=True):
    """The definition around a line, and those it lies in."""

    file: bytes
    """May end in the line."""
    line: int = 0
    """Instead of one in `file`."""


class TagRange(Request, frozen=True):
    """The element around a line, and those it lies in."""

    file: bytes
    line: int = 0


class CheckBalance(Request, frozen=True):
    """Brackets, tags and quotes that have no partner."""

    file: bytes
    verbose: bool = False
    """Also those that have one."""


class ShowOutline(Request, frozen=True):
    """The definitions of a file and their lines."""

    file: bytes


class Views(Request, frozen=True):
    """Views of all sessions, the most lately used first, and what has become of their lines."""

    file: bytes = b""
    """Only of this file; empty: of all."""
    session: Whose = 0
    """Only of this session; 0: of all."""
    limit: int = 50
    stale: bool = False
    """Only those whose lines others changed, moved or took away."""


Editing = Replace | Insert | Delete | ReplaceSeveral | Write | WriteSeveral | InsertChip | Confirm
"""What changes files otherwise than by undoing and redoing."""

Reading = (
    Read
    | Chips
    | ShowChip
    | Status
    | History
    | Sessions
    | ShowEntry
    | Cat
    | Diff
    | Blame
    | Trail
    | Views
    | FuncRange
    | TagRange
    | CheckBalance
    | ShowOutline
)
"""What changes nothing but what the session has seen."""

Meant = (
    Read
    | Replace
    | Insert
    | Delete
    | ReplaceSeveral
    | Write
    | WriteSeveral
    | InsertChip
    | Chips
    | ShowChip
    | DropChip
    | Confirm
    | Undo
    | Redo
    | Rollback
    | UndoSeveral
    | Restore
    | Commit
    | Snapshot
    | Status
    | History
    | ShowEntry
    | Cat
    | Diff
    | Blame
    | FuncRange
    | TagRange
    | CheckBalance
    | ShowOutline
)
"""What a call can be taken to mean."""


class Misfit(Request, frozen=True):
    """A call that could not be made into a request: logged with its arguments, and refused."""

    tool: str
    code: str
    """degraded: its arguments were no JSON object, and could be read all the same."""
    values: dict[str, str | int] = {}
    repaired: Meant | None = None
    """What the call is taken to mean. It is prepared and never done, save what a degraded call
    reads, and one new file that it writes.
    """
    file: bytes = b""
    """The file that the call names, as it wrote it, where that is certain; empty: none, or unclear.
    """


AnyRequest = Meant | Sessions | Trail | Views | Misfit
