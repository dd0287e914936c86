"""docs/tools.md, made from the tools themselves: `python -m tests.tools_doc` writes it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from editjournal.schemas import tool_names, tools
from editjournal.schemas.tools import ALL, Parameter, Tool

PAGE = Path(__file__).parent.parent / "docs" / "tools.md"


class Example(NamedTuple):
    """One call and its reply, as they are in a workspace with nothing but `CART` and `OTHERS`.

    The examples are one session, in the order of the tools; ids are as they came up there.
    """

    tool: str
    arguments: dict[str, Any]
    reply: str


CART_PATH = "src/cart.py"
CART = """\
class Cart:
    def total(self):
        s = 0
        for line in self.lines:
            s += line.price
        print(s)
        return s

    def show(self):
        print(self.total())
"""

OTHERS = {
    "src/cart.html": "<main>\n  <ul>\n    <li>one</li>\n  </ul>\n</main>\n",
    "src/cart.go": "func total() int {\n\treturn sum(lines\n}\n",
}
"""By path: of which no example says what they hold."""

EXAMPLES = (
    Example(
        "be-read",
        {"file": "src/cart.py:1-7"},
        """\
src/cart.py:1-7 of 10  view v2
1|class Cart:
2|    def total(self):
3|        s = 0
4|        for line in self.lines:
5|            s += line.price
6|        print(s)
7|        return s""",
    ),
    Example(
        "be-replace",
        {
            "file": "src/cart.py",
            "viewed_code_id": "v2",
            "edits": [
                {"lines": "3", "content": "        s = Decimal(0)"},
                {"after": 0, "content": "from decimal import Decimal\n\n\n"},
            ],
        },
        """\
ok src/cart.py: 2 changes (+3, 13 lines)  edit e4  view v4
1-3 inserted after 0; 3 -> 6""",
    ),
    Example(
        "be-insert",
        {"file": "src/cart.py:END", "content": "\n    def clear(self):\n        self.lines = []\n"},
        """\
ok src/cart.py: 14-16 inserted after 13 (+3, 16 lines)  edit e5  view v5
12|    def show(self):
13|        print(self.total())
14|
15|    def clear(self):
16|        self.lines = []""",
    ),
    Example(
        "be-delete",
        {"file": "src/cart.py:6", "viewed_code_id": "v2"},
        """\
ok src/cart.py: 9 deleted (-1, 15 lines)  edit e6  view v6  kept as chip://29557e
7|        for line in self.lines:
8|            s += line.price
9|        return s
10|""",
    ),
    Example(
        "be-write",
        {"file": "src/tax.py", "content": "RATE = 19\n", "preview": True},
        """\
preview src/tax.py: created, 1 line, nothing changed yet  event_id p7, good for 24 h
+1|RATE = 19
next: be-confirm event_id=p7""",
    ),
    Example(
        "be-confirm",
        {"event_id": "p7"},
        "ok src/tax.py: created, 1 line, as prepared in p7  edit e8  view v8",
    ),
    Example(
        "be-trx",
        {"action": "undo", "event_id": "e4"},
        "ok e4 undone by e9: src/cart.py 2 changes (-3, 12 lines); later edits kept: e5, e6  "
        "view v9",
    ),
    Example(
        "be-insert-chip",
        {"from": "chip://29557e", "to": "src/cart.py:5"},
        """\
ok src/cart.py: 6 inserted after 5 (+1, 13 lines)  edit e10  view v10
4|        for line in self.lines:
5|            s += line.price
6|        print(s)
7|        return s
8|""",
    ),
    Example(
        "be-func-range",
        {"file": "src/cart.py", "line": 6},
        "src/cart.py:2-7  method total, in class Cart 1-13",
    ),
    Example(
        "be-tag-range",
        {"file": "src/cart.html", "line": 3},
        "src/cart.html:3  <li>, in <ul> 2-4, <main> 1-5",
    ),
    Example(
        "be-balance",
        {"file": "src/cart.go"},
        """\
