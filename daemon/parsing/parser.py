"""What stands where in a text, worked out by a process of its own, each text once.

The process is started when it is first needed and ended when it has not been needed for a while.
Nothing it does can harm the daemon: it may take too long or end, and then there is no answer.
"""

import asyncio
import functools
import logging
from collections import Counter
from typing import TypeVar

from msgspec import msgpack

from ...schemas.structure import Balance, Outline, Unparsed
from ..contents import Recent
from ..core.structure_limits import StructureLimits
from .process import COMMAND, Gone, Helper
from .tasks import Answer, Task, What

LOG = logging.getLogger("editjournal.parsing")
TASK_S = 10.0
IDLE_S = 300.0
KEPT_BYTES_MAX = 8 << 20
BYTES_MAX = StructureLimits().max_bytes
_OUTLINE = msgpack.Decoder(Outline)
_BALANCE = msgpack.Decoder(Balance)

T = TypeVar("T")


class Parser:
    """Answers for all workspaces of a daemon, one task after the other. Used from one event loop.

    A text is named by `digest`, the hash of the file's bytes: of it, the file's name and what was
    asked the answer is kept, and the same question in the meantime waits for the same answer.
    Who no longer waits (`within_s` are over, or the call was cancelled) disturbs nobody: a task
    that was taken up goes on for up to `task_s`, and one that nobody waits for is not taken up.
    """

    def __init__(
        self,
        command: tuple[str, ...] = COMMAND,
        *,
        task_s: float = TASK_S,
        idle_s: float = IDLE_S,
        kept_bytes_max: int = KEPT_BYTES_MAX,
    ) -> None:
        self._command = command
        self._task_s = task_s
        self._idle_s = idle_s
        self._kept = Recent(kept_bytes_max)
        self._running: dict[bytes, asyncio.Task[bytes | Unparsed]] = {}
        self._waiting = Counter[bytes]()
        """How many wait for each of these."""
        self._chores: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()
        """Held by whoever uses, starts or ends the process."""
        self._helper: Helper | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._closing = False

    @property
    def pid(self) -> int | None:
        """The process that parses; None: there is none now."""
        return self._helper.pid if self._helper else None

    @property
    def is_busy(self) -> bool:
        """Whether it works on something, so that the next question has to wait."""
        return bool(self._running)

    async def outline(
        self,
        path: bytes,
        text: str,
        digest: bytes,
        *,
        bytes_max: int = BYTES_MAX,
        within_s: float = TASK_S,
    ) -> Outline | Unparsed:
        """Return the definitions and elements of a file's text, decoded and without its BOM."""
        found = await self._find("outline", path, text, digest, bytes_max, within_s)
        return _decoded(_OUTLINE, found)

    async def balance(
        self,
        path: bytes,
        text: str,
        digest: bytes,
        *,
        bytes_max: int = BYTES_MAX,
        within_s: float = TASK_S,
    ) -> Balance | Unparsed:
        """Return what has no partner in a file's text."""
        found = await self._find("balance", path, text, digest, bytes_max, within_s)
        return _decoded(_BALANCE, found)

    async def pairs(
        self,
        path: bytes,
        text: str,
        digest: bytes,
        *,
        bytes_max: int = BYTES_MAX,
        within_s: float = TASK_S,
    ) -> Balance | Unparsed:
        """Return what has no partner and, in pairs, what has one."""
        found = await self._find("pairs", path, text, digest, bytes_max, within_s)
        return _decoded(_BALANCE, found)

    def warm(self) -> None:
        """Have the process started, if there is none, without waiting for it."""
        if self._helper is None and not self._closing:
            self._see_to(asyncio.get_running_loop().create_task(self._start()))

    async def close(self) -> None:
        """End the process; who still waits for an answer gets none."""
        self._closing = True
        self._cancel_idle()
        if self._helper is not None:
            self._helper.kill()
        if rest := [*self._running.values(), *self._chores]:
            await asyncio.wait(rest)
        await self._end()

    # --- one question -------------------------------------------------------------------------

    async def _find(
        self, what: What, path: bytes, text: str, digest: bytes, bytes_max: int, within_s: float
    ) -> bytes | Unparsed:
        assert digest
        data = text.encode("utf-8", "surrogatepass")
        if len(data) > bytes_max:
            return Unparsed("too_large", len(data), bytes_max)
        name = path.rpartition(b"/")[2]
        key = b"%b %b %b" % (digest, what.encode(), name)
        kept = self._kept.get(key)
        if kept is not None:
            return kept
        running = self._running.get(key) or self._begin(key, Task(what, name, data))
        self._waiting[key] += 1
        try:
            async with asyncio.timeout(within_s):
                return await asyncio.shield(running)
        except TimeoutError:
            return _too_slow(len(data), within_s)
        finally:
            self._waiting[key] -= 1
            if not self._waiting[key]:
                del self._waiting[key]

    def _begin(self, key: bytes, task: Task) -> asyncio.Task[bytes | Unparsed]:
        work = asyncio.get_running_loop().create_task(self._work(key, task))
        self._running[key] = work
        work.add_done_callback(functools.partial(self._ended, key))
        return work

    def _ended(self, key: bytes, work: asyncio.Task[bytes | Unparsed]) -> None:
        if self._running.get(key) is work:
            del self._running[key]

    async def _work(self, key: bytes, task: Task) -> bytes | Unparsed:
        async with self._turn:
            if not self._waiting[key]:
                del self._running[key]  # who asks from now on is not to get this
                return _too_slow(len(task.text), 0)
            self._cancel_idle()
            try:
                answer = await self._answer(task)
            except TimeoutError:
                LOG.warning("%s: ended, for it took over %g s", task.what, self._task_s)
                return _too_slow(len(task.text), self._task_s)
            finally:
                self._mind_idleness()
        if answer.error:
            LOG.warning("%s: failed (%s)", task.what, answer.error)
            return Unparsed("failed", len(task.text))
        self._kept.put(key, answer.result)
        return answer.result

    async def _answer(self, task: Task) -> Answer:
        """Return the answer of the process, or of a new one where the old one is gone.

        What ends a process just started, too, has no answer. Raises TimeoutError.
        """
        was_there = self._helper is not None
        try:
            return await self._ask(task)
        except TimeoutError:  # which is an OSError, too
            raise
        except OSError as error:
            return Answer(error=f"not started, errno {error.errno}")
        except Gone:
            ended = await self._end()
        if was_there and not self._closing:
            return await self._answer(task)
        return Answer(error="does not start" if ended is None else f"ended with {ended}")

    async def _ask(self, task: Task) -> Answer:
        """Return the answer. Raises Gone, TimeoutError, and OSError where none can be started."""
        helper = await self._started()
        try:
            async with asyncio.timeout(self._task_s):
                return await helper.ask(task)
        except Gone:
            raise
        except BaseException:  # it is in the midst of the task: the next would get its answer
            helper.kill()
            await self._end()
            raise

    # --- the process --------------------------------------------------------------------------

    async def _started(self) -> Helper:
        if self._helper is None:
            self._helper = await Helper.start(self._command)
        if self._closing:
            self._helper.kill()
        return self._helper

    async def _start(self) -> None:
        async with self._turn:
            try:
                await self._started()
            except (OSError, Gone):  # the next task will tell
                return
            self._mind_idleness()

    async def _end(self) -> int | None:
        """End the process, if there is one; return how it ended."""
        helper, self._helper = self._helper, None
        return await helper.end() if helper else None

    def _mind_idleness(self) -> None:
        self._cancel_idle()
        if self._helper is not None and not self._closing:
            loop = asyncio.get_running_loop()
            self._idle = loop.call_later(self._idle_s, self._end_idle)

    def _cancel_idle(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None

    def _end_idle(self) -> None:
        if not self._turn.locked():
            self._see_to(asyncio.get_running_loop().create_task(self._end_in_turn()))

    async def _end_in_turn(self) -> None:
        async with self._turn:
            await self._end()

    def _see_to(self, chore: asyncio.Task[None]) -> None:
        self._chores.add(chore)
        chore.add_done_callback(self._chores.discard)


def _decoded(decoder: msgpack.Decoder[T], found: bytes | Unparsed) -> T | Unparsed:
    return found if isinstance(found, Unparsed) else decoder.decode(found)


def _too_slow(size_bytes: int, limit_s: float) -> Unparsed:
    return Unparsed("too_slow", size_bytes, int(limit_s * 1000))
