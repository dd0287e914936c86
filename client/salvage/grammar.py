"""JSON with what people and models add to it, as long as every string ends where it seems to.

Taken: raw line breaks in strings, single quotes and the words of Python, names without quotes,
commas too many, a comma too few before a known name, the outermost brace missing at the end.
"""

import re
from collections.abc import Set as AbstractSet
from typing import Any

from . import faults
from .escapes import CONTROL, decoded
from .faults import CutError, UnclearError

DEPTH_MAX = 60
_SPACE = re.compile(r"\s*+")
_STRING = {
    quote: re.compile(rf"{quote}([^{quote}\\]*+(?:\\.[^{quote}\\]*+)*+){quote}", re.DOTALL)
    for quote in "\"'"
}
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,30})(?:\.[0-9]{1,30})?(?:[eE][+-]?[0-9]{1,3})?(?![\w.])")
_WORD = re.compile(r"[A-Za-z_$][\w$-]{0,60}")
_WORDS = {"true": True, "false": False, "null": None}
_WORDS_OF_PYTHON = {"True": True, "False": False, "None": None}


class Grammar:
    """Reads one value out of a text; `found` gathers what was wrong with it."""

    def __init__(self, text: str, known: AbstractSet[str]) -> None:
        """`known` are names that may stand without quotes, or without a comma before them."""
        self.text = text
        self.known = known
        self.found: set[str] = set()
        self._is_python = False
        self._is_raw = False
        """A string has line breaks, tabs or the like as they are."""
        self._has_escapes = False
        """Another one has backslashes."""
        self._depth = 0

    def members(self, at: int) -> tuple[dict[str, Any], int]:
        """Read the object whose brace stands at `at`; return it, and where it ends.

        Raises CutError, with what came, where the text ends inside of it, and UnclearError.
        """
        text = self.text
        given: dict[str, Any] = {}
        at = self.skip(at + 1)
        while at < len(text):
            if text[at] == "}":
                return given, at + 1
            name, at = self._name(at, given)
            if at >= len(text):
                break
            is_string = text[at] in _STRING
            given[name], at = self._member(given, name, at)
            at = self.skip(at)
            if at >= len(text):
                if is_string and self._depth == 0:
                    self.found.add(faults.BRACE_LESS)
                    return given, at
                del given[name]
                raise CutError(given)
            at = self._comma(at, "}")
        raise CutError(given)

    def expect_one_writer(self) -> None:
        """Raise UnclearError where one string is raw, and another may be or not."""
        if self._is_raw and self._has_escapes:
            raise UnclearError("its backslashes may be escapes or text")

    def _member(self, given: dict[str, Any], name: str, at: int) -> tuple[Any, int]:
        try:
            return self.value(at)
        except CutError as error:
            came = None if self._depth else error.came
            raise CutError(dict(given), name, came, error.left) from None

    def _name(self, at: int, given: dict[str, Any]) -> tuple[str, int]:
        """Read a name and its colon; return it, and where its value begins."""
        text = self.text
        if text[at] in _STRING:
            if text[at] == "'":
                self._python(given)
            name, after = self._string(at)
        else:
            found = _WORD.match(text, at)
            if found is None:
                raise UnclearError("a name is missing in it")
            name, after = found[0], found.end()
            if after < len(text) and name not in self.known:
                raise UnclearError("a name without quotes in it is not known")
            self.found.add(faults.BARE_NAMES)
        if name in given:
            raise UnclearError("a name stands in it twice")
        after = self.skip(after)
        if after >= len(text):
            raise CutError(given)
        if text[after] != ":":
            raise UnclearError("a colon is missing in it")
        return name, self.skip(after + 1)

    def _python(self, given: dict[str, Any]) -> None:
        if given and not self._is_python:
            raise UnclearError("names with both kinds of quotes stand in it")
        self._is_python = True
        self.found.add(faults.SINGLE)

    def _comma(self, at: int, closing: str) -> int:
        """Return where the next item begins, or the closing bracket stands."""
        text = self.text
        if text[at] == ",":
            at = self.skip(at + 1)
            if text[at : at + 1] == closing:
                self.found.add(faults.BRACE_MORE)
            return at
        if text[at] == closing:
            return at
        if closing == "}" and self._is_known_name(at):
            self.found.add(faults.COMMA)
            return at
        raise UnclearError("something stands between two of its values")

    def _is_known_name(self, at: int) -> bool:
        found = re.compile(r"""(["'])([\w-]{1,60})\1\s*:""").match(self.text, at)
        return found is not None and found[2] in self.known

    def value(self, at: int) -> tuple[Any, int]:
        """Read any value; return it, and where it ends. Raises CutError and UnclearError."""
        text = self.text
        if at >= len(text):
            raise CutError({})
        match text[at]:
            case "{" | "[" as bracket:
                return self._nested(at, bracket)
            case '"' | "'":
                return self._string(at)
            case _:
                return self._scalar(at)

    def _nested(self, at: int, bracket: str) -> tuple[Any, int]:
        self._depth += 1
        if self._depth > DEPTH_MAX:
            raise UnclearError("it is nested too deep")
        given, at = self.members(at) if bracket == "{" else self.items(at)
        self._depth -= 1
        return given, at

    def items(self, at: int) -> tuple[list[Any], int]:
        """Read the list whose bracket stands at `at`, as `members` does an object."""
        text = self.text
        given: list[Any] = []
        at = self.skip(at + 1)
        while at < len(text):
            if text[at] == "]":
                return given, at + 1
            one, at = self.value(at)
            given.append(one)
            at = self.skip(at)
            if at < len(text):
                at = self._comma(at, "]")
        raise CutError({})

    def _string(self, at: int) -> tuple[str, int]:
        quote = self.text[at]
        found = _STRING[quote].match(self.text, at)
        python = self._is_python or quote == "'"
        body = self.text[at + 1 :] if found is None else found[1]
        is_raw = CONTROL.search(body) is not None
        self._is_raw |= is_raw
        self._has_escapes |= "\\" in body and not is_raw
        if found is None:
            text, left = came(self.text[at + 1 :], quote, python=python)
            raise CutError({}, came=text, left=left)
        if python:
            self.found.add(faults.SINGLE)
        if "\n" in found[1]:
            self.found.add(faults.BREAKS)
            python = False
        return decoded(found[1], quote, python=python), found.end()

    def _scalar(self, at: int) -> tuple[Any, int]:
        text = self.text
        if found := _NUMBER.match(text, at):
            self._expect_more(found.end())
            number = found[0]
            return (int(number) if number.lstrip("-").isdigit() else float(number)), found.end()
        found = _WORD.match(text, at)
        if found is None:
            raise UnclearError("a value is missing in it")
        self._expect_more(found.end())
        if found[0] in _WORDS:
            return _WORDS[found[0]], found.end()
        if found[0] in _WORDS_OF_PYTHON:
            self.found.add(faults.SINGLE)
            return _WORDS_OF_PYTHON[found[0]], found.end()
        raise UnclearError("a word without quotes stands in it")

    def _expect_more(self, at: int) -> None:
        if at >= len(self.text):  # more digits, or letters, may have been lost
            raise CutError({})

    def skip(self, at: int) -> int:
        found = _SPACE.match(self.text, at)
        return found.end() if found else at


