"""Completion as a shell has it: the script, and what `editjournal` answers to it."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from editjournal.client import cli
from editjournal.client.commands.completion import SHELLS

from .surface import COMMAND


def answered(words: str, number: int) -> list[str]:
    """Return what is offered for the word with this number, as type and value."""
    asked = {"_EDITJOURNAL_COMPLETE": "bash_complete", "COMP_WORDS": words}
    env = {**os.environ, **asked, "COMP_CWORD": str(number)}
    done = subprocess.run([*COMMAND], env=env, capture_output=True, check=True, text=True)
    assert done.stderr == ""
    return done.stdout.split()


def test_commands_complete() -> None:
    offered = [f"plain,{name}" for name in cli.main.commands if name.startswith("re")]
    assert len(offered) > 1
    assert answered("editjournal re", 1) == offered
    assert answered("editjournal daemon st", 2) == ["plain,start", "plain,stop", "plain,status"]
    assert answered("editjournal chips s", 2) == ["plain,search", "plain,show"]
    tools = answered("editjournal chips search --tool be-i", 4)
    assert tools == ["plain,be-insert", "plain,be-insert-chip"]


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("editjournal read src/a", 2),
        ("editjournal replace src/a", 2),
        ("editjournal insert src/a", 2),
        ("editjournal delete src/a", 2),
        ("editjournal write src/a", 2),
        ("editjournal log src/a", 2),
        ("editjournal views src/a", 2),
        ("editjournal insert-chip src/a", 2),
        ("editjournal insert-chip chip://a3f7b2 src/a", 3),
        ("editjournal chips insert a3f7b2 src/a", 4),
        ("editjournal chips search x --file src/a", 5),
        ("editjournal chips replay a3f7b2 --file src/a", 5),
        ("editjournal write x --content-file src/a", 4),
        ("editjournal replace x --edits src/a", 4),
        ("editjournal confirm chip://a3f7b2 --file src/a", 4),
    ],
)
def test_file_names_complete(words: str, number: int) -> None:
    assert answered(words, number) == ["file,src/a"]


def test_options_complete_and_hidden_ones_do_not() -> None:
    offered = answered("editjournal insert x --", 3)
    assert {"plain,--after", "plain,--preview", "plain,--content-file"} <= set(offered)
    assert not {"plain,--after-line", "plain,--output", "plain,--file"} & set(offered)


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_for_each_shell_asks_editjournal(shell: str) -> None:
    done = subprocess.run(
        [*COMMAND, "completion", shell], capture_output=True, check=True, text=True
    )
    assert f"_EDITJOURNAL_COMPLETE={shell}_complete" in done.stdout
    assert done.stderr == ""


def test_bash_completes_with_the_script(tmp_path: Path) -> None:
    command = tmp_path / "editjournal"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m editjournal.client.cli "$@"\n')
    command.chmod(command.stat().st_mode | stat.S_IXUSR)
    script = """
        eval "$(editjournal completion bash)"
        complete -p editjournal
        COMP_WORDS=(editjournal snap) COMP_CWORD=1
        _editjournal_completion editjournal
        echo "${COMPREPLY[@]}"
    """
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["/usr/bin/env", "bash", "--norc", "-c", script],
        env=env,
        capture_output=True,
        check=True,
        text=True,
    )
    assert done.stdout.splitlines() == [
        "complete -o nosort -F _editjournal_completion editjournal",
        "snapshot",
    ]
