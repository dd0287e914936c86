"""Chips as people find them: listed, searched, shown, and taken off the list."""

import itertools
from collections.abc import Mapping

from msgspec import structs

from ...schemas import tools
from ...schemas.facts import ChipDropped, Queried
from ...schemas.replies import ANYWHERE, Call, ChipGone, ChipItem, ChipList, ChipShown
from ...schemas.requests import Chips, DropChip, ShowChip
from ...schemas.values import Kept, RelPath
from . import chip_search, chip_texts, whose
from .asking import Asked, Decision, refuse, shown_path, the_file
from .chip_search import Query, is_of, is_within
from .chip_texts import Piece
from .chips import CUT, Chip
from .effects import Kind, Seen
from .places import BadPlaceError, Place, parse
from .previews import LIFETIME_NS

TOOL = "be-chips"
WRITE = "be-write"
PASSING = frozenset({"no_such_file", "read_only", "denied", "not_applied"})
"""Why calls are refused that may be otherwise the next time."""
MADE_ONCE = frozenset({"be-trx", "be-confirm"})
"""Tools whose calls no chip makes again."""


def the_chip(asked: Asked, tool: str, chip_id: str) -> Chip:
    """Return a chip that may be used by who asks. Raises RefusedError."""
    chip = asked.state.chips.get(chip_id)
    if chip is None or not is_within(asked, chip):
        calls = (Call("be-insert-chip", {}),)
        values: dict[str, str | int] = {"chip": chip_id}
        raise refuse(asked, tool, "no_such_chip", values=values, calls=calls)
    return chip


# --- listed ---------------------------------------------------------------------------------------


def wanted(
    asked: Asked, request: Chips, places: tuple[Place, ...], seen: Mapping[RelPath, Seen]
) -> set[Kept]:
    """Return what must be read for a listing. Raises RefusedError."""
    return chip_search.wanted(_query(asked, request, places, seen))


def _expect_tool(asked: Asked, name: str) -> None:
    """Raise RefusedError for a tool that there is not, and that no kept call named."""
    if not name or tools.find(name.strip()):
        return
    if any(is_of(chip, name) for chip in asked.state.chips.all()):
        return
    values: dict[str, str | int] = {"name": "tool", "got": name}
    values["choices"] = ", ".join(one.name for one in tools.ALL)
    raise refuse(asked, TOOL, "not_a_choice", verdict="ERROR", values=values)


def _query(
    asked: Asked, request: Chips, places: tuple[Place, ...], seen: Mapping[RelPath, Seen]
) -> Query:
    """Return what a listing seeks; `places` has the file that it names. Raises RefusedError."""
    _expect_tool(asked, request.tool)
    session = whose.number(asked, TOOL, request.session)
    paths = frozenset[bytes]()
    if places:
        found = the_file(asked, TOOL, places[0], dict(seen))
        paths = frozenset({found.path, found.real})
    return Query(asked, request, paths, session)


