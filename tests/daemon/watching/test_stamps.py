"""What a stat shows, and which file systems are not to be trusted to tell."""

import os
from pathlib import Path

import pytest

from editjournal.daemon.disk.look import noted
from editjournal.daemon.watching import stamps
from editjournal.daemon.watching.proofs import proof_of
from editjournal.schemas.values import RelPath

PROC_TYPE = 0x9FA0


def test_a_stamp_is_that_of_the_look_at_the_same_file(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1")
    found = stamps.stamps_of(bytes(tmp_path), [RelPath(b"a"), RelPath(b"b")])
    seen = proof_of(noted((tmp_path / "a").stat()))
    assert found == [(b"a", seen.stamp), (b"b", None)]


@pytest.mark.parametrize("name", [b"a/b", b"zero\0byte", b"x" * 300])
def test_what_cannot_be_there_has_no_stamp(tmp_path: Path, name: bytes) -> None:
    (tmp_path / "a").write_text("1")
    assert stamps.stamps_of(bytes(tmp_path), [RelPath(name)]) == [(name, None)]


def test_a_symlink_has_a_stamp_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1")
    (tmp_path / "link").symlink_to("a")
    (_, a), (_, link) = stamps.stamps_of(bytes(tmp_path), [RelPath(b"a"), RelPath(b"link")])
    assert a is not None
    assert link is not None
    assert a[0] != link[0]


def test_a_path_is_put_below_its_root() -> None:
    assert stamps.absolute(b"/r", RelPath(b"a/b")) == b"/r/a/b"
    assert stamps.absolute(b"/", RelPath(b"a")) == b"/a"
    assert stamps.absolute(b"/r", RelPath(b"")) == b"/r"


def test_the_type_asked_for_is_that_of_the_file_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stamps, "_REMOTE", {PROC_TYPE})
    for folder, is_remote in (("/proc", True), (tmp_path, False)):
        fd = os.open(folder, os.O_RDONLY)
        assert stamps.is_remote(fd) is is_remote
        os.close(fd)


def test_a_local_folder_is_not_remote(tmp_path: Path) -> None:
    fd = os.open(tmp_path, os.O_RDONLY)
    assert not stamps.is_remote(fd)
    os.close(fd)


def test_where_the_type_cannot_be_had_events_are_tried() -> None:
    assert not stamps.is_remote(-1)
