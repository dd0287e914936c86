"""History against a naive model that knows nothing but single lines, and its rules by example."""

import copy
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from editjournal.daemon.core import pieces as pieces_module
from editjournal.daemon.core.history import Clash, Conflict, Flip, History, Placed, Step
from editjournal.daemon.core.pieces import Run
from editjournal.schemas.values import BEFORE_JOURNAL, Splice

Name = tuple[int, int]
"""A line: the entry that inserted it, and its ordinal among those it inserted."""


@pytest.fixture(autouse=True, scope="module")
def small_blocks() -> Iterator[None]:
    """Let a handful of edits reach across blocks."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pieces_module, "PIECES_PER_BLOCK_MAX", 4)
        yield


# The naive model.


@dataclass
class Line:
    name: Name
    splice: int
    """Which of its inserter's splices brought it."""
    removers: dict[int, int] = field(default_factory=dict[int, int])
    """Entry, and which of its splices took the line."""


@dataclass
class Naive:
    """Every line there ever was, in order; all answers come from looking at each."""

    lines: list[Line]
    now: int = 0
    splices: dict[int, list[Splice]] = field(default_factory=dict[int, list[Splice]])
    flips: dict[int, list[int]] = field(default_factory=dict[int, list[int]])

    def is_active(self, entry: int, seq: int) -> bool:
        return entry <= seq and sum(at <= seq for at in self.flips.get(entry, [])) % 2 == 0

    def is_visible(self, line: Line, seq: int) -> bool:
        removed = any(self.is_active(entry, seq) for entry in line.removers)
        return self.is_active(line.name[0], seq) and not removed

    def text(self, seq: int | None = None) -> list[Name]:
        seq = self.now if seq is None else seq
        return [line.name for line in self.lines if self.is_visible(line, seq)]

    def edit(self, seq: int, splices: Sequence[Splice]) -> None:
        visible = [line for line in self.lines if self.is_visible(line, self.now)]
        ordinal = sum(s.inserted for s in splices)
        for number in reversed(range(len(splices))):
            splice = splices[number]
            end = splice.at + splice.removed
            for line in visible[splice.at : end]:
                line.removers[seq] = number
            place = (
                0
                if not end
                else 1 + next(i for i, line in enumerate(self.lines) if line is visible[end - 1])
            )
            ordinal -= splice.inserted
            self.lines[place:place] = [
                Line((seq, ordinal + i), number) for i in range(splice.inserted)
            ]
        self.splices[seq] = list(splices)
        self.now = seq

    def flip(self, seq: int, entries: set[int]) -> None:
        for entry in entries:
            self.flips.setdefault(entry, []).append(seq)
        self.now = seq

    def active_edits(self, seq: int) -> set[int]:
        return {entry for entry in self.splices if self.is_active(entry, seq)}

    def conflict(self, undoes: set[int], redoes: set[int]) -> tuple[int, set[int]] | None:
        after = copy.deepcopy(self)
        after.flip(self.now + 1, undoes | redoes)
        shown_after = set(after.text())
        for entry in [*sorted(undoes, reverse=True), *sorted(redoes)]:
            touched = self.touched(entry, shown_after, is_undo=entry in undoes)
            others = {e for e in touched - undoes - redoes if self.is_active(e, self.now)}
            if entry in redoes:
                undone_at = self.flips[entry][-1]
                others = {e for e in others if not self.is_active(e, undone_at)}
                others |= self.taken_back(entry, after, undoes)
            if others:
                return entry, others
        return None

    def taken_back(self, entry: int, after: "Naive", undoes: set[int]) -> set[int]:
        """Whoever undid lines that the entry, the moment before its own undo, stood in place of."""
        found: set[int] = set()
        undone_at = self.flips[entry][-1]
        for line in self.lines:
            if entry in line.removers and self.splices[entry][line.removers[entry]].inserted:
                inserter = line.name[0]
                counted = self.is_active(inserter, undone_at - 1)
                if counted and not after.is_active(inserter, after.now):
                    found.add(inserter if inserter in undoes else self.flips[inserter][-1])
        return found

    def stood_for(self, line: Line) -> set[Name]:
        """Every line that this one replaced, or that those had replaced."""
        found: set[Name] = set()
        for other in self.lines:
            if other.removers.get(line.name[0]) == line.splice:
                found |= {other.name} | self.stood_for(other)
        return found

    def expect_nothing_beside_its_replacement(self) -> None:
        text = set(self.text())
        for line in self.lines:
            assert line.name not in text or text.isdisjoint(self.stood_for(line))

    def touched(self, entry: int, shown_after: set[Name], *, is_undo: bool) -> set[int]:
        """Whoever removed or inserted within the lines that stand for the entry now."""
        found: set[int] = set()
        for number, splice in enumerate(self.splices[entry]):
            made = [i for i, x in enumerate(self.lines) if (x.name[0], x.splice) == (entry, number)]
            taken = [i for i, x in enumerate(self.lines) if x.removers.get(entry) == number]
            assert (len(made), len(taken)) == (splice.inserted, splice.removed)
            here = (made or taken) if is_undo else (taken or made)
            for i, line in enumerate(self.lines):
                is_inside = bool(here) and here[0] < i < here[-1]
                if is_inside and line.name[0] > entry and line.name in shown_after:
                    found.add(line.name[0])
                if made and taken and i in here:
                    found |= set(line.removers)
        return found - {entry}


