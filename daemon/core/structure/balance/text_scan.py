"""Brackets and quotes of a text by how its language writes strings and comments, without a grammar.

Of C and C++ this is all there is, as macros lead a grammar astray. In other languages it is a
second opinion on what seems to have no partner: a grammar that does not know all of its language
loses brackets and quotes.
"""

import re
from typing import NamedTuple

from ..patterns import (
    DOUBLE,
    SINGLE,
    SLASHES,
    STARS,
    STARS_OR_REST,
    THREE_DOUBLE,
)
from .bracket_tokens import Bracket
from .brackets import OPENER_OF
from .shell_scan import is_sound_shell


class Scan(NamedTuple):
    brackets: list[Bracket]
    open_quotes: frozenset[int]
    """Where quotes stand that do not end in their line, in characters from 0."""


_BRACKET = r"(?P<bracket>[\[\](){}])"
_C = re.compile(
    rf"//(?:[^\\\n]|\\(?s:.))*|{STARS_OR_REST}"
    r"|^[ \t]*#[ \t]*(?:error|warning)\b(?:[^\\\n]|\\(?s:.))*"
    r'|\b(?:u8|[LuU])?R"([^()\\\s]{0,16})\((?s:.*?)\)\1"'
    r"|\b[0-9][\w']*"
    rf"|{DOUBLE}|{SINGLE}"
    rf"|(?P<quote>[\"'])[^\n]*|{_BRACKET}",
    re.MULTILINE,
)
_HASHES = r'(?P<hashes>\#+)"(?s:.*?)"(?P=hashes)'
_STRINGS = {
    "css": rf"{STARS}|\burl\((?!\s*[\"'])[^()\n]*\)|{DOUBLE}|{SINGLE}",
    "swift": rf"{SLASHES}|/\*(?s:(?!/\*).)*?\*/|{_HASHES}|{THREE_DOUBLE}|`[^`\n]+`|{DOUBLE}",
}
"""How the comments and strings of languages are written, those that end."""
_SECOND = {
    language: re.compile(rf"{strings}|(?P<open>/\*|[\"'`])|{_BRACKET}")
    for language, strings in _STRINGS.items()
}


def c_scan(text: str) -> Scan:
    """Return the brackets of C and C++ outside strings and comments."""
    brackets: list[Bracket] = []
    open_quotes: set[int] = set()
    for found in _C.finditer(text):
        if found["bracket"]:
            brackets.append(Bracket(found[0], found.start()))
        elif found["quote"]:
            open_quotes.add(found.start())
    return Scan(brackets, frozenset(open_quotes))


def is_sound(text: str, language: str) -> bool:
    """Whether all brackets, quotes and comments have their partners, read without a grammar.

    False also of languages that are not read so.
    """
    if language == "bash":
        return is_sound_shell(text)
    pattern = _SECOND.get(language)
    if pattern is None:
        return False
    stack: list[str] = []
    for found in pattern.finditer(text):
        if found["open"]:
            return False
        if bracket := found["bracket"]:
            opener = OPENER_OF.get(bracket)
            if opener is None:
                stack.append(bracket)
            elif not stack or stack.pop() != opener:
                return False
    return not stack
