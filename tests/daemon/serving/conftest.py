"""Folders for a daemon, and servers in them that end with the test."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from editjournal.daemon.serving.ownership import prepare_folders
from editjournal.schemas.places import Places
from tests.daemon.serving.staging import Serve


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="ej") as name:
        yield Path(name)


@pytest.fixture
def places(folder: Path) -> Places:
    places = Places(runtime=folder / "r", state=folder / "s")
    prepare_folders(places)
    return places


@pytest.fixture
def serve(places: Places) -> Iterator[Serve]:
    serve = Serve(places)
    yield serve
    for running in serve.running:
        running.end()
    assert not places.socket.exists()
