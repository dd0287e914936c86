"""What lies at a path, and that a path never leads out of the root."""

import hashlib
import os
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from editjournal.daemon.core.effects import Kind
from editjournal.daemon.disk import confine, look
from editjournal.daemon.disk.look import is_temp
from editjournal.daemon.disk.root import Root
from editjournal.daemon.seam import Seam
from editjournal.schemas.values import RelPath

LIMIT_BYTES = 1000


@pytest.fixture(params=["openat2", "walking"])
def root(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Root]:
    if request.param == "walking":
        monkeypatch.setattr(confine, "_has_openat2", lambda _fd: False)  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    top = tmp_path / "top"
    (top / "state").mkdir(parents=True)
    (top / "folder").mkdir()
    (top / "folder/file").write_bytes(b"text\n")
    (tmp_path / "outside").write_bytes(b"secret\n")
    root = Root(bytes(top), Seam(), refused=(bytes(top / "state"),), limit_bytes=LIMIT_BYTES)
    yield root
    root.close()


@pytest.fixture
def top(tmp_path: Path) -> Path:
    return tmp_path / "top"


def path(text: str) -> RelPath:
    return RelPath(os.fsencode(text))


def test_a_file_is_seen_with_its_bytes_and_which_file_it_is(root: Root, top: Path) -> None:
    seen = root.look(path("folder/file"))
    status = (top / "folder/file").stat()
    assert (seen.kind, seen.data, seen.real) == (Kind.FILE, b"text\n", b"folder/file")
    assert seen.digest == hashlib.sha256(b"text\n").digest()
    assert seen.noted is not None
    assert seen.noted.digest == seen.digest
    assert (seen.noted.inode, seen.noted.mtime_ns) == (status.st_ino, status.st_mtime_ns)
    assert seen.key == (status.st_dev, status.st_ino, b"")
    assert seen.writable
    assert not seen.in_place


def test_without_data_a_file_is_not_read(root: Root) -> None:
    seen = root.look(path("folder/file"), data=False)
    assert (seen.kind, seen.data, seen.digest) == (Kind.FILE, b"", b"")


def test_a_file_is_fresh_only_shortly_after_it_was_written(
    root: Root, monkeypatch: pytest.MonkeyPatch
) -> None:
    written_ns = time.time_ns()
    monkeypatch.setattr(time, "time_ns", lambda: written_ns + 10_000_000)
    soon = root.look(path("folder/file")).noted
    monkeypatch.setattr(time, "time_ns", lambda: written_ns + 1_000_000_000)
    later = root.look(path("folder/file")).noted
    assert soon is not None
    assert later is not None
    assert (soon.fresh, later.fresh) == (True, False)


