"""What a refusal says: which place, why, and what to do next. Never without a next step."""

import re
from collections.abc import Iterator
from typing import Any

from ...schemas import tool_names
from ...schemas.replies import Call, Problem, Refusal
from ..finding import DaemonTrouble
from ..roots import NoRoot
from . import phrases
from .forms import PLAIN, Manner
from .languages import BY_CODE, ENGLISH, Language, fields

_AFTER = frozenset({"after", *tool_names.ALIASES["after"]})


def headline(reply: Refusal, manner: Manner = PLAIN) -> str:
    """Return the first line: verdict, place, that nothing changed, and why."""
    verdict = "ERROR" if reply.verdict == "ERROR" else "REFUSED"
    where, reason = _where(reply, manner), why(reply, manner)
    return manner.language.say("nothing_changed", verdict=verdict, where=where, why=reason)


def _where(reply: Refusal, manner: Manner) -> str:
    if reply.path:
        return phrases.path_text(reply.path) + ("" if reply.span is None else f":{reply.span}")
    return manner.tool(phrases.one_line(reply.tool, phrases.NAME_CHARACTERS_MAX)) or "editjournal"


def why(reply: Refusal, manner: Manner = PLAIN) -> str:
    """Return the sentence that says why a call was refused."""
    language = manner.language
    template = language.refusals.get(_sentence(reply, manner), language.fallback)
    values = _values(reply, manner)
    if not reply.values and not fields(template) <= values.keys():
        template = language.told_before
        values["code"] = language.reasons.get(reply.code, values["code"])
    sentence = language.fill(template, values)
    return sentence if reply.body else re.sub(":$", language.phrases["full_stop"], sentence)


def problem(one: Problem, reply: Refusal, manner: Manner = PLAIN) -> str:
    """Return the line that says why one of several changes does not fit."""
    inner = one.refusal
    where = "" if inner.path in (b"", reply.path) else phrases.path_text(inner.path, 200)
    if inner.span is not None:
        where += f":{inner.span}" if where else f"{inner.span}"
    key = "edit_unfit_at" if where else "edit_unfit"
    reason = why(inner, manner).rstrip(".:\u3002")
    return manner.language.say(key, number=one.number, where=where, why=reason)


def next_step(reply: Refusal, manner: Manner = PLAIN) -> str:
    """Return what to do where the reply names no call, or none that the reader can make."""
    values = _values(reply, manner)
    values |= _calls(values, manner)
    for template in _steps(reply, manner):
        if fields(template) <= values.keys() and manner.offers(template):
            return manner.language.fill(manner.tool(template), values)
    return manner.language.phrases["go_by_file" if reply.path else "go_by_replies"]


def _steps(reply: Refusal, manner: Manner) -> Iterator[str]:
    """Return what may be said of what to do, the best first; names of tools stand in full."""
    language, variant = BY_CODE[manner.language.code], _next_variant(reply)
    keys = (f"{variant}@{reply.tool}", variant, reply.code)
    for table in (manner.forms.advice, language.next, language.next_unlisted):
        yield from [table[key] for key in keys if key in table][:1]
    yield "{read}" if reply.path else "{status}"


# --- where there is no reply ----------------------------------------------------------------------


def trouble(one: DaemonTrouble, *, unsure: bool, look: str, language: Language = ENGLISH) -> str:
    """Return what a caller is told where the daemon did not answer a call.

    `unsure`: the call may have been carried out all the same; `look` is the call that shows it, ""
    where there is none.
    """
    fate = language.phrases["fate_unsure" if unsure else "fate_nothing"]
    lines = filter(None, map(phrases.one_line, one.message.splitlines()))
    message = "; ".join(lines).removesuffix(".")
    message = message[:1].upper() + message[1:]
    then = phrases.one_line(one.next)
    if unsure:
        then = language.say("then_look" if look else "then_read", next=then, look=look)
    return language.say("trouble", fate=fate, message=message) + f"\nnext: {then}"


