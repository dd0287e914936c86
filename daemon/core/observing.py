"""What a look finds changed by something that is no client of the daemon."""

from ...schemas.facts import Change, ChangedOutside
from ...schemas.values import Content
from . import text as texts
from .difference import difference, whole
from .effects import Kind, Noted, Seen
from .files import File
from .secrecy import is_secret
from .text import Text


def observe(
    file: File | None, seen: Seen, before: bytes | None
) -> tuple[ChangedOutside, tuple[bytes, ...]] | None:
    """Return the fact, and its attachments, that a known file is not as the log has it.

    `before` are the bytes the log has; None: they were not kept, and all counts as replaced. Of a
    file with secrets no bytes go into the log.
    """
    if file is None or not file.differs(seen):
        return None
    after = texts.changed(seen.data, file.version.encoding if file.version else "")
    version = texts.version(after, seen.mode) if seen.kind is Kind.FILE else None
    if before is not None:
        splices, inserted = difference(texts.known(before, file.version), after)
    else:
        unknown = Text(b"", encoding="utf-8")
        unknown.lines = file.history.lines
        splices, inserted = whole(unknown, after)
    joined = b"" if is_secret(file.path) else b"".join(inserted)
    noted = seen.noted or Noted(0, 0, 0, 0)
    change = Change(
        path=file.path,
        before=file.version,
        after=version,
        splices=splices,
        inserted=Content(texts.sha256(joined), len(joined)) if joined else None,
        inode=noted.inode,
        mtime_ns=noted.mtime_ns,
        ctime_ns=noted.ctime_ns,
    )
    return ChangedOutside(change, before is not None), (joined,) if joined else ()
