"""The tools: names, descriptions, parameters, and the other names that callers give these.

One source for MCP, the command line and the docs. What is shown is narrow, for a model to read;
what is taken is wide. Schemas are flat: no $ref, no anyOf, no null, no default, since some hosts
drop a tool, or the whole list, over those; and no `additionalProperties: false`, which would keep
an alias from ever reaching us.
"""

from typing import Any, Literal

from msgspec import Struct

Kind = Literal["string", "integer", "boolean"]


class Parameter(Struct, frozen=True):
    """One argument of a tool."""

    name: str
    kind: Kind
    description: str
    required: bool = False
    shown: bool = True
    """Not shown: taken all the same."""
    choices: tuple[str, ...] = ()
    minimum: int | None = None


class Tool(Struct, frozen=True):
    name: str
    title: str
    description: str
    parameters: tuple[Parameter, ...]
    read_only: bool = False
    meta: dict[str, Any] = {}
    """For Claude Code: which tools stand in the prompt from the start, and how much they say."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(one.name for one in self.parameters)


_VIEW = Parameter(
    "viewed_code_id",
    "string",
    "Id from be-read or from the last edit's reply: line numbers mean the lines of that view.",
)
_FORCE = Parameter("force", "boolean", "true: take the numbers as today's.", shown=False)
_ALWAYS = {"anthropic/alwaysLoad": True}

READ = Tool(
    "be-read",
    "Read lines",
    "Read a text file or some of its lines. Every line comes back as `N|text`: its number, a bar, "
    "then the line exactly as it is in the file. Returns a viewed_code_id to pass to edits.",
    (
        Parameter(
            "file",
            "string",
            "Path, optionally with lines: src/app.py, src/app.py:40-80, src/app.py:40- (to the "
            "end), src/app.py:1-40,200-260.",
            required=True,
        ),
        Parameter("max_bytes", "integer", "How much text at most.", shown=False, minimum=1),
    ),
    read_only=True,
    meta={**_ALWAYS, "anthropic/maxResultSizeChars": 200_000},
)

REPLACE = Tool(
    "be-replace",
    "Change part of a file",
    "Change part of a file. Say where in one of two ways: lines in `file` (src/app.py:12-18), or "
    "`old` without lines, which must occur exactly once.",
    (
        Parameter(
            "file",
            "string",
            "Path, with lines unless `old` says where: src/app.py:12-18.",
            required=True,
        ),
        Parameter(
            "content",
            "string",
            "The new text for that place, without line numbers. Empty deletes.",
            required=True,
        ),
        Parameter(
            "old",
            "string",
            "Exact current text. Without lines: what to replace. With lines: must equal them, else "
            "nothing is changed.",
        ),
        _VIEW,
        Parameter("all", "boolean", "true: replace every occurrence of `old`."),
        _FORCE,
    ),
    meta=_ALWAYS,
)

WRITE = Tool(
    "be-write",
    "Write a whole file",
    "Create a file, or replace the whole content of one. To change part of a file use be-replace.",
    (
        Parameter("file", "string", "Path.", required=True),
        Parameter("content", "string", "The whole content.", required=True),
        Parameter(
            "viewed_code_id",
            "string",
            "When replacing a file you have read: the id from be-read.",
        ),
        _FORCE,
    ),
    meta=_ALWAYS,
)

TRX = Tool(
    "be-trx",
    "Undo and checkpoints",
    "Undo and checkpoints of your own edits; edits of others stay. status: your open edits and "
    "stale views. undo: one edit. redo: an undone one. rollback: the last `step` edits. commit: "
    "close the open edits (not git).",
    (
        Parameter(
            "action",
            "string",
            "What to do.",
            required=True,
            choices=("status", "undo", "redo", "rollback", "commit"),
        ),
        Parameter("event_id", "string", "undo, redo: the edit, e.g. e812."),
        Parameter("step", "integer", "rollback: how many edits; default 1.", minimum=1),
        Parameter("label", "string", "commit: a note.", shown=False),
    ),
)

TOOLS = (READ, REPLACE, WRITE, TRX)
BY_NAME = {tool.name: tool for tool in TOOLS}

ALIASES: dict[str, tuple[str, ...]] = {
    "file": ("path", "file_path", "filePath", "filename", "target_file"),
    "content": (
        *("new_string", "newString", "new_str", "new_text", "newText", "replacement", "text"),
        *("file_text", "insert_text"),
    ),
    "old": ("old_text", "old_string", "oldString", "old_str", "oldText", "search"),
    "viewed_code_id": ("view", "view_id"),
    "all": ("replace_all", "replaceAll", "allow_multiple"),
    "event_id": ("id", "preview_id", "confirm", "edit"),
}
"""Other names that callers give an argument; listed nowhere, since listed ones confuse."""

LINE_NAMES = (
    ("start", "end"),
    ("start_line", "end_line"),
    ("startLine", "endLine"),
)
"""Lines beside the path; so are `line`, `lines`, `view_range`, and `offset` with `limit`."""

DROPPED = frozenset(
    {"explanation", "description", "instruction", "instructions", "reason", "thought"}
)
"""What models add of their own: taken without a word."""

NOT_SERVED = frozenset(
    {
        # Do not write, only show.
        *("preview", "dry_run", "dryRun", "outline"),
        # Write something else, or more.
        *("edits", "changes", "replacements", "files", "paths", "base64"),
        # Write in another place, or mean another moment.
        *("target", "at", "reanchor"),
        # Write as somebody else, or under a lock.
        *("session", "lease"),
        # The arguments once more, beside others: which of them are meant?
        *("arguments", "args"),
    }
)
"""What tools of this kind may take and these do not yet.

