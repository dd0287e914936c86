"""Opening a workspace: replay, then bring files and log together again.

Edits that the log has but that may not have reached the disk are carried out, if the file is still
the one they were decided on. Which may not have is told by HEAD: in the same run of the system all
edits up to `applied` have been put in place, and after a restart of it all up to `settled` are
durable there. HEAD may be lost or old, so later entries count as well: a file is changed again
only when the edit before is through.

In the same run of the system an edit that cannot be carried out was never answered for, and is
taken back as a whole. After a restart that cannot be known: what the file holds then is a change
from outside.
"""

import logging
from collections.abc import Callable, Iterable

from msgspec import structs

from ..schemas.facts import AnyFact, Change, Edited, NotApplied, TornFound
from ..schemas.values import Content, RelPath
from .contents import rebuild
from .core import text as texts
from .core.effects import Kind, Seen
from .core.state import State
from .disk import redo
from .disk.confine import folder_of
from .disk.root import Root
from .log.segments import Log

LOG = logging.getLogger("editjournal.recovery")
Write = Callable[[AnyFact, tuple[bytes, ...]], None]
"""Adds a fact of the daemon's own to the log and the state."""


def recover(
    log: Log, state: State, root: Root, write: Write, littered: Iterable[RelPath] = ()
) -> None:
    """Carry out what the log says and the disk lacks, or say in the log why not.

    `littered` are folders in which temp files may lie of edits that never got into the log.
    All that the log has is then in place and durable, and HEAD says so. Raises OSError where a
    file cannot be written, ReadOnlyLog where the log cannot.
    """
    since = log.applied if log.same_boot else log.settled
    pending = _pending(state, since, same_boot=log.same_boot)
    failed: dict[int, NotApplied] = {}
    for path, seqs in _by_path(pending).items():
        newest = seqs[-1]
        changes = {seq: _change(pending[seq], path) for seq in seqs}
        found = _redo(log, state, root, path, changes)
        if not found.done and log.same_boot:
            failed[newest] = NotApplied(newest, path, "changed before a crash", found.found_digest)
        if found.torn is not None:
            content = Content(texts.sha256(found.torn), len(found.torn))
            write(TornFound(newest, path, content), (found.torn,))
    for seq, fact in sorted(failed.items(), reverse=True):
        _take_back(log, state, root, pending[seq], seq)
        write(fact, ())
    _for_each({*littered, *_folders(pending.values())}, root.sweep)
    unsettled = (
        edit.fact
        for edit in state.edits.by_seq.values()
        if edit.seq > log.settled and not edit.is_outside
    )
    log.note(applied=state.seq)
    if _for_each(_folders(unsettled), root.sync_folders):
        log.note(settled=state.seq)
    log.write_head()


def _for_each(folders: Iterable[RelPath], act: Callable[[list[RelPath]], object]) -> bool:
    """Act on folders; whether it could be done on all. One that is closed to us bars no opening."""
    failed = 0
    for folder in sorted(folders):
        try:
            act([folder])
        except OSError as error:
            failed += 1
            LOG.warning("a folder could not be tidied or synced: %s", error.strerror)
    return not failed


def _pending(state: State, since: int, *, same_boot: bool) -> dict[int, Edited]:
    """Return the edits that may not be in place."""
    found: dict[int, Edited] = {}
    for edit in reversed(state.edits.by_seq.values()):
        if edit.seq <= since:
            break
        if edit.is_outside:
            continue
        if edit.applied and not (same_boot and _has_followers(state, edit.fact, edit.seq)):
            found[edit.seq] = edit.fact
    return found


def _has_followers(state: State, edited: Edited, seq: int) -> bool:
    """Tell whether a file of the edit was changed once more."""
    files = state.files.by_path
    return any(files[RelPath(one.path)].history.steps_since(seq) for one in edited.changes)


def _by_path(pending: dict[int, Edited]) -> dict[RelPath, list[int]]:
    found: dict[RelPath, list[int]] = {}
    for seq in sorted(pending):
        for change in pending[seq].changes:
            found.setdefault(RelPath(change.path), []).append(seq)
    return found


def _folders(edits: Iterable[Edited]) -> set[RelPath]:
    """Return the folders in which edits may have changed names: folders are made as well."""
    found: set[RelPath] = set()
    for edited in edits:
        for change in edited.changes:
            path = RelPath(change.path)
            while path:
                path = folder_of(path)
                found.add(path)
    return found


def _change(edited: Edited, path: RelPath) -> Change:
    return next(change for change in edited.changes if change.path == path)


def _redo(
    log: Log, state: State, root: Root, path: RelPath, changes: dict[int, Change]
) -> redo.Recovered:
    """Bring a file from whichever of its pending states it is in to the newest.

    `changes` are those that may not be in place, by edit, oldest first.
    """
    seq = max(changes)
    newest = changes[seq]
    seen = root.look(path)
    start = next(
        (
            change
            for change in reversed(changes.values())
            if seen.kind in (Kind.FILE, Kind.ABSENT)
            and seen.digest == (change.before.digest if change.before else b"")
        ),
        newest,
    )
    whole = structs.replace(
        newest,
        before=start.before,
        inode=start.inode,
        mtime_ns=start.mtime_ns,
        in_place=start.in_place,
    )
    after = rebuild(log, state, path, seq) if newest.after else None
    # Where the bytes before are not to be had, no others are taken for a half-done write.
    before = (rebuild(log, state, path, seq - 1) if newest.before else None) or b""
    found = redo.redo(root, whole, after, before=before)
    if not found.done and _may_be_torn(whole, seen, before):
        whole = structs.replace(whole, in_place=True)
        found = redo.redo(root, whole, after, before=before)
    return found


def _may_be_torn(change: Change, seen: Seen, before: bytes) -> bool:
    """Tell whether the file is the old one, and its bytes are not.

    A file whose attributes no other can be given is written in place; that shows only then, and
    its entry does not say so.
    """
    if change.in_place or not before or not change.after or seen.noted is None:
        return False
    return seen.noted.inode == change.inode and seen.data != before


def _take_back(log: Log, state: State, root: Root, edited: Edited, seq: int) -> None:
    """Undo on disk those files of an edit that hold its bytes: another of them failed."""
    for change in edited.changes:
        path = RelPath(change.path)
        before = rebuild(log, state, path, seq - 1) if change.before else None
        after = (rebuild(log, state, path, seq) if change.after else None) or b""
        redo.undo(root, change, before, after=after)
