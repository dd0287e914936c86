"""Files of every size and shape, on the disk: outside the lines edited no byte changes."""

import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from editjournal.schemas.replies import Done
from editjournal.schemas.requests import Replace, Undo, Write
from tests.stage import Stage, Unsynced, World

MIB = 1 << 20


@pytest.mark.parametrize(
    ("before", "lines", "content", "after"),
    [
        (b"\n", b":1", "x", b"x\n"),
        (b"\n", b":1", "", b""),
        (b"\n\n\n", b":2", "x\n", b"\nx\n\n"),
        (b"a\nb", b":1", "A", b"A\nb"),
        (b"a\nb", b":2", "B", b"a\nB"),
        (b"a\nb", b":2", "B\n", b"a\nB\n"),
        (b"a\nb\n", b":2", "B", b"a\nB\n"),
        (b"a\nb\n", b":2", "B\n\n\n", b"a\nB\n\n\n"),
        (b"only", b":1", "other", b"other"),
        (b"a\r\nb\r\nc\r\n", b":2", "B", b"a\r\nB\r\nc\r\n"),
        (b"a\r\nb\nc\r\n", b":1", "A\n", b"A\r\nb\nc\r\n"),
        (b"a\rb\rc\nd\n", b":2", "D", b"a\rb\rc\nD\n"),
        (b"a\n\x0cb\nc\n", b":3", "C", b"a\n\x0cb\nC\n"),
        (b"\xef\xbb\xbfhi\n", b":1", "yo", b"\xef\xbb\xbfyo\n"),
        (b"\xff\xfea\0\n\0b\0\n\0", b":2", "B", b"\xff\xfea\0\n\0B\0\n\0"),
        (
            b"x\ncaf\xe9 au lait\nd\xe9j\xe0 vu\n",
            b":1",
            "y",
            b"y\ncaf\xe9 au lait\nd\xe9j\xe0 vu\n",
        ),
        (b"a\xc2\xa0b\n\tc\n", b":2", "\td", b"a\xc2\xa0b\n\td\n"),
        (b"a\n", b":1", r"$& $$1 \1 \g<0> \n", b"$& $$1 \\1 \\g<0> \\n\n"),
    ],
)
def test_lines_are_replaced_and_undone_to_the_byte(
    world: World, before: bytes, lines: bytes, content: str, after: bytes
) -> None:
    path = world.put("file", before)

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        edit = await one.done(Replace(b"file" + lines, content))
        assert path.read_bytes() == after
        await one.done(Undo(edit.seq))

    world.play(scene)
    assert path.read_bytes() == before


def test_an_empty_file_is_filled_and_emptied_again(world: World) -> None:
    path = world.put("file", b"")

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        assert (await one.shown(b"file")).total == 0
        filled = await one.done(Write(b"file", "text\n"))
        emptied = await one.done(Write(b"file", ""))
        assert path.read_bytes() == b""
        await one.done(Undo(emptied.seq))
        assert path.read_bytes() == b"text\n"
        await one.done(Undo(filled.seq))

    world.play(scene)
    assert path.read_bytes() == b""


def test_a_new_file_may_be_empty(world: World) -> None:
    async def scene(stage: Stage) -> None:
        one = await stage.client()
        made = await one.done(Write(b"__init__.py", ""))
        assert (world.root / "__init__.py").read_bytes() == b""
        await one.done(Undo(made.seq))

    world.play(scene)
    assert not list(world.root.iterdir())


def test_one_line_of_five_megabytes_is_cut_in_the_reply_and_whole_on_the_disk(world: World) -> None:
    line = b"var x=0;" * (5 * MIB // 8)
    path = world.put("min.js", b"// first\n" + line + b"\n// last\n")

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        view = await one.shown(b"min.js")
        assert sum(len(text) for block in view.blocks for text in block.lines) < 24_000
        edit = await one.done(Replace(b"min.js:1", "// other\n", view=view.seq))
        assert path.read_bytes() == b"// other\n" + line + b"\n// last\n"
        within = await one.done(Replace(b"min.js", "var y=1;", old="// last"))
        assert path.read_bytes() == b"// other\n" + line + b"\nvar y=1;\n"
        await one.done(Undo(within.seq))
        await one.done(Undo(edit.seq))

    world.play(scene)
    assert path.read_bytes() == b"// first\n" + line + b"\n// last\n"


@pytest.mark.parametrize("size_mib", [4, 50])
def test_many_megabytes_with_one_line_edited_and_undone(world: World, size_mib: int) -> None:
    rows = size_mib * MIB // 64
    before = b"".join(b"%062d\r\n" % number for number in range(rows))
    path = world.put("big.csv", before)

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        middle = rows // 2
        view = await one.shown(b"big.csv:%d" % middle)
        edit = await one.done(Replace(b"big.csv:%d" % middle, "changed", view=view.seq))
        found = path.read_bytes()
        at = (middle - 1) * 64
        assert found[:at] == before[:at]
        assert found[at:].startswith(b"changed\r\n")
        assert found[at + 9 :] == before[at + 64 :]
        await one.done(Undo(edit.seq))

    world.play(scene)
    assert path.read_bytes() == before


PIECES = st.sampled_from(
    [
        *(b"\n", b"\r\n", b"\r", b"\n\n", b"\x0c", b"\x0b", b"\xc2\x85", b"\xe2\x80\xa8"),
        *(b"a", b"text ", b"\t", b"\xc2\xa0", b"\xc3\xa9", b"\xe4\xb8\xad", b"\xf0\x9f\x98\x80"),
        *(b"\xef\xbb\xbf", b"\xe9", b"\x80", b"\\n", b"$1", b"7|"),
    ]
)
FILES = st.lists(PIECES, max_size=40).map(b"".join) | st.binary(max_size=60).filter(
    lambda data: not data.startswith((b"\xff\xfe", b"\xfe\xff"))  # lines of UTF-16 end otherwise
)
NEW = st.text(st.sampled_from("ab \t\n\r\u00a0\u2028$\\"), max_size=12)


@settings(max_examples=60, deadline=None)
@given(data=st.data(), before=FILES, content=NEW)
def test_bytes_outside_the_lines_edited_are_as_before_and_undo_gives_the_first_bytes(
    data: st.DataObject, before: bytes, content: str
) -> None:
    lines = re.findall(rb"[^\n]*\n|[^\n]+", before)
    first = data.draw(st.integers(1, max(len(lines), 1)))
    last = data.draw(st.integers(first, max(len(lines), first)))
    head, tail = b"".join(lines[: first - 1]), b"".join(lines[last:])
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder), Unsynced())
        path = world.put("file", before)

        async def scene(stage: Stage) -> None:
            one = await stage.client()
            edit = await one.ask(Replace(b"file:%d-%d" % (first, last), content))
            found = path.read_bytes()
            if not isinstance(edit, Done):
                assert found == before
                return
            assert found.startswith(head)
            assert found.endswith(tail)
            assert len(found) >= len(head) + len(tail)
            await one.done(Undo(edit.seq))
            assert path.read_bytes() == before

        world.play(scene)
