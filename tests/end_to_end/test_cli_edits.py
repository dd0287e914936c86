"""The editing commands on real files: inserting, deleting, several at once, previews, chips."""

import json
import os
import pty
import re
import subprocess

import pytest

from .surface import COMMAND, Desk, Ran

TEN_LINES = "".join(f"line {number}\n" for number in range(1, 11))
DONE, REFUSED, WRONG_CALL = range(3)


def id_in(ran: Ran, pattern: str) -> str:
    found = re.search(pattern, ran.out + ran.err)
    assert found, ran
    return found[0]


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (["a.py:2"], "one\ntwo\nnew\nthree\n"),
        (["a.py:0"], "new\none\ntwo\nthree\n"),
        (["a.py:END"], "one\ntwo\nthree\nnew\n"),
        (["a.py", "--after", "0"], "new\none\ntwo\nthree\n"),
        (["a.py", "--after", "end"], "one\ntwo\nthree\nnew\n"),
        (["--file", "a.py", "--after-line", "1"], "one\nnew\ntwo\nthree\n"),
    ],
)
def test_insert_puts_text_after_a_line(desk: Desk, place: list[str], text: str) -> None:
    path = desk.file("a.py")
    assert desk.cli("insert", *place, "--content", "new\n").code == DONE
    assert path.read_text() == text


def test_delete_takes_lines_out_and_its_chip_puts_them_back(desk: Desk) -> None:
    path = desk.file("a.py", TEN_LINES)
    ran = desk.cli("delete", "a.py:3-4")
    assert ran.code == DONE
    chip = id_in(ran, r"chip://[0-9a-f]+")
    assert path.read_text() == TEN_LINES.replace("line 3\nline 4\n", "")
    assert chip in desk.cli("chips").out
    assert desk.cli("insert-chip", chip, "a.py:2").code == DONE
    assert path.read_text() == TEN_LINES


def test_delete_with_old_takes_only_that_text(desk: Desk) -> None:
    path = desk.file("a.py", TEN_LINES)
    assert desk.cli("delete", "a.py:3", "--old", "line 4\n").code != DONE
    assert path.read_text() == TEN_LINES
    assert desk.cli("delete", "a.py:3", "--old", "line 3\n").code == DONE
    assert path.read_text() == TEN_LINES.replace("line 3\n", "")


def test_delete_of_a_whole_file_is_asked_for_or_confirmed(desk: Desk) -> None:
    path = desk.file("a.py")
    ran = desk.cli("delete", "a.py")
    assert ran.code != DONE
    assert path.exists()
    assert desk.cli("confirm", id_in(ran, r"\bp\d+")).code == DONE
    assert not path.exists()
    other = desk.file("b.py")
    assert desk.cli("delete", "b.py", "--remove").code == DONE
    assert not other.exists()


def test_insert_chip_takes_a_file_too(desk: Desk) -> None:
    path = desk.file("a.py")
    desk.file("more.py", "more\n")
    assert desk.cli("insert-chip", "more.py", "a.py:1").code == DONE
    assert path.read_text() == "one\nmore\ntwo\nthree\n"


@pytest.mark.parametrize(
    "command",
    [
        ["replace", "a.py:2", "--content", "x"],
        ["replace", "a.py", "--edits", "-"],
        ["insert", "a.py:2", "--content", "x"],
        ["delete", "a.py:2"],
        ["write", "a.py", "--content", "x"],
        ["write", "--files", "-"],
    ],
    ids=" ".join,
)
def test_a_preview_changes_nothing_until_it_is_confirmed_and_only_once(
    desk: Desk, command: list[str]
) -> None:
    path = desk.file("a.py")
    several: list[dict[str, str]] = [{"lines": "2", "content": "x"}]
    if "--files" in command:
        several = [{"file": "a.py", "content": "x"}, {"file": "b.py", "content": "y"}]
    ran = desk.cli(*command, "--preview", stdin=json.dumps(several).encode())
    assert ran.code == DONE
    assert ran.out.startswith("preview ")
    assert path.read_text() == "one\ntwo\nthree\n"
    prepared = id_in(ran, r"\bp\d+")
    assert ran.out.endswith(f"next: editjournal confirm {prepared}\n")
    assert desk.cli("confirm", prepared).code == DONE
    changed = path.read_text()
    assert changed != "one\ntwo\nthree\n"
    again = desk.cli("confirm", prepared)
    assert (again.code, path.read_text()) == (DONE, changed)
    assert f"made from {prepared} already" in again.out


