"""What a caller writes in `file`: a path, perhaps with lines. Parsed once, here."""

import re
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from ...schemas.values import RelPath, Span

END = 0
"""As a span's `last`: to the end of the file."""
TOP = Span(0, 0)
"""Before the first line; no line itself."""
BOTTOM = Span(-1, -1)
"""After the last line, wherever that is."""

_LINES = re.compile(
    rb":(?P<lines>@(?:-(?:@|END)?)?(?:,@(?:-(?:@|END)?)?)*|ALL|END|)\Z".replace(b"@", rb"\d{1,9}"),
    re.IGNORECASE,
)


_ESCAPE = re.compile(
    rb"\\(?:x[0-9a-f]{2}|[nrt]|u[0-9a-f]{4}|U[0-9a-f]{8})".replace(b"0-9a-f", b"0-9a-fA-F")
)


def _unescape(found: re.Match[bytes]) -> bytes:
    escape = found[0]
    if escape[1:2] == b"x":
        return bytes.fromhex(escape[2:].decode())
    try:
        return escape.decode("unicode_escape").encode()
    except UnicodeError:  # half a character
        return escape


class Place(NamedTuple):
    """A path as written, and how it reads when its end is taken for lines."""

    literal: RelPath
    """The whole of it as a path."""
    plain: RelPath
    """Without the lines; `literal` where it has none."""
    spans: tuple[Span, ...]
    """Lines as written, `last` may be END; empty: none."""

    @property
    def unescaped(self) -> RelPath:
        r"""The plain path with \xNN and the like, as replies show such names, as what they mean."""
        return RelPath(_ESCAPE.sub(_unescape, self.plain)) if b"\\" in self.plain else self.plain

    @property
    def paths(self) -> tuple[RelPath, ...]:
        """All ways to read it; what is not plain is seldom there."""
        return tuple(dict.fromkeys((self.plain, self.literal, self.unescaped)))

    def spans_of(self, path: RelPath) -> tuple[Span, ...]:
        """Return the lines as written, if it is read as this path."""
        return self.spans if path in (self.plain, self.unescaped) else ()

    def beneath(self, scope: bytes) -> "Place":
        """Return the same place as seen from a root that has `scope` beneath it."""
        if not scope:
            return self
        literal, plain = (RelPath(scope + b"/" + one) for one in (self.literal, self.plain))
        return Place(literal, plain, self.spans)


class BadPlaceError(ValueError):
    """Not a path beneath the root. `code` is one of no_file, outside, bad_path, bad_lines."""

    def __init__(self, code: str, written: bytes) -> None:
        super().__init__(code)
        self.code = code
        self.written = written


def parse(written: bytes, root: bytes, cwd: bytes, named: bytes = b"") -> Place:
    """Return the place meant by what a caller wrote.

    Relative paths are meant from `cwd` if that lies beneath `root`, else from `root`. Absolute
    ones and file:// URLs must lie beneath it; `named` is another name of the root, by a symlink.
    Raises BadPlaceError.
    """
    if not written:
        raise BadPlaceError("no_file", written)
    if b"\0" in written:
        raise BadPlaceError("bad_path", written)
    if written.startswith(b"file://"):
        written = unquote_to_bytes(written.removeprefix(b"file://"))
    if named and (written + b"/").startswith(named.rstrip(b"/") + b"/"):
        written = root + written[len(named.rstrip(b"/")) :]
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
    if lines.upper() == b"END":
        return (BOTTOM,)
    if lines == b"0":
        return (TOP,)
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


def base_of(root: bytes, cwd: bytes) -> bytes:
    """Return the folder from which relative paths are meant, without a slash at its end."""
    inside = (cwd + b"/").startswith(root.rstrip(b"/") + b"/")
    return (cwd if inside else root).rstrip(b"/")


def _relative(path: bytes, root: bytes, cwd: bytes) -> RelPath:
    if not path.startswith(b"/"):
        path = base_of(root, cwd) + b"/" + path
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
