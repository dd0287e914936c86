"""Whether a call that names its place by text has been made before: it is not made twice."""

from ...schemas.values import Kept, RelPath, Span
from . import finding
from .asking import Asked, known_text
from .edits import Plan
from .effects import Seen
from .files import File
from .reconcile import bytes_of
from .target import Target
from .text import Text


def stands_already(text: Text, content: str | bytes) -> Span | None:
    """Return where a new text stands already, if it does so just once."""
    if not isinstance(content, str) or not content.strip():
        return None
    there = finding.find(text, content)
    if len(there) != 1:
        return None
    first = finding.line_at(text, there[0][0])
    return Span(first + 1, finding.line_at(text, there[0][1] - 1) + 1)


def wanted(asked: Asked, seen: Seen, old: str, content: str | bytes) -> set[Kept]:
    """Return what must be read to tell whether a replacement of `old` has been made already."""
    file = asked.state.files.get(RelPath(seen.real))
    if file is None or not seen.data:
        return set()
    text = known_text(asked.state, seen)
    there = None if finding.find(text, old) else stands_already(text, content)
    edit = _own_edit(asked, file, there) if there is not None else 0
    runs = file.history.removed_by(edit) if edit else ()
    return {file.kept[run.entry] for run in runs if run.entry in file.kept}


def has_replaced(target: Target, there: Span, old: str) -> bool:
    """Tell whether the session itself made these lines, and that out of text with `old` in it."""
    file = target.file
    edit = _own_edit(target.asked, file, there) if file is not None else 0
    if file is None or not edit:
        return False
    gone = bytes_of(file, file.history.removed_by(edit), target.contents)
    return gone is not None and bool(finding.find(target.text.like(gone), old))


def _own_edit(asked: Asked, file: File, there: Span) -> int:
    """Return the one edit of the session that made all of these lines; 0: there is none."""
    runs = file.history.runs(there.first - 1, len(there))
    makers = {run.entry for run in runs}
    edit = asked.state.edits.get(makers.pop()) if len(makers) == 1 else None
    return edit.seq if edit and edit.session == asked.session else 0


def already_made(target: Target, plan: Plan) -> Span | None:
    """Return where the session has made this very edit already, as when a call is repeated.

    That is where the new lines stand around the place, and one edit of its own brought them.
    """
    region = plan.regions[0]
    if target.file is None or region.inserted <= region.removed:
        return None
    text, count = target.text, region.inserted
    new = plan.after.slice(region.at, count)
    for at in range(max(0, region.at + region.removed - count), region.at + 1):
        if text.slice(at, count) == new and at + count <= text.lines:
            runs = (
                *target.file.history.runs(at, region.at - at),
                *target.file.history.runs(
                    region.at + region.removed, at + count - region.at - region.removed
                ),
            )
            makers = {target.asked.state.who(run.entry) for run in runs}
            if len(makers) == 1 and makers.pop().session == target.asked.session:
                return Span(at + 1, at + count)
    return None
