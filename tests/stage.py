"""A folder with files, a journal that serves it, and clients that ask: without any socket."""

import asyncio
import itertools
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import msgspec

from editjournal.daemon.core.state import State
from editjournal.daemon.journal import Journal
from editjournal.daemon.seam import Seam
from editjournal.daemon.workspaces import Journals
from editjournal.schemas.facts import ChangedOutside, Entry, RequestId
from editjournal.schemas.messages import PROTOCOL, Ask, Hello, Told
from editjournal.schemas.replies import AnyReply, Done, Refusal, Shown
from editjournal.schemas.requests import AnyRequest, Read
from tests.ledger import check_agreement, entries_of, log_folder_of, summary

T = TypeVar("T")
Act = Callable[[], object]
PATIENCE_S = 20
"""What has not come by then will not come."""
SEGMENT_BYTES = 128 << 10
"""Small, for every opening reads them whole."""


class Unsynced(Seam):
    """Spares the syncing: when only a process dies, nothing written is lost."""

    def fsync(self, fd: int) -> None:
        """Do nothing."""

    def fdatasync(self, fd: int) -> None:
        """Do nothing."""


class Interposed(Seam):
    """Runs something of the test's own right before a call of a name, once."""

    def __init__(self) -> None:
        self.before: dict[str, Act] = {}

    def _meet(self, name: str) -> None:
        act = self.before.pop(name, None)
        if act is not None:
            act()

    def write(self, fd: int, data: bytes | memoryview, offset: int) -> None:
        self._meet("write " + kind_of(fd))
        super().write(fd, data, offset)

    def allocate(self, fd: int, size_bytes: int) -> None:
        self._meet("allocate " + kind_of(fd))
        super().allocate(fd, size_bytes)

    def fsync(self, fd: int) -> None:
        self._meet("fsync " + kind_of(fd))
        super().fsync(fd)

    def fdatasync(self, fd: int) -> None:
        self._meet("fdatasync " + kind_of(fd))
        super().fdatasync(fd)

    def unlink(self, path: bytes, *, dir_fd: int | None = None) -> None:
        self._meet("unlink")
        super().unlink(path, dir_fd=dir_fd)

    def rename_new(self, source: bytes, target: bytes, *, dir_fd: int | None = None) -> None:
        self._meet("rename_new " + os.fsdecode(target))
        super().rename_new(source, target, dir_fd=dir_fd)

    def exchange(self, one: bytes, other: bytes, *, dir_fd: int | None = None) -> None:
        self._meet("exchange " + os.fsdecode(other))
        super().exchange(one, other, dir_fd=dir_fd)


def kind_of(fd: int) -> str:
    """Tell what a descriptor is open on: log, head, blob, temp, folder or file."""
    path = Path(f"/proc/self/fd/{fd}").readlink()
    if path.parent.name == "segments":
        return "log"
    if "blobs" in path.parts:
        return "blob"
    if path.suffix == ".ejtmp":
        return "temp"
    if path.name == "HEAD":
        return "head"
    return "folder" if path.is_dir() else "file"


class Client:
    """One session's client, in one lane."""

    def __init__(self, journal: Journal, session: int, name: str, lane: int) -> None:
        self.journal = journal
        self.session = session
        self.name = name
        self.lane = lane
        self.asked = 0
        """The counter of the last new call."""

    async def ask(self, request: AnyRequest, counter: int = 0) -> AnyReply:
        """Ask; with the counter of an earlier call, ask that again."""
        if not counter:
            self.asked = counter = self.asked + 1
        request_id = RequestId(self.lane, counter)
        ask = Ask(self.journal.id, self.session, request_id, request, arguments=b"{}")
        reply = await self.journal.ask(ask)
        if isinstance(reply, Done) and not self.journal.failed:
            assert self.journal.log.applied >= reply.seq, "it is in place before it is answered for"
        return reply

    async def done(self, request: AnyRequest, counter: int = 0) -> Done:
        """Ask for an edit that is to be made."""
        reply = await self.ask(request, counter)
        assert isinstance(reply, Done), reply
        return reply

    async def refused(self, request: AnyRequest, counter: int = 0) -> Refusal:
        reply = await self.ask(request, counter)
        assert isinstance(reply, Refusal), reply
        return reply

    async def shown(self, file: bytes) -> Shown:
        reply = await self.ask(Read(file))
        assert isinstance(reply, Shown), reply
        return reply


