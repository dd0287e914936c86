"""A git history played through the daemon, gone back through, and taken out as patches.

Each commit is what one of three sessions does, in turns: one writes whole files, one changes lines
that it has read, one is an agent over MCP; modes change outside. Then the files are brought back to
each commit, in no order, and compared with git's tree of it: every byte and every mode. What git
am makes of the exported patches is compared, too. Links are not played: no session can make one.

The history is a made one that has every kind of change, and this project's own.
"""

import base64
import difflib
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from editjournal.client.api import Client, Outcome
from editjournal.schemas.replies import Done, Unchanged
from editjournal.schemas.requests import Item
from editjournal.schemas.values import Point, Span

from .git_trees import EXECUTABLE, Git, Tree, blob_id, modes_of, tree_of
from .surface import Desk, Host

PROJECT = Path(__file__).parents[2]
RECENT_COMMITS_MAX = 15
RECENT_CHANGES_MAX = 250
"""Of files, where one that is another counts twice."""
NOTHING = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
"""The tree without files."""
READ_BYTES_MAX = 1 << 20


class Commit(NamedTuple):
    name: str
    tree: Tree


class Visited(NamedTuple):
    """A moment at which the files were those of a commit."""

    seq: int
    tree: Tree
    modes: dict[bytes, int]


# --- the three who play it ------------------------------------------------------------------------


class Writer:
    """Writes each file whole, as bytes, in one edit."""

    def __init__(self, desk: Desk, name: str = "ada") -> None:
        self.root = desk.root
        self.client = Client(desk.root, name, places=desk.places)

    def put(self, files: dict[bytes, bytes], before: dict[bytes, bytes]) -> None:
        """Make files so; `before` has the bytes of those that are there."""
        if files:
            expect_done(self.client.write_several(self.named(files), parents=True))

    def remove(self, path: bytes) -> None:
        expect_done(self.client.delete(self.name(path), remove=True))

    def look_at(self, path: bytes) -> None:
        self.client.read(self.name(path), max_bytes=1)

    def close(self) -> None:
        self.client.close()

    def name(self, path: bytes) -> bytes:
        return bytes(self.root) + b"/" + path

    def named(self, files: dict[bytes, bytes]) -> dict[bytes, str | bytes]:
        return {self.name(path): data for path, data in files.items()}


class LineEditor(Writer):
    """Reads the files that there are, and changes only lines, in one edit of all of them."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "ben")

    def put(self, files: dict[bytes, bytes], before: dict[bytes, bytes]) -> None:
        by_lines = {
            path: data
            for path, data in files.items()
            if path in before and is_plain(data) and is_plain(before[path])
        }
        items: list[Item] = []
        for path, data in by_lines.items():
            self.client.read(self.name(path), max_bytes=READ_BYTES_MAX)
            items += self.items(path, before[path], data)
        if items:
            expect_done(self.client.replace_several(items[0].file, items))
        super().put({path: files[path] for path in files.keys() - by_lines.keys()}, before)

    def items(self, path: bytes, before: bytes, after: bytes) -> Iterator[Item]:
        """Yield the changes that make one text of another."""
        old, new = (text.decode().splitlines(keepends=True) for text in (before, after))
        matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
        for tag, first, last, start, end in matcher.get_opcodes():
            content = "".join(new[start:end])
            if tag == "insert":
                yield Item(content, after=first, file=self.name(path))
            elif tag != "equal":
                yield Item(content, Span(first + 1, last), file=self.name(path))


class Agent:
    """Calls the tools over MCP; what is no plain text is sent as base64."""

    def __init__(self, desk: Desk) -> None:
        self.host: Host = desk.host("--tools", "all", client="cy")

    def put(self, files: dict[bytes, bytes], before: dict[bytes, bytes]) -> None:
        if files:
            sent = [self.sent(path, data) for path, data in files.items()]
            self.call("be-write", files=sent, parents=True)

    def sent(self, path: bytes, data: bytes) -> dict[str, Any]:
        if is_plain(data):
            return {"file": path.decode(), "content": data.decode()}
        content = base64.b64encode(data).decode()
        return {"file": path.decode(), "content": content, "base64": True}

    def remove(self, path: bytes) -> None:
        self.call("be-delete", file=path.decode(), remove=True)

    def look_at(self, path: bytes) -> None:
        self.host.call("be-read", file=path.decode(), max_bytes=1)

    def close(self) -> None:
        self.host.close()

    def call(self, tool: str, **arguments: Any) -> None:
        reply = self.host.call(tool, **arguments)
        assert reply.startswith("ok "), reply


Player = Writer | Agent


def is_plain(data: bytes) -> bool:
    """Tell whether bytes are text of whole lines that ends with LF."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return False
    return text.endswith("\n") and text.split("\n")[:-1] == text.splitlines() and "\0" not in text


