"""What a chip was used for is known: by insertions, by calls made again, and by undos of both."""

import pytest

from editjournal.daemon.core import attaching
from editjournal.schemas.facts import Edited, Previewed, Refused
from editjournal.schemas.replies import AnyReply, Done, Preview
from editjournal.schemas.requests import (
    AnyRequest,
    Chips,
    Confirm,
    Delete,
    DropChip,
    Insert,
    InsertChip,
    Item,
    Misfit,
    Read,
    Redo,
    Replace,
    ReplaceSeveral,
    Rollback,
    ShowChip,
    Undo,
    Write,
    WriteSeveral,
)
from editjournal.schemas.values import Span
from tests.core.test_kept import fails, listed, shown
from tests.core.world import World, codes, done, lines, numbered, previewed, refused, unchanged

TEN = numbered(1, 10)


@pytest.fixture
def ten(world: World) -> World:
    world.outside("f", lines(*TEN))
    return world


def uses(world: World, chip: str) -> tuple[int, ...]:
    """Return what a chip was used for, as the list and the chip itself say it."""
    [item] = [one for one in listed(world, left=True).items if one.id == chip]
    assert shown(world, chip).item.uses == item.uses == world.state.chips.uses(chip)
    return item.uses


def again(world: World, chip: str, file: str = "", view: int = 0, who: str = "a") -> AnyReply:
    return world.ask(who, Confirm(chip=chip, file=file.encode(), view=view))


def used_by(world: World, seq: int) -> tuple[str, ...]:
    fact = world.state.edits.by_seq[seq].fact
    return fact.used


# --- text put back --------------------------------------------------------------------------------


def test_an_insertion_of_kept_text_uses_its_chip(ten: World) -> None:
    chip = done(ten.delete("a", "f:2")).chips[0]
    assert uses(ten, chip) == ()
    first = done(ten.ask("a", InsertChip(b"f:1", chip))).seq
    second = done(ten.ask("b", InsertChip(b"f:END", chip))).seq
    assert used_by(ten, first) == used_by(ten, second) == (chip,)
    assert uses(ten, chip) == (first, second)


def test_an_insertion_that_is_undone_or_never_reached_the_disk_is_no_use(ten: World) -> None:
    chip = done(ten.delete("a", "f:2")).chips[0]
    edit = done(ten.ask("a", InsertChip(b"f:1", chip))).seq
    undo = done(ten.undo("a", edit)).seq
    assert uses(ten, chip) == ()
    done(ten.undo("a", undo))
    assert uses(ten, chip) == (edit,)
    ten.fails = "no room"
    refused(ten.ask("a", InsertChip(b"f:END", chip)), "not_applied")
    assert uses(ten, chip) == (edit,)


def test_a_previewed_insertion_uses_its_chip_when_it_is_confirmed(ten: World) -> None:
    chip = done(ten.delete("a", "f:2")).chips[0]
    preview = previewed(ten.ask("a", InsertChip(b"f:1", chip, preview=True))).seq
    fact = ten.entries[preview - 1].fact
    assert isinstance(fact, Previewed)
    assert fact.used == (chip,)
    assert uses(ten, chip) == ()
    edit = done(ten.confirm("a", preview)).seq
    assert uses(ten, chip) == (edit,)


def test_a_prepared_insertion_uses_its_chip_when_it_is_confirmed_also_prepared_anew(
    ten: World,
) -> None:
    chip = done(ten.delete("a", "f:9")).chips[0]
    view = ten.read("a", "f").seq
    ten.outside("f", b"top\n" + ten.data("f"))
    moved = refused(ten.ask("a", InsertChip(b"f:8", chip, view=view)), "moved").seq
    fact = ten.entries[moved - 1].fact
    assert isinstance(fact, Refused)
    assert fact.used == (chip,)
    ten.outside("f", b"more\n" + ten.data("f"))
    stale = refused(ten.confirm("a", moved), "prepared_stale").seq
    edit = done(ten.confirm("a", stale)).seq
    assert uses(ten, chip) == (edit,)
    assert ten.data("f") == lines("more", "top", *TEN)


