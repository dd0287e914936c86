"""Opening a workspace after a crash, a power loss, or with an old HEAD or none."""

import asyncio
import errno
import os
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from editjournal.schemas.facts import ChangedOutside, NotApplied, TornFound
from editjournal.schemas.requests import Replace, Rollback, Undo, Write
from editjournal.schemas.values import Kept
from tests.ledger import reader, temp_files
from tests.stage import Client, Interposed, Stage, Unsynced, World, kind_of

TEXT = "".join(f"line {number}\n" for number in range(1, 11))
SAVED = "saved by a human\n"


class OldHead(Unsynced):
    """From `stop` on HEAD cannot be written: it stays as it was."""

    def __init__(self) -> None:
        self.is_stopped = False

    def write(self, fd: int, data: bytes | memoryview, offset: int) -> None:
        if self.is_stopped and kind_of(fd) == "head":
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        super().write(fd, data, offset)


Act = Callable[[Client], Awaitable[object]]


def edit_with_old_head(world: World, *acts: Act) -> None:
    """Let edits be made, HEAD still saying afterwards that none is in place."""
    seam = OldHead()

    async def run() -> None:
        stage = await world.open(seam)
        client = await stage.client()
        seam.is_stopped = True
        for act in acts:
            await act(client)
        await stage.journals.close()

    asyncio.run(run())


def replace(file: str, old: str, new: str) -> Act:
    return lambda client: client.done(Replace(file.encode(), new, old=old))


def save(world: World, file: str, data: str) -> Act:
    async def act(_: Client) -> None:
        world.save(file, data)

    return act


def reopen(world: World) -> None:
    async def run() -> None:
        await (await world.open()).journals.close()

    asyncio.run(run())


async def look(stage: Stage) -> None:
    """Let what was changed outside be seen."""


def facts(world: World, kind: type) -> int:
    return sum(isinstance(entry.fact, kind) for entry in world.entries())


# The same run of the system


def test_edits_that_are_in_place_though_head_is_old_stay_as_they_are(world: World) -> None:
    path = world.put("a.txt", TEXT)
    edit_with_old_head(world, replace("a.txt", "line 1\n", "one\n"))
    inode = path.stat().st_ino
    reopen(world)
    assert path.stat().st_ino == inode
    assert not facts(world, NotApplied)
    assert world.text("a.txt") == TEXT.replace("line 1\n", "one\n")


def test_an_edit_that_was_followed_by_another_change_is_in_place_whatever_head_says(
    world: World,
) -> None:
    world.put("a.txt", TEXT)
    edit_with_old_head(
        world,
        replace("a.txt", "line 1\n", "one\n"),
        save(world, "a.txt", SAVED),
        lambda client: client.shown(b"a.txt"),
    )
    reopen(world)
    assert not facts(world, NotApplied)
    assert facts(world, ChangedOutside) == 1


def test_an_edit_that_may_not_be_in_place_and_whose_file_is_a_human_s_is_not_applied(
    world: World,
) -> None:
    world.put("a.txt", TEXT)
    edit_with_old_head(world, replace("a.txt", "line 1\n", "one\n"), save(world, "a.txt", SAVED))
    world.play(look)
    assert facts(world, NotApplied) == 1
    assert world.text("a.txt") == SAVED


def test_the_other_files_of_such_an_edit_get_their_bytes_back(world: World) -> None:
    for name in ("a.txt", "b.txt", "linked.txt"):
        world.put(name, TEXT)
    (world.root / "link").hardlink_to(world.root / "linked.txt")

    async def before(stage: Stage) -> Client:
        client = await stage.client()
        for name in (b"a.txt", b"b.txt", b"linked.txt"):
            await client.done(Replace(name, "one\n", old="line 1\n"))
        await client.done(Write(b"new.txt", "new\n"))
        return client

    client = world.play(before)

    async def roll_back(now: Client) -> None:
        client.journal = now.journal
        await client.done(Rollback(step=4))

    edit_with_old_head(world, roll_back, save(world, "b.txt", SAVED))
    assert not (world.root / "new.txt").exists()
    world.play(look)
    edited = TEXT.replace("line 1\n", "one\n")
    assert [world.text(name) for name in ("a.txt", "b.txt", "linked.txt", "new.txt")] == [
        *(edited, SAVED, edited, "new\n")
    ]
    assert facts(world, NotApplied) == 1


