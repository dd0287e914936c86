"""What a call's line numbers mean, and when it may not have the lines: by content, by region."""

from itertools import permutations

import pytest

from editjournal.schemas.replies import Refusal
from editjournal.schemas.values import Span
from tests.core.world import World, body, codes, done, lines, numbered, refused, span, unchanged

TEN = numbered(1, 10)
CHANGERS = ("b", "outside")


def change(world: World, changer: str, *names: str) -> None:
    """Let another agent, or something outside, make the file be these lines."""
    if changer == "outside":
        world.outside("f", lines(*names))
    else:
        world.write(changer, "f", lines(*names), force=True)


def ten(world: World, who: str = "a") -> int:
    """Make a file of ten lines and return the view of a session that has read it."""
    world.outside("f", lines(*TEN))
    return world.read(who, "f").seq


@pytest.mark.parametrize("changer", CHANGERS)
class TestTheTable:
    """The file now, against the view."""

    def test_same_total_and_same_target_is_clean(self, world: World, changer: str) -> None:
        view = ten(world)
        change(world, changer, *TEN[:7], "changed", *TEN[8:])
        reply = world.edit("a", "f:3", "new\n", view=view)
        assert codes(reply) == []
        assert world.data("f") == lines(*TEN[:2], "new", *TEN[3:7], "changed", *TEN[8:])

    def test_same_total_and_another_target_is_done_with_a_warning(
        self, world: World, changer: str
    ) -> None:
        view = ten(world)
        change(world, changer, *TEN[:2], "theirs", *TEN[3:])
        reply = world.edit("a", "f:3-4", "new\n", view=view)
        assert codes(reply) == ["changed_since"]
        warning = reply.warnings[0]
        assert warning.values["view"] == view
        assert warning.values["undo"] == reply.seq
        assert warning.values["who"] == ("" if changer == "outside" else "b#1")
        assert [(one.kind, one.lines) for one in warning.body] == [
            ("old", ("line 3",)),
            ("new", ("theirs",)),
        ]
        assert world.data("f") == lines(*TEN[:2], "new", *TEN[4:])

    def test_a_target_that_moved_is_refused_with_its_place(
        self, world: World, changer: str
    ) -> None:
        view = ten(world)
        change(world, changer, "one", "two", *TEN)
        reply = refused(world.replace("a", "f:3", "new\n", view=view), "moved")
        assert reply.span == span(3)
        assert reply.values["now"] == "5"
        assert reply.values["unchanged"] == 1
        assert (reply.values["view_total"], reply.values["total"]) == (10, 12)
        assert (reply.values["delta"], reply.values["after_line"]) == (2, 0)
        assert reply.who is not None
        assert reply.who.name == ("" if changer == "outside" else "b#1")
        assert body(reply)[5] == "line 3"
        assert reply.view
        prepared, call = reply.next
        assert (prepared.tool, prepared.note) == ("be-confirm", "your text at 5")
        assert call.arguments == {"file": "f:5", "viewed_code_id": f"v{reply.seq}"}
        assert world.data("f") == lines("one", "two", *TEN)
        world.edit("a", "f:5", "new\n", view=reply.seq)
        assert world.data("f") == lines("one", "two", *TEN[:2], "new", *TEN[3:])

    def test_another_total_is_refused_though_the_target_stayed(
        self, world: World, changer: str
    ) -> None:
        view = ten(world)
        change(world, changer, *TEN, "more")
        reply = refused(world.replace("a", "f:3", "new\n", view=view), "moved")
        assert reply.values["now"] == "3"

    def test_a_target_found_elsewhere_is_refused_though_the_total_is_the_same(
        self, world: World, changer: str
    ) -> None:
        view = ten(world)
        change(world, changer, *TEN[:2], *TEN[4:8], *TEN[2:4], *TEN[8:])
        reply = refused(world.replace("a", "f:3-4", "new\n", view=view), "moved")
        assert reply.values["now"] == "7-8"
        reply = refused(world.replace("a", "f:5", "new\n", view=view), "moved")
        assert reply.values["now"] == "3"

    def test_a_target_swapped_with_its_neighbour_is_found(self, world: World, changer: str) -> None:
        view = ten(world)
        change(world, changer, *TEN[:2], TEN[3], TEN[2], *TEN[4:])
        for number, now in ((3, "4"), (4, "3")):
            reply = refused(world.replace("a", f"f:{number}", "new\n", view=view), "moved")
            assert reply.values["now"] == now

    def test_a_changed_target_that_moved_is_refused_with_a_diff(
        self, world: World, changer: str
    ) -> None:
        view = ten(world)
        change(world, changer, "top", *TEN[:2], "theirs", *TEN[3:])
        reply = refused(world.replace("a", "f:3-4", "new\n", view=view), "changed")
        assert reply.values["now"] == "4-5"
        assert reply.values["unchanged"] == 0
        diff = [(one.kind, one.first, one.lines) for one in reply.body if one.kind != "lines"]
        assert diff == [("old", 4, ("line 3",)), ("new", 4, ("theirs",))]
        assert body(reply) == {4: "theirs", 5: "line 4"}

    def test_a_changed_target_with_a_moved_line_in_it_is_refused(
        self, world: World, changer: str
    ) -> None:
        view = ten(world)
        change(world, changer, *TEN[:3], "between", *TEN[3:9])
        refused(world.replace("a", "f:3-5", "new\n", view=view), "changed")
        change(world, changer, *TEN[:3], "between", TEN[3], *TEN[5:])
        refused(world.replace("a", "f:3-5", "new\n", view=view), "changed")

    def test_a_target_of_which_a_line_went_elsewhere_is_refused(
        self, world: World, changer: str
    ) -> None:
        view = ten(world)
        change(world, changer, *TEN[:2], "theirs", *TEN[3:7], TEN[2], *TEN[8:])
        refused(world.replace("a", "f:3-4", "new\n", view=view), "changed")

    def test_a_target_that_grew_is_refused_though_the_total_is_the_same(
        self, world: World, changer: str
    ) -> None:
        view = ten(world)
        change(world, changer, *TEN[:2], "these", "theirs", *TEN[3:8], TEN[9])
        refused(world.replace("a", "f:3", "new\n", view=view), "changed")

    def test_a_target_that_is_gone_is_refused(self, world: World, changer: str) -> None:
        view = ten(world)
        change(world, changer, *TEN[:2], *TEN[3:])
        reply = refused(world.replace("a", "f:3", "new\n", view=view), "changed")
        assert "now" not in reply.values

    def test_a_target_changed_and_changed_back_is_clean(self, world: World, changer: str) -> None:
        view = ten(world)
        change(world, changer, *TEN[:2], "theirs", *TEN[3:])
        world.read("c", "f")
        change(world, changer, *TEN)
        assert codes(world.edit("a", "f:3", "new\n", view=view)) == []

    def test_a_line_like_the_target_that_stood_elsewhere_before_is_not_taken_for_it(
        self, world: World, changer: str
    ) -> None:
        world.outside("f", lines("x", "same", "y", "same", "z"))
        view = world.read("a", "f").seq
        change(world, changer, "x", "theirs", "y", "same", "z")
        reply = world.edit("a", "f:2", "new\n", view=view)
        assert codes(reply) == ["changed_since"]
        assert world.data("f") == lines("x", "new", "y", "same", "z")

    def test_a_target_that_came_twice_is_refused_without_a_place(
        self, world: World, changer: str
    ) -> None:
        view = ten(world)
        change(world, changer, *TEN[:2], "theirs", *TEN[3:6], TEN[2], TEN[2], *TEN[8:])
        reply = refused(world.replace("a", "f:3", "new\n", view=view), "changed")
        assert reply.values["unchanged"] == 0

    def test_force_takes_todays_numbers(self, world: World, changer: str) -> None:
        view = ten(world)
        change(world, changer, "one", "two", *TEN)
        reply = world.edit("a", "f:12", "new\n", view=view, force=True)
        assert codes(reply) == []
        assert world.data("f") == lines("one", "two", *TEN[:9], "new")


