"""Files that sessions have seen are looked at when they change, and sessions are told.

On real files with a real watch, and no client's call in between.
"""

# pyright: reportPrivateUsage=false

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Executor
from pathlib import Path

import pytest

from editjournal.daemon import journal
from editjournal.daemon.checks import REST_MAX_S
from editjournal.daemon.watching.standing import WatchBounds
from editjournal.daemon.watching.watch import Watch
from editjournal.schemas.facts import ChangedOutside
from editjournal.schemas.replies import Refusal, StatusReply, ViewList, Watching
from editjournal.schemas.requests import Read, Redo, Replace, Status, Undo, Views
from editjournal.schemas.values import RelPath, Span
from tests.stage import Client, Listener, Stage, Unsynced, World

Scene = Callable[[Stage, Listener], Awaitable[None]]


@pytest.fixture
def world(tmp_path: Path) -> World:
    made = World(tmp_path, Unsynced())
    made.put("a.py", "one\ntwo\nthree\nfour\n")
    made.put("b.py", "b\n")
    return made


def play(world: World, scene: Scene) -> None:
    async def run(stage: Stage) -> None:
        listener = Listener()
        stage.journal.feed = listener
        await scene(stage, listener)

    world.play(run)


async def watching(client: Client) -> Watching:
    status = await client.ask(Status())
    assert isinstance(status, StatusReply)
    assert status.watching is not None
    return status.watching


def test_a_change_from_outside_is_logged_and_told_without_being_asked(world: World) -> None:
    async def scene(stage: Stage, listener: Listener) -> None:
        client = await stage.client("codex")
        view = (await client.shown(b"a.py")).seq
        world.put("a.py", "zero\none\nTWO\nthree\nfour\n")
        await listener.until(lambda: bool(listener.told))
        [told] = listener.told
        assert (told.session, told.name) == (client.session, "codex#1")
        assert (told.notice.kind, told.notice.view) == ("changed", view)
        [change] = listener.outside
        assert change.before_kept
        reply = await client.ask(Read(b"b.py"))
        [notice] = reply.notices
        assert (notice.path, notice.spans, notice.by.name) == (b"a.py", (Span(2, 2),), "")

    play(world, scene)


def test_a_change_of_mode_is_logged(world: World) -> None:
    async def scene(stage: Stage, listener: Listener) -> None:
        client = await stage.client()
        await client.shown(b"a.py")
        (world.root / "a.py").chmod(0o755)
        await listener.until(lambda: bool(listener.outside))
        assert listener.outside[0].change.splices == ()

    play(world, scene)


def test_a_file_saved_by_a_new_one_taking_its_place(world: World) -> None:
    async def scene(stage: Stage, listener: Listener) -> None:
        client = await stage.client()
        await client.shown(b"a.py")
        world.save("a.py", "one\n")
        await listener.until(lambda: bool(listener.outside))

    play(world, scene)


def test_a_removed_file_is_told_as_gone_and_its_return_as_a_change(world: World) -> None:
    async def scene(stage: Stage, listener: Listener) -> None:
        client = await stage.client()
        await client.shown(b"a.py")
        (world.root / "a.py").unlink()
        await listener.until(lambda: len(listener.told) == 1)
        assert listener.told[0].notice.kind == "gone"
        world.put("a.py", "again\n")
        await listener.until(lambda: len(listener.outside) == 2)

    play(world, scene)


def test_touching_a_file_or_writing_the_same_bytes_is_nothing(world: World) -> None:
    async def scene(stage: Stage, listener: Listener) -> None:
        client = await stage.client()
        await client.shown(b"a.py")
        await client.shown(b"b.py")
        os.utime(world.root / "a.py")
        world.put("a.py", "one\ntwo\nthree\nfour\n")
        world.put("b.py", "changed\n")  # looked at after the other
        await listener.until(lambda: bool(listener.outside))
        assert [one.change.path for one in listener.outside] == [b"b.py"]

    play(world, scene)


def test_own_edits_are_no_outside_changes(world: World) -> None:
    async def scene(stage: Stage, listener: Listener) -> None:
        client = await stage.client()
        view = (await client.shown(b"a.py")).seq
        for number in range(20):
            await client.done(Replace(b"a.py:2", f"{number}\n", view=view))
        await client.shown(b"b.py")
        world.put("b.py", "changed\n")
        await listener.until(lambda: bool(listener.outside))
        assert [one.change.path for one in listener.outside] == [b"b.py"]
        reply = await client.ask(Read(b"a.py"))
        assert [one.path for one in reply.notices] == [b"b.py"]

    play(world, scene)


