"""Who made each line of a file, as its history has it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from ...schemas.facts import Queried
from ...schemas.replies import Blamed, Block, Made
from ...schemas.requests import Blame
from ...schemas.values import BEFORE_JOURNAL, Kept, RelPath, Span
from . import unsure
from .asking import Asked, Decision
from .at_point import AtPoint, again, find
from .cutting import cut, rest, within
from .effects import Seen
from .pieces import Run
from .places import END, Place
from .state import State
from .text import Text
from .whose import TOOL


def blame(
    asked: Asked,
    request: Blame,
    place: Place,
    seen: Mapping[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> Decision:
    """Tell who made the lines of a file at a point. Raises RefusedError.

    Where its text is not kept, or is none, the runs have no lines.
    """
    found = find(asked, request, place, seen, contents)
    total = found.version.lines if found.version else 0
    spans = found.spans or (Span(1, END),)
    calls = (again(request, "blame", found),)
    wanted = within(asked, TOOL, found.path, total, spans, calls) if found.version else []
    blocks, left = _blocks(found.text, wanted, request.max_bytes)
    reply = Blamed(
        seq=asked.seq,
        warnings=unsure.said_not_known(
            asked, unsure.not_known(asked, (found.real,), found.at, request.at)
        ),
        next=(again(request, "blame", found, rest(left, blocks)),) if left else (),
        path=found.path,
        at=found.at,
        total=total,
        runs=tuple(_made(asked.state, _makers(asked, found, total), blocks)),
        cut_bytes=_left_out(found.text, wanted, left) if left else 0,
        now_ns=asked.now_ns,
        missing=found.text is None,
        absent=found.version is None,
    )
    return Decision(reply, Queried(TOOL))


def _blocks(
    text: Text | None, wanted: list[Span], bytes_max: int
) -> tuple[list[Block], Span | None]:
    """Return the lines that are shown, and what is left; of what is no text only their numbers."""
    if text is not None and text.encoding:
        blocks, _, left = cut(text, wanted, bytes_max)
        return blocks, left
    return [Block("lines", span.first, span.last) for span in wanted if len(span)], None


def _left_out(text: Text | None, wanted: Iterable[Span], left: Span) -> int:
    """Return how many bytes the lines have that are not shown."""
    if text is None:
        return 0
    spans = (Span(max(one.first, left.first), one.last) for one in wanted)
    return sum(len(text.slice(one.first - 1, len(one))) for one in spans if one.first <= one.last)


class _Maker(NamedTuple):
    """Lines first to last, counted from 1, that the entry `seq` made."""

    first: int
    last: int
    seq: int


def _makers(asked: Asked, found: AtPoint, total: int) -> Iterator[_Maker]:
    """Yield who made which lines, in order, neighbours of one maker as one."""
    file = asked.state.files.get(found.real)
    runs = (Run(BEFORE_JOURNAL, 0, total),) if file is None else file.history.runs_at(found.at)
    maker = _Maker(1, 0, -1)
    for run in runs:
        if run.entry == maker.seq:
            maker = maker._replace(last=maker.last + run.lines)
            continue
        if maker.last:
            yield maker
        maker = _Maker(maker.last + 1, maker.last + run.lines, run.entry)
    if maker.last:
        yield maker


def _made(state: State, makers: Iterable[_Maker], blocks: list[Block]) -> Iterator[Made]:
    """Yield who made the lines of the blocks; both are in order."""
    left = iter(blocks)
    block = next(left, None)
    for maker in makers:
        while block is not None and block.first <= maker.last:
            first, last = max(maker.first, block.first), min(maker.last, block.last)
            if first <= last:
                lines = block.lines[first - block.first : last - block.first + 1]
                yield Made(first, last, state.who(maker.seq), lines)
            if block.last > maker.last:
                break
            block = next(left, None)
