"""Calls that insert, delete, confirm or put back, and calls with lists of changes or files."""

import base64
import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from editjournal.client.mcp.arguments import Parsed, parse
from editjournal.client.mcp.edits import PROBLEMS
from editjournal.schemas.messages import encode
from editjournal.schemas.requests import (
    AnyRequest,
    Chips,
    Confirm,
    Delete,
    Insert,
    InsertChip,
    Item,
    Misfit,
    Replace,
    ReplaceSeveral,
    Write,
    WriteSeveral,
)
from editjournal.schemas.values import Span

A = b"a.py"
CHIP = "chip://a3f7b2"


def call(tool: str, arguments: dict[str, Any]) -> Parsed:
    return parse(tool, json.dumps(arguments).encode())


def several(*items: Item, **fields: Any) -> ReplaceSeveral:
    return ReplaceSeveral(A, items, **fields)


SAME: list[tuple[str, dict[str, Any], AnyRequest]] = [
    # Insertions: the line in the path, or beside it.
    ("be-insert", {"file": "a.py:10", "content": "x"}, Insert(b"a.py:10", "x")),
    ("be-insert", {"file": "a.py", "content": "x"}, Insert(A, "x")),
    ("be-insert", {"file": "a.py", "after": 10, "content": "x"}, Insert(A, "x", 10)),
    ("be-insert", {"file": "a.py", "after": "10", "content": "x"}, Insert(A, "x", 10)),
    ("be-insert", {"file": "a.py", "after": 0, "content": "x"}, Insert(A, "x", 0)),
    ("be-insert", {"file": "a.py", "after": -1, "content": "x"}, Insert(A, "x", -1)),
    ("be-insert", {"file": "a.py", "after": " End ", "content": "x"}, Insert(A, "x", -1)),
    ("be-insert", {"file": "a.py", "line": 10, "content": "x"}, Insert(A, "x", 10)),
    ("be-insert", {"file": "a.py", "lines": [3, 3], "content": "x"}, Insert(A, "x", 3)),
    ("be-insert", {"file": "a:END", "after": -1, "content": ""}, Insert(b"a:END", "", -1)),
    ("be-insert", {"file": "a:0", "after": 0, "content": ""}, Insert(b"a:0", "", 0)),
    (
        "be-insert",
        {"file": "a.py", "content": "x", "view": "v3", "force": 1, "preview": 1},
        Insert(A, "x", None, 3, force=True, preview=True),
    ),
    (
        "be-insert",
        {"file": "a.py", "content": "x", "reanchor": 1, "format": "diff"},
        Insert(A, "x", reanchor=True, diff=True),
    ),
    # Deletions.
    ("be-delete", {"file": "a.py"}, Delete(A)),
    ("be-delete", {"file": "a.py:5-15"}, Delete(b"a.py:5-15")),
    ("be-delete", {"file": "a.py", "start": 5, "end": 15}, Delete(A, Span(5, 15))),
    ("be-delete", {"file": "a.py:ALL"}, Delete(b"a.py:ALL")),
    ("be-delete", {"file": "a.py:5", "old": "x"}, Delete(b"a.py:5", None, "x")),
    ("be-delete", {"file": "a.py", "remove": True}, Delete(A, remove=True)),
    ("be-delete", {"file": "a.py:5", "remove": True}, Delete(b"a.py:5", remove=True)),
    (
        "be-delete",
        {"file": "a.py", "view": 3, "force": 1, "preview": 1, "reanchor": 1},
        Delete(A, view=3, force=True, preview=True, reanchor=True),
    ),
    # Several changes.
    (
        "be-replace",
        {"file": "a.py", "edits": [{"lines": "12-18", "content": "x"}]},
        several(Item("x", Span(12, 18))),
    ),
    (
        "be-replace",
        {"file": "a.py", "edits": [{"lines": 12, "content": ["x", "y"]}]},
        several(Item("x\ny", Span(12, 12))),
    ),
    (
        "be-replace",
        {"file": "a.py", "edits": [{"after": 0, "content": ""}, {"after": -1, "content": "y"}]},
        several(Item("", after=0), Item("y", after=-1)),
    ),
    (
        "be-replace",
        {"file": "a.py", "edits": [{"old": "o", "content": "x", "all": "true"}]},
        several(Item("x", old="o", all=True)),
    ),
    (
        "be-replace",
        {"file": "a.py", "edits": [{"old": "o", "lines": "3", "content": "x"}]},
        several(Item("x", Span(3, 3), old="o")),
    ),
    (
        "be-replace",
        {"file": "a.py", "edits": [{"file": "b.py:3-5", "content": "x"}]},
        several(Item("x", file=b"b.py:3-5")),
    ),
    (
        "be-replace",
        {"file": "a.py", "edits": [{"file": "b.py:3-5", "lines": [3, 5], "content": "x"}]},
        several(Item("x", Span(3, 5), file=b"b.py:3-5")),
    ),
    (
        "be-replace",
        {"file": "a.py", "edits": [{"file": "a.py", "line": 3, "content": "x", "view": "v3"}]},
        several(Item("x", Span(3, 3)), view=3),
    ),
    (
        "be-replace",
        {
            "file": "a.py",
            "edits": [{"line": 3, "content": "x", "view": "v3"}, {"line": 4, "content": "y"}],
            "viewed_code_id": "v3",
            "preview": 1,
            "reanchor": 1,
            "force": 1,
            "format": "diff",
        },
        several(
            *(Item("x", Span(3, 3)), Item("y", Span(4, 4))),
            view=3,
            preview=True,
            reanchor=True,
            force=True,
            diff=True,
        ),
    ),
    # Several files.
    (
        "be-write",
        {"files": [{"file": "a.py", "content": "x", "view": "v3"}], "force": 1, "preview": 1},
        WriteSeveral((Write(A, "x", 3),), force=True, preview=True),
    ),
    (
        "be-write",
        {
            "files": [
                {"file": "a.py", "content": "AP8="},
                {"file": "b", "content": "AP8=", "base64": False},
            ],
            "base64": True,
            "parents": True,
            "format": "diff",
        },
        WriteSeveral((Write(A, b"\0\xff"), Write(b"b", "AP8=")), parents=True, diff=True),
    ),
    # What was prepared or kept.
    ("be-confirm", {"event_id": "p77"}, Confirm(77)),
    ("be-confirm", {"event_id": "e77"}, Confirm(77)),
    ("be-confirm", {"event_id": "V77"}, Confirm(77)),
    ("be-confirm", {"event_id": 77.0}, Confirm(77)),
    ("be-confirm", {"event_id": 123456}, Confirm(123456)),
    ("be-confirm", {"event_id": "1234567"}, Confirm(1234567)),
    ("be-confirm", {"event_id": "e12345"}, Confirm(12345)),
    ("be-confirm", {"event_id": "123456"}, Confirm(chip="123456")),
    ("be-confirm", {"event_id": "A3F7B2"}, Confirm(chip="a3f7b2")),
    ("be-confirm", {"event_id": "a3f7b2a3f7b2"}, Confirm(chip="a3f7b2a3f7b2")),
    ("be-confirm", {"event_id": "chip://e12345"}, Confirm(chip="e12345")),
    (
        "be-confirm",
        {"event_id": CHIP, "file": "b.py:3", "viewed_code_id": "v9"},
        Confirm(0, "a3f7b2", b"b.py:3", 9),
    ),
    ("be-insert-chip", {}, Chips()),
    ("be-insert-chip", {"from": CHIP, "to": "a.py:3"}, InsertChip(b"a.py:3", "a3f7b2")),
    (
        "be-insert-chip",
        {"from": "file:///w/b", "to": "file:///w/a:END"},
        InsertChip(b"file:///w/a:END", "", b"file:///w/b"),
    ),
    (
        "be-insert-chip",
        {"from": "b.txt", "to": "a.py", "after": 0, "view": 3, "preview": 1},
        InsertChip(A, "", b"b.txt", 0, 3, preview=True),
    ),
    ("be-insert-chip", {"from": CHIP, "to": "a.py:-1"}, InsertChip(b"a.py:END", "a3f7b2")),
    *(
        ("be-insert-chip", {"from": CHIP, "to": "a.py", "after": -1, "form": form}, wanted)
        for form, wanted in (
            ("content", InsertChip(A, "a3f7b2", after=-1)),
            ("", InsertChip(A, "a3f7b2", after=-1)),
            ("args", InsertChip(A, "a3f7b2", after=-1, form="args")),
            (" Arguments", InsertChip(A, "a3f7b2", after=-1, form="args")),
        )
    ),
]


