"""The table that a history keeps: all lines a file ever had, as pieces in one order.

Pieces lie in blocks that know how many visible lines they have, so that finding a line passes over
blocks and then over the pieces of one.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator
from itertools import islice, pairwise
from typing import NamedTuple

PIECES_PER_BLOCK_MAX = 128


class Run(NamedTuple):
    """Lines first to first + lines - 1, counted from 0, of those that `entry` inserted."""

    entry: int
    first: int
    lines: int


class Piece:
    """Lines that stand or fall together."""

    __slots__ = ("block", "entry", "first", "gone", "hidden", "lines")

    def __init__(self, run: Run, block: "Block") -> None:
        self.entry, self.first, self.lines = run
        self.block = block
        self.gone: tuple[int, ...] = ()
        """Entries that removed it, active or not, ascending."""
        self.hidden = 0
        """How many things hide it: each active entry of `gone`, and an inserter that is undone."""

    @property
    def run(self) -> Run:
        return Run(self.entry, self.first, self.lines)


class Block:
    __slots__ = ("lines", "pieces")

    def __init__(self, pieces: list[Piece]) -> None:
        self.pieces = pieces
        self.lines = sum(piece.lines for piece in pieces if not piece.hidden)
        """Visible ones."""
        for piece in pieces:
            piece.block = self


class Table:
    """The pieces in order; knows which are visible, not why."""

    __slots__ = ("blocks", "by_entry", "lines")

    def __init__(self) -> None:
        self.blocks = [Block([])]
        self.by_entry: dict[int, list[Piece]] = {}
        """The pieces that each entry inserted, ascending by ordinal: their order here as well."""
        self.lines = 0
        """Visible ones."""

    def insert(self, number: int, index: int, run: Run) -> None:
        """Put a visible piece at this index of that block."""
        block = self.blocks[number]
        piece = Piece(run, block)
        block.pieces.insert(index, piece)
        self._enlist(piece)
        self._count(piece, run.lines)

    def hide(self, piece: Piece, more: int) -> None:
        """Let so many more things hide the piece, or fewer."""
        was_visible = not piece.hidden
        piece.hidden += more
        self._count(piece, ((not piece.hidden) - was_visible) * piece.lines)

    def forget(self, entry: int) -> None:
        """Drop what the entry inserted."""
        for piece in self.by_entry.pop(entry, ()):
            self._count(piece, -piece.lines if not piece.hidden else 0)
            piece.block.pieces.remove(piece)

    def cut(self, line: int) -> tuple[int, int]:
        """Find block and index right after the first `line` visible lines, before hidden ones."""
        if not line:
            return 0, 0
        for number, block in enumerate(self.blocks):
            if line > block.lines:
                line -= block.lines
                continue
            for index, piece in enumerate(block.pieces):
                if not piece.hidden:
                    if line < piece.lines:
                        self._split(index, piece, line)
                    if line <= piece.lines:
                        return number, index + 1
                    line -= piece.lines
        raise AssertionError("line counts of the blocks are wrong")

    def remove(self, number: int, index: int, lines: int, by: int) -> tuple[int, int, list[Run]]:
        """Hide so many visible lines from there on; gives the place after them, and what went."""
        runs: list[Run] = []
        while lines:
            block = self.blocks[number]
            if index == len(block.pieces):
                number, index = number + 1, 0
                continue
            piece = block.pieces[index]
            if not piece.hidden:
                if lines < piece.lines:
                    self._split(index, piece, lines)
                lines -= piece.lines
                piece.gone += (by,)
                self.hide(piece, 1)
                add_run(runs, piece.run)
            index += 1
        return number, index, runs

    def keep_small(self, number: int) -> None:
        """Halve the block if it has become too long."""
        pieces = self.blocks[number].pieces
        if len(pieces) > PIECES_PER_BLOCK_MAX:
            half = len(pieces) // 2
            self.blocks[number : number + 1] = [Block(pieces[:half]), Block(pieces[half:])]

    def in_order(self, pieces: Collection[Piece]) -> Iterator[tuple[Piece, int]]:
        """Give the pieces in order, each with the number of visible lines before it."""
        touched = {piece.block for piece in pieces}
        before = 0
        for block in self.blocks:
            if block in touched:
                at = before
                for piece in block.pieces:
                    if piece in pieces:
                        yield piece, at
                    if not piece.hidden:
                        at += piece.lines
            before += block.lines

    def onward(self, piece: Piece) -> Iterator[Piece]:
        """Give the piece and all behind it."""
        yield from islice(piece.block.pieces, piece.block.pieces.index(piece), None)
        for block in islice(self.blocks, self.blocks.index(piece.block) + 1, None):
            yield from block.pieces

    def parts(self, run: Run) -> Iterator[tuple[Piece, Run]]:
        """Give the run's lines, piece by piece. Raises ValueError where there are no such lines."""
        entry, first, lines = run
        end = first + lines
        pieces = self.by_entry.get(entry, [])
        start = max(bisect_right(pieces, first, key=_first_of) - 1, 0)
        for at in range(start, len(pieces)):  # a slice would walk there from the first one
            piece = pieces[at]
            if first >= end or first < piece.first:
                break
            part = Run(entry, first, min(end, piece.first + piece.lines) - first)
            if part.lines > 0:
                yield piece, part
                first += part.lines
        if first != end:
            raise ValueError(f"entry {entry} inserted no line {first} here")

    def pieces(self, runs: Iterable[Run]) -> list[Piece]:
        return [piece for run in runs for piece, _ in self.parts(run)]

    def check(self) -> None:
        """Raise AssertionError where counts or order are wrong."""
        in_order: dict[int, list[Piece]] = {}
        for block in self.blocks:
            assert block.lines == sum(piece.lines for piece in block.pieces if not piece.hidden)
            assert len(block.pieces) <= PIECES_PER_BLOCK_MAX
            for piece in block.pieces:
                assert piece.block is block
                assert piece.lines > 0
                in_order.setdefault(piece.entry, []).append(piece)
        assert self.lines == sum(block.lines for block in self.blocks)
        assert self.by_entry == in_order
        for pieces in in_order.values():
            assert pieces[0].first == 0
            assert all(a.first + a.lines == b.first for a, b in pairwise(pieces))

    def _count(self, piece: Piece, more: int) -> None:
        piece.block.lines += more
        self.lines += more

    def _split(self, index: int, piece: Piece, lines: int) -> None:
        """Leave the first `lines` lines in `piece`, make the rest a piece of its own."""
        rest = Piece(Run(piece.entry, piece.first + lines, piece.lines - lines), piece.block)
        rest.gone, rest.hidden = piece.gone, piece.hidden
        piece.lines = lines
        piece.block.pieces.insert(index + 1, rest)
        self._enlist(rest)

    def _enlist(self, piece: Piece) -> None:
        siblings = self.by_entry.setdefault(piece.entry, [])
        siblings.insert(bisect_right(siblings, piece.first, key=_first_of), piece)


def _first_of(piece: Piece) -> int:
    return piece.first


def add_run(runs: list[Run], run: Run) -> None:
    """Append the run, to the last one where it goes on."""
    if runs:
        entry, first, lines = runs[-1]
        if entry == run.entry and first + lines == run.first:
            runs[-1] = Run(entry, first, lines + run.lines)
            return
    runs.append(run)
