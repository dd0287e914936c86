"""Replies as text, for models and people.

    VERDICT place: what (delta, total)  edit ID  view ID
    warning: ...            at most 3
    N|line                  the body
    next: exact call        at most 2 calls

A line of a file is all that follows the first bar of its line here, exactly. Everything else from
outside goes through `phrases`, so that no content can pass for a verdict or a next call.
"""

import re
from collections.abc import Iterable
from typing import Any

from ...schemas.messages import (
    AnyReply,
    Block,
    Call,
    Done,
    LogReply,
    Marked,
    OpenEdit,
    Refusal,
    Remark,
    Shown,
    StaleView,
    StatusReply,
    Unchanged,
    Who,
)
from ...schemas.values import Span
from . import phrases, refusals
from .forms import AS_TOOLS, Forms
from .log_lines import log_line
from .wording import FALLBACK, WARNINGS

WARNINGS_MAX = 3
CALLS_MAX = 2
REFUSAL_CHARACTERS_MAX = 6_000
"""Hosts cut errors early, some near 11,000 characters."""
REPLY_CHARACTERS_MAX = 8_000
"""Of all replies but a read, which keeps to the bytes it was asked for."""
LINE_CHARACTERS_MAX = 2_000
"""Of a line around an edit; a read shows what it was given."""
DIFF_CHARACTERS_MAX = 2_000
"""Of a warning."""

_LIKE_OURS = re.compile(
    r"(ok|preview|REFUSED|ERROR|warning:|notice:|next:|view)( |:|$)|[-+]?\d*\||\.\.\.|\(|Now:"
)
"""A path that would begin a line as only our own words may."""


def text(reply: AnyReply, ignored: tuple[str, ...] = (), forms: Forms = AS_TOOLS) -> str:
    """Return a reply as its reader has it; `ignored` are arguments that meant nothing."""
    remarks = reply.warnings
    if ignored:
        remarks = (*remarks, Remark("ignored", {"names": ", ".join(ignored[:8])}))
    head = [_headline(reply, forms), *_warnings(reply, remarks, forms)]
    body, tail = _body(reply), [*_ending(reply), *_next(reply, forms)]
    if not isinstance(reply, Shown):
        limit = REFUSAL_CHARACTERS_MAX if is_error(reply) else REPLY_CHARACTERS_MAX
        body = _fitting(body, limit - sum(len(line) + 1 for line in (*head, *tail)))
    return "\n".join([*head, *body, *tail])


def is_error(reply: AnyReply) -> bool:
    return isinstance(reply, Refusal)


# --- the first line and the last ------------------------------------------------------------------


def _headline(reply: AnyReply, forms: Forms) -> str:
    match reply:
        case Shown():
            return _shown(reply)
        case Done():
            return _done(reply)
        case Unchanged(path=path, span=span, by=by):
            have = "have" if span is None or len(span) > 1 else "has"
            where = (
                "it already has this content"
                if span is None
                else f"{span} already {have} this text"
            )
            maker = f" (edit e{by.seq} by {phrases.name_of(by)})" if by and by.session else ""
            return f"ok {phrases.path_text(path)}: unchanged, {where}{maker}"
        case Marked(mark=mark, label=label, edits=edits):
            closed = f"{phrases.count(len(edits), 'edit')} closed" if edits else "no open edits"
            named = f" {phrases.one_line(label, phrases.NAME_CHARACTERS_MAX)}" if label else ""
            return f"ok {phrases.one_line(mark, 20)}{named}: {closed}"
        case StatusReply():
            return _status(reply, forms)
        case LogReply(items=items):
            return f"{phrases.count(len(items), 'entry', 'entries')}, newest first"
        case Refusal():
            return refusals.headline(reply)


