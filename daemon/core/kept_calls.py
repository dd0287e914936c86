"""Calls as they are kept: requests in msgpack, and the new texts that they brought."""

import msgspec

from ...schemas.requests import (
    AnyRequest,
    Insert,
    Misfit,
    Replace,
    ReplaceSeveral,
    Write,
    WriteSeveral,
)

REQUEST = msgspec.msgpack.Decoder[AnyRequest](AnyRequest)


def texts_of(request: AnyRequest) -> list[str | bytes]:
    """Return the new texts that a call brought."""
    match request:
        case Replace(content=content) | Insert(content=content) | Write(content=content):
            return [content] if content else []
        case ReplaceSeveral(items=items):
            return [item.content for item in items if item.content]
        case WriteSeveral(files=files):
            return [one.content for one in files if one.content]
        case Misfit(repaired=repaired) if repaired is not None:
            return texts_of(repaired)
        case _:
            return []


def text_bytes_of(request: AnyRequest) -> int:
    """Count the new text that a call brought, in UTF-8; -1: it brought none."""
    texts = texts_of(request)
    return sum(map(bytes_of, texts)) if texts else -1


def bytes_of(text: str | bytes) -> int:
    """Count a text's bytes, in UTF-8."""
    return len(text if isinstance(text, bytes) else text.encode())
