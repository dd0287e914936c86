"""Warnings, and the calls that they bring up."""

from typing import Any

from ...schemas.replies import AnyReply, Call, Done, Preview, Remark, Who
from . import phrases
from .chip_lines import chip_id
from .forms import Manner
from .languages import Language

_WHERE = ("item", "file")


def warning(reply: AnyReply, remark: Remark, manner: Manner) -> str:
    """Return what a warning says, without the lines that it shows; of several edits, of which."""
    said = _said(reply, remark, manner)
    item, file = (phrases.one_line(str(remark.values.get(one, "")), 200) for one in _WHERE)
    key = f"remark_of{'_item' if item else ''}{'_file' if file else ''}"
    if key == "remark_of":
        return said
    return manner.language.say(key, item=item, file=file, said=said)


def _said(reply: AnyReply, remark: Remark, manner: Manner) -> str:
    language = manner.language
    values: dict[str, Any] = {
        name: phrases.one_line(str(one)) for name, one in remark.values.items()
    }
    values["code"] = phrases.one_line(remark.code, 40)
    key = remark.code
    match remark.code:
        case "echo":
            call = _without_line(reply, values, manner)
            values["call"] = manner.call(call)
            key = "echo" if manner.can_call(call.tool) else "echo_unlisted"
            which = str(values.get("which", ""))
            values["which"] = language.phrases.get(f"which_{which}", which)
        case "changed_since" | "changed_near":
            values["changed"] = _changed(remark.values, language)
            if (chip := remark.values.get("chip")) and key == "changed_since":
                values["chip"] = chip_id(str(chip))
                key = "changed_since_kept"
            if key == "changed_since" and isinstance(reply, Preview):
                key = "changed_since_preview"
        case "overwrote_unread":
            values["who"] = values.get("who") or language.phrases["outside"]
            values["call"] = manner.call(_undo(remark))
            if not remark.values.get("undo"):  # of a preview: nothing is to be brought back yet
                key = "overwrote_unread_preview"
            elif not manner.can_call("be-trx"):
                key = "overwrote_unread_unlisted"
        case "chips_left":
            if more := _whole(remark.values.get("more", 0)):
                values["chips"] = language.say("and_more", listed=values.get("chips"), more=more)
            if remark.values.get("reason") == "bytes":
                key = "chips_left_bytes"
        case "noticed_late":
            call = _back_to(remark, manner)
            values |= {"call": call, **_times(remark.values, language)}
            key = "noticed_late_several" if values.get("others") else key
        case "imbalance":
            return _imbalance(values, language)
        case "degraded":
            key, more = _degraded(remark, language)
            values |= more
        case _:
            pass
    return language.fill(language.warnings.get(key, language.fallback), values)


def _imbalance(values: dict[str, Any], language: Language) -> str:
    """Return what an edit leaves without a partner, the first of several."""
    key = "imbalance"
    if values.get("kind") in ("quote", "comment"):
        key = "imbalance_open"
    elif values.get("partner"):
        key = "imbalance_closes"
    said = language.fill(language.warnings[key], values)
    if (more := str(values.get("more", ""))) not in ("", "0"):
        said = language.say("and_problems", said=said, more=more)
    file = values.get("path")
    return language.say("remark_of_file", item="", file=file, said=said) if file else said


def _degraded(remark: Remark, language: Language) -> tuple[str, dict[str, str]]:
    """Return the text's key of what was salvaged, and values for it."""
    told = {"how": phrases.one_line(language.term(str(remark.values.get("how", ""))))}
    key = "degraded" if "lines" in remark.values else "degraded_empty"  # there is no text
    if chip := remark.values.get("chip"):
        return f"{key}_kept", told | {"chip": chip_id(str(chip))}
    return key, told


def advised(reply: AnyReply, manner: Manner) -> list[str]:
    """Return what a warning advises where the reply itself names no call."""
    changed = (one for one in reply.warnings if one.code in ("changed_since", "changed_near"))
    undo = next((one for one in changed if one.values.get("undo")), None)
    if undo is None or not isinstance(reply, Done) or not manner.can_call("be-trx"):
        return []
    return [manner.language.say("if_change_stays", call=manner.call(_undo(undo)))]


def _undo(remark: Remark) -> Call:
    edit = phrases.one_line(str(remark.values.get("undo", 0)), 20)
    return Call("be-trx", {"action": "undo", "event_id": f"e{edit}"})


def _back_to(remark: Remark, manner: Manner) -> str:
    """Return the call that brings a file back to what it was after a change from outside."""
    file, entry = str(remark.values.get("path", "")), _whole(remark.values.get("edit", 0))
    return manner.call(Call("be-trx", {"action": "restore", "file": file, "at": entry}))


def _times(values: dict[str, str | int], language: Language) -> dict[str, str]:
    """Return how long ago a change was noticed, and how long ago the file was changed."""
    noticed, changed, now = (
        _whole(values.get(one, 0)) for one in ("noticed_ns", "changed_ns", "now_ns")
    )
    ages = (phrases.age(then, now, language) for then in (noticed, changed))
    return dict(zip(("noticed", "changed"), ages, strict=True))


def _without_line(reply: AnyReply, values: dict[str, Any], manner: Manner) -> Call:
    """Return the call that deletes one line, by the numbers of this reply's view."""
    files = reply.files if isinstance(reply, Done) else ()
    path = values.get("file") or (phrases.path_text(files[0].path) if files else "")
    place = {"file": f"{path}:{values.get('line', 0)}", "viewed_code_id": f"v{reply.seq}"}
    if manner.can_call("be-delete"):
        return Call("be-delete", {**place})
    return Call("be-replace", {**place, "content": ""})


def _changed(values: dict[str, str | int], language: Language) -> str:
    name = str(values.get("who", ""))
    edit, time_ns, now_ns = (_whole(values.get(one, 0)) for one in ("edit", "time_ns", "now_ns"))
    return phrases.changed(Who(edit, 1 if name else 0, name, time_ns), now_ns, language)


def _whole(value: str | int) -> int:
    return value if isinstance(value, int) else 0
