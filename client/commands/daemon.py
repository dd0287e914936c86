"""The commands of the daemon: run, start, stop, restart, status."""

import os
import time
from collections.abc import Callable
from typing import Any

import click

from ..cli_support import end_in_trouble, put
from .options import InOrder, examples


@click.group(cls=InOrder, epilog=examples("editjournal daemon status"))
def daemon() -> None:
    """The one daemon of this user, which all clients share."""


@daemon.command(
    "run",
    context_settings={"ignore_unknown_options": True},
    epilog=examples("editjournal daemon run"),
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def daemon_run(arguments: tuple[str, ...]) -> None:
    """Be the daemon, in the foreground."""
    from .. import daemon_control  # noqa: PLC0415 - no other command needs it

    daemon_control.run(list(arguments))


@daemon.command("start", epilog=examples("editjournal daemon start"))
def daemon_start() -> None:
    """Start the daemon, unless it runs."""
    _control(lambda control: _standing(control.start()))


@daemon.command("stop", epilog=examples("editjournal daemon stop"))
def daemon_stop() -> None:
    """Let the daemon finish its running calls and end."""
    _control(lambda control: "stopped" if control.stop() else "no daemon runs")


@daemon.command("restart", epilog=examples("editjournal daemon restart"))
def daemon_restart() -> None:
    """Stop the daemon, if one runs, and start one."""

    def again(control: Any) -> str:
        control.stop()
        return _standing(control.start())

    _control(again)


@daemon.command("status", epilog=examples("editjournal daemon status"))
def daemon_status() -> None:
    """Tell whether a daemon runs, and for whom."""
    _control(lambda control: _standing(control.status()))


def _control(act: Callable[[Any], str]) -> None:
    from .. import daemon_control  # noqa: PLC0415 - no other command needs it

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
