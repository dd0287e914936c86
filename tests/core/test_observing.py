"""What a look finds changed from outside, and how lines keep what they are through it."""

import pytest

from editjournal.schemas.facts import ChangedOutside
from editjournal.schemas.replies import Done, Refusal
from editjournal.schemas.values import Span
from tests.core.world import World, done

TEN = b"".join(b"line %d\n" % number for number in range(1, 11))
TWO = TEN.replace(b"line 2\n", b"TWO\n")


@pytest.fixture
def seen(world: World) -> int:
    """Return a view of ten lines."""
    world.outside("f", TEN)
    return world.read("a", "f").seq


def facts(world: World) -> list[ChangedOutside]:
    return [one.fact for one in world.entries if isinstance(one.fact, ChangedOutside)]


def save_by(world: World, *states: bytes | None) -> None:
    """Let the file be seen in each of these states."""
    for data in states:
        world.outside("f", data)
        world.notice()


@pytest.mark.parametrize("between", [None, b"", TEN[:20], b"something else\n"])
def test_a_file_that_was_gone_half_written_or_another_is_the_same_again(
    world: World, seen: int, between: bytes | None
) -> None:
    save_by(world, between, TEN)
    back = facts(world)[-1]
    assert (back.undoes, back.seen) == (world.entries[-2].seq, True)
    [item] = [one for one in world.views("a").items if one.view == seen]
    assert (item.state, item.differ) == ("same", ())
    reply = world.replace("a", "f:5", "mine\n", view=seen)
    assert isinstance(reply, Done)
    assert reply.warnings == ()


@pytest.mark.parametrize("between", [None, b"", TEN[:20]])
def test_what_was_changed_on_the_way_is_all_that_differs(
    world: World, seen: int, between: bytes | None
) -> None:
    save_by(world, between, TWO)
    back, further = facts(world)[-2:]
    assert (back.seen, further.undoes) == (False, 0)
    assert [(one.at, one.removed, one.inserted) for one in further.change.splices] == [(1, 1, 1)]
    [notice] = world.notices("a", "f", since=seen + 2)
    assert notice.spans == (Span(2, 2),)
    assert world.edit("a", "f:5", "mine\n", view=seen).warnings == ()


def test_branches_switched_to_and_fro_leave_the_lines_what_they_were(
    world: World, seen: int
) -> None:
    other = TEN.replace(b"line 3\n", b"three\n3\n").replace(b"line 9\n", b"")
    for _ in range(3):
        save_by(world, other, TEN)
    assert world.edit("a", "f:9", "mine\n", view=seen).warnings == ()


def test_a_change_that_builds_on_the_one_before_takes_nothing_back(world: World, seen: int) -> None:
    save_by(world, TWO, TWO.replace(b"line 9\n", b"NINE\n"))
    assert [one.undoes for one in facts(world)] == [0, 0]


def test_lines_that_somebody_saw_meanwhile_stay_what_they_are(world: World, seen: int) -> None:
    save_by(world, TEN + b"11\n12\n13\n")
    view = world.read("a", "f").seq
    save_by(world, TEN + b"11\n")
    assert facts(world)[-1].undoes == 0
    [item] = [one for one in world.views("a").items if one.view == view]
    assert item.differ == (Span(12, 13),)


def test_no_edit_of_a_session_is_taken_back_so(world: World, seen: int) -> None:
    edit = world.edit("a", "f:2", "TWO\n", view=seen)
    save_by(world, TEN)
    assert facts(world)[-1].undoes == 0
    kinds = [(one.kind, one.edit) for one in world.notices("a", "f", since=edit.seq + 1)]
    assert kinds == [("overwritten", edit.seq)]


def test_a_change_and_its_taking_back_can_both_be_undone(world: World, seen: int) -> None:
    save_by(world, TWO, TEN)
    first, second = (one.seq for one in world.entries if isinstance(one.fact, ChangedOutside))
    assert isinstance(world.undo("a", first, anyone=True), Refusal), "it has been taken back"
    done(world.undo("a", second, anyone=True))
    assert world.data("f") == TWO
    done(world.undo("a", first, anyone=True))
    assert world.data("f") == TEN


def test_without_the_text_before_it_counts_as_replaced(world: World, seen: int) -> None:
    world.is_forgetful = True
    save_by(world, None, TEN)
    assert facts(world)[-1].undoes == 0
