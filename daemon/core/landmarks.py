"""Places named by what stands there: a definition, an element, a line that holds a text.

They are looked for in the file as it is now. What fits several is refused with all of them named;
nothing is chosen among them.
"""

import difflib
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ...schemas.replies import Call
from ...schemas.requests import TargetName
from ...schemas.structure import Definition, Element, Outline, Unparsed
from ...schemas.values import Span
from .asking import Asked, RefusedError, refuse, shown_path
from .effects import Seen
from .parses import Parse, What
from .text import Text

MARKER = "marker"
AROUND = "around"
TAG = "tag"
FUNCTION = "function"
PLACES_SHOWN = 10
NEAR_SHOWN = 3
NAME_CHARACTERS_MAX = 60
_BETWEEN = re.compile(r"::|[.#:/]")
"""What stands between a name and that of what it lies in."""
_SIGNATURES = frozenset({"signature", "prototype", "declaration"})
"""Kinds that only say that there is such a thing."""

Ranged = Definition | Element


class Found(NamedTuple):
    """A place that a name may mean."""

    span: Span
    name: str


def what_of(name: TargetName | None) -> What | None:
    """Return what of a file must be parsed to find a place in it; None: nothing."""
    return None if name is None or name.kind == MARKER else "outline"


def expect_alone(asked: Asked, tool: str, seen: Seen, *, has_lines: bool) -> None:
    """Raise RefusedError for a place that is named twice: by what stands there and by lines."""
    if has_lines:
        raise refuse(asked, tool, "target_with_lines", path=seen.path, verdict="ERROR")


def lines(asked: Asked, tool: str, seen: Seen, text: Text, name: TargetName) -> Span:
    """Return the lines that a name means. Raises RefusedError."""
    if name.kind == AROUND:
        outline = outline_of(asked, tool, seen)
        number = line_number(asked, tool, seen, text, int(name.value))
        found = innermost(outline.definitions, number)
        if found is None:
            raise nothing_around(asked, tool, seen, outline, number)
        return span_of(found)
    all_named, near = _named(asked, tool, seen, text, name)
    if name.nth > len(all_named) or not all_named:
        raise _none(asked, tool, seen, name, all_named, near)
    if name.nth:
        return all_named[name.nth - 1].span
    if len(all_named) > 1:
        raise _several(asked, tool, seen, name, all_named)
    return all_named[0].span


def _named(
    asked: Asked, tool: str, seen: Seen, text: Text, name: TargetName
) -> tuple[list[Found], list[str]]:
    """Return the places of a name, and names that are like it."""
    if name.kind == MARKER:
        shown = enumerate(text.shown(0, text.lines), 1)
        return [Found(Span(at, at), line) for at, line in shown if name.value in line], []
    outline = outline_of(asked, tool, seen)
    if name.kind == TAG:
        wanted = name.value.strip("<>/ ")
        found = [Found(span_of(one), one.name) for one in outline.elements if one.name == wanted]
        return found, _like(wanted, (one.name for one in outline.elements))
    definitions = outline.definitions
    fitting = [at for at in range(len(definitions)) if _fits(definitions, at, name.value)]
    whole = [at for at in fitting if definitions[at].kind not in _SIGNATURES]
    found = [Found(span_of(definitions[at]), full_name(definitions, at)) for at in whole or fitting]
    return found, _like(name.value, (one.name for one in definitions))


def _fits(definitions: Sequence[Definition], at: int, wanted: str) -> bool:
    """Tell whether a definition's name, perhaps with those it lies in, ends in what is wanted."""
    if definitions[at].name == wanted:
        return True
    sought, full = _parts(wanted), _parts(full_name(definitions, at))
    return bool(sought) and full[-len(sought) :] == sought


def _parts(name: str) -> list[str]:
    return [one for one in _BETWEEN.split(name.removesuffix("()").strip()) if one]


def full_name(definitions: Sequence[Definition], at: int) -> str:
    """Return a definition's name behind the names of those it lies in, with dots between."""
    names: list[str] = []
    while at >= 0:
        names.append(definitions[at].name)
        at = definitions[at].parent
    return ".".join(filter(None, reversed(names)))


def _like(name: str, names: Iterable[str]) -> list[str]:
    last = (_parts(name) or [name])[-1]
    return difflib.get_close_matches(last, list(dict.fromkeys(names)), n=NEAR_SHOWN, cutoff=0.5)


def name_around(asked: Asked, seen: Seen, line: int) -> str:
    """Return what a line lies in, by its full name; "": nothing, or that was not parsed."""
    parsed = asked.parsed.get(Parse("outline", seen.real, seen.digest))
    if not isinstance(parsed, Outline):
        return ""
    found = innermost(parsed.definitions, line)
    if found is None:
        return ""
    return plain(full_name(parsed.definitions, parsed.definitions.index(found)))


