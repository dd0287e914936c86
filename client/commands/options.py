"""Options that several commands share, gathered into one value for each thing they say."""

import functools
import os
from collections.abc import Callable
from typing import Any, NamedTuple

import click

from ...schemas.requests import TargetName
from ...schemas.values import Point, Span
from .. import targets
from ..cli_support import Asking
from ..path_lines import in_path
from .values import (
    after_of,
    content_of,
    file_names,
    old_of,
    point_of,
    span_of,
    target_of,
    view_of,
    whole_files,
)

Function = Callable[..., Any]


class Place(NamedTuple):
    """A file as it was named, which may end in lines, and lines that were given beside it."""

    file: bytes
    span: Span | None


class Aim(NamedTuple):
    """A place, or a file and what stands where lines of it are meant."""

    file: bytes
    span: Span | None
    target: TargetName | None


class Gap(NamedTuple):
    """Where text goes in: after a line, or before or after what stands there."""

    file: bytes
    after: int | None
    target: TargetName | None
    before: bool


class Way(NamedTuple):
    """How an edit is to be made; the names are those of the fields of all editing requests."""

    view: int
    force: bool
    preview: bool
    reanchor: bool
    diff: bool


class Several(NamedTuple):
    """Which edits are meant, where it is not one that is named."""

    session: str | None
    since: Point | None
    paths: tuple[bytes, ...]
    outside: bool
    """Also those that no session made."""

    @property
    def is_said(self) -> bool:
        """Whether anything but `outside` says which."""
        return self.session is not None or self.since is not None or bool(self.paths)


class InOrder(click.Group):
    """Lists its commands as they are written here, not by the alphabet."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(self.commands)


def examples(*lines: str) -> str:
    """Return the end of a command's help: what can be typed."""
    heading = "Example:" if len(lines) == 1 else "Examples:"
    return "\n".join(["\b", heading, *(f"  {line}" for line in lines)])


def gathered(
    name: str, make: Function, parameters: tuple[str, ...], *options: Function
) -> Function:
    """Return what gives a command these options; it gets what `make` makes of them as `name`."""

    def decorate(command: Function) -> Function:
        @functools.wraps(command)
        def run(**given: Any) -> Any:
            taken = {one: given.pop(one) for one in parameters}
            return command(**given, **{name: make(**taken)})

        for option in reversed(options):
            run = option(run)
        return run

    return decorate


# --- whom to ask ----------------------------------------------------------------------------------


def _asking(*, workspace: str | None, as_json: bool, output: str | None) -> Asking:
    return Asking(workspace, as_json or output == "json")


workspace_option = click.option(
    "--workspace",
    type=click.Path(path_type=str),
    help="Workspace root. Default: EDITJOURNAL_WORKSPACE, the git top level, this folder.",
)
asking_options = gathered(
    "asking",
    _asking,
    ("workspace", "as_json", "output"),
    click.option("--json", "as_json", is_flag=True, help="Print the reply as JSON."),
    click.option("--output", type=click.Choice(["text", "json"]), hidden=True),
    workspace_option,
)


# --- where ----------------------------------------------------------------------------------------


def missing_file() -> click.MissingParameter:
    return click.MissingParameter(param_type="argument", param_hint="'FILE'")


def _maybe_file(*, file: str | None, file_option: str | None) -> bytes | None:
    if file is not None and file_option is not None:
        raise click.UsageError("Give the file once: as FILE or with --file.")
    named = file if file is not None else file_option
    return None if named is None else os.fsencode(named)


def _file(*, file: str | None, file_option: str | None) -> bytes:
    named = _maybe_file(file=file, file_option=file_option)
    if named is None:
        raise missing_file()
    return named


def _place(
    *, file: str | None, file_option: str | None, start: int | None, end: int | None
) -> Place:
    return Place(_file(file=file, file_option=file_option), span_of(start, end))


