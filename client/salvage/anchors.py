"""Strings with bare quotes in them: where they end is found by the names that a tool knows.

A value reaches from its name to the next one that is known, or to the last brace. Only texts may
have bare quotes in them; everything else must be as JSON has it. Where two ways to cut the text
into values are possible, none is taken.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from . import faults, swallowed
from .escapes import decoded, is_paired
from .faults import CutError, UnclearError
from .grammar import Grammar, came
from .knowing import Names

SPOTS_MAX = 40
_BOUNDARY = re.compile(
    r"""(?P<sep>\A\{|,|(?<=["'])(?=\s))\s*+(?P<quote>["']?)(?P<name>[A-Za-z_][\w-]{0,60})(?P=quote)\s*+:\s*+"""
)
_VIEW = re.compile(r"""["']?v?\d{1,13}["']?\s*+[,}]""")


class _Spot(NamedTuple):
    """A name, and where its value begins."""

    before: int
    """Where the value before it ends, white space included."""
    name: str
    at: int


class _Piece(NamedTuple):
    """A name and its value: read already, or the stretch that is a string with its quotes."""

    name: str
    value: Any
    first: int
    last: int


_NOTHING: list[_Piece] = []


class _Reading:
    """One text, its names, and the ways to cut it."""

    def __init__(self, text: str, names: Names) -> None:
        self.text = text
        self.names = names
        self.end = _end(text)
        spots = list(_spots(text, self.end))
        self.others = [one for one in spots if one.name not in names.known]
        self.spots = [one for one in spots if one.name in names.known]
        if not self.spots or self.spots[0].before > 0:
            raise UnclearError("it does not begin with a name that is known")
        if len(self.spots) > SPOTS_MAX:
            raise UnclearError("too many names that are known stand in it")
        self.dead: set[int] = set()
        self.by_before = {one.before: at for at, one in enumerate(self.spots)}

    def ways(self, number: int, used: frozenset[str]) -> Iterator[list[_Piece]]:
        """Yield the ways to cut the text from a name on. Raises UnclearError for a name twice."""
        spot = self.spots[number]
        own = self.names.own(spot.name)
        is_alive = False
        if number in self.dead:
            return
        for piece, following in self._pieces(spot, own, number):
            rests = [_NOTHING] if following is None else self.ways(following, used | {own})
            for rest in rests:
                is_alive = True
                if own in used:
                    raise UnclearError("a name stands in it twice")
                yield [piece, *rest]
        if not is_alive:
            self.dead.add(number)

    def _pieces(self, spot: _Spot, own: str, number: int) -> Iterator[tuple[_Piece, int | None]]:
        """Yield what a name's value may be, and the number of the name that follows."""
        if own not in self.names.texts or self.text[spot.at] not in "\"'":
            yield from self._tidy(spot)
            return
        for other in range(number + 1, len(self.spots)):
            last = self.spots[other].before
            if self._closes(spot.at, last):
                yield _Piece(spot.name, None, spot.at, last), other
                if self._is_certain(self.spots[other]):
                    return
        if self._closes(spot.at, self.end):
            yield _Piece(spot.name, None, spot.at, self.end), None

    def _tidy(self, spot: _Spot) -> Iterator[tuple[_Piece, int | None]]:
        """Yield a value as JSON has it, if it is one."""
        try:
            value, last = Grammar(self.text[: self.end], self.names.known).value(spot.at)
        except (CutError, UnclearError):
            return
        following = self._following(last)
        if following is not None:
            if "\\" in self.text[spot.at : last]:
                raise UnclearError("its backslashes may be escapes or text")
            yield _Piece(spot.name, value, -1, last), None if following < 0 else following

    def _following(self, last: int) -> int | None:
        """Return the number of the name that follows a value, -1 at the end; None: neither."""
        for at, number in self.by_before.items():
            if at >= last and not self.text[last:at].strip():
                return number
        return -1 if not self.text[last : self.end].strip() else None

    def _closes(self, first: int, last: int) -> bool:
        """Tell whether a stretch is a string with its quotes."""
        body = self.text[max(first, last - 200) : last].rstrip()
        last -= min(last - first, 200) - len(body)
        if last - first < 2 or self.text[last - 1] != self.text[first]:
            return False
        head = self.text[first + 1 : last - 1]
        return (len(head) - len(head.rstrip("\\"))) % 2 == 0

    def _is_certain(self, spot: _Spot) -> bool:
        """Tell whether what follows a name can hardly be text."""
        is_view = self.names.own(spot.name) == "viewed_code_id"
        return is_view and bool(_VIEW.match(self.text, spot.at))


def read(text: str, names: Names) -> tuple[dict[str, Any], set[str]]:
    """Return the object that a text is, from its first brace to its last, and its faults.

    Raises UnclearError where it can be read in no way, or in more than one; CutError where it ends
    too early.
    """
    reading = _Reading(text, names)
    whole: list[list[_Piece]] = []
    for way in reading.ways(0, frozenset()):
        if names.required <= {names.own(piece.name) for piece in way}:
            whole.append(way)
        if len(whole) > 1:
            raise UnclearError("where a text in it ends can be read in two ways")
    if not whole:
        raise UnclearError("quotes inside a string end it too early")
    found = {faults.QUOTES}
    return {piece.name: _value(reading, piece, found) for piece in whole[0]}, found


def _value(reading: _Reading, piece: _Piece, found: set[str]) -> Any:
    if piece.first < 0:
        return piece.value
    stretch = reading.text[piece.first : piece.last].rstrip()
    quote, body = stretch[0], stretch[1:-1]
    if not is_paired(body, quote):
        raise UnclearError("a quote in it has no other")
    if piece.last == reading.end and _is_within_braces(body):
        raise UnclearError("its last brace may be one of a text in it")
    _expect_one_end(reading, piece, body, quote)
    text = decoded(body, quote, is_bare=True)
    swallowed.expect_one_string(body, quote, reading.names.known)
    if "\n" in body:
        found.add(faults.BREAKS)
    return text


def _is_within_braces(body: str) -> bool:
    """Tell whether the last line of a text has a brace that is not closed in it."""
    last = body[max(body.rfind("\n"), body.rfind("\\n")) + 1 :]
    return last.count("{") > last.count("}")


def _expect_one_end(reading: _Reading, piece: _Piece, body: str, quote: str) -> None:
    """Raise UnclearError where a text may end before a name that the tool does not know."""
    start = piece.first + 1
    witnesses = [one.before - start for one in reading.others if piece.first < one.before]
    bare = 0
    at = 0
    for witness in (one for one in witnesses if 0 < one < len(body)):
        part = body[at:witness].rstrip()
        bare += len(re.findall(rf"(?<!\\)(?:\\\\)*{quote}", part))
        at = witness
        if part.endswith(quote) and bare % 2 == 1:  # that quote would be the text's end
            raise UnclearError("a text in it may end before a name that is not known")


def _spots(text: str, end: int) -> Iterator[_Spot]:
    """Yield all names that may be of the object: those with quotes as its first one has them."""
    quote: str | None = None
    for found in _BOUNDARY.finditer(text, 0, end):
        quote = found["quote"] if quote is None else quote
        if found["quote"] == quote:
            yield _Spot(found.start(), found["name"], found.end())


def _end(text: str) -> int:
    """Return where the last value ends. Raises CutError where no brace comes after it."""
    last = len(text)
    while last and (text[last - 1].isspace() or text[last - 1] == "}"):
        last -= 1
    if "}" not in text[last:]:
        raise CutError({})
    return last


def cut(text: str, names: Names) -> CutError:
    """Return what came of an object that ends too early: its last text, and what stands before."""
    spots = [one for one in _spots(text, len(text)) if one.name in names.known]
    own = [names.own(one.name) for one in spots]
    if not spots or len(set(own)) < len(own) or own[-1] not in names.texts:
        return CutError({})
    last = spots[-1]
    if "\\" in text[: last.at]:  # they may be escapes or text
        return CutError({})
    values: dict[str, Any] = {}
    for one in spots[:-1]:
        with suppress(CutError, UnclearError):
            values[one.name], _ = Grammar(text, names.known).value(one.at)
    quote = text[last.at : last.at + 1]
    is_text = quote in ("'", '"') and _is_one_text(text[last.at + 1 :], quote, names)
    sure, left = came(text[last.at + 1 :], quote) if is_text else (None, "")
    return CutError(values, last.name, sure, left)


def _is_one_text(body: str, quote: str, names: Names) -> bool:
    """Tell whether a text that is cut has nothing in it that may stand behind it."""
    with suppress(UnclearError):
        swallowed.expect_one_string(body, quote, names.known)
        return not (body.startswith(quote * 2) or swallowed.may_end(body, quote))
    return False
