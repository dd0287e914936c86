"""JSON-RPC 2.0 messages out of lines: every line becomes a value that can be answered.

`parse` never raises. What is no message becomes `Bad`, with the id and the tool's name where they
can be read, so that the host's call does not wait for ever and what it sent is not lost. It checks
as much of a line as the grammar of JSON and UTF-8 ask for; what the arguments of a tool mean is
for the tool to say.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, TypeGuard

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from .stdio_lines import EDGE_BYTES, TooLong

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602

NESTING_MAX = 500
"""Half of what Python's stack allows, so that whatever passes here can be decoded later on."""

Id = int | str


class Request(Struct, frozen=True):
    id: Id
    method: str
    params: dict[str, Any]
    """Empty where there are none. Of tools/call without "arguments"."""
    arguments: bytes | None
    """The JSON text of params.arguments of tools/call, byte for byte; None where there are none.

    It is JSON in UTF-8, and need not be an object. Numbers in it may be out of any range.
    """
    raw: bytes


class Notification(Struct, frozen=True):
    method: str
    params: dict[str, Any]
    raw: bytes


class ErrorObject(Struct, frozen=True):
    code: int
    message: str
    data: Any = None


class Response(Struct, frozen=True):
    """An answer to a request of ours; one that is itself ill-formed is an error saying so."""

    id: Id | None
    result: Any = None
    error: ErrorObject | None = None


class Bad(Struct, frozen=True):
    """A line that is no message, or none that can be served, and the error to answer it with."""

    raw: bytes
    """The line; of a line too long, its beginning."""
    code: int
    message: str
    id: float | str | None
    """Of the request that it seems to be. A fractional id is against the rules, and echoed."""
    tool: str | None
    """Of a line that looks like tools/call the tool, or "" where no name can be read."""
    arguments: bytes | None = None
    """Of a tools/call whose id and tool stand around them for certain: what came as arguments."""
    data: Any = None
    """Of the error."""
    size_bytes: int = 0
    """Of a line too long, of which `raw` is the beginning; 0: `raw` is all of it."""
    is_message: bool = False
    """It is a message as it should be, and asks for what cannot be done."""
    is_answered: bool = True
    """False: it is a notification, to which nothing may be answered."""

    @property
    def is_call(self) -> bool:
        """Whether a tool's result answers it, and no error."""
        return self.tool is not None and is_id(self.id)


Message = Request | Notification | Response | Bad


class _Envelope(Struct):
    jsonrpc: Any = None
    id: Any = UNSET
    method: Any = UNSET
    params: Raw | UnsetType = UNSET
    result: Raw | UnsetType = UNSET
    error: Raw | UnsetType = UNSET


_ENVELOPE = msgspec.json.Decoder(_Envelope)
_PARAMS = msgspec.json.Decoder(dict[str, Raw] | None)
_ERROR = msgspec.json.Decoder(ErrorObject)
_ANY = msgspec.json.Decoder()


def parse(line: bytes | TooLong) -> Message:
    """Read one line."""
    if isinstance(line, TooLong):
        return _guessed(line, INVALID_REQUEST, f"a line of {line.size_bytes} bytes is too long")
    envelope = _envelope(line)
    if isinstance(envelope, Bad):
        return envelope
    if envelope.method is UNSET and not (envelope.result is UNSET and envelope.error is UNSET):
        return _response(envelope)
    return _call(line, envelope)


def _envelope(line: bytes) -> _Envelope | Bad:
    # Decoding into Raw skips text unread, so bytes that are not UTF-8 would come through.
    if not line.isascii() and (fault := _utf8_fault(line)):
        return _guessed(line, PARSE_ERROR, fault)
    try:
        envelope = _ENVELOPE.decode(line)
    except RecursionError:
        return _guessed(line, INVALID_REQUEST, f"nested more than {NESTING_MAX} deep")
    except msgspec.ValidationError as error:
        return _guessed(line, INVALID_REQUEST, _shape_fault(line, error))
    except msgspec.DecodeError as error:
        return _guessed(line, PARSE_ERROR, _json_fault(line, error))
    if line.count(b"[") + line.count(b"{") > NESTING_MAX and _nesting(line) > NESTING_MAX:
        return _refused(line, envelope, f"nested more than {NESTING_MAX} deep")
    return envelope


def _call(line: bytes, envelope: _Envelope) -> Message:
    fault = _envelope_fault(envelope)
    if fault:
        return _refused(line, envelope, fault)
    method = envelope.method
    if method == "tools/call" and _is_double(line, "params"):
        return _refused(line, envelope, 'no request: it has "params" twice')
    try:
        params, arguments = _params(envelope.params, split=method == "tools/call")
    except msgspec.DecodeError as error:
        return _refused(line, envelope, f"params cannot be read: {_lowered(error)}")
    if envelope.id is UNSET:
        return Notification(method, params, line)
    return Request(envelope.id, method, params, arguments, line)


