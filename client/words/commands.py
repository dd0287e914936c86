"""Advised calls as commands that can be typed; "..." stands for a text that is to be filled in."""

import os
import shlex
from collections.abc import Callable

import msgspec

from ...schemas.replies import ANYWHERE, Call
from .forms import Forms
from .phrases import NAME_CHARACTERS_MAX, PATH_BYTES_MAX, VALUE_CHARACTERS_MAX, one_line

ADVICE: dict[str, str] = {
    "ambiguous_place": (
        "for lines of {plain} write them otherwise, as 5-5 for 5; for the other file add a colon: "
        "{path}:"
    ),
    "bad_base64": "give it as base64, or as text without --base64",
    "bad_edit": "give each of the edits lines, after or old, and content",
    "bad_lines_gap": "name lines, as in {path}:12-18",
    "bad_lines@be-func-range": "name the line, as in a.py:40",
    "bad_lines@be-tag-range": "name the line, as in a.py:40",
    "bad_lines_gap@be-func-range": "name the line, as in {path}:40",
    "bad_lines_gap@be-tag-range": "name the line, as in {path}:40",
    "binary": "{write}  # replaces the whole of it; its lines cannot be read or edited",
    "binary@be-delete": "give --remove for the whole file; its lines cannot be edited",
    "chip_of_several": "editjournal confirm chip://{chip}  # without --file and --view",
    "chip_not_a_call": "editjournal insert-chip chip://{chip} FILE:LINE  # puts it back",
    "chip_of_no_tool": "editjournal chips show chip://{chip}  # shows its arguments",
    "chip_of_no_call": "editjournal chips show chip://{chip}  # shows its arguments",
    "chip_has_texts": "the same command with --form args, for its arguments as they came",
    "chip_was_made": "editjournal insert-chip chip://{chip} FILE:LINE  # puts its text in",
    "chip_cut": "editjournal insert-chip chip://{chip} FILE:LINE  # puts in what came",
    "degraded_cut": "editjournal insert-chip chip://{chip} FILE:LINE  # puts in what came",
    "degraded_cut_more": (
        "editjournal insert-chip chip://{chip} FILE:LINE  # puts in what came for certain"
    ),
    "lines_in_remove": "editjournal delete {plain} --remove, or name the lines without --remove",
    "lines_in_write": "name the file without lines, or change some of them: editjournal replace",
    "missing_folder": "the same command with --parents, which makes the folders too",
    "no_function_empty": "name lines by their numbers, as in {path}:40-80",
    "several_targets": "the same command with --target '{kind}:{value}#2', or with its full name",
    "no_structure": "{read}  # then name lines by their numbers",
    "unparsed_large": "{read}  # then name lines by their numbers",
    "unparsed_slow": "{read}  # then name lines by their numbers",
    "unparsed_failed": "{read}  # then name lines by their numbers",
    "no_line_asked": "name the line, as in {path}:40",
    "target_with_lines": "name lines, or give --target",
    "no_line": "name the line, as in {path}:10 for after line 10, :0 for the top, :END for the end",
    "no_lines": "name lines, as in {path}:5-15, or give --remove for the whole file",
    "no_place": "name lines, as in {path}:12-18, or the current text, with --old",
    "no_such_chip": "editjournal chips",
    "chip_not_read": "the same command with --form args, for its arguments as they came",
    "chip_has_no_arguments": "the same command without --form, for its text",
    "chip_has_no_arguments@be-chips": "the same command without --raw, for its texts as lines",
    "file_has_no_arguments": "the same command without --form",
    "chip_is_binary": "the same command with a FILE that is not there yet, and :0 behind it",
    "chip_not_kept": "editjournal chips",
    "no_such_file@be-insert-chip": "name a file that there is (write makes one), or a chip's id",
    "old_many": "name the line, as in {path}:{place}, or give --all",
    "old_many@be-delete": "name the line, as in {path}:{place}",
    "no_line@be-insert-chip": (
        "name the line, as in {path}:10 for after line 10, :0 for the top, :END for the end"
    ),
    "bad_resolve": "the same command with --resolve newer, or --resolve force",
    "prepared_stale": "{read}  # then the edit's own command again",
    "read_only": "if it is to be changed all the same: the same command with --force",
    "unknown_view": "the same command without --view",
    "view_of_other_file": "the same command without --view",
    "view_gone": "{write}  # if it is to be made anew",
    "would_be_binary": "leave it out, or write the whole file: {write}",
    "already_there": "nothing, if that is what you meant; else {read_now}",
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

    return Forms(write, ADVICE, apart=True, stale=Call("be-trx", {"action": "views"}))


_FROM_INPUT = ["--content-file", "-"]


def _words(call: Call, place: Callable[[str], str]) -> list[str] | None:
    """Return what stands behind `editjournal`; None where no command does what the call does."""
    arguments = {name: one_line(str(it), PATH_BYTES_MAX) for name, it in call.arguments.items()}
    file = place(arguments["file"]) if arguments.get("file") else "FILE"
    match call.tool:
        case "be-read" if arguments.get("outline") == "true":
            return ["outline", file]
        case "be-read":
            return ["read", file, *_named(arguments, "target")]
        case "be-func-range" | "be-tag-range" if arguments.get("file"):
            line = f":{arguments['line']}" if arguments.get("line") else ""
            return [call.tool.removeprefix("be-"), f"{file}{line}"]
        case "be-balance" | "be-outline":
            return [call.tool.removeprefix("be-"), file]
        case "be-replace":
            target = _named(arguments, "target")
            options = [*target, *_all(arguments), *_options(arguments)]
            return ["replace", file, *options, *_old(arguments)]
        case "be-insert":
            target = _named(arguments, "target")
            before = ["--before"] if arguments.get("position") == "before" else []
            return ["insert", file, *target, *before, *_options(arguments), *_content(arguments)]
        case "be-delete":
            remove = ["--remove"] if arguments.get("remove") == "true" else []
            target = _named(arguments, "target")
            return ["delete", file, *target, *remove, *_options(arguments)]
        case "be-write":
            parents = ["--parents"] if arguments.get("parents") == "true" else []
            content = ["--content", ""] if arguments.get("content") == "" else _FROM_INPUT
            return ["write", file, *parents, *_options(arguments), *content]
        case "be-confirm" if arguments.get("event_id"):
            corrected = ["--file", file] if arguments.get("file") else []
            return ["confirm", arguments["event_id"], *corrected, *_options(arguments)]
        case "be-insert-chip":
            return _chip_words(arguments, place)
        case "be-chips":
            return _kept_words(arguments, place)
        case "be-trx":
            return _trx_words(arguments, place)
        case "be-history":
            return _history_words(arguments, place)
        case _:
            return None


def _chip_words(arguments: dict[str, str], place: Callable[[str], str]) -> list[str]:
    source, target = arguments.get("from", ""), arguments.get("to", "")
    if not source:
        return ["chips"]
    if not source.startswith("chip://"):
        source = place(source.removeprefix("file://"))
    is_named = target not in ("", ANYWHERE)
    where = place(target.removeprefix("file://")) if is_named else ANYWHERE
    form = ["--form", arguments["form"]] if arguments.get("form") else []
    return ["insert-chip", source, where, *form, *_options(arguments)]


def _kept_words(arguments: dict[str, str], place: Callable[[str], str]) -> list[str]:
    if arguments.get("id"):
        return ["chips", "show", arguments["id"]]
    words = [arguments["query"]] if arguments.get("query") else []
    for name in ("file", "tool"):
        if given := arguments.get(name):
            words += [f"--{name}", place(given) if name == "file" else given]
    return ["chips", "search", *words] if words else ["chips"]


def _trx_words(arguments: dict[str, str], place: Callable[[str], str]) -> list[str] | None:
    resolve = _named(arguments, "resolve")
    preview = ["--preview"] if arguments.get("preview") == "true" else []
    match arguments.get("action", ""):
        case "status":
            return ["status", *_named(arguments, "session")]
        case "views":  # no action of the tool
            return ["views", "--stale"]
        case "commit":
            return ["commit"]
        case "snapshot":
            return ["snapshot", arguments.get("label", "LABEL")]
        case "rollback":
            session = _named(arguments, "session")
            return ["rollback", arguments.get("step", "1"), *session, *resolve, *preview]
        case ("undo" | "redo") as action if arguments.get("event_id"):
            return [action, arguments["event_id"], *resolve, *preview]
        case "undo" if any(arguments.get(name) for name in ("session", "since", "file", "paths")):
            paths = [word for one in _several(arguments) for word in ("--path", place(one))]
            outside = ["--outside"] if arguments.get("outside") == "true" else []
            which = [*_named(arguments, "session", "since"), *paths, *outside]
            return ["undo", *which, *resolve, *preview]
        case "restore" if arguments.get("at"):
            file = [place(arguments["file"])] if arguments.get("file") else []
            return ["restore", *file, *_named(arguments, "at"), *preview]
        case _:
            return None


def _several(arguments: dict[str, str]) -> list[str]:
    """Return the files that a call names, one or a list of them as JSON."""
    if several := arguments.get("paths"):
        return msgspec.json.decode(several, type=list[str])
    return [arguments["file"]] if arguments.get("file") else []


def _history_words(arguments: dict[str, str], place: Callable[[str], str]) -> list[str] | None:
    file = [place(arguments["file"])] if arguments.get("file") else []
    match arguments.get("action", ""):
        case "log":
            names = ("session", "agent", "tool", "since", "until", "limit", "before")
            return ["log", *file, *_named(arguments, *names)]
        case "show" if arguments.get("event_id"):
            return ["show", arguments["event_id"], *_named(arguments, "max-bytes")]
        case "cat" if file:
            return ["cat", *file, *_named(arguments, "at"), "--lines"]
        case "blame" if file:
            return ["blame", *file, *_named(arguments, "at")]
        case "diff" if arguments.get("at"):
            to = ["--to", arguments["to"]] if arguments.get("to") else []
            return ["diff", *file, "--from", arguments["at"], *to]
        case _:
            return None


def _named(arguments: dict[str, str], *names: str) -> list[str]:
    """Return options that are called as the arguments are."""
    return [
        word
        for name in names
        if (given := arguments.get(name.replace("-", "_")))
        for word in (f"--{name}", given)
    ]


def _all(arguments: dict[str, str]) -> list[str]:
    return ["--all"] if arguments.get("all") == "true" else []


def _old(arguments: dict[str, str]) -> list[str]:
    named = "old" in arguments or _all(arguments)
    old = ["--old", arguments.get("old", "...")] if named else []
    return [*old, *_content(arguments)]


def _content(arguments: dict[str, str]) -> list[str]:
    return ["--content", arguments.get("content", "...")]


def _options(arguments: dict[str, str]) -> list[str]:
    view = arguments.get("viewed_code_id")
    given = ["--view", view] if view else []
    for name in ("force", "preview"):
        given += [f"--{name}"] if arguments.get(name) == "true" else []
    return given


def _not_here(call: Call) -> str:
    """Return in words what only a tool does."""
    tool = one_line(call.tool, NAME_CHARACTERS_MAX)
    action = one_line(str(call.arguments.get("action", "")), VALUE_CHARACTERS_MAX)
    return f"{' '.join(filter(None, (tool, action)))} is for agents, and no command does the same"
