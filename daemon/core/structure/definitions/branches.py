"""C and C++ before the preprocessor: one branch of those conditionals that break the grammar."""

import re
from collections import deque

from ..patterns import DOUBLE, SINGLE, SLASHES, STARS_OR_REST

_DIRECTIVE = re.compile(r"[ \t]*#[ \t]*(ifdef|ifndef|if|elif|elifdef|elifndef|else|endif)\b")
_NEVER = re.compile(r"[ \t]*#[ \t]*if[ \t]+0\b")
_NOT_CODE = re.compile(rf"{SLASHES}|{STARS_OR_REST}|{DOUBLE}|{SINGLE}")
_BRACKET = re.compile(r"[][(){}]")
_PARTNER = {")": "(", "]": "[", "}": "{"}


class _Branch:
    """The lines from a directive to the next, and their brackets that have no partner in them."""

    def __init__(self, row: int) -> None:
        self.row = row
        self.brackets: deque[str] = deque()

    def take(self, brackets: list[str]) -> None:
        for bracket in brackets:
            if self.brackets and self.brackets[-1] == _PARTNER.get(bracket):
                self.brackets.pop()
            else:
                self.brackets.append(bracket)

    def take_over(self, brackets: deque[str]) -> None:
        """Take what is left of a branch in this one, which is not to be used any more."""
        own = self.brackets
        while own and brackets and own[-1] == _PARTNER.get(brackets[0]):
            own.pop()
            brackets.popleft()
        if len(own) < len(brackets):
            brackets.extendleft(reversed(own))
            self.brackets = brackets
        else:
            own.extend(brackets)


def one_branch(text: str) -> str:
    """Return a text without those conditionals in which a branch has brackets without a partner.

    Of such a conditional the directives and all branches but the first (the second of `#if 0`)
    are blank; every line and column is where it was. Other conditionals are left as they are.
    """
    lines = text.split("\n")
    for first, last in _blank(lines, _NOT_CODE.sub(_line_feeds, text).split("\n")):
        for row in range(first, last):
            line = lines[row]
            lines[row] = " " * (len(line) - 1) + "\r" if line.endswith("\r") else " " * len(line)
    return "\n".join(lines)


def _line_feeds(found: re.Match[str]) -> str:
    return "\n" * found[0].count("\n")


def _blank(lines: list[str], code: list[str]) -> list[tuple[int, int]]:
    """Return the rows, from and up to, that are in no kept branch of a conditional."""
    blank: list[tuple[int, int]] = []
    conditionals = [[_Branch(-1)]]
    for row, line in enumerate(code):
        directive = _DIRECTIVE.match(line)
        if directive is None:
            conditionals[-1][-1].take(_BRACKET.findall(line))
        elif directive[1] in {"if", "ifdef", "ifndef"}:
            conditionals.append([_Branch(row)])
        elif len(conditionals) == 1:
            continue
        elif directive[1] != "endif":
            conditionals[-1].append(_Branch(row))
        else:
            branches = conditionals.pop()
            kept = _kept(branches, lines)
            if any(branch.brackets for branch in branches):
                blank += _all_but(branches, kept, row)
            if kept < len(branches):
                conditionals[-1][-1].take_over(branches[kept].brackets)
    return blank


def _kept(branches: list[_Branch], lines: list[str]) -> int:
    return 1 if _NEVER.match(lines[branches[0].row]) else 0


def _all_but(branches: list[_Branch], kept: int, end: int) -> list[tuple[int, int]]:
    ends = [branch.row for branch in branches[1:]] + [end]
    return [
        (branch.row, branch.row + 1 if number == kept else last)
        for number, (branch, last) in enumerate(zip(branches, ends, strict=True))
    ] + [(end, end + 1)]
