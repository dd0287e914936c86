"""Messages to the host as lines: one JSON object each, in UTF-8, with its LF."""

import re
from typing import Any

import msgspec


def result(id_: float | str, value: Any) -> bytes:
    return _line({"id": id_, "result": value})


def error(id_: float | str | None, code: int, message: str, data: Any = None) -> bytes:
    told = {"code": code, "message": message} | ({} if data is None else {"data": data})
    return _line({"id": id_, "error": told})


def request(id_: float | str, method: str, params: dict[str, Any] | None = None) -> bytes:
    return _line({"id": id_, "method": method} | ({} if params is None else {"params": params}))


def notification(method: str, params: dict[str, Any] | None = None) -> bytes:
    """Give the line that tells the host something."""
    return _line({"method": method} | ({} if params is None else {"params": params}))


def _line(members: dict[str, Any]) -> bytes:
    message = {"jsonrpc": "2.0"} | members
    try:
        return msgspec.json.encode(message) + b"\n"
    except UnicodeEncodeError:
        return _escaped(message) + b"\n"


def _escaped(message: dict[str, Any]) -> bytes:
    """Encode text with lone surrogates, writing them out as the six characters of their escape.

    As escapes proper they would be JSON, but many hosts' decoders refuse the whole line.
    """
    import json  # noqa: PLC0415 - for names that are not UTF-8 alone, which most processes never meet

    text = json.dumps(message, ensure_ascii=False, separators=(",", ":"), default=_plain)
    return re.sub("[\ud800-\udfff]", lambda half: f"\\\\u{ord(half[0]):04x}", text).encode()


def _plain(value: Any) -> Any:
    return (
        msgspec.json.decode(value) if isinstance(value, msgspec.Raw) else msgspec.to_builtins(value)
    )
