r"""The same text spelled otherwise: indentation, look-alike characters, backslash escapes.

Strings alone: no file, no place. Line ends are LF here.
"""

import difflib
import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

BLANKS = " \t"
"""What indentation and white space at line ends are made of."""
_TAB_WIDTHS = (4, 8, 2, 3, 1, 5, 6, 7)
"""Columns that a tab may stand for, likeliest first; no two of them fit the same lines."""
_PAIRS_MAX = 250_000
"""Texts with more pairs of equal pieces are not compared: difflib looks at each pair again."""

_LOOK_ALIKES = {
    **dict.fromkeys("\u00a0\u1680\u202f\u205f\u3000", " "),
    **dict.fromkeys(map(chr, range(0x2000, 0x200B)), " "),
    **dict.fromkeys("\u2018\u2019\u201a\u201b", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
    "\u2026": "...",
}
_PIECE = re.compile(r"\.{3}|\w+|\s+|[^\w\s]")
"""What stays or goes as a whole where two lines are compared: words, white space, marks."""

_ESCAPED = {"n": "\n", "r": "\r", "t": "\t", '"': '"', "\\": "\\"}
EVERY_ESCAPE = re.compile(r'\\([nrt"\\])')
QUOTE_ESCAPES = re.compile(r'\\(")')
BREAK_ESCAPES = re.compile(r"\\([nrt\\])")


# --- indentation ----------------------------------------------------------------------------------


class Reindent(NamedTuple):
    """How one text's indentation becomes another's."""

    way: str
    """deeper, shallower, tabs or spaces: what it does."""
    by: str
    """The white space that is put in front or taken off; for tabs and spaces: a tab's width."""

    def line(self, line: str) -> str | None:
        """Return a line with the other indentation, None where it has not enough of its own.

        A line of blanks alone stays as it is.
        """
        bare = line.lstrip(BLANKS)
        if not bare:
            return line
        indent = line[: len(line) - len(bare)]
        if self.way == "deeper":
            return self.by + line
        if self.way == "shallower":
            return line.removeprefix(self.by) if line.startswith(self.by) else None
        spaces = indent.replace("\t", self.by)
        if self.way == "spaces":
            return spaces + bare
        columns = len(spaces)
        width = len(self.by)
        return "\t" * (columns // width) + " " * (columns % width) + bare


def reindent(sent: Sequence[str], found: Sequence[str]) -> Reindent | None:
    """Return the one change of indentation that makes all `sent` lines the `found` ones.

    They are as many, with the same text behind the indentation; blank lines do not count.
    """
    pairs = [(a, b) for a, b in zip(sent, found, strict=True) if a.strip(BLANKS)]
    ways = _ways(*pairs[0]) if pairs else ()
    return next((way for way in ways if all(way.line(a) == b for a, b in pairs)), None)


def _ways(sent: str, found: str) -> Iterator[Reindent]:
    """Return the changes that one pair of lines leaves possible."""
    if found.endswith(sent):
        yield Reindent("deeper", found[: len(found) - len(sent)])
    elif sent.endswith(found):
        yield Reindent("shallower", sent[: len(sent) - len(found)])
    for way in ("tabs", "spaces"):
        for width in _TAB_WIDTHS:
            yield Reindent(way, " " * width)


# --- look-alikes ----------------------------------------------------------------------------------


def fold(text: str) -> str:
    """Return a text with its look-alike characters as ASCII has them; "\u2026" becomes three."""
    if not text.isascii():
        for one, plain in _LOOK_ALIKES.items():
            text = text.replace(one, plain)
    return text


def unfolded(text: str, at: int) -> int | None:
    """Return which position of a text is position `at` of its folded form, None within one."""
    if text.isascii():
        return at
    return _bounds(text).get(at)


def _bounds(text: str) -> dict[int, int]:
    """Return the positions of a text by those of its folded form."""
    widths = (len(_LOOK_ALIKES.get(one, one)) for one in text)
    return {place: at for at, place in enumerate(itertools.accumulate(widths, initial=0))}


def in_found_characters(
    sent: Sequence[str], new: Sequence[str], found: Sequence[str]
) -> list[str] | None:
    """Return new lines in which what stands in `sent`, too, has the characters of `found`.

    `sent` and `found` are alike line by line. None where there is too much to compare.
    """
    if not sent or not new:
        return list(new)
    if len(sent) == len(new):
        lines = [_in_found(*each) for each in zip(sent, new, found, strict=True)]
        return None if None in lines else [line for line in lines if line is not None]
    text = _in_found("\n".join(sent), "\n".join(new), "\n".join(found))
    return None if text is None else text.split("\n")


def _in_found(sent: str, new: str, found: str) -> str | None:
    if sent == found:
        return new
    old_pieces, new_pieces = _PIECE.findall(sent), _PIECE.findall(new)
    if _pairs(old_pieces, new_pieces) > _PAIRS_MAX:
        return None
    bounds = _bounds(found)
    ends = itertools.accumulate((len(fold(one)) for one in old_pieces), initial=0)
    places = [bounds.get(end) for end in ends]
    out: list[str] = []
    for tag, a, b, c, d in _steps(old_pieces, new_pieces):
        if tag != "equal":
            out += new_pieces[c:d]
            continue
        start, stop = places[a], places[b]
        if start is None or stop is None:
            return None
        out.append(found[start:stop])
    return "".join(out)


# --- lines that stay ------------------------------------------------------------------------------

Respelling = Callable[[Sequence[str], Sequence[str], Sequence[str]], Sequence[str] | None]
"""Gives new lines, which stand instead of some sent ones, as beside those found they should be."""


def carried(sent: str, new: str, found: str, changed: Respelling) -> str | None:
    """Return new text in which the lines that stand in `sent`, too, are those of `found`.

    `sent` and `found` have equally many lines. Other lines are what `changed` makes of them; None
    where it makes nothing. Line ends are as in `new`, CRLF too.
    """
    ends = re.findall(r"\r?\n", new)
    sent_lines, new_lines, found_lines = map(_lines, (sent, new.replace("\r\n", "\n"), found))
    out: list[str] = []
    for tag, a, b, c, d in _steps(sent_lines, new_lines):
        some = found_lines[a:b]
        lines = some if tag == "equal" else changed(sent_lines[a:b], new_lines[c:d], some)
        if lines is None:
            return None
        out += lines
    return "".join(itertools.chain.from_iterable(itertools.zip_longest(out, ends, fillvalue="")))


def _lines(text: str) -> list[str]:
    """Return the lines of a text, without line ends; what follows the last one is no line."""
    lines = text.split("\n")
    return lines if lines[-1] else lines[:-1]


def _steps(old: Sequence[str], new: Sequence[str]) -> list[tuple[str, int, int, int, int]]:
    """Return what makes `new` of `old`, as difflib's opcodes; roughly where there is too much."""
    head = sum(1 for _ in itertools.takewhile(bool, map(str.__eq__, old, new)))
    rest = zip(reversed(old[head:]), reversed(new[head:]), strict=False)
    tail = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], rest))
    last, new_last = len(old) - tail, len(new) - tail
    inner_old, inner_new = old[head:last], new[head:new_last]
    steps = [("equal", 0, head, 0, head), ("equal", last, len(old), new_last, len(new))]
    if _pairs(inner_old, inner_new) > _PAIRS_MAX:
        steps.insert(1, ("replace", head, last, head, new_last))
        return steps
    matcher = difflib.SequenceMatcher(None, inner_old, inner_new, autojunk=False)
    steps[1:1] = [
        (tag, head + a, head + b, head + c, head + d) for tag, a, b, c, d in matcher.get_opcodes()
    ]
    return steps


def _pairs(old: Iterable[str], new: Iterable[str]) -> int:
    """Count the pairs of equal pieces."""
    counts = Counter(old)
    return sum(counts[one] for one in new)


# --- escapes --------------------------------------------------------------------------------------


def unescaped(text: str, escapes: re.Pattern[str]) -> str | None:
    """Return a text with one level of backslash escapes taken off, as far as the pattern goes.

    None where it has a character escaped here and bare there: then nobody can tell what is meant.
    The line end at its end does not count.
    """
    bare = set(escapes.sub("", text).removesuffix("\n"))
    if any(_ESCAPED[letter] in bare for letter in escapes.findall(text)):
        return None
    return without_escapes(text, escapes)


def without_escapes(text: str, escapes: re.Pattern[str]) -> str:
    """Return a text with one level of these backslash escapes taken off."""
    return escapes.sub(lambda found: _ESCAPED[found[1]], text)
