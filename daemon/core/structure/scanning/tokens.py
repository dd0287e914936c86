"""The brackets of a text, and what its strings and comments hide."""

import re
from typing import Literal, NamedTuple

from ..patterns import blank
from .readings import GROUPS, Reading

_MISSED_MAX = 50
"""Heredocs whose ends are not to be found, until no more are looked for."""


class Unended(NamedTuple):
    """A quote or a comment that does not end."""

    kind: Literal["quote", "comment"]
    text: str
    at: int


class Tokens(NamedTuple):
    """What a text is made of, by one reading."""

    brackets: list[int]
    """Where brackets stand outside strings and comments, in characters from 0."""
    hidden: list[tuple[int, int]]
    """Where strings and comments stand: from, up to."""
    unended: Unended | None = None
    """The first that does not end."""


def tokens(text: str, reading: Reading) -> Tokens:
    """Read a text."""
    brackets: list[int] = []
    hidden: list[tuple[int, int]] = []
    unended: Unended | None = None
    heredocs: list[tuple[int, int]] = []
    search, at, missed = reading.pattern.search, 0, 0
    while found := search(text, at):
        if heredocs and found.start() >= heredocs[0][0]:
            hidden += heredocs
            at = heredocs[-1][1]
            heredocs = []
            continue
        group = found.lastgroup if found.lastgroup in GROUPS else ""
        at = found.end()
        if group == "bracket":
            brackets.append(found.start())
        elif group == "heredoc":
            ended = _heredoc(text, found, heredocs) if missed < _MISSED_MAX else []
            missed += not ended
            heredocs += ended
        elif not group:
            hidden.append(found.span())
        else:
            kind = "comment" if group == "comment" else "quote"
            unended = unended or Unended(kind, found[0], found.start())
            at = _line_end(text, at) if group == "quote" else len(text)
            hidden.append((found.start(), at))
    return Tokens(brackets, hidden + heredocs, unended)


def masked(text: str, hidden: list[tuple[int, int]]) -> str:
    """Return a text with blanks for what strings and comments hold; lines stay as they are."""
    parts: list[str] = []
    at = 0
    for first, end in hidden:
        parts += (text[at:first], blank(text[first:end]))
        at = end
    return "".join((*parts, text[at:]))


def _heredoc(
    text: str, found: re.Match[str], before: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Return where the lines of a heredoc stand; none where its end is not to be found."""
    tag = found["tag"] or found["tag_1"] or found["tag_2"] or ""
    begin = before[-1][1] if before else _line_end(text, found.end()) + 1
    blanks = r"[ \t]*" if found["indented"] else ""
    end = re.compile(rf"^{blanks}{re.escape(tag)}\r?$", re.MULTILINE).search(text, begin)
    return [(begin, end.end())] if end else []


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end
