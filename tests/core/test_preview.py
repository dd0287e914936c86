"""preview: an edit is shown and kept, and nothing is changed by it."""

import msgspec
import pytest

from editjournal.daemon.core.previews import COUNT_MAX, LIFETIME_NS, Previews
from editjournal.daemon.core.state import State
from editjournal.schemas.facts import Entry, Previewed
from editjournal.schemas.replies import Call
from editjournal.schemas.requests import (
    Confirm,
    Delete,
    Editing,
    Insert,
    InsertChip,
    Item,
    Redo,
    Replace,
    ReplaceSeveral,
    Rollback,
    Undo,
    Write,
    WriteSeveral,
)
from editjournal.schemas.values import Span
from tests.core.world import World, done, lines, numbered, previewed, refused, span, unchanged

TEN = numbered(1, 10)
HOUR_NS = 3600 * 1_000_000_000

CALLS: list[tuple[str, Editing]] = [
    ("replace", Replace(b"f:2-3", "X\n")),
    ("replace-text", Replace(b"f", "X", old="line 4")),
    ("replace-all", Replace(b"f", "X", old="line", all=True)),
    ("insert", Insert(b"f:3", "X\nY\n")),
    ("insert-at-the-end", Insert(b"f:END", "X")),
    ("insert-a-file", InsertChip(b"f:3", source=b"s")),
    ("delete", Delete(b"f:3-5")),
    ("delete-all", Delete(b"f:ALL")),
    ("remove", Delete(b"f", remove=True)),
    ("write", Write(b"f", "X\nline 5\n")),
    ("write-bytes", Write(b"f", b"\0\xff")),
    ("create", Write(b"g", "X\n")),
    ("create-empty", Write(b"g", "")),
    ("create-with-folders", Write(b"x/y/g", "X\n", parents=True)),
    (
        "several",
        ReplaceSeveral(
            b"f", (Item("X\n", span=span(2)), Item("Y\n", after=7), Item("", span=span(9)))
        ),
    ),
    (
        "write-several",
        WriteSeveral((Write(b"f", "X\n"), Write(b"g", "Y\n"), Write(b"h", ""))),
    ),
]


def shown(request: Editing) -> Editing:
    """Return a call that is to be previewed."""
    assert not isinstance(request, Confirm)
    return msgspec.structs.replace(request, preview=True)


@pytest.fixture
def ten(world: World) -> World:
    world.outside("f", lines(*TEN))
    world.outside("s", lines("from s"))
    return world


def files(world: World) -> dict[bytes, tuple[bytes, int]]:
    return {path: (node.data, node.mode) for path, node in world.files.items()}


@pytest.mark.parametrize("call", [one[1] for one in CALLS], ids=[one[0] for one in CALLS])
def test_a_preview_changes_nothing_and_its_confirmation_gives_what_the_call_gives(
    ten: World, call: Editing
) -> None:
    direct = World()
    direct.outside("f", lines(*TEN))
    direct.outside("s", lines("from s"))
    wanted = done(direct.ask("a", call))
    before = files(ten)
    reply = previewed(ten.ask("a", shown(call)))
    assert files(ten) == before
    assert not ten.state.edits.by_seq
    assert reply.next == (Call("be-confirm", {"event_id": f"p{reply.seq}"}),)
    assert (reply.files, reply.hours) == (wanted.files, 24)
    ten.check_replay()
    made = done(ten.confirm("a", reply.seq))
    assert (made.note, made.values) == ("as_prepared", {"prepared": reply.seq})
    assert files(ten) == files(direct)
    assert (made.files, made.body, bool(made.chips)) == (
        wanted.files,
        wanted.body,
        bool(wanted.chips),
    )
    done(ten.undo("a", made.seq))
    assert files(ten) == before


