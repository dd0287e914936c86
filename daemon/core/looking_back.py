"""be-history of files: an entry, a text at a point, what changed between two, who made a line."""

from collections.abc import Mapping
from typing import assert_never

from ...schemas.requests import Blame, Cat, Diff, ShowEntry
from ...schemas.values import Kept, RelPath
from . import at_point, blame, cat, diffs, entries
from .asking import Asked, Decision, RefusedError
from .effects import Seen
from .places import Place

LookBack = ShowEntry | Cat | Diff | Blame


def files(asked: Asked, request: LookBack, places: tuple[Place, ...]) -> tuple[RelPath, ...]:
    """Return the paths to look at first. Raises RefusedError."""
    match request:
        case Cat() | Blame():
            return at_point.files(asked, request, places[0])
        case Diff():
            return diffs.files(asked, request)
        case ShowEntry():
            return ()
        case _:
            assert_never(request)


def wanted(
    asked: Asked, request: LookBack, places: tuple[Place, ...], seen: Mapping[RelPath, Seen]
) -> set[Kept]:
    """Return the kept bytes that are needed: none for what is to be refused."""
    try:
        match request:
            case Cat() | Blame():
                return at_point.wanted(asked, request, places[0], seen)
            case Diff():
                return diffs.wanted(asked, request)
            case ShowEntry():
                return entries.wanted(asked, request)
            case _:
                assert_never(request)
    except RefusedError:
        return set()


def decide(
    asked: Asked,
    request: LookBack,
    places: tuple[Place, ...],
    seen: Mapping[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> Decision:
    """Return what is told. Raises RefusedError."""
    match request:
        case Cat():
            return cat.cat(asked, request, places[0], seen, contents)
        case Blame():
            return blame.blame(asked, request, places[0], seen, contents)
        case Diff():
            return diffs.diff(asked, request, contents)
        case ShowEntry():
            return entries.show(asked, request, contents)
        case _:
            assert_never(request)
