"""Replies as text, for models and people.

    VERDICT place: what (delta, total)  edit ID  view ID
    warning: ...            at most 3
    notice: ...             at most 3, what others changed
    N|line                  the body
    next: exact call        at most 2 calls

A line of a file is all that follows the first bar of its line here, exactly. Everything else from
outside goes through `phrases`, so that no content can pass for a verdict or a next call.
"""

from ...schemas.replies import (
    AnyReply,
    Balanced,
    Blamed,
    Call,
    ChipList,
    ChipShown,
    Contents,
    DiffReply,
    Done,
    EntryShown,
    Outlined,
    Preview,
    Refusal,
    Remark,
    SessionList,
    Shown,
    StatusReply,
    ViewList,
)
from ...schemas.values import Span
from . import bodies, news, phrases, refusals, remarks
from .chip_lines import chip_id, chip_ids
from .forms import AS_TOOLS, Forms, Manner, manner
from .headlines import headline
from .languages import ENGLISH, Language

WARNINGS_MAX = 3
CALLS_MAX = 2
REFUSAL_BYTES_MAX = 6_000
"""Hosts cut errors early, some near 11,000 characters."""
REFUSAL_LINES_MAX = 60
"""Of a refusal's body."""
REPLY_BYTES_MAX = 8_000
"""Of replies that are not asked for with a number of bytes, but where people look at them."""
DIFF_BYTES_MAX = 2_000
"""Of a warning."""
CALLS_BYTES_MAX = 4_500
"""Of the second advised call, with the first: it is left out where they are longer."""
STALE_MAX = 10


def text(
    reply: AnyReply,
    ignored: tuple[str, ...] = (),
    forms: Forms = AS_TOOLS,
    language: Language = ENGLISH,
    *,
    brief: bool = False,
    now_ns: int | None = None,
) -> str:
    """Return a reply as its reader has it.

    `ignored` are arguments that meant nothing. `brief` leaves out what is around an edit and what
    a preview would do; what was asked for, and refusals, are always whole. `now_ns` is what ages of
    notices are reckoned from; None: now.
    """
    how = manner(forms, language)
    noted = reply.warnings
    if ignored:
        noted = (*noted, Remark("ignored", {"names": ", ".join(ignored[:8])}))
    first, tail = headline(reply, how), [*_ending(reply, how), *_next(reply, how)]
    body = bodies.body(reply, how, brief=brief, now_ns=now_ns)
    is_read = _is_whole(reply, how)
    room = REFUSAL_BYTES_MAX if is_error(reply) else REPLY_BYTES_MAX
    room -= 0 if is_read else _size([first, *tail])
    sentences = _sentences(reply, noted, how)
    room -= _size(sentences)
    notices = news.lines(reply, how, room, now_ns)
    room -= _size(notices)
    head = _with_diffs(sentences, noted, room, how)
    room -= _size(head) - _size(sentences)
    if not is_read:
        lines_max = REFUSAL_LINES_MAX if is_error(reply) else len(body)
        body = _fitting(body, room, how.language, lines_max)
    return "\n".join([first, *head, *notices, *body, *tail])


def warnings(reply: AnyReply, *, forms: Forms, language: Language = ENGLISH) -> list[str]:
    """Return the warnings of a reply alone, a line each, for one that is shown byte for byte."""
    return _sentences(reply, reply.warnings, manner(forms, language))


def is_error(reply: AnyReply) -> bool:
    return isinstance(reply, Refusal)


def _is_whole(reply: AnyReply, how: Manner) -> bool:
    """Tell whether a reply is as long as it was asked to be, or as people want it to be."""
    if isinstance(reply, Shown | Contents | EntryShown | DiffReply | Blamed):
        return True
    of_people = ChipShown | Preview | SessionList | Outlined | Balanced
    return how.forms.apart and isinstance(reply, of_people)


# --- the last lines -------------------------------------------------------------------------------


