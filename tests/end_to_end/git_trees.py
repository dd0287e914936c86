"""Git as a witness: the trees of a repository's commits, and folders compared with them."""

import hashlib
import os
import stat
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

EXECUTABLE, PLAIN = "100755", "100644"
_NOBODY = {
    f"GIT_{role}_{what}": value
    for role in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "nobody"), ("EMAIL", "nobody@nowhere.invalid"))
}


class Blob(NamedTuple):
    """A file as git knows it: by mode and content, links and submodules left out."""

    mode: str
    """"100644" or "100755"."""
    id: str
    """Of the content, so equal ids are equal bytes."""


Tree = dict[bytes, Blob]


class Git:
    """A repository, without what the machine or its user have configured."""

    def __init__(self, top: Path) -> None:
        self.top = top
        self._env = {
            **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
            **_NOBODY,
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
        }

    def run(self, *arguments: str | bytes, stdin: bytes = b"") -> bytes:
        """Run a command. Raises CalledProcessError."""
        command = ["git", "-c", "core.autocrlf=false", *arguments]
        done = subprocess.run(
            command, cwd=self.top, env=self._env, input=stdin, check=True, stdout=subprocess.PIPE
        )
        return done.stdout

    def commits(self, *options: str) -> list[str]:
        """Return the commits that led to what is checked out, as far as they are there, in order.

        Options are those of rev-list, such as "--first-parent".
        """
        return self.run("rev-list", "--reverse", "--topo-order", *options, "HEAD").decode().split()

    def tree(self, commit: str = "HEAD") -> Tree:
        found: Tree = {}
        for line in self.run("ls-tree", "-r", "-z", commit).split(b"\0")[:-1]:
            fields, path = line.split(b"\t", 1)
            mode, _, blob = fields.decode().split()
            if mode in (EXECUTABLE, PLAIN):
                found[path] = Blob(mode, blob)
        return found

    def bytes_of(self, blobs: Iterable[str]) -> dict[str, bytes]:
        """Return contents by their ids."""
        wanted = list(dict.fromkeys(blobs))
        out = self.run("cat-file", "--batch", stdin="".join(f"{one}\n" for one in wanted).encode())
        found: dict[str, bytes] = {}
        at = 0
        for one in wanted:
            start = out.index(b"\n", at) + 1
            size = int(out[at:start].split()[2])
            found[one] = out[start : start + size]
            at = start + size + 1
        return found

    def commit_all(self, message: str) -> None:
        """Commit the folder as it is, whatever is ignored."""
        self.run("add", "--all", "--force")
        self.run("commit", "--quiet", "--allow-empty", "--message", message)


def blob_id(data: bytes) -> str:
    """Return the id that git gives to a content."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()  # noqa: S324 - git's


def on_disk(root: Path) -> Iterator[tuple[bytes, os.stat_result, bytes]]:
    """Yield path, status and bytes of each file in a folder."""
    top = os.fsencode(root)
    for folder, _, names in os.walk(top):
        for name in names:
            path = os.path.join(folder, name)  # noqa: PTH118 - bytes
            status = os.lstat(path)
            if stat.S_ISREG(status.st_mode):
                with open(path, "rb") as file:  # noqa: PTH123 - bytes
                    yield os.path.relpath(path, top), status, file.read()


def tree_of(root: Path) -> Tree:
    """Return a folder's files as git would take them."""
    return {
        path: Blob(EXECUTABLE if status.st_mode & 0o100 else PLAIN, blob_id(data))
        for path, status, data in on_disk(root)
    }


def modes_of(root: Path) -> dict[bytes, int]:
    """Return all permission bits of a folder's files."""
    return {path: stat.S_IMODE(status.st_mode) for path, status, _ in on_disk(root)}
