"""What is done to watched files, and what is told of it."""

import asyncio
import concurrent.futures
import logging
import os
import shutil
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from watchdog.observers.api import EventDispatcher
from watchdog.observers.inotify_c import InotifyEvent, InotifyFD
from watchdog.utils import BaseThread

from editjournal.daemon.watching.folders import Folders, Settled
from editjournal.daemon.watching.inbox import Inbox
from editjournal.daemon.watching.pacing import Event
from editjournal.daemon.watching.standing import WatchBounds, WatchStanding, Why
from editjournal.daemon.watching.watch import Watch
from editjournal.schemas.values import RelPath
from tests.daemon.watching.changes import (
    make_executable,
    move_away,
    put_a_folder_there,
    put_a_link_there,
    replace,
    rewrite,
    save_as_vim_does,
    touch,
)
from tests.daemon.watching.staging import (
    DEADLINE_S,
    SWEPT,
    UNSWEPT,
    Play,
    Slow,
    Stage,
    staged,
)

CHANGES = [
    *(rewrite, replace, save_as_vim_does, touch, make_executable, move_away, Path.unlink),
    *(put_a_folder_there, put_a_link_there),
]


@pytest.mark.parametrize("bounds", [UNSWEPT, SWEPT], ids=["by_event", "by_sweep"])
@pytest.mark.parametrize("change", CHANGES)
def test_a_file_that_was_changed_is_told_of(
    play: Play, change: Callable[[Path], object], bounds: WatchBounds
) -> None:
    async def scene(stage: Stage) -> None:
        await stage.want("a.txt")
        change(stage.root / "a.txt")
        await stage.until_told("a.txt")

    play(scene, bounds)


@pytest.mark.parametrize("bounds", [UNSWEPT, SWEPT], ids=["by_event", "by_sweep"])
def test_a_file_that_was_not_there_is_told_of_when_it_comes(
    play: Play, bounds: WatchBounds
) -> None:
    async def scene(stage: Stage) -> None:
        await stage.want("new.txt")
        (stage.root / "new.txt").write_text("1")
        await stage.until_told("new.txt")

    play(scene, bounds)


@pytest.mark.parametrize("name", ["naïve — 名.txt", "with space\n.txt", "latin-\udce9.txt"])
def test_names_of_any_bytes_are_told_as_they_are(root: Path, name: str) -> None:
    path = RelPath(os.fsencode(name))

    async def scene() -> None:
        heard = asyncio.Event()
        told: list[RelPath] = []

        def hear(paths: frozenset[RelPath]) -> None:
            told.extend(paths)
            heard.set()

        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            watch = Watch(os.fsencode(root), hear, pool)
            watch.proven(path, None)
            watch.want([path])
            (root / name).write_text("1")
            await asyncio.wait_for(heard.wait(), DEADLINE_S)
            await watch.close()
        assert set(told) == {path}

    asyncio.run(scene())


def test_a_root_behind_a_symlink_is_watched(root: Path, pool: concurrent.futures.Executor) -> None:
    link = root.parent / "link"
    link.symlink_to("root")

    async def scene() -> None:
        async with staged(link, UNSWEPT, pool) as stage:
            await stage.want("a.txt")
            (root / "a.txt").write_text("2")
            await stage.until_told("a.txt")

    asyncio.run(scene())


def test_a_file_that_nobody_wants_is_not_told_of(play: Play) -> None:
    async def scene(stage: Stage) -> None:
        await stage.want("a.txt", "marker")
        (stage.root / "b.txt").write_text("2")
        (stage.root / ".0123abcd.ejtmp").write_text("2")
        await stage.until_heard()
        await stage.want("marker")
        (stage.root / "a.txt").write_text("2")
        await stage.until_heard()
        assert set().union(*stage.told) == {b"marker"}

    play(scene, UNSWEPT)


