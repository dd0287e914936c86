"""The process that parses: right answers, and none of its troubles is the daemon's."""

import asyncio
import hashlib
import os
import select
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from editjournal.daemon.parsing.parser import Parser
from editjournal.daemon.parsing.process import COMMAND
from editjournal.schemas.structure import Balance, Outline, Unparsed

ODD = (sys.executable, str(Path(__file__).parent / "odd_worker.py"))
PATIENCE_S = 30


@asynccontextmanager
async def parsing(
    command: tuple[str, ...] = ODD, *, task_s: float = PATIENCE_S, idle_s: float = PATIENCE_S
) -> AsyncGenerator[Parser]:
    parser = Parser(command, task_s=task_s, idle_s=idle_s)
    try:
        yield parser
    finally:
        await parser.close()
        assert parser.pid is None


def play(scene: Callable[[], Awaitable[None]]) -> None:
    async def within_patience() -> None:
        async with asyncio.timeout(PATIENCE_S):
            await scene()

    asyncio.run(within_patience())


async def ask(parser: Parser, text: str, path: bytes = b"a.txt", **named: float) -> str | Unparsed:
    """Return what the odd worker says: its pid, the task's number, the name and the word."""
    digest = hashlib.sha256(text.encode()).digest()
    found = await parser.outline(path, text, digest, within_s=named.get("within_s", PATIENCE_S))
    return found.language if isinstance(found, Outline) else found


async def ends(pid: int, after: Callable[[], object]) -> None:
    """Do something, then wait until a process has ended."""
    fd = os.pidfd_open(pid)
    try:
        after()
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(fd, ended.set)
        await ended.wait()
        loop.remove_reader(fd)
    finally:
        os.close(fd)


def killed(parser: Parser) -> Callable[[], object]:
    assert parser.pid is not None
    pid = parser.pid
    return lambda: os.kill(pid, signal.SIGKILL)


# --- answers --------------------------------------------------------------------------------------


def test_the_real_process_answers_what_stands_where() -> None:
    async def scene() -> None:
        async with parsing(COMMAND) as parser:
            text = "class Cart:\n    def total(self):\n        return (1, [2]\n"
            outline = await parser.outline(b"src/cart.py", text, b"one")
            assert isinstance(outline, Outline)
            assert outline.language == "python"
            assert [one.name for one in outline.definitions][:1] == ["Cart"]
            balance = await parser.balance(b"src/cart.py", text, b"one")
            assert isinstance(balance, Balance)
            assert [one.mark.text for one in balance.problems] == ["("]
            assert not balance.pairs
            pairs = await parser.pairs(b"src/cart.py", text, b"one")
            assert isinstance(pairs, Balance)
            assert "[" in [one.first.text for one in pairs.pairs]

    play(scene)


