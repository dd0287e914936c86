"""From text that should have been a JSON object to the object that it means.

First what stands around it is taken off; then it is read as JSON with what people add to it, and
only where a string in it ends too early by the names of its tool. All of what stands between the
first brace and the last is a name, a value, or punctuation: nothing is left out, nothing made up.
"""

import re
from typing import Any, NamedTuple

from . import anchors, faults
from .faults import BehindError, CutError, UnclearError
from .grammar import Grammar
from .knowing import Names

STARTS_MAX = 20
"""So many braces are tried for the one that the object begins with."""
TAGS_MAX = 400
"""Characters of the tags behind an object."""
_START = re.compile(r"""\{\s*+(?:(["'])([\w-]{1,60})\1|([A-Za-z_][\w-]{0,60}))\s*+:""")
_NAME = re.compile(r"""\s*+(["'])([\w-]{1,60})\1\s*+:""")
_FENCE_BEFORE = re.compile(r"(?:\A|\n)[ \t]*```[\w-]*[ \t]*\r?\n?\s*\Z")
_FENCE = re.compile(r"\s*```")
_TAGS = re.compile(
    r"(?:\s*+</(?:[\w-]{1,20}:)?(?:invoke|parameter|function_calls|function|tool_calls?|tool_use"
    r"|arguments|args)>)++\s*+\Z"
)
_CLOSERS = {False: re.compile(r"[\s}]*+"), True: re.compile(r"[\s}]*+(?:\][\s}]*+)?")}
"""What may be too much behind an object, alone or in a list."""
_OF_OBJECTS = re.compile(r"""[{}"]""")
_WORDS = re.compile(r"""[ \t]*\r?\n\s*+[^\W\d_][^(){}\[\];=<>/\\"'`]*+\Z""")
"""Words on a line of their own."""
_GIVEN = re.compile(r"""(?<![\w-])([A-Za-z][\w-]{0,60})["'`*]*+\s*+[:=]""")
"""A name, and what tells its value."""


class Salvaged(NamedTuple):
    """An object, and what was wrong with its text."""

    values: dict[str, Any]
    faults: frozenset[str]

    @property
    def how(self) -> str:
        """The gravest fault, in words."""
        return next(one for one in faults.GRAVEST_FIRST if one in self.faults)

    @property
    def is_open(self) -> bool:
        """Whether its last brace is missing, or may be one of a text, so that more was meant."""
        return not self.faults.isdisjoint((faults.BRACE_LESS, faults.WORDS))


def salvage(text: str, names: Names) -> Salvaged:
    """Return the object that a text means which is no JSON.

    Raises UnclearError where it means none, or may mean several, and CutError where it ends too
    early.
    """
    text, found = _opened(text, names)
    try:
        values, more = _by_grammar(text, names, found)
    except UnclearError as first:
        return _by_names(text, names, found, first)
    except CutError as cut:
        return _with_bare_quotes(text, names, found, cut)
    return _salvaged(values, found | more)


def listed(text: str) -> Salvaged:
    """Return the list, under the name `list`, that a text means which is no JSON, as `salvage`."""
    grammar = Grammar(text.strip(), frozenset())
    if not grammar.text.startswith("["):
        raise UnclearError("it is no list")
    values, end = grammar.items(0)
    grammar.expect_one_writer()
    if grammar.text[end:].strip():
        raise UnclearError("something stands behind it")
    return _salvaged({"list": values}, grammar.found)


def _salvaged(values: dict[str, Any], found: set[str]) -> Salvaged:
    return Salvaged(values, frozenset(found or {faults.PROSE}))


def _by_names(text: str, names: Names, found: set[str], first: UnclearError) -> Salvaged:
    if first.problem == faults.HALF:
        raise first
    try:
        return _read_by_names(text, names, found)
    except CutError:
        if isinstance(first, BehindError):
            raise first from None
        raise anchors.cut(text, names) from first


