"""A log is opened as it was promised to be, whatever became of the power and the bits."""

from pathlib import Path

import pytest

from editjournal.daemon.core.frames import CHAIN_START, HEADER_BYTES, pack, seal
from editjournal.daemon.core.headers import SEGMENT_HEADER_BYTES, SegmentHeader, read_segment_header
from editjournal.daemon.log.blobs import MissingContent
from editjournal.daemon.log.segments import Log, MissingEntry
from editjournal.daemon.seam import Seam
from editjournal.schemas.facts import Entry, Queried
from tests.log_cases import (
    FIRST,
    SECOND,
    WORKSPACE,
    Failing,
    Noting,
    Unsynced,
    chance,
    content,
    end_of,
    fill,
    flip,
    holds,
    image,
    is_read_only,
    kept,
    open_log,
    record,
    restore,
    seqs,
    survives,
)

# A torn tail


def test_a_log_cut_at_any_byte_keeps_every_whole_frame(folder: Path) -> None:
    log = open_log(folder)
    fill(log, 2)
    first = end_of(folder)
    fill(log, 1, sync=False)
    second = end_of(folder)
    fill(log, 1, sync=False)
    last = end_of(folder)
    files = image(folder)
    segment = files[FIRST]
    for cut in range(first, last + 1):
        whole = 2 + (cut >= second) + (cut == last)
        blanked = segment[:cut].ljust(len(segment), b"\0")
        for left in (blanked, segment[:cut]) if cut % 5 == 0 else (blanked,):
            restore(folder, files | {FIRST: left})

            log = open_log(folder)

            assert (log.damage, seqs(log)) == (None, list(range(1, whole + 1)))
            check_cut(log, folder, segment[:cut], {2: first, 3: second, 4: last}[whole])
            log.append([record(whole + 1)], sync=True)
            log.close()
            assert seqs(open_log(folder)) == list(range(1, whole + 2))


def check_cut(log: Log, folder: Path, written: bytes, end: int) -> None:
    torn = written[end:].rstrip(b"\0")
    found = [path.read_bytes() for path in (folder / "quarantine").iterdir()]
    assert found == ([torn] if torn else [])
    assert (log.tail_cut.cut_bytes if log.tail_cut else 0) == len(torn)


def test_a_flipped_bit_anywhere_in_the_last_unclaimed_frame_makes_it_torn(folder: Path) -> None:
    log = open_log(folder)
    fill(log, 2)
    start = end_of(folder)
    fill(log, 1, sync=False)
    end = end_of(folder)
    files = image(folder)
    for at in range(start, end):
        restore(folder, files)
        flip(folder / FIRST, at)

        log = open_log(folder)

        assert (log.damage, seqs(log)) == (None, [1, 2]), f"byte {at}"
        assert log.tail_cut is not None


def test_garbage_behind_the_end_is_cut_off_and_kept_aside(folder: Path, frames: list[int]) -> None:
    garbage = b"\0\0\0\0\0\0\0\0garbage"
    segment = bytearray((folder / FIRST).read_bytes())
    segment[frames[-1] + 40 :][: len(garbage)] = b""
    segment[frames[-1] + 40 : frames[-1] + 40 + len(garbage)] = garbage
    (folder / FIRST).write_bytes(segment)

    log = open_log(folder)

    assert log.tail_cut is not None
    assert (folder / "quarantine" / log.tail_cut.quarantine).read_bytes() == bytes(40) + garbage
    assert log.tail_cut.cut_bytes == 40 + len(garbage)
    log.close()
    survives(folder, range(1, 6))


def test_a_torn_tail_is_safe_in_quarantine_before_it_is_blanked(
    folder: Path, frames: list[int]
) -> None:
    with (folder / FIRST).open("r+b") as segment:
        segment.seek(frames[-1])
        segment.write(b"garbage")
    seam = Noting()

    log = open_log(folder, seam)

    assert log.tail_cut is not None
    name = log.tail_cut.quarantine
    assert seam.calls == [
        *(f"write {name}", f"fsync {name}", "fsync quarantine"),
        *(f"write {FIRST.name}", f"fdatasync {FIRST.name}", "write HEAD"),
    ]


