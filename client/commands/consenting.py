"""Commands that take edits back: on a terminal they show what they would do, and ask."""

import sys

import click
from msgspec.structs import replace

from ...schemas.replies import AnyReply, Preview, Refusal
from ...schemas.requests import Confirm, Redo, Restore, Rollback, Undo, UndoSeveral
from ..cli_support import Asking, answer, show, talking, tell
from .options import Consent

Planned = Undo | Redo | Rollback | UndoSeveral | Restore
FORCED = "undo_forced"
"""Refused, and prepared: what --resolve force takes with it of later edits."""


def carry_out(asking: Asking, request: Planned, consent: Consent) -> None:
    """Show what a request would do and ask, or do it where that is not wanted.

    Where nobody can be asked, one edit is taken back at once, and several only with --yes.
    """
    if consent.preview:
        answer(asking, replace(request, preview=True), paged=True)
    elif consent.yes:
        _do_unasked(asking, request)
    elif can_ask(asking):
        _ask_first(asking, request)
    elif isinstance(request, UndoSeveral | Restore):
        raise click.UsageError(
            "This may change many files: give --dry-run to see what it would do, --yes to do it."
        )
    else:
        answer(asking, request)


def _do_unasked(asking: Asking, request: Planned) -> None:
    """Do it; what --resolve force takes with it is shown, and agreed to with the same --yes."""
    with talking(asking) as talk:
        reply = talk(request)
        if _is_prepared(reply):
            tell(asking, reply)
            reply = talk(Confirm(reply.seq))
        show(asking, reply)


def _is_prepared(reply: AnyReply) -> bool:
    return isinstance(reply, Refusal) and reply.code == FORCED and reply.prepared


def can_ask(asking: Asking) -> bool:
    """Tell whether there is a person before a terminal."""
    return not asking.as_json and sys.stdin.isatty() and sys.stdout.isatty()


def _ask_first(asking: Asking, request: Planned) -> None:
    with talking(asking) as talk:
        reply = talk(replace(request, preview=True))
        show(asking, reply)
        if isinstance(reply, Preview):
            click.confirm("Do it?", abort=True)
            show(asking, talk(Confirm(reply.seq)))
