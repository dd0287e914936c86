import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import mcp
import mcp_types
import msgspec
import pytest
from mcp.client.session import ClientRequestContext
from mcp.client.stdio import StdioServerParameters

from editjournal.client.mcp import wire
from editjournal.client.mcp.envelope import VERSION
from editjournal.client.mcp.jsonrpc import parse
from editjournal.client.mcp.messages import Bad, ErrorObject
from editjournal.client.mcp.protocol import (
    LATEST,
    VERSIONS,
    Answer,
    CallTool,
    Cancelled,
    Initialized,
    ListTools,
    Output,
    Send,
    Session,
)

SERVER = Path(__file__).with_name("mcp_echo_server.py")
NOBODY = Initialized("", "", {})


@pytest.fixture
def session() -> Session:
    return Session("editjournal", "0.1", title="Edits", instructions="read first")


def line(method: str, params: Any = None, id_: Any = None) -> bytes:
    members = {"jsonrpc": "2.0", "method": method}
    members |= {} if id_ is None else {"id": id_}
    return msgspec.json.encode(members | ({} if params is None else {"params": params}))


def take(session: Session, method: str, params: Any = None, id_: Any = None) -> list[Output]:
    return session.take(parse(line(method, params, id_)))


def read(sent: bytes) -> dict[str, Any]:
    assert sent.endswith(b"\n")
    assert sent.count(b"\n") == 1
    message: dict[str, Any] = json.loads(sent)
    assert message.pop("jsonrpc") == "2.0"
    return message


def reply(outputs: list[Output]) -> dict[str, Any]:
    (output,) = outputs
    assert isinstance(output, Send)
    return read(output.line)


def refusal(outputs: list[Output]) -> tuple[Any, int]:
    message = reply(outputs)
    return message["id"], message["error"]["code"]


def kept(outputs: list[Output]) -> tuple[Any, int]:
    """Return what a line is answered with once it is kept."""
    (bad,) = outputs
    assert isinstance(bad, Bad)
    return bad.id, bad.code


HELLO: dict[str, Any] = {
    "protocolVersion": LATEST,
    "capabilities": {"roots": {}},
    "clientInfo": {"name": "claude-code", "version": "2"},
}


def test_initialize_tells_who_serves_what(session: Session) -> None:
    assert reply(take(session, "initialize", HELLO, 0)) == {
        "id": 0,
        "result": {
            "protocolVersion": LATEST,
            "capabilities": {"tools": {"listChanged": False}},
            "serverInfo": {"name": "editjournal", "version": "0.1", "title": "Edits"},
            "instructions": "read first",
        },
    }


def test_what_a_server_does_not_say_of_itself_is_left_out() -> None:
    result = reply(take(Session("s", "1"), "initialize", HELLO, 0))["result"]
    assert result["serverInfo"] == {"name": "s", "version": "1"}
    assert "instructions" not in result


@pytest.mark.parametrize(
    ("wanted", "given"),
    [
        *((version, version) for version in VERSIONS),
        ("2026-07-28", LATEST),
        ("1.0", LATEST),
        (7, LATEST),
        ([], LATEST),
        (None, LATEST),
    ],
)
def test_the_version_asked_for_is_taken_if_known_else_the_latest(
    session: Session, wanted: Any, given: str
) -> None:
    message = reply(take(session, "initialize", {"protocolVersion": wanted}, 0))
    assert message["result"]["protocolVersion"] == given


def test_a_client_is_announced_once_it_is_initialized(session: Session) -> None:
    take(session, "initialize", HELLO, 0)
    announced = [Initialized("claude-code", "2", {"roots": {}})]
    assert take(session, "notifications/initialized") == announced
    assert take(session, "notifications/initialized") == []
    assert take(session, "tools/list", None, 1) == [ListTools(1)]


def test_a_client_that_does_not_say_initialized_is_announced_before_its_first_call(
    session: Session,
) -> None:
    take(session, "initialize", HELLO, 0)
    assert take(session, "tools/list", {}, 1) == [
        Initialized("claude-code", "2", {"roots": {}}),
        ListTools(1),
    ]
    assert take(session, "notifications/initialized") == []


def test_a_client_that_skips_initialize_is_served_all_the_same(session: Session) -> None:
    assert take(session, "tools/call", {"name": "read"}, 1) == [
        NOBODY,
        CallTool(1, "read", None, None),
    ]
    assert take(session, "tools/list", {}, 2) == [ListTools(2)]


