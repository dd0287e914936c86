"""be-replace with `edits`: several changes, of one file or more, made together or not at all."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from ...schemas.facts import Queried
from ...schemas.replies import Problem, Refusal, Remark, Unchanged
from ...schemas.requests import Item, ReplaceSeveral
from ...schemas.values import Kept, RelPath
from . import drafting, finding, placing, single
from .asking import Asked, Decision, RefusedError, refuse
from .drafting import Draft, Drafted
from .effects import Seen
from .placed import Placed, Rules, UnfitError, takes_changed
from .places import Place
from .replacing import REPLACE, one_span, targeted
from .target import Target, expect_one_name


class _Fit(NamedTuple):
    """One item where it goes, or why it does not go anywhere."""

    number: int
    path: RelPath
    """Of its file, symlinks followed."""
    placed: Placed | None
    error: RefusedError | None = None

    @property
    def at(self) -> Placed | None:
        """Where it goes, or would go if it were repaired."""
        return self.error.placed if isinstance(self.error, UnfitError) else self.placed


def replace_several(
    asked: Asked,
    request: ReplaceSeveral,
    places: tuple[Place, ...],
    seen: dict[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> Decision:
    """Decide several changes; `places` are that of the call and of each item. Raises RefusedError.

    All places are found in one and the same state before anything is decided.
    """
    targets: dict[RelPath, Target] = {}
    fits: list[_Fit] = []
    first, *others = places
    main = targeted(asked, REPLACE, first, seen, contents, view=request.view, force=request.force)
    if one_span(main, first) is not None:
        raise refuse(asked, REPLACE, "beside_edits", path=main.seen.path, verdict="ERROR")
    targets[main.seen.real] = main
    for number, (item, place) in enumerate(zip(request.items, others, strict=True), 1):
        fits.append(_fit(asked, request, item, (number, place), targets, seen, contents))
    fits = _apart(targets, fits)
    if any(one.error for one in fits):
        raise _refusal(main, targets, fits)
    drafted = _drafted(targets, fits)
    if not drafted.drafts:
        reply = Unchanged(seq=asked.seq, path=main.seen.path, span=None)
        return Decision(reply, Queried(REPLACE))
    if request.preview:
        return drafting.previewed(asked, REPLACE, drafted)
    return drafting.made(asked, REPLACE, drafted, with_diff=request.diff)


def _fit(
    asked: Asked,
    request: ReplaceSeveral,
    item: Item,
    numbered: tuple[int, Place],
    targets: dict[RelPath, Target],
    seen: dict[RelPath, Seen],
    contents: Mapping[Kept, bytes],
) -> _Fit:
    number, place = numbered
    path = place.plain
    try:
        target = next(iter(targets.values()))
        if item.file:
            other = targeted(asked, REPLACE, place, seen, contents, view=0, force=request.force)
            expect_one_name(other, targets.values())
            target = targets.setdefault(other.seen.real, other)
            span = one_span(other, place)
            item = item if span is None else msgspec.structs.replace(item, span=span)
        path = target.seen.real
        rules = Rules(request.force, request.reanchor)
        placed = placing.place(target, item, rules)
        if len(request.items) > 1:
            placed = placed._replace(
                warnings=tuple(_of_item(one, number, target, item) for one in placed.warnings)
            )
        return _Fit(number, path, placed)
    except RefusedError as error:
        return _Fit(number, path, None, error)


def _of_item(remark: Remark, number: int, target: Target, item: Item) -> Remark:
    """Return a warning with the item that it is about."""
    about: dict[str, str | int] = {"item": number}
    if item.file:
        about["file"] = target.path
    return msgspec.structs.replace(remark, values=about | remark.values)


# --- items that meet ------------------------------------------------------------------------------


class _Extent(NamedTuple):
    """Where a part of an item lies: whole lines, or bytes within lines."""

    first: int
    """Line, from 0."""
    is_wide: bool
    """False: an insertion, which shares nothing with what it touches."""
    end: int
    start: int
    """Byte, from 0."""
    stop: int
    is_cut: bool
    number: int
    """Of the item."""


class _Reach(NamedTuple):
    """How far what came before goes, and which item it was."""

    end: int = 0
    number: int = 0


def _apart(targets: Mapping[RelPath, Target], fits: list[_Fit]) -> list[_Fit]:
    """Let items fail that overlap one before them."""
    others: dict[int, int] = {}
    for path, target in targets.items():
        mine = (fit for fit in fits if fit.path == path and fit.placed)
        others |= _overlaps(one for fit in mine for one in _extents(target, fit))
    return [_overlapping(targets, fit, others.get(fit.number, 0)) for fit in fits]


def _overlapping(targets: Mapping[RelPath, Target], fit: _Fit, other: int) -> _Fit:
    if not other:
        return fit
    target = targets[fit.path]
    values: dict[str, str | int] = {"other": other}
    error = refuse(target.asked, REPLACE, "items_overlap", path=target.seen.path, values=values)
    return fit._replace(placed=None, error=error)


def _extents(target: Target, fit: _Fit) -> Iterator[_Extent]:
    text, placed = target.text, fit.placed or Placed()
    for one in placed.regions:
        end = one.first + one.lines
        yield _Extent(one.first, bool(one.lines), end, 0, 0, is_cut=False, number=fit.number)
    spots = ((cut.start, cut.stop) for cut in placed.cuts)
    for cut, (first, last) in zip(placed.cuts, finding.lines_of(text, spots), strict=True):
        takes_end = text.data[cut.start : cut.stop].endswith(text.newline)
        joins = takes_end and not cut.new.endswith(text.newline)  # the next line is joined
        yield _Extent(
            first,
            is_wide=True,
            end=last + 1 + joins,
            start=cut.start,
            stop=cut.stop,
            is_cut=True,
            number=fit.number,
        )


def _overlaps(extents: Iterable[_Extent]) -> dict[int, int]:
    """Return the items that share something with one before them, and which that is."""
    found: dict[int, int] = {}
    lines, cut_lines, cut_bytes = _Reach(), _Reach(), _Reach()
    for one in sorted(extents):
        # Cuts may share a line with cuts, but not with whole lines.
        met = [lines] if one.is_cut else [lines, cut_lines]
        hits = [reach.number for reach in met if reach.end > one.first]
        hits += [cut_bytes.number] if one.is_cut and cut_bytes.end > one.start else []
        for other in hits:
            if other != one.number:
                later = max(other, one.number)
                found[later] = min(found.get(later, later), other, one.number)
        if one.is_cut:
            cut_lines = max(cut_lines, _Reach(one.end, one.number))
            cut_bytes = max(cut_bytes, _Reach(one.stop, one.number))
        else:
            lines = max(lines, _Reach(one.end, one.number))
    return found


# --- what comes of it -----------------------------------------------------------------------------


def _drafted(targets: Mapping[RelPath, Target], fits: list[_Fit]) -> Drafted:
    """Return the drafts of all files that change, in the order of their first item."""
    drafts: list[Draft] = []
    for path, target in targets.items():
        placed = tuple(fit.at for fit in fits if fit.path == path and fit.at)
        if placed:
            draft = single.draft(target, placed)
            if draft.plan.splices:
                drafts.append(draft)
    remarks = [one for fit in fits if fit.at for one in fit.at.warnings]
    echoes = single.echo(drafts[0].plan) if len(drafts) == 1 else ()
    return Drafted(tuple(drafts), (*echoes, *remarks))


def _refusal(main: Target, targets: Mapping[RelPath, Target], fits: list[_Fit]) -> RefusedError:
    """Return the refusal that lists what does not fit; prepared, if each can be repaired."""
    asked = main.asked
    unfit = [fit for fit in fits if fit.error]
    fit_numbers = [str(fit.number) for fit in fits if not fit.error]
    values: dict[str, str | int] = {
        "items": len(fits),
        "unfit": len(unfit),
        "fit": " and ".join(filter(None, (", ".join(fit_numbers[:-1]), *fit_numbers[-1:]))),
    }
    problems = tuple(
        Problem(fit.number, _bare(fit.error.refusal)) for fit in unfit if fit.error is not None
    )
    found = refuse(asked, REPLACE, "items_unfit", path=main.seen.path, values=values)
    refusal = msgspec.structs.replace(found.refusal, problems=problems)
    found = RefusedError(refusal, found.fact)
    if not all(isinstance(fit.error, UnfitError) for fit in unfit):
        return found
    if any(takes_changed(fit.placed) for fit in fits if fit.placed):
        return found
    repaired = [fit._replace(placed=fit.at, error=None) for fit in fits]
    if any(fit.error for fit in _apart(targets, repaired)):
        return found
    try:
        drafted = _drafted(targets, repaired)
    except RefusedError:
        return found
    notes = {fit.error.note for fit in unfit if isinstance(fit.error, UnfitError)}
    note = notes.pop() if len(notes) == 1 else "all of them, with these repairs"
    return drafting.prepare(asked, found, drafted, note) if drafted.drafts else found


def _bare(refusal: Refusal) -> Refusal:
    """Return why an item does not fit, without what only a reply of its own has."""
    return msgspec.structs.replace(refusal, body=(), view=False, next=())
