"""The command line: one more client, for people and scripts.

Exit codes: 0 done, 1 refused, 2 a wrong call, 3 trouble with the daemon.
"""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import click
import msgspec

from ..schemas.messages import (
    AnyReply,
    AnyRequest,
    Hello,
    History,
    LogReply,
    Read,
    Redo,
    Refusal,
    Replace,
    Status,
    Undo,
    Write,
)
from ..schemas.version import BUILD
from .finding import DaemonTrouble
from .roots import NoRoot, default_root

REFUSED, WRONG_CALL, TROUBLE = 1, 2, 3
CONTENT_HELP = "The new text; - reads standard input."

workspace_option = click.option(
    "--workspace",
    type=click.Path(path_type=str),
    help="Workspace root. Default: EDITJOURNAL_WORKSPACE, the git top level, this folder.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print the reply as JSON.")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(BUILD, prog_name="editjournal")
def main() -> None:
    """Read and edit files through the journal, see what happened, and take it back.

    Every command talks to one daemon, which is started when it is needed. Paths may end in lines:
    src/app.py:12-18. What an edit did is undone by its id: editjournal undo e812.
    """


@main.command()
@workspace_option
@click.option(
    "--results",
    type=click.Choice(["text", "both"]),
    default="text",
    envvar="EDITJOURNAL_RESULTS",
    help="What a tool call answers: text, or text and structured content.",
)
def mcp(workspace: str | None, results: str) -> None:
    """Serve the tools to an agent, as an MCP server on stdin and stdout."""
    from .mcp_server import serve  # noqa: PLC0415 - no other command needs it

    def find_root(named: bytes | None) -> bytes:
        explicit = os.fsencode(workspace) if workspace else None
        if explicit is None and not os.environ.get("EDITJOURNAL_WORKSPACE"):
            explicit = named
        return default_root(os.fsencode(Path.cwd()), os.environ, explicit)

    client_names_root = not workspace and not os.environ.get("EDITJOURNAL_WORKSPACE")
    serve(
        find_root,
        client_names_root=client_names_root,
        results="both" if results == "both" else "text",
    )


@main.command()
@click.argument("file")
@click.option("--max-bytes", default=200_000, show_default=True, help="How much text at most.")
@json_option
@workspace_option
def read(file: str, max_bytes: int, as_json: bool, workspace: str | None) -> None:  # noqa: FBT001 - click
    """Show a file or some of its lines, with their numbers and a view id."""
    _show(_ask(workspace, Read(os.fsencode(file), max_bytes=max_bytes)), as_json)


@main.command()
@click.argument("file")
@click.option("--content", help="The new text; empty deletes the lines.")
@click.option("--content-file", type=click.File("rb"), help="A file with it; - is standard input.")
@click.option("--old", help="The exact current text. Without lines in FILE: what to replace.")
@click.option("--old-file", type=click.File("rb"), help="A file with it.")
@click.option("--view", help="Id of the view that the line numbers are of, e.g. v1042.")
@click.option("--all", "all_", is_flag=True, help="Replace every occurrence of the old text.")
@click.option("--force", is_flag=True, help="Take the line numbers as today's, whatever changed.")
@json_option
@workspace_option
def replace(  # noqa: PLR0913, PLR0917 - click
    file: str,
    content: str | None,
    content_file: Any,
    old: str | None,
    old_file: Any,
    view: str | None,
    all_: bool,  # noqa: FBT001 - click
    force: bool,  # noqa: FBT001 - click
    as_json: bool,  # noqa: FBT001 - click
    workspace: str | None,
) -> None:
    """Change lines of FILE (src/app.py:12-18), or the old text where it stands once."""
    request = Replace(
        file=os.fsencode(file),
        content=_content(content, content_file),
        old=old if old_file is None else _text(old_file),
        view=_number(view, "v") if view else 0,
        all=all_,
        force=force,
    )
    _show(_ask(workspace, request), as_json)


@main.command()
@click.argument("file")
@click.option("--content", help="The whole content.")
@click.option("--content-file", type=click.File("rb"), help="A file with it; - is standard input.")
@click.option("--view", help="Id of the view that was read before, e.g. v1042.")
@click.option("--force", is_flag=True, help="Write whatever changed since that view.")
@json_option
@workspace_option
def write(
    file: str,
    content: str | None,
    content_file: Any,
    view: str | None,
    force: bool,  # noqa: FBT001 - click
    as_json: bool,  # noqa: FBT001 - click
    workspace: str | None,
) -> None:
    """Create FILE, or replace its whole content."""
    number = _number(view, "v") if view else 0
    request = Write(os.fsencode(file), _content(content, content_file), number, force)
    _show(_ask(workspace, request), as_json)


@main.command()
@click.argument("edit")
@json_option
@workspace_option
def undo(edit: str, as_json: bool, workspace: str | None) -> None:  # noqa: FBT001 - click
    """Take one edit back, whoever made it; later edits of others stay."""
    _show(_ask(workspace, Undo(_number(edit, "e"), anyone=True)), as_json)


@main.command()
@click.argument("edit")
@json_option
@workspace_option
def redo(edit: str, as_json: bool, workspace: str | None) -> None:  # noqa: FBT001 - click
    """Make an undone edit again."""
    _show(_ask(workspace, Redo(_number(edit, "e"), anyone=True)), as_json)


