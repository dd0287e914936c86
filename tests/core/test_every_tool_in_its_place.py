"""Every editing tool, at every line: the right place or REFUSED, never another.

The model of `test_right_place` holds here too: each line is of a text that is never used twice,
and an edit is judged by what views showed and what edits put in place of what. What a refusal
prepares is judged like an edit, and by more: it may replace nothing that others changed.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from editjournal.schemas.replies import AnyReply, Done, Refusal, Remark
from editjournal.schemas.requests import AnyRequest, Delete, Insert, Item, Replace, ReplaceSeveral
from editjournal.schemas.values import Span, Splice
from tests.core import outcomes
from tests.core.outcomes import Outcome
from tests.core.test_right_place import FILE, KINDS, Lines, Made, Model, Showed, find, play
from tests.core.world import World, lines, refused


class Spot(NamedTuple):
    """One place of a call: lines, a line to put text after, or a line's text."""

    kind: str
    span: Span
    new: Lines
    old: Lines
    """The lines that stand there, as the caller says; empty: it does not say."""


class Call(NamedTuple):
    who: str
    tool: str
    spots: tuple[Spot, ...]
    view: Showed | None
    reanchor: bool = False

    def request(self) -> AnyRequest:
        seq = self.view.seq if self.view else 0
        path = FILE.encode()
        items = tuple(map(item, self.spots))
        if self.tool == "edits":
            return ReplaceSeveral(path, items, view=seq, reanchor=self.reanchor)
        [one] = items
        if one.after is not None:
            return Insert(path, one.content, after=one.after, view=seq, reanchor=self.reanchor)
        if self.tool == "delete":
            return Delete(path, one.span, one.old, view=seq, reanchor=self.reanchor)
        return Replace(
            path, one.content, span=one.span, old=one.old, view=seq, reanchor=self.reanchor
        )


def item(spot: Spot) -> Item:
    content, old = (lines(*some).decode() for some in (spot.new, spot.old))
    match spot.kind:
        case "after":
            return Item(content, after=spot.span.first)
        case "text":
            return Item(content, old=old)
        case _:
            return Item(content, span=spot.span, old=old or None)


