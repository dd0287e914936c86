"""be-write: a new file, or the whole content of an existing one."""

from collections.abc import Mapping

import msgspec

from ...schemas.facts import Edited, Queried
from ...schemas.messages import Done, Remark, Unchanged, Write
from ...schemas.values import Kept, RelPath, Span
from . import edits, staleness
from . import text as texts
from .asking import Asked, Decision, expect_file, refuse, shown_path, the_file
from .edits import Plan
from .effects import Kind, Seen
from .places import Place
from .target import Target, expect_writable, the_view, unencodable
from .text import Text, UnencodableError

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
    before = texts.of(found.data)
    view = the_view(asked, TOOL, found, request.view)
    target = Target(asked, TOOL, found, before, asked.state.files.get(found.real), view, contents)
    data = _bytes(target, request)
    warnings: list[Remark] = []
    if view is None:
        warnings += _never_read(target)
    elif not request.force:
        for span in view.spans:
            warnings += staleness.changed_since(target, staleness.where(target, span))
    plan = edits.plan_whole(before, data)
    if not plan.splices:
        return Decision(Unchanged(seq=asked.seq, path=found.path, span=None), Queried(TOOL))
    return _finish(target, plan, tuple(warnings))


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
    empty = Text(b"", encoding="utf-8")
    target = Target(asked, TOOL, seen, empty, asked.state.files.get(seen.real), None, {})
    return _finish(target, edits.plan_whole(empty, _bytes(target, request)), ())


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


def _never_read(target: Target) -> list[Remark]:
    """Warn that the session has never seen what it replaces."""
    asked, file = target.asked, target.file
    if not target.text.lines:
        return []
    newest = file.history.steps[-1].seq if file and file.history.steps else 0
    edit = asked.state.edits.get(newest)
    is_own = edit is not None and edit.session == asked.session
    views = asked.state.views.of(asked.session, target.seen.real, asked.now_ns)
    if is_own or any(one.seq > newest for one in views):
        return []
    who = asked.state.who(newest)
    values: dict[str, str | int] = {
        "lines": target.text.lines,
        "who": who.name,
        "undo": asked.seq,
    }
    return [Remark("overwrote_unread", values)]


def _finish(target: Target, plan: Plan, warnings: tuple[Remark, ...]) -> Decision:
    asked, seen = target.asked, target.seen
    through = target.view.seq if target.view else 0
    mode = seen.mode if seen.noted else NEW_FILE_MODE & ~asked.umask
    made = edits.make(plan, target.file, seen, asked.temp(0), mode=mode)
    lines = plan.after.lines
    shown = Span(1, lines) if lines and plan.after.encoding else None
    change = msgspec.structs.replace(made.change, shown=shown, through=through)
    done = edits.done(seen.path, change.before, change.after, plan.splices)
    reply = Done(seq=asked.seq, warnings=warnings, files=(done,), values={"lines": lines})
    return Decision(reply, Edited(TOOL, (change,)), made.attachments, (made.effect,))
