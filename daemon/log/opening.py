"""Opening a log: read all of it, find its end, and say what is wrong with it. Changes nothing.

A log ends at the first bytes that are no good frame. They are an unfinished write, a torn tail,
if HEAD does not claim an entry there and no good frame behind them was written after they had
been synced: power loss may keep a later page and lose an earlier one. All else is damage.
"""

import os
from array import array
from bisect import bisect_right
from pathlib import Path

from msgspec import Struct

from ..core.frames import CHAIN_START, Place, Scan, Stray, scan, strays
from ..core.headers import SEGMENT_HEADER_BYTES, Head, SegmentHeader, read_head, read_segment_header

_SUFFIX = ".seg"
_OFFSET_BITS = 40


class Damage(Struct, frozen=True):
    """Why a log is read-only: a place that is neither history nor an unfinished write."""

    segment: int
    offset: int
    reason: str

    def __str__(self) -> str:
        return f"segment {self.segment}, byte {self.offset}: {self.reason}"


class Index:
    """Where each frame lies. One thread writes, any may read: a frame is seen when complete."""

    def __init__(self) -> None:
        self._first_seqs = array("Q")
        self._places = array("Q")

    def __len__(self) -> int:
        return len(self._first_seqs)

    def put(self, first_seq: int, segment: int, offset: int) -> None:
        """Say where the frame that starts with `first_seq` lies: a new last one, or one moved."""
        place = segment << _OFFSET_BITS | offset
        if not self._first_seqs or self._first_seqs[-1] < first_seq:
            self._places.append(place)
            self._first_seqs.append(first_seq)
        else:
            at = bisect_right(self._first_seqs, first_seq) - 1
            assert self._first_seqs[at] == first_seq
            self._places[at] = place

    def extend(self, found: Scan, segment: int) -> None:
        base = segment << _OFFSET_BITS
        self._places.extend(base | offset for offset in found.offsets)
        self._first_seqs.extend(found.first_seqs)

    def find(self, seq: int) -> tuple[int, int] | None:
        """Return segment and offset of the frame that should hold `seq`."""
        at = bisect_right(self._first_seqs, seq) - 1
        return _split(self._places[at]) if at >= 0 else None

    def __getitem__(self, frame: int) -> tuple[int, int]:
        return _split(self._places[frame])


def _split(place: int) -> tuple[int, int]:
    return place >> _OFFSET_BITS, place & (1 << _OFFSET_BITS) - 1


class Survey:
    """What a log's folder holds."""

    def __init__(self, folder: Path, workspace_id: bytes) -> None:
        """Read it. Raises OSError."""
        self.index = Index()
        self.damage: Damage | None = None
        """The first that was found."""
        self.headers: dict[int, SegmentHeader] = {}
        self.head: Head | None = read_head_file(folder, workspace_id)
        self.end = Place(SEGMENT_HEADER_BYTES, 0, CHAIN_START)
        """Where the next frame goes, in the last segment."""
        self.last_seq = 0
        """The highest that can be read."""
        self.tail = b""
        """A torn tail: what lies at `end` instead of zeros."""
        self.segment_bytes = 0
        """Size of the last segment."""
        self._met_head = self.head is None
        self._read_segments(folder, workspace_id)
        if self.head and not self._met_head:
            reason = f"entry {self.head.durable_seq}, durable by HEAD, is not there"
            self._harm(self.head.number, self.end.offset, reason)

    def _read_segments(self, folder: Path, workspace_id: bytes) -> None:
        numbers = segment_numbers(folder)
        for number in numbers:
            header = read_segment_header(_first_bytes(folder, number), number, workspace_id)
            if isinstance(header, str):
                self._harm(number, 0, header)
            else:
                self.headers[number] = header
        for number in sorted(set(range(1, max(numbers, default=0) + 1)) - set(numbers)):
            self._harm(number, 0, "the segment is missing")
        for number in sorted(self.headers):
            self._read_segment(folder, number, is_last=number == numbers[-1])

    def _read_segment(self, folder: Path, number: int, *, is_last: bool) -> None:
        header, following = self.headers[number], self.headers.get(number + 1)
        data = segment_path(folder, number).read_bytes()
        start = Place(SEGMENT_HEADER_BYTES, header.first_seq - 1, header.chain)
        self.segment_bytes = len(data)
        if following is not None:
            data = data[: following.previous_bytes]
        watched_seq = self.head.durable_seq if self.head else 0
        found, watched_chain = scan(data, header.salt, start, watched_seq)
        self.index.extend(found, number)
        self.end = found.end
        self.last_seq = max(self.last_seq, found.end.last_seq)
        if self.head and watched_chain == self.head.chain:
            self._met_head = True
        if following is not None:
            self._check_joint(number, found, following, data)
        elif is_last:
            self._check_tail(number, found, data)
        else:
            self._keep_strays(number, strays(data, header.salt, found.end.offset))

    def _check_joint(self, number: int, found: Scan, following: SegmentHeader, data: bytes) -> None:
        end = Place(following.previous_bytes, following.first_seq - 1, following.chain)
        if found.end != end:
            reason = found.fault or "frames are missing"
            self._harm(number, found.end.offset, reason)
            self._keep_strays(number, strays(data, self.headers[number].salt, found.end.offset))

    def _check_tail(self, number: int, found: Scan, data: bytes) -> None:
        tail = data[found.end.offset :].rstrip(b"\0")
        if not tail:
            return
        behind = strays(data, self.headers[number].salt, found.end.offset)
        first_seq = found.end.last_seq + 1
        claimed = self.head is not None and self.head.durable_seq >= first_seq
        if claimed or any(stray.synced_seq >= first_seq for stray in behind):
            self._harm(number, found.end.offset, found.fault or "a hole where a frame was")
            self._keep_strays(number, behind)
        else:
            self.tail = tail

    def _keep_strays(self, number: int, found: list[Stray]) -> None:
        """Make the entries behind damage readable."""
        for stray in found:
            if stray.first_seq > self.last_seq:
                self.index.put(stray.first_seq, number, stray.offset)
                self.last_seq = stray.last_seq

    def _harm(self, segment: int, offset: int, reason: str) -> None:
        self.damage = self.damage or Damage(segment, offset, reason)


def segment_path(folder: Path, number: int) -> Path:
    return folder / "segments" / f"{number:08d}{_SUFFIX}"


def segment_numbers(folder: Path) -> list[int]:
    """List the segments there are, ascending. Raises OSError."""
    names = (path.name for path in (folder / "segments").iterdir())
    stems = (name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX))
    return sorted(int(stem) for stem in stems if stem.isdecimal())


def read_head_file(folder: Path, workspace_id: bytes) -> Head | None:
    """Read HEAD; None if it is lost or no slot of it is good. Raises OSError."""
    try:
        return read_head((folder / "HEAD").read_bytes(), workspace_id)
    except FileNotFoundError:
        return None


def _first_bytes(folder: Path, number: int) -> bytes:
    fd = os.open(segment_path(folder, number), os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.pread(fd, SEGMENT_HEADER_BYTES, 0)
    finally:
        os.close(fd)
