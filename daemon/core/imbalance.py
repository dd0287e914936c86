"""What an edit did to brackets, tags and quotes: only what it brought is told, and never refused.

A problem that was there before, wherever its lines have gone, is not of the edit. Where a partner
goes, the grammar may come to blame another mark than before, so that problems are told apart by
what they are, and by where they stand only among those that are alike.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import structs

from ...schemas.replies import AnyReply, Done, Preview, Remark
from ...schemas.structure import Balance, Problem
from ...schemas.values import RelPath, Splice
from . import text as texts
from .asking import Step, shown_path
from .comments import UNKNOWN, syntax_of
from .landmarks import plain
from .parses import Parse
from .structure.languages import SILENT, language_of
from .text import Text

_SIGNS = re.compile(r"</?[\w:.-]*|^[ \t]*\w+[ \t]*$|[^\w\s.,;:=+]", re.MULTILINE)
"""What can make or take a partner: marks, names of tags, and words that may end a heredoc."""
_COMPARED_LINES_MAX = 1_000
"""Where more lines came or went than these, to look is no dearer than to compare them."""
FILES_MAX = 8
_AHEAD = frozenset({"echo", "changed_since", "changed_near"})


class Check(NamedTuple):
    """One file of an edit whose balance is to be looked at."""

    path: RelPath
    before: Text
    after: Text
    splices: tuple[Splice, ...]

    def parse(self, text: Text) -> Parse:
        return Parse("balance", self.path, texts.sha256(text.data))


def checks(steps: Iterable[Step], size_bytes_max: int) -> tuple[Check, ...]:
    """Return which files of an edit are worth a look: where marks came or went.

    None of an edit of more files than can be looked at while it is made.
    """
    ones = [one for one in steps if has_balance(one.path)]
    if len(ones) > FILES_MAX:
        return ()
    return tuple(
        Check(*one)
        for one in ones
        if max(len(one.before.data), len(one.after.data)) <= size_bytes_max and _changes_signs(one)
    )


def has_balance(path: RelPath) -> bool:
    """Tell whether by its name a file is in a language whose brackets must have partners."""
    language = language_of(path, "")
    return language not in SILENT and (bool(language) or syntax_of(path) is not UNKNOWN)


def _changes_signs(step: Step) -> bool:
    """Tell whether the marks in the lines that went are others than in those that came."""
    if sum(one.removed + one.inserted for one in step.splices) > _COMPARED_LINES_MAX:
        return True
    shift = 0
    for one in step.splices:
        gone = "\n".join(step.before.shown(one.at, one.removed))
        come = "\n".join(step.after.shown(one.at + shift, one.inserted))
        if _SIGNS.findall(gone) != _SIGNS.findall(come):
            return True
        shift += one.inserted - one.removed
    return False


def brought(
    before: Balance, after: Balance, splices: Sequence[Splice], lines: int
) -> list[Problem]:
    """Return the problems after an edit that were not there before, in a file of so many lines."""
    if sum(one.removed for one in splices) >= lines:
        return list(after.problems)  # nothing stands there that was there before
    old = Counter((_what(one), _carried(one.mark.line, splices)) for one in before.problems)
    left: list[Problem] = []
    for one in after.problems:
        key = (_what(one), one.mark.line)
        if old[key] > 0:
            old[key] -= 1
        else:
            left.append(one)
    alike = Counter(what for (what, _), count in old.items() for _ in range(count))
    found: list[Problem] = []
    for one in left:
        if alike[_what(one)] > 0:
            alike[_what(one)] -= 1
        else:
            found.append(one)
    return found


def _what(problem: Problem) -> tuple[str, str]:
    return problem.kind, problem.mark.text


def _carried(line: int, splices: Sequence[Splice]) -> int:
    """Return where a line of the text before stands after an edit; 0: it was replaced."""
    shift = 0
    for one in splices:
        if line <= one.at:
            break
        if line <= one.at + one.removed:
            return 0
        shift += one.inserted - one.removed
    return line + shift


def told(reply: AnyReply, found: tuple[Remark, ...]) -> AnyReply:
    """Return the reply to an edit with warnings, behind those of lines that are not as expected."""
    if not found or not isinstance(reply, Done | Preview):
        return reply
    others = reply.warnings
    ahead = sum(one.code in _AHEAD for one in others)
    return structs.replace(reply, warnings=(*others[:ahead], *found, *others[ahead:]))


def remark(problems: Sequence[Problem], path: bytes = b"") -> Remark:
    """Return the warning of the first problem, and how many more there are."""
    first = problems[0]
    values: dict[str, str | int] = {
        "kind": first.kind,
        "mark": plain(first.mark.text),
        "line": first.mark.line,
        "column": first.mark.column,
        "more": len(problems) - 1,
    }
    if first.partner is not None:
        values["partner"] = plain(first.partner.text)
        values["partner_line"] = first.partner.line
        values["partner_column"] = first.partner.column
    if path:
        values["path"] = shown_path(path)
    return Remark("imbalance", values)
