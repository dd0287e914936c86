"""be-replace with `edits`: several changes in one numbering, all of them or none."""

import itertools

import pytest

from editjournal.schemas.facts import Edited
from editjournal.schemas.replies import Call, Refusal
from editjournal.schemas.requests import InsertChip, Item, ReplaceSeveral
from editjournal.schemas.values import Span
from tests.core.world import (
    World,
    body,
    codes,
    done,
    lines,
    numbered,
    previewed,
    refused,
    span,
    unchanged,
)

TEN = numbered(1, 10)
MIXED = (
    Item("X\n", span=Span(2, 3)),
    Item("top\n", after=0),
    Item("after 5\n", after=5),
    Item("L7", old="line 7"),
    Item("", span=Span(9, 9)),
    Item("end\n", after=-1),
)
MIXED_MADE = lines(
    *("top", "line 1", "X", "line 4", "line 5", "after 5", "line 6", "L7", "line 8", "line 10"),
    "end",
)


@pytest.fixture
def ten(world: World) -> World:
    world.outside("f", lines(*TEN))
    return world


def problems(refusal: Refusal) -> dict[int, str]:
    return {one.number: one.refusal.code for one in refusal.problems}


# --- all or none ----------------------------------------------------------------------------------


def test_lines_places_and_texts_are_mixed_in_one_numbering(ten: World) -> None:
    view = ten.read("a", "f").seq
    reply = done(ten.several("a", "f", *MIXED, view=view))
    assert ten.data("f") == MIXED_MADE
    [file] = reply.files
    assert (file.delta, file.total, len(file.parts)) == (1, 11, 6)
    done(ten.undo("a", reply.seq))
    assert ten.data("f") == lines(*TEN)


@pytest.mark.parametrize("order", list(itertools.permutations(range(4)))[::5])
def test_the_order_of_edits_is_of_no_account(ten: World, order: tuple[int, ...]) -> None:
    some = MIXED[:4]
    view = ten.read("a", "f").seq
    done(ten.several("a", "f", *(some[at] for at in order), view=view))
    expected = ("top", "line 1", "X", "line 4", "line 5", "after 5", "line 6", "L7", *TEN[7:])
    assert ten.data("f") == lines(*expected)


def test_one_invalid_edit_and_nothing_is_written(ten: World) -> None:
    first = ten.state.seq
    reply = refused(
        ten.several("a", "f", Item("A", old="line 1\n"), Item("B", old="zzz")), "items_unfit"
    )
    assert ten.data("f") == lines(*TEN)
    assert problems(reply) == {2: "old_none"}
    assert reply.values == {"items": 2, "unfit": 1, "fit": "1"}
    assert (reply.prepared, bool(reply.chip)) == (False, True)
    assert not any(isinstance(one.fact, Edited) for one in ten.entries[first:])


def test_the_refusal_names_all_that_fit_and_all_that_do_not(ten: World) -> None:
    items = [
        Item("A", old="zzz"),
        *(Item("x\n", span=span(at)) for at in (2, 4, 6)),
        Item("B\n", span=Span(11, 12)),
        Item("C\n"),
        Item("", after=3),
        Item("D\n", span=Span(8, 7)),
        Item("E\n", after=11),
    ]
    reply = refused(ten.several("a", "f", *items), "items_unfit")
    assert reply.values == {"items": 9, "unfit": 6, "fit": "2, 3 and 4"}
    assert problems(reply) == {
        1: "old_none",
        5: "past_end",
        6: "no_place",
        7: "nothing_to_insert",
        8: "bad_lines",
        9: "past_end",
    }


def test_none_that_fits_is_said_by_nothing(ten: World) -> None:
    reply = refused(ten.several("a", "f", Item("A", old="zzz")), "items_unfit")
    assert reply.values == {"items": 1, "unfit": 1, "fit": ""}
    reply = refused(
        ten.several(
            "a", "f", Item("A", old="zzz"), Item("B\n", span=span(1)), Item("C\n", after=1)
        ),
        "items_unfit",
    )
    assert reply.values["fit"] == "2 and 3"


def test_a_problem_says_what_its_refusal_would_and_shows_no_lines(ten: World) -> None:
    reply = refused(ten.several("a", "f", Item("A", old="line 2\nline 4")), "items_unfit")
    [problem] = reply.problems
    assert problem.refusal.values["line"] == 3
    assert (problem.refusal.body, problem.refusal.view, problem.refusal.next) == ((), False, ())
    alone = refused(ten.replace("a", "f", "A", old="line 2\nline 4"), "old_none")
    assert alone.values == problem.refusal.values


