"""The past on the command line: looked at, taken back, played again, taken out."""

import base64
import json
import os
import pty
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from editjournal.client.api import Client, Outcome
from editjournal.schemas.places import Places
from editjournal.schemas.replies import Done

from .surface import COMMAND, Desk, Ran

TEN = "".join(f"line {number}\n" for number in range(1, 11))
THERE = "d/b\xfc.bin"
TEXT = b"caf\xe9\r\n\0"
REFUSED, WRONG_CALL = 1, 2
Tree = dict[str, tuple[bytes, int]]


def tree(root: Path) -> Tree:
    return {
        os.fspath(path.relative_to(root)): (path.read_bytes(), path.stat().st_mode & 0o777)
        for path in root.rglob("*")
        if path.is_file() and ".git" not in path.parts
    }


class Story:
    """Two agents and somebody outside, in two files, one of which is no text."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.path = desk.file("a.py", TEN)
        self.alice, self.bob = (
            Client(desk.root, name, places=desk.places) for name in ("alice", "bob")
        )
        name = os.fspath(self.path)
        self.alice_name, self.bob_name = self.alice.open().name, self.bob.open().name
        self.alice.read(name)
        self.first = self.edit(self.alice.replace(f"{name}:2", "alice 2"))
        self.bob.read(name)
        self.second = self.edit(self.bob.replace(f"{name}:8", "bob 8"))
        self.alice.snapshot("both were here")
        self.made = self.edit(self.alice.write(desk.root / THERE, TEXT, parents=True))
        self.path.write_text(f"{self.path.read_text()}outside\n")
        self.third = self.edit(self.alice.replace(f"{name}:4", "alice 4\nand 4b"))
        self.path.chmod(0o755)
        self.alice.read(name)

    def edit(self, done: Outcome) -> str:
        assert isinstance(done, Done)
        return f"e{done.seq}"

    def ask(self, *arguments: str, env: dict[str, str] | None = None) -> Ran:
        ran = self.desk.cli(*arguments, env=env)
        assert ran.code == 0, ran
        return ran

    def data(self, *arguments: str) -> bytes:
        return os.fsencode(self.ask(*arguments).out)

    def end(self) -> None:
        self.alice.close()
        self.bob.close()


@pytest.fixture
def story(desk: Desk) -> Iterator[Story]:
    """A story that the test goes on with."""
    story = Story(desk)
    yield story
    story.end()


@pytest.fixture(scope="module")
def told(shared_places: Places) -> Iterator[Story]:
    """A story that is only looked at."""
    with tempfile.TemporaryDirectory(prefix="ejw") as root:
        desk = Desk(Path(root).resolve(), shared_places)
        story = Story(desk)
        yield story
        story.end()
        desk.check()


# --- looked at ------------------------------------------------------------------------------------


def test_cat_gives_the_bytes_of_any_point(told: Story) -> None:
    before = TEN.encode()
    after = before.replace(b"line 2\n", b"alice 2\n")
    assert told.data("cat", "a.py", "--at", f"before {told.first}") == before
    assert told.data("cat", "a.py", "--at", told.first) == after
    both = after.replace(b"line 8\n", b"bob 8\n")
    assert told.data("cat", "a.py", "--at", "both were here") == both
    assert told.data("cat", "a.py", "--at", "now") == told.path.read_bytes()
    assert told.data("cat", THERE, "--at", told.made) == TEXT
    unsure = told.desk.cli("cat", "a.py", "--at", "1")
    assert (unsure.code, os.fsencode(unsure.out)) == (0, before)
    assert unsure.err.startswith("warning: the log knew nothing of these at that point")
    absent = told.desk.cli("cat", THERE, "--at", f"before {told.made}")
    assert (absent.code, absent.out) == (REFUSED, "")
    assert "was not there" in absent.err


def test_a_diff_makes_one_point_of_another(told: Story, tmp_path: Path) -> None:
    diff = told.data("diff", "--from", f"before {told.first}")
    (tmp_path / "a.py").write_text(TEN)
    subprocess.run(["git", "apply"], cwd=tmp_path, input=diff, check=True)  # noqa: S607
    assert tree(tmp_path) == tree(told.desk.root)
    assert told.data("diff", "a.py", "--from", "now", "--to", "now") == b""


def test_a_look_back_takes_no_notices_from_the_session(story: Story) -> None:
    mine = {"EDITJOURNAL_SESSION": "mine"}
    story.ask("read", "a.py", env=mine)
    story.alice.replace(f"{story.path}:1", "alice 1")
    for command in (["cat", "a.py"], ["diff", "--from", "now"]):
        assert "notice" not in story.ask(*command, env=mine).err
    assert "notice: a.py changed by" in story.ask("status", env=mine).out


def test_the_log_is_narrowed_by_all_that_is_said(told: Story) -> None:
    def ids(*options: str) -> list[str]:
        items = told.desk.cli("log", "--json", *options).json["items"]
        return [f"e{one[0]}" for one in items if one[4] == "Edited"]

    assert ids() == [told.third, told.made, told.second, told.first]
    assert ids("--session", told.bob_name) == [told.second]
    assert ids("--path", "d") == [told.made]
    assert ids("--tool", "write") == [told.made]
    assert ids("--agent", "nobody") == []
    assert ids("--since", "both were here") == [told.third, told.made]
    assert ids("--until", "both were here", "--session", told.alice_name) == [told.first]
    assert ids("--since", "1 hour ago", "--until", told.first) == [told.first]
    unknown = told.desk.cli("log", "--session", "nobody#9")
    assert unknown.code == WRONG_CALL
    assert told.alice_name in unknown.err


def test_sessions_show_and_blame_say_who_and_what(told: Story) -> None:
    sessions = told.ask("sessions").out
    assert told.alice_name in sessions
    assert told.bob_name in sessions
    shown = told.ask("show", told.second).out
    assert "-8|line 8\n" in shown
    assert "+8|bob 8\n" in shown
    blamed = told.ask("blame", "a.py").out
    for one in (told.first, told.second, told.third):
        assert one in blamed
    assert "outside" in blamed


def test_the_client_walks_the_same_past(told: Story) -> None:
    steps = list(told.alice.trail(told.alice_name))
    changed = [f"e{one.item.seq}" for one in steps if one.files]
    assert changed == [told.first, told.made, told.third]
    assert [one.files[0].new for one in steps if one.item.seq == int(told.made[1:])] == [TEXT]
    contents = told.alice.cat(told.path, at=f"before {told.first}", raw=True)
    assert contents.data == TEN.encode()
    assert told.bob.blame(told.path).runs[1].by.name == told.alice_name
    assert [one.path for one in told.alice.diff("both were here").files] == [
        b"a.py",
        THERE.encode(),
    ]
    assert told.alice.show(int(told.second[1:])).item.name == told.bob_name
    assert {told.alice_name, told.bob_name} <= {one.name for one in told.alice.sessions().items}


# --- taken back -----------------------------------------------------------------------------------


def test_one_session_is_undone_and_the_rest_stays(story: Story) -> None:
    plan = story.ask("undo", "--session", story.alice_name, "--dry-run")
    assert plan.out.startswith("preview ")
    assert b"alice 2" in story.path.read_bytes()
    unasked = story.desk.cli("undo", "--session", story.alice_name)
    assert unasked.code == WRONG_CALL
    assert "--yes to do it" in " ".join(unasked.err.split())
    assert b"alice 2" in story.path.read_bytes()
    story.ask("undo", "--session", story.alice_name, "--yes")
    assert story.path.read_text() == f"{TEN.replace('line 8', 'bob 8')}outside\n"
    assert not (story.desk.root / "d").exists()


def test_only_what_fits_every_option_is_undone(story: Story) -> None:
    story.ask(
        "undo", "--session", story.alice_name, "--since", "both were here", "--path", "a.py", "-y"
    )
    text = TEN.replace("line 2", "alice 2").replace("line 8", "bob 8")
    assert story.path.read_text() == f"{text}outside\n"
    assert (story.desk.root / THERE).read_bytes() == TEXT


def test_files_are_brought_back_to_a_point_and_that_is_undone_again(story: Story) -> None:
    now = tree(story.desk.root)
    ran = story.ask("restore", "--at", "both were here", "--yes", "--json")
    then = TEN.replace("line 2", "alice 2").replace("line 8", "bob 8").encode()
    assert {name: data for name, (data, _) in tree(story.desk.root).items()} == {"a.py": then}
    story.ask("undo", f"e{ran.json['seq']}")
    assert tree(story.desk.root) == now


def test_a_conflict_is_named_and_resolved_as_asked(story: Story) -> None:
    over = story.edit(story.bob.replace(f"{story.path}:2", "bob 2"))
    ran = story.desk.cli("undo", story.first)
    assert ran.code == REFUSED
    assert over in ran.err
    story.ask("undo", story.first, "--resolve", "newer")
    assert story.path.read_text().startswith("line 1\nline 2\nline 3\nalice 4\n")


def test_on_a_terminal_it_shows_what_it_would_do_and_asks(story: Story) -> None:
    ours, theirs = pty.openpty()
    undo = subprocess.Popen(
        [*COMMAND, "undo", story.first],
        cwd=story.desk.root,
        env=story.desk.env,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    shown = b""
    while b"Do it? [y/N]: " not in shown:
        shown += os.read(ours, 4096)
    assert f"{story.first} undone".encode() in shown
    assert b"alice 2" in story.path.read_bytes()
    os.write(ours, b"y\n")
    assert undo.wait() == 0
    os.close(ours)
    assert b"alice 2" not in story.path.read_bytes()


# --- taken out ------------------------------------------------------------------------------------


def test_replay_builds_a_sessions_files_and_compares_them(told: Story, tmp_path: Path) -> None:
    into = tmp_path / "into"
    ran = told.ask("replay", told.alice_name, "--into", str(into))
    assert told.first in ran.out
    at_third = told.data("cat", "a.py", "--at", told.third)
    assert (into / "a.py").read_bytes() == at_third
    assert (into / THERE).read_bytes() == TEXT
    assert "had been changed by others" in ran.out
    again = told.desk.cli("replay", told.alice_name, "--into", str(into))
    assert again.code == WRONG_CALL
    told.ask("replay", told.alice_name, "--into", str(tmp_path / "x"), "--until", told.first)
    assert tree(tmp_path / "x")["a.py"][0] == TEN.replace("line 2", "alice 2").encode()
    lines = told.ask(
        "replay", told.bob_name, "--into", str(tmp_path / "y"), "--json"
    ).out.splitlines()
    steps = [json.loads(line) for line in lines]
    assert [one["seq"] for one in steps if one["files"]] == [int(told.second[1:])]


def test_all_patches_applied_by_git_give_the_files_as_they_are(told: Story, tmp_path: Path) -> None:
    patches, repository = tmp_path / "patches", tmp_path / "git"
    told.ask("export", "--all", "--format", "patch", "--output", str(patches))
    repository.mkdir()
    who = dict.fromkeys((f"GIT_COMMITTER_{one}" for one in ("NAME", "EMAIL")), "x@y")
    env = {**os.environ, **who, "GIT_CONFIG_NOSYSTEM": "1", "HOME": str(tmp_path)}

    def git(*arguments: str) -> str:
        command = ["git", "-c", "user.name=x", "-c", "user.email=x@y", *arguments]
        return subprocess.check_output(command, cwd=repository, env=env, text=True)

    git("init", "-q")
    (repository / "a.py").write_text(TEN)
    git("add", "-A")
    git("commit", "-q", "-m", "as it was before the journal")
    git("am", "-q", *map(str, sorted(patches.iterdir())))
    assert tree(repository) == tree(told.desk.root)
    authors = git("log", "--reverse", "--format=%an").split()[1:]
    assert authors == [
        told.alice_name,
        told.bob_name,
        told.alice_name,
        "outside",
        told.alice_name,
        "outside",
    ]
    mbox = told.data("export", "--all", "--format", "patch")
    assert mbox == b"".join(one.read_bytes() for one in sorted(patches.iterdir()))


def test_the_lines_of_json_are_enough_to_build_every_file(told: Story, tmp_path: Path) -> None:
    output = tmp_path / "all.jsonl"
    told.ask("export", "--all", "--format", "jsonl", "--output", str(output))
    assert told.desk.cli("export", "--all", "--format", "jsonl", "--output", str(output)).code == 2
    files: dict[str, tuple[bytes, int]] = {}

    def content(value: dict[str, str]) -> bytes:
        return base64.b64decode(value["base64"]) if "base64" in value else value["text"].encode()

    lines = [json.loads(line) for line in output.read_bytes().splitlines()]
    assert lines[-1]["type"] == "end"
    for change in (one for line in lines[1:-1] for one in line["changes"]):
        old = content(change["base"]) if "base" in change else files.get(change["path"], (b"",))[0]
        end = change["at"] + change["removed"]
        new = old[: change["at"]] + content(change["inserted"]) + old[end:]
        files[change["path"]] = (new, int(change["after"]["mode"], 8))
    assert files == tree(told.desk.root)