def test_a_text_of_a_file_uses_no_chip(ten: World) -> None:
    ten.outside("g", b"x\n")
    assert used_by(ten, done(ten.ask("a", InsertChip(b"f:1", source=b"g"))).seq) == ()


# --- calls made again -----------------------------------------------------------------------------


def test_a_call_made_again_uses_its_chip(ten: World) -> None:
    chip = fails(ten, Replace(b"f:99", "new\n"))
    edit = done(again(ten, chip, "f:2")).seq
    assert used_by(ten, edit) == (chip,)
    assert uses(ten, chip) == (edit,)
    done(ten.undo("a", edit))
    assert uses(ten, chip) == ()


def test_a_call_made_again_that_is_refused_uses_nothing(ten: World) -> None:
    chip = fails(ten, Replace(b"f:99", "new\n"))
    refused(again(ten, chip, "f:98"), "past_end")
    assert uses(ten, chip) == ()


def test_an_insertion_made_again_uses_its_own_chip_and_the_one_it_inserts(ten: World) -> None:
    text = done(ten.delete("a", "f:2")).chips[0]
    call = fails(ten, InsertChip(b"f:99", text))
    edit = done(again(ten, call, "f:1")).seq
    assert used_by(ten, edit) == (call, text)
    assert uses(ten, call) == uses(ten, text) == (edit,)


def test_a_refused_call_made_by_what_was_prepared_uses_its_chip(ten: World) -> None:
    view = ten.read("a", "f").seq
    ten.outside("f", b"more\n" + ten.data("f"))
    reply = refused(ten.insert("a", "f:5", "TOP\n", view=view), "moved")
    first = done(ten.confirm("a", reply.seq)).seq
    assert used_by(ten, first) == (reply.chip,)
    assert uses(ten, reply.chip) == (first,)
    assert shown(ten, reply.chip).next == ()
    fresh = ten.read("a", "f").seq
    second = done(again(ten, reply.chip, "f:5", fresh))
    assert [one.values["edits"] for one in second.warnings] == [f"e{first}"]
    assert uses(ten, reply.chip) == (first, second.seq)


def test_a_refused_call_prepared_anew_uses_its_own_chip_and_not_that_of_the_confirmation(
    ten: World,
) -> None:
    view = ten.read("a", "f").seq
    ten.outside("f", b"more\n" + ten.data("f"))
    moved = refused(ten.insert("a", "f:5", "TOP\n", view=view), "moved")
    ten.outside("f", b"more\n" + ten.data("f"))
    stale = refused(ten.confirm("a", moved.seq), "prepared_stale")
    edit = done(ten.confirm("a", stale.seq)).seq
    assert used_by(ten, edit) == (moved.chip,)
    done(ten.undo("a", edit))
    assert uses(ten, moved.chip) == ()


@pytest.mark.parametrize("who", ["a", "b"])
def test_a_call_made_again_a_second_time_is_made_and_says_so(ten: World, who: str) -> None:
    chip = fails(ten, Insert(b"f:99", "new\n"))
    first = again(ten, chip, "f:4")
    assert codes(first) == []
    second = done(again(ten, chip, "f:2", who=who))
    assert codes(second) == ["chip_used"]
    assert second.warnings[0].values == {"chip": chip, "edits": f"e{first.seq}"}
    assert uses(ten, chip) == (first.seq, second.seq)
    assert ten.data("f") == lines(*TEN[:2], "new", *TEN[2:4], "new", *TEN[4:])


def test_of_a_call_whose_text_was_inserted_it_is_not_said_that_it_was_made_before(
    ten: World,
) -> None:
    chip = fails(ten, Insert(b"f:99", "new\n"))
    insertion = done(ten.ask("a", InsertChip(b"f:9", chip))).seq
    first = done(again(ten, chip, "f:5"))
    assert codes(first) == []
    second = done(again(ten, chip, "f:2"))
    assert second.warnings[0].values["edits"] == f"e{first.seq}"
    assert uses(ten, chip) == (insertion, first.seq, second.seq)


