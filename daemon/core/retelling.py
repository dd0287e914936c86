"""The reply to a request that was carried out before, from its entry alone."""

from ...schemas.facts import Edited, Entry, Marked, Refused
from ...schemas.messages import AnyReply, Call, Done, Refusal
from ...schemas.messages import Marked as MarkedReply
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
            return Done(seq=entry.seq, files=files, undone=undoes, redone=redoes, repeated=True)
        case Refused(tool=tool, code=code, path=path, spans=spans):
            return Refusal(
                seq=entry.seq,
                code=code,
                tool=tool,
                path=path,
                view=bool(spans),
                next=(Call("be-trx", {"action": "status"}),),
            )
        case Marked(mark=mark, label=label):
            return MarkedReply(seq=entry.seq, mark=mark, label=label, edits=())
        case _:
            raise ValueError(f"entry {entry.seq} has no outcome to tell again")
