"""What each command asks the daemon for, before a daemon that answers the same to everything."""

import base64
import hashlib
import json
import os
import re
import shlex
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

import msgspec
import pytest
from click.testing import CliRunner, Result

from editjournal.client import cli, connection
from editjournal.client.cli_support import Asking, session_key
from editjournal.client.commands import chips, consenting, following, values
from editjournal.client.words.reasons import with_words_of
from editjournal.schemas.messages import PROTOCOL, Hello, Welcome
from editjournal.schemas.replies import (
    AnyReply,
    ChipItem,
    ChipShown,
    Contents,
    DiffReply,
    Done,
    FileDiff,
    LogItem,
    LogReply,
    Preview,
    Refusal,
    TrailReply,
)
from editjournal.schemas.requests import (
    AnyRequest,
    Blame,
    Cat,
    CheckBalance,
    Chips,
    Commit,
    Confirm,
    Delete,
    Diff,
    DropChip,
    FuncRange,
    History,
    Insert,
    InsertChip,
    Item,
    Misfit,
    Read,
    Redo,
    Replace,
    ReplaceSeveral,
    Restore,
    Rollback,
    Sessions,
    ShowChip,
    ShowEntry,
    ShowOutline,
    Snapshot,
    Status,
    TagRange,
    TargetName,
    Undo,
    UndoSeveral,
    Views,
    Write,
    WriteSeveral,
)
from editjournal.schemas.values import Point, Span, Unit, Version

TOTAL, AROUND = TargetName("function", "Cart.total"), TargetName("around", "4")
DONE = Done(seq=5, files=())
WRONG_CALL = 2
REFUSED = 1
SESSIONS = {"old#1": 1, "codex#3": 3, "cli#4": 4}
Run = Callable[..., Result]


def entry(seq: int, name: str = "codex#3") -> LogItem:
    return LogItem(seq, 1, SESSIONS[name], name, "Queried", "be-history", "", ())


def no_such_session(name: str) -> Refusal:
    values: dict[str, str | int] = {"got": name, "near": ", ".join(SESSIONS)}
    return Refusal(code="no_such_session", verdict="ERROR", values=values)


