"""Two names in one folder, a file's and its temp file's, and the single steps between them.

A rename, a rename that must not replace and an exchange of two names are one step each for
everybody who looks. None is durable before the folder is synced.
"""

import errno
import hashlib
import os
import stat
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from ...schemas.values import RelPath
from ..core.effects import Noted
from ..seam import Seam
from . import acl
from .look import read_all

_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY
_NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
_OLD = os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_TAKEN_OVER = ("st_mtime_ns", "st_mode", "st_uid", "st_gid", "st_nlink")
_NOT_TAKEN_OVER = b"security."
"""Xattrs that speak of the bytes (signatures, capabilities), or that the system sets itself."""


class Mark(NamedTuple):
    """Tells a file from any other that could lie under its name."""

    inode: int
    digest: bytes
    """SHA-256 of its bytes; empty where it is no ordinary file or cannot be read."""


class Place:
    """The names `name` and `temp` in the folder that `folder_fd` is open on.

    Neither is ever followed if it is a symlink. All methods raise OSError.
    """

    def __init__(self, seam: Seam, folder_fd: int, name: bytes, temp: bytes) -> None:
        self.name = name
        self.temp = temp
        self.spare = False
        """What lies under `temp` is known, and is needed no more once the edit is through."""
        self._seam = seam
        self._folder_fd = folder_fd

    def close(self) -> None:
        os.close(self._folder_fd)

    def status(self, name: bytes) -> os.stat_result | None:
        try:
            return os.stat(name, dir_fd=self._folder_fd, follow_symlinks=False)
        except FileNotFoundError:
            return None

    def mark(self, name: bytes) -> Mark | None:
        """Read what lies under `name`; None where nothing does."""
        status = self.status(name)
        if status is None:
            return None
        if stat.S_ISREG(status.st_mode):
            with suppress(PermissionError, FileNotFoundError):
                return self.read(name)[0]
        return Mark(status.st_ino, b"")

    def read(self, name: bytes) -> tuple[Mark, bytes]:
        with closing(os.open(name, _READ, dir_fd=self._folder_fd)) as fd:
            status = os.fstat(fd)
            data = read_all(fd, status.st_size)
        return Mark(status.st_ino, hashlib.sha256(data).digest()), data

    def xattrs(self) -> dict[bytes, bytes]:
        with closing(os.open(self.name, _READ, dir_fd=self._folder_fd)) as fd:
            return xattrs(fd)

    # The temp file

    def open_new(self, mode: int) -> int:
        fd = self._seam.open(self.temp, _NEW, mode, dir_fd=self._folder_fd)
        self.spare = True
        return fd

    def open_read(self) -> int:
        """Open the file for reading, which will do to change its mode."""
        return os.open(self.name, _READ | os.O_CLOEXEC, dir_fd=self._folder_fd)

    def open_old(self, name: bytes) -> int:
        """Open for writing what lies under `name`."""
        fd = self._seam.open(name, _OLD, dir_fd=self._folder_fd)
        self.spare = name == self.temp
        return fd

    def drop_temp(self) -> None:
        """Remove what lies under the temp name if it is spare."""
        if self.spare:
            with suppress(FileNotFoundError):
                self._seam.unlink(self.temp, dir_fd=self._folder_fd)
            self.spare = False

    # A folder

    def make_folder(self, mode: int) -> bool:
        """Make a folder under `name`; False where the name is taken.

        It gets its mode under the temp name: nobody, not even after a crash, meets it with another.
        """
        try:
            self._seam.mkdir(self.temp, dir_fd=self._folder_fd)
        except FileExistsError:  # of the same edit, before a crash
            self._seam.rmdir(self.temp, dir_fd=self._folder_fd)
            self._seam.mkdir(self.temp, dir_fd=self._folder_fd)
        try:
            with closing(os.open(self.temp, _FOLDER, dir_fd=self._folder_fd)) as fd:
                _open_up(self._seam, fd, mode)
            self.move_in()
        except OSError as error:
            with suppress(OSError):
                self._seam.rmdir(self.temp, dir_fd=self._folder_fd)
            if isinstance(error, FileExistsError):
                return False
            raise
        return True

    # Steps; none leaves a file spare that has not been looked at since

    def exchange(self) -> None:
        """Swap the two names. Raises OSError(EINVAL) where the file system cannot."""
        self._seam.exchange(self.temp, self.name, dir_fd=self._folder_fd)
        self.spare = False

    def replace(self) -> None:
        """Rename the temp file over the file, whatever it is."""
        self._seam.rename(self.temp, self.name, dir_fd=self._folder_fd)
        self.spare = False

    def move_in(self) -> None:
        """Give the temp file the name. Raises FileExistsError where that is taken."""
        self._rename_new(self.temp, self.name)

    def move_out(self) -> None:
        """Give the file the temp name. Raises FileNotFoundError where there is no file."""
        self._rename_new(self.name, self.temp)

    def move_back(self) -> bool:
        """Give what was moved out its name again; False where a newer file has it by now."""
        try:
            self.move_in()
        except FileExistsError:
            self.spare = True
            return False
        return True

    def give_back(self, placed: Mark) -> None:
        """Give the newest file the name; it lies under the temp name, and `placed` has the name.

        Each exchange may displace one more file, which came in between. That one is newer still,
        and the next exchange brings it back.
        """
        newest = self.mark(self.temp)
        while newest is not None:
            self._bring_in()
            displaced = self.mark(self.temp)
            if displaced in (None, placed):
                break
            placed, newest = newest, displaced
        self.spare = True

    def _bring_in(self) -> None:
        while True:
            with suppress(FileNotFoundError):  # somebody has removed the file
                self.exchange()
                return
            with suppress(FileExistsError):  # and somebody has made it anew
                self.move_in()
                return

    def _rename_new(self, source: bytes, target: bytes) -> None:
        try:
            self._seam.rename_new(source, target, dir_fd=self._folder_fd)
        except OSError as error:
            if error.errno != errno.EINVAL:
                raise
            if self.status(target) is not None:
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
            self._seam.rename(source, target, dir_fd=self._folder_fd)
        self.spare = False


