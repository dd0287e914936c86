"""A text at a point, what changed between two, and one entry in full: asked for and answered."""

import pytest

from editjournal.daemon.core import diffs, entries
from editjournal.schemas.facts import Previewed
from editjournal.schemas.replies import Block, Contents, DiffReply, EntryShown, FileDiff
from editjournal.schemas.requests import (
    Cat,
    Diff,
    Replace,
    ShowEntry,
    Snapshot,
    Write,
    WriteSeveral,
)
from editjournal.schemas.values import NOW, Point
from tests.core.world import World, done, lines, numbered, previewed, refused

TEN = numbered(1, 10)


@pytest.fixture
def ten(world: World) -> World:
    world.outside("f", lines(*TEN))
    world.read("a", "f")
    return world


def cat(world: World, file: str, at: Point = NOW, *, max_bytes: int = 24_000) -> Contents:
    reply = world.ask("reader", Cat(file.encode(), at, max_bytes))
    assert isinstance(reply, Contents), reply
    return reply


def raw(world: World, file: str, at: Point = NOW) -> bytes:
    reply = world.ask("reader", Cat(file.encode(), at, raw=True))
    assert isinstance(reply, Contents), reply
    return reply.data


def diff(world: World, since: Point, until: Point = NOW, **more: int | bytes) -> DiffReply:
    reply = world.ask("reader", Diff(since, until, **more))  # pyright: ignore[reportArgumentType]
    assert isinstance(reply, DiffReply), reply
    return reply


def show(world: World, entry: int, max_bytes: int = 24_000) -> EntryShown:
    reply = world.ask("reader", ShowEntry(entry, max_bytes))
    assert isinstance(reply, EntryShown), reply
    return reply


def shown(blocks: tuple[Block, ...]) -> list[str]:
    """Return lines as "-3 what went" and "+3 what came"."""
    signs = {"old": "-", "new": "+", "lines": " "}
    return [
        f"{signs[block.kind]}{number} {line}"
        for block in blocks
        for number, line in enumerate(block.lines, block.first)
    ]


# --- a text at a point ----------------------------------------------------------------------------


def test_a_file_is_shown_as_it_was_before_and_after_an_edit(ten: World) -> None:
    edit = ten.edit("a", "f:3", "x\ny\n").seq
    after = cat(ten, "f:2-4", Point(seq=edit))
    before = cat(ten, "f:2-4", Point(seq=edit, before=True))
    assert shown(after.blocks) == [" 2 line 2", " 3 x", " 4 y"]
    assert shown(before.blocks) == [" 2 line 2", " 3 line 3", " 4 line 4"]
    assert after.by is not None
    assert (after.at, after.by.seq, after.by.name, before.by) == (edit, edit, "a#1", None)


def test_now_is_what_is_there_whoever_changed_it(ten: World) -> None:
    ten.outside("f", b"human\n")
    reply = cat(ten, "f")
    assert shown(reply.blocks) == [" 1 human"]
    assert reply.by is not None
    assert reply.by.session == 0
    assert raw(ten, "f", Point(seq=reply.at - 1)) == lines(*TEN)


def test_bytes_come_whole_and_as_they_were(world: World) -> None:
    data = b"\xff\0binary\r\n"
    edit = done(world.write("a", "bin", data)).seq
    world.outside("bin", b"other")
    assert raw(world, "bin", Point(seq=edit)) == data
    assert raw(world, "bin") == b"other"
    reply = world.ask("a", Cat(b"bin", Point(seq=edit)))
    assert refused(reply, "binary").values == {"size_bytes": len(data)}


def test_no_file_at_a_point_is_told_as_that(ten: World) -> None:
    edit = done(ten.write("a", "new", "")).seq
    assert cat(ten, "new", Point(seq=edit, before=True)).version is None
    empty = cat(ten, "new", Point(seq=edit))
    assert empty.version is not None
    assert empty.blocks == ()
    ten.outside("new", None)
    assert cat(ten, "new").version is None


def test_a_file_of_the_past_is_found_though_its_folder_is_gone(world: World) -> None:
    world.outside("src/deep/f", b"a\n")
    read = world.read("a", "src/deep/f").seq
    world.outside("src/deep/f", None)
    world.folders -= {b"src", b"src/deep"}
    assert raw(world, "src/deep/f", Point(seq=read)) == b"a\n"


