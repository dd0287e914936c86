"""Branches of templates: of which of several parts of a text only one is taken.

Of Jinja and its kin {% if %}, {% else %}, {% endif %}; of Handlebars {{#if}}, {{else}}, {{/if}};
of Go {{if}}, {{else}}, {{end}}.
"""

import re
from typing import Literal, NamedTuple


class Turn(NamedTuple):
    """Where branches begin, where the next one does, and where they end."""

    kind: Literal["begin", "next", "end"]
    start: int


_JINJA = re.compile(
    r"\{%[-+~]?\s*(?:(?P<end>end(?:if|unless|for|case|ifchanged|ifequal|ifnotequal))"
    r"|(?P<begin>if|unless|for|case|ifchanged|ifequal|ifnotequal)"
    r"|(?P<next>else|elif|elsif|elseif|empty|when))\b"
)
_BRACES = re.compile(
    r"\{\{[-~]?\s*(?:(?P<end>/\s*\w|end\b)|(?P<begin>#[^\s]|(?:if|range|with|block|define)\s)"
    r"|(?P<next>else\b|\^))"
)


def turn(text: str, start: int) -> Turn | None:
    """Return what a template's mark that begins here means for the branches."""
    found = _JINJA.match(text, start) or _BRACES.match(text, start)
    if not found:
        return None
    kind: Literal["begin", "next", "end"] = (
        "end" if found["end"] else "begin" if found["begin"] else "next"
    )
    return Turn(kind, start)
