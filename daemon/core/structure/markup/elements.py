"""The elements of markup and of JSX."""

from ast_grep_py import SgNode

from .....schemas.structure import Element
from .element_trees import element_tree


def elements(text: str, language: str, root: SgNode | None) -> tuple[Element, ...]:
    """Return the elements by where they begin, outer before inner.

    `root` is wanted for jsx, tsx and javascript, and for nothing else.
    """
    return tuple(
        Element(one.tag.name, one.tag.line, one.last, one.parent, not one.is_sure)
        for one in element_tree(text, language, root).nested.elements
    )
