"""Lines and columns are those of reads and edits: only a line feed ends a line."""

import pytest

from editjournal.daemon.core import text as texts
from editjournal.daemon.core.structure import outlining

ODD = "a\x0bb\x0cc\x85d\u2028e\u2029f\rg\th\U0001f600i"
"""What ends a line elsewhere, and what is not one character everywhere."""

CASES = {
    "a.py": ("# {odd}\ndef f():\n    return 1\n", "f"),
    "a.js": ("/* {odd} */\nfunction f() {{\n  return 1;\n}}\n", "f"),
    "a.ts": ('const s = "x"; /* {odd} */\nfunction f(): void {{\n}}\n', "f"),
    "a.go": ("package p /* {odd} */\nfunc f() {{\n\treturn\n}}\n", "f"),
    "a.rs": ("/* {odd} */\nfn f() {{\n}}\n", "f"),
    "a.c": ("/* {odd} */\nint f(void) {{\n  return 1;\n}}\n", "f"),
    "a.java": ("/* {odd} */\nclass f {{\n}}\n", "f"),
    "a.rb": ('s = "{odd}"\ndef f\n  1\nend\n', "f"),
    "a.php": ("<?php /* {odd} */\nfunction f() {{\n}}\n", "f"),
    "a.kt": ("/* {odd} */\nfun f() {{\n}}\n", "f"),
    "a.swift": ("/* {odd} */\nfunc f() {{\n}}\n", "f"),
    "a.css": ("/* {odd} */\n.f {{\n  color: red;\n}}\n", ".f"),
    "a.toml": ('s = """{odd}"""\n[f]\nx = 1\n', "f"),
    "a.ini": ("; {odd}\n[f]\nx = 1\n", "f"),
    "a.zz": ("/* {odd} */\nthing f {{\n  x\n}}\n", "thing f"),
}


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("path", CASES)
def test_a_definition_has_the_lines_that_a_read_of_it_has(path: str, end: str) -> None:
    written, name = CASES[path]
    text = texts.of(written.format(odd=ODD).replace("\n", end).encode())
    shown = text.shown(0, text.lines)
    outline = outlining.outline(text.decoded(), path.encode())
    (found,) = (one for one in outline.definitions if one.name == name)
    assert name in shown[found.line - 1]
    assert (found.line, found.last) == (2, text.lines)


@pytest.mark.parametrize("path", ["a.py", "a.js", "a.go", "a.rs", "a.c", "a.rb", "a.kt", "a.css"])
def test_a_column_counts_the_characters_that_a_read_shows(path: str) -> None:
    begin, end = ('s = "', '"') if path in ("a.py", "a.rb") else ("/* ", " */")
    lone = "x\n" if path != "a.css" else ".x {}\n"
    odd = ODD.replace("\r", "")  # in a string of one line
    line = f"{begin}{odd}{end}; (" if path != "a.css" else f"{begin}{odd}{end} .y {{"
    text = texts.of(b"\xef\xbb\xbf" + f"{line}\n{lone}".encode())
    (problem, *_) = outlining.balance(text.decoded(), path.encode()).problems
    mark = problem.mark
    assert mark.text == line[-1]
    assert text.shown(mark.line - 1, 1)[0][mark.column - 1] == mark.text
    assert (mark.line, mark.column) == (1, len(line))
