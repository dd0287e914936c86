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
    found = _of_each(asked, tool, files)
    if found and None not in found:
        return frozenset(path for ones in found if ones for path in ones)
    return frozenset(_known(asked)) if asked.scope else None


def only(asked: Asked, tool: str, files: tuple[bytes, ...]) -> list[RelPath]:
    """Return the files that one of these names means alone. Raises RefusedError as `paths` does."""
    found = _of_each(asked, tool, files)
    return [path for ones in found if ones and len(ones) == 1 for path in ones]


def holds(asked: Asked, path: RelPath) -> bool:
    """Tell whether a path is a known file, or a folder that has some in it."""
    inside = path + b"/"
    files = asked.state.files
    return path in files.by_path or any(
        one == path or one.startswith(inside) for one in files.by_folder
    )


def _of_each(asked: Asked, tool: str, files: tuple[bytes, ...]) -> list[list[RelPath] | None]:
    """Return what each name means, None: any file. Raises RefusedError."""
    places = [_place(asked, tool, file) for file in files]
    inside = _inside(asked, {path for place in places if place for path in readings(place)})
    return [_of_one(asked, tool, place, inside) if place else None for place in places]


def _place(asked: Asked, tool: str, file: bytes) -> Place | None:
    """Return the place that a caller wrote, None: the root. Raises RefusedError."""
    try:
        return the_place(asked, tool, file)
    except RefusedError as error:
        if error.refusal.code != "is_root":
            raise
        return None


def readings(place: Place) -> tuple[RelPath, ...]:
    """Return the ways to read a place, the likeliest first where there are such files."""
    return (place.literal, place.plain, place.unescaped)


def _inside(asked: Asked, folders: set[RelPath]) -> dict[RelPath, list[RelPath]]:
    """Return the known files that lie in each of these folders, however deep."""
    found: dict[RelPath, list[RelPath]] = {}
    for folder, files in asked.state.files.by_folder.items() if folders else ():
        above = RelPath(folder)
        while above:
            if above in folders:
                found.setdefault(above, []).extend(files)
            above = RelPath(above.rpartition(b"/")[0])
    return found


def _of_one(
    asked: Asked, tool: str, place: Place, inside: dict[RelPath, list[RelPath]]
) -> list[RelPath]:
    for path in readings(place):
        itself = [path] if path in asked.state.files.by_path else []
        found = [*itself, *inside.get(path, ())]
        if found:
            return found
    raise _unknown(asked, tool, place.plain, _known(asked))


def _known(asked: Asked) -> list[RelPath]:
    """Return the known files in the folder that a session is confined to."""
    folder = asked.scope + b"/" if asked.scope else b""
    return [path for path in asked.state.files.by_path if path.startswith(folder)]


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
