"""What replay and export do: a session's steps, asked for page by page, made into files."""

import os
import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

import click
import msgspec

from ...schemas.replies import LogReply, Step, TrailReply
from ...schemas.requests import History, Trail
from ...schemas.values import Point
from ..cli_support import REFUSED, Asking, Talk, fail, put, show, talking
from ..export import jsonl
from ..export.folder import Folder, NotEmptyError
from ..export.patch import Patch, patch
from ..export.replay import Played, play, until
from ..words.phrases import path_text
from .history import newest_of, whose
from .log import line_of
from .progress import Advance, shown

NOT_WRITTEN = "not all of it was written"


class Meant(NamedTuple):
    """Whose steps are taken out."""

    number: int
    """0: everybody's, and what came from outside."""
    name: str
    newest: int
    """Up to this entry."""


# --- replay ---------------------------------------------------------------------------------------


def play_again(
    asking: Asking, session: str, into: Path, last: Point | None, *, stops: bool
) -> bool:
    """Play a session in a folder; return whether all files came out as the journal says.

    With `stops` it waits for a key behind each step that changed files.
    """
    meant = _meant(asking, session)
    with talking(asking, deaf=True) as talk:
        end = _end(asking, talk, last, meant)
        with _folder(into) as folder, shown("replay", end, beside_output=True) as advance:
            if not end:
                return True
            steps = until(_steps(asking, talk, meant, advance), Point(seq=end))
            return _play(asking, play(steps, folder), stops=stops)


def _end(asking: Asking, talk: Talk, last: Point | None, meant: Meant) -> int:
    """Return the entry that a point comes to; 0: none is as old."""
    if last is None:
        return meant.newest
    reply = talk(History(until=last, limit=1))
    if not isinstance(reply, LogReply):
        show(asking, reply)
        return 0
    return min(meant.newest, reply.items[0].seq) if reply.items else 0


@contextmanager
def _folder(into: Path) -> Generator[Folder]:
    try:
        folder = Folder(into)
    except NotEmptyError:
        raise click.UsageError(f"{into} is not empty, or no folder: name another one.") from None
    except OSError as error:
        raise click.UsageError(str(error)) from None
    try:
        yield folder
    except BrokenPipeError:  # nobody reads on
        raise
    except OSError as error:
        fail(f"{error}: {NOT_WRITTEN}", REFUSED)
    finally:
        folder.close()


def _play(asking: Asking, played: Iterator[Played], *, stops: bool) -> bool:
    """Tell each step as it is made; return whether all files came out as the journal says."""
    whole = True
    for one in played:
        whole = whole and not one.missing and not one.wrong
        if asking.as_json:
            click.echo(as_json(one))
        else:
            for line in _told(one):
                put(line)
        if stops and one.files:
            click.pause("any key goes on, Ctrl-C ends it", err=True)
    return whole


def as_json(one: Played) -> bytes:
    """Return what came of a step, as docs/cli.md has it."""
    paths = {name: _texts(getattr(one, name)) for name in Played._fields[1:]}
    seq = {"type": "Played", "seq": one.item.seq, "kind": one.item.kind}
    return msgspec.json.encode(seq | paths)


def _texts(paths: Iterable[bytes]) -> list[str]:
    return [path.decode("utf-8", "backslashreplace") for path in paths]


def _told(one: Played) -> Iterator[str]:
    yield line_of(one.item)
    for why, paths in (
        ("had been changed by others since its last step here", one.drifted),
        ("is left out: its text is not kept", one.missing),
        ("is not what the journal says", one.wrong),
    ):
        for path in paths:
            yield f"        {path_text(path)} {why}"


# --- export ---------------------------------------------------------------------------------------


def write_out(asking: Asking, session: str | None, form: str, output: Path | None) -> None:
    """Write a session, or with None all of them, to a file, a folder or standard output."""
    meant = _meant(asking, session)
    with (
        talking(asking, deaf=True) as talk,
        shown("export", meant.newest, beside_output=output is None) as advance,
    ):
        steps = _steps(asking, talk, meant, advance)
        try:
            missing = _write(form, output, meant, steps)
        except FileExistsError:
            raise click.UsageError(f"{output} is there already: name another one.") from None
        except BrokenPipeError:  # nobody reads on
            raise
        except OSError as error:
            fail(f"{error}: {NOT_WRITTEN}", REFUSED)
    if missing:
        fail(f"{missing} times a file's text is not kept, and not in it", REFUSED)


def _write(form: str, output: Path | None, meant: Meant, steps: Iterator[Step]) -> int:
    """Write all steps; return how many files of theirs had to be left out. Raises OSError."""
    if form == "jsonl":
        with _opened(output) as file:
            writer = jsonl.Writer(meant.name)
            file.writelines(writer.lines(steps))
            return writer.missing
    patches = map(patch, steps)
    return _mbox(patches) if output is None else _mails(patches, output)


@contextmanager
def _opened(output: Path | None) -> Generator[IO[bytes]]:
    if output is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    else:
        with output.open("xb") as file:
            yield file


def _mbox(patches: Iterable[Patch]) -> int:
    missing = 0
    for one in patches:
        sys.stdout.buffer.write(one.mail)
        missing += len(one.missing)
    sys.stdout.buffer.flush()
    return missing


def _mails(patches: Iterable[Patch], output: Path) -> int:
    """Write a file for each mail, whose names sort in the order in which they apply."""
    output.mkdir(parents=True, exist_ok=True)
    if any(output.iterdir()):
        raise FileExistsError
    missing = number = 0
    for one in patches:
        missing += len(one.missing)
        if one.mail:
            number += 1
            (output / f"{number:06d}-{one.name}.patch").write_bytes(one.mail)
    put(f"{number} {'patch' if number == 1 else 'patches'} in {os.fspath(output)}")
    return missing


# --- both -----------------------------------------------------------------------------------------


def _meant(asking: Asking, session: str | None) -> Meant:
    newest = newest_of(asking, whose(session))
    return Meant(newest.session, newest.name, newest.seq) if session else Meant(0, "", newest.seq)


def _steps(asking: Asking, talk: Talk, meant: Meant, advance: Advance) -> Iterator[Step]:
    """Yield the steps that there were when the command began, a page at a time."""
    after, more = 0, True
    while more:
        reply = talk(Trail(meant.number, after))
        if not isinstance(reply, TrailReply):
            show(asking, reply)
            return
        for step in reply.steps:
            after = step.item.seq
            if after > meant.newest:
                return
            yield step
            advance(after)
        more = reply.more and bool(reply.steps)
