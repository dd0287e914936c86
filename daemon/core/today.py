"""Whether lines that a call found by what stands there are as its session saw them.

The numbers are today's, so that nothing need be carried; but what others changed in these lines
since the session saw them is not overwritten unseen.
"""

from collections.abc import Iterable, Iterator
from itertools import islice

from ...schemas.values import Kept, Span
from . import reconcile, staleness
from .asking import Asked
from .effects import Seen
from .files import File
from .pieces import Run
from .reconcile import VIEWS_MAX, Case, Found, Sight, Stale
from .target import Target
from .views import View


def wanted(asked: Asked, seen: Seen, view_seq: int, span: Span) -> set[Kept]:
    """Return what must be read to tell how today's lines `span` differ from what was seen."""
    file = asked.state.files.get(seen.real)
    if file is None or not _is_within(file, span):
        return set()
    view = asked.state.views.get(view_seq, seen.real, asked.now_ns)
    found: set[Kept] = set()
    base = _base(asked, file, view, span)
    for one in (*_sights(asked, file, view, span), *([base] if base else [])):
        found |= staleness.wanted_of(asked, seen, one.view, one.span)
    return found


def find(target: Target, span: Span) -> Found:
    """Return the lines `span` of today, and what others changed there. Raises RefusedError.

    As for lines by their numbers: where the file is as long as it was, a change by others is told;
    else the call is refused.
    """
    asked, file = target.asked, target.file
    if file is None or not _is_within(file, span):
        return Found(span, never_read=True)
    case = Case(asked.state, file, asked.session, asked.now_ns, target.text, target.contents)
    known: set[int] = set()
    last: Sight | None = None
    for sight in _sights(asked, file, target.view, span):
        found = reconcile.locate(case, sight.view, sight.span)
        if isinstance(found, Stale):
            if not (found.unchanged or found.code.startswith("own_")):
                raise staleness.stale_refusal(target, sight.span, found)
        elif found.changed_by:
            return _changed(target, sight, found, span)
        now = found.span if isinstance(found, Found) else found.now
        known.update(range(now.first, now.last + 1) if now else ())
        last = last or sight
    known.update(_read(asked, file, target.view, span))
    foreign = _foreign(asked, file, span, known)
    base = _base(asked, file, target.view, span) or last
    seen = base.view if base else _newest(asked, file, target.view)
    since = {entry for entry in foreign if seen is not None and entry > seen.seq}
    if seen is not None and since and (base is not None or _replaced(file, since)):
        lines = base.span if base else span
        was = seen.lines(lines) if base else ()
        by = tuple(sorted(since))
        raise staleness.stale_refusal(
            target, lines, Stale("changed", seen, span, unchanged=False, changed_by=by, was=was)
        )
    return Found(span, seen.seq if seen else 0, never_read=bool(foreign))


def is_counted_anew(target: Target, span: Span) -> bool:
    """Tell whether which of several of a name is the second may be another one by now.

    That is where since the session last had a look others changed what stands above today's
    `span`, or the session itself took something away there.
    """
    asked, file = target.asked, target.file
    seen = _newest(asked, file, target.view) if file else None
    if file is None or seen is None:
        return False
    return any(
        asked.state.who(step.seq).session != asked.session or not one.inserted
        for step in file.history.steps_since(seen.seq)
        for one in step.splices
        if one.at < span.first
    )


def _changed(target: Target, sight: Sight, found: Found, span: Span) -> Found:
    """Return lines of which others changed some; refuse where they are not all that is meant."""
    if found.span == span:
        return found
    stale = Stale(
        "changed",
        sight.view,
        found.span,
        unchanged=False,
        changed_by=found.changed_by,
        was=found.was,
    )
    raise staleness.stale_refusal(target, sight.span, stale)


def _is_within(file: File, span: Span) -> bool:
    return 1 <= span.first <= span.last <= file.history.lines


