"""What each session has done, in numbers: against what the entries and the edits say."""

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from editjournal.daemon.core import whose
from editjournal.daemon.core.asking import Asked
from editjournal.daemon.core.undoing import open_edits
from editjournal.schemas.facts import Edited, NotApplied, Refused, Viewed
from editjournal.schemas.replies import SessionItem
from editjournal.schemas.requests import Read
from tests.core.world import ROOT, World, lines, numbered

Step = Callable[[World, str, int], object]


def item(world: World, who: str) -> SessionItem:
    return whose.item(world.state, world.state.sessions.by_number[world.sessions[who]])


def counted(world: World, who: str) -> tuple[int, ...]:
    one = item(world, who)
    return (one.edits, one.open_edits, one.reads, one.refused, one.files)


def test_edits_count_until_they_are_undone_and_undos_are_none(world: World) -> None:
    world.outside("f", lines("a", "b"))
    world.read("a", "f")
    edit = world.edit("a", "f:1", "A\n").seq
    world.write("a", "g", "x\n")
    assert counted(world, "a") == (2, 2, 1, 0, 2)
    world.undo("b", edit, anyone=True)
    assert counted(world, "a") == (1, 1, 1, 0, 2)
    assert counted(world, "b") == (0, 0, 0, 0, 1)
    world.redo("b", edit, anyone=True)
    assert counted(world, "a") == (2, 2, 1, 0, 2)


def test_a_commit_closes_edits_and_a_redo_opens_none_of_them_again(world: World) -> None:
    edit = world.write("a", "f", "x\n").seq
    world.commit("a")
    assert counted(world, "a") == (1, 0, 0, 0, 1)
    world.undo("a", edit)
    assert counted(world, "a") == (0, 0, 0, 0, 1)
    world.redo("a", edit)
    assert counted(world, "a") == (1, 0, 0, 0, 1)
    world.write("a", "g", "x\n")
    assert counted(world, "a") == (2, 1, 0, 0, 2)


def test_an_edit_that_never_reached_the_disk_is_a_refused_call(world: World) -> None:
    world.fails = "the disk is full"
    world.write("a", "f", "x\n")
    assert counted(world, "a") == (0, 0, 0, 1, 0)
    edit = world.write("a", "f", "x\n").seq
    world.fails = "the disk is full"
    world.undo("a", edit)
    assert counted(world, "a") == (1, 1, 0, 2, 1)


def test_a_session_is_active_as_of_its_newest_entry(world: World) -> None:
    world.outside("f", lines("a"))
    world.read("a", "f")
    read_ns = world.now_ns
    world.write("b", "g", "x\n")
    assert (item(world, "a").active_ns, item(world, "a").opened_ns) == (read_ns, read_ns)
    world.read("a", "f")
    assert (item(world, "a").active_ns, item(world, "a").opened_ns) == (world.now_ns, read_ns)


def _write(world: World, who: str, n: int) -> None:
    world.write(who, f"f{n % 3}", lines(*numbered(n, n + 4)))


def _undo(world: World, who: str, n: int) -> None:
    edits = list(world.state.edits.by_seq)
    world.undo(who, edits[n % len(edits)] if edits else 99, anyone=n % 4 > 0)


def _redo(world: World, who: str, n: int) -> None:
    edits = list(world.state.edits.by_seq)
    world.redo(who, edits[n % len(edits)] if edits else 99, anyone=n % 4 > 0)


def _outside(world: World, who: str, n: int) -> None:
    world.outside(f"f{n % 3}", lines(*numbered(n, n + 2)))


def _fail(world: World, who: str, n: int) -> None:
    world.fails = "the disk is full"


STEPS: list[Step] = [
    _write,
    _undo,
    _redo,
    _outside,
    _fail,
    lambda world, who, n: world.replace(who, f"f{n % 3}:2", f"{n}\n", force=True),
    lambda world, who, n: world.ask(who, Read(b"f%d" % (n % 4))),
    lambda world, who, n: world.commit(who),
    lambda world, who, n: world.rollback(who, n % 3 + 1),
]


@settings(deadline=None, max_examples=120)
@given(
    st.lists(
        st.tuples(st.sampled_from(STEPS), st.sampled_from("ab"), st.integers(0, 30)), max_size=25
    )
)
def test_the_numbers_are_those_that_the_log_comes_to(those: list[tuple[Step, str, int]]) -> None:
    world = World()
    for act, who, n in those:
        act(world, who, n)
    world.check_replay()
    edits = world.state.edits.by_seq.values()
    for who, number in world.sessions.items():
        mine = [one for one in edits if one.session == number]
        facts = [one.fact for one in world.entries if one.session == number]
        failed = [one.fact for one in world.entries if isinstance(one.fact, NotApplied)]
        asked = Asked(world.state, number, world.now_ns, ROOT, ROOT, bytes(8))
        assert counted(world, who) == (
            sum(1 for one in mine if one.counts),
            len(open_edits(asked)),
            sum(1 for one in facts if isinstance(one, Viewed)),
            sum(1 for one in facts if isinstance(one, Refused))
            + sum(1 for one in failed if one.session == number),
            len({path for one in mine if one.applied for path in one.paths}),
        )
        assert sum(1 for one in facts if isinstance(one, Edited)) == len(mine)
