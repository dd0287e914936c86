"""Recovery of one file's step of an edit that is in the log, after the process died somewhere.

Which steps were done shows by what lies under the two names, the file's and the temp file's. A
file that holds neither the bytes before nor those after is somebody else's and stays. Whatever is
done here goes through the same steps again, so it may be interrupted as well, and repeated.
"""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from msgspec import Struct, structs

from ...schemas.facts import Change
from ...schemas.values import RelPath, Version
from ..core.effects import Effect, Kind, PutFile, RemoveFile, Seen, SetMode
from .confine import folder_of
from .root import Root
from .staged import Displaced, Staged

DigestOf = Callable[[bytes], bytes]

_OTHER_NAME = bytes.maketrans(b"0123456789abcdef", b"fedcba9876543210")


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


class Recovered(Struct, frozen=True):
    """What became of one file."""

    done: bool
    """False: it holds something else, which was left alone, or the bytes it should get are lost."""
    found_digest: bytes = b""
    """Where not done, SHA-256 of what the file holds; empty where there is none."""
    torn: bytes | None = None
    """What a half-done write in place had left, before it was written anew."""


def redo(
    root: Root,
    change: Change,
    after: bytes | None,
    *,
    before: bytes | None = None,
    digest_of: DigestOf = sha256,
) -> Recovered:
    """Bring the file to `change.after`, whose bytes are `after`.

    Without `after` a temp file that holds them is used. `before` serves to tell a half-done write
    in place from somebody else's; without it any bytes on the same inode count as one.
    `digest_of` makes the digests of `change`. Raises OSError.
    """
    scene = _Scene.of(root, change, digest_of, (before, after))
    if scene.is_mode_alone:
        return scene.set_mode(change.after, change.before)
    if after is None and change.after and scene.holds(scene.temp, change.after):
        after = scene.temp.data
    if change.in_place:
        return scene.write_in_place(change.after, after, change.before, before)
    return scene.bring_about(after, noted=True)


def undo(
    root: Root,
    change: Change,
    before: bytes | None,
    *,
    after: bytes | None = None,
    digest_of: DigestOf = sha256,
) -> Recovered:
    """Bring the file to `change.before`, whose bytes are `before`, if it holds ours.

    For an edit that cannot be finished, once the log says so. Else as `redo`.
    """
    scene = _Scene.of(root, change, digest_of, (before, after))
    if scene.is_mode_alone:
        return scene.set_mode(change.before, change.after)
    if change.in_place:
        return scene.write_in_place(change.before, before, change.after, after)
    if scene.holds(scene.target, change.after) and scene.has_displaced():
        return scene.put_back(removed=change.after is None)
    cleared = scene.remove_temp(unfinished=True)
    if not cleared and change.before is None and scene.holds(scene.target, None):
        return scene.put_back(removed=True)  # taken away as if it were the file we had made
    # From here on it is the redo of the opposite, under a temp name of its own: what lies under
    # either name can then be told by what the file holds.
    opposite = structs.replace(
        change, before=change.after, after=change.before, temp=change.temp.translate(_OTHER_NAME)
    )
    scene = _Scene.of(root, opposite, digest_of, (after, before))
    return scene.bring_about(before, noted=False)


