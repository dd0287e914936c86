"""Frames: how entries lie in a segment of the log.

A frame is one batch of entries, written by one call and synced as one. It starts and ends at a
multiple of 8 bytes. Integers are little-endian, CRCs are zlib.crc32.

     0  magic               8 bytes, b"EJframe1"
     8  header CRC          u32, of salt (16 bytes), offset (u64) and header bytes 12 to 47
    12  facts CRC           u32
    16  facts_bytes         u32
    20  attachments_bytes   u32, padding not counted
    24  count               u32, entries in this frame, at least 1
    28  nothing             u32, zero
    32  first_seq           u64
    40  synced_seq          u64, the last entry known durable when this frame was written
    48  facts
        attachments, back to back, then 0 to 7 zero bytes
        chain               32 bytes, SHA-256 of the previous frame's chain, header and facts
        attachments CRC     u32, padding included

Salt is the segment's own and offset the frame's place in it, so bytes of another segment, or of a
frame that somebody keeps as content, are never taken for a frame. The header has a CRC apart from
the rest, so that a damaged length is told from an unfinished write. Attachments stand outside
the chain: they can be blanked, and the history still verifies.

Facts are msgpack: `[[entry, ...], [[attached, ...], ...]]`, the second list parallel to the first.
An entry holds its fact in place, as an array that starts with the fact's type. Facts of a type that
this version does not know are carried as `UnknownFact`.
"""

import enum
import itertools
from array import array
from collections.abc import Sequence
from hashlib import sha256
from struct import Struct as Layout
from typing import NamedTuple, cast
from zlib import crc32

import msgspec
from msgspec import Struct, msgpack

from ...schemas.facts import AnyFact, Entry, RequestId
from ...schemas.values import Content

MAGIC = b"EJframe1"
CHAIN_START = bytes(32)
"""Stands before the first frame of a log."""
_HEADER = Layout("<8sIIIIIIQQ")
_FACTS_BYTES = Layout("<I")
_TRAILER = Layout("<32sI")
HEADER_BYTES = 48
TRAILER_BYTES = 36
FRAME_BYTES_MIN = HEADER_BYTES + TRAILER_BYTES + 4
assert _HEADER.size == HEADER_BYTES
assert _TRAILER.size == TRAILER_BYTES
assert FRAME_BYTES_MIN % 8 == 0


class Codec(enum.IntEnum):
    """How the bytes of an attachment are stored."""

    RAW = 0
    ZSTD = 1
    BLOB = 2
    """In a file of their own, by digest; none of them here."""


class Attached(Struct, frozen=True, array_like=True, gc=False):
    """What the facts say about an attachment."""

    digest: bytes
    """Of the content itself, however it is stored."""
    size_bytes: int
    stored_bytes: int
    codec: int
    """A `Codec`, or one that a later version knows."""


class Stored(Struct, frozen=True, gc=False):
    """An attachment ready to be written."""

    attached: Attached
    data: bytes
    """`attached.stored_bytes` long."""


class Record(Struct, frozen=True):
    """What one fact of a decision becomes: its entry, and the contents that the entry names."""

    entry: Entry
    attachments: tuple[bytes, ...] = ()


class UnknownFact(Struct, frozen=True, gc=False):
    """A fact that this version cannot read, kept as it was."""

    tag: str
    body: bytes
    """Its msgpack array, the tag included."""


class _Envelope(Struct, frozen=True, array_like=True):
    """An entry whose fact is left encoded. The fields are those of `Entry`."""

    seq: int
    time_ns: int
    session: int
    fact: msgspec.Raw
    request: RequestId | None = None
    arguments: Content | None = None


class _Entries(Struct, array_like=True, gc=False):
    entries: tuple[Entry, ...]


class _Envelopes(Struct, array_like=True):
    entries: tuple[_Envelope, ...]


class _Tables(Struct, array_like=True):
    entries: msgspec.Raw
    tables: tuple[tuple[Attached, ...], ...]


_ENCODER = msgpack.Encoder()
_ENTRIES = msgpack.Decoder(_Entries)
_ENVELOPES = msgpack.Decoder(_Envelopes)
_TABLES = msgpack.Decoder(_Tables)
_FACT: msgpack.Decoder[AnyFact] = msgpack.Decoder(AnyFact)
_TAGGED = msgpack.Decoder(list[msgspec.Raw])
_TAG = msgpack.Decoder(str)


class Packed(Struct, frozen=True, gc=False):
    """A frame's content, not yet bound to a place."""

    first_seq: int
    count: int
    facts: bytes
    attachments: bytes

    @property
    def last_seq(self) -> int:
        return self.first_seq + self.count - 1

    @property
    def frame_bytes(self) -> int:
        return _frame_bytes(len(self.facts), len(self.attachments))


