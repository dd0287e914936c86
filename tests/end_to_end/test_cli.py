"""The command line as people and scripts have it: real processes, their output and exit codes."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from editjournal.client import cli

from .surface import Desk, Ran

TEN_LINES = "".join(f"line {number}\n" for number in range(1, 11))
DONE, REFUSED, WRONG_CALL, TROUBLE = range(4)


def edit_in(ran: Ran) -> str:
    found = re.search(r"edit (e\d+)", ran.out)
    assert found, ran
    return found[1]


# --- commands -------------------------------------------------------------------------------------


def test_read_shows_lines_with_their_numbers(desk: Desk) -> None:
    desk.file("a.py", TEN_LINES)
    ran = desk.cli("read", "a.py:2-3")
    assert re.fullmatch(r"a\.py:2-3 of 10  view v\d+\n2\|line 2\n3\|line 3\n", ran.out)
    assert (ran.code, ran.err) == (DONE, "")
    assert "cut at 50 bytes" in desk.cli("read", "--max-bytes", "50", "a.py").out


def test_replace_changes_lines_and_old_text_and_all_of_it(desk: Desk) -> None:
    path = desk.file("a.py", TEN_LINES)
    assert desk.cli("replace", "a.py:2", "--content", "x").code == DONE
    ran = desk.cli("replace", "a.py", "--old", "line 10", "--content", "ten")
    assert ran.out.startswith("ok a.py: 10 -> 10 (0, 10 lines)")
    assert desk.cli("replace", "a.py", "--old", "line", "--content", "l", "--all").code == DONE
    assert path.read_text() == TEN_LINES.replace("line 2", "x").replace("line 10", "ten").replace(
        "line", "l"
    )
    assert desk.cli("replace", "a.py:1-9", "--content", "").code == DONE
    assert path.read_text() == "ten\n"


def test_replace_by_a_view_follows_ones_own_edits(desk: Desk) -> None:
    path = desk.file("a.py", TEN_LINES)
    env = {"EDITJOURNAL_SESSION": "mine"}
    view = f"v{desk.cli('read', 'a.py', '--json', env=env).json['seq']}"
    desk.cli("replace", "a.py:2", "--content", "x\ny\nz", "--view", view, env=env)
    ran = desk.cli("replace", "a.py:9", "--content", "nine", "--view", view, env=env)
    assert ran.out.startswith("ok a.py: 11 -> 11 ")
    assert path.read_text() == TEN_LINES.replace("line 2", "x\ny\nz").replace("line 9", "nine")


def test_write_makes_a_file_from_standard_input(desk: Desk) -> None:
    ran = desk.cli("write", "a.txt", "--content-file", "-", stdin=b"a\r\nb")
    assert ran.out.startswith("ok a.txt: created, 2 lines")
    assert (desk.root / "a.txt").read_bytes() == b"a\r\nb"
    assert desk.cli("write", "a.txt", "--content", "").code == DONE
    assert (desk.root / "a.txt").read_bytes() == b""


def test_content_and_old_text_may_come_from_files(desk: Desk) -> None:
    path = desk.file("a.txt", "one\ntwo\n")
    desk.file("old", "two\n")
    desk.file("new", "zwei\n")
    ran = desk.cli("replace", "a.txt", "--old-file", "old", "--content-file", "new")
    assert ran.code == DONE
    assert path.read_text() == "one\nzwei\n"


def test_content_that_is_not_utf8_is_written_as_it_is(desk: Desk) -> None:
    desk.file("latin", b"caf\xe9\n")
    assert desk.cli("write", "a.txt", "--content-file", "latin").code == DONE
    assert (desk.root / "a.txt").read_bytes() == b"caf\xe9\n"
    assert desk.cli("write", "b.txt", "--content", b"caf\xe9\n").code == DONE
    assert (desk.root / "b.txt").read_bytes() == b"caf\xe9\n"
    ran = desk.cli("replace", "a.txt", "--old", b"caf\xe9", "--content", "x")
    assert ran.code == WRONG_CALL
    assert "is not UTF-8" in ran.err


def test_undo_and_redo_take_one_edit_whoever_made_it(desk: Desk) -> None:
    path = desk.file("a.py", TEN_LINES)
    edit = edit_in(desk.cli("replace", "a.py:2", "--content", "x"))
    other = {"EDITJOURNAL_SESSION": "somebody else"}
    assert desk.cli("undo", edit, env=other).out.startswith(f"ok {edit} undone by e")
    assert path.read_text() == TEN_LINES
    again = desk.cli("undo", edit)
    assert (again.code, again.out) == (REFUSED, "")
    assert re.match(
        rf"REFUSED be-trx, nothing changed\. Edit {edit} was undone already, by e", again.err
    )
    assert again.err.splitlines()[-1] == f"next: editjournal redo {edit}"
    assert desk.cli("redo", edit.removeprefix("e"), env=other).code == DONE
    assert path.read_text() == TEN_LINES.replace("line 2", "x")


def test_log_shows_what_happened_newest_first_and_in_pages(desk: Desk) -> None:
    desk.file("a.py", TEN_LINES)
    desk.file("b.py")
    desk.cli("read", "a.py:1-2")
    edit = edit_in(desk.cli("replace", "a.py:2", "--content", "x"))
    desk.cli("read", "b.py")
    desk.cli("replace", "a.py:99", "--content", "x")
    lines = desk.cli("log").out.splitlines()
    assert all(re.match(r"\d\d:\d\d:\d\d  +[ev]?\d+  ", line) for line in lines)
    found = [
        next(at for at, line in enumerate(lines) if one in line)
        for one in ("refused: past_end a.py", "read b.py:1-3", f"{edit}  cli", "read a.py:1-2")
    ]
    assert found == sorted(found)
    of_b = desk.cli("log", "b.py").out
    assert "b.py" in of_b
    assert "a.py" not in of_b
    newest = lines[0].split()[1].lstrip("ev")
    page = desk.cli("log", "--limit", "2", "--before", newest).out.splitlines()
    assert page[:2] == lines[1:3]
    older = re.fullmatch(r"older: editjournal log --limit 2 --before (\d+)", page[2])
    assert older
    assert desk.cli("log", "--before", older[1]).out.splitlines() == lines[3:]


def test_the_log_of_a_file_without_entries_says_so(desk: Desk) -> None:
    ran = desk.cli("log", "nope.txt")
    assert (ran.code, ran.out, ran.err) == (DONE, "no entries\n", "")


def test_a_next_command_can_be_typed_as_it_stands(desk: Desk) -> None:
    desk.file("my folder/a b.py", TEN_LINES)
    desk.file(".git/HEAD", "")
    here = desk.root / "my folder"
    shown = desk.cli("read", "--max-bytes", "50", "a b.py", cwd=here).out.splitlines()
    assert shown[-1].startswith("next: editjournal read 'a b.py:")
    command = shlex.split(shown[-1].removeprefix("next: editjournal "))
    ran = desk.cli(*command, cwd=here)
    assert ran.code == DONE
    assert ran.out.startswith("my folder/a b.py:")


def test_a_moved_line_is_answered_with_the_command_that_names_it(desk: Desk) -> None:
    path = desk.file("a.py", TEN_LINES)
    env = {"EDITJOURNAL_SESSION": "mine"}
    view = f"v{desk.cli('read', 'a.py', '--json', env=env).json['seq']}"
    path.write_text(f"new\n{TEN_LINES}")
    ran = desk.cli("replace", "a.py:2", "--content", "x", "--view", view, env=env)
    assert ran.code == REFUSED
    step = ran.err.splitlines()[-1]
    assert re.fullmatch(r"next: editjournal replace a\.py:3 --view v\d+ --content \.\.\.", step)
    command = shlex.split(step.removeprefix("next: editjournal "))
    assert desk.cli(*command[:-1], "x", env=env).code == DONE
    assert path.read_text() == "new\n" + TEN_LINES.replace("line 2", "x")


def test_status_is_that_of_the_session(desk: Desk) -> None:
    desk.file("a.py", TEN_LINES)
    mine, other = {"EDITJOURNAL_SESSION": "mine"}, {"EDITJOURNAL_SESSION": "other"}
    edit = edit_in(desk.cli("replace", "a.py:2", "--content", "x", env=mine))
    assert edit in desk.cli("status", env=mine).out
    told = desk.cli("status", env=other).out
    first, someone, watching, *_ = told.splitlines()
    assert first == "no open edits of this session; others have some:"
    assert re.match(r"session cli#\d+ .* 1 edit standing, 1 of them open, 1 file touched", someone)
    assert re.fullmatch(r"watching: \d+ files? in \d+ folders?", watching)


def test_the_daemon_is_started_asked_and_stopped(lone_desk: Desk) -> None:
    assert lone_desk.cli("daemon", "status").out.startswith("no daemon runs")
    started = lone_desk.cli("daemon", "start")
    assert re.match(
        r"daemon \S+ \(protocol \d+\), pid \d+, since [-\d]+ [\d:]+, 0 sessions", started.out
    )
    pid = lone_desk.daemon_pid()
    lone_desk.file("a.py")
    lone_desk.cli("read", "a.py")
    status = lone_desk.cli("daemon", "status").out
    assert f"pid {pid}" in status
    assert str(lone_desk.root) in status
    assert lone_desk.cli("daemon", "restart").code == DONE
    assert lone_desk.daemon_pid() != pid
    assert lone_desk.cli("read", "a.py").code == DONE
    assert lone_desk.cli("daemon", "stop").out == "stopped\n"
    assert lone_desk.cli("daemon", "stop").out == "no daemon runs\n"


# --- exit codes and errors ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["read", "gone.py"], WRONG_CALL, "ERROR gone.py, nothing changed. There is no such file"),
        (["read", "a.py:99"], WRONG_CALL, "ERROR a.py, nothing changed. It has 3 lines"),
        (["read", "/etc/passwd"], WRONG_CALL, "ERROR /etc/passwd, nothing changed. This lies outs"),
        (["read", "../x"], WRONG_CALL, "This lies outside the workspace"),
        (["read"], WRONG_CALL, "Missing argument 'FILE'"),
        (["read", "a.py", "--max-bytes", "0"], WRONG_CALL, "--max-bytes"),
        (["frob"], WRONG_CALL, "No such command 'frob'"),
        (["write", "a.py"], WRONG_CALL, "--content or --content-file"),
        (["write", "a.py", "--content", "x", "--content-file", "-"], WRONG_CALL, "not both"),
        (["write", "a.py", "--content-file", "gone"], WRONG_CALL, "gone"),
        (["write", "no/a.py", "--content", "x"], REFUSED, "Its folder no does not exist"),
        (["replace", "a.py", "--content", "x"], WRONG_CALL, "Neither lines nor `old`"),
        (["replace", "a.py:1", "--content", "x", "--view", "vv"], WRONG_CALL, "no id such as v812"),
        (["replace", "a.py", "--content", "", "--old", "o", "--old-file", "a.py"], 2, "not both"),
        (["replace", "a.py", "--content", "x", "--old", "zz"], REFUSED, "`old` does not occur"),
        (["replace", "a.py", "--content", "x", "--old", "t"], REFUSED, "`old` occurs 2 times"),
        (["undo", "e999999"], REFUSED, "There is no edit e999999"),
        (["undo", "x"], WRONG_CALL, "x is no id such as e812"),
        (["undo", "e" + "9" * 5_000], WRONG_CALL, "is no id such as e812"),
        (["redo", "e²"], WRONG_CALL, "is no id such as e812"),
        (["log", "gone.py"], DONE, ""),
        (["log", "--limit", "0"], WRONG_CALL, "--limit"),
    ],
)
def test_a_command_ends_with_its_code_and_says_why(
    desk: Desk, arguments: list[str], code: int, told: str
) -> None:
    path = desk.file("a.py")
    ran = desk.cli(*arguments)
    assert (ran.code, told in ran.err) == (code, True), ran
    assert bool(ran.err) == (code != DONE)
    assert "Traceback" not in ran.err
    assert path.read_text() == "one\ntwo\nthree\n"


def test_names_that_begin_with_a_dash_or_are_no_text(desk: Desk) -> None:
    desk.file("-a b.py", TEN_LINES)
    assert desk.cli("read", "--", "-a b.py:2").out.split("\n")[1] == "2|line 2"
    assert desk.cli("read", "./-a b.py:2").out.split("\n")[1] == "2|line 2"
    (desk.root / os.fsdecode(b"\xff.py")).write_text("x\n")
    assert desk.cli("read", b"\xff.py").out.startswith(r"\xff.py:1 of 1  view v")
    assert desk.cli("log", b"\xff.py", "--limit", "1").out.endswith("-- '\udcff.py'\n")


def test_the_workspace_is_named_or_found(desk: Desk, tmp_path: Path) -> None:
    desk.file("in/a.py")
    desk.file(".git/HEAD", "")
    assert desk.cli("read", "a.py", cwd=desk.root / "in").out.startswith("in/a.py:1-3 of 3")
    named = desk.cli("read", "in/a.py", "--workspace", str(desk.root), cwd=tmp_path)
    assert named.code == DONE
    env = {"EDITJOURNAL_WORKSPACE": str(desk.root)}
    assert desk.cli("read", "in/a.py", cwd=tmp_path, env=env).code == DONE


def test_the_root_folder_is_no_workspace(desk: Desk) -> None:
    ran = desk.cli("read", "etc/hostname", cwd=Path("/"))
    assert ran.code == WRONG_CALL
    assert "too wide for a workspace" in ran.err
    assert "next: " in ran.err


def test_a_folder_that_is_gone_is_no_workspace(desk: Desk) -> None:
    gone = desk.root / "gone"
    gone.mkdir()
    script = f'cd "{gone}" && rmdir "{gone}" && exec "$0" -m editjournal.client.cli read a.py'
    ran = subprocess.run(
        ["/bin/sh", "-c", script, sys.executable], env=desk.env, capture_output=True, check=False
    )
    assert ran.returncode == WRONG_CALL
    assert b"current folder is not there any more" in ran.stderr
    assert b"Traceback" not in ran.stderr


@pytest.mark.parametrize("json", [[], ["--json"]])
def test_without_a_daemon_a_command_ends_with_3_and_what_to_do(
    lone_desk: Desk, json: list[str]
) -> None:
    path = lone_desk.file("a.py")
    lone_desk.places.state.parent.mkdir(exist_ok=True)
    lone_desk.places.runtime.write_text("a file where the folder should be")
    ran = lone_desk.cli("write", "a.py", "--content", "x", *json)
    assert ran.code == TROUBLE
    assert ran.err.startswith("ERROR editjournal, nothing changed. No daemon could be started: ")
    assert ran.err.split("\n")[1].startswith("next: ")
    if json:
        assert ran.json["type"] == "Trouble"
        assert ran.json["code"] == "no_daemon"
    assert lone_desk.cli("daemon", "start").code == TROUBLE
    assert path.read_text() == "one\ntwo\nthree\n"
    lone_desk.places.runtime.unlink()


# --- JSON -----------------------------------------------------------------------------------------


def test_json_replies_have_these_fields(desk: Desk) -> None:
    desk.file("a.py", TEN_LINES)
    common = {"type", "seq", "warnings", "next", "notices", "more_notices", "told"}
    expected: list[tuple[list[str], int, str, set[str]]] = [
        (["read", "a.py:2"], DONE, "Shown", {"path", "total", "blocks", "marks"}),
        (
            *(["replace", "a.py:2", "--content", "x"], DONE, "Done"),
            {"files", "body", "note", "values", "undone", "redone", "kept", "repeated"}
            | {"chips", "diffs", "attached"},
        ),
        (
            *(["insert", "a.py:2", "--content", "y", "--preview"], DONE, "Preview"),
            {"files", "diffs", "undone", "redone", "kept", "hours"},
        ),
        (["snapshot", "here"], DONE, "Marked", {"mark", "label", "edits"}),
        (["chips"], DONE, "ChipList", {"items", "now_ns", "more", "capacity"}),
        (["replace", "a.py:2", "--content", "x"], DONE, "Unchanged", {"path", "span", "by", "own"}),
        (["status"], DONE, "StatusReply", {"now_ns", "session", "name", "edits", "stale"}),
        (["views"], DONE, "ViewList", {"items", "now_ns", "more"}),
        (["log"], DONE, "LogReply", {"items", "more", "path"}),
        (
            *(["undo", "e999999"], REFUSED, "Refusal"),
            {"code", "verdict", "tool", "path", "span", "values", "who", "body", "view", "now_ns"}
            | {"chip", "prepared", "problems"},
        ),
    ]
    for arguments, code, kind, fields in expected:
        ran = desk.cli(*arguments, "--json")
        assert (ran.code, ran.err) == (code, ""), arguments
        assert ran.json["type"] == kind
        assert common | fields <= ran.json.keys(), arguments


def test_json_values_are_as_the_documentation_says(desk: Desk) -> None:
    desk.file("a.py", TEN_LINES)
    shown = desk.cli("read", "a.py:2-3", "--json").json
    assert shown["path"] == "a.py"
    assert shown["total"] == 10
    assert shown["blocks"] == [["lines", 2, 3, ["line 2", "line 3"]]]
    done = desk.cli("replace", "a.py:2-3", "--content", "x", "--json").json
    assert done["files"] == [["a.py", [[[2, 3], [2, 2], 1]], -1, 9, "changed", []]]
    item = desk.cli("log", "--json", "--limit", "1").json["items"][0]
    assert (item[0], item[4]) == (done["seq"], "Edited")
    refused = desk.cli("replace", "a.py", "--old", "line", "--content", "x", "--json")
    assert (refused.code, refused.json["verdict"], refused.json["code"]) == (
        1,
        "REFUSED",
        "old_many",
    )
    assert refused.json["next"][0][:2] == ["be-replace", {"file": "a.py:1"}]
    assert desk.cli("read", "gone", "--json").json["verdict"] == "ERROR"


# --- help -----------------------------------------------------------------------------------------


def commands() -> list[list[str]]:
    found: list[list[str]] = [[]]
    for name, command in cli.main.commands.items():
        found.append([name])
        found += [[name, inner] for inner in getattr(command, "commands", {})]
    return found


def help_of(*command: str) -> str:
    shown = CliRunner().invoke(cli.main, [*command, "--help"], terminal_width=80)
    assert shown.exit_code == 0
    return shown.output


@pytest.mark.parametrize("command", commands(), ids=" ".join)
def test_help_is_there_and_nothing_of_it_is_cut(command: list[str]) -> None:
    text = help_of(*command)
    assert all(len(line) <= 80 for line in text.splitlines())
    assert "..." not in text.replace("[ARGS]...", "").replace("[ARGUMENTS]...", "")


def test_the_first_help_page_tells_a_newcomer_what_to_do() -> None:
    text = help_of()
    for what in ("read", "replace", "log", "undo e812", "0 done", "1 refused", "3 trouble"):
        assert what in text
    listed = re.findall(r"^  ([\w-]+)  +\w", text.partition("Commands:")[2], re.MULTILINE)
    assert listed == list(cli.main.commands)
    assert listed[0] == "read"


def test_every_command_of_the_daemon_is_documented() -> None:
    text = (Path(__file__).parents[2] / "docs" / "cli.md").read_text()
    inner = [command for command in commands() if len(command) > 1]
    assert inner
    for command in inner:
        assert f"`{' '.join(command)}`" in text
