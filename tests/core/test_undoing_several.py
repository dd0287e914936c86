"""Undo of a set of edits: of a session, since a point, in files; all of it or nothing."""

import pytest

from editjournal.daemon.core import decide
from editjournal.daemon.core.asking import Asked
from editjournal.schemas.replies import AnyReply, Done, Preview, Refusal
from editjournal.schemas.requests import (
    Redo,
    Restore,
    Rollback,
    Undo,
    UndoSeveral,
    Write,
    WriteSeveral,
)
from editjournal.schemas.values import Point, RelPath
from tests.core.world import ROOT, World, codes, done, lines, numbered, previewed, refused

TEN = numbered(1, 10)


@pytest.fixture
def two(world: World) -> World:
    """Two files of ten lines, that two sessions have read."""
    for path in ("f", "d/g"):
        world.outside(path, lines(*TEN))
        world.read("a", path)
        world.read("b", path)
    return world


def several(world: World, who: str, **more: object) -> AnyReply:
    return world.ask(who, UndoSeveral(**more))  # pyright: ignore[reportArgumentType]


def both(world: World, who: str) -> int:
    """Let a session make one edit of both files, and return it."""
    files = (
        Write(b"f", lines("top", *TEN[1:])),
        Write(b"d/g", lines("top", *TEN[1:])),
    )
    return done(world.ask(who, WriteSeveral(files))).seq


def plan(reply: Refusal) -> dict[bytes, str]:
    return {one.path: one.state for one in reply.plan}


def test_all_edits_of_a_session_go_and_those_of_others_stay(two: World) -> None:
    first = two.edit("a", "f:2", "x\n").seq
    two.edit("b", "f:9", "theirs\n", force=True)
    second = two.edit("a", "d/g:3", "y\n").seq
    two.outside("f", two.data("f") + b"human\n")
    reply = done(several(two, "b", session="a#1"))
    assert reply.undone == (second, first)
    assert two.data("f") == lines(*TEN[:8], "theirs", TEN[9], "human")
    assert two.data("d/g") == lines(*TEN)


def test_a_set_is_undone_by_one_edit_that_can_be_undone_itself(two: World) -> None:
    two.edit("a", "f:2", "x\n")
    two.edit("a", "d/g:3", "y\n")
    before = (two.data("f"), two.data("d/g"))
    undo = done(several(two, "a", session="a#1")).seq
    done(two.undo("a", undo))
    assert (two.data("f"), two.data("d/g")) == before
    two.check_replay()


def test_undos_and_what_is_undone_are_none_of_a_set(two: World) -> None:
    gone = two.edit("a", "f:2", "x\n").seq
    kept = two.edit("a", "f:5", "y\n", force=True).seq
    done(two.undo("a", gone))
    assert done(several(two, "a", since=Point(0, before=False, time_ns=1))).undone == (kept,)


def test_only_what_came_after_a_point_goes(two: World) -> None:
    old = two.edit("a", "f:2", "x\n").seq
    new = two.edit("a", "f:7", "y\n", force=True).seq
    assert done(several(two, "a", since=Point(old))).undone == (new,)
    assert done(several(two, "a", since=Point(old, before=True))).undone == (old,)


def test_edits_of_others_are_meant_with_anyone_and_what_came_from_outside_by_name(
    two: World,
) -> None:
    start = two.state.seq
    mine = two.edit("a", "f:2", "x\n").seq
    theirs = two.edit("b", "f:7", "y\n", force=True).seq
    two.outside("f", two.data("f") + b"human\n")
    human = two.notice()
    assert done(several(two, "a", since=Point(start))).undone == (mine,)
    assert done(several(two, "a", since=Point(start), anyone=True)).undone == (theirs,)
    assert two.data("f") == lines(*TEN, "human")
    reply = refused(several(two, "a", since=Point(start), outside=True), "undo_others")
    assert done(two.confirm("a", reply.seq)).undone == (human,)
    assert two.data("f") == lines(*TEN)


def test_what_came_from_outside_goes_only_with_leave(two: World) -> None:
    mine = two.edit("a", "f:2", "x\n").seq
    two.outside("f", two.data("f") + b"human\n")
    human = two.notice()
    after = two.data("f")
    reply = refused(several(two, "a", files=(b"f",), outside=True), "undo_others")
    assert two.data("f") == after
    assert reply.values["edits"] == f"e{mine}"
    assert reply.values["owners"] == f"outside editjournal (e{human})"
    assert [one.lines for one in reply.plan[0].body] == [("x",), ("line 2",), ("human",)]
    assert done(two.confirm("a", reply.seq)).undone == (human, mine)
    assert two.data("f") == lines(*TEN)


