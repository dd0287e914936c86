"""Folders are watched as the disk and the system allow, and what is left is said."""

import asyncio
import errno
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from editjournal.daemon.watching.folders import Folders, Settled
from editjournal.daemon.watching.inbox import Inbox, News
from editjournal.daemon.watching.listener import Listener
from editjournal.daemon.watching.standing import WatchBounds, Why
from editjournal.schemas.values import RelPath
from tests.daemon.watching.staging import DEADLINE_S

BOUNDS = WatchBounds(folders_max=3, retry_s=60)
A, B, C, D = (RelPath(one) for one in (b"a", b"b", b"c", b"d"))
FILE = RelPath(b"a/file")


class Ears:
    """Folders over four real ones, and the news of their files."""

    def __init__(
        self, root: Path, start: Callable[[Inbox], Listener] | None, bounds: WatchBounds
    ) -> None:
        self.root = root
        self.heard: asyncio.Queue[News] = asyncio.Queue()
        self.inbox = Inbox(asyncio.get_running_loop(), bytes(root), self.heard.put_nowait)
        self.inbox.expect(frozenset(RelPath(one + b"/file") for one in (A, B, C, D)))
        self.folders = Folders(bytes(root), self.inbox, bounds, start)

    def settle(self, *folders: RelPath, now: float = 0) -> Settled:
        return self.folders.settle(folders, now)

    async def hears(self, path: RelPath = FILE) -> News:
        """Change a file and return what is heard first."""
        with (self.root / path.decode()).open("a") as file:
            file.write("1")
        return await asyncio.wait_for(self.heard.get(), DEADLINE_S)


class Limited(Listener):
    """Of a system that grants few watches."""

    granted = 2
    tries = 0
    failure: Exception = OSError(errno.ENOSPC, "inotify watch limit reached")

    def __init__(self, inbox: Inbox) -> None:
        super().__init__(inbox)
        self.held: set[bytes] = set()

    def watch(self, folder: bytes) -> None:
        type(self).tries += 1
        if len(self.held) >= type(self).granted:
            raise type(self).failure
        super().watch(folder)
        self.held.add(folder)

    def unwatch(self, folder: bytes) -> None:
        self.held.discard(folder)
        super().unwatch(folder)


@pytest.fixture
def limited() -> type[Limited]:
    class Fresh(Limited):
        pass

    return Fresh


@pytest.fixture
def four(tmp_path: Path) -> Path:
    for name in "abcd":
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text("1")
    return tmp_path


def scene(
    root: Path,
    play: Callable[[Ears], object],
    start: Callable[[Inbox], Listener] | None = None,
    bounds: WatchBounds = BOUNDS,
) -> None:
    async def whole() -> None:
        ears = Ears(root, start, bounds)
        try:
            result = play(ears)
            if asyncio.iscoroutine(result):
                await result
        finally:
            ears.folders.close()

    asyncio.run(whole())


def test_the_first_folders_are_watched_and_the_others_are_past_the_cap(four: Path) -> None:
    def play(ears: Ears) -> None:
        assert ears.settle(A, B, C, D) == Settled(frozenset({A, B, C}), 3, ((Why.CAP, 1),))
        assert ears.settle(A, B, C, D) == Settled(frozenset(), 3, ((Why.CAP, 1),))
        assert ears.settle(D, A, B, C) == Settled(frozenset({D}), 3, ((Why.CAP, 1),))

    scene(four, play)


def test_at_the_systems_limit_the_first_folders_have_the_watches(
    four: Path, limited: type[Limited]
) -> None:
    def play(ears: Ears) -> None:
        assert ears.settle(A, B, C) == Settled(frozenset({A, B}), 2, ((Why.LIMIT, 1),))
        tries = limited.tries
        assert ears.settle(A, B, C, now=59) == Settled(frozenset(), 2, ((Why.LIMIT, 1),))
        assert limited.tries == tries
        assert ears.settle(C, A, B, now=59) == Settled(frozenset({C}), 2, ((Why.LIMIT, 1),))

    scene(four, play, limited)


def test_after_a_while_the_system_is_asked_again(four: Path, limited: type[Limited]) -> None:
    def play(ears: Ears) -> None:
        ears.settle(A, B, C)
        limited.granted = 3
        assert ears.settle(A, B, C, now=60) == Settled(frozenset({C}), 3, ())

    scene(four, play, limited)


@pytest.mark.parametrize(
    "failure",
    [OSError(errno.ENOSPC, ""), OSError(errno.EMFILE, ""), RuntimeError("no new thread")],
    ids=["watches", "instances", "threads"],
)
def test_a_system_that_grants_nothing_leaves_all_to_the_sweep(
    four: Path, limited: type[Limited], failure: Exception
) -> None:
    limited.granted = 0
    limited.failure = failure

    def play(ears: Ears) -> None:
        assert ears.settle(A, B, C, D) == Settled(frozenset(), 0, ((Why.LIMIT, 4),))
        assert limited.tries == 1

    scene(four, play, limited)


def test_a_watcher_that_cannot_be_started_leaves_all_to_the_sweep(four: Path) -> None:
    def refuse(_inbox: Inbox) -> Listener:
        raise OSError(errno.EMFILE, "inotify instance limit reached")

    def play(ears: Ears) -> None:
        assert ears.settle(A, B) == Settled(frozenset(), 0, ((Why.LIMIT, 2),))

    scene(four, play, refuse)


