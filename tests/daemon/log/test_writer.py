"""The writer syncs once for all who wait, and tells each of them."""

import errno
import threading
from collections.abc import Callable
from concurrent.futures import Future
from hashlib import sha256
from pathlib import Path

import pytest

from editjournal.daemon.core.frames import Record
from editjournal.daemon.log.blobs import FRAME_BYTES_MAX, INLINE_BYTES_MAX
from editjournal.daemon.log.segments import Log, ReadOnlyLog
from editjournal.daemon.log.writer import Writer
from editjournal.daemon.seam import Seam
from editjournal.schemas.facts import Entry, Queried
from editjournal.schemas.values import Kept

PATIENCE_S = 20


class Gate(Seam):
    """Counts the log's syncs, holds them up while closed, and lets them fail when told to."""

    def __init__(self) -> None:
        self.syncs = 0
        self.failing = False
        self.reached = threading.Event()
        self.open_ = threading.Event()
        self.open_.set()

    def fdatasync(self, fd: int) -> None:
        self.reached.set()
        assert self.open_.wait(PATIENCE_S)
        if self.failing:
            raise OSError(errno.EIO, "injected")
        self.syncs += 1

    def allocate(self, fd: int, size_bytes: int) -> None:
        if self.failing:
            raise OSError(errno.ENOSPC, "injected")
        super().allocate(fd, size_bytes)


class Told:
    """What the submits were told, in order."""

    def __init__(self) -> None:
        self.outcomes: list[tuple[str, BaseException | None]] = []
        self.deliveries: list[list[str]] = []

    def of(self, name: str) -> Callable[[BaseException | None], None]:
        return lambda error: self.outcomes.append((name, error))

    def deliver(self, outcome: Callable[[], None]) -> None:
        already = len(self.outcomes)
        outcome()
        self.deliveries.append([name for name, _ in self.outcomes[already:]])


def record(seq: int, *contents: bytes) -> Record:
    return Record(Entry(seq, seq, 1, Queried("be-read")), contents)


def nothing(_: BaseException | None) -> None:
    pass


@pytest.fixture
def gate() -> Gate:
    return Gate()


@pytest.fixture
def log(tmp_path: Path, gate: Gate) -> Log:
    log = Log.open(tmp_path / "log", gate, b"workspace-1")
    gate.syncs = 0
    gate.reached.clear()
    return log


@pytest.fixture
def told() -> Told:
    return Told()


def frames_of(log: Log) -> int:
    return len(log._index)  # pyright: ignore[reportPrivateUsage] # nothing else shows frames


def hold(gate: Gate, writer: Writer, done: Callable[[BaseException | None], None]) -> None:
    """Submit entry 1, and return once the writer is busy with its sync."""
    gate.open_.clear()
    writer.submit([record(1)], sync=True, done=done)
    assert gate.reached.wait(PATIENCE_S)


def test_what_is_submitted_is_in_the_log_once_done_is_called(log: Log, gate: Gate) -> None:
    found: list[tuple[int, int]] = []
    writer = Writer(log)
    writer.submit(
        [record(1, b"x")], sync=True, done=lambda _: found.append((log.last_seq, log.durable_seq))
    )
    writer.close()

    assert found == [(1, 1)]
    assert log.content(Kept(1, sha256(b"x").digest())) == b"x"


def test_without_sync_it_is_only_written(log: Log, gate: Gate, told: Told) -> None:
    writer = Writer(log)
    writer.submit([record(1), record(2)], sync=False, done=told.of("read"))
    writer.barrier()

    assert (log.last_seq, log.durable_seq, gate.syncs) == (2, 0, 0)
    writer.submit([], sync=True, done=told.of("sync"))
    writer.close()
    assert (log.durable_seq, gate.syncs) == (2, 1)
    assert told.outcomes == [("read", None), ("sync", None)]


def test_what_waits_while_the_disk_is_busy_is_one_frame_one_sync_one_delivery(
    log: Log, gate: Gate, told: Told
) -> None:
    writer = Writer(log, told.deliver)
    hold(gate, writer, told.of("1"))
    for seq in range(2, 12):
        writer.submit([record(seq)], sync=seq % 2 == 1, done=told.of(str(seq)))
    gate.open_.set()
    writer.close()

    assert gate.syncs == 2
    assert frames_of(log) == 2
    assert told.deliveries == [["1"], [str(seq) for seq in range(2, 12)]]
    assert [entry.seq for entry in log.replay()] == list(range(1, 12))


def test_a_batch_is_split_where_its_frame_gets_too_large_but_no_submit_is(
    log: Log, gate: Gate, told: Told
) -> None:
    contents = tuple(bytes([byte]) * INLINE_BYTES_MAX for byte in range(10))
    assert 2 * len(contents) * INLINE_BYTES_MAX > FRAME_BYTES_MAX
    writer = Writer(log, told.deliver)
    hold(gate, writer, told.of("1"))
    writer.submit([record(2, *contents), record(3)], sync=False, done=told.of("2"))
    writer.submit([record(4)], sync=False, done=told.of("4"))
    writer.submit([record(5, *contents)], sync=False, done=told.of("5"))
    gate.open_.set()
    writer.close()

    assert told.deliveries == [["1"], ["2", "4"], ["5"]]
    assert frames_of(log) == 3


def test_a_frame_waits_for_what_is_staged(log: Log, gate: Gate, told: Told) -> None:
    staged: list[Future[None]] = [Future(), Future()]
    writer = Writer(log)
    writer.submit([record(1)], sync=True, staged=staged, done=told.of("edit"))
    staged[0].set_result(None)
    written_too_early = gate.reached.wait(0.1)
    staged[1].set_exception(OSError("disk full"))
    writer.close()

    assert not written_too_early
    assert told.outcomes == [("edit", None)]
    assert log.durable_seq == 1


def test_after_a_failure_every_submit_is_told(log: Log, gate: Gate, told: Told) -> None:
    writer = Writer(log)
    hold(gate, writer, told.of("1"))
    writer.submit([record(2)], sync=True, done=told.of("2"))
    gate.failing = True
    gate.open_.set()
    writer.barrier()
    writer.submit([record(3)], sync=False, done=told.of("3"))
    writer.submit([], sync=False, done=told.of("none"))
    writer.close()

    assert [name for name, _ in told.outcomes] == ["1", "2", "3", "none"]
    assert all(isinstance(error, ReadOnlyLog) for _, error in told.outcomes)
    assert log.durable_seq == 0


def test_a_gap_between_submits_is_a_bug(log: Log) -> None:
    writer = Writer(log)
    writer.submit([record(1)], sync=False, done=nothing)

    with pytest.raises(AssertionError):
        writer.submit([record(3)], sync=False, done=nothing)
    writer.close()
    assert log.last_seq == 1


def test_a_writer_goes_on_where_the_log_ends(log: Log, told: Told) -> None:
    for seq in 1, 2:
        writer = Writer(log)
        writer.submit([record(seq)], sync=True, done=told.of(str(seq)))
        writer.close()

    assert [entry.seq for entry in log.replay()] == [1, 2]
