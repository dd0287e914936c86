"""be-trx: undo, redo, rollback and commit."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec

from ...schemas.facts import Change, Edited, Marked, Previewed, Refused
from ...schemas.replies import Call, Done, Preview, Refusal, Remark
from ...schemas.replies import Marked as MarkedReply
from ...schemas.requests import Commit, Redo, Rollback, Snapshot, Undo
from ...schemas.values import Kept, RelPath, Span, Splice
from . import drafting, edits, undo
from .asking import Asked, Decision, RefusedError, refuse, shown_path
from .attaching import attached
from .effects import Effect, PutFile, Seen
from .target import diff
from .transactions import Edit
from .undo import Flipped, Impossible

TOOL = "be-trx"
STALE_MAX = 20


class Flips(NamedTuple):
    """Which edits a request is to make inactive and active."""

    undoes: tuple[int, ...] = ()
    redoes: tuple[int, ...] = ()


def meant(asked: Asked, request: Undo | Redo | Rollback) -> Flips:
    """Return the edits that a request means. Raises RefusedError."""
    match request:
        case Undo(edit=seq, anyone=anyone):
            edit = _edit(asked, seq, anyone=anyone)
            by = _undone_by(asked, edit)
            if by:
                values: dict[str, str | int] = {"edit": seq, "by": by}
                calls = (Call(TOOL, {"action": "redo", "event_id": f"e{seq}"}),)
                raise refuse(asked, TOOL, "already_undone", values=values, calls=calls)
            if edit.flips:
                return Flips(edit.fact.redoes, edit.fact.undoes)
            return Flips(undoes=(seq,))
        case Redo(edit=seq, anyone=anyone):
            edit = _edit(asked, seq, anyone=anyone)
            state = asked.state
            ones = (seq, *edit.fact.undoes)
            undone = tuple(one for one in ones if state.edits.by_seq[one].undone_by)
            if not undone:
                raise refuse(asked, TOOL, "not_undone", values={"edit": seq})
            return Flips(redoes=undone)
        case Rollback(step=step):
            mine = [edit.seq for edit in open_edits(asked)]
            if step < 1 or step > len(mine):
                values = {"step": step, "open": len(mine)}
                calls = (Call(TOOL, {"action": "status"}),)
                raise refuse(asked, TOOL, "too_few_edits", values=values, calls=calls)
            return Flips(undoes=tuple(mine[:step]))


def expect_open(asked: Asked, flips: Flips) -> None:
    """Raise RefusedError where edits to be undone are so already, or those to be redone are not."""
    by_seq = asked.state.edits.by_seq
    for seq in flips.undoes:
        by = by_seq[seq].undone_by
        if by:
            values: dict[str, str | int] = {"edit": seq, "by": by}
            raise refuse(asked, TOOL, "already_undone", values=values)
    for seq in flips.redoes:
        if not by_seq[seq].undone_by:
            raise refuse(asked, TOOL, "not_undone", values={"edit": seq})


def _undone_by(asked: Asked, edit: Edit) -> int:
    """Return the edit that took this one back; 0: it stands. An undo is taken back as well."""
    if not edit.flips:
        return edit.undone_by
    by_seq = asked.state.edits.by_seq
    stands = all(by_seq[one].undone_by == edit.seq for one in edit.fact.undoes) and not any(
        by_seq[one].undone_by for one in edit.fact.redoes
    )
    if stands:
        return 0
    mine = {*edit.fact.undoes, *edit.fact.redoes}
    later = (one for one in by_seq.values() if one.seq > edit.seq and one.applied)
    return max(one.seq for one in later if mine & {*one.fact.undoes, *one.fact.redoes})


def _edit(asked: Asked, seq: int, *, anyone: bool) -> Edit:
    edit = asked.state.edits.get(seq)
    status = (Call(TOOL, {"action": "status"}),)
    if edit is None:
        raise refuse(asked, TOOL, "no_such_edit", values={"edit": seq}, calls=status)
    if not edit.applied:
        raise refuse(asked, TOOL, "never_applied", values={"edit": seq}, calls=status)
    if edit.session != asked.session and not anyone:
        name = asked.state.sessions.name(edit.session) or "outside editjournal"
        raise refuse(asked, TOOL, "not_yours", values={"edit": seq, "who": name}, calls=status)
    return edit


def open_edits(asked: Asked) -> list[Edit]:
    """Return the session's edits since its commit, newest first, less undos and undone ones."""
    session = asked.state.sessions.by_number.get(asked.session)
    found = (asked.state.edits.by_seq[seq] for seq in reversed(session.edits if session else ()))
    return [edit for edit in found if not edit.flips and not edit.undone_by]


