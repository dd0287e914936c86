import json
import sys

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from editjournal.client.mcp.jsonrpc import NESTING_MAX, parse
from editjournal.client.mcp.messages import (
    INVALID_REQUEST,
    PARSE_ERROR,
    Bad,
    ErrorObject,
    Notification,
    Request,
    Response,
)
from editjournal.client.mcp.stdio_lines import TooLong

CALL = b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"edit","arguments":%s}}'
CALL_ID_LAST = (
    b'{"method":"tools/call","params":{"name":"edit","arguments":%s},"jsonrpc":"2.0","id":7}'
)
CALL_SORTED = (
    b'{"id":"a\\"7","jsonrpc":"2.0","method":"tools/call","params":{"arguments":%s,"name":"edit"}}'
)
PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'


def test_a_request_a_notification_and_a_response_are_told_apart() -> None:
    assert parse(PING) == Request(1, "ping", {}, None, PING)
    line = b'{"id":"x","method":"m","params":{"a":[1,2.5,null]},"jsonrpc":"2.0","more":1}\r'
    assert parse(line) == Request("x", "m", {"a": [1, 2.5, None]}, None, line)
    line = b'{"jsonrpc":"2.0","method":"n","params":{"arguments":{}}}'
    assert parse(line) == Notification("n", {"arguments": {}}, line)
    assert parse(b'{"jsonrpc":"2.0","id":"q","result":null}') == Response("q")
    assert parse(b'{"jsonrpc":"2.0","id":2,"result":{"r":1}}') == Response(2, {"r": 1})
    line = b'{"jsonrpc":"2.0","id":null,"error":{"code":-1,"message":"no","data":[1]}}'
    assert parse(line) == Response(None, error=ErrorObject(-1, "no", [1]))


def test_params_of_null_are_none() -> None:
    line = b'{"jsonrpc":"2.0","id":1,"method":"tools/list","params":null}'
    assert parse(line) == Request(1, "tools/list", {}, None, line)


ARGUMENTS = (
    b"{}",
    b'{ "a" :\t1.0e1 , "a": "\\u00e9\\/\\ud83d\\ude00" }',
    '{"é":"\u2028\u0085\x7f\U0001f600"}'.encode(),
    b'{"n":123456789012345678901234567890,"x":1e999,"y":-0}',
    b'{"n":' + b"9" * 5000 + b"}",
    b"[1,  2]",
    b'"{\\"path\\": \\"a\\"}"',
    b"null",
    b"7",
    b'{"name":"other","id":9,"arguments":{"method":"tools/call"}}',
)


@pytest.mark.parametrize("frame", [CALL, CALL_ID_LAST, CALL_SORTED])
@pytest.mark.parametrize("arguments", ARGUMENTS)
def test_arguments_of_a_tool_are_kept_byte_for_byte_whatever_they_are(
    frame: bytes, arguments: bytes
) -> None:
    line = frame % arguments
    request = parse(line)
    assert isinstance(request, Request)
    assert (request.arguments, request.params) == (arguments, {"name": "edit"})
    assert request.raw == line


def test_arguments_of_5_mb_are_kept_byte_for_byte() -> None:
    arguments = json.dumps({"text": 'int f() { return "é\\"; }\n' * 200_000}).encode()
    assert len(arguments) > 5_000_000
    request = parse(CALL_ID_LAST % arguments)
    assert isinstance(request, Request)
    assert request.arguments == arguments


def test_a_call_without_arguments_has_none() -> None:
    request = parse(b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"edit"}}')
    assert isinstance(request, Request)
    assert request.arguments is None


def request_with(members: bytes) -> bytes:
    return b'{"jsonrpc":"2.0",' + members + b"}"


