"""be-insert: new text between two lines that stay, wherever these are now."""

import pytest

from editjournal.schemas.replies import Call
from editjournal.schemas.values import Span
from tests.core.world import World, body, codes, done, lines, numbered, refused, span, unchanged

TEN = numbered(1, 10)
BOM = b"\xef\xbb\xbf"
WIDE = b"\xff\xfe"


def wide(text: str) -> bytes:
    return WIDE + text.encode("utf-16-le")


PLACES: list[tuple[str, bytes, str, str, bytes]] = [
    ("after a line", b"a\nb\n", "1", "x\n", b"a\nx\nb\n"),
    ("without a line end", b"a\nb\n", "1", "x", b"a\nx\nb\n"),
    ("several lines", b"a\nb\n", "1", "x\ny", b"a\nx\ny\nb\n"),
    ("at the top", b"a\nb\n", "0", "x", b"x\na\nb\n"),
    ("after the last line", b"a\nb\n", "2", "x", b"a\nb\nx\n"),
    ("at the end", b"a\nb\n", "END", "x", b"a\nb\nx\n"),
    ("at the end in small letters", b"a\nb\n", "end", "x", b"a\nb\nx\n"),
    ("the mark stays in front", BOM + b"a\n", "0", "x", BOM + b"x\na\n"),
    ("a mark that was sent is not doubled", BOM + b"a\n", "0", "\ufeffx\n", BOM + b"x\na\n"),
    ("the mark is all there is", BOM, "END", "x", BOM + b"x"),
    ("nor is it a line at the top", BOM, "0", "x\n", BOM + b"x\n"),
    ("the mark of UTF-16 is all there is", WIDE, "0", "\u0a00", wide("\u0a00")),
    ("the mark of UTF-16 stays in front", wide("a\n"), "0", "\u0a00", wide("\u0a00\na\n")),
    ("the top of an empty file", b"", "0", "x\n", b"x\n"),
    ("the end of an empty file", b"", "END", "x", b"x"),
    ("the top of one line without end", b"a", "0", "x", b"x\na"),
    ("before a last line without end", b"a\nb", "1", "x", b"a\nx\nb"),
    ("no end is added at the end", b"a\nb", "END", "x", b"a\nb\nx"),
    ("nor if it was sent", b"a\nb", "END", "x\n", b"a\nb\nx"),
    ("nor after the last line by its number", b"a\nb", "2", "x\ny\n", b"a\nb\nx\ny"),
    ("but for a blank last line", b"a\nb", "END", "x\n\n", b"a\nb\nx\n\n"),
    ("and for nothing but one", b"a\nb", "END", "\n", b"a\nb\n\n"),
    ("blank lines at the end of the text", b"a\nb\n", "1", "x\n\n\n", b"a\nx\n\n\nb\n"),
    ("blank lines at its begin", b"a\nb\n", "1", "\n\nx", b"a\n\n\nx\nb\n"),
    ("one blank line", b"a\nb\n", "1", "\n", b"a\n\nb\n"),
    ("one blank line at the top", b"a\n", "0", "\n", b"\na\n"),
    ("CRLF", b"a\r\nb\r\n", "1", "x\ny", b"a\r\nx\r\ny\r\nb\r\n"),
    ("CRLF that was sent is not doubled", b"a\r\nb\r\n", "1", "x\r\n", b"a\r\nx\r\nb\r\n"),
    ("CRLF at the top", b"a\r\n", "0", "x", b"x\r\na\r\n"),
    ("CRLF and no last end", b"a\r\nb", "END", "x\n", b"a\r\nb\r\nx"),
    ("a blank line of CRLF", b"a\r\nb\r\n", "1", "\n", b"a\r\n\r\nb\r\n"),
    ("the line before gives the end", b"a\r\nb\n", "1", "x", b"a\r\nx\r\nb\n"),
    ("here the other one", b"a\r\nb\n", "2", "x", b"a\r\nb\nx\n"),
    ("a lone CR ends no line", b"a\rb\nc\n", "1", "x", b"a\rb\nx\nc\n"),
    ("a form feed ends no line", b"a\n\x0cb\nc\n", "2", "x", b"a\n\x0cb\nx\nc\n"),
    ("in the file's encoding", b"caf\xe9\nb\n", "1", "th\u00e9", b"caf\xe9\nth\xe9\nb\n"),
    ("other bytes are not looked at", b"caf\xe9\nb\n", "2", "x", b"caf\xe9\nb\nx\n"),
    ("marks of a template are text", b"a\n", "1", r"\1 $& $$", b"a\n\\1 $& $$\n"),
]


