"""be-confirm with a chip: a kept call, made again."""

from msgspec import structs

from ...schemas.replies import Call
from ...schemas.requests import (
    AnyRequest,
    CheckBalance,
    Chips,
    Confirm,
    Delete,
    FuncRange,
    Insert,
    InsertChip,
    Meant,
    Misfit,
    Read,
    Replace,
    ReplaceSeveral,
    ShowOutline,
    Status,
    TagRange,
    Write,
    WriteSeveral,
)
from ...schemas.values import Kept
from .asking import Asked, RefusedError, refuse, shown_path
from .chips import CUT, DEGRADED, Chip
from .drafting import CONFIRM
from .kept import put_back, the_chip
from .kept_calls import REQUEST
from .places import BadPlaceError, parse

UNKNOWN_TOOL = "unknown_tool"
UNREAD = frozenset({"not_json", "not_an_object", "bad_line", "line_too_long", "degraded_cut"})
"""Why a call was refused whose arguments nobody could read."""


def kept_call(asked: Asked, request: Confirm) -> Kept:
    """Return where the call lies that a chip keeps. Raises RefusedError."""
    chip = the_chip(asked, CONFIRM, request.chip)
    values: dict[str, str | int] = {"chip": chip.id}
    if chip.kind == "deleted":
        calls = (put_back(asked, chip),)
        raise refuse(asked, CONFIRM, "chip_not_a_call", values=values, calls=calls)
    if chip.kind == "salvaged":
        raise _made(asked, chip)
    if chip.kept is None:
        raise _unmade(asked, chip)
    return chip.kept


def _made(asked: Asked, chip: Chip) -> RefusedError:
    """Return the refusal to make a call again that was made as it came: a redo does, or a read."""
    edit = f"e{chip.seq}"
    is_undone = bool(asked.state.edits.by_seq[chip.seq].undone_by)
    call = Call("be-read", {"file": shown_path(chip.path)})
    if is_undone:
        call = Call("be-trx", {"action": "redo", "event_id": edit})
    values: dict[str, str | int] = {"chip": chip.id, "edit": edit}
    return refuse(asked, CONFIRM, "chip_was_made", path=chip.path, values=values, calls=(call,))


def _unmade(asked: Asked, chip: Chip) -> RefusedError:
    """Return the refusal to make a call again that never was one that could be made."""
    values: dict[str, str | int] = {"chip": chip.id}
    if chip.code == UNKNOWN_TOOL:
        return refuse(asked, CONFIRM, "chip_of_no_tool", values=values)
    if chip.code in UNREAD:
        return refuse(asked, CONFIRM, "chip_unreadable", values=values)
    return refuse(asked, CONFIRM, "chip_of_no_call", values=values)


def recalled(asked: Asked, request: Confirm, data: bytes | None) -> AnyRequest:
    """Return a kept call as it is to be made again, with corrections. Raises RefusedError."""
    values: dict[str, str | int] = {"chip": request.chip}
    if data is None:
        raise refuse(asked, CONFIRM, "chip_not_kept", values=values)
    kept = REQUEST.decode(data)
    if not isinstance(kept, Misfit) or kept.repaired is None:
        return _corrected(asked, request, kept)
    if kept.code == CUT:
        raise refuse(asked, CONFIRM, "chip_cut", values=values)
    meant = _corrected(asked, request, kept.repaired)
    # What was salvaged is told, and no file that is there is changed by it, as the first time.
    if "how" not in kept.values:
        return meant
    return structs.replace(kept, code=DEGRADED, repaired=meant)


def _corrected(asked: Asked, request: Confirm, kept: AnyRequest) -> Meant:
    """Return what a call means, with corrections. Raises RefusedError."""
    values: dict[str, str | int] = {"chip": request.chip}
    match kept:
        case WriteSeveral():
            if request.file or request.view:
                raise refuse(asked, CONFIRM, "chip_of_several", values=values)
            return structs.replace(kept, preview=False)
        case Status():
            return kept
        case Read() | Chips() | FuncRange() | TagRange() | CheckBalance() | ShowOutline():
            return _read_again(asked, kept, request.file)
        case Replace() | Insert() | Delete() | Write() | ReplaceSeveral() | InsertChip():
            again = structs.replace(kept, preview=False)
        case _:
            raise refuse(asked, CONFIRM, "chip_made_once", values=values)
    if request.file:
        again = structs.replace(again, file=request.file)
        if _has_lines(asked, request.file):
            again = _without_lines(again)
    return structs.replace(again, view=request.view) if request.view else again


ReadAgain = Read | Chips | FuncRange | TagRange | CheckBalance | ShowOutline


def _read_again(asked: Asked, kept: ReadAgain, file: bytes) -> ReadAgain:
    """Return a call that only reads, of another file if one is given; views are nothing to it."""
    if not file:
        return kept
    if isinstance(kept, Read) and _has_lines(asked, file):
        return structs.replace(kept, file=file, spans=(), target=None)
    if isinstance(kept, FuncRange | TagRange) and _has_lines(asked, file):
        return structs.replace(kept, file=file, line=0)
    return structs.replace(kept, file=file)


Again = Replace | Insert | Delete | Write | ReplaceSeveral | InsertChip


def _has_lines(asked: Asked, file: bytes) -> bool:
    try:
        return bool(parse(file, asked.root, asked.cwd, asked.named).spans)
    except BadPlaceError:
        return False  # that is said where the file is looked for


def _without_lines(kept: Again) -> Again:
    match kept:
        case Replace() | Delete():
            return structs.replace(kept, span=None, target=None)
        case Insert():
            return structs.replace(kept, after=None, target=None)
        case InsertChip():
            return structs.replace(kept, after=None)
        case _:
            return kept
