"""Definitions of what builds: targets and macros of makefiles, functions and macros of CMake."""

import re
from collections.abc import Iterator

from .sheets import Found, Sheet

_REFERENCE = re.compile(r"\$(?:\([^()\n]*\)|\{[^{}\n]*\})")
_RULE = re.compile(r"(?P<names>[^\s:=#][^:=#]*?)\s*(?:&?::?)(?![:=])(?P<rest>[^=]*)$")
_MACRO = re.compile(r"\s*(?:override\s+|export\s+)*define\s+(\S+)")
_MACRO_END = re.compile(r"\s*endef\b")
_BEGINS = re.compile(r"\s*if(?:n?eq|n?def)\b")
_ENDS = re.compile(r"\s*endif\b")
_BETWEEN = re.compile(r"\s*(?:else\b|#|$)")


def targets(page: Sheet) -> Iterator[Found]:
    """Yield the targets that have a recipe, and what stands between `define` and `endef`."""
    row = 0
    while row < len(page.lines):
        line = page.lines[row]
        if found := _MACRO.match(line):
            last = _macro_end(page, row)
            yield Found("macro", found[1], row, last)
            row = last + 1
            continue
        end = _logical_end(page, row)
        if not line.startswith(("\t", "#")) and (name := _target(page, row, end)):
            last = _recipe_end(page, end)
            if last > end or ";" in line:
                yield Found("target", name, row, last)
            row = last + 1
            continue
        row = end + 1


def _target(page: Sheet, row: int, end: int) -> str:
    line = " ".join(part.rstrip("\r\\ \t") for part in page.lines[row : end + 1])
    plain = _REFERENCE.sub(lambda found: "x" * len(found[0]), line)
    found = _RULE.match(plain.partition(";")[0].partition("#")[0])
    if not found or plain.startswith(("export ", "include ", "-include ", "vpath ")):
        return ""
    return " ".join(line[: found.end("names")].split())


def _logical_end(page: Sheet, row: int) -> int:
    """Return the last row of a line that backslashes continue."""
    while row + 1 < len(page.lines) and page.lines[row].rstrip("\r").endswith("\\"):
        row += 1
    return row


def _recipe_end(page: Sheet, row: int) -> int:
    """Return the last row of the recipe below a rule, which may have conditionals in it."""
    last = row
    begun: list[int] = []
    row += 1
    while row < len(page.lines):
        line = page.lines[row]
        end = _logical_end(page, row)
        if line.startswith("\t"):
            last = end if line.strip() else last
        elif _BEGINS.match(line):
            begun.append(last)
        elif begun and _ENDS.match(line):
            last = end if last > begun.pop() else last
        elif not _BETWEEN.match(line):
            break
        row = end + 1
    return last


def _macro_end(page: Sheet, row: int) -> int:
    depth = 0
    for at in range(row, len(page.lines)):
        if _MACRO.match(page.lines[at]):
            depth += 1
        elif _MACRO_END.match(page.lines[at]):
            depth -= 1
            if depth == 0:
                return at
    return len(page.lines) - 1


_ROUTINE = re.compile(r"\s*(?P<kind>function|macro)\s*\(\s*(?P<name>[^\s()]+)", re.IGNORECASE)
_ROUTINE_END = re.compile(r"\s*end(?:function|macro)\s*\(", re.IGNORECASE)


def routines(page: Sheet) -> Iterator[Found]:
    """Yield the functions and macros of CMake."""
    begun: list[Found] = []
    for row, line in enumerate(page.shown_lines):
        if found := _ROUTINE.match(line):
            begun.append(Found(found["kind"].lower(), found["name"], row, row))
        elif begun and _ROUTINE_END.match(line):
            yield begun.pop()._replace(last=row)