# Both side by side.


def named(runs: Iterable[Run]) -> list[Name]:
    return [(run.entry, run.first + i) for run in runs for i in range(run.lines)]


def spliced(text: list[Name], splices: Sequence[Splice], new: list[Name]) -> list[Name]:
    out: list[Name] = []
    at = 0
    for number, splice in enumerate(splices):
        assert splice.at > splices[number - 1].at or number == 0
        assert at <= splice.at
        out += text[at : splice.at] + new[: splice.inserted]
        new = new[splice.inserted :]
        at = splice.at + splice.removed
    assert not new
    assert at <= len(text)
    return out + text[at:]


class Action(NamedTuple):
    kind: str
    splices: list[tuple[int, int, int]]
    """Lines to leave since the splice before, to remove, to insert."""
    picks: list[int]


def kept(text: list[Name], splices: Iterable[tuple[int, int, int]]) -> list[Splice]:
    """Make splices that fit the text out of any numbers."""
    out: list[Splice] = []
    end = 0
    for gap, lines, inserted in splices:
        at = end + gap + (1 if out and not gap and not out[-1].removed else 0)
        removed = min(lines, len(text) - at)
        if at <= len(text) and removed + inserted:
            out.append(Splice(at, removed, inserted))
            end = at + removed
    return out


