"""A change of a text that stands in the file, just once or wherever it does."""

from collections.abc import Iterable

from ...schemas.replies import Remark
from ...schemas.requests import Item
from ...schemas.values import Span
from . import finding, matching, repairs, sent
from .finding import Cut
from .placed import Placed, UnfitError, repaired
from .target import Target, unencodable
from .text import Text, UnencodableError


def place(target: Target, item: Item, old: str) -> Placed:
    """Return where a change of text goes. Raises RefusedError or UnfitError."""
    text = target.text
    warnings: tuple[Remark, ...] = sent.literal_newline(item.content, target.seen.path)
    content = item.content
    spots = finding.find(text, old)
    if not spots:
        repair = repairs.repair(text, old, content)
        if repair is None:
            raise matching.old_none(target, old, content)
        if not repair.applied:
            error = matching.nearest(target, old, _lines_at(text, repair.spots[0]))
            placed = Placed(cuts=_cuts(target, repair.spots, repair.content))
            raise UnfitError(error, placed, repaired(repair))
        spots, content = list(repair.spots), repair.content
        warnings = (*warnings, Remark("prefixes_off"))
    note: Remark | None = None
    if item.all:
        spots = finding.apart(spots)
    elif len(spots) > 1:
        inside = matching.inside_view(target, spots)
        if target.view is None or len(inside) != 1:
            raise matching.old_many(target, spots)
        note = Remark("only_match", {"matches": len(spots), "view": target.view.seq})
        spots = inside
    placed = Placed(cuts=_cuts(target, spots, content))
    through = target.view.seq if target.view else 0
    return placed._replace(through=through, warnings=warnings, note=note)


def _lines_at(text: Text, spot: tuple[int, int]) -> Span:
    """Return the lines that some bytes lie in."""
    start, stop = spot
    first = finding.line_at(text, start)
    return Span(first + 1, finding.line_at(text, max(start, stop - 1)) + 1)


def _cuts(
    target: Target, spots: Iterable[tuple[int, int]], content: str | bytes
) -> tuple[Cut, ...]:
    try:
        return finding.cuts(target.text, spots, content)
    except UnencodableError as error:
        raise unencodable(target, error) from None
