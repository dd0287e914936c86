"""Kept material in words: a chip as a line, and the headings of what it keeps.

chip://c8e101  deleted src/cart.py 88-90, 4 min ago (used for e812): `    def close(self):`
chip://a3f7b2  refused be-replace src/cart.py:12-16, 6 min ago (left: age): lines moved
"""

from ...schemas.replies import Call, ChipItem, ChipList, ChipShown
from . import phrases
from .forms import ANYWHERE, Manner
from .languages import Language

LISTED = "listed"


def chip_id(given: str) -> str:
    """Return a chip's id without what is in front of it."""
    return phrases.one_line(given.removeprefix("chip://"), 40)


def chip_ids(chips: tuple[str, ...], language: Language) -> str:
    """Return chips as they are written, of many only the first."""
    some = [f"chip://{chip_id(one)}" for one in chips[: phrases.FILES_MAX]]
    listed, more = ", ".join(some), len(chips) - len(some)
    return language.say("and_more", listed=listed, more=more) if more else listed


def list_headline(reply: ChipList, language: Language) -> str:
    """Return how many chips there are, and that no more go on the list where that is so."""
    if not reply.items:
        return language.phrases["no_chips"]
    key = "chips_full" if _is_full(reply) else "chips"
    return language.say(key, number=len(reply.items), capacity=reply.capacity)


def _is_full(reply: ChipList) -> bool:
    """Tell whether the list holds as many as it can, as far as what is shown of it says so."""
    if not reply.capacity:
        return False
    listed = sum(one.state == LISTED for one in reply.items)
    is_all_of_it = listed == len(reply.items) and listed + reply.more == reply.capacity
    return listed >= reply.capacity or is_all_of_it


def list_line(item: ChipItem, now_ns: int, how: Manner) -> str:
    """Return a chip as a line of a list; to people it also says by whom, by what and how much."""
    in_full = how.forms.apart
    size = [_size(item.size_bytes, how.language)] if in_full and item.size_bytes >= 0 else []
    first = phrases.one_line(item.first_line, phrases.NAME_CHARACTERS_MAX)
    is_told = first and (in_full or item.kind == "deleted")
    between = ": " if item.kind == "deleted" else ", "
    behind = f"{between}`{first}`" if is_told else ""
    return _line(item, now_ns, how, is_by=in_full, also=size) + behind


def shown_headline(reply: ChipShown, how: Manner) -> str:
    """Return the line above what a chip keeps."""
    return _line(reply.item, reply.now_ns, how, is_by=True, also=[])


def _line(item: ChipItem, now_ns: int, how: Manner, *, is_by: bool, also: list[str]) -> str:
    language, path = how.language, phrases.path_text(item.path, 200)
    tool = how.tool(phrases.one_line(item.tool, phrases.NAME_CHARACTERS_MAX))
    by = _by(item, "" if item.kind != "deleted" else tool, language) if is_by else ""
    age = phrases.age(item.time_ns, now_ns, language)
    when = ", ".join([age, *also]) + _fate(item, language)
    if item.kind == "deleted":
        where = path if item.span is None else f"{path} {item.span}"
        told = language.say("chip_deleted", where=where, by=by, when=when)
    else:
        where = path if item.span is None else f"{path}:{item.span}"
        what, why = f"{tool} {where}".strip(), _reason(item, language)
        told = language.say("chip_refused", what=what, by=by, when=when, why=why)
    return f"chip://{chip_id(item.id)}  {told}"


def _by(item: ChipItem, tool: str, language: Language) -> str:
    """Return by whom it came to be, and by which tool where that is not said otherwise."""
    if not item.name:
        return ""
    who = phrases.one_line(item.name, phrases.NAME_CHARACTERS_MAX)
    return language.say("chip_by_tool" if tool else "chip_by", who=who, tool=tool)


def _reason(item: ChipItem, language: Language) -> str:
    code = phrases.one_line(item.code, 40)
    return language.reasons.get(item.code, code.replace("_", " "))


def _fate(item: ChipItem, language: Language) -> str:
    """Return what became of a chip: what it was used for, and why it is not on the list."""
    told: list[str] = []
    if item.uses:
        told.append(language.say("chip_used", edits=phrases.edits(item.uses, language=language)))
    if item.state != LISTED:
        key = f"chip_left_{item.state}"
        why = language.phrases.get(key) or phrases.one_line(item.state.replace("_", " "), 40)
        told.append(language.say("chip_left", why=why))
    return f" ({'; '.join(told)})" if told else ""


def calls(item: ChipItem) -> tuple[Call, ...]:
    """Return the calls that use a chip, where its reply advises none."""
    chip = {"from": f"chip://{chip_id(item.id)}"}
    if item.kind == "deleted" and item.span is not None and item.path:
        after = f"{phrases.path_text(item.path, phrases.PATH_BYTES_MAX)}:{item.span.first - 1}"
        return (Call("be-insert-chip", {**chip, "to": after}),)
    insert = Call("be-insert-chip", {**chip, "to": ANYWHERE})
    if item.kind == "deleted":
        return (insert,)
    if item.size_bytes >= 0:
        return (Call("be-confirm", {"event_id": chip["from"]}), insert)
    return (Call("be-insert-chip", {**chip, "to": ANYWHERE, "form": "args"}),)


# --- what it keeps --------------------------------------------------------------------------------


def text_heading(reply: ChipShown, number: int, language: Language) -> str:
    """Return the line above the text with this number, from 1."""
    if len(reply.texts) > 1:
        return language.say("chip_text_of", number=number, all=len(reply.texts))
    return language.say("chip_text", size=_size(reply.item.size_bytes, language))


def arguments_heading(reply: ChipShown, language: Language) -> str:
    return language.say("chip_arguments", size=_size(reply.item.arguments_bytes, language))


def _size(size_bytes: int, language: Language) -> str:
    return language.counted(max(0, size_bytes), "byte")
