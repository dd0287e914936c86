"""C++ without the macros around the names of classes, which its grammar takes for their names."""

import re

_MACRO = r"[A-Z][A-Z0-9_]{2,}(?:[ \t]*\([^()\n]*\))?"
_WORD = r"(?:class|struct|union|enum)"
_NAME_AND_BODY = r"[A-Za-z_][\w:<>, ]*(?:[:{;\r\n]|\Z)"
_BEFORE = re.compile(rf"^([ \t]*){_MACRO}(?=[ \t]+{_WORD}[ \t]+\w)", re.MULTILINE)
_BEHIND = re.compile(rf"^([ \t]*{_WORD}[ \t]+){_MACRO}(?=[ \t]+{_NAME_AND_BODY})", re.MULTILINE)


def without_macros(text: str) -> str:
    """Return a text with blanks for them; lines and columns stay as they are."""
    return _BEHIND.sub(_blank, _BEFORE.sub(_blank, text))


def _blank(found: re.Match[str]) -> str:
    return found[1] + " " * (len(found[0]) - len(found[1]))
