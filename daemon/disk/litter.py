"""Where temp files may lie after a crash: the folders in which any was made.

A temp file is made before its edit is in the log, so the log cannot tell. The file TEMPS in the
log's folder names each such folder, with a zero byte behind, before the first temp file is made in
it since the workspace was opened. It may be lost; then temp files may stay.
"""

import logging
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from ...schemas.values import RelPath
from ..seam import Seam

LOG = logging.getLogger("editjournal.journal")
NAME = "TEMPS"


class Litter:
    """Of one workspace, whose lock is held."""

    def __init__(self, log_folder: Path, seam: Seam) -> None:
        """Raises OSError."""
        self._seam = seam
        path = log_folder / NAME
        self.left: set[RelPath] = set()
        """The folders that an earlier process left behind."""
        with suppress(FileNotFoundError):
            self.left = {RelPath(folder) for folder in path.read_bytes().split(b"\0")[:-1]}
        self._fd = seam.open(os.fsencode(path), os.O_RDWR | os.O_CREAT)
        self._size_bytes = os.fstat(self._fd).st_size
        self._noted: set[RelPath] = set()

    def note(self, folders: Iterable[RelPath]) -> None:
        """Temp files are about to be made in these folders."""
        new = set(folders) - self._noted
        if not new:
            return
        self._noted |= new
        names = b"".join(folder + b"\0" for folder in sorted(new))
        try:
            self._seam.write(self._fd, names, self._size_bytes)
        except OSError as error:
            LOG.warning("%s could not be written: %s", NAME, error.strerror)
        self._size_bytes += len(names)

    def clear(self) -> None:
        """There are no temp files any more."""
        self._noted.clear()
        self.left.clear()
        self._size_bytes = 0
        with suppress(OSError):
            self._seam.truncate(self._fd, 0)

    def close(self) -> None:
        os.close(self._fd)