src/cart.go: 1 problem  (line 2 not parsed)
2:12 ( has no partner""",
    ),
    Example(
        "be-outline",
        {"file": "src/cart.py"},
        """\
src/cart.py, 13 lines
1-13 class Cart
  2-7 total
  9-10 show
  12-13 clear""",
    ),
    Example(
        "be-chips",
        {"query": "print"},
        """\
1 chip, newest first
chip://29557e  deleted src/cart.py 9 with be-delete, 8 s ago, 17 bytes (used for e10): \
`        print(s)`""",
    ),
    Example(
        "be-history",
        {"action": "blame", "file": "src/cart.py:5-10"},
        """\
src/cart.py:5-10 of 13, at entry 15, by who made them
before the journal
5|            s += line.price
e10  tester#1  8 s ago
6|        print(s)
before the journal
7|        return s
8|
9|    def show(self):
10|        print(self.total())""",
    ),
)

CHIP_CALLS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("see what is kept", "be-insert-chip", {}),
    ("search it, also what left the list", "be-chips", {"query": "print", "left": True}),
    ("see all that one keeps", "be-chips", {"id": "chip://a3f7b2"}),
    ("put its text back", "be-insert-chip", {"from": "chip://29557e", "to": "src/cart.py:5"}),
    (
        "put in the arguments of a failed call",
        "be-insert-chip",
        {"from": "chip://a3f7b2", "to": "src/cart.py:END", "form": "args"},
    ),
    (
        "run a failed call again, in another place",
        "be-confirm",
        {"event_id": "chip://a3f7b2", "file": "src/cart.py:3"},
    ),
)
"""What can be done with chips: of a deleted line, and of a failed call."""

CHIPS = """\
## Chips

Kept as chips are all calls that failed, whatever they came with, those that came broken and were
made all the same, and text that edits took away:
the lines of be-delete, files that `remove` took away, and what a whole file held before be-write
wrote over it. The reply names the chip. What be-replace replaced comes back by be-trx action=undo.

| to | call |
|---|---|
{calls}

An undo names the chips of what was deleted, or failed, in what it undoes. To drop a chip is for
people: `editjournal chips drop ID`.

Bytes that are no text go only into a file that is not there or empty, and are then all of it
(`to` ends in :0). Arguments that are no UTF-8 are shown, and put in, with escapes, which is said;
`editjournal chips show ID --raw` gives the bytes of any chip as they are.

The list holds 30 chips of the last 30 days; how many, how large and how old is
[a setting](settings.md). What has left the list is found by its id as long as the log has it.
"""

HEAD = """\
# The tools

What an agent is shown, what is taken besides, and how replies look. This page is made from
`schemas/tools.py` and its neighbours (`python -m tests.tools_doc` writes it); its examples are
run by the tests, in this order, in one session.

`editjournal mcp --tools core` lists {core}; `default` lists all of these but {unlisted}, and `all`
lists all; names with commas between them list just those. Calls of tools that are not listed work
all the same. `--no-prefix` names them without `be-`, and `--lang zh` describes them in Chinese. A
tool is found by both of its names, whatever is listed.

Every result is one block of text. Its first word is the verdict: `ok`, `preview`, `REFUSED` (a
rule said no) or `ERROR` (the call was wrong); that of a read is its path. After the last two
nothing has been changed, and the last line begins with `next:` and says what to do.
"""

COMMON = {
    "force": "true: take the line numbers as today's, whatever changed; write a read-only file.",
    "reanchor": (
        "true: where the lines are unchanged and stand elsewhere now, make the edit there."
    ),
    "preview": "true: only show the diff; be-confirm then makes it.",
    "viewed_code_id": "The view that the line numbers are of.",
    "after": "The line after which the text goes, beside the path: 0 is the top, -1 the end.",
    "base64": "true: `content` is base64, for bytes that are no text.",
    "target": "Instead of lines, [by what stands there](#targets).",
}

TAKEN: dict[str, dict[str, str]] = {
    "be-insert": {"position": "`before` or `after` (the default), with `target`."},
    "be-read": {"max_bytes": "How much at most, up to 200,000."},
    "be-replace": {
        "edits.file": "Another file than the call's; it may end in lines.",
        "edits.all": "true: every occurrence of `old`.",
    },
    "be-delete": {
        "old": "The lines must be exactly this text.",
        "remove": "true: remove the whole file.",
    },
    "be-write": {
        "files": (
            "Instead of file and content: a list of objects with `file`, `content`, `base64` and "
            "`viewed_code_id`, written all or none."
        ),
        "parents": "true: make missing folders.",
    },
    "be-trx": {
        "session": (
            "A session by its name (codex#3) or number. status, rollback: of this one; undo, redo: "
            "also its edits; undo without event_id: all of its edits that stand."
        ),
        "file": "As `paths`, one of them.",
        "paths": (
            "Files and folders. undo without event_id: all of your edits there, and only there; "
            "action `restore`: only these."
        ),
        "at": (
            "Action `restore`: the point that files are brought back to, an edit's id (e812, or "
            "before e812), a time (10 minutes ago, 2026-05-01T14:30) or a snapshot's label."
        ),
        "since": "undo without event_id: all of your edits after this point.",
        "resolve": (
            "undo, redo, rollback: `newer` also takes back later edits that stand on it, `force` "
            "takes them back in those files alone; what is not yours is only prepared, for "
            "be-confirm."
        ),
    },
    "be-history": {
        "session": "log: only of this session, by its name (codex#3) or number.",
        "agent": "log: only of sessions of this agent.",
        "tool": "log: only of calls to this tool.",
        "since": "log: only after this point.",
        "until": "log: only up to this point.",
        "limit": "log: how many at most, up to 200; default 50.",
        "before": "log: only before this entry, for the next page.",
        "max_bytes": "How much at most, up to 200,000; default 8,000.",
    },
    "be-insert-chip": {
        "form": (
            "`args`: the arguments of a failed call, as JSON beneath a comment, instead of its "
            "text."
        ),
    },
    "be-chips": {
        "file": "Only of this file.",
        "tool": "Only of calls of this tool.",
        "session": (
            "Only of this session: its name as in `codex#3`, or its number. A list says by whom a "
            "chip is, unless it is your own."
        ),
        "since": (
            "Only what was kept since: `10m`, `2h` or `3d` for so long ago, `yesterday 14:30`, or "
            "an ISO time such as `2026-05-01T14:30`, of this machine's zone if it names none."
        ),
        "limit": "How many at most, up to 100; default 30.",
        "left": (
            "true: also those that have left the list, by number, bytes or age, or were dropped."
        ),
    },
}
"""Of parameters that are taken and not shown, by tool; the rest is in `COMMON`."""

ELSEWHERE = {
    *("arguments", "args", "files", "base64", "form", "paths", "session", "at"),
    *("target", "outline"),
}
"""Of what is not served: what `TAIL` says itself, as some tool or call may have it."""

TARGETS = """\
## Targets

be-read, be-replace, be-insert and be-delete find lines by what stands there, in the file as it is
now, if `target` or the path says so:

| target | lines |
|---|---|
| `function:Cart.total`, `Cart.total` | of the definition, with its decorators and comment |
| `tag:nav`, or `<nav>` | of the element, in HTML, XML, SVG, Vue, Svelte, JSX and TSX |
| `marker:some text` | the one that holds this text |
| `line:40`, `line:40-60` | these, as behind the path |
| the path `src/app.py:40-auto` | of the innermost definition around line 40 |

`class:`, `method:`, `def:` and the like mean the same as `function:`: any definition of this name;
but of several, `class:` means the only class.
`#2` at the end is the second of several (`function:run#2`), but behind a space it is of a marker's
text. Where several fit and no number says which, the call is refused with all of them. An object
is taken as well: `{"kind": "function", "value": "run", "index": 2}`. be-insert puts its text after
the target, or with `position` `before` before it. A target is whole lines: a warning says what else
an edit takes with them, and where the file does not parse, that they may be others.

Ranges come from the language's grammar, in some 30 languages; of others by brackets, indentation
and headings alone, which the reply says. Nothing of this ever refuses an edit for what it does to
brackets: what an edit leaves without a partner is told as a warning.
"""

TAIL = """\
## Taken by every tool

| argument | what |
|---|---|
| `brief` | true: the reply's first line only, with warnings and the next call |
| `format` | `diff`: an edit's reply has a diff; other values change nothing |
| `verbose` | changes nothing, but of be-balance |

- Numbers, true and false may come as strings; arrays and objects as strings of JSON; `content` as
  a list of lines.
- null is as if left out, and so is "" for everything but `content`.
- Lines may stand beside the path instead of in it: {lines}; for reads also `offset` with `limit`.
  They must not differ from lines in the path.
- be-trx takes the actions `redo` (one edit again) and `restore` (files as they were at `at`) as
  well, and be-history `sessions`.
- All arguments may come as one string of JSON, or wrapped once more in `arguments` or `args`.
- {dropped} are left out without a word; other unknown names with a warning.
- If `content` or `file` is missing and one wrongly named argument may be what was meant, the call
  is refused and the edit is prepared, so that be-confirm makes it.
- Not served: {not_served}; `target`, and paths that end in `:40-auto`, but in be-read, be-replace,
  be-insert and be-delete, and `outline` but in be-read;
  `arguments` or `args` beside other arguments; `files` and `base64` but in be-write, `form` but in
  be-insert-chip, `paths` but in be-trx, `at` but in be-trx and be-history, `session` but in these
  and be-chips. A call with one of them is refused, as leaving it out would make another edit than
  was meant; so is one with what only another tool takes: {telling}.

## Other names

Listed for no model, and taken without a word. Two names of one argument must not differ.

| argument | also taken |
|---|---|
"""


def page() -> str:
    """Return the whole page."""
    core = listed(tool.name for tool in tools.CHOICES["core"])
    unlisted = listed(one.name for one in ALL if one not in tools.CHOICES["default"])
    head = HEAD.replace("{core}", core).replace("{unlisted}", unlisted)
    parts = [head, *map(section, ALL), TARGETS, chips(), tail()]
    return "\n".join(parts)


def section(tool: Tool) -> str:
    told = tools.words(tool)
    rows = [row(one, told.parameters) for one in tool.parameters if one.shown]
    taken = [
        f"- `{name}` ({one.kind}): {description(tool, name)}" for name, one in hidden(tool).items()
    ]
    also = ["", "Taken as well, and not shown:", "", *taken] if taken else []
    table = ["| argument | type | what |", "|---|---|---|", *rows]
    return "\n".join(
        [f"## {tool.name}", "", told.description, "", *table, *also, "", *example(tool), ""]
    )


def chips() -> str:
    calls = [f"| {to} | {tool} `{json.dumps(given)}` |" for to, tool, given in CHIP_CALLS]
    return CHIPS.replace("{calls}", "\n".join(calls))


def row(one: Parameter, told: dict[str, str]) -> str:
    kind = f"{one.kind}, required" if one.required else one.kind
    what = f"one of {listed(one.choices)}" if one.choices else told[one.name]
    items = [
        f"`{item.name}` ({item.kind}{', required' if item.required else ''}): "
        + told[f"{one.name}.{item.name}"]
        for item in one.items
        if item.shown
    ]
    return f"| `{one.name}` | {kind} | {' '.join([what, *items])} |"


def hidden(tool: Tool) -> dict[str, Parameter]:
    """Return what a tool takes and does not show; of a shown list's items with the list's name."""
    found: dict[str, Parameter] = {}
    for one in tool.parameters:
        if not one.shown:
            found[one.name] = one
        else:
            found |= {f"{one.name}.{item.name}": item for item in one.items if not item.shown}
    return found


def description(tool: Tool, name: str) -> str:
    return TAKEN.get(tool.name, {}).get(name) or COMMON[name]


def example(tool: Tool) -> Iterator[str]:
    for one in EXAMPLES:
        if one.tool == tool.name:
            yield from ("```json", json.dumps(one.arguments), "```", "", "```", one.reply, "```")


def tail() -> str:
    pairs = [f"`{first}` and `{last}`" for first, last in tool_names.LINE_NAMES]
    lines = ", ".join([*pairs, *(f"`{name}`" for name in tool_names.ONE_LINE_NAMES)])
    text = TAIL.replace("{lines}", lines)
    for field, names in (
        ("{dropped}", tool_names.DROPPED),
        ("{not_served}", tool_names.NOT_SERVED - ELSEWHERE),
        ("{telling}", tool_names.TELLING),
    ):
        text = text.replace(field, listed(sorted(names)))
    rows = [(f"`{name}`", names) for name, names in tool_names.ALIASES.items()]
    for tool, named in tool_names.ALIASES_OF.items():
        rows += [(f"`{name}` of {tool}", names) for name, names in named.items()]
    return text + "".join(f"| {name} | {listed(names)} |\n" for name, names in rows)


def listed(names: Any) -> str:
    return ", ".join(f"`{name}`" for name in names)


if __name__ == "__main__":
    PAGE.write_text(page())
