"""The tables of broken calls and lines in the docs say what each of them gets."""

import json
import re
from pathlib import Path

import pytest

from editjournal.client.mcp import jsonrpc, strays
from editjournal.client.mcp.arguments import parse
from editjournal.client.mcp.messages import Bad
from editjournal.client.mcp.protocol import CallTool, Send, Session
from editjournal.schemas.requests import Misfit, Write, WriteSeveral

DOC = Path(__file__).parents[3] / "docs" / "payloads.md"
ROW = re.compile(r"^\| (`+) ?(.+?) ?\1 \| (.+) \|$", re.MULTILINE)
CALLS, _, LINES = DOC.read_text().partition("## Lines that are no calls")
ROWS = [(found[2], found[3]) for found in ROW.finditer(CALLS)]
ROWS_OF_LINES = [(found[2], found[3]) for found in ROW.finditer(LINES)]
WANTED = {"x = 1\n", 'x = "1"\n'}
CUT = {"x = 1\ny", 'print("x")\nprint('}


OTHERS = {
    "wrong_type": "some lines have line ends, some have none",
    "conflicting_names": "one name, two values",
}


def got(sent: str) -> str:
    """Return what a call gets, in the words of the table."""
    sent = sent.replace("⏎", "\n")
    try:
        json.loads(sent)
        parsed = parse("be-write", sent.encode())
    except ValueError:
        parsed = parse("be-write", json.dumps(sent.replace("```json ", "```json\n")).encode())
    request = parsed.request
    if not isinstance(request, Misfit):
        assert isinstance(request, Write | WriteSeveral)
        return "taken; warned of the name" if parsed.ignored else "taken"
    if request.code == "degraded_cut":
        if not isinstance(request.repaired, Write):
            return "cut: no text came"
        assert request.repaired.content in CUT
        end = request.values.get("end")
        return "cut: what came is kept" + (f"; left out: `{end}`" if end else "")
    if request.code == "degraded":
        assert isinstance(request.repaired, Write | WriteSeveral)
        assert not isinstance(request.repaired, Write) or request.repaired.content in WANTED
        more = "; prepared, for more may have been meant" if request.values.get("open") else ""
        return f"degraded: {request.values['how']}{more}"
    if request.code == "missing_content":
        more = "; prepared with `contents` taken as content" if request.repaired else ""
        return f"refused: content is missing{more}"
    assert request.repaired is None
    if request.code in OTHERS:
        return f"refused: {OTHERS[request.code]}"
    assert request.code == "not_json"
    return f"refused: {REFUSED[str(request.values['problem']).rpartition('; ')[2]]}"


REFUSED = {
    "where a text in it ends can be read in two ways": "two ways to read it",
    "its backslashes may be escapes or text": "the backslash may be an escape or text",
    "a quote in it has no other": "an odd quote",
    "a text in it may end before a name that is not known": (
        "the text may end before the unknown name"
    ),
    "something that is no sentence stands behind its object": "something behind it",
    "a value for a name stands beside its object": "a value for a name beside it",
    "a quote in a text in it seems to be its end": "a quote that may be the end of its text",
    "names of arguments may stand in a text in it": "a name may be in the text",
    "three quotes stand around a text in it": "three quotes",
    "a text in it may be several strings": "several strings",
    "a name stands in it twice": "two different objects",
    "no object with a known name begins in it": "no object",
}


def got_by_line(sent: str) -> str:
    """Return what a line of JSON-RPC gets, in the words of the table."""
    output = Session("editjournal", "1").take(jsonrpc.parse(sent.encode()))[-1]
    if isinstance(output, CallTool):
        return "made"
    if isinstance(output, Send):
        answer = json.loads(output.line)
        error = answer.get("error")
        return f"error {error['code']}, with id {answer['id']}" if error else "answered"
    assert isinstance(output, Bad)
    request = strays.parsed(output).request
    assert isinstance(request, Misfit)
    assert (request.tool, request.repaired) == ("be-read", None)
    assert output.raw == sent.encode()
    if not output.is_answered:
        return "kept; not answered, since it has no id"
    how = "refused as a call" if output.is_call else f"error {output.code}"
    return f"kept; {how}, with id {json.dumps(output.id)}"


def test_the_tables_are_found() -> None:
    assert len(ROWS) == CALLS.count("\n| `") == 53
    assert len(ROWS_OF_LINES) == LINES.count("\n| `") == 12


@pytest.mark.parametrize(("sent", "gets"), ROWS)
def test_a_call_of_the_table_gets_what_it_says(sent: str, gets: str) -> None:
    assert got(sent) == gets


@pytest.mark.parametrize(("sent", "gets"), ROWS_OF_LINES)
def test_a_line_of_the_table_gets_what_it_says(sent: str, gets: str) -> None:
    assert got_by_line(sent) == gets
