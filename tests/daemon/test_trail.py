"""The trail of a session: its entries in order, with the bytes that each of them saw and changed.

What a trail says of files is held against a record that is kept beside while editing.
"""

import os
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import pytest

from editjournal.schemas.facts import RequestId
from editjournal.schemas.messages import Ask
from editjournal.schemas.replies import AnyReply, LogReply, Step, TrailFile, TrailReply
from editjournal.schemas.requests import (
    Delete,
    History,
    Read,
    Replace,
    Status,
    Trail,
    Undo,
    Write,
    WriteSeveral,
)
from editjournal.schemas.values import Point, Span
from tests.stage import Client, Interposed, Stage, World

TEXT = "".join(f"line {number}\n" for number in range(1, 11))
BINARY = bytes(range(256))


@pytest.fixture
def world(tmp_path: Path) -> World:
    world = World(tmp_path)
    world.put("a.py", TEXT)
    return world


Files = dict[bytes, tuple[bytes, int]]
"""Of each file its bytes and its mode."""


class Record:
    """What each call changed, as the disk has it."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.changed: dict[int, dict[bytes, tuple[bytes | None, bytes | None]]] = {}

    def files(self) -> Files:
        found = (path for path in self._world.root.rglob("*") if path.is_file())
        return {
            os.fsencode(path.relative_to(self._world.root)): (
                path.read_bytes(),
                path.stat().st_mode & 0o7777,
            )
            for path in found
        }

    async def of(self, call: Awaitable[AnyReply]) -> int:
        before = self.files()
        reply = await call
        after = self.files()
        self.changed[reply.seq] = {
            path: (before[path][0] if path in before else None, after.get(path, (None,))[0])
            for path in before.keys() | after.keys()
            if before.get(path) != after.get(path)
        }
        return reply.seq


def sides(one: TrailFile) -> tuple[bytes | None, bytes | None]:
    assert one.is_old_kept
    assert one.is_new_kept
    return (one.old if one.before else None, one.new if one.after else None)


async def trail(auditor: Client, **more: Any) -> list[Step]:
    """Return all steps, however many pages they take."""
    found: list[Step] = []
    while True:
        reply = await auditor.ask(Trail(after=found[-1].item.seq if found else 0, **more))
        assert isinstance(reply, TrailReply), reply
        found += reply.steps
        if not reply.more:
            return found


def by_seq(steps: list[Step]) -> dict[int, Step]:
    return {step.item.seq: step for step in steps}


def replayed(steps: list[Step]) -> Files:
    """Return what the steps of all sessions come to, each upon what was there before it."""
    files: Files = {}
    for step in steps:
        for one in step.files:
            old, new = sides(one)
            mode = one.before.mode if one.before else 0
            assert files.get(one.path, (old, mode)) == ((old, mode) if one.before else (None, 0))
            files.pop(one.path, None)
            if new is not None and one.after:
                files[one.path] = (new, one.after.mode)
    return files


def test_each_step_has_the_bytes_before_and_after_also_after_a_restart(world: World) -> None:
    record = Record(world)
    world.put("picture", BINARY)
    world.put("empty", "")

    async def edited(stage: Stage) -> list[Step]:
        one, two = await stage.client("one"), await stage.client("two")
        await one.shown(b"a.py")
        first = await record.of(one.ask(Replace(b"a.py", "one\n", old="line 1\n")))
        await record.of(two.ask(Replace(b"a.py", "two\ntwo\n", old="line 2\n")))
        world.save("a.py", world.text("a.py") + "a human's line")
        await record.of(one.ask(Replace(b"a.py", "nine\n", old="line 9\n")))
        await record.of(one.ask(Undo(first)))
        await record.of(one.ask(Write(b"picture", BINARY[::-1])))
        await record.of(one.ask(Write(b"empty", "no more\r\nso")))
        made = await record.of(one.ask(Write(b"new/b.py", "", parents=True)))
        await record.of(one.ask(Undo(made)))
        gone = await record.of(two.ask(Delete(b"a.py", remove=True)))
        await record.of(two.ask(Undo(gone)))
        both = (Write(b"c.py", "c\n"), Write(b"d.py", TEXT))
        await record.of(one.ask(WriteSeveral(both)))
        (world.root / "d.py").chmod(0o755)
        await two.shown(b"d.py")
        (world.root / "c.py").unlink()
        await one.refused(Read(b"c.py"))
        return await trail(await stage.client("auditor"))

    steps = world.play(edited)
    known = by_seq(steps)
    for seq, changed in record.changed.items():
        assert changed == {one.path: sides(one) for one in known[seq].files}, seq
    assert replayed(steps) == record.files()
    outside = [step for step in steps if step.item.kind == "ChangedOutside"]
    assert [one.path for step in outside for one in step.files] == [b"a.py", b"d.py", b"c.py"]
    assert [sides(step.files[0])[1] is None for step in outside] == [False, False, True]
    moded = outside[1].files[0]
    assert moded.old == moded.new == TEXT.encode()

    async def again(stage: Stage) -> list[Step]:
        return await trail(await stage.client("auditor"))

    anew = world.play(again)
    assert anew[: len(steps)] == steps


def test_a_session_s_steps_are_all_of_its_own_in_order_and_none_of_another(world: World) -> None:
    async def scene(stage: Stage) -> None:
        one, two = await stage.client("one"), await stage.client("two")
        read = (await one.shown(b"a.py:2-3")).seq
        theirs = (await two.done(Replace(b"a.py", "x\ny\n", old="line 1\n"))).seq
        refusal = (await one.refused(Replace(b"a.py", "z", span=Span(2, 2), view=read))).seq
        edit = (await one.done(Replace(b"a.py", "ten\n", old="line 10\n"))).seq
        undo = (await one.done(Undo(edit))).seq
        asked = (await one.ask(Status())).seq
        steps = await trail(await stage.client("auditor"), session="one#1")
        kinds = ["SessionOpened", "Viewed", "Refused", "Edited", "Edited", "Queried"]
        assert [step.item.kind for step in steps] == kinds
        assert [step.item.seq for step in steps[1:]] == [read, refusal, edit, undo, asked]
        known = by_seq(steps)
        assert [block.lines for block in known[read].saw] == [("line 2", "line 3")]
        assert [(block.first, block.last) for block in known[read].saw] == [(2, 3)]
        shown = [line for block in known[refusal].saw for line in block.lines]
        assert {"x", "y", "line 2"} <= set(shown)
        assert known[refusal].item.code == "moved"
        assert known[undo].item.undoes == (edit,)
        assert known[edit].item.undone
        assert not any(step.files for step in steps if step.item.kind != "Edited")
        everything = await trail(await stage.client("auditor"))
        assert [one.item.seq for one in everything][: theirs + 1] == list(range(1, theirs + 2))

    world.play(scene)


def test_a_step_has_the_arguments_as_they_were_sent(world: World) -> None:
    async def scene(stage: Stage) -> None:
        one = await stage.client("one")
        sent = b'{"file": "a.py:1", "content": "\xff'
        request = Replace(b"a.py", "x\n", old="line 1\n")
        call = Ask(stage.journal.id, one.session, RequestId(9, 1), request, arguments=sent)
        edit = (await stage.journal.ask(call)).seq
        steps = by_seq(await trail(await stage.client("auditor")))
        assert steps[edit].arguments == sent
        assert steps[1].arguments == b""

    world.play(scene)


def test_pages_of_any_size_come_to_the_same(world: World) -> None:
    async def scene(stage: Stage) -> None:
        one = await stage.client("one")
        for number in range(1, 6):
            await one.done(Replace(b"a.py", f"{number}\n", old=f"line {number}\n"))
        auditor = await stage.client("auditor")
        whole = await trail(auditor, session=one.session)
        assert len(whole) == 6
        assert await trail(auditor, session=one.session, limit=2) == whole
        assert await trail(auditor, session=one.session, limit=-1) == whole
        assert await trail(auditor, session=one.session, max_bytes=0) == whole
        reply = await auditor.ask(Trail(one.session, max_bytes=len(TEXT) * 4))
        assert isinstance(reply, TrailReply)
        assert (len(reply.steps), reply.more) == (3, True)
        last = whole[-1].item.seq
        reply = await auditor.ask(Trail(one.session, after=last))
        assert isinstance(reply, TrailReply)
        assert (reply.steps, reply.more) == ((), False)

    world.play(scene)


def test_what_is_not_kept_is_said(world: World) -> None:
    world.put(".env", "KEY=1\n")

    async def scene(stage: Stage) -> None:
        one = await stage.client("one")
        read = (await one.shown(b".env")).seq
        world.put(".env", "KEY=2\n")
        await one.shown(b".env")
        steps = by_seq(await trail(await stage.client("auditor")))
        [outside] = [step for step in steps.values() if step.item.kind == "ChangedOutside"]
        [changed] = outside.files
        assert changed.before
        assert changed.after
        assert (changed.is_old_kept, changed.is_new_kept) == (False, False)
        assert (changed.old, changed.new) == (b"", b"")
        assert steps[read].item.spans == (Span(1, 1),)
        assert steps[read].saw == ()

    world.play(scene)


def test_an_edit_that_did_not_reach_the_disk_has_changed_no_file(tmp_path: Path) -> None:
    seam = Interposed()
    world = World(tmp_path, seam)
    world.put("a.py", TEXT)

    async def scene(stage: Stage) -> None:
        one = await stage.client("one")
        seam.before["exchange a.py"] = lambda: world.save("a.py", TEXT + "a human's line\n")
        refusal = await one.refused(Replace(b"a.py", "x\n", old="line 1\n"))
        assert refusal.code == "not_applied"
        await one.shown(b"a.py")
        steps = await trail(await stage.client("auditor"), session="one#1")
        assert [step.item.kind for step in steps[1:]] == ["Edited", "NotApplied", "Viewed"]
        assert (steps[1].item.applied, steps[1].files) == (False, ())
        assert steps[2].arguments == steps[1].arguments == b"{}"
        assert steps[3].saw[0].lines[-1] == "a human's line"

    world.play(scene)


def test_a_client_of_a_folder_gets_what_lies_in_it_and_no_more(world: World) -> None:
    (world.root / "sub").mkdir()
    world.put("sub/in.py", TEXT)

    async def scene(stage: Stage) -> None:
        whole = await stage.client("whole")
        outside = (await whole.done(Replace(b"a.py", "x\n", old="line 1\n"))).seq
        both = (Write(b"b.py", "secret\n"), Write(b"sub/b.py", "b\n"))
        reply = await whole.done(WriteSeveral(both))
        part = await stage.client("part", root=world.root / "sub")
        mine = (await part.done(Replace(b"in.py", "x\n", old="line 1\n"))).seq
        steps = by_seq(await trail(part))
        assert outside not in steps
        assert [one.path for one in steps[reply.seq].files] == [b"b.py"]
        assert [one.path for one in steps[reply.seq].item.files] == [b"b.py"]
        assert steps[reply.seq].files[0].new == b"b\n"
        assert steps[reply.seq].arguments == b""
        assert steps[mine].files[0].path == b"in.py"
        assert steps[mine].arguments == b"{}"
        listed = await part.ask(History())
        assert isinstance(listed, LogReply)
        items = {item.seq: item for item in listed.items}
        assert outside not in items
        assert [one.path for one in items[reply.seq].files] == [b"b.py"]

    world.play(scene)


async def listed(client: Client, request: History) -> list[int]:
    """Return what a session is told of the log, less the versions that were kept on the way."""
    reply = await client.ask(request)
    assert isinstance(reply, LogReply), reply
    return [item.seq for item in reply.items if item.kind != "VersionKept"]


def test_the_log_is_narrowed_to_a_folder_an_agent_a_tool_and_points(world: World) -> None:
    (world.root / "sub").mkdir()
    world.put("sub/in.py", TEXT)

    async def scene(stage: Stage) -> None:
        one, two = await stage.client("one"), await stage.client("two")
        read = (await one.shown(b"sub/in.py")).seq
        edit = (await one.done(Replace(b"sub/in.py", "x\n", old="line 1\n"))).seq
        other = (await two.done(Replace(b"a.py", "x\n", old="line 1\n"))).seq
        none = (await two.refused(Read(b"sub/none"))).seq
        assert await listed(one, History(b"sub")) == [none, edit, read]
        assert await listed(one, History(b"./sub/", tool="be-read")) == [none, read]
        assert await listed(one, History(tool="replace", agent="two")) == [other]
        assert await listed(one, History(tool="replace", agent="two", session="one#1")) == []
        assert await listed(one, History(b".", tool="be-replace")) == [other, edit]
        entries = {entry.seq: entry.time_ns for entry in world.entries()}
        for point in (Point(edit), Point(other, before=True), Point(time_ns=entries[edit])):
            assert await listed(one, History(tool="be-replace", since=point)) == [other]
            assert await listed(one, History(tool="be-replace", until=point)) == [edit]
        assert (await one.refused(History(session="none#1"))).code == "no_such_session"
        assert (await one.refused(History(since=Point(label="none")))).code == "no_such_point"
        assert (await one.refused(Trail(session=99))).code == "no_such_session"

    world.play(scene)