def _ending(reply: AnyReply, how: Manner) -> list[str]:
    """Return what is never left out: the view of what a refusal shows, what else there is."""
    match reply:
        case Refusal():
            shown = [str(Span(one.first, one.last)) for one in reply.body if one.kind == "lines"]
            view = f"view v{reply.seq} ({', '.join(shown)})" if reply.view and shown else ""
            chip = f"chip://{chip_id(reply.chip)}" if reply.chip else ""
            return ["  ".join(filter(None, (view, chip)))] if view or chip else []
        case StatusReply():
            return _standing(reply, how)
        case ViewList(more=more) if more:
            return [how.language.say("more_views", more=more)]
        case SessionList(more=more) if more:
            return [how.language.say("more_sessions", more=more)]
        case ChipList(more=more) if more:
            return [how.language.say("more_chips", more=more)]
        case Done(attached=attached) | Preview(attached=attached) if attached:
            chips = chip_ids(attached, how.language)
            return [how.language.say("chips_attached", chips=chips, number=len(attached))]
        case _:
            return []


def _standing(reply: StatusReply, how: Manner) -> list[str]:
    """Return which views are stale, and how files are watched."""
    found: list[str] = []
    if reply.stale:
        some = [news.stale_view(one, how.language) for one in reply.stale[:STALE_MAX]]
        views = ", ".join(some)
        if (more := len(reply.stale) - STALE_MAX) > 0:
            views = how.language.say("and_more", listed=views, more=more)
        found.append(how.language.say("stale_views", views=views))
    if reply.watching:
        found.append(news.watching(reply.watching, how.language, always=how.forms.apart))
    return list(filter(None, found))


def _next(reply: AnyReply, how: Manner) -> list[str]:
    advised = advice(reply, how)
    joined = advised if how.forms.apart or not advised else [or_else(advised, how)]
    return [f"next: {one}" for one in joined]


def advice(reply: AnyReply, how: Manner) -> list[str]:
    """Return the calls that a reply advises and its reader can make, or else words."""
    can_be_made = [one for one in _calls(reply) if how.can_call(one.tool)]
    calls = [how.call(one) for one in can_be_made[:CALLS_MAX]]
    calls = calls or remarks.advised(reply, how)
    if sum(map(phrases.size_bytes, calls)) > CALLS_BYTES_MAX:
        return calls[:1]
    if not calls and isinstance(reply, Refusal):
        return [refusals.next_step(reply, how)]
    if not calls and isinstance(reply, Preview):
        return [how.language.phrases["without_preview"]]
    return calls


def or_else(advised: list[str], how: Manner) -> str:
    """Return the ways there are, as one line."""
    return how.language.phrases["or_else"].join(advised)


def _calls(reply: AnyReply) -> tuple[Call, ...]:
    """Return the calls that a reply advises, its own or those that its kind alone suggests."""
    if reply.next:
        return reply.next
    if isinstance(reply, Preview):
        return (Call("be-confirm", {"event_id": f"p{reply.seq}"}),)
    return ()


# --- warnings, and what there is room for ---------------------------------------------------------


def _sentences(reply: AnyReply, noted: tuple[Remark, ...], how: Manner) -> list[str]:
    """Return warnings without the lines that they show, and how many are left out."""
    told = [f"warning: {remarks.warning(reply, one, how)}" for one in noted[:WARNINGS_MAX]]
    if (more := len(noted) - WARNINGS_MAX) > 0:
        told.append(how.language.say("more_warnings", more=more))
    return told


def _with_diffs(
    sentences: list[str], noted: tuple[Remark, ...], room: int, how: Manner
) -> list[str]:
    """Return warnings, behind each as many of its lines as there is room for."""
    found: list[str] = []
    for number, sentence in enumerate(sentences):
        found.append(sentence)
        if number < min(len(noted), WARNINGS_MAX):
            diff = bodies.lines(noted[number].body, how.language, bodies.LINE_BYTES_MAX)
            shown = _fitting(diff, min(room, DIFF_BYTES_MAX), how.language)
            room -= _size(shown)
            found += shown
    return found


def _fitting(
    lines: list[str], room: int, language: Language, lines_max: int = 1_000_000
) -> list[str]:
    """Return as many of the lines as there is room for, and how many are left out."""
    if len(lines) <= lines_max and _size(lines) <= room:
        return lines
    kept: list[str] = []
    room -= len("... (1,000,000 more lines)") + 1
    for line in lines[:lines_max]:
        room -= _size([line])
        if room < 0:
            break
        kept.append(line)
    return [*kept, language.say("lines_more", more=f"{len(lines) - len(kept):,}")]


def _size(lines: list[str]) -> int:
    """Return how many bytes lines take, with their ends."""
    return sum(phrases.size_bytes(line) + 1 for line in lines)
