"""What the rows of the table of chips share: calls that leave chips, and ways to look at these."""

import os
import re
from pathlib import Path
from typing import Any

from editjournal.daemon.seam import Seam
from editjournal.daemon.settings import Settings
from editjournal.daemon.workspaces import Journals
from editjournal.schemas.replies import ChipItem, ChipList
from editjournal.schemas.requests import Chips, Read, Replace
from tests.stage import SEGMENT_BYTES, Client, World

from .agents import Agent, id_in
from .surface import Desk

TEN = "".join(f"line {number}\n" for number in range(1, 11))
LONG = "x" * 300_000
HOUR_NS = 3600 * 10**9


def shown(desk: Desk, chip: str) -> dict[str, Any]:
    """Return all that a chip keeps, as the command line has it."""
    found = desk.cli("chips", "show", chip, "--max-bytes", "1000000", "--json")
    assert found.code == 0, found
    assert found.json["cut_bytes"] == 0
    return found.json


def listed(desk: Desk, *options: str) -> list[str]:
    """Return the chips of a list, newest first."""
    return [f"chip://{one[0]}" for one in desk.cli("chips", *options, "--json").json["items"]]


def chips_in(reply: str) -> list[str]:
    return re.findall(r"^chip://[0-9a-f]+", reply, re.MULTILINE)


def fail(agent: Agent, content: str = "new\n", file: str = "a.py:99") -> str:
    """Let a call fail, and return the chip that its error names."""
    reply = agent.call("be-replace", file=file, content=content)
    assert reply.startswith("ERROR"), reply
    return id_in(reply, "chip")


class Limited(World):
    """A workspace whose daemon was started with options, and which has a file of ten lines."""

    def __init__(self, folder: Path, **options: str) -> None:
        super().__init__(folder)
        self.options = options
        self.put("f", TEN)

    def journals(self, seam: Seam | None = None) -> Journals:
        settings = Settings(self.options, {"EDITJOURNAL_CONFIG": os.devnull})
        runtime, seam = self.state / "run", seam or self.seam
        return Journals(self.state, runtime, seam, segment_bytes=SEGMENT_BYTES, settings=settings)


async def items(client: Client, *, left: bool = False) -> list[ChipItem]:
    reply = await client.ask(Chips(left=left, limit=100))
    assert isinstance(reply, ChipList), reply
    return list(reply.items)


async def on_list(client: Client) -> list[str]:
    return [one.id for one in await items(client)]


async def failed(client: Client, content: str = "new\n") -> str:
    """Let a call with a text fail, and return its chip."""
    return (await client.refused(Replace(b"f:99", content))).chip


async def failed_bare(client: Client) -> str:
    """Let a call without a text fail, and return its chip."""
    return (await client.refused(Read(b"gone"))).chip
