"""A runtime folder of one's own, and the fake daemon in it; no process is left behind."""

import contextlib
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import zmq

from editjournal.client import daemon_control
from editjournal.client.finding import DaemonTrouble, Manner
from editjournal.schemas.places import Places

FAKE_DAEMON = Path(__file__).parents[1] / "daemon" / "serving" / "fake_daemon.py"


@pytest.fixture
def places() -> Iterator[Places]:
    with tempfile.TemporaryDirectory(prefix="ej") as name:
        places = Places(runtime=Path(name) / "r", state=Path(name) / "s")
        yield places
        left = _end_all(places)
        assert not left, f"daemons that did not end when told to: {left}"


@pytest.fixture
def manner() -> Manner:
    """Start the fake daemon, and notice silence soon."""
    return Manner(command=(sys.executable, str(FAKE_DAEMON)), silence_s=0.2)


@pytest.fixture
def daemons(places: Places) -> Callable[[], list[int]]:
    """Return a function that lists the daemons of `places`, by all processes' environments."""
    return lambda: _daemons(places)


def _daemons(places: Places) -> list[int]:
    wanted = b"EDITJOURNAL_RUNTIME=" + os.fsencode(places.runtime)
    return [pid for pid in map(int, _numbers()) if wanted in _environment(pid)]


def _numbers() -> list[str]:
    return [path.name for path in Path("/proc").iterdir() if path.name.isdigit()]


def _environment(pid: int) -> list[bytes]:
    try:
        return Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return []


def _end_all(places: Places) -> list[int]:
    """Stop the daemon as a user does; kill and return what is left then."""
    for pid in _daemons(places):
        os.kill(pid, signal.SIGCONT)
    with contextlib.suppress(DaemonTrouble):
        daemon_control.stop(places, deadline_s=10)
    left = _daemons(places)
    for pid in left:
        ended = os.pidfd_open(pid)
        os.kill(pid, signal.SIGKILL)
        zmq.zmq_poll([(ended, zmq.POLLIN)], 5000)
        os.close(ended)
    return left
