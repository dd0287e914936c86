"""The typed Python client for asyncio; apart from `api`, which does without importing asyncio."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import TracebackType
from typing import Concatenate, ParamSpec, Self, TypeVar

from ..schemas.replies import Step
from ..schemas.requests import Whose
from .api import Client

P = ParamSpec("P")
R = TypeVar("R")


def _later(
    method: Callable[Concatenate[Client, P], R],
) -> Callable[Concatenate["AsyncClient", P], Coroutine[None, None, R]]:
    """Return a method of the client as one of the asynchronous client."""

    async def call(self: "AsyncClient", *args: P.args, **kwargs: P.kwargs) -> R:
        return await self.in_thread(partial(method, self.client, *args, **kwargs))

    call.__doc__ = method.__doc__
    return call


class AsyncClient:
    """A Client in a thread of its own: calls of one AsyncClient run one after another.

    For calls side by side, use several; each is a session, unless they share a key. A call that
    is cancelled may still be carried out.
    """

    def __init__(self, client: Client) -> None:
        self.client = client
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="editjournal")

    async def in_thread(self, call: Callable[[], R]) -> R:
        return await asyncio.get_running_loop().run_in_executor(self._thread, call)

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self.in_thread(self.client.close)
        self._thread.shutdown()

    open = _later(Client.open)
    read = _later(Client.read)
    replace = _later(Client.replace)
    replace_several = _later(Client.replace_several)
    insert = _later(Client.insert)
    delete = _later(Client.delete)
    func_range = _later(Client.func_range)
    tag_range = _later(Client.tag_range)
    balance = _later(Client.balance)
    outline = _later(Client.outline)
    write = _later(Client.write)
    write_several = _later(Client.write_several)
    insert_chip = _later(Client.insert_chip)
    chips = _later(Client.chips)
    chip = _later(Client.chip)
    drop_chip = _later(Client.drop_chip)
    confirm = _later(Client.confirm)
    undo = _later(Client.undo)
    redo = _later(Client.redo)
    rollback = _later(Client.rollback)
    undo_several = _later(Client.undo_several)
    restore = _later(Client.restore)
    commit = _later(Client.commit)
    snapshot = _later(Client.snapshot)
    status = _later(Client.status)
    log = _later(Client.log)
    sessions = _later(Client.sessions)
    show = _later(Client.show)
    cat = _later(Client.cat)
    diff = _later(Client.diff)
    blame = _later(Client.blame)
    trail_page = _later(Client.trail_page)

    async def trail(self, session: Whose = 0, *, after: int = 0) -> AsyncIterator[Step]:
        steps = self.client.trail(session, after=after)
        while (step := await self.in_thread(partial(next, steps, None))) is not None:
            yield step

    trail.__doc__ = Client.trail.__doc__
    views = _later(Client.views)
    feed = _later(Client.feed)
