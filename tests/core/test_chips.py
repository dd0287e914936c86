"""Chips: every refused call and every deleted text is kept, listed, and can be used again."""

import hashlib
import re

import pytest

from editjournal.daemon.core import kept
from editjournal.daemon.core.asking import Asked, RefusedError
from editjournal.daemon.core.chip_search import Query, find
from editjournal.daemon.core.chips import TRIES_MAX
from editjournal.daemon.core.chips import Chips as KeptChips
from editjournal.schemas.facts import Entry, Refused
from editjournal.schemas.replies import AnyReply, Call, ChipList, ChipShown, Refusal, Shown
from editjournal.schemas.requests import (
    AnyRequest,
    Chips,
    Commit,
    Confirm,
    Delete,
    Insert,
    InsertChip,
    Item,
    Misfit,
    Read,
    Redo,
    Replace,
    ReplaceSeveral,
    Rollback,
    ShowChip,
    Undo,
    Write,
    WriteSeveral,
)
from editjournal.schemas.values import Span
from tests.core.world import (
    ROOT,
    World,
    body,
    codes,
    done,
    lines,
    numbered,
    refused,
    span,
    unchanged,
)

TEN = numbered(1, 10)
BOM = b"\xef\xbb\xbf"


@pytest.fixture
def ten(world: World) -> World:
    world.outside("f", lines(*TEN))
    return world


def wide(text: str, encoding: str = "utf-16-le") -> bytes:
    mark = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}[encoding]
    return mark + text.encode(encoding)


def put(world: World, to: str, chip: str, view: int = 0) -> AnyReply:
    return world.ask("a", InsertChip(to.encode(), chip, view=view))


def again(world: World, chip: str, file: str = "", view: int = 0) -> AnyReply:
    return world.ask("a", Confirm(chip=chip, file=file.encode(), view=view))


def name_of(request: AnyRequest) -> str:
    return type(request).__name__


def listed(world: World, who: str = "a", limit: int = 30) -> ChipList:
    reply = world.ask(who, Chips(limit))
    assert isinstance(reply, ChipList), reply
    return reply


# --- ids ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "request_",
    [
        Read(b"gone"),
        Replace(b"f:99", "x\n"),
        Insert(b"f:99", "x\n"),
        Delete(b"f"),
        ReplaceSeveral(b"f", (Item("x", old="zzz"),)),
        Write(b"no/f", "x\n"),
        WriteSeveral((Write(b"no/f", "x\n"),)),
        InsertChip(b"f:0", "abcdef"),
        Confirm(99),
        Confirm(chip="abcdef"),
        Undo(99),
        Redo(99),
        Rollback(3),
        Replace(b"../f", "x\n"),
        Misfit("be-replace", "missing_content"),
    ],
    ids=name_of,
)
def test_every_refusal_has_a_chip_of_its_own(ten: World, request_: AnyRequest) -> None:
    found: set[str] = set()
    for _ in range(3):
        reply = ten.ask("a", request_)
        assert isinstance(reply, Refusal)
        assert re.fullmatch("[0-9a-f]{6}", reply.chip)
        assert ten.state.chips.get(reply.chip)
        found.add(reply.chip)
    assert len(found) == 3


def test_what_is_done_without_deleting_has_none(ten: World) -> None:
    assert done(ten.replace("a", "f:2", "X\n")).chips == ()
    assert done(ten.insert("a", "f:2", "Y\n")).chips == ()
    assert done(ten.write("a", "g", "Z\n")).chips == ()
    ten.write("a", "g", "Z\n")  # the same again
    ten.ask("a", Commit())
    assert listed(ten).items == ()


def test_an_id_that_is_taken_gives_way_to_another_and_at_last_to_a_long_one() -> None:
    random = bytes(8)
    short = [hashlib.sha256(random + bytes([at])).hexdigest()[:6] for at in range(TRIES_MAX)]
    chips = KeptChips()
    given: list[str] = []
    for seq in range(1, TRIES_MAX + 2):
        given.append(chips.new_id(random))
        chips.apply(Entry(seq, 0, 1, Refused("be-replace", "past_end", chip=given[-1])))
    assert given == [*short, hashlib.sha256(random + b"0").hexdigest()[:12]]
    assert [one.id for one in chips.newest(99)] == given[::-1]


# --- the list -------------------------------------------------------------------------------------


