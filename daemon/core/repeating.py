"""Whether a call has been made before: by a host's retry, or a message sent twice.

It is one that the session has made in just these words, and whose lines all stand. Where no view
says by its numbers which place is meant, nothing may have happened to the file since, and the
session must not have read it: then the call would mean what is there now.
"""

from ...schemas.facts import Change, Queried
from ...schemas.replies import Unchanged
from ...schemas.values import RelPath, Span
from .asking import Asked, Decision
from .pieces import Run
from .transactions import Edit


def made_before(asked: Asked, call: bytes, *, is_fixed: bool) -> Decision | None:
    """Return that a call is made already; None: it is not. `is_fixed`: a view says the place."""
    session = asked.state.sessions.by_number.get(asked.session)
    seq = session.calls.get(call, 0) if session else 0
    edit = asked.state.edits.get(seq)
    if edit is None or not edit.applied or edit.undone_in:
        return None
    if not all(_stands(asked, edit, change) for change in edit.changes):
        return None
    if not is_fixed and any(_is_news_since(asked, edit, path) for path in edit.paths):
        return None
    reply = Unchanged(
        seq=asked.seq,
        path=edit.paths[0],
        span=_place(asked, edit) if len(edit.changes) == 1 else None,
        by=asked.state.who(edit.seq),
        own=True,
    )
    return Decision(reply, Queried(edit.fact.tool))


def _inserted(edit: Edit, change: Change) -> Run:
    return Run(edit.seq, 0, sum(one.inserted for one in change.splices))


def _stands(asked: Asked, edit: Edit, change: Change) -> bool:
    """Tell whether all that an edit put into a file is there, or the file is gone by it."""
    file = asked.state.files.by_path[RelPath(change.path)]
    if change.after is None or file.version is None:
        return change.after is None and file.version is None
    run = _inserted(edit, change)
    if not run.lines:  # what it took away may have come back by others
        later = file.history.steps_since(edit.seq)
        return all(asked.state.who(one.seq).session == asked.session for one in later)
    return all(one.at is not None for one in file.history.locate([run]))


def _is_news_since(asked: Asked, edit: Edit, path: RelPath) -> bool:
    """Tell whether a file changed since an edit, or the session has read it."""
    if asked.state.files.by_path[path].history.steps_since(edit.seq):
        return True
    views = asked.state.views.of(asked.session, path, asked.now_ns)
    return any(view.read and view.seq > edit.seq for view in views)


def _place(asked: Asked, edit: Edit) -> Span | None:
    """Return where the lines are that an edit made, if they stand together."""
    change = edit.changes[0]
    run = _inserted(edit, change)
    if not run.lines or change.after is None:
        return None
    placed = asked.state.files.by_path[RelPath(change.path)].history.locate([run])
    first, last = placed[0], placed[-1]
    if first.at is None or last.at is None or last.at + last.run.lines - first.at != run.lines:
        return None
    return Span(first.at + 1, first.at + run.lines)
