"""The folder into which a session is played again: files beneath it, and nothing outside of it.

Every folder on the way is opened without following symlinks, from its parent's descriptor, so that
no name leads out, whatever else happens in there meanwhile. A file is always made anew.
"""

import contextlib
import os
import shutil
import stat
from collections.abc import Generator
from pathlib import Path

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_MAKE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


class NotEmptyError(Exception):
    """There is something in the folder, or it is none."""


class Folder:
    """A folder that was empty. All methods raise OSError; paths are relative, in bytes."""

    def __init__(self, path: Path) -> None:
        """Make the folder where there is none. Raises NotEmptyError."""
        try:
            path.mkdir(parents=True)
        except FileExistsError:
            if not path.is_dir() or any(path.iterdir()):
                raise NotEmptyError from None
        self._top = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)

    def close(self) -> None:
        os.close(self._top)

    def put(self, path: bytes, data: bytes, mode: int) -> None:
        """Make a file with these bytes and permission bits; what is in its place goes."""
        with self._parent(path, make=True) as (parent, name):
            _clear(parent, name)
            made = os.open(name, _MAKE, 0o600, dir_fd=parent)
            with open(made, "wb") as file:  # noqa: PTH123 - a descriptor
                file.write(data)
                os.fchmod(file.fileno(), mode & 0o7777)

    def read(self, path: bytes) -> tuple[bytes, int] | None:
        """Return a file's bytes and permission bits; None where there is no such file."""
        with (
            contextlib.suppress(FileNotFoundError, NotADirectoryError),
            self._parent(path) as found,
        ):
            parent, name = found
            if not stat.S_ISREG(os.lstat(name, dir_fd=parent).st_mode):
                return None
            with open(os.open(name, _READ, dir_fd=parent), "rb") as file:  # noqa: PTH123 - as above
                return file.read(), os.fstat(file.fileno()).st_mode & 0o7777
        return None

    def remove(self, path: bytes) -> None:
        """Take a file away, and folders that are empty then."""
        with (
            contextlib.suppress(FileNotFoundError, NotADirectoryError),
            self._parent(path) as found,
        ):
            parent, name = found
            os.unlink(name, dir_fd=parent)
        above = path.rpartition(b"/")[0]
        with contextlib.suppress(OSError):  # not empty, or gone
            while above:
                with self._parent(above) as (parent, name):
                    os.rmdir(name, dir_fd=parent)
                above = above.rpartition(b"/")[0]

    @contextlib.contextmanager
    def _parent(self, path: bytes, *, make: bool = False) -> Generator[tuple[int, bytes]]:
        """Give a descriptor of the folder that a path lies in, and the last part of its name."""
        *folders, name = _parts(path)
        here = os.dup(self._top)
        try:
            for part in folders:
                inner = _enter(here, part, make=make)
                os.close(here)
                here = inner
            yield here, name
        finally:
            os.close(here)


def _parts(path: bytes) -> list[bytes]:
    """Return the parts of a path. Raises OSError where it would lead out of the folder."""
    parts = path.split(b"/")
    if any(part in (b"", b".", b"..") or b"\0" in part for part in parts):
        raise OSError(f"{os.fsdecode(path)!r} is no path beneath a folder")
    return parts


def _enter(parent: int, name: bytes, *, make: bool) -> int:
    try:
        return os.open(name, _FOLDER, dir_fd=parent)
    except FileNotFoundError:
        if not make:
            raise
    except NotADirectoryError:  # also what a symlink is
        if not make:
            raise
        os.unlink(name, dir_fd=parent)
    os.mkdir(name, dir_fd=parent)
    return os.open(name, _FOLDER, dir_fd=parent)


def _clear(parent: int, name: bytes) -> None:
    """Take away what has this name: of a folder all that is in it."""
    try:
        mode = os.lstat(name, dir_fd=parent).st_mode
    except FileNotFoundError:
        return
    if stat.S_ISDIR(mode):
        shutil.rmtree(name, dir_fd=parent)
    else:
        os.unlink(name, dir_fd=parent)