@pytest.mark.parametrize(("tool", "arguments", "wanted"), SAME)
def test_a_call_means_one_request(tool: str, arguments: dict[str, Any], wanted: AnyRequest) -> None:
    assert call(tool, arguments) == Parsed(wanted)


WRONG: list[tuple[str, dict[str, Any], str, dict[str, str | int]]] = [
    (
        "be-insert-chip",
        {"from": CHIP, "to": "a:3", "form": "json"},
        "not_a_choice",
        {"name": "form", "got": "json", "choices": "content, args"},
    ),
    ("be-insert-chip", {"from": CHIP, "to": "a:3", "form": 1}, "wrong_type", {"name": "form"}),
    ("be-insert", {"file": "a"}, "missing_content", {"got": "file"}),
    ("be-insert", {"file": "a", "content": "", "after": -2}, "too_small", {"name": "after"}),
    ("be-insert", {"file": "a", "content": "", "after": "x"}, "wrong_type", {"name": "after"}),
    ("be-insert", {"file": "a", "content": "", "lines": "3-5"}, "bad_lines", {"written": "3-5"}),
    ("be-insert", {"file": "a", "content": "", "lines": "3-"}, "bad_lines", {"written": "3-"}),
    (
        "be-insert",
        {"file": "a", "content": "", "after": 3, "line": 4},
        "conflicting_names",
        {"one": "after", "other": "line"},
    ),
    (
        "be-insert",
        {"file": "a:3", "content": "", "after": 4},
        "conflicting_lines",
        {"in_path": "3", "name": "after", "beside": "4"},
    ),
    (
        "be-insert",
        {"file": "a:3", "content": "", "after": -1},
        "conflicting_lines",
        {"in_path": "3", "name": "after", "beside": "END"},
    ),
    ("be-insert", {"file": "a:END", "content": "", "after": 4}, "conflicting_lines", {}),
    ("be-delete", {"file": "a", "lines": 3, "remove": True}, "lines_in_remove", {"plain": "a"}),
    ("be-replace", {"file": "a", "edits": []}, "no_edits", {"list": "edits"}),
    ("be-replace", {"file": "a", "edits": "[]"}, "no_edits", {"list": "edits"}),
    ("be-replace", {"file": "a", "edits": "[{"}, "wrong_type", {"name": "edits"}),
    ("be-replace", {"file": "a", "edits": 3}, "wrong_type", {"got": "a number"}),
    ("be-replace", {"edits": [{"line": 1, "content": ""}]}, "missing", {"name": "file"}),
    (
        "be-replace",
        {"file": "a", "content": "x", "edits": [{"line": 1, "content": ""}]},
        "beside_edits",
        {"name": "content", "list": "edits"},
    ),
    (
        "be-replace",
        {"file": "a", "old": "x", "edits": [{"line": 1, "content": ""}]},
        "beside_edits",
        {"name": "old"},
    ),
    (
        "be-replace",
        {"file": "a", "all": True, "edits": [{"line": 1, "content": ""}]},
        "beside_edits",
        {"name": "all"},
    ),
    (
        "be-replace",
        {"file": "a", "start": 4, "edits": [{"line": 1, "content": ""}]},
        "beside_edits",
        {"name": "start"},
    ),
    (
        "be-replace",
        {"file": "a", "view": 3, "edits": [{"line": 1, "text": "", "view": 4}]},
        "conflicting_names",
        {"one": "viewed_code_id"},
    ),
    (
        "be-replace",
        {
            "file": "a",
            "edits": [{"line": 1, "text": "", "view": 3}, {"line": 2, "text": "", "view": 4}],
        },
        "conflicting_names",
        {"one": "viewed_code_id"},
    ),
    ("be-write", {"files": []}, "no_edits", {"list": "files"}),
    (
        "be-write",
        {"file": "a", "files": [{"file": "b", "content": ""}]},
        "beside_edits",
        {"name": "file", "list": "files"},
    ),
    (
        "be-write",
        {"view": 3, "files": [{"file": "b", "content": ""}]},
        "beside_edits",
        {"name": "viewed_code_id"},
    ),
    ("be-confirm", {}, "missing", {"name": "event_id"}),
    ("be-confirm", {"event_id": "x77"}, "bad_id", {"example": "p812 or chip://a3f7b2"}),
    ("be-confirm", {"event_id": "chip://a3f7"}, "bad_id", {"got": "chip://a3f7"}),
    ("be-confirm", {"event_id": "p0"}, "bad_id", {}),
    ("be-confirm", {"event_id": "p²"}, "bad_id", {}),
    ("be-confirm", {"event_id": True}, "bad_id", {}),
    ("be-confirm", {"event_id": ["p1"]}, "bad_id", {"got": "an array"}),
    ("be-confirm", {"event_id": "p77", "file": "a"}, "only_with_chip", {"name": "file"}),
    ("be-insert-chip", {"to": "a.py:3"}, "missing", {"name": "from", "got": "to"}),
    ("be-insert-chip", {"from": CHIP}, "missing", {"name": "to", "got": "from"}),
    ("be-insert-chip", {"from": "chip://x", "to": "a:3"}, "bad_id", {"name": "from"}),
    ("be-insert-chip", {"from": CHIP, "to": "a:3", "after": 4}, "conflicting_lines", {}),
    ("be-insert-chip", {"from": CHIP, "to": "a:3-auto"}, "not_served", {}),
]


