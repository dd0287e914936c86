"""The chip of a failed call says which lines the call named, as it wrote them."""

import pytest
from msgspec import msgpack

from editjournal.schemas.facts import NotApplied, Refused
from editjournal.schemas.replies import ChipList
from editjournal.schemas.requests import (
    AnyRequest,
    Chips,
    Delete,
    Insert,
    InsertChip,
    Item,
    Misfit,
    Read,
    Replace,
    ReplaceSeveral,
    Undo,
    Write,
)
from editjournal.schemas.values import Span
from tests.core.world import World, lines, numbered

TOP, BOTTOM = Span(0, 0), Span(-1, -1)
WITH_OLD = Item("x", old="nowhere")


@pytest.fixture
def ten(world: World) -> World:
    world.outside("f", lines(*numbered(1, 10)))
    world.outside("g", lines(*numbered(1, 10)))
    world.outside("at:7", b"one\n")
    return world


def several(*items: Item, file: bytes = b"f") -> ReplaceSeveral:
    """Return several changes of a file, one of which cannot be made."""
    return ReplaceSeveral(file, (*items, WITH_OLD))


def named(world: World, request: AnyRequest) -> Span | None:
    """Ask what must fail, and return the lines that its chip has on the list."""
    chip: str = getattr(world.ask("a", request), "chip", "")
    assert chip
    reply = world.ask("a", Chips(1))
    assert isinstance(reply, ChipList)
    assert reply.items[0].id == chip
    return reply.items[0].span


@pytest.mark.parametrize(
    ("request_", "span"),
    [
        (Replace(b"f:12-16", "x\n"), Span(12, 16)),
        (Replace(b"f", "x\n", span=Span(12, 16)), Span(12, 16)),
        (Replace(b"f:40-", "x\n"), Span(40, 0)),
        (Replace(b"f", "x\n", old="nowhere"), None),
        (Replace(b"/w/f:3", "x\n", old="nowhere"), Span(3, 3)),
        (Delete(b"f:11"), Span(11, 11)),
        (Insert(b"f:12", "x\n"), Span(12, 12)),
        (Insert(b"f", "x\n", after=12), Span(12, 12)),
        (Insert(b"none:0", "x\n"), TOP),
        (Insert(b"none:END", "x\n"), BOTTOM),
        (Insert(b"none", "x\n", after=-1), BOTTOM),
        (InsertChip(b"f:12", source=b"g"), Span(12, 12)),
        (Read(b"f:20-30,40-50"), Span(20, 50)),
        (Read(b"none", spans=(Span(4, 9),)), Span(4, 9)),
        (Write(b"f", "x\n", view=99), None),
        (Undo(99), None),
        (Misfit("be-replace", "missing", {}, Replace(b"f:2-3", "x\n")), Span(2, 3)),
        (Misfit("be-replace", "not_json"), None),
        (Replace(b"f:9-3", "x\n"), None),
        (Replace(b"../f:3", "x\n"), None),
    ],
)
def test_the_lines_of_one_place_are_as_the_call_named_them(
    ten: World, request_: AnyRequest, span: Span | None
) -> None:
    assert named(ten, request_) == span


@pytest.mark.parametrize(
    ("request_", "span"),
    [
        (several(Item("x", Span(3, 4)), Item("x", after=8)), Span(3, 8)),
        (several(Item("x", Span(3, 4))), Span(3, 4)),
        (several(Item("x", after=0), Item("x", Span(3, 4))), Span(1, 4)),
        (several(Item("x", after=-1), Item("x", Span(3, 4))), Span(3, 0)),
        (several(Item("x", Span(5, 0)), Item("x", Span(3, 4))), Span(3, 0)),
        (several(), None),
        (several(Item("x", Span(3, 4)), Item("x", file=b"g:6-7")), Span(3, 4)),
        (several(Item("x", file=b"f:6-7"), Item("x", Span(9, 9), file=b"g")), Span(6, 7)),
    ],
)
def test_of_several_changes_they_go_from_the_first_to_the_last_in_the_file(
    ten: World, request_: AnyRequest, span: Span | None
) -> None:
    assert named(ten, request_) == span


def test_what_ends_like_lines_and_is_the_name_of_a_file_names_none(ten: World) -> None:
    assert named(ten, Replace(b"at:7", "x\n", old="nowhere")) is None


def test_an_edit_that_did_not_reach_the_disk_has_them_too(ten: World) -> None:
    ten.fails = "full"
    assert named(ten, Replace(b"f:2-3", "x\n")) == Span(2, 3)


@pytest.mark.parametrize(
    "fact", [Refused("be-replace", "moved", chip="a3f7b2"), NotApplied(7, b"f", "gone")]
)
def test_entries_from_before_they_were_kept_have_none(fact: Refused | NotApplied) -> None:
    whole = msgpack.decode(msgpack.encode(fact))
    older = whole[: 1 + fact.__struct_fields__.index("span")]
    assert msgpack.decode(msgpack.encode(older), type=type(fact)) == fact