def test_the_newest_are_listed_first_with_what_they_are(ten: World) -> None:
    ten.outside("latin", "caf\xe9 \u2013 th\xe9\nb\n".encode("cp1252"))
    deleted = done(ten.delete("a", "f:2-3")).chips[0]
    foreign = done(ten.delete("b", "latin:1")).chips[0]
    call = refused(ten.replace("a", "f:99", "new \u2013 text\r\nand more\n"), "past_end").chip
    bare = refused(ten.ask("b", Undo(99)), "no_such_edit").chip
    reply = listed(ten)
    assert [one.id for one in reply.items] == [bare, call, foreign, deleted]
    assert [one.name for one in reply.items] == ["b#1", "a#1", "b#1", "a#1"]
    assert reply.name == "a#1"
    assert [(one.kind, one.tool, one.path, one.span, one.code) for one in reply.items] == [
        ("refused", "be-trx", b"", None, "no_such_edit"),
        ("refused", "be-replace", b"f", span(99), "past_end"),
        ("deleted", "be-delete", b"latin", span(1), ""),
        ("deleted", "be-delete", b"f", span(2, 3), ""),
    ]
    assert [(one.size_bytes, one.first_line) for one in reply.items] == [
        (-1, ""),
        (len("new \u2013 text\r\nand more\n".encode()), "new \u2013 text"),
        (len("caf\xe9 \u2013 th\xe9\n"), "caf\xe9 \u2013 th\xe9"),
        (len("line 2\nline 3\n"), "line 2"),
    ]
    assert [reply.now_ns > one.time_ns for one in reply.items] == [True] * 4


def test_the_list_names_a_call_that_puts_the_newest_deleted_text_back(ten: World) -> None:
    chip = done(ten.delete("a", "f:4")).chips[0]
    assert listed(ten).next == (Call("be-insert-chip", {"from": f"chip://{chip}", "to": "f:3"}),)
    done(put(ten, "f:3", chip))
    assert ten.data("f") == lines(*TEN)


def test_the_list_names_no_call_that_changes_what_is_not_asked_for(ten: World) -> None:
    ten.outside("gone", lines(*TEN))
    done(ten.delete("a", "gone", remove=True))
    done(ten.write("a", "f", "new\n"))
    assert listed(ten).next == ()
    chip = refused(ten.replace("a", "g:1", "x\n"), "no_such_file").chip
    assert listed(ten).next == (Call("be-chips", {"id": f"chip://{chip}"}),)
    chip = refused(ten.delete("a", "f"), "no_lines").chip
    assert listed(ten).next == (Call("be-chips", {"id": f"chip://{chip}"}),)


def test_a_chip_that_is_shown_names_the_call_that_uses_it(ten: World) -> None:
    def calls(chip: str) -> tuple[Call, ...]:
        reply = ten.ask("a", ShowChip(chip))
        assert isinstance(reply, ChipShown)
        return reply.next

    def elsewhere(chip: str) -> Call:
        return Call("be-insert-chip", {"from": f"chip://{chip}", "to": "FILE:LINE"})

    past = refused(ten.replace("a", "f:99", "x\n"), "past_end").chip
    assert calls(past) == (Call("be-read", {"file": "f"}), elsewhere(past))
    ten.read("a", "f")
    ten.outside("f", lines(*TEN[1:]))
    assert calls(past) == (Call("be-confirm", {"event_id": f"chip://{past}"}), elsewhere(past))
    chip = refused(ten.replace("a", "g:1", "x\n"), "no_such_file").chip
    confirm = Call("be-confirm", {"event_id": f"chip://{chip}", "file": "FILE"})
    assert calls(chip) == (confirm, elsewhere(chip))
    ten.outside("g", b"1\n")
    assert calls(chip) == (Call("be-confirm", {"event_id": f"chip://{chip}"}), elsewhere(chip))
    ten.outside("g", None)
    reply = refused(ten.delete("a", "f"), "no_lines")
    assert calls(reply.chip) == (Call("be-confirm", {"event_id": f"p{reply.seq}"}),)
    edit = done(ten.confirm("a", reply.seq)).seq
    assert calls(reply.chip) == ()
    done(ten.undo("a", edit))
    assert calls(reply.chip) == (Call("be-confirm", {"event_id": f"chip://{reply.chip}"}),)
    done(ten.write("a", "g", "old\n"))
    edit = done(ten.write("a", "g", "new\n"))
    undo = Call("be-trx", {"action": "undo", "event_id": f"e{edit.seq}"})
    assert calls(edit.chips[0]) == (undo,)


