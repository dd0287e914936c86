"""Which edits a request takes back or makes again, and in which files."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import takewhile
from typing import NoReturn

import msgspec

from ...schemas.replies import Call
from ...schemas.requests import Redo, Restore, Rollback, Undo, UndoSeveral
from ...schemas.values import OUTSIDE, RelPath
from . import again, points, unsure, whose, within
from .asking import Asked, RefusedError, refuse, shown_path
from .files import File
from .meant import Meant, TakesBack
from .transactions import Edit, Flips
from .widening import Wish, standing, widened

TOOL = "be-trx"
STATUS = Call(TOOL, {"action": "status"})
RESOLVES = ("", "newer", "force")
NAMED_MAX = 5
"""Sessions that a refusal names."""
NAMED_AMONG_MAX = 5_000
"""The newest edits, among which it looks for theirs."""
LOOKED_MAX = 5_000
"""Files that the log has never seen changed, and that are looked at before many are restored."""


def meant(asked: Asked, request: TakesBack) -> Meant:
    """Return the edits that a request means. Raises RefusedError."""
    return _meant(asked, request)._replace(request=request)


def _meant(asked: Asked, request: TakesBack) -> Meant:
    match request:
        case Undo():
            return _resolved(asked, request, _undone(asked, request))
        case Redo():
            return _resolved(asked, request, _redone(asked, request))
        case Rollback():
            return _resolved(asked, request, _rolled_back(asked, request))
        case UndoSeveral():
            return _several(asked, request)
        case Restore():
            return _restored(asked, request)


def looked_at(asked: Asked, request: TakesBack) -> tuple[RelPath, ...]:
    """Return the files that must be looked at, so that what changed there is seen.

    Raises RefusedError.
    """
    match request:
        case Restore(files=files):
            return _to_look_at(asked, _known(asked, files))
        case UndoSeveral(files=files, outside=True) if files:
            return _to_look_at(asked, _known(asked, files))
        case _:
            pass
    found = meant(asked, request)
    return (*found.by_path, *found.so)


def all_looked_at(asked: Asked) -> tuple[RelPath, ...]:
    """Return the files that must be looked at for a point of all of them, such as a snapshot."""
    return _to_look_at(asked, _known(asked, ()))


# --- one edit -------------------------------------------------------------------------------------


def _undone(asked: Asked, request: Undo) -> Wish:
    edit = _edit(asked, request)
    paths = _paths_within(asked, edit)
    found = standing(asked.state, edit, paths)
    if not found:
        undoers = (edit.undone_in[path] for path in paths if path in edit.undone_in)
        by = max(undoers, default=0) or _flipped_by(asked, edit, paths)
        values: dict[str, str | int] = {"edit": edit.seq, "by": by}
        calls = (_making_again(asked, request, edit, by),)
        raise refuse(asked, TOOL, "already_undone", values=values, calls=calls)
    return found


def _making_again(asked: Asked, request: Undo, edit: Edit, by: int) -> Call:
    """Return the call that makes again what `by` has taken back; else the status."""
    undoer = asked.state.edits.by_seq[by]
    if _again(asked, edit):
        named = again.session(asked, request.session)
        return Call(TOOL, {"action": "redo", "event_id": f"e{edit.seq}", **named})
    if undoer.is_outside or not standing(asked.state, undoer, _paths_within(asked, undoer)):
        return STATUS
    named = again.session(asked, 0 if _may_have(asked, request, undoer, 0) else undoer.session)
    return Call(TOOL, {"action": "undo", "event_id": f"e{by}", **named})


def _redone(asked: Asked, request: Redo) -> Wish:
    edit = _edit(asked, request)
    found = _again(asked, edit)
    if not found:
        raise refuse(asked, TOOL, "not_undone", values={"edit": edit.seq})
    return found


def _again(asked: Asked, edit: Edit) -> Wish:
    """Return what makes an edit again; of an undo: what makes again what it undid."""
    by_seq = asked.state.edits.by_seq
    found: dict[RelPath, Flips] = {}
    for path in _paths_within(asked, edit):
        own = edit.flips_in(path)
        flips = Flips(redoes=(edit.seq,) if path in edit.undone_in else ())
        if edit.fact.restores:
            flips = own
        elif own.undoes:
            flips = own.back
        undoes = tuple(one for one in flips.undoes if by_seq[one].stands_in(path))
        redoes = tuple(one for one in flips.redoes if path in by_seq[one].undone_in)
        if undoes or redoes:
            found[path] = Flips(undoes, redoes)
    return found


def _paths_within(asked: Asked, edit: Edit) -> tuple[RelPath, ...]:
    """Return the files of an edit that the session may change."""
    return tuple(path for path in edit.paths if asked.holds(path))


def _edit(asked: Asked, request: Undo | Redo) -> Edit:
    """Return the edit that a request names, if it may have it. Raises RefusedError."""
    seq, session = request.edit, whose.number(asked, TOOL, request.session)
    edit = asked.state.edits.get(seq)
    if edit is None:
        raise refuse(asked, TOOL, "no_such_edit", values={"edit": seq}, calls=(STATUS,))
    if not edit.applied:
        raise refuse(asked, TOOL, "never_applied", values={"edit": seq}, calls=(STATUS,))
    if not _paths_within(asked, edit):
        raise refuse(asked, TOOL, "not_within", values={"edit": seq}, calls=(STATUS,))
    if not _may_have(asked, request, edit, session):
        name = asked.state.sessions.name(edit.session) or "outside editjournal"
        raise refuse(asked, TOOL, "not_yours", values={"edit": seq, "who": name}, calls=(STATUS,))
    return edit


def _may_have(asked: Asked, request: Undo | Redo, edit: Edit, session: int) -> bool:
    """Tell whether a request may mean an edit: of its own session, or of `session`."""
    return request.anyone or edit.session in (asked.session, session or asked.session)


def _flipped_by(asked: Asked, edit: Edit, paths: tuple[RelPath, ...]) -> int:
    """Return the newest edit that flipped again what an undo, redo or restore had flipped."""
    later = takewhile(lambda one: one.seq > edit.seq, _newest_first(asked))
    for one in later:
        for path in paths:
            flips, later_flips = edit.flips_in(path), one.flips_in(path)
            anew = {*later_flips.undoes, *later_flips.redoes}
            if one.applied and anew & {*flips.undoes, *flips.redoes}:
                return one.seq
    raise AssertionError(f"nothing has taken e{edit.seq} back")


# --- several --------------------------------------------------------------------------------------


def open_edits(asked: Asked, session: int = 0) -> list[Edit]:
    """Return a session's edits since its commit, newest first, less undos and undone ones.

    0: those of the session that asks.
    """
    found = asked.state.sessions.by_number.get(session or asked.session)
    edits = (asked.state.edits.by_seq[seq] for seq in reversed(found.edits if found else ()))
    return [edit for edit in edits if edit.counts and _is_open_to(asked, edit)]


def _is_open_to(asked: Asked, edit: Edit) -> bool:
    """Tell whether an edit stands in a file that the session may change."""
    return any(map(edit.stands_in, _paths_within(asked, edit)))


def _rolled_back(asked: Asked, request: Rollback) -> Wish:
    step, session = request.step, whose.number(asked, TOOL, request.session)
    mine = open_edits(asked, session)
    if step < 1 or step > len(mine):
        values: dict[str, str | int] = {"step": step, "open": len(mine)}
        raise refuse(asked, TOOL, "too_few_edits", values=values, calls=(STATUS,))
    found = _all_of(mine[:step], None)
    return {path: flips for path, flips in found.items() if asked.holds(path)}


def _several(asked: Asked, request: UndoSeveral) -> Meant:
    if not (request.session or request.since is not None or request.files):
        raise refuse(asked, TOOL, "which_edits", verdict="ERROR", calls=(STATUS,))
    session = whose.number(asked, TOOL, request.session)
    since = 0 if request.since is None else points.resolve(asked, TOOL, request.since)
    paths = within.paths(asked, TOOL, request.files)
    ones = list(_standing(asked, _candidates(asked, request, session, since, paths), paths))
    ones = [edit for edit in ones if _is_of(asked, request, session, edit)]
    if not ones:
        any_of = msgspec.structs.replace(request, anyone=True)
        seqs = sorted(_candidates(asked, any_of, 0, since, paths))[-NAMED_AMONG_MAX:]
        _refuse_nothing(asked, request, list(_standing(asked, seqs, paths)))
    found = _resolved(asked, request, _all_of(ones, paths), paths)
    mine = {asked.session, session or asked.session}
    theirs = {edit.seq for edit in ones if edit.session not in mine}
    others = tuple(sorted({*found.others, *theirs}))
    code = "undo_others" if others and not request.anyone else ""
    point_ns = points.time_of(asked, request.since) if request.since else 0
    late = unsure.late_of_all(asked, (edit.seq for edit in ones), point_ns)
    return found._replace(others=others, leave=found.leave or code, late=late)


def _is_of(asked: Asked, request: UndoSeveral, session: int, edit: Edit) -> bool:
    """Tell whether an edit is of those whose edits are meant; `session` 0: none is named."""
    if edit.is_outside:
        return request.outside
    return edit.session == (session or asked.session) or (request.anyone and not session)


def _candidates(
    asked: Asked,
    request: UndoSeveral,
    session: int,
    since: int,
    paths: frozenset[RelPath] | None,
) -> Collection[int]:
    """Return the edits after an entry among which those that are meant are, as few as can be."""
    edits, by_path = asked.state.edits, asked.state.files.by_path
    if request.anyone and not session:
        found: Collection[int] = edits.since(since)
    else:
        outside = edits.of_session(OUTSIDE, since) if request.outside else ()
        found = {*edits.of_session(session or asked.session, since), *outside}
    if paths is None or len(paths) > len(found):
        return found
    steps = [by_path[path].history.steps_since(since) for path in paths]
    if sum(map(len, steps)) > len(found):
        return found
    return {step.seq for of_file in steps for step in of_file}


def _standing(
    asked: Asked, seqs: Collection[int], paths: frozenset[RelPath] | None
) -> Iterator[Edit]:
    """Yield those of the edits that stand in one of the files, newest first."""
    for edit in map(asked.state.edits.by_seq.__getitem__, sorted(seqs, reverse=True)):
        if edit.counts and _standing_in(edit, paths):
            yield edit


def _standing_in(edit: Edit, paths: frozenset[RelPath] | None) -> list[RelPath]:
    ones = (path for path in edit.paths if paths is None or path in paths)
    return [path for path in ones if edit.stands_in(path)]


def _all_of(edits: Iterable[Edit], paths: frozenset[RelPath] | None) -> Wish:
    """Return what takes these edits back, which come newest first, in these files."""
    found: dict[RelPath, list[int]] = {}
    for edit in edits:
        for path in _standing_in(edit, paths):
            found.setdefault(path, []).append(edit.seq)
    return {path: Flips(tuple(seqs)) for path, seqs in found.items()}


def _newest_first(asked: Asked) -> Iterator[Edit]:
    return reversed(asked.state.edits.by_seq.values())


def _refuse_nothing(asked: Asked, request: UndoSeveral, there: list[Edit]) -> NoReturn:
    """Refuse, naming those who have edits there."""
    state = asked.state
    number = Counter(edit.session for edit in there)
    names = [
        f"{state.sessions.name(one) or 'outside editjournal'} ({number[one]})"
        for one in list(number)[:NAMED_MAX]
    ]
    sessions = [state.sessions.by_number[one] for one in number if one][:NAMED_MAX]
    calls = (STATUS,)
    if sessions:
        other = msgspec.structs.replace(request, session=sessions[0].number)
        which = again.which(asked, other)
        if which is not None:
            calls = (Call(TOOL, {"action": "undo", **which, "preview": "true"}), STATUS)
    more = f" (+{len(number) - len(names)})" if len(number) > len(names) else ""
    values: dict[str, str | int] = {"owners": ", ".join(names) + more}
    error = refuse(asked, TOOL, "nothing_to_undo", values=values, calls=calls)
    items = tuple(whose.item(state, one) for one in sessions)
    raise RefusedError(msgspec.structs.replace(error.refusal, sessions=items), error.fact)


# --- in the way -----------------------------------------------------------------------------------


def _resolved(
    asked: Asked,
    request: Undo | Redo | Rollback | UndoSeveral,
    wish: Wish,
    paths: frozenset[RelPath] | None = None,
) -> Meant:
    """Return what is meant, with what stands in the way where that is to go, too.

    Raises RefusedError.
    """
    resolve = request.resolve
    if resolve not in RESOLVES:
        values: dict[str, str | int] = {"resolve": resolve}
        raise refuse(asked, TOOL, "bad_resolve", verdict="ERROR", values=values)
    if not resolve:
        return Meant(wish)
    anyone = not isinstance(request, Rollback) and request.anyone
    is_whole = resolve == "newer"
    if paths is None:
        paths = within.paths(asked, TOOL, ())
    found = widened(asked.state, wish, is_whole=is_whole, paths=paths)
    by_seq = asked.state.edits.by_seq
    mine = {asked.session, whose.number(asked, TOOL, request.session) or asked.session}
    others = tuple(one for one in found.way if by_seq[one].session not in mine)
    code = "undo_others" if others and not anyone else ""
    if found.way and resolve == "force":
        code = "undo_forced"
    return Meant(found.by_path, way=found.way, leave=code, others=others)


# --- restoring ------------------------------------------------------------------------------------


def _restored(asked: Asked, request: Restore) -> Meant:
    """Return what brings files back to a point. Raises RefusedError.

    Those that the log met only later are as they were first seen; nothing is told of them if they
    are so.
    """
    seq = max(points.resolve(asked, TOOL, request.to), 1)  # the first entry changes no file
    point_ns = points.time_of(asked, request.to)
    found = restored(asked, seq, _known(asked, request.files), point_ns)
    named = within.only(asked, TOOL, request.files)
    so = tuple(dict.fromkeys(one for one in (*found.so, *named) if one not in found.by_path))
    unknown = unsure.not_known(asked, (*found.by_path, *so), seq, request.to)
    if unknown and not found.by_path and len(unknown) == len(so):
        _refuse_unknown(asked, unknown)
    so = tuple(one for one in so if one not in unknown)
    code = "restore_others" if found.others and not request.anyone else ""
    return found._replace(so=so, leave=code, unknown=unknown)


def _refuse_unknown(asked: Asked, paths: tuple[RelPath, ...]) -> NoReturn:
    """Refuse to bring files back to what they were before the log met them."""
    (said,) = unsure.said_not_known(asked, paths)
    file = {"file": shown_path(paths[0])} if len(paths) == 1 else {}
    calls = (Call("be-history", {"action": "log", **file}),)
    raise refuse(asked, TOOL, "not_known_then", values=said.values, calls=calls)


def restored(asked: Asked, seq: int, paths: Iterable[RelPath], point_ns: int = 0) -> Meant:
    """Return what brings these files back to what they were after an entry.

    Of files that have not changed since nothing is said. `point_ns` is the time that is meant;
    0: none.
    """
    by_path: dict[RelPath, Flips] = {}
    so: list[RelPath] = []
    others: set[int] = set()
    late: list[int] = []
    for path in paths:
        file = asked.state.files.by_path[path]
        if not file.history.steps_since(seq):
            continue
        plan = file.history.plan_restore(seq)
        flips = Flips(tuple(sorted(plan.undoes, reverse=True)), tuple(sorted(plan.redoes)))
        if not flips:
            so.append(path)
            continue
        by_path[path] = flips
        if plan.flip.splices or file.mode_after(*flips) != file.mode_after((), ()):
            theirs = _of_others(asked, file, flips)
            others |= theirs
            late += unsure.noticed_late(asked, path, theirs, point_ns)
    return Meant(by_path, seq, tuple(so), others=tuple(sorted(others)), late=tuple(sorted(late)))


def _of_others(asked: Asked, file: File, flips: Flips) -> set[int]:
    """Return the edits, and the undos of edits, by others that would be flipped in a file."""
    edits = asked.state.edits
    ones = edits.going(file.path, flips)
    return {one for one in ones if edits.by_seq[one].session != asked.session}


def _known(asked: Asked, files: tuple[bytes, ...]) -> list[RelPath]:
    """Return the known files that a caller means, in the order they became known."""
    paths = within.paths(asked, TOOL, files)
    return [path for path in asked.state.files.by_path if paths is None or path in paths]


def _to_look_at(asked: Asked, known: list[RelPath]) -> tuple[RelPath, ...]:
    """Return those of the files that have changed, and of the others the last to become known."""
    by_path = asked.state.files.by_path
    changed = [path for path in known if by_path[path].history.steps]
    others = [path for path in known if not by_path[path].history.steps]
    return (*changed, *others[-LOOKED_MAX:])
