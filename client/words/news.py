"""What a session is told of others' changes: notices, views that are stale, and what is watched.

notice: src/db.py changed outside editjournal 8 s ago: 40-41 of view v1031 differ
notice: 7 more files changed: be-trx action=status lists stale views
"""

import time

from ...schemas.replies import AnyReply, Notice, ViewItem, Watching, Who
from ...schemas.values import Span
from . import phrases
from .forms import Manner
from .languages import ENGLISH, Language

NOTICES_MAX = 3
BYTES_MAX = 700
"""Of all notices of a reply, with the line that counts the rest: a read keeps room for them."""
SPANS_MAX = 5
PATH_CHARACTERS_MAX = 60


def lines(reply: AnyReply, how: Manner, room: int, now_ns: int | None = None) -> list[str]:
    """Return a reply's notices in at most `room` bytes, each with its line end.

    What there is no room for is counted. `now_ns`: what ages are reckoned from; None: now.
    """
    told = sentences(reply, how.language, now_ns)[:NOTICES_MAX]
    for number in range(len(told), -1, -1):
        some = [*told[:number], *rest(reply, how, number)]
        shown = [f"notice: {one}" for one in some]
        if sum(phrases.size_bytes(one) + 1 for one in shown) <= min(room, BYTES_MAX):
            return shown
    return []


def sentences(reply: AnyReply, language: Language, now_ns: int | None = None) -> list[str]:
    """Return what each of a reply's notices says."""
    now_ns = time.time_ns() if now_ns is None else now_ns
    return [sentence(one, now_ns, language) for one in reply.notices]


def rest(reply: AnyReply, how: Manner, shown: int) -> list[str]:
    """Return that there is more news than the first `shown` notices, where there is."""
    named = {one.path for one in reply.notices[:shown]}
    left = {one.path for one in reply.notices[shown:]} - named
    more = reply.more_notices + len(left)
    if not more:
        return []
    if not how.can_call(how.forms.stale.tool):
        return [how.language.say("more_news_unlisted", more=more)]
    return [how.language.say("more_news", more=more, call=how.call(how.forms.stale))]


def sentence(one: Notice, now_ns: int, language: Language = ENGLISH) -> str:
    """Return what a notice says, without what it begins with in a reply."""
    path = phrases.path_end(one.path, PATH_CHARACTERS_MAX)
    by = _by(one, now_ns, language)
    match one.kind:
        case "overwritten" | "undone":
            edit = f"e{one.edit}" + (f" ({_spans(one.spans, language)})" if one.spans else "")
            return language.say(f"news_{one.kind}", path=path, edit=edit, by=by)
        case "gone":
            key = "news_gone_view" if one.view else "news_gone"
            told = language.say(key, path=path, view=one.view)
            is_known = one.by.session or one.by.time_ns
            return f"{told}: {language.say('removed_by', by=by)}" if is_known else told
        case "changed" if one.view:
            what = _of_view(one, language)
            return language.say("news_changed", path=path, by=by, what=what)
        case _:
            return language.say("news_changed_only", path=path, by=by)


def _by(one: Notice, now_ns: int, language: Language) -> str:
    """Return who did something: of a session the edit, of others how long ago."""
    who, others = one.by, one.makers - 1
    if who.session:
        told = phrases.who_when(who, 0, language)
        return language.say("done_by", who=_and_others(told, one, language))
    key = "done_outside_when" if who.time_ns else "done_outside"
    age = phrases.age(who.time_ns, now_ns, language)
    return language.say(f"{key}_too" if others else key, age=age, others=others)


def _and_others(by: str, one: Notice | ViewItem, language: Language) -> str:
    """Return who did something last, and how many others had their part in it."""
    others = one.makers - 1
    if not others:
        return by
    if one.by is None or not one.by.session:
        return language.say("outside_and_others", by=by, others=others)
    key = "and_outside" if others == 1 and one.outside else "and_others"
    return language.say(key, by=by, others=others)


