"""Replies in colour, for a terminal: the verdict bold, what went red, what came green."""

import os
import re
from collections.abc import Mapping
from typing import Any

import click

_VERDICT = re.compile(r"(ok|preview|REFUSED|ERROR)(?= )")
_DIFF = re.compile(r"([-+])\d+\|")
_ENTRY = re.compile(r"((?:\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d  )( *[evp]?\d+  )(.{16,}?  )", re.ASCII)
_COLOURS = {"-": "red", "+": "green"}


def wanted(stream: Any, env: Mapping[str, str] = os.environ) -> bool:
    """Tell whether what goes to this stream is for a terminal whose user has not said no."""
    return stream.isatty() and not env.get("NO_COLOR")


def paint(text: str) -> str:
    """Return a reply in colour; without the colours it is the same text.

    Not for what a read shows: lines of a file stand there as they are.
    """
    first, *rest = text.split("\n")
    verdict = _VERDICT.match(first)
    if verdict:
        first = click.style(verdict[0], bold=True) + first[verdict.end() :]
    return "\n".join([first, *map(_line, rest)])


def entry(line: str) -> str:
    """Return a line of the log in colour; without the colours it is the same text."""
    found = _ENTRY.match(line)
    if not found:
        return line
    when, named, who = found.groups()
    told = line[found.end() :]
    told = click.style(told, fg="red") if told.startswith("refused") else told
    parts = (
        click.style(when, dim=True),
        click.style(named, fg="yellow"),
        click.style(who, fg="cyan"),
    )
    return "".join(parts) + told


def diff(line: str) -> str:
    """Return a line of a unified diff in colour; without the colours it is the same text."""
    if line.startswith(("+++ ", "--- ", "diff --git ")):
        return click.style(line, bold=True)
    fg = {"+": "green", "-": "red", "@": "cyan"}.get(line[:1])
    return click.style(line, fg=fg) if fg else line


def _line(line: str) -> str:
    sign = _DIFF.match(line)
    return click.style(line, fg=_COLOURS[sign[1]]) if sign else line
