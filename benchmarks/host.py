"""A host that talks to one `editjournal mcp`."""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any


class Host:
    """One `editjournal mcp` process, spoken to as a host does."""

    def __init__(self, folder: Path) -> None:
        self._number = 0
        started = time.perf_counter()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "editjournal.client.cli", "mcp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=folder,
        )
        params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "b"}}
        self._ask("initialize", params)
        self.first_reply_s = time.perf_counter() - started

    @property
    def pid(self) -> int:
        return self._process.pid

    def call(self, tool: str, **arguments: Any) -> str:
        answer = self._ask("tools/call", {"name": tool, "arguments": arguments})
        return str(answer["result"]["content"][0]["text"])

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def _ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._number += 1
        message = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())
