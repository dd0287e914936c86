"""Restore: files as they were at a point, whoever changed them since."""

import pytest

from editjournal.schemas.facts import Edited, Queried
from editjournal.schemas.replies import AnyReply, Unchanged
from editjournal.schemas.requests import Restore, Snapshot, Undo, Write, WriteSeveral
from editjournal.schemas.values import Point
from tests.core.world import World, codes, done, lines, numbered, previewed, refused

TEN = numbered(1, 10)


@pytest.fixture
def two(world: World) -> World:
    """Two files of ten lines, that two sessions have read."""
    for path in ("f", "d/g"):
        world.outside(path, lines(*TEN))
        world.read("a", path)
        world.read("b", path)
    return world


def restore(world: World, who: str, to: Point | int, *files: bytes, **more: bool) -> AnyReply:
    point = Point(to) if isinstance(to, int) else to
    return world.ask(who, Restore(point, files, **more))


def states(reply: AnyReply) -> dict[bytes, str]:
    return {one.path: one.state for one in getattr(reply, "files", ())}


def test_files_are_again_as_they_were_and_it_is_one_edit(two: World) -> None:
    two.edit("a", "f:2", "x\n")
    at = two.state.seq
    then = (two.data("f"), two.data("d/g"))
    two.edit("a", "f:2", "y\n", force=True)
    two.edit("a", "d/g:9", "z\n")
    done(two.write("a", "new", "made\n"))
    after = {path: node.data for path, node in two.files.items()}
    reply = done(restore(two, "a", at))
    assert reply.restored == at
    assert (two.data("f"), two.data("d/g")) == then
    assert b"new" not in two.files
    assert states(reply) == {b"f": "changed", b"d/g": "changed", b"new": "removed"}
    fact = two.entries[-1].fact
    assert isinstance(fact, Edited)
    assert fact.restores == at
    done(two.undo("a", reply.seq))
    assert {path: node.data for path, node in two.files.items()} == after
    two.check_replay()


def test_a_restore_can_be_undone_and_made_again(two: World) -> None:
    at = two.state.seq
    edit = two.edit("a", "f:2", "x\n").seq
    first = done(restore(two, "a", at)).seq
    refused(two.redo("a", first), "not_undone")
    done(two.undo("a", first))
    assert two.data("f") == lines("line 1", "x", *TEN[2:])
    again = done(two.redo("a", first))
    assert again.undone == (edit,)
    assert two.data("f") == lines(*TEN)


def test_a_restore_of_a_restore_goes_back_to_before_it(two: World) -> None:
    at = two.state.seq
    edit = two.edit("a", "f:2", "x\n").seq
    after = two.data("f")
    first = done(restore(two, "a", at)).seq
    reply = done(restore(two, "a", Point(first, before=True)))
    assert (reply.restored, reply.redone) == (edit, (edit,))
    assert two.data("f") == after
    two.check_replay()


@pytest.mark.parametrize("point", [Point(label="good"), Point(1), Point(time_ns=1)])
def test_every_kind_of_point_is_understood(world: World, point: Point) -> None:
    world.ask("a", Snapshot("good"))
    done(world.write("a", "f", "a\n"))
    done(restore(world, "a", point))
    assert world.files == {}
    two = done(world.write("a", "g", "b\n")).seq
    done(world.write("a", "g", "c\n"))
    done(restore(world, "a", Point(time_ns=world.entries[two - 1].time_ns), b"g"))
    assert world.data("g") == b"b\n"


def test_now_is_a_point_at_which_all_is_so_already(two: World) -> None:
    two.edit("a", "f:2", "x\n")
    reply = restore(two, "a", Point(), b"f")
    assert isinstance(reply, Unchanged)
    assert states(reply) == {b"f": "unchanged"}


def test_what_others_changed_is_only_prepared_and_they_are_named(two: World) -> None:
    at = two.state.seq
    two.edit("a", "f:2", "x\n")
    theirs = two.edit("b", "d/g:2", "theirs\n").seq
    two.outside("f", two.data("f") + b"human\n")
    after = (two.data("f"), two.data("d/g"))
    reply = refused(restore(two, "a", at), "restore_others")
    human = two.state.seq - 1
    assert (two.data("f"), two.data("d/g")) == after
    assert reply.values["owners"] == f"b#1 (e{theirs}), outside editjournal (e{human})"
    assert reply.values["restores"] == at
    assert [(one.path, one.state) for one in reply.plan] == [
        (b"f", "restored"),
        (b"d/g", "restored"),
    ]
    assert [[who.seq for who in one.who] for one in reply.plan] == [[human], [theirs]]
    made = done(two.confirm("a", reply.seq))
    assert made.restored == at
    assert two.data("f") == two.data("d/g") == lines(*TEN)


