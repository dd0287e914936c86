"""What commands that list the log share: which session is meant, and the pages of a listing."""

import click
from msgspec.structs import replace

from ...schemas.replies import LogReply, Refusal
from ...schemas.requests import History
from ..cli_support import Asking, ask, show
from .values import LARGEST_ID

PAGE = 1_000
PAGES_MAX = 20
"""So far back a session's name is looked for; by its number any can be meant."""

session_option = click.option(
    "--session", metavar="NAME", help="Only of one session, e.g. codex#3, or its number."
)


def session_of(asking: Asking, given: str | None) -> int:
    """Return a session's number; 0 where none is named. An unknown name is a usage error."""
    if given is None:
        return 0
    if given.isascii() and given.isdigit() and len(given) < 20:
        return min(int(given), LARGEST_ID)
    if (found := _named(asking, given)) is not None:
        return found
    raise click.UsageError(f"No session {given} is in the log; `editjournal log` has their names.")


def _named(asking: Asking, given: str) -> int | None:
    """Return the number of the newest session of a name.

    Asked in a session of its own: notices for the terminal's session would not be shown here.
    """
    page: History | None = History(limit=PAGE)
    for _ in range(PAGES_MAX):
        if page is None:
            break
        reply = ask(asking, page, key="")
        if isinstance(reply, Refusal):
            show(asking, reply)
        assert isinstance(reply, LogReply)
        if found := [item.session for item in reply.items if item.name == given]:
            return found[0]
        page = older(page, reply)
    return None


def older(request: History, reply: LogReply) -> History | None:
    """Return what asks for the page behind a reply's; None where that was the last."""
    if not reply.more:
        return None
    # Some of those that were looked at may lie outside the client's folder, and not be listed.
    most = (request.before or reply.seq) - request.limit
    return replace(request, before=min([most, *(item.seq for item in reply.items)]))
