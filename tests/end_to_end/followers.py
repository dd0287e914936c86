"""A `log --follow` that runs, and what it prints."""

import re
import signal
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

from .surface import COMMAND, Desk

HAS_BEGUN = r"  cli#\d+ +session opened "
"""Its own session's first entry: by then nothing is missed any more."""


class Follower:
    """A command that runs until it is ended, such as `log --follow`."""

    def __init__(self, desk: Desk, *arguments: str, cwd: Path | None = None) -> None:
        self._process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd or desk.root,
            env=desk.env,
            text=True,
        )
        self.lines: list[str] = []

    def until(self, pattern: str) -> str:
        """Read on to the first line that has this in it, and return that."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.lines.append(line)
            if re.search(pattern, line):
                return line
        pytest.fail(f"it ended before {pattern!r}: {self.lines} {self._process.communicate()}")

    def interrupt(self) -> tuple[int, str, str]:
        """Type Ctrl-C; return the exit code, what came before the end, and the errors."""
        self._process.send_signal(signal.SIGINT)
        out, err = self._process.communicate()
        return self._process.returncode, out, err

    def close_output(self) -> None:
        """Read no more of what it prints."""
        assert self._process.stdout is not None
        self._process.stdout.close()

    def wait(self) -> tuple[int, str]:
        """Return the exit code and the errors, when it has ended by itself."""
        assert self._process.stderr is not None
        return self._process.wait(), self._process.stderr.read()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdout, self._process.stderr):
            assert pipe is not None
            pipe.close()
