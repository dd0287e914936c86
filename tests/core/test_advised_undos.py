"""Calls that a refused undo advises: each is made here as it is written."""

import msgspec
import pytest

from editjournal.client.mcp.arguments import parse
from editjournal.daemon.core.scoping import relative
from editjournal.schemas.replies import AnyReply, Call, Preview, StatusReply
from editjournal.schemas.requests import (
    AnyRequest,
    Redo,
    Restore,
    Rollback,
    Status,
    Undo,
    UndoSeveral,
    Write,
    WriteSeveral,
)
from editjournal.schemas.values import Point
from tests.core.world import World, codes, done, lines, numbered, previewed, refused

TEN = numbered(1, 10)
NEXT = 12
"""The entry that comes after those of the fixture."""


@pytest.fixture
def two(world: World) -> World:
    """Files of ten lines that two sessions have read."""
    for path in ("f", "d/g", "d/h"):
        world.outside(path, lines(*TEN))
        world.read("a", path)
        world.read("b", path)
    return world


def both(world: World, who: str, *paths: bytes) -> int:
    """Let a session make one edit of these files, and return it."""
    files = tuple(Write(path, lines("top", *TEN[1:])) for path in paths or (b"f", b"d/g"))
    return done(world.ask(who, WriteSeveral(files))).seq


def follow(world: World, who: str, call: Call) -> AnyReply:
    """Make an advised call, as a client would that reads it."""
    read = relative(call, world.scope)
    asked = parse(read.tool, msgspec.json.encode(read.arguments)).request
    return world.ask(who, asked)


def advised(world: World, who: str, request: AnyRequest) -> Call:
    return refused(world.ask(who, request), "undo_conflict").next[0]


@pytest.mark.parametrize(
    "request_",
    [
        Undo(NEXT, session="b#1"),
        Rollback(1, session="b#1"),
        UndoSeveral(session="b#1"),
        UndoSeveral(session="b#1", since=Point(NEXT - 1)),
        UndoSeveral(session="b#1", since=Point(1, before=True)),
        UndoSeveral(session="b#1", since=Point(time_ns=1)),
        UndoSeveral(session="b#1", files=(b"f",)),
        UndoSeveral(session="b#1", files=(b"f", b"d")),
        UndoSeveral(session="b#1", files=(b"/w",)),
    ],
)
def test_what_conflicts_is_advised_again_and_means_the_same_edits(
    two: World, request_: AnyRequest
) -> None:
    assert two.edit("b", "f:2", "B\n", force=True).seq == NEXT
    two.outside("f", two.data("f").replace(b"B", b"H"))
    reply = refused(two.ask("a", request_), "undo_conflict")
    for call, resolve in zip(reply.next, ("newer", "force"), strict=True):
        assert call.arguments["resolve"] == resolve
        shown = follow(two, "a", call)
        assert isinstance(shown, Preview), shown
        assert shown.undone == (NEXT + 1, NEXT)


def test_only_the_files_that_were_named_are_named_again(two: World) -> None:
    both(two, "b", b"f", b"d/g", b"d/h")
    two.outside("f", two.data("f").replace(b"top", b"H"))
    two.notice()
    request = UndoSeveral(session="b#1", files=(b"d/g", b"f"))
    shown = previewed(follow(two, "a", advised(two, "a", request)))
    assert {one.path for one in shown.files} == {b"f", b"d/g"}


def test_several_edits_in_conflict_are_advised_as_several(two: World) -> None:
    first = two.edit("a", "f:5", "x\n").seq
    second = two.edit("a", "f:2", "y\n", force=True).seq
    theirs = two.edit("b", "f:2", "theirs\n", force=True).seq
    shown = previewed(follow(two, "a", advised(two, "a", Rollback(2))))
    assert shown.undone == (theirs, second, first)
    done(two.confirm("a", shown.seq))
    assert two.data("f") == lines(*TEN)


