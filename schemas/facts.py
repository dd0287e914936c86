"""Facts: what happened, as data. An entry is a fact with its place in the log.

One call makes one entry, its outcome. Facts hold no content: texts, arguments and file versions
are attachments of the entry, named by SHA-256. A fact only ever gains fields with defaults;
`tests/data` holds golden bytes of each.
"""

from msgspec import Struct

from .values import Content, Span, Splice, Version


class Fact(Struct, frozen=True, array_like=True, tag=True, gc=False):
    """Base of all facts; the tag is the class name."""


class SessionOpened(Fact, frozen=True):
    """A client came. The entry's own `session` is the number it was given."""

    agent: str
    """As the client names itself, e.g. "claude-code"; with `ordinal` it makes "claude-code#2"."""
    ordinal: int
    version: str = ""
    client: str = "api"
    """mcp, cli or api."""
    key: str = ""
    """What later clients of the same session say to join it, e.g. a terminal's name."""
    scope: bytes = b""
    """Folder beneath the root that this client is confined to; empty for the root itself."""
    named: bytes = b""
    """That folder's absolute path as the client named it, which may lead over symlinks."""
    umask: int = 0o022
    """Of the client: new files get 0o666 without these bits."""


class SessionClosed(Fact, frozen=True):
    reason: str = ""


class Viewed(Fact, frozen=True):
    """Lines of a file were shown to a session. The view's id is "v" and the entry's seq."""

    path: bytes
    version: Version
    spans: tuple[Span, ...]


class Change(Struct, frozen=True, array_like=True, gc=False):
    """One file's step within an edit or an outside change."""

    path: bytes
    before: Version | None
    after: Version | None
    splices: tuple[Splice, ...] = ()
    inserted: Content | None = None
    """All inserted lines, joined in the order of `splices`: an attachment of this entry.

    None: none came, or what came from outside to a file with secrets is not kept.
    """
    base: Content | None = None
    """The whole of `before`, attached here where no earlier entry holds it."""
    inode: int = 0
    """The target's inode as decided on; 0 where it did not exist."""
    mtime_ns: int = 0
    ctime_ns: int = 0
    temp: bytes = b""
    """Name of the temp file beside the target that holds the new bytes until they are in place."""
    in_place: bool = False
    """Written into the same inode (hard links, owners that cannot be kept): not atomic."""
    shown: tuple[Span, ...] | None = None
    """Lines of `after` that the reply showed or the call sent: the edit's fresh view of this path.

    None: no view. Ascending and apart.
    """
    through: int = 0
    """The view whose line numbers the call meant; 0 for none."""
    meant: tuple[Splice, ...] = ()
    """The stretches the call named, where `splices` leave out lines of theirs that stayed."""
    made: bytes = b""
    """The outermost folder that is made for it; empty: none."""
    undoes: tuple[int, ...] = ()
    """Edits that are undone in this file, where that is not said of the whole entry: of an edit of
    several files only some may be taken back.
    """
    redoes: tuple[int, ...] = ()


class Deleted(Struct, frozen=True, array_like=True, gc=False):
    """Text that an edit took away, as a chip."""

    chip: str
    path: bytes
    span: Span
    """Lines before the edit that it was, or was a part of; of several stretches the first."""
    content: Content
    """An attachment."""


class Edited(Fact, frozen=True):
    """Files were changed by one call, all or none. The edit's id is "e" and the entry's seq."""

    tool: str
    changes: tuple[Change, ...]
    undoes: tuple[int, ...] = ()
    """Edits this one made inactive: their lines went, the lines they had removed came back."""
    redoes: tuple[int, ...] = ()
    """Undone edits this one made active again."""
    confirms: int = 0
    """The entry that had prepared it."""
    deleted: tuple[Deleted, ...] = ()
    """Text that it took away, of each file at most one."""
    call: bytes = b""
    """SHA-256 of the request in msgpack, so that the same call made twice is known for one."""
    prepared: tuple[Change, ...] = ()
    """What the call may have meant instead, worked out upon these changes."""
    used: tuple[str, ...] = ()
    """Chips whose text it put back, or whose call it made again."""
    degraded: str = ""
    """How its arguments were salvaged that were no JSON; empty: they were."""
    salvaged: str = ""
    """Id of the chip that keeps the call as it came, where it was salvaged and made at once."""
    restores: int = 0
    """The entry after which the files were as they are now again."""


class Previewed(Fact, frozen=True):
    """An edit was worked out and not made. Its id is "p" and the entry's seq."""

    tool: str
    changes: tuple[Change, ...]
    undoes: tuple[int, ...] = ()
    redoes: tuple[int, ...] = ()
    used: tuple[str, ...] = ()
    """Chips that the edit uses, as in Edited."""
    degraded: str = ""
    """As in Edited."""
    restores: int = 0
    """As in Edited."""


