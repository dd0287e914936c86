"""How far long work has come is shown on a terminal, and nothing is loaded for it elsewhere."""

import io
import subprocess
import sys

import pytest

from editjournal.client.commands import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def show(what: str, *, beside_output: bool = False) -> None:
    with progress.shown(what, 10, beside_output=beside_output) as advance:
        for done in range(11):
            advance(done)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setenv("TERM", "xterm")
    return Terminal()


def test_on_a_terminal_there_is_a_bar(monkeypatch: pytest.MonkeyPatch, terminal: Terminal) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stderr", terminal)
        show("export")
    assert "export" in terminal.getvalue()
    assert "100%" in terminal.getvalue()


def test_beside_lines_on_the_same_terminal_there_is_none(
    monkeypatch: pytest.MonkeyPatch, terminal: Terminal
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stderr", terminal)
        patched.setattr(sys, "stdout", terminal)
        show("replay", beside_output=True)
    assert terminal.getvalue() == ""


def test_without_a_terminal_it_says_nothing_and_loads_nothing() -> None:
    code = (
        "import sys\n"
        "from editjournal.client import cli\n"
        "from editjournal.client.commands import progress, taking_out\n"
        "with progress.shown('x', 10) as advance: advance(3)\n"
        "print('rich' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert (ran.stdout, ran.stderr) == ("False\n", "")


def test_a_command_that_takes_nothing_out_does_not_load_what_only_that_needs() -> None:
    code = "import sys; from editjournal.client import cli; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    loaded = set(ran.stdout.split())
    assert "editjournal.client.cli" in loaded
    assert not {"rich", "difflib", "email", "editjournal.client.words.render"} & loaded
