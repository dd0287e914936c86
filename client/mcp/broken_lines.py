"""What can be read of a line that is no message: which call it was, and what came as arguments."""

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from .messages import INVALID_REQUEST, Bad, is_id
from .stdio_lines import EDGE_BYTES, TooLong

_TOKEN = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{}]', re.DOTALL)
_SCALAR = rb'\s*:\s*("(?:[^"\\]|\\.)*+"|-?\d[\d.eE+-]*+)(?=\s*[,}\]])'
_VALUE = re.compile(_SCALAR, re.DOTALL)
_TAIL = {key: re.compile(rb"[,{]\s*" + key + _SCALAR, re.DOTALL) for key in (b'"id"', b'"name"')}
_TOOLS_CALL = re.compile(rb'"tools\\?/call"')


def refused(line: bytes, id_: Any, message: str) -> Bad:
    """Say no to what is JSON, so that its id is known for certain."""
    echoed = id_ if is_id(id_) or isinstance(id_, float) else None
    return Bad(line, INVALID_REQUEST, message, echoed, _tool(line[:EDGE_BYTES], line[-EDGE_BYTES:]))


def guessed(line: bytes | TooLong, code: int, message: str) -> Bad:
    if isinstance(line, TooLong):
        raw, head, tail, size_bytes = line.head, line.head[:EDGE_BYTES], line.tail, line.size_bytes
    elif (call := _broken_call(line, code, message)) is not None:
        return call
    else:
        raw, head, tail, size_bytes = line, line[:EDGE_BYTES], line[-EDGE_BYTES:], 0
    id_: Any = None
    # Without a method it may be an answer, whose id is one of ours and not the host's.
    if b'"method"' in head or b'"method"' in tail:
        id_ = _member(head, tail, b'"id"', depth=1)
    return Bad(raw, code, message, id_, _tool(head, tail), size_bytes=size_bytes)


_ARGUMENTS = b'"arguments"'
_ENDING = re.compile(
    rb"\s*+\}(?:\s*+\}|\s*+,\s*+\"(?:_meta\"\s*+:\s*+\{[^{}]*+\}"
    rb'|(?:id|name|method|jsonrpc)"\s*+:\s*+(?:"(?:[^"\\]|\\.)*+"|-?\d[\d.eE+-]*+)))*+\s*+\Z'
)
"""The brace of a call's arguments, and what may stand behind them in its line."""


def _broken_call(line: bytes, code: int, message: str) -> Bad | None:
    """Return a call that is broken within its arguments: what stands around them tells its id."""
    head = line[:EDGE_BYTES]
    key = _place(head, _ARGUMENTS, depth=2)
    colon = re.compile(rb"\s*:").match(line, key + len(_ARGUMENTS)) if key >= 0 else None
    if colon is None:
        return None
    ending = _ENDING.search(line, max(colon.end(), len(line) - EDGE_BYTES))
    before, behind = head[:key], ending[0] if ending else b""
    id_ = _only_member(before, behind, b'"id"', depth=1)
    name = _only_member(before, behind, b'"name"', depth=2)
    is_call = _TOOLS_CALL.search(before) or _TOOLS_CALL.search(behind)
    if not (is_call and is_id(id_) and isinstance(name, str)):
        return None
    if ending and _closers(ending[0]) >= CLOSERS:
        arguments = line[colon.end() : ending.start()] + b"}"
    else:
        arguments = _of_cut_line(line[colon.end() :])
    return Bad(line, code, message, id_, name, arguments)


CLOSERS = 3
"""Braces that a call ends with: those of its arguments, of its params and its own."""
_NO_CLOSERS = re.compile(rb'"(?:[^"\\]|\\.)*+"|\{[^{}]*+\}')
_MAY_END = re.compile(rb"""(?:(?<!\\)["'\]]|:\s*+[\w.+-]++)\s*+,?\s*+\}""")
_OF_ENVELOPE = re.compile(rb'(?<!\\)"(?:id|name|method|jsonrpc|params|_meta)"\s*+:')


def _closers(ending: bytes) -> int:
    return _NO_CLOSERS.sub(b"", ending).count(b"}")


def _of_cut_line(came: bytes) -> bytes | None:
    """Return what came of arguments whose line ends too early, such that it is never whole.

    Quotes and braces at its end may be those of a text, or the line's: none of them are returned.
    None where more than those may be the line's.
    """
    try:
        text = came.decode().lstrip()
        given, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        pass
    else:
        if isinstance(given, dict) and not text[end:].strip(" \t\r\n}"):
            return text[: end - 1].encode()
    open_ = came.rstrip(b" \t\r\n,\"'}]")
    return None if _MAY_END.search(open_) or _OF_ENVELOPE.search(open_) else open_


def _place(head: bytes, key: bytes, *, depth: int) -> int:
    """Return where a name stands so many braces deep; -1: nowhere."""
    inside = 0
    for token in _TOKEN.finditer(head):
        text = token[0]
        if text in (b"{", b"["):
            inside += 1
        elif text in (b"}", b"]"):
            inside -= 1
        elif inside == depth and text == key:
            return token.start()
    return -1


def _tool(head: bytes, tail: bytes) -> str | None:
    if not (_TOOLS_CALL.search(head) or _TOOLS_CALL.search(tail)):
        return None
    name = _member(head, tail, b'"name"', depth=2)
    return name if isinstance(name, str) else ""


def _member(head: bytes, tail: bytes, key: bytes, *, depth: int) -> float | str | None:
    """Look for a member so many braces deep from the front, else for the last one of that name.

    A wrong guess does little harm: hosts ignore answers to what they did not ask.
    """
    if (value := next(_members(head, key, depth=depth), None)) is not None:
        return _scalar(value)
    found: list[bytes] = _TAIL[key].findall(tail)
    return _scalar(found[-1]) if found else None


def _only_member(head: bytes, tail: bytes, key: bytes, *, depth: int) -> float | str | None:
    """Look for all members of a name, as `_member`; None where they differ."""
    found = {*_members(head, key, depth=depth), *_TAIL[key].findall(tail)}
    return _scalar(found.pop()) if len(found) == 1 else None


def _members(head: bytes, key: bytes, *, depth: int) -> Iterator[bytes]:
    """Yield the values that a name has so many braces deep."""
    inside = 0
    for token in _TOKEN.finditer(head):
        text = token[0]
        if text in (b"{", b"["):
            inside += 1
        elif text in (b"}", b"]"):
            inside -= 1
        elif inside == depth and text == key and (value := _VALUE.match(head, token.end())):
            yield value[1]


def _scalar(text: bytes) -> float | str | None:
    try:
        return msgspec.json.decode(text, type=int | float | str)
    except msgspec.DecodeError:
        return None