def test_unsynced_frames_behind_a_torn_one_are_torn_too(folder: Path) -> None:
    log = open_log(folder)
    fill(log, 2)
    start = end_of(folder)
    fill(log, 3, sync=False)
    flip(folder / FIRST, start + 60)

    survives(folder, range(1, 3))


def test_any_loss_of_power_keeps_what_was_durable(folder: Path) -> None:
    """Each sector written since the last sync may be the old or the new one."""
    log = open_log(folder, segment_bytes=SEGMENT_HEADER_BYTES + 8192)
    fill(log, 2)
    before = image(folder)
    for _ in range(3):
        log.append([record(log.last_seq + 1, chance(1).randbytes(700))], sync=False)
    log.append([record(log.last_seq + 1)], sync=False)  # its sync never came back
    after = image(folder)
    either = chance(2).choice
    for _ in range(150):
        segment = bytearray(before[FIRST])
        for at in range(0, len(segment), 512):
            segment[at : at + 512] = either((before, after))[FIRST][at : at + 512]
        head = either(({Path("HEAD"): before[Path("HEAD")]}, {}))
        restore(folder, {FIRST: bytes(segment), **head})

        log = open_log(folder)

        assert log.damage is None
        found = seqs(log)
        assert found[:2] == [1, 2]
        holds(log, range(1, len(found) + 1))


def test_what_opening_finds_is_made_durable(folder: Path, frames: list[int]) -> None:
    seam = Failing()
    fill(open_log(folder), 1, sync=False)

    log = open_log(folder, seam)

    assert (log.durable_seq, len(log.durable_chain)) == (6, 32)
    assert seam.synced == [(folder / FIRST).stat().st_ino]


def test_a_segment_that_was_never_finished_is_cleared_away(folder: Path, frames: list[int]) -> None:
    (folder / "segments" / "new").write_bytes(b"half a segment")

    open_log(folder).close()

    assert not (folder / "segments" / "new").exists()
    survives(folder, range(1, 6))


# HEAD


@pytest.mark.parametrize("at", [10, 4096 + 10])
def test_a_torn_slot_of_head_leaves_the_other(folder: Path, frames: list[int], at: int) -> None:
    flip(folder / "HEAD", at)

    survives(folder, range(1, 6))


def test_a_log_without_head_opens(folder: Path, frames: list[int]) -> None:
    for lost in b"", b"x" * 9_000, None:
        (folder / "HEAD").unlink()
        if lost is not None:
            (folder / "HEAD").write_bytes(lost)
        log = open_log(folder)
        holds(log, range(1, 6))
        assert (log.applied, log.same_boot) == (0, False)
        log.close()


def test_head_of_another_workspace_is_none(folder: Path, frames: list[int], tmp_path: Path) -> None:
    other = Log.open(tmp_path / "other", Unsynced(), b"workspace-2")
    other.append([record(1)], sync=True)
    other.note(applied=77)
    other.close()
    (folder / "HEAD").write_bytes((tmp_path / "other" / "HEAD").read_bytes())

    assert open_log(folder).applied == 0


# Damage


def test_a_flipped_bit_in_any_durable_frame_makes_the_log_read_only(
    folder: Path, frames: list[int]
) -> None:
    files = image(folder)
    for damaged in 3, 5:  # in the middle, and the last
        start, end = frames[damaged - 1], frames[damaged]
        facts_end = start + HEADER_BYTES + files[FIRST][start + 16]
        contents = range(facts_end, facts_end + len(content(damaged)))
        for at in range(start, end, 3):
            restore(folder, files)
            flip(folder / FIRST, at)

            log = is_read_only(
                folder, [seq for seq in range(1, 6) if seq != damaged or at >= facts_end]
            )

            assert log.damage is not None
            assert (log.damage.segment, log.damage.offset) == (1, start)
            if at in contents:
                with pytest.raises(MissingContent):
                    log.content(kept(damaged, content(damaged)))


def test_damage_is_seen_without_head_where_a_later_frame_knows_of_the_sync(
    folder: Path, frames: list[int]
) -> None:
    (folder / "HEAD").unlink()
    flip(folder / FIRST, frames[2] + 60)

    is_read_only(folder, [1, 2, 4, 5])


