"""Words to a host that waits: not before a second, rising, and none of what has ended."""

import json
from typing import Any

from editjournal.client.mcp.progress import Progress


def words(progress: Progress, now_s: float) -> list[tuple[Any, float]]:
    """Return the token and the number of each word that is due."""
    told: list[tuple[Any, float]] = []
    for line in progress.due(now_s):
        message = json.loads(line)
        assert message["method"] == "notifications/progress"
        told.append((message["params"]["progressToken"], message["params"]["progress"]))
    return told


def test_a_host_hears_of_a_slow_call_once_a_second_with_rising_numbers() -> None:
    progress = Progress()
    progress.begin(1, "t", 100.0)
    assert progress.next_s() == 101.0
    assert words(progress, 100.999) == []
    assert words(progress, 101.0) == [("t", 1)]
    assert words(progress, 101.0) == []
    assert progress.next_s() == 102.0
    assert words(progress, 102.3) == [("t", 2)]
    assert progress.next_s() == 103.0


def test_a_late_word_is_told_once_and_its_number_is_higher_still() -> None:
    progress = Progress()
    progress.begin(1, "t", 0.0)
    assert words(progress, 1.0) == [("t", 1)]
    assert words(progress, 7.5) == [("t", 7)]
    assert words(progress, 7.6) == []
    assert words(progress, 8.0) == [("t", 8)]


def test_a_word_says_how_long_was_waited() -> None:
    progress = Progress()
    progress.begin(1, 9, 0.0)
    (line,) = progress.due(3.2)
    assert json.loads(line)["params"] == {
        "progressToken": 9,
        "progress": 3,
        "message": "waiting, 3 s",
    }


def test_a_host_that_gave_no_token_hears_nothing() -> None:
    progress = Progress()
    progress.begin(1, None, 0.0)
    assert progress.next_s() is None
    assert words(progress, 99.0) == []


def test_an_empty_token_and_zero_are_tokens() -> None:
    progress = Progress()
    progress.begin(1, "", 0.0)
    progress.begin(2, 0, 0.0)
    assert words(progress, 1.0) == [("", 1), (0, 1)]


def test_of_a_call_that_has_ended_nothing_is_heard() -> None:
    progress = Progress()
    progress.begin(1, "a", 0.0)
    progress.begin("1", "b", 0.5)
    progress.end(1)
    progress.end(1)
    progress.end(None)
    assert progress.next_s() == 1.5
    assert words(progress, 5.0) == [("b", 4)]