def test_with_anyone_it_is_made_at_once_and_they_are_named(two: World) -> None:
    at = two.state.seq
    theirs = two.edit("b", "f:2", "theirs\n").seq
    reply = done(restore(two, "a", at, anyone=True))
    assert codes(reply) == ["others_go"]
    assert reply.warnings[0].values["owners"] == f"b#1 (e{theirs})"
    assert two.data("f") == lines(*TEN)


@pytest.mark.parametrize("anyone", [False, True])
def test_a_preview_names_whose_changes_would_go(two: World, anyone: bool) -> None:
    at = two.state.seq
    two.edit("a", "f:2", "x\n")
    theirs = two.edit("b", "f:7", "theirs\n", force=True).seq
    two.outside("f", two.data("f") + b"human\n")
    shown = previewed(restore(two, "a", at, preview=True, anyone=anyone))
    human = two.state.seq - 1
    assert codes(shown) == ["others_go"]
    owners = f"b#1 (e{theirs}), outside editjournal (e{human})"
    assert shown.warnings[0].values["owners"] == owners
    assert codes(done(two.confirm("a", shown.seq))) == []
    assert two.data("f") == lines(*TEN)


def test_a_preview_of_what_is_all_ones_own_names_nobody(two: World) -> None:
    at = two.state.seq
    two.edit("b", "d/g:7", "theirs\n")
    two.edit("a", "f:2", "x\n")
    assert codes(previewed(restore(two, "a", at, b"f", preview=True))) == []


def test_what_others_undid_themselves_is_nobodys(two: World) -> None:
    at = two.state.seq
    theirs = two.edit("b", "f:2", "theirs\n").seq
    two.undo("b", theirs)
    two.edit("a", "f:5", "x\n", force=True)
    done(restore(two, "a", at))
    assert two.data("f") == lines(*TEN)


def test_an_undo_by_others_is_theirs(two: World) -> None:
    edit = two.edit("a", "f:2", "x\n").seq
    undo = done(two.ask("b", Undo(edit, anyone=True))).seq
    reply = refused(restore(two, "a", edit), "restore_others")
    assert reply.values["owners"] == f"b#1 (e{undo})"
    done(two.confirm("a", reply.seq))
    assert two.text("f").splitlines()[1] == "x"


def test_only_the_files_that_are_named_are_restored(two: World) -> None:
    at = two.state.seq
    two.edit("a", "f:2", "x\n")
    two.edit("a", "d/g:2", "x\n")
    assert states(done(restore(two, "a", at, b"d"))) == {b"d/g": "changed"}
    assert two.text("f").splitlines()[1] == "x"
    assert states(done(restore(two, "a", at, b"f", b"d/g"))) == {
        b"f": "changed",
        b"d/g": "unchanged",
    }
    refused(restore(two, "a", at, b"nowhere"), "no_such_file")


def test_what_is_so_already_is_not_written_again(two: World) -> None:
    at = two.state.seq
    two.edit("a", "f:2", "x\n")
    two.outside("f", lines(*TEN))
    two.edit("a", "d/g:2", "y\n")
    inode = two.node("f").inode
    reply = done(restore(two, "a", at, anyone=True))
    assert states(reply) == {b"f": "unchanged", b"d/g": "changed"}
    assert two.node("f").inode == inode


def test_where_nothing_is_to_be_changed_there_is_no_edit(two: World) -> None:
    at = two.state.seq
    two.edit("a", "f:2", "x\n")
    two.outside("f", lines(*TEN))
    reply = restore(two, "a", at)
    assert isinstance(reply, Unchanged)
    assert (reply.path, reply.restored) == (b"f", at)
    assert isinstance(two.entries[-1].fact, Queried)
    assert isinstance(restore(two, "a", two.state.seq), Unchanged)


def test_a_removed_file_comes_back_with_its_folder_and_its_bytes(two: World) -> None:
    two.outside("d/g", b"\xff\xfe\0", mode=0o751)
    two.outside("empty", b"")
    two.read("a", "empty")
    two.notice()
    at = two.state.seq
    two.outside("d/g", None)
    two.outside("empty", None)
    two.folders.discard(b"d")
    done(restore(two, "a", at, anyone=True))
    assert (two.node("d/g").data, two.node("d/g").mode) == (b"\xff\xfe\0", 0o751)
    assert two.data("empty") == b""


def test_the_text_before_the_journal_is_a_point_too(two: World) -> None:
    two.edit("a", "f:2", "x\n")
    done(restore(two, "a", 1))
    assert two.data("f") == lines(*TEN)


def test_an_unseen_change_from_outside_is_seen_first(two: World) -> None:
    two.outside("f", lines("human", *TEN[1:]))
    reply = refused(restore(two, "a", two.state.seq), "restore_others")
    assert str(reply.values["owners"]).startswith("outside editjournal")


