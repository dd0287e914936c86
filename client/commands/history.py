"""What commands that list the log share: which session is meant, and the pages of a listing."""

import click
from msgspec.structs import replace

from ...schemas.replies import LogReply
from ...schemas.requests import History, Whose
from .values import LARGEST_ID

PAGE = 1_000

session_option = click.option(
    "--session", metavar="NAME", help="Only of one session, e.g. codex#3, or its number."
)


def whose(given: str | None) -> Whose:
    """Return the session that is named, by name or number; 0 where none is."""
    if given is None:
        return 0
    if not given.strip():
        raise click.UsageError("A session is named as `editjournal log` does: codex#3, or 3.")
    is_number = given.isascii() and given.isdigit() and len(given) < 20
    return min(int(given), LARGEST_ID) if is_number else given


def older(request: History, reply: LogReply) -> History | None:
    """Return what asks for the page behind a reply's; None where that was the last."""
    if not reply.more:
        return None
    # Some of those that were looked at may lie outside the client's folder, and not be listed.
    most = (request.before or reply.seq) - request.limit
    return replace(request, before=min([most, *(item.seq for item in reply.items)]))