def test_an_answered_edit_and_a_human_s_save_before_a_kill_leave_the_edit_made(
    world: World,
) -> None:
    world.put("a.txt", TEXT)

    async def scene(stage: Stage) -> None:
        await (await stage.client()).done(Replace(b"a.txt", "one\n", old="line 1\n"))

    world.play(scene)
    world.save("a.txt", SAVED)
    world.play(look)
    assert not facts(world, NotApplied)
    assert facts(world, ChangedOutside) == 1


# Writes in place that were cut off


def mixed(before: bytes, after: bytes) -> bytes:
    half = len(after) // 2
    return after[:half] + before[half:]


def test_a_half_done_write_in_place_is_done_again_and_what_was_found_is_kept(
    world: World,
) -> None:
    path = world.put("a.txt", TEXT)
    (world.root / "link").hardlink_to(path)
    edit_with_old_head(world, replace("a.txt", "line 1\n", "a longer first line\n"))
    after = path.read_bytes()
    found = mixed(TEXT.encode(), after)
    path.write_bytes(found)
    reopen(world)
    assert path.read_bytes() == after
    (torn,) = [entry for entry in world.entries() if isinstance(entry.fact, TornFound)]
    assert isinstance(torn.fact, TornFound)
    log = reader(world.log_folder)
    assert log.content(Kept(torn.seq, torn.fact.found.digest)) == found


