"""Calls as they come, and the plain form that each of them means: plain data.

A shape is a tool, the arguments as the JSON text in which they are sent, and the arguments of the
plain form, of the same tool under its full name. Where ids are needed, v12 stands for a view of
a.py, e12 for an edit, p12 for a prepared edit and chip://a3f7b2 for a chip.
"""

import json
from typing import Any, NamedTuple


class Shape(NamedTuple):
    tool: str
    sent: str
    plain: dict[str, Any]


def _shapes(tool: str, plain: dict[str, Any], *sent: dict[str, Any] | str) -> list[Shape]:
    """Return several ways to send one call."""
    texts = [one if isinstance(one, str) else json.dumps(one) for one in sent]
    return [Shape(tool, text, plain) for text in texts]


def _named(name: str, *others: str, **plain: Any) -> list[dict[str, Any]]:
    """Return arguments in which one is called otherwise."""
    return [{(other if key == name else key): plain[key] for key in plain} for other in others]


_X = {"file": "a.py:2", "content": "x"}
_OLD = {"file": "a.py", "old": "two", "content": "x"}
_VIEW = {**_X, "viewed_code_id": "v12"}
_SPAN = {"file": "a.py:2-3", "content": "x"}
_MORE: dict[str, Any] = {
    "file": "a.py",
    "edits": [{"lines": "1", "content": "x"}, {"after": 3, "content": "y"}],
}
_AFTER = {"file": "a.py:2", "content": "x"}
_NOTE = {"file": "n.py", "content": "x\n"}
_GONE = {"file": "a.py:2-3"}


def _ranges(**beside: Any) -> list[dict[str, Any]]:
    """Return lines 2 to 3 in every way in which they come beside the path."""
    ways: list[dict[str, Any]] = [
        {"start": 2, "end": 3},
        {"start_line": 2, "end_line": 3},
        {"startLine": 2, "endLine": 3},
        {"start": "2", "end": "3"},
        {"start": 2.0, "end": 3.0},
        {"lines": "2-3"},
        {"lines": " 2 - 3 "},
        {"lines": "2,3"},
        {"lines": [2, 3]},
        {"lines": ["2", "3"]},
        {"view_range": [2, 3]},
        {"view_range": "[2, 3]"},
    ]
    return [{"file": "a.py", **way, **beside} for way in ways]


READS = [
    *_shapes(
        "be-read",
        {"file": "a.py"},
        *_named("file", "path", "file_path", "filePath", "filename", "target_file", file="a.py"),
        {"file": "a.py", "path": "a.py"},
        {"file": "a.py", "start": None, "end": ""},
        {"file": "a.py", "offset": 0},
        {"file": "a.py", "explanation": "to see it", "thought": "hm"},
        {"file": "a.py", "verbose": True, "format": "json"},
        '{"arguments": {"file": "a.py"}}',
        '{"args": "{\\"file\\": \\"a.py\\"}"}',
        '"{\\"file\\": \\"a.py\\"}"',
    ),
    *_shapes("read", {"file": "a.py"}, {"file": "a.py"}, {"file": "./a.py"}),
    *_shapes(
        "be-read", {"file": "a.py:2-3"}, *_ranges(), {"file": "a.py", "offset": 2, "limit": 2}
    ),
    *_shapes("be-read", {"file": "a.py:2"}, {"file": "a.py", "line": 2}, {"path": "a.py:2-2"}),
    *_shapes(
        "be-read",
        {"file": "a.py:2-"},
        {"file": "a.py:2-END"},
        {"file": "a.py", "offset": 2},
        {"file": "a.py", "view_range": [2, -1]},
        {"file": "a.py", "lines": "2-"},
        {"file": "a.py", "lines": "2-end"},
    ),
    *_shapes("be-read", {"file": "a.py", "max_bytes": 90}, {"path": "a.py", "max_bytes": "90"}),
]

