"""What a call of be-trx means: undo, redo, restore, and marks in the log."""

from collections.abc import Iterable

from ...schemas import tool_names, tools
from ...schemas.requests import (
    AnyRequest,
    Commit,
    Redo,
    Restore,
    Rollback,
    Snapshot,
    Status,
    Undo,
    UndoSeveral,
)
from ...schemas.values import Point
from ..path_lines import in_path
from . import lines, names, values
from .names import Made, Taken
from .values import BadCallError

ACTIONS = ("status", "undo", "redo", "rollback", "restore", "snapshot", "commit")
RESOLUTIONS = ("newer", "force")
_FILES = ("file", "paths")
_SETS = (*_FILES, "since")
"""What says of which edits more than one is meant."""
_BESIDE_ONE = (*_SETS, "at")
"""What would say of one edit that less of it, or more than it, is meant."""


def transaction(taken: Taken) -> Made:
    """Return what a call means. Raises BadCallError."""
    action = values.string(taken.values, "action", taken.got).strip().lower()
    preview = values.boolean(taken.values, "preview")
    if preview and action in ("snapshot", "commit"):
        raise BadCallError("not_together", name="preview", action=action)
    request, meant = _request(taken, action, preview=preview)
    known = {"action", "preview", *meant, *tool_names.EVERYWHERE}
    return request, tuple(name for name in taken.values if name not in known)


def _request(taken: Taken, action: str, *, preview: bool) -> tuple[AnyRequest, Iterable[str]]:
    """Return the request, and the names of the arguments that say something of it."""
    match action:
        case "status":
            return Status(values.whose(taken.values)), ("session",)
        case "commit":
            return Commit(values.text(taken.values, "label") or ""), ("label",)
        case "snapshot":
            return Snapshot(values.string(taken.values, "label", taken.got)), ("label",)
        case "rollback":
            # Not the last edits, but one of them, or those of one file, may be meant.
            _expect_none(taken, action, ("event_id", *_BESIDE_ONE))
            step = values.integer(taken.values, "step", 1, least=1)
            request = Rollback(step, preview, values.whose(taken.values), _resolve(taken))
            return request, ("step", "session", "resolve")
        case "undo" if "event_id" not in taken.values and _means_several(taken):
            return _undo_several(taken, preview=preview), ("session", "resolve", *_SETS)
        case "undo" | "redo":
            return _flip(taken, action, preview=preview), ("event_id", "session", "resolve")
        case "restore":
            _expect_none(taken, action, ("event_id", "session", "since"))
            to = values.point(taken.values, "at") or _label(taken)
            if to is None:
                raise BadCallError("missing", name="at", got=taken.got)
            return Restore(to, _files(taken), preview=preview), ("at", "label", *_FILES)
        case _:
            choices = ", ".join(ACTIONS)
            shown = values.shown(action)
            raise BadCallError("not_a_choice", name="action", got=shown, choices=choices)


def _flip(taken: Taken, action: str, *, preview: bool) -> Undo | Redo:
    edit = values.number_of_id(taken.values, "event_id", "e")
    if not edit:
        raise BadCallError("missing", name="event_id", got=taken.got)
    _expect_none(taken, action, _BESIDE_ONE)
    flip = Undo if action == "undo" else Redo
    whose, resolve = values.whose(taken.values), _resolve(taken)
    return flip(edit, preview=preview, session=whose, resolve=resolve)


def _means_several(taken: Taken) -> bool:
    return any(name in taken.values for name in ("session", *_SETS))


def _undo_several(taken: Taken, *, preview: bool) -> UndoSeveral:
    _expect_none(taken, "undo", ("at", "step"))
    return UndoSeveral(
        values.whose(taken.values),
        values.point(taken.values, "since"),
        _files(taken),
        preview=preview,
        resolve=_resolve(taken),
    )


def _expect_none(taken: Taken, action: str, others: Iterable[str]) -> None:
    """Raise BadCallError where something beside an action says that less is meant than it does."""
    lines_beside = (name for name in taken.unknown if name in names.LINES)
    for name in (*others, *lines_beside):
        if name in taken.values or name in taken.unknown:
            raise BadCallError("not_together", name=name, action=action)


def _label(taken: Taken) -> Point | None:
    label = values.text(taken.values, "label")
    return Point(label=label) if label else None


def _resolve(taken: Taken) -> str:
    return values.choice(taken.values, "resolve", RESOLUTIONS)


def _files(taken: Taken) -> tuple[bytes, ...]:
    """Return the files and folders that are named, each once. Raises BadCallError."""
    named = values.texts(taken.values, tools.PATHS.name)
    one = values.text(taken.values, "file")
    files = list(dict.fromkeys([one, *named] if one else named))
    for file in files:
        lines.expect_numbers(file)
        if written := in_path(file):
            raise BadCallError("whole_files", lines=written[:60], plain=_plain(file))
    return tuple(file.encode() for file in files)


def _plain(file: str) -> str:
    return values.shown(file[: file.rindex(":")], 200)
