"""Replies as plain JSON values, for programs."""

from typing import Any

import msgspec

from ..schemas.messages import AnyReply, Refusal
from . import render


def plain(reply: AnyReply) -> dict[str, Any]:
    """Return a reply's fields by name, its kind as "type"; paths are text, as they are shown."""
    return _texts(msgspec.to_builtins(reply, builtin_types=(bytes,), str_keys=True))


def structured(reply: AnyReply, text: str) -> dict[str, Any]:
    """Return a reply for MCP's structuredContent, as `schemas.tools.OUTPUT_SCHEMA` says."""
    status = reply.verdict if isinstance(reply, Refusal) else "ok"
    return {"status": status, "text": text, "reply": plain(reply)}


def _texts(value: Any) -> Any:
    match value:
        case bytes():
            return render.path_text(value)
        case dict():
            return {str(key): _texts(one) for key, one in value.items()}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        case list() | tuple():
            return [_texts(one) for one in value]  # pyright: ignore[reportUnknownVariableType]
        case _:
            return value