def test_a_second_initialize_is_answered_and_announces_again(session: Session) -> None:
    take(session, "initialize", HELLO, 0)
    take(session, "notifications/initialized")
    assert "result" in reply(take(session, "initialize", {"clientInfo": {"name": "other"}}, 1))
    assert take(session, "notifications/initialized") == [Initialized("other", "", {})]


def test_nonsense_about_a_client_counts_as_nothing_said(session: Session) -> None:
    params: dict[str, Any] = {"clientInfo": {"name": 7, "version": None}, "capabilities": []}
    assert "result" in reply(take(session, "initialize", params, 0))
    assert take(session, "notifications/initialized") == [NOBODY]


@pytest.mark.parametrize("method", ["ping", "logging/setLevel"])
def test_ping_and_set_level_are_answered_at_any_time(session: Session, method: str) -> None:
    assert reply(take(session, method, {"level": "debug"}, "p")) == {"id": "p", "result": {}}


@pytest.mark.parametrize("method", ["server/discover", "resources/list", "", "tools/Call"])
def test_an_unknown_method_is_not_found(session: Session, method: str) -> None:
    assert refusal(take(session, method, {}, 3)) == (3, -32601)


def test_an_unknown_notification_is_ignored(session: Session) -> None:
    assert take(session, "notifications/whatever", {}) == []


def test_a_call_comes_out_with_its_arguments_as_they_came(session: Session) -> None:
    take(session, "notifications/initialized")
    raw = (
        b'{"jsonrpc":"2.0","id":4,"method":"tools/call","params":'
        b'{"_meta":{"progressToken":"t"},"name":"edit","arguments":{ "a": 1.0 }}}'
    )
    assert session.take(parse(raw)) == [CallTool(4, "edit", b'{ "a": 1.0 }', "t")]


@pytest.mark.parametrize(
    "params", [{}, {"name": 5}, {"_meta": 1}, {"_meta": {"progressToken": True}}]
)
def test_a_call_of_no_tool_comes_out_too_so_that_it_is_not_lost(
    session: Session, params: dict[str, Any]
) -> None:
    take(session, "notifications/initialized")
    assert take(session, "tools/call", params, 1) == [CallTool(1, "", None, None)]


def test_a_tool_result_is_one_block_of_text(session: Session) -> None:
    take(session, "tools/call", {"name": "a"}, 1)
    assert read(session.tool_result(1, "a\nb")) == {
        "id": 1,
        "result": {"content": [{"type": "text", "text": "a\nb"}], "isError": False},
    }
    take(session, "tools/call", {"name": "a"}, "2")
    assert read(session.tool_result("2", "no", is_error=True, structured={"x": None})) == {
        "id": "2",
        "result": {
            "content": [{"type": "text", "text": "no"}],
            "isError": True,
            "structuredContent": {"x": None},
        },
    }


@pytest.mark.parametrize("way", ["tools", "tool_result", "error"])
def test_a_cancelled_call_is_not_answered(session: Session, way: str) -> None:
    take(session, "tools/call", {"name": "slow"}, 1)
    params = {"requestId": 1, "reason": "too slow"}
    assert take(session, "notifications/cancelled", params) == [Cancelled(1, "too slow")]
    assert take(session, "notifications/cancelled", params) == []
    assert session.waiting == 0
    match way:
        case "tools":
            sent = session.tools(1, [])
        case "tool_result":
            sent = session.tool_result(1, "done")
        case _:
            sent = session.error(1, -32603, "failed")
    assert sent == b""


def test_an_answer_goes_out_once_and_a_late_cancel_says_nothing(session: Session) -> None:
    take(session, "tools/call", {"name": "a"}, 1)
    assert session.waiting == 1
    assert session.tool_result(1, "done") != b""
    assert session.tool_result(1, "done") == b""
    assert session.waiting == 0
    for id_ in (1, "1", 9, None, [1], True):
        assert take(session, "notifications/cancelled", {"requestId": id_}) == []


