"""Which hosts are told that their calls are still being worked on, and when.

A host that asked for it hears once a second of a call that takes longer than one; of a quick call
nothing. Many hosts count such a word as life and wait on.
"""

from msgspec import Struct

from . import wire
from .messages import Id

EVERY_S = 1.0


class _Slow(Struct):
    token: Id
    begun_s: float
    due_s: float


class Progress:
    """The calls that are waited for, each with when its next word is due. It looks at no clock."""

    def __init__(self) -> None:
        self._calls: dict[float | str, _Slow] = {}
        """By the call's id."""

    def begin(self, id_: Id, token: Id | None, now_s: float) -> None:
        """A call came; without a token its host wants to hear nothing."""
        if token is not None:
            self._calls[id_] = _Slow(token, now_s, now_s + EVERY_S)

    def end(self, id_: float | str | None) -> None:
        """The call is answered, or no longer waited for."""
        if id_ is not None:
            self._calls.pop(id_, None)

    def next_s(self) -> float | None:
        """Return when the next word is due, on the clock of `begin`; None: none is."""
        return min((call.due_s for call in self._calls.values()), default=None)

    def due(self, now_s: float) -> list[bytes]:
        """Return the lines that are due, and put off what comes next."""
        return [self._word(call, now_s) for call in self._calls.values() if call.due_s <= now_s]

    def _word(self, call: _Slow, now_s: float) -> bytes:
        # Whole seconds, so that each word has a higher number than the last, however late.
        waited = max(1, int((now_s - call.begun_s) / EVERY_S))
        call.due_s = call.begun_s + (waited + 1) * EVERY_S
        return wire.notification(
            "notifications/progress",
            {"progressToken": call.token, "progress": waited, "message": f"waiting, {waited} s"},
        )
