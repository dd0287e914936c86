"""Opening a workspace: replay, then bring files and log together again.

Edits that the log has but that may not have reached the disk are carried out, if the file is still
the one they were decided on. Which may not have is told by HEAD: in the same run of the system all
edits up to `applied` have been put in place, and after a restart of it all up to `settled` are
durable there.
"""

from collections.abc import Callable

import msgspec

from ..schemas.facts import AnyFact, Change, Edited, NotApplied, TornFound
from ..schemas.values import Content, RelPath
from . import redo
from .confine import folder_of
from .contents import assemble
from .core import text as texts
from .core.effects import Kind
from .core.files import File
from .core.state import State
from .disk import Root
from .segments import Log

Write = Callable[[AnyFact, tuple[bytes, ...]], None]
"""Adds a fact of the daemon's own to the log and the state."""


def recover(log: Log, state: State, root: Root, write: Write) -> None:
    """Carry out what the log says and the disk lacks, or say in the log why not.

    Raises OSError where the disk cannot be written.
    """
    since = log.applied if log.same_boot else log.settled
    pending = {
        edit.seq: edit.fact
        for edit in state.edits.by_seq.values()
        if edit.seq > since and edit.applied
    }
    failed: dict[int, NotApplied] = {}
    folders: set[RelPath] = set()
    for path, seqs in _by_path(pending).items():
        folders.add(folder_of(path))
        newest = seqs[-1]
        found = _redo(log, state.files.by_path[path], root, pending, seqs)
        if not found.done and log.same_boot:
            failed[newest] = NotApplied(newest, path, "changed before a crash", found.found_digest)
        if found.torn is not None:
            content = Content(texts.sha256(found.torn), len(found.torn))
            write(TornFound(newest, path, content), (found.torn,))
    for seq, fact in sorted(failed.items(), reverse=True):
        _take_back(log, state, root, pending[seq], seq)
        write(fact, ())
    root.sweep(folders)


def _by_path(pending: dict[int, Edited]) -> dict[RelPath, list[int]]:
    found: dict[RelPath, list[int]] = {}
    for seq in sorted(pending):
        for change in pending[seq].changes:
            found.setdefault(RelPath(change.path), []).append(seq)
    return found


def _change(edited: Edited, path: RelPath) -> Change:
    return next(change for change in edited.changes if change.path == path)


def _redo(
    log: Log, file: File, root: Root, pending: dict[int, Edited], seqs: list[int]
) -> redo.Recovered:
    """Bring a file from whichever of its pending states it is in to the newest."""
    newest = _change(pending[seqs[-1]], file.path)
    seen = root.look(file.path)
    start = newest
    for seq in reversed(seqs):
        change = _change(pending[seq], file.path)
        before = change.before.digest if change.before else b""
        if seen.kind in (Kind.FILE, Kind.ABSENT) and seen.digest == before:
            start = change
            break
    whole = msgspec.structs.replace(
        newest,
        before=start.before,
        inode=start.inode,
        mtime_ns=start.mtime_ns,
        in_place=start.in_place,
    )
    after = _text_at(log, file, seqs[-1]) if newest.after else None
    before = _text_at(log, file, seqs[-1] - 1) if start is newest and newest.in_place else None
    return redo.redo(root, whole, after, before=before)


def _text_at(log: Log, file: File, seq: int) -> bytes | None:
    return assemble(log, file, file.history.runs_at(seq))


def _take_back(log: Log, state: State, root: Root, edited: Edited, seq: int) -> None:
    """Undo on disk those files of an edit that hold its bytes: another of them failed."""
    for change in edited.changes:
        file = state.files.by_path[RelPath(change.path)]
        before = _text_at(log, file, seq - 1) if change.before else None
        after = _text_at(log, file, seq) if change.after else None
        redo.undo(root, change, before, after=after)
