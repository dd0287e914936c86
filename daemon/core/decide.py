"""From a request to what happens: pure.

The shell calls in this order: `recalls` names a kept call that the request repeats, `places` the
paths to look at; the shell takes their turns and looks; `observing` says which of them differ from
what the log knew, and those facts are applied; `wants` names kept bytes to fetch; `decide` gives
the reply, the one fact, and the effects.
"""

from collections.abc import Mapping
from typing import assert_never

import msgspec

from ...schemas.facts import Edited, NotApplied, Queried
from ...schemas.replies import LogReply, Remark, TrailReply
from ...schemas.requests import (
    AnyRequest,
    Blame,
    Cat,
    CheckBalance,
    Chips,
    Commit,
    Confirm,
    Delete,
    Diff,
    DropChip,
    FuncRange,
    History,
    Insert,
    InsertChip,
    Misfit,
    Read,
    Redo,
    Replace,
    ReplaceSeveral,
    Restore,
    Rollback,
    Sessions,
    ShowChip,
    ShowEntry,
    ShowOutline,
    Snapshot,
    Status,
    TagRange,
    Trail,
    Undo,
    UndoSeveral,
    Views,
    Write,
    WriteSeveral,
)
from ...schemas.values import Content, Kept, RelPath
from . import (
    confirming,
    degraded,
    deleting,
    inserting,
    kept,
    leaving,
    looking_back,
    named,
    reading,
    recalling,
    repeating,
    replacing,
    selecting,
    several,
    structural,
    to_parse,
    undo,
    undoing,
    using,
    viewing,
    wanting,
    whose,
    writing,
)
from . import text as texts
from .asking import Asked, Decision, RefusedError
from .effects import Seen
from .kept_calls import is_bare, text_bytes_of
from .parses import Parse
from .wanting import anchored, call_of, places_of, tool_of


def recalls(asked: Asked, request: AnyRequest) -> Kept | None:
    """Return where a kept call lies that is to be made again. Raises RefusedError."""
    if isinstance(request, Confirm) and request.chip:
        return recalling.kept_call(asked, request)
    return None


def recalled(asked: Asked, request: AnyRequest, data: bytes | None) -> AnyRequest:
    """Return the request that a kept call comes to, `data` as it was kept. Raises RefusedError."""
    assert isinstance(request, Confirm)
    return recalling.recalled(asked, request, data)


def chip_recalled(request: AnyRequest) -> str:
    """Return the chip whose call a request makes again; empty: none."""
    return request.chip if isinstance(request, Confirm) else ""


def entry_of(request: AnyRequest) -> int:
    """Return the entry of the log that must be read for a request; 0: none."""
    match request:
        case ShowEntry(entry=seq) | Misfit(repaired=ShowEntry(entry=seq)):
            return seq
        case _:
            return 0


def places(asked: Asked, request: AnyRequest) -> tuple[RelPath, ...]:
    """Return the paths that must be looked at. Raises RefusedError."""
    match request:
        case Undo() | Redo() | Rollback() | UndoSeveral() | Restore():
            return selecting.looked_at(asked, request)
        case Commit() | Snapshot():
            return selecting.all_looked_at(asked)
        case Confirm():
            changes = confirming.the_prepared(asked, request).changes
            return tuple(RelPath(change.path) for change in changes)
        case Status() | Views():
            return viewing.files(asked, request, places_of(asked, request))
        case ShowChip():
            return kept.file_of_one(asked, request)
        case ShowEntry() | Cat() | Diff() | Blame():
            return looking_back.files(asked, request, places_of(asked, request))
        case Misfit(repaired=(ShowEntry() | Cat() | Diff() | Blame() | ShowChip()) as meant):
            return places(asked, meant)
        case Misfit(
            repaired=(Undo() | Redo() | Rollback() | UndoSeveral() | Restore() | Status()) as meant
        ):
            return places(asked, meant)
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


def parses(asked: Asked, request: AnyRequest, seen: Mapping[RelPath, Seen]) -> tuple[Parse, ...]:
    """Return what must be parsed."""
    return to_parse.parses(asked, request, seen)


def needs_parse(request: AnyRequest) -> bool:
    """Tell whether a request cannot be answered without what must be parsed."""
    return to_parse.is_needed(request)


