"""Lines of a call: the right place or REFUSED, never another, whatever happened since the read.

The model knows a file as a list of lines, each of a text that is never used twice, so that a
line's text is its name. It knows what each view showed and what each edit put in place of what,
and judges every edit made by these alone.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from editjournal.schemas.replies import AnyReply, Done, Part, Refusal
from editjournal.schemas.values import RelPath, Span
from tests.core.world import World, codes, done, lines

FILE = "f"
Lines = list[str]


class Showed(NamedTuple):
    """What a view showed, and all of the file it was a view of."""

    seq: int
    session: str
    spans: tuple[Span, ...]
    text: Lines
    is_read: bool

    def shows(self, number: int) -> bool:
        return any(one.first <= number <= one.last for one in self.spans)

    def covers(self, span: Span) -> bool:
        return any(one.first <= span.first and span.last <= one.last for one in self.spans)


class Sight(NamedTuple):
    """A text whose numbering a caller may mean."""

    text: Lines
    since: int
    """As of this entry."""
    shown: bool
    """The caller was shown the line, not only others of this text."""


class Made(NamedTuple):
    """An edit that was made: these lines in place of those."""

    seq: int
    session: str
    old: Lines
    new: Lines
    before: Lines
    """The whole file before it."""
    at: int
    """Lines in front of it."""
    through: int
    undoes: int = 0


@dataclass
class Model:
    """A world of one file, and what is known of it from the outside."""

    world: World = field(default_factory=World)
    text: Lines = field(default_factory=list[str])
    views: list[Showed] = field(default_factory=list[Showed])
    made: list[Made] = field(default_factory=list[Made])
    undone: dict[int, int] = field(default_factory=dict[int, int])
    """Which edit was undone, and by which."""
    changes: list[tuple[int, str, int]] = field(default_factory=list[tuple[int, str, int]])
    """Every change: entry, session ("" for the outside), lines added."""
    past: list[Lines] = field(default_factory=list[Lines])
    before: Lines = field(default_factory=list[str])
    """The file before the edit that is judged."""
    names: Iterable[int] = field(default_factory=count)

    def __post_init__(self) -> None:
        self.text = self.fresh(12)
        self.world.outside(FILE, lines(*self.text))

    def fresh(self, number: int) -> Lines:
        return [f"L{next(iter(self.names))}" for _ in range(number)]

    # What happens.

    def read(self, who: str, first: int, last: int) -> Showed:
        self.settle()
        where = FILE if first == 1 and last >= len(self.text) else f"{FILE}:{first}-{last}"
        reply = self.world.read(who, where)
        spans = tuple(Span(block.first, block.last) for block in reply.blocks)
        self.views.append(Showed(reply.seq, who, spans, list(self.text), is_read=True))
        return self.views[-1]

    def outside(self, text: Lines) -> None:
        self.settle()
        self.past.append(self.text)
        grown = len(text) - len(self.text)
        if text == self.text:
            return
        self.text = text
        self.world.outside(FILE, lines(*text))
        if RelPath(b"f") in self.world.state.files.by_path:
            self.world.status("watcher")  # so that the change has an entry of its own
            self.world.read("watcher", FILE)
            seq = self.world.file("f").history.steps[-1].seq
            self.changes.append((seq, "", grown))

    def settle(self) -> None:
        assert self.world.data(FILE) == lines(*self.text)

    def undo(self, who: str, edit: int) -> None:
        reply = self.world.undo(who, edit, anyone=True)
        if not isinstance(reply, Done):
            return
        after = self.world.text(FILE).split("\n")[:-1]
        self.undone.setdefault(edit, reply.seq)
        for change in reply.files[0].parts:
            was, now = change.was, change.now
            at = was.first - 1 if was else change.after - sum_before(reply, change)
            old = self.text[was.first - 1 : was.last] if was else []
            new = after[now.first - 1 : now.last] if now else []
            self.made.append(Made(reply.seq, who, old, new, self.text, at, 0, edit))
        self.changes.append((reply.seq, who, len(after) - len(self.text)))
        self.text = after
        self.show(reply)

    def show(self, reply: Done) -> None:
        """Take in the fresh view of an edit."""
        change = self.world.state.edits.by_seq[reply.seq].changes[0]
        spans = () if change.shown is None else change.shown
        who = self.world.state.sessions.name(self.world.state.edits.by_seq[reply.seq].session)
        self.views.append(
            Showed(reply.seq, who.partition("#")[0], spans, list(self.text), is_read=False)
        )

    def replace(self, who: str, span: Span, new: Lines, view: Showed | None) -> AnyReply:
        """Ask for an edit, and judge what comes of it."""
        before = self.before = list(self.text)
        content = "".join(f"{line}\n" for line in new)
        where = f"{FILE}:{span}"
        reply = self.world.replace(who, where, content, view=view.seq if view else 0)
        if isinstance(reply, Refusal) and reply.view:
            shown = self.world.view(reply.seq, FILE)
            assert shown is not None
            self.views.append(Showed(reply.seq, who, shown.spans, before, is_read=False))
        if not isinstance(reply, Done):
            self.settle()
            return reply
        part = reply.files[0].parts[0]
        was = part.was or Span(1, 0)
        assert len(was) or not before
        first, last = was.first - 1, was.last
        self.text = [*before[:first], *new, *before[last:]]
        self.settle()  # every byte outside is as before
        if before:
            self.judge(reply, who, span, view, before, was)
        through = self.world.state.edits.by_seq[reply.seq].changes[0].through
        self.made.append(Made(reply.seq, who, before[first:last], new, before, first, through))
        self.changes.append((reply.seq, who, len(new) - (last - first)))
        self.show(reply)
        return reply

    # Whether it was right.

    def judge(
        self, reply: Done, who: str, span: Span, view: Showed | None, before: Lines, at: Span
    ) -> None:
        if view is not None and view.covers(span):
            self.judge_viewed(reply, who, span, view, before, at)
            return
        assert at == span, "numbers without a view of them are today's"
        for number in range(span.first, span.last + 1):
            told = bool({"changed_since", "never_read"} & set(codes(reply)))
            for sight in self.sights(who, number, view):
                meant = sight.text[span.first - 1 : span.last]
                taken = before[span.first - 1 : span.last]
                if taken not in self.ways(meant, who, sight.since) and set(meant) != set(taken):
                    self.judge_number(reply, who, number, sight, before, told=told)
                told = told or (sight.shown and sight.text[number - 1] == before[number - 1])

    def judge_viewed(
        self, reply: Done, who: str, span: Span, view: Showed, before: Lines, at: Span
    ) -> None:
        meant = view.text[span.first - 1 : span.last]
        taken = before[at.first - 1 : at.last]
        if taken == meant or taken in self.ways(meant, who, view.seq):
            return
        assert "changed_since" in codes(reply), (meant, taken)
        assert len(taken) == len(meant)
        for offset, line in enumerate(meant):
            if line in before:
                assert taken[offset] == line, "a viewed line stands elsewhere"
        if not self.has_strangers(who, view.seq):
            assert sum(grown for _, _, grown in self.others_since(who, view.seq)) == 0
        shift = self.own_shift(who, span, view)
        assert shift is None or at.first == span.first + shift

    def others_since(self, who: str, seq: int) -> list[tuple[int, str, int]]:
        return [one for one in self.changes if one[0] > seq and one[1] != who]

    def has_strangers(self, who: str, since: int) -> bool:
        """Tell whether own edits were made by views that came from another read."""
        made = (one for one in self.made if one.session == who and one.seq > since)
        return not all(self.is_kin(one, since) for one in made)

    def is_kin(self, edit: Made, view: int) -> bool:
        """Tell whether an edit and a view came from one read, or one of them from none."""
        one, other = self.read_of(edit.seq), self.read_of(view)
        return one == other or not one or not other

    def read_of(self, seq: int) -> int:
        made = next((one for one in self.made if one.seq == seq), None)
        return self.read_of(made.through) if made else seq

    def ways(self, meant: Lines, who: str, since: int) -> list[Lines | None]:
        """Return what own edits made of these lines: undone ones left out, or all taken in turn.

        Or, where an undo brought lines back, all that is there of what came in their place.
        """
        heirs = set(meant)
        for edit in self.made:
            if edit.seq > since and edit.session == who and heirs.issuperset(edit.old):
                heirs.update(edit.new if edit.old else ())
        left = [line for line in self.before if line in heirs] if self.undone else None
        return [left, *(self.came_of(meant, who, since, literally=one) for one in (False, True))]

    def came_of(
        self, meant: Lines, who: str, since: int, *, literally: bool = False
    ) -> Lines | None:
        """Return what the session's own edits made of these lines; None: not of them as a whole."""
        now = list(meant)
        for made in self.made:
            edit = made
            if edit.seq <= since or edit.session != who:
                continue
            if edit.old and edit.new and not self.is_kin(edit, since):
                edit = trimmed(edit)
            is_settled = self.root(edit) > since if edit.undoes else not self.is_active(edit.seq)
            if is_settled and not literally:
                continue
            around = edit.before[max(0, edit.at - 1) : edit.at + 1]
            at = find(now, edit.old) if edit.old else find(now, around)
            if at is not None and (edit.old or len(around) == 2):
                at += not edit.old
                now[at : at + len(edit.old)] = edit.new
            elif not set(now).isdisjoint(edit.old):
                return None
        return now

    def is_active(self, edit: int) -> bool:
        return edit not in self.undone or not self.is_active(self.undone[edit])

    def root(self, edit: Made) -> int:
        """Return the edit that undos of undos come down to."""
        while edit.undoes:
            edit = next(one for one in self.made if one.seq == edit.undoes)
        return edit.seq

    def own_shift(self, who: str, span: Span, view: Showed) -> int | None:
        """Return by how much own edits moved the place; None: it is not plain to see."""
        shift = 0
        above = set(view.text[: span.first - 1])
        below = set(view.text[span.last :])
        for edit in self.made:
            if edit.seq <= view.seq or edit.session != who:
                continue
            if edit.seq in self.undone or edit.undoes:
                return None
            if above.issuperset(edit.old):
                shift += len(edit.new) - len(edit.old)
                above |= set(edit.new)
            elif below.issuperset(edit.old):
                below |= set(edit.new)
            else:
                return None
        return shift

    def sights(self, who: str, number: int, view: Showed | None) -> list[Sight]:
        """Return the texts whose numbering the caller may mean, and as of when they are."""
        found: list[Sight] = []
        if view is not None:
            found.append(Sight(view.text, view.seq, shown=False))
        mine = [one for one in self.views if one.session == who]
        for one in reversed(mine):
            if one.shows(number):
                found.append(Sight(one.text, one.seq, shown=True))
                if one.is_read:
                    return found
        if view is not None:
            return found
        # It never saw this line: it must not be from before its own edits.
        last_read = max((one.seq for one in mine if one.is_read), default=0)
        own = [one for one in self.made if one.session == who and one.seq > last_read]
        return [*found, *(Sight(one.before, one.seq - 1, shown=False) for one in own)]

    def judge_number(
        self, reply: Done, who: str, number: int, sight: "Sight", before: Lines, *, told: bool
    ) -> None:
        """Hold that line `number` of an earlier text is line `number` today, or that it is told."""
        if number > len(sight.text):
            assert "never_read" in codes(reply)
            return
        line = sight.text[number - 1]
        if line in before:
            assert before[number - 1] == line, "the line stands elsewhere today"
            return
        if not sight.shown:
            return
        if not told:
            heirs = {line}
            for edit in self.made:
                if edit.session == who and not heirs.isdisjoint(edit.old):
                    heirs.update(edit.new)
            assert before[number - 1] in heirs


