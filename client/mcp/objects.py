"""From the bytes of a call's arguments to one JSON object, however it was wrapped."""

import json
from typing import Any, cast

import msgspec

from . import values
from .values import BadCallError

_WRAPPERS = frozenset({"arguments", "args"})


def as_object(raw: bytes | None) -> dict[str, Any]:
    """Return the arguments, also where they come as a string of JSON or wrapped once more.

    Raises BadCallError.
    """
    if not raw:
        return {}
    given = _decoded(raw)
    if isinstance(given, str):
        given = decoded_text(given)
    if isinstance(given, dict) and len(cast("dict[str, Any]", given)) == 1:
        name, inner = next(iter(cast("dict[str, Any]", given).items()))
        if name in _WRAPPERS:
            given = decoded_text(inner) if isinstance(inner, str) else inner
    if given is None:
        return {}
    if not isinstance(given, dict):
        raise BadCallError("not_an_object", got=values.kind(given))
    return cast("dict[str, Any]", given)


def decoded_text(text: str) -> Any:
    """Return the JSON value that a text is. Raises BadCallError."""
    return _decoded(text.encode())


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


def _by_the_book(text: str) -> Any:
    """Decode JSON with any number. Raises ValueError, also for half characters."""

    def refuse(word: str) -> Any:
        raise ValueError(f"{word} is no JSON")

    given = json.loads(text, parse_constant=refuse)
    json.dumps(given, ensure_ascii=False).encode()
    return given
