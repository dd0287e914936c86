"""All workspaces that the daemon has open, and how one is opened."""

import asyncio
import concurrent.futures
import contextlib
import gc
import os
import time
from pathlib import Path

from ..schemas.facts import AnyFact, Entry
from .contents import Recent
from .core.frames import Record
from .core.state import State
from .disk import Root
from .home import Home, home_of, locked
from .journal import Journal, Opened, Shared
from .recovery import recover
from .seam import Seam
from .segments import Log
from .service import NoWorkspace
from .turns import Turns

THREADS = 8


class Journals:
    """Opens workspaces as clients come, each once."""

    def __init__(self, state: Path, runtime: Path, seam: Seam | None = None) -> None:
        self._state = state
        self._runtime = runtime
        self._seam = seam or Seam()
        self._pool = concurrent.futures.ThreadPoolExecutor(THREADS, "disk")
        self._shared = Shared(Turns(), Recent(), self._pool)
        self._open: dict[str, Journal] = {}
        self._opening = asyncio.Lock()

    async def enter(self, root: bytes) -> Journal:
        """Return the open workspace that holds `root`. Raises NoWorkspace."""
        loop = asyncio.get_running_loop()
        async with self._opening:
            home = await loop.run_in_executor(self._pool, home_of, root, self._state)
            if home.id not in self._open:
                try:
                    opened = await loop.run_in_executor(self._pool, self._open_log, home)
                except OSError as error:
                    raise _cannot_open(home, error) from error
                self._open[home.id] = Journal(opened, self._shared)
            return self._open[home.id]

    def _open_log(self, home: Home) -> Opened:
        """Open and replay the log, and bring the files up to it."""
        with contextlib.ExitStack() as opened:
            opened.enter_context(locked(home))
            log = Log.open(home.folder, self._seam, home.number)
            opened.callback(log.close)
            refused = tuple(os.fsencode(one) for one in (self._state, self._runtime))
            root = Root(home.root, self._seam, refused=refused)
            opened.callback(root.close)
            if log.damage is not None:
                raise NoWorkspace(
                    "read_only",
                    f"the log of {home.root.decode(errors='backslashreplace')} is damaged: "
                    f"{log.damage}; nothing of it was changed",
                    f"keep a copy of {home.folder}, then move it away to begin a new log",
                )
            state = replay(log)

            def write(fact: AnyFact, attachments: tuple[bytes, ...]) -> None:
                entry = Entry(state.seq + 1, time.time_ns(), 0, fact)
                state.apply(entry)
                log.append([Record(entry, attachments)], sync=True)

            if log.tail_cut is not None:
                write(log.tail_cut, ())
            recover(log, state, root, write)
            log.note(applied=state.seq)
            log.write_head()
            return Opened(home, log, state, root, opened.pop_all().close)

    async def close(self) -> None:
        for journal in self._open.values():
            await journal.close()
        self._open.clear()
        self._pool.shutdown()

    def roots(self) -> tuple[bytes, ...]:
        return tuple(journal.root for journal in self._open.values())

    @property
    def open(self) -> tuple[Journal, ...]:
        return tuple(self._open.values())


def replay(log: Log) -> State:
    """Return what all entries of a log add up to."""
    state = State()
    gc.disable()  # many small objects that all stay
    try:
        for entry in log.replay():
            state.apply(entry)
    finally:
        gc.enable()
    return state


def _cannot_open(home: Home, error: OSError) -> NoWorkspace:
    return NoWorkspace(
        "no_workspace",
        f"the log in {home.folder} cannot be opened: {error.strerror}",
        "make room or mend the permissions there, then repeat the call",
    )
