"""New bytes for a file: line splices made of what a caller wants changed."""

import re
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from ...schemas.facts import Change
from ...schemas.replies import Block, FileDone, Part
from ...schemas.values import BEFORE_JOURNAL, Content, Span, Splice, Unit, Version
from . import text as texts
from .difference import difference
from .effects import Effect, Noted, PutFile, RemoveFile, Seen
from .files import File
from .secrecy import is_secret
from .text import Text

HAS_NUL = "it has a NUL character"
NO_ENCODING = "its bytes are text in no encoding"


class NotTextError(ValueError):
    """A text file would be none any more; the message says why."""


class Region(NamedTuple):
    """So many lines from line `first` (from 0) are to become `new`, whole lines."""

    first: int
    lines: int
    new: bytes


class Plan(NamedTuple):
    """One file's step, worked out: what becomes a change, an effect and a part of the reply."""

    before: Text
    after: Text
    splices: tuple[Splice, ...]
    inserted: tuple[bytes, ...]
    regions: tuple[Splice, ...]
    """As the caller meant them; `splices` leaves out lines that stay the same at their ends."""

    @property
    def meant(self) -> tuple[Splice, ...]:
        """The regions where they differ from the splices."""
        return self.regions if self.regions != self.splices else ()


def plan(before: Text, regions: Iterable[Region]) -> Plan:
    """Return what replacing these regions, ascending and apart, comes to.

    Raises NotTextError where that would be no text.
    """
    splices: list[Splice] = []
    inserted: list[bytes] = []
    asked = list(regions)
    for region in _with_bom(before, _with_end(before, asked)):
        splice, new = _trimmed(before, region)
        if not (splice.removed or splice.inserted):
            continue
        last = splices[-1] if splices else None
        if last and last.at + last.removed == splice.at and not (last.removed and splice.removed):
            # Two of them never stand at one place.
            splice = Splice(last.at, last.removed + splice.removed, last.inserted + splice.inserted)
            new = inserted.pop() + new
            splices.pop()
        splices.append(splice)
        inserted.append(new)
    after = texts.like(texts.splice(before, splices, inserted), before.encoding)
    if after.unit is not before.unit:
        has_nul = before.unit is Unit.LF and b"\0" in after.data
        raise NotTextError(HAS_NUL if has_nul else NO_ENCODING)
    meant = tuple(
        Splice(one.first, one.lines, len(texts.split(one.new, before.unit))) for one in asked
    )
    if before.lines + _growth(meant) != after.lines:  # only the byte order mark is left
        meant = tuple(splices)
    assert before.lines + _growth(splices) == after.lines
    return Plan(before, after, tuple(splices), tuple(inserted), meant)


def _trimmed(before: Text, region: Region) -> tuple[Splice, bytes]:
    """Return a region as a splice without the lines at its ends that stay, and its new bytes."""
    old = texts.split(before.slice(region.first, region.lines), before.unit)
    new = texts.split(region.new, before.unit)
    head = _same(old, new)
    tail = _same(old[head:][::-1], new[head:][::-1])
    splice = Splice(region.first + head, len(old) - head - tail, len(new) - head - tail)
    return splice, b"".join(new[head : len(new) - tail])


def _growth(splices: Iterable[Splice]) -> int:
    return sum(one.inserted - one.removed for one in splices)


def plan_whole(before: Text, data: bytes, *, encoded: bool = False) -> Plan:
    """Return what making a file hold `data` comes to; `encoded`: it is in the file's encoding."""
    after = texts.like(data, before.encoding) if encoded else texts.of(data)
    splices, inserted = difference(before, after)
    return Plan(before, after, splices, inserted, splices)


def _same(old: list[bytes], new: list[bytes]) -> int:
    count = 0
    for one, other in zip(old, new, strict=False):
        if one != other:
            break
        count += 1
    return count


def _with_end(text: Text, regions: list[Region]) -> list[Region]:
    """Let lines put behind a last line without a line end give it one, and have none at the end."""
    if not regions or not text.lines or text.ends_with_newline:
        return regions
    rest = [one for one in regions if one.first < text.lines]
    new = b"".join(one.new for one in regions[len(rest) :])
    if not new:
        return regions
    bare = new.removesuffix(text.newline).removesuffix(text.encode("\r"))
    if bare and not bare.endswith(text.newline):  # a blank last line is nothing without its end
        new = bare
    first, head = text.lines - 1, text.slice(text.lines - 1, 1)
    if rest and rest[-1].first + rest[-1].lines == text.lines:
        first, _, head = rest.pop()
    if head and not head.endswith(text.newline):
        head += text.encode(text.ending(text.lines - 1, 1) or "\n")
    return [*rest, Region(first, text.lines - first, head + new)]


def _with_bom(text: Text, regions: list[Region]) -> list[Region]:
    """Let the first line of the new text carry the byte order mark that the old one carried."""
    if not text.bom or not regions or regions[0].first > 0:
        return regions
    first, *rest = regions
    if first.lines and first.new.startswith(text.bom):
        return regions
    count, new = first.lines, first.new.removeprefix(text.bom)
    while not (count and new) and rest and rest[0].first == count:
        joined = rest.pop(0)
        new += joined.new if joined.first else joined.new.removeprefix(text.bom)
        count += joined.lines
    if not (count and new) and count < text.lines:
        # The mark's line stays, or the next one takes the mark over: either way one line more.
        kept = text.slice(count, 1)
        new += kept if count else kept.removeprefix(text.bom)
        count += 1
    return [Region(0, count, text.bom + new), *rest]


