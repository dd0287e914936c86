"""Which entry of the log a caller means by a point."""

import difflib

from ...schemas.replies import Call
from ...schemas.values import NOW, Point
from .asking import Asked, RefusedError, refuse

NAMED_MAX = 5
"""Labels that a refusal names."""
_LIKE = 0.5
"""From 0 to 1, how much a label must be like the one asked for to be named first."""


def resolve(asked: Asked, tool: str, point: Point) -> int:
    """Return the entry after which the point is; 0: before the first. Raises RefusedError.

    A time means the newest entry that is not younger, as it does in a listing of the log.
    """
    if point == NOW:
        return asked.state.seq
    if point.label:
        return _labelled(asked, tool, point.label)
    if point.time_ns:
        return asked.state.times.newest(point.time_ns)
    if not 0 < point.seq <= asked.state.seq:
        values: dict[str, str | int] = {"point": point.seq, "newest": asked.state.seq}
        raise _unknown(asked, tool, values)
    return point.seq - point.before


def time_of(asked: Asked, point: Point) -> int:
    """Return the time that a caller means by a point; 0: it means an entry. Raises nothing."""
    mark = asked.state.marks.get(point.label) if point.label else None
    return mark.time_ns if mark else point.time_ns


def is_now(asked: Asked, point: Point) -> bool:
    """Tell whether no entry that there is comes after the point. Raises nothing."""
    return point == NOW or (point.seq == asked.state.seq and not point.before)


def _labelled(asked: Asked, tool: str, label: str) -> int:
    mark = asked.state.marks.get(label)
    if mark is not None:
        return mark.seq
    labels = asked.state.marks.labels()
    like = difflib.get_close_matches(label, labels, n=NAMED_MAX, cutoff=_LIKE)
    near = list(dict.fromkeys([*like, *labels]))[:NAMED_MAX]
    values: dict[str, str | int] = {"point": label, "near": ", ".join(near)}
    raise _unknown(asked, tool, values)


def _unknown(asked: Asked, tool: str, values: dict[str, str | int]) -> RefusedError:
    calls = (Call("be-history", {"action": "log"}),)
    return refuse(asked, tool, "no_such_point", verdict="ERROR", values=values, calls=calls)
