"""Where the lines that a call means are now, and whether it may have them.

A call means the lines of a view: those it names, or those its session last saw. The session's own
edits are followed without a word; for what others did, content decides:

| the file now, against the view | answer |
|---|---|
| as many lines, the target's bytes the same | Found |
| as many lines, other bytes there, not moved elsewhere | Found, and who changed them |
| other total, or the target found unchanged elsewhere | Stale("moved") |
| the target changed and lines moved | Stale("changed") |
"""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import NamedTuple

from ...schemas.values import Kept, Span
from .files import File
from .pieces import Run
from .state import State
from .text import Text, split
from .tracing import Trace, leaves, trace
from .views import View

VIEWS_MAX = 32
"""So many views are asked what a number without a view may mean, the newest first."""


class Found(NamedTuple):
    """The call may have these lines of today's file."""

    span: Span
    through: int = 0
    """The view whose numbers were meant; 0: today's."""
    changed_by: tuple[int, ...] = ()
    """Others' changes that differ from what the view showed there."""
    was: tuple[Run, ...] = ()
    """With `changed_by`: what the view showed."""
    never_read: bool = False


class Stale(NamedTuple):
    """The call may not: its lines are not what or where it takes them to be.

    Codes: moved, changed, own_part (only a part of what an own edit replaced), own_deleted,
    not_covered (outside the view, and moved since), moved_unseen (no view, and moved since),
    moved_unread (no view, never read, and moved since the session last read the file).
    """

    code: str
    view: View | None
    now: Span | None
    """Where the lines are, or what stands in their place; None: nothing does."""
    unchanged: bool
    """Their text is as it was."""
    changed_by: tuple[int, ...]
    """Others' changes since the view, oldest first."""
    was: tuple[Run, ...] = ()
    """With "changed": what the view showed."""
    gap: int = 0
    """With `now` None: so many of today's lines are in front of where they were."""
    once: bool = True
    """Nothing that came since reads the same: only one place can be meant."""


class Case(NamedTuple):
    """What a call's lines are judged by."""

    state: State
    file: File
    session: int
    now_ns: int
    text: Text
    """Today's."""
    contents: Mapping[Kept, bytes]
    """Kept lines, so that what a view showed can be told."""

    def slice(self, span: Span) -> bytes:
        return self.text.slice(span.first - 1, len(span))

    def lines(self) -> list[bytes]:
        return split(self.text.data, self.text.unit)

    def is_new(self, since: int) -> list[bool]:
        """Return for each of today's lines whether it came after entry `since`."""
        runs = self.file.history.runs(0, self.file.history.lines)
        return [run.entry > since for run in runs for _ in range(run.lines)]


def locate(case: Case, view: View | None, span: Span) -> Found | Stale:
    """Return where the lines `span` of `view`, or of what the session last saw, are now."""
    if view is not None and view.covers(span):
        return _through(case, view, span)
    return _unseen(case, view, span)


def _through(case: Case, view: View, span: Span) -> Found | Stale:
    """Return where viewed lines are: by what they are, and where others changed them by bytes."""
    found = _by_changes(case, view, span)
    if isinstance(found, Stale) and found.unchanged and found.now is not None:
        copies = _arrived(case, case.slice(found.now), view.seq)
        return found._replace(once=all(one == found.now for one in copies))
    if not found.was:
        return found
    old = bytes_of(case.file, found.was, case.contents)
    now = found.span if isinstance(found, Found) else found.now
    changed = found
    if isinstance(found, Found):
        by = found.changed_by
        changed = Stale("changed", view, now, unchanged=False, changed_by=by, was=found.was)
    if old is None:
        return changed  # that they did not move cannot be told
    if isinstance(found, Found) and case.slice(found.span) == old:
        return Found(found.span, view.seq)  # changed, and changed back
    places = _arrived(case, old, view.seq)
    if len(places) == 1:
        return Stale("moved", view, places[0], unchanged=True, changed_by=found.changed_by)
    if isinstance(found, Found) and (places or _is_scattered(case, old, view.seq, found.span)):
        return changed
    return found


