"""One process that parses, as the daemon holds it."""

import asyncio
import contextlib
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process

from msgspec import DecodeError, msgpack

from .tasks import LENGTH, Answer, Task, framed

COMMAND = (sys.executable, "-P", "-m", f"{__package__}.worker")
START_S_MAX = 30.0
"""Loading all takes a quarter of a second where nothing else is going on."""
_PIPE_BYTES = 1 << 20
_ANSWER = msgpack.Decoder(Answer)


class Gone(Exception):  # noqa: N818 - says what there is not
    """The process has ended, or says what is no answer; it is of no more use."""


class Helper:
    """Takes one task at a time. After `Gone`, or an `ask` that was left early, it is to be ended.

    It is killed when the thread that has started it ends.
    """

    def __init__(self, process: Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._tasks = process.stdin
        self._answers = process.stdout
        self._fd: int | None = None
        """The process itself. To kill it by its number could take its exit code from asyncio."""
        with contextlib.suppress(OSError):
            self._fd = os.pidfd_open(process.pid)

    @classmethod
    async def start(cls, command: tuple[str, ...]) -> "Helper":
        """Start a process, in a session of its own: a terminal's signals are not for it.

        Raises OSError, and Gone where it does not come to take tasks.
        """
        helper = cls(
            await asyncio.create_subprocess_exec(
                *command,
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,  # a library's last words may quote a file
                limit=_PIPE_BYTES,
                cwd="/",
                env={**os.environ, "RUST_BACKTRACE": "0"},
                start_new_session=True,
            )
        )
        try:
            async with asyncio.timeout(START_S_MAX):
                await helper._receive()
        except TimeoutError as error:
            await helper.end()
            raise Gone from error
        except BaseException:
            await helper.end()
            raise
        return helper

    @property
    def pid(self) -> int:
        return self._process.pid

    async def ask(self, task: Task) -> Answer:
        """Return the answer to a task. Raises Gone."""
        try:
            self._tasks.write(framed(task))
            await self._tasks.drain()
        except OSError as error:
            raise Gone from error
        return await self._receive()

    async def _receive(self) -> Answer:
        try:
            size_bytes = LENGTH.unpack(await self._answers.readexactly(LENGTH.size))[0]
            return _ANSWER.decode(await self._answers.readexactly(size_bytes))
        except (OSError, asyncio.IncompleteReadError, DecodeError) as error:
            raise Gone from error

    def kill(self) -> None:
        """Have it end, whatever it is doing."""
        with contextlib.suppress(ProcessLookupError):
            if self._fd is not None:
                signal.pidfd_send_signal(self._fd, signal.SIGKILL)
            elif self._process.returncode is None:
                self._process.kill()

    async def end(self) -> int:
        """Kill the process if it has not ended by itself; return its exit code, or -signal."""
        self.kill()
        self._tasks.close()
        try:
            return await self._process.wait()
        finally:
            if self._fd is not None:
                os.close(self._fd)
                self._fd = None
