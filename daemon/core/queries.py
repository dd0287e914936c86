"""Entries of the log as lines that people can read."""

import msgspec

from ...schemas.facts import (
    AnyFact,
    ChangedOutside,
    ChipDropped,
    Edited,
    Entry,
    Marked,
    NotApplied,
    Previewed,
    Queried,
    Refused,
    SessionOpened,
    TornFound,
    VersionKept,
    Viewed,
)
from ...schemas.replies import FileDone, LogItem
from ...schemas.values import Span
from . import edits
from .state import State


def paths_of(entry: Entry) -> tuple[bytes, ...]:
    """Return the files that an entry is about, each once."""
    match entry.fact:
        case (
            Viewed(path=path)
            | Refused(path=path)
            | VersionKept(path=path)
            | NotApplied(path=path)
            | TornFound(path=path)
        ):
            return (path,) if path else ()
        case Edited(changes=changes) | Previewed(changes=changes):
            return tuple({change.path: None for change in changes})
        case ChangedOutside(change=change):
            return (change.path,)
        case _:
            return ()


def session_of(entry: Entry) -> int:
    """Return whose an entry is: of a call that did not reach the disk, who had made it."""
    return entry.fact.session if isinstance(entry.fact, NotApplied) else entry.session


def tool_of(entry: Entry) -> str:
    """Return the tool of the call that an entry came of; empty: of none."""
    match entry.fact:
        case Viewed():
            return "be-read"
        case Marked():
            return "be-trx"
        case (
            Edited(tool=tool)
            | Previewed(tool=tool)
            | Refused(tool=tool)
            | Queried(tool=tool)
            | NotApplied(tool=tool)
        ):
            return tool
        case _:
            return ""


def confined(item: LogItem, scope: bytes) -> LogItem:
    """Return what of an item a session may see that is confined to the folder `scope`."""
    if not scope:
        return item
    inside = scope + b"/"
    files = tuple(one for one in item.files if one.path.startswith(inside))
    undone_in = tuple(one.removeprefix(inside) for one in item.undone_in if one.startswith(inside))
    return msgspec.structs.replace(item, files=files, undone_in=undone_in)


def item(state: State, entry: Entry) -> LogItem:
    """Return an entry as an item of the log's listing."""
    fact = entry.fact
    code = label = ""
    files: tuple[FileDone, ...] = tuple(_named(path) for path in paths_of(entry))
    spans: tuple[Span, ...] = ()
    edit, kept = state.edits.get(entry.seq), True
    undone = bool(edit and edit.undone_by)
    undoes, redoes = _flips(fact)
    restores = 0
    used: tuple[str, ...] = ()
    degraded = ""
    match fact:
        case Edited(changes=changes, restores=restores):
            used, degraded = fact.used, fact.degraded
            files = tuple(edits.done(c.path, c.before, c.after, c.splices) for c in changes)
        case Previewed(changes=changes, restores=restores):
            files = tuple(edits.done(c.path, c.before, c.after, c.splices) for c in changes)
        case ChangedOutside(change=one, before_kept=kept):
            files = (edits.done(one.path, one.before, one.after, one.splices),)
        case Viewed(spans=spans):
            pass
        case Refused(code=code, spans=spans):
            pass
        case Marked(mark=code, label=label):
            pass
        case SessionOpened(client=label, version=code):
            pass
        case NotApplied(edit=edit_seq, reason=label):
            undoes = (edit_seq,)
        case ChipDropped(chip=label):
            pass
        case _:
            pass
    return LogItem(
        seq=entry.seq,
        time_ns=entry.time_ns,
        session=entry.session,
        name=state.sessions.name(entry.session),
        kind=type(fact).__name__,
        tool=tool_of(entry),
        code=code,
        files=files,
        spans=spans,
        undoes=undoes,
        redoes=redoes,
        undone=undone,
        applied=not edit or edit.applied,
        label=label,
        kept=kept,
        used=used,
        degraded=degraded,
        restores=restores,
        undone_in=tuple(sorted(edit.undone_in)) if edit and not undone else (),
    )


def _flips(fact: AnyFact) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the edits that a fact takes back, in all of their files or in some, and makes again.

    Of what was only worked out: what it would take back.
    """
    match fact:
        case Edited(changes=changes) | Previewed(changes=changes):
            parts = (fact, *changes)
        case ChangedOutside(undoes=undone) if undone:
            return (undone,), ()
        case _:
            return (), ()
    undoes = dict.fromkeys(seq for one in parts for seq in one.undoes)
    redoes = dict.fromkeys(seq for one in parts for seq in one.redoes)
    return tuple(undoes), tuple(redoes)


def _named(path: bytes) -> FileDone:
    return FileDone(path, (), 0, 0, "")
