"""What other programs do to files."""

import os
from pathlib import Path


def rewrite(path: Path) -> None:
    path.write_text("2")


def replace(path: Path) -> None:
    (path.parent / "other~").write_text("2")
    (path.parent / "other~").rename(path)


def save_as_vim_does(path: Path) -> None:
    path.rename(f"{path}~")
    path.write_text("2")


def touch(path: Path) -> None:
    os.utime(path)


def make_executable(path: Path) -> None:
    path.chmod(0o755)


def move_away(path: Path) -> None:
    path.rename(path.parent.parent / "elsewhere")


def put_a_folder_there(path: Path) -> None:
    path.unlink()
    path.mkdir()


def put_a_link_there(path: Path) -> None:
    path.unlink()
    path.symlink_to("b.txt")


def replace_from_elsewhere(path: Path) -> None:
    (path.parent.parent / "other").write_text("2")
    (path.parent.parent / "other").rename(path)


def remove_and_put_another(path: Path) -> None:
    path.unlink()
    replace_from_elsewhere(path)