@main.command()
@click.argument("file", required=False)
@click.option("--limit", default=50, show_default=True, help="How many entries.")
@click.option("--before", default=0, help="Only entries before this number, for paging.")
@json_option
@workspace_option
def log(
    file: str | None,
    limit: int,
    before: int,
    as_json: bool,  # noqa: FBT001 - click
    workspace: str | None,
) -> None:
    """Show what happened, newest first: reads, edits, refusals, changes from outside."""
    request = History(os.fsencode(file or ""), before=before, limit=max(1, limit))
    reply = _ask(workspace, request)
    if as_json or not isinstance(reply, LogReply):
        _show(reply, as_json)
        return
    from .render import log_line  # noqa: PLC0415 - see `_show`

    for item in reply.items:
        when = time.strftime("%H:%M:%S", time.localtime(item.time_ns // 1_000_000_000))
        click.echo(f"{when}  {log_line(item)}")
    if reply.more:
        click.echo(f"older: editjournal log --before {reply.items[-1].seq}")


@main.command()
@json_option
@workspace_option
def status(as_json: bool, workspace: str | None) -> None:  # noqa: FBT001 - click
    """Show the open edits and stale views of this terminal's session."""
    _show(_ask(workspace, Status()), as_json)


@main.group()
def daemon() -> None:
    """The one daemon of this user, which all clients share."""


@daemon.command("run", context_settings={"ignore_unknown_options": True})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def daemon_run(arguments: tuple[str, ...]) -> None:
    """Be the daemon, in the foreground."""
    from . import daemon_control  # noqa: PLC0415 - no other command needs it

    daemon_control.run(list(arguments))


@daemon.command("start")
def daemon_start() -> None:
    """Start the daemon, unless it runs."""
    _control(lambda control: _standing(control.start()))


@daemon.command("stop")
def daemon_stop() -> None:
    """Let the daemon finish its running calls and end."""
    _control(lambda control: "stopped" if control.stop() else "no daemon runs")


@daemon.command("restart")
def daemon_restart() -> None:
    """Stop the daemon, if one runs, and start one."""

    def again(control: Any) -> str:
        control.stop()
        return _standing(control.start())

    _control(again)


@daemon.command("status")
def daemon_status() -> None:
    """Tell whether a daemon runs, since when, and for how many sessions."""
    _control(lambda control: _standing(control.status()))


# --- asking -------------------------------------------------------------------------------------


def _ask(workspace: str | None, request: AnyRequest) -> AnyReply:
    from .connection import Connection  # noqa: PLC0415 - `--help` needs no ZeroMQ

    try:
        explicit = os.fsencode(workspace) if workspace else None
        root = default_root(os.fsencode(Path.cwd()), os.environ, explicit)
        hello = Hello(0, "", root, "cli", BUILD, "cli", session_key())
        with Connection(hello) as connection:
            return connection.ask(request, arguments=msgspec.json.encode(sys.argv[1:]))
    except NoRoot as error:
        _fail(str(error), WRONG_CALL)
    except DaemonTrouble as trouble:
        _fail(f"{trouble.message}\nnext: {trouble.next}", TROUBLE)


def session_key() -> str:
    """Return what commands of one session have in common: EDITJOURNAL_SESSION, or the terminal."""
    if named := os.environ.get("EDITJOURNAL_SESSION"):
        return f"named:{named}"
    leader = os.getsid(0)
    try:
        started = Path(f"/proc/{leader}/stat").read_text().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        started = ""
    return f"terminal:{leader}:{started}"


def _show(reply: AnyReply, as_json: bool) -> None:  # noqa: FBT001 - as click gives it
    from . import plain, render  # noqa: PLC0415 - `--help` need not wait for them

    if as_json:
        click.echo(msgspec.json.encode(plain.plain(reply)))
    else:
        click.echo(render.text(reply), err=isinstance(reply, Refusal))
    if isinstance(reply, Refusal):
        sys.exit(WRONG_CALL if reply.verdict == "ERROR" else REFUSED)


def _content(given: str | None, file: Any) -> str | bytes:
    if (given is None) == (file is None):
        raise click.UsageError("Give the new text with --content or --content-file.")
    return given if given is not None else _decoded(file.read())


def _text(file: Any) -> str:
    data = _decoded(file.read())
    if isinstance(data, bytes):
        raise click.UsageError(f"{file.name} is not UTF-8.")
    return data


def _decoded(data: bytes) -> str | bytes:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def _number(given: str, letter: str) -> int:
    digits = given.removeprefix(letter)
    if not digits.isdigit():
        raise click.UsageError(f"{given} is no id such as {letter}812.")
    return int(digits)


def _control(act: Callable[[Any], str]) -> None:
    from . import daemon_control  # noqa: PLC0415 - no other command needs it

    try:
        click.echo(act(daemon_control))
    except DaemonTrouble as trouble:
        _fail(f"{trouble.message}\nnext: {trouble.next}", TROUBLE)


def _standing(standing: Any) -> str:
    if standing is None:
        return "no daemon runs; the next command starts one"
    since = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(standing.started_ns // 10**9))
    roots = "".join(f"\n  {os.fsdecode(root)}" for root in standing.workspaces)
    sessions = "1 session" if standing.sessions == 1 else f"{standing.sessions} sessions"
    return (
        f"daemon {standing.build} (protocol {standing.protocol}), pid {standing.pid}, since {since}"
        f", {sessions}{roots}"
    )


def _fail(message: str, code: int) -> NoReturn:
    click.echo(message, err=True)
    sys.exit(code)


if __name__ == "__main__":
    main()
