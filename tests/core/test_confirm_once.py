"""What is prepared is made once, upon the bytes it was prepared for, or not at all.

Sessions prepare edits, by previews and by calls that are refused; others change the file in
between, an edit fails to reach the disk, and anybody confirms anything, over and over. Lines are
of texts that are never used twice, so that where an edit prepared anew goes can be told.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from editjournal.schemas.facts import Change, Previewed, Refused
from editjournal.schemas.replies import AnyReply, Done, Refusal, Unchanged
from editjournal.schemas.requests import Delete, Insert, Item, Replace, ReplaceSeveral, Write
from editjournal.schemas.values import Span
from tests.core.outcomes import promised
from tests.core.world import World, done, lines

FILE, PATH = "f", b"f"
Lines = list[str]


class Place(NamedTuple):
    """Where a prepared edit puts lines: in place of some, or between two."""

    old: Lines
    before: Lines
    """The line in front of it, if there is one."""
    after: Lines
    new: Lines


class Promise(NamedTuple):
    """What a confirmation makes: these bytes of those."""

    before: bytes
    after: bytes
    places: tuple[Place, ...]
    tool: str


@dataclass
class Desk:
    """A world of one file, and all that was ever prepared in it."""

    world: World = field(default_factory=World)
    promises: dict[int, Promise] = field(default_factory=dict[int, Promise])
    made: dict[int, int] = field(default_factory=dict[int, int])
    """By which edit each was made."""
    anew: dict[int, int] = field(default_factory=dict[int, int])
    """Of what was prepared anew: what it had been before."""
    edits: list[int] = field(default_factory=list[int])
    views: list[int] = field(default_factory=list[int])
    names: Iterable[int] = field(default_factory=count)

    def __post_init__(self) -> None:
        self.world.outside(FILE, lines(*self.fresh(8)))
        self.read("a")
        self.world.status("b")

    def fresh(self, number: int) -> Lines:
        return [f"L{next(iter(self.names))}" for _ in range(number)]

    @property
    def text(self) -> Lines:
        return self.world.text(FILE).split("\n")[:-1]

    def read(self, who: str) -> None:
        self.views.append(self.world.read(who, FILE).seq)

    def outside(self, text: Lines) -> None:
        self.world.outside(FILE, lines(*text))

    def take(self, reply: AnyReply) -> None:
        """Take in what a call made or prepared."""
        fact = self.world.entries[-1].fact
        if isinstance(reply, Done):
            self.edits.append(reply.seq)
        changes = fact.changes if isinstance(fact, Previewed) else ()
        if isinstance(fact, Refused):
            changes = fact.prepared
        if changes and isinstance(fact, Previewed | Refused):
            [change] = changes
            self.promises[reply.seq] = self.promise(reply.seq, change, fact.tool)

    def promise(self, seq: int, change: Change, tool: str) -> Promise:
        before = self.world.data(FILE)
        attachments = [data for kept, data in self.world.kept.items() if kept.seq == seq]
        after = promised(before, change, attachments)
        old, new = (data.decode().split("\n")[:-1] for data in (before, after))
        places: list[Place] = []
        shift = 0
        for one in change.splices:
            end = one.at + one.removed
            come = new[one.at + shift : one.at + shift + one.inserted]
            around = old[: one.at][-1:], old[end : end + 1]
            places.append(Place(old[one.at : end], *around, come))
            shift += one.inserted - one.removed
        return Promise(before, after, tuple(places), tool)

    def confirm(self, who: str, prepared: int, fails: str) -> None:
        before, promise = self.world.data(FILE), self.promises[prepared]
        self.world.fails = fails
        reply = self.world.confirm(who, prepared)
        self.world.fails = ""
        if prepared in self.made:
            assert self.world.data(FILE) == before
            edit = self.made[prepared]
            if isinstance(reply, Refusal):
                assert (reply.code, reply.values["edit"]) == ("prepared_undone", edit)
                assert self.world.state.edits.by_seq[edit].undone_by
                return
            assert isinstance(reply, Unchanged)
            assert reply.by is not None
            assert (reply.prepared, reply.by.seq) == (prepared, edit)
        elif before != promise.before:
            assert isinstance(reply, Refusal)
            assert reply.code == "prepared_stale"
            self.take(reply)
            if reply.seq in self.promises:
                self.hold_the_same(promise, self.promises[reply.seq])
                self.anew[reply.seq] = prepared
        elif fails:
            assert isinstance(reply, Refusal)
            assert self.world.data(FILE) == before
        else:
            one = prepared
            while one:  # what was prepared anew is the same edit
                self.made[one] = done(reply).seq
                one = self.anew.get(one, 0)
            self.edits.append(reply.seq)
            assert self.world.data(FILE) == promise.after

    def hold_the_same(self, was: Promise, now: Promise) -> None:
        """Hold that an edit prepared anew takes the same lines, and puts the same there."""
        assert was.tool != "be-write"
        assert [one.new for one in was.places] == [one.new for one in now.places]
        own = self.written()
        for old, new in zip(was.places, now.places, strict=True):
            assert own.union(old.old).issuperset(new.old)
            assert bool(old.old) == bool(new.old)
            if old.before and not old.old:
                there = own.union(old.before), own.union(old.after)
                assert there[0].issuperset(new.before) or there[1].issuperset(new.after)

    def written(self) -> set[str]:
        """Return all lines that edits have put into the file so far."""
        found: set[str] = set()
        for number in self.edits:
            for change in self.world.state.edits.by_seq[number].changes:
                if change.inserted is not None:
                    [data] = [
                        data
                        for kept, data in self.world.kept.items()
                        if kept.digest == change.inserted.digest
                    ][:1]
                    found.update(data.decode().split("\n")[:-1])
        return found


STEP = st.tuples(
    st.sampled_from(
        ["preview", "preview", "call", "outside", "undo", "redo", "read"] + ["confirm"] * 4
    ),
    st.sampled_from(["a", "b"]),
    st.integers(0, 11),
    st.integers(0, 3),
    st.integers(0, 9),
    st.sampled_from(["replace", "insert", "delete", "edits", "write", "bare"]),
)
Step = tuple[str, str, int, int, int, str]


def step(desk: Desk, one: Step) -> None:
    """Play one step; the numbers are taken modulo what there is to choose from."""
    kind, who, at, size, pick, tool = one
    text = desk.text
    match kind:
        case "preview" | "call":
            desk.take(desk.world.ask(who, request(desk, one, is_preview=kind == "preview")))
        case "outside":
            first = at % (len(text) + 1)
            desk.outside([*text[:first], *desk.fresh(pick % 3), *text[first + size % 2 :]])
        case "undo" | "redo" if desk.edits:
            flip = desk.world.undo if kind == "undo" else desk.world.redo
            desk.take(flip(who, desk.edits[pick % len(desk.edits)], anyone=True))
        case "confirm" if desk.promises:
            prepared = sorted(desk.promises)[-1 - pick % len(desk.promises)]
            desk.confirm(who, prepared, "full" if tool == "bare" and size == 0 else "")
        case _:
            desk.read(who)


def request(
    desk: Desk, one: Step, *, is_preview: bool
) -> Replace | Insert | Delete | ReplaceSeveral | Write:
    _, _, at, size, pick, tool = one
    view = desk.views[pick % len(desk.views)]
    span = Span(at % 8 + 1, min(8, at % 8 + 1 + size))
    content = lines(*desk.fresh(size + 1)).decode()
    match tool:
        case "insert":
            return Insert(PATH, content, after=span.first, view=view, preview=is_preview)
        case "delete":
            return Delete(PATH, Span(span.first, span.first), view=view, preview=is_preview)
        case "edits":
            items = [Item(content, span=Span(span.first, span.first))]
            if span.first < 6:
                items.append(Item(lines(*desk.fresh(1)).decode(), after=7))
            return ReplaceSeveral(PATH, tuple(items), view, preview=is_preview)
        case "write":
            return Write(PATH, content, preview=is_preview)
        case _:
            return Replace(PATH, content, span=span, view=view, preview=is_preview)


@settings(
    deadline=None,
    max_examples=250,
    report_multiple_bugs=False,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(st.lists(STEP, min_size=2, max_size=16))
def test_a_prepared_edit_is_made_once_and_upon_its_own_bytes_or_refused(steps: list[Step]) -> None:
    desk = Desk()
    for one in steps:
        step(desk, one)
    desk.world.check_replay()
