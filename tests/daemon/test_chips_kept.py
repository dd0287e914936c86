"""Chips on disk: durable before they are told of, the same after a restart, checked when used."""

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from editjournal.daemon.core.shelf import Limits, Shelf
from editjournal.daemon.log.opening import segment_path
from editjournal.daemon.seam import Seam
from editjournal.daemon.settings import Settings
from editjournal.daemon.workspaces import Journals
from editjournal.schemas.facts import Refused
from editjournal.schemas.replies import AnyReply, ChipList, Refusal
from editjournal.schemas.requests import (
    Chips,
    Confirm,
    Delete,
    DropChip,
    InsertChip,
    Misfit,
    Read,
    Replace,
    Write,
)
from editjournal.schemas.values import Kept
from tests.ledger import entries_of, reader
from tests.stage import SEGMENT_BYTES, Client, Interposed, Stage, World

TEXT = "".join(f"line {number}\n" for number in range(1, 11))


class Limited(World):
    """A workspace whose daemon has settings."""

    given: dict[str, str]

    def journals(self, seam: Seam | None = None) -> Journals:
        return Journals(
            self.state,
            self.state / "run",
            seam or self.seam,
            segment_bytes=SEGMENT_BYTES,
            settings=Settings(self.given, {"EDITJOURNAL_CONFIG": os.devnull}),
        )


Make = Callable[..., Limited]


@pytest.fixture
def limited(tmp_path: Path) -> Make:
    """Make a workspace with settings of chips."""

    def make(**given: str) -> Limited:
        world = Limited(tmp_path)
        world.given = given
        world.put("f", TEXT)
        return world

    return make


class Volatile(Seam):
    """Knows what would be left of each file if the power failed."""

    def __init__(self) -> None:
        self.left: dict[str, bytes] = {}

    def fsync(self, fd: int) -> None:
        super().fsync(fd)
        self._keep(fd)

    def fdatasync(self, fd: int) -> None:
        super().fdatasync(fd)
        self._keep(fd)

    def rename(self, source: bytes, target: bytes, *, dir_fd: int | None = None) -> None:
        super().rename(source, target, dir_fd=dir_fd)
        if (name := os.fsdecode(source)) in self.left:
            self.left[os.fsdecode(target)] = self.left.pop(name)

    def _keep(self, fd: int) -> None:
        path = Path(f"/proc/self/fd/{fd}").readlink()
        if path.is_file():
            self.left[str(path)] = path.read_bytes()


async def listed(client: Client) -> list[str]:
    reply = await client.ask(Chips())
    assert isinstance(reply, ChipList), reply
    return [one.id for one in reply.items]


async def fails(client: Client, content: str = "new\n") -> Refusal:
    return await client.refused(Replace(b"f:99", content))


def named(reply: AnyReply) -> list[str]:
    """Return the chips that a reply says have left the list."""
    return [
        chip.removeprefix("chip://")
        for one in reply.warnings
        if one.code == "chips_left"
        for chip in str(one.values["chips"]).split(", ")
    ]


# --- durable --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "call",
    [Replace(b"f:99", "new\n"), Write(b"../f", "new\n"), Misfit("be-write", "bad_arguments")],
    ids=["refused", "refused-before-its-file-was-looked-at", "unreadable"],
)
def test_a_failed_call_is_kept_though_the_power_fails_once_it_is_answered(
    world: World, call: Replace | Write | Misfit
) -> None:
    world.put("f", TEXT)
    seam = Volatile()
    left: dict[str, bytes] = {}

    async def scene(stage: Stage) -> Refusal:
        client = await stage.client()
        refusal = await client.refused(call)
        left.update(seam.left)
        return refusal

    refusal = world.play(scene, seam)
    segment = segment_path(world.log_folder, 1)
    segment.write_bytes(left[str(segment)])
    (world.log_folder / "HEAD").unlink()
    [entry] = [one for one in entries_of(world.log_folder) if isinstance(one.fact, Refused)]
    assert isinstance(entry.fact, Refused)
    assert (entry.seq, entry.fact.chip) == (refusal.seq, refusal.chip)
    assert entry.arguments
    log = reader(world.log_folder)
    assert log.content(Kept(entry.seq, entry.arguments.digest)) == b"{}"
    if entry.fact.request:
        assert log.content(Kept(entry.seq, entry.fact.request.digest))


def test_a_call_that_failed_on_the_disk_is_kept_likewise(world: World) -> None:
    world.put("f", TEXT)
    seam = Interposed()

    async def scene(stage: Stage) -> None:
        client = await stage.client()
        seam.before["exchange f"] = lambda: world.save("f", TEXT + "a human's\n")
        refusal = await client.refused(Replace(b"f:1", "new\n"))
        assert refusal.code == "not_applied"
        assert stage.journal.log.durable_seq > refusal.seq, "its own entry, and that of the edit"
        chip = stage.journal.state.chips.get(refusal.chip)
        assert chip
        assert (chip.text_bytes, await listed(client)) == (4, [refusal.chip])

    world.play(scene, seam)


def test_only_its_owner_can_read_what_is_kept(world: World) -> None:
    world.put("f", TEXT)
    mask = os.umask(0)

    async def scene(stage: Stage) -> None:
        client = await stage.client()
        await fails(client)
        await fails(client, "x" * (300 << 10))  # in a file of its own

    try:
        world.play(scene)
    finally:
        os.umask(mask)
    kept = [one for one in world.log_folder.rglob("*") if one.is_file()]
    assert {one.parent.parent.name for one in kept} >= {"blobs", world.log_folder.name}
    assert {oct(one.stat().st_mode & 0o777) for one in kept if one.name[0].isdigit()} == {"0o600"}


