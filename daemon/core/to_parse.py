"""Which texts must be parsed before a request can be decided."""

from collections.abc import Mapping
from itertools import islice

from ...schemas.requests import (
    AnyRequest,
    CheckBalance,
    Delete,
    FuncRange,
    Insert,
    Misfit,
    Read,
    Replace,
    ShowOutline,
    TagRange,
)
from ...schemas.values import RelPath
from . import finding, landmarks, structural
from .asking import Asked, RefusedError, text_of, the_file
from .effects import Seen
from .parses import Parse, What
from .wanting import places_of, tool_of


def parses(asked: Asked, request: AnyRequest, seen: Mapping[RelPath, Seen]) -> tuple[Parse, ...]:
    """Return what must be parsed, and of which version of which file. Raises nothing."""
    if isinstance(request, Misfit):
        return parses(asked, request.repaired, seen) if request.repaired else ()
    what = _what(request)
    old = _sought(request) if what is None else ""
    if what is None and not old:
        return ()
    tool = tool_of(request)
    try:
        place = places_of(asked, request)[0]
        found = the_file(asked, tool, place, dict(seen))
        text = text_of(asked, tool, found)
    except RefusedError:  # that is said where the request is decided
        return ()
    if old and not place.spans and len([*islice(finding.find(text, old), 2)]) > 1:
        what = "outline"  # it is told what each of the places lies in
    return (Parse(what, found.real, found.digest),) if what and found.digest else ()


def is_needed(request: AnyRequest) -> bool:
    """Tell whether a request cannot be answered without what must be parsed for it."""
    if isinstance(request, Misfit):
        return request.repaired is not None and is_needed(request.repaired)
    return _what(request) is not None


def only_asks(request: AnyRequest) -> bool:
    """Tell whether a request needs something parsed and changes nothing."""
    match request:
        case Read() | FuncRange() | TagRange() | CheckBalance() | ShowOutline():
            return is_needed(request)
        case _:
            return False


def _what(request: AnyRequest) -> What | None:
    match request:
        case Read(outline=True):
            return "outline"
        case Read(target=name) | Replace(target=name) | Insert(target=name) | Delete(target=name):
            return landmarks.what_of(name)
        case FuncRange() | TagRange() | CheckBalance() | ShowOutline():
            return structural.what_of(request)
        case _:
            return None


def _sought(request: AnyRequest) -> str:
    """Return the text whose only place is meant; empty: none."""
    match request:
        case Replace(span=None, target=None, all=False) | Delete(span=None, target=None):
            return request.old or ""
        case _:
            return ""
