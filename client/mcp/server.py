"""The MCP server: tools over stdio, each call one request to the daemon.

One thread, one poll loop over stdin and the daemon's socket. Calls overlap; each is answered when
its reply comes. At the end of input, running calls are answered and the process ends.
"""

import math
import os
import time
from collections.abc import Callable
from typing import assert_never

import zmq
from msgspec import Struct
from msgspec.structs import replace

from ...schemas.facts import RequestId
from ...schemas.messages import Hello
from ...schemas.places import Places
from ...schemas.replies import AnyReply
from ...schemas.requests import AnyRequest, Misfit, Reading, Write
from ...schemas.version import BUILD
from ..connection import Connection
from ..finding import DaemonTrouble, Manner
from ..link import poll
from ..roots import NoRoot
from ..words import refusals
from . import arguments, strays
from .jsonrpc import parse
from .messages import Bad, Id
from .named_root import only_root
from .presenting import Options, Presenter, Result
from .progress import Progress
from .protocol import Answer, CallTool, Cancelled, Initialized, ListTools, Output, Send, Session
from .stdio_lines import Lines, Stdio, claim_stdio, write_all

CHUNK_BYTES = 1 << 18
ROOTS_WAIT_S = 5.0
"""So long a client may take to name its roots; then the folder it was started in counts."""
CODEX_BYTES_MAX = 9_500
"""Codex cuts longer results in the middle."""


class _Waiting(Struct):
    """A call on its way to the daemon."""

    call: CallTool | Bad
    effects: bool
    ignored: tuple[str, ...] = ()
    brief: bool = False
    request: AnyRequest | None = None


