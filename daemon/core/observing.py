"""What a look finds changed by something that is no client of the daemon."""

from typing import NamedTuple

from msgspec import structs

from ...schemas.facts import Change, ChangedOutside
from ...schemas.values import Content, RelPath, Version
from . import text as texts
from .difference import difference, whole
from .effects import Kind, Noted, Seen
from .files import File
from .secrecy import is_secret
from .state import State
from .text import Text

Observed = tuple[ChangedOutside, tuple[bytes, ...]]
"""A fact, and its attachments."""


class Former(NamedTuple):
    """The text before the newest change of a file, where that came from outside, too."""

    change: int
    """That change."""
    version: Version
    was_seen: bool
    """A session has seen lines of the file since that change."""
    data: bytes


def former_version(state: State, file: File) -> tuple[int, Version, bool] | None:
    """Return what a `Former` begins with, if the newest change may be taken back."""
    steps = file.history.steps
    edit = state.edits.get(steps[-1].seq) if steps else None
    if edit is None or not edit.is_outside or edit.flips:
        return None
    before = edit.changes[0].before
    if before is None:
        return None
    return edit.seq, before, state.views.newest_of(file.path) > edit.seq


def observe(
    file: File | None, seen: Seen, before: bytes | None, former: Former | None = None
) -> list[Observed]:
    """Return the facts, none or more, that a known file is not as the log has it.

    `before` are the bytes the log has; None: they were not kept, and all counts as replaced. What
    is nearer to the `former` text than to that one takes the change between them back, so that its
    lines are those that they were: a file is emptied before it is written anew, and branches are
    switched to and fro. Of a file with secrets no bytes go into the log.
    """
    if file is None or not file.differs(seen):
        return []
    if former is not None and seen.kind is Kind.FILE:
        again = _taken_back(file, seen, before, former)
        if again:
            return again
    fact, attachments = _changed(file.path, file.version, before, seen, lines=file.history.lines)
    if not (before and file.is_whole_due) or is_secret(file.path):
        return [(fact, attachments)]
    base = Content(texts.sha256(before), len(before))
    change = structs.replace(fact.change, base=base)
    return [(structs.replace(fact, change=change), (*attachments, before))]


def _taken_back(
    file: File, seen: Seen, before: bytes | None, former: Former
) -> list[Observed] | None:
    """Return the facts by which the newest change is taken back; None: it is not.

    Lines that it brought and that somebody has seen would be new ones again, if some are left. So
    where they were seen, all of it must be as before.
    """
    if former.was_seen and seen.digest != former.version.digest:
        return None
    after = texts.changed(seen.data, former.version.encoding)
    old = texts.known(former.data, former.version)
    there = 0
    if before is not None and file.version is not None:
        there = _distance(texts.known(before, file.version), after)
    elif file.version is not None:
        there = file.history.lines + after.lines
    else:
        there = after.lines
    if _distance(old, after) >= there:
        return None
    is_all = seen.digest == former.version.digest and seen.mode == former.version.mode
    noted = seen.noted or Noted(0, 0, 0, 0)
    change = Change(
        path=file.path,
        before=file.version,
        after=former.version,
        inode=noted.inode,
        mtime_ns=noted.mtime_ns,
        ctime_ns=noted.ctime_ns,
    )
    back = ChangedOutside(change, undoes=former.change, seen=is_all)
    if is_all:
        return [(back, ())]
    further = _changed(file.path, former.version, former.data, seen, lines=former.version.lines)
    return [(back, ()), further]


def _distance(one: Text, other: Text) -> int:
    """Return how many lines go and come from one text to the other."""
    splices, _ = difference(one, other)
    return sum(splice.removed + splice.inserted for splice in splices)


def _changed(
    path: RelPath, version: Version | None, before: bytes | None, seen: Seen, *, lines: int
) -> Observed:
    """Return the fact that a file of `version`, with so many lines, is as it was seen."""
    is_file = seen.kind is Kind.FILE
    after = texts.changed(seen.data if is_file else b"", version.encoding if version else "")
    if before is not None:
        splices, inserted = difference(texts.known(before, version), after)
    else:
        unknown = Text(b"", encoding="utf-8")
        unknown.lines = lines
        splices, inserted = whole(unknown, after)
    joined = b"" if is_secret(path) else b"".join(inserted)
    noted = seen.noted or Noted(0, 0, 0, 0)
    change = Change(
        path=path,
        before=version,
        after=texts.version(after, seen.mode) if is_file else None,
        splices=splices,
        inserted=Content(texts.sha256(joined), len(joined)) if joined else None,
        inode=noted.inode,
        mtime_ns=noted.mtime_ns,
        ctime_ns=noted.ctime_ns,
    )
    return ChangedOutside(change, before is not None), (joined,) if joined else ()
