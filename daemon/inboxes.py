"""What sessions are still to be told: files that others changed, and since which entry.

News stay until the session's client acknowledges them, for a reply may be lost. Calls that are in
work side by side are not all given the same: what one of them brings, the others leave out. Nothing
is news before it is in the log and in place.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from msgspec import structs

from ..schemas.facts import ChangedOutside, Edited, Entry, NotApplied
from ..schemas.replies import (
    AnyReply,
    Done,
    Notice,
    Preview,
    Refusal,
    Shown,
    StatusReply,
    Unchanged,
    ViewList,
)
from ..schemas.values import RelPath
from .core import news, queries
from .core.state import State

NOTICES_MAX = 3
"""In one reply."""
WEIGHED_MAX = 32
"""Files whose news are worked out for one reply; the others are only counted."""
AGAIN_NS = 2_000_000_000
"""News that were given and not acknowledged are given again to a call that begins so much later:
the calls before that were sent before their client can have read them."""


@dataclass(slots=True)
class _News:
    """Of one file."""

    first: int
    """The first entry that is news."""
    last: int
    given_ns: int = 0
    """When they were given last; 0: not yet."""


class Inboxes:
    """Of the sessions of one workspace that have asked for something in this daemon's time."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._news: dict[int, dict[RelPath, _News]] = {}
        self._unsettled: dict[int, tuple[bytes, ...]] = {}
        """Entries that are not yet in the log and in place, and the files that they may change."""

    # --- what happens -------------------------------------------------------------------------

    def applied(self, entry: Entry) -> None:
        """Take in an entry that the state has."""
        is_change = isinstance(entry.fact, Edited | ChangedOutside)
        self._unsettled[entry.seq] = queries.paths_of(entry) if is_change else ()

    def settled(self, entry: Entry) -> None:
        """Take in that an entry is in the log and, if it is an edit, in place."""
        self._unsettled.pop(entry.seq, None)
        if isinstance(entry.fact, NotApplied):
            self._unsettled.pop(entry.fact.edit, None)
        for session, path in news.concerned(self._state, entry):
            files = self._news.get(session)
            if files is not None:
                _add(files, path, entry.seq)

    @property
    def _settled(self) -> int:
        """Up to here everything is settled."""
        return min(self._unsettled, default=self._state.seq + 1) - 1

    # --- who is told --------------------------------------------------------------------------

    def begin(self, session: int, told: int, now_ns: int) -> int:
        """Take in the `told` of a call that begins; return what `told` is to have for its reply."""
        told = min(told, self._state.seq)
        if session not in self._news:
            known = self._state.sessions.by_number[session]
            self._news[session] = self._since(session, told or known.newest, now_ns)
        self.acknowledge(session, told)
        return now_ns

    def _since(self, session: int, told: int, now_ns: int) -> dict[RelPath, _News]:
        """Return what the log has for a session that was here in an earlier daemon's time."""
        state, settled = self._state, self._settled
        files: dict[RelPath, _News] = {}
        for path in {view.path for view in state.views.of_session(session, now_ns)}:
            for step in state.files.by_path[path].history.steps_since(told):
                if step.seq <= settled and state.who(step.seq).session != session:
                    _add(files, path, step.seq)
        return files

    def acknowledge(self, session: int, told: int) -> None:
        """Forget what the session has been told of."""
        files = self._news.get(session, {})
        for path, one in list(files.items()):
            if one.last <= told:
                del files[path]
            else:
                one.first = max(one.first, told + 1)

    def told(self, reply: AnyReply, session: int, begun_ns: int, now_ns: int) -> AnyReply:
        """Return a reply with the news for its session; `begun_ns` as `begin` gave it."""
        files = self._news.get(session, {})
        due = self._due(files, begun_ns)
        notices, more = self._notices(reply, session, due, now_ns) if due else ((), 0)
        left = (one.first - 1 for path, one in files.items() if path not in due)
        told = min(left, default=self._settled)
        return structs.replace(
            reply, notices=notices, more_notices=more, told=min(told, self._settled)
        )

    def _due(self, files: Mapping[RelPath, _News], begun_ns: int) -> dict[RelPath, _News]:
        """Return the news that a call may give that began then."""
        unsettled = {path for paths in self._unsettled.values() for path in paths}
        return {
            path: one
            for path, one in files.items()
            if begun_ns >= one.given_ns + (AGAIN_NS if one.given_ns else 0)
            if path not in unsettled
        }

    def _notices(
        self, reply: AnyReply, session: int, due: Mapping[RelPath, _News], now_ns: int
    ) -> tuple[tuple[Notice, ...], int]:
        """Return notices: of the reply's own files first, then by weight, then the newest."""
        about = _about(reply)
        found: list[Notice] = []
        for path, one in _weighed(due, about):
            of_file = news.notices(self._state, session, {path: one.first}, now_ns)
            found += [notice for notice in of_file if not _says(reply, notice)]
        for one in due.values():
            one.given_ns = now_ns
        found.sort(key=lambda notice: (notice.path not in about, _weight(notice)))
        given = tuple(found[:NOTICES_MAX])
        if isinstance(reply, StatusReply | ViewList):
            return given, 0  # it lists the others itself
        left = {notice.path for notice in found} - {notice.path for notice in given}
        return given, len(left) + max(0, len(due) - WEIGHED_MAX)

    def forget(self, session: int) -> None:
        """The session is closed."""
        self._news.pop(session, None)


def _weighed(
    due: Mapping[RelPath, _News], about: Iterable[bytes]
) -> Iterable[tuple[RelPath, _News]]:
    """Return as many files as are gone through, those of the reply first, then the newest."""
    ones = sorted(due.items(), key=lambda item: (item[0] not in about, -item[1].last))
    return ones[:WEIGHED_MAX]


def _about(reply: AnyReply) -> tuple[bytes, ...]:
    """Return the files that a reply is about."""
    match reply:
        case Done(files=files) | Preview(files=files):
            return tuple(one.path for one in files)
        case Shown(path=path) | Unchanged(path=path) | Refusal(path=path):
            return (path,)
        case _:
            return ()


def _weight(notice: Notice) -> int:
    """Return how little it matters: an edit or a file that is gone before lines that only moved."""
    match notice.kind:
        case "changed":
            return 1 if notice.spans else 2
        case _:
            return 0


_SAID = frozenset({"changed_near", "changed_since", "overwrote_unread"})
"""Warnings that say that a file was changed, and by whom."""


def _says(reply: AnyReply, notice: Notice) -> bool:
    """Tell whether a reply itself says that its file was changed, and by whom."""
    if notice.kind not in ("changed", "gone"):
        return False
    match reply:
        case Refusal(path=path, who=who):
            return path == notice.path and who is not None
        case Done(files=files, warnings=warnings):
            is_said = any(one.code in _SAID for one in warnings)
            return is_said and [one.path for one in files] == [notice.path]
        case _:
            return False


def _add(files: dict[RelPath, _News], path: RelPath, seq: int) -> None:
    one = files.get(path)
    if one is None:
        files[path] = _News(seq, seq)
    else:
        one.last = max(one.last, seq)
        one.given_ns = 0