def _aim(
    *,
    file: str | None,
    file_option: str | None,
    start: int | None,
    end: int | None,
    target: TargetName | Span | None,
) -> Aim:
    name, meant = _targeted(_file(file=file, file_option=file_option), target)
    span = span_of(start, end)
    if meant is not None and span is not None:
        raise click.UsageError("Give lines or --target, not both.")
    return Aim(name, meant, None) if isinstance(meant, Span) else Aim(name, span, meant)


def _gap(
    *,
    file: str | None,
    file_option: str | None,
    after: int | None,
    after_line: int | None,
    target: TargetName | Span | None,
    before: bool,
) -> Gap:
    name, meant = _targeted(_file(file=file, file_option=file_option), target)
    line = _after(after=after, after_line=after_line)
    if meant is not None and line is not None:
        raise click.UsageError("Give a line or --target, not both.")
    if meant is None and before:
        raise click.UsageError("--before goes with --target.")
    if isinstance(meant, Span):
        return Gap(name, meant.first - 1 if before else meant.last or -1, None, before=False)
    return Gap(name, line, meant, before)


def _targeted(
    file: bytes, target: TargetName | Span | None
) -> tuple[bytes, TargetName | Span | None]:
    """Return a name without the `:40-auto` that it may end in, and what is meant by what stands."""
    plain, around = targets.around(os.fsdecode(file))
    if around is not None and target is not None:
        raise click.UsageError("Give --target, or :40-auto behind the name, not both.")
    if isinstance(target, Span) and in_path(plain):
        raise click.UsageError("Give lines behind the name or --target, not both.")
    return os.fsencode(plain), around if target is None else target


def _line(*, file: str | None, file_option: str | None, line: int | None) -> tuple[bytes, int]:
    """Return a file, which may end in a line, and the one that was given beside it, 0 for none."""
    plain, around = targets.around(os.fsdecode(_file(file=file, file_option=file_option)))
    return os.fsencode(f"{plain}:{around.value}" if around else plain), line or 0


def _after(*, after: int | None, after_line: int | None) -> int | None:
    return after_line if after is None else after


_FILE = (
    click.argument("file", shell_complete=file_names, required=False, metavar="FILE"),
    click.option("--file", "file_option", shell_complete=file_names, hidden=True),
)
_LINE = click.IntRange(min=1)

maybe_file_argument = gathered("file", _maybe_file, ("file", "file_option"), *_FILE)
file_argument = gathered("file", _file, ("file", "file_option"), *_FILE)
place_argument = gathered(
    "place",
    _place,
    ("file", "file_option", "start", "end"),
    *_FILE,
    click.option("--start", type=_LINE, hidden=True),
    click.option("--end", type=_LINE, hidden=True),
)
_AFTER = (
    click.option(
        "--after",
        callback=after_of,
        metavar="LINE",
        help="After which line, instead of a line behind the name; 0 is the top, END the end.",
    ),
    click.option("--after-line", callback=after_of, hidden=True),
)
after_options = gathered("after", _after, ("after", "after_line"), *_AFTER)
_TARGET = click.option(
    "--target",
    callback=target_of,
    metavar="TARGET",
    help="Instead of lines: function:Class.method, tag:nav or marker:TEXT; #2 for the second.",
)
aim_argument = gathered(
    "aim",
    _aim,
    ("file", "file_option", "start", "end", "target"),
    *_FILE,
    _TARGET,
    click.option("--start", type=_LINE, hidden=True),
    click.option("--end", type=_LINE, hidden=True),
)
"""A file, and lines by their numbers or by what stands there."""
gap_argument = gathered(
    "gap",
    _gap,
    ("file", "file_option", "after", "after_line", "target", "before"),
    *_FILE,
    *_AFTER,
    _TARGET,
    click.option("--before", is_flag=True, help="Before the target instead of after it."),
)
line_argument = gathered(
    "line",
    _line,
    ("file", "file_option", "line"),
    click.argument("file", shell_complete=file_names, required=False, metavar="FILE:LINE"),
    click.option("--file", "file_option", shell_complete=file_names, hidden=True),
    click.option("--line", type=_LINE, hidden=True),
)


# --- when, and whether ----------------------------------------------------------------------------


