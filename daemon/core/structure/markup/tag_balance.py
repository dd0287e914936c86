"""Tags that have no partner, and those that have one.

`balance` asks here about html, xml, vue, svelte, and with the tree about jsx, tsx and javascript;
brackets of scripts and styles are its own matter.
"""

from typing import NamedTuple

from ast_grep_py import SgNode

from .....schemas.structure import Mark, Pair, Problem
from ..lines import MARK_MAX
from .element_trees import Tree, element_tree
from .scan import Region
from .tags import Tag


class TagBalance(NamedTuple):
    problems: tuple[Problem, ...]
    """By where they stand."""
    pairs: tuple[Pair, ...]
    """By where the first stands."""
    regions: tuple[Region, ...] = ()
    """The scripts and styles in a text of markup."""


def tag_balance(text: str, language: str, root: SgNode | None = None) -> TagBalance:
    """Return both at the cost of one.

    Problems are tags without a partner, tags without their >, attributes' quotes, comments and
    expressions that do not end. Raises KeyError for a language without tags.
    """
    tree = element_tree(text, language, root)
    pairs = tuple(Pair(_mark(first), _mark(last)) for first, last in tree.nested.pairs)
    return TagBalance(_problems(tree), pairs, tree.regions)


def problems(text: str, language: str, root: SgNode | None = None) -> tuple[Problem, ...]:
    """Return what has no partner or no end."""
    return tag_balance(text, language, root).problems


def pairs(text: str, language: str, root: SgNode | None = None) -> tuple[Pair, ...]:
    """Return the tags that have a partner."""
    return tag_balance(text, language, root).pairs


def _problems(tree: Tree) -> tuple[Problem, ...]:
    found = [
        Problem("tag", _mark(one.tag), _mark(one.closes) if one.closes else None)
        for one in tree.nested.faults
    ]
    for kind, mark, start in tree.faults:
        found.append(Problem(kind, tree.lines.mark(mark, start)))
    return tuple(sorted(found, key=lambda one: (one.mark.line, one.mark.column)))


def _mark(tag: Tag) -> Mark:
    slash = "/" if tag.kind == "close" else ""
    return Mark(f"<{slash}{tag.name}>"[:MARK_MAX], tag.line, tag.column)
