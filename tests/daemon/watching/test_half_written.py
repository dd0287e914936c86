"""A file is told of when it is whole, and one that is never closed after a while."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

import msgspec
import pytest

from editjournal.daemon.watching.pacing import Event
from editjournal.daemon.watching.standing import WatchBounds
from editjournal.schemas.values import RelPath
from tests.daemon.watching.changes import (
    make_executable,
    put_a_folder_there,
    remove_and_put_another,
    replace,
    replace_from_elsewhere,
    rewrite,
    save_as_vim_does,
    touch,
)
from tests.daemon.watching.staging import Play, Slow, Stage, staged

FOR_EVER_S = 3600
PATIENT = WatchBounds(
    sweep_s=FOR_EVER_S, still_s=FOR_EVER_S, gone_s=FOR_EVER_S, longest_s=FOR_EVER_S
)
"""Tells of nothing that is not whole."""


def empty(path: Path) -> BinaryIO:
    return path.open("wb")


def remove_and_make_anew(path: Path) -> BinaryIO:
    path.unlink()
    return path.open("xb")


def back_up_and_make_anew(path: Path) -> BinaryIO:
    path.rename(f"{path}~")
    return path.open("xb")


def edit_in_place(path: Path) -> BinaryIO:
    file = path.open("r+b")
    file.truncate(0)
    return file


OPENINGS = [empty, remove_and_make_anew, back_up_and_make_anew, edit_in_place]


@pytest.mark.parametrize("begin", OPENINGS)
def test_a_file_being_written_is_told_of_when_it_is_closed(
    play: Play, begin: Callable[[Path], BinaryIO]
) -> None:
    async def scene(stage: Stage) -> None:
        await stage.want("a.txt", "marker")
        with begin(stage.root / "a.txt") as file:
            await stage.until_heard()
            for _ in range(3):
                file.write(b"2" * 1000)
                file.flush()
                await stage.until_heard()
            assert stage.count("a.txt") == 0
        await stage.until_told("a.txt")
        assert stage.pending("a.txt") is None
        await stage.until_heard()
        assert stage.count("a.txt") == 1

    play(scene, msgspec.structs.replace(PATIENT, again_s=0))


def test_a_new_mode_does_not_hurry_a_file_that_is_being_written(play: Play) -> None:
    async def scene(stage: Stage) -> None:
        await stage.want("a.txt", "marker")
        with (stage.root / "a.txt").open("wb"):
            (stage.root / "a.txt").chmod(0o755)
            await stage.until_heard()
            assert stage.count("a.txt") == 0
        await stage.until_told("a.txt")

    play(scene, PATIENT)


WHOLE = [
    *(rewrite, replace, replace_from_elsewhere, remove_and_put_another),
    *(save_as_vim_does, touch, make_executable, put_a_folder_there),
]


@pytest.mark.parametrize("change", WHOLE)
def test_a_file_that_is_whole_is_told_of_without_waiting(
    play: Play, change: Callable[[Path], object]
) -> None:
    async def scene(stage: Stage) -> None:
        await stage.want("a.txt")
        change(stage.root / "a.txt")
        await stage.until_told("a.txt")

    play(scene, PATIENT)


@pytest.mark.parametrize(
    "bounds",
    [
        msgspec.structs.replace(PATIENT, still_s=0.02),
        msgspec.structs.replace(PATIENT, longest_s=0.02),
    ],
    ids=["still", "longest"],
)
def test_a_file_that_is_kept_open_is_told_of_in_the_end(play: Play, bounds: WatchBounds) -> None:
    async def scene(stage: Stage) -> None:
        await stage.want("a.txt")
        with (stage.root / "a.txt").open("wb"):
            await stage.until_told("a.txt")

    play(scene, bounds)


def test_a_file_that_is_gone_is_told_of_when_it_stays_away(play: Play) -> None:
    async def scene(stage: Stage) -> None:
        await stage.want("a.txt")
        (stage.root / "a.txt").unlink()
        await stage.until_told("a.txt")

    play(scene, msgspec.structs.replace(PATIENT, gone_s=0.02))


def test_what_is_written_again_while_it_is_looked_at_is_waited_for(root: Path) -> None:
    async def scene() -> None:
        with Slow() as pool:
            async with staged(root, PATIENT, pool) as stage:
                await stage.want("a.txt", "marker")
                pool.hold()
                (root / "a.txt").write_text("22")
                await stage.until(lambda: pool.has_held > 0)
                with (root / "a.txt").open("wb"):
                    await stage.until(lambda: stage.pending("a.txt") is Event.MODIFIED)
                    pool.release()
                    await stage.until_heard()
                    assert stage.count("a.txt") == 0
                await stage.until_told("a.txt")

    asyncio.run(scene())


# --- the sweep ------------------------------------------------------------------------------------

LONG_AGO = (1, 1)
SWEPT_PATIENTLY = msgspec.structs.replace(PATIENT, folders_max=0, sweep_s=0.02)


async def until_swept(stage: Stage) -> None:
    """Have the marker told of: what was there before has been looked at by then."""
    times = stage.count("marker")
    os.utime(stage.root / "marker", (1, times + 2))
    await stage.until_told("marker", times + 1)


def test_the_sweep_leaves_a_file_alone_that_was_just_written_to(play: Play) -> None:
    async def scene(stage: Stage) -> None:
        await stage.want("a.txt", "marker")
        rewrite(stage.root / "a.txt")
        for _ in range(3):
            await until_swept(stage)
        assert stage.count("a.txt") == 0
        assert stage.pending("a.txt") is Event.UNHEARD

    play(scene, SWEPT_PATIENTLY)


@pytest.mark.parametrize(
    "bounds",
    [
        msgspec.structs.replace(SWEPT_PATIENTLY, still_s=0.02),
        msgspec.structs.replace(SWEPT_PATIENTLY, longest_s=0.02),
    ],
    ids=["still", "longest"],
)
def test_what_the_sweep_left_alone_is_told_of_later(play: Play, bounds: WatchBounds) -> None:
    async def scene(stage: Stage) -> None:
        await stage.want("a.txt")
        rewrite(stage.root / "a.txt")
        await stage.until_told("a.txt")

    play(scene, bounds)


def test_what_the_sweep_finds_gone_is_told_of_when_it_stays_away(play: Play) -> None:
    async def scene(stage: Stage) -> None:
        await stage.want("a.txt", "marker")
        (stage.root / "a.txt").unlink()
        for _ in range(3):
            await until_swept(stage)
        assert stage.count("a.txt") == 0
        assert stage.pending("a.txt") is Event.GONE

    play(scene, SWEPT_PATIENTLY)


def test_the_sweep_tells_of_no_file_that_is_known_to_be_written(play: Play) -> None:
    async def scene(stage: Stage) -> None:
        await stage.want("a.txt", "marker")
        with (stage.root / "a.txt").open("wb"):
            await stage.until(lambda: stage.pending("a.txt") is Event.MODIFIED)
            os.utime(stage.root / "a.txt", LONG_AGO)
            for _ in range(3):
                await until_swept(stage)
            assert stage.count("a.txt") == 0
        await stage.until_told("a.txt")

    play(scene, msgspec.structs.replace(PATIENT, sweep_s=0.02))


def test_a_file_half_written_when_it_is_first_watched_is_waited_for(play: Play) -> None:
    async def scene(stage: Stage) -> None:
        await stage.want("marker")
        stage.prove("a.txt")
        with (stage.root / "a.txt").open("wb"):
            await stage.until_heard()
            stage.watch.want([RelPath(b"a.txt"), RelPath(b"marker")])
            await stage.until_heard()
            assert stage.count("a.txt") == 0
        await stage.until_told("a.txt")

    play(scene, PATIENT)
