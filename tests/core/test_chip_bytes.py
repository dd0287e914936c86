r"""Chips are bytes: what goes into one comes out of it, and text is written as it was sent.

Any lines of any file, deleted and put back at the same place, make the file that it was, byte for
byte; in a file of another encoding they are the same text, or are refused. Nothing in a text means
anything: no escape, no template, no sentence of a reply.
"""

import codecs
from itertools import starmap

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from editjournal.daemon.core import text as texts
from editjournal.schemas.replies import AnyReply, Refusal, Shown
from editjournal.schemas.requests import (
    AnyRequest,
    Insert,
    InsertChip,
    Item,
    Replace,
    ReplaceSeveral,
)
from tests.core.world import World, codes, done, lines, refused, unchanged

UTF16 = codecs.BOM_UTF16_LE
words = st.sampled_from(
    ["", "a", "b", "x y", "\xe9", "\xa0", "\ufeff", "\u0a0d", "\r", "\x85", "1|a", "\u4e2d"]
)
ends = st.sampled_from(["\n", "\n", "\r\n", "\x0b\n", "\u2028\n"])
rows = st.lists(st.tuples(words, ends), max_size=7).map(
    lambda of: "".join(starmap(str.__add__, of))
)
prose = st.tuples(rows, words).map("".join)
ENCODINGS = (
    ("utf-8", b""),
    ("utf-8", codecs.BOM_UTF8),
    ("utf-16-le", codecs.BOM_UTF16_LE),
    ("utf-16-be", codecs.BOM_UTF16_BE),
    ("cp1252", b""),
    ("gb18030", b""),
)


def _encoded(prose: str, encoding: tuple[str, bytes]) -> bytes:
    return encoding[1] + prose.encode(encoding[0], "ignore")


files = st.builds(_encoded, prose, st.sampled_from(ENCODINGS)) | st.binary(max_size=20)


def put(world: World, to: str, chip: str) -> AnyReply:
    return world.ask("a", InsertChip(to.encode(), chip))


# --- in and out -----------------------------------------------------------------------------------


@settings(deadline=None, max_examples=250)
@given(files, st.integers(0, 9), st.integers(0, 4))
@example(codecs.BOM_UTF8 + b"a\n\xef\xbb\xbfb", 0, 0)
@example(codecs.BOM_UTF8 + b"\xef\xbb\xbfa\nb", 0, 0)
@example(b"a\nb", 1, 0)
@example(b"a\nb", 0, 9)
@example(b"a\r\nb\nc", 1, 1)
@example(b"a\n\xef\xbb\xbf\n", 0, 0)
@example(b"1|a\n2|b\n3|c\n", 0, 1)
def test_any_lines_of_any_file_come_back_as_they_were(data: bytes, at: int, more: int) -> None:
    text = texts.of(data)
    if not text.encoding or data == text.bom:
        return
    first = at % text.lines + 1
    last = min(first + more, text.lines)
    world = World()
    world.outside("f", data)
    deleted = done(world.delete("a", f"f:{first}-{last}"))
    assert world.data("f") != data
    if texts.of(world.data("f")).bom == text.bom:
        done(put(world, f"f:{first - 1}", deleted.chips[0]))
    else:  # what is at the top now is the file's mark, in front of which there is nothing
        done(world.undo("a", deleted.seq))
    assert world.data("f") == data
    world.check_replay()


@settings(deadline=None, max_examples=150)
@given(files, files)
@example(UTF16 + "\u4e2d\n".encode("utf-16-le"), b"caf\xe9\n")
@example(UTF16 + "a\r\nb".encode("utf-16-le"), b"caf\xe9\n")
def test_any_text_is_the_same_in_a_file_of_another_encoding_or_refused(
    source: bytes, target: bytes
) -> None:
    text, other = texts.of(source), texts.of(target)
    if not (text.encoding and other.encoding) or source == text.bom or not other.ends_with_newline:
        return
    world = World()
    world.outside("f", source)
    world.outside("g", target)
    chip = done(world.delete("a", "f:ALL")).chips[0]
    reply = put(world, "g:END", chip)
    if isinstance(reply, Refusal):
        assert reply.code in {"unencodable", "would_be_binary"}
        assert world.data("g") == target
        return
    added = world.data("g").removeprefix(target)
    assert added.decode(other.encoding) == source[len(text.bom) :].decode(text.encoding)


@settings(deadline=None, max_examples=100)
@given(files)
def test_any_file_that_was_removed_comes_back_out_of_its_chip_or_by_its_undo(data: bytes) -> None:
    text = texts.of(data)
    world = World()
    world.outside("f", data)
    removed = done(world.delete("a", "f", remove=True))
    assert len(removed.chips) == bool(data)
    if (text.encoding == "utf-8" or text.bom) and data != text.bom:
        world.outside("f", text.bom)
        done(put(world, "f:0", removed.chips[0]))
        assert world.data("f") == data
        return
    if not text.encoding:
        done(put(world, "f:0", removed.chips[0]))
        assert world.data("f") == data
        return
    done(world.undo("a", removed.seq))
    assert world.data("f") == data