def _envelope_fault(envelope: _Envelope) -> str:
    if envelope.jsonrpc != "2.0":
        return 'not JSON-RPC 2.0: "jsonrpc" must be "2.0"'
    if envelope.method is UNSET:
        return 'no request: it has neither "method" nor "result" nor "error"'
    if not isinstance(envelope.method, str):
        return 'no request: "method" must be a string'
    if envelope.id is not UNSET and not is_id(envelope.id):
        return 'no request: "id" must be a string or an integer'
    return ""


def _params(raw: Raw | UnsetType, *, split: bool) -> tuple[dict[str, Any], bytes | None]:
    # null for no params is against the rules, and what some hosts' encoders write.
    text = b"null" if isinstance(raw, UnsetType) else bytes(raw)
    members = _PARAMS.decode(text) or {}
    if split and (_is_double(text, "arguments") or _is_double(text, "name")):
        raise msgspec.DecodeError("a name stands in it twice")
    arguments = members.pop("arguments", None) if split else None
    params = {name: _ANY.decode(value) for name, value in members.items()}
    return params, None if arguments is None else bytes(arguments)


def _is_double(text: bytes, name: str) -> bool:
    """Tell whether an object has a name of its own twice: one of two values would be lost."""
    if text.count(b'"%b"' % name.encode()) < 2:
        return False
    members: list[Any] = json.loads(text, object_pairs_hook=list, parse_int=str)
    return [one[0] for one in members].count(name) > 1


def _response(envelope: _Envelope) -> Response:
    # Never Bad: an error sent back for an answer could set off an endless exchange of errors.
    id_ = envelope.id if is_id(envelope.id) else None
    try:
        if not isinstance(envelope.error, UnsetType):
            return Response(id_, error=_ERROR.decode(envelope.error))
        assert not isinstance(envelope.result, UnsetType)
        return Response(id_, result=_ANY.decode(envelope.result))
    except msgspec.DecodeError as error:
        message = f"the answer cannot be read: {_lowered(error)}"
        return Response(id_, error=ErrorObject(INVALID_REQUEST, message))


def is_id(value: Any) -> TypeGuard[Id]:
    return isinstance(value, int | str) and not isinstance(value, bool)


# What is wrong with a line


def _utf8_fault(line: bytes) -> str:
    try:
        line.decode()
    except UnicodeDecodeError as error:
        return f"not UTF-8: 0x{line[error.start]:02x} at byte {error.start}"
    return ""


def _shape_fault(line: bytes, error: msgspec.ValidationError) -> str:
    match line.lstrip()[:1]:
        case b"[":
            return "no request: a batch is not served, send one message a line"
        case b"{":
            return f"no request: {_lowered(error)}"
        case _:
            return "no request: a message is a JSON object"


_SURROGATE = re.compile(
    rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"  # a pair, as it should be
    rb"|(u[dD][89a-fA-F][0-9a-fA-F]{2})"
    rb"|.)",  # any other escape, so that the second half of \\ starts none
    re.DOTALL,
)


def _json_fault(line: bytes, error: msgspec.DecodeError) -> str:
    # Of a lone surrogate msgspec may say that the line was cut.
    suspect = b"\\ud" in line or b"\\uD" in line
    for escape in _SURROGATE.finditer(line) if suspect else ():
        if escape[1] and escape.end() < len(line):
            return f"not JSON: \\{escape[1].decode()} at byte {escape.start()} is half a character"
    if "truncated" in str(error):
        return f"not JSON: it ends too early, at byte {len(line)}"
    return "not JSON: " + str(error).removeprefix("JSON is malformed: ")


def _lowered(error: Exception) -> str:
    text = str(error)
    return text[:1].lower() + text[1:]


_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


def _nesting(line: bytes) -> int:
    # With its escapes gone, quotes are just where the strings of valid JSON begin and end.
    unescaped = line.replace(b"\\\\", b"").replace(b'\\"', b"")
    deepest = depth = 0
    for bracket in b"".join(unescaped.split(b'"')[::2]).translate(None, _NO_BRACKETS):
        depth += 1 if bracket in b"[{" else -1
        deepest = max(deepest, depth)
    return deepest


# What can be read of it all the same

_TOKEN = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{}]', re.DOTALL)
_SCALAR = rb'\s*:\s*("(?:[^"\\]|\\.)*+"|-?\d[\d.eE+-]*+)(?=\s*[,}\]])'
_VALUE = re.compile(_SCALAR, re.DOTALL)
_TAIL = {key: re.compile(rb"[,{]\s*" + key + _SCALAR, re.DOTALL) for key in (b'"id"', b'"name"')}
_TOOLS_CALL = re.compile(rb'"tools\\?/call"')


def _refused(line: bytes, envelope: _Envelope, message: str) -> Bad:
    """Say no to what is JSON, so that its id is known for certain."""
    id_: Any = envelope.id
    echoed = id_ if is_id(id_) or isinstance(id_, float) else None
    return Bad(line, INVALID_REQUEST, message, echoed, _tool(line[:EDGE_BYTES], line[-EDGE_BYTES:]))


def _guessed(line: bytes | TooLong, code: int, message: str) -> Bad:
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
