"""`old` without lines: which place is meant by the text that stands there."""

from ...schemas.replies import Call
from ...schemas.values import Span
from . import finding
from .asking import RefusedError, around, refuse
from .target import Target, again_at, shown_refusal

PLACES_MAX = 10
"""Places named when `old` occurs more than once."""


def inside_view(target: Target, spots: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the matches in lines that the view shows and that are as it showed them."""
    if target.view is None or target.file is None:
        return []
    seen: set[int] = set()
    for runs in target.view.runs:
        for placed in target.file.history.locate(runs):
            if placed.at is not None:
                seen |= set(range(placed.at, placed.at + placed.run.lines))
    text = target.text
    return [
        (start, end)
        for start, end in spots
        if set(range(finding.line_at(text, start), finding.line_at(text, max(start, end - 1)) + 1))
        <= seen
    ]


def old_many(target: Target, spots: list[tuple[int, int]]) -> RefusedError:
    lines = [finding.line_at(target.text, start) + 1 for start, _ in spots]
    named = ", ".join(map(str, lines[:PLACES_MAX]))
    more = len(lines) - PLACES_MAX
    values: dict[str, str | int] = {
        "matches": len(lines),
        "places": named + (f" and {more} more" if more > 0 else ""),
    }
    calls = (
        Call(target.tool, {"file": f"{target.path}:{lines[0]}"}, "to name the line"),
        Call(target.tool, {"file": target.path, "all": "true"}, "for all of them"),
    )
    return refuse(
        target.asked, target.tool, "old_many", path=target.seen.path, values=values, calls=calls
    )


def already_there(target: Target, span: Span) -> RefusedError:
    values: dict[str, str | int] = {"now": str(span)}
    path = target.seen.path
    return refuse(target.asked, target.tool, "already_there", path=path, values=values)


def old_none(target: Target, old: str, span: Span | None = None) -> RefusedError:
    """Return the refusal that shows the nearest place; `span` where it is known."""
    asked, text = target.asked, target.text
    wanted = old.replace("\r\n", "\n").removesuffix("\n").split("\n")
    if span is None:
        at = _nearest(wanted, text.shown(0, text.lines))
        if at is None:
            calls = (Call("be-read", {"file": target.path}),)
            return refuse(asked, target.tool, "old_none", path=target.seen.path, calls=calls)
        span = Span(at + 1, min(text.lines, at + len(wanted)))
    found = text.shown(span.first - 1, len(span))
    values = first_difference(wanted, found, span.first)
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


def first_difference(old: list[str], lines: list[str], first: int) -> dict[str, str | int]:
    """Return where two stretches of lines first differ: line, column, and both texts there."""
    for number, (sent, found) in enumerate(zip(old, lines, strict=False)):
        if sent != found:
            column = next(
                (at for at, (a, b) in enumerate(zip(sent, found, strict=False)) if a != b),
                min(len(sent), len(found)),
            )
            return {
                "line": first + number,
                "column": column + 1,
                "sent": sent[column : column + 40],
                "found": found[column : column + 40],
            }
    return {"line": first + min(len(old), len(lines)), "sent_lines": len(old), "lines": len(lines)}


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
