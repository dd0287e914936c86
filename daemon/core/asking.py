"""Who asks, when and where; and the refusals that every request may end in."""

import difflib
from collections.abc import Mapping
from typing import NamedTuple

from ...schemas.facts import AnyFact, Entry, Refused
from ...schemas.replies import AnyReply, Block, Call, Refusal, Who
from ...schemas.values import RelPath, Span, Splice
from . import text as texts
from .effects import Effect, Kind, Seen
from .parses import NOTHING, Parse, Parsed
from .places import BadPlaceError, Place, parse
from .shelf import EMPTY, Shelf
from .state import State
from .text import Text

_THERE = (Kind.FILE, Kind.FOLDER, Kind.SPECIAL, Kind.TOO_LARGE)
"""What shows that a path is one."""
BODY_LINES_MAX = 60
"""Lines of a file in a refusal."""
CONTEXT_LINES = 2


class Asked(NamedTuple):
    """What comes with a request from the outside world."""

    state: State
    session: int
    now_ns: int
    root: bytes
    cwd: bytes
    random: bytes
    """8 random bytes."""
    scope: bytes = b""
    """Folder beneath the root that the session is confined to; empty for the root itself."""
    named: bytes = b""
    """That folder's path as the client names it, which may lead over symlinks."""
    umask: int = 0o022
    shelf: Shelf = EMPTY
    """Which chips are on the list."""
    again: str = ""
    """The chip whose call this is, made again; empty: it is made for the first time."""

    arguments_bytes: int = 0
    """Size of the call's arguments as its client got them; 0: they are not kept."""
    entry: Entry | None = None
    """The entry that is asked for, as the log has it; None: none is, or there is none."""
    parsed: Mapping[Parse, Parsed] = NOTHING
    """What was parsed for the call."""

    @property
    def seq(self) -> int:
        """The number that this call's entry will get."""
        return self.state.seq + 1

    def holds(self, path: RelPath) -> bool:
        """Tell whether a file lies in the folder that the session is confined to, if it is."""
        return not self.scope or path.startswith(self.scope + b"/")

    def temp(self, number: int) -> bytes:
        """Return a name for the temp file of the call's change `number`."""
        mixed = (int.from_bytes(self.random, "big") + number) % (1 << 32)
        return b".%08x.ejtmp" % mixed

    def confined(self, seen: Seen) -> Seen:
        """Return what the session may see of a path: nothing outside its folder."""
        inside = self.scope + b"/"
        if not self.scope or (seen.path.startswith(inside) and seen.real.startswith(inside)):
            return seen
        return Seen(seen.path, seen.path, Kind.OUTSIDE, seen.key)


class Step(NamedTuple):
    """A text file before and after an edit."""

    path: RelPath
    before: Text
    after: Text
    splices: tuple[Splice, ...]


class Decision(NamedTuple):
    """What comes of a request, as plain values."""

    reply: AnyReply
    fact: AnyFact
    attachments: tuple[bytes, ...] = ()
    effects: tuple[Effect, ...] = ()
    steps: tuple[Step, ...] = ()
    """Of an edit that is made or shown: whether brackets still have their partners is told."""


class RefusedError(Exception):
    """Ends a decision early, with the refusal it comes to."""

    def __init__(
        self, refusal: Refusal, fact: Refused, attachments: tuple[bytes, ...] = ()
    ) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.fact = fact
        self.attachments = attachments

    @property
    def decision(self) -> Decision:
        return Decision(self.refusal, self.fact, self.attachments)


def refuse(  # noqa: PLR0913 - the fields of a refusal
    asked: Asked,
    tool: str,
    code: str,
    *,
    path: bytes = b"",
    verdict: str = "REFUSED",
    values: dict[str, str | int] | None = None,
    calls: tuple[Call, ...] = (),
    who: Who | None = None,
) -> RefusedError:
    """Return the refusal of a call; raise it."""
    refusal = Refusal(
        seq=asked.seq,
        code=code,
        verdict=verdict,
        tool=tool,
        path=path,
        values=values or {},
        next=calls,
        now_ns=asked.now_ns,
        who=who,
    )
    return RefusedError(refusal, Refused(tool, code, path))


