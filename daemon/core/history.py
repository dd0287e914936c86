"""The history of one file as a piece table: where lines are, whose they are, what was, and undo.

The table holds every line the file ever had, in one order that never changes. A piece is a run of
lines that one entry inserted; it knows the entries that removed it. Each entry is active or undone.
A piece is visible when its inserter is active and no active entry removed it, and the visible
pieces, in order, are the file. So undo moves no text: it makes an entry inactive, and the visible
lines before and after are the difference.

New lines go right after the visible line in front of them, so before removed ones that lie there;
what replaces something goes after what it replaces. With that, undoing edits newest first gives
back every version.

No text is kept here. A line's name is the entry that inserted it and its ordinal among all lines
that this entry inserted into this file, which stays true for ever.
"""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import chain, pairwise
from typing import NamedTuple

from ...schemas.values import BEFORE_JOURNAL, Splice
from .pieces import Piece, Run, Table, add_run


class Placed(NamedTuple):
    """Where some lines are now."""

    run: Run
    at: int | None
    """0-based index of the first of them in today's text; None where they are not visible."""
    gone_by: tuple[int, ...]
    """The active entries that removed them, or the one that undid their inserter."""


class Step(NamedTuple):
    """One change of the file: an edit, a change from outside, or a flip."""

    seq: int
    splices: tuple[Splice, ...]


class Flip(NamedTuple):
    """What a flip does to today's text."""

    splices: tuple[Splice, ...]
    inserted: tuple[Run, ...]
    """The lines that come back, in the order of `splices`; no run belongs to two of them."""


class Restore(NamedTuple):
    """The flip that gives back the text of an earlier point."""

    undoes: tuple[int, ...]
    redoes: tuple[int, ...]
    flip: Flip


class Clash(NamedTuple):
    """One place of a conflict: `lines` lines of today's text from the 0-based index `at`."""

    at: int
    lines: int
    left: tuple[Run, ...]
    """The lines that the edit being flipped last left there, and that others changed since."""
    back: tuple[Run, ...]
    """The lines that flipping it would bring back."""


class Conflict(NamedTuple):
    """Why an edit cannot be flipped: others built upon it, or undid what it was built upon."""

    edit: int
    owners: tuple[int, ...]
    """The entries in the way, ascending: edits, or flips that undid what `edit` had replaced."""
    clashes: tuple[Clash, ...]


class _Hunk(NamedTuple):
    """One splice of an edit, by the names of the lines."""

    inserted: tuple[Run, ...]
    """One run, or none."""
    removed: tuple[Run, ...]


class _Edit:
    __slots__ = ("flips", "hunks", "seq")

    def __init__(self, seq: int, hunks: tuple[_Hunk, ...]) -> None:
        self.seq = seq
        self.hunks = hunks
        self.flips: tuple[int, ...] = ()
        """Entries at which it became inactive, active, inactive, ..."""

    @property
    def active(self) -> bool:
        return len(self.flips) % 2 == 0

    def active_at(self, seq: int) -> bool:
        return self.seq <= seq and bisect_right(self.flips, seq) % 2 == 0


