"""`old`: the text that stands there says which place is meant, exactly or not at all."""

import pytest

from tests.core.world import World, body, codes, done, lines, numbered, refused, span, unchanged

CODE = lines("def a():", "    x = 1", "    return x", "", "def b():", "    y = 1", "    return y")


def test_text_that_occurs_once_is_replaced_and_nothing_else(world: World) -> None:
    world.outside("f", CODE)
    reply = world.edit("a", "f", "x = 2", old="x = 1")
    assert world.data("f") == CODE.replace(b"x = 1", b"x = 2")
    assert reply.files[0].parts[0].was == span(2)
    done(world.undo("a", reply.seq))
    assert world.data("f") == CODE


def test_text_over_several_lines_is_replaced(world: World) -> None:
    world.outside("f", CODE)
    world.edit("a", "f", "0\n\ndef c", old="1\n    return x\n\ndef b")
    assert world.text("f") == CODE.decode().replace("1\n    return x\n\ndef b", "0\n\ndef c")


def test_text_that_occurs_several_times_is_refused_with_all_places(world: World) -> None:
    world.outside("f", lines(*(["x"] * 12)))
    reply = refused(world.replace("a", "f", "y", old="x"), "old_many")
    assert reply.values == {"matches": 12, "places": "1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more"}


def test_places_that_overlap_are_several(world: World) -> None:
    world.outside("f", b"aaa\n")
    reply = refused(world.replace("a", "f", "b", old="aa"), "old_many")
    assert reply.values["matches"] == 2
    world.edit("a", "f", "b", old="aa", all=True)
    assert world.data("f") == b"ba\n"


@pytest.mark.parametrize(
    ("before", "old", "new", "after"),
    [
        (b"x\nx\n", "x", "y", b"y\ny\n"),
        (b"ax bx x\nx", "x", "long", b"along blong long\nlong"),
        (b"x\nxb\n", "x", "x\nq", b"x\nq\nx\nqb\n"),
        (b"a,\nb,\nc", ",\n", ";", b"a;\nb;\nc"),
        (b"a\n\n\nb\n", "\n\n", "\n", b"a\n\nb\n"),
        (b"x\ny\nx\n", "x", "", b"y\n"),
        (b"x\nxx\nax\n", "x", "", b"\na\n"),
        (b"ab\nab\nab", "b\na", "", b"ab"),
        (b"x\r\nx\r\n", "x\n", "y\nz\n", b"y\r\nz\r\ny\r\nz\r\n"),
    ],
)
def test_all_takes_every_place(
    world: World, before: bytes, old: str, new: str, after: bytes
) -> None:
    world.outside("f", before)
    edit = world.edit("a", "f", new, old=old, all=True).seq
    assert world.data("f") == after
    done(world.undo("a", edit))
    assert world.data("f") == before


def test_an_edit_of_several_places_names_them_and_views_what_was_sent(world: World) -> None:
    world.outside("f", lines(*numbered(1, 9), "line 1"))
    edit = world.edit("a", "f", "first", old="line 1", all=True)
    assert [part.was for part in edit.files[0].parts] == [span(1), span(10)]
    assert body(edit) == {}
    world.edit("a", "f:10", "last\n", view=edit.seq)
    assert world.data("f") == lines("first", *numbered(2, 9), "last")


def test_of_several_places_the_only_one_in_the_view_is_meant(world: World) -> None:
    world.outside("f", lines("x", "a", "x", "b", "x"))
    view = world.read("a", "f:2-4").seq
    reply = world.edit("a", "f", "y", old="x", view=view)
    assert (reply.note, reply.values) == ("only_match", {"matches": 3, "view": view})
    assert world.data("f") == lines("x", "a", "y", "b", "x")


def test_a_place_that_changed_since_the_view_is_not_in_it(world: World) -> None:
    world.outside("f", lines("x", "a", "b"))
    view = world.read("a", "f:1-2").seq
    world.outside("f", lines("top", "x", "x", "b"))
    world.edit("a", "f", "y", old="x", view=view)
    assert world.data("f") == lines("top", "y", "x", "b")
    world.outside("f", lines("z", "z", "x", "x"))
    refused(world.replace("a", "f", "y", old="x", view=view), "old_many")


