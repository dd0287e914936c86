"""The journal as a client finds it: calls in, replies out, files and log in step."""

import asyncio
import concurrent.futures
import errno
import os
from typing import TypeVar

import pytest

from editjournal.daemon.core.sessions import OUTCOMES_MAX
from editjournal.daemon.disk.root import Root
from editjournal.daemon.disk.staged import Staged
from editjournal.daemon.log.opening import read_head_file, segment_path
from editjournal.daemon.seam import Seam
from editjournal.daemon.service import NoWorkspace
from editjournal.schemas.facts import (
    ChangedOutside,
    Edited,
    NotApplied,
    TornFound,
    VersionKept,
)
from editjournal.schemas.replies import AnyReply, Done, LogReply, Refusal, Shown, StatusReply
from editjournal.schemas.requests import (
    Commit,
    History,
    InsertChip,
    Read,
    Redo,
    Replace,
    Rollback,
    Status,
    Undo,
    Write,
)
from editjournal.schemas.values import Kept
from tests.ledger import reader, temp_files
from tests.stage import Act, Client, Interposed, Listener, Stage, World, kind_of

F = TypeVar("F")
TEXT = "".join(f"line {number}\n" for number in range(1, 11))


def facts(world: World, kind: type[F]) -> list[F]:
    return [entry.fact for entry in world.entries() if isinstance(entry.fact, kind)]


# What calls do


def test_a_read_an_edit_by_its_view_and_an_undo(world: World) -> None:
    world.put("a.py", TEXT)

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        view = await one.shown(b"a.py:1-5")
        edit = await one.done(Replace(b"a.py:3", "three\n", view=view.seq))
        assert world.text("a.py") == TEXT.replace("line 3\n", "three\n")
        undo = await one.done(Undo(edit.seq))
        assert undo.undone == (edit.seq,)
        assert world.text("a.py") == TEXT
        await one.done(Redo(edit.seq))

    world.play(scene)
    assert world.text("a.py") == TEXT.replace("line 3\n", "three\n")


def test_a_refusal_changes_nothing_and_is_an_entry(world: World) -> None:
    world.put("a.py", TEXT)

    async def scene(stage: Stage) -> Refusal:
        return await (await stage.client()).refused(Replace(b"a.py", "x", old="not there"))

    refusal = world.play(scene)
    assert world.text("a.py") == TEXT
    assert refusal.seq in [entry.seq for entry in world.entries()]


def test_an_undo_leaves_the_later_edits_of_others_and_of_a_human(world: World) -> None:
    world.put("a.py", TEXT)

    async def scene(stage: Stage) -> None:
        one, two = await stage.client("one"), await stage.client("two")
        edit = await one.done(Replace(b"a.py", "first", old="line 1\nline 2"))
        await two.done(Replace(b"a.py", "ninth", old="line 9"))
        world.save("a.py", world.text("a.py") + "a human's line\n")
        await one.done(Undo(edit.seq))

    world.play(scene)
    assert world.text("a.py") == TEXT.replace("line 9", "ninth") + "a human's line\n"


def test_a_file_is_created_and_its_undo_removes_it(world: World) -> None:
    async def scene(stage: Stage) -> None:
        one = await stage.client()
        edit = await one.done(Write(b"new.py", "text\n"))
        assert world.text("new.py") == "text\n"
        await one.done(Undo(edit.seq))
        assert not (world.root / "new.py").exists()
        await one.done(Redo(edit.seq))

    world.play(scene)
    assert world.text("new.py") == "text\n"


def test_hard_links_stay_one_file_and_the_other_name_learns_of_it(world: World) -> None:
    path = world.put("a.py", TEXT)
    (world.root / "b.py").hardlink_to(path)

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        await one.shown(b"b.py")
        await one.done(Replace(b"a.py", "first", old="line 1\n"))

    world.play(scene)
    assert path.stat().st_nlink == 2
    assert world.text("b.py") == world.text("a.py")
    assert len(facts(world, ChangedOutside)) == 1


def test_large_contents_become_blobs_and_come_back_by_undo(world: World) -> None:
    before = "".join(f"{number:040d}\n" for number in range(8_000))
    world.put("big", before)

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        edit = await one.done(Write(b"big", before.replace("1", "x")))
        await one.done(Undo(edit.seq))

    world.play(scene)
    assert world.text("big") == before
    assert list((world.log_folder / "blobs").rglob("*.zst"))


