"""What each session has been shown: lines of files, by what they are and not by number."""

from collections import OrderedDict
from collections.abc import Collection, Iterator
from typing import NamedTuple

from ...schemas.values import RelPath, Span
from .history import History
from .pieces import Run

LIFETIME_NS = 24 * 3600 * 1_000_000_000
"""A view unused for so long is gone."""
COUNT_MAX = 20_000
"""More views than this in a workspace push the least used out."""


class View(NamedTuple):
    """Lines of one file as shown by one entry."""

    seq: int
    path: RelPath
    session: int
    spans: tuple[Span, ...]
    total: int
    """Lines the file had."""
    runs: tuple[tuple[Run, ...], ...]
    """For each span, what its lines are in the file's history."""
    read: bool
    """Shown by a read, or written as a whole; not only in the reply to an edit of some lines."""

    def covers(self, span: Span) -> bool:
        return any(one.first <= span.first and span.last <= one.last for one in self.spans)

    def lines(self, span: Span) -> tuple[Run, ...]:
        """Return what the lines `span` of this view are; the view must cover them."""
        for one, runs in zip(self.spans, self.runs, strict=True):
            if one.first <= span.first and span.last <= one.last:
                return tuple(_cut(runs, span.first - one.first, len(span)))
        raise KeyError(span)


def _cut(runs: tuple[Run, ...], skip: int, count: int) -> Iterator[Run]:
    for run in runs:
        if count <= 0:
            return
        if skip >= run.lines:
            skip -= run.lines
            continue
        taken = min(run.lines - skip, count)
        yield Run(run.entry, run.first + skip, taken)
        count -= taken
        skip = 0


class Views:
    """All views of a workspace."""

    def __init__(self) -> None:
        self._views: OrderedDict[tuple[int, RelPath], View] = OrderedDict()
        self._used_ns: dict[tuple[int, RelPath], int] = {}
        self._of_session: dict[int, dict[RelPath, dict[int, View]]] = {}
        self._sessions: dict[RelPath, set[int]] = {}
        self._paths: dict[int, tuple[RelPath, ...]] = {}

    def add(self, view: View, time_ns: int) -> None:
        key = (view.seq, view.path)
        self._views[key] = view
        self._used_ns[key] = time_ns
        mine = self._of_session.setdefault(view.session, {})
        mine.setdefault(view.path, {})[view.seq] = view
        self._sessions.setdefault(view.path, set()).add(view.session)
        self._paths[view.seq] = (*self._paths.get(view.seq, ()), view.path)
        while len(self._views) > COUNT_MAX:
            self._drop(next(iter(self._views)))

    def use(self, seq: int, path: RelPath, time_ns: int) -> None:
        key = (seq, path)
        if key in self._views:
            self._views.move_to_end(key)
            self._used_ns[key] = time_ns

    def discard(self, seq: int) -> None:
        """The edit that showed these lines never reached the disk."""
        for path in self._paths.get(seq, ()):
            self._drop((seq, path))

    def get(self, seq: int, path: RelPath, now_ns: int) -> View | None:
        view = self._views.get((seq, path))
        if view is None or now_ns - self._used_ns[seq, path] > LIFETIME_NS:
            return None
        return view

    def paths_of(self, seq: int) -> tuple[RelPath, ...]:
        """Return the files that view `seq` shows; empty where there is no such view."""
        return self._paths.get(seq, ())

    def used_ns(self, seq: int, path: RelPath) -> int:
        """Return when a view was made or last used. Raises KeyError where there is none."""
        return self._used_ns[seq, path]

    def of(self, session: int, path: RelPath, now_ns: int) -> Iterator[View]:
        """Return a session's living views of a file, newest first."""
        for view in reversed(self._of_session.get(session, {}).get(path, {}).values()):
            if self.get(view.seq, path, now_ns):
                yield view

    def of_session(self, session: int, now_ns: int) -> Iterator[View]:
        for path, views in self._of_session.get(session, {}).items():
            yield from (view for view in views.values() if self.get(view.seq, path, now_ns))

    def lately_used(self, now_ns: int) -> Iterator[View]:
        """Return the living views of all sessions, the most lately used first."""
        for (seq, path), view in reversed(self._views.items()):
            if self.get(seq, path, now_ns):
                yield view

    def sessions_of(self, path: RelPath) -> Collection[int]:
        """Return the open sessions that have views of a file."""
        return self._sessions.get(path, ())

    def newest_of(self, path: RelPath) -> int:
        """Return the newest view of a file that an open session has; 0: none."""
        mine = (self._of_session[session][path] for session in self.sessions_of(path))
        return max((max(views) for views in mine), default=0)

    def closed(self, session: int) -> None:
        """Nobody is to be told of what becomes of a session's views, which others may still use."""
        for path in self._of_session.get(session, ()):
            self._leave(session, path)

    def _leave(self, session: int, path: RelPath) -> None:
        sessions = self._sessions.get(path, set())
        sessions.discard(session)
        if not sessions:
            self._sessions.pop(path, None)

    def _drop(self, key: tuple[int, RelPath]) -> None:
        seq, path = key
        view = self._views.pop(key)
        del self._used_ns[key]
        mine = self._of_session[view.session]
        del mine[path][seq]
        if not mine[path]:
            del mine[path]
            self._leave(view.session, path)
        left = tuple(one for one in self._paths[seq] if one != path)
        if left:
            self._paths[seq] = left
        else:
            del self._paths[seq]


def shown(history: History, spans: tuple[Span, ...]) -> tuple[tuple[Run, ...], ...]:
    """Return what the lines of each span are now."""
    return tuple(history.runs(span.first - 1, len(span)) for span in spans)