def test_the_process_that_asks_never_loads_the_grammars() -> None:
    script = """
import asyncio
from editjournal.daemon import __main__, workspaces
from editjournal.daemon.parsing.parser import Parser
from editjournal.daemon.serving import server

async def ask():
    parser = Parser()
    await parser.outline(b"a.py", "def f(): pass\\n", b"1")
    for process in ("self", parser.pid):
        print("ast_grep" in open(f"/proc/{process}/maps").read())
    await parser.close()

asyncio.run(ask())
"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["False", "True"]


def test_a_file_over_the_limit_is_not_parsed_and_starts_nothing() -> None:
    async def scene() -> None:
        async with parsing() as parser:
            found = await parser.outline(b"a.py", "é" * 6, b"1", bytes_max=11)
            assert found == Unparsed("too_large", 12, 11)
            assert parser.pid is None
            assert isinstance(await parser.outline(b"a.py", "é" * 6, b"1", bytes_max=12), Outline)

    play(scene)


def test_a_text_of_a_megabyte_and_its_answer_pass_the_pipes() -> None:
    async def scene() -> None:
        async with parsing() as parser:
            text = "x" * (1 << 20)
            found = await ask(parser, text)
            assert isinstance(found, str)
            assert found.endswith(text)

    play(scene)


def test_what_a_library_prints_is_no_answer() -> None:
    async def scene() -> None:
        async with parsing() as parser:
            assert str(await ask(parser, "print")).endswith(" 1 a.txt print")
            assert str(await ask(parser, "next")).endswith(" 2 a.txt next")

    play(scene)


# --- each text once -------------------------------------------------------------------------------


def test_an_answer_is_kept_by_content_name_and_question() -> None:
    async def scene() -> None:
        async with parsing() as parser:
            first = await ask(parser, "one", b"src/a.py")
            await ends(parser.pid or 0, killed(parser))
            assert await ask(parser, "one", b"lib/a.py") == first
            others = [await ask(parser, "one", b"src/a.js"), await ask(parser, "two", b"src/a.py")]
            balance = await parser.balance(b"src/a.js", "one", hashlib.sha256(b"one").digest())
            assert [str(one).split()[1:] for one in others] == [
                ["1", "a.js", "one"],
                ["2", "a.py", "two"],
            ]
            assert isinstance(balance, Balance)
            assert balance.language.split()[1:] == ["3", "a.js", "one", "False"]

    play(scene)


def test_what_was_kept_leaves_for_what_was_used_later() -> None:
    async def scene() -> None:
        parser = Parser(ODD, kept_bytes_max=400)
        first = await ask(parser, "one")
        for number in range(20):
            await ask(parser, f"more{number}")
        assert await ask(parser, "more19") == await ask(parser, "more19")
        assert await ask(parser, "one") != first
        await parser.close()

    play(scene)


def test_the_same_question_meanwhile_waits_for_the_same_answer(tmp_path: Path) -> None:
    async def scene() -> None:
        async with parsing() as parser, asyncio.TaskGroup() as group:
            same = [group.create_task(ask(parser, "one")) for _ in range(3)]
            other = group.create_task(ask(parser, "two"))
            found = {await one for one in same}
            assert [str(one).split()[1] for one in found] == ["1"]
            assert str(await other).split()[1] == "2"

    play(scene)


# --- troubles -------------------------------------------------------------------------------------


def test_an_error_of_any_kind_is_no_answer_and_the_process_goes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def scene() -> None:
        async with parsing() as parser:
            assert await ask(parser, "panic secret") == Unparsed("failed", 12)
            assert str(await ask(parser, "one")).split()[1] == "2"

    play(scene)
    assert "outline: failed (PanicError)" in caplog.text
    assert "secret" not in caplog.text


def test_the_next_call_after_a_kill_is_answered_by_a_new_process() -> None:
    async def scene() -> None:
        async with parsing() as parser:
            await ask(parser, "one")
            before = parser.pid or 0
            await ends(before, killed(parser))
            assert str(await ask(parser, "two")).split()[1] == "1"
            assert parser.pid != before

    play(scene)


def test_a_text_that_ends_the_process_fails_and_the_next_does_not(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def scene() -> None:
        async with parsing() as parser:
            assert await ask(parser, "die") == Unparsed("failed", 3)
            assert str(await ask(parser, "one")).split()[1] == "1"
            assert await ask(parser, "die again") == Unparsed("failed", 9)

    play(scene)
    assert "outline: failed (ended with -9)" in caplog.text


@pytest.mark.parametrize("command", [("/no/such/program",), ("/bin/true",), ("/bin/echo", "0000")])
def test_where_no_process_can_be_had_every_call_fails(command: tuple[str, ...]) -> None:
    async def scene() -> None:
        async with parsing(command) as parser:
            assert await ask(parser, "one") == Unparsed("failed", 3)
            parser.warm()
            assert await ask(parser, "two") == Unparsed("failed", 3)

    play(scene)


def test_a_task_over_its_time_ends_the_process_and_the_next_begins_a_new_one() -> None:
    async def scene() -> None:
        async with parsing() as parser:
            await ask(parser, "one")
            hung = parser.pid or 0
            vars(parser)["_task_s"] = 0.01
            found: list[str | Unparsed] = []

            async def asked() -> None:
                found.append(await ask(parser, "hang"))

            async with asyncio.TaskGroup() as group:
                await ends(hung, lambda: group.create_task(asked()))
            assert found == [Unparsed("too_slow", 4, 10)]
            vars(parser)["_task_s"] = PATIENCE_S
            assert str(await ask(parser, "two")).split()[1] == "1"

    play(scene)


def test_who_waits_no_longer_disturbs_nobody(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)

    async def scene() -> None:
        async with parsing() as parser:
            cancelled = asyncio.create_task(ask(parser, f"wait {gate}"))
            patient = asyncio.create_task(ask(parser, f"wait {gate}"))
            opened = await asyncio.to_thread(gate.open, "wb")  # the task is under way
            cancelled.cancel()
            text = f"wait {gate}"
            late = await ask(parser, text, within_s=0.01)
            assert late == Unparsed("too_slow", len(text), 10)
            after = asyncio.create_task(ask(parser, "two"))
            opened.close()
            with pytest.raises(asyncio.CancelledError):
                await cancelled
            assert [str(await one).split()[1::2] for one in (patient, after)] == [
                ["1", "wait"],
                ["2", "two"],
            ]

    play(scene)


def test_what_nobody_waits_for_any_more_is_not_taken_up(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)

    async def scene() -> None:
        async with parsing() as parser:
            first = asyncio.create_task(ask(parser, f"wait {gate}"))
            opened = await asyncio.to_thread(gate.open, "wb")
            assert parser.is_busy
            left = [await ask(parser, text, within_s=0.01) for text in ("x", "y")]
            assert left == [Unparsed("too_slow", 1, 10)] * 2
            again = asyncio.create_task(ask(parser, "y"))
            last = asyncio.create_task(ask(parser, "z"))
            await asyncio.sleep(0)
            opened.close()
            found = [str(await one).split()[1::2] for one in (first, again, last)]
            assert found == [["1", "wait"], ["2", "y"], ["3", "z"]]
            assert str(await ask(parser, "x")).split()[1] == "4"
            assert not parser.is_busy

    play(scene)


# --- the process's life ---------------------------------------------------------------------------


def test_no_process_is_started_before_anybody_asks_but_where_it_is_warmed() -> None:
    async def scene() -> None:
        async with parsing() as parser:
            assert parser.pid is None
            parser.warm()
            await ask(parser, "one")
            pid = parser.pid
            parser.warm()
            assert str(await ask(parser, "two")).split()[:2] == [str(pid), "2"]

    play(scene)


def test_a_process_that_is_not_needed_is_ended_and_started_again() -> None:
    async def scene() -> None:
        async with parsing() as parser:
            first = str(await ask(parser, "one")).split()[0]
            vars(parser)["_idle_s"] = 0
            await ends(int(first), lambda: asyncio.create_task(ask(parser, "two")))
            vars(parser)["_idle_s"] = PATIENCE_S
            assert str(await ask(parser, "three")).split()[1] == "1"

    play(scene)


def test_who_still_waits_when_it_is_closed_gets_no_answer(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)

    async def scene() -> None:
        async with parsing() as parser:
            asked = [asyncio.create_task(ask(parser, text)) for text in (f"wait {gate}", "x", "y")]
            opened = await asyncio.to_thread(gate.open, "wb")
            await parser.close()
            opened.close()
            found = [await one for one in asked]
            assert {one if isinstance(one, str) else one.code for one in found} == {"failed"}

    play(scene)


@pytest.mark.parametrize("word", ["one", "hang"])
def test_the_process_ends_with_the_daemon_even_where_that_is_killed(word: str) -> None:
    script = f"""
import asyncio
from editjournal.daemon.parsing.parser import Parser

async def ask():
    parser = Parser({ODD!r})
    await parser.outline(b"a", "begin", b"1")
    asking = asyncio.create_task(parser.outline(b"a", {word!r}, b"2"))
    await asyncio.wait([asking], timeout=0.01)
    print(parser.pid, flush=True)
    await asyncio.Event().wait()

asyncio.run(ask())
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as daemon:
        assert daemon.stdout is not None
        fd = os.pidfd_open(int(daemon.stdout.readline()))
        daemon.kill()
        assert select.select([fd], [], [], PATIENCE_S)[0]
        os.close(fd)


def test_signals_that_end_the_daemon_leave_the_process_to_finish() -> None:
    async def scene() -> None:
        async with parsing() as parser:
            await ask(parser, "one")
            pid = parser.pid or 0
            assert os.getsid(pid) == pid, "a terminal's signals are not for it"
            for number in (signal.SIGINT, signal.SIGTERM):
                os.kill(pid, number)
            assert str(await ask(parser, "two")).split()[:2] == [str(pid), "2"]

    play(scene)
