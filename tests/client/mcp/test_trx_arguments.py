"""What calls of be-trx mean: one edit, several, or a point to go back to."""

import json
from typing import Any

import pytest

from editjournal.client.mcp.arguments import Parsed, parse
from editjournal.schemas.requests import (
    AnyRequest,
    Misfit,
    Redo,
    Restore,
    Rollback,
    Status,
    Undo,
    UndoSeveral,
)
from editjournal.schemas.values import Point


def call(action: str, **arguments: Any) -> Parsed:
    return parse("be-trx", json.dumps({"action": action, **arguments}).encode())


AFTER = Point(seq=812)
ONE: list[tuple[str, dict[str, Any], AnyRequest]] = [
    ("status", {"session": "codex#3"}, Status("codex#3")),
    ("status", {"session": "3"}, Status(3)),
    ("undo", {"event_id": "e8", "session": " `codex#3` "}, Undo(8, session="codex#3")),
    ("undo", {"event_id": 8, "resolve": "Newer"}, Undo(8, resolve="newer")),
    (
        "redo",
        {"event_id": "e8", "session": 3, "resolve": "force"},
        Redo(8, False, False, 3, "force"),
    ),
    ("rollback", {"step": 2, "session": "codex#3"}, Rollback(2, session="codex#3")),
    ("rollback", {"resolve": "newer"}, Rollback(resolve="newer")),
]
SEVERAL: list[tuple[dict[str, Any], UndoSeveral]] = [
    ({"session": "codex#3"}, UndoSeveral("codex#3")),
    ({"session": 3, "since": "e812"}, UndoSeveral(3, AFTER)),
    ({"since": 812, "preview": "true"}, UndoSeveral(0, AFTER, preview=True)),
    ({"since": "before e812"}, UndoSeveral(0, Point(seq=812, before=True))),
    ({"since": "the move"}, UndoSeveral(0, Point(label="the move"))),
    ({"file": "src/a.py"}, UndoSeveral(files=(b"src/a.py",))),
    ({"path": "src"}, UndoSeveral(files=(b"src",))),
    ({"paths": ["a", "b", "a"]}, UndoSeveral(files=(b"a", b"b"))),
    ({"paths": '["a", "b"]', "file": "c"}, UndoSeveral(files=(b"c", b"a", b"b"))),
    ({"paths": "a", "resolve": "newer"}, UndoSeveral(files=(b"a",), resolve="newer")),
    ({"paths": "12"}, UndoSeveral(files=(b"12",))),
    ({"file": "a.py:3:"}, UndoSeveral(files=(b"a.py:3:",))),
]
RESTORES: list[tuple[dict[str, Any], Restore]] = [
    ({"at": "e812"}, Restore(AFTER)),
    ({"to": 812, "file": "src"}, Restore(AFTER, (b"src",))),
    ({"label": "the move", "paths": ["a", "b"]}, Restore(Point(label="the move"), (b"a", b"b"))),
    ({"at": "e812", "dry_run": True}, Restore(AFTER, preview=True)),
]


@pytest.mark.parametrize(("action", "arguments", "request_"), ONE)
def test_one_edit_or_one_session_is_meant(
    action: str, arguments: dict[str, Any], request_: AnyRequest
) -> None:
    assert call(action, **arguments) == Parsed(request_)


@pytest.mark.parametrize(("arguments", "request_"), SEVERAL)
def test_an_undo_without_an_edit_means_all_that_fit(
    arguments: dict[str, Any], request_: UndoSeveral
) -> None:
    assert call("undo", **arguments) == Parsed(request_)


@pytest.mark.parametrize(("arguments", "request_"), RESTORES)
def test_a_restore_goes_back_to_a_point(arguments: dict[str, Any], request_: Restore) -> None:
    assert call("restore", **arguments) == Parsed(request_)


def test_a_time_is_a_point_too() -> None:
    ago, iso = (
        call("undo", since=since).request for since in ("10 minutes ago", "2026-05-01T14:30+02:00")
    )
    assert isinstance(ago, UndoSeveral)
    assert isinstance(iso, UndoSeveral)
    assert ago.since is not None
    assert ago.since.time_ns > 1_700_000_000 * 10**9
    assert iso.since == Point(time_ns=1_777_638_600 * 10**9)


