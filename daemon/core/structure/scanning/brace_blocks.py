"""Definitions by braces: pairs of them whose header line gives a name."""

import re
from collections.abc import Iterator

from ..balance.bracket_tokens import Bracket
from ..balance.brackets import matched
from ..lines import Lines
from .header_lines import Named, block, called, named
from .sheets import Found, Sheet

_WORDED = frozenset(("perl", "r", "powershell", "tcl"))
"""Languages whose definitions all have a word for what they are."""
_RULES = frozenset(("awk", "scss"))
_HEADER_MAX = 2000
"""Characters of what stands before a brace; lines may be very long."""
_MARKS = re.compile(r"[()\[\]{};]")


def by_braces(page: Sheet, language: str) -> Iterator[Found]:
    """Yield the definitions that pairs of braces enclose."""
    lines = Lines(page.text)
    brackets = [Bracket(page.text[at], at) for at in page.tokens.brackets]
    pairs, faults = matched(brackets, lines)
    wrong = sorted(lines.number(fault.bracket.at) - 1 for fault in faults)
    opened = _opened_before(pairs, lines)
    inside = _in_round_ones(pairs)
    best: dict[tuple[int, str], Found] = {}
    for first, last in pairs:
        if first.text != "{":
            continue
        one = _found(page, language, (first.at, last.at), opened, nested=first.at in inside)
        if one is None:
            continue
        known = best.get((one.row, one.name))
        if known is None or known.last <= one.last:
            unsure = any(one.row <= row <= one.last for row in wrong)
            best[one.row, one.name] = one._replace(unsure=unsure)
    yield from best.values()


def has_blocks(page: Sheet) -> bool:
    """Whether blocks are written with braces here: one ends a line, and what it opens, later."""
    shown = page.shown
    return any(
        shown[at] == "{" and shown[at + 1 : at + 80].partition("\n")[0].strip() == ""
        for at in page.tokens.brackets
    )


def _found(
    page: Sheet,
    language: str,
    at: tuple[int, int],
    opened: dict[int, int],
    *,
    nested: bool,
) -> Found | None:
    """Return what a pair of braces encloses, if its header line says it."""
    row, last = page.row(at[0]), page.row(at[1])
    end = at[0]
    if not page.text[max(page.starts[row], end - _HEADER_MAX) : end].strip():
        row = _row_above(page, row)
        if row < 0:
            return None
        end = page.starts[row + 1] - 1
    while row in opened:
        row = opened[row]
    begin = max(page.starts[row], end - _HEADER_MAX)
    begin += _last_statement(page.shown[begin:end])
    header = page.shown[begin:end]
    header = header if header.strip() else page.text[begin:end]
    begin += len(header) - len(header.lstrip())
    row = page.row(begin)
    head = _named(page, language, (begin, end), is_long=last > row, nested=nested)
    return Found(head.kind, head.name, row, last) if head else None


def _named(
    page: Sheet, language: str, at: tuple[int, int], *, is_long: bool, nested: bool
) -> Named | None:
    shown, text = page.shown[slice(*at)], page.text[slice(*at)]
    if found := named(shown, text):
        return found
    if language in _WORDED or not is_long:
        return None
    if not nested and language not in _RULES and (found := called(shown, text)):
        return found
    return None if nested else block(shown, text, "rule" if language in _RULES else "block")


def _row_above(page: Sheet, row: int) -> int:
    """Return the row above one with a brace alone, if that opens the block; -1: it does not."""
    above = page.shown_lines[row - 1].rstrip() if row else ""
    return row - 1 if above and not above.endswith((";", "{", "}", ",", "(")) else -1


def _last_statement(shown: str) -> int:
    """Return where the last statement before a brace begins.

    Braces that are closed before it belong to it, as in `proc f {a b} {`.
    """
    begin = 0
    around: list[int] = []
    for found in _MARKS.finditer(shown):
        mark, at = found[0], found.start()
        if mark in "([{":
            around.append(at)
        elif around and mark != ";":
            around.pop()
        elif not around and mark in "};":
            begin = at + 1
    return max(begin, max((at + 1 for at in around if shown[at] == "{"), default=0))


def _opened_before(pairs: list[tuple[Bracket, Bracket]], lines: Lines) -> dict[int, int]:
    """Return for rows in which a round or square bracket closes in which one above it opens."""
    found: dict[int, int] = {}
    for first, last in pairs:
        if first.text == "{":
            continue
        opens, closes = lines.number(first.at) - 1, lines.number(last.at) - 1
        if opens < closes:
            found[closes] = min(opens, found.get(closes, opens))
    return found


def _in_round_ones(pairs: list[tuple[Bracket, Bracket]]) -> set[int]:
    """Return where braces stand that are directly in round or square brackets: arguments."""
    found: set[int] = set()
    around: list[tuple[Bracket, Bracket]] = []
    for pair in pairs:
        while around and around[-1][1].at < pair[0].at:
            around.pop()
        if around and around[-1][0].text != "{":
            found.add(pair[0].at)
        around.append(pair)
    return found
