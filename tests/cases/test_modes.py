"""A mode that somebody else sets can be undone, made again and restored, like a file's text."""

import errno
import os
import stat
from pathlib import Path

import pytest

from editjournal.schemas.facts import Change, ChangedOutside, Edited, NotApplied
from editjournal.schemas.requests import Delete, Redo, Replace, Restore, Undo, UndoSeveral, Write
from editjournal.schemas.values import Point
from tests.stage import Client, Interposed, Stage, World

from .circumstances import ACCESS_ACL, NOBODY, acl, in_child, open_folder

TEXT = "".join(f"line {number}\n" for number in range(1, 11))
EDITED = TEXT.replace("line 3", "three")
MODES = [0o755, 0o600, 0o444, 0o4755, 0o2750, 0o1777]


def mode_of(path: Path) -> str:
    return oct(stat.S_IMODE(path.stat().st_mode))


async def noticed(one: Client, name: str = "file") -> int:
    """Let the journal look at a file, and return the newest entry that changed one."""
    await one.shown(name.encode())
    return max(one.journal.state.edits.by_seq)


def outside(world: World) -> list[ChangedOutside]:
    return [one.fact for one in world.entries() if isinstance(one.fact, ChangedOutside)]


def changes_of(world: World) -> list[Change]:
    facts = [entry.fact for entry in world.entries()]
    return [change for fact in facts if isinstance(fact, Edited) for change in fact.changes]


@pytest.mark.parametrize("mode", MODES, ids=oct)
def test_a_mode_is_given_back_and_again_on_the_very_file(world: World, mode: int) -> None:
    path = world.put("file", TEXT)
    path.chmod(0o644)
    inode = path.stat().st_ino

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        await one.shown(b"file")
        path.chmod(mode)
        change = await noticed(one)
        await one.done(Undo(change, anyone=True))
        assert mode_of(path) == "0o644"
        await one.done(Redo(change, anyone=True))
        assert mode_of(path) == oct(mode)
        await stage.look_at_all()

    world.play(scene)
    assert (world.text("file"), path.stat().st_ino) == (TEXT, inode)
    assert len(outside(world)) == 1, "what an undo sets is no change from outside"


@pytest.mark.parametrize("mode", MODES, ids=oct)
@pytest.mark.parametrize("links", [1, 2])
def test_text_and_mode_are_given_back_together(world: World, mode: int, links: int) -> None:
    path = world.put("file", TEXT)
    path.chmod(mode)
    if links > 1:
        (world.root / "other").hardlink_to(path)

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        await one.shown(b"file")
        path.write_text(EDITED)
        path.chmod(0o664)
        change = await noticed(one)
        undo = await one.done(Undo(change, anyone=True))
        assert (world.text("file"), mode_of(path)) == (TEXT, oct(mode))
        await one.done(Undo(undo.seq))
        assert (world.text("file"), mode_of(path)) == (EDITED, "0o664")

    world.play(scene)
    assert len(outside(world)) == 1
    assert {change.in_place for change in changes_of(world)} == {links > 1}
    if links > 1:
        assert (world.root / "other").samefile(path)


def test_with_an_acl_the_mode_is_set_and_the_acl_stays(world: World) -> None:
    path = world.put("file", TEXT)
    os.setxattr(path, ACCESS_ACL, acl(1234, 6))
    before = os.getxattr(path, ACCESS_ACL)

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        await one.shown(b"file")
        path.write_text(EDITED)
        path.chmod(0o700)
        change = await noticed(one)
        await one.done(Undo(change, anyone=True))

    world.play(scene)
    assert os.getxattr(path, ACCESS_ACL) == before
    assert world.text("file") == TEXT


def test_a_mode_of_one_name_of_a_file_is_that_of_its_other_name(world: World) -> None:
    path = world.put("file", TEXT)
    path.chmod(0o644)
    (world.root / "other").hardlink_to(path)

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        await one.shown(b"file")
        await one.shown(b"other")
        path.chmod(0o755)
        change = await noticed(one)
        theirs = await noticed(one, "other")
        await one.done(Undo(change, anyone=True))
        assert mode_of(world.root / "other") == "0o644"
        done = await one.done(Undo(theirs, anyone=True))
        assert [file.state for file in done.files] == ["unchanged"], "it was found to be so"

    world.play(scene)
    assert mode_of(path) == "0o644"


