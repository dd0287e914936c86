"""be-insert-chip: kept text, or a file's, put after a line."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from ...schemas.replies import Call, Remark
from ...schemas.requests import InsertChip, Item
from ...schemas.values import Kept, RelPath, Span
from . import chip_texts, comments, single, unmixed
from . import text as texts
from .asking import (
    Asked,
    Decision,
    RefusedError,
    expect_file,
    known_text,
    refuse,
    shown_path,
    the_file,
)
from .by_gap import LAST_LINE
from .chip_search import is_within
from .chips import Chip
from .effects import Seen
from .kept import the_chip
from .kept_calls import REQUEST, texts_of
from .places import END, Place
from .replacing import line_after, target_of
from .target import Target, past_end, unencodable
from .text import UnencodableError

TOOL = "be-insert-chip"
FORMS = CONTENT, ARGUMENTS = "content", "args"
"""What of a chip is inserted, as the call says it in `form`."""


def insert_chip(
    asked: Asked,
    request: InsertChip,
    places: tuple[Place, ...],
    seen: dict[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> Decision:
    """Decide what an insertion of kept text comes to. Raises RefusedError.

    `places` are the target, and the source where that is a file.
    """
    place, *sources = places
    _expect_form(asked, request, place)
    if not sources and request.form == CONTENT:
        chip = the_chip(asked, TOOL, request.chip)
        data = unmixed.bytes_of(chip, contents)
        if data is not None:
            found = the_file(asked, TOOL, place, seen)
            return unmixed.put(asked, request, unmixed.Whole(chip, data, found, place))
    warnings: tuple[Remark, ...] = ()
    target = _target_of(asked, request, place, seen, contents)
    wanted = _Wanted(target, request, line_after(target, request.after, place))
    if sources:
        found = the_file(asked, TOOL, sources[0], seen)
        expect_file(asked, TOOL, found)
        content = _lines_of(target, found, sources[0])
    elif request.form == ARGUMENTS:
        chip = the_chip(asked, TOOL, request.chip)
        content = _arguments_of(wanted, chip)
        if chip_texts.is_escaped(chip, contents):
            warnings = (Remark("chip_escaped", {"chip": chip.id}),)
    else:
        content = _text_of(wanted, the_chip(asked, TOOL, request.chip))
    decision = single.change(target, Item(wanted.at_top(content), after=wanted.after), request)
    reply = decision.reply
    warned = msgspec.structs.replace(reply, warnings=(*reply.warnings, *warnings))
    return decision._replace(reply=warned)


def wanted(asked: Asked, request: InsertChip) -> Kept | None:
    """Return where that lies which is to be inserted of a chip; None: nowhere."""
    chip = asked.state.chips.get(request.chip)
    if chip is None or request.form == CONTENT:
        return chip.kept if chip else None
    place = chip_texts.call_place(chip)
    return place.kept if place else None


class _Wanted(NamedTuple):
    """Where text is to go."""

    target: Target
    request: InsertChip
    after: int

    def at_top(self, content: str | bytes) -> str | bytes:
        """Return content of which nothing is taken for the byte order mark that the file has."""
        text = self.target.text
        is_top = self.after == 0 or text.data == text.bom
        if text.bom and is_top and isinstance(content, bytes) and content.startswith(text.bom):
            return text.bom + content
        return content

    def call(self, form: str, note: str = "") -> Call:
        """Return the same call with another form."""
        line = "END" if self.after == LAST_LINE else self.after
        arguments: dict[str, str | int] = {"from": self.target.source}
        arguments["to"] = f"{self.target.path}:{line}"
        if self.request.view:
            arguments["viewed_code_id"] = f"v{self.request.view}"
        return Call(TOOL, {**arguments, "form": form} if form != CONTENT else arguments, note)


def _expect_form(asked: Asked, request: InsertChip, place: Place) -> None:
    """Raise RefusedError for a form that there is not, or that a file has not."""
    if request.form not in FORMS:
        values: dict[str, str | int] = {"name": "form", "got": request.form}
        values["choices"] = ", ".join(FORMS)
        raise refuse(asked, TOOL, "not_a_choice", verdict="ERROR", values=values)
    if request.source and request.form == ARGUMENTS:
        raise refuse(asked, TOOL, "file_has_no_arguments", path=place.plain, verdict="ERROR")


def _target_of(
    asked: Asked,
    request: InsertChip,
    place: Place,
    seen: dict[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> Target:
    """Return the file that text goes into. Raises RefusedError: no file is made here."""
    try:
        target = target_of(asked, TOOL, request, place, seen, contents)
    except RefusedError as error:
        raise _absent(asked, request, error) from None
    written = request.source.decode("utf-8", "backslashreplace")
    source = f"chip://{request.chip}" if request.chip else written
    form = "" if request.form == CONTENT else request.form
    return target._replace(source=source, form=form)


def _absent(asked: Asked, request: InsertChip, error: RefusedError) -> RefusedError:
    """Let the refusal of a file that is not there name the call that makes it.

    One that was removed comes back with its text by the undo of that.
    """
    refusal = error.refusal
    if refusal.code != "no_such_file":
        return error
    write = Call("be-write", {"file": shown_path(refusal.path), "content": ""}, "to make it first")
    calls = (*refusal.next, write)
    chip = asked.state.chips.get(request.chip)
    if chip is not None and is_within(asked, chip) and _is_gone_with(asked, chip, refusal.path):
        undo = {"action": "undo", "event_id": f"e{chip.seq}"}
        calls = (Call("be-trx", {**undo}, "to bring the file back"),)
    return RefusedError(msgspec.structs.replace(refusal, next=calls), error.fact)


def _is_gone_with(asked: Asked, chip: Chip, path: bytes) -> bool:
    """Tell whether a chip keeps the text of a file that went with it."""
    edit = asked.state.edits.get(chip.seq) if chip.kind == "deleted" else None
    changes = edit.changes if edit is not None else ()
    return any(one.after is None for one in changes if one.path == chip.path == path)


# --- the text -------------------------------------------------------------------------------------


def _lines_of(target: Target, found: Seen, source: Place) -> str | bytes:
    """Return a file's text, or the lines of it that the place names. Raises RefusedError."""
    text = known_text(target.asked.state, found)
    spans = source.spans_of(found.path)
    if not spans:
        bare = texts.without_bom(found.data, text.encoding)
        return _for_file(target, bare, text.encoding)
    lines: list[bytes] = []
    for span in spans:
        last = text.lines if span.last == END else span.last
        if not 1 <= span.first <= last <= text.lines:
            whole = target._replace(seen=found, text=text)
            raise past_end(whole, Span(span.first, last), text.lines)
        data = text.slice(span.first - 1, last - span.first + 1)
        if lines and not lines[-1].endswith(text.newline):
            lines.append(text.newline)
        lines.append(data if span.first > 1 else texts.without_bom(data, text.encoding))
    return _for_file(target, b"".join(lines), text.encoding)