@pytest.mark.parametrize("command", ["undo", "redo", "rollback"])
def test_undoing_can_be_previewed(desk: Desk, command: str) -> None:
    path = desk.file("a.py")
    env = {"EDITJOURNAL_SESSION": "mine"}
    edit = id_in(desk.cli("replace", "a.py:2", "--content", "x", env=env), r"\be\d+")
    if command == "redo":
        desk.cli("undo", edit, env=env)
    before = path.read_text()
    target = [] if command == "rollback" else [edit]
    ran = desk.cli(command, *target, "--preview", env=env)
    assert (ran.code, ran.out.startswith("preview ")) == (DONE, True), ran
    assert path.read_text() == before
    assert desk.cli("confirm", id_in(ran, r"\bp\d+"), env=env).code == DONE
    assert path.read_text() != before


def test_a_diff_is_shown_where_it_is_asked_for(desk: Desk) -> None:
    desk.file("a.py")
    ran = desk.cli("replace", "a.py:2", "--content", "zwei", "--diff")
    assert "\n-2|two\n+2|zwei\n" in ran.out
    assert "-2|" not in desk.cli("replace", "a.py:2", "--content", "two").out


def test_several_changes_are_one_edit_and_all_or_none(desk: Desk) -> None:
    path = desk.file("a.py", TEN_LINES)
    edits = [
        {"lines": "9-10", "content": "end"},
        {"after": 0, "content": "top"},
        {"old": "line 2", "content": "two", "file": "b.py"},
    ]
    other = desk.file("b.py", TEN_LINES)
    ran = desk.cli("replace", "a.py", "--edits", "-", stdin=json.dumps(edits).encode())
    assert ran.code == DONE, ran
    assert path.read_text() == "top\n" + TEN_LINES.replace("line 9\nline 10", "end")
    assert other.read_text() == TEN_LINES.replace("line 2", "two")
    assert desk.cli("undo", id_in(ran, r"\be\d+")).code == DONE
    assert (path.read_text(), other.read_text()) == (TEN_LINES, TEN_LINES)
    edits.append({"old": "nowhere", "content": "x"})
    desk.file("edits.json", json.dumps(edits))
    ran = desk.cli("replace", "a.py", "--edits", "edits.json")
    assert ran.code == REFUSED
    assert (path.read_text(), other.read_text()) == (TEN_LINES, TEN_LINES)


@pytest.mark.parametrize("data", ["", "{", "[]", "3", '[{"content": "x"}]', '[{"lines": "1"}]'])
def test_what_is_no_list_of_changes_is_a_wrong_call(desk: Desk, data: str) -> None:
    path = desk.file("a.py")
    ran = desk.cli("replace", "a.py", "--edits", "-", stdin=data.encode())
    assert (ran.code, path.read_text()) == (WRONG_CALL, "one\ntwo\nthree\n")
    assert "Traceback" not in ran.err


def test_write_makes_several_files_and_folders_and_takes_base64(desk: Desk) -> None:
    files = [
        {"file": "in/a.txt", "content": "a\n"},
        {"file": "in/b.bin", "content": "AP8=", "base64": True},
    ]
    data = json.dumps(files).encode()
    refused = desk.cli("write", "--files", "-", stdin=data)
    assert refused.code == REFUSED
    assert not (desk.root / "in").exists()
    assert desk.cli("write", "--files", "-", "--parents", stdin=data).code == DONE
    assert (desk.root / "in" / "a.txt").read_text() == "a\n"
    assert (desk.root / "in" / "b.bin").read_bytes() == b"\0\xff"
    ran = desk.cli("write", "new/c.bin", "--parents", "--base64", "--content", "AQI=")
    assert ran.code == DONE
    assert (desk.root / "new" / "c.bin").read_bytes() == b"\1\2"


def test_a_missing_folder_is_refused_and_made_by_confirming(desk: Desk) -> None:
    ran = desk.cli("write", "no/a.py", "--content", "x\n")
    assert ran.code == REFUSED
    assert desk.cli("confirm", id_in(ran, r"\bp\d+")).code == DONE
    assert (desk.root / "no" / "a.py").read_text() == "x\n"


