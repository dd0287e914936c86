"""From a tool call's arguments, wide as callers give them, to the one request that they mean."""

import json
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from ..schemas import tools
from ..schemas.messages import (
    AnyRequest,
    Commit,
    Misfit,
    Read,
    Redo,
    Replace,
    Rollback,
    Status,
    Undo,
    Write,
)
from ..schemas.tools import Tool
from ..schemas.values import Span

MAX_BYTES = 200_000
_MISSING = object()


class Parsed(Struct, frozen=True):
    """A request, and the names in the call that mean nothing to the tool."""

    request: AnyRequest
    ignored: tuple[str, ...] = ()


class _BadCallError(Exception):
    def __init__(self, code: str, **values: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.values = values


def parse(name: str, raw: bytes | None, *, max_bytes: int | None = None) -> Parsed:
    """Return the request that a call of the tool `name` with these JSON arguments means.

    What means none becomes a Misfit, which the daemon logs and refuses. `max_bytes` is how much a
    read shows where the call does not say.
    """
    tool = tools.find(name)
    if tool is None:
        known = ", ".join(tools.BY_NAME)
        return Parsed(Misfit(name[:60], "unknown_tool", {"name": name[:60], "known": known}))
    try:
        given = _as_object(raw)
        taken, ignored = _take(tool, given)
        request = _request(tool, taken, ignored, max_bytes)
    except _BadCallError as error:
        return Parsed(Misfit(tool.name, error.code, error.values))
    return Parsed(request, tuple(ignored))


def _as_object(raw: bytes | None) -> dict[str, Any]:
    if not raw or raw == b"null":
        return {}
    try:
        given: Any = msgspec.json.decode(raw)
        if isinstance(given, str):  # some hosts send the object as a string
            given = json.loads(given)
    except (msgspec.DecodeError, ValueError) as error:
        raise _BadCallError("not_json", problem=str(error)) from None
    if not isinstance(given, dict):
        raise _BadCallError("not_an_object", got=_kind(given))
    return {str(key): value for key, value in given.items()}  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


def _take(tool: Tool, given: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Return the arguments under the tool's own names, and the names that are none of them."""
    taken: dict[str, Any] = {}
    ignored: list[str] = []
    own = {alias: name for name, aliases in tools.ALIASES.items() for alias in aliases}
    lines = _line_names()
    for key, value in given.items():
        name = key if key in tool.names else own.get(key, key)
        if value is None or (value == "" and name != "content"):
            continue
        if name in tool.names or (key in lines and "file" in tool.names):
            if taken.get(name, value) != value:
                raise _BadCallError("conflicting_names", one=name, other=key)
            taken[name] = value
        elif key not in tools.DROPPED:
            ignored.append(key[:60])
    return taken, ignored


def _line_names() -> frozenset[str]:
    pairs = {name for pair in tools.LINE_NAMES for name in pair}
    return frozenset(pairs | {"line", "lines", "view_range", "offset", "limit"})


def _request(
    tool: Tool, taken: dict[str, Any], ignored: list[str], max_bytes: int | None
) -> AnyRequest:
    if tool is tools.TRX:
        return _transaction(taken)
    file = _string(taken, "file", ignored).encode("utf-8", "surrogateescape")
    span = _span(taken)
    if tool is tools.READ:
        limit = min(_integer(taken, "max_bytes", max_bytes or 24_000, least=1), MAX_BYTES)
        return Read(file, (span,) if span else (), limit)
    view = _id(taken, "viewed_code_id", "v")
    force = _boolean(taken, "force")
    content = _content(taken, ignored)
    if tool is tools.WRITE:
        return Write(file, content, view, force)
    old = _string(taken, "old", ignored) if "old" in taken else None
    return Replace(file, content, span, old, view, _boolean(taken, "all"), force)


def _transaction(taken: dict[str, Any]) -> AnyRequest:
    match _string(taken, "action", []):
        case "status":
            return Status()
        case "commit":
            return Commit(_string(taken, "label", []) if "label" in taken else "")
        case "rollback":
            return Rollback(_integer(taken, "step", 1, least=1))
        case "undo" | "redo" as action:
            edit = _id(taken, "event_id", "e")
            if not edit:
                raise _BadCallError("missing", name="event_id", got=_names(taken, []))
            return Undo(edit) if action == "undo" else Redo(edit)
        case action:
            choices = ", ".join(tools.TRX.parameters[0].choices)
            raise _BadCallError("not_a_choice", name="action", got=action[:60], choices=choices)


# --- values -----------------------------------------------------------------------------------


def _string(taken: dict[str, Any], name: str, ignored: list[str]) -> str:
    value = taken.get(name, _MISSING)
    if value is _MISSING:
        raise _BadCallError("missing", name=name, got=_names(taken, ignored))
    if not isinstance(value, str):
        raise _BadCallError("wrong_type", name=name, wanted="a string", got=_kind(value))
    return value


def _content(taken: dict[str, Any], ignored: list[str]) -> str:
    """Return the new text; absent is not empty, as nobody deletes by leaving something out."""
    value = taken.get("content", _MISSING)
    if isinstance(value, list) and all(isinstance(line, str) for line in value):  # pyright: ignore[reportUnknownVariableType]
        return "\n".join(value)  # pyright: ignore[reportUnknownArgumentType]
    if value is _MISSING:
        raise _BadCallError("missing_content", got=_names(taken, ignored))
    return _string(taken, "content", ignored)


def _integer(taken: dict[str, Any], name: str, default: int, *, least: int) -> int:
    value = taken.get(name, default)
    if isinstance(value, str) and value.strip().lstrip("-").isdigit():
        value = int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise _BadCallError("wrong_type", name=name, wanted="a whole number", got=_kind(value))
    if value < least:
        raise _BadCallError("too_small", name=name, least=least, got=value)
    return min(value, 1 << 40)


def _boolean(taken: dict[str, Any], name: str) -> bool:
    value = taken.get(name, False)
    if isinstance(value, str) and value.lower() in ("true", "false", "1", "0", "yes", "no"):
        return value.lower() in ("true", "1", "yes")
    if not isinstance(value, bool):
        raise _BadCallError("wrong_type", name=name, wanted="true or false", got=_kind(value))
    return value


def _id(taken: dict[str, Any], name: str, letter: str) -> int:
    """Return the number of an id such as v1042 or e812, 0 where none is given."""
    if name not in taken:
        return 0
    value = str(taken[name]).strip().strip("`\"'")
    digits = value.removeprefix(letter).removeprefix(letter.upper())
    if not digits.isdigit() or not 0 < int(digits) < 1 << 40:
        raise _BadCallError("bad_id", name=name, got=value[:60], example=f"{letter}812")
    return int(digits)


def _span(taken: dict[str, Any]) -> Span | None:
    """Return lines that come beside the path; `last` 0 means the end."""
    if "view_range" in taken or "lines" in taken:
        return _span_of(taken.get("view_range", taken.get("lines")))
    for first, last in (*tools.LINE_NAMES, ("line", "line")):
        if first in taken or last in taken:
            start = _integer(taken, first, 1, least=1)
            return _ordered(start, _integer(taken, last, start, least=1))
    if "offset" in taken or "limit" in taken:
        start = max(1, _integer(taken, "offset", 1, least=0))
        if "limit" not in taken:
            return Span(start, 0)
        return Span(start, start + _integer(taken, "limit", 1, least=1) - 1)
    return None


def _span_of(value: Any) -> Span:
    if isinstance(value, str):
        stripped = value.strip().strip("[]")
        parts = [part.strip() for part in stripped.replace(",", "-").split("-", 1)]
    elif isinstance(value, list):
        parts = [str(part) for part in value]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    else:
        parts = [str(value)]
    numbers = {"first": parts[0], "last": parts[-1]}
    if len(parts) > 2 or not parts[0].isdigit():
        raise _BadCallError("bad_lines", written=str(value)[:60])  # pyright: ignore[reportUnknownArgumentType]
    if parts[-1] in ("-1", "", "END", "end"):
        return Span(int(parts[0]), 0)
    return _ordered(_integer(numbers, "first", 1, least=1), _integer(numbers, "last", 1, least=1))


def _ordered(first: int, last: int) -> Span:
    if last < first:
        raise _BadCallError("bad_lines", written=f"{first}-{last}")
    return Span(first, last)


def _kind(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "a string"
        case list():
            return "an array"
        case _:
            return "an object"


def _names(taken: dict[str, Any], ignored: list[str]) -> str:
    return ", ".join([*taken, *ignored]) or "nothing"
