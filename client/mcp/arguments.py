"""From a tool call's arguments, wide as callers give them, to the one request that they mean."""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from ...schemas import tools
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
    ShowChip,
    ShowOutline,
    TagRange,
    Write,
    WriteSeveral,
)
from ...schemas.tools import Tool
from ..salvage.faults import LIST_TEXT
from ..words import reasons
from . import certain, edits, lines, mending, names, objects, salvage, targeting, values
from .history import history
from .names import Made, Taken
from .salvage import Read as ReadArguments
from .targeting import Place
from .trx import transaction
from .values import BadCallError

READ_BYTES = 24_000
"""Of a read's whole reply, where neither call nor host say otherwise."""
READ_BYTES_MAX = 200_000
BESIDE_LINES_BYTES = 1_100
"""So much of a read's reply is not lines of the file: its first and last line without paths, and
notices.
"""
END_CHARACTERS_MAX = 60
"""Of what came behind a text that is cut."""
CHIP_FORMS = ("content", "args")


class Parsed(Struct, frozen=True):
    """A request, and what in the call is not of it."""

    request: AnyRequest
    ignored: tuple[str, ...] = ()
    """Names that mean nothing to the tool."""
    brief: bool = False
    """Only the first line of the reply is wanted."""


def parse(
    name: str,
    raw: bytes | None,
    *,
    max_bytes: int | None = None,
    fault: str = "",
    behind: bytes = b"",
) -> Parsed:
    """Return the request that a call of the tool `name` with these JSON arguments means.

    What means none becomes a Misfit, which the daemon logs and refuses. `max_bytes` is how large
    a read's reply may be where the call does not say. `fault` is what was wrong with the line that
    the arguments came in, and `behind` what stood behind them in it, if that may be of them.
    Raises nothing, whatever the bytes.
    """
    tool = tools.find(name)
    if tool is None:
        shown = values.shown(name)
        known = ", ".join(one.name for one in tools.ALL)
        file = certain.file_in_bytes(raw or b"", tools.WRITE).encode()
        return Parsed(Misfit(shown, "unknown_tool", {"name": shown, "known": known}, file=file))
    try:
        read = objects.as_object(raw, tool)
    except salvage.CutShortError as error:
        return Parsed(_cut(tool, error, behind.decode("utf-8", "backslashreplace")))
    except BadCallError as error:
        return Parsed(Misfit(tool.name, error.code, error.values, file=error.file.encode()))
    if not read.how:
        read = read._replace(how=fault)
    return _meant(tool, read, max_bytes or READ_BYTES)


def _meant(tool: Tool, read: ReadArguments, max_bytes: int) -> Parsed:
    """Return what an object of arguments means, as a Misfit where it was no JSON."""
    file = certain.file_of(read.given, tool).encode()
    try:
        taken = names.take(tool, read.given)
    except BadCallError as error:
        return Parsed(Misfit(tool.name, error.code, error.values, file=file))
    taken, how = _with_lists(taken, read.how)
    try:
        parsed = _parsed(taken, max_bytes)
    except BadCallError as error:
        misfit = Misfit(tool.name, error.code, error.values, file=file)
        misfit = mending.mended(misfit, taken, lambda one: _parsed(one, READ_BYTES).request)
        if how and misfit.repaired is not None:
            told = salvage.told(misfit.repaired, how, is_open=read.is_open)
            misfit = msgspec.structs.replace(misfit, values=misfit.values | told)
        return Parsed(misfit)
    request = parsed.request
    if not how or taken.tool is tools.HISTORY or not isinstance(request, Meant):
        return parsed
    misfit = Misfit(
        tool.name, "degraded", salvage.told(request, how, is_open=read.is_open), request
    )
    return msgspec.structs.replace(parsed, request=misfit)


def _with_lists(taken: Taken, how: str) -> tuple[Taken, str]:
    """Return arguments whose lists, come as text that is no JSON, are read all the same."""
    for name in salvage.LISTS:
        given = taken.values.get(name)
        if name not in taken.tool.names or not isinstance(given, str):
            continue
        try:
            objects.decoded_text(given)
        except BadCallError:
            found = salvage.list_in(given)
            if found is not None:
                read = taken.values | {name: found}
                taken, how = msgspec.structs.replace(taken, values=read), how or LIST_TEXT
    return taken, how


