"""What changed between two points, file by file, from the files' histories."""

from collections.abc import Iterator, Mapping
from heapq import nsmallest
from itertools import islice
from typing import NamedTuple

from msgspec import structs

from ...schemas.facts import Queried
from ...schemas.replies import Block, DiffReply, FileDiff, Who
from ...schemas.requests import Diff
from ...schemas.values import Kept, RelPath, Version
from . import between, past, points, unsure, within
from . import text as texts
from .asking import Asked, Decision
from .cutting import Room
from .files import File
from .whose import TOOL

LOOKED_MAX = 500
"""Files that are looked at before today is compared, those that have changed since first."""
TEXT_BYTES_MAX = 4 << 20
"""So much text is compared in one call; of further files only what they were and are is told."""
ALONE_BYTES_MAX = 8 << 20
"""So much of the first file, its text before and after together."""


class _Between(NamedTuple):
    """What is compared: each file after the entry `since`, and after the entry `until`."""

    since: int
    until: int
    files: tuple[File, ...]
    """Those that are meant and differ, by path."""
    compared: frozenset[RelPath]
    """Those of them whose texts are compared."""


def files(asked: Asked, request: Diff) -> tuple[RelPath, ...]:
    """Return the files to look at: none, if today is not asked for. Raises RefusedError."""
    if not (points.is_now(asked, request.since) or points.is_now(asked, request.until)):
        return ()
    first = min(points.resolve(asked, TOOL, one) for one in (request.since, request.until))
    paths = _meant(asked, request)
    changed = _changed(asked, paths, first, asked.seq)
    meant = nsmallest(LOOKED_MAX, asked.state.files.by_path if paths is None else paths)
    return tuple(islice(dict.fromkeys([*changed, *meant]), LOOKED_MAX))


def wanted(asked: Asked, request: Diff) -> set[Kept]:
    """Return the kept bytes that the texts are put together from. Raises RefusedError."""
    found = _between(asked, request)
    return {
        kept
        for path in found.compared
        for seq in (found.since, found.until)
        for kept in past.wanted_at(asked.state, path, seq)
    }


def diff(asked: Asked, request: Diff, contents: Mapping[Kept, bytes]) -> Decision:
    """Tell what changed between two points. Raises RefusedError."""
    found = _between(asked, request)
    room = Room(request.max_bytes)
    items: list[FileDiff] = []
    for file in found.files:
        cut_bytes = room.cut_bytes
        item = _of_file(asked, found, file, contents, room)
        if file.path not in found.compared and item.after is not None:
            room.cut_bytes += item.after.size_bytes
        items.append(structs.replace(item, cut_bytes=room.cut_bytes - cut_bytes))
    named = within.only(asked, TOOL, (request.file,) if request.file else ())
    told = dict.fromkeys((*named, *(file.path for file in found.files)))
    first = request.since if found.since <= found.until else request.until
    unknown = unsure.not_known(asked, told, min(found.since, found.until), first)
    reply = DiffReply(
        seq=asked.seq,
        warnings=unsure.said_not_known(asked, unknown),
        since=found.since,
        until=found.until,
        files=tuple(items),
        cut_bytes=room.cut_bytes,
        now_ns=asked.now_ns,
    )
    return Decision(reply, Queried(TOOL))


def _meant(asked: Asked, request: Diff) -> frozenset[RelPath] | None:
    """Return the files that are meant, None: any. Raises RefusedError."""
    return within.paths(asked, TOOL, (request.file,) if request.file else ())


def _changed(
    asked: Asked, paths: frozenset[RelPath] | None, after: int, until: int
) -> list[RelPath]:
    """Return those of the files that entries between changed, by path."""
    edits = asked.state.edits.between(after, until)
    found = {path for edit in edits if edit.applied for path in edit.paths}
    return sorted(found if paths is None else found & paths)


def _between(asked: Asked, request: Diff) -> _Between:
    since = points.resolve(asked, TOOL, request.since)
    until = points.resolve(asked, TOOL, request.until)
    differing: list[File] = []
    compared: set[RelPath] = set()
    room = TEXT_BYTES_MAX
    paths = _changed(asked, _meant(asked, request), *sorted((since, until)))
    for path in paths:
        before, after = (past.version_at(asked.state, path, at) for at in (since, until))
        if _state_of(before) == _state_of(after):
            continue
        room -= sum(one.size_bytes for one in (before, after) if one)
        if room >= (0 if differing else TEXT_BYTES_MAX - ALONE_BYTES_MAX):
            compared.add(path)
        differing.append(asked.state.files.by_path[path])
    return _Between(since, until, tuple(differing), frozenset(compared))


def _state_of(version: Version | None) -> tuple[bytes, int] | None:
    """Return what makes two versions differ; None: there is no file."""
    return (version.digest, version.mode) if version else None


def _of_file(
    asked: Asked, found: _Between, file: File, contents: Mapping[Kept, bytes], room: Room
) -> FileDiff:
    """Return what became of one file, with as many lines that went and came as there is room."""
    state, path, history = asked.state, file.path, file.history
    before, after = (past.version_at(state, path, at) for at in (found.since, found.until))
    blocks: tuple[Block, ...] = ()
    missing = False
    if path in found.compared:
        old, new = (past.bytes_at(state, path, at, contents) for at in (found.since, found.until))
        missing = old is None or new is None
        if old is not None and new is not None:
            splices = between.splices(history.runs_at(found.since), history.runs_at(found.until))
            before_text, after_text = texts.known(old, before), texts.known(new, after)
            blocks, left_bytes = between.blocks(before_text, after_text, splices, room.lines_max)
            blocks = room.take(blocks)
            room.cut_bytes += left_bytes
    by = tuple(_makers(asked, file, found.since, found.until))
    return FileDiff(path, before, after, blocks, by, missing)


def _makers(asked: Asked, file: File, since: int, until: int) -> Iterator[Who]:
    """Yield who changed a file between two points, oldest first, each once."""
    low, high = sorted((since, until))
    known: set[int] = set()
    for step in file.history.steps_since(low):
        who = asked.state.who(step.seq)
        if step.seq <= high and who.session not in known:
            known.add(who.session)
            yield who
