"""Replies of be-history keep to their length, and the next call goes on where they end."""

import re
from typing import Any

import msgspec
import pytest

from editjournal.client.mcp import pages
from editjournal.client.mcp.arguments import parse
from editjournal.client.mcp.presenting import Options, Presenter
from editjournal.client.words.forms import PLAIN
from editjournal.schemas.replies import (
    AnyReply,
    Blamed,
    Block,
    Call,
    DiffReply,
    EntryShown,
    FileDiff,
    FileDone,
    LogItem,
    LogReply,
    Made,
    Who,
)
from editjournal.schemas.requests import AnyRequest, Blame, Diff, History, ShowEntry
from editjournal.schemas.tools import choose
from editjournal.schemas.values import Point, Unit, Version

PATH = b"src/a file.py"
EVERYTHING = Presenter(Options(listed=choose("all")))
OLD, NEW = (Version(bytes([one]) * 32, 90, 9, Unit.LF, 0o644, "utf-8") for one in (1, 2))


def text(request: AnyRequest, reply: AnyReply) -> str:
    return EVERYTHING.reply(reply, request=request).text


def next_of(request: AnyRequest, reply: AnyReply) -> Call:
    (call,) = pages.fitted(request, reply, PLAIN).next
    return call


def again(call: Call) -> AnyRequest:
    """Return the request that an advised call means."""
    return parse(call.tool, msgspec.json.encode(call.arguments)).request


def edited(seq: int, **fields: Any) -> LogItem:
    item = LogItem(seq, 1, 1, "cc#1", "Edited", "be-write", "", (FileDone(PATH, (), 0, 9),))
    return msgspec.structs.replace(item, **fields)


# --- the log --------------------------------------------------------------------------------------


def test_a_log_that_fits_names_the_call_that_shows_its_newest_edit() -> None:
    read = edited(9, kind="Viewed")
    reply = LogReply(items=(read, edited(8), edited(7)))
    assert next_of(History(), reply).arguments == {"action": "show", "event_id": 8}
    assert pages.fitted(History(), LogReply(items=(read,)), PLAIN).next == ()


def test_a_long_log_is_cut_and_goes_on_below_its_last_entry_with_the_same_filters() -> None:
    request = History(
        PATH, "codex#3", 900, 200, "codex", "be-write", Point(seq=3), Point(time_ns=10**18)
    )
    reply = LogReply(items=tuple(edited(seq, name="n" * 60) for seq in range(899, 699, -1)))
    fitted = pages.fitted(request, reply, PLAIN)
    assert isinstance(fitted, LogReply)
    last = fitted.items[-1].seq
    assert 699 < last < 890
    assert fitted.more
    assert len(text(request, reply).encode()) <= 8_000
    assert "(older entries follow)" in text(request, reply)
    assert again(next_of(request, reply)) == msgspec.structs.replace(request, before=last)


def test_a_log_that_the_daemon_has_cut_goes_on_too() -> None:
    reply = LogReply(items=(edited(8), edited(7)), more=True)
    assert again(next_of(History(), reply)) == History(before=7)
    assert text(History(), reply).endswith("\nnext: be-history action=log before=7")


# --- files ----------------------------------------------------------------------------------------


def runs(count: int, width: int = 100) -> tuple[Made, ...]:
    who = Who(7, 1, "cc#1", 1)
    return tuple(Made(line, line, who, ("x" * width,)) for line in range(1, count + 1))


def test_a_blame_that_fits_is_left_as_it_is() -> None:
    reply = Blamed(path=PATH, at=9, total=3, runs=runs(3), next=(Call("be-history", {}),))
    assert pages.fitted(Blame(PATH, max_bytes=6_000), reply, PLAIN) is reply


