"""The server over real sockets, in this process, before a workspace that does as it is told."""

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TextIO

import msgspec
import pytest

from editjournal.daemon.serving.lifecycle import run
from editjournal.daemon.serving.logfile import without_contents
from editjournal.daemon.serving.ownership import Unusable, claim, prepare_folders
from editjournal.daemon.serving.server import Bounds
from editjournal.schemas.facts import RequestId
from editjournal.schemas.messages import PROTOCOL, Hello, Pong, Trouble, encode
from editjournal.schemas.places import Places, find_places
from editjournal.schemas.replies import Marked
from tests.daemon.serving.staging import PATIENCE_S, FakeWorkspaces, Serve

FAKE_DAEMON = Path(__file__).with_name("fake_daemon.py")

# --- calls --------------------------------------------------------------------------------------


def test_a_hello_opens_a_session_and_its_calls_are_answered_by_id(serve: Serve) -> None:
    client = serve().client()
    welcome = client.hello()
    assert (welcome.workspace, welcome.root, welcome.seq, welcome.pid) == (
        "w1",
        b"/w",
        7,
        os.getpid(),
    )
    first, second = client.ask("one"), client.ask("two")
    answers = {answer.id: answer.reply for answer in (client.answer(), client.answer())}
    assert answers == {
        first: Marked(mark="commit", label="one", edits=()),
        second: Marked(mark="commit", label="two", edits=()),
    }


def test_a_thousand_messages_at_once_are_all_answered(serve: Serve) -> None:
    client = serve(Bounds(running_per_session_max=2000, running_max=2000)).client()
    client.hello()
    asked = {client.ask("x") for _ in range(1000)}
    assert {client.answer().id for _ in range(1000)} == asked


def test_messages_that_piled_up_are_all_taken(serve: Serve) -> None:
    running = serve()
    client = running.client()
    held = threading.Event()
    running.loop.call_soon_threadsafe(held.wait, PATIENCE_S)
    for _ in range(500):
        client.send(b"bye", b"\x01")
    client.send(b"ping")
    held.set()
    assert client.receive()[0] == b"pong"


def test_a_hello_in_another_protocol_is_refused_with_both_versions_named(serve: Serve) -> None:
    client = serve().client()
    client.send(b"hello", msgspec.msgpack.encode({"protocol": 99, "build": "9.9", "new": []}))
    trouble = client.trouble()
    assert trouble.code == "protocol"
    assert "99 (build 9.9)" in trouble.message
    assert f"daemon {PROTOCOL} (build " in trouble.message
    assert trouble.next == "editjournal daemon restart"


def test_a_workspace_that_cannot_be_entered_is_a_trouble_with_its_code(serve: Serve) -> None:
    client = serve().client()
    client.send(b"hello", encode(Hello(PROTOCOL, "t", b"/elsewhere", "test")))
    assert client.trouble() == Trouble("no_workspace", "there is none", "name another")


def test_a_call_that_its_workspace_does_not_take_is_a_trouble_with_its_id(serve: Serve) -> None:
    client = serve().client()
    client.hello()
    wanted = client.ask("read only")
    assert client.trouble() == Trouble(
        "read_only", "the log is damaged", "editjournal repair", wanted
    )


def test_a_call_without_a_hello_or_for_another_session_is_not_taken(serve: Serve) -> None:
    running = serve()
    other, client = running.client(), running.client()
    other.hello()
    client.session = other.session
    client.ask("x")
    assert client.trouble().code == "unknown_session"
    client.hello()
    client.session = other.session
    wanted = client.ask("x")
    trouble = client.trouble()
    assert (trouble.code, trouble.id) == ("unknown_session", wanted)
    assert running.fake.workspace.events.empty()


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (b"ask", b""),
        (b"ask", b"\xc1"),
        (b"ask", b"\x91" * 5000),
        (b"hello", b"\xff\xff"),
        (b"hello", msgspec.msgpack.encode({"protocol": PROTOCOL})),
        (b"hello", msgspec.msgpack.encode([1, 2])),
        (b"hello", msgspec.msgpack.encode({"protocol": PROTOCOL, "build": 1})),
        (b"what", b""),
        (b"", b""),
    ],
)
def test_a_malformed_message_is_told_so_and_the_connection_lives(
    serve: Serve, kind: bytes, body: bytes
) -> None:
    client = serve().client()
    client.hello()
    client.send(kind, body)
    assert client.trouble().code == "malformed"
    assert client.still_answers()


