"""Entries of the log as lines that people can read."""

from ...schemas.facts import (
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
    VersionKept,
    Viewed,
)
from ...schemas.replies import FileDone, LogItem
from ...schemas.values import Span
from . import edits
from .state import State


def concerns(entry: Entry, path: bytes, session: int) -> bool:
    """Tell whether an entry is about a file and of a session; empty and 0 mean any."""
    return (not session or entry.session == session) and (not path or path in paths_of(entry))


def is_within(entry: Entry, scope: bytes) -> bool:
    """Tell whether an entry may be shown to a session confined to the folder `scope`."""
    paths = paths_of(entry)
    return not scope or not paths or any(path.startswith(scope + b"/") for path in paths)


def paths_of(entry: Entry) -> tuple[bytes, ...]:
    """Return the files that an entry is about."""
    match entry.fact:
        case Edited(changes=changes) | Previewed(changes=changes):
            return tuple(change.path for change in changes)
        case ChangedOutside(change=change):
            return (change.path,)
        case (
            Viewed(path=path) | Refused(path=path) | VersionKept(path=path) | NotApplied(path=path)
        ):
            return (path,)
        case _:
            return ()


def item(state: State, entry: Entry) -> LogItem:
    """Return an entry as an item of the log's listing."""
    fact = entry.fact
    tool = code = label = ""
    files: tuple[FileDone, ...] = tuple(_named(path) for path in paths_of(entry))
    spans: tuple[Span, ...] = ()
    undoes: tuple[int, ...] = ()
    redoes: tuple[int, ...] = ()
    undone, applied, kept = False, True, True
    used: tuple[str, ...] = ()
    degraded = ""
    match fact:
        case Edited(tool=tool, changes=changes, undoes=undoes, redoes=redoes):
            used, degraded = fact.used, fact.degraded
            files = tuple(edits.done(c.path, c.before, c.after, c.splices) for c in changes)
            edit = state.edits.get(entry.seq)
            undone, applied = bool(edit and edit.undone_by), not edit or edit.applied
        case Previewed(tool=tool, changes=changes, undoes=undoes, redoes=redoes):
            files = tuple(edits.done(c.path, c.before, c.after, c.splices) for c in changes)
        case ChangedOutside(change=one, before_kept=kept):
            files = (edits.done(one.path, one.before, one.after, one.splices),)
        case Viewed(spans=spans):
            tool = "be-read"
        case Refused(tool=tool, code=code, spans=spans):
            pass
        case Marked(mark=code, label=label):
            tool = "be-trx"
        case Queried(tool=tool):
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
        tool=tool,
        code=code,
        files=files,
        spans=spans,
        undoes=undoes,
        redoes=redoes,
        undone=undone,
        applied=applied,
        label=label,
        kept=kept,
        used=used,
        degraded=degraded,
    )


def _named(path: bytes) -> FileDone:
    return FileDone(path, (), 0, 0, "")
