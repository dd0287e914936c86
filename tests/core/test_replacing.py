"""be-replace by lines: bytes outside the place stay, and new text fits in."""

import pytest

from editjournal.schemas.replies import Refusal
from editjournal.schemas.values import Span
from tests.core.world import World, body, codes, done, lines, numbered, refused, span, unchanged

GBK = bytes.fromhex("D6D0CEC40A610A")
SJIS = "日本語\nテスト\n".encode("cp932")

ENDINGS: list[tuple[str, bytes, str, str, bytes]] = [
    ("CRLF is kept", b"a\r\nb\r\nc\r\n", "2", "B", b"a\r\nB\r\nc\r\n"),
    ("LF in new text becomes CRLF", b"a\r\nb\r\n", "2", "B\nC\n", b"a\r\nB\r\nC\r\n"),
    ("CRLF in new text is not doubled", b"a\r\nb\r\n", "2", "B\r\nC\r\n", b"a\r\nB\r\nC\r\n"),
    ("mixed ends stay mixed", b"a\r\nb\nc\r\n", "2", "B", b"a\r\nB\nc\r\n"),
    ("the first replaced line decides", b"a\r\nb\nc\n", "1-2", "A\nB\n", b"A\r\nB\r\nc\n"),
    ("a lone CR is a character", b"a\rb\rc\nd\n", "2", "D", b"a\rb\rc\nD\n"),
    ("a form feed ends no line", b"a\n\x0cb\nc\n", "3", "C", b"a\n\x0cb\nC\n"),
    ("U+2028 ends no line", "a\nx\u2028y\nz\n".encode(), "3", "Z", "a\nx\u2028y\nZ\n".encode()),
    ("a replaced line keeps its end", b"a\nb\nc\n", "2", "B", b"a\nB\nc\n"),
    ("no end is added", b"a\nb", "1", "A", b"A\nb"),
    ("a missing last end stays missing", b"a\nb", "2", "B", b"a\nB"),
    ("text with an end brings one", b"a\nb", "2", "B\n", b"a\nB\n"),
    ("more lines in place of the last", b"a\nb", "2", "B\nC", b"a\nB\nC"),
    ("blank lines at the end stay", b"a\nb\n", "1", "a\n\n\n", b"a\n\n\nb\n"),
    ("one blank line", b"a\nb\n", "1", "\n", b"\nb\n"),
    ("nothing deletes the lines", b"a\nb\nc\n", "2", "", b"a\nc\n"),
    ("the last line deleted", b"a\nb", "2", "", b"a\n"),
    ("all lines deleted", b"a\nb\n", "1-2", "", b""),
    ("an empty file is filled", b"", "1", "a", b"a"),
    ("a backslash is one", b"a\nb\n", "1", r"\1 \g<0> $& \n", b"\\1 \\g<0> $& \\n\nb\n"),
    ("a BOM stays", b"\xef\xbb\xbfhi\n", "1", "yo", b"\xef\xbb\xbfyo\n"),
    ("a BOM is not doubled", b"\xef\xbb\xbfhi\n", "1", "\ufeffyo", b"\xef\xbb\xbfyo\n"),
    ("a BOM passes to the next line", b"\xef\xbb\xbfa\nb\n", "1", "", b"\xef\xbb\xbfb\n"),
    ("only a BOM is left", b"\xef\xbb\xbfa\n", "1", "", b"\xef\xbb\xbf"),
    (
        "a character like a BOM inside",
        b"\xef\xbb\xbfa\nb\n",
        "2",
        "\ufeffB",
        b"\xef\xbb\xbfa\n\xef\xbb\xbfB\n",
    ),
    ("cp1252 keeps its byte", b"x\ncaf\xe9\nb\n", "1", "y", b"y\ncaf\xe9\nb\n"),
    ("GBK keeps its bytes", GBK, "2", "b", GBK[:5] + b"b\n"),
    (
        "new text in the file's encoding",
        SJIS,
        "2",
        "です",
        SJIS[:7] + "です\n".encode("cp932"),
    ),
    (
        "UTF-16 with its BOM",
        b"\xff\xfe" + "a\r\nb\r\n".encode("utf-16-le"),
        "2",
        "\u0a00B",
        b"\xff\xfe" + "a\r\n\u0a00B\r\n".encode("utf-16-le"),
    ),
    (
        "big-endian UTF-16",
        b"\xfe\xff" + "a\nb".encode("utf-16-be"),
        "1",
        "",
        b"\xfe\xff" + "b".encode("utf-16-be"),
    ),
]


