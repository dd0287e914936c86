"""The file of a call whose arguments could not be read: told, or not, and never guessed."""

import json
from typing import Any

import pytest

from editjournal.client.mcp import certain
from editjournal.client.mcp.arguments import parse
from editjournal.schemas import tools
from editjournal.schemas.requests import Misfit


def file_of_call(arguments: str | dict[str, Any], tool: str = "be-write") -> str:
    """Return the file that a call's refusal has, its arguments sent as a string or an object."""
    request = parse(tool, json.dumps(arguments).encode()).request
    assert isinstance(request, Misfit), request
    assert request.repaired is None
    return request.file.decode()


UNCLEAR = '"content": "print("\\n")"}'
"""What no reading is certain of."""


@pytest.mark.parametrize(
    "arguments",
    [
        '{"file": "a.py", ' + UNCLEAR,
        '{"path": "a.py", ' + UNCLEAR,
        '{"force": false, "view": "v1", "file": "a.py", ' + UNCLEAR,
        'Sure: {"file": "a.py", ' + UNCLEAR,
        '```json\n{"file": "a.py", ' + UNCLEAR + "\n```",
        '{"file": "a.py", "content": "{\\"file\\": 1}", "mood": }',
        '{"file": "a.py", "cont',
        '{"file": "a.py", "content": "x", "content": "y"}',
        {"file": "a.py"},
        {"file": "a.py", "path": "a.py"},
        {"file": "a.py", "content": 3},
        {"file": "a.py", "content": "x", "old": "y"},
    ],
)
def test_a_file_that_stands_before_what_is_unclear_is_certain(
    arguments: str | dict[str, Any],
) -> None:
    assert file_of_call(arguments) == "a.py"


@pytest.mark.parametrize(
    "arguments",
    [
        "{" + UNCLEAR[:-1] + ', "file": "a.py"}',
        '{"content": "print(", "file": "a.py", ")\\n"", }',
        '{"notes": "print(", "file": "a.py", "x": "',  # what is unknown may be text as well
        '{"file": "a.py", "content": "{"file": "b.py"}\n"" + x}',
        '{"file": "a.py", "path": "b.py", ' + UNCLEAR,
        '{"file": "a.py", "file": "b.py", ' + UNCLEAR,
        '{"file": "a"b.py", ' + UNCLEAR,
        '{"file": "a", b.py", ' + UNCLEAR,
        '{"file": ["a.py"], ' + UNCLEAR,
        '{"file": "a.p',
        '{"file": "\\ud800", ' + UNCLEAR,
        '{"edits": [{"file": "a.py"}], ' + UNCLEAR,
        "write a.py",
        {"file": "a.py", "path": "b.py"},
        {"files": [{"file": "a.py", "content": 3}]},
        {"file": ["a.py"], "content": "x"},
    ],
)
def test_a_file_is_never_guessed(arguments: str | dict[str, Any]) -> None:
    assert file_of_call(arguments) == ""


def test_bytes_that_are_no_text_behind_a_file_leave_it_certain() -> None:
    request = parse("be-write", b'{"file": "a.py", "content": "\xff"}').request
    assert isinstance(request, Misfit)
    assert (request.code, request.file) == ("not_json", b"a.py")
    request = parse("be-write", b'{"file": "\xff.py", "content": "x"}').request
    assert isinstance(request, Misfit)
    assert request.file == b""


def test_a_call_of_no_tool_there_is_has_a_file_all_the_same() -> None:
    request = parse("be_write", b'{"path": "a.py", "content": "x"}').request
    assert isinstance(request, Misfit)
    assert (request.code, request.file) == ("unknown_tool", b"a.py")


def test_of_an_inserted_chip_it_is_the_file_that_it_goes_to() -> None:
    given = {"from": "file:///x/b.py", "to": "a.py", "form": "frob"}
    assert certain.file_of(given, tools.INSERT_CHIP) == "a.py"
    assert file_of_call('{"to": "a.py", "from": "x"y}', "be-insert-chip") == "a.py"


CALL = b'{"jsonrpc":"2.0","id":5,"params":{"name":"be-write","arguments":%s}}'


@pytest.mark.parametrize(
    ("line", "file"),
    [
        (CALL % b'{"file":"a.py","content":"x"}', "a.py"),
        (CALL % b'"{\\"file\\": \\"a.py\\", \\"content\\": \\"x\\"}"', "a.py"),
        (b"[" + CALL % b'{"file":"a.py","content":"x"}' + b"]", "a.py"),
        (b"[" + CALL % b'{"file":"a.py"}' + b"," + CALL % b'{"file":"a.py"}' + b"]", ""),
        (
            b"[" + CALL % b'"{\\"file\\": \\"a.py\\"}"' + b"," + CALL % b'{"content":"x"}' + b"]",
            "",
        ),
        (CALL.replace(b'"name"', b'"path":"b.py","name"') % b'{"file":"a.py","x":1}', ""),
        (CALL % b'"{\\"file\\": \\"a.py"', ""),
        (CALL % b'"{\\"file', ""),
        (CALL % b'{"content":"x","file":"a.py"}', ""),
        ((CALL % b'{"file":"a.py","conte')[:-2], "a.py"),
        (b'x tools/call be-write {"file":"a.py"}', ""),
    ],
)
def test_the_file_of_a_line_is_that_of_the_one_call_in_it(line: bytes, file: str) -> None:
    assert certain.file_in_line(line) == file
