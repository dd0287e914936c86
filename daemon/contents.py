"""Bytes at hand: file versions seen lately, and what the log keeps."""

from collections import OrderedDict
from collections.abc import Iterable

from ..schemas.values import Kept
from .blobs import MissingContent
from .core.files import File
from .core.history import Run
from .core.reconcile import bytes_of
from .segments import Log

RECENT_BYTES_MAX = 64 << 20


class Recent:
    """Whole file versions by digest, the least lately used out first."""

    def __init__(self, bytes_max: int = RECENT_BYTES_MAX) -> None:
        self._bytes_max = bytes_max
        self._versions: OrderedDict[bytes, bytes] = OrderedDict()
        self._size_bytes = 0

    def put(self, digest: bytes, data: bytes) -> None:
        if digest in self._versions:
            self._versions.move_to_end(digest)
            return
        if len(data) * 4 > self._bytes_max:
            return
        self._versions[digest] = data
        self._size_bytes += len(data)
        while self._size_bytes > self._bytes_max:
            _, dropped = self._versions.popitem(last=False)
            self._size_bytes -= len(dropped)

    def get(self, digest: bytes) -> bytes | None:
        if digest not in self._versions:
            return None
        self._versions.move_to_end(digest)
        return self._versions[digest]


def fetch(log: Log, wanted: Iterable[Kept]) -> dict[Kept, bytes]:
    """Read kept bytes from the log; what is missing or damaged there is missing in the answer."""
    found: dict[Kept, bytes] = {}
    for kept in wanted:
        try:
            found[kept] = log.content(kept)
        except MissingContent:
            continue
    return found


def assemble(log: Log, file: File, runs: tuple[Run, ...]) -> bytes | None:
    """Return the bytes of some lines of a file; None where some were not kept."""
    kept = {file.kept[run.entry] for run in runs if run.entry in file.kept}
    return bytes_of(file, runs, fetch(log, kept))
