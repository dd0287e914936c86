"""Which texts must be parsed for a call, and what came of it: parsing is done elsewhere."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from ...schemas.structure import Balance, Outline, Unparsed
from ...schemas.values import RelPath

What = Literal["outline", "balance", "pairs"]
"""pairs: a balance with those that match."""


class Parse(NamedTuple):
    """One version of a file, and what is to be known of it."""

    what: What
    path: RelPath
    """Its real one: the name tells the language."""
    digest: bytes


Parsed = Outline | Balance | Unparsed
NOTHING: Mapping[Parse, Parsed] = MappingProxyType({})