def _shown(reply: Shown) -> str:
    path = phrases.path_text(reply.path)
    if _LIKE_OURS.match(path):
        path = f"./{path}"
    shown = ",".join(str(Span(block.first, block.last)) for block in reply.blocks)
    where = f"{path}:{shown} of {reply.total}" if shown else f"{path} is empty"
    marks = f"  ({phrases.one_line('; '.join(reply.marks))})" if reply.marks else ""
    return f"{where}  view v{reply.seq}{marks}"


def _done(reply: Done) -> str:
    if reply.undone or reply.redone:
        return _flipped(reply)
    note = ""
    if reply.note == "only_match":
        note = f", the only one of {reply.values['matches']} matches inside v{reply.values['view']}"
    ids = f"  edit e{reply.seq}  view v{reply.seq}"
    again = "  (made before, at the first of these calls)" if reply.repeated else ""
    return "ok " + "; ".join(map(phrases.file_done, reply.files)) + note + ids + again


def _flipped(reply: Done) -> str:
    flips: list[str] = []
    for verb, edits in (("undone", reply.undone), ("redone", reply.redone)):
        if edits:
            flips.append(f"{phrases.edits(edits)} {verb}")
    files = "; ".join(map(phrases.flipped, reply.files))
    kept = f"; later edits kept: {phrases.edits(reply.kept)}" if reply.kept else ""
    return f"ok {' and '.join(flips)} by e{reply.seq}: {files}{kept}  view v{reply.seq}"


def _status(reply: StatusReply, forms: Forms) -> str:
    if not reply.edits:
        return "no open edits of this session"
    undo = forms.call(Call("be-trx", {"action": "undo", "event_id": "ID"}))
    open_edits = phrases.count(len(reply.edits), "open edit")
    return f"{open_edits} of this session, newest first; {undo} takes one back"


def _ending(reply: AnyReply) -> list[str]:
    """Return what is never left out: the view of what a refusal shows, views that are stale."""
    match reply:
        case Refusal(view=True, body=body):
            shown = [str(Span(one.first, one.last)) for one in body if one.kind == "lines"]
            return [f"view v{reply.seq} ({', '.join(shown)})"] if shown else []
        case StatusReply(stale=stale) if stale:
            return ["stale views: " + ", ".join(map(_stale, stale))]
        case _:
            return []


def _stale(one: StaleView) -> str:
    path, by = phrases.path_text(one.path, 200), phrases.name_of(one.by)
    return f"v{one.view} {path} ({phrases.spans(one.spans, 5)} changed by {by})"


def _next(reply: AnyReply, forms: Forms) -> list[str]:
    if calls := [forms.call(one) for one in reply.next[:CALLS_MAX]]:
        return [f"next: {one}" for one in (calls if forms.apart else [", or ".join(calls)])]
    return [f"next: {refusals.next_step(reply, forms)}"] if isinstance(reply, Refusal) else []


# --- what stands between them ---------------------------------------------------------------------


def _warnings(reply: AnyReply, remarks: tuple[Remark, ...], forms: Forms) -> list[str]:
    lines: list[str] = []
    for remark in remarks[:WARNINGS_MAX]:
        lines.append(f"warning: {_warning(reply, remark, forms)}")
        lines += _fitting(_lines(remark.body, LINE_CHARACTERS_MAX), DIFF_CHARACTERS_MAX)
    if len(remarks) > WARNINGS_MAX:
        lines.append(f"({phrases.count(len(remarks) - WARNINGS_MAX, 'more warning')})")
    return lines


def _warning(reply: AnyReply, remark: Remark, forms: Forms) -> str:
    values: dict[str, Any] = {
        name: phrases.one_line(str(one)) for name, one in remark.values.items()
    }
    values["code"] = phrases.one_line(remark.code, 40)
    match remark.code:
        case "echo":
            values["call"] = forms.call(_without_line(reply, values.get("line", 0)))
        case "changed_since":
            values["by"] = _changed_by(remark.values)
        case "overwrote_unread":
            values["who"] = values.get("who") or phrases.OUTSIDE
            undo: dict[str, str | int] = {"action": "undo", "event_id": f"e{values.get('undo', 0)}"}
            values["call"] = forms.call(Call("be-trx", undo))
        case _:
            pass
    return refusals.Lenient().format(WARNINGS.get(remark.code, FALLBACK), **values)


