"""Opening files beneath the workspace root, whatever is done to symlinks meanwhile.

Every descriptor comes from `Beneath.open`, which follows no symlink at all: neither the last part
of a path nor any before it. What a path with symlinks means is found out by `Beneath.resolve`.
Its answer can be out of date at once; then the open that follows fails, and nothing outside was
opened.
"""

import ctypes
import errno
import os
import stat

from ...schemas.values import RelPath

_LIBC = ctypes.CDLL(None, use_errno=True)
_SYS_OPENAT2 = 437
_RESOLVE_NO_SYMLINKS = 0x04
_RESOLVE_BENEATH = 0x08

TOP = RelPath(b"")
"""The root itself, where a folder is meant."""


class _How(ctypes.Structure):
    _fields_ = (
        ("flags", ctypes.c_uint64),
        ("mode", ctypes.c_uint64),
        ("resolve", ctypes.c_uint64),
    )


def folder_of(path: RelPath) -> RelPath:
    """Give the folder that holds `path`; `TOP` for what lies in the root."""
    return RelPath(path.rpartition(b"/")[0])


def name_of(path: RelPath) -> bytes:
    return path.rpartition(b"/")[2]


class Beneath:
    """A root folder and what may be opened beneath it.

    `refused` are absolute paths of folders that are out of bounds though they lie beneath it.
    Raises OSError where there is no such folder.
    """

    def __init__(self, path: bytes, refused: tuple[bytes, ...] = ()) -> None:
        self.path = os.path.realpath(path)
        self.fd = os.open(self.path, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        inside = (self._rerooted(folder) for folder in refused)
        self._refused = tuple(folder for folder in inside if folder is not None)
        self._by_walking = not _has_openat2(self.fd)

    def close(self) -> None:
        os.close(self.fd)

    def open(self, path: RelPath, flags: int) -> int:
        """Open what lies at `path` itself.

        Raises OSError; with ELOOP where any part of `path` is a symlink. Only with O_PATH the last
        part may be one, and the descriptor is then the link's.
        """
        if self._by_walking:
            return self._walk(path, flags | os.O_NOFOLLOW | os.O_CLOEXEC)
        if not flags & os.O_DIRECTORY:  # together they answer ENOTDIR, which says less
            flags |= os.O_NOFOLLOW
        return _openat2(self.fd, path or b".", flags | os.O_CLOEXEC)

    def resolve(self, path: RelPath) -> RelPath | None:
        """Give `path` with its symlinks followed as they are now; None where that leads outside.

        Parts that do not exist stay as they are; so does a path that changes at this moment.
        """
        try:
            return self._rerooted(os.path.join(self.path, path))  # noqa: PTH118 - names are bytes
        except OSError:
            return path

    def refusal(self, path: RelPath) -> str:
        """Say why `path`, which has no symlinks, is out of bounds; empty where it is not."""
        if b"\0" in path:
            return "a file name cannot hold a zero byte"
        if any(part.lower() == b".git" for part in path.split(b"/")):
            return "Git's own files are not touched"
        if any(not top or path == top or path.startswith(top + b"/") for top in self._refused):
            return "the journal's own files are not touched"
        return ""

    def _rerooted(self, absolute: bytes) -> RelPath | None:
        real = os.path.realpath(absolute)
        if real == self.path:
            return TOP
        prefix = self.path.rstrip(b"/") + b"/"
        return RelPath(real.removeprefix(prefix)) if real.startswith(prefix) else None

    def _walk(self, path: RelPath, flags: int) -> int:
        """Do what openat2 does, one part at a time, for kernels before 5.6."""
        *folders, last = path.split(b"/") if path else [b"."]
        if b".." in (*folders, last) or path.startswith(b"/"):
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV), path)
        at = os.dup(self.fd)
        try:
            for part in folders:
                inner = _open_folder(part, at)
                os.close(at)
                at = inner
            if flags & os.O_DIRECTORY and last != b".":
                os.close(_open_folder(last, at))
            return os.open(last, flags, dir_fd=at)
        finally:
            os.close(at)


def _open_folder(name: bytes, at: int) -> int:
    try:
        return os.open(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=at)
    except NotADirectoryError:
        found = os.stat(name, dir_fd=at, follow_symlinks=False).st_mode
        if stat.S_ISLNK(found) or stat.S_ISDIR(found):  # a folder now: it was a link just before
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), name) from None
        raise


def _has_openat2(folder: int) -> bool:
    try:
        os.close(_openat2(folder, b".", os.O_PATH | os.O_CLOEXEC))
    except OSError:  # ENOSYS, or EPERM where a sandbox does not know the call
        return False
    return True


def _openat2(folder: int, path: bytes, flags: int) -> int:
    how = _How(flags, 0, _RESOLVE_BENEATH | _RESOLVE_NO_SYMLINKS)
    size = ctypes.sizeof(how)
    fd: int = _LIBC.syscall(_SYS_OPENAT2, folder, path, ctypes.byref(how), size)
    if fd < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code), path)
    return fd
