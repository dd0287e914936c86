"""The one place through which every call goes that decides what is on the disk.

Log and files are written through a `Seam`, so that a test can stop the process at any of these
calls, or let one fail, and look at what is left. Reading goes past it.
"""

import ctypes
import errno
import os

_LIBC = ctypes.CDLL(None, use_errno=True)
RENAME_NOREPLACE = 1
RENAME_EXCHANGE = 2


class Seam:
    """System calls as they are. Paths are relative to `dir_fd` unless it is None.

    Every method raises OSError as the call does.
    """

    def open(self, path: bytes, flags: int, mode: int = 0o600, *, dir_fd: int | None = None) -> int:
        return os.open(path, flags | os.O_CLOEXEC, mode, dir_fd=dir_fd)

    def write(self, fd: int, data: bytes | memoryview, offset: int) -> None:
        """Write all of `data` at `offset` bytes."""
        view = memoryview(data)
        while view:
            count = os.pwrite(fd, view, offset)
            view, offset = view[count:], offset + count

    def allocate(self, fd: int, size_bytes: int) -> None:
        os.posix_fallocate(fd, 0, size_bytes)

    def truncate(self, fd: int, size_bytes: int) -> None:
        os.ftruncate(fd, size_bytes)

    def fsync(self, fd: int) -> None:
        os.fsync(fd)

    def fdatasync(self, fd: int) -> None:
        os.fdatasync(fd)

    def chmod(self, fd: int, mode: int) -> None:
        os.fchmod(fd, mode)

    def chown(self, fd: int, uid: int, gid: int) -> None:
        os.fchown(fd, uid, gid)

    def setxattr(self, fd: int, name: bytes, value: bytes) -> None:
        os.setxattr(fd, name, value)

    def mkdir(self, path: bytes, mode: int = 0o700, *, dir_fd: int | None = None) -> None:
        os.mkdir(path, mode, dir_fd=dir_fd)

    def rmdir(self, path: bytes, *, dir_fd: int | None = None) -> None:
        os.rmdir(path, dir_fd=dir_fd)

    def unlink(self, path: bytes, *, dir_fd: int | None = None) -> None:
        os.unlink(path, dir_fd=dir_fd)

    def rename(self, source: bytes, target: bytes, *, dir_fd: int | None = None) -> None:
        """Replace `target`, if any."""
        os.rename(source, target, src_dir_fd=dir_fd, dst_dir_fd=dir_fd)

    def rename_new(self, source: bytes, target: bytes, *, dir_fd: int | None = None) -> None:
        """Raise FileExistsError where `target` exists."""
        _renameat2(source, target, dir_fd, RENAME_NOREPLACE)

    def exchange(self, one: bytes, other: bytes, *, dir_fd: int | None = None) -> None:
        """Swap two names in one step. Raises OSError(EINVAL) where the file system cannot."""
        _renameat2(one, other, dir_fd, RENAME_EXCHANGE)


def _renameat2(source: bytes, target: bytes, dir_fd: int | None, flags: int) -> None:
    at = -100 if dir_fd is None else dir_fd  # AT_FDCWD
    if _LIBC.renameat2(at, source, at, target, flags) != 0:
        code = ctypes.get_errno()
        if code == errno.ENOSYS:
            code = errno.EINVAL
        raise OSError(code, os.strerror(code), source, None, target)