def _by_changes(case: Case, view: View, span: Span) -> Found | Stale:
    """Return where viewed lines are, by the changes made since."""
    file, runs = case.file, view.lines(span)
    found = trace(case.state, file, case.session, view.seq, span, runs)
    at = _intact(file, runs)
    now = found.span
    others, touchers = tuple(found.others), tuple(found.touched_by)
    is_kept = not found.own_touched and now is not None and len(now) == len(span)
    if not touchers and is_kept and not found.part and at is None:
        # Not the lines were changed, but only what ends the last or begins the first of the file.
        at = found.start
    if not touchers and found.own_touched and not found.part and _within(file, runs, found):
        if now is None:
            return Stale("own_deleted", view, None, unchanged=False, changed_by=())
        if found.still:
            return Found(now, view.seq)
        return Stale("moved", view, now, unchanged=True, changed_by=others)
    if at is not None:
        now = Span(at + 1, at + len(span))
        if found.still:
            return Found(now, view.seq)
        return Stale("moved", view, now, unchanged=True, changed_by=others)
    if not touchers:
        return Stale("own_part", view, now, unchanged=False, changed_by=())
    expected = Span(span.first + found.own_shift, span.last + found.own_shift)
    if found.still and not found.own_touched and _in_place(file, runs, expected):
        return Found(expected, view.seq, changed_by=touchers, was=runs)
    gap = found.start
    return Stale("changed", view, now, unchanged=False, changed_by=touchers, was=runs, gap=gap)


def _within(file: File, runs: Iterable[Run], found: Trace) -> bool:
    """Tell whether all viewed lines that are left lie in the stretch they were carried to."""
    return all(
        placed.at is None or found.start <= placed.at <= found.end - placed.run.lines
        for placed in file.history.locate(runs)
    )


def _in_place(file: File, runs: Iterable[Run], expected: Span) -> bool:
    """Tell whether those of the viewed lines that are left stand where they are expected."""
    at = expected.first - 1
    for placed in file.history.locate(runs):
        if placed.at is not None and placed.at != at:
            return False
        at += placed.run.lines
    return True


def _intact(file: File, runs: Iterable[Run]) -> int | None:
    """Return the line (from 0) at which these lines stand together and in order; None: nowhere."""
    first: int | None = None
    expected: int | None = None
    for placed in file.history.locate(runs):
        if placed.at is None or (expected is not None and placed.at != expected):
            return None
        if first is None:
            first = placed.at
        expected = placed.at + placed.run.lines
    return first


class Sight(NamedTuple):
    """Lines of a call that one view showed under the call's numbers."""

    view: View
    span: Span


class Sights(NamedTuple):
    """What a session last saw under some numbers, newest first."""

    found: list[Sight]
    all_seen: bool
    all_read: bool
    """By a read or a write of the whole file, not only by replies to edits."""


def sights(state: State, file: File, session: int, span: Span, now_ns: int) -> Sights:
    """Return what the session last saw under these numbers.

    That is the last read of each line, and what replies to later edits showed. The caller may mean
    the numbers of any of these: calls sent side by side have not seen each other's replies.
    """
    found: list[Sight] = []
    left = set(range(span.first, span.last + 1))
    seen: set[int] = set()
    for view in state.views.of(session, file.path, now_ns):
        for one in view.spans:
            both = Span(max(one.first, span.first), min(one.last, span.last))
            lines = range(both.first, both.last + 1)
            if left.isdisjoint(lines):
                continue
            found.append(Sight(view, both))
            seen.update(lines)
            if view.read:
                left.difference_update(lines)
        if not left or len(found) >= VIEWS_MAX:
            break
    return Sights(found, len(seen) == len(span), not left)


