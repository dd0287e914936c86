"""A trail as lines of JSON, complete enough to build every file of it anew: docs/export.md.

A file's step is one stretch of lines replaced by others; what was there before the first step is
given whole. So a line is small for a small edit, and rebuilding needs no more than JSON and base64.
"""

import base64
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from ...schemas.replies import Step, TrailFile
from ...schemas.values import Version
from ...schemas.version import BUILD
from ..words.log_lines import entry_id
from ..words.plain import texts
from .git_text import common_ends, lines_of
from .steps import changed

FORMAT = 1
"""Counts up when a reader of an earlier one would go wrong."""


class Writer:
    """Makes the lines of one export, in order; it knows what its reader can build already."""

    def __init__(self, session: str) -> None:
        """`session` is a session's name; empty: all sessions, and what came from outside."""
        self._session = session
        self._built: dict[bytes, bytes] = {}
        """SHA-256 of each file as the reader has it now, by path."""
        self._steps = 0
        self.missing = 0
        """Files of steps whose text is not kept."""

    def lines(self, steps: Iterable[Step]) -> Iterator[bytes]:
        yield _line({"type": "export", "format": FORMAT, "build": BUILD, "session": self._session})
        for step in steps:
            yield self.step(step)
        yield _line({"type": "end", "steps": self._steps, "missing": self.missing})

    def step(self, step: Step) -> bytes:
        self._steps += 1
        item = step.item
        named = {name: getattr(item, name) for name in item.__struct_fields__}
        fields = msgspec.to_builtins(named, builtin_types=(bytes,), str_keys=True)
        saw = [{name: getattr(one, name) for name in one.__struct_fields__} for one in step.saw]
        return _line(
            {
                "type": "step",
                "id": entry_id(item),
                **texts(fields),
                "arguments": content(step.arguments),
                "saw": texts(saw),
                "changes": [self._change(file) for file in changed(step)],
            }
        )

    def _change(self, file: TrailFile) -> dict[str, Any]:
        before, after = file.before, file.after
        missing = [
            side
            for side, version, is_kept in (
                ("before", before, file.is_old_kept),
                ("after", after, file.is_new_kept),
            )
            if version is not None and not is_kept
        ]
        self.missing += bool(missing)
        made = path_fields(file.path) | {"before": _version(before), "after": _version(after)}
        if missing:
            made["missing"] = missing
        if before is not None and self._built.pop(file.path, None) != before.digest:
            made["base"] = content(file.old)
        if after is not None and file.is_new_kept:
            at, removed, inserted = stretch(file.old, file.new)
            made |= {"at": at, "removed": removed, "inserted": content(inserted)}
            self._built[file.path] = after.digest
        return made


def path_fields(path: bytes) -> dict[str, Any]:
    r"""Return a path as text, bytes of it that are not UTF-8 \xNN; then also as base64."""
    try:
        return {"path": path.decode()}
    except UnicodeDecodeError:
        shown = path.decode("utf-8", "backslashreplace")
        return {"path": shown, "path_base64": base64.b64encode(path).decode()}


def content(data: bytes) -> dict[str, str]:
    """Return bytes as text where they are UTF-8, else as base64."""
    try:
        return {"text": data.decode()}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode()}


def stretch(old: bytes, new: bytes) -> tuple[int, int, bytes]:
    """Return where two contents differ: from which byte, how many go, and what comes.

    Lines stay whole, so that text stays text.
    """
    was, now = lines_of(old), lines_of(new)
    start, end = common_ends(was, now)
    gone = b"".join(was[start : len(was) - end])
    return sum(map(len, was[:start])), len(gone), b"".join(now[start : len(now) - end])


def _version(version: Version | None) -> dict[str, Any] | None:
    if version is None:
        return None
    return {
        "sha256": version.digest.hex(),
        "size": version.size_bytes,
        "mode": f"{version.mode:04o}",
        "encoding": version.encoding,
    }


def _line(value: dict[str, Any]) -> bytes:
    return msgspec.json.encode(value) + b"\n"
