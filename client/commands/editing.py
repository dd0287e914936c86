"""Commands that put text into files or take it out: replace, insert, delete, write, insert-chip."""

import os
from typing import Any

import click
import msgspec

from ...schemas.requests import (
    AnyRequest,
    Delete,
    Insert,
    InsertChip,
    Replace,
    ReplaceSeveral,
    Write,
    WriteSeveral,
)
from ..cli_support import Asking, answer
from .options import (
    Aim,
    Gap,
    Way,
    after_options,
    aim_argument,
    asking_options,
    content_flags,
    content_options,
    examples,
    gap_argument,
    maybe_file_argument,
    missing_file,
    old_options,
    way_options,
    whole_file_options,
)
from .values import CHIP, chip_of, content_of, file_names, json_of


@click.command(
    epilog=examples(
        "editjournal replace src/app.py:12-18 --content '    return None'",
        "editjournal replace src/app.py --old colour --content color --all",
        "editjournal replace src/app.py --target total --content-file more.py",
        "editjournal replace src/app.py --edits changes.json --preview",
    )
)
@aim_argument
@content_flags
@old_options
@click.option("--all", "every", is_flag=True, help="Replace every occurrence of the old text.")
@click.option(
    "--edits",
    type=click.File("rb"),
    help="Several changes, all or none: a file with a JSON array; - is standard input.",
)
@way_options
@asking_options
def replace(  # noqa: PLR0913, PLR0917 - click
    aim: Aim,
    content: str | None,
    content_file: Any,
    old: str | None,
    every: bool,  # noqa: FBT001 - click
    edits: Any,
    way: Way,
    asking: Asking,
) -> None:
    """Change lines of FILE, or text that it has once.

    Say where by lines (src/app.py:12-18), by what stands there (--target, or src/app.py:40-auto for
    the function around line 40) or by --old; with --old too, the lines must be the old text. Empty
    content deletes. The elements of --edits are objects with `content` and one of `lines`
    ("12-18"), `after` (0 is the top) and `old`; their numbers are those before any of them is made.
    """
    if edits is None:
        request = Replace(
            aim.file,
            content_of(content, content_file),
            span=aim.span,
            old=old,
            all=every,
            target=aim.target,
            **way._asdict(),
        )
        answer(asking, request)
        return
    beside = (content, content_file, old, aim.span, aim.target)
    if every or any(one is not None for one in beside):
        raise click.UsageError("Give --edits alone: each of its elements has its own text.")
    name = aim.file.decode("utf-8", "replace")
    call = {"file": name, "edits": json_of(edits, "--edits"), "viewed_code_id": _view_id(way)}
    request, ignored = _parsed("be-replace", call)
    if isinstance(request, ReplaceSeveral):
        fields = way._replace(view=request.view)._asdict()
        request = msgspec.structs.replace(request, file=aim.file, **fields)
    answer(asking, request, ignored)


@click.command(
    epilog=examples(
        "editjournal insert src/app.py:10 --content 'import os'",
        "editjournal insert src/app.py --after END --content-file more.py",
        "editjournal insert src/app.py --target function:total --before --content '#'",
    )
)
@gap_argument
@content_options
@way_options
@asking_options
def insert(gap: Gap, content: str | bytes, way: Way, asking: Asking) -> None:
    """Put text after a line of FILE; nothing is replaced.

    The line stands behind the name (src/app.py:10, :0 for the top, :END for the end) or in --after.
    With --target it goes after what stands there, or with --before before it.
    """
    where = {"target": gap.target, "before": gap.before}
    answer(asking, Insert(gap.file, content, gap.after, **where, **way._asdict()))


@click.command(
    epilog=examples(
        "editjournal delete src/app.py:5-15",
        "editjournal delete src/app.py --target function:unused",
        "editjournal delete src/old.py --remove",
    )
)
@aim_argument
@old_options
@click.option("--remove", is_flag=True, help="The whole file, not lines of it.")
@way_options
@asking_options
def delete(aim: Aim, old: str | None, remove: bool, way: Way, asking: Asking) -> None:  # noqa: FBT001 - click
    """Take lines of FILE out, or with --remove the file away.

    With --old the lines must be exactly that text. What is taken away is kept as a chip.
    """
    if remove and aim.target is not None:
        raise click.UsageError("--remove takes the whole file away: give it without --target.")
    how = way._asdict()
    answer(asking, Delete(aim.file, aim.span, old, remove=remove, target=aim.target, **how))