def may_have_run(one: DaemonTrouble, *, met: bool) -> bool:
    """Tell whether a call may have been carried out; `met`: a daemon was there before."""
    return one.code in ("busy", "internal") or (one.code == "no_daemon" and met)


def no_workspace(error: NoRoot, language: Language = ENGLISH) -> str:
    """Return what a caller is told where no folder may be taken for the workspace."""
    reason = phrases.one_line(str(error))
    told = language.say("no_workspace", why=reason[:1].upper() + reason[1:])
    return f"{told}\nnext: {language.phrases['start_elsewhere']}"


# --- values ---------------------------------------------------------------------------------------


def _values(reply: Refusal, manner: Manner) -> dict[str, Any]:
    language = manner.language
    values: dict[str, Any] = {name: _value(name, one, manner) for name, one in reply.values.items()}
    if "sent" in values and "found" in values:
        sent, found = str(reply.values["sent"]), str(reply.values["found"])
        values["sent"], values["found"] = phrases.pieces(sent, found, language)
    if "by" in values:
        values["by_edit"] = values["by"]
    if reply.code == "no_structure" and reply.values:
        values["language"] = values.get("language") or language.phrases["language_unknown"]
    if reply.code == "several_targets" and (more := _number(reply, "more")):
        values["places"] = language.say("and_more", listed=values.get("places", ""), more=more)
    if "given_lines" in values:
        values["shown"] = _shown(values["given_lines"], language)
    if _is_gap(reply):
        values["written"] = ":END" if reply.values["written"] == "-1" else ":0"
    if "places" in values:
        values["place"] = re.split(r"\D", values["places"], maxsplit=1)[0] or "LINE"
    return values | {
        **_fitting(reply, language),
        "code": phrases.one_line(reply.code, 40),
        "span": "" if reply.span is None else str(reply.span),
        "by": _by(reply, language),
        "changed": _changed(reply, language),
        "path": phrases.path_text(reply.path),
        "tool": manner.tool(phrases.one_line(reply.tool, phrases.NAME_CHARACTERS_MAX)),
    }


def _value(name: str, value: str | int, manner: Manner) -> str:
    match name:
        case "wanted" | "got" | "problem" | "places" | "example" | "how":
            return phrases.one_line(manner.language.term(str(value)))
        case "known":
            known = [one for one in str(value).split(", ") if manner.can_call(one)]
            return phrases.one_line(manner.tool(", ".join(known)))
        case "chip":
            return phrases.one_line(str(value).removeprefix("chip://"), 40)
        case _:
            return phrases.one_line(str(value))


def _shown(lines: str, language: Language) -> str:
    """Return which lines a view shows; there may be none."""
    return language.say("lines_only", lines=lines) if lines else language.phrases["no_lines"]


def _fitting(reply: Refusal, language: Language) -> dict[str, Any]:
    """Return which of several changes fit, and which do not."""
    if reply.code != "items_unfit" or "items" not in reply.values:
        return {}
    unfit = sorted({one.number for one in reply.problems})
    fit = [one for one in range(1, _number(reply, "items") + 1) if one not in unfit]
    found: dict[str, Any] = {}
    if unfit:
        found["unfitting"] = _numbers(unfit, language)
    if unfit and fit:
        found |= {"fitting": _numbers(fit, language), "fitting_count": len(fit)}
    elif "fit" in reply.values:
        found |= {"fitting": phrases.one_line(str(reply.values["fit"])), "fitting_count": 2}
    return found


def _number(reply: Refusal, name: str, numbers_max: int = 10_000) -> int:
    """Return a value that should be a number of things, and no more of them than can be listed."""
    value = str(reply.values.get(name, 0))
    return min(int(value), numbers_max) if value.isascii() and value.isdigit() else 0


def _numbers(those: list[int], language: Language, shown_max: int = 20) -> str:
    shown = [str(one) for one in those[:shown_max]]
    if len(those) > shown_max:
        return language.say("and_more", listed=", ".join(shown), more=len(those) - shown_max)
    return language.listed(shown)


