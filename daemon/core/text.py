"""Text on bytes: lines, line ends and encodings.

One line rule holds everywhere: LF ends a line, and a CR before it belongs to the ending. VT, FF,
NEL, U+2028 and a lone CR are ordinary characters. A last line without LF is a line. Nothing here
decodes and encodes again what was not asked to change.
"""

import codecs
import hashlib
import itertools
import re
from collections.abc import Iterable, Sequence

from ...schemas.values import Splice, Unit, Version

_BOMS = (
    (codecs.BOM_UTF32_LE, ""),  # no editor's everyday encoding: shown as binary
    (codecs.BOM_UTF32_BE, ""),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_UNITS = {"utf-16-le": Unit.UTF16_LE, "utf-16-be": Unit.UTF16_BE}
_GUESSED_FROM = 64
"""Places with characters beyond ASCII from which on a guess by their frequency is trusted."""
_WESTERN_MARKS = (
    "\u20ac\u201c\u201d\u2018\u2019\u2013\u2014\u2026\xab\xbb\xa7\xa9\xae\xb0\xb7\xa1\xbf\xa3"
)
_LEGACY = (
    *("cp1252", "gb18030", "big5", "cp932", "euc_jp", "euc_kr", "cp1251", "koi8_r", "cp1250"),
    *("cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258", "cp874", "cp866", "iso8859_15"),
)
"""Encodings that are guessed at. In each of them the byte 0x0A is a line feed and nothing else."""


_WALKED_LINES_MAX = 256
"""A line so close to a known one is walked to; others are found by counting."""


class UnencodableError(ValueError):
    """New text has a character that the file's encoding cannot hold."""

    def __init__(self, character: str, line: int, encoding: str) -> None:
        super().__init__(f"{character!r} in line {line} does not exist in {encoding}")
        self.character = character
        self.line = line
        """In the new text, from 1."""
        self.encoding = encoding


class Text:
    """A file's bytes and how they fall into lines. `encoding` is "" where they are no text."""

    __slots__ = ("_near", "_starts", "bom", "data", "encoding", "lines", "unit")

    def __init__(
        self, data: bytes, *, encoding: str, bom: bytes = b"", unit: Unit | None = None
    ) -> None:
        self.data = data
        self.encoding = encoding
        self.bom = bom
        if unit is None:
            unit = _UNITS.get(encoding, Unit.LF) if encoding else Unit.WHOLE
        self.unit = unit
        self._starts: list[int] | None = None
        self._near = (0, 0)
        """A line and where it starts: what is asked for next is mostly close to it."""
        if self.unit is Unit.LF:
            self.lines = data.count(b"\n") + (not data.endswith(b"\n") and len(data) > 0)
        elif self.unit is Unit.WHOLE:
            self.lines = 1 if data else 0
        else:
            self._starts = _wide_starts(data, self.unit)
            self.lines = len(self._starts)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Text):
            return NotImplemented
        return (self.data, self.encoding, self.unit) == (other.data, other.encoding, other.unit)

    def __hash__(self) -> int:
        return hash((self.data, self.encoding, self.unit))

    def offset(self, line: int) -> int:
        """Return the byte at which line `line` (from 0) starts; the size for `lines` itself."""
        if line >= self.lines:
            return len(self.data)
        if self._starts is not None:
            return self._starts[line]
        near, at = self._near
        if abs(line - near) > _WALKED_LINES_MAX:
            at = _nth_line(self.data, line)
        else:
            for _ in range(near, line):
                at = self.data.index(b"\n", at) + 1
            for _ in range(line, near):
                at = self.data.rfind(b"\n", 0, at - 1) + 1
        self._near = (line, at)
        return at

    def slice(self, first: int, count: int) -> bytes:
        """Return the bytes of `count` lines from line `first` (from 0), endings included."""
        start = self.offset(first)
        if self.unit is Unit.LF and count <= 4_096:
            end = start
            for _ in range(count):
                end = self.data.find(b"\n", end) + 1
                if not end:
                    return self.data[start:]
            return self.data[start:end]
        return self.data[start : self.offset(first + count)]

    def like(self, data: bytes) -> "Text":
        """Return lines that this file has or once had as text, though it was encoded otherwise."""
        bom = self.bom if data.startswith(self.bom) else b""
        if self.encoding and _decodes(data[len(bom) :], self.encoding):
            return Text(data, encoding=self.encoding, bom=bom)
        return of(data)

    def shown(self, first: int, count: int) -> list[str]:
        """Return `count` lines from line `first` (from 0), decoded, without endings.

        The byte order mark is hidden. What is no text has no lines to show.
        """
        if count <= 0 or not self.encoding:
            return []
        data = self.slice(first, count)
        lines = (data if first else data[len(self.bom) :]).decode(self.encoding).split("\n")
        if len(lines) > count:
            lines.pop()
        ended = [line.removesuffix("\r") for line in lines[:-1]]
        last = lines[-1]
        has_end = first + count < self.lines or self.ends_with_newline
        return [*ended, last.removesuffix("\r") if has_end else last]

    def decoded(self) -> str:
        """Return the whole text without its byte order mark; of what is no text, nothing."""
        return self.data[len(self.bom) :].decode(self.encoding) if self.encoding else ""

    @property
    def newline(self) -> bytes:
        """LF in this encoding."""
        return "\n".encode(self.encoding or "utf-8")

    @property
    def ends_with_newline(self) -> bool:
        return self.lines > 0 and self.data.endswith(self.newline)

    def ending(self, first: int, count: int) -> str:
        r"""Return the ending, "\r\n" or "\n", for text that takes the place of these lines.

        That of the first replaced line that has one, else of the line before or after, else of
        the file's majority, else LF.
        """
        for line in (*range(first, min(first + count, first + 64)), first - 1, first + count):
            if 0 <= line < self.lines:
                end = self.ending_of(line)
                if end:
                    return end
        return "\r\n" if self._mostly_crlf() else "\n"

    def ending_of(self, line: int) -> str:
        r"""Return "\r\n", "\n", or "" for a last line without one."""
        data = self.slice(line, 1)
        newline = self.newline
        if not data.endswith(newline):
            return ""
        carriage = "\r".encode(self.encoding or "utf-8")
        return "\r\n" if data[: -len(newline)].endswith(carriage) else "\n"

    def _mostly_crlf(self) -> bool:
        feeds, returns = self._feeds()
        return returns * 2 > feeds

    def _feeds(self) -> tuple[int, int]:
        """Count the line feeds, and those of them that follow a carriage return."""
        if self.unit is Unit.LF:
            return self.data.count(b"\n"), self.data.count(b"\r\n")
        text = self.data.decode(self.encoding or "latin-1")  # a code unit may look like two others
        return text.count("\n"), text.count("\r\n")

    def marks(self) -> tuple[str, ...]:
        """Return what is unusual about the whole file, for the first line of a read."""
        marks: list[str] = []
        feeds, returns = self._feeds()
        if returns:
            marks.append("CRLF" if returns == feeds else "CRLF and LF")
        if self.encoding and self.encoding != "utf-8":
            marks.append(self.encoding)
        return tuple(marks)

    def encode(self, content: str) -> bytes:
        """Return new text in this file's encoding. Raises UnencodableError."""
        encoding = self.encoding or "utf-8"
        try:
            return content.encode(encoding)
        except UnicodeEncodeError as error:
            line = content.count("\n", 0, error.start) + 1
            raise UnencodableError(content[error.start], line, encoding) from None


