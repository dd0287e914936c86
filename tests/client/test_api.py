"""The typed client before daemons that answer what they are told to."""

import asyncio
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
import zmq

from editjournal.client.api import Client, NoRoot, Refused
from editjournal.client.async_api import AsyncClient
from editjournal.client.finding import DaemonTrouble, Manner
from editjournal.client.words.reasons import with_words_of
from editjournal.schemas.messages import PROTOCOL, Answer, Ask, Welcome, encode
from editjournal.schemas.places import Places
from editjournal.schemas.replies import (
    AnyReply,
    Balanced,
    Blamed,
    ChipGone,
    ChipItem,
    ChipList,
    ChipShown,
    Contents,
    DiffReply,
    Done,
    EntryShown,
    LogItem,
    LogReply,
    Marked,
    Outlined,
    Preview,
    Ranged,
    Refusal,
    SessionList,
    Shown,
    StatusReply,
    Step,
    TrailReply,
    Unchanged,
    ViewList,
)
from editjournal.schemas.requests import (
    AnyRequest,
    Blame,
    Cat,
    CheckBalance,
    Chips,
    Commit,
    Confirm,
    Delete,
    Diff,
    DropChip,
    FuncRange,
    History,
    Insert,
    InsertChip,
    Item,
    Read,
    Redo,
    Replace,
    ReplaceSeveral,
    Restore,
    Rollback,
    Sessions,
    ShowChip,
    ShowEntry,
    ShowOutline,
    Snapshot,
    Status,
    TagRange,
    TargetName,
    Trail,
    Undo,
    UndoSeveral,
    Views,
    Write,
    WriteSeveral,
)
from editjournal.schemas.structure import Balance, Definition
from editjournal.schemas.values import Point, Span

SHOWN = Shown(path=b"a", total=1, blocks=())
TOTAL, AROUND = TargetName("function", "Cart.total"), TargetName("around", "3")
RANGED = Ranged(path=b"a", total=1, line=1, found=Definition("function", "f", 1, 1, 1))
BALANCED = Balanced(path=b"a", total=1, balance=Balance("go", "grammar"))
DONE = Done(files=())
PREVIEW = Preview(files=(), diffs=())
CHIPS = ChipList(items=(), now_ns=1)
CHIP = ChipShown(item=ChipItem("a3f7b2", 1, "test#1", "be-write", "refused", b"a", None, "x", 3))
GONE = ChipGone(chip="a3f7b2")
UNCHANGED = Unchanged(path=b"a", span=None)
MARKED = Marked(mark="commit", label="x", edits=())
STATUS = StatusReply(now_ns=1, session=1, name="test#1", edits=(), stale=())
LOG = LogReply(items=())
VIEWS = ViewList(items=(), now_ns=1)
SESSIONS = SessionList(items=(), now_ns=1)
ENTRY = EntryShown(item=LogItem(7, 1, 1, "test#1", "Edited", "be-write", "", ()))
CONTENTS = Contents(path=b"a", at=7, version=None)
DIFFERENCE = DiffReply(since=3, until=7, files=())
BLAMED = Blamed(path=b"a", at=7, total=0, runs=())
TRAIL = TrailReply(steps=())
REFUSAL = Refusal(code="not_found", path=b"a.py")


class Scripted:
    """A daemon in a thread that answers each request with the reply put for it."""

    def __init__(self, places: Places) -> None:
        places.runtime.mkdir()
        self.asked: list[Ask] = []
        self.reply: AnyReply = DONE
        self.replies: list[AnyReply] = []
        """Given before `reply`, one after another."""
        self._context = zmq.Context()
        self._router = self._context.socket(zmq.ROUTER)
        self._router.bind(f"ipc://{places.socket}")
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()
        self._places = places

    @property
    def requests(self) -> list[AnyRequest]:
        return [ask.request for ask in self.asked]

    def _serve(self) -> None:
        while True:
            who, kind, body = self._router.recv_multipart()
            if kind == b"hello":
                welcome = Welcome(PROTOCOL, "t", 0, "w1", b"/w", 1, "test#1", "", 0)
                self._router.send_multipart((who, b"welcome", encode(welcome)))
            elif kind == b"ask":
                ask = msgspec.msgpack.decode(body, type=Ask)
                self.asked.append(ask)
                reply = self.replies.pop(0) if self.replies else self.reply
                answer = encode(Answer(ask.id, reply))
                self._router.send_multipart((who, b"answer", answer))
            elif kind == b"end":
                break

    def end(self) -> None:
        last = self._context.socket(zmq.DEALER)
        last.connect(f"ipc://{self._places.socket}")
        last.send_multipart((b"end", b""))
        self._thread.join()
        last.close(linger=0)
        self._router.close(linger=0)
        self._context.term()
        self._places.socket.unlink()


