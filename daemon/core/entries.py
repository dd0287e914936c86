"""One entry of the log in full: what it says, and the lines that it changed, would, or showed."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec import structs

from ...schemas.facts import (
    Change,
    ChangedOutside,
    ChipDropped,
    Edited,
    Entry,
    NotApplied,
    Previewed,
    Queried,
    Refused,
    Viewed,
)
from ...schemas.replies import Block, Call, EntryShown, LogItem
from ...schemas.requests import ShowEntry
from ...schemas.values import Kept, RelPath, Span, Version
from . import edits, past, queries, trail
from . import text as texts
from .asking import Asked, Decision, refuse
from .between import block
from .chip_texts import beginning_of, readable
from .cutting import Room
from .text import Text
from .whose import TOOL

Contents = Mapping[Kept, bytes]
TEXT_BYTES_MAX = 64 << 20
"""So much text is read to show one entry; of further files no lines are shown."""


class _Part(NamedTuple):
    """Lines of one file that an entry is about."""

    path: bytes
    blocks: tuple[Block, ...] = ()
    missing: bool = False
    """Some of its text is not kept."""
    unread_bytes: int = 0
    """Of text that was too much to read."""


class _Seen(NamedTuple):
    """Lines that the reply to a call showed."""

    path: RelPath
    version: Version
    spans: tuple[Span, ...]


def wanted(asked: Asked, request: ShowEntry) -> set[Kept]:
    """Return the kept bytes that are needed to show an entry. Raises RefusedError."""
    entry = _the_entry(asked, request)
    found: set[Kept] = set()
    for change in _readable(_changes(asked, entry)):
        found |= past.wanted_at(asked.state, RelPath(change.path), entry.seq - 1)
        if change.inserted is not None:
            found.add(Kept(entry.seq, change.inserted.digest))
    seen = _seen(asked, entry)
    if seen is not None:
        found |= past.wanted_at(asked.state, seen.path, entry.seq)
    arguments = trail.arguments_of(asked.state, entry, asked.scope)
    return found if arguments is None else {*found, arguments}


def show(asked: Asked, request: ShowEntry, contents: Contents) -> Decision:
    """Show one entry. Raises RefusedError.

    Where not all of it fits, lines and arguments have half of the room each, if they need it.
    """
    entry = _the_entry(asked, request)
    changed = _changed(asked, entry, contents)
    seen = _seen(asked, entry)
    saw = [] if seen is None else [_lines_seen(asked, entry, seen, contents)]
    call = _arguments(asked, entry, contents)
    all_bytes = max(request.max_bytes, 0)
    least = beginning_of(call, "utf-8", all_bytes)  # the call, if it has all of the room
    room = Room(max(all_bytes - least.cost, all_bytes // 2))
    spent = room.left_bytes
    shown = [room.take(part.blocks) for part in (*changed, *saw)]
    spent -= room.left_bytes
    told = beginning_of(call, "utf-8", all_bytes - spent).data
    unread = sum(part.unread_bytes for part in changed)
    reply = EntryShown(
        seq=asked.seq,
        item=_item(asked, entry),
        diffs=tuple(shown[: len(changed)]),
        saw=shown[-1] if saw else (),
        missing=tuple(_as_named(asked, one.path) for one in (*changed, *saw) if one.missing),
        arguments=told.decode(),
        chips=_chips(entry),
        cut_bytes=room.cut_bytes + unread + len(call) - len(told),
        now_ns=asked.now_ns,
    )
    return Decision(reply, Queried(TOOL))


def _the_entry(asked: Asked, request: ShowEntry) -> Entry:
    """Return the entry that is asked for, if the session may see it. Raises RefusedError."""
    entry = asked.entry
    paths = queries.paths_of(entry) if entry else ()
    if entry is None or (paths and not any(_is_within(asked, path) for path in paths)):
        values: dict[str, str | int] = {"entry": request.entry, "newest": asked.state.seq}
        calls = (Call(TOOL, {"action": "log"}),)
        raise refuse(asked, TOOL, "no_such_entry", verdict="ERROR", values=values, calls=calls)
    return entry


def _is_within(asked: Asked, path: bytes) -> bool:
    return not asked.scope or path.startswith(asked.scope + b"/")


def _as_named(asked: Asked, path: bytes) -> bytes:
    """Return a path as a session that is confined to a folder knows it."""
    return path.removeprefix(asked.scope + b"/") if asked.scope else path


def _item(asked: Asked, entry: Entry) -> LogItem:
    """Return the entry as it is listed; of what a refusal prepared, each file."""
    item = queries.item(asked.state, entry)
    if isinstance(entry.fact, Refused) and entry.fact.prepared:
        prepared = entry.fact.prepared
        files = tuple(edits.done(c.path, c.before, c.after, c.splices) for c in prepared)
        item = structs.replace(item, files=files)
    return queries.confined(item, asked.scope)


def _arguments(asked: Asked, entry: Entry, contents: Contents) -> bytes:
    """Return the call as its client sent it, in UTF-8; empty: not kept, or not to be shown."""
    kept = trail.arguments_of(asked.state, entry, asked.scope)
    raw = contents.get(kept, b"") if kept else b""
    return readable(raw).encode("utf-8", "backslashreplace") if raw else b""


def _chips(entry: Entry) -> tuple[str, ...]:
    match entry.fact:
        case Edited(deleted=deleted):
            return tuple(one.chip for one in deleted)
        case Refused(chip=chip) | NotApplied(chip=chip) | ChipDropped(chip=chip) if chip:
            return (chip,)
        case _:
            return ()


# --- what it changed, or would have ---------------------------------------------------------------


def _changes(asked: Asked, entry: Entry) -> list[Change]:
    match entry.fact:
        case Edited(changes=changes) | Previewed(changes=changes) | Refused(prepared=changes):
            pass
        case ChangedOutside(change=change):
            changes = (change,)
        case _:
            changes = ()
    return [one for one in changes if _is_within(asked, one.path)]


def _readable(changes: Iterable[Change]) -> list[Change]:
    """Return the first changes whose texts are not too much to be read."""
    found: list[Change] = []
    left = TEXT_BYTES_MAX
    for change in changes:
        left -= _size_bytes(change)
        if left >= 0 or not found:
            found.append(change)
    return found


def _size_bytes(change: Change) -> int:
    inserted = change.inserted.size_bytes if change.inserted else 0
    return inserted + (change.before.size_bytes if change.before else 0)


def _changed(asked: Asked, entry: Entry, contents: Contents) -> list[_Part]:
    """Return what went and what came in each of the files."""
    changes = _changes(asked, entry)
    readable_ones = {change.path for change in _readable(changes)}
    return [
        _went_and_came(asked, entry, change, contents)
        if change.path in readable_ones
        else _Part(change.path, unread_bytes=_size_bytes(change))
        for change in changes
    ]


def _went_and_came(asked: Asked, entry: Entry, change: Change, contents: Contents) -> _Part:
    before, pieces = _before(asked, entry, change, contents), _pieces(entry, change, contents)
    encoding = change.after.encoding if change.after else ""
    blocks: list[Block] = []
    shift = 0
    for at, splice in enumerate(change.splices):
        if before is not None:
            blocks += block("old", before, splice.at, splice.removed)
        if pieces is not None and encoding:
            come = Text(texts.without_bom(pieces[at], encoding), encoding=encoding)
            first = splice.at + shift
            blocks += (_moved(one, first) for one in block("new", come, 0, splice.inserted))
        shift += splice.inserted - splice.removed
    return _Part(change.path, tuple(blocks), before is None or pieces is None)


def _moved(one: Block, lines: int) -> Block:
    return structs.replace(one, first=one.first + lines, last=one.last + lines)


def _before(asked: Asked, entry: Entry, change: Change, contents: Contents) -> Text | None:
    """Return the text that a change found; None: it is not kept."""
    if change.before is None:
        return Text(b"", encoding="utf-8")
    data = past.bytes_at(asked.state, RelPath(change.path), entry.seq - 1, contents)
    if data is None or texts.sha256(data) != change.before.digest:
        return None
    return texts.known(data, change.before)


def _pieces(entry: Entry, change: Change, contents: Contents) -> list[bytes] | None:
    """Return the bytes that each splice brings; None: they are not kept."""
    counts = [splice.inserted for splice in change.splices]
    if change.after is None or not any(counts):
        return [b"" for _ in counts]
    kept = Kept(entry.seq, change.inserted.digest) if change.inserted else None
    if kept is None or kept not in contents:
        return None
    return texts.pieces(contents[kept], counts, change.after.unit)


# --- what it showed -------------------------------------------------------------------------------


def _seen(asked: Asked, entry: Entry) -> _Seen | None:
    match entry.fact:
        case (
            Viewed(path=path, version=version, spans=spans)
            | Refused(path=path, version=Version() as version, spans=spans)
        ) if spans and _is_within(asked, path):
            return _Seen(RelPath(path), version, spans)
        case _:
            return None


def _lines_seen(asked: Asked, entry: Entry, seen: _Seen, contents: Contents) -> _Part:
    data = past.bytes_at(asked.state, seen.path, entry.seq, contents)
    if data is None or texts.sha256(data) != seen.version.digest:
        return _Part(seen.path, missing=True)
    text = texts.known(data, seen.version)
    blocks = (one for span in seen.spans for one in block("lines", text, span.first - 1, len(span)))
    return _Part(seen.path, tuple(blocks))
