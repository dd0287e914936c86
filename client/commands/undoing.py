"""Commands that take edits back, mark points, and make what was only prepared."""

import os

import click

from ...schemas.requests import Commit, Confirm, Redo, Rollback, Snapshot, Undo
from ..cli_support import Asking, answer
from .options import asking_options, examples, preview_option
from .values import CHIP, chip_of, file_names, number_of, view_of


@click.command(
    epilog=examples(
        "editjournal confirm p77",
        "editjournal confirm chip://a3f7b2 --file src/other.py:12-18",
    )
)
@click.argument("prepared", metavar="ID")
@click.option("--file", shell_complete=file_names, help="With a chip: another place, as FILE.")
@click.option("--view", metavar="ID", help="With a chip: a newer view, e.g. v1042.")
@asking_options
def confirm(prepared: str, file: str | None, view: str | None, asking: Asking) -> None:
    """Make an edit that a preview or a refusal has prepared.

    ID stands there, e.g. p77. With a chip's id a refused call is run again.
    """
    if prepared.startswith(CHIP):
        chip = chip_of(prepared)
        answer(asking, Confirm(0, chip, os.fsencode(file or ""), view_of(view)))
        return
    if file is not None or view is not None:
        raise click.UsageError("--file and --view go with a chip; a prepared edit has its own.")
    answer(asking, Confirm(number_of(prepared, "pev")))


@click.command(epilog=examples("editjournal undo e812"))
@click.argument("edit")
@preview_option
@asking_options
def undo(edit: str, preview: bool, asking: Asking) -> None:  # noqa: FBT001 - click
    """Take one edit back, whoever made it.

    Later edits stay, those of others too; where they stand on it, the undo is refused.
    """
    answer(asking, Undo(number_of(edit, "e"), anyone=True, preview=preview))


@click.command(epilog=examples("editjournal redo e812"))
@click.argument("edit")
@preview_option
@asking_options
def redo(edit: str, preview: bool, asking: Asking) -> None:  # noqa: FBT001 - click
    """Make an undone edit again."""
    answer(asking, Redo(number_of(edit, "e"), anyone=True, preview=preview))


@click.command(epilog=examples("editjournal rollback 3 --preview"))
@click.argument("step", type=click.IntRange(1, 1_000_000), default=1)
@preview_option
@asking_options
def rollback(step: int, preview: bool, asking: Asking) -> None:  # noqa: FBT001 - click
    """Take this session's last edits back: STEP of them, or one.

    Only those since its last `commit`. What others did stays.
    """
    answer(asking, Rollback(step, preview))


@click.command(epilog=examples("editjournal snapshot 'before the renaming'"))
@click.argument("label")
@asking_options
def snapshot(label: str, asking: Asking) -> None:
    """Name this point of the log."""
    answer(asking, Snapshot(_text(label)))


@click.command(epilog=examples("editjournal commit", "editjournal commit 'renamed it'"))
@click.argument("label", default="")
@asking_options
def commit(label: str, asking: Asking) -> None:
    """Close this session's open edits; git knows nothing of it.

    `rollback` goes no further back, `undo` does.
    """
    answer(asking, Commit(_text(label)))


def _text(label: str) -> str:
    """Return text that can be sent: bytes of it that are not UTF-8 show as such."""
    return os.fsencode(label).decode("utf-8", "backslashreplace")
