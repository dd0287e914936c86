"""be-delete: lines go and are kept; a whole file goes only when that is what is asked for."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from editjournal.daemon.core import text as texts
from editjournal.schemas.facts import Edited, Refused
from editjournal.schemas.replies import Call
from editjournal.schemas.requests import Delete, InsertChip
from editjournal.schemas.values import Kept, Span
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
BOM = b"\xef\xbb\xbf"
UTF_16 = b"\xff\xfe" + "a\r\nb\r\n".encode("utf-16-le")

LINES: list[tuple[str, bytes, str, bytes, bytes]] = [
    ("one line", b"a\nb\nc\n", "2", b"a\nc\n", b"b\n"),
    ("several lines", b"a\nb\nc\n", "2-3", b"a\n", b"b\nc\n"),
    ("to the end", b"a\nb\nc\n", "2-", b"a\n", b"b\nc\n"),
    ("all lines", b"a\nb\n", "ALL", b"", b"a\nb\n"),
    ("the first line", b"a\nb\n", "1", b"b\n", b"a\n"),
    ("the last line", b"a\nb\n", "2", b"a\n", b"b\n"),
    ("the last line without end", b"a\nb", "2", b"a\n", b"b"),
    ("a line before one without end", b"a\nb", "1", b"b", b"a\n"),
    ("the only line, without end", b"a", "1", b"", b"a"),
    ("a blank line", b"a\n\nb\n", "2", b"a\nb\n", b"\n"),
    ("CRLF", b"a\r\nb\r\n", "1", b"b\r\n", b"a\r\n"),
    ("mixed line ends", b"a\r\nb\nc", "1-2", b"c", b"a\r\nb\n"),
    ("another encoding", b"x\ncaf\xe9\n", "2", b"x\n", b"caf\xe9\n"),
    ("the mark passes on", BOM + b"a\nb\n", "1", BOM + b"b\n", BOM + b"a\n"),
    ("the mark stays alone", BOM + b"a\n", "ALL", BOM, BOM + b"a\n"),
    ("wide characters", UTF_16, "2", UTF_16[:8], UTF_16[8:]),
]


@pytest.mark.parametrize(
    ("before", "where", "after", "kept"),
    [one[1:] for one in LINES],
    ids=[one[0].replace(" ", "-") for one in LINES],
)
def test_lines_go_are_kept_as_a_chip_and_undo_gives_the_first_bytes(
    world: World, before: bytes, where: str, after: bytes, kept: bytes
) -> None:
    world.outside("f", before)
    view = world.read("a", "f").seq
    reply = done(world.delete("a", f"f:{where}", view=view))
    assert world.data("f") == after
    assert len(reply.chips) == 1
    assert deleted(world, reply.seq) == kept
    done(world.undo("a", reply.seq))
    assert world.data("f") == before


def deleted(world: World, edit: int) -> bytes:
    """Return the text that an edit keeps."""
    fact = world.entries[edit - 1].fact
    assert isinstance(fact, Edited)
    (gone,) = fact.deleted
    return world.kept[Kept(edit, gone.content.digest)]


def test_the_reply_shows_the_lines_around_the_gap(world: World) -> None:
    world.outside("f", lines(*TEN))
    reply = done(world.delete("a", "f:4-6"))
    assert body(reply) == {2: "line 2", 3: "line 3", 4: "line 7", 5: "line 8"}
    [file] = reply.files
    assert (file.delta, file.total, file.state) == (-3, 7, "changed")
    assert [(one.was, one.now, one.after) for one in file.parts] == [(span(4, 6), None, 3)]


@pytest.mark.parametrize(
    ("where", "old", "code"),
    [
        ("f:2", "b", ""),
        ("f:2", "b\n", ""),
        ("f", "b", ""),
        ("f", "b\n", ""),
        ("f:2", "x", "old_mismatch"),
        ("f:2", "c", "old_elsewhere"),
        ("f", "nowhere", "old_none"),
    ],
)
def test_lines_go_if_they_are_the_ones_that_were_named(
    world: World, where: str, old: str, code: str
) -> None:
    world.outside("f", lines("a", "b", "c"))
    reply = world.delete("a", where, old=old)
    if code:
        refused(reply, code)
        return
    assert done(reply).chips[0]
    assert world.data("f") == lines("a", "c")


def test_lines_named_by_text_that_stands_elsewhere_are_prepared(world: World) -> None:
    world.outside("f", lines("a", "b", "c"))
    reply = refused(world.delete("a", "f:2", old="c"), "old_elsewhere")
    assert reply.next[0] == Call("be-confirm", {"event_id": f"p{reply.seq}"}, "deletes 3")
    done(world.confirm("a", reply.seq))
    assert world.data("f") == lines("a", "b")


def test_a_part_of_a_line_goes_and_is_kept(world: World) -> None:
    world.outside("f", lines("a b", "c"))
    reply = done(world.delete("a", "f", old=" b"))
    assert deleted(world, reply.seq) == b" b"
    assert world.data("f") == lines("a", "c")


@pytest.mark.parametrize("where", ["f:2", "f:1-2", "f:ALL"])
def test_what_was_deleted_comes_back_byte_for_byte(world: World, where: str) -> None:
    before = BOM + b"a\r\n\tcaf\xc3\xa9 \r\nc"
    world.outside("f", before)
    chip = done(world.delete("a", where)).chips[0]
    to = {"f:2": "f:1", "f:1-2": "f:0", "f:ALL": "f:0"}[where]
    done(world.ask("a", InsertChip(to.encode(), chip)))
    assert world.data("f") == before


def test_own_edits_of_before_are_followed(world: World) -> None:
    world.outside("f", lines(*TEN))
    view = world.read("a", "f").seq
    done(world.insert("a", "f:1", "x\ny\n", view=view))
    done(world.delete("a", "f:5-6", view=view))
    done(world.delete("a", "f:9", view=view))
    assert world.data("f") == lines("line 1", "x", "y", *TEN[1:4], *TEN[6:8], "line 10")


def test_the_same_deletion_twice_deletes_once(world: World) -> None:
    world.outside("f", lines(*TEN))
    view = world.read("a", "f").seq
    done(world.delete("a", "f:5", view=view))
    unchanged(world.delete("a", "f:5", view=view))
    assert world.data("f") == lines(*TEN[:4], *TEN[5:])


def test_lines_that_others_moved_are_refused_and_their_deletion_prepared(world: World) -> None:
    world.outside("f", lines(*TEN))
    view = world.read("a", "f").seq
    world.outside("f", lines("top", *TEN))
    reply = refused(world.delete("a", "f:4-6", view=view), "moved")
    assert reply.next[0].note == "deletes 5-7"
    assert reply.next[1].tool == "be-delete"
    chip = done(world.confirm("a", reply.seq)).chips[0]
    assert chip
    assert world.data("f") == lines("top", *TEN[:3], *TEN[6:])


def test_lines_that_others_changed_in_place_go_with_a_warning_that_names_the_chip(
    world: World,
) -> None:
    world.outside("f", lines(*TEN))
    view = world.read("a", "f").seq
    world.edit("b", "f:4", "theirs\n")
    reply = done(world.delete("a", "f:4", view=view))
    assert codes(reply) == ["changed_since"]
    assert reply.warnings[0].values["chip"] == reply.chips[0]
    assert deleted(world, reply.seq) == b"theirs\n"


def test_lines_that_others_changed_and_moved_are_refused(world: World) -> None:
    world.outside("f", lines(*TEN))
    view = world.read("a", "f").seq
    world.outside("f", lines("top", *TEN[:3], "theirs", *TEN[4:]))
    reply = refused(world.delete("a", "f:4", view=view), "changed")
    assert not reply.prepared


def test_lines_past_the_end_and_read_only_files_are_refused(world: World) -> None:
    world.outside("f", lines(*TEN), mode=0o444)
    refused(world.delete("a", "f:4"), "read_only")
    refused(world.delete("a", "f:11", force=True), "past_end")
    done(world.delete("a", "f:4", force=True))
    assert world.data("f") == lines(*TEN[:3], *TEN[4:])


@settings(deadline=None, max_examples=200)
@given(
    st.lists(st.sampled_from([b"a", b"\n", b"\r\n", b"\r", b"\t", b"\xe9", b"\xef\xbb\xbf", b"|"])),
    st.integers(0, 9),
    st.integers(1, 4),
    st.sampled_from([b"", BOM]),
)
def test_any_lines_between_others_come_back_from_their_chip_as_they_were(
    parts: list[bytes], at: int, size: int, mark: bytes
) -> None:
    data = mark + b"top\n" + b"".join(parts)
    before = texts.of(data)
    if before.lines < 2:
        return
    first = 2 + at % (before.lines - 1)
    last = min(first + size - 1, before.lines)
    world = World()
    world.outside("f", data)
    reply = done(world.delete("a", f"f:{first}-{last}"))
    assert world.data("f") == data[: before.offset(first - 1)] + data[before.offset(last) :]
    done(world.ask("a", InsertChip(b"f:%d" % (first - 1), reply.chips[0])))
    assert world.data("f") == data
    world.check_replay()


# --- a whole file ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [lines(*TEN), b"a\r\nb", b"", b"\0\xff\x80binary\n", BOM + b"x\n", b"caf\xe9\n"],
    ids=["text", "CRLF", "empty", "binary", "mark", "cp1252"],
)
def test_a_file_is_removed_and_undo_gives_it_back_with_its_mode(world: World, data: bytes) -> None:
    world.outside("f", data, mode=0o750)
    reply = done(world.delete("a", "f", remove=True))
    assert world.files == {}
    assert [one.state for one in reply.files] == ["removed"]
    assert reply.files[0].delta == -texts.of(data).lines
    assert bool(reply.chips) == bool(data)
    if data:
        assert deleted(world, reply.seq) == data
    done(world.undo("a", reply.seq))
    assert (world.data("f"), world.node("f").mode) == (data, 0o750)
    done(world.redo("a", reply.seq))
    assert world.files == {}


def test_a_removed_file_is_gone_for_a_read_and_can_be_made_anew(world: World) -> None:
    world.outside("f", lines(*TEN))
    world.read("a", "f")
    done(world.delete("a", "f", remove=True))
    unchanged(world.delete("a", "f", remove=True))  # the same call, made twice
    refused(world.delete("b", "f", remove=True), "no_such_file")
    refused(world.delete("a", "f:1"), "no_such_file")
    assert done(world.write("a", "f", "new\n")).files[0].state == "created"
    assert world.data("f") == b"new\n"


def test_a_removed_text_is_put_into_another_file(world: World) -> None:
    world.outside("f", lines("a", "b"))
    world.outside("g", lines("top"))
    chip = done(world.delete("a", "f", remove=True)).chips[0]
    done(world.ask("a", InsertChip(b"g:1", chip)))
    assert world.data("g") == lines("top", "a", "b")


def test_a_bare_path_is_refused_and_the_removal_prepared(world: World) -> None:
    world.outside("f", lines(*TEN))
    reply = refused(world.delete("a", "f"), "no_lines")
    assert reply.values == {"total": 10, "size_bytes": 71}
    assert reply.prepared
    note = "removes the file, 10 lines, kept as a chip"
    assert reply.next[0] == Call("be-confirm", {"event_id": f"p{reply.seq}"}, note)
    assert reply.next[1].arguments == {"file": "f:1-10"}
    assert world.data("f") == lines(*TEN)
    removed = done(world.confirm("a", reply.seq))
    assert world.files == {}
    assert deleted(world, removed.seq) == lines(*TEN)
    done(world.undo("a", removed.seq))
    assert world.data("f") == lines(*TEN)


@pytest.mark.parametrize("data", [b"", b"\0\xff\n"])
def test_a_bare_path_prepares_the_removal_of_what_has_no_lines_too(
    world: World, data: bytes
) -> None:
    world.outside("f", data, mode=0o600)
    reply = refused(world.delete("a", "f"), "no_lines")
    edit = done(world.confirm("a", reply.seq)).seq
    assert world.files == {}
    done(world.undo("a", edit))
    assert (world.data("f"), world.node("f").mode) == (data, 0o600)


@pytest.mark.parametrize(
    "request_",
    [
        Delete(b"f:2", remove=True),
        Delete(b"f:ALL", remove=True),
        Delete(b"f", span=Span(2, 3), remove=True),
        Delete(b"f", old="line 2", remove=True),
    ],
)
def test_lines_beside_the_removal_of_a_file_are_an_error(world: World, request_: Delete) -> None:
    world.outside("f", lines(*TEN))
    reply = refused(world.ask("a", request_), "lines_in_remove")
    assert (reply.verdict, reply.prepared) == ("ERROR", False)


def test_a_name_that_ends_like_lines_is_a_name_if_it_exists(world: World) -> None:
    world.outside("f:2", lines("a", "b"))
    done(world.delete("a", "f:2", remove=True))
    assert world.files == {}
    world.outside("f:2", lines("a", "b"))
    world.outside("f", lines(*TEN))
    refused(world.delete("a", "f:2"), "ambiguous_place")
    refused(world.delete("a", "f:2", remove=True), "ambiguous_place")


def test_a_read_only_file_is_removed_only_by_force(world: World) -> None:
    world.outside("f", b"a\n", mode=0o444)
    refused(world.delete("a", "f", remove=True), "read_only")
    refused(world.delete("a", "f"), "read_only")
    edit = done(world.delete("a", "f", remove=True, force=True)).seq
    done(world.undo("a", edit))
    assert world.node("f").mode == 0o444


@pytest.mark.parametrize(("file", "code"), [("g", "no_such_file"), ("d", "is_folder")])
def test_what_is_no_file_is_not_removed(world: World, file: str, code: str) -> None:
    world.outside("d/e", b"")
    refused(world.delete("a", file, remove=True), code)
    refused(world.delete("a", file), code)


def test_a_file_that_others_made_longer_is_not_removed_through_an_old_view(world: World) -> None:
    world.outside("f", lines(*TEN))
    view = world.read("a", "f").seq
    world.outside("f", lines(*TEN, "more"))
    refused(world.delete("a", "f", view=view, remove=True), "moved")
    refused(world.delete("a", "f", view=view), "moved")
    done(world.delete("a", "f", view=view, remove=True, force=True))


def test_a_file_that_others_changed_in_place_is_removed_with_a_warning(world: World) -> None:
    world.outside("f", lines(*TEN))
    view = world.read("a", "f").seq
    world.edit("b", "f:4", "theirs\n")
    reply = done(world.delete("a", "f", view=view, remove=True))
    assert codes(reply) == ["changed_since"]
    assert reply.warnings[0].values["chip"] == reply.chips[0]


def test_the_removal_is_shown_before_it_is_made(world: World) -> None:
    world.outside("f", lines("a", "b"))
    reply = previewed(world.delete("a", "f", remove=True, preview=True))
    assert [one.state for one in reply.files] == ["removed"]
    done(world.confirm("a", reply.seq))
    assert world.files == {}


def test_the_refusal_of_a_bare_path_names_no_view(world: World) -> None:
    world.outside("f", lines(*TEN))
    reply = refused(world.delete("a", "f"), "no_lines")
    fact = world.entries[reply.seq - 1].fact
    assert isinstance(fact, Refused)
    assert (reply.view, fact.spans, len(fact.prepared)) == (False, (), 1)
