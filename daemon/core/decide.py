"""From a request to what happens: pure.

The shell calls in this order: `recalls` names a kept call that the request repeats, `places` the
paths to look at; the shell takes their turns and looks; `observing` says which of them differ from
what the log knew, and those facts are applied; `wants` names kept bytes to fetch; `decide` gives
the reply, the one fact, and the effects.
"""

from collections.abc import Mapping
from typing import assert_never

import msgspec

from ...schemas.facts import AnyFact, Change, Edited, NotApplied, Previewed, Queried, Refused
from ...schemas.replies import LogReply, Refusal
from ...schemas.requests import (
    AnyRequest,
    Chips,
    Commit,
    Confirm,
    Delete,
    History,
    Insert,
    InsertChip,
    Misfit,
    Read,
    Redo,
    Replace,
    ReplaceSeveral,
    Rollback,
    Snapshot,
    Status,
    Undo,
    Views,
    Write,
    WriteSeveral,
)
from ...schemas.values import Content, Kept, RelPath
from . import (
    confirming,
    deleting,
    drafting,
    inserting,
    reading,
    recalling,
    repeating,
    replacing,
    several,
    undo,
    undoing,
    viewing,
    wanting,
    writing,
)
from . import text as texts
from .asking import Asked, Decision, RefusedError
from .effects import Seen
from .places import Place
from .wanting import anchored, call_of, place_of, places_of, tool_of


def recalls(asked: Asked, request: AnyRequest) -> Kept | None:
    """Return where a kept call lies that is to be made again. Raises RefusedError."""
    if isinstance(request, Confirm) and request.chip:
        return recalling.kept_call(asked, request)
    return None


def recalled(asked: Asked, request: AnyRequest, data: bytes | None) -> AnyRequest:
    """Return the request that a kept call comes to, `data` as it was kept. Raises RefusedError."""
    assert isinstance(request, Confirm)
    return recalling.recalled(asked, request, data)


def places(asked: Asked, request: AnyRequest) -> tuple[RelPath, ...]:
    """Return the paths that must be looked at. Raises RefusedError."""
    match request:
        case Undo() | Redo() | Rollback():
            flips = undoing.meant(asked, request)
            return undo.paths_of(asked.state, (*flips.undoes, *flips.redoes))
        case Confirm():
            changes = confirming.the_prepared(asked, request).changes
            return tuple(RelPath(change.path) for change in changes)
        case Status() | Views():
            return viewing.files(asked, request, places_of(asked, request))
        case _:
            paths = (path for place in places_of(asked, request) for path in place.paths)
            return tuple(dict.fromkeys(paths))


def spare(asked: Asked, request: AnyRequest) -> frozenset[RelPath]:
    """Return those of the paths that are only another way to read a place. Raises nothing."""
    try:
        found = places_of(asked, request)
    except RefusedError:
        return frozenset()
    return frozenset(path for one in found for path in one.paths) - {one.plain for one in found}


def path_asked(asked: Asked, request: History | Views) -> bytes:
    """Return the file that a listing is narrowed to, "" for none. Raises RefusedError."""
    return place_of(asked, request, request.file).plain if request.file else b""


def wants(asked: Asked, request: AnyRequest, seen: Mapping[RelPath, Seen]) -> set[Kept]:
    """Return the kept bytes that must be fetched. Raises RefusedError."""
    match request:
        case Undo() | Redo() | Rollback():
            flips = undoing.meant(asked, request)
            return undo.wanted(asked.state, flips.undoes, flips.redoes)
        case Confirm():
            return confirming.wanted(asked, request, seen)
        case Chips():
            kept = (chip.kept for chip in inserting.newest(asked, request))
            return {one for one in kept if one is not None}
        case Misfit(repaired=repaired) if repaired is not None:
            return wants(asked, repaired, seen)
        case _:
            return wanting.wanted(asked, request, seen)


