"""Commands that change no file: read, status, log, chips."""

import os
import shlex
import time

import click

from ...schemas.replies import LogReply
from ...schemas.requests import Chips, History, Read, Status
from ..cli_support import Asking, answer, ask, put, show
from .options import Place, asking_options, examples, place_argument
from .values import LARGEST_ID, file_names

LINES = "editjournal read src/app.py:40-80"


@click.command(
    epilog=examples(LINES, "editjournal read src/app.py:40-   # from line 40 to the end")
)
@place_argument
@click.option(
    "--max-bytes",
    type=click.IntRange(min=1),
    default=200_000,
    show_default=True,
    help="How much text at most.",
)
@asking_options
def read(place: Place, max_bytes: int, asking: Asking) -> None:
    """Show a file, or lines of it, numbered."""
    spans = () if place.span is None else (place.span,)
    answer(asking, Read(place.file, spans=spans, max_bytes=max_bytes))


@click.command(epilog=examples("editjournal status"))
@asking_options
def status(asking: Asking) -> None:
    """Show this terminal's open edits and stale views.

    With EDITJOURNAL_SESSION=NAME those of all commands that have the same name.
    """
    answer(asking, Status())


@click.command(epilog=examples("editjournal chips"))
@click.option(
    "--limit", type=click.IntRange(1, 1000), default=30, show_default=True, help="How many."
)
@asking_options
def chips(limit: int, asking: Asking) -> None:
    """List the deleted texts and refused calls that are kept.

    Newest first. `insert-chip` puts a text back, `confirm` runs a call again.
    """
    answer(asking, Chips(limit))


@click.command(epilog=examples("editjournal log", "editjournal log src/app.py --limit 10"))
@click.argument("file", shell_complete=file_names, required=False)
@click.option(
    "--limit", type=click.IntRange(1, 1000), default=50, show_default=True, help="How many entries."
)
@click.option("--before", type=int, default=0, help="Only entries before this number, for paging.")
@asking_options
def log(file: str | None, limit: int, before: int, asking: Asking) -> None:
    """Show what happened, newest first.

    Reads, edits, refusals, changes from outside: of FILE, or of the whole workspace. Entries that
    begin with e are edits, and can be undone; with v, views.
    """
    request = History(os.fsencode(file or ""), before=max(0, min(before, LARGEST_ID)), limit=limit)
    reply = ask(asking, request)
    if asking.as_json or not isinstance(reply, LogReply):
        show(asking, reply)
        return
    _put_log(reply, file, limit)


def _put_log(reply: LogReply, file: str | None, limit: int) -> None:
    from ..words.log_lines import log_line  # noqa: PLC0415 - no other command needs it

    today = time.strftime("%Y-%m-%d")
    for item in reply.items:
        when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(item.time_ns // 10**9))
        put(f"{when.removeprefix(today).strip()}  {log_line(item)}")
    if not reply.items:
        put("no entries")
    if reply.more:
        named = f" -- {shlex.quote(file)}" if file else ""
        put(f"older: editjournal log --limit {limit} --before {reply.items[-1].seq}{named}")
