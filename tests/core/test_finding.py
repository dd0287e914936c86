"""Where a text stands, for files of many lines and texts of many places: one pass, not one each."""

import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from editjournal.daemon.core import edits, finding, text
from editjournal.daemon.core.finding import Cut, Sweep
from editjournal.daemon.core.text import Text
from editjournal.schemas.requests import Item
from editjournal.schemas.values import Unit
from tests.core.world import World, done, refused

# A file so large that going through it once for each match would take many minutes, which the
# time limit of a test ends.
LINES = 100_000
ROW = "the quick brown fox jumps over the lazy dog, again\r\n"

WIDE = [("utf-8", b""), ("utf-8", b"\xef\xbb\xbf"), ("utf-16-le", b"\xff\xfe")]
PARTS = st.lists(st.sampled_from(["a", "b", "\n", "\r\n", "\r", "中"]), max_size=14).map("".join)


def line_of(of: Text, position: int) -> int:
    """Return the line that a byte belongs to, by the lines one after the other."""
    end = 0
    for number, line in enumerate(text.split(of.data, of.unit)):
        end += len(line)
        if position < end:
            return number
    return max(of.lines - 1, 0)


def replaced(of: Text, old: str, new: str | bytes) -> bytes:
    spots = finding.apart(finding.find(of, old))
    return edits.plan(of, finding.regions(of, finding.cuts(of, spots, new))).after.data


@settings(deadline=None)
@given(PARTS, st.sampled_from(WIDE), st.sets(st.integers(0, 40)))
def test_a_sweep_comes_by_every_position_to_its_line(
    words: str, encoding: tuple[str, bytes], positions: set[int]
) -> None:
    of = text.of(encoding[1] + words.encode(encoding[0]))
    sweep = Sweep(of)
    for position in sorted(one for one in positions if one <= len(of.data)):
        assert sweep.to(position) == finding.line_at(of, position) == line_of(of, position)
        assert sweep.line == line_of(of, position)
        assert (sweep.start, sweep.stop) == (of.offset(sweep.line), of.offset(sweep.line + 1))


def test_what_is_no_text_is_one_line() -> None:
    of = Text(b"a\nb\0\n", encoding="", unit=Unit.WHOLE)
    assert finding.line_at(of, 4) == 0
    assert len(finding.find(of, "a")) == 0


@settings(deadline=None, max_examples=300)
@given(PARTS, st.sampled_from(WIDE), st.text("ab\n中", min_size=1, max_size=3))
def test_places_are_counted_given_again_and_lie_in_their_lines(
    words: str, encoding: tuple[str, bytes], old: str
) -> None:
    of = text.of(encoding[1] + words.encode(encoding[0]))
    spots = finding.find(of, old)
    listed = list(spots)
    assert listed == list(spots) == [spots[number] for number in range(len(spots))]
    assert list(finding.lines_of(of, spots)) == [
        (line_of(of, start), line_of(of, end - 1)) for start, end in listed
    ]


@pytest.mark.parametrize("places", [finding.FEW - 1, finding.FEW, finding.FEW + 1, 1_000])
@pytest.mark.parametrize("old", ["a", "aba"])
def test_many_places_are_all_given_though_few_are_kept(places: int, old: str) -> None:
    of = text.of(b"ab" * places + b"a\n")
    count = places + (old == "a")
    spots = finding.find(of, old)
    assert len(spots) == count
    assert list(spots) == [(2 * at, 2 * at + len(old)) for at in range(count)]
    assert spots[count - 1] == (2 * count - 2, 2 * count - 2 + len(old))


def test_hundreds_of_thousands_of_places_are_counted_and_not_kept() -> None:
    of = text.of(b"e" * 300_000)
    tracemalloc.start()
    try:
        spots = finding.find(of, "e")
        assert len(spots) == 300_000
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_text_on_every_line_of_a_large_file_is_replaced(encoding: str) -> None:
    count = LINES if encoding == "utf-8" else LINES // 2
    data = (ROW * count).encode(encoding)
    expected = (ROW.replace("fox", "cat") * count).encode(encoding)
    assert replaced(text.of(data), "fox", "cat") == expected


