"""The tools: their names, their parameters, and how they are listed.

One source for MCP, the command line and the docs. What is shown is narrow, for a model to read;
what is taken is wide (`tool_names`). Schemas are flat: no $ref, no anyOf, no null, no default,
since some hosts drop a tool, or the whole list, over those; and no `additionalProperties: false`,
which would keep another name from ever reaching us. A list stays the same for the life of a
process, or hosts throw away what they have cached.
"""

import re
from typing import Any, Literal

from msgspec import Struct

from .tool_words import ToolWords, Words
from .tools_en import ENGLISH
from .tools_zh import CHINESE

Kind = Literal["string", "integer", "boolean", "array"]
Language = Literal["en", "zh"]
LANGUAGES: dict[Language, Words] = {"en": ENGLISH, "zh": CHINESE}


class Parameter(Struct, frozen=True):
    """One argument of a tool."""

    name: str
    kind: Kind
    required: bool = False
    shown: bool = True
    """Not shown: taken all the same."""
    choices: tuple[str, ...] = ()
    """Those shown."""
    minimum: int | None = None
    items: "tuple[Parameter, ...]" = ()
    """Of an array: what its objects have."""


class Tool(Struct, frozen=True):
    """One tool; its words are in `LANGUAGES`."""

    name: str
    parameters: tuple[Parameter, ...]
    edits: bool = True
    """It may change a file, so that no argument that says how may be left out."""
    read_only: bool = False
    meta: dict[str, Any] = {}
    """For Claude Code: which tools stand in the prompt from the start, and how much they say."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(one.name for one in self.parameters)


def _taken(name: str, kind: Kind = "boolean", minimum: int | None = None) -> Parameter:
    return Parameter(name, kind, shown=False, minimum=minimum)


_FILE = Parameter("file", "string", required=True)
_CONTENT = Parameter("content", "string", required=True)
_VIEW = Parameter("viewed_code_id", "string")
_PREVIEW = Parameter("preview", "boolean")
_FORCE = _taken("force")
_REANCHOR = _taken("reanchor")
_TARGET = _taken("target", "string")
_ALWAYS = {"anthropic/alwaysLoad": True}
EDITS = Parameter(
    "edits",
    "array",
    items=(
        Parameter("lines", "string"),
        Parameter("after", "integer", minimum=0),
        Parameter("old", "string"),
        _CONTENT,
        _taken("file", "string"),
        _taken("all"),
    ),
)

FILES = Parameter("files", "array", shown=False, items=(_FILE, _CONTENT, _taken("base64"), _VIEW))

PATHS = Parameter("paths", "array", shown=False)

READ = Tool(
    "be-read",
    (
        _FILE,
        Parameter("target", "string"),
        Parameter("outline", "boolean"),
        _taken("max_bytes", "integer", 1),
    ),
    edits=False,
    read_only=True,
    meta={**_ALWAYS, "anthropic/maxResultSizeChars": 200_000},
)
REPLACE = Tool(
    "be-replace",
    (
        _FILE,
        Parameter("content", "string"),
        Parameter("old", "string"),
        _VIEW,
        EDITS,
        Parameter("all", "boolean"),
        _PREVIEW,
        _TARGET,
        _FORCE,
        _REANCHOR,
    ),
    meta=_ALWAYS,
)
INSERT = Tool(
    "be-insert",
    (
        *(_FILE, _CONTENT, _VIEW, _PREVIEW, _taken("after", "integer", 0)),
        *(_TARGET, _taken("position", "string"), _FORCE, _REANCHOR),
    ),
    meta=_ALWAYS,
)
DELETE = Tool(
    "be-delete",
    (
        *(_FILE, _VIEW, _PREVIEW, _taken("old", "string"), _taken("remove")),
        *(_TARGET, _FORCE, _REANCHOR),
    ),
    meta=_ALWAYS,
)
WRITE = Tool(
    "be-write",
    (
        _FILE,
        _CONTENT,
        _VIEW,
        _PREVIEW,
        FILES,
        _taken("base64"),
        _taken("parents"),
        _FORCE,
    ),
    meta=_ALWAYS,
)
CONFIRM = Tool(
    "be-confirm",
    (Parameter("event_id", "string", required=True), Parameter("file", "string"), _VIEW),
    meta=_ALWAYS,
)
TRX = Tool(
    "be-trx",
    (
        Parameter(
            "action",
            "string",
            required=True,
            choices=("status", "undo", "rollback", "snapshot", "commit"),
        ),
        Parameter("event_id", "string"),
        Parameter("step", "integer", minimum=1),
        Parameter("label", "string"),
        _PREVIEW,
        *(_taken("session", "string"), _taken("file", "string"), PATHS),
        *(_taken("at", "string"), _taken("since", "string"), _taken("resolve", "string")),
    ),
    edits=False,
)
INSERT_CHIP = Tool(
    "be-insert-chip",
    (
        Parameter("from", "string"),
        Parameter("to", "string"),
        *(_taken("after", "integer", 0), _taken("viewed_code_id", "string"), _taken("preview")),
        *(_taken("form", "string"), _FORCE, _REANCHOR),
    ),
)

_LINE = Parameter("line", "integer", required=True, minimum=1)
FUNC_RANGE = Tool("be-func-range", (_FILE, _LINE), edits=False, read_only=True)
TAG_RANGE = Tool("be-tag-range", (_FILE, _LINE), edits=False, read_only=True)
BALANCE = Tool("be-balance", (_FILE, Parameter("verbose", "boolean")), edits=False, read_only=True)
OUTLINE = Tool("be-outline", (_FILE,), edits=False, read_only=True)
CHIPS = Tool(
    "be-chips",
    (
        Parameter("query", "string"),
        Parameter("id", "string"),
        *(_taken("file", "string"), _taken("tool", "string"), _taken("limit", "integer", 1)),
        *(_taken("session", "string"), _taken("since", "string"), _taken("left")),
    ),
    edits=False,
    read_only=True,
)
HISTORY = Tool(
    "be-history",
    (
        Parameter(
            "action", "string", required=True, choices=("log", "show", "diff", "cat", "blame")
        ),
        Parameter("file", "string"),
        Parameter("event_id", "string"),
        Parameter("at", "string"),
        Parameter("to", "string"),
        *(_taken("session", "string"), _taken("agent", "string"), _taken("tool", "string")),
        *(_taken("since", "string"), _taken("until", "string")),
        *(_taken("limit", "integer", 1), _taken("before", "string")),
        _taken("max_bytes", "integer", 1),
    ),
    edits=False,
    read_only=True,
)

_RANGES = (FUNC_RANGE, TAG_RANGE, BALANCE)
TOOLS = (READ, REPLACE, INSERT, DELETE, WRITE, CONFIRM, TRX, INSERT_CHIP, *_RANGES)
"""What is listed by default."""
BY_NAME = {tool.name: tool for tool in TOOLS}
ALL = (*TOOLS, OUTLINE, CHIPS, HISTORY)
_ALL_BY_NAME = {tool.name: tool for tool in ALL}
CHOICES: dict[str, tuple[Tool, ...]] = {
    "core": (READ, REPLACE, INSERT, DELETE, WRITE, CONFIRM, TRX),
    "default": TOOLS,
    "all": ALL,
}
"""What may be listed, by one word; calls of tools that are not listed work all the same."""
_WORKING = (READ, REPLACE, INSERT, DELETE, WRITE)
"""What the instructions name to be used instead of a host's own."""
_NAME = re.compile(
    rf"(?<![\w-])be-(?=(?:{'|'.join(n[3:] for n in _ALL_BY_NAME)})(?![\w-]))", re.ASCII
)


