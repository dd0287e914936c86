"""Refusing and warning when a call's lines are not what or where it takes them to be."""

from collections.abc import Iterable, Iterator

from ...schemas.facts import Refused
from ...schemas.replies import Block, Call, Refusal, Remark
from ...schemas.values import Kept, Span
from . import reconcile
from . import text as texts
from .asking import CONTEXT_LINES, Asked, RefusedError, around
from .effects import Seen
from .files import File
from .places import END
from .reconcile import Case, Found, Sight, Stale
from .target import Target, again_at, diff
from .tracing import trace
from .views import View


def wanted(asked: Asked, seen: Seen, view_seq: int, span: Span | None) -> set[Kept]:
    """Return what must be read to tell whether, and how, the lines that a call means changed.

    `span` None means all lines of the view, or of the file as the session last saw it.
    """
    file = asked.state.files.get(seen.real)
    if file is None or not seen.data:
        return set()
    view = asked.state.views.get(view_seq, seen.real, asked.now_ns)
    if span is not None and span.last == END:
        total = view.total if view else file.history.lines
        span = Span(span.first, max(total, span.first))
    if span is not None and not 1 <= span.first <= span.last:
        return set()
    if view is not None and (span is None or view.covers(span)):
        sights = [Sight(view, one) for one in (view.spans if span is None else (span,))]
    else:
        span = span or Span(1, file.history.lines)
        sights = reconcile.sights(asked.state, file, asked.session, span, asked.now_ns).found
    return _lines_of(file, sights)


def wanted_of(asked: Asked, seen: Seen, view: View, span: Span) -> set[Kept]:
    """Return what must be read to tell how lines of a view changed, whatever its session."""
    file = asked.state.files.get(seen.real)
    return set() if file is None or not seen.data else _lines_of(file, [Sight(view, span)])


def _lines_of(file: File, sights: Iterable[Sight]) -> set[Kept]:
    old = (one for one in sights if file.history.steps_since(one.view.seq) and len(one.span))
    runs = [run for one in old for run in one.view.lines(one.span)]
    return {file.kept[run.entry] for run in runs if run.entry in file.kept}


def find(target: Target, span: Span) -> Found | Stale:
    """Return where the lines are now, or why they may not be had."""
    asked, file = target.asked, target.file
    if file is None:
        return Found(span, never_read=True)
    case = Case(asked.state, file, asked.session, asked.now_ns, target.text, target.contents)
    return reconcile.locate(case, target.view, span)


def as_seen(target: Target) -> Iterator[Span]:
    """Yield today's lines that read as in the view, or without one as the session last saw them."""
    asked, file = target.asked, target.file
    if file is None:
        return
    sights = [Sight(target.view, span) for span in target.view.spans] if target.view else None
    if sights is None:
        whole = Span(1, target.text.lines)
        sights = reconcile.sights(asked.state, file, asked.session, whole, asked.now_ns).found
    for view, span in sights:
        found = find(target._replace(view=view), span) if len(span) else None
        if isinstance(found, Found) and not found.changed_by:
            yield found.span


def _advice(target: Target) -> str:
    """Return how lines that others changed may be edited."""
    is_gone = target.tool == "be-delete"
    note = "if it is to go all the same" if is_gone else "with text that takes this in"
    return note  # noqa: RET504 - notes are found by this name