def trimmed(edit: Made) -> Made:
    """Return the edit without the lines at its ends that it left as they were."""
    old, new, at = edit.old, edit.new, edit.at
    while old and new and old[0] == new[0]:
        old, new, at = old[1:], new[1:], at + 1
    while old and new and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    return edit._replace(old=old, new=new, at=at)


def sum_before(reply: Done, part: Part) -> int:
    """Return how many lines the parts before this one added."""
    parts = reply.files[0].parts[: reply.files[0].parts.index(part)]
    return sum((len(one.now) if one.now else 0) - (len(one.was) if one.was else 0) for one in parts)


def find(text: Sequence[str], wanted: Sequence[str]) -> int | None:
    for at in range(len(text) - len(wanted) + 1):
        if list(text[at : at + len(wanted)]) == list(wanted):
            return at
    return None


# --- random histories ---------------------------------------------------------------------------

KINDS = ("read", "read part", "own", "own", "other", "outside", "move", "back", "undo", "refresh")
OP = st.tuples(
    st.sampled_from(KINDS),
    st.integers(0, 15),
    st.integers(1, 5),
    st.integers(0, 3),
    st.integers(0, 7),
)


def play(model: Model, op: tuple[str, int, int, int, int]) -> None:
    """Play one step of a history. The numbers are taken modulo what there is to choose from."""
    kind, at, size, new, pick = op
    total = len(model.text)
    first = at % max(total, 1) + 1
    last = min(first + size - 1, max(total, 1))
    match kind:
        case "read":
            model.read("a" if pick % 3 else "b", 1, max(total, 1))
        case "read part":
            model.read("a" if pick % 3 else "b", first, last)
        case "own" | "other":
            who = "a" if kind == "own" else "b"
            choose_and_replace(model, who, at, size, new, pick)
        case "outside":
            text = model.text
            model.outside(
                [*text[: first - 1], *model.fresh(new), *text[last if pick else first - 1 :]]
            )
        case "move":
            block = model.text[first - 1 : last]
            rest = [*model.text[: first - 1], *model.text[last:]]
            to = (first + pick) % (len(rest) + 1)
            model.outside([*rest[:to], *block, *rest[to:]])
        case "back" if model.past:
            model.outside(model.past[pick % len(model.past)])
        case "undo" if model.made:
            edit = model.made[-1 - pick % len(model.made)]
            model.undo("a" if at % 2 else edit.session, edit.seq)
        case _:
            model.outside(list(model.text))