def test_an_insertion_made_again_a_second_time_says_so(ten: World) -> None:
    text = done(ten.delete("a", "f:9")).chips[0]
    call = fails(ten, InsertChip(b"f:99", text))
    assert codes(done(again(ten, call, "f:6"))) == []
    assert codes(done(again(ten, call, "f:1"))) == ["chip_used"]


def test_of_many_uses_the_newest_are_said(ten: World) -> None:
    chip = fails(ten, Insert(b"f:99", "new\n"))
    made = [done(again(ten, chip, f"f:{one}")).seq for one in range(9, 2, -1)]
    last = again(ten, chip, "f:1")
    assert last.warnings[0].values["edits"] == ", ".join(f"e{one}" for one in made[-5:])


def test_a_call_made_again_that_was_undone_is_made_without_a_word(ten: World) -> None:
    chip = fails(ten, Insert(b"f:99", "new\n"))
    first = done(again(ten, chip, "f:2"))
    done(ten.undo("a", first.seq))
    assert codes(done(again(ten, chip, "f:2"))) == []


def test_a_call_made_again_in_the_same_words_while_its_lines_stand_is_not_made_twice(
    ten: World,
) -> None:
    view = ten.read("a", "f").seq
    chip = fails(ten, Replace(b"f:99", "new\n"))
    first = done(again(ten, chip, "f:2", view))
    reply = unchanged(again(ten, chip, "f:2", view))
    assert reply.by is not None
    assert (reply.by.seq, reply.own) == (first.seq, True)
    assert uses(ten, chip) == (first.seq,)


@pytest.mark.parametrize(
    ("call", "file", "after"),
    [
        (Replace(b"g:3", "new\n"), "f:9", ["top", *TEN[:7], "new", *TEN[8:]]),
        (Insert(b"g:3", "new\n"), "f:9", ["top", *TEN[:8], "new", *TEN[8:]]),
        (Delete(b"g:3"), "f:9", ["top", *TEN[:7], *TEN[8:]]),
        (
            ReplaceSeveral(b"g", (Item("new\n", span=Span(9, 9)),)),
            "f",
            ["top", *TEN[:7], "new", *TEN[8:]],
        ),
        (Write(b"no/g", "new\n"), "f", ["new"]),
    ],
    ids=["replace", "insert", "delete", "several", "write"],
)
def test_a_call_of_each_tool_is_made_again_with_another_place_and_view(
    ten: World, call: AnyRequest, file: str, after: list[str]
) -> None:
    old = ten.read("a", "f").seq
    chip = fails(ten, call)
    ten.outside("f", b"top\n" + ten.data("f"))
    fails(ten, Confirm(chip=chip, file=file.encode(), view=old))
    fresh = ten.read("a", "f").seq
    edit = done(again(ten, chip, file, fresh)).seq
    assert ten.data("f") == lines(*after)
    assert ten.state.edits.by_seq[edit].changes[0].through == fresh
    assert uses(ten, chip) == (edit,)


def test_a_call_that_did_not_reach_the_disk_is_made_again(ten: World) -> None:
    ten.fails = "no room"
    chip = fails(ten, Replace(b"f:2", "new\n"))
    assert ten.data("f") == lines(*TEN)
    edit = done(again(ten, chip)).seq
    assert ten.data("f") == lines("line 1", "new", *TEN[2:])
    assert uses(ten, chip) == (edit,)


def test_a_call_made_again_that_does_not_reach_the_disk_is_kept_and_made_again(ten: World) -> None:
    first = fails(ten, Replace(b"f:99", "new\n"))
    ten.fails = "no room"
    second = refused(again(ten, first, "f:2"), "not_applied").chip
    assert uses(ten, first) == ()
    edit = done(again(ten, second)).seq
    assert ten.data("f") == lines("line 1", "new", *TEN[2:])
    assert (uses(ten, first), uses(ten, second)) == ((), (edit,))


