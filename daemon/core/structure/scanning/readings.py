"""How texts of languages without a grammar are read: comments, strings and brackets, as patterns.

A language may have several readings where its text alone does not tell which one is right: whether
a backslash is an escape in SQL, whether a slash divides or begins a regular expression.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ...comments import syntax_of
from ..patterns import (
    BACKTICKS,
    BACKTICKS_LINES,
    DOUBLE,
    DOUBLE_LINES,
    HASH,
    SINGLE,
    SINGLE_LINES,
    STARS,
    THREE_DOUBLE,
    THREE_SINGLE,
)


class Reading(NamedTuple):
    """One way to read a text."""

    pattern: re.Pattern[str]
    """Of what matters, whichever comes first. Its groups say what it is: `bracket`; `heredoc` with
    its `tag`; `quote`, one that does not end in its line; `text_quote` and `comment`, which do not
    end in the text. A match in none of them is passed over: a comment, a string, an escape.
    """


GROUPS = frozenset(("bracket", "heredoc", "quote", "text_quote", "comment"))

# --- what languages share -------------------------------------------------------------------------

_SLASHES = r"(?<!:)//[^\n]*+"
_HASH_APART = r"(?<![^\s;(){}\[\],])\#[^\n]*+"
_DASHES = r"--[^\n]*+"
_SEMICOLON = r";[^\n]*+"
_STARS_NEAR = r"/\*(?s:.{0,2000}?)\*/"
"""Where `/*` may be something else, as in a path."""
_STARS_OPEN = r"/\*"
_WORD_QUOTE = r"(?<=\w)'"
"""An apostrophe in prose: of it's, and of the readers' own."""
_BEFORE_REGEX = r"(?:(?<=[=(,:\[!&|?{};~+])|(?<=\n)|\A|(?<=\breturn)|(?<=\bcase))[ \t]*+"
_SLASHED = r"/(?![*/ ])[^/\\\n\[]*+(?:(?:\\.|\[(?:\\.|[^\]\\\n])*+\])[^/\\\n\[]*+)*+/"
_REGEX = _BEFORE_REGEX + _SLASHED

_BEGINS = r"(?=\W|(?<!\w))"
"""Nothing begins within a word."""


def _reading(
    passed: Sequence[str],
    *,
    brackets: str = "()[]{}",
    quote: str = "",
    text_quote: str = "",
    comment: str = "",
    heredoc: str = "",
) -> Reading:
    """Return a reading: what is passed over, and what is not to be."""
    found = [heredoc and f"(?P<heredoc>{heredoc})", *passed]
    found += [f"(?P<{name}>{part})" for name, part in _opens(quote, text_quote, comment) if part]
    if brackets:
        found.append(f"(?P<bracket>[{re.escape(brackets)}])")
    parts = "|".join(filter(None, found))
    return Reading(re.compile(f"{_BEGINS}(?:{parts})", re.MULTILINE))


def _opens(quote: str, text_quote: str, comment: str) -> Sequence[tuple[str, str]]:
    return (("comment", comment), ("text_quote", text_quote), ("quote", quote))


# --- perl -----------------------------------------------------------------------------------------


def _nested(pair: str, depth: int = 5) -> str:
    """Return a pattern of what stands between two brackets, with others of the kind in it."""
    opens, closes = map(re.escape, pair)
    inside = rf"(?:\\(?s:.)|[^\\{opens}{closes}])"
    found = rf"{opens}{inside}*+{closes}"
    for _ in range(depth):
        found = rf"{opens}(?:{inside}|{found})*+{closes}"
    return found


_BRACKETED = "|".join(map(_nested, ("()", "[]", "{}", "<>")))
_DELIMITER = r"(?:[ \t]*+(?P<{0}>[^\w\s(){{}}\[\]<>=;,\#)])|(?P<{0}_near>[\#,]))"


def _until(name: str) -> str:
    """Return a pattern of what goes on to the delimiter that a group of this name holds."""
    mark = f"(?:(?({name})(?P={name})|(?P={name}_near)))"
    return rf"(?:\\(?s:.)|(?!{mark})[^\\])*+{mark}"


_QUOTE_WORD = r"(?<![\w$@%&*>:'-])(?<!sub )"
_NOT_A_KEY = r"(?!\s*(?:=>|[=;)])|\s+,|,\s)"
_PERL_TWICE = (
    rf"{_QUOTE_WORD}(?:s|y|tr)(?:(?=\s*[({{\[<])\s*(?:{_BRACKETED})\s*"
    rf"(?:{_BRACKETED}|/(?:\\(?s:.)|[^/\\])*+/)|{_NOT_A_KEY}{_DELIMITER.format('twice')}"
    rf"{_until('twice')}{_until('twice')})"
)
_PERL_ONCE = (
    rf"{_QUOTE_WORD}(?:q[qwrx]?|m)(?:\s*(?:{_BRACKETED})|{_NOT_A_KEY}{_DELIMITER.format('once')}"
    rf"{_until('once')})"
)
_PERL = (
    r"^=(?!cut\b)[a-zA-Z](?s:.*?)(?:^=cut\b[^\n]*|\Z)",
    r"^__(?:END|DATA)__\b(?s:.*)",
    r"^format\b[^\n=]*=[ \t]*\n(?s:.*?)^\.$",
    r"\{\s*-?(?:q[qwrx]?|m|s|y|tr)\s*\}",
    r"\([\\$@%&*;+_\[\]\s]*\)",
    r"\$\#(?=[\w{$])|\$\]|\$[\"'`/\\&;,.!@<>|?\#]|@\{\^\w+\}",
    r"(?<=\w)'(?=\w)",
    HASH,
    _PERL_TWICE,
    _PERL_ONCE,
    DOUBLE_LINES,
    SINGLE_LINES,
    BACKTICKS_LINES,
)
_PERL_WORDS = ("split", "grep", "and", "or", "not", "if", "unless", "while", "until", "return", "x")
_PERL_BEFORE = "|".join(rf"(?<=\b{word})" for word in _PERL_WORDS)
_PERL_REGEX = rf"(?:(?<=[=(,\[!&|?{{;~])|(?<=\n)|{_PERL_BEFORE})\s*+/(?:\\(?s:.)|[^/\\])*+/"
_PERL_HEREDOC = (
    r"<<(?P<indented>~?)(?:[ \t]*\"(?P<tag>[^\"\n]*)\"|[ \t]*'(?P<tag_1>[^'\n]*)'|(?P<tag_2>\w+))"
)

# --- the table ------------------------------------------------------------------------------------

_TOML = (HASH, THREE_DOUBLE, THREE_SINGLE, rf'(?!"""){DOUBLE}', r"(?!''')'[^'\n]*+'")
_SQL_COMMON = (
    rf"(?:^\#[^\n]*|{_DASHES})",
    STARS,
    r'"[^"]*+"',
    r"`[^`]*+`",
    r"\[[^\]\n]*+\]",
)
_DOLLARS = r"\$(?P<dollar>(?:[A-Za-z_]\w*)?)\$(?s:.*?)\$(?P=dollar)\$"
_GROOVY_IN = r"\$\{(?:[^{}\"\n]|\"(?:\\.|[^\"\\\n])*\"|\{[^{}\n]*\})*\}"
_GROOVY = (
    _SLASHES,
    STARS,
    THREE_DOUBLE,
    THREE_SINGLE,
    rf'"(?:\\.|{_GROOVY_IN}|[^"\\\n])*+"',
    SINGLE,
    r"\$/(?s:.*?)/\$",
    r"\A\#![^\n]*",
)
_POWERSHELL = (
    r"<\#(?s:.*?)\#>",
    _HASH_APART,
    r"@\"[ \t]*\r?\n(?s:.*?)^\"@",
    r"@'[ \t]*\r?\n(?s:.*?)^'@",
    r"`(?s:.)",
    r"\"(?:`(?s:.)|\"\"|\$\((?:[^()\"']|\"[^\"]*\"|'[^']*'|\([^()]*\))*\)|[^\"`])*+\"",
    r"'(?:''|[^'])*+'",
)
_R = (
    HASH,
    r"[rR]\"(?P<dashes>-*)(?:\((?s:.*?)\)|\[(?s:.*?)\]|\{(?s:.*?)\})(?P=dashes)\"",
    r"[rR]'(?P<hyphens>-*)(?:\((?s:.*?)\)|\[(?s:.*?)\]|\{(?s:.*?)\})(?P=hyphens)'",
    DOUBLE_LINES,
    SINGLE_LINES,
    BACKTICKS,
    r"%[^\s%]*%",
)
_LISP = (
    _SEMICOLON,
    r"\#\|(?s:.*?)\|\#",
    r"\#\\(?s:.)\w*|\?\\(?s:.)|(?<![\w*])\?[^\s\w]|\\(?s:.)",
    DOUBLE_LINES,
)
_TEX_VERBATIM = r"(?:verbatim|lstlisting|Verbatim|minted|alltt|comment|filecontents)\*?"
_TEX = (
    rf"\\begin\{{(?P<raw>{_TEX_VERBATIM})\}}(?s:.*?)\\end\{{(?P=raw)\}}",
    r"\\verb\*?(?P<bar>[^\w\s*])[^\n]*?(?P=bar)",
    r"\\(?s:.)",
    r"%[^\n]*",
)
_PLAIN = (DOUBLE, BACKTICKS, _WORD_QUOTE, SINGLE, r"\\(?s:.)")