def of(data: bytes) -> Text:
    """Return the text that some bytes are: by byte order mark, else UTF-8, else as detected."""
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            if encoding and _decodes(data[len(bom) :], encoding):
                return Text(data, encoding=encoding, bom=bom)
            return Text(data, encoding="")
    if b"\0" in data:
        return Text(data, encoding="")
    if data.isascii() or _decodes(data, "utf-8"):
        return Text(data, encoding="utf-8")
    return Text(data, encoding=_detected(data))


def like(data: bytes, encoding: str) -> Text:
    """Return the text that a file's bytes are after an edit in its own encoding.

    A legacy encoding is kept as long as it gives the bytes back: guessed anew, a few other bytes
    could make it another, and one file would get two.
    """
    legacy = encoding in _LEGACY and not data.startswith(tuple(bom for bom, _ in _BOMS))
    if legacy and b"\0" not in data and _gives_back(data, encoding):
        return Text(data, encoding=encoding)
    return of(data)


def without_bom(data: bytes, encoding: str) -> bytes:
    """Return a text's bytes without its encoding's byte order mark."""
    boms = (bom for bom, named in _BOMS if named == encoding and data.startswith(bom))
    return data.removeprefix(next(boms, b""))


def changed(data: bytes, encoding: str) -> Text:
    """Return the text that bytes are after a change by others, who may have converted them."""
    if not data.isascii() and _decodes(data, "utf-8"):
        return of(data)
    return like(data, encoding)