# --- edits that meet ------------------------------------------------------------------------------


def test_ranges_may_touch(ten: World) -> None:
    done(
        ten.several(
            "a",
            "f",
            Item("x\n", span=Span(1, 3)),
            Item("y\ny\n", span=Span(4, 5)),
            Item("", span=Span(6, 6)),
            Item("after 3\n", after=3),
            Item("after 6\n", after=6),
        )
    )
    assert ten.data("f") == lines("x", "after 3", "y", "y", "after 6", *TEN[6:])


@pytest.mark.parametrize(
    ("items", "number", "other"),
    [
        ([Item("x\n", span=Span(2, 4)), Item("y\n", span=Span(4, 5))], 2, 1),
        ([Item("x\n", span=Span(2, 8)), Item("y\n", span=Span(4, 5))], 2, 1),
        ([Item("x\n", span=Span(2, 4)), Item("y\n", span=Span(2, 4))], 2, 1),
        ([Item("q\n", after=1), Item("x\n", span=Span(2, 4)), Item("y\n", after=3)], 3, 2),
        ([Item("x\n", span=Span(2, 4)), Item("y", old="ne 3")], 2, 1),
        ([Item("y", old="ne 3"), Item("x\n", span=Span(2, 4))], 2, 1),
        ([Item("x", old="line 3"), Item("y", old="ne 3\nli")], 2, 1),
        ([Item("x", old="line 3\nline 4"), Item("y\n", after=3)], 2, 1),
        ([Item("x\n", span=Span(2, 2)), Item("y", old="line ", all=True)], 2, 1),
    ],
)
def test_edits_that_overlap_are_refused_naming_the_other(
    ten: World, items: list[Item], number: int, other: int
) -> None:
    reply = refused(ten.several("a", "f", *items), "items_unfit")
    assert problems(reply) == {number: "items_overlap"}
    assert reply.problems[0].refusal.values == {"other": other}
    assert (reply.prepared, ten.data("f")) == (False, lines(*TEN))


def test_texts_within_one_line_are_apart(world: World) -> None:
    world.outside("f", b"a(b, c) # d\nnext\n")
    items = (Item("A", old="a"), Item("B, BB", old="b"), Item("", old=" # d"), Item("C", old="c"))
    edit = done(world.several("a", "f", *items)).seq
    assert world.data("f") == b"A(B, BB, C)\nnext\n"
    done(world.undo("a", edit))
    assert world.data("f") == b"a(b, c) # d\nnext\n"


def test_texts_that_touch_are_apart(world: World) -> None:
    world.outside("f", b"abcd\n")
    done(world.several("a", "f", Item("X", old="ab"), Item("Y", old="cd")))
    assert world.data("f") == b"XY\n"


def test_texts_put_at_one_place_keep_their_order(ten: World) -> None:
    items = [Item(f"{one}\n", after=4) for one in ("x", "y", "z")]
    done(ten.several("a", "f", *items, Item("end 1\n", after=-1), Item("end 2", after=-1)))
    assert ten.data("f") == lines(*TEN[:4], "x", "y", "z", *TEN[4:], "end 1", "end 2")


def test_several_at_the_end_of_a_file_without_last_line_end(world: World) -> None:
    world.outside("f", b"a\nb")
    items = (Item("B", span=span(2)), Item("c", after=2), Item("d", after=-1), Item("top", after=0))
    edit = done(world.several("a", "f", *items)).seq
    assert world.data("f") == b"top\na\nB\nc\nd"
    done(world.undo("a", edit))
    assert world.data("f") == b"a\nb"


def test_line_ends_are_those_of_each_place(world: World) -> None:
    world.outside("f", b"a\r\nb\nc\r\nd\n")
    done(world.several("a", "f", Item("A\nAA", span=span(1)), Item("B", span=span(2))))
    assert world.data("f") == b"A\r\nAA\r\nB\nc\r\nd\n"


# --- `old` ----------------------------------------------------------------------------------------


def test_a_text_that_occurs_several_times_does_not_fit(world: World) -> None:
    world.outside("f", lines("x", "a", "x"))
    reply = refused(world.several("a", "f", Item("y", old="x"), Item("b", old="a")), "items_unfit")
    assert problems(reply) == {1: "old_many"}
    assert reply.problems[0].refusal.values == {"matches": 2, "places": "1, 3"}