def parses_ahead(request: AnyRequest) -> bool:
    """Tell whether it is parsed before the turns of the files are taken: nothing is changed."""
    return to_parse.only_asks(request)


def wants(asked: Asked, request: AnyRequest, seen: Mapping[RelPath, Seen]) -> set[Kept]:
    """Return the kept bytes that must be fetched. Raises RefusedError."""
    match request:
        case Undo() | Redo() | Rollback() | UndoSeveral() | Restore():
            return undo.wanted(asked.state, selecting.meant(asked, request))
        case Confirm():
            return confirming.wanted(asked, request, seen)
        case Chips():
            return kept.wanted(asked, request, places_of(asked, request), seen)
        case ShowChip():
            return kept.wanted_of_one(asked, request)
        case ShowEntry() | Cat() | Diff() | Blame():
            return looking_back.wanted(asked, request, places_of(asked, request), seen)
        case Misfit(repaired=Confirm()):
            return set()
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
        decision = using.noted(asked, request, refused(asked, request, error))
        return degraded.marked(asked, request, decision)
    decision = degraded.marked(asked, request, using.noted(asked, request, decision))
    if isinstance(decision.fact, Edited) and call:
        fact = msgspec.structs.replace(decision.fact, call=call)
        decision = decision._replace(fact=fact)
    return leaving.warned(asked, decision)


def refused(asked: Asked, request: AnyRequest, error: RefusedError) -> Decision:
    """Return the decision that a refusal is: the call is kept as a chip."""
    chip = asked.state.chips.new_id(asked.random)
    attachments = error.attachments
    kept, text_bytes = None, -1
    if not isinstance(request, Misfit) or request.repaired is not None:
        kept, data = _kept(asked, request)
        text_bytes = text_bytes_of(request)
        attachments = (*attachments, data)
    fact = msgspec.structs.replace(
        error.fact,
        chip=chip,
        request=kept,
        text_bytes=text_bytes,
        span=named.lines(asked, request, error.fact.path),
        bare=is_bare(request, asked.arguments_bytes),
    )
    refusal = msgspec.structs.replace(error.refusal, chip=chip)
    decision = Decision(refusal, fact, attachments)
    return leaving.warned(asked, decision)


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
        text_bytes=text_bytes_of(request),
        span=named.lines(asked, request, path),
        bare=is_bare(request, asked.arguments_bytes),
    )
    return fact, data


def pushed_out(asked: Asked) -> tuple[Remark, ...]:
    """Return the warnings of what the newest chip in the log has pushed out."""
    return leaving.said(asked, asked.shelf.pushed_out)


def _kept(asked: Asked, request: AnyRequest) -> tuple[Content, bytes]:
    if isinstance(request, Misfit) and request.repaired is not None:
        repaired = anchored(asked, request.repaired)
        request = msgspec.structs.replace(request, repaired=repaired)
    else:
        request = anchored(asked, request)
    data = msgspec.msgpack.encode(request)
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
            return kept.list_chips(asked, request, found, seen, contents)
        case ShowChip():
            return kept.show(asked, request, seen, contents)
        case DropChip():
            return kept.drop(asked, request)
        case Undo() | Redo() | Rollback() | UndoSeveral() | Restore():
            return undoing.take_back(asked, request, seen, contents)
        case Commit():
            return undoing.commit(asked, request)
        case Snapshot():
            return undoing.snapshot(asked, request)
        case Status():
            return viewing.status(asked, request)
        case Views():
            return viewing.list_views(asked, request, found, seen)
        case FuncRange() | TagRange() | CheckBalance() | ShowOutline():
            return structural.decide(asked, request, found[0], seen)
        case ShowEntry() | Cat() | Diff() | Blame():
            return looking_back.decide(asked, request, found, seen, contents)
        case Sessions():
            return whose.list_sessions(asked, request)
        case History():  # its entries are read by the shell, and those of a trail
            return Decision(LogReply(seq=asked.seq, items=()), Queried(tool_of(request)))
        case Trail():
            return Decision(TrailReply(seq=asked.seq, steps=()), Queried(tool_of(request)))
        case Misfit():
            return degraded.misfit(
                asked, request, found, lambda meant: _decide(asked, meant, seen, contents)
            )
        case _:
            assert_never(request)
