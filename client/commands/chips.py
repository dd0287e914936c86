"""The commands of what is kept: chips listed, searched, shown, put back, run again, dropped."""

import os
import time
from typing import Any, NamedTuple

import click

from ...schemas.replies import ChipShown
from ...schemas.requests import Chips, Confirm, DropChip, ShowChip
from ..cli_support import Asking, answer, ask
from ..cli_support import show as show_reply
from ..points import parse_time
from .editing import form_option, put_chip
from .history import session_option, whose
from .options import (
    InOrder,
    Way,
    after_options,
    asking_options,
    examples,
    gathered,
    way_options,
)
from .values import chip_of, file_names, view_of

LISTED_MAX = 100
"""More are not listed at a time."""


def since_of(_: click.Context, __: click.Parameter, given: str | None) -> int:
    """Return a time in nanoseconds since the epoch, 0 where none is given."""
    if given is None:
        return 0
    try:
        return parse_time(given, time.time_ns())
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


def tool_names(_: click.Context, __: click.Parameter, incomplete: str) -> list[Any]:
    """Let the shell complete a tool's name."""
    from click.shell_completion import CompletionItem  # noqa: PLC0415 - only to complete

    from ...schemas.tools import BY_NAME  # noqa: PLC0415 - as above

    return [CompletionItem(name) for name in BY_NAME if name.startswith(incomplete)]


def _tool_of(given: str) -> str:
    """Return a tool's name in full: it may be given without its be-."""
    from ...schemas.tools import BY_NAME  # noqa: PLC0415 - seldom needed

    return f"be-{given}" if f"be-{given}" in BY_NAME else given


class Narrow(NamedTuple):
    """Which chips are listed."""

    file: str | None
    tool: str | None
    session: str | None
    since: int
    limit: int
    left: bool

    @property
    def is_narrow(self) -> bool:
        """Tell whether anything is said but how many."""
        return bool(self.file or self.tool or self.session or self.since)


def _narrow(
    *,
    file: str | None,
    tool: str | None,
    session: str | None,
    since: int,
    limit: int,
    left: bool,
) -> Narrow:
    return Narrow(file, tool, session, since, limit, left)


narrow_options = gathered(
    "narrow",
    _narrow,
    Narrow._fields,
    click.option("--file", shell_complete=file_names, help="Only of this file."),
    click.option("--tool", shell_complete=tool_names, help="Only of calls to it, e.g. be-write."),
    session_option,
    click.option(
        "--since",
        callback=since_of,
        metavar="TIME",
        help="Only those kept since: 10m, 2h or 3d ago, or yesterday 14:30, or an ISO time.",
    ),
    click.option(
        "--limit",
        type=click.IntRange(1, LISTED_MAX),
        default=30,
        show_default=True,
        help="How many.",
    ),
    click.option(
        "--all", "left", is_flag=True, help="Also those that have left the list, or were dropped."
    ),
)


def _listing(narrow: Narrow, text: str = "") -> Chips:
    name, of_tool = os.fsencode(narrow.file or ""), _tool_of(narrow.tool or "")
    session = whose(narrow.session)
    words = _reasons(text) if text else {}
    return Chips(narrow.limit, text, name, of_tool, session, narrow.since, narrow.left, words)


def _reasons(text: str) -> dict[str, str]:
    from ..words import reasons  # noqa: PLC0415 - seldom needed, and slow to import

    return reasons.with_words_of(text)


@click.group(
    cls=InOrder,
    invoke_without_command=True,
    subcommand_metavar="[COMMAND]",
    epilog=examples(
        "editjournal chips",
        "editjournal chips --file src/cart.py --since 2h",
        "editjournal chips --all --limit 100",
    ),
)
@narrow_options
@asking_options
def chips(narrow: Narrow, asking: Asking) -> None:
    """List the deleted texts and failed calls that are kept.

    The commands below use them. Newest first: by whom and when, where, how many bytes, why a call
    failed, how the text begins, and which edits a chip was used for.
    """
    context = click.get_current_context()
    if context.invoked_subcommand is None:
        answer(asking, _listing(narrow))
    elif given := _typed(context):
        raise click.UsageError(f"{given} goes behind {context.invoked_subcommand}.")


