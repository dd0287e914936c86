"""When to look at a file of which events come. Pure: times are given, in monotonic seconds.

The first event is answered soon, those that follow seldom, and the last one always.
"""

from collections.abc import Container, Iterable

from ...schemas.values import RelPath


class Pacing:
    """Files to be looked at, each with its time."""

    def __init__(self, first_s: float, again_s: float) -> None:
        self._first_s = first_s
        self._again_s = again_s
        self._due: dict[RelPath, float] = {}
        self._told: dict[RelPath, float] = {}
        """When a file was last told of, where that was less than `again_s` ago."""

    def note(self, paths: Iterable[RelPath], now: float) -> None:
        """Something may have happened to these files."""
        for path in paths:
            at = now + self._first_s
            if path in self._told:
                at = max(at, self._told[path] + self._again_s)
            self._put(path, at)

    def put_off(self, paths: Iterable[RelPath], until: float) -> None:
        """Look at these again, at `until` the latest."""
        for path in paths:
            self._put(path, until)

    def _put(self, path: RelPath, at: float) -> None:
        self._due[path] = min(at, self._due.get(path, at))

    @property
    def next(self) -> float | None:
        """The time at which the next file is due; None: nothing is to be done."""
        return min(self._due.values(), default=None)

    def take(self, now: float) -> tuple[RelPath, ...]:
        """Return the files whose time has come; each is to be noted anew to come again."""
        self._told = {path: at for path, at in self._told.items() if at + self._again_s > now}
        taken = tuple(path for path, at in self._due.items() if at <= now)
        for path in taken:
            del self._due[path]
        return taken

    def rests(self, path: RelPath, now: float) -> bool:
        """Tell whether the file was told of so lately that it is not to be told of yet."""
        return path in self._told and now < self._told[path] + self._again_s

    def told(self, paths: Iterable[RelPath], now: float) -> None:
        """These were told of."""
        self._told.update(dict.fromkeys(paths, now))

    def keep(self, wanted: Container[RelPath]) -> None:
        """Forget all other files."""
        self._due = {path: at for path, at in self._due.items() if path in wanted}
        self._told = {path: at for path, at in self._told.items() if path in wanted}
