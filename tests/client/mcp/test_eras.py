"""Which way a conversation goes, and the way of 2026-07-28: envelopes and no handshake."""

import json
from typing import Any

import mcp_types
import msgspec
import pytest
from mcp_types import methods

from editjournal.client.mcp.envelope import VERSION
from editjournal.client.mcp.jsonrpc import parse
from editjournal.client.mcp.messages import Bad
from editjournal.client.mcp.protocol import (
    VERSIONS,
    CallTool,
    Cancelled,
    Initialized,
    ListTools,
    Output,
    Send,
    Session,
)

PREFIX = "io.modelcontextprotocol/"
SERVER = {"name": "editjournal", "version": "0.1", "title": "Edits"}
INFO = {"name": "claude-code", "version": "3"}
HOST = Initialized("claude-code", "3", {})
UNSUPPORTED, INVALID_REQUEST, INVALID_PARAMS, NOT_FOUND = -32022, -32600, -32602, -32601


@pytest.fixture
def session() -> Session:
    return Session("editjournal", "0.1", title="Edits", instructions="read first")


def envelope(version: Any = VERSION, **more: Any) -> dict[str, Any]:
    """Return params with an envelope; `more` goes into it, None takes out."""
    meta: dict[str, Any] = {
        f"{PREFIX}protocolVersion": version,
        f"{PREFIX}clientCapabilities": {"roots": {}},
        f"{PREFIX}clientInfo": INFO,
    }
    for name, value in more.items():
        meta[PREFIX + name] = value
    return {"_meta": {key: value for key, value in meta.items() if value is not None}}


def ask(session: Session, method: str, params: dict[str, Any], id_: int = 1) -> list[Output]:
    """Send a request; what is to be kept before it is answered is taken to be."""
    message = {"jsonrpc": "2.0", "id": id_, "method": method, "params": params}
    outputs = session.take(parse(msgspec.json.encode(message)))
    return [_answered(session, one) if isinstance(one, Bad) else one for one in outputs]


def _answered(session: Session, bad: Bad) -> Send:
    assert bad.is_message
    return Send(session.error(bad.id, bad.code, bad.message, bad.data))


def tell(session: Session, method: str, params: dict[str, Any]) -> list[Output]:
    message = {"jsonrpc": "2.0", "method": method, "params": params}
    return session.take(parse(msgspec.json.encode(message)))


def result(outputs: list[Output]) -> dict[str, Any]:
    (output,) = outputs
    assert isinstance(output, Send)
    return json.loads(output.line)["result"]


def error(outputs: list[Output]) -> dict[str, Any]:
    (output,) = outputs
    assert isinstance(output, Send)
    return json.loads(output.line)["error"]


def expect_valid(method: str, value: dict[str, Any]) -> None:
    """See that a result is as the official schema of this version has it."""
    methods.validate_server_result(method, VERSION, value)


# --- 2026-07-28 -----------------------------------------------------------------------------------


def test_discover_tells_what_is_served(session: Session) -> None:
    told = result(ask(session, "server/discover", envelope()))
    expect_valid("server/discover", told)
    assert told == {
        "resultType": "complete",
        "supportedVersions": [VERSION],
        "capabilities": {"tools": {"listChanged": False}},
        "instructions": "read first",
        "ttlMs": 300_000,
        "cacheScope": "private",
        "_meta": {f"{PREFIX}serverInfo": SERVER},
    }
    assert session.waiting == 0


def test_a_list_of_tools_says_how_long_it_may_be_kept(session: Session) -> None:
    assert ask(session, "tools/list", envelope()) == [HOST, ListTools(1)]
    tool = {"name": "a", "inputSchema": {"type": "object"}}
    told = json.loads(session.tools(1, [tool]))["result"]
    expect_valid("tools/list", told)
    assert told == {
        "resultType": "complete",
        "tools": [tool],
        "ttlMs": 300_000,
        "cacheScope": "private",
        "_meta": {f"{PREFIX}serverInfo": SERVER},
    }


