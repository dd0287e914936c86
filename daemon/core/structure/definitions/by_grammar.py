"""The definitions of a text in a language that has a grammar, by the tables of languages."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ast_grep_py import SgNode
from msgspec.structs import replace

from .....schemas.structure import Definition
from ..trees import find_kinds
from .above import Above
from .best_reading import best_reading
from .grammars import CLASS_LIKE, NAME_LENGTH, Found, Grammar, child_text, field_text, squeezed
from .kinds_main import MAIN
from .kinds_more import MORE
from .rows import Point, Rows
from .sections import sections

GRAMMAR_OF: Mapping[str, Grammar] = {**MAIN, **MORE}

_DEFINING = {
    language: frozenset({*grammar.kinds, *grammar.readers})
    for language, grammar in GRAMMAR_OF.items()
}


class _Site(NamedTuple):
    """A definition where it stands in the tree, not yet beside the others. Rows from 0."""

    start: Point
    end: Point
    kind: str
    name: str
    line: int
    first: int
    last: int
    above: tuple[str, ...]
    unsure: bool


def definitions(root: SgNode, text: str, language: str) -> tuple[Definition, ...]:
    """Return what a parsed text defines, by where it begins, outer before inner.

    A definition is unsure where a part of it, however deep, does not parse, or does only because
    something was put in or left out there: the rest of it was then put together by guesses. What
    lies whole inside a part that does not parse is sure.

    Raises KeyError for a language without a table.
    """
    if language == "markdown":
        return sections(root, text)
    read = best_reading(root, text, language, _DEFINING)
    grammar, rows = GRAMMAR_OF[read.language], Rows(read.text)
    sites = sorted(
        _sites(read.root, rows, grammar),
        key=lambda site: (site.start, (-site.end[0], -site.end[1])),
    )
    return _nested(sites, [rows.point(first) for first, _ in read.errors], read.changed)


def _sites(root: SgNode, rows: Rows, grammar: Grammar) -> Iterator[_Site]:
    """Yield all definitions, each once, in no order that counts."""
    defining = grammar.kinds.keys() | grammar.readers.keys()
    nodes: list[SgNode] = []
    around: list[SgNode] = []
    beside = grammar.prefixes.keys() | grammar.prefix_readers.keys() | grammar.comments
    for node in find_kinds(root, frozenset(defining | beside)):
        (nodes if node.kind() in defining else around).append(node)
    above = Above(around, rows, grammar)
    alone: dict[SgNode, bool] = {}
    for node in nodes:
        if found := _read(node, rows, grammar):
            whole = _whole(found.node or node, grammar, alone)
            yield _site(found, whole, rows, grammar, above)


def _read(node: SgNode, rows: Rows, grammar: Grammar) -> Found | None:
    kind = node.kind()
    if kind in grammar.spanning and not rows.spans_lines(node):
        return None
    if reader := grammar.readers.get(kind):
        return reader(node)
    name = field_text(node, *grammar.name_fields)
    if not name and grammar.name_kinds:
        name = child_text(node, grammar.name_kinds)
    return Found(grammar.kinds[kind], name)


def _whole(node: SgNode, grammar: Grammar, alone: dict[SgNode, bool]) -> SgNode:
    """Return the outermost of a definition's wrappers."""
    if not grammar.wrappers:
        return node
    parent = node.parent()
    while parent is not None and parent.kind() in grammar.wrappers:
        if parent not in alone:
            kinds = [child.kind() for child in parent.children()]
            alone[parent] = kinds.count(node.kind()) == 1
        if not alone[parent]:
            break
        node, parent = parent, parent.parent()
    return node


def _site(found: Found, whole: SgNode, rows: Rows, grammar: Grammar, above: Above) -> _Site:
    start = rows.start(whole)
    end = max(rows.end(node) for node in (whole, found.last) if node)
    if grammar.trails:
        end = above.trimmed(start, end)
    line, inside = _heading(whole, rows, grammar)
    first, outside = above.reach(start)
    last = end[0]
    while last > line and not rows.lines[last].strip():
        last -= 1
    labels = (*outside, *inside) if first < line else ()
    name = squeezed(found.name)[:NAME_LENGTH]
    parts = tuple(dict.fromkeys(labels))
    return _Site(start, end, found.kind, name, line, first, last, parts, found.unsure)


def _heading(whole: SgNode, rows: Rows, grammar: Grammar) -> tuple[int, list[str]]:
    """Return the row where a definition begins without what stands above it, and what does."""
    start, _ = rows.start(whole)
    labels: list[str] = []
    if not grammar.prefixes:
        return start, labels
    through = grammar.wrappers | grammar.kinds.keys() | grammar.readers.keys() | grammar.modifiers
    waiting = list(reversed(whole.children()))
    while waiting:
        node = waiting.pop()
        kind = node.kind()
        if label := grammar.prefixes.get(kind):
            labels.append(label)
        elif kind not in grammar.comments:
            if kind not in through:
                return rows.start(node)[0], labels
            waiting += reversed(node.children())
    return start, []


def _nested(
    sites: list[_Site], errors: list[Point], changed: Sequence[int]
) -> tuple[Definition, ...]:
    """Return definitions of sites that come in the order of the text, outer before inner.

    Those are unsure that have an error in them, or a row that was changed.
    """
    found: list[Definition] = []
    around: list[int] = []
    for place, site in enumerate(sites):
        while around and sites[around[-1]].end <= site.start:
            around.pop()
        parent = around[-1] if around else -1
        kind = site.kind
        if kind == "function" and parent >= 0 and sites[parent].kind in CLASS_LIKE:
            kind = "method"
        error = bisect_left(errors, site.start)
        found.append(
            Definition(
                kind,
                site.name,
                site.first + 1,
                site.last + 1,
                site.line + 1,
                parent,
                site.above,
                unsure=site.unsure
                or (error < len(errors) and errors[error] <= site.end)
                or bisect_left(changed, site.first) < bisect_right(changed, site.last),
            )
        )
        around.append(place)
    return _by_lines(found)


def _by_lines(found: list[Definition]) -> tuple[Definition, ...]:
    order = sorted(range(len(found)), key=lambda place: (found[place].first, -found[place].last))
    places = {old: new for new, old in enumerate(order)}
    return tuple(replace(found[old], parent=places.get(found[old].parent, -1)) for old in order)
