"""What commands that list the log share: which session is meant, and the pages of a listing."""

from collections.abc import Iterator

import click
from msgspec.structs import replace

from ...schemas.replies import LogItem, LogReply
from ...schemas.requests import History, Whose
from ..cli_support import Asking, Talk, ask, show
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
        raise click.UsageError("A session is named as `editjournal sessions` does: codex#3, or 3.")
    is_number = given.isascii() and given.isdigit() and len(given) < 20
    return min(int(given), LARGEST_ID) if is_number else given


def newest_of(asking: Asking, session: Whose) -> LogItem:
    """Return the newest entry of a session, for its number and name; without one the command ends.

    Notices for the terminal's session would not be shown here, and are not taken.
    """
    reply = ask(asking, History(session=session, limit=1), deaf=True)
    if isinstance(reply, LogReply) and reply.items:
        return reply.items[0]
    if not isinstance(reply, LogReply):
        show(asking, reply)
    raise click.UsageError(f"No entry of session {session} is in the log.")


def pages(talk: Talk, request: History) -> Iterator[LogReply]:
    """Yield a listing's pages, the newest first; what is no listing is not one of them."""
    page: History | None = request
    while page is not None:
        reply = talk(page)
        if not isinstance(reply, LogReply):
            return
        yield reply
        page = older(page, reply)


def older(request: History, reply: LogReply) -> History | None:
    """Return what asks for the page behind a reply's; None where that was the last."""
    if not reply.more or not reply.items:
        return None
    return replace(request, before=min(item.seq for item in reply.items))