def test_a_file_that_is_gone_or_became_a_folder_is_refused(world: World) -> None:
    view = ten(world)
    world.outside("f", None)
    refused(world.replace("a", "f:3", "new\n", view=view), "no_such_file")
    world.outside("f/g", b"")
    refused(world.replace("a", "f:3", "new\n", view=view), "is_folder")


def test_a_view_of_another_file_or_an_unknown_one_is_refused(world: World) -> None:
    view = ten(world)
    world.outside("g", lines(*TEN))
    other = world.read("a", "g").seq
    reply = refused(world.replace("a", "f:3", "new\n", view=other), "view_of_other_file")
    assert reply.values["other"] == "g"
    assert str(reply.values["last"]).startswith(f"v{view} (1-10)")
    refused(world.replace("a", "f:3", "new\n", view=999), "unknown_view")


def test_a_view_holds_for_every_session_of_the_workspace(world: World) -> None:
    view = ten(world)
    world.edit("b", "f:3", "new\n", view=view)
    world.edit("b", "f:5", "newer\n", view=view)
    assert world.data("f") == lines(*TEN[:2], "new", TEN[3], "newer", *TEN[5:])


def test_what_another_agent_did_is_told_to_the_owner_of_the_view(world: World) -> None:
    view = ten(world)
    world.edit("b", "f:3", "new\n", view=view)
    reply = world.edit("a", "f:3", "mine\n", view=view)
    assert codes(reply) == ["changed_since"]