def test_what_a_call_was_taken_to_mean_is_made_again_with_another_place(ten: World) -> None:
    meant = Misfit("be-write", "degraded", {"how": "quotes"}, Write(b"f", 'say "x"\n'))
    chip = fails(ten, meant, b'{"file": "f", "content": "say "x"\\n"}')
    assert shown(ten, chip).texts[0].lines == ('say "x"',)
    edit = done(again(ten, chip, "g")).seq
    assert ten.data("g") == b'say "x"\n'
    assert ten.data("f") == lines(*TEN)
    assert uses(ten, chip) == (edit,)


def test_a_salvaged_call_made_again_changes_no_file_that_is_there_whatever_else_it_lacked(
    ten: World,
) -> None:
    told: dict[str, str | int] = {"how": "quotes", "name": "content", "taken": "contents"}
    meant = Misfit("be-write", "missing_content", told, Write(b"f", "x\n"))
    chip = fails(ten, meant, b"{'file': 'f', 'contents': 'x\\n'}")
    prepared = refused(again(ten, chip), "degraded")
    assert ten.data("f") == lines(*TEN)
    done(ten.ask("a", Confirm(prepared.seq)))
    assert ten.data("f") == b"x\n"


def test_a_call_that_means_nothing_is_not_made_again(ten: World) -> None:
    chip = fails(ten, Misfit("be-write", "not_json"), b"{")
    refused(again(ten, chip, "g"), "chip_unreadable")
    assert uses(ten, chip) == ()


def test_several_files_are_made_again_as_they_were_and_with_no_other_place(ten: World) -> None:
    chip = fails(ten, WriteSeveral((Write(b"no/a", "a\n"), Write(b"f", "b\n"))))
    ten.outside("no/x", b"")
    refused(again(ten, chip, "h"), "chip_of_several")
    refused(again(ten, chip, view=ten.read("a", "f").seq), "chip_of_several")
    edit = done(again(ten, chip)).seq
    assert (ten.data("no/a"), ten.data("f")) == (b"a\n", b"b\n")
    assert uses(ten, chip) == (edit,)


def test_the_uses_are_the_same_after_a_restart(ten: World) -> None:
    text = done(ten.delete("a", "f:2")).chips[0]
    call = fails(ten, Insert(b"f:99", "new\n"))
    done(again(ten, call, "f:1"))
    undone = done(ten.ask("a", InsertChip(b"f:1", text))).seq
    done(again(ten, call, "f:3", who="b"))
    done(ten.undo("a", undone))
    before = [uses(ten, one) for one in (text, call)]
    replayed = type(ten.state)()
    for entry in ten.entries:
        replayed.apply(entry)
    assert [replayed.chips.uses(one) for one in (text, call)] == before
    assert [len(one) for one in before] == [0, 2]


def test_looking_at_a_chip_or_dropping_it_is_no_use(ten: World) -> None:
    chip = done(ten.delete("a", "f:2")).chips[0]
    for request in (ShowChip(chip), Chips(), DropChip(chip)):
        ten.ask("a", request)
    assert uses(ten, chip) == ()


# --- attached to an undo --------------------------------------------------------------------------


def attached(reply: AnyReply) -> tuple[str, ...]:
    assert isinstance(reply, Done | Preview), reply
    return reply.attached


def test_an_undo_names_the_text_that_its_edits_had_deleted(ten: World) -> None:
    edit = done(ten.delete("a", "f:2"))
    assert attached(ten.undo("a", edit.seq)) == edit.chips


def test_an_undo_names_the_sessions_calls_on_its_files_that_failed_since(ten: World) -> None:
    ten.outside("g", lines(*TEN))
    fails(ten, Replace(b"f:99", "before\n"))
    edit = done(ten.insert("a", "f:1", "x\n")).seq
    first = fails(ten, Replace(b"f:99", "after\n"))
    fails(ten, Replace(b"g:99", "of another file\n"))
    fails(ten, Replace(b"f:99", "of another session\n"), who="b")
    fails(ten, Read(b"f:99"))
    fails(ten, InsertChip(b"f:99", source=b"g"))
    fails(ten, Delete(b"f:99"))
    second = fails(ten, Insert(b"f:99", "later\n"))
    reply = ten.ask("a", Undo(edit, preview=True))
    assert attached(reply) == (second, first)
    assert attached(ten.confirm("a", reply.seq)) == (second, first)


