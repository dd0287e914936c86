"""What people and models write for a point of the log, and what it means."""

import os
import time
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone

import pytest

from editjournal.client.points import parse, parse_time, written
from editjournal.schemas.values import NOW, Point

EAST = timezone(timedelta(hours=2))
MOMENT = datetime(2026, 5, 10, 15, 0, 0, tzinfo=EAST)
NOW_NS = int(MOMENT.timestamp()) * 10**9


def at(*fields: int) -> Point:
    return Point(time_ns=int(datetime(*fields, tzinfo=EAST).timestamp()) * 10**9)


def ago(seconds: int) -> Point:
    return Point(time_ns=NOW_NS - seconds * 10**9)


@pytest.fixture(autouse=True)
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC-2")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("now", NOW),
        (" Now ", NOW),
        ("812", Point(812)),
        ("e812", Point(812)),
        ("E812", Point(812)),
        ("v9", Point(9)),
        ("p77", Point(77)),
        ("before e812", Point(812, before=True)),
        ("before  812", Point(812, before=True)),
        ("0", Point(1, before=True)),
        ("before 0", Point(1, before=True)),
        ("10 minutes ago", ago(600)),
        ("1 minute ago", ago(60)),
        ("a minute ago", ago(60)),
        ("an hour ago", ago(3600)),
        ("2 h ago", ago(7200)),
        ("2h ago", ago(7200)),
        ("1 h 30 min ago", ago(5400)),
        ("1h30m", ago(5400)),
        ("90s", ago(90)),
        ("10m", ago(600)),
        ("5 minutes", ago(300)),
        ("1 hour", ago(3600)),
        ("1 hour 30 min", ago(5400)),
        ("an hour", ago(3600)),
        ("label:5 minutes", Point(label="5 minutes")),
        ("3d", ago(3 * 86_400)),
        ("2 weeks ago", ago(14 * 86_400)),
        ("2 Days Ago", ago(2 * 86_400)),
        ("99999999 weeks ago", Point(time_ns=1)),
        ("yesterday", ago(86_400)),
        ("yesterday 14:30", at(2026, 5, 9, 14, 30)),
        ("today", at(2026, 5, 10)),
        ("today 9:05", at(2026, 5, 10, 9, 5)),
        ("14:30", at(2026, 5, 10, 14, 30)),
        ("14:30:05", at(2026, 5, 10, 14, 30, 5)),
        ("15:01", at(2026, 5, 9, 15, 1)),
        ("2026-05-01", at(2026, 5, 1)),
        ("2026-05-01T14:30", at(2026, 5, 1, 14, 30)),
        ("2026-05-01 14:30:05", at(2026, 5, 1, 14, 30, 5)),
        ("2026-05-01T12:30Z", at(2026, 5, 1, 14, 30)),
        ("2026-05-01 14:30+02:00", at(2026, 5, 1, 14, 30)),
        ("1970-01-01T00:00:01.5Z", Point(time_ns=1_500_000_000)),
        ("1960-01-01", Point(time_ns=1)),
        ("9999-01-01T00:00Z", Point(time_ns=(1 << 63) - 1)),
        ("before the renaming", Point(label="before the renaming")),
        ("  it works ", Point(label="it works")),
        ("two  blanks", Point(label="two  blanks")),
        ("10 m", Point(label="10 m")),
        ("e", Point(label="e")),
        ("e8x", Point(label="e8x")),
        ("long ago", Point(label="long ago")),
        ("2026-05-01 release", Point(label="2026-05-01 release")),
        ("label:812", Point(label="812")),
        (os.fsdecode(b"caf\xe9"), Point(label=r"caf\xe9")),
        ("\u0661\u0662", Point(label="\u0661\u0662")),
    ],
)
def test_what_is_written_is_this_point(text: str, point: Point) -> None:
    assert parse(text, NOW_NS) == point


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "99999999999999",
        "before 99999999999999",
        "2026-13-01",
        "2026-05-01T25:00",
        "2026-05",
        "0001-01-01",
        "25:00",
        "yesterday 14:61",
        "3 months ago",
        "10 lightyears ago",
    ],
)
def test_what_is_nearly_a_point_is_refused_with_the_forms(text: str) -> None:
    with pytest.raises(ValueError, match=r"point of the log.* e812.* ago.* label"):
        parse(text, NOW_NS)


@pytest.mark.parametrize(
    "point",
    [
        NOW,
        Point(812),
        Point(812, before=True),
        Point(time_ns=NOW_NS),
        Point(time_ns=NOW_NS + 123_456_000),
        Point(label="812"),
        Point(label="before the renaming"),
    ],
)
def test_a_point_is_written_such_that_it_is_read_as_the_same(point: Point) -> None:
    assert parse(written(point), NOW_NS) == point


# --- times alone ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "time_ns"),
    [
        ("now", NOW_NS),
        ("90s", NOW_NS - 90 * 10**9),
        ("2 hours ago", NOW_NS - 7_200 * 10**9),
        ("yesterday 14:30", at(2026, 5, 9, 14, 30).time_ns),
        ("2026-05-01T12:30Z", at(2026, 5, 1, 14, 30).time_ns),
        ("1960-01-01", 1),
    ],
)
def test_a_time_is_written_as_that_of_a_point(text: str, time_ns: int) -> None:
    assert parse_time(text, NOW_NS) == time_ns


@pytest.mark.parametrize(
    "text", ["", "e812", "812", "0", "before e812", "it works", "label:10m", "3y", "2026-13-01"]
)
def test_what_is_no_time_is_refused_with_the_forms_of_times(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no time: give 10m, .*2026-05-01T14:30\.$"):
        parse_time(text, NOW_NS)
