"""What the feed of a workspace tells, for tests that wait until something is known."""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

from editjournal.client.api import Client
from editjournal.schemas.facts import ChangedOutside, Entry
from editjournal.schemas.messages import Told

from .surface import Desk

SILENCE_MS = 60_000
"""Of the feed, after which what was waited for does not come."""


class Ear:
    """A subscription to all entries and notices; it needs no view, and gets no notices itself."""

    def __init__(self, desk: Desk) -> None:
        self._root = desk.root
        self._client = Client(desk.root, "ear", places=desk.places)
        self._feed = self._client.feed()
        self.entries: list[Entry] = []
        self.told: list[Told] = []
        self.outside: dict[str, list[Entry]] = {}
        """Changes from outside, by the file's name."""

    def until(self, holds: Callable[[], bool]) -> None:
        """Listen until it is so, with what has come by then."""
        while not holds():
            news = self._feed.receive(SILENCE_MS)
            if news is None:
                pytest.fail(f"nothing more came after {self.entries[-3:]} {self.told[-3:]}")
            if isinstance(news, Entry):
                self._take(news)
            elif isinstance(news, Told):
                self.told.append(news)

    def _take(self, entry: Entry) -> None:
        self.entries.append(entry)
        if isinstance(entry.fact, ChangedOutside):
            name = os.fsdecode(entry.fact.change.path)
            self.outside.setdefault(name, []).append(entry)

    def until_known(self, path: Path) -> Entry:
        """Wait until the log has a file as a program has left it, and return the entry."""
        name, left = path.relative_to(self._root).as_posix(), _lies_there(path)
        self.until(lambda: any(_left(entry) == left for entry in self.outside.get(name, ())[-1:]))
        return self.outside[name][-1]

    def __enter__(self) -> Self:
        self._feed.open()
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        self._feed.close()
        self._client.close()


def _left(entry: Entry) -> tuple[bytes, int] | None:
    """Return digest and mode of a file after an outside change; None: it is gone."""
    assert isinstance(entry.fact, ChangedOutside)
    after = entry.fact.change.after
    return (after.digest, after.mode) if after else None


def _lies_there(path: Path) -> tuple[bytes, int] | None:
    try:
        data = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return hashlib.sha256(data).digest(), path.stat().st_mode & 0o7777
