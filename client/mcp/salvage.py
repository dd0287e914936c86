"""A tool call whose arguments are no JSON object: read all the same, where that is beyond doubt."""

import functools
import hashlib
from typing import Any, NamedTuple, cast

from ...schemas import tool_names
from ...schemas.requests import (
    AnyRequest,
    Insert,
    Replace,
    ReplaceSeveral,
    Write,
    WriteSeveral,
)
from ...schemas.tools import Tool
from ..salvage import salvage as reader
from ..salvage.faults import IN_LIST, CutError, UnclearError
from ..salvage.knowing import Names
from . import names
from .values import BadCallError, shown

LISTS = ("edits", "files")
DIGITS = 12
"""Hexadecimal ones of a hash that is told."""


class CutShortError(BadCallError):
    """The arguments end too early."""

    def __init__(self, cut: CutError, size_bytes: int) -> None:
        super().__init__("degraded_cut", bytes=size_bytes)
        self.cut = cut


class Read(NamedTuple):
    """An object, and what was wrong with its text; "": nothing."""

    given: dict[str, Any]
    how: str = ""
    is_open: bool = False
    """Its last brace is missing, or may be one of a text, so that more may have been meant."""


def names_of(tool: Tool) -> Names:
    """Return what a reader of broken arguments must know of a tool."""
    known = {*tool.names, *names.names_of_lines(tool), *tool_names.EVERYWHERE, *tool_names.DROPPED}
    known |= tool_names.NOT_SERVED | tool_names.TELLING
    others = (tool_names.ALIASES, tool_names.ALIASES_OF.get(tool.name, {}))
    known |= {alias for table in others for those in table.values() for alias in those}
    required = (one.name for one in tool.parameters if one.required)
    return Names(
        frozenset(known),
        functools.partial(names.own_name, tool),
        frozenset({"content", "old", "label", "target", *tool_names.DROPPED}),
        frozenset(required),
    )


def as_object(text: str, tool: Tool, problem: str) -> Read:
    """Return the object that a text means which is no JSON; `problem` says why it is none.

    Raises BadCallError, and for a text that ends too early CutShortError.
    """
    try:
        found = reader.salvage(text, names_of(tool))
    except UnclearError as error:
        more = "" if error.problem in problem else f"; {error.problem}"
        raise BadCallError("not_json", problem=problem + more) from None
    except CutError as error:
        raise CutShortError(error, len(text.encode("utf-8", "replace"))) from None
    return Read(found.values, found.how, found.is_open)


def out_of_list(given: list[Any]) -> Read | None:
    """Return the object that is a list's only item."""
    if len(given) != 1 or not isinstance(given[0], dict):
        return None
    return Read(cast("dict[str, Any]", given[0]), IN_LIST)


def list_in(text: str) -> list[Any] | None:
    """Return the list that a text means which is no JSON; None where that is unclear."""
    try:
        return reader.listed(text).values["list"]
    except (UnclearError, CutError):
        return None


def told(request: AnyRequest, how: str, *, is_open: bool) -> dict[str, str | int]:
    """Return what a caller is told of a request made of broken arguments, so as to check it."""
    content = _content(request)
    facts = {} if content is None else facts_of(content)
    return {"how": how, **facts, **({"open": 1} if is_open else {})}


def facts_of(content: bytes) -> dict[str, str | int]:
    """Return how many lines a text has, its hash, and its last line."""
    lines = content.split(b"\n")
    last = lines[-1] or (lines[-2] if len(lines) > 1 else b"")
    return {
        "lines": len(lines) - (not lines[-1]),
        "hash": hashlib.sha256(content).hexdigest()[:DIGITS],
        "tail": shown(last.decode("utf-8", "backslashreplace").rstrip("\r")),
    }


def _content(request: AnyRequest) -> bytes | None:
    """Return the new text of a request, of several texts one behind the other."""
    match request:
        case Replace(content=content) | Insert(content=content) | Write(content=content):
            return _bytes(content)
        case ReplaceSeveral(items=items):
            return b"".join(_bytes(one.content) for one in items)
        case WriteSeveral(files=files):
            return b"".join(_bytes(one.content) for one in files)
        case _:
            return None


def _bytes(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content
