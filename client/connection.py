"""One client's way to the daemon: finds or starts it, says hello, asks, and asks again.

A call is sent with an id and a deadline. When the daemon's process ends before it has answered,
a new one is started, told which session this was, and sent the same ids: it knows from its log
which of them were carried out. A daemon that is there and silent is waited for until the deadline.

Notices come again until the daemon hears that they have come: each call says what the replies told
that have been handed out. What comes for a call that nobody waits for any more is not among these.
"""

import os
import time
from types import TracebackType
from typing import Self

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ..schemas.facts import RequestId
from ..schemas.messages import (
    MESSAGE_BYTES_MAX,
    PROTOCOL,
    Answer,
    Ask,
    Bye,
    Hello,
    Trouble,
    Welcome,
    encode,
)
from ..schemas.places import Places, find_places
from ..schemas.replies import AnyReply
from ..schemas.requests import AnyRequest
from ..schemas.version import BUILD
from .finding import DaemonTrouble, Manner, Starter, no_daemon, probe, silent
from .link import Link, Watched, poll, readable
from .surroundings import current_folder, umask_of_process

BYE_MS = 200
"""For what is still to be sent when a connection is closed."""
GREETINGS_MAX = 3
"""Hellos without an answer to any call between them."""
_NS = 1_000_000_000
_ANSWER = msgspec.msgpack.Decoder(Answer)
_TROUBLE = msgspec.msgpack.Decoder(Trouble)
_WELCOME = msgspec.msgpack.Decoder(Welcome)


class _Call(Struct):
    """A call without an answer yet."""

    ask: Ask
    body: bytes
    sent_ns: int = 0
    """0: not yet."""
    heard: bool = True
    """False: whoever asked does not listen any more."""


class _Ended(Struct):
    """How a call ended, to be handed out."""

    outcome: AnyReply | DaemonTrouble
    seat: tuple[str, int] = ("", 0)
    """Workspace and session that a reply is for."""


