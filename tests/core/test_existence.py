"""Files that come or go with an undo or redo, where others have made something of them since."""

import pytest

from editjournal.schemas.replies import Refusal
from editjournal.schemas.requests import Delete, Insert, Redo, Restore, Undo, Write, WriteSeveral
from editjournal.schemas.values import Point, RelPath
from tests.core.world import World, codes, done, lines, previewed, refused, unchanged

OLD = lines("one", "two", "three")
NEW = lines("theirs")
OUTSIDE = "outside editjournal"


@pytest.fixture
def known(world: World) -> World:
    """A file of three lines that two sessions have read."""
    world.outside("f", OLD)
    world.read("a", "f")
    world.read("b", "f")
    return world


def removed(world: World, who: str = "a") -> int:
    return done(world.ask(who, Delete(b"f", remove=True))).seq


def texts(refusal: Refusal) -> dict[str, tuple[str, ...]]:
    return {block.kind: block.lines for block in refusal.body}


def owners(refusal: Refusal) -> str:
    return str(refusal.values["owners"])


# --- a file that comes back -----------------------------------------------------------------------


def test_a_removed_file_does_not_come_back_into_one_made_there_since(known: World) -> None:
    edit = removed(known)
    known.outside("f", NEW, 0o755)
    reply = refused(known.undo("a", edit), "undo_conflict")
    assert (reply.values["edit"], owners(reply)) == (edit, f"{OUTSIDE} (e{edit + 1})")
    assert texts(reply) == {"new": ("one", "two", "three"), "old": ("theirs",)}
    assert known.data("f") == NEW


@pytest.mark.parametrize("resolve", ["newer", "force"])
def test_the_file_made_since_is_taken_back_with_it_where_asked_for(
    known: World, resolve: str
) -> None:
    edit = removed(known)
    known.outside("f", NEW, 0o755)
    known.read("b", "f")
    theirs = known.edit("b", "f:1", "more\n").seq
    known.read("a", "f")
    reply = known.ask("a", Undo(edit, anyone=True, resolve=resolve, preview=True))
    assert codes(previewed(reply)) == ["also_undone"]
    made = done(known.confirm("a", reply.seq))
    assert made.undone == (theirs, theirs - 2, edit)
    assert (known.data("f"), known.node("f").mode) == (OLD, 0o644)
    done(known.undo("a", made.seq))
    assert (known.text("f"), known.node("f").mode) == ("more\n", 0o755)
    known.check_replay()


def test_lines_do_not_come_back_into_a_file_that_was_emptied_and_written_anew(
    known: World,
) -> None:
    edit = done(known.write("a", "f", "")).seq
    known.outside("f", NEW)
    reply = refused(known.undo("a", edit), "undo_conflict")
    assert texts(reply) == {"new": ("one", "two", "three"), "old": ("theirs",)}
    assert known.data("f") == NEW


def test_a_file_removed_outside_does_not_come_back_into_one_that_was_written_since(
    known: World,
) -> None:
    known.outside("f", None)
    edit = known.notice()
    written = done(known.write("a", "f", NEW)).seq
    reply = refused(known.undo("b", edit, anyone=True), "undo_conflict")
    assert owners(reply) == f"a#1 (e{written})"
    assert known.data("f") == NEW


def test_a_file_that_was_made_is_not_made_again_in_one_of_others(world: World) -> None:
    edit = done(world.write("a", "f", OLD)).seq
    done(world.undo("a", edit))
    written = done(world.write("b", "f", NEW)).seq
    reply = refused(world.redo("a", edit), "undo_conflict")
    assert (owners(reply), reply.values["redo"]) == (f"b#1 (e{written})", 1)
    assert texts(reply) == {"new": ("one", "two", "three"), "old": ("theirs",)}
    assert world.data("f") == NEW
    made = done(world.ask("a", Redo(edit, anyone=True, resolve="newer")))
    assert (made.redone, made.undone) == ((edit,), (written,))
    assert world.data("f") == OLD


def test_a_file_that_others_made_again_just_so_is_so_already(known: World) -> None:
    edit = removed(known)
    done(known.write("b", "f", OLD))
    for preview in (False, True):
        assert unchanged(known.ask("a", Undo(edit, preview=preview))).path == b"f"
    assert known.data("f") == OLD


