"""What others do to files that an agent has seen is told in its next result: real processes all.

Nobody sleeps: the feed says when the daemon knows.
"""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from editjournal.client import daemon_control
from editjournal.client.api import Client
from editjournal.schemas.facts import Viewed

from . import grammar
from .agents import Agent, id_in
from .hearing import Ear
from .surface import Desk

TEN_LINES = "".join(f"line {number}\n" for number in range(1, 11))
OUTSIDE = r"outside editjournal \d+ s ago"


def run(*command: str | Path) -> None:
    subprocess.run(command, check=True)


def sed(path: Path, script: str) -> None:
    """Change a file as somebody's shell does."""
    run("sed", "-i", script, path)


def notices(reply: str) -> list[str]:
    """Return the notices of a reply, without what they begin with; they must be where they belong.

    What stands before them are the first line and warnings, so the body comes after them.
    """
    grammar.check(reply)
    return re.findall(r"^notice: (.*)$", reply, re.MULTILINE)


ANY_CALL: list[tuple[str, dict[str, Any]]] = [
    ("be-read", {"file": "other.py"}),
    ("be-read", {"file": "absent.py"}),
    ("be-replace", {"file": "other.py", "start": 1, "end": 1, "content": "x"}),
    ("be-replace", {"file": "other.py", "old": "nowhere", "content": "x"}),
    ("be-replace", {"file": "other.py", "start": 2, "end": 2, "content": "y", "preview": True}),
    ("be-insert", {"file": "other.py", "after": 1, "content": "new"}),
    ("be-delete", {"file": "other.py", "start": 2, "end": 2}),
    ("be-write", {"file": "made.py", "content": "made\n"}),
    ("be-write", {"file": "made.py", "content": "made\n"}),
    ("be-insert-chip", {}),
    ("be-confirm", {"event_id": "p99999"}),
    ("be-trx", {"action": "status"}),
    ("be-trx", {"action": "commit"}),
    ("be-trx", {"action": "snapshot", "label": "here"}),
    ("be-trx", {"action": "undo", "event_id": "e99999"}),
]


def test_the_next_result_of_any_tool_has_the_notice_and_none_after_it(desk: Desk) -> None:
    path = desk.file("a.py", TEN_LINES + TEN_LINES)
    desk.file("other.py", TEN_LINES)
    agent = Agent(desk.host(client="codex"))
    view = id_in(agent.call("be-read", file="a.py"), "view")
    agent.call("be-read", file="other.py")
    with Ear(desk) as ear:
        for line, (tool, arguments) in enumerate(ANY_CALL, start=1):
            sed(path, f"{line}s/.*/changed/")
            ear.until_known(path)
            [told] = notices(agent.call(tool, **arguments))
            what = f"{line} of view {view} differs"
            assert re.fullmatch(rf"a\.py changed {OUTSIDE}: {what}", told), (tool, told)
            assert notices(agent.call("be-read", file="other.py", start=1, end=1)) == [], tool
    status = agent.call("be-trx", action="status")
    assert f"{view} a.py (1-{len(ANY_CALL)} changed outside)" in status


def test_lines_that_went_elsewhere_are_told_with_how_far(desk: Desk) -> None:
    path = desk.file("a.py", TEN_LINES)
    desk.file("other.py")
    agent = Agent(desk.host(client="codex"))
    view = id_in(agent.call("be-read", file="a.py"), "view")
    with Ear(desk) as ear:
        sed(path, "6s/.*/SIX/;3a new\\nnewer")
        ear.until_known(path)
    [told] = notices(agent.call("be-read", file="other.py"))
    what = f"6 of view {view} differs, lines after 3 are \\+2"
    assert re.fullmatch(rf"a\.py changed {OUTSIDE}: {what}", told)