class History:
    """All changes of one file, the first text having had `lines` lines."""

    __slots__ = ("_edits", "_steps", "_table")

    def __init__(self, lines: int) -> None:
        self._table = Table()
        if lines:
            self._table.insert(0, 0, Run(BEFORE_JOURNAL, 0, lines))
        self._edits = {BEFORE_JOURNAL: _Edit(BEFORE_JOURNAL, ())}
        self._steps: list[Step] = []

    # Changing.

    def edit(self, seq: int, splices: Sequence[Splice]) -> None:
        """Let the entry `seq` change the text.

        Raises ValueError where `seq` is not newer than every step, or the splices lie outside the
        text or not ascending and apart; then nothing has changed.
        """
        self._expect_newer(seq)
        self._expect_apart(splices)
        ordinal = sum(splice.inserted for splice in splices)
        hunks: list[_Hunk] = []
        for splice in reversed(splices):  # the last first, so that `at` stays true for the others
            ordinal -= splice.inserted
            hunks.append(self._splice(seq, splice, ordinal))
        self._edits[seq] = _Edit(seq, tuple(reversed(hunks)))
        self._steps.append(Step(seq, tuple(splices)))

    def flip(self, seq: int, undoes: Collection[int], redoes: Collection[int] = ()) -> None:
        """Let the entry `seq` make `undoes` inactive and `redoes` active.

        It asks for no consent: whether others built upon them is for `plan_flip` to say. Those
        that are so already stay so. Raises ValueError as `edit` does, and for what was no edit of
        this file.
        """
        self._expect_newer(seq)
        flipped = self._flipped(undoes, redoes)
        deltas = self._deltas(flipped)
        self._steps.append(Step(seq, self._outcome(deltas).splices))
        self._apply(deltas)
        for edit in flipped:
            edit.flips += (seq,)

    def discard(self, seq: int) -> None:
        """Take back the newest step, as if it had never been made.

        Raises ValueError where `seq` is not the newest step.
        """
        if not self._steps or self._steps[-1].seq != seq:
            raise ValueError(f"entry {seq} is not the newest change of this file")
        self._steps.pop()
        edit = self._edits.get(seq)
        if edit is None:
            flipped = [edit for edit in self._edits.values() if seq in edit.flips[-1:]]
            self._apply(self._deltas(flipped))
            for edit in flipped:
                edit.flips = edit.flips[:-1]
            return
        for piece in self._removed(edit):
            piece.gone = piece.gone[:-1]
            self._table.hide(piece, -1)
        self._table.forget(seq)
        del self._edits[seq]

    # Planning: nothing changes.

    def plan_flip(self, undoes: Collection[int], redoes: Collection[int] = ()) -> Flip | Conflict:
        """Tell what `flip` would do, or name the first edit that others are in the way of.

        They are asked newest first for `undoes`, oldest first for `redoes`. Others are entries that
        are active and not to be flipped and, for a redo, the flips that took away what it replaced.
        Raises ValueError for what was no edit of this file.
        """
        flipped = self._flipped(undoes, redoes)
        deltas = self._deltas(flipped)
        return self._conflict(flipped, deltas) or self._outcome(deltas)

    def clear(
        self,
        undoes: Collection[int],
        redoes: Collection[int],
        more: Callable[[int], tuple[Collection[int], Collection[int]]],
    ) -> None:
        """Ask `more` of every entry that `plan_flip` would name, until it would name no other.

        `more` is asked once of each, and gives what is undone and redone too, so that it is not in
        the way: nothing where that cannot help. The flips are asked in the order of `plan_flip`,
        and again when others have come, for these may bring lines back.
        """
        among: dict[int, _Edit] = {}
        deltas: dict[Piece, int] = {}
        left: list[tuple[bool, int]] = []
        named: set[int] = set()

        def take(edits: Iterable[_Edit]) -> None:
            new = [edit for edit in edits if edit.seq not in among]
            among.update((edit.seq, edit) for edit in new)
            for piece, delta in self._deltas(new).items():
                deltas[piece] = deltas.get(piece, 0) + delta
            for edit in new:
                heappush(left, _turn(edit))

        take(self._flipped(undoes, redoes))
        is_settled = True
        while left:
            while left:
                edit = among[abs(heappop(left)[1])]
                for seq in sorted(self._owners(edit, deltas, among.keys()) - named, reverse=True):
                    named.add(seq)
                    is_settled = False
                    take(self._flipped(*more(seq)))
            if not is_settled:
                left = [_turn(edit) for edit in among.values()]
                heapify(left)
                is_settled = True

    def plan_restore(self, seq: int) -> Restore:
        """Tell how to get back the text as of `seq`.

        Never a conflict: every change made since is to go, whoever made it.
        """
        edits = self._edits.values()
        undoes = tuple(e.seq for e in edits if e.active and not e.active_at(seq))
        redoes = tuple(e.seq for e in edits if not e.active and e.active_at(seq))
        return Restore(undoes, redoes, self._outcome(self._deltas(self._flipped(undoes, redoes))))

    # Asking.

    @property
    def lines(self) -> int:
        """How many lines the text has now."""
        return self._table.lines

    @property
    def steps(self) -> Sequence[Step]:
        """Every change, oldest first."""
        return self._steps

    def steps_since(self, seq: int) -> Sequence[Step]:
        """Give the changes after the entry `seq`, oldest first."""
        return self._steps[bisect_right(self._steps, seq, key=_seq_of) :]

    def is_active(self, edit: int) -> bool:
        """Whether the edit counts now; False also for one that was discarded or is not known."""
        return edit in self._edits and self._edits[edit].active

    def came_after(self, seq: int, edit: int) -> bool:
        """Whether the entry counts now and, for an undone `edit`, did not when it was undone.

        Undo and redo with nothing between must give back the same text, so what was there at the
        undo is not in the way of the redo.
        """
        one, flips = self._edits[seq], self._edits[edit].flips
        return one.active and (self._edits[edit].active or not one.active_at(flips[-1]))

    def runs(self, first: int, count: int) -> tuple[Run, ...]:
        """Name the lines at the 0-based indices first to first + count - 1 of today: blame.

        Raises ValueError where there are no such lines.
        """
        end = first + count
        if first < 0 or count < 0 or end > self.lines:
            raise ValueError(f"no lines {first} to {end - 1} in a text of {self.lines}")
        runs: list[Run] = []
        at = 0
        for block in self._table.blocks:
            if at + block.lines <= first:
                at += block.lines
                continue
            if at >= end:
                break
            for piece in block.pieces:
                if not piece.hidden:
                    skip = max(first - at, 0)
                    lines = min(end - at, piece.lines) - skip
                    if lines > 0:
                        add_run(runs, Run(piece.entry, piece.first + skip, lines))
                    at += piece.lines
        return tuple(runs)

    def runs_at(self, seq: int) -> tuple[Run, ...]:
        """Name all lines of the text as it was after the entry `seq`."""
        if not self._steps or seq >= self._steps[-1].seq:
            return self.runs(0, self.lines)
        active = {edit.seq for edit in self._edits.values() if edit.active_at(seq)}
        runs: list[Run] = []
        for piece in chain.from_iterable(block.pieces for block in self._table.blocks):
            if piece.entry in active and active.isdisjoint(piece.gone):
                add_run(runs, piece.run)
        return tuple(runs)

    def locate(self, runs: Iterable[Run]) -> tuple[Placed, ...]:
        """Tell where the lines are now, each run cut where its lines fare differently, order kept.

        Raises ValueError for lines that were never inserted, or whose entry was discarded.
        """
        found = [list(self._table.parts(run)) for run in runs]
        where = dict(self._table.in_order({piece for parts in found for piece, _ in parts}))
        placed: list[Placed] = []
        for parts in found:
            of_run: list[Placed] = []
            for piece, part in parts:
                if piece.hidden:
                    new = Placed(part, None, self._gone_by(piece))
                else:
                    new = Placed(part, where[piece] + part.first - piece.first, ())
                if of_run and (joined := _joined(of_run[-1], new)):
                    of_run[-1] = joined
                else:
                    of_run.append(new)
            placed += of_run
        return tuple(placed)

    def removed_by(self, seq: int) -> tuple[Run, ...]:
        """Name the lines that the entry took out of the text as it came, whoever inserted them.

        Raises ValueError where it was no step of this file.
        """
        if seq in self._edits:
            return tuple(chain.from_iterable(hunk.removed for hunk in self._edits[seq].hunks))
        if [step.seq for step in self.steps_since(seq - 1)[:1]] != [seq]:
            raise ValueError(f"entry {seq} did not change this file")
        flipped = [edit for edit in self._edits.values() if seq in edit.flips]
        runs: list[Run] = []
        for piece, _ in self._table.in_order(self._deltas(flipped)):
            if self._visible_at(piece, seq - 1) and not self._visible_at(piece, seq):
                add_run(runs, piece.run)
        return tuple(runs)

    # How it is done.

    def _splice(self, seq: int, splice: Splice, ordinal: int) -> _Hunk:
        start, index = self._table.cut(splice.at)
        end, index, removed = self._table.remove(start, index, splice.removed, seq)
        inserted = (Run(seq, ordinal, splice.inserted),) if splice.inserted else ()
        for run in inserted:
            self._table.insert(end, index, run)
        for number in sorted({start, end}, reverse=True):
            self._table.keep_small(number)
        return _Hunk(inserted, tuple(removed))

    def _removed(self, edit: _Edit) -> list[Piece]:
        return self._table.pieces(run for hunk in edit.hunks for run in hunk.removed)

    def _flipped(self, undoes: Collection[int], redoes: Collection[int]) -> list[_Edit]:
        """Those of the edits that are not yet as they are to be, in the order to be asked."""
        for seq in {*undoes, *redoes}:
            if seq == BEFORE_JOURNAL or seq not in self._edits:
                raise ValueError(f"entry {seq} is no edit of this file")
        to_undo = (self._edits[seq] for seq in sorted(set(undoes), reverse=True))
        to_redo = (self._edits[seq] for seq in sorted(set(redoes)))
        return [e for e in to_undo if e.active] + [e for e in to_redo if not e.active]

    def _deltas(self, flipped: Iterable[_Edit]) -> dict[Piece, int]:
        """By how much the flip changes `hidden` of each piece that it concerns."""
        deltas: dict[Piece, int] = {}
        for edit in flipped:
            more = 1 if edit.active else -1
            for hunk in edit.hunks:
                for piece in self._table.pieces(hunk.inserted):
                    deltas[piece] = deltas.get(piece, 0) + more
                for piece in self._table.pieces(hunk.removed):
                    deltas[piece] = deltas.get(piece, 0) - more
        return deltas

    def _apply(self, deltas: dict[Piece, int]) -> None:
        for piece, delta in deltas.items():
            self._table.hide(piece, delta)

    def _outcome(self, deltas: dict[Piece, int]) -> Flip:
        splices: list[Splice] = []
        back: list[list[Run]] = []
        for piece, at in self._table.in_order(deltas):
            goes, comes = not piece.hidden, not piece.hidden + deltas[piece]
            if goes == comes:
                continue
            last = splices[-1] if splices else None
            if last is None or at != last.at + last.removed:  # a line that stays lies between
                last = Splice(at, 0, 0)
                splices.append(last)
                back.append([])
            if comes:
                add_run(back[-1], piece.run)
            splices[-1] = Splice(
                last.at, last.removed + goes * piece.lines, last.inserted + comes * piece.lines
            )
        return Flip(tuple(splices), tuple(chain.from_iterable(back)))

    def _conflict(self, flipped: list[_Edit], deltas: dict[Piece, int]) -> Conflict | None:
        among = {edit.seq for edit in flipped}
        for edit in flipped:
            owners = self._owners(edit, deltas, among)
            if owners:
                clashes = tuple(
                    Clash(*self._extent(stretch, guilty), left, back)
                    for left, back, stretch, guilty in self._guilty(edit, deltas, among)
                )
                return Conflict(edit.seq, tuple(sorted(owners)), clashes)
        return None

    def _owners(self, edit: _Edit, deltas: dict[Piece, int], among: Collection[int]) -> set[int]:
        """Return the entries that are in the way of flipping an edit together with `among`."""
        ones = self._guilty(edit, deltas, among)
        return {seq for _, _, _, guilty in ones for seq in guilty}

    def _guilty(
        self, edit: _Edit, deltas: dict[Piece, int], among: Collection[int]
    ) -> Iterator[tuple[tuple[Run, ...], tuple[Run, ...], list[Piece], set[int]]]:
        """Yield each place where others are in the way, what stands and comes back, and who."""
        for hunk in edit.hunks:
            left, back = hunk if edit.active else (hunk.removed, hunk.inserted)
            stretch = self._table.pieces(left or back)
            if not stretch:
                continue
            suspects = self._inside(stretch, edit, deltas)
            if left and back:  # one in place of the other: nobody may have changed it
                suspects |= set(chain.from_iterable(piece.gone for piece in stretch))
            ones = (seq for seq in suspects if seq not in among)
            guilty = {seq for seq in ones if self.came_after(seq, edit.seq)}
            if left and back and not edit.active:
                guilty |= self._taken_back(stretch, edit, among)
            if guilty:
                yield left, back, stretch, guilty

    def _taken_back(self, stretch: list[Piece], edit: _Edit, among: Collection[int]) -> set[int]:
        """Name who undid the lines that the undone `edit` is to replace again.

        An inserter that this very flip undoes is named itself. Lines that were undone before
        `edit` was are not in the way: it stood without them. Nor is anything in the way of a mere
        deletion: that its lines are gone is all it wants, and nothing would stand in their place.
        """
        found: set[int] = set()
        for seq in {piece.entry for piece in stretch}:
            inserter = self._edits[seq]
            will_be_active = inserter.active != (seq in among)
            if not will_be_active and inserter.active_at(edit.flips[-1] - 1):
                found.add(seq if inserter.active else inserter.flips[-1])
        return found

    def _inside(self, stretch: list[Piece], edit: _Edit, deltas: dict[Piece, int]) -> set[int]:
        """Younger entries that have lines strictly inside the stretch once the flip is done."""
        entries: set[int] = set()
        for piece in self._table.onward(stretch[0]):
            if piece is stretch[-1]:
                break
            if piece.entry > edit.seq and not piece.hidden + deltas.get(piece, 0):
                entries.add(piece.entry)
        return entries

    def _extent(self, stretch: list[Piece], owners: set[int]) -> tuple[int, int]:
        """Index and count of today's lines in the stretch and those of `owners` that follow it."""
        ((first, at),) = self._table.in_order(stretch[:1])
        lines, is_past = 0, False
        for piece in self._table.onward(first):
            if not piece.hidden:
                if is_past and piece.entry not in owners:
                    break
                lines += piece.lines
            is_past = is_past or piece is stretch[-1]
        return at, lines

    def _gone_by(self, piece: Piece) -> tuple[int, ...]:
        inserter = self._edits[piece.entry]
        if not inserter.active:
            return inserter.flips[-1:]
        return tuple(seq for seq in piece.gone if self._edits[seq].active)

    def _visible_at(self, piece: Piece, seq: int) -> bool:
        entries = self._edits
        return entries[piece.entry].active_at(seq) and not any(
            entries[remover].active_at(seq) for remover in piece.gone
        )

    # What must hold.

    def _expect_newer(self, seq: int) -> None:
        newest = self._steps[-1].seq if self._steps else BEFORE_JOURNAL
        if seq <= newest:
            raise ValueError(f"entry {seq} is not newer than {newest}")

    def _expect_apart(self, splices: Sequence[Splice]) -> None:
        if not splices:
            return
        last = splices[-1]
        outside = splices[0].at < 0 or last.at + last.removed > self.lines
        if outside or any(min(splice.removed, splice.inserted) < 0 for splice in splices):
            raise ValueError(f"splices outside a text of {self.lines} lines")
        if any(a.at == b.at or a.at + a.removed > b.at for a, b in pairwise(splices)):
            raise ValueError("splices that are not ascending and apart")

    def check(self) -> None:
        """Raise AssertionError where the table contradicts itself or the edits."""
        self._table.check()
        for piece in chain.from_iterable(block.pieces for block in self._table.blocks):
            hiding = sum(self._edits[seq].active for seq in piece.gone)
            assert piece.hidden == hiding + (not self._edits[piece.entry].active)
            assert all(a < b for a, b in pairwise((piece.entry, *piece.gone)))
        for seq, edit in self._edits.items():
            assert all(seq in piece.gone for piece in self._removed(edit))
        assert all(a.seq < b.seq for a, b in pairwise(self._steps))


def _turn(edit: _Edit) -> tuple[bool, int]:
    """Return what puts flips in the order to be asked: its number, negative if it is undone."""
    return (not edit.active, -edit.seq if edit.active else edit.seq)


def _seq_of(step: Step) -> int:
    return step.seq


def _joined(one: Placed, next_one: Placed) -> Placed | None:
    """Both as one where they fare alike; the lines of `next_one` follow those of `one`."""
    end = None if one.at is None else one.at + one.run.lines
    if one.gone_by != next_one.gone_by or end != next_one.at:
        return None
    return one._replace(run=one.run._replace(lines=one.run.lines + next_one.run.lines))
