"""The feed as a client reads it, from a real daemon process and from sockets in this one."""

import itertools
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest
import zmq

from editjournal.client import daemon_control
from editjournal.client.connection import Connection
from editjournal.client.feed import Feed
from editjournal.client.finding import DaemonTrouble, Manner
from editjournal.schemas.facts import Entry, Queried
from editjournal.schemas.messages import Hello, Told, Welcome, encode
from editjournal.schemas.places import Places
from editjournal.schemas.replies import LogItem
from editjournal.schemas.requests import Commit

PATIENCE_MS = 20_000
HELLO = Hello(protocol=0, build="", root=b"/w", agent="test")
KINDS = ("entry", "item", "notice")


@pytest.fixture
def connection(places: Places, manner: Manner) -> Iterator[Connection]:
    with Connection(HELLO, places=places, manner=manner) as connection:
        yield connection


@pytest.fixture
def welcome(connection: Connection) -> Welcome:
    return connection.open()


def _open(welcome: Welcome, *kinds: str) -> Feed:
    return Feed(welcome.feed, welcome.workspace, kinds or KINDS, pid=welcome.pid)


def _numbers(feed: Feed, count: int) -> list[tuple[str, int]]:
    """Return class and number of what comes next."""
    return [
        (type(news).__name__, news.notice.by.seq if isinstance(news, Told) else news.seq)
        for news in itertools.islice(feed, count)
    ]


# --- what comes ---------------------------------------------------------------------------------


def test_what_happens_comes_as_what_it_is_and_in_order(
    connection: Connection, welcome: Welcome
) -> None:
    with _open(welcome) as feed:
        connection.ask(Commit("entry:1 item:1 notice:1 entry:2"))
        news = [feed.receive(PATIENCE_MS) for _ in range(4)]
    assert [type(one) for one in news] == [Entry, LogItem, Told, Entry]
    assert news[3] == Entry(2, 1, 1, Queried("x"))


def test_only_the_kinds_that_were_asked_for_come(connection: Connection, welcome: Welcome) -> None:
    with _open(welcome, "entry", "notice") as feed:
        connection.ask(Commit("item:1 notice:2 item:3 entry:4"))
        assert _numbers(feed, 2) == [("Told", 2), ("Entry", 4)]


def test_a_kind_of_a_later_daemon_is_skipped(connection: Connection, welcome: Welcome) -> None:
    with _open(welcome, "other", "entry") as feed:
        connection.ask(Commit("other:1 entry:2"))
        assert feed.receive(PATIENCE_MS) == Entry(2, 1, 1, Queried("x"))


def test_what_happened_before_the_feed_was_opened_does_not_come(
    connection: Connection, welcome: Welcome
) -> None:
    connection.ask(Commit("entry:1"))
    with _open(welcome) as feed:
        connection.ask(Commit("entry:2"))
        assert _numbers(feed, 1) == [("Entry", 2)]


def test_nothing_that_happens_after_opening_is_missed(
    connection: Connection, welcome: Welcome
) -> None:
    for seq in range(1, 51):
        with _open(welcome) as feed:
            connection.ask(Commit(f"entry:{seq}"))
            assert _numbers(feed, 1) == [("Entry", seq)]


def test_where_nothing_happens_receive_returns_when_the_time_is_up(welcome: Welcome) -> None:
    with _open(welcome) as feed:
        assert feed.receive(0) is None
        assert feed.receive(1) is None


def test_a_feed_can_be_opened_again(connection: Connection, welcome: Welcome) -> None:
    feed = _open(welcome)
    for seq in (1, 2):
        feed.open()
        connection.ask(Commit(f"entry:{seq}"))
        assert _numbers(feed, 1) == [("Entry", seq)]
    feed.close()
    feed.close()


# --- the daemon's part, played here -------------------------------------------------------------


@pytest.fixture
def endpoint(places: Places) -> str:
    places.runtime.mkdir()
    return f"ipc://{places.feed}"


@pytest.fixture
def publisher(endpoint: str) -> Iterator["zmq.Socket[bytes]"]:
    with zmq.Context() as context, context.socket(zmq.XPUB) as socket:
        socket.setsockopt(zmq.RCVTIMEO, PATIENCE_MS)
        socket.setsockopt(zmq.LINGER, 0)
        socket.bind(endpoint)
        yield socket


