"""Changes that no event tells of, or whose events are lost, are found all the same."""

# pyright: reportPrivateUsage=false

import asyncio
import ctypes
import errno
import os
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from pathlib import Path

import pytest
from watchdog.events import FileSystemEvent

from editjournal.client.words import render
from editjournal.daemon import journal
from editjournal.daemon.core.effects import Seen
from editjournal.daemon.disk.root import Root
from editjournal.daemon.watching import folders
from editjournal.daemon.watching import listener as listening
from editjournal.daemon.watching.listener import Listener as Watcher
from editjournal.daemon.watching.standing import WatchBounds
from editjournal.daemon.watching.watch import Watch
from editjournal.schemas.replies import StatusReply, Watching
from editjournal.schemas.requests import Read, Replace, Status
from editjournal.schemas.values import RelPath, Span
from tests.cases.circumstances import in_child
from tests.stage import Client, Listener, Stage, Unsynced, World

TEXT = "one\ntwo\nthree\nfour\n"
NEVER_S = 3_600.0
DEADLINE_S = 60
NEW_USERS = 0x10000000
"""CLONE_NEWUSER: a process in it has limits of its own."""
Scene = Callable[[Stage, Listener], Awaitable[None]]


@pytest.fixture
def world(tmp_path: Path) -> World:
    made = World(tmp_path, Unsynced())
    for name in ("a.py", "b.py"):
        made.put(name, TEXT)
    return made


def play(world: World, scene: Scene) -> None:
    async def run(stage: Stage) -> None:
        listener = Listener()
        stage.journal.feed = listener
        await scene(stage, listener)

    world.play(run)


def watch_by(monkeypatch: pytest.MonkeyPatch, bounds: WatchBounds) -> list[Watch]:
    """Have journals watch by these bounds; return the list that their watches come into."""
    made: list[Watch] = []

    def make(root: bytes, changed: Callable[[frozenset[RelPath]], None], pool: Executor) -> Watch:
        made.append(Watch(root, changed, pool, bounds=bounds))
        return made[-1]

    monkeypatch.setattr(journal, "Watch", make)
    return made


async def standing(client: Client) -> Watching:
    reply = await client.ask(Status())
    assert isinstance(reply, StatusReply)
    assert reply.watching is not None
    return reply.watching


async def until_standing(client: Client, is_so: Callable[[Watching], bool]) -> str:
    """Ask until the files are watched like that; return how the status says it."""
    while not is_so(await standing(client)):
        pass
    return render.text(await client.ask(Status()))


async def until_at_rest(watch: Watch) -> None:
    """Wait until the watch has looked at all that it knows of."""
    while watch._settling or watch._checks or watch._check_timer:  # noqa: ASYNC110 - nobody tells
        await asyncio.sleep(0)


def _is_so(_: int) -> bool:
    return True


def _lose(_: listening._Events, __: FileSystemEvent) -> None:
    """Take no event in."""


# --- no events ------------------------------------------------------------------------------------


