"""Each known file: its state as the log has it, its history, and where its lines are kept."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

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
from .modes import ModeClash, Modes
from .transactions import Edit

THERE_NOW = (Kind.FILE, Kind.ABSENT, Kind.FOLDER, Kind.SPECIAL)
"""What can be told of a path; where it is no file, there is none."""
WHOLE_EVERY = 64
"""After so many changes the next one keeps the whole of what it changes."""


class Whole(NamedTuple):
    """A whole version that is kept."""

    seq: int
    """The newest entry that had changed the file then."""
    kept: Kept
    unit: Unit


class File:
    """One path. Its history goes on while the file is absent, with no lines visible."""

    __slots__ = (
        "_modes",
        "_reads",
        "_returned",
        "first",
        "history",
        "kept",
        "known_since",
        "path",
        "units",
        "version",
        "wholes",
    )

    def __init__(self, path: RelPath, first: Version | None, known_since: int = 0) -> None:
        self.path = path
        self.first = first
        """The state in which the journal first saw it."""
        self.known_since = known_since
        """The entry that first told of it; what it was at earlier ones is not known."""
        self.version = first
        """The state now, as the log has it."""
        self.history = History(first.lines if first else 0)
        self.kept: dict[int, Kept] = {}
        """Where the lines that an entry inserted are kept; BEFORE_JOURNAL: the whole of `first`."""
        self.wholes: list[Whole] = []
        """Versions that were kept along the way, oldest first; `first` is none of them."""
        self._returned: dict[int, int] = {}
        """Of undos and redos: of how many entries they brought lines back."""
        self.units = {BEFORE_JOURNAL: first.unit if first else Unit.LF}
        self._reads: dict[int, int] = {}
        """Of each edit, the read that the view it was made through came from; 0: none."""
        self._modes = Modes(first, self.history)

    @property
    def digest(self) -> bytes:
        return self.version.digest if self.version else b""

    @property
    def is_as_first_seen(self) -> bool:
        """Tell whether its lines have never changed; its mode may have."""
        return not any(step.splices for step in self.history.steps)

    @property
    def is_whole_due(self) -> bool:
        """Tell whether the next change is to keep the whole of the text that it finds.

        So that a text is put together from no more attachments, and one for the whole version.
        """
        steps = self.history.steps_since(self.wholes[-1].seq if self.wholes else BEFORE_JOURNAL)
        return sum(self._returned.get(step.seq, 1) for step in steps) >= WHOLE_EVERY

    def differs(self, seen: Seen) -> bool:
        """Tell whether a look found the file to be not as the log has it."""
        if seen.kind not in THERE_NOW:
            return False
        mode = self.version.mode if self.version else seen.mode
        return self.digest != seen.digest or (seen.kind is Kind.FILE and mode != seen.mode)

    def change(self, seq: int, change: Change, edit: Edit) -> None:
        """Take in a change made by entry `seq`, which is part of `edit`."""
        if change.base is not None:
            self._keep_whole(Kept(seq, change.base.digest))
        flips = edit.flips_in(self.path)
        through = 0 if edit.flips else change.through
        self._reads[seq] = 0 if edit.is_outside else self.read_of(through)
        if flips:
            self.history.flip(seq, flips.undoes, flips.redoes)
            self._returned[seq] = self._count_returned()
        else:
            self._edit(seq, change)
        self.version = change.after

    def _keep_whole(self, kept: Kept) -> None:
        """Take note that the version there is now is kept as a whole."""
        if self.first is not None and self.first.digest == kept.digest:
            self.kept.setdefault(BEFORE_JOURNAL, kept)
        elif self.history.steps and self.version is not None:
            self.wholes.append(Whole(self.history.steps[-1].seq, kept, self.version.unit))

    def _count_returned(self) -> int:
        """Count the entries whose lines the newest change brought back."""
        found: set[int] = set()
        shift = 0
        for one in self.history.steps[-1].splices:
            found |= {run.entry for run in self.history.runs(one.at + shift, one.inserted)}
            shift += one.inserted - one.removed
        return len(found)

    def _edit(self, seq: int, change: Change) -> None:
        self.history.edit(seq, change.splices)
        if change.inserted is not None:
            self.kept[seq] = Kept(seq, change.inserted.digest)
        if change.after is not None:
            self.units[seq] = change.after.unit
        self._modes.add(seq, change.before, change.after)

    def read_of(self, view: int) -> int:
        """Return the read that a view came from: itself, if it was shown by no edit."""
        return self._reads.get(view, view)

    def discard(self, seq: int, before: Version | None) -> None:
        """The newest change, by entry `seq`, never reached the disk."""
        self.history.discard(seq)
        self.kept.pop(seq, None)
        self._reads.pop(seq, None)
        self.units.pop(seq, None)
        self._returned.pop(seq, None)
        self.wholes = [one for one in self.wholes if one.seq != seq]
        self._modes.discard(seq)
        self.version = before

    def mode_after(self, undoes: Collection[int], redoes: Collection[int]) -> int | None:
        """Return the mode if these edits were flipped; None: the file would not exist."""
        return self._modes.after(undoes, redoes)

    def mode_clash(self, undoes: Collection[int], redoes: Collection[int]) -> ModeClash | None:
        """Say why a mode cannot be given back by flipping these edits; None: it can."""
        return self._modes.clash(undoes, redoes)


class Files:
    """All known files of a workspace, by path without symlinks."""

    def __init__(self) -> None:
        self.by_path: dict[RelPath, File] = {}
        self.by_folder: dict[bytes, list[RelPath]] = {}
        """The same by the folder they are in, beside each other; b"": the root."""

    def get(self, path: RelPath) -> File | None:
        return self.by_path.get(path)

    def apply(self, entry: Entry, edit: Edit | None) -> None:
        """Take in an entry; `edit` is the one that it makes, or that it says was not made."""
        if isinstance(entry.fact, Refused):
            self._know(entry.fact.prepared, entry.seq)
        match entry.fact:
            case (
                Viewed(path=path, version=version)
                | Refused(path=path, version=Version() as version)
            ):
                self._known(RelPath(path), version, entry.seq)
            case VersionKept(path=path, version=version, content=content):
                file = self._known(RelPath(path), version, entry.seq)
                if file.first is not None and file.first.digest == content.digest:
                    file.kept.setdefault(BEFORE_JOURNAL, Kept(entry.seq, content.digest))
            case Previewed(changes=changes):
                self._know(changes, entry.seq)
            case Edited() | ChangedOutside():
                assert edit is not None
                for change in edit.changes:
                    file = self._known(RelPath(change.path), change.before, entry.seq)
                    file.change(entry.seq, change, edit)
            case NotApplied():
                assert edit is not None
                for change in edit.changes:
                    self.by_path[RelPath(change.path)].discard(edit.seq, change.before)
            case _:
                pass

    def _known(self, path: RelPath, version: Version | None, seq: int) -> File:
        file = self.by_path.get(path)
        if file is None:
            file = self.by_path[path] = File(path, version, seq)
            self.by_folder.setdefault(path.rpartition(b"/")[0], []).append(path)
        return file

    def _know(self, prepared: Iterable[Change], seq: int) -> None:
        for change in prepared:
            self._known(RelPath(change.path), change.before, seq)

    def check(self) -> None:
        """Raise AssertionError where a file's history and its version disagree."""
        for file in self.by_path.values():
            file.history.check()
            lines = file.version.lines if file.version else 0
            assert file.history.lines == lines, (file.path, file.history.lines, lines)
            mode = file.version.mode if file.version else None
            assert file.mode_after((), ()) == mode, (file.path, mode)