def decide(
    asked: Asked,
    request: AnyRequest,
    seen: dict[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> Decision:
    """Return what comes of a request; a refusal is a decision too."""
    call = call_of(asked, request)
    try:
        is_fixed = wanting.is_fixed(request)
        before = repeating.made_before(asked, call, is_fixed=is_fixed) if call else None
        decision = before or _decide(asked, request, seen, contents)
    except RefusedError as error:
        return refused(asked, request, error)
    if isinstance(decision.fact, Edited) and call:
        fact = msgspec.structs.replace(decision.fact, call=call)
        return decision._replace(fact=fact)
    return decision


def refused(asked: Asked, request: AnyRequest, error: RefusedError) -> Decision:
    """Return the decision that a refusal is: the call is kept as a chip."""
    chip = asked.state.chips.new_id(asked.random)
    attachments = error.attachments
    kept = None
    if not isinstance(request, Misfit):
        kept, data = _kept(asked, request)
        attachments = (*attachments, data)
    return Decision(
        msgspec.structs.replace(error.refusal, chip=chip),
        msgspec.structs.replace(error.fact, chip=chip, request=kept),
        attachments,
    )


def not_applied(
    asked: Asked, request: AnyRequest, edit: int, reason: str, *, path: RelPath, found: bytes
) -> tuple[NotApplied, bytes]:
    """Return the fact that an edit did not reach the disk, and its attachment, the call."""
    kept, data = _kept(asked, request)
    fact = NotApplied(
        edit=edit,
        path=path,
        reason=reason,
        found=found,
        chip=asked.state.chips.new_id(asked.random),
        request=kept,
        tool=tool_of(request),
        session=asked.session,
    )
    return fact, data


def _kept(asked: Asked, request: AnyRequest) -> tuple[Content, bytes]:
    data = msgspec.msgpack.encode(anchored(asked, request))
    return Content(texts.sha256(data), len(data)), data


def _decide(  # noqa: C901, PLR0911, PLR0912 - one line for each kind of request
    asked: Asked,
    request: AnyRequest,
    seen: dict[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> Decision:
    found = places_of(asked, request)
    match request:
        case Read():
            return reading.read(asked, request, found[0], seen)
        case Replace():
            return replacing.replace(asked, request, found[0], seen, contents)
        case Insert():
            return replacing.insert(asked, request, found[0], seen, contents)
        case Delete():
            return deleting.delete(asked, request, found[0], seen, contents)
        case ReplaceSeveral():
            return several.replace_several(asked, request, found, seen, contents)
        case Write():
            return writing.write(asked, request, found[0], seen, contents)
        case WriteSeveral():
            return writing.write_several(asked, request, found, seen, contents)
        case InsertChip():
            return inserting.insert_chip(asked, request, found, seen, contents)
        case Confirm():
            return confirming.confirm(asked, request, seen, contents)
        case Chips():
            return inserting.list_chips(asked, request, contents)
        case Undo() | Redo() | Rollback():
            flips = undoing.meant(asked, request)
            act = undoing.preview if request.preview else undoing.flip
            return act(asked, flips, seen, contents)
        case Commit():
            return undoing.commit(asked, request)
        case Snapshot():
            return undoing.snapshot(asked, request)
        case Status():
            return viewing.status(asked)
        case Views():
            return viewing.list_views(asked, request, found, seen)
        case History():
            return Decision(LogReply(seq=asked.seq, items=()), Queried("be-history"))
        case Misfit():
            return _misfit(asked, request, found, seen, contents)
        case _:
            assert_never(request)


def _misfit(
    asked: Asked,
    request: Misfit,
    found: tuple[Place, ...],
    seen: dict[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> Decision:
    """Refuse a call that means no request; prepare what it is taken to mean."""
    refusal = Refusal(
        seq=asked.seq,
        code=request.code,
        verdict="ERROR",
        tool=request.tool,
        path=found[0].plain if found else b"",
        values=request.values,
        now_ns=asked.now_ns,
    )
    error = RefusedError(refusal, Refused(request.tool, request.code, refusal.path))
    if request.repaired is None:
        raise error
    repaired = msgspec.structs.replace(request.repaired, preview=True)
    try:
        meant = _decide(asked, repaired, seen, contents)
    except RefusedError as inner:  # what was meant needs a repair by itself
        meant = inner.decision
    changes = _prepared_by(meant.fact)
    if not changes:
        raise error
    note = ""
    if "taken" in request.values:
        is_file = request.values.get("name") == "file"
        taken = request.values["taken"]
        note = f"{taken} taken as file" if is_file else f"{taken} taken as content"
    raise RefusedError(
        msgspec.structs.replace(
            error.refusal, prepared=True, next=(drafting.confirm_call(asked, note),)
        ),
        msgspec.structs.replace(error.fact, prepared=changes, meant=tool_of(repaired)),
        meant.attachments,
    )


def _prepared_by(fact: AnyFact) -> tuple[Change, ...]:
    match fact:
        case Previewed(changes=changes):
            return changes
        case Refused(prepared=changes):
            return changes
        case _:
            return ()