def is_noted(status: os.stat_result, noted: Noted) -> bool:
    """Whether this is the file noted, unchanged, as far as that shows without reading it."""
    return stat.S_ISREG(status.st_mode) and (
        noted.inode,
        noted.mtime_ns,
        noted.ctime_ns,
        noted.size_bytes,
    ) == (status.st_ino, status.st_mtime_ns, status.st_ctime_ns, status.st_size)


def took_over_all(old: os.stat_result, before: os.stat_result) -> bool:
    """Whether a file is as it was when its successor was made.

    The ctime is left out: renaming the file has changed it.
    """
    return all(getattr(old, name) == getattr(before, name) for name in _TAKEN_OVER)


def dress(seam: Seam, fd: int, like: os.stat_result, wanted: dict[bytes, bytes], mode: int) -> bool:
    """Give a new file owner and xattrs of another, and a mode; False where that cannot be."""
    try:
        ours = os.fstat(fd)
        if (ours.st_uid, ours.st_gid) != (like.st_uid, like.st_gid):
            seam.chown(fd, like.st_uid, like.st_gid)
        for name, value in wanted.items():
            seam.setxattr(fd, name, value)
        seam.chmod(fd, mode)  # last: chown takes setuid and setgid away
    except OSError as error:
        if error.errno in (errno.EPERM, errno.EACCES, errno.EINVAL, errno.ENOTSUP):
            return False
        raise
    # A folder's default ACL gives new files xattrs that the other need not have; and of a file
    # with an ACL the mode is a part, so that another mode comes with another xattr.
    return xattrs(fd) == wanted


def xattrs(fd: int) -> dict[bytes, bytes]:
    try:
        names = map(os.fsencode, os.listxattr(fd))
    except OSError as error:
        if error.errno == errno.ENOTSUP:
            return {}
        raise
    return {name: os.getxattr(fd, name) for name in names if not name.startswith(_NOT_TAKEN_OVER)}


def _open_up(seam: Seam, folder_fd: int, mode: int) -> None:
    """Give a folder just made its mode: that of a default ACL it has inherited, if any."""
    granted = acl.granted(folder_fd)
    inherited = os.fstat(folder_fd).st_mode & stat.S_ISGID
    with suppress(PermissionError):  # a file system without modes
        seam.chmod(folder_fd, (mode if granted is None else granted) | inherited)


@contextmanager
def closing(fd: int) -> Generator[int]:
    try:
        yield fd
    finally:
        os.close(fd)


@contextmanager
def about(path: RelPath) -> Generator[None]:
    """Give every OSError the path that it is about."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = path, None
        raise
