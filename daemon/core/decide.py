"""From a request to what happens: pure.

The shell calls in this order: `places` names the paths to look at; the shell takes their turns and
looks; `observe` says which of them differ from what the log knew, and those facts are applied;
`wants` names kept bytes to fetch; `decide` gives the reply, the one fact, and the effects.
"""

from collections.abc import Mapping
from typing import assert_never

from ...schemas.facts import Change, ChangedOutside, Queried, Refused
from ...schemas.messages import (
    AnyRequest,
    Commit,
    History,
    LogReply,
    Misfit,
    Read,
    Redo,
    Refusal,
    Replace,
    Rollback,
    Status,
    Undo,
    Write,
)
from ...schemas.values import Content, Kept, RelPath
from . import reading, replacing, staleness, undo, undoing, writing
from . import text as texts
from .asking import Asked, Decision, RefusedError, refuse
from .difference import difference, whole
from .effects import Kind, Noted, Seen
from .files import File
from .places import BadPlaceError, Place, parse
from .text import Text


def places(asked: Asked, request: AnyRequest) -> tuple[RelPath, ...]:
    """Return the paths that must be looked at. Raises RefusedError."""
    match request:
        case Read() | Replace() | Write():
            return _place(asked, request).paths
        case Undo() | Redo() | Rollback():
            flips = undoing.meant(asked, request)
            return undo.paths_of(asked.state, (*flips.undoes, *flips.redoes))
        case Commit() | Status() | History() | Misfit():
            return ()
        case _:
            assert_never(request)


def tool_of(request: AnyRequest) -> str:
    """Return the name of the tool that a request is made by."""
    match request:
        case Read():
            return reading.TOOL
        case Replace():
            return replacing.TOOL
        case Write():
            return writing.TOOL
        case Undo() | Redo() | Rollback() | Commit() | Status():
            return undoing.TOOL
        case History():
            return "be-history"
        case Misfit(tool=tool):
            return tool
        case _:
            assert_never(request)


def path_asked(asked: Asked, request: History) -> bytes:
    """Return the file that a listing is narrowed to, "" for none. Raises RefusedError."""
    return _place(asked, request).plain if request.file else b""


def _place(asked: Asked, request: Read | Replace | Write | History) -> Place:
    try:
        folder = asked.root + b"/" + asked.scope if asked.scope else asked.root
        place = parse(request.file, folder, asked.cwd, asked.named)
        return place.beneath(asked.scope)
    except BadPlaceError as error:
        written = error.written.decode("utf-8", "backslashreplace")
        raise refuse(
            asked,
            tool_of(request),
            error.code,
            path=error.written,
            verdict="ERROR",
            values={"written": written, "root": asked.root.decode("utf-8", "backslashreplace")},
        ) from None


def observe(
    file: File | None, seen: Seen, before: bytes | None
) -> tuple[ChangedOutside, tuple[bytes, ...]] | None:
    """Return the fact, and its attachments, that a known file is not as the log has it.

    `before` are the bytes the log has; None: they were not kept, and all counts as replaced.
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
    joined = b"".join(inserted)
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


def wants(asked: Asked, request: AnyRequest, seen: Mapping[RelPath, Seen]) -> set[Kept]:
    """Return the kept bytes that must be fetched. Raises RefusedError."""
    match request:
        case Replace(view=view, span=span):
            if span is None:
                span = next(iter(_place(asked, request).spans), None)
            if span is None:
                return set()
            found = (staleness.wanted(asked, one, view, span) for one in seen.values())
            return {kept for kepts in found for kept in kepts}
        case Write(view=view):
            found = (staleness.wanted(asked, one, view, None) for one in seen.values())
            return {kept for kepts in found for kept in kepts}
        case Undo() | Redo() | Rollback():
            flips = undoing.meant(asked, request)
            return undo.wanted(asked.state, flips.undoes, flips.redoes)
        case _:
            return set()


def decide(
    asked: Asked,
    request: AnyRequest,
    seen: dict[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> Decision:
    """Return what comes of a request; a refusal is a decision too."""
    try:
        return _decide(asked, request, seen, contents)
    except RefusedError as refused:
        return refused.decision


def _decide(
    asked: Asked,
    request: AnyRequest,
    seen: dict[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> Decision:
    match request:
        case Read():
            return reading.read(asked, request, _place(asked, request), seen)
        case Replace():
            return replacing.replace(asked, request, _place(asked, request), seen, contents)
        case Write():
            return writing.write(asked, request, _place(asked, request), seen, contents)
        case Undo() | Redo() | Rollback():
            return undoing.flip(asked, undoing.meant(asked, request), seen, contents)
        case Commit():
            return undoing.commit(asked, request)
        case Status():
            return undoing.status(asked)
        case History():
            return Decision(LogReply(seq=asked.seq, items=()), Queried("be-history"))
        case Misfit(tool=tool, code=code, values=values):
            refusal = Refusal(
                seq=asked.seq,
                code=code,
                verdict="ERROR",
                tool=tool,
                values=values,
                now_ns=asked.now_ns,
            )
            return Decision(refusal, Refused(tool, code))
        case _:
            assert_never(request)
