"""New bytes for a file: line splices made of what a caller wants changed."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from ...schemas.facts import Change
from ...schemas.messages import Block, FileDone, Part
from ...schemas.values import BEFORE_JOURNAL, Content, Span, Splice, Version
from . import text as texts
from .effects import Noted, PutFile, Seen
from .files import File
from .text import Text


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


def plan(before: Text, regions: Iterable[Region]) -> Plan:
    """Return what replacing these regions, ascending and apart, comes to."""
    splices: list[Splice] = []
    inserted: list[bytes] = []
    meant: list[Splice] = []
    for region in _with_bom(before, list(regions)):
        old = texts.split(before.slice(region.first, region.lines), before.unit)
        new = texts.split(region.new, before.unit)
        meant.append(Splice(region.first, len(old), len(new)))
        head = _same(old, new)
        tail = _same(old[head:][::-1], new[head:][::-1])
        if len(old) - head - tail or len(new) - head - tail:
            splices.append(
                Splice(region.first + head, len(old) - head - tail, len(new) - head - tail)
            )
            inserted.append(b"".join(new[head : len(new) - tail]))
    data = texts.splice(before, splices, inserted)
    after = Text(data, encoding=before.encoding or "utf-8", bom=before.bom)
    return Plan(before, after, tuple(splices), tuple(inserted), tuple(meant))


def plan_whole(before: Text, data: bytes) -> Plan:
    """Return what making a file hold `data` comes to."""
    after = texts.of(data)
    splices, inserted = texts.difference(before, after)
    return Plan(before, after, splices, inserted, splices)


def _same(old: list[bytes], new: list[bytes]) -> int:
    count = 0
    for one, other in zip(old, new, strict=False):
        if one != other:
            break
        count += 1
    return count


def _with_bom(text: Text, regions: list[Region]) -> list[Region]:
    """Let the first line of the new text carry the byte order mark that the old one carried."""
    if not text.bom or not regions or regions[0].first > 0:
        return regions
    first, *rest = regions
    if first.new.startswith(text.bom):
        return regions
    count = first.lines
    new = first.new
    if not count or not new:
        # The mark's line stays, or the next one takes the mark over: either way one line more.
        free = not rest or rest[0].first > count
        if count < text.lines and free:
            kept = text.slice(count, 1)
            new += kept.removeprefix(text.bom)
            count += 1
    return [Region(0, count, text.bom + new), *rest]


def new_lines(text: Text, first: int, count: int, content: str | bytes) -> bytes:
    """Return new text as bytes that can take the place of these lines.

    Line ends are those of the lines replaced; the last one is added where the text brings none.
    Raises UnencodableError.
    """
    if isinstance(content, bytes) or not content:
        return content if isinstance(content, bytes) else b""
    ending = text.ending(first, count)
    if "\r\n" not in content and ending == "\r\n":
        content = content.replace("\n", "\r\n")
    if not content.endswith("\n"):
        is_inner = first + count < text.lines
        content += (text.ending_of(first + count - 1) if count else "") or (
            ending if is_inner else ""
        )
    return text.encode(content)


def find(text: Text, old: str) -> list[tuple[int, int]]:
    """Return where `old` stands in the file, in bytes from and to; CRLF and LF are alike."""
    old = old.replace("\r\n", "\n")
    if text.encoding == "utf-8":
        haystack, skip = text.data, len(text.bom)
        try:
            pattern = re.escape(old.encode())
        except UnicodeEncodeError:
            return []
        newline = b"(?:\r\n|\n)"
        found = re.finditer(pattern.replace(b"\\\n", newline), haystack[skip:])
        return [(one.start() + skip, one.end() + skip) for one in found]
    decoded = text.decode(text.data)
    starts = len(text.bom)
    spots: list[tuple[int, int]] = []
    for one in re.finditer(re.escape(old).replace("\\\n", "(?:\r\n|\n)"), decoded):
        at = starts + len(decoded[: one.start()].encode(text.encoding))
        spots.append((at, at + len(one[0].encode(text.encoding))))
    return spots


def line_at(text: Text, position: int) -> int:
    """Return the line (from 0) that the byte at `position` belongs to."""
    low, high = 0, max(text.lines - 1, 0)
    while low < high:
        middle = (low + high + 1) // 2
        if text.offset(middle) <= position:
            low = middle
        else:
            high = middle - 1
    return low


def regions_of(
    text: Text, spots: Iterable[tuple[int, int]], content: str | bytes
) -> tuple[Region, ...]:
    """Return the whole-line regions that replacing these byte ranges comes to.

    Raises UnencodableError.
    """
    regions: list[Region] = []
    for start, end in spots:
        first = line_at(text, start)
        stop, new = _end_rules(text, first, (start, end), content)
        last = line_at(text, max(start, stop - 1))
        begin = text.offset(first)
        until = text.offset(last + 1)
        merged = text.data[begin:start] + new + text.data[stop:until]
        if merged and not merged.endswith(text.newline) and last + 1 < text.lines:
            last += 1  # the line end went, so the next line is joined to it
            merged += text.slice(last, 1)
        region = Region(first, last - first + 1, merged)
        if regions and regions[-1].first + regions[-1].lines > first:
            region = _joined(text, regions.pop(), (start, stop), new)
        regions.append(region)
    return tuple(regions)


def _end_rules(
    text: Text, first: int, spot: tuple[int, int], content: str | bytes
) -> tuple[int, bytes]:
    """Return where the replaced bytes end, and the new ones, by the rules for line ends."""
    start, end = spot
    if isinstance(content, bytes):
        return end, content
    ending = text.ending(first, 1)
    if "\r\n" not in content and ending == "\r\n":
        content = content.replace("\n", "\r\n")
    new = text.encode(content)
    line_end = text.encode(ending)
    old = text.data[start:end]
    if not content and text.offset(first) + (len(text.bom) if not first else 0) == start:
        for one in (text.encode("\r\n"), text.newline):
            if text.data.startswith(one, end) and not old.endswith(text.newline):
                return end + len(one), new  # whole lines went: so does their end
    if content and old.endswith(text.newline) and not new.endswith(text.newline):
        new += line_end
    return end, new


def _joined(text: Text, region: Region, spot: tuple[int, int], new: bytes) -> Region:
    """Return one region for two replacements that share a line."""
    start, stop = spot
    begin = text.offset(region.first)
    covered = text.offset(region.first + region.lines)
    last = max(line_at(text, max(start, stop - 1)), region.first + region.lines - 1)
    until = text.offset(last + 1)
    tail = covered - start
    merged = region.new[: len(region.new) - tail] + new + text.data[stop:until]
    assert begin <= start
    if merged and not merged.endswith(text.newline) and last + 1 < text.lines:
        last += 1
        merged += text.slice(last, 1)
    return Region(region.first, last - region.first + 1, merged)


class Made(NamedTuple):
    """A plan for one file, as the log and the disk take it."""

    change: Change
    attachments: tuple[bytes, ...]
    effect: PutFile


def make(plan: Plan, file: File | None, seen: Seen, temp: bytes, *, mode: int) -> Made:
    """Return a plan as a change, its attachments, and the effect that makes it so."""
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
        after=texts.version(plan.after, mode),
        splices=plan.splices,
        inserted=inserted,
        base=base,
        inode=noted.inode,
        mtime_ns=noted.mtime_ns,
        ctime_ns=noted.ctime_ns,
        temp=temp,
        in_place=seen.in_place,
    )
    effect = PutFile(seen.real, plan.after.data, seen.noted, temp, mode, seen.in_place)
    return Made(change, tuple(attachments), effect)


def needs_base(file: File | None) -> bool:
    """Tell whether the bytes a file has now must be attached to its next change.

    They are wanted where the journal has not kept what it first saw, and can still have it.
    """
    if file is None:
        return True
    return BEFORE_JOURNAL not in file.kept and not file.history.steps


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
    state = "created" if before is None else "removed" if after is None else "changed"
    lines = after.lines if after else 0
    return FileDone(path, tuple(parts), lines - (before.lines if before else 0), lines, state)


def shown_span(plan: Plan, context: int) -> Span | None:
    """Return the lines that the reply shows of one region: its new lines and some around."""
    if len(plan.regions) != 1 or not plan.after.lines:
        return None
    region = plan.regions[0]
    first = max(1, region.at + 1 - context)
    last = min(plan.after.lines, region.at + region.inserted + context)
    return Span(first, last) if first <= last else None


def shown_body(plan: Plan, span: Span) -> tuple[Block, ...]:
    """Return those lines, but of what the caller sent only the first and the last."""
    region = plan.regions[0]
    first, last = region.at + 1, region.at + region.inserted
    if region.inserted <= 3:
        return (_block(plan.after, span.first, span.last),)
    return (
        _block(plan.after, span.first, first),
        Block("sent", first + 1, last - 1),
        _block(plan.after, last, span.last),
    )


def _block(text: Text, first: int, last: int) -> Block:
    return Block("lines", first, last, tuple(text.shown(first - 1, last - first + 1)))
