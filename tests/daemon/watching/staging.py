"""A watch on a stage: what it is told, and what it tells. Only here its inside is looked at."""

# pyright: reportPrivateUsage=false

import asyncio
import concurrent.futures
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from watchdog.observers.inotify import InotifyObserver
from watchdog.utils import BaseThread

from editjournal.daemon.core.effects import Noted
from editjournal.daemon.watching.folders import Folders
from editjournal.daemon.watching.inbox import Inbox
from editjournal.daemon.watching.pacing import Event
from editjournal.daemon.watching.standing import WatchBounds
from editjournal.daemon.watching.watch import Watch
from editjournal.schemas.values import RelPath

DEADLINE_S = 20
UNSWEPT = WatchBounds(sweep_s=3600)
"""Only events tell."""
SWEPT = WatchBounds(folders_max=0, sweep_s=0.02, still_s=0.02)
"""Only the sweep tells."""


class Stage:
    """A watch, what it told, and the files it is about."""

    def __init__(self, root: Path, bounds: WatchBounds, pool: concurrent.futures.Executor) -> None:
        self.root = root
        self.told: list[frozenset[RelPath]] = []
        self.watch = Watch(bytes(root), self._hear, pool, bounds=bounds)
        self._heard = asyncio.Event()

    def _hear(self, paths: frozenset[RelPath]) -> None:
        self.told.append(paths)
        self._heard.set()

    def count(self, name: str) -> int:
        """How often a file was told of."""
        return sum(RelPath(name.encode()) in paths for paths in self.told)

    async def until_told(self, name: str, times: int = 1) -> None:
        async with asyncio.timeout(DEADLINE_S):
            while self.count(name) < times:
                self._heard.clear()
                await self._heard.wait()

    @property
    def inbox(self) -> Inbox:
        return self.watch._inbox

    @property
    def folders(self) -> Folders:
        return self.watch._folders

    @property
    def teller(self) -> InotifyObserver:
        """The thread that hands events out."""
        assert self.watch._folders._listener is not None
        observer = self.watch._folders._listener._observer
        assert isinstance(observer, InotifyObserver)
        return observer

    @property
    def reader(self) -> BaseThread:
        """The thread that reads what the kernel tells."""
        return self.teller._inotify_fd

    @property
    def timers(self) -> int:
        return sum(one is not None for one in (self.watch._check_timer, self.watch._sweep_timer))

    @property
    def proofs(self) -> int:
        return len(self.watch._proofs)

    def pending(self, name: str) -> Event | None:
        """What a file waits for to be looked at."""
        due = self.watch._pacing._due.get(RelPath(name.encode()))
        return due.event if due else None

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Let all others go on until it is so."""
        async with asyncio.timeout(DEADLINE_S):
            while not is_so():  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0)

    async def until_settled(self) -> None:
        """Wait until the watch has its folders, and has nothing to look at."""
        watch = self.watch
        await self.until(lambda: not (watch._settling or watch._checks or watch._check_timer))

    async def want(self, *names: str) -> None:
        """Have files watched as they are now."""
        for name in names:
            self.prove(name)
        self.watch.want([RelPath(name.encode()) for name in names])
        await self.until_settled()

    def prove(self, name: str, *, fresh: bool = False) -> None:
        try:
            found = (self.root / name).stat()
        except FileNotFoundError:
            noted = None
        else:
            noted = Noted(
                found.st_ino, found.st_mtime_ns, found.st_ctime_ns, found.st_size, fresh=fresh
            )
        self.watch.proven(RelPath(name.encode()), noted)

    async def until_heard(self, marker: str = "marker") -> None:
        """Wait until all that has happened in the root by now has come through."""
        times = self.count(marker)
        with (self.root / marker).open("a") as file:
            file.write("!")
        await self.until_told(marker, times + 1)


class Slow(concurrent.futures.ThreadPoolExecutor):
    """From `hold` on it does what it is given, and keeps back that it has."""

    def __init__(self) -> None:
        super().__init__(1)
        self._held: list[tuple[concurrent.futures.Future[Any], Any]] | None = None

    @property
    def has_held(self) -> int:
        return len(self._held or ())

    def hold(self) -> None:
        self._held = []

    def release(self) -> None:
        held, self._held = self._held or [], None
        for promise, result in held:
            promise.set_result(result)

    def submit(self, fn: Any, /, *args: Any, **named: Any) -> concurrent.futures.Future[Any]:
        if self._held is None:
            return super().submit(fn, *args, **named)
        promise: concurrent.futures.Future[Any] = concurrent.futures.Future()
        self._held.append((promise, fn(*args, **named)))
        return promise


@asynccontextmanager
async def staged(
    root: Path, bounds: WatchBounds, pool: concurrent.futures.Executor
) -> AsyncGenerator[Stage]:
    """Give a stage whose watch is closed after it."""
    stage = Stage(root, bounds, pool)
    try:
        yield stage
    finally:
        await stage.watch.close()


Play = Callable[[Callable[[Stage], Coroutine[Any, Any, None]], WatchBounds], None]
"""Runs a scene with a watch over the root."""
