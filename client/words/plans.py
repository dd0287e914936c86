"""What an undo, redo or restore comes to, file by file, where it cannot be made as it is.

3 files: 1 would be restored, 1 is so already, 1 conflict.
conflict src/cart.py 12-16: changed since by codex#3 (edit e820, 5 min ago)
-12|s = 1
+12|s = 0
impossible src/c.py: the text that e812 replaced is not kept
restored: src/a.py
unchanged: src/b.py
"""

from collections.abc import Iterable

from ...schemas.replies import Block, Planned, Refusal
from ...schemas.values import Span
from . import phrases
from .languages import Language

STATES = ("restored", "unchanged", "conflict", "impossible")


def counts(plan: tuple[Planned, ...], language: Language) -> str:
    """Return of how many files what would become; "" where there is one at most."""
    if len(plan) < 2:
        return ""
    numbers = {state: sum(one.state == state for one in plan) for state in STATES}
    told = [
        language.say(f"plan_{state}_count", number=number)
        for state, number in numbers.items()
        if number
    ]
    return language.say("plan", number=len(plan), told=", ".join(told))


def needs_lines(reply: Refusal) -> bool:
    """Tell whether a plan says more than the refusal itself."""
    return len(reply.plan) > 1 or bool(reply.plan and not reply.body)


def in_full(plan: tuple[Planned, ...]) -> Iterable[Planned]:
    """Return what is shown with its lines: what is in the way, and what of others would go."""
    blocked = (one for one in plan if one.state in ("conflict", "impossible"))
    taking = (one for one in plan if one.state == "restored" and one.who)
    return (*blocked, *taking)


def heading(one: Planned, now_ns: int, language: Language) -> str:
    """Return the line that says what is in the way in a file, or whose changes would go."""
    path = phrases.path_text(one.path, 200)
    if one.state == "impossible":
        return language.say("plan_impossible", where=path, why=_why(one, language))
    by = _by(one, now_ns, language)
    if one.state == "restored":
        return language.say("plan_taking", where=path, by=by)
    if len(one.modes) == 2:
        now, back = map(_octal, one.modes)
        key = "plan_mode_conflict" if back else "plan_mode_goes"
        key = key if now else "plan_mode_gone"
        return language.say(key, where=path, by=by, now=now, back=back)
    spans = phrases.spans(tuple(_there_now(one.body)), 5, language)
    return language.say("plan_conflict", where=f"{path} {spans}" if spans else path, by=by)


def _why(one: Planned, language: Language) -> str:
    key = f"plan_{one.code}"
    if key in language.phrases:
        return language.say(key, edit=one.edit)
    return phrases.one_line(one.code.replace("_", " "), 40)


def _by(one: Planned, now_ns: int, language: Language) -> str:
    those = [phrases.who_when(who, now_ns, language) for who in one.who[: phrases.FILES_MAX]]
    if (more := len(one.who) - len(those)) > 0:
        return language.say("and_more", listed=", ".join(those), more=more)
    return language.listed(those) if those else "?"


def _there_now(body: tuple[Block, ...]) -> Iterable[Span]:
    return (Span(one.first, one.last) for one in body if one.kind == "old" and one.lines)


def _octal(mode: int) -> str:
    """Return a mode as chmod takes it; empty: there is no file."""
    return f"{mode:04o}" if mode >= 0 else ""


def others(plan: tuple[Planned, ...], language: Language) -> list[str]:
    """Return the lines that name the files of which no more is to be said."""
    return [
        language.say(f"plan_{state}", paths=phrases.paths(those, language))
        for state in ("restored", "unchanged")
        if (those := [one.path for one in plan if one.state == state and not one.who])
    ]
