"""be-trx: undo, redo, rollback, restore, commit and snapshot."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from ...schemas.facts import Change, Edited, Marked, Previewed, Queried
from ...schemas.replies import Done, FileDone, Preview, Remark, Unchanged
from ...schemas.replies import Marked as MarkedReply
from ...schemas.requests import Commit, Snapshot
from ...schemas.values import Kept, RelPath, Span, Splice
from . import drafting, edits, existence, hindering, undo, unsure
from .asking import Asked, Decision, Step, refuse, shown_path
from .attaching import attached
from .effects import Effect, PutFile, Seen, SetMode
from .meant import Meant, stated
from .previews import Prepared
from .selecting import TOOL, TakesBack, meant, open_edits, restored
from .target import diff
from .transactions import Edit
from .undo import Flipped

NAMED_MAX = 5
"""Files that a warning names."""


def take_back(
    asked: Asked,
    request: TakesBack,
    seen: Mapping[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> Decision:
    """Decide an undo, redo, rollback or restore. Raises RefusedError."""
    found = existence.less_the_same(asked.state, meant(asked, request))
    if found.so and not found.by_path:
        return _is_so(asked, found, ())
    if request.preview and found.by_path:
        return preview(asked, found, seen, contents)
    if found.leave:
        steps = steps_of(asked, found, seen, contents)
        if any(step.effect for step in steps):
            raise hindering.without_leave(asked, found, steps, bare(asked, found, steps))
    return make(asked, found, seen, contents)


def make(
    asked: Asked,
    found: Meant,
    seen: Mapping[RelPath, Seen],
    contents: Mapping[Kept, bytes],
    *,
    confirms: int = 0,
) -> Decision:
    """Decide that edits are flipped. Raises RefusedError."""
    steps = steps_of(asked, found, seen, contents)
    if found.restores and not any(step.effect for step in steps):
        return _is_so(asked, found, steps)
    changes: list[Change] = []
    effects: list[Effect] = []
    attachments: list[bytes] = []
    for number, step in enumerate(steps):
        temp = asked.temp(number)
        changes.append(msgspec.structs.replace(_shown(step), temp=temp))
        attachments += step.attachments
        if step.effect is not None:
            effects.append(_with_temp(step.effect, temp, folder_mode=0o777 & ~asked.umask))
    said = stated(asked.state.edits, found, changes)
    fact = Edited(TOOL, said.changes, said.undoes, said.redoes, confirms, restores=found.restores)
    kept = _kept(asked, found)
    reply = Done(
        seq=asked.seq,
        warnings=tuple(_warnings(asked, found)),
        files=_files(asked, found, changes),
        undone=found.undoes,
        redone=found.redoes,
        kept=kept,
        attached=attached(asked, found.undoes),
        restored=found.restores,
        kept_outside=_outside(asked, kept),
    )
    return Decision(reply, fact, tuple(attachments), tuple(effects), _texts(steps))


def _texts(steps: Iterable[Flipped]) -> tuple[Step, ...]:
    """Return what becomes of the text files that stay and change."""
    return tuple(
        Step(RelPath(one.change.path), one.before, one.after, one.change.splices)
        for one in steps
        if one.effect is not None and one.change.after is not None and one.after.encoding
    )


def preview(
    asked: Asked,
    found: Meant,
    seen: Mapping[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> Decision:
    """Decide that it is shown, and kept to be confirmed. Raises RefusedError."""
    steps = steps_of(asked, found, seen, contents)
    if found.restores and not any(step.effect for step in steps):
        return _is_so(asked, found, steps)
    fact = bare(asked, found, steps)
    files = _files(asked, found, fact.changes)
    diffs = [diff(step.before, step.before.data, step.after.data, 1) for step in steps]
    kept = _kept(asked, found)
    reply = Preview(
        seq=asked.seq,
        warnings=tuple(_warnings(asked, found)),
        next=(drafting.confirm_call(asked, ""),),
        files=files,
        diffs=(*diffs, *[()] * (len(files) - len(diffs))),
        undone=found.undoes,
        redone=found.redoes,
        kept=kept,
        attached=attached(asked, found.undoes),
        restored=found.restores,
        kept_outside=_outside(asked, kept),
    )
    return Decision(reply, fact, steps=_texts(steps))


def of_prepared(asked: Asked, prepared: Prepared) -> Meant:
    """Return what a prepared undo, redo or restore flips today."""
    if prepared.restores:
        paths = (RelPath(change.path) for change in prepared.changes)
        return restored(asked, prepared.restores, paths)
    known = asked.state.edits
    return Meant(known.flipped(prepared.undoes, prepared.redoes, prepared.changes))


def expect_open(asked: Asked, found: Meant) -> None:
    """Raise RefusedError where edits to be undone are so already, or those to be redone are not."""
    by_seq = asked.state.edits.by_seq
    for path, flips in found.by_path.items():
        for seq in flips.undoes:
            if not by_seq[seq].stands_in(path):
                values: dict[str, str | int] = {"edit": seq, "by": by_seq[seq].undone_in[path]}
                raise refuse(asked, TOOL, "already_undone", values=values)
        for seq in flips.redoes:
            if by_seq[seq].stands_in(path):
                raise refuse(asked, TOOL, "not_undone", values={"edit": seq})


def bare(asked: Asked, found: Meant, steps: tuple[Flipped, ...]) -> Previewed:
    """Return what is not to be made yet."""
    changes = drafting.bare(step.change for step in steps)
    said = stated(asked.state.edits, found, changes)
    return Previewed(TOOL, said.changes, said.undoes, said.redoes, restores=found.restores)


def steps_of(
    asked: Asked,
    found: Meant,
    seen: Mapping[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> tuple[Flipped, ...]:
    """Return each file's step. Raises RefusedError where one is in the way."""
    if not found.by_path.keys() <= seen.keys():
        raise refuse(asked, TOOL, "meant_changed")
    plan = undo.plan(asked.state, seen, contents, found)
    if plan.hindrances:
        raise hindering.hindered(asked, found, plan)
    return plan.steps