def test_a_file_that_is_gone_is_told_and_its_return_too(desk: Desk) -> None:
    path = desk.file("a.py", TEN_LINES)
    agent = Agent(desk.host(client="codex"))
    view = id_in(agent.call("be-read", file="a.py"), "view")
    with Ear(desk) as ear:
        run("rm", path)
        ear.until_known(path)
        [told] = notices(agent.call("be-trx", action="status"))
        assert re.fullmatch(rf"a\.py of view {view} is gone: removed {OUTSIDE}", told)
        path.write_text("new\n")
        ear.until_known(path)
    [told] = notices(agent.call("be-trx", action="status"))
    assert re.match(rf"a\.py changed {OUTSIDE}: ", told)


def test_another_agents_edit_is_told_with_its_name_and_number(desk: Desk) -> None:
    desk.file("a.py", TEN_LINES)
    codex, claude = Agent(desk.host(client="codex")), Agent(desk.host(client="claude"))
    view = id_in(codex.call("be-read", file="a.py"), "view")
    claude.call("be-read", file="a.py")
    edit = id_in(claude.call("be-replace", file="a.py:4", content="claude's"), "edit")
    [told] = notices(codex.call("be-trx", action="status"))
    assert told == f"a.py changed by claude#1 (edit {edit}): 4 of view {view} differs"
    assert notices(claude.call("be-trx", action="status")) == [], "its own edit is no news to it"


def test_an_edit_that_an_editors_old_buffer_overwrote_is_told(desk: Desk) -> None:
    path = desk.file("a.py", TEN_LINES)
    desk.file("other.py")
    agent = Agent(desk.host(client="codex"))
    agent.call("be-read", file="a.py")
    edit = id_in(agent.call("be-replace", file="a.py:4", content="mine"), "edit")
    with Ear(desk) as ear:
        path.write_text(TEN_LINES)
        ear.until_known(path)
    told = notices(agent.call("be-read", file="other.py"))
    assert any(
        re.fullmatch(rf"a\.py: your edit {edit}(?: \(4\))? was overwritten {OUTSIDE}", one)
        for one in told
    ), told
    assert notices(agent.call("be-read", file="other.py")) == []


def test_an_edit_that_another_agent_overwrote_is_told_with_whose_edit_did(desk: Desk) -> None:
    desk.file("a.py", TEN_LINES)
    codex, claude = Agent(desk.host(client="codex")), Agent(desk.host(client="claude"))
    codex.call("be-read", file="a.py")
    mine = id_in(codex.call("be-replace", file="a.py:4-5", content="my\nown"), "edit")
    claude.call("be-read", file="a.py")
    theirs = id_in(claude.call("be-replace", file="a.py:5", content="claude's"), "edit")
    told = notices(codex.call("be-trx", action="status"))
    assert f"a.py: your edit {mine} (5) was overwritten by claude#1 (edit {theirs})" in told


def test_a_stale_edit_is_refused_and_one_confirm_makes_it(desk: Desk) -> None:
    path = desk.file("a.py", TEN_LINES)
    agent = Agent(desk.host(client="codex"))
    agent.call("be-read", file="a.py")
    with Ear(desk) as ear:
        sed(path, "1i new\\nnewer")
        ear.until_known(path)
    refused = agent.call(
        "be-replace", file="a.py", start=4, end=4, content="mine", viewed_code_id="{view}"
    )
    assert refused.startswith("REFUSED a.py:4, nothing changed."), refused
    assert "+2" in refused.split("\n", 1)[0]
    assert agent.follow(refused).startswith("ok a.py: 6 -> 6 ")
    assert path.read_text() == "new\nnewer\n" + TEN_LINES.replace("line 4", "mine")
    assert notices(agent.call("be-trx", action="status")) == []


