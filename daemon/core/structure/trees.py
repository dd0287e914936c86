"""Syntax trees by ast-grep's grammars, behind one door.

Rows count line feeds, as everywhere here; columns count characters. Texts come decoded, without a
byte order mark.
"""

from ast_grep_py import SgNode, SgRoot

from .languages import GRAMMARS

ERROR = "ERROR"


def parse(text: str, language: str) -> SgNode:
    """Return the root of a text's tree; a text that does not parse has nodes of kind `ERROR` in it.

    Raises KeyError for a language without a grammar.
    """
    if language not in GRAMMARS:
        raise KeyError(language)
    return SgRoot(text, language).root()


def find_kinds(root: SgNode, kinds: frozenset[str]) -> list[SgNode]:
    """Return all nodes of some kinds, as they stand in the text, outer before inner.

    Raises RuntimeError for a kind that the grammar does not have.
    """
    return root.find_all(any=[{"kind": kind} for kind in sorted(kinds)]) if kinds else []


def span(node: SgNode) -> tuple[int, int]:
    """Return the place of a node's first character in the text, and of the first one behind it.

    `range()` knows them too, but counts from the line's beginning: in a text of one long line that
    takes a thousand times as long.
    """
    at = node.replace("")
    return at.start_pos, at.end_pos


def position(node: SgNode) -> int:
    """Return the place of a node's first character in the text."""
    return node.replace("").start_pos
