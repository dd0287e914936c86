"""The journal held against a dict of files: any calls, by several sessions, and humans between."""

import asyncio
import os
import shutil
import tempfile
from collections.abc import Coroutine
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,  # pyright: ignore[reportUnknownVariableType]
)

from editjournal.schemas.replies import AnyReply, Done, FileDone, LogReply, Preview, Refusal, Shown
from editjournal.schemas.requests import (
    AnyRequest,
    Commit,
    Confirm,
    Delete,
    History,
    Insert,
    Item,
    Read,
    Redo,
    Replace,
    ReplaceSeveral,
    Rollback,
    Status,
    Undo,
    Write,
)
from editjournal.schemas.values import RelPath, Span
from tests.ledger import temp_files
from tests.stage import Client, Unsynced, World

T = TypeVar("T")
Files = dict[str, bytes | None]
NAMES = ("a.txt", "b.txt", "sub/c.txt")
AGENTS = 3

names = st.sampled_from(NAMES)
agents = st.integers(0, AGENTS - 1)
lines = st.sampled_from(["one\n", "two\n", "three\n", "\tfour\n", "fünf\n", "six\r\n", "\n"])
texts = st.lists(lines, max_size=5).map("".join)
endings = st.sampled_from(["", "", "no end"])
contents = st.tuples(texts, endings).map("".join)
numbers = st.integers(1, 12)
edits = st.integers(0, 30)


