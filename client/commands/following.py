"""The log as it grows: what is there already, then each entry and notice as it comes."""

import os
import select
import sys
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from ...schemas.messages import Told, Welcome
from ...schemas.places import find_places
from ...schemas.replies import AnyReply, LogItem, LogReply
from ...schemas.requests import History, Whose
from ..cli_support import Asking, arguments, connect, end_in_trouble, root_of, show
from ..connection import Connection
from ..feed import Feed
from ..finding import DaemonTrouble, probe
from .history import PAGE, older

LOOK_MS = 1_000
"""Between two looks whether anybody still reads what is printed."""
News = LogItem | Told


class OtherReply(Exception):  # noqa: N818 - what came instead
    """The daemon answered otherwise than with entries: it refused."""

    def __init__(self, reply: AnyReply) -> None:
        super().__init__(type(reply).__name__)
        self.reply = reply


def follow(asking: Asking, request: History, put: Callable[[News], None]) -> None:
    """Give `put` the newest entries, oldest first, and then all that comes.

    Ends, in peace, when the user interrupts it or nobody reads standard output any more.
    """
    connection = connect(asking)
    try:
        for one in Follower(connection, request, root_of(asking)).news():
            if one is not None:
                put(one)
            elif _nobody_reads():
                break
    except KeyboardInterrupt:
        pass
    except BrokenPipeError:
        _close_output()
    except OtherReply as other:
        show(asking, other.reply)
    except DaemonTrouble as trouble:
        end_in_trouble(trouble, as_json=asking.as_json)
    finally:
        connection.close()


class Wanted(NamedTuple):
    """What of a workspace's log is followed. Paths are relative to the workspace's root."""

    scope: bytes
    """The folder that the client may see, with a slash at its end; empty: all."""
    path: bytes
    """Only this file or folder; empty: all."""
    session: Whose
    """Only this session; 0: all."""
    agent: str = ""
    """Only sessions of this agent; empty: all."""
    tool: str = ""
    """Only calls to this tool, its name in full; empty: all."""

    def news(self, one: News) -> News | None:
        """Return what the feed has told with paths as the client knows them, if it is wanted."""
        return self._told(one) if isinstance(one, Told) else self._item(one)

    def _item(self, item: LogItem) -> LogItem | None:
        paths = [file.path for file in item.files]
        if not self._is_of(item.session, item.name) or self.tool not in ("", item.tool):
            return None
        if self.path and not any(map(self._is_there, paths)):
            return None
        if paths and not any(path.startswith(self.scope) for path in paths):
            return None
        files = (replace(one, path=one.path.removeprefix(self.scope)) for one in item.files)
        return replace(item, files=tuple(files)) if self.scope else item

    def _told(self, told: Told) -> Told | None:
        path = told.notice.path
        if not self._is_of(told.session, told.name) or self.tool:
            return None
        if (self.path and not self._is_there(path)) or not path.startswith(self.scope):
            return None
        notice = replace(told.notice, path=path.removeprefix(self.scope))
        return replace(told, notice=notice) if self.scope else told

    def _is_of(self, number: int, name: str) -> bool:
        is_meant = not self.session or self.session in (number, name)
        return is_meant and self.agent in ("", name.rpartition("#")[0])

    def _is_there(self, path: bytes) -> bool:
        return path == self.path or path.startswith(self.path + b"/")


