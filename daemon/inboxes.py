"""What sessions are still to be told: files that others changed, and since which entry.

News stay until the session's client acknowledges them, for a reply may be lost. Calls that are in
work side by side are not all given the same: what one of them brings, the others leave out.
"""

from dataclasses import dataclass

from msgspec import structs

from ..schemas.facts import Entry
from ..schemas.replies import AnyReply, Done, Notice, Preview, Refusal, Shown, Unchanged
from ..schemas.values import RelPath
from .core import news
from .core.state import State

NOTICES_MAX = 3
"""In one reply."""
WEIGHED_MAX = 32
"""Files whose news are worked out for one reply; the others are only counted."""


@dataclass(slots=True)
class _News:
    """Of one file."""

    first: int
    """The first entry that is news."""
    last: int
    offered: int = 0
    """When it was given last, by the clock of the inboxes."""


class Inboxes:
    """Of the sessions of one workspace that have asked for something in this daemon's time."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._news: dict[int, dict[RelPath, _News]] = {}
        self._clock = 0
        """Goes on with each reply that brings news."""

    def applied(self, entry: Entry) -> None:
        """Take in an entry that the state has."""
        for session, path in news.concerned(self._state, entry):
            files = self._news.get(session)
            if files is not None:
                _add(files, path, entry.seq)

    def begin(self, session: int, told: int, now_ns: int) -> int:
        """Take in the `told` of a call that begins, and return what `give` is to have for it."""
        if session not in self._news:
            known = self._state.sessions.by_number[session]
            self._news[session] = self._since(session, told or known.newest, now_ns)
        self.acknowledge(session, told)
        return self._clock

    def _since(self, session: int, told: int, now_ns: int) -> dict[RelPath, _News]:
        """Return what the log has for a session that was here in an earlier daemon's time."""
        state = self._state
        files: dict[RelPath, _News] = {}
        for path in {view.path for view in state.views.of_session(session, now_ns)}:
            for step in state.files.by_path[path].history.steps_since(told):
                if state.who(step.seq).session != session:
                    _add(files, path, step.seq)
        return files

    def acknowledge(self, session: int, told: int) -> None:
        """Forget what the session has been told of."""
        files = self._news.get(session)
        for path, one in list(files.items()) if files else ():
            if one.last <= told:
                del files[path]  # pyright: ignore[reportOptionalSubscript]
            else:
                one.first = max(one.first, told + 1)

    def told(self, reply: AnyReply, session: int, begun: int, now_ns: int) -> AnyReply:
        """Return a reply with the news for its session; `begun` as `begin` gave it for the call."""
        notices, more = self._give(reply, session, begun, now_ns)
        told = self._state.seq
        return structs.replace(reply, notices=notices, more_notices=more, told=told)

    def _give(
        self, reply: AnyReply, session: int, begun: int, now_ns: int
    ) -> tuple[tuple[Notice, ...], int]:
        """Return notices: of the reply's own files first, then by weight, then the newest."""
        files = self._news.get(session)
        due = [(path, one) for path, one in files.items() if one.offered <= begun] if files else []
        if not due:
            return (), 0
        about = _about(reply)
        due.sort(key=lambda item: (item[0] not in about, -item[1].last))
        self._clock += 1
        found: list[Notice] = []
        for number, (path, one) in enumerate(due):
            one.offered = self._clock
            if number < WEIGHED_MAX:
                of_file = news.notices(self._state, session, {path: one.first}, now_ns)
                found += [notice for notice in of_file if not _says(reply, notice)]
        found.sort(key=lambda notice: (notice.path not in about, _weight(notice)))
        told = tuple(found[:NOTICES_MAX])
        left = {notice.path for notice in found} - {notice.path for notice in told}
        return told, len(left) + max(0, len(due) - WEIGHED_MAX)

    def forget(self, session: int) -> None:
        """The session is closed."""
        self._news.pop(session, None)


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


def _says(reply: AnyReply, notice: Notice) -> bool:
    """Tell whether a refusal itself says that its file was changed, and by whom."""
    if not isinstance(reply, Refusal) or reply.who is None:
        return False
    return reply.path == notice.path and notice.kind in ("changed", "gone")


def _add(files: dict[RelPath, _News], path: RelPath, seq: int) -> None:
    one = files.get(path)
    if one is None:
        files[path] = _News(seq, seq)
    else:
        one.last = seq
        one.offered = 0