REPLACEMENTS = [
    *_shapes(
        "be-replace",
        _X,
        *_named(
            "content",
            *("new_string", "newString", "new_str", "new_text", "newText", "replacement", "text"),
            *("file_text", "insert_text"),
            **_X,
        ),
        {"path": "a.py", "line": 2, "new_string": "x"},
        {"file": "a.py:2-2", "content": "x"},
        {"file": "a.py", "line": "2", "content": ["x"]},
        {**_X, "old": "", "viewed_code_id": None, "edits": [], "all": "false", "preview": False},
        {**_X, "reason": "r", "instruction": "i", "instructions": ["j"], "description": "d"},
    ),
    *_shapes("replace", _X, _X),
    *_shapes("be-replace", _SPAN, *_ranges(content="x")),
    *_shapes(
        "be-replace",
        {**_X, "content": "x\ny"},
        {**_X, "content": ["x", "y"]},
        {"file": "a.py", "lines": 2, "text": "x\ny"},
    ),
    *_shapes(
        "be-replace", {**_X, "content": ""}, {**_X, "content": []}, {"file": "a.py:2", "text": ""}
    ),
    *_shapes(
        "be-replace",
        _OLD,
        *_named(
            "old",
            *("old_text", "old_string", "oldString", "old_str", "oldText", "search"),
            **_OLD,
        ),
        {"file_path": "a.py", "old_string": "two", "new_string": "x", "replace_all": False},
        {"path": "a.py", "old_str": "two", "new_str": "x"},
    ),
    *_shapes(
        "be-replace",
        {**_OLD, "all": True},
        {**_OLD, "all": "true"},
        {**_OLD, "all": 1},
        {**_OLD, "replace_all": True},
        {**_OLD, "replaceAll": "True"},
        {**_OLD, "allow_multiple": "yes"},
    ),
    *_shapes(
        "be-replace",
        _VIEW,
        {**_X, "view": "v12"},
        {**_X, "view_id": "V12"},
        {**_X, "viewed_code_id": 12},
        {**_X, "viewed_code_id": " `v12` "},
        {**_X, "viewed_code_id": "12"},
    ),
    *_shapes(
        "be-replace",
        {**_X, "preview": True},
        {**_X, "preview": "true"},
        {**_X, "dry_run": True},
        {**_X, "dryRun": 1},
    ),
    *_shapes("be-replace", {**_X, "force": True}, {**_X, "force": "true"}),
    *_shapes("be-replace", {**_X, "reanchor": True}, {**_X, "reanchor": "yes"}),
    *_shapes("be-replace", {**_X, "format": "diff"}, {**_X, "format": " Diff "}),
    *_shapes("be-replace", _X, {**_X, "format": "full"}, {**_X, "verbose": "true"}),
]

SEVERAL = [
    *_shapes(
        "be-replace",
        _MORE,
        *_named("edits", "changes", "replacements", **_MORE),
        {"file": "a.py", "edits": json.dumps(_MORE["edits"])},
        {"file": "a.py", "edits": [json.dumps(one) for one in _MORE["edits"]]},
        {**_MORE, "content": "", "old": "", "all": False},
        {"file": "a.py", "edits": [{"line": 1, "text": "x"}, {"insert_line": 3, "text": "y"}]},
        {
            "file": "a.py",
            "edits": [
                {"start": 1, "end": 1, "new_string": "x", "old": None},
                {"after": "3", "new_str": "y", "lines": ""},
            ],
        },
        {
            "file": "a.py",
            "edits": [
                {"file": "a.py", "lines": [1, 1], "content": ["x"]},
                {"file": "a.py", "after_line": 3, "content": "y", "explanation": "e"},
            ],
        },
    ),
    *_shapes(
        "be-replace",
        {"file": "a.py", "edits": [{"old": "two", "content": "x"}]},
        {"path": "a.py", "edits": [{"old_string": "two", "new_string": "x"}]},
        {"path": "a.py", "edits": [{"oldText": "two", "newText": "x"}]},
        {"path": "a.py", "edits": {"search": "two", "replacement": "x"}},
    ),
    *_shapes(
        "be-replace",
        {**_MORE, "viewed_code_id": "v12"},
        {"file": "a.py", "edits": [{**one, "viewed_code_id": "v12"} for one in _MORE["edits"]]},
        {**_MORE, "view": 12},
    ),
    *_shapes(
        "be-replace",
        {"file": "a.py", "edits": [{"file": "b.py", "lines": "1-2", "content": "x"}]},
        {"file": "a.py", "edits": [{"path": "b.py", "view_range": [1, 2], "content": "x"}]},
        {"file": "a.py", "edits": '[{"filename": "b.py", "start": 1, "end": 2, "text": "x"}]'},
    ),
]

