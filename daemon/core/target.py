"""The file a call is about: what was found, what the journal knows, which view is meant."""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import NamedTuple

from ...schemas.facts import Refused
from ...schemas.replies import Block, Call, Refusal
from ...schemas.values import Kept, Span
from . import text as texts
from .asking import Asked, RefusedError, refuse, shown_path
from .difference import difference
from .effects import Kind, Seen
from .files import File
from .text import Text, UnencodableError
from .views import View


class Target(NamedTuple):
    """One file of one call."""

    asked: Asked
    tool: str
    seen: Seen
    text: Text
    file: File | None
    """None: the journal has not met it."""
    view: View | None
    contents: Mapping[Kept, bytes]
    """Kept lines that were read for this call."""
    source: str = ""
    """Of be-insert-chip: what it inserts, as its argument `from`."""
    form: str = ""
    """Likewise, as its argument `form`; empty: not to be said."""

    @property
    def path(self) -> str:
        return shown_path(self.seen.path)


def the_view(asked: Asked, tool: str, seen: Seen, number: int) -> View | None:
    """Return the view that a call names, None where it names none. Raises RefusedError."""
    if not number:
        return None
    views = asked.state.views
    view = views.get(number, seen.real, asked.now_ns)
    if view is not None:
        return view
    others = [path for path in views.paths_of(number) if path != seen.real]
    mine = islice(views.of(asked.session, seen.real, asked.now_ns), 3)
    last = ", ".join(f"v{one.seq} ({', '.join(map(str, one.spans))})" for one in mine)
    values: dict[str, str | int] = {"view": number, "last": last}
    if others:
        values["other"] = shown_path(others[0])
    code = "view_of_other_file" if others else "unknown_view"
    read = Call("be-read", {"file": shown_path(seen.path)})
    calls = () if seen.kind is Kind.ABSENT else (read,)
    raise refuse(asked, tool, code, path=seen.path, values=values, calls=calls)


def expect_writable(asked: Asked, tool: str, seen: Seen, *, force: bool) -> None:
    """Raise RefusedError for a file that is read-only, unless forced."""
    if not seen.writable and not force:
        raise refuse(asked, tool, "read_only", path=seen.path, values={"mode": f"{seen.mode:04o}"})


def expect_one_name(target: Target, others: Iterable[Target]) -> None:
    """Raise RefusedError for a file that a call names once more by another of its names."""
    key, real = target.seen.key, target.seen.real
    for other in others:
        if other.seen.noted and other.seen.key == key and other.seen.real != real:
            values: dict[str, str | int] = {"other": other.path}
            path = target.seen.path
            raise refuse(target.asked, target.tool, "same_file_twice", path=path, values=values)


def past_end(target: Target, span: Span, total: int) -> RefusedError:
    values: dict[str, str | int] = {"lines": str(span), "total": total}
    calls = (Call("be-read", {"file": shown_path(target.seen.path)}),)
    path = target.seen.path
    return refuse(
        target.asked,
        target.tool,
        "past_end",
        path=path,
        verdict="ERROR",
        values=values,
        calls=calls,
    )


def again_at(target: Target, span: Span, note: str = "") -> Call:
    """Return the same call at lines of today's, by the view that this reply is."""
    place = f"{target.path}:{span}"
    view = f"v{target.asked.seq}"
    if target.source:
        more: dict[str, str | int] = {"form": target.form} if target.form else {}
        arguments = {"from": target.source, "to": place, "viewed_code_id": view, **more}
        return Call(target.tool, arguments, note)
    return Call(target.tool, {"file": place, "viewed_code_id": view}, note)


def shown_refusal(
    target: Target,
    code: str,
    values: dict[str, str | int],
    block: Block,
    calls: tuple[Call, ...],
    span: Span | None = None,
) -> RefusedError:
    asked = target.asked
    refusal = Refusal(
        seq=asked.seq,
        code=code,
        tool=target.tool,
        path=target.seen.path,
        span=span,
        values=values,
        body=(block,),
        view=True,
        next=calls,
        now_ns=asked.now_ns,
    )
    version = texts.version(target.text, target.seen.mode)
    shown = (Span(block.first, block.last),)
    return RefusedError(refusal, Refused(target.tool, code, target.seen.real, version, shown))


def unencodable(target: Target, error: UnencodableError) -> RefusedError:
    values: dict[str, str | int] = {
        "character": error.character.encode(errors="backslashreplace").decode(),
        "point": f"U+{ord(error.character):04X}",
        "line": error.line,
        "encoding": error.encoding,
    }
    return refuse(target.asked, target.tool, "unencodable", path=target.seen.path, values=values)


def diff(text: Text, old: bytes, new: bytes, first: int) -> tuple[Block, ...]:
    """Return what differs between two stretches of a file, the new one starting at line `first`."""
    before, after = text.like(old), text.like(new)
    if not (before.encoding and after.encoding):
        return ()
    blocks: list[Block] = []
    shift = 0
    for splice in difference(before, after)[0]:
        at = first + splice.at
        gone = tuple(before.shown(splice.at, splice.removed))
        come = tuple(after.shown(splice.at + shift, splice.inserted))
        if gone:
            blocks.append(Block("old", at, at + len(gone) - 1, gone))
        if come:
            blocks.append(Block("new", at + shift, at + shift + len(come) - 1, come))
        shift += splice.inserted - splice.removed
    return tuple(blocks)
