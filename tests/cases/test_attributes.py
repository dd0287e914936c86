"""What a file has beside its bytes, an edit leaves as it is."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from editjournal.schemas.facts import Change, Edited
from editjournal.schemas.requests import Redo, Replace, Undo, Write
from tests.stage import Stage, World

from .circumstances import ACCESS_ACL, NOBODY, acl, become_nobody, in_child, open_folder
from .circumstances import other_group as other

TEXT = "".join(f"line {number}\n" for number in range(1, 11))
Setting = Callable[[Path], object]

SETTINGS: dict[str, Setting] = {
    "a script": lambda path: path.chmod(0o755),
    "a secret": lambda path: path.chmod(0o600),
    "setgid": lambda path: path.chmod(0o2755),
    "setuid and setgid": lambda path: path.chmod(0o6711),
    "sticky": lambda path: path.chmod(0o1644),
    "writable for all": lambda path: path.chmod(0o666),
    "another group": lambda path: os.chown(path, -1, other()),
    "another group and setgid": lambda path: (os.chown(path, -1, other()), path.chmod(0o2775)),
    "an xattr": lambda path: os.setxattr(path, "user.colour", b"blue\0\xff"),
    "many xattrs": lambda path: [os.setxattr(path, f"user.{n}", b"x" * n) for n in range(20)],
    "an ACL": lambda path: os.setxattr(path, ACCESS_ACL, acl(1234, 6)),
    "an ACL and a mode": lambda path: (
        path.chmod(0o750),
        os.setxattr(path, ACCESS_ACL, acl(1234, 2)),
    ),
}


def outward(path: Path) -> tuple[object, ...]:
    """Return all of a file but its bytes, times and number."""
    status = path.lstat()
    xattrs = {name: os.getxattr(path, name) for name in os.listxattr(path)}
    mode = oct(stat.S_IMODE(status.st_mode))
    return mode, status.st_uid, status.st_gid, status.st_nlink, xattrs


def changes_of(world: World) -> list[Change]:
    facts = [entry.fact for entry in world.entries()]
    return [change for fact in facts if isinstance(fact, Edited) for change in fact.changes]


@pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS.keys())
def test_a_file_keeps_what_it_is_through_every_way_of_changing_it(
    world: World, setting: Setting
) -> None:
    path = world.put("file", TEXT)
    setting(path)
    before = outward(path)

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        lines = await one.done(Replace(b"file:3", "three\n"))
        assert outward(path) == before
        whole = await one.done(Write(b"file", TEXT * 3))
        assert outward(path) == before
        await one.done(Undo(whole.seq))
        assert outward(path) == before
        await one.done(Undo(lines.seq))
        assert outward(path) == before
        await one.done(Redo(lines.seq))
        assert outward(path) == before

    world.play(scene)
    assert world.text("file") == TEXT.replace("line 3", "three")
    assert not any(change.in_place for change in changes_of(world)), "all of it could be kept"


def test_a_new_file_made_executable_since_is_undone_and_redone_with_its_mode(world: World) -> None:
    async def scene(stage: Stage) -> None:
        one = await stage.client()
        made = await one.done(Write(b"run.sh", "echo\n"))
        (world.root / "run.sh").chmod(0o755)
        await one.done(Replace(b"run.sh", "echo 2\n", old="echo\n"))
        await one.done(Undo(made.seq + 2))
        gone = await one.done(Undo(made.seq, anyone=True, resolve="newer"))
        assert not (world.root / "run.sh").exists()
        await one.done(Redo(gone.seq))

    world.play(scene)
    assert world.text("run.sh") == "echo\n"
    assert stat.S_IMODE((world.root / "run.sh").stat().st_mode) == 0o755


def edit_a_file_of_somebody_else(folder: Path) -> None:
    """To be played by a child: as root if it can be, else without there being anybody else."""
    world = World(folder)
    world.root.chmod(0o777)
    path = world.put("file", TEXT)
    path.chmod(0o666)
    inode, before = path.stat().st_ino, outward(path)
    become_nobody()
    is_ours = path.stat().st_uid == os.geteuid()

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        edit = await one.done(Replace(b"file:3", "three\n"))
        assert path.read_text() == TEXT.replace("line 3", "three")
        assert outward(path) == before
        assert (path.stat().st_ino == inode) != is_ours, "it was written in place"
        await one.done(Undo(edit.seq))

    world.state.mkdir(mode=0o700)
    world.play(scene)
    assert (path.read_text(), outward(path)) == (TEXT, before)
    assert all(change.in_place != is_ours for change in changes_of(world)), "and the log says so"


def test_a_file_of_somebody_else_stays_theirs_by_being_written_in_place() -> None:
    with open_folder() as folder:
        in_child(lambda: edit_a_file_of_somebody_else(folder))


def edit_a_file_of_a_group_one_is_not_in(folder: Path) -> None:
    world = World(folder)
    path = world.put("file", TEXT)
    if os.geteuid() == 0:
        os.chown(world.root, NOBODY, NOBODY)
        os.chown(path, NOBODY, 4321)
    path.chmod(0o640)
    before = outward(path)
    become_nobody()

    async def scene(stage: Stage) -> None:
        await (await stage.client()).done(Replace(b"file:3", "three\n"))

    world.play(scene)
    assert outward(path) == before


def test_a_group_that_cannot_be_given_is_kept() -> None:
    with open_folder() as folder:
        in_child(lambda: edit_a_file_of_a_group_one_is_not_in(folder))