def test_an_id_in_use_is_refused_and_the_first_call_is_answered(session: Session) -> None:
    take(session, "tools/call", {"name": "a"}, 1)
    assert refusal(take(session, "tools/list", {}, 1)) == (1, -32600)
    assert kept(take(session, "tools/call", {"name": "b"}, 1)) == (None, -32600)
    assert take(session, "tools/call", {"name": "c"}, "1") == [CallTool("1", "c", None, None)]
    assert read(session.tools(1, []))["id"] == 1
    assert take(session, "tools/call", {"name": "d"}, 1) == [CallTool(1, "d", None, None)]


def test_what_the_host_answers_comes_back_under_the_method_asked(session: Session) -> None:
    first, second = read(session.ask("roots/list")), read(session.ask("x", {"a": 1}))
    assert first["method"] == "roots/list"
    assert "params" not in first
    assert second["params"] == {"a": 1}
    assert first["id"] != second["id"]

    def answer(members: dict[str, Any]) -> list[Output]:
        return session.take(parse(msgspec.json.encode({"jsonrpc": "2.0"} | members)))

    error = {"code": -32601, "message": "no"}
    expected = ErrorObject(-32601, "no")
    assert answer({"id": second["id"], "error": error}) == [Answer("x", None, expected)]
    assert answer({"id": first["id"], "result": {"roots": []}}) == [
        Answer("roots/list", {"roots": []}, None)
    ]
    assert answer({"id": first["id"], "result": {}}) == []
    assert answer({"id": None, "error": error}) == []


BROKEN_CALL = line("tools/call", {"name": "edit"}, 5)[:-1]


def test_a_bad_line_is_answered_with_its_id(session: Session) -> None:
    assert kept(session.take(parse(b"hello"))) == (None, -32700)
    assert kept(session.take(parse(line("ping", [], 3)))) == (3, -32600)
    assert session.waiting == 1
    assert read(session.error(3, -32600, "kept as c1"))["id"] == 3


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("tool/call", {"name": "be-write", "arguments": {}}),
        ("tools/calls", {"name": "be_write", "arguments": {}}),
        ("tools.call", {"name": "write"}),
        ("be-write", {"file": "a"}),
    ],
)
def test_a_misspelt_call_comes_out_to_be_kept_and_is_an_unknown_method(
    session: Session, method: str, params: dict[str, Any]
) -> None:
    (bad,) = session.take(parse(sent := line(method, params, 5)))
    assert isinstance(bad, Bad)
    assert (bad.raw, bad.id, bad.code, bad.is_call) == (sent, 5, -32601, False)
    assert bad.message == f"unknown method {method}"
    assert session.waiting == 1


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("frob", {"name": "x"}),
        ("prompts/get", {"name": "be-write", "arguments": {}}),
        ("resources/read", {"name": "read"}),
    ],
)
def test_what_asks_for_no_tool_is_answered_at_once(
    session: Session, method: str, params: dict[str, Any]
) -> None:
    assert refusal(take(session, method, params, 5)) == (5, -32601)
    assert take(session, method, params) == []


@pytest.mark.parametrize("method", ["tools/call", "tool/call", "be-write"])
def test_a_call_without_an_id_comes_out_to_be_kept_and_is_not_answered(
    session: Session, method: str
) -> None:
    (bad,) = take(session, method, {"name": "be-write", "arguments": {"file": "a"}})
    assert isinstance(bad, Bad)
    assert not bad.is_answered
    assert session.waiting == 0


def test_a_bad_line_that_seems_a_call_comes_out_to_be_kept_and_then_answered(
    session: Session,
) -> None:
    for answer in ("error", "tool_result"):
        (bad,) = session.take(parse(BROKEN_CALL))
        assert isinstance(bad, Bad)
        assert (bad.raw, bad.id, bad.tool) == (BROKEN_CALL, 5, "edit")
        assert session.waiting == 1
        if answer == "error":
            sent = read(session.error(bad.id, bad.code, bad.message, {"kept": "c1"}))
            assert sent["error"]["data"] == {"kept": "c1"}
        else:
            sent = read(session.tool_result(5, "kept as c1", is_error=True))
        assert sent["id"] == 5
    assert session.waiting == 0


def test_a_bad_line_never_ends_a_call_that_is_still_at_work(session: Session) -> None:
    take(session, "tools/call", {"name": "a"}, 5)
    (bad,) = session.take(parse(BROKEN_CALL))
    assert isinstance(bad, Bad)
    assert bad.id is None
    assert kept(session.take(parse(line("ping", [], 5)))) == (None, -32600)
    assert read(session.error(bad.id, bad.code, bad.message))["id"] is None
    assert session.waiting == 1


