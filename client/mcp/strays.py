"""Lines that seem to be calls of a tool and cannot be made: what there is to keep of them."""

import re
from typing import Any

from ...schemas import tools
from ...schemas.requests import Misfit
from ..salvage.faults import LINE
from . import arguments, certain
from .messages import Bad
from .values import shown

UNREADABLE = ("unknown_tool", "not_json", "not_an_object")
"""What of a broken line leaves only that to be said."""
_OTHERS = frozenset(
    {
        *("completion", "elicitation", "logging", "notifications", "prompts", "resources"),
        *("roots", "sampling", "tasks"),
    }
)
"""What stands before the slash in methods of MCP that call no tool."""
_WITHOUT_PREFIX = "|".join(one.name.removeprefix("be-") for one in tools.ALL)
_NAMED = (
    re.compile(rf"be-(?<![\w-]be-)({_WITHOUT_PREFIX})(?![\w-])".encode()),
    re.compile(rf'"name"\s*+:\s*+"({_WITHOUT_PREFIX})"'.encode()),
)


def seems_call(method: str, params: dict[str, Any]) -> bool:
    """Tell whether a message asks for a tool, or was meant to."""
    kind, slash, _ = method.partition("/")
    if slash and kind in _OTHERS:
        return False
    name = params.get("name")
    is_named = isinstance(name, str) and ("arguments" in params or tools.find(name) is not None)
    return is_named or method == "tools/call" or tools.find(method) is not None


def parsed(bad: Bad, *, max_bytes: int | None = None) -> arguments.Parsed:
    """Return what a line means where its call can be read all the same, else why it is none."""
    if bad.arguments is not None and bad.is_call and bad.tool:
        behind = bad.raw.rpartition(bad.arguments)[2]
        found = arguments.parse(
            bad.tool, bad.arguments, max_bytes=max_bytes, fault=LINE, behind=behind
        )
        if not (isinstance(found.request, Misfit) and found.request.code in UNREADABLE):
            return found
    return arguments.Parsed(_misfit(bad))


def _misfit(bad: Bad) -> Misfit:
    tool = shown(bad.tool or _tool_in(bad.raw))
    file = certain.file_in_line(bad.raw).encode()
    if bad.size_bytes:
        told: dict[str, str | int] = {"came": bad.size_bytes, "kept": len(bad.raw)}
        return Misfit(tool, "line_too_long", told, file=file)
    if bad.is_message:
        return Misfit(tool, "no_call", {"problem": bad.message}, file=file)
    return Misfit(tool, "bad_line", {"problem": bad.message}, file=file)


def _tool_in(line: bytes) -> str:
    """Return the one tool that a line names; "": none, or several."""
    found = {name for one in _NAMED for name in one.findall(line)}
    return f"be-{found.pop().decode()}" if len(found) == 1 else ""
