"""Views listed, and what has become of their lines: by status, and by views themselves."""

from collections.abc import Iterable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from editjournal.daemon.core import decide, viewing
from editjournal.daemon.core.asking import Asked
from editjournal.schemas.replies import Done, ViewItem
from editjournal.schemas.requests import Status, Undo, Views
from editjournal.schemas.values import Span
from tests.core.world import MINUTE_NS, ROOT, World, done, lines, numbered, refused

TEN = numbered(1, 10)


@pytest.fixture
def ten(world: World) -> World:
    """A file of ten lines that a and then b have read."""
    world.outside("f", lines(*TEN))
    world.read("a", "f")
    world.read("b", "f:3-5")
    return world


def seqs(items: Iterable[ViewItem]) -> list[int]:
    return [one.view for one in items]


def places(world: World, who: str, request: Status | Views) -> list[bytes]:
    """Return which files are looked at before an answer."""
    asked = Asked(world.state, world.sessions[who], world.now_ns, ROOT, ROOT, bytes(8), world.scope)
    return list(decide.places(asked, request))


# What a view says.


def test_a_view_that_nobody_changed_is_the_same(ten: World) -> None:
    one = ten.views("a", session=ten.sessions["b"]).items[0]
    assert (one.path, one.session, one.name) == (b"f", ten.sessions["b"], "b#1")
    assert (one.spans, one.total) == ((Span(3, 5),), 10)
    assert (one.state, one.differ, one.after, one.delta, one.by) == ("same", (), 0, 0, None)


def test_a_view_whose_lines_others_changed_is_changed(ten: World) -> None:
    edit = ten.edit("a", "f:4", "x\ny\n", view=ten.views("a", session=1).items[0].view).seq
    one = ten.views("a", session=ten.sessions["b"]).items[0]
    assert (one.state, one.differ, one.after, one.delta) == ("changed", (Span(4, 4),), 4, 1)
    assert one.by is not None
    assert (one.by.seq, one.by.name) == (edit, "a#1")


def test_a_view_whose_lines_others_only_moved_is_moved(ten: World) -> None:
    ten.outside("f", lines("top", *TEN))
    one = ten.views("a", session=ten.sessions["b"]).items[0]
    assert (one.state, one.differ, one.after, one.delta) == ("moved", (), 2, 1)
    assert one.by is not None
    assert (one.by.session, one.by.name) == (0, "")


def test_lines_that_moved_beyond_a_view_leave_it_the_same(ten: World) -> None:
    ten.outside("f", lines(*TEN[:7], "more", *TEN[7:]))
    one = ten.views("a", session=ten.sessions["b"]).items[0]
    assert (one.state, one.after, one.delta) == ("same", 0, 0)
    assert one.by is not None


def test_a_view_of_a_file_that_is_no_longer_there_is_gone(ten: World) -> None:
    ten.outside("f", None)
    assert {one.state for one in ten.views("a").items} == {"gone"}
    assert {one.state for one in ten.status("a").stale} == {"gone"}


def test_a_view_of_bytes_that_are_there_again_is_the_same(ten: World) -> None:
    ten.outside("f", None)
    ten.notice()
    ten.outside("f", lines(*TEN))
    assert {one.state for one in ten.views("a").items} == {"same"}


def test_own_edits_never_make_own_views_stale(ten: World) -> None:
    view = ten.views("a", session=1).items[0].view
    ten.edit("a", "f:2", "x\ny\nz\n", view=view)
    done(ten.delete("a", "f:8", view=view))
    done(ten.undo("a", ten.state.seq))
    assert {one.state for one in ten.views("a", session=1).items} == {"same"}
    assert ten.status("a").stale == ()


def test_an_own_removal_makes_a_view_gone_but_not_stale(world: World) -> None:
    made = done(world.write("a", "f", lines(*TEN))).seq
    done(world.undo("a", made))
    one = world.views("a").items[0]
    assert (one.view, one.state, one.by) == (made, "gone", None)
    assert world.views("a", stale=True).items == ()
    assert world.status("a").stale == ()


