"""MCP's side of a conversation, without its input and output: messages in, lines and wishes out.

It serves the versions that begin with `initialize`. Clients of later ones ask for server/discover
first and fall back when that is not known.
"""

import re
from typing import Any, assert_never, cast

import msgspec
from msgspec import Struct

from .jsonrpc import (
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    Bad,
    ErrorObject,
    Id,
    Message,
    Notification,
    Request,
    Response,
    is_id,
)

VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
LATEST = VERSIONS[-1]
UNSUPPORTED_PROTOCOL_VERSION = -32022
_VERSION_OF_CALL = "io.modelcontextprotocol/protocolVersion"


class Send(Struct, frozen=True):
    line: bytes
    """With its LF."""


class Initialized(Struct, frozen=True):
    """The host may be asked now. Comes before the first call, even if the host forgot to say so."""

    client: str
    """As the host names itself; empty where it does not."""
    version: str
    capabilities: dict[str, Any]


class ListTools(Struct, frozen=True):
    id: Id


class CallTool(Struct, frozen=True):
    id: Id
    name: str
    """Empty where the call names no tool."""
    arguments: bytes | None
    """JSON text as it came, which need not be an object; None where there is none."""
    progress_token: Id | None


class Cancelled(Struct, frozen=True):
    """The host no longer waits for this call. What is answered to it all the same is not sent."""

    id: Id
    reason: str


class Answer(Struct, frozen=True):
    """What the host answered to `Session.ask`."""

    method: str
    result: Any
    error: ErrorObject | None


Output = Send | Initialized | ListTools | CallTool | Cancelled | Answer | Bad


class Session:
    """One host's conversation.

    `take` gives what is to be sent and done, in order. ListTools and CallTool wait for one of
    `result`, `tool_result` or `error`. A `Bad` comes out where it seems to be a call of a tool, so
    that it can be kept before it is answered with `error`, or with `tool_result` if it has an id.
    """

    def __init__(self, name: str, version: str, *, title: str = "", instructions: str = "") -> None:
        self._server = {"name": name, "version": version} | ({"title": title} if title else {})
        self._instructions = instructions
        self._client = Initialized("", "", {})
        self._announced = False
        """Whether `_client` went out."""
        self._waiting: dict[float | str, bool] = {}
        """Requests not answered yet, and whether they were cancelled."""
        self._asked: dict[Id, str] = {}
        """The method of each request to the host that is not answered yet."""
        self._ask_count = 0

    @property
    def waiting(self) -> int:
        """How many requests the host waits for."""
        return sum(not cancelled for cancelled in self._waiting.values())

    def take(self, message: Message) -> list[Output]:
        match message:
            case Request():
                return self._request(message)
            case Notification():
                return self._notification(message)
            case Response():
                return self._response(message)
            case Bad():
                return self._bad(message)
            case _:
                assert_never(message)

    def ask(self, method: str, params: dict[str, Any] | None = None) -> bytes:
        """Give the line that asks the host; what it says comes back as `Answer`."""
        self._ask_count += 1
        # A string that no host counts up to, so that neither side's ids pass for the other's.
        id_ = f"server-{self._ask_count}"
        self._asked[id_] = method
        return _line({"id": id_, "method": method} | ({} if params is None else {"params": params}))

    def result(self, id_: float | str, value: Any) -> bytes:
        """Give the line that answers a request, or b"" if the host no longer waits for it."""
        return _line({"id": id_, "result": value}) if self._settle(id_) else b""

    def tool_result(
        self,
        id_: float | str,
        text: str,
        *,
        is_error: bool = False,
        structured: dict[str, Any] | None = None,
    ) -> bytes:
        """Like `result`, for a call of a tool: one block of text."""
        value: dict[str, Any] = {"content": [{"type": "text", "text": text}], "isError": is_error}
        if structured is not None:
            value["structuredContent"] = structured
        return self.result(id_, value)

    def error(self, id_: float | str | None, code: int, message: str, data: Any = None) -> bytes:
        """Like `result`, for what went wrong; with no id it is always sent."""
        return _error(id_, code, message, data) if id_ is None or self._settle(id_) else b""

    def _settle(self, id_: float | str) -> bool:
        return self._waiting.pop(id_, True) is False

    def _request(self, request: Request) -> list[Output]:
        id_, method = request.id, request.method
        if id_ in self._waiting:
            return [_error_out(id_, INVALID_REQUEST, f"id {id_!r} is in use by an earlier request")]
        match method:
            case "initialize":
                return [self._initialize(request)]
            case "ping" | "logging/setLevel":
                return [Send(_line({"id": id_, "result": {}}))]
            case "tools/list":
                return self._open(request, ListTools(id_))
            case "tools/call":
                return self._open(request, _tool_call(request))
            case _:
                return [_error_out(id_, METHOD_NOT_FOUND, f"unknown method {method}")]

    def _initialize(self, request: Request) -> Send:
        params = request.params
        client = _mapping(params.get("clientInfo"))
        self._client = Initialized(
            _text(client.get("name")),
            _text(client.get("version")),
            _mapping(params.get("capabilities")),
        )
        self._announced = False
        wanted = params.get("protocolVersion")
        value: dict[str, Any] = {
            "protocolVersion": wanted if wanted in VERSIONS else LATEST,
            "capabilities": {"tools": {"listChanged": False}},
            "serverInfo": self._server,
        }
        if self._instructions:
            value["instructions"] = self._instructions
        return Send(_line({"id": request.id, "result": value}))

    def _open(self, request: Request, call: ListTools | CallTool) -> list[Output]:
        # A client of a later version, told to do without asking first, would misread our results.
        wanted = _mapping(request.params.get("_meta")).get(_VERSION_OF_CALL, LATEST)
        if wanted not in VERSIONS:
            data = {"supported": VERSIONS, "requested": wanted}
            message = f"unsupported protocol version {wanted}"
            return [_error_out(request.id, UNSUPPORTED_PROTOCOL_VERSION, message, data)]
        self._waiting[request.id] = False
        # Answered before initialize too: servers on the TypeScript SDK do so, hence hosts and
        # proxies that restart a server under a running conversation, and scripts, rely on it.
        return [*self._announce(), call]

    def _announce(self) -> list[Output]:
        if self._announced:
            return []
        self._announced = True
        return [self._client]

    def _notification(self, notification: Notification) -> list[Output]:
        match notification.method:
            case "notifications/initialized":
                return self._announce()
            case "notifications/cancelled":
                id_ = notification.params.get("requestId")
                if not is_id(id_) or self._waiting.get(id_, True):
                    return []  # answered, cancelled before or never seen: they may cross on the way
                self._waiting[id_] = True
                return [Cancelled(id_, _text(notification.params.get("reason")))]
            case _:
                return []

    def _response(self, response: Response) -> list[Output]:
        method = None if response.id is None else self._asked.pop(response.id, None)
        return [] if method is None else [Answer(method, response.result, response.error)]

    def _bad(self, bad: Bad) -> list[Output]:
        if bad.id in self._waiting:
            # Guessed or not, this id would end a call that is still being worked on.
            bad = msgspec.structs.replace(bad, id=None)
        if bad.tool is None:
            return [_error_out(bad.id, bad.code, bad.message)]
        if bad.id is not None:
            self._waiting[bad.id] = False
        return [bad]


