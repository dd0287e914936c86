"""Any edit of any bytes: nothing changes outside the places named, and the reply tells the truth.

Files are whatever people have: mixed line ends, byte order marks, UTF-16, legacy encodings, no
newline at the end, no text at all. Each edit is made twice, at once and by way of a preview, is
undone and redone, and its reply is held against the bytes before and after.
"""

import codecs
from collections.abc import Sequence
from itertools import starmap
from typing import NamedTuple

import msgspec
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from editjournal.daemon.core import text as texts
from editjournal.daemon.core.text import Text
from editjournal.schemas.replies import AnyReply, Done, Part, Preview, Refusal, Unchanged
from editjournal.schemas.requests import Delete, Insert, Item, Replace, ReplaceSeveral, Write
from editjournal.schemas.values import RelPath, Span, Unit
from tests.core.world import World, body, done, previewed, unchanged

FILE = "f"
FEEDS = {Unit.LF: b"\n", Unit.UTF16_LE: b"\n\0", Unit.UTF16_BE: b"\0\n"}
ODD_CONTENTS = ("\U0001f600", "a\0b", "1|a\n2|b\n", "\u4e2d\n", "x\r")

words = st.sampled_from(["", "a", "b", "ab", "x y", "é", "\xa0", "\ufeff", "\u0a0d", "\r", "\x85"])
ends = st.sampled_from(["\n", "\n", "\r\n", "\r\n", "\x0b\n", "\u2028\n"])
rows = st.lists(st.tuples(words, ends), max_size=7).map(
    lambda of: "".join(starmap(str.__add__, of))
)
prose = st.tuples(rows, words).map("".join)
crlf = st.lists(words, max_size=5).map(lambda of: "".join(f"{one}\r\n" for one in of))
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


files = st.builds(_encoded, prose | crlf, st.sampled_from(ENCODINGS)) | st.binary(max_size=20)
contents = prose | st.sampled_from([*ODD_CONTENTS, "", "new", "new\n", "new\n\n"])


class Wish(NamedTuple):
    """An edit that is wanted; numbers are taken modulo what the file has."""

    kind: str
    at: int
    size: int
    content: str


PART_KINDS = ("lines", "text", "after")
part_wishes = st.builds(
    Wish, st.sampled_from(PART_KINDS), st.integers(0, 9), st.integers(0, 4), contents
)
ALONE = st.sampled_from(
    ["delete", "delete exactly", "lines exactly", "all", "end", "write", "bytes"]
)
wishes = st.lists(part_wishes, min_size=1, max_size=4) | st.builds(
    Wish, ALONE, st.integers(0, 9), st.integers(0, 4), contents
).map(lambda one: [one])
Request = Replace | Insert | Delete | ReplaceSeveral | Write


# --- what is asked for ----------------------------------------------------------------------------


def asked(wishes: Sequence[Wish], text: Text, *, as_edits: bool) -> Request:
    if as_edits or len(wishes) > 1:
        return ReplaceSeveral(b"f", tuple(_item(one, text) for one in wishes))
    [wish] = wishes
    span, content = lines_of(wish, text), wish.content
    match wish.kind:
        case "lines" | "lines exactly":
            old = exactly(text, span) if wish.kind == "lines exactly" else None
            return Replace(b"f", content, span=span, old=old)
        case "text" | "all":
            return Replace(b"f", content, old=_some_of(text, wish), all=wish.kind == "all")
        case "after" | "end":
            return Insert(b"f", content, after=-1 if wish.kind == "end" else gap_of(wish, text))
        case "delete" | "delete exactly":
            old = exactly(text, span) if wish.kind == "delete exactly" else None
            return Delete(b"f", span=span, old=old)
        case _:
            is_raw = wish.kind == "bytes"
            return Write(b"f", content.encode(errors="replace") if is_raw else content)


def _item(wish: Wish, text: Text) -> Item:
    match wish.kind:
        case "lines":
            return Item(wish.content, span=lines_of(wish, text))
        case "text":
            return Item(wish.content, old=_some_of(text, wish))
        case _:
            return Item(wish.content, after=gap_of(wish, text))


