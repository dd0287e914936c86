"""Markup as people and programs write it: files that lie about on this machine, read in place.

A machine has what it has: of each kind every n-th file in the order of their names.
"""

import random
import re
import sysconfig
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

import pytest

from editjournal.daemon.core.structure.markup.elements import elements
from editjournal.daemon.core.structure.markup.rules import RULES
from editjournal.daemon.core.structure.markup.tag_balance import problems

FOLDERS = (
    sysconfig.get_paths()["purelib"],
    *("/usr/share/doc", "/usr/share/mime", "/usr/share/icons", "/usr/share/xml", "/usr/share/gdb"),
    *("/usr/share/glib-2.0", "/usr/share/nodejs", "/usr/lib/node_modules"),
)
BYTES_MAX = 100_000


@cache
def named(*extensions: str) -> list[Path]:
    found = [
        path
        for folder in FOLDERS
        for extension in extensions
        for path in Path(folder).rglob(f"*.{extension}")
    ]
    return sorted(found)


def texts(*extensions: str, count: int) -> Iterator[tuple[Path, str]]:
    """Yield some files and what is in them: not those that are no UTF-8 or large."""
    found = [path for path in named(*extensions) if path.is_file()]
    for path in found[:: -(-len(found) // count) or 1]:
        raw = path.read_bytes()
        if len(raw) <= BYTES_MAX:
            try:
                yield path, raw.decode("utf-8-sig")
            except UnicodeDecodeError:
                continue


class Seen(NamedTuple):
    name: str
    first: int
    last: int
    parent: int


def by_expat(text: str) -> list[Seen] | None:
    """Return the elements of well-formed XML; None: it is none."""
    found: list[Seen] = []
    inner = [-1]
    parser = expat.ParserCreate()

    def begin(name: str, _: object) -> None:
        found.append(Seen(name, parser.CurrentLineNumber, 0, inner[-1]))
        inner.append(len(found) - 1)

    def end(_: str) -> None:
        index = inner.pop()
        found[index] = found[index]._replace(last=parser.CurrentLineNumber)

    parser.StartElementHandler = begin
    parser.EndElementHandler = end
    try:
        parser.Parse(text.encode(), True)
    except expat.ExpatError:
        return None
    return found


def test_elements_of_xml_are_those_of_expat() -> None:
    for path, text in texts("xml", "svg", "xsl", count=100):
        wanted = by_expat(re.sub(r"^<\?xml[^>]*>", lambda one: " " * len(one[0]), text))
        if wanted is None:
            continue
        found = elements(text, "xml", None)
        assert [(one.name, one.first, one.parent) for one in found] == [
            (one.name, one.first, one.parent) for one in wanted
        ], path
        # An empty element's last line is told as its first.
        ends = [
            (mine.last, its.last)
            for mine, its in zip(found, wanted, strict=True)
            if its.last != its.first
        ]
        assert [mine for mine, _ in ends] == [its for _, its in ends], path
        assert problems(text, "xml") == (), path


class Counting(HTMLParser):
    """The stack of those elements whose end tags must not be left out."""

    def __init__(self) -> None:
        super().__init__()
        self.inner: list[str] = []
        self.is_clean = True

    def _matters(self, tag: str) -> bool:
        return tag not in RULES["html"].void and not RULES["html"].is_optional(tag)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if self._matters(tag):
            self.inner.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if self._matters(tag):
            self.is_clean &= bool(self.inner) and self.inner.pop() == tag


def is_clean(text: str) -> bool:
    counting = Counting()
    counting.feed(text)
    counting.close()
    return counting.is_clean and not counting.inner


@cache
def clean_pages(count: int) -> list[tuple[Path, str]]:
    return [one for one in texts("html", count=count) if is_clean(one[1])]


def test_pages_whose_elements_all_have_end_tags_are_in_balance() -> None:
    for path, text in clean_pages(60):
        assert problems(text, "html") == (), path
        total = text.count("\n") + 1
        for one in elements(text, "html", None):
            assert 1 <= one.first <= one.last <= total, path


END_TAG = re.compile(r"</(?:div|span|a|ul|ol|table|pre|code|section|h[1-6]|em|b|i|dl|tt|strong)>")


class Mutant(NamedTuple):
    text: str
    line: int
    """Where an end tag was taken out or put in twice."""
    begin: int
    """Where its element begins."""


def mutants(pages: list[tuple[Path, str]]) -> Iterator[Mutant]:
    chance = random.Random(7)  # noqa: S311
    for _, text in pages:
        places = list(END_TAG.finditer(text))
        # What is in a script or a comment is no tag: a mutant is one only if it is no longer clean.
        for place in chance.sample(places, min(2, len(places))):
            twice = chance.choice((True, False))
            kept = place[0] * 2 if twice else ""
            changed = text[: place.start()] + kept + text[place.end() :]
            if not is_clean(changed):
                line = text.count("\n", 0, place.start()) + 1
                yield Mutant(changed, line, 0 if twice else _begin(text, line, place[0]))


def _begin(text: str, line: int, end_tag: str) -> int:
    name = end_tag[2:-1]
    inner = [
        one for one in elements(text, "html", None) if one.name.lower() == name and one.last == line
    ]
    return inner[-1].first if inner else 0


def check_mutants(count: int) -> tuple[int, int, int]:
    """Return how many mutants there were, were found, and were found in the right line."""
    total = caught = right = 0
    for one in mutants(clean_pages(count)):
        found = problems(one.text, "html")
        lines = {problem.mark.line for problem in found}
        lines |= {problem.partner.line for problem in found if problem.partner}
        total += 1
        caught += bool(found)
        right += bool(lines & {one.line, one.begin})
    return total, caught, right


def test_an_end_tag_taken_out_or_put_in_twice_is_found() -> None:
    total, caught, right = check_mutants(60)
    assert caught >= 0.99 * total
    assert right >= 0.8 * total


@pytest.mark.slow
def test_end_tags_taken_out_or_put_in_twice_are_found() -> None:
    total, caught, right = check_mutants(600)
    assert caught >= 0.99 * total
    assert right >= 0.8 * total