def expect_done(outcome: Outcome) -> None:
    assert isinstance(outcome, Done), outcome


# --- the play -------------------------------------------------------------------------------------


class Stage:
    """A workspace in which the commits of a repository are played."""

    def __init__(self, desk: Desk, source: Git) -> None:
        self.desk = desk
        self.source = source
        self.points: list[Visited] = []

    def check_out(self, root: Path, tree: Tree) -> None:
        """Put the files of a tree in a folder, past the daemon."""
        contents = self.source.bytes_of(blob.id for blob in tree.values())
        for path, blob in tree.items():
            file = root / path.decode()
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(contents[blob.id])
            file.chmod(0o755 if blob.mode == EXECUTABLE else 0o644)

    def play(self, start: Tree, commits: list[Commit]) -> None:
        """Let three sessions make the commits, in turns."""
        players: list[Player] = [Writer(self.desk), LineEditor(self.desk), Agent(self.desk)]
        with self.client() as marking:
            before = start
            for number, commit in enumerate(commits):
                self.make(players[number % len(players)], before, commit.tree)
                before = commit.tree
                self.note(marking.snapshot(commit.name).seq, commit.tree)
        for player in players:
            player.close()

    def make(self, player: Player, before: Tree, after: Tree) -> None:
        """Make a tree of the one before it."""
        for path in sorted(before.keys() - after.keys()):
            player.remove(path)
        blobs = (*before.values(), *after.values())
        contents = self.source.bytes_of(blob.id for blob in blobs)
        changed = {
            path: contents[blob.id]
            for path, blob in after.items()
            if path not in before or before[path].id != blob.id
        }
        player.put(changed, {path: contents[blob.id] for path, blob in before.items()})
        for path, blob in after.items():
            was = before[path].mode if path in before else "100644"
            if blob.mode != was:
                file = self.desk.root / path.decode()
                file.chmod(0o755 if blob.mode == EXECUTABLE else 0o644)
                player.look_at(path)

    def note(self, seq: int, tree: Tree) -> None:
        """Note that the files are these, which is checked."""
        assert tree_of(self.desk.root) == tree
        self.points.append(Visited(seq, tree, modes_of(self.desk.root)))

    def go_back_to(self, points: list[Visited]) -> None:
        """Bring the files back to each of these points, one after the other."""
        with self.client() as client:
            for point in points:
                is_so = tree_of(self.desk.root) == point.tree
                outcome = client.restore(Point(seq=point.seq), anyone=True)
                assert isinstance(outcome, Unchanged if is_so else Done)
                assert modes_of(self.desk.root) == point.modes
                self.note(outcome.seq, point.tree)

    def reconstruct(self, before: Tree, points: list[Visited]) -> int:
        """Have each file that a commit changed as it was before and after; return how many."""
        looked_at = 0
        with self.client() as client:
            earlier = Visited(points[0].seq, before, {})
            for point in points:
                for path in {*earlier.tree, *point.tree}:
                    if earlier.tree.get(path) == point.tree.get(path):
                        continue
                    looked_at += 1
                    self.expect(client, path, point)
                    if earlier.modes:
                        self.expect(client, path, earlier)
                earlier = point
        return looked_at

    def expect(self, client: Client, path: bytes, point: Visited) -> None:
        name = bytes(self.desk.root) + b"/" + path
        found = client.cat(name, at=Point(seq=point.seq), raw=True)
        if path not in point.tree:
            assert found.version is None
            return
        assert blob_id(found.data) == point.tree[path].id
        assert found.version is not None
        assert found.version.mode == point.modes[path]

    def apply_patches(self, start: Tree, folder: Path) -> int:
        """Let git apply what is exported, and compare at each point; return how many patches."""
        patches, top = folder / "patches", folder / "applied"
        command = ("export", "--all", "--format", "patch", "--output", str(patches))
        ran = self.desk.cli(*command)
        assert ran.code == 0, ran
        top.mkdir()
        git = Git(top)
        git.run("init", "--quiet")
        self.check_out(top, start)
        git.commit_all("as it was before the journal")
        left = sorted(patches.iterdir())
        for point in self.points:
            due = [one for one in left if entry_of(one) <= point.seq]
            left = left[len(due) :]
            if due:
                git.run("am", "--quiet", *map(str, due))
            assert git.tree() == point.tree
        assert not left
        return len(list(patches.iterdir()))

    def client(self) -> Client:
        return Client(self.desk.root, "keeper", places=self.desk.places, deadline_s=120)