def lines_of(wish: Wish, text: Text) -> Span:
    first = wish.at % max(text.lines, 1) + 1
    return Span(first, max(first, min(first + wish.size, text.lines)))


def gap_of(wish: Wish, text: Text) -> int:
    return wish.at % (text.lines + 1)


def exactly(text: Text, span: Span) -> str | None:
    """Return lines as a reader has them; None where they would not read the same again."""
    found = text.shown(span.first - 1, min(len(span), text.lines))
    return None if any(line.endswith("\r") for line in found) else "\n".join(found) or None


def _some_of(text: Text, wish: Wish) -> str:
    """Return a stretch of the file's text, which may occur more than once."""
    plain = text.data[len(text.bom) :].decode(text.encoding or "latin-1")
    at = wish.at % max(len(plain), 1)
    return plain[at : at + 1 + wish.size].replace("\r\n", "\n") or "nothing"


# --- what comes of it -----------------------------------------------------------------------------


def lines_in(data: bytes, unit: Unit) -> list[bytes]:
    """Divide bytes into lines, one code unit after another."""
    if unit is Unit.WHOLE:
        return [data] if data else []
    width = 1 if unit is Unit.LF else 2
    found = [b""]
    for at in range(0, len(data), width):
        found[-1] += data[at : at + width]
        if data[at : at + width] == FEEDS[unit]:
            found.append(b"")
    return found if found[-1] else found[:-1]


def hold_told(reply: Done | Preview, before: list[bytes], after: list[bytes], text: Text) -> None:
    """Hold that the parts, in order and apart, account for all that differs."""
    [file] = reply.files
    assert (file.total, file.delta) == (len(after), len(after) - len(before))
    at = shift = 0
    for part in file.parts:
        first = part.was.first - 1 if part.was else part.after - shift
        assert first >= at, "parts are ascending and apart"
        hold_same(before, after, Span(at + 1, first), shift, text)
        if part.now:
            assert part.now.first - 1 == first + shift
        assert part.after == first + shift
        at = part.was.last if part.was else first
        shift += (len(part.now) if part.now else 0) - (len(part.was) if part.was else 0)
    hold_same(before, after, Span(at + 1, len(before)), shift, text)


def hold_same(before: list[bytes], after: list[bytes], span: Span, shift: int, text: Text) -> None:
    """Hold that lines outside the parts are as they were.

    The byte order mark stays at the top; a last line without an end gets one if text comes after.
    """
    old, new = before[span.first - 1 : span.last], after[span.first - 1 + shift : span.last + shift]
    was = b"".join(old).removeprefix(text.bom if span.first == 1 else b"")
    now = b"".join(new).removeprefix(text.bom if span.first + shift == 1 else b"")
    if was == now or (was == text.bom and not now):  # it is the file's mark now
        return
    assert span.last == len(before)
    assert not was.endswith(text.newline)
    assert now in (was + text.newline, was + text.encode("\r\n"))
    assert len(after) > span.last + shift


def hold_placed(request: Request, reply: Done, text: Text, *, is_bare: bool) -> None:
    """Hold that the parts are the places that the call named, and no others."""
    [file] = reply.files
    marks = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
    is_marked = text.data.startswith(marks) and text.lines <= 1
    if isinstance(request, Write) or text.data == text.bom or is_marked or is_bare:
        return  # a line of which a byte order mark alone is left gives way
    items = _items_of(request, text)
    spans = {item.span for item in items if item.span}
    gaps = {_gap(item, text) for item in items if item.after is not None}
    for part, after in zip(file.parts, _afters(file.parts), strict=True):
        if part.was is None:
            assert after in gaps
        elif part.was not in spans:
            olds = [item.old for item in items if item.span is None and item.old]
            assert any(is_there(old, text, part.was) for old in olds)
    assert spans <= {part.was for part in file.parts if part.was}
    assert gaps <= {
        at for part, at in zip(file.parts, _afters(file.parts), strict=True) if not part.was
    }