def test_a_file_that_changes_while_it_is_read_is_read_again(
    root: Root, top: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real_pread = os.pread
    saves = iter([b"other text\n", b"third\n"])

    def pread(fd: int, size: int, offset: int) -> bytes:
        data = real_pread(fd, size, offset)
        if save := next(saves, b""):
            (top / "folder/file").write_bytes(save)
        return data

    monkeypatch.setattr(os, "pread", pread)
    seen = root.look(path("folder/file"))
    assert seen.data == b"third\n"
    assert seen.noted is not None
    assert seen.noted.size_bytes == len(b"third\n")


def test_a_file_that_never_keeps_still_is_not_shown_half(
    root: Root, top: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real_pread = os.pread

    def pread(fd: int, size: int, offset: int) -> bytes:
        with (top / "folder/file").open("ab") as file:
            file.write(b"more\n")
        return real_pread(fd, size, offset)

    monkeypatch.setattr(os, "pread", pread)
    seen = root.look(path("folder/file"))
    assert (seen.kind, seen.data) == (Kind.DENIED, b"")
    assert "changed" in seen.problem


@pytest.mark.parametrize("target", ["folder/file", "folder/../folder/file", "{top}/folder/file"])
def test_a_link_that_stays_inside_is_followed(root: Root, top: Path, target: str) -> None:
    (top / "link").symlink_to(target.format(top=top))
    (top / "chain").symlink_to("link")
    seen = root.look(path("chain"))
    assert (seen.kind, seen.data) == (Kind.FILE, b"text\n")
    assert (seen.path, seen.real) == (b"chain", b"folder/file")


def test_a_link_to_a_folder_is_followed_on_the_way(root: Root, top: Path) -> None:
    (top / "link").symlink_to("folder")
    assert root.look(path("link/file")).real == b"folder/file"
    missing = root.look(path("link/missing"))
    assert (missing.kind, missing.real) == (Kind.ABSENT, b"folder/missing")


@pytest.mark.parametrize(
    "target", ["../outside", "{top}/../outside", "/etc/passwd", "folder/../../outside"]
)
def test_a_link_that_leads_outside_is_not_followed(root: Root, top: Path, target: str) -> None:
    (top / "link").symlink_to(target.format(top=top))
    seen = root.look(path("link"))
    assert (seen.kind, seen.data, seen.noted) == (Kind.OUTSIDE, b"", None)


def test_a_link_that_leads_nowhere_is_an_absent_file_where_it_points(root: Root, top: Path) -> None:
    (top / "link").symlink_to("folder/new")
    seen = root.look(path("link"))
    assert (seen.kind, seen.real, seen.missing_folder) == (Kind.ABSENT, b"folder/new", b"")


def test_links_in_a_circle_are_a_problem_and_no_endless_search(root: Root, top: Path) -> None:
    (top / "one").symlink_to("two")
    (top / "two").symlink_to("one")
    seen = root.look(path("one"))
    assert seen.kind is Kind.DENIED
    assert "circle" in seen.problem


def test_an_absent_file_is_seen_with_the_names_beside_it(root: Root) -> None:
    seen = root.look(path("folder/fiel"))
    assert (seen.kind, seen.names, seen.missing_folder) == (Kind.ABSENT, (b"file",), b"")
    assert seen.key[2] == b"fiel"


def test_an_absent_file_in_an_absent_folder_names_the_first_that_is_missing(root: Root) -> None:
    seen = root.look(path("folder/a/b/file"))
    assert (seen.kind, seen.missing_folder) == (Kind.ABSENT, b"folder/a")
    assert seen.names == (b"file",)
    assert seen.key[2] == b"a/b/file"
    assert seen.key != root.look(path("folder/a/b/other")).key


def test_names_beside_an_absent_file_are_those_next_to_it(root: Root, top: Path) -> None:
    for number in range(600):
        (top / f"folder/n{number:04}").touch()
    names = root.look(path("folder/n0400x")).names
    assert len(names) == 200
    assert b"n0400" in names
    assert b"n0000" not in names


def test_a_folder_is_seen_with_its_names_but_no_temp_files(root: Root, top: Path) -> None:
    (top / "folder/.0123abcd.ejtmp").touch()
    seen = root.look(path("folder"))
    assert (seen.kind, seen.names) == (Kind.FOLDER, (b"file",))
    assert root.look(confine.TOP).names == (b"folder", b"state")


def test_fifos_sockets_and_devices_are_never_opened(root: Root, top: Path) -> None:
    os.mkfifo(top / "fifo")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(os.fspath(top / "socket"))
    assert root.look(path("fifo")).kind is Kind.SPECIAL
    assert root.look(path("socket")).kind is Kind.SPECIAL


def test_a_file_that_is_a_fifo_by_the_time_it_is_opened_is_not_read(
    root: Root, top: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = look._access  # pyright: ignore[reportPrivateUsage]

    def swap(beneath: confine.Beneath, name: RelPath, status: os.stat_result) -> tuple[bool, bool]:
        found = real(beneath, name, status)
        (top / "folder/file").unlink()
        os.mkfifo(top / "folder/file")
        return found

    monkeypatch.setattr(look, "_access", swap)
    seen = root.look(path("folder/file"))
    assert (seen.kind, seen.data) == (Kind.DENIED, b"")
    assert "changed" in seen.problem


def test_a_file_over_the_limit_is_not_read(root: Root, top: Path) -> None:
    (top / "large").write_bytes(b"x" * (LIMIT_BYTES + 1))
    (top / "fits").write_bytes(b"x" * LIMIT_BYTES)
    seen = root.look(path("large"))
    assert (seen.kind, seen.data) == (Kind.TOO_LARGE, b"")
    assert root.look(path("fits")).kind is Kind.FILE


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        ("folder/file/below", "a file stands where a folder is needed"),
        ("n" * 256, "the name is too long for the file system"),
        ("zero\0byte", "a file name cannot hold a zero byte"),
        (".git", "Git's own files are not touched"),
        ("folder/.git/config", "Git's own files are not touched"),
        ("folder/.GIT/config", "Git's own files are not touched"),
        ("state", "the journal's own files are not touched"),
        ("state/log", "the journal's own files are not touched"),
    ],
)
def test_what_cannot_or_may_not_be_seen_is_denied_with_a_reason(
    root: Root, asked: str, problem: str
) -> None:
    seen = root.look(path(asked))
    assert (seen.kind, seen.problem) == (Kind.DENIED, problem)


@pytest.mark.parametrize("name", [b"..", b"../outside", b"folder/../../outside", b"/etc/passwd"])
def test_a_path_that_nobody_has_checked_leads_nowhere_all_the_same(root: Root, name: bytes) -> None:
    with pytest.raises(OSError, match="cross-device"):
        root.sync_folders([RelPath(name)])
    with pytest.raises(OSError, match="cross-device"):
        root.sweep([RelPath(name)])
    assert root.look(RelPath(name)).kind is Kind.DENIED


def test_a_link_is_no_way_to_what_is_refused(root: Root, top: Path) -> None:
    (top / ".git").mkdir()
    (top / ".git/config").touch()
    (top / "link").symlink_to(".git")
    (top / "other").symlink_to("state")
    assert root.look(path("link/config")).kind is Kind.DENIED
    assert root.look(path("other/log")).kind is Kind.DENIED


def test_names_are_bytes_and_are_found_as_they_are(root: Root, top: Path) -> None:
    composed, decomposed, latin = b"\xc3\xa9", b"e\xcc\x81", b"caf\xe9"
    for name in (composed, decomposed, latin):
        (top / os.fsdecode(name)).write_bytes(name)
    for name in (composed, decomposed, latin):
        assert root.look(RelPath(name)).data == name


def test_a_file_without_write_bits_is_not_writable_even_for_root(root: Root, top: Path) -> None:
    (top / "folder/file").chmod(0o444)
    assert not root.look(path("folder/file")).writable


def test_a_file_with_several_names_is_written_in_place(root: Root, top: Path) -> None:
    (top / "other").hardlink_to(top / "folder/file")
    seen = root.look(path("folder/file"))
    assert (seen.links, seen.in_place) == (2, True)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (b".0123abcd.ejtmp", True),
        (b".0123ABCD.ejtmp", False),
        (b".0123abc.ejtmp", False),
        (b"0123abcd.ejtmp", False),
        (b".ejtmp", False),
        (b".0123abcd.ejtmp~", False),
    ],
)
def test_temp_names_are_known_exactly(name: bytes, *, expected: bool) -> None:
    assert is_temp(name) is expected


