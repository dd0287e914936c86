"""be-func-range, be-tag-range, be-balance and be-outline: what stands where in a file."""

from collections.abc import Sequence

from msgspec import structs

from ...schemas.facts import Queried
from ...schemas.replies import Balanced, Call, Outlined, Ranged
from ...schemas.requests import CheckBalance, FuncRange, ShowOutline, TagRange
from ...schemas.structure import Balance, Definition, Element, Unparsed
from ...schemas.values import RelPath, Span
from . import landmarks
from .asking import Asked, Decision, expect_file, refuse, shown_path, text_of, the_file
from .cutting import within
from .effects import Seen
from .parses import Parse, What
from .places import Place
from .text import Text

FUNC_RANGE = "be-func-range"
TAG_RANGE = "be-tag-range"
BALANCE = "be-balance"
OUTLINE = "be-outline"
Structural = FuncRange | TagRange | CheckBalance | ShowOutline


def tool_of(request: Structural) -> str:
    match request:
        case FuncRange():
            return FUNC_RANGE
        case TagRange():
            return TAG_RANGE
        case CheckBalance():
            return BALANCE
        case ShowOutline():
            return OUTLINE


def what_of(request: Structural) -> What:
    """Return what of the file must be parsed."""
    if isinstance(request, CheckBalance):
        return "pairs" if request.verbose else "balance"
    return "outline"


def decide(asked: Asked, request: Structural, place: Place, seen: dict[RelPath, Seen]) -> Decision:
    """Decide a question about a file's structure. Raises RefusedError."""
    tool = tool_of(request)
    found = the_file(asked, tool, place, seen)
    expect_file(asked, tool, found)
    text = text_of(asked, tool, found)
    match request:
        case FuncRange(line=line) | TagRange(line=line):
            number = line or _line_in(asked, tool, place, found)
            return _around(asked, tool, found, text, number)
        case CheckBalance():
            parsed = asked.parsed.get(Parse(what_of(request), found.real, found.digest))
            if not isinstance(parsed, Balance):
                why = parsed if isinstance(parsed, Unparsed) else None
                raise landmarks.unparsed(asked, tool, found, why)
            reply = Balanced(seq=asked.seq, path=found.path, total=text.lines, balance=parsed)
            return Decision(reply, Queried(tool))
        case ShowOutline():
            lines = place.spans_of(found.path)
            whole = (Call(tool, {"file": shown_path(found.path)}),)
            spans = within(asked, tool, found.path, text.lines, lines, whole) if lines else ()
            return outline(asked, tool, found, text, spans)


def outline(
    asked: Asked, tool: str, found: Seen, text: Text, spans: Sequence[Span] = ()
) -> Decision:
    """Return a file's definitions as the reply, `spans`: those of which a line is there.

    Raises RefusedError.
    """
    parsed = landmarks.outline_of(asked, tool, found)
    reply = Outlined(
        seq=asked.seq,
        path=found.path,
        total=text.lines,
        definitions=_within(parsed.definitions, spans) if spans else parsed.definitions,
        language=parsed.language,
        way=parsed.way,
    )
    return Decision(reply, Queried(tool))


def _within(definitions: Sequence[Definition], spans: Sequence[Span]) -> tuple[Definition, ...]:
    """Return the definitions that lie in some of these lines, each `parent` by its new place."""
    places: dict[int, int] = {}
    kept: list[Definition] = []
    for at, one in enumerate(definitions):
        if any(one.first <= span.last and span.first <= one.last for span in spans):
            places[at] = len(kept)
            kept.append(structs.replace(one, parent=places.get(one.parent, -1)))
    return tuple(kept)


def _line_in(asked: Asked, tool: str, place: Place, found: Seen) -> int:
    """Return the line that a path ends in. Raises RefusedError."""
    spans = place.spans_of(found.path)
    if len(spans) == 1 and spans[0].first == spans[0].last:
        return spans[0].first
    raise refuse(asked, tool, "no_line_asked", path=found.path, verdict="ERROR")


def _around(asked: Asked, tool: str, found: Seen, text: Text, line: int) -> Decision:
    parsed = landmarks.outline_of(asked, tool, found)
    number = landmarks.line_number(asked, tool, found, text, line)
    is_tag = tool == TAG_RANGE
    ones = parsed.elements if is_tag else parsed.definitions
    one = landmarks.innermost(ones, number)
    if one is None:
        raise landmarks.nothing_around(asked, tool, found, parsed, number, tags=is_tag)
    chain: list[Definition] = []
    at = one.parent
    while at >= 0:
        chain.append(_as_definition(ones[at]))
        at = ones[at].parent
    reply = Ranged(
        seq=asked.seq,
        path=found.path,
        total=text.lines,
        line=number,
        found=_as_definition(one),
        chain=tuple(chain),
        way=parsed.way,
    )
    return Decision(reply, Queried(tool))


def _as_definition(one: Definition | Element) -> Definition:
    if isinstance(one, Definition):
        return one
    return Definition("element", one.name, one.first, one.last, one.first, unsure=one.unsure)