@pytest.mark.parametrize(("tool", "arguments", "code", "named"), WRONG)
def test_a_wrong_call_means_nothing_and_says_why(
    tool: str, arguments: dict[str, Any], code: str, named: dict[str, str | int]
) -> None:
    request = call(tool, arguments).request
    assert isinstance(request, Misfit)
    assert (request.code, request.repaired) == (code, None)
    assert named.items() <= request.values.items()


BAD_ITEMS: list[tuple[str, Any, str]] = [
    ("edits", "x", "not_an_object"),
    ("edits", "[1]", "not_an_object"),
    ("edits", 3, "not_an_object"),
    ("edits", None, "not_an_object"),
    ("edits", {"lines": 3}, "missing_content"),
    ("edits", {"lines": 3, "content": None}, "missing_content"),
    ("edits", {"content": "x"}, "no_place"),
    ("edits", {"file": "b.py", "content": "x"}, "no_place"),
    ("edits", {"content": "x", "lines": 3, "after": 3}, "two_places"),
    ("edits", {"content": "x", "old": "o", "after": 3}, "two_places"),
    ("edits", {"content": "x", "file": "b.py:3", "after": 3}, "two_places"),
    ("edits", {"content": "x", "file": "b.py:3", "view": 3}, "view_of_other"),
    ("edits", {"content": "x", "text": "y", "lines": 3}, "conflicting_names"),
    ("edits", {"content": "x", "file": "b.py:3", "line": 4}, "conflicting_lines"),
    ("edits", {"content": "x", "lines": 3, "remove": True}, "not_served"),
    ("edits", {"content": "x", "file": "b.py:3-auto"}, "not_served"),
    ("edits", {"content": "x", "target": "f"}, "no_target"),
    ("edits", {"content": "x", "lines": "5-3"}, "bad_lines"),
    ("edits", {"content": 3, "lines": 3}, "wrong_type"),
    ("edits", {"content": "x", "file": 3}, "wrong_type"),
    ("edits", {"content": "x", "start": 0}, "too_small"),
    ("edits", {"content": "x", "lines": 3, "view": "x"}, "bad_id"),
    ("files", "x", "not_an_object"),
    ("files", {"content": "x"}, "missing"),
    ("files", {"file": "b.py"}, "missing_content"),
    ("files", {"file": "b.py", "content": "A", "base64": True}, "bad_base64"),
    ("files", {"file": "b.py", "content": "x", "old": "o"}, "not_served"),
]


