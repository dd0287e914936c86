"""Watching some files of a workspace: events, a sweep beside them, and the word of both.

An event makes its file be looked at from outside, by a stat, and so does the sweep. A file that is
exactly as it was proven to be is not told of. Where its times cannot show a change yet, it is told
of once, when they can: whoever then looks at it has a proof that holds. A file that is being
written is told of when it is closed; where no event says so, when nothing was written for a while.
"""

import asyncio
import functools
import logging
import os
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from typing import Any, ParamSpec, TypeVar

from ...schemas.values import RelPath
from ..core.effects import Noted
from ..disk.confine import folder_of
from .choosing import folders_of
from .folders import Folders, Settled
from .inbox import Inbox, News
from .pacing import Event, Pacing, Waits
from .proofs import Proofs, Stamp, Verdict, age_s, proof_of
from .stamps import stamps_of
from .standing import WatchBounds, WatchStanding

LOG = logging.getLogger("editjournal.watch")
P = ParamSpec("P")
T = TypeVar("T")


class Watch:
    """Tells which of some files may have changed.

    Used from one event loop, in which `changed` is called, with files that are wanted. It never
    blocks that loop. At rest, with no file wanted, it has no thread and no timer.
    """

    def __init__(
        self,
        root: bytes,
        changed: Callable[[frozenset[RelPath]], None],
        pool: Executor,
        *,
        bounds: WatchBounds | None = None,
    ) -> None:
        """`root` may lead over symlinks; the paths of files must not."""
        self._root = os.path.realpath(root)
        self._changed = changed
        self._pool = pool
        self._bounds = bounds = bounds or WatchBounds()
        self._loop = asyncio.get_running_loop()
        self._files: tuple[RelPath, ...] = ()
        self._wanted: frozenset[RelPath] = frozenset()
        self._files_past = 0
        self._folders_first: frozenset[RelPath] = frozenset()
        """The folders that a watch was last asked for."""
        self._overflows = 0
        self._pacing = Pacing(
            Waits(
                first_s=bounds.first_s,
                again_s=bounds.again_s,
                still_s=bounds.still_s,
                gone_s=bounds.gone_s,
                longest_s=bounds.longest_s,
            )
        )
        self._proofs = Proofs()
        self._inbox = Inbox(self._loop, self._root, self._take_in)
        self._folders = Folders(self._root, self._inbox, bounds)
        self._settled = Settled()
        self._is_settled = True
        self._settling: asyncio.Task[None] | None = None
        self._checks: set[asyncio.Task[None]] = set()
        self._sweeping: asyncio.Task[None] | None = None
        self._check_timer: asyncio.TimerHandle | None = None
        self._sweep_timer: asyncio.TimerHandle | None = None
        self._is_closed = False

    def want(self, files: Sequence[RelPath]) -> None:
        """Watch these files and no others, the most lately used first.

        May be called for each use of a file. Another order of the same files takes effect with the
        next sweep.
        """
        first = tuple(files[: self._bounds.files_max])
        self._files_past = len(files) - len(first)
        if self._is_closed:
            return
        self._files = first
        wanted = frozenset(first)
        if wanted != self._wanted:
            self._want_anew(wanted)
        elif len(self._proofs) > len(wanted):
            self._proofs.keep(wanted)

    def _want_anew(self, wanted: frozenset[RelPath]) -> None:
        new = wanted - self._wanted
        self._wanted = wanted
        self._inbox.expect(wanted)
        self._proofs.keep(wanted)
        self._pacing.keep(wanted)
        self._note_unheard(new)  # between its proof and now nobody listened
        folders = frozenset(folders_of(self._files)[: self._bounds.folders_max])
        if folders != self._folders_first:
            self._folders_first = folders
            self._settle()
        self._time_sweep()

    def proven(self, path: RelPath, noted: Noted | None) -> None:
        """Take in what is there, as just seen or written under the file's turn; None: no file."""
        self._proofs.prove(path, proof_of(noted))

    @property
    def standing(self) -> WatchStanding:
        return WatchStanding(
            folders=self._settled.watched,
            left=self._settled.left,
            files=len(self._files),
            files_past=self._files_past,
            overflows=self._overflows,
        )

    async def close(self) -> None:
        """Stop, and wait for the watcher's threads; `changed` is not called any more."""
        self._is_closed = True
        for timer in (self._check_timer, self._sweep_timer):
            if timer is not None:
                timer.cancel()
        self._check_timer = self._sweep_timer = None
        for task in (*self._checks, self._sweeping):
            if task is not None:  # what it does in the pool may take its time
                task.cancel()
        self._inbox.expect(frozenset())
        if self._settling is not None:
            await asyncio.wait({self._settling})
        await self._run(self._folders.close)

    # --- events -------------------------------------------------------------------------------

    def _take_in(self, news: News) -> None:
        if self._is_closed:
            return
        if news.overflows:
            self._overflows += news.overflows
            self._proofs.drop_all()
            self._note_unheard(self._wanted)
        self._note({path: event for path, event in news.files.items() if path in self._wanted})
        if news.folders:
            self._settle()  # which notes their files

    def _note(self, events: Mapping[RelPath, Event]) -> None:
        self._pacing.note(events, self._loop.time())
        self._time_check()

    def _note_unheard(self, paths: Iterable[RelPath]) -> None:
        self._note(dict.fromkeys(paths, Event.UNHEARD))

    def _time_check(self) -> None:
        at = self._pacing.next
        if self._check_timer is not None:
            self._check_timer.cancel()
        self._check_timer = None if at is None else self._loop.call_at(at, self._check_due)

    def _check_due(self) -> None:
        due = self._pacing.take(self._loop.time())
        self._time_check()
        if due:
            task = self._begin(self._check(due))
            self._checks.add(task)
            task.add_done_callback(self._checks.discard)

    async def _check(self, due: dict[RelPath, Event]) -> None:
        before = {path: self._proofs.of(path) for path in due}
        now_ns = time.time_ns()
        stamps = await self._run(stamps_of, self._root, tuple(due))
        told: dict[RelPath, Stamp | None] = {}
        for path, stamp in stamps:
            if path not in self._wanted:
                continue
            if self._proofs.of(path) is not before[path]:
                self._pacing.again(path, due[path], self._loop.time())  # the stamp may be older
                continue
            is_heard = due[path] is not Event.UNHEARD
            judge = self._proofs.after_event if is_heard else self._proofs.unheard
            match judge(path, stamp):
                case Verdict.CHANGED:
                    if not self._waits(path, due[path], stamp, now_ns):
                        told[path] = stamp
                case Verdict.UNSURE:
                    until = self._loop.time() + self._bounds.fresh_s
                    self._pacing.put_off(path, due[path], until)
                case Verdict.SAME:
                    self._pacing.same(path)
        self._time_check()
        self._tell(told)

    def _waits(self, path: RelPath, event: Event, stamp: Stamp | None, now_ns: int) -> bool:
        """Tell whether a changed file is to be waited for; `now_ns` is from before its stamp."""
        return self._pacing.waits(path, event, age_s(stamp, now_ns), self._loop.time())

    def _tell(self, found: dict[RelPath, Stamp | None]) -> None:
        now = self._loop.time()
        early = {path for path in found if self._pacing.rests(path, now)}
        if early:  # two looks ran at once
            for path in early:
                self._pacing.again(path, Event.CLOSED, now)
            self._time_check()
        told = found.keys() - early
        if not told or self._is_closed:
            return
        self._pacing.told(told, now)
        for path in told:
            self._proofs.tell(path, found[path])
        self._changed(frozenset(told))

    # --- the sweep ----------------------------------------------------------------------------

    def _time_sweep(self) -> None:
        if not self._files:
            if self._sweep_timer is not None:
                self._sweep_timer.cancel()
            self._sweep_timer = None
        elif self._sweep_timer is None and self._sweeping is None and not self._is_closed:
            self._sweep_timer = self._loop.call_later(self._bounds.sweep_s, self._begin_sweep)

    def _begin_sweep(self) -> None:
        self._sweep_timer = None
        self._sweeping = self._begin(self._sweep())
        self._settle()

    async def _sweep(self) -> None:
        """Look at all files from outside; where that hangs, events are still heard."""
        try:
            files = self._files
            before = {path: self._proofs.of(path) for path in files}
            now_ns = time.time_ns()
            stamps = await self._run(stamps_of, self._root, files)
            found = {
                path: stamp
                for path, stamp in stamps
                if path in self._wanted
                and self._proofs.of(path) is before[path]
                and self._proofs.on_sweep(path, stamp) is Verdict.CHANGED
                and not self._waits(path, Event.UNHEARD, stamp, now_ns)
            }
            self._time_check()
            self._tell(found)
        finally:
            self._sweeping = None
            self._time_sweep()

    # --- folders ------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Watch the folders that are wanted now, one time after the other."""
        self._is_settled = False
        if self._settling is None and not self._is_closed:
            self._settling = self._begin(self._settle_all())

    async def _settle_all(self) -> None:
        try:
            while not self._is_settled and not self._is_closed:
                self._is_settled = True
                ranked = folders_of(self._files)
                now = self._loop.time()
                self._settled = await self._run(self._folders.settle, ranked, now)
                newly = self._settled.newly
                self._note_unheard(path for path in self._files if folder_of(path) in newly)
        finally:
            self._settling = None

    # --- running ------------------------------------------------------------------------------

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = self._loop.create_task(work)
        task.add_done_callback(_log_failure)
        return task

    async def _run(self, call: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        work = functools.partial(call, *arguments, **named)
        return await self._loop.run_in_executor(self._pool, work)


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        LOG.error("the watch goes on after %s", type(error).__name__)
