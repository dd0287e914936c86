"""Replies as one JSON object with few, flat fields, for scripts that read tool results as such.

Field names never change; fields that mean nothing for a reply are left out.

    field            in                          value
    status           every reply                 "ok" or "error"
    file             read, edit, refusal, chip   the path; of several files the first
    files            edits of several files      objects with file, total_lines, start, end
    content          read, refusal with lines,   the lines as `N<TAB>text`, joined by line feeds
                     chip shown
    start, end       read, edit                  first and last line shown, or as they are now;
                                                 of several places from the first to the last
    total_lines      read, edit                  lines that the file has now
    viewed_code_id   read, edit, refusal         "v1042": of the lines shown, or of the new numbers
    event_id         edit, preview, refusal      "e812"; "p77" of what be-confirm would make
    preview          preview                     true: nothing was changed yet
    unchanged        nothing to do               true: the text was there already
    undone, redone   undo, redo                  ids of the edits
    diff             preview, edit with a diff,  lines `-N<TAB>text` and `+N<TAB>text`, joined by
                     refusal with a diff         line feeds; of each of several files beneath
                                                 a line `file PATH`
    chip             deletion, refusal, chip     "c8e101": of the kept text or call; of several
                     shown or dropped            files the first
    chips            deletion in several files,  ids, of a list oldest first
                     list of chips
    attached         undo, redo, previews of     ids of chips: what was deleted or failed meanwhile
                     them
    arguments        chip shown                  a failed call's, as they came
    used             chip shown                  ids of the edits that it was used for
    edits            status                      ids of the open edits, newest first
    views            list of views               ids, the most lately used first
    label            commit, snapshot            as it was given
    restored         restore, previews of it     the number of the entry after which it was so
    plan             refused undo, redo          what it comes to in each file: objects with file,
                     and restore                 state, code, event_id, edits in the way, diff
    sessions         list, status or refusal     names, the most lately active first
    entries          log                         ids, newest first
    lines            blame                       objects with start, end, entry (none: before the
                                                 journal), name (none: outside) and content
    kind, name       range around a line         function, method, class, element, ...; and its name
    enclosing        range around a line         objects with kind, name, start, end, from the
                                                 inside out
    unsure           range around a line         true: the file does not parse there
    definitions      outline                     objects with kind, name, start, end, parent (its
                                                 place in the list), unsure
    balanced         balance                     whether everything has its partner
    problems         balance                     objects with kind, text, line, column, partner
                                                 (an object with text, line, column)
    pairs            balance with pairs          objects with from and to, which have text, line,
                                                 column
    message          every reply                 its first line, as without JSON
    warnings         where there are any         sentences
    notices          where there are any         sentences: what others did to files that the
                                                 session has seen
    error            refusal                     why, in a sentence
    code             refusal                     which kind, in a word
    next_action      refusal, preview, list      the advised calls
"""

from typing import Any

import msgspec

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
    Made,
    Marked,
    Outlined,
    Planned,
    Preview,
    Ranged,
    Refusal,
    Remark,
    SessionList,
    Shown,
    StatusReply,
    TrailReply,
    Unchanged,
    ViewList,
)
from ...schemas.structure import Definition, Mark, Problem
from ...schemas.values import Span
from . import news, phrases, refusals, remarks, render
from .chip_lines import chip_id
from .forms import AS_TOOLS, Forms, Manner, manner
from .headlines import has_view, headline
from .languages import ENGLISH, Language
from .log_lines import entry_id
from .plain import texts


def text(
    reply: AnyReply,
    ignored: tuple[str, ...] = (),
    forms: Forms = AS_TOOLS,
    language: Language = ENGLISH,
    *,
    now_ns: int | None = None,
) -> str:
    """Return a reply as JSON; the arguments are those of `render.text`."""
    how = manner(forms, language)
    status = "error" if isinstance(reply, Refusal) else "ok"
    found = {"status": status, **_fields(reply, how), "message": headline(reply, how)}
    if warnings := _warnings(reply, ignored, how):
        found["warnings"] = warnings
    told = news.sentences(reply, how.language, now_ns)
    if notices := [*told, *news.rest(reply, how, len(told))]:
        found["notices"] = notices
    if advised := render.advice(reply, how):
        found["next_action"] = render.or_else(advised, how)
    return _encoded(found)


def trouble(told: str) -> str:
    """Return as JSON what a caller is told where there is no reply: text that may end in a step."""
    error, _, step = told.partition("\nnext: ")
    return _encoded({"status": "error", "error": error, **({"next_action": step} if step else {})})


def _encoded(found: dict[str, Any]) -> str:
    return msgspec.json.encode(texts(found)).decode()


# --- the fields of each reply ---------------------------------------------------------------------


