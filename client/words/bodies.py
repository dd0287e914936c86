"""What stands between a reply's first lines and its last: lines of files, and lists.

A line of a file is all that follows the first bar of its line here, exactly.
"""

import time
from collections.abc import Iterable

from ...schemas.replies import (
    AnyReply,
    Balanced,
    Blamed,
    Block,
    ChipGone,
    ChipList,
    ChipShown,
    Contents,
    DiffReply,
    Done,
    EntryShown,
    FileDone,
    LogReply,
    Marked,
    OpenEdit,
    Outlined,
    Preview,
    Ranged,
    Refusal,
    SessionList,
    Shown,
    StatusReply,
    TrailReply,
    Unchanged,
    ViewList,
)
from ...schemas.values import Span
from . import chip_lines, news, past, phrases, plans, refusals, session_lines, structure
from .chip_lines import chip_ids
from .forms import Manner
from .headlines import flips
from .languages import Language
from .log_lines import line_with_time

LINE_BYTES_MAX = 2_000
"""Of a line around an edit; a read shows what it was given."""


def body(  # noqa: C901, PLR0911, PLR0912 - one line for each kind of reply
    reply: AnyReply, manner: Manner, *, brief: bool = False, now_ns: int | None = None
) -> list[str]:
    """Return a reply's lines; `brief`: of an edit only what its first line cannot say.

    `now_ns`: which day is today; None: now.
    """
    language = manner.language
    match reply:
        case Shown(blocks=blocks) | Contents(blocks=blocks):
            return _separated(blocks, language)
        case Done() if brief:
            return []
        case Done():
            places = [] if flips(reply) else _places(reply, language)
            return [*places, *_around(reply, language)]
        case Preview(files=files, diffs=diffs):
            return [] if brief else _diffs(files, diffs, language)
        case Refusal():
            return _refused(reply, manner)
        case StatusReply(edits=edits, sessions=sessions, now_ns=at_ns):
            shown = [_open_edit(one, at_ns, language) for one in edits]
            return [*shown, *(session_lines.line(one, at_ns, manner) for one in sessions)]
        case LogReply():
            return _log(reply, time.time_ns() if now_ns is None else now_ns, language)
        case SessionList(items=items, now_ns=at_ns):
            return [session_lines.line(one, at_ns, manner) for one in items]
        case EntryShown():
            return _entry(reply, manner)
        case DiffReply():
            return _differences(reply, language)
        case Blamed():
            return _blamed(reply, language)
        case ChipList(items=items):
            return [chip_lines.list_line(one, reply, manner) for one in items]
        case ChipShown():
            return _kept(reply, manner)
        case ViewList(items=items, now_ns=at_ns):
            return [news.view_line(one, at_ns, language) for one in items]
        case Outlined():
            return structure.outline_lines(reply, language)
        case Balanced():
            return structure.balance_lines(reply, language)
        case Unchanged() | Marked() | ChipGone() | TrailReply() | Ranged():
            return []


# --- edits ----------------------------------------------------------------------------------------


def _places(reply: Done, language: Language) -> list[str]:
    """Return the places of edits that have several in a file."""
    several = [one for one in reply.files if len(one.parts) > 1 and one.state == "changed"]
    texts = [phrases.part_texts(one, language) for one in several]
    if len(reply.files) == 1:
        return texts
    paths = [phrases.leading_path(one.path, 200) for one in several]
    return [f"{path}: {text}" for path, text in zip(paths, texts, strict=True)]


def _around(reply: Done, language: Language) -> list[str]:
    return [
        *lines(reply.body, language, LINE_BYTES_MAX),
        *_diffs(reply.files, reply.diffs, language),
    ]


def _diffs(
    files: tuple[FileDone, ...], diffs: tuple[tuple[Block, ...], ...], language: Language
) -> list[str]:
    """Return what went and what came, of each of several files beneath a line with its path."""
    found: list[str] = []
    for done, diff in zip(files, diffs, strict=False):
        if len(files) > 1 and done.state != "unchanged":
            found.append(phrases.heading(done, language))
        found += lines(diff, language, LINE_BYTES_MAX)
    return found


# --- refusals and lists ---------------------------------------------------------------------------


def _refused(reply: Refusal, manner: Manner) -> list[str]:
    """Return the changes that do not fit, and lines; after a diff, those of now have a heading."""
    found = [refusals.problem(one, reply, manner) for one in reply.problems]
    is_diff, is_planned = False, plans.needs_lines(reply)
    if is_planned:
        found += _plan(reply, manner.language)
    for block in () if is_planned else reply.body:
        if block.kind == "lines" and is_diff:
            found.append(manner.language.phrases["now"])
        is_diff = block.kind in ("old", "new")
        found += lines((block,), manner.language, LINE_BYTES_MAX)
    found += [session_lines.line(one, reply.now_ns, manner) for one in reply.sessions]
    return found


def _plan(reply: Refusal, language: Language) -> list[str]:
    """Return what is in the way or of others, each with its lines, and then all other files."""
    found: list[str] = []
    for one in plans.in_full(reply.plan):
        found.append(plans.heading(one, reply.now_ns, language))
        found += lines(one.body, language, LINE_BYTES_MAX)
    return [*found, *plans.others(reply.plan, language)]


