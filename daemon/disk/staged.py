"""One effect on its way to the disk: how a file is created, replaced, overwritten or removed.

Or given another mode, with its bytes or alone. The system may keep bits of it back, as setgid from
who is not of the file's group; then nothing is done.

Each way is taken only if the file is still the one decided on, and is taken back if it turns out
in the last step that it was not.
"""

import errno
import hashlib
import os
import stat
from contextlib import suppress
from dataclasses import dataclass

from ...schemas.values import RelPath
from ..core.effects import Effect, Noted, PutFile, RemoveFile, SetMode
from ..seam import Seam
from .confine import folder_of
from .place import Mark, Place, dress, is_noted, took_over_all


class Displaced(Exception):  # noqa: N818 - no error: somebody else was first
    """The file is not the one the edit was decided on. Whatever it is, it was left in place."""

    def __init__(self, path: RelPath, found_digest: bytes, reason: str) -> None:
        super().__init__(f"{os.fsdecode(path)}: {reason}")
        self.path = path
        self.found_digest = found_digest
        """Of what is there now; empty where nothing is, or no ordinary file."""
        self.reason = reason


@dataclass(slots=True, eq=False)
class Staged:
    """Made by `Root.stage`, of no more use after `Root.finish` or `Root.drop`."""

    effect: Effect
    seam: Seam
    place: Place
    in_place: bool
    """As the effect says, or because owner or xattrs turned out not to be kept otherwise."""
    before: Mark | None = None
    status: os.stat_result | None = None
    """Of the file to be replaced or removed."""
    ours: Mark | None = None
    mtime_ns: int = 0
    """Of the temp file, as soon as it was written."""
    fd: int = -1
    """The temp file; in place, or for a mode alone, the file itself."""
    old: bytes | None = None
    """The bytes before, where no displaced file holds them."""
    made: tuple[RelPath, ...] = ()
    """Folders made for it, the outermost first."""
    is_put: bool = False

    @property
    def folders(self) -> tuple[RelPath, ...]:
        """Folders in which it changes names: the ones to sync."""
        return (folder_of(self.effect.path), *map(folder_of, self.made))

    def close(self) -> None:
        self.place.drop_temp()
        self.close_file()
        self.place.close()

    def close_file(self) -> None:
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1

    # Getting ready

    def note(self) -> None:
        """Hold on to what tells the file to be replaced from any other."""
        self.status = self._require()
        noted = self.effect.before
        if noted is None:
            return
        if noted.digest and not noted.fresh:
            self.before = Mark(noted.inode, noted.digest)
            return
        self.before = self.place.mark(self.place.name)
        if noted.digest and self.before != (noted.inode, noted.digest):
            raise self._displaced("it changed")

    def write_temp(self, data: bytes) -> None:
        assert isinstance(self.effect, PutFile)
        self.close_file()
        # Nobody may read it before it has its mode.
        self.fd = self.place.open_new(0o600)
        self.seam.write(self.fd, data, 0)
        status = os.fstat(self.fd)
        if status.st_size != len(data):
            raise OSError(errno.EIO, f"{status.st_size} of {len(data)} bytes arrived")
        self.ours = Mark(status.st_ino, hashlib.sha256(data).digest())
        self.mtime_ns = status.st_mtime_ns

    def adopt(self, data: bytes) -> bool:
        """Take the temp file that is there if it holds `data`; remove it if it does not."""
        place = self.place
        found = place.mark(place.temp)
        if found is None:
            return False
        if found.digest != hashlib.sha256(data).digest():
            place.spare = True
            place.drop_temp()
            return False
        self.fd, self.ours = place.open_old(place.temp), found
        return True

    def dress(self) -> bool:
        """Give the temp file what the file is to have but for its bytes; False if that fails.

        That is what a replaced file has, but for a mode that the effect sets. A new file gets the
        mode of the effect, whatever this process's umask is.
        """
        if self.status is None:
            assert isinstance(self.effect, PutFile)
            with suppress(PermissionError):  # a file system without modes
                self.seam.chmod(self.fd, self.effect.mode)
            return True
        if not dress(self.seam, self.fd, self.status, self.place.xattrs(), self._mode):
            return False
        self._expect_mode()
        return True

    # Putting

    def put(self) -> None:
        """Make it so; what is done to the file from the next moment on is a later change."""
        self._require()
        match self.effect:
            case SetMode():
                self._set_mode()
            case PutFile(data=data) if self.in_place:
                self._overwrite(data)
            case PutFile(before=None):
                self._create()
            case PutFile():
                self._replace()
            case RemoveFile():
                self._remove()
        self.is_put = True

    def _create(self) -> None:
        try:
            self.place.move_in()
        except FileExistsError:
            raise self._displaced("it exists now") from None

    def _replace(self) -> None:
        place = self.place
        try:
            place.exchange()
        except FileNotFoundError:
            raise self._displaced("it is gone") from None
        except OSError as error:
            if error.errno != errno.EINVAL:
                raise
            # Names cannot be exchanged here: all that is left is a last look.
            self.old = self._read_before()
            place.replace()
            return
        if not self._is_before():
            assert self.ours is not None
            place.give_back(self.ours)
            raise self._displaced("it changed")
        place.spare = True

    def _remove(self) -> None:
        try:
            self.place.move_out()
        except FileNotFoundError:
            raise self._displaced("it is gone") from None
        except FileExistsError:
            raise self._displaced("the name for it is taken") from None
        if not self._is_before():
            self.place.move_back()
            raise self._displaced("it changed")
        self.place.spare = True

    def _overwrite(self, data: bytes) -> None:
        old = self.old = self._read_before()
        try:
            if len(data) > len(old):
                self.seam.allocate(self.fd, len(data))  # a full disk shows before any write
            self._write_over(data, self._mode)
            self._expect_mode()
        except OSError:
            self._write_over(old, self._old_mode)
            raise

    def _write_over(self, data: bytes, mode: int) -> None:
        self.seam.write(self.fd, data, 0)
        self.seam.truncate(self.fd, len(data))
        if self._mode_there != mode:  # also where it is to stay: writing can take setuid away
            self.seam.chmod(self.fd, mode)
        self.seam.fsync(self.fd)

    def _set_mode(self) -> None:
        try:
            self.seam.chmod(self.fd, self._mode)
            self._expect_mode()
            self.seam.fsync(self.fd)
            now = self.place.status(self.place.name)
            if now is None or now.st_ino != os.fstat(self.fd).st_ino:
                raise self._displaced("it changed")
        except (OSError, Displaced):
            with suppress(OSError):
                self.seam.chmod(self.fd, self._old_mode)
            raise

    # Modes

    @property
    def _old_mode(self) -> int:
        assert self.status is not None
        return stat.S_IMODE(self.status.st_mode)

    @property
    def _mode(self) -> int:
        """The mode that the file is to have."""
        match self.effect:
            case SetMode(mode=mode) | PutFile(set_mode=int() as mode):
                return mode
            case _:
                return self._old_mode

    @property
    def _mode_there(self) -> int:
        return stat.S_IMODE(os.fstat(self.fd).st_mode)

    def _expect_mode(self) -> None:
        """Raise PermissionError where the system has kept back something of a mode to be set."""
        is_set = isinstance(self.effect, SetMode) or (
            isinstance(self.effect, PutFile) and self.effect.set_mode is not None
        )
        if is_set and self._mode_there != self._mode:
            problem = f"the system does not give it the mode {self._mode:04o}"
            raise PermissionError(errno.EPERM, problem)

    # Putting back

    def put_back(self) -> bool:
        place = self.place
        self.is_put = False
        if isinstance(self.effect, RemoveFile):
            return place.move_back()
        if isinstance(self.effect, SetMode):
            return self._set_mode_back()
        if self.ours is None or place.mark(place.name) != self.ours:
            return False
        if self.before is None:
            return self._uncreate()
        if self.in_place:
            self._write_over(self.old or b"", self._old_mode)
            return True
        if self.old is not None:  # names could not be exchanged: the old file is gone
            return self._replace_again(self.ours, self.old)
        place.exchange()
        if place.mark(place.temp) == self.ours:
            place.spare = True
            return True
        place.give_back(self.before)
        return False

    def _set_mode_back(self) -> bool:
        now = self.place.status(self.place.name)
        ours = (os.fstat(self.fd).st_ino, self._mode)
        if now is None or (now.st_ino, stat.S_IMODE(now.st_mode)) != ours:
            return False
        self.seam.chmod(self.fd, self._old_mode)
        self.seam.fsync(self.fd)
        return True

    def _replace_again(self, ours: Mark, old: bytes) -> bool:
        assert self.status is not None
        self.write_temp(old)
        dress(self.seam, self.fd, self.status, self.place.xattrs(), self._old_mode)
        self.seam.fsync(self.fd)
        if self.place.mark(self.place.name) != ours:
            return False
        self.place.replace()
        return True

    def _uncreate(self) -> bool:
        place = self.place
        place.move_out()
        if place.mark(place.temp) == self.ours:
            place.spare = True
            return True
        place.move_back()
        return False

    def noted(self) -> Noted | None:
        """Give the new file as it is in place, if surely nobody has written to it since."""
        status, ours = self.place.status(self.place.name), self.ours
        if status is None or ours is None or self.in_place:
            return None
        if (status.st_ino, status.st_mtime_ns) != (ours.inode, self.mtime_ns):
            return None
        return Noted(
            status.st_ino,
            status.st_mtime_ns,
            status.st_ctime_ns,
            status.st_size,
            digest=ours.digest,
        )

    def written_late(self) -> bytes | None:
        """Give the displaced file's bytes where it was written to after it had been read."""
        before = self.status
        if not self.place.spare or before is None:
            return None
        now = self.place.status(self.place.temp)
        if now is None or now.st_mtime_ns == before.st_mtime_ns:
            return None
        return self.place.read(self.place.temp)[1]

    # Looking

    def _require(self) -> os.stat_result | None:
        """Give the file's state if file and name are as noted; raise Displaced if they are not."""
        status, noted = self.place.status(self.place.name), self.effect.before
        if noted is None:
            if status is not None:
                raise self._displaced("it exists now")
            return None
        if status is None:
            raise self._displaced("it is gone")
        if not is_noted(status, noted):
            raise self._displaced("it changed")
        return status

    def _is_before(self) -> bool:
        """Whether the displaced file is the one decided on: its bytes are read for that."""
        found = self.place.status(self.place.temp)
        if found is None or self.status is None:
            return False
        return took_over_all(found, self.status) and self.place.mark(self.place.temp) == self.before

    def _read_before(self) -> bytes:
        mark, data = self.place.read(self.place.name)
        if mark != self.before:
            raise self._displaced("it changed")
        self._require()
        return data

    def _displaced(self, reason: str) -> Displaced:
        found = self.place.mark(self.place.name)
        return Displaced(self.effect.path, found.digest if found else b"", reason)