def test_what_does_not_fit_is_named_with_the_call_for_it(ten: World) -> None:
    edit = ten.edit("a", "f:3", "\tx\n").seq
    reply = cat(ten, "f", Point(seq=edit), max_bytes=28)
    assert shown(reply.blocks) == [" 1 line 1", " 2 line 2", " 3 \tx"]
    assert reply.marks == ("tabs", "cut at 28 bytes")
    assert reply.next[0].arguments == {"action": "cat", "file": "f:4-6", "at": edit}
    past_end = refused(ten.ask("a", Cat(b"f:40", Point(seq=edit))), "past_end")
    assert past_end.next[0].arguments == {"action": "cat", "file": "f", "at": edit}


def test_a_text_that_was_not_kept_is_refused_and_not_told_to_be_none(world: World) -> None:
    world.outside(".env", b"TOKEN=old\n")
    read = world.read("a", ".env").seq
    world.outside(".env", b"TOKEN=new\n")
    assert shown(cat(world, ".env").blocks) == [" 1 TOKEN=new"]
    reply = refused(world.ask("a", Cat(b".env", Point(seq=read))), "not_kept")
    assert (reply.path, reply.values) == (b".env", {"at": read})
    assert reply.next[0].arguments == {"action": "log", "file": ".env"}


def test_of_a_file_that_the_log_never_met_no_past_is_made_up(ten: World) -> None:
    ten.outside("unknown", b"here today\n")
    assert raw(ten, "unknown") == b"here today\n"
    refused(ten.ask("a", Cat(b"unknown", Point(seq=1))), "not_kept")
    refused(ten.ask("a", Cat(b"nowhere", Point(seq=1))), "no_such_file")


# --- between two points ---------------------------------------------------------------------------


def of(reply: DiffReply, path: bytes = b"f") -> FileDiff:
    return next(one for one in reply.files if one.path == path)


def test_a_diff_tells_what_is_different_in_the_end_and_who_changed_it(ten: World) -> None:
    start = Point(seq=ten.ask("a", Snapshot("start")).seq)
    ten.edit("a", "f:3", "x\ny\n")
    gone = ten.edit("b", "f:8", "for a while\n", force=True).seq
    ten.outside("f", ten.data("f") + b"human\n")
    done(ten.undo("b", gone))
    item = of(diff(ten, start))
    assert shown(item.diff) == ["-3 line 3", "+3 x", "+4 y", "+12 human"]
    assert [who.name for who in item.by] == ["a#1", "b#1", ""]
    back = of(diff(ten, NOW, Point(label="start")))
    assert shown(back.diff) == ["-3 x", "-4 y", "+3 line 3", "-12 human"]
    assert (back.before, back.after, back.by) == (item.after, item.before, item.by)


def test_a_line_that_came_back_as_it_was_is_no_difference(ten: World) -> None:
    start = Point(seq=ten.state.seq)
    ten.edit("a", "f:3-4", "x\ny\n")
    ten.edit("a", "f:3-4", "line 3\nnew\n")
    assert shown(of(diff(ten, start)).diff) == ["-4 line 4", "+4 new"]
    ten.edit("a", "f:4", "line 4\n", force=True)
    assert diff(ten, start).files == ()


def test_files_that_came_and_went_and_modes_are_told(ten: World) -> None:
    start = Point(seq=ten.state.seq)
    done(ten.write("a", "new", "a\n"))
    done(ten.write("a", "passing", "a\n"))
    ten.outside("passing", None)
    ten.outside("f", ten.data("f"), mode=0o755)
    ten.notice()
    reply = diff(ten, start)
    assert [one.path for one in reply.files] == [b"f", b"new"]
    mode, new = reply.files
    assert (mode.diff, mode.before and mode.before.mode) == ((), 0o644)
    assert mode.after is not None
    assert mode.after.mode == 0o755
    assert (new.before, shown(new.diff)) == (None, ["+1 a"])


def test_a_diff_is_narrowed_to_a_file_or_folder(ten: World) -> None:
    start = Point(seq=ten.state.seq)
    for path in ("src/a", "src/b", "top"):
        done(ten.write("a", path, "x\n", parents=True))
    assert [one.path for one in diff(ten, start, file=b"src").files] == [b"src/a", b"src/b"]
    assert [one.path for one in diff(ten, start, file=b"top").files] == [b"top"]
    refused(ten.ask("a", Diff(start, NOW, b"other")), "no_such_file")


def test_a_session_that_is_confined_sees_the_differences_of_its_folder(ten: World) -> None:
    start = Point(seq=ten.state.seq)
    for path in ("src/a", "top"):
        done(ten.write("a", path, "x\n", parents=True))
    ten.scope = b"src"
    assert [one.path for one in diff(ten, start).files] == [b"src/a"]