class Pair:
    """The history and the model, asked and changed alike; every change is compared at once."""

    def __init__(self, lines: int) -> None:
        self.history = History(lines)
        self.naive = Naive([Line((BEFORE_JOURNAL, i), 0) for i in range(lines)])
        self.earlier: list[tuple[Naive, Step]] = []

    @property
    def next_seq(self) -> int:
        return self.naive.now + 1 + len(self.earlier) % 3  # they ascend, with gaps

    def act(self, action: Action) -> None:
        edits = sorted(self.naive.splices)
        picked = {edits[pick % len(edits)] for pick in action.picks if edits}
        match action.kind:
            case "edit":
                self.edit(kept(self.naive.text(), action.splices))
            case "flip":
                self.flip_if_clean(picked)
            case "restore":
                self.restore(max(picked, default=0))
            case _:
                self.discard()
        self.compare()

    def edit(self, splices: list[Splice]) -> int:
        seq, before = self.next_seq, copy.deepcopy(self.naive)
        self.history.edit(seq, splices)
        self.naive.edit(seq, splices)
        self.earlier.append((before, Step(seq, tuple(splices))))
        taken = [x.name for x in self.naive.lines if seq in x.removers]
        assert named(self.history.removed_by(seq)) == taken
        return seq

    def flip_if_clean(self, entries: set[int]) -> Flip | Conflict:
        undoes = entries & self.naive.active_edits(self.naive.now)
        plan = self.history.plan_flip(entries, entries - undoes)
        conflict = self.naive.conflict(undoes, entries - undoes)
        if isinstance(plan, Conflict):
            assert conflict == (plan.edit, set(plan.owners))
            assert plan.owners == tuple(sorted(plan.owners))
            for clash in plan.clashes:
                self.history.runs(clash.at, clash.lines)
        else:
            assert conflict is None
            self.flip(undoes, entries - undoes, plan)
        return plan

    def flip(self, undoes: set[int], redoes: set[int], plan: Flip) -> None:
        seq, before = self.next_seq, copy.deepcopy(self.naive)
        self.history.flip(seq, undoes, redoes)
        self.naive.flip(seq, undoes | redoes)
        self.earlier.append((before, Step(seq, plan.splices)))
        text = self.naive.text()
        assert spliced(before.text(), plan.splices, named(plan.inserted)) == text
        gone = {name for name in before.text() if name not in set(text)}
        assert sorted(named(self.history.removed_by(seq))) == sorted(gone)
        for line in self.naive.lines:
            is_meant = line.name[0] in undoes or redoes & set(line.removers)
            assert line.name not in gone or is_meant, "a line of another edit is lost"

    def restore(self, seq: int) -> None:
        now, then = self.naive.active_edits(self.naive.now), self.naive.active_edits(seq)
        plan = self.history.plan_restore(seq)
        assert (set(plan.undoes), set(plan.redoes)) == (now - then, then - now)
        self.flip(now - then, then - now, plan.flip)
        assert self.naive.text() == self.naive.text(seq)

    def discard(self) -> None:
        if self.earlier:
            seq = self.naive.now
            self.naive, _ = self.earlier.pop()
            self.history.discard(seq)
            assert not self.history.is_active(seq)

    def compare(self) -> None:
        history, naive = self.history, self.naive
        history.check()
        text = naive.text()
        assert history.lines == len(text)
        assert list(history.steps) == [step for _, step in self.earlier]
        for model, _ in self.earlier:
            assert named(history.runs_at(model.now)) == naive.text(model.now) == model.text()
        for first in range(len(text) + 1):
            assert named(history.runs(first, min(3, len(text) - first))) == text[first : first + 3]
        for entry in naive.splices:
            assert history.is_active(entry) == naive.is_active(entry, naive.now)
        self.compare_places(text)

    def compare_places(self, text: list[Name]) -> None:
        naive = self.naive
        for entry in (BEFORE_JOURNAL, *naive.splices):
            lines = sorted((x for x in naive.lines if x.name[0] == entry), key=lambda x: x.name)
            placed = self.history.locate([Run(entry, 0, len(lines))])
            assert named(place.run for place in placed) == [line.name for line in lines]
            for place in placed:
                for i, name in enumerate(named([place.run])):
                    line = lines[name[1]]
                    assert place.gone_by == self.gone_by(line)
                    is_there = place.at is not None and text[place.at + i] == name
                    assert is_there == (name in text)
            for one, other in pairwise(placed):
                follows = one.at is not None and one.at + one.run.lines == other.at
                both_gone = one.at is None and other.at is None
                assert one.gone_by != other.gone_by or not (follows or both_gone)

    def gone_by(self, line: Line) -> tuple[int, ...]:
        if not self.naive.is_active(line.name[0], self.naive.now):
            return (self.naive.flips[line.name[0]][-1],)
        now = self.naive.now
        return tuple(sorted(e for e in line.removers if self.naive.is_active(e, now)))


