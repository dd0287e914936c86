"""be-write: whole files, new and old, and what is said of what they replace."""

import pytest

from editjournal.client.words import render
from editjournal.schemas.requests import Write, WriteSeveral
from editjournal.schemas.values import Span
from tests.core.world import (
    World,
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


def test_a_new_file_is_made_with_just_these_bytes(world: World) -> None:
    reply = done(world.write("a", "f", "x\r\ny\r\n"))
    assert world.data("f") == b"x\r\ny\r\n"
    assert reply.files[0].state == "created"
    assert reply.files[0].total == 2
    assert world.node("f").mode == 0o644


def test_its_reply_is_a_view_of_the_whole_file(world: World) -> None:
    view = done(world.write("a", "f", lines(*TEN))).seq
    world.edit("a", "f:10", "ten\n", view=view)
    world.edit("a", "f:1", "one\n", view=view)
    assert world.data("f") == lines("one", *TEN[1:9], "ten")


@pytest.mark.parametrize(
    ("before", "content", "after"),
    [
        (b"\xef\xbb\xbfa\n", "b\n", b"\xef\xbb\xbfb\n"),
        (b"\xef\xbb\xbfa\n", "\ufeffb\n", b"\xef\xbb\xbfb\n"),
        (b"\xff\xfea\0\n\0", "b\n", b"\xff\xfeb\0\n\0"),
        ("日本語\nテスト\n".encode("cp932"), "です\n", "です\n".encode("cp932")),
        (b"a\r\nb\r\n", "a\nb\n", b"a\nb\n"),
        (b"\0\1", "text\n", b"text\n"),
        (b"", "\u4e2d\n", "\u4e2d\n".encode()),
        (b"a\n", "", b""),
        (b"\xef\xbb\xbfa\n", b"raw\xff", b"raw\xff"),
    ],
)
def test_text_takes_the_files_encoding_and_byte_order_mark_and_bytes_stay_bytes(
    world: World, before: bytes, content: str | bytes, after: bytes
) -> None:
    world.outside("f", before)
    edit = done(world.write("a", "f", content)).seq
    assert world.data("f") == after
    done(world.undo("a", edit))
    assert world.data("f") == before


def test_text_that_does_not_fit_the_encoding_is_refused(world: World) -> None:
    world.outside("f", "日本語\nテスト\n".encode("cp932"))
    refused(world.write("a", "f", "\u0e01"), "unencodable")


def test_a_nul_in_text_is_written_with_a_warning(world: World) -> None:
    assert codes(world.write("a", "f", "a\0b\n")) == ["wrote_binary"]
    assert world.data("f") == b"a\0b\n"
    assert codes(world.write("a", "g", b"a\0b\n")) == []


def test_the_same_bytes_are_unchanged(world: World) -> None:
    world.outside("f", lines(*TEN))
    unchanged(world.write("a", "f", lines(*TEN)))


def test_only_the_lines_that_differ_are_the_edits(world: World) -> None:
    world.outside("f", lines(*TEN))
    view = world.read("a", "f").seq
    reply = done(world.write("a", "f", lines(*TEN[:4], "new", *TEN[5:]), view=view))
    assert [(part.was, part.now) for part in reply.files[0].parts] == [(span(5), span(5))]
    runs = world.file("f").history.runs(0, 10)
    assert [run.lines for run in runs] == [4, 1, 5]


class TestWhatWasNeverRead:
    """Replacing lines that the session has not seen is told, and never stopped."""

    def test_a_file_never_read(self, world: World) -> None:
        world.outside("f", lines(*TEN))
        reply = world.write("a", "f", "new\n")
        assert codes(reply) == ["overwrote_unread"]
        assert reply.warnings[0].values == {
            "lines": 10,
            "unread": 10,
            "who": "",
            "undo": reply.seq,
        }

    def test_a_file_read_in_part(self, world: World) -> None:
        world.outside("f", lines(*TEN))
        world.read("a", "f:1-4")
        reply = world.write("a", "f", "new\n")
        assert reply.warnings[0].values["unread"] == 6

    def test_a_file_read_in_two_parts_is_read(self, world: World) -> None:
        world.outside("f", lines(*TEN))
        world.read("a", "f:1-4")
        world.read("a", "f:5-10")
        assert codes(world.write("a", "f", "new\n")) == []

    def test_a_file_that_the_session_wrote_is_read(self, world: World) -> None:
        world.write("a", "f", lines(*TEN))
        world.edit("a", "f:3", "x\ny\n")
        assert codes(world.write("a", "f", "new\n")) == []

    def test_lines_that_another_wrote_since(self, world: World) -> None:
        world.write("a", "f", lines(*TEN))
        world.edit("b", "f:3", "theirs\n")
        reply = world.write("a", "f", "new\n")
        assert (reply.warnings[0].values["unread"], reply.warnings[0].values["who"]) == (1, "b#1")

    def test_an_empty_file_has_nothing_to_read(self, world: World) -> None:
        world.outside("f", b"")
        assert codes(world.write("a", "f", "new\n")) == []

    def test_lines_outside_the_view_that_was_given(self, world: World) -> None:
        world.outside("f", lines(*TEN))
        view = world.read("a", "f:1-4").seq
        world.outside("f", lines(*TEN[:8], "theirs", TEN[9]))
        assert codes(world.write("a", "f", "new\n", view=view)) == ["overwrote_unread"]


class TestAView:
    """With a view the same table holds as for lines."""

    def test_of_the_file_as_it_is(self, world: World) -> None:
        world.outside("f", lines(*TEN))
        view = world.read("a", "f").seq
        assert codes(world.write("a", "f", "new\n", view=view)) == []

    def test_after_own_edits(self, world: World) -> None:
        world.outside("f", lines(*TEN))
        view = world.read("a", "f").seq
        world.edit("a", "f:3", "x\ny\n", view=view)
        assert codes(world.write("a", "f", "new\n", view=view)) == []

    def test_of_another_total_is_refused(self, world: World) -> None:
        world.outside("f", lines(*TEN))
        view = world.read("a", "f").seq
        world.outside("f", lines(*TEN, "more"))
        reply = refused(world.write("a", "f", "new\n", view=view), "moved")
        assert reply.next[0].tool == "be-read"
        assert world.data("f") == lines(*TEN, "more")

    def test_of_changed_lines_is_done_with_a_diff(self, world: World) -> None:
        world.outside("f", lines(*TEN))
        view = world.read("a", "f").seq
        world.edit("b", "f:3", "theirs\n")
        reply = world.write("a", "f", "new\n", view=view)
        assert codes(reply) == ["changed_since"]
        assert [(one.kind, one.lines) for one in reply.warnings[0].body] == [
            ("old", ("line 3",)),
            ("new", ("theirs",)),
        ]

    def test_of_a_part_after_another_part_grew_is_refused(self, world: World) -> None:
        world.outside("f", lines(*TEN))
        view = world.read("a", "f:1-3").seq
        world.outside("f", lines(*TEN, "more"))
        refused(world.write("a", "f", "new\n", view=view), "moved")

    def test_of_an_empty_file_that_others_filled_is_refused(self, world: World) -> None:
        world.outside("f", b"")
        view = world.read("a", "f").seq
        world.outside("f", lines(*TEN))
        refused(world.write("a", "f", "new\n", view=view), "changed")

    def test_of_text_that_became_binary_is_refused(self, world: World) -> None:
        world.outside("f", lines(*TEN))
        view = world.read("a", "f").seq
        world.outside("f", b"\0")
        refused(world.write("a", "f", "new\n", view=view), "changed")

    def test_of_one_line_that_became_binary_has_no_diff(self, world: World) -> None:
        world.outside("f", b"one\n")
        view = world.read("a", "f").seq
        world.outside("f", b"\0")
        reply = world.write("a", "f", "new\n", view=view)
        assert codes(reply) == ["changed_since"]
        assert reply.warnings[0].body == ()

    def test_of_a_file_that_is_gone_is_refused(self, world: World) -> None:
        world.outside("f", lines(*TEN))
        view = world.read("a", "f").seq
        world.outside("f", None)
        refused(world.write("a", "f", "new\n", view=view), "view_gone")
        done(world.write("a", "f", "new\n"))

    def test_of_what_is_so_already_is_unchanged(self, world: World) -> None:
        world.outside("f", lines(*TEN))
        view = world.read("a", "f").seq
        world.outside("f", b"new\n")
        unchanged(world.write("a", "f", "new\n", view=view))

    def test_force_writes_all_the_same(self, world: World) -> None:
        world.outside("f", lines(*TEN))
        view = world.read("a", "f").seq
        world.outside("f", lines(*TEN, "more"))
        done(world.write("a", "f", "new\n", view=view, force=True))


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("no/such/f", "missing_folder"),
        ("d", "is_folder"),
        ("f:3-4", "lines_in_write"),
        ("r", "read_only"),
        ("../x", "outside"),
    ],
)
def test_what_cannot_be_written_is_refused(world: World, file: str, code: str) -> None:
    world.outside("d/e", b"")
    world.outside("f", b"a\n")
    world.outside("r", b"a\n", mode=0o444)
    refused(world.write("a", file, "x\n"), code)


