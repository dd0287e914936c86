"""Which lines a call names, as it wrote them: where it was meant to go, whatever came of it."""

from collections.abc import Iterator

from ...schemas.requests import (
    AnyRequest,
    Delete,
    Insert,
    InsertChip,
    Misfit,
    Read,
    Replace,
    ReplaceSeveral,
)
from ...schemas.values import RelPath, Span
from .asking import Asked, RefusedError
from .places import BOTTOM, END, TOP, Place
from .wanting import places_of


def lines(asked: Asked, request: AnyRequest, path: bytes) -> Span | None:
    """Return the lines of the file `path` that a request names, of several from first to last.

    None: it names none, or nobody can say of which file. Raises nothing.
    """
    if not path:
        return None
    try:
        places = places_of(asked, request)
    except RefusedError:
        return None
    return _hull(list(_named(request, places, RelPath(path))))


def _named(request: AnyRequest, places: tuple[Place, ...], path: RelPath) -> Iterator[Span]:
    match request:
        case Read(spans=spans):
            yield from spans or _written(places[0], path)
        case Replace(span=span) | Delete(span=span):
            yield from _written(places[0], path) if span is None else (span,)
        case Insert(after=after) | InsertChip(after=after):
            yield from _written(places[0], path) if after is None else (Span(after, after),)
        case ReplaceSeveral(items=items):
            is_one_file = not any(item.file for item in items)
            for item, place in zip(items, places[1:], strict=True):
                if not (is_one_file or path in place.paths):
                    continue
                if item.span is not None:
                    yield item.span
                elif item.after is not None:
                    yield Span(item.after, item.after)
                elif item.file:
                    yield from _written(place, path)
        case Misfit(repaired=repaired) if repaired is not None:
            yield from _named(repaired, places, path)
        case _:
            pass


def _written(place: Place, path: RelPath) -> tuple[Span, ...]:
    """Return the lines behind a path, unless the file is one whose name ends like lines."""
    return () if path == place.literal != place.plain else place.spans


def _hull(spans: list[Span]) -> Span | None:
    """Return the lines from the first to the last of all."""
    if len(set(spans)) <= 1:
        return spans[0] if spans else None
    first = max(1, min(one.first for one in spans if one != BOTTOM))
    return Span(first, END if any(map(_is_to_end, spans)) else max(one.last for one in spans))


def _is_to_end(span: Span) -> bool:
    return span == BOTTOM or (span.last == END and span != TOP)