@pytest.mark.parametrize(("limit", "count"), [(2, 2), (0, 1), (-1, 1), (5, 5), (30, 5)])
def test_as_many_are_listed_as_are_asked_for(ten: World, limit: int, count: int) -> None:
    view = ten.read("a", "f").seq
    chips = [done(ten.delete("a", f"f:{at}", view=view)).chips[0] for at in range(1, 6)]
    assert [one.id for one in listed(ten, limit=limit).items] == chips[::-1][:count]


def test_a_long_first_line_is_cut(world: World) -> None:
    world.outside("f", lines("x" * 500, "b"))
    done(world.delete("a", "f:1"))
    [item] = listed(world).items
    assert (item.first_line, item.size_bytes) == ("x" * 60, 501)


def test_text_that_is_kept_nowhere_is_listed_without_its_first_line(ten: World) -> None:
    chip = done(ten.delete("a", "f:1")).chips[0]
    ten.kept.clear()
    [item] = listed(ten).items
    assert (item.id, item.size_bytes, item.first_line) == (chip, 7, "")
    refused(put(ten, "f:0", chip), "chip_not_kept")


def test_an_edit_that_did_not_reach_the_disk_deleted_nothing(ten: World) -> None:
    ten.fails = "gone"
    failed = refused(ten.delete("a", "f:1"), "not_applied")
    assert [one.id for one in listed(ten).items] == [failed.chip]
    assert done(ten.delete("a", "f:1")).chips[0]


def test_a_session_sees_the_chips_of_its_folder_and_its_own(world: World) -> None:
    world.outside("sub/f", lines("a"))
    world.outside("f", lines("b"))
    world.outside("subway", lines("c"))
    inside, *others = [
        done(world.delete("a", f"{one}:1")).chips[0] for one in ("sub/f", "f", "subway")
    ]
    own = Asked(world.state, world.sessions["a"], 0, ROOT, ROOT, bytes(8), b"sub")
    own = own._replace(shelf=world.shelf)
    confined = own._replace(session=99)
    assert [one.id for one in find(Query(confined, Chips()), {}).chips] == [inside]
    assert len(find(Query(own, Chips()), {}).chips) == 3
    assert kept.the_chip(confined, "be-confirm", inside).id == inside
    for one in others:
        with pytest.raises(RefusedError, match="no_such_chip"):
            kept.the_chip(confined, "be-confirm", one)


# --- deleted text ---------------------------------------------------------------------------------

TEXT = "caf\xe9\r\nna\xefve\r\n"
TARGETS: list[tuple[str, bytes, bytes, bytes]] = [
    ("UTF-16 to UTF-8", wide(TEXT), b"a\n", b"a\n" + TEXT.encode()),
    ("UTF-8 to UTF-16", TEXT.encode(), wide("a\r\n"), wide("a\r\n" + TEXT)),
    (
        "one UTF-16 to the other",
        wide(TEXT),
        wide("a\r\n", "utf-16-be"),
        wide("a\r\n" + TEXT, "utf-16-be"),
    ),
    ("one UTF-16 to another", wide(TEXT), wide("a\n"), wide("a\n" + TEXT)),
    ("cp1252 to UTF-8", TEXT.encode("cp1252"), b"a\n", b"a\n" + TEXT.encode()),
    ("UTF-8 to cp1252", TEXT.encode(), b"x\xe9\n", b"x\xe9\n" + TEXT.encode("cp1252")),
    ("UTF-8 with a mark to one without", BOM + TEXT.encode(), b"a\n", b"a\n" + TEXT.encode()),
    (
        "UTF-8 without a mark to one with",
        TEXT.encode(),
        BOM + b"a\n",
        BOM + b"a\n" + TEXT.encode(),
    ),
    ("nothing but ASCII", b"b\n", wide("a\n"), wide("a\nb\n")),
]


@pytest.mark.parametrize(
    ("source", "target", "after"),
    [one[1:] for one in TARGETS],
    ids=[one[0].replace(" ", "-") for one in TARGETS],
)
def test_deleted_text_goes_into_a_file_in_that_files_encoding(
    world: World, source: bytes, target: bytes, after: bytes
) -> None:
    world.outside("f", source)
    world.outside("g", target)
    chip = done(world.delete("a", "f:ALL")).chips[0]
    edit = done(put(world, "g:END", chip)).seq
    assert world.data("g") == after
    done(world.undo("a", edit))
    assert world.data("g") == target


