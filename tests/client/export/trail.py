"""Trails as the daemon gives them, made of files before and after each step."""

import hashlib
from typing import Any

from msgspec.structs import replace

from editjournal.client.export.file_diff import Held
from editjournal.schemas.replies import Block, FileDone, LogItem, Step, TrailFile
from editjournal.schemas.values import Unit, Version

START_NS = 1_777_638_600_000_000_000
Tree = dict[bytes, Held]


def version(held: Held | None) -> Version | None:
    if held is None:
        return None
    data, mode = held
    digest = hashlib.sha256(data).digest()
    return Version(digest, len(data), data.count(b"\n"), Unit.LF, mode)


def file(path: bytes, old: Held | None, new: Held | None) -> TrailFile:
    return TrailFile(
        path,
        version(old),
        version(new),
        old.data if old else b"",
        new.data if new else b"",
    )


def item(seq: int, kind: str = "Edited", name: str = "codex#3", **more: Any) -> LogItem:
    tool = "be-write" if kind == "Edited" else "be-read"
    session = int(name.rpartition("#")[2] or 0)
    given = LogItem(seq, START_NS + seq * 10**9, session, name, kind, tool, "", ())
    return replace(given, **more)


def step(seq: int, before: Tree, after: Tree, **more: Any) -> Step:
    """Return an edit that made one tree into another."""
    paths = sorted(one for one in {*before, *after} if before.get(one) != after.get(one))
    done = tuple(FileDone(path, (), 0, 1) for path in paths)
    files = tuple(file(path, before.get(path), after.get(path)) for path in paths)
    return Step(item(seq, files=done, **more), b"{}", (), files)


def trail(*trees: Tree, first: int = 1) -> list[Step]:
    """Return the steps from no file at all through these trees."""
    pairs = zip(({}, *trees[:-1]), trees, strict=True)
    return [step(first + at, before, after) for at, (before, after) in enumerate(pairs)]


def looked(seq: int) -> Step:
    seen = (Block("lines", 1, 1, ("seen \udce9",)),)
    return Step(item(seq, "Viewed"), b"\xff", seen)