def test_so_is_one_whose_entry_does_not_say_that_it_was_in_place(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where a file has attributes that a new one cannot be given."""
    path = world.put("a.txt", TEXT)

    def refuse(*_: object) -> bool:
        return False

    monkeypatch.setattr("editjournal.daemon.disk.staged.dress", refuse)
    inode = path.stat().st_ino
    edit_with_old_head(world, replace("a.txt", "line 1\n", "a longer first line\n"))
    assert path.stat().st_ino == inode
    after = path.read_bytes()
    path.write_bytes(mixed(TEXT.encode(), after))
    reopen(world)
    assert path.read_bytes() == after
    assert facts(world, TornFound) == 1


def test_a_human_s_bytes_in_a_file_written_in_place_are_no_half_done_write(world: World) -> None:
    path = world.put("a.txt", TEXT)
    (world.root / "link").hardlink_to(path)
    edit_with_old_head(world, replace("a.txt", "line 1\n", "a longer first line\n"))
    world.put("a.txt", SAVED)
    world.play(look)
    assert world.text("a.txt") == SAVED
    assert not facts(world, TornFound)


def test_where_the_bytes_before_are_lost_a_human_s_are_not_taken_for_a_half_done_write(
    tmp_path: Path,
) -> None:
    world = World(tmp_path)
    path = world.put("a.txt", "".join(f"{number:039d}\n" for number in range(8_000)))
    (world.root / "link").hardlink_to(path)
    edit_with_old_head(world, lambda client: client.done(Write(b"a.txt", "short\n")))
    for blob in (world.log_folder / "blobs").rglob("*.zst"):
        blob.unlink()
    path.write_text(SAVED)
    reopen(world)
    assert world.text("a.txt") == SAVED


# After a restart of the system


class Lossy(Interposed):
    """Keeps the files that edits displaced, so that a test can play a power loss.

    Names that were not synced may come back as they were.
    """

    def __init__(self, kept: Path) -> None:
        super().__init__()
        self.kept = kept
        self.count = 0

    def unlink(self, path: bytes, *, dir_fd: int | None = None) -> None:
        if path.endswith(b".ejtmp"):
            self.count += 1
            os.rename(path, self.kept / str(self.count), src_dir_fd=dir_fd)
        else:
            super().unlink(path, dir_fd=dir_fd)


def lose_power(world: World, displaced: Path | None) -> None:
    """HEAD is lost, and a file is again the one it was, if given."""
    (world.log_folder / "HEAD").unlink()
    if displaced is not None:
        displaced.replace(world.root / "a.txt")


def edit_twice(world: World, kept: Path) -> str:
    kept.mkdir()
    world.put("a.txt", TEXT)

    async def scene(stage: Stage) -> None:
        client = await stage.client()
        await client.done(Replace(b"a.txt", "one\n", old="line 1\n"))
        await client.done(Replace(b"a.txt", "two\n", old="line 2\n"))

    world.play(scene, Lossy(kept))
    return world.text("a.txt")


@pytest.mark.parametrize("lost", [1, 2])
def test_edits_whose_names_were_lost_with_the_power_are_made_again(
    lost: int, world: World, tmp_path: Path
) -> None:
    edited = edit_twice(world, tmp_path / "kept")
    lose_power(world, tmp_path / "kept" / str(3 - lost))
    reopen(world)
    assert world.text("a.txt") == edited
    assert not facts(world, NotApplied)


def test_a_file_that_was_changed_since_is_left_to_whoever_changed_it(
    world: World, tmp_path: Path
) -> None:
    edit_twice(world, tmp_path / "kept")
    lose_power(world, tmp_path / "kept/1")
    world.put("a.txt", SAVED)
    world.play(look)
    assert world.text("a.txt") == SAVED
    assert not facts(world, NotApplied)
    assert facts(world, ChangedOutside) == 1


def test_another_file_with_the_bytes_of_before_is_somebody_s_choice(
    world: World, tmp_path: Path
) -> None:
    """Such as a checkout of the old version, made after the restart."""
    edit_twice(world, tmp_path / "kept")
    lose_power(world, None)
    world.save("a.txt", TEXT)
    world.play(look)
    assert world.text("a.txt") == TEXT


# What is not needed may be lost or wrong


@pytest.mark.parametrize("noted", [b"", b"no such folder\0", b"../..\0/etc\0a\0\0torn"])
def test_a_lost_or_wrong_list_of_folders_does_no_harm(noted: bytes, world: World) -> None:
    world.put("a.txt", TEXT)
    edit_with_old_head(world, replace("a.txt", "line 1\n", "one\n"))
    (world.log_folder / "TEMPS").write_bytes(noted)
    reopen(world)
    assert not (world.log_folder / "TEMPS").read_bytes()


def test_a_temp_file_of_an_edit_that_never_got_into_the_log_is_removed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("editjournal.daemon.disk.root.FRESH_NS", -(10**12))
    (world.root / "sub").mkdir()
    reopen(world)
    left = world.put("sub/.0123abcd.ejtmp", "new")
    (world.log_folder / "TEMPS").write_bytes(b"other\0sub\0")
    reopen(world)
    assert not left.exists()
    assert temp_files(world.root) == []


def test_a_folder_that_cannot_be_synced_bars_no_opening(world: World) -> None:
    world.put("a.txt", TEXT)
    edit_with_old_head(world, replace("a.txt", "line 1\n", "one\n"))
    seam = Interposed()

    def fail() -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    seam.before["fsync folder"] = fail

    async def scene(stage: Stage) -> None:
        assert stage.journal.log.settled < stage.journal.log.applied

    world.play(scene, seam)
    assert not seam.before


def test_undone_edits_are_undone_after_a_reopening_too(world: World) -> None:
    world.put("a.txt", TEXT)

    async def before(stage: Stage) -> tuple[Client, int]:
        client = await stage.client()
        edit = await client.done(Replace(b"a.txt", "one\n", old="line 1\n"))
        await client.done(Undo(edit.seq))
        return client, edit.seq

    client, edit = world.play(before)

    async def after(stage: Stage) -> None:
        client.journal = stage.journal
        assert (await client.refused(Undo(edit))).code == "already_undone"

    world.play(after)
    assert world.text("a.txt") == TEXT
