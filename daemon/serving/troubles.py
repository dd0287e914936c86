"""What the daemon says of a message that it cannot take."""

import contextlib
import logging
import time

import msgspec

from ...schemas.facts import RequestId
from ...schemas.messages import PROTOCOL, Ask, Trouble
from ...schemas.version import BUILD
from ..service import NoWorkspace
from .logfile import without_contents

LOG = logging.getLogger("editjournal.server")
UNDECODABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What decoding a body raises."""

OTHER_USER = Trouble("other_user", "this daemon serves another user", "use one of your own")
STOPPING = Trouble("stopping", "the daemon is about to end", "ask again: a new one starts")


class _Named(msgspec.Struct):
    """What may be legible of a body that is no Ask."""

    id: RequestId | None = None


class _Spoken(msgspec.Struct):
    """What is legible of the hello of any protocol."""

    protocol: int = 0
    build: str = "unknown"


_NAMED = msgspec.msgpack.Decoder(_Named)
_SPOKEN = msgspec.msgpack.Decoder(_Spoken)


def busy(message: str) -> Trouble:
    return Trouble("busy", message, "try again in a moment")


def malformed(why: str, body: bytes | memoryview = b"") -> Trouble:
    return Trouble("malformed", f"not understood: {why}", "check the client", _id_in(body))


def too_large(body: memoryview, bytes_max: int) -> Trouble:
    message = f"the call has {len(body)} bytes, {bytes_max} at most"
    return Trouble("too_large", message, "send it in parts", _id_in(body))


def unknown_session(ask: Ask) -> Trouble:
    message = f"session {ask.session} is not open on this connection"
    return Trouble("unknown_session", message, "say hello again", ask.id)


def expired(ask: Ask) -> Trouble | None:
    """Return the trouble of a call whose deadline has passed, or None."""
    if ask.deadline_ms > 0 and not 0 < ask.expires_ns <= time.monotonic_ns():
        return None
    return Trouble("expired", "the call's deadline passed before it could start", "call again")


def skew(hello: memoryview) -> Trouble | None:
    """Return the trouble of a hello in another protocol, or None."""
    try:
        spoken = _SPOKEN.decode(hello)
    except UNDECODABLE as error:
        return malformed(str(error))
    if spoken.protocol == PROTOCOL:
        return None
    return Trouble(
        code="protocol",
        message=f"the client speaks protocol {spoken.protocol} (build {spoken.build}), "
        f"the daemon {PROTOCOL} (build {BUILD})",
        next="editjournal daemon restart",
    )


def of(error: BaseException, request: RequestId | None = None) -> Trouble:
    """Return the trouble of a call that raised; a surprise goes to the log."""
    if isinstance(error, NoWorkspace):
        return Trouble(error.code, error.message, error.next, request)
    LOG.error("%s", without_contents(error))
    message = f"the daemon failed on this call: {type(error).__name__}"
    return Trouble("internal", message, "see daemon.log in the state folder", request)


def _id_in(body: bytes | memoryview) -> RequestId | None:
    with contextlib.suppress(*UNDECODABLE):
        return _NAMED.decode(body).id
    return None