def test_what_a_read_showed_is_kept_so_that_an_outside_change_has_a_before(world: World) -> None:
    world.put("a.py", TEXT)

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        await one.shown(b"a.py")
        world.save("a.py", TEXT.replace("line 5\n", ""))
        await one.shown(b"a.py")

    world.play(scene)
    assert len(facts(world, VersionKept)) == 1
    (outside,) = facts(world, ChangedOutside)
    assert outside.before_kept
    assert [splice.removed for splice in outside.change.splices] == [1]


def test_a_version_that_was_read_and_edited_at_once_is_kept_in_either_order(world: World) -> None:
    world.put("a.py", TEXT)

    async def scene(stage: Stage) -> None:
        one, two = await stage.client(), await stage.client()
        await asyncio.gather(
            one.shown(b"a.py"), two.done(Replace(b"a.py", "X", old="line 1\n")), one.shown(b"a.py")
        )
        await two.done(Rollback())

    world.play(scene)
    assert world.text("a.py") == TEXT


# Asked again


def test_a_call_asked_again_while_it_runs_is_made_once(world: World) -> None:
    world.put("a.py", TEXT)

    async def scene(stage: Stage) -> list[AnyReply]:
        one = await stage.client()
        call = Replace(b"a.py", "line 1\nmore", old="line 1\n")
        return await asyncio.gather(*(one.ask(call, counter=7) for _ in range(5)))

    replies = world.play(scene)
    assert all(isinstance(reply, Done) for reply in replies)
    assert len({reply.seq for reply in replies}) == 1
    assert len(facts(world, Edited)) == 1


def test_a_call_asked_again_after_its_reply_gets_the_same_reply(world: World) -> None:
    world.put("a.py", TEXT)

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        call = Replace(b"a.py", "line 1\nmore", old="line 1\n")
        assert await one.ask(call, counter=7) == await one.ask(call, counter=7)

    world.play(scene)
    assert len(facts(world, Edited)) == 1


def test_a_call_asked_again_after_a_restart_is_told_and_not_made(world: World) -> None:
    world.put("a.py", TEXT)
    call = Replace(b"a.py", "line 1\nmore", old="line 1\n")
    wrong = Replace(b"a.py", "x", old="not there")

    async def before(stage: Stage) -> tuple[Client, Done, Refusal]:
        one = await stage.client()
        await one.shown(b"a.py")
        return one, await one.done(call, counter=7), await one.refused(wrong, counter=8)

    one, edit, refusal = world.play(before)

    async def after(stage: Stage) -> None:
        one.journal = stage.journal
        again = await one.done(call, counter=7)
        assert (again.seq, again.repeated) == (edit.seq, True)
        told = await one.refused(wrong, counter=8)
        assert (told.seq, told.code) == (refusal.seq, refusal.code)

    world.play(after)
    assert len(facts(world, Edited)) == 1


def test_a_read_asked_again_reads_again(world: World) -> None:
    world.put("a.py", TEXT)

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        await one.shown(b"a.py")
        world.save("a.py", "other\n")
        reply = await one.ask(Read(b"a.py"), counter=1)
        assert isinstance(reply, Shown)
        assert reply.total == 1

    world.play(scene)


def test_a_call_too_old_to_be_remembered_is_never_run(world: World) -> None:
    async def before(stage: Stage) -> Client:
        one = await stage.client()
        await one.done(Write(b"a.py", "text\n"), counter=1)
        await asyncio.gather(
            *(one.ask(Commit(), counter=counter) for counter in range(2, OUTCOMES_MAX + 2))
        )
        return one

    one = world.play(before)
    world.put("a.py", "a human's\n")

    async def after(stage: Stage) -> None:
        one.journal = stage.journal
        refusal = await one.refused(Write(b"a.py", "text\n"), counter=1)
        assert refusal.code == "too_old"

    world.play(after)
    assert world.text("a.py") == "a human's\n"