def test_a_forced_set_names_what_came_from_outside_beside_what_is_in_the_way(two: World) -> None:
    two.edit("a", "f:1", "x\n")
    two.outside("d/g", two.data("d/g") + b"human\n")
    human = two.notice()
    way = two.edit("b", "f:1", "y\n", force=True).seq
    files = (b"f", b"d/g")
    reply = several(two, "a", files=files, outside=True, resolve="force")
    owners = f"outside editjournal (e{human}), b#1 (e{way})"
    assert refused(reply, "undo_forced").values["owners"] == owners


def test_with_leave_the_others_of_a_set_are_named_where_it_is_done(two: World) -> None:
    start = two.state.seq
    two.edit("a", "f:2", "x\n")
    theirs = two.edit("b", "f:7", "y\n", force=True).seq
    two.outside("f", two.data("f") + b"human\n")
    human = two.notice()
    for preview in (True, False):
        reply = several(two, "a", since=Point(start), anyone=True, outside=True, preview=preview)
        assert codes(reply) == ["others_go"]
        assert isinstance(reply, Done | Preview)
        owners = f"b#1 (e{theirs}), outside editjournal (e{human})"
        assert reply.warnings[0].values["owners"] == owners
    assert two.data("f") == lines(*TEN)


def test_a_previewed_set_names_what_came_from_outside(two: World) -> None:
    two.outside("f", two.data("f") + b"human\n")
    human = two.notice()
    shown = previewed(several(two, "a", files=(b"f",), outside=True, preview=True))
    assert shown.warnings[0].values["owners"] == f"outside editjournal (e{human})"
    assert codes(done(two.confirm("a", shown.seq))) == []


def test_the_session_that_is_named_is_not_named_again(two: World) -> None:
    two.edit("b", "f:7", "y\n")
    assert codes(previewed(several(two, "a", session="b#1", preview=True))) == []
    assert codes(done(several(two, "a", session="b#1"))) == []


def test_in_a_folder_only_its_files_are_changed_and_which_stay_is_said(two: World) -> None:
    edit = both(two, "a")
    reply = done(several(two, "a", files=(b"d",)))
    assert [one.path for one in reply.files] == [b"d/g"]
    assert codes(reply) == ["other_files_stay"]
    assert reply.warnings[0].values["files"] == "f"
    assert two.data("d/g") == lines(*TEN)
    assert two.data("f") == lines("top", *TEN[1:])
    known = two.state.edits.by_seq[edit]
    assert (known.undone_by, dict(known.undone_in)) == (0, {b"d/g": reply.seq})
    fact = two.state.edits.by_seq[reply.seq].fact
    assert (fact.undoes, fact.changes[0].undoes) == ((), (edit,))
    two.check_replay()


def test_an_edit_undone_in_one_file_is_undone_when_it_is_in_the_others_too(two: World) -> None:
    edit = both(two, "a")
    first = done(several(two, "a", files=(b"f",))).seq
    second = done(two.undo("a", edit))
    assert [one.path for one in second.files] == [b"d/g"]
    assert two.data("f") == two.data("d/g") == lines(*TEN)
    assert refused(two.undo("a", edit), "already_undone").values["by"] == second.seq
    done(two.undo("a", first))
    assert two.data("f") == lines("top", *TEN[1:])
    assert two.data("d/g") == lines(*TEN)
    done(two.redo("a", edit))
    assert two.data("d/g") == lines("top", *TEN[1:])
    refused(two.redo("a", edit), "not_undone")
    two.check_replay()


def test_a_partly_undone_edit_is_open_still_and_says_where_it_is_undone(two: World) -> None:
    edit = both(two, "a")
    done(several(two, "a", files=(b"f",)))
    assert [one.seq for one in two.status("a").edits] == [edit]
    assert done(two.rollback("a")).undone == (edit,)
    assert two.status("a").edits == ()


def test_a_partial_undo_that_did_not_reach_the_disk_has_undone_nothing(two: World) -> None:
    edit = both(two, "a")
    two.fails = "changed meanwhile"
    refused(several(two, "a", files=(b"f",)), "not_applied")
    assert not two.state.edits.by_seq[edit].undone_in
    undo = done(several(two, "a", files=(b"f",))).seq
    two.fails = "changed meanwhile"
    refused(two.undo("a", undo), "not_applied")
    assert two.state.edits.by_seq[edit].undone_in == {b"f": undo}
    two.check_replay()