def test_bytes_that_were_not_kept_prove_nothing(world: World) -> None:
    world.outside("f", lines(*TEN))
    view = world.read("a", "f").seq
    world.kept.clear()
    world.versions.clear()
    world.outside("f", lines(*TEN[:2], "theirs", *TEN[3:]))
    world.versions[world.file("f").digest] = lines(*TEN)
    refused(world.replace("a", "f:3", "new\n", view=view), "changed")


# --- the session's own edits --------------------------------------------------------------------

CALLS = {
    "1": "first\nand more\n",
    "3-4": "",
    "5": "line 5\nafter five\n",
    "6": "before six\nline 6\n",
    "8-10": "eight\n",
}
AT_ONCE = (
    *("first", "and more", "line 2", "line 5", "after five", "before six", "line 6"),
    *("line 7", "eight"),
)


@pytest.mark.parametrize("order", list(permutations(CALLS)))
def test_own_edits_with_one_view_come_to_the_same_in_any_order(
    world: World, order: tuple[str, ...]
) -> None:
    view = ten(world)
    for where in order:
        assert codes(world.edit("a", f"f:{where}", CALLS[where], view=view)) == []
    assert world.data("f") == lines(*AT_ONCE)


def test_each_own_edits_view_has_the_new_numbers_and_the_old_ones_stay(world: World) -> None:
    view = ten(world)
    first = world.edit("a", "f:3", "x\ny\nz\n", view=view)
    assert body(first)[5] == "z"
    world.edit("a", "f:5", "Z\n", view=first.seq)
    world.edit("a", "f:6", "five\n", view=first.seq)  # line 4 of the first read
    world.edit("a", "f:9", "nine\n", view=view)
    assert world.text("f").split()[:6] == ["line", "1", "line", "2", "x", "y"]
    assert world.data("f") == lines(*TEN[:2], "x", "y", "Z", "five", *TEN[4:8], "nine", TEN[9])


def test_lines_an_own_edit_replaced_map_as_a_whole(world: World) -> None:
    view = ten(world)
    world.edit("a", "f:3-5", "new\n", view=view)
    world.edit("a", "f:3-5", "newer\nand\nmore\n", view=view)
    world.edit("a", "f:2-6", "all\n", view=view)
    assert world.data("f") == lines("line 1", "all", *TEN[6:])


def test_a_part_of_lines_an_own_edit_replaced_is_refused(world: World) -> None:
    view = ten(world)
    world.edit("a", "f:3-5", "new\n", view=view)
    for part in ("3", "4", "4-5", "2-3", "5-6"):
        reply = refused(world.replace("a", f"f:{part}", "x\n", view=view), "own_part")
        assert body(reply)[3] == "new"
    assert world.data("f") == lines(*TEN[:2], "new", *TEN[5:])


def test_a_line_that_an_own_edit_left_as_it_was_can_still_be_meant(world: World) -> None:
    view = ten(world)
    world.edit("a", "f:3-5", "line 3\nnew\nline 5\n", view=view)
    world.edit("a", "f:5", "five\n", view=view)
    assert world.data("f") == lines(*TEN[:3], "new", "five", *TEN[5:])


def test_a_line_replaced_by_itself_and_more_maps_to_all_of_it(world: World) -> None:
    view = ten(world)
    world.edit("a", "f:3", "line 3\nadded\n", view=view)
    world.edit("a", "f:3", "line 3\nadded, and right\n", view=view)
    assert world.data("f") == lines(*TEN[:3], "added, and right", *TEN[3:])


def test_lines_an_own_edit_deleted_are_refused(world: World) -> None:
    view = ten(world)
    world.edit("a", "f:3-4", "", view=view)
    refused(world.replace("a", "f:3-4", "new\n", view=view), "own_deleted")
    refused(world.replace("a", "f:4-5", "new\n", view=view), "own_part")
    world.edit("a", "f:2-5", "new\n", view=view)
    assert world.data("f") == lines("line 1", "new", *TEN[5:])


