"""A server in a thread, before a workspace that does as it is told, and raw clients."""

import asyncio
import queue
import threading
from dataclasses import dataclass, field

import msgspec
import zmq

from editjournal.daemon.service import Feed, NoFeed, NoWorkspace
from editjournal.daemon.serving.server import Bounds, Server
from editjournal.schemas.facts import RequestId
from editjournal.schemas.messages import (
    PROTOCOL,
    Answer,
    Ask,
    Bye,
    Hello,
    Pong,
    Trouble,
    Welcome,
    encode,
)
from editjournal.schemas.places import Places
from editjournal.schemas.replies import AnyReply, Marked
from editjournal.schemas.requests import Commit

PATIENCE_S = 20


class FakeWorkspace:
    """Answers a commit with its label; "gate" and "late gate" wait, "crash" raises.

    The agent "slow" waits at the gate before its session is open. `events` tells what happens.
    """

    def __init__(self, root: bytes) -> None:
        self.id = "w1"
        self.root = root
        self.seq = 7
        self.feed: Feed = NoFeed()
        self.events: queue.Queue[str] = queue.Queue()
        self.gates = {"gate": asyncio.Event(), "late gate": asyncio.Event()}
        self._sessions = 0
        self._keys: dict[str, int] = {}

    async def open_session(self, hello: Hello) -> tuple[int, str]:
        self._sessions += 1
        number = hello.resume or self._keys.get(hello.key) or self._sessions
        if hello.key:
            self._keys[hello.key] = number
        if hello.agent == "slow":
            self.events.put(f"opening {number}")
            await self.gates["gate"].wait()
        return number, hello.agent

    async def ask(self, ask: Ask) -> AnyReply:
        assert isinstance(ask.request, Commit)
        label = ask.request.label
        self.events.put(f"began {label}")
        for name, gate in self.gates.items():
            if label.startswith(name):
                await gate.wait()
                self.events.put(f"ended {label}")
        if label == "crash":
            raise ValueError("text of a file")
        if label == "read only":
            raise NoWorkspace("read_only", "the log is damaged", "editjournal repair")
        return Marked(mark="commit", label=label, edits=())

    def acknowledge(self, session: int, told: int) -> None:
        self.events.put(f"acknowledged {session} {told}")

    def left(self, session: int) -> None:
        self.events.put(f"left {session}")

    async def close_session(self, session: int, reason: str) -> None:
        self.events.put(f"closed {session} {reason}")


class FakeWorkspaces:
    def __init__(self) -> None:
        self.workspace = FakeWorkspace(b"/w")

    async def enter(self, root: bytes) -> FakeWorkspace:
        if root != b"/w":
            raise NoWorkspace("no_workspace", "there is none", "name another")
        return self.workspace

    async def close(self) -> None:
        self.workspace.events.put("workspaces closed")

    def roots(self) -> tuple[bytes, ...]:
        return (b"/w",)


@dataclass
class Running:
    """A server in a thread, and clients to talk to it."""

    places: Places
    bounds: Bounds
    fake: FakeWorkspaces = field(default_factory=FakeWorkspaces)
    clients: list["Client"] = field(default_factory=list["Client"])
    context: "zmq.Context[zmq.Socket[bytes]]" = field(default_factory=zmq.Context)

    def __post_init__(self) -> None:
        bound = threading.Event()
        self.thread = threading.Thread(target=lambda: asyncio.run(self._serve(bound)))
        self.thread.start()
        assert bound.wait(PATIENCE_S)

    async def _serve(self, bound: threading.Event) -> None:
        self.loop = asyncio.get_running_loop()
        self.server = Server(self.fake, self.places, self.bounds)
        self.server.bind()
        bound.set()
        await self.server.serve()

    def client(self) -> "Client":
        client = Client(self.context, self.places)
        self.clients.append(client)
        return client

    def open_gate(self, name: str = "gate") -> None:
        self.loop.call_soon_threadsafe(self.fake.workspace.gates[name].set)

    def event(self) -> str:
        return self.fake.workspace.events.get(timeout=PATIENCE_S)

    def join(self) -> None:
        """Wait until the server has ended by itself."""
        self.thread.join(PATIENCE_S)
        assert not self.thread.is_alive()

    def end(self) -> None:
        if self.thread.is_alive():
            for name in self.fake.workspace.gates:
                self.open_gate(name)
            self.loop.call_soon_threadsafe(self.server.stop)
        self.join()
        for client in self.clients:
            client.socket.close(linger=0)
        self.context.term()


class Client:
    """One raw DEALER."""

    def __init__(self, context: "zmq.Context[zmq.Socket[bytes]]", places: Places) -> None:
        self.socket = context.socket(zmq.DEALER)
        self.socket.connect(f"ipc://{places.socket}")
        self.session = 0
        self._counter = 0

    def send(self, kind: bytes, body: bytes = b"") -> None:
        self.socket.send_multipart((kind, body))

    def receive(self) -> tuple[bytes, bytes]:
        assert self.socket.poll(PATIENCE_S * 1000)
        kind, body = self.socket.recv_multipart()
        return kind, body

    def hello(self, *, key: str = "", resume: int = 0) -> Welcome:
        self.begin_hello(key=key, resume=resume)
        return self.welcome()

    def begin_hello(self, *, key: str = "", resume: int = 0, agent: str = "test") -> None:
        self.send(b"hello", encode(Hello(PROTOCOL, "t", b"/w", agent, key=key, resume=resume)))

    def welcome(self) -> Welcome:
        kind, body = self.receive()
        assert kind == b"welcome"
        welcome = msgspec.msgpack.decode(body, type=Welcome)
        self.session = welcome.session
        return welcome

    def bye(self, told: int = 0) -> None:
        self.send(b"bye", encode(Bye(self.session, told)))

    def question(self, label: str, *, deadline_ms: int = 30_000, expires_ns: int = 0) -> Ask:
        self._counter += 1
        return Ask(
            workspace="w1",
            session=self.session,
            id=RequestId(1, self._counter),
            request=Commit(label),
            deadline_ms=deadline_ms,
            expires_ns=expires_ns,
        )

    def ask(self, label: str) -> RequestId:
        question = self.question(label)
        self.send(b"ask", encode(question))
        return question.id

    def answer(self) -> Answer:
        kind, body = self.receive()
        assert kind == b"answer", body
        return msgspec.msgpack.decode(body, type=Answer)

    def trouble(self) -> Trouble:
        kind, body = self.receive()
        assert kind == b"refused", body
        return msgspec.msgpack.decode(body, type=Trouble)

    def pong(self) -> Pong:
        self.send(b"ping")
        kind, body = self.receive()
        assert kind == b"pong"
        return msgspec.msgpack.decode(body, type=Pong)

    def still_answers(self) -> bool:
        wanted = self.ask("still there")
        return self.answer().id == wanted


class Serve:
    """Starts a server with other bounds than usual."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.running: list[Running] = []

    def __call__(self, bounds: Bounds | None = None) -> Running:
        self.running.append(Running(self.places, bounds or Bounds()))
        return self.running[-1]