def _with_bare_quotes(text: str, names: Names, found: set[str], cut: CutError) -> Salvaged:
    """Read a text that is whole if an odd quote in it is bare; else it is cut for certain."""
    try:
        return _read_by_names(text, names, found)
    except (CutError, UnclearError):
        raise cut from None


def _read_by_names(text: str, names: Names, found: set[str]) -> Salvaged:
    bare, behind = _without_tail(text, names, is_fenced=faults.FENCE in found)
    values, more = anchors.read(bare, names)
    return _salvaged(values, found | more | behind)


# --- what stands around it ------------------------------------------------------------------------


def _opened(text: str, names: Names) -> tuple[str, set[str]]:
    """Return a text from the brace of its object on, and what stood before that."""
    bare = text.lstrip()
    if (name := _NAME.match(bare)) and name[2] in names.known:
        return "{" + bare, {faults.BRACE_FIRST}
    for number, start in enumerate(_START.finditer(bare)):
        if (start[2] or start[3]) in names.known:
            return bare[start.start() :], _before(bare[: start.start()], names)
        if number >= STARTS_MAX:
            break
    raise UnclearError("no object with a known name begins in it")


def _before(lead: str, names: Names) -> set[str]:
    """Return what a text before an object is. Raises UnclearError for parts of another object."""
    if not lead.strip():
        return set()
    _expect_nothing_given(lead, names)
    if (fence := _FENCE_BEFORE.search(lead)) and not _OF_OBJECTS.search(lead[: fence.start()]):
        return {faults.FENCE}
    if lead.strip() == "[":
        return {faults.IN_LIST}
    if _OF_OBJECTS.search(lead):
        raise UnclearError("something that is no sentence stands before its object")
    return {faults.PROSE}


def _expect_nothing_given(words: str, names: Names) -> None:
    """Raise UnclearError where words around an object give values to names that are known."""
    known = {one.casefold() for one in names.known}
    if any(one[1].casefold() in known for one in _GIVEN.finditer(words)):
        raise BehindError("a value for a name stands beside its object")


def _by_grammar(text: str, names: Names, before: set[str]) -> tuple[dict[str, Any], set[str]]:
    grammar = Grammar(text, names.known)
    try:
        values, end = grammar.members(0)
    except CutError:
        grammar.expect_one_writer()
        raise
    grammar.expect_one_writer()
    return values, grammar.found | _behind(text, end, names, before)


def _behind(text: str, end: int, names: Names, before: set[str]) -> set[str]:
    """Return what stands behind an object. Raises UnclearError where it may be a part of it."""
    rest = text[end:]
    if rest.strip() == text[:end].strip():
        return {faults.TWICE}
    found: set[str] = set()
    if closers := _CLOSERS[faults.IN_LIST in before].match(rest):
        rest = rest[len(closers[0].rstrip()) :]
        found |= {faults.BRACE_MORE} if closers[0].strip() else set()
    if not rest.strip():
        return found
    if _TAGS.match(rest):
        return found | {faults.PROSE}
    if faults.FENCE in before and (fence := _FENCE.match(rest)):
        rest = rest[fence.end() :]
    return found | _words(rest, names)


def _words(rest: str, names: Names) -> set[str]:
    """Return what words behind an object are. Raises UnclearError where they may be of a text."""
    if not rest.strip():
        return set()
    if not _WORDS.match(rest):
        raise BehindError("something that is no sentence stands behind its object")
    _expect_nothing_given(rest, names)
    return {faults.PROSE, faults.WORDS}


def _without_tail(text: str, names: Names, *, is_fenced: bool) -> tuple[str, set[str]]:
    """Return a text without what can stand behind the last brace of an object, and what that is."""
    if is_fenced and (at := text.rfind("\n```")) >= 0 and not _OF_OBJECTS.search(text[at:]):
        return text[:at], _words(text[at + 4 :], names)
    text = text.rstrip()
    tags = _TAGS.search(text, max(0, len(text) - TAGS_MAX))
    return (text[: tags.start()], {faults.PROSE}) if tags else (text, set())
