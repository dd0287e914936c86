"""What undoing and redoing edits comes to: planned as a whole, from the files' histories alone."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec import structs

from ...schemas.facts import Change
from ...schemas.replies import Block, Who
from ...schemas.values import Content, Kept, RelPath, Version
from . import existence, past
from . import text as texts
from .asking import shown_path
from .effects import Effect, Kind, Noted, PutFile, RemoveFile, Seen, SetMode
from .existence import Met
from .files import File
from .history import Conflict, Flip
from .meant import Meant
from .modes import ModeClash
from .pieces import Run
from .reconcile import bytes_of
from .state import State
from .text import Text
from .transactions import Flips


class Flipped(NamedTuple):
    """One file's step of an undo or redo."""

    change: Change
    attachments: tuple[bytes, ...]
    effect: Effect | None
    """None: the file is so already."""
    before: Text
    after: Text


class Impossible(NamedTuple):
    """Why a file stands in the way.

    Codes: conflict, mode_conflict, not_kept, not_a_file, no_line_end, read_only, missing_folder.
    """

    code: str
    path: RelPath
    edit: int
    who: tuple[Who, ...] = ()
    body: tuple[Block, ...] = ()
    modes: tuple[int, ...] = ()
    """Of a mode_conflict: the mode today, and the one that would come back; -1: no file."""
    there: Mapping[str, str | int] | None = None
    """Of not_a_file: what stands there, as values of the refusal."""


class Plan(NamedTuple):
    """What undoing, redoing or restoring comes to in every file."""

    steps: tuple[Flipped, ...]
    hindrances: tuple["Impossible", ...] = ()
    """Where there is one, nothing is to be done."""


def wanted(state: State, meant: Meant) -> set[Kept]:
    """Return what must be read to plan it: all kept lines that may come back or be shown."""
    found: set[Kept] = set()
    for path, flips in meant.by_path.items():
        file = state.files.by_path[path]
        flip = _flip(state, file, flips, meant.restores)
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
    meant: Meant,
) -> Plan:
    """Return each file's step, and every file that is in the way."""
    steps: list[Flipped] = []
    hindrances: list[Impossible] = []
    for path, flips in meant.by_path.items():
        file = state.files.by_path[path]
        step = _plan_file(state, file, seen[path], contents, flips, meant.restores)
        if isinstance(step, Impossible):
            hindrances.append(step)
        else:
            steps.append(step)
    return Plan(tuple(steps), tuple(hindrances))


def _flip(state: State, file: File, flips: Flips, restores: int) -> Flip | Conflict:
    if restores:
        return file.history.plan_restore(restores).flip
    if is_step_back(state, file, flips):
        return file.history.plan_restore(file.history.steps[-1].seq - 1).flip
    return file.history.plan_flip(flips.undoes, flips.redoes)


def is_step_back(state: State, file: File, flips: Flips) -> bool:
    """Tell whether this takes back the newest change of a file, an undo, redo or restore.

    Nobody can be in the way of that: the file was so before.
    """
    steps = file.history.steps
    newest = state.edits.by_seq[steps[-1].seq].flips_in(file.path) if steps else Flips()
    return bool(newest) and all(map(_are_same, newest.back, flips))