@settings(deadline=None, max_examples=100)
@given(prose.filter(bool))
def test_any_text_of_a_failed_call_comes_out_as_the_call_would_have_put_it(content: str) -> None:
    world, other = World(), World()
    for one in (world, other):
        one.outside("f", lines("top", "end"))
    chip = refused(world.insert("a", "f:99", content), "past_end").chip
    direct = other.ask("a", Insert(b"f:1", content))
    assert type(put(world, "f:1", chip)) is type(direct)
    assert world.data("f") == other.data("f")


def test_a_chip_put_back_after_a_restart_is_the_same(world: World) -> None:
    world.outside("f", b"a\r\n\xff\xfe\xe9\n")
    chip = done(world.delete("a", "f:2")).chips[0]
    world.check_replay()
    done(put(world, "f:1", chip))
    assert world.data("f") == b"a\r\n\xff\xfe\xe9\n"


# --- nothing in a text means anything -------------------------------------------------------------

TEXTS = {
    "templates": r"cost $$1 $& $' \1 \g<0> %s {} ${x}",
    "escapes in a string": r'print("a\nb")',
    "a sentence of a reply": "unchanged f, as last read",
    "a tag of a reminder": "<system-reminder>unchanged</system-reminder>",
    "entities": "&lt;a&gt; &amp; %0A \\u000a \\x41",
}


@pytest.mark.parametrize("content", TEXTS.values(), ids=TEXTS)
def test_text_is_written_as_it_was_sent_by_every_way(world: World, content: str) -> None:
    for name, call in {
        "by-line": Replace(b"by-line:2", content),
        "by-text": Replace(b"by-text", content, old="two"),
        "all": Replace(b"all", content, old="two", all=True),
        "several": ReplaceSeveral(b"several", (Item(content, old="two"),)),
    }.items():
        world.outside(name, lines("one", "two", "three"))
        assert codes(done(world.ask("a", call))) in ([], ["never_read"])
        assert world.text(name) == f"one\n{content}\nthree\n"
    world.outside("chip", lines("one", "three"))
    chip = refused(world.insert("a", "chip:99", content), "past_end").chip
    done(put(world, "chip:1", chip))
    assert world.text("chip") == f"one\n{content}\nthree\n"
    done(world.write("a", "whole", content))
    assert world.text("whole") == content


def test_escapes_meant_as_line_breaks_are_written_as_sent_told_and_kept_prepared(
    world: World,
) -> None:
    world.outside("f", lines("one", "two"))
    reply = world.edit("a", "f:1", r"a\nb\n")
    assert codes(reply) == ["literal_newline", "never_read"]
    assert world.text("f") == "a\\nb\\n\ntwo\n"
    done(world.confirm("a", reply.seq))
    assert world.text("f") == "a\nb\ntwo\n"


@pytest.mark.parametrize("content", ["a\0b\n", "\0"])
def test_a_nul_is_told_or_refused_and_never_silent(world: World, content: str) -> None:
    assert codes(done(world.write("a", "new", content))) == ["wrote_binary"]
    world.outside("f", lines("one", "two"))
    calls: tuple[AnyRequest, ...] = (
        Replace(b"f:1", content),
        Replace(b"f", content, old="one"),
        Insert(b"f:1", content),
        ReplaceSeveral(b"f", (Item(content, old="one"),)),
    )
    for call in calls:
        reply = refused(world.ask("a", call), "would_be_binary")
        assert world.text("f") == "one\ntwo\n"
        kept = world.state.chips.get(reply.chip)
        assert kept is not None
        assert kept.text_bytes == len(content.encode())
        refused(put(world, "f:1", reply.chip), "would_be_binary")
    assert "wrote_binary" in codes(done(world.write("a", "f", content)))


@pytest.mark.parametrize("mark", ["|", "\t", "\u2192"])
def test_a_readers_numbers_are_refused_never_taken_off_in_silence(world: World, mark: str) -> None:
    world.outside("f", lines("one", "two"))
    world.read("a", "f")
    sent = f"1{mark}one\n2{mark}new\n"
    reply = refused(world.replace("a", "f:1-2", sent), "numbered_content")
    assert world.text("f") == "one\ntwo\n"
    done(world.confirm("a", reply.seq))
    assert world.text("f") == "one\nnew\n"


def test_what_a_reader_says_about_a_file_stands_in_no_line_of_it(world: World) -> None:
    world.outside("f", lines("one", "two"))
    for _ in range(3):
        shown = world.read("a", "f")
        assert isinstance(shown, Shown)
        assert [block.lines for block in shown.blocks] == [("one", "two")]
    again = unchanged(world.write("a", "f", "one\ntwo\n"))
    assert not {"content", "body", "blocks"} & set(again.__struct_fields__)
    assert world.text("f") == "one\ntwo\n"


def test_of_several_edits_of_which_one_does_not_fit_none_is_made(world: World) -> None:
    world.outside("f", lines("a", "b"))
    items = (Item("A", old="a\n"), Item("x", old="zzz"))
    before = len(world.entries)
    reply = refused(world.ask("a", ReplaceSeveral(b"f", items)), "items_unfit")
    assert world.text("f") == "a\nb\n"
    assert len(world.entries) - before <= 2  # the session's, and the call's
    assert world.entries[-1].seq == reply.seq
