"""Files of this machine without one of their brackets or quotes: what they define is still seen.

Whatever does not have the place in it where something is missing is as it was; what has it there
begins where it did, and is unsure.
"""

import random
import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from editjournal.daemon.core.structure.balance.balanced import balanced
from editjournal.daemon.core.structure.definitions.by_grammar import definitions
from editjournal.daemon.core.structure.definitions.errors import errors
from editjournal.daemon.core.structure.trees import parse
from editjournal.schemas.structure import Definition
from tests.core.structure.test_balance_on_real_files import offset, paths, text_of

LANGUAGES = ("python", "javascript", "c", "cpp", "php", "bash", "css")
LENGTH_MAX = 12_000
"""Of the texts of the short run."""
_QUOTE = re.compile(r"[\"'`]")


class Mutant(NamedTuple):
    text: str
    line: int
    """Where something is missing."""


class Tally:
    def __init__(self) -> None:
        self.mutants = self.others = self.others_right = self.around = self.around_found = 0
        self.surely_wrong: list[str] = []

    def look(self, whole: tuple[Definition, ...], mutant: Mutant, language: str) -> None:
        root = parse(mutant.text, language)
        if not errors(root):
            return
        found = definitions(root, mutant.text, language)
        seen = {(one.first, one.name): one for one in found}
        self.mutants += 1
        for one in whole:
            now = seen.get((one.first, one.name))
            is_right = now is not None and now.last == one.last
            if one.first <= mutant.line <= one.last:
                self.around += 1
                self.around_found += now is not None
            else:
                self.others += 1
                self.others_right += is_right
            if now and not is_right and not now.unsure:
                self.surely_wrong.append(f"{language} {mutant.line} {one} {now}")


def texts(language: str, count: int, length_max: int) -> Iterator[str]:
    """Yield texts that parse, evenly from all there are."""
    all_of_it = paths().get(language, [])
    chosen = 0
    for path in all_of_it[:: max(1, len(all_of_it) // (count * 4))]:
        text = text_of(path)
        if (
            text
            and len(text) <= length_max
            and chosen < count
            and "\n" in text[:-1]
            and not errors(parse(text, language))
        ):
            chosen += 1
            yield text


def mutants(text: str, language: str, count: int) -> Iterator[Mutant]:
    """Yield a text without one of its brackets, and now and then without one of its quotes."""
    seeded = random.Random(text)  # noqa: S311 - the same mutants each time
    pairs = [
        pair for pair in balanced(text, language, verbose=True).pairs if len(pair.first.text) == 1
    ]
    quotes = [found.start() for found in _QUOTE.finditer(text)]
    for _ in range(count if pairs else 0):
        if quotes and seeded.random() < 0.25:
            at = seeded.choice(quotes)
        else:
            pair = seeded.choice(pairs)
            at = offset(text, seeded.choice((pair.first, pair.last)))
        yield Mutant(text[:at] + text[at + 1 :], text.count("\n", 0, at) + 1)


def run(files: int, mutants_per_file: int, length_max: int) -> Tally:
    tally = Tally()
    for language in LANGUAGES:
        for text in texts(language, files, length_max):
            whole = definitions(parse(text, language), text, language)
            for mutant in mutants(text, language, mutants_per_file):
                tally.look(whole, mutant, language)
    return tally


def check(tally: Tally) -> None:
    assert tally.others_right >= 0.99 * tally.others, vars(tally)
    assert tally.around_found >= 0.85 * tally.around, vars(tally)
    assert len(tally.surely_wrong) <= 0.005 * tally.others, tally.surely_wrong


def test_what_lies_elsewhere_is_as_it_was_and_what_lies_around_is_found() -> None:
    tally = run(files=4, mutants_per_file=2, length_max=LENGTH_MAX)
    assert tally.mutants > 10
    check(tally)


@pytest.mark.slow
def test_so_it_is_with_hundreds_of_files() -> None:
    tally = run(files=100, mutants_per_file=3, length_max=1 << 20)
    print({name: value for name, value in vars(tally).items() if isinstance(value, int)})  # noqa: T201
    assert tally.mutants > 300
    check(tally)
