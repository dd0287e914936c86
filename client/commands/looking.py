"""Commands that tell what is now: read, status, views, sessions."""

import os

import click

from ...schemas.requests import Read, Sessions, Status, Views
from ..cli_support import Asking, answer
from .history import session_option, whose
from .options import Aim, aim_argument, asking_options, examples
from .values import file_names

LINES = "editjournal read src/app.py:40-80"


@click.command(
    epilog=examples(
        LINES,
        "editjournal read src/app.py:40-   # from line 40 to the end",
        "editjournal read src/app.py:40-auto   # the function around line 40",
        "editjournal read src/app.py --target function:Cart.total",
    )
)
@aim_argument
@click.option("--outline", is_flag=True, help="Only the definitions and their lines.")
@click.option(
    "--max-bytes",
    type=click.IntRange(min=1),
    default=200_000,
    show_default=True,
    help="How much text at most.",
)
@asking_options
def read(aim: Aim, outline: bool, max_bytes: int, asking: Asking) -> None:  # noqa: FBT001 - click
    """Show a file, or lines of it, numbered."""
    spans = () if aim.span is None else (aim.span,)
    answer(asking, Read(aim.file, spans, max_bytes, aim.target, outline))


@click.command(epilog=examples("editjournal status", "editjournal status --session 'codex#3'"))
@click.option("--session", metavar="NAME", help="Of another session, e.g. codex#3, or its number.")
@asking_options
def status(session: str | None, asking: Asking) -> None:
    """Show this terminal's open edits and stale views.

    With EDITJOURNAL_SESSION=NAME those of all commands that have the same name.
    """
    answer(asking, Status(whose(session)))


@click.command(epilog=examples("editjournal sessions", "editjournal sessions --agent codex"))
@click.option("--agent", metavar="NAME", default="", help="Only of this agent, e.g. codex.")
@click.option(
    "--limit", type=click.IntRange(1, 1000), default=50, show_default=True, help="How many."
)
@asking_options
def sessions(agent: str, limit: int, asking: Asking) -> None:
    """List who has been here, the most lately active first.

    Of each its name, when it was active, and how much it has read, edited and been refused.
    """
    answer(asking, Sessions(limit, agent), paged=True)


@click.command(
    epilog=examples("editjournal views --stale", "editjournal views src/app.py --session 'codex#3'")
)
@click.argument("file", shell_complete=file_names, required=False)
@session_option
@click.option("--stale", is_flag=True, help="Only those whose lines others changed or moved.")
@click.option(
    "--limit", type=click.IntRange(1, 1000), default=50, show_default=True, help="How many views."
)
@asking_options
def views(
    file: str | None,
    session: str | None,
    stale: bool,  # noqa: FBT001 - click
    limit: int,
    asking: Asking,
) -> None:
    """List what sessions have seen, and what became of it.

    The views of FILE, or of all files, the most lately used first: whose each is, which of its
    lines others changed since, where the others went, and who did it.
    """
    answer(asking, Views(os.fsencode(file or ""), whose(session), limit, stale))
