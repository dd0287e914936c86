"""What sessions are still to be told: files that others changed, and since which entry.

News stay until the session's client acknowledges them, for a reply may be lost. Calls that are in
work side by side are not all given the same: what one of them brings, the others leave out. Nothing
is news before it is in the log and in place.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from msgspec import structs

from ..schemas.facts import ChangedOutside, Edited, Entry, NotApplied
from ..schemas.replies import AnyReply, Done, Notice, Preview, Refusal, Shown, Unchanged
from ..schemas.values import RelPath
from .core import news, queries
from .core.state import State

NOTICES_MAX = 3
"""In one reply."""
WEIGHED_MAX = 32
"""Files whose news are worked out for one reply; the others are only counted."""
AGAIN_NS = 2_000_000_000
"""News that were given and not acknowledged are given again to a call of the same client that
begins so much later: those before were sent before the client can have read them."""


class Begun(NamedTuple):
    """A call of a session, from its beginning to its reply."""

    session: int
    lane: int
    """Of the client that it came from."""
    at_ns: int


@dataclass(slots=True)
class _News:
    """Of one file."""

    first: int
    """The first entry that is news."""
    last: int
    given_ns: int = 0
    """When they were given last; 0: not yet."""
    given_to: int = 0
    """The client's lane."""

    def is_due(self, call: Begun) -> bool:
        """Tell whether a call may give them whose client cannot have them."""
        if not self.given_ns:
            return True
        wait_ns = AGAIN_NS if call.lane == self.given_to else 1
        return call.at_ns >= self.given_ns + wait_ns


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

    def begin(self, call: Begun, told: int) -> None:
        """Take in the `told` of a call that begins."""
        session = call.session
        told = min(told, self._state.seq)
        if session not in self._news:
            known = self._state.sessions.by_number[session]
            self._news[session] = self._since(session, told or known.newest, call.at_ns)
        self.acknowledge(session, told)

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

    def told(self, reply: AnyReply, call: Begun, now_ns: int) -> AnyReply:
        """Return a reply with the news for its session."""
        files = self._news.get(call.session, {})
        due = self._due(files, call)
        notices, more = self._notices(reply, call.session, due, now_ns) if due else ((), 0)
        for one in due.values():
            one.given_ns, one.given_to = now_ns, call.lane
        left = (one.first - 1 for path, one in files.items() if path not in due)
        told = min(self._settled, min(left, default=self._settled))
        return structs.replace(reply, notices=notices, more_notices=more, told=told)

    def _due(self, files: Mapping[RelPath, _News], call: Begun) -> dict[RelPath, _News]:
        """Return the news that a call may give."""
        unsettled = {path for paths in self._unsettled.values() for path in paths}
        return {
            path: one for path, one in files.items() if one.is_due(call) and path not in unsettled
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
        found.sort(key=lambda notice: (notice.path not in about, _weight(notice)))
        given = tuple(found[:NOTICES_MAX])
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