def find(name: str) -> Tool | None:
    """Return the tool that a caller names, with or without "be-"."""
    return _ALL_BY_NAME.get(name) or _ALL_BY_NAME.get(f"be-{name}")


def choose(choice: str) -> tuple[Tool, ...]:
    """Return the tools to be listed for core, default, all, or names with commas between them.

    Always in the same order, whatever that of the names. Raises ValueError for other names.
    """
    if choice in CHOICES:
        return CHOICES[choice]
    names = choice.replace(",", " ").split()
    unknown = [name for name in names if find(name) is None]
    if unknown or not names:
        wrong = f"no tool is called {', '.join(unknown)}" if unknown else "no tool is named"
        known = ", ".join([*CHOICES, *_ALL_BY_NAME])
        raise ValueError(f"{wrong}; known are {known}")
    wanted = [find(name) for name in names]
    return tuple(tool for tool in ALL if tool in wanted)


def without_prefix(text: str) -> str:
    """Return a text in which tools are named without "be-"."""
    return _NAME.sub("", text)


def words(tool: Tool, language: Language = "en") -> ToolWords:
    return LANGUAGES[language].tools[tool.name]


# --- what hosts are told --------------------------------------------------------------------------


def instructions(
    listed: tuple[Tool, ...] = TOOLS, *, prefix: bool = True, language: Language = "en"
) -> str:
    """Return what the server says of itself; it names no tool that is not listed."""
    told = LANGUAGES[language]
    names = [tool.name for tool in _WORKING if tool in listed]
    said = told.last_comma.join(filter(None, (told.comma.join(names[:-1]), *names[-1:])))
    pieces = [one for one in told.opening if _names_only(one, listed) and (said or "{" not in one)]
    notes = [f"- {one}\n" for one in told.notes if _names_only(one, listed)]
    text = "".join(pieces).replace("{tools}", said) + "\n\n" + "".join(notes)
    return text if prefix else without_prefix(text)


