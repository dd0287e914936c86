"""Places by what stands there, in calls: what they mean, and beside what they mean nothing."""

import json
from typing import Any

import pytest

from editjournal.client.mcp.arguments import Parsed, parse
from editjournal.schemas.requests import (
    AnyRequest,
    CheckBalance,
    Delete,
    FuncRange,
    Insert,
    Misfit,
    Read,
    Replace,
    ShowOutline,
    TagRange,
    TargetName,
)
from editjournal.schemas.values import Span

F, AROUND = TargetName("function", "f"), TargetName("around", "4")
A = b"a.py"


def call(tool: str, **arguments: Any) -> Parsed:
    return parse(tool, json.dumps({"file": "a.py", **arguments}).encode())


MEANT: list[tuple[str, dict[str, Any], AnyRequest]] = [
    ("be-read", {"target": "f"}, Read(A, (), 22_892, F)),
    ("be-read", {"file": "a.py:4-auto"}, Read(A, (), 22_892, AROUND)),
    ("be-read", {"target": "line:3-5"}, Read(A, (Span(3, 5),), 22_892)),
    ("be-read", {"outline": True}, Read(A, (), 22_892, outline=True)),
    ("be-replace", {"target": "f", "content": "x"}, Replace(A, "x", target=F)),
    (
        "be-replace",
        {"target": "f", "old": "y", "content": "x"},
        Replace(A, "x", None, "y", target=F),
    ),
    ("be-replace", {"file": "a.py:4-auto", "content": "x"}, Replace(A, "x", target=AROUND)),
    ("be-replace", {"target": "line:3", "content": "x"}, Replace(A, "x", Span(3, 3))),
    ("be-insert", {"target": "f", "content": "x"}, Insert(A, "x", target=F)),
    (
        "be-insert",
        {"target": "f", "position": "before", "content": "x"},
        Insert(A, "x", target=F, before=True),
    ),
    ("be-insert", {"file": "a.py:4-auto", "content": "x"}, Insert(A, "x", target=AROUND)),
    ("be-insert", {"target": "line:3-5", "content": "x"}, Insert(A, "x", 5)),
    ("be-insert", {"target": "line:3-", "content": "x"}, Insert(A, "x", -1)),
    ("be-insert", {"target": "line:3-5", "where": "before", "content": "x"}, Insert(A, "x", 2)),
    ("be-insert", {"file": "a.py:3", "position": "after", "content": "x"}, Insert(b"a.py:3", "x")),
    ("be-delete", {"target": "f", "viewed_code_id": "v3"}, Delete(A, view=3, target=F)),
    ("be-delete", {"file": "a.py:4-auto"}, Delete(A, target=AROUND)),
    ("be-func-range", {"line": 4}, FuncRange(A, 4)),
    ("be-func-range", {"file": "a.py:4"}, FuncRange(b"a.py:4")),
    ("be-func-range", {"file": "a.py:4", "line": 4}, FuncRange(b"a.py:4")),
    ("be-func-range", {"file": "a.py:4-auto"}, FuncRange(b"a.py:4")),
    ("be-func-range", {}, FuncRange(A)),
    ("be-tag-range", {"start": 4, "end": 9}, TagRange(A, 4)),
    ("be-balance", {"verbose": "true"}, CheckBalance(A, verbose=True)),
    ("be-outline", {}, ShowOutline(A)),
]


@pytest.mark.parametrize(("tool", "arguments", "request_"), MEANT)
def test_a_call_means_what_stands_there(
    tool: str, arguments: dict[str, Any], request_: AnyRequest
) -> None:
    assert call(tool, **arguments) == Parsed(request_)


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("be-read", {"target": "a:hover"}, "bad_target"),
    ("be-read", {"target": {"kind": "tag"}}, "bad_target"),
    ("be-read", {"target": ["f"]}, "wrong_type"),
    ("be-read", {"target": "f", "start": 3}, "target_with_lines"),
    ("be-read", {"target": "line:3", "lines": "3"}, "target_with_lines"),
    ("be-read", {"file": "a.py:4-auto", "line": 4}, "target_with_lines"),
    ("be-read", {"file": "a.py:4-auto", "target": "f"}, "conflicting_lines"),
    ("be-read", {"file": "a.py:4", "target": "line:5"}, "conflicting_lines"),
    ("be-read", {"outline": "perhaps"}, "wrong_type"),
    ("be-replace", {"target": "f", "edits": [{"lines": 3, "content": "x"}]}, "beside_edits"),
    ("be-replace", {"file": "a.py:4-auto", "edits": [{"lines": 3, "content": "x"}]}, "not_served"),
    ("be-insert", {"target": "f", "after": 3, "content": "x"}, "target_with_lines"),
    ("be-insert", {"file": "a.py:3", "target": "line:3", "content": "x"}, "target_with_lines"),
    ("be-insert", {"file": "a.py:3", "position": "before", "content": "x"}, "only_with_target"),
    ("be-insert", {"target": "f", "position": "inside", "content": "x"}, "not_a_choice"),
    ("be-delete", {"target": "f", "remove": True}, "lines_in_remove"),
    ("be-func-range", {"file": "a.py:4", "line": 5}, "conflicting_lines"),
    ("be-func-range", {"line": 0}, "bad_lines"),
    ("be-balance", {"verbose": "perhaps"}, "wrong_type"),
]


@pytest.mark.parametrize(("tool", "arguments", "code"), WRONG)
def test_two_places_or_none_are_refused(tool: str, arguments: dict[str, Any], code: str) -> None:
    request = call(tool, **arguments).request
    assert isinstance(request, Misfit)
    assert request.code == code


def test_lines_mean_nothing_where_all_of_a_file_is_looked_at() -> None:
    assert call("be-balance", line=3) == Parsed(CheckBalance(A), ("line",))
    assert call("be-outline", start=3) == Parsed(ShowOutline(A), ("start",))


def test_a_target_is_read_out_of_broken_arguments() -> None:
    sent = b"""{"file": "a.py", "target": "function:f", "content": "x",}"""
    request = parse("be-replace", sent).request
    assert isinstance(request, Misfit)
    assert request.code == "degraded"
    assert request.repaired == Replace(A, "x", target=F)


def test_an_object_that_names_no_place_is_quoted_as_it_was_sent() -> None:
    request = call("be-read", target={"kind": "tag", "x": "é"}).request
    assert isinstance(request, Misfit)
    assert request.values["got"] == '{"kind": "tag", "x": "é"}'
