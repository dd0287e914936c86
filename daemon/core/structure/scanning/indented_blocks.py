"""Definitions by indentation: lines that are followed by deeper ones."""

import re
from collections.abc import Iterator

from .header_lines import block, named
from .sheets import Found, Sheet

_CLOSER = re.compile(r"(?:end\w*|END\w*|done|fi|esac|[\]})]+)\b|[\]})]+")


def by_indentation(page: Sheet) -> Iterator[Found]:
    """Yield the lines that are followed by deeper ones, up to the last of these.

    A line that closes the block in words or brackets belongs to it.
    """
    inside = _rows_in_brackets(page)
    rows = [
        (row, _indent(line))
        for row, line in enumerate(page.shown_lines)
        if row not in inside and line.strip()
    ]
    open_rows: list[tuple[int, int]] = []
    last_row = 0
    for place, (row, indent) in enumerate(rows):
        while open_rows and open_rows[-1][1] >= indent:
            first, level = open_rows.pop()
            closes = level == indent and _CLOSER.match(page.shown_lines[row].strip())
            yield from _found(page, first, row if closes else last_row)
        if place + 1 < len(rows) and rows[place + 1][1] > indent:
            open_rows.append((row, indent))
        last_row = _end_of(row, inside, len(page.lines))
    for first, _ in reversed(open_rows):
        yield from _found(page, first, last_row)


def _found(page: Sheet, row: int, last: int) -> Iterator[Found]:
    text = page.lines[row].strip()
    at = page.lines[row].find(text)
    shown = page.shown_lines[row][at : at + len(text)]
    if head := named(shown, text) or block(shown, text):
        yield Found(head.kind, head.name, row, last)


def _end_of(row: int, inside: set[int], total: int) -> int:
    """Return the last row of what begins in a row and goes on in brackets."""
    while row + 1 < total and row + 1 in inside:
        row += 1
    return row


def _rows_in_brackets(page: Sheet) -> set[int]:
    """Return the rows that begin inside of brackets."""
    found: set[int] = set()
    depth, begun = 0, 0
    for at in page.tokens.brackets:
        if page.text[at] in "([{":
            begun = begun if depth else page.row(at)
            depth += 1
        elif depth:
            depth -= 1
            found.update(range(begun + 1, page.row(at) + 1) if depth == 0 else ())
    return found


def _indent(line: str) -> int:
    expanded = line.expandtabs(8)
    return len(expanded) - len(expanded.lstrip())
