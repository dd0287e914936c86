"""A daemon with a journal that does as a commit's label says; started as the real one is.

Each effect appends the request's id to `ran` in the state folder: the fake's log, from which a
later process knows what has been carried out. A call is its label's words, done one by one:

    effect      append to `ran`, unless this request is in it already: then answer "repeated"
    gate:PATH   wait until somebody has opened the fifo for writing, and closed it
    crash       raise
"""

import asyncio
import sys
from pathlib import Path

from editjournal.daemon.service import NoWorkspace
from editjournal.daemon.serving import lifecycle
from editjournal.schemas.messages import Ask, Hello
from editjournal.schemas.places import Places
from editjournal.schemas.replies import AnyReply, Marked
from editjournal.schemas.requests import Commit


class FakeWorkspace:
    def __init__(self, root: bytes, state: Path) -> None:
        self.id = "w1"
        self.root = root
        self.seq = 0
        self._state = state
        self._sessions = 0

    def feed(self, entry: bytes) -> None:
        pass

    async def open_session(self, hello: Hello) -> tuple[int, str]:
        self._sessions += 1
        number = hello.resume or self._sessions
        self._note("sessions", f"open {number}")
        return number, f"{hello.agent}#{number}"

    async def close_session(self, session: int, reason: str) -> None:
        self._note("sessions", f"close {session} {reason}")

    async def ask(self, ask: Ask) -> AnyReply:
        assert isinstance(ask.request, Commit)
        label = ask.request.label
        for word in label.split():
            if word == "effect":
                if self._has_run(ask):
                    label = "repeated"
                    break
                self._note("ran", f"{ask.id.lane}.{ask.id.counter}")
            elif word == "crash":
                raise ValueError("text of a file")
            elif word.startswith("gate:"):
                await asyncio.to_thread(Path(word.removeprefix("gate:")).read_bytes)
        return Marked(mark="commit", label=label, edits=())

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
    sys.exit(lifecycle.run(sys.argv[1:], FakeWorkspaces))