def test_text_that_is_no_unicode_is_written_out_and_the_rest_stays(session: Session) -> None:
    take(session, "tools/call", {"name": "a"}, 1)
    structured = {"\udcff": [msgspec.Raw(b'{"r":1}')]}
    sent = session.tool_result(1, 'caf\udce9 \\ "é\u2028"\n', structured=structured)
    result = read(sent)["result"]
    assert result["content"][0]["text"] == 'caf\\udce9 \\ "é\u2028"\n'
    assert result["structuredContent"] == {"\\udcff": [{"r": 1}]}
    assert msgspec.json.decode(sent)["id"] == 1
    sent = wire.notification("notifications/progress", {"message": "\ud83d\ude00"})
    assert read(sent)["params"] == {"message": "\\ud83d\\ude00"}


def test_a_notification_without_params_has_none() -> None:
    assert read(wire.notification("n")) == {"method": "n"}


def run_server(stdin: bytes) -> tuple[list[dict[str, Any]], bytes]:
    done = subprocess.run([sys.executable, SERVER], input=stdin, capture_output=True, check=True)
    return [read(sent) for sent in done.stdout.splitlines(keepends=True)], done.stderr


def test_stray_output_goes_to_stderr_and_stdout_holds_messages_alone() -> None:
    lines = [
        line("tools/call", {"name": "whisper", "arguments": {}}, 1),
        b"nonsense",
        BROKEN_CALL,
        line("ping", None, 2),
    ]
    replies, stderr = run_server(b"\n".join(lines))
    assert [reply["id"] for reply in replies] == [1, None, 5, 2]
    assert replies[0]["result"]["structuredContent"] == {"loud": False}
    assert replies[2]["error"]["data"] == "kept"
    assert stderr.splitlines() == [b"a stray print", b"a stray write", b"a stray child"]


def test_the_wire_is_claimed_even_where_stderr_is_closed() -> None:
    command = 'exec "$0" "$1" 2>&-'
    done = subprocess.run(
        ["/bin/sh", "-c", command, sys.executable, SERVER],
        input=line("tools/call", {"name": "whisper"}, 1) + b"\n",
        stdout=subprocess.PIPE,
        check=True,
    )
    assert read(done.stdout)["id"] == 1


async def list_roots(_context: ClientRequestContext) -> mcp_types.ListRootsResult:
    return mcp_types.ListRootsResult.model_validate({"roots": [{"uri": "file:///w"}]})


def sdk_client(**options: Any) -> mcp.Client:
    parameters = StdioServerParameters(command=sys.executable, args=[str(SERVER)])
    who = mcp_types.Implementation(name="sdk", version="2")
    return mcp.Client(parameters, client_info=who, **options)


async def try_out(client: mcp.Client) -> None:
    """See that tools are listed, called and refused; their texts as they were sent."""
    assert client.instructions == "say something"
    tools = await client.list_tools()
    assert [tool.name for tool in tools.tools] == ["echo", "roots", "whisper"]
    text = 'é\u2028"\n' * 100_000
    result = await client.call_tool("echo", {"text": text})
    (block,) = result.content
    assert isinstance(block, mcp_types.TextContent)
    said, _, arguments = block.text.partition(" says ")
    assert (said, json.loads(arguments)) == ("sdk", {"text": text})
    assert (await client.call_tool("none")).is_error


def test_the_official_client_talks_to_it_after_initialize() -> None:
    async def talk() -> None:
        async with sdk_client(mode="legacy", list_roots_callback=list_roots) as client:
            assert client.protocol_version == LATEST
            await try_out(client)
            assert "file:///w" in str((await client.call_tool("roots")).content)
            await client.session.send_ping()

    asyncio.run(talk())


@pytest.mark.parametrize("mode", ["auto", VERSION])
def test_the_official_client_talks_to_it_in_envelopes(mode: str) -> None:
    async def talk() -> None:
        async with sdk_client(mode=mode, list_roots_callback=list_roots) as client:
            assert client.protocol_version == VERSION
            if mode == "auto":
                await try_out(client)
            assert (await client.call_tool("roots")).is_error

    asyncio.run(talk())