@pytest.mark.parametrize(
    ("before", "old", "content", "after"),
    [
        ("whole lines and nothing new", "b", "", "a\nc\n"),
        ("several whole lines", "a\nb", "", "c\n"),
        ("with their line end", "b\n", "", "a\nc\n"),
        ("the line end stays", "b\n", "B", "a\nB\nc\n"),
        ("a part of a line", "b\nc", "B", "a\nB\n"),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_line_ends_go_and_stay_as_models_expect(
    world: World, before: str, old: str, content: str, after: str, end: str
) -> None:
    assert before
    world.outside("f", f"a{end}b{end}c{end}".encode())
    world.edit("a", "f", content, old=old)
    assert world.data("f") == after.replace("\n", end).encode()


def test_the_line_end_that_stays_is_that_of_the_last_line_replaced(world: World) -> None:
    world.outside("f", b"a\nb\r\nc\n")
    world.edit("a", "f", "X", old="a\nb\n")
    assert world.data("f") == b"X\r\nc\n"


def test_a_part_of_a_line_leaves_its_end(world: World) -> None:
    world.outside("f", b"ab\nc\n")
    world.edit("a", "f", "", old="b")
    assert world.data("f") == b"a\nc\n"


def test_the_last_line_without_end_can_be_matched(world: World) -> None:
    world.outside("f", b"a\nb")
    world.edit("a", "f", "B\nC", old="b")
    assert world.data("f") == b"a\nB\nC"
    refused(world.replace("a", "f", "x", old="C\n"), "old_none")


def test_crlf_and_lf_are_alike_and_new_lines_take_the_files_end(world: World) -> None:
    world.outside("f", b"a\r\nb\r\nc\r\n")
    world.edit("a", "f", "A\nB\nBB", old="a\nb")
    assert world.data("f") == b"A\r\nB\r\nBB\r\nc\r\n"
    world.outside("f", b"a\nb\nc\n")
    world.edit("a", "f", "A\n", old="a\r\nb\r\n")
    assert world.data("f") == b"A\nc\n"


@pytest.mark.parametrize(
    ("before", "content", "after"),
    [
        (b"a\nb\nc\n", "X\r\nY\r\n", b"a\nX\nY\nc\n"),
        (b"a\nb\nc\n", "X\r\nY", b"a\nX\nY\nc\n"),
        (b"a\nb\nc\n", "X\r\nY\nZ", b"a\nX\nY\nZ\nc\n"),
        (b"a\r\nb\r\nc\r\n", "X\nY\n", b"a\r\nX\r\nY\r\nc\r\n"),
        (b"a\r\nb\r\nc\r\n", "X\nY\r\n", b"a\r\nX\r\nY\r\nc\r\n"),
        (b"a\r\nb\nc\r\n", "X\r\nY\r\n", b"a\r\nX\nY\nc\r\n"),
        (b"a\nb\r\nc\n", "X\nY\n", b"a\nX\r\nY\r\nc\n"),
        (b"a\nb\nc\n", "X\rY\r\nZ\n", b"a\nX\rY\nZ\nc\n"),
        (b"a\r\nb\r\nc\r\n", "X\rY\nZ\n", b"a\r\nX\rY\r\nZ\r\nc\r\n"),
        (b"a\nb\nc\n", "X\r\r\nY\r\n", b"a\nX\r\r\nY\nc\n"),
        (b"a\r\nb\r\nc\r\n", "X\r\r\nY\n", b"a\r\nX\r\r\nY\r\nc\r\n"),
        (b"a\r\nb", "X\nY", b"a\r\nX\r\nY"),
        (b"a\nb", "X\r\nY", b"a\nX\nY"),
        (b"a\nb\nc\n", b"X\r\nY\r\n", b"a\nX\r\nY\r\nc\n"),
        (b"b", "X\r\nY\n", b"X\r\nY\n"),
    ],
)
def test_new_text_takes_the_line_ends_of_its_place_whichever_it_brings_but_bytes_stay(
    world: World, before: bytes, content: str | bytes, after: bytes
) -> None:
    number = before[: before.index(b"b")].count(b"\n") + 1
    end = "\n" if before.endswith(b"\n") else ""
    for name, place, old in (("f", f"f:{number}", None), ("g", "g", f"b{end}")):
        world.outside(name, before)
        world.read("a", name)
        world.edit("a", place, content, old=old)
        assert world.data(name) == after


def test_inserted_text_takes_the_line_ends_around_it_whichever_it_brings(world: World) -> None:
    world.outside("f", b"a\nb\n")
    world.read("a", "f")
    done(world.insert("a", "f", "X\r\nY\r\n", after=1))
    assert world.data("f") == b"a\nX\nY\nb\n"
    world.outside("g", b"a")
    world.read("a", "g")
    done(world.insert("a", "g", "X\r\nY", after=1))
    assert world.data("g") == b"a\nX\nY"
    world.outside("h", b"")
    world.read("a", "h")
    done(world.insert("a", "h", "X\r\nY\r\n", after=0))
    assert world.data("h") == b"X\r\nY\r\n"


@pytest.mark.parametrize(
    ("bom", "encoding"), [(b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"", "cp932")]
)
def test_every_encoding_is_searched_by_its_characters(
    world: World, bom: bytes, encoding: str
) -> None:
    before = "日本語\nテスト\nです\n"
    world.outside("f", bom + before.encode(encoding))
    world.edit("a", "f", "国語", old="日本語")
    world.edit("a", "f", "だ\nよ", old="す\n")
    expected = before.replace("日本語", "国語").replace("す\n", "だ\nよ\n")
    assert world.data("f") == bom + expected.encode(encoding)


def test_a_match_at_the_start_keeps_the_byte_order_mark(world: World) -> None:
    world.outside("f", b"\xef\xbb\xbfa\nb\n")
    world.edit("a", "f", "", old="a")
    assert world.data("f") == b"\xef\xbb\xbfb\n"


def test_the_byte_order_mark_passes_over_all_lines_that_go(world: World) -> None:
    world.outside("f", b"\xef\xbb\xbfa\na\nb\n")
    edit = world.edit("a", "f", "", old="a\n", all=True).seq
    assert world.data("f") == b"\xef\xbb\xbfb\n"
    done(world.undo("a", edit))
    assert world.data("f") == b"\xef\xbb\xbfa\na\nb\n"


def test_text_that_is_not_there_names_the_nearest_place_and_the_first_difference(
    world: World,
) -> None:
    world.outside("f", b"a\n\tin\xc2\xa0current\nb\n")
    reply = refused(world.replace("a", "f", "x", old="    in current\nb"), "old_none")
    assert (reply.values["now"], reply.values["line"], reply.values["column"]) == ("2-3", 2, 1)
    assert (reply.values["sent"], reply.values["found"]) == ("    in current", "\tin\xa0current")
    assert body(reply) == {2: "\tin\xa0current", 3: "b"}
    assert reply.next[0].arguments == {"file": "f:2-3", "viewed_code_id": f"v{reply.seq}"}
    refused(world.replace("a", "f", "x", old="nowhere"), "old_none")


def test_new_text_that_is_there_already_is_said_to_be(world: World) -> None:
    world.outside("f", CODE)
    world.edit("b", "f", "z = 1", old="x = 1")
    reply = refused(world.replace("a", "f", "z = 1", old="x = 1"), "already_there")
    assert reply.values["now"] == "2"


def test_a_replacement_that_the_session_has_made_is_not_made_twice(world: World) -> None:
    world.outside("f", CODE)
    edit = world.edit("a", "f", "z = 1", old="x = 1")
    reply = unchanged(world.replace("a", "f", "z = 1", old="x = 1"))
    assert reply.span == span(2)
    assert reply.by is not None
    assert reply.by.seq == edit.seq
    # What its edit did not replace was not what it meant.
    refused(world.replace("a", "f", "z = 1", old="w = 1"), "already_there")


def test_the_same_call_twice_makes_one_edit(world: World) -> None:
    world.outside("f", CODE)
    for content in ("x = 1\n    z = 2", "w = 0\n    x = 1"):
        world.edit("a", "f", content, old="x = 1")
        after = world.data("f")
        unchanged(world.replace("a", "f", content, old="x = 1"))
        assert world.data("f") == after


def test_text_that_others_put_beside_the_place_is_no_repeated_call(world: World) -> None:
    world.outside("f", lines("x", "y"))
    world.edit("a", "f", "x\ny", old="x")
    assert world.data("f") == lines("x", "y", "y")


def test_the_same_old_and_new_text_is_unchanged(world: World) -> None:
    world.outside("f", CODE)
    assert unchanged(world.replace("a", "f", "x = 1", old="x = 1")).span == span(2)


def test_an_empty_old_counts_as_absent(world: World) -> None:
    world.outside("f", CODE)
    refused(world.replace("a", "f", "x", old=""), "no_place")


class TestWithLines:
    """`old` beside lines must be just those lines."""

    def test_the_right_lines_are_replaced(self, world: World) -> None:
        world.outside("f", b"a\r\nb\r\nc\r\n")
        world.edit("a", "f:2", "B", old="b")
        world.edit("a", "f:2-3", "X\n", old="B\nc\n")
        assert world.data("f") == b"a\r\nX\r\n"

    def test_other_lines_are_refused_with_the_first_difference(self, world: World) -> None:
        world.outside("f", lines("a", "\tb", "c"))
        reply = refused(world.replace("a", "f:2-3", "x\n", old="    b\nc"), "old_mismatch")
        assert (reply.values["line"], reply.values["column"]) == (2, 1)
        assert reply.span == span(2, 3)
        assert body(reply) == {2: "\tb", 3: "c"}

    def test_a_wrong_count_of_lines_is_refused(self, world: World) -> None:
        world.outside("f", lines("a", "b", "c"))
        reply = refused(world.replace("a", "f:2-3", "x\n", old="b"), "old_elsewhere")
        assert reply.values["now"] == "2"
        reply = refused(world.replace("a", "f:1", "x\n", old="a\nx"), "old_mismatch")
        assert (reply.values["sent_lines"], reply.values["lines"]) == (2, 1)

    def test_lines_that_stand_elsewhere_once_are_named(self, world: World) -> None:
        world.outside("f", lines(*numbered(1, 9)))
        reply = refused(world.replace("a", "f:2", "x\n", old="line 7"), "old_elsewhere")
        assert reply.values["now"] == "7"

    def test_a_part_of_a_line_elsewhere_is_no_place(self, world: World) -> None:
        world.outside("f", lines("a", "banana"))
        refused(world.replace("a", "f:1", "x\n", old="nana"), "old_mismatch")

    def test_a_missing_last_line_end_is_no_mismatch_but_a_blank_line_is(self, world: World) -> None:
        world.outside("f", lines("a", "b"))
        refused(world.replace("a", "f:2", "x\n", old="b\n\n"), "old_mismatch")
        assert codes(world.edit("a", "f:2", "x\n", old="b\n")) == []


@pytest.mark.parametrize(
    ("old", "line", "column", "sent", "found"),
    [
        ("x = 1 ", 2, 10, " ", ""),
        ("    x = 1\n    return z", 3, 12, "z", "x"),
        ("\tx = 1", 2, 1, "\tx = 1", "    x = 1"),
    ],
)
def test_a_text_from_within_a_line_differs_where_it_does(
    world: World, old: str, line: int, column: int, sent: str, found: str
) -> None:
    world.outside("f", lines("def a():", "    x = 1", "    return x"))
    values = refused(world.replace("a", "f", "new", old=old), "old_none").values
    assert (values["line"], values["column"]) == (line, column)
    assert (values["sent"], values["found"]) == (sent, found)