def stale_refusal(
    target: Target, span: Span, stale: Stale, *, is_whole: bool = False
) -> RefusedError:
    """Return the refusal of a call whose lines are not what or where it takes them to be.

    `is_whole`: it means the file, and the same call for some lines of it would not be the same.
    """
    asked, text = target.asked, target.text
    values: dict[str, str | int] = {"total": text.lines}
    if stale.view is not None:
        values |= {"view": stale.view.seq, "view_total": stale.view.total}
        values["view_lines"] = ", ".join(map(str, stale.view.spans))
    if target.view is not None:
        values["given_view"] = target.view.seq
        values["given_lines"] = ", ".join(map(str, target.view.spans))
    body: list[Block] = []
    lines = f":{span}" if not is_whole and span.first <= text.lines else ""
    calls: tuple[Call, ...] = (Call("be-read", {"file": f"{target.path}{lines}"}),)
    shown: tuple[Span, ...] = ()
    if _is_unkept(target, stale):
        values["unkept"] = 1
    elif stale.now is not None and text.lines and text.encoding:
        values["now"] = str(stale.now)
        values["unchanged"] = int(stale.unchanged)
        if not stale.unchanged:
            body += _was_now(target, stale, stale.now)
        block = around(text, stale.now, context=CONTEXT_LINES if stale.unchanged else 0)
        body.append(block)
        shown = (Span(block.first, block.last),)
        if not is_whole:
            calls = (again_at(target, stale.now, "" if stale.unchanged else _advice(target)),)
    elif stale.code == "changed" and text.encoding:
        gap = Span(stale.gap + 1, stale.gap)
        body += _was_now(target, stale, gap)
        if text.lines:
            block = around(text, gap)
            body.append(block)
            shown = (Span(block.first, block.last),)
    if stale.changed_by:
        values["changes"] = len(stale.changed_by)
        values |= _moved_where(target, stale)
    refusal = Refusal(
        seq=asked.seq,
        code=stale.code,
        tool=target.tool,
        path=target.seen.path,
        span=span,
        values=values,
        who=asked.state.who(stale.changed_by[-1]) if stale.changed_by else None,
        body=tuple(body),
        view=bool(shown),
        next=calls,
        now_ns=asked.now_ns,
    )
    version = texts.version(text, target.seen.mode) if shown else None
    return RefusedError(refusal, Refused(target.tool, stale.code, target.seen.real, version, shown))


def _is_unkept(target: Target, stale: Stale) -> bool:
    """Tell whether nobody can say what became of the lines: what they were was not kept."""
    if target.file is None or stale.code != "changed" or not stale.was:
        return False
    return reconcile.bytes_of(target.file, stale.was, target.contents) is None


def _was_now(target: Target, stale: Stale, place: Span) -> tuple[Block, ...]:
    """Return what the view showed and what stands there now, without their common ends."""
    if target.file is None or not stale.was:
        return ()
    old = reconcile.bytes_of(target.file, stale.was, target.contents)
    if old is None:
        return ()
    now = target.text.slice(place.first - 1, len(place))
    return diff(target.text, old, now, place.first)


def _moved_where(target: Target, stale: Stale) -> dict[str, str | int]:
    """Return by how many lines the newest change by others moved what, for the refusal's text."""
    if target.file is None:
        return {}
    newest = target.file.history.steps_since(stale.changed_by[-1] - 1)[0]
    splice = newest.splices[0] if newest.splices else None
    if splice is None:
        return {}
    delta = sum(one.inserted - one.removed for one in newest.splices)
    return {"delta": delta, "after_line": splice.at}


def changed_since(target: Target, found: Found, *, near: bool = False) -> list[Remark]:
    """Warn that others had changed the lines since the view that the call was made on.

    `near`: they were not replaced, but text was put beside them.
    """
    if not found.changed_by or target.file is None:
        return []
    asked = target.asked
    who = asked.state.who(found.changed_by[-1])
    values: dict[str, str | int] = {
        "lines": str(found.span),
        "view": found.through,
        "who": who.name,
        "edit": who.seq,
        "time_ns": who.time_ns,
        "now_ns": asked.now_ns,
        "undo": asked.seq,
    }
    old = reconcile.bytes_of(target.file, found.was, target.contents)
    body: tuple[Block, ...] = ()
    if old is not None:
        now = target.text.slice(found.span.first - 1, len(found.span))
        body = diff(target.text, old, now, found.span.first)
    return [Remark("changed_near" if near else "changed_since", values, body)]


def expect_fresh(target: Target, view: View) -> list[Remark]:
    """Return warnings of what others changed in a file since a view of it.

    Raises RefusedError as for lines, where the file has another length now.
    """
    warnings: list[Remark] = []
    for span in view.spans:
        found = find(target, span) if len(span) else None
        if isinstance(found, Stale):
            raise stale_refusal(target, span, found, is_whole=True)
        warnings += changed_since(target, found) if found else []
    if target.file is None:
        return warnings
    top = Span(1, 0)
    since = trace(target.asked.state, target.file, target.asked.session, view.seq, top)
    if since.other_total:
        lines = target.text.lines
        now = Span(1, lines) if lines else None
        by = tuple(since.others)
        stale = Stale("changed", view, now, unchanged=False, changed_by=by)
        raise stale_refusal(target, Span(1, lines), stale, is_whole=True)
    return warnings
