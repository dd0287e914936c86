"""A text between two quotes that may be more than one string, or have other values in it.

Where a bare quote in it could be its end, and what follows could be more of the arguments, nobody
can tell what of it was meant as text.
"""

import re
from collections.abc import Set as AbstractSet

from .faults import UnclearError

_STEPS = {quote: re.compile(rf"\\.|{quote}{{3}}|{quote}", re.DOTALL) for quote in "\"'"}
_NAME = re.compile(
    r"""(?:[^\w"'`]*+(?P<quote>["'`])(?P<name>[\w-]{1,60})(?P=quote)"""
    r"""|[^\w"'`]++(?P<bare>[A-Za-z_][\w-]{0,60}))\s*+(?::|=>?)"""
)
_CLOSING = re.compile(r"""[\w)\].;}]["']\s""")
"""A quote that stands at the end of a word, and not at the beginning of one."""
_BRACE = re.compile(r"\s*+\}")
_JOINED = {quote: re.compile(rf"[\s+&.\\]*+{quote}") for quote in "\"'"}


def expect_one_string(body: str, quote: str, known: AbstractSet[str]) -> None:
    """Raise UnclearError where what stands between two quotes may be more than one text."""
    if is_tripled(body, quote):
        raise UnclearError("three quotes stand around a text in it")
    bare = 0
    for step in _STEPS[quote].finditer(body):
        if step[0] != quote:
            continue
        bare += 1
        is_behind_break = body.endswith(("\\n", "\n"), 0, step.start())
        # Quotes in a text come in pairs, and texts mostly end with a line break.
        may_end = bare % 2 == 1 or is_behind_break
        name = _NAME.match(body, step.end())
        if name and ((name["name"] or name["bare"]) in known or (may_end and name["name"])):
            raise UnclearError("names of arguments may stand in a text in it")
        if may_end and _JOINED[quote].match(body, step.end()):
            raise UnclearError("a text in it may be several strings")
        if is_behind_break or (may_end and _CLOSING.match(body, max(0, step.start() - 1))):
            raise UnclearError("a quote in a text in it seems to be its end")


def may_end(body: str, quote: str) -> bool:
    """Tell whether the object may end within a text: a bare quote and a brace stand in it."""
    return any(
        step[0] == quote and _BRACE.match(body, step.end()) for step in _STEPS[quote].finditer(body)
    )


def is_tripled(body: str, quote: str) -> bool:
    """Tell whether a text, without its first and last quote, may have had three of them."""
    before, behind = _run(body, quote), _run(body[::-1], quote)
    return before == 2 or behind == 2 or (before > 2 and behind > 2)


def _run(text: str, quote: str) -> int:
    return len(text) - len(text.lstrip(quote))
