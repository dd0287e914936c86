"""Entries of the log as lines for people."""

from ...schemas.replies import FileDone, LogItem
from .chip_lines import chip_id, chip_ids
from .languages import ENGLISH, Language
from .phrases import (
    NAME_CHARACTERS_MAX,
    clock,
    edits,
    file_done,
    files_planned,
    one_line,
    path_text,
    paths,
    spans,
    summary,
)

_OF_THE_JOURNAL = {
    "SessionClosed": "log_closed",
    "VersionKept": "log_kept",
    "TornFound": "log_torn",
    "TailCut": "log_cut",
}
"""Phrases of what is said with no more than a path."""


def log_line(item: LogItem, language: Language = ENGLISH) -> str:
    """Return one entry of the log as one line, without its time."""
    return f"{entry_id(item):>6}  {maker(item, language):<16}  {what(item, language)}"


def line_with_time(item: LogItem, now_ns: int, language: Language, *, named: bool) -> str:
    """Return one entry as one line, with the time of day.

    Without `named` what an edit did to its one file stands there without the file's name.
    """
    told = what(item, language, named=named)
    return "  ".join([entry_id(item), clock(item.time_ns, now_ns), maker(item, language), told])


def maker(item: LogItem, language: Language) -> str:
    """Return who made an entry: a session, the outside, or the journal itself."""
    unnamed = "log_outside" if item.kind == "ChangedOutside" else "log_journal"
    return one_line(item.name, NAME_CHARACTERS_MAX) or language.phrases[unnamed]


def entry_id(item: LogItem) -> str:
    """Return the id by which an entry can be named: of an edit, a view, or plainly its number."""
    letter = {"Edited": "e", "Viewed": "v", "Previewed": "p"}.get(item.kind, "")
    return f"{letter}{item.seq}"


def what(item: LogItem, language: Language = ENGLISH, *, named: bool = True) -> str:
    """Return what an entry says happened; `named` as in `line_with_time`."""
    path = path_text(item.files[0].path) if item.files else ""
    shown = spans(item.spans, language=language).replace(", ", ",")
    code, label = one_line(item.code, 40), one_line(item.label, NAME_CHARACTERS_MAX)
    tool = one_line(item.tool, 40)
    match item.kind:
        case "Edited":
            return _edited(item, language, named=named)
        case "Previewed":
            flips = _flips(item, language)
            return language.say("log_previewed", files=flips + files_planned(item.files, language))
        case "ChangedOutside":
            return "; ".join(_outside(one, item, language, named=named) for one in item.files)
        case "Viewed":
            return language.say("log_read", place=f"{path}:{shown}" if shown else path)
        case "Refused":
            told = language.say("log_refused", tool=tool, code=code, path=path).strip()
            return told + (language.say("log_shown", spans=shown) if shown else "")
        case "SessionOpened":
            return language.say("log_opened", client=f"{label} {code}".rstrip())
        case "Marked":
            return f"{code} {label}".rstrip()
        case "Queried":
            return language.say("log_asked", tool=tool)
        case "NotApplied":
            those, why = edits(item.undoes, language=language), one_line(item.label)
            return language.say("log_not_applied", edits=those, path=path, why=why)
        case "ChipDropped":
            return language.say("log_dropped", chip=chip_id(item.label))
        case kind if kind in _OF_THE_JOURNAL:
            return language.say(_OF_THE_JOURNAL[kind], path=path).rstrip()
        case kind:
            return f"{one_line(kind, 40)} {path}".rstrip()


def _edited(item: LogItem, language: Language, *, named: bool) -> str:
    files = "; ".join(_done(one, language, named=named) for one in item.files)
    marks = ""
    if item.used:
        marks += language.say("log_used", chips=chip_ids(item.used, language))
    if item.degraded:
        how = one_line(language.term(item.degraded))
        marks += language.say("log_salvaged", how=how)
    if item.undone:
        marks += language.phrases["log_undone"]
    elif item.undone_in:
        marks += language.say("log_undone_in", paths=paths(item.undone_in, language))
    elif not item.applied:
        marks += language.phrases["log_unapplied"]
    return f"{_flips(item, language)}{files}{marks}"


def _done(done: FileDone, language: Language, *, named: bool) -> str:
    return file_done(done, language) if named else summary(done, language)


def _outside(done: FileDone, item: LogItem, language: Language, *, named: bool) -> str:
    if item.kept:
        file = _done(done, language, named=named)
        return language.say("log_changed_outside", file=file)
    what = _done(done, language, named=named)
    if done.state == "changed":  # which of its lines is not known
        path = path_text(done.path)
        what = language.say("log_path_lines", path=path, total=done.total)
    return language.say("log_unkept", what=what)


def _flips(item: LogItem, language: Language) -> str:
    if item.restores:  # of how many edits something went is for `show`
        return language.say("log_restores", at=item.restores)
    flips = ""
    for key, seqs in (("log_undoes", item.undoes), ("log_redoes", item.redoes)):
        if seqs:
            flips += language.say(key, edits=edits(seqs, language=language))
    return flips
