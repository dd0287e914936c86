"""CSS without what its grammar cannot read, with everything in its place."""

import re

from ..patterns import DOUBLE, SINGLE, STARS_OR_REST

_STRINGS = re.compile(rf"{STARS_OR_REST}|{DOUBLE}|{SINGLE}")
_MARKS = re.compile(r"[{};]")
_IMPORTANT = re.compile(r"!([ \t]+)important\b")


def plain_css(text: str) -> str:
    """Return a text with `_` for each brace and semicolon in a string, and `! important` joined."""
    return _IMPORTANT.sub(r"!important\1", _STRINGS.sub(_plain, text))


def _plain(found: re.Match[str]) -> str:
    return found[0] if found[0].startswith("/") else _MARKS.sub("_", found[0])
