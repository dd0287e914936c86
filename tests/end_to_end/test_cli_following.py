"""`log --follow` and the feed, as people and programs have them: what comes, as it comes."""

import contextlib
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from editjournal.client.api import Client
from editjournal.client.finding import DaemonTrouble
from editjournal.schemas.facts import Entry, Marked
from editjournal.schemas.messages import Told

from .agents import id_in
from .followers import HAS_BEGUN, Follower
from .surface import Desk

TEN_LINES = "".join(f"line {number}\n" for number in range(1, 11))
Follow = Callable[..., Follower]


@pytest.fixture
def follow() -> Iterator[Follow]:
    """Return what follows the log; all of them are ended with the test."""
    with contextlib.ExitStack() as ending:

        def begin(desk: Desk, *arguments: str, cwd: Path | None = None) -> Follower:
            return ending.enter_context(Follower(desk, "log", "--follow", *arguments, cwd=cwd))

        yield begin


def test_each_edit_is_a_line_as_it_is_made(desk: Desk, follow: Follow) -> None:
    desk.file("a.py", TEN_LINES)
    host = desk.host(client="codex")
    first = id_in(host.call("be-replace", file="a.py:2", content="x"), "edit")
    follower = follow(desk)
    follower.until(HAS_BEGUN)
    assert any(f"{first}  codex#1 " in line for line in follower.lines)
    second = id_in(host.call("be-replace", file="a.py:3", content="y"), "edit")
    line = follower.until(rf" {second} ")
    assert re.match(rf"\d\d:\d\d:\d\d  +{second}  codex#1 +a\.py: 3 -> 3 ", line)
    host.call("be-read", file="a.py:1")
    assert "be-history" not in "".join([*follower.lines, follower.until("read a.py:1")])


def test_a_change_from_outside_is_told_with_whom_it_concerns(desk: Desk, follow: Follow) -> None:
    path = desk.file("a.py", TEN_LINES)
    host = desk.host(client="codex")
    host.call("be-read", file="a.py")
    follower = follow(desk)
    follower.until(HAS_BEGUN)
    path.write_text(TEN_LINES.replace("line 4", "LINE 4"))
    follower.until(r"outside +changed outside: a\.py")
    line = follower.until("notice for ")
    assert re.match(
        r"\d\d:\d\d:\d\d  notice for codex#1: a\.py changed outside editjournal .*: 4 of view v\d+",
        line,
    )


def test_it_goes_on_after_the_daemon_was_restarted(lone_desk: Desk, follow: Follow) -> None:
    lone_desk.file("a.py", TEN_LINES)
    follower = follow(lone_desk)
    follower.until(HAS_BEGUN)
    lone_desk.cli("read", "a.py:1")
    follower.until("read a.py:1")
    assert lone_desk.cli("daemon", "restart").code == 0
    for line in "23":
        lone_desk.cli("read", f"a.py:{line}")
        follower.until(f"read a.py:{line}")
    code, out, err = follower.interrupt()
    assert (code, err) == (0, "")
    numbers = re.findall(r"^\S+ +[evp]?(\d+)  ", "".join([*follower.lines, out]), re.MULTILINE)
    assert sorted(set(map(int, numbers))) == list(map(int, numbers))


@pytest.mark.parametrize("how", [[], ["--json"]])
def test_ctrl_c_ends_it_in_peace(desk: Desk, follow: Follow, how: list[str]) -> None:
    follower = follow(desk, *how)
    follower.until("SessionOpened" if how else HAS_BEGUN)
    assert follower.interrupt() == (0, "", "")


def test_it_ends_when_nobody_reads_it_though_nothing_happens(desk: Desk, follow: Follow) -> None:
    follower = follow(desk)
    follower.until(HAS_BEGUN)
    follower.close_output()
    assert follower.wait() == (0, "")


def test_it_ends_when_nobody_reads_what_comes(desk: Desk, follow: Follow) -> None:
    desk.file("a.py", TEN_LINES)
    host = desk.host()
    follower = follow(desk)
    follower.until(HAS_BEGUN)
    follower.close_output()
    host.call("be-read", file="a.py:1")
    assert follower.wait() == (0, "")


def test_as_json_each_line_is_an_object(desk: Desk, follow: Follow) -> None:
    path = desk.file("a.py", TEN_LINES)
    host = desk.host(client="codex")
    host.call("be-read", file="a.py")
    follower = follow(desk, "--json")
    follower.until("SessionOpened.*cli")
    edit = id_in(host.call("be-replace", file="a.py:2", content="x"), "edit")
    found: list[dict[str, Any]] = [json.loads(follower.until('"Edited"'))]
    path.write_text(TEN_LINES)
    found += [json.loads(follower.until(kind)) for kind in ('"ChangedOutside"', '"type":"Told"')]
    edited, changed, told = found
    assert (edited["type"], f"e{edited['seq']}", edited["name"]) == ("LogItem", edit, "codex#1")
    assert edited["files"] == [["a.py", [[[2, 2], [2, 2], 1]], 0, 10, "changed", []]]
    assert (changed["session"], changed["files"][0][0]) == (0, "a.py")
    assert told.keys() == {"type", "session", "name", "notice"}
    assert told["name"] == "codex#1"
    assert told["notice"][1] == "a.py"
    for line in follower.lines:
        assert json.loads(line)["type"] in ("LogItem", "Told")


