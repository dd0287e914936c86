"""Definitions drawn as text, to be compared with an answer written by hand."""

from editjournal.daemon.core.structure.definitions.by_grammar import definitions
from editjournal.daemon.core.structure.trees import parse

Sample = tuple[str, str]
"""A text, whose first line end is only there to begin at the margin, and its definitions."""


def drawn(text: str, language: str) -> str:
    """Return a line for each definition, indented by what it lies in.

    The line is `first-last@line kind name [above] ?`, without `@line` where that is the first,
    and with `?` where it is unsure.
    """
    lines: list[str] = []
    depths: list[int] = []
    for found in definitions(parse(text, language), text, language):
        depths.append(depths[found.parent] + 1 if found.parent >= 0 else 0)
        line = f"{'  ' * depths[-1]}{found.first}-{found.last}"
        line += f"@{found.line}" * (found.line != found.first)
        line += f" {found.kind} {found.name or '-'}"
        line += f" [{', '.join(found.above)}]" * bool(found.above)
        lines.append(line + " ?" * found.unsure)
    return "\n".join(lines)


def check(sample: Sample, language: str) -> None:
    text, expected = sample
    assert drawn(text.removeprefix("\n"), language) == expected.strip("\n")
