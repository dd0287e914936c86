"""Text on bytes against naive models: nothing outside a change may differ by a byte."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from editjournal.daemon.core import edits, finding, text
from editjournal.daemon.core.difference import difference
from editjournal.daemon.core.edits import NotTextError, Region
from editjournal.daemon.core.text import Text, UnencodableError
from editjournal.schemas.replies import Refusal
from editjournal.schemas.values import Splice, Unit, Version
from tests.core.world import World, done

ENDS = st.sampled_from(["\n", "\r\n", "\r", "\n\n", "\x0b", "\x85", "\u2028", "x", ""])
WORDS = st.lists(
    st.tuples(st.text("abé中\U0001f4c1\ufeff\u0a00\u000a\u0d00", max_size=4), ENDS), max_size=8
).map(lambda parts: "".join(word + end for word, end in parts))


def encoded(encoding: str, bom: bytes = b"") -> st.SearchStrategy[bytes]:
    return WORDS.map(lambda words: bom + words.encode(encoding, "ignore"))


DATA = st.one_of(
    encoded("utf-8"),
    encoded("utf-8", b"\xef\xbb\xbf"),
    encoded("utf-16-le", b"\xff\xfe"),
    encoded("utf-16-be", b"\xfe\xff"),
    encoded("cp1252"),
    encoded("gb18030"),
    st.binary(max_size=40),
)
PAIR = st.tuples(DATA, DATA) | DATA.flatmap(
    lambda data: st.tuples(st.just(data), st.permutations(data.split(b"\n")).map(b"\n".join))
)


def naive_lines(data: bytes, of: Text) -> list[bytes]:
    if of.unit is Unit.WHOLE:
        return [data] if data else []
    wide = of.unit is not Unit.LF
    feed = {Unit.LF: b"\n", Unit.UTF16_LE: b"\n\0", Unit.UTF16_BE: b"\0\n"}[of.unit]
    units = [data[at : at + 2] for at in range(0, len(data), 2)] if wide else [*map(_byte, data)]
    lines, line = list[bytes](), b""
    for unit in units:
        line += unit
        if unit == feed:
            lines.append(line)
            line = b""
    return [*lines, line] if line else lines


def _byte(value: int) -> bytes:
    return bytes([value])


@settings(deadline=None)
@given(DATA)
def test_lines_are_those_of_a_naive_split(data: bytes) -> None:
    of = text.of(data)
    lines = naive_lines(data, of)
    assert of.lines == len(lines)
    assert text.split(data, of.unit) == lines
    starts = [of.offset(number) for number in range(of.lines + 1)]
    assert starts[0] == 0 or not lines
    assert [data[a:b] for a, b in pairwise(starts)] == lines
    for first in range(of.lines):
        for count in range(of.lines - first + 1):
            assert of.slice(first, count) == b"".join(lines[first : first + count])


@settings(deadline=None)
@given(DATA)
def test_what_is_shown_is_what_is_there(data: bytes) -> None:
    of = text.of(data)
    if not of.encoding:
        assert of.shown(0, of.lines) == []
        return
    shown = [of.shown(number, 1)[0] for number in range(of.lines)]
    assert of.shown(0, of.lines) == shown
    ends = [of.ending_of(number) for number in range(of.lines)]
    again = "".join(line + end for line, end in zip(shown, ends, strict=True))
    assert of.bom + again.encode(of.encoding) == data
    assert all("\n" not in line for line in shown)


@settings(deadline=None, max_examples=300)
@given(PAIR)
def test_the_difference_of_two_texts_makes_the_one_of_the_other(pair: tuple[bytes, bytes]) -> None:
    before, after = map(text.of, pair)
    splices, inserted = difference(before, after)
    assert text.splice(before, splices, inserted) == after.data
    assert before.lines + sum(one.inserted - one.removed for one in splices) == after.lines
    assert all(a.at + a.removed <= b.at and a.at < b.at for a, b in pairwise(splices))
    if before.unit is after.unit:
        for one, new in zip(splices, inserted, strict=True):
            assert len(text.split(new, after.unit)) == one.inserted
        assert bool(splices) == (before.data != after.data)


@settings(deadline=None, max_examples=200)
@given(DATA, st.integers(0, 8), st.integers(1, 4), WORDS)
def test_an_edit_of_lines_changes_no_byte_outside_them_and_undo_gives_the_first_bytes(
    data: bytes, at: int, size: int, content: str
) -> None:
    before = text.of(data)
    first = at % max(before.lines, 1)
    count = min(size, before.lines - first)
    if not before.encoding:
        return
    world = World()
    world.outside("f", data)
    reply = world.replace("a", f"f:{first + 1}-{first + max(count, 1)}", content, force=True)
    if isinstance(reply, Refusal):  # the file would be no text, or in an unknown encoding
        assert reply.code in ("would_be_binary", "unencodable")
        return
    now = world.data("f")
    start, end = before.offset(first), before.offset(first + count)
    if not first and count and before.lines > count and not content:
        # The byte order mark passes to the next line.
        assert now == before.bom + data[end:]
    else:
        assert now.startswith(data[:start])
        assert now.endswith(data[end:])
    if reply.seq and world.state.edits.get(reply.seq):
        done(world.undo("a", reply.seq))
        assert world.data("f") == data
    world.check_replay()


OLD = st.text("ab\n", min_size=1, max_size=3)


@settings(deadline=None, max_examples=300)
@given(
    st.lists(st.sampled_from(["a", "b", "\n", "\r\n"]), max_size=14).map("".join),
    OLD,
    st.text("abx\n", min_size=1, max_size=4),
    st.sampled_from([("utf-8", b""), ("utf-8", b"\xef\xbb\xbf"), ("utf-16-le", b"\xff\xfe")]),
)
def test_replacing_all_places_is_what_a_plain_replace_does(
    before: str, old: str, new: str, encoding: tuple[str, bytes]
) -> None:
    name, bom = encoding
    of = text.of(bom + before.encode(name))
    spots = finding.find(of, old)
    places = [of.data[start:end].decode(name).replace("\r\n", "\n") for start, end in spots]
    assert places == [old] * len(places)
    plain = before.replace("\r\n", "\n")
    assert len(places) == sum(plain.startswith(old, at) for at in range(len(plain)))
    if not spots:
        return
    after = edits.plan(of, finding.regions(of, finding.cuts(of, finding.apart(spots), new))).after
    put = new + "\n" if old.endswith("\n") and not new.endswith("\n") else new
    expected = plain.replace(old, put)
    assert after.data[len(after.bom) :].decode(name).replace("\r\n", "\n") == expected
    if "\r" not in before:
        assert after.data == bom + expected.encode(name)


@settings(deadline=None, max_examples=200)
@given(DATA, st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), WORDS), max_size=4))
def test_a_plan_of_several_regions_is_right_by_its_splices(
    data: bytes, steps: list[tuple[int, int, str]]
) -> None:
    before = text.of(data)
    if not before.encoding:
        return
    regions: list[Region] = []
    expected: list[bytes] = []
    at = 0
    lines = text.split(data, before.unit)
    for skip, count, words in steps:
        first = at + skip
        if first + max(count, 1) > before.lines:
            break
        try:
            new = edits.new_lines(before, first, count, words)
        except UnencodableError:
            return
        new += before.newline if new and not new.endswith(before.newline) else b""
        regions.append(Region(first, count, new))
        expected += (*lines[at:first], new)
        at = first + max(count, 1)
        expected += lines[first + count : at]
    expected += lines[at:]
    try:
        plan = edits.plan(before, regions)
    except NotTextError:
        return
    assert plan.after.data == text.splice(before, plan.splices, plan.inserted)
    plain = b"".join(expected).replace(before.bom, b"") if before.bom else b"".join(expected)
    now = plan.after.data.replace(before.bom, b"") if before.bom else plan.after.data
    assert now == plain
    assert plan.after.data.startswith(before.bom)
    assert all(a.at + a.removed <= b.at and a.at < b.at for a, b in pairwise(plan.splices))


@pytest.mark.parametrize(
    ("data", "encoding", "lines"),
    [
        (b"", "utf-8", 0),
        (b"a\x0bb\x0cc\x1cd\x1de\x1ef\xc2\x85g\xe2\x80\xa8h\xe2\x80\xa9i\rj\nk", "utf-8", 2),
        (b"\xef\xbb\xbf", "utf-8", 1),
        (b"\xff\xfea\0\n\0", "utf-16-le", 1),
        (b"\xff\xfe\0\xd8", "", 1),
        (b"\xff\xfe\0\0a\0\0\0", "", 1),
        (b"a\0b\n", "", 1),
        (bytes(range(1, 256)), "", 1),
        (b"\xd6\xd0\xce\xc4\na\n" * 3, "gb18030", 6),
        ("日本語\nテスト\n".encode("cp932"), "cp932", 2),
        ("日本語\nテスト\n".encode("euc_jp"), "euc_jp", 2),
        (b"caf\xe9\nb\n", "cp1252", 2),
        (b"\xe9", "cp1252", 1),
    ],
)
def test_an_encoding_is_obeyed_detected_or_there_is_none(
    data: bytes, encoding: str, lines: int
) -> None:
    of = text.of(data)
    assert (of.encoding, of.lines) == (encoding, lines)


def test_a_character_that_does_not_fit_is_named_with_its_line() -> None:
    with pytest.raises(UnencodableError) as caught:
        Text(b"", encoding="cp1252").encode("ok\n\u4e2d")
    assert (caught.value.character, caught.value.line) == ("\u4e2d", 2)
    with pytest.raises(UnencodableError):
        Text(b"", encoding="utf-8").encode("\ud800")


def test_a_large_middle_counts_as_replaced_whole() -> None:
    before = text.of(b"top\n" + b"x\n" * 3_000 + b"end\n")
    after = text.of(b"top\n" + b"y\n" * 2_500 + b"end\n")
    splices, inserted = difference(before, after)
    assert splices == (Splice(1, 3_000, 2_500),)
    assert text.splice(before, splices, inserted) == after.data


def test_many_lines_alike_count_as_replaced_whole() -> None:
    before = text.of(b"a\n" + b"x\n" * 600 + b"b\n")
    after = text.of(b"c\n" + b"x\n" * 600 + b"d\n")
    assert difference(before, after)[0] == (Splice(0, 602, 602),)


def test_a_long_text_is_found_its_way_through_by_lines() -> None:
    lines = [b"%d\n" % number * (number % 3 + 1) for number in range(2_000)]
    of = text.of(b"".join(lines))
    whole = text.split(of.data, Unit.LF)
    for number in range(0, of.lines, 97):
        assert of.slice(number, 5) == b"".join(whole[number : number + 5])
    assert of.slice(0, of.lines) == of.data


def test_lines_are_counted_as_the_log_counts_them() -> None:
    version = Version(b"", 4, 2, Unit.LF, 0o644)
    of = text.known(b"a\0\nb", version)
    assert (of.encoding, of.lines, of.slice(1, 1)) == ("", 2, b"b")
    assert text.known(b"a\nb", version).encoding == "utf-8"


@pytest.mark.parametrize(
    ("data", "marks"),
    [
        (b"a\nb\n", ()),
        (b"a\r\nb\r\n", ("CRLF",)),
        (b"a\r\nb\n", ("CRLF and LF",)),
        (b"caf\xe9\n", ("cp1252",)),
        (b"\xff\xfe" + "\u0a41\u0100\r\n".encode("utf-16-le"), ("CRLF", "utf-16-le")),
    ],
)
def test_what_is_unusual_is_marked(data: bytes, marks: tuple[str, ...]) -> None:
    assert text.of(data).marks() == marks