def test_a_folder_that_fails_for_itself_takes_no_other_with_it(
    four: Path, limited: type[Limited]
) -> None:
    limited.granted = 0
    limited.failure = OSError(errno.EACCES, "")

    def play(ears: Ears) -> None:
        assert ears.settle(A, B) == Settled(frozenset(), 0, ((Why.ERROR, 2),))
        limited.granted = 2
        assert ears.settle(A, B, now=59).watched == 0
        assert ears.settle(A, B, now=60).watched == 2

    scene(four, play, limited)


def test_a_folder_left_alone_is_not_tried_sooner_for_being_forgotten_meanwhile(
    four: Path, limited: type[Limited]
) -> None:
    limited.granted = 0
    limited.failure = OSError(errno.EACCES, "")

    def play(ears: Ears) -> None:
        ears.settle(A, now=0)
        ears.settle(now=1)
        ears.settle(A, now=2)
        assert limited.tries == 1
        ears.settle(now=60)
        assert not ears.folders._left  # pyright: ignore[reportPrivateUsage]

    scene(four, play, limited)


def test_a_remote_folder_gets_no_watch_and_takes_no_place(
    four: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([True, False, False, False])

    def first_only(_fd: int) -> bool:
        return next(answers)

    monkeypatch.setattr("editjournal.daemon.watching.folders.is_remote", first_only)

    def play(ears: Ears) -> None:
        assert ears.settle(A, B, C, D) == Settled(frozenset({B, C, D}), 3, ((Why.REMOTE, 1),))

    scene(four, play)


def test_an_absent_folder_is_watched_once_it_is_there(four: Path) -> None:
    shutil.rmtree(four / "a")

    async def play(ears: Ears) -> None:
        assert ears.settle(A, B, now=0) == Settled(frozenset({B}), 1, ((Why.ABSENT, 1),))
        (four / "a").mkdir()
        assert ears.settle(A, B, now=1) == Settled(frozenset({A}), 2, ())
        assert (await ears.hears()).files.keys() == {FILE}

    scene(four, play)


def test_a_symlink_in_a_folders_place_is_not_followed(four: Path) -> None:
    shutil.rmtree(four / "a")
    (four / "a").symlink_to("b")

    def play(ears: Ears) -> None:
        assert ears.settle(A).left == ((Why.ABSENT, 1),)

    scene(four, play)


def test_a_folder_removed_and_made_anew_is_heard_again(four: Path) -> None:
    async def play(ears: Ears) -> None:
        ears.settle(A)
        shutil.rmtree(four / "a")
        news = await asyncio.wait_for(ears.heard.get(), DEADLINE_S)
        while A not in news.folders:
            news = await asyncio.wait_for(ears.heard.get(), DEADLINE_S)
        (four / "a").mkdir()
        assert ears.settle(A) == Settled(frozenset({A}), 1, ())
        assert (await ears.hears()).files.keys() == {FILE}

    scene(four, play)


def test_another_folder_in_the_place_of_one_is_heard(four: Path) -> None:
    async def play(ears: Ears) -> None:
        ears.settle(A)
        (four / "a").rename(four / "was_a")
        (four / "b").rename(four / "a")
        assert ears.settle(A) == Settled(frozenset({A}), 1, ())
        assert (await ears.hears()).files.keys() == {FILE}

    scene(four, play)


def test_a_folder_moved_away_is_not_taken_for_itself(four: Path) -> None:
    def play(ears: Ears) -> None:
        ears.settle(A)
        (four / "a").rename(four / "was_a")
        assert ears.settle(A) == Settled(frozenset({A}), 0, ((Why.ABSENT, 1),))

    scene(four, play)


def test_a_failed_watcher_is_given_up_and_started_anew_later(four: Path) -> None:
    made: list[Listener] = []

    def start(inbox: Inbox) -> Listener:
        made.append(Listener(inbox))
        return made[-1]

    async def play(ears: Ears) -> None:
        ears.settle(A, B)
        made[0].close()
        assert ears.settle(A, B, now=1) == Settled(frozenset({A, B}), 0, ((Why.ERROR, 2),))
        assert ears.settle(A, B, now=60).left == ((Why.ERROR, 2),)
        assert ears.settle(A, B, now=61) == Settled(frozenset({A, B}), 2, ())
        assert (await ears.hears()).files.keys() == {FILE}

    scene(four, play, start)


def test_a_watcher_that_cannot_be_ended_is_left_behind(
    four: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    close = Listener.close

    def fail(listener: Listener) -> None:
        close(listener)
        raise RuntimeError

    def play(ears: Ears) -> None:
        ears.settle(A)
        assert ears.settle() == Settled()
        assert "could not be ended" in caplog.text

    monkeypatch.setattr(Listener, "close", fail)
    scene(four, play)


def test_without_a_folder_there_is_no_watcher(four: Path) -> None:
    made: list[Listener] = []

    def start(inbox: Inbox) -> Listener:
        made.append(Listener(inbox))
        return made[-1]

    def play(ears: Ears) -> None:
        ears.settle()
        assert not made
        ears.settle(A)
        ears.settle()
        assert not made[0].works

    scene(four, play, start)