def notification(method: str, params: dict[str, Any] | None = None) -> bytes:
    """Give the line that tells the host something."""
    return _line({"method": method} | ({} if params is None else {"params": params}))


def _tool_call(request: Request) -> CallTool:
    token = _mapping(request.params.get("_meta")).get("progressToken")
    name = _text(request.params.get("name"))
    return CallTool(request.id, name, request.arguments, token if is_id(token) else None)


def _mapping(value: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _error_out(id_: float | str | None, code: int, message: str, data: Any = None) -> Send:
    return Send(_error(id_, code, message, data))


def _error(id_: float | str | None, code: int, message: str, data: Any) -> bytes:
    error = {"code": code, "message": message} | ({} if data is None else {"data": data})
    return _line({"id": id_, "error": error})


def _line(members: dict[str, Any]) -> bytes:
    message = {"jsonrpc": "2.0"} | members
    try:
        return msgspec.json.encode(message) + b"\n"
    except UnicodeEncodeError:
        return _escaped(message) + b"\n"


def _escaped(message: dict[str, Any]) -> bytes:
    """Encode text with lone surrogates, writing them out as the six characters of their escape.

    As escapes proper they would be JSON, but many hosts' decoders refuse the whole line.
    """
    import json  # noqa: PLC0415 - for names that are not UTF-8 alone, which most processes never meet

    text = json.dumps(message, ensure_ascii=False, separators=(",", ":"), default=_plain)
    return re.sub("[\ud800-\udfff]", lambda half: f"\\\\u{ord(half[0]):04x}", text).encode()


def _plain(value: Any) -> Any:
    return (
        msgspec.json.decode(value) if isinstance(value, msgspec.Raw) else msgspec.to_builtins(value)
    )