def test_a_change_from_outside_just_now_is_in_the_diff(ten: World) -> None:
    start = Point(seq=ten.state.seq)
    ten.outside("f", b"human\n" + ten.data("f"))
    assert shown(of(diff(ten, start)).diff) == ["+1 human"]


def test_a_diff_of_what_is_no_text_or_not_kept_has_no_lines(world: World) -> None:
    done(world.write("a", "bin", b"\0a"))
    world.outside(".env", b"TOKEN=old\n")
    start = Point(seq=world.read("a", ".env").seq)
    done(world.write("a", "bin", b"\0b"))
    world.outside(".env", b"TOKEN=new\n")
    reply = diff(world, start)
    assert [(one.path, one.diff, one.missing) for one in reply.files] == [
        (b".env", (), True),
        (b"bin", (), False),
    ]


def test_a_diff_that_is_too_long_is_cut_and_says_by_how_much(ten: World) -> None:
    start = Point(seq=ten.state.seq)
    done(ten.write("a", "long", "0123456789\n" * 100))
    done(ten.write("a", "short", "x\n"))
    reply = diff(ten, start, max_bytes=130)
    assert len(shown(of(reply, b"long").diff)) == 9
    assert reply.cut_bytes == 91 * 11
    assert shown(of(reply, b"short").diff) == ["+1 x"]


