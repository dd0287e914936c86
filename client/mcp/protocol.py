"""MCP's side of a conversation, without its input and output: messages in, lines and wishes out.

The first request decides in which of two ways a conversation goes. Versions 2024-11-05 to
2025-11-25 begin with `initialize`, and the server may ask the host. From 2026-07-28 on there is no
beginning: each request has an envelope, `server/discover` tells what is served, and the server
only answers.
"""

from typing import Any, Literal, assert_never, cast

from msgspec import Struct
from msgspec.structs import replace

from . import envelope, strays, wire
from .messages import (
    INVALID_PARAMS,
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
"""That begin with `initialize`."""
LATEST = VERSIONS[-1]
UNSUPPORTED_PROTOCOL_VERSION = -32022


class Send(Struct, frozen=True):
    line: bytes
    """With its LF."""


class Initialized(Struct, frozen=True):
    """Who the host is. Comes before the first call, even if the host forgot to say so."""

    client: str
    """As the host names itself; empty where it does not."""
    version: str
    capabilities: dict[str, Any]
    """What the host may be asked for: nothing from 2026-07-28 on."""


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
    `tools`, `tool_result` or `error`. A `Bad` comes out so that it can be kept before it is
    answered: with `tool_result` if it `is_call`, else with `error`, if it `is_answered`. So does a
    message that seems to be a call of a tool and cannot be served.
    """

    def __init__(self, name: str, version: str, *, title: str = "", instructions: str = "") -> None:
        self._server = {"name": name, "version": version} | ({"title": title} if title else {})
        self._instructions = instructions
        self._way: Literal["", "handshake", "envelope"] = ""
        """How the conversation goes; empty until a request has decided it."""
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
        """Give the line that asks the host; what it says comes back as `Answer`.

        Only for what it has named in `Initialized.capabilities`.
        """
        assert self._way != "envelope", "this host takes no requests"
        self._ask_count += 1
        # A string that no host counts up to, so that neither side's ids pass for the other's.
        id_ = f"server-{self._ask_count}"
        self._asked[id_] = method
        return wire.request(id_, method, params)

    def tools(self, id_: float | str, listed: list[dict[str, Any]]) -> bytes:
        """Give the line that answers a ListTools, or b"" if the host no longer waits for it."""
        value: dict[str, Any] = {"tools": listed}
        if self._way == "envelope":
            value = envelope.listed(value, self._server)
        return wire.result(id_, value) if self._settle(id_) else b""

    def tool_result(
        self,
        id_: float | str,
        text: str,
        *,
        is_error: bool = False,
        structured: dict[str, Any] | None = None,
    ) -> bytes:
        """Like `tools`, for a call of a tool: one block of text."""
        value: dict[str, Any] = {"content": [{"type": "text", "text": text}], "isError": is_error}
        if structured is not None:
            value["structuredContent"] = structured
        if self._way == "envelope":
            value = envelope.complete(value)
        return wire.result(id_, value) if self._settle(id_) else b""

    def error(self, id_: float | str | None, code: int, message: str, data: Any = None) -> bytes:
        """Like `tools`, for what went wrong; with no id it is always sent."""
        settled = id_ is None or self._settle(id_)
        return wire.error(id_, code, message, data) if settled else b""

    def _settle(self, id_: float | str) -> bool:
        return self._waiting.pop(id_, True) is False

    # --- requests ---------------------------------------------------------------------------

    def _request(self, request: Request) -> list[Output]:
        id_ = request.id
        if id_ in self._waiting:
            message = f"id {id_!r} is in use by an earlier request"
            return self._denied(request, INVALID_REQUEST, message)
        # `initialize` is of the other versions whatever a client adds to it.
        first = request.method == "initialize"
        version = None if first else envelope.version_in(request.params)
        if not self._way and version in (None, *VERSIONS):
            self._way = "handshake"
        elif not self._way and version == envelope.VERSION:
            self._way = "envelope"
        if self._way == "envelope":
            return self._refused_in_envelope(request) or self._enveloped(request)
        if version is not None and version not in VERSIONS:
            return self._refused_version(request, version)
        return self._after_handshake(request)

    def _denied(self, request: Request, code: int, message: str, data: Any = None) -> list[Output]:
        """Answer with an error; what seems to be a call of a tool is to be kept before."""
        if not strays.seems_call(request.method, request.params):
            return [_error(request.id, code, message, data)]
        bad = Bad(request.raw, code, message, request.id, None, data=data, is_message=True)
        return self._bad(bad)

    def _unsupported(self, request: Request, version: Any, served: tuple[str, ...]) -> list[Output]:
        requested = {"requested": version} if isinstance(version, str) else {}
        message = f"unsupported protocol version {_text(version)}".rstrip()
        data = {"supported": served} | requested
        return self._denied(request, UNSUPPORTED_PROTOCOL_VERSION, message, data)

    def _refused_version(self, request: Request, version: Any) -> list[Output]:
        if not isinstance(version, str):
            return self._denied(request, INVALID_PARAMS, "a protocol version is a string")
        if version == envelope.VERSION:
            message = f"this conversation began with initialize, and goes on so, not as {version}"
            return self._denied(request, INVALID_REQUEST, message)
        served = VERSIONS if self._way else (*VERSIONS, envelope.VERSION)
        return self._unsupported(request, version, served)

    def _after_handshake(self, request: Request) -> list[Output]:
        id_, method = request.id, request.method
        match method:
            case "initialize":
                return [self._initialize(request)]
            case "ping" | "logging/setLevel":
                return [Send(wire.result(id_, {}))]
            case "tools/list" | "tools/call":
                # Answered before initialize too: servers on the TypeScript SDK do so, hence hosts
                # and proxies that restart a server under a running conversation rely on it.
                return self._open(request)
            case _:
                return self._denied(request, METHOD_NOT_FOUND, f"unknown method {method}")

    def _initialize(self, request: Request) -> Send:
        params = request.params
        self._client = _client(params.get("clientInfo"), _mapping(params.get("capabilities")))
        self._announced = False
        wanted = params.get("protocolVersion")
        value = {
            "protocolVersion": wanted if wanted in VERSIONS else LATEST,
            **self._served(),
            "serverInfo": self._server,
        }
        return Send(wire.result(request.id, value))

    def _refused_in_envelope(self, request: Request) -> list[Output]:
        """Return what an envelope that is wrong is answered with; nothing: it is right."""
        served = (envelope.VERSION,)
        if request.method == "initialize":
            return self._unsupported(request, request.params.get("protocolVersion"), served)
        if fault := envelope.fault(request.params):
            return self._denied(request, INVALID_PARAMS, fault)
        version = envelope.version_in(request.params)
        if not isinstance(version, str):
            return self._refused_version(request, version)
        return [] if version in served else self._unsupported(request, version, served)

    def _enveloped(self, request: Request) -> list[Output]:
        id_, method = request.id, request.method
        match method:
            case "server/discover":
                value = {"supportedVersions": [envelope.VERSION], **self._served()}
                return [Send(wire.result(id_, envelope.listed(value, self._server)))]
            case "tools/list" | "tools/call":
                client = _client(envelope.client_info(request.params), {})
                self._announced = self._announced and client == self._client
                self._client = client
                return self._open(request)
            case _:
                return self._denied(request, METHOD_NOT_FOUND, f"unknown method {method}")

    def _served(self) -> dict[str, Any]:
        """Return what both ways tell of the server."""
        capabilities = {"capabilities": {"tools": {"listChanged": False}}}
        return capabilities | ({"instructions": self._instructions} if self._instructions else {})

    def _open(self, request: Request) -> list[Output]:
        self._waiting[request.id] = False
        wish = ListTools(request.id) if request.method == "tools/list" else _tool_call(request)
        return [*self._announce(), wish]

    def _announce(self) -> list[Output]:
        if self._announced:
            return []
        self._announced = True
        return [self._client]

    # --- all else ---------------------------------------------------------------------------

    def _notification(self, notification: Notification) -> list[Output]:
        match notification.method:
            case "notifications/initialized":
                return [] if self._way == "envelope" else self._announce()
            case "notifications/cancelled":
                id_ = notification.params.get("requestId")
                if not is_id(id_) or self._waiting.get(id_, True):
                    return []  # answered, cancelled before or never seen: they may cross on the way
                self._waiting[id_] = True
                return [Cancelled(id_, _text(notification.params.get("reason")))]
            case method if strays.seems_call(method, notification.params):
                message = 'a call without an "id" is not made'
                bad = Bad(notification.raw, INVALID_REQUEST, message, None, None)
                return self._bad(replace(bad, is_message=True, is_answered=False))
            case _:
                return []

    def _response(self, response: Response) -> list[Output]:
        method = None if response.id is None else self._asked.pop(response.id, None)
        return [] if method is None else [Answer(method, response.result, response.error)]

    def _bad(self, bad: Bad) -> list[Output]:
        if bad.id in self._waiting:
            # Guessed or not, this id would end a call that is still being worked on.
            bad = replace(bad, id=None)
        if bad.id is not None:
            self._waiting[bad.id] = False
        return [bad]


def _client(info: Any, capabilities: dict[str, Any]) -> Initialized:
    said = _mapping(info)
    return Initialized(_text(said.get("name")), _text(said.get("version")), capabilities)


def _tool_call(request: Request) -> CallTool:
    token = _mapping(request.params.get("_meta")).get("progressToken")
    name = _text(request.params.get("name"))
    return CallTool(request.id, name, request.arguments, token if is_id(token) else None)


def _mapping(value: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _error(id_: float | str | None, code: int, message: str, data: Any = None) -> Send:
    return Send(wire.error(id_, code, message, data))
