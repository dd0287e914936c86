"""The log holds what was appended, and goes on when the disk fails."""

import stat
import threading
from pathlib import Path

import pytest

from editjournal.daemon.core.frames import Record, UnknownFact
from editjournal.daemon.log.blobs import INLINE_BYTES_MAX, MissingContent
from editjournal.daemon.log.segments import Log, MissingEntry, ReadOnlyLog
from editjournal.daemon.seam import Seam
from editjournal.schemas.facts import AnyFact, Entry
from editjournal.schemas.values import Kept
from tests.log_cases import (
    FIRST,
    SECOND,
    SMALL_BYTES,
    Failing,
    chance,
    content,
    end_of,
    fill,
    holds,
    kept,
    open_log,
    record,
    seqs,
    survives,
)


def test_a_new_log_is_empty_and_private(folder: Path) -> None:
    log = open_log(folder)

    assert (log.last_seq, log.durable_seq, seqs(log), log.damage, log.tail_cut) == (
        *(0, 0, [], None, None),
    )
    for path in [folder, *folder.rglob("*")]:
        expected = 0o700 if path.is_dir() else 0o600
        assert stat.S_IMODE(path.stat().st_mode) == expected, path
    log.close()
    survives(folder, range(1, 1))


def test_entries_and_contents_are_found_again(folder: Path) -> None:
    log = open_log(folder, Seam())
    log.append([record(1), record(2)], sync=False)
    log.append([record(3)], sync=True)
    holds(log, range(1, 4))
    log.close()

    survives(folder, range(1, 4))


def test_contents_are_found_however_they_are_stored(folder: Path) -> None:
    noise = chance(1).randbytes
    contents = (b"", b"short", b"a" * 5_000, noise(5_000), b"b" * (INLINE_BYTES_MAX + 1))
    log = open_log(folder)
    log.append([Record(record(1).entry, contents), record(2)], sync=True)
    log.close()

    log = open_log(folder)
    for each in contents:
        assert log.content(kept(1, each)) == each
    assert log.content(kept(2, content(2))) == content(2)
    assert len(list((folder / "blobs").rglob("*.zst"))) == 1


def test_a_content_of_another_entry_or_of_none_is_missing(folder: Path, frames: list[int]) -> None:
    log = open_log(folder)

    for missing in kept(1, content(2)), kept(99, content(1)), Kept(0, bytes(32)):
        with pytest.raises(MissingContent):
            log.content(missing)
    with pytest.raises(MissingEntry):
        log.entry(6)
    with pytest.raises(MissingEntry):
        log.entry(0)


def test_a_fact_of_a_later_version_is_carried(folder: Path) -> None:
    log = open_log(folder)
    fact: AnyFact = UnknownFact("Foreseen", b"\x92\xa8Foreseen\x01")  # type: ignore[assignment] # as read_entries does
    log.append([Record(Entry(1, 1, 1, fact))], sync=True)
    log.close()

    assert open_log(folder).entry(1).fact == fact


def test_an_entry_that_leaves_a_gap_is_a_bug(folder: Path) -> None:
    log = open_log(folder)

    with pytest.raises(AssertionError):
        log.append([record(2)], sync=True)


def test_what_the_caller_notes_is_found_after_reopening(folder: Path) -> None:
    log = open_log(folder)
    fill(log, 1)
    assert (log.applied, log.settled, log.same_boot) == (0, 0, False)
    log.note(applied=5)
    log.note(settled=4)
    log.write_head()

    again = open_log(folder)
    assert (again.applied, again.settled, again.same_boot) == (5, 4, True)


