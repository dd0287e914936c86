r"""What a string means that may have been escaped, or not, or by halves.

A writer who leaves quotes bare, or breaks the lines of a string, may have left its backslashes as
they were, too: then `\n` stood in the text, and is no line break. So such a string is read only
where every kind of writer would have meant the same by it.
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
CONTROL = re.compile(r"[\x00-\x1f]")
_OF_CODES = re.compile(r"\\u[0-9a-fA-F]{4}")
_FOREIGN = re.compile(r"\\[ac-eg-mo-qsv-zA-Z0-9.()\[\]{}^+?*|-]")
"""What JSON does not escape, and nobody escapes in vain, as some do quotes of other kinds."""


class _Signs:
    """What a string's backslashes and quotes say of its writer."""

    def __init__(self, body: str, quote: str) -> None:
        self.bare = 0
        """Quotes of the string's own kind without a backslash."""
        self.escaped = 0
        """Such quotes with one."""
        self.breaks = 0
        r"""`\n`, and each `\t` right behind one, or behind such a `\t`."""
        self.foreign = 0
        """Backslashes before what JSON does not escape."""
        self.others = 0
        indent = -1
        for step in _STEPS[quote].finditer(body):
            what = step[0]
            if what == quote:
                self.bare += 1
            elif what == "\\" + quote:
                self.escaped += 1
            elif what == "\\n" or (what == "\\t" and step.start() == indent):
                self.breaks += 1
                indent = step.end()
            elif _FOREIGN.fullmatch(what):
                self.foreign += 1
            else:
                self.others += 1


def decoded(
    body: str,
    quote: str = '"',
    *,
    python: bool = False,
    is_bare: bool = False,
    is_cut: bool = False,
) -> str:
    """Return what stands between a string's quotes as the text it means.

    `python`: its escapes are those of Python. `is_bare`: its writer leaves quotes bare. `is_cut`:
    its end is missing. Raises UnclearError where it may mean several texts.
    """
    if "\\" not in body:
        return body
    if python:
        return _unescaped(body, python=True)
    signs = _Signs(body, quote)
    is_bare = is_bare or signs.bare > 0
    if "\n" in body and _is_verbatim(signs):
        return body
    if "\n" in body:
        is_clear = _are_quotes_escaped(body, signs) and not is_bare
    elif is_bare or CONTROL.search(body):
        is_clear = _are_breaks_escaped(body, signs) and not (is_bare and signs.escaped)
    else:
        is_clear = not is_cut or _is_escaped_so_far(body, quote)
    if not is_clear:
        raise UnclearError("its backslashes may be escapes or text")
    return _unescaped(body, python=False)


def _is_escaped_so_far(body: str, quote: str) -> bool:
    """Tell of a string without its end whether it is escaped: bare quotes may have been to come.

    One who escapes quotes and line breaks that are such beyond doubt escapes all there is.
    """
    lines = _lines(body)
    has_break = any(_is_break(line, other, has_slash=True) for line, other in pairwise(lines))
    quoted = [heads for line in body.split("\\n") if (heads := _heads(line))]
    if has_break and any(not _is_any_open(heads[0], "'`") for heads in quoted):
        return True
    plain = _OF_CODES.sub("", body)
    are_clear = not any(_is_any_open(head, "'`") for heads in quoted for head in heads)
    return are_clear and _are_breaks_escaped(plain, _Signs(plain, quote))


def is_paired(body: str, quote: str) -> bool:
    """Tell whether the quotes in a text come in pairs, as in a text that is whole."""
    triples = body.count(quote * 3)  # those open and close by themselves
    return (_Signs(body, quote).bare - triples) % 2 == 0


def _is_verbatim(signs: _Signs) -> bool:
    """Tell of a string with raw line breaks whether nothing in it is escaped."""
    return signs.foreign > 0 and not (signs.escaped or signs.breaks or signs.others)


def _are_quotes_escaped(body: str, signs: _Signs) -> bool:
    """Tell of a string with raw line breaks whether it is its quotes that are escaped, no more.

    In quotes of another kind those backslashes may be of the text.
    """
    if signs.foreign or signs.breaks or signs.others:
        return False
    heads = (head for line in body.split("\n") for head in _heads(line))
    return not any(_is_any_open(head, "'`") for head in heads)


def _heads(line: str) -> list[str]:
    """Return what stands in a line before its first escaped quote, and between each two of them."""
    return re.split(r"""\\["']""", line)[:-1]


def _are_breaks_escaped(body: str, signs: _Signs) -> bool:
    r"""Tell of a string in one line whether it is its line breaks, and no `\n` of the text."""
    if signs.foreign or signs.others:
        return False
    lines = _lines(body)
    last_slash = max((at for at, line in enumerate(lines) if "/" in line), default=-1)
    return all(
        _is_break(line, following, has_slash=at < last_slash)
        for at, (line, following) in enumerate(pairwise(lines))
    )


def _lines(body: str) -> list[str]:
    r"""Return what stands between each two `\n`."""
    return body.replace('\\"', '"').replace("\\t", "\t").split("\\n")


def _is_break(line: str, following: str, *, has_slash: bool) -> bool:
    r"""Tell whether a `\n` between two lines can be no text; `has_slash`: one follows somewhere."""
    if _is_any_open(line, "\"'`") or (line.endswith("[") and following.startswith("]")):
        return False
    if _BEFORE_OWN.search(line) or _BEHIND_OWN.match(following):
        return False
    return not (has_slash and _PATTERN.search(line))


_BEFORE_OWN = re.compile(r"\S\s++\Z|[/$^]\Z|%\w\Z|(?<!\w)[A-Za-z]:\Z")
r"""What stands before a `\n` of a text: in a command, a path, a formula, a class of letters."""
_BEHIND_OWN = re.compile(
    r"['`]|/(?![/*])"
    r"|(?:abla|ewcommand|ewenvironment|ewline|ewpage|oindent|ormalsize|eg|e|eq|u|ot|otin|ode)\b"
)
r"""What stands behind one: a quote, the end of a pattern, the rest of a name in a formula."""
_PATTERN = re.compile(r"(?:\A|[\s(,=:\[!&|?{};~+])/(?![/*>\s])[^/]*\Z")
"""What may be the beginning of a regular expression."""
_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)(?<!\b[rbfuRBFU]')(?<!\b[rbfuRBFU]{2}')")


def _is_any_open(line: str, marks: str) -> bool:
    return any(_is_open(line, mark) for mark in marks)


def _is_open(line: str, mark: str) -> bool:
    """Tell whether a quote may be open where a line ends."""
    count = line.count(mark)
    if mark != "'" or not count:
        return count % 2 == 1
    apostrophes = len(_APOSTROPHE.findall(line))
    return count != apostrophes and (count % 2 == 1 or apostrophes % 2 == 1)


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
