"""Being the one daemon of a runtime folder.

A flock decides, not a socket file and not a pid in a file: those outlive their process, and
libzmq takes over the path of a live socket without an error. The kernel drops a flock with the
process that holds it. Lock files are never removed: a lock on a removed file excludes nobody.
"""

import contextlib
import fcntl
import os
import socket
import time
from pathlib import Path
from stat import S_ISDIR

from ...schemas.places import SOCKET_PATH_BYTES_MAX, Places


class Unusable(Exception):  # noqa: N818 - says what the folder is
    """A folder in which a daemon cannot work safely; the text names it and says why."""


def prepare_folders(places: Places) -> None:
    """Make both folders, private to this user. Raises Unusable."""
    for folder in (places.state, places.runtime):
        _make_private(folder)
    for path in (places.socket, places.feed):
        size_bytes = len(os.fsencode(path))
        if size_bytes > SOCKET_PATH_BYTES_MAX:
            raise Unusable(
                f"the socket's path {path} has {size_bytes} bytes, at most "
                f"{SOCKET_PATH_BYTES_MAX} work: set EDITJOURNAL_RUNTIME to a shorter folder"
            )


def _make_private(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.lstat()
        if not S_ISDIR(status.st_mode):
            raise Unusable(f"{folder} is no folder")
        if status.st_uid != os.geteuid():
            raise Unusable(f"{folder} belongs to another user (uid {status.st_uid})")
        if status.st_mode & 0o77:
            folder.chmod(0o700)
            if folder.lstat().st_mode & 0o77:
                raise Unusable(f"{folder} is open to other users, and chmod 700 does not change it")
    except OSError as error:
        raise Unusable(f"{folder}: {error.strerror}") from error


class Ownership:
    """The locks of the one daemon, from before its sockets are bound until its process ends."""

    def __init__(self, lock_fd: int, starting_fd: int) -> None:
        self._lock_fd = lock_fd
        self._starting_fd = starting_fd

    def started(self) -> None:
        """Let other starters go on: the sockets are bound, so that they will find this daemon."""
        os.close(self._starting_fd)

    def release(self) -> None:
        os.close(self._lock_fd)


def claim(places: Places) -> Ownership | None:
    """Return the ownership, or None where another daemon has it and accepts connections.

    Waits for a daemon that is just starting, and for one on its way out (it holds the lock but
    accepts nothing). Sockets that a dead daemon left are removed. Raises Unusable.
    """
    prepare_folders(places)
    starting_fd = _locked(places.starting_lock, wait=True)
    assert starting_fd is not None
    lock_fd = _locked(places.lock, wait=False)
    if lock_fd is None and _accepts(places.socket):
        os.close(starting_fd)
        return None
    if lock_fd is None:
        lock_fd = _locked(places.lock, wait=True)
    assert lock_fd is not None
    for path in (places.socket, places.feed):
        path.unlink(missing_ok=True)
    os.truncate(lock_fd, 0)
    os.pwrite(lock_fd, b"pid %d, started %d\n" % (os.getpid(), time.time()), 0)
    return Ownership(lock_fd, starting_fd)


def _locked(path: Path, *, wait: bool) -> int | None:
    """Return a descriptor that holds the lock, or None where another process does."""
    while True:
        try:
            fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        except OSError as error:
            raise Unusable(f"{path}: {error.strerror}") from error
        try:
            fcntl.flock(fd, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(fd)
            return None
        with contextlib.suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(fd), path.stat()):
                return fd
        os.close(fd)  # the file was removed or replaced meanwhile: this lock excludes nobody


def _accepts(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(0)
        try:
            probe.connect(os.fspath(path))
        except BlockingIOError:
            return True  # its queue of connections is full
        except OSError:
            return False
    return True
