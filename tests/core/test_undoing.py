"""Undo, redo, rollback and commit: one's own edits go, what others did stays or is named."""

import pytest

from editjournal.schemas.replies import AnyReply, Done, Refusal
from tests.core.world import World, codes, done, lines, numbered, refused, span

TEN = numbered(1, 10)


@pytest.fixture
def ten(world: World) -> World:
    world.outside("f", lines(*TEN))
    world.read("a", "f")
    world.read("b", "f")
    return world


def owners(reply: AnyReply) -> str:
    assert isinstance(reply, Refusal), reply
    return str(reply.values["owners"])


def test_an_undo_takes_back_one_edit_and_keeps_later_ones(ten: World) -> None:
    first = ten.edit("a", "f:3", "x\ny\n").seq
    second = ten.edit("b", "f:9", "theirs\n", force=True).seq
    ten.outside("f", ten.data("f") + b"human\n")
    reply = done(ten.undo("a", first))
    assert reply.undone == (first,)
    assert second in reply.kept
    assert reply.kept_outside == reply.kept[1:]
    assert len(reply.kept_outside) == 1
    assert ten.data("f") == lines(*TEN[:7], "theirs", *TEN[8:], "human")
    assert reply.files[0].total == 11


def test_the_reply_to_an_undo_is_a_view_of_what_came_back(ten: World) -> None:
    first = ten.edit("a", "f:3", "x\ny\n").seq
    view = done(ten.undo("a", first)).seq
    assert ten.state.edits.by_seq[view].changes[0].shown == (span(1, 5),)
    ten.edit("a", "f:3", "three\n", view=view)
    refused(ten.replace("a", "f:9", "x\n", view=first), "not_covered")


def test_a_conflict_names_the_owner_and_shows_both_texts(ten: World) -> None:
    first = ten.edit("a", "f:3", "mine\n").seq
    second = ten.edit("b", "f:3", "theirs\n", force=True).seq
    reply = refused(ten.undo("a", first), "undo_conflict")
    assert owners(reply) == f"b#1 (e{second})"
    assert reply.values["newest"] == second
    assert [(one.kind, one.first, one.lines) for one in reply.body] == [
        ("new", 3, ("line 3",)),
        ("old", 3, ("theirs",)),
    ]
    done(ten.undo("b", second))
    done(ten.undo("a", first))
    assert ten.data("f") == lines(*TEN)


def test_a_change_from_outside_is_named_too(ten: World) -> None:
    first = ten.edit("a", "f:3", "mine\n").seq
    ten.outside("f", lines(*TEN[:2], "human", *TEN[3:]))
    assert owners(ten.undo("a", first)).startswith("outside editjournal")


def test_an_undo_of_an_undo_is_a_redo(ten: World) -> None:
    edit = ten.edit("a", "f:3", "x\n").seq
    after = ten.data("f")
    undo = done(ten.undo("a", edit)).seq
    redo = done(ten.undo("a", undo))
    assert redo.redone == (edit,)
    assert ten.data("f") == after
    done(ten.undo("a", redo.seq))
    assert ten.data("f") == lines(*TEN)


def test_what_is_undone_is_not_undone_again(ten: World) -> None:
    edit = ten.edit("a", "f:3", "x\n").seq
    undo = done(ten.undo("a", edit)).seq
    assert refused(ten.undo("a", edit), "already_undone").values["by"] == undo
    redo = done(ten.redo("a", edit)).seq
    assert refused(ten.undo("a", undo), "already_undone").values["by"] == redo
    refused(ten.redo("a", edit), "not_undone")
    refused(ten.redo("a", undo), "not_undone")
    refused(ten.redo("a", redo), "not_undone")


def test_an_undo_can_be_redone_by_its_own_id(ten: World) -> None:
    edit = ten.edit("a", "f:3", "x\n").seq
    undo = done(ten.undo("a", edit)).seq
    assert done(ten.redo("a", undo)).redone == (edit,)
    assert ten.data("f") == lines(*TEN[:2], "x", *TEN[3:])


def test_an_edit_of_another_session_needs_leave(ten: World) -> None:
    edit = ten.edit("a", "f:3", "x\n").seq
    assert refused(ten.undo("b", edit), "not_yours").values["who"] == "a#1"
    done(ten.undo("b", edit, anyone=True))
    assert ten.data("f") == lines(*TEN)
    refused(ten.undo("b", 999), "no_such_edit")


def test_rollback_of_one_and_one_is_rollback_of_two(world: World) -> None:
    found: list[bytes] = []
    for who, steps in (("a", (1, 1)), ("b", (2,))):
        path = f"of {who}"
        world.outside(path, lines(*TEN))
        for number in (2, 4, 6):
            world.edit(who, f"{path}:{number}", f"edit {number}\n", force=True)
        undone = [one for step in steps for one in done(world.rollback(who, step)).undone]
        assert len(undone) == 2
        found.append(world.data(path))
    assert found == [lines("line 1", "edit 2", *TEN[2:])] * 2


