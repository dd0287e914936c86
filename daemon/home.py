"""A workspace's place on disk: its identity, its state folder and its lock.

| name in `workspaces/<id>/` | what | may be lost |
|---|---|---|
| workspace.json | the root, for people and for finding workspaces | yes, it is written anew |
| LOCK | flock of the daemon that has the workspace open | yes |
| HEAD, segments/, blobs/, quarantine/ | the log | no |
"""

import contextlib
import fcntl
import hashlib
import os
from collections.abc import Generator, Iterator
from pathlib import Path

import msgspec

from .service import NoWorkspace

NETWORK_FILE_SYSTEMS = frozenset(
    {"9p", "afs", "ceph", "cifs", "davfs", "fuse.s3fs", "fuse.sshfs", "glusterfs", "lustre"}
    | {"nfs", "nfs4", "smb3", "smbfs"}
)
"""Their locks and syncs do not hold what the log needs."""


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


class _Described(msgspec.Struct):
    root: str


def home_of(root: bytes, state: Path) -> Home:
    """Return the home of the workspace that holds `root`: a known one around it, or its own.

    Raises NoWorkspace.
    """
    real = os.path.realpath(root)
    if not Path(os.fsdecode(real)).is_dir():
        raise NoWorkspace(
            "no_workspace",
            f"{_shown(root)} is not a folder",
            "give an existing folder as the workspace root",
        )
    folders = state / "workspaces"
    for candidate in _known(folders):
        if real == candidate.root or real.startswith(candidate.root + b"/"):
            return candidate
    name = hashlib.sha256(real).hexdigest()[:32]
    return Home(name, real, folders / name)


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
        yield Home(folder.name, described.root.encode("utf-8", "surrogateescape"), folder)


@contextlib.contextmanager
def locked(home: Home) -> Generator[None]:
    """Make the home if need be and hold its lock. Raises NoWorkspace, OSError."""
    refuse_network(home.folder)
    home.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    root = home.root.decode("utf-8", "surrogateescape")
    described = home.folder / "workspace.json"
    if not described.exists():
        temp = home.folder / "workspace.json.new"
        temp.write_bytes(msgspec.json.encode(_Described(root)))
        temp.replace(described)
    lock = os.open(home.folder / "LOCK", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise NoWorkspace(
            "no_workspace",
            f"another daemon has the log of {root} open",
            "stop it: editjournal daemon stop",
        ) from None
    try:
        yield
    finally:
        os.close(lock)


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
    path = os.path.realpath(folder)
    best, kind = "", ""
    try:
        lines = Path(mounts).read_text(errors="surrogateescape").splitlines()
    except OSError:
        return ""
    for line in lines:
        left, _, right = line.partition(" - ")
        point = left.split()[4].encode().decode("unicode_escape")
        inside = path == point or path.startswith(point.rstrip("/") + "/")
        if inside and len(point) >= len(best):
            best, kind = point, right.split()[0]
    return kind


def _shown(path: bytes) -> str:
    return path.decode("utf-8", "backslashreplace")
