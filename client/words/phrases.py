"""Pieces of sentences: paths, names, ages, numbers, and what an edit did.

Values from outside (paths, names, texts of files) become one line of limited length here, so that
none of them can begin a line of a reply and pass for a verdict or a next call.
"""

import re
import time
from collections.abc import Sequence
from itertools import accumulate

from ...schemas.replies import Call, FileDone, Part, Who
from ...schemas.values import Span
from .languages import ENGLISH, Language, without_prefix

NAME_CHARACTERS_MAX = 60
"""Of an agent's name, a label and the like."""
VALUE_CHARACTERS_MAX = 400
"""Of any other value within a sentence."""
BYTES_A_CHARACTER = 2
"""Wide characters are held to so many bytes for each character that there may be."""
PATH_BYTES_MAX = 4_096
"""Within a call, which is of no use if it is cut: no path is longer."""
FILES_MAX = 10
"""Named in the first line of a reply."""
_AGES = ((86_400, "age_d"), (3_600, "age_h"), (60, "age_min"), (1, "age_s"))

_LIKE_OURS = re.compile(
    r"(ok|preview|REFUSED|ERROR|warning:|notice:|next:|view)( |:|$)|[-+]?\d*\||\.\.\.|\(|Now:|"
    r"chips?:|(Text|Arguments),|Text \d|edit \d|stale views:|watching:|Shown:|not kept:|"
    r"(session|conflict|impossible) |(restored|unchanged):|before the journal|outside editjournal|"
    r"[evp]?\d+ |no (open|chips|entries|views|sessions|file|changes)|"
    r"\u73b0\u5728:|\u8fc7\u671f\u7684\u89c6\u56fe:|\u76d1\u89c6:|\u7b2c \d|\u672c\u4f1a\u8bdd|"
    r"\u6ca1\u6709( chip|\u89c6\u56fe)|(\u6587\u672c|\u53c2\u6570)[, ]|"
    r"(\u4f1a\u8bdd|\u51b2\u7a81|\u65e0\u6cd5\u6062\u590d) |\u6ca1\u6709\u4f1a\u8bdd|"
    r"(\u5c06\u6062\u590d|\u65e0\u9700\u66f4\u6539|\u5c55\u793a\u8fc7|\u672a\u4fdd\u5b58):|"
    r"\u65e5\u5fd7\u4e4b\u524d|editjournal \u4e4b\u5916"
)
"""A path that would begin a line as only our own words may."""


def one_line(value: str, characters_max: int = VALUE_CHARACTERS_MAX) -> str:
    """Return text from outside without line ends and control characters, cut if it is long."""
    shown = value if value.isprintable() else "".join(map(_visible, value))
    if len(shown) <= characters_max and size_bytes(shown) <= characters_max * BYTES_A_CHARACTER:
        return shown
    bytes_max = (characters_max - 3) * BYTES_A_CHARACTER
    return beginning(shown[: characters_max - 3], bytes_max) + "..."


def size_bytes(value: str) -> int:
    """Return how many bytes of UTF-8 text takes."""
    return len(value) if value.isascii() else len(value.encode("utf-8", "surrogatepass"))


def beginning(value: str, bytes_max: int) -> str:
    """Return as much of a text, in whole characters, as so many bytes hold."""
    if size_bytes(value) <= bytes_max:
        return value
    room = bytes_max
    for at, character in enumerate(value):
        room -= size_bytes(character)
        if room < 0:
            return value[:at]
    return value


def _visible(character: str) -> str:
    if character.isprintable():
        return character
    return character.encode("unicode_escape").decode("ascii")


def path_text(path: bytes, characters_max: int = 500) -> str:
    r"""Return a path as one line; what is not UTF-8 or not printable shows as \xNN."""
    return one_line(path.decode("utf-8", "backslashreplace"), characters_max)


def path_end(path: bytes, characters_max: int) -> str:
    """Return a path as one line; of a long one its end, which says more than its beginning."""
    whole = one_line(path.decode("utf-8", "backslashreplace"), PATH_BYTES_MAX)
    if whole == one_line(whole, characters_max):
        return whole
    bytes_max = (characters_max - 3) * BYTES_A_CHARACTER
    backwards = beginning(whole[: -characters_max + 2 : -1], bytes_max)
    return "..." + backwards[::-1]


def leading_path(path: bytes, characters_max: int = 500) -> str:
    """Return a path that begins a line of a reply, so that it passes for no words of ours."""
    shown = path_text(path, characters_max)
    return f"./{shown}" if _LIKE_OURS.match(shown) else shown


def call(one: Call) -> str:
    """Return a call as a model writes it, its note behind it."""
    arguments = [f"{one_line(name)}={_argument(str(it))}" for name, it in one.arguments.items()]
    note = [one_line(one.note)] if one.note else []
    return " ".join([one_line(one.tool, NAME_CHARACTERS_MAX), *arguments, *note])


def unprefixed_call(one: Call) -> str:
    """Return a call to tools that are listed without "be-"."""
    return call(Call(without_prefix(one.tool), one.arguments, one.note))


