"""be-history and be-trx through the real processes: who did what, and some of it taken back."""

import re

from .agents import Agent, id_in
from .surface import Desk

TEN = "".join(f"line {number}\n" for number in range(1, 11))


def test_one_agent_is_undone_and_what_others_did_in_the_same_file_stays(lone_desk: Desk) -> None:
    path = lone_desk.file("src/a.py", TEN)
    one, two = Agent(lone_desk.host(client="one")), Agent(lone_desk.host(client="two"))
    one.call("be-read", file="src/a.py")
    one.call("be-replace", file="src/a.py:2", content="one's")
    one.call("be-write", file="src/b.py", content="one's\n")
    marked = one.call("be-trx", action="snapshot", label="the move")
    two.call("be-replace", file="src/a.py", old="line 9", content="two's")

    asked = two.call("be-trx", action="status", session="one#1")
    assert asked.startswith("2 open edits of one#1, newest first; ")
    told = two.call("be-trx", action="undo", session="one#1", since="before e1", preview=True)
    assert "src/b.py removed, 1 line" in told.split("\n")[0]
    two.follow(told)
    assert path.read_text() == TEN.replace("line 9", "two's")
    assert not (path.parent / "b.py").exists()

    blamed = two.call("be-history", action="blame", file="src/a.py:8-10")
    assert re.search(r"\ne\d+  two#1  \d+ s ago\n9\|two's\n", blamed)
    point = marked.rpartition(" ")[2]
    was = two.call("be-history", action="cat", file="src/a.py:2", at="the move")
    assert was == f"src/a.py:2 of 10, at entry {point}, from one#1 (edit {edit_of(was)})\n2|one's"
    differs = two.call("be-history", action="diff", at="the move", file="src/a.py")
    assert "\n-2|one's\n+2|line 2\n" in differs

    back = two.call("be-trx", action="restore", at="the move", file="src/a.py", preview=True)
    assert "restored to entry" in back
    assert "+2|one's" in back
    one.call("be-trx", action="restore", at="the move", file="src/a.py")
    assert path.read_text() == TEN.replace("line 9", "two's")  # it is only prepared: others' too


def edit_of(reply: str) -> str:
    found = re.search(r"\(edit (e\d+)\)", reply)
    assert found
    return found[1]


def test_a_log_is_paged_with_the_calls_that_it_names(lone_desk: Desk) -> None:
    lone_desk.file("a", TEN)
    agent = Agent(lone_desk.host("--tools", "all"))
    for number in range(1, 8):
        agent.call("be-replace", file="a:1", content=f"{number}")
    seen: list[str] = []
    reply = agent.call("be-history", action="log", file="a", agent="tester", limit=3)
    for _ in range(9):
        seen += re.findall(r"^(e\d+)  \d\d:\d\d  ", reply, re.MULTILINE)
        if "(older entries follow)" not in reply:
            break
        reply = agent.follow(reply)
    assert len(seen) == len({*seen}) == 7
    shown = agent.follow(reply)
    assert shown.startswith(f"{seen[-1]}  ")
    assert "\n-1|line 1\n+1|1\n" in shown


def test_long_replies_are_cut_and_go_on_with_the_call_that_they_name(lone_desk: Desk) -> None:
    lines = "".join(f"{number} {'x' * 90}\n" for number in range(1, 301))
    lone_desk.file("a", lines)
    agent = Agent(lone_desk.host("--tools", "all"))
    for line in range(1, 300, 2):
        agent.call("be-replace", file=f"a:{line}", content=f"new {line}", brief=True)
    agent.call("be-write", file="b", content=lines)
    written = agent.ids["edit"]
    for action in ("blame", "cat"):
        reply = agent.call("be-history", action=action, file="a", at=written)
        numbers: list[int] = []
        while "\nnext: " in reply:
            assert len(reply.encode()) <= 8_000
            numbers += map(int, re.findall(r"^(\d+)\|", reply, re.MULTILINE))
            assert numbers == list(range(1, len(numbers) + 1))
            reply = agent.follow(reply)
        assert len(numbers) > 40
    shown = agent.call("be-history", action="show", event_id=written)
    assert len(shown.encode()) <= 8_000
    whole = agent.follow(shown)
    assert "\n+300|300 x" in whole
    differs = agent.call("be-history", action="diff", at="before e1")
    assert len(differs.encode()) <= 8_000
    more = agent.follow(differs)
    assert more.startswith("1 file changed ")


def test_what_cannot_be_undone_alone_says_how_it_can(lone_desk: Desk) -> None:
    path = lone_desk.file("a", TEN)
    agent = Agent(lone_desk.host())
    edits = [
        {"file": "a", "lines": "2", "content": "mine"},
        {"file": "b", "old": "line 3", "content": "mine"},
    ]
    lone_desk.file("b", TEN)
    first = id_in(agent.call("be-replace", file="a", edits=edits), "edit")
    path.write_text(TEN.replace("line 2", "theirs"))
    refused = agent.call("be-trx", action="undo", event_id=first)
    assert "2 files: 1 would be restored, 1 conflict." in refused.split("\n")[0]
    assert "\nconflict a 2: changed since by outside editjournal" in refused
    assert "\n-2|theirs\n" in refused
    assert "\nrestored: b\n" in refused
    preview = agent.follow(refused)
    assert preview.startswith("preview ")
    assert agent.call("be-trx", action="undo", paths=["b"]).startswith(f"ok {first} undone by ")


def test_history_is_named_only_where_it_is_listed(lone_desk: Desk) -> None:
    lone_desk.file("a", TEN)
    plain, full = Agent(lone_desk.host()), Agent(lone_desk.host("--tools", "all"))
    plain.call("be-replace", file="a:1", content="new")
    for agent, is_named in ((plain, False), (full, True)):
        reply = agent.call("be-trx", action="restore", at="no such mark")
        assert reply.startswith("ERROR ")
        assert ("be-history" in reply) == is_named