@pytest.mark.parametrize(
    ("before", "where", "content", "after"),
    [one[1:] for one in PLACES],
    ids=[one[0].replace(" ", "-") for one in PLACES],
)
def test_text_is_put_between_lines_that_stay_and_undo_gives_the_first_bytes(
    world: World, before: bytes, where: str, content: str, after: bytes
) -> None:
    world.outside("f", before)
    view = world.read("a", "f").seq
    edit = done(world.insert("a", f"f:{where}", content, view=view)).seq
    assert world.data("f") == after
    done(world.undo("a", edit))
    assert world.data("f") == before


def test_bytes_are_put_as_they_are(world: World) -> None:
    world.outside("f", b"a\r\nb\r\n")
    done(world.insert("a", "f:1", b"x\ny\n"))
    assert world.data("f") == b"a\r\nx\ny\nb\r\n"


def test_the_reply_shows_the_new_lines_between_those_around_them(world: World) -> None:
    world.outside("f", lines(*TEN))
    reply = done(world.insert("a", "f:4", "x\ny\n"))
    assert body(reply) == {
        3: "line 3",
        4: "line 4",
        5: "x",
        6: "y",
        7: "line 5",
        8: "line 6",
    }
    [file] = reply.files
    assert (file.delta, file.total) == (2, 12)
    assert [(one.was, one.now, one.after) for one in file.parts] == [(None, span(5, 6), 4)]


def test_a_line_given_apart_counts_as_one_in_the_path(world: World) -> None:
    world.outside("f", lines("a", "b"))
    done(world.insert("a", "f", "end", after=-1))
    done(world.insert("a", "f", "top", after=0))
    done(world.insert("a", "f", "after b", after=3, force=True))
    assert world.data("f") == lines("top", "a", "b", "after b", "end")


# --- what a number of an old view means -----------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "content", "after"),
    [
        ("2", "x\ny\n", [*TEN[:1], "x", "y", *TEN[2:5], "new", *TEN[5:]]),
        ("8", "x\ny\n", [*TEN[:5], "new", *TEN[5:7], "x", "y", *TEN[8:]]),
        ("5", "x\n", [*TEN[:4], "x", "new", *TEN[5:]]),
        ("5", "x\ny\n", [*TEN[:4], "x", "y", "new", *TEN[5:]]),
        ("4-6", "x\n", "own_part"),
        ("5", "", [*TEN[:4], "new", *TEN[5:]]),
        ("5-6", "", "own_part"),
        ("6", "", [*TEN[:5], "new", *TEN[6:]]),
        ("6", "x\ny\n", [*TEN[:5], "new", "x", "y", *TEN[6:]]),
    ],
    ids=[
        "before",
        "behind",
        "the-line-itself",
        "the-line-itself-by-two",
        "the-line-within-others",
        "the-line-deleted",
        "both-deleted",
        "the-next-line-deleted",
        "the-next-line-replaced",
    ],
)
def test_a_line_of_an_old_view_is_followed_through_own_edits(
    world: World, where: str, content: str, after: list[str] | str
) -> None:
    world.outside("f", lines(*TEN))
    view = world.read("a", "f").seq
    done(world.replace("a", f"f:{where}", content, view=view))
    reply = world.insert("a", "f:5", "new\n", view=view)
    if isinstance(after, str):
        assert refused(reply, after).span == span(5)
        return
    done(reply)
    assert world.data("f") == lines(*after)


@pytest.mark.parametrize("first", ["one\n", "one\n\n", "one\nand more\n"])
def test_texts_put_at_one_place_through_one_view_keep_their_order(world: World, first: str) -> None:
    world.outside("f", lines(*TEN))
    view = world.read("a", "f").seq
    for content in (first, "two\n", "three\n"):
        done(world.insert("a", "f:5", content, view=view))
    assert world.text("f") == "\n".join(
        [*TEN[:5], first.removesuffix("\n"), "two", "three", *TEN[5:], ""]
    )


