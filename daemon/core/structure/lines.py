"""Where a character stands: its line, its column and how far its line is indented."""

import re
from bisect import bisect_right
from typing import NamedTuple

from ....schemas.structure import Mark

MARK_MAX = 40
"""Characters of a mark."""
_FEED = re.compile("\n")
_BLANK = re.compile(r"[ \t]*")
_NO_CODE = re.compile(r"[ \t]*(?:[\r\n]|\Z|//|#|\*|--)")
_FAR = 1 << 30
_TO_END = re.compile(r"[ \t\r]*(?:\n|\Z)")


class Place(NamedTuple):
    """Where a character stands, from 1."""

    line: int
    column: int


class Lines:
    """The lines of one text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0, *(found.end() for found in _FEED.finditer(text))]
        self._indents: dict[int, int] = {}

    @property
    def last(self) -> int:
        """The last line that has a character, from 1."""
        return self.number(max(0, len(self._text) - 1))

    def number(self, at: int) -> int:
        """Return the line, from 1, of a character, from 0."""
        return bisect_right(self._starts, at)

    def place(self, at: int) -> Place:
        """Return where a character, from 0, stands."""
        row, column = self.point(at)
        return Place(row + 1, column + 1)

    def point(self, at: int) -> tuple[int, int]:
        """Return the same, counted from 0."""
        row = bisect_right(self._starts, at) - 1
        return row, at - self._starts[row]

    def indent(self, line: int) -> int:
        """Return how far a line's first word stands to the right, a tab going to the next 8."""
        known = self._indents.get(line)
        if known is None:
            found = _BLANK.match(self._text, self._starts[line - 1])
            known = len(found[0].expandtabs(8)) if found else 0
            self._indents[line] = known
        return known

    def leads(self, at: int) -> bool:
        """Whether nothing but closing brackets and blanks stands before it in its line."""
        start = self._starts[self.number(at) - 1]
        return not self._text[start:at].strip(" \t)]}") if at - start < 1000 else False

    def trails(self, at: int) -> bool:
        """Whether nothing but blanks stands behind it in its line."""
        return _TO_END.match(self._text, at + 1) is not None

    def mark(self, text: str, at: int) -> Mark:
        """Return what stands at a place, as much of it as is told."""
        return Mark(text[:MARK_MAX], *self.place(at))

    def is_code(self, line: int) -> bool:
        """Whether a line has words that are no comment or directive of their own."""
        start = self._starts[line - 1]
        return _NO_CODE.match(self._text, start) is None


class Margin:
    """How far to the right the lines stand that were read so far."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._read = 0
        self._numbers: list[int] = []
        """Of the lines behind which none stands as far to the left or further."""
        self._indents: list[int] = []

    def read_to(self, line: int) -> None:
        for number in range(self._read + 1, line + 1):
            if self._lines.is_code(number):
                indent = self._lines.indent(number)
                while self._indents and self._indents[-1] >= indent:
                    self._indents.pop()
                    self._numbers.pop()
                self._indents.append(indent)
                self._numbers.append(number)
        self._read = max(self._read, line)

    def lowest_after(self, line: int) -> int:
        """Return the least indent of the lines read that stand behind a line; else a large one."""
        place = bisect_right(self._numbers, line)
        return self._indents[place] if place < len(self._indents) else _FAR
