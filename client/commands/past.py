"""Commands that tell what was: one entry, a file at a point, what differs between two, and who."""

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from ...schemas.replies import AnyReply, Contents, DiffReply, FileDiff
from ...schemas.requests import Blame, Cat, Diff, ShowEntry
from ...schemas.values import NOW, Point, Version
from ..cli_support import REFUSED, Asking, Talk, answer, fail, forms_of, put, root_of, show, talking
from . import colour
from .options import Place, asking_options, at_option, examples, place_argument
from .paging import put_lines
from .values import expect_whole, file_names, number_of, point_of, whole_files

if TYPE_CHECKING:
    from ..export.file_diff import Held

DIFF_BYTES = 64 << 20
"""More lines than these are not told; their files are."""
max_bytes_option = click.option(
    "--max-bytes",
    type=click.IntRange(min=1),
    default=200_000,
    show_default=True,
    help="How much at most.",
)


@click.command("show", epilog=examples("editjournal show e812", "editjournal show 1042"))
@click.argument("entry")
@max_bytes_option
@asking_options
def show_entry(entry: str, max_bytes: int, asking: Asking) -> None:
    """Show one entry of the log in full.

    Of an edit what went and what came, of a read its lines, of a refused call what it would have
    done; with the call's arguments, as they were sent.
    """
    answer(asking, ShowEntry(number_of(entry, "evp"), max_bytes), paged=True)


@click.command(
    epilog=examples(
        "editjournal blame src/app.py",
        "editjournal blame src/app.py:40-80 --at 'yesterday 14:30'",
    )
)
@place_argument
@at_option("As the file was then. Default: now.")
@max_bytes_option
@asking_options
def blame(place: Place, at: Point | None, max_bytes: int, asking: Asking) -> None:
    """Show who made each line of a file, and when."""
    answer(asking, Blame(_with_lines(place), at or NOW, max_bytes), paged=True)


@click.command(
    epilog=examples(
        "editjournal cat src/app.py --at 'before e812' > app.old.py",
        "editjournal cat src/app.py:40-80 --at '10 minutes ago' --lines",
    )
)
@place_argument
@at_option("As the file was then. Default: now.")
@click.option("--lines", is_flag=True, help="Numbered, as `read` shows them.")
@max_bytes_option
@asking_options
def cat(place: Place, at: Point | None, lines: bool, max_bytes: int, asking: Asking) -> None:  # noqa: FBT001 - click
    """Print a file as it was at a point: all of it, byte for byte.

    With --lines, and with --json, as text, at most --max-bytes of it; so too the lines behind its
    name alone.
    """
    name = _with_lines(place)
    if lines or asking.as_json:
        answer(asking, Cat(name, at or NOW, max_bytes), paged=True)
        return
    expect_whole(os.fsdecode(name), "Without --lines a whole file is printed")
    with talking(asking, deaf=True) as talk:
        reply = talk(Cat(name, at or NOW, raw=True))
    _warn(asking, reply)
    if isinstance(reply, Contents) and reply.version is None:
        fail(f"{os.fsdecode(reply.path)} was not there after entry {reply.at}", REFUSED)
    sys.stdout.buffer.write(_data(asking, reply))


@click.command(
    epilog=examples(
        "editjournal diff --from '1 hour ago'",
        "editjournal diff src --from 'before the renaming' --to e812 > renamed.patch",
    )
)
@click.argument("path", callback=whole_files, shell_complete=file_names, required=False)
@click.option("--from", "since", callback=point_of, metavar="POINT", required=True, help="Before.")
@click.option("--to", "until", callback=point_of, metavar="POINT", help="After. Default: now.")
@asking_options
def diff(path: str | None, since: Point, until: Point | None, asking: Asking) -> None:
    """Print what changed between two points, as a unified diff.

    In PATH, a file or folder, or everywhere. `git apply` and `patch -p1` take it; what is no text
    only `git apply` does.
    """
    request = Diff(since, until or NOW, os.fsencode(path or ""), DIFF_BYTES)
    with talking(asking, deaf=True) as talk:
        reply = talk(request)
        if asking.as_json or not isinstance(reply, DiffReply):
            show(asking, reply)
            return
        _warn(asking, reply)
        if sys.stdout.isatty():
            put_lines(_coloured(_diffs(asking, talk, reply)))
        else:
            for data in _diffs(asking, talk, reply):
                sys.stdout.buffer.write(data)
    missing = [os.fsdecode(one.path) for one in reply.files if one.missing]
    for name in missing:
        put(f"{name}: not shown, its text is not kept", err=True)
    if reply.more:
        put(f"{reply.more} more files differ: name a folder to see them", err=True)
    if missing or reply.more:
        sys.exit(REFUSED)


def _warn(asking: Asking, reply: AnyReply) -> None:
    """Put the warnings of a file or diff beside it, to standard error."""
    from ..words import render  # noqa: PLC0415 - not all commands need it

    if isinstance(reply, Contents | DiffReply):
        for line in render.warnings(reply, forms=forms_of(asking)):
            put(line, err=True)


def _with_lines(place: Place) -> bytes:
    return place.file if place.span is None else place.file + b":%s" % str(place.span).encode()


def _diffs(asking: Asking, talk: Talk, reply: DiffReply) -> Iterator[bytes]:
    """Yield a diff of each file whose text is kept."""
    from ..export.file_diff import file_diff  # noqa: PLC0415 - not all commands need it

    root = root_of(asking)
    for one in reply.files:
        if not one.missing:
            old = _held(asking, talk, root, one, one.before, reply.since)
            new = _held(asking, talk, root, one, one.after, reply.until)
            yield file_diff(one.path, old, new)


def _held(
    asking: Asking, talk: Talk, root: bytes, one: FileDiff, version: Version | None, seq: int
) -> "Held | None":
    from ..export.file_diff import Held  # noqa: PLC0415 - not all commands need it

    if version is None:
        return None
    at = Point(seq=seq) if seq else Point(seq=1, before=True)
    reply = talk(Cat(exact(root, one.path), at, raw=True))
    return Held(_data(asking, reply), version.mode)


def _data(asking: Asking, reply: AnyReply) -> bytes:
    if not isinstance(reply, Contents):
        show(asking, reply)
        fail("the daemon answered otherwise than with a file", REFUSED)
    return reply.data


def exact(root: bytes, path: bytes) -> bytes:
    """Return a file's name such that no part of it can be taken for lines, or otherwise."""
    from urllib.parse import quote_from_bytes  # noqa: PLC0415 - not all commands need it

    return b"file://" + quote_from_bytes(root.rstrip(b"/") + b"/" + path).encode() + b":"


def _coloured(diffs: Iterator[bytes]) -> Iterator[str]:
    paint = colour.wanted(sys.stdout)
    for data in diffs:
        for line in os.fsdecode(data.removesuffix(b"\n")).split("\n"):
            yield colour.diff(line) if paint else line
