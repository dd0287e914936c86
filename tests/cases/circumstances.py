"""Other users, small disks and ACLs: what a test of files as people have them sets up."""

import ctypes
import errno
import os
import shutil
import struct
import tempfile
import traceback
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from editjournal.daemon.seam import Seam

NOBODY = 65534
DEFAULT_ACL, ACCESS_ACL = "system.posix_acl_default", "system.posix_acl_access"

_LIBC = ctypes.CDLL(None, use_errno=True)
_NEW_MOUNTS, _NEW_USERS = 0x00020000, 0x10000000
_RECURSIVE_PRIVATE = 0x4000 | 0x40000


def in_child(act: Callable[[], object]) -> None:
    """Run in a process of its own. What it raises, this raises as an AssertionError."""
    heard, said = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            act()
            code = 0
        except BaseException:  # noqa: BLE001 - it is told to the test
            os.write(said, traceback.format_exc()[-30_000:].encode())
        finally:
            os._exit(code)
    os.close(said)
    with os.fdopen(heard) as pipe:
        told = pipe.read()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0, told


@contextmanager
def open_folder() -> Generator[Path]:
    """Give a folder that every user may enter and change."""
    folder = Path(tempfile.mkdtemp(prefix="ejc"))
    try:
        folder.chmod(0o777)
        yield folder
    finally:
        shutil.rmtree(folder)


def become_nobody() -> None:
    """Give up root for good, in a child; who is not root is nobody enough."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)


def other_group() -> int:
    """Return a group, if possible not the first, that this process may give a file to."""
    if os.geteuid() == 0:
        return 2345
    return next((group for group in os.getgroups() if group != os.getegid()), os.getegid())


def acl(named: int, bits: int, *, group: int = 5, other: int = 4) -> bytes:
    """Return an ACL, as an xattr has it, that grants `bits` to the user `named`, too.

    Linux' posix_acl_xattr.h: version 2, then tag, permissions and id of each entry.
    """
    nobody = 0xFFFFFFFF
    entries = (
        (0x01, 7, nobody),
        (0x02, bits, named),
        (0x04, group, nobody),
        (0x10, bits | group, nobody),
        (0x20, other, nobody),
    )
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)


# A disk that can be filled


def small_disk(folder: Path, size_bytes: int) -> Seam:
    """Make `folder` a small disk of its own, in a child; give the seam to write to it through.

    Where mounts are not allowed, the seam lets no more onto it.
    """
    try:
        _mount(folder, size_bytes)
    except OSError:
        return _Quota(folder, size_bytes)
    return Seam()


def fill(folder: Path, *, left_bytes: int = 0) -> Path:
    """Use a small disk up, but for so much."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        status = os.statvfs(folder)
        size_bytes = status.f_bavail * status.f_frsize - left_bytes
        if size_bytes < 1 << 24:  # else it is no disk of its own, and the seam keeps to less
            file.truncate(0)
            os.posix_fallocate(file.fileno(), 0, max(size_bytes, 1))
        else:
            file.truncate(1 << 24)
    return filler


class _Quota(Seam):
    """Raises OSError(ENOSPC) for what goes beyond a size, after half of it was written."""

    def __init__(self, folder: Path, size_bytes: int) -> None:
        self._folder, self._size_bytes = folder, size_bytes

    def write(self, fd: int, data: bytes | memoryview, offset: int) -> None:
        if self._is_too_much(fd, offset + len(data)):
            super().write(fd, data[: len(data) // 2], offset)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        super().write(fd, data, offset)

    def allocate(self, fd: int, size_bytes: int) -> None:
        if self._is_too_much(fd, size_bytes):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        super().allocate(fd, size_bytes)

    def _is_too_much(self, fd: int, end: int) -> bool:
        path = Path(f"/proc/self/fd/{fd}").readlink()
        if not path.is_relative_to(self._folder):
            return False
        files = [one.stat().st_size for one in self._folder.rglob("*") if one.is_file()]
        return sum(files) + max(0, end - os.fstat(fd).st_size) > self._size_bytes


def _mount(folder: Path, size_bytes: int) -> None:
    user, group = os.geteuid(), os.getegid()
    _call("unshare", _NEW_MOUNTS | (_NEW_USERS if user else 0))
    if user:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    _call("mount", b"none", b"/", None, _RECURSIVE_PRIVATE, None)
    _call("mount", b"tmpfs", os.fsencode(folder), b"tmpfs", 0, b"size=%d" % size_bytes)


def _call(name: str, *arguments: object) -> None:
    if getattr(_LIBC, name)(*arguments) != 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code), name)