_TABLE: dict[str, tuple[Reading, ...]] = {
    "toml": (_reading(_TOML, text_quote=r"\"\"\"|'''", quote=r"[\"']"),),
    "sql": (
        _reading(
            (*_SQL_COMMON, _DOLLARS, r"\b[eE]'(?:\\(?s:.)|''|[^'\\])*+'", r"'(?:''|[^'])*+'"),
            brackets="()",
            text_quote=r"['\"]",
            comment=_STARS_OPEN,
        ),
        _reading(
            (*_SQL_COMMON, r"'(?:\\(?s:.)|''|[^'\\])*+'"),
            brackets="()",
            text_quote=r"['\"]",
            comment=_STARS_OPEN,
        ),
        _reading(
            (*_SQL_COMMON, _DOLLARS, r"'(?:\\(?s:.)|''|[^'\\])*+'"),
            brackets="()",
            text_quote=r"['\"]",
            comment=_STARS_OPEN,
        ),
    ),
    "proto": (_reading((_SLASHES, STARS, DOUBLE, SINGLE), quote=r"[\"']", comment=_STARS_OPEN),),
    "thrift": (
        _reading((_SLASHES, HASH, STARS, DOUBLE, SINGLE), quote=r"[\"']", comment=_STARS_OPEN),
    ),
    "graphql": (
        _reading((HASH, THREE_DOUBLE, rf'(?!"""){DOUBLE}'), text_quote=r'"""', quote=r'"'),
    ),
    "groovy": (
        _reading((*_GROOVY, _REGEX), text_quote=r"\"\"\"|'''", comment=_STARS_OPEN),
        _reading(_GROOVY, text_quote=r"\"\"\"|'''", comment=_STARS_OPEN),
    ),
    "scss": (
        _reading(
            (_SLASHES, STARS, r"\burl\((?!\s*[\"'#])[^)\n]*\)", DOUBLE, SINGLE),
            comment=_STARS_OPEN,
        ),
    ),
    "powershell": (_reading(_POWERSHELL),),
    "r": (_reading(_R, text_quote=r"[\"']"),),
    "awk": (
        _reading((HASH, _REGEX, DOUBLE)),
        _reading((HASH, DOUBLE)),
    ),
    "perl": (
        _reading((*_PERL, _PERL_REGEX), heredoc=_PERL_HEREDOC),
        _reading(_PERL, heredoc=_PERL_HEREDOC),
        _reading((r"\$[()]", *_PERL, _PERL_REGEX), heredoc=_PERL_HEREDOC),
    ),
    "ini": (_reading((r"^[ \t]*[;\#][^\n]*", DOUBLE), brackets="{}"),),
    "vim": (_reading((r'^[ \t]*"[^\n]*',), brackets=""),),
    "lisp": (_reading(_LISP, text_quote='"'),),
    "tcl": (_reading((r"\\(?s:.)",), brackets="{}"),),
    "tex": (_reading(_TEX, brackets="{}"),),
    "cmake": (
        _reading(
            (r"\#?\[(?P<equals>=*)\[(?s:.*?)\](?P=equals)\]", HASH, DOUBLE_LINES, r"\\(?s:.)"),
            brackets="()",
        ),
    ),
}


def readings_of(language: str, path: bytes) -> tuple[Reading, ...]:
    """Return the ways to read a text, the likeliest first; one at least."""
    return _TABLE.get(language) or _by_comments(path)


def _by_comments(path: bytes) -> tuple[Reading, ...]:
    """Return the ways to read a text of a language of which its comments are known at most."""
    syntax = syntax_of(path)
    marks = syntax.lines if syntax.tells else ("//", "#")
    passed = [_LINE_COMMENTS.get(mark, rf"{re.escape(mark)}[^\n]*+") for mark in marks]
    if "//" in marks or syntax.opens == "/*":
        passed.append(STARS if syntax.tells else _STARS_NEAR)
    elif syntax.opens:
        passed.append(rf"{re.escape(syntax.opens)}(?s:.*?){re.escape(syntax.closes)}")
    comment = _STARS_OPEN if STARS in passed else ""
    return (
        _reading((*passed, *_PLAIN), comment=comment),
        _reading((*passed, *_PLAIN, _REGEX), comment=comment),
    )


_LINE_COMMENTS = {
    "//": _SLASHES,
    "#": _HASH_APART,
    "--": _DASHES,
    "REM": r"^\s*(?i:@?rem)\b[^\n]*",
}
