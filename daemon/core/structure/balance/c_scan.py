"""Brackets and quotes of C and C++ without a grammar, which macros can lead astray."""

import re
from typing import NamedTuple

from .bracket_tokens import Bracket


class Scan(NamedTuple):
    brackets: list[Bracket]
    open_quotes: frozenset[int]
    """Where quotes stand that do not end in their line, in characters from 0."""


_TOKENS = re.compile(
    r"//(?:[^\\\n]|\\(?s:.))*|/\*(?s:.*?)(?:\*/|\Z)"
    r"|^[ \t]*#[ \t]*(?:error|warning)\b(?:[^\\\n]|\\(?s:.))*"
    r'|\b(?:u8|[LuU])?R"([^()\\\s]{0,16})\((?s:.*?)\)\1"'
    r"|\b[0-9][\w']*"
    r"|\"(?:[^\"\\\n]|\\(?s:.))*\"|'(?:[^'\\\n]|\\(?s:.))*'"
    r"|(?P<quote>[\"'])[^\n]*"
    r"|(?P<bracket>[\[\](){}])",
    re.MULTILINE,
)


def scan(text: str) -> Scan:
    """Return the brackets outside strings and comments."""
    brackets: list[Bracket] = []
    open_quotes: set[int] = set()
    for found in _TOKENS.finditer(text):
        if found["bracket"]:
            brackets.append(Bracket(found[0], found.start()))
        elif found["quote"]:
            open_quotes.add(found.start())
    return Scan(brackets, frozenset(open_quotes))
