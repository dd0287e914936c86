"""What the words of a language are made of, in which tools are described to models."""

from msgspec import Struct


class ToolWords(Struct, frozen=True):
    """The words for one tool."""

    title: str
    description: str
    parameters: dict[str, str]
    """By name; of an item of a list by both, as in "edits.lines"; none where choices say it."""


class Words(Struct, frozen=True):
    """One language."""

    tools: dict[str, ToolWords]
    opening: tuple[str, ...]
    """Pieces of the instructions' first paragraph; `{tools}` are those that read and edit.

    A piece that names a tool which is not listed is left out, and so is a note.
    """
    notes: tuple[str, ...]
    """Each a line of its own."""
    comma: str
    """Between things listed."""
    last_comma: str
    """Before the last of them."""
