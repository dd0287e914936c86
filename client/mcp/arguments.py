"""From a tool call's arguments, wide as callers give them, to the one request that they mean."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from ...schemas import tools
from ...schemas.requests import (
    AnyRequest,
    Chips,
    Commit,
    Confirm,
    Delete,
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
    Write,
    WriteSeveral,
)
from . import edits, lines, mending, names, objects, values
from .names import Taken
from .values import BadCallError

READ_BYTES = 24_000
"""Of a read's whole reply, where neither call nor host say otherwise."""
READ_BYTES_MAX = 200_000
BESIDE_LINES_BYTES = 1_100
"""So much of a read's reply is not lines of the file: its first and last line without paths, and
notices.
"""
ACTIONS = ("status", "undo", "redo", "rollback", "snapshot", "commit")


class Parsed(Struct, frozen=True):
    """A request, and what in the call is not of it."""

    request: AnyRequest
    ignored: tuple[str, ...] = ()
    """Names that mean nothing to the tool."""
    brief: bool = False
    """Only the first line of the reply is wanted."""


def parse(name: str, raw: bytes | None, *, max_bytes: int | None = None) -> Parsed:
    """Return the request that a call of the tool `name` with these JSON arguments means.

    What means none becomes a Misfit, which the daemon logs and refuses. `max_bytes` is how large
    a read's reply may be where the call does not say. Raises nothing, whatever the bytes.
    """
    tool = tools.find(name)
    if tool is None:
        shown = values.shown(name)
        known = ", ".join(tools.BY_NAME)
        return Parsed(Misfit(shown, "unknown_tool", {"name": shown, "known": known}))
    try:
        taken = names.take(tool, objects.as_object(raw))
    except BadCallError as error:
        return Parsed(Misfit(tool.name, error.code, error.values))
    try:
        return _parsed(taken, max_bytes or READ_BYTES)
    except BadCallError as error:
        misfit = Misfit(tool.name, error.code, error.values)
        return Parsed(mending.mended(misfit, taken, lambda one: _parsed(one, READ_BYTES).request))


def _parsed(taken: Taken, max_bytes: int) -> Parsed:
    brief = values.boolean(taken.values, "brief")
    if taken.tool is tools.READ:
        return Parsed(_read(taken, max_bytes), taken.ignored, brief)
    request, ignored = _MAKERS[taken.tool.name](taken)
    return Parsed(request, (*taken.ignored, *ignored), brief)


Made = tuple[AnyRequest, tuple[str, ...]]
"""A request, and names within its lists, or beside them, that mean nothing."""


