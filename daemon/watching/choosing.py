"""Which folders get a watch. Pure: the disk and the watcher are not asked."""

import itertools
from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct

from ...schemas.values import RelPath
from ..disk.confine import folder_of
from .standing import Why


class Left(Struct, frozen=True):
    """A folder that could not be watched."""

    why: Why
    until: float
    """Monotonic time in seconds: not tried again before."""


def folders_of(files: Iterable[RelPath]) -> tuple[RelPath, ...]:
    """Return the folders that hold the files, in the order of the first file of each."""
    return tuple(dict.fromkeys(map(folder_of, files)))


def choose(
    ranked: Iterable[RelPath], left: Mapping[RelPath, Left], now: float, room: int
) -> tuple[RelPath, ...]:
    """Return the folders to be watched: the first `room` that are not left alone for now."""
    willing = (one for one in ranked if one not in left or left[one].until <= now)
    return tuple(itertools.islice(willing, max(0, room)))


def tally(
    ranked: Sequence[RelPath],
    watched: Collection[RelPath],
    left: Mapping[RelPath, Left],
    otherwise: Why,
) -> tuple[tuple[Why, int], ...]:
    """Count the folders without a watch by reason; `otherwise` is that of those never tried."""
    counts = dict.fromkeys(Why, 0)
    for folder in ranked:
        if folder not in watched:
            counts[left[folder].why if folder in left else otherwise] += 1
    return tuple((why, count) for why, count in counts.items() if count)
