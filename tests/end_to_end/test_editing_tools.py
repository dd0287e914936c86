"""The tools at work on real files: previews, repairs, kept text, undo; by agents that only read.

What they do next is always what the last line of a reply says, as it says it.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from . import grammar
from .agents import Agent, id_in
from .prepared_cases import CASES, OUTSIDE, PREVIEWS, TEN, Case, replaced
from .surface import Desk, text_of


def play(desk: Desk, agent: Agent, case: Case, **last: Any) -> str:
    """Play a case in a folder of its own; `last` is added to its last call. Return its reply."""
    folder = desk.root / agent.folder
    folder.mkdir()
    for name, content in case.files.items():
        (folder / name).write_text(content)
    reply = ""
    for number, (tool, arguments) in enumerate(case.steps, 1):
        if tool == OUTSIDE:
            for name, content in arguments.items():
                (folder / name.removeprefix("@")).write_text(content)
            continue
        more = last if number == len(case.steps) else {}
        reply = agent.call(tool, **arguments, **more)
    return reply


def found(folder: Path, names: Mapping[str, Any]) -> dict[str, str | None]:
    return {
        name: (folder / name).read_text() if (folder / name).exists() else None for name in names
    }


def everything(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Return mode and bytes of each file."""
    return {
        str(path.relative_to(folder)): (path.stat().st_mode, path.read_bytes())
        for path in folder.rglob("*")
        if path.is_file()
    }


# --- what replies say to do -----------------------------------------------------------------------


def test_of_each_prepared_edit_the_reply_is_followed_and_makes_what_was_meant(desk: Desk) -> None:
    host = desk.host()
    wrong: list[tuple[str, str, Any]] = []
    for number, (name, case) in enumerate(CASES.items()):
        agent = Agent(host, f"{number}/")
        reply = play(desk, agent, case)
        call = grammar.advised(reply)[0]
        told = f"{name}\n{reply}"
        assert call.tool == "be-confirm", told
        assert re.fullmatch(r"p\d+", call.arguments["event_id"]), told
        done = agent.follow(reply)
        if not done.startswith("ok ") or found(desk.root / f"{number}", case.made) != case.made:
            wrong.append((told, done, found(desk.root / f"{number}", case.made)))
    assert not wrong


def test_every_call_that_a_refusal_names_is_one_that_works(desk: Desk) -> None:
    host = desk.host()
    failed: list[tuple[str, str]] = []
    sent = 0
    for case_number, case in enumerate(CASES.values()):
        for number in range(2):
            agent = Agent(host, f"{case_number}-{number}/")
            reply = play(desk, agent, case)
            if len(grammar.advised(reply)) > number:
                done = agent.follow(reply, number)
                sent += 1
                if done.startswith(("REFUSED ", "ERROR ")):
                    failed.append((reply, done))
    assert not failed
    assert sent > len(CASES) * 1.4  # most have two