def pack(entries: Sequence[Entry], attachments: Sequence[Sequence[Stored]]) -> Packed:
    """Encode entries of contiguous seq, each with its attachments."""
    first_seq = entries[0].seq
    assert [entry.seq for entry in entries] == list(range(first_seq, first_seq + len(entries)))
    facts = _ENCODER.encode(
        (
            [_with_raw_fact(entry) for entry in entries],
            [[stored.attached for stored in of_entry] for of_entry in attachments],
        )
    )
    flat = itertools.chain.from_iterable(attachments)
    return Packed(first_seq, len(entries), facts, b"".join(stored.data for stored in flat))


def _with_raw_fact(entry: Entry) -> Entry | _Envelope:
    fact = cast("object", entry.fact)
    if not isinstance(fact, UnknownFact):
        return entry
    raw = msgspec.Raw(fact.body)
    return _Envelope(entry.seq, entry.time_ns, entry.session, raw, entry.request, entry.arguments)


def seal(
    packed: Packed, salt: bytes, offset: int, synced_seq: int, chain: bytes
) -> tuple[bytes, bytes]:
    """Return the frame for this offset of the segment with this salt, and the chain after it."""
    facts, attachments = packed.facts, packed.attachments
    header = bytearray(
        _HEADER.pack(
            *(MAGIC, 0, crc32(facts), len(facts), len(attachments)),
            *(packed.count, 0, packed.first_seq, synced_seq),
        )
    )
    header[8:12] = _header_crc(header, 0, offset, crc32(salt)).to_bytes(4, "little")
    padded = attachments + bytes(_padding_bytes(len(facts), len(attachments)))
    chain = sha256(b"".join((chain, header, facts))).digest()
    return b"".join((header, facts, padded, _TRAILER.pack(chain, crc32(padded)))), chain


class Header(NamedTuple):
    """A frame's header, its CRC already checked."""

    facts_crc: int
    facts_bytes: int
    attachments_bytes: int
    entries: int
    first_seq: int
    synced_seq: int

    @property
    def frame_bytes(self) -> int:
        return _frame_bytes(self.facts_bytes, self.attachments_bytes)

    @property
    def last_seq(self) -> int:
        return self.first_seq + self.entries - 1


def header_at(data: bytes, at: int, salt: bytes, offset: int) -> Header | None:
    """Read the header at `data[at:]`, which is `offset` in its segment; None if it is none."""
    return _header(data, at, offset, crc32(salt))


def _header(data: bytes | memoryview, at: int, offset: int, salt_crc: int) -> Header | None:
    if len(data) - at < HEADER_BYTES:
        return None
    magic, crc, facts_crc, facts_bytes, attachments_bytes, count, _, first_seq, synced_seq = (
        _HEADER.unpack_from(data, at)
    )
    if magic != MAGIC or crc != _header_crc(data, at, offset, salt_crc):
        return None
    return Header(facts_crc, facts_bytes, attachments_bytes, count, first_seq, synced_seq)


def _header_crc(data: bytes | bytearray | memoryview, at: int, offset: int, salt_crc: int) -> int:
    return crc32(data[at + 12 : at + HEADER_BYTES], crc32(offset.to_bytes(8, "little"), salt_crc))


def _padding_bytes(facts_bytes: int, attachments_bytes: int) -> int:
    return -(HEADER_BYTES + facts_bytes + attachments_bytes + TRAILER_BYTES) % 8


def _frame_bytes(facts_bytes: int, attachments_bytes: int) -> int:
    return (HEADER_BYTES + facts_bytes + attachments_bytes + TRAILER_BYTES + 7) & ~7


class Place(NamedTuple):
    """A point between two frames of a segment."""

    offset: int
    last_seq: int
    chain: bytes


class Scan(NamedTuple):
    """Frames that follow each other from some place on."""

    offsets: "array[int]"
    first_seqs: "array[int]"
    end: Place
    fault: str
    """What is wrong with the bytes at `end`; empty where there is no frame and no room for one."""


def scan(data: bytes, salt: bytes, start: Place, watch_seq: int = 0) -> tuple[Scan, bytes]:
    """Follow the frames of a segment, `data`, verifying every byte of each.

    The second value is the chain after the frame that ends with `watch_seq`, empty if none does.
    """
    view, salt_crc = memoryview(data), crc32(salt)
    offsets, first_seqs = array("Q"), array("Q")
    offset, last_seq, chain = start
    watched = chain if last_seq == watch_seq else b""
    while (step := _follow(view, salt_crc, start := Place(offset, last_seq, chain))) is not None:
        offsets.append(offset)
        first_seqs.append(last_seq + 1)
        offset, last_seq, chain = step
        if last_seq == watch_seq:
            watched = chain
    return Scan(offsets, first_seqs, start, _fault(data, salt, start)), watched