@pytest.mark.parametrize(("name", "item", "problem"), BAD_ITEMS)
def test_an_item_that_means_nothing_is_named_by_its_number(
    name: str, item: Any, problem: str
) -> None:
    tool = "be-replace" if name == "edits" else "be-write"
    beside = {"file": "a.py"} if name == "edits" else {}
    good = {"old": "o", "content": ""} if name == "edits" else {"file": "c.py", "content": ""}
    request = call(tool, {**beside, name: [good, item, good]}).request
    values: dict[str, str | int] = {"number": 2, "problem": PROBLEMS[problem], "list": name}
    assert request == Misfit(tool, "bad_edit", values, file=beside.get("file", "").encode())


def test_every_problem_of_an_item_is_tried() -> None:
    assert {problem for _, _, problem in BAD_ITEMS} == set(PROBLEMS)


def test_names_in_items_that_mean_nothing_are_told_once() -> None:
    items = [{"after": 1, "content": "", "colour": 1, "reason": "r"} for _ in range(3)]
    parsed = call("be-replace", {"file": "a.py", "edits": items, "hue": 1})
    assert parsed.ignored == ("hue", "colour")


def test_a_view_beside_what_is_prepared_is_left_out_and_told() -> None:
    parsed = call("be-confirm", {"event_id": "p77", "viewed_code_id": "v9"})
    assert parsed == Parsed(Confirm(77), ("viewed_code_id",))


@given(st.binary(max_size=60))
def test_any_bytes_arrive_by_base64_as_they_are(content: bytes) -> None:
    text = base64.encodebytes(content).decode()
    assert call("be-write", {"file": "a.py", "content": text, "base64": True}) == Parsed(
        Write(A, content)
    )


# --- calls that name an argument wrongly ----------------------------------------------------------

