"""The tree of a text that does not parse in which most is to be seen of what it defines."""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from ast_grep_py import SgNode

from ..php_pages import without_pages
from ..trees import find_kinds, parse
from .branches import one_branch
from .errors import errors, length
from .macros import without_macros
from .mending import Worth, mended
from .plain_css import plain_css

_PLAINER: Mapping[str, tuple[Callable[[str], str], ...]] = {
    "c": (one_branch,),
    "cpp": (one_branch, without_macros),
    "css": (plain_css,),
    "php": (without_pages,),
}
"""What makes a text that does not parse easier to, with everything in its place."""
_ONLY_CPP = re.compile(
    r"^[ \t]*(?:class|namespace|template|using|public:|private:)\b", re.MULTILINE
)


class Reading(NamedTuple):
    """A text as it was read at last, with every line where it was."""

    text: str
    language: str
    root: SgNode
    errors: list[tuple[int, int]]
    """Where it does not parse: from, up to, in characters."""
    changed: tuple[int, ...] = ()
    """Rows, from 0, in which something has no partner, or was put in or left out as a guess."""


def best_reading(
    root: SgNode, text: str, language: str, kinds: Mapping[str, frozenset[str]]
) -> Reading:
    """Return how a text is read best; `kinds` are the nodes that define something, by language."""
    best = Reading(text, language, root, errors(root))
    for plainer in _PLAINER.get(language, ()):
        if best.errors and (plain := plainer(best.text)) != best.text:
            best = _better(best, plain, language)
    if best.errors and language == "cpp" and not _ONLY_CPP.search(text):
        best = _better(best, best.text, "c")
    return _mended(best, kinds[best.language]) if best.errors else best


def _better(best: Reading, text: str, language: str) -> Reading:
    """Return the reading of a text in a language, if more of it parses than of another."""
    root = parse(text, language)
    found = errors(root)
    return Reading(text, language, root, found) if len(found) < len(best.errors) else best


def _mended(best: Reading, kinds: frozenset[str]) -> Reading:
    def worth(root: SgNode) -> Worth:
        return Worth(length(errors(root)), len(find_kinds(root, kinds)))

    found = mended(best.text, best.language, worth, worth(best.root))
    if found is None:
        return best
    return Reading(found.text, best.language, found.root, errors(found.root), found.rows)