def _cut(tool: Tool, error: salvage.CutShortError, behind: str) -> Misfit:
    """Return what is to be said of arguments that end too early: how much came."""
    cut, told = error.cut, error.values
    misfit = Misfit(tool.name, error.code, told, file=error.file.encode())
    if cut.came is None or names.own_name(tool, cut.name) != "content":
        return misfit
    try:
        taken = names.take(tool, {**cut.values, cut.name: cut.came})
        request = _parsed(taken, READ_BYTES).request
    except BadCallError:
        return misfit
    if not isinstance(request, Replace | Insert | Write):
        return misfit
    told |= salvage.facts_of(cut.came.encode())
    if left := cut.left + behind:
        told["end"] = values.shown(left[-END_CHARACTERS_MAX:])
    return Misfit(tool.name, "degraded_cut", told, request)


def _parsed(taken: Taken, max_bytes: int) -> Parsed:
    brief = values.boolean(taken.values, "brief")
    if taken.tool is tools.READ:
        return Parsed(_read(taken, max_bytes), taken.ignored, brief)
    if taken.tool is tools.HISTORY:
        request, ignored = history(taken, max_bytes)
        return Parsed(request, (*taken.ignored, *ignored), brief)
    request, ignored = _MAKERS[taken.tool.name](taken)
    if isinstance(request, ShowChip):
        room = max(max_bytes - BESIDE_LINES_BYTES, max_bytes // 4)
        request = msgspec.structs.replace(request, max_bytes=room)
    return Parsed(request, (*taken.ignored, *ignored), brief)


def _read(taken: Taken, max_bytes: int) -> Read:
    place = _place(taken)
    spans = () if place.span is None else (place.span,)
    room = max(max_bytes - BESIDE_LINES_BYTES - 2 * len(place.file), max_bytes // 4)
    limit = min(values.integer(taken.values, "max_bytes", room, least=1), READ_BYTES_MAX)
    outline = values.boolean(taken.values, "outline")
    return Read(place.file, spans, limit, place.target, outline)


# --- edits ----------------------------------------------------------------------------------------


def _replace(taken: Taken) -> Made:
    if (several := _list(taken, "edits")) is not None:
        return _replace_several(taken, several)
    place = _place(taken)
    request = Replace(
        place.file,
        values.content(taken.values, taken.got),
        place.span,
        values.text(taken.values, "old"),
        all=values.boolean(taken.values, "all"),
        reanchor=values.boolean(taken.values, "reanchor"),
        target=place.target,
        **_options(taken),
    )
    return request, ()


def _replace_several(taken: Taken, given: list[Any]) -> Made:
    path = _path(taken)
    beside = ("content", "old", "all", "target", *names.names_of_lines(taken.tool))
    _expect_alone(taken, "edits", beside)
    read = edits.read_edits(given, path)
    options = _options(taken)
    if options["view"] and read.view not in (0, options["view"]):
        raise BadCallError("conflicting_names", one="viewed_code_id", other="viewed_code_id")
    options["view"] = options["view"] or read.view
    reanchor = values.boolean(taken.values, "reanchor")
    request = ReplaceSeveral(path.encode(), read.items, reanchor=reanchor, **options)
    return request, read.ignored


def _insert(taken: Taken) -> Made:
    gap = targeting.gap(taken.values, _named(taken))
    request = Insert(
        gap.file,
        values.content(taken.values, taken.got),
        gap.after,
        reanchor=values.boolean(taken.values, "reanchor"),
        target=gap.target,
        before=gap.before,
        **_options(taken),
    )
    return request, ()


def _delete(taken: Taken) -> Made:
    place = _place(taken)
    remove = values.boolean(taken.values, "remove")
    if remove and (place.span is not None or place.target is not None):
        raise BadCallError("lines_in_remove", plain=values.shown(place.path, 200))
    request = Delete(
        place.file,
        place.span,
        values.text(taken.values, "old"),
        remove=remove,
        reanchor=values.boolean(taken.values, "reanchor"),
        target=place.target,
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
    lines.expect_numbers(path)
    path = path.removesuffix(":-1") + ":END" if path.endswith(":-1") else path
    chip = values.chip_id(source)
    request = InsertChip(
        path.encode(),
        chip,
        b"" if chip else source.encode(),
        lines.after_beside(taken.values, path),
        reanchor=values.boolean(taken.values, "reanchor"),
        form=_chip_form(taken),
        **_options(taken),
    )
    return request, ()


def _chip_form(taken: Taken) -> str:
    """Return what of a chip is meant. Raises BadCallError."""
    given = (values.text(taken.values, "form") or CHIP_FORMS[0]).strip()
    form = {"arguments": "args"}.get(given.lower(), given.lower())
    if form not in CHIP_FORMS:
        choices = ", ".join(CHIP_FORMS)
        raise BadCallError("not_a_choice", name="form", got=values.shown(given), choices=choices)
    return form


_OF_MANY = frozenset({"query", "file", "tool", "session", "since", "limit", "left"})
"""What means nothing beside the id of one chip."""


def _chips(taken: Taken) -> Made:
    if (given := values.text(taken.values, "id")) is not None:
        chip = values.chip_id(given, "id")
        if not chip:
            raise BadCallError(
                "bad_id", name="id", got=values.shown(given), example="chip://a3f7b2"
            )
        return ShowChip(chip), tuple(one for one in taken.values if one in _OF_MANY)
    path = values.text(taken.values, "file") or ""
    lines.expect_numbers(path)
    query = values.text(taken.values, "query") or ""
    request = Chips(
        values.integer(taken.values, "limit", 30, least=1),
        query,
        path.encode(),
        values.text(taken.values, "tool") or "",
        values.whose(taken.values),
        values.since_ns(taken.values),
        values.boolean(taken.values, "left"),
        reasons.with_words_of(query),
    )
    return request, ()


def _named(taken: Taken) -> str:
    return values.string(taken.values, "file", taken.got)


def _path(taken: Taken) -> str:
    """Return a path that must not ask for lines to be found by what stands there."""
    path = _named(taken)
    lines.expect_numbers(path)
    return path


def _place(taken: Taken) -> Place:
    return targeting.place(taken.values, _named(taken))


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


# --- what stands where ----------------------------------------------------------------------------


def _func_range(taken: Taken) -> Made:
    return FuncRange(*targeting.line(taken.values, _named(taken))), ()


def _tag_range(taken: Taken) -> Made:
    return TagRange(*targeting.line(taken.values, _named(taken))), ()


def _balance(taken: Taken) -> Made:
    verbose = values.boolean(taken.values, "verbose")
    return CheckBalance(_path(taken).encode(), verbose), ()


def _outline(taken: Taken) -> Made:
    return ShowOutline(_path(taken).encode()), ()


# --- what was prepared or made before -------------------------------------------------------------


def _confirm(taken: Taken) -> Made:
    if "event_id" not in taken.values:
        raise BadCallError("missing", name="event_id", got=taken.got)
    prepared, chip = values.prepared_or_chip(taken.values["event_id"], "event_id")
    file = values.text(taken.values, "file") or ""
    lines.expect_numbers(file)
    view = values.number_of_id(taken.values, "viewed_code_id", "v")
    if chip:
        return Confirm(0, chip, file.encode(), view), ()
    if file:  # what was prepared has its place
        raise BadCallError("only_with_chip", name="file")
    return Confirm(prepared), ("viewed_code_id",) if view else ()


_MAKERS: dict[str, Callable[[Taken], Made]] = {
    tools.REPLACE.name: _replace,
    tools.INSERT.name: _insert,
    tools.DELETE.name: _delete,
    tools.WRITE.name: _write,
    tools.CONFIRM.name: _confirm,
    tools.TRX.name: transaction,
    tools.INSERT_CHIP.name: _insert_chip,
    tools.FUNC_RANGE.name: _func_range,
    tools.TAG_RANGE.name: _tag_range,
    tools.BALANCE.name: _balance,
    tools.OUTLINE.name: _outline,
    tools.CHIPS.name: _chips,
}
