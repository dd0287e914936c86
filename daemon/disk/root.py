"""Writing the user's files: what an edit finds is replaced whole, or left as it is.

The steps of one file, in this order; the edit becomes durable in the log between `sync` and `put`:

    look      what is there, and which file it is
    stage     the new bytes lie in a temp file beside it, with the old one's mode, owner, xattrs
    sync      they would survive a power loss
    put       the two exchange names, if the file is still the one that was looked at
    finish    the old file goes; or `put_back`, `drop`: all as it was

What this rests on: at any moment a name means the old file or the new one, for each step between
names is one step. After a power loss either may be there until the folder is synced. Bytes are
durable once their file is synced, and only then may it get the name, or some file systems show an
empty file.

A save by somebody else is not overwritten. The file that an exchange has displaced is read again;
if it is not the one decided on, it gets its name back. Three gaps remain. A program that opened
the old file before the exchange can still write to it; `finish` gives what it finds of that, and
later it goes to a file without a name. A file written in place is not replaced: what somebody
writes between the last look and our writing is lost, and a crash can leave a mixture, which
recovery sets right. And where names cannot be exchanged, a moment lies between look and rename.
A mode alone is set on the file itself: another set by somebody in the moment after the last look
is lost.
"""

import errno
import hashlib
import os
import stat
import time
from collections.abc import Iterable, Iterator

from ...schemas.values import RelPath
from ..core.effects import Effect, Noted, PutFile, RemoveFile, Seen, SetMode
from ..seam import Seam
from .confine import TOP, Beneath, folder_of, name_of
from .look import FRESH_NS, LIMIT_BYTES, is_temp, look
from .place import Mark, Place, about, closing
from .staged import Displaced, Staged

_NO_FOLDER = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)