@pytest.mark.parametrize("call", [one[1] for one in CALLS], ids=[one[0] for one in CALLS])
def test_a_preview_shows_the_diff_that_the_edit_would(ten: World, call: Editing) -> None:
    assert not isinstance(call, Confirm)
    seen = previewed(ten.ask("a", shown(call))).diffs
    made = done(ten.ask("a", msgspec.structs.replace(call, diff=True)))
    assert (seen, len(seen)) == (made.diffs, len(made.files))


def test_what_goes_and_comes_is_numbered_as_before_and_after(ten: World) -> None:
    reply = previewed(
        ten.several("a", "f", Item("X\nY\n", span=span(2)), Item("", span=span(5)), preview=True)
    )
    assert [(one.kind, one.first, one.lines) for one in reply.diffs[0]] == [
        ("old", 2, ("line 2",)),
        ("new", 2, ("X", "Y")),
        ("old", 5, ("line 5",)),
    ]


def test_a_preview_is_no_view_and_makes_no_line_seen(ten: World) -> None:
    number = previewed(ten.replace("a", "f:2", "X\n", preview=True)).seq
    assert ten.view(number, "f") is None
    refused(ten.replace("a", "f:2", "Y\n", view=number), "unknown_view")


def test_a_preview_of_nothing_is_unchanged(ten: World) -> None:
    unchanged(ten.replace("a", "f:2", "line 2\n", preview=True))
    unchanged(ten.write("a", "f", lines(*TEN).decode(), preview=True))


def test_a_preview_of_what_is_refused_is_refused(ten: World) -> None:
    refused(ten.replace("a", "f:11", "X\n", preview=True), "past_end")
    refused(ten.replace("a", "f", "X", old="zzz", preview=True), "old_none")
    refused(ten.write("a", "x/y", "X\n", preview=True), "missing_folder")


def test_previews_side_by_side_are_worked_out_apart(ten: World) -> None:
    first = previewed(ten.replace("a", "f:2", "X\n", preview=True)).seq
    second = previewed(ten.replace("a", "f:2", "Y\n", preview=True)).seq
    done(ten.confirm("a", second))
    assert ten.data("f") == lines("line 1", "Y", *TEN[2:])
    refused(ten.confirm("a", first), "prepared_stale")


def test_the_fact_of_a_preview_keeps_what_comes_and_no_more(ten: World) -> None:
    number = previewed(ten.replace("a", "f:2", "X\n", preview=True)).seq
    fact = ten.entries[number - 1].fact
    assert isinstance(fact, Previewed)
    [change] = fact.changes
    assert (change.base, change.temp, change.inode, change.shown) == (None, b"", 0, None)
    assert [data for kept, data in ten.kept.items() if kept.seq == number] == [b"X\n"]


def test_what_is_prepared_and_what_was_made_of_it_is_the_same_after_a_replay(ten: World) -> None:
    numbers = [previewed(ten.insert("a", "f:2", f"{one}\n", preview=True)).seq for one in "xyz"]
    done(ten.confirm("a", numbers[0]))
    ten.fails = "gone"
    refused(
        ten.confirm("a", refused(ten.confirm("a", numbers[1]), "prepared_stale").seq), "not_applied"
    )
    again = State()
    for entry in ten.entries:
        again.apply(entry)
    for number in range(ten.state.seq + 1):
        assert again.previews.get(number) == ten.state.previews.get(number)
        assert again.previews.edit_of(number) == ten.state.previews.edit_of(number)
    assert [*again.chips.newest(99)] == [*ten.state.chips.newest(99)]


def test_the_oldest_gives_way_when_there_are_too_many() -> None:
    previews = Previews()
    for seq in range(1, COUNT_MAX + 3):
        previews.apply(Entry(seq, 0, 1, Previewed("be-replace", ())), ())
    assert [bool(previews.get(seq)) for seq in (1, 2, 3, COUNT_MAX + 2)] == [
        False,
        False,
        True,
        True,
    ]


# --- how long and by whom it can be made ----------------------------------------------------------


