"""The reply to a request that was carried out before, from its entry alone."""

from ...schemas.facts import Edited, Entry, Marked, Previewed, Refused
from ...schemas.replies import AnyReply, Call, Done, Preview, Refusal
from ...schemas.replies import Marked as MarkedReply
from . import edits
from .state import State


def reply(state: State, entry: Entry) -> AnyReply:
    """Return what came of the request that made this entry. ValueError: it only asked."""
    match entry.fact:
        case Edited(changes=changes, undoes=undoes, redoes=redoes, tool=tool):
            edit = state.edits.get(entry.seq)
            if edit is not None and not edit.applied:
                return Refusal(
                    seq=entry.seq,
                    code="not_applied",
                    tool=tool,
                    path=changes[0].path if changes else b"",
                    values={"problem": "the file was changed by others in that instant"},
                )
            files = tuple(edits.done(c.path, c.before, c.after, c.splices) for c in changes)
            return Done(
                seq=entry.seq,
                files=files,
                undone=undoes,
                redone=redoes,
                restored=entry.fact.restores,
                repeated=True,
                chips=tuple(one.chip for one in entry.fact.deleted),
            )
        case Previewed(changes=changes, undoes=undoes, redoes=redoes):
            return Preview(
                seq=entry.seq,
                next=(_confirm(entry),),
                files=tuple(edits.done(c.path, c.before, c.after, c.splices) for c in changes),
                diffs=(),
                undone=undoes,
                redone=redoes,
                restored=entry.fact.restores,
            )
        case Refused(tool=tool, code=code, path=path, spans=spans) as fact:
            status = Call("be-trx", {"action": "status"})
            return Refusal(
                seq=entry.seq,
                code=code,
                tool=tool,
                path=path,
                view=bool(spans),
                next=(_confirm(entry),) if fact.prepared else (status,),
                chip=fact.chip,
                prepared=bool(fact.prepared),
            )
        case Marked(mark=mark, label=label):
            return MarkedReply(seq=entry.seq, mark=mark, label=label, edits=())
        case _:
            raise ValueError(f"entry {entry.seq} has no outcome to tell again")


def _confirm(entry: Entry) -> Call:
    return Call("be-confirm", {"event_id": f"p{entry.seq}"})
