r"""Which parts of a line are literals: strings, and regular expressions between slashes.

The language is told by the file's name, and only as to slashes. A quote that opens nothing, or that
nothing closes, is no string: an apostrophe, the mark for inches. No pattern here looks far twice.
"""

import re
from collections.abc import Callable

_STRINGS = r"""
    (?<!\w) [rR] (?P<hashes>\#{1,9}) " .{0,200}? " (?P=hashes)              # of Rust
    | (?P<triple>\"{3}|'{3}) (?:\\.|(?!(?P=triple))[^\\])*+ (?P=triple)
    | @ " (?:[^"]|"")*+ "                                                   # of C#: no escapes
    | \\" [^"]* \\"                           # in a text that was escaped as a whole
    | (?<![\d\\]) " (?:\\.|[^"\\])*+ "
    | (?<!\w) (?:[rbfuRBFUL]{1,3}|u8|case|echo|from|import|print|puts|return)?
      (?<!\\) ' (?:\\.|[^'\\])*+ ' (?!\w)
    | (?<!\\) ` (?:\\.|[^`\\])*+ `
"""
_INNER = r"(?:\\.|\[(?:\\.|[^\]\\]){0,80}+\]|[^/\\\[]){1,200}+"
"""Of a regular expression; within a class a slash means itself."""
_MATCH = rf"""
    (?: ^ | [-(,=:;\[!&|?{{}}~+*%<>^]
      | \b(?:and|case|elsif|if|in|not|of|or|return|split|unless|when|while) )
    [ \t]*+ / (?![/*]) {_INNER} / [dgimosuvxy]*+ (?![\w/])
"""
_SUBSTITUTION = rf"(?<![\w/.]) (?: (?:s|y|tr)/ {_INNER} / | (?:m|qr)/ ) {_INNER} /"

_MATCHING = "js jsx mjs cjs ts tsx mts cts vue svelte astro html htm rb rake cr coffee groovy awk"
_SUBSTITUTING = "pl pm t sed vim sh bash zsh"


def _pattern(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts), re.VERBOSE)


_PLAIN = _pattern(_STRINGS)
_BY_EXTENSION = {
    **dict.fromkeys(_MATCHING.split(), _pattern(_STRINGS, _MATCH)),
    **dict.fromkeys(_SUBSTITUTING.split(), _pattern(_STRINGS, _SUBSTITUTION, _MATCH)),
}


def literals(path: bytes) -> re.Pattern[str]:
    """Return what finds literals in a line of a file of this name."""
    extension = path.rpartition(b".")[2].decode("utf-8", "replace").lower()
    return _BY_EXTENSION.get(extension, _PLAIN)


def without(path: bytes, line: str) -> str:
    """Return a line with an empty string in place of each literal."""
    return literals(path).sub('""', line)


def around(path: bytes, line: str, change: Callable[[str], str]) -> str:
    """Return a line in which only what is outside of its literals was changed."""
    found: list[str] = []
    at = 0
    for one in literals(path).finditer(line):
        found += (change(line[at : one.start()]), one[0])
        at = one.end()
    return "".join((*found, change(line[at:])))
