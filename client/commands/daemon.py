"""The commands of the daemon: run, start, stop, restart, status."""

import os
import time
from collections.abc import Callable
from typing import Any

import click

from ..cli_support import end_in_trouble, put
from .options import InOrder, examples

_SETTINGS = {
    "chips-capacity": ("N", "So many chips are listed."),
    "chips-min-bytes": ("BYTES", "A chip with less text is not listed."),
    "chips-total-bytes": (
        "BYTES",
        "So much text do all listed chips keep together; 0: any number.",
    ),
    "chips-ttl": ("TIME", 'So long is a chip listed: "30d", "12h", "90m"; 0: no end.'),
    "structure-max-bytes": ("BYTES", "In larger files no functions, tags or brackets are found."),
    "structure-warn-bytes": (
        "BYTES",
        "In larger files brackets are not checked after an edit; 0: never.",
    ),
}
"""Settings of the daemon's own, over its file and the environment."""


def _settings(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the daemon's options; they come as keywords, None where not given."""
    for name, (metavar, told) in reversed(_SETTINGS.items()):
        command = click.option(f"--{name}", metavar=metavar, help=told)(command)
    return command


def _arguments(given: dict[str, str | None]) -> list[str]:
    """Return the options that were given, as the daemon takes them."""
    return [
        part
        for name, text in given.items()
        if text is not None
        for part in (f"--{name.replace('_', '-')}", text)
    ]


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


@daemon.command(
    "start",
    epilog=examples("editjournal daemon start", "editjournal daemon start --chips-capacity 50"),
)
@_settings
def daemon_start(**given: str | None) -> None:
    """Start the daemon, unless it runs."""

    def anew(control: Any) -> str:
        if (arguments := _arguments(given)) and control.status():
            raise _too_late(control, arguments)
        return _standing(_start(control, arguments))

    _control(anew)


@daemon.command("stop", epilog=examples("editjournal daemon stop"))
def daemon_stop() -> None:
    """Let the daemon finish its running calls and end."""
    _control(lambda control: "stopped" if control.stop() else "no daemon runs")


@daemon.command("restart", epilog=examples("editjournal daemon restart"))
@_settings
def daemon_restart(**given: str | None) -> None:
    """Stop the daemon, if one runs, and start one."""

    def again(control: Any) -> str:
        arguments = _arguments(given)
        if arguments and control.status():
            control.check(tuple(arguments))
        control.stop()
        return _standing(_start(control, arguments))

    _control(again)


@daemon.command("status", epilog=examples("editjournal daemon status"))
def daemon_status() -> None:
    """Tell whether a daemon runs, and for whom."""
    _control(lambda control: _standing(control.status()))


def _start(control: Any, arguments: list[str]) -> Any:
    manner = control.Manner()
    command = (*manner.command, *arguments)
    return control.start(manner=control.Manner(command=command))


def _too_late(control: Any, arguments: list[str]) -> Exception:
    return control.DaemonTrouble(
        "running",
        "a daemon runs already, and has its settings",
        f"editjournal daemon restart {' '.join(arguments)}",
    )


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
