"""be-write: a new file, or the whole content of an existing one."""

import itertools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from ...schemas.facts import Queried
from ...schemas.replies import Remark, Unchanged
from ...schemas.requests import Write, WriteSeveral
from ...schemas.values import Kept, RelPath, Span
from . import drafting, edits, repairs, sent, staleness
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
from .drafting import Draft, Drafted
from .edits import Plan
from .effects import Kind, Seen
from .places import Place
from .target import Target, expect_one_name, expect_writable, the_view, unencodable
from .text import Text, UnencodableError

TOOL = "be-write"
NEW_FILE_MODE = 0o666
"""Less the client's umask, or what a default ACL of the folder does not grant."""


def write(
    asked: Asked,
    request: Write,
    place: Place,
    seen: dict[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> Decision:
    """Decide a whole-file write. Raises RefusedError."""
    return _conclude(asked, request, [_file(asked, request, place, seen, contents)])


def write_several(
    asked: Asked,
    request: WriteSeveral,
    places: tuple[Place, ...],
    seen: dict[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> Decision:
    """Decide the writing of several whole files. Raises RefusedError for the first in the way."""
    written: list[_Written] = []
    for one, place in zip(request.files, places, strict=True):
        whole = msgspec.structs.replace(one, force=request.force)
        written.append(_file(asked, whole, place, seen, contents))
        *others, last = (each.draft.target for each in written)
        expect_one_name(last, others)
    paths = [one.draft.target.seen.real for one in written]
    twice = next((path for at, path in enumerate(paths) if path in paths[:at]), None)
    if twice is not None:
        raise refuse(asked, TOOL, "same_file_twice", path=twice, verdict="ERROR")
    return _conclude(asked, request, written)


def _with_line_breaks(content: str | bytes, drafted: Drafted) -> Drafted:
    r"""Prepare what a file of one line with "\n" in it may have been meant to be."""
    if not sent.has_literal_newline(drafted.warnings) or not isinstance(content, str):
        return drafted
    draft = drafted.drafts[0]
    before = draft.plan.after
    data = _bytes(draft.target, repairs.with_line_breaks(content, draft.target.seen.path))
    plan = edits.plan_whole(before, data, encoded=True)
    meant = Draft(draft.target._replace(text=before), plan, draft.mode, is_whole=True)
    return drafted._replace(meant=Drafted((meant,)), meant_note="with line breaks")


class _Written(NamedTuple):
    """One whole file, worked out."""

    draft: Draft
    warnings: tuple[Remark, ...]
    missing: bytes = b""
    """The first folder on its way that does not exist."""


def _conclude(asked: Asked, request: Write | WriteSeveral, written: Sequence[_Written]) -> Decision:
    """Decide on files that are worked out. Raises RefusedError where a folder is missing."""
    drafts = tuple(one.draft for one in written)
    changing = tuple(one for one in drafts if one.plan.splices or not one.target.seen.noted)
    if not changing:
        path = drafts[0].path
        return Decision(Unchanged(seq=asked.seq, path=path, span=None), Queried(TOOL))
    warnings = tuple(remark for one in written for remark in one.warnings)
    drafted = Drafted(changing, warnings)
    missing = next((one for one in written if one.missing), None)
    if missing is not None and not request.parents:
        values: dict[str, str | int] = {"folder": shown_path(missing.missing)}
        path = missing.draft.path
        error = refuse(asked, TOOL, "missing_folder", path=path, values=values)
        note = "folder and file" if len(changing) == 1 else "folders and files"
        raise drafting.prepare(asked, error, drafted, f"makes {note}")
    if request.preview:
        return drafting.previewed(asked, TOOL, drafted)
    if isinstance(request, Write):
        drafted = _with_line_breaks(request.content, drafted)
    return drafting.made(asked, TOOL, drafted, with_diff=request.diff)


def _file(
    asked: Asked,
    request: Write,
    place: Place,
    seen: dict[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> _Written:
    """Return what writing one whole file comes to. Raises RefusedError."""
    found = _meant(asked, place, seen)
    if found.kind is Kind.ABSENT:
        return _create(asked, request, found)
    expect_file(asked, TOOL, found)
    expect_writable(asked, TOOL, found, force=request.force)
    before = known_text(asked.state, found)
    view = the_view(asked, TOOL, found, request.view)
    target = Target(asked, TOOL, found, before, asked.state.files.get(found.real), view, contents)
    changed: list[Remark] = []
    plan = _plan(target, request.content)
    if not plan.splices:
        return _Written(draft(target, plan), ())
    if view is not None and not request.force:
        changed += staleness.expect_fresh(target, view)
    _expect_plain(target, request)
    unread = [] if changed else _unread(target)
    warnings = (*changed, *sent.literal_newline(request.content, found.path), *unread)
    whole = draft(target, plan)._replace(gone=drafting.whole(before))
    return _Written(whole, (*warnings, *_no_text(request, plan)))


def _plan(target: Target, content: str | bytes) -> Plan:
    data = _bytes(target, content)
    is_encoded = isinstance(content, str) and target.seen.noted is not None
    return edits.plan_whole(target.text, data, encoded=is_encoded)


def _expect_plain(target: Target, request: Write) -> None:
    """Raise RefusedError where the text carries a reader's line numbers, it without prepared."""
    try:
        sent.expect_plain_whole(target, request.content)
    except RefusedError as error:
        assert isinstance(request.content, str)
        plain = _plan(target, repairs.without_numbers(request.content))
        if not plain.splices or (target.seen.missing_folder and not request.parents):
            raise
        drafted = Drafted((draft(target, plain),))
        note = "the same text without them"
        raise drafting.prepare(target.asked, error, drafted, note) from None


def _no_text(request: Write, plan: Plan) -> tuple[Remark, ...]:
    """Warn of text that is none for what reads it again, as by a NUL character in it."""
    is_text = isinstance(request.content, bytes) or plan.after.encoding
    return () if is_text else (Remark("wrote_binary"),)


def _meant(asked: Asked, place: Place, seen: dict[RelPath, Seen]) -> Seen:
    """Return the file meant: a path that ends like lines is a path here, if it exists."""
    if place.literal != place.plain and seen[place.literal].kind is Kind.ABSENT:
        if place.spans == (Span(1, 0),) or not place.spans:
            plain = seen[place.plain]
            is_named = plain.kind is Kind.ABSENT and seen[place.unescaped].kind is Kind.FILE
            return seen[place.unescaped] if is_named else plain
        raise refuse(
            asked,
            TOOL,
            "lines_in_write",
            path=place.literal,
            verdict="ERROR",
            values={"plain": shown_path(place.plain)},
        )
    return the_file(asked, TOOL, place, seen)


def _create(asked: Asked, request: Write, seen: Seen) -> _Written:
    expect_writable(asked, TOOL, seen, force=False)
    if the_view(asked, TOOL, seen, request.view) and not request.force:
        raise _view_gone(asked, request, seen)
    empty = Text(b"", encoding="utf-8")
    target = Target(asked, TOOL, seen, empty, asked.state.files.get(seen.real), None, {})
    _expect_plain(target, request)
    plan = _plan(target, request.content)
    warnings = (*sent.literal_newline(request.content, seen.path), *_no_text(request, plan))
    return _Written(draft(target, plan), warnings, seen.missing_folder)


def _view_gone(asked: Asked, request: Write, seen: Seen) -> RefusedError:
    """Return the refusal of a write through a view of a file that is gone: it names by whom."""
    file = asked.state.files.get(seen.real)
    steps = file.history.steps_since(request.view) if file else ()
    error = refuse(asked, TOOL, "view_gone", path=seen.path, values={"view": request.view})
    who = asked.state.who(steps[-1].seq) if steps else None
    return RefusedError(msgspec.structs.replace(error.refusal, who=who), error.fact)


def _bytes(target: Target, content: str | bytes) -> bytes:
    if isinstance(content, bytes):
        return content
    before = target.text
    text = before if before.encoding and before.data else Text(b"", encoding="utf-8")
    try:
        data = text.encode(content)
    except UnencodableError as error:
        raise unencodable(target, error) from None
    return data if data.startswith(text.bom) else text.bom + data


def _unread(target: Target) -> list[Remark]:
    """Warn of lines that the session has neither seen nor written."""
    asked, total = target.asked, target.text.lines
    read = _lines_read(target)
    if 0 in read:
        for span in staleness.as_seen(target):
            read[span.first - 1 : span.last] = b"\1" * len(span)
    count = total - sum(read)
    if not count:
        return []
    runs = target.file.history.runs(0, total) if target.file else ()
    newest, at = 0, 0
    for run in runs:
        newest = max(newest, run.entry if 0 in read[at : at + run.lines] else 0)
        at += run.lines
    values: dict[str, str | int] = {
        "lines": total,
        "unread": count,
        "who": asked.state.who(newest).name,
        "undo": asked.seq,
    }
    return [Remark("overwrote_unread", values)]


def _lines_read(target: Target) -> bytearray:
    """Return for each line whether the session has seen or written it."""
    asked, file = target.asked, target.file
    read = bytearray(target.text.lines)
    if file is None:
        return read
    views = asked.state.views.of(asked.session, target.seen.real, asked.now_ns)
    for view in views if target.view is None else (*views, target.view):
        for placed in file.history.locate(itertools.chain.from_iterable(view.runs)):
            if placed.at is not None:
                end = placed.at + placed.run.lines
                read[placed.at : end] = b"\1" * placed.run.lines
    at = 0
    for run in file.history.runs(0, len(read)):
        if run.entry and asked.state.who(run.entry).session == asked.session:
            read[at : at + run.lines] = b"\1" * run.lines
        at += run.lines
    return read


def draft(target: Target, plan: Plan) -> Draft:
    """Return the draft of a whole file; a new one has the mode that new files have."""
    seen = target.seen
    granted = ~target.asked.umask if seen.granted is None else seen.granted
    mode = seen.mode if seen.noted else NEW_FILE_MODE & granted
    through = target.view.seq if target.view else 0
    return Draft(target, plan, mode, through, is_whole=True)