def test_a_call_whose_asker_went_away_is_seen_through(world: World) -> None:
    world.put("a.py", TEXT)

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        call = Replace(b"a.py", "first", old="line 1\n")
        asking = asyncio.ensure_future(one.ask(call, counter=1))
        await asyncio.sleep(0)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert isinstance(await one.ask(call, counter=1), Done)

    world.play(scene)
    assert len(facts(world, Edited)) == 1


# At once


def test_sixteen_agents_on_one_file_lose_nothing(world: World) -> None:
    world.put("a.py", "".join(f"slot {number:02d}\n" for number in range(16)))

    async def scene(stage: Stage) -> None:
        async def work(number: int) -> None:
            one = await stage.client(f"agent {number}")
            slot = f"slot {number:02d}"
            await one.done(Replace(b"a.py", f"{slot} taken\nand more", old=slot))
            edit = await one.done(Replace(b"a.py", f"{slot} twice", old=f"{slot} taken"))
            if number % 2:
                await one.done(Undo(edit.seq))

        await asyncio.gather(*map(work, range(16)))

    world.play(scene)
    lines = [(f"slot {n:02d} {'taken' if n % 2 else 'twice'}", "and more") for n in range(16)]
    assert world.text("a.py") == "".join(f"{one}\n{two}\n" for one, two in lines)


def test_sixteen_agents_on_four_files_lose_nothing(world: World) -> None:
    names = [f"{number}.py" for number in range(4)]
    for name in names:
        world.put(name, TEXT)

    async def scene(stage: Stage) -> None:
        async def work(number: int) -> None:
            one = await stage.client()
            for name in names[number % 4 :] + names[: number % 4]:
                view = await one.shown(f"{name}:10".encode())
                reply = await one.ask(
                    Replace(f"{name}:10".encode(), f"line 10\nby {number}\n", view=view.seq)
                )
                assert isinstance(reply, Done | Refusal)
                if isinstance(reply, Refusal):
                    await one.done(
                        Replace(name.encode(), f"line 10\nby {number}\n", old="line 10\n")
                    )

        await asyncio.gather(*map(work, range(16)))

    world.play(scene)
    for name in names:
        lines = world.text(name).splitlines()
        assert lines[:10] == TEXT.splitlines()
        assert sorted(lines[10:]) == sorted(f"by {number}" for number in range(16))


def test_sessions_opened_at_once_get_numbers_and_names_of_their_own(world: World) -> None:
    async def scene(stage: Stage) -> None:
        clients = await asyncio.gather(*(stage.client("codex") for _ in range(8)))
        assert len({one.session for one in clients}) == 8
        assert len({one.name for one in clients}) == 8

    world.play(scene)


def test_clients_of_one_key_that_come_at_once_share_a_session(world: World) -> None:
    async def scene(stage: Stage) -> None:
        clients = await asyncio.gather(*(stage.client(key="tty1") for _ in range(4)))
        assert len({one.session for one in clients}) == 1

    world.play(scene)


def test_an_edit_is_answered_for_when_all_before_it_are_in_place(world: World) -> None:
    world.put("slow", TEXT)
    world.put("quick", TEXT)
    seam = Interposed()
    reached, released = concurrent.futures.Future[None](), concurrent.futures.Future[None]()

    def wait() -> None:
        reached.set_result(None)
        released.result(30)

    async def scene(stage: Stage) -> None:
        one, two = await stage.client(), await stage.client()
        seam.before["exchange slow"] = wait
        slow = asyncio.ensure_future(one.done(Replace(b"slow", "S", old="line 1\n")))
        await asyncio.wrap_future(reached)
        quick = asyncio.ensure_future(two.done(Replace(b"quick", "Q", old="line 1\n")))
        done, _ = await asyncio.wait({quick}, timeout=0.3)
        assert not done
        assert world.text("quick").startswith("Q")
        released.set_result(None)
        await asyncio.gather(slow, quick)
        head = read_head_file(world.log_folder, bytes.fromhex(stage.journal.id))
        assert head is not None
        assert head.applied >= quick.result().seq

    world.play(scene, seam)


# All or none


EDITED_A, EDITED_B = TEXT.replace("line 1\n", "first\n"), TEXT.replace("line 2\n", "second\n")


