"""A trail played again in an empty folder: after each step its files are as they were then."""

import hashlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...schemas.replies import LogItem, Step, TrailFile
from ...schemas.values import Point, Version
from .folder import Folder
from .steps import changed


class Played(NamedTuple):
    """What came of one step."""

    item: LogItem
    files: tuple[bytes, ...] = ()
    """Made, changed or removed, and found to be what the journal says."""
    missing: tuple[bytes, ...] = ()
    """Left out, because their text is not kept."""
    wrong: tuple[bytes, ...] = ()
    """Not what the journal says by their hash."""
    drifted: tuple[bytes, ...] = ()
    """Changed by somebody else since the step before that this trail has of them."""


def until(steps: Iterable[Step], point: Point) -> Iterator[Step]:
    """Yield the steps up to a point that is an entry or a time."""
    for step in steps:
        item = step.item
        if point.seq and item.seq > point.seq - point.before:
            return
        if point.time_ns and item.time_ns > point.time_ns:
            return
        yield step


def play(steps: Iterable[Step], folder: Folder) -> Iterator[Played]:
    """Make each step's files in the folder, and look whether they are as the journal says.

    Yields when a step has been made. Raises OSError.
    """
    digests: dict[bytes, bytes | None] = {}
    for step in steps:
        files = changed(step)
        drifted = tuple(one.path for one in files if _drifted(one, digests))
        made = [(file.path, _made(file, folder)) for file in files]
        digests |= {one.path: one.after.digest if one.after else None for one in files}
        good, missing, wrong = (_those(made, came) for came in ("made", "missing", "wrong"))
        yield Played(step.item, good, missing, wrong, drifted)


def _those(made: list[tuple[bytes, str]], wanted: str) -> tuple[bytes, ...]:
    return tuple(path for path, came in made if came == wanted)


def _drifted(file: TrailFile, digests: dict[bytes, bytes | None]) -> bool:
    """Tell whether a file was another before this step than the steps before had left it."""
    if file.path not in digests:
        return False
    return digests[file.path] != (file.before.digest if file.before else None)


def _made(file: TrailFile, folder: Folder) -> str:
    """Return what came of one file: made, missing or wrong."""
    if file.after is None:
        folder.remove(file.path)
        return "made" if folder.read(file.path) is None else "wrong"
    if not file.is_new_kept:
        folder.remove(file.path)
        return "missing"
    folder.put(file.path, file.new, file.after.mode)
    return "made" if _is(folder.read(file.path), file.after) else "wrong"


def _is(found: tuple[bytes, int] | None, version: Version) -> bool:
    if found is None:
        return False
    data, mode = found
    return hashlib.sha256(data).digest() == version.digest and mode == version.mode