def test_reading_a_file_is_no_event(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[bytes] = []
    happened = Inbox.happened

    def note(self: Inbox, event: Event, path: bytes) -> None:
        told.append(path)
        happened(self, event, path)

    async def scene(stage: Stage) -> None:
        await stage.want("a.txt", "marker")
        (stage.root / "a.txt").read_text()
        await stage.until_heard()
        assert set(told) == {bytes(stage.root / "marker")}

    monkeypatch.setattr(Inbox, "happened", note)
    play(scene, UNSWEPT)


def test_what_we_wrote_ourselves_and_have_proven_is_not_told_of(play: Play) -> None:
    async def scene(stage: Stage) -> None:
        await stage.want("a.txt", "marker")
        replace(stage.root / "a.txt")
        stage.prove("a.txt")
        await stage.until_heard()
        assert stage.count("a.txt") == 0

    play(scene, UNSWEPT)


def test_what_was_proven_too_soon_after_a_change_is_told_of_once(play: Play) -> None:
    async def scene(stage: Stage) -> None:
        await stage.want("a.txt", "marker")
        replace(stage.root / "a.txt")
        stage.prove("a.txt", fresh=True)
        await stage.until_told("a.txt")
        stage.prove("a.txt")
        await stage.until_heard()
        assert stage.count("a.txt") == 1

    play(scene, UNSWEPT)


def test_a_change_between_the_proof_and_the_wish_to_watch_is_told_of(play: Play) -> None:
    async def scene(stage: Stage) -> None:
        await stage.want("marker")
        stage.prove("a.txt")
        (stage.root / "a.txt").write_text("22")
        await stage.until_heard()
        stage.watch.want([RelPath(b"a.txt"), RelPath(b"marker")])
        await stage.until_told("a.txt")

    play(scene, UNSWEPT)


def test_what_happened_before_a_folder_was_heard_again_is_told_of(play: Play) -> None:
    async def scene(stage: Stage) -> None:
        folder = stage.root / "sub"
        folder.mkdir()
        await stage.want("sub/c.txt")
        folder.rename(stage.root / "was_sub")
        folder.mkdir()
        (folder / "c.txt").write_text("1")
        stage.watch.want([RelPath(b"sub/c.txt"), RelPath(b"a.txt")])
        await stage.until_told("sub/c.txt")

    play(scene, UNSWEPT)


def prove_anew(stage: Stage) -> None:
    (stage.root / "a.txt").write_text("333")
    stage.prove("a.txt")


def want_it_no_more(stage: Stage) -> None:
    stage.watch.want([RelPath(b"marker")])


@pytest.mark.parametrize("meanwhile", [prove_anew, want_it_no_more])
def test_a_stat_that_comes_too_late_says_nothing(
    root: Path, meanwhile: Callable[[Stage], None]
) -> None:
    async def scene() -> None:
        with Slow() as pool:
            async with staged(root, UNSWEPT, pool) as stage:
                await stage.want("a.txt", "marker")
                pool.hold()
                (stage.root / "a.txt").write_text("22")
                await stage.until(lambda: pool.has_held > 0)
                meanwhile(stage)
                pool.release()
                await stage.until_heard()
                await stage.until_settled()
                assert stage.count("a.txt") == 0

    asyncio.run(scene())


@pytest.mark.parametrize(("again_s", "times"), [(3600, 1), (0.05, 2)])
def test_of_two_looks_at_once_the_second_tells_later(
    root: Path, again_s: float, times: int
) -> None:
    async def scene() -> None:
        bounds = WatchBounds(first_s=0, again_s=again_s, sweep_s=3600)
        with Slow() as pool:
            async with staged(root, bounds, pool) as stage:
                await stage.want("a.txt", "marker")
                pool.hold()
                (stage.root / "a.txt").write_text("22")
                await stage.until(lambda: pool.has_held >= 1)
                stage.inbox.happened(Event.CLOSED, bytes(root / "a.txt"))
                await stage.until(lambda: pool.has_held >= 2)
                pool.release()
                await stage.until_told("a.txt", times)
                await stage.until_heard()
                assert stage.count("a.txt") == times

    asyncio.run(scene())


def test_a_file_that_goes_on_changing_is_told_of_now_and_then(play: Play) -> None:
    async def scene(stage: Stage) -> None:
        await stage.want("a.txt", "marker")
        (stage.root / "a.txt").write_text("22")
        await stage.until_told("a.txt")
        (stage.root / "a.txt").write_text("333")
        await stage.until_heard()
        assert stage.count("a.txt") == 1

    play(scene, WatchBounds(first_s=0, again_s=3600, sweep_s=3600))


def test_a_sweep_tells_a_change_once(play: Play) -> None:
    async def scene(stage: Stage) -> None:
        await stage.want("a.txt", "marker")
        (stage.root / "a.txt").write_text("22")
        await stage.until_told("a.txt")
        for _ in range(3):
            await stage.until_heard()
        assert stage.count("a.txt") == 1

    play(scene, SWEPT)


def test_files_past_the_bound_are_not_swept_and_that_is_said(play: Play) -> None:
    async def scene(stage: Stage) -> None:
        await stage.want("marker", "a.txt")
        (stage.root / "a.txt").write_text("22")
        await stage.until_heard()
        assert stage.count("a.txt") == 0
        assert stage.watch.standing.files == 1
        assert stage.watch.standing.files_past == 1

    play(scene, WatchBounds(folders_max=0, files_max=1, sweep_s=0.02))


def test_where_all_is_well_the_standing_says_so(play: Play) -> None:
    async def scene(stage: Stage) -> None:
        (stage.root / "sub").mkdir()
        await stage.want("a.txt", "b.txt", "sub/c.txt")
        assert stage.watch.standing == WatchStanding(folders=2, files=3)

    play(scene, UNSWEPT)


def test_a_folder_too_many_is_swept(play: Play) -> None:
    async def scene(stage: Stage) -> None:
        (stage.root / "sub").mkdir()
        await stage.want("sub/c.txt", "a.txt")
        assert stage.watch.standing.left == ((Why.CAP, 1),)
        (stage.root / "a.txt").write_text("22")
        await stage.until_told("a.txt")

    play(scene, WatchBounds(folders_max=1, sweep_s=0.02))


def test_a_remote_folder_is_swept(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    def yes(_fd: int) -> bool:
        return True

    monkeypatch.setattr("editjournal.daemon.watching.folders.is_remote", yes)

    async def scene(stage: Stage) -> None:
        await stage.want("a.txt")
        assert stage.watch.standing.left == ((Why.REMOTE, 1),)
        assert not watchers()
        (stage.root / "a.txt").write_text("22")
        await stage.until_told("a.txt")

    play(scene, WatchBounds(sweep_s=0.02))


def test_a_folder_that_is_removed_and_made_anew_is_told_of(play: Play) -> None:
    async def scene(stage: Stage) -> None:
        (stage.root / "sub").mkdir()
        (stage.root / "sub" / "c.txt").write_text("1")
        await stage.want("sub/c.txt")
        shutil.rmtree(stage.root / "sub")
        await stage.until_told("sub/c.txt")
        stage.prove("sub/c.txt")
        (stage.root / "sub").mkdir()
        (stage.root / "sub" / "c.txt").write_text("2")
        await stage.until_told("sub/c.txt", stage.count("sub/c.txt") + 1)

    play(scene, WatchBounds(sweep_s=0.05))


def test_the_end_of_a_folder_is_noticed_at_once(play: Play) -> None:
    async def scene(stage: Stage) -> None:
        (stage.root / "sub").mkdir()
        await stage.want("sub/c.txt")
        (stage.root / "sub").rmdir()
        await stage.until(lambda: stage.watch.standing.left == ((Why.ABSENT, 1),))

    play(scene, UNSWEPT)


def test_when_events_were_lost_every_file_is_told_of(play: Play) -> None:
    async def scene(stage: Stage) -> None:
        await stage.want("a.txt", "b.txt")
        logging.getLogger("watchdog.observers.inotify_c").warning("Inotify queue overflowed")
        await stage.until_told("a.txt")
        assert stage.told == [{b"a.txt", b"b.txt"}]
        assert stage.watch.standing.overflows == 1

    play(scene, UNSWEPT)


def test_the_kernels_own_overflow_is_noticed(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    may_read = threading.Event()
    handle = InotifyFD.handle_event

    def wait_and_handle(self: InotifyFD, event: InotifyEvent) -> None:
        may_read.wait(DEADLINE_S)
        handle(self, event)

    queue_max = int(Path("/proc/sys/fs/inotify/max_queued_events").read_text())

    async def scene(stage: Stage) -> None:
        await stage.want("a.txt", "b.txt", "marker")
        monkeypatch.setattr(InotifyFD, "handle_event", wait_and_handle)
        # Alternating, for the kernel drops an event like the one before it. One bufferful is read.
        for _ in range(queue_max // 2 + 4096):
            os.utime(stage.root / "a.txt", ns=(0, 0))
            os.utime(stage.root / "marker", ns=(0, 0))
        may_read.set()
        await stage.until_told("b.txt")
        assert stage.watch.standing.overflows == 1

    play(scene, UNSWEPT)


@pytest.mark.parametrize("part", ["reader", "teller"])
def test_a_watcher_that_fails_leaves_the_sweep(
    play: Play, part: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(stage: Stage) -> None:
        await stage.want("a.txt", "marker")
        failing = stage.reader if part == "reader" else stage.teller
        if isinstance(failing, EventDispatcher):
            failing.stopped_event.set()
            failing.event_queue.put(EventDispatcher.stop_event)
        else:
            failing.stop()
        await asyncio.to_thread(failing.join, DEADLINE_S)
        async with asyncio.timeout(DEADLINE_S):
            while stage.watch.standing.folders:
                await stage.until_heard()
        assert stage.watch.standing.left == ((Why.ERROR, 1),)
        assert not watchers()
        (stage.root / "a.txt").write_text("22")
        await stage.until_told("a.txt")

    play(scene, WatchBounds(sweep_s=0.02))
    assert caplog.records


def test_an_event_that_cannot_be_taken_in_counts_as_lost(
    play: Play, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(stage: Stage) -> None:
        await stage.want("a.txt", "b.txt")

        def fail(_event: Event, _path: bytes) -> None:
            raise ValueError

        with monkeypatch.context() as patch:
            patch.setattr(stage.inbox, "happened", fail)
            (stage.root / "a.txt").write_text("22")
            await stage.until_told("b.txt")
        stage.prove("b.txt")
        (stage.root / "b.txt").write_text("22")
        await stage.until_told("b.txt", stage.count("b.txt") + 1)
        assert "an event was lost: ValueError" in caplog.text

    play(scene, UNSWEPT)


def watchers() -> list[threading.Thread]:
    return [one for one in threading.enumerate() if isinstance(one, BaseThread)]


def test_at_rest_there_is_neither_thread_nor_timer(play: Play) -> None:
    async def scene(stage: Stage) -> None:
        assert not watchers()
        await stage.want("a.txt")
        assert watchers()
        stage.inbox.happened(Event.CLOSED, bytes(stage.root / "a.txt"))
        await stage.until(lambda: stage.timers == 2)
        stage.watch.want([])
        assert stage.timers == 0
        await stage.until_settled()
        assert not watchers()
        assert stage.watch.standing == WatchStanding()

    play(scene, UNSWEPT)


def test_a_closed_watch_tells_nothing_and_leaves_no_thread(
    root: Path, pool: concurrent.futures.Executor
) -> None:
    async def scene() -> None:
        async with staged(root, SWEPT, pool) as stage:
            await stage.want("a.txt")
        (root / "a.txt").write_text("22")
        stage.inbox.happened(Event.CLOSED, bytes(root / "a.txt"))
        stage.watch.want([RelPath(b"b.txt")])
        pending = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.gather(*pending, return_exceptions=True)
        assert stage.told == []
        assert not watchers()
        assert stage.timers == 0

    asyncio.run(scene())


def test_closing_in_the_middle_of_starting_leaves_no_thread(
    root: Path, pool: concurrent.futures.Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_settle = threading.Event()
    settle = Folders.settle

    def wait_and_settle(self: Folders, ranked: Sequence[RelPath], now: float) -> Settled:
        may_settle.wait(DEADLINE_S)
        return settle(self, ranked, now)

    async def scene() -> None:
        async with staged(root, UNSWEPT, pool) as stage:
            stage.watch.want([RelPath(b"a.txt")])
            closing = asyncio.ensure_future(stage.watch.close())
            for _ in range(20):
                await asyncio.sleep(0)
            may_settle.set()
            await closing
            await stage.until_settled()
            assert not watchers()

    monkeypatch.setattr(Folders, "settle", wait_and_settle)

    asyncio.run(scene())


def test_wanting_the_same_again_asks_for_nothing(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(stage: Stage) -> None:
        await stage.want("a.txt", "b.txt")
        with monkeypatch.context() as patch:
            patch.setattr(stage.watch, "_settle", pytest.fail)
            patch.setattr(stage.inbox, "expect", pytest.fail)
            stage.watch.want([RelPath(b"a.txt"), RelPath(b"b.txt")])
            stage.watch.want([RelPath(b"b.txt"), RelPath(b"a.txt")])

    play(scene, UNSWEPT)


def test_another_file_of_the_same_folder_needs_no_new_watch(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(stage: Stage) -> None:
        await stage.want("a.txt")
        with monkeypatch.context() as patch:
            patch.setattr(stage.watch, "_settle", pytest.fail)
            await stage.want("a.txt", "b.txt")
        (stage.root / "b.txt").write_text("22")
        await stage.until_told("b.txt")

    play(scene, UNSWEPT)


def test_another_order_gives_another_folder_the_watch(play: Play) -> None:
    async def scene(stage: Stage) -> None:
        (stage.root / "sub").mkdir()
        await stage.want("a.txt", "sub/c.txt")
        has_moved = asyncio.Event()
        loop, settle = asyncio.get_running_loop(), stage.folders.settle

        def note(ranked: Sequence[RelPath], now: float) -> Settled:
            settled = settle(ranked, now)
            if settled.newly == frozenset({RelPath(b"sub")}):
                loop.call_soon_threadsafe(has_moved.set)
            return settled

        stage.folders.settle = note
        await stage.want("sub/c.txt", "a.txt")
        await asyncio.wait_for(has_moved.wait(), DEADLINE_S)

    play(scene, WatchBounds(folders_max=1, sweep_s=0.02))


def test_proofs_of_files_that_nobody_wants_are_not_kept(play: Play) -> None:
    async def scene(stage: Stage) -> None:
        await stage.want("a.txt")
        stage.prove("b.txt")
        assert stage.proofs == 2
        await stage.want("a.txt")
        assert stage.proofs == 1
        await stage.want("b.txt")
        assert stage.proofs == 1

    play(scene, UNSWEPT)
