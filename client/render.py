"""Replies as text, for models and people.

    VERDICT place: what (delta, total)  edit ID  view ID
    warning: ...            at most 3
    N|line                  the body
    next: exact call        at most 2 calls

Values from outside (paths, names, texts of files) are made one line and never begin one, so that
no content can pass for a verdict or a next call.
"""

import string
from collections.abc import Iterable
from typing import Any

from ..schemas.messages import (
    AnyReply,
    Block,
    Call,
    Done,
    FileDone,
    LogItem,
    LogReply,
    Marked,
    Part,
    Refusal,
    Remark,
    Shown,
    StatusReply,
    Unchanged,
    Who,
)
from ..schemas.values import Span
from .wording import FALLBACK, REFUSALS, WARNINGS

WARNINGS_MAX = 3
CALLS_MAX = 2
REFUSAL_CHARACTERS_MAX = 6_000
OUTSIDE = "outside editjournal"


def text(reply: AnyReply, ignored: tuple[str, ...] = ()) -> str:
    """Return a reply as a model reads it; `ignored` are arguments that meant nothing."""
    extra: tuple[Remark, ...] = ()
    if ignored:
        extra = (Remark("ignored", {"names": ", ".join(ignored[:8])}),)
    lines = [_headline(reply)]
    lines += _warnings(reply, (*reply.warnings, *extra))
    lines += _body(reply)
    if reply.next:
        lines.append("next: " + ", or ".join(call(one) for one in reply.next[:CALLS_MAX]))
    whole = "\n".join(lines)
    if isinstance(reply, Refusal) and len(whole) > REFUSAL_CHARACTERS_MAX:
        return _shortened(lines, reply)
    return whole


def is_error(reply: AnyReply) -> bool:
    return isinstance(reply, Refusal)


def call(one: Call) -> str:
    """Return a call as a model writes it, its note in brackets."""
    arguments = " ".join(f"{name}={one_line(str(value))}" for name, value in one.arguments.items())
    written = f"{one.tool} {arguments}".rstrip()
    return f"{written} {one.note}".rstrip() if one.note else written


def path_text(path: bytes) -> str:
    r"""Return a path as one line; what is not UTF-8 or not printable shows as \xNN."""
    return one_line(path.decode("utf-8", "backslashreplace"), 500)


def one_line(value: str, characters_max: int = 400) -> str:
    """Return text from outside without line ends and control characters."""
    shown = "".join(
        one if one.isprintable() else one.encode("unicode_escape").decode("ascii") for one in value
    )
    return shown if len(shown) <= characters_max else shown[: characters_max - 3] + "..."


