"""What HEAD is told of how far edits have come."""

import asyncio
import errno
import os
from collections.abc import Awaitable, Callable

import pytest

from editjournal.daemon.progress import Progress
from editjournal.schemas.values import RelPath

TOP, SUB = RelPath(b""), RelPath(b"sub")


class FakeLog:
    """As much of a log as is told how far edits have come."""

    def __init__(self) -> None:
        self.durable_seq = 0
        self.applied = 0
        self.settled = 0
        self.head = (0, 0)
        self.fails = False

    def note(self, *, applied: int | None = None, settled: int | None = None) -> None:
        self.applied = self.applied if applied is None else applied
        self.settled = self.settled if settled is None else settled

    def write_head(self) -> None:
        if self.fails:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        self.head = (self.applied, self.settled)


class Setting:
    """A Progress with all that is around it."""

    def __init__(self) -> None:
        self.log = FakeLog()
        self.synced: list[set[RelPath]] = []
        self.fails = False
        self.progress = Progress(self.log, self._sync)  # pyright: ignore[reportArgumentType]

    def _sync(self, folders: set[RelPath]) -> asyncio.Future[None]:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self.fails:
            done.set_exception(OSError(errno.EIO, os.strerror(errno.EIO)))
        else:
            self.synced.append(folders)
            done.set_result(None)
        return done


def play(scene: Callable[[Setting], Awaitable[None]]) -> None:
    async def run() -> None:
        await scene(Setting())

    asyncio.run(run())


def test_applied_stops_before_the_first_edit_on_its_way() -> None:
    async def scene(setting: Setting) -> None:
        for edit in (3, 5, 6):
            setting.progress.begin(edit)
        setting.log.durable_seq = 6
        later = asyncio.ensure_future(setting.progress.carried(6, [TOP]))
        await asyncio.sleep(0)
        assert setting.log.head == (2, 0)
        assert not later.done()
        await setting.progress.carried(3, [TOP])
        assert setting.log.head == (4, 0)
        await setting.progress.carried(5, [TOP])
        await later
        assert setting.log.head == (6, 0)

    play(scene)


def test_applied_never_passes_what_is_durable() -> None:
    async def scene(setting: Setting) -> None:
        setting.progress.begin(3)
        setting.log.durable_seq = 4
        await setting.progress.carried(3, [TOP])
        assert setting.log.head == (4, 0)

    play(scene)


def test_after_the_log_has_failed_nobody_waits_and_applied_stands_still() -> None:
    async def scene(setting: Setting) -> None:
        setting.progress.begin(3)
        setting.progress.begin(4)
        setting.log.durable_seq = 4
        later = asyncio.ensure_future(setting.progress.carried(4, [TOP]))
        await asyncio.sleep(0)
        setting.progress.give_up()
        await later
        assert setting.log.head == (2, 0)

    play(scene)


def test_settled_follows_once_the_folders_are_synced() -> None:
    async def scene(setting: Setting) -> None:
        setting.progress.begin(3)
        setting.log.durable_seq = 3
        await setting.progress.carried(3, [TOP, SUB])
        assert setting.log.head == (3, 0)
        await setting.progress.close()
        assert setting.synced == [{TOP, SUB}]
        assert setting.log.head == (3, 3)

    play(scene)


def test_folders_that_could_not_be_synced_are_synced_with_the_next() -> None:
    async def scene(setting: Setting) -> None:
        for edit, folder in ((3, TOP), (4, SUB)):
            setting.progress.begin(edit)
            setting.log.durable_seq = edit
            await setting.progress.carried(edit, [folder])
            setting.fails = edit == 3
            setting.progress._begin_settling()  # pyright: ignore[reportPrivateUsage]
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        assert setting.synced == [{TOP, SUB}]
        await setting.progress.close()
        assert setting.log.head == (4, 4)

    play(scene)


def test_a_head_that_cannot_be_written_is_no_edit_s_trouble(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def scene(setting: Setting) -> None:
        setting.log.fails = True
        setting.progress.begin(1)
        setting.log.durable_seq = 1
        await setting.progress.carried(1, [TOP])
        setting.log.fails = False
        await setting.progress.close()
        assert setting.log.head == (1, 1)

    play(scene)
    assert "HEAD could not be written" in caplog.text
