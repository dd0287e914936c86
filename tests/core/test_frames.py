"""Frames hold what was put into them, and nothing else is ever taken for one."""

import itertools
from hashlib import sha256
from pathlib import Path
from zlib import crc32

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from editjournal.daemon.core.frames import (
    CHAIN_START,
    HEADER_BYTES,
    MAGIC,
    TRAILER_BYTES,
    Attached,
    Codec,
    Packed,
    Place,
    Stored,
    UnknownFact,
    find_attachment,
    header_at,
    pack,
    read_entries,
    scan,
    seal,
    strays,
)
from editjournal.schemas.facts import Edited, Entry, Queried, RequestId, Viewed
from editjournal.schemas.values import Content, Span, Unit, Version

SALT = bytes(range(16))
START = Place(0, 0, CHAIN_START)
GOLDEN = Path(__file__).parent.parent / "data" / "frame_v1.bin"


def raw(content: bytes) -> Stored:
    size = len(content)
    return Stored(Attached(sha256(content).digest(), size, size, Codec.RAW), content)


def asked(seq: int) -> Entry:
    return Entry(seq, 1_000 * seq, 1, Queried("be-read"))


def viewed(seq: int) -> Entry:
    version = Version(bytes(range(32)), 120, 9, Unit.LF, 0o644)
    fact = Viewed(b"src/a.py", version, (Span(1, 3), Span(7, 9)))
    return Entry(seq, 1_700_000_000_000_000_000, 2, fact, RequestId(7, 1), Content(bytes(32), 5))


def chained(*packed: Packed, salt: bytes = SALT) -> tuple[bytes, list[int]]:
    """Lay frames one after the other; also the offset of each and of the end."""
    data, chain, offsets = b"", CHAIN_START, [0]
    for each in packed:
        frame, chain = seal(each, salt, len(data), each.first_seq - 1, chain)
        data += frame
        offsets.append(len(data))
    return data, offsets


def three_frames() -> tuple[bytes, list[int]]:
    one = pack([asked(1)], [[raw(b"one")]])
    two = pack([viewed(2), asked(3)], [[raw(b"hello"), raw(b"world!")], []])
    return chained(one, two, pack([asked(4)], [[]]))


def facts_at(data: bytes, offset: int) -> bytes:
    header = header_at(data, offset, SALT, offset)
    assert header is not None
    return data[offset + HEADER_BYTES :][: header.facts_bytes]


def test_a_frame_is_byte_for_byte_as_it_ever_was() -> None:
    one = pack([viewed(1), asked(2)], [[raw(b"hello"), raw(b"world!")], []])
    frame, _ = seal(one, SALT, 4096, 0, CHAIN_START)

    assert frame == GOLDEN.read_bytes()


@given(st.lists(st.lists(st.binary(max_size=40), max_size=3), min_size=1, max_size=5), st.data())
@settings(max_examples=60, deadline=None)
def test_what_is_packed_is_read_back(contents: list[list[bytes]], data: st.DataObject) -> None:
    entries = [data.draw(st.sampled_from((asked, viewed)))(seq + 1) for seq in range(len(contents))]
    rows = [[raw(each) for each in row] for row in contents]
    frame, offsets = chained(pack(entries, rows))

    facts = facts_at(frame, 0)
    assert len(frame) % 8 == 0
    assert list(read_entries(facts)) == entries
    attachments = frame[HEADER_BYTES + len(facts) : offsets[-1]]
    for position, row in enumerate(contents):
        for content in row:
            found = find_attachment(facts, position, sha256(content).digest())
            assert found is not None
            assert attachments[found.offset :][: found.attached.stored_bytes] == content


def test_an_attachment_belongs_to_its_entry_alone() -> None:
    facts = pack([asked(1), asked(2)], [[raw(b"mine")], []]).facts

    assert find_attachment(facts, 0, sha256(b"mine").digest()) is not None
    assert find_attachment(facts, 1, sha256(b"mine").digest()) is None


def test_entries_of_one_frame_follow_each_other() -> None:
    with pytest.raises(AssertionError):
        pack([asked(1), asked(3)], [[], []])


def test_a_scan_finds_every_frame_and_the_blank_end() -> None:
    data, offsets = three_frames()

    found, chain = scan(data + bytes(200), SALT, START, watch_seq=3)

    assert list(found.offsets) == offsets[:3]
    assert list(found.first_seqs) == [1, 2, 4]
    assert (found.end.offset, found.end.last_seq, found.fault) == (offsets[3], 4, "")
    assert chain == data[offsets[2] - TRAILER_BYTES :][:32]


def test_a_scan_stops_at_a_flipped_bit_wherever_it_is() -> None:
    data, offsets = three_frames()
    for at in range(offsets[1], offsets[2]):
        for bit in 0, 7:
            broken = bytearray(data)
            broken[at] ^= 1 << bit

            found, _ = scan(bytes(broken), SALT, START)

            assert found.end.offset == offsets[1], f"byte {at}"
            assert found.fault