def choose_and_replace(
    model: Model, who: str, at: int, size: int, new: int, pick: int
) -> AnyReply | None:
    """Replace lines by way of some view, or none; some of the lines may be kept."""
    views = [one for one in model.views if pick != 7 or one.session == who]
    view = views[-1 - (pick + size) % len(views)] if views and pick < 6 else None
    total = len(view.text) if view else len(model.text)
    if view and view.spans and view.spans[0] and pick < 4:
        shown = view.spans[0]
        first = shown.first + at % max(len(shown), 1)
        last = min(first + size - 1, shown.last)
    else:
        first = at % max(total, 1) + 1
        last = min(first + size - 1, max(total, 1))
    if last < first:
        return None
    old = (view.text if view else model.text)[first - 1 : last]
    content = model.fresh(new)
    if pick % 3 == 0:
        content = [*old[:1], *content]
    elif pick % 3 == 1 and at % 2:
        content = [*content, *old[-1:]]
    return model.replace(who, Span(first, last), content, view)


@settings(
    deadline=None,
    max_examples=300,
    report_multiple_bugs=False,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(st.lists(OP, min_size=3, max_size=14))
def test_an_edit_hits_the_lines_that_were_meant_or_is_refused(
    ops: list[tuple[str, int, int, int, int]],
) -> None:
    model = Model()
    model.read("a", 1, 12)
    for op in ops:
        play(model, op)
        if len(set(model.text)) < len(model.text):
            break  # an undo brought back a line that was there again: texts are no names any more
    model.world.check_replay()


@settings(deadline=None, max_examples=200, report_multiple_bugs=False)
@given(st.lists(OP, min_size=2, max_size=12))
def test_own_edits_alone_make_no_line_stale_but_parts_of_what_they_replaced(
    ops: list[tuple[str, int, int, int, int]],
) -> None:
    model = Model()
    model.read("a", 1, 12)
    for kind, at, size, new, pick in ops:
        if kind == "undo" and model.made:
            edit = model.made[-1 - pick % len(model.made)]
            model.undo("a", edit.seq)
            continue
        view = model.views[pick % len(model.views)]
        [shown] = view.spans
        if not len(shown):
            continue
        first = shown.first + at % len(shown)
        span = Span(first, min(first + size - 1, shown.last))
        meant = view.text[span.first - 1 : span.last]
        expected = model.came_of(meant, "a", view.seq)
        reply = model.replace("a", span, model.fresh(new), view)
        if isinstance(reply, Refusal):
            if reply.view:
                model.views.pop()  # a view of its own
            assert reply.code in ("own_part", "own_deleted")
            assert not expected or model.undone, "refused for nothing"
    model.world.check_replay()


@settings(deadline=None, max_examples=100)
@given(
    st.lists(st.tuples(st.booleans(), st.integers(1, 12)), max_size=8),
    st.integers(1, 12),
    st.integers(1, 4),
)
def test_lines_that_others_replaced_elsewhere_in_place_are_no_hindrance(
    steps: list[tuple[bool, int]], first: int, size: int
) -> None:
    model = Model()
    view = model.read("a", 1, 12)
    span = Span(first, min(first + size - 1, 12))
    for is_outside, number in steps:
        if span.first <= number <= span.last:
            continue
        new = model.fresh(1)
        if is_outside:
            model.outside([*model.text[: number - 1], *new, *model.text[number:]])
        else:
            model.replace("b", Span(number, number), new, None)
    reply = done(model.replace("a", span, model.fresh(2), view))
    assert codes(reply) == []
    assert [part.was for part in reply.files[0].parts] == [span]