def test_a_set_with_nothing_in_it_names_those_who_have_edits_there(two: World) -> None:
    two.edit("b", "f:2", "x\n")
    two.edit("b", "f:5", "y\n", force=True)
    reply = refused(several(two, "a", files=(b"f",)), "nothing_to_undo")
    assert reply.values["owners"] == "b#1 (2)"
    assert [one.name for one in reply.sessions] == ["b#1"]
    assert reply.next[0].arguments["session"] == "b#1"
    reply = refused(several(two, "a", files=(b"d",)), "nothing_to_undo")
    assert (reply.values["owners"], reply.sessions) == ("", ())


def test_a_set_must_be_said(two: World) -> None:
    two.edit("a", "f:2", "x\n")
    refused(several(two, "a"), "which_edits")
    refused(several(two, "a", anyone=True), "which_edits")
    refused(several(two, "a", session="c#7"), "no_such_session")
    refused(several(two, "a", files=(b"nowhere",)), "no_such_file")
    refused(several(two, "a", since=Point(10_000)), "no_such_point")
    refused(several(two, "a", session="a#1", resolve="somehow"), "bad_resolve")


def test_a_refused_set_lists_every_file_and_changes_none(two: World) -> None:
    two.outside("h", lines(*TEN))
    two.edit("a", "h:2", "x\n")
    edit = both(two, "a")
    two.edit("b", "f:1", "theirs\n", force=True)
    reply = refused(several(two, "a", session="a#1"), "undo_conflict")
    assert plan(reply) == {b"h": "restored", b"d/g": "restored", b"f": "conflict"}
    [conflict] = [one for one in reply.plan if one.state == "conflict"]
    assert conflict.edit == edit
    assert [one.name for one in conflict.who] == ["b#1"]
    assert [(one.kind, one.lines) for one in conflict.body] == [
        ("new", ("line 1",)),
        ("old", ("theirs",)),
    ]
    assert two.data("d/g") == lines("top", *TEN[1:])


def test_every_file_in_the_way_is_named_and_why(two: World) -> None:
    edit = both(two, "a")
    two.outside("f", None)
    two.folders.add(b"f")
    two.outside("d/g", two.data("d/g"), mode=0o444)
    reply = refused(two.undo("a", edit), "undo_not_a_file")
    assert {one.path: one.code for one in reply.plan} == {b"f": "not_a_file", b"d/g": "read_only"}
    assert {one.state for one in reply.plan} == {"impossible"}


def test_naming_the_session_is_leave_for_an_edit_of_it(two: World) -> None:
    edit = two.edit("a", "f:2", "x\n").seq
    refused(two.ask("b", Undo(edit)), "not_yours")
    refused(two.ask("b", Undo(edit, session="b#1")), "not_yours")
    done(two.ask("b", Undo(edit, session="a#1")))
    refused(two.ask("b", Redo(edit)), "not_yours")
    done(two.ask("b", Redo(edit, session=1)))
    assert done(two.ask("b", Rollback(session="a#1"))).undone == (edit,)
    refused(two.ask("b", Rollback(session="a#1")), "too_few_edits")


def test_a_previewed_set_is_made_by_its_confirmation_and_only_once(two: World) -> None:
    both(two, "a")
    shown = previewed(several(two, "a", files=(b"f",), preview=True))
    assert two.data("f") == lines("top", *TEN[1:])
    reply = done(two.confirm("a", shown.seq))
    assert [one.path for one in reply.files] == [b"f"]
    assert two.data("d/g") == lines("top", *TEN[1:])
    assert not isinstance(two.confirm("a", shown.seq), Preview | Refusal)
    two.check_replay()


def test_a_mode_set_since_a_set_was_prepared_is_seen_first_and_stays(two: World) -> None:
    both(two, "a")
    shown = previewed(several(two, "a", session="a#1", preview=True))
    two.outside("f", two.data("f"), mode=0o755)
    reply = refused(two.confirm("a", shown.seq), "prepared_stale")
    assert reply.path == b"f"
    done(two.confirm("a", reply.seq))
    assert (two.data("f"), two.node("f").mode) == (lines(*TEN), 0o755)


def test_what_a_prepared_set_undoes_is_not_undone_twice(two: World) -> None:
    edit = both(two, "a")
    shown = previewed(several(two, "a", files=(b"f",), preview=True))
    done(several(two, "a", files=(b"f",)))
    assert refused(two.confirm("a", shown.seq), "already_undone").values["edit"] == edit


