"""What is not sure of the past: changes noticed late, and files that were met late."""

from editjournal.schemas.replies import Blamed, Contents, DiffReply, Unchanged
from editjournal.schemas.requests import (
    Blame,
    Cat,
    Commit,
    Diff,
    Restore,
    Snapshot,
    UndoSeveral,
)
from editjournal.schemas.values import Point
from tests.core.world import MINUTE_NS, World, codes, done, lines, previewed, refused


def seen(world: World, *paths: str) -> None:
    for path in paths:
        world.outside(path, lines(1, 2, 3))
        world.read("a", path)


# --- a point of all files -------------------------------------------------------------------------


def test_a_snapshot_has_what_a_human_saved_before_it(world: World) -> None:
    seen(world, "f")
    world.outside("f", b"human\n")
    world.ask("a", Snapshot("good"))
    assert isinstance(world.ask("a", Restore(Point(label="good"), (b"f",))), Unchanged)
    done(world.write("a", "f", "agent\n", force=True))
    done(world.ask("a", Restore(Point(label="good"))))
    assert world.data("f") == b"human\n"


def test_a_commit_has_it_too(world: World) -> None:
    seen(world, "f")
    world.outside("f", b"human\n")
    world.ask("a", Commit("one"))
    done(world.write("a", "f", "agent\n", force=True))
    done(world.ask("a", Restore(Point(label="one"))))
    assert world.data("f") == b"human\n"


# --- noticed late ---------------------------------------------------------------------------------


def saved_before_and_noticed_after(world: World) -> tuple[int, int]:
    """Return a time after a human's save of f, and the entry that notices it later."""
    seen(world, "f")
    world.outside("f", b"human\n")
    point_ns = world.now_ns + MINUTE_NS // 2
    world.file_ns = world.now_ns + MINUTE_NS // 4
    world.now_ns += MINUTE_NS
    return point_ns, world.notice()


def test_a_save_that_is_noticed_after_a_time_is_named_where_it_goes(world: World) -> None:
    point_ns, entry = saved_before_and_noticed_after(world)
    point = Point(time_ns=point_ns)
    for reply in (
        refused(world.ask("a", Restore(point)), "restore_others"),
        previewed(world.ask("a", Restore(point, preview=True))),
        refused(world.ask("a", UndoSeveral(since=point, outside=True)), "undo_others"),
        done(world.ask("a", Restore(point, anyone=True))),
    ):
        (late,) = [one for one in reply.warnings if one.code == "noticed_late"]
        assert (late.values["path"], late.values["edit"]) == ("f", entry)
        assert 0 < int(late.values["changed_ns"]) <= point_ns < int(late.values["noticed_ns"])
    done(world.ask("a", Restore(Point(entry), (b"f",))))
    assert world.data("f") == b"human\n"


def test_a_save_after_the_time_is_no_surprise(world: World) -> None:
    seen(world, "f")
    point = Point(time_ns=world.now_ns)
    world.now_ns += MINUTE_NS
    world.outside("f", b"human\n")
    world.notice()
    reply = done(world.ask("a", Restore(point, anyone=True)))
    assert "noticed_late" not in codes(reply)


# --- met late -------------------------------------------------------------------------------------


def test_a_file_that_was_met_later_is_told_of_as_it_was_first_seen(world: World) -> None:
    seen(world, "g")
    at = Point(world.state.seq)
    seen(world, "f")
    first = world.file("f").known_since
    for ask in (Cat(b"f", at), Blame(b"f", at), Diff(at, Point(), b"f")):
        reply = world.ask("a", ask)
        assert isinstance(reply, Contents | Blamed | DiffReply)
        (said,) = reply.warnings
        assert (said.code, said.values) == ("not_known_then", {"files": f"f ({first})"})
    assert not world.ask("a", Cat(b"f", Point(world.state.seq - 1))).warnings
    assert not world.ask("a", Cat(b"g", at)).warnings
    assert not world.ask("a", Diff(at, Point(), b"")).warnings


def test_a_file_that_was_met_later_is_not_said_to_be_so_already(world: World) -> None:
    seen(world, "g")
    at = Point(world.state.seq)
    seen(world, "f")
    reply = refused(world.ask("a", Restore(at, (b"f",))), "not_known_then")
    assert reply.values["files"] == f"f ({world.file('f').known_since})"
    reply = world.ask("a", Restore(at, (b"f", b"g")))
    assert isinstance(reply, Unchanged)
    assert [one.path for one in reply.files] == [b"g"]
    assert codes(reply) == ["not_known_then"]


def test_what_was_changed_since_it_was_met_is_restored_as_first_seen_with_a_warning(
    world: World,
) -> None:
    seen(world, "g")
    at = Point(world.state.seq)
    seen(world, "f")
    world.edit("a", "f:2", "x\n")
    done(world.write("a", "new", "made\n"))
    reply = done(world.ask("a", Restore(at)))
    assert [one.code for one in reply.warnings] == ["not_known_then"]
    assert world.data("f") == lines(1, 2, 3)
    assert b"new" not in world.files
    world.check_replay()
