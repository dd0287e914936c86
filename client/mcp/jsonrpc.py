"""JSON-RPC 2.0 messages out of lines: every line becomes a value that can be answered.

`parse` never raises. What is no message becomes `Bad`, with the id and the tool's name where they
can be read, so that the host's call does not wait for ever and what it sent is not lost. It checks
as much of a line as the grammar of JSON and UTF-8 ask for; what the arguments of a tool mean is
for the tool to say.
"""

import json
from typing import Any

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from .broken_lines import guessed, refused
from .line_faults import json_fault, lowered, nesting, shape_fault, utf8_fault
from .messages import (
    INVALID_REQUEST,
    PARSE_ERROR,
    Bad,
    ErrorObject,
    Message,
    Notification,
    Request,
    Response,
    is_id,
)
from .stdio_lines import TooLong

NESTING_MAX = 500
"""Half of what Python's stack allows, so that whatever passes here can be decoded later on."""


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
        return guessed(line, INVALID_REQUEST, f"a line of {line.size_bytes} bytes is too long")
    envelope = _envelope(line)
    if isinstance(envelope, Bad):
        return envelope
    if envelope.method is UNSET and not (envelope.result is UNSET and envelope.error is UNSET):
        return _response(envelope)
    return _call(line, envelope)


def _envelope(line: bytes) -> _Envelope | Bad:
    # Decoding into Raw skips text unread, so bytes that are not UTF-8 would come through.
    if not line.isascii() and (fault := utf8_fault(line)):
        return guessed(line, PARSE_ERROR, fault)
    try:
        envelope = _ENVELOPE.decode(line)
    except RecursionError:
        return guessed(line, INVALID_REQUEST, f"nested more than {NESTING_MAX} deep")
    except msgspec.ValidationError as error:
        return guessed(line, INVALID_REQUEST, shape_fault(line, error))
    except msgspec.DecodeError as error:
        return guessed(line, PARSE_ERROR, json_fault(line, error))
    if line.count(b"[") + line.count(b"{") > NESTING_MAX and nesting(line) > NESTING_MAX:
        return refused(line, envelope.id, f"nested more than {NESTING_MAX} deep")
    return envelope


def _call(line: bytes, envelope: _Envelope) -> Message:
    fault = _envelope_fault(envelope)
    if fault:
        return refused(line, envelope.id, fault)
    method = envelope.method
    if method == "tools/call" and _is_double(line, "params"):
        return refused(line, envelope.id, 'no request: it has "params" twice')
    try:
        params, arguments = _params(envelope.params, split=method == "tools/call")
    except msgspec.DecodeError as error:
        return refused(line, envelope.id, f"params cannot be read: {lowered(error)}")
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
        message = f"the answer cannot be read: {lowered(error)}"
        return Response(id_, error=ErrorObject(INVALID_REQUEST, message))