def test_open_returns_when_the_daemon_has_confirmed_what_was_subscribed_to_last(
    endpoint: str, publisher: "zmq.Socket[bytes]"
) -> None:
    feed = Feed(endpoint, "w1", ("entry", "notice"))
    opened = threading.Thread(target=feed.open)
    opened.start()
    subscribed = [publisher.recv() for _ in range(3)]
    assert subscribed[:2] == [b"\x01w1/entry", b"\x01w1/notice"]
    assert subscribed[2].startswith(b"\x01ready/")
    for seq in (1, 2):
        publisher.send_multipart((b"w1/entry", encode(Entry(seq, 1, 1, Queried("too early")))))
    publisher.send_multipart((subscribed[2][1:], b""))
    opened.join()
    assert publisher.recv() == b"\x00" + subscribed[2][1:]
    publisher.send_multipart((b"w1/entry", encode(Entry(3, 1, 1, Queried("x")))))
    assert feed.receive(PATIENCE_MS) == Entry(3, 1, 1, Queried("x"))
    feed.close()


def test_a_daemon_that_does_not_confirm_is_busy(
    endpoint: str, publisher: "zmq.Socket[bytes]"
) -> None:
    feed = Feed(endpoint, "w1")
    with pytest.raises(DaemonTrouble, match="does not answer") as raised:
        feed.open(timeout_ms=50)
    assert raised.value.code == "busy"


def test_a_body_that_is_none_is_told_as_such(endpoint: str, publisher: "zmq.Socket[bytes]") -> None:
    feed = Feed(endpoint, "w1", ("entry",))
    opened = threading.Thread(target=feed.open)
    opened.start()
    assert publisher.recv() == b"\x01w1/entry"
    publisher.send_multipart((publisher.recv()[1:], b""))
    opened.join()
    publisher.send_multipart((b"w1/entry", b"\xc1"))
    with pytest.raises(DaemonTrouble) as raised:
        feed.receive(PATIENCE_MS)
    assert raised.value.code == "malformed"
    feed.close()


# --- a daemon that ends -------------------------------------------------------------------------


def test_the_end_of_the_daemon_is_noticed_after_all_it_had_sent(
    connection: Connection, welcome: Welcome
) -> None:
    with _open(welcome) as feed:
        connection.ask(Commit("entry:1 entry:2"))
        os.kill(welcome.pid, signal.SIGKILL)
        assert _numbers(feed, 2) == [("Entry", 1), ("Entry", 2)]
        for _ in range(2):
            with pytest.raises(DaemonTrouble, match=f"pid {welcome.pid}") as raised:
                feed.receive()
            assert raised.value.code == "no_daemon"


def test_a_reader_that_waits_is_told_of_the_end(welcome: Welcome, places: Places) -> None:
    with _open(welcome) as feed:
        stopper = threading.Thread(target=lambda: daemon_control.stop(places))
        stopper.start()
        with pytest.raises(DaemonTrouble, match="has ended"):
            list(feed)
        stopper.join()


def test_a_feed_does_not_go_on_with_a_later_daemon(
    connection: Connection, welcome: Welcome, places: Places
) -> None:
    with _open(welcome) as feed:
        daemon_control.stop(places)
        connection.open()
        asking = threading.Thread(
            target=lambda: [connection.ask(Commit("entry:1")) for _ in range(200)]
        )
        asking.start()
        with pytest.raises(DaemonTrouble, match="has ended"):
            feed.receive(PATIENCE_MS)
        asking.join()


def test_the_feed_of_a_daemon_that_has_ended_cannot_be_opened(
    welcome: Welcome, places: Places
) -> None:
    daemon_control.stop(places)
    with subprocess.Popen((sys.executable, "-c", "")) as reaped:
        pass
    for pid in (welcome.pid, reaped.pid):
        with pytest.raises(DaemonTrouble) as raised:
            Feed(welcome.feed, welcome.workspace, pid=pid).open()
        assert raised.value.code == "no_daemon"


def test_a_daemon_that_ends_while_the_feed_is_opened_is_told_as_such(
    endpoint: str, publisher: "zmq.Socket[bytes]"
) -> None:
    troubles: list[str] = []

    def open_feed(pid: int) -> None:
        with pytest.raises(DaemonTrouble) as raised:
            Feed(endpoint, "w1", pid=pid).open(timeout_ms=-1)
        troubles.append(raised.value.code)

    with subprocess.Popen((sys.executable, "-c", "input()"), stdin=subprocess.PIPE) as daemon:
        opening = threading.Thread(target=open_feed, args=(daemon.pid,))
        opening.start()
        for _ in range(3):
            publisher.recv()
        daemon.kill()
    opening.join()
    assert troubles == ["no_daemon"]
