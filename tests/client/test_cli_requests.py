"""What each command asks the daemon for, before a daemon that answers the same to everything."""

import base64
import json
import os
import re
import shlex
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

import pytest
from click.testing import CliRunner, Result

from editjournal.client import cli, connection
from editjournal.client.cli_support import session_key
from editjournal.client.commands import chips, following
from editjournal.client.words.reasons import with_words_of
from editjournal.schemas.messages import PROTOCOL, Hello, Welcome
from editjournal.schemas.replies import (
    AnyReply,
    ChipItem,
    ChipShown,
    Done,
    LogItem,
    LogReply,
    Refusal,
)
from editjournal.schemas.requests import (
    AnyRequest,
    Chips,
    Commit,
    Confirm,
    Delete,
    DropChip,
    History,
    Insert,
    InsertChip,
    Item,
    Misfit,
    Read,
    Redo,
    Replace,
    ReplaceSeveral,
    Rollback,
    ShowChip,
    Snapshot,
    Status,
    Undo,
    Views,
    Write,
    WriteSeveral,
)
from editjournal.schemas.values import Span

DONE = Done(seq=5, files=())
WRONG_CALL = 2
Run = Callable[..., Result]


def entry(seq: int) -> LogItem:
    """Return an entry: the oldest are of old#1."""
    session, name = (1, "old#1") if seq <= 10 else (3, "codex#3")
    return LogItem(seq, 1, session, name, "Queried", "be-history", "", ())


class Daemon:
    """What the commands talk to: it keeps what it is asked, and answers `reply`."""

    daemon_pid = 1

    def __init__(self) -> None:
        self.asked: list[AnyRequest] = []
        self.greeted: list[Hello] = []
        self.reply: AnyReply = DONE
        self.daemon_pid = 1

    def connection(self, hello: Hello) -> "Daemon":
        self.greeted.append(hello)
        return self

    def ask(self, request: AnyRequest, *, arguments: bytes) -> AnyReply:
        self.asked.append(request)
        return self.reply

    def open(self) -> Welcome:
        return Welcome(PROTOCOL, "t", 1, "w1", os.fsencode(Path.cwd()), 9, "cli#9", "", 0)

    def close(self) -> None:
        pass


class Interrupted:
    """A feed whose reader types Ctrl-C at once."""

    def __init__(self, *_: object, **__: object) -> None:
        pass

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def receive(self, timeout_ms: int) -> None:
        raise KeyboardInterrupt


