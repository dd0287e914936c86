"""What a refusal prepares has no reader's line numbers in it, and takes no more than was named."""

import pytest

from editjournal.schemas.requests import AnyRequest, Insert, Item, Replace, ReplaceSeveral
from editjournal.schemas.values import Span
from tests.core.world import World, body, done, lines, numbered, previewed, refused

TEN = numbered(1, 10)
NUMBERED = "3|AAA\n4|BBB\n"


@pytest.mark.parametrize(
    ("call", "after"),
    [
        (Replace(b"f:3-4", NUMBERED, view=2), ["top", *TEN[:2], "AAA", "BBB", *TEN[4:]]),
        (Insert(b"f:2", NUMBERED, view=2), ["top", *TEN[:2], "AAA", "BBB", *TEN[2:]]),
        (
            ReplaceSeveral(b"f", (Item(NUMBERED, Span(3, 4)), Item("X\n", Span(6, 6))), 2),
            ["top", *TEN[:2], "AAA", "BBB", "line 5", "X", *TEN[6:]],
        ),
        (
            Replace(b"f:3", NUMBERED, old="line 9", view=2, force=True),
            ["top", *TEN[:8], "AAA", "BBB", TEN[9]],
        ),
        (Replace(b"f", NUMBERED, old="line 5 \n"), ["top", *TEN[:4], "AAA", "BBB", *TEN[5:]]),
    ],
    ids=[
        "lines that moved",
        "an insertion",
        "edits",
        "old elsewhere",
        "old with other white space",
    ],
)
def test_line_numbers_go_into_no_file_by_a_confirmation(
    world: World, call: AnyRequest, after: list[str]
) -> None:
    world.outside("f", lines(*TEN))
    world.read("a", "f")
    world.outside("f", lines("top", *TEN))
    reply = world.ask("a", call)
    assert reply.next[0].tool == "be-confirm", reply
    done(world.confirm("a", reply.seq))
    assert world.data("f") == lines(*after)


def test_a_part_of_the_named_line_is_prepared_for_just_that_part(world: World) -> None:
    world.outside("f", lines("alpha beta gamma", "alpha two"))
    many = refused(world.replace("a", "f", "ALPHA", old="alpha"), "old_many")
    place = many.next[0].arguments["file"]
    reply = refused(world.replace("a", str(place), "ALPHA", old="alpha"), "old_mismatch")
    assert [call.tool for call in reply.next] == ["be-confirm"]
    done(world.confirm("a", reply.seq))
    assert world.data("f") == lines("ALPHA beta gamma", "alpha two")


def test_what_is_prepared_anew_is_shown_and_takes_no_line_that_changed(world: World) -> None:
    world.outside("f", lines("A", "B", "C", "D"))
    view = world.read("a", "f").seq
    number = previewed(world.replace("a", "f:1-3", "A\nX\nC\n", view=view, preview=True)).seq
    world.outside("f", lines("top", "A", "B", "CHANGED", "D"))
    assert not refused(world.confirm("a", number), "prepared_stale").prepared
    world.outside("f", lines("top", "A", "B", "C", "D"))
    reply = refused(world.confirm("a", number), "prepared_stale")
    assert [(one.kind, one.first, one.lines) for one in reply.body] == [
        ("old", 3, ("B",)),
        ("new", 3, ("X",)),
    ]
    done(world.confirm("a", reply.seq))
    assert world.data("f") == lines("top", "A", "X", "C", "D")
    assert body(reply) == {}
