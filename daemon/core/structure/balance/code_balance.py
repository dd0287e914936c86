"""Brackets, quotes and comments of one text in one language that has a grammar."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ast_grep_py import SgNode

from .....schemas.structure import Pair, Problem
from .....schemas.values import Span
from ..languages import WITH_TAGS
from ..lines import Lines
from ..patterns import blank
from ..php_pages import without_pages
from ..trees import ERROR, parse, position
from .alternatives import LANGUAGES as CONDITIONAL
from .alternatives import Split
from .bracket_tokens import Bracket, bracket_tokens, brackets_in_text
from .brackets import OPENER_OF, Fault, Matched, marked, matched
from .text_scan import c_scan, is_sound
from .unclosed import Unclosed, open_comment, unclosed

_MENDS = 4
"""Quotes without an end that are looked for in one text."""
_RESUMES = 40
"""Times that a parser which gave up is set going again behind that place."""
_WITH_MACROS = frozenset(("c", "cpp"))
_BRACKET = re.compile(r"[\[\](){}]")


class Findings(NamedTuple):
    """What was found, by where it stands."""

    problems: tuple[Problem, ...]
    pairs: tuple[Pair, ...]
    unsure: tuple[Span, ...]
    """Lines that do not parse."""
    root: SgNode


class _Mended(NamedTuple):
    """A text without what the quotes and comments in it swallow that have no end."""

    text: str
    root: SgNode
    open: list[Unclosed]


def checked(text: str, language: str, *, verbose: bool) -> Findings:
    """Return what stands without partner; with `verbose` also what has one."""
    lines = Lines(text)
    text = without_pages(text) if language == "php" else text
    root = parse(text, language)
    broken = _broken(root)
    best = _explained(_Mended(text, root, []), language, lines, text)
    mended = _mended(text, language, root, parses=not broken)
    if mended.open:
        other = _explained(mended, language, lines, text)
        best = _simpler(other, best)
    if (best.open or best.faults) and is_sound(text, language):
        best = _Explained([], [], best.pairs)
    problems = [Problem(one.kind, lines.mark(one.mark, one.at), None) for one in best.open]
    problems += [one.problem(lines) for one in best.faults]
    return Findings(
        tuple(sorted(problems, key=_place)),
        marked(best.pairs, lines) if verbose else (),
        _spans(broken, lines),
        root,
    )


class _Explained(NamedTuple):
    """One explanation of a text: what has no end, what has no partner."""

    open: list[Unclosed]
    faults: list[Fault]
    pairs: list[tuple[Bracket, Bracket]]


def _explained(mended: _Mended, language: str, lines: Lines, text: str) -> _Explained:
    readings = _readings(mended, text, language, lines)
    best = min((_paired(one, text, language, lines) for one in readings), key=_count)
    return _Explained(mended.open, _kept(best.faults, mended, text), best.pairs)


def _simpler(quotes: _Explained, brackets: _Explained) -> _Explained:
    """Return the explanation with fewer problems.

    That of brackets alone may be no problem at all only because they stand in an endless string.
    """
    if not brackets.faults:
        return quotes
    with_quotes = len(quotes.open) + len(quotes.faults)
    return quotes if with_quotes <= len(brackets.faults) else brackets


def _count(found: Matched) -> int:
    return len(found.faults)


def _place(problem: Problem) -> tuple[int, int]:
    return (problem.mark.line, problem.mark.column)


# --- what does not parse --------------------------------------------------------------------------


def _broken(root: SgNode) -> list[SgNode]:
    """Return what does not parse, and what the parser had to put in."""
    missing = [node for node in root.find_all(regex="^$") if not node.is_named()]
    return [*root.find_all(kind=ERROR), *missing]


def _spans(broken: list[SgNode], lines: Lines) -> tuple[Span, ...]:
    """Return the lines of nodes, those that meet as one."""
    spans: list[Span] = []
    end = lines.last  # what the parser had to put in may stand behind it
    places = sorted((position(node), len(node.text().rstrip())) for node in broken)
    for start, length in places:
        first = min(lines.number(start), end)
        last = min(lines.number(start + max(length - 1, 0)), end)
        if spans and first <= spans[-1].last + 1:
            spans[-1] = Span(spans[-1].first, max(spans[-1].last, last))
        else:
            spans.append(Span(first, last))
    return tuple(spans)


def _mended(text: str, language: str, root: SgNode, *, parses: bool) -> _Mended:
    """Take out what has no end; of a text that parses that can be a comment alone."""
    open_: list[Unclosed] = []
    look = open_comment if parses else unclosed
    seen = c_scan(text).open_quotes if language in _WITH_MACROS else None
    for _ in range(_MENDS):
        found = look(root, text, language)
        if found is None or (found.kind == "quote" and seen is not None and found.at not in seen):
            break
        open_.append(found)
        text = text[: found.at] + blank(text[found.at : found.end]) + text[found.end :]
        root = parse(text, language)
    return _Mended(text, root, open_)


def _kept(faults: list[Fault], mended: _Mended, text: str) -> list[Fault]:
    """Leave out what is open where a quote or comment swallows the rest of the text."""
    if not any(one.end == len(text) for one in mended.open):
        return faults
    return [one for one in faults if one.partner or one.bracket.text in OPENER_OF]


# --- brackets -------------------------------------------------------------------------------------


def _readings(mended: _Mended, text: str, language: str, lines: Lines) -> Iterator[list[Bracket]]:
    """Yield what the brackets may be.

    What stands behind a quote without an end may be meant to be in it or not, and so may what
    stands behind a tag without one.
    """
    found = _brackets(mended, language)
    yield found
    if language in WITH_TAGS and (in_text := brackets_in_text(mended.root)):
        yield sorted([*found, *in_text], key=_at)
    within_lines = [one for one in mended.open if one.end < len(text)]
    if within_lines:
        swallowed = [
            Bracket(one[0], one.start())
            for open_ in within_lines
            for one in _BRACKET.finditer(text, open_.at, open_.end)
        ]
        yield sorted([*found, *swallowed], key=_at)
        numbers = {lines.number(one.at) for one in within_lines}
        yield [one for one in found if lines.number(one.at) not in numbers]


def _at(bracket: Bracket) -> int:
    return bracket.at


def _brackets(mended: _Mended, language: str) -> list[Bracket]:
    """Return the brackets of a text, also those behind the place where the parser gave up."""
    if language in _WITH_MACROS:
        return c_scan(mended.text).brackets
    found = bracket_tokens(mended.root, language)
    text, root, start = mended.text, mended.root, 0
    for _ in range(_RESUMES):
        end = start + position(root) + len(root.text())
        if not text[end:].strip():
            break
        line_end = text.find("\n", end)
        start = len(text) if line_end < 0 else line_end + 1
        found += [Bracket(one[0], one.start()) for one in _BRACKET.finditer(text, end, start)]
        root = parse(text[start:], language)
        found += [Bracket(one.text, one.at + start) for one in bracket_tokens(root, language)]
    return found


def _paired(brackets: list[Bracket], text: str, language: str, lines: Lines) -> Matched:
    """Return what pairs; with conditional compilation by the first branches that have a fault.

    A macro may well open a block that another closes.
    """
    whole = matched(brackets, lines)
    if not whole.faults or language not in CONDITIONAL:
        return whole
    split = Split(text, brackets)
    of_directives = [
        fault
        for one in split.directives
        for fault in matched(one, lines).faults
        if fault.bracket.text not in "{}"
    ]
    readings = [matched(one, lines) for one in split.readings()]
    with_fault = next((one for one in readings if one.faults), readings[0])
    return Matched(with_fault.pairs, sorted([*with_fault.faults, *of_directives], key=_of_fault))


def _of_fault(fault: Fault) -> int:
    return fault.bracket.at
