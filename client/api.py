"""The typed Python client. `async_api` has the same with coroutines."""

import os
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from ..schemas.messages import (
    AnyReply,
    AnyRequest,
    Commit,
    Done,
    Hello,
    History,
    LogReply,
    Marked,
    Read,
    Redo,
    Refusal,
    Replace,
    Rollback,
    Shown,
    Status,
    StatusReply,
    Unchanged,
    Undo,
    Welcome,
    Write,
)
from ..schemas.places import Places
from ..schemas.values import Span
from .connection import Connection
from .finding import DaemonTrouble, Manner
from .roots import NoRoot, default_root

Name = str | bytes | os.PathLike[str]
R = TypeVar("R")


class Refused(Exception):  # noqa: N818 - what happened to the call
    """The daemon refused a call; nothing was changed."""

    def __init__(self, reply: Refusal) -> None:
        super().__init__(reply)
        self.reply = reply

    def __str__(self) -> str:
        path = os.fsdecode(self.reply.path)
        return f"{self.reply.code}: {path}" if path else self.reply.code


class Client:
    """One session with the daemon, which is started where none runs. Not thread-safe.

    Every call raises Refused where the daemon says no, and DaemonTrouble where it could not be
    asked or the call could not be taken. Relative paths are meant from the current folder; a file
    may be named with lines, as "a.py:12-18".
    """

    def __init__(
        self,
        root: Name | None = None,
        agent: str = "python",
        *,
        key: str = "",
        deadline_s: float = 30.0,
        places: Places | None = None,
        manner: Manner | None = None,
    ) -> None:
        """Without `root` the workspace is found as `default_root` says. Raises NoRoot.

        With a `key` the client joins the open session that was opened with the same one.
        """
        explicit = None if root is None else os.fsencode(root)
        folder = default_root(os.fsencode(Path.cwd()), os.environ, explicit)
        hello = Hello(protocol=0, build="", root=folder, agent=agent, key=key)
        self.connection = Connection(hello, places=places, manner=manner)
        self.deadline_s = deadline_s

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        self.close()

    def open(self) -> Welcome:
        return self.connection.open()

    def close(self) -> None:
        self.connection.close()

    def read(self, file: Name, *spans: Span, max_bytes: int = 24_000) -> Shown:
        request = Read(os.fsencode(file), spans=spans, max_bytes=max_bytes)
        return _only(Shown, self._ask(request))

    def replace(
        self,
        file: Name,
        content: str | bytes,
        *,
        span: Span | None = None,
        old: str | None = None,
        view: int = 0,
        every: bool = False,
        force: bool = False,
    ) -> Done | Unchanged:
        """Replace lines, or `old` text (`every`: wherever it stands)."""
        name = os.fsencode(file)
        return self._edit(Replace(name, content, span, old, view, every, force))

    def write(
        self, file: Name, content: str | bytes, *, view: int = 0, force: bool = False
    ) -> Done | Unchanged:
        """Write a whole file."""
        return self._edit(Write(os.fsencode(file), content, view, force))

    def undo(self, edit: int) -> Done | Unchanged:
        return self._edit(Undo(edit))

    def redo(self, edit: int) -> Done | Unchanged:
        return self._edit(Redo(edit))

    def rollback(self, step: int = 1) -> Done | Unchanged:
        """Undo the session's last `step` edits since its commit."""
        return self._edit(Rollback(step))

    def commit(self, label: str = "") -> Marked:
        return _only(Marked, self._ask(Commit(label)))

    def status(self) -> StatusReply:
        return _only(StatusReply, self._ask(Status()))

    def log(
        self, file: Name = b"", *, session: int = 0, before: int = 0, limit: int = 50
    ) -> LogReply:
        """Return entries, newest first: of a file, of a session, or all."""
        return _only(LogReply, self._ask(History(os.fsencode(file), session, before, limit)))

    def _ask(self, request: AnyRequest) -> AnyReply:
        reply = self.connection.ask(request, deadline_s=self.deadline_s)
        if isinstance(reply, Refusal):
            raise Refused(reply)
        return reply

    def _edit(self, request: AnyRequest) -> Done | Unchanged:
        reply = self._ask(request)
        return reply if isinstance(reply, Unchanged) else _only(Done, reply)


def _only(kind: type[R], reply: AnyReply) -> R:
    if not isinstance(reply, kind):
        message = f"the daemon answered {type(reply).__name__} instead of {kind.__name__}"
        raise DaemonTrouble("malformed", message, "editjournal daemon restart")
    return reply


__all__ = ["Client", "DaemonTrouble", "Manner", "NoRoot", "Refused", "Span"]
