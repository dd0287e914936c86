"""What the daemon and the process that parses say to each other, over two pipes.

    u32 little endian: length | a Task or an Answer in msgpack

The process begins with an empty Answer: it takes tasks from then on. One task is asked at a time
and answered before the next.
"""

import struct
from typing import Literal

from msgspec import Struct, msgpack

What = Literal["outline", "balance", "pairs"]
"""pairs: a balance with the brackets that match."""

LENGTH = struct.Struct("<I")


class Task(Struct, frozen=True, array_like=True, gc=False):
    what: What
    name: bytes
    """Of the file, without its folders."""
    text: bytes
    """In UTF-8."""


class Answer(Struct, frozen=True, array_like=True, gc=False):
    result: bytes = b""
    """An Outline or a Balance in msgpack."""
    error: str = ""
    """The name of the error there was instead; never its text, which may quote a file."""


def framed(message: Task | Answer) -> bytes:
    """Return a message as it goes over the pipe."""
    body = msgpack.encode(message)
    return LENGTH.pack(len(body)) + body
