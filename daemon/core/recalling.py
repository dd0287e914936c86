"""be-confirm with a chip: a kept call, made again."""

from msgspec import structs

from ...schemas.requests import (
    AnyRequest,
    Chips,
    Confirm,
    Delete,
    Insert,
    InsertChip,
    Misfit,
    Read,
    Replace,
    ReplaceSeveral,
    Status,
    Write,
    WriteSeveral,
)
from ...schemas.values import Kept
from .asking import Asked, refuse
from .degraded import CUT
from .drafting import CONFIRM
from .kept import put_back, the_chip
from .kept_calls import REQUEST
from .places import BadPlaceError, parse


def kept_call(asked: Asked, request: Confirm) -> Kept:
    """Return where the call lies that a chip keeps. Raises RefusedError."""
    chip = the_chip(asked, CONFIRM, request.chip)
    values: dict[str, str | int] = {"chip": chip.id}
    if chip.kind == "deleted":
        calls = (put_back(asked, chip),)
        raise refuse(asked, CONFIRM, "chip_not_a_call", values=values, calls=calls)
    if chip.kept is None:
        raise refuse(asked, CONFIRM, "chip_unreadable", values=values)
    return chip.kept


def recalled(asked: Asked, request: Confirm, data: bytes | None) -> AnyRequest:
    """Return a kept call as it is to be made again, with corrections. Raises RefusedError."""
    values: dict[str, str | int] = {"chip": request.chip}
    if data is None:
        raise refuse(asked, CONFIRM, "chip_not_kept", values=values)
    kept = REQUEST.decode(data)
    if isinstance(kept, Misfit):
        if kept.code == CUT:
            raise refuse(asked, CONFIRM, "chip_cut", values=values)
        kept = kept.repaired  # what the call was taken to mean
    match kept:
        case WriteSeveral():
            if request.file or request.view:
                raise refuse(asked, CONFIRM, "chip_of_several", values=values)
            return structs.replace(kept, preview=False)
        case Status():
            return kept
        case Read() | Chips():
            return _read_again(asked, kept, request.file)
        case Replace() | Insert() | Delete() | Write() | ReplaceSeveral() | InsertChip():
            again = structs.replace(kept, preview=False)
        case _:
            raise refuse(asked, CONFIRM, "chip_unreadable", values=values)
    if request.file:
        again = structs.replace(again, file=request.file)
        if _has_lines(asked, request.file):
            again = _without_lines(again)
    return structs.replace(again, view=request.view) if request.view else again


def _read_again(asked: Asked, kept: Read | Chips, file: bytes) -> Read | Chips:
    """Return a call that only reads, of another file if one is given; views are nothing to it."""
    if not file:
        return kept
    if isinstance(kept, Read) and _has_lines(asked, file):
        return structs.replace(kept, file=file, spans=())
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
            return structs.replace(kept, span=None)
        case Insert() | InsertChip():
            return structs.replace(kept, after=None)
        case _:
            return kept
