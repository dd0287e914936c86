"""The one place that knows watchdog: its observer, its events, and how it tells that it lost some.

Its threads are one for each folder, one that hands out, and one that reads. The observer is asked
to tell moves into a folder as moves, or else they would look like files made, and not whole yet. A
file moved out of a folder is told of half a second late, and so is what happens in that folder
meanwhile, for the observer waits for the other half of the move. What is written through a memory
map shows when the file is closed. A watch stays with its folder: when that is moved, the paths it
tells are wrong, and when it is removed and made anew, the watch is silent.
"""

import logging
import os
import threading

from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileAttribEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers.api import ObservedWatch
from watchdog.observers.inotify import InotifyObserver

from .inbox import Inbox
from .pacing import Event

LOG = logging.getLogger("editjournal.watch")
WATCHDOG_LOG = logging.getLogger("watchdog.observers")
"""Its modules log below this; the one that reads from the kernel has had several names."""

_MEANING: dict[type[FileSystemEvent], Event] = {
    FileCreatedEvent: Event.MODIFIED,
    FileModifiedEvent: Event.MODIFIED,
    FileAttribEvent: Event.OTHER,
    FileClosedEvent: Event.CLOSED,
    FileDeletedEvent: Event.GONE,
    DirCreatedEvent: Event.CLOSED,
    DirDeletedEvent: Event.GONE,
}
_EVENTS = [*_MEANING, FileMovedEvent, DirMovedEvent]
"""Not those of files that are opened, read, and closed unwritten."""


class Listener:
    """A running observer. Its methods may block; they are called from one thread at a time."""

    def __init__(self, inbox: Inbox) -> None:
        """Start it. Raises OSError, and RuntimeError where no thread can be had."""
        self._events = _Events(inbox)
        self._overflows = _Overflows(inbox)
        self._observer = InotifyObserver(generate_full_events=True)
        self._watches: dict[bytes, ObservedWatch] = {}
        self._threads: dict[bytes, threading.Thread] = {}
        """That of each folder."""
        WATCHDOG_LOG.addHandler(self._overflows)
        try:
            self._observer.start()
        except BaseException:
            WATCHDOG_LOG.removeHandler(self._overflows)
            self._observer.on_thread_stop()
            raise

    @property
    def works(self) -> bool:
        """Whether the threads that all folders need are still there."""
        reader = getattr(self._observer, "_inotify_fd", None)
        is_reading = not isinstance(reader, threading.Thread) or reader.is_alive()
        return is_reading and self._observer.is_alive()

    def watch(self, folder: bytes) -> None:
        """Hear of what happens in a folder, an absolute path without symlinks.

        Raises OSError, and RuntimeError where no thread can be had.
        """
        name = os.fsdecode(folder)
        watch = self._observer.schedule(self._events, name, recursive=False, event_filter=_EVENTS)
        self._watches[folder] = watch
        self._threads[folder] = next(one for one in self._observer.emitters if one.watch == watch)

    def unwatch(self, folder: bytes) -> None:
        del self._threads[folder]
        self._observer.unschedule(self._watches.pop(folder))

    def hears(self, folder: bytes) -> bool:
        """Whether the folder's own thread is still there: it ends when the folder is removed."""
        return self._threads[folder].is_alive()

    def close(self) -> None:
        """End all threads, and wait for them."""
        self._observer.stop()
        self._observer.join()
        WATCHDOG_LOG.removeHandler(self._overflows)


class _Events(FileSystemEventHandler):
    """Called in the observer's thread, which an exception would end."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox

    def dispatch(self, event: FileSystemEvent) -> None:
        try:
            source, target = os.fsencode(event.src_path), os.fsencode(event.dest_path)
            if isinstance(event, FileMovedEvent | DirMovedEvent):
                self._inbox.happened(Event.GONE, source)
                self._inbox.happened(Event.CLOSED, target)
            else:
                self._inbox.happened(_MEANING[type(event)], source)
            if isinstance(event, DirDeletedEvent) or (
                isinstance(event, DirMovedEvent) and not target
            ):
                self._inbox.vanished(source)
        except Exception as error:  # noqa: BLE001 - whatever it is, the next event may do better
            LOG.error("an event was lost: %s", type(error).__name__)  # noqa: TRY400 - no contents
            self._inbox.overflowed()


class _Overflows(logging.Handler):
    """Hears watchdog say that the kernel dropped events; it says so nowhere else."""

    def __init__(self, inbox: Inbox) -> None:
        super().__init__(logging.WARNING)
        self._inbox = inbox

    def emit(self, record: logging.LogRecord) -> None:
        if "overflow" in record.getMessage().lower():
            self._inbox.overflowed()
