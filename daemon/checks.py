"""Looking at files that connected sessions have seen, as soon as something may have changed them.

It only hurries things up: each use of a file looks at it again.
"""

import asyncio
import logging
import time
from collections import OrderedDict

from ..schemas.facts import Entry
from ..schemas.replies import Watching
from ..schemas.values import RelPath
from .core.state import State
from .looking import Lookout
from .service import NoWorkspace
from .watching.watch import Watch

LOG = logging.getLogger("editjournal.watch")
AT_ONCE = 4
"""Files looked at side by side."""
WANT_S = 0.02
"""Views that come within this time are passed on together."""
LONG_S = 0.02
"""A look that took longer is costly."""
REST = 10
"""Such a file is left alone for so many times as long."""
REST_MAX_S = 5.0
"""And no longer: the look may only have waited for the file's turn."""
REFRESH_S = 3600.0
"""So often the files are gathered anew, for views end by their age, too."""


class Checks:
    """Of one workspace. Used from one event loop."""

    def __init__(self, watch: Watch, lookout: Lookout, state: State) -> None:
        self._watch = watch
        self._lookout = lookout
        self._state = state
        self._loop = asyncio.get_running_loop()
        self._present: set[int] = set()
        self._files: OrderedDict[RelPath, set[int]] = OrderedDict()
        """Files that sessions with a client have views of, and which; the least used first."""
        self._refreshed_s = self._loop.time()
        self._timer: asyncio.TimerHandle | None = None
        self._due: dict[RelPath, None] = {}
        self._resting: dict[RelPath, float] = {}
        """Files that took long to look at, and until when they are left alone."""
        self._later: dict[RelPath, asyncio.TimerHandle] = {}
        self._workers: set[asyncio.Task[None]] = set()
        self._is_closed = False

    # --- which files --------------------------------------------------------------------------

    def joined(self, session: int) -> None:
        """A client holds the session: what it has seen before may have changed since."""
        if session not in self._present:
            self._present.add(session)
            self._gather(session)

    def left(self, session: int) -> None:
        """No client holds the session now: its views are looked at when they are used."""
        self._present.discard(session)
        seen = {view.path for view in self._state.views.of_session(session, time.time_ns())}
        for path in seen & self._files.keys():
            self._files[path].discard(session)
            if not self._files[path]:
                del self._files[path]
        if seen:
            self._want_soon()

    def applied(self, entry: Entry) -> None:
        """Take in an entry that the state has: it may be a new view."""
        if entry.session in self._present:
            for path in self._state.views.paths_of(entry.seq):
                self._add(path, entry.session)

    def _gather(self, session: int) -> None:
        views = self._state.views.of_session(session, time.time_ns())
        for view in sorted(views, key=lambda one: one.seq):
            self._add(view.path, session)

    def _add(self, path: RelPath, session: int) -> None:
        self._files.setdefault(path, set()).add(session)
        self._files.move_to_end(path)
        self._want_soon()

    def _want_soon(self) -> None:
        if self._timer is None and not self._is_closed:
            self._timer = self._loop.call_later(WANT_S, self._want)

    def _want(self) -> None:
        self._timer = None
        if self._loop.time() - self._refreshed_s > REFRESH_S:
            self._refreshed_s = self._loop.time()
            self._files.clear()
            for session in sorted(self._present):
                self._gather(session)
        self._watch.want(tuple(reversed(self._files)))

    # --- looking ------------------------------------------------------------------------------

    def changed(self, paths: frozenset[RelPath]) -> None:
        """Look at files that may have changed, one after the other where there are many."""
        if self._is_closed:
            return
        now = self._loop.time()
        for path in paths:
            until = self._resting.get(path, 0.0)
            if until <= now:
                self._due[path] = None
            elif path not in self._later:
                self._later[path] = self._loop.call_at(until, self._rested, path)
        while len(self._workers) < min(AT_ONCE, len(self._due)):
            worker = self._loop.create_task(self._work())
            self._workers.add(worker)
            worker.add_done_callback(self._workers.discard)

    def _rested(self, path: RelPath) -> None:
        del self._later[path]
        self._resting.pop(path, None)
        self.changed(frozenset({path}))

    async def _work(self) -> None:
        while self._due and not self._is_closed:
            path = next(iter(self._due))
            del self._due[path]
            started = self._loop.time()
            try:
                await self._lookout.check(path)
            except NoWorkspace:
                return  # the log cannot be written: calls say so
            except Exception as error:  # noqa: BLE001 - the others are to be looked at
                LOG.error("a file could not be looked at: %s", type(error).__name__)  # noqa: TRY400
            self._let_rest(path, self._loop.time() - started)

    def _let_rest(self, path: RelPath, took_s: float) -> None:
        """Leave a file alone for a while that is costly to look at, or it would be all we do."""
        now = self._loop.time()
        self._resting = {one: until for one, until in self._resting.items() if until > now}
        if took_s > LONG_S:
            self._resting[path] = now + min(REST * took_s, REST_MAX_S)

    @property
    def standing(self) -> Watching:
        found = self._watch.standing
        return Watching(
            folders=found.folders,
            files=found.files,
            unwatched=tuple((str(why), count) for why, count in found.left),
            unswept=found.files_past,
            overflows=found.overflows,
        )

    async def close(self) -> None:
        """Look at nothing more; on return nothing is being looked at, and no thread is left."""
        self._is_closed = True
        for timer in (self._timer, *self._later.values()):
            if timer is not None:
                timer.cancel()
        if self._workers:
            await asyncio.wait(self._workers)
        await self._watch.close()