@pytest.fixture
def daemon(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Daemon:
    daemon = Daemon()
    monkeypatch.setattr(connection, "Connection", daemon.connection)
    monkeypatch.setattr(following, "Feed", Interrupted)
    monkeypatch.setenv("EDITJOURNAL_WORKSPACE", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return daemon


def run(*arguments: str, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(cli.main, arguments, input=stdin, prog_name="editjournal")


def words(line: str) -> list[str]:
    return shlex.split(line)


ALL_WAYS = "--view v9 --force --preview --reanchor --diff"


@pytest.mark.parametrize(
    ("typed", "request_"),
    [
        ("read a.py:12-18", Read(b"a.py:12-18", max_bytes=200_000)),
        ("read a.py --max-bytes 9", Read(b"a.py", max_bytes=9)),
        ("read --file a.py --start 2 --end 3", Read(b"a.py", (Span(2, 3),), 200_000)),
        ("read a.py --start 2 --output json", Read(b"a.py", (Span(2, 2),), 200_000)),
        ("read a.py --end 3", Read(b"a.py", (Span(1, 3),), 200_000)),
        ("replace a.py:12 --content x", Replace(b"a.py:12", "x")),
        ("replace a.py --old x --content '' --all", Replace(b"a.py", "", old="x", all=True)),
        (
            f"replace a.py:2 --content x {ALL_WAYS}",
            Replace(*(b"a.py:2", "x"), view=9, force=True, preview=True, reanchor=True, diff=True),
        ),
        (
            "replace --file a.py --start 5 --end 10 --content x",
            Replace(b"a.py", "x", Span(5, 10)),
        ),
        ("insert a.py:10 --content x", Insert(b"a.py:10", "x")),
        ("insert a.py:END --content x", Insert(b"a.py:END", "x")),
        ("insert a.py --after 0 --content x", Insert(b"a.py", "x", 0)),
        ("insert a.py --after end --content x", Insert(b"a.py", "x", -1)),
        ("insert --file a.py --after-line 4 --content x", Insert(b"a.py", "x", 4)),
        (
            f"insert a.py:1 --content x {ALL_WAYS}",
            Insert(*(b"a.py:1", "x", None, 9), force=True, preview=True, reanchor=True, diff=True),
        ),
        ("delete a.py:5-15", Delete(b"a.py:5-15")),
        ("delete a.py:5 --old x", Delete(b"a.py:5", old="x")),
        ("delete --file a.py --start 5 --end 10", Delete(b"a.py", Span(5, 10))),
        ("delete a.py --remove", Delete(b"a.py", remove=True)),
        (
            f"delete a.py:5 {ALL_WAYS}",
            Delete(b"a.py:5", view=9, force=True, preview=True, reanchor=True, diff=True),
        ),
        ("write a.py --content x", Write(b"a.py", "x")),
        ("write --file a.py --content x", Write(b"a.py", "x")),
        (
            "write n/a.py --content x --view v9 --force --preview --parents --diff",
            Write(b"n/a.py", "x", 9, force=True, preview=True, parents=True, diff=True),
        ),
        ("write a.bin --base64 --content AP8=", Write(b"a.bin", b"\0\xff")),
        ("confirm p77", Confirm(77)),
        ("confirm P77", Confirm(77)),
        ("confirm e77", Confirm(77)),
        ("confirm 77", Confirm(77)),
        ("confirm chip://A3F7B2", Confirm(0, "a3f7b2")),
        (
            "confirm chip://a3f7b2c8e101 --file b.py:3 --view v9",
            Confirm(0, "a3f7b2c8e101", b"b.py:3", 9),
        ),
        ("chips", Chips(30)),
        ("chips --limit 3 --all", Chips(3, left=True)),
        (
            "chips --file a.py --tool write --session 3 --since 2026-05-01T14:30+02:00",
            Chips(30, "", b"a.py", "be-write", 3, 1_777_638_600_000_000_000),
        ),
        ("chips search 'def close'", Chips(30, "def close", reasons=with_words_of("def close"))),
        (
            "chips search lines moved --limit 3 --all",
            Chips(3, "lines moved", left=True, reasons=with_words_of("lines moved")),
        ),
        (
            "chips search x --file a.py --tool be-write --session 3",
            Chips(30, "x", b"a.py", "be-write", 3, reasons=with_words_of("x")),
        ),
        ("chips search --tool write", Chips(tool="be-write")),
        ("chips search --tool be-gone", Chips(tool="be-gone")),
        ("chips search --session 3", Chips(session=3)),
        (
            "chips search --since 2026-05-01T14:30+02:00",
            Chips(since_ns=1_777_638_600_000_000_000),
        ),
        ("chips search x --since 99999999d", Chips(30, "x", reasons=with_words_of("x"))),
        ("chips search --since 1970-01-01T00:00:01.5Z", Chips(since_ns=1_500_000_000)),
        ("chips search --since 9999-01-01", Chips(since_ns=(1 << 63) - 1)),
        ("chips show chip://A3F7B2", ShowChip("a3f7b2", 200_000)),
        ("chips show a3f7b2 --max-bytes 9", ShowChip("a3f7b2", 9)),
        ("chips show a3f7b2 --raw", ShowChip("a3f7b2", 200_000, raw=True)),
        ("chips insert a3f7b2 a.py:3", InsertChip(b"a.py:3", "a3f7b2")),
        (
            f"chips insert chip://a3f7b2 a.py --form args --after END {ALL_WAYS}",
            InsertChip(
                *(b"a.py", "a3f7b2", b"", -1, 9),
                force=True,
                preview=True,
                reanchor=True,
                diff=True,
                form="args",
            ),
        ),
        ("chips replay a3f7b2", Confirm(0, "a3f7b2")),
        (
            "chips replay chip://a3f7b2 --file b.py:3 --view v9",
            Confirm(0, "a3f7b2", b"b.py:3", 9),
        ),
        ("chips drop chip://a3f7b2", DropChip("a3f7b2")),
        ("insert-chip chip://a3f7b2 a.py:3", InsertChip(b"a.py:3", "a3f7b2")),
        ("insert-chip b.py a.py --after END", InsertChip(b"a.py", source=b"b.py", after=-1)),
        ("insert-chip a3f7b2 a.py:3", InsertChip(b"a.py:3", source=b"a3f7b2")),
        (
            "insert-chip chip://a3f7b2 a.py:3 --form args",
            InsertChip(b"a.py:3", "a3f7b2", form="args"),
        ),
        (
            f"insert-chip chip://a3f7b2 a.py --after-line 3 {ALL_WAYS}",
            InsertChip(
                *(b"a.py", "a3f7b2", b"", 3, 9),
                force=True,
                preview=True,
                reanchor=True,
                diff=True,
            ),
        ),
        ("undo e812", Undo(812, anyone=True)),
        ("undo 812 --preview", Undo(812, anyone=True, preview=True)),
        ("redo e812", Redo(812, anyone=True)),
        ("redo e812 --preview", Redo(812, anyone=True, preview=True)),
        ("rollback", Rollback(1)),
        ("rollback 3 --preview", Rollback(3, preview=True)),
        ("snapshot 'before it'", Snapshot("before it")),
        ("commit", Commit()),
        ("commit 'it works'", Commit("it works")),
        ("status", Status()),
        ("views", Views()),
        ("views a.py --stale --session 3 --limit 9", Views(b"a.py", 3, 9, stale=True)),
        ("log", History(limit=50)),
        ("log --session 3", History(session=3, limit=50)),
        ("log a.py --limit 3 --before 9", History(b"a.py", before=9, limit=3)),
        ("read 'C:\\x: y:3'", Read(b"C:\\x: y:3", max_bytes=200_000)),
        ("read -- -x.py", Read(b"-x.py", max_bytes=200_000)),
        ("replace --content=-x -- -x.py:1", Replace(b"-x.py:1", "-x")),
    ],
)
def test_a_command_is_this_request(daemon: Daemon, typed: str, request_: AnyRequest) -> None:
    ran = run(*words(typed))
    assert (ran.exit_code, ran.stderr) == (0, "")
    assert daemon.asked == [request_]


def test_a_name_that_is_no_utf8_is_sent_as_its_bytes(daemon: Daemon) -> None:
    name = os.fsdecode(b"caf\xe9:x.py")
    run("read", f"{name}:3")
    run("insert", name, "--after", "3", "--content", "x")
    run("insert-chip", name, name)
    run("replace", name, "--edits", "-", stdin=b"[]")
    assert daemon.asked[:3] == [
        Read(b"caf\xe9:x.py:3", max_bytes=200_000),
        Insert(b"caf\xe9:x.py", "x", 3),
        InsertChip(b"caf\xe9:x.py", source=b"caf\xe9:x.py"),
    ]


def test_a_label_that_is_no_utf8_can_be_sent(daemon: Daemon) -> None:
    run("commit", os.fsdecode(b"caf\xe9"))
    assert daemon.asked == [Commit(r"caf\xe9")]


@pytest.mark.parametrize(
    ("since", "seconds"), [("90s", 90), ("10m", 600), ("2h", 7_200), ("3d", 259_200)]
)
def test_so_long_ago_is_reckoned_from_now(
    daemon: Daemon, monkeypatch: pytest.MonkeyPatch, since: str, seconds: int
) -> None:
    monkeypatch.setattr(chips.time, "time_ns", lambda: 10**18)
    run("chips", "search", "--since", since)
    assert daemon.asked == [Chips(since_ns=10**18 - seconds * 10**9)]


def test_a_time_without_a_zone_is_of_this_machines(
    daemon: Daemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "UTC-2")
    time.tzset()
    try:
        run("chips", "search", "--since", "2026-05-01 14:30")
        run("chips", "search", "--since", "2026-05-01")
    finally:
        monkeypatch.undo()
        time.tzset()
    assert daemon.asked == [
        Chips(since_ns=1_777_638_600_000_000_000),
        Chips(since_ns=1_777_586_400_000_000_000),
    ]


@pytest.mark.parametrize(
    ("command", "request_"),
    [
        ("views", Views(session="codex#3")),
        ("log", History(session="codex#3", limit=50)),
        ("chips", Chips(session="codex#3")),
        ("chips search", Chips(session="codex#3")),
    ],
)
def test_a_session_is_named_in_the_one_request_and_in_the_terminals_session(
    daemon: Daemon, command: str, request_: AnyRequest
) -> None:
    assert run(*words(command), "--session", "codex#3").exit_code == 0
    assert daemon.asked == [request_]
    assert [hello.key for hello in daemon.greeted] == [session_key()]


def test_a_log_that_is_followed_begins_with_its_newest_entries(daemon: Daemon) -> None:
    daemon.reply = LogReply(items=(entry(2499), entry(9)))
    ran = run(*words("log a.py --follow --limit 2 --session 3"))
    assert daemon.asked == [History(b"a.py", 3, limit=2)]
    assert [line.split()[2:4] for line in ran.stdout.splitlines()] == [
        ["9", "old#1"],
        ["2499", "codex#3"],
    ]
    assert (ran.exit_code, ran.stderr) == (0, "")


def test_what_is_refused_is_not_followed(daemon: Daemon) -> None:
    daemon.reply = Refusal(code="outside", verdict="ERROR", path=b"/x")
    ran = run(*words("log /x --follow"))
    assert ran.exit_code == WRONG_CALL
    assert ran.stderr.startswith("ERROR /x")


@pytest.mark.parametrize("command", ["views", "log", "log --follow"])
def test_a_session_that_the_log_does_not_name_is_a_wrong_call(daemon: Daemon, command: str) -> None:
    values: dict[str, str | int] = {"session": "codex#33", "near": "codex#3"}
    daemon.reply = Refusal(code="no_such_session", verdict="ERROR", values=values)
    ran = run(*words(command), "--session", "codex#33")
    assert ran.exit_code == WRONG_CALL
    assert "There is no session `codex#33`. Those active last are codex#3." in ran.stderr
    assert len(daemon.asked) == 1


def test_a_session_without_a_name_is_a_wrong_call(daemon: Daemon) -> None:
    ran = run("log", "--session", " ")
    assert (ran.exit_code, daemon.asked) == (WRONG_CALL, [])


# --- a chip byte for byte -------------------------------------------------------------------------

CHIP = ChipItem("a3f7b2", 1, "cli#1", "be-write", "deleted", b"f", None, "", 3)


@pytest.mark.parametrize("data", [b"", b"a", b"\0\xff\r\n", b"caf\xc3\xa9\n"])
def test_what_a_chip_keeps_is_written_byte_for_byte(daemon: Daemon, data: bytes) -> None:
    daemon.reply = ChipShown(item=CHIP, data=data)
    ran = run("chips", "show", "a3f7b2", "--raw")
    assert (ran.exit_code, ran.stdout_bytes) == (0, data)


@pytest.mark.parametrize(
    ("data", "named"),
    [(b"caf\xc3\xa9\n", {"data": "caf\xe9\n"}), (b"\0\xff", {"data_base64": "AP8="})],
)
def test_json_has_what_a_chip_keeps_as_text_or_base64(
    daemon: Daemon, data: bytes, named: dict[str, str]
) -> None:
    daemon.reply = ChipShown(item=CHIP, data=data)
    given = json.loads(run("chips", "show", "a3f7b2", "--json").stdout)
    assert {name: given[name] for name in given if name.startswith("data")} == named
    assert daemon.asked == [ShowChip("a3f7b2", 200_000, raw=True)]


def test_a_chip_that_there_is_not_writes_no_bytes(daemon: Daemon) -> None:
    daemon.reply = Refusal(code="no_such_chip", tool="be-chips", values={"chip": "a3f7b2"})
    ran = run("chips", "show", "a3f7b2", "--raw")
    assert (ran.exit_code, ran.stdout_bytes) == (1, b"")
    assert "There is no chip://a3f7b2" in ran.stderr


# --- texts and files ------------------------------------------------------------------------------


def test_new_text_and_old_text_come_from_files_or_standard_input(
    daemon: Daemon, tmp_path: Path
) -> None:
    (tmp_path / "new").write_bytes(b"n\r\n")
    (tmp_path / "old").write_bytes(b"o\n")
    run("replace", "a", "--old-file", "old", "--content-file", "new")
    run("replace", "a", "--old-file", "-", "--content", "n", stdin=b"o\n")
    run("insert", "a:1", "--content-file", "-", stdin=b"caf\xe9\n")
    run("delete", "a:1", "--old-file", "old")
    assert daemon.asked == [
        Replace(b"a", "n\r\n", old="o\n"),
        Replace(b"a", "n", old="o\n"),
        Insert(b"a:1", b"caf\xe9\n"),
        Delete(b"a:1", old="o\n"),
    ]


def test_base64_may_be_wrapped_and_says_any_bytes(daemon: Daemon) -> None:
    data = bytes(range(256))
    run("write", "a", "--base64", "--content-file", "-", stdin=base64.encodebytes(data))
    assert daemon.asked == [Write(b"a", data)]


EDITS = b"""[{"lines": "12-18", "content": "x"}, {"after": 0, "content": "y"},
 {"old": "o", "content": ""}]"""


def test_several_changes_are_read_as_those_of_the_tool(daemon: Daemon, tmp_path: Path) -> None:
    (tmp_path / "edits").write_bytes(EDITS)
    items = (Item("x", Span(12, 18)), Item("y", after=0), Item("", old="o"))
    name = os.fsdecode(b"\xff.py")
    run("replace", name, "--edits", "edits", *words(ALL_WAYS))
    assert daemon.asked == [
        ReplaceSeveral(*(b"\xff.py", items, 9), force=True, preview=True, reanchor=True, diff=True)
    ]


def test_several_files_are_read_as_those_of_the_tool(daemon: Daemon) -> None:
    data = b"""[{"file": "a", "content": "x"}, {"file": "b", "content": "AP8=", "base64": true}]"""
    run("write", "--files", "-", *words("--force --preview --parents --diff"), stdin=data)
    files = (Write(b"a", "x"), Write(b"b", b"\0\xff"))
    assert daemon.asked == [WriteSeveral(files, force=True, preview=True, parents=True, diff=True)]


@pytest.mark.parametrize("option", ["replace a.py --edits -", "write --files -"])
@pytest.mark.parametrize("data", [b"{", b'[{"content": 3}]', b'"x"', b"[[]]"])
def test_what_is_no_such_array_is_refused_by_the_daemon_so_that_it_is_in_the_log(
    daemon: Daemon, option: str, data: bytes
) -> None:
    daemon.reply = Refusal(code="not_json", verdict="ERROR", tool="be-replace")
    ran = run(*words(option), stdin=data)
    (asked,) = daemon.asked
    assert isinstance(asked, Misfit)
    assert ran.exit_code == WRONG_CALL


# --- wrong calls ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("read", "Missing argument 'FILE'"),
        ("read a --file b", "Give the file once"),
        ("read a --start 0", "--start"),
        ("read a --start 5 --end 3", "5-3 is no range of lines"),
        ("read a --output yaml", "--output"),
        ("replace a:1", "--content or --content-file"),
        ("replace a:1 --content x --content-file -", "not both"),
        ("replace a --old x --old-file - --content y", "not both"),
        ("replace a --edits - --content x", "Give --edits alone"),
        ("replace a --edits - --old x", "Give --edits alone"),
        ("replace a --edits - --all", "Give --edits alone"),
        ("replace a --edits - --start 3", "Give --edits alone"),
        ("replace a --edits gone", "gone"),
        ("replace a:1 --content x --view e9", "e9 is no id such as v812"),
        ("insert a:1", "--content or --content-file"),
        ("insert a --content x --after two", "two is no line"),
        ("insert a --content x --after -2", "-2 is no line"),
        ("insert a --content x --after-line ²", "is no line"),
        ("delete", "Missing argument 'FILE'"),
        ("write --content x", "Missing argument 'FILE'"),
        ("write a --content !! --base64", "is no base64"),
        ("write a --content é --base64", "is no base64"),
        ("write a --files -", "Give --files alone"),
        ("write --content x --files -", "Give --files alone"),
        ("write --base64 --files -", "Give --files alone"),
        ("confirm", "Missing argument 'ID'"),
        ("confirm x", "x is no id such as p812"),
        ("confirm p", "p is no id such as p812"),
        ("confirm chip://zz", "is no chip such as chip://a3f7b2"),
        ("confirm p7 --file a", "go with a chip"),
        ("confirm p7 --view v9", "go with a chip"),
        ("insert-chip chip://a3 a.py:3", "is no chip such as chip://a3f7b2"),
        ("insert-chip chip://a3f7b2", "Missing argument 'FILE'"),
        ("rollback 0", "0 is not in the range"),
        ("rollback x", "x"),
        ("snapshot", "Missing argument 'LABEL'"),
        ("chips --limit 0", "--limit"),
        ("chips --limit 101", "--limit"),
        ("chips find x", "No such command 'find'"),
        ("chips --json show a3f7b2", "--json goes behind show"),
        ("chips --limit 30 search x", "--limit goes behind search"),
        ("chips search", "Say what to look for"),
        ("chips search ' ' --all", "Say what to look for"),
        ("chips search --since 3w", "3w is no time"),
        ("chips --since 3w", "3w is no time: give 10m, 2h or 3d, or 2026-05-01"),
        ("chips --file a.py search x", "--file goes behind search"),
        ("chips search --since ''", "is no time"),
        ("chips search --since 0001-01-01", "is no time"),
        ("chips show", "Missing argument 'ID'"),
        ("chips show x", "x is no chip such as chip://a3f7b2"),
        ("chips show p77", "p77 is no chip such as chip://a3f7b2"),
        ("chips show a3f7b2 --max-bytes 0", "--max-bytes"),
        ("chips show a3f7b2 --raw --json", "Give --raw or --json, not both"),
        ("chips insert a3f7b2", "Missing argument 'FILE'"),
        ("chips insert b.py a.py:3", "b.py is no chip such as chip://a3f7b2"),
        ("chips insert a3f7b2 a.py:3 --form raw", "--form"),
        ("chips replay a3f7b2 --view e9", "e9 is no id such as v812"),
        ("chips drop", "Missing argument 'ID'"),
        ("insert-chip b.py a.py:3 --form args", "--form goes with a chip"),
        ("views --limit 0", "--limit"),
        ("log --follow --before 9", "--before is for paging back"),
        ("completion tcsh", "tcsh"),
    ],
)
def test_a_wrong_call_is_not_asked_and_ends_with_2(daemon: Daemon, typed: str, told: str) -> None:
    ran = run(*words(typed))
    assert ran.exit_code == WRONG_CALL
    assert told in " ".join(ran.stderr.split())
    assert daemon.asked == []


@pytest.mark.parametrize("option", ["replace a --edits -", "write --files -"])
def test_json_must_be_there_and_be_utf8(daemon: Daemon, option: str) -> None:
    for data, told in ((b"[\xff]", "it is not UTF-8"), (b" \n", "is empty")):
        ran = run(*words(option), stdin=data)
        assert ran.exit_code == WRONG_CALL
        assert told in ran.stderr


def test_the_view_may_stand_in_the_changes_and_their_unknown_names_are_told(
    daemon: Daemon,
) -> None:
    edits = b"""[{"lines": 1, "content": "x", "viewed_code_id": "v9", "colour": "red"}]"""
    ran = run("replace", "a", "--edits", "-", stdin=edits)
    assert daemon.asked == [ReplaceSeveral(b"a", (Item("x", Span(1, 1)),), 9)]
    assert "warning: arguments that mean nothing here were ignored: colour" in ran.stdout


# --- help -----------------------------------------------------------------------------------------


def leaves() -> list[list[str]]:
    found: list[list[str]] = []
    for name, command in cli.main.commands.items():
        inner = getattr(command, "commands", {})
        runs_alone = not inner or getattr(command, "invoke_without_command", False)
        found += [[name]] * runs_alone + [[name, one] for one in inner]
    return found


def examples_of(*command: str) -> list[str]:
    text = run(*command, "--help").output
    found = re.findall(r"^    (editjournal .*)$", text.partition("\n  Example")[2], re.MULTILINE)
    return [one.partition(" >")[0] for one in found]


@pytest.mark.parametrize("command", leaves(), ids=" ".join)
def test_the_help_of_each_command_has_an_example_that_works(
    daemon: Daemon, tmp_path: Path, command: list[str]
) -> None:
    (tmp_path / "more.py").write_text("x\n")
    (tmp_path / "changes.json").write_bytes(EDITS)
    (tmp_path / "files.json").write_text('[{"file": "a", "content": "x"}]')
    shown = examples_of(*command)
    assert shown
    for example in shown:
        typed = shlex.split(example, comments=True)[1:]
        assert typed[: len(command)] == command
        if command[0] in ("mcp", "daemon"):  # these serve, or act on the user's one daemon
            continue
        ran = run(*typed)
        assert (ran.exit_code, ran.stderr) == (0, ""), example
    assert not any(isinstance(one, Misfit) for one in daemon.asked)


@pytest.mark.parametrize(
    "option", ["--start", "--end", "--after-line", "--output", "--file FILE"], ids=str
)
def test_option_names_of_other_tools_are_taken_and_not_shown(option: str) -> None:
    for command in ("read", "replace", "insert", "delete", "write"):
        assert option not in run(command, "--help").output
