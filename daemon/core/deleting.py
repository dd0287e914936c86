"""be-delete: lines taken out, or a whole file taken away."""

from collections.abc import Mapping

from ...schemas.replies import Call
from ...schemas.requests import Delete, Item
from ...schemas.values import Kept, RelPath, Splice
from . import doubts, drafting, single
from .asking import Asked, Decision, expect_file, known_text, refuse, shown_path, the_file
from .drafting import Draft, Drafted
from .edits import Plan
from .effects import Seen
from .places import Place
from .replacing import span_meant, target_of
from .staleness import expect_fresh
from .target import Target, expect_writable, the_view

TOOL = "be-delete"


def delete(
    asked: Asked,
    request: Delete,
    place: Place,
    seen: dict[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> Decision:
    """Decide a deletion. Raises RefusedError."""
    found = the_file(asked, TOOL, place, seen)
    spans = place.spans_of(found.path)
    has_place = request.span is not None or bool(request.old) or request.target is not None
    if request.remove or not (spans or has_place):
        has_lines = bool(spans) or has_place
        return _remove(asked, request, found, contents, has_lines=has_lines)
    target = target_of(asked, TOOL, request, place, seen, contents)
    span = span_meant(target, request, place)
    item = Item("", span, old=request.old or None)
    decision = single.change(target, item, request, is_named=request.target is not None)
    return doubts.told(asked, found, request.target, span, decision, target.text)


def _remove(
    asked: Asked,
    request: Delete,
    found: Seen,
    contents: Mapping[Kept, bytes],
    *,
    has_lines: bool,
) -> Decision:
    """Decide that a file goes; without `remove` that is only prepared. Raises RefusedError."""
    expect_file(asked, TOOL, found)
    path = shown_path(found.path)
    if request.remove and has_lines:
        raise refuse(asked, TOOL, "lines_in_remove", path=found.path, verdict="ERROR")
    if found.real != found.path:
        to: dict[str, str | int] = {"target": shown_path(found.real)}
        raise refuse(asked, TOOL, "link", path=found.path, values=to)
    expect_writable(asked, TOOL, found, force=request.force)
    if not found.folder_takes:
        problem: dict[str, str | int] = {"problem": "its folder is read-only"}
        raise refuse(asked, TOOL, "denied", path=found.path, values=problem)
    before = known_text(asked.state, found)
    view = the_view(asked, TOOL, found, request.view)
    file = asked.state.files.get(found.real)
    target = Target(asked, TOOL, found, before, file, view, contents)
    warnings = expect_fresh(target, view) if view is not None and not request.force else []
    drafted = Drafted((removal(target),), tuple(warnings))
    if not request.remove:
        values: dict[str, str | int] = {"total": before.lines, "size_bytes": len(before.data)}
        lines = Call(TOOL, {"file": f"{path}:1-{max(1, before.lines)}"}, "for its lines")
        calls = (lines,) if before.encoding and before.lines else ()
        error = refuse(asked, TOOL, "no_lines", path=found.path, values=values, calls=calls)
        note = f"removes the file, {before.lines} lines, kept as a chip"
        if before.lines == 1:
            note = "removes the file, 1 line, kept as a chip"
        raise drafting.prepare(asked, error, drafted, note)
    if request.preview:
        return drafting.previewed(asked, TOOL, drafted)
    return drafting.made(asked, TOOL, drafted, with_diff=request.diff)


def removal(target: Target) -> Draft:
    """Return that a file goes, as a draft."""
    before = target.text
    splices = (Splice(0, before.lines, 0),) if before.lines else ()
    after = type(before)(b"", encoding="utf-8")
    plan = Plan(before, after, splices, (b"",) * len(splices), splices)
    through = target.view.seq if target.view else 0
    return Draft(target, plan, None, through, is_whole=True, gone=drafting.whole(before))
