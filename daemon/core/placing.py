"""Where one wanted change goes: lines of a view, after a line, or where some text stands.

What cannot be placed is refused; where just one place would fit, the refusal brings it along, so
that it can be prepared. No text goes anywhere with a reader's line numbers in it.
"""

from msgspec import structs

from ...schemas.requests import Item
from . import by_gap, by_lines, by_text, repairs, sent
from .asking import RefusedError, refuse
from .placed import Placed, Rules, UnfitError, takes_changed
from .places import END
from .target import Target


def place(target: Target, item: Item, rules: Rules) -> Placed:
    """Return where a change goes. Raises RefusedError, or UnfitError where one place would fit."""
    numbered = _numbered(target, item)
    if numbered is None:
        return _place(target, item, rules)
    assert isinstance(item.content, str)
    bare = structs.replace(item, content=repairs.without_numbers(item.content))
    try:
        placed = _place(target, bare, rules)
    except UnfitError as error:
        raise UnfitError(error, error.placed, f"{error.note}, without the line numbers") from None
    if takes_changed(placed):
        raise numbered
    raise UnfitError(numbered, placed, "the same text without them")


def _place(target: Target, item: Item, rules: Rules) -> Placed:
    if item.after is not None:
        return by_gap.place(target, item, item.after, rules)
    if item.span is not None:
        return by_lines.place(target, item, item.span, rules)
    if item.old:
        return by_text.place(target, item, item.old)
    raise refuse(target.asked, target.tool, "no_place", path=target.seen.path, verdict="ERROR")


def _numbered(target: Target, item: Item) -> RefusedError | None:
    """Return the refusal of new text that carries a reader's line numbers; None: it does not."""
    first, replaced = None, list[str]()
    if item.after is not None:
        first = item.after + 1
    elif item.span is not None:
        first = item.span.first
        last = target.text.lines if item.span.last == END else item.span.last
        last = min(last, target.text.lines)
        replaced = target.text.shown(max(0, first - 1), last - max(0, first - 1))
    elif item.old:
        replaced = item.old.split("\n")
    try:
        sent.expect_plain_part(target, item.content, replaced, first)
    except RefusedError as error:
        return error
    return None
