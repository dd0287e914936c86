"""Each known file: its state as the log has it, its history, and where its lines are kept."""

from collections.abc import Iterable

from ...schemas.facts import (
    Change,
    ChangedOutside,
    Edited,
    Entry,
    NotApplied,
    Previewed,
    Refused,
    VersionKept,
    Viewed,
)
from ...schemas.values import BEFORE_JOURNAL, Kept, RelPath, Unit, Version
from .effects import Kind, Seen
from .history import History

THERE_NOW = (Kind.FILE, Kind.ABSENT, Kind.FOLDER, Kind.SPECIAL)
"""What can be told of a path; where it is no file, there is none."""


class File:
    """One path. Its history goes on while the file is absent, with no lines visible."""

    __slots__ = ("_existence", "_reads", "first", "history", "kept", "path", "units", "version")

    def __init__(self, path: RelPath, first: Version | None) -> None:
        self.path = path
        self.first = first
        """The state in which the journal first saw it."""
        self.version = first
        """The state now, as the log has it."""
        self.history = History(first.lines if first else 0)
        self.kept: dict[int, Kept] = {}
        """Where the lines that an entry inserted are kept; BEFORE_JOURNAL: the whole of `first`."""
        self.units = {BEFORE_JOURNAL: first.unit if first else Unit.LF}
        self._reads: dict[int, int] = {}
        """Of each edit, the read that the view it was made through came from; 0: none."""
        self._existence: list[tuple[int, bool, int | None]] = []
        """Entries that created, removed or changed the mode: (seq, whether it only changed the
        mode, mode or None for absent)."""

    @property
    def digest(self) -> bytes:
        return self.version.digest if self.version else b""

    @property
    def is_as_first_seen(self) -> bool:
        """Tell whether its lines have never changed; its mode may have."""
        return not any(step.splices for step in self.history.steps)

    def differs(self, seen: Seen) -> bool:
        """Tell whether a look found the file to be not as the log has it."""
        if seen.kind not in THERE_NOW:
            return False
        mode = self.version.mode if self.version else seen.mode
        return self.digest != seen.digest or (seen.kind is Kind.FILE and mode != seen.mode)

    def change(
        self,
        seq: int,
        change: Change,
        edited: Edited | None = None,
        undoes: tuple[int, ...] = (),
    ) -> None:
        """Take in a change made by entry `seq`; `edited` is the edit it is part of, if any.

        `undoes` are changes from outside that it takes back.
        """
        if change.base is not None:
            self.kept.setdefault(BEFORE_JOURNAL, Kept(seq, change.base.digest))
        undoes = self.touched_by(edited.undoes if edited else undoes)
        redoes = self.touched_by(edited.redoes) if edited else ()
        through = 0 if edited and (edited.undoes or edited.redoes) else change.through
        self._reads[seq] = self.read_of(through) if edited else 0
        if undoes or redoes:
            self.history.flip(seq, undoes, redoes)
        else:
            self._edit(seq, change)
        self.version = change.after

    def _edit(self, seq: int, change: Change) -> None:
        self.history.edit(seq, change.splices)
        if change.inserted is not None:
            self.kept[seq] = Kept(seq, change.inserted.digest)
        if change.after is not None:
            self.units[seq] = change.after.unit
        before = change.before.mode if change.before else None
        after = change.after.mode if change.after else None
        if before != after:
            self._existence.append((seq, before is not None and after is not None, after))

    def read_of(self, view: int) -> int:
        """Return the read that a view came from: itself, if it was shown by no edit."""
        return self._reads.get(view, view)

    def touched_by(self, edits: Iterable[int]) -> tuple[int, ...]:
        """Return those of the edits that changed this file."""
        return tuple(
            edit
            for edit in edits
            if any(step.seq == edit for step in self.history.steps_since(edit - 1)[:1])
        )

    def discard(self, seq: int, before: Version | None) -> None:
        """The newest change, by entry `seq`, never reached the disk."""
        self.history.discard(seq)
        self.kept.pop(seq, None)
        self._reads.pop(seq, None)
        self.units.pop(seq, None)
        self._existence = [one for one in self._existence if one[0] != seq]
        self.version = before

    def changes_mode(self, edits: Iterable[int]) -> bool:
        """Tell whether one of the edits changed the mode of the file and left it there."""
        ones = set(edits)
        return any(seq in ones and only_mode for seq, only_mode, _ in self._existence)

    def mode_after(self, undoes: Iterable[int], redoes: Iterable[int]) -> int | None:
        """Return the mode if these edits were flipped; None: the file would not exist."""
        off, on = set(undoes), set(redoes)
        mode = self.first.mode if self.first else None
        exists = self.first is not None
        for seq, only_mode, after in self._existence:
            if seq in on or (seq not in off and self.history.is_active(seq)):
                mode = after
                exists = exists if only_mode else after is not None
        return mode if exists else None


class Files:
    """All known files of a workspace, by path without symlinks."""

    def __init__(self) -> None:
        self.by_path: dict[RelPath, File] = {}

    def get(self, path: RelPath) -> File | None:
        return self.by_path.get(path)

    def apply(self, entry: Entry, edited: Edited | None) -> None:
        """Take in an entry; `edited` is the edit that a NotApplied names."""
        if isinstance(entry.fact, Refused):
            self._know(entry.fact.prepared)
        match entry.fact:
            case (
                Viewed(path=path, version=version)
                | Refused(path=path, version=Version() as version)
            ):
                self._known(RelPath(path), version)
            case VersionKept(path=path, version=version, content=content):
                file = self._known(RelPath(path), version)
                if file.first is not None and file.first.digest == content.digest:
                    file.kept.setdefault(BEFORE_JOURNAL, Kept(entry.seq, content.digest))
            case Previewed(changes=changes):
                self._know(changes)
            case Edited(changes=changes) as edit:
                for change in changes:
                    file = self._known(RelPath(change.path), change.before)
                    file.change(entry.seq, change, edit)
            case ChangedOutside(change=change, undoes=undone):
                file = self._known(RelPath(change.path), change.before)
                file.change(entry.seq, change, undoes=(undone,) if undone else ())
            case NotApplied(edit=edit):
                assert edited is not None
                for change in edited.changes:
                    self.by_path[RelPath(change.path)].discard(edit, change.before)
            case _:
                pass

    def _known(self, path: RelPath, version: Version | None) -> File:
        file = self.by_path.get(path)
        if file is None:
            file = self.by_path[path] = File(path, version)
        return file

    def _know(self, prepared: Iterable[Change]) -> None:
        for change in prepared:
            self._known(RelPath(change.path), change.before)

    def check(self) -> None:
        """Raise AssertionError where a file's history and its version disagree."""
        for file in self.by_path.values():
            file.history.check()
            lines = file.version.lines if file.version else 0
            assert file.history.lines == lines, (file.path, file.history.lines, lines)
