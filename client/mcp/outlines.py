"""The pages of an outline: as much of it as fits, and the call that goes on from there."""

import msgspec

from ...schemas.replies import AnyReply, Call, Outlined
from ...schemas.requests import AnyRequest, Read, ShowOutline
from ...schemas.structure import Definition
from ..path_lines import in_path
from ..words import bodies, phrases
from ..words.forms import Manner
from .history import PAGE_BYTES, body_bytes


def fitted(request: AnyRequest | None, reply: AnyReply, how: Manner) -> AnyReply:
    """Return an outline from the line on that was asked for, with no more than there is room for.

    What the first of its definitions lies in stands before it on every page.
    """
    if not isinstance(reply, Outlined) or not isinstance(request, Read | ShowOutline):
        return reply
    begin = _begin(request, reply)
    those = _from_line(reply.definitions, begin)
    reply = msgspec.structs.replace(reply, definitions=those)
    number = _fitting(reply, how, body_bytes(PAGE_BYTES, reply.path))
    if number == len(those):
        return reply
    call = _rest(request, reply, those[number].first) if those[number].first > begin else ()
    more = reply.more + len(those) - number
    return msgspec.structs.replace(
        reply, definitions=those[:number], more=more, next=(*reply.next, *call)
    )


def _begin(request: Read | ShowOutline, reply: Outlined) -> int:
    """Return the line from which on definitions are wanted, 1 for all."""
    if isinstance(request, Read) and request.spans:
        return request.spans[0].first
    written = in_path(request.file.decode("utf-8", "replace"))
    digits = written.partition("-")[0]
    if not digits.isdigit() or reply.path.endswith(f":{written}".encode()):
        return 1
    return max(1, int(digits[:13]))


def _from_line(those: tuple[Definition, ...], begin: int) -> tuple[Definition, ...]:
    """Return the definitions that do not end before a line, each `parent` by its new place."""
    places: dict[int, int] = {}
    kept: list[Definition] = []
    for at, one in enumerate(those):
        if one.last >= begin:
            places[at] = len(kept)
            kept.append(msgspec.structs.replace(one, parent=places.get(one.parent, -1)))
    return tuple(kept)


def _fitting(reply: Outlined, how: Manner, room: int) -> int:
    """Return how many of the first definitions there is room for, one at least."""
    for number, line in enumerate(bodies.body(reply, how)[: len(reply.definitions)]):
        room -= phrases.size_bytes(line) + 1
        if room < 0:
            return max(number, 1)
    return len(reply.definitions)


def _rest(request: Read | ShowOutline, reply: Outlined, begin: int) -> tuple[Call, ...]:
    file = f"{phrases.path_text(reply.path, phrases.PATH_BYTES_MAX)}:{begin}-"
    if isinstance(request, ShowOutline):
        return (Call("be-outline", {"file": file}),)
    return (Call("be-read", {"file": file, "outline": "true"}),)
