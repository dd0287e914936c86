"""be-read: what is shown is a view, and nothing else is."""

import pytest

from editjournal.daemon.core.cutting import LINE_BYTES_MAX
from editjournal.schemas.requests import Read
from editjournal.schemas.values import Span
from tests.core.world import World, body, lines, numbered, refused, span

TEN = numbered(1, 10)


def viewed(world: World, seq: int) -> tuple[Span, ...]:
    view = world.view(seq, "f")
    assert view is not None
    return view.spans


@pytest.mark.parametrize(
    ("where", "spans"),
    [
        ("", (span(1, 10),)),
        (":", (span(1, 10),)),
        (":ALL", (span(1, 10),)),
        (":3", (span(3),)),
        (":3-5", (span(3, 5),)),
        (":8-", (span(8, 10),)),
        (":8-end", (span(8, 10),)),
        (":8-99", (span(8, 10),)),
        (":7-8,1-2", (span(1, 2), span(7, 8))),
        (":1-3,3-5,6", (span(1, 6),)),
    ],
)
def test_the_lines_asked_for_are_shown_and_viewed(
    world: World, where: str, spans: tuple[Span, ...]
) -> None:
    world.outside("f", lines(*TEN))
    reply = world.read("a", f"f{where}")
    expected = {
        number: TEN[number - 1] for one in spans for number in range(one.first, one.last + 1)
    }
    assert body(reply) == expected
    assert reply.total == 10
    assert viewed(world, reply.seq) == spans


@pytest.mark.parametrize(
    ("data", "marks"),
    [
        (b"a\n", ()),
        (b"a", ("no newline at the end",)),
        (b"\ta\r\nb\r\n", ("tabs", "CRLF")),
        (b"\xff\xfea\0\n\0", ("utf-16-le",)),
    ],
)
def test_what_is_unusual_is_said(world: World, data: bytes, marks: tuple[str, ...]) -> None:
    world.outside("f", data)
    assert world.read("a", "f").marks == marks


def test_a_byte_order_mark_is_hidden_and_other_characters_are_not(world: World) -> None:
    world.outside("f", b"\xef\xbb\xbf\ta\x0c\r\n\xef\xbb\xbfb\rc\n")
    assert body(world.read("a", "f")) == {1: "\ta\x0c", 2: "\ufeffb\rc"}
    assert body(world.read("a", "f:2")) == {2: "\ufeffb\rc"}


def test_an_empty_file_is_a_view_without_lines(world: World) -> None:
    world.outside("f", b"")
    reply = world.read("a", "f")
    assert (reply.total, reply.blocks) == (0, ())
    assert viewed(world, reply.seq) == ()


def test_a_long_file_is_cut_at_a_line_and_the_next_call_named(world: World) -> None:
    world.outside("f", lines(*(["x" * 100] * 50)))
    reply = world.read("a", "f", max_bytes=1_000)
    assert viewed(world, reply.seq) == (span(1, 9),)
    assert reply.marks == ("cut at 1,000 bytes",)
    assert reply.next[0].arguments == {"file": "f:10-18"}
    assert body(world.read("a", "f:49-50"))[50] == "x" * 100


def test_a_long_line_is_cut_at_a_character_and_is_not_viewed(world: World) -> None:
    world.outside("f", lines("a", "\U0001f4c1" * 1_000, "b"))
    reply = world.read("a", "f")
    shown = body(reply)[2]
    assert shown.startswith("\U0001f4c1" * (LINE_BYTES_MAX // 4) + "... (+2,000 bytes;")
    assert viewed(world, reply.seq) == (span(1), span(3))
    alone = world.read("a", "f:2", max_bytes=5_000)
    assert body(alone)[2] == "\U0001f4c1" * 1_000
    assert viewed(world, alone.seq) == (span(2),)


def test_at_least_one_line_is_shown(world: World) -> None:
    world.outside("f", lines(*TEN))
    assert body(world.read("a", "f", max_bytes=1)) == {1: "line 1"}


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("f:11", "past_end"),
        ("f:11-12", "past_end"),
        ("f:0", "bad_lines"),
        ("f:4-2", "bad_lines"),
        ("g", "no_such_file"),
        ("d", "is_folder"),
        ("b", "binary"),
        ("/elsewhere/f", "outside"),
    ],
)
def test_what_cannot_be_read_is_an_error(world: World, file: str, code: str) -> None:
    world.outside("f", lines(*TEN))
    world.outside("d/e", b"")
    world.outside("b", b"a\0\n")
    assert refused(world.ask("a", Read(file.encode())), code).verdict == "ERROR"


def test_lines_given_apart_are_held_to_the_same_rules(world: World) -> None:
    world.outside("f", lines(*TEN))
    for bad in (Span(0, 3), Span(4, 2), Span(-1, 0)):
        refused(world.ask("a", Read(b"f", (bad,))), "bad_lines")
    assert body(world.read("a", "f", spans=(Span(9, 0),))) == {9: "line 9", 10: "line 10"}


def test_no_names_are_near_in_a_folder_that_is_not_there(world: World) -> None:
    world.outside("main.py", b"x\n")
    reply = refused(world.ask("a", Read(b"src/main2.py")), "no_such_file")
    assert (reply.values["near"], reply.next) == ("", ())


def test_names_like_the_missing_one_are_offered(world: World) -> None:
    world.outside("main.py", b"")
    reply = refused(world.ask("a", Read(b"mian.py")), "no_such_file")
    assert reply.values["near"] == "main.py"
    assert reply.next[0].arguments == {"file": "main.py"}


def test_a_name_that_ends_like_lines_is_a_name_if_it_exists(world: World) -> None:
    world.outside("f:2", lines("a", "b"))
    assert body(world.read("a", "f:2")) == {1: "a", 2: "b"}
    assert body(world.read("a", "f:2:2")) == {2: "b"}
    world.outside("f", lines(*TEN))
    reply = refused(world.ask("a", Read(b"f:2")), "ambiguous_place")
    assert reply.values == {"plain": "f"}
    assert body(world.read("a", "f:3")) == {3: "line 3"}
