"""Definitions of SQL: statements that create something, up to what ends them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from .sheets import Found, Sheet

_THINGS = (
    "function procedure table view trigger index type sequence schema database package event role "
    "user extension domain aggregate policy rule server synonym operator collation cast publication"
)
_NAME = r"(?:[\w$#@*]+|\"[^\"]*\"|`[^`]*`|\[[^\]\n]*\])"
_THING = rf"(?:{_THINGS.replace(' ', '|')})\b"
_CREATE = re.compile(
    rf"\s*create\b(?:\s++(?!{_THING})[\w=@`'%.]+){{0,7}}?\s+(?P<thing>{_THING})(?:\s+body\b)?"
    r"(?:\s+concurrently\b)?(?:\s+if\s+not\s+exists\b)?",
    re.IGNORECASE,
)
_CREATED = re.compile(rf"\s*({_NAME}(?:\s*\.\s*{_NAME})*)")
_ROUTINES = frozenset(("function", "procedure", "trigger", "package", "event", "type"))
_STEP = re.compile(
    r"(?P<end>\bend\b(?:[ \t]+(?P<of>if|loop|while|repeat|for|case)\b)?)"
    r"|(?P<begin>\bbegin\b(?!\s*;|\s+(?:transaction|tran|work)\b)|\bcase\b)"
    r"|(?P<go>^[ \t]*(?:go|/)[ \t]*\r?$)|(?P<semicolon>;)",
    re.IGNORECASE | re.MULTILINE,
)
_DELIMITER = re.compile(r"^[ \t]*delimiter[ \t]+(\S+)[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
_DECLARED = re.compile(
    r"(?:\s*+(?!(?:create|alter|drop|insert|select|update|delete|grant|comment|set|commit)\b)"
    r"[^;]*+;){0,60}?\s*+begin\b",
    re.IGNORECASE,
)
_BODY = re.compile(r"\b(?:is|as|declare)\b", re.IGNORECASE)


class _Part(NamedTuple):
    """A part of a text whose statements end alike."""

    begin: int
    end: int
    delimiter: str


def statements(page: Sheet) -> Iterator[Found]:
    """Yield the statements that create something, by its name."""
    for part in _parts(page.shown):
        at = part.begin
        while at < part.end:
            end = _end(page.shown, at, part)
            found = _CREATE.match(page.shown, at, end)
            if found and (name := _CREATED.match(page.text, found.end(), end)):
                begin = at + len(found[0]) - len(found[0].lstrip())
                last = len(page.text[:end].rstrip()) if end == part.end else end
                yield Found("statement", _plain(name[1]), page.row(begin), page.row(last - 1))
            at = end


def has_dollar_delimiter(text: str) -> bool:
    """Whether dollars end statements here, so that they do not begin strings."""
    return any(found[1] == "$$" for found in _DELIMITER.finditer(text))


def _parts(shown: str) -> Iterator[_Part]:
    begin, delimiter = 0, ";"
    for found in _DELIMITER.finditer(shown):
        yield _Part(begin, found.start(), delimiter)
        begin, delimiter = found.end(), found[1]
    yield _Part(begin, len(shown), delimiter)


def _end(shown: str, at: int, part: _Part) -> int:
    """Return where the statement that begins here ends: behind what ends it."""
    if part.delimiter != ";":
        end = shown.find(part.delimiter, at, part.end)
        return part.end if end < 0 else end + len(part.delimiter)
    created = _CREATE.match(shown, at, part.end)
    is_routine = created is not None and created["thing"].lower() in _ROUTINES
    depth, has_begun = 0, False
    for step in _STEP.finditer(shown, created.end() if created else at, part.end):
        if step["go"] is not None:
            return step.end()
        if step["begin"] is not None and is_routine:
            depth, has_begun = depth + 1, True
        elif step["end"] is not None:
            depth -= depth > 0 and (step["of"] or "case").lower() == "case"
        elif (step["semicolon"] is not None and depth == 0) and (
            has_begun or not is_routine or not _goes_on(shown, at, step.end(), part.end)
        ):
            return step.end()
    return part.end


def _goes_on(shown: str, at: int, semicolon: int, end: int) -> bool:
    """Whether a routine's body is yet to come behind its declarations."""
    declared = _BODY.search(shown, at, semicolon)
    return declared is not None and _DECLARED.match(shown, semicolon, end) is not None


def _plain(name: str) -> str:
    return re.sub(r"[\"`\[\]]|\s*(\.)\s*", r"\1", name)
