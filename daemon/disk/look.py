"""Looking at one path beneath the root: what lies there, its bytes, and how it is to be written.

Bytes, times and hash come from one descriptor, and are read again where the file changed
meanwhile. What cannot be read is an answer too, never an exception.
"""

import bisect
import errno
import hashlib
import os
import stat
import time

from ...schemas.values import RelPath
from ..core.effects import Kind, Noted, Seen
from . import acl
from .confine import Beneath, folder_of, name_of

LIMIT_BYTES = 256 << 20
"""Larger files are not read."""
FRESH_NS = 50_000_000
"""Several ticks of the clock that file times are taken from, which is as coarse as 10 ms."""

_TRIES = 5
_LINK_TRIES = 40
_NAMES_MAX = 200
_PROBLEMS = {
    errno.ENAMETOOLONG: "the name is too long for the file system",
    errno.ENOTDIR: "a file stands where a folder is needed",
    errno.EACCES: "the system does not permit it",
    errno.EPERM: "the system does not permit it",
}
_LINKS = "its symbolic links go in a circle, or change all the time"
_RESTLESS = "it changed each time it was read"

_TEMP_START, _TEMP_END = b".", b".ejtmp"


def is_temp(name: bytes) -> bool:
    """Whether `name` is one that temp files have: a dot, 8 hex digits and ".ejtmp"."""
    digits = name.removeprefix(_TEMP_START).removesuffix(_TEMP_END)
    return (
        name == _TEMP_START + digits + _TEMP_END
        and len(digits) == 8
        and not digits.strip(b"0123456789abcdef")
    )


def look(beneath: Beneath, path: RelPath, *, data: bool, names: bool, limit_bytes: int) -> Seen:
    """See what lies at `path`, symlinks followed as long as they stay beneath the root.

    With `data` the file is read; what is larger than `limit_bytes` is not. With `names` the names
    beside an absent one are listed, which takes time in a large folder.
    """
    real = path
    for _ in range(_LINK_TRIES):
        if problem := beneath.refusal(path) or beneath.refusal(real):
            return Seen(path, real, Kind.DENIED, problem=problem)
        try:
            seen = _look_there(beneath, path, real, data=data, names=names, limit_bytes=limit_bytes)
        except OSError as error:
            if error.errno != errno.ELOOP:
                code = error.errno or 0
                problem = _PROBLEMS.get(code, os.strerror(code))
                return Seen(path, real, Kind.DENIED, problem=problem)
            seen = None
        if seen is not None:
            return seen
        # A symlink is on the way, or was a moment ago.
        resolved = beneath.resolve(path)
        if resolved is None:
            problem = "it leads out of the workspace"
            return Seen(path, path, Kind.OUTSIDE, problem=problem, leads_out=True)
        real = resolved
    return Seen(path, path, Kind.DENIED, problem=_LINKS)


def read_all(fd: int, size_bytes: int) -> bytes:
    """Read a file that is said to hold `size_bytes`; one byte more where it has grown."""
    parts: list[bytes] = []
    offset = 0
    while offset <= size_bytes and (part := os.pread(fd, size_bytes + 1 - offset, offset)):
        parts.append(part)
        offset += len(part)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def noted(status: os.stat_result, digest: bytes = b"") -> Noted:
    latest_ns = max(status.st_mtime_ns, status.st_ctime_ns)
    return Noted(
        status.st_ino,
        status.st_mtime_ns,
        status.st_ctime_ns,
        status.st_size,
        fresh=latest_ns > time.time_ns() - FRESH_NS,
        digest=digest,
    )


def _look_there(
    beneath: Beneath,
    path: RelPath,
    real: RelPath,
    *,
    data: bool,
    names: bool,
    limit_bytes: int,
) -> Seen | None:
    """See what lies at `real` itself; None for a symlink. Raises OSError, ELOOP as `look` says."""
    try:
        status = _stat(beneath, real)
    except FileNotFoundError:
        return _absent(beneath, path, real, names=names)
    if stat.S_ISLNK(status.st_mode):
        return None
    if stat.S_ISDIR(status.st_mode):
        listed = tuple(_names(beneath, real)[:_NAMES_MAX])
        takes = _folder_takes(beneath, real)
        return _seen(path, real, Kind.FOLDER, status, access=(takes, takes), names=listed)
    if not stat.S_ISREG(status.st_mode):
        return _seen(path, real, Kind.SPECIAL, status, problem="it is no ordinary file")
    access = _access(beneath, real, status)
    if status.st_size > limit_bytes:
        problem = f"it has {status.st_size} bytes, the limit is {limit_bytes}"
        return _seen(path, real, Kind.TOO_LARGE, status, access=access, problem=problem)
    if not data:
        return _seen(path, real, Kind.FILE, status, access=access)
    read = _read(beneath, real)
    if read is None:
        return _seen(path, real, Kind.DENIED, status, problem=_RESTLESS)
    return _seen(path, real, Kind.FILE, read[0], data=read[1], access=access)