small = st.integers(0, 3)
some_splices = st.lists(st.tuples(small, small, small), min_size=1, max_size=3)
few_splices = st.lists(
    st.tuples(st.integers(0, 1), st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=2
)
some_picks = st.lists(st.integers(0, 20), min_size=1, max_size=3)
kinds = st.sampled_from(["edit"] * 5 + ["flip"] * 4 + ["restore", "discard"])
some_actions = st.lists(st.builds(Action, kinds, some_splices, some_picks), min_size=4, max_size=16)
some_edits = st.lists(some_splices, min_size=1, max_size=7)


@settings(max_examples=250, deadline=None)
@given(st.integers(0, 8), some_actions)
def test_any_history_answers_as_the_naive_model_does(lines: int, actions: list[Action]) -> None:
    pair = Pair(lines)
    pair.compare()
    for action in actions:
        pair.act(action)
        pair.naive.expect_nothing_beside_its_replacement()


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 8), some_edits)
def test_undoing_newest_first_gives_back_every_version_and_redoing_brings_all_again(
    lines: int, edits: list[list[tuple[int, int, int]]]
) -> None:
    pair = Pair(lines)
    seqs = [pair.edit(kept(pair.naive.text(), splices)) for splices in edits]
    texts = {seq: pair.naive.text(seq) for seq in (0, *seqs)}
    for seq, before in zip(reversed(seqs), reversed((0, *seqs[:-1])), strict=True):
        assert isinstance(pair.flip_if_clean({seq}), Flip)
        assert pair.naive.text() == texts[before]
    for seq in seqs:
        assert isinstance(pair.flip_if_clean({seq}), Flip)
        assert pair.naive.text() == texts[seq]
    pair.compare()


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 8), some_actions, st.integers(0, 20))
def test_a_clean_undo_is_followed_by_a_clean_redo_to_the_same_text(
    lines: int, actions: list[Action], pick: int
) -> None:
    pair = Pair(lines)
    for action in actions:
        pair.act(action)
    active = sorted(pair.naive.active_edits(pair.naive.now))
    text = pair.naive.text()
    if active and isinstance(pair.flip_if_clean({active[pick % len(active)]}), Flip):
        assert isinstance(pair.flip_if_clean({active[pick % len(active)]}), Flip)
        assert pair.naive.text() == text


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 8), some_edits, some_picks)
def test_a_set_is_undone_as_its_edits_are_one_by_one_newest_first(
    lines: int, edits: list[list[tuple[int, int, int]]], picks: list[int]
) -> None:
    pair = Pair(lines)
    seqs = [pair.edit(kept(pair.naive.text(), splices)) for splices in edits]
    chosen = {seqs[pick % len(seqs)] for pick in picks}
    one_by_one = copy.deepcopy(pair)
    steps = (one_by_one.flip_if_clean({seq}) for seq in sorted(chosen, reverse=True))
    all_clean = all(isinstance(step, Flip) for step in steps)
    together = pair.flip_if_clean(chosen)
    assert isinstance(together, Flip) == all_clean
    if all_clean:
        assert pair.naive.text() == one_by_one.naive.text()


@settings(max_examples=150, deadline=None)
@given(st.lists(few_splices, min_size=2, max_size=4), st.lists(some_picks, min_size=1, max_size=8))
def test_no_clean_undos_and_redos_ever_show_a_replaced_line_beside_its_replacement(
    edits: list[list[tuple[int, int, int]]], flips: list[list[int]]
) -> None:
    pair = Pair(3)
    seqs = [pair.edit(kept(pair.naive.text(), splices)) for splices in edits]
    for picks in flips:
        pair.flip_if_clean({seqs[pick % len(seqs)] for pick in picks})
        pair.naive.expect_nothing_beside_its_replacement()


# When others are in the way: each case is edits 1, 2, ... of the lines a to f; undo of edit 1.

Splices = list[tuple[int, int, int]]

