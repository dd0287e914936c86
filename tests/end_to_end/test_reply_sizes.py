"""How long replies become at most, whatever the files and the calls are like.

Hosts cut what is longer: at the end, or in the middle, where nobody sees that it was cut.
"""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from . import grammar
from .agents import Agent
from .surface import Desk, Host, text_of

DESCRIPTION_CHARACTERS = 1_000
INSTRUCTIONS_CHARACTERS = 2_000
TOOL_BYTES = 2_500
READ_BYTES = 24_000
ERROR_BYTES = 6_000
ERROR_LINES = 66
"""Of the body 60; the first line, warnings, the view and the last line besides."""
REPLY_BYTES = 8_000
CODEX_BYTES = 9_500
BURST = 10
"""So many replies fit into a pipe while nobody reads them."""


class Said(NamedTuple):
    """A reply, and what it is of."""

    tool: str
    what: str
    text: str


class Talker:
    """Makes calls and keeps what they come to."""

    def __init__(self, host: Host) -> None:
        self.agent = Agent(host)
        self.said: list[Said] = []

    def ask(self, what: str, tool: str, **arguments: Any) -> str:
        text = self.agent.call(tool, **arguments)
        self.said.append(Said(tool, what, text))
        return text


def long_path(letter: str) -> str:
    """Return about as long a path as an ordinary tree may have, from one character repeated."""
    name = letter * (240 // len(letter.encode()))
    return "/".join([name] * 5)


def about_reads(desk: Desk, talker: Talker, letter: str) -> None:
    path = long_path(letter)
    desk.file("wide", f"{letter * 60_000}\n" * 3)
    desk.file("many", f"{letter * 30}\n" * 3_000)
    desk.file("short", "\n" * 20_000)
    desk.file(path, f"{letter * 200}\n" * 400)
    spans = ",".join(f"{line}" for line in range(1, 3_000, 2))
    for file in ("wide", "many", "short", path, f"many:{spans}", f"wide:2-{10**9}"):
        talker.ask(f"read {file[:40]}", "be-read", file=file)


def about_edits(desk: Desk, talker: Talker, letter: str) -> None:
    """Edits of lines that are long, many, and under long paths; and their previews and undos."""
    path = long_path(letter)
    lines = "".join(f"{letter * 1_000} {number}\n" for number in range(400))
    for name in ("lines", path):
        desk.file(name, lines)
    for name in ("lines", path):
        place = {"start": 100, "end": 300}
        talker.ask(
            "preview", "be-replace", file=name, content=letter * 5_000, preview=True, **place
        )
        talker.ask("preview", "be-delete", file=name, remove=True, preview=True)
        talker.ask(
            "edit", "be-replace", file=name, start=3, end=3, content=f"{letter * 9_000}\n" * 9
        )
        talker.ask("diff", "be-replace", file=name, old=f"{letter} 399", content="", format="diff")
        edits = [
            {"old": f"{letter} {number}\n", "content": f"{number}\n"} for number in range(9, 300)
        ]
        talker.ask("several", "be-replace", file=name, edits=edits)
        talker.ask("undo", "be-trx", action="undo", event_id="{edit}", preview=True)
        talker.ask("undo", "be-trx", action="undo", event_id="{edit}")
        talker.ask("echo", "be-insert", file=name, after=5, content=f"{letter * 1_000} 4\n")
    files = [{"file": f"{letter * 40}-{number}", "content": "x\n"} for number in range(60)]
    talker.ask("files", "be-write", files=files)
    talker.ask("files", "be-trx", action="undo", event_id="{edit}", preview=True)
    talker.ask("files", "be-trx", action="undo", event_id="{edit}")


def about_refusals(desk: Desk, talker: Talker, letter: str) -> None:
    path = long_path(letter)
    lines = "".join(f"{letter * 900} {number}\n" for number in range(200))
    desk.file("matches", f"{letter}{letter} again\n" * 3_000)
    talker.ask("many", "be-replace", file="matches", old=letter, content="y")
    for name in ("stale", path):
        (desk.root / name).write_text(lines)
        view = (
            talker.ask("read", "be-read", file=name, start=1, end=20).split("view ")[1].split()[0]
        )
        (desk.root / name).write_text(f"new\n{lines}")
        long = {"content": letter * 9_000, "viewed_code_id": view}
        talker.ask("moved", "be-replace", file=name, start=2, end=20, **long)
        (desk.root / name).write_text(lines.replace(" 7\n", "\nx\n" * 300))
        talker.ask("changed", "be-replace", file=name, start=2, end=20, **long)
        talker.ask("old", "be-replace", file=name, old=f"{letter * 901} 3\n", content="y")
        talker.ask("old", "be-replace", file=name, start=1, end=150, old=letter * 9_000, content="")
        edits = [{"old": f"{letter * 50}?{number}", "content": "y"} for number in range(100)]
        talker.ask("edits", "be-replace", file=name, edits=edits)
        edits = [
            {"file": path, "lines": f"{number * 999}", "content": ""} for number in range(1, 300)
        ]
        talker.ask("edits", "be-replace", file=name, edits=edits)
    for number in range(60):
        desk.file(f"d/{letter * 50}{number}")
    talker.ask("folder", "be-read", file="d")
    talker.ask("near", "be-read", file=f"d/{letter * 50}")
    talker.ask("far", "be-read", file=f"{path}/{path}"[:4_000])
    talker.ask("names", "be-read", file="d", **{letter * 3_000 + f"{n}": 1 for n in range(30)})
    talker.ask("missing", "be-replace", file="stale", **{letter * 3_000: 1, letter * 9: "y"})
    talker.ask("id", "be-trx", action="undo", event_id=letter * 9_000)
    talker.ask("tool", f"be-{letter * 9_000}")


def about_lists(desk: Desk, talker: Talker, letter: str) -> None:
    """Three hundred chips, open edits and stale views."""
    path = long_path(letter)
    desk.file(path, f"{letter * 70}\n" * 400)
    for name in (f"{letter * 40}{number}" for number in range(40)):
        desk.file(name, "1\n2\n3\n")
        talker.agent.call("be-read", file=name)
        desk.file(name, "new\n")
    call = {"name": "be-delete", "arguments": {"file": path, "start": 1, "end": 1, "force": True}}
    for _ in range(300 // BURST):
        begun = [talker.agent.host.begin("tools/call", call) for _ in range(BURST)]
        assert all(text_of(talker.agent.host.hear()["result"]).startswith("ok ") for _ in begun)
    talker.ask("chips", "be-insert-chip")
    talker.ask("status", "be-trx", action="status")
    talker.ask("rollback", "be-trx", action="rollback", step=250, preview=True)
    talker.ask("rollback", "be-trx", action="rollback", step=250)
    talker.ask("label", "be-trx", action="snapshot", label=letter * 9_000)


def too_long(said: Said, bytes_max: int) -> bool:
    """Tell whether a reply is longer than one of its kind may be; `bytes_max` is of a read."""
    size_bytes = len(said.text.encode())
    match grammar.kind_of(said.text):
        case "read":
            return size_bytes > bytes_max
        case "refused":
            return size_bytes > ERROR_BYTES or said.text.count("\n") + 1 > ERROR_LINES
        case _:
            return size_bytes > REPLY_BYTES


def everything_said(desk: Desk, host: Host, letter: str) -> Iterator[Said]:
    talker = Talker(host)
    for about in (about_reads, about_edits, about_refusals, about_lists):
        about(desk, talker, letter)
    yield from talker.said


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_a_host_lists_is_short(desk: Desk, language: str) -> None:
    host = desk.host("--lang", language)
    for tool in host.ask("tools/list")["tools"]:
        assert len(tool["description"]) <= DESCRIPTION_CHARACTERS, tool["name"]
        assert len(json.dumps(tool, ensure_ascii=False).encode()) <= TOOL_BYTES, tool["name"]
    assert len(host.hello["instructions"]) <= INSTRUCTIONS_CHARACTERS


@pytest.mark.parametrize(
    ("client", "bytes_max", "letter"),
    [
        ("tester", READ_BYTES, "x"),
        ("tester", READ_BYTES, "\U0001f600"),
        ("codex-mcp-client", CODEX_BYTES, "\u4e2d"),
    ],
    ids=("of one byte", "of four bytes", "Codex"),
)
def test_no_reply_is_longer_than_its_host_takes(
    desk: Desk, client: str, bytes_max: int, letter: str
) -> None:
    said = list(everything_said(desk, desk.host(client=client), letter))
    assert len(said) > 50
    found = [
        f"{one.tool}, {one.what}: {len(one.text)} characters, {len(one.text.encode())} bytes, "
        f"{one.text.count(chr(10)) + 1} lines: {one.text[:150]}"
        for one in said
        if too_long(one, bytes_max)
    ]
    assert not found
