"""How a reply writes the calls that it advises: as tools, to models, or as commands, to people."""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from ...schemas.replies import Call
from . import phrases
from .languages import ENGLISH, Language, unprefixed, without_prefix


class Forms(NamedTuple):
    """How calls are written, and what to say where calls alone do not say it."""

    call: Callable[[Call], str]
    advice: Mapping[str, str]
    """By code, instead of the language's sentences on what to do next."""
    apart: bool
    """Each advised call has a line of its own."""
    prefix: bool = True
    """Tools are named with their "be-"."""
    listed: frozenset[str] | None = None
    """Tools that the reader can call, by their full names; None: all."""
    stale: Call = Call("be-trx", {"action": "status"})
    """What lists the views that are stale."""


AS_TOOLS = Forms(phrases.call, MappingProxyType({}), apart=False)
AS_UNPREFIXED_TOOLS = Forms(
    phrases.unprefixed_call, MappingProxyType({}), apart=False, prefix=False
)
_TOOL = re.compile(r"(?<![\w-])be-[a-z-]*[a-z]", re.ASCII)


class Manner(NamedTuple):
    """How a reply is put: its calls, and its language."""

    forms: Forms
    language: Language

    def call(self, one: Call) -> str:
        """Return an advised call, the daemon's note behind it in words of this language."""
        note = self.language.term(one.note) if one.note else ""
        if note and one.tool == "be-confirm":  # not what to do, but what it would do
            note = f"({note})"
        return self.forms.call(Call(one.tool, one.arguments, note))

    def can_call(self, *names: str) -> bool:
        """Tell whether the reader can call these tools."""
        return self.forms.listed is None or self.forms.listed.issuperset(names)

    def offers(self, text: str) -> bool:
        """Tell whether the reader can call all tools that a text names in full."""
        return self.can_call(*_TOOL.findall(text))

    def tool(self, name: str) -> str:
        """Return a tool's name, or names, or a text with some, as they are listed."""
        return name if self.forms.prefix else without_prefix(name)


def manner(forms: Forms = AS_TOOLS, language: Language = ENGLISH) -> Manner:
    """Return forms and language such that both name the tools in the same way."""
    return Manner(forms, language if forms.prefix else unprefixed(language.code))


PLAIN = manner()
