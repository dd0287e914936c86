"""Commands that take a session out of the journal: played again in a folder, or as a file."""

import sys
from pathlib import Path

import click

from ...schemas.values import Point
from ..cli_support import REFUSED, Asking
from .options import asking_options, examples, workspace_option
from .values import point_of


@click.command(
    epilog=examples(
        "editjournal replay 'codex#3' --into codex3",
        "editjournal replay 'codex#3' --into codex3-then --until e812",
    )
)
@click.argument("session")
@click.option(
    "--into",
    type=click.Path(path_type=Path),
    required=True,
    help="A folder that is empty, or not there.",
)
@click.option("--until", "last", callback=point_of, metavar="POINT", help="Go no further.")
@click.option("--step", "stops", is_flag=True, help="Wait for a key behind each edit.")
@asking_options
def replay(
    session: str,
    into: Path,
    last: Point | None,
    stops: bool,  # noqa: FBT001 - click
    asking: Asking,
) -> None:
    """Play a session again in an empty folder, step by step.

    Each edit leaves its files as they were after it, with all that others had done to them by
    then, and is compared with what the journal says. A line tells each step: what was read,
    changed, refused. With exit code 1 something is not kept, or came out otherwise.
    """
    if stops and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.UsageError("--step waits for a key, and needs a terminal.")
    from .taking_out import play_again  # noqa: PLC0415 - not all commands need it

    if not play_again(asking, session, into, last, stops=stops):
        sys.exit(REFUSED)


@click.command(
    epilog=examples(
        "editjournal export 'codex#3' --format patch --output codex3",
        "editjournal export --all --format jsonl --output journal.jsonl",
    )
)
@click.argument("session", required=False)
@click.option("--all", "everybody", is_flag=True, help="All sessions, and changes from outside.")
@click.option(
    "--format", "form", type=click.Choice(["jsonl", "patch"]), required=True, help="See above."
)
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    help="A new file; of patches an empty folder. Default: standard output.",
)
@workspace_option
def export(
    session: str | None,
    everybody: bool,  # noqa: FBT001 - click
    form: str,
    output: Path | None,
    workspace: str | None,
) -> None:
    """Write a session out, in order.

    With --format patch a mail an edit, by the agent: `git am codex3/*` takes them. Such a patch
    applies to a tree that has what others did in between, so those of --all always do. With
    --format jsonl all steps, reads and refusals too, a line each, from which every file can be
    built anew: docs/export.md. With exit code 1 some text is not kept.
    """
    if (session is not None) == everybody:
        raise click.UsageError("Name one SESSION, or give --all.")
    from .taking_out import write_out  # noqa: PLC0415 - not all commands need it

    write_out(Asking(workspace, as_json=False), session, form, output)