@dataclass(frozen=True, slots=True)
class _Scene:
    """What lies under the two names of `change`."""

    root: Root
    change: Change
    digest_of: DigestOf
    texts: tuple[bytes | None, bytes | None]
    """The bytes before and after, where they are to be had."""
    target: Seen
    temp: Seen

    @classmethod
    def of(
        cls,
        root: Root,
        change: Change,
        digest_of: DigestOf,
        texts: tuple[bytes | None, bytes | None],
    ) -> "_Scene":
        path = RelPath(change.path)
        target, temp = root.look(path), root.look(_beside(path, change.temp))
        return cls(root, change, digest_of, texts, target, temp)

    def holds(self, seen: Seen, version: Version | None) -> bool:
        if seen.real != seen.path:  # a symlink is on the way now
            return False
        if version is None:
            return seen.kind is Kind.ABSENT
        return seen.kind is Kind.FILE and self.digest_of(seen.data) == version.digest

    def is_noted(self) -> bool:
        noted, change = self.target.noted, self.change
        if change.before is None:
            return True
        return noted is not None and (noted.inode, noted.mtime_ns) == (
            change.inode,
            change.mtime_ns,
        )

    @property
    def is_mode_alone(self) -> bool:
        """Whether the change is of the mode alone, for which there never is a temp file."""
        before, after = self.change.before, self.change.after
        if before is None or after is None or self.temp.kind is not Kind.ABSENT:
            return False
        return before.digest == after.digest and before.mode != after.mode

    def lacks_mode(self, wanted: Version | None, other: Version | None) -> bool:
        """Whether the file is the one decided on, and has the other mode than the one wanted."""
        noted = self.target.noted
        if noted is None or noted.inode != self.change.inode:
            return False
        return self._mode_to_set(wanted, other) is not None

    def has_displaced(self) -> bool:
        """Whether, the edit being put, the displaced file lies under the temp name."""
        if self.change.before is None or self.temp.kind is Kind.ABSENT:
            return False
        return not self.holds(self.temp, self.change.after)

    def bring_about(self, data: bytes | None, *, noted: bool) -> Recovered:
        """Finish the change; only on the file noted, or on any that holds the bytes before."""
        if self.holds(self.target, self.change.after):
            cleared = self.clear()
            if cleared.done and self.lacks_mode(self.change.after, self.change.before):
                return self.set_mode(self.change.after, self.change.before)
            return cleared
        if not self.holds(self.target, self.change.before) or (noted and not self.is_noted()):
            return self.foreign()
        effect = self._effect(self.change.after, data)
        return self.foreign() if effect is None else self._carry_out(effect)

    def foreign(self) -> Recovered:
        """Leave the file to whoever wrote it."""
        self.remove_temp(unfinished=True)
        return Recovered(done=False, found_digest=self.target.digest)

    def clear(self) -> Recovered:
        """End an edit that was put: the displaced file goes, unless it is somebody's save."""
        if self.remove_temp():
            return Recovered(done=True)
        self._return_displaced(removed=self.change.after is None)
        return Recovered(done=False, found_digest=self._look_again().digest)

    def put_back(self, *, removed: bool) -> Recovered:
        """Give the displaced file its name again; that may be somebody's save."""
        self._return_displaced(removed=removed)
        now = self._look_again()
        done = self.holds(now, self.change.before)
        return Recovered(done=done, found_digest=b"" if done else now.digest)

    def remove_temp(self, *, unfinished: bool = False) -> bool:
        """Remove the temp file if its bytes are in the log; whether there is none any more.

        Where no displaced file can lie under its name it may be `unfinished`, too.
        """
        temp, change = self.temp, self.change
        if temp.kind is Kind.ABSENT:
            return True
        ours = any(each and self.holds(temp, each) for each in (change.before, change.after))
        if unfinished and temp.kind is Kind.FILE:
            ours = ours or any(text and text.startswith(temp.data) for text in self.texts)
        if ours:
            with suppress(Displaced):  # the folder went meanwhile
                self.root.drop(self._resume(removed=False))
        return ours

    def _return_displaced(self, *, removed: bool) -> None:
        with suppress(Displaced):
            staged = self._resume(removed=removed)
            self.root.put_back(staged)
            self.root.drop(staged)

    def _resume(self, *, removed: bool) -> Staged:
        return self.root.resume(RelPath(self.change.path), self.change.temp, removed=removed)

    def _look_again(self) -> Seen:
        return self.root.look(RelPath(self.change.path))

    def write_in_place(
        self,
        wanted: Version | None,
        data: bytes | None,
        other: Version | None,
        other_data: bytes | None,
    ) -> Recovered:
        """Make the file hold `data` whether it holds the other bytes, or a mixture of the two."""
        target, noted = self.target, self.target.noted
        if self.holds(target, wanted):
            if self.lacks_mode(wanted, other):
                return self.set_mode(wanted, other)
            return Recovered(done=True)
        if data is None or noted is None or noted.inode != self.change.inode:
            return self.foreign()
        whole = self.holds(target, other)
        if not whole and other_data is not None and not _is_mixed(target.data, data, other_data):
            return self.foreign()
        mode = self._mode_to_set(wanted, other)
        effect = PutFile(target.path, data, noted, self.change.temp, in_place=True, set_mode=mode)
        return self._carry_out(effect, torn=None if whole else target.data)

    def set_mode(self, wanted: Version | None, other: Version | None) -> Recovered:
        """Give the file the mode wanted, if it has the other one and is the one decided on."""
        target, noted = self.target, self.target.noted
        if wanted is None or noted is None or not self.holds(target, wanted):
            return self.foreign()
        if target.mode == wanted.mode:
            return Recovered(done=True)
        if not self.lacks_mode(wanted, other):
            return self.foreign()
        return self._carry_out(SetMode(target.path, noted, wanted.mode))

    def _mode_to_set(self, wanted: Version | None, other: Version | None) -> int | None:
        """Return the mode that the edit gives; None: none, or somebody has given another since."""
        if wanted is None or other is None or wanted.mode == other.mode:
            return None
        return wanted.mode if self.target.mode == other.mode else None

    def _effect(self, wanted: Version | None, data: bytes | None) -> Effect | None:
        path, noted, temp = self.target.path, self.target.noted, self.change.temp
        if wanted is None:
            self.remove_temp()
            return RemoveFile(path, noted, temp) if noted else None
        if data is None or self.digest_of(data) != wanted.digest:
            return None
        # A folder may be entered by whoever may read the file: as its maker's umask had it.
        folder_mode = wanted.mode & 0o777 | (wanted.mode & 0o444) >> 2
        mode = self._mode_to_set(wanted, self.change.before)
        return PutFile(path, data, noted, temp, wanted.mode, folder_mode=folder_mode, set_mode=mode)

    def _carry_out(self, effect: Effect, torn: bytes | None = None) -> Recovered:
        root = self.root
        try:
            staged = root.stage(effect, adopt=True)
            try:
                root.sync(staged)
                root.put(staged)
            except BaseException:
                root.drop(staged)
                raise
        except Displaced as error:
            return Recovered(done=False, found_digest=error.found_digest)
        root.finish(staged)
        return Recovered(done=True, torn=torn)


def _is_mixed(found: bytes, one: bytes, other: bytes) -> bool:
    """Whether every byte is from either text at that place, or from space that was allocated."""
    shorter, longer = sorted((len(one), len(other)))
    if not shorter <= len(found) <= longer:
        return False
    sources = zip(found, one.ljust(longer, b"\0"), other.ljust(longer, b"\0"), strict=False)
    return all(byte in (first, second) for byte, first, second in sources)


def _beside(path: RelPath, name: bytes) -> RelPath:
    folder = folder_of(path)
    return RelPath(folder + b"/" + name if folder else name)
