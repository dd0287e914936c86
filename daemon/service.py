"""What the server serves: workspaces, as it needs to see them."""

from typing import Protocol

from ..schemas.messages import Ask, Hello
from ..schemas.replies import AnyReply


class NoWorkspace(Exception):  # noqa: N818 - says what there is not
    """A workspace cannot be entered, or takes no more calls; its fields become a Trouble's."""

    def __init__(self, code: str, message: str, next: str) -> None:  # noqa: A002 - Trouble's word
        super().__init__(message)
        self.code = code
        self.message = message
        self.next = next


class Feed(Protocol):
    """Whoever listens to what happens in one workspace."""

    def wants(self, kind: str) -> bool:
        """Tell whether anybody listens to this kind, as `schemas.messages` has them."""
        ...

    def publish(self, kind: str, body: bytes) -> None: ...


class NoFeed:
    """Nobody listens."""

    def wants(self, kind: str) -> bool:  # noqa: ARG002
        return False

    def publish(self, kind: str, body: bytes) -> None:
        """Do nothing."""


class Workspace(Protocol):
    """One root folder with its log."""

    @property
    def feed(self) -> Feed:
        """Set by the server."""
        ...

    @feed.setter
    def feed(self, feed: Feed, /) -> None: ...

    @property
    def id(self) -> str: ...

    @property
    def root(self) -> bytes: ...

    @property
    def seq(self) -> int:
        """Newest entry."""
        ...

    async def open_session(self, hello: Hello) -> tuple[int, str]:
        """Return the session's number and name, e.g. "codex#3"; one is joined by key or resume."""
        ...

    async def ask(self, ask: Ask) -> AnyReply:
        """Answer a request. Raises NoWorkspace where it cannot even be refused."""
        ...

    def acknowledge(self, session: int, told: int) -> None:
        """Take note of what has reached a session: the `told` of a reply."""
        ...

    def left(self, session: int) -> None:
        """No client holds the session any more; it may be joined again."""
        ...

    async def close_session(self, session: int, reason: str) -> None: ...


class Workspaces(Protocol):
    """All workspaces of the daemon."""

    async def enter(self, root: bytes) -> Workspace:
        """Return the open workspace that holds `root`. Raises NoWorkspace."""
        ...

    async def close(self) -> None:
        """Close all, everything synced and every lock released."""
        ...

    def roots(self) -> tuple[bytes, ...]: ...
