"""Which entries are about a file, of a session, or by a tool, without reading the log.

Derived from the entries as they come; it holds numbers alone, and names once. What it holds only
grows, so that another thread may read while entries are added.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from ..schemas.facts import Entry
from .core.narrowing import Narrowed
from .core.queries import paths_of, session_of, tool_of

Check = Callable[[int], bool]
NONE = 0
"""The number of no name."""
_SORTING = 4
"""So many times as long takes an entry that is put in order as one that is looked at."""
_CUT_MAX = 1_000
"""Of so many names, those entries alone are counted that lie between the first and the last."""


class Listing:
    """Takes every entry of a workspace, in order."""

    def __init__(self) -> None:
        self._sessions = _Column()
        self._tools = _Column()
        self._tool_numbers: dict[str, int] = {}
        self._paths = _Column()
        """Of each entry the first of its paths."""
        self._path_numbers: dict[bytes, int] = {}
        self._names: list[bytes] = [b""]
        """Of each path, by its number."""
        self._more_paths: dict[int, tuple[int, ...]] = {}
        """Of entries about several, the others."""

    def add(self, entry: Entry) -> None:
        seq, paths = entry.seq, paths_of(entry)
        self._paths.add(self._path(paths[0]) if paths else NONE, seq)
        if len(paths) > 1:
            others = self._more_paths[seq] = tuple(self._path(path) for path in paths[1:])
            for path in others:
                self._paths.note(path, seq)
        self._sessions.add(session_of(entry), seq)
        self._tools.add(self._tool(tool_of(entry)), seq)

    def _path(self, path: bytes) -> int:
        number = self._path_numbers.get(path)
        if number is None:
            number = self._path_numbers[path] = len(self._names)
            self._names.append(path)
        return number

    def _tool(self, tool: str) -> int:
        if not tool:
            return NONE
        number = self._tool_numbers.get(tool)
        if number is None:
            number = self._tool_numbers[tool] = len(self._tool_numbers) + 1
        return number

    def newest(self, wanted: Narrowed) -> Iterator[int]:
        """Yield the seqs of the entries that are wanted, newest first."""
        return self._found(wanted, is_newest_first=True)

    def oldest(self, wanted: Narrowed) -> Iterator[int]:
        """Yield the seqs of the entries that are wanted, oldest first."""
        return self._found(wanted, is_newest_first=False)

    def _found(self, wanted: Narrowed, *, is_newest_first: bool) -> Iterator[int]:
        first, last = max(wanted.first, 1), min(wanted.last, len(self._sessions))
        columns: list[tuple[_Column, frozenset[int]]] = []
        checks: list[Check] = []
        if wanted.path:
            paths = self._beneath(wanted.path)
            columns.append((self._paths, paths))
            checks.append(self._about(paths))
        if wanted.sessions is not None:
            columns.append((self._sessions, wanted.sessions))
            checks.append(self._sessions.one_of(wanted.sessions))
        if wanted.tool:
            tools = frozenset([self._tool_numbers.get(wanted.tool, -1)])
            columns.append((self._tools, tools))
            checks.append(self._tools.one_of(tools))
        if wanted.scope:
            checks.append(self._about(self._beneath(wanted.scope) | {NONE}))
        seqs = _shortest(columns, first, last, is_newest_first=is_newest_first)
        for check in checks:
            seqs = filter(check, seqs)
        return iter(seqs)

    def _beneath(self, path: bytes) -> frozenset[int]:
        """Return the numbers of a path, and of all that lie in it."""
        inside = path + b"/"
        known = self._path_numbers.get(path)
        found = [number for number, name in enumerate(self._names) if name.startswith(inside)]
        return frozenset(found if known is None else [*found, known])

    def _about(self, paths: frozenset[int]) -> Check:
        firsts, others = self._paths.values, self._more_paths

        def check(seq: int) -> bool:
            if firsts[seq - 1] in paths:
                return True
            return seq in others and not paths.isdisjoint(others[seq])

        return check


class _Column:
    """One number of each entry; by its numbers the entries that have it."""

    def __init__(self) -> None:
        self.values = array("I")
        """From seq 1."""
        self._seqs: dict[int, array[int]] = {}
        """Ascending."""

    def __len__(self) -> int:
        return len(self.values)

    def add(self, value: int, seq: int) -> None:
        self.values.append(value)
        if value:
            self.note(value, seq)

    def note(self, value: int, seq: int) -> None:
        """Let the entry `seq`, the newest, have a number, perhaps besides another."""
        try:
            self._seqs[value].append(seq)
        except KeyError:
            self._seqs[value] = array("I", [seq])

    def seqs(self, values: Iterable[int]) -> list["array[int]"]:
        return [self._seqs[value] for value in values if value in self._seqs]

    def one_of(self, values: frozenset[int]) -> Check:
        column = self.values
        return lambda seq: column[seq - 1] in values


def _shortest(
    columns: Iterable[tuple[_Column, frozenset[int]]],
    first: int,
    last: int,
    *,
    is_newest_first: bool,
) -> Iterable[int]:
    """Return the entries from `first` to `last` that one of the columns allows, or all of them.

    That which takes the least time to go through: none of the others is looked at.
    """
    found: list[array[int]] | None = None
    least = last - first + 1
    for column, values in columns:
        seqs = column.seqs(values)
        if len(seqs) <= _CUT_MAX:
            seqs = [_between(one, first, last) for one in seqs]
        cost = sum(map(len, seqs)) * (_SORTING if len(seqs) > 1 else 1)
        if cost <= least:
            found, least = seqs, cost
    if found is None:
        everything = range(first, last + 1)
        return reversed(everything) if is_newest_first else everything
    if len(found) == 1:
        return reversed(found[0]) if is_newest_first else found[0]
    some = {seq for seq in chain.from_iterable(found) if first <= seq <= last}
    return sorted(some, reverse=is_newest_first)


def _between(seqs: "array[int]", first: int, last: int) -> "array[int]":
    return seqs[bisect_left(seqs, first) : bisect_right(seqs, last)]
