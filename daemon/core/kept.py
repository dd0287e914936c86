"""Chips as people find them: listed, searched, shown, and taken off the list."""

import itertools
from collections.abc import Mapping

from ...schemas.facts import ChipDropped, Queried
from ...schemas.replies import Call, ChipGone, ChipItem, ChipList, ChipShown
from ...schemas.requests import Chips, DropChip, ShowChip
from ...schemas.values import Kept, RelPath
from . import chip_search, chip_texts
from .asking import Asked, Decision, refuse, shown_path, the_file
from .chip_search import Query, is_within
from .chips import Chip
from .effects import Seen
from .places import Place
from .previews import LIFETIME_NS

TOOL = "be-chips"
WRITE = "be-write"
PASSING = frozenset({"no_such_file", "read_only", "denied", "not_applied"})
"""Why calls are refused that may be otherwise the next time."""


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


def _query(
    asked: Asked, request: Chips, places: tuple[Place, ...], seen: Mapping[RelPath, Seen]
) -> Query:
    """Return what a listing seeks; `places` has the file that it names. Raises RefusedError."""
    if not places:
        return Query(asked, request)
    found = the_file(asked, TOOL, places[0], dict(seen))
    return Query(asked, request, frozenset({found.path, found.real}))


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
        first_line=chip_texts.first_line(pieces),
        uses=asked.state.chips.uses(chip.id),
        state=asked.shelf.state_of(chip.id, asked.now_ns),
        arguments_bytes=chip.arguments.size_bytes if chip.arguments else 0,
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


def _calls(asked: Asked, chip: Chip) -> tuple[Call, ...]:
    """Return the call that uses a chip, if it was not used and may be now."""
    if asked.state.chips.uses(chip.id):
        return ()
    call = put_back(asked, chip) if chip.kind == "deleted" else _again(asked, chip)
    return (call,) if call else ()


def _again(asked: Asked, chip: Chip) -> Call | None:
    """Return the call that makes what a refused one meant, if it may succeed now."""
    prepared = asked.state.previews.get(chip.seq)
    if prepared is not None and asked.now_ns - prepared.time_ns <= LIFETIME_NS:
        is_made = asked.state.previews.edit_of(chip.seq)
        return None if is_made else Call("be-confirm", {"event_id": f"p{chip.seq}"})
    if chip.request is None or chip.code not in PASSING:
        return None
    return Call("be-confirm", {"event_id": f"chip://{chip.id}"})


def put_back(asked: Asked, chip: Chip) -> Call:
    """Return the call that puts deleted text back where it was; a whole file by an undo."""
    undo = Call("be-trx", {"action": "undo", "event_id": f"e{chip.seq}"})
    return _insertion(asked, chip) or undo


def _insertion(asked: Asked, chip: Chip) -> Call | None:
    """Return the call that inserts deleted text where it was; None: its file went or was written.

    Text that a whole file was overwritten with would stay beside it.
    """
    file = asked.state.files.get(RelPath(chip.path))
    if chip.tool == WRITE or file is None or file.version is None or chip.span is None:
        return None
    after = min(chip.span.first - 1, file.version.lines)
    place = f"{shown_path(chip.path)}:{after}"
    return Call("be-insert-chip", {"from": f"chip://{chip.id}", "to": place})


# --- one of them ----------------------------------------------------------------------------------


def wanted_of_one(asked: Asked, request: ShowChip) -> set[Kept]:
    """Return what must be read to show a chip."""
    chip = asked.state.chips.get(request.chip)
    return {place.kept for place in chip_texts.places(chip)} if chip else set()


def show(asked: Asked, request: ShowChip, contents: Mapping[Kept, bytes]) -> Decision:
    """Show what a chip keeps. Raises RefusedError where nothing of it is left.

    Where not all of it fits, its texts and the call have half of the room each, if they need it.
    """
    chip = the_chip(asked, TOOL, request.chip)
    places = chip_texts.places(chip)
    if places and not any(place.kept in contents for place in places):
        raise refuse(asked, TOOL, "chip_not_kept", values={"chip": chip.id})
    pieces, call = chip_texts.pieces(chip, contents), chip_texts.call_text(chip, contents)
    room = max(request.max_bytes, 0)
    least = chip_texts.beginning_of(call, "utf-8", room)  # the call, if it has all of the room
    blocks, text = chip_texts.blocks(pieces, max(room - least.cost, room // 2))
    shown = chip_texts.beginning_of(call, "utf-8", room - text.cost).data
    reply = ChipShown(
        seq=asked.seq,
        next=_calls(asked, chip),
        item=item(asked, chip, contents),
        texts=blocks,
        arguments=shown.decode(),
        cut_bytes=sum(len(one.data) for one in pieces) - len(text.data) + len(call) - len(shown),
        now_ns=asked.now_ns,
    )
    return Decision(reply, Queried(TOOL))


def drop(asked: Asked, request: DropChip) -> Decision:
    """Take a chip off the list; one that was taken off is so still. Raises RefusedError."""
    chip = the_chip(asked, TOOL, request.chip)
    fact = Queried(TOOL) if chip.dropped else ChipDropped(chip.id)
    return Decision(ChipGone(seq=asked.seq, chip=chip.id), fact)