def _items_of(request: Request, text: Text) -> tuple[Item, ...]:
    match request:
        case ReplaceSeveral(items=items):
            return items
        case Insert(content=content, after=after):
            return (Item(content, after=after),)
        case Replace(content=content, span=span, old=old):
            return (Item(content, span=span, old=old),)
        case Delete(span=span):
            return (Item("", span=span),)
        case Write(content=content):
            return (Item(content, span=Span(1, text.lines)),)


def _gap(item: Item, text: Text) -> int:
    assert item.after is not None
    return text.lines if item.after < 0 else item.after


def _afters(parts: Sequence[Part]) -> list[int]:
    """Return the line before each part, in the numbers of the text before."""
    found: list[int] = []
    shift = 0
    for part in parts:
        found.append(part.after - shift)
        shift += (len(part.now) if part.now else 0) - (len(part.was) if part.was else 0)
    return found


def is_there(old: str, text: Text, span: Span) -> bool:
    data = text.slice(span.first - 1, len(span))
    lines = data.removeprefix(text.bom if span.first == 1 else b"").decode(text.encoding)
    return old.replace("\r", "") in lines.replace("\r", "")


def hold_content(request: Request, reply: Done, text: Text, after: Text) -> None:
    """Hold that what stands at a named place of whole lines is what was sent, line ends aside."""
    [file] = reply.files
    if isinstance(request, Write):
        hold_written(request, text, after)
        return
    items = _items_of(request, text)
    if len(items) != 1 or any(item.old for item in items) or after.data == after.bom:
        return
    [part], [item] = file.parts, items
    content = item.content
    assert isinstance(content, str)
    stands = after.shown(part.now.first - 1, len(part.now)) if part.now else []
    sent = content.replace("\r\n", "\n").removesuffix("\n")
    assert _bare("\n".join(stands)) == _bare(sent)
    assert bool(content) == bool(part.now)


def _bare(text: str) -> str:
    """Return text without what may become part of a line end or a byte order mark."""
    return text.removeprefix("\ufeff").removesuffix("\r")


def hold_written(request: Write, text: Text, after: Text) -> None:
    if isinstance(request.content, bytes):
        assert after.data == request.content
        return
    encoding, bom = (text.encoding, text.bom) if text.encoding and text.data else ("utf-8", b"")
    sent = request.content.encode(encoding)
    assert after.data == (sent if sent.startswith(bom) else bom + sent)


def hold_line_ends(request: Request, text: Text, after: Text) -> None:
    """Hold that a file of CRLF lines alone stays one, if the call does not say otherwise."""
    items = _items_of(request, text)
    if isinstance(request, Write) or any("\r" in f"{one.content}{one.old}" for one in items):
        return
    plain = text.data.decode(text.encoding)
    if "\n" in plain and plain.count("\n") == plain.count("\r\n"):
        now = after.data.decode(after.encoding)
        assert now.count("\n") == now.count("\r\n")


def hold_view(world: World, reply: Done, after: Text) -> None:
    """Hold that the numbers of the reply and of its fresh view are those of the file now."""
    for number, line in body(reply).items():
        assert after.shown(number - 1, 1) == [line]
    view = world.view(reply.seq, FILE)
    if view is None:
        assert not after.encoding
        return
    assert view.total == after.lines
    for span in view.spans:
        for number in range(span.first, span.last + 1):
            line = after.shown(number - 1, 1)[0]
            assert _read(world, number) == line
            old = line.replace("\r\n", "\n") or None
            again = world.replace(
                "a", f"f:{number}", "and again", view=view.seq, old=old, preview=True
            )
            assert [part.was for part in previewed(again).files[0].parts] == [span_of(number)]


def span_of(number: int) -> Span:
    return Span(number, number)


def _read(world: World, number: int) -> str:
    [block] = world.read("b", f"f:{number}").blocks
    assert (block.first, block.last) == (number, number)
    return block.lines[0]


