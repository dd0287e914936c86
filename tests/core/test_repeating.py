"""The same call made twice: by a host's retry, or a message that was sent again."""

import pytest

from editjournal.schemas.requests import (
    AnyRequest,
    Confirm,
    Delete,
    Insert,
    InsertChip,
    Item,
    Replace,
    ReplaceSeveral,
    Write,
)
from editjournal.schemas.values import Span
from tests.core.world import World, done, lines, numbered, refused, unchanged

TEN = numbered(1, 10)
V = 2
"""The view of the first read."""

CALLS: list[tuple[str, AnyRequest]] = [
    ("lines", Replace(b"f:3-4", "x\ny\nz\n", view=V)),
    ("lines made fewer", Replace(b"f:3-5", "x\n", view=V)),
    ("lines without a view", Replace(b"f:3", "x\ny\n")),
    ("a text that has the old one in it", Replace(b"f", "line 3 and more", old="line 3")),
    ("all of a text", Replace(b"f", "my line", old="line", all=True)),
    ("an insertion", Insert(b"f:3", "x\ny\n", view=V)),
    ("an insertion at the end", Insert(b"f:END", "x\n")),
    ("a deletion", Delete(b"f:3-4", view=V)),
    ("a removal", Delete(b"f", remove=True)),
    ("several", ReplaceSeveral(b"f", (Item("x\n", after=2), Item("y", old="line 9")), V)),
    ("a whole file", Write(b"f", "new\n", V)),
]


@pytest.mark.parametrize("call", [one[1] for one in CALLS], ids=[one[0] for one in CALLS])
def test_it_is_made_once(call: AnyRequest) -> None:
    world = World()
    world.outside("f", lines(*TEN))
    assert world.read("a", "f").seq == V
    edit = done(world.ask("a", call)).seq
    after = {path: node.data for path, node in world.files.items()}
    reply = unchanged(world.ask("a", call))
    assert reply.by is not None
    assert (reply.by.seq, reply.own) == (edit, True)
    assert after == {path: node.data for path, node in world.files.items()}


@pytest.fixture
def ten(world: World) -> World:
    world.outside("f", lines(*TEN))
    world.read("a", "f")
    return world


CALL = Insert(b"f:3", "x\n", view=V)


def test_after_an_undo_it_is_made_again(ten: World) -> None:
    done(ten.undo("a", done(ten.ask("a", CALL)).seq))
    done(ten.ask("a", CALL))
    assert ten.data("f") == lines(*TEN[:3], "x", *TEN[3:])


def test_after_others_took_it_away_it_is_no_repetition(ten: World) -> None:
    done(ten.ask("a", CALL))
    ten.outside("f", lines(*TEN))
    reply = refused(ten.ask("a", CALL), "moved")
    done(ten.confirm("a", reply.seq))
    assert ten.data("f") == lines(*TEN[:3], "x", *TEN[3:])


def test_another_session_makes_it_by_itself(ten: World) -> None:
    done(ten.ask("a", Insert(b"f:3", "x\n")))
    ten.read("b", "f")
    done(ten.ask("b", Insert(b"f:3", "x\n")))
    assert ten.data("f") == lines(*TEN[:3], "x", "x", *TEN[3:])


def test_without_a_view_it_means_what_was_read_since(ten: World) -> None:
    done(ten.replace("a", "f", "line 3!", old="line 3"))
    ten.read("a", "f")
    done(ten.replace("a", "f", "line 3!", old="line 3"))
    assert ten.data("f") == lines(*TEN[:2], "line 3!!", *TEN[3:])


def test_a_text_that_the_session_wrote_before_is_no_repetition(world: World) -> None:
    done(world.write("a", "f", "a\n\nb\n"))
    done(world.replace("a", "f", "a\n", old="a"))
    assert world.data("f") == b"a\n\n\nb\n"


def test_a_call_that_a_chip_kept_is_made_once(ten: World) -> None:
    chip = refused(ten.insert("a", "f:99", "x\n"), "past_end").chip
    again = Confirm(chip=chip, file=b"f:2")
    done(ten.ask("a", again))
    unchanged(ten.ask("a", again))
    assert ten.data("f") == lines(*TEN[:2], "x", *TEN[2:])


def test_an_edit_that_did_not_reach_the_disk_is_made_again(ten: World) -> None:
    ten.fails = "gone"
    refused(ten.ask("a", CALL), "not_applied")
    done(ten.ask("a", CALL))
    assert ten.data("f") == lines(*TEN[:3], "x", *TEN[3:])


def test_the_span_is_where_the_lines_are_now(ten: World) -> None:
    done(ten.ask("a", CALL))
    ten.edit("a", "f:1", "one\ntwo\n", view=V)
    assert unchanged(ten.ask("a", CALL)).span == Span(5, 5)


def test_a_text_that_has_come_again_is_replaced_again(ten: World) -> None:
    call = Replace(b"f", "THREE", old="line 3", view=V)
    done(ten.ask("a", call))
    ten.edit("a", "f:7", "line 3\n", view=V)
    done(ten.ask("a", call))
    assert ten.data("f") == lines(*TEN[:2], "THREE", *TEN[3:6], "THREE", *TEN[7:])


def test_what_others_put_there_since_is_replaced_too(ten: World) -> None:
    call = Replace(b"f", "my line", old="line 3")
    done(ten.ask("a", call))
    ten.outside("f", lines(*TEN[:2], "my line 3", *TEN[3:], "line 3"))
    refused(ten.ask("a", call), "old_many")


def test_a_file_that_has_other_text_now_is_inserted_again(ten: World) -> None:
    call = InsertChip(b"f:0", source=b"g")
    ten.outside("g", b"one\n")
    done(ten.ask("a", call))
    ten.outside("g", b"two\n")
    done(ten.ask("a", call))
    assert ten.data("f") == lines("two", "one", *TEN)
