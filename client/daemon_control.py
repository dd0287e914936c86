"""Starting, stopping and asking after the daemon, whatever protocol it speaks."""

import os
import time

import msgspec
from msgspec import Struct

from ..schemas.places import Places, find_places
from .finding import DaemonTrouble, Manner, Starter, no_daemon, probe, silent
from .link import Link, poll, readable


class Standing(Struct, frozen=True):
    """A Pong of any protocol: what it does not say has its default."""

    protocol: int = 0
    build: str = "unknown"
    pid: int = 0
    started_ns: int = 0
    sessions: int = 0
    workspaces: tuple[bytes, ...] = ()


def status(places: Places | None = None, *, deadline_s: float = 5.0) -> Standing | None:
    """Return how the daemon stands, or None where none runs. Raises DaemonTrouble ("busy")."""
    link = _link(places or find_places())
    if link is None:
        return None
    try:
        return _exchange(link, b"ping", b"pong", time.monotonic() + deadline_s)
    finally:
        link.close()


def start(places: Places | None = None, manner: Manner | None = None) -> Standing:
    """Return how the daemon stands, after starting it where none runs. Raises DaemonTrouble."""
    places, manner = places or find_places(), manner or Manner()
    for _ in range(manner.tries):
        if standing := status(places):
            return standing
        _start_once(places, manner)
    if standing := status(places):
        return standing
    raise no_daemon(places, "")


def check(arguments: tuple[str, ...], places: Places | None = None) -> None:
    """See that a daemon would take these options, while one runs that is left as it is.

    Raises DaemonTrouble ("bad_settings", "no_daemon").
    """
    manner = Manner()
    _start_once(places or find_places(), Manner(command=(*manner.command, *arguments)))


def stop(places: Places | None = None, *, deadline_s: float = 60.0) -> int | None:
    """Stop the daemon and return its pid, once the process is gone; None where none runs.

    Running calls are answered first. Raises DaemonTrouble ("busy") where it is not gone in time.
    """
    link = _link(places or find_places())
    if link is None:
        return None
    until_s = time.monotonic() + deadline_s
    try:
        _exchange(link, b"stop", b"stopping", until_s)
        link.hang_up()
        while link.sees_process and not link.gone():
            _wait(link, until_s)
        return link.pid
    finally:
        link.close()


def run(arguments: list[str], places: Places | None = None, manner: Manner | None = None) -> None:
    """Become the daemon, in the foreground; does not return. Raises OSError."""
    command = (manner or Manner()).command
    environment = {**os.environ, **(places or find_places()).environment()}
    os.execve(command[0], [*command, *arguments], environment)  # noqa: S606 - our own command


def _link(places: Places) -> Link | None:
    pid = probe(places)
    return None if pid is None else Link(places, pid)


def _start_once(places: Places, manner: Manner) -> None:
    try:
        starter = Starter(places, manner)
    except OSError as error:
        raise no_daemon(places, str(error)) from error
    try:
        poll([(starter.fd, 1)], int(manner.start_s * 1000))
        if not readable(starter.fd):
            raise no_daemon(places, f"not up after {manner.start_s:g} s")
        word = starter.word()
    finally:
        starter.close()
    if word.startswith("failed"):
        raise _failed(places, word.removeprefix("failed "))


def _failed(places: Places, why: str) -> DaemonTrouble:
    """Return the trouble of a daemon that did not come up; it names a bad option first."""
    option = why.partition(":")[0]
    if option.startswith("--"):
        return DaemonTrouble("bad_settings", why, f"give {option} as is allowed, or leave it out")
    return no_daemon(places, why)


def _exchange(link: Link, kind: bytes, answer: bytes, until_s: float) -> Standing | None:
    """Return what the daemon answers, or None where its process ends instead."""
    link.send(kind, b"")
    while True:
        while message := link.receive():
            if message[0] == answer:
                return _standing(message[1], link.pid)
        if link.gone():
            return None
        _wait(link, until_s)


def _wait(link: Link, until_s: float) -> None:
    left_s = until_s - time.monotonic()
    if left_s <= 0:
        raise silent(link.pid)
    poll(link.watched(), int(left_s * 1000) + 1)


def _standing(body: bytes, pid: int) -> Standing:
    try:
        return msgspec.msgpack.decode(body, type=Standing)
    except msgspec.DecodeError:
        return Standing(pid=pid)


__all__ = ["DaemonTrouble", "Manner", "Standing", "check", "run", "start", "status", "stop"]