def list_chips(
    asked: Asked,
    request: Chips,
    places: tuple[Place, ...],
    seen: Mapping[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> Decision:
    """Return the newest chips that are meant. Raises RefusedError."""
    chips, more = chip_search.find(_query(asked, request, places, seen), contents)
    reply = ChipList(
        seq=asked.seq,
        next=_harmless(asked, chips),
        items=tuple(item(asked, chip, contents) for chip in chips),
        now_ns=asked.now_ns,
        more=more,
        capacity=asked.shelf.limits.capacity,
        name=asked.state.sessions.name(asked.session),
    )
    return Decision(reply, Queried(TOOL))


def item(asked: Asked, chip: Chip, contents: Mapping[Kept, bytes]) -> ChipItem:
    """Return a chip as it is listed; its first line as far as its text is at hand."""
    pieces = chip_texts.pieces(chip, contents)
    size = chip.text_bytes
    if size < 0 and pieces:  # kept by a version that did not count it
        size = sum(len(one.data) for one in pieces)
    return ChipItem(
        id=chip.id,
        time_ns=chip.time_ns,
        name=asked.state.sessions.name(chip.session),
        tool=chip.tool,
        kind=chip.kind,
        path=chip.path,
        span=chip.span,
        code=chip.code,
        size_bytes=size,
        first_line=chip_texts.first_line(pieces) or chip_texts.first_line_of_call(chip, contents),
        uses=asked.state.chips.uses(chip.id),
        state=asked.shelf.state_of(chip.id, asked.now_ns),
        arguments_bytes=chip.arguments.size_bytes if chip.arguments else 0,
        came_bytes=chip.came_bytes,
    )


# --- what may be done with them -------------------------------------------------------------------


def _harmless(asked: Asked, chips: tuple[Chip, ...]) -> tuple[Call, ...]:
    """Return the calls that put the newest deleted text back, and show the newest failed call.

    Who reads a list has chosen nothing of it yet: no call undoes an edit or makes one again.
    """
    unused = [one for one in chips if not asked.state.chips.uses(one.id)]
    back = filter(None, (_insertion(asked, one) for one in unused if one.kind == "deleted"))
    failed = (one.id for one in unused if one.kind == "refused")
    shown = (Call(TOOL, {"id": f"chip://{chip_id}"}) for chip_id in failed)
    return (*itertools.islice(back, 1), *itertools.islice(shown, 1))


def _calls(
    asked: Asked, chip: Chip, pieces: tuple[Piece, ...], *, is_there: bool
) -> tuple[Call, ...]:
    """Return the calls that use a chip, if it was not used and they may succeed now."""
    if asked.state.chips.uses(chip.id):
        return ()
    if chip.kind == "deleted":
        return (put_back(asked, chip),)
    return tuple(filter(None, (_again(asked, chip, is_there=is_there), _elsewhere(chip, pieces))))


def _again(asked: Asked, chip: Chip, *, is_there: bool) -> Call | None:
    """Return the call that makes what a refused one meant, or that must come before it.

    `is_there`: its file is. None: its chip does not make it.
    """
    previews = asked.state.previews
    prepared, is_made = previews.get(chip.seq), previews.edit_of(chip.seq)  # and undone since
    if prepared is not None and not is_made and asked.now_ns - prepared.time_ns <= LIFETIME_NS:
        return Call("be-confirm", {"event_id": f"p{chip.seq}"})
    if chip.request is None or chip.tool in MADE_ONCE or chip.code == CUT:
        return None
    confirm = Call("be-confirm", {"event_id": f"chip://{chip.id}"})
    if chip.code == "no_such_file" and not is_there:
        return structs.replace(confirm, arguments={**confirm.arguments, "file": "FILE"})
    if prepared is not None or chip.code in PASSING:
        return confirm
    file = asked.state.files.get(RelPath(chip.path))
    if not is_there:
        return None
    is_as_then = file is None or not file.history.steps_since(chip.seq)
    return Call("be-read", {"file": shown_path(chip.path)}) if is_as_then else confirm


def _elsewhere(chip: Chip, pieces: tuple[Piece, ...]) -> Call | None:
    """Return the call that puts a failed call's text into a file; of one without, its arguments."""
    call = {"from": f"chip://{chip.id}", "to": ANYWHERE}
    if len(pieces) == 1:
        return Call("be-insert-chip", {**call})
    if chip.arguments is None or chip.is_bare:
        return None
    return Call("be-insert-chip", {**call, "form": "args"})


def put_back(asked: Asked, chip: Chip) -> Call:
    """Return the call that puts deleted text back where it was; a whole file by an undo."""
    undo = Call("be-trx", {"action": "undo", "event_id": f"e{chip.seq}"})
    return _insertion(asked, chip) or undo


def _insertion(asked: Asked, chip: Chip) -> Call | None:
    """Return the call that inserts deleted text where it was; None: its file went or was written.

    Text that a whole file was overwritten with would stay beside it.
    """
    file = asked.state.files.get(RelPath(chip.path))
    version = file.version if file else None
    if not chip.encoding:  # no text: it can only be all of a file
        return None if version and version.size_bytes else _insertion_at(chip, 0)
    if chip.tool == WRITE or version is None or chip.span is None:
        return None
    return _insertion_at(chip, min(chip.span.first - 1, version.lines))


def _insertion_at(chip: Chip, after: int) -> Call:
    place = f"{shown_path(chip.path)}:{after}"
    return Call("be-insert-chip", {"from": f"chip://{chip.id}", "to": place})


# --- one of them ----------------------------------------------------------------------------------


def wanted_of_one(asked: Asked, request: ShowChip) -> set[Kept]:
    """Return what must be read to show a chip."""
    chip = asked.state.chips.get(request.chip)
    return {place.kept for place in chip_texts.places(chip)} if chip else set()


def file_of_one(asked: Asked, request: ShowChip) -> tuple[RelPath, ...]:
    """Return the file to look at, whose call failed: it may succeed now."""
    chip = asked.state.chips.get(request.chip)
    if chip is None or chip.kind != "refused" or not chip.path or not is_within(asked, chip):
        return ()
    try:
        return (parse(asked.root + b"/" + chip.path, asked.root, asked.root).literal,)
    except BadPlaceError:  # it was refused for that
        return ()


def show(
    asked: Asked,
    request: ShowChip,
    seen: Mapping[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> Decision:
    """Show what a chip keeps. Raises RefusedError where nothing of it is left.

    Where not all of it fits, its texts and the call have half of the room each, if they need it.
    """
    chip = the_chip(asked, TOOL, request.chip)
    is_there = any(one.kind is Kind.FILE for one in seen.values())
    places = chip_texts.places(chip)
    if places and not any(place.kept in contents for place in places):
        raise refuse(asked, TOOL, "chip_not_kept", values={"chip": chip.id})
    pieces, call = chip_texts.pieces(chip, contents), chip_texts.call_text(chip, contents)
    room = max(request.max_bytes, 0)
    least = chip_texts.beginning_of(call, "utf-8", room)  # the call, if it has all of the room
    blocks, text = chip_texts.blocks(pieces, max(room - least.cost, room // 2))
    shown = chip_texts.beginning_of(call, "utf-8", room - text.cost).data
    binary_bytes = sum(len(one.data) for one in pieces if not one.encoding)
    texts_bytes = sum(len(one.data) for one in pieces) - binary_bytes
    reply = ChipShown(
        seq=asked.seq,
        next=_calls(asked, chip, pieces, is_there=is_there),
        item=item(asked, chip, contents),
        texts=blocks,
        arguments=shown.decode(),
        cut_bytes=texts_bytes - len(text.data) + len(call) - len(shown),
        now_ns=asked.now_ns,
        binary_bytes=binary_bytes,
        escaped=chip_texts.is_escaped(chip, contents),
        data=_raw(asked, chip, contents) if request.raw else b"",
    )
    return Decision(reply, Queried(TOOL))


def _raw(asked: Asked, chip: Chip, contents: Mapping[Kept, bytes]) -> bytes:
    """Return what a chip keeps, byte for byte. Raises RefusedError."""
    data = chip_texts.raw(chip, contents)
    if data is None:
        raise refuse(asked, TOOL, "chip_has_no_arguments", values={"chip": chip.id})
    return data


def drop(asked: Asked, request: DropChip) -> Decision:
    """Take a chip off the list; one that was taken off is so still. Raises RefusedError."""
    chip = the_chip(asked, TOOL, request.chip)
    fact = Queried(TOOL) if chip.dropped else ChipDropped(chip.id)
    return Decision(ChipGone(seq=asked.seq, chip=chip.id), fact)
