"""Chips are found again: listed with what there is to say, searched, shown whole, and dropped."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editjournal.daemon.core import chip_search
from editjournal.daemon.core.chip_texts import beginning_of, readable
from editjournal.daemon.core.shelf import Limits, Shelf
from editjournal.daemon.core.text import Text
from editjournal.schemas.facts import ChipDropped, Queried
from editjournal.schemas.replies import Block, Call, ChipGone, ChipList, ChipShown
from editjournal.schemas.requests import (
    AnyRequest,
    Chips,
    Delete,
    DropChip,
    Insert,
    InsertChip,
    Item,
    Misfit,
    Read,
    Replace,
    ReplaceSeveral,
    ShowChip,
    Undo,
    Whose,
    Write,
    WriteSeveral,
)
from tests.core.world import MINUTE_NS, World, done, lines, numbered, refused

TEN = numbered(1, 10)


@pytest.fixture
def ten(world: World) -> World:
    world.outside("f", lines(*TEN))
    world.outside("sub/g", lines("def total(self):", "    return SUM"))
    return world


def fails(world: World, request: AnyRequest, raw: bytes = b"", who: str = "a") -> str:
    """Ask what must be refused, and return its chip."""
    reply = world.ask(who, request, raw)
    chip: str = getattr(reply, "chip", "")
    assert chip, reply
    return chip


def listed(world: World, **filters: object) -> ChipList:
    reply = world.ask("a", Chips(**filters))  # pyright: ignore[reportArgumentType]
    assert isinstance(reply, ChipList), reply
    return reply


def found(world: World, **filters: object) -> list[str]:
    return [one.id for one in listed(world, **filters).items]


def shown(world: World, chip: str, max_bytes: int = 24_000) -> ChipShown:
    reply = world.ask("a", ShowChip(chip, max_bytes))
    assert isinstance(reply, ChipShown), reply
    return reply


# --- listed ---------------------------------------------------------------------------------------


def test_a_chip_says_what_it_was_used_for_and_how_large_the_call_was(ten: World) -> None:
    raw = b'{"file": "f:99", "content": "caf\\u00e9\\n"}'
    call = fails(ten, Replace(b"f:99", "caf\xe9\n"), raw)
    deleted = done(ten.delete("a", "f:2")).chips[0]
    edit = done(ten.ask("a", InsertChip(b"f:0", deleted))).seq
    newest, oldest = listed(ten).items
    assert (newest.id, newest.uses, newest.arguments_bytes) == (deleted, (edit,), 0)
    assert (oldest.id, oldest.uses, oldest.arguments_bytes) == (call, (), len(raw))
    assert (newest.size_bytes, oldest.size_bytes) == (len("line 2\n"), len("caf\xe9\n".encode()))
    assert {one.state for one in (newest, oldest)} == {"listed"}


def test_a_call_that_could_not_be_read_is_listed_with_its_file_if_that_is_certain(
    ten: World,
) -> None:
    known = fails(ten, Misfit("be-write", "not_json", file=b"sub/g"))
    fails(ten, Misfit("be-write", "not_json"))
    outside = ten.ask("a", Misfit("be-write", "not_json", file=b"/etc/passwd"))
    assert (refused(outside, "not_json").path, listed(ten).items[0].path) == (b"", b"")
    assert found(ten, file=b"sub/g") == [known]


def test_of_a_line_too_long_the_list_says_how_much_came(ten: World) -> None:
    told: dict[str, str | int] = {"came": 70, "kept": 3}
    fails(ten, Misfit("", "line_too_long", told), b"{..")
    fails(ten, Misfit("", "bad_line", {"came": 70}), b"{..")
    assert [(one.came_bytes, one.arguments_bytes) for one in listed(ten).items] == [(0, 3), (70, 3)]


def test_the_list_says_how_many_are_left_out_and_how_many_there_may_be(ten: World) -> None:
    chips = [fails(ten, Replace(b"f:99", f"{one}\n")) for one in range(5)]
    reply = listed(ten, limit=2)
    assert [one.id for one in reply.items] == chips[:2:-1]
    assert (reply.more, reply.capacity) == (3, 30)
    assert listed(ten).more == 0


def test_no_more_than_a_hundred_are_listed_at_once(ten: World) -> None:
    ten.shelf = Shelf(Limits(capacity=200))
    for _ in range(103):
        ten.ask("a", Undo(99))
    reply = listed(ten, limit=1_000)
    assert (len(reply.items), reply.more) == (100, 3)


def test_what_has_left_the_list_is_listed_on_request_with_why(ten: World) -> None:
    ten.shelf = Shelf(Limits(capacity=2))
    first, second, third = (fails(ten, Replace(b"f:99", f"{one}\n")) for one in "abc")
    ten.ask("a", DropChip(second))
    assert found(ten) == [third]
    states = {one.id: one.state for one in listed(ten, left=True).items}
    assert states == {third: "listed", second: "dropped", first: "capacity"}
    assert list(states) == [third, second, first]


def test_what_is_too_old_is_listed_on_request_with_why(ten: World) -> None:
    ten.shelf = Shelf(Limits(ttl_s=600))
    old = fails(ten, Replace(b"f:99", "x\n"))
    ten.now_ns += 20 * MINUTE_NS
    assert found(ten) == []
    [item] = listed(ten, left=True).items
    assert (item.id, item.state) == (old, "age")


def test_bytes_that_are_no_text_are_advised_to_be_put_back_only_where_nothing_is(
    ten: World,
) -> None:
    ten.outside("b", b"\0\xff\n")
    removed = done(ten.delete("a", "b", remove=True)).chips[0]
    [insert] = listed(ten).next
    assert insert.arguments == {"from": f"chip://{removed}", "to": "b:0"}
    assert shown(ten, removed).next == (insert,)
    done(ten.write("a", "b", b"\0new"))
    assert listed(ten).next == ()
    assert [one.tool for one in shown(ten, removed).next] == ["be-trx"]
    done(ten.write("a", "b", ""))
    overwritten = listed(ten).items[0].id
    assert listed(ten).next[0].arguments == {"from": f"chip://{overwritten}", "to": "b:0"}
    done(ten.ask("a", InsertChip(b"b:0", overwritten)))
    assert ten.data("b") == b"\0new"


def test_what_has_been_used_is_not_advised_to_be_used_again(ten: World) -> None:
    deleted = done(ten.delete("a", "f:2")).chips[0]
    assert [one.tool for one in listed(ten).next] == ["be-insert-chip"]
    edit = done(ten.ask("a", InsertChip(b"f:1", deleted))).seq
    assert listed(ten).next == ()
    done(ten.undo("a", edit))
    assert [one.tool for one in listed(ten).next] == ["be-insert-chip"]


# --- byte for byte --------------------------------------------------------------------------------


def raw(world: World, chip: str) -> bytes:
    reply = world.ask("a", ShowChip(chip, 1, raw=True))
    assert isinstance(reply, ChipShown), reply
    return reply.data


@pytest.mark.parametrize("data", [b"\0\xff\r\n", b"\xef\xbb\xbfa\r\n", b"caf\xe9\n", b"x" * 9_000])
def test_deleted_text_is_had_byte_for_byte(world: World, data: bytes) -> None:
    world.outside("f", data)
    chip = done(world.delete("a", "f", remove=True)).chips[0]
    assert raw(world, chip) == data
    assert shown(world, chip).data == b""


@pytest.mark.parametrize(
    ("came", "is_escaped"),
    [
        (b"x be-write \xff", True),
        (rb"x be-write \xff", False),
        (b"x\0", True),
        (rb"x\x00", False),
        (b'{"file":"f","content":"\\u00e9"}', False),
    ],
)
def test_a_failed_calls_arguments_are_had_byte_for_byte_and_escapes_are_told(
    ten: World, came: bytes, *, is_escaped: bool
) -> None:
    chip = fails(ten, Misfit("be-write", "not_json"), came)
    assert raw(ten, chip) == came
    assert shown(ten, chip).escaped == is_escaped


def test_of_a_call_that_came_without_arguments_its_text_is_had(ten: World) -> None:
    assert raw(ten, fails(ten, Write(b"no/f", b"\xff\0"))) == b"\xff\0"
    chip = fails(ten, WriteSeveral((Write(b"no/f", "a"), Write(b"no/g", "b"))))
    refused(ten.ask("a", ShowChip(chip, raw=True)), "chip_has_no_arguments")


# --- narrowed -------------------------------------------------------------------------------------

OF_G = Replace(b"sub/g:99", "tax\n")
OF_F = Insert(b"f:99", "vat\n")


@pytest.mark.parametrize(
    ("filters", "wanted"),
    [
        ({}, ["g of b", "f", "g"]),
        ({"file": b"sub/g"}, ["g of b", "g"]),
        ({"file": b"f:3"}, ["f"]),
        ({"file": b"none"}, []),
        ({"tool": "be-replace"}, ["g of b", "g"]),
        ({"tool": "insert"}, ["f"]),
        ({"tool": "be-write"}, []),
        ({"session": 1}, ["f", "g"]),
        ({"session": 2, "tool": "be-replace", "file": b"sub/g"}, ["g of b"]),
        ({"session": "b#1"}, ["g of b"]),
        ({"session": "a#1", "file": b"f"}, ["f"]),
        ({"since_ns": 2 * MINUTE_NS}, ["g of b", "f"]),
        ({"since_ns": 99 * MINUTE_NS}, []),
        ({"text": "tax", "file": b"f"}, []),
        ({"text": "vat", "file": b"f"}, ["f"]),
    ],
)
def test_chips_are_listed_by_file_tool_session_and_time(
    ten: World, filters: dict[str, object], wanted: list[str]
) -> None:
    names = {
        fails(ten, OF_G): "g",
        fails(ten, OF_F): "f",
        fails(ten, OF_G, who="b"): "g of b",
    }
    reply = listed(ten, **filters)
    assert [names[one.id] for one in reply.items] == wanted
    assert reply.more == 0


def test_chips_of_a_file_that_is_gone_are_found_by_it(ten: World) -> None:
    chip = done(ten.delete("a", "f", remove=True)).chips[0]
    assert found(ten, file=b"f") == [chip]
    assert found(ten, file=b"/w/f") == [chip]


def test_a_file_outside_is_no_filter(ten: World) -> None:
    fails(ten, OF_F)
    refused(ten.ask("a", Chips(file=b"../f")), "outside")


@pytest.mark.parametrize("tool", ["be-nothing", "reed"])
def test_a_tool_that_there_is_not_is_no_filter(ten: World, tool: str) -> None:
    fails(ten, OF_F)
    reply = refused(ten.ask("a", Chips(tool=tool)), "not_a_choice")
    assert (reply.verdict, reply.values["name"], reply.values["got"]) == ("ERROR", "tool", tool)
    choices = str(reply.values["choices"]).split(", ")
    assert {"be-write", "be-chips", "be-trx"} <= set(choices)
    assert all(isinstance(ten.ask("a", Chips(tool=one)), ChipList) for one in choices)


def test_a_tool_that_there_is_not_finds_the_calls_that_named_it(ten: World) -> None:
    chip = fails(ten, Misfit("be-nothing", "unknown_tool", {"name": "be-nothing"}))
    assert found(ten, tool="be-nothing") == found(ten, tool="nothing") == [chip]


@pytest.mark.parametrize("session", [9, "a#9"])
def test_a_session_that_there_was_not_is_no_filter(ten: World, session: Whose) -> None:
    fails(ten, OF_F)
    reply = refused(ten.ask("a", Chips(session=session)), "no_such_session")
    assert (reply.verdict, reply.values["got"]) == ("ERROR", str(session))


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        (b'{"file": "f", "content": "x', '{"file": "f", "content": "x'),
        (b"\r\n  {\r\n x", "{"),
        (b"a" * 99, "a" * 60),
        (b"x \xff", r"x \xff"),
        (b"", ""),
    ],
)
@pytest.mark.parametrize(
    ("tool", "code"),
    [
        *(("be-write", "not_json"), ("", "bad_line"), ("be-frob", "unknown_tool")),
        *(("be-write", "wrong_type"), ("be-write", "conflicting_names")),
    ],
)
def test_a_call_that_could_not_be_read_is_listed_with_its_first_line_and_size(
    ten: World, tool: str, code: str, raw: bytes, wanted: str
) -> None:
    fails(ten, Misfit(tool, code), raw)
    [one] = listed(ten).items
    assert (one.first_line, one.arguments_bytes, one.size_bytes) == (wanted, len(raw), -1)


def test_a_call_that_names_all_it_brought_is_listed_without_its_arguments(ten: World) -> None:
    fails(ten, OF_F, b'{"file": "f:99"}')
    ten.ask("a", Read(b"none"), b'{"file": "none"}')
    newest, edit = listed(ten).items
    assert (newest.first_line, edit.first_line) == ("", "vat")


# --- searched -------------------------------------------------------------------------------------

WORDED = {"past_end": "past the end:\n\u8d85\u51fa\u672b\u5c3e:", "no_place": "no lines named:"}


@pytest.mark.parametrize(
    "text", ["past the end", "END: past f", "\u8d85\u51fa\u672b\u5c3e", "vat past the"]
)
def test_failed_calls_are_found_by_how_their_errors_were_worded(ten: World, text: str) -> None:
    chip = fails(ten, Insert(b"f:99", "vat\n"))
    fails(ten, Replace(b"f", "vat\n"))
    assert found(ten, text=text, reasons=WORDED) == [chip]
    assert found(ten, text=text) == []


RAW = '{"file": "f:99", "content": "caf\\u00e9 \\u4e2d\\n", "old": "na\\u00efve", "reason": "VAT"}'


@pytest.mark.parametrize(
    "text",
    [
        *("SUM", "sum", "return sum", "sum RETURN", "  sum  "),
        *("be-delete", "sub/g", "a#1"),
    ],
)
def test_deleted_text_is_found_by_words_of_it_in_any_order_and_case(ten: World, text: str) -> None:
    chip = done(ten.delete("a", "sub/g:2")).chips[0]
    fails(ten, Insert(b"f:99", "vat\n"), who="b")
    assert found(ten, text=text) == [chip]


@pytest.mark.parametrize(
    "text",
    [
        *("caf\xe9", "CAF\xc9 \u4e2d", "NA\xcfVE", "vat", "reason", "f:99"),
        *("past_end", "past end", "be-replace past", "b#1"),
    ],
)
def test_a_failed_call_is_found_by_its_text_its_arguments_and_its_error(
    ten: World, text: str
) -> None:
    chip = fails(ten, Replace(b"f:99", "caf\xe9 \u4e2d\n"), RAW.encode(), who="b")
    done(ten.delete("a", "sub/g:2"))
    assert found(ten, text=text) == [chip]


def test_a_chip_is_found_by_its_id(ten: World) -> None:
    chip = fails(ten, OF_F)
    fails(ten, OF_G)
    assert found(ten, text=f"chip://{chip}") == found(ten, text=chip.upper()) == [chip]


@pytest.mark.parametrize("text", ["sum vat", "summ", "be-delete past_end", "\\u4e2e"])
def test_every_word_must_be_in_one_chip(ten: World, text: str) -> None:
    done(ten.delete("a", "sub/g:2"))
    fails(ten, Replace(b"f:99", "vat \u4e2d\n"), RAW.encode())
    reply = listed(ten, text=text)
    assert (reply.items, reply.more) == ((), 0)


@pytest.mark.parametrize(
    ("encoding", "text"), [("utf-16-le", "caf\xe9"), ("cp1252", "CAF\xc9"), ("utf-8", "\u4e2d")]
)
def test_text_is_found_whatever_its_file_is_encoded_in(
    world: World, encoding: str, text: str
) -> None:
    mark = b"\xff\xfe" if encoding == "utf-16-le" else b""
    line = "the caf\xe9 \u2013 th\xe9\r\n" + ("\u4e2d\n" if encoding != "cp1252" else "")
    world.outside("f", mark + line.encode(encoding))
    chip = done(world.delete("a", "f:ALL")).chips[0]
    assert found(world, text=text) == [chip]


def test_a_call_that_could_not_be_read_is_found_by_its_bytes(ten: World) -> None:
    chip = fails(ten, Misfit("be-write", "not_json"), b'{"file": "g", "content": "VAT \xff')
    assert found(ten, text="vat") == [chip]


def test_what_is_too_large_to_be_searched_is_counted_and_found_by_what_is_known_of_it(
    ten: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chip_search, "READ_BYTES_MAX", 2_000)
    large = fails(ten, Insert(b"f:99", "needle\n" * 1_000))
    small = fails(ten, Insert(b"f:99", "a needle\n"))
    reply = listed(ten, text="needle")
    assert ([one.id for one in reply.items], reply.more) == ([small], 1)
    reply = listed(ten, text="insert")
    assert ([one.id for one in reply.items], reply.more) == ([small, large], 0)
    assert [one.first_line for one in reply.items] == ["a needle", ""]
    assert [one.size_bytes for one in reply.items] == [9, 7_000]


def test_chips_too_many_to_be_gone_through_are_counted(
    ten: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chip_search, "GONE_THROUGH_MAX", 2)
    oldest, *_ = [fails(ten, Insert(b"f:99", f"needle {one}\n")) for one in "abcd"]
    reply = listed(ten, text="needle", left=True)
    assert (len(reply.items), reply.more) == (2, 2)
    assert oldest not in found(ten, text="needle")


def test_the_newest_that_fit_are_listed_and_the_others_counted(ten: World) -> None:
    chips = [fails(ten, Insert(b"f:99", "needle\n")) for _ in range(5)]
    reply = listed(ten, text="needle", limit=2)
    assert ([one.id for one in reply.items], reply.more) == (chips[:2:-1], 3)


def test_a_chip_that_cannot_be_read_may_hold_the_words_and_is_listed_where_none_are_sought(
    ten: World,
) -> None:
    chip = refused(ten.replace("a", "f:99", "needle\n"), "past_end").chip
    kept = ten.state.chips.get(chip)
    assert kept
    assert kept.kept
    del ten.kept[kept.kept]
    reply = listed(ten, text="needle")
    assert (reply.items, reply.more) == ((), 1)
    reply = listed(ten, text=chip)
    assert ([one.id for one in reply.items], reply.more) == ([chip], 0)
    [item] = listed(ten).items
    assert (item.id, item.first_line) == (chip, "")


def test_a_chip_is_found_by_what_of_it_can_be_read(ten: World) -> None:
    call = b'{"file": "f:99", "content": "needle"}'
    chip = refused(ten.ask("a", Replace(b"f:99", "needle\n"), call), "past_end").chip
    kept = ten.state.chips.get(chip)
    assert kept
    assert kept.kept
    del ten.kept[kept.kept]
    reply = listed(ten, text="needle")
    assert ([one.id for one in reply.items], reply.more) == ([chip], 0)
    reply = listed(ten, text="pin")
    assert (reply.items, reply.more) == ((), 1)


def test_a_session_confined_to_a_folder_finds_no_text_of_elsewhere(ten: World) -> None:
    done(ten.delete("b", "f:1"))
    inside = done(ten.delete("b", "sub/g:1")).chips[0]
    ten.scope = b"sub"
    reply = listed(ten)
    assert ([one.id for one in reply.items], reply.more) == ([inside], 0)
    assert found(ten, text="line") == []


# --- shown ----------------------------------------------------------------------------------------


def block(*shown_lines: str) -> Block:
    return Block("lines", 1, len(shown_lines), shown_lines)


def test_deleted_text_is_shown_as_lines_numbered_from_1(ten: World) -> None:
    chip = done(ten.delete("a", "f:3-5")).chips[0]
    reply = shown(ten, chip)
    assert reply.texts == (block("line 3", "line 4", "line 5"),)
    assert (reply.arguments, reply.cut_bytes) == ("", 0)
    assert (reply.item.id, reply.item.kind, reply.item.path) == (chip, "deleted", b"f")
    assert reply.next == (Call("be-insert-chip", {"from": f"chip://{chip}", "to": "f:2"}),)
    assert ten.entries[-1].fact == Queried("be-chips")


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        (b"\xff\xfe" + "caf\xe9\r\nb".encode("utf-16-le"), block("caf\xe9", "b")),
        (b"\xef\xbb\xbfa\r\nb\n", block("a", "b")),
        ("na\xefve \u2013 caf\xe9\n".encode("cp1252"), block("na\xefve \u2013 caf\xe9")),
        (b"a\rb\x0c\n\n\n", block("a\rb\x0c", "", "")),
    ],
)
def test_text_is_shown_whatever_its_file_is_encoded_in(
    world: World, data: bytes, wanted: Block
) -> None:
    world.outside("f", data)
    chip = done(world.delete("a", "f", remove=True)).chips[0]
    assert shown(world, chip).texts == (wanted,)


def test_of_bytes_that_are_no_text_only_the_size_is_shown(world: World) -> None:
    world.outside("b", b"\0\xff\n\0")
    chip = done(world.delete("a", "b", remove=True)).chips[0]
    reply = shown(world, chip)
    assert (reply.texts, reply.cut_bytes, reply.item.size_bytes) == ((), 0, 4)
    assert reply.binary_bytes == 4
    assert reply.item.first_line == ""


def test_a_failed_call_is_shown_with_its_text_and_its_arguments(ten: World) -> None:
    raw = b'{"file":"f:99","content":"caf\\u00e9\\n","view":1.0,"view":2}'
    reply = shown(ten, fails(ten, Replace(b"f:99", "caf\xe9\n"), raw))
    assert reply.texts == (block("caf\xe9"),)
    assert reply.arguments.split("\n") == [
        "{",
        '  "file": "f:99",',
        '  "content": "caf\\u00e9\\n",',
        '  "view": 1.0,',
        '  "view": 2',
        "}",
    ]
    assert (reply.item.code, reply.item.arguments_bytes) == ("past_end", len(raw))


@pytest.mark.parametrize(
    ("request_", "wanted"),
    [
        (ReplaceSeveral(b"f", (Item("x", old="?"), Item("y\nz", old="!"))), ["x", "y|z"]),
        (WriteSeveral((Write(b"no/f", "x\n"), Write(b"no/g", b"y\n"))), ["x", "y"]),
        (Misfit("be-write", "missing", repaired=Write(b"no/f", "x\n")), ["x"]),
        (Delete(b"f"), []),
        (Undo(99), []),
    ],
)
def test_each_text_of_a_call_is_shown(ten: World, request_: AnyRequest, wanted: list[str]) -> None:
    reply = shown(ten, fails(ten, request_))
    assert ["|".join(one.lines) for one in reply.texts] == wanted
    assert all(one.first == 1 for one in reply.texts)


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        (b'{"file": "a", "content": "x\n', '{"file": "a", "content": "x\n'),
        (b"\xff\xfe{", "\\xff\\xfe{"),
        (b"[" * 9_000, "[" * 9_000),
        (b'"plain"', '"plain"'),
        (b'{"a": NaN}', '{"a": NaN}'),
        (b'{"a": "\xc3"}', '{\n  "a": "\\xc3"\n}'),
    ],
)
def test_arguments_that_could_not_be_read_are_shown_as_they_came(
    ten: World, raw: bytes, wanted: str
) -> None:
    chip = fails(ten, Misfit("be-write", "not_json"), raw)
    reply = shown(ten, chip)
    assert (reply.texts, reply.arguments) == ((), wanted)


def test_a_call_that_did_not_reach_the_disk_is_shown(ten: World) -> None:
    ten.fails = "no room"
    chip = fails(ten, Write(b"new", "text\n"), b'{"file": "new"}')
    reply = shown(ten, chip)
    assert (reply.texts, reply.item.code) == ((block("text"),), "not_applied")
    assert reply.arguments == '{\n  "file": "new"\n}'


def test_what_has_left_the_list_is_shown_and_what_became_of_it(ten: World) -> None:
    ten.shelf = Shelf(Limits(capacity=1))
    first, second = (done(ten.delete("a", one)).chips[0] for one in ("f:2", "f:1"))
    ten.ask("a", DropChip(second))
    assert [shown(ten, one).item.state for one in (first, second)] == ["capacity", "dropped"]
    assert shown(ten, first).texts == (block("line 2"),)


def test_what_is_kept_nowhere_is_said_to_be_so(ten: World) -> None:
    chip = done(ten.delete("a", "f:1")).chips[0]
    ten.kept.clear()
    reply = refused(ten.ask("a", ShowChip(chip)), "chip_not_kept")
    assert (reply.tool, reply.values) == ("be-chips", {"chip": chip})


def test_an_unknown_chip_is_neither_shown_nor_dropped(ten: World) -> None:
    for request in (ShowChip("abcdef"), DropChip("abcdef")):
        reply = refused(ten.ask("a", request), "no_such_chip")
        assert (reply.tool, reply.next) == ("be-chips", (Call("be-insert-chip", {}),))


def test_a_session_confined_to_a_folder_is_shown_and_drops_only_what_is_in_it(ten: World) -> None:
    outside = done(ten.delete("b", "f:1")).chips[0]
    inside = done(ten.delete("b", "sub/g:1")).chips[0]
    ten.scope = b"sub"
    refused(ten.ask("a", ShowChip(outside)), "no_such_chip")
    refused(ten.ask("a", DropChip(outside)), "no_such_chip")
    assert shown(ten, inside).item.id == inside
    assert ten.ask("a", DropChip(inside)) == ChipGone(seq=ten.state.seq, chip=inside)


# --- cut ------------------------------------------------------------------------------------------


def test_long_text_is_cut_after_a_line_and_what_is_left_out_is_counted(ten: World) -> None:
    chip = done(ten.delete("a", "f:1-9")).chips[0]
    reply = shown(ten, chip, 2 * len("1|line 1\n"))
    assert (reply.texts, reply.cut_bytes) == ((block("line 1", "line 2"),), 7 * 7)
    assert shown(ten, chip, 2 * len("1|line 1\n") - 1).cut_bytes == 8 * 7
    assert reply.item.size_bytes == 9 * 7


def test_a_single_long_line_is_cut_between_characters(world: World) -> None:
    world.outside("f", ("\u4e2d" * 100).encode())
    chip = done(world.delete("a", "f:1")).chips[0]
    reply = shown(world, chip, 20)
    assert (reply.texts, reply.cut_bytes) == ((block("\u4e2d" * 6),), 300 - 18)


@pytest.mark.parametrize(
    ("text_lines", "argument_lines", "wanted"),
    [(100, 100, (9, 10)), (2, 100, (2, 17)), (100, 2, (17, 2)), (2, 2, (2, 2))],
)
def test_text_and_arguments_share_the_room(
    ten: World, text_lines: int, argument_lines: int, wanted: tuple[int, int]
) -> None:
    raw = b"no json\n" * argument_lines
    chip = fails(ten, Insert(b"f:99", "1234567\n" * text_lines), raw)
    reply = shown(ten, chip, 200)  # nine lines take 90
    assert (len(reply.texts[0].lines), reply.arguments.count("\n")) == wanted
    assert reply.cut_bytes == 8 * (text_lines + argument_lines - sum(wanted))


@pytest.mark.parametrize("max_bytes", [0, -1])
def test_without_room_nothing_is_shown_and_all_is_counted(ten: World, max_bytes: int) -> None:
    chip = fails(ten, Insert(b"f:99", "1234567\n"), b"no json")
    reply = shown(ten, chip, max_bytes)
    assert (reply.texts, reply.arguments, reply.cut_bytes) == ((), "", 15)


@given(st.text(), st.sampled_from(["utf-8", "utf-16-le", "utf-16-be"]), st.integers(0, 40))
def test_the_beginning_of_a_text_is_a_beginning_of_it(text: str, encoding: str, room: int) -> None:
    data = text.encode(encoding, "replace")
    part, cost = beginning_of(data, encoding, room)
    assert len(part) <= cost <= room
    assert data.startswith(part)
    part.decode(encoding)
    if len(part) < len(data) and "\n" in part.decode(encoding):
        assert Text(part, encoding=encoding).ends_with_newline


@given(st.binary())
def test_any_arguments_can_be_read(raw: bytes) -> None:
    readable(raw).encode()


@given(st.recursive(st.none() | st.text() | st.integers(), st.lists, max_leaves=5))
def test_arguments_that_are_json_mean_the_same_when_they_are_indented(value: object) -> None:
    assert json.loads(readable(json.dumps(value).encode())) == value


# --- dropped --------------------------------------------------------------------------------------


def test_a_dropped_chip_is_off_the_list_and_can_be_used_all_the_same(ten: World) -> None:
    chip = done(ten.delete("a", "f:2")).chips[0]
    reply = ten.ask("b", DropChip(chip))
    assert reply == ChipGone(seq=ten.state.seq, chip=chip)
    assert ten.entries[-1].fact == ChipDropped(chip)
    assert found(ten) == []
    done(ten.ask("a", InsertChip(b"f:1", chip)))
    assert ten.data("f") == lines(*TEN)


def test_a_chip_that_is_dropped_twice_is_off_the_list_once(ten: World) -> None:
    chip = done(ten.delete("a", "f:2")).chips[0]
    for _ in range(2):
        assert isinstance(ten.ask("a", DropChip(chip)), ChipGone)
    assert [type(one.fact) for one in ten.entries].count(ChipDropped) == 1
    assert listed(ten, left=True).items[0].state == "dropped"
