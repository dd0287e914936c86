"""The tags of JSX, by the grammar.

The grammar pairs start and end tags whatever their names, and takes an end tag too many for a less
than and a regular expression.
"""

import re
from bisect import bisect_right

from ast_grep_py import SgNode

from ..lines import Lines
from ..trees import find_kinds, span
from .tags import Kind, Tag

_KINDS: dict[str, Kind] = {
    "jsx_opening_element": "open",
    "jsx_closing_element": "close",
    "jsx_self_closing_element": "empty",
}
_HIDING = frozenset({"string", "template_string", "comment"})
_NAME = re.compile(r"</?\s*(?:([\w$][\w$.:-]*))?")
_STRAY = re.compile(r"</\s*(?:[\w$][\w$.:-]*)?\s*>")


def jsx_tags(text: str, root: SgNode, lines: Lines) -> list[Tag]:
    """Return the tags of a tree of jsx, tsx or javascript in the order of the text."""
    if "</" not in text and "/>" not in text and "<>" not in text:
        return []
    found = [_tag(text, node, lines) for node in find_kinds(root, frozenset(_KINDS))]
    if found:
        found += _strays(text, root, lines, {tag.start for tag in found})
    return sorted(found, key=lambda tag: tag.start)


def _tag(text: str, node: SgNode, lines: Lines) -> Tag:
    return _made(text, _KINDS[node.kind()], span(node), lines)


def _made(text: str, kind: Kind, place: tuple[int, int], lines: Lines) -> Tag:
    start, end = place
    name = _NAME.match(text, start)
    line, column = lines.place(start)
    end_line = lines.place(max(start, end - 1)).line
    return Tag((name and name[1]) or "", kind, line, column, end_line, start, end)


def _strays(text: str, root: SgNode, lines: Lines, known: set[int]) -> list[Tag]:
    """Return what looks like an end tag, is none of those known, and in no string or comment."""
    found = [one.span() for one in _STRAY.finditer(text) if one.start() not in known]
    spans = [span(node) for node in find_kinds(root, _HIDING)] if found else []
    starts = [start for start, _ in spans]
    return [
        _made(text, "close", one, lines)
        for one in found
        if not (at := bisect_right(starts, one[0])) or spans[at - 1][1] <= one[0]
    ]