class Model(RuleBasedStateMachine):
    """Each step plays one call or one outside change, on the disk and on `files`."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = Path(tempfile.mkdtemp())
        self.world = World(self.folder, Unsynced())
        (self.world.root / "sub").mkdir()
        self.files: Files = dict.fromkeys(NAMES)
        self.unseen: set[str] = set()
        """Changed outside since the journal last looked."""
        self.edits: dict[int, tuple[int, Files, int]] = {}
        """Of each edit: the agent, all files before, and the number of changes with it."""
        self.changes = 0
        self.views: dict[tuple[int, str], int] = {}
        self.last: tuple[int, AnyRequest, AnyReply] | None = None

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(coroutine)

    @initialize(data=st.fixed_dictionaries(dict.fromkeys(NAMES, st.none() | contents)))
    def begin(self, data: dict[str, str | None]) -> None:
        for name, content in data.items():
            if content is not None:
                self.files[name] = content.encode()
                self.world.put(name, content)
        self.stage = self.run(self.world.open())
        self.clients = [self.run(self.stage.client(f"agent{one}")) for one in range(AGENTS)]

    # Calls

    def ask(self, agent: int, request: AnyRequest) -> AnyReply:
        """Ask, and take over what the reply says came of it."""
        client = self.clients[agent]
        reply = self.run(client.ask(request))
        self.last = (agent, request, reply)
        before = dict(self.files)
        now = self.disk()
        if not isinstance(reply, Done):
            assert now == before, reply
            return reply
        told = {os.fsdecode(one.path): one for one in reply.files}
        for name in NAMES:
            if name in told:
                assert_as_told(told[name], before[name], now[name])
            else:
                assert now[name] == before[name]
        self.files = now
        self.unseen -= set(told)
        self.changes += 1
        self.edits[reply.seq] = (agent, before, self.changes)
        return reply

    @rule(agent=agents, name=names, first=numbers, count=st.integers(0, 12))
    def read(self, agent: int, name: str, first: int, count: int) -> None:
        file = f"{name}:{first}-{first + count}" if count else name
        reply = self.ask(agent, Read(file.encode()))
        self.unseen.discard(name)
        if isinstance(reply, Shown):
            self.views[agent, name] = reply.seq
            data = self.files[name]
            assert data is not None
            shown = split(data)
            for block in reply.blocks:
                of_file = [ended(line) for line in shown[block.first - 1 : block.last]]
                assert [line.encode() for line in block.lines] == of_file

    @rule(
        agent=agents,
        name=names,
        first=numbers,
        count=st.integers(0, 3),
        text=contents,
        by_view=st.booleans(),
        force=st.booleans(),
    )
    def replace_lines(
        self,
        agent: int,
        name: str,
        first: int,
        count: int,
        text: str,
        by_view: bool,
        force: bool,
    ) -> None:
        view = self.views.get((agent, name), 0) if by_view else 0
        span = Span(first, first + count)
        self.ask(agent, Replace(name.encode(), text, span=span, view=view, force=force))
        self.unseen.discard(name)

    @rule(agent=agents, name=names, at=numbers, count=st.integers(1, 2), text=contents)
    def replace_old(self, agent: int, name: str, at: int, count: int, text: str) -> None:
        found = split(self.files[name] or b"")[at - 1 : at - 1 + count]
        old = b"".join(found).decode() or "not there"
        reply = self.ask(agent, Replace(name.encode(), text, old=old))
        self.unseen.discard(name)
        if old == "not there":
            assert isinstance(reply, Refusal)

    @rule(agent=agents, name=names, after=st.integers(-1, 8), text=contents, by_view=st.booleans())
    def insert(self, agent: int, name: str, after: int, text: str, by_view: bool) -> None:
        view = self.views.get((agent, name), 0) if by_view else 0
        self.ask(agent, Insert(name.encode(), text, after=after, view=view))
        self.unseen.discard(name)

    @rule(agent=agents, name=names, first=numbers, count=st.integers(0, 3), by_view=st.booleans())
    def delete(self, agent: int, name: str, first: int, count: int, by_view: bool) -> None:
        view = self.views.get((agent, name), 0) if by_view else 0
        self.ask(agent, Delete(name.encode(), Span(first, first + count), view=view))
        self.unseen.discard(name)

    @rule(
        agent=agents, name=names, first=numbers, after=numbers, texts=st.tuples(contents, contents)
    )
    def edit_twice(
        self, agent: int, name: str, first: int, after: int, texts: tuple[str, str]
    ) -> None:
        items = (Item(texts[0], span=Span(first, first)), Item(texts[1], after=after))
        view = self.views.get((agent, name), 0)
        self.ask(agent, ReplaceSeveral(name.encode(), items, view))
        self.unseen.discard(name)

    @rule(agent=agents, name=names, content=contents, confirms=st.integers(0, AGENTS - 1))
    def preview_and_confirm(self, agent: int, name: str, content: str, confirms: int) -> None:
        reply = self.ask(agent, Write(name.encode(), content, preview=True))
        self.unseen.discard(name)
        if isinstance(reply, Preview):
            done = self.ask(confirms, Confirm(reply.seq))
            assert isinstance(done, Done), done
            assert self.files[name] == content.encode()

    @rule(agent=agents, name=names, content=contents)
    def write(self, agent: int, name: str, content: str) -> None:
        reply = self.ask(agent, Write(name.encode(), content))
        self.unseen.discard(name)
        assert not isinstance(reply, Refusal), reply
        assert self.files[name] == content.encode()

    @rule(agent=agents, request=st.sampled_from([Commit(), Status(), History(limit=5)]))
    def tell(self, agent: int, request: AnyRequest) -> None:
        reply = self.ask(agent, request)
        if isinstance(reply, LogReply):
            assert len(reply.items) <= 5

    @rule(
        calls=st.lists(
            st.tuples(agents, names, lines, st.sampled_from(["", "new\n", "new\nand more\n"])),
            min_size=2,
            max_size=5,
        )
    )
    def replace_at_once(self, calls: list[tuple[int, str, str, str]]) -> None:
        async def all_of_them() -> list[AnyReply]:
            asked = (
                self.clients[agent].ask(Replace(name.encode(), text, old=old, all=True))
                for agent, name, old, text in calls
            )
            return list(await asyncio.gather(*asked))

        replies = self.run(all_of_them())
        self.last = None
        changed: set[str] = set()
        for (agent, name, _, _), reply in zip(calls, replies, strict=True):
            self.unseen.discard(name)
            if isinstance(reply, Done):
                self.changes += 1
                self.edits[reply.seq] = (agent, {}, 0)
                changed.add(name)
        now = self.disk()
        assert all(now[name] == self.files[name] for name in NAMES if name not in changed)
        self.files = now

    # Undoing

    def edit(self, number: int) -> int:
        """Return the newest edit, or one of those before it."""
        return sorted(self.edits)[-1 - number % len(self.edits)]

    @rule(number=edits, anyone=st.none() | agents)
    def undo(self, number: int, anyone: int | None) -> None:
        if not self.edits:
            return
        edit = self.edit(number)
        owner, before, changes = self.edits[edit]
        agent = owner if anyone is None else anyone
        is_newest = changes == self.changes
        reply = self.ask(agent, Undo(edit, anyone=anyone is not None))
        if isinstance(reply, Done) and is_newest:
            assert self.files == before

    @rule(number=edits)
    def redo(self, number: int) -> None:
        if not self.edits:
            return
        edit = self.edit(number)
        self.ask(self.edits[edit][0], Redo(edit))

    @rule(agent=agents, step=st.integers(1, 3))
    def roll_back(self, agent: int, step: int) -> None:
        self.ask(agent, Rollback(step))

    # Outside

    @rule(name=names, content=contents, in_place=st.booleans())
    def save(self, name: str, content: str, in_place: bool) -> None:
        (self.world.put if in_place else self.world.save)(name, content)
        self.set(name, content.encode())

    @rule(name=names, text=texts)
    def append(self, name: str, text: str) -> None:
        data = (self.files[name] or b"") + text.encode()
        self.world.put(name, data)
        self.set(name, data)

    @rule(name=names)
    def remove(self, name: str) -> None:
        (self.world.root / name).unlink(missing_ok=True)
        self.set(name, None)

    def set(self, name: str, data: bytes | None) -> None:
        self.files[name] = data
        self.unseen.add(name)
        self.changes += 1

    # The daemon

    @rule()
    def restart(self) -> None:
        closed = self.stage.journal
        self.run(self.stage.journals.close())  # what was being looked at may still be logged
        self.stage = self.run(self.world.open())
        assert self.stage.journal.seq == closed.seq
        for client in self.clients:
            client.journal = self.stage.journal

    @rule()
    def ask_again(self) -> None:
        """The reply was lost: what is asked once more is not made once more."""
        if self.last is None or not isinstance(self.last[2], Done | Refusal):
            return
        agent, request, reply = self.last
        client: Client = self.clients[agent]
        again = self.run(client.ask(request, client.asked))
        assert type(again) is type(reply)
        assert again.seq == reply.seq

    # What holds

    def disk(self) -> Files:
        found: Files = {}
        for name in NAMES:
            path = self.world.root / name
            found[name] = path.read_bytes() if path.exists() else None
        return found

    @invariant()
    def log_and_files_agree(self) -> None:
        assert self.disk() == self.files
        if not hasattr(self, "stage"):
            return
        state = self.stage.journal.state
        state.check()
        for name, data in self.files.items():
            file = state.files.get(RelPath(name.encode()))
            if file is not None and name not in self.unseen:
                assert file.digest == (b"" if data is None else sha256(data).digest()), name

    def teardown(self) -> None:
        try:
            if hasattr(self, "stage"):
                self.run(self.stage.look_at_all())
                self.run(self.stage.journals.close())
                self.world.check()
                assert self.disk() == self.files
            assert temp_files(self.world.root) == []
        finally:
            self.loop.close()
            shutil.rmtree(self.folder)


def assert_as_told(told: FileDone, before: bytes | None, after: bytes | None) -> None:
    """The lines outside the parts that a reply names are as they were."""
    if before is None and after is None:
        return  # what it created is gone already
    stays = "unchanged" if before == after else "changed"
    state = "created" if before is None else "removed" if after is None else stays
    assert told.state == state
    old, new = split(before or b""), split(after or b"")
    assert (told.total, told.delta) == (len(new), len(new) - len(old))
    kept_old, kept_new = list(old), list(new)
    for part in reversed(told.parts):
        if part.was is not None:
            del kept_old[part.was.first - 1 : part.was.last]
        if part.now is not None:
            del kept_new[part.now.first - 1 : part.now.last]
    if kept_old and not kept_old[-1].endswith(b"\n") and len(new) > len(kept_new):
        kept_old[-1], kept_new[-1] = (one[-1].rstrip(b"\r\n") for one in (kept_old, kept_new))
    assert kept_old == kept_new


def split(data: bytes) -> list[bytes]:
    """Divide into lines that end with LF."""
    found = [line + b"\n" for line in data.split(b"\n")]
    last = found.pop()[:-1]
    return [*found, last] if last else found


def ended(line: bytes) -> bytes:
    """Return a line without its end, which a last one may not have."""
    return line[:-1].removesuffix(b"\r") if line.endswith(b"\n") else line


USUAL = settings(
    max_examples=60,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def test_files_are_as_calls_and_humans_left_them() -> None:
    run_state_machine_as_test(Model, settings=USUAL)


@pytest.mark.slow
@pytest.mark.timeout(1500)
def test_files_are_as_many_calls_and_humans_left_them() -> None:
    run_state_machine_as_test(
        Model, settings=settings(USUAL, max_examples=1_500, stateful_step_count=60)
    )
