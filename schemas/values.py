"""Values that everything else is made of. All are immutable and compare by content."""

import enum
from typing import NewType

from msgspec import Struct

RelPath = NewType("RelPath", bytes)
"""A file beneath the workspace root: parts joined by b"/", none of them empty, "." or "..".

Bytes, because that is what file names are; they are decoded only to be shown.
"""

Digest = NewType("Digest", bytes)
"""SHA-256 of some bytes, 32 bytes long."""

BEFORE_JOURNAL = 0
"""Stands where an entry's seq does, for the text a file had when the journal first saw it."""

OUTSIDE = 0
"""Stands where a session's number does, for changes made by no client of the daemon."""


class Unit(enum.IntEnum):
    """What counts as one line of a file, so that its lines can be counted without its encoding."""

    LF = 0
    """Bytes up to and with 0x0A: UTF-8 and every encoding in which that byte is a line feed."""
    UTF16_LE = 1
    """Little-endian code units up to and with U+000A."""
    UTF16_BE = 2
    """Big-endian code units up to and with U+000A."""
    WHOLE = 3
    """The whole file is one line: what is no text."""


class Span(Struct, frozen=True, array_like=True, gc=False):
    """Lines first to last, counted from 1, both included."""

    first: int
    last: int

    def __len__(self) -> int:
        return self.last - self.first + 1

    def __str__(self) -> str:
        return f"{self.first}" if self.first == self.last else f"{self.first}-{self.last}"


class Splice(Struct, frozen=True, array_like=True, gc=False):
    """One stretch of lines replaced by others.

    A change's splices are ascending and apart: `at + removed <= next.at`, and two of them never
    stand at one place.
    """

    at: int
    """Lines of the text before that stay in front of it, so a 0-based index into that text."""
    removed: int
    inserted: int


class Content(Struct, frozen=True, array_like=True, gc=False):
    """Bytes kept by the log, by their hash."""

    digest: bytes
    size_bytes: int


class Version(Struct, frozen=True, array_like=True, gc=False):
    """A file that exists, at one moment."""

    digest: bytes
    size_bytes: int
    lines: int
    unit: Unit
    mode: int
    """Permission bits, st_mode & 0o7777."""
    encoding: str = ""
    """As it was read, so that later edits are made in the same; "" for what is no text."""


class Kept(Struct, frozen=True, array_like=True, gc=False):
    """Where kept bytes lie: an attachment of one entry."""

    seq: int
    digest: bytes


class Point(Struct, frozen=True, array_like=True, gc=False):
    """A moment of the log: after one entry. One field says which; none: now."""

    seq: int = 0
    """After this entry."""
    time_ns: int = 0
    """After the newest entry that is not younger than this, in nanoseconds since the epoch."""
    label: str = ""
    """At the newest snapshot with this label."""
    before: bool = False
    """Just before the entry `seq` instead."""


NOW = Point()