def test_an_agents_edit_overwritten_by_an_editors_old_buffer(world: World) -> None:
    async def scene(stage: Stage, listener: Listener) -> None:
        client = await stage.client()
        view = (await client.shown(b"a.py")).seq
        edit = await client.done(Replace(b"a.py:2", "mine\n", view=view))
        world.save("a.py", "one\ntwo\nthree\nfour\n")
        await listener.until(lambda: bool(listener.told))
        assert [(one.notice.kind, one.notice.edit) for one in listener.told] == [
            ("overwritten", edit.seq)
        ]

    play(world, scene)


def test_another_agents_edit_is_told_at_once_on_the_feed(world: World) -> None:
    async def scene(stage: Stage, listener: Listener) -> None:
        one, two = await stage.client("codex"), await stage.client("claude")
        await one.shown(b"a.py")
        await two.shown(b"a.py")
        edit = await two.done(Replace(b"a.py:2", "TWO\n"))
        await listener.until(lambda: bool(listener.told))
        [told] = listener.told
        assert (told.session, told.notice.by.seq) == (one.session, edit.seq)
        assert told.notice.by.name == "claude#1"

    play(world, scene)


def test_files_of_sessions_that_left_are_not_watched(world: World) -> None:
    async def scene(stage: Stage, listener: Listener) -> None:
        gone, here = await stage.client(), await stage.client()
        await gone.shown(b"a.py")
        await here.shown(b"b.py")
        stage.journal.left(gone.session)
        world.put("b.py", "until the watch knows\n")
        await listener.until(lambda: bool(listener.outside_of("b.py")))
        world.put("a.py", "nobody looks\n")
        world.put("b.py", "somebody does\n")
        await listener.until(lambda: len(listener.outside_of("b.py")) == 2)
        assert listener.outside_of("a.py") == []

    play(world, scene)


def test_what_changed_while_no_daemon_ran_is_found_when_a_session_comes_back(world: World) -> None:
    seen: list[Client] = []

    async def before(stage: Stage, _: Listener) -> None:
        seen.append(await stage.client(key="k"))
        await seen[0].shown(b"a.py")

    async def after(stage: Stage, listener: Listener) -> None:
        client = await stage.client(key="k")
        assert client.session == seen[0].session
        await listener.until(lambda: bool(listener.told))
        assert listener.told[0].session == client.session
        reply = await client.ask(Read(b"b.py"))
        assert [one.path for one in reply.notices] == [b"a.py"]

    play(world, before)
    world.put("a.py", "changed\nmeanwhile\n")
    play(world, after)


def test_a_call_that_comes_first_is_told_the_same(world: World) -> None:
    """The watch only hurries things up: a call that looks itself finds it."""

    async def scene(stage: Stage, listener: Listener) -> None:
        client = await stage.client()
        view = (await client.shown(b"a.py")).seq
        world.put("a.py", "zero\none\ntwo\nthree\nfour\n")
        reply = await client.ask(Replace(b"a.py:2", "x\n", view=view))
        assert isinstance(reply, Refusal)
        assert reply.prepared
        assert len(listener.outside) <= 1

    play(world, scene)


def test_status_says_what_is_watched(world: World) -> None:
    async def scene(stage: Stage, listener: Listener) -> None:
        client = await stage.client()
        await client.shown(b"a.py")
        await client.shown(b"b.py")
        while (await watching(client)).folders == 0:
            await stage.client()  # until then, something to do
        assert (await watching(client)).files == 2

    play(world, scene)


def test_a_human_edit_can_be_undone_like_any_other(world: World) -> None:
    async def scene(stage: Stage, listener: Listener) -> None:
        client = await stage.client()
        view = (await client.shown(b"a.py")).seq
        world.put("a.py", "one\nhuman\nthree\nfour\n")
        await listener.until(lambda: bool(listener.outside))
        [human] = [one.seq for one in listener.entries if isinstance(one.fact, ChangedOutside)]
        await client.done(Replace(b"a.py:4", "mine\n", view=view))
        refusal = await client.refused(Undo(human))
        assert refusal.code == "not_yours", "an agent takes back its own edits, unless told to"
        assert refusal.values["who"] == "outside editjournal"
        undone = await client.done(Undo(human, anyone=True))
        assert undone.undone == (human,)
        assert world.text("a.py") == "one\ntwo\nthree\nmine\n"
        await client.done(Redo(human, anyone=True))
        assert world.text("a.py") == "one\nhuman\nthree\nmine\n"

    play(world, scene)


