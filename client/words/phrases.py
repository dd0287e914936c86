"""Pieces of sentences: paths, names, ages, numbers, and what an edit did.

Values from outside (paths, names, texts of files) become one line of limited length here, so that
none of them can begin a line of a reply and pass for a verdict or a next call.
"""

from ...schemas.messages import Call, FileDone, Part, Who
from ...schemas.values import Span

OUTSIDE = "outside editjournal"
NAME_CHARACTERS_MAX = 60
"""Of an agent's name, a label and the like."""
VALUE_CHARACTERS_MAX = 400
"""Of any other value within a sentence."""
PATH_CHARACTERS_MAX = 4_096
"""Within a call, which is of no use if it is cut."""
_AGES = ((86_400, "d"), (3_600, "h"), (60, "min"))


def one_line(value: str, characters_max: int = VALUE_CHARACTERS_MAX) -> str:
    """Return text from outside without line ends and control characters, cut if it is long."""
    shown = value if value.isprintable() else "".join(map(_visible, value))
    return shown if len(shown) <= characters_max else shown[: characters_max - 3] + "..."


def _visible(character: str) -> str:
    if character.isprintable():
        return character
    return character.encode("unicode_escape").decode("ascii")


def path_text(path: bytes, characters_max: int = 500) -> str:
    r"""Return a path as one line; what is not UTF-8 or not printable shows as \xNN."""
    return one_line(path.decode("utf-8", "backslashreplace"), characters_max)


def call(one: Call) -> str:
    """Return a call as a model writes it, its note behind it."""
    arguments = [f"{one_line(name)}={_argument(str(it))}" for name, it in one.arguments.items()]
    note = [one_line(one.note)] if one.note else []
    return " ".join([one_line(one.tool, NAME_CHARACTERS_MAX), *arguments, *note])


def _argument(value: str) -> str:
    shown = one_line(value, PATH_CHARACTERS_MAX)
    return f'"{shown}"' if " " in shown or not shown else shown


def count(number: int, name: str, plural: str = "") -> str:
    return f"{number} {name}" if number == 1 else f"{number} {plural or name + 's'}"


def spans(those: tuple[Span, ...], shown_max: int = 20) -> str:
    """Return line numbers, of many only the first."""
    listed = ", ".join(map(str, those[:shown_max]))
    more = len(those) - shown_max
    return f"{listed} and {more} more" if more > 0 else listed


def edits(seqs: tuple[int, ...], shown_max: int = 10) -> str:
    """Return the ids of edits, of many only the first."""
    listed = ", ".join(f"e{one}" for one in seqs[:shown_max])
    more = len(seqs) - shown_max
    return f"{listed} and {more} more" if more > 0 else listed


def age(then_ns: int, now_ns: int) -> str:
    """Return how long ago something was, in one unit."""
    seconds = max(0, now_ns - then_ns) // 1_000_000_000
    for size, name in _AGES:
        if seconds >= size:
            return f"{seconds // size} {name} ago"
    return f"{seconds} s ago"


def name_of(who: Who) -> str:
    return one_line(who.name, NAME_CHARACTERS_MAX) or OUTSIDE


def who_when(who: Who, now_ns: int) -> str:
    """Return who made a change, by which edit, and how long ago."""
    when = age(who.time_ns, now_ns) if who.time_ns and now_ns else ""
    if not who.session:
        return f"{OUTSIDE}, {when}" if when else OUTSIDE
    return f"{name_of(who)} ({', '.join(filter(None, (f'edit e{who.seq}', when)))})"


def piece(value: str) -> str:
    """Return the beginning of a piece of a line so that white space in it can be seen."""
    if not value:
        return "the end of the line"
    for character, name in ((" ", "space"), ("\t", "tab")):
        run = len(value) - len(value.lstrip(character))
        if run:
            rest = value[run:]
            return count(run, name) + (f' and "{one_line(rest, 30)}"' if rest else "")
    point = value[0]
    named = "" if point.isascii() and point.isprintable() else f" (U+{ord(point):04X})"
    return f'"{one_line(value, 30)}"{named}'


# --- what an edit did -----------------------------------------------------------------------------


def file_done(done: FileDone) -> str:
    between = " " if done.state == "absent" else ": "
    return f"{path_text(done.path)}{between}{_state(done)}"


def flipped(done: FileDone) -> str:
    """Return what an undo or redo did to one file."""
    if done.state == "changed" and not done.parts:
        return f"{path_text(done.path)} stays as it is ({count(done.total, 'line')})"
    return f"{path_text(done.path)} {_state(done)}"


def _state(done: FileDone) -> str:
    match done.state:
        case "created":
            return f"created, {count(done.total, 'line')}"
        case "removed":
            return "removed"
        case "absent":
            return "is gone already"
        case _:
            return _parts(done)


def _parts(done: FileDone) -> str:
    delta = f"{done.delta:+d}" if done.delta else "0"
    counts = f"({delta}, {count(done.total, 'line')})"
    match done.parts:
        case ():
            return f"mode {counts}"
        case (part,):
            return f"{part_text(part)} {counts}"
        case parts:
            return f"{len(parts)} changes {counts}"


def part_text(part: Part) -> str:
    if part.was is None:
        return f"{part.now} inserted after {part.after}"
    if part.now is None:
        return f"{part.was} deleted"
    return f"{part.was} -> {part.now}"


def part_texts(parts: tuple[Part, ...], shown_max: int = 20) -> str:
    """Return all places of an edit, of many only the first."""
    shown = "; ".join(map(part_text, parts[:shown_max]))
    more = len(parts) - shown_max
    return f"{shown}; {more} more" if more > 0 else shown
