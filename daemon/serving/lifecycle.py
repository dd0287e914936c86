"""The daemon's process: from its start to its end.

    editjournald [--idle SECONDS] [--chips-SETTING VALUE] [--structure-SETTING VALUE]
        [--detach] [--ready-fd N]

Exit codes: 0 after a stop, when idle, and where another daemon runs already (said on stderr);
1 where the folders or a setting cannot be used, and after a stop that left a hanging call behind.

A starter passes a pipe by --ready-fd and reads one line from it: "ready" (this process serves),
"running" (another one does), or "failed" and why. Closed without a line: the process died.
"""

import argparse
import asyncio
import logging
import os
import signal
import sys
from collections.abc import Callable

from ...schemas.places import Places, find_places
from ..service import Workspaces
from ..settings import KINDS, BadSettingError, Settings, option
from .ownership import Ownership, Unusable, claim

STARTING_S_MAX = 60
"""A start that takes longer (another daemon is stuck on its way out) is given up."""


class Options(argparse.Namespace):
    idle: float
    detach: bool
    ready_fd: int | None

    @property
    def settings(self) -> dict[str, str]:
        """The settings that were given, by name."""
        given = {name: vars(self)[name] for name in KINDS}
        return {name: text for name, text in given.items() if text is not None}


def run(arguments: list[str], workspaces: Callable[[Places, Settings], Workspaces]) -> int:
    """Be the daemon, if none runs; return the exit code.

    `workspaces` is called once this process is the only daemon.
    """
    options = _parse(arguments)
    if options.detach:
        _detach()
    os.umask(0o077)
    signal.alarm(STARTING_S_MAX)
    places = find_places()
    try:
        settings = Settings(options.settings)
        ownership = claim(places)
    except (BadSettingError, Unusable) as error:
        _tell(options, f"failed {error}")
        print(error, file=sys.stderr)  # noqa: T201 - for whoever started it by hand
        return 1
    if ownership is None:
        _tell(options, "running")
        print("already running", file=sys.stderr)  # noqa: T201 - as above
        return 0
    try:
        _serve(options, places, ownership, lambda: workspaces(places, settings))
    finally:
        ownership.release()
    return 0


def _parse(arguments: list[str]) -> Options:
    parser = argparse.ArgumentParser(prog="editjournald", description="The edit journal's daemon.")
    parser.add_argument(
        "--idle",
        type=float,
        metavar="SECONDS",
        default=float(os.environ.get("EDITJOURNAL_IDLE_S") or 300),
        help="end after so long without a client; 0: never (default: EDITJOURNAL_IDLE_S, or 300)",
    )
    for name, kind in KINDS.items():
        parser.add_argument(option(name), dest=name, metavar="VALUE", help=kind.allowed)
    parser.add_argument("--detach", action="store_true", help="go to the background")
    parser.add_argument("--ready-fd", type=int, metavar="N", help="say there how the start went")
    return parser.parse_args(arguments, namespace=Options())


def _detach() -> None:
    """Leave the starter's session, and be no child of it: it need not wait for this process."""
    if os.fork() != 0:
        os._exit(0)
    os.setsid()


def _tell(options: Options, word: str) -> None:
    if options.ready_fd is not None:
        line = word.replace("\n", " ").encode(errors="surrogateescape") + b"\n"
        os.write(options.ready_fd, line[:2000])
        os.close(options.ready_fd)


def _serve(
    options: Options,
    places: Places,
    ownership: Ownership,
    workspaces: Callable[[], Workspaces],
) -> None:
    # Only now, so that a process that finds a daemon running costs little.
    from .logfile import log_to, without_contents  # noqa: PLC0415 - see above
    from .server import Bounds, Server  # noqa: PLC0415 - see above

    def log_failure(_: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        error = context.get("exception")
        text = without_contents(error) if isinstance(error, BaseException) else ""
        logger.error("%s %s", context.get("message"), text)

    async def serve() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(log_failure)
        server = Server(workspaces(), places, Bounds(idle_s=options.idle))
        try:
            server.bind()
        except Exception:
            server.close()
            raise
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, server.stop)
        ownership.started()
        signal.alarm(0)
        _tell(options, "ready")
        logger.info("serving at %s", places.socket)
        await server.serve()
        logger.info("ended")
        if server.left_behind:  # a thread that hangs would keep the process
            logging.shutdown()
            os._exit(1)

    log_to(places.log)
    logger = logging.getLogger("editjournal.lifecycle")
    asyncio.run(serve())
