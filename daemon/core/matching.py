"""`old` without lines: which place is meant by the text that stands there."""

from ...schemas.messages import Call
from ...schemas.values import Span
from . import finding
from .asking import RefusedError, around, refuse
from .edits import Plan
from .target import Target, shown_refusal

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


def old_none(target: Target, old: str, content: str | bytes) -> RefusedError:
    """Return the refusal that names the nearest place, or the edit that has made it so already."""
    asked, text = target.asked, target.text
    if isinstance(content, str) and content.strip():
        there = finding.find(text, content)
        if len(there) == 1:
            first = finding.line_at(text, there[0][0])
            last = finding.line_at(text, there[0][1] - 1)
            span = Span(first + 1, last + 1)
            values: dict[str, str | int] = {"now": str(span)}
            return refuse(asked, target.tool, "already_there", path=target.seen.path, values=values)
    wanted = old.replace("\r\n", "\n").removesuffix("\n").split("\n")
    at = _nearest(wanted, text.shown(0, text.lines))
    if at is None:
        calls = (Call("be-read", {"file": target.path}),)
        return refuse(asked, target.tool, "old_none", path=target.seen.path, calls=calls)
    span = Span(at + 1, min(text.lines, at + len(wanted)))
    found = text.shown(at, len(span))
    values = first_difference(wanted, found, span.first)
    values["now"] = str(span)
    where: dict[str, str | int] = {
        "file": f"{target.path}:{span}",
        "viewed_code_id": f"v{asked.seq}",
    }
    block = around(text, span, context=0)
    return shown_refusal(target, "old_none", values, block, (Call(target.tool, where),))


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


def expect_old(target: Target, old_text: str, span: Span) -> None:
    """Raise RefusedError unless the lines are exactly `old`, the last line end aside."""
    old = old_text.replace("\r\n", "\n").removesuffix("\n").split("\n")
    lines = target.text.shown(span.first - 1, min(len(span), target.text.lines))
    if old == lines:
        return
    asked, asked_for = target.asked, span
    places = _places(target.text.shown(0, target.text.lines), old)
    values: dict[str, str | int] = {}
    if len(places) == 1:
        code = "old_elsewhere"
        span = Span(places[0] + 1, places[0] + len(old))
        block = around(target.text, span)
        values["now"] = str(span)
    else:
        code = "old_mismatch"
        values |= first_difference(old, lines, span.first)
        block = around(target.text, span, context=0)
    where: dict[str, str | int] = {
        "file": f"{target.path}:{span}",
        "viewed_code_id": f"v{asked.seq}",
    }
    calls = (Call(target.tool, where, "" if len(places) == 1 else "without old"),)
    raise shown_refusal(target, code, values, block, calls, asked_for)


def _places(lines: list[str], wanted: list[str]) -> list[int]:
    """Return at which lines (from 0) just the wanted ones stand."""
    count = len(wanted)
    return [
        at
        for at in range(len(lines) - count + 1)
        if lines[at] == wanted[0] and lines[at : at + count] == wanted
    ]


def already_made(target: Target, plan: Plan) -> Span | None:
    """Return where the session has made this very edit already, as when a call is repeated.

    That is where the new lines stand around the place, and one edit of its own brought them.
    """
    region = plan.regions[0]
    if target.file is None or region.inserted <= region.removed:
        return None
    text, count = target.text, region.inserted
    new = plan.after.slice(region.at, count)
    for at in range(max(0, region.at + region.removed - count), region.at + 1):
        if text.slice(at, count) == new and at + count <= text.lines:
            runs = (
                *target.file.history.runs(at, region.at - at),
                *target.file.history.runs(
                    region.at + region.removed, at + count - region.at - region.removed
                ),
            )
            makers = {target.asked.state.who(run.entry) for run in runs}
            if len(makers) == 1 and makers.pop().session == target.asked.session:
                return Span(at + 1, at + count)
    return None