def test_an_own_removal_is_no_news_whoever_changed_the_file_before(world: World) -> None:
    made = done(world.write("a", "f", lines(*TEN))).seq
    theirs = world.edit("b", "f:3", "theirs\n", force=True).seq
    assert [one.state for one in world.status("a").stale] == ["changed"]
    done(world.undo("a", theirs, anyone=True))
    done(world.undo("a", made))
    assert world.status("a").stale == ()


def test_who_changed_the_lines_of_a_view_is_named_and_not_who_changed_others(ten: World) -> None:
    ten.outside("f", lines(*TEN[:3], "theirs", *TEN[4:]))
    ten.notice()
    ten.write("c", "f", lines(*TEN[:3], "theirs", *TEN[4:9], "far"), force=True)
    far, near = ten.views("a", session=1).items[0], ten.views("a", session=2).items[0]
    assert far.by is not None
    assert (far.differ, far.by.name) == ((Span(4, 4), Span(10, 10)), "c#1")
    assert (far.makers, far.outside) == (2, True)
    assert near.by is not None
    assert (near.differ, near.by.name) == ((Span(4, 4),), "")
    assert (near.makers, near.outside) == (1, False)


def test_who_moved_the_lines_of_a_view_is_named_and_not_who_moved_others(ten: World) -> None:
    ten.outside("f", lines("top", *TEN))
    ten.notice()
    ten.write("c", "f", lines("top", *TEN[:8], "far", *TEN[8:]), force=True)
    one = ten.views("a", session=ten.sessions["b"]).items[0]
    assert one.by is not None
    assert (one.state, one.delta, one.by.name, one.makers) == ("moved", 1, "", 1)


def test_who_removed_a_file_is_alone_in_it(ten: World) -> None:
    ten.write("c", "f", lines("theirs"), force=True)
    ten.outside("f", None)
    one = ten.views("a", session=ten.sessions["b"]).items[0]
    assert one.by is not None
    assert (one.state, one.by.name, one.makers, one.outside) == ("gone", "", 1, False)


def test_an_own_removal_is_not_put_down_to_who_changed_the_file_before(world: World) -> None:
    made = done(world.write("a", "f", lines(*TEN))).seq
    theirs = world.edit("b", "f:3", "theirs\n", force=True).seq
    done(world.undo("a", theirs, anyone=True))
    done(world.undo("a", made))
    assert {(one.state, one.by) for one in world.views("a", session=1).items} == {("gone", None)}


def test_a_view_of_an_empty_file_is_stale_once_others_add_lines(world: World) -> None:
    world.outside("f", b"")
    view = world.read("a", "f").seq
    assert world.status("a").stale == ()
    world.outside("f", lines("one", "two"))
    (one,) = world.views("a", stale=True).items
    assert (one.view, one.state, one.total, one.delta, one.differ) == (view, "moved", 0, 2, ())
    assert one.by is not None
    assert one.by.session == 0
    world.outside("f", b"")
    assert world.status("a").stale == ()


def test_lines_that_the_session_itself_adds_to_an_empty_file_make_no_view_stale(
    world: World,
) -> None:
    world.outside("f", b"")
    world.read("a", "f")
    done(world.write("a", "f", "mine\n"))
    assert world.views("a", stale=True).items == ()
    world.outside("f", b"mine\ntheirs\n")
    assert [one.delta for one in world.status("a").stale if not one.total] == [1]


# Which are listed.


def test_views_come_most_lately_used_first(ten: World) -> None:
    first, second = sorted(seqs(ten.views("a").items))
    assert seqs(ten.views("a").items) == [second, first]
    edit = ten.edit("a", "f:9", "x\n", view=first).seq
    items = ten.views("a").items
    assert seqs(items) == [edit, first, second]
    assert items[1].time_ns == items[0].time_ns > items[2].time_ns


def test_more_views_than_asked_for_are_counted(ten: World) -> None:
    reply = ten.views("a", limit=1)
    assert (len(reply.items), reply.more) == (1, 1)
    reply = ten.views("a", limit=0)
    assert (len(reply.items), reply.more) == (0, 2)
    assert ten.views("a", limit=2).more == 0
    assert reply.now_ns == ten.now_ns - MINUTE_NS