def roll_back_two_files(world: World, act: Act) -> AnyReply:
    """Undo the edits of two files in one call; `act` happens right before the second is put."""
    world.put("a.py", TEXT)
    world.put("b.py", TEXT)
    seam = Interposed()

    async def scene(stage: Stage) -> AnyReply:
        one = await stage.client()
        await one.done(Replace(b"a.py", "first", old="line 1\n"))
        await one.done(Replace(b"b.py", "second", old="line 2\n"))
        seam.before["exchange a.py"] = act
        return await one.ask(Rollback(step=2))

    reply = world.play(scene, seam)
    assert not seam.before, "it has happened"
    return reply


def fail_with(code: int) -> Act:
    def fail() -> None:
        raise OSError(code, os.strerror(code))

    return fail


def test_several_files_are_undone_as_one(world: World) -> None:
    reply = roll_back_two_files(world, lambda: None)
    assert isinstance(reply, Done)
    assert [one.path for one in reply.files] == [b"b.py", b"a.py"]
    assert (world.text("a.py"), world.text("b.py")) == (TEXT, TEXT)


def test_no_file_is_changed_when_a_human_saves_one_of_several(world: World) -> None:
    reply = roll_back_two_files(world, lambda: world.save("a.py", "a human's\n"))
    assert isinstance(reply, Refusal)
    assert reply.code == "not_applied"
    assert (world.text("a.py"), world.text("b.py")) == ("a human's\n", EDITED_B)
    (failed,) = facts(world, NotApplied)
    assert (failed.path, failed.edit) == (b"a.py", reply.seq)


def test_no_file_is_changed_when_the_disk_fails_at_one_of_several(world: World) -> None:
    reply = roll_back_two_files(world, fail_with(errno.EIO))
    assert isinstance(reply, Refusal)
    assert reply.values["problem"] == os.strerror(errno.EIO)
    assert (world.text("a.py"), world.text("b.py")) == (EDITED_A, EDITED_B)


def test_a_human_s_save_in_the_last_instant_stays(world: World) -> None:
    world.put("a.py", TEXT)
    seam = Interposed()

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        seam.before["exchange a.py"] = lambda: world.save("a.py", TEXT + "a human's line\n")
        call = Replace(b"a.py", "first", old="line 1\n")
        refusal = await one.refused(call, counter=100)
        assert refusal.code == "not_applied"
        assert await one.ask(call, counter=100) == refusal
        status = await one.ask(Status())
        assert isinstance(status, StatusReply)
        assert not status.edits
        assert (await one.refused(Undo(refusal.seq))).code == "never_applied"
        await one.done(Replace(b"a.py", "first", old="line 1\n"))

    world.play(scene, seam)
    assert world.text("a.py") == EDITED_A + "a human's line\n"


def test_a_call_that_did_not_reach_the_disk_has_its_arguments_in_the_log(world: World) -> None:
    world.put("a.py", TEXT)
    seam = Interposed()

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        seam.before["exchange a.py"] = lambda: world.save("a.py", "a human's\n")
        refusal = await one.refused(Replace(b"a.py", "first", old="line 1\n"))
        await one.done(InsertChip(b"a.py:0", refusal.chip, form="args"))
        assert world.text("a.py").startswith(f"# Chip {refusal.chip} from be-replace a.py, refused")
        assert world.text("a.py").endswith("\n{}\na human's\n")

    world.play(scene, seam)


def test_a_new_file_does_not_take_the_place_of_one_that_came_meanwhile(world: World) -> None:
    seam = Interposed()

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        seam.before["rename_new new.py"] = lambda: world.save("new.py", "a human's\n")
        assert (await one.refused(Write(b"new.py", "text\n"))).code == "not_applied"
        assert (await one.shown(b"new.py")).total == 1

    world.play(scene, seam)
    assert world.text("new.py") == "a human's\n"


