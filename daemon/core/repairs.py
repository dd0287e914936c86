r"""`old` that stands nowhere exactly: the one place that it can only have meant, and the new text.

Tried in this order: a reader's line numbers off; white space at line ends; indentation as a whole;
look-alike characters; one level of backslash escapes. The first of them that fits decides: where
it fits twice, nothing is repaired. Letters and digits are never guessed at. New text is repaired
alike, and what of it stands in `old` unchanged is as the file has it. New bytes are never touched.
"""

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from . import quoted, respelling
from .respelling import BLANKS
from .sent import numbering
from .text import Text

_TRIES_MAX = 1_000
"""Places with the same text but other indentation that are looked at before giving up."""


class Repair(NamedTuple):
    """What was meant, where only one thing can be."""

    kind: str
    """numbers, line_ends, indentation, look_alikes or escapes."""
    spots: list[tuple[int, int]]
    """The one place, in bytes from and to."""
    content: str | bytes
    """The new text as it should be."""
    applied: bool
    """True: nothing of it is a guess at what is written, so it may be done at once."""
    way: str = ""
    """Of an indentation: what the file has instead: tabs, spaces, deeper or shallower."""


def repair(text: Text, old: str, content: str | bytes) -> Repair | None:
    """Return the repair of an edit whose `old`, sent without lines, does not occur exactly."""
    if not text.encoding or not text.lines:
        return None
    lines = text.shown(0, text.lines)
    if text.ends_with_newline:
        lines.append("")
    fit = _the_fit(_Sought(lines, old.replace("\r\n", "\n"), content))
    if fit is None:
        return None
    return _repair(fit, (_byte(text, lines, fit.start), _byte(text, lines, fit.stop)), content)


def repair_at(text: Text, first: int, last: int, old: str, content: str | bytes) -> Repair | None:
    """Return the repair of an edit of the lines `first` to `last` (from 0), which `old` is not.

    The last line end of `old` does not count. The spot is all of these lines, with their ends.
    """
    count = min(last + 1, text.lines) - first
    lines = text.shown(first, count)
    if not lines:
        return None
    wanted = old.replace("\r\n", "\n")
    stops = {_At(count, 0)}
    if wanted.endswith("\\n"):  # it may be the last line end, escaped
        stops |= {_At(count - 1, len(lines[-1]))} if lines[-1] else set()
    else:
        wanted = wanted.removesuffix("\n") + "\n"
    fit = _the_fit(_Sought([*lines, ""], wanted, content))
    if fit is None or fit.start != _At(0, 0) or fit.stop not in stops:
        return None
    start = text.offset(first) + (0 if first else len(text.bom))
    return _repair(fit, (start, text.offset(first + count)), content)


def without_numbers(content: str) -> str:
    """Return a text without a reader's line numbers; blank lines stay as they are."""
    found = numbering(content)
    if found is None:
        return content
    bare = iter(found.lines)
    return "\n".join(
        next(bare) + ("\r" if line.endswith("\r") else "") if line.strip() else line
        for line in content.split("\n")
    )


def with_line_breaks(content: str, path: bytes) -> str:
    r"""Return a text in which "\n" and "\t" are what they stand for, one level of escapes.

    Quotes lose their backslash where every one has it: then the text was escaped as a whole.
    Where its strings have line breaks already as they are to be, escaped once, literals stay;
    `path` is the file's, by whose name they are told.
    """
    if any(map(_has_break, quoted.literals(path).finditer(content))):
        return quoted.around(path, content, _with_breaks)
    if respelling.unescaped(content, respelling.QUOTE_ESCAPES) is None:
        return _with_breaks(content)
    return respelling.without_escapes(content, respelling.EVERY_ESCAPE)


def _has_break(literal: re.Match[str]) -> bool:
    """Tell whether a literal would have a line break; one in escaped quotes is to have them."""
    return not literal[0].startswith("\\") and "\n" in _with_breaks(literal[0])


def _with_breaks(content: str) -> str:
    return respelling.without_escapes(content, respelling.BREAK_ESCAPES)