def _calls(values: dict[str, Any], manner: Manner) -> dict[str, str]:
    """Return calls that a sentence may name, about its own file, if it is listed."""
    path = values["path"]
    calls = {
        "read": Call("be-read", {"file": path}),
        "read_now": Call("be-read", {"file": f"{path}:{values.get('now', '')}".rstrip(":")}),
        "outline": Call("be-read", {"file": path, "outline": "true"}),
        "write": Call("be-write", {"file": path}),
        "status": Call("be-trx", {"action": "status"}),
    }
    return {name: manner.call(one) for name, one in calls.items() if manner.can_call(one.tool)}


def _by(reply: Refusal, language: Language) -> str:
    """Return who moved lines, by how much, and when."""
    if reply.who is None:
        return language.phrases["own_edits"]
    by = phrases.who_when(reply.who, reply.now_ns, language)
    if reply.code != "moved" or "delta" not in reply.values:
        return by
    delta, after = int(reply.values["delta"]), int(reply.values.get("after_line", 0))
    where = language.say("after_line", after=after) if after else language.phrases["at_the_top"]
    if delta:
        moved = language.say("moved_by", delta=f"{delta:+d}", where=where)
    else:
        moved = language.say("lines_replaced", where=where)
    by = f"{moved}, {by}"
    more = int(reply.values.get("changes", 1)) - 1
    return language.say("and_before", by=by, more=more) if more > 0 else by


def _changed(reply: Refusal, language: Language) -> str:
    """Return that something was changed, and by whom: an entry's maker, or a name in `by`."""
    if reply.who is None and (name := reply.values.get("by")):
        who = phrases.one_line(str(name), phrases.NAME_CHARACTERS_MAX)
        return language.say("changed_by", who=who)
    if reply.who is None and "by" in reply.values:
        return language.phrases["changed_outside"]
    return phrases.changed(reply.who, reply.now_ns, language)


# --- which text is meant --------------------------------------------------------------------------


def _sentence(reply: Refusal, manner: Manner) -> str:
    """Return under which key the sentence stands that names no tool that is not listed."""
    key = _variant(reply)
    if key == "missing_content" and not manner.can_call("be-delete"):
        return "missing_content_unlisted"
    return key


def _is_gap(reply: Refusal) -> bool:
    """Tell whether what was written says where to insert, and no lines."""
    is_of_file = reply.code == "bad_lines" and bool(reply.path)
    return is_of_file and reply.values.get("written") in ("-1", "0")


def _salvaged_variant(reply: Refusal) -> str:
    """Return the key of broken arguments: by whether a text came of them, and all that came."""
    if "lines" not in reply.values:
        return f"{reply.code}_empty"
    return "degraded_cut_more" if "end" in reply.values else reply.code


def _variant(reply: Refusal) -> str:  # noqa: C901, PLR0911, PLR0912 - one line for each code
    """Return under which key the wording for just these values stands."""
    code, values = reply.code, reply.values
    match code:
        case "no_such_file" | "is_folder" | "outside" | "bad_lines" | "same_file_twice":
            return _place_variant(reply)
        case "no_such_point":
            return _point_variant(reply)
        case "no_function" | "no_element" | "no_target" | "no_structure" if values:
            return _structure_variant(reply)
        case "degraded" | "degraded_cut" if values:
            return _salvaged_variant(reply)
        case "no_such_prepared" if "edit" in values:
            return "no_such_prepared_made"
        case "unknown_view" if values.get("last"):
            return "unknown_view_last"
        case "beside_edits" if "list" in values:
            return "beside_edits_named"
        case "numbered_content" if values.get("mark") == "|":
            return "numbered_content_bar"
        case "old_mismatch" | "old_none":
            return _old_variant(reply)
        case _ if "undo" in code:
            return _undo_variant(reply)
        case "changed" if values.get("unkept"):
            return "changed_unkept"
        case "moved_unseen" | "not_covered" if values and "now" not in values:
            return f"{code}_gone"
        case "moved_unseen" | "not_covered" if values.get("unchanged") == 0:
            return f"{code}_changed"
        case "items_unfit" if "items" in values:
            return _items_variant(reply)
        case _:
            return code