def test_of_several_places_the_only_one_in_the_view_is_meant(world: World) -> None:
    world.outside("f", lines("x", "a", "x", "b", "x"))
    view = world.read("a", "f:2-4").seq
    done(world.several("a", "f", Item("y", old="x"), Item("B\n", span=span(4)), view=view))
    assert world.data("f") == lines("x", "a", "y", "B", "x")


def test_a_text_twice_in_the_view_does_not_fit(world: World) -> None:
    world.outside("f", lines("x", "a", "x"))
    view = world.read("a", "f").seq
    reply = refused(world.several("a", "f", Item("y", old="x"), view=view), "items_unfit")
    assert problems(reply) == {1: "old_many"}


def test_every_place_of_a_text_is_taken_on_request(world: World) -> None:
    world.outside("f", lines("x", "a", "x"))
    done(world.several("a", "f", Item("y", old="x", all=True), Item("b", old="a")))
    assert world.data("f") == lines("y", "b", "y")


def test_lines_must_be_the_text_that_stands_beside_them(ten: World) -> None:
    good, bad = Item("x\n", span(2), old="line 2"), Item("y\n", span(3), old="line\t3")
    reply = refused(ten.several("a", "f", good, bad), "items_unfit")
    assert problems(reply) == {2: "old_mismatch"}
    done(ten.several("a", "f", good, Item("y\n", span(3), old="line 3\n")))
    assert ten.data("f") == lines("line 1", "x", "y", *TEN[3:])


# --- views ----------------------------------------------------------------------------------------


def test_numbers_are_those_of_the_view_after_own_edits(ten: World) -> None:
    view = ten.read("a", "f").seq
    done(ten.insert("a", "f:1", "new\n", view=view))
    done(ten.several("a", "f", Item("X\n", span=span(5)), Item("Y\n", after=10), view=view))
    assert ten.data("f") == lines("line 1", "new", *TEN[1:4], "X", *TEN[5:], "Y")


def test_the_views_of_the_reply_are_the_places_with_what_was_sent(ten: World) -> None:
    items = (Item("x\ny\n", span=span(2)), Item("", span=span(4)), Item("z\n", after=8))
    edit = done(ten.several("a", "f", *items)).seq
    view = ten.view(edit, "f")
    assert view is not None
    assert view.spans == (Span(2, 3), Span(9, 9))
    done(ten.several("a", "f", Item("Y\n", span=span(3)), Item("Z\n", span=span(9)), view=edit))
    assert ten.data("f") == lines("line 1", "x", "Y", "line 3", *TEN[4:8], "Z", *TEN[8:])


def test_edits_that_come_to_one_place_show_the_lines_around_it(ten: World) -> None:
    reply = done(ten.several("a", "f", Item("x\n", span=span(5))))
    assert body(reply) == {3: "line 3", 4: "line 4", 5: "x", 6: "line 6", 7: "line 7"}


def test_lines_that_others_moved_are_prepared_where_each_has_one_place(ten: World) -> None:
    view = ten.read("a", "f").seq
    ten.outside("f", lines("top", *TEN))
    reply = refused(
        ten.several("a", "f", Item("X\n", span=span(2)), Item("Y\n", after=5), view=view),
        "items_unfit",
    )
    assert problems(reply) == {1: "moved", 2: "moved"}
    assert reply.next[0] == Call(
        "be-confirm", {"event_id": f"p{reply.seq}"}, "all of them, with these repairs"
    )
    edit = done(ten.confirm("a", reply.seq)).seq
    assert ten.data("f") == lines("top", "line 1", "X", *TEN[2:5], "Y", *TEN[5:])
    done(ten.undo("a", edit))
    assert ten.data("f") == lines("top", *TEN)


def test_one_repair_is_said_by_itself_and_the_rest_is_made_with_it(ten: World) -> None:
    reply = refused(
        ten.several("a", "f", Item("X\n", span=span(2)), Item("\tY", old="line 7 ")), "items_unfit"
    )
    assert reply.next[0].note == "white space at line ends aside"
    done(ten.confirm("a", reply.seq))
    assert ten.data("f") == lines("line 1", "X", *TEN[2:6], "\tY", *TEN[7:])


def test_nothing_is_prepared_where_one_edit_has_no_repair(ten: World) -> None:
    view = ten.read("a", "f").seq
    ten.outside("f", lines("top", *TEN))
    items = (Item("X\n", span=span(2)), Item("Y", old="zzz"))
    assert not refused(ten.several("a", "f", *items, view=view), "items_unfit").prepared