@pytest.mark.parametrize(
    ("before", "where", "content", "after"),
    [one[1:] for one in ENDINGS],
    ids=[one[0].replace(" ", "-") for one in ENDINGS],
)
def test_bytes_outside_the_place_stay_and_undo_gives_the_first_bytes(
    world: World, before: bytes, where: str, content: str, after: bytes
) -> None:
    world.outside("f", before)
    view = world.read("a", "f").seq
    edit = world.edit("a", f"f:{where}", content, view=view)
    assert world.data("f") == after
    done(world.undo("a", edit.seq))
    assert world.data("f") == before


def test_the_line_end_of_the_first_replaced_line_decides(world: World) -> None:
    world.outside("f", b"a\nb\r\nc\n")
    world.edit("a", "f:2-3", "x\ny\nz")
    assert world.data("f") == b"a\nx\r\ny\r\nz\n"


def test_the_reply_shows_the_new_lines_between_those_around_them(world: World) -> None:
    world.outside("f", lines(*numbered(1, 10)))
    reply = world.edit("a", "f:4-5", "x\ny\n")
    assert body(reply) == {
        2: "line 2",
        3: "line 3",
        4: "x",
        5: "y",
        6: "line 6",
        7: "line 7",
    }
    [part] = reply.files[0].parts
    assert (part.was, part.now) == (span(4, 5), span(4, 5))
    assert (reply.files[0].delta, reply.files[0].total) == (0, 10)


def test_of_many_new_lines_the_reply_shows_the_first_and_the_last(world: World) -> None:
    world.outside("f", lines(*numbered(1, 10)))
    reply = world.edit("a", "f:4", lines(*"pqrst").decode())
    assert [(one.kind, one.first, one.last) for one in reply.body] == [
        ("lines", 2, 4),
        ("sent", 5, 7),
        ("lines", 8, 10),
    ]
    assert body(reply)[8] == "t"


def test_lines_that_stay_at_the_ends_of_new_text_keep_their_maker(world: World) -> None:
    world.outside("f", lines("a", "b", "c"))
    world.edit("a", "f:1-3", "a\nB\nc\n")
    runs = world.file("f").history.runs(0, 3)
    assert [(run.entry > 0, run.lines) for run in runs] == [(False, 1), (True, 1), (False, 1)]


def test_the_same_text_is_unchanged_and_says_who_wrote_it(world: World) -> None:
    world.outside("f", lines("a", "b"))
    assert unchanged(world.replace("a", "f:2", "b")).by is None
    world.edit("b", "f:2", "B\n")
    by = unchanged(world.replace("a", "f:2", "B\n", force=True)).by
    assert by is not None
    assert by.name == "b#1"


@pytest.mark.parametrize(
    ("where", "content", "which", "line"),
    [
        ("2", "x\nc\n", "last", 4),
        ("2", "a\nx\n", "first", 1),
        ("2", "x\n", "", 0),
        ("4", "y\n\n", "", 0),
    ],
)
def test_new_text_that_repeats_the_line_next_to_it_is_warned_of(
    world: World, where: str, content: str, which: str, line: int
) -> None:
    world.outside("f", b"a\nb\nc\nd\n\ne\n")
    reply = world.edit("a", f"f:{where}", content, view=world.read("a", "f").seq)
    echoes = [(one.values["which"], one.values["line"]) for one in reply.warnings]
    assert echoes == ([(which, line)] if which else [])


def test_new_text_that_the_encoding_cannot_hold_is_refused(world: World) -> None:
    world.outside("f", "caf\xe9 na\xefve\nb\n".encode("latin-1"))
    reply = refused(world.replace("a", "f:2", "ok\n\u4e2d"), "unencodable")
    assert reply.values["point"] == "U+4E2D"
    assert reply.values["line"] == 2
    assert reply.values["encoding"] == "cp1252"


