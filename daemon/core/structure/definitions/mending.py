"""A text that does not parse, with as little changed as lets its definitions be seen.

A bracket or quote without partner gets one, or goes; every line stays where it is. What was
changed is a guess, so whatever lies around it is unsure.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from ast_grep_py import SgNode

from .....schemas.structure import Mark, Problem
from ..balance.code_balance import checked
from ..trees import parse

_PROBLEMS_MAX = 6
"""Brackets and quotes without partner that are mended in one text."""
_TEXT_MAX = 300_000
"""Characters of a text that is mended."""
_CHARACTERS_MAX, _TRIES_MAX = 1_000_000, 80
"""How much is parsed for one text, and how often it is."""
_SEEN = 30
"""Characters that do not parse which one more definition is worth."""
_ROUNDS = 2
"""Times that all problems are gone through."""
_CLOSER = {"(": ")", "[": "]", "{": "}"}
_OPENER = {closer: opener for opener, closer in _CLOSER.items()}
_BEHIND = re.compile(r"[ \t]*(?:->[^:{]*)?(?:[;,:]|=>)?[ \t]*\{?\s*\Z")
"""What may stand in a line behind the closing bracket that is missing there."""
_COMMENT = re.compile(r"\s*(?://|#|\*|--)")
_TWO_OF_THREE = re.compile(r"(?<!\")\"\"(?!\")(?=\s*$|(?<=^\"\")|(?<=\s\"\")\w)")
_QUOTE = re.compile(r"\\.|(?<=\w)'(?=\w)|[\"'`]")
_BRACKET = re.compile(r"[\[\](){}]")
_BLANKS = re.compile(r"[ \t]*")
_MARK = re.compile(r"[ \t]*(?:->|=>|[:={;\])}])")
"""What may stand behind a closing bracket that is missing in the middle of a line."""
_MARKS_MAX = 6
_WORD_END = re.compile(r"(?<=[\w$])(?![\w$])")


class _Edit(NamedTuple):
    """Characters of a row that go, from a column on, and what comes in their place."""

    row: int
    column: int
    removed: int
    put: str


_Edits = tuple[_Edit, ...]


class Mended(NamedTuple):
    text: str
    root: SgNode
    rows: tuple[int, ...]
    """What was changed, and what had no partner, by rows from 0; in order."""


class Worth(NamedTuple):
    """How much is to be seen in a tree."""

    unparsed: int
    """Characters that do not parse."""
    seen: int
    """Definitions."""

    @property
    def total(self) -> int:
        return _SEEN * self.seen - self.unparsed


Judge = Callable[[SgNode], Worth]


class _Workshop:
    """One text, and what was tried with it."""

    def __init__(self, text: str, language: str, judge: Judge, worth: Worth) -> None:
        self._lines = text.split("\n")
        self._language = language
        self._judge = judge
        self._left = min(_TRIES_MAX, _CHARACTERS_MAX // (len(text) + 1))
        self._tried: set[_Edits] = set()
        self.worth = worth
        self.edits: _Edits = ()
        self.best: tuple[str, SgNode] | None = None

    @property
    def is_done(self) -> bool:
        return self.worth.unparsed == 0 or self._left <= 0

    def look(self, edits: _Edits) -> bool:
        """Return whether more is to be seen with these edits than with any before."""
        edits = tuple(sorted(set(edits)))
        if self.is_done or edits in self._tried:
            return False
        self._tried.add(edits)
        self._left -= 1
        text = _edited(self._lines, edits)
        root = parse(text, self._language)
        worth = self._judge(root)
        if worth.total <= self.worth.total:
            return False
        self.worth, self.edits, self.best = worth, edits, (text, root)
        return True


def mended(text: str, language: str, judge: Judge, worth: Worth) -> Mended | None:
    """Return a text in which more is to be seen than in this one; None: nothing helps."""
    if len(text) > _TEXT_MAX:
        return None
    problems = _problems(text, language)
    lines = text.split("\n")
    ways = [list(dict.fromkeys(_ways(problem, lines))) for problem in problems]
    workshop = _Workshop(text, language, judge, worth)
    _choose(ways, workshop)
    if not workshop.is_done:
        for way in _odd_quotes(lines):
            workshop.look(way)
    if workshop.best is None:
        return None
    rows = {edit.row for edit in workshop.edits}.union(_rows(problems))
    return Mended(*workshop.best, tuple(sorted(rows)))


def _problems(text: str, language: str) -> tuple[Problem, ...]:
    return checked(text, language, verbose=False).problems[:_PROBLEMS_MAX]


def _rows(problems: Iterable[Problem]) -> Iterator[int]:
    for problem in problems:
        yield from (mark.line - 1 for mark in (problem.mark, problem.partner) if mark)


def _choose(ways: Sequence[Sequence[_Edits]], workshop: _Workshop) -> None:
    """Look for a way to mend each problem that goes best with those of the others."""
    chosen = [found[0] for found in ways]
    workshop.look(_joined(chosen))
    for _ in range(_ROUNDS):
        for place, found in enumerate(ways):
            for way in (*found, ()):
                if workshop.look(_joined([*chosen[:place], way, *chosen[place + 1 :]])):
                    chosen[place] = way


def _joined(ways: Iterable[_Edits]) -> _Edits:
    return tuple(edit for way in ways for edit in way)


def _edited(lines: Sequence[str], edits: _Edits) -> str:
    changed = list(lines)
    for edit in reversed(edits):
        line = changed[edit.row]
        behind = line[edit.column + edit.removed :]
        changed[edit.row] = line[: edit.column] + edit.put + behind
    return "\n".join(changed)


# --- ways to mend ---------------------------------------------------------------------------------


def _ways(problem: Problem, lines: Sequence[str]) -> Iterator[_Edits]:
    """Yield ways to mend a problem, the likeliest first; one at least."""
    row, column, text = _place(problem.mark)
    if problem.kind != "bracket":
        yield from _quote_ways(problem, lines)
    elif problem.partner is not None:
        yield (_Edit(row, column, 1, _CLOSER[problem.partner.text]),)
        yield from _opener_ways(problem.partner, lines)
    elif text in _CLOSER:
        yield from _opener_ways(problem.mark, lines)
    else:
        yield from _closer_ways(problem.mark, lines)


def _place(mark: Mark) -> tuple[int, int, str]:
    return mark.line - 1, mark.column - 1, mark.text


def _opener_ways(mark: Mark, lines: Sequence[str]) -> Iterator[_Edits]:
    """Yield ways to mend a bracket that is not closed."""
    row, column, text = _place(mark)
    closer = _CLOSER[text]
    end = _Edit(row, _end(lines[row], column + 1), 0, closer)
    block = _block_end(lines, row)
    closed = _Edit(block, len(lines[block].rstrip()), 0, closer)
    yield (closed,) if text == "{" else (end,)
    yield (end,) if text == "{" else (closed,)
    yield (_Edit(row, column, 1, " "),)
    yield from _before_marks(row, column + 1, closer, lines)


def _before_marks(row: int, column: int, closer: str, lines: Sequence[str]) -> Iterator[_Edits]:
    """Yield ways to close something in the middle of a line, from behind."""
    marks = [one.start() for one in _MARK.finditer(lines[row], column)]
    for at in reversed(marks[:_MARKS_MAX]):
        yield (_Edit(row, at, 0, closer),)


def _closer_ways(mark: Mark, lines: Sequence[str]) -> Iterator[_Edits]:
    """Yield ways to mend a closing bracket that nothing opens."""
    row, column, text = _place(mark)
    opener = _OPENER[text]
    gone = _Edit(row, column, 1, " ")
    if not lines[row][:column].strip():
        above = _header(lines, row)
        if above >= 0:
            yield (_Edit(above, len(lines[above].rstrip()), 0, f" {opener}"),)
    yield (gone,)
    yield (_Edit(row, column, 0, opener),)
    if text == ")":
        ends = [one.start() for one in _WORD_END.finditer(lines[row], 0, column)]
        for end in ends[1:4]:
            yield (_Edit(row, end, column - end, "("),)


def _quote_ways(problem: Problem, lines: Sequence[str]) -> Iterator[_Edits]:
    """Yield ways to mend a quote or a comment that does not end."""
    row, column, text = _place(problem.mark)
    closer = text.lstrip("@$abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    closer = {"/*": "*/", "--[[": "]]"}.get(text, closer)
    last = len(lines[row].rstrip())
    yield (_Edit(row, last, 0, closer),)
    yield from _before_marks(row, column + len(text), closer, lines)
    yield (_Edit(row, column, len(text), " " * len(text)),)
    yield (_Edit(row, column, last - column, " "),)


def _end(line: str, column: int) -> int:
    """Return the column where a line's closing bracket would stand."""
    found = _BEHIND.search(line, column)
    return found.start() if found else len(line.rstrip())