def test_a_result_of_a_tool_is_complete_and_has_nothing_for_a_model_but_its_text(
    session: Session,
) -> None:
    params = envelope() | {"name": "a", "arguments": {"x": 1}}
    assert ask(session, "tools/call", params) == [HOST, CallTool(1, "a", b'{"x":1}', None)]
    told = json.loads(session.tool_result(1, "done"))["result"]
    expect_valid("tools/call", told)
    assert told == {
        "resultType": "complete",
        "content": [{"type": "text", "text": "done"}],
        "isError": False,
    }


def test_a_call_has_its_progress_token_beside_the_envelope(session: Session) -> None:
    params = envelope()
    params["_meta"]["progressToken"] = 7
    assert ask(session, "tools/call", params | {"name": "a"})[-1] == CallTool(1, "a", None, 7)


def test_a_host_is_announced_once_and_anew_when_it_is_another(session: Session) -> None:
    assert len(ask(session, "server/discover", envelope())) == 1
    assert tell(session, "notifications/initialized", {}) == []
    assert ask(session, "tools/list", envelope(), 1) == [HOST, ListTools(1)]
    assert ask(session, "tools/list", envelope(), 2) == [ListTools(2)]
    other = envelope(clientInfo={"name": "codex"})
    assert ask(session, "tools/list", other, 3) == [Initialized("codex", "", {}), ListTools(3)]


def test_a_host_need_not_say_who_it_is(session: Session) -> None:
    assert ask(session, "tools/list", envelope(clientInfo=None)) == [
        Initialized("", "", {}),
        ListTools(1),
    ]


def test_a_host_of_this_version_cannot_be_asked(session: Session) -> None:
    ask(session, "server/discover", envelope())
    with pytest.raises(AssertionError):
        session.ask("roots/list")


@pytest.mark.parametrize(
    "method", ["ping", "logging/setLevel", "subscriptions/listen", "resources/list", "x"]
)
def test_what_this_version_or_this_server_has_not_is_not_found(
    session: Session, method: str
) -> None:
    ask(session, "server/discover", envelope())
    assert error(ask(session, method, envelope()))["code"] == NOT_FOUND


@pytest.mark.parametrize("method", ["server/discover", "tools/list", "tools/call", "x"])
@pytest.mark.parametrize("missing", ["protocolVersion", "clientCapabilities"])
def test_a_request_without_its_envelope_hears_what_it_lacks(
    session: Session, method: str, missing: str
) -> None:
    ask(session, "server/discover", envelope())
    told = error(ask(session, method, envelope(**{missing: None})))
    assert (told["code"], told["message"]) == (
        INVALID_PARAMS,
        f"params._meta lacks {PREFIX}{missing}",
    )
    none: list[dict[str, Any]] = [{}, {"_meta": 7}, {"_meta": {}}]
    for params in none:
        told = error(ask(session, method, params))
        assert told["code"] == INVALID_PARAMS
        assert told["message"].count(PREFIX) == 2
    assert session.waiting == 0


def test_a_half_envelope_decides_for_envelopes_too(session: Session) -> None:
    assert (
        error(ask(session, "tools/list", envelope(clientCapabilities=None)))["code"]
        == INVALID_PARAMS
    )
    assert error(ask(session, "initialize", {"protocolVersion": "2025-06-18"})) == {
        "code": UNSUPPORTED,
        "message": "unsupported protocol version 2025-06-18",
        "data": {"supported": [VERSION], "requested": "2025-06-18"},
    }


@pytest.mark.parametrize("requested", [None, 7])
def test_an_initialize_that_names_no_version_hears_what_is_served(
    session: Session, requested: Any
) -> None:
    ask(session, "server/discover", envelope())
    told = error(ask(session, "initialize", {"protocolVersion": requested}))
    assert told["code"] == UNSUPPORTED
    assert told["data"] == {"supported": [VERSION]}