def _of_view(one: Notice, language: Language) -> str:
    """Return which lines of a view differ, and where the others went."""
    if one.empty:
        return language.say("view_was_empty", view=one.view, lines=one.delta)
    if one.spans:
        spans = _spans(one.spans, language)
        differ = language.say("view_differs", spans=spans, view=one.view)
        return ", ".join(filter(None, (differ, _moved(one, language))))
    return _moved(one, language, one.view) or language.say("view_stays", view=one.view)


def _moved(one: Notice | ViewItem, language: Language, view: int = 0) -> str:
    """Return where lines went that are unchanged; "" where they stand as they did.

    With `view` it is named.
    """
    if not one.delta:
        return ""
    if isinstance(one, ViewItem) and not one.total:
        return language.say("was_empty", lines=one.delta)
    key = "lines_after" if one.after else "some_lines" if one.uneven else "all_lines"
    where = language.say(f"{key}_of_view" if view else key, after=one.after, view=view)
    how = "are_moved_unevenly" if one.uneven else "are_moved"
    return language.say(how, where=where, delta=f"{one.delta:+d}")


def _spans(those: tuple[Span, ...], language: Language) -> str:
    return phrases.spans(those, SPANS_MAX, language)


# --- views ----------------------------------------------------------------------------------------


def view_line(item: ViewItem, now_ns: int, language: Language) -> str:
    """Return a view as a line of a list: of what, whose, and what has become of its lines."""
    path = phrases.path_text(item.path, 200)
    shown = _spans(item.spans, language).replace(", ", ",")
    name = phrases.one_line(item.name, phrases.NAME_CHARACTERS_MAX)
    became = [_became(item, language)]
    if item.by is not None and item.state != "same":
        became.append(_and_others(_last_by(item.by, now_ns, language), item, language))
    where = f"{path}:{shown}" if shown else path
    return "  ".join(filter(None, (f"v{item.view}", where, name, ", ".join(became))))


def _became(item: ViewItem, language: Language) -> str:
    moved = _moved(item, language)
    match item.state:
        case "same" | "gone" as state:
            return language.phrases[f"view_{state}"]
        case "changed" if item.differ:
            differ = language.say("differ", spans=_spans(item.differ, language))
            return ", ".join(filter(None, (differ, moved)))
        case "moved" if moved:
            return moved
        case state:
            return phrases.one_line(language.term(state), 20)


def _last_by(who: Who, now_ns: int, language: Language) -> str:
    age = phrases.age(who.time_ns, now_ns, language) if who.time_ns else ""
    if not who.session:
        return language.say("last_outside", age=age).strip()
    name = phrases.name_of(who, language)
    return language.say("last_by", edit=who.seq, who=name, age=age).strip()


def stale_view(item: ViewItem, language: Language) -> str:
    """Return a view whose lines others changed, in few words."""
    path = phrases.path_text(item.path, 200)
    moved = _moved(item, language)
    if item.state == "changed":
        changed = _and_others(_changed(item.by, language), item, language)
        spans = _spans(item.differ, language)
        told = language.say("lines_changed", spans=spans, changed=changed) if spans else changed
        what = ", ".join(filter(None, (told, moved)))
    else:
        what = _became(item, language)
    return language.say("stale_view", view=item.view, path=path, what=what)


def _changed(by: Who | None, language: Language) -> str:
    if by is None or not by.session:
        return language.phrases["changed_outside_short"]
    return language.say("changed_by", who=phrases.name_of(by, language))


# --- what is watched ------------------------------------------------------------------------------


def watching(one: Watching, language: Language, *, always: bool) -> str:
    """Return how files are watched; "" where all of them are, unless it is said `always`."""
    told = [
        language.say("watched_slowly", number=number, why=_why(reason, language))
        for reason, number in one.unwatched
        if number
    ]
    if one.unswept:
        told.append(language.say("watched_at_use", number=one.unswept))
    if one.overflows:
        told.append(language.say("events_lost", number=one.overflows))
    if always:
        told.insert(0, language.say("watched", files=one.files, folders=one.folders))
    return language.say("watching", what=", ".join(told)) if told else ""


def _why(reason: str, language: Language) -> str:
    key = f"unwatched_{reason}"
    return language.phrases.get(key) or phrases.one_line(reason.replace("_", " "), 40)
