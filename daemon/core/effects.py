"""What the shell saw of a file, and what it is told to do to one."""

import enum

from msgspec import Struct

from ...schemas.values import RelPath


class Kind(enum.IntEnum):
    """What lies at a path."""

    FILE = 0
    ABSENT = 1
    FOLDER = 2
    SPECIAL = 3
    """A device, fifo or socket: never opened."""
    OUTSIDE = 4
    """A symlink or ".." on the way leads out of the workspace."""
    DENIED = 5
    """The system refused; `problem` says what."""
    TOO_LARGE = 6


class Noted(Struct, frozen=True, gc=False):
    """Which file it was that a decision was made on."""

    inode: int
    mtime_ns: int
    ctime_ns: int
    size_bytes: int
    fresh: bool = False
    """Changed so shortly before the look that a further change may not show in its times."""
    digest: bytes = b""
    """SHA-256 of what it held; empty where that was not read."""


class Seen(Struct, frozen=True, gc=False):
    """One path, as found under its turn. `data` and the rest come from one descriptor."""

    path: RelPath
    """As asked for."""
    real: RelPath
    """The file meant, symlinks followed; `path` where nothing could be followed."""
    kind: Kind
    key: tuple[int, int, bytes] = (0, 0, b"")
    """Turn key: (device, inode, b"") of a file, (device, parent inode, name) of an absent one."""
    data: bytes = b""
    digest: bytes = b""
    """SHA-256 of `data`; empty where there is no file."""
    noted: Noted | None = None
    mode: int = 0
    """Permission bits, st_mode & 0o7777."""
    links: int = 1
    """Names of the inode: more than one is written in place."""
    in_place: bool = False
    """A new file could not take its place: it has hard links, or an owner that we cannot give
    away, or its folder takes no temp file."""
    writable: bool = True
    """The file may be written by its mode; of a folder or an absent file: it takes names."""
    names: tuple[bytes, ...] = ()
    """Names in the folder (FOLDER), or beside the missing one (ABSENT): sorted, at most 200."""
    missing_folder: bytes = b""
    """ABSENT: the first folder on the way that does not exist; empty where the parent exists."""
    problem: str = ""
    folder_takes: bool = True
    """Names can be made and taken away in its folder: the file can be removed."""
    leads_out: bool = False
    """OUTSIDE: a symlink is on the way, so that there is no file of this very path."""
    granted: int | None = None
    """ABSENT: what a default ACL grants on a new file at most, whatever the umask; None: no ACL."""


class PutFile(Struct, frozen=True, gc=False):
    """Make `path` hold `data`."""

    path: RelPath
    """Without symlinks."""
    data: bytes
    before: Noted | None
    """The file to be replaced; None: there must be none."""
    temp: bytes
    """Name for the temp file, in the same folder."""
    mode: int = 0o644
    """Of a new file, exactly; a replaced file keeps its own."""
    in_place: bool = False
    folder_mode: int = 0o755
    """Of folders made for a new file; a default ACL of the folder above goes before it."""
    set_mode: int | None = None
    """Of a replaced file: the mode that comes with the bytes; None: it keeps its own."""


class RemoveFile(Struct, frozen=True, gc=False):
    """Make `path` not exist."""

    path: RelPath
    before: Noted
    temp: bytes
    """Name under which it lies until the edit is finished."""
    last_folder: bytes = b""
    """Its folder and those above, up to and with this one, go too where that leaves them empty."""


class SetMode(Struct, frozen=True, gc=False):
    """Give the file at `path` this mode; its bytes stay, and it is the same file."""

    path: RelPath
    before: Noted
    mode: int


Effect = PutFile | RemoveFile | SetMode