@click.command(
    epilog=examples(
        "editjournal write notes.txt --content-file -",
        "editjournal write src/new/app.py --parents --content 'x = 1'",
        "editjournal write --files files.json",
    )
)
@maybe_file_argument
@content_flags
@click.option("--base64", "in_base64", is_flag=True, help="The content is base64 of the bytes.")
@click.option("--parents", is_flag=True, help="Make missing folders.")
@click.option(
    "--files",
    type=click.File("rb"),
    help="Several files, all or none: a file with a JSON array; - is standard input.",
)
@whole_file_options
@asking_options
def write(  # noqa: PLR0913, PLR0917 - click
    file: bytes | None,
    content: str | None,
    content_file: Any,
    in_base64: bool,  # noqa: FBT001 - click
    parents: bool,  # noqa: FBT001 - click
    files: Any,
    way: Way,
    asking: Asking,
) -> None:
    """Create a file, or replace the whole of it.

    The elements of --files are objects with `file`, `content` and perhaps "base64": true.
    """
    how = {"force": way.force, "preview": way.preview, "parents": parents, "diff": way.diff}
    if files is None:
        if file is None:
            raise missing_file()
        given = content_of(content, content_file)
        given = _from_base64(given) if in_base64 else given
        answer(asking, Write(file, given, way.view, **how))
        return
    if in_base64 or any(one is not None for one in (file, content, content_file)):
        raise click.UsageError("Give --files alone: each of its elements has its own content.")
    request, ignored = _parsed("be-write", {"files": json_of(files, "--files")})
    if isinstance(request, WriteSeveral):
        request = msgspec.structs.replace(request, **how)
    answer(asking, request, ignored)


CONTENT = "content"
form_option = click.option(
    "--form",
    type=click.Choice([CONTENT, "args"]),
    default=CONTENT,
    show_default=True,
    help="What goes in: the text, or a failed call's arguments as JSON beneath a comment.",
)


@click.command(
    "insert-chip",
    epilog=examples(
        "editjournal insert-chip chip://a3f7b2 src/app.py:12",
        "editjournal insert-chip more.py src/app.py --after END",
    ),
)
@click.argument("chip", shell_complete=file_names)
@click.argument("file", shell_complete=file_names)
@form_option
@after_options
@way_options
@asking_options
def insert_chip(
    chip: str, file: str, form: str, after: int | None, way: Way, asking: Asking
) -> None:
    """Put kept text, or that of a file, after a line of FILE.

    CHIP is a chip's id, as `chips` lists them, or another file's name.
    """
    if chip.startswith(CHIP):
        put_chip(asking, chip_of(chip), file, form, after, way)
        return
    if form != CONTENT:
        raise click.UsageError("--form goes with a chip; of a file it is the text that goes in.")
    source = os.fsencode(chip)
    request = InsertChip(os.fsencode(file), source=source, after=after, **way._asdict())
    answer(asking, request)


def put_chip(asking: Asking, chip: str, file: str, form: str, after: int | None, way: Way) -> None:
    """Ask for what a chip keeps, by its bare id, after a line of a file."""
    name, how = os.fsencode(file), way._asdict()
    answer(asking, InsertChip(name, chip=chip, after=after, form=form, **how))


def _parsed(tool: str, arguments: dict[str, str]) -> tuple[AnyRequest, tuple[str, ...]]:
    """Return what an agent's call with these arguments would mean, and names in it that do not."""
    from ..mcp.arguments import parse  # noqa: PLC0415 - seldom needed

    parsed = parse(tool, msgspec.json.encode(arguments))
    return parsed.request, parsed.ignored


def _view_id(way: Way) -> str:
    return f"v{way.view}" if way.view else ""


def _from_base64(content: str | bytes) -> bytes:
    from ..mcp.values import BadCallError, from_base64  # noqa: PLC0415 - seldom needed

    try:
        return from_base64(content if isinstance(content, str) else content.decode("latin-1"))
    except BadCallError:
        raise click.UsageError("The content is no base64.") from None