def the_place(asked: Asked, tool: str, file: bytes) -> Place:
    """Return the place that a caller wrote. Raises RefusedError."""
    try:
        folder = asked.root + b"/" + asked.scope if asked.scope else asked.root
        return parse(file, folder, asked.cwd, asked.named).beneath(asked.scope)
    except BadPlaceError as error:
        written = error.written.decode("utf-8", "backslashreplace")
        raise refuse(
            asked,
            tool,
            error.code,
            path=error.written,
            verdict="ERROR",
            values={"written": written, "root": asked.root.decode("utf-8", "backslashreplace")},
        ) from None


def the_file(asked: Asked, tool: str, place: Place, seen: dict[RelPath, Seen]) -> Seen:
    """Return which of the paths that a place may mean is meant. Raises RefusedError."""
    plain = seen[place.plain]
    if plain.kind not in _THERE and seen[place.unescaped].kind in _THERE:
        plain = seen[place.unescaped]
    if place.literal == place.plain:
        return plain
    literal = seen[place.literal]
    if literal.kind not in _THERE:
        return plain
    if plain.kind not in _THERE:
        return literal
    raise refuse(
        asked,
        tool,
        "ambiguous_place",
        path=place.literal,
        verdict="ERROR",
        values={"plain": shown_path(place.plain)},
    )


def expect_file(asked: Asked, tool: str, seen: Seen) -> None:
    """Raise RefusedError for what is no file that can be read."""
    if seen.kind is Kind.FILE:
        return
    values: dict[str, str | int] = {"problem": seen.problem}
    code = {
        Kind.ABSENT: "no_such_file",
        Kind.FOLDER: "is_folder",
        Kind.SPECIAL: "special",
        Kind.OUTSIDE: "outside",
        Kind.DENIED: "denied",
        Kind.TOO_LARGE: "too_large",
    }[seen.kind]
    calls: tuple[Call, ...] = ()
    who = None
    if seen.kind is Kind.ABSENT:
        who = _who_removed(asked, seen)
        near = near_names(seen)
        values["near"] = ", ".join(near)
        calls = tuple(Call("be-read", {"file": name}) for name in near[:1])
    if seen.kind is Kind.FOLDER:
        values["names"] = ", ".join(shown_path(name) for name in seen.names[:8])
        values["more"] = max(0, len(seen.names) - 8)
    raise refuse(
        asked, tool, code, path=seen.path, verdict="ERROR", values=values, calls=calls, who=who
    )


def _who_removed(asked: Asked, seen: Seen) -> Who | None:
    """Return who took a file away that the log knew; None: it never knew one."""
    file = asked.state.files.get(seen.real)
    steps = file.history.steps if file and file.version is None else ()
    return asked.state.who(steps[-1].seq) if steps else None


def text_of(asked: Asked, tool: str, seen: Seen) -> Text:
    """Return the file's text. Raises RefusedError for a binary."""
    text = known_text(asked.state, seen)
    if not text.encoding:
        raise refuse(
            asked,
            tool,
            "binary",
            path=seen.path,
            verdict="ERROR",
            values={"size_bytes": len(seen.data)},
        )
    return text


def known_text(state: State, seen: Seen) -> Text:
    """Return what a file holds, its lines as the log counts them where it knows this version."""
    file = state.files.get(seen.real)
    version = file.version if file and file.digest == seen.digest else None
    return texts.known(seen.data, version)


def near_names(seen: Seen) -> list[str]:
    """Return up to three paths beside an absent one whose names are like its own.

    None where its folder is absent, too: the names are then those beside that folder.
    """
    if seen.missing_folder:
        return []
    folder, slash, name = shown_path(seen.path).rpartition("/")
    # A name that is not UTF-8 shows as what was asked for, and cannot be asked for so.
    names = [shown for one in seen.names if (shown := shown_path(one)) != name]
    found = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
    return [f"{folder}{slash}{one}" for one in found]


def shown_path(path: bytes) -> str:
    r"""Return a path as one line of text; what is not UTF-8 or not printable shows as \xNN."""
    text = path.decode("utf-8", "backslashreplace")
    return "".join(
        one if one.isprintable() else one.encode("unicode_escape").decode() for one in text
    )


def around(text: Text, span: Span, *, context: int = CONTEXT_LINES) -> Block:
    """Return the lines of a span and those around it, as many as a refusal may show."""
    first = max(1, span.first - context)
    last = min(text.lines, max(span.last, span.first - 1) + context, first + BODY_LINES_MAX - 1)
    return Block("lines", first, last, tuple(text.shown(first - 1, last - first + 1)))
