"""Places named by what stands there: a definition, an element, a line that holds a text.

They are looked for in the file as it is now. What fits several is refused with all of them named;
nothing is chosen among them.
"""

import difflib
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from ...schemas.replies import Call
from ...schemas.requests import TargetName
from ...schemas.structure import Definition, Element, Outline, Unparsed
from ...schemas.values import Span
from . import spellings
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
COMPARED_MAX = 2_000
"""Names among which one that is like another is looked for."""
COMPARED_CHARACTERS_MAX = 200
SIGNATURE = "signature"
"""The kind of what only says that there is such a thing."""

Ranged = Definition | Element


class Found(NamedTuple):
    """A place that a name may mean."""

    span: Span
    name: str
    kind: str = "function"


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
    found = _named(asked, tool, seen, text, name)
    if name.nth > len(found) or not found:
        raise _none(asked, tool, seen, name, found)
    if name.nth:
        return found[name.nth - 1].span
    if len(found) > 1:
        of_kind = [one for one in found if one.kind == name.said]
        if len(of_kind) != 1:
            raise _several(asked, tool, seen, name, found)
        found = of_kind
    return found[0].span


def _named(asked: Asked, tool: str, seen: Seen, text: Text, name: TargetName) -> list[Found]:
    """Return the places of a name."""
    if name.kind == MARKER:
        shown = enumerate(text.shown(0, text.lines), 1)
        return [Found(Span(at, at), line) for at, line in shown if name.value in line]
    outline = outline_of(asked, tool, seen)
    if name.kind == TAG:
        if not outline.has_elements:
            raise _no_structure(asked, tool, seen, outline, TAG)
        wanted, elements = _tag(name), outline.elements
        found = [one for one in elements if one.name == wanted]
        if not found and outline.language == "html":
            found = [one for one in elements if one.name.lower() == wanted.lower()]
        return [Found(span_of(one), one.name) for one in found]
    definitions = outline.definitions
    fitting = _fitting(definitions, name.value) or spellings.fitting(definitions, name.value)
    whole = [at for at in fitting if definitions[at].kind != SIGNATURE]
    return [
        Found(span_of(definitions[at]), full_name(definitions, at), definitions[at].kind)
        for at in whole or fitting
    ]


def _fitting(definitions: Sequence[Definition], wanted: str) -> list[int]:
    """Return whose name, perhaps with those it lies in, ends in what is wanted."""
    sought = _parts(wanted)
    last = sought[-1] if sought else wanted
    found: list[int] = []
    for at, one in enumerate(definitions):
        is_one = one.name == wanted
        if not is_one and sought and last in one.name:  # to take names apart is dear
            is_one = _parts(full_name(definitions, at))[-len(sought) :] == sought
        if is_one:
            found.append(at)
    return found


def _tag(name: TargetName) -> str:
    return name.value.strip("<>/ ")


def _parts(name: str) -> list[str]:
    return [one for one in spellings.BETWEEN.split(name.removesuffix("()").strip()) if one]


def full_name(definitions: Sequence[Definition], at: int) -> str:
    """Return a definition's name behind the names of those it lies in, with dots between."""
    names: list[str] = []
    while at >= 0:
        names.append(definitions[at].name)
        at = definitions[at].parent
    return ".".join(filter(None, reversed(names)))


def _like(asked: Asked, tool: str, seen: Seen, name: TargetName) -> list[str]:
    """Return names that are like one that there is not, out of the first in the file."""
    if name.kind == MARKER:
        return []
    outline = outline_of(asked, tool, seen)
    ones = outline.elements if name.kind == TAG else outline.definitions
    wanted = _tag(name) if name.kind == TAG else (_parts(name.value) or [name.value])[-1]
    known = dict.fromkeys(one.name for one in ones if len(one.name) <= COMPARED_CHARACTERS_MAX)
    first_ones = list(islice(known, COMPARED_MAX))
    wanted = wanted[:COMPARED_CHARACTERS_MAX]
    return difflib.get_close_matches(wanted, first_ones, n=NEAR_SHOWN, cutoff=0.5)


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
    if line < 1:
        written: dict[str, str | int] = {"written": str(line)}
        raise refuse(asked, tool, "bad_lines", path=seen.path, verdict="ERROR", values=written)
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
        return _no_structure(asked, tool, seen, outline, TAG if tags else FUNCTION)
    near = sorted(ones, key=lambda one: max(one.first - line, line - one.last))[:NEAR_SHOWN]
    named = ((span_of(one), f"<{one.name}>" if tags else one.name) for one in near)
    values: dict[str, str | int] = {"line": line, "near": _listed(named)}
    code = "no_element" if tags else "no_function"
    calls = (_element_call(seen, near[0].first),) if tags else (_outline_call(seen),)
    if not tags and innermost(outline.elements, line):
        calls += (_element_call(seen, line),)
    return refuse(asked, tool, code, path=seen.path, verdict="ERROR", values=values, calls=calls)


def _no_structure(
    asked: Asked, tool: str, seen: Seen, outline: Outline, wanted: str
) -> RefusedError:
    values: dict[str, str | int] = {"language": outline.language, "wanted": wanted}
    return refuse(asked, tool, "no_structure", path=seen.path, verdict="ERROR", values=values)


def _none(
    asked: Asked, tool: str, seen: Seen, name: TargetName, found: list[Found]
) -> RefusedError:
    near = _like(asked, tool, seen, name)
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


def several(asked: Asked, tool: str, seen: Seen, text: Text, name: TargetName) -> RefusedError:
    """Return the refusal of a name that several places have, with all of them."""
    return _several(asked, tool, seen, name, _named(asked, tool, seen, text, name))


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
    # To look at it: an edit of the first one, followed to the letter, might be of a wrong one.
    file = shown_path(seen.path)
    calls = (Call("be-read", {"file": file, "target": again}, "for the first of them"),)
    return refuse(
        asked, tool, "several_targets", path=seen.path, verdict="ERROR", values=values, calls=calls
    )


def _listed(ones: Iterable[tuple[Span, str]]) -> str:
    return ", ".join(f"{span} {plain(name)}".strip() for span, name in ones)


def plain(name: str) -> str:
    """Return a name out of a file as a short piece of one line."""
    shown = "".join(one if one.isprintable() else " " for one in name).strip()
    return shown if len(shown) <= NAME_CHARACTERS_MAX else f"{shown[: NAME_CHARACTERS_MAX - 3]}..."


def _element_call(seen: Seen, line: int) -> Call:
    return Call("be-tag-range", {"file": shown_path(seen.path), "line": line})


def _outline_call(seen: Seen) -> Call:
    return Call("be-read", {"file": shown_path(seen.path), "outline": "true"})
