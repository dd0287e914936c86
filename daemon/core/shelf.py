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
are to be, or could not be read. Names and numbers alone are none (`Chip.is_bare`).

Time is that of the chips' own entries, and what is asked for with `now_ns`.
"""

from collections import OrderedDict, deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...schemas.facts import AnyFact, ChipDropped, Edited, Entry, NotApplied, Refused
from ...schemas.values import Content
from .chips import Chip, Chips, made_by

STEPS_MAX = 100
"""So many of the newest steps can be taken again without one of them."""
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


class _Step(NamedTuple):
    """What an entry did to the list."""

    seq: int
    slips: tuple[Slip, ...] = ()
    dropped: str = ""
    former: "_Former | None" = None
    """The list before it, where it may have to be taken back."""


class _Former(NamedTuple):
    with_content: OrderedDict[str, Slip]
    bare: OrderedDict[str, Slip]
    size_bytes: int
    number: int


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
        self._steps = deque[_Step]()

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
        trial._be(self._now())
        trial._take_in(slips)
        return trial.pushed_out

    def apply(self, entry: Entry, chips: Chips) -> None:
        """Take in an entry that `chips` has taken in."""
        slips = tuple(map(_slip, made_by(entry)))
        match entry.fact:
            case NotApplied(edit=edit):
                self._take_back(edit, entry.seq, chips)
                self.pushed_out = ()
            case ChipDropped(chip=chip_id) if chips.get(chip_id):
                self._take(_Step(entry.seq, dropped=chip_id))
            case _:
                pass
        if slips:
            is_edit = isinstance(entry.fact, Edited)
            self._take(_Step(entry.seq, slips, former=self._now() if is_edit else None))

    def _take(self, step: _Step) -> None:
        self._steps.append(step)
        if len(self._steps) > STEPS_MAX:
            self._steps.popleft()
        if step.dropped:
            self._drop(step.dropped)
        else:
            self._take_in(step.slips)

    def _take_back(self, edit: int, seq: int, chips: Chips) -> None:
        """Let the chips of an edit never have been: what they had pushed out has its place again.

        `seq` is that of the entry which says so. What the edit came long before costs as much as
        there are chips.
        """
        if not chips.has_made_by(edit):
            return
        steps = list(self._steps)
        at = next((at for at, one in enumerate(steps) if one.seq == edit), None)
        former = None if at is None else steps[at].former
        if at is None or former is None:
            self._fill(chips, seq)
            return
        self._be(former)
        self._steps = deque(steps[:at])
        for one in steps[at + 1 :]:
            self._take(one._replace(former=self._now() if one.former else None))

    def _now(self) -> _Former:
        return _Former(self._with_content.copy(), self._bare.copy(), self._bytes, self._number)

    def _be(self, former: _Former) -> None:
        self._with_content, self._bare, self._bytes, self._number = former

    def _fill(self, chips: Chips, before: int | None = None) -> None:
        """Take in all chips, or those of entries with a lower number than `before`."""
        self._steps.clear()
        self._with_content.clear()
        self._bare.clear()
        self._left.clear()
        self._bytes = self._number = 0
        self.pushed_out = ()
        known = [one for one in chips.all() if before is None or one.seq < before]
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
    """Yield the chips that a call will make by its outcome."""
    if isinstance(fact, Refused | Edited):
        arguments = Content(b"", arguments_bytes) if arguments_bytes else None
        yield from map(_slip, made_by(Entry(0, time_ns, 0, fact, arguments=arguments)))


def _slip(chip: Chip) -> Slip:
    return Slip(chip.id, chip.time_ns, _content_bytes(chip))


def _content_bytes(chip: Chip) -> int:
    """Count what is worth keeping of a chip; -1: nothing is."""
    if chip.text_bytes >= 0 or chip.arguments is None or chip.is_bare:
        return chip.text_bytes
    return chip.arguments.size_bytes