def test_texts_put_at_the_top_through_one_view_keep_their_order_too(world: World) -> None:
    world.outside("f", lines("a"))
    view = world.read("a", "f").seq
    done(world.insert("a", "f:0", "one\n", view=view))
    done(world.insert("a", "f:0", "two\n", view=view))
    assert world.data("f") == lines("one", "two", "a")


def test_a_line_of_the_newest_view_is_followed_by_the_text(world: World) -> None:
    world.outside("f", lines(*TEN))
    view = world.read("a", "f").seq
    newer = done(world.insert("a", "f:5", "one\n", view=view)).seq
    done(world.insert("a", "f:5", "two\n", view=newer))
    assert world.data("f") == lines(*TEN[:5], "two", "one", *TEN[5:])


def test_the_end_is_todays_end_whatever_the_view(world: World) -> None:
    world.outside("f", lines(*TEN))
    view = world.read("a", "f").seq
    world.outside("f", lines("top", *TEN, "more"))
    done(world.insert("a", "f:END", "new\n", view=view))
    done(world.insert("a", "f:0", "first\n", view=view))
    assert world.data("f") == lines("first", "top", *TEN, "more", "new")


def test_a_line_that_others_moved_is_refused_and_its_place_today_prepared(world: World) -> None:
    world.outside("f", lines(*TEN))
    view = world.read("a", "f:5").seq
    world.outside("f", lines("top", *TEN))
    reply = refused(world.insert("a", "f:5", "new\n", view=view), "moved")
    assert reply.values["now"] == "6"
    assert reply.prepared
    assert reply.next[0] == Call("be-confirm", {"event_id": f"p{reply.seq}"}, "your text after 6")
    assert reply.next[1].arguments == {"file": "f:6", "viewed_code_id": f"v{reply.seq}"}
    assert world.data("f") == lines("top", *TEN)
    done(world.confirm("a", reply.seq))
    assert world.data("f") == lines("top", *TEN[:5], "new", *TEN[5:])


def test_a_line_that_others_moved_is_followed_on_request(world: World) -> None:
    world.outside("f", lines(*TEN))
    view = world.read("a", "f:5").seq
    world.outside("f", lines("top", *TEN))
    done(world.insert("a", "f:5", "new\n", view=view, reanchor=True))
    assert world.data("f") == lines("top", *TEN[:5], "new", *TEN[5:])


def test_by_force_a_number_is_todays(world: World) -> None:
    world.outside("f", lines(*TEN))
    view = world.read("a", "f:5").seq
    world.outside("f", lines("top", *TEN))
    done(world.insert("a", "f:5", "new\n", view=view, force=True))
    assert world.data("f") == lines("top", *TEN[:4], "new", *TEN[4:])


def test_a_line_that_others_changed_in_place_is_taken_with_a_warning(world: World) -> None:
    world.outside("f", lines(*TEN))
    view = world.read("a", "f:5").seq
    world.edit("b", "f:5", "theirs\n")
    reply = done(world.insert("a", "f:5", "new\n", view=view))
    assert world.data("f") == lines(*TEN[:4], "theirs", "new", *TEN[5:])
    [warning] = reply.warnings
    assert (warning.code, warning.values["who"], warning.values["lines"]) == (
        "changed_near",
        "b#1",
        "5",
    )
    assert [(one.kind, one.lines) for one in warning.body] == [
        ("old", ("line 5",)),
        ("new", ("theirs",)),
    ]
    assert reply.chips == ()


def test_a_line_that_others_changed_and_moved_is_refused(world: World) -> None:
    world.outside("f", lines(*TEN))
    view = world.read("a", "f:5").seq
    world.outside("f", lines("top", *TEN[:4], "theirs", *TEN[5:]))
    reply = refused(world.insert("a", "f:5", "new\n", view=view), "changed")
    assert (reply.prepared, reply.who is not None) == (False, True)


def test_lines_that_others_put_at_the_place_are_told(world: World) -> None:
    world.outside("f", lines(*TEN))
    view = world.read("a", "f").seq
    world.outside("f", lines(*TEN[:5], "theirs", *TEN[5:]))
    reply = refused(world.insert("a", "f:5", "new\n", view=view), "moved")
    assert reply.prepared
    done(world.confirm("a", reply.seq))
    assert world.data("f") == lines(*TEN[:5], "new", "theirs", *TEN[5:])


