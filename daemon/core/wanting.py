"""What a request is about: by which tool it was made, which files it names, what it needs read."""

from collections.abc import Iterable, Mapping
from typing import assert_never

from msgspec import msgpack, structs

from ...schemas.requests import (
    AnyRequest,
    Blame,
    Cat,
    CheckBalance,
    Chips,
    Commit,
    Confirm,
    Delete,
    Diff,
    DropChip,
    FuncRange,
    History,
    Insert,
    InsertChip,
    Misfit,
    Read,
    Redo,
    Replace,
    ReplaceSeveral,
    Restore,
    Rollback,
    Sessions,
    ShowChip,
    ShowEntry,
    ShowOutline,
    Snapshot,
    Status,
    TagRange,
    Trail,
    Undo,
    UndoSeveral,
    Views,
    Write,
    WriteSeveral,
)
from ...schemas.values import Kept, RelPath, Span
from . import (
    deleting,
    drafting,
    inserting,
    kept,
    landmarks,
    reading,
    replacing,
    selecting,
    staleness,
    structural,
    today,
    whose,
    writing,
)
from . import text as texts
from .asking import Asked, RefusedError, the_place
from .effects import Seen
from .places import Place, base_of


def tool_of(request: AnyRequest) -> str:
    """Return the name of the tool that a request is made by."""
    match request:
        case Read():
            return reading.TOOL
        case Replace() | ReplaceSeveral():
            return replacing.REPLACE
        case Insert():
            return replacing.INSERT
        case Delete():
            return deleting.TOOL
        case Write() | WriteSeveral():
            return writing.TOOL
        case Confirm():
            return drafting.CONFIRM
        case InsertChip():
            return inserting.TOOL
        case Chips() | ShowChip() | DropChip():
            return kept.TOOL
        case Undo() | Redo() | Rollback() | UndoSeveral() | Restore():
            return selecting.TOOL
        case Commit() | Snapshot() | Status() | Views():
            return selecting.TOOL
        case History() | Sessions() | Trail() | ShowEntry() | Cat() | Diff() | Blame():
            return whose.TOOL
        case FuncRange() | TagRange() | CheckBalance() | ShowOutline():
            return structural.tool_of(request)
        case Misfit(tool=tool):
            return tool
        case _:
            assert_never(request)


def places_of(asked: Asked, request: AnyRequest) -> tuple[Place, ...]:
    """Return the places that a request writes out, in its order. Raises RefusedError.

    Of several changes the first is that of the call, and each has its own, the same where it names
    none.
    """
    files = _files(request)
    return tuple(place_of(asked, request, file) for file in files)


def _files(request: AnyRequest) -> tuple[bytes, ...]:
    match request:
        case Read(file=file) | Replace(file=file) | Insert(file=file) | Delete(file=file):
            return (file,)
        case Write(file=file):
            return (file,)
        case ReplaceSeveral(file=file, items=items):
            return (file, *(item.file or file for item in items))
        case WriteSeveral(files=files):
            return tuple(one.file for one in files)
        case InsertChip(file=file, source=source):
            return (file, source) if source else (file,)
        case Cat(file=file) | Blame(file=file):
            return (file,)
        case FuncRange(file=file) | TagRange(file=file):
            return (file,)
        case CheckBalance(file=file) | ShowOutline(file=file):
            return (file,)
        case Views(file=file) | Chips(file=file) if file:
            return (file,)
        case Misfit(repaired=repaired) if repaired is not None:
            return _files(repaired)
        case _:
            return ()


def place_of(asked: Asked, request: AnyRequest, file: bytes) -> Place:
    """Return the place that a caller wrote. Raises RefusedError."""
    return the_place(asked, tool_of(request), file)


def anchored(asked: Asked, request: AnyRequest) -> AnyRequest:
    """Return a request that means the same files wherever it is made from."""
    match request:
        case Read() | Replace() | Insert() | Delete() | Write():
            return structs.replace(request, file=_absolute(asked, request.file))
        case FuncRange() | TagRange() | CheckBalance() | ShowOutline():
            return structs.replace(request, file=_absolute(asked, request.file))
        case ReplaceSeveral(items=items):
            items = tuple(
                structs.replace(one, file=_absolute(asked, one.file) if one.file else b"")
                for one in items
            )
            return structs.replace(request, file=_absolute(asked, request.file), items=items)
        case WriteSeveral(files=files):
            files = tuple(structs.replace(one, file=_absolute(asked, one.file)) for one in files)
            return structs.replace(request, files=files)
        case UndoSeveral(files=names) | Restore(files=names):
            return structs.replace(request, files=tuple(_absolute(asked, one) for one in names))
        case InsertChip(file=file, source=source):
            source = _absolute(asked, source) if source else b""
            return structs.replace(request, file=_absolute(asked, file), source=source)
        case _:
            return request


