"""Refusing and warning when a call's lines are not what or where it takes them to be."""

from ...schemas.facts import Refused
from ...schemas.messages import Block, Call, Refusal, Remark
from ...schemas.values import Kept, Span
from . import reconcile
from . import text as texts
from .asking import CONTEXT_LINES, Asked, RefusedError, around
from .effects import Seen
from .reconcile import Found, Stale
from .target import Target, diff


def wanted(asked: Asked, view_seq: int, seen: Seen) -> set[Kept]:
    """Return what must be read to show what a view's lines were."""
    file = asked.state.files.get(seen.real)
    if file is None or not view_seq:
        return set()
    view = asked.state.views.get(view_seq, seen.real, asked.now_ns)
    if view is None or not file.history.steps_since(view.seq):
        return set()
    return {file.kept[run.entry] for runs in view.runs for run in runs if run.entry in file.kept}


def where(target: Target, span: Span) -> Found:
    """Return where the lines are now, or raise the refusal that says why they may not be had."""
    asked = target.asked
    found = reconcile.locate(
        asked.state, target.file, asked.session, target.view, span, asked.now_ns
    )
    if isinstance(found, Found):
        if found.changed_by and target.file is not None:
            old = reconcile.bytes_of(target.file, found.was, target.contents)
            now = reconcile.elsewhere(target.text, old, len(span)) if old else None
            if now is not None:
                stale = Stale(
                    "moved", target.view, now, unchanged=True, changed_by=found.changed_by
                )
                raise stale_refusal(target, span, stale)
        return found
    raise stale_refusal(target, span, found)


def stale_refusal(target: Target, span: Span, stale: Stale) -> RefusedError:
    """Return the refusal of a call whose lines are not what or where it takes them to be."""
    asked, text = target.asked, target.text
    values: dict[str, str | int] = {"total": text.lines}
    if stale.view is not None:
        values |= {"view": stale.view.seq, "view_total": stale.view.total}
        values["view_lines"] = ", ".join(map(str, stale.view.spans))
    if target.view is not None:
        values["given_view"] = target.view.seq
        values["given_lines"] = ", ".join(map(str, target.view.spans))
    body: list[Block] = []
    calls: tuple[Call, ...] = (Call("be-read", {"file": f"{target.path}:{span}"}),)
    shown: tuple[Span, ...] = ()
    if stale.now is not None and text.lines:
        values["now"] = str(stale.now)
        values["unchanged"] = int(stale.unchanged)
        if not stale.unchanged:
            body += _was_now(target, stale)
        block = around(text, stale.now, context=CONTEXT_LINES if stale.unchanged else 0)
        body.append(block)
        shown = (Span(block.first, block.last),)
        note = "" if stale.unchanged else "with text that takes this in"
        where: dict[str, str | int] = {
            "file": f"{target.path}:{stale.now}",
            "viewed_code_id": f"v{asked.seq}",
        }
        calls = (Call(target.tool, where, note),)
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


def _was_now(target: Target, stale: Stale) -> tuple[Block, ...]:
    """Return what the view showed and what stands there now, without their common ends."""
    if target.file is None or not stale.was or stale.now is None:
        return ()
    old = reconcile.bytes_of(target.file, stale.was, target.contents)
    if old is None:
        return ()
    now = target.text.slice(stale.now.first - 1, len(stale.now))
    return diff(target.text, old, now, stale.now.first)


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


def changed_since(target: Target, found: Found) -> list[Remark]:
    """Warn that others had changed the lines since the view that the call was made on."""
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
    return [Remark("changed_since", values, body)]