def test_another_session_may_make_it(ten: World) -> None:
    number = previewed(ten.replace("a", "f:2", "X\n", preview=True)).seq
    edit = done(ten.confirm("b", number)).seq
    assert ten.state.edits.by_seq[edit].session == ten.sessions["b"]
    refused(ten.undo("a", edit), "not_yours")
    done(ten.undo("b", edit))


def test_it_is_made_once_and_then_the_edit_is_named(ten: World) -> None:
    number = previewed(ten.replace("a", "f:2", "X\n", preview=True)).seq
    edit = done(ten.confirm("b", number)).seq
    for who in ("a", "b"):
        again = unchanged(ten.confirm(who, number))
        assert again.prepared == number
        assert again.by
        assert (again.by.seq, again.by.name) == (edit, "b#1")
    assert ten.data("f") == lines("line 1", "X", *TEN[2:])


def test_it_is_made_once_even_if_that_was_undone(ten: World) -> None:
    number = previewed(ten.replace("a", "f:2", "X\n", preview=True)).seq
    edit = done(ten.confirm("a", number)).seq
    undo = done(ten.undo("a", edit)).seq
    reply = refused(ten.confirm("a", number), "prepared_undone")
    assert reply.values == {"prepared": number, "edit": edit, "by": undo}
    assert reply.next == (Call("be-trx", {"action": "redo", "event_id": f"e{edit}"}),)
    assert ten.data("f") == lines(*TEN)


def test_it_holds_for_24_hours(ten: World) -> None:
    number = previewed(ten.replace("a", "f:2", "X\n", preview=True)).seq
    shown_ns = ten.now_ns
    ten.now_ns = shown_ns + LIFETIME_NS
    reply = refused(ten.confirm("a", number), "prepared_expired")
    assert (reply.values, LIFETIME_NS) == ({"prepared": number}, 24 * HOUR_NS)
    ten.now_ns = shown_ns + LIFETIME_NS - HOUR_NS
    done(ten.confirm("a", number))
    ten.now_ns = shown_ns + 2 * LIFETIME_NS
    unchanged(ten.confirm("a", number))


def test_a_number_that_prepares_nothing_is_refused(ten: World) -> None:
    view = ten.read("a", "f").seq
    edit = ten.edit("a", "f:2", "X\n").seq
    for number in (0, view, edit, 99):
        reply = refused(ten.confirm("a", number), "no_such_prepared")
        told = {"edit": edit} if number == edit else {}
        assert reply.values == {"prepared": number, **told}
        assert reply.next == (Call("be-trx", {"action": "status"}),)


# --- undo, redo and rollback ----------------------------------------------------------------------


def test_an_undo_is_shown_and_made(ten: World) -> None:
    edit = ten.edit("a", "f:2", "X\nY\n").seq
    later = ten.edit("b", "f:8", "theirs\n").seq
    made = ten.data("f")
    reply = previewed(ten.ask("a", Undo(edit, preview=True)))
    assert (ten.data("f"), reply.undone, reply.kept) == (made, (edit,), (later,))
    assert [(one.kind, one.first, one.lines) for one in reply.diffs[0]] == [
        ("old", 2, ("X", "Y")),
        ("new", 2, ("line 2",)),
    ]
    ten.check_replay()
    undone = done(ten.confirm("a", reply.seq))
    assert (undone.undone, undone.kept) == ((edit,), (later,))
    assert ten.data("f") == lines(*TEN[:6], "theirs", *TEN[7:])
    unchanged(ten.confirm("a", reply.seq))


def test_a_redo_is_shown_and_made(ten: World) -> None:
    edit = ten.edit("a", "f:2", "X\n").seq
    done(ten.undo("a", edit))
    reply = previewed(ten.ask("a", Redo(edit, preview=True)))
    assert (ten.data("f"), reply.redone) == (lines(*TEN), (edit,))
    assert done(ten.confirm("a", reply.seq)).redone == (edit,)
    assert ten.data("f") == lines("line 1", "X", *TEN[2:])