@pytest.fixture
def scripted(places: Places) -> Iterator[Scripted]:
    scripted = Scripted(places)
    yield scripted
    scripted.end()


@pytest.fixture
def client(scripted: Scripted, places: Places, tmp_path: Path) -> Iterator[Client]:
    with Client(tmp_path, "test", places=places) as client:
        yield client


Said = tuple[Callable[[Client], AnyReply], AnyReply, AnyRequest]
SPAN = Span(1, 2)
ITEMS = (Item("x", span=SPAN), Item(b"\xff", old="y", file=b"b"))
CALLS: list[Said] = [
    (lambda it: it.read("a.py:3-4"), SHOWN, Read(b"a.py:3-4")),
    (lambda it: it.read("a.py:3-auto"), SHOWN, Read(b"a.py", target=AROUND)),
    (lambda it: it.read(b"a.py", target="Cart.total"), SHOWN, Read(b"a.py", target=TOTAL)),
    (lambda it: it.read("a.py", target="line:3-4"), SHOWN, Read(b"a.py", (Span(3, 4),))),
    (lambda it: it.replace("a", "x", target=TOTAL), DONE, Replace(b"a", "x", target=TOTAL)),
    (
        lambda it: it.insert("a", "x", target="Cart.total", before=True),
        *(DONE, Insert(b"a", "x", target=TOTAL, before=True)),
    ),
    (lambda it: it.insert("a", "x", target="line:3-4"), DONE, Insert(b"a", "x", 4)),
    (lambda it: it.insert("a", "x", target="line:3", before=True), DONE, Insert(b"a", "x", 2)),
    (lambda it: it.delete("a:3-auto"), DONE, Delete(b"a", target=AROUND)),
    (lambda it: it.func_range("a.py:3"), RANGED, FuncRange(b"a.py:3")),
    (lambda it: it.tag_range("a.py", 3), RANGED, TagRange(b"a.py", 3)),
    (lambda it: it.balance("a", verbose=True), BALANCED, CheckBalance(b"a", verbose=True)),
    (lambda it: it.outline("a"), Outlined(path=b"a", total=1, definitions=()), ShowOutline(b"a")),
    (
        lambda it: it.read(b"a", SPAN, Span(9, 0), max_bytes=5),
        *(SHOWN, Read(b"a", (SPAN, Span(9, 0)), 5)),
    ),
    (
        lambda it: it.replace("a", "new", span=SPAN, view=4, reanchor=True),
        *(DONE, Replace(b"a", "new", SPAN, view=4, reanchor=True)),
    ),
    (
        lambda it: it.replace("a", b"new", old="old", every=True, force=True, diff=True),
        *(DONE, Replace(b"a", b"new", old="old", all=True, force=True, diff=True)),
    ),
    (
        lambda it: it.replace("a:1", "new", preview=True),
        *(PREVIEW, Replace(b"a:1", "new", preview=True)),
    ),
    (
        lambda it: it.replace_several("a", iter(ITEMS), view=3, preview=True),
        *(PREVIEW, ReplaceSeveral(b"a", ITEMS, view=3, preview=True)),
    ),
    (
        lambda it: it.replace_several("a", ITEMS, force=True, reanchor=True, diff=True),
        *(DONE, ReplaceSeveral(b"a", ITEMS, force=True, reanchor=True, diff=True)),
    ),
    (
        lambda it: it.insert("a", "new", after=-1, view=3, force=True),
        *(DONE, Insert(b"a", "new", -1, view=3, force=True)),
    ),
    (
        lambda it: it.insert(b"a:9", b"n", preview=True, reanchor=True, diff=True),
        *(PREVIEW, Insert(b"a:9", b"n", preview=True, reanchor=True, diff=True)),
    ),
    (
        lambda it: it.delete("a", span=SPAN, old="x", view=3, force=True),
        *(DONE, Delete(b"a", SPAN, "x", 3, force=True)),
    ),
    (
        lambda it: it.delete("a", remove=True, preview=True, reanchor=True, diff=True),
        *(PREVIEW, Delete(b"a", remove=True, preview=True, reanchor=True, diff=True)),
    ),
    (
        lambda it: it.write(Path("a"), b"\xff", view=2, force=True),
        *(DONE, Write(b"a", b"\xff", view=2, force=True)),
    ),
    (
        lambda it: it.write("n/a", "x", parents=True, preview=True, diff=True),
        *(PREVIEW, Write(b"n/a", "x", parents=True, preview=True, diff=True)),
    ),
    (lambda it: it.write("a", "same"), UNCHANGED, Write(b"a", "same")),
    (
        lambda it: it.write_several({"a": "x", "b": b"y"}, views={"b": 7}, parents=True),
        *(DONE, WriteSeveral((Write(b"a", "x"), Write(b"b", b"y", 7)), parents=True)),
    ),
    (
        lambda it: it.write_several({Path("a"): "x"}, force=True, preview=True, diff=True),
        *(PREVIEW, WriteSeveral((Write(b"a", "x"),), force=True, preview=True, diff=True)),
    ),
    (
        lambda it: it.insert_chip("a:3", "chip://a3f7b2", view=2, diff=True, reanchor=True),
        *(DONE, InsertChip(b"a:3", "a3f7b2", view=2, diff=True, reanchor=True)),
    ),
    (
        lambda it: it.insert_chip("a", source=Path("b"), after=0, force=True, preview=True),
        *(PREVIEW, InsertChip(b"a", source=b"b", after=0, force=True, preview=True)),
    ),
    (
        lambda it: it.insert_chip("a:3", "a3f7b2", form="args"),
        *(DONE, InsertChip(b"a:3", "a3f7b2", form="args")),
    ),
    (lambda it: it.chips(3), CHIPS, Chips(3)),
    (
        lambda it: it.chips(text="x y", file=Path("a"), tool="be-write", session=4, left=True),
        *(CHIPS, Chips(30, "x y", b"a", "be-write", 4, left=True, reasons=with_words_of("x y"))),
    ),
    (lambda it: it.chips(since_ns=5), CHIPS, Chips(30, since_ns=5)),
    (lambda it: it.chips(session="codex#3"), CHIPS, Chips(30, session="codex#3")),
    (lambda it: it.chip("chip://a3f7b2", max_bytes=9), CHIP, ShowChip("a3f7b2", 9)),
    (lambda it: it.chip("a3f7b2"), CHIP, ShowChip("a3f7b2")),
    (lambda it: it.chip("a3f7b2", raw=True), CHIP, ShowChip("a3f7b2", raw=True)),
    (lambda it: it.drop_chip("chip://a3f7b2"), GONE, DropChip("a3f7b2")),
    (lambda it: it.confirm(77), DONE, Confirm(77)),
    (
        lambda it: it.confirm("chip://a3f7b2", file="b:1", view=3),
        *(UNCHANGED, Confirm(0, "a3f7b2", b"b:1", 3)),
    ),
    (lambda it: it.undo(3), DONE, Undo(3)),
    (lambda it: it.undo(3, preview=True), PREVIEW, Undo(3, preview=True)),
    (lambda it: it.redo(3, preview=True), PREVIEW, Redo(3, preview=True)),
    (
        lambda it: it.undo(3, resolve="newer", session="codex#3", anyone=True),
        *(DONE, Undo(3, anyone=True, session="codex#3", resolve="newer")),
    ),
    (
        lambda it: it.redo(3, resolve="force", session=4, anyone=True),
        *(DONE, Redo(3, anyone=True, session=4, resolve="force")),
    ),
    (
        lambda it: it.undo_several(session="codex#3", preview=True),
        *(PREVIEW, UndoSeveral("codex#3", preview=True)),
    ),
    (
        lambda it: it.undo_several("a", Path("d"), since=812, anyone=True, resolve="newer"),
        *(DONE, UndoSeveral(0, Point(812), (b"a", b"d"), anyone=True, resolve="newer")),
    ),
    (lambda it: it.restore(0), DONE, Restore(Point(1, before=True))),
    (
        lambda it: it.restore("before e9", "a", b"\xff", anyone=True, preview=True),
        *(PREVIEW, Restore(Point(9, before=True), (b"a", b"\xff"), anyone=True, preview=True)),
    ),
    (lambda it: it.rollback(2), DONE, Rollback(2)),
    (lambda it: it.rollback(session="codex#3"), DONE, Rollback(session="codex#3")),
    (lambda it: it.rollback(preview=True), PREVIEW, Rollback(1, preview=True)),
    (lambda it: it.rollback(resolve="newer"), DONE, Rollback(1, resolve="newer")),
    (lambda it: it.commit("x"), MARKED, Commit("x")),
    (lambda it: it.snapshot("x"), MARKED, Snapshot("x")),
    (lambda it: it.status(), STATUS, Status()),
    (lambda it: it.log("a", session=1, before=9, limit=5), LOG, History(b"a", 1, 9, 5)),
    (lambda it: it.status(session=3), STATUS, Status(3)),
    (
        lambda it: it.log(session="codex#3", agent="codex", tool="read", since=3, until="x y"),
        LOG,
        History(
            session="codex#3",
            agent="codex",
            tool="read",
            since=Point(3),
            until=Point(label="x y"),
        ),
    ),
    (lambda it: it.sessions(agent="codex", limit=3), SESSIONS, Sessions(3, "codex")),
    (lambda it: it.show(7, max_bytes=9), ENTRY, ShowEntry(7, 9)),
    (lambda it: it.cat("a:1-2"), CONTENTS, Cat(b"a:1-2")),
    (
        lambda it: it.cat("a", Point(time_ns=9), raw=True, max_bytes=9),
        *(CONTENTS, Cat(b"a", Point(time_ns=9), 9, raw=True)),
    ),
    (lambda it: it.diff(3), DIFFERENCE, Diff(Point(3))),
    (
        lambda it: it.diff("before it", 7, file="d", max_bytes=9),
        *(DIFFERENCE, Diff(Point(label="before it"), Point(7), b"d", 9)),
    ),
    (lambda it: it.blame("a:3", 7, max_bytes=9), BLAMED, Blame(b"a:3", Point(7), 9)),
    (
        lambda it: it.trail_page("codex#3", after=9, limit=5),
        *(TRAIL, Trail("codex#3", 9, 5)),
    ),
    (lambda it: it.log(session="codex#3"), LOG, History(session="codex#3")),
    (lambda it: it.views(), VIEWS, Views()),
    (lambda it: it.views(session="codex#3"), VIEWS, Views(session="codex#3")),
    (
        lambda it: it.views(Path("a"), session=1, stale=True, limit=5),
        *(VIEWS, Views(b"a", 1, 5, stale=True)),
    ),
]