def test_a_message_of_one_or_three_frames_is_malformed(serve: Serve) -> None:
    client = serve().client()
    client.socket.send(b"ping")
    assert client.trouble().code == "malformed"
    client.socket.send_multipart((b"ping", b"", b""))
    assert client.trouble().code == "malformed"


def test_an_ask_of_an_unknown_kind_is_malformed_and_keeps_its_id(serve: Serve) -> None:
    client = serve().client()
    client.hello()
    question = {"workspace": "w1", "session": 1, "id": [1, 5], "request": {"type": "Fly"}}
    client.send(b"ask", msgspec.msgpack.encode(question))
    trouble = client.trouble()
    assert (trouble.code, trouble.id) == ("malformed", RequestId(1, 5))


def test_a_message_over_the_limit_is_too_large_and_the_connection_lives(serve: Serve) -> None:
    client = serve(Bounds(message_bytes_max=10_000)).client()
    client.hello()
    wanted = client.ask("x" * 10_000)
    trouble = client.trouble()
    assert (trouble.code, trouble.id) == ("too_large", wanted)
    assert client.still_answers()


def test_a_call_whose_deadline_has_passed_is_not_run(serve: Serve) -> None:
    running = serve()
    client = running.client()
    client.hello()
    late = client.question("late", expires_ns=time.monotonic_ns() - 1)
    client.send(b"ask", encode(late))
    trouble = client.trouble()
    assert (trouble.code, trouble.id) == ("expired", late.id)
    client.send(b"ask", encode(client.question("late", deadline_ms=0)))
    assert client.trouble().code == "expired"
    assert running.fake.workspace.events.empty()
    client.send(b"ask", encode(client.question("x", expires_ns=time.monotonic_ns() + 10**11)))
    client.answer()


def test_calls_over_the_bound_of_a_session_are_busy_and_others_go_on(serve: Serve) -> None:
    running = serve(Bounds(running_per_session_max=2))
    client, other = running.client(), running.client()
    client.hello()
    other.hello()
    waiting = {client.ask("gate"), client.ask("gate")}
    over = client.ask("x")
    trouble = client.trouble()
    assert (trouble.code, trouble.id) == ("busy", over)
    assert other.still_answers()
    running.open_gate()
    assert {client.answer().id, client.answer().id} == waiting
    assert client.still_answers()


@pytest.mark.parametrize("bounds", [Bounds(running_max=2), Bounds(running_bytes_max=3000)])
def test_calls_over_the_bounds_of_the_daemon_are_busy(serve: Serve, bounds: Bounds) -> None:
    running = serve(bounds)
    client, other = running.client(), running.client()
    client.hello()
    other.hello()
    client.ask("gate" + "x" * 1200)
    client.ask("gate" + "x" * 1200)
    running.event()
    running.event()
    other.ask("x" * 1200)
    assert other.trouble().code == "busy"
    running.open_gate()
    client.answer()
    client.answer()
    assert other.still_answers()


def test_a_handler_that_crashes_is_a_trouble_and_the_log_names_no_content(
    serve: Serve, caplog: pytest.LogCaptureFixture
) -> None:
    client = serve().client()
    client.hello()
    wanted = client.ask("crash")
    trouble = client.trouble()
    assert (trouble.code, trouble.id) == ("internal", wanted)
    assert "ValueError" in trouble.message
    assert "text of a file" not in trouble.message
    assert client.still_answers()
    assert "builtins.ValueError" in caplog.text
    assert "in ask" in caplog.text
    assert "text of a file" not in caplog.text


def test_the_log_names_a_failure_with_its_causes() -> None:
    with pytest.raises(FileNotFoundError) as raised:
        Path("/nowhere/at/all").read_text(encoding="utf-8")
    error = ValueError("text of a file")
    error.__cause__ = raised.value
    text = without_contents(error)
    assert "builtins.ValueError" in text
    assert "FileNotFoundError errno 2" in text
    assert "text of a file" not in text