UNREPAIRED: dict[str, Case] = {
    "lines that others changed": Case(
        {"a": TEN},
        (
            ("be-read", {"file": "@a"}),
            (OUTSIDE, {"@a": replaced(TEN, "line 4\n", "4\n4\n")}),
            ("be-replace", {"file": "@a:4", "content": "x", "viewed_code_id": "{view}"}),
        ),
        {},
    ),
    "a text that occurs several times": Case(
        {"a": TEN}, (("be-replace", {"file": "@a", "old": "line", "content": "row"}),), {}
    ),
    "a text that does not occur": Case(
        {"a": TEN}, (("be-replace", {"file": "@a", "old": "nowhere", "content": "x"}),), {}
    ),
    "a text of which nearly all is there": Case(
        {"a": TEN},
        (("be-replace", {"file": "@a", "old": "line 3\nline 4\nline 55\n", "content": "x"}),),
        {},
    ),
    "no such file": Case({"abc": TEN}, (("be-read", {"file": "@abd"}),), {}),
    "past the end": Case({"a": TEN}, (("be-read", {"file": "@a:30"}),), {}),
    "a long file": Case({"a": TEN * 500}, (("be-read", {"file": "@a"}),), {}),
    "no such edit": Case({}, (("be-trx", {"action": "undo", "event_id": "e999999"}),), {}),
    "undone already": Case(
        {"a": TEN},
        (
            ("be-delete", {"file": "@a:3"}),
            ("be-trx", {"action": "undo", "event_id": "{edit}"}),
            ("be-trx", {"action": "undo", "event_id": "{edit}"}),
        ),
        {},
    ),
    "no such preview": Case({}, (("be-confirm", {"event_id": "p999999"}),), {}),
    "no such chip": Case(
        {"a": TEN}, (("be-insert-chip", {"from": "chip://ffffff", "to": "@a:1"}),), {}
    ),
    "a chip that has a call and no text": Case(
        {"a": TEN},
        (
            ("be-delete", {"file": "@b:3"}),
            (OUTSIDE, {"@b": TEN}),
            ("be-insert-chip", {"from": "{chip}", "to": "@a:1"}),
        ),
        {},
    ),
    "a file written whole by another": Case(
        {"a": TEN},
        (
            ("be-replace", {"file": "@a:4", "content": "x"}),
            (OUTSIDE, {"@a": "y\n"}),
            ("be-trx", {"action": "undo", "event_id": "{edit}"}),
        ),
        {},
    ),
    "changed in the same place, and done": Case(
        {"a": TEN},
        (
            ("be-read", {"file": "@a"}),
            (OUTSIDE, {"@a": replaced(TEN, "line 4\n", "4\n")}),
            ("be-replace", {"file": "@a:4", "content": "x", "viewed_code_id": "{view}"}),
        ),
        {},
    ),
    "a boundary written twice": Case(
        {"a": TEN}, (("be-replace", {"file": "@a:4", "content": "x\nline 5\n"}),), {}
    ),
    "what is kept": Case({"a": TEN}, (("be-delete", {"file": "@a:3"}), ("be-insert-chip", {})), {}),
    "a name with spaces": Case(
        {"my file, or two": TEN},
        (
            ("be-read", {"file": "@my file, or two"}),
            (OUTSIDE, {"@my file, or two": replaced(TEN, "line 4\n", "4\n4\n")}),
            (
                "be-replace",
                {"file": "@my file, or two:4", "content": "x", "viewed_code_id": "{view}"},
            ),
        ),
        {},
    ),
}
"""Replies that prepare nothing, and say what to do."""


def test_every_call_that_another_reply_names_is_one_that_works(desk: Desk) -> None:
    host = desk.host()
    failed: list[tuple[str, str]] = []
    silent: list[str] = []
    for case_number, (name, case) in enumerate(UNREPAIRED.items()):
        for number in range(2):
            agent = Agent(host, f"{case_number}-{number}/")
            reply = play(desk, agent, case)
            calls = grammar.advised(reply)
            if not calls and "If it is one too many: " not in reply:
                silent.append(f"{name}\n{reply}")
            if len(calls) > number:
                done = agent.follow(reply, number)
                if done.startswith(("REFUSED ", "ERROR ")):
                    failed.append((f"{name}\n{reply}", done))
    assert not silent
    assert not failed


def test_the_call_that_a_warning_names_takes_the_line_out_that_was_one_too_many(desk: Desk) -> None:
    path = desk.file("a", TEN)
    agent = Agent(desk.host())
    reply = agent.call("be-replace", file="a:4", content="x\nline 5\n")
    named = re.search(r"If it is one too many: (.+)", reply)
    assert named, reply
    agent.follow(f"next: {named[1]}")
    assert path.read_text() == replaced(TEN, "line 4\n", "x\n")


# --- previews -------------------------------------------------------------------------------------


def test_previews_change_nothing_and_are_made_by_another_process_after_a_restart(
    lone_desk: Desk,
) -> None:
    host = lone_desk.host(client="one")
    replies: dict[str, str] = {}
    before: dict[str, Any] = {}
    for number, (name, case) in enumerate(PREVIEWS.items()):
        agent = Agent(host, f"{number}/")
        folder = lone_desk.root / f"{number}"
        play(lone_desk, agent, case._replace(steps=case.steps[:-1]))
        before[name] = everything(folder)
        tool, arguments = case.steps[-1]
        replies[name] = agent.call(tool, **arguments, preview=True)
        assert everything(folder) == before[name], name
    host.close()
    lone_desk.stop()
    other = Agent(lone_desk.host(client="two"))
    for number, (name, case) in enumerate(PREVIEWS.items()):
        folder = lone_desk.root / f"{number}"
        done = other.follow(replies[name])
        assert done.startswith("ok "), (name, replies[name], done)
        assert found(folder, case.made) == case.made, (name, replies[name], done)
    after = everything(lone_desk.root)
    for name, reply in replies.items():
        again = other.follow(reply)
        prepared = id_in(reply, "prepared")
        assert re.fullmatch(rf"ok e\d+ was made from {prepared} already", again), (name, again)
    assert everything(lone_desk.root) == after