def test_beside_a_file_made_again_just_so_the_others_are_taken_back(world: World) -> None:
    both = (Write(b"f", OLD), Write(b"g", OLD))
    edit = done(world.ask("a", WriteSeveral(both))).seq
    done(world.undo("a", edit))
    done(world.write("b", "f", OLD))
    reply = done(world.redo("a", edit))
    assert {one.path: one.state for one in reply.files} == {b"g": "created", b"f": "unchanged"}
    assert codes(reply) == []
    assert world.data("f") == world.data("g") == OLD


def test_lines_that_were_there_at_the_undo_are_not_in_the_way_of_the_redo(world: World) -> None:
    world.outside("f", b"")
    edit = done(world.write("a", "f", OLD)).seq
    world.read("b", "f")
    done(world.ask("b", Insert(b"f", NEW, after=3)))
    after = world.data("f")
    done(world.undo("a", edit))
    assert world.data("f") == NEW
    world.outside("f", NEW, 0o755)
    done(world.redo("a", edit))
    assert world.data("f") == after


# --- a file that goes -----------------------------------------------------------------------------


def test_a_file_that_was_made_does_not_go_with_a_mode_of_others(world: World) -> None:
    edit = done(world.write("a", "f", OLD)).seq
    world.outside("f", OLD, 0o755)
    reply = refused(world.undo("a", edit), "undo_mode_conflict")
    assert owners(reply) == f"{OUTSIDE} (e{edit + 1})"
    assert (reply.values["mode"], reply.values["back"]) == ("0755", "")
    assert world.node("f").mode == 0o755
    done(world.ask("a", Undo(edit, anyone=True, resolve="newer")))
    assert world.files == {}


@pytest.mark.parametrize("left", [b"", lines("one", "three")])
def test_a_file_that_was_made_does_not_go_where_others_took_out_lines(
    world: World, left: bytes
) -> None:
    edit = done(world.write("a", "f", OLD)).seq
    world.outside("f", left)
    reply = refused(world.undo("a", edit), "undo_conflict")
    assert owners(reply) == f"{OUTSIDE} (e{edit + 1})"
    assert world.data("f") == left
    done(world.ask("a", Undo(edit, anyone=True, resolve="newer")))
    assert world.files == {}


def test_a_removal_is_not_made_again_where_others_changed_the_file_since(known: World) -> None:
    edit = removed(known)
    done(known.undo("a", edit))
    known.outside("f", OLD, 0o755)
    reply = refused(known.redo("a", edit), "undo_mode_conflict")
    assert owners(reply).startswith(OUTSIDE)
    assert known.data("f") == OLD


def test_a_file_that_is_again_as_it_was_made_goes(world: World) -> None:
    edit = done(world.write("a", "f", OLD)).seq
    for mode in (0o755, 0o644):
        world.outside("f", OLD, mode)
        world.notice()
    done(world.undo("a", edit))
    assert world.files == {}


def test_all_that_made_a_file_what_it_is_takes_it_away(world: World) -> None:
    done(world.write("a", "f", OLD))
    world.edit("a", "f:2", "")
    done(world.rollback("a", 2))
    assert world.files == {}


def test_who_removed_a_file_anew_is_in_the_way_of_the_first_removal(known: World) -> None:
    edit = removed(known)
    done(known.write("b", "f", NEW))
    again = removed(known, "b")
    reply = refused(known.undo("a", edit), "undo_conflict")
    assert owners(reply) == f"b#1 (e{again})"
    assert known.files == {}


# --- restoring ------------------------------------------------------------------------------------


def broken(world: World, data: bytes) -> None:
    """Let what is kept of some text be another of as many lines."""
    found = [one for one, kept in world.kept.items() if kept == data]
    assert found
    world.kept |= {one: data.replace(b"o", b"0") for one in found}


@pytest.mark.parametrize("preview", [False, True])
def test_nothing_is_restored_that_is_not_what_the_log_says(known: World, preview: bool) -> None:
    at = known.state.seq
    done(known.write("a", "g", NEW))
    removed(known)
    broken(known, OLD)
    reply = refused(known.ask("a", Restore(Point(at), preview=preview)), "undo_not_kept")
    assert {one.path: one.code for one in reply.plan} == {b"f": "not_kept", b"g": ""}
    assert RelPath(b"f") not in known.files


def test_a_prepared_restore_is_not_made_of_what_was_broken_since(known: World) -> None:
    at = known.state.seq
    removed(known)
    shown = previewed(known.ask("a", Restore(Point(at), preview=True)))
    broken(known, OLD)
    refused(known.confirm("a", shown.seq), "undo_not_kept")
    assert known.files == {}
