"""What others did to files that a session has seen or edited, as notices.

Derived from the log alone: views say what was seen, the files' histories what became of it. Which
of it a session has been told already is for who tells it to know.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import dropwhile, islice, takewhile

from ...schemas.facts import ChangedOutside, Edited, Entry
from ...schemas.replies import Notice
from ...schemas.values import RelPath
from .drift import (
    Changes,
    Differing,
    Moves,
    change_of,
    differing,
    digest_after,
    digest_before,
    moves,
    moves_within,
)
from .makers import changing, makers, movers, takers
from .overwriting import Overwritten, overwritten
from .pieces import Run
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
    of_edits = [_of_edit(news, one) for one in overwritten(news) if _stood(news, one, first)]
    if views and news.file.version is not None:
        yield from _of_views(news, views, first, of_edits)
    elif views and not news.is_own_last:
        by = state.who(news.others[-1])
        yield Notice("gone", path, by, views[0].seq, views[0].spans)
    yield from of_edits


# Of an edit.


def _of_edit(news: Changes, one: Overwritten) -> Notice:
    kind = "undone" if _is_undone(news, one) else "overwritten"
    by, number, outside = makers(news, {one.by, *_takers(news, one)})
    path, edit = news.file.path, one.edit.seq
    return Notice(kind, path, by, 0, one.spans, edit=edit, makers=number, outside=outside)


def _is_undone(news: Changes, one: Overwritten) -> bool:
    by = news.state.edits.by_seq[one.by]
    return one.edit.seq in by.flips_in(news.file.path).undoes


def _takers(news: Changes, one: Overwritten) -> Iterator[int]:
    """Yield the news that took lines away which an edit had made."""
    if one.edit.flips or not one.spans:
        return
    inserted = sum(it.inserted for it in change_of(one.edit, news.file.path).splices)
    for placed in news.file.history.locate([Run(one.edit.seq, 0, inserted)]):
        yield from (step for step in placed.gone_by if step in news.others)


def _stood(news: Changes, one: Overwritten, first: int) -> bool:
    """Tell whether an edit was in force before the entry `first`: else it was told of then."""
    edit, history = one.edit, news.file.history
    if edit.seq >= first or _is_undone(news, one):
        return True
    change = change_of(edit, news.file.path)
    if not edit.flips and any(it.inserted for it in change.splices):
        return any(run.entry == edit.seq for run in history.runs_at(first - 1))
    return not any(
        _gave_back(news, step.seq, digest_before(change))
        for step in history.steps_since(edit.seq)
        if step.seq < first
    )


def _gave_back(news: Changes, step: int, digest: bytes) -> bool:
    """Tell whether a change by others made the file be these bytes."""
    edit = news.state.edits.by_seq[step]
    is_same = digest_after(change_of(edit, news.file.path)) == digest
    return is_same and edit.session != news.session


def _is_said_by(of_view: Notice, of_edit: Notice) -> bool:
    """Tell whether all that is to be said of an edit's own view is said of the edit."""
    is_same = of_view.view == of_edit.edit and of_view.by == of_edit.by
    return is_same and of_view.spans == of_edit.spans and not of_view.delta


# Of a view.


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


def _of_views(
    news: Changes, views: list[View], first: int, of_edits: list[Notice]
) -> Iterator[Notice]:
    """Yield the notice of a view, the newest of which the edits' do not say all there is to say."""
    found = _changed(news, views, first)
    if not any(_is_said_by(found, one) for one in of_edits):
        yield found
        return
    older = [view for view in views if view.seq < found.view]
    if older:
        others = _of_views(news, older, first, of_edits)
        yield from (one for one in others if one.spans or one.delta)


def _changed(news: Changes, views: list[View], first: int) -> Notice:
    """Return the notice of the newest view whose lines it is news of; else of the newest."""
    every = Changes(news.state, news.file, news.session, views[-1].seq)
    view = _the_view(every, views, first)
    differ = differing(every, view, first)
    by_lines = takers(every, view, differ, first)
    moved, by_moves = _moved(every, view, first, moves)
    if not differ.spans and not moved.delta:
        differ, by_lines = _again(every, view, first)
    by, number, outside = makers(news, by_lines | by_moves or {news.others[-1]})
    return Notice(
        "changed",
        news.file.path,
        by,
        view.seq,
        differ.spans,
        moved.after,
        moved.delta,
        uneven=moved.uneven,
        makers=number,
        outside=outside,
        empty=not view.total and bool(moved.delta),
    )


def _again(every: Changes, view: View, first: int) -> tuple[Differing, set[int]]:
    """Return lines that were told of before, and whose doing they are.

    Those that have changed again since the entry `first`; all, where none has.
    """
    differ = differing(every, view)
    again = {span: set(changing(every, view, (span,), first)) for span in differ.spans}
    spans = tuple(span for span, steps in again.items() if steps)
    if not spans:
        return differ, takers(every, view, differ)
    return Differing(spans), set[int]().union(*again.values())


def _moved(
    every: Changes, view: View, first: int, find: Callable[[Changes, View], Moves | None]
) -> tuple[Moves, set[int]]:
    """Return where others moved lines of a view, if that is news, and the changes that did."""
    found = find(every, view) if every.grown >= first else None
    steps = movers(every, view, found) if found else set[int]()
    if found is None or (steps and max(steps) < first):
        return Moves(), set()
    return found, steps


def _the_view(every: Changes, views: list[View], first: int) -> View:
    for view in views:
        if differing(every, view, first).spans:
            return view
    for view in views[: VIEWS_MAX // 2]:
        if _moved(every, view, first, moves_within)[0].delta:
            return view
    return views[0]
