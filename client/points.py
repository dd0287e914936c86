"""Points of the log as people and models write them: an entry, a time, a snapshot's label.

| written | point |
|---|---|
| now | now |
| 812, e812, v812, p812 | after this entry |
| before e812 | just before it |
| 10 minutes ago, 2 h ago, 1 h 30 min ago, 10m, 5 minutes | so long ago |
| yesterday, yesterday 14:30, today 09:00, 14:30 | a time of day; alone: the last such time |
| 2026-05-01, 2026-05-01 14:30, 2026-05-01T14:30+02:00 | a time; without a zone this machine's |
| anything else, or label:TEXT | the newest snapshot with this label |
"""

import os
import re
from datetime import date, datetime, time, timedelta

from ..schemas.values import NOW, Point

FORMS = (
    "an entry (e812, 812, before e812), a time (10 minutes ago, yesterday 14:30, "
    "2026-05-01T14:30), now, or a snapshot's label"
)
TIME_FORMS = "10m, 2h or 3d, yesterday 14:30, or 2026-05-01 or 2026-05-01T14:30"
LATEST_NS = (1 << 63) - 1
_SEQ_MAX = 1 << 40
_SECONDS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800}
_UNIT = r"s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?"
"""The first letter tells which."""
_ENTRY = re.compile(r"(?P<before>before\s+)?[evp]?(?P<seq>\d+)", re.ASCII | re.IGNORECASE)
_AGO = re.compile(
    rf"(?P<spans>(?:(?:\d{{1,9}}|an?\b)\s*(?:{_UNIT})\b\s*|\d{{1,9}}[smhdw]\s*)+)(?P<ago>ago)?",
    re.ASCII | re.IGNORECASE,
)
_SPAN = re.compile(r"(\d+|an?\b)\s*([smhdw])[a-z]*", re.ASCII | re.IGNORECASE)
_SPELT = re.compile(r"(?:(?:\d+|an?\b)\s*[a-z]{3,}\s*)+", re.ASCII | re.IGNORECASE)
"""Units that are too plain for a snapshot's label."""
_OF_DAY = re.compile(
    r"(?P<day>today|yesterday)?\s*(?P<time>\d{1,2}:\d\d(?::\d\d(?:\.\d{1,6})?)?)?",
    re.ASCII | re.IGNORECASE,
)
_DATE = re.compile(r"\d{4}-\d\d[-\dT:. Z+]*", re.ASCII | re.IGNORECASE)
_MEANT_AS_AGO = re.compile(r"\d.*\sago", re.ASCII | re.IGNORECASE)
_LABEL = "label:"


def parse(text: str, now_ns: int) -> Point:
    """Return the point that a text names; `now_ns` is nanoseconds since the epoch.

    Raises ValueError, with a sentence that names the forms, where it is empty or like one of them
    and yet none.
    """
    words = " ".join(text.split())
    if not words:
        raise ValueError(f"A point of the log is {FORMS}; this is empty.")
    if words.lower() == "now":
        return NOW
    if entry := _ENTRY.fullmatch(words):
        return _after(int(entry["seq"]), text, before=bool(entry["before"]))
    moment_ns = _ago(words, now_ns) or _of_day(words, now_ns) or _date(words)
    if moment_ns is not None:
        return Point(time_ns=min(max(1, moment_ns), LATEST_NS))
    if _MEANT_AS_AGO.fullmatch(words):
        raise _no_point(text)
    return Point(label=_plain(text.strip().removeprefix(_LABEL)))


def parse_time(text: str, now_ns: int) -> int:
    """Return the time that a text names, in nanoseconds since the epoch, as `now_ns` is.

    It is written as `parse` takes times. Raises ValueError, with a sentence that names the forms,
    for anything else, entries and labels too.
    """
    try:
        point = parse(text, now_ns)
    except ValueError:
        point = None
    if point == NOW:
        return now_ns
    if point is None or not point.time_ns:
        raise ValueError(f"{_plain(text)} is no time: give {TIME_FORMS}.")
    return point.time_ns


def written(point: Point) -> str:
    """Return a point as `parse` takes it."""
    if point.label:
        return f"{_LABEL}{point.label}"
    if point.time_ns:
        moment = datetime.fromtimestamp(point.time_ns // 10**9).astimezone()
        return moment.replace(microsecond=point.time_ns // 1_000 % 10**6).isoformat()
    if not point.seq:
        return "now"
    return f"before e{point.seq}" if point.before else f"e{point.seq}"


def _after(seq: int, text: str, *, before: bool) -> Point:
    if not 0 <= seq < _SEQ_MAX:
        raise _no_point(text)
    if seq == 0:  # as a number of a point it would be now
        return Point(seq=1, before=True)
    return Point(seq=seq, before=before)


def _ago(words: str, now_ns: int) -> int | None:
    """Return a time so long before now; "10m" and "10 min" may do without "ago", "10 m" may not."""
    found = _AGO.fullmatch(words)
    if not found:
        return None
    spans = _SPAN.findall(found["spans"])
    if not (found["ago"] or " " not in words or _SPELT.fullmatch(found["spans"])):
        return None
    seconds = sum(_number(number) * _SECONDS[unit.lower()] for number, unit in spans)
    return max(1, now_ns - seconds * 10**9)


def _number(word: str) -> int:
    return int(word) if word.isdigit() else 1


def _of_day(words: str, now_ns: int) -> int | None:
    """Return a time of today or yesterday; yesterday alone is this time of that day."""
    found = _OF_DAY.fullmatch(words)
    if not found:
        return None
    now = datetime.fromtimestamp(now_ns / 1e9)  # noqa: DTZ006 - this machine's zone is meant
    day = (found["day"] or "").lower()
    if not found["time"]:
        then = now - timedelta(days=1) if day == "yesterday" else _at(now.date(), time())
        return _ns(then)
    hour, rest = found["time"].split(":", 1)
    try:
        clock = time.fromisoformat(f"{hour:0>2}:{rest}")
    except ValueError:
        raise _no_point(words) from None
    then = _at(now.date() - timedelta(days=day == "yesterday"), clock)
    if not day and then > now:
        then = _at(now.date() - timedelta(days=1), clock)
    return _ns(then)


def _at(day: date, clock: time) -> datetime:
    return datetime.combine(day, clock)


def _date(words: str) -> int | None:
    if not _DATE.fullmatch(words):
        return None
    try:
        return _ns(datetime.fromisoformat(words))
    except (ValueError, OverflowError, OSError):
        raise _no_point(words) from None


def _ns(moment: datetime) -> int:
    return round(moment.timestamp() * 1e6) * 1_000


def _plain(label: str) -> str:
    """Return a label as it is kept: bytes that are not UTF-8 show as such."""
    return os.fsencode(label).decode("utf-8", "backslashreplace")


def _no_point(text: str) -> ValueError:
    return ValueError(f"{_plain(text)} is no point of the log: give {FORMS}.")
