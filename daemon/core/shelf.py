"""The shelf: which chips are on the list, and why the others are on it no more.

It is no part of the state, for it depends on configuration: it is what the chips of the log come
to under some limits, taken in the order of the log.

- What is smaller than `min_bytes`, or larger than all may be together, never gets on.
- What is older than `ttl_s` is not on it.
- Where it is full, the oldest go first; those without content before all others. So which chips
  with content are listed never depends on those without: one of them leaves room, or does not get
  on.
- Where there are too many bytes, those with more than half of them go first, were it the newest: no
  single text empties the list.

Content is text, or the arguments of a call whose text is nowhere else: it quotes lines that there
are to be, or could not be read. Names and numbers alone are none (`kept_calls.is_bare`).

Time is that of the chips' own entries, and what is asked for with `now_ns`.
"""

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...schemas.facts import AnyFact, ChipDropped, Edited, Entry, NotApplied, Refused
from .chips import Chip, Chips
from .kept_calls import NAMES_ONLY

_S_NS = 1_000_000_000
_DAY_S = 24 * 3600
LISTED = "listed"
CAPACITY, BYTES, SMALL, AGE, DROPPED = "capacity", "bytes", "small", "age", "dropped"
"""Why a chip is on the list no more, as ChipItem.state."""


class Limits(NamedTuple):
    """What is listed at most."""

    capacity: int = 30
    """So many chips; 1 or more."""
    min_bytes: int = 0
    """Of content, that a chip must have to get on."""
    total_bytes: int = 64 << 20
    """Of content, of all chips together; 0: any number."""
    ttl_s: int = 30 * _DAY_S
    """Seconds that a chip is listed; 0: for ever."""


class Slip(NamedTuple):
    """What counts of a chip."""

    chip: str
    time_ns: int
    content_bytes: int
    """-1: it has no content."""
    number: int = 0
    """1, 2, 3, ... in the order of the log."""

    @property
    def size_bytes(self) -> int:
        return max(0, self.content_bytes)


class Left(NamedTuple):
    """A chip that had to go, and why: capacity or bytes."""

    chip: str
    reason: str