OVERLAPS: dict[str, tuple[Splices, Splices]] = {
    "a replacement was replaced": ([(1, 1, 1)], [(1, 1, 1)]),
    "one line of a replacement was replaced": ([(1, 1, 3)], [(2, 1, 1)]),
    "a line of a replacement was removed": ([(1, 1, 3)], [(1, 1, 0)]),
    "a line was added inside a replacement": ([(1, 1, 2)], [(2, 0, 1)]),
    "a line was added inside an inserted block": ([(1, 0, 2)], [(2, 0, 1)]),
    "a line inside an inserted block was replaced": ([(1, 0, 3)], [(2, 1, 1)]),
    "the replacing one of two splices was changed": ([(1, 0, 1), (3, 1, 1)], [(4, 1, 1)]),
    "all was replaced": ([(1, 1, 1)], [(0, 6, 1)]),
    "all was removed": ([(1, 1, 1)], [(0, 6, 0)]),
}
CLEAN: dict[str, tuple[Splices, Splices]] = {
    "nothing else happened": ([(1, 1, 1)], []),
    "a line was added right above a replacement": ([(1, 1, 1)], [(1, 0, 1)]),
    "a line was added right below a replacement": ([(1, 1, 1)], [(2, 0, 1)]),
    "the lines around a replacement were replaced": ([(1, 1, 1)], [(0, 1, 1), (2, 1, 1)]),
    "a line was added right above an inserted block": ([(1, 0, 2)], [(1, 0, 1)]),
    "a line was added right below an inserted block": ([(1, 0, 2)], [(3, 0, 1)]),
    "a part of an inserted block was removed": ([(1, 0, 3)], [(2, 1, 0)]),
    "the whole inserted block was removed": ([(1, 0, 3)], [(1, 3, 0)]),
    "the inserting one of two splices was removed": ([(1, 0, 1), (3, 1, 1)], [(1, 1, 0)]),
    "a line was added between two splices": ([(1, 1, 1), (2, 0, 1)], [(2, 0, 1)]),
    "a line was added where lines had been removed": ([(1, 2, 0)], [(1, 0, 1)]),
    "the lines around removed ones were replaced": ([(1, 2, 0)], [(0, 2, 1)]),
}


def splices_of(splices: Iterable[tuple[int, int, int]]) -> list[Splice]:
    return [Splice(*numbers) for numbers in splices]


@pytest.mark.parametrize("case", OVERLAPS)
def test_undo_is_a_conflict_when(case: str) -> None:
    first, second = OVERLAPS[case]
    history = History(6)
    history.edit(1, splices_of(first))
    history.edit(2, splices_of(second))
    plan = history.plan_flip([1])
    assert isinstance(plan, Conflict)
    assert (plan.edit, plan.owners) == (1, (2,))


@pytest.mark.parametrize("case", CLEAN)
def test_undo_is_clean_when(case: str) -> None:
    first, second = CLEAN[case]
    pair = Pair(6)
    pair.edit(splices_of(first))
    pair.edit(splices_of(second))
    assert isinstance(pair.flip_if_clean({1}), Flip)
    pair.compare()


def test_undo_of_a_deletion_is_a_conflict_when_a_line_was_added_amid_the_removed_ones() -> None:
    history = History(3)
    history.edit(1, [Splice(1, 1, 0)])  # b goes, so that edit 2 removes a and c as one stretch
    history.edit(2, [Splice(0, 2, 0)])
    history.flip(3, [1])
    history.edit(4, [Splice(1, 0, 1)])  # below b: between where a and c were
    plan = history.plan_flip([2])
    assert isinstance(plan, Conflict)
    assert plan.owners == (4,)


def test_a_line_that_came_back_amid_a_deletion_is_not_in_the_way_of_its_undo() -> None:
    history = History(3)
    history.edit(1, [Splice(1, 1, 0)])
    history.edit(2, [Splice(0, 2, 0)])
    history.flip(3, [1])
    plan = history.plan_flip([2])
    assert plan == Flip((Splice(0, 0, 1), Splice(1, 0, 1)), (Run(0, 0, 1), Run(0, 2, 1)))


@pytest.mark.parametrize("splice", [Splice(1, 1, 1), Splice(2, 0, 1), Splice(1, 1, 0)])
def test_redo_is_a_conflict_when_the_lines_it_would_replace_were_changed_since(
    splice: Splice,
) -> None:
    history = History(4)
    history.edit(1, [Splice(1, 2, 1)])
    history.flip(2, [1])
    history.edit(3, [splice])
    plan = history.plan_flip([], [1])
    assert isinstance(plan, Conflict)
    assert (plan.edit, plan.owners) == (1, (3,))