class Refused(Fact, frozen=True):
    """A call that changed nothing: a rule said no, or the call was wrong."""

    tool: str
    code: str
    path: bytes = b""
    version: Version | None = None
    spans: tuple[Span, ...] = ()
    """Lines of `version` that the refusal showed: a view, like that of a read."""
    prepared: tuple[Change, ...] = ()
    """The edit that was meant, worked out; its id is "p" and the entry's seq."""
    chip: str = ""
    """Id of the chip that keeps the call."""
    request: Content | None = None
    """The call as a request, in msgpack: an attachment."""
    undoes: tuple[int, ...] = ()
    """What the prepared edit undoes."""
    redoes: tuple[int, ...] = ()
    meant: str = ""
    """Tool of the prepared edit, where that is not `tool`."""
    anew: int = 0
    """The entry that had prepared the same edit, upon files that have changed since."""
    text_bytes: int = -1
    """So many bytes of new text the kept call brought; -1: none that can be put back."""
    used: tuple[str, ...] = ()
    """Chips that the prepared edit uses, as in Edited."""
    span: Span | None = None
    """Lines of `path` that the kept call named, as it wrote them: 0 to 0 is the top, -1 to -1 the
    end, `last` 0 means to the end. None: it named none.
    """
    came_bytes: int = 0
    """Size of the call where only its beginning is kept; 0: all of it is."""
    bare: bool = False
    """The call brought names and numbers only: no text, not even one that it quotes."""
    degraded: str = ""
    """Of a prepared edit, as in Edited."""
    restores: int = 0
    """What the prepared edit restores, as in Edited."""


class Marked(Fact, frozen=True):
    """A session named a point: commit closes its open edits."""

    mark: str
    """commit or snapshot."""
    label: str = ""


class Queried(Fact, frozen=True):
    """A call that asked and changed nothing, other than a view of a file."""

    tool: str


class ChangedOutside(Fact, frozen=True):
    """A file differs from what the log knew, by no client of the daemon."""

    change: Change
    before_kept: bool = True
    """False: the bytes before were not kept, so the whole file counts as replaced."""
    undoes: int = 0
    """The change from outside just before this one, which it takes back: its lines went, those that
    it had removed are there again. 0: it takes back none.
    """
    seen: bool = True
    """False: no look found the file so. It has been changed further, by the entry that follows."""


class VersionKept(Fact, frozen=True):
    """The whole bytes of a viewed version, attached to this entry."""

    path: bytes
    version: Version
    content: Content


class NotApplied(Fact, frozen=True):
    """An edit in the log that did not reach the disk; it counts as never made."""

    edit: int
    path: bytes
    """The file at which it failed."""
    reason: str
    found: bytes = b""
    """Digest of what was there instead; empty where nothing was."""
    chip: str = ""
    """Id of the chip that keeps the call."""
    request: Content | None = None
    """The call as a request, in msgpack: an attachment."""
    tool: str = ""
    """By which the call was made."""
    session: int = 0
    """Whose call it was."""
    text_bytes: int = -1
    """As in Refused."""
    span: Span | None = None
    """As in Refused."""
    bare: bool = False
    """As in Refused."""


class ChipDropped(Fact, frozen=True):
    """Somebody took a chip off the list."""

    chip: str


class TornFound(Fact, frozen=True):
    """A file held bytes that would be nowhere else; they are attached.

    After a crash: neither an edit's bytes nor those before, in a file that was being written in
    place; the edit's bytes were written again. Or what a program wrote to the old file just after
    an edit had replaced it.
    """

    edit: int
    path: bytes
    found: Content


class TailCut(Fact, frozen=True):
    """At opening, an unfinished end of the log was cut off and copied to quarantine."""

    cut_bytes: int
    quarantine: str


AnyFact = (
    SessionOpened
    | SessionClosed
    | Viewed
    | Edited
    | Previewed
    | Refused
    | Marked
    | Queried
    | ChangedOutside
    | VersionKept
    | NotApplied
    | ChipDropped
    | TornFound
    | TailCut
)


class RequestId(Struct, frozen=True, array_like=True, gc=False):
    """Names one request of a session, so that a retry of it is known for one."""

    lane: int
    """Chosen at random by each client process: a session may have several."""
    counter: int
    """1, 2, 3, ... within the lane."""


class Entry(Struct, frozen=True, array_like=True, gc=False):
    """A fact with its place in the log."""

    seq: int
    """1, 2, 3, ... within the workspace, without gaps."""
    time_ns: int
    """Since the Unix epoch."""
    session: int
    """0 is the daemon itself."""
    fact: AnyFact
    request: RequestId | None = None
    arguments: Content | None = None
    """The call as it came, an attachment: JSON, or raw bytes that were no JSON."""
