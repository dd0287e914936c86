"""Streams of edits: by two agents at once, and with the daemon killed under them."""

import os
import random
import re
import signal
import threading

import pytest
import zmq

from editjournal.client.connection import Connection
from editjournal.client.finding import DaemonTrouble
from editjournal.client.link import poll
from editjournal.schemas.facts import Edited, RequestId
from editjournal.schemas.messages import Hello
from editjournal.schemas.replies import Done
from editjournal.schemas.requests import Replace
from tests.ledger import entries_of, log_folder_of

from .surface import Desk, Host, text_of

EDITS = 100
IN_FLIGHT = 6


def edit_all(host: Host, name: str, refused: list[str]) -> None:
    """Mark each of an agent's lines as done, one call after the other."""
    for number in range(EDITS):
        reply = host.call(
            "be-replace",
            file="shared.txt",
            old=f"{name} {number:03} open\n",
            content=f"{name} {number:03} done\n",
        )
        if not reply.startswith("ok "):
            refused.append(reply)


def test_of_two_agents_edits_of_one_file_none_is_lost(lone_desk: Desk) -> None:
    names = ("ann", "bob")
    lines = [f"{name} {number:03} open\n" for number in range(EDITS) for name in names]
    path = lone_desk.file("shared.txt", "".join(lines))
    refused: list[str] = []
    agents = [
        threading.Thread(target=edit_all, args=(lone_desk.host(client=name), name, refused))
        for name in names
    ]
    for agent in agents:
        agent.start()
    for agent in agents:
        agent.join()
    assert refused == []
    assert path.read_text() == "".join(lines).replace("open", "done")


def test_calls_sent_side_by_side_are_made_in_the_order_they_were_sent(desk: Desk) -> None:
    path = desk.file("order.txt", "start\n")
    host = desk.host()
    for burst in range(10):
        calls = {
            host.begin(
                "tools/call",
                {"name": "be-write", "arguments": {"file": "order.txt", "content": f"{burst} {n}"}},
            ): n
            for n in range(8)
        }
        made: dict[int, int] = {}
        for _ in calls:
            answer = host.hear()
            edit = re.search(r"edit e(\d+)", text_of(answer["result"]))
            assert edit is not None, answer
            made[calls[answer["id"]]] = int(edit[1])
        assert [made[n] for n in range(8)] == sorted(made.values())
        assert path.read_text() == f"{burst} 7"


def kill(pid: int) -> None:
    """Kill a process and wait until it is gone."""
    ended = os.pidfd_open(pid)
    os.kill(pid, signal.SIGKILL)
    poll([(ended, zmq.POLLIN)], 30_000)
    os.close(ended)


@pytest.mark.parametrize("kills", [10, pytest.param(50, marks=pytest.mark.slow)])
def test_every_answered_edit_outlives_kill_after_kill_of_the_daemon(
    lone_desk: Desk, kills: int
) -> None:
    chance = random.Random(7)  # noqa: S311 - no secret
    path = lone_desk.file("stream.txt", "END\n")
    answered: dict[int, int] = {}
    asked: dict[RequestId, int] = {}
    hello = Hello(0, "", os.fsencode(lone_desk.root), "stream")
    with Connection(hello, places=lone_desk.places) as connection:
        connection.open()
        for _ in range(kills):
            enough = len(answered) + chance.randrange(IN_FLIGHT)
            for _ in range(IN_FLIGHT):
                number = len(asked)
                request = Replace(b"stream.txt", f"{number}\nEND\n", old="END\n")
                asked[connection.begin(request, deadline_s=60)] = number
            welcome = connection.welcome
            assert welcome is not None
            take(connection, asked, answered, enough)
            kill(welcome.pid)
            there = path.read_text().split("\n")
            assert all(str(number) in there for number in answered)
            take(connection, asked, answered, len(asked))
    lines = path.read_text().splitlines()
    assert sorted(lines[:-1], key=int) == [str(number) for number in range(kills * IN_FLIGHT)]
    lone_desk.stop()
    logged = entries_of(log_folder_of(lone_desk.root, lone_desk.places.state))
    edits = {entry.seq for entry in logged if isinstance(entry.fact, Edited)}
    assert set(answered.values()) <= edits


def take(
    connection: Connection, asked: dict[RequestId, int], answered: dict[int, int], enough: int
) -> None:
    """Wait until so many edits have been answered, and note the entry of each."""
    while len(answered) < enough:
        poll(connection.watched(), connection.next_timeout_ms())
        for request, outcome in connection.pump():
            assert not isinstance(outcome, DaemonTrouble), outcome
            assert isinstance(outcome, Done), outcome
            answered[asked[request]] = outcome.seq
