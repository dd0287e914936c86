"""Where in a file a call is meant: at lines, or at what stands there."""

import json
from typing import Any, NamedTuple, cast

from ...schemas.requests import TargetName
from ...schemas.values import Span
from .. import targets
from ..path_lines import in_path
from . import lines, values
from .values import BadCallError

BEFORE, AFTER = "before", "after"


class Place(NamedTuple):
    """A file, whose path may end in lines, and what was said beside it, at most one of them."""

    path: str
    span: Span | None = None
    target: TargetName | None = None

    @property
    def file(self) -> bytes:
        return self.path.encode()


class Gap(NamedTuple):
    """Where text goes in: after a line, or before or after what stands there."""

    path: str
    after: int | None = None
    target: TargetName | None = None
    before: bool = False

    @property
    def file(self) -> bytes:
        return self.path.encode()


def place(taken: dict[str, Any], path: str) -> Place:
    """Return what lines a call means. Raises BadCallError."""
    plain, target = _target(taken, path)
    if target is None:
        return Place(path, lines.span_beside(taken, path))
    lines.expect_none(taken)
    if isinstance(target, Span):
        lines.expect_same(plain, "target", target)
        return Place(plain, target)
    return Place(plain, target=target)


def gap(taken: dict[str, Any], path: str) -> Gap:
    """Return where a call puts text in. Raises BadCallError."""
    plain, target = _target(taken, path)
    before = values.choice(taken, "position", (BEFORE, AFTER)) == BEFORE
    if target is None:
        if before:
            raise BadCallError("only_with_target", name="position")
        return Gap(path, lines.after_beside(taken, path))
    lines.expect_none(taken)
    if isinstance(target, Span):
        if in_path(plain):
            raise BadCallError("target_with_lines")
        return Gap(plain, target.first - 1 if before else target.last or -1)
    return Gap(plain, target=target, before=before)


def line(taken: dict[str, Any], path: str) -> tuple[bytes, int]:
    """Return a path, and the line beside it, 0 where that can only be in it. Raises BadCallError.

    Of several lines the first is meant.
    """
    plain, around = targets.around(path)
    if around is not None:
        path = f"{plain}:{around.value}"
    span = lines.span_beside(taken, path)
    is_beside = span is not None and not in_path(path)
    return path.encode(), span.first if span and is_beside else 0


def _target(taken: dict[str, Any], path: str) -> tuple[str, TargetName | Span | None]:
    """Return a path without what in it stands for lines, and the target. Raises BadCallError."""
    plain, around = targets.around(path)
    given = _given(taken)
    if around is not None and given is not None:
        written = path[len(plain) + 1 :]
        raise BadCallError(
            "conflicting_lines",
            in_path=written[:60],
            name="target",
            beside=values.shown(targets.written(given)),
        )
    return plain, around if given is None else given


def _given(taken: dict[str, Any]) -> TargetName | Span | None:
    value = taken.get("target")
    if value is None:
        return None
    try:
        if isinstance(value, dict):
            return targets.of_object(cast("dict[str, Any]", value))
        if isinstance(value, str):
            return targets.parse(value)
    except ValueError:
        got = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        raise BadCallError("bad_target", got=values.shown(got)) from None
    raise BadCallError("wrong_type", name="target", wanted="a string", got=values.kind(value))