class Listener:
    """Takes what the journal publishes, and can be waited on."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.told: list[Told] = []
        self._news = asyncio.Event()

    def wants(self, kind: str) -> bool:
        return kind in ("entry", "notice")

    def publish(self, kind: str, body: bytes) -> None:
        if kind == "entry":
            self.entries.append(msgspec.msgpack.decode(body, type=Entry))
        else:
            self.told.append(msgspec.msgpack.decode(body, type=Told))
        self._news.set()

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not holds():
                self._news.clear()
                await self._news.wait()

    @property
    def outside(self) -> list[ChangedOutside]:
        return [one.fact for one in self.entries if isinstance(one.fact, ChangedOutside)]

    def outside_of(self, name: str) -> list[ChangedOutside]:
        return [one for one in self.outside if one.change.path == name.encode()]


class Stage:
    """An open journal."""

    def __init__(self, journals: Journals, journal: Journal) -> None:
        self.journals = journals
        self.journal = journal
        self._lanes = itertools.count(1)

    async def client(
        self, agent: str = "agent", root: Path | None = None, *, key: str = "", resume: int = 0
    ) -> Client:
        folder = os.fsencode(root) if root else self.journal.root
        hello = Hello(PROTOCOL, "test", folder, agent, key=key, resume=resume)
        number, name = await self.journal.open_session(hello)
        return Client(self.journal, number, name, next(self._lanes) + (os.getpid() << 16))

    async def look_at_all(self) -> None:
        """Let the journal see what was done to the files it knows."""
        observer = await self.client("observer")
        for path in tuple(self.journal.state.files.by_path):
            await observer.ask(Read(path))


class World:
    """A workspace on disk and its state folder."""

    def __init__(self, folder: Path, seam: Seam | None = None) -> None:
        self.root = folder / "root"
        self.state = folder / "state"
        self.seam = seam or Seam()
        self.root.mkdir()

    def put(self, name: str, data: str | bytes) -> Path:
        """Write a file as a program outside would that writes in place."""
        path = self.root / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return path

    def save(self, name: str, data: str | bytes) -> Path:
        """Write a file as an editor does: a new one takes its place."""
        path = self.root / name
        new = path.with_name(path.name + "~")
        new.write_bytes(data if isinstance(data, bytes) else data.encode())
        if path.exists():
            new.chmod(path.stat().st_mode & 0o7777)
        return new.replace(path)

    def text(self, name: str) -> str:
        return (self.root / name).read_bytes().decode()

    @property
    def log_folder(self) -> Path:
        return log_folder_of(self.root, self.state)

    def entries(self) -> list[Entry]:
        return entries_of(self.log_folder)

    def journals(self, seam: Seam | None = None) -> Journals:
        runtime = self.state / "run"
        return Journals(self.state, runtime, seam or self.seam, segment_bytes=SEGMENT_BYTES)

    async def open(self, seam: Seam | None = None) -> Stage:
        journals = self.journals(seam)
        try:
            return Stage(journals, await journals.enter(os.fsencode(self.root)))
        except BaseException:
            await journals.close()
            raise

    def play(self, scene: Callable[[Stage], Awaitable[T]], seam: Seam | None = None) -> T:
        """Open the journal, play, close it, and check that log and files agree."""

        async def run() -> T:
            stage = await self.open(seam)
            try:
                result = await scene(stage)
                if not stage.journal.failed:
                    await stage.look_at_all()
            finally:
                await stage.journals.close()
            if not stage.journal.failed:
                stage.journal.state.check()
                assert summary(stage.journal.state) == summary(self.check())
            return result

        return asyncio.run(run())

    def check(self) -> State:
        """Raise AssertionError where log and files disagree; the journal must be closed."""
        return check_agreement(self.root, self.log_folder)
