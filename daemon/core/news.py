"""What others did to files that a session has seen or edited, as notices.

Derived from the log alone: views say what was seen, the files' histories what became of it. Which
of it a session has been told already is for who tells it to know.
"""

from collections.abc import Iterator, Mapping
from itertools import dropwhile, islice, takewhile

from ...schemas.facts import ChangedOutside, Edited, Entry
from ...schemas.replies import Notice
from ...schemas.values import RelPath
from .drift import Changes, differing, moves, moves_within
from .overwriting import Overwritten, overwritten
from .state import State
from .views import View

VIEWS_MAX = 16
"""A file's newest views, and its newest that were read, among which one is named in a notice."""
CHANGES_MAX = 2_000
"""A view that is older than so many changes of its file is not named, if there is a newer one."""


def concerned(state: State, entry: Entry) -> Iterator[tuple[int, RelPath]]:
    """Yield the open sessions that an entry is news for, and of which file."""
    match entry.fact:
        case Edited(changes=changes):
            paths = [RelPath(change.path) for change in changes]
        case ChangedOutside(change=change):
            paths = [RelPath(change.path)]
        case _:
            return
    for path in paths:
        for session in state.views.sessions_of(path):
            known = state.sessions.by_number.get(session)
            if session != entry.session and known is not None and known.open:
                yield session, path


def notices(
    state: State, session: int, since: Mapping[RelPath, int], now_ns: int
) -> tuple[Notice, ...]:
    """Return what others did to these files; `since` is the first entry of each that is news.

    Of a file at most one notice is of a view, and a few of edits. What was done and undone again
    is none.
    """
    found: list[Notice] = []
    for path, first in since.items():
        file = state.files.get(path)
        if file is not None:
            found += _of_file(Changes(state, file, session, first - 1), first, now_ns)
    return tuple(found)


def _of_file(news: Changes, first: int, now_ns: int) -> Iterator[Notice]:
    if not news.others or news.are_back(first - 1):
        return
    state, path = news.state, news.file.path
    views = _views(news, now_ns)
    of_edits = [_of_edit(news, one) for one in overwritten(news)]
    if views and news.file.version is not None:
        of_view = _changed(news, views, first)
        if not any(_is_said_by(of_view, one) for one in of_edits):
            yield of_view
    elif views and not news.is_own_last:
        by = state.who(news.others[-1])
        yield Notice("gone", path, by, views[0].seq, views[0].spans)
    yield from of_edits


def _of_edit(news: Changes, one: Overwritten) -> Notice:
    is_undone = one.edit.seq in news.state.edits.by_seq[one.by].fact.undoes
    kind = "undone" if is_undone else "overwritten"
    by = news.state.who(one.by)
    return Notice(kind, news.file.path, by, 0, one.spans, edit=one.edit.seq)


def _is_said_by(of_view: Notice, of_edit: Notice) -> bool:
    """Tell whether all that is to be said of an edit's own view is said of the edit."""
    is_same = of_view.view == of_edit.edit and of_view.by == of_edit.by
    return is_same and of_view.spans == of_edit.spans and not of_view.delta


def _views(news: Changes, now_ns: int) -> list[View]:
    """Return the views that a notice may name, newest first: made before the last change."""
    steps = news.file.history.steps
    oldest = steps[-CHANGES_MAX].seq if len(steps) >= CHANGES_MAX else 0
    every = news.state.views.of(news.session, news.file.path, now_ns)
    older = dropwhile(lambda view: view.seq >= news.others[-1], every)
    newest = list(islice(older, 1))
    near = [*newest, *takewhile(lambda view: view.seq >= oldest, older)]
    read = list(islice((view for view in near if view.read), VIEWS_MAX))
    ones = {view.seq: view for view in (*near[:VIEWS_MAX], *read)}
    return [ones[seq] for seq in sorted(ones, reverse=True)]


def _changed(news: Changes, views: list[View], first: int) -> Notice:
    """Return the notice of the newest view whose lines it is news of; else of the newest."""
    every = Changes(news.state, news.file, news.session, views[-1].seq)
    view = _the_view(every, views, first)
    spans = differing(every, view, first)
    after, delta, uneven = moves(every, view) if every.grown >= first else (0, 0, False)
    if not spans and not delta:
        spans = differing(every, view)  # told of before, and changed again
    by = news.state.who(news.others[-1])
    path = news.file.path
    return Notice("changed", path, by, view.seq, spans, after, delta, uneven=uneven)


def _the_view(every: Changes, views: list[View], first: int) -> View:
    for view in views:
        if differing(every, view, first):
            return view
    if every.grown >= first:
        for view in views[: VIEWS_MAX // 2]:
            if moves_within(every, view):
                return view
    return views[0]
