"""A folder with files, watched for real."""

import asyncio
import concurrent.futures
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from editjournal.daemon.watching.standing import WatchBounds
from tests.daemon.watching.staging import Play, Stage, staged


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made = tmp_path / "root"
    made.mkdir()
    for name in ("a.txt", "b.txt", "marker"):
        (made / name).write_text("1")
    return made


@pytest.fixture
def pool() -> Iterator[concurrent.futures.Executor]:
    with concurrent.futures.ThreadPoolExecutor(2) as made:
        yield made


@pytest.fixture
def play(root: Path, pool: concurrent.futures.Executor) -> Play:
    def run(scene: Callable[[Stage], Coroutine[Any, Any, None]], bounds: WatchBounds) -> None:
        async def whole() -> None:
            async with staged(root, bounds, pool) as stage:
                await scene(stage)

        asyncio.run(whole())

    return run
