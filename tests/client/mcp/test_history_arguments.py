"""What calls of be-history mean, and how much each may tell."""

import json
from typing import Any

import pytest

from editjournal.client.mcp.arguments import Parsed, parse
from editjournal.client.mcp.history import BESIDE_BYTES, PAGE_BYTES
from editjournal.schemas.requests import (
    AnyRequest,
    Blame,
    Cat,
    Diff,
    History,
    Misfit,
    Sessions,
    ShowEntry,
)
from editjournal.schemas.values import NOW, Point

ROOM = PAGE_BYTES - BESIDE_BYTES
AFTER, BEFORE = Point(seq=812), Point(seq=812, before=True)


def call(action: str, tool: str = "be-history", **arguments: Any) -> Parsed:
    return parse(tool, json.dumps({"action": action, **arguments}).encode())


def room(file: bytes) -> int:
    return ROOM - 2 * len(file)


MEANT: list[tuple[str, dict[str, Any], AnyRequest]] = [
    ("log", {}, History()),
    ("log", {"file": "src", "limit": "5"}, History(b"src", limit=5)),
    ("log", {"session": "codex#3", "agent": "codex"}, History(b"", "codex#3", agent="codex")),
    ("log", {"before": "e8", "since": "e2"}, History(before=8, since=Point(seq=2))),
    ("log", {"before": 8, "until": "v9"}, History(before=8, until=Point(seq=9))),
    ("log", {"limit": 9_999}, History(limit=200)),
    ("show", {"event_id": "e812"}, ShowEntry(812, ROOM)),
    ("show", {"id": "v812"}, ShowEntry(812, ROOM)),
    ("show", {"edit": 812}, ShowEntry(812, ROOM)),
    ("show", {"event_id": "p812", "max_bytes": 20_000}, ShowEntry(812, 18_900)),
    ("diff", {"at": "e812"}, Diff(AFTER, NOW, b"", ROOM)),
    ("diff", {"from": 812, "to": "now"}, Diff(AFTER, NOW, b"", ROOM)),
    ("diff", {"since": "e812", "until": "e9"}, Diff(AFTER, Point(seq=9), b"", ROOM)),
    ("diff", {"event_id": "e812"}, Diff(BEFORE, AFTER, b"", ROOM)),
    ("diff", {"at": "e812", "path": "src"}, Diff(AFTER, NOW, b"src", room(b"src"))),
    ("cat", {"file": "a.py"}, Cat(b"a.py", NOW, room(b"a.py"))),
    ("cat", {"file": "a:3-5", "at": "before e812"}, Cat(b"a:3-5", BEFORE, room(b"a:3-5"))),
    ("cat", {"file": "a", "start": 3, "end": 5}, Cat(b"a:3-5", NOW, room(b"a:3-5"))),
    ("cat", {"file": "a", "lines": "3-"}, Cat(b"a:3-", NOW, room(b"a:3-"))),
    ("cat", {"file": "a", "event_id": "e812"}, Cat(b"a", AFTER, room(b"a"))),
    (
        "blame",
        {"file": "a:3", "at": "the move"},
        Blame(b"a:3", Point(label="the move"), room(b"a:3")),
    ),
    ("sessions", {"agent": "codex", "limit": 3}, Sessions(3, "codex")),
]


@pytest.mark.parametrize(("action", "arguments", "request_"), MEANT)
def test_a_call_means_one_request(
    action: str, arguments: dict[str, Any], request_: AnyRequest
) -> None:
    assert call(action, **arguments) == Parsed(request_)
    assert call(action.upper(), "history", **arguments) == Parsed(request_)


WRONG: list[tuple[str, dict[str, Any], str, dict[str, Any]]] = [
    ("undo", {}, "not_a_choice", {"name": "action", "got": "undo"}),
    ("show", {}, "missing", {"name": "event_id"}),
    ("show", {"event_id": "chip://a3f7b2"}, "bad_id", {"name": "event_id"}),
    ("show", {"event_id": 0}, "bad_id", {"example": "e812"}),
    ("diff", {"to": "e8"}, "missing", {"name": "at", "got": "action, to"}),
    ("diff", {"event_id": "e8", "at": "e7"}, "not_together", {"name": "at"}),
    ("cat", {"at": "e8"}, "missing", {"name": "file"}),
    ("blame", {"file": "a:3", "start": 4}, "conflicting_lines", {"in_path": "3"}),
    ("blame", {"file": "a:4-auto"}, "not_served", {"name": ":4-auto"}),
    ("log", {"before": "x"}, "bad_id", {"name": "before"}),
    ("log", {"limit": 0}, "too_small", {"name": "limit"}),
    ("log", {"since": "12:99"}, "bad_point", {"name": "since"}),
    ("log", {"paths": ["a"]}, "not_served", {"name": "paths"}),
]


@pytest.mark.parametrize(("action", "arguments", "code", "told"), WRONG)
def test_a_call_that_means_none_is_refused(
    action: str, arguments: dict[str, Any], code: str, told: dict[str, Any]
) -> None:
    request = call(action, **arguments).request
    assert isinstance(request, Misfit)
    assert (request.tool, request.code) == ("be-history", code)
    assert told.items() <= request.values.items()


@pytest.mark.parametrize(
    ("action", "arguments", "ignored"),
    [
        ("log", {"event_id": "e3", "at": "e4"}, ("event_id", "at")),
        ("diff", {"at": "e4", "start": 3, "colour": "red"}, ("colour", "start")),
        ("cat", {"file": "a", "session": "b"}, ("session",)),
    ],
)
def test_what_means_nothing_to_an_action_is_named(
    action: str, arguments: dict[str, Any], ignored: tuple[str, ...]
) -> None:
    assert call(action, **arguments).ignored == ignored


def test_a_host_that_cuts_replies_early_is_sent_less() -> None:
    parsed = parse("be-history", b'{"action": "show", "event_id": 3}', max_bytes=4_000)
    assert parsed.request == ShowEntry(3, 4_000 - BESIDE_BYTES)
