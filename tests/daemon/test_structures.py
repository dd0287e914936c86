"""What is parsed for calls: who waits for it, and that nothing of it harms a call."""

import asyncio
import io
import os
import sys
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from editjournal.daemon import journal, structures, workspaces
from editjournal.daemon.core import imbalance
from editjournal.daemon.parsing.parser import Parser
from editjournal.daemon.service import NoWorkspace
from editjournal.schemas.facts import RequestId
from editjournal.schemas.messages import Ask
from editjournal.schemas.replies import AnyReply, Done, Ranged, Refusal
from editjournal.schemas.requests import (
    Delete,
    FuncRange,
    Read,
    Replace,
    TargetName,
    Write,
    WriteSeveral,
)
from tests.stage import Stage, World

ODD = (sys.executable, str(Path(__file__).parent / "parsing" / "odd_worker.py"))
PATIENCE_S = 30
F = TargetName("function", "f")


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    return gate


def play(world: World, scene: Callable[[Stage], Awaitable[None]]) -> None:
    """Play with a parser that does what texts say."""

    async def odd(stage: Stage) -> None:
        vars(parser_of(stage)).update(_command=ODD, _task_s=2 * PATIENCE_S)
        async with asyncio.timeout(PATIENCE_S):
            await scene(stage)

    world.play(odd)


def parser_of(stage: Stage) -> Parser:
    return vars(stage.journals)["_shared"].parser


@asynccontextmanager
async def waiting(gate: Path, call: Awaitable[AnyReply]) -> AsyncGenerator[asyncio.Task[AnyReply]]:
    """Make a call, and keep its text from being parsed while the block runs."""
    task = asyncio.ensure_future(call)
    opened = await asyncio.to_thread(opened_of, gate)
    try:
        yield task
    finally:
        opened.close()
        await task


def opened_of(gate: Path) -> io.BufferedWriter:
    return gate.open("wb")


def test_an_edit_is_told_what_it_brought_and_the_next_is_not(world: World) -> None:
    world.put("a.py", "x = 1\ny = 2\n")

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        edit = await one.done(Replace(b"a.py:1", "x = (1\n"))
        assert [one.code for one in edit.warnings] == ["imbalance", "never_read"]
        assert edit.warnings[0].values["line"] == 1
        edit = await one.done(Replace(b"a.py:2", "y = [2]\n"))
        assert "imbalance" not in [one.code for one in edit.warnings]

    world.play(scene)


def test_of_several_files_it_is_told_which_one_it_is(world: World) -> None:
    async def scene(stage: Stage) -> None:
        one = await stage.client()
        files = (Write(b"a.py", "x = 1\n((\n"), Write(b"b.py", "((\n"))
        edit = await one.done(WriteSeveral(files))
        told = [each.values["path"] for each in edit.warnings if each.code == "imbalance"]
        assert told == ["a.py", "b.py"]

    play(world, scene)