def _without_line(reply: AnyReply, line: str | int) -> Call:
    """Return the call that deletes one line, by the numbers of this reply's view."""
    files = reply.files if isinstance(reply, Done) else ()
    path = phrases.path_text(files[0].path) if files else ""
    place = {"file": f"{path}:{line}", "content": "", "viewed_code_id": f"v{reply.seq}"}
    return Call("be-replace", {**place})


def _changed_by(values: dict[str, str | int]) -> str:
    name = str(values.get("who", ""))
    number = {one: int(values.get(one, 0)) for one in ("edit", "time_ns", "now_ns")}
    who = Who(number["edit"], 1 if name else 0, name, number["time_ns"])
    return phrases.who_when(who, number["now_ns"])


def _body(reply: AnyReply) -> list[str]:
    match reply:
        case Shown(blocks=blocks):
            return _separated(blocks)
        case Done(body=body, files=files, undone=undone):
            several = [one for one in files if len(one.parts) > 1 and not undone]
            places = [phrases.part_texts(one.parts) for one in several]
            return [*places, *_lines(body, LINE_CHARACTERS_MAX)]
        case Refusal(body=body):
            return _was_and_now(body)
        case StatusReply(edits=edits, now_ns=now_ns):
            return [_open_edit(one, now_ns) for one in edits]
        case LogReply(items=items, more=more):
            return [*map(log_line, items), *(["(older entries follow)"] if more else [])]
        case Unchanged() | Marked():
            return []


def _separated(blocks: tuple[Block, ...]) -> list[str]:
    lines: list[str] = []
    for number, block in enumerate(blocks):
        lines += ["..."] if number else []
        lines += _lines((block,))
    return lines


def _was_and_now(body: tuple[Block, ...]) -> list[str]:
    """Return a refusal's lines; after a diff, what stands there now begins with "Now:"."""
    lines: list[str] = []
    is_diff = False
    for block in body:
        if block.kind == "lines" and is_diff:
            lines.append("Now:")
        is_diff = block.kind in ("old", "new")
        lines += _lines((block,), LINE_CHARACTERS_MAX)
    return lines


def _lines(blocks: Iterable[Block], characters_max: int = 0) -> list[str]:
    lines: list[str] = []
    for block in blocks:
        if block.kind == "sent":
            lines.append(f"... {Span(block.first, block.last)} as sent")
            continue
        sign = {"old": "-", "new": "+"}.get(block.kind, "")
        for number, line in enumerate(block.lines, block.first):
            lines.append(f"{sign}{number}|{_line(line, characters_max)}")
    return lines


def _line(line: str, characters_max: int) -> str:
    if "\n" in line:  # no line of a file: it could begin a line of the reply
        line = line.replace("\n", "\\n")
    if not characters_max or len(line) <= characters_max:
        return line
    return f"{line[:characters_max]}... (+{len(line) - characters_max:,} characters)"


def _open_edit(edit: OpenEdit, now_ns: int) -> str:
    files = "; ".join(map(phrases.file_done, edit.files))
    return f"e{edit.seq}  {files}  {phrases.age(edit.time_ns, now_ns)}"


def _fitting(lines: list[str], characters_max: int) -> list[str]:
    """Return as many of the lines as there is room for, and how many are left out."""
    if sum(len(line) + 1 for line in lines) <= characters_max:
        return lines
    kept: list[str] = []
    room = characters_max - len("... (1,000,000 more lines)") - 1
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    return [*kept, f"... ({len(lines) - len(kept):,} more lines)"]


__all__ = ["is_error", "log_line", "text"]
