"""Chips of what an undo takes back: text that had gone, and calls that failed meanwhile."""

from collections.abc import Iterable, Iterator
from itertools import islice, takewhile

from .asking import Asked
from .chip_search import is_within
from .chips import Chip, ids_of
from .transactions import Edit

ATTACHED_MAX = 10
GONE_THROUGH_MAX = 2_000
"""Chips, the newest, among which failed calls are looked for."""


def attached(asked: Asked, undoes: Iterable[int]) -> tuple[str, ...]:
    """Return the chips of edits that are undone, newest first.

    Those of the text that they had deleted or put back, and of their own calls that came broken;
    where there is room, of calls by the same sessions on the same files that have failed since the
    oldest of them.
    """
    undone = [asked.state.edits.by_seq[seq] for seq in undoes]
    own = (asked.state.chips.get(one) for edit in undone for one in _of_edit(edit))
    found = {chip.id: chip for chip in (*filter(None, own), *_failed(asked, undone))}
    theirs = (one for one in found.values() if not one.dropped and is_within(asked, one))
    some = islice(theirs, ATTACHED_MAX)
    return tuple(one.id for one in sorted(some, key=_seq_of, reverse=True))


def _of_edit(edit: Edit) -> Iterator[str]:
    yield from ids_of(edit.fact)
    yield from edit.fact.used


def _failed(asked: Asked, undone: list[Edit]) -> Iterator[Chip]:
    """Yield chips of calls that failed meanwhile, newest first."""
    oldest = min((one.seq for one in undone), default=asked.seq)
    paths = {path for edit in undone for path in edit.paths}
    sessions = {edit.session for edit in undone}
    newest = asked.state.chips.newest(GONE_THROUGH_MAX)
    for chip in takewhile(lambda one: one.seq > oldest, newest):
        is_edit = chip.kind == "refused" and not chip.is_bare
        if is_edit and chip.session in sessions and chip.path in paths:
            yield chip


def _seq_of(chip: Chip) -> int:
    return chip.seq
