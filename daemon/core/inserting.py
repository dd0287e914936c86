"""be-insert-chip: kept text, or a file's, put after a line; and the list of what is kept."""

import itertools
from collections.abc import Mapping

import msgspec

from ...schemas.facts import Queried
from ...schemas.replies import Call, ChipItem, ChipList
from ...schemas.requests import (
    AnyRequest,
    Chips,
    Insert,
    InsertChip,
    Item,
    Replace,
    ReplaceSeveral,
    Write,
)
from ...schemas.values import Kept, RelPath, Span
from . import single
from . import text as texts
from .asking import Asked, Decision, expect_file, known_text, refuse, shown_path, the_file
from .chips import Chip
from .effects import Seen
from .places import END, Place
from .previews import LIFETIME_NS
from .replacing import line_after, target_of
from .target import Target, past_end, unencodable
from .text import UnencodableError

TOOL = "be-insert-chip"
REQUEST = msgspec.msgpack.Decoder[AnyRequest](AnyRequest)
LISTED_MAX = 100
PASSING = frozenset({"no_such_file", "read_only", "denied", "not_applied"})
"""Why calls are refused that may be otherwise the next time."""
FIRST_LINE_CHARACTERS = 60


def the_chip(asked: Asked, tool: str, chip_id: str) -> Chip:
    """Return a chip that may be used by who asks. Raises RefusedError."""
    chip = asked.state.chips.get(chip_id)
    if chip is None or not is_within(asked, chip):
        calls = (Call(TOOL, {}),)
        values: dict[str, str | int] = {"chip": chip_id}
        raise refuse(asked, tool, "no_such_chip", values=values, calls=calls)
    return chip


def is_within(asked: Asked, chip: Chip) -> bool:
    """Tell whether a chip is of the folder that the session is confined to."""
    if not asked.scope or chip.session == asked.session:
        return True
    return chip.path.startswith(asked.scope + b"/")