def test_commands_of_one_session_are_told_once_all_together(desk: Desk) -> None:
    path = desk.file("a.py", TEN_LINES)
    desk.file("other.py")
    one, other = {"EDITJOURNAL_SESSION": "one"}, {"EDITJOURNAL_SESSION": "other"}
    assert desk.cli("read", "a.py", env=one).code == 0
    assert desk.cli("read", "a.py", env=other).code == 0
    desk.host(client="codex").call("be-read", file="a.py")  # stays, so that it is watched
    with Ear(desk) as ear:
        sed(path, "4d")
        ear.until_known(path)
    for session in (one, other):
        [told] = notices(desk.cli("read", "other.py", env=session).out.rstrip("\n"))
        assert told.startswith("a.py changed outside editjournal ")
        assert notices(desk.cli("read", "other.py", env=session).out.rstrip("\n")) == []


def test_log_status_and_views_show_a_change_from_outside(desk: Desk) -> None:
    path = desk.file("a.py", TEN_LINES)
    named = {"EDITJOURNAL_SESSION": "me"}
    assert desk.cli("read", "a.py", env=named).code == 0
    made = desk.cli("replace", "a.py:2", "--content", "mine", env=named)
    assert made.code == 0, made
    desk.host(client="codex").call("be-read", file="a.py")
    with Ear(desk) as ear:
        sed(path, "8d")
        seq = ear.until_known(path).seq
    log = desk.cli("log", "a.py").out
    line = rf"^\S+  +e?{seq}  outside +changed outside: a\.py: 8 deleted"
    assert re.search(line, log, re.MULTILINE), log
    status = desk.cli("status", env=named).out
    stale = r"^stale views: .*v\d+ a\.py \(8 changed outside, "
    assert re.search(stale, status, re.MULTILINE), status
    views = desk.cli("views", "--stale").out
    assert len(re.findall(r"a\.py\S*  .*8 differs, .*, outside editjournal \d+ s ago", views)) == 2


# --- daemons that end, and clients that do ------------------------------------------------------


def test_what_the_log_had_when_the_daemon_was_killed_is_still_told(lone_desk: Desk) -> None:
    path = lone_desk.file("a.py", TEN_LINES)
    lone_desk.file("other.py")
    agent = Agent(lone_desk.host(client="codex"))
    agent.call("be-read", file="a.py")
    with Ear(lone_desk) as ear:
        sed(path, "4d")
        ear.until_known(path)
    lone_desk.kill_daemon()
    [told] = notices(agent.call("be-read", file="other.py"))
    assert re.fullmatch(rf"a\.py changed {OUTSIDE}: 4 of view v\d+ differs, .*-1", told)
    assert notices(agent.call("be-read", file="other.py")) == []


def test_what_changed_while_no_daemon_ran_is_told_as_soon_as_one_knows(lone_desk: Desk) -> None:
    path = lone_desk.file("a.py", TEN_LINES)
    lone_desk.file("other.py")
    agent = Agent(lone_desk.host(client="codex"))
    agent.call("be-read", file="a.py")
    lone_desk.kill_daemon()
    sed(path, "4d")
    first = notices(agent.call("be-read", file="other.py"))
    with Client(lone_desk.root, "observer", places=lone_desk.places) as observer:
        observer.read("a.py")  # in its turn after whoever looks at it now
    [told] = first + notices(agent.call("be-read", file="other.py"))
    assert re.fullmatch(rf"a\.py changed {OUTSIDE}: 4 of view v\d+ differs, .*-1", told)


def test_a_later_daemon_tells_what_is_new_and_not_what_was_told(lone_desk: Desk) -> None:
    path, second = lone_desk.file("a.py", TEN_LINES), lone_desk.file("b.py", TEN_LINES)
    lone_desk.file("other.py")
    agent = Agent(lone_desk.host(client="codex"))
    for name in ("a.py", "b.py", "other.py"):
        agent.call("be-read", file=name)
    with Ear(lone_desk) as ear:
        sed(path, "4d")
        ear.until_known(path)
    assert len(notices(agent.call("be-read", file="other.py"))) == 1
    with Ear(lone_desk) as ear:
        sed(second, "5d")
        ear.until_known(second)
    assert daemon_control.stop(lone_desk.places) is not None
    [told] = notices(agent.call("be-read", file="other.py"))
    assert told.startswith("b.py changed ")
    assert daemon_control.stop(lone_desk.places) is not None
    assert notices(agent.call("be-read", file="other.py")) == []
    with Ear(lone_desk) as ear:
        sed(path, "5d")
        ear.until_known(path)
    [told] = notices(agent.call("be-read", file="other.py"))
    assert told.startswith("a.py changed "), "the third daemon watches what the first one showed"