INSERTIONS = [
    *_shapes(
        "be-insert",
        _AFTER,
        {"file": "a.py", "after": 2, "content": "x"},
        {"file": "a.py", "after_line": "2", "content": "x"},
        {"file": "a.py", "afterLine": 2, "content": "x"},
        {"file": "a.py", "after-line": 2, "content": "x"},
        {"path": "a.py", "insert_line": 2, "insert_text": "x"},
        {"path": "a.py", "insert_line": 2, "new_str": "x"},
        {"file": "a.py", "line": 2, "content": "x"},
        {"file": "a.py", "start": 2, "content": "x"},
        {"file": "a.py", "lines": "2", "text": ["x"]},
        {"file": "a.py", "after": 2, "line": 2, "content": "x"},
        {**_AFTER, "after": 2},
    ),
    *_shapes("insert", _AFTER, _AFTER),
    *_shapes(
        "be-insert",
        {"file": "a.py:0", "content": "x"},
        {"file": "a.py", "after": 0, "content": "x"},
        {"path": "a.py", "insert_line": "0", "insert_text": "x"},
    ),
    *_shapes(
        "be-insert",
        {"file": "a.py:END", "content": "x"},
        {"file": "a.py:end", "content": "x"},
        {"file": "a.py", "after": "END", "content": "x"},
        {"file": "a.py", "after": -1, "content": "x"},
        {"file": "a.py", "insert_line": "-1", "content": "x"},
    ),
]

DELETIONS = [
    *_shapes("be-delete", _GONE, *_ranges(), {**_GONE, "content": ""}, {**_GONE, "old": None}),
    *_shapes("delete", _GONE, {"path": "a.py:2-3"}),
    *_shapes("be-delete", {"file": "a.py:2"}, {"file": "a.py", "line": 2}),
    *_shapes("be-delete", {"file": "a.py:ALL"}, {"file": "a.py:all"}, {"file": "a.py:1-"}),
    *_shapes(
        "be-delete", {"file": "a.py:2", "old": "two"}, {"file": "a.py", "line": 2, "search": "two"}
    ),
    *_shapes("be-delete", {"file": "a.py", "remove": True}, {"path": "a.py", "remove": "true"}),
    *_shapes("be-delete", {**_GONE, "preview": True}, {**_GONE, "dry_run": "yes"}),
]

WHOLE_FILES = [
    *_shapes(
        "be-write",
        _NOTE,
        {"path": "n.py", "file_text": "x\n"},
        {"file": "n.py", "text": ["x", ""]},
        {"file": "n.py", "content": "x\n", "viewed_code_id": "", "base64": False},
        {"file": "n.py", "content": "x\n", "files": []},
        {"file": "n.py", "content": "eAo=", "base64": True},
        {"file": "n.py", "content": "eA\no=\n", "base64": "true"},
    ),
    *_shapes("write", _NOTE, {"target_file": "n.py", "content": "x\n"}),
    *_shapes("be-write", {**_NOTE, "content": ""}, {"file": "n.py", "content": []}),
    *_shapes("be-write", {**_NOTE, "parents": True}, {**_NOTE, "parents": "true"}),
    *_shapes(
        "be-write",
        {"files": [_NOTE, {"file": "m.py", "content": "y"}]},
        {"files": json.dumps([_NOTE, {"path": "m.py", "text": "y"}])},
        {"files": [_NOTE, {"file": "m.py", "content": "eQ==", "base64": True}], "content": ""},
        {
            "files": [{"file": "n.py", "content": "eAo="}, {"file": "m.py", "content": "eQ=="}],
            "base64": True,
        },
    ),
]

