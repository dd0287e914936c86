"""The brackets of a text that its grammar takes for brackets.

Those in strings, comments, regular expressions and other text are none; those around an
interpolated expression are.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ast_grep_py import SgNode

from ..trees import ERROR, position


class Bracket(NamedTuple):
    text: str
    """One of ()[]{}."""
    at: int
    """In characters, from 0."""


_BRACKETS = r"^\s*[^\w\s\"'`]{0,3}[\[\](){}][^\w\s\"'`]{0,2}$"
_BRACKET = re.compile(r"[\[\](){}]")
_WITH_NAMES = (
    "annotation_open_paren interpolation_brace interpolation_expression_end "
    "interpolation_expression_start raw_str_interpolation_start template_directive_end "
    "template_directive_start template_interpolation_end template_interpolation_start"
)
_NAMED = frozenset(_WITH_NAMES.split())
"""Nodes with a name that are brackets all the same."""
_BRACKET_WORDS = frozenset(("{", "}", "[", "]", "[[", "]]"))
_COMMANDS = frozenset(("command", "command_name"))
_QUOTING = {
    "ruby": "bare_string delimited_symbol regex string string_array subshell symbol_array",
    "lua": "comment string",
    "elixir": "quoted_atom quoted_content sigil string",
}
"""Nodes whose own brackets are quotes: `%w(a b)`, `[[a]]`, `~s(a)`."""


def bracket_tokens(root: SgNode, language: str) -> list[Bracket]:
    """Return a tree's brackets as they stand in the text."""
    quoting = frozenset(_QUOTING.get(language, "").split())
    found = [
        Bracket(one[0], start + one.start())
        for node in root.find_all(regex=_BRACKETS)
        if (_is_shell_bracket(node) if language == "bash" else _is_bracket(node, quoting))
        for start in (position(node),)
        for one in _BRACKET.finditer(node.text())
    ]
    lost = [one for node in root.find_all(kind=ERROR) for one in _skipped(node)]
    if language == "ruby":
        lost += _behind_names(root)
    return sorted({*found, *lost}, key=_at) if lost else found


def brackets_in_text(root: SgNode) -> list[Bracket]:
    """Return those in the text between the tags of JSX."""
    return [
        Bracket(one[0], start + one.start())
        for node in root.find_all(kind="jsx_text")
        for start in (position(node),)
        for one in _BRACKET.finditer(node.text())
    ]


def _at(bracket: Bracket) -> int:
    return bracket.at


def _kind_around(node: SgNode) -> str:
    around = node.parent()
    return around.kind() if around else ""


def _is_bracket(node: SgNode, quoting: frozenset[str]) -> bool:
    if node.is_named():
        return node.kind() in _NAMED
    return not (quoting and _kind_around(node) in quoting)


def _is_shell_bracket(node: SgNode) -> bool:
    """Whether a shell takes it for one: where words are commands, it is a word too."""
    if not node.is_named():
        return not _ends_pattern(node)
    if node.kind() != "word" or node.text() not in _BRACKET_WORDS:
        return False
    around = _kind_around(node)
    return around in _COMMANDS or (around == ERROR and node.text() in "{}")


def _ends_pattern(node: SgNode) -> bool:
    """Whether this is the ")" of `a)` in a case, which has no "("."""
    if node.text() != ")":
        return False
    around = node.parent()
    first = around.child(0) if around and around.kind() == "case_item" else None
    return first is not None and first.text() != "("


def _behind_names(root: SgNode) -> Iterator[Bracket]:
    """Yield the brackets in `any?(`, which Ruby's grammar takes for the character `?(` if lost."""
    nodes = root.find_all(kind="character")
    text, begin = (root.text(), position(root)) if nodes else ("", 0)
    for node in nodes:
        at = position(node) + 1
        before, bracket = text[at - begin - 2 : at - begin - 1], text[at - begin]
        if (before.isalnum() or before == "_") and _BRACKET.match(bracket):
            yield Bracket(bracket, at)


def _skipped(error: SgNode) -> Iterator[Bracket]:
    """Yield the brackets in what the parser left out."""
    text, start = error.text(), position(error)
    if not _BRACKET.search(text):
        return
    done = 0
    for child in error.children():
        first = position(child) - start
        yield from (Bracket(one[0], start + one.start()) for one in _found(text, done, first))
        done = first + len(child.text())
    yield from (Bracket(one[0], start + one.start()) for one in _found(text, done, len(text)))


def _found(text: str, first: int, end: int) -> Iterator[re.Match[str]]:
    return _BRACKET.finditer(text, first, end)
