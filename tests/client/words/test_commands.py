"""What people read after "next:": commands that their shell takes as they stand."""

import re
import shlex

import pytest

from editjournal.client import cli
from editjournal.client.words import render
from editjournal.client.words.commands import ADVICE, as_commands
from editjournal.client.words.languages import ENGLISH
from editjournal.schemas.replies import Call, Done, Refusal, Remark, StatusReply, Watching
from editjournal.schemas.values import Span

from .refusal_examples import PATH, changed, replaced
from .refusal_examples import REFUSALS as EXAMPLES

AT_ROOT = as_commands("/w", "/w")


COMMANDS = set(cli.main.commands)


def command(tool: str, **arguments: str | int) -> str:
    return AT_ROOT.call(Call(tool, arguments))


@pytest.mark.parametrize(
    ("call", "typed"),
    [
        (Call("be-read", {"file": "a.py:2-3"}), "read a.py:2-3"),
        (Call("be-read", {"file": "my file's.py"}), """read 'my file'"'"'s.py'"""),
        (Call("be-read", {"file": "-a.py"}), "read ./-a.py"),
        (
            Call("be-replace", {"file": "a.py:12-14", "viewed_code_id": "v9"}),
            "replace a.py:12-14 --view v9 --content ...",
        ),
        (Call("be-replace", {"file": "a:1", "content": ""}), "replace a:1 --content ''"),
        (
            Call("be-replace", {"file": "a", "all": "true"}, "for all of them"),
            "replace a --all --old ... --content ...  # for all of them",
        ),
        (Call("be-write", {"file": "$x"}), "write '$x' --content-file -"),
        (Call("be-trx", {"action": "status"}), "status"),
        (Call("be-trx", {"action": "views"}), "views --stale"),
        (Call("be-trx", {"action": "undo", "event_id": "e9"}, "first"), "undo e9  # first"),
        (Call("be-trx", {"action": "redo", "event_id": "e9"}), "redo e9"),
        (
            Call("be-trx", {"action": "undo", "event_id": "e9", "preview": "true"}),
            "undo e9 --preview",
        ),
        (Call("be-trx", {"action": "rollback", "step": 2}), "rollback 2"),
        (Call("be-trx", {"action": "snapshot", "label": "my mark"}), "snapshot 'my mark'"),
        (Call("be-trx", {"action": "commit"}), "commit"),
        (
            Call("be-trx", {"action": "status", "session": "codex#3"}),
            "status --session 'codex#3'",
        ),
        (
            Call("be-trx", {"action": "undo", "event_id": "e9", "resolve": "newer"}),
            "undo e9 --resolve newer",
        ),
        (
            Call("be-trx", {"action": "undo", "session": "codex#3", "since": "e9", "file": "-a"}),
            "undo --session 'codex#3' --since e9 --path ./-a",
        ),
        (
            Call("be-trx", {"action": "undo", "paths": '["-a","b c"]', "outside": "true"}),
            "undo --path ./-a --path 'b c' --outside",
        ),
        (
            Call("be-trx", {"action": "rollback", "step": 2, "session": "a#1", "resolve": "newer"}),
            "rollback 2 --session 'a#1' --resolve newer",
        ),
        (
            Call("be-trx", {"action": "restore", "at": "e9", "file": "a", "preview": "true"}),
            "restore a --at e9 --preview",
        ),
        (
            Call("be-history", {"action": "log", "file": "a", "tool": "be-write", "before": 9}),
            "log a --tool be-write --before 9",
        ),
        (
            Call("be-history", {"action": "show", "event_id": "e9", "max_bytes": 9}),
            "show e9 --max-bytes 9",
        ),
        (Call("be-history", {"action": "cat", "file": "a:3", "at": 9}), "cat a:3 --at 9 --lines"),
        (Call("be-history", {"action": "blame", "file": "a:3"}), "blame a:3"),
        (
            Call("be-history", {"action": "diff", "file": "a", "at": 3, "to": 9}),
            "diff a --from 3 --to 9",
        ),
        (
            Call("be-insert", {"file": "a.py:10", "viewed_code_id": "v9"}),
            "insert a.py:10 --view v9 --content ...",
        ),
        (
            Call("be-delete", {"file": "a.py:19", "viewed_code_id": "v9"}),
            "delete a.py:19 --view v9",
        ),
        (Call("be-delete", {"file": "-a.py", "remove": "true"}), "delete ./-a.py --remove"),
        (
            Call("be-write", {"file": "d/a.py", "parents": "true", "preview": "true"}),
            "write d/a.py --parents --preview --content-file -",
        ),
        (
            Call("be-confirm", {"event_id": "p77"}, "(your text at 3-5)"),
            "confirm p77  # (your text at 3-5)",
        ),
        (
            Call("be-confirm", {"event_id": "chip://a3f7b2", "file": "b.py:3"}),
            "confirm chip://a3f7b2 --file b.py:3",
        ),
        (Call("be-insert-chip", {}), "chips"),
        (
            Call("be-insert-chip", {"from": "chip://c8e101", "to": "my file:87"}),
            "insert-chip chip://c8e101 'my file:87'",
        ),
        (
            Call("be-insert-chip", {"from": "chip://c8e101", "to": "file:///PATH:LINE"}),
            "insert-chip chip://c8e101 /PATH:LINE",
        ),
        (Call("be-insert-chip", {"from": "b.py"}), "insert-chip b.py FILE:LINE"),
        (
            Call("be-insert-chip", {"from": "chip://a3", "to": "FILE:LINE", "form": "args"}),
            "insert-chip chip://a3 FILE:LINE --form args",
        ),
        (Call("be-chips", {}), "chips"),
        (Call("be-chips", {"id": "chip://a3f7b2"}), "chips show chip://a3f7b2"),
        (Call("be-chips", {"query": "lines moved"}), "chips search 'lines moved'"),
        (
            Call("be-chips", {"file": "-a.py", "tool": "be-write"}),
            "chips search --file ./-a.py --tool be-write",
        ),
    ],
)
def test_a_call_is_a_command(call: Call, typed: str) -> None:
    assert AT_ROOT.call(call) == f"editjournal {typed}"


