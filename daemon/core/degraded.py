"""Calls that came broken: what they are taken to mean is prepared, or answered with a warning.

A call is degraded where its arguments were no JSON object and could be read all the same. What it
asks is told. A new file that it writes is made at once, since nothing is lost by it, unless the
last brace was missing, and its chip keeps the call; all else that it means is prepared, so that one
short call makes it. The same is done where its chip is made again. Whatever comes of it is marked
in the log.
"""

from collections.abc import Callable

from msgspec import structs

from ...schemas.facts import AnyFact, Change, Edited, Previewed, Refused
from ...schemas.replies import Call, Preview, Refusal, Remark
from ...schemas.requests import (
    AnyRequest,
    Commit,
    Confirm,
    Delete,
    Insert,
    InsertChip,
    Meant,
    Misfit,
    Reading,
    Redo,
    Replace,
    ReplaceSeveral,
    Restore,
    Rollback,
    Snapshot,
    Undo,
    UndoSeveral,
    Write,
    WriteSeveral,
)
from . import drafting
from .asking import Asked, Decision, RefusedError, shown_path
from .chips import CUT, DEGRADED
from .places import Place
from .wanting import place_of, tool_of

TOO_LONG = "line_too_long"
TOLD = frozenset({"how", "lines", "hash", "tail", "open"})
"""Of a call's values, what says how it was salvaged and what came of it."""
Act = Callable[[Meant], Decision]
"""Decides a request; raises RefusedError."""
Reversible = (
    Replace
    | Insert
    | Delete
    | ReplaceSeveral
    | Write
    | WriteSeveral
    | InsertChip
    | Undo
    | Redo
    | Rollback
    | UndoSeveral
    | Restore
)
"""What can be shown before it is made."""


def misfit(asked: Asked, request: Misfit, found: tuple[Place, ...], act: Act) -> Decision:
    """Decide a call that means no request. Raises RefusedError, with what is meant prepared."""
    error = _error(asked, request, found)
    meant = request.repaired
    if request.code != DEGRADED and "how" in request.values:
        error = _with_warning(error, Remark("degraded", _told(request)))
    if request.code == DEGRADED and meant is not None:
        return _degraded(asked, request, meant, error, act)
    if request.code == CUT or not isinstance(meant, Reversible):
        raise error
    try:
        decision = act(structs.replace(meant, preview=True))
    except RefusedError as inner:  # what was meant needs a repair by itself
        decision = inner.decision
    raise _prepared(asked, error, decision, _note(request), tool_of(meant)) or error


def marked(asked: Asked, request: AnyRequest, decision: Decision) -> Decision:
    """Return a decision whose fact says how the call of its edit was salvaged, if it was."""
    how, fact = _how(asked, request), decision.fact
    if not how:
        return decision
    match fact:
        case Edited() | Previewed():
            return decision._replace(fact=structs.replace(fact, degraded=how))
        case Refused() if fact.prepared:
            return decision._replace(fact=structs.replace(fact, degraded=how))
        case _:
            return decision


def _how(asked: Asked, request: AnyRequest) -> str:
    match request:
        case Misfit(values=values) if "how" in values:
            return str(values["how"])
        case Confirm(prepared=seq) if prepared := asked.state.previews.get(seq):
            return prepared.degraded
        case _:
            return ""


def _error(asked: Asked, request: Misfit, found: tuple[Place, ...]) -> RefusedError:
    values = request.values
    if request.code == CUT:
        values = {**values, "chip": asked.state.chips.new_id(asked.random)}
    refusal = Refusal(
        seq=asked.seq,
        code=request.code,
        verdict="REFUSED" if request.code == DEGRADED else "ERROR",
        tool=request.tool,
        path=found[0].plain if found else b"",
        values=values,
        now_ns=asked.now_ns,
    )
    fact = Refused(request.tool, request.code, refusal.path or _path(asked, request))
    return RefusedError(refusal, structs.replace(fact, came_bytes=_came_bytes(request)))


def _path(asked: Asked, request: Misfit) -> bytes:
    """Return the file of a call that means no request, for its chip; empty: nobody can say."""
    try:
        return place_of(asked, request, request.file).plain if request.file else b""
    except RefusedError:
        return b""


def _came_bytes(request: Misfit) -> int:
    return int(request.values.get("came", 0)) if request.code == TOO_LONG else 0


def _note(request: Misfit) -> str:
    """Return what is said of the call that makes what is meant."""
    note = ""
    if "taken" in request.values:
        is_file = request.values.get("name") == "file"
        taken = request.values["taken"]
        note = f"{taken} taken as file" if is_file else f"{taken} taken as content"
    return note


