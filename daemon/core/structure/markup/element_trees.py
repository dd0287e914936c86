"""What a text's tags make, in any language that has tags."""

from typing import NamedTuple

from ast_grep_py import SgNode

from ..lines import Lines
from ..trees import parse
from .jsx_tags import jsx_tags
from .nesting import Markup, Nested, nest
from .rules import RULES, XML
from .scan import Region, scan
from .tag_text import Fault

MARKUP = frozenset(RULES)
JSX = frozenset({"jsx", "tsx", "javascript"})
"""Languages that have tags; svg is xml."""


class Tree(NamedTuple):
    nested: Nested
    faults: list[Fault]
    """Of what does not end in itself."""
    lines: Lines
    regions: tuple[Region, ...] = ()
    """The scripts and styles in it."""


def element_tree(text: str, language: str, root: SgNode | None) -> Tree:
    """Return the elements of a text; `root` is used for JSX and worked out if it is not given.

    Raises KeyError for a language without tags.
    """
    if language in JSX:
        lines = Lines(text)
        found = jsx_tags(text, root or parse(text, language), lines)
        return Tree(nest(Markup(text, lines, found), XML), [], lines)
    scanned = scan(text, language)
    markup = Markup(text, scanned.lines, scanned.tags, scanned.turns, scanned.is_cut)
    nested = nest(markup, RULES[language])
    return Tree(nested, scanned.faults, scanned.lines, tuple(scanned.regions))
