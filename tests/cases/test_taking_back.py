"""What people met in tools that undo and restore, and what happens here instead."""

import hashlib
import subprocess
from pathlib import Path

import pytest

from editjournal.schemas.replies import LogReply, Unchanged
from editjournal.schemas.requests import (
    Delete,
    History,
    Replace,
    Restore,
    Rollback,
    Undo,
    UndoSeveral,
    Write,
)
from editjournal.schemas.values import Point
from tests.stage import Interposed, Stage, World

TEXT = "one\ntwo\nthree\n"
GIT = ("git", "-c", "user.name=a", "-c", "user.email=a@b.invalid", "-c", "core.autocrlf=true")


@pytest.fixture
def world(tmp_path: Path) -> World:
    made = World(tmp_path)
    for name in ("a.py", "b.py"):
        made.put(name, TEXT)
    return made


def tree(folder: Path) -> dict[str, str]:
    """Return the files below a folder, by the hashes of their bytes."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_what_a_human_wrote_after_an_edit_outlives_its_undo(world: World) -> None:
    async def scene(stage: Stage) -> None:
        agent = await stage.client()
        await agent.shown(b"a.py")
        edit = await agent.done(Replace(b"a.py:1", "ONE\n"))
        world.save("a.py", "ONE\ntwo\nthree\nhuman\n")
        undo = await agent.done(Undo(edit.seq))
        assert world.text("a.py") == TEXT + "human\n"
        again = await agent.done(Undo(undo.seq))
        assert world.text("a.py") == "ONE\ntwo\nthree\nhuman\n", "the undo is an edit itself"
        assert again.seq > undo.seq

    world.play(scene)


def test_a_restore_touches_no_file_that_the_journal_has_not_met(world: World) -> None:
    async def scene(stage: Stage) -> None:
        agent = await stage.client()
        point = (await agent.shown(b"a.py")).seq
        await agent.done(Replace(b"a.py:1", "ONE\n"))
        (world.root / "out").mkdir()
        made = world.put("out/data.bin", b"\0made by a script")
        await agent.done(Restore(Point(point)))
        assert world.text("a.py") == TEXT
        assert made.read_bytes() == b"\0made by a script"

    world.play(scene)


def test_a_repository_and_its_commits_stay_as_they_are_and_so_do_bytes(world: World) -> None:
    def git(*arguments: str) -> str:
        done = subprocess.run([*GIT, *arguments], cwd=world.root, check=True, capture_output=True)
        return done.stdout.decode()

    git("init", "--quiet")
    nested = world.root / "nested"
    nested.mkdir()
    subprocess.run([*GIT, "init", "--quiet"], cwd=nested, check=True)
    crlf = world.put("c.txt", b"caf\xe9\r\nlf\n\r\n")

    async def scene(stage: Stage) -> None:
        agent = await stage.client()
        point = (await agent.shown(b"c.txt")).seq
        await agent.done(Replace(b"c.txt:2", "LF\n"))
        git("add", "a.py", "c.txt")
        git("commit", "--quiet", "-m", "the user's")
        before = tree(world.root / ".git") | tree(nested / ".git")
        head = git("rev-parse", "HEAD")
        await agent.done(Restore(Point(point)))
        assert crlf.read_bytes() == b"caf\xe9\r\nlf\n\r\n"
        assert tree(world.root / ".git") | tree(nested / ".git") == before
        assert git("rev-parse", "HEAD") == head

    world.play(scene)


def test_only_files_that_were_edited_are_known_and_counted(world: World) -> None:
    for number in range(200):
        world.put(f"other{number}", TEXT)

    async def scene(stage: Stage) -> None:
        agent = await stage.client()
        edits = [await agent.done(Write(name, "x\n")) for name in (b"a.py", b"b.py")]
        assert set(stage.journal.state.files.by_path) == {b"a.py", b"b.py"}
        undo = await agent.done(UndoSeveral(since=Point(edits[0].seq, before=True)))
        assert [(one.path, one.state) for one in undo.files] == [
            (b"b.py", "changed"),
            (b"a.py", "changed"),
        ]

    world.play(scene)


def test_a_rollback_leaves_other_folders_as_they_came_to_be(world: World) -> None:
    (world.root / "frontend").mkdir()
    world.put("frontend/f", TEXT)

    async def scene(stage: Stage) -> None:
        one, two = await stage.client(), await stage.client()
        await one.done(Write(b"frontend/f", "mine\n"))
        await two.done(Write(b"a.py", "theirs\n"))
        world.save("b.py", "a human's\n")
        await one.done(Rollback(1))
        assert world.text("frontend/f") == TEXT
        assert (world.text("a.py"), world.text("b.py")) == ("theirs\n", "a human's\n")

    world.play(scene)


def test_what_is_not_kept_is_said_and_neither_taken_for_nothing_nor_used_up(world: World) -> None:
    secret = world.put(".env", "KEY=1\n")

    async def scene(stage: Stage) -> None:
        agent = await stage.client()
        await agent.shown(b".env")
        secret.write_text("KEY=2\n")
        await agent.shown(b".env")
        change = max(stage.journal.state.edits.by_seq)
        for _ in range(2):
            assert (await agent.refused(Undo(change, anyone=True))).code == "undo_not_kept"
        assert secret.read_text() == "KEY=2\n"
        assert not stage.journal.state.edits.by_seq[change].undone_by

    world.play(scene)


def test_identical_files_are_not_written_again(world: World) -> None:
    async def scene(stage: Stage) -> None:
        agent = await stage.client()
        point = (await agent.shown(b"b.py")).seq
        await agent.done(Replace(b"a.py:1", "ONE\n", force=True))
        await agent.done(Write(b"b.py", "x\n", force=True))
        await agent.done(Write(b"b.py", TEXT))
        before = (world.root / "b.py").stat()
        await agent.done(Restore(Point(point)))
        after = (world.root / "b.py").stat()
        assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
        assert world.text("a.py") == TEXT
        assert isinstance(await agent.ask(Restore(Point(point))), Unchanged)

    world.play(scene)


def test_files_deleted_since_come_back_and_files_made_since_go_with_their_folders(
    world: World,
) -> None:
    async def scene(stage: Stage) -> None:
        agent = await stage.client()
        point = (await agent.shown(b"a.py")).seq
        await agent.done(Delete(b"a.py", remove=True))
        await agent.done(Write(b"new/deep/f", "x\n", parents=True))
        empty = await agent.done(Write(b"empty", ""))
        await agent.done(Undo(empty.seq))
        assert not (world.root / "empty").exists(), "empty is not absent"
        await agent.done(Restore(Point(point)))
        assert world.text("a.py") == TEXT
        assert not (world.root / "new").exists()

    world.play(scene)


def test_an_undo_that_the_disk_refuses_can_be_made_later(world: World) -> None:
    seam = Interposed()

    def refuse() -> None:
        del seam.before["exchange a.py"]
        raise OSError(30, "Read-only file system")

    async def scene(stage: Stage) -> None:
        agent = await stage.client()
        edit = await agent.done(Write(b"a.py", "x\n"))
        seam.before["exchange a.py"] = refuse
        assert (await agent.refused(Undo(edit.seq))).code == "not_applied"
        assert world.text("a.py") == "x\n"
        await agent.done(Undo(edit.seq))
        assert world.text("a.py") == TEXT

    world.play(scene, seam)


def test_an_undo_is_logged_as_the_work_of_who_asked_for_it(world: World) -> None:
    async def scene(stage: Stage) -> None:
        one, two = await stage.client(), await stage.client()
        edit = await one.done(Write(b"a.py", "x\n"))
        undo = await two.done(Undo(edit.seq, anyone=True))
        log = await one.ask(History(limit=3))
        assert isinstance(log, LogReply)
        names = {item.seq: (item.name, item.undoes) for item in log.items}
        assert names[undo.seq] == (two.name, (edit.seq,))

    world.play(scene)
