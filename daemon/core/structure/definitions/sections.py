"""The sections of Markdown: from a heading to the next one of its level or a higher one.

The grammar has sections of its own, but not those of headings underlined with `=` or `-`.
"""

import re

from ast_grep_py import SgNode

from .....schemas.structure import Definition
from ..trees import find_kinds
from .grammars import NAME_LENGTH, child_text, squeezed
from .rows import Rows

_HEADINGS = frozenset({"atx_heading", "setext_heading"})
_TOP = frozenset({"document", "section"})
_CLOSING = re.compile(r"(?:^|\s+)#+\s*$")


def sections(root: SgNode, text: str) -> tuple[Definition, ...]:
    """Return the sections of a text; headings in lists and quotations begin none."""
    places = Rows(text)
    lines = places.lines
    headings = [node for node in find_kinds(root, _HEADINGS) if _at_top(node)]
    rows = [places.start(node)[0] for node in headings]
    levels = [_level(node) for node in headings]
    lasts = _last_rows(rows, levels, len(lines))
    found: list[Definition] = []
    around: list[int] = []
    for place, node in enumerate(headings):
        while around and levels[around[-1]] >= levels[place]:
            around.pop()
        parent = around[-1] if around else -1
        last = lasts[place]
        while last > rows[place] and not lines[last].strip():
            last -= 1
        first = rows[place] + 1
        found.append(Definition("section", _name(node), first, last + 1, first, parent))
        around.append(place)
    return tuple(found)


def _last_rows(rows: list[int], levels: list[int], total: int) -> list[int]:
    """Return the row before the next heading of the same level or a higher one, for each."""
    lasts = [total - 1] * len(rows)
    waiting: list[int] = []
    for place, level in enumerate(levels):
        while waiting and levels[waiting[-1]] >= level:
            lasts[waiting.pop()] = rows[place] - 1
        waiting.append(place)
    return lasts


def _at_top(heading: SgNode) -> bool:
    return all(node.kind() in _TOP for node in heading.ancestors())


def _level(heading: SgNode) -> int:
    """Return 1 to 6: of `atx_h2_marker` and `setext_h2_underline` 2."""
    marks = (child.kind() for child in heading.children() if "_h" in child.kind())
    return next((int(kind.partition("_h")[2][0]) for kind in marks), 1)


def _name(heading: SgNode) -> str:
    if heading.kind() == "setext_heading":
        return squeezed(child_text(heading, frozenset({"paragraph"})))[:NAME_LENGTH]
    text = squeezed(child_text(heading, frozenset({"inline"})))
    return _CLOSING.sub("", text)[:NAME_LENGTH]
