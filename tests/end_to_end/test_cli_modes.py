"""Modes that something else has set, undone through the commands."""

import re
import stat
from pathlib import Path

from .surface import Desk

DONE, REFUSED = 0, 1


def mode_of(path: Path) -> str:
    return f"{stat.S_IMODE(path.stat().st_mode):04o}"


def noticed(desk: Desk, name: str) -> str:
    """Let the journal look at a file, and return the id of what it found changed outside."""
    desk.cli("read", name)
    lines = desk.cli("log", name).out.splitlines()
    found = [line.split()[1] for line in lines if " changed outside: " in line]
    return f"e{found[0]}"


def test_a_chmod_is_undone_and_redone_and_the_words_say_so(desk: Desk) -> None:
    path = desk.file("run.sh")
    path.chmod(0o644)
    desk.cli("read", "run.sh")
    path.chmod(0o755)
    change = noticed(desk, "run.sh")
    assert f"ok {change} undone" in (ran := desk.cli("undo", change)).out, ran
    assert "run.sh mode 0755 -> 0644" in ran.out
    assert mode_of(path) == "0644"
    assert desk.cli("redo", change).code == DONE
    assert mode_of(path) == "0755"


def test_text_and_mode_are_undone_together(desk: Desk) -> None:
    path = desk.file("run.sh")
    path.chmod(0o755)
    text = path.read_text()
    desk.cli("read", "run.sh")
    path.write_text(text + "more\n")
    path.chmod(0o600)
    ran = desk.cli("undo", noticed(desk, "run.sh"))
    assert re.search(r"run\.sh .*, mode 0600 -> 0755", ran.out), ran
    assert (path.read_text(), mode_of(path)) == (text, "0755")


def test_a_mode_set_again_since_is_a_conflict_that_names_who(desk: Desk) -> None:
    path = desk.file("run.sh")
    path.chmod(0o644)
    desk.cli("read", "run.sh")
    path.chmod(0o755)
    change = noticed(desk, "run.sh")
    path.chmod(0o700)
    ran = desk.cli("undo", change)
    assert ran.code == REFUSED
    assert re.search(
        r"outside editjournal \(e\d+\) changed the file's mode since\. "
        r"It is 0700 now; 0644 would come back\.",
        ran.err,
    ), ran
    assert mode_of(path) == "0700"
    desk.cli("undo", change, "--resolve", "newer")
    assert mode_of(path) == "0644"


def test_nothing_is_put_back_through_a_link_that_took_a_files_place(desk: Desk) -> None:
    path, other = desk.file("a.py"), desk.file("b.py", "other\n")
    edit = re.search(r"edit (e\d+)", desk.cli("replace", "a.py:1", "--content", "ONE").out)
    assert edit
    path.unlink()
    path.symlink_to("b.py")
    ran = desk.cli("undo", edit[1])
    assert ran.code == REFUSED
    assert "a symlink to b.py stands there now" in ran.err
    assert other.read_text() == "other\n"
    assert path.is_symlink()