@pytest.mark.parametrize("splice", [Splice(1, 0, 1), Splice(3, 0, 1), Splice(3, 1, 0)])
def test_redo_is_clean_when_only_the_lines_around_were_changed_since(splice: Splice) -> None:
    history = History(4)
    history.edit(1, [Splice(1, 2, 1)])
    history.flip(2, [1])
    history.edit(3, [splice])
    assert isinstance(history.plan_flip([], [1]), Flip)


def test_redo_of_a_deletion_is_clean_when_a_part_of_it_was_removed_by_another_since() -> None:
    history = History(4)
    history.edit(1, [Splice(1, 2, 0)])
    history.flip(2, [1])
    history.edit(3, [Splice(1, 1, 0)])
    assert history.plan_flip([], [1]) == Flip((Splice(1, 1, 0),), ())


def replaced_twice() -> History:
    """Edit 1 put a line in place of the second of three, edit 2 another in place of that."""
    history = History(3)
    history.edit(1, [Splice(1, 1, 1)])
    history.edit(2, [Splice(1, 1, 1)])
    return history


def test_redo_is_a_conflict_when_what_it_would_replace_was_undone_since() -> None:
    history = replaced_twice()
    assert isinstance(history.plan_flip([1]), Conflict)
    history.flip(3, [2])
    history.flip(4, [1])
    plan = history.plan_flip([], [2])
    assert isinstance(plan, Conflict)
    assert (plan.edit, plan.owners) == (2, (4,))


def test_redo_of_one_is_a_conflict_when_what_it_would_replace_was_undone_with_it() -> None:
    history = replaced_twice()
    history.flip(3, [1, 2])
    plan = history.plan_flip([], [2])
    assert isinstance(plan, Conflict)
    assert (plan.edit, plan.owners) == (2, (3,))


def test_redo_is_a_conflict_with_the_edit_it_would_replace_when_that_is_undone_with_it() -> None:
    history = replaced_twice()
    history.flip(3, [2])
    plan = history.plan_flip([1], [2])
    assert isinstance(plan, Conflict)
    assert (plan.edit, plan.owners) == (2, (1,))


def test_redo_is_clean_when_what_it_replaced_is_there_again_or_comes_back_with_it() -> None:
    history = replaced_twice()
    history.flip(3, [2])
    history.flip(4, [1])
    assert history.plan_flip([], [1, 2]) == Flip((Splice(1, 1, 1),), (Run(2, 0, 1),))
    history.flip(5, [], [1])
    assert history.plan_flip([], [2]) == Flip((Splice(1, 1, 1),), (Run(2, 0, 1),))


def test_redo_is_not_hindered_by_the_undo_of_what_it_replaced_when_that_came_before_its_own() -> (
    None
):
    history = History(1)
    history.edit(1, [Splice(1, 0, 1)])
    history.edit(2, [Splice(1, 1, 1)])
    history.flip(3, [1])
    history.flip(4, [2])
    assert history.plan_flip([], [2]) == Flip((Splice(1, 0, 1),), (Run(2, 0, 1),))


def test_redo_of_a_deletion_is_clean_when_its_lines_were_undone_since() -> None:
    history = History(3)
    history.edit(1, [Splice(1, 1, 1)])
    history.edit(2, [Splice(1, 1, 0)])
    history.flip(3, [2])
    history.flip(4, [1])
    assert history.plan_flip([], [2]) == Flip((), ())


def test_redo_is_not_hindered_by_what_was_there_when_it_was_undone() -> None:
    history = History(3)
    history.edit(1, [Splice(1, 1, 0)])
    history.flip(2, [1])
    history.edit(3, [Splice(1, 1, 1)])
    history.flip(4, [], [1])  # so that both edits remove line b
    history.flip(5, [3])
    assert history.plan_flip([], [3]) == Flip((Splice(1, 0, 1),), (Run(3, 0, 1),))