def entry_of(patch: Path) -> int:
    """Return the entry that a patch is of: of "000012-e345.patch", and of "000012-345.patch"."""
    return int(patch.stem.split("-")[1].removeprefix("e"))


def prove(desk: Desk, source: Git, names: list[str]) -> str:
    """Play commits, the first of them as what was there; return what was done, and how long."""
    start, *trees = map(source.tree, names)
    commits = [Commit(name, tree) for name, tree in zip(names[1:], trees, strict=True)]
    stage = Stage(desk, source)
    stage.check_out(desk.root, start)
    began = time.monotonic()
    stage.play(start, commits)
    points, played_s = list(stage.points), time.monotonic() - began
    desk.stop()  # all that follows is known from the log
    shuffled = points[:]
    random.Random(7).shuffle(shuffled)  # noqa: S311 - the same order each time
    began = time.monotonic()
    stage.go_back_to(shuffled)
    restored_s = time.monotonic() - began
    began = time.monotonic()
    looked_at = stage.reconstruct(start, points)
    looked_at_s = time.monotonic() - began
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        patches = stage.apply_patches(start, Path(folder))
        applied_s = time.monotonic() - began
    return (
        f"{len(points)} commits played in {played_s:.1f} s, each restored in {restored_s:.1f} s, "
        f"{looked_at} files read at a point in {looked_at_s:.1f} s, "
        f"{patches} patches exported and applied in {applied_s:.1f} s"
    )


# --- histories ------------------------------------------------------------------------------------


class Folder:
    """The repository that has every kind of change; each commit is made of files as they are."""

    def __init__(self, top: Path) -> None:
        self.top = top
        self.git = Git(top)
        self.git.run("init", "--quiet")

    def put(self, name: str, data: str | bytes, mode: int = 0o644) -> None:
        file = self.top / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data.encode() if isinstance(data, str) else data)
        file.chmod(mode)

    def commit(self, message: str) -> None:
        self.git.commit_all(message)


