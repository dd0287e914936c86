"""Single values of a tool call, wide as callers give them: numbers as text, ids with their letter.

Everything raises BadCallError, whose code and values become the refusal of the call.
"""

import base64
import binascii
import re
import time
from typing import Any, cast

import msgspec

from ...schemas.requests import Whose
from ...schemas.values import Point, Span
from .. import points

NUMBER_MAX = 1 << 40
"""More lines, bytes or edits than there can be; larger numbers count as this one."""
_DIGITS = re.compile(r"[0-9]{1,20}")
_BETWEEN = re.compile(r",|(?<=[0-9 ])-")
_END = ("", "-1", "end")
_CHIP = re.compile(r"(?:chip://)?([0-9a-f]{6}|[0-9a-f]{12})", re.IGNORECASE)
_PREPARED = re.compile(r"[pev]?([0-9]{1,13})", re.IGNORECASE)
_ENTRY = re.compile(r"[evp]?([0-9]{1,13})", re.IGNORECASE)
_QUOTES = "`\"'"
_SESSION = "a session's name such as codex#3, or its number"


class BadCallError(Exception):
    """A call that means no request."""

    def __init__(self, code: str, **values: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.values = values
        self.file = ""
        """The file that the call is for, as written, where that is certain all the same."""


def shown(value: str, characters_max: int = 60) -> str:
    """Return text that was sent, short enough to be quoted, and such that it can be encoded."""
    return value[:characters_max].encode("utf-8", "backslashreplace").decode()


def kind(value: Any) -> str:
    """Return what a caller knows a JSON value as."""
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "a string"
        case list():
            return "an array"
        case _:
            return "an object"


def string(taken: dict[str, Any], name: str, got: str) -> str:
    """Return a text that must be there; `got` says what there is."""
    if name not in taken:
        raise BadCallError("missing", name=name, got=got)
    value = taken[name]
    if not isinstance(value, str):
        raise BadCallError("wrong_type", name=name, wanted="a string", got=kind(value))
    return value


def text(taken: dict[str, Any], name: str) -> str | None:
    """Return a text that may be there."""
    return string(taken, name, "") if name in taken else None


def content(taken: dict[str, Any], got: str) -> str:
    """Return the new text; absent is not empty, as nobody deletes by leaving something out."""
    if "content" not in taken:
        raise BadCallError("missing_content", got=got)
    value = taken["content"]
    if isinstance(value, list) and all(isinstance(one, str) for one in cast("list[Any]", value)):
        return _joined(cast("list[str]", value))
    return string(taken, "content", got)


def _joined(lines: list[str]) -> str:
    """Return lines as one text; all of them have their line ends already, or none has."""
    ended = [one.endswith("\n") for one in lines]
    if all(ended[:-1]):
        return "".join(lines)
    if any(ended):
        wanted = "an array of lines that all end with a line break, or none"
        raise BadCallError("wrong_type", name="content", wanted=wanted, got="an array of both")
    return "\n".join(lines)


def from_base64(value: str) -> bytes:
    """Return the bytes that a text in base64 stands for; it may be broken into lines."""
    try:
        return base64.b64decode("".join(value.split()), validate=True)
    except (binascii.Error, ValueError):
        raise BadCallError("bad_base64") from None


def integer(taken: dict[str, Any], name: str, default: int, *, least: int) -> int:
    value = taken.get(name, default)
    number = whole(value)
    if number is None:
        raise BadCallError("wrong_type", name=name, wanted="a whole number", got=kind(value))
    if number < least:
        raise BadCallError("too_small", name=name, least=least, got=max(number, -NUMBER_MAX))
    return min(number, NUMBER_MAX)


def whole(value: Any) -> int | None:
    """Return the whole number that a JSON value is, also as text, or None."""
    match value:
        case bool():
            return None
        case int():
            return value
        case float():
            return int(value) if value.is_integer() else None
        case str():
            text = value.strip()
            return int(text) if _DIGITS.fullmatch(text.removeprefix("-")) else None
        case _:
            return None


def boolean(taken: dict[str, Any], name: str) -> bool:
    value = taken.get(name, False)
    word = value.strip().lower() if isinstance(value, str) else value
    if word in ("true", "1", "yes", 1):
        return True
    if word in ("false", "0", "no", 0):
        return False
    raise BadCallError("wrong_type", name=name, wanted="true or false", got=kind(value))


def number_of_id(taken: dict[str, Any], name: str, letter: str) -> int:
    """Return the number of an id such as v1042 or e812, 0 where none is given."""
    if name not in taken:
        return 0
    value = taken[name]
    number = whole(value)
    if isinstance(value, str):
        bare = value.strip().strip(_QUOTES)
        number = whole(bare.removeprefix(letter).removeprefix(letter.upper()))
    if number is None or not 0 < number < NUMBER_MAX:
        raise _bad_id(value, name, f"{letter}812")
    return number


def prepared_or_chip(value: Any, name: str) -> tuple[int, str]:
    """Return the number of a prepared edit (p77) or the id of a chip (chip://a3f7b2), one of them.

    A number alone is that of an edit. An id without chip:// is taken, too: six or twelve digits of
    a hexadecimal number, unless they are a letter of ours and a number.
    """
    number = None if isinstance(value, str) else whole(value)
    if isinstance(value, str):
        bare = value.strip().strip(_QUOTES)
        chip = _CHIP.fullmatch(bare)
        numbered = _PREPARED.fullmatch(bare)
        if chip and (numbered is None or bare.isdigit()):
            return 0, chip[1].lower()
        number = int(numbered[1]) if numbered else None
    if number is None or not 0 < number < NUMBER_MAX:
        raise _bad_id(value, name, "p812 or chip://a3f7b2")
    return number, ""


def chip_id(value: str, name: str = "from") -> str:
    """Return the id of a chip, "" for what names none. Raises BadCallError for chip:// and none."""
    bare = value.strip().strip(_QUOTES)
    if found := _CHIP.fullmatch(bare):
        return found[1].lower()
    if bare.lower().startswith("chip:"):
        raise _bad_id(value, name, "chip://a3f7b2")
    return ""


def _bad_id(value: Any, name: str, example: str) -> BadCallError:
    got = value if isinstance(value, str | int | float) else kind(value)
    return BadCallError("bad_id", name=name, got=shown(str(got)), example=example)


def entry(taken: dict[str, Any], name: str) -> int:
    """Return the number of an entry of the log: of an edit, view or prepared edit, or itself.

    0 where none is given.
    """
    if name not in taken:
        return 0
    value = taken[name]
    number = whole(value)
    if isinstance(value, str) and (found := _ENTRY.fullmatch(value.strip().strip(_QUOTES))):
        number = int(found[1])
    if number is None or not 0 < number < NUMBER_MAX:
        raise _bad_id(value, name, "e812")
    return number


def point(taken: dict[str, Any], name: str) -> Point | None:
    """Return the point of the log that a call gives, None where it gives none."""
    if name not in taken:
        return None
    value = taken[name]
    number = whole(value)
    given = str(number) if number is not None else string(taken, name, "").strip().strip(_QUOTES)
    try:
        return points.parse(given, time.time_ns())
    except ValueError:
        raise BadCallError("bad_point", name=name, got=shown(given)) from None


def since_ns(taken: dict[str, Any]) -> int:
    """Return the time that a call gives, in nanoseconds since the epoch; 0 for none."""
    if "since" not in taken:
        return 0
    value = taken["since"]
    given = value.strip().strip(_QUOTES) if isinstance(value, str) else ""
    try:
        return points.parse_time(given, time.time_ns())
    except ValueError:
        got = value if isinstance(value, str | int | float) else kind(value)
        raise BadCallError("bad_time", name="since", got=shown(str(got))) from None


def whose(taken: dict[str, Any]) -> Whose:
    """Return the session that a call names, by its number or its name; 0 where it names none."""
    if "session" not in taken:
        return 0
    value = taken["session"]
    if whole(value) is not None:
        return integer(taken, "session", 0, least=1)
    name = value.strip().strip(_QUOTES) if isinstance(value, str) else ""
    if not name:
        raise BadCallError("wrong_type", name="session", wanted=_SESSION, got=kind(value))
    return name


def choice(taken: dict[str, Any], name: str, choices: tuple[str, ...]) -> str:
    """Return one of some words, "" where none is given."""
    given = text(taken, name)
    word = (given or "").strip().lower()
    if given is not None and word not in choices:
        named = ", ".join(choices)
        raise BadCallError("not_a_choice", name=name, got=shown(given), choices=named)
    return word


def texts(taken: dict[str, Any], name: str) -> list[str]:
    """Return a list of texts, which may come as JSON in a string or as its only item.

    Empty where none is given; one that is given must have an item.
    """
    if name not in taken:
        return []
    value = taken[name]
    if isinstance(value, str):
        value = _listed(value)
    if not isinstance(value, list):
        raise BadCallError("wrong_type", name=name, wanted="an array", got=kind(value))
    if not value:
        raise BadCallError("no_edits", list=name)
    found: list[str] = []
    for one in cast("list[Any]", value):
        if not isinstance(one, str) or not one:
            raise BadCallError("wrong_type", name=name, wanted="an array", got=kind(one))
        found.append(one)
    return found


def _listed(text: str) -> list[Any]:
    try:
        value = msgspec.json.decode(text)
    except msgspec.DecodeError:
        return [text]
    return cast("list[Any]", value) if isinstance(value, list) else [text]


def after(taken: dict[str, Any], name: str) -> int:
    """Return the line after which something goes: 0 is the top, -1 (or "end") the end."""
    value = taken[name]
    if isinstance(value, str) and value.strip().lower() == "end":
        return -1
    if whole(value) == -1:
        return -1
    return integer(taken, name, 0, least=0)


def span(value: Any) -> Span:
    """Return lines given as 12, "12-18", "12-", [12, 18] or [12, -1]; `last` 0 means the end."""
    if isinstance(value, str):
        stripped = value.strip().strip("[]")
        parts: list[Any] = [one.strip() for one in _BETWEEN.split(stripped, maxsplit=1)]
    else:
        parts = cast("list[Any]", value) if isinstance(value, list) else [value]
    first = whole(parts[0]) if parts else None
    written = shown(value if isinstance(value, str) else ", ".join(map(str, parts[:3])))
    if first is None or first < 1 or len(parts) > 2:
        raise BadCallError("bad_lines", written=written)
    if len(parts) == 2 and str(parts[1]).lower() in _END:
        return Span(first, 0)
    last = whole(parts[-1])
    if last is None or last < first:
        raise BadCallError("bad_lines", written=written)
    return Span(min(first, NUMBER_MAX), min(last, NUMBER_MAX))


def ordered(first: int, last: int) -> Span:
    if last < first:
        raise BadCallError("bad_lines", written=f"{first}-{last}")
    return Span(first, last)
