"""PHP without the pages around it: the grammar knows the language between <?php and ?> alone."""

import re

from .patterns import DOUBLE_LINES, SINGLE_LINES, STARS_OR_REST, blank

_BEGIN = re.compile(r"<\?(?:php\b|=)", re.IGNORECASE)
_IN_CODE = re.compile(
    r"(?://|\#(?!\[))(?:(?!\?>)[^\n])*"
    rf"|{STARS_OR_REST}"
    r"|<<<[ \t]*([\"']?)(?P<tag>\w+)\1\r?\n.*?(?:\n[ \t]*(?P=tag)\b|\Z)"
    rf"|{DOUBLE_LINES}|{SINGLE_LINES}"
    r"|(?P<end>\?>)",
    re.DOTALL,
)


def without_pages(text: str) -> str:
    """Return a text in which what stands outside of PHP is blank, and ?> a semicolon.

    Lines and columns stay as they are; the first tag stays too.
    """
    begin = _BEGIN.search(text)
    if begin is None:
        return blank(text)
    parts = [blank(text[: begin.start()])]
    done = begin.start()
    while end := _end_of_code(text, begin.end()):
        parts += (text[done : end.start()], "; ")
        begin = _BEGIN.search(text, end.end())
        if begin is None:
            return "".join((*parts, blank(text[end.end() :])))
        done = begin.end()
        parts.append(blank(text[end.end() : done]))
    return "".join((*parts, text[done:]))


def _end_of_code(text: str, at: int) -> re.Match[str] | None:
    return next((found for found in _IN_CODE.finditer(text, at) if found["end"]), None)