def _is_so(asked: Asked, found: Meant, steps: tuple[Flipped, ...]) -> Decision:
    """Decide that all files are so already."""
    files = _files(asked, found, (step.change for step in steps))
    path = files[0].path if len(files) == 1 else b""
    reply = Unchanged(
        seq=asked.seq,
        warnings=unsure.said(asked, found),
        path=path,
        span=None,
        restored=found.restores,
        files=files,
    )
    return Decision(reply, Queried(TOOL))


def _files(asked: Asked, found: Meant, changes: Iterable[Change]) -> tuple[FileDone, ...]:
    """Return what it comes to in each file, those that need nothing last."""
    changed = (edits.done(one.path, one.before, one.after, one.splices) for one in changes)
    return (*changed, *(_as_it_was(asked, path) for path in found.so))


def _as_it_was(asked: Asked, path: RelPath) -> FileDone:
    file = asked.state.files.by_path[path]
    return edits.done(path, file.version, file.version, ())


def _with_temp(effect: Effect, temp: bytes, *, folder_mode: int) -> Effect:
    if isinstance(effect, PutFile):
        return msgspec.structs.replace(effect, temp=temp, folder_mode=folder_mode)
    if isinstance(effect, SetMode):
        return effect
    return msgspec.structs.replace(effect, temp=temp)


def _warnings(asked: Asked, found: Meant) -> Iterator[Remark]:
    if found.way:
        owners = hindering.named(asked.state.who(one) for one in found.way)
        yield Remark("also_undone", {"owners": owners})
    apart = [one for one in found.others if one not in found.way]
    if apart:
        owners = hindering.named(asked.state.who(one) for one in apart)
        yield Remark("others_go", {"owners": owners})
    yield from unsure.said(asked, found)
    if not found.restores:
        yield from _others_stay(asked, found)


def _others_stay(asked: Asked, found: Meant) -> Iterator[Remark]:
    """Yield the warnings that edits are flipped in some of their files only, if they are."""
    by_seq = asked.state.edits.by_seq
    undone = (path for seq in found.undoes for path in _standing_in(by_seq[seq]))
    redone = (path for seq in found.redoes for path in by_seq[seq].undone_in)
    touched = {*found.by_path, *found.so}
    alike = dict.fromkeys(path for path in (*undone, *redone) if path not in touched)
    stay = [path for path in alike if asked.holds(path)]
    if len(stay) < len(alike):
        yield Remark("files_elsewhere_stay", {"number": len(alike) - len(stay)})
    if stay:
        names = ", ".join(shown_path(path) for path in stay[:NAMED_MAX])
        more = f" (+{len(stay) - NAMED_MAX})" if len(stay) > NAMED_MAX else ""
        yield Remark("other_files_stay", {"files": names + more})


def _standing_in(edit: Edit) -> Iterator[RelPath]:
    return filter(edit.stands_in, edit.paths)


def _shown(step: Flipped) -> Change:
    """Return the change with the lines that came back, and some around, as its fresh view."""
    change = step.change
    if change.after is None:
        return change
    lines = change.after.lines
    splice = change.splices[0] if change.splices else Splice(lines + 1, 0, 0)
    first = max(1, splice.at - 1)
    last = min(lines, splice.at + splice.inserted + 2) if change.splices else 0
    return msgspec.structs.replace(change, shown=(Span(first, max(first - 1, last)),))


def _kept(asked: Asked, found: Meant) -> tuple[int, ...]:
    """Return later edits of these files that stay as they are."""
    if found.restores:
        return ()
    kept: set[int] = set()
    for path, flips in found.by_path.items():
        history, flipped = asked.state.files.by_path[path].history, {*flips.undoes, *flips.redoes}
        later = (step.seq for step in history.steps_since(min(flipped)))
        kept |= {seq for seq in later if history.is_active(seq) and seq not in flipped}
    return tuple(sorted(kept))


def _outside(asked: Asked, seqs: tuple[int, ...]) -> tuple[int, ...]:
    """Return those of some changes that no session made."""
    return tuple(seq for seq in seqs if not asked.state.who(seq).session)


def commit(asked: Asked, request: Commit) -> Decision:
    closed = tuple(edit.seq for edit in open_edits(asked))
    reply = MarkedReply(seq=asked.seq, mark="commit", label=request.label, edits=closed)
    return Decision(reply, Marked("commit", request.label))


def snapshot(asked: Asked, request: Snapshot) -> Decision:
    """Name this point of the log."""
    reply = MarkedReply(seq=asked.seq, mark="snapshot", label=request.label, edits=())
    return Decision(reply, Marked("snapshot", request.label))
