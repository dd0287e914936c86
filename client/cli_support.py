"""What all commands share: asking the daemon, showing what came of it, ending with the right code.

Heavy modules are imported where they are needed, so that `--help` need not wait for them.
"""

import json
import os
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import click
import msgspec

from ..schemas.replies import AnyReply, Contents, Refusal, Shown
from ..schemas.requests import AnyRequest, Reading
from ..schemas.version import BUILD
from .commands import colour, paging
from .commands.paging import put
from .roots import NoRoot, default_root

if TYPE_CHECKING:
    from .connection import Connection
    from .words.forms import Forms

REFUSED, WRONG_CALL, TROUBLE = 1, 2, 3
"""Exit codes; 0 is for what was done."""


Talk = Callable[[AnyRequest], AnyReply]


class Asking(NamedTuple):
    """Which workspace is asked, and how its reply is shown."""

    workspace: str | None
    as_json: bool


def answer(
    asking: Asking, request: AnyRequest, ignored: tuple[str, ...] = (), *, paged: bool = False
) -> None:
    """Ask, and show what came of it; `ignored` are names in the call that meant nothing."""
    show(asking, ask(asking, request), ignored, paged=paged)


def ask(asking: Asking, request: AnyRequest, *, deaf: bool = False) -> AnyReply:
    """Return the reply; without one the command ends here. `deaf` as in `talking`."""
    with talking(asking, deaf=deaf) as talk:
        return talk(request)


@contextmanager
def talking(asking: Asking, *, deaf: bool = False) -> Generator[Talk]:
    """Give a way to ask several times, in the terminal's session; without a reply it ends here.

    With `deaf` the notices of replies are not shown, and so they come with others again.
    """
    connection = connect(asking, session_key(), deaf=deaf)
    try:
        yield partial(_ask, asking, connection)
    finally:
        connection.close()


def _ask(asking: Asking, connection: "Connection", request: AnyRequest) -> AnyReply:
    from .finding import DaemonTrouble  # noqa: PLC0415 - see above

    try:
        return connection.ask(request, arguments=arguments())
    except DaemonTrouble as trouble:
        effects = not isinstance(request, Reading)
        met = connection.welcome is not None
        end_in_trouble(trouble, as_json=asking.as_json, effects=effects, met=met)


def connect(asking: Asking, key: str = "", *, deaf: bool = False) -> "Connection":
    """Return a way to the daemon, not used yet; without a workspace the command ends here.

    With a `key` it is in the session of all that have the same, else in one of its own. `deaf` as
    in `talking`.
    """
    from ..schemas.messages import Hello  # noqa: PLC0415 - see above
    from .connection import Connection  # noqa: PLC0415 - see above

    return Connection(Hello(0, "", root_of(asking), "cli", BUILD, "cli", key), deaf=deaf)


def arguments() -> bytes:
    """Return the call as it was typed, for the log."""
    return json.dumps(sys.argv[1:]).encode()


def root_of(asking: Asking) -> bytes:
    """Return the workspace root; without one the command ends here."""
    try:
        return find_root(asking.workspace, os.environ)
    except NoRoot as error:
        fail(f"{error}\nnext: go to a project's folder, or name one with --workspace", WRONG_CALL)


def find_root(workspace: str | None, env: Mapping[str, str]) -> bytes:
    """Return the workspace root. Raises NoRoot."""
    try:
        here = Path.cwd()
    except FileNotFoundError:
        raise NoRoot("the current folder is not there any more") from None
    return default_root(os.fsencode(here), env, os.fsencode(workspace) if workspace else None)


def session_key() -> str:
    """Return what commands of one session have in common: EDITJOURNAL_SESSION, or the terminal."""
    if named := os.environ.get("EDITJOURNAL_SESSION"):
        return f"named:{named}".encode(errors="backslashreplace").decode()
    leader = os.getsid(0)
    try:
        started = Path(f"/proc/{leader}/stat").read_text().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        started = ""
    return f"terminal:{leader}:{started}"


def show(
    asking: Asking, reply: AnyReply, ignored: tuple[str, ...] = (), *, paged: bool = False
) -> None:
    """Show a reply; of a refusal the text goes to standard error, and the command ends.

    With `paged`, what is longer than a terminal's screen goes through the user's pager.
    """
    tell(asking, reply, ignored, paged=paged)
    if isinstance(reply, Refusal):
        sys.exit(WRONG_CALL if reply.verdict == "ERROR" else REFUSED)


def tell(
    asking: Asking, reply: AnyReply, ignored: tuple[str, ...] = (), *, paged: bool = False
) -> None:
    """Show a reply as `show` does, and go on."""
    from .words import plain  # noqa: PLC0415 - see above

    if asking.as_json:
        click.echo(msgspec.json.encode(plain.plain(reply)))
    else:
        _show_text(asking, reply, ignored, paged=paged)


def _show_text(asking: Asking, reply: AnyReply, ignored: tuple[str, ...], *, paged: bool) -> None:
    from .words import render  # noqa: PLC0415 - see above

    refused = isinstance(reply, Refusal)
    text = render.text(reply, ignored, forms=forms_of(asking))
    plain = isinstance(reply, Shown | Contents)
    if not plain and colour.wanted(sys.stderr if refused else sys.stdout):
        text = colour.paint(text)
    if paged and not refused:
        paging.put_lines(text.split("\n"))
    else:
        put(text, err=refused)


def forms_of(asking: Asking) -> "Forms":
    """Return how calls are written where this command was typed."""
    from .words.commands import as_commands  # noqa: PLC0415 - see above

    return as_commands(os.fsdecode(root_of(asking)), os.fspath(Path.cwd()), asking.workspace)


# --- trouble ------------------------------------------------------------------------------------


def end_in_trouble(
    trouble: Any, *, as_json: bool = False, effects: bool = False, met: bool = False
) -> NoReturn:
    from .words import plain, refusals  # noqa: PLC0415 - see above

    if as_json:
        click.echo(msgspec.json.encode(plain.trouble(trouble)))
    unsure = effects and refusals.may_have_run(trouble, met=met)
    fail(refusals.trouble(trouble, unsure=unsure, look="editjournal status"), TROUBLE)


def fail(message: str, code: int) -> NoReturn:
    put(message, err=True)
    sys.exit(code)
