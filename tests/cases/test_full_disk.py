"""On a full disk a file has its old bytes or its new ones, and reading goes on."""

import os
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from editjournal.daemon.core.effects import PutFile
from editjournal.daemon.disk.root import Root
from editjournal.schemas.facts import NotApplied
from editjournal.schemas.requests import Replace, Undo, Write
from editjournal.schemas.values import RelPath
from tests.ledger import temp_files
from tests.stage import Stage, World

from .circumstances import fill, in_child, open_folder, small_disk

KIB = 1024
OLD = "".join(f"line {number}\n" for number in range(1, 1_001))


def on_small_disk(scene: Callable[[World, Stage], Awaitable[object]]) -> None:
    """Play a scene whose files lie on a disk of 128 KiB; the log lies elsewhere."""
    with open_folder() as folder:

        def play() -> None:
            world = World(folder)
            seam = small_disk(world.root, 128 * KIB)
            world.put("file", OLD)
            world.play(lambda stage: scene(world, stage), seam)

        in_child(play)


@pytest.mark.parametrize("hard_link", [False, True])
@pytest.mark.parametrize("left_bytes", [0, 4 * KIB, 8 * KIB])
def test_an_edit_that_does_not_fit_leaves_the_old_bytes(
    *, hard_link: bool, left_bytes: int
) -> None:
    async def scene(world: World, stage: Stage) -> None:
        one = await stage.client()
        if hard_link:
            (world.root / "other").hardlink_to(world.root / "file")
        filler = fill(world.root, left_bytes=left_bytes)
        view = await one.shown(b"file")
        edit = Replace(b"file:3", "x" * 40 * KIB, view=view.seq)
        refusal = await one.refused(edit)
        assert (refusal.code, refusal.values["problem"]) == (
            "not_applied",
            "No space left on device",
        )
        assert world.text("file") == OLD
        assert not temp_files(world.root)
        assert (await one.shown(b"file:3")).blocks[0].lines == ("line 3",)
        filler.unlink()
        await one.done(edit)
        assert world.text("file") == OLD.replace("line 3\n", "x" * 40 * KIB + "\n")

    on_small_disk(scene)


def test_a_new_file_that_does_not_fit_leaves_no_trace() -> None:
    async def scene(world: World, stage: Stage) -> None:
        one = await stage.client()
        filler = fill(world.root)
        refusal = await one.refused(Write(b"new", "x" * 40 * KIB))
        assert refusal.code == "not_applied"
        assert sorted(world.root.iterdir()) == [world.root / "file", filler]

    on_small_disk(scene)


def test_an_undo_that_does_not_fit_can_be_had_later() -> None:
    async def scene(world: World, stage: Stage) -> None:
        one = await stage.client()
        edit = await one.done(Write(b"file", "short\n"))
        filler = fill(world.root)
        assert (await one.refused(Undo(edit.seq))).code == "not_applied"
        assert world.text("file") == "short\n"
        filler.unlink()
        await one.done(Undo(edit.seq))
        assert world.text("file") == OLD

    on_small_disk(scene)


def test_the_log_says_that_it_was_never_made() -> None:
    with open_folder() as folder:

        def play() -> None:
            world = World(folder)
            seam = small_disk(world.root, 128 * KIB)
            world.put("file", OLD)

            async def scene(stage: Stage) -> None:
                fill(world.root)
                await (await stage.client()).refused(Replace(b"file:3", "x" * 40 * KIB))

            world.play(scene, seam)
            failed = [one.fact for one in world.entries() if isinstance(one.fact, NotApplied)]
            assert [(one.path, one.reason) for one in failed] == [
                (b"file", "No space left on device")
            ]

        in_child(play)


def test_folders_made_for_a_file_that_does_not_fit_go_again() -> None:
    with open_folder() as folder:

        def play() -> None:
            top = folder / "top"
            top.mkdir()
            seam = small_disk(top, 128 * KIB)
            fill(top)
            root = Root(os.fsencode(top), seam)
            effect = PutFile(
                RelPath(b"a/b/new"), b"x" * 40 * KIB, None, b".0123abcd.ejtmp", folder_mode=0o755
            )
            with pytest.raises(OSError, match="No space left"):
                root.stage(effect)
            assert [one.name for one in top.iterdir()] == ["filler"]

        in_child(play)


def test_on_one_full_disk_with_the_log_no_file_is_harmed() -> None:
    """Whether an edit still fits or not: what is answered is so, and it goes on with more room."""
    with open_folder() as folder:

        def play() -> None:
            disk = folder / "disk"
            disk.mkdir()
            seam = small_disk(disk, 1024 * KIB)
            world = World(disk)
            world.put("file", OLD)
            text = OLD

            async def full(stage: Stage) -> None:
                nonlocal text
                one = await stage.client()
                await one.shown(b"file")
                fill(disk)
                for number in range(20):
                    new = f"{number} " + "x" * KIB * number
                    try:
                        reply = await one.ask(Replace(b"file:3", new))
                    except Exception as error:  # noqa: BLE001 - the log has no room
                        assert type(error).__name__ == "NoWorkspace"  # noqa: PT017
                        break
                    if type(reply).__name__ == "Done":
                        lines = text.splitlines(keepends=True)
                        text = "".join([*lines[:2], new + "\n", *lines[3:]])
                    assert world.text("file") == text

            world.play(full, seam)
            assert world.text("file") == text
            (disk / "filler").unlink()

            async def roomy(stage: Stage) -> None:
                one = await stage.client()
                assert (await one.shown(b"file")).total == 1_000
                await one.done(Replace(b"file:3", "three\n"))

            world.play(roomy, seam)

        in_child(play)


def test_what_a_small_disk_takes_is_bounded() -> None:
    with open_folder() as folder:

        def play() -> None:
            seam = small_disk(folder, 128 * KIB)
            fd = seam.open(os.fsencode(folder / "file"), os.O_RDWR | os.O_CREAT)
            seam.write(fd, b"x" * 60 * KIB, 0)
            with pytest.raises(OSError, match="No space left"):
                seam.write(fd, b"x" * 200 * KIB, 0)
            assert Path(folder / "file").stat().st_size < 200 * KIB

        in_child(play)