def test_each_method_sends_its_request_and_returns_its_reply(
    client: Client, scripted: Scripted
) -> None:
    for call, reply, _ in CALLS:
        scripted.reply = reply
        assert call(client) == reply
    assert scripted.requests == [request for _, _, request in CALLS]


def test_the_asynchronous_client_has_every_method_and_says_the_same_of_it() -> None:
    """A coroutine for each, but for what makes the client and what it is made of."""
    methods = {name for name in vars(Client) if not name.startswith("_")}
    assert methods <= vars(AsyncClient).keys()
    for name in methods - {"close"}:
        assert vars(AsyncClient)[name].__doc__ == vars(Client)[name].__doc__


def steps(*seqs: int) -> tuple[Step, ...]:
    return tuple(Step(LogItem(seq, 1, 3, "codex#3", "Edited", "", "", ())) for seq in seqs)


def test_a_trail_goes_from_page_to_page_up_to_what_was_the_newest_entry(
    client: Client, scripted: Scripted
) -> None:
    scripted.replies = [
        TrailReply(seq=90, steps=steps(3, 5), more=True),
        TrailReply(seq=91, steps=steps(7, 89, 90), more=True),
    ]
    assert [one.item.seq for one in client.trail(3)] == [3, 5, 7, 89]
    assert scripted.requests == [Trail(3), Trail(3, after=5)]