@pytest.mark.parametrize("what", ["folder", "file"])
def test_a_link_that_flips_never_shows_what_is_outside(
    root: Root, top: Path, tmp_path: Path, what: str
) -> None:
    outside = tmp_path / "elsewhere"
    outside.mkdir()
    (outside / "file").write_bytes(b"secret\n")
    flipped = top / "folder" if what == "folder" else top / "folder/file"
    link, aside = top / "link", top / "aside"
    link.symlink_to(outside if what == "folder" else outside / "file")
    stop = threading.Event()
    turns = 0

    def flip() -> None:
        nonlocal turns
        while not stop.is_set():
            flipped.rename(aside)
            link.rename(flipped)
            flipped.rename(link)
            aside.rename(flipped)
            turns += 1

    flipper = threading.Thread(target=flip)
    flipper.start()
    found: set[tuple[Kind, bytes]] = set()
    looks = 0
    try:
        while looks < 2000 or turns < 100:
            looks += 1
            seen = root.look(path("folder/file"))
            found.add((seen.kind, seen.data))
    finally:
        stop.set()
        flipper.join()
    nothing = {(kind, b"") for kind in (Kind.ABSENT, Kind.OUTSIDE, Kind.DENIED)}
    assert found <= {(Kind.FILE, b"text\n")} | nothing
