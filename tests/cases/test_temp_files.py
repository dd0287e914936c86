"""Temp files: no two processes share one, and none stays."""

import asyncio
import os
import re
from pathlib import Path

import pytest

from editjournal.schemas.facts import Edited
from editjournal.schemas.replies import Done, Refusal
from editjournal.schemas.requests import Replace, Write
from tests.killing import KILLED
from tests.ledger import temp_files
from tests.stage import Interposed, Stage, World

from .circumstances import in_child

EDITS = 60
NAMES = ("one", "two", "three")


async def count_up(world: World, name: str) -> None:
    """Count up a line of one's own in a file that others change all the time."""
    stage = await world.open()
    one = await stage.client(name)
    for number in range(EDITS):
        edit = Replace(b"file", f"{name} {number + 1}\n", old=f"{name} {number}\n")
        while not isinstance(reply := await one.ask(edit), Done):
            assert isinstance(reply, Refusal), reply
            assert (reply.code, reply.values) == ("not_applied", {"problem": "it changed"})
    await stage.journals.close()


def test_daemons_that_know_nothing_of_each_other_lose_none_of_each_others_edits(
    tmp_path: Path,
) -> None:
    worlds: list[World] = []
    for name in NAMES:
        (tmp_path / name).mkdir()
        worlds.append(World(tmp_path / name))
        worlds[-1].root = worlds[0].root
    path = worlds[0].put("file", "".join(f"{name} 0\n" for name in NAMES))

    def play(number: int) -> None:
        """Play one daemon, with the ones after it in children."""
        if number < len(worlds):
            child = os.fork()
            if child == 0:
                os._exit(bool(in_child(lambda: play(number + 1))))
            asyncio.run(count_up(worlds[number], NAMES[number]))
            assert os.waitpid(child, 0)[1] == 0

    in_child(lambda: play(0))
    assert path.read_text() == "".join(f"{name} {EDITS}\n" for name in NAMES)
    assert list(worlds[0].root.iterdir()) == [path]


def test_every_temp_file_has_a_name_of_its_own(world: World) -> None:
    async def scene(stage: Stage) -> None:
        clients = [await stage.client() for _ in range(4)]
        for number in range(25):
            edits = [one.done(Write(b"file", f"{one.name} {number}\n")) for one in clients]
            await asyncio.gather(*edits)

    world.play(scene)
    facts = [entry.fact for entry in world.entries()]
    names = [change.temp for fact in facts if isinstance(fact, Edited) for change in fact.changes]
    assert len(names) == len(set(names)) == 100
    assert all(re.fullmatch(rb"\.[0-9a-f]{8}\.ejtmp", name) for name in names)


def test_what_a_killed_daemon_leaves_is_swept_and_what_only_looks_like_it_is_not(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("editjournal.daemon.disk.root.FRESH_NS", -(10**12))
    world.put("file", "text\n")
    (world.root / "folder").mkdir()
    world.put("folder/.0123abcd.ejtmp.txt", "somebody's\n")
    (world.root / "link").symlink_to("folder")
    seam = Interposed()
    seam.before["fsync temp"] = lambda: os._exit(KILLED)

    def killed() -> None:
        async def scene(stage: Stage) -> None:
            await (await stage.client()).done(Write(b"link/new", "new\n" * 1_000))

        world.play(scene, seam)

    child = os.fork()
    if child == 0:
        try:
            killed()
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == KILLED
    assert len(temp_files(world.root)) == 1

    async def scene(stage: Stage) -> None:
        assert not temp_files(world.root)
        await (await stage.client()).shown(b"file")

    world.play(scene)
    assert world.text("folder/.0123abcd.ejtmp.txt") == "somebody's\n"
    assert not list((world.root / "folder").glob("new*.ejtmp"))
