r"""What a string means that may have been escaped, or not, or by halves.

A writer who leaves the quotes of a text bare may have left its backslashes as they were, too: then
`\n` stood in the text, and is no line break. So a string with bare quotes or raw line breaks is
read only where every kind of writer would have meant the same by it.
"""

import re
from itertools import pairwise

from .faults import HALF, UnclearError

_JSON = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", '"': '"', "\\": "\\", "/": "/"}
_PYTHON = {name: _JSON[name] for name in 'ntr"\\'} | {"'": "'"}
_ESCAPES = {
    False: re.compile(r'\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))'),
    True: re.compile(
        r"""\\(?:(?:u([0-9a-fA-F]{4})|x[0-9a-fA-F]{2}|U[0-9a-fA-F]{8})|(["'\\nrt]))"""
    ),
}
_STEPS = {quote: re.compile(rf"\\u[0-9a-fA-F]{{4}}|\\.|\\\Z|{quote}", re.DOTALL) for quote in "\"'"}
_SURROGATE = re.compile("[\ud800-\udfff]")
_NEXT_TO_QUOTE = re.compile(r"""\\[a-z]['`]""")


class _Signs:
    """What a string's backslashes and quotes say of its writer."""

    def __init__(self, body: str, quote: str) -> None:
        self.bare = 0
        """Quotes of the string's own kind without a backslash."""
        self.escaped = 0
        """Such quotes with one."""
        self.doubled = 0
        """Backslashes in pairs."""
        self.behind_pairs = 0
        r"""Bare quotes right behind one: as of a `\"` in the text that was not escaped."""
        self.invalid = 0
        r"""Backslashes before what JSON does not escape.

        Before a line break or tab they say nothing: `\\n` may have been made into one by halves.
        """
        self.breaks_inside = 0
        r"""`\n` between two bare quotes."""
        self.breaks_outside = 0
        self.others_inside = 0
        """Other escapes between two bare quotes."""
        pair_end = -1
        for step in _STEPS[quote].finditer(body):
            self._take(step[0], quote)
            self.behind_pairs += step[0] == quote and step.start() == pair_end
            pair_end = step.end() if step[0] == "\\\\" else -1

    def _take(self, step: str, quote: str) -> None:
        inside = self.bare % 2 == 1
        if step == quote:
            self.bare += 1
        elif step == "\\" + quote:
            self.escaped += 1
        elif step == "\\\\":
            self.doubled += 1
        elif step == "\\n":
            self.breaks_inside += inside
            self.breaks_outside += not inside
        elif len(step) == 6 or step[1:] in _JSON:
            self.others_inside += inside
        elif step not in ("\\\n", "\\\t"):
            self.invalid += 1


def decoded(body: str, quote: str = '"', *, python: bool = False) -> str:
    """Return what stands between a string's quotes as the text it means.

    `python`: its escapes are those of Python. Raises UnclearError where it may mean several texts.
    """
    if "\\" not in body:
        return body
    if python:
        return _unescaped(body, python=True)
    signs = _Signs(body, quote)
    is_raw = "\n" in body
    if signs.bare:
        is_clear = _is_verbatim(signs) if is_raw else _is_escaped(body, signs)
        verbatim = is_raw
    else:
        verbatim = is_raw and bool(signs.invalid) and not (signs.doubled or signs.escaped)
        # A writer of raw line breaks who escapes quotes escapes backslashes as well.
        is_clear = verbatim or not is_raw or bool(signs.escaped)
    if not is_clear:
        raise UnclearError("its backslashes may be escapes or text")
    return body if verbatim else _unescaped(body, python=False)


def is_paired(body: str, quote: str) -> bool:
    """Tell whether the quotes in a text come in pairs, as in a text that is whole."""
    triples = body.count(quote * 3)  # those open and close by themselves
    if "\\" not in body:
        return (body.count(quote) - triples) % 2 == 0
    signs = _Signs(body, quote)
    bare = signs.bare - triples
    return bare % 2 == 0 or (bare + signs.escaped) % 2 == 0


def _is_verbatim(signs: _Signs) -> bool:
    """Tell of a string with raw line breaks and bare quotes whether nothing in it is escaped."""
    if signs.breaks_outside:
        return False
    return bool(signs.breaks_inside or (signs.invalid and not signs.doubled))


def _is_escaped(body: str, signs: _Signs) -> bool:
    r"""Tell of a string in one line with bare quotes whether its backslashes are escapes."""
    if signs.invalid or signs.behind_pairs:
        return False
    if signs.bare % 2 == 1 and signs.escaped % 2 == 1:
        return True  # one quote was forgotten
    if signs.doubled or signs.escaped or signs.breaks_inside or signs.others_inside:
        return False
    return not _may_be_quoted(body)


def _may_be_quoted(body: str) -> bool:
    r"""Tell whether some `\n` may stand in a literal between quotes of another kind."""
    if _NEXT_TO_QUOTE.search(body):
        return True
    lines = body.split("\\n")
    for mark in "'`":
        odd = (line.count(mark) % 2 == 1 for line in lines)
        if any(one and other for one, other in pairwise(odd)):
            return True
    return False


def _unescaped(body: str, *, python: bool) -> str:
    """Return a text with its escapes resolved. Raises UnclearError for those that are none."""
    parts: list[str] = []
    at = 0
    escape = _ESCAPES[python]
    while (start := body.find("\\", at)) >= 0:
        found = escape.match(body, start)
        if found is None:
            raise UnclearError("a backslash in it escapes nothing")
        parts.append(body[at:start])
        parts.append(_character(found, python=python))
        at = found.end()
    parts.append(body[at:])
    return _whole("".join(parts))


def _character(found: re.Match[str], *, python: bool) -> str:
    if found[2]:
        return (_PYTHON if python else _JSON)[found[2]]
    digits = found[0][2:]
    code = int(digits, 16)
    if code > 0x10FFFF:
        raise UnclearError("an escape in it is no character")
    return chr(code)


def _whole(text: str) -> str:
    """Return a text whose halves of characters are joined. Raises UnclearError for lone ones."""
    if not _SURROGATE.search(text):
        return text
    try:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError:
        raise UnclearError(HALF) from None
