"""Comments, by language: how a header is written as one, and where a line turns into one.

The language is told by the file's name alone.
"""

import re
from typing import NamedTuple

WORDS_CHARACTERS_MAX = 80
"""Of what comes from outside, in a comment."""
_UNSAFE = re.compile(r"[^A-Za-z0-9 ._/@+,()-]+")
"""What could end a comment, go on in the next line, or tell a program something: `*/`, `?>`, a
backslash, `coding:`.
"""
_DASH = re.compile(r"-{2,}")
"""XML has no two of them in a comment."""


class Syntax(NamedTuple):
    """How a language writes comments."""

    lines: tuple[str, ...] = ()
    """What begins a comment that goes to the end of the line; the first of them is preferred."""
    opens: str = ""
    closes: str = ""
    """Around a comment, where no line comments are to be had."""
    tells: bool = True
    """False: the mark means other things too, so that where it stands tells nothing."""

    def comment(self, text: str) -> str:
        """Return one line as a comment, "" where the language has none."""
        if self.lines:
            return f"{self.lines[0]} {text}"
        return f"{self.opens} {text} {self.closes}".rstrip() if self.opens else ""


_SLASHES = Syntax(("//",))
_HASH = Syntax(("#",))
_DASHES = Syntax(("--",))
_SEMICOLON = Syntax((";",))
_PERCENT = Syntax(("%",), tells=False)
_QUOTE = Syntax(('"',), tells=False)
_MARKUP = Syntax(opens="<!--", closes="-->")
_STARS = Syntax(opens="/*", closes="*/")
_NONE = Syntax()
UNKNOWN = Syntax(("#",), tells=False)
"""Of files whose language is not known."""

_EXTENSIONS: tuple[tuple[Syntax, str], ...] = (
    (_SLASHES, "js jsx mjs cjs ts tsx mts cts go rs java kt kts c h cc cpp cxx hh hpp hxx inl cu"),
    (_SLASHES, "cuh m mm cs fs fsx swift scala sc groovy gradle dart zig sol proto thrift jsonc"),
    (_SLASHES, "json5 scss sass less d v sv pas"),
    (Syntax(("//", "#")), "php"),
    (_HASH, "py pyi pyw pyx rb rake gemspec sh bash zsh fish ksh bats yaml yml toml ex exs nix"),
    (_HASH, "r jl pl pm t ps1 psm1 psd1 mk mak cmake dockerfile conf cfg properties env tcl awk"),
    (_HASH, "graphql gql nim cr"),
    (Syntax(("#", "//")), "hcl tf tfvars"),
    (_DASHES, "lua sql hs lhs elm adb ads vhd vhdl"),
    (Syntax((";", "#")), "ini"),
    (_SEMICOLON, "lisp lsp cl el scm ss rkt clj cljs cljc edn asm reg"),
    (_PERCENT, "tex sty cls bib erl hrl"),
    (_QUOTE, "vim"),
    (Syntax(("REM",)), "bat cmd"),
    (_MARKUP, "html htm xhtml xml xsd xsl xslt svg vue svelte astro md markdown xaml plist csproj"),
    (_MARKUP, "vbproj fsproj props targets resx rss"),
    (Syntax(opens="{/*", closes="*/}"), "mdx"),
    (_STARS, "css"),
    (Syntax(opens="(*", closes="*)"), "ml mli"),
    (Syntax(opens=".."), "rst"),
    (_NONE, "json ipynb geojson webmanifest csv tsv"),
)
_NAMES: tuple[tuple[Syntax, str], ...] = (
    (_HASH, "makefile gnumakefile dockerfile containerfile cmakelists.txt gemfile rakefile"),
    (_HASH, "vagrantfile podfile brewfile justfile build workspace requirements.txt .env"),
    (_HASH, ".bashrc .bash_profile .profile .zshrc .gitignore .dockerignore .gitattributes"),
    (_SLASHES, "jenkinsfile go.mod go.work"),
    (Syntax((";", "#")), ".editorconfig .gitconfig .npmrc"),
    (_QUOTE, ".vimrc _vimrc .gvimrc"),
    (_SEMICOLON, ".emacs"),
    (_NONE, ".babelrc"),
)
_BY_EXTENSION = {name: syntax for syntax, names in _EXTENSIONS for name in names.split()}
_BY_NAME = {name: syntax for syntax, names in _NAMES for name in names.split()}


def syntax_of(path: bytes) -> Syntax:
    """Return how comments are written in a file of this name."""
    name = path.rpartition(b"/")[2].decode("utf-8", "replace").lower()
    begin, _, _ = name.partition(".")
    _, dot, extension = name.rpartition(".")
    by_extension = _BY_EXTENSION.get(extension) if dot else None
    # Dockerfile.web is one, too.
    return _BY_NAME.get(name) or by_extension or _BY_NAME.get(begin) or UNKNOWN


def header(path: bytes, *lines: str) -> str:
    """Return lines as comments for a file of this name, each with its end; "" where it has none.

    What comes from outside must be made harmless before.
    """
    syntax = syntax_of(path)
    return "".join(f"{one}\n" for one in map(syntax.comment, lines) if one)


def harmless(text: str) -> str:
    """Return text as one line of ASCII that means nothing in any language's comment."""
    return _DASH.sub("-", _UNSAFE.sub("_", text))[:WORDS_CHARACTERS_MAX]


# --- where a comment begins -----------------------------------------------------------------------

_PASSED = re.compile(r""""(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`[^`]*`|\\.|://""")
"""A string, as far as it ends in the line; an escape; where a URL's scheme ends."""


_BLANK_ESCAPES = (r"\n", r"\r", r"\t")


class Begun(NamedTuple):
    """A comment that goes to the end of its line."""

    mark: str
    stop: int
    """Behind the mark."""


def line_comment(path: bytes, line: str) -> Begun | None:
    """Return where a comment begins in a line of a file of this name; None: nowhere.

    Strings are passed over as far as one line shows them, and addresses as in http://x. Escapes
    of white space count as such.
    """
    syntax = syntax_of(path)
    marks = syntax.lines if syntax.tells else ()
    at, is_apart = 0, True
    while marks and at < len(line):
        mark = next((one for one in marks if _begins(line, at, one, is_apart=is_apart)), "")
        if mark:
            return Begun(mark, at + len(mark))
        found = _PASSED.match(line, at)
        stop = found.end() if found else at + 1
        is_apart = line[at:stop].isspace() or line[at:stop] in _BLANK_ESCAPES
        at = stop
    return None


def _begins(line: str, at: int, mark: str, *, is_apart: bool) -> bool:
    """Tell whether a comment begins here, as nothing else is likely to."""
    behind = at + len(mark)
    if line[at:behind].upper() != mark:
        return False
    if mark == "//":
        return True
    if mark == "#" and (line.startswith("[", behind) or (not at and line.startswith("!", behind))):
        return False  # an attribute of PHP; the line that names a script's interpreter
    return is_apart and not (mark.isalpha() and line[behind : behind + 1].isalnum())