NOT_JSON = [
    (CALL % b'{"a":"\xff"}', 7, "edit", "not UTF-8: 0xff at byte 88"),
    (CALL % b'{"a":"\xed\xa0\x80"}', 7, "edit", "not UTF-8: 0xed at byte 88"),
    (CALL % b'{"a":"\\ud800"}', 7, "edit", "not JSON: \\ud800 at byte 88 is half a character"),
    (CALL % b'{"a":"\\udc00\\ud83d"}', 7, "edit", "\\udc00 at byte 88 is half"),
    (CALL_ID_LAST % b'{"a":"\\\\\\uD800x"}', 7, "edit", "\\uD800 at byte 67 is half"),
    (CALL % b'{"a":"\\\\ud800"', 7, "edit", "not JSON: it ends too early"),
    (CALL_ID_LAST % b'{"a":"say "hi""}', 7, "edit", "not JSON: "),
    (CALL_SORTED % b"{'a':1}", 'a"7', "edit", "not JSON: "),
    (CALL % b'{"a":"tab\there"}', 7, "edit", "not JSON: invalid character (byte"),
    (CALL % b'{"a":NaN}', 7, "edit", "not JSON: invalid character (byte 87)"),
    (CALL[:-4], 7, "edit", "not JSON: it ends too early, at byte 82"),
    (CALL[:-4] + b'{"text":"cut he', 7, "edit", "not JSON: it ends too early, at byte 97"),
    (b'{"method":"tools\\/call","id":7,"params":{"na', 7, "", "not JSON: it ends too early"),
    (
        b'{"params":{"_meta":{"id":4,"name":"no"},"name":"edit"},"method":"tools/call","id":7,"x":',
        7,
        "edit",
        "not JSON: it ends too early",
    ),
    (
        b'{"note":"{\\n","id":7,"method":"m","params":{"id":9,',
        7,
        None,
        "not JSON: it ends too early",
    ),
    (PING + b" x", 1, None, "not JSON: trailing characters"),
    (b"\xef\xbb\xbf" + PING, 1, None, "not JSON: invalid character (byte 0)"),
    (b'{"jsonrpc":"2.0","id":1', None, None, "not JSON: it ends too early"),
    (b'{"jsonrpc":"2.0","id":"server-1","result":{"roots":[}}', None, None, "not JSON: "),
    (b"Content-Length: 40\r", None, None, "not JSON: "),
    (b"\x00\xff", None, None, "not UTF-8: 0xff at byte 1"),
]

NO_REQUEST = [
    (b"[" + PING + b"]", 1, None, "no request: a batch is not served, send one message a line"),
    (b"[]", None, None, "no request: a batch is not served"),
    (b'"ping"', None, None, "no request: a message is a JSON object"),
    (b" 1", None, None, "no request: a message is a JSON object"),
    (b'{"id":1,"method":"ping"}', 1, None, 'not JSON-RPC 2.0: "jsonrpc" must be "2.0"'),
    (b'{"jsonrpc":"1.0","id":1,"method":"ping"}', 1, None, "not JSON-RPC 2.0"),
    (b'{"jsonrpc":2.0,"id":1,"method":"ping"}', 1, None, "not JSON-RPC 2.0"),
    (request_with(b'"id":1'), 1, None, 'neither "method" nor "result" nor "error"'),
    (request_with(b'"id":1,"method":["ping"]'), 1, None, '"method" must be a string'),
    (request_with(b'"id":null,"method":"ping"'), None, None, '"id" must be a string or an integer'),
    (request_with(b'"id":1.5,"method":"ping"'), 1.5, None, '"id" must be a string or an integer'),
    (request_with(b'"id":true,"method":"ping"'), None, None, '"id" must be'),
    (request_with(b'"id":{"id":1},"method":"ping"'), None, None, '"id" must be'),
    (request_with(b'"id":1e999,"method":"ping"'), None, None, "number out of range - at `$.id`"),
    (request_with(b'"id":1,"method":"m","params":[1]'), 1, None, "params cannot be read: expected"),
    (request_with(b'"id":1,"method":"m","params":"a"'), 1, None, "params cannot be read: expected"),
    (request_with(b'"method":"m","params":[1]'), None, None, "params cannot be read: expected"),
    (request_with(b'"id":1,"method":"m","params":{"a":1e999}'), 1, None, "number out of range"),
    (
        request_with(b'"id":1,"method":"m","params":{"a":' + b"9" * 5000 + b"}"),
        1,
        None,
        "integer value out of range",
    ),
    (request_with(b'"id":1,"method":"tools/call","params":["edit",{}]'), 1, "", "params cannot"),
    (CALL.replace(b'"2.0"', b'"2"') % b"{}", 7, "edit", "not JSON-RPC 2.0"),
    (CALL % (b"[" * 501 + b"]" * 501), 7, "edit", "nested more than 500 deep"),
    (CALL % (b'{"a":' * 100_000 + b"1" + b"}" * 100_000), 7, "edit", "nested more than 500 deep"),
]