class McpServer:
    """Serves one host until its input ends."""

    def __init__(
        self,
        stdio: Stdio,
        find_root: Callable[[bytes | None], bytes],
        *,
        client_names_root: bool,
        options: Options,
        places: Places | None = None,
        manner: Manner | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`find_root` gives the workspace root, or raises NoRoot; it is told the client's root.

        `client_names_root`: a root that the client names counts, so it is asked for one. `clock`
        gives seconds.
        """
        self._stdio = stdio
        self._find_root = find_root
        self._ask_roots = client_names_root
        self._presenter = Presenter(options)
        self._places = places
        self._manner = manner
        self._clock = clock
        self._lines = Lines()
        self._session = Session(
            "editjournal", BUILD, title="editjournal", instructions=self._presenter.instructions
        )
        self._client = Initialized("", "", {})
        self._is_met = False
        """Whether the host has said who it is, or is known not to."""
        self._connection: Connection | None = None
        self._waiting: dict[RequestId, _Waiting] = {}
        self._held: list[CallTool | Bad] = []
        """Calls that came before the client has named its root."""
        self._roots_until = 0.0
        """0: nothing is waited for."""
        self._progress = Progress()

    def run(self) -> None:
        """Serve. A host that has gone away ends it as well."""
        try:
            while self._read():
                pass
            while self._waiting or self._held:
                self._roots_until = min(self._roots_until, self._clock())
                self._step(with_input=False)
        except BrokenPipeError:
            pass
        finally:
            if self._connection is not None:
                self._connection.close()

    def _read(self) -> bool:
        """Wait for something to happen and deal with it; False at the end of input."""
        if self._step(with_input=True):
            chunk = os.read(self._stdio.read_fd, CHUNK_BYTES)
            for line in self._lines.feed(chunk) if chunk else self._lines.end():
                for output in self._session.take(parse(line)):
                    self._write(self._respond(output))
            if not chunk:
                return False
        # Here and nowhere else: a host that has hung up is told nothing but results.
        for line in self._progress.due(self._clock()):
            self._write(line)
        return True

    def _step(self, *, with_input: bool) -> bool:
        """Poll once; return whether there is input to read."""
        watched = list(self._connection.watched()) if self._connection else []
        if with_input:
            watched.append((self._stdio.read_fd, zmq.POLLIN))
        poll(watched, self._timeout_ms(with_words=with_input))
        if self._roots_until and self._clock() >= self._roots_until:
            self._connect(None)
        if self._connection is not None:
            for request, outcome in self._connection.pump():
                self._write(self._answer(self._waiting.pop(request), outcome))
        if not with_input:
            return False
        return bool(zmq.zmq_poll([(self._stdio.read_fd, zmq.POLLIN)], 0))

    def _timeout_ms(self, *, with_words: bool) -> int:
        """Return when to look again though nothing happens; -1: never."""
        due = [self._roots_until or None, self._progress.next_s() if with_words else None]
        times_ms = [(one - self._clock()) * 1000 for one in due if one is not None]
        connection_ms = self._connection.next_timeout_ms() if self._connection else -1
        if connection_ms >= 0:
            times_ms.append(connection_ms)
        return max(0, math.ceil(min(times_ms))) if times_ms else -1

    def _write(self, line: bytes) -> None:
        write_all(self._stdio.write_fd, line)

    # --- what the host says -----------------------------------------------------------------

    def _respond(self, output: Output) -> bytes:
        match output:
            case Send(line):
                return line
            case Initialized():
                return self._initialized(output)
            case ListTools(id=id_):
                return self._session.tools(id_, self._presenter.listing)
            case CallTool(id=id_, progress_token=token):
                self._progress.begin(id_, token, self._clock())
                return self._call(output)
            case Bad():
                return self._call(output)
            case Answer():
                self._connect(only_root(output.result))
                return b""
            case Cancelled(id=id_):
                # A call that is on its way is not cut short; its reply is dropped by the session.
                self._progress.end(id_)
                self._forsake(id_)
                return b""
            case _:
                assert_never(output)

    def _forsake(self, id_: Id) -> None:
        for request, waiting in self._waiting.items():
            if waiting.call.id == id_ and self._connection is not None:
                self._connection.forsake(request)

    def _initialized(self, client: Initialized) -> bytes:
        self._client, self._is_met = client, True
        if (
            self._connection is not None
            or not self._ask_roots
            or "roots" not in client.capabilities
        ):
            return b""
        self._roots_until = self._clock() + ROOTS_WAIT_S
        return self._session.ask("roots/list")

    def _call(self, call: CallTool | Bad) -> bytes:
        if self._roots_until:
            self._held.append(call)
            return b""
        if self._connection is None:
            try:
                connection = self._connected(None)
            except NoRoot as error:
                return self._unkept(call, self._presenter.no_workspace(error))
            if not self._is_met:
                return self._ask_early(connection, call)
            self._connection = connection
        request, raw, waiting = self._meant(call)
        self._waiting[self._connection.begin(request, arguments=raw)] = waiting
        return b""

    def _ask_early(self, connection: Connection, call: CallTool | Bad) -> bytes:
        """Keep the line of a host that has not said who it is, in a session of its own.

        Nothing else can be at work so early, so this may wait.
        """
        request, raw, waiting = self._meant(call)
        with connection:
            try:
                outcome = connection.ask(request, arguments=raw)
            except DaemonTrouble as trouble:
                outcome = trouble
        return self._answer(waiting, outcome)

    def _meant(self, call: CallTool | Bad) -> tuple[AnyRequest, bytes, _Waiting]:
        """Return what a call asks of the daemon, what is kept of it, and how it is answered."""
        if isinstance(call, Bad):
            parsed, raw = strays.parsed(call, max_bytes=self._read_bytes), call.raw
        else:
            parsed = arguments.parse(call.name, call.arguments, max_bytes=self._read_bytes)
            raw = call.arguments or b""
        request, effects = parsed.request, may_change(parsed.request)
        return request, raw, _Waiting(call, effects, parsed.ignored, parsed.brief, request)

    @property
    def _read_bytes(self) -> int | None:
        """How large a read's reply may be; None: as usual."""
        return CODEX_BYTES_MAX if self._client.client.lower().startswith("codex") else None

    # --- the daemon -------------------------------------------------------------------------

    def _connect(self, root: bytes | None) -> None:
        """The client's root is known, or will not be: let the calls go that waited for it."""
        self._roots_until = 0.0
        held, self._held = self._held, []
        if self._connection is None:
            try:
                self._connection = self._connected(root)
            except NoRoot as error:
                for call in held:
                    self._write(self._unkept(call, self._presenter.no_workspace(error)))
                return
        for call in held:
            self._write(self._call(call))

    def _connected(self, root: bytes | None) -> Connection:
        hello = Hello(
            protocol=0,
            build="",
            root=self._find_root(root),
            agent=self._client.client or "agent",
            agent_version=self._client.version,
            client="mcp",
        )
        return Connection(hello, places=self._places, manner=self._manner)

    def _answer(self, waiting: _Waiting, outcome: AnyReply | DaemonTrouble) -> bytes:
        if isinstance(outcome, DaemonTrouble):
            met = self._connection is not None and self._connection.welcome is not None
            unsure = waiting.effects and refusals.may_have_run(outcome, met=met)
            return self._unkept(waiting.call, self._presenter.trouble(outcome, unsure=unsure))
        result = self._presenter.reply(
            outcome, waiting.ignored, brief=waiting.brief, request=waiting.request
        )
        return self._result(waiting.call, result)

    def _unkept(self, call: CallTool | Bad, result: Result) -> bytes:
        """Answer what the daemon has not taken; what was wrong with a line is said all the same."""
        if isinstance(call, Bad) and not call.is_call:
            result = replace(result, text=f"{call.message}\n{result.text}")
        return self._result(call, result)

    def _result(self, call: CallTool | Bad, result: Result) -> bytes:
        id_ = call.id
        self._progress.end(id_)
        if isinstance(call, Bad) and not call.is_call:
            told = self._session.error(id_, call.code, result.text, call.data)
            return told if call.is_answered else b""
        assert id_ is not None
        return self._session.tool_result(
            id_, result.text, is_error=result.is_error, structured=result.structured
        )


def may_change(request: AnyRequest) -> bool:
    """Tell whether a request may change something."""
    if isinstance(request, Misfit):
        return isinstance(request.repaired, Write) and request.code == "degraded"
    return not isinstance(request, Reading)


def serve(
    find_root: Callable[[bytes | None], bytes], *, client_names_root: bool, options: Options
) -> None:
    """Serve MCP on this process's stdin and stdout until the input ends."""
    server = McpServer(
        claim_stdio(), find_root, client_names_root=client_names_root, options=options
    )
    server.run()
