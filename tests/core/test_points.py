"""Points of the log: entries, times and labels, and what is said of one that is not known."""

import pytest

from editjournal.daemon.core import points
from editjournal.daemon.core.asking import Asked, RefusedError
from editjournal.schemas.replies import Refusal
from editjournal.schemas.requests import Commit, Snapshot
from editjournal.schemas.values import NOW, Point
from tests.core.world import MINUTE_NS, ROOT, World, lines, numbered


@pytest.fixture
def edited(world: World) -> World:
    """A file that was edited in the minutes 2, 3 and 4."""
    world.outside("f", lines(*numbered(1, 10)))
    world.read("a", "f")
    for line in (2, 4, 6):
        world.edit("a", f"f:{line}", f"edit of {line}\n")
    return world


def edits_of(world: World) -> list[int]:
    return list(world.state.edits.by_seq)


def asked(world: World) -> Asked:
    return Asked(world.state, 1, world.now_ns, ROOT, ROOT, b"random!!")


def resolve(world: World, point: Point) -> int:
    return points.resolve(asked(world), "be-history", point)


def unknown(world: World, point: Point) -> Refusal:
    with pytest.raises(RefusedError) as caught:
        resolve(world, point)
    assert caught.value.refusal.code == "no_such_point"
    assert caught.value.refusal.next, "what to do next"
    return caught.value.refusal


def test_now_is_the_newest_entry(edited: World) -> None:
    assert resolve(edited, NOW) == edited.state.seq
    assert points.is_now(asked(edited), NOW)


def test_an_entry_is_after_it_and_before_it_is_the_one_in_front(edited: World) -> None:
    first = edits_of(edited)[0]
    assert resolve(edited, Point(seq=first)) == first
    assert resolve(edited, Point(seq=first, before=True)) == first - 1
    assert resolve(edited, Point(seq=1, before=True)) == 0
    assert not points.is_now(asked(edited), Point(seq=edited.state.seq, before=True))
    assert points.is_now(asked(edited), Point(seq=edited.state.seq))


@pytest.mark.parametrize("seq", [-1, 1_000])
def test_an_entry_that_there_is_not_yet_is_refused_with_the_newest(edited: World, seq: int) -> None:
    reply = unknown(edited, Point(seq=seq))
    assert reply.values == {"point": seq, "newest": edited.state.seq}


def test_a_time_means_the_newest_change_that_is_not_younger(edited: World) -> None:
    first, second, third = edits_of(edited)
    assert resolve(edited, Point(time_ns=2 * MINUTE_NS)) == first
    assert resolve(edited, Point(time_ns=4 * MINUTE_NS - 1)) == second
    assert resolve(edited, Point(time_ns=99 * MINUTE_NS)) == third
    assert resolve(edited, Point(time_ns=1)) == 0


def test_a_time_means_the_same_entry_as_in_a_listing_though_the_clock_was_set_back(
    edited: World,
) -> None:
    edited.now_ns = MINUTE_NS
    edited.read("a", "f")
    assert resolve(edited, Point(time_ns=3 * MINUTE_NS)) == edited.state.seq


def test_a_change_from_outside_counts_for_a_time(edited: World) -> None:
    edited.outside("f", b"human\n")
    seq = edited.notice()
    assert resolve(edited, Point(time_ns=edited.now_ns)) == seq


def test_a_label_means_its_newest_snapshot(edited: World) -> None:
    edited.ask("a", Snapshot("good"))
    second = edited.ask("b", Snapshot("good")).seq
    edited.ask("a", Snapshot("later"))
    assert resolve(edited, Point(label="good")) == second
    mark = edited.state.marks.get("good")
    assert mark is not None
    assert (mark.session, mark.mark, mark.time_ns) == (2, "snapshot", 6 * MINUTE_NS)


def test_a_label_of_a_commit_counts_where_no_snapshot_has_it(edited: World) -> None:
    commit = edited.ask("a", Commit("done")).seq
    assert resolve(edited, Point(label="done")) == commit
    snapshot = edited.ask("a", Snapshot("done")).seq
    edited.ask("a", Commit("done"))
    assert resolve(edited, Point(label="done")) == snapshot


def test_an_unknown_label_is_refused_with_those_like_it_and_the_newest(edited: World) -> None:
    for label in ("before rename", "one", "two", "three", "four", "five", ""):
        edited.ask("a", Snapshot(label))
    reply = unknown(edited, Point(label="before-rename"))
    assert reply.values["point"] == "before-rename"
    assert reply.values["near"] == "before rename, five, four, three, two"
    assert unknown(edited, Point(label="zzz")).values["near"] == "five, four, three, two, one"
