"""Definitions by headings: each goes on to the next one."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .sheets import Found, Sheet, remarks_above


class _Heading(NamedTuple):
    kind: str
    name: str
    row: int
    level: int = 0
    """It ends where the next of its own or a lesser level begins."""


def tables(page: Sheet) -> Iterator[Found]:
    """Yield the tables of TOML: `[a.b]`, `[[a]]`."""
    headings: list[_Heading] = []
    depth = 0
    for at in page.tokens.brackets:
        row = page.row(at)
        opens = page.text[at] in "[{"
        if opens and depth == 0 and not page.lines[row][: at - page.starts[row]].strip():
            end = page.shown_lines[row].rfind("]")
            inner = page.lines[row][at - page.starts[row] : max(end, 0)]
            headings.append(_Heading("table", inner.strip("[] \t"), row))
        depth = depth + 1 if opens else max(depth - 1, 0)
    return _sections(page, headings)


_SECTION = re.compile(r"\[([^\]\r]+)\][ \t]*(?:[;#].*)?\r?$")


def sections(page: Sheet) -> Iterator[Found]:
    """Yield the sections of an INI file."""
    found = ((row, _SECTION.match(line)) for row, line in enumerate(page.lines))
    return _sections(page, [_Heading("section", one[1].strip(), row) for row, one in found if one])


_STAGE = re.compile(r"FROM\s+(?:--\S+\s+)*(\S+)(?:\s+AS\s+(\S+))?", re.IGNORECASE)


def stages(page: Sheet) -> Iterator[Found]:
    """Yield the stages of a Dockerfile, by what they are called or what they come from."""
    headings: list[_Heading] = []
    goes_on, tag = False, ""
    for row, line in enumerate(page.lines):
        if tag:
            tag = "" if line.strip() == tag else tag
            continue
        if not goes_on and (found := _STAGE.match(line.strip())):
            headings.append(_Heading("stage", found[2] or found[1], row))
        heredoc = re.search(r"<<-?[\"']?(\w+)", line)
        tag = heredoc[1] if heredoc and not line.lstrip().startswith("#") else ""
        goes_on = line.rstrip().endswith("\\") or (goes_on and line.lstrip().startswith("#"))
    return _sections(page, headings)


_LEVELS = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph")
_TITLE = re.compile(rf"\s*\\({'|'.join(_LEVELS)})\*?(?:\[[^\]]*\])?\{{(.*)\}}")


def titles(page: Sheet) -> Iterator[Found]:
    """Yield the chapters and sections of a TeX document."""
    headings: list[_Heading] = []
    for row, line in enumerate(page.lines):
        if line.startswith("\\end{document}"):
            headings.append(_Heading("", "", row, -1))  # ends all others and is none
        elif not page.is_remark(row) and (found := _TITLE.match(line)):
            headings.append(_Heading("section", found[2], row, _LEVELS.index(found[1])))
    return _sections(page, headings)


def _sections(page: Sheet, headings: Sequence[_Heading]) -> Iterator[Found]:
    """Yield headings with all that follows; what stands above the next one belongs to that."""
    ends = [_end_before(page, one.row) for one in headings]
    open_ones: list[_Heading] = []
    for heading, end in zip(headings, ends, strict=True):
        while open_ones and open_ones[-1].level >= heading.level:
            yield _section(page, open_ones.pop(), end)
        open_ones.append(heading)
    yield from (_section(page, one, len(page.lines)) for one in open_ones if one.kind)


def _section(page: Sheet, one: _Heading, end: int) -> Found:
    last = end - 1
    while last > one.row and page.is_blank(last):
        last -= 1
    return Found(one.kind, one.name, one.row, max(last, one.row))


def _end_before(page: Sheet, row: int) -> int:
    """Return the row at which all that belongs to a heading begins: comments after a blank line."""
    first = remarks_above(page, row)
    return first if first == 0 or page.is_blank(first - 1) else row
