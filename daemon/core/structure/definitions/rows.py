"""Rows and columns of a text's nodes, both from 0, found without counting along the lines."""

from ast_grep_py import SgNode

from ..lines import Lines
from ..trees import span

Point = tuple[int, int]
"""Row and column."""


class Rows:
    """The lines of one text, and where the nodes of its tree stand in them."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self._places = Lines(text)

    def point(self, offset: int) -> Point:
        """Return where a character stands, by its place in the text."""
        return self._places.point(offset)

    def start(self, node: SgNode) -> Point:
        return self.point(span(node)[0])

    def end(self, node: SgNode) -> Point:
        """Return where a node ends; where it has the line feed too, at the end of that line."""
        first, last = span(node)
        row, column = self.point(last)
        if column == 0 and row > self.point(first)[0]:
            return row - 1, len(self.lines[row - 1])
        return row, column

    def spans_lines(self, node: SgNode) -> bool:
        first, last = span(node)
        return self.point(first)[0] < self.point(last)[0]
