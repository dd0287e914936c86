"""The command line: one more client, for people and scripts."""

import os
import shlex
import time
from collections.abc import Callable
from typing import Any

import click

from ..schemas.messages import History, LogReply, Read, Redo, Replace, Status, Undo, Write
from ..schemas.version import BUILD
from .cli_support import (
    LARGEST_ID,
    answer,
    ask,
    content_of,
    end_in_trouble,
    find_root,
    number_of,
    old_of,
    put,
    show,
)

workspace_option = click.option(
    "--workspace",
    type=click.Path(path_type=str),
    help="Workspace root. Default: EDITJOURNAL_WORKSPACE, the git top level, this folder.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print the reply as JSON.")


class InOrder(click.Group):
    """Lists its commands as they are written here, not by the alphabet."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(self.commands)


@click.group(cls=InOrder, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(BUILD, prog_name="editjournal")
def main() -> None:
    """Read and edit files through a journal, see what happened to them, and take edits back.

    \b
    editjournal read src/app.py:12-18            lines with their numbers
    editjournal replace src/app.py:12 --content 'x = 1'
    editjournal log                              who did what, newest first
    editjournal undo e812                        take one edit back

    FILE may end in lines, as src/app.py:12-18 or src/app.py:40- (to the end). A name that begins
    with a dash comes after --. Every command talks to one daemon, which starts when it is needed.
    Exit codes: 0 done, 1 refused (nothing changed), 2 a wrong call, 3 trouble with the daemon.
    """  # noqa: D301 - click's mark for lines that are to be kept as they are


@main.command()
@click.argument("file")
@click.option(
    "--max-bytes",
    type=click.IntRange(min=1),
    default=200_000,
    show_default=True,
    help="How much text at most.",
)
@json_option
@workspace_option
def read(file: str, max_bytes: int, as_json: bool, workspace: str | None) -> None:  # noqa: FBT001 - click
    """Show a file, or lines of it, numbered."""
    answer(workspace, Read(os.fsencode(file), max_bytes=max_bytes), as_json=as_json)


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
    """Change lines of FILE, or text that it has once.

    Say where by lines (src/app.py:12-18) or by --old; with both, the lines must be the old text.
    """
    request = Replace(
        file=os.fsencode(file),
        content=content_of(content, content_file),
        old=old_of(old, old_file),
        view=number_of(view, "v") if view else 0,
        all=all_,
        force=force,
    )
    answer(workspace, request, as_json=as_json)


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
    """Create a file, or replace the whole of it."""
    number = number_of(view, "v") if view else 0
    request = Write(os.fsencode(file), content_of(content, content_file), number, force)
    answer(workspace, request, as_json=as_json)


@main.command()
@click.argument("edit")
@json_option
@workspace_option
def undo(edit: str, as_json: bool, workspace: str | None) -> None:  # noqa: FBT001 - click
    """Take one edit back, whoever made it; later edits of others stay."""
    answer(workspace, Undo(number_of(edit, "e"), anyone=True), as_json=as_json)


@main.command()
@click.argument("edit")
@json_option
@workspace_option
def redo(edit: str, as_json: bool, workspace: str | None) -> None:  # noqa: FBT001 - click
    """Make an undone edit again."""
    answer(workspace, Redo(number_of(edit, "e"), anyone=True), as_json=as_json)


@main.command()
@click.argument("file", required=False)
@click.option(
    "--limit", type=click.IntRange(1, 1000), default=50, show_default=True, help="How many entries."
)
@click.option(
    "--before",
    type=int,
    default=0,
    help="Only entries before this number, for paging.",
)
@json_option
@workspace_option
def log(
    file: str | None,
    limit: int,
    before: int,
    as_json: bool,  # noqa: FBT001 - click
    workspace: str | None,
) -> None:
    """Show what happened, newest first.

    Reads, edits, refusals, changes from outside: of FILE, or of the whole workspace. Entries that
    begin with e are edits, and can be undone; with v, views.
    """
    request = History(os.fsencode(file or ""), before=max(0, min(before, LARGEST_ID)), limit=limit)
    reply = ask(workspace, request, as_json=as_json)
    if as_json or not isinstance(reply, LogReply):
        show(workspace, reply, as_json=as_json)
        return
    from .words.log_lines import log_line  # noqa: PLC0415 - no other command needs it

    today = time.strftime("%Y-%m-%d")
    for item in reply.items:
        when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(item.time_ns // 10**9))
        put(f"{when.removeprefix(today).strip()}  {log_line(item)}")
    if not reply.items:
        put("no entries")
    if reply.more:
        named = f" -- {shlex.quote(file)}" if file else ""
        put(f"older: editjournal log --limit {limit} --before {reply.items[-1].seq}{named}")


@main.command()
@json_option
@workspace_option
def status(as_json: bool, workspace: str | None) -> None:  # noqa: FBT001 - click
    """Show this terminal's open edits and stale views.

    With EDITJOURNAL_SESSION=NAME those of all commands that have the same name.
    """
    answer(workspace, Status(), as_json=as_json)


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
    """Serve the tools to an agent, as MCP on stdio."""
    from .mcp.server import serve  # noqa: PLC0415 - no other command needs it

    client_names_root = not workspace and not os.environ.get("EDITJOURNAL_WORKSPACE")

    def root_of(named: bytes | None) -> bytes:
        env = dict(os.environ)
        if named is not None and client_names_root:  # and so it may not be all of the disk
            env["EDITJOURNAL_WORKSPACE"] = os.fsdecode(named)
        return find_root(workspace, env)

    serve(
        root_of,
        client_names_root=client_names_root,
        results="both" if results == "both" else "text",
    )


@main.group(cls=InOrder)
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
    """Tell whether a daemon runs, and for whom."""
    _control(lambda control: _standing(control.status()))


def _control(act: Callable[[Any], str]) -> None:
    from . import daemon_control  # noqa: PLC0415 - no other command needs it

    try:
        put(act(daemon_control))
    except daemon_control.DaemonTrouble as trouble:
        end_in_trouble(trouble)


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


if __name__ == "__main__":
    main()