def _argument(value: str) -> str:
    shown = beginning(one_line(value, PATH_BYTES_MAX), PATH_BYTES_MAX)
    return f'"{shown}"' if " " in shown or not shown else shown


def spans(those: tuple[Span, ...], shown_max: int = 20, language: Language = ENGLISH) -> str:
    """Return line numbers, of many only the first."""
    return _some([str(one) for one in those[:shown_max]], len(those), language)


def paths(those: Sequence[bytes], language: Language = ENGLISH) -> str:
    """Return paths in a row, of many only the first."""
    return _some([path_text(one, 200) for one in those[:FILES_MAX]], len(those), language)


def edits(
    seqs: tuple[int, ...],
    shown_max: int = 10,
    language: Language = ENGLISH,
    outside: tuple[int, ...] = (),
) -> str:
    """Return the ids of edits, of many only the first; those made outside are plain numbers."""
    ids = [f"{one}" if one in outside else f"e{one}" for one in seqs[:shown_max]]
    return _some(ids, len(seqs), language)


def _some(shown: list[str], number: int, language: Language) -> str:
    listed, more = ", ".join(shown), number - len(shown)
    return language.say("and_more", listed=listed, more=more) if more > 0 else listed


def age(then_ns: int, now_ns: int, language: Language = ENGLISH) -> str:
    """Return how long ago something was, in one unit."""
    seconds = max(0, now_ns - then_ns) // 1_000_000_000
    size, key = next((it for it in _AGES if seconds >= it[0]), _AGES[-1])
    return language.say(key, number=seconds // size)


def clock(then_ns: int, now_ns: int) -> str:
    """Return a time of day of this machine's zone, with its date unless that is today's."""
    day, today = (time.localtime(one // 10**9) for one in (then_ns, now_ns))
    return time.strftime("%H:%M" if day[:3] == today[:3] else "%Y-%m-%d %H:%M", day)


def name_of(who: Who, language: Language = ENGLISH) -> str:
    return one_line(who.name, NAME_CHARACTERS_MAX) or language.phrases["outside"]


def who_when(who: Who, now_ns: int, language: Language = ENGLISH) -> str:
    """Return who made a change, by which edit, and how long ago."""
    when = age(who.time_ns, now_ns, language) if who.time_ns and now_ns else ""
    if not who.session:
        outside = language.phrases["outside"]
        return f"{outside}, {when}" if when else outside
    edit = (
        language.say("edit_when", edit=who.seq, age=when)
        if when
        else language.say("edit", edit=who.seq)
    )
    return f"{name_of(who, language)} ({edit})"


def changed(who: Who | None, now_ns: int, language: Language = ENGLISH) -> str:
    """Return that something was changed: by whom, by which edit, how long ago."""
    if who is None:
        return language.say("changed_by", who=language.phrases["own_edits"])
    if who.session:
        return language.say("changed_by", who=who_when(who, now_ns, language))
    if not (who.time_ns and now_ns):
        return language.phrases["changed_outside"]
    return language.say("changed_outside_when", age=age(who.time_ns, now_ns, language))


def pieces(sent: str, found: str, language: Language = ENGLISH) -> tuple[str, str]:
    """Return the beginnings of two pieces of lines, so that white space in them can be seen.

    Where they differ in the white space alone, only that.
    """
    runs = [_run(one) for one in (sent, found)]
    if all(runs) and sent[len(runs[0]) :] == found[len(runs[1]) :]:
        sent, found = runs
    return piece(sent, language), piece(found, language)


def piece(value: str, language: Language = ENGLISH) -> str:
    """Return the beginning of a piece of a line so that white space in it can be seen."""
    if not value:
        return language.phrases["end_of_line"]
    if run := _run(value):
        rest = value[len(run) :]
        counted = language.counted(len(run), {" ": "space", "\t": "tab"}[value[0]])
        return (
            language.say("run_and_rest", run=counted, rest=one_line(rest, 30)) if rest else counted
        )
    point = value[0]
    named = "" if point.isascii() and point.isprintable() else f" (U+{ord(point):04X})"
    return f'"{one_line(value, 30)}"{named}'


def _run(value: str) -> str:
    """Return the spaces, or the tabs, that a piece begins with."""
    first = value[:1]
    return value[: len(value) - len(value.lstrip(first))] if first in (" ", "\t") and first else ""


# --- what an edit did -----------------------------------------------------------------------------


def files_done(files: tuple[FileDone, ...], language: Language = ENGLISH) -> str:
    """Return what an edit did, of many files only of the first."""
    match files:
        case (one,):
            return file_done(one, language)
        case _:
            some = [file_done(one, language, path_max=200) for one in files[:FILES_MAX]]
            return _several(some, len(files), language)


def files_planned(files: tuple[FileDone, ...], language: Language = ENGLISH) -> str:
    """Return what an edit would do: without how many lines there are, as there are none yet."""
    match files:
        case (one,):
            return _planned(one, 500, language)
        case _:
            some = [_planned(one, 200, language) for one in files[:FILES_MAX]]
            return _several(some, len(files), language)


def _several(some: list[str], number: int, language: Language) -> str:
    listed = "; ".join([*some, *_more_files(number - len(some), language)])
    return language.say("several_files", number=number, files=listed)


def _more_files(more: int, language: Language) -> list[str]:
    return [language.say("more_files", more=more)] if more > 0 else []


def _planned(done: FileDone, path_max: int, language: Language) -> str:
    return _of_path(done, path_text(done.path, path_max), language, planned=True)


def file_done(done: FileDone, language: Language = ENGLISH, *, path_max: int = 500) -> str:
    return _of_path(done, path_text(done.path, path_max), language)


def heading(done: FileDone, language: Language = ENGLISH) -> str:
    """Return the line above what an edit of several files did to this one."""
    return _of_path(done, leading_path(done.path, 200), language)


def _of_path(done: FileDone, path: str, language: Language, *, planned: bool = False) -> str:
    between = " " if done.state == "absent" else ": "
    return f"{path}{between}{_state(done, language, planned=planned)}"


def files_flipped(
    files: tuple[FileDone, ...], language: Language = ENGLISH, *, planned: bool = False
) -> str:
    """Return what an undo or redo did, or would do, of many files only to the first."""
    path_max = 500 if len(files) == 1 else 200
    flipped = [one for one in files if one.state != "unchanged"]
    stay = [one for one in files if one.state == "unchanged"]
    shown = flipped[:FILES_MAX] if flipped else stay[:FILES_MAX]
    told = [_flipped(one, path_max, language, planned=planned) for one in shown]
    told += _more_files(len(flipped or stay) - len(shown), language)
    if flipped and stay:
        told.append(_staying(stay, language))
    return "; ".join(told)


def _staying(files: list[FileDone], language: Language) -> str:
    """Return that files are left as they are, of several only how many."""
    match files:
        case [one]:
            return _flipped(one, 200, language, planned=True)
        case _:
            return language.say("several_stay", number=len(files))


def _flipped(done: FileDone, path_max: int, language: Language, *, planned: bool) -> str:
    path = path_text(done.path, path_max)
    if done.state == "unchanged" or (done.state == "changed" and not done.parts):
        return language.say("stays", path=path, total=done.total)
    return f"{path} {_state(done, language, planned=planned)}"


def _state(done: FileDone, language: Language, *, planned: bool = False) -> str:
    match done.state:
        case "created":
            return language.say("created", total=done.total)
        case "removed" if done.delta < 0:
            return language.say("removed_lines", lines=-done.delta)
        case "removed":
            return language.phrases["removed"]
        case "absent":
            return language.phrases["gone"]
        case "mode":
            return _modes(done, language) or language.phrases["mode_alone"]
        case "unchanged":
            return language.phrases["so_already"]
        case _:
            delta = f"{done.delta:+d}" if done.delta else "0"
            key = "delta" if planned else "delta_total"
            modes = _modes(done, language)
            told = f"{places(done, language)} {language.say(key, delta=delta, total=done.total)}"
            return f"{told}, {modes}" if modes and done.parts else told


def _modes(done: FileDone, language: Language) -> str:
    """Return what became of a file's mode; "" where it stayed."""
    if len(done.modes) != 2:
        return ""
    was, now = (f"{one:04o}" for one in done.modes)
    return language.say("mode_changed", was=was, now=now)


def places(done: FileDone, language: Language = ENGLISH) -> str:
    """Return which lines an edit changed, or in how many places."""
    match done.parts:
        case ():
            return language.phrases["mode"]
        case (part,):
            return part_text(part, language)
        case parts:
            return language.say("changes", number=len(parts))


def summary(done: FileDone, language: Language = ENGLISH) -> str:
    """Return what an edit did to a file, without numbers of lines in all."""
    return places(done, language) if done.state == "changed" else _state(done, language)


def part_text(part: Part, language: Language = ENGLISH) -> str:
    if part.was is None:
        return language.say("inserted", now=part.now, after=part.after)
    if part.now is None:
        return language.say("deleted", was=part.was)
    return f"{part.was} -> {part.now}"


def part_texts(done: FileDone, language: Language = ENGLISH, shown_max: int = 20) -> str:
    """Return all places of an edit of a file, of many only the first."""
    parts = done.parts[:shown_max]
    moved = accumulate(map(_growth, parts))
    texts = [
        _placed(part, by, done.total - done.delta, language)
        for part, by in zip(parts, moved, strict=True)
    ]
    shown, more = "; ".join(texts), len(done.parts) - shown_max
    return language.say("places_more", listed=shown, more=more) if more > 0 else shown


def _growth(part: Part) -> int:
    return (len(part.now) if part.now else 0) - (len(part.was) if part.was else 0)


def _placed(part: Part, moved: int, total_before: int, language: Language) -> str:
    """Return one of several places; behind deleted lines, where the next one is now if it moved."""
    if part.was is None or part.now is not None or part.was.last >= total_before or not moved:
        return part_text(part, language)
    following = part.was.last + 1
    return language.say("deleted_then", was=part.was, following=following, at=following + moved)