READS_NO_REPLY = """
import sys
from editjournal.client.api import Client
from editjournal.schemas.requests import Read
client = Client(sys.argv[1], "codex", key="k")
client.read("a.py")
print("it has seen it", flush=True)
sys.stdin.readline()
client.connection.begin(Read(b"other.py"))
sys.stdin.readline()
"""


def test_news_in_a_reply_that_its_client_never_read_are_told_again(desk: Desk) -> None:
    path = desk.file("a.py", TEN_LINES)
    desk.file("other.py")
    command = [sys.executable, "-c", READS_NO_REPLY, str(desk.root)]
    with Ear(desk) as ear:
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=desk.env
        ) as child:
            assert child.stdout is not None
            assert child.stdin is not None
            assert child.stdout.readline()
            sed(path, "4d")
            ear.until_known(path)
            child.stdin.write(b"ask\n")
            child.stdin.flush()
            ear.until(
                lambda: any(
                    isinstance(entry.fact, Viewed) and entry.fact.path == b"other.py"
                    for entry in ear.entries
                )
            )
            child.kill()
        with Client(desk.root, "codex", key="k", places=desk.places) as successor:
            [notice] = successor.read("other.py").notices
            assert notice.path == b"a.py"
            assert successor.read("other.py").notices == ()


def test_a_host_that_was_killed_leaves_nothing_to_be_told(desk: Desk) -> None:
    path = desk.file("a.py", TEN_LINES)
    desk.file("other.py")
    killed, agent = desk.host(client="codex"), Agent(desk.host(client="codex"))
    killed.call("be-read", file="a.py")
    agent.call("be-read", file="a.py")
    with Ear(desk) as ear:
        killed.kill()
        desk.hosts.remove(killed)
        ear.until(lambda: any(entry.session == 1 for entry in ear.entries))
        sed(path, "4d")
        ear.until_known(path)
        ear.until(lambda: bool(ear.told))
        assert {told.name for told in ear.told} == {"codex#2"}


# --- events that are lost -------------------------------------------------------------------------


def test_a_change_that_was_lost_in_the_kernels_overflow_is_told(lone_desk: Desk) -> None:
    """The daemon stands still while more happens than the kernel keeps for it."""
    path = lone_desk.file("a.py", TEN_LINES)
    busy = [lone_desk.file(name) for name in ("busy.txt", "busier.txt")]
    most = int(Path("/proc/sys/fs/inotify/max_queued_events").read_text())
    agent = Agent(lone_desk.host(client="codex"))
    agent.call("be-read", file="a.py")
    with Ear(lone_desk) as ear:
        sed(path, "1s/.*/heard/")
        ear.until_known(path)  # so it is watched
        assert len(notices(agent.call("be-trx", action="status"))) == 1
        daemon = lone_desk.daemon_pid()
        os.kill(daemon, signal.SIGSTOP)
        try:
            for number in range(most + 1_000):
                os.utime(busy[number % 2], ns=(0, 0))  # alternating: the same is told once
            sed(path, "4s/.*/lost/")
        finally:
            os.kill(daemon, signal.SIGCONT)
        ear.until_known(path)
    status = agent.call("be-trx", action="status")
    [told] = notices(status)
    assert re.fullmatch(rf"a\.py changed {OUTSIDE}: 4 of view v\d+ differs", told)
    while not re.search(r"watching: events were lost \d+ time", status):
        status = agent.call("be-trx", action="status")  # all that came before it is read first
