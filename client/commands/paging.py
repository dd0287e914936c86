"""Lines on a terminal or into a pipe; through the user's pager if they are more than a screen."""

import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from itertools import chain

import click

from . import colour


def put(text: str, *, err: bool = False) -> None:
    """Print text of files, and names as they were given, whatever the terminal's encoding."""
    click.echo(os.fsencode(text), err=err)


def put_lines(lines: Iterable[str]) -> None:
    """Print lines as they come; on a terminal through a pager if they are more than a screen.

    The pager takes no more of them than its user looks at.
    """
    if not sys.stdout.isatty():
        for line in lines:
            put(line)
        return
    coming = iter(lines)
    screen = list(_screenful(coming))
    following = next(coming, None)
    if following is None:
        for line in screen:
            put(line)
    else:
        shown = (_displayed(line) for line in chain(screen, (following,), coming))
        click.echo_via_pager(shown, color=colour.wanted(sys.stdout))


def _screenful(lines: Iterator[str]) -> Iterator[str]:
    """Take as many lines as a screen holds, with one to spare for the prompt."""
    columns, room = shutil.get_terminal_size()
    room -= 1
    while room > 0 and (line := next(lines, None)) is not None:
        room -= 1 + max(0, len(click.unstyle(line)) - 1) // max(1, columns)
        yield line


def _displayed(line: str) -> str:
    """Return a line such that it can be encoded: bytes that are not UTF-8 show as such."""
    return os.fsencode(line).decode("utf-8", "backslashreplace") + "\n"