def test_an_old_frame_behind_damage_is_not_taken_for_news(folder: Path, frames: list[int]) -> None:
    data = bytearray((folder / FIRST).read_bytes())
    header = read_segment_header(bytes(data), 1, WORKSPACE)
    assert isinstance(header, SegmentHeader)
    for entry, at in (Entry(2, 1, 1, Queried("old")), frames[3]), (record(4).entry, frames[4]):
        stale, _ = seal(pack([entry], [[]]), header.salt, at, 9, CHAIN_START)
        data[at : at + len(stale)] = stale
    (folder / FIRST).write_bytes(data)

    is_read_only(folder, [1, 2, 3, 4])


def test_a_durable_frame_that_is_gone_is_damage(folder: Path, frames: list[int]) -> None:
    segment = (folder / FIRST).read_bytes()
    for left in segment[: frames[4]], segment[: frames[4]].ljust(len(segment), b"\0"):
        (folder / FIRST).write_bytes(left)

        log = is_read_only(folder, [1, 2, 3, 4])

        assert "entry 5" in str(log.damage)


def test_another_history_than_head_knows_is_damage(folder: Path, tmp_path: Path) -> None:
    for name in "one", "other":
        log = open_log(tmp_path / name)
        log.append([record(1, name.encode())], sync=True)
        log.close()
    (tmp_path / "one/HEAD").write_bytes((tmp_path / "other/HEAD").read_bytes())

    is_read_only(tmp_path / "one", [1])


def test_damage_in_an_old_segment_leaves_both_sides_readable(folder: Path) -> None:
    log = open_log(folder)
    fill(log, 40)
    log.close()
    flip(folder / FIRST, SEGMENT_HEADER_BYTES + 60)

    is_read_only(folder, list(range(2, 41)))


def test_a_missing_segment_leaves_both_sides_readable(folder: Path) -> None:
    log = open_log(folder)
    fill(log, 40)
    log.close()
    per_segment = len(read_until(folder, SECOND))
    files = image(folder)
    numbers = sorted(path for path in files if path.suffix == ".seg")
    for lost in numbers[0], numbers[1], numbers[-1]:
        restore(folder, {path: data for path, data in files.items() if path != lost})
        first = per_segment * numbers.index(lost) + 1
        gone = range(first, min(first + per_segment, 41))

        log = is_read_only(folder, [seq for seq in range(1, 41) if seq not in gone])

        assert log.damage is not None
        with pytest.raises(MissingEntry):
            log.entry(gone[0])


def read_until(folder: Path, segment: Path) -> range:
    """Return the seqs before a segment."""
    copy = folder.parent / "copy"
    (copy / "segments").mkdir(parents=True)
    for path in (folder / "segments").iterdir():
        if path.name < segment.name:
            (copy / "segments" / path.name).write_bytes(path.read_bytes())
    return range(1, len(seqs(open_log(copy))) + 1)


def test_one_copy_of_a_segments_header_is_enough(folder: Path, frames: list[int]) -> None:
    files = image(folder)
    for at in 20, 2048 + 20:
        restore(folder, files)
        flip(folder / FIRST, at)
        holds(open_log(folder), range(1, 6))

    restore(folder, files)
    flip(folder / FIRST, 20)
    flip(folder / FIRST, 2048 + 20)
    is_read_only(folder, [])


def test_the_log_of_another_workspace_is_not_written_to(folder: Path, frames: list[int]) -> None:
    log = Log.open(folder, Seam(), b"workspace-2")

    assert log.damage is not None
    assert "another workspace" in log.damage.reason


def test_damage_that_comes_while_the_log_is_open_is_told_to_the_reader(
    folder: Path, frames: list[int]
) -> None:
    log = open_log(folder)
    flip(folder / FIRST, frames[1] + 20)
    flip(folder / FIRST, frames[2] + HEADER_BYTES + 1)

    for seq in 2, 3:
        with pytest.raises(MissingEntry, match="damaged"):
            log.entry(seq)
        with pytest.raises(MissingContent, match="damaged"):
            log.content(kept(seq, content(seq)))
    assert log.entry(4).seq == 4
