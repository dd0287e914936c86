"""Which files of the log a caller means by the files and folders it names."""

import difflib
from itertools import islice

from ...schemas.replies import Call
from ...schemas.values import RelPath
from .asking import Asked, RefusedError, refuse, shown_path, the_place
from .places import Place

NEAR_MAX = 3
"""Files that are named where one is not known."""


def paths(asked: Asked, tool: str, files: tuple[bytes, ...]) -> frozenset[RelPath] | None:
    """Return the known files that are one of `files` or lie in one of these folders.

    None: any file is meant. A session that is confined to a folder means those in there. Raises
    RefusedError "no_such_file" for one that the log has never met.
    """
    folder = asked.scope + b"/" if asked.scope else b""
    known = [path for path in asked.state.files.by_path if path.startswith(folder)]
    if not files:
        return frozenset(known) if folder else None
    found: set[RelPath] = set()
    for file in files:
        try:
            place = the_place(asked, tool, file)
        except RefusedError as error:
            if error.refusal.code != "is_root":
                raise
            return frozenset(known) if folder else None
        found |= _of_one(asked, tool, place, known)
    return frozenset(found)


def _of_one(asked: Asked, tool: str, place: Place, known: list[RelPath]) -> set[RelPath]:
    for path in (place.literal, place.plain, place.unescaped):
        inside = path + b"/"
        found = {one for one in known if one == path or one.startswith(inside)}
        if found:
            return found
    raise _unknown(asked, tool, place.plain, known)


def _unknown(asked: Asked, tool: str, path: RelPath, known: list[RelPath]) -> RefusedError:
    near = list(islice(_near(path, known), NEAR_MAX))
    return refuse(
        asked,
        tool,
        "no_such_file",
        path=path,
        verdict="ERROR",
        values={"problem": "", "near": ", ".join(near)},
        calls=(Call("be-history", {"action": "log"}),),
    )


def _near(path: RelPath, known: list[RelPath]) -> list[str]:
    """Return known files of the same name elsewhere; else those of like names beside it."""
    folder, _, name = path.rpartition(b"/")
    same = [shown_path(one) for one in known if one.rpartition(b"/")[2] == name]
    beside = [shown_path(one) for one in known if one.rpartition(b"/")[0] == folder]
    return same or difflib.get_close_matches(shown_path(path), beside, n=NEAR_MAX, cutoff=0.5)
