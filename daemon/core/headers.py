"""Headers: the first bytes of a segment, and the file HEAD.

Integers are little-endian, CRCs are zlib.crc32.

A segment starts with 4096 bytes: a block at 0, the same block again at 2048, all else zero.

     0  magic               8 bytes, b"EJsegmnt"
     8  format              u32, 1
    12  number              u32, 1, 2, 3, ... within the log
    16  workspace           32 bytes, the id, zeros after it
    48  first_seq           u64, of the first entry that goes into this segment
    56  previous_bytes      u64, where the previous segment ends; what lies behind is no history
    64  chain               32 bytes, at that end; zeros before the first frame of a log
    96  salt                16 bytes, random
   112  CRC                 u32, of bytes 0 to 111

HEAD is two slots, at 0 and 4096, written in turn. It is never synced on its own: after a loss of
power it may be old, and what it says is true all the same.

     0  magic               8 bytes, b"EJhead_1"
     8  turn                u64, the slot with the higher one is the newer
    16  durable seq         u64, the last entry known durable
    24  number              u32, of the segment that holds it
    28  nothing             u32, zero
    32  offset              u64, the end of its frame
    40  chain               32 bytes, after its frame
    72  boot                16 bytes, of the system when this was written
    88  applied             u64, effects of entries up to here have been carried out
    96  settled             u64, and are durable in the files too
   104  workspace           32 bytes
   136  CRC                 u32, of bytes 0 to 135
"""

from struct import Struct as Layout
from typing import NamedTuple
from zlib import crc32

from msgspec import Struct

FORMAT = 1
SEGMENT_HEADER_BYTES = 4096
_SECOND_COPY = 2048
_SEGMENT = Layout("<8sII32sQQ32s16s")
_SEGMENT_MAGIC = b"EJsegmnt"
_HEAD = Layout("<8sQQIIQ32s16sQQ32s")
_HEAD_MAGIC = b"EJhead_1"
_CRC_BYTES = 4
HEAD_BYTES = 8192
_SLOT_BYTES = 4096
WORKSPACE_BYTES_MAX = 32
assert _SEGMENT.size == 112
assert _HEAD.size == 136


class SegmentHeader(NamedTuple):
    number: int
    workspace_id: bytes
    first_seq: int
    previous_bytes: int
    chain: bytes
    salt: bytes


def pack_segment_header(header: SegmentHeader) -> bytes:
    block = _with_crc(_SEGMENT.pack(_SEGMENT_MAGIC, FORMAT, *header))
    return (block.ljust(_SECOND_COPY, b"\0") + block).ljust(SEGMENT_HEADER_BYTES, b"\0")


def read_segment_header(data: bytes, number: int, workspace_id: bytes) -> SegmentHeader | str:
    """Read the header of segment `number`, or say why it cannot be."""
    for at in 0, _SECOND_COPY:
        block = data[at : at + _SEGMENT.size + _CRC_BYTES]
        if len(block) < _SEGMENT.size + _CRC_BYTES or _with_crc(block[:-_CRC_BYTES]) != block:
            continue
        magic, version, *fields = _SEGMENT.unpack_from(block)
        header = SegmentHeader(*fields)
        if magic != _SEGMENT_MAGIC or version != FORMAT:
            return f"written in format {version}, and this version reads format {FORMAT}"
        if header.workspace_id != padded(workspace_id):
            return "written for another workspace"
        if header.number != number:
            return f"written as segment {header.number}"
        return header
    return "both copies of the segment's header are damaged"


class Head(Struct, frozen=True, gc=False):
    """What the log knew of itself at one moment."""

    turn: int
    durable_seq: int
    number: int
    offset: int
    chain: bytes
    boot_id: bytes
    applied: int = 0
    settled: int = 0


def pack_head(head: Head, workspace_id: bytes) -> tuple[bytes, int]:
    """Return a slot of HEAD and the offset it goes to."""
    slot = _HEAD.pack(
        *(_HEAD_MAGIC, head.turn, head.durable_seq, head.number, 0, head.offset, head.chain),
        *(head.boot_id, head.applied, head.settled, padded(workspace_id)),
    )
    return _with_crc(slot), head.turn % 2 * _SLOT_BYTES


def read_head(data: bytes, workspace_id: bytes) -> Head | None:
    """Read the newer good slot of HEAD; None if there is none."""
    slots = (_read_slot(data[at : at + _SLOT_BYTES], workspace_id) for at in (0, _SLOT_BYTES))
    return max(filter(None, slots), key=lambda head: head.turn, default=None)


def _read_slot(data: bytes, workspace_id: bytes) -> Head | None:
    block = data[: _HEAD.size + _CRC_BYTES]
    if len(block) < _HEAD.size + _CRC_BYTES or _with_crc(block[:-_CRC_BYTES]) != block:
        return None
    magic, turn, seq, number, _, offset, chain, boot, applied, settled, workspace = (
        _HEAD.unpack_from(block)
    )
    if magic != _HEAD_MAGIC or workspace != padded(workspace_id):
        return None
    return Head(turn, seq, number, offset, chain, boot, applied, settled)


def padded(workspace_id: bytes) -> bytes:
    """Bring a workspace's id to the length that headers hold."""
    assert 0 < len(workspace_id) <= WORKSPACE_BYTES_MAX
    return workspace_id.ljust(WORKSPACE_BYTES_MAX, b"\0")


def _with_crc(block: bytes) -> bytes:
    return block + crc32(block).to_bytes(_CRC_BYTES, "little")