def test_an_undo_of_a_set_takes_back_what_still_stands_of_it(two: World) -> None:
    first = two.edit("a", "f:2", "x\n").seq
    second = two.edit("a", "f:7", "y\n", force=True).seq
    undo = done(several(two, "a", session="a#1")).seq
    done(two.redo("a", first))
    assert done(two.undo("a", undo)).redone == (second,)
    refused(two.undo("a", undo), "already_undone")


def test_a_redo_of_a_set_does_not_bring_back_what_was_replaced(two: World) -> None:
    two.edit("a", "f:2", "x\n")
    two.edit("a", "d/g:2", "y\n")
    undo = done(several(two, "a", session="a#1")).seq
    two.edit("b", "f:2", "theirs\n", force=True)
    reply = refused(two.redo("a", undo), "undo_conflict")
    assert plan(reply) == {b"f": "conflict", b"d/g": "restored"}
    assert two.data("f") == lines("line 1", "theirs", *TEN[2:])
    assert two.data("d/g") == lines(*TEN)


def test_nobody_is_in_the_way_of_taking_back_the_newest_change(two: World) -> None:
    first = two.edit("a", "f:2", "x\n").seq
    second = done(two.delete("a", "f:2", force=True)).seq
    done(two.ask("a", Undo(first, resolve="newer")))
    done(two.redo("a", second))  # nothing is there that it could delete
    before = two.data("f")
    redo = done(two.redo("a", first)).seq
    after = two.data("f")
    done(two.undo("a", redo))
    assert (two.data("f"), before != after) == (before, True)


# --- what stands in the way -----------------------------------------------------------------------


def test_a_conflict_advises_to_look_at_what_newest_first_comes_to(two: World) -> None:
    edit = two.edit("a", "f:2", "x\n").seq
    two.edit("b", "f:2", "theirs\n", force=True)
    reply = refused(two.undo("a", edit), "undo_conflict")
    assert reply.next[0].arguments == {
        "action": "undo",
        "event_id": f"e{edit}",
        "resolve": "newer",
        "preview": "true",
    }


def test_own_later_edits_in_the_way_are_taken_back_newest_first(two: World) -> None:
    edit = two.edit("a", "f:2", "x\n").seq
    again = two.edit("a", "f:2", "xx\n", force=True).seq
    third = two.edit("a", "f:2", "xxx\n", force=True).seq
    apart = two.edit("a", "f:8", "apart\n", force=True).seq
    reply = done(two.ask("a", Undo(edit, resolve="newer")))
    assert reply.undone == (third, again, edit)
    assert reply.kept == (apart,)
    assert codes(reply) == ["also_undone"]
    assert reply.warnings[0].values["owners"] == f"a#1 (e{again}), a#1 (e{third})"
    assert two.data("f") == lines(*TEN[:7], "apart", *TEN[8:])


def test_others_in_the_way_go_only_with_leave(two: World) -> None:
    edit = two.edit("a", "f:2", "x\n").seq
    theirs = two.edit("b", "f:2", "theirs\n", force=True).seq
    after = two.data("f")
    reply = refused(two.ask("a", Undo(edit, resolve="newer")), "undo_others")
    assert two.data("f") == after
    assert reply.values["owners"] == f"b#1 (e{theirs})"
    assert plan(reply) == {b"f": "restored"}
    assert [one.lines for one in reply.plan[0].body] == [("theirs",), ("line 2",)]
    assert reply.next[0].arguments == {"event_id": f"p{reply.seq}"}
    assert done(two.confirm("a", reply.seq)).undone == (theirs, edit)
    assert two.data("f") == lines(*TEN)
    done(two.redo("a", edit))
    done(two.redo("b", theirs))
    done(two.ask("a", Undo(edit, anyone=True, resolve="newer")))
    assert two.data("f") == lines(*TEN)


def test_an_edit_in_the_way_goes_in_all_of_its_files(two: World) -> None:
    edit = two.edit("a", "f:1", "x\n").seq
    way = both(two, "a")
    reply = done(two.ask("a", Undo(edit, resolve="newer")))
    assert reply.undone == (way, edit)
    assert two.data("f") == two.data("d/g") == lines(*TEN)


def test_where_files_are_named_nothing_goes_elsewhere(two: World) -> None:
    two.edit("a", "f:1", "x\n")
    both(two, "b")
    reply = done(several(two, "a", session="a#1", files=(b"f",), resolve="newer", anyone=True))
    assert [one.path for one in reply.files] == [b"f"]
    assert two.data("f") == lines(*TEN)
    assert two.data("d/g") == lines("top", *TEN[1:])