class Daemon:
    """What the commands talk to: it keeps what it is asked, and answers `reply`."""

    daemon_pid = 1

    def __init__(self) -> None:
        self.asked: list[AnyRequest] = []
        self.greeted: list[Hello] = []
        self.deaf: list[bool] = []
        """Of each greeting whether the notices that follow are shown to nobody."""
        self.reply: AnyReply = DONE
        self.replies: list[AnyReply] = []
        """Given before `reply`, one after another."""
        self.daemon_pid = 1

    def connection(self, hello: Hello, *, deaf: bool) -> "Daemon":
        self.greeted.append(hello)
        self.deaf.append(deaf)
        return self

    def ask(self, request: AnyRequest, *, arguments: bytes) -> AnyReply:
        self.asked.append(request)
        if isinstance(request, History) and request.limit == 1:
            return self.newest(request)
        return self.replies.pop(0) if self.replies else self.reply

    def newest(self, request: History) -> AnyReply:
        """Return the newest entry of a session, or of all."""
        name = str(request.session or "cli#4")
        if name not in SESSIONS:
            return no_such_session(name)
        return LogReply(seq=2501, items=(entry(2500, name),), more=True)

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
        ("read a.py:4-auto", Read(b"a.py", (), 200_000, AROUND)),
        ("read a.py --target Cart.total", Read(b"a.py", (), 200_000, TOTAL)),
        ("read a.py --target line:3-4", Read(b"a.py", (Span(3, 4),), 200_000)),
        ("read a.py --outline", Read(b"a.py", (), 200_000, outline=True)),
        (
            "replace a.py --target Cart.total --content x --old y",
            Replace(b"a.py", "x", None, "y", target=TOTAL),
        ),
        ("replace a.py:4-auto --content x", Replace(b"a.py", "x", target=AROUND)),
        (
            "insert a.py --target Cart.total --before --content x",
            Insert(b"a.py", "x", target=TOTAL, before=True),
        ),
        ("insert a.py --target Cart.total --content x", Insert(b"a.py", "x", target=TOTAL)),
        ("insert a.py --target line:3-4 --content x", Insert(b"a.py", "x", 4)),
        ("insert a.py --target line:3-4 --before --content x", Insert(b"a.py", "x", 2)),
        ("delete a.py --target Cart.total --view v9", Delete(b"a.py", view=9, target=TOTAL)),
        ("func-range a.py:4", FuncRange(b"a.py:4")),
        ("func-range a.py --line 4", FuncRange(b"a.py", 4)),
        ("func-range a.py:4-auto", FuncRange(b"a.py:4")),
        ("tag-range a.html:4", TagRange(b"a.html:4")),
        ("balance a.go", CheckBalance(b"a.go")),
        ("balance a.go --verbose", CheckBalance(b"a.go", verbose=True)),
        ("outline a.py", ShowOutline(b"a.py")),
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
        (
            "chips search x --since 99999999d",
            Chips(30, "x", since_ns=1, reasons=with_words_of("x")),
        ),
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
        ("undo 812 --dry-run", Undo(812, anyone=True, preview=True)),
        ("undo 812 --yes --resolve newer", Undo(812, anyone=True, resolve="newer")),
        (
            "undo --session 'codex#3' --since e9 --path a.py --path d --resolve force -y",
            UndoSeveral("codex#3", Point(9), (b"a.py", b"d"), resolve="force"),
        ),
        ("undo --session 3 --dry-run", UndoSeveral(3, preview=True)),
        ("undo --path a.py --yes", UndoSeveral(files=(b"a.py",), anyone=True)),
        (
            "undo --path a.py --outside --yes",
            UndoSeveral(files=(b"a.py",), anyone=True, outside=True),
        ),
        (
            "undo --session 3 --outside --yes",
            UndoSeveral(3, anyone=True, outside=True),
        ),
        (
            "undo --since 'before e9' --dry-run",
            UndoSeveral(since=Point(9, before=True), anyone=True, preview=True),
        ),
        ("redo e812 --resolve force", Redo(812, anyone=True, resolve="force")),
        ("restore --at e9 --yes", Restore(Point(9), anyone=True)),
        (
            "restore a.py d --at 'it works' --dry-run",
            Restore(Point(label="it works"), (b"a.py", b"d"), anyone=True, preview=True),
        ),
        ("rollback --session 'codex#3' --yes", Rollback(session="codex#3")),
        ("rollback 2 --resolve newer --yes", Rollback(2, resolve="newer")),
        ("redo e812", Redo(812, anyone=True)),
        ("redo e812 --preview", Redo(812, anyone=True, preview=True)),
        ("rollback", Rollback(1)),
        ("rollback 3 --preview", Rollback(3, preview=True)),
        ("snapshot 'before it'", Snapshot("before it")),
        ("commit", Commit()),
        ("commit 'it works'", Commit("it works")),
        ("status", Status()),
        ("status --session 3", Status(3)),
        ("sessions", Sessions()),
        ("sessions --agent codex --limit 3", Sessions(3, "codex")),
        ("show e812", ShowEntry(812, 200_000)),
        ("show v1042 --max-bytes 9", ShowEntry(1042, 9)),
        ("blame a.py", Blame(b"a.py", max_bytes=200_000)),
        ("blame a.py:3 --at p7 --max-bytes 9", Blame(b"a.py:3", Point(7), 9)),
        ("blame --file a.py --start 2 --end 3", Blame(b"a.py:2-3", max_bytes=200_000)),
        ("cat a.py:3 --at e9 --lines", Cat(b"a.py:3", Point(9), 200_000)),
        ("cat a.py --json", Cat(b"a.py", max_bytes=200_000)),
        ("diff a.py --from e9 --to e12 --json", Diff(Point(9), Point(12), b"a.py", 64 << 20)),
        ("diff --from 'it works' --json", Diff(Point(label="it works"), max_bytes=64 << 20)),
        ("views", Views()),
        ("views --session 'codex#3'", Views(session="codex#3")),
        ("views a.py --stale --session 3 --limit 9", Views(b"a.py", 3, 9, stale=True)),
        ("log", History(limit=50)),
        ("log --session 3", History(session=3, limit=50)),
        ("log a.py --limit 3 --before 9", History(b"a.py", before=9, limit=3)),
        ("log --path a.py", History(b"a.py", limit=50)),
        (
            "log --session 'codex#3' --agent codex --tool be-write --since e3 --until 'it works'",
            History(
                session="codex#3",
                agent="codex",
                tool="be-write",
                since=Point(3),
                until=Point(label="it works"),
            ),
        ),
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
    ("since", "seconds"),
    [
        *(("90s", 90), ("10m", 600), ("2h", 7_200), ("3d", 259_200), ("3w", 1_814_400)),
        *(("1h30m", 5_400), ("10 minutes ago", 600), ("yesterday", 86_400), ("now", 0)),
    ],
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


