"""From worked-out changes to what happens: an edit, a preview, or an edit that a refusal prepares.

A draft is one file's step; drafts of one call are one edit: made together, undone together.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from ...schemas.facts import Change, Deleted, Edited, Previewed
from ...schemas.replies import Block, Call, Done, FileDone, Preview, Remark
from ...schemas.values import Content, Span
from . import edits, target
from . import text as texts
from .asking import CONTEXT_LINES, Asked, Decision, RefusedError, Step
from .edits import Made, Plan
from .previews import LIFETIME_NS
from .target import Target
from .text import Text

CONFIRM = "be-confirm"
HOUR_NS = 3600 * 1_000_000_000


class Gone(NamedTuple):
    """A stretch of text that an edit takes away."""

    span: Span
    """The lines that it is, or is a part of."""
    data: bytes


class Draft(NamedTuple):
    """One file's step, worked out and not made."""

    target: Target
    plan: Plan
    mode: int | None
    """Of the file then; None: it is to be gone."""
    through: int = 0
    """The view whose line numbers were meant; 0: none."""
    is_whole: bool = False
    """The caller sent, or took, the whole file."""
    gone: tuple[Gone, ...] = ()
    """Text that is to be kept as a chip."""

    @property
    def path(self) -> bytes:
        return self.target.seen.path


class Drafted(NamedTuple):
    """What a call comes to, if it is made."""

    drafts: tuple[Draft, ...]
    warnings: tuple[Remark, ...] = ()
    note: Remark | None = None
    """How it came to be, where that is worth a word."""
    confirms: int = 0
    """The entry that had prepared it."""
    meant: "Drafted | None" = None
    """What the call may have meant instead, upon these changes: to be prepared."""
    meant_note: str = ""
    """What that is, in words."""


def made(asked: Asked, tool: str, drafted: Drafted, *, with_diff: bool = False) -> Decision:
    """Decide that an edit is made."""
    ready = [_make(asked, draft, number) for number, draft in enumerate(drafted.drafts)]
    attachments = [one for each in ready for one in each.attachments]
    deleted = tuple(_deleted(asked, drafted.drafts))
    attachments += [_text(draft) for draft in drafted.drafts if _text(draft)]
    prepared: tuple[Change, ...] = ()
    calls: tuple[Call, ...] = ()
    if drafted.meant is not None:
        prepared, more = _prepared(asked, drafted.meant)
        attachments += more
        calls = (confirm_call(asked, drafted.meant_note),)
    fact = Edited(
        tool,
        tuple(one.change for one in ready),
        confirms=drafted.confirms,
        deleted=deleted,
        prepared=prepared,
    )
    reply = Done(
        seq=asked.seq,
        warnings=tuple(_with_chip(one, deleted) for one in drafted.warnings),
        next=calls,
        files=tuple(map(_file_done, drafted.drafts, fact.changes)),
        body=_body(drafted.drafts),
        note=drafted.note.code if drafted.note else "",
        values=drafted.note.values if drafted.note else {},
        chips=tuple(one.chip for one in deleted),
        diffs=tuple(map(diff, drafted.drafts)) if with_diff else (),
    )
    effects = tuple(one.effect for one in ready)
    return Decision(reply, fact, tuple(attachments), effects, steps(drafted))


def previewed(asked: Asked, tool: str, drafted: Drafted) -> Decision:
    """Decide that an edit is shown, and kept to be confirmed."""
    changes, attachments = _prepared(asked, drafted)
    reply = Preview(
        seq=asked.seq,
        warnings=tuple(map(_not_made, drafted.warnings)),
        next=(confirm_call(asked, ""),),
        files=tuple(map(_file_done, drafted.drafts, changes)),
        diffs=tuple(map(diff, drafted.drafts)),
        hours=LIFETIME_NS // HOUR_NS,
    )
    return Decision(reply, Previewed(tool, changes), attachments, steps=steps(drafted))


def steps(drafted: Drafted) -> tuple[Step, ...]:
    """Return what becomes of the text files that stay."""
    return tuple(
        Step(one.target.seen.real, one.plan.before, one.plan.after, one.plan.splices)
        for one in drafted.drafts
        if one.mode is not None and one.plan.after.encoding
    )


def prepare(asked: Asked, error: RefusedError, drafted: Drafted, note: str) -> RefusedError:
    """Return a refusal that keeps the edit that was meant; `note` says in words what it is."""
    changes, attachments = _prepared(asked, drafted)
    calls = (confirm_call(asked, note), *error.refusal.next)
    return RefusedError(
        msgspec.structs.replace(error.refusal, next=calls, prepared=True),
        msgspec.structs.replace(error.fact, prepared=changes),
        attachments,
    )


def confirm_call(asked: Asked, note: str) -> Call:
    """Return the call that makes what this reply prepares."""
    return Call(CONFIRM, {"event_id": f"p{asked.seq}"}, note)


