"""Which entries of the log a listing is narrowed to."""

from typing import NamedTuple

from ...schemas.requests import History, Trail
from ...schemas.values import Point
from . import points, whose, within
from .asking import Asked, RefusedError, the_place
from .whose import TOOL

_PREFIX = "be-"


class Narrowed(NamedTuple):
    """What entries have in common; each field narrows them further."""

    first: int
    """The lowest seq."""
    last: int
    """The highest seq."""
    path: bytes = b""
    """This file, or folder with all that lies in it; empty: any, or none."""
    sessions: frozenset[int] | None = None
    """One of these; None: any."""
    tool: str = ""
    """Empty: any, or none."""
    scope: bytes = b""
    """About a file in this folder, or about none; empty: about any."""


def of_history(asked: Asked, request: History) -> Narrowed:
    """Return what a request for the log means. Raises RefusedError."""

    def after(point: Point) -> int:
        return points.resolve(asked, TOOL, point)

    last = request.before - 1 if request.before else asked.state.seq
    return Narrowed(
        first=after(request.since) + 1 if request.since else 1,
        last=min(last, after(request.until)) if request.until else last,
        path=_path(asked, request.file),
        sessions=_sessions(asked, request),
        tool=_tool(request.tool),
        scope=asked.scope,
    )


def of_trail(asked: Asked, request: Trail) -> Narrowed:
    """Return what a request for a trail means. Raises RefusedError."""
    number = whose.number(asked, TOOL, request.session)
    return Narrowed(
        first=request.after + 1,
        last=asked.state.seq,
        sessions=frozenset([number]) if number else None,
        scope=asked.scope,
    )


def _path(asked: Asked, file: bytes) -> bytes:
    if not file:
        return b""
    try:
        place = the_place(asked, TOOL, file)
    except RefusedError as error:
        if error.refusal.code != "is_root":
            raise
        return b""
    if len(place.paths) == 1:
        return place.plain
    known = (path for path in within.readings(place) if within.holds(asked, path))
    return next(known, place.plain)


def _sessions(asked: Asked, request: History) -> frozenset[int] | None:
    number = whose.number(asked, TOOL, request.session)
    found = frozenset([number]) if number else None
    if not request.agent:
        return found
    sessions = asked.state.sessions.by_number.values()
    theirs = frozenset(one.number for one in sessions if one.opened.agent == request.agent)
    return theirs if found is None else found & theirs


def _tool(named: str) -> str:
    return _PREFIX + named.removeprefix(_PREFIX) if named else ""
