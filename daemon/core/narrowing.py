"""Which entries of the log a listing is narrowed to."""

from collections.abc import Callable
from typing import NamedTuple

from ...schemas.requests import History, Trail
from ...schemas.values import Point
from . import points, whose
from .asking import Asked, RefusedError, the_place
from .places import Place
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


def of_history(asked: Asked, request: History, seq_at: Callable[[int], int]) -> Narrowed:
    """Return what a request for the log means. Raises RefusedError.

    `seq_at` gives the newest entry that is not younger than a time.
    """

    def after(point: Point) -> int:
        return seq_at(point.time_ns) if point.time_ns else points.resolve(asked, TOOL, point)

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
    return next((path for path in _readings(place) if _is_known(asked, path)), place.plain)


def _readings(place: Place) -> tuple[bytes, ...]:
    """Return the ways to read a place, the likeliest first where there are such files."""
    return (place.literal, place.plain, place.unescaped)


def _is_known(asked: Asked, path: bytes) -> bool:
    inside = path + b"/"
    return any(one == path or one.startswith(inside) for one in asked.state.files.by_path)


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