OTHERS = [
    *_shapes(
        "be-confirm",
        {"event_id": "p12"},
        *_named("event_id", "id", "preview_id", "confirm", "edit", event_id="p12"),
        {"event_id": 12},
        {"event_id": "12"},
        {"event_id": " `P12` "},
        {"event_id": "e12"},
        {"event_id": "v12", "file": ""},
    ),
    *_shapes(
        "be-confirm",
        {"event_id": "chip://a3f7b2"},
        {"event_id": "a3f7b2"},
        {"chip": "chip://A3F7B2"},
        {"chip_id": "a3f7b2"},
    ),
    *_shapes("confirm", {"event_id": "p12"}, {"event_id": "p12", "explanation": "as told"}),
    *_shapes(
        "be-trx", {"action": "status"}, {"action": " STATUS "}, {"action": "status", "id": ""}
    ),
    *_shapes("trx", {"action": "status"}, {"action": "status", "step": None}),
    *_shapes(
        "be-trx",
        {"action": "undo", "event_id": "e12"},
        {"action": "undo", "event_id": 12},
        {"action": "undo", "id": "E12"},
        {"action": "Undo", "edit": "12"},
    ),
    *_shapes(
        "be-trx",
        {"action": "undo", "event_id": "e12", "preview": True},
        {"action": "undo", "event_id": "e12", "preview": "true"},
        {"action": "undo", "event_id": "e12", "dry_run": True},
    ),
    *_shapes("be-trx", {"action": "rollback"}, {"action": "rollback", "step": "1"}),
    *_shapes("be-trx", {"action": "rollback", "step": 2}, {"action": "rollback", "step": 2.0}),
    *_shapes(
        "be-trx",
        {"action": "undo", "session": "tester#1", "since": "e12"},
        {"action": "undo", "session": " tester#1 ", "since": 12},
        {"action": "UNDO", "session": "`tester#1`", "since": "12", "event_id": None},
    ),
    *_shapes(
        "be-trx",
        {"action": "undo", "paths": ["a.py"]},
        *({"action": "undo", name: "a.py"} for name in ("file", "path", "paths", "target_file")),
        {"action": "undo", "paths": '["a.py"]'},
        {"action": "undo", "paths": ["a.py", "a.py"], "file": "a.py"},
    ),
    *_shapes(
        "be-trx",
        {"action": "restore", "at": "e12", "paths": ["a.py", "b.py"]},
        {"action": "restore", "to": 12, "paths": '["a.py", "b.py"]'},
        {"action": "restore", "point": "12", "file": "a.py", "paths": ["b.py"]},
    ),
    *_shapes(
        "be-trx",
        {"action": "undo", "event_id": "e12", "resolve": "newer", "preview": True},
        {"action": "undo", "edit": 12, "resolve": " Newer ", "dryRun": "yes"},
    ),
    *_shapes("be-insert-chip", {}, {"from": "", "to": None}, "null", '"{}"'),
    *_shapes(
        "be-insert-chip",
        {"from": "chip://a3f7b2", "to": "a.py:2"},
        {"from": "a3f7b2", "to": "a.py:2"},
        {"chip": "chip://a3f7b2", "file": "a.py:2"},
        {"id": "chip://A3F7B2", "path": "a.py", "line": 2},
        {"source": "chip://a3f7b2", "to": "a.py", "after": "2"},
    ),
    *_shapes(
        "insert-chip",
        {"from": "b.py", "to": "a.py:END"},
        {"from": "b.py", "to": "a.py", "after": -1},
    ),
]

LOOKS_BACK = [
    *_shapes(
        "be-history",
        {"action": "log", "file": "a.py", "before": "e12"},
        {"action": "Log", "path": "a.py", "before": 12},
        {"action": "log", "filename": "a.py", "before": "12", "limit": "50"},
    ),
    *_shapes(
        "history",
        {"action": "show", "event_id": "e12"},
        *({"action": "show", "event_id": one} for one in (12, "12", "v12", " `p12` ")),
        *_named("event_id", "id", "edit", action="show", event_id="e12"),
    ),
    *_shapes(
        "be-history",
        {"action": "diff", "at": "before e12", "to": "e12"},
        {"action": "diff", "event_id": "e12"},
        {"action": "diff", "since": "before 12", "until": 12},
        {"action": "diff", "from": "Before e12", "to": "e12"},
    ),
    *_shapes(
        "be-history",
        {"action": "cat", "file": "a.py:2-3", "at": "e12"},
        *({**way, "action": "cat", "at": 12} for way in _ranges() if "2,3" not in way.values()),
    ),
    *_shapes(
        "be-history",
        {"action": "blame", "file": "a.py", "at": "e12"},
        {"action": "blame", "path": "a.py", "point": "e12", "at": ""},
        {"action": "blame", "file": "a.py", "event_id": 12},
    ),
]

