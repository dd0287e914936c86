"""Connections to real daemon processes, whose journal is a fake."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
import zmq
from msgspec.structs import replace

from editjournal.client import daemon_control
from editjournal.client.connection import Connection
from editjournal.client.finding import DaemonTrouble, Manner, Starter, probe
from editjournal.client.link import Link, poll
from editjournal.client.roots import NoRoot, default_root
from editjournal.schemas.facts import RequestId
from editjournal.schemas.messages import (
    MESSAGE_BYTES_MAX,
    PROTOCOL,
    Answer,
    Ask,
    Hello,
    Trouble,
    Welcome,
    encode,
)
from editjournal.schemas.places import Places
from editjournal.schemas.replies import AnyReply, Marked
from editjournal.schemas.requests import Commit, Write

PATIENCE_S = 20
HELLO = Hello(protocol=0, build="", root=b"/w", agent="test")
Daemons = Callable[[], list[int]]


@pytest.fixture
def connection(places: Places, manner: Manner) -> Iterator[Connection]:
    with Connection(HELLO, places=places, manner=manner) as connection:
        yield connection


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    path = tmp_path / "gate"
    os.mkfifo(path)
    return path


def _label(reply: object) -> str:
    assert isinstance(reply, Marked), reply
    return reply.label


def _outcome(
    connection: Connection, wanted: RequestId, until_s: float = PATIENCE_S
) -> AnyReply | DaemonTrouble:
    """Poll as an event loop does, until the call has ended."""
    give_up_s = time.monotonic() + until_s
    while time.monotonic() < give_up_s:
        for ended, outcome in connection.pump():
            assert ended == wanted
            return outcome
        zmq.zmq_poll(connection.watched(), connection.next_timeout_ms())
    raise TimeoutError


def _router(context: "zmq.Context[zmq.Socket[bytes]]", places: Places) -> "zmq.Socket[bytes]":
    """Stand in for the daemon."""
    router = context.socket(zmq.ROUTER)
    router.setsockopt(zmq.RCVTIMEO, PATIENCE_S * 1000)
    router.setsockopt(zmq.LINGER, 0)
    router.bind(f"ipc://{places.socket}")
    return router


def _kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)
    _wait_for_end(pid)


def _wait_for_end(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        ended = os.pidfd_open(pid)
        assert zmq.zmq_poll([(ended, zmq.POLLIN)], PATIENCE_S * 1000)
        os.close(ended)


# --- finding and starting -----------------------------------------------------------------------


def test_the_first_client_starts_the_daemon_and_the_next_finds_it(
    connection: Connection, places: Places, manner: Manner, daemons: Daemons
) -> None:
    welcome = connection.open()
    assert (welcome.protocol, welcome.workspace, welcome.name) == (PROTOCOL, "w1", "test#1")
    assert daemons() == [welcome.pid]
    assert os.getsid(welcome.pid) != os.getsid(0)
    with Connection(HELLO, places=places, manner=manner) as other:
        assert other.open().pid == welcome.pid
        assert other.open().session == 2


def test_a_connection_opens_by_itself_with_its_first_call(connection: Connection) -> None:
    assert _label(connection.ask(Commit("a"))) == "a"
    assert _label(connection.ask(Commit("b"))) == "b"


def test_eight_clients_at_once_start_exactly_one_daemon(
    places: Places, manner: Manner, daemons: Daemons
) -> None:
    pids: list[int] = []
    together = threading.Barrier(8)

    def client() -> None:
        with Connection(HELLO, places=places, manner=manner) as connection:
            together.wait()
            connection.ask(Commit("x"))
            assert connection.welcome is not None
            pids.append(connection.welcome.pid)

    threads = [threading.Thread(target=client) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(pids) == 8
    assert len(set(pids)) == 1
    for pid in daemons():  # who found one running is about to end
        if pid != pids[0]:
            _wait_for_end(pid)
    assert daemons() == [pids[0]]


def test_after_a_kill_five_commands_start_exactly_one_daemon(
    connection: Connection, places: Places, manner: Manner, daemons: Daemons
) -> None:
    killed = connection.open().pid
    _kill(killed)
    assert places.socket.exists()
    pids: set[int] = set()
    for _ in range(5):
        with Connection(HELLO, places=places, manner=manner) as command:
            pids.add(command.open().pid)
    assert pids == set(daemons())
    assert len(pids) == 1
    assert killed not in pids


def test_a_daemon_that_cannot_start_is_told_with_the_end_of_its_log(
    places: Places, manner: Manner, daemons: Daemons
) -> None:
    broken = (sys.executable, "-c", "raise SystemExit('no module of that name')")
    with Connection(HELLO, places=places, manner=replace(manner, command=broken)) as connection:
        with pytest.raises(DaemonTrouble, match="no module of that name") as raised:
            connection.ask(Commit("x"))
        assert raised.value.code == "no_daemon"
        assert str(places.log) in raised.value.next
        with pytest.raises(DaemonTrouble):
            connection.open()


def test_a_daemon_that_says_why_it_fails_is_quoted(places: Places, manner: Manner) -> None:
    long = Places(runtime=places.runtime / ("x" * 100), state=places.state)
    with (
        Connection(HELLO, places=long, manner=manner) as connection,
        pytest.raises(DaemonTrouble, match="set EDITJOURNAL_RUNTIME to a shorter folder"),
    ):
        connection.open()


def test_a_program_that_is_not_there_is_told_as_such(places: Places, manner: Manner) -> None:
    nowhere = replace(manner, command=("/nowhere/python",))
    with (
        Connection(HELLO, places=places, manner=nowhere) as connection,
        pytest.raises(DaemonTrouble, match="/nowhere/python"),
    ):
        connection.open()


def test_a_daemon_that_does_not_come_up_in_time_is_given_up(places: Places, manner: Manner) -> None:
    stuck = (sys.executable, "-c", "import signal; signal.pause()")
    slow = replace(manner, command=stuck, start_s=0.1)
    with (
        Connection(HELLO, places=places, manner=slow) as connection,
        pytest.raises(DaemonTrouble, match=r"not up after 0\.1 s"),
    ):
        connection.open()


def test_a_client_that_may_not_start_one_says_that_none_runs(
    places: Places, manner: Manner, daemons: Daemons
) -> None:
    with (
        Connection(HELLO, places=places, manner=replace(manner, start=False)) as connection,
        pytest.raises(DaemonTrouble) as raised,
    ):
        connection.open()
    assert (raised.value.code, raised.value.next) == ("no_daemon", "editjournal daemon start")
    assert not daemons()


def test_a_hello_that_is_refused_ends_open_and_calls_alike(places: Places, manner: Manner) -> None:
    nowhere = replace(HELLO, root=b"/nowhere")
    with Connection(nowhere, places=places, manner=manner) as connection:
        with pytest.raises(DaemonTrouble) as raised:
            connection.open()
        assert raised.value.code == "no_workspace"
        with pytest.raises(DaemonTrouble, match="no such folder"):
            connection.ask(Commit("x"))


# --- calls, and daemons that go away ------------------------------------------------------------


def test_a_call_in_a_poll_loop_ends_in_pump(connection: Connection) -> None:
    assert connection.next_timeout_ms() == -1
    wanted = connection.begin(Commit("a"))
    assert _label(_outcome(connection, wanted)) == "a"
    assert connection.pump() == []
    assert connection.next_timeout_ms() == -1


def test_a_trouble_of_the_daemon_is_raised_with_its_code(connection: Connection) -> None:
    with pytest.raises(DaemonTrouble) as raised:
        connection.ask(Commit("crash"))
    assert raised.value.code == "internal"
    assert _label(connection.ask(Commit("a"))) == "a"


def test_a_call_that_is_too_large_is_not_sent(connection: Connection) -> None:
    with pytest.raises(DaemonTrouble) as raised:
        connection.ask(Write(b"a", b"x" * MESSAGE_BYTES_MAX))
    assert raised.value.code == "too_large"
    assert _label(connection.ask(Commit("a"))) == "a"


def test_a_call_after_a_kill_resumes_the_session_with_a_new_daemon(
    connection: Connection, places: Places, manner: Manner
) -> None:
    with Connection(HELLO, places=places, manner=manner) as first:
        first.open()
        before = connection.open()
        assert before.session == 2
        _kill(before.pid)
        assert _label(connection.ask(Commit("a"))) == "a"
    assert connection.welcome is not None
    assert connection.welcome.session == 2
    assert connection.welcome.pid != before.pid


def test_an_effect_whose_daemon_was_killed_before_the_answer_is_not_made_twice(
    connection: Connection, places: Places, gate: Path
) -> None:
    before = connection.open()
    wanted = connection.begin(Commit(f"effect gate:{gate}"))
    with gate.open("wb"):  # waits until the daemon has opened it: the effect is made
        _kill(before.pid)
    assert _label(_outcome(connection, wanted)) == "repeated"
    assert len((places.state / "ran").read_text().split()) == 1


def test_an_effect_whose_daemon_was_killed_before_it_is_made_by_the_next(
    connection: Connection, places: Places, gate: Path
) -> None:
    before = connection.open()
    wanted = connection.begin(Commit(f"gate:{gate} effect"))
    with gate.open("wb"):
        _kill(before.pid)
    assert not (places.state / "ran").exists()
    opener = threading.Thread(target=lambda: gate.open("wb").close())
    opener.start()
    assert _label(_outcome(connection, wanted)).endswith("effect")
    opener.join()
    assert len((places.state / "ran").read_text().split()) == 1


def test_a_daemon_that_forgot_the_session_is_told_again(connection: Connection) -> None:
    welcome = connection.open()
    link = connection._link  # pyright: ignore[reportPrivateUsage] - to play a forgetful daemon
    assert link is not None
    link.send(b"bye", b"\x01")
    assert _label(connection.ask(Commit("a"))) == "a"
    assert connection.welcome is not None
    assert connection.welcome.session == welcome.session


def test_a_daemon_that_stands_still_is_busy_at_the_deadline_and_no_second_one_starts(
    connection: Connection, places: Places, manner: Manner, daemons: Daemons
) -> None:
    pid = connection.open().pid
    os.kill(pid, signal.SIGSTOP)
    with pytest.raises(DaemonTrouble, match=f"pid {pid}") as raised:
        connection.ask(Commit("effect"), deadline_s=0.5)
    assert raised.value.code == "busy"
    hasty = replace(manner, open_s=0.3)
    with Connection(HELLO, places=places, manner=hasty) as other, pytest.raises(DaemonTrouble):
        other.open()
    with pytest.raises(DaemonTrouble, match="does not answer"):
        daemon_control.status(places, deadline_s=0.1)
    assert daemons() == [pid]
    os.kill(pid, signal.SIGCONT)
    assert _label(connection.ask(Commit("a"))) == "a"
    assert daemons() == [pid]
    assert not (places.state / "ran").exists(), "a call was run that its client had given up"


def test_after_a_call_in_vain_the_next_goes_over_a_fresh_connection(places: Places) -> None:
    """A daemon that lives on, but not its end of the connection."""
    places.runtime.mkdir()
    with zmq.Context() as context, Connection(HELLO, places=places) as connection:
        with _router(context, places) as first:
            lost = connection.begin(Commit("lost"), deadline_s=0.5)
            who, kind, _ = first.recv_multipart()
            assert kind == b"hello"
            welcome = Welcome(PROTOCOL, "t", 0, "w1", b"/w", 4, "test#4", "", 0)
            first.send_multipart((who, b"welcome", encode(welcome)))
            zmq.zmq_poll(connection.watched(), PATIENCE_S * 1000)
            assert connection.pump() == []
            assert first.recv_multipart()[1] == b"ask"
        with _router(context, places) as second:
            outcome = _outcome(connection, lost)
            assert isinstance(outcome, DaemonTrouble)
            assert outcome.code == "busy"
            connection.begin(Commit("x"))
            _, kind, body = second.recv_multipart()
            assert kind == b"hello"
            assert msgspec.msgpack.decode(body, type=Hello).resume == 4


def test_a_call_to_a_daemon_that_is_stopping_is_answered_by_the_next(
    connection: Connection, places: Places, manner: Manner, gate: Path
) -> None:
    before = connection.open()
    slow = connection.begin(Commit(f"gate:{gate}"))
    with Connection(HELLO, places=places, manner=manner) as other:
        with gate.open("wb"):
            stopper = Link(places, before.pid)
            stopper.send(b"stop", b"")
            stopper.send(b"hello", encode(replace(HELLO, protocol=PROTOCOL)))
            zmq.zmq_poll(stopper.watched(), PATIENCE_S * 1000)
            refused = stopper.receive()
            assert refused is not None
            assert b"stopping" in refused[1]
            stopper.close()
            wanted = other.begin(Commit("a"))
            while len(other.watched()) > 1:  # until only the process is watched
                zmq.zmq_poll(other.watched(), other.next_timeout_ms())
                assert other.pump() == []
        assert _label(_outcome(connection, slow)).startswith("gate")
        assert _label(_outcome(other, wanted)) == "a"
        assert other.welcome is not None
        assert other.welcome.pid != before.pid


def test_a_connection_without_calls_starts_no_new_daemon(
    connection: Connection, places: Places, daemons: Daemons
) -> None:
    connection.open()
    daemon_control.stop(places)
    assert connection.pump() == []
    assert connection.watched() == []
    assert connection.next_timeout_ms() == -1
    assert not daemons()
    assert _label(connection.ask(Commit("a"))) == "a"
    assert len(daemons()) == 1


def test_without_a_pidfd_silence_makes_the_client_look_and_start_anew(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_pidfd(pid: int) -> int:
        raise OSError(pid)

    monkeypatch.setattr("editjournal.client.finding.os.pidfd_open", no_pidfd)
    before = connection.open()
    monkeypatch.undo()
    _kill(before.pid)
    assert _label(connection.ask(Commit("a"))) == "a"


def test_a_closed_connection_has_said_bye_and_its_session_is_closed(
    connection: Connection, places: Places, manner: Manner
) -> None:
    session = connection.open().session
    with Connection(HELLO, places=places, manner=manner) as other:
        other.open()
        connection.close()
        daemon_control.stop(places)
    assert (places.state / "sessions").read_text().split("\n")[-4:] == [
        f"acknowledge {session} 0",
        f"left {session}",
        f"close {session} bye",
        "",
    ]


def test_a_process_ends_at_once_although_the_daemon_stands_still(
    connection: Connection, places: Places
) -> None:
    pid = connection.open().pid
    script = (
        "import os, signal\n"
        "from editjournal.client.connection import Connection\n"
        "from editjournal.schemas.messages import Hello\n"
        "from editjournal.schemas.requests import Commit\n"
        "connection = Connection(Hello(protocol=0, build='', root=b'/w', agent='x'))\n"
        f"connection.open(); os.kill({pid}, signal.SIGSTOP); connection.begin(Commit('x'))\n"
    )
    environment = {**os.environ, **places.environment()}
    subprocess.run([sys.executable, "-c", script], env=environment, check=True, timeout=PATIENCE_S)
    os.kill(pid, signal.SIGCONT)


# --- what has been told -------------------------------------------------------------------------


def _told(places: Places) -> list[int]:
    """Return what each call acknowledged, as the daemon heard it."""
    return [int(line) for line in (places.state / "told").read_text().split()]


def test_a_call_and_the_bye_acknowledge_what_the_highest_reply_told(
    connection: Connection, places: Places, manner: Manner
) -> None:
    for label in ("a", "told:7", "told:9", "told:8", "b"):
        connection.ask(Commit(label))
    assert _told(places) == [0, 0, 7, 9, 9]
    with Connection(HELLO, places=places, manner=manner) as other:
        other.ask(Commit("of another session"))
        connection.close()
        daemon_control.stop(places)
    assert _told(places)[5:] == [0]
    assert "acknowledge 1 9" in (places.state / "sessions").read_text().split("\n")


def test_a_reply_counts_as_told_when_it_is_handed_out(
    connection: Connection, places: Places
) -> None:
    kept = connection.begin(Commit("told:7"))
    connection.ask(Commit("a"))  # both replies have come
    connection.ask(Commit("b"))
    assert [id_ for id_, _ in connection.pump()] == [kept]
    connection.ask(Commit("c"))
    assert _told(places) == [0, 0, 0, 7]


def test_a_reply_that_nobody_hears_does_not_count(connection: Connection, places: Places) -> None:
    forsaken = connection.begin(Commit("told:7"))
    connection.forsake(forsaken)
    ended: list[RequestId] = []
    while not ended:
        poll(connection.watched(), connection.next_timeout_ms())
        ended = [one for one, _ in connection.pump()]
    assert ended == [forsaken]
    connection.ask(Commit("a"))
    assert _told(places) == [0, 0]


def test_whoever_shows_no_notices_acknowledges_none(places: Places, manner: Manner) -> None:
    with Connection(HELLO, places=places, manner=manner, deaf=True) as connection:
        connection.ask(Commit("told:7"))
        connection.ask(Commit("b"))
    assert _told(places) == [0, 0]


def test_a_new_daemon_of_the_same_session_hears_what_was_told(
    connection: Connection, places: Places
) -> None:
    connection.ask(Commit("told:7"))
    assert connection.welcome is not None
    _kill(connection.welcome.pid)
    connection.ask(Commit("a"))
    assert _told(places) == [0, 7]


def test_what_another_session_was_told_does_not_count(
    connection: Connection, places: Places, manner: Manner
) -> None:
    with Connection(HELLO, places=places, manner=manner) as first:
        first.open()
        connection.ask(Commit("told:7"))
        connection.begin(Commit("told:9"))
        connection.ask(Commit("a"))  # the reply before has come, and is not handed out yet
        before = connection.open()
        (places.state / "forgotten").touch()
        _kill(before.pid)
        assert connection.open().session != before.session
        assert len(connection.pump()) == 1
        connection.ask(Commit("b"))
    assert _told(places) == [0, 7, 7, 0]


@pytest.mark.parametrize(("session", "told"), [(4, 9), (5, 0)])
def test_a_call_that_is_sent_again_says_what_has_been_told_by_then(
    places: Places, session: int, told: int
) -> None:
    places.runtime.mkdir()
    with (
        zmq.Context() as context,
        Connection(HELLO, places=places) as connection,
        _router(context, places) as router,
    ):
        waits = connection.begin(Commit("waits"))
        who = _greeter(router)
        _say(router, who, _welcome(4))
        answered = connection.begin(Commit("answered"))
        assert _told_by(router, connection) == (waits, 0)
        assert _told_by(router, connection) == (answered, 0)
        _say(router, who, _answer(answered, told=9))
        assert isinstance(_outcome(connection, answered), Marked)
        _say(router, who, Trouble("unknown_session", "", "", waits))
        _say(router, who, _welcome(session))
        assert _told_by(router, connection) == (waits, told)


def test_a_reply_that_comes_too_late_for_its_call_has_told_nothing(places: Places) -> None:
    places.runtime.mkdir()
    with (
        zmq.Context() as context,
        Connection(HELLO, places=places) as connection,
        _router(context, places) as router,
    ):
        late = connection.begin(Commit("late"), deadline_s=0.3)
        who = _greeter(router)
        _say(router, who, _welcome(4))
        assert _told_by(router, connection) == (late, 0)
        other = connection.begin(Commit("other"))
        assert _told_by(router, connection) == (other, 0)
        _say(router, who, _answer(other, told=2))  # so it hears the daemon, which is only slow
        assert isinstance(_outcome(connection, other), Marked)
        assert isinstance(_outcome(connection, late), DaemonTrouble)
        _say(router, who, _answer(late, told=9))
        after = connection.begin(Commit("after"))
        assert _told_by(router, connection) == (after, 2)
        _say(router, who, _answer(after, told=3))
        assert isinstance(_outcome(connection, after), Marked)
        last = connection.begin(Commit("last"))
        assert _told_by(router, connection) == (last, 3)


def _welcome(session: int) -> Welcome:
    return Welcome(PROTOCOL, "t", 0, "w1", b"/w", session, "test", "", 0)


def _answer(id_: RequestId, *, told: int) -> Answer:
    return Answer(id_, Marked(mark="commit", label="", edits=(), told=told))


def _say(router: "zmq.Socket[bytes]", who: bytes, value: Answer | Trouble | Welcome) -> None:
    kinds = {Answer: b"answer", Trouble: b"refused", Welcome: b"welcome"}
    router.send_multipart((who, kinds[type(value)], encode(value)))


def _greeter(router: "zmq.Socket[bytes]") -> bytes:
    """Return who says the hello that comes."""
    who, kind, _ = router.recv_multipart()
    assert kind == b"hello"
    return who


def _told_by(router: "zmq.Socket[bytes]", connection: Connection) -> tuple[RequestId, int]:
    """Let the connection go on until it has sent a call; return its id and what it says."""
    while True:
        while not router.poll(0):
            assert connection.pump() == []
            zmq.zmq_poll([*connection.watched(), (router, zmq.POLLIN)], PATIENCE_S * 1000)
        _, kind, body = router.recv_multipart()
        if kind == b"ask":
            ask = msgspec.msgpack.decode(body, type=Ask)
            return ask.id, ask.told


# --- control ------------------------------------------------------------------------------------


def test_start_status_and_stop_say_how_the_daemon_stands(
    places: Places, manner: Manner, daemons: Daemons
) -> None:
    assert daemon_control.status(places) is None
    assert daemon_control.stop(places) is None
    started = daemon_control.start(places, manner)
    assert (started.pid, started.protocol, started.sessions) == (daemons()[0], PROTOCOL, 0)
    assert daemon_control.start(places, manner).pid == started.pid
    with Connection(HELLO, places=places, manner=manner) as connection:
        connection.open()
        standing = daemon_control.status(places)
        assert standing is not None
        assert (standing.sessions, standing.workspaces) == (1, (b"/w",))
    assert daemon_control.stop(places) == started.pid
    assert not daemons()
    assert daemon_control.status(places) is None


def test_start_tells_why_it_failed(places: Places, manner: Manner) -> None:
    broken = (sys.executable, "-c", "raise SystemExit('no module of that name')")
    with pytest.raises(DaemonTrouble, match="no module of that name"):
        daemon_control.start(places, replace(manner, command=broken))
    stuck = (sys.executable, "-c", "import signal; signal.pause()")
    with pytest.raises(DaemonTrouble, match="not up after"):
        daemon_control.start(places, replace(manner, command=stuck, start_s=0.1))


def test_a_daemon_of_another_protocol_is_named_and_can_be_stopped(places: Places) -> None:
    """An older daemon: it knows ping, stop and refused, and pongs with less."""
    script = (
        "import sys, zmq\n"
        "router = zmq.Context().socket(zmq.ROUTER)\n"
        f"router.bind('ipc://{places.socket}')\n"
        "print('bound', flush=True)\n"
        "while True:\n"
        "    who, kind, _ = router.recv_multipart()\n"
        "    if kind == b'hello':\n"
        "        code = b'\\x83\\xa4code\\xa8protocol\\xa7message\\xa5older\\xa4next\\xa1n'\n"
        "        router.send_multipart((who, b'refused', code))\n"
        "    elif kind == b'ping':\n"
        "        router.send_multipart((who, b'pong', b'\\x81\\xa3pid\\x05'))\n"
        "    elif kind == b'stop':\n"
        "        router.send_multipart((who, b'stopping', b''))\n"
        "        sys.exit()\n"
    )
    places.runtime.mkdir()
    command = (sys.executable, "-c", script)
    with subprocess.Popen(command, stdout=subprocess.PIPE) as daemon:
        assert daemon.stdout is not None
        assert daemon.stdout.readline() == b"bound\n"
        with (
            Connection(HELLO, places=places) as connection,
            pytest.raises(DaemonTrouble, match="older"),
        ):
            connection.open()
        assert daemon_control.status(places) == daemon_control.Standing(pid=5)
        assert daemon_control.stop(places) == daemon.pid
        assert daemon.wait(PATIENCE_S) == 0


def test_a_daemon_in_the_foreground_is_this_process(places: Places, manner: Manner) -> None:
    script = (
        "import sys\n"
        "from editjournal.client.daemon_control import run\n"
        "from editjournal.client.finding import Manner\n"
        f"run(['--idle', '0.05'], manner=Manner(command={manner.command!r}))\n"
    )
    environment = {**os.environ, **places.environment()}
    subprocess.run([sys.executable, "-c", script], env=environment, check=True, timeout=PATIENCE_S)
    assert "serving at" in places.log.read_text()


def test_probe_tells_the_pid_of_a_daemon_and_nothing_of_a_stale_socket(
    places: Places, manner: Manner
) -> None:
    assert probe(places) is None
    pid = daemon_control.start(places, manner).pid
    assert probe(places) == pid
    _kill(pid)
    assert places.socket.exists()
    assert probe(places) is None


def test_a_starter_that_is_given_up_leaves_no_process(
    places: Places, manner: Manner, daemons: Daemons
) -> None:
    stuck = (sys.executable, "-c", "import signal; signal.pause()")
    starter = Starter(places, replace(manner, command=stuck))
    assert len(daemons()) == 1
    starter.close()
    assert not daemons()


def test_a_link_to_a_process_that_cannot_be_watched_says_so(places: Places) -> None:
    link = Link(places, 0)
    assert not link.sees_process
    assert not link.gone()
    link.close()


# --- roots --------------------------------------------------------------------------------------


def test_a_root_is_what_was_named_then_the_git_top_then_the_folder(tmp_path: Path) -> None:
    repository = tmp_path / "repository"
    below = repository / "a" / "b"
    below.mkdir(parents=True)
    cwd, env = os.fsencode(below), {"HOME": str(tmp_path)}
    assert default_root(cwd, env) == cwd
    (repository / ".git").write_text("gitdir: elsewhere\n")
    assert default_root(cwd, env) == os.fsencode(repository)
    named = {**env, "EDITJOURNAL_WORKSPACE": "../c"}
    assert default_root(cwd, named) == os.fsencode(repository / "a" / "c")
    assert default_root(cwd, named, b"..") == os.fsencode(repository / "a")


def test_the_root_folder_and_home_are_taken_only_when_named_outright(tmp_path: Path) -> None:
    home, env = os.fsencode(tmp_path), {"HOME": str(tmp_path)}
    (tmp_path / "link").symlink_to(tmp_path)
    for folder in (b"/", home, home + b"/link"):
        with pytest.raises(NoRoot, match="too wide"):
            default_root(folder, env)
        with pytest.raises(NoRoot, match="too wide"):
            default_root(b"/tmp", {**env, "EDITJOURNAL_WORKSPACE": os.fsdecode(folder)})
        assert default_root(b"/tmp", env, folder) == folder


def test_a_repository_of_the_home_folder_is_not_the_root_of_what_lies_in_it(
    tmp_path: Path,
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "notes").mkdir()
    notes = os.fsencode(tmp_path / "notes")
    assert default_root(notes, {"HOME": str(tmp_path)}) == notes
