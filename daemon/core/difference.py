"""What makes one text of another, as line splices."""

import difflib
from collections import Counter

from ...schemas.values import Splice, Unit
from .text import Text, split

_LINES_MAX = 2_000
_PAIRS_MAX = 250_000
"""Middles of two versions that have more lines, or more pairs of equal lines, count as replaced
whole: difflib looks at each pair again and again."""


def difference(before: Text, after: Text) -> tuple[tuple[Splice, ...], tuple[bytes, ...]]:
    """Return line splices that make `after` of `before`, and the bytes each inserts.

    Common ends are left out; a middle of bounded size goes through difflib, a larger one counts
    as replaced whole. Texts of different units have no lines in common.
    """
    if before.unit is not after.unit:
        return whole(before, after)
    if before.data == after.data:
        return (), ()
    head = _common_head(before, after)
    tail = _common_tail(before, after, head)
    old = split(before.slice(head, before.lines - head - tail), before.unit)
    new = split(after.slice(head, after.lines - head - tail), after.unit)
    if max(len(old), len(new)) > _LINES_MAX or _pairs(old, new) > _PAIRS_MAX:
        return (Splice(head, len(old), len(new)),), (b"".join(new),)
    splices: list[Splice] = []
    inserted: list[bytes] = []
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag != "equal":
            splices.append(Splice(head + a, b - a, d - c))
            inserted.append(b"".join(new[c:d]))
    return tuple(splices), tuple(inserted)


def _pairs(old: list[bytes], new: list[bytes]) -> int:
    """Count the pairs of equal lines."""
    counts = Counter(old)
    return sum(counts[line] for line in new)


def whole(before: Text, after: Text) -> tuple[tuple[Splice, ...], tuple[bytes, ...]]:
    """Return the one splice that replaces everything."""
    if not before.lines and not after.lines:
        return (), ()
    return (Splice(0, before.lines, after.lines),), (after.data,)


def _common_head(before: Text, after: Text) -> int:
    """Return how many lines both texts begin with."""
    low, high = 0, min(len(before.data), len(after.data))
    a, b = before.data, after.data
    if a[:high] == b[:high]:
        low = high
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    count = _lines_within(before, low)
    return min(count, _lines_within(after, low))


def _lines_within(text: Text, size: int) -> int:
    """Return how many lines lie wholly within the first `size` bytes."""
    low, high = 0, text.lines
    if text.unit is Unit.LF:
        count = text.data.count(b"\n", 0, size)
        return text.lines if size == len(text.data) else count
    while low < high:
        middle = (low + high + 1) // 2
        if text.offset(middle) <= size:
            low = middle
        else:
            high = middle - 1
    return low


def _common_tail(before: Text, after: Text, head: int) -> int:
    """Return how many lines both texts end with, besides the first `head` lines."""
    a, b = before.data, after.data
    start = before.offset(head)
    most = min(len(a), len(b)) - start
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if a[len(a) - middle : len(a) - low] == b[len(b) - middle : len(b) - low]:
            low = middle
        else:
            high = middle - 1
    # Only whole lines: the byte before a common tail must end a line in both texts.
    count = min(
        before.lines - _first_line_at(before, len(a) - low),
        after.lines - _first_line_at(after, len(b) - low),
    )
    return max(0, min(count, before.lines - head, after.lines - head))


def _first_line_at(text: Text, position: int) -> int:
    """Return the first line (from 0) that starts at byte `position` or later."""
    if position <= 0:
        return 0
    if text.unit is Unit.LF:
        line = text.data.count(b"\n", 0, position)
        return line if text.data[position - 1 : position] == b"\n" else line + 1
    low, high = 0, text.lines
    while low < high:
        middle = (low + high) // 2
        if text.offset(middle) >= position:
            high = middle
        else:
            low = middle + 1
    return low