def known(data: bytes, version: Version | None) -> Text:
    """Return the text of some bytes whose version the log knows, its lines as the log counts them.

    What counts as a line may be guessed otherwise today: such a file is then no text.
    """
    text = of(data) if version is None else like(data, version.encoding)
    if version is None or text.unit is version.unit:
        return text
    return Text(data, encoding="", unit=version.unit)


def split(data: bytes, unit: Unit) -> list[bytes]:
    """Return the lines of some bytes, endings included."""
    if not data:
        return []
    if unit is Unit.WHOLE:
        return [data]
    if unit is Unit.LF:
        parts = data.split(b"\n")
        last = parts.pop()
        lines = [part + b"\n" for part in parts]
        return [*lines, last] if last else lines
    starts = [*_wide_starts(data, unit), len(data)]
    return [data[a:b] for a, b in itertools.pairwise(starts)]


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def version(text: Text, mode: int) -> Version:
    return Version(
        digest=sha256(text.data),
        size_bytes=len(text.data),
        lines=text.lines,
        unit=text.unit,
        mode=mode,
        encoding=text.encoding,
    )


def splice(text: Text, splices: Sequence[Splice], inserted: Sequence[bytes]) -> bytes:
    """Return the bytes after line splices, each with its own inserted bytes."""
    out: list[bytes] = []
    at = 0
    for one, new in zip(splices, inserted, strict=True):
        start = text.offset(one.at)
        out += (text.data[at:start], new)
        at = text.offset(one.at + one.removed)
    out.append(text.data[at:])
    return b"".join(out)


def pieces(data: bytes, counts: Iterable[int], unit: Unit) -> list[bytes]:
    """Return bytes of consecutive stretches of so many lines each."""
    lines = split(data, unit)
    out: list[bytes] = []
    at = 0
    for count in counts:
        out.append(b"".join(lines[at : at + count]))
        at += count
    return out


def _decodes(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _detected(data: bytes) -> str:
    """Return the name of a legacy encoding that gives these bytes back, or ""."""
    # Costly to import and seldom needed.
    from charset_normalizer import from_bytes  # noqa: PLC0415 - see above

    found = from_bytes(data, cp_isolation=list(_LEGACY))
    best = found.best()
    if best is None:
        return ""
    likely = "cp1252" if _is_western(data) else best.encoding
    return likely if _gives_back(data, likely) else ""


def _is_western(data: bytes) -> bool:
    """Tell whether some bytes are likeliest cp1252: too few of them for a guess by frequency.

    They are letters and marks there, and stand alone among ASCII, as in no multi-byte encoding.
    """
    high = re.findall(rb"[\x80-\xff]+", data)
    if len(high) > _GUESSED_FROM or any(len(run) > 2 for run in high):
        return False
    try:
        characters = b"".join(high).decode("cp1252")
    except UnicodeDecodeError:
        return False
    pairs = sum(len(run) == 2 for run in high)
    return pairs * 4 <= len(high) and all(
        one.isalpha() or one in _WESTERN_MARKS for one in characters
    )


def _gives_back(data: bytes, encoding: str) -> bool:
    try:
        return encoding in _LEGACY and data.decode(encoding).encode(encoding) == data
    except UnicodeError:
        return False


def _nth_line(data: bytes, line: int) -> int:
    """Return where line `line` starts, by halving: counting is much faster than finding."""
    low, high, wanted = 0, len(data), line
    while wanted and high - low > 512:
        middle = (low + high) // 2
        feeds = data.count(b"\n", low, middle)
        if feeds >= wanted:
            high = middle
        else:
            low, wanted = middle, wanted - feeds
    for _ in range(wanted):
        low = data.index(b"\n", low) + 1
    return low


def _wide_starts(data: bytes, unit: Unit) -> list[int]:
    """Return where each line starts, in code units of two bytes."""
    if not data:
        return []
    feed = b"\n\0" if unit is Unit.UTF16_LE else b"\0\n"
    starts = [0, *(at + 2 for at in range(0, len(data) - 1, 2) if data[at : at + 2] == feed)]
    return starts[:-1] if starts[-1] == len(data) else starts
