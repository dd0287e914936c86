"""The quote or comment of a text that does not parse which has no end, and what it swallows."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Literal, NamedTuple

from ast_grep_py import SgNode

from ..trees import ERROR, position


class Unclosed(NamedTuple):
    """A quote or comment without an end, and the text that is taken to be in it."""

    kind: Literal["quote", "comment"]
    mark: str
    at: int
    """In characters, from 0."""
    end: int
    """Behind what it swallows: its line, or all of the text."""


_MARK = r"^[a-zA-Z]{0,2}[@$]{0,3}(?:\"{3}|'{3}|[\"'`])$"
_PREFIX = "@$abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_CONTENT = frozenset(("escape_sequence", "string_content", "string_fragment", "jsx_text", "word"))
_IN_LINE = frozenset("\"'")
_LINE_END = re.compile(r"(?<!\\)(?<!\\\r)\n")
_STARRED = (
    "c cpp csharp css dart go hcl java javascript jsx kotlin nix php rust scala solidity swift tsx "
    "typescript"
)
_COMMENTS = {
    **dict.fromkeys(
        _STARRED.split(),
        ("/*", "*/"),
    ),
    "haskell": ("{-", "-}"),
    "lua": ("--[[", "]]"),
}
_NESTING = frozenset(("dart", "haskell", "kotlin", "rust", "scala", "swift"))
"""Languages in which a comment may hold others."""
_SINGLE_QUOTED_IN = (
    "bash css dart javascript jsx lua nix php python ruby solidity tsx typescript yaml"
)
_SINGLE_QUOTED = frozenset(_SINGLE_QUOTED_IN.split())
"""Languages in which ' begins a string; in others it begins a character or a lifetime."""
_MANY_LINES_IN = "bash elixir nix php ruby rust scala yaml"
_MANY_LINES = frozenset(_MANY_LINES_IN.split())
"""Languages in which a string may go on in the next line."""
_TRIES = 20


def unclosed(root: SgNode, text: str, language: str) -> Unclosed | None:
    """Return the first quote or else comment without an end in a text that does not parse."""
    comment = open_comment(root, text, language)
    quote = _quote(root, text, language)
    if comment and quote:
        return min(comment, quote, key=_place)
    return comment or quote


def _place(found: Unclosed) -> int:
    return found.at


# --- comments -------------------------------------------------------------------------------------


def open_comment(root: SgNode, text: str, language: str) -> Unclosed | None:
    """Return the comment without an end, also where the grammar takes one up to the text's end."""
    first, last = _COMMENTS.get(language, ("", ""))
    if not first:
        return None
    places = _openers(text, first, last, nest=language in _NESTING)
    for at in islice(places, _TRIES):
        if _is_open(root, text, at):
            return Unclosed("comment", first, at, len(text))
    return None


def _openers(text: str, first: str, last: str, *, nest: bool) -> Iterator[int]:
    """Yield where what begins a comment stands and nothing that ends it follows."""
    if not nest:
        at = text.find(first, text.rfind(last) + 1)
        while at >= 0:
            yield at
            at = text.find(first, at + 1)
        return
    open_: list[int] = []
    for found in re.finditer(f"{re.escape(first)}|{re.escape(last)}", text):
        if found[0] == first:
            open_.append(found.start())
        elif open_:
            open_.pop()
    yield from open_


def _is_open(root: SgNode, text: str, at: int) -> bool:
    """Whether what stands at a place does not fit there, or is a comment up to the text's end."""
    node, astray, start, end = root, False, position(root), len(text.rstrip())
    while True:
        astray = astray or node.kind() == ERROR
        for child in node.children():
            first = position(child)
            last = first + len(child.text())
            if first <= at < last:
                if first == at and last >= end and child.kind().endswith("comment"):
                    return True
                node, start = child, first
                break
        else:
            return astray and (start == at or node.kind() == ERROR)


# --- quotes ---------------------------------------------------------------------------------------


class _Quote(NamedTuple):
    """A quote, first or last."""

    text: str
    """Without its prefix."""
    at: int
    has_prefix: bool


def _quote(root: SgNode, text: str, language: str) -> Unclosed | None:
    marks = _marks(root)
    found = [
        _unclosed_quote(quote, at, text)
        for quote in sorted({mark.text for mark in marks})
        if quote != "'" or language in _SINGLE_QUOTED
        if (at := _first_open(quote, marks, text, language)) is not None
    ]
    return min(found, key=_place, default=None)


def _unclosed_quote(quote: str, at: int, text: str) -> Unclosed:
    swallows_all = quote not in _IN_LINE
    return Unclosed("quote", quote, at, len(text) if swallows_all else _line_end(text, at))


def _marks(root: SgNode) -> list[_Quote]:
    """Return the quotes that the parser found."""
    found: list[_Quote] = []
    for node in root.find_all(regex=_MARK):
        mark = node.text()
        if node.is_leaf() and node.kind() not in _CONTENT:
            quote = mark.lstrip(_PREFIX)
            prefix = len(mark) - len(quote)
            found.append(_Quote(quote, position(node) + prefix, prefix > 0))
    return found


def _first_open(quote: str, marks: list[_Quote], text: str, language: str) -> int | None:
    same = [mark for mark in marks if mark.text == quote]
    places = [mark.at for mark in (_quoting(same, text) if quote == "'" else same)]
    if quote in _IN_LINE and language not in _MANY_LINES:
        return _open_in_line(places, text)
    if len(places) % 2 == 0:
        return None
    if quote not in _IN_LINE:
        return places[-1]
    return _first_swallowing(places, text)


def _open_in_line(places: list[int], text: str) -> int | None:
    """Return the first quote that has no other in its line."""
    open_: int | None = None
    for at in places:
        if open_ is None:
            open_ = at
        elif _LINE_END.search(text, open_, at):
            return open_
        else:
            open_ = None
    return open_


def _quoting(marks: list[_Quote], text: str) -> list[_Quote]:
    """Leave out apostrophes: what would begin a string in the middle of a word."""
    kept: list[_Quote] = []
    for mark in marks:
        if len(kept) % 2 or mark.has_prefix or not text[mark.at - 1 : mark.at].isalnum():
            kept.append(mark)
    return kept


def _first_swallowing(places: list[int], text: str) -> int:
    """Return where strings begin to hold what should stand between them.

    Where a quote is missing, every later string begins where another should end.
    """
    last = len(places) - 1
    while last >= 2 and "\n" in text[places[last - 2] : places[last - 1]]:
        last -= 2
    return places[last]


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end
