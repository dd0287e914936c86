"""Random sessions in a world: edits of two agents, undo, redo, and changes from outside.

What is played is the same file throughout. Beside the world a model is kept that knows nothing but
single lines, each with the entry that brought it and those that took it.
"""

import codecs
from collections.abc import Iterator
from typing import NamedTuple

from hypothesis import strategies as st

from editjournal.daemon.core import text as texts
from editjournal.schemas.facts import Change, ChangedOutside, Edited, Entry
from editjournal.schemas.replies import Done
from editjournal.schemas.requests import (
    AnyRequest,
    Delete,
    Insert,
    Redo,
    Replace,
    Snapshot,
    Undo,
    Write,
)
from editjournal.schemas.values import BEFORE_JOURNAL, RelPath, Span, Version
from tests.core.test_history import Line, Naive
from tests.core.world import World

FILE = "f"
PATH = RelPath(b"f")


class Act(NamedTuple):
    kind: str
    at: int
    size: int
    text: str
    who: str


KINDS = (
    *("replace", "replace", "insert", "delete", "write", "outside", "outside", "saved back"),
    *("undo", "undo", "redo", "gone", "mode", "snapshot", "fails"),
)
TEXTS = ("x\n", "y\nz\n", "line\nline\n", "é\r\n", "", "last")
acts = st.lists(
    st.builds(
        Act,
        st.sampled_from(KINDS),
        st.integers(0, 8),
        st.integers(1, 3),
        st.sampled_from(TEXTS),
        st.sampled_from(["a", "b"]),
    ),
    max_size=14,
)
STARTS = (
    None,
    b"",
    b"one\ntwo\nthree\nfour\nfive\n",
    b"one\r\ntwo\r\nthree\r\nfour",
    codecs.BOM_UTF16_LE + "one\ntwo\nthree\n".encode("utf-16-le"),
    codecs.BOM_UTF8 + b"one\ntwo\n",
    b"\0binary\n\xff\n",
)


def play(start: bytes | None, plan: list[Act]) -> World:
    """Let it happen; what does not fit is refused and changes nothing."""
    world = World()
    if start is not None:
        world.outside(FILE, start)
        world.read("a", FILE) if b"\0" not in start else world.write("a", FILE, start + b"!")
    before = [start]
    for act in plan:
        before.append(world.files[PATH].data if PATH in world.files else None)
        _act(world, act, before)
        world.notice()
    return world


def _act(world: World, act: Act, before: list[bytes | None]) -> None:
    if act.kind in ("gone", "mode", "saved back", "outside"):
        _outside(world, act, before)
    elif act.kind == "fails":
        world.fails = "changed meanwhile"
        reply = world.ask(act.who, Write(FILE.encode(), f"never {act.text}"))
        assert not isinstance(reply, Done)
        world.fails = ""
    else:
        world.ask(act.who, _request(world, act))


def _request(world: World, act: Act) -> AnyRequest:
    file, span = FILE.encode(), Span(act.at + 1, act.at + act.size)
    edits = [edit.seq for edit in world.state.edits.by_seq.values()]
    chosen = edits[-1 - act.at % len(edits)] if edits else 0
    match act.kind:
        case "replace":
            return Replace(file, act.text, span=span, force=True)
        case "insert":
            return Insert(file, act.text, after=act.at)
        case "delete":
            return Delete(file, span=span)
        case "write":
            return Write(file, act.text * act.size)
        case "undo":
            return Undo(chosen, anyone=True)
        case "redo":
            return Redo(chosen, anyone=True)
        case _:
            return Snapshot(f"s{act.at}")


def _outside(world: World, act: Act, before: list[bytes | None]) -> None:
    now = world.files[PATH].data if PATH in world.files else None
    match act.kind:
        case "gone":
            data = None
        case "mode":
            data = now
        case "saved back":
            data = before[-1 - act.size % len(before)]
        case _:
            lines = (now or b"").split(b"\n")
            new = [act.text.encode()] * act.size
            data = b"\n".join([*lines[: act.at], *new, *lines[act.at + act.size - 1 :]])
    mode = 0o600 + act.at % 2 * 0o100 if act.kind == "mode" else None
    if data is not None or now is not None:
        world.outside(FILE, data, mode)


def steps_of(world: World) -> Iterator[tuple[Entry, Change]]:
    """Yield each entry that changed the file, with the change."""
    for entry in world.entries:
        match entry.fact:
            case Edited(changes=changes):
                pass
            case ChangedOutside(change=change):
                changes = (change,)
            case _:
                continue
        edit = world.state.edits.by_seq[entry.seq]
        yield from ((entry, one) for one in changes if one.path == PATH and edit.applied)


class Told(NamedTuple):
    """What the log's entries say that the file was after one of them."""

    version: Version | None
    data: bytes
    makers: list[int]
    """Of each line, the entry that brought it."""


class Model:
    """Every version of the file, told from the entries alone, line by line."""

    def __init__(self, world: World) -> None:
        file = world.state.files.by_path[PATH]
        lines = file.first.lines if file.first else 0
        self._naive = Naive([Line((BEFORE_JOURNAL, at), 0) for at in range(lines)])
        self._world = world
        self._versions: list[tuple[int, Version | None]] = [(0, file.first)]
        for entry, change in steps_of(world):
            self._take(entry, change)
            self._versions.append((entry.seq, change.after))

    def _take(self, entry: Entry, change: Change) -> None:
        flips = self._world.state.edits.by_seq[entry.seq].flips_in(PATH)
        if flips:
            active = self._naive.is_active
            here = {one for one in flips.undoes if active(one, entry.seq)}
            here |= {one for one in flips.redoes if not active(one, entry.seq)}
            self._naive.flip(entry.seq, here)
        else:
            self._naive.edit(entry.seq, change.splices)

    def at(self, seq: int) -> Told:
        version = next(one for at, one in reversed(self._versions) if at <= seq)
        data = self._world.versions[version.digest] if version else b""
        makers = [name[0] for name in self._naive.text(seq)]
        assert len(makers) == len(texts.split(data, version.unit)) if version else not makers
        return Told(version, data, makers)
