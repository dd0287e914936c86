"""Undo of sets and restore on a real disk, and after a restart."""

import shutil
from pathlib import Path

from editjournal.schemas.replies import Unchanged
from editjournal.schemas.requests import (
    Confirm,
    Restore,
    Rollback,
    Snapshot,
    Undo,
    UndoSeveral,
    Write,
    WriteSeveral,
)
from editjournal.schemas.values import Point
from tests.stage import Stage, World


def tree(root: Path) -> dict[str, tuple[bytes, int]]:
    return {
        str(path.relative_to(root)): (path.read_bytes(), path.stat().st_mode & 0o7777)
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


def test_a_folder_that_was_deleted_comes_back_as_it_was(tmp_path: Path) -> None:
    world = World(tmp_path)
    (world.root / "src" / "deep").mkdir(parents=True)
    world.put("src/a", "a\n").chmod(0o755)
    world.put("src/deep/b", b"\xff\0")
    world.put("src/untracked", "nobody's\n")

    async def scene(stage: Stage) -> None:
        client = await stage.client()
        await client.shown(b"src/a")
        await client.done(Write(b"src/deep/b", b"\0\1"))
        before = tree(world.root)
        point = (await client.ask(Snapshot("good"))).seq
        shutil.rmtree(world.root / "src")
        world.put("later", "later\n")
        refused = await client.refused(Restore(Point(label="good")))
        assert (refused.code, refused.prepared) == ("restore_others", True)
        reply = await client.done(Confirm(refused.seq))
        assert reply.restored == point
        assert tree(world.root / "src").keys() == {"a", "deep/b"}
        del before["src/untracked"]  # what the journal has not met it cannot bring back
        assert tree(world.root) == before | {"later": (b"later\n", 0o644)}
        assert isinstance(await client.ask(Restore(Point(label="good"))), Unchanged)

    world.play(scene)


def test_what_was_undone_in_one_file_is_known_after_a_restart(tmp_path: Path) -> None:
    world = World(tmp_path)

    async def first(stage: Stage) -> tuple[int, int]:
        client = await stage.client()
        both = WriteSeveral((Write(b"f", "f\n"), Write(b"g", "g\n")))
        edit = (await client.done(both)).seq
        undo = (await client.done(UndoSeveral(files=(b"f",), session=client.name))).seq
        return edit, undo

    edit, undo = world.play(first)
    assert tree(world.root).keys() == {"g"}

    async def second(stage: Stage) -> None:
        client = await stage.client()
        assert dict(stage.journal.state.edits.by_seq[edit].undone_in) == {b"f": undo}
        await client.done(Undo(undo, anyone=True))
        assert world.text("f") == "f\n"
        await client.done(Rollback(session="agent#1"))

    world.play(second)
    assert tree(world.root) == {}


def test_a_session_in_a_folder_restores_what_lies_there_alone(tmp_path: Path) -> None:
    world = World(tmp_path)
    (world.root / "sub").mkdir()

    async def scene(stage: Stage) -> None:
        outer = await stage.client()
        inner = await stage.client(root=world.root / "sub")
        start = stage.journal.seq
        await outer.done(WriteSeveral((Write(b"f", "f\n"), Write(b"sub/g", "g\n"))))
        reply = await inner.done(Restore(Point(start), anyone=True))
        assert [one.path for one in reply.files] == [b"g"]
        assert tree(world.root).keys() == {"f"}
        refused = await inner.refused(Restore(Point(start), (b"../f",), anyone=True))
        assert refused.code == "outside"

    world.play(scene)