def test_a_rollback_can_be_resolved_and_others_go_only_with_leave(two: World) -> None:
    two.edit("a", "f:2", "x\n")
    two.edit("b", "f:2", "theirs\n", force=True)
    reply = refused(two.ask("a", Rollback(1, resolve="newer")), "undo_others")
    done(two.confirm("a", reply.seq))
    assert two.data("f") == lines(*TEN)


def test_an_own_restore_of_anothers_edit_is_advised_by_its_own_number(two: World) -> None:
    start = two.state.seq
    two.edit("b", "f:2", "B\n", force=True)
    back = done(two.ask("a", Restore(Point(start), anyone=True))).seq
    two.edit("b", "f:2", "B2\n", force=True)
    call = advised(two, "a", Undo(back))
    assert call.arguments["event_id"] == f"e{back}"
    previewed(follow(two, "a", call))


def test_a_prepared_undo_of_anothers_edit_is_advised_with_the_session(two: World) -> None:
    edit = two.edit("b", "f:2", "B\n", force=True).seq
    prepared = previewed(two.ask("a", Undo(edit, session="b#1", preview=True))).seq
    two.outside("f", two.data("f").replace(b"B", b"H"))
    reply = refused(two.confirm("a", prepared), "undo_conflict")
    previewed(follow(two, "a", reply.next[0]))


def test_a_list_that_is_too_long_to_be_written_is_not_advised(two: World) -> None:
    two.edit("a", "f:2", "x\n")
    two.outside("f", two.data("f").replace(b"x", b"H"))
    names = (b"f", *[b"d/g"] * 60)
    reply = refused(two.ask("a", UndoSeveral("a#1", files=names)), "undo_conflict")
    assert [one.tool for one in reply.next] == ["be-read"]


def test_where_only_others_have_edits_theirs_are_advised_with_the_same_files(two: World) -> None:
    two.edit("b", "f:2", "x\n", force=True)
    reply = refused(two.ask("a", UndoSeveral(files=(b"f", b"d"))), "nothing_to_undo")
    assert previewed(follow(two, "a", reply.next[0])).undone == (NEXT,)


# --- undone already -------------------------------------------------------------------------------


def test_what_has_been_undone_is_made_again_by_the_call_that_is_advised(two: World) -> None:
    edit = two.edit("a", "f:2", "x\n").seq
    undo = done(two.undo("a", edit)).seq
    reply = refused(two.undo("a", edit), "already_undone")
    redo = done(follow(two, "a", reply.next[0]))
    assert redo.redone == (edit,)
    reply = refused(two.undo("a", undo), "already_undone")  # by the redo: that is to go
    assert reply.values["by"] == redo.seq
    assert done(follow(two, "a", reply.next[0])).undone == (edit,)
    assert two.data("f") == lines(*TEN)
    reply = refused(two.undo("a", redo.seq), "already_undone")
    assert done(follow(two, "a", reply.next[0])).redone == (edit,)


def test_anothers_edit_is_made_again_in_the_name_of_its_session(two: World) -> None:
    edit = two.edit("b", "f:2", "x\n", force=True).seq
    undo = done(two.ask("a", Undo(edit, session="b#1"))).seq
    reply = refused(two.ask("a", Undo(edit, session="b#1")), "already_undone")
    assert done(follow(two, "a", reply.next[0])).redone == (edit,)
    reply = refused(two.undo("a", undo), "already_undone")
    assert done(follow(two, "a", reply.next[0])).undone == (edit,)
    undo = done(two.ask("b", Redo(edit))).seq
    back = done(two.undo("b", undo)).seq
    reply = refused(two.ask("a", Undo(undo, session="b#1")), "already_undone")
    assert reply.values["by"] == back
    assert done(follow(two, "a", reply.next[0])).redone == (edit,)


# --- sessions confined to a folder ----------------------------------------------------------------


