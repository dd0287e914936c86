"""Replies as plain JSON values, for programs."""

import base64
from typing import Any, cast

import msgspec
from msgspec import Struct

from ...schemas.replies import AnyReply, Refusal
from ..finding import DaemonTrouble

_CONTENTS = frozenset({"data", "old", "new", "arguments"})
"""Fields with bytes that are no path."""


def plain(reply: AnyReply) -> dict[str, Any]:
    r"""Return a reply's fields by name, its kind as "type".

    Paths become text, bytes of them that are not UTF-8 \xNN; all text can be encoded. Contents of
    files become {"text": ...}, or {"base64": ...} where they are not UTF-8, and digests hexadecimal
    digits.
    """
    return cast("dict[str, Any]", _value(reply))


def trouble(one: DaemonTrouble) -> dict[str, Any]:
    """Return why there is no reply, in the same form."""
    return {"type": "Trouble", "code": one.code, "message": one.message, "next": one.next}


def structured(reply: AnyReply, text: str) -> dict[str, Any]:
    """Return a reply for MCP's structuredContent, as `schemas.tools.OUTPUT_SCHEMA` says."""
    status = reply.verdict if isinstance(reply, Refusal) else "ok"
    return {"status": status, "text": text, "reply": plain(reply)}


def content(data: bytes) -> dict[str, str]:
    """Return bytes as text where they are UTF-8, else as base64."""
    try:
        return {"text": data.decode()}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode()}


def _value(value: Any, name: str = "") -> Any:
    """Return what is in a reply as JSON has it; `name` is the field that it stands in."""
    match value:
        case bytes() if name == "digest":
            return value.hex()
        case bytes() if name in _CONTENTS:
            return content(value)
        case Struct():
            fields = {one: _value(getattr(value, one), one) for one in value.__struct_fields__}
            config = value.__struct_config__
            if config.array_like:
                return [*fields.values()]
            return fields if config.tag is None else {"type": config.tag, **fields}
        case list() | tuple():
            return [_value(one, name) for one in cast("list[Any]", value)]
        case dict():
            pairs = cast("dict[str, Any]", value)
            return {texts(key): _value(one) for key, one in pairs.items()}
        case _:
            return texts(msgspec.to_builtins(value, builtin_types=(bytes,)))


def texts(value: Any) -> Any:
    """Return JSON values such that all text can be encoded, and bytes as text."""
    match value:
        case bytes():
            return value.decode("utf-8", "backslashreplace")
        case str():
            return value.encode("utf-8", "backslashreplace").decode()
        case dict():
            pairs = cast("dict[str, Any]", value)
            return {key: texts(one) for key, one in pairs.items()}
        case list() | tuple():
            return [texts(one) for one in cast("list[Any]", value)]
        case _:
            return value
