"""Lines that are no calls: what is said of them, and of which tool and file they seem to be."""

import pytest

from editjournal.client.mcp import strays
from editjournal.client.mcp.jsonrpc import parse
from editjournal.client.mcp.messages import Bad
from editjournal.client.mcp.stdio_lines import TooLong
from editjournal.schemas.requests import Misfit

ARGUMENTS = b'"arguments":{"file":"a.py","content":"x"}'
CALL = b'{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"be-write",%s}}' % ARGUMENTS


def misfit(message: object) -> Misfit:
    assert isinstance(message, Bad), message
    request = strays.parsed(message).request
    assert isinstance(request, Misfit)
    return request


@pytest.mark.parametrize(
    ("line", "tool", "file"),
    [
        (CALL.replace(b'"method":"tools/call",', b""), "be-write", "a.py"),
        (b"[" + CALL + b"]", "be-write", "a.py"),
        (b"x tools/call be-write \xff", "be-write", ""),
        (b'{"params":{"name":"write"', "be-write", ""),
        (b"be-write, or be-read", "", ""),
        (b"be-writes, not-be-read", "", ""),
        (b"{", "", ""),
        (CALL[:-1] + b"\0", "be-write", "a.py"),
    ],
)
def test_a_line_that_cannot_be_read_is_of_the_one_tool_that_it_names(
    line: bytes, tool: str, file: str
) -> None:
    found = misfit(parse(line))
    assert (found.tool, found.file.decode()) == (tool, file)


def test_what_is_a_message_and_no_call_is_not_said_to_be_unreadable() -> None:
    bad = Bad(CALL, -32601, "unknown method tool/call", 5, None, is_message=True)
    found = misfit(bad)
    assert (found.tool, found.code, found.file) == ("be-write", "no_call", b"a.py")
    assert found.values == {"problem": "unknown method tool/call"}


def test_of_a_line_too_long_it_is_told_how_much_came_and_is_kept() -> None:
    found = misfit(parse(TooLong(CALL, CALL[-20:], 900)))
    assert (found.code, found.values) == ("line_too_long", {"came": 900, "kept": len(CALL)})
    assert (found.tool, found.file) == ("be-write", b"a.py")