def insert_chip(
    asked: Asked,
    request: InsertChip,
    places: tuple[Place, ...],
    seen: dict[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> Decision:
    """Decide what an insertion of kept text comes to. Raises RefusedError.

    `places` are the target, and the source where that is a file.
    """
    place, *sources = places
    target = target_of(asked, TOOL, request, place, seen, contents)
    written = request.source.decode("utf-8", "backslashreplace")
    target = target._replace(source=f"chip://{request.chip}" if request.chip else written)
    after = line_after(target, request.after, place)
    if sources:
        found = the_file(asked, TOOL, sources[0], seen)
        expect_file(asked, TOOL, found)
        content = _lines_of(target, found, sources[0])
    else:
        content = _text_of(target, the_chip(asked, TOOL, request.chip))
    return single.change(target, Item(content, after=after), request)


def _lines_of(target: Target, found: Seen, source: Place) -> str | bytes:
    """Return a file's text, or the lines of it that the place names. Raises RefusedError."""
    text = known_text(target.asked.state, found)
    spans = source.spans_of(found.path)
    if not spans:
        bare = texts.without_bom(found.data, text.encoding)
        return _for_file(target, bare, text.encoding)
    lines: list[bytes] = []
    for span in spans:
        last = text.lines if span.last == END else span.last
        if not 1 <= span.first <= last <= text.lines:
            whole = target._replace(seen=found, text=text)
            raise past_end(whole, Span(span.first, last), text.lines)
        data = text.slice(span.first - 1, last - span.first + 1)
        lines.append(data if span.first > 1 else texts.without_bom(data, text.encoding))
    return _for_file(target, b"".join(lines), text.encoding)


def _text_of(target: Target, chip: Chip) -> str | bytes:
    """Return what a chip puts back. Raises RefusedError where that is not to be had."""
    kept = chip.kept
    data = target.contents.get(kept) if kept else None
    if data is None:
        code = "chip_not_kept" if kept else "chip_has_no_text"
        raise refuse(target.asked, TOOL, code, values={"chip": chip.id})
    if chip.text is not None:
        is_top = chip.span is None or chip.span.first == 1
        bare = texts.without_bom(data, chip.encoding) if is_top else data
        return _for_file(target, bare, chip.encoding)
    kept_texts = texts_of(REQUEST.decode(data))
    if len(kept_texts) != 1:
        values: dict[str, str | int] = {"chip": chip.id, "texts": len(kept_texts)}
        calls = (Call("be-confirm", {"event_id": f"chip://{chip.id}"}),)
        raise refuse(target.asked, TOOL, "chip_has_no_text", values=values, calls=calls)
    return kept_texts[0]


def texts_of(request: AnyRequest) -> list[str | bytes]:
    """Return the new texts that a call brought."""
    match request:
        case Replace(content=content) | Insert(content=content) | Write(content=content):
            return [content] if content else []
        case ReplaceSeveral(items=items):
            return [item.content for item in items if item.content]
        case _:
            return []


def _for_file(target: Target, data: bytes, encoding: str) -> bytes:
    """Return text of one file as bytes of another. Raises RefusedError."""
    if encoding in ("", target.text.encoding):
        return data
    try:
        return target.text.encode(data.decode(encoding))
    except UnencodableError as error:
        raise unencodable(target, error) from None


def list_chips(asked: Asked, request: Chips, contents: Mapping[Kept, bytes]) -> Decision:
    """Return the newest chips."""
    items = tuple(_item(asked, chip, contents) for chip in newest(asked, request))
    deleted = next((one for one in newest(asked, request) if one.kind == "deleted"), None)
    calls = () if deleted is None else (put_back(asked, deleted),)
    again = filter(None, (_again(asked, one) for one in newest(asked, request)))
    calls = (*calls, *itertools.islice(again, 1))
    reply = ChipList(seq=asked.seq, items=items, now_ns=asked.now_ns, next=calls)
    return Decision(reply, Queried(TOOL))


def _again(asked: Asked, chip: Chip) -> Call | None:
    """Return the call that makes what a refused one meant, if it may succeed now."""
    if chip.kind != "refused":
        return None
    prepared = asked.state.previews.get(chip.seq)
    if prepared is not None and asked.now_ns - prepared.time_ns <= LIFETIME_NS:
        is_made = asked.state.previews.edit_of(chip.seq)
        return None if is_made else Call("be-confirm", {"event_id": f"p{chip.seq}"})
    if chip.request is None or chip.code not in PASSING:
        return None
    return Call("be-confirm", {"event_id": f"chip://{chip.id}"})


def put_back(asked: Asked, chip: Chip) -> Call:
    """Return the call that puts deleted text back where it was; a file that is gone comes back."""
    file = asked.state.files.get(RelPath(chip.path))
    if file is None or file.version is None or chip.span is None:
        return Call("be-trx", {"action": "undo", "event_id": f"e{chip.seq}"})
    after = min(chip.span.first - 1, file.version.lines)
    return Call(TOOL, {"from": f"chip://{chip.id}", "to": f"{shown_path(chip.path)}:{after}"})


def newest(asked: Asked, request: Chips) -> list[Chip]:
    limit = max(1, min(request.limit, LISTED_MAX))
    return [one for one in asked.state.chips.newest(limit) if is_within(asked, one)]


def _item(asked: Asked, chip: Chip, contents: Mapping[Kept, bytes]) -> ChipItem:
    kept = chip.kept
    data = contents.get(kept) if kept else None
    content: str | bytes | None = data if chip.text is not None else None
    if chip.request is not None and data is not None:
        content = next(iter(texts_of(REQUEST.decode(data))), None)
    if isinstance(content, bytes):
        text = content.decode(chip.encoding or "utf-8", "replace")
        size = len(content)
    else:
        text = content or ""
        size = -1 if content is None else len(text.encode(errors="surrogatepass"))
    return ChipItem(
        id=chip.id,
        time_ns=chip.time_ns,
        name=asked.state.sessions.name(chip.session),
        tool=chip.tool,
        kind=chip.kind,
        path=chip.path,
        span=chip.span,
        code=chip.code,
        size_bytes=size,
        first_line=text.split("\n", 1)[0].removesuffix("\r")[:FIRST_LINE_CHARACTERS],
    )