def _text_of(wanted: _Wanted, chip: Chip) -> str | bytes:
    """Return what a chip puts back. Raises RefusedError where that is not to be had."""
    target, kept = wanted.target, chip.kept
    if kept is None:
        is_unread = chip_texts.call_place(chip) and chip.kind != "salvaged"
        code = "chip_not_read" if is_unread else "chip_has_no_text"
        raise _without_text(wanted, chip, code)
    data = target.contents.get(kept)
    if data is None:
        raise refuse(target.asked, TOOL, "chip_not_kept", values={"chip": chip.id})
    if chip.text is not None:
        is_top = chip.span is None or chip.span.first == 1
        bare = texts.without_bom(data, chip.encoding) if is_top else data
        return _for_file(target, bare, chip.encoding)
    kept_texts = texts_of(REQUEST.decode(data))
    if len(kept_texts) != 1:
        code = "chip_has_texts" if kept_texts else "chip_has_no_text"
        again = Call("be-confirm", {"event_id": f"chip://{chip.id}"})
        calls = (again,) if kept_texts else ()
        raise _without_text(wanted, chip, code, *calls, texts=len(kept_texts))
    return kept_texts[0]


def _without_text(
    wanted: _Wanted, chip: Chip, code: str, *calls: Call, **values: int
) -> RefusedError:
    """Return the refusal of a call that brought no text, or several: its arguments are there."""
    if chip_texts.call_place(chip):
        calls = (wanted.call(ARGUMENTS, "for its arguments as they came"), *calls)
    named = {"chip": chip.id, **values}
    return refuse(wanted.target.asked, TOOL, code, values=named, calls=calls)


def _for_file(target: Target, data: bytes, encoding: str) -> bytes:
    """Return text of one file as bytes of another. Raises RefusedError."""
    if encoding in ("", target.text.encoding):
        return data
    try:
        return target.text.encode(data.decode(encoding))
    except UnencodableError as error:
        raise unencodable(target, error) from None


# --- the arguments --------------------------------------------------------------------------------


def _arguments_of(wanted: _Wanted, chip: Chip) -> str:
    """Return a call's arguments under a comment that says so. Raises RefusedError."""
    target = wanted.target
    values: dict[str, str | int] = {"chip": chip.id}
    place = chip_texts.call_place(chip)
    if place is None:
        calls = (wanted.call(CONTENT),) if chip.text_bytes >= 0 else ()
        raise refuse(target.asked, TOOL, "chip_has_no_arguments", values=values, calls=calls)
    raw = target.contents.get(place.kept)
    if raw is None:
        raise refuse(target.asked, TOOL, "chip_not_kept", values=values)
    shown = chip_texts.readable(raw)
    end = "" if shown.endswith("\n") else "\n"
    return f"{_header(target, chip)}{shown}{end}"


def _header(target: Target, chip: Chip) -> str:
    told = " ".join(filter(None, (chip.tool, shown_path(chip.path) if chip.path else "")))
    made_by = f" from {comments.harmless(told)}" if told else ""
    why = comments.harmless(chip.code).replace("_", " ")
    is_escaped = chip_texts.is_escaped(chip, target.contents)
    return comments.header(
        target.seen.path,
        f"Chip {chip.id}{made_by}, {chip.kind}: {why}",
        "Original arguments (no UTF-8, shown with escapes):"
        if is_escaped
        else "Original arguments:",
    )