def age(then_ns: int, now_ns: int) -> str:
    """Return how long ago something was, in one unit."""
    seconds = max(0, now_ns - then_ns) // 1_000_000_000
    for size, name in ((86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds // size} {name} ago"
    return f"{seconds} s ago"


# --- the first line ---------------------------------------------------------------------------


def _headline(reply: AnyReply) -> str:
    match reply:
        case Shown():
            return _shown(reply)
        case Done():
            return _done(reply)
        case Unchanged(path=path, span=span, by=by):
            where = f"{span} already have this text" if span else "it already has this content"
            maker = f" (edit e{by.seq} by {_name(by)})" if by and by.seq else ""
            return f"ok {path_text(path)}: unchanged, {where}{maker}"
        case Marked(mark=mark, label=label, edits=edits):
            closed = f"{_count(len(edits), 'edit')} closed" if edits else "no open edits"
            named = f" {one_line(label, 60)}" if label else ""
            return f"ok {mark}{named}: {closed}"
        case StatusReply():
            return _status(reply)
        case LogReply(items=items):
            return f"{_count(len(items), 'entry', 'entries')}, newest first"
        case Refusal():
            return _refusal(reply)


def _shown(reply: Shown) -> str:
    spans = ",".join(str(Span(block.first, block.last)) for block in reply.blocks)
    where = f"{path_text(reply.path)}:{spans} of {reply.total}" if spans else ""
    marks = f"  ({'; '.join(reply.marks)})" if reply.marks else ""
    return f"{where or path_text(reply.path) + ' is empty'}  view v{reply.seq}{marks}"


def _done(reply: Done) -> str:
    if reply.undone or reply.redone:
        return _flipped(reply)
    ids = f"  edit e{reply.seq}  view v{reply.seq}"
    if reply.repeated:
        ids += "  (made before, at the first of these calls)"
    note = ""
    if reply.note == "only_match":
        note = f", the only one of {reply.values['matches']} matches inside v{reply.values['view']}"
    return "ok " + "; ".join(_file_done(one) for one in reply.files) + note + ids


def _file_done(done: FileDone) -> str:
    path = path_text(done.path)
    if done.state == "created":
        return f"{path}: created, {_count(done.total, 'line')}"
    if done.state == "removed":
        return f"{path}: removed"
    return f"{path}: {_parts(done)}"


def _parts(done: FileDone) -> str:
    counts = f"({done.delta:+d}, {_count(done.total, 'line')})"
    if done.delta == 0:
        counts = f"(0, {_count(done.total, 'line')})"
    if len(done.parts) == 1:
        return f"{_part(done.parts[0])} {counts}"
    if not done.parts:
        return f"mode {counts}"
    return f"{len(done.parts)} changes {counts}"


def _part(part: Part) -> str:
    if part.was is None:
        return f"{part.now} inserted after {part.after}"
    if part.now is None:
        return f"{part.was} deleted"
    return f"{part.was} -> {part.now}"


def _flipped(reply: Done) -> str:
    edits = reply.undone or reply.redone
    named = ", ".join(f"e{one}" for one in edits)
    verb = "undone" if reply.undone else "redone"
    files = "; ".join(f"{path_text(one.path)} {_state_or_parts(one)}" for one in reply.files)
    kept = ""
    if reply.kept:
        kept = "; later edits kept: " + ", ".join(f"e{one}" for one in reply.kept[:10])
        if len(reply.kept) > 10:
            kept += f" and {len(reply.kept) - 10} more"
    return f"ok {named} {verb} by e{reply.seq}: {files}{kept}  view v{reply.seq}"


def _state_or_parts(done: FileDone) -> str:
    if done.state != "changed":
        return done.state
    if not done.parts:
        return f"stays as it is ({_count(done.total, 'line')})"
    return _parts(done)


def _status(reply: StatusReply) -> str:
    if not reply.edits:
        return "no open edits of this session"
    hint = "be-trx action=undo event_id=ID takes one back"
    return f"{_count(len(reply.edits), 'open edit')} of this session, newest first; {hint}"


def _refusal(reply: Refusal) -> str:
    where = path_text(reply.path) if reply.path else reply.tool
    if reply.path and reply.span:
        where += f":{reply.span}"
    sentence = sentence_of(reply)
    return f"{reply.verdict} {where}, nothing changed. {sentence}".rstrip()


def sentence_of(reply: Refusal) -> str:
    """Return why a call was refused."""
    values: dict[str, Any] = {name: _value(name, one) for name, one in reply.values.items()}
    values |= {"code": reply.code, "span": str(reply.span or ""), "by": _by(reply)}
    template = REFUSALS.get(_variant(reply), FALLBACK)
    return _Lenient().format(template, **values)


def _variant(reply: Refusal) -> str:
    """Return under which key the wording for just these values stands."""
    code, values = reply.code, reply.values
    match code:
        case "no_such_file" if values.get("near"):
            return "no_such_file_near"
        case "is_folder" if values.get("more"):
            return "is_folder_more"
        case "unknown_view" if values.get("last"):
            return "unknown_view_last"
        case "old_mismatch" if "column" not in values:
            return "old_mismatch_length"
        case "old_none" if "column" in values:
            return "old_none_near"
        case "old_none" if "now" in values:
            return "old_none_length"
        case "moved_unseen" | "not_covered" if "now" not in values:
            return f"{code}_gone"
        case _:
            return code


def _value(name: str, value: str | int) -> str:
    if name in ("sent", "found"):
        return _quoted(str(value))
    return one_line(str(value))


def _quoted(value: str) -> str:
    """Return a piece of a line so that white space in it can be seen."""
    if not value:
        return "the end of the line"
    for character, name in ((" ", "space"), ("\t", "tab")):
        run = len(value) - len(value.lstrip(character))
        if run:
            rest = value[run:]
            return f"{_count(run, name)}" + (f' and "{one_line(rest, 30)}"' if rest else "")
    point = value[0]
    named = "" if point.isascii() and point.isprintable() else f" (U+{ord(point):04X})"
    return f'"{one_line(value, 30)}"{named}'


def _by(reply: Refusal) -> str:
    """Return who moved or changed the lines, by how much, and when."""
    if reply.who is None:
        return "by edits of this session"
    made = _who(reply.who, reply.now_ns)
    if "delta" not in reply.values or reply.code != "moved":
        return made
    delta, after = int(reply.values["delta"]), int(reply.values["after_line"])
    where = f"after line {after}" if after else "at the top"
    moved = f"{delta:+d} {where}" if delta else f"lines replaced {where}"
    more = int(reply.values.get("changes", 1)) - 1
    others = f", and {_count(more, 'change')} before that" if more > 0 else ""
    return f"{moved}, {made}{others}"


def _who(who: Who, now_ns: int) -> str:
    when = age(who.time_ns, now_ns) if who.time_ns else ""
    if not who.session:
        return f"{OUTSIDE}, {when}" if when else OUTSIDE
    return f"{_name(who)} (edit e{who.seq}, {when})"


def _name(who: Who) -> str:
    return one_line(who.name, 60) or OUTSIDE


class _Lenient(string.Formatter):
    """Leaves out a value that an older daemon did not send."""

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:
        del args
        return kwargs.get(key, "?")


# --- what follows it --------------------------------------------------------------------------


def _warnings(reply: AnyReply, remarks: tuple[Remark, ...]) -> list[str]:
    lines: list[str] = []
    for remark in remarks[:WARNINGS_MAX]:
        lines.append(f"warning: {_warning(reply, remark)}")
        lines += _blocks(remark.body)
    if len(remarks) > WARNINGS_MAX:
        lines.append(f"({len(remarks) - WARNINGS_MAX} more warnings)")
    return lines


def _warning(reply: AnyReply, remark: Remark) -> str:
    values: dict[str, Any] = {name: one_line(str(one)) for name, one in remark.values.items()}
    values |= {"code": remark.code, "seq": reply.seq, "path": ""}
    if isinstance(reply, Done) and reply.files:
        values["path"] = path_text(reply.files[0].path)
    if remark.code == "changed_since":
        numbers = remark.values
        who = Who(
            int(numbers["edit"]),
            1 if numbers["who"] else 0,
            str(numbers["who"]),
            int(numbers["time_ns"]),
        )
        values["by"] = _who(who, int(numbers["now_ns"]))
    if remark.code == "overwrote_unread":
        values["who"] = values["who"] or "outside editjournal"
    return _Lenient().format(WARNINGS.get(remark.code, FALLBACK), **values)


def _body(reply: AnyReply) -> list[str]:
    match reply:
        case Shown(blocks=blocks):
            return _separated(blocks)
        case Done(body=body, files=files, undone=undone):
            several = [one for one in files if len(one.parts) > 1 and not undone]
            return [*(_many_parts(one) for one in several), *_blocks(body)]
        case Refusal(body=body, view=view, seq=seq):
            shown = [str(Span(one.first, one.last)) for one in body if one.kind == "lines"]
            lines = _refusal_blocks(body)
            return [*lines, f"view v{seq} ({', '.join(shown)})"] if view and shown else lines
        case StatusReply():
            return _status_lines(reply)
        case LogReply(items=items, more=more):
            lines = [log_line(item) for item in items]
            return [*lines, "(older entries follow)"] if more else lines
        case _:
            return []


def _many_parts(done: FileDone) -> str:
    shown = "; ".join(_part(part) for part in done.parts[:20])
    return shown + (f"; {len(done.parts) - 20} more" if len(done.parts) > 20 else "")


def _refusal_blocks(body: tuple[Block, ...]) -> list[str]:
    """Return a refusal's lines; after a diff, what stands there now begins with "Now:"."""
    lines: list[str] = []
    is_diff = False
    for block in body:
        if block.kind == "lines" and is_diff:
            lines.append("Now:")
        is_diff = block.kind in ("old", "new")
        lines += _blocks((block,))
    return lines


def _separated(blocks: tuple[Block, ...]) -> list[str]:
    lines: list[str] = []
    for number, block in enumerate(blocks):
        if number:
            lines.append("...")
        lines += _blocks((block,))
    return lines


def _blocks(blocks: Iterable[Block]) -> list[str]:
    lines: list[str] = []
    for block in blocks:
        if block.kind == "sent":
            lines.append(f"... {Span(block.first, block.last)} as sent")
            continue
        sign = {"old": "-", "new": "+"}.get(block.kind, "")
        lines += (f"{sign}{number}|{line}" for number, line in enumerate(block.lines, block.first))
    return lines


def _status_lines(reply: StatusReply) -> list[str]:
    lines = [
        f"e{edit.seq}  {'; '.join(_file_done(one) for one in edit.files)}  "
        f"{age(edit.time_ns, reply.now_ns)}"
        for edit in reply.edits[:50]
    ]
    if len(reply.edits) > 50:
        lines.append(f"({len(reply.edits) - 50} older ones)")
    if reply.stale:
        stale = (
            f"v{one.view} {path_text(one.path)} ({', '.join(map(str, one.spans))} changed by "
            f"{_name(one.by)})"
            for one in reply.stale
        )
        lines.append("stale views: " + ", ".join(stale))
    return lines


def log_line(item: LogItem) -> str:
    """Return one entry of the log as one line, without its time."""
    name = one_line(item.name, 60) or ("outside" if item.kind == "ChangedOutside" else "journal")
    return f"{entry_id(item):>6}  {name:<16}  {what(item)}"


def entry_id(item: LogItem) -> str:
    """Return the id by which an entry can be named: of an edit, a view, or plainly its number."""
    letter = {"Edited": "e", "Viewed": "v"}.get(item.kind, "")
    return f"{letter}{item.seq}"


def what(item: LogItem) -> str:
    """Return what an entry says happened."""
    path = path_text(item.files[0].path) if item.files else ""
    spans = ",".join(map(str, item.spans))
    place = f"{path}:{spans}" if spans else path
    match item.kind:
        case "Edited":
            return _edit_line(item)
        case "ChangedOutside":
            return f"changed outside: {_file_done(item.files[0])}"
        case "Viewed":
            return f"read {place}"
        case "VersionKept":
            return f"kept the version of {path}"
        case "Refused":
            shown = f", shown {spans}" if spans else ""
            return f"{item.tool} refused: {item.code} {path}{shown}".rstrip()
        case "SessionOpened":
            version = f" {one_line(item.code, 40)}" if item.code else ""
            return f"session opened ({one_line(item.label, 20)}{version})"
        case "SessionClosed":
            return "session closed"
        case "Marked":
            return f"{item.code} {one_line(item.label, 60)}".rstrip()
        case "Queried":
            return f"asked {item.tool}"
        case "NotApplied":
            edits = ", ".join(f"e{one}" for one in item.undoes)
            return f"{edits} did not reach {path}: {one_line(item.label)}"
        case _:
            return f"{item.kind} {path}".rstrip()


def _edit_line(item: LogItem) -> str:
    files = "; ".join(_file_done(one) for one in item.files)
    flips = ""
    for verb, edits in (("undoes", item.undoes), ("redoes", item.redoes)):
        if edits:
            flips += f"{verb} {', '.join(f'e{one}' for one in edits)}: "
    marks = "  (undone)" if item.undone else "" if item.applied else "  (not applied)"
    return f"{flips}{files}{marks}"


def _count(number: int, name: str, plural: str = "") -> str:
    return f"{number} {name}" if number == 1 else f"{number} {plural or name + 's'}"


def _shortened(lines: list[str], reply: Refusal) -> str:
    """Return a long refusal with its end kept: the view and the next call stand there."""
    tail = lines[-2:] if reply.view else lines[-1:]
    room = REFUSAL_CHARACTERS_MAX - sum(len(line) + 1 for line in tail) - 40
    kept: list[str] = []
    for line in lines[: len(lines) - len(tail)]:
        if len(line) + 1 > room:
            break
        kept.append(line)
        room -= len(line) + 1
    return "\n".join([*kept, "... (cut)", *tail])