def flip(
    asked: Asked,
    flips: Flips,
    seen: Mapping[RelPath, Seen],
    contents: Mapping[Kept, bytes],
    *,
    confirms: int = 0,
) -> Decision:
    """Decide an undo, redo or rollback. Raises RefusedError."""
    steps = _steps(asked, flips, seen, contents)
    changes: list[Change] = []
    effects: list[Effect] = []
    attachments: list[bytes] = []
    for number, step in enumerate(steps):
        temp = asked.temp(number)
        changes.append(msgspec.structs.replace(_shown(step), temp=temp))
        attachments += step.attachments
        if step.effect is not None:
            effects.append(_with_temp(step.effect, temp, folder_mode=0o777 & ~asked.umask))
    files = tuple(edits.done(one.path, one.before, one.after, one.splices) for one in changes)
    fact = Edited(TOOL, tuple(changes), flips.undoes, flips.redoes, confirms)
    reply = Done(
        seq=asked.seq,
        warnings=tuple(_mode_stays(step) for step in steps if step.mode_stays),
        files=files,
        undone=flips.undoes,
        redone=flips.redoes,
        kept=_kept(asked, flips, (change.path for change in changes)),
        attached=attached(asked, flips.undoes),
    )
    return Decision(reply, fact, tuple(attachments), tuple(effects))


def _steps(
    asked: Asked,
    flips: Flips,
    seen: Mapping[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> list[Flipped]:
    """Return each file's step. Raises RefusedError where one is in the way."""
    steps = undo.plan(asked.state, seen, contents, flips.undoes, flips.redoes)
    if isinstance(steps, Impossible):
        raise _impossible(asked, steps, is_redo=steps.edit in flips.redoes)
    return steps


def _with_temp(effect: Effect, temp: bytes, *, folder_mode: int) -> Effect:
    if isinstance(effect, PutFile):
        return msgspec.structs.replace(effect, temp=temp, folder_mode=folder_mode)
    return msgspec.structs.replace(effect, temp=temp)


def preview(
    asked: Asked,
    flips: Flips,
    seen: Mapping[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> Decision:
    """Decide that an undo, redo or rollback is shown, and kept to be confirmed."""
    steps = _steps(asked, flips, seen, contents)
    changes = tuple(step.change for step in steps)
    reply = Preview(
        seq=asked.seq,
        warnings=tuple(_mode_stays(step) for step in steps if step.mode_stays),
        next=(drafting.confirm_call(asked, ""),),
        files=tuple(edits.done(one.path, one.before, one.after, one.splices) for one in changes),
        diffs=tuple(diff(step.before, step.before.data, step.after.data, 1) for step in steps),
        undone=flips.undoes,
        redone=flips.redoes,
        kept=_kept(asked, flips, (change.path for change in changes)),
        attached=attached(asked, flips.undoes),
    )
    return Decision(reply, Previewed(TOOL, drafting.bare(changes), flips.undoes, flips.redoes))


def _mode_stays(step: Flipped) -> Remark:
    version = step.change.after or step.change.before
    mode = f"{version.mode:o}" if version else ""
    return Remark("mode_stays", {"path": shown_path(step.change.path), "mode": mode})


def _shown(step: Flipped) -> Change:
    """Return the change with the lines that came back, and some around, as its fresh view."""
    change = step.change
    if change.after is None:
        return change
    lines = change.after.lines
    splice = change.splices[0] if change.splices else Splice(lines + 1, 0, 0)
    first = max(1, splice.at - 1)
    last = min(lines, splice.at + splice.inserted + 2) if change.splices else 0
    return msgspec.structs.replace(change, shown=(Span(first, max(first - 1, last)),))


def _kept(asked: Asked, flips: Flips, paths: Iterable[bytes]) -> tuple[int, ...]:
    """Return later edits of these files that stay as they are."""
    first = min((*flips.undoes, *flips.redoes))
    found: set[int] = set()
    for path in paths:
        history = asked.state.files.by_path[RelPath(path)].history
        found |= {step.seq for step in history.steps_since(first) if history.is_active(step.seq)}
    return tuple(sorted(found - set(flips.undoes) - set(flips.redoes)))


def _way_on(asked: Asked, found: Impossible) -> Call:
    """Return the call that helps: undoing one's own later edit first, else a look at the file."""
    if found.code == "conflict" and found.who and found.who[-1].session == asked.session:
        return Call(TOOL, {"action": "undo", "event_id": f"e{found.who[-1].seq}"}, "first")
    return Call("be-read", {"file": shown_path(found.path)})


def _impossible(asked: Asked, found: Impossible, *, is_redo: bool) -> RefusedError:
    values: dict[str, str | int] = {"edit": found.edit}
    names = [f"{who.name or 'outside editjournal'} (e{who.seq})" for who in found.who]
    values["owners"] = ", ".join(names)
    if is_redo:
        values["redo"] = 1
    if found.who and found.who[-1].session:
        values["newest"] = found.who[-1].seq
    refusal = Refusal(
        seq=asked.seq,
        code=f"undo_{found.code}",
        tool=TOOL,
        path=found.path,
        values=values,
        who=found.who[-1] if found.who else None,
        body=found.body,
        next=(_way_on(asked, found),),
        now_ns=asked.now_ns,
    )
    return RefusedError(refusal, Refused(TOOL, refusal.code, found.path))


def commit(asked: Asked, request: Commit) -> Decision:
    closed = tuple(edit.seq for edit in open_edits(asked))
    reply = MarkedReply(seq=asked.seq, mark="commit", label=request.label, edits=closed)
    return Decision(reply, Marked("commit", request.label))


def snapshot(asked: Asked, request: Snapshot) -> Decision:
    """Name this point of the log."""
    reply = MarkedReply(seq=asked.seq, mark="snapshot", label=request.label, edits=())
    return Decision(reply, Marked("snapshot", request.label))