def test_an_undo_names_a_call_that_could_not_be_read_if_its_file_is_certain(ten: World) -> None:
    edit = done(ten.insert("a", "f:1", "x\n")).seq
    theirs = fails(ten, Misfit("be-write", "not_json", file=b"f:2-3"))
    fails(ten, Misfit("be-write", "not_json", file=b"g"))
    fails(ten, Misfit("be-write", "not_json", file=b"../f"))
    fails(ten, Misfit("be-write", "not_json"))
    assert attached(ten.undo("a", edit)) == (theirs,)


def test_an_undo_of_an_insertion_names_the_chip_that_still_keeps_it(ten: World) -> None:
    chip = done(ten.delete("a", "f:2")).chips[0]
    edit = done(ten.ask("a", InsertChip(b"f:0", chip))).seq
    assert attached(ten.undo("a", edit)) == (chip,)


def test_a_rollback_names_the_chips_of_all_its_edits_newest_first(ten: World) -> None:
    first = done(ten.delete("a", "f:5")).chips[0]
    between = fails(ten, Insert(b"f:99", "x\n"))
    second = done(ten.delete("a", "f:2")).chips[0]
    assert attached(ten.ask("a", Rollback(2))) == (second, between, first)


def test_an_undo_of_what_another_session_did_names_that_sessions_failed_calls(ten: World) -> None:
    edit = done(ten.insert("b", "f:1", "x\n")).seq
    theirs = fails(ten, Insert(b"f:99", "x\n"), who="b")
    fails(ten, Insert(b"f:99", "y\n"), who="a")
    assert attached(ten.undo("a", edit, anyone=True)) == (theirs,)


def test_a_redo_and_an_undo_without_chips_name_none(ten: World) -> None:
    edit = done(ten.delete("a", "f:2")).seq
    undo = done(ten.undo("a", edit)).seq
    assert attached(ten.ask("a", Redo(edit))) == ()
    assert attached(ten.undo("a", edit)) != ()
    plain = done(ten.insert("a", "f:1", "x\n")).seq
    assert attached(ten.undo("a", plain)) == ()
    assert undo


def test_a_chip_that_was_dropped_is_not_attached(ten: World) -> None:
    edit = done(ten.delete("a", "f:2"))
    ten.ask("a", DropChip(edit.chips[0]))
    assert attached(ten.undo("a", edit.seq)) == ()


def test_of_many_chips_those_of_deleted_text_and_the_newest_are_attached(ten: World) -> None:
    deleted = done(ten.delete("a", "f:2"))
    failed = [fails(ten, Insert(b"f:99", f"{one}\n")) for one in range(12)]
    reply = ten.undo("a", deleted.seq)
    wanted = (*failed[: -attaching.ATTACHED_MAX : -1], *deleted.chips)
    assert (attached(reply), len(wanted)) == (wanted, attaching.ATTACHED_MAX)


def test_failed_calls_very_long_ago_are_not_looked_for(
    ten: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attaching, "GONE_THROUGH_MAX", 2)
    edit = done(ten.delete("a", "f:2"))
    failed = [fails(ten, Insert(b"f:99", f"{one}\n")) for one in range(3)]
    assert attached(ten.undo("a", edit.seq)) == (failed[2], failed[1], *edit.chips)


def test_a_session_confined_to_a_folder_is_told_of_no_chip_of_elsewhere(world: World) -> None:
    world.outside("f", lines(*TEN))
    world.outside("sub/g", lines(*TEN))
    elsewhere = done(world.delete("a", "f:2")).chips[0]
    edit = done(world.ask("a", InsertChip(b"sub/g:1", elsewhere))).seq
    world.scope = b"sub"
    assert attached(world.undo("b", edit, anyone=True)) == ()


def test_an_edit_says_in_the_log_which_chips_it_used(ten: World) -> None:
    chip = fails(ten, Insert(b"f:99", "new\n"))
    edit = done(again(ten, chip, "f:2")).seq
    fact = ten.entries[edit - 1].fact
    assert isinstance(fact, Edited)
    assert fact.used == (chip,)
