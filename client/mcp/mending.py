"""A call that lacks an argument, of which a wrongly named one may be what was meant.

It is refused all the same; what it is taken to mean goes with the refusal, to be prepared.
"""

import difflib
from collections.abc import Callable
from typing import Any

import msgspec

from ...schemas import tool_names
from ...schemas.requests import (
    AnyRequest,
    Delete,
    Insert,
    Misfit,
    Replace,
    ReplaceSeveral,
    Write,
    WriteSeveral,
)
from ...schemas.tools import Tool
from .names import Taken
from .values import BadCallError, shown

NEARNESS = 0.8
"""Of names, from 0 to 1 for the same."""


def mended(misfit: Misfit, taken: Taken, make: Callable[[Taken], AnyRequest]) -> Misfit:
    """Return a misfit with what its call is taken to mean, where that is one thing only.

    Its values then have `taken`: the names, as sent, of what was taken for `file` and `content`.
    """
    if misfit.code not in ("missing", "missing_content"):
        return misfit
    lacking = {"file", *_content_of(taken)} - taken.values.keys()
    texts = [key for key, one in taken.unknown.items() if isinstance(one, str) and one.strip()]
    meant: dict[str, str] = {}
    for key in texts:
        nearest = _nearest(taken.tool, key)
        if nearest in ("file", "content", None):
            meant[key] = nearest or "content"
    meant = {key: name for key, name in meant.items() if name in lacking}
    if not meant or len(set(meant.values())) < len(meant):
        return misfit
    filled: dict[str, Any] = {name: taken.unknown[key] for key, name in meant.items()}
    rest = {key: one for key, one in taken.unknown.items() if key not in meant}
    try:
        request = make(Taken(taken.tool, taken.values | filled, rest))
    except BadCallError:
        return misfit
    if not isinstance(request, Replace | Insert | Delete | ReplaceSeveral | Write | WriteSeveral):
        return misfit
    named = ", ".join(map(shown, meant))
    values = misfit.values | {"taken": named}
    return msgspec.structs.replace(misfit, values=values, repaired=request)


def _content_of(taken: Taken) -> set[str]:
    """Return the name under which the call must have a text, if it must."""
    lists = {"edits", "files"} & taken.values.keys()
    return set() if lists or "content" not in taken.tool.names else {"content"}


def _nearest(tool: Tool, key: str) -> str | None:
    """Return the argument that is nearly named so."""
    own = (*tool.names, *tool_names.EVERYWHERE)
    known = {name: name for name in own}
    known |= {alias: name for name in own for alias in tool_names.ALIASES.get(name, ())}
    found = difflib.get_close_matches(key.lower(), known, 1, NEARNESS)
    return known[found[0]] if found else None
