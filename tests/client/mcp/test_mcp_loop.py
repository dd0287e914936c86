"""The server's loop with a clock of the test's: what a host hears while its call is at work."""

import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from editjournal.client.finding import Manner
from editjournal.client.mcp.presenting import Options
from editjournal.client.mcp.server import McpServer
from editjournal.client.mcp.stdio_lines import Lines, Stdio, TooLong
from editjournal.schemas.places import Places


class Host:
    """A host, and the server that it talks to in a thread, whose clock says `now_s`."""

    def __init__(self, places: Places, manner: Manner, folder: Path) -> None:
        self.now_s = 100.0
        self._calls = 0
        """At the gate, or on their way to it."""
        self._gate = folder / "gate"
        os.mkfifo(self._gate)
        read_fd, to_server = os.pipe()
        from_server, write_fd = os.pipe()
        self._said = os.fdopen(to_server, "wb", buffering=0)
        self._heard = os.fdopen(from_server, "rb")
        server = McpServer(
            Stdio(read_fd, write_fd),
            lambda _: os.fsencode(folder),
            client_names_root=False,
            options=Options(),
            places=places,
            manner=manner,
            clock=lambda: self.now_s,
        )

        def serve() -> None:
            with os.fdopen(read_fd, "rb"), os.fdopen(write_fd, "wb"):
                server.run()

        self._thread = threading.Thread(target=serve)
        self._thread.start()
        self.send(id=0, method="initialize", params={"protocolVersion": "2025-11-25"})
        self.hear()

    def send(self, **members: Any) -> None:
        self._said.write(json.dumps({"jsonrpc": "2.0", **members}).encode() + b"\n")

    def call(self, id_: int, *, progress: Any = None) -> None:
        """Call a tool that waits at the gate."""
        self._calls += 1
        meta = {} if progress is None else {"_meta": {"progressToken": progress}}
        arguments = {"action": "commit", "label": f"gate:{self._gate}"}
        params = {"name": "be-trx", "arguments": arguments, **meta}
        self.send(id=id_, method="tools/call", params=params)

    def hear(self) -> dict[str, Any]:
        return json.loads(self._heard.readline())

    def heard_by_now(self) -> list[Any]:
        """Let the server look around; return the numbers of what it told meanwhile."""
        told: list[Any] = []
        for name in ("first", "second"):  # it tells what is due after it has answered
            self.send(id=name, method="ping")
            while (message := self.hear()).get("id") != name:
                told.append(message.get("id") or message["params"]["progress"])
        return told

    def open_gate(self) -> None:
        """Let the call through, as soon as it is there."""
        self._gate.write_bytes(b"")
        self._calls -= 1

    def hang_up(self) -> None:
        self._said.close()

    def rest(self) -> list[Any]:
        """Return the ids of what comes until the server ends, after hanging up."""
        return [json.loads(line).get("id") for line in self._heard]

    def close(self) -> None:
        self.hang_up()
        while self._calls:
            self.open_gate()
        self._thread.join()
        self._heard.close()


@pytest.fixture
def host(places: Places, manner: Manner, tmp_path: Path) -> Iterator[Host]:
    host = Host(places, manner, tmp_path)
    yield host
    host.close()


def test_a_slow_call_is_told_of_until_its_result_and_not_after(host: Host) -> None:
    host.call(1, progress="t")
    assert host.heard_by_now() == []
    host.now_s += 0.9
    assert host.heard_by_now() == []
    host.now_s += 0.2
    assert host.heard_by_now() == [1]
    assert host.heard_by_now() == []
    host.now_s += 3
    assert host.heard_by_now() == [4]
    host.open_gate()
    assert host.hear()["id"] == 1
    host.now_s += 60
    assert host.heard_by_now() == []


def test_of_a_call_without_a_token_nothing_is_told(host: Host) -> None:
    host.call(1)
    assert host.heard_by_now() == []
    host.now_s += 5
    assert host.heard_by_now() == []
    host.open_gate()
    assert host.hear()["id"] == 1


def test_of_a_cancelled_call_nothing_is_told_and_it_is_not_answered(host: Host) -> None:
    host.call(1, progress="t")
    host.send(method="notifications/cancelled", params={"requestId": 1})
    assert host.heard_by_now() == []
    host.now_s += 5
    assert host.heard_by_now() == []
    host.open_gate()
    host.hang_up()
    assert host.rest() == []


def test_once_the_host_has_hung_up_it_gets_the_result_and_no_word_before_it(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.call(1, progress="t")
    assert host.heard_by_now() == []
    end = Lines.end

    def end_late(lines: Lines) -> list[bytes | TooLong]:
        """A word is due from when the server knows that its input has ended, and no sooner."""
        host.now_s += 5
        return end(lines)

    monkeypatch.setattr(Lines, "end", end_late)
    host.hang_up()
    host.open_gate()
    assert host.rest() == [1]
