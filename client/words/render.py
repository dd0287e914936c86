"""Replies as text, for models and people.

    VERDICT place: what (delta, total)  edit ID  view ID
    warning: ...            at most 3
    N|line                  the body
    next: exact call        at most 2 calls

A line of a file is all that follows the first bar of its line here, exactly. Everything else from
outside goes through `phrases`, so that no content can pass for a verdict or a next call.
"""

from ...schemas.replies import (
    AnyReply,
    Call,
    Preview,
    Refusal,
    Remark,
    Shown,
    StaleView,
    StatusReply,
)
from ...schemas.values import Span
from . import bodies, phrases, refusals, remarks
from .forms import AS_TOOLS, Forms, Manner, manner
from .headlines import chip_id, headline
from .languages import ENGLISH, Language

WARNINGS_MAX = 3
CALLS_MAX = 2
REFUSAL_BYTES_MAX = 6_000
"""Hosts cut errors early, some near 11,000 characters."""
REFUSAL_LINES_MAX = 60
"""Of a refusal's body."""
REPLY_BYTES_MAX = 8_000
"""Of all replies but a read, which keeps to the bytes it was asked for."""
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
) -> str:
    """Return a reply as its reader has it.

    `ignored` are arguments that meant nothing. `brief` leaves out what is around an edit and what
    a preview would do; what was asked for, and refusals, are always whole.
    """
    how = manner(forms, language)
    noted = reply.warnings
    if ignored:
        noted = (*noted, Remark("ignored", {"names": ", ".join(ignored[:8])}))
    first, tail = headline(reply, how), [*_ending(reply, how), *_next(reply, how)]
    body = bodies.body(reply, how, brief=brief)
    if isinstance(reply, Shown):
        return "\n".join([first, *_warnings(reply, noted, REPLY_BYTES_MAX, how), *body, *tail])
    room = (REFUSAL_BYTES_MAX if is_error(reply) else REPLY_BYTES_MAX) - _size([first, *tail])
    head = [first, *_warnings(reply, noted, room, how)]
    lines_max = REFUSAL_LINES_MAX if is_error(reply) else len(body)
    body = _fitting(body, room - _size(head[1:]), how.language, lines_max)
    return "\n".join([*head, *body, *tail])


def is_error(reply: AnyReply) -> bool:
    return isinstance(reply, Refusal)


# --- the last lines -------------------------------------------------------------------------------


def _ending(reply: AnyReply, how: Manner) -> list[str]:
    """Return what is never left out: the view of what a refusal shows, views that are stale."""
    match reply:
        case Refusal():
            shown = [str(Span(one.first, one.last)) for one in reply.body if one.kind == "lines"]
            view = f"view v{reply.seq} ({', '.join(shown)})" if reply.view and shown else ""
            chip = f"chip://{chip_id(reply.chip)}" if reply.chip else ""
            return ["  ".join(filter(None, (view, chip)))] if view or chip else []
        case StatusReply(stale=stale) if stale:
            views = ", ".join(_stale(one, how.language) for one in stale[:STALE_MAX])
            if (more := len(stale) - STALE_MAX) > 0:
                views = how.language.say("and_more", listed=views, more=more)
            return [how.language.say("stale_views", views=views)]
        case _:
            return []


def _stale(one: StaleView, language: Language) -> str:
    spans = phrases.spans(one.spans, 5, language)
    if one.by.session:
        changed = language.say("changed_by", who=phrases.name_of(one.by, language))
    else:
        changed = language.phrases["changed_outside_short"]
    path = phrases.path_text(one.path, 200)
    return language.say("stale_view", view=one.view, path=path, spans=spans, changed=changed)


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


def _warnings(reply: AnyReply, noted: tuple[Remark, ...], room: int, how: Manner) -> list[str]:
    told = [f"warning: {remarks.warning(reply, one, how)}" for one in noted[:WARNINGS_MAX]]
    room -= _size(told)
    found: list[str] = []
    for sentence, one in zip(told, noted, strict=False):
        diff = bodies.lines(one.body, how.language, bodies.LINE_BYTES_MAX)
        shown = _fitting(diff, min(room, DIFF_BYTES_MAX), how.language)
        room -= _size(shown)
        found += [sentence, *shown]
    if len(noted) > WARNINGS_MAX:
        found.append(how.language.say("more_warnings", more=len(noted) - WARNINGS_MAX))
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
