"""Single values of a command: texts, ids, lines. What is wrong with one is a usage error."""

import os
import re
import time
from typing import Any

import click

from ...schemas.requests import TargetName
from ...schemas.values import Point, Span
from .. import targets
from ..path_lines import in_path
from ..points import parse

LARGEST_ID = 1 << 40
CHIP = "chip://"
_CHIP_ID = re.compile(r"[0-9a-f]{6}(?:[0-9a-f]{6})?", re.IGNORECASE)
_LINE_MAX = 1 << 40


def file_names(_: click.Context, __: click.Parameter, incomplete: str) -> list[Any]:
    """Let the shell complete a file's name."""
    from click.shell_completion import CompletionItem  # noqa: PLC0415 - only to complete

    return [CompletionItem(incomplete, type="file")]


def point_of(_: click.Context, __: click.Parameter, given: str | None) -> Point | None:
    """Return a point of the log; None where none is given."""
    if given is None:
        return None
    try:
        return parse(given, time.time_ns())
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


def target_of(_: click.Context, __: click.Parameter, given: str | None) -> TargetName | Span | None:
    """Return a place by what stands there; None where none is given."""
    if given is None:
        return None
    try:
        return targets.parse(given)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


def whole_files(
    _: click.Context, __: click.Parameter, given: "str | tuple[str, ...] | None"
) -> "str | tuple[str, ...] | None":
    """Return names of files or folders of which no lines can be meant."""
    for name in (given,) if isinstance(given, str) else given or ():
        expect_whole(name, "Only whole files can be meant here")
    return given


def expect_whole(name: str, why: str) -> None:
    """Raise a usage error for a name that ends in lines, unless a file is called so."""
    lines = in_path(name)
    if lines and not os.path.lexists(name):
        plain = name[: -len(lines) - 1]
        raise click.UsageError(
            f"{why}, and {lines} says lines of one: give {plain}, or {name}: "
            "where that is its own name."
        )


def after_of(_: click.Context, __: click.Parameter, given: str | None) -> int | None:
    """Return the line after which something goes: 0 is the top, END (as -1) the end."""
    if given is None:
        return None
    if given.upper() in ("END", "-1"):
        return -1
    if not (given.isascii() and given.isdigit() and len(given) < 20):
        raise click.BadParameter(f"{given} is no line: give a number, 0 for the top, or END.")
    return min(int(given), _LINE_MAX)


def content_of(text: str | None, file: Any) -> str | bytes:
    """Return the new text, which must be given in one of two ways."""
    data = bytes_of(text, file, "Give the new text with --content or --content-file, not both.")
    if data is None:
        raise click.UsageError("Give the new text with --content or --content-file.")
    return _decoded(data)


def old_of(text: str | None, file: Any) -> str | None:
    """Return the text that must be there now, if it is given."""
    data = bytes_of(text, file, "Give the current text with --old or --old-file, not both.")
    old = None if data is None else _decoded(data)
    if isinstance(old, bytes):
        raise click.UsageError("The current text is not UTF-8; say the lines instead.")
    return old


def bytes_of(text: str | None, file: Any, not_both: str) -> bytes | None:
    if text is not None and file is not None:
        raise click.UsageError(not_both)
    if text is not None:
        return os.fsencode(text)
    return None if file is None else file.read()


def json_of(file: Any, option: str) -> str:
    """Return what a file with JSON says, as text."""
    try:
        text = file.read().decode()
    except UnicodeDecodeError:
        raise click.UsageError(f"What {option} names is no JSON: it is not UTF-8.") from None
    if not text.strip():
        raise click.UsageError(f"What {option} names is empty; it must be a JSON array.")
    return text


def number_of(given: str, letters: str) -> int:
    """Return the number of an id such as e812, also without its letter."""
    digits = given[1:] if given[:1].lower() in tuple(letters) else given
    is_number = digits.isascii() and digits.isdigit() and len(digits) < 20
    if not (is_number and 0 < int(digits) < LARGEST_ID):
        raise click.UsageError(f"{given} is no id such as {letters[0]}812.")
    return int(digits)


def view_of(given: str | None) -> int:
    return number_of(given, "v") if given else 0


def chip_of(given: str) -> str:
    """Return the id of a chip, which is written chip://a3f7b2."""
    bare = given.removeprefix(CHIP)
    if not _CHIP_ID.fullmatch(bare):
        raise click.UsageError(f"{given} is no chip such as {CHIP}a3f7b2.")
    return bare.lower()


def span_of(start: int | None, end: int | None) -> Span | None:
    """Return the lines beside a name; a start alone is one line, an end alone is from the top."""
    if start is None and end is None:
        return None
    first = start or 1
    last = first if end is None else end
    if last < first:
        raise click.UsageError(f"{first}-{last} is no range of lines: first comes before last.")
    return Span(min(first, _LINE_MAX), min(last, _LINE_MAX))


def _decoded(data: bytes) -> str | bytes:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data