@dataclass
class Tools(Model):
    """A world of one file in which all tools are used."""

    promises: dict[int, Outcome] = field(default_factory=dict[int, Outcome])
    """What each refusal has prepared."""

    # What happens.

    def call(self, call: Call) -> None:
        """Make a call, after judging what it would come to."""
        before = self.text
        self.judge_call(call)
        decision = outcomes.would(self.world, call.who, call.request())
        outcome, prepared = outcomes.made(decision), outcomes.prepared(self.world, decision)
        reply = self.world.ask(call.who, call.request())
        if isinstance(reply, Refusal) and reply.view:
            shown = self.world.view(reply.seq, FILE)
            assert shown is not None
            text = list(before)
            self.views.append(Showed(reply.seq, call.who, shown.spans, text, is_read=False))
        if prepared is not None:
            self.promises[reply.seq] = prepared
        if outcome is not None:
            assert isinstance(reply, Done)
            self.take(reply, call.who, outcome)
        self.settle()

    def confirm(self, who: str, number: int) -> None:
        """Confirm what was prepared."""
        before = lines(*self.text)
        change = self.world.state.previews.get(number)
        assert change is not None
        [prepared] = change.changes
        is_fresh = prepared.before is not None and self.world.file(FILE).digest == (
            prepared.before.digest
        )
        reply = self.world.confirm(who, number)
        assert isinstance(reply, Done) == (is_fresh and number in self.promises)
        if not isinstance(reply, Done):
            assert self.world.data(FILE) == before
            return
        promise = self.promises.pop(number)
        assert self.world.data(FILE) == promise.after
        self.take(reply, who, promise)

    def take(self, reply: Done, who: str, outcome: Outcome) -> None:
        """Take in an edit that was made."""
        before, self.text = self.text, outcome.after.decode().split("\n")[:-1]
        shift = 0
        found: list[Made] = []
        for one in outcome.places:
            old = before[one.at : one.at + one.removed]
            new = self.text[one.at + shift : one.at + shift + one.inserted]
            shift += one.inserted - one.removed
            found.append(Made(reply.seq, who, old, new, before, one.at, outcome.through))
        self.made += sorted(found, key=lambda one: bool(one.old))
        self.changes.append((reply.seq, who, shift))
        self.show(reply)

    # Whether it is right.

    def judge_call(self, call: Call) -> None:
        """Judge what a call would come to, or would prepare."""
        decision = outcomes.would(self.world, call.who, call.request())
        outcome = outcomes.made(decision)
        prepared = outcomes.prepared(self.world, decision)
        self.before = list(self.text)
        if outcome is not None:
            self.judge_outcome(call, outcome, is_prepared=False)
        if prepared is not None:
            self.judge_outcome(call, prepared, is_prepared=True)

    def judge_outcome(self, call: Call, outcome: Outcome, *, is_prepared: bool) -> None:
        before = self.before
        after = outcome.after.decode().split("\n")[:-1]
        places = [*placed(outcome.places)]
        hold_outside(before, after, places)
        assert len(places) <= len(call.spots)
        for spot in call.spots:
            place = place_of(spot, places, after)
            at = Span(place.at + 1, place.at + place.removed)
            reply = with_own_warnings(outcome.reply, at)
            if is_prepared and self.fits(call, spot):
                continue
            if not before:
                assert not place.at
                assert not place.removed
            elif spot.kind == "text":
                assert before[place.at : place.at + place.removed] == spot.old
            elif spot.kind == "after" and (is_prepared or is_elsewhere(call, spot, at)):
                assert not place.removed
                self.judge_prepared_gap(call, spot, place.at)
            elif spot.kind == "after":
                assert not place.removed
                self.judge_gap(reply, call, spot.span.first, place.at)
            elif is_prepared or is_elsewhere(call, spot, at):
                self.judge_prepared(call, spot, at)
            else:
                self.judge_lines(reply, call, spot, at)

    def fits(self, call: Call, spot: Spot) -> bool:
        """Tell whether one of several changes would be made if it were alone, and judge it so."""
        if len(call.spots) == 1:
            return False
        alone = call._replace(spots=(spot,))
        outcome = outcomes.made(outcomes.would(self.world, call.who, alone.request()))
        if outcome is None:
            return False
        self.judge_outcome(alone, outcome, is_prepared=False)
        codes = [one.code for one in outcome.reply.warnings]
        assert "changed_since" not in codes, "what others changed is not prepared to be replaced"
        return True

    def judge_lines(self, reply: Done, call: Call, spot: Spot, at: Span) -> None:
        if spot.old:
            assert self.before[at.first - 1 : at.last] == spot.old
        self.judge(reply, call.who, spot.span, call.view, self.before, at)

    def judge_prepared(self, call: Call, spot: Spot, at: Span) -> None:
        """Hold that what is prepared takes the lines that were meant, or what became of them."""
        taken = self.before[at.first - 1 : at.last]
        if spot.old:
            assert taken == spot.old
            return
        first, last = spot.span.first - 1, spot.span.last
        for text, since in self.meanings(call, spot.span):
            meant = text[first:last]
            if taken == meant or taken in self.ways(meant, call.who, since):
                return
        raise AssertionError(f"{taken} of {self.before} was never meant by {spot.span}")

    def judge_prepared_gap(self, call: Call, spot: Spot, gap: int) -> None:
        after = spot.span.first
        meanings = self.meanings(call, spot.span)
        assert any(
            gap and self.before[gap - 1] in self.heirs([text[after - 1]], call.who, since)
            for text, since in meanings
        )

    def meanings(self, call: Call, span: Span) -> list[tuple[Lines, int]]:
        """Return the texts whose numbers a call may have meant, and as of when they are."""
        if call.view is not None and call.view.covers(span):
            return [(call.view.text, call.view.seq)]
        found = (
            (one.text, one.since)
            for number in range(span.first, span.last + 1)
            for one in self.sights(call.who, number, call.view)
        )
        return [one for one in found if len(one[0]) >= span.last]

    def judge_gap(self, reply: Done, call: Call, after: int, gap: int) -> None:
        """Hold that text goes behind the line that was meant, or before the one that follows it."""
        before, who, view = self.before, call.who, call.view
        if after <= 0:
            assert gap == (len(before) if after else 0)
            return
        here, there = Span(after, after), Span(after + 1, after + 1)
        next_ones = set[str]()
        if view is not None and view.covers(there):
            next_ones = self.heirs([view.text[after]], who, view.seq)
        is_before_next = not next_ones.isdisjoint(before[gap : gap + 1])
        if view is None or not view.covers(here):
            if not is_before_next:
                self.judge(reply, who, here, view, before, Span(gap, gap))
            return
        line = view.text[after - 1]
        if line in before:
            at = before.index(line) + 1
            assert gap >= at
            assert self.written(who, view.seq).issuperset(before[at:gap])
        elif not is_before_next and before[gap - 1] not in self.heirs([line], who, view.seq):
            self.judge_changed_gap(reply, call, view, here, gap)

    def judge_changed_gap(
        self, reply: Done, call: Call, view: Showed, here: Span, gap: int
    ) -> None:
        """Hold that a line others changed is where it was, and that this is told."""
        assert "changed_since" in [one.code for one in reply.warnings]
        if not self.has_strangers(call.who, view.seq):
            assert sum(grown for _, _, grown in self.others_since(call.who, view.seq)) == 0
        shift = self.own_shift(call.who, here, view)
        assert shift is None or gap == here.first + shift

    def heirs(self, some: Iterable[str], who: str, since: int) -> set[str]:
        """Return lines, and all that own edits put in their place."""
        found = set(some)
        for edit in self.made:
            if edit.seq > since and edit.session == who and not found.isdisjoint(edit.old):
                found.update(edit.new)
        return found

    def written(self, who: str, since: int) -> set[str]:
        own = (one for one in self.made if one.session == who and one.seq > since)
        return {line for one in own for line in one.new}

    def own_shift(self, who: str, span: Span, view: Showed) -> int | None:
        inserts = [
            one for one in self.made if one.seq > view.seq and one.session == who and not one.old
        ]
        return None if inserts else super().own_shift(who, span, view)


