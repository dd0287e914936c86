"""The call that asks for an undo or redo once more, as it can be typed."""

import msgspec

from ...schemas.replies import Call
from ...schemas.requests import Redo, Rollback, Undo, UndoSeveral, Whose
from ...schemas.values import RelPath
from . import points, whose, within
from .asking import Asked, shown_path, the_place
from .meant import TakesBack

TOOL = "be-trx"
PATHS_CHARACTERS_MAX = 300
"""Of a list of files in a call."""


def call(asked: Asked, request: TakesBack | None, resolve: str) -> Call | None:
    """Return the look at what a request comes to where conflicts are resolved like this.

    None: there is nothing to resolve in it, or it cannot be written shortly. Raises RefusedError
    for names that mean nothing.
    """
    match request:
        case Undo(edit=edit):
            begin = {"action": "undo", "event_id": f"e{edit}"}
        case Redo(edit=edit):
            begin = {"action": "redo", "event_id": f"e{edit}"}
        case Rollback(step=step):
            begin = {"action": "rollback", "step": step}
        case UndoSeveral():
            begin = {"action": "undo"}
        case _:
            return None
    named = which(asked, request)
    if named is None:
        return None
    return Call(TOOL, {**begin, **named, "resolve": resolve, "preview": "true"})


def which(
    asked: Asked, request: Undo | Redo | Rollback | UndoSeveral
) -> dict[str, str | int] | None:
    """Return the arguments beside an id that say which edits are meant.

    None: they are too long. Raises RefusedError.
    """
    found = session(asked, request.session)
    if not isinstance(request, UndoSeveral):
        return found
    if request.since is not None:
        since = points.resolve(asked, TOOL, request.since)  # a time would be another by then
        found["since"] = f"e{since}" if since else "before e1"
    if request.outside:
        found["outside"] = "true"
    paths = _paths(asked, request.files)
    if len(paths) <= 1:
        return {**found, **({"file": paths[0]} if paths else {})}
    several = msgspec.json.encode(paths).decode()
    return {**found, "paths": several} if len(several) <= PATHS_CHARACTERS_MAX else None


def session(asked: Asked, named: Whose) -> dict[str, str | int]:
    """Return the argument that names a session, if one is named. Raises RefusedError."""
    number = whose.number(asked, TOOL, named)
    return {"session": asked.state.sessions.name(number)} if number else {}


def _paths(asked: Asked, named: tuple[bytes, ...]) -> list[str]:
    """Return the files and folders that are named, each as it is called. Raises RefusedError."""
    known = within.paths(asked, TOOL, named)
    if not named:
        return []
    if known is None or (asked.scope and known == within.paths(asked, TOOL, ())):
        return ["."]
    return [shown_path(_meant(asked, one)) for one in named]


def _meant(asked: Asked, named: bytes) -> RelPath:
    """Return which of the paths that a name may mean is meant."""
    place = the_place(asked, TOOL, named)
    return next((one for one in within.readings(place) if within.holds(asked, one)), place.plain)