def test_what_no_command_does_is_said_in_words() -> None:
    assert command("be-trx", action="restore") == (
        "be-trx restore is for agents, and no command does the same"
    )
    assert command("be-later") == "be-later is for agents, and no command does the same"


@pytest.mark.parametrize(
    ("here", "typed"),
    [
        ("/w", "in/a.py:3"),
        ("/w/in", "a.py:3"),
        ("/w/other", "../in/a.py:3"),
        ("/elsewhere", "in/a.py:3"),
        ("/wide", "in/a.py:3"),
    ],
)
def test_a_path_is_written_from_where_the_command_is_typed(here: str, typed: str) -> None:
    assert as_commands("/w", here).call(Call("be-read", {"file": "in/a.py:3"})) == (
        f"editjournal read {typed}"
    )


def test_a_place_that_is_to_be_chosen_is_no_path() -> None:
    call = Call("be-insert-chip", {"from": "chip://a3f7b2", "to": "FILE:LINE"})
    assert as_commands("/w", "/w/in").call(call) == (
        "editjournal insert-chip chip://a3f7b2 FILE:LINE"
    )


def test_a_workspace_that_was_named_is_named_again() -> None:
    forms = as_commands("/w x", "/", "/w x")
    assert forms.call(Call("be-read", {"file": "a"}, "n")) == (
        "editjournal read a --workspace '/w x'  # n"
    )


OF_ARGUMENTS = {
    *("not_together", "not_served", "bad_id", "beside_edits", "no_edits"),
    *("only_with_chip", "whole_files", "bad_target", "only_with_target"),
}
"""Codes of refusals that speak of arguments, by names that commands do not have."""


@pytest.mark.parametrize("name", EXAMPLES)
def test_no_refusal_tells_people_to_call_a_tool(name: str) -> None:
    if EXAMPLES[name].code in OF_ARGUMENTS:
        return
    shown = render.text(EXAMPLES[name], forms=AT_ROOT).split("\n")
    steps = [one.removeprefix("next: ") for one in shown if one.startswith("next: ")]
    assert shown[-1].startswith("next: ")
    for step in steps:
        assert not re.search(r"be-|viewed_code_id|\w=|\?", step), step
        if step.startswith("editjournal "):
            assert shlex.split(step, comments=True)[1] in COMMANDS


def test_advice_for_people_is_for_codes_that_there_are() -> None:
    assert {one.partition("@")[0] for one in ADVICE} <= ENGLISH.refusals.keys()


def test_each_of_two_commands_has_its_line() -> None:
    calls = (Call("be-read", {"file": "a"}), Call("be-trx", {"action": "status"}))
    reply = Refusal(code="old_none", tool="be-replace", path=b"a", next=calls)
    assert render.text(reply, forms=AT_ROOT).split("\n")[1:] == [
        "next: editjournal read a",
        "next: editjournal status",
    ]


def test_warnings_and_the_status_name_commands() -> None:
    echo = Remark("echo", {"line": 19, "which": "last", "text": "x"})
    unread = Remark("overwrote_unread", {"lines": 3, "who": "", "undo": 812})
    file = changed(replaced(12, 16, 18))
    shown = render.text(Done(seq=812, files=(file,), warnings=(echo, unread)), forms=AT_ROOT)
    assert "too many: editjournal delete src/cart.py:19 --view v812" in shown
    assert "; editjournal undo e812 brings them back" in shown
    status = StatusReply(seq=9, now_ns=9, session=1, name="", edits=(), stale=())
    assert "be-" not in render.text(status, forms=AT_ROOT)


def test_people_are_told_always_what_is_watched_and_which_command_lists_news() -> None:
    status = StatusReply(
        seq=9,
        now_ns=9,
        session=1,
        name="",
        edits=(),
        stale=(),
        watching=Watching(folders=14, files=1),
        more_notices=7,
    )
    assert render.text(status, forms=as_commands("/w", "/w", "/w")).split("\n")[1:] == [
        "notice: 7 more files changed: editjournal views --stale --workspace /w lists stale views",
        "watching: 1 file in 14 folders",
    ]


def test_a_refusal_of_lines_has_the_view_in_its_command() -> None:
    call = Call("be-replace", {"file": "src/cart.py:15-19", "viewed_code_id": "v1066"})
    reply = Refusal(code="moved", tool="be-replace", path=PATH, span=Span(12, 16), next=(call,))
    assert render.text(reply, forms=AT_ROOT).endswith(
        "\nnext: editjournal replace src/cart.py:15-19 --view v1066 --content ..."
    )
