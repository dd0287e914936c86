"""What is told of lines found by what stands there: that they may be others than are meant.

Where the file does not parse, what stands there may end somewhere else. And they are whole lines:
who takes them takes what else they hold.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import structs

from ...schemas.replies import Done, Preview, Remark, Shown
from ...schemas.requests import TargetName
from ...schemas.structure import Definition, Element, Outline
from ...schemas.values import Span
from .asking import Asked, Decision
from .effects import Seen
from .landmarks import MARKER, TAG, plain, span_of
from .parses import Parse
from .text import Text


def told(
    asked: Asked,
    seen: Seen,
    name: TargetName | None,
    span: Span | None,
    decision: Decision,
    taken: Text | None = None,
) -> Decision:
    """Return a decision about the lines found for a name, with warnings of what is not sure.

    `taken`: the text out of which it takes them; None: it takes none.
    """
    reply = decision.reply
    if name is None or span is None or not isinstance(reply, Done | Preview | Shown):
        return decision
    found = tuple(_doubts(asked, seen, name, span, taken))
    return decision._replace(reply=structs.replace(reply, warnings=(*found, *reply.warnings)))


def _doubts(
    asked: Asked, seen: Seen, name: TargetName, span: Span, taken: Text | None
) -> Iterator[Remark]:
    parsed = asked.parsed.get(Parse("outline", seen.real, seen.digest))
    if name.kind == MARKER or not isinstance(parsed, Outline):
        return
    is_tag = name.kind == TAG
    ones = parsed.elements if is_tag else parsed.definitions
    those = [at for at, one in enumerate(ones) if span_of(one) == span]
    if not those:
        return
    named = (at for at in those if name.value.strip("<>/ ()").endswith(ones[at].name))
    at = next(named, those[-1])  # the innermost is around a line
    shown = f"<{plain(ones[at].name)}>" if is_tag else plain(ones[at].name)
    values: dict[str, str | int] = {"lines": str(span), "name": shown}
    if ones[at].unsure:
        yield Remark("unsure_target", values)
    elif taken is not None and (_shares(ones, at) or (is_tag and _is_inline(ones[at], taken))):
        yield Remark("beside_target", values)


def _shares(ones: Sequence[Definition | Element], at: int) -> bool:
    """Tell whether something that is no part of a definition or element stands in its lines."""
    one, around = ones[at], set[int]()
    parent = one.parent
    while parent >= 0:
        around.add(parent)
        parent = ones[parent].parent
    inside = {at}
    for place, other in enumerate(ones):
        if place == at:
            continue
        if other.parent in inside:
            inside.add(place)
        elif place in around:
            if _begin(other) >= one.first:
                return True
        elif other.first <= one.last and one.first <= other.last and not _is_same(other, one):
            return True
    return False


def _is_same(other: Definition | Element, one: Definition | Element) -> bool:
    """Tell whether two are one thing that has two kinds, as a type and its struct in C."""
    if not isinstance(other, Definition) or not isinstance(one, Definition):
        return False
    return (other.name, span_of(other)) == (one.name, span_of(one)) and other.kind != one.kind


def _begin(one: Definition | Element) -> int:
    return one.line if isinstance(one, Definition) else one.first


def _is_inline(one: Definition | Element, text: Text) -> bool:
    """Tell whether text stands before an element's first tag or behind its last."""
    name = re.escape(one.name)
    (first,) = text.shown(one.first - 1, 1)
    (last,) = text.shown(one.last - 1, 1)
    if not re.match(rf"\s*<{name}(?=[\s/>]|$)", first, re.IGNORECASE):
        return True
    closing = list(re.finditer(rf"</{name}\s*>", last, re.IGNORECASE))
    return bool(closing) and bool(last[closing[-1].end() :].strip())
