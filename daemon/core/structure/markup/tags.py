"""A tag, and where it stands in its text."""

import re
from bisect import bisect_right
from typing import Literal, NamedTuple

Kind = Literal["open", "close", "empty"]


class Tag(NamedTuple):
    """A tag as it stands in a text; lines and columns count from 1, offsets from 0."""

    name: str
    """As written; "" for a fragment's."""
    kind: Kind
    line: int
    column: int
    """In characters."""
    end_line: int
    """Of its last character."""
    start: int
    end: int
    """Behind it."""


class Place(NamedTuple):
    """Where a character stands, from 1."""

    line: int
    column: int


class Lines:
    """Where the lines of a text begin."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def place(self, offset: int) -> Place:
        """Return where a character stands."""
        line = bisect_right(self._starts, offset)
        return Place(line, offset - self._starts[line - 1] + 1)
