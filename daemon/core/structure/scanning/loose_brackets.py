"""Brackets, quotes and comments without partner, in a language without a grammar.

Rather silent than wrong: a text is in order if one way to read it finds nothing.
"""

from collections.abc import Sequence

from .....schemas.structure import Balance, Problem
from ..balance.bracket_tokens import Bracket
from ..balance.brackets import marked, matched
from ..lines import Lines
from .readings import Reading
from .tokens import tokens


def checked(text: str, language: str, readings: Sequence[Reading], *, verbose: bool) -> Balance:
    """Return the balance of a text by the reading that has the least against it."""
    lines = Lines(text)
    best = Balance(language, "scanner")
    for place, reading in enumerate(readings):
        found = _by(text, language, reading, lines, verbose=verbose)
        if not found.problems:
            return found
        if place == 0 or len(found.problems) < len(best.problems):
            best = found
    return best


def _by(text: str, language: str, reading: Reading, lines: Lines, *, verbose: bool) -> Balance:
    read = tokens(text, reading)
    found = matched([Bracket(text[at], at) for at in read.brackets], lines)
    pairs = found.pairs if verbose else []
    # What does not end hides brackets, so that those seem to lack that do not.
    faults = found.faults if read.unended is None else []
    problems = [fault.problem(lines) for fault in faults]
    if read.unended:
        mark = lines.mark(read.unended.text, read.unended.at)
        problems.append(Problem(read.unended.kind, mark))
    return Balance(language, "scanner", tuple(problems), marked(pairs, lines))
