"""Where a workspace lives: which one holds a folder, and its lock."""

import os
from pathlib import Path

import msgspec
import pytest

from editjournal.daemon.home import Home, file_system, home_of, locked, refuse_network
from editjournal.daemon.service import NoWorkspace


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


def made(root: Path | bytes, state: Path) -> Home:
    """Return the home of a workspace that has been opened once."""
    path = Path(os.fsdecode(root))
    path.mkdir(parents=True, exist_ok=True)
    home = home_of(os.fsencode(root), state)
    with locked(home):
        pass
    return home


def test_a_folder_has_the_same_home_by_any_of_its_names(tmp_path: Path, state: Path) -> None:
    home = made(tmp_path / "root", state)
    (tmp_path / "link").symlink_to("root")
    for name in (b"root", b"root/", b"link", b"x/../root"):
        assert home_of(os.fsencode(tmp_path) + b"/" + name, state) == home
    assert home.root == os.fsencode((tmp_path / "root").resolve())


def test_a_folder_beneath_a_known_root_belongs_to_it(tmp_path: Path, state: Path) -> None:
    home = made(tmp_path / "root", state)
    (tmp_path / "root/a/b").mkdir(parents=True)
    assert home_of(os.fsencode(tmp_path / "root/a/b"), state) == home


def test_a_folder_whose_name_begins_like_a_known_root_does_not(tmp_path: Path, state: Path) -> None:
    home = made(tmp_path / "root", state)
    (tmp_path / "root2").mkdir()
    assert home_of(os.fsencode(tmp_path / "root2"), state) != home


def test_of_known_roots_around_it_a_folder_belongs_to_the_innermost(
    tmp_path: Path, state: Path
) -> None:
    homes = [made(tmp_path / name, state) for name in ("root/a/b", "root/a", "root")]
    for home in homes:
        folder = Path(os.fsdecode(home.root)) / "x/y"
        folder.mkdir(parents=True)
        assert home_of(os.fsencode(folder), state) == home


def test_the_root_of_the_file_system_holds_everything(tmp_path: Path, state: Path) -> None:
    home = made(Path("/"), state)
    assert home_of(os.fsencode(tmp_path), state) == home


@pytest.mark.parametrize("name", [b"none", b"file", b"a\0b"])
def test_what_is_no_folder_is_refused(name: bytes, tmp_path: Path, state: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NoWorkspace, match="is not a folder") as caught:
        home_of(os.fsencode(tmp_path) + b"/" + name, state)
    assert caught.value.code == "no_workspace"


def test_a_root_that_is_no_utf_8_is_found_again(tmp_path: Path, state: Path) -> None:
    root = os.fsencode(tmp_path) + b"/caf\xe9"
    home = made(root, state)
    assert home_of(root, state) == home
    Path(os.fsdecode(root), "sub").mkdir()
    assert home_of(root + b"/sub", state) == home


def test_its_description_says_the_root_to_people(tmp_path: Path, state: Path) -> None:
    home = made(tmp_path / "fünf", state)
    described = msgspec.json.decode((home.folder / "workspace.json").read_bytes())
    assert described == {"root": os.fsdecode(home.root)}


@pytest.mark.parametrize("described", [b"", b"{}", b'{"root": ""}', b'{"root": "/"}'])
def test_a_lost_or_foreign_description_does_no_harm(
    described: bytes, tmp_path: Path, state: Path
) -> None:
    home = made(tmp_path / "root", state)
    (home.folder / "workspace.json").write_bytes(described)
    (tmp_path / "other").mkdir()
    assert home_of(os.fsencode(tmp_path / "other"), state) != home
    assert home_of(home.root, state) == home


def test_a_lost_description_is_written_anew(tmp_path: Path, state: Path) -> None:
    home = made(tmp_path / "root", state)
    (home.folder / "workspace.json").unlink()
    made(tmp_path / "root", state)
    (tmp_path / "root/sub").mkdir()
    assert home_of(os.fsencode(tmp_path / "root/sub"), state) == home


def test_the_home_is_for_its_owner_alone(tmp_path: Path, state: Path) -> None:
    home = made(tmp_path / "root", state)
    assert home.folder.stat().st_mode & 0o777 == 0o700
    assert (home.folder / "LOCK").stat().st_mode & 0o777 == 0o600


def test_only_one_holds_the_lock_and_leaving_gives_it_back(tmp_path: Path, state: Path) -> None:
    home = made(tmp_path / "root", state)
    with locked(home), pytest.raises(NoWorkspace, match="another daemon"), locked(home):
        pass
    with locked(home):
        pass


MOUNTS = (
    b"22 1 0:21 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
    b"23 22 0:22 / /home rw shared:2 master:1 - nfs4 server:/home rw\n"
    b"24 23 0:23 / /home/me/local rw - btrfs /dev/sdb rw\n"
    b"25 22 0:24 / /with\\040space\\134 rw - cifs //server/share rw\n"
    b"26 22 0:25 / /caf\xc3\xa9\xff rw - 9p share rw\n"
    b"short\n"
)


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        (b"/var/x", "ext4"),
        (b"/home", "nfs4"),
        (b"/home/me", "nfs4"),
        (b"/home/me/local/x", "btrfs"),
        (b"/home/me/localx", "nfs4"),
        (b"/with space\\/x", "cifs"),
        (b"/caf\xc3\xa9\xff/x", "9p"),
    ],
)
def test_the_file_system_is_that_of_the_innermost_mount(
    folder: bytes, kind: str, tmp_path: Path
) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_bytes(MOUNTS)
    assert file_system(Path(os.fsdecode(folder)), str(mounts)) == kind


def test_a_log_on_a_network_file_system_is_refused_with_the_reason(tmp_path: Path) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_bytes(MOUNTS)
    with pytest.raises(NoWorkspace, match=r"network file system \(nfs4\)"):
        refuse_network(Path("/home/me/.local/state"), str(mounts))
    refuse_network(Path("/home/me/local/state"), str(mounts))
    refuse_network(Path("/home"), str(tmp_path / "no mounts to be had"))