_HIGH = r"\\u[dD][89abAB][0-9a-fA-F]{2}(?:\\(?:u[0-9a-fA-F]{0,3})?)?"
_HALVES = {
    python: re.compile(rf"(?<!\\)(?:\\\\)*({_HIGH}|\\(?:u[0-9a-fA-F]{{0,3}}|{others})?)\Z")
    for python, others in (
        (False, "[xU][0-9a-fA-F]{0,7}"),
        (True, "x[0-9a-fA-F]?|U[0-9a-fA-F]{0,7}"),
    )
}
"""An escape at an end, of JSON or Python, that may be the half of one, or of a character."""


def came(body: str, quote: str, *, python: bool = False) -> tuple[str | None, str]:
    """Return what came for certain of a string that does not end, and what stands behind that.

    None where it is unclear. Braces at its end, and a quote before them, may be those of what
    stands around it.
    """
    sure = _without_closers(body, quote)
    if half := _HALVES[python].search(sure):
        sure = sure[: half.start(1)]
    try:
        return decoded(sure, quote, python=python, is_cut=True), body[len(sure) :]
    except UnclearError:
        return None, ""


def _without_closers(body: str, quote: str) -> str:
    stripped = body.rstrip(" \t\r\n}],")
    head = stripped.removesuffix(quote)
    is_escaped = (len(head) - len(head.rstrip("\\"))) % 2 == 1
    if head != stripped and not is_escaped:
        return head
    return stripped if "}" in body[len(stripped) :] else body
