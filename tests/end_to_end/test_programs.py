"""Programs that work on files which agents have seen: formatters, git, editors, shells.

All of them for real. In the end the log has the last bytes, and agents are told once.
"""

import itertools
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from editjournal.client.api import Client, Refused, Span
from editjournal.schemas.facts import ChangedOutside
from editjournal.schemas.replies import Shown
from editjournal.schemas.requests import Read

from .agents import Agent, id_in
from .hearing import Ear
from .surface import Desk, ask_all
from .test_watching import TEN_LINES, notices, run, sed

FOLDERS = 200
"""More folders than are watched."""


# --- formatters -----------------------------------------------------------------------------------

FORMATTER = """
import pathlib, sys
for path in sorted(pathlib.Path(sys.argv[1]).rglob("*.py")):
    path.write_text("# formatted\\n" + path.read_text())
"""


@pytest.mark.parametrize("files", [400, pytest.param(2_000, marks=pytest.mark.slow)])
def test_a_formatter_over_all_files_is_known_to_the_last_of_them(desk: Desk, files: int) -> None:
    names = [f"f{number % FOLDERS}/m{number}.py" for number in range(files)]
    for name in names:
        desk.file(name, f"# {name}\n{TEN_LINES}")
    edited = [desk.file(f"edited/e{number}.py", TEN_LINES) for number in range(20)]
    with (
        Client(desk.root, "codex", places=desk.places) as codex,
        Client(desk.root, "claude", places=desk.places) as claude,
        Ear(desk) as ear,
    ):
        codex.open()
        seen = ask_all(codex.connection, [Read(name.encode()) for name in names])
        views = {reply.path.decode(): reply.seq for reply in seen if isinstance(reply, Shown)}
        theirs = {path: claude.read(path).seq for path in edited}
        with subprocess.Popen([sys.executable, "-c", FORMATTER, desk.root]):
            for number, path in enumerate(edited, start=1):
                ear.until(lambda: len(ear.outside) >= files // 20 * number)  # noqa: B023
                try_to_edit(claude, path, theirs[path])
        ear.until(lambda: ear.outside.keys() >= set(names))
        reply = codex.status()
        assert len(reply.notices) == 3
        assert reply.more_notices == files - 3
        for one in reply.notices:
            assert (one.kind, one.after, one.delta, one.spans) == ("changed", 0, 1, ())
        assert reply.watching is not None
        assert dict(reply.watching.unwatched)["cap"] > FOLDERS - 128
        assert codex.status().notices == ()
        name = names[-1]
        with pytest.raises(Refused) as caught:
            codex.replace(name, "mine\n", span=Span(3, 3), view=views[name])
        codex.confirm(caught.value.reply.seq)
        assert (desk.root / name).read_text().splitlines()[3] == "mine"


def try_to_edit(client: Client, path: Path, view: int) -> None:
    """Edit a line while a formatter may be at the file: it is made there, or refused."""
    formatted = "# formatted\n"
    try:
        client.replace(path, "mine\n", span=Span(3, 3), view=view)
    except Refused:
        assert "mine" not in path.read_text()
    else:
        left = path.read_text().removeprefix(formatted)
        assert left in ("", TEN_LINES, TEN_LINES.replace("line 3", "mine"))


# --- git ------------------------------------------------------------------------------------------


@pytest.fixture
def git(desk: Desk) -> Callable[..., str]:
    """Return git in the workspace, which is a repository with the branches main and other."""
    plain = {**desk.env, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}
    named = ("git", "-c", "user.name=n", "-c", "user.email=e@localhost")

    def run_git(*arguments: str) -> str:
        done = subprocess.run(
            [*named, *arguments], cwd=desk.root, env=plain, check=True, capture_output=True
        )
        return done.stdout.decode()

    run_git("init", "--quiet", "--initial-branch=main")
    for name in ("a.py", "b.py", "same.py", "pkg/d.py", "pkg/e.py"):
        desk.file(name, f"# {name}\n{TEN_LINES}")
    run_git("add", ".")
    run_git("commit", "--quiet", "--message=one")
    run_git("switch", "--quiet", "--create", "other")
    sed(desk.root / "a.py", "4s/.*/changed/;$a added")
    run_git("rm", "--quiet", "-r", "b.py", "pkg")
    desk.file("new/n.py")
    run_git("add", ".")
    run_git("commit", "--quiet", "--message=two")
    run_git("switch", "--quiet", "main")
    return run_git


BRANCHES = ("a.py", "b.py", "pkg/d.py", "pkg/e.py")
"""What differs between them."""


def test_a_switch_to_another_branch_and_back_is_known_and_told(
    desk: Desk, git: Callable[..., str]
) -> None:
    before = {name: (desk.root / name).read_bytes() for name in (*BRANCHES, "same.py")}
    agent = Agent(desk.host(client="codex"))
    views = {name: id_in(agent.call("be-read", file=name), "view") for name in before}
    with Ear(desk) as ear:
        git("switch", "--quiet", "other")
        for name in BRANCHES:
            ear.until_known(desk.root / name)
        told = notices(agent.call("be-trx", action="status"))
        assert len(told) == 4
        assert told[-1].startswith("1 more file changed"), told
        agent.call("be-read", file="new/n.py")
        log = desk.cli("log", "pkg/d.py").out.splitlines()
        assert any("  outside  " in line and "pkg/d.py: removed" in line for line in log), log
        git("switch", "--quiet", "main")
        for name in (*BRANCHES, "new/n.py"):
            ear.until_known(desk.root / name)
        assert len(notices(agent.call("be-trx", action="status"))) == 4
        assert ear.outside.keys() == {*BRANCHES, "new/n.py"}
    assert {name: (desk.root / name).read_bytes() for name in before} == before
    status = agent.call("be-trx", action="status")
    assert not any(f"{view} " in status for view in views.values()), "all is as it was shown"
    made = agent.call("be-replace", file="a.py:3", content="x", viewed_code_id=views["a.py"])
    assert made.startswith("ok "), made
    assert git("status", "--porcelain") == " M a.py\n"


def test_there_and_back_between_two_calls_is_no_news(desk: Desk, git: Callable[..., str]) -> None:
    agent = Agent(desk.host(client="codex"))
    names = ("a.py", "b.py")
    for name in names:
        agent.call("be-read", file=name)
    with Ear(desk) as ear:
        for branch in ("other", "main"):
            git("switch", "--quiet", branch)
            for name in names:
                ear.until_known(desk.root / name)
    assert notices(agent.call("be-trx", action="status")) == []


def test_people_undo_one_change_of_many_that_came_from_outside(
    desk: Desk, git: Callable[..., str]
) -> None:
    agent = Agent(desk.host(client="codex"))
    for name in BRANCHES:
        agent.call("be-read", file=name)
    with Ear(desk) as ear:
        git("switch", "--quiet", "other")
        changes = {name: ear.until_known(desk.root / name).seq for name in BRANCHES}
    assert not (desk.root / "pkg").exists(), "it comes back with its file"
    for name in ("a.py", "b.py", "pkg/d.py"):
        undone = desk.cli("undo", str(changes[name]))
        assert undone.code == 0, undone
        assert (desk.root / name).read_text() == f"# {name}\n{TEN_LINES}"
    assert not (desk.root / "pkg/e.py").exists()
    assert desk.cli("redo", str(changes["b.py"])).code == 0
    assert not (desk.root / "b.py").exists()


# --- saving often ---------------------------------------------------------------------------------

SAVES = 200
SAVER = f"""
import os, sys
for number in range({SAVES}):
    with open(sys.argv[1] + "~", "w") as file:
        file.write("saved " + str(number) + chr(10) + "x" * number)
    if number % 2:
        os.replace(sys.argv[1] + "~", sys.argv[1])
    else:
        os.truncate(sys.argv[1], 0)
        with open(sys.argv[1], "w") as file:
            file.write("saved in place " + str(number) + chr(10))
"""


def test_a_file_saved_without_pause_is_one_notice_and_its_last_bytes_are_known(desk: Desk) -> None:
    path = desk.file("a.py", TEN_LINES)
    desk.file("b.py", TEN_LINES)
    agent, other = Agent(desk.host(client="codex")), Agent(desk.host(client="claude"))
    for one in (agent, other):
        one.call("be-read", file="a.py")
    other.call("be-read", file="b.py")
    with Ear(desk) as ear:
        with subprocess.Popen([sys.executable, "-c", SAVER, path]) as saver:
            edits = 0
            while saver.poll() is None or edits < 10:
                edits += 1
                content = f"edit {edits}"
                made = other.call("be-replace", file=f"b.py:{edits % 10 + 1}", content=content)
                assert made.startswith("ok "), made
        ear.until_known(path)
        logged = [one.seq for one in ear.entries]
        assert logged == list(range(logged[0], logged[0] + len(logged))), "one log, no forks"
        facts = [one.fact for one in ear.outside["a.py"]]
        chain = [one.change for one in facts if isinstance(one, ChangedOutside)]
        for earlier, later in itertools.pairwise(chain):
            assert later.before == earlier.after
    told = notices(agent.call("be-trx", action="status"))
    assert len(told) == 1, told
    assert told[0].startswith("a.py changed outside editjournal ")
    assert notices(agent.call("be-trx", action="status")) == []
    assert path.read_text().startswith(f"saved {SAVES - 1}\n")


# --- editors and shells ---------------------------------------------------------------------------


def vim(copies: str) -> Callable[[Path], object]:
    def save(path: Path) -> None:
        quiet = ("vim", "-u", "NONE", "-i", "NONE", "-n", "-es")
        run(*quiet, "-c", f"set backup backupcopy={copies}", "-c", "4s/.*/vim/", "-c", "wq", path)

    return save


SAVE_ATOMICALLY = """
import os, sys
with open(sys.argv[1] + ".tmp", "w") as file:
    file.write("saved\\n")
    file.flush()
    os.fsync(file.fileno())
os.replace(sys.argv[1] + ".tmp", sys.argv[1])
"""


def save_atomically(path: Path) -> None:
    run(sys.executable, "-c", SAVE_ATOMICALLY, path)


def copy_over(path: Path) -> None:
    run("cp", path.parent.parent / "other.py", path)


def move_over(path: Path) -> None:
    run("mv", path.parent.parent / "other.py", path)


def truncate(path: Path) -> None:
    run("truncate", "--size=0", path)


def append(path: Path) -> None:
    run("sh", "-c", f"echo appended >> {path}")


def remove(path: Path) -> None:
    run("rm", path)


def move_another_in(path: Path) -> None:
    run("mv", path, path.with_name("away.py"))
    run("mv", path.parent.parent / "other.py", path)


def write_through_a_hard_link(path: Path) -> None:
    """No event tells of it in the file's own folder: only the sweep finds it."""
    elsewhere = path.parent.parent / "elsewhere"
    elsewhere.mkdir()
    run("ln", path, elsewhere / "linked")
    run("sh", "-c", f"echo appended >> {elsewhere / 'linked'}")


def make_the_folder_anew(path: Path) -> None:
    run("rm", "-r", path.parent)
    path.parent.mkdir()
    path.write_text("new\n")


def put_another_folder_there(path: Path) -> None:
    another = path.parent.with_name("another")
    another.mkdir()
    (another / path.name).write_text("another\n")
    run("mv", path.parent, path.parent.with_name("away"))
    run("mv", another, path.parent)


WAYS: dict[str, Callable[[Path], object]] = {
    "a temp file, fsync and rename": save_atomically,
    "sed -i": lambda path: sed(path, "4d"),
    "cp": copy_over,
    "mv": move_over,
    "truncate": truncate,
    "append": append,
    "rm": remove,
    "another moved in": move_another_in,
    "a hard link": write_through_a_hard_link,
    "the folder made anew": make_the_folder_anew,
    "another folder": put_another_folder_there,
}
if shutil.which("vim"):
    WAYS.update({"vim backupcopy=yes": vim("yes"), "vim backupcopy=no": vim("no")})


@pytest.mark.parametrize("change", WAYS.values(), ids=WAYS.keys())
def test_however_a_file_is_changed_it_is_told_and_so_is_the_next_change(
    desk: Desk, change: Callable[[Path], object]
) -> None:
    path = desk.file("folder/a.py", TEN_LINES)
    desk.file("other.py", "other\n" + TEN_LINES)
    with Client(desk.root, "codex", places=desk.places) as client, Ear(desk) as ear:
        client.read(path)
        change(path)
        ear.until_known(path)
        [notice] = client.status().notices
        assert notice.path == b"folder/a.py"
        assert notice.kind == ("changed" if path.exists() else "gone")
        assert client.status().notices == ()
        path.write_text("and once more\n")
        ear.until_known(path)
        assert [one.path for one in client.status().notices] == [b"folder/a.py"]


def test_a_change_of_mode_is_known_and_no_news(desk: Desk) -> None:
    path = desk.file("a.py", TEN_LINES)
    with Client(desk.root, "codex", places=desk.places) as client, Ear(desk) as ear:
        view = client.read(path).seq
        run("chmod", "755", path)
        ear.until_known(path)
        assert client.status().notices == ()
        assert client.replace(path, "mine\n", span=Span(4, 4), view=view).seq
        assert path.stat().st_mode & 0o777 == 0o755


def test_a_file_seen_through_a_symlinked_folder_is_watched_where_it_is(desk: Desk) -> None:
    path = desk.file("real/a.py", TEN_LINES)
    (desk.root / "link").symlink_to("real")
    with Client(desk.root, "codex", places=desk.places) as client, Ear(desk) as ear:
        view = client.read("link/a.py").seq
        sed(path, "4d")
        ear.until_known(path)
        [notice] = client.status().notices
        assert (notice.path, notice.view, notice.spans) == (b"real/a.py", view, (Span(4, 4),))


def test_a_file_moved_away_is_not_followed_and_its_old_name_is_gone(desk: Desk) -> None:
    path = desk.file("a.py", TEN_LINES)
    with Client(desk.root, "codex", places=desk.places) as client, Ear(desk) as ear:
        client.read(path)
        moved = desk.root / "b.py"
        run("mv", path, moved)
        ear.until_known(path)
        assert [one.kind for one in client.status().notices] == ["gone"]
        client.read(moved)
        sed(moved, "4d")
        ear.until_known(moved)
        assert [one.path for one in client.status().notices] == [b"b.py"]
