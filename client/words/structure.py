"""What stands where in a file, in words: the range around a line, an outline, a balance.

src/cart.py:8-19  method total (8-9 decorators), in class Cart 4-120
src/App.vue:12-30  <section>, in <main> 8-60, <template> 1-61
"""

from collections.abc import Iterable

from ...schemas.replies import Balanced, Outlined, Ranged
from ...schemas.structure import Definition, Mark, Pair, Problem
from ...schemas.values import Span
from . import phrases
from .languages import Language

ELEMENT, METHOD = "element", "method"
CHAIN_MAX = 12
SPANS_MAX = 3
_ABOVE = ("decorators", "attributes", "comment")


# --- ranges ---------------------------------------------------------------------------------------


def ranged(reply: Ranged, language: Language) -> str:
    found, path = reply.found, phrases.leading_path(reply.path)
    told = f"{path}:{Span(found.first, found.last)}  {_named(found)}{_above(found, language)}"
    if reply.chain:
        some = [f"{_named(one)} {Span(one.first, one.last)}" for one in reply.chain[:CHAIN_MAX]]
        chain, more = ", ".join(some), len(reply.chain) - len(some)
        if more > 0:
            chain = language.say("and_more", listed=chain, more=more)
        told = language.say("range_in", told=told, chain=chain)
    marks = [language.phrases["range_unsure"]] if found.unsure else []
    return told + _marks([*marks, *_by_scanner(reply.way, language)])


def _named(one: Definition) -> str:
    name = phrases.one_line(one.name, phrases.NAME_CHARACTERS_MAX)
    if one.kind == ELEMENT:
        return f"<{name}>"
    return " ".join(filter(None, (phrases.one_line(one.kind, 40), name)))


def _above(one: Definition, language: Language) -> str:
    """Return what stands above a definition and belongs to it, if anything does."""
    if one.line <= one.first or not one.above:
        return ""
    what = language.listed([language.phrases[f"above_{it}"] for it in _ABOVE if it in one.above])
    return language.say("above", span=Span(one.first, one.line - 1), what=what)


def _by_scanner(way: str, language: Language) -> list[str]:
    return [language.phrases["by_scanner"]] if way == "scanner" else []


def _marks(marks: Iterable[str]) -> str:
    told = "; ".join(marks)
    return f"  ({told})" if told else ""


# --- outlines -------------------------------------------------------------------------------------


def outlined(reply: Outlined, language: Language) -> str:
    path = phrases.leading_path(reply.path)
    key = "outline" if reply.definitions else "outline_empty"
    told = language.say(key, path=path, total=reply.total)
    return told + _marks(_by_scanner(reply.way, language))


def outline_lines(reply: Outlined, language: Language) -> list[str]:
    """Return the definitions, a line each, those that lie in others further in."""
    depths: list[int] = []
    found: list[str] = []
    for one in reply.definitions:
        depth = depths[one.parent] + 1 if 0 <= one.parent < len(depths) else 0
        depths.append(depth)
        found.append("  " * depth + _definition(one, language))
    more = reply.more
    return [*found, *([language.say("definitions_more", more=f"{more:,}")] if more else [])]


def _definition(one: Definition, language: Language) -> str:
    """Return a definition's lines, kind and name; a method's kind is said by where it lies."""
    bare = one.kind == METHOD and one.parent >= 0 and one.name
    named = phrases.one_line(one.name, phrases.NAME_CHARACTERS_MAX) if bare else _named(one)
    unsure = _marks([language.phrases["unsure"]] if one.unsure else [])
    return f"{Span(one.first, one.last)} {named}{unsure}"


# --- balance --------------------------------------------------------------------------------------


def balanced(reply: Balanced, language: Language) -> str:
    path, balance = phrases.leading_path(reply.path), reply.balance
    if balance.problems:
        told = language.say("unbalanced", path=path, number=len(balance.problems))
    else:
        key = "balanced" if balance.checked else "balance_nothing"
        told = language.say(key, path=path)
    marks: list[str] = []
    if balance.unsure:
        spans = phrases.spans(balance.unsure, SPANS_MAX, language)
        marks.append(language.say("unparsed", spans=spans))
    return told + _marks(marks)


def balance_lines(reply: Balanced, language: Language) -> list[str]:
    """Return what has no partner, and what has one where that was asked for."""
    problems = [problem(one, language) for one in reply.balance.problems]
    return [*problems, *map(_pair, reply.balance.pairs)]


def problem(one: Problem, language: Language) -> str:
    if one.kind in ("quote", "comment"):
        return language.say("mark_open", mark=_mark(one.mark))
    if one.partner is None:
        return language.say("mark_alone", mark=_mark(one.mark))
    partner, at = _text(one.partner), f"{one.partner.line}:{one.partner.column}"
    return language.say("mark_closes", mark=_mark(one.mark), partner=partner, at=at)


def _pair(one: Pair) -> str:
    return f"{_mark(one.first)} {one.last.line}:{one.last.column} {_text(one.last)}"


def _mark(one: Mark) -> str:
    return f"{one.line}:{one.column} {_text(one)}"


def _text(one: Mark) -> str:
    return phrases.one_line(one.text, phrases.NAME_CHARACTERS_MAX)