@pytest.mark.parametrize("source", [wide("\u4e2d\n"), "\u4e2d\n".encode()])
def test_deleted_text_that_the_encoding_cannot_hold_is_refused(world: World, source: bytes) -> None:
    world.outside("f", source)
    world.outside("g", b"caf\xe9\n")
    chip = done(world.delete("a", "f:1")).chips[0]
    reply = refused(put(world, "g:1", chip), "unencodable")
    assert reply.values["point"] == "U+4E2D"
    assert world.data("g") == b"caf\xe9\n"


def test_deleted_bytes_that_are_no_text_do_not_go_into_one(world: World) -> None:
    world.outside("b", b"\0\xff\n")
    world.outside("g", lines("a"))
    chip = done(world.delete("a", "b", remove=True)).chips[0]
    refused(put(world, "g:1", chip), "chip_is_binary")
    assert world.data("g") == lines("a")


def test_a_deleted_text_can_be_put_back_more_than_once_and_by_anyone(ten: World) -> None:
    chip = done(ten.delete("b", "f:2")).chips[0]
    done(put(ten, "f:1", chip))
    done(put(ten, "f:0", chip))
    assert ten.data("f") == lines("line 2", *TEN)


def test_text_of_several_places_is_put_back_as_one(ten: World) -> None:
    chip = done(
        ten.several("a", "f", Item("", span=span(2)), Item("x\n", span=span(4)), Item("", span(7)))
    ).chips[0]
    done(put(ten, "f:0", chip))
    assert ten.data("f") == lines("line 2", "line 7", "line 1", "line 3", "x", *TEN[4:6], *TEN[7:])


def test_what_a_stale_edit_replaced_is_put_back_beside_it(ten: World) -> None:
    view = ten.read("a", "f").seq
    ten.edit("b", "f:4", "theirs\n")
    reply = ten.edit("a", "f:4", "mine\n", view=view)
    done(put(ten, "f:4", reply.chips[0], view=reply.seq))
    assert ten.data("f") == lines(*TEN[:3], "mine", "theirs", *TEN[4:])


def test_kept_text_follows_the_rules_of_insertions(ten: World) -> None:
    chip = done(ten.delete("a", "f:2")).chips[0]
    view = ten.read("a", "f").seq
    refused(put(ten, "f", chip), "no_line")
    refused(put(ten, "f:10", chip), "past_end")
    refused(put(ten, "gone:0", chip), "no_such_file")
    ten.outside("f", b"top\n" + ten.data("f"))
    reply = refused(put(ten, "f:1", chip, view=view), "moved")
    done(ten.confirm("a", reply.seq))
    assert ten.data("f") == lines("top", *TEN)


def test_the_reply_shows_where_the_text_is_now(ten: World) -> None:
    chip = done(ten.delete("a", "f:2")).chips[0]
    assert body(done(put(ten, "f:1", chip))) == {
        1: "line 1",
        2: "line 2",
        3: "line 3",
        4: "line 4",
    }


# --- a whole file as the source -------------------------------------------------------------------


def test_a_files_text_is_put_into_another(ten: World) -> None:
    ten.outside("g", wide("caf\xe9\nb"))
    done(ten.ask("a", InsertChip(b"f:1", source=b"g")))
    assert ten.data("f") == lines("line 1", "caf\xe9", "b", *TEN[1:])
    assert ten.data("g") == wide("caf\xe9\nb")


def test_a_files_text_is_put_without_its_mark(world: World) -> None:
    world.outside("f", BOM + b"a\n")
    world.outside("g", BOM + b"b\n")
    done(world.ask("a", InsertChip(b"f:END", source=b"g")))
    assert world.data("f") == BOM + b"a\nb\n"


@pytest.mark.parametrize(
    ("source", "code"),
    [(b"gone", "no_such_file"), (b"d", "is_folder"), (b"e", "nothing_to_insert")],
)
def test_a_source_without_text_is_an_error(ten: World, source: bytes, code: str) -> None:
    ten.outside("d/x", b"")
    ten.outside("e", b"")
    refused(ten.ask("a", InsertChip(b"f:1", source=source)), code)


# --- the text of a failed call --------------------------------------------------------------------


@pytest.mark.parametrize(
    "call",
    [
        Replace(b"f:99", "new\n"),
        Insert(b"f:99", "new\n"),
        Write(b"no/such", "new\n"),
        ReplaceSeveral(b"f", (Item("new\n", old="zzz"),)),
        ReplaceSeveral(b"f", (Item("new\n", old="zzz"), Item("", span=span(2)))),
    ],
    ids=["replace", "insert", "write", "several-of-one", "several-with-a-deletion"],
)
def test_the_text_of_a_failed_call_is_put_in_a_file(ten: World, call: AnyRequest) -> None:
    reply = ten.ask("a", call)
    assert isinstance(reply, Refusal)
    done(put(ten, "f:1", reply.chip))
    assert ten.data("f") == lines("line 1", "new", *TEN[1:])


