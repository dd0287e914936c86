"""The log: entries on disk, appended by one thread, read by any.

    log/HEAD                   what is durable, see core/headers; may be lost
    log/segments/00000001.seg  frames, see core/frames; the history itself
    log/segments/new           a segment being made; may be deleted
    log/blobs/                 large contents, see blobs; part of the history
    log/quarantine/            torn tails that were cut off; may be deleted

A segment is given its whole size when it is made and ends where the header of the next one says.
A frame that does not fit starts a new segment, of its own size if it is larger than a segment.

An entry is durable once a sync that came after its frame was written has succeeded. A sync that
failed says nothing about any later one on the same file, since the kernel may have dropped the
pages. So a new segment takes over, with every frame not yet durable; where that fails too, the
log becomes read-only.
"""

import contextlib
import itertools
import os
import secrets
import threading
from collections.abc import Generator, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from ...schemas.facts import Entry, TailCut
from ...schemas.values import Kept
from ..core.frames import (
    CHAIN_START,
    HEADER_BYTES,
    Attached,
    Header,
    Packed,
    Place,
    Record,
    facts_match,
    facts_of,
    find_attachment,
    header_at,
    pack,
    read_entries,
    seal,
)
from ..core.headers import (
    SEGMENT_HEADER_BYTES,
    Head,
    SegmentHeader,
    pack_head,
    pack_segment_header,
    padded,
)
from ..seam import Seam
from .blobs import Blobs, MissingContent, load, store, sync_folder
from .opening import Damage, Survey, segment_path

SEGMENT_BYTES = 16 << 20


class ReadOnlyLog(Exception):  # noqa: N818 - a state the log is in, not an error of the caller
    """The log takes no more entries; its message says why."""


class MissingEntry(LookupError):  # noqa: N818 - what it says is missing is the point
    """The log holds no readable entry of this seq."""


class _Tail:
    """The segment that is appended to."""

    def __init__(self, fd: int, header: SegmentHeader, size_bytes: int, end: Place) -> None:
        self.fd = fd
        self.number = header.number
        self.salt = header.salt
        self.size_bytes = size_bytes
        self.end = end
        self.durable = end
        """All before it has been synced."""
        self.pending: list[Packed] = []
        """Frames that were to be written behind `durable`."""

    def has_room(self, frame_bytes: int) -> bool:
        return self.end.offset + frame_bytes <= self.size_bytes

    def settle(self) -> None:
        """Say that a sync has succeeded."""
        self.durable = self.end
        self.pending.clear()