def test_nothing_is_prepared_where_the_repaired_would_overlap(ten: World) -> None:
    view = ten.read("a", "f").seq
    ten.outside("f", lines("top", *TEN))
    items = (Item("X\n", span=span(2)), Item("Y", old="line 2"))
    reply = refused(ten.several("a", "f", *items, view=view), "items_unfit")
    assert (problems(reply), reply.prepared) == ({1: "moved"}, False)


def test_what_others_changed_in_place_is_told_and_kept(ten: World) -> None:
    view = ten.read("a", "f").seq
    ten.edit("b", "f:4", "theirs\n")
    reply = done(
        ten.several("a", "f", Item("X\n", span=span(4)), Item("Y\n", span=span(8)), view=view)
    )
    assert codes(reply) == ["changed_since"]
    assert reply.warnings[0].values["chip"] == reply.chips[0]
    assert ten.data("f") == lines(*TEN[:3], "X", *TEN[4:7], "Y", *TEN[8:])


def test_lines_that_moved_are_followed_on_request(ten: World) -> None:
    view = ten.read("a", "f").seq
    ten.outside("f", lines("top", *TEN))
    items = (Item("X\n", span=span(2)), Item("Y\n", after=5))
    done(ten.several("a", "f", *items, view=view, reanchor=True))
    assert ten.data("f") == lines("top", "line 1", "X", *TEN[2:5], "Y", *TEN[5:])


# --- several files --------------------------------------------------------------------------------


def test_edits_of_several_files_are_one_edit_and_one_undo(ten: World) -> None:
    ten.outside("g", b"a\r\nb\r\n")
    ten.outside("d/h", b"x")
    reply = done(
        ten.several(
            "a",
            "f",
            Item("X\n", span=span(1)),
            Item("B", file=b"g:2"),
            Item("new", file=b"g", after=0),
            Item("y\n", file=b"d/h", old="x"),
        )
    )
    assert [one.path for one in reply.files] == [b"f", b"g", b"d/h"]
    assert (ten.data("g"), ten.data("d/h")) == (b"new\r\na\r\nB\r\n", b"y\n")
    assert ten.data("f") == lines("X", *TEN[1:])
    done(ten.undo("a", reply.seq))
    assert (ten.data("f"), ten.data("g"), ten.data("d/h")) == (lines(*TEN), b"a\r\nb\r\n", b"x")


def test_the_fresh_view_is_one_of_each_file(ten: World) -> None:
    ten.outside("g", lines("a", "b"))
    edit = done(ten.several("a", "f", Item("X\n", span=span(1)), Item("A\n", file=b"g:1"))).seq
    ten.edit("a", "f:1", "XX\n", view=edit)
    ten.edit("a", "g:1", "AA\n", view=edit)
    assert (ten.data("f"), ten.data("g")) == (lines("XX", *TEN[1:]), lines("AA", "b"))


def test_a_file_that_cannot_be_edited_is_the_problem_of_its_edit(ten: World) -> None:
    ten.outside("r", b"a\n", mode=0o444)
    ten.outside("b", b"\0")
    items = (
        Item("X\n", span=span(1)),
        Item("y", file=b"r:1"),
        Item("y", file=b"gone:1"),
        Item("y", file=b"b:1"),
    )
    reply = refused(ten.several("a", "f", *items), "items_unfit")
    assert problems(reply) == {2: "read_only", 3: "no_such_file", 4: "binary"}
    assert ten.data("f") == lines(*TEN)


def test_one_failing_file_and_none_is_written(ten: World) -> None:
    ten.outside("g", lines("a"))
    reply = ten.several("a", "f", Item("X\n", span=span(1)), Item("b", file=b"g", old="zzz"))
    refused(reply, "items_unfit")
    assert (ten.data("f"), ten.data("g")) == (lines(*TEN), lines("a"))


def test_the_calls_file_may_be_named_again(ten: World) -> None:
    items = (Item("X\n", span=span(1)), Item("Y\n", file=b"f:1"))
    assert problems(refused(ten.several("a", "f", *items), "items_unfit")) == {2: "items_overlap"}
    done(ten.several("a", "f", Item("X\n", span=span(1)), Item("Y\n", file=b"f:2")))
    assert ten.data("f") == lines("X", "Y", *TEN[2:])


# --- the whole call -------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["f:2", "f:2-3", "f:ALL"])
def test_lines_beside_edits_are_an_error(ten: World, where: str) -> None:
    reply = refused(ten.several("a", where, Item("x\n", span=span(1))), "beside_edits")
    assert (reply.verdict, ten.data("f")) == ("ERROR", lines(*TEN))


