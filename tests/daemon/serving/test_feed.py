"""Who listens to the feed, and what reaches them."""

import os
import threading
from collections.abc import Generator
from contextlib import contextmanager

import pytest
import zmq

from editjournal.client.feed import Feed
from editjournal.schemas.facts import Entry, Queried
from editjournal.schemas.messages import Welcome, encode
from tests.daemon.serving.staging import PATIENCE_S, Running, Serve


def _entry(seq: int) -> Entry:
    return Entry(seq, time_ns=1, session=1, fact=Queried("be-trx"))


def _publish(running: Running, kind: str, body: bytes) -> None:
    running.loop.call_soon_threadsafe(running.fake.workspace.feed.publish, kind, body)


def _wanted(running: Running) -> list[str]:
    """Return the kinds that somebody listens to, as the server knows them now."""
    told: list[str] = []
    done = threading.Event()

    def tell() -> None:
        wants = running.fake.workspace.feed.wants
        told.extend(kind for kind in ("entry", "item", "notice") if wants(kind))
        done.set()

    running.loop.call_soon_threadsafe(tell)
    assert done.wait(PATIENCE_S)
    return told


def _wait_until_wanted(running: Running, wanted: list[str]) -> None:
    """Wait for a subscriber to be gone: it does not hear when that has been understood."""
    while _wanted(running) != wanted:
        pass


@contextmanager
def _reader(running: Running, welcome: Welcome, *topics: bytes) -> Generator["zmq.Socket[bytes]"]:
    """Subscribe with a plain SUB socket, and wait until that is in force."""
    reader = running.context.socket(zmq.SUB)
    reader.setsockopt(zmq.RCVTIMEO, PATIENCE_S * 1000)
    try:
        reader.connect(welcome.feed)
        ready = b"ready/" + os.urandom(8)
        for topic in (*topics, ready):
            reader.subscribe(topic)
        assert reader.recv_multipart() == [ready, b""]
        yield reader
    finally:
        reader.close(linger=0)


def test_nothing_is_wanted_where_nobody_listens(serve: Serve) -> None:
    running = serve()
    running.client().hello()
    assert _wanted(running) == []


def test_what_somebody_subscribed_to_is_wanted_and_reaches_them(serve: Serve) -> None:
    running = serve()
    welcome = running.client().hello()
    with _reader(running, welcome, b"w1/entry") as reader:
        assert _wanted(running) == ["entry"]
        _publish(running, "item", b"not for this one")
        _publish(running, "entry", b"body")
        assert reader.recv_multipart() == [b"w1/entry", b"body"]


@pytest.mark.parametrize("topic", [b"w1", b"w1/", b""])
def test_who_subscribes_to_a_beginning_wants_all_that_begin_with_it(
    serve: Serve, topic: bytes
) -> None:
    running = serve()
    welcome = running.client().hello()
    with _reader(running, welcome, topic) as reader:
        assert _wanted(running) == ["entry", "item", "notice"]
        _publish(running, "notice", b"body")
        assert reader.recv_multipart() == [b"w1/notice", b"body"]


def test_another_workspace_of_a_name_that_begins_alike_is_not_wanted(serve: Serve) -> None:
    running = serve()
    welcome = running.client().hello()
    with _reader(running, welcome, b"w12/entry", b"w1/entry/x"):
        assert _wanted(running) == []


def test_of_two_who_listen_to_the_same_one_leaves_and_the_other_still_hears(serve: Serve) -> None:
    running = serve()
    welcome = running.client().hello()
    with _reader(running, welcome, b"w1/entry", b"w1/item") as stays:
        with _reader(running, welcome, b"w1/entry", b"w1/notice"):
            assert _wanted(running) == ["entry", "item", "notice"]
        _wait_until_wanted(running, ["entry", "item"])
        _publish(running, "entry", b"body")
        assert stays.recv_multipart() == [b"w1/entry", b"body"]
        stays.unsubscribe(b"w1/entry")
        _wait_until_wanted(running, ["item"])
    _wait_until_wanted(running, [])


def test_what_is_no_subscription_changes_nothing(serve: Serve) -> None:
    running = serve()
    welcome = running.client().hello()
    talker = running.context.socket(zmq.XSUB)
    talker.setsockopt(zmq.RCVTIMEO, PATIENCE_S * 1000)
    try:
        talker.connect(welcome.feed)
        for message in ([b""], [b"hello"], [b"hello", b"\x01w1/entry"], [b"\x01ready/1"]):
            talker.send_multipart(message)
        assert talker.recv_multipart() == [b"ready/1", b""]
        assert _wanted(running) == []
    finally:
        talker.close(linger=0)


def test_subscriptions_that_piled_up_are_all_taken(serve: Serve) -> None:
    running = serve()
    welcome = running.client().hello()
    held = threading.Event()
    running.loop.call_soon_threadsafe(held.wait, PATIENCE_S)
    reader = running.context.socket(zmq.SUB)
    reader.setsockopt(zmq.RCVTIMEO, PATIENCE_S * 1000)
    try:
        reader.connect(welcome.feed)
        for number in range(500):
            reader.subscribe(b"w%d/entry" % number)
        reader.subscribe(b"ready/1")
        held.set()
        assert reader.recv_multipart() == [b"ready/1", b""]
        assert _wanted(running) == ["entry"]
    finally:
        reader.close(linger=0)


def test_of_what_happens_after_a_feed_is_open_nothing_is_missed(serve: Serve) -> None:
    running = serve()
    welcome = running.client().hello()
    for seq in range(1, 101):
        with Feed(welcome.feed, welcome.workspace) as feed:
            _publish(running, "entry", encode(_entry(seq)))
            assert feed.receive(PATIENCE_S * 1000) == _entry(seq)


def test_entries_come_in_order_and_a_reader_that_is_too_slow_sees_the_gap(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("editjournal.daemon.serving.publisher.UNREAD_ENTRIES_MAX", 10)
    running = serve()
    welcome = running.client().hello()
    last = 20_000
    with Feed(welcome.feed, welcome.workspace) as feed:

        def publish_all() -> None:
            for seq in range(1, last):
                running.fake.workspace.feed.publish("entry", encode(_entry(seq)))

        running.loop.call_soon_threadsafe(publish_all)
        assert _wanted(running) == ["entry", "notice"]  # all that were published are on their way
        seqs = [feed.receive(PATIENCE_S * 1000)]
        while seqs[-1] != _entry(last):
            _publish(running, "entry", encode(_entry(last)))  # until there is room for it
            seqs.append(feed.receive(PATIENCE_S * 1000))
    numbers = [news.seq for news in seqs if isinstance(news, Entry)]
    assert numbers == sorted(set(numbers))
    assert len(numbers) < last