def test_edits_in_other_folders_are_refused_without_a_word_of_their_files(two: World) -> None:
    outside = two.edit("a", "f:2", "x\n").seq
    two.scope = b"d"
    for request in (
        Undo(outside, anyone=True, preview=True),
        Undo(outside),
        Undo(outside, session="a#1"),
        Redo(outside, session="a#1"),
    ):
        reply = refused(two.ask("a", request), "not_within")
        assert (reply.path, reply.values) == (b"", {"edit": outside})
    reply = refused(two.ask("a", Rollback(1)), "too_few_edits")
    assert reply.values["open"] == 0


def test_an_edit_is_taken_back_inside_the_folder_and_others_stay(two: World) -> None:
    edit = both(two, "a")
    two.scope = b"d"
    for request in (Undo(edit), Redo(edit), Rollback(1), Redo(edit, resolve="newer")):
        reply = done(two.ask("a", request))
        assert [one.path for one in reply.files] == [b"d/g"]
        assert codes(reply) == (["files_elsewhere_stay"] if reply.undone else [])
        assert two.data("f") == lines("top", *TEN[1:])
    assert two.data("d/g") == lines("top", *TEN[1:])


def test_of_what_stays_the_files_inside_are_named_and_the_others_counted(two: World) -> None:
    both(two, "a", b"f", b"d/g", b"d/h")
    two.scope = b"d"
    reply = done(two.ask("a", UndoSeveral("a#1", files=(b"g",))))
    assert [(one.code, one.values) for one in reply.warnings] == [
        ("files_elsewhere_stay", {"number": 1}),
        ("other_files_stay", {"files": "d/h"}),
    ]


def test_what_is_undone_inside_already_is_said_to_be(two: World) -> None:
    edit = both(two, "a")
    two.scope = b"d"
    undo = done(two.undo("a", edit)).seq
    reply = refused(two.undo("a", edit), "already_undone")
    assert reply.values == {"edit": edit, "by": undo}
    done(follow(two, "a", reply.next[0]))
    refused(two.redo("a", edit), "not_undone")


def test_an_edit_is_made_again_inside_the_folder_and_others_stay(two: World) -> None:
    edit = both(two, "a")
    done(two.undo("a", edit))
    two.scope = b"d"
    reply = done(two.redo("a", edit))
    assert [(one.code, one.values) for one in reply.warnings] == [
        ("files_elsewhere_stay", {"number": 1})
    ]
    assert two.data("f") == lines(*TEN)


def test_what_stands_in_the_way_goes_inside_the_folder_alone(two: World) -> None:
    edit = two.edit("a", "d/g:1", "x\n").seq
    way = both(two, "a")
    two.scope = b"d"
    for request in (Undo(edit), UndoSeveral("a#1"), Rollback(2)):
        newer = msgspec.structs.replace(request, resolve="newer")
        reply = done(two.ask("a", newer))
        assert reply.undone == (way, edit)
        assert [one.path for one in reply.files] == [b"d/g"]
        assert "files_elsewhere_stay" in codes(reply)
        done(two.redo("a", reply.seq))
    assert two.data("f") == lines("top", *TEN[1:])


def test_the_advice_of_a_confined_session_can_be_followed_there(two: World) -> None:
    edit = two.edit("a", "d/g:1", "x\n").seq
    both(two, "b")
    two.scope = b"d"
    for files in ((), (b"g",), (b"/w/d/g", b"h"), (b"/w/d",)):
        call = advised(two, "a", UndoSeveral("a#1", files=files))
        assert "d/" not in str(relative(call, two.scope).arguments)
        assert edit in previewed(follow(two, "a", call)).undone


def test_a_status_counts_the_files_outside_the_folder(two: World) -> None:
    both(two, "a")
    two.edit("a", "f:5", "x\n", force=True)
    two.scope = b"d"
    for who, request in (("a", Status()), ("b", Status("a#1"))):
        reply = two.ask(who, request)
        assert isinstance(reply, StatusReply)
        (only,) = reply.edits
        assert ([one.path for one in only.files], only.elsewhere) == ([b"d/g"], 1)
        assert len(only.chips) == 1