def _unseen(case: Case, view: View | None, span: Span) -> Found | Stale:
    """The lines lie outside the view, or no view was given: they must be where they were seen.

    Their numbers may be those of the view, or of any sight of them: all must agree on today's.
    """
    code = "not_covered" if view else "moved_unseen"
    seen = sights(case.state, case.file, case.session, span, case.now_ns)
    answer = Found(span, never_read=not seen.all_seen)
    sights_left = seen.found
    if _is_left(case, seen, span):
        answer, sights_left = Found(span, seen.found[0].view.seq), []
    for one in reversed(sights_left):
        is_whole = one.span == span
        there = _through(case, one.view, one.span)
        if isinstance(there, Stale):
            if not there.unchanged or there.now != one.span:
                now, was = (there.now, there.was) if is_whole else (None, ())
                by, once = there.changed_by, there.once
                return Stale(code, one.view, now, there.unchanged, by, was, once=once)
            # Others changed lines further down: these did not move.
            there = Found(one.span, one.view.seq)
        if there.span != one.span or (there.changed_by and not is_whole):
            now = there.span if is_whole else None
            unchanged = not there.changed_by
            return Stale(code, one.view, now, unchanged=unchanged, changed_by=there.changed_by)
        if is_whole:
            answer = there
    if view is not None:
        carried = trace(case.state, case.file, case.session, view.seq, span)
        if not carried.is_at(span):
            others = tuple(carried.others)
            return Stale(code, view, None, unchanged=False, changed_by=others)
    elif not seen.all_read:
        return _unread(case, span) or answer
    return answer


def _is_left(case: Case, seen: Sights, span: Span) -> bool:
    """Tell, without following each sight, whether all of them lead to the same lines."""
    if not seen.found or any(one.span != span for one in seen.found):
        return False
    oldest = seen.found[-1].view.seq
    return leaves(case.state, case.file, case.session, oldest, span)


def _unread(case: Case, span: Span) -> Stale | None:
    """Return why a number the session never read may be one from before its own edits."""
    state, file, session = case.state, case.file, case.session
    views = state.views.of(session, file.path, case.now_ns)
    read = next((view.seq for view in views if view.read), 0)
    newest = reversed(file.history.steps_since(read))
    mine = (step.seq - 1 for step in newest if state.who(step.seq).session == session)
    own = list(islice(mine, VIEWS_MAX))[::-1]
    if leaves(state, file, session, read or min(own, default=state.seq), span):
        return None
    for since in (*([read] if read else []), *own):
        carried = trace(state, file, session, since, span)
        if not carried.is_at(span):
            by = tuple(carried.others)
            return Stale("moved_unread", None, None, unchanged=False, changed_by=by)
    return None


def bytes_of(file: File, runs: Iterable[Run], contents: Mapping[Kept, bytes]) -> bytes | None:
    """Return the bytes of some lines, visible or not; None where they were not kept."""
    out: list[bytes] = []
    lines: dict[int, list[bytes]] = {}
    for run in runs:
        kept = file.kept.get(run.entry)
        if kept is None or kept not in contents:
            return None
        if run.entry not in lines:
            lines[run.entry] = split(contents[kept], file.units[run.entry])
        out += lines[run.entry][run.first : run.first + run.lines]
    return b"".join(out)


def _arrived(case: Case, wanted: bytes, since: int) -> list[Span]:
    """Return where lines that came after entry `since` make the text have `wanted` again."""
    lines, is_new = case.lines(), case.is_new(since)
    sought = split(wanted, case.text.unit)
    count = len(sought)
    return [
        Span(at + 1, at + count)
        for at in range(len(lines) - count + 1)
        if lines[at] == sought[0] and lines[at : at + count] == sought
        if any(is_new[at : at + count])
    ]


def _is_scattered(case: Case, wanted: bytes, since: int, place: Span) -> bool:
    """Tell whether one of the lines went from the place, and came to another."""
    gone = {one for one in split(wanted, case.text.unit) if one.strip()}
    gone.difference_update(split(case.slice(place), case.text.unit))
    news = zip(case.lines(), case.is_new(since), strict=True)
    return any(new and line in gone for line, new in news)
