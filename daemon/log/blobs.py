"""Blobs: how contents are stored, in a frame or in a file of their own.

A blob is the file `blobs/ab/<digest>.zst`, `ab` being the first two of the 64 hex digits. It is
complete and durable before the frame that names it is written: temp file, fsync, rename, fsync of
the folders. `blobs/new` is the temp file; it may be deleted at any time, a blob may not.
"""

import contextlib
import os
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import zstandard

from ..core.frames import Attached, Codec, Record, Stored
from ..seam import Seam

INLINE_BYTES_MAX = 256 << 10
"""Larger contents become blobs."""
FRAME_BYTES_MAX = 4 << 20
"""Where a frame would get larger, its largest attachments become blobs, too."""
_COMPRESSED_BYTES_MIN = 1 << 10
_LEVEL = 3


class MissingContent(Exception):  # noqa: N818 - what it says is missing is the point
    """Kept bytes that are not to be had: never stored, purged, lost or damaged."""

    def __init__(self, digest: bytes, reason: str) -> None:
        super().__init__(f"content {digest.hex()[:12]} is missing: {reason}")
        self.digest = digest
        self.reason = reason


class Blobs:
    """A folder of contents by digest. One thread at a time may write, any may read."""

    def __init__(self, folder: Path, seam: Seam) -> None:
        self._folder = folder
        self._seam = seam

    def path(self, digest: bytes) -> Path:
        name = digest.hex()
        return self._folder / name[:2] / f"{name}.zst"

    def put(self, digest: bytes, content: bytes) -> None:
        """Make `content` durable. Raises OSError.

        A blob that is there already is written anew: whoever wrote it may have been stopped, or
        its sync may have failed, and a second sync of the same file would not tell.
        """
        path = self.path(digest)
        temp = self._folder / "new"
        with contextlib.suppress(FileExistsError):
            self._seam.mkdir(os.fsencode(path.parent))
        self._write(temp, zstandard.ZstdCompressor(_LEVEL).compress(content))
        self._seam.rename(os.fsencode(temp), os.fsencode(path))
        sync_folder(self._seam, path.parent)
        sync_folder(self._seam, self._folder)

    def read(self, digest: bytes, size_bytes: int) -> bytes:
        """Return the content with this digest. Raises MissingContent."""
        try:
            data = self.path(digest).read_bytes()
        except OSError as error:
            raise MissingContent(digest, f"its blob: {error.strerror}") from error
        return _verified(digest, size_bytes, _decompress(digest, size_bytes, data))

    def _write(self, path: Path, data: bytes) -> None:
        fd = self._seam.open(os.fsencode(path), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        try:
            self._seam.write(fd, data, 0)
            self._seam.fsync(fd)
        finally:
            os.close(fd)


def sync_folder(seam: Seam, folder: Path) -> None:
    """Make the names in `folder` durable. Raises OSError."""
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        seam.fsync(fd)
    finally:
        os.close(fd)


def store(records: Sequence[Record], blobs: Blobs) -> list[list[Stored]]:
    """Prepare the contents of each record for their frame, the same one only once.

    Those that the frame has no room for are durable blobs when this returns. Raises OSError.
    """
    contents = [{sha256(each).digest(): each for each in record.attachments} for record in records]
    stored = [[_prepare(*item, blobs) for item in of_record.items()] for of_record in contents]
    excess_bytes = sum(len(each.data) for row in stored for each in row) - FRAME_BYTES_MAX
    cells = [(row, column) for row in range(len(stored)) for column in range(len(stored[row]))]
    cells.sort(key=lambda cell: len(stored[cell[0]][cell[1]].data))
    while excess_bytes > 0:
        row, column = cells.pop()
        digest = stored[row][column].attached.digest
        excess_bytes -= len(stored[row][column].data)
        stored[row][column] = _as_blob(digest, contents[row][digest], blobs)
    return stored


def _prepare(digest: bytes, content: bytes, blobs: Blobs) -> Stored:
    if len(content) > INLINE_BYTES_MAX:
        return _as_blob(digest, content, blobs)
    return _inline(digest, content)


def _as_blob(digest: bytes, content: bytes, blobs: Blobs) -> Stored:
    blobs.put(digest, content)
    return Stored(Attached(digest, len(content), 0, Codec.BLOB), b"")


def _inline(digest: bytes, content: bytes) -> Stored:
    codec, data = Codec.RAW, content
    if len(content) >= _COMPRESSED_BYTES_MIN:
        small = zstandard.ZstdCompressor(_LEVEL).compress(content)
        if len(small) < len(content):
            codec, data = Codec.ZSTD, small
    return Stored(Attached(digest, len(content), len(data), codec), data)


def load(attached: Attached, data: bytes, blobs: Blobs) -> bytes:
    """Return the content of an attachment whose stored bytes are `data`. Raises MissingContent."""
    digest, size_bytes = attached.digest, attached.size_bytes
    match attached.codec:
        case Codec.RAW:
            return _verified(digest, size_bytes, data)
        case Codec.ZSTD:
            return _verified(digest, size_bytes, _decompress(digest, size_bytes, data))
        case Codec.BLOB:
            return blobs.read(digest, size_bytes)
        case unknown:
            raise MissingContent(digest, f"stored in a way this version does not know, {unknown}")


def _decompress(digest: bytes, size_bytes: int, data: bytes) -> bytes:
    """Undo zstd. The size is checked first: damaged bytes may ask for any amount of memory."""
    try:
        if zstandard.frame_content_size(data) != size_bytes:
            raise MissingContent(digest, "its stored bytes are damaged")
        return zstandard.ZstdDecompressor().decompress(data)
    except zstandard.ZstdError as error:
        raise MissingContent(digest, "its stored bytes are damaged") from error


def _verified(digest: bytes, size_bytes: int, content: bytes) -> bytes:
    if len(content) != size_bytes or sha256(content).digest() != digest:
        raise MissingContent(digest, "its stored bytes are damaged")
    return content