def test_a_mode_set_again_since_is_named_and_kept(world: World) -> None:
    path = world.put("file", TEXT)
    path.chmod(0o644)

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        await one.shown(b"file")
        path.chmod(0o755)
        change = await noticed(one)
        path.chmod(0o700)  # the undo itself is the first to look
        refusal = await one.refused(Undo(change, anyone=True))
        assert refusal.code == "undo_mode_conflict"
        assert (refusal.values["mode"], refusal.values["back"]) == ("0700", "0644")
        assert refusal.who is not None
        assert refusal.who.seq == max(stage.journal.state.edits.by_seq)

    world.play(scene)
    assert mode_of(path) == "0o700"


def test_a_removed_file_comes_back_with_the_mode_it_had(world: World) -> None:
    path = world.put("run.sh", TEXT)
    path.chmod(0o4755)

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        gone = await one.done(Delete(b"run.sh", remove=True))
        await one.done(Undo(gone.seq))
        assert mode_of(path) == "0o4755"
        path.unlink()
        gone_outside = (await one.refused(Replace(b"run.sh:1", "x\n"))).seq - 1
        await one.done(Undo(gone_outside, anyone=True))

    world.play(scene)
    assert (world.text("run.sh"), mode_of(path)) == (TEXT, "0o4755")


def test_a_restore_brings_text_and_mode_of_then(world: World) -> None:
    path = world.put("file", TEXT)
    path.chmod(0o755)

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        point = (await one.shown(b"file")).seq
        made = await one.done(Write(b"new.sh", "echo\n"))
        path.write_text(EDITED)
        path.chmod(0o600)
        await noticed(one)
        (world.root / "new.sh").chmod(0o755)
        later = await noticed(one, "new.sh")
        await one.done(Restore(Point(point), anyone=True))
        assert (world.text("file"), mode_of(path)) == (TEXT, "0o755")
        assert not (world.root / "new.sh").exists()
        await one.done(Restore(Point(later), anyone=True))
        assert (world.text("file"), mode_of(path)) == (EDITED, "0o600")
        assert mode_of(world.root / "new.sh") == "0o755"
        await one.done(Restore(Point(made.seq), (b"new.sh",), anyone=True))

    world.play(scene)
    assert mode_of(world.root / "new.sh") == "0o644"


def test_a_mode_already_set_is_taken_back_where_another_file_fails(world: World) -> None:
    first, second = world.put("first", TEXT), world.put("second", TEXT)
    for path in (first, second):
        path.chmod(0o644)
    seam = Interposed()

    def refuse() -> None:
        raise OSError(errno.EACCES, os.strerror(errno.EACCES))

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        point = (await one.shown(b"first")).seq
        await one.shown(b"second")
        first.chmod(0o755)
        await noticed(one, "first")
        second.write_text(EDITED)
        await noticed(one, "second")
        seam.before["exchange second"] = refuse
        several = UndoSeveral(since=Point(point), anyone=True, outside=True)
        assert (await one.refused(several)).code == "not_applied"
        assert mode_of(first) == "0o755"
        await one.done(several)

    world.play(scene, seam)
    assert (mode_of(first), world.text("second")) == ("0o644", TEXT)
    assert [isinstance(one.fact, NotApplied) for one in world.entries()].count(True) == 1
    assert len(outside(world)) == 2


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_a_mode_that_the_system_does_not_give_was_never_set() -> None:
    def play(folder: Path) -> None:
        world = World(folder)
        world.root.chmod(0o777)
        path = world.put("file", TEXT)
        os.chown(path, 1234, 1234)
        path.chmod(0o664)

        async def scene(stage: Stage) -> None:
            one = await stage.client()
            await one.shown(b"file")
            path.chmod(0o644)
            change = await noticed(one)
            os.seteuid(NOBODY)
            refusal = await one.refused(Undo(change, anyone=True))
            os.seteuid(0)
            assert (refusal.code, mode_of(path)) == ("not_applied", "0o644")
            await one.done(Undo(change, anyone=True))

        world.play(scene)

    with open_folder() as folder:
        in_child(lambda: play(folder))
