"""What undoing and redoing edits comes to: planned as a whole, from the files' histories alone."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec import structs

from ...schemas.facts import Change
from ...schemas.replies import Block, Who
from ...schemas.values import Content, Kept, RelPath, Version
from . import text as texts
from .effects import Effect, Kind, Noted, PutFile, RemoveFile, Seen
from .files import File
from .history import Conflict, Flip
from .pieces import Run
from .reconcile import bytes_of
from .state import State
from .text import Text


class Flipped(NamedTuple):
    """One file's step of an undo or redo."""

    change: Change
    attachments: tuple[bytes, ...]
    effect: Effect | None
    """None: the file is so already."""
    before: Text
    after: Text
    mode_stays: bool = False
    """The edits changed its mode, too, which stays as it is."""


class Impossible(NamedTuple):
    """Why a file stands in the way.

    Codes: conflict, not_kept, not_a_file, no_line_end, read_only, missing_folder, mode.
    """

    code: str
    path: RelPath
    edit: int
    who: tuple[Who, ...] = ()
    body: tuple[Block, ...] = ()


def paths_of(state: State, edits: Iterable[int]) -> tuple[RelPath, ...]:
    """Return the files that these edits changed."""
    paths = (path for edit in edits for path in state.edits.by_seq[edit].paths)
    return tuple(dict.fromkeys(paths))


def wanted(state: State, undoes: tuple[int, ...], redoes: tuple[int, ...]) -> set[Kept]:
    """Return what must be read to plan it: all kept lines that may come back or be shown."""
    found: set[Kept] = set()
    for path in paths_of(state, (*undoes, *redoes)):
        file = state.files.by_path[path]
        flip = file.history.plan_flip(file.touched_by(undoes), file.touched_by(redoes))
        if isinstance(flip, Conflict):
            runs = tuple(run for clash in flip.clashes for run in (*clash.left, *clash.back))
        else:
            runs = flip.inserted
        found |= {file.kept[run.entry] for run in runs if run.entry in file.kept}
    return found


def plan(
    state: State,
    seen: Mapping[RelPath, Seen],
    contents: Mapping[Kept, bytes],
    undoes: tuple[int, ...],
    redoes: tuple[int, ...],
) -> list[Flipped] | Impossible:
    """Return each file's step, or the first file in the way."""
    steps: list[Flipped] = []
    for path in paths_of(state, (*undoes, *redoes)):
        file = state.files.by_path[path]
        step = _plan_file(state, file, seen[path], contents, (undoes, redoes))
        if isinstance(step, Impossible):
            return step
        steps.append(step)
    return steps


def _plan_file(
    state: State,
    file: File,
    seen: Seen,
    contents: Mapping[Kept, bytes],
    flips: tuple[tuple[int, ...], tuple[int, ...]],
) -> Flipped | Impossible:
    undoes, redoes = file.touched_by(flips[0]), file.touched_by(flips[1])
    first = (*undoes, *redoes)[0]
    if seen.kind not in (Kind.FILE, Kind.ABSENT) or seen.real != file.path:
        return Impossible("not_a_file", file.path, first)
    flip = file.history.plan_flip(undoes, redoes)
    before = texts.known(seen.data, file.version)
    if isinstance(flip, Conflict):
        return _conflict(state, file, before, contents, flip)
    back = bytes_of(file, flip.inserted, contents)
    if back is None:
        return Impossible("not_kept", file.path, first)
    inserted = _pieces(file, flip, contents)
    data = texts.splice(before, flip.splices, inserted)
    mode = file.mode_after(undoes, redoes)
    if mode is None and data:  # the file was made by the edit, and others put lines into it
        return Impossible("conflict", file.path, first, _owners(state, file, first))
    after = texts.changed(data, before.encoding)
    lines = file.history.lines + sum(one.inserted - one.removed for one in flip.splices)
    if after.lines != lines:
        # A line without an end would be joined to what others put behind it.
        return Impossible("no_line_end", file.path, first, _owners(state, file, first))
    mode_stays = seen.noted is not None and mode not in (None, seen.mode)
    mode_stays = mode_stays and file.changes_mode((*undoes, *redoes))
    if mode_stays and not flip.splices:
        return Impossible("mode", file.path, first)
    step = _step(file, seen, before, after, flip, inserted, mode)
    step = step._replace(mode_stays=mode_stays)
    made = _folder_made(state, file, (*undoes, *redoes))
    return _hindrance(state, file, seen, mode, first, made) or _with_folder(step, seen, made)


