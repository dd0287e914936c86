"""The examples of the README work as they stand there."""

import json
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from editjournal.client import cli
from editjournal.client.api import Client
from editjournal.schemas import tools

from .followers import Follower
from .surface import Desk

PROJECT = Path(__file__).parents[2]
README = (PROJECT / "README.md").read_text()
WARNING = re.compile(r"(?m:^warning: the log knew nothing of these at that point.*\n)")
APP = (
    "".join(f"# the colour of line {number}\n" for number in range(1, 101))
    + """\

class Cart:
    def total(self):
        return 0
"""
)


def examples(language: str = "") -> list[str]:
    """Return the README's blocks in one language, without their fences."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def shell_lines(word: str) -> list[list[str]]:
    """Return the README's commands that begin with a word, split, without comments."""
    lines = [line for block in examples() for line in block.splitlines()]
    split = [shlex.split(line, comments=True) for line in lines if line.startswith(word)]
    assert split, word
    return split


def test_the_first_two_commands_are_make_demo_and_make_test() -> None:
    assert shell_lines("make ") == [["make", "demo"], ["make", "test"]]
    assert examples()[0].startswith("make demo")
    makefile = (PROJECT / "Makefile").read_text()
    for _, target in shell_lines("make "):
        assert f"\n{target}:" in makefile


def edit_of_codex(desk: Desk) -> str:
    """Let an agent's third session edit, and return its edit."""
    edits: list[int] = []
    for session in (1, 2, 3):
        with Client(desk.root, "codex", places=desk.places) as codex:
            line = f"of codex {session}\n"
            edits.append(codex.insert(desk.root / "src/app.py", line, after=50).seq)
    return f"e{edits[-1]}"


def test_the_commands_work_in_the_order_they_stand(desk: Desk) -> None:
    app = desk.file("src/app.py", APP)
    edit = edit_of_codex(desk)
    for command in shell_lines("editjournal "):
        arguments = [one.replace("e812", edit) for one in command[1:]]
        if "--follow" in arguments:  # it ends when it is told to
            with Follower(desk, *arguments) as follower:
                follower.until(edit)
                assert follower.interrupt()[::2] == (0, "")
            continue
        ran = desk.cli(*arguments, stdin=b"a note\n")
        # The log has met the file only a moment ago, which `diff` warns of.
        assert (ran.code, WARNING.sub("", ran.err)) == (0, ""), command
        if found := re.search(r"^ok src/app\.py: .* edit (e\d+)", ran.out):
            edit = found[1]
    assert "color" in app.read_text()
    assert "colour" not in app.read_text()
    assert "    return None\n" in app.read_text()
    assert re.findall(r"of codex \d", app.read_text()) == ["of codex 2", "of codex 1"]
    assert "of codex 3\n" in (desk.root / "codex3/src/app.py").read_text()
    assert [one.suffix for one in (desk.root / "patches").iterdir()] == [".patch"]
    assert (desk.root / "notes.txt").read_text() == "a note\n"


def test_the_python_example_works(desk: Desk) -> None:
    app = desk.file("src/app.py", APP)
    (code,) = examples("python")
    code = code.replace("/path/to/project", str(desk.root))
    ran = subprocess.run(
        [sys.executable, "-c", code], env=desk.env, cwd=desk.root, capture_output=True, check=True
    )
    assert ran.stdout == ran.stderr == b""
    assert app.read_text() == APP
    log = desk.cli("log", "src/app.py").out
    assert "undoes e" in log
    assert "my-script#1" in log


def servers() -> list[dict[str, Any]]:
    configured: list[dict[str, Any]] = []
    for block in examples("json"):
        configured += json.loads(block)["mcpServers"].values()
    for block in examples("toml"):
        configured += tomllib.loads(block)["mcp_servers"].values()
    return configured


@pytest.mark.parametrize("server", servers())
def test_a_host_configured_as_shown_starts_the_server(server: dict[str, Any]) -> None:
    assert server["command"] == "editjournal"
    shown = CliRunner().invoke(cli.main, [*server["args"], "--help"])
    assert shown.exit_code == 0
    assert "Serve the tools to an agent" in shown.output


def test_every_tool_is_in_the_table_and_no_other() -> None:
    assert re.findall(r"^\| `(be-[a-z-]+)` \|", README, re.MULTILINE) == list(tools.BY_NAME)


def test_the_refusal_shown_is_one_that_editjournal_writes() -> None:
    listed = (PROJECT / "tests" / "client" / "words" / "refusals.txt").read_text()
    (block,) = [one for one in examples() if one.startswith("REFUSED ")]
    told, body, _, advised = re.split(r"\n(?=13\||\.\.\.|next: )", block.strip())
    for part in (told.replace("\n", " "), body, advised):
        assert f"\n{part}\n" in listed


def test_links_to_files_lead_somewhere() -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (PROJECT / link).exists(), link
