"""Whether a workspace's log and its files agree: what every test with a journal ends with.

    check_agreement(root, state / "workspaces" / id)

once the daemon or the journal has let go. It writes nothing, so a test may go on afterwards.
"""

import os
from collections.abc import Iterable
from pathlib import Path

from editjournal.daemon.contents import fetch, rebuild
from editjournal.daemon.core import text as texts
from editjournal.daemon.core.effects import Kind, Seen
from editjournal.daemon.core.files import File
from editjournal.daemon.core.pieces import Run
from editjournal.daemon.core.reconcile import bytes_of
from editjournal.daemon.core.state import State
from editjournal.daemon.disk.root import Root
from editjournal.daemon.home import Home, home_of
from editjournal.daemon.log.opening import Survey
from editjournal.daemon.log.segments import Log
from editjournal.daemon.seam import Seam
from editjournal.daemon.workspaces import replay
from editjournal.schemas.facts import ChangedOutside, Edited, Entry
from editjournal.schemas.values import RelPath, Version


def check_agreement(root: Path, log_folder: Path, *, outside: Iterable[str] = ()) -> State:
    """Raise AssertionError where the log does not tell what is on the disk; else give its state.

    Files in `outside` may differ from the log: the test changed them after the last look at them.
    """
    log = reader(log_folder)
    state, _ = replay(log)
    state.check()
    passed = _versions(log.replay())
    disk = Root(os.fsencode(root), Seam())
    try:
        for path, file in state.files.by_path.items():
            _check_past(log, file, passed.get(path, []), state)
            if os.fsdecode(path) not in outside:
                _check_now(log, disk, file)
    finally:
        disk.close()
    assert temp_files(root) == [], "temp files are cleared away"
    return state


def reader(log_folder: Path) -> Log:
    """Open a log without changing anything; it must be whole."""
    home = Home(log_folder.name, b"", log_folder)
    survey = Survey(log_folder, home.number)
    assert survey.damage is None, str(survey.damage)
    return Log(log_folder, Seam(), home.number, survey)


def log_folder_of(root: Path, state: Path) -> Path:
    """Return the folder of the log of a workspace in a state folder."""
    return home_of(os.fsencode(root), state).folder


def entries_of(log_folder: Path) -> list[Entry]:
    """Return all entries of a log."""
    return list(reader(log_folder).replay())


def temp_files(root: Path) -> list[Path]:
    return sorted(root.rglob(".*.ejtmp"))


def summary(state: State) -> dict[str, object]:
    """Return what two states have alike that come of the same entries."""
    return {
        "seq": state.seq,
        "files": {path: file.version for path, file in state.files.by_path.items()},
        "edits": {edit.seq: (edit.applied, edit.undone_by) for edit in state.edits.by_seq.values()},
        "sessions": {
            one.number: (one.open, one.edits) for one in state.sessions.by_number.values()
        },
    }


def _versions(entries: Iterable[Entry]) -> dict[RelPath, list[tuple[int, Version | None]]]:
    """Return what each change says that its file was afterwards."""
    found: dict[RelPath, list[tuple[int, Version | None]]] = {}
    for entry in entries:
        match entry.fact:
            case Edited(changes=changes):
                pass
            case ChangedOutside(change=change):
                changes = (change,)
            case _:
                continue
        for change in changes:
            found.setdefault(RelPath(change.path), []).append((entry.seq, change.after))
    return found


def _joined(log: Log, file: File, runs: tuple[Run, ...]) -> bytes | None:
    """Return the bytes of some lines, each from the entry that brought it."""
    return bytes_of(file, runs, fetch(log, {file.kept[run.entry] for run in runs}))


def _check_past(
    log: Log, file: File, passed: list[tuple[int, Version | None]], state: State
) -> None:
    """Every text that the file ever had can be had again."""
    counted = {step.seq for step in file.history.steps}
    for seq, version in [(0, file.first), *passed]:
        if seq and seq not in counted:
            edit = state.edits.get(seq)
            assert edit is not None, (file.path, seq)
            assert not edit.applied, "only what was never made is missing from the history"
            continue
        runs = file.history.runs_at(seq)
        lines = version.lines if version else 0
        assert sum(run.lines for run in runs) == lines, (file.path, seq)
        if any(run.entry not in file.kept for run in runs):
            continue  # nobody had read the file before it changed
        data = _joined(log, file, runs)
        assert data is not None, f"{file.path!r}: lines of its text at entry {seq} are lost"
        expected = version.digest if version else texts.sha256(b"")
        assert texts.sha256(data) == expected, (file.path, seq)
        if file.wholes:  # there is another way
            assert rebuild(log, state, file.path, seq) == data, (file.path, seq)


def _check_now(log: Log, disk: Root, file: File) -> None:
    """The file on the disk is what the log says it is."""
    seen = disk.look(file.path)
    if seen.real != seen.path or seen.leads_out:  # a symlink is on the way: no file of this path
        seen = Seen(file.path, file.path, Kind.ABSENT)
    version = file.version
    assert seen.kind is (Kind.FILE if version else Kind.ABSENT), (file.path, seen.kind, version)
    assert seen.digest == file.digest, (file.path, seen.data)
    assert not version or seen.mode == version.mode, (file.path, oct(seen.mode), version)
    now = file.history.runs(0, file.history.lines)
    if version and all(run.entry in file.kept for run in now):
        assert _joined(log, file, now) == seen.data
