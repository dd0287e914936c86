"""What is at hand: file versions seen lately, what the log keeps, and replies given lately."""

from collections import OrderedDict
from collections.abc import Iterable

from ..schemas.facts import RequestId
from ..schemas.replies import (
    AnyReply,
    Blamed,
    ChipList,
    ChipShown,
    Contents,
    DiffReply,
    Done,
    EntryShown,
    LogReply,
    Preview,
    Refusal,
    SessionList,
    Shown,
    StatusReply,
    TrailReply,
)
from ..schemas.values import Kept, RelPath
from .core import past
from .core.state import State
from .log.blobs import MissingContent
from .log.segments import Log

RECENT_BYTES_MAX = 16 << 20
REPLIES_MAX = 1_024
REPLY_CHARACTERS_MAX = 16_000
"""A reply that shows more of a file is not remembered; its entry is told again instead."""

ToldAnew = (
    Shown
    | StatusReply
    | LogReply
    | ChipList
    | ChipShown
    | SessionList
    | EntryShown
    | Contents
    | DiffReply
    | Blamed
    | TrailReply
)
"""Replies to what only asked."""


class Recent:
    """Whole file versions by digest, the least lately used out first."""

    def __init__(self, bytes_max: int = RECENT_BYTES_MAX) -> None:
        self._bytes_max = bytes_max
        self._versions: OrderedDict[bytes, bytes] = OrderedDict()
        self._size_bytes = 0

    def put(self, digest: bytes, data: bytes) -> None:
        if not digest:
            return
        if digest in self._versions:
            self._versions.move_to_end(digest)
            return
        if len(data) * 4 > self._bytes_max:
            return
        self._versions[digest] = data
        self._size_bytes += len(data)
        while self._size_bytes > self._bytes_max:
            _, dropped = self._versions.popitem(last=False)
            self._size_bytes -= len(dropped)

    def get(self, digest: bytes) -> bytes | None:
        if digest not in self._versions:
            return None
        self._versions.move_to_end(digest)
        return self._versions[digest]


class Replies:
    """Replies to calls that may be asked again because the answer was lost, the oldest out first.

    For convenience only: what a call came to is in the log. What only asked is asked again.
    """

    def __init__(self) -> None:
        self._replies: dict[tuple[int, RequestId], AnyReply] = {}

    def get(self, key: tuple[int, RequestId]) -> AnyReply | None:
        return self._replies.get(key)

    def put(self, key: tuple[int, RequestId], reply: AnyReply) -> None:
        if isinstance(reply, ToldAnew) or not reply.seq:
            return
        if _characters(reply) > REPLY_CHARACTERS_MAX:
            return
        self._replies[key] = reply
        if len(self._replies) > REPLIES_MAX:
            self._replies.pop(next(iter(self._replies)))


def _characters(reply: AnyReply) -> int:
    """Count what a reply shows of files."""
    bodies = [remark.body for remark in reply.warnings]
    if isinstance(reply, Done | Refusal):
        bodies.append(reply.body)
    if isinstance(reply, Done | Preview):
        bodies += reply.diffs
    return sum(len(line) for body in bodies for block in body for line in block.lines)


def fetch(log: Log, wanted: Iterable[Kept]) -> dict[Kept, bytes]:
    """Read kept bytes from the log; what is missing or damaged there is missing in the answer."""
    found: dict[Kept, bytes] = {}
    for kept in wanted:
        try:
            found[kept] = log.content(kept)
        except MissingContent:
            continue
    return found


def rebuild(log: Log, state: State, path: RelPath, seq: int) -> bytes | None:
    """Return the bytes of a file after an entry, b"" for no file; None: they were not kept."""
    return past.bytes_at(state, path, seq, fetch(log, past.wanted_at(state, path, seq)))