def _are_same(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return {*one} == {*other}


def _plan_file(
    state: State,
    file: File,
    seen: Seen,
    contents: Mapping[Kept, bytes],
    flips: Flips,
    restores: int,
) -> Flipped | Impossible:
    undoes, redoes = flips
    first = (*undoes, *redoes)[0]
    if seen.kind not in (Kind.FILE, Kind.ABSENT) or seen.real != file.path:
        return Impossible("not_a_file", file.path, first, there=_there(seen))
    flip = _flip(state, file, flips, restores)
    before = texts.known(seen.data, file.version)
    if isinstance(flip, Conflict):
        return _conflict(state, file, before, contents, flip)
    is_back = restores or is_step_back(state, file, flips)
    clash = None if is_back else file.mode_clash(undoes, redoes)
    if clash is not None:
        return _mode_conflict(state, file, clash)
    met = None if is_back else existence.in_the_way(state, file, flips, flip)
    if met is not None:
        return _met(state, file, before, bytes_of(file, flip.inserted, contents), met)
    back = bytes_of(file, flip.inserted, contents)
    if back is None:
        return Impossible("not_kept", file.path, first)
    inserted = _pieces(file, flip, contents)
    data = texts.splice(before, flip.splices, inserted)
    mode = file.mode_after(undoes, redoes)
    after = texts.changed(data, before.encoding)
    if restores and not _is_as_logged(state, file, restores, after):
        return Impossible("not_kept", file.path, first)
    lines = file.history.lines + sum(one.inserted - one.removed for one in flip.splices)
    if after.lines != lines:
        # A line without an end would be joined to what others put behind it.
        return Impossible("no_line_end", file.path, first, _owners(state, file, flips))
    step = _step(file, seen, before, after, flip, inserted, mode)
    made = _folder_made(state, file, (*undoes, *redoes))
    was_there = bool(restores) or _removed_by(state, file, undoes)
    hindrance = _hindrance(state, file, seen, step, first, made, was_there=was_there)
    return hindrance or _with_folder(step, seen, _folder_made_last(state, file) or made)


def _there(seen: Seen) -> dict[str, str | int]:
    """Return what stands where a file was: it is neither written through nor replaced."""
    match seen.kind:
        case Kind.OUTSIDE:
            return {"there": "out"}
        case Kind.FOLDER if seen.real == seen.path:
            return {"there": "a_folder"}
        case Kind.DENIED | Kind.TOO_LARGE:
            return {"there": "unread", "problem": seen.problem}
        case _ if seen.real != seen.path:
            return {"there": "link", "target": shown_path(seen.real)}
        case _:
            return {}


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


def _owners(state: State, file: File, flips: Flips) -> tuple[Who, ...]:
    """Return who else made the file's lines since the first of these edits."""
    return tuple(state.who(one) for one in existence.lines_of_others(file, flips))


def _is_as_logged(state: State, file: File, seq: int, after: Text) -> bool:
    """Tell whether the bytes worked out are those that the file had after the entry `seq`."""
    version = past.version_at(state, file.path, seq)
    return texts.sha256(after.data) == version.digest if version else not after.data


def _was_forced(state: State, file: File, edit: int) -> bool:
    """Tell whether the edit had been made although the file was read-only, as it still is."""
    before = _change(state, file, edit).before
    return before is not None and not before.mode & 0o222


def _folder_made(state: State, file: File, edits: Iterable[int]) -> bytes:
    """Return the outermost folder that these edits made for the file; empty: none."""
    made = (_change(state, file, edit).made for edit in edits)
    return min((one for one in made if one), default=b"")


def _folder_made_last(state: State, file: File) -> bytes:
    """Return the outermost folder that was made when the file came to be; empty: none was."""
    for step in reversed(file.history.steps):
        change = _change(state, file, step.seq)
        if change.before is None and change.after is not None:
            return change.made
    return b""


def _removed_by(state: State, file: File, edits: Iterable[int]) -> bool:
    """Tell whether one of these edits took the file away, perhaps with its folder."""
    return any(_change(state, file, edit).after is None for edit in edits)


def _change(state: State, file: File, edit: int) -> Change:
    return state.edits.by_seq[edit].change_in(file.path)


def _with_folder(step: Flipped, seen: Seen, made: bytes) -> Flipped:
    """Let the folders that were made for a file go with it, and come with it again."""
    if isinstance(step.effect, RemoveFile) and made:
        return step._replace(effect=structs.replace(step.effect, last_folder=made))
    if isinstance(step.effect, PutFile) and seen.missing_folder:
        return step._replace(change=structs.replace(step.change, made=seen.missing_folder))
    return step


def _hindrance(
    state: State,
    file: File,
    seen: Seen,
    step: Flipped,
    first: int,
    made: bytes,
    *,
    was_there: bool,
) -> Impossible | None:
    """Return why the file cannot be put in place, as far as can be seen.

    Folders are made again that edits had made, and for a file that comes back as it `was_there`.
    """
    is_closed = seen.noted and not seen.writable and not _opens(step.effect)
    if is_closed and not _was_forced(state, file, first):
        return Impossible("read_only", file.path, first)
    missing = seen.missing_folder + b"/"
    may_be_made = was_there or (made and missing.startswith(made + b"/"))
    if step.change.after is not None and seen.missing_folder and not may_be_made:
        return Impossible("missing_folder", file.path, first)
    return None


def _opens(effect: Effect | None) -> bool:
    """Tell whether it can be done to a read-only file: nothing, its mode, or one to write with."""
    match effect:
        case None | SetMode():
            return True
        case PutFile(set_mode=int() as mode, in_place=False):
            return bool(mode & 0o222)
        case _:
            return False


def _mode_conflict(state: State, file: File, clash: ModeClash) -> Impossible:
    who = tuple(state.who(owner) for owner in clash.owners)
    modes = tuple(-1 if mode is None else mode for mode in (clash.now, clash.back))
    return Impossible("mode_conflict", file.path, clash.edit, who, modes=modes)


def _met(state: State, file: File, before: Text, back: bytes | None, met: Met) -> Impossible:
    """Return the conflict, with what would come back and all that is there where both have lines.

    Of a file that is to go with a mode of others: with that mode.
    """
    who = tuple(state.who(owner) for owner in met.owners)
    if met.only_mode and file.version is not None:
        modes = (file.version.mode, -1)
        return Impossible("mode_conflict", file.path, met.edit, who, modes=modes)
    body: tuple[Block, ...] = ()
    if back:
        text = before.like(back)
        new, now = (tuple(one.shown(0, one.lines)) for one in (text, before))
        body = (Block("new", 1, len(new), new), Block("old", 1, len(now), now))
    return Impossible("conflict", file.path, met.edit, who, body)


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
    mode = change.after.mode
    if change.before is None or seen.noted is None:
        return PutFile(path, after.data, None, b"", mode, seen.in_place)
    if change.before.digest == change.after.digest:
        return SetMode(path, seen.noted, mode)
    set_mode = None if mode == seen.mode else mode
    return PutFile(path, after.data, seen.noted, b"", mode, seen.in_place, set_mode=set_mode)
