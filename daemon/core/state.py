"""The state of a workspace: what all entries of its log add up to.

It has one door, `apply`. It depends on the entries alone, neither on the clock nor on
configuration, so that replay always gives the same state.
"""

from ...schemas.facts import Change, Edited, Entry, NotApplied, Refused, SessionClosed, Viewed
from ...schemas.replies import Who
from ...schemas.values import OUTSIDE, RelPath, Span, Version
from . import previews, views
from .chips import Chips
from .doings import Doings
from .files import Files
from .marks import Marks
from .previews import Previews
from .sessions import Sessions
from .times import Times
from .transactions import Edit, Edits
from .views import View, Views


class State:
    """Composes the projections; each is written to by `apply` alone."""

    def __init__(self) -> None:
        self.seq = 0
        """Of the newest entry."""
        self.sessions = Sessions()
        self.files = Files()
        self.edits = Edits()
        self.views = Views()
        self.previews = Previews()
        self.chips = Chips(self.edits)
        self.doings = Doings(self.edits)
        self.marks = Marks()
        self.times = Times()

    def apply(self, entry: Entry) -> None:
        assert entry.seq == self.seq + 1, (entry.seq, self.seq)
        self.seq = entry.seq
        self.times.add(entry.seq, entry.time_ns)
        self.sessions.apply(entry)
        self.edits.apply(entry)
        self.doings.apply(entry)
        self.marks.apply(entry)
        self.files.apply(entry, self._edit_of(entry))
        self._show(entry)
        bases = (self._basis(entry, change) for change in previews.changes_of(entry))
        self.previews.apply(entry, bases)
        self.chips.apply(entry)

    def _edit_of(self, entry: Entry) -> Edit | None:
        """Return the edit that an entry makes, or says was not made."""
        if not isinstance(entry.fact, NotApplied):
            return self.edits.get(entry.seq)
        edit = self.edits.by_seq[entry.fact.edit]
        self.sessions.discard(edit.seq, edit.session)
        self.views.discard(edit.seq)
        return edit

    def _show(self, entry: Entry) -> None:
        match entry.fact:
            case Viewed(path=path, version=version, spans=spans):
                self._show_lines(entry, RelPath(path), version, spans, read=True)
            case Refused(path=path, version=Version() as version, spans=spans) if spans:
                # Calls sent beside the refused one have not seen it.
                self._show_lines(entry, RelPath(path), version, spans, read=False)
            case Edited(changes=changes, tool=tool):
                for change in changes:
                    self.views.use(change.through, RelPath(change.path), entry.time_ns)
                    self._show_change(entry, change, is_whole=tool == "be-write")
            case SessionClosed():
                self.views.closed(entry.session)
            case _:
                pass

    def _show_lines(
        self,
        entry: Entry,
        path: RelPath,
        version: Version,
        spans: tuple[Span, ...],
        *,
        read: bool,
    ) -> None:
        runs = views.shown(self.files.by_path[path].history, spans)
        view = View(entry.seq, path, entry.session, spans, version.lines, runs, read=read)
        self.views.add(view, entry.time_ns)

    def _show_change(self, entry: Entry, change: Change, *, is_whole: bool) -> None:
        if change.shown is None or change.after is None:
            return
        path = RelPath(change.path)
        spans = change.shown
        runs = views.shown(self.files.by_path[path].history, spans)
        view = View(
            entry.seq,
            path,
            entry.session,
            spans,
            change.after.lines,
            runs,
            read=is_whole,
        )
        self.views.add(view, entry.time_ns)

    def _basis(self, entry: Entry, change: Change) -> View:
        """Return the whole text that a prepared change was worked out upon, as a view."""
        path = RelPath(change.path)
        history = self.files.by_path[path].history
        spans = (Span(1, history.lines),)
        runs = views.shown(history, spans)
        return View(entry.seq, path, entry.session, spans, history.lines, runs, read=False)

    def who(self, seq: int) -> Who:
        """Return who made the change `seq` of some file."""
        edit = self.edits.get(seq)
        if edit is not None:
            return Who(seq, edit.session, self.sessions.name(edit.session), edit.time_ns)
        return Who(seq, OUTSIDE, "")

    def check(self) -> None:
        """Raise AssertionError where the projections contradict each other or themselves."""
        self.files.check()
        for edit in self.edits.by_seq.values():
            for path in () if edit.flips else edit.paths:
                is_active = self.files.by_path[path].history.is_active(edit.seq)
                assert is_active == edit.stands_in(path), (path, edit.seq)
