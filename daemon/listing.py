"""Which entries are about a file or of a session, so that a listing need not read all of the log.

Derived from the entries as they come; it holds numbers alone.
"""

from array import array
from collections.abc import Iterator

from ..schemas.facts import Entry
from .core.queries import paths_of


class Listing:
    """Takes every entry of a workspace, in order."""

    def __init__(self) -> None:
        self._sessions = array("I")
        """Of each entry, from seq 1."""
        self._of_path: dict[bytes, array[int]] = {}
        """Seqs, ascending."""

    def add(self, entry: Entry) -> None:
        self._sessions.append(entry.session)
        for path in paths_of(entry):
            self._of_path.setdefault(path, array("Q")).append(entry.seq)

    def newest(self, path: bytes, session: int, before: int) -> Iterator[int]:
        """Yield the seqs below `before`, newest first; an empty path and session 0 mean any."""
        seqs = self._of_path.get(path, array("Q")) if path else range(1, len(self._sessions) + 1)
        for seq in reversed(seqs):
            if seq < before and (not session or self._sessions[seq - 1] == session):
                yield seq
