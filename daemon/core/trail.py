"""What a session saw, asked, was refused and changed: one entry of the log with all its bytes."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ...schemas.facts import Change, ChangedOutside, Edited, Entry, Refused, Viewed
from ...schemas.replies import Block, Step, TrailFile
from ...schemas.values import Kept, RelPath, Span, Version
from . import past, queries
from . import text as texts
from .state import State

Texts = Mapping["Text", bytes]
"""Those at hand."""


class Text(NamedTuple):
    """A version of a file, as it was after the entry `seq`."""

    path: RelPath
    seq: int
    digest: bytes


class _Shown(NamedTuple):
    """Lines that the reply to a call showed."""

    text: Text
    version: Version
    spans: tuple[Span, ...]


def texts_of(state: State, entry: Entry, scope: bytes) -> tuple[Text, ...]:
    """Return the versions that a step has bytes of, for a session confined to the folder `scope`.

    Those without bytes are none of them.
    """
    shown = _shown(entry, scope)
    found = [] if shown is None else [shown.text]
    for change in _changes(state, entry, scope):
        found += _sides(entry.seq, change)
    return tuple(dict.fromkeys(found))


def wanted(state: State, text: Text) -> set[Kept]:
    """Return what must be read to have a version's bytes; empty where they were not kept."""
    return past.wanted_at(state, text.path, text.seq)


def bytes_of(state: State, text: Text, contents: Mapping[Kept, bytes]) -> bytes | None:
    """Return a version's bytes from what was read; None where they are not kept."""
    data = past.bytes_at(state, text.path, text.seq, contents)
    return None if data is None or texts.sha256(data) != text.digest else data


def arguments_of(state: State, entry: Entry, scope: bytes) -> Kept | None:
    """Return where the call lies as its client sent it; None: it has none that may be shown.

    To whom is confined to a folder those are shown that could only name files in there.
    """
    session = state.sessions.by_number.get(queries.session_of(entry))
    theirs = session.opened.scope + b"/" if session else b""
    if entry.arguments is None or (scope and not theirs.startswith(scope + b"/")):
        return None
    return Kept(entry.seq, entry.arguments.digest)


def step(state: State, entry: Entry, scope: bytes, at_hand: Texts, arguments: bytes) -> Step:
    """Return an entry with what it is about, as far as the texts are at hand."""
    return Step(
        item=queries.confined(queries.item(state, entry), scope),
        arguments=arguments,
        saw=_saw(_shown(entry, scope), at_hand),
        files=tuple(_file(entry.seq, one, at_hand) for one in _changes(state, entry, scope)),
    )


def size_bytes(step: Step) -> int:
    """Return about how much a step takes in a reply."""
    shown = sum(len(line) for block in step.saw for line in block.lines)
    return len(step.arguments) + shown + sum(len(one.old) + len(one.new) for one in step.files)


def _changes(state: State, entry: Entry, scope: bytes) -> Iterable[Change]:
    """Return what an entry changed; what did not reach the disk has changed nothing."""
    match entry.fact:
        case Edited(changes=changes) if (edit := state.edits.get(entry.seq)) and edit.applied:
            pass
        case ChangedOutside(change=change):
            changes = (change,)
        case _:
            return ()
    return [one for one in changes if _is_within(one.path, scope)]


def _sides(seq: int, change: Change) -> list[Text]:
    path = RelPath(change.path)
    sides = ((seq - 1, change.before), (seq, change.after))
    return [Text(path, at, one.digest) for at, one in sides if one is not None and one.size_bytes]


def _file(seq: int, change: Change, at_hand: Texts) -> TrailFile:
    path = RelPath(change.path)

    def side(at: int, version: Version | None) -> bytes | None:
        if version is None or not version.size_bytes:
            return b""
        return at_hand.get(Text(path, at, version.digest))

    old, new = side(seq - 1, change.before), side(seq, change.after)
    return TrailFile(
        path=change.path,
        before=change.before,
        after=change.after,
        old=old or b"",
        new=new or b"",
        is_old_kept=old is not None,
        is_new_kept=new is not None,
    )


def _shown(entry: Entry, scope: bytes) -> _Shown | None:
    match entry.fact:
        case (
            Viewed(path=path, version=version, spans=spans)
            | Refused(path=path, version=Version() as version, spans=spans)
        ) if spans and _is_within(path, scope) and version.size_bytes:
            return _Shown(Text(RelPath(path), entry.seq, version.digest), version, spans)
        case _:
            return None


def _saw(shown: _Shown | None, at_hand: Texts) -> tuple[Block, ...]:
    data = at_hand.get(shown.text) if shown else None
    if shown is None or data is None:
        return ()
    text = texts.known(data, shown.version)
    return tuple(
        Block("lines", one.first, one.last, tuple(text.shown(one.first - 1, len(one))))
        for one in shown.spans
    )


def _is_within(path: bytes, scope: bytes) -> bool:
    return not scope or path.startswith(scope + b"/")
