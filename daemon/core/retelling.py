"""The reply to a request that was carried out before, from its entry alone."""

from ...schemas.facts import Edited, Entry, Marked, NotApplied, Previewed, Refused
from ...schemas.replies import ANYWHERE, AnyReply, Call, Done, Preview, Refusal, Remark
from ...schemas.replies import Marked as MarkedReply
from . import edits
from .chips import CUT, DEGRADED
from .state import State


def reply(state: State, entry: Entry) -> AnyReply:
    """Return what came of the request that made this entry. ValueError: it only asked."""
    match entry.fact:
        case Edited(changes=changes, undoes=undoes, redoes=redoes) as fact:
            failure = state.edits.failures.get(entry.seq)
            if failure is not None:
                return _not_applied(failure)
            files = tuple(edits.done(c.path, c.before, c.after, c.splices) for c in changes)
            return Done(
                seq=entry.seq,
                warnings=_salvaged(fact),
                files=files,
                undone=undoes,
                redone=redoes,
                restored=entry.fact.restores,
                repeated=True,
                chips=tuple(one.chip for one in fact.deleted),
            )
        case Previewed(changes=changes, undoes=undoes, redoes=redoes) as fact:
            return Preview(
                seq=entry.seq,
                warnings=_salvaged(fact),
                next=(_confirm(entry),),
                files=tuple(edits.done(c.path, c.before, c.after, c.splices) for c in changes),
                diffs=(),
                undone=undoes,
                redone=redoes,
                restored=entry.fact.restores,
            )
        case Refused(tool=tool, code=code, path=path, spans=spans) as fact:
            return Refusal(
                seq=entry.seq,
                code=code,
                tool=tool,
                path=path,
                warnings=_salvaged(fact),
                view=bool(spans),
                next=(_confirm(entry) if fact.prepared else _next(fact),),
                chip=fact.chip,
                prepared=bool(fact.prepared),
            )
        case Marked(mark=mark, label=label):
            return MarkedReply(seq=entry.seq, mark=mark, label=label, edits=())
        case _:
            raise ValueError(f"entry {entry.seq} has no outcome to tell again")


def _not_applied(failure: NotApplied) -> Refusal:
    """Return the refusal of an edit that did not reach the disk, as it was."""
    shown = failure.path.decode("utf-8", "backslashreplace")
    return Refusal(
        seq=failure.edit,
        code="not_applied",
        tool=failure.tool,
        path=failure.path,
        values={"problem": failure.reason},
        next=(Call("be-read", {"file": shown}),),
        chip=failure.chip,
    )


def _salvaged(fact: Edited | Previewed | Refused) -> tuple[Remark, ...]:
    """Return the warning of a call that had come broken: how it was read, and what keeps it.

    A confirmation had none, nor has a refusal that is for nothing else.
    """
    match fact:
        case Edited(degraded=how, confirms=0, salvaged=chip, used=used) if how:
            keeps = chip or "".join(used[:1])
            return (Remark("degraded", {"how": how, **({"chip": keeps} if keeps else {})}),)
        case Previewed(degraded=how) if how:
            return (Remark("degraded", {"how": how}),)
        case Refused(degraded=how, anew=0, code=code) if how and code != DEGRADED:
            return (Remark("degraded", {"how": how}),)
        case _:
            return ()


def _next(fact: Refused) -> Call:
    """Return what to do about a refusal that prepared nothing: what came of a cut text is there."""
    if fact.code == CUT and fact.text_bytes >= 0:
        return Call("be-insert-chip", {"from": f"chip://{fact.chip}", "to": ANYWHERE})
    return Call("be-trx", {"action": "status"})


def _confirm(entry: Entry) -> Call:
    return Call("be-confirm", {"event_id": f"p{entry.seq}"})
