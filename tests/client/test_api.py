"""The typed client before daemons that answer what they are told to."""

import asyncio
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import zmq

from editjournal.client.api import Client, NoRoot, Refused
from editjournal.client.async_api import AsyncClient
from editjournal.client.finding import DaemonTrouble, Manner
from editjournal.schemas.messages import (
    PROTOCOL,
    Answer,
    AnyReply,
    AnyRequest,
    Ask,
    Commit,
    Done,
    History,
    LogReply,
    Marked,
    Read,
    Redo,
    Refusal,
    Replace,
    Rollback,
    Shown,
    Status,
    StatusReply,
    Unchanged,
    Undo,
    Welcome,
    Write,
    encode,
)
from editjournal.schemas.places import Places
from editjournal.schemas.values import Span

SHOWN = Shown(path=b"a", total=1, blocks=())
DONE = Done(files=())
UNCHANGED = Unchanged(path=b"a", span=None)
MARKED = Marked(mark="commit", label="x", edits=())
STATUS = StatusReply(now_ns=1, session=1, name="test#1", edits=(), stale=())
LOG = LogReply(items=())
REFUSAL = Refusal(code="not_found", path=b"a.py")


class Scripted:
    """A daemon in a thread that answers each request with the reply put for it."""

    def __init__(self, places: Places) -> None:
        places.runtime.mkdir()
        self.asked: list[Ask] = []
        self.reply: AnyReply = DONE
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
                answer = encode(Answer(ask.id, self.reply))
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


def test_each_method_sends_its_request_and_returns_its_reply(
    client: Client, scripted: Scripted
) -> None:
    scripted.reply = SHOWN
    assert client.read("a.py:3-4") == SHOWN
    assert client.read(b"a", Span(1, 2), Span(9, 0), max_bytes=5) == SHOWN
    scripted.reply = DONE
    assert client.replace("a", "new", span=Span(1, 1), view=4) == DONE
    assert client.replace("a", b"new", old="old", every=True, force=True) == DONE
    assert client.write(Path("a"), b"\xff", view=2, force=True) == DONE
    assert client.undo(3) == DONE
    assert client.redo(3) == DONE
    assert client.rollback(2) == DONE
    scripted.reply = UNCHANGED
    assert client.write("a", "same") == UNCHANGED
    scripted.reply = MARKED
    assert client.commit("x") == MARKED
    scripted.reply = STATUS
    assert client.status() == STATUS
    scripted.reply = LOG
    assert client.log("a", session=1, before=9, limit=5) == LOG
    assert scripted.requests == [
        Read(b"a.py:3-4"),
        Read(b"a", (Span(1, 2), Span(9, 0)), 5),
        Replace(b"a", "new", Span(1, 1), view=4),
        Replace(b"a", b"new", old="old", all=True, force=True),
        Write(b"a", b"\xff", view=2, force=True),
        Undo(3),
        Redo(3),
        Rollback(2),
        Write(b"a", "same"),
        Commit("x"),
        Status(),
        History(b"a", 1, 9, 5),
    ]


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