def test_text_that_is_not_kept_is_named_and_nothing_is_restored(two: World) -> None:
    at = two.state.seq
    two.edit("a", "f:2", "x\n")
    two.edit("a", "d/g:2", "x\n")
    two.kept = {at: data for at, data in two.kept.items() if data != lines(*TEN)}
    reply = refused(restore(two, "a", at), "undo_not_kept")
    assert {one.path: (one.state, one.code) for one in reply.plan} == {
        b"f": ("impossible", "not_kept"),
        b"d/g": ("impossible", "not_kept"),
    }


def test_a_previewed_restore_is_made_as_things_were_and_else_prepared_anew(two: World) -> None:
    at = two.state.seq
    two.edit("a", "f:2", "x\n")
    shown = previewed(restore(two, "a", at, preview=True))
    assert shown.restored == at
    two.edit("b", "f:9", "theirs\n", force=True)
    reply = refused(two.confirm("a", shown.seq), "prepared_stale")
    assert reply.prepared
    assert done(two.confirm("a", reply.seq)).restored == at
    assert two.data("f") == lines(*TEN)


def test_a_mode_set_since_a_restore_was_prepared_is_not_dropped_unseen(two: World) -> None:
    at = two.state.seq
    two.edit("a", "f:2", "x\n")
    shown = previewed(restore(two, "a", at, preview=True))
    two.outside("f", two.data("f"), mode=0o755)
    reply = refused(two.confirm("a", shown.seq), "prepared_stale")
    assert two.node("f").mode == 0o755
    assert [[who.name for who in one.who] for one in reply.plan] == [[""]]
    done(two.confirm("a", reply.seq))
    assert (two.data("f"), two.node("f").mode) == (lines(*TEN), 0o644)


def test_edits_made_since_are_shown_before_a_prepared_restore_takes_them(two: World) -> None:
    at = two.state.seq
    two.edit("a", "f:2", "x\n")
    shown = previewed(restore(two, "a", at, preview=True))
    there = two.edit("b", "f:5", "theirs\n", force=True).seq
    back = two.edit("b", "f:5", "line 5\n", force=True).seq  # the same bytes as it was prepared on
    reply = refused(two.confirm("a", shown.seq), "prepared_stale")
    assert [[who.seq for who in one.who] for one in reply.plan] == [[there, back]]
    assert [one.lines for one in reply.plan[0].body] == [("x",), ("line 2",)]
    assert {there, back} < {*done(two.confirm("a", reply.seq)).undone}
    two.check_replay()


def test_an_edit_taken_back_since_is_not_made_again_unseen(two: World) -> None:
    mine = two.edit("a", "f:2", "x\n").seq
    at = two.state.seq
    done(two.undo("a", mine))
    shown = previewed(restore(two, "a", at, preview=True))
    done(two.redo("a", mine))
    theirs = done(two.undo("b", mine, anyone=True)).seq
    reply = refused(two.confirm("a", shown.seq), "prepared_stale")
    assert [[who.seq for who in one.who] for one in reply.plan] == [[theirs]]
    assert done(two.confirm("a", reply.seq)).redone == (mine,)


def test_edits_that_others_took_back_since_go_no_more_with_a_prepared_restore(two: World) -> None:
    at = two.state.seq
    mine = two.edit("a", "f:2", "x\n").seq
    theirs = [two.edit("b", "f:5", text, force=True).seq for text in ("y\n", "line 5\n")]
    shown = previewed(restore(two, "a", at, preview=True))
    assert {*shown.undone} == {mine, *theirs}
    for one in reversed(theirs):
        done(two.undo("b", one))
    reply = refused(two.confirm("a", shown.seq), "prepared_stale")
    assert reply.plan == ()
    assert done(two.confirm("a", reply.seq)).undone == (mine,)


def test_a_confirmed_restore_that_others_have_made_is_so_already(two: World) -> None:
    at = two.state.seq
    two.edit("a", "f:2", "x\n")
    shown = previewed(restore(two, "a", at, preview=True))
    done(restore(two, "b", at, anyone=True))
    assert isinstance(two.confirm("a", shown.seq), Unchanged)


def test_an_edit_that_is_restored_away_in_one_file_stands_in_the_other(two: World) -> None:
    at = two.state.seq
    edit = done(two.ask("a", WriteSeveral((Write(b"f", "new\n"), Write(b"d/g", "new\n"))))).seq
    reply = done(restore(two, "a", at, b"f"))
    assert dict(two.state.edits.by_seq[edit].undone_in) == {b"f": reply.seq}
    assert two.data("d/g") == b"new\n"
    assert done(two.undo("a", edit)).files[0].path == b"d/g"
    refused(two.undo("a", edit), "already_undone")
    two.check_replay()