@pytest.mark.parametrize(
    ("line", "id_", "tool", "message", "code"),
    [(*case, PARSE_ERROR) for case in NOT_JSON] + [(*case, INVALID_REQUEST) for case in NO_REQUEST],
)
def test_what_is_no_message_is_bad_and_says_why(
    line: bytes, id_: float | str | None, tool: str | None, message: str, code: int
) -> None:
    bad = parse(line)
    assert isinstance(bad, Bad)
    assert (bad.raw, bad.code, bad.id, bad.tool) == (line, code, id_, tool)
    assert type(bad.id) is type(id_)
    assert message in bad.message


def test_what_nests_as_deep_as_it_may_can_be_decoded_further_down_the_stack() -> None:
    deep = b"[" * (NESTING_MAX - 2) + b"]" * (NESTING_MAX - 2)
    request = parse(CALL % deep)
    assert isinstance(request, Request)
    assert request.arguments is not None

    def decode_below(frames: int) -> None:
        if frames:
            decode_below(frames - 1)
        else:
            msgspec.json.decode(request.arguments or b"")

    assert sys.getrecursionlimit() >= 1000
    decode_below(300)


@pytest.mark.parametrize(
    "arguments",
    [
        b'{"a":[' + b"[]," * 1000 + b"1]}",
        b'{"a":"' + b'[{\\"' * 1000 + b'"}',
        b'{"a":"\\\\","b":"' + b"[" * 1000 + b'"}',
    ],
)
def test_many_brackets_side_by_side_or_in_text_are_not_deep(arguments: bytes) -> None:
    assert isinstance(parse(CALL % arguments), Request)


def test_a_line_too_long_is_bad_with_the_id_and_tool_from_its_ends() -> None:
    for frame in (CALL, CALL_ID_LAST):
        line = frame % (b'{"text":"' + b"x" * 20_000 + b'"}')
        bad = parse(TooLong(line[:10_000], line[-4096:], len(line)))
        message = f"a line of {len(line)} bytes is too long"
        wanted = Bad(line[:10_000], INVALID_REQUEST, message, 7, "edit", size_bytes=len(line))
        assert bad == wanted


@pytest.mark.parametrize(
    ("line", "id_"),
    [
        (b'{"id":"server-1","result":{"n":1e999}}', "server-1"),
        (b'{"id":"server-1","error":"no"}', "server-1"),
        (b'{"id":[1],"error":{}}', None),
    ],
)
def test_an_ill_formed_answer_is_an_error_to_who_asked_and_never_bad(
    line: bytes, id_: str | None
) -> None:
    response = parse(line)
    assert isinstance(response, Response)
    assert response.id == id_
    assert response.error is not None
    assert "the answer cannot be read" in response.error.message


@settings(deadline=None, max_examples=300)
@given(st.integers(0, len(CALL) + 10), st.binary(max_size=6), st.integers(0, 6))
@example(0, b"", 0)
def test_no_damage_to_a_line_raises_and_a_call_is_known_by_its_front(
    at: int, inserted: bytes, removed: int
) -> None:
    line = CALL % b'{"a":"\\n"}'
    message = parse(line[:at] + inserted + line[at + removed :])
    if at >= line.index(b'"arguments"') and isinstance(message, Bad):
        assert (message.id, message.tool) == (7, "edit")