# --- places ---------------------------------------------------------------------------------------


class _At(NamedTuple):
    """A place among lines: the line, from 0, and the characters before it there."""

    line: int
    column: int


class _Sought(NamedTuple):
    """What is looked for, and in which lines."""

    lines: list[str]
    """Without ends; the last one has none in the file, so it may be empty."""
    old: str
    """Its line ends are LF."""
    content: str | bytes

    def between(self, start: _At, stop: _At) -> str:
        """Return the text from one place to another, its line ends LF."""
        if start.line == stop.line:
            return self.lines[start.line][start.column : stop.column]
        inner = self.lines[start.line + 1 : stop.line]
        first, last = self.lines[start.line], self.lines[stop.line]
        return "\n".join((first[start.column :], *inner, last[: stop.column]))


class _Fit(NamedTuple):
    """A place that `old` fits, and the new text for it; None where that cannot be told."""

    start: _At
    stop: _At
    content: str | bytes | None
    way: str = ""


class _Found(NamedTuple):
    kind: str
    start: _At
    stop: _At
    content: str | bytes
    way: str


_Fits = Callable[[_Sought], Iterator[_Fit]]


def _the_fit(sought: _Sought) -> _Found | None:
    """Return the one fit of the first kind that has any, None if it has several."""
    if not sought.old.strip():
        return None
    for kind, fits_of in _KINDS:
        fits = list(itertools.islice(fits_of(sought), 2))
        if fits:
            start, stop, content, way = fits[0]
            if len(fits) > 1 or content is None:
                return None
            return _Found(kind, start, stop, content, way)
    return None


def _repair(found: _Found, spot: tuple[int, int], sent: str | bytes) -> Repair:
    applied = found.kind == "numbers" and found.content == sent
    return Repair(found.kind, [spot], found.content, applied, found.way)


def _byte(text: Text, lines: Sequence[str], at: _At) -> int:
    head = lines[at.line][: at.column].encode(text.encoding)
    return text.offset(at.line) + len(head) + (0 if at.line else len(text.bom))


def _positions(text: str, wanted: str) -> Iterator[int]:
    """Return where some text stands in another; places may overlap."""
    at = text.find(wanted)
    while at >= 0:
        yield at
        at = text.find(wanted, at + 1)


def _at(joined: str, position: int) -> _At:
    return _At(joined.count("\n", 0, position), position - joined.rfind("\n", 0, position) - 1)


# --- the kinds ------------------------------------------------------------------------------------


def _numbers(sought: _Sought) -> Iterator[_Fit]:
    bare = without_numbers(sought.old)
    if bare == sought.old:
        return
    new = sought.content if isinstance(sought.content, bytes) else without_numbers(sought.content)
    yield from _exact(sought, bare, new)


def _exact(sought: _Sought, old: str, new: str | bytes | None) -> Iterator[_Fit]:
    joined = "\n".join(sought.lines)
    for at in _positions(joined, old) if old else ():
        yield _Fit(_at(joined, at), _at(joined, at + len(old)), new)


def _line_ends(sought: _Sought) -> Iterator[_Fit]:
    """White space before line ends is there or not; so is the line end at the end of the file."""
    sent, lines = sought.old.split("\n"), sought.lines
    bare = [line.rstrip(BLANKS) for line in sent]
    # Blanks alone at its end are the indentation of a line, not the end of one.
    bare[-1] = bare[-1] or sent[-1]
    # A line end in front and behind makes sure that blank first lines and cut last ones are whole.
    from_start = bool(sent[0]) and not bare[0]
    to_end = bare[-1] != sent[-1]
    ended = "\n" if lines[-1] else ""
    joined = "\n".join(("", *(line.rstrip(BLANKS) for line in lines))) + ended
    wanted = "\n" * from_start + "\n".join(bare) + "\n" * to_end
    for at in _positions(joined, wanted):
        if at + from_start == 0:  # there is no line end before the first line
            continue
        line, column = _at(joined, at + from_start)
        start = _At(line - 1, column if sent[0] or len(sent) == 1 else len(lines[line - 1]))
        line, column = _at(joined, at + len(wanted) - to_end)
        has_end = line <= len(lines)
        line = min(line, len(lines)) - 1
        stop = _At(line, len(lines[line]) if to_end or not has_end else column)
        new = _carried(sought, start, stop, lambda _sent, new, _found: new)
        if isinstance(new, str) and not has_end:
            new = new.removesuffix("\n").removesuffix("\r")
        yield _Fit(start, stop, new)


