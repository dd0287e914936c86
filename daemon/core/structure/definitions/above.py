"""What stands above definitions and belongs to them: decorators, attributes, documentation."""

import re
from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

from ast_grep_py import SgNode

from .grammars import Grammar
from .rows import Point, Rows

_BLANKS = re.compile(r"\s*")


class _Piece(NamedTuple):
    """A decorator, an attribute or a comment."""

    end_column: int
    start: Point
    label: str
    """"" for a comment that is no documentation."""


class Above:
    """Decorators, attributes and comments of a text, found by the row that they end in."""

    def __init__(self, nodes: Iterable[SgNode], rows: Rows, grammar: Grammar) -> None:
        self._lines = rows.lines
        self._doc = grammar.doc
        self._ending: dict[int, list[_Piece]] = {}
        for node in nodes:
            start = rows.start(node)
            row, column = rows.end(node)
            kind = node.kind()
            label: str = grammar.prefixes.get(kind, "")
            if reader := grammar.prefix_readers.get(kind):
                label = reader(node) or ""
                if not label:
                    continue
            if not label and self._is_doc(start):
                label = "comment"
            piece = _Piece(column, start, label)
            self._ending.setdefault(row, []).append(piece)
        for pieces in self._ending.values():
            pieces.sort()

    def reach(self, start: Point) -> tuple[int, tuple[str, ...]]:
        """Return the first row of all that stands right above a place, and what that all is.

        Between an attribute and what it belongs to there may be blank lines and any comment;
        between documentation and what it belongs to there may not.
        """
        first = start[0]
        labels: list[str] = []
        while piece := self._before(start):
            start = piece.start
            if piece.label:
                first = start[0]
                labels.append(piece.label)
        return first, tuple(reversed(labels))

    def trimmed(self, start: Point, end: Point) -> Point:
        """Return the end of what starts somewhere, without comments there no deeper than it."""
        while end > start:
            row, column = end
            before = self._lines[row][:column].rstrip()
            if not before:
                end = row - 1, len(self._lines[row - 1])
                continue
            piece = self._last(row, len(before))
            if piece is None or piece.start[1] > start[1]:
                break
            end = piece.start
        return end

    def _before(self, start: Point) -> _Piece | None:
        row, column = start
        if not self._begins_line(start):
            return self._last(row, column)
        above = row - 1
        while above >= 0 and not self._lines[above].strip():
            above -= 1
        piece = self._last(above, len(self._lines[above])) if above >= 0 else None
        if piece is None or piece.label in {"decorators", "attributes"}:
            return piece
        trails = not self._begins_line(piece.start) and not self._last(*piece.start)
        return None if trails or above < row - 1 else piece

    def _begins_line(self, start: Point) -> bool:
        blanks = _BLANKS.match(self._lines[start[0]])
        return blanks is not None and start[1] <= blanks.end()

    def _last(self, row: int, column: int) -> _Piece | None:
        """Return the piece that ends in a row before a column with nothing but blanks between."""
        pieces = self._ending.get(row, [])
        place = bisect_right(pieces, column, key=lambda piece: piece.end_column)
        if not place:
            return None
        blanks = _BLANKS.match(self._lines[row], pieces[place - 1].end_column)
        return pieces[place - 1] if blanks and blanks.end() >= column else None

    def _is_doc(self, start: Point) -> bool:
        return bool(self._doc and self._doc.match(self._lines[start[0]], start[1]))