def _pieces(file: File, flip: Flip, contents: Mapping[Kept, bytes]) -> list[bytes]:
    """Return what each splice brings back; no run belongs to two of them."""
    runs = iter(flip.inserted)
    found: list[bytes] = []
    for splice in flip.splices:
        mine: list[Run] = []
        while sum(run.lines for run in mine) < splice.inserted:
            mine.append(next(runs))
        found.append(bytes_of(file, mine, contents) or b"")
    return found


def _owners(state: State, file: File, first: int) -> tuple[Who, ...]:
    """Return who made the file's lines since the edit `first`."""
    owners = sorted({run.entry for run in file.history.runs(0, file.history.lines)})
    return tuple(state.who(one) for one in owners if one > first)


def _was_forced(state: State, file: File, edit: int) -> bool:
    """Tell whether the edit had been made although the file was read-only, as it still is."""
    changes = (one for one in state.edits.by_seq[edit].changes if one.path == file.path)
    return any(one.before is not None and not one.before.mode & 0o222 for one in changes)


def _folder_made(state: State, file: File, edits: Iterable[int]) -> bytes:
    """Return the outermost folder that these edits made for the file; empty: none."""
    changes = (one for edit in edits for one in state.edits.by_seq[edit].changes)
    return min((one.made for one in changes if one.path == file.path and one.made), default=b"")


def _with_folder(step: Flipped, seen: Seen, made: bytes) -> Flipped:
    """Let the folders that were made for a file go with it, and come with it again."""
    if isinstance(step.effect, RemoveFile) and made:
        return step._replace(effect=structs.replace(step.effect, last_folder=made))
    if isinstance(step.effect, PutFile) and seen.missing_folder:
        return step._replace(change=structs.replace(step.change, made=seen.missing_folder))
    return step


def _hindrance(
    state: State, file: File, seen: Seen, mode: int | None, first: int, made: bytes
) -> Impossible | None:
    """Return why the file cannot be put in place, as far as can be seen."""
    if seen.noted and not seen.writable and not _was_forced(state, file, first):
        return Impossible("read_only", file.path, first)
    missing = seen.missing_folder + b"/"
    if mode is not None and seen.missing_folder and not (made and missing.startswith(made + b"/")):
        return Impossible("missing_folder", file.path, first)
    return None


def _conflict(
    state: State, file: File, before: Text, contents: Mapping[Kept, bytes], conflict: Conflict
) -> Impossible:
    body: list[Block] = []
    for clash in conflict.clashes:
        back = bytes_of(file, clash.back, contents)
        if back is not None and clash.back:
            text = before.like(back)
            lines = tuple(text.shown(0, text.lines))
            body.append(Block("new", clash.at + 1, clash.at + len(lines), lines))
        now = tuple(before.shown(clash.at, clash.lines))
        body.append(Block("old", clash.at + 1, clash.at + clash.lines, now))
    who = tuple(state.who(owner) for owner in conflict.owners)
    return Impossible("conflict", file.path, conflict.edit, who, tuple(body))


def _step(
    file: File,
    seen: Seen,
    before: Text,
    after: Text,
    flip: Flip,
    inserted: list[bytes],
    mode: int | None,
) -> Flipped:
    joined = b"".join(inserted)
    if mode is not None and seen.noted:
        mode = seen.mode  # that of a file that is there is not the edit's
    version: Version | None = None if mode is None else texts.version(after, mode)
    noted = seen.noted or Noted(0, 0, 0, 0)
    change = Change(
        path=file.path,
        before=texts.version(before, seen.mode) if seen.noted else None,
        after=version,
        splices=flip.splices,
        inserted=Content(texts.sha256(joined), len(joined)) if joined else None,
        inode=noted.inode,
        mtime_ns=noted.mtime_ns,
        ctime_ns=noted.ctime_ns,
        in_place=seen.in_place,
    )
    return Flipped(change, (joined,) if joined else (), _effect(seen, change, after), before, after)


def _effect(seen: Seen, change: Change, after: Text) -> Effect | None:
    path = RelPath(change.path)
    if change.after is None:
        return RemoveFile(path, seen.noted, b"") if seen.noted else None
    if change.before == change.after:
        return None
    return PutFile(path, after.data, seen.noted, b"", change.after.mode, seen.in_place)