def test_undo_of_a_deletion_leaves_out_what_another_removed_too() -> None:
    history = History(3)
    history.edit(1, [Splice(0, 2, 0)])
    history.flip(2, [1])
    history.edit(3, [Splice(0, 1, 0)])
    history.flip(4, [], [1])
    assert history.plan_flip([1]) == Flip((Splice(0, 0, 1),), (Run(0, 1, 1),))


def test_a_line_that_comes_back_by_the_same_undo_is_in_the_way() -> None:
    history = History(3)
    history.edit(1, [Splice(1, 0, 2)])
    history.edit(2, [Splice(2, 0, 1)])
    history.edit(3, [Splice(2, 1, 0)])
    assert isinstance(history.plan_flip([1]), Flip)
    plan = history.plan_flip([1, 3])
    assert isinstance(plan, Conflict)
    assert (plan.edit, plan.owners) == (1, (2,))


def test_whoever_is_undone_together_is_not_in_the_way() -> None:
    history = History(3)
    history.edit(1, [Splice(1, 1, 2)])
    history.edit(2, [Splice(1, 1, 1)])
    history.edit(3, [Splice(1, 1, 1)])
    assert history.plan_flip([1, 2, 3]) == Flip((Splice(1, 2, 1),), (Run(0, 1, 1),))
    plan = history.plan_flip([1, 2])
    assert isinstance(plan, Conflict)
    assert (plan.edit, plan.owners) == (2, (3,))


def test_whoever_was_undone_before_is_not_in_the_way() -> None:
    history = History(3)
    history.edit(1, [Splice(1, 1, 2)])
    history.edit(2, [Splice(1, 1, 1)])
    history.flip(3, [2])
    assert isinstance(history.plan_flip([1]), Flip)


def test_a_conflict_shows_where_both_texts_are() -> None:
    history = History(4)
    history.edit(1, [Splice(1, 1, 2)])
    history.edit(2, [Splice(2, 1, 3)])  # the second line that edit 1 brought
    plan = history.plan_flip([1])
    assert plan == Conflict(1, (2,), (Clash(1, 4, (Run(1, 0, 2),), (Run(0, 1, 1),)),))


# What else is asked.


def test_an_insertion_goes_before_removed_lines_and_a_replacement_after_what_it_replaces() -> None:
    history = History(3)
    history.edit(1, [Splice(1, 1, 0)])
    history.edit(2, [Splice(1, 0, 1)])
    history.flip(3, [1])
    assert history.runs(0, 4) == (Run(0, 0, 1), Run(2, 0, 1), Run(0, 1, 2))
    history.edit(4, [Splice(2, 1, 1)])
    history.edit(5, [Splice(2, 1, 0)])
    history.flip(6, [4])
    assert history.runs(0, 4) == (Run(0, 0, 1), Run(2, 0, 1), Run(0, 1, 2))


def test_lines_are_located_as_the_longest_runs_that_fare_alike() -> None:
    history = History(9)
    history.edit(4, [Splice(2, 1, 0), Splice(3, 1, 2)])
    history.edit(7, [Splice(0, 0, 1)])
    assert history.locate([Run(4, 0, 2), Run(0, 1, 7)]) == (
        Placed(Run(4, 0, 2), 3, ()),
        Placed(Run(0, 1, 1), 2, ()),
        Placed(Run(0, 2, 2), None, (4,)),
        Placed(Run(0, 4, 4), 5, ()),
    )
    history.flip(9, [4])
    assert history.locate([Run(4, 1, 1)]) == (Placed(Run(4, 1, 1), None, (9,)),)
    assert history.locate([Run(0, 0, 9)]) == (Placed(Run(0, 0, 9), 1, ()),)