def _open_edit(edit: OpenEdit, now_ns: int, language: Language) -> str:
    some = edit.files[: phrases.FILES_MAX]
    told = [f"{phrases.path_text(one.path, 200)}  {phrases.summary(one, language)}" for one in some]
    if more := len(edit.files) - len(some):
        told.append(language.say("more_files", more=more))
    if edit.elsewhere:
        told.append(language.say("files_elsewhere", number=edit.elsewhere))
    age = phrases.age(edit.time_ns, now_ns, language)
    kept = f"  {chip_ids(edit.chips, language)}" if edit.chips else ""
    return f"e{edit.seq}  {'; '.join(told)}  {age}{kept}"


def _kept(reply: ChipShown, manner: Manner) -> list[str]:
    """Return what a chip keeps: its texts and a call's arguments, each beneath a heading."""
    language = manner.language
    bytes_max = 0 if manner.forms.apart else LINE_BYTES_MAX
    found: list[str] = []
    for number, block in enumerate(reply.texts, 1):
        found.append(chip_lines.text_heading(reply, number, language))
        found += lines((block,), language, bytes_max)
    if reply.binary_bytes:
        found.append(chip_lines.binary_heading(reply, language))
    if reply.arguments:
        found.append(chip_lines.arguments_heading(reply, language))
        several = tuple(reply.arguments.split("\n"))
        found += lines((Block("lines", 1, len(several), several),), language, bytes_max)
    return [*found, *_cut(reply.cut_bytes, language)]


# --- what was -------------------------------------------------------------------------------------


def _log(reply: LogReply, now_ns: int, language: Language) -> list[str]:
    shown = [
        line_with_time(
            one, now_ns, language, named=[file.path for file in one.files] != [reply.path]
        )
        for one in reply.items
    ]
    return [*shown, *([language.phrases["older_follow"]] if reply.more else [])]


def _entry(reply: EntryShown, manner: Manner) -> list[str]:
    """Return what an entry changed, what it showed, and the call itself."""
    language = manner.language
    found = _changes_of(reply, language)
    if reply.saw:
        found += [language.phrases["saw"], *_separated(reply.saw, language)]
    found += past.not_kept(reply, language)
    if reply.arguments:
        several = tuple(reply.arguments.split("\n"))
        size = phrases.size_bytes(reply.arguments)
        found.append(language.say("chip_arguments", size=language.counted(size, "byte")))
        block = Block("lines", 1, len(several), several)
        found += lines((block,), language, 0 if manner.forms.apart else LINE_BYTES_MAX)
    return [*found, *past.chips(reply, language), *_cut(reply.cut_bytes, language)]


def _changes_of(reply: EntryShown, language: Language) -> list[str]:
    found: list[str] = []
    for done, diff in zip(reply.item.files, reply.diffs, strict=False):
        if len(reply.item.files) > 1 and diff:
            found.append(phrases.heading(done, language))
        found += lines(diff, language, LINE_BYTES_MAX)
    return found


def _differences(reply: DiffReply, language: Language) -> list[str]:
    found: list[str] = []
    for one in reply.files:
        found += [past.file_diff(one, language), *lines(one.diff, language, LINE_BYTES_MAX)]
    more = [language.say("more_files_differ", more=reply.more)] if reply.more else []
    return [*found, *_cut(reply.cut_bytes, language), *more]


def _blamed(reply: Blamed, language: Language) -> list[str]:
    found: list[str] = []
    for one in reply.runs:
        found.append(past.run(one, reply.now_ns, language))
        found += lines((Block("lines", one.first, one.last, one.lines),), language)
    return [*found, *_cut(reply.cut_bytes, language)]


def _cut(more_bytes: int, language: Language) -> list[str]:
    return [language.say("bytes_more", more=f"{more_bytes:,}")] if more_bytes else []


# --- lines of files -------------------------------------------------------------------------------


def _separated(blocks: tuple[Block, ...], language: Language) -> list[str]:
    found: list[str] = []
    for number, block in enumerate(blocks):
        found += ["..."] if number else []
        found += lines((block,), language)
    return found


def lines(blocks: Iterable[Block], language: Language, bytes_max: int = 0) -> list[str]:
    """Return the lines of blocks, numbered; those longer than `bytes_max` are cut."""
    found: list[str] = []
    for block in blocks:
        if block.kind == "sent":
            found.append(language.say("as_sent", span=Span(block.first, block.last)))
            continue
        sign = {"old": "-", "new": "+"}.get(block.kind, "")
        for number, line in enumerate(block.lines, block.first):
            found.append(f"{sign}{number}|{_line(line, bytes_max, language)}")
    return found


def _line(line: str, bytes_max: int, language: Language) -> str:
    if "\n" in line:  # no line of a file: it could begin a line of the reply
        line = line.replace("\n", "\\n")
    if not bytes_max or phrases.size_bytes(line) <= bytes_max:
        return line
    shown = phrases.beginning(line, bytes_max)
    return language.say("characters_more", line=shown, more=f"{len(line) - len(shown):,}")
