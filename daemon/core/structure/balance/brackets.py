"""Pairs of brackets, and where they do not pair, whose fault it most probably is.

A text in which every bracket has its partner is one without problems, however it is laid out. In
others indentation tells what belongs together: of all ways to leave some brackets without partner
the one is chosen that leaves few and pairs those whose lines stand equally far to the right.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from .....schemas.structure import Pair, Problem
from ..lines import Lines, Margin
from .bracket_tokens import Bracket

_Value = TypeVar("_Value")
_Both = tuple[Bracket, Bracket]
OPENER_OF = {")": "(", "]": "[", "}": "{"}
_ALONE, _MISPAIRED = 12, 18
"""What it costs to leave one without partner, and to pair two of different kinds."""
_ASKEW, _OUTDENTED, _TRAILING = 2, 2, 1
"""What it costs to pair two whose lines do not stand equally far to the right, two with a line
between them that does not stand further to the right, and two of which the first ends its line
and the second does not begin its own.
"""
_WIDTH, _WIDTH_OF_MANY, _MANY = 8, 1, 100_000
"""Ways that are followed at a time, and those of a text with so many brackets."""
_DEPTH = 12
"""Openers that a closer may be the partner of, from the innermost."""


class Fault(NamedTuple):
    bracket: Bracket
    partner: Bracket | None
    """Of another kind."""

    def problem(self, lines: Lines) -> Problem:
        partner = self.partner and lines.mark(*self.partner)
        return Problem("bracket", lines.mark(*self.bracket), partner)


class Matched(NamedTuple):
    pairs: list[_Both]
    """By where the first stands."""
    faults: list[Fault]
    """By where the bracket stands."""


def matched(brackets: Sequence[Bracket], lines: Lines) -> Matched:
    """Return which brackets pair and which do not."""
    pairs, rest = _peeled(brackets)
    if rest:
        plain, rest = _peeled_in_lines(brackets, lines)
        best = _best_way(rest, lines)
        pairs = [*plain, *_unrolled(best.pairs)]
        faults = sorted(_unrolled(best.faults), key=_at)
        return Matched(sorted(pairs, key=_at_first), faults)
    return Matched(sorted(pairs, key=_at_first), [])


def marked(pairs: Iterable[_Both], lines: Lines) -> tuple[Pair, ...]:
    """Return pairs as they are handed on."""
    return tuple(Pair(lines.mark(*first), lines.mark(*last)) for first, last in pairs)


def _at_first(pair: _Both) -> int:
    return pair[0].at


def _at(fault: Fault) -> int:
    return fault.bracket.at


def _peeled(brackets: Iterable[Bracket]) -> tuple[list[_Both], list[Bracket]]:
    """Return the pairs of matching neighbours, again and again, and what is left."""
    pairs: list[_Both] = []
    rest: list[Bracket] = []
    for bracket in brackets:
        opener = OPENER_OF.get(bracket.text)
        if opener and rest and rest[-1].text == opener:
            pairs.append((rest.pop(), bracket))
        else:
            rest.append(bracket)
    return pairs, rest


def _peeled_in_lines(
    brackets: Sequence[Bracket], lines: Lines
) -> tuple[list[_Both], list[Bracket]]:
    """Return the same of every line for itself: what pairs within a line is beyond doubt."""
    pairs: list[_Both] = []
    rest: list[Bracket] = []
    line: list[Bracket] = []
    number = 0
    for bracket in brackets:
        if (at := lines.number(bracket.at)) != number:
            found, left = _peeled(line)
            pairs += found
            rest += left
            number, line = at, []
        line.append(bracket)
    found, left = _peeled(line)
    return [*pairs, *found], [*rest, *left]


class _Cell:
    """An open bracket in a way's stack."""

    __slots__ = ("below", "bracket", "indent", "line", "trails")

    def __init__(
        self, bracket: Bracket, line: int, indent: int, below: "_Cell | None", *, trails: bool
    ) -> None:
        self.bracket = bracket
        self.line = line
        self.indent = indent
        """Of the line where the whole of what it opens begins."""
        self.trails = trails
        """Nothing stands behind it in its line: what closes it is to lead another."""
        self.below = below


