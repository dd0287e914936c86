"""Which edits a request takes back or makes again, and in which files."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import NoReturn

import msgspec

from ...schemas.replies import Call
from ...schemas.requests import Redo, Restore, Rollback, Undo, UndoSeveral
from ...schemas.values import RelPath
from . import points, whose, within
from .asking import Asked, RefusedError, refuse, shown_path
from .files import File
from .meant import Meant
from .transactions import Edit, Flips
from .widening import Wish, standing, widened

TOOL = "be-trx"
STATUS = Call(TOOL, {"action": "status"})
RESOLVES = ("", "newer", "force")
NAMED_MAX = 5
"""Sessions that a refusal names."""
LOOKED_MAX = 5_000
"""Files that the log has never seen changed, and that are looked at before many are restored."""

TakesBack = Undo | Redo | Rollback | UndoSeveral | Restore


def meant(asked: Asked, request: TakesBack) -> Meant:
    """Return the edits that a request means. Raises RefusedError."""
    match request:
        case Undo():
            return _resolved(asked, request, _undone(asked, request))
        case Redo():
            return _resolved(asked, request, _redone(asked, request))
        case Rollback():
            return Meant(_rolled_back(asked, request))
        case UndoSeveral():
            return _several(asked, request)
        case Restore(to=to, files=files):
            seq = max(points.resolve(asked, TOOL, to), 1)  # the first entry changes no file
            found = restored(asked, seq, _known(asked, files))
            named = [path for file in files for path in _only_one(asked, file)]
            so = dict.fromkeys(one for one in (*found.so, *named) if one not in found.by_path)
            code = "restore_others" if found.others and not request.anyone else ""
            return found._replace(so=tuple(so), leave=code)


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


# --- one edit -------------------------------------------------------------------------------------


def _undone(asked: Asked, request: Undo) -> Wish:
    edit = _edit(asked, request)
    found = standing(asked.state, edit, edit.paths)
    if not found:
        by = edit.undone_by or _flipped_by(asked, edit)
        values: dict[str, str | int] = {"edit": edit.seq, "by": by}
        calls = (Call(TOOL, {"action": "redo", "event_id": f"e{edit.seq}"}),)
        raise refuse(asked, TOOL, "already_undone", values=values, calls=calls)
    return found


def _redone(asked: Asked, request: Redo) -> Wish:
    """Return what makes an edit again; of an undo: what makes again what it undid."""
    edit = _edit(asked, request)
    by_seq = asked.state.edits.by_seq
    found: dict[RelPath, Flips] = {}
    for path in edit.paths:
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
    if not found:
        raise refuse(asked, TOOL, "not_undone", values={"edit": edit.seq})
    return found


def _edit(asked: Asked, request: Undo | Redo) -> Edit:
    """Return the edit that a request names, if it may have it. Raises RefusedError."""
    seq, session = request.edit, whose.number(asked, TOOL, request.session)
    edit = asked.state.edits.get(seq)
    if edit is None:
        raise refuse(asked, TOOL, "no_such_edit", values={"edit": seq}, calls=(STATUS,))
    if not edit.applied:
        raise refuse(asked, TOOL, "never_applied", values={"edit": seq}, calls=(STATUS,))
    is_allowed = request.anyone or edit.session == asked.session
    if not is_allowed and (not session or edit.session != session):
        name = asked.state.sessions.name(edit.session) or "outside editjournal"
        raise refuse(asked, TOOL, "not_yours", values={"edit": seq, "who": name}, calls=(STATUS,))
    return edit


def _flipped_by(asked: Asked, edit: Edit) -> int:
    """Return the newest edit that flipped again what an undo, redo or restore had flipped."""
    later = takewhile(lambda one: one.seq > edit.seq, _newest_first(asked))
    for one in later:
        for path, flips in edit.flipped.items():
            again = {*one.flips_in(path).undoes, *one.flips_in(path).redoes}
            if one.applied and again & {*flips.undoes, *flips.redoes}:
                return one.seq
    raise AssertionError(f"nothing has taken e{edit.seq} back")


# --- several --------------------------------------------------------------------------------------


def open_edits(asked: Asked, session: int = 0) -> list[Edit]:
    """Return a session's edits since its commit, newest first, less undos and undone ones.

    0: those of the session that asks.
    """
    found = asked.state.sessions.by_number.get(session or asked.session)
    edits = (asked.state.edits.by_seq[seq] for seq in reversed(found.edits if found else ()))
    return [edit for edit in edits if edit.counts]


def _rolled_back(asked: Asked, request: Rollback) -> Wish:
    step, session = request.step, whose.number(asked, TOOL, request.session)
    mine = open_edits(asked, session)
    if step < 1 or step > len(mine):
        values: dict[str, str | int] = {"step": step, "open": len(mine)}
        raise refuse(asked, TOOL, "too_few_edits", values=values, calls=(STATUS,))
    return _all_of(mine[:step], None)


def _several(asked: Asked, request: UndoSeveral) -> Meant:
    if not (request.session or request.since is not None or request.files):
        raise refuse(asked, TOOL, "which_edits", verdict="ERROR", calls=(STATUS,))
    session = whose.number(asked, TOOL, request.session)
    since = 0 if request.since is None else points.resolve(asked, TOOL, request.since)
    paths = within.paths(asked, TOOL, request.files)
    there = list(_there(asked, since, paths))
    ones = [edit for edit in there if _is_of(asked, request, session, edit)]
    if not ones:
        _refuse_nothing(asked, request, there)
    return _resolved(asked, request, _all_of(ones, paths), paths if request.files else None)


def _is_of(asked: Asked, request: UndoSeveral, session: int, edit: Edit) -> bool:
    """Tell whether an edit is of those whose edits are meant; `session` 0: none is named."""
    if edit.is_outside:
        return request.outside
    return edit.session == (session or asked.session) or (request.anyone and not session)


def _there(asked: Asked, since: int, paths: frozenset[RelPath] | None) -> Iterator[Edit]:
    """Yield the edits after an entry that stand in one of the files, newest first."""
    for edit in takewhile(lambda one: one.seq > since, _newest_first(asked)):
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
        file = {"file": shown_path(request.files[0])} if len(request.files) == 1 else {}
        named = {"action": "undo", "session": sessions[0].name, **file, "preview": "true"}
        calls = (Call(TOOL, {**named}), STATUS)
    more = f" (+{len(number) - len(names)})" if len(number) > len(names) else ""
    values: dict[str, str | int] = {"owners": ", ".join(names) + more}
    error = refuse(asked, TOOL, "nothing_to_undo", values=values, calls=calls)
    items = tuple(whose.item(state, one) for one in sessions)
    raise RefusedError(msgspec.structs.replace(error.refusal, sessions=items), error.fact)


# --- in the way -----------------------------------------------------------------------------------


def _resolved(
    asked: Asked,
    request: Undo | Redo | UndoSeveral,
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
    is_whole = resolve == "newer"
    found = widened(asked.state, wish, is_whole=is_whole, paths=paths)
    by_seq = asked.state.edits.by_seq
    mine = {asked.session, whose.number(asked, TOOL, request.session) or asked.session}
    others = tuple(one for one in found.way if by_seq[one].session not in mine)
    code = "undo_others" if others and not request.anyone else ""
    if found.way and resolve == "force":
        code = "undo_forced"
    return Meant(found.by_path, way=found.way, leave=code, others=others)


# --- restoring ------------------------------------------------------------------------------------


def restored(asked: Asked, seq: int, paths: Iterable[RelPath]) -> Meant:
    """Return what brings these files back to what they were after an entry.

    Of files that have not changed since nothing is said.
    """
    by_path: dict[RelPath, Flips] = {}
    so: list[RelPath] = []
    others: set[int] = set()
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
            others |= _of_others(asked, file, flips)
    return Meant(by_path, seq, tuple(so), others=tuple(sorted(others)))


def _of_others(asked: Asked, file: File, flips: Flips) -> set[int]:
    """Return the edits, and the undos of edits, by others that would be flipped in a file."""
    by_seq = asked.state.edits.by_seq
    ones = {*flips.undoes, *(by_seq[one].undone_in[file.path] for one in flips.redoes)}
    return {one for one in ones if by_seq[one].session != asked.session}


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


def _only_one(asked: Asked, file: bytes) -> frozenset[RelPath]:
    """Return the file that a name means, nothing where it means several."""
    found = within.paths(asked, TOOL, (file,)) or frozenset()
    return found if len(found) == 1 else frozenset()
