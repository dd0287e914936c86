"""The process dies anywhere in an edit: what was answered for stays, the rest is all or nothing.

A forked child plays a script and ends itself at its n-th point: before or after a call that decides
what is on the disk, or halfway through a write. The parent then opens the workspace again.
"""

import asyncio
import functools
import os
import traceback
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from editjournal.schemas.replies import Done
from editjournal.schemas.requests import Replace, Rollback, Undo, Write
from tests.killing import KILLED, Killer
from tests.ledger import temp_files
from tests.stage import Client, Stage, Unsynced, World

TEXT = "".join(f"line {number}\n" for number in range(1, 11))
BIG = "".join(f"{number:039d}\n" for number in range(8_000))
SAVED = "saved by a human\n"

Snapshot = dict[str, tuple[str, str]]
"""Mode and text of each file."""
Call = Callable[[Client], Awaitable[Any]]


class Script(NamedTuple):
    """What leads up to the crash, and what is interrupted: calls that are asked at once."""

    before: tuple[Call, ...]
    interrupted: tuple[Call, ...]
    human: str = "a.txt"
    """The file that a human changes, where one does."""


def replace(name: str, old: str, new: str) -> Call:
    return lambda client: client.done(Replace(name.encode(), new, old=old))


def write(name: str, content: str) -> Call:
    return lambda client: client.done(Write(name.encode(), content))


async def undo_newest(client: Client) -> Done:
    return await client.done(Undo(max(client.journal.state.edits.by_seq), anyone=True))


def change_outside(name: str, mode: int, text: str = "") -> Call:
    """Let something else set a mode, and write a text if one is given, and be seen."""

    async def call(client: Client) -> None:
        await client.shown(name.encode())
        path = Path(os.fsdecode(client.journal.root)) / name
        path.write_text(text or path.read_text())
        path.chmod(mode)
        await client.shown(name.encode())

    return call


def roll_back(step: int) -> Call:
    return lambda client: client.done(Rollback(step=step))


A = replace("a.txt", "line 2\n", "two\nand more\n")
B = replace("b.txt", "line 3\n", "")
LINKED = replace("linked.txt", "line 4\n", "a line that is longer than the one before\n")
NEW = write("new.txt", "new\n")
SCRIPTS = {
    "create": Script((), (NEW,), human="new.txt"),
    "replace": Script((), (A,)),
    "replace in place": Script((), (LINKED,), human="linked.txt"),
    "undo": Script((A,), (undo_newest,)),
    "undo in place": Script((LINKED,), (undo_newest,), human="linked.txt"),
    "undo of a creation": Script((NEW,), (undo_newest,), human="new.txt"),
    "redo of a creation": Script((NEW, undo_newest), (undo_newest,), human="new.txt"),
    "undo of several": Script((A, B, LINKED, NEW), (roll_back(4),)),
    "undo of a mode": Script((change_outside("a.txt", 0o4700),), (undo_newest,)),
    "undo of text and mode": Script((change_outside("a.txt", 0o600, SAVED * 2),), (undo_newest,)),
    "undo of text and mode in place": Script(
        (change_outside("linked.txt", 0o600, SAVED * 2),), (undo_newest,), human="linked.txt"
    ),
    "write of blobs": Script((), (write("big.txt", BIG.replace("1", "x")),), human="big.txt"),
    "several at once": Script((), (A, B, LINKED, NEW)),
}


@pytest.fixture(autouse=True)
def swept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let temp files be swept however young they are: there is no daemon's start in between."""
    monkeypatch.setattr("editjournal.daemon.disk.root.FRESH_NS", -(10**12))


each_script = pytest.mark.parametrize("name", SCRIPTS)


def fill(world: World) -> None:
    for name in ("a.txt", "b.txt", "linked.txt"):
        world.put(name, TEXT)
    (world.root / "link").hardlink_to(world.root / "linked.txt")
    world.put("big.txt", BIG)


def snapshot(world: World) -> Snapshot:
    return {
        path.name: (oct(path.stat().st_mode), path.read_text())
        for path in sorted(world.root.iterdir())
    }


class Crash(NamedTuple):
    """What is known of a child."""

    world: World
    answered: dict[int, int]
    """The interrupted calls, by number, that were answered for: their entries."""
    was_killed: bool


