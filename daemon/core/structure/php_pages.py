"""PHP without the pages around it: the grammar knows the language between <?php and ?> alone."""

import re

_BEGIN = re.compile(r"<\?(?:php\b|=)", re.IGNORECASE)
_IN_CODE = re.compile(
    r"(?://|\#(?!\[))(?:(?!\?>)[^\n])*"
    r"|/\*.*?(?:\*/|\Z)"
    r"|<<<[ \t]*([\"']?)(?P<tag>\w+)\1\r?\n.*?(?:\n[ \t]*(?P=tag)\b|\Z)"
    r"|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'"
    r"|(?P<end>\?>)",
    re.DOTALL,
)
_NOT_A_LINE_END = re.compile(r"[^\n]")


def without_pages(text: str) -> str:
    """Return a text in which what stands outside of PHP is blank, and ?> a semicolon.

    Lines and columns stay as they are; the first tag stays too.
    """
    begin = _BEGIN.search(text)
    if begin is None:
        return _blank(text)
    parts = [_blank(text[: begin.start()])]
    done = begin.start()
    while end := _end_of_code(text, begin.end()):
        parts += (text[done : end.start()], "; ")
        begin = _BEGIN.search(text, end.end())
        if begin is None:
            return "".join((*parts, _blank(text[end.end() :])))
        done = begin.end()
        parts.append(_blank(text[end.end() : done]))
    return "".join((*parts, text[done:]))


def _end_of_code(text: str, at: int) -> re.Match[str] | None:
    return next((found for found in _IN_CODE.finditer(text, at) if found["end"]), None)


def _blank(text: str) -> str:
    return _NOT_A_LINE_END.sub(" ", text)
