"""Files that stand on this machine: those that parse are silent, and so is no bracket lost.

They are read in place and chosen by a fixed rule, evenly from all there are of a language.
"""

import os
import random
import sysconfig
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from editjournal.daemon.core.structure.balance.balanced import balanced
from editjournal.daemon.core.structure.languages import GRAMMARS, language_of
from editjournal.schemas.structure import Balance, Mark

ROOTS = (
    sysconfig.get_path("stdlib"),
    sysconfig.get_path("purelib"),
    "/usr/share",
    "/usr/lib",
    "/usr/include",
    "/etc",
)
SIZE_MIN, SIZE_MAX = 200, 40_000
LANGUAGES = GRAMMARS - {"html", "markdown"}
"""What has rules of its own for what needs no partner has tests of its own too."""


class File(NamedTuple):
    path: Path
    language: str
    text: str


class Tally:
    """What became of the mutants."""

    def __init__(self) -> None:
        self.made: Counter[str] = Counter()
        self.still_right: Counter[str] = Counter()
        """Texts that the language allows: "${a}" without its brace is text too."""
        self.caught: Counter[str] = Counter()
        self.placed: Counter[str] = Counter()

    @property
    def wrong(self) -> int:
        return self.made.total() - self.still_right.total()

    def lines(self) -> str:
        return "\n".join(
            f"{language:12} made {self.made[language]:5} still right {self.still_right[language]:4}"
            f" caught {self.caught[language]:5} placed {self.placed[language]:5}"
            for language in sorted(self.made)
        )


@cache
def paths() -> dict[str, list[Path]]:
    """Return all files by language, in order."""
    found: dict[str, list[Path]] = {}
    for root in ROOTS:
        for folder, folders, names in os.walk(root):
            folders.sort()
            for name in sorted(names):
                language = language_of(os.fsencode(name), "")
                if language in LANGUAGES:
                    found.setdefault(language, []).append(Path(folder, name))
    return found


def files(per_language: int) -> Iterator[File]:
    for language, all_of_it in sorted(paths().items()):
        chosen = 0
        step = max(1, len(all_of_it) // (per_language * 3))
        for path in all_of_it[::step]:
            text = text_of(path)
            if text is not None and chosen < per_language:
                chosen += 1
                yield File(path, language, text)


def text_of(path: Path) -> str | None:
    try:
        if path.is_symlink() or not SIZE_MIN <= path.stat().st_size <= SIZE_MAX:
            return None
        return path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return None


def offset(text: str, mark: Mark) -> int:
    return sum(len(line) + 1 for line in text.split("\n")[: mark.line - 1]) + mark.column - 1


def mutate(file: File, whole: Balance, seeded: random.Random, tally: Tally) -> None:
    """Delete or double one bracket and look whether its line or its partner's is told."""
    pair = seeded.choice(whole.pairs)
    mark = seeded.choice((pair.first, pair.last))
    at = offset(file.text, mark)
    assert file.text[at : at + len(mark.text)] == mark.text
    put = seeded.choice(("", mark.text * 2))
    mutant = file.text[:at] + put + file.text[at + len(mark.text) :]
    found = balanced(mutant, file.language, verbose=False)
    tally.made[file.language] += 1
    if found.problems:
        first = found.problems[0]
        told = {mark.line for mark in (first.mark, first.partner) if mark}
        tally.caught[file.language] += 1
        tally.placed[file.language] += bool(told & {pair.first.line, pair.last.line})
    elif not found.unsure:
        tally.still_right[file.language] += 1


def run(per_language: int, mutants_per_file: int) -> tuple[Counter[str], list[str], Tally]:
    """Return the files that parse by language, those of them with a problem, and the mutants."""
    parsed: Counter[str] = Counter()
    alarms: list[str] = []
    tally = Tally()
    for file in files(per_language):
        whole = balanced(file.text, file.language, verbose=True)
        if whole.unsure:
            continue
        parsed[file.language] += 1
        if whole.problems:
            alarms.append(f"{file.path}: {whole.problems[:2]}")
            continue
        brackets = [pair for pair in whole.pairs if len(pair.first.text) == 1]
        seeded = random.Random(file.path.name)  # noqa: S311 - the same mutants each time
        for _ in range(mutants_per_file if brackets else 0):
            mutate(file, Balance(whole.language, whole.way, pairs=tuple(brackets)), seeded, tally)
    return parsed, alarms, tally


def check(per_language: int, mutants_per_file: int) -> tuple[Counter[str], Tally]:
    parsed, alarms, tally = run(per_language, mutants_per_file)
    assert alarms == []
    assert tally.caught.total() >= 0.99 * tally.wrong, tally.lines()
    assert tally.placed.total() >= 0.8 * tally.wrong, tally.lines()
    assert tally.still_right.total() <= 0.1 * tally.made.total(), tally.lines()
    return parsed, tally


def test_files_that_parse_are_silent_and_a_bracket_more_or_less_is_told() -> None:
    parsed, tally = check(per_language=8, mutants_per_file=2)
    assert parsed["python"] == 8
    assert tally.made["python"] == 16


@pytest.mark.slow
def test_so_it_is_with_hundreds_of_files() -> None:
    parsed, tally = check(per_language=120, mutants_per_file=4)
    print(f"\n{parsed.total()} files that parse: {dict(parsed)}\n{tally.lines()}")  # noqa: T201
    assert parsed["python"] == 120