def test_a_name_that_ends_like_lines_is_a_name_if_it_exists(world: World) -> None:
    world.outside("f:2", lines("a", "b"))
    done(world.several("a", "f:2", Item("A\n", span=span(1)), Item("B", old="b")))
    assert world.data("f:2") == lines("A", "B")
    world.outside("f", lines(*TEN))
    refused(world.several("a", "f:2", Item("x\n", span=span(1))), "ambiguous_place")


def test_what_changes_nothing_is_unchanged(ten: World) -> None:
    items = (Item("line 1\n", span=span(1)), Item("line 2", old="line 2"))
    assert unchanged(ten.several("a", "f", *items)).path == b"f"
    done(ten.several("a", "f", *items, Item("X", old="line 3")))
    assert ten.data("f") == lines("line 1", "line 2", "X", *TEN[3:])


def test_no_edits_at_all_change_nothing(ten: World) -> None:
    unchanged(ten.ask("a", ReplaceSeveral(b"f", ())))


def test_the_same_call_twice_makes_one_edit(ten: World) -> None:
    view = ten.read("a", "f").seq
    items = (Item("X\n", span=span(2)), Item("Y\n", span=Span(4, 5)))
    done(ten.several("a", "f", *items, view=view))
    unchanged(ten.several("a", "f", *items, view=view))


def test_several_changes_are_shown_before_they_are_made(ten: World) -> None:
    view = ten.read("a", "f").seq
    reply = previewed(ten.several("a", "f", *MIXED, view=view, preview=True))
    assert ten.data("f") == lines(*TEN)
    assert [one.kind for one in reply.diffs[0]][:3] == ["new", "old", "new"]
    done(ten.confirm("b", reply.seq))
    assert ten.data("f") == MIXED_MADE


def test_text_with_a_readers_numbers_is_prepared_without_them(ten: World) -> None:
    items = (Item("2|X\n3|Y\n", span=Span(2, 3)), Item("Z\n", span=span(8)))
    reply = refused(ten.several("a", "f", *items), "items_unfit")
    assert problems(reply) == {1: "numbered_content"}
    done(ten.confirm("a", reply.seq))
    assert ten.data("f") == lines("line 1", "X", "Y", *TEN[3:7], "Z", *TEN[8:])


def test_deleted_lines_of_all_places_are_one_chip(ten: World) -> None:
    reply = done(
        ten.several("a", "f", Item("", span=span(2)), Item("", span=span(5)), Item("x", old="ne 7"))
    )
    assert len(reply.chips) == 1
    fact = ten.entries[-1].fact
    assert isinstance(fact, Edited)
    (gone,) = fact.deleted
    assert gone.content.size_bytes == len("line 2\nline 5\n")


def test_deleted_lines_of_each_file_are_a_chip_of_their_own(ten: World) -> None:
    ten.outside("one", b"eins\nzwei")
    ten.outside("latin", "caf\xe9\n\xfc\xe4\n".encode("latin-1"))
    items = (Item("", span(2), file=b"one"), Item("", span(1), file=b"latin"))
    reply = done(ten.several("a", "f", *items))
    first, second = reply.chips
    assert ten.state.chips.get(first).path == b"one"  # pyright: ignore[reportOptionalMemberAccess]
    done(ten.ask("a", InsertChip(b"f:0", second)))
    assert ten.data("f") == "caf\xe9\n".encode() + lines(*TEN)
    done(ten.ask("a", InsertChip(b"one:END", first)))
    assert ten.data("one") == b"eins\nzwei"


def test_warnings_name_the_item_and_its_file(ten: World) -> None:
    ten.outside("g", lines("a", "b"))
    reply = done(ten.several("a", "f", Item("x\n", span(1)), Item("y\n", span(1), file=b"g")))
    assert [
        (one.code, one.values.get("item"), one.values.get("file")) for one in reply.warnings
    ] == [
        ("never_read", 1, None),
        ("never_read", 2, "g"),
    ]


def test_a_read_only_file_is_refused_unless_forced(world: World) -> None:
    world.outside("f", lines(*TEN), mode=0o444)
    refused(world.several("a", "f", Item("x\n", span=span(1))), "read_only")
    done(world.several("a", "f", Item("x\n", span=span(1)), force=True))
    assert world.node("f").mode == 0o444


def test_the_repeated_line_beside_a_place_is_told(ten: World) -> None:
    view = ten.read("a", "f").seq
    reply = done(ten.several("a", "f", Item("x\nline 3\n", span=span(2)), view=view))
    assert [(one.code, one.values["line"]) for one in reply.warnings] == [("echo", 4)]
