"""New text as a caller sent it: a reader's line numbers in it, line breaks that are none."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ...schemas.replies import Remark
from .asking import RefusedError, refuse
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


def literal_newline(content: str | bytes) -> tuple[Remark, ...]:
    r"""Warn of text on one line in which "\n" seems to be meant as a line break."""
    if isinstance(content, bytes) or "\n" in content:
        return ()
    is_meant = content.endswith(_ESCAPE) or content.count(_ESCAPE) > 1
    return (Remark("literal_newline"),) if is_meant else ()