def hold_undone(world: World, edit: int, before: bytes | None, after: bytes) -> None:
    done(world.undo("a", edit))
    assert data_of(world) == before
    done(world.redo("a", edit))
    assert data_of(world) == after
    world.check_replay()


def data_of(world: World) -> bytes | None:
    node = world.files.get(RelPath(FILE.encode()))
    return node.data if node else None


def begun(data: bytes | None, *, is_read: bool) -> World:
    world = World()
    if data is not None:
        world.outside(FILE, data)
    if is_read and data is not None and texts.of(data).encoding:
        world.read("a", FILE)
    return world


def is_plain(wish: Wish) -> bool:
    return wish.content not in ODD_CONTENTS and wish.content.isascii()


def hold_allowed(reply: AnyReply, wishes: Sequence[Wish], text: Text) -> None:
    """Hold that lines that are there may be edited by a text that any file can hold."""
    if isinstance(reply, Unchanged) or len(wishes) > 1 or not text.encoding:
        return
    [wish] = wishes
    is_nothing = not wish.content and wish.kind in {"after", "end"}
    if wish.kind in {"text", "all"} or is_nothing or not is_plain(wish):
        return
    raise AssertionError(reply)


@settings(
    deadline=None,
    max_examples=350,
    report_multiple_bugs=False,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(st.none() | files, wishes, st.booleans(), st.booleans())
@example(codecs.BOM_UTF8 + b"a", [Wish("after", 0, 0, "x"), Wish("after", 1, 0, "y")], False, False)
@example(b"a\n\n", [Wish("delete exactly", 0, 1, "")], False, False)
def test_an_edit_changes_the_bytes_it_names_and_tells_just_what_it_did(
    data: bytes | None, wishes: list[Wish], is_read: bool, as_edits: bool
) -> None:
    text = texts.of(data or b"")
    is_part = wishes[0].kind in PART_KINDS
    request = asked(wishes, text, as_edits=as_edits and is_part)
    if data is None and not isinstance(request, Write):
        return
    world, other = begun(data, is_read=is_read), begun(data, is_read=is_read)
    reply = world.ask("a", request)
    preview = other.ask("a", msgspec.structs.replace(request, preview=True))
    assert data_of(other) == data
    if not isinstance(reply, Done):
        assert type(preview) is type(reply)
        hold_allowed(reply, wishes, text)
        return
    after = data_of(world)
    version = world.file(FILE).version
    assert after is not None
    assert version is not None
    now = texts.known(after, version)
    if now.unit is text.unit and text.encoding:
        hold_told(reply, lines_in(text.data, text.unit), lines_in(after, now.unit), text)
    hold_placed(request, reply, text, is_bare=after == text.bom != b"")
    hold_content(request, reply, text, now)
    if text.encoding and now.encoding:
        hold_line_ends(request, text, now)
    hold_view(world, reply, now)
    hold_undone(world, reply.seq, data, after)

    confirmed = done(other.confirm("b", previewed(preview).seq))
    assert data_of(other) == after
    assert confirmed.files == reply.files == previewed(preview).files
    assert unchanged(other.confirm("a", preview.seq)).prepared == preview.seq
    assert data_of(other) == after
    hold_undone_by_b(other, confirmed.seq, data)


def hold_undone_by_b(world: World, edit: int, before: bytes | None) -> None:
    done(world.undo("b", edit))
    assert data_of(world) == before
    world.check_replay()


@settings(deadline=None, max_examples=60)
@given(files)
def test_any_file_that_is_taken_away_comes_back_as_it_was(data: bytes) -> None:
    world = begun(data, is_read=False)
    prepared = world.delete("a", FILE)
    assert isinstance(prepared, Refusal)
    assert data_of(world) == data
    edit = done(world.confirm("b", prepared.seq)).seq
    assert data_of(world) is None
    done(world.undo("b", edit))
    assert data_of(world) == data
    again = done(world.delete("a", FILE, remove=True)).seq
    assert data_of(world) is None
    done(world.undo("a", again))
    assert data_of(world) == data
    world.check_replay()
