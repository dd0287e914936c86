"""What the watcher's threads find out, handed over to the event loop."""

import asyncio
import threading
from collections.abc import Callable

import msgspec
from msgspec import Struct

from ...schemas.values import RelPath
from .choosing import folders_of
from .pacing import Event, latest

_NOWHERE = RelPath(b"")


class News(Struct):
    """What has come in since the last time."""

    files: dict[RelPath, Event] = msgspec.field(default_factory=dict[RelPath, Event])
    """What is known of each by the last of its events."""
    folders: set[RelPath] = msgspec.field(default_factory=set[RelPath])
    """Folders that are gone."""
    overflows: int = 0
    """How often events were lost."""


class Inbox:
    """Filled from any thread; `deliver` is called in the loop, once for all that came meanwhile.

    Only wanted files get in, and so no temp files of ours; nor does a build keep the loop busy.
    """

    def __init__(
        self, loop: asyncio.AbstractEventLoop, root: bytes, deliver: Callable[[News], None]
    ) -> None:
        self._loop = loop
        self._prefix = root.rstrip(b"/") + b"/"
        self._deliver = deliver
        self._lock = threading.Lock()
        self._news: News | None = None
        self._wanted: frozenset[RelPath] = frozenset()
        self._folders: frozenset[RelPath] = frozenset()

    def expect(self, wanted: frozenset[RelPath]) -> None:
        """Let these files in, and their folders."""
        self._wanted, self._folders = wanted, frozenset(folders_of(wanted))

    def happened(self, event: Event, path: bytes) -> None:
        """It happened at this absolute path."""
        file = self._relative(path)
        if file in self._wanted:
            with self._lock:
                files = self._open().files
                files[file] = latest(files.get(file), event)

    def vanished(self, path: bytes) -> None:
        """A folder is gone, or one in it."""
        folder = self._relative(path)
        if folder in self._folders:
            with self._lock:
                self._open().folders.add(folder)

    def overflowed(self) -> None:
        """Events were lost."""
        with self._lock:
            self._open().overflows += 1

    def _relative(self, path: bytes) -> RelPath:
        if path.startswith(self._prefix):
            return RelPath(path[len(self._prefix) :])
        return _NOWHERE

    def _open(self) -> News:
        if self._news is None:
            self._news = News()
            try:
                self._loop.call_soon_threadsafe(self._hand_over)
            except RuntimeError:  # the loop is closed: nobody listens any more
                self._news = None
                return News()
        return self._news

    def _hand_over(self) -> None:
        with self._lock:
            news, self._news = self._news, None
        if news is not None:
            self._deliver(news)
