"""Files as people have them, through the command line and an agent's server."""

import os
import stat
import subprocess
from pathlib import Path

import pytest

from .surface import COMMAND, Desk, Ran

TEN_LINES = "".join(f"line {number}\n" for number in range(1, 11))
EDITED = TEN_LINES.replace("line 3", "three")
DONE, REFUSED, WRONG_CALL, TROUBLE = range(4)


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def with_umask(desk: Desk, umask: int, *arguments: str) -> Ran:
    done = subprocess.run(
        [*COMMAND, *arguments],
        cwd=desk.root,
        env={**desk.env, "EDITJOURNAL_SESSION": f"umask {umask:o}"},
        umask=umask,
        capture_output=True,
        text=True,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("umask", [0o022, 0o002, 0o077, 0o027, 0o000])
def test_a_new_file_and_its_folders_get_the_umask_of_who_asked(desk: Desk, umask: int) -> None:
    ran = with_umask(desk, umask, "write", "--parents", "a/b/new.txt", "--content", "new\n")
    assert ran.code == DONE, ran
    assert (desk.root / "a/b/new.txt").read_text() == "new\n"
    assert mode_of(desk.root / "a/b/new.txt") == 0o666 & ~umask
    assert [mode_of(desk.root / one) for one in ("a", "a/b")] == [0o777 & ~umask] * 2


def test_an_undo_of_a_new_file_takes_the_folders_made_for_it_along(desk: Desk) -> None:
    (desk.root / "there").mkdir()
    ran = desk.cli("write", "--parents", "there/a/b/new.txt", "--content", "x", "--json")
    assert desk.cli("undo", f"e{ran.json['seq']}").code == DONE
    assert list((desk.root / "there").iterdir()) == []


def test_an_agents_edit_keeps_a_script_a_script_and_a_link_a_link(desk: Desk) -> None:
    script = desk.file("bin/run.sh", TEN_LINES)
    script.chmod(0o755)
    os.setxattr(script, "user.colour", b"blue")
    (desk.root / "run").symlink_to("bin/run.sh")
    host = desk.host()
    read = host.call("be-read", file="run")
    view = read.split("view ", 1)[1].split()[0]
    host.call("be-replace", file="run:3", content="three\n", viewed_code_id=view)
    assert script.read_text() == EDITED
    assert (mode_of(script), os.getxattr(script, "user.colour")) == (0o755, b"blue")
    assert (desk.root / "run").readlink() == Path("bin/run.sh")


def test_a_read_only_file_is_refused_unless_forced(desk: Desk) -> None:
    path = desk.file("a.txt", TEN_LINES)
    path.chmod(0o444)
    ran = desk.cli("replace", "a.txt:3", "--content", "three")
    assert (ran.code, path.read_text()) == (REFUSED, TEN_LINES)
    assert desk.cli("replace", "a.txt:3", "--content", "three", "--force").code == DONE
    assert (path.read_text(), mode_of(path)) == (EDITED, 0o444)


@pytest.mark.parametrize(
    "name",
    [
        b"two words.txt",
        b"-rf",
        b"a:b.txt",
        b"C:\\x",
        b"two\nlines",
        b"caf\xe9",
        "e\u0301".encode(),
        "\u00e9".encode(),
        b"n" * 255,
    ],
)
def test_a_name_is_a_name_whatever_is_in_it(desk: Desk, name: bytes) -> None:
    path = desk.root / os.fsdecode(name)
    assert desk.cli("write", "--content", TEN_LINES, "--", name).code == DONE
    assert list(desk.root.iterdir()) == [path]
    assert desk.cli("replace", "--content", "three", "--", name + b":3").code == DONE
    assert path.read_text() == EDITED
    assert b"three" in os.fsencode(desk.cli("read", "--", name).out)


def test_an_agent_can_ask_for_a_name_that_is_no_text(desk: Desk) -> None:
    path = desk.root / os.fsdecode(b"caf\xe9")
    path.write_text(TEN_LINES)
    host = desk.host()
    url = desk.root.as_uri() + "/caf%E9"
    assert "3|line 3" in host.call("be-read", file=url)
    assert host.call("be-replace", file=url + ":3", content="three\n").startswith("ok ")
    assert path.read_text() == EDITED
    assert list(desk.root.iterdir()) == [path]