def test_the_fault_says_which_part_is_damaged() -> None:
    data, offsets = three_frames()
    facts_end = HEADER_BYTES + len(facts_at(data, 0))
    places = {
        20: "no frame starts here",
        HEADER_BYTES + 2: "facts do not match their CRC",
        facts_end + 1: "attachments do not match their CRC",
        offsets[1] - TRAILER_BYTES: "a frame that does not follow the one before it",
    }
    for at, fault in places.items():
        broken = bytearray(data)
        broken[at] ^= 1

        assert scan(bytes(broken), SALT, START)[0].fault == fault
    assert scan(data[:-8], SALT, START)[0].fault == "a frame longer than its segment"


def test_a_frame_counts_at_its_own_place_in_its_own_segment_only() -> None:
    data, _ = three_frames()
    other, _ = chained(pack([asked(1)], [[]]), salt=bytes(16))

    assert strays(data, SALT, 0)
    assert strays(bytes(8) + data, SALT, 0) == []
    assert strays(other, SALT, 0) == []
    assert scan(bytes(8) + data, SALT, Place(8, 0, CHAIN_START))[0].end.last_seq == 0


def test_a_frame_of_another_history_does_not_follow() -> None:
    data, offsets = three_frames()
    other, _ = seal(pack([asked(4)], [[]]), SALT, offsets[2], 3, sha256(b"other").digest())

    found, _ = scan(data[: offsets[2]] + other, SALT, START)

    assert found.end.last_seq == 3
    assert found.fault == "a frame that does not follow the one before it"


def test_frames_are_found_again_behind_damage() -> None:
    data, offsets = three_frames()
    broken = bytearray(data)
    broken[offsets[0] : offsets[1]] = MAGIC * ((offsets[1] - offsets[0]) // 8)

    found = strays(bytes(broken), SALT, 0)

    assert [(each.offset, each.first_seq, each.last_seq) for each in found] == [
        (offsets[1], 2, 3),
        (offsets[2], 4, 4),
    ]
    assert [each.synced_seq for each in found] == [1, 3]


def test_a_frame_kept_as_content_is_not_found() -> None:
    inner, _ = three_frames()
    outer, _ = chained(pack([asked(1)], [[raw(inner)]]))

    assert strays(outer, SALT, 8) == []


def test_attachments_can_be_blanked_and_the_history_still_verifies() -> None:
    data, offsets = three_frames()
    start, end = HEADER_BYTES + len(facts_at(data, 0)), offsets[1] - TRAILER_BYTES
    blanked = bytearray(data)
    blanked[start:end] = bytes(end - start)
    blanked[offsets[1] - 4 : offsets[1]] = crc32(bytes(end - start)).to_bytes(4, "little")

    assert blanked != data
    assert scan(bytes(blanked), SALT, START)[0].end.last_seq == 4


def later_facts(fact: object, field: object = None) -> bytes:
    """Facts of two entries as a later version may write them."""
    entries = [[1, 1_000, 1, fact, None, None, field], asked(2)]
    return msgspec.msgpack.encode((entries, [[], []], "more"))


@pytest.mark.parametrize(
    "fact", [["Foreseen", 1, {"a": [2]}], ["Viewed", b"a", [bytes(32), 1, 1, 99, 0], []]]
)
def test_a_fact_that_cannot_be_read_is_carried_unchanged(fact: list[object]) -> None:
    first, second = read_entries(later_facts(fact))

    assert first.fact == UnknownFact(str(fact[0]), msgspec.msgpack.encode(fact))
    assert (first.seq, first.time_ns, second) == (1, 1_000, asked(2))
    again = pack([first, second], [[], []])
    assert msgspec.msgpack.encode(fact) in again.facts
    assert read_entries(again.facts) == (first, second)


def test_fields_of_later_versions_are_passed_over() -> None:
    fact = ["Queried", "be-read", "more"]

    assert read_entries(later_facts(fact, field=1)) == (asked(1), asked(2))


def test_facts_hold_no_content() -> None:
    secret = b"content of a file"
    packed = pack([Entry(1, 1, 1, Edited("be-replace", ()))], [[raw(secret)]])

    assert secret not in packed.facts
    assert secret in packed.attachments
    assert sha256(secret).digest() in packed.facts


def test_every_padding_is_covered() -> None:
    for size in range(8):
        data, offsets = chained(pack([asked(1)], [[raw(bytes(size))]]), pack([asked(2)], [[]]))
        for at in itertools.chain(range(offsets[1] - TRAILER_BYTES - 8, offsets[1])):
            broken = bytearray(data)
            broken[at] ^= 1

            assert scan(bytes(broken), SALT, START)[0].end.last_seq == 0
