"""What went and what came between two versions of a file, by the names of their lines.

Both are parts of one table whose order never changes, so the lines that they share stand in the
same order in both. What came and went again in between is in neither.
"""

from collections.abc import Iterable

from ...schemas.replies import Block
from ...schemas.values import Splice
from . import text as texts
from .past import Shelf
from .pieces import Run
from .text import Text


def splices(before: tuple[Run, ...], after: tuple[Run, ...]) -> tuple[Splice, ...]:
    """Return the splices that make one text of a file another one."""
    gone, come = _gaps(before, Shelf(after)), _gaps(after, Shelf(before))
    found: list[Splice] = []
    passed = 0
    for shared in sorted(gone.keys() | come.keys()):
        splice = Splice(shared + passed, gone.get(shared, 0), come.get(shared, 0))
        passed += splice.removed
        found.append(splice)
    return tuple(found)


def _gaps(runs: Iterable[Run], other: Shelf) -> dict[int, int]:
    """Return how many lines of its own a text has, by the number of shared lines before them."""
    found: dict[int, int] = {}
    shared = 0
    for part, at in (one for run in runs for one in other.parts(run)):
        if at is None:
            found[shared] = found.get(shared, 0) + part.lines
        else:
            shared += part.lines
    return found


def blocks(
    before: Text, after: Text, between: Iterable[Splice], lines_max: int
) -> tuple[tuple[Block, ...], int]:
    """Return the lines that went, each time before those that came; of what is no text none.

    No more than `lines_max`, and the bytes of those that are left out for that. Lines at the ends
    of a splice that came as they had gone are not told.
    """
    found: list[Block] = []
    cut_bytes = 0
    shift = 0
    for one in between:
        gone = texts.split(before.slice(one.at, one.removed), before.unit)
        come = texts.split(after.slice(one.at + shift, one.inserted), after.unit)
        head = _same(gone, come)
        tail = _same(gone[head:][::-1], come[head:][::-1])
        at = one.at + head
        sides = (("old", before, gone, at), ("new", after, come, at + shift))
        for kind, text, lines, first in sides:
            told = lines[head : len(lines) - tail] if text.encoding else []
            found += block(kind, text, first, min(len(told), lines_max))
            cut_bytes += sum(map(len, told[lines_max:]))
            lines_max -= min(len(told), lines_max)
        shift += one.inserted - one.removed
    return tuple(found), cut_bytes


def _same(one: list[bytes], other: list[bytes]) -> int:
    """Return how many lines both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def block(kind: str, text: Text, first: int, count: int) -> tuple[Block, ...]:
    """Return `count` lines of a text from line `first` (from 0), if there are any to show."""
    lines = tuple(text.shown(first, count))
    return (Block(kind, first + 1, first + len(lines), lines),) if lines else ()
