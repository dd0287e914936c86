"""Targets as people and models write them: a place in a file by what stands there.

| written | place |
|---|---|
| function:Cart.total, Cart.total | the definition with this name, whatever its kind |
| class:Cart, method:total, def:total | the same; of several the only one of this kind |
| tag:nav, element:nav, <nav> | the element |
| marker:some text | the line that holds this text |
| line:40, line:40-60, line:40- | these lines |
| around:40 | the definition around this line; so too a path that ends in :40-auto |
| function:run#2 | the second of several |
| {"kind": "function", "value": "run", "index": 2} | the same; `nth` is `index`; a marker as it is |
"""

import re
from typing import Any, cast

import msgspec

from ..schemas.requests import TargetName
from ..schemas.values import Span

FORMS = "function:Class.method, tag:nav, marker:some text, line:40-60, or function:run#2"
END = 0
"""As the last line: that of the file."""
_LINE_MAX = 1 << 40
_NTH_MAX = 1 << 20
_DEFINITIONS = (
    "function func fun fn def definition signature symbol name method constructor class struct "
    "enum union interface trait protocol impl extension type alias module namespace package "
    "object record macro constant variable field property key rule selector section heading "
    "table block resource contract modifier event rpc message service annotation concept error "
    "library target test statement instance accessor getter setter"
)
_ANY = frozenset(["function", "func", "fun", "fn", "def", "definition", "symbol", "name"])
"""Kinds that are said of every definition."""
_OTHERS = {
    "tag": "tag element component",
    "marker": "marker text",
    "line": "line lines",
    "around": "around auto",
}
_KINDS = dict.fromkeys(_DEFINITIONS.split(), "function") | {
    word: kind for kind, words in _OTHERS.items() for word in words.split()
}
_NAMED = re.compile(r"(?P<kind>[a-z]+)\s*:(?!:)(?P<value>.*)", re.IGNORECASE | re.DOTALL)
_ELEMENT = re.compile(r"<(?P<name>[^\s<>/]+)\s*/?>")
_NUMBERED = re.compile(r"(?P<value>.*\S)#(?P<nth>\d{1,6})", re.DOTALL)
_LINES = re.compile(r"(?P<first>\d{1,20})(?P<to>\s*-\s*(?P<last>\d{1,20}|END)?)?", re.IGNORECASE)
_AUTO = re.compile(r"(?P<path>.+):(?P<line>\d{1,20})-auto", re.IGNORECASE | re.DOTALL)
_CALL = "()"


def parse(given: str) -> TargetName | Span:
    """Return the place that a text names; `last` `END` means the end of the file.

    Raises ValueError, with a sentence that names the forms, where it names none.
    """
    text = given.strip()
    if text.startswith("`") and text.endswith("`"):
        text = text.strip("`")
    if text.startswith("{"):
        return _of_json(text, given)
    kind, value = "function", text
    if text.startswith("<"):
        kind = "tag"
    elif named := _NAMED.fullmatch(text):
        kind, value = named["kind"], named["value"]
    return _made(kind, *_numbered(value), given)


def of_object(given: dict[str, Any]) -> TargetName | Span:
    """Return the place that an object with `kind` and `value` names. Raises ValueError."""
    kind, value = given.get("kind", "function"), given.get("value", given.get("name"))
    nth = given.get("index", given.get("nth")) or 0
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if isinstance(nth, str) and nth.isascii() and nth.isdigit():
        nth = int(nth[:20])
    if not isinstance(kind, str) or not isinstance(value, str):
        raise _no_target(str(given))
    if not isinstance(nth, int) or isinstance(nth, bool):
        raise _no_target(str(given))
    if not nth and _KINDS.get(kind.strip().lower()) != "marker":
        value, nth = _numbered(value)
    return _made(kind, value, nth, str(given))


def around(path: str) -> tuple[str, TargetName | None]:
    """Return a path without the `:40-auto` that it may end in, and what that means."""
    found = _AUTO.fullmatch(path)
    if found is None:
        return path, None
    return found["path"], TargetName("around", str(_number(found["line"])))


def written(target: TargetName | Span) -> str:
    """Return a target as `parse` takes it."""
    if isinstance(target, Span):
        return f"line:{target.first}-" if target.last == END else f"line:{target}"
    kind = target.said or target.kind
    return f"{kind}:{target.value}" + (f"#{target.nth}" if target.nth else "")


def _of_json(text: str, given: str) -> TargetName | Span:
    try:
        value: Any = msgspec.json.decode(text)
    except msgspec.DecodeError:
        raise _no_target(given) from None
    return of_object(cast("dict[str, Any]", value))


def _made(kind: str, value: str, nth: int, given: str) -> TargetName | Span:
    """Return a target of its parts; `nth` 0: none is said, -1: none that can be."""
    meant = _KINDS.get(kind.strip().lower(), "")
    name = value.strip()
    if not meant or not name or not _is_text(name) or not 0 <= nth <= _NTH_MAX:
        raise _no_target(given)
    if meant in ("line", "around"):
        lines = None if nth else _lines(name)
        if lines is None or (meant == "around" and lines.first != lines.last):
            raise _no_target(given)
        return lines if meant == "line" else TargetName(meant, str(lines.first))
    if meant == "tag" and "<" in name:
        element = _ELEMENT.fullmatch(name)
        if element is None:
            raise _no_target(given)
        name = element["name"]
    if meant == "function":
        name = name.removesuffix(_CALL).rstrip() or name
    said = kind.strip().lower() if meant == "function" else ""
    return TargetName(meant, name, nth, "" if said in _ANY else said)


def _numbered(value: str) -> tuple[str, int]:
    """Return a value without the number that it ends in; behind a space that is of its text."""
    found = _NUMBERED.fullmatch(value.strip())
    if found is None:
        return value, 0
    return found["value"], int(found["nth"]) or -1


def _lines(name: str) -> Span | None:
    found = _LINES.fullmatch(name)
    if found is None:
        return None
    first = last = _number(found["first"])
    if found["to"]:
        is_open = not found["last"] or found["last"].upper() == "END"
        last = END if is_open else _number(found["last"])
    return Span(first, last) if first >= 1 and (last == END or last >= first) else None


def _number(digits: str) -> int:
    return min(int(digits[:20]), _LINE_MAX)


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _no_target(given: str) -> ValueError:
    shown = given[:60].encode("utf-8", "backslashreplace").decode()
    return ValueError(f"{shown} names no place: give {FORMS}.")
