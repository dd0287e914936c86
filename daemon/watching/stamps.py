"""Looking at files from outside: their stamps, and what kind of file system they lie on."""

import ctypes
import os
from collections.abc import Iterable

from ...schemas.values import RelPath
from .proofs import Stamp

_LIBC = ctypes.CDLL(None, use_errno=True)
_STATFS_BYTES = 256
"""More than any struct statfs has; its first field is the type, a long."""

_REMOTE = frozenset(
    {
        0x6969,  # nfs
        0x517B,  # smb
        0xFF534D42,  # cifs
        0xFE534D42,  # smb2
        0x01021997,  # 9p: virtual machines, and the Windows drives of WSL 2
        0x53464846,  # the Windows drives of WSL 1
        0x65735546,  # fuse: sshfs, virtiofs, shared folders of containers
        0x786F4256,  # vboxsf
        0xBACBACBC,  # vmhgfs
        0x7C7C6673,  # prl_fs
        0x00C36400,  # ceph
        0x0BD00BD0,  # lustre
        0x47504653,  # gpfs
        0xAAD7AAEA,  # panfs
        0x01161970,  # gfs2
        0x7461636F,  # ocfs2
        0x564C,  # ncp
        0x73757245,  # coda
        0x5346414F,  # openafs
        0x6B414653,  # afs
    }
)
"""Numbers from linux/magic.h and the file systems' own sources."""


def absolute(root: bytes, path: RelPath) -> bytes:
    return root.rstrip(b"/") + b"/" + path if path else root


def stamp_of(path: bytes) -> Stamp | None:
    """Return the stamp of what lies at an absolute path, a symlink's own."""
    try:
        status = os.stat(path, follow_symlinks=False)  # noqa: PTH116 - names are bytes
    except (OSError, ValueError):  # a name with a zero byte
        return None
    return status.st_ino, status.st_mtime_ns, status.st_ctime_ns, status.st_size


def stamps_of(root: bytes, paths: Iterable[RelPath]) -> list[tuple[RelPath, Stamp | None]]:
    """Return the stamps of files beneath a root. May block."""
    return [(path, stamp_of(absolute(root, path))) for path in paths]


def is_remote(fd: int) -> bool:
    """Tell whether a file system may change without an event; False where it is not known."""
    buffer = ctypes.create_string_buffer(_STATFS_BYTES)
    if _LIBC.fstatfs(fd, buffer) != 0:
        return False
    return ctypes.c_long.from_buffer(buffer).value & 0xFFFFFFFF in _REMOTE
