"""A file's lines, or all of its bytes, as they were at a point."""

from collections.abc import Mapping

from msgspec import structs

from ...schemas.facts import Queried
from ...schemas.replies import Contents, Who
from ...schemas.requests import Cat
from ...schemas.values import Kept, RelPath, Span
from . import past, unsure
from .asking import Asked, Decision, refuse
from .at_point import AtPoint, again, find, not_kept
from .cutting import cut, cut_mark, marks, rest, within
from .effects import Seen
from .places import END, Place
from .text import Text
from .whose import TOOL


def cat(
    asked: Asked,
    request: Cat,
    place: Place,
    seen: Mapping[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> Decision:
    """Show a file as it was at a point. Raises RefusedError."""
    found = find(asked, request, place, seen, contents)
    if found.text is None:
        raise not_kept(asked, found.path, found.at)
    by = _by(asked, found)
    reply = Contents(
        seq=asked.seq,
        warnings=unsure.said_not_known(
            asked, unsure.not_known(asked, (found.real,), found.at, request.at)
        ),
        path=found.path,
        at=found.at,
        version=found.version,
        by=by,
    )
    if found.version is not None and request.raw:
        reply = structs.replace(reply, data=found.text.data, marks=found.text.marks())
    elif found.version is not None:
        reply = _with_lines(asked, request, found, found.text, reply)
    return Decision(reply, Queried(TOOL))


def _with_lines(
    asked: Asked, request: Cat, found: AtPoint, text: Text, reply: Contents
) -> Contents:
    """Return the reply with as many of the lines as fit. Raises RefusedError."""
    if not text.encoding:
        values: dict[str, str | int] = {"size_bytes": len(text.data)}
        raise refuse(asked, TOOL, "binary", path=found.path, verdict="ERROR", values=values)
    spans = found.spans or (Span(1, END),)
    calls = (again(request, "cat", found),)
    wanted = within(asked, TOOL, found.path, text.lines, spans, calls)
    blocks, _, left = cut(text, wanted, request.max_bytes)
    unusual = marks(text, blocks)
    calls = ()
    if left:
        unusual.append(cut_mark(request.max_bytes))
        calls = (again(request, "cat", found, rest(left, blocks)),)
    return structs.replace(reply, next=calls, blocks=tuple(blocks), marks=tuple(unusual))


def _by(asked: Asked, found: AtPoint) -> Who | None:
    """Return who made the version; None: it was there before the journal."""
    file = asked.state.files.get(found.real)
    step = past.newest_step(file, found.at) if file else 0
    return asked.state.who(step) if step else None