def test_a_preview_confirmed_in_two_processes_at_once_is_made_once(desk: Desk) -> None:
    path = desk.file("a", TEN)
    hosts = [desk.host(client=f"{number}") for number in range(3)]
    reply = Agent(hosts[0]).call("be-insert", file="a:0", content="x\n", preview=True)
    call = {"name": "be-confirm", "arguments": {"event_id": id_in(reply, "prepared")}}
    for host in hosts:
        host.begin("tools/call", call)
    firsts = [text_of(host.hear()["result"]).split("\n")[0] for host in hosts]
    assert sum(" was made from " in first for first in firsts) == 2, firsts
    assert path.read_text() == f"x\n{TEN}"


# --- kept text ------------------------------------------------------------------------------------


def test_deleted_text_is_put_into_another_file_by_another_session_after_a_restart(
    lone_desk: Desk,
) -> None:
    lone_desk.file("a", TEN)
    path = lone_desk.file("b", "first\nlast\n")
    one = Agent(lone_desk.host(client="one"))
    chip = id_in(one.call("be-delete", file="a:3-4"), "chip")
    lone_desk.stop()
    two = Agent(lone_desk.host(client="two"))
    assert f"{chip}  deleted a 3-4 by " in two.call("be-insert-chip")
    done = two.call("be-insert-chip", **{"from": chip, "to": f"{path.as_uri()}:1"})
    assert done.startswith("ok b: 2-3 inserted after 1 (+2, 4 lines)")
    assert path.read_text() == "first\nline 3\nline 4\nlast\n"
    one.call("be-insert-chip", **{"from": chip, "to": "b:END"})
    assert path.read_text() == "first\nline 3\nline 4\nlast\nline 3\nline 4\n"


def test_the_list_of_what_is_kept_says_how_to_put_it_back_and_makes_no_call_again(
    desk: Desk,
) -> None:
    path = desk.file("a", TEN)
    agent = Agent(desk.host())
    agent.call("be-delete", file="a:3-4")
    agent.call("be-replace", file="b:1", content="x\n")
    listed = agent.call("be-insert-chip")
    assert listed.split("\n")[0] == "2 chips, newest first"
    desk.file("b", "1\n2\n")
    agent.follow(listed, 0)
    assert path.read_text() == TEN
    assert "be-confirm" not in listed


def test_a_removed_file_of_the_list_is_put_back_as_its_chip_says(desk: Desk) -> None:
    path = desk.file("a", TEN)
    agent = Agent(desk.host())
    chip = id_in(agent.call("be-delete", file="a", remove=True), "chip")
    assert "next:" not in agent.call("be-insert-chip")
    agent.follow(agent.call("be-chips", id=chip))
    assert path.read_text() == TEN


# --- undo -----------------------------------------------------------------------------------------


def test_edits_of_several_files_are_one_edit_and_undone_as_one(desk: Desk) -> None:
    for name in ("a", "b"):
        desk.file(name, TEN)
    before = everything(desk.root)
    agent = Agent(desk.host())
    edits = [
        {"old": "line 3", "content": "x"},
        {"file": "b:4", "content": ""},
        {"file": "b", "after": 0, "content": "top"},
    ]
    done = agent.call("be-replace", file="a", edits=edits)
    assert done.startswith("ok 2 files: a: 3 -> 3 (0, 10 lines); b: 2 changes (0, 10 lines)")
    files = [{"file": name, "content": name} for name in ("a", "c", "d")]
    written = agent.call("be-write", files=files)
    assert agent.call("be-trx", action="status").startswith("2 open edits")
    assert agent.call("be-trx", action="undo", event_id=id_in(written, "edit")).startswith("ok ")
    assert agent.call("be-trx", action="undo", event_id=id_in(done, "edit")).startswith("ok ")
    assert everything(desk.root) == before
    assert agent.call("be-trx", action="status") == "no open edits of this session"


@pytest.mark.parametrize("mode", [0o755, 0o600])
def test_a_removed_file_comes_back_with_its_bytes_and_its_mode(desk: Desk, mode: int) -> None:
    path = desk.file("a", b"\xef\xbb\xbfone\r\ntwo\rthree\n\0")
    path.chmod(mode)
    before = everything(desk.root)
    agent = Agent(desk.host())
    removed = agent.call("be-delete", file="a", remove=True)
    assert not path.exists()
    agent.call("be-trx", action="undo", event_id=id_in(removed, "edit"))
    assert everything(desk.root) == before