def test_what_is_forced_is_only_prepared_and_says_what_of_whom_would_go(two: World) -> None:
    edit = two.edit("a", "f:1", "x\n").seq
    way = both(two, "b")
    for request in (Undo(edit, resolve="force"), Undo(edit, anyone=True, resolve="force")):
        reply = refused(two.ask("a", request), "undo_forced")
        assert reply.values["owners"] == f"b#1 (e{way})"
        assert [one.lines for one in reply.plan[0].body] == [("top",), ("line 1",)]
    done(two.confirm("a", reply.seq))
    assert two.data("f") == lines(*TEN)
    assert two.data("d/g") == lines("top", *TEN[1:])  # only where it was in the way


def test_a_forced_undo_can_be_previewed(two: World) -> None:
    edit = two.edit("a", "f:1", "x\n").seq
    two.edit("b", "f:1", "y\n", force=True)
    shown = previewed(two.ask("a", Undo(edit, preview=True, resolve="force")))
    assert codes(shown) == ["also_undone"]
    done(two.confirm("a", shown.seq))
    assert two.data("f") == lines(*TEN)


def test_with_nothing_in_the_way_it_does_not_matter_how_it_is_resolved(two: World) -> None:
    for resolve in ("newer", "force"):
        edit = two.edit("a", "f:2", "x\n", force=True).seq
        assert done(two.ask("a", Undo(edit, resolve=resolve))).undone == (edit,)


def test_lines_of_others_in_a_file_that_was_made_are_taken_back_with_it(world: World) -> None:
    edit = done(world.write("a", "f", "a\n")).seq
    world.outside("f", b"a\nhuman\n")
    refused(world.undo("a", edit), "undo_conflict")
    refused(world.ask("a", Undo(edit, resolve="newer")), "undo_others")
    done(world.ask("a", Undo(edit, anyone=True, resolve="newer")))
    assert world.files == {}


def test_an_undo_in_the_way_of_a_redo_is_taken_back(two: World) -> None:
    first = two.edit("a", "f:2", "x\n").seq
    second = two.edit("a", "f:2", "y\n", force=True).seq
    done(two.undo("a", second))
    done(two.undo("a", first))
    refused(two.redo("a", second), "undo_conflict")
    reply = done(two.ask("a", Redo(second, resolve="newer")))
    assert reply.redone == (first, second)
    assert two.data("f") == lines("line 1", "y", *TEN[2:])


# --- folders and files that are gone --------------------------------------------------------------


def test_a_file_in_a_folder_that_was_made_comes_and_goes_with_it(world: World) -> None:
    edit = done(world.ask("a", Write(b"d/e/f", "a\n", parents=True))).seq
    done(world.undo("a", edit))
    world.folders -= {b"d", b"d/e"}
    done(world.redo("a", edit))
    assert world.data("d/e/f") == b"a\n"


def test_an_undone_removal_brings_the_folder_too_that_the_file_was_in(two: World) -> None:
    start = two.state.seq
    two.outside("d/g", None)
    two.folders.discard(b"d")
    two.notice()
    done(several(two, "a", since=Point(start), outside=True, anyone=True))
    assert two.data("d/g") == lines(*TEN)


def test_folders_made_for_a_restored_file_go_when_it_goes_again(two: World) -> None:
    at = two.state.seq
    two.outside("d/g", None)
    two.folders.discard(b"d")
    two.notice()
    back = done(two.ask("a", Restore(Point(at), anyone=True))).seq
    assert two.state.edits.by_seq[back].changes[0].made == b"d"
    two.folders.add(b"d")
    done(two.undo("a", back))
    assert two.gone_with[-1] == b"d"


def test_a_mode_that_others_set_since_goes_with_what_is_in_the_way(two: World) -> None:
    start = two.state.seq
    two.outside("f", two.data("f"), mode=0o600)
    mine = two.notice()
    two.outside("f", two.data("f"), mode=0o640)
    two.notice()
    request = Undo(mine, anyone=True)
    refused(two.ask("a", request), "undo_mode_conflict")
    done(two.ask("a", Undo(mine, anyone=True, resolve="newer")))
    assert two.node("f").mode == 0o644
    assert two.state.seq > start


def test_files_that_were_not_looked_at_are_not_changed(two: World) -> None:
    both(two, "a")
    asked = Asked(two.state, 1, two.now_ns, ROOT, ROOT, bytes(8))
    seen = {RelPath(b"f"): two.look(RelPath(b"f"))}
    decision = decide.decide(asked, UndoSeveral("a#1"), seen, two.kept)
    assert refused(decision.reply, "meant_changed")
    assert not decision.effects
