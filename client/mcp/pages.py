"""The pages of be-history: as much of a reply as fits, and the call that goes on from there."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

import msgspec

from ...schemas.replies import (
    AnyReply,
    Blamed,
    Call,
    DiffReply,
    EntryShown,
    FileDiff,
    LogReply,
    Made,
)
from ...schemas.requests import AnyRequest, Blame, Diff, History, ShowEntry
from ...schemas.values import Point, Span
from .. import points
from ..words import bodies, phrases
from ..words.forms import Manner
from .history import LIMIT, PAGE_BYTES, PAGE_BYTES_MAX, body_bytes

TOOL = "be-history"
Arguments = dict[str, str | int]
_T = TypeVar("_T")


def fitted(request: AnyRequest | None, reply: AnyReply, how: Manner) -> AnyReply:
    """Return a reply with no more than there is room for, and what to call for the rest."""
    match request, reply:
        case History(), LogReply():
            return _log(request, reply, how)
        case Blame(), Blamed():
            return _blamed(request, reply, how)
        case Diff(), DiffReply():
            return _difference(request, reply, how)
        case ShowEntry(), EntryShown():
            return _entry(request, reply, how)
        case _:
            return reply


def _fitting(items: Sequence[_T], costs: Iterable[int], room: int) -> int:
    """Return how many of the first items there is room for: one at least, if there are any."""
    for number, cost in enumerate(costs):
        room -= cost
        if room < 0:
            return max(number, 1)
    return len(items)


def _bytes_of(reply: AnyReply, how: Manner) -> int:
    """Return how long the body of a reply is."""
    return sum(phrases.size_bytes(line) + 1 for line in bodies.body(reply, how))


# --- the log --------------------------------------------------------------------------------------


def _log(request: History, reply: LogReply, how: Manner) -> LogReply:
    room = body_bytes(PAGE_BYTES, request.file)
    alone = (msgspec.structs.replace(reply, items=(one,), more=False) for one in reply.items)
    number = _fitting(reply.items, (_bytes_of(one, how) for one in alone), room)
    items = reply.items[:number]
    more = reply.more or number < len(reply.items)
    calls = (Call(TOOL, _older(request, items[-1].seq)),) if more and items else _shown(reply)
    return msgspec.structs.replace(reply, items=items, more=more, next=(*reply.next, *calls))


def _older(request: History, before: int) -> Arguments:
    """Return the arguments of the call for older entries; a time that was so long ago stays it."""
    found: Arguments = {"action": "log", **_file(request.file)}
    for name in ("session", "agent", "tool"):
        if given := getattr(request, name):
            found[name] = given
    for name, point in (("since", request.since), ("until", request.until)):
        if point is not None:
            found[name] = points.written(point)
    if request.limit != LIMIT:
        found["limit"] = request.limit
    return {**found, "before": before}


def _shown(reply: LogReply) -> tuple[Call, ...]:
    """Return the call that shows the newest edit in full."""
    edits = (one.seq for one in reply.items if one.kind in ("Edited", "ChangedOutside"))
    newest = next(edits, 0)
    return (Call(TOOL, {"action": "show", "event_id": newest}),) if newest else ()


# --- files ----------------------------------------------------------------------------------------


def _blamed(request: Blame, reply: Blamed, how: Manner) -> Blamed:
    alone = (msgspec.structs.replace(reply, runs=(one,), cut_bytes=0) for one in reply.runs)
    number = _fitting(reply.runs, (_bytes_of(one, how) for one in alone), request.max_bytes)
    if number == len(reply.runs):
        return reply
    runs = reply.runs[:number]
    left = reply.runs[number:]
    count = sum(one.last - one.first + 1 for one in runs)
    span = Span(left[0].first, min(left[-1].last, left[0].first + count - 1))
    at: Arguments = {} if request.at == Point() else {"at": reply.at}
    file = f"{phrases.path_text(reply.path, phrases.PATH_BYTES_MAX)}:{span}"
    call = Call(TOOL, {"action": "blame", "file": file, **at})
    cut = reply.cut_bytes + sum(map(_line_bytes, left))
    return msgspec.structs.replace(reply, runs=runs, cut_bytes=cut, next=(call,))


def _line_bytes(one: Made) -> int:
    return sum(phrases.size_bytes(line) + 1 for line in one.lines)


def _difference(request: Diff, reply: DiffReply, how: Manner) -> DiffReply:
    alone = (msgspec.structs.replace(reply, files=(one,), cut_bytes=0) for one in reply.files)
    number = _fitting(reply.files, (_bytes_of(one, how) for one in alone), request.max_bytes)
    files, left = reply.files[:number], reply.files[number:]
    more = reply.more + len(left)
    cut = reply.cut_bytes - sum(one.cut_bytes for one in left)
    reply = msgspec.structs.replace(reply, files=files, more=more, cut_bytes=cut)
    calls = _rest(request, reply, (*files, *left), number)
    return msgspec.structs.replace(reply, next=(*reply.next, *calls))


def _rest(
    request: Diff, reply: DiffReply, files: tuple[FileDiff, ...], number: int
) -> tuple[Call, ...]:
    """Return the call for the first file that is not shown whole."""
    short = next((one for at, one in enumerate(files) if at >= number or one.cut_bytes), None)
    if short is None:
        return ()
    file = phrases.path_text(short.path, phrases.PATH_BYTES_MAX)
    between: Arguments = {"at": reply.since, "to": reply.until}
    call: Arguments = {"action": "diff", "file": file, **between}
    if len(files) > 1:
        return (Call(TOOL, call),)
    return _larger(call, request.max_bytes + reply.cut_bytes)


def _entry(request: ShowEntry, reply: EntryShown, how: Manner) -> EntryShown:
    files = reply.item.files
    whole = _bytes_of(msgspec.structs.replace(reply, diffs=()), how)
    costs = (_bytes_of(_only(reply, at), how) for at in range(len(reply.diffs)))
    number = _fitting(reply.diffs, costs, request.max_bytes - whole)
    left = reply.diffs[number:]
    cut = reply.cut_bytes + sum(
        phrases.size_bytes(line) + 1 for diff in left for block in diff for line in block.lines
    )
    reply = msgspec.structs.replace(reply, diffs=reply.diffs[:number], cut_bytes=cut)
    if not cut:
        return reply
    call: Arguments = {"action": "show", "event_id": request.entry}
    if left and reply.item.kind in ("Edited", "ChangedOutside"):
        path = phrases.path_text(files[number].path, phrases.PATH_BYTES_MAX)
        call = {"action": "diff", "event_id": request.entry, "file": path}
        return msgspec.structs.replace(reply, next=(*reply.next, Call(TOOL, call)))
    calls = _larger(call, request.max_bytes + cut)
    return msgspec.structs.replace(reply, next=(*reply.next, *calls))


def _only(reply: EntryShown, at: int) -> EntryShown:
    """Return an entry with what became of one of its files alone."""
    diffs = tuple(diff if at == number else () for number, diff in enumerate(reply.diffs))
    return msgspec.structs.replace(
        reply, diffs=diffs, saw=(), missing=(), arguments="", chips=(), cut_bytes=0
    )


def _larger(call: Arguments, bytes_needed: int) -> tuple[Call, ...]:
    """Return the same call with room for all of it, as far as that can be asked for."""
    wanted = min(PAGE_BYTES_MAX, 2 * bytes_needed + PAGE_BYTES)
    return (Call(TOOL, {**call, "max_bytes": wanted}),)


def _file(path: bytes) -> Arguments:
    return {"file": phrases.path_text(path, phrases.PATH_BYTES_MAX)} if path else {}
