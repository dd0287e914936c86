"""New text as a caller sent it: a reader's line numbers in it, line breaks that are none."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ...schemas.replies import Remark
from . import quoted
from .asking import RefusedError, refuse
from .comments import line_comment
from .target import Target

_NUMBER = re.compile(r" *([0-9]{1,9})([|\t→])")
_NAMES = {"|": "|", "\t": "tab", "→": "->"}
_OWN_MARK = "|"
"""How lines are shown here; the other marks are those of other readers and of cat -n."""
_WHOLE_LINES_MIN = 3
"""Of a whole file, before a tab or an arrow is taken for a reader's: tables have them, too."""
_ESCAPE = r"\n"


class Numbering(NamedTuple):
    """The numbers in front of the lines of some text, and the lines without them."""

    first: int
    mark: str
    lines: tuple[str, ...]
    """Those that are not blank."""


def numbering(content: str) -> Numbering | None:
    """Return a reader's numbers in a text, None where it has none.

    There are two lines or more, each but blank ones begins with a number and one and the same
    mark, and the numbers rise by one, whether or not they count the blank lines between.
    """
    numbers: list[int] = []
    bare: list[str] = []
    mark, blanks = "", 0
    for line in content.split("\n"):
        if not line.strip():
            blanks += 1
            continue
        found = _NUMBER.match(line)
        if found is None or (mark and found[2] != mark):
            return None
        number, mark = int(found[1]), found[2]
        if numbers and not 1 <= number - numbers[-1] <= 1 + blanks:
            return None
        numbers.append(number)
        bare.append(line[found.end() :].removesuffix("\r"))
        blanks = 0
    return Numbering(numbers[0], mark, tuple(bare)) if len(numbers) > 1 else None


def expect_plain_part(
    target: Target, content: str | bytes, replaced: Sequence[str], first: int | None
) -> None:
    """Raise RefusedError where text for a part of a file carries a reader's line numbers.

    `first` is the number by which the caller named the first replaced line, None where by text.
    Other marks than the bar count only where the numbers begin with it.
    """
    found = None if isinstance(content, bytes) else numbering(content)
    if found is None or _are_numbered(replaced, found.mark):
        return
    if found.mark == _OWN_MARK or found.first == first:
        raise _refusal(target, found)


def expect_plain_whole(target: Target, content: str | bytes) -> None:
    """Raise RefusedError where a whole file's text carries a reader's line numbers, from 1.

    Other marks than the bar count only in front of lines that the file mostly has already.
    """
    found = None if isinstance(content, bytes) else numbering(content)
    if found is None or found.first != 1:
        return
    lines = target.text.shown(0, target.text.lines)
    if _are_numbered(lines, found.mark):
        return
    if found.mark == _OWN_MARK or _are_mostly_there(found.lines, lines):
        raise _refusal(target, found)


def _are_numbered(lines: Sequence[str], mark: str) -> bool:
    """Tell whether a file's own lines begin so: then such numbers are its content."""
    found = [_NUMBER.match(line) for line in lines if line.strip()]
    return bool(found) and all(one is not None and one[2] == mark for one in found)


def _are_mostly_there(bare: Sequence[str], lines: Sequence[str]) -> bool:
    there = set(lines)
    same = sum(line in there for line in bare)
    return len(bare) >= _WHOLE_LINES_MIN and same * 2 > len(bare)


def _refusal(target: Target, found: Numbering) -> RefusedError:
    values: dict[str, str | int] = {"first": found.first, "mark": _NAMES[found.mark]}
    path = target.seen.path
    return refuse(target.asked, target.tool, "numbered_content", path=path, values=values)


def literal_newline(content: str | bytes, path: bytes) -> tuple[Remark, ...]:
    r"""Warn of text on one line in which "\n" seems to be meant as a line break.

    `path` is the file's, whose language says what is a comment: one that begins before such a
    "\n" goes on behind it, and takes in what was to be code. A real line break at the very end
    does not count, nor do line breaks in strings and regular expressions: there they are meant so.
    """
    if isinstance(content, bytes) or _ESCAPE not in content:
        return ()
    line = content.removesuffix("\n").removesuffix("\r")
    if "\n" in line:
        return ()
    begun = line_comment(path, line)
    if begun is not None and _swallows(line[begun.stop :]):
        return (Remark("comment_swallows", {"mark": begun.mark}),)
    bare = _MEANT_OTHERWISE.sub("", quoted.without(path, line))
    return (Remark("literal_newline"),) if _ESCAPE in bare else ()


def has_literal_newline(warnings: Iterable[Remark]) -> bool:
    """Tell whether a text was warned of whose line breaks are none."""
    return any(one.code in ("literal_newline", "comment_swallows") for one in warnings)


def _swallows(comment: str) -> bool:
    r"""Tell whether a comment's "\n" seems to be the end of it, with more behind.

    A comment may as well speak of "\n", in quotes or behind a blank, or of C:\new.
    """
    plain = _QUOTED.sub('""', comment)
    blanks = len(plain) - len(plain.lstrip())
    at = plain.find(_ESCAPE)
    while at >= 0:
        is_spoken_of = at > blanks and plain[at - 1] in _BEFORE_WORDS
        word = max(0, at - _WORD_CHARACTERS_MAX)
        word = max(word, plain.rfind(" ", word, at) + 1)
        if not is_spoken_of and not _PATH.search(plain, word, at + 1):
            return bool(plain[at:].replace(_ESCAPE, "").strip())
        at = plain.find(_ESCAPE, at + 1)
    return False


_QUOTED = re.compile(r"""(?<!\w)'[^']*'(?!\w)|\\"[^"]*\\"|"(?:\\.|[^"\\])*"|`[^`]*`""")
_BEFORE_WORDS = frozenset(" \t\\([{<")
"""In front of an escape that is spoken of, or is none."""
_WORD_CHARACTERS_MAX = 300
_PATH = re.compile(r"(?<!\w)[A-Za-z]:\\|\\\\")
_MEANT_OTHERWISE = re.compile(
    r"""
    (?<![\w\\]) (?: [A-Z]: \\ (?!n(?:[\s\\]|$)) | \\\\ (?!n) ) [^\s"'`]*+   # a path
    | \\\\.?                                        # a backslash that is escaped itself
    | (?<=[ (]) \\n (?: (?=[.,;:)]) | (?=[ ][^ ]) )  # spoken of
    | \\ (?:nabla|neq|newcommand|newenvironment|newline|newpage|newtheorem|nocite|noindent|nolimits
      |nonumber|normalsize) \b                     # of TeX
    """,
    re.VERBOSE,
)