def test_a_time_is_reckoned_from_now(daemon: Daemon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(values.time, "time_ns", lambda: 10**18)
    run("undo", "--since", "10 minutes ago", "--yes")
    assert daemon.asked == [UndoSeveral(since=Point(time_ns=10**18 - 600 * 10**9), anyone=True)]


@pytest.mark.parametrize(
    ("command", "request_"),
    [
        ("views", Views(session="codex#3")),
        ("log", History(session="codex#3", limit=50)),
        ("status", Status("codex#3")),
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


@pytest.mark.parametrize("name", SESSIONS)
def test_a_followed_log_asks_for_a_session_by_its_name(daemon: Daemon, name: str) -> None:
    run("log", "--session", name, "--follow")
    assert daemon.asked == [History(session=name, limit=50)]


def test_a_log_that_is_followed_begins_with_its_newest_entries(daemon: Daemon) -> None:
    daemon.reply = LogReply(items=(entry(2499), entry(9, "old#1")))
    ran = run(*words("log a.py --follow --limit 2 --session 3"))
    assert daemon.asked == [History(b"a.py", 3, limit=2)]
    assert [line.split()[2:4] for line in ran.stdout.splitlines()] == [
        ["9", "old#1"],
        ["2499", "codex#3"],
    ]
    assert (ran.exit_code, ran.stderr) == (0, "")


def test_the_next_page_of_a_log_is_asked_for_as_this_one_was(daemon: Daemon) -> None:
    daemon.reply = LogReply(items=(entry(12), entry(9)), more=True)
    typed = "log 'a b.py' --session 'codex#3' --agent codex --tool write --since e3 --until 'x y'"
    ran = run(*words(f"{typed} --limit 2"))
    older = ran.stdout.splitlines()[-1].removeprefix("older: editjournal ")
    first, again = daemon.asked[0], run(*words(older)) and daemon.asked[1]
    assert isinstance(first, History)
    assert again == msgspec.structs.replace(first, before=9)


# --- what is asked before it is done --------------------------------------------------------------


@pytest.fixture
def at_terminal(daemon: Daemon, monkeypatch: pytest.MonkeyPatch) -> None:
    def can_ask(asking: Asking) -> bool:
        return not asking.as_json

    monkeypatch.setattr(consenting, "can_ask", can_ask)
    daemon.replies = [Preview(seq=81, files=(), diffs=(), undone=(812,))]


TAKING_BACK = {
    "undo e812": Undo(812, anyone=True),
    "undo --session 3": UndoSeveral(3),
    "redo e812": Redo(812, anyone=True),
    "rollback 2": Rollback(2),
    "restore --at e9": Restore(Point(9), anyone=True),
}


@pytest.mark.parametrize("typed", TAKING_BACK)
def test_on_a_terminal_the_plan_is_shown_and_then_made_if_its_user_says_so(
    daemon: Daemon, at_terminal: None, typed: str
) -> None:
    ran = run(*words(typed), stdin=b"y\n")
    preview = msgspec.structs.replace(TAKING_BACK[typed], preview=True)
    assert daemon.asked == [preview, Confirm(81)]
    assert ran.stdout.startswith("preview ")
    assert ran.exit_code == 0


@pytest.mark.parametrize("stdin", [b"n\n", b"\n", b""])
def test_nothing_is_done_if_its_user_does_not_say_yes(
    daemon: Daemon, at_terminal: None, stdin: bytes
) -> None:
    ran = run("undo", "e812", stdin=stdin)
    assert daemon.asked == [Undo(812, anyone=True, preview=True)]
    assert ran.exit_code == REFUSED


def test_what_cannot_be_done_is_not_asked_about(daemon: Daemon, at_terminal: None) -> None:
    daemon.replies = [Refusal(code="undo_conflict", verdict="REFUSED")]
    assert run("undo", "e812", stdin=b"y\n").exit_code == REFUSED
    assert len(daemon.asked) == 1


@pytest.mark.parametrize("option", ["--yes", "--json", "--dry-run"])
def test_an_option_says_it_without_a_question(
    daemon: Daemon, at_terminal: None, option: str
) -> None:
    assert run("undo", "e812", option).exit_code == 0
    assert daemon.asked == [Undo(812, anyone=True, preview=option == "--dry-run")]


def prepared(code: str) -> Refusal:
    return Refusal(seq=81, code=code, verdict="REFUSED", tool="be-trx", prepared=True)


@pytest.mark.parametrize("as_json", [False, True])
def test_what_force_takes_with_it_is_shown_and_done_with_the_same_yes(
    daemon: Daemon, *, as_json: bool
) -> None:
    daemon.replies = [prepared("undo_forced")]
    ran = run("undo", "e812", "--resolve", "force", "--yes", *(["--json"] if as_json else []))
    assert daemon.asked == [Undo(812, anyone=True, resolve="force"), Confirm(81)]
    assert ran.exit_code == 0
    if as_json:
        kinds = [msgspec.json.decode(line)["type"] for line in ran.stdout.splitlines()]
        assert kinds == ["Refusal", "Done"]
    else:
        assert ran.stderr.startswith("REFUSED ")
        assert ran.stdout.startswith("ok ")


@pytest.mark.parametrize(
    "reply",
    [prepared("undo_others"), msgspec.structs.replace(prepared("undo_forced"), prepared=False)],
)
def test_yes_is_no_answer_to_another_refusal(daemon: Daemon, reply: Refusal) -> None:
    daemon.replies = [reply]
    assert run("undo", "e812", "--resolve", "force", "--yes").exit_code == REFUSED
    assert daemon.asked == [Undo(812, anyone=True, resolve="force")]


def test_a_file_whose_own_name_ends_as_lines_do_is_a_whole_file(
    daemon: Daemon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "name:3").touch()
    assert run("restore", "name:3", "gone:4:", "--at", "e9", "--yes").exit_code == 0
    assert daemon.asked == [Restore(Point(9), (b"name:3", b"gone:4:"), anyone=True)]


@pytest.mark.parametrize("typed", ["undo --session 3", "undo --path a", "restore --at e9"])
@pytest.mark.parametrize("option", ["", "--json"])
def test_many_files_are_not_changed_unasked(daemon: Daemon, typed: str, option: str) -> None:
    ran = run(*words(f"{typed} {option}"))
    assert ran.exit_code == WRONG_CALL
    assert "--dry-run to see what it would do, --yes to do it" in " ".join(ran.stderr.split())
    assert daemon.asked == []


# --- what was -------------------------------------------------------------------------------------


def version(data: bytes, mode: int = 0o644) -> Version:
    return Version(hashlib.sha256(data).digest(), len(data), 1, Unit.LF, mode)


def contents(data: bytes) -> Contents:
    return Contents(path=b"a", at=9, version=version(data), data=data)


def test_cat_prints_all_bytes_as_they_are(daemon: Daemon) -> None:
    data = bytes(range(256)) + b"\r\n\n"
    daemon.reply = contents(data)
    ran = run("cat", "a:3:", "--at", "e9")
    assert (ran.stdout_bytes, ran.stderr, ran.exit_code) == (data, "", 0)
    assert daemon.asked == [Cat(b"a:3:", Point(9), raw=True)]


def test_cat_of_no_file_is_none(daemon: Daemon) -> None:
    daemon.reply = Contents(path=b"a", at=9, version=None)
    ran = run("cat", "a", "--at", "e9")
    assert ran.exit_code == REFUSED
    assert ran.stdout == ""
    assert "a" in ran.stderr


def test_diff_is_made_of_the_bytes_at_both_points(daemon: Daemon, tmp_path: Path) -> None:
    names = {"both": b"a b:3%", "new": b"caf\xe9", "lost": b"l"}
    files = (
        FileDiff(names["both"], version(b"1\r\n2"), version(b"1\r\n3\n", 0o755)),
        FileDiff(names["new"], None, version(b"x\n")),
        FileDiff(names["lost"], version(b"y"), None, missing=True),
    )
    daemon.replies = [
        DiffReply(since=0, until=12, files=files, more=3),
        *map(contents, (b"1\r\n2", b"1\r\n3\n", b"x\n")),
    ]
    ran = run("diff", "--from", "0", "--to", "e12")
    place = f"file://{tmp_path}".encode()
    both, new = place + b"/a%20b%3A3%25:", place + b"/caf%E9:"
    start = Point(1, before=True)
    assert daemon.asked == [
        Diff(start, Point(12), max_bytes=64 << 20),
        Cat(both, start, raw=True),
        Cat(both, Point(12), raw=True),
        Cat(new, Point(12), raw=True),
    ]
    assert b"old mode 100644\nnew mode 100755\n" in ran.stdout_bytes
    assert b"\n 1\r\n-2\n\\ No newline at end of file\n+3\n" in ran.stdout_bytes
    assert b'+++ "b/caf\\351"\n@@ -0,0 +1,1 @@\n+x\n' in ran.stdout_bytes
    assert ran.stderr.splitlines() == [
        "l: not shown, its text is not kept",
        "3 more files differ: name a folder to see them",
    ]
    assert ran.exit_code == REFUSED


def test_what_is_refused_is_not_followed(daemon: Daemon) -> None:
    daemon.reply = Refusal(code="outside", verdict="ERROR", path=b"/x")
    ran = run(*words("log /x --follow"))
    assert ran.exit_code == WRONG_CALL
    assert ran.stderr.startswith("ERROR /x")


@pytest.mark.parametrize(
    "command", ["views", "log", "log --follow", "chips search", "export --format patch"]
)
def test_a_session_that_the_log_does_not_name_is_a_wrong_call(daemon: Daemon, command: str) -> None:
    daemon.reply = no_such_session("codex#33")
    option = [] if "export" in command else ["--session"]
    ran = run(*words(command), *option, "codex#33")
    assert ran.exit_code == WRONG_CALL
    assert "No session of the log is called codex#33." in ran.stderr
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
    [
        (b"", {"text": ""}),
        (b"caf\xc3\xa9\n", {"text": "caf\xe9\n"}),
        (b"\0\xff", {"base64": "AP8="}),
    ],
)
def test_json_has_what_a_chip_keeps_as_text_or_base64(
    daemon: Daemon, data: bytes, named: dict[str, str]
) -> None:
    daemon.reply = ChipShown(item=CHIP, data=data)
    assert json.loads(run("chips", "show", "a3f7b2", "--json").stdout)["data"] == named
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
        ("chips search --since 3y", "3y is no time"),
        ("chips --since 3y", "3y is no time: give 10m, 2h or 3d, yesterday 14:30, or 2026-05-01"),
        ("chips --since e812", "e812 is no time: give"),
        ("chips --since 'before e812'", "before e812 is no time: give"),
        ("chips --since 'the move'", "the move is no time: give"),
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
        ("log --follow --until e9", "--until ends where --follow goes on"),
        ("log a --path b", "Give the file once"),
        ("log --since 2026-13-01", "is no point of the log: give an entry (e812"),
        ("log --session ' '", "A session is named as"),
        ("undo", "Name one EDIT, or say with --session"),
        ("undo e812 --since e9", "Name one EDIT, or say with --session"),
        ("undo v812", "v812 is no id such as e812"),
        ("undo e812 --resolve older", "--resolve"),
        ("undo e812 --yes --dry-run", "Give --dry-run to see what it would do, or --yes"),
        ("restore a", "Missing option '--at'"),
        ("restore --at ''", "this is empty"),
        ("restore a.py:3 --at e9 --yes", "3 says lines of one: give a.py, or a.py:3: where"),
        ("restore b a.py:3-5 --at e9 --dry-run", "3-5 says lines of one: give a.py,"),
        ("undo --path d/a.py:3-END --yes", "3-END says lines of one: give d/a.py,"),
        ("log a.py:3", "3 says lines of one: give a.py,"),
        ("log --path a.py:3,7-9", "3,7-9 says lines of one: give a.py,"),
        ("diff a.py:3 --from e9", "3 says lines of one: give a.py,"),
        ("cat a.py:2-3", "Without --lines a whole file is printed, and 2-3 says"),
        ("cat a.py --start 2", "Without --lines a whole file is printed, and 2 says"),
        ("show", "Missing argument 'ENTRY'"),
        ("show chip://a3f7b2", "is no id such as e812"),
        ("blame", "Missing argument 'FILE'"),
        ("cat a --at '3 months ago'", "is no point of the log"),
        ("diff a", "Missing option '--from'"),
        ("replay 3", "Missing option '--into'"),
        ("replay 3 --into new --step", "--step waits for a key"),
        ("export 3", "Missing option '--format'"),
        ("export --format patch", "Name one SESSION, or give --all"),
        ("export 3 --all --format patch", "Name one SESSION, or give --all"),
        ("export 3 --format mbox", "--format"),
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


def answers_to(command: str) -> list[AnyReply]:
    """Return what a command needs that does not only show what it gets."""
    if command == "cat":
        return [contents(b"x")]
    if command == "diff":
        return [DiffReply(since=1, until=2, files=())]
    return [TrailReply(steps=())] if command in ("replay", "export") else []


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
        daemon.replies = answers_to(command[0])
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