def test_an_own_undo_makes_no_view_stale(world: World) -> None:
    view = ten(world)
    edit = world.edit("a", "f:3-4", "", view=view).seq
    assert done(world.undo("a", edit)).undone == (edit,)
    world.edit("a", "f:3-4", "new\n", view=view)
    world.edit("a", "f:3-4", "newer\n", view=view)
    assert world.data("f") == lines(*TEN[:2], "newer", *TEN[4:])


def test_after_an_undo_lines_replaced_before_it_map_to_what_is_there(world: World) -> None:
    view = ten(world)
    world.edit("a", "f:3-4", "x\ny\n", view=view)
    gone = world.edit("a", "f:3-4", "", view=view).seq
    done(world.undo("a", gone))
    world.edit("a", "f:3-5", "new\n", view=view)
    assert world.data("f") == lines(*TEN[:2], "new", *TEN[5:])


def test_lines_between_which_a_redo_put_lines_of_another_view_are_refused(world: World) -> None:
    view = ten(world)
    edit = world.edit("a", "f:2-3", "line 2\nx\n", view=view).seq
    undo = done(world.undo("a", edit)).seq
    world.edit("a", "f:4", "between\nline 4\n", view=world.read("a", "f").seq)
    done(world.undo("a", undo))
    assert world.data("f") == lines(*TEN[:2], "between", "x", *TEN[3:])
    refused(world.replace("a", "f:1-3", "new\n", view=edit), "own_part")


def test_an_own_whole_write_is_followed_too(world: World) -> None:
    view = ten(world)
    world.write("a", "f", lines("top", *TEN), view=view)
    world.edit("a", "f:3", "new\n", view=view)
    assert world.data("f") == lines("top", *TEN[:2], "new", *TEN[3:])


# --- lines outside the view, or no view: only where nothing moved them --------------------------


@pytest.mark.parametrize("changer", CHANGERS)
def test_lines_that_others_did_not_move_need_no_view(world: World, changer: str) -> None:
    ten(world)
    change(world, changer, *TEN[:7], "added", *TEN[7:])
    assert codes(world.edit("a", "f:3", "new\n")) == []
    refused(world.replace("a", "f:9", "new\n"), "moved_unseen")


def test_a_number_without_a_view_is_refused_once_an_own_edit_moved_its_line(world: World) -> None:
    ten(world)
    world.edit("a", "f:3", "x\ny\n")
    reply = refused(world.replace("a", "f:8", "new\n"), "moved_unseen")
    assert reply.values["now"] == "9"
    assert body(reply)[9] == "line 8"
    assert codes(world.edit("a", "f:2", "two\n")) == []


def test_the_small_fresh_view_of_an_edit_does_not_lend_its_id_to_old_numbers(
    world: World,
) -> None:
    view = ten(world)
    small = world.edit("a", "f:2", "x\ny\n", view=view).seq
    reply = refused(world.replace("a", "f:8", "new\n", view=small), "not_covered")
    assert reply.values["now"] == "9"
    assert reply.values["given_view"] == small
    assert world.data("f") == lines("line 1", "x", "y", *TEN[2:])
    world.edit("a", "f:8", "new\n", view=view)
    assert world.data("f") == lines("line 1", "x", "y", *TEN[2:7], "new", *TEN[8:])


def test_a_small_fresh_view_after_which_nothing_moved_will_do(world: World) -> None:
    view = ten(world)
    small = world.edit("a", "f:2", "two\n", view=view).seq
    assert codes(world.edit("a", "f:8", "new\n", view=small)) == []


def test_a_range_seen_in_part_is_refused_where_that_part_moved(world: World) -> None:
    world.outside("f", lines(*numbered(1, 40)))
    world.read("a", "f:1-20")
    world.edit("a", "f:3", "x\ny\n")
    refused(world.replace("a", "f:18-25", "new\n"), "moved_unseen")


def test_lines_never_read_are_taken_by_todays_numbers_with_a_warning(world: World) -> None:
    world.outside("f", lines(*numbered(1, 40)))
    assert codes(world.edit("a", "f:30", "new\n")) == ["never_read"]
    world.read("a", "f:1-5")
    assert codes(world.edit("a", "f:20-21", "new\nline\n")) == ["never_read"]


def test_lines_never_read_are_refused_once_an_own_edit_moved_them(world: World) -> None:
    world.outside("f", lines(*numbered(1, 40)))
    world.edit("a", "f:10", "x\ny\n")
    refused(world.replace("a", "f:30", "new\n"), "moved_unread")
    world.edit("a", "f:5", "five\n")
    world.read("a", "f:30")
    world.edit("a", "f:30", "new\n")
    assert world.text("f").split("\n")[29] == "new"


