"""`old` without lines: which place is meant by the text that stands there."""

from bisect import bisect_right
from itertools import islice

from ...schemas.replies import Call
from ...schemas.values import Span
from . import finding, landmarks
from .asking import RefusedError, around, refuse
from .target import Target, again_at, shown_refusal
from .text import Text

COMPARED_CHARACTERS_MAX = 2_000
"""Of a line in which the beginning of `old` is looked for."""
PLACES_MAX = 10
"""Places named when `old` occurs more than once."""

Places = finding.Spots | list[tuple[int, int]]
"""Where a text stands, in bytes from and to, ascending."""


def inside_view(target: Target, spots: Places) -> list[tuple[int, int]]:
    """Return the matches in lines that the view shows and that are as it showed them.

    Of several, the first two: the view does not tell them apart.
    """
    seen = _seen_lines(target)
    firsts = [first for first, _ in seen]
    found: list[tuple[int, int]] = []
    for spot, (first, last) in zip(spots, finding.lines_of(target.text, spots), strict=True):
        at = bisect_right(firsts, first) - 1
        if at >= 0 and last < seen[at][1]:
            found.append(spot)
        if len(found) > 1 or not seen:
            break
    return found


def _seen_lines(target: Target) -> list[tuple[int, int]]:
    """Return today's lines, from 0 and to before, that are as the view shows them: wide apart."""
    if target.view is None or target.file is None:
        return []
    placed = (one for runs in target.view.runs for one in target.file.history.locate(runs))
    found: list[tuple[int, int]] = []
    for first, end in sorted(
        (one.at, one.at + one.run.lines) for one in placed if one.at is not None
    ):
        if found and first <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((first, end))
    return found


def old_many(target: Target, spots: Places) -> RefusedError:
    """Return the refusal of text that occurs several times: it counts them, and names the first."""
    first_ones = finding.lines_of(target.text, islice(spots, PLACES_MAX))
    lines = [first + 1 for first, _ in first_ones]
    named = ", ".join(_within_what(target, line) for line in lines)
    more = len(spots) - len(lines)
    values: dict[str, str | int] = {
        "matches": len(spots),
        "places": named + (f" and {more} more" if more > 0 else ""),
    }
    calls = (
        Call(target.tool, {"file": f"{target.path}:{lines[0]}"}, "to name the line"),
        Call(target.tool, {"file": target.path, "all": "true"}, "for all of them"),
    )
    if target.tool != "be-replace":  # no other tool takes all of them
        calls = calls[:1]
    return refuse(
        target.asked, target.tool, "old_many", path=target.seen.path, values=values, calls=calls
    )


def _within_what(target: Target, line: int) -> str:
    """Return a line's number, and what it lies in where that is known."""
    name = landmarks.name_around(target.asked, target.seen, line)
    return f"{line} ({name})" if name else f"{line}"


def old_none(target: Target, old: str, content: str | bytes) -> RefusedError:
    """Return the refusal of text that does not occur; the new one may stand there already."""
    there = _stands_already(target.text, content)
    if there is None:
        return nearest(target, old)
    values: dict[str, str | int] = {"now": str(there)}
    path = target.seen.path
    return refuse(target.asked, target.tool, "already_there", path=path, values=values)


def _stands_already(text: Text, content: str | bytes) -> Span | None:
    """Return where a new text stands already, if it does so just once."""
    if not isinstance(content, str) or not content.strip():
        return None
    there = finding.find(text, content)
    if len(there) != 1:
        return None
    first = finding.line_at(text, there[0][0])
    return Span(first + 1, finding.line_at(text, there[0][1] - 1) + 1)


def nearest(target: Target, old: str, span: Span | None = None) -> RefusedError:
    """Return the refusal that shows the place most like `old`; `span` where it is known."""
    asked, text = target.asked, target.text
    wanted = old.replace("\r\n", "\n").removesuffix("\n").split("\n")
    if span is None:
        at = _nearest(wanted, text.shown(0, text.lines))
        if at is None:
            calls = (Call("be-read", {"file": target.path}),)
            return refuse(asked, target.tool, "old_none", path=target.seen.path, calls=calls)
        span = Span(at + 1, min(text.lines, at + len(wanted)))
    found = text.shown(span.first - 1, len(span))
    values = first_difference(wanted, found, span.first, is_part=True)
    values["now"] = str(span)
    block = around(text, span, context=0)
    return shown_refusal(target, "old_none", values, block, (again_at(target, span),))


def _nearest(wanted: list[str], lines: list[str]) -> int | None:
    """Return the line (from 0) where most of the wanted lines stand, white space aside."""
    wanted = [" ".join(line.split()) for line in wanted]
    where: dict[str, list[int]] = {}
    for number, line in enumerate(lines):
        where.setdefault(" ".join(line.split()), []).append(number)
    votes: dict[int, int] = {}
    for offset, line in enumerate(wanted):
        for number in where.get(line, ())[:50] if line else ():
            start = max(0, number - offset)
            votes[start] = votes.get(start, 0) + 1
    return max(votes, key=lambda start: (votes[start], -start)) if votes else None


def first_difference(
    old: list[str], lines: list[str], first: int, *, is_part: bool = False
) -> dict[str, str | int]:
    """Return where two stretches of lines first differ: line, column, and both texts there.

    `is_part`: `old` may begin and end within a line.
    """
    for number, (sent, found) in enumerate(zip(old, lines, strict=False)):
        skip = _begin(sent, found) if is_part and number == 0 else 0
        rest = found[skip:]
        ends_within = is_part and number == len(old) - 1 and rest.startswith(sent)
        if sent != rest and not ends_within:
            at = _common(sent, rest)
            return {
                "line": first + number,
                "column": skip + at + 1,
                "sent": sent[at : at + 40],
                "found": rest[at : at + 40],
            }
    return {"line": first + min(len(old), len(lines)), "sent_lines": len(old), "lines": len(lines)}


def _common(one: str, other: str) -> int:
    """Return how many characters two texts have in common at their beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _begin(sent: str, found: str) -> int:
    """Return where in a line the beginning of a text fits best."""
    if len(found) > COMPARED_CHARACTERS_MAX:
        return 0
    starts = range(len(found))
    return max(starts, key=lambda at: (_common(sent, found[at:]), -at), default=0)


def expect_old(
    target: Target, old_text: str, span: Span
) -> tuple[RefusedError, Span | None] | None:
    """Return None where the lines are exactly `old`, the last line end aside.

    Else the refusal, and where `old` stands instead, if it does so just once.
    """
    plain = old_text.replace("\r\n", "\n")
    old = plain.removesuffix("\n").split("\n")
    lines = target.text.shown(span.first - 1, min(len(span), target.text.lines))
    if lines in (old, plain.split("\n")):  # without one, a blank last line shows as a line end
        return None
    places = _places(target.text.shown(0, target.text.lines), old)
    if len(places) == 1:
        there = Span(places[0] + 1, places[0] + len(old))
        block = around(target.text, there)
        values: dict[str, str | int] = {"now": str(there)}
        calls = (again_at(target, there),)
        return shown_refusal(target, "old_elsewhere", values, block, calls, span), there
    values = first_difference(old, lines, span.first)
    block = around(target.text, span, context=0)
    calls = (again_at(target, span, "without old"),)
    return shown_refusal(target, "old_mismatch", values, block, calls, span), None


def _places(lines: list[str], wanted: list[str]) -> list[int]:
    """Return at which lines (from 0) just the wanted ones stand."""
    count = len(wanted)
    return [
        at
        for at in range(len(lines) - count + 1)
        if lines[at] == wanted[0] and lines[at : at + count] == wanted
    ]