def _indent(line: str) -> int:
    found = _BLANKS.match(line)
    return len(found[0].expandtabs(8)) if found else 0


def _block_end(lines: Sequence[str], row: int) -> int:
    """Return the last row of what stands further to the right below a row."""
    indent, last = _indent(lines[row]), row
    for below in range(row + 1, len(lines)):
        if lines[below].strip():
            if _indent(lines[below]) <= indent:
                break
            last = below
    return last


def _header(lines: Sequence[str], row: int) -> int:
    """Return the nearest row above one that stands no further to the right; -1: there is none."""
    indent = _indent(lines[row])
    for above in range(row - 1, -1, -1):
        if lines[above].strip() and _indent(lines[above]) <= indent:
            return _closed_row(lines, above, row)
    return -1


def _closed_row(lines: Sequence[str], first: int, end: int) -> int:
    """Return the row in which the round brackets close that a row opens; else that row."""
    depth = 0
    for row in range(first, end):
        depth += lines[row].count("(") - lines[row].count(")")
        if depth <= 0:
            return row
    return first


def _odd_quotes(lines: Sequence[str]) -> Iterator[_Edits]:
    """Yield ways to close the quotes that have no other in their line."""
    for row, line in enumerate(lines):
        if _COMMENT.match(line):
            continue
        for found in _TWO_OF_THREE.finditer(line):
            yield (_Edit(row, found.start(), 0, '"'),)
        for mark, at in _odd(line):
            closers = _left_open(line[:at])
            yield (_Edit(row, max(at + 1, _end(line, at + 1)), 0, mark),)
            yield (_Edit(row, at, 1, " "),)
            if closers:
                yield (_Edit(row, len(line.rstrip()), 0, mark + closers),)


def _odd(line: str) -> Iterator[tuple[str, int]]:
    """Yield the quotes of which a line has an odd number, and where the last of each stands."""
    quotes = [one for one in _QUOTE.finditer(line) if len(one[0]) == 1]
    for mark in dict.fromkeys(one[0] for one in quotes):
        places = [one.start() for one in quotes if one[0] == mark]
        if len(places) % 2:
            yield mark, places[-1]


def _left_open(text: str) -> str:
    """Return what closes the brackets that a text opens."""
    waiting: list[str] = []
    for one in _BRACKET.findall(text):
        if one in _CLOSER:
            waiting.append(_CLOSER[one])
        elif waiting and waiting[-1] == one:
            waiting.pop()
    return "".join(reversed(waiting))