def test_the_first_missing_folder_is_named(world: World) -> None:
    reply = refused(world.write("a", "no/f", "x\n"), "missing_folder")
    assert reply.values == {"folder": "no"}


def test_a_name_that_ends_like_lines_is_a_name_if_it_exists(world: World) -> None:
    world.outside("f:3-4", b"a\n")
    done(world.write("a", "f:3-4", "b\n"))
    assert world.data("f:3-4") == b"b\n"


def test_all_of_a_file_means_the_file(world: World) -> None:
    world.outside("f", b"a\n")
    done(world.write("a", "f:ALL", "b\n"))
    done(world.write("a", "f:", "c\n"))
    assert world.data("f") == b"c\n"


def test_a_file_removed_outside_can_be_made_again(world: World) -> None:
    world.write("a", "f", lines(*TEN))
    world.outside("f", None)
    reply = done(world.write("a", "f", "new\n"))
    assert reply.files[0].state == "created"
    done(world.undo("a", reply.seq))
    assert world.files == {}


@pytest.mark.parametrize("is_new", [True, False])
def test_what_a_file_of_one_line_with_escapes_was_meant_to_be_is_prepared(
    world: World, is_new: bool
) -> None:
    if not is_new:
        world.outside("f", b"old\n")
    reply = done(world.write("a", "f", r"one\ntwo\n"))
    assert "literal_newline" in codes(reply)
    assert world.data("f") == rb"one\ntwo\n"
    assert reply.next[0].arguments == {"event_id": f"p{reply.seq}"}
    confirmed = done(world.confirm("a", reply.seq))
    assert world.data("f") == b"one\ntwo\n"
    done(world.undo("a", confirmed.seq))
    assert world.data("f") == rb"one\ntwo\n"
    world.check_replay()


