"""be-insert-chip of what is no text: all that a file holds, in one that is empty or not there."""

from collections.abc import Mapping
from typing import NamedTuple

from ...schemas.replies import Call
from ...schemas.requests import InsertChip
from ...schemas.values import Kept, Span
from . import drafting, edits, writing
from . import text as texts
from .asking import Asked, Decision, RefusedError, expect_file, known_text, refuse, shown_path
from .chips import Chip
from .drafting import Drafted
from .effects import Kind, Seen
from .kept_calls import REQUEST, texts_of
from .places import BOTTOM, TOP, Place
from .target import Target, expect_writable, the_view
from .text import Text

TOOL = "be-insert-chip"


def bytes_of(chip: Chip, contents: Mapping[Kept, bytes]) -> bytes | None:
    """Return what a chip keeps that is no text; None: it is text, or not at hand."""
    data = contents.get(chip.kept) if chip.kept else None
    if data is None:
        return None
    if chip.text is not None:
        return None if chip.encoding else data
    sent = texts_of(REQUEST.decode(data))
    only = sent[0] if len(sent) == 1 else ""
    return only if isinstance(only, bytes) and not texts.of(only).encoding else None


class Whole(NamedTuple):
    """What is to be all of a file."""

    chip: Chip
    data: bytes
    found: Seen
    """The file."""
    place: Place
    """The file as the call wrote it."""

    def is_beside(self, request: InsertChip) -> bool:
        """Tell whether something would stand beside it, or the call wants it at no end."""
        at = self.place.spans_of(self.found.path)
        if request.after is not None:
            at = (Span(request.after, request.after),)
        return bool(self.found.data) or at not in ((TOP,), (BOTTOM,))


def put(asked: Asked, request: InsertChip, whole: Whole) -> Decision:
    """Decide that a file becomes just some bytes. Raises RefusedError where it holds any."""
    found = whole.found
    is_new = found.kind is Kind.ABSENT
    if not is_new:
        expect_file(asked, TOOL, found)
    if whole.is_beside(request):
        raise _beside(asked, whole)
    expect_writable(asked, TOOL, found, force=request.force and not is_new)
    before = Text(b"", encoding="utf-8") if is_new else known_text(asked.state, found)
    view = the_view(asked, TOOL, found, request.view)
    target = Target(asked, TOOL, found, before, asked.state.files.get(found.real), view, {})
    drafted = Drafted((writing.draft(target, edits.plan_whole(before, whole.data)),))
    if found.missing_folder:
        values: dict[str, str | int] = {"folder": shown_path(found.missing_folder)}
        error = refuse(asked, TOOL, "missing_folder", path=found.path, values=values)
        raise drafting.prepare(asked, error, drafted, "makes folder and file")
    if request.preview:
        return drafting.previewed(asked, TOOL, drafted)
    return drafting.made(asked, TOOL, drafted, with_diff=request.diff)


def _beside(asked: Asked, whole: Whole) -> RefusedError:
    """Return the refusal of bytes beside others: they can be a file of their own."""
    chip, path = whole.chip, shown_path(whole.found.path)
    place = f"{path}.{chip.id}:0" if whole.found.data else f"{path}:0"
    calls = (Call(TOOL, {"from": f"chip://{chip.id}", "to": place}),)
    edit = asked.state.edits.get(chip.seq) if chip.kind == "deleted" else None
    if edit is not None and edit.applied and not edit.undone_by:
        undo = {"action": "undo", "event_id": f"e{chip.seq}"}
        calls = (*calls, Call("be-trx", {**undo}, "to bring the file back"))
    values: dict[str, str | int] = {"chip": chip.id, "bytes": len(whole.data)}
    return refuse(asked, TOOL, "chip_is_binary", path=whole.found.path, values=values, calls=calls)
