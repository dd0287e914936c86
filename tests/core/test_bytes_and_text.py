"""Every tool on every sort of text that people have: what an edit does not name stays as it is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import pytest

from editjournal.daemon.core import text as texts
from editjournal.daemon.core.cutting import LINE_BYTES_MAX
from editjournal.schemas.replies import AnyReply
from editjournal.schemas.requests import Insert, InsertChip, Item, Replace, Write
from tests.core.world import World, body, codes, done, lines, refused, span, unchanged

UTF_8, UTF_16_LE, UTF_16_BE = b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"


class Sort(NamedTuple):
    """A file of three lines, and a line of new text that its encoding can hold."""

    name: str
    lines: tuple[str, str, str]
    """With their ends."""
    new: str
    encoding: str = "utf-8"
    bom: bytes = b""

    def data(self, *lines: str) -> bytes:
        return self.bom + "".join(lines).encode(self.encoding)

    @property
    def before(self) -> bytes:
        return self.data(*self.lines)

    def end(self, line: int) -> str:
        """Return the end of a line (from 0)."""
        text = self.lines[line]
        return text[len(text.removesuffix("\n").removesuffix("\r")) :]

    def bare(self, line: int) -> str:
        return self.lines[line].removesuffix("\n").removesuffix("\r")


SORTS = [
    Sort("LF", ("a\n", "b\n", "c\n"), "B"),
    Sort("CRLF", ("a\r\n", "b\r\n", "c\r\n"), "B"),
    Sort("CRLF, then LF", ("a\r\n", "b\n", "c\r\n"), "B"),
    Sort("LF, then CRLF", ("a\n", "b\r\n", "c\n"), "B"),
    Sort("no last end", ("a\n", "b\n", "c"), "B"),
    Sort("no last end in CRLF", ("a\r\n", "b\r\n", "c"), "B"),
    Sort("lone CR", ("a\ra\n", "b\rb\n", "c\r\r\n"), "B\rB"),
    Sort("form feed and vertical tab", ("a\x0ca\n", "\x0cb\x0b\n", "c\x1cc\n"), "\x0cB\x0b"),
    Sort("NEL and separators", ("a\x85a\n", "b\u2028b\u2029\n", "c\n"), "B\u2028\x85"),
    Sort("a mark", ("a\n", "b\n", "c\n"), "B", bom=UTF_8),
    Sort("a mark and CRLF", ("a\r\n", "b\r\n", "c"), "B", bom=UTF_8),
    Sort("a mark inside", ("a\n", "\ufeffb\n", "c\ufeff\n"), "\ufeffB"),
    Sort("tabs", ("\ta\n", "\t\tb \t\n", "\tc\n"), "\t\tB\t"),
    Sort(
        "quotes and spaces", ("\u201ca\u201d\n", "\u2018b\u2019\xa0\n", "c\u2026\n"), "\u201cB\xa0"
    ),
    Sort("accents apart", ("e\u0301\n", "u\u0308b\n", "\xe9\n"), "e\u0301\xe9"),
    Sort("beyond the first plane", ("\U0001f4c1\n", "b\U0001f600\n", "c\n"), "\U00020000"),
    Sort(
        "cp1252",
        ("caf\xe9\n", "th\xe9 \x80b\n".replace("\x80", "\u20ac"), "c\n"),
        "\xe0 la carte",
        "cp1252",
    ),
    Sort("GBK", ("中文\n", "文中\n", "a\n"), "中", "gb18030"),
    Sort("Shift JIS", ("日本語\n", "テスト\n", "です\n"), "国語", "cp932"),
    Sort(
        "UTF-16 LE",
        ("a\u0a0d\n", "b\u0d0a\n", "c\n"),
        "\u0a00B\u000d\u0a0a",
        "utf-16-le",
        UTF_16_LE,
    ),
    Sort("UTF-16 BE", ("a\r\n", "b\u0a0d\r\n", "c"), "\u0a00B", "utf-16-be", UTF_16_BE),
    Sort("templates", ("$1\n", "\\1 $$\n", "$&\n"), r"cost $$1 $& \1 \g<0> %s {}"),
    Sort("bars and numbers", ("1|a\n", "2|b\n", "3|c\n"), "2|B"),
    Sort("long lines", ("a" * 9_000 + "\n", "b" * 9_000 + "\n", "c" * 9_000), "B" * 9_000),
]


@dataclass(frozen=True)
class Act:
    """What one tool does at line 2, and the lines that come of it."""

    name: str
    ask: Callable[[World, Sort], AnyReply]
    after: Callable[[Sort], tuple[str, ...]]


def _replaced(sort: Sort) -> tuple[str, ...]:
    return (sort.lines[0], sort.new + sort.end(1), sort.lines[2])


def _inserted(sort: Sort) -> tuple[str, ...]:
    return (sort.lines[0], sort.new + sort.end(0), *sort.lines[1:])


def _several(sort: Sort) -> tuple[str, ...]:
    return (sort.new + sort.end(0), sort.lines[0], sort.new + sort.end(1), sort.lines[2])


def _at_the_end(sort: Sort) -> tuple[str, ...]:
    end = sort.end(2)
    return (*sort.lines[:2], sort.bare(2) + (end or sort.end(1)), sort.new + end)


ACTS: list[Act] = [
    Act("replace lines", lambda w, s: w.replace("a", "f:2", s.new), _replaced),
    Act(
        "replace lines and text",
        lambda w, s: w.replace("a", "f:2", s.new, old=s.bare(1)),
        _replaced,
    ),
    Act("replace text", lambda w, s: w.replace("a", "f", s.new, old=s.bare(1)), _replaced),
    Act(
        "replace text with end",
        lambda w, s: w.replace("a", "f", s.new, old=s.bare(1) + "\n"),
        _replaced,
    ),
    Act("insert", lambda w, s: w.insert("a", "f:1", s.new), _inserted),
    Act("insert at the end", lambda w, s: w.insert("a", "f:END", s.new), _at_the_end),
    Act("delete", lambda w, s: w.delete("a", "f:2"), lambda s: (s.lines[0], s.lines[2])),
    Act(
        "delete text",
        lambda w, s: w.delete("a", "f", old=s.bare(1)),
        lambda s: (s.lines[0], s.lines[2]),
    ),
    Act(
        "edits",
        lambda w, s: w.several("a", "f", Item(s.new, old=s.bare(1)), Item(s.new, after=0)),
        _several,
    ),
    Act(
        "write",
        lambda w, s: w.write("a", "f", "".join(_replaced(s))),
        _replaced,
    ),
]


@pytest.mark.parametrize("act", ACTS, ids=[one.name.replace(" ", "-") for one in ACTS])
@pytest.mark.parametrize("sort", SORTS, ids=[one.name.replace(" ", "-") for one in SORTS])
def test_a_tool_changes_the_bytes_it_names_and_undo_gives_back_the_first(
    world: World, sort: Sort, act: Act
) -> None:
    assert texts.of(sort.before).encoding == sort.encoding
    world.outside("f", sort.before, mode=0o755)
    world.read("a", "f", max_bytes=100_000)
    edit = done(act.ask(world, sort)).seq
    assert world.data("f") == sort.data(*act.after(sort))
    assert world.node("f").mode == 0o755
    done(world.undo("a", edit))
    assert world.data("f") == sort.before
    done(world.redo("a", edit))
    assert world.data("f") == sort.data(*act.after(sort))


@pytest.mark.parametrize("sort", SORTS, ids=[one.name.replace(" ", "-") for one in SORTS])
def test_what_a_read_shows_is_the_file_and_written_back_it_is_unchanged(
    world: World, sort: Sort
) -> None:
    world.outside("f", sort.before)
    for line in range(3):
        shown = body(world.read("a", f"f:{line + 1}", max_bytes=100_000))
        assert shown == {line + 1: sort.bare(line)}
        unchanged(world.replace("a", f"f:{line + 1}", sort.bare(line)))
    unchanged(world.write("a", "f", "".join(sort.lines)))
    assert world.data("f") == sort.before


@pytest.mark.parametrize("sort", SORTS, ids=[one.name.replace(" ", "-") for one in SORTS])
def test_each_deleted_line_comes_back_from_its_chip_byte_for_byte(world: World, sort: Sort) -> None:
    world.outside("f", sort.before)
    for line in range(1, 4):
        if sort.lines[line % 3].startswith("\ufeff"):
            continue  # as the first of the file that is its byte order mark, and stays in front
        chip = done(world.delete("a", f"f:{line}", force=True)).chips[0]
        done(world.ask("a", InsertChip(b"f:%d" % (line - 1), chip, force=True)))
        assert world.data("f") == sort.before


# --- text that is searched for --------------------------------------------------------------------


def test_characters_beside_a_match_come_from_the_file(world: World) -> None:
    before = "say \u201chi\u201d\xa0\u2026\n".encode()
    world.outside("f", before)
    world.edit("a", "f", "ho", old="hi")
    assert world.data("f") == before.replace(b"hi", b"ho")


def test_a_readers_numbers_are_left_out_of_the_text_that_is_searched_for(world: World) -> None:
    world.outside("f", b"a\nb\nc\n")
    assert codes(world.edit("a", "f", "B\nC", old="2|b\n3|c")) == ["prefixes_off"]
    assert codes(world.edit("a", "f:2-3", "X\n", old="2|B\n3|C")) == ["prefixes_off"]
    assert world.data("f") == b"a\nX\n"


def test_of_two_places_none_is_edited_unless_one_is_named(world: World) -> None:
    world.outside("f", b"x\nx\n")
    assert refused(world.replace("a", "f", "y", old="x"), "old_many").values["places"] == "1, 2"
    refused(world.delete("a", "f", old="x"), "old_many")
    assert world.data("f") == b"x\nx\n"
    world.edit("a", "f:2", "y", old="x")
    assert world.data("f") == b"x\ny\n"


@pytest.mark.parametrize(
    "separator", ["\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\r"]
)
def test_what_ends_no_line_moves_no_number(world: World, separator: str) -> None:
    world.outside("f", f"a\nx{separator}y\nz\n".encode())
    shown = world.read("a", "f")
    assert (shown.total, body(shown)) == (3, {1: "a", 2: f"x{separator}y", 3: "z"})
    world.edit("a", "f:3", "Z")
    assert world.data("f") == f"a\nx{separator}y\nZ\n".encode()


# --- text that no file or no encoding can hold ----------------------------------------------------


@pytest.mark.parametrize(
    "call",
    [
        Replace(b"f:2", "\u4e2d"),
        Replace(b"f", "\u4e2d", old="b"),
        Replace(b"f", "\u4e2d", old="b", all=True),
        Replace(b"f:2", "\u4e2d", preview=True),
        Insert(b"f:1", "\u4e2d"),
        Write(b"f", "\u4e2d"),
    ],
    ids=["lines", "text", "all", "preview", "insert", "write"],
)
def test_text_that_the_encoding_cannot_hold_leaves_the_file_and_is_kept(
    world: World, call: Replace | Insert | Write
) -> None:
    world.outside("f", b"caf\xe9\nb\n")
    world.outside("g", b"")
    reply = refused(world.ask("a", call), "unencodable")
    assert (reply.values["point"], reply.values["encoding"]) == ("U+4E2D", "cp1252")
    assert world.data("f") == b"caf\xe9\nb\n"
    done(world.ask("a", InsertChip(b"g:0", reply.chip)))
    assert world.text("g") == "\u4e2d"


def test_one_edit_that_the_encoding_cannot_hold_and_none_is_made(world: World) -> None:
    world.outside("f", b"caf\xe9\nb\n")
    items = (Item("the", old="caf"), Item("\u4e2d", span=span(2)))
    reply = refused(world.several("a", "f", *items), "items_unfit")
    assert [one.refusal.code for one in reply.problems] == ["unencodable"]
    assert world.data("f") == b"caf\xe9\nb\n"


def test_a_nul_gets_into_no_text_file_by_a_part_of_it(world: World) -> None:
    world.outside("f", b"a\nb\n")
    refused(world.replace("a", "f:2", "b\0"), "would_be_binary")
    refused(world.replace("a", "f", "b\0", old="b"), "would_be_binary")
    refused(world.insert("a", "f:2", "b\0"), "would_be_binary")
    refused(world.several("a", "f", Item("b\0", span=span(1))), "would_be_binary")
    assert world.data("f") == b"a\nb\n"
    assert "wrote_binary" in codes(done(world.write("a", "f", "a\0\n")))
    assert world.data("f") == b"a\0\n"


# --- long files -----------------------------------------------------------------------------------


def test_a_file_that_grows_has_all_of_its_tail(world: World) -> None:
    before = lines(*(f"{number:05} {'x' * 40}" for number in range(3_134)))
    world.outside("f", before)
    edit = world.edit("a", "f:1000", "y" * 4_731).seq
    expected = before.splitlines(keepends=True)
    expected[999] = b"y" * 4_731 + b"\n"
    assert world.data("f") == b"".join(expected)
    assert len(world.data("f")) - len(before) == 4_731 - 46
    done(world.undo("a", edit))
    assert world.data("f") == before


def test_a_file_of_few_long_lines_is_bounded_by_bytes_and_edited_exactly(world: World) -> None:
    before = [chr(ord("a") + number) * 20_000 for number in range(5)]
    world.outside("f", lines(*before))
    shown = world.read("a", "f")
    assert max(map(len, body(shown).values())) < LINE_BYTES_MAX + 100
    assert sum(map(len, body(shown).values())) < 24_000
    whole = world.read("a", "f:2", max_bytes=30_000)
    assert body(whole) == {2: before[1]}
    world.edit("a", "f:2", "short", view=whole.seq)
    world.edit("a", "f", "C", old="c" * 20_000)
    assert world.data("f") == lines(before[0], "short", "C", *before[3:])


# --- replies and contents -------------------------------------------------------------------------


def test_a_second_read_gives_the_text_again(world: World) -> None:
    world.outside("f", b"a\nb\n")
    first, second = world.read("a", "f"), world.read("a", "f")
    assert first.blocks == second.blocks
    assert body(second) == {1: "a", 2: "b"}


@pytest.mark.parametrize("content", [r'print("a\nb")', r"\d+\s", r"C:\new\table", r"a\tb"])
def test_backslashes_are_written_as_they_were_sent(world: World, content: str) -> None:
    world.outside("f", b"a\nzzz\n")
    world.read("a", "f")
    reply = world.edit("a", "f:1", content)
    assert (codes(reply), reply.next) == ([], ())
    done(world.insert("a", "f:0", content))
    done(world.replace("a", "f", content, old="zzz"))
    assert world.text("f").splitlines() == [content] * 3
