"""A workspace's place on disk: its identity, its state folder and its lock.

| name in `workspaces/<id>/` | what | may be lost |
|---|---|---|
| workspace.json | the root, for people and for finding workspaces | yes, it is written anew |
| LOCK | flock of the daemon that has the workspace open | yes |
| HEAD, segments/, blobs/, quarantine/ | the log, see segments | no |
| TEMPS | where temp files may lie, see litter | yes |
"""

import contextlib
import fcntl
import hashlib
import os
import re
from collections.abc import Generator, Iterator
from pathlib import Path

import msgspec

from .service import NoWorkspace

NETWORK_FILE_SYSTEMS = frozenset(
    {"9p", "afs", "ceph", "cifs", "davfs", "fuse.s3fs", "fuse.sshfs", "glusterfs", "lustre"}
    | {"nfs", "nfs4", "smb3", "smbfs"}
)
"""Their locks and syncs do not hold what the log needs."""
_ESCAPED = re.compile(rb"\\([0-7]{3})")


class Home(msgspec.Struct, frozen=True):
    """Where one workspace lives."""

    id: str
    """32 hex digits, of the root's path."""
    root: bytes
    """Absolute, free of symlinks."""
    folder: Path

    @property
    def number(self) -> bytes:
        return bytes.fromhex(self.id)


class _Described(msgspec.Struct, omit_defaults=True):
    root: str
    r"""To be read by people: bytes that are no UTF-8 show as \xNN."""
    exact: bytes | None = None
    """The root where it is no UTF-8."""

    @classmethod
    def of(cls, root: bytes) -> "_Described":
        shown = _shown(root)
        return cls(shown, None if shown.encode() == root else root)

    @property
    def path(self) -> bytes:
        return self.root.encode() if self.exact is None else self.exact


def home_of(root: bytes, state: Path) -> Home:
    """Return the home of the workspace that holds `root`: the innermost known, or its own.

    Raises NoWorkspace.
    """
    real = os.path.realpath(root.partition(b"\0")[0])
    if b"\0" in root or not Path(os.fsdecode(real)).is_dir():
        raise NoWorkspace(
            "no_workspace",
            f"{_shown(root)} is not a folder",
            "give an existing folder as the workspace root",
        )
    folders = state / "workspaces"
    around = [one for one in _known(folders) if holds(one.root, real)]
    name = _name_of(real)
    return max(around, key=lambda one: len(one.root), default=Home(name, real, folders / name))


def holds(root: bytes, path: bytes) -> bool:
    """Tell whether a path, absolute and free of symlinks, is `root` or lies beneath it."""
    return (path + b"/").startswith(root.rstrip(b"/") + b"/")


def _known(folders: Path) -> Iterator[Home]:
    """Yield the workspaces that have a log here."""
    if not folders.is_dir():
        return
    for folder in sorted(folders.iterdir()):
        try:
            described = msgspec.json.decode(
                (folder / "workspace.json").read_bytes(), type=_Described
            )
        except (OSError, msgspec.DecodeError):
            continue
        if folder.name == _name_of(described.path):
            yield Home(folder.name, described.path, folder)


def _name_of(root: bytes) -> str:
    return hashlib.sha256(root).hexdigest()[:32]


@contextlib.contextmanager
def locked(home: Home) -> Generator[None]:
    """Make the home if need be and hold its lock. Raises NoWorkspace, OSError."""
    refuse_network(home.folder)
    home.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = os.open(home.folder / "LOCK", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise NoWorkspace(
                "no_workspace",
                f"another daemon has the log of {_shown(home.root)} open",
                "stop it: editjournal daemon stop",
            ) from None
        _describe(home)
        yield
    finally:
        os.close(lock)


def _describe(home: Home) -> None:
    described = home.folder / "workspace.json"
    if not described.exists():
        temp = home.folder / "workspace.json.new"
        temp.write_bytes(msgspec.json.encode(_Described.of(home.root)))
        temp.replace(described)


def refuse_network(folder: Path, mounts: str = "/proc/self/mountinfo") -> None:
    """Raise NoWorkspace where a folder for the log lies on a network file system."""
    kind = file_system(folder, mounts)
    if kind in NETWORK_FILE_SYSTEMS:
        raise NoWorkspace(
            "no_workspace",
            f"the state folder {folder} is on a network file system ({kind}), whose locks and "
            "syncs cannot be relied on",
            "set EDITJOURNAL_STATE to a folder on a local disk",
        )


def file_system(folder: Path, mounts: str) -> str:
    """Return the type of the file system that holds `folder`, "" where it cannot be told."""
    path = os.fsencode(os.path.realpath(folder))
    best, kind = b"", b""
    try:
        lines = Path(mounts).read_bytes().split(b"\n")
    except OSError:
        return ""
    for line in lines:
        left, _, right = line.partition(b" - ")
        fields, types = left.split(b" "), right.split(b" ")
        if len(fields) < 5:
            continue
        point = _ESCAPED.sub(lambda found: bytes([int(found[1], 8)]), fields[4])
        if holds(point, path) and len(point) >= len(best):
            best, kind = point, types[0]
    return os.fsdecode(kind)


def _shown(path: bytes) -> str:
    return path.decode("utf-8", "backslashreplace")
