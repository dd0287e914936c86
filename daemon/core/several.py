"""be-replace with `edits`: several changes, of one file or more, made together or not at all."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from ...schemas.facts import Queried
from ...schemas.replies import Problem, Refusal, Unchanged
from ...schemas.requests import Item, ReplaceSeveral
from ...schemas.values import Kept, RelPath
from . import drafting, finding, placing, single
from .asking import Asked, Decision, RefusedError, refuse
from .drafting import Draft, Drafted
from .effects import Seen
from .places import Place
from .placing import Placed, Rules, UnfitError
from .replacing import REPLACE, one_span, targeted
from .target import Target


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
    return drafting.made(asked, REPLACE, drafted, diff=request.diff)


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
            target = targets.setdefault(other.seen.real, other)
            span = one_span(other, place)
            item = item if span is None else msgspec.structs.replace(item, span=span)
        path = target.seen.real
        rules = Rules(request.force, request.reanchor)
        return _Fit(number, path, placing.place(target, item, rules))
    except RefusedError as error:
        return _Fit(number, path, None, error)


# --- items that meet ------------------------------------------------------------------------------


class _Extent(NamedTuple):
    """Where a part of an item lies: whole lines, or bytes within lines."""

    first: int
    """Line, from 0."""
    end: int
    start: int
    """Byte, from 0."""
    stop: int
    is_cut: bool


def _apart(targets: Mapping[RelPath, Target], fits: list[_Fit]) -> list[_Fit]:
    """Let items fail that overlap one before them."""
    taken: dict[RelPath, list[tuple[int, _Extent]]] = {}
    found: list[_Fit] = []
    for fit in fits:
        mine = list(_extents(targets[fit.path], fit.placed)) if fit.placed else []
        before = taken.setdefault(fit.path, [])
        other = next((number for number, one in before if any(_overlap(one, it) for it in mine)), 0)
        if other:
            target = targets[fit.path]
            values: dict[str, str | int] = {"other": other}
            error = refuse(
                target.asked, REPLACE, "items_overlap", path=target.seen.path, values=values
            )
            found.append(fit._replace(placed=None, error=error))
            continue
        before += [(fit.number, one) for one in mine]
        found.append(fit)
    return found


def _extents(target: Target, placed: Placed) -> Iterator[_Extent]:
    text = target.text
    for one in placed.regions:
        end = one.first + one.lines
        yield _Extent(one.first, end, text.offset(one.first), text.offset(end), is_cut=False)
    for cut in placed.cuts:
        (region,) = finding.regions(text, [cut])
        end = region.first + region.lines
        yield _Extent(region.first, end, cut.start, cut.stop, is_cut=True)


def _overlap(one: _Extent, other: _Extent) -> bool:
    """Tell whether two stretches share anything; an insertion at an edge shares nothing."""
    if one.is_cut and other.is_cut:
        return one.start < other.stop and other.start < one.stop
    first, second = sorted(((one.first, one.end), (other.first, other.end)))
    return second[0] < first[1] and first[0] < second[1]


# --- what comes of it -----------------------------------------------------------------------------


def _drafted(targets: Mapping[RelPath, Target], fits: list[_Fit]) -> Drafted:
    """Return the drafts of all files that change, in the order of their first item."""
    drafts: list[Draft] = []
    for path, target in targets.items():
        placed = tuple(fit.at for fit in fits if fit.path == path and fit.at and not fit.at.is_made)
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