def is_elsewhere(call: Call, spot: Spot, at: Span) -> bool:
    """Tell whether a call was taken to where its lines went, though no view of them was given."""
    is_covered = call.view is not None and call.view.covers(spot.span)
    here = Span(at.last, at.last) if spot.kind == "after" else at
    return call.reanchor and not is_covered and here != spot.span


def placed(places: Iterable[Splice]) -> Iterable[Splice]:
    """Give places with those that change nothing left out."""
    return (one for one in places if one.removed or one.inserted)


def hold_outside(before: Lines, after: Lines, places: Iterable[Splice]) -> None:
    """Hold that lines outside the places are as they were."""
    at = shift = 0
    for one in places:
        assert before[at : one.at] == after[at + shift : one.at + shift]
        at = one.at + one.removed
        shift += one.inserted - one.removed
    assert before[at:] == after[at + shift :]


def place_of(spot: Spot, places: list[Splice], after: Lines) -> Splice:
    """Return where the new lines of a spot went."""
    if not spot.new:
        [place] = places
        return place
    at = find(after, spot.new)
    assert at is not None, "the new lines are there, together"
    shift = 0
    for one in places:
        if one.at + shift <= at < one.at + shift + one.inserted:
            return one
        shift += one.inserted - one.removed
    raise AssertionError(f"{spot.new} went to a place that was not told")


def with_own_warnings(reply: AnyReply, at: Span) -> Done:
    """Return a reply with the warnings of one of its places only, and one code for a change."""
    if not isinstance(reply, Done):
        return Done(files=())
    here = str(at if len(at) else Span(at.last, at.last))
    mine = (one for one in reply.warnings if one.values.get("lines", here) == here)
    return msgspec.structs.replace(reply, warnings=tuple(map(as_since, mine)))


def as_since(remark: Remark) -> Remark:
    is_near = remark.code == "changed_near"
    return msgspec.structs.replace(remark, code="changed_since") if is_near else remark


# --- random calls ---------------------------------------------------------------------------------


class Wish(NamedTuple):
    """A call that is wanted; the numbers are taken modulo what there is to choose from."""

    tool: str
    by: str
    """Whose view, and how old: newest, none, stale, small (of a reply to an edit)."""
    size: int
    new: int
    more: tuple[tuple[str, int], ...]
    """Of edits, the further places: their kind, and how many lines further down."""
    extra: str
    """exact: `old` is given; reanchor; at an edge: the first line stays; or nothing."""


WISH = st.builds(
    Wish,
    st.sampled_from(["replace", "insert", "delete", "edits"]),
    st.sampled_from(["newest", "none", "stale", "small"]),
    st.integers(1, 4),
    st.integers(1, 3),
    st.lists(
        st.tuples(st.sampled_from(["lines", "after", "text"]), st.integers(0, 6)), max_size=3
    ).map(tuple),
    st.sampled_from(["", "", "", "exact", "reanchor", "edge"]),
)


