"""What a refusal says: which place, why, and what to do next. Never without a next step."""

import re
import string
from typing import Any

from ...schemas.messages import Call, Refusal
from ..finding import DaemonTrouble
from ..roots import NoRoot
from . import phrases
from .forms import AS_TOOLS, Forms
from .wording import FALLBACK, NEXT, REFUSALS, TOLD_BEFORE


def headline(reply: Refusal) -> str:
    """Return the first line: verdict, place, that nothing changed, and why."""
    if reply.path:
        where = phrases.path_text(reply.path) + ("" if reply.span is None else f":{reply.span}")
    else:
        where = phrases.one_line(reply.tool, phrases.NAME_CHARACTERS_MAX) or "editjournal"
    verdict = "ERROR" if reply.verdict == "ERROR" else "REFUSED"
    return f"{verdict} {where}, nothing changed. {why(reply)}"


def why(reply: Refusal) -> str:
    """Return the sentence that says why a call was refused."""
    template = REFUSALS.get(_variant(reply), FALLBACK)
    values = _values(reply)
    if not reply.values and not fields(template) <= values.keys():
        template = TOLD_BEFORE
    sentence = Lenient().format(template, **values)
    return sentence if reply.body else re.sub(":$", ".", sentence)


def next_step(reply: Refusal, forms: Forms = AS_TOOLS) -> str:
    """Return what to do where the reply names no call."""
    keys = (_variant(reply), reply.code)
    advice = next((one[key] for one in (forms.advice, NEXT) for key in keys if key in one), None)
    values = _values(reply)
    values |= _calls(values, forms)
    if advice is None or not fields(advice) <= values.keys():
        advice = "{read}" if reply.path else "{status}"
    return Lenient().format(advice, **values)


def trouble(one: DaemonTrouble, *, unsure: bool, look: str) -> str:
    """Return what a caller is told where the daemon did not answer a call.

    `unsure`: the call may have been carried out all the same; `look` is how to see that.
    """
    fate = "it is not known whether anything was changed" if unsure else "nothing changed"
    then = f"; then {look} lists your edits" if unsure else ""
    lines = filter(None, map(phrases.one_line, one.message.splitlines()))
    message = "; ".join(lines).removesuffix(".")
    message = message[:1].upper() + message[1:]
    return f"ERROR editjournal, {fate}. {message}.\nnext: {phrases.one_line(one.next)}{then}"


def may_have_run(one: DaemonTrouble, *, met: bool) -> bool:
    """Tell whether a call may have been carried out; `met`: a daemon was there before."""
    return one.code in ("busy", "internal") or (one.code == "no_daemon" and met)


def no_workspace(error: NoRoot) -> str:
    """Return what a caller is told where no folder may be taken for the workspace."""
    why = phrases.one_line(str(error))
    return (
        f"ERROR no workspace, nothing changed. {why[:1].upper()}{why[1:]}.\n"
        "next: start it in a project's folder, or with --workspace FOLDER"
    )


BY_SPAN = {
    "lines": "line",
    "Lines": "Line",
    "are": "is",
    "were": "was",
    "They": "It",
    "them": "it",
    "themselves": "itself",
}
"""Words that go with several lines, and with one."""


class Lenient(string.Formatter):
    """Writes `{total:line}` as "1 line" or "3 lines", and "?" for a value that was not sent.

    With a word of `BY_SPAN`, as `{span:are}`, only that word, as it goes with those line numbers.
    """

    def format_field(self, value: Any, format_spec: str) -> str:
        text = str(value)
        if format_spec in BY_SPAN:
            return BY_SPAN[format_spec] if text.isdigit() else format_spec
        return phrases.count(int(text), format_spec) if format_spec and text.isdigit() else text

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:
        del args
        return kwargs.get(key, "?")


def fields(template: str) -> set[str]:
    """Return the names of the values that a text needs."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def _values(reply: Refusal) -> dict[str, Any]:
    values: dict[str, Any] = {name: _value(name, one) for name, one in reply.values.items()}
    if "by" in values:
        values["by_edit"] = values["by"]
    values |= {
        "code": phrases.one_line(reply.code, 40),
        "span": "" if reply.span is None else str(reply.span),
    }
    values |= {"by": _by(reply), "path": phrases.path_text(reply.path)}
    return values | {"tool": phrases.one_line(reply.tool, phrases.NAME_CHARACTERS_MAX)}


def _calls(values: dict[str, Any], forms: Forms) -> dict[str, str]:
    """Return calls that a sentence may name, about the refusal's own file."""
    path = values["path"]
    calls = {
        "read": Call("be-read", {"file": path}),
        "read_now": Call("be-read", {"file": f"{path}:{values.get('now', '')}".rstrip(":")}),
        "write": Call("be-write", {"file": path}),
        "status": Call("be-trx", {"action": "status"}),
    }
    return {name: forms.call(one) for name, one in calls.items()}


def _value(name: str, value: str | int) -> str:
    if name in ("sent", "found"):
        return phrases.piece(str(value))
    return phrases.one_line(str(value))


def _variant(reply: Refusal) -> str:
    """Return under which key the wording for just these values stands."""
    code, values = reply.code, reply.values
    match code:
        case "no_such_file" if values.get("near"):
            return "no_such_file_near"
        case "is_folder" if not values.get("names"):
            return "is_folder_empty"
        case "is_folder" if values.get("more"):
            return "is_folder_more"
        case "outside" if "root" not in values:
            return "outside_link"
        case "unknown_view" if values.get("last"):
            return "unknown_view_last"
        case "old_mismatch" if values and "column" not in values:
            return "old_mismatch_length"
        case "old_none" if "column" in values:
            return "old_none_near"
        case "old_none" if "now" in values:
            return "old_none_length"
        case "undo_conflict" if "redo" in values:
            return "undo_conflict_redo" if reply.body else "undo_conflict_redo_empty"
        case "undo_conflict" if values and not reply.body:
            return "undo_conflict_empty"
        case "moved_unseen" | "not_covered" if values and "now" not in values:
            return f"{code}_gone"
        case _:
            return code


def _by(reply: Refusal) -> str:
    """Return who moved or changed the lines, by how much, and when."""
    if reply.who is None:
        return "edits of this session"
    made = phrases.who_when(reply.who, reply.now_ns)
    if reply.code != "moved" or "delta" not in reply.values:
        return made
    delta, after = int(reply.values["delta"]), int(reply.values.get("after_line", 0))
    where = f"after line {after}" if after else "at the top"
    moved = f"{delta:+d} {where}" if delta else f"lines replaced {where}"
    more = int(reply.values.get("changes", 1)) - 1
    others = f", and {phrases.count(more, 'change')} before that" if more > 0 else ""
    return f"{moved}, {made}{others}"