def test_folders_made_for_a_file_go_with_it_where_nothing_else_is_in_them(desk: Desk) -> None:
    agent = Agent(desk.host())
    written = agent.call("be-write", file="n/o/x", content="x\n", parents=True)
    undo = {"action": "undo", "event_id": id_in(written, "edit")}
    agent.call("be-trx", **undo)
    assert not (desk.root / "n").exists()
    agent.call("be-trx", action="redo", event_id=undo["event_id"])
    assert (desk.root / "n/o/x").read_text() == "x\n"
    desk.file("n/mine", "mine\n")
    agent.call("be-trx", **undo)
    assert sorted(path.name for path in (desk.root / "n").iterdir()) == ["mine"]


def test_a_rollback_is_previewed_then_made_and_a_snapshot_is_named(desk: Desk) -> None:
    path = desk.file("a", TEN)
    agent = Agent(desk.host())
    assert agent.call("be-trx", action="snapshot", label="before").startswith("ok snapshot before:")
    agent.call("be-replace", file="a:3", content="x\ny\n")
    after_one = path.read_text()
    removed = agent.call("be-replace", file="a", old="line 9\n", content="")
    shown = agent.call("be-trx", action="rollback", step=1, preview=True)
    back, chips = shown.split("\n")[1:-1]
    assert back == "+10|line 9"
    assert chips.startswith(f"chips: {id_in(removed, 'chip')} keeps ")
    assert path.read_text() != after_one
    assert agent.follow(shown).startswith("ok e")
    assert path.read_text() == after_one


def test_an_edit_of_a_file_first_met_in_a_preview_can_be_undone(desk: Desk) -> None:
    path = desk.file("a", TEN)
    agent = Agent(desk.host())
    agent.call("be-replace", file="a", old="line 1\n", content="x\n", preview=True)
    path.write_text(f"new\n{TEN}")
    done = agent.call("be-replace", file="a", old="line 2\n", content="x\n")
    undone = agent.call("be-trx", action="undo", event_id=id_in(done, "edit"))
    assert undone.startswith("ok "), undone
    assert path.read_text() == f"new\n{TEN}"


# --- replies in other forms -----------------------------------------------------------------------


@pytest.mark.parametrize("results", ["json", "both"])
def test_programs_find_ids_and_next_calls_in_fields(desk: Desk, results: str) -> None:
    path = desk.file("a", TEN)
    host = desk.host("--results", results)

    def ask(tool: str, **arguments: Any) -> dict[str, Any]:
        result = host.result(tool, arguments)
        if results == "both":
            grammar.check(text_of(result))
            return result["structuredContent"]
        return json.loads(result["content"][0]["text"])

    seen = ask("be-read", file="a:3-4")
    path.write_text(f"new\n{TEN}")
    view = seen["viewed_code_id"] if results == "json" else f"v{seen['reply']['seq']}"
    refused = ask("be-replace", file="a:3", content="x", viewed_code_id=view)
    assert refused["status"] == ("error" if results == "json" else "REFUSED")
    if results == "json":
        named = grammar.advised(f"next: {refused['next_action']}")[0]
        assert refused["event_id"] == named.arguments["event_id"]
        done = ask(named.tool, **named.arguments)
        assert done["event_id"].startswith("e")
        assert done["viewed_code_id"].startswith("v")
    else:
        tool, arguments, *_ = refused["reply"]["next"][0]
        done = ask(tool, **arguments)
        assert done["reply"]["type"] == "Done"
    assert done["status"] == "ok"
    assert path.read_text() == replaced(f"new\n{TEN}", "line 3\n", "x\n")


def test_without_prefix_the_calls_named_work_all_the_same(desk: Desk) -> None:
    host = desk.host("--no-prefix")
    for number, case in enumerate(CASES.values()):
        agent = Agent(host, f"{number}/")
        reply = play(desk, agent, case)
        assert grammar.advised(reply)[0].tool == "confirm", reply
        agent.follow(reply)
        assert found(desk.root / f"{number}", case.made) == case.made, reply


def test_a_file_that_may_not_be_written_is_told_and_force_writes_it(desk: Desk) -> None:
    path = desk.file("a", TEN)
    path.chmod(0o444)
    agent = Agent(desk.host())
    refused = agent.call("be-replace", file="a:3", content="x")
    assert refused.startswith("REFUSED a")
    assert "force=true" in refused.split("\n")[-1]
    agent.call("be-replace", file="a:3", content="x", force=True)
    assert path.read_text() == replaced(TEN, "line 3\n", "x\n")
    assert path.stat().st_mode & 0o777 == 0o444