def test_texts_that_are_too_much_to_read_are_counted_and_not_told_to_be_missing(
    ten: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(diffs, "TEXT_BYTES_MAX", 10)
    start = Point(seq=ten.state.seq)
    done(ten.write("a", "one", "0123456\n"))
    done(ten.write("a", "two", "0123456\n"))
    reply = diff(ten, start)
    assert [(shown(one.diff), one.missing) for one in reply.files] == [
        (["+1 0123456"], False),
        ([], False),
    ]
    assert reply.cut_bytes == 8


def test_a_file_that_is_too_large_to_compare_is_counted_though_it_is_the_first(
    ten: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(diffs, "ALONE_BYTES_MAX", 7)
    start = Point(seq=ten.state.seq)
    done(ten.write("a", "one", "0123456\n"))
    reply = diff(ten, start)
    assert [(one.diff, one.missing, one.cut_bytes) for one in reply.files] == [((), False, 8)]


# --- one entry ------------------------------------------------------------------------------------


def test_an_edit_is_shown_with_its_lines_arguments_and_chips(ten: World) -> None:
    call = Replace(b"f:3-4", "x\n")
    edit = ten.ask("a", call, raw=b'{"file":"f:3-4","content":"x\\n"}').seq
    ten.read("a", "f")
    deleted = done(ten.delete("a", "f:8")).seq
    reply = show(ten, edit)
    assert (reply.item.seq, reply.item.kind, reply.item.name) == (edit, "Edited", "a#1")
    assert [shown(one) for one in reply.diffs] == [["-3 line 3", "-4 line 4", "+3 x"]]
    assert '"content": "x\\n"' in reply.arguments
    assert (reply.saw, reply.missing, reply.cut_bytes) == ((), (), 0)
    chips = show(ten, deleted).chips
    assert [ten.state.chips.get(one) is not None for one in chips] == [True]


def test_an_edit_of_several_places_is_shown_with_the_numbers_of_before_and_after(
    ten: World,
) -> None:
    seq = done(ten.write("a", "f", lines("line 1", "x", "y", *TEN[2:6], *TEN[8:], "z"))).seq
    [went_and_came] = show(ten, seq).diffs
    assert shown(went_and_came) == ["-2 line 2", "+2 x", "+3 y", "-7 line 7", "-8 line 8", "+10 z"]


def test_an_undo_and_a_change_from_outside_are_shown_like_edits(ten: World) -> None:
    edit = ten.edit("a", "f:3", "x\ny\n").seq
    ten.outside("f", b"human\n" + ten.data("f"))
    undo = done(ten.undo("a", edit)).seq
    assert [shown(one) for one in show(ten, undo).diffs] == [["-4 x", "-5 y", "+4 line 3"]]
    outside = undo - 1
    assert show(ten, outside).item.kind == "ChangedOutside"
    assert [shown(one) for one in show(ten, outside).diffs] == [["+1 human"]]


def test_a_preview_is_shown_as_what_it_would_do(ten: World) -> None:
    seq = previewed(ten.replace("a", "f:3", "x\n", preview=True)).seq
    assert isinstance(ten.entries[seq - 1].fact, Previewed)
    assert [shown(one) for one in show(ten, seq).diffs] == [["-3 line 3", "+3 x"]]


def test_a_read_is_shown_with_the_lines_that_it_showed(ten: World) -> None:
    read = ten.read("a", "f:2-3,9").seq
    ten.outside("f", b"other\n")
    ten.notice()
    assert shown(show(ten, read).saw) == [" 2 line 2", " 3 line 3", " 9 line 9"]


def test_a_refusal_is_shown_with_what_it_showed_and_what_it_prepared(ten: World) -> None:
    view = ten.read("a", "f").seq
    ten.outside("f", b"human\n" + ten.data("f"))
    seq = refused(ten.replace("a", "f:3", "x\n", view=view), "moved").seq
    reply = show(ten, seq)
    assert " 4 line 3" in shown(reply.saw)
    assert [shown(one) for one in reply.diffs] == [["-4 line 3", "+4 x"]]
    assert [one.path for one in reply.item.files] == [b"f"]
    assert len(reply.chips) == 1


def test_an_edit_that_did_not_reach_the_disk_is_shown_as_what_was_meant(ten: World) -> None:
    ten.fails = "changed meanwhile"
    seq = ten.replace("a", "f:3", "x\n").seq
    reply = show(ten, seq)
    assert not reply.item.applied
    assert [shown(one) for one in reply.diffs] == [["-3 line 3", "+3 x"]]
    assert show(ten, seq + 1).item.label == "changed meanwhile"


def test_a_mark_has_its_label_and_no_lines(ten: World) -> None:
    reply = show(ten, ten.ask("a", Snapshot("good")).seq)
    assert (reply.item.label, reply.diffs, reply.saw) == ("good", (), ())


def test_files_of_which_text_is_not_kept_are_named(world: World) -> None:
    world.outside(".env", b"A=1\nTOKEN=old\n")
    read = world.read("a", ".env").seq
    world.outside(".env", b"A=1\nTOKEN=new\n")
    outside = world.notice()
    assert show(world, read).missing == (b".env",)
    reply = show(world, outside)
    assert (reply.missing, reply.diffs) == ((b".env",), ((),))


def test_wide_text_with_a_mark_is_shown_without_it(world: World) -> None:
    data = "\ufeffone\r\ntwo\r\n".encode("utf-16-le")
    seq = done(world.write("a", "f", data)).seq
    assert [shown(one) for one in show(world, seq).diffs] == [["+1 one", "+2 two"]]
    edit = world.edit("a", "f:1", "eins\n").seq
    assert [shown(one) for one in show(world, edit).diffs] == [["-1 one", "+1 eins"]]


def test_lines_and_arguments_have_half_of_the_room_each(ten: World) -> None:
    text = "0123456789\n" * 100
    seq = ten.ask("a", Replace(b"f:3", text), raw=text.encode()).seq
    reply = show(ten, seq, max_bytes=400)
    cost = sum(len(line) for line in shown(reply.diffs[0]))
    assert 150 < cost <= 200
    assert 150 < len(reply.arguments) <= 200
    told = sum(len(block.lines) for block in reply.diffs[0]) - 1  # one of them went
    assert reply.cut_bytes == (100 - told) * 11 + len(text) - len(reply.arguments)


def test_texts_that_are_too_much_to_read_are_left_out(
    ten: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entries, "TEXT_BYTES_MAX", 1)
    files = (Write(b"one", "0123456\n"), Write(b"two", "0123456\n"))
    reply = show(ten, done(ten.ask("a", WriteSeveral(files))).seq)
    assert [shown(one) for one in reply.diffs] == [["+1 0123456"], []]
    assert (reply.cut_bytes, reply.missing) == (8, ())


@pytest.mark.parametrize("entry", [0, 1_000])
def test_an_entry_that_there_is_not_is_refused(ten: World, entry: int) -> None:
    reply = refused(ten.ask("a", ShowEntry(entry)), "no_such_entry")
    assert reply.values["entry"] == entry


def test_what_lies_outside_of_a_session_s_folder_is_not_shown_to_it(ten: World) -> None:
    edit = ten.edit("a", "f:3", "x\n").seq
    inside = done(ten.write("a", "src/f", "y\n", parents=True)).seq
    ten.scope = b"src"
    refused(ten.ask("a", ShowEntry(edit)), "no_such_entry")
    assert [shown(one) for one in show(ten, inside).diffs] == [["+1 y"]]
    refused(ten.ask("a", Cat(b"../f")), "outside")
