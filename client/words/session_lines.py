"""Sessions in words, each as a line.

session codex#3  2 min ago  12 edits standing, 3 of them open, 4 files touched, 40 reads
"""

from ...schemas.replies import SessionItem
from . import phrases
from .forms import Manner


def line(item: SessionItem, now_ns: int, how: Manner) -> str:
    """Return a session as a line of a list; to people it also says since when it is there."""
    language = how.language
    name = phrases.one_line(item.name, phrases.NAME_CHARACTERS_MAX)
    age = phrases.age(item.active_ns, now_ns, language)
    when = age if item.is_open else language.say("session_ended", age=age)
    told = language.say("session", name=name, when=when, did=", ".join(_did(item, how)))
    if not how.forms.apart:
        return told
    client = phrases.one_line(f"{item.client} {item.version}".strip(), 40)
    opened = phrases.age(item.opened_ns, now_ns, language)
    return told + "  " + language.say("session_of", client=client, opened=opened)


def _did(item: SessionItem, how: Manner) -> list[str]:
    language = how.language
    told: list[str] = []
    if item.edits:
        told.append(language.say("session_edits", edits=item.edits))
    if item.open_edits:
        told.append(language.say("session_open", number=item.open_edits))
    if item.files:
        told.append(language.say("session_files", files=item.files))
    if item.reads:
        told.append(language.counted(item.reads, "read"))
    if item.refused:
        told.append(language.say("session_refused", number=item.refused))
    return told or [language.phrases["session_idle"]]