def test_an_answer_to_a_client_that_left_is_forgotten_and_the_daemon_goes_on(
    serve: Serve, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    running = serve()
    gone, other = running.client(), running.client()
    gone.hello()
    gone.ask("gate")
    assert running.event() == "began gate"
    gone.socket.close(linger=0)
    other.hello()
    while running.context.closed or other.pong().sessions != 2:
        pass
    running.open_gate()
    assert other.still_answers()


# --- the end ------------------------------------------------------------------------------------


def test_a_stop_is_answered_after_the_running_calls_and_the_workspaces_are_closed(
    serve: Serve,
) -> None:
    running = serve()
    client, stopper, late = running.client(), running.client(), running.client()
    client.hello()
    wanted = client.ask("gate")
    assert running.event() == "began gate"
    stopper.send(b"stop", b"of whatever protocol")
    while True:  # until the stop has been taken
        late.send(b"hello", encode(Hello(PROTOCOL, "t", b"/w", "test")))
        if late.receive()[0] == b"refused":
            break
    client.ask("too late")
    assert client.trouble().code == "stopping"
    running.open_gate()
    assert client.answer().id == wanted
    kind, body = stopper.receive()
    assert kind == b"stopping"
    assert msgspec.msgpack.decode(body, type=Pong).pid == os.getpid()
    assert running.event() == "ended gate"
    assert running.event() == "workspaces closed"
    running.join()


def test_a_stop_does_not_wait_for_ever_for_a_call_that_hangs(serve: Serve) -> None:
    running = serve(Bounds(finish_s=0.05))
    client = running.client()
    client.hello()
    client.ask("gate")
    client.send(b"stop")
    assert client.receive()[0] == b"stopping"
    running.join()
    assert running.server.left_behind


def test_without_clients_the_daemon_ends_and_with_one_it_stays(serve: Serve) -> None:
    running = serve(Bounds(idle_s=0.05))
    client = running.client()
    client.hello(key="tty1")
    for _ in range(20):
        client.ask("x")
        client.answer()
    client.bye()
    running.join()
    assert running.event() == "began x"


def test_a_daemon_whose_socket_was_replaced_ends_and_leaves_the_new_one(
    serve: Serve, places: Places
) -> None:
    running = serve(Bounds(check_s=0.02))
    places.socket.unlink()
    places.socket.write_bytes(b"another's")
    running.join()
    assert places.socket.read_bytes() == b"another's"
    places.socket.unlink()


# --- being the only one -------------------------------------------------------------------------


def _start(places: Places, *arguments: str) -> tuple["subprocess.Popen[bytes]", str]:
    """Start a daemon as a child of this process; return it and its word."""
    process, pipe = _begin(places, *arguments)
    with pipe:
        return process, pipe.readline()


def _begin(places: Places, *arguments: str) -> tuple["subprocess.Popen[bytes]", TextIO]:
    read, write = os.pipe()
    process = subprocess.Popen(
        [sys.executable, FAKE_DAEMON, "--ready-fd", str(write), *arguments],
        pass_fds=(write,),
        stderr=subprocess.PIPE,
        env={**os.environ, **places.environment()},
    )
    os.close(write)
    return process, os.fdopen(read)


def _end(process: "subprocess.Popen[bytes]") -> tuple[int, bytes]:
    _, errors = process.communicate(timeout=PATIENCE_S)
    return process.returncode, errors


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_daemon_cleanly_and_removes_its_sockets(
    places: Places, number: signal.Signals
) -> None:
    process, word = _start(places)
    assert word == "ready\n"
    assert places.socket.stat().st_mode & 0o77 == 0
    assert places.log.stat().st_mode & 0o77 == 0
    process.send_signal(number)
    assert _end(process) == (0, b"")
    assert sorted(p.name for p in places.runtime.iterdir()) == ["daemon.lock", "starting.lock"]


def test_a_second_daemon_says_that_one_runs_and_leaves_it_alone(places: Places) -> None:
    first, _ = _start(places)
    inode = places.socket.stat().st_ino
    second, word = _start(places)
    assert word == "running\n"
    assert _end(second) == (0, b"already running\n")
    assert places.socket.stat().st_ino == inode
    first.terminate()
    assert _end(first)[0] == 0


def test_a_stale_socket_and_the_pid_of_a_living_process_in_the_lock_hinder_nobody(
    places: Places,
) -> None:
    killed, _ = _start(places)
    killed.kill()
    _end(killed)
    assert places.socket.exists()
    places.lock.write_text(f"pid {os.getpid()}, started 1\n")
    process, word = _start(places)
    assert word == "ready\n"
    assert f"pid {process.pid}," in places.lock.read_text()
    process.terminate()
    assert _end(process)[0] == 0


def test_a_daemon_starts_when_the_one_before_it_has_let_go(places: Places) -> None:
    leaving = claim(places)  # holds the lock, and no socket accepts: it is on its way out
    assert leaving is not None
    leaving.started()
    process, pipe = _begin(places)
    waits = f" {process.pid} "
    while process.poll() is None and not any(
        "->" in line and waits in line for line in Path("/proc/locks").read_text().split("\n")
    ):
        pass
    leaving.release()
    with pipe:
        assert pipe.readline() == "ready\n"
    process.terminate()
    assert _end(process)[0] == 0


def test_sockets_left_by_a_dead_daemon_are_removed_once_the_lock_is_held(places: Places) -> None:
    for path in (places.socket, places.feed):
        path.touch()
    ownership = claim(places)
    assert ownership is not None
    assert not places.socket.exists()
    assert not places.feed.exists()
    ownership.started()
    ownership.release()


def test_an_idle_daemon_ends_by_itself(places: Places) -> None:
    process, word = _start(places, "--idle", "0.05")
    assert word == "ready\n"
    assert _end(process) == (0, b"")


def test_a_runtime_folder_open_to_others_is_closed_to_them(folder: Path) -> None:
    places = Places(runtime=folder / "r", state=folder / "s")
    places.runtime.mkdir()
    places.runtime.chmod(0o777)
    prepare_folders(places)
    assert places.runtime.stat().st_mode & 0o777 == 0o700
    assert places.state.stat().st_mode & 0o777 == 0o700


def test_a_runtime_folder_that_is_a_link_or_a_file_is_not_used(folder: Path) -> None:
    (folder / "elsewhere").mkdir()
    (folder / "link").symlink_to(folder / "elsewhere")
    (folder / "file").touch()
    for name in ("link", "file", "file/below"):
        with pytest.raises(Unusable):
            prepare_folders(Places(runtime=folder / name, state=folder / "s"))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_runtime_folder_of_another_user_is_not_used(folder: Path) -> None:
    places = Places(runtime=folder / "r", state=folder / "s")
    places.runtime.mkdir()
    os.chown(places.runtime, 12345, 12345)
    with pytest.raises(Unusable, match="belongs to another user"):
        prepare_folders(places)


def test_a_socket_path_too_long_for_the_system_is_said_with_the_way_out(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDITJOURNAL_RUNTIME", str(folder / ("x" * 100)))
    monkeypatch.setenv("EDITJOURNAL_STATE", str(folder / "s"))
    umask = os.umask(0)
    try:
        assert run([], lambda _places, _settings: FakeWorkspaces()) == 1
    finally:
        os.umask(umask)
        signal.alarm(0)
    assert "set EDITJOURNAL_RUNTIME to a shorter folder" in capsys.readouterr().err


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another user")
def test_a_message_of_another_user_is_refused(serve: Serve, folder: Path, places: Places) -> None:
    serve()
    for path in (folder, places.runtime, places.socket):
        path.chmod(0o777)
    script = (
        "import os, zmq\n"
        "os.setresuid(12345, 12345, 12345)\n"
        "socket = zmq.Context().socket(zmq.DEALER)\n"
        f"socket.connect('ipc://{places.socket}')\n"
        "socket.send_multipart((b'stop', b''))\n"
        "print(socket.recv_multipart())\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert b"refused" in ran.stdout
    assert b"other_user" in ran.stdout


def test_places_follow_the_environment_and_fall_back_to_the_state_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("EDITJOURNAL_RUNTIME", "EDITJOURNAL_STATE", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder / "none"))
    state = folder / ".local/state/editjournal"
    assert find_places() == Places(runtime=state / "run", state=state)
    folder.chmod(0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "x"))
    assert find_places() == Places(runtime=folder / "editjournal", state=folder / "x/editjournal")
    for name, value in Places(Path("/a"), Path("/b")).environment().items():
        monkeypatch.setenv(name, value)
    assert find_places() == Places(runtime=Path("/a"), state=Path("/b"))