def test_a_refused_call_can_be_run_again_in_another_place(desk: Desk) -> None:
    desk.file("a.py", TEN_LINES)
    other = desk.file("b.py", TEN_LINES)
    content = "a text that is long enough to be kept" * 3
    ran = desk.cli("replace", "a.py", "--old", "nowhere", "--content", content)
    assert ran.code == REFUSED
    chip = id_in(ran, r"chip://[0-9a-f]+")
    other.write_text("nowhere\n")
    assert desk.cli("confirm", chip, "--file", "b.py").code == DONE
    assert other.read_text() == f"{content}\n"


def test_rollback_goes_back_to_the_last_commit(desk: Desk) -> None:
    path = desk.file("a.py")
    env = {"EDITJOURNAL_SESSION": "mine"}
    desk.cli("replace", "a.py:1", "--content", "1", env=env)
    assert desk.cli("snapshot", "one done", env=env).out.startswith("ok snapshot one done")
    assert desk.cli("commit", "it works", env=env).out.startswith("ok commit it works: 1 edit")
    desk.cli("replace", "a.py:2", "--content", "2", env=env)
    desk.cli("replace", "a.py:3", "--content", "3", env=env)
    assert desk.cli("rollback", "3", env=env).code == REFUSED
    assert desk.cli("rollback", "2", env=env).code == DONE
    assert path.read_text() == "1\ntwo\nthree\n"
    assert "snapshot one done" in desk.cli("log").out


def test_names_with_colons_blanks_dashes_and_other_bytes(desk: Desk) -> None:
    for name in (b"a:b c.py", b"-x.py", b"caf\xe9.py", b"C:\\x"):
        path = desk.root / os.fsdecode(name)
        assert desk.cli("write", "--content", "one\ntwo\n", "--", name).code == DONE, name
        assert desk.cli("insert", "--content", "new", "--", name + b":1").code == DONE, name
        assert desk.cli("delete", "--force", "--", name + b":3").code == DONE, name
        edits = b'[{"old": "one", "content": "uno"}]'
        assert desk.cli("replace", "--edits", "-", "--", name, stdin=edits).code == DONE, name
        assert path.read_text() == "uno\nnew\n"


# --- on a terminal --------------------------------------------------------------------------------


def on_a_terminal(desk: Desk, *arguments: str, **env: str) -> str:
    """Run a command whose output and errors go to a terminal, and return what that got."""
    ours, theirs = pty.openpty()
    kept = {name: value for name, value in desk.env.items() if name != "NO_COLOR"}
    process = subprocess.Popen(
        [*COMMAND, *arguments], cwd=desk.root, env={**kept, **env}, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 4096):
            shown += part
    except OSError:  # the last one at the other end has gone
        pass
    os.close(ours)
    process.wait()
    return shown.decode().replace("\r\n", "\n")


def test_a_terminal_gets_colours_and_nobody_else(desk: Desk) -> None:
    desk.file("a.py")
    shown = on_a_terminal(desk, "replace", "a.py:2", "--content", "zwei", "--diff")
    assert shown.startswith("\x1b[1mok\x1b[0m a.py: ")
    assert "\x1b[31m-2|two\x1b[0m\n\x1b[32m+2|zwei\x1b[0m\n" in shown
    refused = on_a_terminal(desk, "replace", "a.py", "--old", "nowhere", "--content", "x")
    assert refused.startswith("\x1b[1mREFUSED\x1b[0m a.py")
    assert "\x1b" not in on_a_terminal(desk, "undo", "e999999", NO_COLOR="1")
    assert "\x1b" not in on_a_terminal(desk, "status", "--json")
    assert "\x1b" not in desk.cli("replace", "a.py:2", "--content", "x", "--diff").out


def test_a_file_is_shown_as_it_is_on_a_terminal(desk: Desk) -> None:
    desk.file("a.py", "-1|x\nok then\n\x1b[31mred\n")
    shown = on_a_terminal(desk, "read", "a.py")
    assert shown.split("\n", 1)[1] == "1|-1|x\n2|ok then\n3|\x1b[31mred\n"
