"""What a chip keeps, as people read it: its texts as lines, and the call as its client got it."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from ...schemas.replies import Block
from ...schemas.values import Kept
from . import text as texts
from .chips import Chip
from .kept_calls import REQUEST, texts_of
from .text import Text

Contents = Mapping[Kept, bytes]
_FIRST_LINE_BYTES = 1_000
"""Of a text, that are looked at for its first line."""
FIRST_LINE_CHARACTERS = 60


class Piece(NamedTuple):
    """One text. `encoding` is "" where its bytes are no text."""

    data: bytes
    encoding: str


class Place(NamedTuple):
    """Where something lies that a chip keeps."""

    kept: Kept
    size_bytes: int


def places(chip: Chip) -> tuple[Place, ...]:
    """Return where all that a chip keeps lies: its texts first, then the call as it came."""
    return tuple(one for one in (texts_place(chip), call_place(chip)) if one is not None)


def texts_place(chip: Chip) -> Place | None:
    content = chip.text or chip.request
    return Place(chip.kept, content.size_bytes) if chip.kept and content else None


def call_place(chip: Chip) -> Place | None:
    """Return where the call lies as its client got it; None: that is not kept."""
    content = chip.arguments
    return Place(Kept(chip.seq, content.digest), content.size_bytes) if content else None


def pieces(chip: Chip, contents: Contents) -> tuple[Piece, ...]:
    """Return the texts that a chip keeps, without byte order marks, as far as they are at hand."""
    data = contents.get(chip.kept) if chip.kept else None
    if data is None:
        return ()
    if chip.text is not None:
        return (_piece(data, chip.encoding),)
    return tuple(map(_sent, texts_of(REQUEST.decode(data))))


def _sent(content: str | bytes) -> Piece:
    if isinstance(content, str):
        return Piece(content.encode("utf-8", "backslashreplace"), "utf-8")
    return _piece(content, texts.of(content).encoding)


def _piece(data: bytes, encoding: str) -> Piece:
    bare = texts.without_bom(data, encoding)
    try:
        bare.decode(encoding or "utf-8")
    except UnicodeDecodeError:
        return Piece(bare, "")
    return Piece(bare, encoding)


def first_line(found: tuple[Piece, ...]) -> str:
    """Return the beginning of the first text's first line; "" where it is no text."""
    if not found or not found[0].encoding:
        return ""
    data, encoding = found[0]
    beginning = data[:_FIRST_LINE_BYTES].decode(encoding, "ignore")
    return beginning.split("\n", 1)[0].removesuffix("\r")[:FIRST_LINE_CHARACTERS]


def first_line_of_call(chip: Chip, contents: Contents) -> str:
    r"""Return the beginning of a call as its client got it, where that is all that a chip keeps.

    \xNN stands for bytes that are no UTF-8.
    """
    place = call_place(chip)
    raw = contents.get(place.kept, b"") if place and not chip.kept else b""
    line = raw[:_FIRST_LINE_BYTES].lstrip().split(b"\n", 1)[0]
    return line.decode("utf-8", "backslashreplace").rstrip()[:FIRST_LINE_CHARACTERS]


class Beginning(NamedTuple):
    """So much of a text as is shown."""

    data: bytes
    cost: int
    """Bytes that it takes with the numbers of its lines."""


def blocks(found: tuple[Piece, ...], room: int) -> tuple[tuple[Block, ...], Beginning]:
    """Return texts as numbered lines that take at most `room` bytes, and all that is shown of them.

    Of bytes that are no text there is nothing to show.
    """
    shown: list[Block] = []
    data, cost = b"", 0
    for piece in found:
        if not piece.encoding:
            continue
        part = beginning_of(piece.data, piece.encoding, room - cost)
        data, cost = data + part.data, cost + part.cost
        if part.data:
            text = Text(part.data, encoding=piece.encoding)
            shown.append(Block("lines", 1, text.lines, tuple(text.shown(0, text.lines))))
    return tuple(shown), Beginning(data, cost)


def beginning_of(data: bytes, encoding: str, room: int) -> Beginning:
    """Return the first lines of a text that fit; of one that is too long its first characters."""
    room = max(0, room)
    text = Text(data[: room + room % 2], encoding=encoding)
    lines = texts.split(text.data, text.unit)
    fitting, cost = 0, 0
    for number, line in enumerate(lines, 1):  # with its number, one that is cut does not fit
        if cost + _cost(number, line) > room:
            break
        fitting, cost = number, cost + _cost(number, line)
    if fitting:
        return Beginning(b"".join(lines[:fitting]), cost)
    line = b"".join(lines[:1])[: max(0, room - _cost(1, b"")) // 2 * 2]
    line = line.decode(encoding, "ignore").encode(encoding)
    return Beginning(line, _cost(1, line) if line else 0)


def _cost(number: int, line: bytes) -> int:
    """Return how many bytes a line takes with its number and a bar."""
    return len(str(number)) + 1 + len(line)


def raw(chip: Chip, contents: Contents) -> bytes | None:
    """Return what a chip keeps, byte for byte: deleted text, or a call's arguments.

    Of a call that came without arguments it is the text; None: it has none, or several.
    """
    place = call_place(chip) or (texts_place(chip) if chip.text else None)
    if place is not None:
        return contents.get(place.kept)
    sent = pieces(chip, contents)
    return sent[0].data if len(sent) == 1 else None


def is_escaped(chip: Chip, contents: Contents) -> bool:
    """Tell whether a call's arguments hold what only escapes can show in a text."""
    place = call_place(chip)
    came = contents.get(place.kept, b"") if place else b""
    return b"\0" in came or not _is_utf8(came)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def call_text(chip: Chip, contents: Contents) -> bytes:
    """Return a call as its client got it, in UTF-8: indented where it is JSON; empty: not kept."""
    place = call_place(chip)
    raw = contents.get(place.kept) if place else None
    return readable(raw).encode("utf-8", "backslashreplace") if raw else b""


def readable(raw: bytes) -> str:
    r"""Return arguments as text: JSON indented and otherwise as it was; no UTF-8, and NUL, \xNN."""
    try:
        formatted = msgspec.json.format(raw, indent=2)
    except (msgspec.DecodeError, RecursionError):
        formatted = raw
    return formatted.decode("utf-8", "backslashreplace").replace("\0", "\\x00")
