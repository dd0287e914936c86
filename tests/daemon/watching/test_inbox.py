"""What comes from other threads reaches the loop, once."""

import asyncio
import threading
from typing import cast

from editjournal.daemon.watching.inbox import Inbox, News
from editjournal.daemon.watching.pacing import Event
from editjournal.schemas.values import RelPath

A, B = RelPath(b"sub/a"), RelPath(b"b")


def test_all_that_came_meanwhile_is_delivered_at_once() -> None:
    async def scene() -> list[News]:
        got: list[News] = []
        inbox = Inbox(asyncio.get_running_loop(), b"/top", got.append)
        inbox.expect(frozenset({A, B}))
        inbox.happened(Event.MODIFIED, b"/top/sub/a")
        inbox.happened(Event.CLOSED, b"/top/other")
        inbox.happened(Event.OTHER, b"/top/b")
        inbox.happened(Event.CLOSED, b"/top/sub/a")
        inbox.vanished(b"/top/sub")
        inbox.overflowed()
        assert got == []
        await asyncio.sleep(0)
        inbox.happened(Event.GONE, b"/top/b")
        await asyncio.sleep(0)
        return got

    first, second = asyncio.run(scene())
    assert first == News({A: Event.CLOSED, B: Event.OTHER}, {RelPath(b"sub")}, 1)
    assert second == News({B: Event.GONE})


def test_the_last_event_counts_but_a_new_mode_does_not_hide_what_is_written() -> None:
    async def scene() -> list[News]:
        got: list[News] = []
        inbox = Inbox(asyncio.get_running_loop(), b"/top", got.append)
        inbox.expect(frozenset({A, B}))
        for event in (Event.CLOSED, Event.MODIFIED, Event.OTHER):
            inbox.happened(event, b"/top/sub/a")
        for event in (Event.GONE, Event.MODIFIED, Event.CLOSED):
            inbox.happened(event, b"/top/b")
        await asyncio.sleep(0)
        return got

    assert asyncio.run(scene()) == [News({A: Event.MODIFIED, B: Event.CLOSED})]


def test_what_nobody_wants_does_not_wake_the_loop() -> None:
    async def scene() -> list[News]:
        got: list[News] = []
        inbox = Inbox(asyncio.get_running_loop(), b"/top", got.append)
        inbox.expect(frozenset({A}))
        for path in (b"/top/b", b"/tops/sub/a", b"/elsewhere/sub/a", b""):
            inbox.happened(Event.CLOSED, path)
        inbox.vanished(b"/top/other")
        inbox.vanished(b"/top")
        await asyncio.sleep(0)
        return got

    assert asyncio.run(scene()) == []


def test_the_root_and_what_lies_in_it_are_told_apart() -> None:
    async def scene() -> list[News]:
        got: list[News] = []
        inbox = Inbox(asyncio.get_running_loop(), b"/", got.append)
        inbox.expect(frozenset({A, B}))
        inbox.happened(Event.CLOSED, b"/b")
        inbox.vanished(b"/sub")
        await asyncio.sleep(0)
        return got

    assert asyncio.run(scene()) == [News({B: Event.CLOSED}, {RelPath(b"sub")})]


def test_a_removed_root_is_a_folder_that_is_gone() -> None:
    async def scene() -> list[News]:
        got: list[News] = []
        inbox = Inbox(asyncio.get_running_loop(), b"/top", got.append)
        inbox.expect(frozenset({B}))
        inbox.vanished(b"/top")
        await asyncio.sleep(0)
        return got

    assert asyncio.run(scene()) == [News(folders={RelPath(b"")})]


def test_threads_lose_nothing_of_each_other() -> None:
    files = frozenset(RelPath(b"%d" % number) for number in range(4_000))

    def put(inbox: Inbox, part: list[RelPath]) -> None:
        for path in part:
            inbox.happened(Event.CLOSED, b"/r/" + path)

    async def scene() -> set[RelPath]:
        got: set[RelPath] = set()
        inbox = Inbox(asyncio.get_running_loop(), b"/r", lambda news: got.update(news.files))
        inbox.expect(files)
        parts = [sorted(files)[start::4] for start in range(4)]
        threads = [threading.Thread(target=put, args=(inbox, part)) for part in parts]
        for thread in threads:
            thread.start()
        for thread in threads:
            await asyncio.to_thread(thread.join)
        await asyncio.sleep(0)
        return got

    assert asyncio.run(scene()) == files


def test_nothing_is_handed_over_while_it_is_being_put_in() -> None:
    class Loop:
        """Would hand over at once."""

        def call_soon_threadsafe(self, _call: object) -> None:
            locked.append(inbox._lock.locked())  # pyright: ignore[reportPrivateUsage]

    locked: list[bool] = []
    inbox = Inbox(cast("asyncio.AbstractEventLoop", Loop()), b"/r", lambda _news: None)
    inbox.expect(frozenset({B}))
    inbox.happened(Event.CLOSED, b"/r/b")
    assert locked == [True]


def test_after_the_loop_has_ended_nothing_is_raised() -> None:
    async def scene() -> Inbox:
        inbox = Inbox(asyncio.get_running_loop(), b"/r", lambda _news: None)
        inbox.expect(frozenset({B}))
        return inbox

    inbox = asyncio.run(scene())
    inbox.happened(Event.CLOSED, b"/r/b")
    inbox.overflowed()
