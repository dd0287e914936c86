"""A session played again: the files after each step, and nothing outside of the folder."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from editjournal.client.export.file_diff import Held
from editjournal.client.export.folder import Folder, NotEmptyError
from editjournal.client.export.replay import Played, play, until
from editjournal.schemas.replies import Step
from editjournal.schemas.values import Point

from .trail import START_NS, Tree, file, item, looked, step, trail


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Folder]:
    folder = Folder(tmp_path / "new" / "into")
    yield folder
    folder.close()


def tree_in(root: Path) -> Tree:
    found: Tree = {}
    for path in root.rglob("*"):
        if path.is_file() and not path.is_symlink():
            name = os.fsencode(path.relative_to(root))
            found[name] = Held(path.read_bytes(), path.stat().st_mode & 0o7777)
    return found


TREES: list[Tree] = [
    {b"a": Held(b"1\n", 0o644)},
    {b"a": Held(b"1\r\n2", 0o600), b"d/e/caf\xe9": Held(b"\0\xff", 0o755)},
    {b"a": Held(b"1\r\n2", 0o444), b"d/e/caf\xe9": Held(b"", 0o755)},
    {b"a": Held(b"x", 0o444)},
    {b"a/b": Held(b"a folder where a file was", 0o644)},
    {b"a": Held(b"and a file again", 0o644)},
    {},
]


def test_after_each_step_the_files_are_as_they_were_then(folder: Folder, tmp_path: Path) -> None:
    into = tmp_path / "new" / "into"
    played: list[Played] = []
    for one, tree in zip(play(trail(*TREES), folder), TREES, strict=True):
        played.append(one)
        assert tree_in(into) == tree
    assert list(into.iterdir()) == []
    assert [(one.missing, one.wrong, one.drifted) for one in played] == [((), (), ())] * len(TREES)
    assert played[1].files == (b"a", b"d/e/caf\xe9")


def test_what_only_looked_or_failed_changes_nothing(folder: Folder) -> None:
    failed = step(2, {}, {b"a": Held(b"x", 0o644)}, applied=False)
    assert list(play([looked(1), failed], folder)) == [Played(looked(1).item), Played(failed.item)]
    assert folder.read(b"a") is None


def test_what_others_did_in_between_is_in_the_files_and_is_told(folder: Folder) -> None:
    mine, theirs = {b"a": Held(b"1\n", 0o644)}, {b"a": Held(b"0\n1\n", 0o644)}
    last = {b"a": Held(b"0\n2\n", 0o644)}
    *_, played = play([step(1, {}, mine), step(9, theirs, last)], folder)
    assert played.drifted == (b"a",)
    assert folder.read(b"a") == last[b"a"]


def test_what_is_not_kept_is_named_and_what_was_there_before_is_not_left(folder: Folder) -> None:
    old, new = Held(b"x", 0o644), Held(b"y", 0o644)
    lost = replace(file(b"a", old, new), new=b"", is_new_kept=False)
    steps = [step(1, {}, {b"a": old}), Step(item(2), b"", (), (lost, file(b"b", None, new)))]
    *_, played = play(steps, folder)
    assert (played.missing, played.files) == ((b"a",), (b"b",))
    assert folder.read(b"a") is None


def test_bytes_that_are_not_what_the_journal_says_are_told(folder: Folder) -> None:
    false = replace(file(b"a", None, Held(b"y", 0o644)), new=b"z")
    (played,) = play([Step(item(2), b"", (), (false,))], folder)
    assert (played.wrong, played.files) == ((b"a",), ())


@pytest.mark.parametrize("path", [b"../x", b"a/../../x", b"/x", b"a//b", b".", b"", b"a/", b"a\0b"])
def test_no_path_leads_out(folder: Folder, tmp_path: Path, path: bytes) -> None:
    with pytest.raises(OSError, match="is no path beneath a folder"):
        folder.put(path, b"x", 0o644)
    with pytest.raises(OSError, match="is no path beneath a folder"):
        folder.remove(path)
    assert tree_in(tmp_path) == {}


def test_no_symlink_leads_out(folder: Folder, tmp_path: Path) -> None:
    into, outside = tmp_path / "new" / "into", tmp_path / "outside"
    outside.mkdir()
    (outside / "f").write_bytes(b"kept")
    (into / "d").symlink_to(outside)
    (into / "f").symlink_to(outside / "f")
    assert folder.read(b"d/f") is None
    assert folder.read(b"f") is None
    folder.remove(b"d/f")
    folder.put(b"d/f", b"x", 0o644)
    folder.put(b"f", b"y", 0o644)
    assert tree_in(outside) == {b"f": Held(b"kept", tree_in(outside)[b"f"].mode)}
    assert {name: one.data for name, one in tree_in(into).items()} == {b"d/f": b"x", b"f": b"y"}
    folder.remove(b"d/f")
    assert not (into / "d").exists()


def test_a_folder_that_is_not_empty_or_none_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"x")
    for path in (tmp_path, tmp_path / "f"):
        with pytest.raises(NotEmptyError):
            Folder(path)
    (tmp_path / "empty").mkdir()
    Folder(tmp_path / "empty").close()
    assert sorted(one.name for one in tmp_path.iterdir()) == ["empty", "f"]


@pytest.mark.parametrize(
    ("point", "last"),
    [
        (Point(), 7),
        (Point(3), 3),
        (Point(3, before=True), 2),
        (Point(99), 7),
        (Point(1, before=True), 0),
        (Point(time_ns=START_NS + 4 * 10**9), 4),
        (Point(time_ns=START_NS + 5 * 10**9 - 1), 4),
    ],
)
def test_it_goes_as_far_as_a_point(point: Point, last: int) -> None:
    assert [one.item.seq for one in until(trail(*TREES), point)] == list(range(1, last + 1))
