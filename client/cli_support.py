"""What all commands share: asking the daemon, showing what came of it, ending with the right code.

Heavy modules are imported where they are needed, so that `--help` need not wait for them.
"""

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

import click
import msgspec

from ..schemas.messages import AnyReply, AnyRequest, Hello, History, Read, Refusal, Status
from ..schemas.version import BUILD
from .roots import NoRoot, default_root

REFUSED, WRONG_CALL, TROUBLE = 1, 2, 3
"""Exit codes; 0 is for what was done."""
LARGEST_ID = 1 << 40


def answer(workspace: str | None, request: AnyRequest, *, as_json: bool) -> None:
    """Ask, and show what came of it."""
    show(workspace, ask(workspace, request, as_json=as_json), as_json=as_json)


def ask(workspace: str | None, request: AnyRequest, *, as_json: bool) -> AnyReply:
    from .connection import Connection  # noqa: PLC0415 - see above
    from .finding import DaemonTrouble  # noqa: PLC0415 - see above

    try:
        hello = Hello(0, "", find_root(workspace, os.environ), "cli", BUILD, "cli", session_key())
    except NoRoot as error:
        fail(f"{error}\nnext: go to a project's folder, or name one with --workspace", WRONG_CALL)
    connection = Connection(hello)
    try:
        return connection.ask(request, arguments=json.dumps(sys.argv[1:]).encode())
    except DaemonTrouble as trouble:
        effects = not isinstance(request, Read | Status | History)
        met = connection.welcome is not None
        end_in_trouble(trouble, as_json=as_json, effects=effects, met=met)
    finally:
        connection.close()


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


def show(workspace: str | None, reply: AnyReply, *, as_json: bool) -> None:
    from .words import plain, render  # noqa: PLC0415 - see above
    from .words.commands import as_commands  # noqa: PLC0415 - see above

    if as_json:
        click.echo(msgspec.json.encode(plain.plain(reply)))
    else:
        root = os.fsdecode(find_root(workspace, os.environ))
        forms = as_commands(root, os.fspath(Path.cwd()), workspace)
        put(render.text(reply, forms=forms), err=isinstance(reply, Refusal))
    if isinstance(reply, Refusal):
        sys.exit(WRONG_CALL if reply.verdict == "ERROR" else REFUSED)


def put(text: str, *, err: bool = False) -> None:
    """Print text of files, and names as they were given, whatever the terminal's encoding."""
    click.echo(os.fsencode(text), err=err)


# --- values -------------------------------------------------------------------------------------


def content_of(text: str | None, file: Any) -> str | bytes:
    data = _bytes(text, file, "Give the new text with --content or --content-file, not both.")
    if data is None:
        raise click.UsageError("Give the new text with --content or --content-file.")
    return _decoded(data)


def old_of(text: str | None, file: Any) -> str | None:
    data = _bytes(text, file, "Give the current text with --old or --old-file, not both.")
    old = None if data is None else _decoded(data)
    if isinstance(old, bytes):
        raise click.UsageError("The current text is not UTF-8; say the lines instead.")
    return old


def _bytes(text: str | None, file: Any, not_both: str) -> bytes | None:
    if text is not None and file is not None:
        raise click.UsageError(not_both)
    if text is not None:
        return os.fsencode(text)
    return None if file is None else file.read()


def _decoded(data: bytes) -> str | bytes:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def number_of(given: str, letter: str) -> int:
    digits = given.removeprefix(letter).removeprefix(letter.upper())
    is_number = digits.isascii() and digits.isdigit() and len(digits) < 20
    if not (is_number and 0 < int(digits) < LARGEST_ID):
        raise click.UsageError(f"{given} is no id such as {letter}812.")
    return int(digits)


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