def test_a_rollback_names_all_edits_before_it_takes_them(ten: World) -> None:
    first = ten.edit("a", "f:2", "X\n").seq
    ten.edit("b", "f:8", "theirs\n")
    second = ten.edit("a", "f:4", "Y\n").seq
    reply = previewed(ten.ask("a", Rollback(2, preview=True)))
    assert reply.undone == (second, first)
    done(ten.confirm("a", reply.seq))
    assert ten.data("f") == lines(*TEN[:7], "theirs", *TEN[8:])


def test_the_undo_of_a_creation_is_shown_as_a_removal(world: World) -> None:
    edit = done(world.write("a", "f", "X\n")).seq
    reply = previewed(world.ask("a", Undo(edit, preview=True)))
    assert [one.state for one in reply.files] == ["removed"]
    done(world.confirm("a", reply.seq))
    assert world.files == {}


def test_an_undo_of_a_file_changed_since_is_refused_and_prepared_anew(ten: World) -> None:
    edit = ten.edit("a", "f:2", "X\n").seq
    number = previewed(ten.ask("a", Undo(edit, preview=True))).seq
    ten.outside("f", b"top\n" + ten.data("f"))
    reply = refused(ten.confirm("a", number), "prepared_stale")
    assert reply.next[0].arguments == {"event_id": f"p{reply.seq}"}
    ten.check_replay()
    assert done(ten.confirm("a", reply.seq)).undone == (edit,)
    assert ten.data("f") == lines("top", *TEN)


def test_an_undo_that_others_are_in_the_way_of_is_refused(ten: World) -> None:
    edit = ten.edit("a", "f:2", "X\n").seq
    number = previewed(ten.ask("a", Undo(edit, preview=True))).seq
    ten.edit("b", "f:2", "theirs\n")
    reply = refused(ten.confirm("a", number), "undo_conflict")
    assert not reply.prepared
    assert ten.data("f") == lines("line 1", "theirs", *TEN[2:])


def test_what_was_undone_meanwhile_is_not_undone_by_its_preview(ten: World) -> None:
    edit = ten.edit("a", "f:2", "X\n").seq
    undo = previewed(ten.ask("a", Undo(edit, preview=True))).seq
    done(ten.undo("a", edit))
    refused(ten.confirm("a", undo), "already_undone")
    redo = previewed(ten.ask("a", Redo(edit, preview=True))).seq
    done(ten.redo("a", edit))
    refused(ten.confirm("a", redo), "not_undone")


def test_the_preview_of_an_undo_of_anothers_edit_needs_leave(ten: World) -> None:
    edit = ten.edit("a", "f:2", "X\n").seq
    refused(ten.ask("b", Undo(edit, preview=True)), "not_yours")
    number = previewed(ten.ask("b", Undo(edit, anyone=True, preview=True))).seq
    done(ten.confirm("b", number))
    assert ten.data("f") == lines(*TEN)


def test_a_confirmed_undo_can_be_redone(ten: World) -> None:
    edit = ten.edit("a", "f:2", "X\n").seq
    number = previewed(ten.ask("a", Undo(edit, preview=True))).seq
    undo = done(ten.confirm("a", number)).seq
    done(ten.undo("a", undo))
    assert ten.data("f") == lines("line 1", "X", *TEN[2:])


def test_the_old_numbers_hold_through_a_confirmed_edit(ten: World) -> None:
    view = ten.read("a", "f").seq
    number = previewed(ten.insert("a", "f:2", "X\nY\n", view=view, preview=True)).seq
    done(ten.confirm("a", number))
    ten.edit("a", "f:5", "L5\n", view=view)
    assert ten.data("f") == lines(*TEN[:2], "X", "Y", *TEN[2:4], "L5", *TEN[5:])
    fresh = ten.view(ten.state.seq - 1, "f")
    assert fresh is not None
    assert fresh.spans == (Span(1, 6),)
