"""A text as the finders of definitions look at it, and definitions as they are handed on."""

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate
from typing import NamedTuple

from .....schemas.structure import Definition
from .readings import Reading
from .tokens import Tokens, masked, tokens


class Sheet(NamedTuple):
    """A text read. Lines are counted from 0 here and have no line feed."""

    text: str
    tokens: Tokens
    shown: str
    """The text with blanks for what strings and comments hold."""
    lines: list[str]
    shown_lines: list[str]
    starts: list[int]
    """Where lines begin, in characters."""

    def row(self, at: int) -> int:
        """Return the line of a character."""
        return bisect_right(self.starts, at) - 1

    def is_blank(self, row: int) -> bool:
        """Whether a line is empty or white."""
        return not self.lines[row].strip()

    def is_remark(self, row: int) -> bool:
        """Whether a line holds comments alone, or strings that describe what follows."""
        return not self.is_blank(row) and not self.shown_lines[row].strip()


def sheet(text: str, reading: Reading) -> Sheet:
    """Read a text."""
    read = tokens(text, reading)
    shown = masked(text, read.hidden)
    lines, shown_lines = text.split("\n"), shown.split("\n")
    if lines[-1] == "" and len(lines) > 1:
        del lines[-1], shown_lines[-1]
    starts = [0, *accumulate(len(line) + 1 for line in lines[:-1])]
    return Sheet(text, read, shown, lines, shown_lines, starts)


class Found(NamedTuple):
    """A definition as it is found; rows from 0, both included."""

    kind: str
    name: str
    row: int
    """Where it begins without what stands above it."""
    last: int
    unsure: bool = False


def handed_on(page: Sheet, found: Iterable[Found]) -> tuple[Definition, ...]:
    """Return definitions with what stands above them, outer before inner, each with its parent."""
    made = sorted((_with_above(page, one) for one in found), key=_order)
    result: list[Definition] = []
    around: list[int] = []
    for place, (first, _, above, one) in enumerate(made):
        while around and result[around[-1]].last < one.last + 1:
            around.pop()
        definition = Definition(
            kind=one.kind,
            name=one.name,
            first=first + 1,
            last=one.last + 1,
            line=one.row + 1,
            parent=around[-1] if around else -1,
            above=above,
            unsure=one.unsure,
        )
        result.append(definition)
        around.append(place)
    return tuple(result)


def remarks_above(page: Sheet, row: int) -> int:
    """Return the first row of the comments directly above a row that stand as far to the right."""
    indent = _indent(page.lines[row])
    while row > 0 and page.is_remark(row - 1) and _indent(page.lines[row - 1]) == indent:
        if row == 1 and page.lines[0].startswith("#!"):
            break
        row -= 1
    return row


def _with_above(page: Sheet, one: Found) -> tuple[int, int, tuple[str, ...], Found]:
    row, above = one.row, ()
    while row > 0 and page.shown_lines[row - 1].lstrip().startswith("@"):
        row, above = row - 1, ("decorators",)
    first = remarks_above(page, row)
    return first, -one.last, (*above, "comment") if first < row else above, one


def _order(made: tuple[int, int, tuple[str, ...], Found]) -> tuple[int, int]:
    return made[0], made[1]


def _indent(line: str) -> int:
    expanded = line.expandtabs(8)
    return len(expanded) - len(expanded.lstrip())
