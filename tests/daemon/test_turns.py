"""Turns: one at a time for each file, in the order asked, and never a ring."""

import asyncio
import itertools
from collections.abc import Coroutine
from typing import Any

import pytest

from editjournal.daemon.core.effects import Kind, Seen
from editjournal.daemon.turns import Key, Turns, keys_of
from editjournal.schemas.values import RelPath

A, B, C = (0, 0, b"/a"), (0, 0, b"/b"), (0, 0, b"/c")


def run(scene: Coroutine[Any, Any, None]) -> None:
    asyncio.run(scene)


async def pause() -> None:
    """Let all others go on as far as they can."""
    for _ in range(20):
        await asyncio.sleep(0)


class Worker:
    """Takes turns, tells when it has them, and holds them until released."""

    def __init__(self, turns: Turns, *keys: Key) -> None:
        self.has_begun = False
        self.release = asyncio.Event()
        self.task = asyncio.ensure_future(self._work(turns, keys))

    async def _work(self, turns: Turns, keys: tuple[Key, ...]) -> None:
        async with turns.take(keys):
            self.has_begun = True
            await self.release.wait()

    async def end(self) -> None:
        self.release.set()
        await self.task
        await pause()


def test_turns_of_one_key_are_given_in_the_order_asked() -> None:
    async def scene() -> None:
        turns = Turns()
        workers = [Worker(turns, A) for _ in range(4)]
        await pause()
        for number, worker in enumerate(workers):
            assert [one.has_begun for one in workers] == [True] * (number + 1) + [False] * (
                3 - number
            )
            await worker.end()

    run(scene())


def test_turns_of_different_keys_are_held_at_once() -> None:
    async def scene() -> None:
        turns = Turns()
        one, other = Worker(turns, A), Worker(turns, B)
        await pause()
        assert one.has_begun
        assert other.has_begun
        await one.end()
        await other.end()

    run(scene())


def test_a_call_has_all_its_turns_or_does_not_begin() -> None:
    async def scene() -> None:
        turns = Turns()
        one, both = Worker(turns, B), Worker(turns, A, B)
        await pause()
        assert not both.has_begun
        await one.end()
        assert both.has_begun
        await both.end()

    run(scene())


@pytest.mark.parametrize("order", list(itertools.permutations([A, B, C])))
def test_calls_that_want_the_same_keys_in_any_order_never_wait_in_a_ring(
    order: tuple[Key, ...],
) -> None:
    async def scene() -> None:
        turns = Turns()
        workers = [Worker(turns, *order), Worker(turns, C, A, B), Worker(turns, B, C)]
        async with asyncio.timeout(10):
            for worker in workers:
                await worker.end()

    run(scene())


def test_one_that_is_cancelled_while_it_waits_is_passed_over() -> None:
    async def scene() -> None:
        turns = Turns()
        first, second, third = (Worker(turns, A) for _ in range(3))
        await pause()
        second.task.cancel()
        await first.end()
        assert third.has_begun
        assert not second.has_begun
        await third.end()

    run(scene())


def test_one_that_is_cancelled_in_the_moment_of_its_turn_passes_it_on() -> None:
    async def scene() -> None:
        turns = Turns()
        first, second, third = (Worker(turns, A) for _ in range(3))
        await pause()
        first.release.set()
        await asyncio.sleep(0)  # the first wakes up
        second.task.cancel()
        await pause()
        assert third.has_begun
        await third.end()

    run(scene())


def test_turns_are_given_back_by_a_call_that_fails() -> None:
    async def scene() -> None:
        turns = Turns()
        with pytest.raises(ZeroDivisionError):
            async with turns.take([A, B]):
                raise ZeroDivisionError
        one = Worker(turns, A, B)
        await pause()
        assert one.has_begun
        await one.end()

    run(scene())


def test_nothing_is_remembered_of_keys_that_nobody_holds() -> None:
    async def scene() -> None:
        turns = Turns()
        workers = [Worker(turns, A, B) for _ in range(3)]
        for worker in workers:
            await worker.end()
        assert not turns._waiting  # pyright: ignore[reportPrivateUsage]

    run(scene())


def test_a_file_has_a_key_by_its_real_path_and_one_by_its_inode() -> None:
    file = Seen(RelPath(b"link"), RelPath(b"d/file"), Kind.FILE, key=(1, 2, b""))
    absent = Seen(RelPath(b"no"), RelPath(b"no"), Kind.ABSENT, key=(1, 3, b"no"))
    assert keys_of(b"/tree", [file, absent]) == {
        (0, 0, b"/tree/d/file"),
        (1, 2, b""),
        (0, 0, b"/tree/no"),
    }


def test_one_file_reached_from_two_roots_has_one_key() -> None:
    inner = Seen(RelPath(b"file"), RelPath(b"file"), Kind.ABSENT)
    outer = Seen(RelPath(b"sub/file"), RelPath(b"sub/file"), Kind.ABSENT)
    assert keys_of(b"/tree/sub", [inner]) == keys_of(b"/tree", [outer])
    assert keys_of(b"/", [outer]) == {(0, 0, b"/sub/file")}
