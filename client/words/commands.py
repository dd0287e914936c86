"""Advised calls as commands that can be typed; "..." stands for a text that is to be filled in."""

import os
import shlex
from collections.abc import Callable

from ...schemas.messages import Call
from .forms import Forms
from .phrases import NAME_CHARACTERS_MAX, PATH_CHARACTERS_MAX, VALUE_CHARACTERS_MAX, one_line

ADVICE: dict[str, str] = {
    "ambiguous_place": (
        "for lines of {plain} write them otherwise, as 5-5 for 5; for the other file add a colon: "
        "{path}:"
    ),
    "binary": "{write}  # replaces the whole of it; its lines cannot be read or edited",
    "no_place": "name lines, as in {path}:12-18, or the current text, with --old",
    "lines_in_write": "name the file without lines, or change some of them: editjournal replace",
    "read_only": "if it is to be changed all the same: the same command with --force",
    "view_gone": "{write}  # if it is to be made anew",
    "would_be_binary": "leave it out, or write the whole file: {write}",
    "already_there": "nothing, if that is what you meant; else {read_now}",
    "old_many": "name the line, as in {path}:12, or give --all",
}


def as_commands(root: str, here: str, workspace: str | None = None) -> Forms:
    """Return how calls are written for the shell of a user whose current folder is `here`.

    `root` is what the paths of a reply are relative to, and `workspace` what the user named it.
    """
    top, folder = os.path.realpath(root), os.path.realpath(here)
    inside = f"{folder}/".startswith(f"{top.rstrip('/')}/")

    def place(file: str) -> str:
        if inside and not file.startswith("/"):  # a command means names from where it is typed
            file = os.path.relpath(f"{top}/{file}", folder)
        return f"./{file}" if file.startswith("-") else file

    def write(call: Call) -> str:
        words = _words(call, place)
        if words is None:
            return _not_here(call)
        named = ["--workspace", workspace] if workspace else []
        note = f"  # {one_line(call.note)}" if call.note else ""
        return shlex.join(["editjournal", *words, *named]) + note

    return Forms(write, ADVICE, apart=True)


def _words(call: Call, place: Callable[[str], str]) -> list[str] | None:
    """Return what stands behind `editjournal`; None where no command does what the call does."""
    arguments = {
        name: one_line(str(it), PATH_CHARACTERS_MAX) for name, it in call.arguments.items()
    }
    file = place(arguments["file"]) if arguments.get("file") else "FILE"
    match call.tool, arguments.get("action", ""):
        case "be-read", _:
            return ["read", file]
        case "be-replace", _:
            every = arguments.get("all") == "true"
            old = ["--old", arguments.get("old", "...")] if every or "old" in arguments else []
            content = ["--content", arguments.get("content", "...")]
            return [
                "replace",
                file,
                *(["--all"] if every else []),
                *_view(arguments),
                *old,
                *content,
            ]
        case "be-write", _:
            return ["write", file, *_view(arguments), "--content-file", "-"]
        case "be-trx", "status":
            return ["status"]
        case "be-trx", ("undo" | "redo") as action if arguments.get("event_id"):
            return [action, arguments["event_id"]]
        case _:
            return None


def _view(arguments: dict[str, str]) -> list[str]:
    given = ["--view", arguments["viewed_code_id"]] if arguments.get("viewed_code_id") else []
    return [*given, "--force"] if arguments.get("force") == "true" else given


def _not_here(call: Call) -> str:
    """Return in words what only a tool does."""
    if call.tool == "be-trx" and call.arguments.get("action") in ("undo", "rollback"):
        return "take the edits back one by one, newest first: editjournal undo EDIT"
    tool = one_line(call.tool, NAME_CHARACTERS_MAX)
    action = one_line(str(call.arguments.get("action", "")), VALUE_CHARACTERS_MAX)
    return f"{' '.join(filter(None, (tool, action)))} is for agents, and no command does the same"
