"""Which folder a client means as its workspace when it names none."""

import os
from collections.abc import Mapping
from pathlib import Path


class NoRoot(Exception):  # noqa: N818 - says what there is not
    """No folder can be taken for the workspace; the text says why and what to do."""


def default_root(cwd: bytes, env: Mapping[str, str], explicit: bytes | None = None) -> bytes:
    """Return the absolute path of the workspace root; it may not exist.

    In this order: `explicit`, EDITJOURNAL_WORKSPACE, the git top level above `cwd`, `cwd`. "/" and
    the home folder are taken only as `explicit`: nobody means to journal all of them. Raises
    NoRoot.
    """
    here = Path(os.fsdecode(cwd))
    if explicit is not None:
        return _plain(here / os.fsdecode(explicit))
    too_wide = {Path("/"), Path(env.get("HOME") or Path.home()).resolve()}
    if named := env.get("EDITJOURNAL_WORKSPACE"):
        root = here / named
    else:
        root = _git_top(here, too_wide) or here
    if root.resolve() in too_wide:
        raise NoRoot(
            f"{root} is too wide for a workspace: go to a project's folder, "
            f"or name this one with --workspace {root}"
        )
    return _plain(root)


def _plain(path: Path) -> bytes:
    return os.fsencode(os.path.normpath(path))


def _git_top(folder: Path, too_wide: set[Path]) -> Path | None:
    """Return the nearest folder with a .git (a folder, or a file in worktrees), or None."""
    for one in (folder, *folder.parents):
        if one.resolve() in too_wide:
            return None
        if os.path.lexists(one / ".git"):
            return one
    return None