def _fields(reply: AnyReply, how: Manner) -> dict[str, Any]:  # noqa: C901, PLR0911, PLR0912 - one for each kind
    match reply:
        case Shown():
            return _shown(reply)
        case Done(files=files, undone=undone, redone=redone):
            event = {"event_id": f"e{reply.seq}"}
            if has_view(reply):
                event["viewed_code_id"] = f"v{reply.seq}"
            flips = {"undone": _ids(undone), "redone": _ids(redone), **_restored(reply)}
            diff = _diff(files, reply.diffs)
            return {**_files(files), **event, **_given({**flips, "diff": diff, **_chips(reply)})}
        case Preview(files=files):
            flips = {"undone": _ids(reply.undone), "redone": _ids(reply.redone)}
            flips |= _restored(reply)
            event = {"event_id": f"p{reply.seq}", "preview": True}
            attached = {"attached": list(map(chip_id, reply.attached))}
            diff = {"diff": _diff(files, reply.diffs)}
            return {**_files(files), **event, **_given(flips), **diff, **_given(attached)}
        case Unchanged() if reply.restored:
            return {**_files(reply.files), **_restored(reply), "unchanged": True}
        case Unchanged(path=path, span=span, by=by):
            event = {"event_id": f"e{by.seq}"} if by and by.session else {}
            return {"file": _path(path), **_span(span), **event, "unchanged": True}
        case Marked(label=label):
            return {"label": label}
        case StatusReply(edits=edits, sessions=sessions):
            others = [_text(one.name) for one in sessions]
            return {"edits": [f"e{one.seq}" for one in edits], **_given({"sessions": others})}
        case LogReply() | EntryShown() | Contents() | DiffReply() | Blamed() | TrailReply():
            return _past(reply)
        case Ranged() | Outlined() | Balanced():
            return _structure(reply)
        case SessionList(items=items):
            return {"sessions": [_text(one.name) for one in items]}
        case ChipList(items=items):
            return {"chips": [chip_id(one.id) for one in reversed(items)]}
        case ChipShown():
            return _kept(reply)
        case ChipGone(chip=chip):
            return {"chip": chip_id(chip)}
        case ViewList(items=items):
            return {"views": [f"v{one.view}" for one in items]}
        case Refusal():
            return _refusal(reply, how)


def _shown(reply: Shown) -> dict[str, Any]:
    return {
        "file": _path(reply.path),
        "viewed_code_id": f"v{reply.seq}",
        **_span(_around([Span(one.first, one.last) for one in reply.blocks])),
        "total_lines": reply.total,
        "content": _numbered(reply.blocks),
    }


def _past(
    reply: LogReply | EntryShown | Contents | DiffReply | Blamed | TrailReply,
) -> dict[str, Any]:
    match reply:
        case LogReply(items=items):
            return {"entries": [entry_id(one) for one in items]}
        case EntryShown(item=item, diffs=diffs):
            event: dict[str, Any] = {"event_id": entry_id(item)}
            used = {"content": _numbered(reply.saw), "diff": _diff(item.files, diffs)}
            files = _files(item.files) if item.files else {}
            chips = {"chips": list(map(chip_id, reply.chips))}
            return {**event, **files, **_given({**used, "arguments": reply.arguments, **chips})}
        case Contents(path=path, blocks=blocks):
            place = _span(_around([Span(one.first, one.last) for one in blocks]))
            return {"file": _path(path), **place, "content": _numbered(blocks)}
        case DiffReply(files=files):
            told = [_given({"file": _path(one.path), "diff": _numbered(one.diff)}) for one in files]
            return {"files": told}
        case Blamed(path=path, runs=runs):
            return {"file": _path(path), "lines": list(map(_made, runs))}
        case TrailReply(steps=steps):
            return {"entries": [entry_id(one.item) for one in steps]}


def _structure(reply: Ranged | Outlined | Balanced) -> dict[str, Any]:
    whole = {"file": _path(reply.path), "total_lines": reply.total}
    match reply:
        case Ranged(found=found, chain=chain):
            around = list(map(_definition, chain))
            return {**whole, **_definition(found), **_given({"enclosing": around})}
        case Outlined(definitions=those):
            return {**whole, "definitions": [_in_outline(one) for one in those]}
        case Balanced(balance=balance):
            pairs = [{"from": _mark(one.first), "to": _mark(one.last)} for one in balance.pairs]
            problems = list(map(_problem, balance.problems))
            balanced = {"balanced": not problems, "problems": problems}
            return {**whole, **balanced, **_given({"pairs": pairs})}


def _definition(one: Definition) -> dict[str, Any]:
    unsure = {"unsure": True} if one.unsure else {}
    return {"kind": one.kind, "name": _text(one.name), "start": one.first, "end": one.last} | unsure


def _in_outline(one: Definition) -> dict[str, Any]:
    return _definition(one) | ({"parent": one.parent} if one.parent >= 0 else {})


def _problem(one: Problem) -> dict[str, Any]:
    partner = {"partner": _mark(one.partner)} if one.partner else {}
    return {"kind": one.kind, **_mark(one.mark), **partner}


