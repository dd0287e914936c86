"""Calls as they are kept: requests in msgpack, and the texts that they brought."""

import msgspec

from ...schemas.requests import (
    AnyRequest,
    Delete,
    Insert,
    Misfit,
    Replace,
    ReplaceSeveral,
    Write,
    WriteSeveral,
)

NAMES_ONLY = frozenset(
    {
        *("be-read", "be-chips", "be-history", "be-trx", "be-confirm", "be-insert-chip"),
        *("be-func-range", "be-tag-range", "be-balance", "be-outline"),
    }
)
"""Tools whose calls bring nothing but names and numbers."""
UNREAD_BYTES_MIN = 100
"""More bytes of arguments than this may hold a text, whatever call they were meant for."""
_WRITING = frozenset({"be-write", "be-replace", "be-insert"})
"""Tools whose calls bring a text, were it a short one."""
_TEXTLESS = frozenset({"missing_content", "no_edits"})
"""Why a call could not be read whose arguments were, and had no text."""
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


def is_bare(request: AnyRequest, arguments_bytes: int) -> bool:
    """Tell whether a call brought no text, neither a new one nor one that it quotes.

    Of a call that could not be read nobody knows: it may have one where its arguments, of so many
    bytes, are long, or those of a tool that brings a text.
    """
    match request:
        case Misfit(tool=tool, code=code, repaired=None):
            is_short = arguments_bytes <= UNREAD_BYTES_MIN
            return tool in NAMES_ONLY or (is_short and (tool not in _WRITING or code in _TEXTLESS))
        case Misfit(repaired=repaired) if repaired is not None:
            return is_bare(repaired, arguments_bytes)
        case Replace(old=old) | Delete(old=old) if old:
            return False
        case ReplaceSeveral(items=items) if any(item.old for item in items):
            return False
        case _:
            return not texts_of(request)


def bytes_of(text: str | bytes) -> int:
    """Count a text's bytes, in UTF-8."""
    return len(text if isinstance(text, bytes) else text.encode())
