"""What a call of be-history means: the log, one entry, and files as they were."""

from collections.abc import Callable, Iterable

from ...schemas import tool_names
from ...schemas.requests import AnyRequest, Blame, Cat, Diff, History, Sessions, ShowEntry
from ...schemas.values import NOW, Point
from ..path_lines import in_path
from . import lines, values
from .names import LINES, Made, Taken
from .values import BadCallError

PAGE_BYTES = 8_000
"""Of a whole reply, where the call does not say."""
PAGE_BYTES_MAX = 200_000
BESIDE_BYTES = 1_100
"""So much of a reply is not its body: first and last line without paths, and notices."""
LIMIT = 50
LIMIT_MAX = 200


def history(taken: Taken, max_bytes: int) -> Made:
    """Return what a call means. Raises BadCallError.

    `max_bytes` is how large a reply may be where the call does not say.
    """
    action = values.string(taken.values, "action", taken.got).strip().lower()
    if action not in _ACTIONS:
        shown, choices = values.shown(action), ", ".join(_ACTIONS)
        raise BadCallError("not_a_choice", name="action", got=shown, choices=choices)
    make, meant = _ACTIONS[action]
    request = make(taken, min(max_bytes, PAGE_BYTES))
    known = {"action", *meant, *tool_names.EVERYWHERE}
    return request, tuple(name for name in taken.values if name not in known)


def body_bytes(page_bytes: int, file: bytes = b"") -> int:
    """Return how much of a reply may be its body; its file is named in the first and last line."""
    return max(page_bytes - BESIDE_BYTES - 2 * len(file), page_bytes // 4)


def _log(taken: Taken, page_bytes: int) -> AnyRequest:
    del page_bytes
    return History(
        _file(taken).encode(),
        values.whose(taken.values),
        values.entry(taken.values, "before"),
        min(values.integer(taken.values, "limit", LIMIT, least=1), LIMIT_MAX),
        values.text(taken.values, "agent") or "",
        values.text(taken.values, "tool") or "",
        values.point(taken.values, "since"),
        values.point(taken.values, "until"),
    )


def _sessions(taken: Taken, page_bytes: int) -> AnyRequest:
    del page_bytes
    limit = min(values.integer(taken.values, "limit", LIMIT, least=1), LIMIT_MAX)
    return Sessions(limit, values.text(taken.values, "agent") or "")


def _show(taken: Taken, page_bytes: int) -> AnyRequest:
    entry = values.entry(taken.values, "event_id")
    if not entry:
        raise BadCallError("missing", name="event_id", got=taken.got)
    return ShowEntry(entry, _room(taken, page_bytes))


def _diff(taken: Taken, page_bytes: int) -> AnyRequest:
    file = _file(taken).encode()
    since = values.point(taken.values, "at") or values.point(taken.values, "since")
    until = values.point(taken.values, "to") or values.point(taken.values, "until")
    edit = values.entry(taken.values, "event_id")
    if edit:  # what this edit changed
        for name in ("at", "since", "to", "until"):
            if name in taken.values:
                raise BadCallError("not_together", name=name, action="diff")
        since, until = Point(seq=edit, before=True), Point(seq=edit)
    if since is None:
        raise BadCallError("missing", name="at", got=taken.got)
    return Diff(since, until or NOW, file, _room(taken, page_bytes, file))


def _cat(taken: Taken, page_bytes: int) -> AnyRequest:
    file = _with_lines(taken)
    return Cat(file, _at(taken), _room(taken, page_bytes, file))


def _blame(taken: Taken, page_bytes: int) -> AnyRequest:
    file = _with_lines(taken)
    return Blame(file, _at(taken), _room(taken, page_bytes, file))


_FILTERS = ("file", "session", "before", "limit", "agent", "tool", "since", "until")
_FILE_AT = ("file", "at", "event_id", "max_bytes", *LINES)
_ACTIONS: dict[str, tuple[Callable[[Taken, int], AnyRequest], Iterable[str]]] = {
    "log": (_log, _FILTERS),
    "show": (_show, ("event_id", "max_bytes")),
    "diff": (_diff, ("file", "event_id", "at", "since", "to", "until", "max_bytes")),
    "cat": (_cat, _FILE_AT),
    "blame": (_blame, _FILE_AT),
    "sessions": (_sessions, ("limit", "agent")),
}
"""By action: what makes its request, and the arguments that say something of it."""


def _room(taken: Taken, page_bytes: int, file: bytes = b"") -> int:
    given = values.integer(taken.values, "max_bytes", page_bytes, least=1)
    return body_bytes(min(given, PAGE_BYTES_MAX), file)


def _at(taken: Taken) -> Point:
    """Return the point of a file: after an edit, where only that is named."""
    at = values.point(taken.values, "at")
    if at is None and (edit := values.entry(taken.values, "event_id")):
        return Point(seq=edit)
    return at or NOW


def _file(taken: Taken) -> str:
    file = values.text(taken.values, "file") or ""
    lines.expect_numbers(file)
    return file


def _with_lines(taken: Taken) -> bytes:
    """Return a path with the lines behind it that came beside it, if any."""
    path = values.string(taken.values, "file", taken.got)
    lines.expect_numbers(path)
    span = lines.span_beside(taken.values, path)
    if span is None or in_path(path):
        return path.encode()
    return f"{path}:{span.first}-{span.last or ''}".encode()