def test_a_rollback_of_edits_of_one_line_gives_back_the_first(ten: World) -> None:
    for text in ("x", "y\nz", ""):
        ten.edit("a", "f:3", text, force=True)
    done(ten.rollback("a", 3))
    assert ten.data("f") == lines(*TEN)


def test_a_rollback_is_all_or_nothing(world: World) -> None:
    for path in ("f", "g"):
        world.outside(path, lines(*TEN))
        world.edit("a", f"{path}:3", "mine\n")
    world.edit("b", "f:3", "theirs\n", force=True)
    after = world.data("g")
    refused(world.rollback("a", 2), "undo_conflict")
    assert world.data("g") == after
    assert done(world.rollback("a", 1)).files[0].path == b"g"


def test_a_commit_closes_the_open_edits(ten: World) -> None:
    first = ten.edit("a", "f:3", "x\n").seq
    ten.edit("b", "f:7", "theirs\n", force=True)
    assert [one.seq for one in ten.status("a").edits] == [first]
    ten.commit("a", "done")
    assert ten.status("a").edits == ()
    assert refused(ten.rollback("a"), "too_few_edits").values == {"step": 1, "open": 0}
    done(ten.undo("a", first))  # by its number it can still be undone
    assert len(ten.status("b").edits) == 1


def test_an_undone_edit_and_its_undo_are_not_open(ten: World) -> None:
    kept = ten.edit("a", "f:3", "x\n").seq
    gone = ten.edit("a", "f:7", "y\n", force=True).seq
    done(ten.undo("a", gone))
    assert [one.seq for one in ten.status("a").edits] == [kept]
    assert done(ten.rollback("a")).undone == (kept,)


def test_the_undo_of_a_creation_removes_the_file_and_a_redo_brings_it(world: World) -> None:
    edit = done(world.write("a", "f", "a\nb\n")).seq
    reply = done(world.undo("a", edit))
    assert reply.files[0].state == "removed"
    assert world.files == {}
    assert done(world.redo("a", edit)).files[0].state == "created"
    assert world.data("f") == b"a\nb\n"


def test_a_created_file_with_lines_of_others_stays_and_they_are_named(world: World) -> None:
    edit = done(world.write("a", "f", "a\nb\n")).seq
    world.outside("f", b"a\nb\nhuman\n")
    reply = refused(world.undo("a", edit), "undo_conflict")
    assert owners(reply).startswith("outside editjournal")
    assert world.data("f") == b"a\nb\nhuman\n"


def test_the_undo_of_an_empty_file_made_is_no_empty_file(world: World) -> None:
    edit = done(world.write("a", "f", "")).seq
    assert world.data("f") == b""
    done(world.undo("a", edit))
    assert world.files == {}


def test_the_undo_of_a_file_gone_since_writes_nothing(world: World) -> None:
    edit = done(world.write("a", "f", "a\n")).seq
    world.outside("f", None)
    done(world.undo("a", edit))
    assert world.files == {}


def test_the_undo_of_a_whole_write_keeps_what_others_did_elsewhere(ten: World) -> None:
    edit = done(ten.write("a", "f", lines("top", *TEN[1:]))).seq
    ten.edit("b", "f:9", "theirs\n", force=True)
    done(ten.undo("a", edit))
    assert ten.data("f") == lines(*TEN[:8], "theirs", TEN[9])


@pytest.mark.parametrize("added", [b"z\n", b"z"])
def test_an_undo_never_joins_two_lines(world: World, added: bytes) -> None:
    world.outside("f", b"a\nb")
    world.read("a", "f")
    edit = world.edit("a", "f:2", "B\n").seq
    world.outside("f", b"a\nB\n" + added)
    reply = refused(world.undo("a", edit), "undo_no_line_end")
    assert owners(reply).startswith("outside editjournal")
    assert world.data("f") == b"a\nB\n" + added
    world.outside("f", b"a\nB\n")
    done(world.undo("a", edit))
    assert world.data("f") == b"a\nb"


def test_a_redo_never_joins_two_lines(world: World) -> None:
    world.outside("f", b"a\nb\nc\n")
    edit = done(world.write("a", "f", b"a\nB")).seq
    done(world.undo("a", edit))
    world.outside("f", b"a\nb\nc\nz\n")
    done(world.redo("a", edit))
    assert world.data("f") == b"a\nz\nB"


def test_an_undo_and_a_redo_are_edits_that_may_not_reach_the_disk(ten: World) -> None:
    edit = ten.edit("a", "f:3", "x\n").seq
    ten.fails = "changed meanwhile"
    refused(ten.undo("a", edit), "not_applied")
    undo = done(ten.undo("a", edit)).seq
    ten.fails = "changed meanwhile"
    refused(ten.redo("a", edit), "not_applied")
    assert refused(ten.undo("a", edit), "already_undone").values["by"] == undo
    ten.fails = "changed meanwhile"
    refused(ten.undo("a", undo), "not_applied")
    assert done(ten.redo("a", edit)).redone == (edit,)