class Connection:
    """One session with the daemon. Not thread-safe.

    Blocking use: `open`, `ask`. In a poll loop: `begin` calls, poll on `watched()` for
    `next_timeout_ms()`, then `pump`; none of them blocks. A daemon is started only while there is
    something to ask.
    """

    def __init__(
        self,
        hello: Hello,
        *,
        places: Places | None = None,
        manner: Manner | None = None,
        deaf: bool = False,
    ) -> None:
        """Nothing is sent yet. Protocol, build and pid of `hello` are filled in.

        With `deaf` nobody sees the notices of its replies, and others of the session get them.
        """
        self.welcome: Welcome | None = None
        """What the daemon said to the last hello; of an earlier daemon until a new one answers."""
        self._hello = replace(
            hello, protocol=PROTOCOL, build=BUILD, pid=os.getpid(), umask=umask_of_process()
        )
        self._places = places or find_places()
        self._manner = manner or Manner()
        self._deaf = deaf
        self._lane = int.from_bytes(os.urandom(7), "big")
        self._counter = 0
        self._link: Link | None = None
        self._greeted = False
        self._greetings = 0
        self._starter: Starter | None = None
        self._starts = 0
        self._start_until_ns = 0
        self._opening = False
        self._open_until_ns = 0
        self._trouble: DaemonTrouble | None = None
        self._calls: dict[RequestId, _Call] = {}
        self._outcomes: dict[RequestId, _Ended] = {}
        self._told = 0
        """The highest `told` of the replies of this session that were handed out."""
        self._heard_ns = 0
        self._acted_ns = 0
        """When last something was heard, sent or looked at."""

    @property
    def daemon_pid(self) -> int:
        """The daemon's process; 0: it cannot be seen from here, or there is no way to it now."""
        return self._link.pid if self._link else 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        self.close()

    def open(self) -> Welcome:
        """Find or start the daemon and say hello, unless that is done. Raises DaemonTrouble."""
        self._trouble = None
        if not (self._greeted and self._link and not self._link.gone()):
            self._opening = True
            self._open_until_ns = time.monotonic_ns() + int(self._manner.open_s * _NS)
            self._go()
        while self._opening:
            self._wait()
        if self._trouble is not None:
            raise self._trouble
        assert self.welcome is not None
        return self.welcome

    def ask(
        self, request: AnyRequest, *, arguments: bytes = b"", deadline_s: float = 30.0
    ) -> AnyReply:
        """Send a request and wait for its reply. Raises DaemonTrouble."""
        wanted = self.begin(request, arguments=arguments, deadline_s=deadline_s)
        while wanted not in self._outcomes:
            self._wait()
        outcome = self._hand_out(self._outcomes.pop(wanted))
        if isinstance(outcome, DaemonTrouble):
            raise outcome
        return outcome

    def begin(
        self, request: AnyRequest, *, arguments: bytes = b"", deadline_s: float = 30.0
    ) -> RequestId:
        """Send a request, or keep it until the daemon has answered the hello."""
        self._counter += 1
        ask = Ask(
            workspace=self.welcome.workspace if self.welcome else "",
            session=self.welcome.session if self.welcome else 0,
            id=RequestId(self._lane, self._counter),
            request=request,
            deadline_ms=int(deadline_s * 1000),
            cwd=current_folder(),
            arguments=arguments,
            expires_ns=time.monotonic_ns() + int(deadline_s * _NS),
            told=self._told,
        )
        body = encode(ask)
        if len(body) > MESSAGE_BYTES_MAX:
            message = f"the call has {len(body)} bytes, {MESSAGE_BYTES_MAX} at most"
            trouble = DaemonTrouble("too_large", message, "send it in parts")
            self._outcomes[ask.id] = _Ended(trouble)
            return ask.id
        call = self._calls[ask.id] = _Call(ask, body)
        if not self._greeted:
            self._go()
        elif not self._send(call):
            self._lost()
        return ask.id

    def forsake(self, id_: RequestId) -> None:
        """Say that nobody will hear the reply: its notices are to be given again."""
        if call := self._calls.get(id_):
            call.heard = False

    def pump(self) -> list[tuple[RequestId, AnyReply | DaemonTrouble]]:
        """Do what is to be done now; return the calls that ended, each once."""
        self._step()
        ended, self._outcomes = self._outcomes, {}
        return [(id_, self._hand_out(one)) for id_, one in ended.items()]

    def watched(self) -> Watched:
        """Return what to poll on before the next `pump`; ask anew before each poll."""
        watched: Watched = self._link.watched() if self._link else []
        if self._starter:
            watched.append((self._starter.fd, 1))
        return watched

    def next_timeout_ms(self) -> int:
        """Return after how long to call `pump` although nothing happened; -1: never."""
        if self._outcomes:
            return 0
        if not self._wanted():
            return -1
        times_ns = [call.ask.expires_ns for call in self._calls.values()]
        times_ns.append(self._acted_ns + int(self._manner.silence_s * _NS))
        if self._opening:
            times_ns.append(self._open_until_ns)
        if self._starter:
            times_ns.append(self._start_until_ns)
        return max(0, -((time.monotonic_ns() - min(times_ns)) // 1_000_000))

    def close(self, *, bye: bool = True) -> None:
        """Leave the session (`bye`) or only the daemon. Calls without an answer are forgotten."""
        if self._link and self._greeted and bye and self.welcome:
            self._link.send(b"bye", encode(Bye(self.welcome.session, self._told)))
        self._calls.clear()
        self._opening = False
        self._drop(BYE_MS)

    # --- finding the daemon -------------------------------------------------------------------

    def _wanted(self) -> bool:
        return self._opening or bool(self._calls)

    def _go(self) -> None:
        """See to it that there is a way to the daemon, or that one is being made."""
        self._acted_ns = time.monotonic_ns()
        if self._link and self._link.gone():
            self._drop()
        if self._link is None and self._starter is None:
            self._find()

    def _find(self) -> None:
        try:
            pid = probe(self._places)
            if pid is not None:
                self._link = Link(self._places, pid)
                self._greet(self._link)
            elif not self._manner.start:
                self._fail(DaemonTrouble("no_daemon", "none runs", "editjournal daemon start"))
            elif self._starts >= self._manner.tries:
                self._fail(no_daemon(self._places, ""))
            else:
                self._starts += 1
                self._start_until_ns = time.monotonic_ns() + int(self._manner.start_s * _NS)
                self._starter = Starter(self._places, self._manner)
        except DaemonTrouble as trouble:
            self._fail(trouble)
        except OSError as error:
            self._fail(no_daemon(self._places, str(error)))

    def _greet(self, link: Link) -> None:
        self._greeted = False
        self._greetings += 1
        session = self.welcome.session if self.welcome else self._hello.resume
        link.send(b"hello", encode(replace(self._hello, resume=session)))
        self._acted_ns = time.monotonic_ns()

    def _drop(self, linger_ms: int = 0) -> None:
        """Let go of the daemon, or of its start."""
        self._greeted = False
        if self._link:
            self._link.close(linger_ms)
            self._link = None
        if self._starter:
            self._starter.close()
            self._starter = None

    def _fail(self, trouble: DaemonTrouble) -> None:
        """End everything that waits with this trouble; the next call tries anew."""
        if self._opening:
            self._trouble = trouble
            self._opening = False
        self._outcomes.update(dict.fromkeys(self._calls, _Ended(trouble)))
        self._calls.clear()
        self._starts = self._greetings = 0
        self._drop()

    # --- what happened ------------------------------------------------------------------------

    def _wait(self) -> None:
        poll(self.watched(), self.next_timeout_ms())
        self._step()

    def _step(self) -> None:
        if self._starter and readable(self._starter.fd):
            self._started(self._starter.word())
        while self._link and (message := self._link.receive()):
            self._heard_ns = self._acted_ns = time.monotonic_ns()
            try:
                self._hear(*message)
            except msgspec.DecodeError as error:
                self._fail(DaemonTrouble("malformed", str(error), "editjournal daemon restart"))
        if self._link and self._link.gone():
            self._lost()
        self._look_at_clock(time.monotonic_ns())

    def _started(self, word: str) -> None:
        self._drop()
        if word.startswith("failed"):
            self._fail(no_daemon(self._places, word.removeprefix("failed ")))
        else:
            self._find()

    def _lost(self) -> None:
        self._drop()
        self._greetings = 0
        if self._wanted():
            self._find()

    def _hear(self, kind: bytes, body: bytes) -> None:
        match kind:
            case b"welcome":
                before, self.welcome = self._seat(), _WELCOME.decode(body)
                if self._seat() != before:
                    self._told = 0
                self._greeted = True
                self._opening = False
                self._starts = 0
                if not all(map(self._send, self._calls.values())):
                    self._lost()
            case b"answer":
                answer = _ANSWER.decode(body)
                self._greetings = 0
                if call := self._calls.pop(answer.id, None):
                    ended = _Ended(answer.reply, self._seat()) if call.heard else None
                    self._outcomes[answer.id] = ended or _Ended(answer.reply)
            case b"refused":
                self._refused(_TROUBLE.decode(body))
            case _:
                pass  # of a later protocol

    def _refused(self, trouble: Trouble) -> None:
        outcome = DaemonTrouble(trouble.code, trouble.message, trouble.next)
        if trouble.code == "stopping" and self._link:
            self._greeted = False
            self._link.hang_up()
        elif trouble.code == "unknown_session" and self._greetings < GREETINGS_MAX and self._link:
            if self._greeted:  # else a hello is on its way
                self._greet(self._link)
        elif trouble.id is None:
            self._fail(outcome)
        elif self._calls.pop(trouble.id, None):
            self._outcomes[trouble.id] = _Ended(outcome)

    def _send(self, call: _Call) -> bool:
        """Send a call in the session as it is now; return False where the link is broken."""
        assert self._link is not None
        assert self.welcome is not None
        workspace, session = self._seat()
        if (call.ask.workspace, call.ask.session, call.ask.told) != (
            workspace,
            session,
            self._told,
        ):
            call.ask = replace(call.ask, workspace=workspace, session=session, told=self._told)
            call.body = encode(call.ask)
        call.sent_ns = self._acted_ns = time.monotonic_ns()
        return self._link.send(b"ask", call.body)

    def _seat(self) -> tuple[str, int]:
        """Return workspace and session as the daemon last named them."""
        return (self.welcome.workspace, self.welcome.session) if self.welcome else ("", 0)

    def _hand_out(self, ended: _Ended) -> AnyReply | DaemonTrouble:
        is_heard = not self._deaf and ended.seat == self._seat()
        if is_heard and not isinstance(ended.outcome, DaemonTrouble):
            self._told = max(self._told, ended.outcome.told)
        return ended.outcome

    # --- what did not happen ------------------------------------------------------------------

    def _look_at_clock(self, now_ns: int) -> None:
        expired = [id_ for id_, call in self._calls.items() if call.ask.expires_ns <= now_ns]
        deaf = any(self._heard_ns <= self._calls[id_].sent_ns for id_ in expired)
        for id_ in expired:
            del self._calls[id_]
            self._outcomes[id_] = _Ended(self._too_late())
        if deaf or (expired and not self._greeted and not self._starter):
            self._lost()  # nothing came on this connection: go on with a fresh one
        if self._opening and self._open_until_ns <= now_ns:
            self._fail(self._too_late())
        if self._starter and self._start_until_ns <= now_ns:
            self._fail(no_daemon(self._places, f"not up after {self._manner.start_s:g} s"))
        if self._wanted() and self._acted_ns + int(self._manner.silence_s * _NS) <= now_ns:
            self._acted_ns = now_ns
            self._look_after_silence()

    def _too_late(self) -> DaemonTrouble:
        if self._link:
            return silent(self._link.pid)
        return no_daemon(self._places, "it is not up yet")

    def _look_after_silence(self) -> None:
        """Where the process cannot be watched, look whether a daemon is still there."""
        if self._link and self._link.sees_process:
            return
        if self._link and not self._link.hung_up and probe(self._places) is not None:
            return
        if not self._starter:
            self._lost()
