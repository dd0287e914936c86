"""What the system or its owner forbids to write is not written, and the reply says why."""

import errno
import os
import stat
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from editjournal.schemas.facts import Edited, NotApplied
from editjournal.schemas.requests import Read, Replace, Undo, Write
from tests.stage import Client, Interposed, Stage, World

from .circumstances import become_nobody, in_child, open_folder

TEXT = "".join(f"line {number}\n" for number in range(1, 11))
EDITED = TEXT.replace("line 3", "three")
Scene = Callable[[Client], Awaitable[object]]


def as_nobody(prepare: Callable[[World], object], scene: Scene) -> None:
    """Play a scene in a child that no permission bit is waived for; the files are its own."""
    with open_folder() as folder:

        def play() -> None:
            become_nobody()
            world = World(folder)
            prepare(world)

            async def whole(stage: Stage) -> None:
                await scene(await stage.client())

            world.play(whole)
            world.root.chmod(0o700)
            for one in world.root.iterdir():
                if one.is_dir():
                    one.chmod(0o700)

        in_child(play)


@pytest.mark.parametrize("mode", [0o444, 0o400, 0o555])
def test_a_read_only_file_is_refused_unless_forced(world: World, mode: int) -> None:
    path = world.put("file", TEXT)
    path.chmod(mode)

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        for request in (Replace(b"file:3", "three\n"), Write(b"file", "whole\n")):
            refusal = await one.refused(request)
            assert (refusal.code, refusal.values["mode"]) == ("read_only", f"{mode:04o}")
        assert world.text("file") == TEXT
        await one.done(Replace(b"file:3", "three\n", force=True))
        assert world.text("file") == EDITED
        whole = await one.done(Write(b"file", "whole\n", force=True))
        await one.done(Undo(whole.seq))

    world.play(scene)
    assert world.text("file") == EDITED
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_forced_edit_of_a_read_only_file_is_made_for_who_is_not_root_too() -> None:
    async def scene(one: Client) -> None:
        await one.refused(Replace(b"file:3", "three\n"))
        edit = await one.done(Replace(b"file:3", "three\n", force=True))
        await one.done(Undo(edit.seq))

    as_nobody(lambda world: world.put("file", TEXT).chmod(0o444), scene)


def test_a_file_that_may_not_be_read_is_denied() -> None:
    async def scene(one: Client) -> None:
        for request in (Read(b"file"), Replace(b"file:3", "three\n"), Write(b"file", "whole\n")):
            refusal = await one.refused(request)
            assert refusal.code == "denied"
            assert "permit" in str(refusal.values["problem"])

    as_nobody(lambda world: world.put("file", TEXT).chmod(0o000), scene)


def folder_closed(world: World, mode: int) -> None:
    (world.root / "folder").mkdir()
    world.put("folder/file", TEXT)
    (world.root / "folder").chmod(mode)


def test_a_file_in_a_folder_that_takes_no_names_is_written_in_place() -> None:
    async def scene(one: Client) -> None:
        edit = await one.done(Replace(b"folder/file:3", "three\n"))
        file = Path(os.fsdecode(one.journal.root)) / "folder/file"
        assert file.read_text() == EDITED
        await one.done(Undo(edit.seq))
        assert file.read_text() == TEXT
        edits = one.journal.state.edits.by_seq.values()
        assert all(change.in_place for edit in edits for change in edit.fact.changes)

    as_nobody(lambda world: folder_closed(world, 0o500), scene)


def test_a_new_file_in_a_folder_that_takes_no_names_is_refused() -> None:
    async def scene(one: Client) -> None:
        assert (await one.refused(Write(b"folder/new", "new\n"))).code == "read_only"
        assert (await one.shown(b"folder/file")).total == 10

    as_nobody(lambda world: folder_closed(world, 0o500), scene)


def test_a_folder_that_may_not_be_entered_is_denied() -> None:
    async def scene(one: Client) -> None:
        for request in (Read(b"folder/file"), Write(b"folder/new", "new\n")):
            assert (await one.refused(request)).code == "denied"

    as_nobody(lambda world: folder_closed(world, 0o600), scene)


def test_a_folder_that_may_not_be_listed_can_be_worked_in() -> None:
    async def scene(one: Client) -> None:
        await one.done(Replace(b"folder/file:3", "three\n"))
        made = await one.done(Write(b"folder/new", "new\n"))
        await one.done(Undo(made.seq))

    as_nobody(lambda world: folder_closed(world, 0o300), scene)


@pytest.mark.parametrize("code", [errno.EACCES, errno.EPERM, errno.EROFS, errno.EIO, errno.EDQUOT])
@pytest.mark.parametrize("call", ["write temp", "fsync temp", "exchange file"])
def test_what_the_system_refuses_at_the_last_moment_was_never_made(
    world: World, code: int, call: str
) -> None:
    world.put("file", TEXT)
    seam = Interposed()

    def refuse() -> None:
        raise OSError(code, os.strerror(code))

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        view = await one.shown(b"file")
        seam.before[call] = refuse
        refusal = await one.refused(Replace(b"file:3", "three\n", view=view.seq))
        assert (refusal.code, refusal.values["problem"]) == ("not_applied", os.strerror(code))
        assert world.text("file") == TEXT
        await one.done(Replace(b"file:3", "three\n", view=view.seq))

    world.play(scene, seam)
    assert world.text("file") == EDITED
    facts = [entry.fact for entry in world.entries()]
    (failed,) = (fact for fact in facts if isinstance(fact, NotApplied))
    assert isinstance(facts[failed.edit - 1], Edited)
