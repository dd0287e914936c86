"""The brackets in the mustaches of Vue: each a little program of its own."""

import re

from .....schemas.structure import Problem
from ..lines import Lines
from ..patterns import blank
from ..trees import parse
from .bracket_tokens import Bracket, bracket_tokens
from .brackets import matched

_HIDDEN = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE
)
_MUSTACHE = re.compile(r"\{\{((?:(?!\{\{).)*?)\}\}|\{\{", re.DOTALL)


def mustache_problems(text: str) -> list[Problem]:
    """Return the mustaches without an end, and the brackets in others that have no partner."""
    lines = Lines(text)
    shown = _HIDDEN.sub(lambda found: blank(found[0]), text)
    found = list(_MUSTACHE.finditer(shown))
    if not found:
        return []
    problems = [
        Problem("bracket", lines.mark("{{", one.start())) for one in found if one[1] is None
    ]
    whole = [one.span(1) for one in found if one[1] is not None]
    tokens = bracket_tokens(parse(_program(shown, whole), "typescript"), "typescript")
    number = 0
    for start, end in whole:
        own: list[Bracket] = []
        while number < len(tokens) and tokens[number].at <= end:
            if start <= tokens[number].at < end:
                own.append(tokens[number])
            number += 1
        problems += [one.problem(lines) for one in matched(own, lines).faults]
    return problems


def _program(text: str, mustaches: list[tuple[int, int]]) -> str:
    """Return a text in which nothing but the mustaches' expressions is left, where they stood."""
    parts: list[str] = []
    done = 0
    for start, end in mustaches:
        parts += (blank(text[done : start - 2]), " (", text[start:end], ");")
        done = end + 2
    return "".join((*parts, blank(text[done:])))
