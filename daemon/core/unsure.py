"""What is not sure of a point in the past: the log says when something was noticed, and no more.

A change from outside may be older than its entry; a file that the log met after a point may have
been another one then.
"""

from collections.abc import Iterable, Iterator

from ...schemas.facts import Change
from ...schemas.replies import Remark
from ...schemas.values import Point, RelPath
from . import past
from .asking import Asked, shown_path
from .meant import Meant

NAMED_MAX = 5
"""Files or changes that are named."""


def noticed_late(asked: Asked, path: RelPath, edits: Iterable[int], point_ns: int) -> list[int]:
    """Return those of the edits that came from outside and were in the file at a time already.

    By the file's own time. `point_ns` 0: none, as the point is no time.
    """
    by_seq = asked.state.edits.by_seq
    outside = (by_seq[one] for one in edits if by_seq[one].is_outside)
    return [one.seq for one in outside if 0 < file_time_ns(one.change_in(path)) <= point_ns]


def late_of_all(asked: Asked, edits: Iterable[int], point_ns: int) -> tuple[int, ...]:
    """Return those of the edits that were there at a time already in some file, ascending."""
    ones = (asked.state.edits.by_seq[one] for one in edits)
    late = (noticed_late(asked, path, (one.seq,), point_ns) for one in ones for path in one.paths)
    return tuple(sorted({seq for seqs in late for seq in seqs}))


def file_time_ns(change: Change) -> int:
    """Return when a file says that it was changed; 0: it is gone, and says nothing."""
    before, after = change.before, change.after
    is_mode = before is not None and after is not None and before.digest == after.digest
    return change.ctime_ns if is_mode else change.mtime_ns


def said_late(asked: Asked, late: tuple[int, ...]) -> Iterator[Remark]:
    """Yield the warning that changes go which were there at the point already, by all signs."""
    ones = [asked.state.edits.by_seq[one] for one in late]
    others = [f"{_name(asked, one.paths[0])} ({one.seq})" for one in ones[1:]]
    for edit in ones[:1]:
        change = edit.changes[0]
        values: dict[str, str | int] = {
            "path": _name(asked, RelPath(change.path)),
            "edit": edit.seq,
            "noticed_ns": edit.time_ns,
            "changed_ns": file_time_ns(change),
            "now_ns": asked.now_ns,
            "others": _listed(others),
        }
        yield Remark("noticed_late", values)


def not_known(asked: Asked, paths: Iterable[RelPath], at: int, point: Point) -> tuple[RelPath, ...]:
    """Return those of the files that the log met, as they were, only after the entry `at`.

    What a `point` just before an entry means is known if that entry met it.
    """
    at += point.before
    by_path = asked.state.files.by_path
    known = (path for path in paths if path in by_path)
    return tuple(path for path in known if not past.is_known_at(by_path[path], at))


def said_not_known(asked: Asked, paths: tuple[RelPath, ...]) -> tuple[Remark, ...]:
    """Return the warning that files are told of as they were first seen; nothing for no file."""
    if not paths:
        return ()
    by_path = asked.state.files.by_path
    names = [f"{_name(asked, path)} ({by_path[path].known_since})" for path in paths]
    return (Remark("not_known_then", {"files": _listed(names)}),)


def said(asked: Asked, meant: Meant) -> tuple[Remark, ...]:
    """Return the warnings of what an undo or restore comes to."""
    return (*said_late(asked, meant.late), *said_not_known(asked, meant.unknown))


def _listed(names: list[str]) -> str:
    more = f" (+{len(names) - NAMED_MAX})" if len(names) > NAMED_MAX else ""
    return ", ".join(names[:NAMED_MAX]) + more


def _name(asked: Asked, path: RelPath) -> str:
    """Return a file as the session would write it."""
    return shown_path(path.removeprefix(asked.scope + b"/") if asked.scope else path)