def test_no_edit_of_lines_makes_a_text_binary(world: World) -> None:
    world.outside("f", lines("a", "b"))
    for content, problem in (
        ("b\0", "it has a NUL character"),
        (bytes(range(128, 256)), "its bytes are text in no encoding"),
    ):
        reply = refused(world.replace("a", "f:2", content), "would_be_binary")
        assert reply.values == {"problem": problem}


def test_new_bytes_are_taken_as_they_are_and_never_join_two_lines(world: World) -> None:
    world.outside("f", b"a\nb\nc")
    world.edit("a", "f:2", b"x\r\ny")
    assert world.data("f") == b"a\nx\r\ny\nc"
    world.edit("a", "f:4", b"C", force=True)
    assert world.data("f") == b"a\nx\r\ny\nC"


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("f:4", "past_end"),
        ("f:2-9", "past_end"),
        ("f:0", "bad_lines"),
        ("f:3-2", "bad_lines"),
        ("f:1,3", "several_ranges"),
        ("f", "no_place"),
        ("no", "no_such_file"),
        ("d", "is_folder"),
        ("b", "binary"),
        ("../x", "outside"),
        (".", "is_root"),
        ("", "no_file"),
        ("f\0", "bad_path"),
    ],
)
def test_a_wrong_call_is_an_error(world: World, file: str, code: str) -> None:
    world.outside("f", lines("a", "b", "c"))
    world.outside("d/e", b"")
    world.outside("b", b"\0\1")
    assert refused(world.replace("a", file, "x\n"), code).verdict == "ERROR"


@pytest.mark.parametrize("bad", [Span(0, 1), Span(-3, 2), Span(2, 1)])
def test_lines_given_apart_from_the_path_are_held_to_the_same_rules(
    world: World, bad: Span
) -> None:
    world.outside("f", lines("a", "b", "c"))
    refused(world.replace("a", "f", "x\n", span=bad), "bad_lines")


def test_lines_to_the_end_are_those_of_the_view(world: World) -> None:
    world.outside("f", lines("a", "b", "c"))
    view = world.read("a", "f").seq
    world.edit("a", "f:1", "A\nAA\n", view=view)
    world.edit("a", "f:2-", "rest\n", view=view)
    assert world.data("f") == lines("A", "AA", "rest")


def test_an_empty_file_that_was_read_is_filled_without_a_warning(world: World) -> None:
    world.outside("f", b"")
    view = world.read("a", "f").seq
    assert codes(world.edit("a", "f:1", "a\nb\n", view=view)) == []
    assert world.data("f") == b"a\nb\n"


def test_a_file_that_was_emptied_can_be_edited_by_its_view(world: World) -> None:
    world.outside("f", b"a\n")
    view = world.edit("a", "f:1", "").seq
    world.edit("a", "f:1", "b\n", view=view)
    assert world.data("f") == b"b\n"


def test_a_read_only_file_is_refused_unless_forced(world: World) -> None:
    world.outside("f", b"a\n", mode=0o444)
    assert refused(world.replace("a", "f:1", "b\n"), "read_only").values["mode"] == "0444"
    world.edit("a", "f:1", "b\n", force=True)
    assert world.node("f").mode == 0o444


def test_an_edit_that_did_not_reach_the_disk_counts_as_never_made(world: World) -> None:
    world.outside("f", lines("a", "b", "c"))
    view = world.read("a", "f").seq
    first = world.edit("a", "f:1", "A\nAA\n", view=view).seq
    world.fails = "no room"
    failed = world.replace("a", "f:2", "B\n", view=view)
    assert isinstance(failed, Refusal)
    refused(world.undo("a", failed.seq), "never_applied")
    refused(world.replace("a", "f:2", "x\n", view=failed.seq), "unknown_view")
    assert [one.seq for one in world.status("a").edits] == [first]
    world.edit("a", "f:2", "b2\n", view=view)
    assert world.data("f") == lines("A", "AA", "b2", "c")
    runs = world.file("f").history.runs(0, 4)
    assert failed.seq not in {run.entry for run in runs}