@pytest.mark.parametrize("is_read", [True, False])
@pytest.mark.parametrize("data", [b"old\nlines", b"\xef\xbb\xbfa\r\n", b"\0\xff\n", b"\n" * 9])
def test_what_a_whole_file_held_is_kept_as_a_chip(
    world: World, data: bytes, *, is_read: bool
) -> None:
    world.outside("f", data)
    if is_read and b"\0" not in data:
        world.read("a", "f")
    reply = done(world.write("a", "f", b"new\n"))
    chip = world.state.chips.get(reply.chips[0])
    assert chip is not None
    assert chip.kept is not None
    assert (chip.path, chip.span, world.kept[chip.kept]) == (
        b"f",
        Span(1, data.count(b"\n") + (not data.endswith(b"\n"))),
        data,
    )


def test_of_several_whole_files_each_that_changes_is_kept(world: World) -> None:
    for name in ("f", "g", "same"):
        world.outside(name, name.encode())
    world.outside("empty", b"")
    files = (Write(b"f", "1"), Write(b"g", "2"), Write(b"same", "same"), Write(b"empty", "3"))
    reply = done(world.ask("a", WriteSeveral((*files, Write(b"fresh", "4")))))
    chips = [world.state.chips.get(one) for one in reply.chips]
    assert [(one.path, one.kept and world.kept[one.kept]) for one in chips if one] == [
        (b"f", b"f"),
        (b"g", b"g"),
    ]


def test_a_whole_file_write_that_was_prepared_keeps_what_it_overwrites(world: World) -> None:
    world.outside("f", b"old\n")
    shown = previewed(world.write("a", "f", "new\n", preview=True))
    reply = done(world.confirm("a", shown.seq))
    chip = world.state.chips.get(reply.chips[0])
    assert chip is not None
    assert chip.kept is not None
    assert (chip.span, world.kept[chip.kept]) == (Span(1, 1), b"old\n")


@pytest.mark.parametrize("code", ["unknown_view", "view_of_other_file"])
def test_a_wrong_view_of_a_file_that_is_not_there_is_to_be_left_out(
    world: World, code: str
) -> None:
    world.outside("f", b"x\n")
    view = 99 if code == "unknown_view" else world.read("a", "f").seq
    reply = refused(world.ask("a", Write(b"new", "x\n", view)), code)
    assert reply.next == ()
    told = render.text(reply).split("\n")
    assert told[-1] == "next: send the same call without `viewed_code_id`"
    done(world.ask("a", Write(b"new", "x\n")))
