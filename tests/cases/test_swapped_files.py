"""A file that has become something else between read and edit is neither written nor followed."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from editjournal.schemas.requests import Read, Replace, Undo, Write
from tests.stage import Interposed, Stage, World

TEXT = "".join(f"line {number}\n" for number in range(1, 11))


def a_folder(path: Path) -> None:
    path.mkdir()
    (path / "inside").write_text("kept\n")


def a_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        here = os.open(path.parent, os.O_PATH)
        listener.bind(f"/proc/self/fd/{here}/{path.name}")  # the path itself may be too long
        os.close(here)


def a_link_out(path: Path) -> None:
    outside = path.parent.parent / "outside"
    outside.write_text(TEXT)
    path.symlink_to(outside)


OTHERS: dict[str, tuple[Callable[[Path], object], str]] = {
    "a folder": (a_folder, "is_folder"),
    "a fifo": (os.mkfifo, "special"),
    "a socket": (a_socket, "special"),
    "a link out": (a_link_out, "outside"),
    "a link to itself": (lambda path: path.symlink_to(path.name), "denied"),
}
each_other = pytest.mark.parametrize(("other", "code"), OTHERS.values(), ids=OTHERS.keys())


def outward(path: Path) -> tuple[object, ...]:
    status = path.lstat()
    inside = [one.read_text() for one in path.glob("*")] if path.is_dir() else []
    outside = path.parent.parent / "outside"
    beyond = outside.read_text() if outside.exists() else ""
    return status.st_ino, status.st_mode, status.st_size, inside, beyond


def clear_away(path: Path) -> None:
    """Remove it, so that the log can be held against the disk."""
    if path.is_dir():
        (path / "inside").unlink()
        path.rmdir()
    else:
        path.unlink()


@each_other
def test_between_read_and_edit(world: World, other: Callable[[Path], object], code: str) -> None:
    path = world.put("file", TEXT)

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        view = await one.shown(b"file")
        edit = await one.done(Replace(b"file:3", "three\n", view=view.seq))
        path.unlink()
        other(path)
        before = outward(path)
        for request in (
            Read(b"file"),
            Replace(b"file:3", "3\n", view=view.seq),
            Write(b"file", "whole\n", force=True),
        ):
            assert (await one.refused(request)).code == code
        await one.refused(Undo(edit.seq))
        assert outward(path) == before
        clear_away(path)
        world.put("file", TEXT)
        await one.shown(b"file")

    world.play(scene)


@each_other
@pytest.mark.parametrize("moment", ["write temp", "fsync temp", "exchange file"])
def test_after_the_last_look(
    world: World, other: Callable[[Path], object], code: str, moment: str
) -> None:
    path = world.put("file", TEXT)
    seam = Interposed()
    before: list[tuple[object, ...]] = []

    def swap() -> None:
        path.unlink()
        other(path)
        before.append(outward(path))

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        view = await one.shown(b"file")
        seam.before[moment] = swap
        refusal = await one.refused(Replace(b"file:3", "three\n", view=view.seq))
        assert refusal.code == "not_applied"
        assert [outward(path)] == before
        clear_away(path)
        world.put("file", TEXT)

    world.play(scene, seam)


@each_other
def test_where_a_new_file_was_to_be(
    world: World, other: Callable[[Path], object], code: str
) -> None:
    path = world.root / "file"
    seam = Interposed()
    before: list[tuple[object, ...]] = []

    def come() -> None:
        other(path)
        before.append(outward(path))

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        seam.before["rename_new file"] = come
        assert (await one.refused(Write(b"file", "new\n"))).code == "not_applied"
        assert [outward(path)] == before
        clear_away(path)

    world.play(scene, seam)


def test_a_folder_that_has_become_a_link_out_lets_nothing_out(world: World) -> None:
    (world.root / "folder").mkdir()
    world.put("folder/file", TEXT)
    outside = world.root.parent / "outside"
    outside.mkdir()
    (outside / "file").write_text(TEXT)
    seam = Interposed()

    def swap() -> None:
        (world.root / "folder").rename(world.root / "moved")
        (world.root / "folder").symlink_to(outside)

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        view = await one.shown(b"folder/file")
        seam.before["write log"] = swap
        await one.ask(Replace(b"folder/file:3", "three\n", view=view.seq))
        assert (await one.refused(Read(b"folder/file"))).code == "outside"
        (world.root / "folder").unlink()
        (world.root / "moved").rename(world.root / "folder")

    world.play(scene, seam)
    assert [one.name for one in outside.iterdir()] == ["file"]
    assert (outside / "file").read_text() == TEXT
