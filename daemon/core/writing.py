"""be-write: a new file, or the whole content of an existing one."""

import itertools
from collections.abc import Mapping

import msgspec

from ...schemas.facts import Edited, Queried
from ...schemas.messages import Done, Remark, Unchanged, Write
from ...schemas.values import Kept, RelPath, Span
from . import edits, sent, staleness
from .asking import Asked, Decision, expect_file, known_text, refuse, shown_path, the_file
from .edits import Plan
from .effects import Kind, Seen
from .places import Place
from .reconcile import Stale
from .target import Target, expect_writable, the_view, unencodable
from .text import Text, UnencodableError
from .tracing import trace
from .views import View

TOOL = "be-write"
NEW_FILE_MODE = 0o666
"""Less the client's umask."""


def write(
    asked: Asked,
    request: Write,
    place: Place,
    seen: dict[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> Decision:
    """Decide a whole-file write. Raises RefusedError."""
    found = _meant(asked, place, seen)
    if found.kind is Kind.ABSENT:
        return _create(asked, request, found)
    expect_file(asked, TOOL, found)
    expect_writable(asked, TOOL, found, force=request.force)
    before = known_text(asked.state, found)
    view = the_view(asked, TOOL, found, request.view)
    target = Target(asked, TOOL, found, before, asked.state.files.get(found.real), view, contents)
    sent.expect_plain_whole(target, request.content)
    is_text = isinstance(request.content, str)
    plan = edits.plan_whole(before, _bytes(target, request), encoded=is_text)
    if not plan.splices:
        return Decision(Unchanged(seq=asked.seq, path=found.path, span=None), Queried(TOOL))
    changed: list[Remark] = []
    if view is not None and not request.force:
        changed += _expect_fresh(target, view)
    unread = [] if changed else _unread(target)
    warnings = (*changed, *sent.literal_newline(request.content), *unread)
    return _finish(target, plan, (*warnings, *_no_text(request, plan)))


def _no_text(request: Write, plan: Plan) -> tuple[Remark, ...]:
    """Warn of text that is none for what reads it again, as by a NUL character in it."""
    is_text = isinstance(request.content, bytes) or plan.after.encoding
    return () if is_text else (Remark("wrote_binary"),)


def _meant(asked: Asked, place: Place, seen: dict[RelPath, Seen]) -> Seen:
    """Return the file meant: a path that ends like lines is a path here, if it exists."""
    if place.literal != place.plain and seen[place.literal].kind is Kind.ABSENT:
        if place.spans == (Span(1, 0),) or not place.spans:
            return seen[place.plain]
        raise refuse(
            asked,
            TOOL,
            "lines_in_write",
            path=place.literal,
            verdict="ERROR",
            values={"plain": shown_path(place.plain)},
        )
    return the_file(asked, TOOL, place, seen)


def _create(asked: Asked, request: Write, seen: Seen) -> Decision:
    if seen.missing_folder:
        values: dict[str, str | int] = {"folder": shown_path(seen.missing_folder)}
        raise refuse(asked, TOOL, "missing_folder", path=seen.path, values=values)
    expect_writable(asked, TOOL, seen, force=False)
    if the_view(asked, TOOL, seen, request.view) and not request.force:
        gone: dict[str, str | int] = {"view": request.view}
        raise refuse(asked, TOOL, "view_gone", path=seen.path, values=gone)
    empty = Text(b"", encoding="utf-8")
    target = Target(asked, TOOL, seen, empty, asked.state.files.get(seen.real), None, {})
    sent.expect_plain_whole(target, request.content)
    plan = edits.plan_whole(empty, _bytes(target, request))
    warnings = (*sent.literal_newline(request.content), *_no_text(request, plan))
    return _finish(target, plan, warnings)


def _bytes(target: Target, request: Write) -> bytes:
    if isinstance(request.content, bytes):
        return request.content
    before = target.text
    text = before if before.encoding and before.data else Text(b"", encoding="utf-8")
    try:
        data = text.encode(request.content)
    except UnencodableError as error:
        raise unencodable(target, error) from None
    return data if data.startswith(text.bom) else text.bom + data


def _expect_fresh(target: Target, view: View) -> list[Remark]:
    """Return warnings of what others changed since the view. Raises RefusedError as lines would."""
    warnings: list[Remark] = []
    for span in view.spans:
        if len(span):
            warnings += staleness.changed_since(target, staleness.where(target, span))
    if target.file is None:
        return warnings
    top = Span(1, 0)
    since = trace(target.asked.state, target.file, target.asked.session, view.seq, top)
    if since.other_total:
        lines = target.text.lines
        now = Span(1, lines) if lines else None
        by = tuple(since.others)
        raise staleness.stale_refusal(
            target, Span(1, lines), Stale("changed", view, now, unchanged=False, changed_by=by)
        )
    return warnings


def _unread(target: Target) -> list[Remark]:
    """Warn of lines that the session has neither seen nor written."""
    asked, total = target.asked, target.text.lines
    read = _lines_read(target)
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


def _finish(target: Target, plan: Plan, warnings: tuple[Remark, ...]) -> Decision:
    asked, seen = target.asked, target.seen
    through = target.view.seq if target.view else 0
    mode = seen.mode if seen.noted else NEW_FILE_MODE & ~asked.umask
    made = edits.make(plan, target.file, seen, asked.temp(0), mode=mode)
    lines = plan.after.lines
    shown = Span(1, lines if plan.after.encoding else 0)
    change = msgspec.structs.replace(made.change, shown=shown, through=through)
    done = edits.done(seen.path, change.before, change.after, plan.splices)
    reply = Done(seq=asked.seq, warnings=warnings, files=(done,), values={"lines": lines})
    return Decision(reply, Edited(TOOL, (change,)), made.attachments, (made.effect,))
