"""Patches of steps, applied by the real git: trees come out byte for byte, and modes."""

import os
import subprocess
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from editjournal.client.export.file_diff import Held, file_diff
from editjournal.client.export.git_text import quoted, unified
from editjournal.client.export.patch import patch
from editjournal.schemas.replies import Step

from .trail import Tree, file, item, looked, step, trail

TEXT = b"".join(b"line %d\n" % number for number in range(1, 41))
NOISE = Random(1).randbytes(3_000)  # noqa: S311 - the same each time
PLAIN = 0o644
IDENTITY = ("AUTHOR_NAME", "AUTHOR_EMAIL", "COMMITTER_NAME", "COMMITTER_EMAIL")


class Repository:
    """A git repository of its own, which takes no setting from outside."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.git("init", "-q")
        self.git("commit", "-q", "--allow-empty", "-m", "start")

    def git(self, *arguments: str, stdin: bytes = b"", code: int = 0) -> bytes:
        who = {f"GIT_{one}": "x@y" for one in IDENTITY}
        env = {**os.environ, **who, "GIT_CONFIG_NOSYSTEM": "1", "HOME": str(self.root)}
        ran = subprocess.run(
            ["git", *arguments],  # noqa: S607 - the user's git is meant
            cwd=self.root,
            env=env,
            input=stdin,
            capture_output=True,
            check=False,
        )
        assert ran.returncode == code, ran.stdout + ran.stderr
        return ran.stdout

    def put(self, tree: Tree) -> None:
        for path, (data, mode) in tree.items():
            place = self.root / os.fsdecode(path)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
            place.chmod(mode)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "base")

    def am(self, *steps: Step) -> None:
        self.git("am", "-q", stdin=b"".join(patch(one).mail for one in steps))

    def tree(self) -> Tree:
        found: Tree = {}
        for line in self.git("ls-tree", "-rz", "HEAD").split(b"\0")[:-1]:
            head, path = line.split(b"\t", 1)
            mode, _, blob = head.split(b" ")
            found[path] = Held(self.git("cat-file", "blob", blob.decode()), int(mode, 8) & 0o777)
        return found


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


CHANGES: dict[str, tuple[Held | None, Held | None]] = {
    "made": (None, Held(TEXT, PLAIN)),
    "made to be run": (None, Held(b"#!/bin/sh\n", 0o755)),
    "made empty": (None, Held(b"", PLAIN)),
    "removed": (Held(TEXT, PLAIN), None),
    "removed though to be run": (Held(b"x\n", 0o755), None),
    "removed though empty": (Held(b"", PLAIN), None),
    "emptied": (Held(TEXT, PLAIN), Held(b"", PLAIN)),
    "filled": (Held(b"", PLAIN), Held(TEXT, PLAIN)),
    "a line": (Held(TEXT, PLAIN), Held(TEXT.replace(b"line 20\n", b"x\n"), PLAIN)),
    "first and last": (
        Held(TEXT, PLAIN),
        Held(b"x\n" + TEXT.replace(b"line 40\n", b"y\nz\n"), PLAIN),
    ),
    "another mode": (Held(TEXT, PLAIN), Held(TEXT, 0o755)),
    "a line and the mode": (Held(b"a\n", 0o755), Held(b"b\n", PLAIN)),
    "no line end before": (Held(b"a\nb", PLAIN), Held(b"a\nb\n", PLAIN)),
    "no line end after": (Held(b"a\nb\n", PLAIN), Held(b"a\nb", PLAIN)),
    "no line end ever": (Held(b"a\nb", PLAIN), Held(b"a\nc", PLAIN)),
    "no line end and nothing near": (Held(TEXT + b"z", PLAIN), Held(b"x\n" + TEXT + b"z", PLAIN)),
    "carriage returns": (Held(b"a\r\nb\r\nc\r\n", PLAIN), Held(b"a\r\nB\r\nc\r\n", PLAIN)),
    "carriage returns go": (Held(b"a\r\nb\r\n", PLAIN), Held(b"a\nb\n", PLAIN)),
    "a lone carriage return": (Held(b"a\rb\n", PLAIN), Held(b"a\rc\n\r", PLAIN)),
    "no utf-8": (Held(b"caf\xe9\nb\n", PLAIN), Held(b"caf\xe9\n\xff\xfe\n", PLAIN)),
    "blanks at ends, equals": (Held(b"a \n=3D\n", PLAIN), Held(b"a \n=3D\r\n\t\n b=\n", PLAIN)),
    "odd characters": (Held(b"\x0c\n\x1b[0m\n", PLAIN), Held("\u2028\x85\x0b\n".encode(), PLAIN)),
    "binary made": (None, Held(bytes(range(256)) * 9, PLAIN)),
    "binary": (Held(b"\0old", PLAIN), Held(NOISE, 0o755)),
    "binary to text": (Held(b"\0old", PLAIN), Held(b"new\n", PLAIN)),
    "binary removed": (Held(b"\0\n", PLAIN), None),
    "utf-16": (Held("\ufeffa\nb\n".encode("utf-16-le"), PLAIN), Held(b"\xff\xfea\0", PLAIN)),
    "like a mail": (
        Held(b"x\n", PLAIN),
        Held(
            b"From x@y Mon Sep 17 00:00:00 2001\nFrom: a\n---\ndiff --git a/x b/x\n-- \n>From \n\n",
            PLAIN,
        ),
    ),
    "a long line": (Held(b"x" * 100_000, PLAIN), Held(b"x" * 100_001 + b"\r\n", PLAIN)),
}


def test_git_am_makes_of_each_file_the_other_and_back(repository: Repository) -> None:
    pairs = [(name.encode(), *change) for name, change in CHANGES.items()]
    before: Tree = {name: old for name, old, _ in pairs if old}
    after: Tree = {name: new for name, _, new in pairs if new}
    repository.put(before)
    forth, back = list[Step](), list[Step]()
    for seq, (name, old, new) in enumerate(pairs, 1):
        was: Tree = {name: old} if old else {}
        now: Tree = {name: new} if new else {}
        forth.append(step(seq, was, now))
        back.append(step(seq + len(pairs), now, was))
    repository.am(*forth)
    assert repository.tree() == after
    repository.am(*back)
    assert repository.tree() == before


NAMES = [
    b"a name",
    b" lead and tail ",
    b'quo"te',
    b"back\\slash",
    b"tab\there",
    b"line\nfeed",
    b"caf\xe9",
    "déjà vu/ü x".encode(),
    b"-dash",
    b"deep/er/file",
    b"bell\x07\x7f",
]


def test_git_am_takes_any_name(repository: Repository) -> None:
    forms = (Held(TEXT, PLAIN), Held(TEXT + b"x", 0o755), Held(TEXT + b"\0", 0o755))
    trees: list[Tree] = [dict.fromkeys(NAMES, form) for form in forms]
    for tree, one in zip([*trees, {}], trail(*trees, {}), strict=True):
        repository.am(one)
        assert repository.tree() == tree


def test_a_commit_is_made_of_each_edit_with_the_agent_as_its_author_in_order(
    repository: Repository,
) -> None:
    trees: list[Tree] = [{b"a": Held(b"%d\r\n" % number, PLAIN)} for number in range(3)]
    repository.am(*trail(*trees, first=7))
    log = repository.git("log", "--reverse", "--format=%an|%ae|%at|%s").decode().splitlines()[1:]
    assert [line.rpartition("|")[0] for line in log] == [
        f"codex#3|codex#3@editjournal.invalid|{1_777_638_600 + seq}" for seq in (7, 8, 9)
    ]
    assert [line.rpartition("|")[2].split(" ")[:2] for line in log] == [
        [f"e{seq}", "a:"] for seq in (7, 8, 9)
    ]


def test_a_patch_of_several_files_is_one_commit(repository: Repository) -> None:
    before: Tree = {b"a": Held(b"1\n", PLAIN), b"b": Held(b"\0", PLAIN)}
    after: Tree = {b"b": Held(b"\0\0", 0o755), b"c": Held(b"caf\xe9\r\n", PLAIN)}
    repository.put(before)
    repository.am(step(5, before, after))
    assert repository.tree() == after


@pytest.mark.parametrize(
    "name",
    [
        "codex#3",
        '<b> "x" (y), z@w;:\\#3',
        "代理#12",
        "=?utf-8?q?x?=#1",
        "\nFrom: evil <e@e>#1",
        "...#1",
        "déjà vu#1",
    ],
)
def test_a_name_from_outside_is_an_author_and_nothing_else(
    repository: Repository, name: str
) -> None:
    repository.am(step(5, {}, {b"a": Held(b"x\n", PLAIN)}, name=name))
    author, address, subject = (
        repository.git("log", "-1", "--format=%an%n%ae%n%s").decode().splitlines()
    )
    assert address.endswith("@editjournal.invalid")
    assert author.endswith("#" + name.rpartition("#")[2])
    assert subject.startswith("e5 a")
    assert repository.tree() == {b"a": Held(b"x\n", PLAIN)}


def test_what_came_from_outside_has_an_author_too(repository: Repository) -> None:
    one = step(5, {}, {b"a": Held(b"x\n", PLAIN)}, name="", kind="ChangedOutside")
    repository.am(one)
    assert repository.git("log", "-1", "--format=%an <%ae>") == (
        b"outside <outside@editjournal.invalid>\n"
    )


def test_a_path_with_a_line_end_does_not_get_out_of_the_subject(repository: Repository) -> None:
    repository.am(step(5, {}, {b"a\n\nFrom: x\nb": Held(b"x\n", PLAIN)}))
    assert repository.git("log", "-1", "--format=%an").decode() == "codex#3\n"


def test_a_patch_is_the_same_whether_its_edit_was_undone_since() -> None:
    one = step(5, {}, {b"a": Held(TEXT, PLAIN)})
    for later in (replace(one.item, undone=True), replace(one.item, undone_in=(b"a",))):
        assert patch(replace(one, item=later)) == patch(one)


def test_what_git_cannot_see_is_no_patch() -> None:
    private: Tree = {b"a": Held(b"x\n", 0o600)}
    assert patch(step(5, private, {b"a": Held(b"x\n", PLAIN)})).mail == b""
    assert patch(looked(5)).mail == b""
    assert patch(step(5, {}, private, applied=False)).mail == b""


def test_what_is_not_kept_is_named_and_the_rest_is_in_the_patch() -> None:
    kept = file(b"a", None, Held(b"x\n", PLAIN))
    gone = file(b"b", Held(b"y\n", PLAIN), Held(b"z\n", PLAIN))
    lost = replace(gone, old=b"", is_old_kept=False)
    made = patch(Step(item(5), b"", (), (kept, lost)))
    assert made.missing == (b"b",)
    assert b"text is not kept: b\n" in made.mail
    assert b"diff --git a/a b/a" in made.mail
    assert b"b/b" not in made.mail


def test_names_are_quoted_as_git_quotes_them() -> None:
    assert quoted(b"a/", b"x y") == b"a/x y"
    assert quoted(b"a/", b'\xe9"\\\n\x01') == rb'"a/\351\"\\\n\001"'


def test_hunks_are_those_of_a_unified_diff() -> None:
    new = TEXT.replace(b"line 3\n", b"x\n").replace(b"line 9\n", b"").replace(b"line 30\n", b"y\n")
    hunks = [line for line in unified(TEXT, new).split(b"\n") if line.startswith(b"@@")]
    assert hunks == [b"@@ -1,12 +1,11 @@", b"@@ -27,7 +26,7 @@"]
    assert unified(TEXT, TEXT) == b""


def test_git_apply_takes_what_a_diff_says(repository: Repository) -> None:
    chance = Random(7)  # noqa: S311 - the same each time
    olds, news, diffs = Tree(), Tree(), b""
    for number in range(60):
        path = b"%d" % number
        lines = [b"%d\n" % chance.randrange(9) for _ in range(chance.randrange(60))]
        olds[path] = Held(b"".join(lines), PLAIN)
        for _ in range(chance.randrange(1, 8)):
            at = chance.randrange(len(lines) + 1)
            lines[at : at + chance.randrange(3)] = [b"%d\n" % chance.randrange(9)]
        news[path] = Held(b"".join(lines)[: -1 if chance.random() < 0.3 else None], PLAIN)
        diffs += file_diff(path, olds[path], news[path])
    repository.put(olds)
    repository.git("apply", "--index", stdin=diffs)
    repository.git("commit", "-q", "-m", "x")
    assert repository.tree() == news
