"""File names are bytes: found as they are, whatever is in them, and never taken for each other."""

import os
import stat

import pytest

from editjournal.schemas.requests import Read, Replace, Undo, Write
from tests.stage import Stage, World

NAMES = {
    "blanks": b"two words  and more.txt",
    "blanks at the ends": b" file ",
    "only a blank": b" ",
    "a leading dash": b"-rf",
    "two dashes": b"--help",
    "a newline": b"two\nlines",
    "a carriage return and a tab": b"a\r\tb",
    "an escape sequence": b"\x1b[31mred",
    "quotes": b"a'b\"c`d",
    "a backslash": b"a\\nb",
    "a drive": b"C:\\x",
    "a colon and an ending": b"a:b.txt",
    "a colon at the end of a folder": b"a:/b",
    "a star": b"*",
    "a tilde": b"~",
    "a dollar": b"$HOME",
    "percent": b"a%20b",
    "not UTF-8": b"caf\xe9.txt",
    "half a character": b"\xe2\x82",
    "composed": "\u00e9.txt".encode(),
    "decomposed": "e\u0301.txt".encode(),
    "an override of direction": "a\u202etxt.exe".encode(),
    "another script": "\u6587\u4ef6.txt".encode(),
    "an emoji": "\U0001f600".encode(),
    "two hundred and fifty-five bytes": b"n" * 255,
    "dots": b"...",
    "like a temp file with an ending": b".0123abcd.ejtmp.txt",
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
def test_a_name_is_made_read_edited_and_undone_as_it_is(world: World, name: bytes) -> None:
    path = world.root / os.fsdecode(name)
    path.parent.mkdir(exist_ok=True)

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        made = await one.done(Write(name, "one\ntwo\n"))
        assert made.files[0].path == name
        assert list(path.parent.iterdir()) == [path]
        view = await one.shown(name)
        assert (view.path, view.blocks[0].lines) == (name, ("one", "two"))
        edit = await one.done(Replace(name + b":2", "zwei\n", view=view.seq))
        assert path.read_bytes() == b"one\nzwei\n"
        await one.done(Undo(edit.seq))
        await one.done(Undo(made.seq))
        assert not list(path.parent.iterdir())

    world.play(scene)


def test_composed_and_decomposed_names_are_two_files(world: World) -> None:
    composed, decomposed = "\u00e9".encode(), "e\u0301".encode()

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        await one.done(Write(composed, "composed\n"))
        assert (await one.refused(Read(decomposed))).code == "no_such_file"
        await one.done(Write(decomposed, "decomposed\n"))
        await one.done(Replace(composed + b":1", "changed\n"))

    world.play(scene)
    found = {one: (world.root / os.fsdecode(one)).read_text() for one in (composed, decomposed)}
    assert found == {composed: "changed\n", decomposed: "decomposed\n"}


def test_names_of_upper_and_lower_case_are_two_files(world: World) -> None:
    world.put("readme", "small\n")
    world.put("README", "large\n")

    async def scene(stage: Stage) -> None:
        await (await stage.client()).done(Replace(b"README:1", "LARGE\n"))

    world.play(scene)
    assert (world.text("readme"), world.text("README")) == ("small\n", "LARGE\n")


def test_a_name_that_ends_like_lines_is_itself_where_it_exists_alone(world: World) -> None:
    world.put("a:5", "one\ntwo\n")

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        view = await one.shown(b"a:5")
        assert (view.path, view.total) == (b"a:5", 2)
        await one.done(Replace(b"a:5:2", "zwei\n"))
        await one.done(Write(b"a:5", "whole\n"))

    world.play(scene)
    assert world.text("a:5") == "whole\n"


def test_of_two_files_that_a_name_can_mean_neither_is_guessed(world: World) -> None:
    lines = "".join(f"{number}\n" for number in range(9))
    world.put("test", lines)
    world.put("test:1-2", lines)

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        for request in (Read(b"test:1-2"), Replace(b"test:1-2", "new\n")):
            assert (await one.refused(request)).code == "ambiguous_place"
        await one.done(Replace(b"test:1-2:3", "other\n"))
        assert (await one.shown(b"test:1-2:ALL")).total == 9

    world.play(scene)
    assert (world.text("test"), world.text("test:1-2")) == (lines, lines.replace("2\n", "other\n"))


@pytest.mark.parametrize("name", [b"n" * 256, b"a/" + b"n" * 300, b"\xc3\xa9" * 128, b"a/" * 3000])
def test_a_name_too_long_for_the_system_is_refused_with_the_reason(
    world: World, name: bytes
) -> None:
    (world.root / "a").mkdir()

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        for request in (Read(name), Write(name, "new\n"), Replace(name + b":1", "new\n")):
            refusal = await one.refused(request)
            assert "too long" in str(refusal.values["problem"]), refusal

    world.play(scene)
    assert stat.S_ISDIR((world.root / "a").stat().st_mode)
    assert [one.name for one in world.root.rglob("*")] == ["a"]
