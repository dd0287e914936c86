"""The brackets of texts with conditional compilation: those of one branch at a time.

`#ifdef A`, `if (a) {`, `#else`, `if (b) {`, `#endif` opens one bracket, not two.
"""

import re
from collections.abc import Sequence

from .bracket_tokens import Bracket
from .brackets import OPENER_OF

LANGUAGES = frozenset(("c", "cpp", "csharp", "swift"))
_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(\w+)[^\n\\]*(?:\\(?s:.)[^\n\\]*)*", re.MULTILINE)
_BEGIN = frozenset(("if", "ifdef", "ifndef"))
_NEXT = frozenset(("elif", "elifdef", "elifndef", "elseif", "else"))
_READINGS = 4
"""At most: that of the first branches, of the second ones, and so on."""


class _Conditional:
    """The brackets of its branches so far, and whether one of them is taken in any case."""

    def __init__(self) -> None:
        self.branches: list[list[Bracket]] = [[]]
        self.has_else = False


class Split:
    """The brackets of a text, those of directives apart."""

    def __init__(self, text: str, brackets: Sequence[Bracket]) -> None:
        self._events: list[tuple[str, list[Bracket]]] = []
        """Directives of conditionals, each with the brackets that stand before it."""
        self.directives: list[list[Bracket]] = []
        """Of each line that is a directive, as far as it has any."""
        plain: list[Bracket] = []
        number = 0
        for found in _DIRECTIVE.finditer(text):
            while number < len(brackets) and brackets[number].at < found.start():
                plain.append(brackets[number])
                number += 1
            own = number
            while number < len(brackets) and brackets[number].at < found.end():
                number += 1
            if own < number:
                self.directives.append(list(brackets[own:number]))
            if found[1] in _BEGIN or found[1] in _NEXT or found[1] == "endif":
                self._events.append((found[1], plain))
                plain = []
        self._rest = [*plain, *brackets[number:]]

    def readings(self) -> list[list[Bracket]]:
        """Return the brackets of the first branches, of the second, and so on; one without any."""
        deepest = self._most_branches()
        return [self._reading(nth) for nth in range(min(deepest, _READINGS))]

    def _most_branches(self) -> int:
        most = 1
        open_: list[int] = []
        for name, _ in self._events:
            if name in _BEGIN:
                open_.append(2)
            elif open_ and name in _NEXT:
                open_[-1] += name != "else"
            elif open_:
                most = max(most, open_.pop())
        return most

    def _reading(self, nth: int) -> list[Bracket]:
        stack = [_Conditional()]
        for name, before in self._events:
            stack[-1].branches[-1] += before
            if name in _BEGIN:
                stack.append(_Conditional())
            elif len(stack) == 1:
                continue
            elif name in _NEXT:
                stack[-1].has_else = name == "else"
                stack[-1].branches.append([])
            else:
                done = stack.pop()
                stack[-1].branches[-1] += _taken(done, nth)
        while len(stack) > 1:
            done = stack.pop()
            stack[-1].branches[-1] += _taken(done, nth)
        return [*stack[0].branches[0], *self._rest]


def _taken(conditional: _Conditional, nth: int) -> list[Bracket]:
    """Return the brackets of one branch; those of all where each is complete in itself."""
    branches = conditional.branches
    if all(_is_complete(branch) for branch in branches):
        return [bracket for branch in branches for bracket in branch]
    if nth < len(branches):
        return branches[nth]
    return branches[-1] if conditional.has_else else []


def _is_complete(brackets: list[Bracket]) -> bool:
    stack: list[str] = []
    for bracket in brackets:
        opener = OPENER_OF.get(bracket.text)
        if opener is None:
            stack.append(bracket.text)
        elif not stack or stack.pop() != opener:
            return False
    return not stack