class Log:
    """The log of one workspace. One thread at a time may append, sync or close."""

    def __init__(self, folder: Path, seam: Seam, workspace_id: bytes, survey: Survey) -> None:
        """For `open` only."""
        self._folder = folder
        self._seam = seam
        self._workspace_id = workspace_id
        self._blobs = Blobs(folder / "blobs", seam)
        self._index = survey.index
        self._salts = {number: header.salt for number, header in survey.headers.items()}
        self._last_seq = survey.last_seq
        self._segment_bytes = SEGMENT_BYTES
        self._read_only = "" if survey.damage is None else str(survey.damage)
        self._tail: _Tail | None = None
        self._head_fd = -1
        self._head_lock = threading.Lock()
        self._turn = survey.head.turn if survey.head else 0
        self._boot_id = _boot_id()
        self.damage: Damage | None = survey.damage
        """Set if what was found makes the log read-only; nothing on disk was changed then."""
        self.tail_cut: TailCut | None = None
        """Set if opening cut off an unfinished write."""
        self.applied = survey.head.applied if survey.head else 0
        self.settled = survey.head.settled if survey.head else 0
        self.same_boot = survey.head is not None and survey.head.boot_id == self._boot_id
        """Whether HEAD was written since the system last started; False where it was lost."""

    @classmethod
    def open(
        cls, folder: Path, seam: Seam, workspace_id: bytes, *, segment_bytes: int = SEGMENT_BYTES
    ) -> "Log":
        """Open the log in `folder`, or make one; the parent folder must exist. Raises OSError.

        At most 32 bytes of id. All that was found in the log is durable when this returns.
        """
        _make_folders(folder, seam)
        survey = Survey(folder, workspace_id)
        log = cls(folder, seam, workspace_id, survey)
        log._segment_bytes = segment_bytes
        if survey.damage is None:
            try:
                log._make_writable(survey)
            except BaseException:
                log._close_files()
                raise
        return log

    @property
    def last_seq(self) -> int:
        """The highest seq that can be read; 0 where there is none."""
        return self._last_seq

    @property
    def durable_seq(self) -> int:
        return self._last_seq if self._tail is None else self._tail.durable.last_seq

    @property
    def durable_chain(self) -> bytes:
        """What names the history up to `durable_seq`; empty where the log is not open to write."""
        return b"" if self._tail is None else self._tail.durable.chain

    # Reading

    def replay(self) -> Iterator[Entry]:
        """Yield every entry that can be read, in order. Raises OSError, msgspec.DecodeError."""
        places = (self._index[frame] for frame in range(len(self._index)))
        for number, frames in itertools.groupby(places, key=lambda place: place[0]):
            view = memoryview(segment_path(self._folder, number).read_bytes())
            for _, offset in frames:
                yield from read_entries(facts_of(view, offset))

    def entry(self, seq: int) -> Entry:
        """Return one entry. Raises MissingEntry, OSError, msgspec.DecodeError."""
        with self._reading(seq) as (_, _, header, facts):
            return read_entries(facts)[seq - header.first_seq]

    def content(self, kept: Kept) -> bytes:
        """Return kept bytes, verified against their digest. Raises MissingContent, OSError."""
        try:
            attached, data = self._stored(kept)
        except MissingEntry as error:
            raise MissingContent(kept.digest, str(error)) from error
        return load(attached, data, self._blobs)

    def _stored(self, kept: Kept) -> tuple[Attached, bytes]:
        with self._reading(kept.seq) as (fd, offset, header, facts):
            found = find_attachment(facts, kept.seq - header.first_seq, kept.digest)
            if found is None:
                raise MissingContent(kept.digest, f"entry {kept.seq} does not hold it")
            at = offset + HEADER_BYTES + header.facts_bytes + found.offset
            return found.attached, os.pread(fd, found.attached.stored_bytes, at)

    @contextlib.contextmanager
    def _reading(self, seq: int) -> Generator[tuple[int, int, Header, bytes]]:
        """Open the frame that holds `seq`: descriptor, offset, header and facts, verified."""
        place = self._index.find(seq)
        if place is None:
            raise MissingEntry(f"entry {seq} is not in the log")
        number, offset = place
        fd = os.open(segment_path(self._folder, number), os.O_RDONLY | os.O_CLOEXEC)
        try:
            header = header_at(os.pread(fd, HEADER_BYTES, offset), 0, self._salts[number], offset)
            if header is None:
                raise MissingEntry(f"entry {seq} is damaged")
            if not header.first_seq <= seq <= header.last_seq:
                raise MissingEntry(f"entry {seq} is not in the log")
            facts = os.pread(fd, header.facts_bytes, offset + HEADER_BYTES)
            if not facts_match(facts, header):
                raise MissingEntry(f"entry {seq} is damaged")
            yield fd, offset, header, facts
        finally:
            os.close(fd)

    # Writing

    def append(self, records: Sequence[Record], *, sync: bool) -> None:
        """Write records as one frame, and make it and all before it durable if `sync`.

        Their seqs go on from `last_seq`. Raises ReadOnlyLog for good; or OSError, where there is
        no room for a new segment or a blob, and then nothing was appended.
        """
        tail = self._writable()
        assert records[0].entry.seq == tail.end.last_seq + 1, "seqs go on without gaps"
        packed = pack([record.entry for record in records], store(records, self._blobs))
        if not tail.has_room(packed.frame_bytes):
            tail = self._roll(packed.frame_bytes)
        tail.pending.append(packed)
        try:
            offset = self._write_frame(tail, packed)
        except OSError as error:
            self._take_over(error)
        else:
            self._index.put(packed.first_seq, tail.number, offset)
        self._last_seq = packed.last_seq
        if sync:
            self.sync()

    def sync(self) -> None:
        """Make all that was appended durable, and write HEAD. Raises ReadOnlyLog."""
        tail = self._writable()
        if tail.pending:
            try:
                self._seam.fdatasync(tail.fd)
            except OSError as error:
                self._take_over(error)
            else:
                tail.settle()
        with contextlib.suppress(OSError):  # what HEAD said before is true all the same
            self.write_head()

    def note(self, *, applied: int | None = None, settled: int | None = None) -> None:
        """Take over how far effects have come, for the next time HEAD is written."""
        self.applied = self.applied if applied is None else applied
        self.settled = self.settled if settled is None else settled

    def write_head(self) -> None:
        """Write HEAD, from any thread. Raises OSError."""
        with self._head_lock:
            tail = self._tail
            if tail is None or self._head_fd < 0:
                return
            self._turn += 1
            head = Head(
                *(self._turn, tail.durable.last_seq, tail.number, tail.durable.offset),
                *(tail.durable.chain, self._boot_id, self.applied, self.settled),
            )
            slot, offset = pack_head(head, self._workspace_id)
            self._seam.write(self._head_fd, slot, offset)

    def close(self) -> None:
        """Sync what is left and let go of the files; a failure of that sync goes unreported."""
        with contextlib.suppress(OSError, ReadOnlyLog):
            self.sync()
            self.write_head()
        self._read_only = self._read_only or "it is closed"
        self._close_files()

    def _close_files(self) -> None:
        with self._head_lock:
            for fd in self._head_fd, self._tail.fd if self._tail else -1:
                if fd >= 0:
                    os.close(fd)
            self._head_fd, self._tail = -1, None

    def _writable(self) -> _Tail:
        if self._read_only or self._tail is None:
            raise ReadOnlyLog(f"the log is read-only: {self._read_only}")
        return self._tail

    def _write_frame(self, tail: _Tail, packed: Packed) -> int:
        offset, _, chain = tail.end
        frame, chain = seal(packed, tail.salt, offset, tail.durable.last_seq, chain)
        self._seam.write(tail.fd, frame, offset)
        tail.end = Place(offset + len(frame), packed.last_seq, chain)
        return offset

    def _roll(self, frame_bytes: int) -> _Tail:
        """Go on in a new segment, all before it being durable. Raises ReadOnlyLog, OSError."""
        self.sync()
        tail = self._writable()
        if not tail.has_room(frame_bytes):  # that sync may have made a new one
            self._tail = self._new_segment(tail.number + 1, tail.end, room_bytes=frame_bytes)
            os.close(tail.fd)
        return self._writable()

    def _take_over(self, cause: OSError) -> None:
        """Go on in a new segment that holds all not known durable. Raises ReadOnlyLog."""
        failed = self._writable()
        number = failed.number + 1
        try:
            self._tail = self._new_segment(number, failed.durable, moved=failed.pending)
        except OSError as error:
            raise self._give_up(f"{cause}; then {error}") from error
        offset = SEGMENT_HEADER_BYTES
        for packed in failed.pending:
            self._index.put(packed.first_seq, number, offset)
            offset += packed.frame_bytes
        os.close(failed.fd)

    def _give_up(self, reason: str) -> ReadOnlyLog:
        self._read_only = reason
        return ReadOnlyLog(f"the log is read-only: {reason}")

    def _new_segment(
        self, number: int, previous_end: Place, *, moved: Sequence[Packed] = (), room_bytes: int = 0
    ) -> _Tail:
        """Make a segment that goes on from `previous_end`, `moved` being in it already.

        Raises OSError if there is nothing of it, ReadOnlyLog if there may be: the previous one
        must then not be appended to.
        """
        previous_bytes, last_seq, chain = previous_end
        salt, workspace_id = secrets.token_bytes(16), padded(self._workspace_id)
        header = SegmentHeader(number, workspace_id, last_seq + 1, previous_bytes, chain, salt)
        frames_bytes = room_bytes + sum(packed.frame_bytes for packed in moved)
        size_bytes = max(self._segment_bytes, SEGMENT_HEADER_BYTES + frames_bytes)
        path, new = segment_path(self._folder, number), self._folder / "segments" / "new"
        fd = self._seam.open(os.fsencode(new), os.O_RDWR | os.O_CREAT | os.O_TRUNC)
        tail = _Tail(fd, header, size_bytes, Place(SEGMENT_HEADER_BYTES, last_seq, chain))
        try:
            self._write_segment(tail, header, moved)
        except BaseException:
            os.close(fd)
            with contextlib.suppress(OSError):  # gives back what room there was
                self._seam.unlink(os.fsencode(new))
            raise
        try:
            self._seam.rename(os.fsencode(new), os.fsencode(path))
            sync_folder(self._seam, path.parent)
        except OSError as error:
            os.close(fd)
            raise self._give_up(str(error)) from error
        self._salts[number] = salt
        return tail

    def _write_segment(self, tail: _Tail, header: SegmentHeader, moved: Sequence[Packed]) -> None:
        self._seam.allocate(tail.fd, tail.size_bytes)
        self._seam.write(tail.fd, pack_segment_header(header), 0)
        for packed in moved:
            self._write_frame(tail, packed)
        self._seam.fsync(tail.fd)
        tail.settle()

    # Opening

    def _make_writable(self, survey: Survey) -> None:
        with contextlib.suppress(FileNotFoundError):
            self._seam.unlink(os.fsencode(self._folder / "segments" / "new"))
        head = os.fsencode(self._folder / "HEAD")
        self._head_fd = self._seam.open(head, os.O_RDWR | os.O_CREAT)
        if not survey.headers:
            self._tail = self._new_segment(1, Place(0, 0, CHAIN_START))
        else:
            number = max(survey.headers)
            path = segment_path(self._folder, number)
            fd = self._seam.open(os.fsencode(path), os.O_RDWR)
            self._tail = _Tail(fd, survey.headers[number], survey.segment_bytes, survey.end)
            if survey.tail:
                self._cut(self._tail, survey.tail)
            self._seam.fdatasync(fd)
        self.write_head()

    def _cut(self, tail: _Tail, torn: bytes) -> None:
        """Blank a torn tail, once its bytes are in quarantine."""
        folder = self._folder / "quarantine"
        name = f"{tail.number:08d}-{tail.end.offset}-{sha256(torn).hexdigest()[:8]}"
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        fd = self._seam.open(os.fsencode(folder / name), flags)
        try:
            self._seam.write(fd, torn, 0)
            self._seam.fsync(fd)
        finally:
            os.close(fd)
        sync_folder(self._seam, folder)
        self._seam.write(tail.fd, bytes(len(torn)), tail.end.offset)
        self.tail_cut = TailCut(len(torn), name)


def _make_folders(folder: Path, seam: Seam) -> None:
    for made in (folder, *(folder / name for name in ("segments", "blobs", "quarantine"))):
        if not made.is_dir():
            seam.mkdir(os.fsencode(made))
            sync_folder(seam, made.parent)


def _boot_id() -> bytes:
    """Name this run of the system, in 16 bytes."""
    text = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii")
    return bytes.fromhex(text.strip().replace("-", ""))
