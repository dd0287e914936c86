"""What was, in words: entries in full, files at a point, what differs between two, and who."""

from collections.abc import Iterable

from ...schemas.replies import (
    Blamed,
    Contents,
    DiffReply,
    EntryShown,
    FileDiff,
    LogReply,
    Made,
    Who,
)
from ...schemas.values import Span, Version
from . import log_lines, phrases
from .chip_lines import chip_ids
from .languages import Language

# --- first lines ----------------------------------------------------------------------------------


def log(reply: LogReply, language: Language) -> str:
    number = len(reply.items)
    told = language.say("entries", number=number) if number else language.phrases["no_entries"]
    if not reply.path:
        return told
    return language.say("of_path", path=phrases.leading_path(reply.path), told=told)


def entry(reply: EntryShown, language: Language) -> str:
    item = reply.item
    age = phrases.age(item.time_ns, reply.now_ns, language)
    parts = [log_lines.entry_id(item), log_lines.maker(item, language), age]
    if item.kind in ("Edited", "Previewed") and item.tool:
        parts.append(phrases.one_line(item.tool, 40))
    return "  ".join([*parts, log_lines.what(item, language)])


def contents(reply: Contents, language: Language) -> str:
    path = phrases.leading_path(reply.path)
    if reply.version is None:
        return language.say("no_file_at", path=path, at=reply.at)
    shown = ",".join(str(Span(block.first, block.last)) for block in reply.blocks)
    if shown:
        where = language.say("of_total", where=f"{path}:{shown}", total=reply.version.lines)
    else:
        where = path if reply.data else language.say("empty", path=path)
    before = language.phrases["before_journal"]
    by = phrases.who_when(reply.by, 0, language) if reply.by else before
    marks = phrases.one_line("; ".join(map(language.term, reply.marks)))
    told = language.say("at_point", where=where, at=reply.at, by=by)
    return told + (f"  ({marks})" if marks else "")


def difference(reply: DiffReply, language: Language) -> str:
    key = "differ_between" if reply.files else "no_changes_between"
    return language.say(key, number=len(reply.files), since=reply.since, until=reply.until)


def blamed(reply: Blamed, language: Language) -> str:
    path = phrases.leading_path(reply.path)
    if reply.absent:
        return language.say("no_file_at", path=path, at=reply.at)
    spans = _joined(reply.runs)
    where = f"{path}:{','.join(map(str, spans))}" if spans else path
    where = language.say("of_total", where=where, total=reply.total)
    key = "made_by_unkept" if reply.missing else "made_by"
    return language.say(key, where=where, at=reply.at)


def _joined(runs: Iterable[Made]) -> list[Span]:
    """Return the lines of all runs, neighbours as one."""
    found: list[Span] = []
    for one in runs:
        if found and found[-1].last == one.first - 1:
            found[-1] = Span(found[-1].first, one.last)
        else:
            found.append(Span(one.first, one.last))
    return found


# --- headings -------------------------------------------------------------------------------------


def run(one: Made, now_ns: int, language: Language) -> str:
    """Return the line above lines that one entry made; with their numbers, if they have no text."""
    if one.by.seq == 0:
        told = language.phrases["before_journal"]
    else:
        told = _maker(one.by, now_ns, language)
    return told if one.lines else f"{told}  {Span(one.first, one.last)}"


def _maker(who: Who, now_ns: int, language: Language) -> str:
    """Return which entry made something, whose it is, and how long ago it was."""
    seq = f"e{who.seq}" if who.session else f"{who.seq}"
    age = [phrases.age(who.time_ns, now_ns, language)] if who.time_ns and now_ns else []
    return "  ".join([seq, phrases.name_of(who, language), *age])


def file_diff(one: FileDiff, language: Language) -> str:
    """Return the line above what differs in a file."""
    told = ", ".join(_became(one, language))
    makers = [phrases.name_of(who, language) for who in one.by[: phrases.FILES_MAX]]
    if makers:
        if (more := len(one.by) - len(makers)) > 0:
            makers = [language.say("and_more", listed=", ".join(makers), more=more)]
        told = language.say("became_by", told=told, who=language.listed(makers))
    return f"{phrases.leading_path(one.path, 200)}: {told}"


def _became(one: FileDiff, language: Language) -> list[str]:
    before, after = one.before, one.after
    if after is None:
        removed = language.phrases["removed"]
        told = [_size("removed", before, language) if before else removed]
    elif before is None:
        told = [_size("created", after, language)]
    else:
        told = _changed(before, after, language)
    return [*told, *([language.phrases["text_not_kept"]] if one.missing else [])]


def _size(key: str, version: Version, language: Language) -> str:
    """Return that a file came or went, and how large it is or was."""
    is_text = version.encoding or not version.size_bytes
    size = (version.lines, "line") if is_text else (version.size_bytes, "byte")
    return language.say(f"file_{key}", size=language.counted(*size))


def _changed(before: Version, after: Version, language: Language) -> list[str]:
    told: list[str] = []
    if before.digest != after.digest:
        was, now = before.lines, after.lines
        if not (before.encoding and after.encoding):
            was, now = before.size_bytes, after.size_bytes
            told.append(language.say("bytes_changed", was=f"{was:,}", now=f"{now:,}"))
        elif was == now:
            told.append(language.counted(now, "line"))
        else:
            told.append(language.say("lines_became", was=was, now=now))
    if before.mode != after.mode:
        told.append(language.say("mode_changed", was=f"{before.mode:04o}", now=f"{after.mode:04o}"))
    return told


# --- what else an entry has -----------------------------------------------------------------------


def not_kept(reply: EntryShown, language: Language) -> list[str]:
    if not reply.missing:
        return []
    return [language.say("not_kept", paths=phrases.paths(reply.missing, language))]


def chips(reply: EntryShown, language: Language) -> list[str]:
    if not reply.chips:
        return []
    return [language.say("chips_of_entry", chips=chip_ids(reply.chips, language))]
