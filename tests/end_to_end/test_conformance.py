"""The official SDK's clients, old and new, against the real process."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import mcp
import pytest
from mcp.client.stdio import StdioServerParameters

from editjournal.client.mcp import envelope, protocol
from editjournal.schemas import tools

from .sdk1_client import PARALLEL, talk
from .surface import COMMAND, Desk, text_of

SCRIPT = Path(__file__).with_name("sdk1_client.py")
SDK_1 = Path(sys.prefix) / "mcp1"
"""Where the Makefile installs the SDK's 1.x, apart from the 2.x of the tests."""


def server(desk: Desk) -> dict[str, Any]:
    command, *arguments = COMMAND
    return {
        "command": command,
        "args": [*arguments, "mcp"],
        "env": desk.env,
        "cwd": str(desk.root),
    }


def expect_told(desk: Desk, told: dict[str, Any]) -> None:
    """See that a client was told what our tools say, in one block of text each time."""
    assert told["tools"] == [tool["name"] for tool in tools.listing()]
    texts = {name: text_of(told[name]) for name in ("read", "replaced")}
    assert texts["read"].split("\n")[1:] == ["2|two", "3|three"]
    assert texts["replaced"].startswith("ok a.py: 2 -> 2 ")
    assert (desk.root / "a.py").read_text() == "one\n2 \u00e9\u2028\nthree\n"
    for name, verdict in (("refused", "REFUSED "), ("wrong", "ERROR "), ("unknown", "ERROR ")):
        assert told[name]["isError"] is True
        assert text_of(told[name]).startswith(verdict)
    for number, written in enumerate(told["parallel"]):
        assert text_of(written).startswith(f"ok new{number}: created, 1 line")
        assert (desk.root / f"new{number}").read_text() == f"{number}\n"
    assert len(told["parallel"]) == PARALLEL
    results = [told[name] for name in ("read", "replaced", "refused", "wrong", "unknown")]
    for result in (*results, *told["parallel"]):
        assert result.keys() - {"resultType"} == {"content", "isError"}


@pytest.mark.parametrize(
    ("mode", "version"),
    [
        ("legacy", protocol.LATEST),
        ("auto", envelope.VERSION),
        (envelope.VERSION, envelope.VERSION),
    ],
)
def test_the_official_client_of_today_is_served_in_both_eras(
    desk: Desk, mode: str, version: str
) -> None:
    desk.file("a.py")

    async def run() -> dict[str, Any]:
        async with mcp.Client(StdioServerParameters(**server(desk)), mode=mode) as client:
            assert client.protocol_version == version
            if mode != envelope.VERSION:  # else nothing was asked
                assert client.server_info
                assert client.server_info.name == "editjournal"
                assert client.instructions
            return await talk(client)

    expect_told(desk, asyncio.run(run()))


def test_the_official_client_of_before_is_served(desk: Desk) -> None:
    desk.file("a.py")
    assert SDK_1.is_dir(), "make .venv/.installed"
    done = subprocess.run(
        [sys.executable, "-S", SCRIPT],  # -S: without the packages installed beside this one
        input=json.dumps(server(desk)),
        env={**os.environ, "PYTHONPATH": str(SDK_1)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told.pop("sdk").startswith("1.")
    hello = told.pop("hello")
    assert hello["protocolVersion"] in protocol.VERSIONS
    assert hello["serverInfo"]["name"] == "editjournal"
    assert hello["instructions"]
    expect_told(desk, told)
