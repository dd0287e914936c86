"""Elements and what is wrong with tags, drawn as text to compare with an answer by hand."""

from editjournal.daemon.core.structure.markup.elements import elements
from editjournal.daemon.core.structure.markup.tag_balance import tag_balance
from editjournal.schemas.structure import Mark

Sample = tuple[str, str]
"""A text, whose first line end is only there to begin at the margin, and an answer."""


def drawn_elements(text: str, language: str) -> str:
    """Return a line for each element, `first-last name ?`, indented by what it lies in."""
    lines: list[str] = []
    depths: list[int] = []
    for found in elements(text, language, None):
        depths.append(depths[found.parent] + 1 if found.parent >= 0 else 0)
        line = f"{'  ' * depths[-1]}{found.first}-{found.last} {found.name or '-'}"
        lines.append(line + " ?" * found.unsure)
    return "\n".join(lines)


def drawn_problems(text: str, language: str) -> str:
    """Return a line for each problem, `line:column mark kind`, and what it closes."""
    lines: list[str] = []
    for found in tag_balance(text, language).problems:
        closes = f", closes {_mark(found.partner)}" if found.partner else ""
        lines.append(f"{_mark(found.mark)} {found.kind}{closes}")
    return "\n".join(lines)


def _mark(mark: Mark) -> str:
    return f"{mark.line}:{mark.column} {mark.text}"


def check_elements(sample: Sample, language: str) -> None:
    text, expected = sample
    assert drawn_elements(text.removeprefix("\n"), language) == expected.strip("\n")


def check_problems(sample: Sample, language: str) -> None:
    text, expected = sample
    assert drawn_problems(text.removeprefix("\n"), language) == expected.strip("\n")
