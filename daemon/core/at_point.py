"""A file as it was at a point: which file is meant, where its text comes from, and the text."""

from collections.abc import Mapping
from typing import NamedTuple

from ...schemas.replies import Call
from ...schemas.requests import Blame, Cat
from ...schemas.values import NOW, Kept, RelPath, Span, Version
from . import past, points
from . import text as texts
from .asking import Asked, RefusedError, expect_file, known_text, refuse, shown_path, the_file
from .effects import Kind, Seen
from .places import Place
from .text import Text
from .whose import TOOL


class AtPoint(NamedTuple):
    """One file at one point."""

    path: RelPath
    """As asked for, or the file that is meant by it."""
    real: RelPath
    """The same without symlinks."""
    at: int
    """The point: after this entry."""
    version: Version | None
    """None: there was no file."""
    text: Text | None
    """None: it is not kept."""
    spans: tuple[Span, ...]
    """Lines that were asked for; empty: all."""


class _Meant(NamedTuple):
    path: RelPath
    real: RelPath
    seen: Seen | None
    """As it is now, where that is what is asked for."""


def files(asked: Asked, request: Cat | Blame, place: Place) -> tuple[RelPath, ...]:
    """Return the paths to look at: none for an earlier point of a file that the log knows."""
    is_past = not points.is_now(asked, request.at)
    return () if is_past and _known(asked, place) else place.paths


def wanted(
    asked: Asked, request: Cat | Blame, place: Place, seen: Mapping[RelPath, Seen]
) -> set[Kept]:
    """Return the kept bytes that the text is put together from. Raises RefusedError."""
    at = points.resolve(asked, TOOL, request.at)
    meant = _meant(asked, request, place, seen)
    if meant.seen is not None:
        return set()
    return past.wanted_at(asked.state, meant.real, at)


def find(
    asked: Asked,
    request: Cat | Blame,
    place: Place,
    seen: Mapping[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> AtPoint:
    """Return the file at the point. Raises RefusedError."""
    at = points.resolve(asked, TOOL, request.at)
    path, real, now = _meant(asked, request, place, seen)
    spans = place.spans_of(path)
    if now is not None:
        text = known_text(asked.state, now)
        return AtPoint(path, real, at, texts.version(text, now.mode), text, spans)
    version = past.version_at(asked.state, real, at)
    data = past.bytes_at(asked.state, real, at, contents)
    text = None if data is None else texts.known(data, version)
    return AtPoint(path, real, at, version, text, spans)


def again(request: Cat | Blame, action: str, found: AtPoint, lines: str = "") -> Call:
    """Return the call for all of a file at a point, or for `lines` of it, such as ":3-5"."""
    point: dict[str, str | int] = {} if request.at == NOW else {"at": found.at}
    return Call(TOOL, {"action": action, "file": shown_path(found.path) + lines, **point})


def not_kept(asked: Asked, path: RelPath, at: int) -> RefusedError:
    """Return the refusal of a text that is needed and not kept."""
    values: dict[str, str | int] = {"at": at}
    calls = (Call(TOOL, {"action": "log", "file": shown_path(path)}),)
    return refuse(asked, TOOL, "not_kept", path=path, values=values, calls=calls)


def _known(asked: Asked, place: Place) -> RelPath | None:
    """Return which of the paths that a place may mean the log knows; None: none."""
    paths = (place.plain, place.unescaped, place.literal)
    return next((path for path in paths if asked.state.files.get(path)), None)


def _meant(
    asked: Asked, request: Cat | Blame, place: Place, seen: Mapping[RelPath, Seen]
) -> _Meant:
    """Return the file that a place means. Raises RefusedError where there is and was none."""
    known = _known(asked, place)
    if place.plain not in seen:
        assert known is not None, "what is not known is looked at"
        return _Meant(known, known, None)
    looked = the_file(asked, TOOL, place, dict(seen))
    if looked.kind is Kind.ABSENT and known is not None:
        return _Meant(known, known, None)
    expect_file(asked, TOOL, looked)
    if points.is_now(asked, request.at):
        return _Meant(looked.path, looked.real, looked)
    if asked.state.files.get(looked.real) is None:
        raise not_kept(asked, looked.path, points.resolve(asked, TOOL, request.at))
    return _Meant(looked.path, looked.real, None)
