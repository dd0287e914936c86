"""The first line of each kind of reply."""

from ...schemas.replies import (
    AnyReply,
    Balanced,
    Blamed,
    Call,
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
from . import chip_lines, past, phrases, plans, refusals, structure
from .chip_lines import chip_id, chip_ids
from .forms import Manner
from .languages import Language


def headline(reply: AnyReply, manner: Manner) -> str:  # noqa: C901, PLR0911, PLR0912 - one line for each kind
    language = manner.language
    match reply:
        case Shown():
            return _shown(reply, language)
        case Done():
            return _flipped(reply, language) if flips(reply) else _done(reply, language)
        case Preview():
            return _preview(reply, language)
        case Unchanged():
            return _unchanged(reply, language)
        case Marked():
            return _marked(reply, language)
        case StatusReply():
            return _status(reply, manner)
        case LogReply() | EntryShown() | Contents() | DiffReply() | Blamed():
            return _past(reply, language)
        case Ranged() | Outlined() | Balanced():
            return _structure(reply, language)
        case SessionList(items=items):
            return language.say("sessions" if items else "no_sessions", number=len(items))
        case TrailReply(steps=steps):
            return language.say("steps", number=len(steps))
        case ChipList():
            return chip_lines.list_headline(reply, language)
        case ChipShown():
            return chip_lines.shown_headline(reply, manner)
        case ChipGone(chip=chip):
            return language.say("chip_gone", chip=chip_id(chip))
        case ViewList(items=items):
            return language.say("views", number=len(items)) if items else language.say("no_views")
        case Refusal():
            counts = plans.counts(reply.plan, language)
            return " ".join(filter(None, (refusals.headline(reply, manner), counts)))


def flips(reply: Done | Preview) -> bool:
    """Tell whether an edit is an undo, a redo or a restore."""
    return bool(reply.undone or reply.redone or reply.restored)


def _past(reply: LogReply | EntryShown | Contents | DiffReply | Blamed, language: Language) -> str:
    match reply:
        case LogReply():
            return past.log(reply, language)
        case EntryShown():
            return past.entry(reply, language)
        case Contents():
            return past.contents(reply, language)
        case DiffReply():
            return past.difference(reply, language)
        case Blamed():
            return past.blamed(reply, language)


def _structure(reply: Ranged | Outlined | Balanced, language: Language) -> str:
    match reply:
        case Ranged():
            return structure.ranged(reply, language)
        case Outlined():
            return structure.outlined(reply, language)
        case Balanced():
            return structure.balanced(reply, language)


def _shown(reply: Shown, language: Language) -> str:
    path = phrases.leading_path(reply.path)
    shown = ",".join(str(Span(block.first, block.last)) for block in reply.blocks)
    marks = phrases.one_line("; ".join(map(language.term, reply.marks)))
    if shown:
        where = language.say("of_total", where=f"{path}:{shown}", total=reply.total)
    else:
        where = language.say("empty", path=path)
    return f"{where}  view v{reply.seq}" + (f"  ({marks})" if marks else "")


def _done(reply: Done, language: Language) -> str:
    files = phrases.files_done(reply.files, language)
    ids = f"  edit e{reply.seq}{_view(reply)}{_kept(reply, language)}"
    again = f"  {language.phrases['made_before']}" if reply.repeated else ""
    return f"ok {files}{_note(reply, language)}{ids}{again}"


def _note(reply: Done, language: Language) -> str:
    values = {name: phrases.one_line(str(one)) for name, one in reply.values.items()}
    if reply.note not in ("only_match", "as_prepared"):
        return ""
    return language.fill(language.phrases[reply.note], values)


def _kept(reply: Done, language: Language) -> str:
    """Return which chips keep the text that was deleted."""
    if not reply.chips:
        return ""
    key = "kept_as" if all(map(_only_deleted, reply.files)) else "lines_kept_as"
    return "  " + language.say(key, chips=chip_ids(reply.chips, language))


def _only_deleted(done: FileDone) -> bool:
    return done.state == "removed" or (len(done.parts) == 1 and not done.parts[0].now)


def _flipped(reply: Done, language: Language) -> str:
    flipped = _flips(reply, language)
    files = phrases.files_flipped(reply.files, language)
    told = language.say("flipped", flips=flipped, seq=reply.seq, files=files)
    chip = _kept(reply, language)
    return f"ok {told}{_later(reply, language)}{_view(reply)}{chip}"


def _view(reply: Done) -> str:
    return f"  view v{reply.seq}" if has_view(reply) else ""


def has_view(reply: Done) -> bool:
    """Tell whether an edit left a file whose new numbers its view could show."""
    return not reply.files or any(one.state in ("changed", "created") for one in reply.files)


def _flips(reply: Done | Preview, language: Language) -> str:
    told: list[str] = []
    for key, seqs in (("undone", reply.undone), ("redone", reply.redone)):
        if seqs:
            told.append(language.say(key, edits=phrases.edits(seqs, language=language)))
    edits = language.listed(told) if told else ""
    if not reply.restored:
        return edits
    key = "restored" if edits else "restored_alone"
    return language.say(key, at=reply.restored, edits=edits)


def _later(reply: Done | Preview, language: Language) -> str:
    if not reply.kept:
        return ""
    kept = phrases.edits(reply.kept, language=language, outside=reply.kept_outside)
    return language.say("later_kept", edits=kept)


def _preview(reply: Preview, language: Language) -> str:
    if flips(reply):
        files = phrases.files_flipped(reply.files, language, planned=True)
        what = language.say("flipping", flips=_flips(reply, language), files=files)
        what += _later(reply, language)
    else:
        what = phrases.files_planned(reply.files, language)
    return language.say("preview", what=what, seq=reply.seq, hours=reply.hours)


def _unchanged(reply: Unchanged, language: Language) -> str:
    if reply.restored:
        key = "restored_before" if reply.files else "restored_before_none"
        return language.say(key, number=len(reply.files), at=reply.restored)
    path, by = phrases.path_text(reply.path), reply.by
    if reply.prepared:
        key = "made_already" if by else "confirmed_already"
        return language.say(key, edit=by.seq if by else 0, prepared=reply.prepared)
    if reply.span is None:
        told = language.say("unchanged", path=path)
    else:
        told = language.say("unchanged_lines", path=path, span=reply.span)
    if by is None or not by.session:
        return told
    if reply.own:
        return told + language.say("by_own_edit", edit=by.seq)
    return told + language.say("by_edit", edit=by.seq, who=phrases.name_of(by, language))


def _marked(reply: Marked, language: Language) -> str:
    label = phrases.one_line(reply.label, phrases.NAME_CHARACTERS_MAX)
    mark = " ".join(filter(None, (phrases.one_line(reply.mark, 20), label)))
    if reply.mark == "snapshot":
        return language.say("snapshot", mark=mark, seq=reply.seq)
    key = "commit" if reply.edits else "commit_of_nothing"
    return language.say(key, mark=mark, number=len(reply.edits))


def _status(reply: StatusReply, manner: Manner) -> str:
    who = phrases.one_line(reply.name, phrases.NAME_CHARACTERS_MAX) if reply.other else ""
    if not reply.edits:
        key = "no_open_edits" + ("_of" if who else "_others" if reply.sessions else "")
        return manner.language.say(key, who=who)
    named = {"session": who} if who else {}
    undo = manner.call(Call("be-trx", {"action": "undo", "event_id": "ID", **named}))
    key = "open_edits_of" if who else "open_edits"
    return manner.language.say(key, number=len(reply.edits), who=who, undo=undo)
