"""A call's arguments under the tool's own names, whatever names the caller gave them."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from ...schemas import tool_names, tools
from ...schemas.requests import AnyRequest
from ...schemas.tools import Tool
from . import values
from .values import BadCallError

NAMES_SHOWN = 12
_OTHERS = {alias: name for name, those in tool_names.ALIASES.items() for alias in those}
_OTHERS_OF = {
    tool: {alias: name for name, those in named.items() for alias in those}
    for tool, named in tool_names.ALIASES_OF.items()
}
LINES = frozenset(
    {*(name for pair in tool_names.LINE_NAMES for name in pair), *tool_names.ONE_LINE_NAMES}
)
_WINDOW = frozenset({"offset", "limit"})
_TEXTS = frozenset({"content", "old"})


Made = tuple[AnyRequest, tuple[str, ...]]
"""A request, and names within its lists, or beside them, that mean nothing."""


class Taken(Struct, frozen=True):
    """Arguments of a call, sorted."""

    tool: Tool
    values: dict[str, Any]
    """By the tool's own names, and those of lines beside the path; null and "" are left out."""
    unknown: dict[str, Any]
    """By names that mean nothing to the tool."""

    @property
    def ignored(self) -> tuple[str, ...]:
        return tuple(map(values.shown, self.unknown))

    @property
    def got(self) -> str:
        """What there is, as a refusal says it."""
        names = [*self.values, *self.ignored]
        more = len(names) - NAMES_SHOWN
        listed = ", ".join(names[:NAMES_SHOWN]) or "nothing"
        return f"{listed} and {more} more" if more > 0 else listed


def take(tool: Tool, given: Mapping[str, Any]) -> Taken:
    """Sort a call's arguments.

    Raises BadCallError for two names of one argument that differ, and for what may not be left
    out though it is not served.
    """
    taken: dict[str, Any] = {}
    sources: dict[str, str] = {}
    unknown: dict[str, Any] = {}
    lines = names_of_lines(tool)
    for key, value in given.items():
        name = own_name(tool, key)
        if value is None or (value == "" and name != "content"):
            continue
        if name in tool.names or name in lines or name in tool_names.EVERYWHERE:
            if name in taken and taken[name] != value:
                raise BadCallError("conflicting_names", one=sources[name], other=key)
            taken[name] = value
            sources[name] = key
        elif _tells(tool, key, name):
            if not _says_no(name, value):
                is_correction = tool is tools.CONFIRM and key not in tool_names.NOT_SERVED
                code = "not_corrected" if is_correction else "not_served"
                raise BadCallError(code, name=key)
        elif key not in tool_names.DROPPED:
            unknown[key] = value
    return Taken(tool, taken, unknown)


def own_name(tool: Tool, key: str) -> str:
    """Return the tool's name for what a caller names so; the same where it has none."""
    if key in tool.names:
        return key
    return _OTHERS_OF.get(tool.name, {}).get(key) or _OTHERS.get(key, key)


def names_of_lines(tool: Tool) -> frozenset[str]:
    """Return the names under which a tool takes lines beside the path."""
    if tool in (tools.CONFIRM, tools.TRX, tools.CHIPS, tools.BALANCE, tools.OUTLINE):
        return frozenset()
    return LINES | _WINDOW if tool is tools.READ else LINES


def _tells(tool: Tool, key: str, name: str) -> bool:
    """Tell whether an argument that the tool does not have may not be left out."""
    if key in tool_names.NOT_SERVED:
        return True
    return tool.edits and (name in tool_names.TELLING or name in LINES)


def _says_no(name: str, value: Any) -> bool:
    if name in _TEXTS:
        return value in ("", [])
    if isinstance(value, str):
        return value.strip().lower() in {"", "false", "no"}
    return value is False or value in ([], {})
