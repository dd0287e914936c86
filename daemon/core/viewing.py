"""What has become of the lines that sessions have seen: their views, listed."""

from collections.abc import Iterable, Iterator
from itertools import islice

from ...schemas.facts import Queried
from ...schemas.replies import Call, OpenEdit, StatusReply, ViewItem, ViewList
from ...schemas.requests import Status, Views
from ...schemas.values import RelPath
from . import edits, whose
from .asking import Asked, Decision, the_file
from .drift import Changes, Moves, differing, moves, moves_within
from .effects import Seen
from .makers import Makers, makers, movers, takers
from .places import Place
from .selecting import TOOL, open_edits
from .transactions import Edit
from .views import View

LOOKED_MAX = 100
"""Files that are looked at before an answer."""
STALE_MAX = 20
"""Stale views in a status."""
SESSIONS_MAX = 5
"""Other sessions in a status."""
WORKED_MAX = 100
"""Views changed since by others that are gone through for those whose lines that concerns."""


def files(asked: Asked, request: Status | Views, places: tuple[Place, ...]) -> tuple[RelPath, ...]:
    """Return the files to look at first: those of the views, the most lately used first.

    Where the views of one file are asked for, `places` has it.
    """
    if places:
        return places[0].paths
    session = _session(asked, request)
    views = _within(asked, session)
    if isinstance(request, Views) and not request.stale:
        views = islice(views, max(request.limit, 0))
    return tuple(islice(dict.fromkeys(view.path for view in views), LOOKED_MAX))


def _session(asked: Asked, request: Status | Views) -> int:
    """Return whose views are meant, 0 for everybody's. Raises RefusedError."""
    session = whose.number(asked, TOOL, request.session)
    return session or asked.session if isinstance(request, Status) else session


def status(asked: Asked, request: Status) -> Decision:
    """Return a session's open edits, and its views whose lines others changed.

    Raises RefusedError.
    """
    state = asked.state
    session = _session(asked, request)
    opened = tuple(_open(asked, edit) for edit in open_edits(asked, session))
    views = sorted(_within(asked, session), key=lambda view: -view.seq)
    stale = _Fates(asked).stale(iter(views), STALE_MAX)
    is_empty = session == asked.session and not views and not state.doings.of(session).changed
    others = whose.with_open_edits(asked, SESSIONS_MAX) if is_empty else ()
    calls = (Call(TOOL, {"action": "status", "session": one.name}) for one in others[:1])
    reply = StatusReply(
        seq=asked.seq,
        next=tuple(calls),
        now_ns=asked.now_ns,
        session=session,
        name=state.sessions.name(session),
        edits=opened,
        stale=tuple(stale),
        sessions=others,
        other=session != asked.session,
    )
    return Decision(reply, Queried(TOOL))


def _open(asked: Asked, edit: Edit) -> OpenEdit:
    """Return what a status says of an edit: of files that the session may not see, how many."""
    ones = [one for one in edit.changes if asked.holds(RelPath(one.path))]
    return OpenEdit(
        edit.seq,
        edit.time_ns,
        tuple(edits.done(one.path, one.before, one.after, one.splices) for one in ones),
        tuple(one.chip for one in edit.fact.deleted if asked.holds(RelPath(one.path))),
        elsewhere=len(edit.changes) - len(ones),
    )


def list_views(
    asked: Asked, request: Views, places: tuple[Place, ...], seen: dict[RelPath, Seen]
) -> Decision:
    """Return views and what has become of them. Raises RefusedError."""
    views = _within(asked, _session(asked, request))
    if places:
        path = the_file(asked, TOOL, places[0], seen).real
        views = (view for view in views if view.path == path)
    limit = max(request.limit, 0)
    fates = _Fates(asked)
    if request.stale:
        items = fates.stale(views, limit)
        left = fates.concerned(views)
    else:
        items = [fates.of(view) for view in islice(views, limit)]
        left = views
    more = sum(1 for _ in left)
    reply = ViewList(seq=asked.seq, items=tuple(items), now_ns=asked.now_ns, more=more)
    return Decision(reply, Queried(TOOL))


def _within(asked: Asked, session: int) -> Iterator[View]:
    """Yield living views that the asking session may know of, most lately used first."""
    folder = asked.scope + b"/" if asked.scope else b""
    for view in asked.state.views.lately_used(asked.now_ns):
        if (not session or view.session == session) and view.path.startswith(folder):
            yield view


class _Fates:
    """What has become of views, worked out for those that are asked for."""

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self._changes: dict[tuple[int, RelPath], Changes] = {}

    def stale(self, views: Iterator[View], limit: int) -> list[ViewItem]:
        """Return the first views whose lines others changed; what is not looked at is left."""
        found: list[ViewItem] = []
        for view in islice(self.concerned(views), WORKED_MAX if limit else 0):
            item = self.of(view)
            if item.state != "same":
                found.append(item)
            if len(found) >= limit:
                break
        return found

    def concerned(self, views: Iterable[View]) -> Iterator[View]:
        """Yield the views whose files others have changed since, whichever lines."""
        return filter(self._by_others, views)

    def of(self, view: View) -> ViewItem:
        state = self._asked.state
        changes = self._since(view)
        differ = differing(changes, view)
        within = moves_within(changes, view)
        if changes.file.version is None:
            became = "gone"
        else:
            became = "changed" if differ.spans else "moved" if within else "same"
        moved = moves(changes, view) if differ.spans else within or Moves()
        by = _makers(changes, view, takers(changes, view, differ) | movers(changes, view, moved))
        return ViewItem(
            view.seq,
            view.path,
            view.session,
            state.sessions.name(view.session),
            state.views.used_ns(view.seq, view.path),
            view.spans,
            view.total,
            became,
            differ.spans,
            moved.after,
            moved.delta,
            by.by if by else None,
            uneven=moved.uneven,
            makers=by.number if by else 1,
            outside=by is not None and by.outside,
        )

    def _by_others(self, view: View) -> bool:
        """Tell whether others may have changed what a view shows."""
        history = self._asked.state.files.by_path[view.path].history
        if not history.steps_since(view.seq):
            return False
        changes = self._since(view)
        is_gone = changes.file.version is None  # by its own session, that is no news to it
        return bool(changes.by_others(view.seq)) and not (is_gone and changes.is_own_last)

    def _since(self, view: View) -> Changes:
        """Return the changes of a view's file since the oldest view that its session has of it."""
        key = (view.session, view.path)
        if key not in self._changes:
            state = self._asked.state
            views = state.views.of(*key, self._asked.now_ns)
            oldest = min((one.seq for one in views), default=view.seq)
            file = state.files.by_path[view.path]
            self._changes[key] = Changes(state, file, view.session, oldest)
        return self._changes[key]


def _makers(changes: Changes, view: View, steps: set[int]) -> Makers | None:
    """Return who made of a view's lines what they are, by `steps`; else who changed the file last.

    Of a file that is gone, who removed it. None: only the session itself.
    """
    last = set(changes.by_others(view.seq)[-1:])
    if changes.file.version is None:
        steps = set() if changes.is_own_last else last
        return makers(changes, steps) if steps else None
    return makers(changes, steps or last) if last else None
