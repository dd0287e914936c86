"""How comments and strings are written in many languages, and what to put in their place."""

import re

SLASHES = r"//[^\n]*+"
HASH = r"\#[^\n]*+"
STARS = r"/\*(?s:.*?)\*/"
STARS_OR_REST = r"/\*(?s:.*?)(?:\*/|\Z)"
"""Also one that does not end, up to the end of the text."""
DOUBLE = r'"[^"\\\n]*+(?:\\(?s:.)[^"\\\n]*+)*+"'
SINGLE = r"'[^'\\\n]*+(?:\\(?s:.)[^'\\\n]*+)*+'"
BACKTICKS = r"`[^`\\\n]*+(?:\\.[^`\\\n]*+)*+`"
DOUBLE_LINES = r'"[^"\\]*+(?:\\(?s:.)[^"\\]*+)*+"'
SINGLE_LINES = r"'[^'\\]*+(?:\\(?s:.)[^'\\]*+)*+'"
BACKTICKS_LINES = r"`[^`\\]*+(?:\\(?s:.)[^`\\]*+)*+`"
THREE_DOUBLE = r'"""(?s:(?:\\.|(?!""").)*+)"{3,5}'
THREE_SINGLE = r"'''(?s:(?:\\.|(?!''').)*+)'{3,5}"

_NOT_A_LINE_END = re.compile(r"[^\n]")


def blank(text: str) -> str:
    """Return a text with a blank for every character; lines and columns stay as they are."""
    return _NOT_A_LINE_END.sub(" ", text)
