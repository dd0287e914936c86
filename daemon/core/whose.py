"""Which session is meant, and what is told of one."""

from collections.abc import Iterable

import msgspec

from ...schemas.facts import Queried
from ...schemas.replies import SessionItem, SessionList
from ...schemas.requests import Sessions, Whose
from .asking import Asked, Decision, RefusedError, refuse
from .sessions import Session
from .state import State

TOOL = "be-history"
SUGGESTED_MAX = 5
"""Sessions that a refusal names."""
DIGITS_MAX = 18


def number(asked: Asked, tool: str, whose: Whose) -> int:
    """Return a session's number, 0 where none is named. Raises RefusedError."""
    if not whose:
        return 0
    sessions = asked.state.sessions
    named = whose if isinstance(whose, int) else _number(whose) or sessions.named(whose)
    if named in sessions.by_number:
        return named
    near = recent(asked, SUGGESTED_MAX)
    values: dict[str, str | int] = {
        "got": str(whose),
        "near": ", ".join(one.name for one in near),
    }
    error = refuse(asked, tool, "no_such_session", verdict="ERROR", values=values)
    raise RefusedError(msgspec.structs.replace(error.refusal, sessions=near), error.fact)


def _number(whose: str) -> int:
    is_number = whose.isascii() and whose.isdigit() and len(whose) <= DIGITS_MAX
    return int(whose) if is_number else 0


def item(state: State, session: Session) -> SessionItem:
    """Return what a listing of sessions says of one."""
    doing = state.doings.of(session.number)
    return SessionItem(
        number=session.number,
        name=session.name,
        client=session.opened.client,
        version=session.opened.version,
        opened_ns=session.time_ns,
        active_ns=session.active_ns,
        is_open=session.open,
        edits=doing.edits,
        open_edits=doing.open_edits,
        reads=doing.reads,
        refused=doing.refused,
        files=len(doing.changed),
    )


def recent(asked: Asked, limit: int) -> tuple[SessionItem, ...]:
    """Return the sessions that were active last, the newest first."""
    return _newest(asked, asked.state.sessions.by_number.values(), limit)


def with_open_edits(asked: Asked, limit: int) -> tuple[SessionItem, ...]:
    """Return the sessions that have open edits, the last active first."""
    state = asked.state
    sessions = state.sessions.by_number.values()
    ones = (session for session in sessions if state.doings.of(session.number).open_edits)
    return _newest(asked, ones, limit)


def list_sessions(asked: Asked, request: Sessions) -> Decision:
    sessions = asked.state.sessions.by_number.values()
    ones = [one for one in sessions if request.agent in ("", one.opened.agent)]
    items = _newest(asked, ones, request.limit)
    more = len(ones) - len(items)
    reply = SessionList(seq=asked.seq, items=items, now_ns=asked.now_ns, more=more)
    return Decision(reply, Queried(TOOL))


def _newest(asked: Asked, sessions: Iterable[Session], limit: int) -> tuple[SessionItem, ...]:
    newest = sorted(sessions, key=lambda session: -session.newest)[: max(limit, 0)]
    return tuple(item(asked.state, session) for session in newest)