def _indentation(sought: _Sought) -> Iterator[_Fit]:
    """Whole lines, though the last one may be cut, all of them indented otherwise."""
    sent, lines = sought.old.split("\n"), sought.lines
    bare = [line.lstrip(BLANKS) for line in sent]
    if sent[-1] and not bare[-1]:
        return
    joined = "\n".join(("", *(line.lstrip(BLANKS) for line in lines)))
    tries = itertools.islice(_positions(joined, "\n".join(("", *bare))), _TRIES_MAX + 1)
    fits: list[_Fit] = []
    first, counted = 0, 0
    for number, at in enumerate(tries):
        if number == _TRIES_MAX:
            return
        first, counted = first + joined.count("\n", counted, at), at
        start, stop_line = _At(first, 0), first + len(sent) - 1
        indent = len(lines[stop_line]) - len(lines[stop_line].lstrip(BLANKS))
        stop = _At(stop_line, indent + len(bare[-1]) if bare[-1] else 0)
        change = respelling.reindent(sent, sought.between(start, stop).split("\n"))
        if change is not None:
            new = _carried(sought, start, stop, _reindented(change))
            fits.append(_Fit(start, stop, new, change.way))
    yield from fits


def _reindented(change: respelling.Reindent) -> respelling.Respelling:
    def reindented(
        _sent: Sequence[str], new: Sequence[str], _found: Sequence[str]
    ) -> list[str] | None:
        lines = [change.line(line) for line in new]
        return None if None in lines else [line for line in lines if line is not None]

    return reindented


def _look_alikes(sought: _Sought) -> Iterator[_Fit]:
    original = "\n".join(sought.lines)
    joined, wanted = respelling.fold(original), respelling.fold(sought.old)
    if joined == original and wanted == sought.old:
        return
    for at in _positions(joined, wanted):
        start = _unfolded(sought.lines, _at(joined, at))
        stop = _unfolded(sought.lines, _at(joined, at + len(wanted)))
        if start is not None and stop is not None:
            new = _carried(sought, start, stop, respelling.in_found_characters)
            yield _Fit(start, stop, new)


def _unfolded(lines: Sequence[str], at: _At) -> _At | None:
    column = respelling.unfolded(lines[at.line], at.column)
    return None if column is None else _At(at.line, column)


def _carried(
    sought: _Sought, start: _At, stop: _At, changed: respelling.Respelling
) -> str | bytes | None:
    if isinstance(sought.content, bytes):
        return sought.content
    found = sought.between(start, stop)
    return respelling.carried(sought.old, sought.content, found, changed)


def _escapes(sought: _Sought) -> Iterator[_Fit]:
    """Each way to take escapes off that fits; ways that agree are one."""
    fits: set[_Fit] = set()
    for escapes in (
        respelling.EVERY_ESCAPE,
        respelling.QUOTE_ESCAPES,
        respelling.BREAK_ESCAPES,
    ):
        old = respelling.without_escapes(sought.old, escapes).replace("\r\n", "\n")
        if old != sought.old:
            new = sought.content
            if isinstance(new, str):
                new = respelling.unescaped(new, escapes)
            fits |= set(itertools.islice(_exact(sought, old, new), 2))
    known = [fit for fit in fits if fit.content is not None]
    yield from known or fits


_KINDS: tuple[tuple[str, _Fits], ...] = (
    ("numbers", _numbers),
    ("line_ends", _line_ends),
    ("indentation", _indentation),
    ("look_alikes", _look_alikes),
    ("escapes", _escapes),
)