MENDED: list[tuple[str, dict[str, Any], str, str, AnyRequest]] = [
    (
        "be-replace",
        {"file": "a.py:3", "replacement_text": "x"},
        "missing_content",
        "replacement_text",
        Replace(b"a.py:3", "x"),
    ),
    (
        "be-replace",
        {"file": "a.py:3", "txt": "x", "count": 3, "view": "v3"},
        "missing_content",
        "txt",
        Replace(b"a.py:3", "x", view=3),
    ),
    (
        "be-replace",
        {"file": "a.py", "old": "o", "new": "x", "colour": ""},
        "missing_content",
        "new",
        Replace(A, "x", old="o"),
    ),
    ("be-insert", {"file": "a:3", "body": "x"}, "missing_content", "body", Insert(b"a:3", "x")),
    ("be-write", {"file": "a.py", "code": "x\n"}, "missing_content", "code", Write(A, "x\n")),
    ("be-write", {"filee": "a.py", "content": "x"}, "missing", "filee", Write(A, "x")),
    ("be-write", {"filepath": "a.py", "content": "x"}, "missing", "filepath", Write(A, "x")),
    ("be-delete", {"File": "a.py", "lines": 3}, "missing", "File", Delete(A, Span(3, 3))),
    (
        "be-replace",
        {"filepath": "a.py", "edits": [{"after": 3, "content": "x"}]},
        "missing",
        "filepath",
        several(Item("x", after=3)),
    ),
    ("be-write", {"filepath": "a", "code": "x"}, "missing", "filepath, code", Write(b"a", "x")),
]


@pytest.mark.parametrize(("tool", "arguments", "code", "named", "repaired"), MENDED)
def test_a_wrong_name_is_refused_and_what_is_meant_goes_with_it(
    tool: str, arguments: dict[str, Any], code: str, named: str, repaired: AnyRequest
) -> None:
    request = call(tool, arguments).request
    assert isinstance(request, Misfit)
    assert (request.code, request.values["taken"], request.repaired) == (code, named, repaired)
    assert encode(request)


NOT_MENDED: list[tuple[str, dict[str, Any]]] = [
    ("be-replace", {"file": "a.py:3", "body": "x", "code": "y"}),
    ("be-replace", {"file": "a.py:3", "body": "  \n"}),
    ("be-replace", {"file": "a.py:3", "body": ["x"]}),
    ("be-replace", {"file": "a.py:3", "viewed_code": "v3"}),
    ("be-replace", {"file": "a.py:3", "odl_text": "x"}),
    ("be-replace", {"file": "a.py:3", "filee": "x"}),
    ("be-replace", {"file": "a.py:3", "reason": "x"}),
    ("be-replace", {"file": "a.py:3", "body": "x", "lines": 4}),
    ("be-write", {"filepath": "a.py", "filee": "b.py", "content": "x"}),
    ("be-write", {"document": "a.py", "content": "x"}),
    ("be-read", {"filepath": "a.py"}),
    ("be-trx", {"action": "undo", "evnt_id": "e3"}),
    ("be-confirm", {"evnt_id": "p3"}),
]


@pytest.mark.parametrize(("tool", "arguments"), NOT_MENDED)
def test_nothing_is_prepared_where_two_things_may_be_meant(
    tool: str, arguments: dict[str, Any]
) -> None:
    request = call(tool, arguments).request
    assert isinstance(request, Misfit)
    assert request.repaired is None
    assert "taken" not in request.values


ITEM_NAMES = st.sampled_from(
    [
        "file",
        "path",
        "content",
        "text",
        "old",
        "lines",
        "line",
        "start",
        "end",
        "after",
        "view",
        "all",
        "base64",
        "target",
        "remove",
        "colour",
    ]
)
ITEM_VALUES = st.sampled_from([None, "", "a.py:3", "x", "3-5", "-1", "v3", 3, 0, -1, True, [3, 5]])


@settings(max_examples=150, deadline=None)
@given(
    tool=st.sampled_from(["be-replace", "be-write"]),
    items=st.lists(st.dictionaries(ITEM_NAMES, ITEM_VALUES, max_size=4) | ITEM_VALUES, max_size=3),
    beside=st.dictionaries(ITEM_NAMES, ITEM_VALUES, max_size=2),
)
def test_no_list_raises_and_every_request_can_be_sent(
    tool: str, items: list[Any], beside: dict[str, Any]
) -> None:
    name = "edits" if tool == "be-replace" else "files"
    parsed = parse(tool, msgspec.json.encode({**beside, name: items}))
    assert encode(parsed.request)