def _names_only(text: str, listed: tuple[Tool, ...]) -> bool:
    names = re.findall(r"(?<![\w-])be-[a-z-]*[a-z]", text, re.ASCII)
    return {*names} <= {tool.name for tool in listed}


def input_schema(tool: Tool, *, prefix: bool = True, language: Language = "en") -> dict[str, Any]:
    """Return a tool's JSON schema, in the flat form that every host takes."""
    told = words(tool, language).parameters
    if not prefix:
        told = {name: without_prefix(text) for name, text in told.items()}
    return _object(tool.parameters, told, "")


def _object(parameters: tuple[Parameter, ...], told: dict[str, str], above: str) -> dict[str, Any]:
    properties = {one.name: _property(one, told, above) for one in parameters if one.shown}
    required = [one.name for one in parameters if one.required and one.shown]
    return {"type": "object", "properties": properties, "required": required}


def _property(one: Parameter, told: dict[str, str], above: str) -> dict[str, Any]:
    described: dict[str, Any] = {"type": one.kind}
    if one.choices:
        described["enum"] = list(one.choices)
    else:
        described["description"] = told[above + one.name]
    if one.minimum is not None:
        described["minimum"] = one.minimum
    if one.items:
        described["items"] = _object(one.items, told, f"{one.name}.")
    return described


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


def listing(
    listed: tuple[Tool, ...] = TOOLS,
    *,
    structured: bool = False,
    prefix: bool = True,
    language: Language = "en",
) -> list[dict[str, Any]]:
    """Return tools as MCP's tools/list has them, in the order given."""
    return [_listed(tool, structured, prefix, language) for tool in listed]


def _listed(tool: Tool, structured: bool, prefix: bool, language: Language) -> dict[str, Any]:  # noqa: FBT001 - of one caller
    told = words(tool, language)
    return {
        "name": tool.name if prefix else without_prefix(tool.name),
        "title": told.title,
        "description": told.description if prefix else without_prefix(told.description),
        "inputSchema": input_schema(tool, prefix=prefix, language=language),
        **({"outputSchema": OUTPUT_SCHEMA} if structured else {}),
        "annotations": {
            "title": told.title,
            "readOnlyHint": tool.read_only,
            # True, since every edit can be undone; otherwise hosts ask at each one.
            "destructiveHint": False,
            "idempotentHint": tool.read_only,
            "openWorldHint": False,
        },
        **({"_meta": tool.meta} if tool.meta else {}),
    }
