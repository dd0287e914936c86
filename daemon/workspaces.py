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
from .core.shelf import Limits, Shelf
from .core.state import State
from .core.structure_limits import StructureLimits
from .disk.litter import Litter
from .disk.root import Root
from .home import Home, home_of, locked
from .journal import Journal
from .listing import Listing
from .log.segments import SEGMENT_BYTES, Log, ReadOnlyLog
from .opened import Opened, Shared
from .parsing.parser import Parser
from .recovery import recover
from .seam import Seam
from .service import NoWorkspace
from .settings import Chosen, Settings
from .turns import Turns

THREADS = 8
PARSING_S = 2.0
"""So long calls that have begun are left the parser when all is closed."""


class Journals:
    """Opens workspaces as clients come, each once."""

    def __init__(
        self,
        state: Path,
        runtime: Path,
        seam: Seam | None = None,
        *,
        segment_bytes: int = SEGMENT_BYTES,
        settings: Settings | None = None,
    ) -> None:
        """Without `settings` all have their defaults, whatever a file or the environment says."""
        self._state = state
        self._runtime = runtime
        self._seam = seam or Seam()
        self._segment_bytes = segment_bytes
        self._settings = settings
        self._pool = concurrent.futures.ThreadPoolExecutor(THREADS, "disk")
        self._shared = Shared(Turns(), Recent(), self._pool, Parser())
        self._open: dict[str, Journal] = {}
        self._opening = asyncio.Lock()

    async def enter(self, root: bytes) -> Journal:
        """Return the open workspace that holds `root`. Raises NoWorkspace."""
        loop = asyncio.get_running_loop()
        async with self._opening:
            home = await loop.run_in_executor(self._pool, home_of, root, self._state)
            known = self._open.get(home.id)
            if known is not None and not known.failed:
                return known
            if known is not None:  # its log could not be written: what is in the log counts
                del self._open[home.id]
                await known.close()
            try:
                opened = await loop.run_in_executor(self._pool, self._open_log, home)
            except (OSError, ReadOnlyLog) as error:
                raise _cannot_open(home, error) from error
            journal = self._open[home.id] = Journal(opened, self._shared)
            return journal

    def _open_log(self, home: Home) -> Opened:
        """Open and replay the log, and bring the files up to it. Raises as `recover` does."""
        default = Chosen(Limits(), StructureLimits())
        chosen = self._settings.chosen(home.root) if self._settings else default
        with contextlib.ExitStack() as opened:
            opened.enter_context(locked(home))
            log = Log.open(home.folder, self._seam, home.number, segment_bytes=self._segment_bytes)
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
            state, listing = replay(log)

            def write(fact: AnyFact, attachments: tuple[bytes, ...]) -> None:
                entry = Entry(state.seq + 1, time.time_ns(), 0, fact)
                state.apply(entry)
                listing.add(entry)
                log.append([Record(entry, attachments)], sync=True)

            if log.tail_cut is not None:
                write(log.tail_cut, ())
            litter = Litter(home.folder, self._seam)
            opened.callback(litter.close)
            recover(log, state, root, write, litter.left)
            litter.clear()
            return Opened(
                home=home,
                log=log,
                state=state,
                listing=listing,
                root=root,
                litter=litter,
                shelf=Shelf.of(chosen.chips, state.chips),
                structure=chosen.structure,
                release=opened.pop_all().close,
            )

    async def close(self) -> None:
        """Close all; where that fails for one, the others are closed all the same."""
        async with self._opening:
            journals, self._open = list(self._open.values()), {}
            closing = [asyncio.create_task(journal.close()) for journal in journals]
            if closing:
                await asyncio.wait(closing, timeout=PARSING_S)
            await self._shared.parser.close()
            closed = await asyncio.gather(*closing, return_exceptions=True)
            self._pool.shutdown()
        for error in closed:
            if error is not None:
                raise error

    def roots(self) -> tuple[bytes, ...]:
        return tuple(journal.root for journal in self._open.values())

    @property
    def open(self) -> tuple[Journal, ...]:
        return tuple(self._open.values())


def replay(log: Log) -> tuple[State, Listing]:
    """Return what all entries of a log add up to."""
    state, listing = State(), Listing()
    gc.disable()  # many small objects that all stay
    try:
        for entry in log.replay():
            state.apply(entry)
            listing.add(entry)
    finally:
        gc.enable()
    return state, listing


def _cannot_open(home: Home, error: OSError | ReadOnlyLog) -> NoWorkspace:
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return NoWorkspace(
        "no_workspace",
        f"the log in {home.folder} cannot be opened: {reason}",
        "make room or mend the permissions there, then repeat the call",
    )
