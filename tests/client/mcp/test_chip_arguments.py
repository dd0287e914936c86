"""What a call of be-chips means: a list, a search, or one chip."""

import json
from typing import Any

import msgspec
import pytest

from editjournal.client.mcp import values
from editjournal.client.mcp.arguments import Parsed, parse
from editjournal.client.words.reasons import with_words_of
from editjournal.schemas.requests import Chips, Misfit, ShowChip

MAY_NS = 1_777_645_800 * 10**9
"""14:30 on the first of May 2026, in Greenwich."""


def call(**arguments: Any) -> Parsed:
    return parse("be-chips", json.dumps(arguments).encode(), max_bytes=4_000)


@pytest.mark.parametrize(
    ("arguments", "request_"),
    [
        ({}, Chips()),
        ({"query": ""}, Chips()),
        ({"query": "lines moved"}, Chips(text="lines moved")),
        ({"search": "x"}, Chips(text="x")),
        ({"text": "x"}, Chips(text="x")),
        ({"file": "src/a.py"}, Chips(file=b"src/a.py")),
        ({"path": "src/a.py", "query": "x"}, Chips(text="x", file=b"src/a.py")),
        ({"tool": "be-write", "limit": "5"}, Chips(5, tool="be-write")),
        ({"left": True}, Chips(left=True)),
        ({"session": "`codex#3`"}, Chips(session="codex#3")),
        ({"session": "3"}, Chips(session=3)),
        ({"session": 3, "since": "2026-05-01T14:30Z"}, Chips(session=3, since_ns=MAY_NS)),
        ({"since": " 2026-05-01T14:30+00:00 "}, Chips(since_ns=MAY_NS)),
    ],
)
def test_a_list_is_narrowed_by_what_the_call_says(
    arguments: dict[str, Any], request_: Chips
) -> None:
    request = msgspec.structs.replace(request_, reasons=with_words_of(request_.text))
    assert call(**arguments) == Parsed(request)


@pytest.mark.parametrize("since", ["2h", "2 hours ago", "`120m`"])
def test_so_long_ago_is_reckoned_from_now(monkeypatch: pytest.MonkeyPatch, since: str) -> None:
    monkeypatch.setattr(values.time, "time_ns", lambda: 10**18)
    assert call(since=since) == Parsed(Chips(since_ns=10**18 - 7_200 * 10**9))


@pytest.mark.parametrize("name", ["id", "chip", "chip_id", "event_id"])
@pytest.mark.parametrize("given", ["chip://a3f7b2", "a3f7b2", " `chip://A3F7B2` "])
def test_one_chip_is_shown_by_its_id(name: str, given: str) -> None:
    assert call(**{name: given}) == Parsed(ShowChip("a3f7b2", 4_000 - 1_100))


def test_what_is_shown_of_a_chip_fits_a_reply() -> None:
    assert parse("be-chips", b'{"id": "a3f7b2"}').request == ShowChip("a3f7b2", 24_000 - 1_100)


def test_what_means_nothing_beside_an_id_is_said_to_be_left_out() -> None:
    parsed = call(id="a3f7b2", query="x", session="a#1", since="1h", limit=3, frob=1)
    assert isinstance(parsed.request, ShowChip)
    assert parsed.ignored == ("frob", "query", "session", "since", "limit")


@pytest.mark.parametrize("given", ["e812", "chip://zzz", "x", "chip:"])
def test_what_is_no_id_of_a_chip_is_refused(given: str) -> None:
    values: dict[str, str | int] = {"name": "id", "got": given, "example": "chip://a3f7b2"}
    assert call(id=given).request == Misfit("be-chips", "bad_id", values)


def test_arguments_of_edits_change_nothing_and_are_named() -> None:
    assert call(query="x", content="y", lines="3") == Parsed(
        Chips(text="x", reasons=with_words_of("x")), ("content", "lines")
    )


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"limit": 0}, "too_small"),
        ({"limit": "many"}, "wrong_type"),
        ({"query": 3}, "wrong_type"),
        ({"file": "a.py:40-auto"}, "not_served"),
        ({"session": " "}, "wrong_type"),
        ({"session": ["codex#3"]}, "wrong_type"),
        ({"session": 0}, "too_small"),
        ({"since": "3y"}, "bad_time"),
        ({"since": "e812"}, "bad_time"),
        ({"since": "before e812"}, "bad_time"),
        ({"since": "the move"}, "bad_time"),
        ({"since": 3}, "bad_time"),
        ({"since": ["1h"]}, "bad_time"),
    ],
)
def test_values_that_mean_nothing_are_refused(arguments: dict[str, Any], code: str) -> None:
    request = call(**arguments).request
    assert isinstance(request, Misfit)
    assert request.code == code


@pytest.mark.parametrize("name", ["old", "content", "new_string", "edits", "start_line"])
@pytest.mark.parametrize("made", ["chip://a3f7b2", "p812"])
def test_of_a_call_made_again_only_its_file_and_view_can_be_corrected(name: str, made: str) -> None:
    raw = json.dumps({"event_id": made, name: "5"}).encode()
    request = parse("be-confirm", raw).request
    assert isinstance(request, Misfit)
    assert (request.code, request.values) == ("not_corrected", {"name": name})
