"""What a caller writes in `file`: a path, perhaps with lines. Parsed once, here."""

import re
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from ...schemas.values import RelPath, Span

END = 0
"""As a span's `last`: to the end of the file."""

_LINES = re.compile(
    rb":(?P<lines>(?:\d+(?:-(?:\d+|END)?)?)(?:,\d+(?:-(?:\d+|END)?)?)*|ALL|)$", re.IGNORECASE
)


class Place(NamedTuple):
    """A path as written, and how it reads when its end is taken for lines."""

    literal: RelPath
    """The whole of it as a path."""
    plain: RelPath
    """Without the lines; `literal` where it has none."""
    spans: tuple[Span, ...]
    """Lines as written, `last` may be END; empty: none."""

    @property
    def paths(self) -> tuple[RelPath, ...]:
        return (self.plain,) if self.plain == self.literal else (self.plain, self.literal)


class BadPlaceError(ValueError):
    """Not a path beneath the root. `code` is one of no_file, outside, bad_path, bad_lines."""

    def __init__(self, code: str, written: bytes) -> None:
        super().__init__(code)
        self.code = code
        self.written = written


def parse(written: bytes, root: bytes, cwd: bytes) -> Place:
    """Return the place meant by what a caller wrote.

    Relative paths are meant from `cwd`; absolute ones and file:// URLs must lie beneath `root`.
    Raises BadPlaceError.
    """
    if not written:
        raise BadPlaceError("no_file", written)
    if b"\0" in written:
        raise BadPlaceError("bad_path", written)
    if written.startswith(b"file://"):
        written = unquote_to_bytes(written.removeprefix(b"file://"))
    literal = _relative(written, root, cwd)
    found = _LINES.search(written)
    if found is None or not written[: found.start()]:
        return Place(literal, literal, ())
    spans = _spans(found["lines"], written)
    return Place(literal, _relative(written[: found.start()], root, cwd), spans)


def _spans(lines: bytes, written: bytes) -> tuple[Span, ...]:
    if not lines:
        return ()
    if lines.upper() == b"ALL":
        return (Span(1, END),)
    spans: list[Span] = []
    for part in lines.upper().split(b","):
        first, dash, last = part.partition(b"-")
        if not dash:
            last = first
        span = Span(int(first), END if last in (b"", b"END") else int(last))
        if span.first < 1 or (span.last != END and span.last < span.first):
            raise BadPlaceError("bad_lines", written)
        spans.append(span)
    return tuple(spans)


def _relative(path: bytes, root: bytes, cwd: bytes) -> RelPath:
    if not path.startswith(b"/"):
        path = cwd.rstrip(b"/") + b"/" + path
    parts: list[bytes] = []
    for part in path.split(b"/"):
        if part == b"..":
            if parts:
                parts.pop()
        elif part not in (b"", b"."):
            parts.append(part)
    top = [part for part in root.split(b"/") if part]
    if parts[: len(top)] != top:
        raise BadPlaceError("outside", path)
    if len(parts) == len(top):
        raise BadPlaceError("is_root", path)
    return RelPath(b"/".join(parts[len(top) :]))
