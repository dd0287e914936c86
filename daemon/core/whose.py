"""Which session is meant."""

from ...schemas.requests import Whose
from .asking import Asked, refuse

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
    newest = sorted(sessions.by_number.values(), key=lambda session: -session.newest)
    values: dict[str, str | int] = {
        "session": str(whose),
        "near": ", ".join(one.name for one in newest[:SUGGESTED_MAX]),
    }
    raise refuse(asked, tool, "no_such_session", verdict="ERROR", values=values)


def _number(whose: str) -> int:
    is_number = whose.isascii() and whose.isdigit() and len(whose) <= DIGITS_MAX
    return int(whose) if is_number else 0