@pytest.mark.parametrize(
    "request_",
    [
        Read(b"gone"),
        Delete(b"f"),
        Undo(99),
        Confirm(99),
        Misfit("be-x", "unknown_tool"),
    ],
    ids=name_of,
)
def test_a_call_without_text_has_none_to_put(ten: World, request_: AnyRequest) -> None:
    reply = ten.ask("a", request_)
    assert isinstance(reply, Refusal)
    refused(put(ten, "f:1", reply.chip), "chip_has_no_text")
    assert ten.data("f") == lines(*TEN)


@pytest.mark.parametrize(
    "request_",
    [
        ReplaceSeveral(b"f", (Item("x", old="zzz"), Item("y", old="yyy"))),
        WriteSeveral((Write(b"no/f", "x\n"), Write(b"no/g", "y\n"))),
    ],
    ids=name_of,
)
def test_a_call_of_several_texts_puts_none_of_them(ten: World, request_: AnyRequest) -> None:
    reply = ten.ask("a", request_)
    assert isinstance(reply, Refusal)
    told = refused(put(ten, "f:1", reply.chip), "chip_has_texts")
    assert told.values == {"chip": reply.chip, "texts": 2}
    assert ten.data("f") == lines(*TEN)


def test_an_unknown_id_is_refused(ten: World) -> None:
    for chip in ("abcdef", "", "../f"):
        for reply in (put(ten, "f:1", chip), again(ten, chip or "x")):
            known = refused(reply, "no_such_chip")
            assert known.next == (Call("be-insert-chip", {}),)


# --- a failed call made again ---------------------------------------------------------------------


def test_a_failed_call_is_made_again_at_other_lines(ten: World) -> None:
    chip = refused(ten.replace("a", "f:99", "new\n"), "past_end").chip
    reply = done(again(ten, chip, "f:2"))
    assert ten.data("f") == lines("line 1", "new", *TEN[2:])
    done(ten.undo("a", reply.seq))


def test_a_failed_call_is_made_again_in_another_file(ten: World) -> None:
    ten.outside("g", lines("a", "b"))
    chip = refused(ten.ask("a", Replace(b"gone", "new\n", span=Span(2, 2))), "no_such_file").chip
    done(again(ten, chip, "g"))
    assert ten.data("g") == lines("a", "new")
    done(again(ten, chip, "g:1"))
    assert ten.data("g") == lines("new", "new")


def test_a_failed_call_is_made_again_through_another_view(ten: World) -> None:
    view = ten.read("a", "f").seq
    ten.outside("f", lines("top", *TEN[:4], "theirs", *TEN[5:]))
    chip = refused(ten.replace("a", "f:5", "new\n", view=view), "changed").chip
    refused(again(ten, chip), "changed")
    fresh = ten.read("a", "f").seq
    done(again(ten, chip, "f:6", fresh))
    assert ten.data("f") == lines("top", *TEN[:4], "new", *TEN[5:])


def test_a_failed_call_is_made_again_as_it_was(world: World) -> None:
    chip = refused(world.write("a", "no/f", "new\n"), "missing_folder").chip
    world.outside("no/g", b"")
    done(again(world, chip))
    assert world.data("no/f") == b"new\n"
    unchanged(again(world, chip))


@pytest.mark.parametrize(
    ("call", "file", "after"),
    [
        (Replace(b"gone", "new", old="line 2"), "f", ["line 1", "new", *TEN[2:]]),
        (Insert(b"gone:3", "new\n"), "f:1", ["line 1", "new", *TEN[1:]]),
        (Insert(b"gone", "new\n", after=0), "f:1", ["line 1", "new", *TEN[1:]]),
        (InsertChip(b"gone", source=b"g", after=0), "f:1", ["line 1", "new", *TEN[1:]]),
        (Delete(b"gone:3"), "f:2-9", ["line 1", "line 10"]),
        (Delete(b"gone", span=Span(3, 3)), "f:2-9", ["line 1", "line 10"]),
        (
            ReplaceSeveral(b"gone", (Item("new\n", span=span(2)),)),
            "f",
            ["line 1", "new", *TEN[2:]],
        ),
        (Write(b"no/f", "new\n"), "f", ["new"]),
    ],
    ids=[
        "replace-text",
        "insert",
        "insert-after",
        "insert-chip",
        "delete",
        "delete-span",
        "several",
        "write",
    ],
)
def test_each_kind_of_call_is_made_again_elsewhere(
    ten: World, call: AnyRequest, file: str, after: list[str]
) -> None:
    ten.outside("g", lines("new"))
    reply = ten.ask("a", call)
    assert isinstance(reply, Refusal)
    done(again(ten, reply.chip, file))
    assert ten.data("f") == lines(*after)