def innermost(ones: Iterable[Ranged], line: int) -> Ranged | None:
    """Return the definition or element around a line in which no other one is around it."""
    found: Ranged | None = None
    for one in ones:  # outer ones come before inner ones
        if one.first > line:
            break
        if line <= one.last and (found is None or len(span_of(one)) <= len(span_of(found))):
            found = one
    return found


def span_of(one: Ranged) -> Span:
    return Span(one.first, max(one.first, one.last))


# --- what is not there ----------------------------------------------------------------------------


def outline_of(asked: Asked, tool: str, seen: Seen) -> Outline:
    """Return the outline of a file. Raises RefusedError where it could not be parsed."""
    parsed = asked.parsed.get(Parse("outline", seen.real, seen.digest))
    if isinstance(parsed, Outline):
        return parsed
    raise unparsed(asked, tool, seen, parsed if isinstance(parsed, Unparsed) else None)


def unparsed(asked: Asked, tool: str, seen: Seen, why: Unparsed | None) -> RefusedError:
    """Return the refusal of a call that needs a file parsed which was not."""
    code = {"too_large": "unparsed_large", "too_slow": "unparsed_slow"}.get(
        why.code if why else "", "unparsed_failed"
    )
    values: dict[str, str | int] = {}
    if why is not None:
        values = {"size_bytes": why.size_bytes or len(seen.data), "limit": why.limit}
    return refuse(asked, tool, code, path=seen.path, verdict="ERROR", values=values)


def line_number(asked: Asked, tool: str, seen: Seen, text: Text, line: int) -> int:
    """Return a line that the file has. Raises RefusedError."""
    if 1 <= line <= text.lines:
        return line
    values: dict[str, str | int] = {"lines": str(line), "total": text.lines}
    calls = (Call("be-read", {"file": shown_path(seen.path)}),)
    raise refuse(
        asked, tool, "past_end", path=seen.path, verdict="ERROR", values=values, calls=calls
    )


def nothing_around(
    asked: Asked, tool: str, seen: Seen, outline: Outline, line: int, *, tags: bool = False
) -> RefusedError:
    """Return the refusal of a call about a line around which there is nothing but the file."""
    ones = outline.elements if tags else outline.definitions
    if not ones:
        values: dict[str, str | int] = {
            "language": outline.language,
            "wanted": TAG if tags else FUNCTION,
        }
        return refuse(asked, tool, "no_structure", path=seen.path, verdict="ERROR", values=values)
    near = sorted(ones, key=lambda one: max(one.first - line, line - one.last))[:NEAR_SHOWN]
    values = {"line": line, "near": _listed((span_of(one), one.name) for one in near)}
    code = "no_element" if tags else "no_function"
    calls = () if tags else (_outline_call(seen),)
    return refuse(asked, tool, code, path=seen.path, verdict="ERROR", values=values, calls=calls)


def _none(
    asked: Asked, tool: str, seen: Seen, name: TargetName, found: list[Found], near: list[str]
) -> RefusedError:
    values: dict[str, str | int] = {
        "kind": name.kind,
        "value": plain(name.value),
        "nth": name.nth,
        "count": len(found),
        "near": ", ".join(map(plain, near)),
    }
    calls = (_outline_call(seen),) if name.kind == FUNCTION else ()
    return refuse(
        asked, tool, "no_target", path=seen.path, verdict="ERROR", values=values, calls=calls
    )


def _several(
    asked: Asked, tool: str, seen: Seen, name: TargetName, found: list[Found]
) -> RefusedError:
    values: dict[str, str | int] = {
        "kind": name.kind,
        "value": plain(name.value),
        "count": len(found),
        "places": _listed((one.span, one.name) for one in found[:PLACES_SHOWN]),
        "more": max(0, len(found) - PLACES_SHOWN),
    }
    again = f"{name.kind}:{name.value}#1"
    calls = (Call(tool, {"file": shown_path(seen.path), "target": again}, "for the first of them"),)
    return refuse(
        asked, tool, "several_targets", path=seen.path, verdict="ERROR", values=values, calls=calls
    )


def _listed(ones: Iterable[tuple[Span, str]]) -> str:
    return ", ".join(f"{span} {plain(name)}".strip() for span, name in ones)


def plain(name: str) -> str:
    """Return a name out of a file as a short piece of one line."""
    shown = "".join(one if one.isprintable() else " " for one in name).strip()
    return shown if len(shown) <= NAME_CHARACTERS_MAX else f"{shown[: NAME_CHARACTERS_MAX - 3]}..."


def _outline_call(seen: Seen) -> Call:
    return Call("be-read", {"file": shown_path(seen.path), "outline": "true"})
