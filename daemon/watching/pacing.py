"""When to look at a file of which events come. Pure: times are given, in monotonic seconds.

The first event is answered soon, those that follow seldom, and the last one always. A file that is
being written is waited for, and so is one that is gone, for another often takes its place.
"""

import enum
from collections.abc import Container, Iterable, Mapping

from msgspec import Struct

from ...schemas.values import RelPath


class Event(enum.Enum):
    """What has happened to a file."""

    UNHEARD = enum.auto()
    """Nobody knows: no event was heard, and it may be being written."""
    OTHER = enum.auto()
    """Something that says nothing of its being written, such as a new mode."""
    MODIFIED = enum.auto()
    """Made, or written to, by somebody who has not closed it yet."""
    CLOSED = enum.auto()
    """Closed by its writer, or moved into its place: it is whole."""
    GONE = enum.auto()
    """Removed or moved away."""


_TELLING = (Event.MODIFIED, Event.CLOSED, Event.GONE)


def latest(before: Event | None, event: Event) -> Event:
    """Return what is known of a file after one more event."""
    if before is None or before is Event.UNHEARD or event in _TELLING:
        return event
    return before


class Waits(Struct, frozen=True, kw_only=True):
    """All in seconds."""

    first_s: float
    """From an event to the look."""
    again_s: float
    """From one word of a file to the next."""
    still_s: float
    """A file not written to for so long is not waited for, closed or not."""
    gone_s: float
    """So long nothing has to be in a file's place."""
    longest_s: float
    """No file is waited for longer than this after the first event."""


class Due(Struct, frozen=True):
    """A file to be looked at."""

    event: Event
    at: float


class Pacing:
    """Files to be looked at, each with its time."""

    def __init__(self, waits: Waits) -> None:
        self._waits = waits
        self._after = {
            Event.UNHEARD: waits.first_s,
            Event.OTHER: waits.first_s,
            Event.MODIFIED: waits.still_s,
            Event.CLOSED: waits.first_s,
            Event.GONE: waits.gone_s,
        }
        self._due: dict[RelPath, Due] = {}
        self._since: dict[RelPath, float] = {}
        """The first event of a file that was not told of since, nor found the same."""
        self._told: dict[RelPath, float] = {}
        """When a file was last told of, where that was less than `again_s` ago."""

    def note(self, events: Mapping[RelPath, Event], now: float) -> None:
        """Something may have happened to these files."""
        for path, event in events.items():
            self._put(path, event, now, self._after[event])

    def _put(self, path: RelPath, event: Event, now: float, wait_s: float) -> None:
        since = self._since.setdefault(path, now)
        before = self._due.get(path)
        known = latest(before.event if before else None, event)
        if known is not event:
            return
        at = min(now + wait_s, since + self._waits.longest_s)
        if path in self._told:
            at = max(at, self._told[path] + self._waits.again_s)
        if before is not None and before.event is event and event is not Event.MODIFIED:
            at = min(at, before.at)
        self._due[path] = Due(event, at)

    def again(self, path: RelPath, event: Event, now: float) -> None:
        """Look at a file again of which `event` was the last one, unless others came since."""
        is_whole = event in (Event.CLOSED, Event.OTHER)
        weak = Event.OTHER if is_whole else Event.UNHEARD
        self._put(path, weak, now, self._waits.first_s)

    def put_off(self, path: RelPath, event: Event, until: float) -> None:
        """Look at a file again, at `until` the latest, unless it is due anyway."""
        self._due.setdefault(path, Due(event, until))

    @property
    def next(self) -> float | None:
        """The time at which the next file is due; None: nothing is to be done."""
        return min((due.at for due in self._due.values()), default=None)

    def take(self, now: float) -> dict[RelPath, Event]:
        """Return the files whose time has come; each is to be noted anew to come again."""
        again_s = self._waits.again_s
        self._told = {path: at for path, at in self._told.items() if at + again_s > now}
        taken = {path: due.event for path, due in self._due.items() if due.at <= now}
        for path in taken:
            del self._due[path]
        return taken

    def waits(self, path: RelPath, event: Event, age_s: float | None, now: float) -> bool:
        """Tell whether a file that was found changed is to be waited for; then it is due again.

        `event` is why it was looked at, and `age_s` how long before that it was last written to;
        None: it was not there.
        """
        due = self._due.get(path)
        if now >= self._since.get(path, now) + self._waits.longest_s:
            return False
        if due is not None and (
            event is Event.UNHEARD or due.event in (Event.MODIFIED, Event.GONE)
        ):
            return True  # that came while it was looked at
        if age_s is None:
            if event is Event.GONE:
                return False
            self._put(path, Event.GONE, now, self._waits.gone_s)
            return True
        if event in (Event.CLOSED, Event.OTHER) or age_s >= self._waits.still_s:
            return False
        self._put(path, Event.UNHEARD, now, self._waits.still_s)
        return True

    def rests(self, path: RelPath, now: float) -> bool:
        """Tell whether the file was told of so lately that it is not to be told of yet."""
        return path in self._told and now < self._told[path] + self._waits.again_s

    def told(self, paths: Iterable[RelPath], now: float) -> None:
        """These were told of."""
        for path in paths:
            self._told[path] = now
            self._since.pop(path, None)

    def same(self, path: RelPath) -> None:
        """The file is as it was: there is nothing to tell."""
        self._since.pop(path, None)

    def keep(self, wanted: Container[RelPath]) -> None:
        """Forget all other files."""
        self._due = {path: due for path, due in self._due.items() if path in wanted}
        self._since = {path: at for path, at in self._since.items() if path in wanted}
        self._told = {path: at for path, at in self._told.items() if path in wanted}