class Shelf:
    """Fed with every entry that the chips have taken in. What one entry costs is bounded."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.pushed_out: tuple[Left, ...] = ()
        """What had to go for the chips of the newest entry that made some."""
        self._with_content: OrderedDict[str, Slip] = OrderedDict()
        self._bare: OrderedDict[str, Slip] = OrderedDict()
        self._bytes = 0
        self._left: dict[str, str] = {}
        self._number = 0

    @classmethod
    def of(cls, limits: Limits, chips: Chips) -> "Shelf":
        """Return the shelf that all chips of a log come to."""
        shelf = cls(limits)
        shelf._fill(chips)
        return shelf

    def listed(self, now_ns: int) -> Iterator[str]:
        """Yield the ids of the chips on the list, newest first."""
        slips = (*self._with_content.values(), *self._bare.values())
        for slip in sorted(slips, key=lambda one: one.number, reverse=True):
            if not self._is_old(slip, now_ns):
                yield slip.chip

    def state_of(self, chip_id: str, now_ns: int) -> str:
        """Return what became of a chip of the log, as ChipItem.state."""
        slip = self._with_content.get(chip_id) or self._bare.get(chip_id)
        if slip is None:
            return self._left.get(chip_id, LISTED)
        return AGE if self._is_old(slip, now_ns) else LISTED

    def leaving(self, slips: Iterable[Slip]) -> tuple[Left, ...]:
        """Return what will have to go for new chips, of a call that is not in the log yet."""
        trial = Shelf(self.limits)
        trial._with_content, trial._bare = self._with_content.copy(), self._bare.copy()
        trial._bytes, trial._number = self._bytes, self._number
        trial._take_in(slips)
        return trial.pushed_out

    def apply(self, entry: Entry, chips: Chips) -> None:
        """Take in an entry that `chips` has taken in."""
        match entry.fact:
            case Refused() | Edited():
                size_bytes = entry.arguments.size_bytes if entry.arguments else 0
                slips = tuple(slips_of(entry.fact, entry.time_ns, size_bytes))
                if slips:
                    self._take_in(slips)
            case NotApplied():
                # Chips of the edit never were: what they had pushed out has its place again.
                self._fill(chips)
                if not entry.fact.chip:
                    self.pushed_out = ()
            case ChipDropped(chip=chip_id) if chips.get(chip_id):
                self._drop(chip_id)
            case _:
                pass

    def _fill(self, chips: Chips) -> None:
        self._with_content.clear()
        self._bare.clear()
        self._left.clear()
        self._bytes = self._number = 0
        self.pushed_out = ()
        known = tuple(chips.all())
        steps = [(one.seq, one) for one in known]
        steps += [(one.dropped, one) for one in known if one.dropped]
        for seq, chip in sorted(steps, key=lambda one: one[0]):
            if seq == chip.dropped:
                self._drop(chip.id)
            else:
                self._take_in((_slip(chip),))

    def _take_in(self, slips: Iterable[Slip]) -> None:
        self.pushed_out = ()
        for slip in slips:
            self._let_go_old(slip.time_ns)
            self._number += 1
            self._put(slip._replace(number=self._number))
            self._make_room()

    def _put(self, slip: Slip) -> None:
        """Put a chip on the list, if it is to get there."""
        limits = self.limits
        if slip.size_bytes < limits.min_bytes:
            self._left[slip.chip] = SMALL
        elif limits.total_bytes and slip.size_bytes > limits.total_bytes:
            self._push_out(slip, BYTES)
        elif slip.content_bytes < 0 and len(self._with_content) >= limits.capacity:
            self._left[slip.chip] = CAPACITY
        elif slip.content_bytes < 0:
            self._bare[slip.chip] = slip
        else:
            self._with_content[slip.chip] = slip
            self._bytes += slip.size_bytes

    def _make_room(self) -> None:
        limit = self.limits.total_bytes
        while limit and self._bytes > limit:
            large = (one for one in self._with_content.values() if 2 * one.size_bytes > limit)
            self._push_out(next(large, None) or self._oldest(self._with_content), BYTES)
        while len(self._with_content) + len(self._bare) > self.limits.capacity:
            self._push_out(self._oldest(self._bare or self._with_content), CAPACITY)

    def _push_out(self, slip: Slip, reason: str) -> None:
        self._take_off(slip, reason)
        self.pushed_out += (Left(slip.chip, reason),)

    def _let_go_old(self, now_ns: int) -> None:
        for slips in self._with_content, self._bare:
            while slips and self._is_old(self._oldest(slips), now_ns):
                self._take_off(self._oldest(slips), AGE)

    def _drop(self, chip_id: str) -> None:
        slip = self._with_content.get(chip_id) or self._bare.get(chip_id)
        if slip is not None:
            self._take_off(slip, DROPPED)
        self._left[chip_id] = DROPPED

    def _take_off(self, slip: Slip, reason: str) -> None:
        if self._with_content.pop(slip.chip, None):
            self._bytes -= slip.size_bytes
        self._bare.pop(slip.chip, None)
        self._left[slip.chip] = reason

    def _is_old(self, slip: Slip, now_ns: int) -> bool:
        limit_s = self.limits.ttl_s
        return bool(limit_s) and now_ns - slip.time_ns >= limit_s * _S_NS

    @staticmethod
    def _oldest(slips: OrderedDict[str, Slip]) -> Slip:
        return next(iter(slips.values()))


EMPTY = Shelf()
"""Nothing is on it; it is never fed."""


def slips_of(fact: AnyFact, time_ns: int, arguments_bytes: int = 0) -> Iterator[Slip]:
    """Yield the chips that a call makes by its outcome."""
    match fact:
        case Refused(chip=chip) if chip:
            yield Slip(chip, time_ns, _content_bytes(fact, arguments_bytes))
        case Edited(deleted=deleted):
            for one in deleted:
                yield Slip(one.chip, time_ns, one.content.size_bytes)
        case _:
            pass


def _slip(chip: Chip) -> Slip:
    arguments_bytes = chip.arguments.size_bytes if chip.arguments else 0
    return Slip(chip.id, chip.time_ns, _content_bytes(chip, arguments_bytes))


def _content_bytes(one: Refused | Chip, arguments_bytes: int) -> int:
    """Count what is worth keeping of a chip; -1: nothing is."""
    is_bare = one.bare or one.tool in NAMES_ONLY
    if one.text_bytes >= 0 or not arguments_bytes or is_bare:
        return one.text_bytes
    return arguments_bytes
