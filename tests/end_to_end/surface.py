"""The product as its users have it: real processes, and what comes out of them."""

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from editjournal.client import daemon_control
from editjournal.client.connection import Connection
from editjournal.client.finding import DaemonTrouble
from editjournal.client.link import poll
from editjournal.daemon.core.queries import paths_of
from editjournal.schemas.messages import Hello
from editjournal.schemas.places import Places
from editjournal.schemas.replies import AnyReply
from editjournal.schemas.requests import AnyRequest, Read
from tests.ledger import check_agreement, entries_of, log_folder_of

COMMAND = (sys.executable, "-m", "editjournal.client.cli")
PROTOCOL = "2025-11-25"
AT_ONCE = 16
"""Calls of one session that run side by side."""


class Ran(NamedTuple):
    """What a command came to."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        return json.loads(self.out)


class Desk:
    """One workspace, and the daemon's two folders; everything it starts uses these."""

    def __init__(self, root: Path, places: Places) -> None:
        self.root = root
        self.places = places
        self.env = {**os.environ, **places.environment()}
        self.hosts: list[Host] = []

    def file(self, name: str, content: str | bytes = "one\ntwo\nthree\n") -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def cli(
        self,
        *arguments: str | bytes,
        stdin: bytes = b"",
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
    ) -> Ran:
        """Run a command in the workspace."""
        done = subprocess.run(
            [*COMMAND, *arguments],
            input=stdin,
            cwd=cwd or self.root,
            env={**self.env, **(env or {})},
            capture_output=True,
            check=False,
        )
        return Ran(done.returncode, os.fsdecode(done.stdout), os.fsdecode(done.stderr))

    def host(
        self,
        *options: str,
        client: str = "tester",
        capabilities: dict[str, Any] | None = None,
        cwd: Path | None = None,
        command: tuple[str, ...] = COMMAND,
    ) -> "Host":
        """Start `editjournal mcp` in the workspace and greet it."""
        host = Host([*command, "mcp", *options], cwd or self.root, self.env)
        self.hosts.append(host)
        info = {"name": client, "version": "1"}
        params = {"protocolVersion": PROTOCOL, "capabilities": capabilities or {}}
        host.hello = host.ask("initialize", params | {"clientInfo": info})
        host.tell("notifications/initialized")
        return host

    def check(self) -> None:
        """Raise AssertionError where the log and the files do not agree.

        What the test changed by itself is looked at once more first, as an agent's next call would.
        """
        folder = log_folder_of(self.root, self.places.state)
        if not folder.is_dir():
            return
        known = {path for entry in entries_of(folder) for path in paths_of(entry)}
        hello = Hello(0, "", os.fsencode(self.root), "checker")
        with Connection(hello, places=self.places) as connection:
            root = os.fsencode(self.root)
            ask_all(connection, [Read(root + b"/" + path) for path in sorted(known)])
        check_agreement(self.root, folder)

    def stop(self) -> None:
        """Stop the daemon, so that its log can be read."""
        daemon_control.stop(self.places)

    def kill_daemon(self) -> None:
        """Kill the daemon with SIGKILL, and wait until its process is gone."""
        pid = self.daemon_pid()
        ended = os.pidfd_open(pid)
        os.kill(pid, signal.SIGKILL)
        poll = select.poll()
        poll.register(ended, select.POLLIN)
        poll.poll()
        os.close(ended)

    def daemon_pid(self) -> int:
        standing = daemon_control.status(self.places)
        assert standing is not None
        return standing.pid


class Host:
    """An agent's host on the other end of one `editjournal mcp`. Whatever it is sent is checked."""

    def __init__(self, command: list[str], cwd: Path, env: Mapping[str, str]) -> None:
        self.hello: dict[str, Any] = {}
        self._number = 0
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=cwd, env=env
        )

    def send(self, line: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()

    def tell(self, method: str, params: dict[str, Any] | None = None) -> None:
        members = {"jsonrpc": "2.0", "method": method, "params": params or {}}
        self.send(json.dumps(members).encode())

    def begin(self, method: str, params: dict[str, Any] | None = None) -> int:
        """Send a request, and return its id."""
        self._number += 1
        members = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params or {}}
        self.send(json.dumps(members).encode())
        return self._number

    def hear(self) -> dict[str, Any]:
        """Return the next message."""
        assert self._process.stdout is not None
        return _message(self._process.stdout.readline())

    def ask(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        """Send a request and return its result."""
        number = self.begin(method, params)
        answer = self.hear()
        assert answer["id"] == number, answer
        return answer["result"]

    def result(self, tool: str, arguments: Any) -> dict[str, Any]:
        """Call a tool and return the whole of its result."""
        return self.ask("tools/call", {"name": tool, "arguments": arguments})

    def call(self, tool: str, **arguments: Any) -> str:
        """Call a tool and return its text."""
        return text_of(self.result(tool, arguments))

    def hang_up(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()

    def rest(self) -> list[dict[str, Any]]:
        """Return the messages still to come, after hanging up, and see that it ends well."""
        assert self._process.stdout is not None
        messages = [_message(line) for line in self._process.stdout]
        assert self._process.wait() == 0
        return messages

    def close(self) -> None:
        """End the process if it has not ended; what it has still said must be messages."""
        if self._process.poll() is None:
            self.hang_up()
            self.rest()

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()


def _message(line: bytes) -> dict[str, Any]:
    assert line.endswith(b"\n")
    message: dict[str, Any] = json.loads(line)
    assert message["jsonrpc"] == "2.0"
    assert ("result" in message) + ("error" in message) + ("method" in message) == 1
    return message


def ask_all(connection: Connection, requests: Iterable[AnyRequest]) -> list[AnyReply]:
    """Ask much, some of it at once, and return the replies as they come."""
    left = list(reversed(tuple(requests)))
    running = 0
    replies: list[AnyReply] = []
    while left or running:
        while left and running < AT_ONCE:
            connection.begin(left.pop())
            running += 1
        poll(connection.watched(), connection.next_timeout_ms())
        for _, outcome in connection.pump():
            assert not isinstance(outcome, DaemonTrouble), outcome
            replies.append(outcome)
            running -= 1
    return replies


def text_of(result: dict[str, Any]) -> str:
    """Return the one block of text of a tool's result."""
    (block,) = result["content"]
    assert block["type"] == "text"
    text: str = block["text"]
    assert result["isError"] is text.startswith(("REFUSED ", "ERROR "))
    return text
