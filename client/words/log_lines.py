"""Entries of the log as lines for people."""

from ...schemas.messages import LogItem
from .phrases import NAME_CHARACTERS_MAX, edits, file_done, one_line, path_text


def log_line(item: LogItem) -> str:
    """Return one entry of the log as one line, without its time."""
    name = one_line(item.name, NAME_CHARACTERS_MAX)
    name = name or ("outside" if item.kind == "ChangedOutside" else "journal")
    return f"{entry_id(item):>6}  {name:<16}  {what(item)}"


def entry_id(item: LogItem) -> str:
    """Return the id by which an entry can be named: of an edit, a view, or plainly its number."""
    letter = {"Edited": "e", "Viewed": "v"}.get(item.kind, "")
    return f"{letter}{item.seq}"


def what(item: LogItem) -> str:
    """Return what an entry says happened."""
    path = path_text(item.files[0].path) if item.files else ""
    spans = ",".join(map(str, item.spans))
    code, label = one_line(item.code, 40), one_line(item.label, NAME_CHARACTERS_MAX)
    match item.kind:
        case "Edited":
            return _edited(item)
        case "ChangedOutside":
            return "; ".join(f"changed outside: {file_done(one)}" for one in item.files)
        case "Viewed":
            return f"read {path}:{spans}" if spans else f"read {path}"
        case "VersionKept":
            return f"kept the version of {path}"
        case "Refused":
            shown = f", shown {spans}" if spans else ""
            return f"{one_line(item.tool, 40)} refused: {code} {path}".rstrip() + shown
        case "SessionOpened":
            return f"session opened ({label} {code}".rstrip() + ")"
        case "SessionClosed":
            return "session closed"
        case "Marked":
            return f"{code} {label}".rstrip()
        case "Queried":
            return f"asked {one_line(item.tool, 40)}"
        case "NotApplied":
            return f"{edits(item.undoes)} did not reach {path}: {one_line(item.label)}"
        case "TornFound":
            return f"kept what a crash had left of {path}".rstrip()
        case "TailCut":
            return "cut off an unfinished end of the log"
        case kind:
            return f"{one_line(kind, 40)} {path}".rstrip()


def _edited(item: LogItem) -> str:
    files = "; ".join(map(file_done, item.files))
    flips = ""
    for verb, seqs in (("undoes", item.undoes), ("redoes", item.redoes)):
        if seqs:
            flips += f"{verb} {edits(seqs)}: "
    marks = "  (undone)" if item.undone else "" if item.applied else "  (not applied)"
    return f"{flips}{files}{marks}"