def _prepared(
    asked: Asked, error: RefusedError, decision: Decision, note: str, tool: str
) -> RefusedError | None:
    """Return a refusal with what a decision has prepared; None: it has nothing."""
    changes = prepared_by(decision.fact)
    if not changes:
        return None
    fact = structs.replace(error.fact, prepared=changes, meant=tool)
    if isinstance(decision.fact, Previewed | Refused):
        of = decision.fact
        flips = {"undoes": of.undoes, "redoes": of.redoes, "restores": of.restores}
        fact = structs.replace(fact, **flips)
    calls = (drafting.confirm_call(asked, note),)
    refusal = structs.replace(error.refusal, prepared=True, next=calls)
    return RefusedError(refusal, fact, decision.attachments)


def prepared_by(fact: AnyFact) -> tuple[Change, ...]:
    match fact:
        case Previewed(changes=changes):
            return changes
        case Refused(prepared=changes):
            return changes
        case _:
            return ()


# --- arguments that were no JSON ------------------------------------------------------------------


def _degraded(
    asked: Asked, request: Misfit, meant: Meant, error: RefusedError, act: Act
) -> Decision:
    """Decide a call whose arguments were read though they were no JSON. Raises RefusedError."""
    warning = Remark("degraded", _told(request))
    try:
        match meant:
            case _ if isinstance(meant, Reading):
                return _warned(act(meant), warning)
            case Write(preview=False) if not request.values.get("open") and _is_new_file(
                (decision := act(meant)).fact
            ):
                return _kept(asked, decision, warning)
            case _ if isinstance(meant, Reversible):
                decision = act(structs.replace(meant, preview=True))
            case _:
                decision = None
    except RefusedError as inner:
        raise _with_warning(inner, warning) from None
    if decision is None or not isinstance(meant, Reversible):
        raise _advising(error, meant)
    if meant.preview or not isinstance(decision.reply, Preview):
        return _warned(decision, warning)
    refused = _prepared(asked, _showing(error, decision.reply), decision, "", request.tool)
    raise refused or error


def _is_new_file(fact: AnyFact) -> bool:
    """Tell whether an edit makes one file where none was, and changes nothing else."""
    match fact:
        case Edited(changes=(Change(before=None),)):
            return True
        case _:
            return False


def _told(request: Misfit) -> dict[str, str | int]:
    """Return what a caller is told of a call that was salvaged, so as to check it."""
    return {name: one for name, one in request.values.items() if name in TOLD}


def _kept(asked: Asked, decision: Decision, warning: Remark) -> Decision:
    """Return an edit made of a broken call, with the chip that keeps the call, and the warning.

    Where it is a chip's call, made again, that one keeps it.
    """
    chip = asked.again or asked.state.chips.new_id(asked.random)
    if not asked.again and isinstance(decision.fact, Edited):
        fact = structs.replace(decision.fact, salvaged=chip)
        decision = decision._replace(fact=fact)
    return _warned(decision, structs.replace(warning, values={**warning.values, "chip": chip}))


def _warned(decision: Decision, warning: Remark) -> Decision:
    reply = structs.replace(decision.reply, warnings=(warning, *decision.reply.warnings))
    return decision._replace(reply=reply)


def _with_warning(error: RefusedError, warning: Remark) -> RefusedError:
    warnings = (warning, *error.refusal.warnings)
    refusal = structs.replace(error.refusal, warnings=warnings)
    return RefusedError(refusal, error.fact, error.attachments)


def _showing(error: RefusedError, preview: Preview) -> RefusedError:
    """Return a refusal that shows the change of a single file."""
    body = preview.diffs[0] if len(preview.diffs) == 1 else ()
    return RefusedError(structs.replace(error.refusal, body=body), error.fact)


def _advising(error: RefusedError, meant: Meant) -> RefusedError:
    """Return a refusal that names the call that was meant, which is short."""
    calls: tuple[Call, ...] = ()
    match meant:
        case Confirm(prepared=prepared, chip=chip, file=file, view=view):
            arguments: dict[str, str | int] = {
                "event_id": f"chip://{chip}" if chip else f"p{prepared}"
            }
            arguments |= {"file": shown_path(file)} if file else {}
            arguments |= {"viewed_code_id": f"v{view}"} if view else {}
            calls = (Call(drafting.CONFIRM, arguments),)
        case Commit(label=label) | Snapshot(label=label):
            action = "commit" if isinstance(meant, Commit) else "snapshot"
            label_given = {"label": label} if label else {}
            calls = (Call("be-trx", {"action": action, **label_given}),)
        case _:
            pass
    return RefusedError(structs.replace(error.refusal, next=calls), error.fact)