def test_a_file_that_the_session_wrote_as_a_whole_counts_as_read(world: World) -> None:
    world.write("a", "f", lines(*TEN))
    assert codes(world.edit("a", "f:3", "x\ny\n")) == []
    refused(world.replace("a", "f:8", "new\n"), "moved_unseen")


# --- the same call twice; several agents in one session -----------------------------------------


@pytest.mark.parametrize(
    ("where", "content"),
    [
        ("3", "new\n"),
        ("3-5", "new\n"),
        ("3", "line 3\nadded\n"),
        ("3", "added\nline 3\n"),
        ("3-4", ""),
        ("10", "line 10\nend\n"),
    ],
)
def test_the_same_call_twice_makes_one_edit(world: World, where: str, content: str) -> None:
    view = ten(world)
    world.edit("a", f"f:{where}", content, view=view)
    after = world.data("f")
    unchanged(world.replace("a", f"f:{where}", content, view=view))
    assert world.data("f") == after


def test_the_same_call_twice_without_a_view_makes_one_edit(world: World) -> None:
    ten(world)
    world.edit("a", "f:3", "x\ny\n")
    unchanged(world.replace("a", "f:3", "x\ny\n"))


def test_another_agent_in_the_session_is_told_of_an_edit_by_a_view_of_its_own(
    world: World,
) -> None:
    mine = ten(world)
    theirs = world.read("a", "f").seq
    world.edit("a", "f:3", "theirs\n", view=theirs)
    reply = world.edit("a", "f:3", "mine\n", view=mine)
    assert codes(reply) == ["changed_since"]
    world.edit("a", "f:6", "x\ny\n", view=theirs)
    refused(world.replace("a", "f:6", "mine\n", view=mine), "changed")
    assert codes(world.edit("a", "f:8", "mine too\n", view=mine)) == []


def test_an_edit_by_a_view_that_came_from_the_own_one_is_no_news(world: World) -> None:
    mine = ten(world)
    edit = world.edit("a", "f:3", "x\ny\n", view=mine).seq
    world.edit("a", "f:4", "z\n", view=edit)
    assert codes(world.edit("a", "f:3", "both\n", view=mine)) == []
    assert world.data("f") == lines(*TEN[:2], "both", *TEN[3:])


def test_the_views_that_others_made_stale_are_listed(world: World) -> None:
    view = ten(world)
    world.edit("b", "f:3-4", "theirs\n", view=view)
    world.edit("a", "f:8", "mine\n", view=view, force=True)
    stale = world.status("a").stale
    assert [(one.view, one.differ, one.by and one.by.name) for one in stale] == [
        (view, (Span(3, 4),), "b#1")
    ]


def test_a_refusal_is_a_view_of_the_lines_it_shows(world: World) -> None:
    view = ten(world)
    change(world, "outside", "top", *TEN)
    reply = world.replace("a", "f:3", "new\n", view=view)
    assert isinstance(reply, Refusal)
    assert body(reply) == {2: "line 1", 3: "line 2", 4: "line 3", 5: "line 4", 6: "line 5"}
    refused(world.replace("a", "f:8", "new\n", view=reply.seq), "not_covered")
    # A call without an id may have been sent beside the refused one, which it then had not seen.
    refused(world.replace("a", "f:4", "new\n"), "moved_unseen")
    assert codes(world.edit("a", "f:4", "new\n", view=reply.seq)) == []


def test_of_lines_that_were_not_kept_it_is_not_said_that_they_changed(world: World) -> None:
    """A large file is not kept for having been read."""
    world.outside("f", lines(*TEN))
    world.is_forgetful = True
    view = world.read("a", "f").seq
    world.kept.clear()
    world.outside("f", lines("new", *TEN))
    reply = world.replace("a", "f:5", "mine\n", view=view)
    assert isinstance(reply, Refusal)
    assert (reply.code, reply.values["unkept"], reply.body) == ("changed", 1, ())
    assert [call.tool for call in reply.next] == ["be-read"]


@pytest.mark.parametrize(
    ("tool", "note"),
    [("be-replace", "with text that takes this in"), ("be-delete", "if it is to go all the same")],
)
def test_what_others_changed_is_to_be_taken_in_or_to_go(world: World, tool: str, note: str) -> None:
    view = ten(world)
    world.write("b", "f", lines("top", *TEN[:4], "theirs", *TEN[5:]), force=True)
    if tool == "be-delete":
        reply = world.delete("a", "f:5-6", view=view)
    else:
        reply = world.replace("a", "f:5-6", "mine\n", view=view)
    (call,) = refused(reply, "changed").next
    assert (call.tool, call.arguments["file"], call.note) == (tool, "f:6-7", note)