def test_without_a_view_a_line_that_did_not_move_is_todays(world: World) -> None:
    world.outside("f", lines(*TEN))
    assert codes(done(world.insert("a", "f:5", "new\n"))) == []
    world.read("b", "f")
    world.edit("a", "f:2", "changed\n")
    done(world.insert("b", "f:5", "other\n"))
    assert world.data("f") == lines("line 1", "changed", *TEN[2:5], "other", "new", *TEN[5:])


def test_without_a_view_a_line_that_moved_is_refused_and_prepared(world: World) -> None:
    world.outside("f", lines(*TEN))
    world.read("a", "f")
    world.outside("f", lines("top", *TEN))
    reply = refused(world.insert("a", "f:5", "new\n"), "moved_unseen")
    done(world.confirm("a", reply.seq))
    assert world.data("f") == lines("top", *TEN[:5], "new", *TEN[5:])


def test_a_line_outside_the_view_that_moved_is_refused(world: World) -> None:
    world.outside("f", lines(*TEN))
    world.read("a", "f")
    small = done(world.insert("a", "f:1", "x\n")).seq
    reply = refused(world.insert("a", "f:8", "new\n", view=small), "not_covered")
    done(world.confirm("a", reply.seq))
    assert world.data("f") == lines("line 1", "x", *TEN[1:8], "new", *TEN[8:])


def test_the_same_call_twice_puts_the_text_there_once(world: World) -> None:
    """Who means it twice says so by the id that the first reply gave."""
    world.outside("f", lines("a", "b"))
    view = world.read("a", "f").seq
    edit = done(world.insert("a", "f:1", "\n", view=view)).seq
    reply = unchanged(world.insert("a", "f:1", "\n", view=view))
    assert (reply.span, reply.own) == (Span(2, 2), True)
    assert world.data("f") == lines("a", "", "b")
    done(world.insert("a", "f:1", "\n", view=edit))
    assert world.data("f") == lines("a", "", "", "b")


# --- calls that cannot be made --------------------------------------------------------------------


@pytest.mark.parametrize("where", ["f", "f:", "f:2-3", "f:ALL", "f:3-"])
def test_a_call_that_names_no_line_is_an_error(world: World, where: str) -> None:
    world.outside("f", lines(*TEN))
    assert refused(world.insert("a", where, "new\n"), "no_line").verdict == "ERROR"
    assert world.data("f") == lines(*TEN)


def test_several_ranges_are_an_error(world: World) -> None:
    world.outside("f", lines(*TEN))
    refused(world.insert("a", "f:2,4", "new\n"), "several_ranges")


@pytest.mark.parametrize(("data", "line", "total"), [(lines(*TEN), 11, 10), (b"", 1, 0)])
def test_a_line_past_the_end_is_an_error(world: World, data: bytes, line: int, total: int) -> None:
    world.outside("f", data)
    reply = refused(world.insert("a", f"f:{line}", "new\n"), "past_end")
    assert (reply.verdict, reply.values) == ("ERROR", {"lines": str(line), "total": total})


def test_a_line_past_the_end_of_the_view_is_an_error(world: World) -> None:
    world.outside("f", lines(*TEN))
    view = world.read("a", "f").seq
    world.outside("f", lines(*TEN, "more"))
    reply = refused(world.insert("a", "f:11", "new\n", view=view), "past_end")
    assert reply.values["total"] == 10


@pytest.mark.parametrize("content", ["", b""])
def test_nothing_to_insert_is_an_error(world: World, content: str | bytes) -> None:
    world.outside("f", lines(*TEN))
    assert refused(world.insert("a", "f:3", content), "nothing_to_insert").verdict == "ERROR"


@pytest.mark.parametrize(
    ("file", "code"), [("g:0", "no_such_file"), ("d:0", "is_folder"), ("b:0", "binary")]
)
def test_what_is_no_text_file_is_an_error(world: World, file: str, code: str) -> None:
    world.outside("d/e", b"")
    world.outside("b", b"a\0\n")
    refused(world.insert("a", file, "new\n"), code)