def test_a_text_of_many_places_on_one_line_of_a_large_file_is_replaced() -> None:
    of = text.of(b"top\r\n" + b"fox and " * 4 * LINES)
    assert replaced(of, "fox", "a\nb") == b"top\r\n" + b"a\r\nb and " * 4 * LINES


def test_the_lines_of_a_large_file_are_joined() -> None:
    of = text.of(ROW.encode() * LINES)
    joined = of.data.replace(b"\r\nthe quick", b", a quick")
    assert replaced(of, "\nthe quick", ", a quick") == joined
    assert replaced(of, "again\n", b";") == of.data.replace(b"again\r\n", b";")


def test_lines_of_a_large_file_are_taken_out() -> None:
    of = text.of((ROW + "short\r\n").encode() * LINES)
    assert replaced(of, ROW.rstrip(), "") == b"short\r\n" * LINES


def test_of_many_places_the_first_are_named_and_the_others_counted(world: World) -> None:
    world.outside("f", b"eeeeeeee \r\n" * LINES)
    reply = refused(world.replace("a", "f", "x", old="e"), "old_many")
    named = "1, 1, 1, 1, 1, 1, 1, 1, 2, 2"
    assert reply.values == {
        "matches": 8 * LINES,
        "places": f"{named} and {8 * LINES - 10} more",
    }


def test_of_many_places_the_only_one_in_a_view_is_meant(world: World) -> None:
    world.outside("f", ROW.encode() * LINES)
    middle = LINES // 2
    view = world.read("a", f"f:{middle}").seq
    reply = world.edit("a", "f", "cat", old="fox", view=view)
    assert reply.values == {"matches": LINES, "view": view}
    rows = [ROW] * LINES
    rows[middle - 1] = ROW.replace("fox", "cat")
    assert world.text("f") == "".join(rows)


def test_of_many_places_several_in_a_view_are_refused(world: World) -> None:
    world.outside("f", ROW.encode() * LINES)
    view = world.read("a", "f:7,9").seq
    reply = refused(world.replace("a", "f", "cat", old="fox", view=view), "old_many")
    assert reply.values["matches"] == LINES


def test_a_place_that_goes_beyond_the_lines_of_a_view_is_not_in_it(world: World) -> None:
    world.outside("f", b"a\nb\nc\na\nb\nc\na\nb\n")
    view = world.read("a", "f:1-2,5-8").seq
    refused(world.replace("a", "f", "x", old="a\nb", view=view), "old_many")
    view = world.read("a", "f:2-5").seq
    world.edit("a", "f", "x\ny", old="a\nb", view=view)
    assert world.data("f") == b"a\nb\nc\nx\ny\nc\na\nb\n"


def test_cuts_that_share_lines_are_one_region() -> None:
    of = text.of(b"aXbX\nX\nc\nX\n")
    those = finding.cuts(of, finding.find(of, "X"), "y")
    assert those == (Cut(1, 2, b"y"), Cut(3, 4, b"y"), Cut(5, 6, b"y"), Cut(9, 10, b"y"))
    regions = finding.regions(of, those)
    assert [(one.first, one.lines, one.new) for one in regions] == [
        (0, 1, b"ayby\n"),
        (1, 1, b"y\n"),
        (3, 1, b"y\n"),
    ]


@pytest.mark.parametrize("as_edits", [False, True])
def test_a_text_is_taken_out_everywhere_and_brought_back(world: World, as_edits: bool) -> None:
    data = ROW.encode() * (LINES // 5)
    world.outside("f", data)
    if as_edits:
        item = Item("", old=" fox", all=True)
        other = Item("frog", old="dog", all=True)
        edit = done(world.several("a", "f", item, other))
        expected = data.replace(b" fox", b"").replace(b"dog", b"frog")
    else:
        edit = done(world.replace("a", "f", "", old=" fox", all=True))
        expected = data.replace(b" fox", b"")
    assert world.data("f") == expected
    (chip,) = edit.chips
    kept = world.state.chips.get(chip)
    assert kept is not None
    assert kept.text is not None
    assert kept.text.size_bytes == len(" fox") * (LINES // 5)
    done(world.undo("a", edit.seq))
    assert world.data("f") == data
