"""A seam that ends the process at one of its calls, so that a test can look at what is left."""

import os
import threading
from collections.abc import Callable
from typing import Any

from editjournal.daemon.seam import Seam
from tests.stage import Unsynced

KILLED = 77
"""Exit code of a process that ended so."""


class Killer(Unsynced):
    """Ends the process at the n-th point after `arm`."""

    def __init__(self, at: int = 0) -> None:
        """0: not before it is armed."""
        self._left = at
        self._lock = threading.Lock()
        self.points = 0

    def arm(self, at: int) -> None:
        self._left, self.points = at, 0

    def point(self) -> None:
        with self._lock:
            self.points += 1
            self._left -= 1
            if self._left == 0:
                os._exit(KILLED)

    def write(self, fd: int, data: bytes | memoryview, offset: int) -> None:
        half = len(data) // 2
        self.point()
        super().write(fd, data[:half], offset)
        self.point()
        super().write(fd, data[half:], offset + half)
        self.point()


def _stopping(name: str) -> Callable[..., Any]:
    method = getattr(Unsynced, name)

    def call(self: Killer, *args: Any, **options: Any) -> Any:
        self.point()
        result = method(self, *args, **options)
        self.point()
        return result

    return call


for _name, _value in list(vars(Seam).items()):
    if callable(_value) and not _name.startswith("_") and _name != "write":
        setattr(Killer, _name, _stopping(_name))
