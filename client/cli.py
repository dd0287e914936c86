"""The command line: one more client, for people and scripts."""

import os
from typing import Any

import click

from ..schemas.version import BUILD
from .cli_support import find_root
from .commands.chips import chips
from .commands.completion import NAME, completion
from .commands.daemon import daemon
from .commands.editing import delete, insert, insert_chip, replace, write
from .commands.exporting import export, replay
from .commands.log import log
from .commands.looking import read, sessions, status, views
from .commands.options import InOrder, examples, workspace_option
from .commands.past import blame, cat, diff, show_entry
from .commands.structure import balance, func_range, outline, tag_range
from .commands.undoing import commit, confirm, redo, restore, rollback, snapshot, undo


@click.group(cls=InOrder, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(BUILD, prog_name="editjournal")
def main() -> None:
    """Read and edit files through a journal, see what happened to them, and take edits back.

    \b
    editjournal read src/app.py:12-18            lines with their numbers
    editjournal replace src/app.py:12 --content 'x = 1'
    editjournal log                              who did what, newest first
    editjournal log --follow                     and what they do now
    editjournal undo e812                        take one edit back
    editjournal blame src/app.py                 who made each line
    editjournal restore --at '10 minutes ago'    bring back what was then

    FILE may end in lines: src/app.py:12-18, src/app.py:40- (to the end), src/app.py:40-auto (the
    function around line 40). A name that begins with a dash comes after --. Every command talks to
    one daemon, which starts when it is needed.

    Exit codes: 0 done, 1 refused (nothing changed), 2 a wrong call, 3 trouble with the daemon.
    """  # noqa: D301 - click's mark for lines that are to be kept as they are


for command in (read, replace, insert, delete, write, confirm, undo, redo, rollback, restore):
    main.add_command(command)
for command in (func_range, tag_range, balance, outline):
    main.add_command(command)
for command in (snapshot, commit, status, sessions, views, log, show_entry, blame, cat, diff):
    main.add_command(command)
for command in (replay, export, chips, insert_chip):
    main.add_command(command)


@main.command()
@workspace_option
@click.option(
    "--results",
    type=click.Choice(["text", "json", "both"]),
    default="text",
    show_default=True,
    envvar="EDITJOURNAL_RESULTS",
    show_envvar=True,
    help="What a tool call answers: text, JSON as text, or text and structured content.",
)
@click.option(
    "--tools",
    "choice",
    metavar="core|default|all|NAMES",
    default="default",
    show_default=True,
    envvar="EDITJOURNAL_TOOLS",
    show_envvar=True,
    help="Which tools are listed; those that are not work all the same.",
)
@click.option("--no-prefix", is_flag=True, help='Name the tools without "be-".')
@click.option(
    "--lang",
    type=click.Choice(["en", "zh"]),
    default="en",
    show_default=True,
    envvar="EDITJOURNAL_LANG",
    show_envvar=True,
    help="Language of descriptions and replies.",
)
def mcp(workspace: str | None, results: Any, choice: str, no_prefix: bool, lang: Any) -> None:  # noqa: FBT001 - click
    """Serve the tools to an agent, as MCP on stdio."""
    from .mcp.presenting import Options, choose  # noqa: PLC0415 - no other command needs it
    from .mcp.server import serve  # noqa: PLC0415 - no other command needs it

    try:
        listed = choose(choice)
    except ValueError as error:
        raise click.UsageError(f"--tools: {error}.") from None
    client_names_root = not workspace and not os.environ.get("EDITJOURNAL_WORKSPACE")

    def root_of(named: bytes | None) -> bytes:
        env = dict(os.environ)
        if named is not None and client_names_root:  # and so it may not be all of the disk
            env["EDITJOURNAL_WORKSPACE"] = os.fsdecode(named)
        return find_root(workspace, env)

    options = Options(results, listed, prefix=not no_prefix, language=lang)
    serve(root_of, client_names_root=client_names_root, options=options)


mcp.epilog = examples("editjournal mcp --workspace ~/project")
main.add_command(daemon)
main.add_command(completion)


if __name__ == "__main__":
    main(prog_name=NAME)