def _prepared(asked: Asked, drafted: Drafted) -> tuple[tuple[Change, ...], tuple[bytes, ...]]:
    """Return changes that are not to be made yet, and their attachments."""
    changes = bare(_upon(draft, _make(asked, draft, 0).change) for draft in drafted.drafts)
    joined = (b"".join(draft.plan.inserted) for draft in drafted.drafts)
    return changes, tuple(one for one in joined if one)


def _upon(draft: Draft, change: Change) -> Change:
    """Return a change upon a file that is only made by the edit that prepares it."""
    before = draft.plan.before
    if change.before is not None or not before.data:
        return change
    return msgspec.structs.replace(change, before=texts.version(before, draft.mode or 0))


def bare(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Return changes without what counts only when they are made: which file it was, and where."""
    return tuple(
        msgspec.structs.replace(
            change, base=None, temp=b"", inode=0, mtime_ns=0, ctime_ns=0, shown=None
        )
        for change in changes
    )


def _make(asked: Asked, draft: Draft, number: int) -> Made:
    plan, seen = draft.plan, draft.target.seen
    temp = asked.temp(number)
    if draft.mode is None:
        ready = edits.remove(plan, draft.target.file, seen, temp)
    else:
        folder_mode = 0o777 & ~asked.umask
        ready = edits.make(
            plan, draft.target.file, seen, temp, mode=draft.mode, folder_mode=folder_mode
        )
    shown = _shown(draft)
    change = msgspec.structs.replace(ready.change, shown=shown, through=draft.through)
    return ready._replace(change=change)


def _shown(draft: Draft) -> tuple[Span, ...] | None:
    """Return the lines of the fresh view: what the reply shows, and what the caller sent."""
    after = draft.plan.after
    if draft.mode is None or (draft.is_whole and not after.encoding):
        return None
    if draft.is_whole:
        return (Span(1, after.lines),)
    if len(draft.plan.regions) == 1:
        return (edits.shown_span(after, draft.plan.regions[0], CONTEXT_LINES),)
    spans: list[Span] = []
    shift = 0
    for region in draft.plan.regions:
        first, last = region.at + shift + 1, region.at + shift + region.inserted
        shift += region.inserted - region.removed
        if spans and spans[-1].last + 1 >= first:
            spans[-1] = Span(spans[-1].first, max(last, spans[-1].last))
        elif last >= first:
            spans.append(Span(first, last))
    return tuple(spans)


def _body(drafts: tuple[Draft, ...]) -> tuple[Block, ...]:
    """Return the lines around an edit of one place; of several the caller knows the text."""
    if len(drafts) != 1 or drafts[0].is_whole or drafts[0].mode is None:
        return ()
    draft = drafts[0]
    if len(draft.plan.regions) != 1:
        return ()
    after, region = draft.plan.after, draft.plan.regions[0]
    return edits.shown_body(after, region, edits.shown_span(after, region, CONTEXT_LINES))


def _file_done(draft: Draft, change: Change) -> FileDone:
    regions = draft.plan.splices if draft.is_whole else draft.plan.regions
    return edits.done(draft.path, change.before, change.after, regions)


def diff(draft: Draft) -> tuple[Block, ...]:
    """Return what goes and what comes."""
    before, after = draft.plan.before, draft.plan.after
    return target.diff(before if before.data else after, before.data, after.data, 1)


def deletions(plan: Plan) -> tuple[Gone, ...]:
    """Return what a plan takes away without putting anything in its place."""
    before, after = plan.before, plan.after
    is_all = after.data == after.bom
    return tuple(
        Gone(Span(one.at + 1, one.at + one.removed), before.slice(one.at, one.removed))
        for one in plan.regions
        if one.removed and (is_all or not one.inserted)
    )


def whole(before: Text) -> tuple[Gone, ...]:
    """Return all that a file held, as it is taken away or overwritten."""
    return (Gone(Span(1, max(1, before.lines)), before.data),) if before.data else ()


def _text(draft: Draft) -> bytes:
    return b"".join(one.data for one in draft.gone)


def _deleted(asked: Asked, drafts: Iterable[Draft]) -> Iterator[Deleted]:
    """Yield what is kept of each file."""
    taken: set[str] = set()
    for number, draft in enumerate(drafts):
        data = _text(draft)
        if data:
            chip = asked.state.chips.new_id(asked.random + bytes([number % 256]), taken)
            taken.add(chip)
            content = Content(texts.sha256(data), len(data))
            yield Deleted(chip, draft.target.seen.real, draft.gone[0].span, content)


def _not_made(remark: Remark) -> Remark:
    """Return a warning without the edit that it would name if there were one."""
    values = {name: one for name, one in remark.values.items() if name != "undo"}
    return msgspec.structs.replace(remark, values=values)


def _with_chip(remark: Remark, deleted: tuple[Deleted, ...]) -> Remark:
    """Let the warning of lines that were not as expected name the chip that keeps them."""
    if len(deleted) != 1 or remark.code != "changed_since":
        return remark
    return msgspec.structs.replace(remark, values={**remark.values, "chip": deleted[0].chip})