def _mark(one: Mark) -> dict[str, Any]:
    return {"text": _text(one.text), "line": one.line, "column": one.column}


def _made(one: Made) -> dict[str, Any]:
    """Return who made some lines; none for what was there before the journal."""
    entry = {"entry": one.by.seq} if one.by.seq else {}
    name = {"name": _text(one.by.name)} if one.by.name else {}
    block = (Block("lines", one.first, one.last, one.lines),)
    content = _given({"content": _numbered(block)})
    return {"start": one.first, "end": one.last, **entry, **name, **content}


def _text(name: str) -> str:
    return phrases.one_line(name, phrases.NAME_CHARACTERS_MAX)


def _kept(reply: ChipShown) -> dict[str, Any]:
    item = reply.item
    found: dict[str, Any] = {"chip": chip_id(item.id), "file": _path(item.path)}
    used = {"content": _numbered(reply.texts), "arguments": reply.arguments}
    return _given({**found, **used, "used": _ids(item.uses)})


def _refusal(reply: Refusal, how: Manner) -> dict[str, Any]:
    shown = tuple(one for one in reply.body if one.kind == "lines")
    diff = tuple(one for one in reply.body if one.kind in ("old", "new"))
    error = " ".join(
        [refusals.why(reply, how), *(refusals.problem(one, reply, how) for one in reply.problems)]
    )
    found: dict[str, Any] = {
        "error": error,
        "code": reply.code,
        "file": _path(reply.path),
        "content": _numbered(shown),
        "diff": _numbered(diff),
        "viewed_code_id": f"v{reply.seq}" if reply.view and shown else "",
        "event_id": f"p{reply.seq}" if reply.prepared else "",
        "chip": chip_id(reply.chip),
        "plan": [_planned(one) for one in reply.plan],
        "sessions": [_text(one.name) for one in reply.sessions],
    }
    return _given(found)


def _planned(one: Planned) -> dict[str, Any]:
    edits = {"edits": _ids(tuple(who.seq for who in one.who if who.session))}
    return _given(
        {
            "file": _path(one.path),
            "state": one.state,
            "code": one.code,
            "event_id": f"e{one.edit}" if one.edit else "",
            **edits,
            "diff": _numbered(one.body),
        }
    )


def _warnings(reply: AnyReply, ignored: tuple[str, ...], how: Manner) -> list[str]:
    noted = reply.warnings
    if ignored:
        noted = (*noted, Remark("ignored", {"names": ", ".join(ignored)}))
    found = [remarks.warning(reply, one, how) for one in noted]
    if isinstance(reply, Done):  # known to scripts in just these words
        found += [f"deleted content saved as chip://{chip_id(one)}" for one in reply.chips]
    return found


# --- values ---------------------------------------------------------------------------------------


def _given(found: dict[str, Any]) -> dict[str, Any]:
    return {name: one for name, one in found.items() if one not in ("", [], None)}


def _path(path: bytes) -> str:
    return path.decode("utf-8", "backslashreplace")


def _ids(edits: tuple[int, ...]) -> list[str]:
    return [f"e{one}" for one in edits]


def _restored(reply: Done | Preview | Unchanged) -> dict[str, Any]:
    return {"restored": reply.restored} if reply.restored else {}


def _chips(reply: Done) -> dict[str, Any]:
    ids, attached = (list(map(chip_id, those)) for those in (reply.chips, reply.attached))
    several = ids if len(ids) > 1 else []
    return {"chip": ids[0] if ids else "", "chips": several, "attached": attached}


def _files(files: tuple[FileDone, ...]) -> dict[str, Any]:
    found = [_file(one) for one in files]
    return {"file": found[0]["file"], "files": found} if len(found) > 1 else dict(*found)


def _file(done: FileDone) -> dict[str, Any]:
    if done.state == "created" and done.total:
        place = _span(Span(1, done.total))
    else:
        place = _span(_around([one.now for one in done.parts if one.now is not None]))
    return {"file": _path(done.path), "total_lines": done.total, **place}


def _around(spans: list[Span]) -> Span | None:
    if not spans:
        return None
    return Span(min(one.first for one in spans), max(one.last for one in spans))


def _span(span: Span | None) -> dict[str, int]:
    return {} if span is None else {"start": span.first, "end": span.last}


def _diff(files: tuple[FileDone, ...], diffs: tuple[tuple[Block, ...], ...]) -> str:
    if len(files) == 1:
        return "\n".join(map(_numbered, diffs))
    return "\n".join(
        f"file {phrases.path_text(done.path)}\n{_numbered(diff)}"
        for done, diff in zip(files, diffs, strict=False)
    )


def _numbered(blocks: tuple[Block, ...]) -> str:
    signs = {"old": "-", "new": "+"}
    return "\n".join(
        f"{signs.get(block.kind, '')}{number}\t{line}"
        for block in blocks
        for number, line in enumerate(block.lines, block.first)
    )
