import os
import threading
import tracemalloc

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from editjournal.client.mcp.stdio_lines import EDGE_BYTES, LINE_BYTES_MAX, Lines, TooLong, write_all


def fed(data: bytes, lines: Lines, chunk_bytes: int = 1 << 16) -> list[bytes | TooLong]:
    out: list[bytes | TooLong] = []
    for at in range(0, len(data), chunk_bytes):
        out += lines.feed(data[at : at + chunk_bytes])
    return out + lines.end()


def test_only_lf_ends_a_line_and_every_other_byte_is_as_it_was() -> None:
    data = b'{"a":1}\r\nb\rc\x0b\x0c\x1c\x85\xe2\x80\xa8\xff\x00\n d \n'
    assert Lines().feed(data) == [b'{"a":1}\r', b"b\rc\x0b\x0c\x1c\x85\xe2\x80\xa8\xff\x00", b" d "]


def test_white_space_alone_is_no_line() -> None:
    lines = Lines()
    assert lines.feed(b"\n\r\n \t \na\n") == [b"a"]
    assert lines.end() == []


def test_the_last_line_needs_no_lf_and_comes_once() -> None:
    lines = Lines()
    assert lines.feed(b"a\nb") == [b"a"]
    assert lines.end() == [b"b"]
    assert lines.end() == []


def test_a_line_of_just_the_limit_is_whole_and_one_byte_more_is_too_long() -> None:
    at_most = b"x" * 10
    assert fed(at_most + b"\n", Lines(10), 3) == [at_most]
    assert fed(at_most + b"y\nz\n", Lines(10), 3) == [
        TooLong(b"x" * 10, b"x" * 10 + b"y", 11),
        b"z",
    ]


def test_a_line_too_long_keeps_what_a_line_may_have_and_its_end_and_the_next_is_whole() -> None:
    data = b"a" * 20_000 + b"m" * 50_000 + b"z" * EDGE_BYTES
    long = TooLong(b"a" * 20_000, b"z" * EDGE_BYTES, len(data))
    for chunk_bytes in (1000, EDGE_BYTES, 1 << 20):
        assert fed(data + b"\nnext\n", Lines(20_000), chunk_bytes) == [long, b"next"]
    assert fed(data, Lines(20_000)) == [long]


def test_a_line_of_5_mb_comes_through_byte_for_byte() -> None:
    line = os.urandom(5_000_000).replace(b"\n", b"\r")
    assert fed(line + b"\n", Lines()) == [line]


def test_a_line_of_one_byte_over_64_mib_is_told_by_size() -> None:
    lines, chunk = Lines(), b"x" * (1 << 20)
    for _ in range(64):
        assert lines.feed(chunk) == []
    (line,) = lines.feed(b"y\n")
    end = b"x" * (EDGE_BYTES - 1) + b"y"
    assert line == TooLong(b"x" * LINE_BYTES_MAX, end, LINE_BYTES_MAX + 1)


def test_a_line_too_long_takes_no_more_memory_than_the_limit_however_long_it_gets() -> None:
    lines, chunk = Lines(1 << 20), b"x" * (1 << 16)
    tracemalloc.start()
    try:
        for _ in range(1000):
            lines.feed(chunk)
        _, peak_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak_bytes < 4 << 20


@settings(deadline=None, max_examples=200)
@given(
    st.lists(st.binary(max_size=30) | st.just(b"\n") | st.just(b"\r\n"), max_size=20).map(b"".join),
    st.lists(st.integers(0, 600), max_size=12),
)
@example(b"x" * 22, [21])
def test_where_the_stream_is_cut_into_chunks_changes_no_line(data: bytes, cuts: list[int]) -> None:
    lines, out, at = Lines(20), list[bytes | TooLong](), 0
    for cut in [*sorted(cuts), len(data)]:
        out += lines.feed(data[at:cut])
        at = max(at, cut)
    out += lines.end()
    assert out == [
        line if len(line) <= 20 else TooLong(line[:20], line, len(line))
        for line in data.split(b"\n")
        if len(line) > 20 or line.strip()
    ]


def test_write_all_writes_all_into_a_pipe_that_does_not_block_and_is_read_slowly() -> None:
    read_fd, write_fd = os.pipe()
    os.set_blocking(write_fd, False)
    data = os.urandom(1_000_000)

    def write() -> None:
        write_all(write_fd, data)
        os.close(write_fd)

    writer = threading.Thread(target=write)
    writer.start()
    received = bytearray()
    while chunk := os.read(read_fd, 5000):
        received += chunk
    writer.join()
    os.close(read_fd)
    assert received == data


def test_write_all_says_when_the_reader_is_gone() -> None:
    read_fd, write_fd = os.pipe()
    os.close(read_fd)
    with pytest.raises(BrokenPipeError):
        write_all(write_fd, b"anyone there?\n")
    os.close(write_fd)
