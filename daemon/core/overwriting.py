"""Which edits of a session others overwrote: took away its lines, or brought back what it took."""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from ...schemas.values import RelPath, Span
from .drift import Changes, change_of, joined
from .pieces import Run
from .transactions import Edit

EDITS_MAX = 3
"""Edits of one file that are told of at a time, the newest."""
STEPS_MAX = 256
"""Newest changes of a file, and of others among the news, that are asked what they overwrote."""


class Overwritten(NamedTuple):
    """An edit, and what others overwrote it by."""

    edit: Edit
    by: int
    spans: tuple[Span, ...]
    """Of the lines that it had made those that are gone, by the numbers of its own reply."""


def overwritten(news: Changes) -> list[Overwritten]:
    """Return the session's edits of a file that others' changes overwrote, newest edit first."""
    found: dict[int, Overwritten] = {}
    for one in (*_taken(news), *_brought_back(news)):
        known = found.get(one.edit.seq)
        if known is not None:
            spans = joined((*known.spans, *one.spans))
            one = Overwritten(one.edit, max(known.by, one.by), spans)  # noqa: PLW2901
        found[one.edit.seq] = one
    return [found[seq] for seq in sorted(found, reverse=True)[:EDITS_MAX]]


def _taken(news: Changes) -> Iterator[Overwritten]:
    """Yield edits whose lines others took away, undos of the edits among it."""
    by_seq = news.state.edits.by_seq
    for seq in news.others[-STEPS_MAX:]:
        edit, path = by_seq[seq], news.file.path
        flips = edit.flips_in(path)
        for one in flips.undoes:
            if _is_mine(news, one) and by_seq[one].undone_in.get(path) == seq:
                yield Overwritten(by_seq[one], seq, _all_lines(by_seq[one], path))
        for remover in flips.redoes if edit.flips else (seq,):
            runs = [run for run in news.removed_by(remover) if _is_mine(news, run.entry)]
            for placed in news.file.history.locate(runs):
                if placed.at is None and remover in placed.gone_by:
                    mine = by_seq[placed.run.entry]
                    yield Overwritten(mine, seq, _lines(mine, path, placed.run))


def _brought_back(news: Changes) -> Iterator[Overwritten]:
    """Yield edits whose deletions others took back: by the very text, or the file's old bytes."""
    file, by_seq = news.file, news.state.edits.by_seq
    steps = islice(reversed(file.history.steps), STEPS_MAX)
    mine = [by_seq[step.seq] for step in steps if _is_mine(news, step.seq)]
    yield from _old_bytes(news, mine)
    deleted = {
        one.content.digest: edit
        for edit in mine
        for one in edit.fact.deleted
        if one.path == file.path and edit.stands_in(file.path)
    }
    flips = [edit for edit in mine if edit.flips]
    for seq in news.others[-STEPS_MAX:]:
        kept = file.kept.get(seq)
        edit = deleted.get(kept.digest) if kept else None
        if edit is not None and edit.seq < seq and news.file.history.is_active(seq):
            yield Overwritten(edit, seq, ())
        for redone in by_seq[seq].flips_in(file.path).redoes:
            undos = (it for it in flips if it.seq < seq)
            undo = next((it for it in undos if redone in it.flips_in(file.path).undoes), None)
            if undo is not None and by_seq[redone].stands_in(file.path):
                yield Overwritten(undo, seq, ())


def _old_bytes(news: Changes, mine: list[Edit]) -> Iterator[Overwritten]:
    """Yield the edits since the newest time that the file was as others have made it again.

    `mine` are the session's, newest first.
    """
    last = news.others[-1]
    if news.is_own_last:
        return
    since: list[Edit] = []
    for edit in (one for one in mine if one.seq < last):
        before = change_of(edit, news.file.path).before
        is_there = (before.digest if before else b"") == news.file.digest
        if edit.stands_in(news.file.path) and (is_there or not edit.flips):
            since.append(edit)
        if is_there:
            yield from (Overwritten(one, last, ()) for one in since)
            return


def _is_mine(news: Changes, seq: int) -> bool:
    edit = news.state.edits.get(seq)
    return edit is not None and edit.session == news.session


def _all_lines(edit: Edit, path: RelPath) -> tuple[Span, ...]:
    inserted = sum(one.inserted for one in change_of(edit, path).splices)
    return _lines(edit, path, Run(edit.seq, 0, inserted))


def _lines(edit: Edit, path: RelPath, run: Run) -> tuple[Span, ...]:
    """Return which lines of the text after an edit some that it inserted were."""
    found: list[Span] = []
    ordinal = shift = 0
    for one in change_of(edit, path).splices:
        low = max(run.first, ordinal)
        high = min(run.first + run.lines, ordinal + one.inserted)
        if low < high:
            start = one.at + shift + low - ordinal
            found.append(Span(start + 1, start + high - low))
        ordinal += one.inserted
        shift += one.inserted - one.removed
    return joined(found)