def test_what_is_written_to_the_old_file_after_its_replacement_is_kept(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = world.put("a.py", TEXT).open("ab")
    finish = Root.finish

    def finish_late(root: Root, staged: Staged) -> bytes | None:
        with late:
            late.write(b"late\n")
        return finish(root, staged)

    monkeypatch.setattr(Root, "finish", finish_late)

    async def scene(stage: Stage) -> None:
        await (await stage.client()).done(Replace(b"a.py", "first", old="line 1\n"))

    world.play(scene)
    assert world.text("a.py") == EDITED_A
    (kept,) = [entry for entry in world.entries() if isinstance(entry.fact, TornFound)]
    assert isinstance(kept.fact, TornFound)
    log = reader(world.log_folder)
    assert log.content(Kept(kept.seq, kept.fact.found.digest)) == (TEXT + "late\n").encode()


def test_nobody_gets_a_file_between_an_edit_s_bytes_and_their_taking_back(world: World) -> None:
    """It gets another inode on the way, so the turn must hold for its name as well."""
    world.put("a.py", TEXT)
    world.put("b.py", TEXT)
    seam = Interposed()

    async def scene(stage: Stage) -> None:
        one, two = await stage.client("one"), await stage.client("two")
        await one.done(Replace(b"a.py", "first", old="line 1\n"))
        await one.done(Replace(b"b.py", "second", old="line 2\n"))
        loop = asyncio.get_running_loop()
        asked: list[concurrent.futures.Future[Done]] = []

        def come_between() -> None:
            assert world.text("b.py") == TEXT
            call = two.done(Replace(b"b.py", "last", old="line 10\n"))
            asked.append(asyncio.run_coroutine_threadsafe(call, loop))
            waiting = stage.journal._turns._waiting  # pyright: ignore[reportPrivateUsage]
            while not (asked[0].done() or any(waiting.values())):
                os.sched_yield()
            fail_with(errno.EIO)()

        seam.before["exchange a.py"] = come_between
        assert (await one.refused(Rollback(step=2))).code == "not_applied"
        await asyncio.wrap_future(asked[0])

    world.play(scene, seam)
    assert world.text("b.py") == EDITED_B.replace("line 10\n", "last\n")


# The log fails


class BrokenLog(Seam):
    """From `break_` on, calls of some kinds fail on the log's files."""

    def __init__(self, *broken: str) -> None:
        self._broken = broken
        self.is_broken = False

    def _meet(self, call: str, fd: int) -> None:
        if self.is_broken and call in self._broken and kind_of(fd) == "log":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def write(self, fd: int, data: bytes | memoryview, offset: int) -> None:
        self._meet("write", fd)
        super().write(fd, data, offset)

    def allocate(self, fd: int, size_bytes: int) -> None:
        self._meet("allocate", fd)
        super().allocate(fd, size_bytes)

    def fdatasync(self, fd: int) -> None:
        self._meet("fdatasync", fd)
        super().fdatasync(fd)


@pytest.mark.parametrize("broken", [("write",), ("fdatasync", "allocate")])
def test_when_the_log_fails_no_file_is_changed_and_a_new_opening_goes_on(
    world: World, broken: tuple[str, ...]
) -> None:
    world.put("a.py", TEXT)
    world.put("b.py", TEXT)
    seam = BrokenLog(*broken)

    async def scene(stage: Stage) -> None:
        one, two = await stage.client(), await stage.client()
        await one.done(Replace(b"a.py", "first", old="line 1\n"))
        seam.is_broken = True
        calls = [
            one.ask(Replace(b"a.py", "X", old="line 2\n")),
            two.ask(Replace(b"b.py", "X", old="line 2\n")),
            two.ask(Replace(b"a.py", "Y", old="line 3\n")),
        ]
        for error in await asyncio.gather(*calls, return_exceptions=True):
            assert isinstance(error, NoWorkspace)
            assert error.code == "log_failed"
        assert (world.text("a.py"), world.text("b.py")) == (EDITED_A, TEXT)
        assert temp_files(world.root) == []
        for call in (Status(), Read(b"a.py"), Commit()):
            with pytest.raises(NoWorkspace, match="No space left"):
                await one.ask(call)
        seam.is_broken = False
        again = await stage.journals.enter(os.fsencode(world.root))
        assert again is not stage.journal
        with pytest.raises(NoWorkspace, match="closed"):
            await one.ask(Status())
        stage.journal = again
        three = await stage.client()
        await three.done(Replace(b"a.py", "tenth", old="line 10\n"))

    world.play(scene, seam)
    assert "tenth" in world.text("a.py")


def test_one_failed_sync_of_the_log_is_got_over_in_a_new_segment(world: World) -> None:
    world.put("a.py", TEXT)
    seam = Interposed()

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        seam.before["fdatasync log"] = fail_with(errno.EIO)
        await one.done(Replace(b"a.py", "first", old="line 1\n"))

    world.play(scene, seam)
    assert world.text("a.py") == EDITED_A
    assert segment_path(world.log_folder, 2).exists()


def test_a_temp_file_that_cannot_be_written_fails_that_edit_alone(world: World) -> None:
    world.put("a.py", TEXT)
    seam = Interposed()

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        for call in ("write temp", "fsync temp"):
            seam.before[call] = fail_with(errno.ENOSPC)
            refusal = await one.refused(Replace(b"a.py", "first", old="line 1\n"))
            assert refusal.values["problem"] == os.strerror(errno.ENOSPC)
            assert world.text("a.py") == TEXT
        await one.done(Replace(b"a.py", "first", old="line 1\n"))

    world.play(scene, seam)


def test_a_surprise_while_staging_is_told_and_holds_up_nobody(world: World) -> None:
    world.put("a.py", TEXT)
    seam = Interposed()

    def surprise() -> None:
        raise ValueError

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        seam.before["write temp"] = surprise
        refusal = await one.refused(Replace(b"a.py", "first", old="line 1\n"))
        assert "ValueError" in str(refusal.values["problem"])
        await one.done(Replace(b"a.py", "first", old="line 1\n"))

    world.play(scene, seam)


def test_a_damaged_log_is_refused_with_the_place_and_nothing_is_changed(world: World) -> None:
    world.put("a.py", TEXT)

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        for number in range(1, 4):
            await one.done(Replace(b"a.py", f"L{number}", old=f"line {number}\n"))

    world.play(scene)
    path = segment_path(world.log_folder, 1)
    data = bytearray(path.read_bytes())
    data[data.index(b"line 1\n")] ^= 1
    whole = path.read_bytes()
    path.write_bytes(data)
    before = {one: one.read_bytes() for one in world.log_folder.rglob("*") if one.is_file()}
    with pytest.raises(NoWorkspace, match="segment 1, byte") as caught:
        world.play(scene)
    assert caught.value.code == "read_only"
    assert {one: one.read_bytes() for one in before} == before
    path.write_bytes(whole)


# Who may


def test_a_second_journal_on_the_same_state_folder_is_refused(world: World) -> None:
    async def scene(stage: Stage) -> None:
        others = world.journals()
        with pytest.raises(NoWorkspace, match="another daemon"):
            await others.enter(stage.journal.root)
        await others.close()

    world.play(scene)


def test_a_client_of_a_subfolder_joins_the_workspace_and_stays_in_its_folder(
    world: World,
) -> None:
    (world.root / "sub").mkdir()
    world.put("sub/in.py", TEXT)
    world.put("out.py", TEXT)
    (world.root / "sub/link.py").symlink_to("../out.py")

    async def scene(stage: Stage) -> None:
        whole = await stage.client()
        assert await stage.journals.enter(os.fsencode(world.root / "sub")) is stage.journal
        part = await stage.client(root=world.root / "sub")
        assert (await part.shown(b"in.py")).path == b"in.py"
        assert (await part.done(Replace(b"in.py", "x", old="line 1\n"))).files[0].path == b"in.py"
        for path in (b"../out.py", os.fsencode(world.root / "out.py"), b"link.py"):
            assert (await part.refused(Read(path))).code == "outside"
            assert (await part.refused(Replace(path, "x", old="line 1\n"))).code == "outside"
            assert (await part.refused(Write(path, "x"))).code == "outside"
        edit = await whole.done(Replace(b"out.py", "x", old="line 1\n"))
        assert (await part.refused(Undo(edit.seq, anyone=True))).code == "not_within"

    world.play(scene)


def test_a_session_is_joined_again_only_from_its_own_folder(world: World) -> None:
    (world.root / "sub").mkdir()

    async def scene(stage: Stage) -> None:
        whole = await stage.client(key="tty1")
        part = await stage.client(root=world.root / "sub", key="tty1")
        assert part.session != whole.session
        resumed = await stage.client(root=world.root / "sub", resume=whole.session)
        assert resumed.session not in (whole.session, part.session)
        assert (await stage.client(resume=whole.session)).session == whole.session

    world.play(scene)


def test_an_unknown_session_is_told_to_say_hello(world: World) -> None:
    async def scene(stage: Stage) -> None:
        one = await stage.client()
        one.session = 99
        with pytest.raises(NoWorkspace) as caught:
            await one.ask(Status())
        assert caught.value.code == "unknown_session"

    world.play(scene)


# Closing


def test_closing_lets_running_calls_end_and_takes_no_new_ones(world: World) -> None:
    world.put("a.py", TEXT)

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        running = asyncio.ensure_future(one.ask(Replace(b"a.py", "first", old="line 1\n")))
        await asyncio.sleep(0)
        closing = asyncio.ensure_future(stage.journals.close())
        assert isinstance(await running, Done)
        await closing
        with pytest.raises(NoWorkspace, match="closed"):
            await one.ask(Status())
        stage.journals = world.journals()
        stage.journal = await stage.journals.enter(os.fsencode(world.root))

    world.play(scene)
    assert world.text("a.py") == EDITED_A


# The listing


def test_the_log_is_listed_newest_first_in_pages(world: World) -> None:
    world.put("a.py", TEXT)
    world.put("b.py", TEXT)

    async def scene(stage: Stage) -> None:
        one, two = await stage.client("one"), await stage.client("two")
        edits = [
            (await one.done(Replace(name, f"x{number}", old=f"line {number}\n"))).seq
            for number, name in enumerate([b"a.py", b"b.py", b"a.py", b"b.py", b"a.py"], 1)
        ]
        await two.shown(b"a.py")

        async def listed(request: History) -> tuple[list[int], bool]:
            reply = await two.ask(request)
            assert isinstance(reply, LogReply)
            return [item.seq for item in reply.items], reply.more

        of_a = [edits[4], edits[2], edits[0]]
        assert await listed(History(b"a.py", session=one.session)) == (of_a, False)
        assert await listed(History(b"a.py", session="one#1")) == (of_a, False)
        assert await listed(History(b"a.py", session=one.session, limit=2)) == (of_a[:2], True)
        assert (await two.refused(History(session="one#2"))).code == "no_such_session"
        assert await listed(History(b"a.py", before=of_a[1])) == (of_a[2:], False)
        assert await listed(History(b"a.py", before=of_a[2])) == ([], False)
        everything, more = await listed(History(limit=10_000))
        assert everything == list(range(len(everything), 0, -1))
        assert not more
        assert await listed(History(limit=0)) == ([], True)

    world.play(scene)


def test_a_listing_is_the_same_after_a_restart(world: World) -> None:
    world.put("a.py", TEXT)

    async def before(stage: Stage) -> int:
        one = await stage.client()
        return (await one.done(Replace(b"a.py", "x", old="line 1\n"))).seq

    edit = world.play(before)

    async def after(stage: Stage) -> None:
        reply = await (await stage.client()).ask(History(b"a.py", session=1))
        assert isinstance(reply, LogReply)
        assert [item.seq for item in reply.items] == [edit]

    world.play(after)


# What is told on


def test_every_entry_is_fed_once_in_order(world: World) -> None:
    world.put("a.py", TEXT)

    async def scene(stage: Stage) -> list[int]:
        stage.journal.feed = listener = Listener()
        one = await stage.client()
        await one.done(Replace(b"a.py", "x", old="line 1\n"))
        refusal = await one.refused(Read(b"none"))
        await listener.until(lambda: listener.entries[-1].seq >= refusal.seq)
        return [entry.seq for entry in listener.entries]

    fed = world.play(scene)
    assert fed == list(range(1, len(fed) + 1))
    assert len(fed) >= 3


def test_nothing_is_worked_out_for_a_feed_that_nobody_listens_to(world: World) -> None:
    world.put("a.py", TEXT)

    class Deaf(Listener):
        def wants(self, kind: str) -> bool:
            return False

    async def scene(stage: Stage) -> Listener:
        stage.journal.feed = deaf = Deaf()
        one, two = await stage.client(), await stage.client()
        await one.shown(b"a.py")
        await two.done(Replace(b"a.py", "x", old="line 1\n"))
        await one.shown(b"a.py")
        return deaf

    deaf = world.play(scene)
    assert (deaf.entries, deaf.told) == ([], [])
