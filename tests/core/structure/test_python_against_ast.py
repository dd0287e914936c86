"""Python's definitions against the language's own parser, on its standard library."""

import ast
import io
import sysconfig
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from editjournal.daemon.core.structure.definitions.by_grammar import definitions
from editjournal.daemon.core.structure.trees import parse

LIBRARY = Path(sysconfig.get_path("stdlib"))
NOT_LIBRARY = {"site-packages", "test", "tests", "idle_test", "lib2to3"}


class Range(NamedTuple):
    """A function or class: with its decorators, from `def` or `class`, and its end."""

    first: int
    line: int
    name: str
    last: int


class Score:
    """How many lines were looked at, and for how many the innermost definition is another."""

    def __init__(self) -> None:
        self.files = self.lines = self.firsts_wrong = self.wrong = self.wrong_as_it_is = 0

    def look(self, text: str) -> None:
        lines = text.split("\n")
        by_ast = list(ranges(ast.parse(text)))
        expected = innermost([with_comments(found, lines) for found in by_ast], len(lines))
        as_it_is = innermost([found for found, _ in by_ast], len(lines))
        found = innermost(
            [
                Range(found.first, found.line, found.name, found.last)
                for found in definitions(parse(text, "python"), text, "python")
            ],
            len(lines),
        )
        self.files += 1
        self.lines += len(lines)
        for one, other, plain in zip(found, expected, as_it_is, strict=True):
            self.firsts_wrong += one[:3] != other[:3]
            self.wrong += one != other
            self.wrong_as_it_is += one != plain


def ranges(tree: ast.Module) -> Iterator[tuple[Range, int]]:
    """Yield definitions, outer before inner, with the column of `def` or `class`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            last = node.end_lineno or node.lineno
            yield Range(first, node.lineno, node.name, last), node.col_offset


def with_comments(found: tuple[Range, int], lines: list[str]) -> Range:
    """Return a definition with the comments after its last statement that are indented in it.

    `ast` has no comments, and ends a definition before them.
    """
    known, column = found
    last = known.last
    for row in range(known.last, len(lines)):
        line = lines[row]
        indented = len(line) - len(line.lstrip()) > column
        if line.strip() and not (indented and line.lstrip().startswith("#")):
            break
        if line.strip():
            last = row + 1
    return known._replace(last=last)


def innermost(found: list[Range], count: int) -> list[Range | tuple[()]]:
    """Return for each line the definition that it lies in; () where there is none."""
    at: list[Range | tuple[()]] = [()] * count
    for one in sorted(found, key=lambda one: (one.first, -one.last)):
        at[one.first - 1 : one.last] = [one] * (one.last - one.first + 1)
    return at


def texts(every: int) -> Iterator[str]:
    """Yield one file in so many of the library, in a fixed order, if it can be parsed."""
    paths = [
        path
        for path in sorted(LIBRARY.rglob("*.py"))
        if NOT_LIBRARY.isdisjoint(path.relative_to(LIBRARY).parts)
    ]
    for path in paths[::every]:
        content = path.read_bytes()
        try:
            encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
            text = content.decode(encoding)
            ast.parse(text)
        except (SyntaxError, ValueError):
            continue
        yield text


def scored(every: int) -> Score:
    score = Score()
    for text in texts(every):
        score.look(text)
    assert score.files > 500 // every, "the standard library is not where it should be"
    assert score.firsts_wrong == 0
    assert score.wrong <= score.lines * 0.005
    return score


def test_every_fifth_file_has_the_definitions_that_the_language_sees() -> None:
    scored(5)


@pytest.mark.slow
def test_every_file_has_them_and_few_end_with_comments_that_the_language_does_not_see() -> None:
    score = scored(1)
    assert score.wrong_as_it_is <= score.lines * 0.005