def test_what_is_wrong_with_the_look_is_not_wrong_with_the_edit(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> object:
        raise RuntimeError("secret")

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        for name in ("brought", "checks"):
            with monkeypatch.context() as patched:
                patched.setattr(imbalance, name, broken)
                edit = await one.done(Write(b"a.py", f"x = (({name}\n"))
            assert "imbalance" not in [one.code for one in edit.warnings]
            assert world.text("a.py") == f"x = (({name}\n"

    play(world, scene)
    assert caplog.text.count("RuntimeError") == 2
    assert "secret" not in caplog.text


def test_nobody_waits_for_the_look_at_anothers_edit(
    world: World, gate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(structures, "CHECK_S", PATIENCE_S)

    async def scene(stage: Stage) -> None:
        one, other = await stage.client("one"), await stage.client("other")
        async with waiting(gate, one.ask(Write(b"a.py", f"wait {gate}"))) as edit:
            assert (await other.shown(b"a.py")).total == 1
            assert not edit.done()
        assert isinstance(edit.result(), Done)

    play(world, scene)


def test_an_edit_does_not_wait_for_a_parser_that_has_much_to_do(
    world: World, gate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("CHECK_S", "TASK_S"):
        monkeypatch.setattr(structures, name, 2 * PATIENCE_S)
    monkeypatch.setattr(structures, "BUSY_S", 0.01)
    world.put("b.py", f"wait {gate}")

    async def scene(stage: Stage) -> None:
        one, other = await stage.client("one"), await stage.client("other")
        async with waiting(gate, one.ask(FuncRange(b"b.py", 1))):
            edit = await other.done(Write(b"a.py", "x = ((\ny = 1\n"))
            assert edit.warnings == ()
        await other.ask(FuncRange(b"a.py", 1))  # it has nothing else to do when that is answered
        edit = await other.done(Write(b"a.py", "x = ((1, ((\ny = 1\n"))
        assert "imbalance" not in [one.code for one in edit.warnings]  # it was there before
        edit = await other.done(Write(b"c.py", "x = ((\n"))
        assert [one.code for one in edit.warnings] == ["imbalance"]

    play(world, scene)


def test_a_read_does_not_wait_for_a_question_about_the_same_file(world: World, gate: Path) -> None:
    world.put("a.py", f"wait {gate}")
    world.put("b.py", f"wait {gate}")

    async def scene(stage: Stage) -> None:
        one, other = await stage.client("one"), await stage.client("other")
        for request in (FuncRange(b"a.py", 1), Read(b"b.py", target=F)):
            async with waiting(gate, one.ask(request)) as asked:
                await other.shown(request.file)
                assert not asked.done()
            assert not isinstance(asked.result(), Refusal)

    play(world, scene)


def test_a_question_is_about_the_file_as_it_is_in_its_turn(world: World, gate: Path) -> None:
    world.put("a.py", f"wait {gate}")

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        async with waiting(gate, one.ask(FuncRange(b"a.py", 1))) as asked:
            world.put("a.py", "one\ntwo\nthree\n")
        reply = asked.result()
        assert isinstance(reply, Ranged)
        assert (reply.total, reply.found.last) == (3, 3)

    play(world, scene)


def test_what_came_while_a_text_was_parsed_is_not_overwritten(world: World, gate: Path) -> None:
    text = f"wait {gate}"
    world.put("a.py", text)

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        await one.shown(b"a.py")
        async with waiting(gate, one.ask(Delete(b"a.py", target=F))) as edit:
            world.put("a.py", "theirs\n")
        assert isinstance(edit.result(), Refusal)
        assert world.text("a.py") == "theirs\n"

    play(world, scene)


def test_a_refusal_does_not_wait_for_what_it_would_say_besides(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(structures, "TASK_S", 2 * PATIENCE_S)
    world.put("a.py", "hang x x\n")

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        refusal = await one.refused(Replace(b"a.py", "y", old="x"))
        assert (refusal.code, refusal.values["matches"]) == ("old_many", 2)
        refusal = await one.refused(Delete(b"a.py", old="x"))
        assert refusal.code == "old_many"

    play(world, scene)


def test_all_is_closed_though_a_text_is_parsed_for_ever(
    world: World, gate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workspaces, "PARSING_S", 0.01)
    world.put("a.py", f"wait {gate}")

    async def scene() -> None:
        stage = await world.open()
        vars(parser_of(stage))["_command"] = ODD
        one = await stage.client()
        call = one.ask(Delete(b"a.py", target=F))
        async with asyncio.timeout(PATIENCE_S), waiting(gate, call) as edit:
            await stage.journals.close()
            reply = edit.result()
            assert isinstance(reply, Refusal)
            assert reply.code == "unparsed_failed"

    asyncio.run(scene())
    assert world.text("a.py") == f"wait {gate}"


def test_a_call_whose_time_is_over_when_its_text_is_parsed_is_not_made(
    world: World, gate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.put("a.py", f"wait {gate}")
    clock = [1]
    times = SimpleNamespace(time_ns=time.time_ns, monotonic_ns=lambda: clock[0])
    monkeypatch.setattr(journal, "time", times)

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        ask = Ask(
            stage.journal.id,
            one.session,
            RequestId(one.lane, 1),
            Delete(b"a.py", target=F),
            expires_ns=2,
        )
        task = asyncio.ensure_future(stage.journal.ask(ask))
        opened = await asyncio.to_thread(opened_of, gate)
        clock[0] = 3
        opened.close()
        with pytest.raises(NoWorkspace, match="nothing was changed"):
            await task

    play(world, scene)
    assert world.text("a.py") == f"wait {gate}"
