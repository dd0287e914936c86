"""be-confirm: making, once, an edit that a preview or a refusal has prepared."""

from collections.abc import Mapping

import msgspec

from ...schemas.facts import Change, Previewed, Queried
from ...schemas.replies import Call, Remark, Unchanged
from ...schemas.requests import (
    Confirm,
    Item,
)
from ...schemas.values import Kept, RelPath, Span
from . import drafting, hindering, placing, single, staleness, undo, undoing
from . import text as texts
from .asking import Asked, Decision, RefusedError, known_text, refuse, shown_path
from .drafting import CONFIRM, Draft, Drafted
from .edits import Plan
from .effects import Kind, Seen
from .meant import Meant
from .placed import Rules, takes_changed
from .previews import LIFETIME_NS, Prepared
from .reconcile import bytes_of
from .target import Target, expect_writable
from .text import Text
from .transactions import NO_FLIPS, Flips
from .views import View

STATUS = Call("be-trx", {"action": "status"})


def the_prepared(asked: Asked, request: Confirm) -> Prepared:
    """Return the prepared edit that a call means. Raises RefusedError."""
    prepared = asked.state.previews.get(request.prepared)
    values: dict[str, str | int] = {"prepared": request.prepared}
    if prepared is None or not _is_within(asked, prepared):
        if asked.state.edits.get(request.prepared) and not asked.scope:
            values["edit"] = request.prepared
        raise refuse(asked, CONFIRM, "no_such_prepared", values=values, calls=(STATUS,))
    made = asked.state.previews.edit_of(prepared.seq)
    if not made and asked.now_ns - prepared.time_ns > LIFETIME_NS:
        raise refuse(asked, CONFIRM, "prepared_expired", values=values, calls=(STATUS,))
    return prepared


def _is_within(asked: Asked, prepared: Prepared) -> bool:
    """Tell whether all of it lies in the folder that the session is confined to."""
    inside = asked.scope + b"/"
    return not asked.scope or all(one.path.startswith(inside) for one in prepared.changes)


def wanted(asked: Asked, request: Confirm, seen: Mapping[RelPath, Seen]) -> set[Kept]:
    """Return the kept bytes that are needed to make a prepared edit, or to prepare it anew."""
    prepared = the_prepared(asked, request)
    found = {
        Kept(prepared.seq, change.inserted.digest)
        for change in prepared.changes
        if change.inserted is not None
    }
    if prepared.is_flip:
        return undo.wanted(asked.state, undoing.of_prepared(asked, prepared))
    for view in prepared.views:
        for span in view.spans if view.path in seen else ():
            if len(span):
                found |= staleness.wanted_of(asked, seen[view.path], view, span)
    return found


