"""Which brackets, tags and quotes of a text have no partner, by its language's grammar."""

from collections.abc import Iterable

from .....schemas.structure import Balance, Mark, Pair, Problem
from .....schemas.values import Span
from ..languages import MARKUP, SILENT, WITH_TAGS
from ..markup.scan import Region
from ..markup.tag_balance import tag_balance
from .code_balance import checked
from .mustaches import mustache_problems


def balanced(text: str, language: str, *, verbose: bool) -> Balance:
    """Return the balance of a text in a language that has a grammar, or of markup.

    Raises KeyError for other languages.
    """
    if language in SILENT:
        return Balance(language, "grammar", checked=False)
    if language in MARKUP:
        return _of_markup(text, language, verbose=verbose)
    found = checked(text, language, verbose=verbose)
    problems, pairs = found.problems, found.pairs
    if language in WITH_TAGS:
        tags = tag_balance(text, language, found.root)
        problems = _sorted_problems((*problems, *tags.problems))
        pairs = _sorted_pairs((*pairs, *tags.pairs)) if verbose else ()
    return Balance(language, "grammar", problems, pairs, found.unsure)


def _of_markup(text: str, language: str, *, verbose: bool) -> Balance:
    """Return the balance of tags, and that of scripts and styles where they stand."""
    tags = tag_balance(text, language)
    problems = list(tags.problems)
    pairs = list(tags.pairs) if verbose else []
    unsure: list[Span] = []
    for region in tags.regions:
        found = checked(region.text, region.language, verbose=verbose)
        problems += [_moved_problem(one, region) for one in found.problems]
        pairs += [Pair(_moved(one.first, region), _moved(one.last, region)) for one in found.pairs]
        rows = region.first_line
        unsure += [Span(one.first + rows, one.last + rows) for one in found.unsure]
    if language == "vue":
        problems += mustache_problems(text)
    return Balance(
        language, "grammar", _sorted_problems(problems), _sorted_pairs(pairs), tuple(unsure)
    )


def _moved_problem(problem: Problem, region: Region) -> Problem:
    partner = problem.partner and _moved(problem.partner, region)
    return Problem(problem.kind, _moved(problem.mark, region), partner)


def _moved(mark: Mark, region: Region) -> Mark:
    column = mark.column + (region.column if mark.line == 1 else 0)
    return Mark(mark.text, mark.line + region.first_line, column)


def _sorted_problems(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    return tuple(sorted(problems, key=_of_problem))


def _of_problem(problem: Problem) -> tuple[int, int]:
    return (problem.mark.line, problem.mark.column)


def _sorted_pairs(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    return tuple(sorted(pairs, key=_of_pair))


def _of_pair(pair: Pair) -> tuple[int, int]:
    return (pair.first.line, pair.first.column)