def test_an_undo_needs_a_file_that_may_be_written(ten: World) -> None:
    edit = ten.edit("a", "f:3", "x\n").seq
    ten.outside("f", ten.data("f"), mode=0o444)
    refused(ten.undo("a", edit), "undo_read_only")
    ten.outside("f", None)
    ten.folders.add(b"f")
    assert refused(ten.undo("a", edit), "undo_not_a_file").next == ()  # no read would show it


def test_an_undo_does_not_make_folders(world: World) -> None:
    world.outside("d/other", b"")
    edit = done(world.write("a", "d/f", "a\n")).seq
    done(world.undo("a", edit))
    world.folders.discard(b"d")
    assert refused(world.redo("a", edit), "undo_missing_folder").next == ()


def test_text_that_was_not_kept_is_an_error_and_never_counts_as_nothing(ten: World) -> None:
    edit = ten.edit("a", "f:3", "x\n").seq
    ten.kept.clear()
    refused(ten.undo("a", edit), "undo_not_kept")
    assert ten.data("f") == lines(*TEN[:2], "x", *TEN[3:])


def test_a_mode_changed_outside_is_not_undone(ten: World) -> None:
    ten.outside("f", lines(*TEN), mode=0o755)
    edit = ten.edit("a", "f:3", "x\n", force=True).seq
    done(ten.undo("a", edit))
    assert ten.node("f").mode == 0o755
    version = ten.file("f").version
    assert version is not None
    assert version.mode == 0o755


def test_the_bytes_before_an_edit_come_from_the_first_read_or_the_edit_itself(
    world: World,
) -> None:
    for read in (True, False):
        path = f"read {read}"
        world.outside(path, b"caf\xe9\r\nb\n")
        if read:
            world.read("a", path)
        edit = done(world.write("a", path, "new\n")).seq
        done(world.undo("a", edit))
        assert world.data(path) == b"caf\xe9\r\nb\n"


def test_a_change_whose_bytes_before_were_not_kept_counts_as_all_new(world: World) -> None:
    world.is_forgetful = True
    world.outside("f", lines(*TEN))
    world.read("a", "f")
    world.kept.clear()
    world.outside("f", lines("top", *TEN))
    edit = world.edit("a", "f:2", "x\n", force=True).seq
    done(world.undo("a", edit))
    assert world.data("f") == lines("top", *TEN)
    runs = world.file("f").history.runs(0, 11)
    assert len({run.entry for run in runs}) == 1


def test_an_edit_of_a_file_changed_to_another_encoding_can_be_undone(world: World) -> None:
    before = b"\xff\xfe" + "a\nb\n".encode("utf-16-le")
    world.outside("f", before)
    first = done(world.write("a", "f", b"\0binary")).seq
    second = done(world.write("a", "f", b"text\n")).seq
    done(world.undo("a", second))
    assert world.data("f") == b"\0binary"
    done(world.undo("a", first))
    assert world.data("f") == before


def test_a_conflict_over_what_is_no_text_has_no_lines_to_show(world: World) -> None:
    world.outside("f", b"a\nb\n")
    edit = done(world.write("a", "f", b"\0one")).seq
    done(world.write("b", "f", b"\0two"))
    refused(world.undo("a", edit), "undo_conflict")


def test_undo_of_several_files_is_one_edit(world: World) -> None:
    for path in ("f", "g"):
        world.outside(path, lines(*TEN))
        world.edit("a", f"{path}:3", "x\n")
    reply = done(world.rollback("a", 2))
    assert sorted(one.path for one in reply.files) == [b"f", b"g"]
    done(world.undo("a", reply.seq))
    assert world.data("f") == world.data("g") == lines(*TEN[:2], "x", *TEN[3:])
    assert codes(reply) == []


def test_an_edit_whose_lines_are_gone_can_be_undone_without_a_change(ten: World) -> None:
    edit = ten.edit("a", "f:10", "line 10\nadded\n").seq
    ten.outside("f", lines(*TEN))
    reply = ten.undo("a", edit)
    assert isinstance(reply, Done)
    assert ten.data("f") == lines(*TEN)
    ten.edit("a", "f:3", "x\n", view=reply.seq)  # its view is one, though it shows nothing


def test_a_redo_that_others_are_in_the_way_of_says_that_it_is_one(world: World) -> None:
    world.outside("f", lines("1", "2", "3"))
    first = world.edit("a", "f:2", "A\n", view=world.read("a", "f").seq)
    second = world.edit("b", "f:2", "B\n", view=world.read("b", "f").seq)
    world.undo("b", second.seq)
    world.undo("a", first.seq)
    refusal = refused(world.redo("b", second.seq), "undo_conflict")
    assert refusal.values["redo"] == 1
    assert world.data("f") == lines("1", "2", "3")