def _follow(view: memoryview, salt_crc: int, start: Place) -> Place | None:
    """Step over the frame at `start` if all of it is good and it continues the chain.

    Opening a log does this for every frame there is, so it is written for speed.
    """
    offset, last_seq, chain = start
    if offset + FRAME_BYTES_MIN > len(view):
        return None
    magic, crc, _, facts_bytes, attachments_bytes, count, _, first_seq, _ = _HEADER.unpack_from(
        view, offset
    )
    facts_end = offset + HEADER_BYTES + facts_bytes
    end = offset + _frame_bytes(facts_bytes, attachments_bytes)
    if magic != MAGIC or first_seq != last_seq + 1 or end > len(view):
        return None
    if crc != _header_crc(view, offset, offset, salt_crc):
        return None
    after, attachments_crc = _TRAILER.unpack_from(view, end - TRAILER_BYTES)
    if (
        sha256(chain + view[offset:facts_end]).digest() != after
        or crc32(view[facts_end : end - TRAILER_BYTES]) != attachments_crc
    ):
        return None
    return Place(end, last_seq + count, after)


def _fault(data: bytes, salt: bytes, place: Place) -> str:
    """Say what is wrong with bytes that are no good frame; empty where nothing was written."""
    offset = place.offset
    if not any(data[offset : offset + HEADER_BYTES]):
        return ""
    header = header_at(data, offset, salt, offset)
    if header is None:
        return "no frame starts here"
    if offset + header.frame_bytes > len(data):
        return "a frame longer than its segment"
    if not _facts_are_good(data, offset, header):
        return "facts do not match their CRC"
    facts = data[offset : offset + HEADER_BYTES + header.facts_bytes]
    chain = data[offset + header.frame_bytes - TRAILER_BYTES :][:32]
    if header.first_seq != place.last_seq + 1 or sha256(place.chain + facts).digest() != chain:
        return "a frame that does not follow the one before it"
    return "attachments do not match their CRC"


class Stray(NamedTuple):
    """A frame whose header and facts are good; what precedes it was not looked at."""

    offset: int
    first_seq: int
    last_seq: int
    synced_seq: int


def strays(data: bytes, salt: bytes, offset: int) -> list[Stray]:
    """Look for frames at and after `offset`, past bytes that are none."""
    found: list[Stray] = []
    salt_crc = crc32(salt)
    while (offset := data.find(MAGIC, offset)) >= 0:
        header = _header(data, offset, offset, salt_crc)
        if header is None or not _facts_are_good(data, offset, header):
            offset += 1
            continue
        found.append(Stray(offset, header.first_seq, header.last_seq, header.synced_seq))
        offset += header.frame_bytes
    return found


def facts_match(facts: bytes, header: Header) -> bool:
    """Whether these are the facts that the header was written with."""
    return crc32(facts) == header.facts_crc


def _facts_are_good(data: bytes, offset: int, header: Header) -> bool:
    start = offset + HEADER_BYTES
    facts = data[start : start + header.facts_bytes]
    return offset + header.frame_bytes <= len(data) and facts_match(facts, header)


def facts_of(view: memoryview, offset: int) -> memoryview:
    """Return the facts of the frame at `offset` of its segment, which has been verified before."""
    (facts_bytes,) = _FACTS_BYTES.unpack_from(view, offset + 16)
    return view[offset + HEADER_BYTES : offset + HEADER_BYTES + facts_bytes]


def read_entries(facts: bytes | memoryview) -> tuple[Entry, ...]:
    """Decode a frame's entries; a fact that cannot be read becomes an `UnknownFact`.

    Raises msgspec.DecodeError where the entries themselves cannot be read.
    """
    try:
        return _ENTRIES.decode(facts).entries
    except msgspec.ValidationError:
        return tuple(map(_open_envelope, _ENVELOPES.decode(facts).entries))


def _open_envelope(envelope: _Envelope) -> Entry:
    try:
        fact = _FACT.decode(envelope.fact)
    except msgspec.ValidationError:
        body = bytes(envelope.fact)
        # An entry's declared facts are those that this version knows; this one stands beside them.
        fact = cast("AnyFact", UnknownFact(_TAG.decode(_TAGGED.decode(body)[0]), body))
    return Entry(
        *(envelope.seq, envelope.time_ns, envelope.session, fact),
        *(envelope.request, envelope.arguments),
    )


class Found(NamedTuple):
    """An attachment, and where its stored bytes are among the attachments of its frame."""

    attached: Attached
    offset: int


def find_attachment(facts: bytes, position: int, digest: bytes) -> Found | None:
    """Look up an attachment of the entry at `position`, counted from 0, of a frame."""
    offset = 0
    for index, table in enumerate(_TABLES.decode(facts).tables):
        for attached in table:
            if index == position and attached.digest == digest:
                return Found(attached, offset)
            offset += attached.stored_bytes
    return None
