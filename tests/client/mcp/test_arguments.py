"""Every shape in which callers send a call's arguments, and the one request that it means."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from editjournal.client.mcp.arguments import READ_BYTES_MAX, Parsed, parse
from editjournal.schemas import tool_names, tools
from editjournal.schemas.messages import encode
from editjournal.schemas.requests import (
    AnyRequest,
    Commit,
    Misfit,
    Read,
    Redo,
    Replace,
    Rollback,
    Snapshot,
    Status,
    Undo,
    Write,
)
from editjournal.schemas.values import Span

A = b"a.py"
LINES_12_18 = Span(12, 18)
TO_THE_END = Span(12, 0)


def call(tool: str, **arguments: Any) -> Parsed:
    return parse(tool, json.dumps(arguments).encode(), max_bytes=4_000)


def read(file: bytes = A, *spans: Span, max_bytes: int = 0) -> Read:
    return Read(file, spans, max_bytes or 4_000 - 1_100 - 2 * len(file))


def replace(**fields: Any) -> Replace:
    return msgspec.structs.replace(Replace(A, "x"), **fields)


SAME: list[tuple[str, dict[str, Any], AnyRequest]] = [
    # The path, under every name.
    ("be-read", {"file": "a.py"}, read()),
    ("be-read", {"path": "a.py"}, read()),
    ("be-read", {"file_path": "a.py"}, read()),
    ("be-read", {"filePath": "a.py"}, read()),
    ("be-read", {"filename": "a.py"}, read()),
    ("be-read", {"target_file": "a.py"}, read()),
    ("be-read", {"file": "a.py", "path": "a.py"}, read()),
    ("read", {"file": "a.py"}, read()),
    ("be-read", {"file": "a.py:12-18"}, read(b"a.py:12-18")),
    ("be-read", {"file": "file:///w/a.py"}, read(b"file:///w/a.py")),
    ("be-read", {"file": "ü.py"}, read("ü.py".encode())),
    # Lines beside the path.
    ("be-read", {"file": "a.py", "start": 12, "end": 18}, read(A, LINES_12_18)),
    ("be-read", {"file": "a.py", "start_line": 12, "end_line": 18}, read(A, LINES_12_18)),
    ("be-read", {"file": "a.py", "startLine": 12, "endLine": 18}, read(A, LINES_12_18)),
    ("be-read", {"file": "a.py", "start": "12", "end": "18"}, read(A, LINES_12_18)),
    ("be-read", {"file": "a.py", "start": 12.0, "end": 18.0}, read(A, LINES_12_18)),
    ("be-read", {"file": "a.py", "start": 12}, read(A, Span(12, 12))),
    ("be-read", {"file": "a.py", "end": 18}, read(A, Span(1, 18))),
    ("be-read", {"file": "a.py", "line": 12}, read(A, Span(12, 12))),
    ("be-read", {"file": "a.py", "line": "12"}, read(A, Span(12, 12))),
    ("be-read", {"file": "a.py", "lines": 12}, read(A, Span(12, 12))),
    ("be-read", {"file": "a.py", "lines": "12"}, read(A, Span(12, 12))),
    ("be-read", {"file": "a.py", "lines": "12-18"}, read(A, LINES_12_18)),
    ("be-read", {"file": "a.py", "lines": " 12 - 18 "}, read(A, LINES_12_18)),
    ("be-read", {"file": "a.py", "lines": "12,18"}, read(A, LINES_12_18)),
    ("be-read", {"file": "a.py", "lines": "1-1"}, read(A, Span(1, 1))),
    ("be-read", {"file": "a.py", "lines": "12-"}, read(A, TO_THE_END)),
    ("be-read", {"file": "a.py", "lines": "12-END"}, read(A, TO_THE_END)),
    ("be-read", {"file": "a.py", "lines": "12-end"}, read(A, TO_THE_END)),
    ("be-read", {"file": "a.py", "lines": "12--1"}, read(A, TO_THE_END)),
    ("be-read", {"file": "a.py", "lines": [12, 18]}, read(A, LINES_12_18)),
    ("be-read", {"file": "a.py", "lines": [12]}, read(A, Span(12, 12))),
    ("be-read", {"file": "a.py", "view_range": [12, 18]}, read(A, LINES_12_18)),
    ("be-read", {"file": "a.py", "view_range": ["12", "18"]}, read(A, LINES_12_18)),
    ("be-read", {"file": "a.py", "view_range": [12.0, 18.0]}, read(A, LINES_12_18)),
    ("be-read", {"file": "a.py", "view_range": "[12, 18]"}, read(A, LINES_12_18)),
    ("be-read", {"file": "a.py", "view_range": "[12, -1]"}, read(A, TO_THE_END)),
    ("be-read", {"file": "a.py", "view_range": [12, -1]}, read(A, TO_THE_END)),
    ("be-read", {"file": "a.py", "view_range": [12, "end"]}, read(A, TO_THE_END)),
    ("be-read", {"file": "a.py", "offset": 12, "limit": 7}, read(A, LINES_12_18)),
    ("be-read", {"file": "a.py", "offset": "12", "limit": "7"}, read(A, LINES_12_18)),
    ("be-read", {"file": "a.py", "offset": 0, "limit": 18}, read(A, Span(1, 18))),
    ("be-read", {"file": "a.py", "offset": 12}, read(A, TO_THE_END)),
    ("be-read", {"file": "a.py", "limit": 18}, read(A, Span(1, 18))),
    ("be-read", {"file": "a.py", "lines": "12-18", "start": 12, "end": 18}, read(A, LINES_12_18)),
    ("be-read", {"file": "a.py:12-18", "start": 12, "end": 18}, read(b"a.py:12-18", LINES_12_18)),
    ("be-read", {"file": "a.py:12", "line": 12}, read(b"a.py:12", Span(12, 12))),
    ("be-read", {"file": "a:5:", "line": 12}, read(b"a:5:", Span(12, 12))),
    ("be-read", {"file": "a.py", "start": 10**30}, read(A, Span(1 << 40, 1 << 40))),
    # How much.
    ("be-read", {"file": "a.py", "max_bytes": 500}, read(max_bytes=500)),
    ("be-read", {"file": "a.py", "max_bytes": "500"}, read(max_bytes=500)),
    ("be-read", {"file": "a.py", "max_bytes": 500.0}, read(max_bytes=500)),
    ("be-read", {"file": "a.py", "max_bytes": 10**30}, read(max_bytes=READ_BYTES_MAX)),
    # Null and "" are as nothing.
    ("be-read", {"file": "a.py", "start": None, "end": None}, read()),
    ("be-read", {"file": "a.py", "start": "", "max_bytes": ""}, read()),
    ("be-read", {"file": "a.py", "path": None}, read()),
    ("be-replace", {"file": "a.py", "content": "x", "old": ""}, replace()),
    ("be-replace", {"file": "a.py", "content": "x", "viewed_code_id": None}, replace()),
    ("be-replace", {"file": "a.py", "content": "", "viewed_code_id": ""}, replace(content="")),
    # The new text, under every name, and as lines.
    ("be-replace", {"file": "a.py", "content": "x"}, replace()),
    ("be-replace", {"file": "a.py", "new_string": "x"}, replace()),
    ("be-replace", {"file": "a.py", "newString": "x"}, replace()),
    ("be-replace", {"file": "a.py", "new_str": "x"}, replace()),
    ("be-replace", {"file": "a.py", "new_text": "x"}, replace()),
    ("be-replace", {"file": "a.py", "newText": "x"}, replace()),
    ("be-replace", {"file": "a.py", "replacement": "x"}, replace()),
    ("be-replace", {"file": "a.py", "text": "x"}, replace()),
    ("be-replace", {"file": "a.py", "file_text": "x"}, replace()),
    ("be-replace", {"file": "a.py", "insert_text": "x"}, replace()),
    ("be-replace", {"file": "a.py", "content": ["x", "y"]}, replace(content="x\ny")),
    ("be-replace", {"file": "a.py", "content": []}, replace(content="")),
    ("be-replace", {"file": "a.py", "new_string": ""}, replace(content="")),
    ("be-replace", {"file": "a.py", "content": "null"}, replace(content="null")),
    ("be-replace", {"file": "a.py", "content": '{"a": 1}'}, replace(content='{"a": 1}')),
    ("be-replace", {"file": "a.py", "content": " \r\n"}, replace(content=" \r\n")),
    # The old text, under every name.
    ("be-replace", {"file": "a.py", "content": "x", "old": "o"}, replace(old="o")),
    ("be-replace", {"file": "a.py", "content": "x", "old_text": "o"}, replace(old="o")),
    ("be-replace", {"file": "a.py", "content": "x", "old_string": "o"}, replace(old="o")),
    ("be-replace", {"file": "a.py", "content": "x", "oldString": "o"}, replace(old="o")),
    ("be-replace", {"file": "a.py", "content": "x", "old_str": "o"}, replace(old="o")),
    ("be-replace", {"file": "a.py", "content": "x", "oldText": "o"}, replace(old="o")),
    ("be-replace", {"file": "a.py", "content": "x", "search": "o"}, replace(old="o")),
    # Ids.
    ("be-replace", {"file": "a.py", "content": "x", "viewed_code_id": "v12"}, replace(view=12)),
    ("be-replace", {"file": "a.py", "content": "x", "viewed_code_id": "V12"}, replace(view=12)),
    ("be-replace", {"file": "a.py", "content": "x", "viewed_code_id": "12"}, replace(view=12)),
    ("be-replace", {"file": "a.py", "content": "x", "viewed_code_id": 12}, replace(view=12)),
    ("be-replace", {"file": "a.py", "content": "x", "viewed_code_id": 12.0}, replace(view=12)),
    ("be-replace", {"file": "a.py", "content": "x", "viewed_code_id": " v12 "}, replace(view=12)),
    ("be-replace", {"file": "a.py", "content": "x", "viewed_code_id": "`v12`"}, replace(view=12)),
    ("be-replace", {"file": "a.py", "content": "x", "viewed_code_id": '"v12"'}, replace(view=12)),
    ("be-replace", {"file": "a.py", "content": "x", "view": "v12"}, replace(view=12)),
    ("be-replace", {"file": "a.py", "content": "x", "view_id": "v12"}, replace(view=12)),
    # Yes and no.
    ("be-replace", {"file": "a.py", "content": "x", "all": True}, replace(all=True)),
    ("be-replace", {"file": "a.py", "content": "x", "all": "true"}, replace(all=True)),
    ("be-replace", {"file": "a.py", "content": "x", "all": "True"}, replace(all=True)),
    ("be-replace", {"file": "a.py", "content": "x", "all": "yes"}, replace(all=True)),
    ("be-replace", {"file": "a.py", "content": "x", "all": 1}, replace(all=True)),
    ("be-replace", {"file": "a.py", "content": "x", "all": "false"}, replace()),
    ("be-replace", {"file": "a.py", "content": "x", "all": 0}, replace()),
    ("be-replace", {"file": "a.py", "content": "x", "replace_all": "1"}, replace(all=True)),
    ("be-replace", {"file": "a.py", "content": "x", "replaceAll": True}, replace(all=True)),
    ("be-replace", {"file": "a.py", "content": "x", "allow_multiple": True}, replace(all=True)),
    ("be-replace", {"file": "a.py", "content": "x", "force": "true"}, replace(force=True)),
    ("be-replace", {"file": "a.py", "content": "x", "lines": "12-18"}, replace(span=LINES_12_18)),
    ("replace", {"file": "a.py", "content": "x", "start": 12}, replace(span=Span(12, 12))),
    # What models add of their own.
    ("be-replace", {"file": "a.py", "content": "x", "explanation": "why"}, replace()),
    ("be-replace", {"file": "a.py", "content": "x", "description": "why"}, replace()),
    ("be-replace", {"file": "a.py", "content": "x", "instruction": "why"}, replace()),
    ("be-replace", {"file": "a.py", "content": "x", "instructions": ["why"]}, replace()),
    ("be-replace", {"file": "a.py", "content": "x", "reason": "why"}, replace()),
    ("be-replace", {"file": "a.py", "content": "x", "thought": {"a": 1}}, replace()),
    # Whole files.
    ("be-write", {"file": "a.py", "content": "x"}, Write(A, "x")),
    ("be-write", {"path": "a.py", "file_text": "x"}, Write(A, "x")),
    ("be-write", {"file": "a.py", "text": ["x", ""]}, Write(A, "x\n")),
    ("be-write", {"file": "a.py", "content": ""}, Write(A, "")),
    ("be-write", {"file": "a.py", "content": "x", "view_id": "v3"}, Write(A, "x", 3)),
    ("be-write", {"file": "a.py", "content": "x", "force": 1}, Write(A, "x", force=True)),
    ("be-write", {"file": "a.py", "content": "x", "parents": 1}, Write(A, "x", parents=True)),
    ("be-write", {"file": "a.py", "content": "x", "preview": 1}, Write(A, "x", preview=True)),
    ("be-write", {"file": "a.py", "content": "x", "format": "diff"}, Write(A, "x", diff=True)),
    ("be-write", {"file": "a.py", "content": "AP8=", "base64": True}, Write(A, b"\0\xff")),
    # What else an edit takes.
    ("be-replace", {"file": "a.py", "content": "x", "preview": "true"}, replace(preview=True)),
    ("be-replace", {"file": "a.py", "content": "x", "dry_run": True}, replace(preview=True)),
    ("be-replace", {"file": "a.py", "content": "x", "dryRun": 1}, replace(preview=True)),
    ("be-replace", {"file": "a.py", "content": "x", "reanchor": True}, replace(reanchor=True)),
    ("be-replace", {"file": "a.py", "content": "x", "format": "diff"}, replace(diff=True)),
    ("be-replace", {"file": "a.py", "content": "x", "format": "json"}, replace()),
    ("be-replace", {"file": "a.py", "content": "x", "format": 3}, replace()),
    ("be-replace", {"file": "a.py", "content": "x", "verbose": True}, replace()),
    ("be-replace", {"file": "a.py", "content": "x", "edits": []}, replace()),
    ("be-replace", {"file": "a.py", "content": "x", "edits": "[]"}, replace()),
    # Undo and its kin.
    ("be-trx", {"action": "status"}, Status()),
    ("trx", {"action": "STATUS"}, Status()),
    ("be-trx", {"action": "undo", "event_id": "e812"}, Undo(812)),
    ("be-trx", {"action": "undo", "event_id": "E812"}, Undo(812)),
    ("be-trx", {"action": " Undo ", "event_id": 812}, Undo(812)),
    ("be-trx", {"action": "undo", "id": "812"}, Undo(812)),
    ("be-trx", {"action": "undo", "edit": "e812"}, Undo(812)),
    ("be-trx", {"action": "undo", "preview_id": "e812"}, Undo(812)),
    ("be-trx", {"action": "undo", "confirm": "e812"}, Undo(812)),
    ("be-trx", {"action": "redo", "event_id": "e812"}, Redo(812)),
    ("be-trx", {"action": "undo", "event_id": "e8", "preview": True}, Undo(8, preview=True)),
    ("be-trx", {"action": "redo", "event_id": "e8", "dry_run": 1}, Redo(8, preview=True)),
    ("be-trx", {"action": "rollback", "preview": "true"}, Rollback(1, preview=True)),
    ("be-trx", {"action": "snapshot", "label": "before"}, Snapshot("before")),
    ("be-trx", {"action": "commit", "preview": False}, Commit("")),
    ("be-trx", {"action": "rollback"}, Rollback(1)),
    ("be-trx", {"action": "rollback", "step": 2}, Rollback(2)),
    ("be-trx", {"action": "rollback", "step": "2"}, Rollback(2)),
    ("be-trx", {"action": "rollback", "step": 2.0, "event_id": ""}, Rollback(2)),
    ("be-trx", {"action": "commit"}, Commit("")),
    ("be-trx", {"action": "commit", "label": "done"}, Commit("done")),
]


def test_the_table_is_as_wide_as_what_callers_send() -> None:
    assert len(SAME) > 100


@pytest.mark.parametrize(("tool", "arguments", "wanted"), SAME)
def test_a_call_means_its_plain_form(
    tool: str, arguments: dict[str, Any], wanted: AnyRequest
) -> None:
    assert call(tool, **arguments) == Parsed(wanted)


PLAIN = {"file": "a.py", "content": 'say "hé"\n', "start": 3}


@pytest.mark.parametrize(
    "raw",
    [
        json.dumps(PLAIN),
        json.dumps(PLAIN, ensure_ascii=False),
        json.dumps(PLAIN, indent=2),
        json.dumps(json.dumps(PLAIN)),
        json.dumps({"arguments": PLAIN}),
        json.dumps({"args": PLAIN}),
        json.dumps({"arguments": json.dumps(PLAIN)}),
    ],
)
def test_arguments_may_come_as_a_string_or_wrapped(raw: str) -> None:
    wanted = Replace(A, 'say "hé"\n', Span(3, 3))
    assert parse("be-replace", raw.encode()) == Parsed(wanted)


@pytest.mark.parametrize("raw", [None, b"", b"{}", b"null", b'"{}"', b'{"arguments": null}'])
def test_no_arguments_are_an_object_without_members(raw: bytes | None) -> None:
    wanted = Misfit("be-read", "missing", {"name": "file", "got": "nothing"})
    assert parse("be-read", raw).request == wanted


WRONG: list[tuple[str, dict[str, Any], str, dict[str, str | int]]] = [
    ("be-read", {}, "missing", {"name": "file", "got": "nothing"}),
    ("be-read", {"documents": ["a"]}, "missing", {"name": "file", "got": "documents"}),
    (
        "be-read",
        {"file": 3},
        "wrong_type",
        {"name": "file", "wanted": "a string", "got": "a number"},
    ),
    ("be-read", {"file": ["a"]}, "wrong_type", {"name": "file", "got": "an array"}),
    ("be-read", {"file": {"a": 1}}, "wrong_type", {"name": "file", "got": "an object"}),
    ("be-read", {"file": True}, "wrong_type", {"name": "file", "got": "true or false"}),
    ("be-read", {"file": "a", "path": "b"}, "conflicting_names", {"one": "file", "other": "path"}),
    ("be-read", {"path": "a", "filename": "b"}, "conflicting_names", {"one": "path"}),
    ("be-read", {"file": "a", "lines": "0-3"}, "bad_lines", {"written": "0-3"}),
    ("be-read", {"file": "a", "lines": 0}, "bad_lines", {"written": "0"}),
    ("be-read", {"file": "a", "lines": -3}, "bad_lines", {"written": "-3"}),
    ("be-read", {"file": "a", "lines": "-3"}, "bad_lines", {"written": "-3"}),
    ("be-read", {"file": "a", "lines": "-"}, "bad_lines", {"written": "-"}),
    ("be-read", {"file": "a", "lines": "18-12"}, "bad_lines", {"written": "18-12"}),
    ("be-read", {"file": "a", "lines": "12-1"}, "bad_lines", {"written": "12-1"}),
    ("be-read", {"file": "a", "lines": "1-2-3"}, "bad_lines", {"written": "1-2-3"}),
    ("be-read", {"file": "a", "lines": "x"}, "bad_lines", {"written": "x"}),
    ("be-read", {"file": "a", "lines": "²"}, "bad_lines", {"written": "²"}),
    ("be-read", {"file": "a", "lines": "9" * 99}, "bad_lines", {"written": "9" * 60}),
    ("be-read", {"file": "a", "lines": []}, "bad_lines", {"written": ""}),
    ("be-read", {"file": "a", "lines": [1, 2, 3]}, "bad_lines", {"written": "1, 2, 3"}),
    ("be-read", {"file": "a", "lines": [1.5, 2]}, "bad_lines", {"written": "1.5, 2"}),
    ("be-read", {"file": "a", "lines": [1, None]}, "bad_lines", {"written": "1, None"}),
    ("be-read", {"file": "a", "lines": {"a": 1}}, "bad_lines", {}),
    ("be-read", {"file": "a", "lines": True}, "bad_lines", {"written": "True"}),
    ("be-read", {"file": "a", "start": 0}, "too_small", {"name": "start", "least": 1, "got": 0}),
    ("be-read", {"file": "a", "start": -5}, "too_small", {"got": -5}),
    ("be-read", {"file": "a", "start": "-5"}, "too_small", {"got": -5}),
    ("be-read", {"file": "a", "start": "--5"}, "wrong_type", {"got": "a string"}),
    ("be-read", {"file": "a", "start": -(10**30)}, "too_small", {"got": -(1 << 40)}),
    ("be-read", {"file": "a", "start": 18, "end": 12}, "bad_lines", {"written": "18-12"}),
    ("be-read", {"file": "a", "start": 1.5}, "wrong_type", {"wanted": "a whole number"}),
    ("be-read", {"file": "a", "start": True}, "wrong_type", {"got": "true or false"}),
    ("be-read", {"file": "a", "start": [1]}, "wrong_type", {"got": "an array"}),
    ("be-read", {"file": "a", "limit": 0}, "too_small", {"name": "limit", "least": 1}),
    ("be-read", {"file": "a", "offset": -1}, "too_small", {"name": "offset", "least": 0}),
    ("be-read", {"file": "a", "max_bytes": 0}, "too_small", {"name": "max_bytes"}),
    ("be-read", {"file": "a", "max_bytes": "much"}, "wrong_type", {"name": "max_bytes"}),
    ("be-read", {"file": "a", "line": 3, "lines": 4}, "conflicting_names", {"other": "line"}),
    ("be-read", {"file": "a", "start": 3, "start_line": 4}, "conflicting_names", {"one": "start"}),
    (
        *("be-replace", {"file": "a.py:3-5", "line": 9, "content": ""}),
        *("conflicting_lines", {"in_path": "3-5", "name": "line", "beside": "9"}),
    ),
    ("be-read", {"file": "a.py:3-", "start": 3, "end": 9}, "conflicting_lines", {"beside": "3-9"}),
    ("be-replace", {"file": "a"}, "missing_content", {"got": "file"}),
    ("be-replace", {"file": "a", "content": None}, "missing_content", {"got": "file"}),
    ("be-replace", {"file": "a", "txt": "x"}, "missing_content", {"got": "file, txt"}),
    ("be-replace", {"content": "x"}, "missing", {"name": "file", "got": "content"}),
    ("be-replace", {"file": "", "content": "x"}, "missing", {"name": "file", "got": "content"}),
    ("be-replace", {"file": "a", "content": 3}, "wrong_type", {"name": "content"}),
    ("be-replace", {"file": "a", "content": {"a": 1}}, "wrong_type", {"got": "an object"}),
    ("be-replace", {"file": "a", "content": ["x", 3]}, "wrong_type", {"got": "an array"}),
    ("be-replace", {"file": "a", "content": "x", "text": "y"}, "conflicting_names", {}),
    ("be-replace", {"file": "a", "content": "x", "old": ["o"]}, "wrong_type", {"name": "old"}),
    ("be-replace", {"file": "a", "content": "x", "all": "maybe"}, "wrong_type", {"name": "all"}),
    ("be-replace", {"file": "a", "content": "x", "all": 2}, "wrong_type", {"name": "all"}),
    ("be-replace", {"file": "a", "content": "x", "all": []}, "wrong_type", {"got": "an array"}),
    ("be-replace", {"file": "a", "content": "x", "view": "e12"}, "bad_id", {"got": "e12"}),
    ("be-replace", {"file": "a", "content": "x", "view": "v"}, "bad_id", {"example": "v812"}),
    ("be-replace", {"file": "a", "content": "x", "view": "vv1"}, "bad_id", {}),
    ("be-replace", {"file": "a", "content": "x", "view": "v-1"}, "bad_id", {}),
    ("be-replace", {"file": "a", "content": "x", "view": "v1.5"}, "bad_id", {}),
    ("be-replace", {"file": "a", "content": "x", "view": "v²"}, "bad_id", {}),
    ("be-replace", {"file": "a", "content": "x", "view": 0}, "bad_id", {"got": "0"}),
    ("be-replace", {"file": "a", "content": "x", "view": True}, "bad_id", {"got": "True"}),
    ("be-replace", {"file": "a", "content": "x", "view": ["v1"]}, "bad_id", {"got": "an array"}),
    ("be-replace", {"file": "a", "content": "x", "view": 1 << 64}, "bad_id", {}),
    ("be-write", {"file": "a", "content": "x", "start": 3}, "lines_in_write", {"plain": "a"}),
    ("be-write", {"file": "a"}, "missing_content", {"got": "file"}),
    ("be-trx", {}, "missing", {"name": "action"}),
    ("be-trx", {"action": "frob"}, "not_a_choice", {"name": "action", "got": "frob"}),
    ("be-trx", {"action": "x" * 99}, "not_a_choice", {"got": "x" * 60}),
    ("be-trx", {"action": ["undo"]}, "wrong_type", {"name": "action"}),
    ("be-trx", {"action": "undo"}, "missing", {"name": "event_id", "got": "action"}),
    ("be-trx", {"action": "undo", "step": 3}, "missing", {"got": "action, step"}),
    ("be-trx", {"action": "redo", "event_id": "v12"}, "bad_id", {"example": "e812"}),
    ("be-trx", {"action": "rollback", "step": 0}, "too_small", {"name": "step"}),
    ("be-trx", {"action": "rollback", "event_id": "e3"}, "not_together", {"action": "rollback"}),
    ("be-trx", {"action": "rollback", "file": "a"}, "not_together", {"name": "file"}),
    ("be-trx", {"action": "rollback", "path": "a"}, "not_together", {"name": "file"}),
    ("be-trx", {"action": "commit", "label": 3}, "wrong_type", {"name": "label"}),
    ("be-trx", {"action": "commit", "preview": 1}, "not_together", {"action": "commit"}),
    ("be-trx", {"action": "snapshot", "label": "a", "preview": 1}, "not_together", {}),
    ("be-trx", {"action": "snapshot"}, "missing", {"name": "label", "got": "action"}),
    ("be-trx", {"action": "status", "brief": "maybe"}, "wrong_type", {"name": "brief"}),
    ("be-write", {"file": "a", "content": "A", "base64": True}, "bad_base64", {}),
    ("be-write", {"file": "a", "content": "AA=A", "base64": True}, "bad_base64", {}),
    ("be-write", {"file": "a", "content": "A!P8=", "base64": True}, "bad_base64", {}),
    ("be-write", {"file": "a", "content": "Aé==", "base64": True}, "bad_base64", {}),
    ("be-write", {"file": "a:4-auto", "content": ""}, "not_served", {"name": ":4-auto"}),
    ("be-outline", {"file": "a.py:40-AUTO"}, "not_served", {"name": ":40-AUTO"}),
]


@pytest.mark.parametrize(("tool", "arguments", "code", "named"), WRONG)
def test_a_wrong_call_means_nothing_and_says_why(
    tool: str, arguments: dict[str, Any], code: str, named: dict[str, str | int]
) -> None:
    request = call(tool, **arguments).request
    assert isinstance(request, Misfit)
    assert (request.tool, request.code) == (tool, code)
    assert named.items() <= request.values.items()


@pytest.mark.parametrize(
    "raw",
    [
        b"{",
        b"",
        b"[1, 2]",
        b'"text"',
        b'"{"',
        b"3",
        b"\xff",
        b'{"file": NaN}',
        b'"{\\"file\\": NaN}"',
        b'{"file": "\\ud800"}',
        b'"{\\"file\\": \\"\\\\ud800\\"}"',
        b'{"file": "a", "start": 1e999}',
        b'{"file": "a", "start": ' + b"9" * 9_000 + b"}",
        b"[" * 5_000 + b"]" * 5_000,
        b'"' + b"[" * 5_000 + b'"',
        b'[1e999, "' + b"[" * 5_000,
        b'{"a": ' * 900 + b"1" + b"}" * 900,
    ],
)
def test_what_is_hardly_json_is_refused_and_never_raises(raw: bytes) -> None:
    request = parse("be-read", raw).request
    assert isinstance(request, Misfit)
    assert encode(request)


def test_a_tool_that_is_not_there_is_told_with_those_that_are() -> None:
    known = ", ".join(one.name for one in tools.ALL)
    assert known.startswith("be-read, be-replace, be-insert, ")
    request = parse("frob", b"{}").request
    assert request == Misfit("frob", "unknown_tool", {"name": "frob", "known": known})


def test_names_that_mean_nothing_are_told_beside_the_request() -> None:
    parsed = call("be-replace", file="a.py", content="x", colour="red", offset=3, x=None)
    assert parsed == Parsed(replace(), ("colour", "offset"))


def test_a_reply_may_be_wanted_brief() -> None:
    assert call("be-replace", file="a.py", content="x", brief=True) == Parsed(replace(), brief=True)
    assert call("be-trx", action="status", brief="true") == Parsed(Status(), brief=True)
    assert call("be-trx", action="status", brief="false") == Parsed(Status())


NOT_SERVED: list[tuple[str, dict[str, Any], str]] = [
    ("be-replace", {"file": "a", "content": "x", "outline": True}, "outline"),
    ("be-write", {"file": "a", "content": "x", "target": {"kind": "tag"}}, "target"),
    ("be-balance", {"file": "a", "target": "function:f"}, "target"),
    ("be-read", {"file": "a", "files": ["b.py"]}, "files"),
    ("be-replace", {"file": "a", "files": [{"file": "b", "content": "y"}]}, "files"),
    ("be-read", {"file": "a", "paths": ["b.py"]}, "paths"),
    ("be-replace", {"file": "a", "content": "eA==", "base64": True}, "base64"),
    ("be-insert", {"file": "a:3", "content": "x", "form": "args"}, "form"),
    ("be-replace", {"file": "a", "content": "x", "session": "b"}, "session"),
    ("be-write", {"file": "a", "content": "x", "lease": "l1"}, "lease"),
    ("be-read", {"file": "a", "at": "e12"}, "at"),
    ("be-read", {"file": "a", "at": 0}, "at"),
    ("be-replace", {"file": "a", "content": "x", "arguments": {"start": 3}}, "arguments"),
    ("be-replace", {"file": "a", "content": "x", "args": '{"start": 3}'}, "args"),
]

TELLING: list[tuple[str, dict[str, Any], str]] = [
    ("be-write", {"file": "a", "old_string": "o", "new_string": "x"}, "old_string"),
    ("be-write", {"file": "a", "content": "x", "edits": [{"content": "y"}]}, "edits"),
    ("be-write", {"file": "a", "content": "x", "after": 0}, "after"),
    ("be-write", {"file": "a", "content": "x", "reanchor": True}, "reanchor"),
    ("be-insert", {"file": "a:3", "content": "x", "old": "o"}, "old"),
    ("be-insert", {"file": "a:3", "content": "x", "all": True}, "all"),
    ("be-delete", {"file": "a:3", "content": "no"}, "content"),
    ("be-delete", {"file": "a:3", "text": "false"}, "text"),
    ("be-delete", {"file": "a", "old": "o", "replace_all": True}, "replace_all"),
    ("be-replace", {"file": "a:3", "content": "x", "insert_line": 5}, "insert_line"),
    ("be-replace", {"file": "a:3", "content": "", "remove": True}, "remove"),
    ("be-replace", {"file": "a", "content": "", "from": "chip://a3f7b2"}, "from"),
    ("be-insert", {"file": "a", "content": "", "to": "b:3"}, "to"),
    ("be-insert-chip", {"from": "chip://a3f7b2", "to": "a:3", "content": "y"}, "content"),
    ("be-replace", {"file": "a", "content": "x", "target": "f", "where": "before"}, "where"),
    ("be-delete", {"file": "a", "target": "f", "position": "after"}, "position"),
]


@pytest.mark.parametrize(("tool", "arguments", "name"), NOT_SERVED)
def test_what_is_not_served_is_refused_and_not_left_out(
    tool: str, arguments: dict[str, Any], name: str
) -> None:
    request = call(tool, **arguments).request
    assert isinstance(request, Misfit)
    assert (request.code, request.values) == ("not_served", {"name": name})


@pytest.mark.parametrize(("tool", "arguments", "name"), TELLING)
def test_what_tells_another_tool_what_to_do_is_refused_and_not_left_out(
    tool: str, arguments: dict[str, Any], name: str
) -> None:
    request = call(tool, **arguments).request
    assert isinstance(request, Misfit)
    assert (request.code, request.values) == ("not_served", {"name": name})


CORRECTING: list[tuple[dict[str, Any], str]] = [
    ({"event_id": "p12", "preview": True}, "preview"),
    ({"event_id": "chip://a3f7b2", "content": "y"}, "content"),
    ({"event_id": "chip://a3f7b2", "start": 3}, "start"),
]


@pytest.mark.parametrize(("arguments", "name"), CORRECTING)
def test_what_would_correct_a_kept_call_otherwise_than_can_be_is_refused(
    arguments: dict[str, Any], name: str
) -> None:
    request = call("be-confirm", **arguments).request
    assert isinstance(request, Misfit)
    assert (request.code, request.values) == ("not_corrected", {"name": name})


def test_every_name_that_is_not_served_is_tried() -> None:
    assert {name for _, _, name in NOT_SERVED} == tool_names.NOT_SERVED
    others = {alias: name for name, those in tool_names.ALIASES.items() for alias in those}
    names = {name for *_, name in (*TELLING, *CORRECTING)}
    tried = {others.get(name, name) for name in names}
    assert tried == tool_names.TELLING | {"start"}


@pytest.mark.parametrize("value", [None, "", False, "false", "False", " no ", [], {}])
def test_what_is_not_served_may_say_no(value: Any) -> None:
    for name in tool_names.NOT_SERVED - {"target"}:
        assert call("be-replace", file="a.py", content="x", **{name: value}) == Parsed(replace())
    written = call("be-write", file="a.py", content="x", target=value)
    assert written == Parsed(Write(A, "x"))


@pytest.mark.parametrize("name", ["content", "old", "edits", "all", "preview"])
def test_a_read_leaves_out_what_is_for_edits_and_says_so(name: str) -> None:
    assert call("be-read", file="a.py", **{name: "x"}) == Parsed(read(), (name,))


def test_names_that_mean_nothing_do_not_flood_the_refusal() -> None:
    request = call("be-replace", file="a", **{f"n{one}": 1 for one in range(50)}).request
    assert isinstance(request, Misfit)
    assert str(request.values["got"]).endswith("n10 and 39 more")


def test_a_read_leaves_room_for_what_is_not_lines_of_the_file() -> None:
    plain = parse("be-read", b'{"file": "a.py"}').request
    small = parse("be-read", b'{"file": "a.py"}', max_bytes=9_500).request
    assert isinstance(plain, Read)
    assert isinstance(small, Read)
    assert plain.max_bytes < 24_000 - 200
    assert small.max_bytes < 9_500 - 200


NAMES = st.sampled_from(
    [
        *tool_names.ALIASES,
        *(alias for aliases in tool_names.ALIASES.values() for alias in aliases),
        *(name for pair in tool_names.LINE_NAMES for name in pair),
        *("line", "lines", "view_range", "offset", "limit", "max_bytes", "force", "action"),
        *("step", "label", "remove", "parents", "brief", "format", "from", "to"),
        *tool_names.NOT_SERVED,
    ]
)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(["12-18", "3-", "v12", "E1", "-1", "[1, -1]", "undo", "rollback", "a.py:3"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


@settings(max_examples=150, deadline=None)
@given(
    tool=st.sampled_from([*tools.BY_NAME, "be-history", "read", ""]),
    arguments=st.dictionaries(NAMES | st.text(max_size=5), VALUES, max_size=5),
)
def test_no_arguments_raise_and_every_request_can_be_sent(
    tool: str, arguments: dict[str, Any]
) -> None:
    parsed = parse(tool, msgspec.json.encode(arguments))
    assert encode(parsed.request)


@settings(max_examples=150, deadline=None)
@given(raw=st.binary(max_size=40) | st.text(max_size=40).map(str.encode), wrap=st.booleans())
def test_no_bytes_raise(raw: bytes, wrap: bool) -> None:
    given = json.dumps(raw.decode(errors="replace")).encode() if wrap else raw
    assert encode(parse("be-replace", given).request)