def test_a_flip_that_finds_all_as_it_is_to_be_changes_nothing() -> None:
    history = History(3)
    history.edit(1, [Splice(1, 1, 1)])
    assert history.plan_flip([], [1]) == Flip((), ())
    history.flip(2, [], [1])
    assert history.steps[-1] == Step(2, ())
    assert history.is_active(1)


def test_steps_since_an_entry_are_those_after_it() -> None:
    history = History(3)
    for seq in (2, 5, 9):
        history.edit(seq, [Splice(0, 0, 1)])
    assert [step.seq for step in history.steps_since(0)] == [2, 5, 9]
    assert [step.seq for step in history.steps_since(5)] == [9]
    assert [step.seq for step in history.steps_since(6)] == [9]
    assert not history.steps_since(9)


def test_a_discarded_edit_leaves_no_trace_and_its_lines_are_unknown() -> None:
    history = History(3)
    history.edit(1, [Splice(1, 1, 2)])
    history.edit(2, [Splice(0, 4, 1)])
    history.discard(2)
    assert history.runs(0, 4) == (Run(0, 0, 1), Run(1, 0, 2), Run(0, 2, 1))
    assert not history.is_active(2)
    with pytest.raises(ValueError, match="inserted no line"):
        history.locate([Run(2, 0, 1)])
    history.edit(3, [Splice(0, 1, 0)])
    history.check()


def test_a_discarded_undo_leaves_the_edit_active() -> None:
    history = History(3)
    history.edit(1, [Splice(1, 1, 2)])
    history.flip(2, [1])
    history.discard(2)
    assert history.is_active(1)
    assert history.lines == 4
    assert [step.seq for step in history.steps] == [1]


def test_only_the_newest_step_can_be_discarded() -> None:
    history = History(3)
    with pytest.raises(ValueError, match="newest"):
        history.discard(0)
    history.edit(1, [Splice(1, 1, 2)])
    history.edit(2, [Splice(1, 1, 2)])
    with pytest.raises(ValueError, match="newest"):
        history.discard(1)


@pytest.mark.parametrize(
    "splices",
    [
        [(4, 0, 1)],
        [(2, 2, 0)],
        [(-1, 0, 1)],
        [(0, -1, 1)],
        [(1, 0, 1), (1, 1, 0)],
        [(1, 2, 1), (2, 0, 1)],
        [(2, 0, 1), (0, 0, 1)],
    ],
)
def test_splices_that_do_not_fit_change_nothing(splices: list[tuple[int, int, int]]) -> None:
    history = History(3)
    with pytest.raises(ValueError, match="splices"):
        history.edit(1, splices_of(splices))
    assert history.runs(0, 3) == (Run(0, 0, 3),)
    assert not history.steps
    history.check()


def test_what_is_not_there_is_no_answer_but_an_error() -> None:
    history = History(3)
    history.edit(3, [Splice(0, 0, 1)])
    history.flip(5, [3])
    with pytest.raises(ValueError, match="not newer"):
        history.edit(5, [])
    with pytest.raises(ValueError, match="not newer"):
        history.flip(4, [3])
    for seq in (0, 4, 5):
        with pytest.raises(ValueError, match="no edit"):
            history.plan_flip([seq])
    for first, count in ((-1, 1), (0, 4), (4, 0), (0, -1)):
        with pytest.raises(ValueError, match="no lines"):
            history.runs(first, count)
    for run in (Run(0, 2, 2), Run(0, -1, 1), Run(3, 1, 1), Run(4, 0, 1)):
        with pytest.raises(ValueError, match="inserted no line"):
            history.locate([run])
    with pytest.raises(ValueError, match="did not change"):
        history.removed_by(4)


def test_an_empty_file_has_a_history_too() -> None:
    history = History(0)
    history.check()
    assert history.runs(0, 0) == history.runs_at(0) == ()
    history.edit(1, [Splice(0, 0, 2)])
    history.edit(2, [Splice(0, 2, 0)])
    assert history.plan_flip([1, 2]) == Flip((), ())
    assert history.plan_flip([2]) == Flip((Splice(0, 0, 2),), (Run(1, 0, 2),))
