"""From a tool call's arguments, wide as callers give them, to the one request that they mean."""

import json
import re
from collections.abc import Mapping
from typing import Any, cast

import msgspec
from msgspec import Struct

from ...schemas import tools
from ...schemas.messages import (
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
from ...schemas.tools import Tool
from ...schemas.values import Span
from . import values
from .values import BadCallError

READ_BYTES = 24_000
"""Of a read's whole reply, where neither call nor host say otherwise."""
READ_BYTES_MAX = 200_000
FIRST_AND_LAST_LINE_BYTES = 400
"""So much of a read's reply is not lines of the file, paths aside."""
NAMES_SHOWN = 12
_OWN = {alias: name for name, aliases in tools.ALIASES.items() for alias in aliases}
_WRAPPERS = frozenset({"arguments", "args"})
_LINES_IN_PATH = re.compile(
    r".:(\d+(?:-(?:\d+|END)?)?(?:,\d+(?:-(?:\d+|END)?)?)*|ALL)$", re.IGNORECASE
)


class Parsed(Struct, frozen=True):
    """A request, and the names in the call that mean nothing to the tool."""

    request: AnyRequest
    ignored: tuple[str, ...] = ()


def parse(name: str, raw: bytes | None, *, max_bytes: int | None = None) -> Parsed:
    """Return the request that a call of the tool `name` with these JSON arguments means.

    What means none becomes a Misfit, which the daemon logs and refuses. `max_bytes` is how large
    a read's reply may be where the call does not say. Raises nothing, whatever the bytes.
    """
    tool = tools.find(name)
    if tool is None:
        shown = values.shown(name)
        known = ", ".join(tools.BY_NAME)
        return Parsed(Misfit(shown, "unknown_tool", {"name": shown, "known": known}))
    try:
        taken, ignored = _take(tool, _as_object(raw))
        request = _request(tool, taken, ignored, max_bytes or READ_BYTES)
    except BadCallError as error:
        return Parsed(Misfit(tool.name, error.code, error.values))
    return Parsed(request, tuple(ignored))


def _as_object(raw: bytes | None) -> dict[str, Any]:
    """Return the arguments, also where they come as a string of JSON or wrapped once more."""
    if not raw:
        return {}
    given = _decoded(raw)
    if isinstance(given, str):
        given = _decoded_text(given)
    if isinstance(given, dict) and len(cast("dict[str, Any]", given)) == 1:
        name, inner = next(iter(cast("dict[str, Any]", given).items()))
        if name in _WRAPPERS:
            given = _decoded_text(inner) if isinstance(inner, str) else inner
    if given is None:
        return {}
    if not isinstance(given, dict):
        raise BadCallError("not_an_object", got=values.kind(given))
    return cast("dict[str, Any]", given)


def _decoded(raw: bytes) -> Any:
    try:
        return msgspec.json.decode(raw)
    except msgspec.DecodeError as error:
        try:
            return _by_the_book(raw.decode())  # numbers out of msgspec's range are JSON, too
        except (ValueError, RecursionError):
            raise BadCallError("not_json", problem=str(error)) from None
    except RecursionError:
        raise BadCallError("not_json", problem="it is nested too deep") from None


def _decoded_text(text: str) -> Any:
    return _decoded(text.encode())


def _by_the_book(text: str) -> Any:
    """Decode JSON with any number. Raises ValueError, also for half characters."""

    def refuse(word: str) -> Any:
        raise ValueError(f"{word} is no JSON")

    given = json.loads(text, parse_constant=refuse)
    json.dumps(given, ensure_ascii=False).encode()
    return given


def _take(tool: Tool, given: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Return the arguments under the tool's own names, and the names that are none of them."""
    taken: dict[str, Any] = {}
    sources: dict[str, str] = {}
    ignored: list[str] = []
    lines = _names_of_lines(tool)
    for key, value in given.items():
        name = key if key in tool.names else _OWN.get(key, key)
        if value is None or (value == "" and name != "content"):
            continue
        if name in tool.names or name in lines:
            if name in taken and taken[name] != value:
                raise BadCallError("conflicting_names", one=sources[name], other=key)
            taken[name] = value
            sources[name] = key
        elif key in tools.NOT_SERVED:
            if not _says_no(value):
                raise BadCallError("not_served", name=key)
        elif key not in tools.DROPPED:
            ignored.append(values.shown(key))
    return taken, ignored


def _says_no(value: Any) -> bool:
    if isinstance(value, str):
        return value.strip().lower() in {"", "false", "no"}
    return value is False or value in ([], {})


def _names_of_lines(tool: Tool) -> frozenset[str]:
    if "file" not in tool.names:
        return frozenset()
    pairs = {name for pair in tools.LINE_NAMES for name in pair}
    window = {"offset", "limit"} if tool is tools.READ else set[str]()
    return frozenset(pairs | {"line", "lines", "view_range"} | window)


# --- requests -------------------------------------------------------------------------------------


def _request(tool: Tool, taken: dict[str, Any], ignored: list[str], max_bytes: int) -> AnyRequest:
    got = _names(taken, ignored)
    if tool is tools.TRX:
        return _transaction(taken, got)
    path = values.string(taken, "file", got)
    file, span = path.encode(), _span_beside(taken, path)
    if tool is tools.READ:
        room = max(max_bytes - FIRST_AND_LAST_LINE_BYTES - 2 * len(file), max_bytes // 4)
        limit = min(values.integer(taken, "max_bytes", room, least=1), READ_BYTES_MAX)
        return Read(file, () if span is None else (span,), limit)
    content = _content(taken, got)
    view = values.number_of_id(taken, "viewed_code_id", "v")
    force = values.boolean(taken, "force")
    if tool is tools.WRITE:
        if span is not None:
            raise BadCallError("lines_in_write", plain=values.shown(path, 200))
        return Write(file, content, view, force)
    old = values.string(taken, "old", got) if "old" in taken else None
    return Replace(file, content, span, old, view, values.boolean(taken, "all"), force)


def _transaction(taken: dict[str, Any], got: str) -> AnyRequest:
    match values.string(taken, "action", got).strip().lower():
        case "status":
            return Status()
        case "commit":
            return Commit(values.string(taken, "label", got) if "label" in taken else "")
        case "rollback":
            if "event_id" in taken:  # the last edit may not be the one that is meant
                raise BadCallError("not_together", name="event_id", action="rollback")
            return Rollback(values.integer(taken, "step", 1, least=1))
        case "undo" | "redo" as action:
            edit = values.number_of_id(taken, "event_id", "e")
            if not edit:
                raise BadCallError("missing", name="event_id", got=got)
            return Undo(edit) if action == "undo" else Redo(edit)
        case action:
            choices = ", ".join(tools.TRX.parameters[0].choices)
            shown = values.shown(action)
            raise BadCallError("not_a_choice", name="action", got=shown, choices=choices)


def _content(taken: dict[str, Any], got: str) -> str:
    """Return the new text; absent is not empty, as nobody deletes by leaving something out."""
    if "content" not in taken:
        raise BadCallError("missing_content", got=got)
    value = taken["content"]
    if isinstance(value, list) and all(isinstance(one, str) for one in cast("list[Any]", value)):
        return "\n".join(cast("list[str]", value))
    return values.string(taken, "content", got)


def _names(taken: dict[str, Any], ignored: list[str]) -> str:
    names = [*taken, *ignored]
    more = len(names) - NAMES_SHOWN
    listed = ", ".join(names[:NAMES_SHOWN]) or "nothing"
    return f"{listed} and {more} more" if more > 0 else listed


# --- lines beside the path ------------------------------------------------------------------------


def _span_beside(taken: dict[str, Any], path: str) -> Span | None:
    """Return lines that come beside the path; they must not gainsay those in it, or each other."""
    found = _spans(taken)
    for name, span in found[1:]:
        if span != found[0][1]:
            raise BadCallError("conflicting_names", one=found[0][0], other=name)
    in_path = _LINES_IN_PATH.search(path)
    if not found or in_path is None:
        return found[0][1] if found else None
    name, span = found[0]
    same = {f"{span.first}-{span.last or ''}", f"{span.first}-{span.last or 'END'}", str(span)}
    if in_path[1].upper() not in same:
        beside = f"{span.first}-" if span.last == 0 else str(span)
        raise BadCallError("conflicting_lines", in_path=in_path[1][:60], name=name, beside=beside)
    return span


def _spans(taken: dict[str, Any]) -> list[tuple[str, Span]]:
    """Return the lines under each name that gives some; `last` 0 means the end."""
    found = [
        (name, values.span(taken[name]))
        for name in ("lines", "view_range", "line")
        if name in taken
    ]
    for first, last in tools.LINE_NAMES:
        if first in taken or last in taken:
            start = values.integer(taken, first, 1, least=1)
            end = values.integer(taken, last, start, least=1)
            found.append((first, values.ordered(start, end)))
    if "offset" in taken or "limit" in taken:
        start = max(1, values.integer(taken, "offset", 1, least=0))
        count = values.integer(taken, "limit", 0, least=1) if "limit" in taken else 0
        found.append(("offset", Span(start, start + count - 1 if count else 0)))
    return found