def _sights(asked: Asked, file: File, view: View | None, span: Span) -> Iterator[Sight]:
    """Yield where the newest view that showed any of today's lines has them."""
    for one in _views(asked, file, view):
        found = [Sight(one, lines) for lines in _shown(one, file, span)]
        if found:
            yield from found
            return


def _base(asked: Asked, file: File, view: View | None, span: Span) -> Sight | None:
    """Return where the session last had a look at any of today's lines.

    The reply to an edit of its own shows only what is around that: what others did before, further
    on in the same lines, may not have been seen.
    """
    for one in _views(asked, file, view):
        if _is_look(asked, one):
            for lines in _shown(one, file, span):
                return Sight(one, lines)
    return None


def _views(asked: Asked, file: File, view: View | None) -> Iterator[View]:
    """Yield the view that was given, then those of the session, the newest first."""
    if view is not None:
        yield view
    yield from islice(asked.state.views.of(asked.session, file.path, asked.now_ns), VIEWS_MAX)


def _is_look(asked: Asked, view: View) -> bool:
    return view.read or asked.state.edits.get(view.seq) is None


def _shown(view: View, file: File, span: Span) -> Iterator[Span]:
    """Yield, of each of a view's spans, what it has where today's lines are.

    That is from the first to the last line that is one of these, and as many more at both ends as
    there are more today: they may be what others have replaced.
    """
    sought = file.history.runs(span.first - 1, len(span))
    for whole, shown in zip(view.spans, view.runs, strict=True):
        both = sorted(_matched(whole.first, shown, span.first, sought))
        if not both:
            continue
        (first, first_now, _), (last, last_now, lines) = both[0], both[-1]
        ahead, behind = max(0, first_now - span.first), max(0, span.last + 1 - last_now - lines)
        yield Span(max(whole.first, first - ahead), min(whole.last, last + lines - 1 + behind))


def _read(asked: Asked, file: File, view: View | None, span: Span) -> Iterator[int]:
    """Yield those of today's lines that any view of the session showed as they are."""
    sought = file.history.runs(span.first - 1, len(span))
    for one in _views(asked, file, view):
        for whole, shown in zip(one.spans, one.runs, strict=True):
            for _, now, lines in _matched(whole.first, shown, span.first, sought):
                yield from range(now, now + lines)


def _matched(
    line: int, shown: Iterable[Run], line_now: int, sought: Iterable[Run]
) -> Iterator[tuple[int, int, int]]:
    """Yield where what is in both begins, in a view and today, and how many lines it has.

    `line` and `line_now` are those of the first line of each.
    """
    now: dict[int, list[tuple[Run, int]]] = {}
    for run in sought:
        now.setdefault(run.entry, []).append((run, line_now))
        line_now += run.lines
    for entry, first, lines in shown:
        for one, at in now.get(entry, ()):
            low, high = max(first, one.first), min(first + lines, one.first + one.lines)
            if low < high:
                yield line + low - first, at + low - one.first, high - low
        line += lines


def _foreign(asked: Asked, file: File, span: Span, known: set[int]) -> set[int]:
    """Return the entries of others that made those of today's lines that are not `known`."""
    found: set[int] = set()
    line = span.first
    for run in file.history.runs(span.first - 1, len(span)):
        lines = range(line, line + run.lines)
        line += run.lines
        if asked.state.who(run.entry).session != asked.session and not known.issuperset(lines):
            found.add(run.entry)
    return found


def _newest(asked: Asked, file: File, view: View | None) -> View | None:
    """Return the view that was given, or the newest one that is a look; else the newest."""
    if view is not None:
        return view
    ones = list(_views(asked, file, None))
    return next((one for one in ones if _is_look(asked, one)), ones[0] if ones else None)


def _replaced(file: File, entries: set[int]) -> bool:
    """Tell whether entries put lines in the place of others, and did not only add some."""
    oldest = min(entries) - 1
    return any(
        one.removed and one.inserted
        for step in file.history.steps_since(oldest)
        if step.seq in entries
        for one in step.splices
    )
