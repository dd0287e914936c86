"""What a reader of broken arguments knows of the tool that they are for."""

from collections.abc import Callable
from typing import NamedTuple


class Names(NamedTuple):
    """A tool's names of arguments."""

    known: frozenset[str]
    """All that it takes, and those that callers add; by whatever name."""
    own: Callable[[str], str]
    """The tool's name for a name."""
    texts: frozenset[str]
    """Those of its own names under which free text comes."""
    required: frozenset[str]
    """Those of its own names without which no call is whole."""
