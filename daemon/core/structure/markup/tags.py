"""A tag, and where it stands in its text."""

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
