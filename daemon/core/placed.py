"""What a wanted change comes to in today's lines, and what all of a file's changes come to."""

from collections.abc import Iterable
from typing import NamedTuple

from ...schemas.replies import Remark
from . import edits, finding
from .asking import RefusedError, refuse
from .edits import NotTextError, Plan, Region
from .finding import Cut
from .repairs import Repair
from .target import Target, unencodable
from .text import Text, UnencodableError


class Rules(NamedTuple):
    """How a call wants its line numbers to be taken."""

    force: bool = False
    """As today's."""
    reanchor: bool = False
    """As those lines, wherever they stand now, if they are unchanged."""
    today: bool = False
    """As today's, found by what stands there; whether they are as they were seen still counts."""


class Placed(NamedTuple):
    """What one change comes to in today's lines: whole-line regions, or cuts within lines."""

    regions: tuple[Region, ...] = ()
    cuts: tuple[Cut, ...] = ()
    through: int = 0
    warnings: tuple[Remark, ...] = ()
    note: Remark | None = None
    """How the place was found, where that is worth a word."""


class UnfitError(RefusedError):
    """A refusal of which it is known what was meant."""

    def __init__(self, error: RefusedError, placed: Placed, note: str) -> None:
        super().__init__(error.refusal, error.fact)
        self.placed = placed
        self.note = note


def takes_changed(placed: Placed) -> bool:
    """Tell whether a change takes lines that others changed: that is told, and never prepared."""
    return any(remark.code == "changed_since" for remark in placed.warnings)


def plan(target: Target, placed: Iterable[Placed]) -> Plan:
    """Return the plan of changes that do not overlap. Raises RefusedError."""
    ones = list(placed)
    cuts = sorted(cut for one in ones for cut in one.cuts)
    regions = [region for one in ones for region in one.regions]
    regions += finding.regions(target.text, cuts)
    regions.sort(key=lambda region: (region.first, region.lines > 0))
    try:
        return edits.plan(target.text, _joined(target.text, regions))
    except NotTextError as error:
        values: dict[str, str | int] = {"problem": str(error)}
        path = target.seen.path
        raise refuse(
            target.asked, target.tool, "would_be_binary", path=path, values=values
        ) from None


def _joined(text: Text, regions: Iterable[Region]) -> list[Region]:
    """Return the regions with insertions at one place made one, in their order."""
    found: list[Region] = []
    for region in regions:
        last = found[-1] if found else None
        if last and not (last.lines or region.lines) and last.first == region.first:
            is_ended = last.new.endswith(text.newline)
            end = b"" if is_ended else text.encode(text.ending(last.first, 0))
            found[-1] = Region(last.first, 0, last.new + end + region.new)
        else:
            found.append(region)
    return found


def new_bytes(target: Target, first: int, count: int, content: str | bytes) -> bytes:
    """Return new text as bytes for the place of these lines. Raises RefusedError."""
    try:
        return edits.new_lines(target.text, first, count, content)
    except UnencodableError as error:
        raise unencodable(target, error) from None


_REPAIRED = {
    "numbers": "the same text without them",
    "line_ends": "white space at line ends aside",
    "indentation": "your text with the file's indentation",
    "look_alikes": "your text with the file's characters",
    "escapes": "your text without the backslashes",
}
"""Of each kind of repair, what is prepared."""


def repaired(repair: Repair) -> str:
    """Return in words what is prepared."""
    return (
        f"your text with {repair.way}"
        if repair.way in {"tabs", "spaces"}
        else _REPAIRED[repair.kind]
    )