def test_a_read_only_file_is_refused_unless_forced(world: World) -> None:
    world.outside("f", b"a\n", mode=0o444)
    assert refused(world.insert("a", "f:0", "new\n"), "read_only").values == {"mode": "0444"}
    done(world.insert("a", "f:0", "new\n", force=True))
    assert (world.node("f").data, world.node("f").mode) == (b"new\na\n", 0o444)


def test_text_that_the_encoding_cannot_hold_is_refused(world: World) -> None:
    world.outside("f", b"caf\xe9\n")
    reply = refused(world.insert("a", "f:1", "ok\n\u4e2d\n"), "unencodable")
    assert (reply.values["point"], reply.values["line"]) == ("U+4E2D", 2)
    assert world.data("f") == b"caf\xe9\n"


def test_text_that_would_make_the_file_binary_is_refused(world: World) -> None:
    world.outside("f", b"a\n")
    refused(world.insert("a", "f:1", "b\0\n"), "would_be_binary")


def test_text_with_a_readers_numbers_is_refused_and_prepared_without_them(world: World) -> None:
    world.outside("f", lines(*TEN))
    reply = refused(world.insert("a", "f:3", "4|x\n5|\n6|y\n"), "numbered_content")
    assert reply.next[0].note == "the same text without them"
    done(world.confirm("a", reply.seq))
    assert world.data("f") == lines(*TEN[:3], "x", "", "y", *TEN[3:])


def test_one_numbered_line_is_text(world: World) -> None:
    world.outside("f", lines("a"))
    done(world.insert("a", "f:1", "4|x\n"))
    assert world.data("f") == lines("a", "4|x")


# --- warnings -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("new\nline 6\n", [("last", 8, "line 6")]),
        ("line 5\nnew\n", [("first", 5, "line 5")]),
        ("line 5\nline 6\n", [("last", 8, "line 6"), ("first", 5, "line 5")]),
        ("new\n", []),
        ("line 6\nline 5\n", []),
        ("new\nline 6 \n", []),
    ],
)
def test_a_line_that_is_repeated_at_either_side_is_told(
    world: World, content: str, told: list[tuple[str, int, str]]
) -> None:
    world.outside("f", lines(*TEN))
    reply = done(world.insert("a", "f:5", content))
    values = [one.values for one in reply.warnings]
    assert [(one["which"], one["line"], one["text"]) for one in values] == told
    assert world.text("f") == "\n".join([*TEN[:5], content + TEN[5], *TEN[6:], ""])


def test_a_blank_line_beside_another_is_no_repeated_one(world: World) -> None:
    world.outside("f", lines("a", "", "b"))
    assert codes(done(world.insert("a", "f:2", "\n"))) == []


def test_escapes_on_one_line_are_put_as_sent_and_the_lines_prepared(world: World) -> None:
    world.outside("f", lines("a", "b"))
    reply = done(world.insert("a", "f:1", r"x\ny\nz"))
    assert codes(reply) == ["literal_newline"]
    assert world.data("f") == b"a\nx\\ny\\nz\nb\n"
    done(world.confirm("a", reply.seq))
    assert world.data("f") == lines("a", "x", "y", "z", "b")


def test_the_view_of_the_reply_has_the_new_numbers(world: World) -> None:
    world.outside("f", lines(*TEN))
    edit = done(world.insert("a", "f:5", "x\ny\n")).seq
    view = world.view(edit, "f")
    assert view is not None
    assert view.spans == (Span(4, 9),)
    world.edit("a", "f:7", "Y\n", view=edit)
    assert world.data("f") == lines(*TEN[:5], "x", "Y", *TEN[5:])


def test_an_insertion_that_did_not_reach_the_disk_can_be_made_again(world: World) -> None:
    world.outside("f", lines("a", "b"))
    view = world.read("a", "f").seq
    world.fails = "gone"
    refused(world.insert("a", "f:1", "x\n", view=view), "not_applied")
    done(world.insert("a", "f:1", "x\n", view=view))
    assert world.data("f") == lines("a", "x", "b")


def test_a_preview_of_an_insertion_is_made_by_its_number(world: World) -> None:
    world.outside("f", lines("a", "b"))
    prepared = world.insert("a", "f:1", "x\n", preview=True).seq
    assert world.data("f") == lines("a", "b")
    done(world.confirm("a", prepared))
    assert world.data("f") == lines("a", "x", "b")
    assert unchanged(world.confirm("a", prepared)).prepared == prepared