A call with one of them means something else than it would without, so it is refused; a value that
says no, or nothing, is as if left out.
"""

INSTRUCTIONS = """\
editjournal reads and edits the files of this workspace. Use be-read, be-replace and be-write \
instead of other read, edit, write or patch tools and of sed or heredocs; do not mix both on one \
file. Pass the viewed_code_id of your read with each edit: line numbers then mean the lines of \
that view, also after edits made since. A result that begins with REFUSED changed nothing and \
names the next call.

- `N|` in front of a line is its number and not part of the file.
- Each edit's reply has a new id for the new numbers; older ids keep the old numbers.
- be-trx action=undo takes back one of your edits and keeps what others did since; action=status \
lists your edits and stale views.
"""


def find(name: str) -> Tool | None:
    """Return the tool that a caller names, with or without "be-"."""
    return BY_NAME.get(name) or BY_NAME.get(f"be-{name}")


def input_schema(tool: Tool) -> dict[str, Any]:
    """Return a tool's JSON schema, in the flat form that every host takes."""
    properties: dict[str, Any] = {}
    for one in tool.parameters:
        if not one.shown:
            continue
        described: dict[str, Any] = {"type": one.kind}
        if one.choices:
            described["enum"] = list(one.choices)
        else:
            described["description"] = one.description
        if one.minimum is not None:
            described["minimum"] = one.minimum
        properties[one.name] = described
    required = [one.name for one in tool.parameters if one.required]
    return {"type": "object", "properties": properties, "required": required}


OUTPUT_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "status": {"type": "string"},
        "text": {"type": "string"},
        "reply": {"type": "object"},
    },
    "required": ["status", "text", "reply"],
}
"""Of structuredContent, listed with `--results both` only."""


def listing(*, structured: bool = False) -> list[dict[str, Any]]:
    """Return the tools as MCP's tools/list has them, always in the same order."""
    return [
        {
            "name": tool.name,
            "title": tool.title,
            "description": tool.description,
            "inputSchema": input_schema(tool),
            **({"outputSchema": OUTPUT_SCHEMA} if structured else {}),
            "annotations": {
                "title": tool.title,
                "readOnlyHint": tool.read_only,
                # True, since every edit can be undone; otherwise hosts ask at each one.
                "destructiveHint": False,
                "idempotentHint": tool.read_only,
                "openWorldHint": False,
            },
            **({"_meta": tool.meta} if tool.meta else {}),
        }
        for tool in TOOLS
    ]
