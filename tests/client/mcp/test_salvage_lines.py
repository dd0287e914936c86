"""Lines that are no JSON, and whose call is certain all the same."""

import pytest

from editjournal.client.mcp.jsonrpc import Bad, parse

HEAD = b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"be-write","arguments":'
BROKEN = b'{"file":"a","content":"say "hi""}'


def bad(line: bytes) -> Bad:
    message = parse(line)
    assert isinstance(message, Bad), message
    return message


@pytest.mark.parametrize(
    "line",
    [
        HEAD + BROKEN + b"}}",
        HEAD + BROKEN + b" } }\r",
        HEAD + BROKEN + b',"_meta":{"progressToken":3}}}',
        HEAD.replace(b'"id":7,', b"") + BROKEN + b'},"id":7}',
        b'{"method":"tools/call","params":{"arguments":' + BROKEN + b',"name":"be-write"},"id":7}',
        HEAD + BROKEN + b"}",
        HEAD + BROKEN,
    ],
)
def test_what_stands_around_broken_arguments_tells_their_call(line: bytes) -> None:
    found = bad(line)
    assert (found.id, found.tool, found.arguments) == (7, "be-write", BROKEN)
    assert found.raw == line


def test_of_a_line_that_is_cut_in_its_arguments_they_are_what_came() -> None:
    assert bad(HEAD + BROKEN[:25]).arguments == BROKEN[:25]


@pytest.mark.parametrize(
    "line",
    [
        HEAD.replace(b'"id":7,', b"") + BROKEN + b"}}",
        HEAD.replace(b'"id":7', b'"id":7.5') + BROKEN + b"}}",
        HEAD.replace(b'"name":"be-write",', b"") + BROKEN + b"}}",
        HEAD.replace(b"tools/call", b"tools/list") + BROKEN + b"}}",
        HEAD[: -len(b":")],
        b'{"id":7,"method":"tools/call","params":{"name":"x","inner":{"arguments":{"a":b}}}}',
        b"{",
    ],
)
def test_where_call_or_tool_are_not_certain_nothing_is_taken_for_arguments(line: bytes) -> None:
    assert bad(line).arguments is None