WRONG: list[tuple[str, dict[str, Any], str, dict[str, Any]]] = [
    # More than one edit, or less of it, may be meant.
    ("undo", {"event_id": "e3", "paths": ["a"]}, "not_together", {"name": "paths"}),
    ("undo", {"event_id": "e3", "file": "a"}, "not_together", {"name": "file"}),
    ("undo", {"event_id": "e3", "since": "e1"}, "not_together", {"name": "since"}),
    ("undo", {"event_id": "e3", "at": "e1"}, "not_together", {"name": "at"}),
    ("redo", {"event_id": "e3", "file": "a"}, "not_together", {"action": "redo"}),
    ("undo", {"session": "a", "step": 3}, "not_together", {"name": "step"}),
    ("undo", {"session": "a", "at": "e3"}, "not_together", {"name": "at"}),
    ("rollback", {"since": "e3"}, "not_together", {"name": "since"}),
    ("rollback", {"paths": ["a"]}, "not_together", {"name": "paths"}),
    ("rollback", {"at": "e3"}, "not_together", {"name": "at"}),
    ("restore", {"at": "e3", "event_id": "e4"}, "not_together", {"name": "event_id"}),
    ("restore", {"at": "e3", "session": "a"}, "not_together", {"name": "session"}),
    ("restore", {"at": "e3", "since": "e4"}, "not_together", {"name": "since"}),
    # Lines of a file are no whole file.
    ("undo", {"file": "a.py:3-5"}, "whole_files", {"lines": "3-5", "plain": "a.py"}),
    ("restore", {"at": "e3", "paths": ["b", "a:7"]}, "whole_files", {"plain": "a"}),
    ("undo", {"file": "a.py", "start": 3}, "not_together", {"name": "start"}),
    ("undo", {"file": "a.py", "lines": "3-5"}, "not_together", {"name": "lines"}),
    ("undo", {"file": "a.py:4-auto"}, "not_served", {"name": ":4-auto"}),
    # What is lacking or none.
    ("undo", {}, "missing", {"name": "event_id"}),
    ("redo", {"session": "a"}, "missing", {"name": "event_id"}),
    ("restore", {"file": "a"}, "missing", {"name": "at", "got": "action, file"}),
    ("undo", {"paths": []}, "no_edits", {"list": "paths"}),
    ("undo", {"paths": [3]}, "wrong_type", {"name": "paths"}),
    ("undo", {"paths": 3}, "wrong_type", {"name": "paths", "wanted": "an array"}),
    ("undo", {"session": ["a"]}, "wrong_type", {"name": "session", "got": "an array"}),
    ("undo", {"session": 0}, "too_small", {"name": "session"}),
    ("undo", {"since": "yesterday 99:88"}, "bad_point", {"name": "since"}),
    ("undo", {"since": True}, "wrong_type", {"name": "since"}),
    ("restore", {"at": "2026-99-99"}, "bad_point", {"name": "at", "got": "2026-99-99"}),
    ("undo", {"event_id": "e3", "resolve": "theirs"}, "not_a_choice", {"choices": "newer, force"}),
    ("undo", {"session": "a", "lease": "x"}, "not_served", {"name": "lease"}),
    ("undo", {"session": "a", "target": "x"}, "not_served", {"name": "target"}),
]


@pytest.mark.parametrize(("action", "arguments", "code", "told"), WRONG)
def test_a_call_that_may_mean_something_else_is_refused(
    action: str, arguments: dict[str, Any], code: str, told: dict[str, Any]
) -> None:
    request = call(action, **arguments).request
    assert isinstance(request, Misfit)
    assert request.code == code
    assert told.items() <= request.values.items()


@pytest.mark.parametrize(
    ("action", "arguments", "ignored"),
    [
        ("status", {"file": "a", "since": "e3"}, ("file", "since")),
        ("commit", {"resolve": "newer"}, ("resolve",)),
        ("undo", {"event_id": "e3", "label": "x"}, ("label",)),
        ("restore", {"at": "e3", "resolve": "newer"}, ("resolve",)),
    ],
)
def test_what_means_nothing_to_an_action_is_named(
    action: str, arguments: dict[str, Any], ignored: tuple[str, ...]
) -> None:
    assert call(action, **arguments).ignored == ignored
