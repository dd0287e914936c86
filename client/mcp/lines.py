"""Lines that come beside a path; they must not gainsay those in it, or each other."""

from typing import Any

from ...schemas import tool_names
from ...schemas.values import Span
from .. import targets
from ..path_lines import in_path
from . import values
from .values import BadCallError


def expect_numbers(path: str) -> None:
    """Raise BadCallError for a path that asks for lines to be found by what stands there.

    For calls that take lines by their numbers alone, or none.
    """
    plain, around = targets.around(path)
    if around is not None:
        raise BadCallError("not_served", name=values.shown(path[len(plain) :]))


def expect_none(taken: dict[str, Any]) -> None:
    """Raise BadCallError for lines beside what says already which ones are meant."""
    if "after" in taken or _only(taken):
        raise BadCallError("target_with_lines")


def span_beside(taken: dict[str, Any], path: str) -> Span | None:
    """Return the lines that come beside a path; `last` 0 means the end. Raises BadCallError."""
    one = _only(taken)
    if one is None:
        return None
    name, span = one
    expect_same(path, name, span)
    return span


def expect_same(path: str, name: str, span: Span) -> None:
    """Raise BadCallError where the lines in a path are not those that come beside it."""
    same = {f"{span.first}-{span.last or ''}", f"{span.first}-{span.last or 'END'}", str(span)}
    _expect_same(path, same, name, f"{span.first}-" if span.last == 0 else str(span))


def after_beside(taken: dict[str, Any], path: str) -> int | None:
    """Return the line after which text is to go, from beside a path: 0 the top, -1 the end.

    A single line under any name is that line. Raises BadCallError.
    """
    found = [("after", values.after(taken, "after"))] if "after" in taken else []
    if one := _only(taken):
        name, span = one
        if span.last != span.first:
            raise BadCallError("bad_lines", written=f"{span.first}-{span.last or ''}")
        found.append((name, span.first))
    if not found:
        return None
    if found[-1][1] != found[0][1]:
        raise BadCallError("conflicting_names", one=found[0][0], other=found[-1][0])
    name, after = found[0]
    beside = "END" if after < 0 else str(after)
    _expect_same(path, {beside}, name, beside)
    return after


def _expect_same(path: str, same: set[str], name: str, beside: str) -> None:
    written = in_path(path)
    if written and written.upper() not in same:
        raise BadCallError("conflicting_lines", in_path=written[:60], name=name, beside=beside)


def _only(taken: dict[str, Any]) -> tuple[str, Span] | None:
    found = _spans(taken)
    for name, span in found[1:]:
        if span != found[0][1]:
            raise BadCallError("conflicting_names", one=found[0][0], other=name)
    return found[0] if found else None


def _spans(taken: dict[str, Any]) -> list[tuple[str, Span]]:
    """Return the lines under each name that gives some."""
    found = [
        (name, values.span(taken[name])) for name in tool_names.ONE_LINE_NAMES if name in taken
    ]
    for first, last in tool_names.LINE_NAMES:
        if first in taken or last in taken:
            start = values.integer(taken, first, 1, least=1)
            end = values.integer(taken, last, start, least=1)
            found.append((first, values.ordered(start, end)))
    if "offset" in taken or "limit" in taken:
        start = max(1, values.integer(taken, "offset", 1, least=0))
        count = values.integer(taken, "limit", 0, least=1) if "limit" in taken else 0
        found.append(("offset", Span(start, start + count - 1 if count else 0)))
    return found