@pytest.mark.parametrize("at", [Point(), Point(label="x")])
def test_a_long_blame_goes_on_at_the_first_line_that_is_left_out(at: Point) -> None:
    request = Blame(PATH, at, 6_000)
    reply = Blamed(path=PATH, at=9, total=200, runs=runs(200), now_ns=9)
    shown = text(request, reply)
    assert len(shown.encode()) <= 8_000
    numbers = [int(one) for one in re.findall(r"^(\d+)\|", shown, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    first, last = len(numbers) + 1, min(2 * len(numbers), 200)
    wanted = {"action": "blame", "file": f"src/a file.py:{first}-{last}"}
    named = {} if at == Point() else {"at": 9}
    assert next_of(request, reply).arguments == wanted | named
    assert f"... ({(200 - len(numbers)) * 101:,} more bytes)" in shown


def difference(path: str, count: int, cut_bytes: int = 0) -> FileDiff:
    lines = ("x" * 60,) * count
    diff = (Block("new", 1, count, lines),) if count else ()
    return FileDiff(path.encode(), OLD, NEW, diff, cut_bytes=cut_bytes)


def test_of_many_files_that_differ_those_that_fit_are_shown_and_the_next_one_is_named() -> None:
    request = Diff(Point(seq=3), Point(seq=9), b"", 6_900)
    files = tuple(difference(f"f{number}", 30) for number in range(9))
    reply = DiffReply(since=3, until=9, files=files)
    shown = text(request, reply)
    assert len(shown.encode()) <= 8_000
    assert shown.count("\nf") == 3
    assert "\n(6 more files)\n" in shown
    assert again(next_of(request, reply)) == Diff(Point(seq=3), Point(seq=9), b"f3", 6_896)


def test_a_file_that_the_daemon_has_cut_is_the_next_one() -> None:
    request = Diff(Point(seq=3), max_bytes=6_900)
    files = (difference("a", 2), difference("b", 1, 500), difference("c", 0, 900))
    reply = DiffReply(since=3, until=9, files=files, cut_bytes=1_400)
    wanted = {"action": "diff", "file": "b", "at": 3, "to": 9}
    assert next_of(request, reply).arguments == wanted
    whole = DiffReply(since=3, until=9, files=files[:1])
    assert pages.fitted(request, whole, PLAIN).next == ()


def test_one_file_that_is_cut_is_asked_for_with_more_room() -> None:
    request = Diff(Point(seq=3), Point(), b"a", 6_898)
    reply = DiffReply(since=3, until=9, files=(difference("a", 9, 20_000),), cut_bytes=20_000)
    larger = again(next_of(request, reply))
    assert isinstance(larger, Diff)
    assert larger.file == b"a"
    assert larger.max_bytes >= 6_898 + 20_000


def shown_entry(files: int, count: int, **fields: Any) -> EntryShown:
    done = tuple(FileDone(b"f%d" % number, (), 0, 9) for number in range(files))
    diff = (Block("new", 1, count, ("x" * 60,) * count),)
    return EntryShown(item=edited(8, files=done, **fields), diffs=(diff,) * files, now_ns=9)


def test_an_entry_of_many_files_shows_those_that_fit_and_names_the_next_one() -> None:
    request, reply = ShowEntry(8, 6_900), shown_entry(9, 30)
    shown = text(request, reply)
    assert len(shown.encode()) <= 8_000
    assert shown.count("|x") == 90
    assert again(next_of(request, reply)) == Diff(
        Point(seq=8, before=True), Point(seq=8), b"f3", 6_896
    )
    assert f"... ({6 * 30 * 61:,} more bytes)" in shown


def test_an_entry_that_is_cut_otherwise_is_asked_for_with_more_room() -> None:
    request = ShowEntry(8, 6_900)
    for reply in (
        msgspec.structs.replace(shown_entry(1, 9), cut_bytes=20_000),
        msgspec.structs.replace(shown_entry(9, 30, kind="Previewed")),
    ):
        larger = again(next_of(request, reply))
        assert isinstance(larger, ShowEntry)
        assert larger.max_bytes > 9_000
    assert pages.fitted(request, shown_entry(3, 3), PLAIN).next == ()


def test_no_more_is_asked_for_than_can_be() -> None:
    reply = msgspec.structs.replace(shown_entry(1, 9), cut_bytes=10**9)
    assert next_of(ShowEntry(8, 6_900), reply).arguments["max_bytes"] == 200_000


def test_what_comes_next_is_not_named_where_it_is_not_listed() -> None:
    few = Presenter(Options())
    reply = LogReply(items=(edited(8),), more=True)
    assert "next:" not in few.reply(reply, request=History()).text
    assert "(older entries follow)" in few.reply(reply, request=History()).text


def test_other_replies_are_left_as_they_are() -> None:
    reply = LogReply(items=(edited(8),))
    assert pages.fitted(None, reply, PLAIN) is reply