def test_the_asynchronous_client_walks_a_trail_too(client: Client, scripted: Scripted) -> None:
    scripted.replies = [
        TrailReply(seq=90, steps=steps(3), more=True),
        TrailReply(seq=91, steps=steps(5)),
    ]

    async def walk() -> list[int]:
        both = AsyncClient(client)
        return [one.item.seq async for one in both.trail("codex#3", after=2)]

    assert asyncio.run(walk()) == [3, 5]
    assert scripted.requests == [Trail("codex#3", after=2), Trail("codex#3", after=3)]


def test_a_point_that_is_none_is_not_asked_for(client: Client, scripted: Scripted) -> None:
    with pytest.raises(ValueError, match="point of the log"):
        client.restore("2026-13-01")
    assert scripted.requests == []


def test_calls_carry_the_current_folder_and_ids_that_count_up(
    client: Client, scripted: Scripted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.undo(1)
    monkeypatch.chdir(tmp_path)
    client.undo(1)
    first, second = scripted.asked
    assert second.cwd == os.fsencode(tmp_path)
    assert (first.id.counter, second.id.counter) == (1, 2)
    assert first.id.lane == second.id.lane > 0


def test_a_refusal_is_raised_with_its_reply(client: Client, scripted: Scripted) -> None:
    scripted.reply = REFUSAL
    with pytest.raises(Refused) as raised:
        client.read("a.py")
    assert raised.value.reply == REFUSAL
    assert str(raised.value) == "not_found: a.py"


def test_a_reply_of_another_kind_is_a_trouble(client: Client, scripted: Scripted) -> None:
    scripted.reply = LOG
    with pytest.raises(DaemonTrouble, match="LogReply instead of Shown"):
        client.read("a.py")


def test_a_client_without_a_root_takes_the_current_folder_and_never_the_whole_disk(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir("/")
    monkeypatch.delenv("EDITJOURNAL_WORKSPACE", raising=False)
    with pytest.raises(NoRoot):
        Client(places=places)


def test_the_asynchronous_client_leaves_the_loop_free(places: Places, manner: Manner) -> None:
    async def talk() -> tuple[Marked, Marked]:
        one = AsyncClient(Client("/w", key="k", places=places, manner=manner))
        other = AsyncClient(Client("/w", key="k", places=places, manner=manner))
        async with one, other:
            return await asyncio.gather(one.commit("a"), other.commit("b"))

    marked = asyncio.run(talk())
    assert [mark.label for mark in marked] == ["a", "b"]


TWO_PLACES_OR_NONE: list[Callable[[Client], object]] = [
    lambda it: it.read("a.py", target="a:hover"),
    lambda it: it.read("a.py:3-auto", target="f"),
    lambda it: it.replace("a.py", "x", span=Span(1, 2), target="f"),
    lambda it: it.insert("a.py", "x", after=3, target="f"),
    lambda it: it.insert("a.py", "x", after=3, target="line:4-"),
]


@pytest.mark.parametrize("call", TWO_PLACES_OR_NONE)
def test_a_target_that_is_none_or_one_beside_lines_is_not_asked_for(
    client: Client, scripted: Scripted, call: Callable[[Client], object]
) -> None:
    with pytest.raises(ValueError, match="give "):
        call(client)
    assert not scripted.requests


def test_the_asynchronous_client_raises_as_the_other_does(
    client: Client, scripted: Scripted
) -> None:
    async def talk() -> None:
        scripted.reply = REFUSAL
        both = AsyncClient(client)
        with pytest.raises(Refused):
            await both.read("a.py", Span(1, 2))
        await both.close()

    asyncio.run(talk())
    assert scripted.requests == [Read(b"a.py", (Span(1, 2),))]