def test_another_boot_is_noticed(
    folder: Path, frames: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    from editjournal.daemon.log import segments

    monkeypatch.setattr(segments, "_boot_id", lambda: bytes(16))

    assert open_log(folder).same_boot is False


def test_a_log_goes_on_in_a_new_segment(folder: Path) -> None:
    log = open_log(folder)
    fill(log, 40, sync=False)
    holds(log, range(1, 41))
    sizes = [path.stat().st_size for path in sorted((folder / "segments").iterdir())]
    assert len(sizes) > 4
    assert set(sizes) == {SMALL_BYTES}
    log.close()

    survives(folder, range(1, 41))


def test_a_segment_is_synced_before_the_next_one_is_made(folder: Path) -> None:
    seam = Failing()
    log = open_log(folder, seam)
    fill(log, 7, sync=False)

    assert (folder / SECOND).exists()
    assert seam.synced == [(folder / FIRST).stat().st_ino]
    assert log.durable_seq == 6


def test_where_that_sync_fails_there_is_one_new_segment(folder: Path) -> None:
    seam = Failing()
    log = open_log(folder, seam)
    fill(log, 5)
    fill(log, 1, sync=False)
    seam.failures["fdatasync"] = 1
    fill(log, 1)

    assert len(list((folder / "segments").iterdir())) == 2
    log.close()
    survives(folder, range(1, 8))


def test_a_frame_larger_than_a_segment_gets_one_of_its_own_size(folder: Path) -> None:
    large = chance(1).randbytes(10_000)
    log = open_log(folder)
    fill(log, 1)
    log.append([record(2, large)], sync=True)
    fill(log, 1)
    log.close()

    assert open_log(folder).content(kept(2, large)) == large
    survives(folder, range(1, 4))


def test_readers_may_read_while_the_writer_appends(folder: Path) -> None:
    log = open_log(folder)
    fill(log, 1)
    failures: list[BaseException] = []
    done = threading.Event()

    def read() -> None:
        try:
            while not done.is_set():
                last_seq = log.last_seq
                assert log.entry(last_seq).seq == last_seq
                assert seqs(log)[:last_seq] == list(range(1, last_seq + 1))
        except BaseException as error:  # noqa: BLE001 - shown below, by the test's own thread
            failures.append(error)

    reader = threading.Thread(target=read)
    reader.start()
    fill(log, 300)
    done.set()
    reader.join()
    assert failures == []


def failing_log(folder: Path) -> tuple[Log, Failing]:
    seam = Failing()
    log = open_log(folder, seam)
    fill(log, 2)
    return log, seam


def test_after_a_failed_sync_a_new_segment_takes_over(folder: Path) -> None:
    log, seam = failing_log(folder)
    durable_end = end_of(folder)
    fill(log, 1, sync=False)
    seam.failures["fdatasync"], seam.synced = 1, []

    fill(log, 1)

    assert log.durable_seq == 4
    assert (folder / FIRST).stat().st_ino not in seam.synced
    holds(log, range(1, 5))
    log.close()
    segment = (folder / FIRST).read_bytes()
    lost = segment[:durable_end].ljust(len(segment), b"\0")  # what the kernel dropped
    (folder / FIRST).write_bytes(lost)
    survives(folder, range(1, 5))


def test_what_a_takeover_left_behind_is_no_history(folder: Path) -> None:
    log, seam = failing_log(folder)
    seam.failures["fdatasync"] = 1
    fill(log, 3)
    log.close()

    survives(folder, range(1, 6))


def test_after_a_failed_write_a_new_segment_takes_over(folder: Path) -> None:
    log, seam = failing_log(folder)
    seam.failures["write"] = 1

    fill(log, 1, sync=False)

    assert (folder / SECOND).exists()
    holds(log, range(1, 4))
    fill(log, 20)
    log.close()
    survives(folder, range(1, 24))


@pytest.mark.parametrize(
    "failures",
    [
        {"write": 2},
        {"fdatasync": 1, "allocate": 1},
        {"fdatasync": 1, "fsync": 1},
        {"fdatasync": 1, "rename": 1},
    ],
)
def test_where_a_takeover_fails_the_log_is_read_only(
    folder: Path, failures: dict[str, int]
) -> None:
    log, seam = failing_log(folder)
    fill(log, 1, sync=False)
    seam.failures = dict(failures)

    for _ in range(2):
        with pytest.raises(ReadOnlyLog, match="injected"):
            log.append([record(4)], sync=True)
    assert set(seam.failures.values()) == {0}
    assert (log.durable_seq, seqs(log)[:3]) == (2, [1, 2, 3])
    log.close()

    log = open_log(folder)
    assert log.damage is None
    assert log.last_seq >= 3
    holds(log, range(1, log.last_seq + 1))


def test_a_full_disk_refuses_an_append_and_the_log_goes_on_later(folder: Path) -> None:
    log, seam = failing_log(folder)
    large = chance(1).randbytes(2_000)
    seam.failures["allocate"] = 1

    with pytest.raises(OSError, match="injected"):
        log.append([record(3, large)], sync=True)

    assert log.last_seq == 2
    assert not (folder / "segments" / "new").exists()
    log.append([record(3, large)], sync=True)
    log.close()
    survives(folder, range(1, 4))


def test_a_head_that_cannot_be_written_does_not_harm(folder: Path) -> None:
    log, seam = failing_log(folder)
    fill(log, 1, sync=False)
    seam.failures["write"] = 1
    log.sync()

    assert log.durable_seq == 3
    seam.failures["write"] = 1
    with pytest.raises(OSError, match="injected"):
        log.write_head()
    survives(folder, range(1, 4))
