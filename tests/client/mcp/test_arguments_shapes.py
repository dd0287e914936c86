"""Each of the shapes in which calls come means what its plain form means."""

import json
import re

import msgspec
import pytest

from editjournal.client.mcp.arguments import Parsed, parse
from editjournal.schemas import tools
from editjournal.schemas.requests import (
    AnyRequest,
    Delete,
    Insert,
    InsertChip,
    Misfit,
    Read,
    Replace,
    ReplaceSeveral,
    Write,
    WriteSeveral,
)
from editjournal.schemas.values import Span

from .call_shapes import SHAPES, Shape

LINES = re.compile(rb"(.+):(?:(\d+)(-(?:\d+|END)?)?|(ALL)|(END))", re.IGNORECASE)
ROOM = 50
"""Bytes of a read that may go for a longer path."""


def settled(request: AnyRequest) -> AnyRequest:
    """Return a request with its lines beside the path, and its text as bytes."""
    match request:
        case Read(file, spans, max_bytes):
            file, span = split(file)
            spans = spans or (() if span is None else (span,))
            spans = () if spans == (Span(1, 0),) else spans
            return Read(file.removeprefix(b"./"), spans, max_bytes // ROOM)
        case Replace() | Delete():
            file, span = split(request.file)
            settled = msgspec.structs.replace(request, file=file, span=request.span or span)
        case Insert() | InsertChip():
            file, span = split(request.file)
            after = request.after if span is None else span.first
            settled = msgspec.structs.replace(request, file=file, after=after)
        case WriteSeveral(files):
            return msgspec.structs.replace(request, files=tuple(map(settled_text, files)))
        case _:
            settled = request
    return settled_text(settled)


def settled_text(request: AnyRequest) -> AnyRequest:
    if isinstance(request, Replace | Insert | Write) and isinstance(request.content, str):
        return msgspec.structs.replace(request, content=request.content.encode())
    return request


def split(file: bytes) -> tuple[bytes, Span | None]:
    """Return a path and the lines in which it ends; -1 is the end as a place to insert at."""
    found = LINES.fullmatch(file)
    if found is None:
        return file, None
    if found[5]:
        return found[1], Span(-1, -1)
    if found[4]:
        return found[1], Span(1, 0)
    last = (found[3] or b"-" + found[2])[1:]
    return found[1], Span(int(found[2]), 0 if last in (b"", b"END") else int(last))


def ids(shape: Shape) -> str:
    return f"{shape.tool} {shape.sent}"


def test_there_are_enough_shapes_and_every_tool_has_some() -> None:
    assert len({(shape.tool, shape.sent) for shape in SHAPES}) == len(SHAPES) >= 120
    assert {shape.tool.removeprefix("be-") for shape in SHAPES} == {
        name.removeprefix("be-")
        for name in (*tools.BY_NAME, tools.OUTLINE.name, tools.HISTORY.name)
    }


@pytest.mark.parametrize("shape", SHAPES, ids=ids)
def test_a_shape_means_its_plain_form(shape: Shape) -> None:
    plain = parse(shape.tool, json.dumps(shape.plain).encode())
    assert not isinstance(plain.request, Misfit)
    parsed = parse(shape.tool, shape.sent.encode())
    assert not isinstance(parsed.request, Misfit)
    assert settled(parsed.request) == settled(plain.request)
    assert parsed.ignored == ()
    assert parsed == Parsed(parsed.request)


def test_lines_are_told_apart_when_shapes_are_compared() -> None:
    assert settled(Replace(b"a:2", "x")) == settled(Replace(b"a", b"x", Span(2, 2)))
    assert settled(Replace(b"a:2", "x")) != settled(Replace(b"a", b"x", Span(2, 3)))
    assert settled(Insert(b"a:0", "x")) != settled(Insert(b"a:END", "x"))
    assert settled(ReplaceSeveral(b"a", ())) != settled(ReplaceSeveral(b"b", ()))
