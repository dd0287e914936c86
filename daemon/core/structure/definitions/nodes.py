"""Small questions to nodes of a syntax tree, and readers made of them."""

import re
from collections.abc import Container, Iterable

from ast_grep_py import SgNode

from ..trees import ERROR
from .grammars import Found, Reader, child_text

_QUOTED = re.compile(r"""(["'])((?:(?!\1)[^\\])*)\1""")


def unquoted(text: str) -> str:
    """Return a name without the quotes around it."""
    quoted = _QUOTED.fullmatch(text)
    return quoted[2] if quoted else text


def child_of(node: SgNode, kinds: Container[str]) -> SgNode | None:
    """Return the first child of some kinds."""
    return next((child for child in node.children() if child.kind() in kinds), None)


def token_of(node: SgNode, words: Iterable[str]) -> str:
    """Return the first of some keywords that stands directly in a node; "" if none does."""
    kinds = {child.kind() for child in node.children()}
    return next((word for word in words if word in kinds), "")


def many_lines(node: SgNode | None) -> bool:
    """Return whether there is a node, and it spans lines."""
    return node is not None and "\n" in node.text()


def cut_off(node: SgNode) -> bool:
    """Return whether what follows a node, after comments, does not parse."""
    other = node.next()
    while other is not None and other.kind().endswith("comment"):
        other = other.next()
    return other is not None and other.kind() == ERROR


def next_besides(node: SgNode, kinds: Container[str]) -> SgNode | None:
    """Return the next node beside one that is not of some kinds."""
    other = node.next()
    while other is not None and other.kind() in kinds:
        other = other.next()
    return other


def previous_besides(node: SgNode, kinds: Container[str]) -> SgNode | None:
    """Return the node before one, beside it, that is not of some kinds."""
    other = node.prev()
    while other is not None and other.kind() in kinds:
        other = other.prev()
    return other


def always(kind: str, name: str) -> Reader:
    """Return a reader for nodes that all have one name, or none."""

    def read(_: SgNode) -> Found:
        return Found(kind, name)

    return read


def by_child(kind: str, names: frozenset[str], otherwise: str = "") -> Reader:
    """Return a reader for nodes whose name is their first child of some kinds."""

    def read(node: SgNode) -> Found:
        return Found(kind, child_text(node, names) or otherwise)

    return read