def test_where_no_event_comes_the_sweep_finds_a_change(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch_by(monkeypatch, WatchBounds(folders_max=0, sweep_s=0.02))

    async def scene(stage: Stage, listener: Listener) -> None:
        client = await stage.client()
        view = (await client.shown(b"a.py")).seq
        text = await until_standing(client, lambda found: bool(found.unwatched))
        assert "watching: 1 folder only every 2 s (more than can be watched)" in text
        world.put("a.py", TEXT.replace("two", "TWO"))
        await listener.until(lambda: bool(listener.told))
        assert len(listener.outside) == 1
        [notice] = (await client.ask(Read(b"b.py"))).notices
        assert (notice.view, notice.spans) == (view, (Span(2, 2),))

    play(world, scene)


def test_a_file_system_that_sends_no_events_is_not_trusted_to(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch_by(monkeypatch, WatchBounds(sweep_s=0.02))
    monkeypatch.setattr(folders, "is_remote", _is_so)

    async def scene(stage: Stage, listener: Listener) -> None:
        client = await stage.client()
        await client.shown(b"a.py")
        text = await until_standing(client, lambda found: bool(found.unwatched))
        assert "1 folder only every 2 s (on a file system that sends no events)" in text
        world.save("a.py", "new\n")
        await listener.until(lambda: bool(listener.outside))

    play(world, scene)


def test_what_neither_events_nor_the_sweep_told_is_found_at_use(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch_by(monkeypatch, WatchBounds(folders_max=0, sweep_s=NEVER_S))

    async def scene(stage: Stage, listener: Listener) -> None:
        client = await stage.client()
        view = (await client.shown(b"a.py")).seq
        world.put("a.py", TEXT.replace("two", "TWO\nmore"))
        refusal = await client.refused(Replace(b"a.py:2", "mine\n", view=view))
        assert refusal.who is not None
        assert refusal.who.session == 0
        assert len(listener.outside) == 1
        assert world.text("a.py") == TEXT.replace("two", "TWO\nmore")

    play(world, scene)


def test_files_too_many_to_be_swept_are_found_at_use_and_the_status_says_so(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch_by(monkeypatch, WatchBounds(files_max=1))

    async def scene(stage: Stage, listener: Listener) -> None:
        client = await stage.client()
        view = (await client.shown(b"a.py")).seq
        await client.shown(b"b.py")
        text = await until_standing(client, lambda found: found.unswept == 1)
        assert "1 file checked only at use" in text
        world.put("a.py", TEXT + "more\n")
        world.put("b.py", TEXT + "more\n")
        await listener.until(lambda: bool(listener.outside_of("b.py")))
        refusal = await client.refused(Replace(b"a.py:1-5", "mine\n", view=view))
        assert refusal.seq > max(one.seq for one in listener.entries if one.session == 0)

    play(world, scene)


# --- events that are lost -------------------------------------------------------------------------


def test_after_an_overflow_changes_whose_events_were_lost_are_found(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    watches = watch_by(monkeypatch, WatchBounds(sweep_s=NEVER_S))
    monkeypatch.setattr(listening._Events, "dispatch", _lose)

    async def scene(stage: Stage, listener: Listener) -> None:
        client = await stage.client()
        for name in (b"a.py", b"b.py"):
            await client.shown(name)
        await until_standing(client, lambda found: found.files == 2 and found.folders == 1)
        [watch] = watches
        await until_at_rest(watch)
        world.put("a.py", "lost\n")
        world.save("b.py", "lost, too\n")
        await until_at_rest(watch)
        assert (listener.outside, listener.told) == ([], [])
        watch._inbox.overflowed()
        await listener.until(lambda: len(listener.told) == 2)
        assert sorted(one.change.path for one in listener.outside) == [b"a.py", b"b.py"]
        assert "events were lost 1 time" in render.text(await client.ask(Status()))

    play(world, scene)


# --- the system's limits --------------------------------------------------------------------------


def test_at_the_systems_limit_of_watches_the_other_folders_are_swept_and_that_is_said(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"f{number}/a.py" for number in range(4)]
    for name in names:
        (world.root / name).parent.mkdir()
        world.put(name, TEXT)

    async def scene(stage: Stage, listener: Listener) -> None:
        client = await stage.client()
        for name in names:
            await client.shown(name.encode())
        text = await until_standing(client, lambda found: found.unwatched == (("limit", 2),))
        assert "watching: 2 folders only every 2 s (the system grants no further watch)" in text
        for name in names:
            world.put(name, "changed\n")
        await listener.until(lambda: len(listener.told) == len(names))

    async def in_time(stage: Stage, listener: Listener) -> None:
        async with asyncio.timeout(DEADLINE_S):  # nobody else ends a child
            await scene(stage, listener)

    def limited() -> None:
        grant_watches(2)
        watch_by(monkeypatch, WatchBounds(sweep_s=0.1))
        play(world, in_time)

    in_child(limited)


def grant_watches(count: int) -> None:
    """Have the system grant this process no more than so many watches, in a child.

    Where it may not be told to, its answer is feigned.
    """
    if not _limit(count):
        _feign_limit(count)


def _limit(count: int) -> bool:
    user, group = os.geteuid(), os.getegid()
    if ctypes.CDLL(None).unshare(NEW_USERS) != 0:
        return False
    try:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
        Path("/proc/sys/user/max_inotify_watches").write_text(str(count))
    except OSError:
        return False
    return True


def _feign_limit(count: int) -> None:
    watch, unwatch = Watcher.watch, Watcher.unwatch
    watched: set[bytes] = set()

    def watch_if_granted(self: Watcher, folder: bytes) -> None:
        if len(watched) >= count:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        watch(self, folder)
        watched.add(folder)

    def unwatch_and_count(self: Watcher, folder: bytes) -> None:
        watched.discard(folder)
        unwatch(self, folder)

    Watcher.watch, Watcher.unwatch = watch_if_granted, unwatch_and_count


# --- files that change while they are looked at ---------------------------------------------------


def test_what_takes_a_files_place_right_after_it_was_read_is_not_taken_for_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file is known by the descriptor that its bytes came from, not by a later look at its name.

    The other file has as many bytes, and the first one's times.
    """
    look = Root.look

    def look_and_swap(self: Root, path: RelPath, *, data: bool = True, names: bool = True) -> Seen:
        seen = look(self, path, data=data, names=names)
        if path == b"a.py":
            monkeypatch.undo()
            times = (world.root / "a.py").stat()
            swapped = world.save("a.py", TEXT.replace("two", "TWO"))
            os.utime(swapped, ns=(times.st_atime_ns, times.st_mtime_ns))
        return seen

    async def scene(stage: Stage, listener: Listener) -> None:
        client = await stage.client()
        monkeypatch.setattr(Root, "look", look_and_swap)
        shown = await client.shown(b"a.py")
        assert shown.blocks[0].lines[1] == "two"
        await listener.until(lambda: bool(listener.told))
        assert listener.told[0].notice.spans == (Span(2, 2),)
        made = await client.done(Replace(b"a.py:2", "mine\n", view=shown.seq))
        assert [one.code for one in made.warnings] == ["changed_since"]

    play(world, scene)