def test_views_of_one_session_are_listed(ten: World) -> None:
    assert {one.name for one in ten.views("a", session=ten.sessions["a"]).items} == {"a#1"}
    assert {one.name for one in ten.views("a", session="a#1").items} == {"a#1"}
    refused(ten.ask("a", Views(session=99)), "no_such_session")


def test_views_of_one_file_are_listed(ten: World) -> None:
    ten.outside("g", lines("g"))
    ten.read("a", "g")
    assert {one.path for one in ten.views("a", "g").items} == {b"g"}
    assert {one.path for one in ten.views("a", "/w/f").items} == {b"f"}
    assert {one.path for one in ten.views("a", "f:3").items} == {b"f"}
    assert ten.views("a", "none").items == ()
    refused(ten.ask("a", Views(b"/elsewhere/f")), "outside")


def test_the_views_of_a_file_that_is_gone_are_listed_by_its_name(ten: World) -> None:
    ten.outside("f", None)
    assert {one.state for one in ten.views("a", "f").items} == {"gone"}


def test_stale_ones_alone_are_listed(ten: World) -> None:
    ten.outside("g", lines("g"))
    ten.read("a", "g")
    ten.outside("f", lines("top", *TEN[1:]))
    reply = ten.views("a", stale=True)
    assert [(one.name, one.state) for one in reply.items] == [("a#1", "changed")]
    assert reply.more == 0


def test_stale_ones_beyond_the_limit_are_counted(ten: World) -> None:
    ten.outside("f", lines(*TEN[:3], "theirs", *TEN[4:]))
    reply = ten.views("a", stale=True, limit=1)
    assert (len(reply.items), reply.more) == (1, 1)


def test_status_lists_the_sessions_own_stale_views_newest_first(ten: World) -> None:
    again = ten.read("a", "f:1-4").seq
    first = min(seqs(ten.views("a").items))
    ten.edit("a", "f:9", "x\n", view=first)
    ten.outside("f", lines(*TEN[:3], "theirs", *TEN[4:8], "x", TEN[9]))
    stale = ten.status("a").stale
    assert seqs(stale) == [again, first]
    assert [one.differ for one in stale] == [(Span(4, 4),), (Span(4, 4),)]


def test_status_lists_so_many_stale_views_and_no_more(world: World) -> None:
    world.outside("f", lines(*TEN))
    views = [world.read("a", "f").seq for _ in range(viewing.STALE_MAX + 3)]
    world.outside("f", lines("theirs"))
    assert seqs(world.status("a").stale) == views[: -1 - viewing.STALE_MAX : -1]


