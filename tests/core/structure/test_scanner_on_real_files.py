"""Files of this machine in languages without a grammar: no false alarm, ranges within the file.

A machine has what it has; the files are those that a fixed rule finds.
"""

import os
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from editjournal.daemon.core.structure.languages import GRAMMARS, language_of
from editjournal.daemon.core.structure.scanning.scanner import balance, definitions

FOLDERS = (sys.prefix, "/usr/share", "/usr/lib", "/etc", sys.base_prefix)
FOLDERS_MAX = 4_000
"""Of each of those, in the order of their names."""
_ENDINGS = "toml ini cfg sql mk pl pm R awk proto tcl vim el tex conf"
OF_EACH = 14
"""Files of one ending; all in all there are no more than 200."""
SIZE_MAX = 60_000
BROKEN = ("/invalid/", "/tutor/")
"""Texts that are meant not to be read, and a tutor whose extension is that of its people."""


def walked(top: str) -> Iterator[Path]:
    for folder, inner, names in islice(os.walk(top), FOLDERS_MAX):
        inner.sort()
        yield from (Path(folder, name) for name in sorted(names))


@cache
def by_ending() -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = {ending: [] for ending in _ENDINGS.split()}
    for top in FOLDERS:
        for path in walked(top):
            if (ending := path.suffix[1:]) in found:
                found[ending].append(path)
    return found


def files(ending: str) -> Iterator[tuple[Path, str]]:
    seen: set[str] = set()
    for path in by_ending()[ending]:
        if any(one in str(path) for one in BROKEN) or not path.is_file():
            continue
        if path.stat().st_size > SIZE_MAX:
            continue
        text = path.read_bytes().decode("utf-8", "replace")
        if text not in seen:
            seen.add(text)
            yield path, text


def chosen() -> Iterator[tuple[Path, str, str]]:
    for ending in by_ending():
        for path, text in islice(files(ending), OF_EACH):
            language = language_of(bytes(path), text)
            if language not in GRAMMARS and language != "xml":
                yield path, text, language


def test_real_files_are_in_order_and_their_ranges_within_them() -> None:
    looked_at, alarms = 0, list[str]()
    for path, text, language in chosen():
        looked_at += 1
        if problems := balance(text, language, bytes(path)).problems:
            alarms.append(f"{path}: {problems[0]}")
        total = text.count("\n") + (not text.endswith("\n"))
        found = definitions(text, language, bytes(path))
        for place, one in enumerate(found):
            assert 1 <= one.first <= one.line <= one.last <= total, (path, one)
            assert one.parent < place, (path, one)
            if one.parent >= 0:
                around = found[one.parent]
                assert around.first <= one.first <= one.last <= around.last, (path, one)
        assert [(one.first, -one.last) for one in found] == sorted(
            (one.first, -one.last) for one in found
        )
    assert alarms == []
    assert looked_at


@pytest.fixture
def headings(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, tuple[str, ...]]]:
    """Return a list to which the parser of TOML adds the lines and the keys of tables it reads."""
    read: list[tuple[int, tuple[str, ...]]] = []
    parser: Any = import_module("tomllib._parser")
    for name in ("create_dict_rule", "create_list_rule"):
        rule = getattr(parser, name)

        def noting(src: str, pos: int, out: Any, rule: Any = rule) -> Any:
            found = rule(src, pos, out)
            read.append((src.count("\n", 0, pos) + 1, found[1]))
            return found

        monkeypatch.setattr(parser, name, noting)
    return read


def test_toml_has_the_tables_that_its_parser_finds(
    headings: list[tuple[int, tuple[str, ...]]],
) -> None:
    for path, text in islice(files("toml"), 60):
        headings.clear()
        tomllib.loads(text)
        wanted = [*headings]
        headings.clear()
        found = definitions(text, "toml", bytes(path))
        for one in found:
            tomllib.loads(f"[{one.name}]")
        keys = [key for _, key in headings]
        assert [*zip([one.line for one in found], keys, strict=True)] == wanted, path
