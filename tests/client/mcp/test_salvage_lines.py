"""Lines that are no JSON, and whose call is certain all the same."""

import pytest

from editjournal.client.mcp import strays
from editjournal.client.mcp.arguments import parse as read
from editjournal.client.mcp.jsonrpc import parse
from editjournal.client.mcp.messages import Bad, Request
from editjournal.schemas.requests import Misfit, Write

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
    ],
)
def test_what_stands_around_broken_arguments_tells_their_call(line: bytes) -> None:
    found = bad(line)
    assert (found.id, found.tool, found.arguments) == (7, "be-write", BROKEN)
    assert found.raw == line


def made(line: bytes) -> Misfit | None:
    """Return what a line comes to; None where its arguments are not read."""
    found = bad(line)
    if found.arguments is None:
        return None
    request = read("be-write", found.arguments, fault="a line").request
    assert isinstance(request, Misfit), request
    return request


CUT_LINES = {
    "a bare quote and a brace at its end": BROKEN,
    "one brace of the line": BROKEN + b"}",
    "braces too few behind the tool": BROKEN + b',"name":"be-write"}',
    "quotes in pairs": b'{"file":"a","content":"f({"a": "b"}',
    "tags behind": BROKEN + b" </invoke>",
    "a sentence behind": b"{'file':'a','content':'x'} Done.",
    "a fence behind": b"{'file':'a','content':'x'}\n```",
    "single quotes": b"{'file':'a','content':'x'}}",
    "a number that may go on": b'{"file":"a","content":"x","view":1}',
}


@pytest.mark.parametrize("name", CUT_LINES)
def test_of_a_line_whose_own_end_is_missing_nothing_is_made(name: str) -> None:
    request = made(HEAD + CUT_LINES[name])
    if request is not None:
        assert request.code == "degraded_cut"
        assert request.repaired is None or isinstance(request.repaired, Write)
        content = request.repaired.content if request.repaired else ""
        assert isinstance(content, str)
        assert ('say "hi', 'f({"a": "b', "x").count(content) or not content


def test_of_a_cut_line_the_letters_that_may_be_of_its_text_are_told() -> None:
    line = HEAD + b'{"file":"a","content":"x = {\n  \\"k\\": f(1)}}'
    request = strays.parsed(bad(line)).request
    assert isinstance(request, Misfit)
    assert request.repaired == Write(b"a", 'x = {\n  "k": f(1)')
    assert request.values["end"] == "}}"


@pytest.mark.parametrize("end", [b"", b"}", b" }\r"])
def test_whole_arguments_in_a_line_whose_end_is_missing_are_only_prepared(end: bytes) -> None:
    request = made(HEAD + b'{"file":"a","content":"x\\n"}' + end)
    assert request is not None
    assert (request.code, request.values["open"]) == ("degraded", 1)
    assert request.repaired == Write(b"a", "x\n")


@pytest.mark.parametrize("end", [b"}}", b"}}}", b"}", b' "}}', b' "}'])
def test_braces_of_the_line_are_not_what_came_of_a_text(end: bytes) -> None:
    request = made(HEAD + b'{"file":"a","content":"say "x" y' + end)
    assert request is not None
    assert request.repaired is None or request.repaired == Write(b"a", 'say "x" y')


@pytest.mark.parametrize("end", [b'"},"id":7}', b'"}', b'"', b""])
def test_names_of_the_line_are_not_what_came_of_a_text(end: bytes) -> None:
    line = HEAD + b'{"file":"a","content":"x = 1,"name":"be-write' + end
    assert bad(line).arguments is None


def test_of_whole_arguments_with_more_behind_in_a_cut_line_nothing_is_prepared() -> None:
    request = made(HEAD + b'{"file":"a","content":"puts("} // end')
    assert request is None or request.repaired is None
    request = made(HEAD + b'{"file":"a","content":"x"}, force: true')
    assert request is None or request.repaired is None


@pytest.mark.parametrize(
    "behind", [b',"name":"be-read"}}', b'},"id":8}', b',"name":"be-read"},"id":7}']
)
def test_of_a_line_that_names_two_calls_or_tools_neither_is_certain(behind: bytes) -> None:
    assert bad(HEAD + BROKEN + behind).arguments is None
    twice = HEAD.replace(b'"id":7', b'"id":7,"id":8') + BROKEN + b"}}"
    assert bad(twice).arguments is None


def test_a_line_that_names_its_call_and_tool_twice_alike_is_certain() -> None:
    found = bad(HEAD + BROKEN + b',"name":"be-write"},"id":7}')
    assert (found.id, found.tool, found.arguments) == (7, "be-write", BROKEN)


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


@pytest.mark.parametrize(
    "params",
    [
        b'"params":{"name":"be-write","arguments":{},"arguments":{"file":"a"}}',
        b'"params":{"name":"be-write","name":"be-delete","arguments":{}}',
        b'"params":{"name":"be-write"},"params":{"name":"be-delete"}',
    ],
)
def test_of_a_call_that_says_something_twice_neither_is_taken(params: bytes) -> None:
    found = bad(b'{"jsonrpc":"2.0","id":7,"method":"tools/call",' + params + b"}")
    assert (found.id, found.arguments) == (7, None)


def test_names_within_arguments_are_not_those_of_the_call() -> None:
    assert isinstance(parse(HEAD + b'{"name":"a","arguments":{},"params":1}}}'), Request)