def made_history(top: Path) -> Git:
    """Make a repository of twelve commits."""
    lines = [f"line {number}\n" for number in range(1, 41)]
    every_byte = bytes(range(256)) * 8
    made = Folder(top)
    made.put("a.py", "".join(lines))
    made.put("docs/read me.md", "# Title\n\ntext\n")
    made.put("bin/run", "#!/bin/sh\necho run\n", 0o755)
    made.commit("files of both modes")
    made.put("a.py", "".join([*lines[:4], "between\n", *lines[4:20], *lines[25:]]))
    made.put("crlf.txt", "one\r\ntwo\r\nthree\r\n")
    made.put("logo.png", b"\x89PNG\r\n\x1a\n" + every_byte)
    made.commit("lines in and out, line ends, and what is no text")
    (top / "bin/run").chmod(0o644)
    (top / "docs/read me.md").chmod(0o755)
    made.commit("modes alone")
    (top / "a.py").rename(top / "docs/b.py")
    made.put("empty", b"")
    made.commit("renamed, and an empty one")
    made.put("docs/b.py", "".join(lines[::2]) + "no end", 0o755)
    made.put("crlf.txt", "one\r\nTWO\r\nthree\r\n")
    made.commit("mode and text at once, no end of line at the end")
    made.put("logo.png", every_byte[::-1] + b"\n\n\0")
    made.put("utf16.txt", "eins\nzwei \u2028 drei\n".encode("utf-16"))
    made.put("latin1.txt", "Gr\xf6\xdfe\n".encode("latin-1"))
    made.commit("other bytes, other encodings")
    (top / "logo.png").unlink()
    (top / "docs/read me.md").unlink()
    made.put('odd "names"/\u00fc\u6587 (1).txt', "a\ttab\x0cand a feed\n \n\n")
    made.commit("removed, and odd names")
    made.put("crlf.txt", "one\nTWO\nthree\n")
    made.put("docs/b.py", "".join(lines[::2]), 0o644)
    made.commit("line ends changed, the mode back")
    made.put("a.py", "".join(lines))
    made.put("logo.png", every_byte)
    made.commit("there again under the old names")
    made.put("empty", "no longer\n")
    made.put("utf16.txt", "eins\nund zwei\n".encode("utf-16"))
    made.put("latin1.txt", b"")
    made.commit("empty and not empty change places")
    for name in ("bin/run", "docs/b.py", "crlf.txt"):
        (top / name).unlink()
    made.commit("whole folders gone")
    made.put("bin/run", "#!/bin/sh\necho again\n", 0o755)
    made.put("a.py", "".join(reversed(lines)))
    made.commit("a folder there again, and every line elsewhere")
    return made.git


def own_history() -> list[Git]:
    """Return this project's repository, where it has been checked out with more than one commit."""
    if not (PROJECT / ".git").exists():
        return []
    git = Git(PROJECT)
    return [git] if len(git.commits()) > 1 else []


def recent(source: Git) -> list[str]:
    """Return the newest commits, as many as are few enough changes, and the one before them."""
    names = source.commits("--first-parent")[-RECENT_COMMITS_MAX - 1 :]
    changes = [
        len(source.tree(before).items() ^ source.tree(after).items())
        for before, after in pairwise(names)
    ]
    while len(changes) > 1 and sum(changes) > RECENT_CHANGES_MAX:
        del names[0], changes[0]
    return names


def test_a_history_of_every_kind_of_change_is_gone_back_through(
    lone_desk: Desk, tmp_path: Path
) -> None:
    source = made_history(tmp_path)
    prove(lone_desk, source, [NOTHING, *source.commits()])


@pytest.mark.parametrize("source", own_history(), ids=["this project's"])
def test_the_newest_commits_are_gone_back_through(lone_desk: Desk, source: Git) -> None:
    prove(lone_desk, source, recent(source))


@pytest.mark.slow
@pytest.mark.parametrize("source", own_history(), ids=["this project's"])
def test_a_whole_history_is_gone_back_through(
    lone_desk: Desk, source: Git, capsys: pytest.CaptureFixture[str]
) -> None:
    figures = prove(lone_desk, source, [NOTHING, *source.commits()])
    with capsys.disabled():
        sys.stdout.write(f"\n{figures}\n")