def confirm(
    asked: Asked,
    request: Confirm,
    seen: dict[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> Decision:
    """Decide a confirmation. Raises RefusedError, with the edit prepared anew where it can be."""
    prepared = the_prepared(asked, request)
    made = asked.state.previews.edit_of(prepared.seq)
    if made:
        path = prepared.changes[0].path
        _expect_stands(asked, prepared, made)
        who = asked.state.who(made)
        reply = Unchanged(seq=asked.seq, path=path, span=None, by=who, prepared=prepared.seq)
        return Decision(reply, Queried(CONFIRM))
    if prepared.is_flip:
        return _flip(asked, prepared, seen, contents)
    stale = next((one for one in prepared.changes if not _is_as_was(asked, one, seen)), None)
    if stale is not None:
        raise _anew(asked, prepared, stale, seen, contents)
    drafts = [_draft(asked, prepared, one, seen, contents) for one in prepared.changes]
    echoes = single.echo(drafts[0].plan) if len(drafts) == 1 and not drafts[0].is_whole else ()
    note = Remark("as_prepared", {"prepared": prepared.seq})
    drafted = Drafted(tuple(drafts), echoes, note, prepared.seq)
    return drafting.made(asked, prepared.tool, drafted)


def _expect_stands(asked: Asked, prepared: Prepared, made: int) -> None:
    """Raise RefusedError where the edit that was made of it has been undone since."""
    by = asked.state.edits.by_seq[made].undone_by
    if by:
        values: dict[str, str | int] = {"prepared": prepared.seq, "edit": made, "by": by}
        calls = (Call("be-trx", {"action": "redo", "event_id": f"e{made}"}),)
        raise refuse(asked, CONFIRM, "prepared_undone", values=values, calls=calls)


def _is_as_was(asked: Asked, change: Change, seen: Mapping[RelPath, Seen]) -> bool:
    """Tell whether a file is the one that the edit was prepared upon. Raises RefusedError."""
    found = seen[RelPath(change.path)]
    if found.kind is Kind.OUTSIDE:
        raise refuse(asked, CONFIRM, "outside", path=found.path, verdict="ERROR")
    if change.before is None:
        return found.kind is Kind.ABSENT
    return (
        found.kind is Kind.FILE
        and found.real == change.path
        and found.digest == change.before.digest
    )


def _flip(
    asked: Asked,
    prepared: Prepared,
    seen: dict[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> Decision:
    """Make a prepared undo, redo or restore."""
    meant = undoing.of_prepared(asked, prepared)
    undoing.expect_open(asked, meant)
    unshown = _unshown(asked, prepared, meant)
    stale = _stale_flip(asked, prepared, meant, unshown, seen)
    if stale is None:
        named = meant._replace(others=())  # by what had prepared it
        return undoing.make(asked, named, seen, contents, confirms=prepared.seq)
    decision = undoing.preview(asked, meant, seen, contents)
    anew = decision.fact
    if not isinstance(anew, Previewed):  # others have made it so
        return decision
    error = _stale(asked, prepared, stale)
    call = drafting.confirm_call(asked, "the same as things are now")
    going = frozenset(meant.others).union(*unshown.values())
    plan = undo.Plan(undoing.steps_of(asked, meant, seen, contents))
    raise RefusedError(
        msgspec.structs.replace(
            error.refusal,
            prepared=True,
            next=(call, *error.refusal.next),
            plan=hindering.planned(asked, meant, plan, of=going) if going else (),
        ),
        msgspec.structs.replace(
            error.fact,
            prepared=anew.changes,
            undoes=anew.undoes,
            redoes=anew.redoes,
            restores=anew.restores,
        ),
    )


def _stale_flip(
    asked: Asked,
    prepared: Prepared,
    meant: Meant,
    unshown: Mapping[RelPath, set[int]],
    seen: Mapping[RelPath, Seen],
) -> Change | None:
    """Return a change that would not be what was prepared: its file, the mode, or other edits."""
    known = _flips_of(asked, prepared)
    for change in prepared.changes:
        path = RelPath(change.path)
        if not _is_as_was(asked, change, seen) or unshown.get(path):
            return change
        if change.before is not None and change.before.mode != seen[path].mode:
            return change
        flips, was = meant.by_path.get(path, NO_FLIPS), known.get(path, NO_FLIPS)
        if any({*one} != {*other} for one, other in zip(flips, was, strict=True)):
            return change
    return None


def _unshown(asked: Asked, prepared: Prepared, meant: Meant) -> dict[RelPath, set[int]]:
    """Return what goes in each file today and was not there to go when it was prepared."""
    edits, known = asked.state.edits, _flips_of(asked, prepared)
    found: dict[RelPath, set[int]] = {}
    for path, flips in meant.by_path.items():
        going = edits.going(path, flips)
        shown = edits.going(path, known.get(path, NO_FLIPS))
        found[path] = {one for one in going if one > prepared.seq or one not in shown}
    return found


def _flips_of(asked: Asked, prepared: Prepared) -> dict[RelPath, Flips]:
    """Return what it flipped in each file when it was prepared."""
    return asked.state.edits.flipped(prepared.undoes, prepared.redoes, prepared.changes)


# --- as prepared ----------------------------------------------------------------------------------


def _draft(
    asked: Asked,
    prepared: Prepared,
    change: Change,
    seen: Mapping[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> Draft:
    """Return a prepared change, for the file as it is now. Raises RefusedError."""
    target = _target(asked, prepared, change, seen, contents)
    was_forced = change.before is not None and not change.before.mode & 0o222
    expect_writable(asked, CONFIRM, target.seen, force=was_forced)
    before, inserted = target.text, _inserted(asked, prepared, change, contents)
    data = texts.splice(before, change.splices, inserted)
    after = texts.known(data, change.after)
    plan = Plan(before, after, change.splices, tuple(inserted), change.meant or change.splices)
    mode = None if change.after is None else change.after.mode
    if target.seen.noted and mode is not None:
        mode = target.seen.mode
    is_whole = prepared.tool == "be-write" or change.after is None
    gone = drafting.whole(before) if is_whole else drafting.deletions(plan)
    return Draft(target, plan, mode, change.through, is_whole=is_whole, gone=gone)


def _target(
    asked: Asked,
    prepared: Prepared,
    change: Change,
    seen: Mapping[RelPath, Seen],
    contents: Mapping[Kept, bytes],
    view: View | None = None,
) -> Target:
    found = seen[RelPath(change.path)]
    file = asked.state.files.get(found.real)
    text = known_text(asked.state, found) if found.noted else Text(b"", encoding="utf-8")
    return Target(asked, prepared.tool, found, text, file, view, contents)


def _inserted(
    asked: Asked, prepared: Prepared, change: Change, contents: Mapping[Kept, bytes]
) -> list[bytes]:
    """Return the new lines of each splice. Raises RefusedError where they cannot be read."""
    if change.inserted is None or change.after is None:
        return [b""] * len(change.splices)
    joined = contents.get(Kept(prepared.seq, change.inserted.digest))
    if joined is None:
        values: dict[str, str | int] = {"prepared": prepared.seq}
        raise refuse(asked, CONFIRM, "prepared_not_kept", path=change.path, values=values)
    return texts.pieces(joined, (one.inserted for one in change.splices), change.after.unit)


# --- prepared anew --------------------------------------------------------------------------------


def _stale(asked: Asked, prepared: Prepared, change: Change) -> RefusedError:
    """Return the refusal of an edit whose file is not the one it was prepared upon."""
    file = asked.state.files.get(RelPath(change.path))
    steps = file.history.steps_since(prepared.seq) if file else ()
    values: dict[str, str | int] = {"prepared": prepared.seq}
    calls = (Call("be-read", {"file": shown_path(change.path)}),)
    error = refuse(asked, CONFIRM, "prepared_stale", path=change.path, values=values, calls=calls)
    who = asked.state.who(steps[-1].seq) if steps else None
    return RefusedError(
        msgspec.structs.replace(error.refusal, who=who),
        msgspec.structs.replace(error.fact, meant=prepared.tool, anew=prepared.seq),
    )


def _anew(
    asked: Asked,
    prepared: Prepared,
    stale: Change,
    seen: dict[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> RefusedError:
    """Return the refusal, and the same edit upon the files as they are now if it still fits."""
    error = _stale(asked, prepared, stale)
    if prepared.tool == "be-write":
        return error  # the whole of a file that others changed is not to be replaced unseen
    try:
        drafts = [
            _draft_anew(asked, prepared, change, seen, contents, view)
            for change, view in zip(prepared.changes, prepared.views, strict=True)
        ]
    except RefusedError:
        return error
    if not all(draft is not None and draft.plan.splices for draft in drafts):
        return error
    drafted = Drafted(tuple(draft for draft in drafts if draft is not None))
    if len(drafts) == 1:
        body = drafting.diff(drafted.drafts[0])
        error = RefusedError(msgspec.structs.replace(error.refusal, body=body), error.fact)
    return drafting.prepare(asked, error, drafted, "the same edit as things are now")


def _draft_anew(
    asked: Asked,
    prepared: Prepared,
    change: Change,
    seen: dict[RelPath, Seen],
    contents: Mapping[Kept, bytes],
    view: View,
) -> Draft | None:
    """Return a prepared change upon its file as it is now. Raises RefusedError; None: no more."""
    found = seen[RelPath(change.path)]
    file = asked.state.files.get(found.real)
    if found.kind is not Kind.FILE or file is None or not (change.before and change.after):
        return None
    runs = [run for span in view.spans if len(span) for run in view.lines(span)]
    is_as_was = found.digest == change.before.digest
    data = found.data if is_as_was else bytes_of(file, runs, contents)
    if data is None:
        return None
    before = texts.known(data, change.before)
    inserted = _inserted(asked, prepared, change, contents)
    after = texts.known(texts.splice(before, change.splices, inserted), change.after)
    target = _target(asked, prepared, change, seen, contents, view)
    placed = [placing.place(target, item, Rules(reanchor=True)) for item in _items(change, after)]
    return None if any(map(takes_changed, placed)) else single.draft(target, tuple(placed))


def _items(change: Change, after: Text) -> list[Item]:
    """Return what a change's call meant, in the numbers of the text before it."""
    items: list[Item] = []
    shift = 0
    for one in change.meant or change.splices:
        new = after.slice(one.at + shift, one.inserted)
        shift += one.inserted - one.removed
        if one.removed:
            items.append(Item(new, span=Span(one.at + 1, one.at + one.removed)))
        else:
            items.append(Item(new, after=one.at))
    return items
