"""From the bytes of a call's arguments to one JSON object, however it was wrapped."""

import json
from typing import Any, cast

import msgspec

from ...schemas.tools import Tool
from ..salvage.faults import HALF
from . import certain, salvage, values
from .salvage import Read
from .values import BadCallError

_WRAPPERS = frozenset({"arguments", "args"})
LAYERS_MAX = 4
"""So often may JSON come in a string of JSON, or in an object of its own."""


def as_object(raw: bytes | None, tool: Tool) -> Read:
    """Return the arguments, also where they come as a string of JSON or wrapped once more.

    What is no JSON is read by the tool's names, if that is beyond doubt. Raises BadCallError.
    """
    if not raw:
        return Read({})
    try:
        text = raw.decode()
    except UnicodeDecodeError as fault:
        error = BadCallError("not_json", problem=str(fault))
        error.file = certain.file_in_bytes(raw, tool)
        raise error from None
    return _object_in(text, tool, LAYERS_MAX)


def _object_in(text: str, tool: Tool, layers: int) -> Read:
    try:
        return _read(text, tool, layers)
    except BadCallError as error:
        error.file = error.file or certain.file_in(text, tool)
        raise


def _read(text: str, tool: Tool, layers: int) -> Read:
    try:
        given = _decoded(text.encode("utf-8", "surrogatepass"))
    except BadCallError as error:
        if error.code != "not_json":
            raise
        return salvage.as_object(text, tool, str(error.values["problem"]))
    if isinstance(given, dict):
        given = _unwrapped(cast("dict[str, Any]", given))
    if isinstance(given, str) and layers:
        return _object_in(given, tool, layers - 1)
    if isinstance(given, list) and (one := salvage.out_of_list(cast("list[Any]", given))):
        return one
    if given is None:
        return Read({})
    if not isinstance(given, dict):
        raise BadCallError("not_an_object", got=values.kind(given))
    return Read(cast("dict[str, Any]", given))


def _unwrapped(given: dict[str, Any]) -> Any:
    """Return what an object holds under the one name that says it is the arguments."""
    if len(given) == 1:
        name, inner = next(iter(given.items()))
        if name in _WRAPPERS:
            return inner
    return given


def decoded_text(text: str) -> Any:
    """Return the JSON value that a text is. Raises BadCallError."""
    return _decoded(text.encode("utf-8", "surrogatepass"))


def _decoded(raw: bytes) -> Any:
    """Return a JSON value. Raises BadCallError, also for a name with two values."""
    given = _any(raw)
    try:
        json.loads(raw.decode(), object_pairs_hook=_without_conflict)
    except (ValueError, RecursionError) as error:
        raise BadCallError("not_json", problem=str(error)) from None
    return given


def _without_conflict(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    given = dict(pairs)
    if len(given) < len(pairs):
        for name, value in pairs:
            if given[name] != value:
                one = values.shown(name)
                raise BadCallError("conflicting_names", one=one, other=one)
    return given


def _any(raw: bytes) -> Any:
    try:
        return msgspec.json.decode(raw)
    except msgspec.DecodeError as error:
        try:
            return _by_the_book(raw.decode())  # numbers out of msgspec's range are JSON, too
        except UnicodeEncodeError as half:
            problem = f"{HALF}, {half.object[half.start].encode('unicode_escape').decode()}"
            raise BadCallError("not_json", problem=problem) from None
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
