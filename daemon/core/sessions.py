"""Sessions: who they are, what they have asked, and their open edits."""

from collections import OrderedDict

from ...schemas.facts import Edited, Entry, Marked, RequestId, SessionClosed, SessionOpened

OUTCOMES_MAX = 256
"""Outcomes remembered a session, so that a repeated request is known for one."""


class Session:
    """One client's stay."""

    __slots__ = (
        "_outcomes",
        "calls",
        "edits",
        "newest",
        "number",
        "open",
        "opened",
        "past",
        "time_ns",
    )

    def __init__(self, number: int, opened: SessionOpened, time_ns: int) -> None:
        self.number = number
        self.opened = opened
        self.time_ns = time_ns
        self.open = True
        self.newest = 0
        """Its newest entry."""
        self.edits: list[int] = []
        """Its edits since its last commit, oldest first, undos and redos among them."""
        self._outcomes: OrderedDict[RequestId, int] = OrderedDict()
        self.calls: OrderedDict[bytes, int] = OrderedDict()
        """Its newest edits by what their calls are known by."""
        self.past: dict[int, int] = {}
        """Of each lane, the highest counter whose outcome is forgotten."""

    @property
    def name(self) -> str:
        return f"{self.opened.agent}#{self.opened.ordinal}"

    def remember(self, request: RequestId, seq: int) -> None:
        self._outcomes[request] = seq
        if len(self._outcomes) > OUTCOMES_MAX:
            oldest, _ = self._outcomes.popitem(last=False)
            self.past[oldest.lane] = max(oldest.counter, self.past.get(oldest.lane, 0))

    def note_call(self, call: bytes, edit: int) -> None:
        self.calls[call] = edit
        self.calls.move_to_end(call)
        if len(self.calls) > OUTCOMES_MAX:
            self.calls.popitem(last=False)

    def outcome(self, request: RequestId) -> int | None:
        """Return the entry of a request that has been carried out, if it is remembered."""
        return self._outcomes.get(request)

    def is_past(self, request: RequestId) -> bool:
        """Tell whether the request is so old that its outcome is forgotten: never to be run."""
        return request.counter <= self.past.get(request.lane, 0)


class Sessions:
    """All sessions of a workspace, by number."""

    def __init__(self) -> None:
        self.by_number: dict[int, Session] = {}
        self._by_key: dict[str, int] = {}
        self._by_name: dict[str, int] = {}
        self._ordinals: dict[str, int] = {}

    def next_ordinal(self, agent: str) -> int:
        return self._ordinals.get(agent, 0) + 1

    def with_key(self, key: str) -> Session | None:
        """Return the open session that was opened with this key."""
        session = self.by_number.get(self._by_key.get(key, 0)) if key else None
        return session if session and session.open else None

    def named(self, name: str) -> int:
        """Return the number of the session "codex#3"; 0: there is none."""
        return self._by_name.get(name, 0)

    def name(self, number: int) -> str:
        """Return "codex#3"; "" for the daemon and the outside."""
        session = self.by_number.get(number)
        return session.name if session else ""

    def apply(self, entry: Entry) -> None:
        session = self.by_number.get(entry.session)
        if session:
            session.newest = entry.seq
        match entry.fact:
            case SessionOpened() as opened:
                session = Session(entry.session, opened, entry.time_ns)
                session.newest = entry.seq
                self.by_number[entry.session] = session
                self._by_name[session.name] = entry.session
                self._ordinals[opened.agent] = opened.ordinal
                if opened.key:
                    self._by_key[opened.key] = entry.session
                return
            case SessionClosed() if session:
                session.open = False
            case Edited(call=call) if session:
                session.edits.append(entry.seq)
                if call:
                    session.note_call(call, entry.seq)
            case Marked(mark="commit") if session:
                session.edits.clear()
            case _:
                pass
        if session and entry.request:
            session.remember(entry.request, entry.seq)

    def discard(self, edit: int, session: int) -> None:
        """The edit never reached the disk."""
        edits = self.by_number[session].edits
        if edit in edits:
            edits.remove(edit)
