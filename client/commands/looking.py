"""Commands that change no file: read, status, views, log."""

import os
import shlex
import time
from typing import TYPE_CHECKING

import click
import msgspec

from ...schemas.replies import LogItem, LogReply
from ...schemas.requests import History, Read, Status, Views
from ..cli_support import Asking, answer, ask, forms_of, put, show
from .history import older, session_option, whose
from .options import Place, asking_options, examples, place_argument
from .values import LARGEST_ID, file_names

if TYPE_CHECKING:
    from ...schemas.messages import Told

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


@click.command(
    epilog=examples(
        "editjournal log",
        "editjournal log src/app.py --limit 10",
        "editjournal log --session 'codex#3'",
        "editjournal log --follow   # until Ctrl-C",
    )
)
@click.argument("file", shell_complete=file_names, required=False)
@session_option
@click.option(
    "--limit", type=click.IntRange(1, 1000), default=50, show_default=True, help="How many entries."
)
@click.option("--before", type=int, default=0, help="Only entries before this number, for paging.")
@click.option(
    "--follow", "-f", is_flag=True, help="Go on with what comes, notices to sessions too."
)
@asking_options
def log(
    file: str | None,
    session: str | None,
    limit: int,
    before: int,
    follow: bool,  # noqa: FBT001 - click
    asking: Asking,
) -> None:
    """Show what happened, newest first.

    Reads, edits, refusals, changes from outside: of FILE, or of the whole workspace. Entries that
    begin with e are edits, and can be undone; with v, views. With --follow it goes on, newest
    last, until Ctrl-C; it starts the daemon anew where that has ended.
    """
    if follow and before:
        raise click.UsageError("--before is for paging back, --follow goes on with what comes.")
    before = max(0, min(before, LARGEST_ID))
    request = History(os.fsencode(file or ""), whose(session), before, limit)
    if follow:
        from .following import follow as followed  # noqa: PLC0415 - not all commands need it

        followed(asking, request, _put_news_json if asking.as_json else _put_news)
        return
    reply = ask(asking, request)
    if asking.as_json or not isinstance(reply, LogReply):
        show(asking, reply)
        return
    _put_log(asking, reply)
    if page := older(request, reply):
        named = f" --session {shlex.quote(session)}" if session else ""
        named += f" -- {shlex.quote(file)}" if file else ""
        put(f"older: editjournal log --limit {limit} --before {page.before}{named}")


def _put_log(asking: Asking, reply: LogReply) -> None:
    from ..words import news  # noqa: PLC0415 - not all commands need it
    from ..words.forms import manner  # noqa: PLC0415 - not all commands need it

    for line in news.lines(reply, manner(forms_of(asking)), news.BYTES_MAX):
        put(line)
    for item in reply.items:
        _put_news(item)
    if not reply.items:
        put("no entries")


def _put_news(one: "LogItem | Told") -> None:
    from ..words import news  # noqa: PLC0415 - not all commands need it
    from ..words.log_lines import log_line  # noqa: PLC0415 - not all commands need it
    from ..words.phrases import NAME_CHARACTERS_MAX, one_line  # noqa: PLC0415 - as above

    now_ns = time.time_ns()
    if isinstance(one, LogItem):
        put(f"{_when(one.time_ns, now_ns)}  {log_line(one)}")
    else:
        name = one_line(one.name, NAME_CHARACTERS_MAX)
        told = news.sentence(one.notice, now_ns)
        put(f"{_when(now_ns, now_ns)}  notice for {name}: {told}")


def _put_news_json(one: "LogItem | Told") -> None:
    """Print an object with the fields by name, as a reply's are."""
    from ..words import plain  # noqa: PLC0415 - not all commands need it

    fields = {name: getattr(one, name) for name in one.__struct_fields__}
    named = {"type": type(one).__name__, **fields}
    values = msgspec.to_builtins(named, builtin_types=(bytes,), str_keys=True)
    click.echo(msgspec.json.encode(plain.texts(values)))


def _when(time_ns: int, now_ns: int) -> str:
    """Return a time of day, with its date unless that is today's."""
    day, now = (time.localtime(one // 10**9) for one in (time_ns, now_ns))
    is_today = day[:3] == now[:3]
    return time.strftime("%H:%M:%S" if is_today else "%Y-%m-%d %H:%M:%S", day)