def _seen(  # noqa: PLR0913 - one value, put together in one place
    path: RelPath,
    real: RelPath,
    kind: Kind,
    status: os.stat_result,
    *,
    data: bytes | None = None,
    access: tuple[bool, bool] = (True, True),
    names: tuple[bytes, ...] = (),
    problem: str = "",
) -> Seen:
    digest = b"" if data is None else hashlib.sha256(data).digest()
    writable, takes = access
    file = kind in (Kind.FILE, Kind.TOO_LARGE)
    return Seen(
        path,
        real,
        kind,
        key=(status.st_dev, status.st_ino, b""),
        data=data or b"",
        digest=digest,
        noted=noted(status, digest) if file else None,
        mode=stat.S_IMODE(status.st_mode),
        links=status.st_nlink,
        in_place=file and not (status.st_nlink == 1 and takes and _owner_can_be_kept(status)),
        writable=writable,
        names=names,
        problem=problem,
        folder_takes=takes,
    )


def _absent(beneath: Beneath, path: RelPath, real: RelPath, *, names: bool) -> Seen:
    folder, missing = folder_of(real), RelPath(b"")
    while True:
        try:
            status = _stat(beneath, folder)
            break
        except FileNotFoundError:
            folder, missing = folder_of(folder), folder
    below = real[len(folder) :].lstrip(b"/")
    takes, granted = _for_new(beneath, folder)
    return Seen(
        path,
        real,
        Kind.ABSENT,
        key=(status.st_dev, status.st_ino, below),
        writable=takes,
        names=_names_near(beneath, folder, below) if names else (),
        missing_folder=missing,
        folder_takes=takes,
        granted=granted,
    )


def _names_near(beneath: Beneath, folder: RelPath, below: bytes) -> tuple[bytes, ...]:
    """Return names in a folder; of a large one those next to where `below` would stand."""
    names = _names(beneath, folder)
    first = max(0, bisect.bisect(names, below.partition(b"/")[0]) - _NAMES_MAX // 2)
    first = max(0, min(first, len(names) - _NAMES_MAX))
    return tuple(names[first : first + _NAMES_MAX])


def _stat(beneath: Beneath, path: RelPath) -> os.stat_result:
    fd = beneath.open(path, os.O_PATH)
    try:
        return os.fstat(fd)
    finally:
        os.close(fd)


def _read(beneath: Beneath, path: RelPath) -> tuple[os.stat_result, bytes] | None:
    """Read a file with the state it had all the while; None where it does not keep still."""
    for _ in range(_TRIES):
        # It was an ordinary file just now; should it be a fifo by now, this does not block.
        fd = beneath.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
        try:
            before = os.fstat(fd)
            if not stat.S_ISREG(before.st_mode):
                continue
            data = read_all(fd, before.st_size)
            after = os.fstat(fd)
        finally:
            os.close(fd)
        if _times(before) == _times(after) and len(data) == after.st_size:
            return after, data
    return None


def _times(status: os.stat_result) -> tuple[int, int, int]:
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns


def _names(beneath: Beneath, folder: RelPath) -> list[bytes]:
    try:
        fd = beneath.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except PermissionError:
        return []
    try:
        with os.scandir(fd) as entries:
            names = [os.fsencode(entry.name) for entry in entries]
    finally:
        os.close(fd)
    return sorted(name for name in names if not is_temp(name))


def _folder_takes(beneath: Beneath, folder: RelPath) -> bool:
    """Whether names can be made in a folder and taken away."""
    fd = beneath.open(folder, os.O_PATH | os.O_DIRECTORY)
    try:
        return _takes(fd)
    finally:
        os.close(fd)


def _for_new(beneath: Beneath, folder: RelPath) -> tuple[bool, int | None]:
    """Whether a folder takes a new file, and what its default ACL grants on it."""
    fd = beneath.open(folder, os.O_PATH | os.O_DIRECTORY)
    try:
        return _takes(fd), acl.granted(fd)
    finally:
        os.close(fd)


def _takes(folder_fd: int) -> bool:
    return os.access(b".", os.W_OK | os.X_OK, dir_fd=folder_fd, effective_ids=True)


def _access(beneath: Beneath, path: RelPath, status: os.stat_result) -> tuple[bool, bool]:
    """Whether the mode means the file to be written, root or not; and whether its folder takes."""
    fd = beneath.open(folder_of(path), os.O_PATH | os.O_DIRECTORY)
    try:
        name = name_of(path)
        writable = status.st_mode & 0o222 and os.access(
            name, os.W_OK, dir_fd=fd, effective_ids=True, follow_symlinks=False
        )
        return bool(writable), _takes(fd)
    finally:
        os.close(fd)


def _owner_can_be_kept(status: os.stat_result) -> bool:
    user = os.geteuid()
    if user == 0:
        return True
    return status.st_uid == user and status.st_gid in (os.getegid(), *os.getgroups())