def new_lines(text: Text, first: int, count: int, content: str | bytes) -> bytes:
    """Return new text as bytes that can take the place of these lines.

    Line ends are those of the lines replaced; the last one is added where the text brings none.
    In place of a whole text without any line end, they stay as they were sent.
    Raises UnencodableError.
    """
    if not content:
        return b""
    is_free = text.lines <= min(count, 1) and not text.ends_with_newline
    ending = "" if is_free else text.ending(first, count)
    is_inner = first + count < text.lines
    if isinstance(content, str):  # bytes may be the last of a file, as they are
        is_inner = is_inner or (not count and text.ends_with_newline)
    kept = text.ending_of(first + count - 1) if count else ""
    last = kept or (ending if is_inner else "")
    if isinstance(content, bytes):
        return content if content.endswith(text.newline) else content + text.encode(last)
    new = with_ending(content, ending)
    return text.encode(new if new.endswith("\n") else new + last)


def with_ending(content: str, ending: str) -> str:
    """Return new text with this line ending, whichever it brings; with "", as it is.

    A lone CR stays: before a line end it keeps that CRLF, of which it would be a part otherwise.
    """
    if ending == "\n":
        return re.sub(r"(?<!\r)\r\n", "\n", content)
    return content.replace("\r\n", "\n").replace("\n", ending) if ending else content


class Made(NamedTuple):
    """A plan for one file, as the log and the disk take it."""

    change: Change
    attachments: tuple[bytes, ...]
    effect: Effect


def make(
    plan: Plan, file: File | None, seen: Seen, temp: bytes, *, mode: int, folder_mode: int = 0o755
) -> Made:
    """Return a plan as a change, its attachments, and the effect that makes it so."""
    change, attachments = _change(plan, file, seen, temp)
    change = msgspec.structs.replace(
        change, after=texts.version(plan.after, mode), made=seen.missing_folder
    )
    effect = PutFile(seen.real, plan.after.data, seen.noted, temp, mode, seen.in_place, folder_mode)
    return Made(change, attachments, effect)


def remove(plan: Plan, file: File | None, seen: Seen, temp: bytes) -> Made:
    """Return that the file goes, as a change, its attachments, and the effect."""
    assert seen.noted is not None
    change, attachments = _change(plan, file, seen, temp)
    return Made(change, attachments, RemoveFile(seen.real, seen.noted, temp))


def _change(
    plan: Plan, file: File | None, seen: Seen, temp: bytes
) -> tuple[Change, tuple[bytes, ...]]:
    """Return a change that says all but what is there after it, and its attachments."""
    joined = b"".join(plan.inserted)
    before = texts.version(plan.before, seen.mode) if seen.noted else None
    attachments: list[bytes] = []
    inserted = base = None
    if joined:
        inserted = Content(texts.sha256(joined), len(joined))
        attachments.append(joined)
    if before and before.size_bytes and needs_base(file):
        base = Content(before.digest, before.size_bytes)
        attachments.append(seen.data)
    noted = seen.noted or Noted(0, 0, 0, 0)
    change = Change(
        path=seen.real,
        before=before,
        after=None,
        splices=plan.splices,
        inserted=inserted,
        base=base,
        inode=noted.inode,
        mtime_ns=noted.mtime_ns,
        ctime_ns=noted.ctime_ns,
        temp=temp,
        in_place=seen.in_place,
        meant=plan.meant,
    )
    return change, tuple(attachments)


def needs_base(file: File | None) -> bool:
    """Tell whether the bytes a file has now must be attached to its next change.

    They are wanted where the journal has not kept what it first saw, and can still have it; and
    now and then, so that no text has to be put together from the pieces of too many changes. Of a
    file with secrets that would keep what others have written there.
    """
    if file is None:
        return True
    is_first = BEFORE_JOURNAL not in file.kept and file.is_as_first_seen
    return is_first or (file.is_whole_due and not is_secret(file.path))


def done(
    path: bytes, before: Version | None, after: Version | None, splices: Iterable[Splice]
) -> FileDone:
    """Return what a change did to one file, for replies and the log."""
    shift = 0
    parts: list[Part] = []
    for one in splices:
        was = Span(one.at + 1, one.at + one.removed) if one.removed else None
        now = Span(one.at + shift + 1, one.at + shift + one.inserted) if one.inserted else None
        parts.append(Part(was, now, one.at + shift))
        shift += one.inserted - one.removed
    lines = after.lines if after else 0
    modes = (before.mode, after.mode) if before and after and before.mode != after.mode else ()
    return FileDone(
        path=path,
        parts=tuple(parts),
        delta=lines - (before.lines if before else 0),
        total=lines,
        state=_state(before, after),
        modes=modes,
    )


def _state(before: Version | None, after: Version | None) -> str:
    if before is None or after is None:
        return "absent" if before is after else "created" if after else "removed"
    if before.digest != after.digest:
        return "changed"
    return "unchanged" if before.mode == after.mode else "mode"


def shown_span(after: Text, region: Splice, context: int) -> Span:
    """Return the lines that the reply shows: those of the region, and some around it."""
    first = max(1, region.at + 1 - context)
    last = min(after.lines, region.at + region.inserted + context)
    return Span(first, max(last, first - 1))


def shown_body(after: Text, region: Splice, span: Span) -> tuple[Block, ...]:
    """Return those lines, but of what the caller sent only the first and the last."""
    if not span:
        return ()
    first, last = region.at + 1, region.at + region.inserted
    if region.inserted <= 3:
        return (_block(after, span.first, span.last),)
    return (
        _block(after, span.first, first),
        Block("sent", first + 1, last - 1),
        _block(after, last, span.last),
    )


def _block(text: Text, first: int, last: int) -> Block:
    return Block("lines", first, last, tuple(text.shown(first - 1, last - first + 1)))
