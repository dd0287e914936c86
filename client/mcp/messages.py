"""JSON-RPC 2.0 messages as values, and a line that is none."""

from typing import Any, TypeGuard

from msgspec import Struct

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602

Id = int | str


class Request(Struct, frozen=True):
    id: Id
    method: str
    params: dict[str, Any]
    """Empty where there are none. Of tools/call without "arguments"."""
    arguments: bytes | None
    """The JSON text of params.arguments of tools/call, byte for byte; None where there are none.

    It is JSON in UTF-8, and need not be an object. Numbers in it may be out of any range.
    """
    raw: bytes


class Notification(Struct, frozen=True):
    method: str
    params: dict[str, Any]
    raw: bytes


class ErrorObject(Struct, frozen=True):
    code: int
    message: str
    data: Any = None


class Response(Struct, frozen=True):
    """An answer to a request of ours; one that is itself ill-formed is an error saying so."""

    id: Id | None
    result: Any = None
    error: ErrorObject | None = None


class Bad(Struct, frozen=True):
    """A line that is no message, or none that can be served, and the error to answer it with."""

    raw: bytes
    """The line; of a line too long, its beginning."""
    code: int
    message: str
    id: float | str | None
    """Of the request that it seems to be. A fractional id is against the rules, and echoed."""
    tool: str | None
    """Of a line that looks like tools/call the tool, or "" where no name can be read."""
    arguments: bytes | None = None
    """Of a tools/call whose id and tool stand around them for certain: what came as arguments."""
    data: Any = None
    """Of the error."""
    size_bytes: int = 0
    """Of a line too long, of which `raw` is the beginning; 0: `raw` is all of it."""
    is_message: bool = False
    """It is a message as it should be, and asks for what cannot be done."""
    is_answered: bool = True
    """False: it is a notification, to which nothing may be answered."""

    @property
    def is_call(self) -> bool:
        """Whether a tool's result answers it, and no error."""
        return self.tool is not None and is_id(self.id)


Message = Request | Notification | Response | Bad


def is_id(value: Any) -> TypeGuard[Id]:
    return isinstance(value, int | str) and not isinstance(value, bool)
