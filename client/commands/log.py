"""The command that lists what happened, and goes on with what comes."""

import os
import shlex
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import click
import msgspec
from msgspec.structs import replace

from ...schemas.replies import LogItem, LogReply
from ...schemas.requests import History
from ...schemas.values import Point
from ..cli_support import Asking, ask, forms_of, put, show, talking
from ..points import written
from . import colour
from .history import PAGE, older, pages, session_option, whose
from .options import asking_options, examples, since_option
from .paging import put_lines
from .values import LARGEST_ID, file_names, point_of, whole_files

if TYPE_CHECKING:
    from ...schemas.messages import Told

LIMIT = 50


class Filters(NamedTuple):
    """Which entries are listed, as it was typed."""

    file: str | None
    session: str | None
    agent: str
    tool: str
    since: Point | None
    until: Point | None

    def request(self) -> History:
        return History(
            os.fsencode(self.file or ""),
            whose(self.session),
            agent=self.agent,
            tool=self.tool,
            since=self.since,
            until=self.until,
        )


@click.command(
    epilog=examples(
        "editjournal log",
        "editjournal log src/app.py --limit 10",
        "editjournal log --session 'codex#3' --since '2 hours ago'",
        "editjournal log --agent codex --tool be-write --until e812",
        "editjournal log --follow   # until Ctrl-C",
    )
)
@click.argument("file", callback=whole_files, shell_complete=file_names, required=False)
@click.option(
    "--path", "path", callback=whole_files, shell_complete=file_names, help="FILE, as an option."
)
@session_option
@click.option("--agent", metavar="NAME", default="", help="Only of this agent, e.g. codex.")
@click.option("--tool", metavar="NAME", default="", help="Only of calls to it, e.g. be-write.")
@since_option("Only entries after this point.")
@click.option("--until", callback=point_of, metavar="POINT", help="Only entries up to this point.")
@click.option(
    "--limit",
    type=click.IntRange(1, PAGE),
    help=f"How many entries. Default: {LIMIT}, on a terminal as many as are looked at.",
)
@click.option("--before", type=int, default=0, help="Only entries before this number, for paging.")
@click.option(
    "--follow", "-f", "is_followed", is_flag=True, help="Go on with what comes, notices too."
)
@asking_options
def log(  # noqa: PLR0913, PLR0917 - click
    file: str | None,
    path: str | None,
    session: str | None,
    agent: str,
    tool: str,
    since: Point | None,
    until: Point | None,
    limit: int | None,
    before: int,
    is_followed: bool,  # noqa: FBT001 - click
    asking: Asking,
) -> None:
    """Show what happened, newest first.

    Reads, edits, refusals, changes from outside: of FILE or folder, or of the whole workspace.
    Entries that begin with e are edits, and can be undone; with v, views. With --follow it goes on,
    newest last, until Ctrl-C; it starts the daemon anew where that has ended.
    """
    if file is not None and path is not None:
        raise click.UsageError("Give the file once: as FILE or with --path.")
    filters = Filters(path if file is None else file, session, agent, tool, since, until)
    if is_followed:
        _follow(asking, filters, limit or LIMIT, before)
        return
    before = max(0, min(before, LARGEST_ID))
    request = replace(filters.request(), before=before, limit=limit or LIMIT)
    if limit is None and not asking.as_json and sys.stdout.isatty():
        put_lines(_endless(asking, request))
    else:
        _one_page(asking, request)


def _follow(asking: Asking, filters: Filters, limit: int, before: int) -> None:
    from .following import follow  # noqa: PLC0415 - not all commands need it

    if before:
        raise click.UsageError("--before is for paging back, --follow goes on with what comes.")
    if filters.until:
        raise click.UsageError("--until ends where --follow goes on.")
    request = replace(filters.request(), limit=limit)
    follow(asking, request, _put_news_json if asking.as_json else _put_news)


def _endless(asking: Asking, request: History) -> Iterator[str]:
    """Yield the log's lines, of pages that are asked for when they are looked at."""
    with talking(asking) as talk:
        first = talk(request)
        if not isinstance(first, LogReply):
            show(asking, first)
            return
        yield from _page(asking, first)
        if (page := older(request, first)) is not None:
            for reply in pages(talk, replace(page, limit=PAGE)):
                yield from map(line_of, reply.items)


def _one_page(asking: Asking, request: History) -> None:
    reply = ask(asking, request)
    if asking.as_json or not isinstance(reply, LogReply):
        show(asking, reply)
        return
    for line in _page(asking, reply):
        put(line)
    if page := older(request, reply):
        put(f"older: {_typed(page)}")


def _page(asking: Asking, reply: LogReply) -> Iterator[str]:
    """Yield a page's lines, notices for the session before them."""
    from ..words import news  # noqa: PLC0415 - not all commands need it
    from ..words.forms import manner  # noqa: PLC0415 - not all commands need it

    yield from news.lines(reply, manner(forms_of(asking)), news.BYTES_MAX)
    yield from map(line_of, reply.items)
    if not reply.items:
        yield "no entries"


def _typed(page: History) -> str:
    """Return the command for a page; a time that was given as so long ago is the same time."""
    words = ["editjournal", "log", "--limit", str(page.limit), "--before", str(page.before)]
    for name in ("session", "agent", "tool"):
        if given := getattr(page, name):
            words += [f"--{name}", str(given)]
    for name, point in (("since", page.since), ("until", page.until)):
        if point is not None:
            words += [f"--{name}", written(point)]
    file = ["--", os.fsdecode(page.file)] if page.file else []
    return shlex.join([*words, *file])


def line_of(one: "LogItem | Told") -> str:
    """Return an entry or a notice with its time, in colour where it is for a terminal."""
    from ..words import news  # noqa: PLC0415 - not all commands need it
    from ..words.log_lines import log_line  # noqa: PLC0415 - not all commands need it
    from ..words.phrases import NAME_CHARACTERS_MAX, one_line  # noqa: PLC0415 - as above

    now_ns = time.time_ns()
    if isinstance(one, LogItem):
        line = f"{_when(one.time_ns, now_ns)}  {log_line(one)}"
        return colour.entry(line) if colour.wanted(sys.stdout) else line
    name = one_line(one.name, NAME_CHARACTERS_MAX)
    told = news.sentence(one.notice, now_ns)
    return f"{_when(now_ns, now_ns)}  notice for {name}: {told}"


def _put_news(one: "LogItem | Told") -> None:
    put(line_of(one))


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