class Consent(NamedTuple):
    """What a command that takes edits back may do unasked."""

    preview: bool
    """Only show what it would do."""
    yes: bool
    """Do it without asking."""


def since_option(text: str) -> Function:
    return click.option("--since", callback=point_of, metavar="POINT", help=text)


def at_option(text: str, *, required: bool = False) -> Function:
    return click.option("--at", callback=point_of, metavar="POINT", required=required, help=text)


def _consent(*, preview: bool, yes: bool) -> Consent:
    if preview and yes:
        raise click.UsageError("Give --dry-run to see what it would do, or --yes to do it.")
    return Consent(preview, yes)


consent_options = gathered(
    "consent",
    _consent,
    ("preview", "yes"),
    click.option(
        "--dry-run",
        "--preview",
        "preview",
        is_flag=True,
        help="Only show what it would do; `confirm` then does it.",
    ),
    click.option("--yes", "-y", is_flag=True, help="Do it without asking."),
)


def _or_nothing(_: click.Context, __: click.Parameter, given: str | None) -> str:
    return given or ""


resolve_option = click.option(
    "--resolve",
    type=click.Choice(["newer", "force"]),
    callback=_or_nothing,
    help="Where later edits stand on it: take those back in all files, or only in those files.",
)


# --- what -----------------------------------------------------------------------------------------


def _content(*, content: str | None, content_file: Any) -> str | bytes:
    return content_of(content, content_file)


def _old(*, old: str | None, old_file: Any) -> str | None:
    return old_of(old, old_file)


_CONTENT = (
    click.option("--content", help="The new text."),
    click.option(
        "--content-file", type=click.File("rb"), help="A file with it; - is standard input."
    ),
)


def content_flags(command: Function) -> Function:
    """Give a command the new text as it came, for `content_of`: it may do without."""
    for option in reversed(_CONTENT):
        command = option(command)
    return command


content_options = gathered("content", _content, ("content", "content_file"), *_CONTENT)
"""The new text, as str or bytes; it must be given."""
old_options = gathered(
    "old",
    _old,
    ("old", "old_file"),
    click.option("--old", help="The exact current text."),
    click.option("--old-file", type=click.File("rb"), help="A file with it."),
)


# --- how ------------------------------------------------------------------------------------------


def _way(
    *, view: str | None, force: bool, preview: bool, diff: bool, reanchor: bool = False
) -> Way:
    return Way(view_of(view), force, preview, reanchor, diff)


view_option = click.option(
    "--view", metavar="ID", help="Id of the view that the line numbers are of, e.g. v1042."
)
force_option = click.option(
    "--force", is_flag=True, help="Do it whatever changed since, also in a read-only file."
)
preview_option = click.option(
    "--preview", is_flag=True, help="Only show what it would do; `confirm` then does it."
)
diff_option = click.option("--diff", is_flag=True, help="Show the lines that went and that came.")
whole_file_options = gathered(
    "way",
    _way,
    ("view", "force", "preview", "diff"),
    view_option,
    preview_option,
    diff_option,
    force_option,
)
way_options = gathered(
    "way",
    _way,
    ("view", "force", "preview", "reanchor", "diff"),
    view_option,
    preview_option,
    diff_option,
    click.option(
        "--reanchor", is_flag=True, help="Follow lines that are unchanged and stand elsewhere now."
    ),
    force_option,
)


# --- which edits ----------------------------------------------------------------------------------


def _several(
    *, session: str | None, since: Point | None, paths: tuple[str, ...], outside: bool
) -> Several:
    return Several(session, since, tuple(map(os.fsencode, paths)), outside)


several_options = gathered(
    "several",
    _several,
    ("session", "since", "paths", "outside"),
    click.option("--session", metavar="NAME", help="All of one session's, e.g. codex#3."),
    since_option("All that were made after this point."),
    click.option(
        "--path",
        "paths",
        multiple=True,
        callback=whole_files,
        shell_complete=file_names,
        help="All in this file or folder.",
    ),
    click.option("--outside", is_flag=True, help="Also what was changed outside editjournal."),
)