_FUNCTION = {"file": "a.py", "target": "function:f"}
_BEFORE = {"file": "a.py", "content": "x", "target": "marker:two", "position": "before"}
BY_WHAT_STANDS_THERE = [
    *_shapes(
        "be-read",
        _FUNCTION,
        *(
            {"file": "a.py", "target": target}
            for target in (
                *("f", " f() ", "`f`", "func:f", "def: f", "class:f", "method:f", "Function:f"),
                *({"kind": "function", "value": "f"}, {"kind": "method", "name": "f", "index": 0}),
                '{"kind": "function", "value": "f"}',
            )
        ),
        {**_FUNCTION, "outline": False, "lines": ""},
    ),
    *_shapes(
        "be-read",
        {"file": "a.py", "target": "function:g#2"},
        {"file": "a.py", "target": "g#2"},
        {"file": "a.py", "target": {"kind": "function", "value": "g", "index": 2}},
        {"file": "a.py", "target": {"kind": "function", "value": "g", "nth": "2"}},
    ),
    *_shapes(
        "be-read",
        {"file": "a.py", "target": "tag:nav"},
        {"file": "a.py", "target": "<nav>"},
        {"file": "a.py", "target": "element:nav"},
        {"file": "a.py", "target": "tag:<nav>"},
    ),
    *_shapes(
        "be-read",
        {"file": "a.py:2-auto"},
        {"file": "a.py:2-AUTO"},
        {"file": "a.py", "target": "around:2"},
        {"file": "a.py", "target": {"kind": "around", "value": 2}},
    ),
    *_shapes(
        "be-read",
        {"file": "a.py:2-3"},
        {"file": "a.py", "target": "line:2-3"},
        {"path": "a.py:2-3"},
    ),
    *_shapes("be-read", {"file": "a.py", "outline": True}, {"file": "a.py", "outline": "true"}),
    *_shapes(
        "be-replace",
        {"file": "a.py", "content": "x", "target": "marker:two"},
        {"path": "a.py", "new_string": "x", "target": {"kind": "marker", "value": "two"}},
        {"file": "a.py", "content": "x", "target": "text:two"},
    ),
    *_shapes(
        "be-replace",
        {"file": "a.py:2", "content": "x"},
        {"file": "a.py", "content": "x", "target": "line:2"},
        {"file": "a.py", "content": "x", "target": {"kind": "line", "value": 2}},
    ),
    *_shapes(
        "be-insert",
        _BEFORE,
        *_named("position", "where", **_BEFORE),
        {**_BEFORE, "position": " Before "},
    ),
    *_shapes(
        "be-insert",
        {"file": "a.py", "content": "x", "target": "marker:two"},
        {"file": "a.py", "content": "x", "target": "marker:two", "position": "after"},
    ),
    *_shapes(
        "be-insert",
        {"file": "a.py:1", "content": "x"},
        {"file": "a.py", "content": "x", "target": "line:2-3", "where": "before"},
        {"file": "a.py", "content": "x", "target": "line:1"},
    ),
    *_shapes(
        "be-delete",
        {"file": "a.py", "target": "marker:two"},
        {"path": "a.py", "target": '{"kind": "marker", "value": "two"}'},
    ),
    *_shapes(
        "be-func-range",
        {"file": "a.py", "line": 2},
        {"path": "a.py", "line": "2"},
        {"file": "a.py", "start": 2, "end": 3},
        {"file": "a.py", "lines": "2"},
    ),
    *_shapes("func-range", {"file": "a.py:2"}, {"file": "a.py:2"}, {"path": "a.py:2-auto"}),
    *_shapes("be-tag-range", {"file": "a.py", "line": 2}, {"filename": "a.py", "line": 2.0}),
    *_shapes(
        "be-balance",
        {"file": "a.py"},
        {"path": "a.py", "verbose": False},
        {"file": "a.py", "verbose": "no", "brief": False},
    ),
    *_shapes("balance", {"file": "a.py", "verbose": True}, {"file": "a.py", "verbose": "true"}),
    *_shapes("be-outline", {"file": "a.py"}, {"file_path": "a.py"}),
]

SHAPES = [
    *READS,
    *REPLACEMENTS,
    *SEVERAL,
    *INSERTIONS,
    *DELETIONS,
    *WHOLE_FILES,
    *OTHERS,
    *LOOKS_BACK,
    *BY_WHAT_STANDS_THERE,
]
