"""What a file was at an earlier point: its state, and its bytes put together again.

Lines keep their names for ever, so each line of a text may be taken from wherever it is kept: from
what its entry inserted, or from a whole version that was kept along the way and has it, too. Of
these ways the one that reads the fewest attachments is taken.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from ...schemas.values import BEFORE_JOURNAL, Kept, RelPath, Version
from . import text as texts
from .files import File, Whole
from .pieces import Run
from .state import State

_FEW = 16
"""So many attachments are read without looking for a way with fewer."""


class _Way(NamedTuple):
    """From where the lines of a text are taken."""

    wanted: frozenset[Kept]
    runs: tuple[Run, ...] = ()
    """All lines, in order; empty where `whole` has just these."""
    whole: Whole | None = None
    """The version that gives the lines that it has; None: each comes from its entry."""
    shelf: "Shelf | None" = None
    """Which lines these are; None: just those of the text."""


def version_at(state: State, path: RelPath, seq: int) -> Version | None:
    """Return the state of a file after the entry `seq`; None: there was none.

    Of a time before the journal first saw the file, the state in which it saw it.
    """
    file = state.files.by_path[path]
    step = newest_step(file, seq)
    return _version_after(state, file, step) if step else file.first


def is_known_at(file: File, seq: int) -> bool:
    """Tell whether the log knows what a file was after the entry `seq`.

    One that the journal met as it was made was not there before.
    """
    return file.first is None or file.known_since <= seq


def newest_step(file: File, seq: int) -> int:
    """Return the newest entry up to `seq` that changed a file; BEFORE_JOURNAL: none did."""
    steps = file.history.steps
    at = bisect_right(steps, seq, key=lambda step: step.seq)
    return steps[at - 1].seq if at else BEFORE_JOURNAL


def wanted_at(state: State, path: RelPath, seq: int) -> set[Kept]:
    """Return what must be read to have the bytes of a file after the entry `seq`.

    Empty where there was no file, or where its bytes were not kept.
    """
    way = _way(state.files.by_path[path], version_at(state, path, seq), seq)
    return set(way.wanted) if way else set()


def bytes_at(state: State, path: RelPath, seq: int, contents: Mapping[Kept, bytes]) -> bytes | None:
    """Return the bytes of a file after the entry `seq`; empty where there was no file.

    `contents` has what `wanted_at` names. None: they were not kept, or are not what the log says.
    """
    file, version = state.files.by_path[path], version_at(state, path, seq)
    if version is None:
        return b""
    way = _way(file, version, seq)
    if way is None or not way.wanted <= contents.keys():
        return None
    data = b"".join(_Stock(file, way, contents).lines())
    return data if texts.sha256(data) == version.digest else None


def _version_after(state: State, file: File, step: int) -> Version | None:
    return state.edits.by_seq[step].change_in(file.path).after


# --- which attachments ----------------------------------------------------------------------------


def _way(file: File, version: Version | None, seq: int) -> _Way | None:
    """Return the way that reads the fewest attachments; None: some lines were kept nowhere."""
    if version is None:
        return _Way(frozenset(), ())
    same = next((one for one in file.wholes if one.kept.digest == version.digest), None)
    if same is not None:
        return _Way(frozenset([same.kept]), (), same)
    step = newest_step(file, seq)
    newest = file.kept.get(step)
    if newest is not None and newest.digest == version.digest:  # all lines are its own
        return _Way(frozenset([newest]), (), Whole(step, newest, version.unit))
    runs = file.history.runs_at(seq)
    best: _Way | None = None
    for whole in (None, *_nearest(file, seq)):
        way = _through(file, runs, whole)
        if way is not None and (best is None or len(way.wanted) < len(best.wanted)):
            best = way
        if best is not None and len(best.wanted) <= _FEW:
            break
    return best


def _nearest(file: File, seq: int) -> Iterator[Whole]:
    """Yield the whole versions next to a point, the one before it first."""
    at = bisect_right(file.wholes, seq, key=lambda whole: whole.seq)
    yield from file.wholes[max(at - 1, 0) : at + 1]


def _through(file: File, runs: tuple[Run, ...], whole: Whole | None) -> _Way | None:
    """Return the way that takes what it can from a whole version, and the rest from its entries."""
    shelf = Shelf(file.history.runs_at(whole.seq) if whole else ())
    parts = (part for run in runs for part in shelf.parts(run))
    entries = {run.entry for run, at in parts if at is None}
    if not entries <= file.kept.keys():
        return None
    wanted = {file.kept[entry] for entry in entries}
    return _Way(frozenset({*wanted, whole.kept} if whole else wanted), runs, whole, shelf)


class Shelf:
    """The lines of one version by their names."""

    def __init__(self, runs: Iterable[Run]) -> None:
        self._by_entry: dict[int, list[tuple[int, int, int]]] = {}
        """Of each entry, ascending: (first, end, index in the version) of its lines there."""
        at = 0
        for entry, first, lines in runs:
            self._by_entry.setdefault(entry, []).append((first, first + lines, at))
            at += lines

    def parts(self, run: Run) -> Iterator[tuple[Run, int | None]]:
        """Yield a run cut into what the version has, with its index there, and what it has not."""
        entry, first, lines = run
        end = first + lines
        stretches = self._by_entry.get(entry, [])
        start = bisect_right(stretches, first, key=lambda one: one[1])
        for index in range(start, len(stretches)):  # a slice would copy all the others
            low, high, at = stretches[index]
            if low >= end:
                break
            if first < low:
                yield Run(entry, first, low - first), None
                first = low
            until = min(end, high)
            yield Run(entry, first, until - first), at + first - low
            first = until
        if first < end:
            yield Run(entry, first, end - first), None


# --- and what they give ---------------------------------------------------------------------------


class _Stock:
    """Kept lines, split as they are asked for."""

    def __init__(self, file: File, way: _Way, contents: Mapping[Kept, bytes]) -> None:
        self._file = file
        self._way = way
        self._contents = contents
        self._of_entry: dict[int, list[bytes]] = {}

    def lines(self) -> Iterator[bytes]:
        """Yield the text, in pieces."""
        whole, shelf = self._way.whole, self._way.shelf
        if whole is not None and shelf is None:
            yield self._contents[whole.kept]
            return
        of_whole = texts.split(self._contents[whole.kept], whole.unit) if whole else []
        for (entry, first, count), at in self._parts():
            if at is None:
                yield from self._inserted_by(entry)[first : first + count]
            else:
                yield from of_whole[at : at + count]

    def _parts(self) -> Iterator[tuple[Run, int | None]]:
        shelf = self._way.shelf or Shelf(())
        for run in self._way.runs:
            yield from shelf.parts(run)

    def _inserted_by(self, entry: int) -> list[bytes]:
        if entry not in self._of_entry:
            data = self._contents[self._file.kept[entry]]
            self._of_entry[entry] = texts.split(data, self._file.units[entry])
        return self._of_entry[entry]
