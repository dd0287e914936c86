"""When a session is left, and when it is closed."""

import subprocess
import sys

import msgspec
import pytest

from editjournal.daemon.serving.members import Members, Session
from editjournal.schemas.messages import PROTOCOL, Bye, Hello, encode
from editjournal.schemas.places import Places
from tests.daemon.serving.staging import Client, FakeWorkspace, Running, Serve


def _nothing_more_happens(running: Running, client: Client) -> bool:
    """Whether nothing was told of by the time that the server has done what it was to do."""
    client.pong()
    client.pong()
    return running.fake.workspace.events.empty()


def test_bye_closes_a_session_and_one_with_a_key_is_only_left(serve: Serve) -> None:
    running = serve()
    client, keyed = running.client(), running.client()
    client.hello()
    keyed.hello(key="tty1")
    assert keyed.pong().sessions == 2
    keyed.bye()
    assert running.event() == f"acknowledged {keyed.session} 0"
    assert running.event() == f"left {keyed.session}"
    client.bye()
    assert running.event() == f"acknowledged {client.session} 0"
    assert running.event() == f"left {client.session}"
    assert running.event() == f"closed {client.session} bye"
    assert client.pong().sessions == 0
    assert _nothing_more_happens(running, client)


def test_a_bye_tells_what_has_reached_the_session_before_it_is_left(serve: Serve) -> None:
    running = serve()
    client = running.client()
    client.hello()
    client.bye(told=42)
    assert running.event() == "acknowledged 1 42"
    assert running.event() == "left 1"


@pytest.mark.parametrize(
    "body", [b"", b"\xc1", msgspec.msgpack.encode(1), b"\x91" * 5000, encode(Bye(2, told=42))]
)
def test_a_bye_that_is_no_bye_of_the_session_tells_nothing_and_is_one(
    serve: Serve, body: bytes
) -> None:
    running = serve()
    client = running.client()
    client.hello()
    client.send(b"bye", body)
    assert running.event() == "left 1"
    assert running.event() == "closed 1 bye"


def test_a_session_ends_only_after_its_calls_have_ended(serve: Serve) -> None:
    running = serve()
    client = running.client()
    client.hello()
    client.ask("gate")
    assert running.event() == "began gate"
    client.bye()
    assert running.event() == "acknowledged 1 0"
    assert client.pong().sessions == client.pong().sessions == 0
    running.open_gate()
    assert running.event() == "ended gate"
    assert running.event() == "left 1"
    assert running.event() == "closed 1 bye"


@pytest.mark.parametrize("how", [{"key": "tty1"}, {"resume": 1}])
def test_a_session_that_was_joined_again_before_its_calls_ended_is_left_once_and_later(
    serve: Serve, how: dict[str, str | int]
) -> None:
    running = serve()
    first, second = running.client(), running.client()
    _join(first, how)
    first.ask("gate")
    assert running.event() == "began gate"
    first.bye()
    assert running.event() == "acknowledged 1 0"
    assert first.pong().sessions == 0
    _join(second, how)
    assert second.session == first.session
    running.open_gate()
    assert running.event() == "ended gate"
    assert second.still_answers()
    assert running.event() == "began still there"
    assert second.pong().sessions == 1
    second.bye()
    assert running.event() == "acknowledged 1 0"
    assert running.event() == "left 1"
    if "key" not in how:
        assert running.event() == "closed 1 bye"
    assert _nothing_more_happens(running, second)


def _join(client: Client, how: dict[str, str | int]) -> None:
    client.hello(key=str(how.get("key", "")), resume=int(how.get("resume", 0)))


def test_a_session_left_twice_while_calls_run_ends_once_after_the_last_of_them(
    serve: Serve,
) -> None:
    running = serve()
    for call in ("gate", "late gate"):
        client = running.client()
        client.hello(key="tty1")
        client.ask(call)
        assert running.event() == f"began {call}"
        client.bye()
        assert running.event() == "acknowledged 1 0"
    running.open_gate()
    assert running.event() == "ended gate"
    assert _nothing_more_happens(running, running.client())
    running.open_gate("late gate")
    assert running.event() == "ended late gate"
    assert running.event() == "left 1"
    assert _nothing_more_happens(running, running.client())


def test_a_session_that_has_ended_does_not_end_with_a_later_one_of_its_number() -> None:
    left: list[Session] = []
    members = Members(lambda session, _: left.append(session), lambda: None)
    workspace = FakeWorkspace(b"/w")
    members.join(b"first", 0, workspace, 1, keyed=False)
    members.leave(b"first", "bye")
    assert [members.forget(session) for session in (left[0], left[0])] == [True, False]
    members.join(b"second", 0, workspace, 1, keyed=False)
    assert not members.forget(left[0])
    assert members.sessions == 1


def test_a_session_with_two_clients_is_left_by_the_last_of_them(serve: Serve) -> None:
    running = serve()
    first, second = running.client(), running.client()
    first.hello(key="tty1")
    second.hello(key="tty1")
    first.bye(told=1)
    assert running.event() == "acknowledged 1 1"
    assert _nothing_more_happens(running, first)
    second.bye(told=2)
    assert running.event() == "acknowledged 1 2"
    assert running.event() == "left 1"


def test_a_session_is_not_left_while_somebody_is_joining_it(serve: Serve) -> None:
    running = serve()
    first, second = running.client(), running.client()
    first.hello(key="tty1")
    second.begin_hello(key="tty1", agent="slow")
    assert running.event() == "opening 1"
    first.bye()
    assert running.event() == "acknowledged 1 0"
    assert _nothing_more_happens(running, first)
    running.open_gate()
    assert second.welcome().session == 1
    assert _nothing_more_happens(running, second)
    second.bye()
    assert running.event() == "acknowledged 1 0"
    assert running.event() == "left 1"


def test_a_daemon_that_ends_leaves_no_session(serve: Serve) -> None:
    running = serve()
    client = running.client()
    client.hello()
    running.client().hello(key="tty1")
    client.send(b"stop")
    running.join()
    assert running.event() == "workspaces closed"
    assert running.fake.workspace.events.empty()


def test_the_session_of_a_killed_client_is_closed(serve: Serve, places: Places) -> None:
    running = serve()
    script = (
        "import sys, zmq\n"
        "socket = zmq.Context().socket(zmq.DEALER)\n"
        f"socket.connect('ipc://{places.socket}')\n"
        "socket.send_multipart((b'hello', sys.stdin.buffer.read()))\n"
        "print(socket.recv_multipart()[0].decode(), flush=True)\n"
        "socket.recv()\n"
    )
    hello = encode(Hello(PROTOCOL, "t", b"/w", "test"))
    command = (sys.executable, "-c", script)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as client:
        assert client.stdin is not None
        assert client.stdout is not None
        client.stdin.write(hello)
        client.stdin.close()
        assert client.stdout.readline() == b"welcome\n"
        client.kill()
        assert running.event() == "left 1"
        assert running.event() == "closed 1 client gone"