def call_of(asked: Asked, request: AnyRequest) -> bytes:
    """Return what a call that edits is known by if it is made again; empty: nothing."""
    match request:
        case Replace() | Insert() | Delete() | ReplaceSeveral() | Write() | WriteSeveral():
            pass
        case InsertChip(source=b""):  # a file may have other text the next time
            pass
        case _:
            return b""
    if request.preview:
        return b""
    return texts.sha256(msgpack.encode(anchored(asked, request)))


def is_fixed(request: AnyRequest) -> bool:
    """Tell whether the numbers of a view say which places are meant, whatever changed since."""
    match request:
        case Replace(span=None, old=str()):
            return False
        case Replace(target=name) | Insert(target=name) | Delete(target=name) if name is not None:
            return False
        case ReplaceSeveral(items=items):
            by_text = any(one.old and one.span is None for one in items)
            return bool(request.view) and not by_text and not any(one.file for one in items)
        case Replace() | Insert() | Delete() | InsertChip() | Write():
            return bool(request.view)
        case _:
            return False


def _absolute(asked: Asked, file: bytes) -> bytes:
    if not file or file.startswith((b"/", b"file://")):
        return file
    folder = asked.root + b"/" + asked.scope if asked.scope else asked.root
    return base_of(folder, asked.cwd) + b"/" + file


def wanted(asked: Asked, request: AnyRequest, seen: Mapping[RelPath, Seen]) -> set[Kept]:
    """Return the kept bytes that a request needs: what views showed, what chips keep.

    Raises RefusedError.
    """
    places = places_of(asked, request)
    found: set[Kept] = set()
    match request:
        case Replace(target=name) | Insert(target=name) | Delete(target=name) if (
            name is not None and name.kind == landmarks.AROUND
        ):  # where its line is shows only what was there
            found = _viewed(asked, seen, request.view, [None])
        case Replace(target=name) | Delete(target=name) if name is not None:
            found = _named(asked, request, places[0], seen)
        case Replace(span=span) | Delete(span=span):
            spans = [span] if span is not None else list(places[0].spans[:1])
            found = _viewed(asked, seen, request.view, spans)
            if isinstance(request, Delete) and request.view and not spans:
                found = _viewed(asked, seen, request.view, [None])
        case Insert(after=after):
            found = _viewed(asked, seen, request.view, _beside(after, places[0]))
        case InsertChip(after=after):
            found = _viewed(asked, seen, request.view, _beside(after, places[0]))
            kept = inserting.wanted(asked, request)
            found |= set() if kept is None else {kept}
        case ReplaceSeveral(items=items):
            for item, place in zip(items, places[1:], strict=True):
                view = 0 if item.file else request.view
                spans = [item.span] if item.span is not None else list(place.spans[:1])
                spans += _beside(item.after, place) if item.after is not None else []
                found |= _viewed(asked, _at(place, seen), view, spans)
        case Write(view=view):
            found = _viewed(asked, seen, view, [None])
        case WriteSeveral(files=files):
            for one, place in zip(files, places, strict=True):
                found |= _viewed(asked, _at(place, seen), one.view, [None])
        case _:
            pass
    return found


def _named(
    asked: Asked, request: Replace | Delete, place: Place, seen: Mapping[RelPath, Seen]
) -> set[Kept]:
    """Return what must be read to tell how what a call names differs from what was seen."""
    try:
        target = replacing.target_of(asked, tool_of(request), request, place, dict(seen), {})
        span = replacing.span_meant(target, request, place)
    except RefusedError:  # said where the request is decided
        return set()
    return today.wanted(asked, target.seen, request.view, span) if span else set()


def _at(place: Place, seen: Mapping[RelPath, Seen]) -> dict[RelPath, Seen]:
    """Return what one place may mean, of all that the call names."""
    return {path: seen[path] for path in place.paths if path in seen}


def _beside(after: int | None, place: Place) -> list[Span]:
    """Return the lines between which text is put."""
    if after is None:
        after = place.spans[0].first if place.spans else 0
    return [Span(after, after), Span(after + 1, after + 1)] if after > 0 else []


def _viewed(
    asked: Asked, seen: Mapping[RelPath, Seen], view: int, spans: Iterable[Span | None]
) -> set[Kept]:
    return {
        kept
        for span in spans
        for one in seen.values()
        for kept in staleness.wanted(asked, one, view, span)
    }
