"""Commands that take edits back, mark points, and make what was only prepared."""

import os

import click

from ...schemas.requests import (
    Commit,
    Confirm,
    Redo,
    Restore,
    Rollback,
    Snapshot,
    Undo,
    UndoSeveral,
)
from ...schemas.values import Point
from ..cli_support import Asking, answer
from .consenting import carry_out
from .history import whose
from .options import (
    Consent,
    Several,
    asking_options,
    at_option,
    consent_options,
    examples,
    resolve_option,
    several_options,
)
from .values import CHIP, chip_of, file_names, number_of, view_of, whole_files


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


@click.command(
    epilog=examples(
        "editjournal undo e812",
        "editjournal undo e812 --resolve newer --dry-run",
        "editjournal undo --session 'codex#3' --since '2 hours ago' --yes",
        "editjournal undo --path src --since e790 --dry-run",
    )
)
@click.argument("edit", required=False)
@several_options
@resolve_option
@consent_options
@asking_options
def undo(
    edit: str | None, several: Several, resolve: str, consent: Consent, asking: Asking
) -> None:
    """Take one edit back, or several.

    One EDIT, whoever made it, or all that fit each of --session, --since and --path: of what was
    changed outside editjournal, such as in an editor, only with --outside. Later edits stay, those
    of others too; where they stand on it, the undo is refused, and says whose they are. On a
    terminal it shows what it would do, and asks.
    """
    if (edit is not None) == (several.is_said or several.outside) or not (edit or several.is_said):
        raise click.UsageError(
            "Name one EDIT, or say with --session, --since and --path which are meant."
        )
    if edit is not None:
        request = Undo(number_of(edit, "e"), anyone=True, resolve=resolve)
        carry_out(asking, request, consent)
        return
    request = UndoSeveral(
        whose(several.session),
        several.since,
        several.paths,
        anyone=several.session is None or several.outside,
        resolve=resolve,
        outside=several.outside,
    )
    carry_out(asking, request, consent)


@click.command(epilog=examples("editjournal redo e812"))
@click.argument("edit")
@resolve_option
@consent_options
@asking_options
def redo(edit: str, resolve: str, consent: Consent, asking: Asking) -> None:
    """Make an undone edit again."""
    carry_out(asking, Redo(number_of(edit, "e"), anyone=True, resolve=resolve), consent)


@click.command(epilog=examples("editjournal rollback 3 --dry-run"))
@click.argument("step", type=click.IntRange(1, 1_000_000), default=1)
@click.option("--session", metavar="NAME", help="Another session's, e.g. codex#3.")
@resolve_option
@consent_options
@asking_options
def rollback(
    step: int, session: str | None, resolve: str, consent: Consent, asking: Asking
) -> None:
    """Take this session's last edits back: STEP of them, or one.

    Only those since its last `commit`. What others did stays.
    """
    carry_out(asking, Rollback(step, session=whose(session), resolve=resolve), consent)


@click.command(
    epilog=examples(
        "editjournal restore --at '10 minutes ago' --dry-run",
        "editjournal restore src docs/a.md --at 'before the renaming' --yes",
    )
)
@click.argument(
    "paths", nargs=-1, metavar="[PATHS]", callback=whole_files, shell_complete=file_names
)
@at_option("The point; see the end of this text.", required=True)
@consent_options
@asking_options
def restore(paths: tuple[str, ...], at: Point, consent: Consent, asking: Asking) -> None:
    """Bring files back to what they were at a point.

    Files and folders, whoever changed them since; without PATHS all files that the journal knows to
    have changed. It is a new edit, which can be undone. A POINT is an entry (e812, or
    "before e812"), a time ("10 minutes ago", "yesterday 14:30", 2026-05-01T14:30), or a snapshot's
    label.
    """
    files = tuple(map(os.fsencode, paths))
    carry_out(asking, Restore(at, files, anyone=True), consent)


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