class Follower:
    """One eye on a workspace's log, whichever daemons come and go.

    It is a session of its own, so that notices reach those whom they concern as if it was not
    there; and what it asks is no news.
    """

    def __init__(self, connection: Connection, request: History, root: bytes) -> None:
        """`request` says which entries, and how many of the old ones; `root` is the client's."""
        self._connection = connection
        self._request = request
        self._root = root
        self._shown = -1
        """Up to here all that is wanted has been yielded; -1: nothing yet."""
        self._heard = 0
        """Up to here the feed can have left nothing out."""

    def news(self) -> Iterator[News | None]:
        """Yield all that is wanted, for ever; None whenever nothing came for LOOK_MS.

        Raises DaemonTrouble where there is no daemon and none can be started, and OtherReply. A
        daemon that ends is not started again for this: somebody may have wanted it to end.
        """
        while True:
            welcome = self._connection.open()
            try:
                yield from self._news_from(welcome)
            except DaemonTrouble as trouble:
                if trouble.code != "no_daemon":
                    raise
                yield from self._until_there_is_one()
                if self._connection.open() is welcome:
                    raise

    def _until_there_is_one(self) -> Iterator[None]:
        while probe(find_places()) is None:
            yield None
            time.sleep(LOOK_MS / 1000)

    def _news_from(self, welcome: Welcome) -> Iterator[News | None]:
        """Yield what one daemon tells. Raises DaemonTrouble when it has ended."""
        kinds = ("item", "notice")
        pid = self._connection.daemon_pid
        with Feed(welcome.feed, welcome.workspace, kinds=kinds, pid=pid) as feed:
            reply = self._ask(self._request)  # the feed is open: nothing can come in between
            scope = _scope(self._root, welcome.root)
            path = scope + reply.path if reply.path else b""
            wanted = _wanted(self._request, scope, path)
            yield from self._listed(reply, welcome)
            while True:
                one = feed.receive(LOOK_MS)
                if isinstance(one, LogItem):
                    yield from self._came(one, wanted, welcome.session)
                elif isinstance(one, Told):
                    yield from _some(wanted.news(one))
                else:
                    yield None

    def _listed(self, reply: LogReply, welcome: Welcome) -> Iterator[LogItem]:
        """Yield what was written before the feed was opened."""
        old = list(reversed(reply.items))
        if self._shown >= 0:
            if welcome.seq < self._shown:  # it is another log
                self._shown = 0
            old = self._between(self._shown, reply.seq)
        yield from (item for item in old if not _is_own(item, welcome.session))
        self._shown = max([self._shown, *(item.seq for item in old)])
        self._heard = max(self._shown, welcome.seq)

    def _came(self, item: LogItem, wanted: Wanted, own: int) -> Iterator[News]:
        """Yield an entry that the feed told, behind those that it left out."""
        if item.seq <= self._shown:
            return
        if item.seq > self._heard + 1:
            missed = self._between(self._heard, item.seq)
            yield from (one for one in missed if not _is_own(one, own))
        self._shown = item.seq
        self._heard = max(self._heard, item.seq)
        if not _is_own(item, own):
            yield from _some(wanted.news(item))

    def _between(self, after: int, before: int) -> list[LogItem]:
        """Return the wanted entries between two others, oldest first."""
        found: list[LogItem] = []
        page: History | None = replace(self._request, before=before, limit=PAGE)
        while page is not None and page.before > after + 1:
            reply = self._ask(page)
            found += [item for item in reply.items if item.seq > after]
            page = older(page, reply)
        return found[::-1]

    def _ask(self, request: History) -> LogReply:
        reply = self._connection.ask(request, arguments=arguments())
        if not isinstance(reply, LogReply):
            raise OtherReply(reply)
        return reply


def _wanted(request: History, scope: bytes, path: bytes) -> Wanted:
    tool = request.tool and f"be-{request.tool.removeprefix('be-')}"
    return Wanted(scope, path, request.session, request.agent, tool)


def _some(one: News | None) -> Iterator[News]:
    if one is not None:
        yield one


def _is_own(item: LogItem, session: int) -> bool:
    return item.kind == "Queried" and item.session == session


def _scope(root: bytes, workspace: bytes) -> bytes:
    """Return which folder of the workspace is the client's, with a slash; empty: all of it."""
    relative = os.path.relpath(os.path.realpath(root), workspace)
    return b"" if relative == b"." else relative + b"/"


# --- standard output ------------------------------------------------------------------------------


def _nobody_reads() -> bool:
    """Tell whether standard output is a pipe whose other end has been closed."""
    poll = select.poll()
    poll.register(sys.stdout.fileno(), 0)  # errors are told unasked
    return any(event & select.POLLERR for _, event in poll.poll(0))


def _close_output() -> None:
    """Let the interpreter find an output at its end to which the rest can be written."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, sys.stdout.fileno())
    os.close(nothing)
