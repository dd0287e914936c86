"""Replies as plain JSON values, for programs."""

import base64
from typing import Any, cast

import msgspec

from ...schemas.replies import AnyReply, ChipShown, Refusal
from ..finding import DaemonTrouble


def plain(reply: AnyReply) -> dict[str, Any]:
    r"""Return a reply's fields by name, its kind as "type".

    Paths become text, bytes of them that are not UTF-8 \xNN; all text can be encoded. The raw bytes
    of a chip are its "data", or where they are no UTF-8 its "data_base64".
    """
    values = msgspec.to_builtins(reply, builtin_types=(bytes,), str_keys=True)
    if isinstance(reply, ChipShown) and not _is_utf8(reply.data):
        del values["data"]
        values["data_base64"] = base64.b64encode(reply.data).decode()
    return texts(values)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def trouble(one: DaemonTrouble) -> dict[str, Any]:
    """Return why there is no reply, in the same form."""
    return {"type": "Trouble", "code": one.code, "message": one.message, "next": one.next}


def structured(reply: AnyReply, text: str) -> dict[str, Any]:
    """Return a reply for MCP's structuredContent, as `schemas.tools.OUTPUT_SCHEMA` says."""
    status = reply.verdict if isinstance(reply, Refusal) else "ok"
    return {"status": status, "text": text, "reply": plain(reply)}


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
