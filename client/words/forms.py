"""How a reply writes the calls that it advises: as tools, to models, or as commands, to people."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from ...schemas.messages import Call
from . import phrases


class Forms(NamedTuple):
    """How calls are written, and what to say where calls alone do not say it."""

    call: Callable[[Call], str]
    advice: Mapping[str, str]
    """By code, instead of the sentences in `wording.NEXT`."""
    apart: bool
    """Each advised call has a line of its own."""


AS_TOOLS = Forms(phrases.call, MappingProxyType({}), apart=False)
