"""One daemon for all tests here, and a workspace for each; no process is left behind."""

import contextlib
import os
import shutil
import signal
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from editjournal.client import daemon_control
from editjournal.client.finding import DaemonTrouble
from editjournal.schemas.places import Places

from .surface import Desk

# A run in the background of a shell ignores it, and so would all that is started here.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def shared_places() -> Iterator[Places]:
    with places_of_its_own() as places:
        yield places


@contextlib.contextmanager
def places_of_its_own() -> Generator[Places]:
    """Give a daemon's folders, with short names, and end the daemon that came to be there."""
    folder = Path(tempfile.mkdtemp(prefix="ej"))
    places = Places(runtime=folder / "r", state=folder / "s")
    try:
        yield places
        daemon_control.stop(places, deadline_s=10)
    finally:
        with contextlib.suppress(DaemonTrouble):
            standing = daemon_control.status(places, deadline_s=1)
            if standing is not None:
                os.kill(standing.pid, signal.SIGKILL)
        shutil.rmtree(folder)


@pytest.fixture
def desk(shared_places: Places) -> Iterator[Desk]:
    """A workspace; after the test the daemon is still the one it was, and all hosts have ended."""
    root = Path(tempfile.mkdtemp(prefix="ejw"))
    daemon_control.start(shared_places)
    desk = Desk(root.resolve(), shared_places)
    before = desk.daemon_pid()
    try:
        yield desk
        for host in desk.hosts:
            host.close()
        assert desk.daemon_pid() == before
        desk.check()
    finally:
        for host in desk.hosts:
            host.kill()
        shutil.rmtree(root)


@pytest.fixture
def lone_desk() -> Iterator[Desk]:
    """A workspace whose daemon is not running yet, and serves nobody else."""
    root = Path(tempfile.mkdtemp(prefix="ejw"))
    with places_of_its_own() as places:
        desk = Desk(root.resolve(), places)
        try:
            yield desk
            for host in desk.hosts:
                host.close()
            desk.check()
        finally:
            for host in desk.hosts:
                host.kill()
            shutil.rmtree(root)