def test_of_a_file_or_a_session_only_what_concerns_it(desk: Desk, follow: Follow) -> None:
    desk.file("sub/a.py", TEN_LINES)
    desk.file("b.py", TEN_LINES)
    desk.file(".git/HEAD", "")
    host, other = desk.host(client="codex"), desk.host(client="other")
    host.call("be-read", file="sub/a.py:1")
    of_file = follow(desk, "./a.py", cwd=desk.root / "sub")
    of_session = follow(desk, "--session", "codex#1")
    of_file.until("read sub/a.py:1")
    of_session.until("read sub/a.py:1")
    for line in (2, 3):
        for name in ("b.py", "sub/a.py"):
            other.call("be-read", file=f"{name}:{line}")
            host.call("be-read", file=f"{name}:{line}")
    of_session.until("read sub/a.py:3")
    assert "other#1" not in "".join(of_session.lines)
    assert "b.py" in "".join(of_session.lines)
    of_file.until("codex#1 +read sub/a.py:3")
    assert "b.py" not in "".join(of_file.lines)
    assert "other#1" in "".join(of_file.lines)


def test_in_a_folder_of_the_workspace_names_are_relative_to_it(desk: Desk, follow: Follow) -> None:
    desk.file("sub/a.py", TEN_LINES)
    desk.file("b.py", TEN_LINES)
    host = desk.host(client="codex")
    host.call("be-read", file="sub/a.py:1")
    follower = follow(desk, "--workspace", str(desk.root / "sub"))
    follower.until(HAS_BEGUN)
    host.call("be-read", file="b.py:2")
    host.call("be-read", file="sub/a.py:2")
    follower.until(r"codex#1 +read a\.py:2\n")
    assert any(re.search(r"codex#1 +read a\.py:1\n", line) for line in follower.lines)
    assert "b.py" not in "".join(follower.lines)


def test_what_is_refused_is_not_followed(desk: Desk) -> None:
    ran = desk.cli("log", "--follow", "/etc/passwd")
    assert (ran.code, ran.out) == (2, "")
    assert "This lies outside the workspace" in ran.err


def test_a_listing_begins_with_what_its_session_is_still_to_be_told(desk: Desk) -> None:
    desk.file("a.py", TEN_LINES)
    mine, other = {"EDITJOURNAL_SESSION": "mine"}, {"EDITJOURNAL_SESSION": "other"}
    desk.cli("read", "a.py", env=mine)
    edit = id_in(desk.cli("replace", "a.py:4", "--content", "x", env=other).out, "edit")
    first = desk.cli("log", env=mine).out.splitlines()[0]
    assert re.match(rf"notice: a\.py changed by cli#2 .*{edit}.*: 4 of view v\d+ differs?", first)
    assert "notice" not in desk.cli("log", env=mine).out


# --- views ----------------------------------------------------------------------------------------


def test_views_tell_what_has_become_of_what_was_seen(desk: Desk) -> None:
    path = desk.file("a.py", TEN_LINES)
    desk.file("b.py", TEN_LINES)
    host = desk.host(client="codex")
    view = id_in(host.call("be-read", file="a.py"), "view")
    host.call("be-read", file="b.py")
    path.write_text("new\n" + TEN_LINES.replace("line 4", "LINE 4"))
    ran = desk.cli("views")
    assert (ran.code, ran.err) == (0, "")
    assert re.search(rf"^{view}  a\.py:1-10  codex#1  .*4 differ.*outside", ran.out, re.MULTILINE)
    assert re.search(r"^v\d+  b\.py:1-10  codex#1  same", ran.out, re.MULTILINE)
    (stale,) = desk.cli("views", "--stale", "--json").json["items"]
    assert (f"v{stale[0]}", stale[1], stale[3], stale[7]) == (view, "a.py", "codex#1", "changed")
    assert [4, 4] in stale[8]
    assert [one[1] for one in desk.cli("views", "b.py", "--json").json["items"]] == ["b.py"]
    assert desk.cli("views", "--session", "cli#1", "--json").json["items"] == []


# --- the Python client ----------------------------------------------------------------------------


def test_a_program_hears_of_entries_and_notices(desk: Desk) -> None:
    path = desk.file("a.py", TEN_LINES)
    with Client(desk.root, "one", places=desk.places) as client:
        client.read(path)
        with client.feed() as feed:
            client.snapshot("here")
            entry = feed.receive()
            assert isinstance(entry, Entry)
            assert entry.fact == Marked("snapshot", "here")
        with client.feed("notice") as feed:
            path.write_text(TEN_LINES.replace("line 4", "LINE 4"))
            told = feed.receive()
            assert isinstance(told, Told)
            assert (told.name, told.notice.path, told.notice.kind) == ("one#1", b"a.py", "changed")
        assert client.snapshot("there").notices == (told.notice,)


def test_a_program_is_told_that_the_daemon_has_ended(lone_desk: Desk) -> None:
    lone_desk.file("a.py")
    with Client(lone_desk.root, places=lone_desk.places) as client, client.feed() as feed:
        lone_desk.stop()
        with pytest.raises(DaemonTrouble, match="has ended"):
            list(feed)
        assert client.snapshot("again").seq