def _place_variant(reply: Refusal) -> str:
    code, values = reply.code, reply.values
    match code:
        case "no_such_file":
            return code + ("_gone" if reply.who else "") + ("_near" if values.get("near") else "")
        case "is_folder" if not values.get("names"):
            return "is_folder_empty"
        case "is_folder" if values.get("more"):
            return "is_folder_more"
        case "outside" if "root" not in values:
            return "outside_link"
        case "bad_lines" if _is_gap(reply):
            return "bad_lines_gap"
        case "same_file_twice" if values.get("other"):
            return "same_file_twice_other"
        case _:
            return code


def _structure_variant(reply: Refusal) -> str:
    """Return what was looked for, and whether there is anything like it."""
    code, values = reply.code, reply.values
    match code:
        case "no_structure":
            return f"{code}_tag" if values.get("wanted") == "tag" else code
        case "no_target" if _number(reply, "count"):
            return "no_target_few"
        case "no_target":
            kind = values.get("kind")
            which = f"_{kind}" if kind in ("tag", "marker") else ""
            return f"{code}{which}" + ("_near" if values.get("near") else "")
        case _:
            return code if values.get("near") else f"{code}_empty"


def _undo_variant(reply: Refusal) -> str:
    code, values = reply.code, reply.values
    match code:
        case "undo_others" | "undo_forced" if values and not values.get("edits"):
            return "undo_others_only"
        case "nothing_to_undo" if values.get("owners"):
            return "nothing_to_undo_other"
        case "undo_conflict" if "redo" in values:
            return "undo_conflict_redo" if reply.body else "undo_conflict_redo_empty"
        case "undo_conflict" if values and not reply.body:
            return "undo_conflict_empty"
        case "undo_not_a_file" if values.get("there") in ("link", "out", "a_folder", "unread"):
            return f"undo_not_a_file_{values['there']}"
        case "undo_mode_conflict" if values.get("mode") == "":
            return "undo_mode_conflict_gone"
        case "undo_mode_conflict" if values.get("back") == "":
            return "undo_mode_conflict_goes"
        case "undo_mode_conflict" if "redo" in values:
            return "undo_mode_conflict_redo"
        case _:
            return code


def _point_variant(reply: Refusal) -> str:
    """Return whether an entry was meant, or a label, and whether there are others."""
    if "near" not in reply.values:
        return reply.code
    return reply.code + ("_near" if reply.values["near"] else "_empty")


def _old_variant(reply: Refusal) -> str:
    """Return whether a differing column is told, or only that the lengths differ."""
    values = reply.values
    if reply.code == "old_mismatch":
        return "old_mismatch_length" if values and "column" not in values else "old_mismatch"
    if "column" in values:
        return "old_none_near"
    return "old_none_length" if "now" in values else "old_none"


def _items_variant(reply: Refusal) -> str:
    items = _number(reply, "items")
    if items == 1:
        return "items_unfit_one"
    unfit = _number(reply, "unfit") or len(reply.problems)
    return "items_unfit_all" if unfit >= items else "items_unfit"


def _next_variant(reply: Refusal) -> str:
    name = str(reply.values.get("name", ""))
    match reply.code:
        case "items_unfit":
            codes = {one.refusal.code for one in reply.problems}
            return "items_unfit_many" if codes == {"old_many"} else "items_unfit"
        case "bad_id" if name == "viewed_code_id":
            return "bad_id_viewed"
        case "no_target":
            return _variant(reply).removesuffix("_near")
        case "beside_edits" if name == "target":
            return "beside_edits_other"
        case "not_served" if name.startswith(":"):
            return "not_served_auto"
        case "not_served" if reply.tool == "be-replace" and name in _AFTER:
            return "not_served_after"
        case _:
            return _variant(reply)
