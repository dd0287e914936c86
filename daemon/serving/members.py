"""Who is connected: each client's connection, process and session.

A client is known by its connection (the ROUTER's identity) and watched through a pidfd, which
becomes readable when the process ends: no polling, and no pid that another process took over.
A session is left when its last client has left, by bye or by the end of its process, and its calls
have ended. One without a key is closed then; one with a key stays open, for later clients to join.
"""

import asyncio
import contextlib
import os
from collections.abc import Callable
from dataclasses import dataclass, field

from ..service import Workspace


@dataclass(eq=False)
class Session:
    """An open session that has clients, or calls still running."""

    workspace: Workspace
    number: int
    keyed: bool
    members: set["Member"] = field(default_factory=set["Member"])
    calls: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]])


@dataclass(eq=False)
class Member:
    """One client's connection."""

    identity: bytes
    pid: int
    """0: in a pid namespace that cannot be seen from here; the client lives until its bye."""
    session: Session
    pidfd: int | None = None


class Members:
    """All connected clients. Used from the event loop only.

    `left` is called with a session and why, whenever its last client has left, `changed` whenever
    a client came or left.
    """

    def __init__(self, left: Callable[[Session, str], None], changed: Callable[[], None]) -> None:
        self._left = left
        self._changed = changed
        self._members: dict[bytes, Member] = {}
        self._sessions: dict[tuple[Workspace, int], Session] = {}
        """Those with clients, and those left that may still be joined again."""

    def __len__(self) -> int:
        return len(self._members)

    @property
    def sessions(self) -> int:
        """Sessions with a living client."""
        return sum(bool(session.members) for session in self._sessions.values())

    def of(self, identity: bytes) -> Member | None:
        return self._members.get(identity)

    def join(
        self, identity: bytes, pid: int, workspace: Workspace, session: int, *, keyed: bool
    ) -> None:
        """Take a client into its session, out of the one it had on this connection."""
        former = self._members.get(identity)
        key = (workspace, session)
        joined = self._sessions.setdefault(key, Session(workspace, session, keyed))
        joined.keyed = joined.keyed or keyed
        member = Member(identity, pid, joined)
        joined.members.add(member)  # before the former leaves, so that the session stays
        if former is not None:
            self._remove(former, "bye")
        self._members[identity] = member
        self._watch(member)
        self._changed()

    def leave(self, identity: bytes, reason: str) -> None:
        if (member := self._members.get(identity)) is not None:
            self._remove(member, reason)
            self._changed()

    def forget(self, session: Session) -> bool:
        """Return whether nobody holds a session that was left, once: it counts as ended then."""
        key = (session.workspace, session.number)
        ended = self._sessions.get(key) is session and not session.members and not session.calls
        if ended:
            del self._sessions[key]
        return ended

    def forget_all(self) -> None:
        """Watch nobody any more and end no session: the clients will resume with a later daemon."""
        for member in self._members.values():
            _unwatch(member)
        self._members.clear()
        self._sessions.clear()

    def _remove(self, member: Member, reason: str) -> None:
        _unwatch(member)
        if self._members.get(member.identity) is member:
            del self._members[member.identity]
        session = member.session
        session.members.discard(member)
        if not session.members:
            self._left(session, reason)

    def _watch(self, member: Member) -> None:
        if member.pid == 0:
            return
        try:
            member.pidfd = os.pidfd_open(member.pid)
        except ProcessLookupError:
            self._remove(member, "client gone")
            return
        except OSError:  # out of descriptors: the client stays until its bye
            return
        loop = asyncio.get_running_loop()
        loop.add_reader(member.pidfd, self.leave, member.identity, "client gone")


def _unwatch(member: Member) -> None:
    if member.pidfd is not None:
        asyncio.get_running_loop().remove_reader(member.pidfd)
        with contextlib.suppress(OSError):
            os.close(member.pidfd)
        member.pidfd = None