class Root:
    """The workspace root, and the user's files beneath it.

    `refused` are absolute paths of folders that are out of bounds though they lie beneath it.
    Methods raise OSError, with the path it is about, unless they say otherwise.
    """

    def __init__(
        self,
        path: bytes,
        seam: Seam,
        *,
        refused: tuple[bytes, ...] = (),
        limit_bytes: int = LIMIT_BYTES,
    ) -> None:
        self._beneath = Beneath(path, refused)
        self._seam = seam
        self._limit_bytes = limit_bytes
        self._started_ns = time.time_ns()

    def close(self) -> None:
        self._beneath.close()

    def look(self, path: RelPath, *, data: bool = True, names: bool = True) -> Seen:
        """See what lies at `path`, symlinks followed; without `data` no file is read.

        Without `names` those beside an absent one are not listed. Raises nothing: what cannot be
        seen is of a kind too.
        """
        limit = self._limit_bytes
        return look(self._beneath, path, data=data, names=names, limit_bytes=limit)

    def stage(self, effect: Effect, *, adopt: bool = False) -> Staged:
        """Get ready what `put` is to do; missing folders are made, else only a temp file shows.

        `effect.path` must be free of symlinks. With `adopt` a file of the temp name is used if it
        holds the right bytes, and replaced if not. Raises Displaced where the file is not
        `effect.before` any more.
        """
        with about(effect.path):
            if problem := self._beneath.refusal(effect.path):
                raise PermissionError(errno.EACCES, problem)
            made = self._make_folders(effect) if isinstance(effect, PutFile) else ()
            try:
                staged = self._begin(effect, made)
            except BaseException:
                self._remove_folders(reversed(made))
                raise
            try:
                staged.note()
                if isinstance(effect, PutFile):
                    self._prepare(staged, effect, adopt=adopt)
                elif isinstance(effect, SetMode):
                    staged.fd = staged.place.open_read()
            except BaseException:
                self.drop(staged)
                raise
        return staged

    def sync(self, staged: Staged) -> None:
        """Make the new bytes durable: to be done before `put`. May run in another thread."""
        if staged.fd >= 0 and not staged.in_place and isinstance(staged.effect, PutFile):
            with about(staged.effect.path):
                self._seam.fsync(staged.fd)

    def put(self, staged: Staged) -> None:
        """Make it so. Raises Displaced when all is again as it was found.

        After any exception `drop` clears away.
        """
        with about(staged.effect.path):
            staged.put()

    def put_back(self, staged: Staged) -> bool:
        """Undo `put`, before `drop`; False where the file is not ours any more, and is left."""
        with about(staged.effect.path):
            return staged.put_back()

    def finish(self, staged: Staged) -> bytes | None:
        """Let the old file go.

        Gives its bytes where somebody wrote to it after it had been displaced, through a
        descriptor of before: they are nowhere else. None as a rule.
        """
        with about(staged.effect.path):
            late = staged.written_late()
            staged.close()
            if isinstance(staged.effect, RemoveFile):
                self._remove_folders(_leaving(staged.effect))
            return late

    def drop(self, staged: Staged) -> None:
        """Clear away what was staged and not put, or put back; the latest of a call first."""
        with about(staged.effect.path):
            staged.close()
            if not staged.is_put:
                self._remove_folders(reversed(staged.made))

    def resume(self, path: RelPath, temp: bytes, *, removed: bool) -> Staged:
        """Take up what a process that is no more has put: for `put_back` or `drop`.

        Raises Displaced where its folder is gone.
        """
        unknown = Noted(0, 0, 0, 0)
        effect = RemoveFile(path, unknown, temp) if removed else PutFile(path, b"", None, temp)
        with about(path):
            staged = self._begin(effect, ())
            place = staged.place
            staged.before, staged.ours = place.mark(place.temp), place.mark(place.name)
            place.spare = staged.is_put = True
        return staged

    def sync_folders(self, folders: Iterable[RelPath]) -> None:
        """Make the names in them durable. A folder that is gone is passed over."""
        for folder in dict.fromkeys(folders):
            with about(folder):
                fd = self._folder(folder, os.O_RDONLY)
                if fd is not None:
                    with closing(fd):
                        self._seam.fsync(fd)

    def sweep(self, folders: Iterable[RelPath], *, before_ns: int | None = None) -> int:
        """Remove what temp names a time before, that of this object, has left; give the number.

        A folder that is gone stands for the nearest above it: one was being made for it there. For
        after recovery only: until then a temp file may hold the one copy of somebody's save.
        """
        if before_ns is None:
            before_ns = self._started_ns - FRESH_NS  # file times can lag behind by that much
        there = dict.fromkeys(self._nearest(folder) for folder in folders)
        return sum(self._sweep_one(folder, before_ns) for folder in there)

    # Folders

    def _folder(self, folder: RelPath, flags: int) -> int | None:
        """Open a folder; None where there is none, be it that a symlink has its name."""
        try:
            return self._beneath.open(folder, flags | os.O_DIRECTORY)
        except OSError as error:
            if error.errno in _NO_FOLDER:
                return None
            raise

    def _make_folders(self, effect: PutFile) -> tuple[RelPath, ...]:
        """Make the folders that a new file lacks; give them, the outermost first."""
        if effect.before is not None:
            return ()
        made: list[RelPath] = []
        try:
            for folder in reversed(list(self._missing(folder_of(effect.path)))):
                above = self._beneath.open(folder_of(folder), os.O_PATH | os.O_DIRECTORY)
                place = Place(self._seam, above, name_of(folder), effect.temp)
                try:
                    if place.make_folder(effect.folder_mode):
                        made.append(folder)
                finally:
                    place.close()
        except BaseException:
            self._remove_folders(reversed(made))
            raise
        return tuple(made)

    def _missing(self, folder: RelPath) -> Iterator[RelPath]:
        """Give `folder` and those above it, the innermost first, that do not exist."""
        while (fd := self._folder(folder, os.O_PATH)) is None:
            if folder == TOP:
                raise FileNotFoundError(errno.ENOENT, "the workspace root is gone")
            yield folder
            folder = folder_of(folder)
        os.close(fd)

    def _remove_folders(self, folders: Iterable[RelPath]) -> None:
        """Remove folders, the innermost first, as long as they are empty."""
        for folder in folders:
            above = self._folder(folder_of(folder), os.O_PATH)
            if above is None:
                return
            with closing(above):
                try:
                    self._seam.rmdir(name_of(folder), dir_fd=above)
                except OSError:  # in use, or gone: there is nothing left to do
                    return

    def _nearest(self, folder: RelPath) -> RelPath:
        """Return `folder`, or the nearest above it that exists."""
        for missing in self._missing(folder):
            folder = folder_of(missing)
        return folder

    def _sweep_one(self, folder: RelPath, before_ns: int) -> int:
        count = 0
        with about(folder), closing(self._beneath.open(folder, os.O_RDONLY | os.O_DIRECTORY)) as fd:
            with os.scandir(fd) as entries:
                names = [os.fsencode(entry.name) for entry in entries]
            for name in filter(is_temp, names):
                status = os.stat(name, dir_fd=fd, follow_symlinks=False)
                if status.st_ctime_ns < before_ns:
                    count += self._clear_away(fd, name, status.st_mode)
        return count

    def _clear_away(self, folder_fd: int, name: bytes, mode: int) -> bool:
        """Remove a file, or a folder that is empty, of a temp name."""
        if stat.S_ISREG(mode):
            self._seam.unlink(name, dir_fd=folder_fd)
            return True
        if not stat.S_ISDIR(mode):
            return False
        try:
            self._seam.rmdir(name, dir_fd=folder_fd)
        except OSError:  # not empty: none of ours
            return False
        return True

    # Staging

    def _begin(self, effect: Effect, made: tuple[RelPath, ...]) -> Staged:
        fd = self._folder(folder_of(effect.path), os.O_PATH)
        if fd is None:
            raise Displaced(effect.path, b"", "its folder is gone")
        temp = b"" if isinstance(effect, SetMode) else effect.temp  # it needs none
        place = Place(self._seam, fd, name_of(effect.path), temp)
        in_place = isinstance(effect, PutFile) and effect.in_place
        return Staged(effect, self._seam, place, in_place, made=made)

    def _prepare(self, staged: Staged, effect: PutFile, *, adopt: bool) -> None:
        place = staged.place
        if not staged.in_place:
            if not (adopt and staged.adopt(effect.data)):
                staged.write_temp(effect.data)
            staged.in_place = not staged.dress()
        if staged.in_place:
            place.drop_temp()
            staged.close_file()
            staged.fd = place.open_old(place.name)
            staged.ours = Mark(os.fstat(staged.fd).st_ino, hashlib.sha256(effect.data).digest())


def _leaving(effect: RemoveFile) -> Iterator[RelPath]:
    """Give the folders that go with a file, the innermost first."""
    folder, last = folder_of(effect.path), effect.last_folder
    while last and (folder + b"/").startswith(last + b"/"):
        yield folder
        folder = folder_of(folder)