# --- saves that take their time -------------------------------------------------------------------

FOR_EVER_S = 3600
NEW = b"one\nTWO\nthree\nfour\n"
Save = Callable[[Path], Iterator[None]]
"""Writes NEW, and yields where other things may happen meanwhile."""


def save_at_once(path: Path) -> Iterator[None]:
    path.write_bytes(NEW)
    yield


def empty_and_write(path: Path) -> Iterator[None]:
    with path.open("wb") as file:
        yield
        file.write(NEW)


def write_in_pieces(path: Path) -> Iterator[None]:
    with path.open("wb", buffering=0) as file:
        for line in NEW.splitlines(keepends=True):
            file.write(line)
            yield


def write_in_pieces_at_once(path: Path) -> Iterator[None]:
    with path.open("wb", buffering=0) as file:
        file.writelines(NEW.splitlines(keepends=True))
    yield


def remove_and_make_anew(path: Path) -> Iterator[None]:
    path.unlink()
    yield
    with path.open("xb") as file:
        yield
        file.write(NEW)


def back_up_and_make_anew(path: Path) -> Iterator[None]:
    path.rename(f"{path}~")
    yield
    with path.open("xb") as file:
        file.write(NEW)


SAVES = [
    *(save_at_once, empty_and_write, write_in_pieces, write_in_pieces_at_once),
    *(remove_and_make_anew, back_up_and_make_anew),
]


async def until_at_rest(watch: Watch) -> None:
    """Wait until the watch has its folders, and has looked at all that it knows of."""
    while watch._settling or watch._checks or watch._check_timer:  # noqa: ASYNC110 - nobody tells
        await asyncio.sleep(0)


@pytest.mark.parametrize("save", SAVES)
def test_of_a_save_that_takes_its_time_only_what_it_changed_differs(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    save: Save,
) -> None:
    watches: list[Watch] = []
    bounds = WatchBounds(
        sweep_s=FOR_EVER_S, still_s=FOR_EVER_S, gone_s=FOR_EVER_S, longest_s=FOR_EVER_S
    )

    def patient(
        root: bytes, changed: Callable[[frozenset[RelPath]], None], pool: Executor
    ) -> Watch:
        watches.append(Watch(root, changed, pool, bounds=bounds))
        return watches[-1]

    monkeypatch.setattr(journal, "Watch", patient)

    for name in ("a.py", "b.py"):
        os.utime(world.root / name, (1, 1))  # nobody is writing it

    async def scene(stage: Stage, listener: Listener) -> None:
        client = await stage.client()
        view = (await client.shown(b"a.py")).seq
        await client.shown(b"b.py")
        while (await watching(client)).files < 2:
            await stage.client()  # until then, something to do
        await until_at_rest(watches[0])
        await client.shown(b"a.py")  # in its turn after whoever looks at it now

        async def pause() -> None:
            times = len(listener.outside_of("b.py"))
            world.put("b.py", f"{times}\n")
            await listener.until(lambda: len(listener.outside_of("b.py")) > times)

        for _ in save(world.root / "a.py"):
            await pause()
        await listener.until(lambda: bool(listener.outside_of("a.py")))
        await pause()
        views = await client.ask(Views(b"a.py"))
        assert isinstance(views, ViewList)
        [item] = [one for one in views.items if one.view == view]
        assert (item.state, item.differ) == ("changed", (Span(2, 2),))

    play(world, scene)


@pytest.mark.parametrize(("took_s", "rest_s"), [(0.3, 3.0), (60.0, REST_MAX_S)])
def test_a_file_that_is_costly_to_look_at_is_left_alone_for_a_while(
    world: World, took_s: float, rest_s: float
) -> None:
    path = RelPath(b"a.py")

    async def scene(stage: Stage, _: Listener) -> None:
        checks = stage.journal._checks
        before = asyncio.get_running_loop().time()
        checks._let_rest(path, took_s)
        assert checks._resting[path] >= before + rest_s
        checks.changed(frozenset({path}))
        assert checks._due == {}, "it is looked at later"
        assert checks._later[path].when() == checks._resting[path]
        assert checks._resting[path] <= asyncio.get_running_loop().time() + rest_s

    play(world, scene)


def test_a_file_that_is_quickly_looked_at_does_not_rest(world: World) -> None:
    async def scene(stage: Stage, _: Listener) -> None:
        checks = stage.journal._checks
        checks._let_rest(RelPath(b"a.py"), 0.001)
        assert checks._resting == {}

    play(world, scene)