# --- checked when used ----------------------------------------------------------------------------


def test_kept_text_that_was_altered_on_the_disk_is_not_used(world: World) -> None:
    world.put("f", "sesame-seeds\nother\n")

    async def scene(stage: Stage) -> None:
        client = await stage.client()
        deleted = (await client.done(Delete(b"f:1"))).chips[0]
        failed = (await fails(client, "barley-seeds\n")).chip
        segment = segment_path(world.log_folder, 1)
        # Of a deletion the log has the text twice: the file as it was, and what went.
        data = segment.read_bytes()
        places = [at for at in range(len(data)) if data.startswith((b"sesame-s", b"barley-s"), at)]
        for at in places:
            _write(segment, at, b"poisoned")
        for call in InsertChip(b"f:1", deleted), InsertChip(b"f:1", failed), Confirm(chip=failed):
            assert (await client.refused(call)).code == "chip_not_kept"
        assert {deleted, failed} <= set(await listed(client)), "that they were is known"
        assert world.text("f") == "other\n"
        for at in places:
            _write(segment, at, data[at : at + 8])
        await client.done(InsertChip(b"f:0", deleted))
        await client.done(InsertChip(b"f:END", failed))

    world.play(scene)
    assert world.text("f") == "sesame-seeds\nother\nbarley-seeds\n"


def _write(path: Path, at: int, data: bytes) -> None:
    """Put other bytes into a file that is in use."""
    with path.open("r+b") as file:
        file.seek(at)
        file.write(data)


def test_a_text_whose_file_is_lost_is_refused_and_comes_back_with_it(world: World) -> None:
    world.put("f", TEXT)
    content = "".join(f"{number}\n" for number in range(60_000))

    async def before(stage: Stage) -> str:
        return (await fails(await stage.client(), content)).chip

    chip = world.play(before)
    blobs = list((world.log_folder / "blobs").rglob("*.zst"))
    moved = [one.rename(one.with_suffix(".away")) for one in blobs]

    async def without(stage: Stage) -> None:
        client = await stage.client()
        assert (await client.refused(InsertChip(b"f:1", chip))).code == "chip_not_kept"

    async def again(stage: Stage) -> None:
        await (await stage.client()).done(InsertChip(b"f:END", chip))

    world.play(without)
    for one in moved:
        one.rename(one.with_suffix(".zst"))
    world.play(again)
    assert world.text("f") == TEXT + content


# --- the list -------------------------------------------------------------------------------------


def test_the_list_is_the_same_after_a_restart(limited: Make) -> None:
    world = limited(capacity="3")

    async def before(stage: Stage) -> list[str]:
        client = await stage.client()
        chips = [(await fails(client)).chip for _ in range(3)]
        await client.ask(DropChip(chips[1]))
        chips.append((await client.refused(Read(b"gone"))).chip)
        reply = await client.done(Delete(b"f:1"))
        assert named(reply) == [chips[3]]
        found = await listed(client)
        assert found == [reply.chips[0], chips[2], chips[0]]
        return found

    found = world.play(before)

    async def after(stage: Stage) -> None:
        assert await listed(await stage.client()) == found

    world.play(after)
    world.given = {"capacity": "1"}

    async def narrower(stage: Stage) -> None:
        assert await listed(await stage.client()) == found[:1]

    world.play(narrower)


def test_each_chip_is_said_to_leave_once_whoever_pushes_it_out(limited: Make) -> None:
    world = limited(capacity="3")

    async def scene(stage: Stage) -> None:
        one, two = await stage.client("one"), await stage.client("two")
        replies = await asyncio.gather(*(fails(who) for _ in range(10) for who in (one, two)))
        told = [chip for reply in replies for chip in named(reply)]
        chips = [reply.chip for reply in sorted(replies, key=lambda reply: reply.seq)]
        assert sorted(told) == sorted(chips[:-3])
        assert await listed(one) == await listed(two) == chips[:-4:-1]

    world.play(scene)


def test_a_call_that_failed_on_the_disk_names_what_left_and_its_edit_pushes_out_nothing(
    limited: Make,
) -> None:
    world = limited(capacity="2")
    seam = Interposed()

    async def scene(stage: Stage) -> None:
        client = await stage.client()
        first, second = (await fails(client)).chip, (await fails(client)).chip
        seam.before["exchange f"] = lambda: world.save("f", TEXT + "a human's\n")
        refusal = await client.refused(Delete(b"f:1", old="line 1\n"))
        assert (refusal.code, named(refusal)) == ("not_applied", [first])
        third = refusal.chip
        assert await listed(client) == [third, second], "its deletion has no chip"
        seam.before["exchange f"] = lambda: world.save("f", TEXT + "again\n")
        refusal = await client.refused(Replace(b"f:1", "new\n"))
        assert (refusal.code, named(refusal)) == ("not_applied", [second])
        assert await listed(client) == [refusal.chip, third]
        again = Shelf.of(Limits(capacity=2), stage.journal.state.chips)
        assert list(again.listed(time.time_ns())) == [refusal.chip, third]

    world.play(scene, seam)


def test_an_id_is_found_that_left_the_list_before_a_restart(limited: Make) -> None:
    world = limited(capacity="1")

    async def before(stage: Stage) -> str:
        client = await stage.client()
        chip = (await client.done(Delete(b"f:1"))).chips[0]
        assert named(await fails(client)) == [chip]
        return chip

    chip = world.play(before)

    async def after(stage: Stage) -> None:
        await (await stage.client()).done(InsertChip(b"f:0", chip))

    world.play(after)
    assert world.text("f") == TEXT
