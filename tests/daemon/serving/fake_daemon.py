"""A daemon with a journal that does as a commit's label says; started as the real one is.

Each effect appends the request's id to `ran` in the state folder: the fake's log, from which a
later process knows what has been carried out. `sessions` there tells what became of sessions,
`told` what each call acknowledged. A call is its label's words, done one by one:

    effect      append to `ran`, unless this request is in it already: then answer "repeated"
    gate:PATH   wait until somebody has opened the fifo for writing, and closed it
    crash       raise
    told:N      answer that the session has been told of everything up to N
    entry:N     publish an entry of that number; item:N, notice:N and other:N likewise

A file `forgotten` in the state folder makes it forget which sessions there were.
"""

import asyncio
import sys
from pathlib import Path

from msgspec import Struct

from editjournal.daemon.service import Feed, NoFeed, NoWorkspace
from editjournal.daemon.serving import lifecycle
from editjournal.schemas.facts import Entry, Queried
from editjournal.schemas.messages import Ask, Hello, Told, encode
from editjournal.schemas.places import Places
from editjournal.schemas.replies import AnyReply, LogItem, Marked, Notice, Who
from editjournal.schemas.requests import Commit


def news(kind: str, seq: int) -> Struct:
    """Return what is published of a kind."""
    match kind:
        case "entry":
            return Entry(seq, 1, 1, Queried("x"))
        case "item":
            return LogItem(seq, 1, 1, "x#1", "Queried", "x", "", ())
        case "notice":
            return Told(1, "x#1", Notice("gone", b"a", Who(seq, 0, "")))
        case _:
            return Queried("of a later daemon")


class FakeWorkspace:
    def __init__(self, root: bytes, state: Path) -> None:
        self.id = "w1"
        self.root = root
        self.seq = 0
        self.feed: Feed = NoFeed()
        self._state = state
        self._sessions = 0

    async def open_session(self, hello: Hello) -> tuple[int, str]:
        self._sessions += 1
        forgotten = (self._state / "forgotten").exists()
        number = (0 if forgotten else hello.resume) or self._sessions
        self._note("sessions", f"open {number}")
        return number, f"{hello.agent}#{number}"

    def acknowledge(self, session: int, told: int) -> None:
        self._note("sessions", f"acknowledge {session} {told}")

    def left(self, session: int) -> None:
        self._note("sessions", f"left {session}")

    async def close_session(self, session: int, reason: str) -> None:
        self._note("sessions", f"close {session} {reason}")

    async def ask(self, ask: Ask) -> AnyReply:
        assert isinstance(ask.request, Commit)
        self._note("told", str(ask.told))
        label, told = ask.request.label, 0
        for word in label.split():
            match word.partition(":"):
                case "effect", _, _:
                    if self._has_run(ask):
                        label = "repeated"
                        break
                    self._note("ran", f"{ask.id.lane}.{ask.id.counter}")
                case "crash", _, _:
                    raise ValueError("text of a file")
                case "gate", _, path:
                    await asyncio.to_thread(Path(path).read_bytes)
                case "told", _, number:
                    told = int(number)
                case ("entry" | "item" | "notice" | "other") as kind, _, number:
                    self.feed.publish(kind, encode(news(kind, int(number))))
                case _:
                    pass
        return Marked(mark="commit", label=label, edits=(), told=told)

    def _has_run(self, ask: Ask) -> bool:
        ran = self._state / "ran"
        line = f"{ask.id.lane}.{ask.id.counter}"
        return ran.exists() and line in ran.read_text().split()

    def _note(self, file: str, line: str) -> None:
        with (self._state / file).open("a") as opened:
            opened.write(line + "\n")


class FakeWorkspaces:
    def __init__(self, places: Places) -> None:
        self._state = places.state
        self._workspace: FakeWorkspace | None = None

    async def enter(self, root: bytes) -> FakeWorkspace:
        if root.endswith(b"/nowhere"):
            raise NoWorkspace("no_workspace", "there is no such folder", "name another")
        self._workspace = self._workspace or FakeWorkspace(root, self._state)
        return self._workspace

    async def close(self) -> None:
        pass

    def roots(self) -> tuple[bytes, ...]:
        return () if self._workspace is None else (self._workspace.root,)


if __name__ == "__main__":
    sys.exit(lifecycle.run(sys.argv[1:], lambda places, _: FakeWorkspaces(places)))
