"""Contents come back as they were, or are said to be missing."""

import contextlib
import os
import random
from hashlib import sha256
from pathlib import Path

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from editjournal.daemon.core.frames import Attached, Codec, Record
from editjournal.daemon.log.blobs import (
    FRAME_BYTES_MAX,
    INLINE_BYTES_MAX,
    Blobs,
    MissingContent,
    load,
    store,
)
from editjournal.daemon.seam import Seam
from editjournal.schemas.facts import Entry, Queried
from tests.log_cases import Noting


class NotingRenames(Noting):
    """Notes them too."""

    def rename(self, source: bytes, target: bytes, *, dir_fd: int | None = None) -> None:
        self.calls.append(f"rename {os.path.basename(source).decode()}")  # noqa: PTH119 - bytes
        super().rename(source, target, dir_fd=dir_fd)


def noise(size_bytes: int, seed: int = 1) -> bytes:
    return random.Random(seed).randbytes(size_bytes)  # noqa: S311 - the same each time


def digest(content: bytes) -> bytes:
    return sha256(content).digest()


def record(*contents: bytes) -> Record:
    return Record(Entry(1, 1, 1, Queried("be-read")), contents)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "blobs"
    folder.mkdir()
    return folder


@pytest.fixture
def blobs(folder: Path) -> Blobs:
    return Blobs(folder, Seam())


@pytest.mark.parametrize("content", [b"", b"short", b"a" * 1_000_000, noise(300_000)])
def test_a_blob_is_read_as_it_was_put(blobs: Blobs, content: bytes) -> None:
    blobs.put(digest(content), content)
    blobs.put(digest(content), content)

    assert blobs.read(digest(content), len(content)) == content


def test_a_blob_lies_under_its_digest(blobs: Blobs, folder: Path) -> None:
    blobs.put(digest(b"x"), b"x")

    name = digest(b"x").hex()
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert files == [folder / name[:2] / f"{name}.zst"]
    assert files[0].stat().st_mode & 0o777 == 0o600
    assert zstandard.decompress(files[0].read_bytes()) == b"x"


def test_a_blob_is_synced_before_it_gets_its_name_and_its_folders_after(folder: Path) -> None:
    seam = NotingRenames()

    Blobs(folder, seam).put(digest(b"x"), b"x")

    assert seam.calls == [
        *("write new", "fsync new", "rename new"),
        *(f"fsync {digest(b'x').hex()[:2]}", "fsync blobs"),
    ]


def test_a_damaged_blob_is_written_anew(blobs: Blobs) -> None:
    blobs.put(digest(b"x"), b"x")
    blobs.path(digest(b"x")).write_bytes(b"damaged")
    blobs.put(digest(b"x"), b"x")

    assert blobs.read(digest(b"x"), 1) == b"x"


def test_a_damaged_or_lost_blob_is_missing_and_named(blobs: Blobs) -> None:
    content = b"line\n" * 100
    blobs.put(digest(content), content)
    path = blobs.path(digest(content))
    whole = path.read_bytes()
    for cut in range(len(whole)):
        path.write_bytes(whole[:cut])
        with pytest.raises(MissingContent):
            blobs.read(digest(content), len(content))
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        with contextlib.suppress(MissingContent):  # not every bit of zstd's header matters
            assert blobs.read(digest(content), len(content)) == content
    path.write_bytes(zstandard.compress(b"other"))
    with pytest.raises(MissingContent, match="damaged"):
        blobs.read(digest(content), 5)
    path.unlink()
    with pytest.raises(MissingContent, match="No such file") as caught:
        blobs.read(digest(content), len(content))
    assert caught.value.digest == digest(content)


def test_damaged_bytes_cannot_ask_for_more_memory_than_the_content_takes(blobs: Blobs) -> None:
    asks = b"\x28\xb5\x2f\xfd\xe0" + (1 << 60).to_bytes(8, "little") + b"\x01\0\0"
    assert zstandard.frame_content_size(asks) == 1 << 60

    with pytest.raises(MissingContent, match="damaged"):
        load(Attached(digest(b"x"), 1, len(asks), Codec.ZSTD), asks, blobs)


@given(st.lists(st.binary(max_size=3_000), max_size=5))
@settings(max_examples=60, deadline=None)
def test_what_is_stored_is_loaded(contents: list[bytes]) -> None:
    nowhere = Blobs(Path("/nonexistent"), Seam())
    (row,) = store([record(*contents)], nowhere)

    assert [load(each.attached, each.data, nowhere) for each in row] == list(
        dict.fromkeys(contents)
    )


def test_each_content_is_stored_the_way_that_suits_it(blobs: Blobs) -> None:
    large = b"a" * (INLINE_BYTES_MAX + 1)
    contents = (b"a" * 1_023, b"a" * 1_024, noise(1_024), large)

    (row,) = store([record(*contents)], blobs)

    assert [each.attached.codec for each in row] == [
        *(Codec.RAW, Codec.ZSTD, Codec.RAW, Codec.BLOB),
    ]
    assert [each.attached.stored_bytes for each in row] == [len(each.data) for each in row]
    assert blobs.read(digest(large), len(large)) == large


def test_what_a_frame_has_no_room_for_becomes_blobs_the_largest_first(blobs: Blobs) -> None:
    contents = [noise(200 << 10, seed) for seed in range(24)]
    small = noise(100)

    rows = store([record(*contents[:12]), record(small, *contents[12:])], blobs)

    flat = [each for row in rows for each in row]
    inline_bytes = sum(len(each.data) for each in flat)
    assert FRAME_BYTES_MAX - (200 << 10) < inline_bytes <= FRAME_BYTES_MAX
    assert [each.attached.codec for each in flat if each.attached.size_bytes == 100] == [Codec.RAW]
    loaded = [load(each.attached, each.data, blobs) for each in flat]
    assert loaded == [*contents[:12], small, *contents[12:]]


def test_a_codec_of_a_later_version_is_missing_content(blobs: Blobs) -> None:
    with pytest.raises(MissingContent, match="does not know"):
        load(Attached(digest(b"x"), 1, 1, 9), b"x", blobs)