def call_at(model: Tools, who: str, number: int, wish: Wish) -> Call | None:
    """Return the call that a wish comes to at one line; None: there is no such line."""
    view = view_for(model, who, wish, number)
    text = view.text if view else model.text
    if number > max(len(text), 1):
        return None
    kind = "after" if wish.tool == "insert" else "lines"
    spots = [spot_at(model, text, kind, number, wish)]
    if wish.tool == "edits":
        for further, down in wish.more:
            at = spots[-1].span.last + down
            if at > len(text):
                break
            spots.append(spot_at(model, text, further, at, wish))
    return Call(who, wish.tool, tuple(spots), view, wish.extra == "reanchor")


def view_for(model: Tools, who: str, wish: Wish, number: int) -> Showed | None:
    mine = [one for one in model.views if one.session == who]
    match wish.by:
        case "newest":
            good = [one for one in mine if one.shows(number)]
            return good[-1] if good else None
        case "stale":
            good = [one for one in mine if one.shows(number)]
            return good[0] if good else None
        case "small":
            good = [one for one in mine if not one.is_read]
            return good[-1] if good else None
        case _:
            return None


def spot_at(model: Tools, text: Lines, kind: str, number: int, wish: Wish) -> Spot:
    """Return a place at a line of a text, and new lines for it."""
    new = model.fresh(0 if wish.tool == "delete" else wish.new)
    if kind == "after":
        return Spot(kind, Span(number, number), new, [])
    last = min(number + wish.size - 1, max(len(text), 1))
    old = text[number - 1 : last]
    if wish.extra == "edge" and wish.tool != "delete":
        new = [*old[:1], *new]
    if kind == "text":
        return Spot(kind, Span(number, number), new, old)
    return Spot(kind, Span(number, last), new, old if wish.extra == "exact" else [])


STEP = st.tuples(
    st.sampled_from([*KINDS, "call", "call", "call", "call", "confirm"]),
    st.integers(0, 15),
    st.integers(1, 5),
    st.integers(0, 3),
    st.integers(0, 7),
    WISH,
)


def step(model: Tools, one: tuple[str, int, int, int, int, Wish]) -> None:
    """Play one step of a history."""
    kind, at, size, new, pick, wish = one
    who = "b" if pick == 7 else "a"
    if kind == "call":
        call = call_at(model, who, at % max(len(model.text), 1) + 1, wish)
        if call is not None:
            model.call(call)
    elif kind == "confirm":
        prepared = list(model.promises)
        if prepared:
            model.confirm("a" if at % 2 else "b", prepared[-1 - pick % len(prepared)])
    else:
        play(model, (kind, at, size, new, pick))


PLAIN = Wish("insert", "newest", 1, 1, (), "")
SWAP = [("move", 2, 1, 0, 5, PLAIN), ("move", 11, 1, 0, 2, PLAIN)]
"""The third line comes to stand further down, and another in front of the fourth."""


@settings(
    deadline=None,
    max_examples=150,
    report_multiple_bugs=False,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(st.lists(STEP, min_size=1, max_size=10), st.lists(WISH, min_size=12, max_size=12))
@example(SWAP, [PLAIN] * 12)
def test_any_tool_at_every_line_hits_what_was_meant_or_is_refused(
    steps: list[tuple[str, int, int, int, int, Wish]], wishes: list[Wish]
) -> None:
    model = Tools()
    model.read("a", 1, 12)
    model.world.status("b")
    for one in steps:
        step(model, one)
        if len(set(model.text)) < len(model.text):
            return  # an undo brought back a line that was there again: texts are no names any more
    for number in range(1, len(model.text) + 3):
        call = call_at(model, "a", number, wishes[number % len(wishes)])
        if call is not None:
            model.judge_call(call)
    model.world.check_replay()


def test_several_changes_are_not_prepared_if_one_takes_what_others_changed(world: World) -> None:
    world.outside(FILE, lines("one", "two", "three"))
    view = world.read("a", FILE).seq
    world.edit("b", "f:1", "theirs\n")
    mine = Item("mine\n", span=Span(1, 1))
    fixable = Item("new\n", span=Span(3, 3), old="three ")
    reply = refused(world.several("a", FILE, mine, fixable, view=view), "items_unfit")
    assert not reply.prepared
    assert refused(world.several("a", FILE, fixable, view=view), "items_unfit").prepared


def test_text_with_a_readers_numbers_is_not_prepared_for_lines_that_others_changed(
    world: World,
) -> None:
    world.outside(FILE, lines("one", "two", "three"))
    view = world.read("a", FILE).seq
    world.edit("b", "f:1", "theirs\n")
    numbers = "1|mine\n2|too\n"
    assert not refused(world.replace("a", "f:1-2", numbers, view=view), "numbered_content").prepared
    assert refused(world.replace("a", "f:2-3", numbers, view=view), "numbered_content").prepared
