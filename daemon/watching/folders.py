"""The folders that are watched: kept as wanted, and as the disk and the system allow."""

import errno
import logging
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from ...schemas.values import RelPath
from .choosing import Left, choose, tally
from .inbox import Inbox
from .stamps import absolute, is_remote
from .standing import WatchBounds, Why

if TYPE_CHECKING:
    from .listener import Listener

LOG = logging.getLogger("editjournal.watch")
_ABSENT_S = 1.0
"""A folder that is not there is looked for again after so long."""
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_LIMITS = (errno.ENOSPC, errno.EMFILE, errno.ENFILE, errno.ENOMEM)
_GONE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)

Identity = tuple[int, int]
"""(device, inode) of a folder."""


class Settled(Struct, frozen=True):
    """What came of it."""

    newly: frozenset[RelPath] = frozenset()
    """Folders in which something may have happened unheard: watched from now on, or silent."""
    watched: int = 0
    left: tuple[tuple[Why, int], ...] = ()


class Folders:
    """Used from one thread at a time. All methods may block, and raise nothing."""

    def __init__(
        self,
        root: bytes,
        inbox: Inbox,
        bounds: WatchBounds,
        start: "Callable[[Inbox], Listener] | None" = None,
    ) -> None:
        self._root = root
        self._inbox = inbox
        self._bounds = bounds
        self._start = start or _listen
        self._listener: Listener | None = None
        self._watched: dict[RelPath, Identity] = {}
        self._left: dict[RelPath, Left] = {}
        self._room = bounds.folders_max
        """How many the system grants; below `folders_max` only until `_room_until`."""
        self._room_until = 0.0
        self._otherwise = Why.CAP
        """Why there is no more room."""

    def settle(self, ranked: Sequence[RelPath], now: float) -> Settled:
        """Watch the first of these folders and no others; `now` is in monotonic seconds."""
        silent = self._let_go(now)
        if now >= self._room_until:
            self._room, self._otherwise = self._bounds.folders_max, Why.CAP
        wanted = set(ranked)
        self._left = {
            one: left for one, left in self._left.items() if one in wanted or left.until > now
        }
        newly = self._watch_first(ranked, now)
        if not self._watched:
            self.close()
        left = tally(ranked, self._watched, self._left, self._otherwise)
        return Settled(frozenset(silent | newly), len(self._watched), left)

    def _watch_first(self, ranked: Sequence[RelPath], now: float) -> set[RelPath]:
        """Watch as many of the first as can be; return the new ones."""
        newly: set[RelPath] = set()
        while True:  # each time round a folder is left alone, or there is less room
            chosen = choose(ranked, self._left, now, self._room)
            for folder in self._watched.keys() - set(chosen):
                self._unwatch(folder)
            missing = [folder for folder in chosen if folder not in self._watched]
            if not missing:
                return newly & self._watched.keys()
            newly.update(missing)
            for folder in missing:
                if not self._watch(folder, now):
                    break

    def close(self) -> None:
        """End the threads; `settle` starts them anew."""
        self._watched.clear()
        listener, self._listener = self._listener, None
        if listener is None:
            return
        try:
            listener.close()
        except Exception as error:  # noqa: BLE001 - it had failed before
            LOG.warning("the watcher could not be ended: %s", type(error).__name__)

    def _let_go(self, now: float) -> set[RelPath]:
        """Stop watching folders that are not what they were, and return them."""
        if self._listener is not None and not self._listener.works:
            LOG.error("the watcher has failed; files are swept, and it starts anew later")
            silent = set(self._watched)
            self.close()
            self._limit(0, Why.ERROR, now)
            return silent
        silent = {one for one, identity in self._watched.items() if not self._is(one, identity)}
        for folder in silent:
            self._unwatch(folder)
        return silent

    def _is(self, folder: RelPath, identity: Identity) -> bool:
        """Whether it is the same folder still, and heard."""
        path = absolute(self._root, folder)
        try:
            status = os.stat(path, follow_symlinks=False)  # noqa: PTH116 - names are bytes
        except OSError:
            return False
        assert self._listener is not None
        return (status.st_dev, status.st_ino) == identity and self._listener.hears(path)

    def _unwatch(self, folder: RelPath) -> None:
        del self._watched[folder]
        assert self._listener is not None
        try:
            self._listener.unwatch(absolute(self._root, folder))
        except Exception as error:  # noqa: BLE001 - its thread is gone, or ends with the others
            LOG.warning("a folder could not be let go: %s", type(error).__name__)

    def _watch(self, folder: RelPath, now: float) -> bool:
        """Watch a folder, or leave it; False where the system grants no more at all."""
        path = absolute(self._root, folder)
        try:
            identity = _identity(path)
            if identity is None:
                self._left[folder] = Left(Why.REMOTE, now + self._bounds.retry_s)
                return True
            if self._listener is None:
                self._listener = self._start(self._inbox)
            self._listener.watch(path)
        except Exception as error:  # noqa: BLE001 - a folder the less; the sweep sees its files
            return self._failed(folder, error, now)
        self._watched[folder] = identity
        self._left.pop(folder, None)
        return True

    def _failed(self, folder: RelPath, error: Exception, now: float) -> bool:
        code = error.errno if isinstance(error, OSError) else None
        if code in _GONE:
            self._left[folder] = Left(Why.ABSENT, now + _ABSENT_S)
            return True
        if code in _LIMITS or isinstance(error, RuntimeError):
            LOG.warning("%d folders are watched; the system grants no more", len(self._watched))
            self._limit(len(self._watched), Why.LIMIT, now)
            return False
        LOG.warning("a folder cannot be watched: %s", errno.errorcode.get(code or 0, "unknown"))
        self._left[folder] = Left(Why.ERROR, now + self._bounds.retry_s)
        return True

    def _limit(self, room: int, why: Why, now: float) -> None:
        self._room, self._otherwise = room, why
        self._room_until = now + self._bounds.retry_s


def _listen(inbox: Inbox) -> "Listener":
    from .listener import Listener  # noqa: PLC0415 - slow, and not needed at the start

    return Listener(inbox)


def _identity(path: bytes) -> Identity | None:
    """Return which folder it is; None for a remote one. Raises OSError where it is not readable."""
    fd = os.open(path, _FOLDER)
    try:
        status = os.fstat(fd)
        return None if is_remote(fd) else (status.st_dev, status.st_ino)
    finally:
        os.close(fd)