def test_several_whole_files_are_written_again_as_they_were_or_not_at_all(world: World) -> None:
    request = WriteSeveral((Write(b"no/f", "f\n"), Write(b"g", "g\n")))
    chip = refused(world.ask("a", request), "missing_folder").chip
    world.outside("no/x", b"")
    refused(again(world, chip, "h"), "chip_of_several")
    done(again(world, chip))
    assert (world.data("no/f"), world.data("g")) == (b"f\n", b"g\n")


def test_a_failed_preview_is_made_at_once_when_it_is_made_again(ten: World) -> None:
    chip = refused(ten.replace("a", "f:99", "new\n", preview=True), "past_end").chip
    done(again(ten, chip, "f:2"))


def test_another_session_makes_it_as_its_own(ten: World) -> None:
    chip = refused(ten.replace("a", "f:99", "new\n"), "past_end").chip
    edit = done(ten.ask("b", Confirm(chip=chip, file=b"f:2"))).seq
    assert ten.state.edits.by_seq[edit].session == ten.sessions["b"]


def test_a_call_that_fails_again_is_kept_again(ten: World) -> None:
    chip = refused(ten.replace("a", "f:99", "new\n"), "past_end").chip
    second = refused(again(ten, chip, "f:98"), "past_end")
    assert second.values["lines"] == "98"
    done(again(ten, second.chip, "f:2"))
    assert ten.data("f") == lines("line 1", "new", *TEN[2:])


def test_deleted_text_is_no_call_and_the_tool_for_it_is_named(ten: World) -> None:
    chip = done(ten.delete("a", "f:2")).chips[0]
    reply = refused(again(ten, chip), "chip_not_a_call")
    assert reply.next[0].tool == "be-insert-chip"
    assert reply.next[0].arguments["from"] == f"chip://{chip}"


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (Undo(99), "chip_made_once"),
        (Confirm(99), "chip_made_once"),
        (Misfit("be-x", "unknown_tool"), "chip_of_no_tool"),
        (Misfit("be-write", "wrong_type"), "chip_of_no_call"),
        (Misfit("be-write", "bad_base64"), "chip_of_no_call"),
        (Misfit("be-write", "not_json"), "chip_unreadable"),
        (Misfit("be-write", "not_an_object"), "chip_unreadable"),
        (Misfit("", "bad_line"), "chip_unreadable"),
    ],
)
def test_what_no_chip_makes_again_says_why(ten: World, request_: AnyRequest, code: str) -> None:
    reply = ten.ask("a", request_)
    assert isinstance(reply, Refusal)
    refused(again(ten, reply.chip), code)


def test_a_reading_that_failed_is_made_again_as_the_chip_says(ten: World) -> None:
    chip = refused(ten.ask("a", Read(b"gone:2")), "no_such_file").chip
    assert ten.ask("a", ShowChip(chip)).next == (
        Call("be-confirm", {"event_id": f"chip://{chip}", "file": "FILE"}),
    )
    refused(again(ten, chip), "no_such_file")
    ten.outside("gone", b"1\n2\n")
    assert ten.ask("a", ShowChip(chip)).next == (
        Call("be-confirm", {"event_id": f"chip://{chip}"}),
    )
    reply = again(ten, chip)
    assert isinstance(reply, Shown), reply
    other = again(ten, chip, "f:3")
    assert isinstance(other, Shown), other
    assert [one.blocks[0].lines for one in (reply, other)] == [("2",), ("line 3",)]


def test_a_call_that_is_kept_nowhere_is_not_made_again(ten: World) -> None:
    chip = refused(ten.replace("a", "f:99", "new\n"), "past_end").chip
    ten.kept.clear()
    refused(again(ten, chip, "f:2"), "chip_not_kept")


def test_warnings_come_as_from_the_call_itself(ten: World) -> None:
    view = ten.read("a", "f").seq
    chip = refused(ten.replace("a", "f:99", "new\nline 3\n"), "past_end").chip
    assert codes(done(again(ten, chip, "f:2", view))) == ["echo"]