def test_of_many_views_only_so_many_are_worked_out(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(viewing, "WORKED_MAX", 3)
    world.outside("f", lines(*TEN))
    stale = world.read("a", "f:9").seq
    for _ in range(3):
        world.read("a", "f:1")
    world.outside("f", lines(*TEN[:8], "theirs", TEN[9]))
    reply = world.views("a", stale=True)
    assert (reply.items, reply.more) == ((), 1)
    assert stale in seqs(world.views("a").items)


# What is looked at first.


def test_a_status_looks_at_the_files_of_the_sessions_own_views(ten: World) -> None:
    ten.outside("g", lines("g"))
    ten.read("b", "g")
    assert places(ten, "a", Status()) == [b"f"]
    assert places(ten, "b", Status()) == [b"g", b"f"]


def test_views_look_at_the_files_that_are_listed(ten: World) -> None:
    ten.outside("g", lines("g"))
    ten.read("b", "g")
    assert places(ten, "a", Views()) == [b"g", b"f"]
    assert places(ten, "a", Views(limit=1)) == [b"g"]
    assert places(ten, "a", Views(limit=1, stale=True)) == [b"g", b"f"]
    assert places(ten, "a", Views(session=ten.sessions["a"])) == [b"f"]
    assert places(ten, "a", Views(b"f")) == [b"f"]


def test_at_most_so_many_files_are_looked_at(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(viewing, "LOOKED_MAX", 2)
    for path in "fgh":
        world.outside(path, lines(path))
        world.read("a", path)
    assert places(world, "a", Status()) == [b"h", b"g"]


def test_what_changed_while_nobody_looked_is_told_by_the_answer_itself(ten: World) -> None:
    ten.outside("f", lines("theirs"))
    before = ten.state.seq
    assert [one.state for one in ten.status("a").stale] == ["changed"]
    assert ten.state.seq == before + 2


def test_a_session_confined_to_a_folder_sees_only_views_beneath_it(world: World) -> None:
    for path in ("f", "sub/f", "subway/f"):
        world.outside(path, lines("one"))
        world.read("a", path)
        world.outside(path, lines("two"))
    world.scope = b"sub"
    assert places(world, "a", Status()) == [b"sub/f"]
    assert places(world, "a", Views()) == [b"sub/f"]
    assert {one.path for one in world.views("a").items} == {b"sub/f"}
    assert {one.path for one in world.views("a", "f").items} == {b"sub/f"}
    assert {one.path for one in world.status("a").stale} == {b"sub/f"}
    world.scope = b""


# Against a model that knows lines by their names.

Names = list[str]
SESSIONS = ("a", "b", "")


class Model:
    """A file whose lines are never twice the same, and what each session did to it."""

    def __init__(self) -> None:
        self.world = World()
        self.count = 0
        self.text: Names = self.fresh(6)
        self.world.outside("f", lines(*self.text))
        self.shown: dict[int, tuple[str, Span, Names]] = {}
        self.steps: list[tuple[int, str, Names, Names]] = []
        """Of each change its entry, who made it, and the file before and after."""
        self.began: dict[int, int] = {}
        """Of each change the first of its entries, which may be two if it came from outside."""
        for who in "ab":
            self.read(who, 1, 6)

    def fresh(self, number: int) -> Names:
        self.count += number
        return [f"L{one}" for one in range(self.count - number, self.count)]

    def read(self, who: str, first: int, last: int) -> None:
        if self.text:
            first = min(first, len(self.text))
            span = Span(first, min(max(first, last), len(self.text)))
            reply = self.world.read(who, f"f:{span}")
            self.shown[reply.seq] = (who, span, list(self.text))

    def splice(self, who: str, first: int, count: int, number: int) -> None:
        """Let lines after the first `first` be replaced by so many new ones."""
        first = min(first, len(self.text))
        count = min(count, len(self.text) - first)
        new = self.fresh(number)
        after = [*self.text[:first], *new, *self.text[first + count :]]
        if not who:
            self.world.outside("f", lines(*after))
            self.world.notice()
        elif not self.text or not count:
            self.world.insert(who, f"f:{first}", "".join(f"{one}\n" for one in new), force=True)
        elif not new:
            self.world.delete(who, f"f:{first + 1}-{first + count}", force=True)
        else:
            content = "".join(f"{one}\n" for one in new)
            self.world.replace(who, f"f:{first + 1}-{first + count}", content, force=True)
        self.settle(who)

    def undo(self, who: str, number: int) -> None:
        """Take an edit back, whoever made it, or take that back."""
        made = [seq for seq, by, _, _ in self.steps if by]
        if made and who:
            reply = self.world.ask(who, Undo(made[-1 - number % len(made)], anyone=True))
            if isinstance(reply, Done):
                self.settle(who)

    def settle(self, who: str) -> None:
        after = self.world.text("f").splitlines()
        if after != self.text:
            last = self.steps[-1][0] if self.steps else 0
            news = self.world.file("f").history.steps_since(last)
            seq = news[-1].seq
            self.began[seq] = news[0].seq
            self.steps.append((seq, who, self.text, after))
            self.text = after

    def differ(self, view: int) -> set[int]:
        """Return the lines of a view that others took away last."""
        who, span, text = self.shown[view]
        steps = [step for step in self.steps if step[0] > view]
        if self.is_back(view):
            return set()
        found: set[int] = set()
        for line in range(span.first, span.last + 1):
            name = text[line - 1]
            taken = [by for _, by, before, after in steps if name in before and name not in after]
            if name not in self.text and taken[-1] != who:
                found.add(line)
        return found

    def takers(self, view: int) -> set[int]:
        """Return the changes by which others took away lines of a view last."""
        _, _, text = self.shown[view]
        gone = {text[line - 1] for line in self.differ(view)}
        return {
            self.began[max(seq for seq, _, old, new in self.steps if name in {*old} - {*new})]
            for name in gone
        }

    def is_back(self, view: int) -> bool:
        """Tell whether the bytes are those before the first change by others since a view."""
        who, _, _ = self.shown[view]
        others = [before for seq, by, before, _ in self.steps if seq > view and by != who]
        return not others or others[0] == self.text

    def shifts(self, view: int) -> dict[int, int]:
        """Return by how many others moved each line of a view that is there and always was."""
        who, span, text = self.shown[view]
        found: dict[int, int] = {}
        steps = [step for step in self.steps if step[0] > view]
        for line in range(span.first, span.last + 1):
            name = text[line - 1]
            if all(name in after for _, _, _, after in steps):
                found[line] = sum(
                    after.index(name) - before.index(name)
                    for _, by, before, after in steps
                    if by != who
                )
        return {} if self.is_back(view) else found


STEPS = st.one_of(
    st.tuples(
        st.just("splice"),
        st.sampled_from(SESSIONS),
        st.integers(0, 8),
        st.integers(0, 3),
        st.integers(0, 3),
    ),
    st.tuples(
        st.just("read"),
        st.sampled_from(("a", "b")),
        st.integers(1, 8),
        st.integers(1, 8),
        st.just(0),
    ),
    st.tuples(
        st.just("undo"), st.sampled_from(("a", "b")), st.integers(0, 3), st.just(0), st.just(0)
    ),
)


def play(steps: list[tuple[str, str, int, int, int]]) -> Model:
    model = Model()
    for kind, who, one, two, three in steps:
        if kind == "splice":
            model.splice(who, one, two, three)
        elif kind == "read":
            model.read(who, one, two)
        else:
            model.undo(who, one)
    return model


def numbers(spans: Iterable[Span]) -> set[int]:
    return {line for span in spans for line in range(span.first, span.last + 1)}


MANY = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@MANY
@given(st.lists(STEPS, max_size=12))
def test_what_is_said_of_a_view_is_what_others_did_to_its_lines(
    steps: list[tuple[str, str, int, int, int]],
) -> None:
    model = play(steps)
    items = {one.view: one for one in model.world.views("a", limit=1_000).items}
    for view in model.shown:
        item = items[view]
        assert numbers(item.differ) == model.differ(view), item
        shifts = model.shifts(view)
        moved = {line for line, shift in shifts.items() if shift}
        if moved:
            assert item.delta, item
            assert min(moved) > item.after, item
        if item.differ or item.delta:
            assert item.by is not None
            assert item.by.seq >= max(model.takers(view), default=0)
        if item.delta and not item.uneven:
            assert {shift for line, shift in shifts.items() if line > item.after} <= {item.delta}


@MANY
@given(st.lists(STEPS, max_size=12))
def test_what_a_notice_says_is_what_others_did(
    steps: list[tuple[str, str, int, int, int]],
) -> None:
    model = play(steps)
    for who in "ab":
        others = [seq for seq, by, _, _ in model.steps if by != who]
        told = model.world.notices(who, "f")
        assert not told or others
        for one in told:
            assert one.by.seq in others
            if one.kind == "overwritten":
                (step,) = (step for step in model.steps if step[0] == one.edit)
                assert step[1] == who
                made = {step[3][line - 1] for line in numbers(one.spans)}
                assert made.isdisjoint({*step[2], *model.text})
            elif one.view in model.shown:
                assert one.by.seq > one.view
                assert one.by.seq >= max(model.takers(one.view), default=0)
                assert one.by.seq == others[-1] or one.spans or one.delta
                assert numbers(one.spans) == model.differ(one.view), one
        first = min((seq for seq, (by, _, _) in model.shown.items() if by == who))
        if model.differ(first):
            assert any(one.kind == "changed" and one.spans for one in told)