class _Closer(NamedTuple):
    """A closing bracket, and how it stands."""

    bracket: Bracket
    wanted: str
    line: int
    indent: int
    leads: bool
    margin: Margin

    @classmethod
    def of(cls, bracket: Bracket, lines: Lines, margin: Margin) -> "_Closer":
        line = lines.number(bracket.at)
        leads = lines.leads(bracket.at)
        margin.read_to(line - 1 if leads else line)
        return cls(bracket, OPENER_OF[bracket.text], line, lines.indent(line), leads, margin)

    def speaks_against(self, cell: _Cell) -> int:
        """Return what it costs to pair the two: nothing where they stand as they should."""
        if self.line == cell.line:
            return 0
        lowest = self.margin.lowest_after(cell.line)
        limit = cell.indent if self.wanted == "{" else cell.indent + 1
        cost = _OUTDENTED if lowest < limit else 0
        if self.leads:
            return cost + (_ASKEW if self.indent != cell.indent else 0)
        return cost + (_TRAILING if cell.trails else 0)


class _Chain(NamedTuple, Generic[_Value]):
    """A list that grows at its end, of which several share a beginning."""

    value: _Value
    before: "_Chain[_Value] | None"


class _Way(NamedTuple):
    """One way to pair what was read so far."""

    cost: int
    open: _Cell | None
    pairs: _Chain[_Both] | None
    faults: _Chain[Fault] | None
    line: int
    """Of the last closer."""
    indent: int
    """Of what that closer ends: what opens behind it in its line belongs to the same."""


def _best_way(brackets: Sequence[Bracket], lines: Lines) -> _Way:
    ways = [_Way(0, None, None, None, 0, 0)]
    width = _WIDTH if len(brackets) < _MANY else _WIDTH_OF_MANY
    margin = Margin(lines)
    for bracket in brackets:
        if bracket.text in OPENER_OF:
            closer = _Closer.of(bracket, lines, margin)
            ways = _cheapest([on for way in ways for on in _closed(way, closer)], width)
        else:
            ways = _opened(ways, bracket, lines)
    return min((_ended(way) for way in ways), key=_cost)


def _cost(way: _Way) -> int:
    return way.cost


def _cheapest(ways: list[_Way], width: int) -> list[_Way]:
    """Return the best ways, of those that leave the same open only one."""
    kept: dict[int, _Way] = {}
    for way in sorted(ways, key=_cost):
        kept.setdefault(id(way.open), way)
        if len(kept) == width:
            break
    return list(kept.values())


def _opened(ways: list[_Way], bracket: Bracket, lines: Lines) -> list[_Way]:
    line, trails = lines.number(bracket.at), lines.trails(bracket.at)
    indent = lines.indent(line)
    return [
        way._replace(
            open=_Cell(
                bracket,
                line,
                way.indent if way.line == line else indent,
                way.open,
                trails=trails,
            )
        )
        for way in ways
    ]


def _closed(way: _Way, closer: _Closer) -> Iterator[_Way]:
    """Yield the ways to go on at a closer: the plain one alone where nothing speaks against it."""
    cell, faults, cost = way.open, way.faults, way.cost
    for _ in range(_DEPTH):
        if cell is None:
            break
        if cell.bracket.text == closer.wanted:
            against = closer.speaks_against(cell)
            pairs = _Chain((cell.bracket, closer.bracket), way.pairs)
            yield _Way(cost + against, cell.below, pairs, faults, closer.line, cell.indent)
            if cell is way.open and not against:
                return
        elif cell is way.open:
            wrong = _Chain(Fault(closer.bracket, cell.bracket), faults)
            mispaired = cost + _MISPAIRED
            yield _Way(mispaired, cell.below, way.pairs, wrong, closer.line, cell.indent)
        faults = _Chain(Fault(cell.bracket, None), faults)
        cost += _ALONE
        cell = cell.below
    alone = _Chain(Fault(closer.bracket, None), way.faults)
    yield way._replace(cost=way.cost + _ALONE, faults=alone)


def _ended(way: _Way) -> _Way:
    """Return it with all that is still open left without partner."""
    cost, faults, cell = way.cost, way.faults, way.open
    while cell is not None:
        faults = _Chain(Fault(cell.bracket, None), faults)
        cost += _ALONE
        cell = cell.below
    return way._replace(cost=cost, faults=faults, open=None)


def _unrolled(chain: _Chain[_Value] | None) -> Iterator[_Value]:
    while chain is not None:
        yield chain.value
        chain = chain.before
