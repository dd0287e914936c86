"""Kept material in words: a chip as a line, and the headings of what it keeps.

chip://c8e101  deleted src/cart.py 88-90 by codex#3 with be-delete, 4 min ago, 6 bytes: `x = 3`
chip://a3f7b2  refused be-replace src/cart.py:12-16, 6 min ago, 6 bytes: lines moved: `x = 4`
chip://8d20e4  salvaged be-write new.py, 8 min ago, 6 bytes (used for e9): its arguments were ...
chip://29557e  refused be-read src/old.py, 9 min ago (left: age): no such file
"""

from ...schemas.replies import ChipItem, ChipList, ChipShown
from ...schemas.values import Span
from . import phrases
from .forms import Manner
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


def list_line(item: ChipItem, reply: ChipList, how: Manner) -> str:
    """Return a chip as a line of a list; models are not told of their own chips by whom."""
    first = phrases.one_line(item.first_line, phrases.NAME_CHARACTERS_MAX)
    is_by = how.forms.apart or item.name != reply.name
    told = _line(item, reply.now_ns, how, is_by=is_by, also=_how_much(item, how.language))
    return f"{told}: `{first}`" if first else told


def _how_much(item: ChipItem, language: Language) -> list[str]:
    """Return how large its text is; of a call that could not be read, how large that is."""
    if item.size_bytes >= 0:
        return [_size(item.size_bytes, language)]
    if not item.first_line or item.came_bytes:
        return []
    return [language.say("chip_call_size", size=_size(item.arguments_bytes, language))]


def shown_headline(reply: ChipShown, how: Manner) -> str:
    """Return the line above what a chip keeps."""
    return _line(reply.item, reply.now_ns, how, is_by=True, also=[])


def _line(item: ChipItem, now_ns: int, how: Manner, *, is_by: bool, also: list[str]) -> str:
    language, path = how.language, phrases.path_text(item.path, 200)
    tool = how.tool(phrases.one_line(item.tool, phrases.NAME_CHARACTERS_MAX))
    by = _by(item, language) if is_by else ""
    age = phrases.age(item.time_ns, now_ns, language)
    when = ", ".join([age, *also]) + _fate(item, language)
    if item.kind == "deleted":
        where = path if item.span is None else f"{path} {item.span}"
        by += language.say("chip_with", tool=tool) if tool else ""
        told = language.say("chip_deleted", where=where, by=by, when=when)
    else:
        where = path if item.span is None else f"{path}:{_named(item.span)}"
        what = f"{tool} {where}".strip() or language.phrases["chip_call"]
        why = _reason(item, language)
        key = "chip_salvaged" if item.kind == "salvaged" else "chip_refused"
        told = language.say(key, what=what, by=by, when=when, why=why)
    return f"chip://{chip_id(item.id)}  {told}"


def _by(item: ChipItem, language: Language) -> str:
    """Return by whom it came to be."""
    if not item.name:
        return ""
    return language.say("chip_by", who=phrases.one_line(item.name, phrases.NAME_CHARACTERS_MAX))


def _named(span: Span) -> str:
    """Return the lines that a call named, as they are written behind a path."""
    if span.first < 0:
        return "END"
    return f"{span.first}-" if span.first and not span.last else str(span)


def _reason(item: ChipItem, language: Language) -> str:
    code = phrases.one_line(item.code, 40)
    why = language.reasons.get(item.code, code.replace("_", " "))
    if not item.came_bytes:
        return why
    kept, came = _size(item.arguments_bytes, language), _size(item.came_bytes, language)
    return language.say("chip_begun", why=why, kept=kept, came=came)


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


# --- what it keeps --------------------------------------------------------------------------------


def text_heading(reply: ChipShown, number: int, language: Language) -> str:
    """Return the line above the text with this number, from 1."""
    if len(reply.texts) > 1:
        return language.say("chip_text_of", number=number, all=len(reply.texts))
    return language.say("chip_text", size=_size(reply.item.size_bytes, language))


def binary_heading(reply: ChipShown, language: Language) -> str:
    """Return the line that stands for what is no text."""
    return language.say("chip_binary", size=_size(reply.binary_bytes, language))


def arguments_heading(reply: ChipShown, language: Language) -> str:
    key = "chip_arguments_escaped" if reply.escaped else "chip_arguments"
    return language.say(key, size=_size(reply.item.arguments_bytes, language))


def _size(size_bytes: int, language: Language) -> str:
    return language.counted(max(0, size_bytes), "byte")