@pytest.mark.parametrize("version", ["2025-11-25", "2027-01-01"])
def test_a_conversation_in_envelopes_does_not_change_its_version(
    session: Session, version: str
) -> None:
    ask(session, "server/discover", envelope())
    told = error(ask(session, "tools/list", envelope(version)))
    assert told["code"] == UNSUPPORTED
    data = {"supported": [VERSION], "requested": version}
    assert told["data"] == data
    mcp_types.UnsupportedProtocolVersionErrorData.model_validate(data)


def test_a_call_is_cancelled_as_ever(session: Session) -> None:
    ask(session, "tools/call", envelope() | {"name": "slow"})
    assert tell(session, "notifications/cancelled", {"requestId": 1}) == [Cancelled(1, "")]
    assert session.tool_result(1, "done") == b""


def test_a_line_that_seems_a_call_comes_out_to_be_kept(session: Session) -> None:
    ask(session, "server/discover", envelope())
    call = msgspec.json.encode(
        {"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"name": "edit"}}
    )
    (bad,) = session.take(parse(call[:-1]))
    assert isinstance(bad, Bad)
    assert (bad.id, bad.tool) == (5, "edit")


# --- which way it goes ----------------------------------------------------------------------------


def test_a_version_that_is_not_served_decides_nothing(session: Session) -> None:
    told = error(ask(session, "server/discover", envelope("2027-01-01")))
    assert told["code"] == UNSUPPORTED
    assert told["data"] == {"supported": [*VERSIONS, VERSION], "requested": "2027-01-01"}
    assert "supportedVersions" in result(ask(session, "server/discover", envelope()))


def test_after_a_version_that_is_not_served_initialize_is_served(session: Session) -> None:
    ask(session, "server/discover", envelope("2027-01-01"))
    told = result(ask(session, "initialize", {"protocolVersion": "2025-03-26"}))
    assert told["protocolVersion"] == "2025-03-26"


@pytest.mark.parametrize("version", [7, [], {}, True])
def test_a_version_that_is_no_string_is_a_wrong_parameter(session: Session, version: Any) -> None:
    assert error(ask(session, "tools/list", envelope(version)))["code"] == INVALID_PARAMS
    ask(session, "server/discover", envelope())
    assert error(ask(session, "tools/list", envelope(version)))["code"] == INVALID_PARAMS


def test_initialize_begins_a_handshake_whatever_a_host_adds_to_it(session: Session) -> None:
    params = envelope() | {"protocolVersion": "2025-06-18"}
    told = result(ask(session, "initialize", params))
    assert told["protocolVersion"] == "2025-06-18"
    assert "resultType" not in told


@pytest.mark.parametrize("method", ["tools/list", "tools/call", "server/discover"])
def test_after_a_handshake_envelopes_are_refused(session: Session, method: str) -> None:
    ask(session, "initialize", {"protocolVersion": "2025-06-18"})
    assert error(ask(session, method, envelope()))["code"] == INVALID_REQUEST
    told = error(ask(session, method, envelope("2027-01-01")))
    assert (told["code"], told["data"]["supported"]) == (UNSUPPORTED, [*VERSIONS])
    assert session.waiting == 0


def test_a_call_without_an_envelope_decides_for_the_way_of_the_handshake(session: Session) -> None:
    assert ask(session, "tools/list", {})[-1] == ListTools(1)
    assert json.loads(session.tools(1, []))["result"] == {"tools": []}
    assert error(ask(session, "server/discover", envelope()))["code"] == INVALID_REQUEST


def test_notifications_decide_nothing(session: Session) -> None:
    tell(session, "notifications/initialized", {})
    tell(session, "notifications/cancelled", {"requestId": 1})
    assert "supportedVersions" in result(ask(session, "server/discover", envelope()))
    assert tell(session, "notifications/initialized", {}) == []
    assert ask(session, "tools/list", envelope())[0] == HOST