def _read(taken: Taken, max_bytes: int) -> Read:
    path = _path(taken)
    file, span = path.encode(), lines.span_beside(taken.values, path)
    room = max(max_bytes - BESIDE_LINES_BYTES - 2 * len(file), max_bytes // 4)
    limit = min(values.integer(taken.values, "max_bytes", room, least=1), READ_BYTES_MAX)
    return Read(file, () if span is None else (span,), limit)


# --- edits ----------------------------------------------------------------------------------------


def _replace(taken: Taken) -> Made:
    if (several := _list(taken, "edits")) is not None:
        return _replace_several(taken, several)
    path = _path(taken)
    request = Replace(
        path.encode(),
        values.content(taken.values, taken.got),
        lines.span_beside(taken.values, path),
        values.text(taken.values, "old"),
        all=values.boolean(taken.values, "all"),
        reanchor=values.boolean(taken.values, "reanchor"),
        **_options(taken),
    )
    return request, ()


def _replace_several(taken: Taken, given: list[Any]) -> Made:
    path = _path(taken)
    _expect_alone(taken, "edits", ("content", "old", "all", *names.names_of_lines(taken.tool)))
    read = edits.read_edits(given, path)
    options = _options(taken)
    if options["view"] and read.view not in (0, options["view"]):
        raise BadCallError("conflicting_names", one="viewed_code_id", other="viewed_code_id")
    options["view"] = options["view"] or read.view
    reanchor = values.boolean(taken.values, "reanchor")
    request = ReplaceSeveral(path.encode(), read.items, reanchor=reanchor, **options)
    return request, read.ignored


def _insert(taken: Taken) -> Made:
    path = _path(taken)
    request = Insert(
        path.encode(),
        values.content(taken.values, taken.got),
        lines.after_beside(taken.values, path),
        reanchor=values.boolean(taken.values, "reanchor"),
        **_options(taken),
    )
    return request, ()


def _delete(taken: Taken) -> Made:
    path = _path(taken)
    span = lines.span_beside(taken.values, path)
    remove = values.boolean(taken.values, "remove")
    if remove and span is not None:
        raise BadCallError("lines_in_remove", plain=values.shown(path, 200))
    request = Delete(
        path.encode(),
        span,
        values.text(taken.values, "old"),
        remove=remove,
        reanchor=values.boolean(taken.values, "reanchor"),
        **_options(taken),
    )
    return request, ()


def _write(taken: Taken) -> Made:
    parents = values.boolean(taken.values, "parents")
    base64 = values.boolean(taken.values, "base64")
    options = _options(taken)
    if (several := _list(taken, "files")) is not None:
        beside = ("file", "content", "viewed_code_id", *names.names_of_lines(taken.tool))
        _expect_alone(taken, "files", beside)
        files, ignored = edits.read_files(several, base64=base64)
        del options["view"]
        return WriteSeveral(files, parents=parents, **options), ignored
    path = _path(taken)
    if lines.span_beside(taken.values, path) is not None:
        raise BadCallError("lines_in_write", plain=values.shown(path, 200))
    content = values.content(taken.values, taken.got)
    new = values.from_base64(content) if base64 else content
    return Write(path.encode(), new, parents=parents, **options), ()


def _insert_chip(taken: Taken) -> Made:
    source, path = values.text(taken.values, "from"), values.text(taken.values, "to")
    if source is None and path is None:
        return Chips(), ()
    if source is None or path is None:
        raise BadCallError("missing", name="to" if path is None else "from", got=taken.got)
    lines.expect_served(path)
    chip = values.chip_id(source)
    request = InsertChip(
        path.encode(),
        chip,
        b"" if chip else source.encode(),
        lines.after_beside(taken.values, path),
        reanchor=values.boolean(taken.values, "reanchor"),
        **_options(taken),
    )
    return request, ()


def _path(taken: Taken) -> str:
    path = values.string(taken.values, "file", taken.got)
    lines.expect_served(path)
    return path


def _options(taken: Taken) -> dict[str, Any]:
    """Return what all edits have."""
    form = taken.values.get("format")
    return {
        "view": values.number_of_id(taken.values, "viewed_code_id", "v"),
        "force": values.boolean(taken.values, "force"),
        "preview": values.boolean(taken.values, "preview"),
        "diff": isinstance(form, str) and form.strip().lower() == "diff",
    }


def _list(taken: Taken, name: str) -> list[Any] | None:
    """Return the items under this name, None where the call is meant without them."""
    if name not in taken.values:
        return None
    given = edits.listed(taken.values[name], name)
    if not given:
        if "content" in taken.values:
            return None
        raise BadCallError("no_edits", list=name)
    return given


def _expect_alone(taken: Taken, name: str, others: tuple[str, ...]) -> None:
    """Raise BadCallError where an argument beside a list says what only its items may say."""
    for other in others:
        if other in taken.values and taken.values[other] not in ("", False, "false"):
            raise BadCallError("beside_edits", name=other, list=name)


# --- what was prepared or made before -------------------------------------------------------------


def _confirm(taken: Taken) -> Made:
    if "event_id" not in taken.values:
        raise BadCallError("missing", name="event_id", got=taken.got)
    prepared, chip = values.prepared_or_chip(taken.values["event_id"], "event_id")
    file = values.text(taken.values, "file") or ""
    lines.expect_served(file)
    view = values.number_of_id(taken.values, "viewed_code_id", "v")
    if chip:
        return Confirm(0, chip, file.encode(), view), ()
    if file:  # what was prepared has its place
        raise BadCallError("only_with_chip", name="file")
    return Confirm(prepared), ("viewed_code_id",) if view else ()


def _transaction(taken: Taken) -> Made:
    action = values.string(taken.values, "action", taken.got).strip().lower()
    preview = values.boolean(taken.values, "preview")
    if preview and action in ("snapshot", "commit"):
        raise BadCallError("not_together", name="preview", action=action)
    return _transact(taken, action, preview=preview), ()


def _transact(taken: Taken, action: str, *, preview: bool) -> AnyRequest:
    match action:
        case "status":
            return Status()
        case "commit":
            return Commit(values.text(taken.values, "label") or "")
        case "snapshot":
            return Snapshot(values.string(taken.values, "label", taken.got))
        case "rollback":
            # Not the last edits, but one of them, or those of one file, may be meant.
            for name in ("event_id", "file"):
                if name in taken.values or name in map(_own_name, taken.unknown):
                    raise BadCallError("not_together", name=name, action="rollback")
            return Rollback(values.integer(taken.values, "step", 1, least=1), preview)
        case "undo" | "redo":
            edit = values.number_of_id(taken.values, "event_id", "e")
            if not edit:
                raise BadCallError("missing", name="event_id", got=taken.got)
            return (Undo if action == "undo" else Redo)(edit, preview=preview)
        case _:
            choices = ", ".join(ACTIONS)
            shown = values.shown(action)
            raise BadCallError("not_a_choice", name="action", got=shown, choices=choices)


def _own_name(key: str) -> str:
    return names.own_name(tools.TRX, key)


_MAKERS: dict[str, Callable[[Taken], Made]] = {
    tools.REPLACE.name: _replace,
    tools.INSERT.name: _insert,
    tools.DELETE.name: _delete,
    tools.WRITE.name: _write,
    tools.CONFIRM.name: _confirm,
    tools.TRX.name: _transaction,
    tools.INSERT_CHIP.name: _insert_chip,
}