def _typed(context: click.Context) -> str:
    """Return the first option that was typed before a subcommand, and would mean nothing there."""
    for one in context.command.params:
        typed = context.get_parameter_source(one.name or "")
        if typed is click.core.ParameterSource.COMMANDLINE:
            return one.opts[0]
    return ""


@chips.command(
    epilog=examples(
        "editjournal chips search 'def close'",
        "editjournal chips search lines moved --file src/cart.py --since 2h",
        "editjournal chips search --tool be-delete --session 'codex#3' --all",
    )
)
@click.argument("words", nargs=-1, metavar="[WORDS]")
@narrow_options
@asking_options
def search(words: tuple[str, ...], narrow: Narrow, asking: Asking) -> None:
    """Look for WORDS in what is kept, newest first.

    All of them must stand in a chip's text, its call's arguments, its path, its id, the names of
    the tool and the session or the reason of the refusal, in capitals or not.
    """
    text = os.fsencode(" ".join(words)).decode("utf-8", "backslashreplace")
    if not (text.strip() or narrow.is_narrow):
        raise click.UsageError(
            "Say what to look for: words, or --file, --tool, --session, --since."
        )
    answer(asking, _listing(narrow, text))


@chips.command(
    epilog=examples(
        "editjournal chips show chip://a3f7b2",
        "editjournal chips show chip://a3f7b2 --raw >old.png",
    )
)
@click.argument("chip", metavar="ID")
@click.option(
    "--max-bytes",
    type=click.IntRange(min=1),
    default=200_000,
    show_default=True,
    help="How much at most.",
)
@click.option("--raw", is_flag=True, help="All of it byte for byte, and nothing else.")
@asking_options
def show(
    chip: str,
    max_bytes: int,
    raw: bool,  # noqa: FBT001 - click
    asking: Asking,
) -> None:
    """Show all that a chip keeps.

    Its text, and of a call the arguments; also of a chip that has left the list. With --raw
    deleted text comes as it stood in its file, and of a call the arguments alone as they came.
    --json has these bytes as "data": its "text", or its "base64" where they are no UTF-8.
    """
    if raw and asking.as_json:
        raise click.UsageError("Give --raw or --json, not both: --json has the bytes as well.")
    reply = ask(asking, ShowChip(chip_of(chip), max_bytes, raw or asking.as_json))
    if raw and isinstance(reply, ChipShown):
        click.echo(reply.data, nl=False)
    else:
        show_reply(asking, reply)


@chips.command(
    epilog=examples(
        "editjournal chips insert chip://a3f7b2 src/app.py:12",
        "editjournal chips insert chip://a3f7b2 src/app.py:END --form args",
    )
)
@click.argument("chip", metavar="ID")
@click.argument("file", shell_complete=file_names)
@form_option
@after_options
@way_options
@asking_options
def insert(chip: str, file: str, form: str, after: int | None, way: Way, asking: Asking) -> None:
    """Put a chip's text after a line of FILE, as `insert-chip` does."""
    put_chip(asking, chip_of(chip), file, form, after, way)


@chips.command(
    epilog=examples(
        "editjournal chips replay chip://a3f7b2",
        "editjournal chips replay chip://a3f7b2 --file src/other.py:12-18",
    )
)
@click.argument("chip", metavar="ID")
@click.option("--file", shell_complete=file_names, help="In another place, as FILE.")
@click.option("--view", metavar="ID", help="By the numbers of a newer view, e.g. v1042.")
@asking_options
def replay(chip: str, file: str | None, view: str | None, asking: Asking) -> None:
    """Run a failed call again, as `confirm` does."""
    answer(asking, Confirm(0, chip_of(chip), os.fsencode(file or ""), view_of(view)))


@chips.command(epilog=examples("editjournal chips drop chip://a3f7b2"))
@click.argument("chip", metavar="ID")
@asking_options
def drop(chip: str, asking: Asking) -> None:
    """Take a chip off the list. The log keeps what it held, and `show` finds it."""
    answer(asking, DropChip(chip_of(chip)))