def crash(script: Script, world: World, at: int) -> Crash:
    """Play a script in a child that dies at point `at` of what is to be interrupted.

    Where there is nothing, the opening is.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.close(reading)
            killer = Killer()
            if not script.interrupted:
                killer.arm(at)
            tell = functools.partial(os.write, writing)
            asyncio.run(_play(script, world, killer, at, tell))
            code = 0
        except BaseException:  # noqa: BLE001 - nothing may get out of the child
            traceback.print_exc()
        finally:
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        told = [tuple(map(int, line.split())) for line in pipe.read().splitlines()]
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (0, KILLED), "the child failed"
    return Crash(world, {one[0]: one[1] for one in told}, code == KILLED)


async def _play(
    script: Script, world: World, killer: Killer, at: int, tell: Callable[[bytes], object]
) -> None:
    stage = await world.open(killer)
    if not script.interrupted:
        await stage.journals.close()
        return
    client = await stage.client()
    for call in script.before:
        await call(client)

    async def interrupted(number: int, call: Call) -> None:
        reply = await call(client)
        tell(b"%d %d\n" % (number, reply.seq))

    killer.arm(at)
    await asyncio.gather(*(interrupted(*each) for each in enumerate(script.interrupted)))
    await stage.journals.close()


def reopen(world: World) -> None:
    """Open the workspace, which recovers it, and close it again."""

    async def run() -> None:
        stage = await world.open()
        await stage.journals.close()

    asyncio.run(run())


def expected(script: Script, folder: Path) -> list[Snapshot]:
    """Play a script undisturbed: the files before the calls, and after."""
    folder.mkdir()
    world = World(folder, Unsynced())
    fill(world)
    found: list[Snapshot] = []

    async def scene(stage: Stage) -> None:
        client = await stage.client()
        for call in script.before:
            await call(client)
        found.append(snapshot(world))
        for call in script.interrupted:
            await call(client)
        found.append(snapshot(world))

    world.play(scene)
    return found


def crashes(script: Script, folder: Path, step: int) -> Iterator[Crash]:
    """Let a child die at each `step`-th point; the last one lives."""
    at, was_killed = 1, True
    while was_killed:
        (folder / str(at)).mkdir()
        world = World(folder / str(at), Unsynced())
        fill(world)
        each = crash(script, world, at)
        was_killed = each.was_killed
        yield each
        at += step
    assert at > 20


def steps(usual: int) -> pytest.MarkDecorator:
    """Try each `usual`-th point, and every point in the long run."""
    return pytest.mark.parametrize("step", [usual, pytest.param(1, marks=pytest.mark.slow)])


@each_script
@steps(2)
def test_what_was_answered_for_is_there_and_the_rest_is_whole_or_not(
    name: str, step: int, tmp_path: Path
) -> None:
    script = SCRIPTS[name]
    before, after = expected(script, tmp_path / "undisturbed")
    changed = [file for file in sorted(before | after) if before.get(file) != after.get(file)]
    outcomes: set[bool] = set()
    for each in crashes(script, tmp_path, step):
        reopen(each.world)
        state = each.world.check()
        found = snapshot(each.world)
        assert all(state.edits.by_seq[seq].applied for seq in each.answered.values())
        if len(script.interrupted) == 1:
            assert found in ([after] if each.answered else [before, after])
            outcomes.add(found == after)
        for file in changed:
            assert found.get(file) in (before.get(file), after.get(file))
        assert_settled(each.world)
    assert len(script.interrupted) > 1 or outcomes == {False, True}


@each_script
@pytest.mark.parametrize("in_place", [False, True])
@steps(5)
def test_what_a_human_did_after_the_crash_stays_and_is_told(
    name: str, in_place: bool, step: int, tmp_path: Path
) -> None:
    script = SCRIPTS[name]
    for each in crashes(script, tmp_path, step):
        world = each.world
        human = world.put if in_place else world.save
        human(script.human, SAVED)
        reopen(world)
        assert world.text(script.human) == SAVED
        assert temp_files(world.root) == []
        assert_settled(world)
        found = snapshot(world)
        world.play(look)
        assert snapshot(world) == found
        state = world.check()
        assert all(state.edits.by_seq[seq].applied for seq in each.answered.values())


@pytest.mark.parametrize("name", ["replace in place", "undo of several"])
@steps(12)
def test_a_recovery_that_dies_again_and_again_ends_all_the_same(
    name: str, step: int, tmp_path: Path
) -> None:
    before, after = expected(SCRIPTS[name], tmp_path / "undisturbed")
    for each in crashes(SCRIPTS[name], tmp_path, step):
        at, was_killed = 1, True
        while was_killed:
            was_killed = crash(Script((), ()), each.world, at).was_killed
            at += 1
        each.world.check()
        found = snapshot(each.world)
        assert found in ([after] if each.answered else [before, after])


def assert_settled(world: World) -> None:
    """Assert that one more opening changes nothing."""
    entries, found = world.entries(), snapshot(world)
    reopen(world)
    assert world.entries() == entries
    assert snapshot(world) == found


async def look(stage: Stage) -> None:
    """Let what a human did be seen."""
