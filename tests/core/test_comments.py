r"""Comments by language: headers that cannot end early, and lines that turn into a comment."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editjournal.daemon.core.comments import harmless, header, line_comment, syntax_of

SLASHES = "// {}\n"
HASH = "# {}\n"
DASHES = "-- {}\n"
MARKUP = "<!-- {} -->\n"
BY_EXTENSION = {
    HASH: "py pyi rb sh bash yaml yml toml ex exs nix r R jl pl pm ps1 mk cmake tf hcl tcl",
    SLASHES: "js mjs ts tsx go GO rs java kt c h cpp hpp cs swift scala dart zig sol php scss",
    DASHES: "lua sql hs",
    MARKUP: "html htm xml vue svelte svg md",
    "; {}\n": "ini lisp clj",
    "/* {} */\n": "css",
}
HEADERS: list[tuple[str, str]] = [
    *((f"src/a.{one}", form) for form, those in BY_EXTENSION.items() for one in those.split()),
    ("a.mdx", "{{/* {} */}}\n"),
    ("a.ml", "(* {} *)\n"),
    ("a.rst", ".. {}\n"),
    ("a.tex", "% {}\n"),
    ("a.vim", '" {}\n'),
    (".vimrc", '" {}\n'),
    ("a.bat", "REM {}\n"),
    ("a.json", ""),
    ("a.ipynb", ""),
    ("a.csv", ""),
    ("a.jsonc", SLASHES),
    ("Makefile", HASH),
    ("docker/Dockerfile", HASH),
    ("Dockerfile.web", HASH),
    ("web.dockerfile", HASH),
    ("CMakeLists.txt", HASH),
    ("go.mod", SLASHES),
    (".gitignore", HASH),
    ("LICENSE", HASH),
    ("a.unheard-of", HASH),
    ("py", HASH),
    ("a.js/notes", HASH),
]


@pytest.mark.parametrize(("path", "wanted"), HEADERS)
def test_a_header_is_a_comment_of_the_files_language(path: str, wanted: str) -> None:
    assert header(path.encode(), "one", "two") == "".join(
        wanted.format(text) for text in ("one", "two")
    )


def test_a_name_that_is_no_utf_8_has_a_language_by_its_end() -> None:
    assert header(b"caf\xe9.js", "x") == "// x\n"


HOSTILE = [
    *("*/ evil()", "--> <script>", "-- x --- y", "*) x", "*/} x", "a\nb", "a\rb", "a\u2028b"),
    *("end \\", r"\u000a evil();", "coding: rot13", "vim: set x", "?> <?php", "a & del", "%0a"),
    *("\x1b[31m", "\0", "\ud800", "caf\xe9", "`x`", "$(x)", "\u202e", "#[x]", "${x}", '"', "'"),
]


@pytest.mark.parametrize("text", HOSTILE)
def test_words_from_outside_end_no_comment_and_tell_nothing(text: str) -> None:
    assert not re.search(r"[^A-Za-z0-9 ._/@+,()-]|--", harmless(text))


@given(st.text())
def test_any_words_are_one_line_of_ascii(text: str) -> None:
    plain = harmless(text)
    assert plain.isascii()
    assert plain == "" or plain.isprintable()
    assert len(plain) <= 80
    assert "--" not in plain


def test_a_tools_name_and_a_path_stay_as_they_are() -> None:
    assert harmless("be-write src/cart_v2.py") == "be-write src/cart_v2.py"


# --- where a comment begins -----------------------------------------------------------------------

BEGUN: list[tuple[str, str, str]] = [
    ("a.js", "// x", "//"),
    ("a.js", "f(1) // x", "//"),
    ("a.js", "f(1)// x", "//"),
    ("a.js", "let a = 'x' // y", "//"),
    ("a.js", "let a = `it's` // y", "//"),
    ("a.js", "let a = it's // y", "//"),
    ("a.rs", "fn f<'a>(x: &'a str) // y", "//"),
    ("a.go", 'get("http://x") // y', "//"),
    ("a.py", "# x", "#"),
    ("a.py", "x = 1  # y", "#"),
    ("a.py", r"x = 1\n# y", "#"),
    ("a.py", r"x = 1\t# y", "#"),
    ("a.py", "x = '#' # y", "#"),
    ("a.py", r"x = 'it\'s #' # y", "#"),
    ("a.php", "# x", "#"),
    ("a.php", "// x", "//"),
    ("a.sql", "select 1 -- x", "--"),
    ("a.ini", "; x", ";"),
    ("a.ini", "# x", "#"),
    ("a.bat", "rem x", "REM"),
]
NONE: list[tuple[str, str]] = [
    ("a.js", ""),
    ("a.js", "a / b / c"),
    ("a.js", "get('http://x')"),
    ("a.js", "url: http://x/y"),
    ("a.js", "url: file:///x/y"),
    ("a.js", r"s.replace(/\//g, 'x')"),
    ("a.js", "# x"),
    ("a.py", "#!/bin/sh"),
    ("a.py", "a // b"),
    ("a.py", "x = '#'"),
    ("a.py", 'x = """# y"""'),
    ("a.sh", "echo $#"),
    ("a.sh", "echo ${#a}"),
    ("a.yaml", "url: http://x/#y"),
    ("a.php", "#[Attribute]"),
    ("a.sql", "select a--b"),
    ("a.lua", "x = x--1"),
    ("a.bat", "remove x"),
    ("a.bat", "echo x.rem"),
    ("a.css", "// x"),
    ("a.html", "<!-- x -->"),
    ("a.json", "// x"),
    ("a.tex", "% x"),
    ("a.vim", '" x'),
    ("a.unheard-of", "# x"),
    ("f", "// x"),
]


@pytest.mark.parametrize(("path", "line", "mark"), BEGUN)
def test_a_comment_begins_outside_of_strings(path: str, line: str, mark: str) -> None:
    begun = line_comment(path.encode(), line)
    assert begun is not None
    assert begun.mark == mark
    assert line[: begun.stop].upper().endswith(mark)
    assert line[begun.stop :] in (" x", " y")


@pytest.mark.parametrize(("path", "line"), NONE)
def test_what_looks_like_one_is_none(path: str, line: str) -> None:
    assert line_comment(path.encode(), line) is None


@given(st.sampled_from(["a.js", "a.py", "a.php", "a.bat"]), st.text("'\"`\\/#:n rem", max_size=40))
def test_the_place_lies_behind_its_mark_in_any_line(path: str, line: str) -> None:
    begun = line_comment(path.encode(), line)
    if begun is not None:
        assert begun.mark in syntax_of(path.encode()).lines
        assert line[: begun.stop].upper().endswith(begun.mark)
