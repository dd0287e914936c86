"""Notices: what a session is told of others' changes to files it has seen or edited."""

from collections.abc import Callable

import pytest

from editjournal.daemon.core import drift, news, overwriting
from editjournal.schemas.replies import Notice
from editjournal.schemas.requests import Undo
from editjournal.schemas.values import Span
from tests.core.world import World, done, lines, numbered, refused

TEN = numbered(1, 10)
HUNDRED = numbered(1, 100)


def change(world: World, by: str, *names: str) -> None:
    """Let another agent, or something outside, make the file be these lines."""
    if by == "outside":
        world.outside("f", lines(*names))
        world.notice()
    else:
        world.write(by, "f", lines(*names), force=True)


def ten(world: World, who: str = "a") -> int:
    world.outside("f", lines(*TEN))
    return world.read(who, "f").seq


def only(world: World, who: str = "a", *, since: int = 1) -> Notice:
    """Return the one notice there is of the file."""
    found = world.notices(who, "f", since=since)
    assert len(found) == 1, found
    return found[0]


def of_edits(world: World, who: str = "a", *, since: int = 1) -> list[tuple[int, str]]:
    """Return the edits that are said to be overwritten, each with by whom."""
    found = world.notices(who, "f", since=since)
    return [(one.edit, one.by.name) for one in found if one.kind in ("overwritten", "undone")]


@pytest.mark.parametrize("by", ["b", "outside"])
class TestOfViews:
    def test_lines_that_differ_are_told_by_the_numbers_of_the_view(
        self, world: World, by: str
    ) -> None:
        view = ten(world)
        change(world, by, *TEN[:3], "theirs", *TEN[4:])
        one = only(world)
        assert (one.kind, one.path, one.view, one.spans) == ("changed", b"f", view, (Span(4, 4),))
        assert (one.after, one.delta, one.uneven) == (0, 0, False)

    def test_who_and_when_are_those_of_the_last_change(self, world: World, by: str) -> None:
        ten(world)
        change(world, "c", *TEN[:3], "theirs", *TEN[4:])
        world.now_ns += 7
        change(world, by, *TEN[:3], "theirs", *TEN[4:9])
        one = only(world)
        assert one.by.name == ("b#1" if by == "b" else "")
        assert one.by.seq == world.file("f").history.steps[-1].seq
        assert one.by.time_ns == world.state.edits.by_seq[one.by.seq].time_ns > 0

    def test_lines_that_moved_are_told_after_which(self, world: World, by: str) -> None:
        view = ten(world)
        change(world, by, *TEN[:4], "x", "y", "z", *TEN[4:])
        one = only(world)
        assert (one.view, one.spans, one.after, one.delta) == (view, (), 4, 3)

    def test_lines_that_differ_and_lines_that_moved_are_told_together(
        self, world: World, by: str
    ) -> None:
        ten(world)
        change(world, by, *TEN[:3], "x", "y", "z", "u", *TEN[4:])
        one = only(world)
        assert (one.spans, one.after, one.delta) == ((Span(4, 4),), 4, 3)

    def test_lines_that_moved_unevenly_are_said_to_have(self, world: World, by: str) -> None:
        ten(world)
        change(world, by, "x", "y", *TEN[:5], *TEN[6:])
        one = only(world)
        assert (one.spans, one.after, one.delta, one.uneven) == ((Span(6, 6),), 0, 1, True)

    def test_a_file_that_is_gone_is_told_once(self, world: World, by: str) -> None:
        made = done(world.write("b", "f", lines(*TEN))).seq
        view = world.read("a", "f").seq
        change(world, "b", *TEN[:3], "theirs", *TEN[4:])
        if by == "outside":
            world.outside("f", None)
        else:
            done(world.undo("b", world.state.seq))
            done(world.undo("b", made))
        one = only(world, since=view + 1)
        assert (one.kind, one.view, one.spans) == ("gone", view, (Span(1, 10),))
        assert one.by.seq == world.file("f").history.steps[-1].seq
        assert one.by.name == ("b#1" if by == "b" else "")

    def test_a_file_that_came_back_otherwise_differs(self, world: World, by: str) -> None:
        ten(world)
        world.outside("f", None)
        world.notice()
        change(world, by, *TEN[:9], "theirs")
        one = only(world)
        assert one.kind == "changed"
        assert one.spans[-1].last == 10

    def test_what_was_changed_and_changed_back_is_no_news(self, world: World, by: str) -> None:
        ten(world)
        change(world, by, "other", *TEN)
        change(world, by, *TEN)
        assert world.notices("a", "f") == ()

    def test_lines_that_came_back_after_they_were_told_of_are_news(
        self, world: World, by: str
    ) -> None:
        view = ten(world)
        change(world, by, "other", *TEN[1:8])
        assert only(world).spans == (Span(1, 1), Span(9, 10))
        told = world.state.seq
        change(world, by, *TEN)
        one = only(world, since=told + 1)
        assert (one.kind, one.view, one.spans, one.delta) == ("changed", view, (), 0)

    def test_ten_saves_are_one_notice(self, world: World, by: str) -> None:
        ten(world)
        for number in range(10):
            change(world, by, *TEN[:3], f"save {number}", *TEN[4:])
        one = only(world)
        assert one.spans == (Span(4, 4),)
        assert one.by.seq == world.file("f").history.steps[-1].seq

    def test_changes_beyond_the_view_leave_it_and_move_what_follows(
        self, world: World, by: str
    ) -> None:
        """A formatter touched other lines."""
        world.outside("f", lines(*HUNDRED))
        view = world.read("a", "f:1-50").seq
        change(world, by, *HUNDRED[:89], "p", "q", "r", "s", *HUNDRED[90:])
        one = only(world)
        assert (one.kind, one.view, one.spans) == ("changed", view, ())
        assert (one.after, one.delta) == (90, 3)

    def test_changes_beyond_the_view_that_move_nothing_are_told_as_such(
        self, world: World, by: str
    ) -> None:
        world.outside("f", lines(*HUNDRED))
        view = world.read("a", "f:1-50").seq
        change(world, by, *HUNDRED[:89], "p", *HUNDRED[90:])
        one = only(world)
        assert (one.view, one.spans, one.after, one.delta) == (view, (), 0, 0)

    def test_own_edits_between_are_left_out_of_the_numbers(self, world: World, by: str) -> None:
        view = ten(world)
        world.edit("a", "f:2", "own 1\nown 2\nown 3\n", view=view)
        own = ["line 1", "own 1", "own 2", "own 3", *TEN[2:8]]
        change(world, by, *own, "x", *TEN[8:])
        one = only(world)
        assert (one.view, one.spans, one.after, one.delta) == (view, (), 8, 1)


def test_a_change_that_was_told_of_is_not_told_again(world: World) -> None:
    ten(world)
    change(world, "outside", *TEN[:3], "theirs", *TEN[4:])
    told = world.state.seq
    assert only(world).spans == (Span(4, 4),)
    assert world.notices("a", "f", since=told + 1) == ()
    change(world, "b", *TEN[:3], "theirs", *TEN[4:9], "more")
    assert only(world, since=told + 1).spans == (Span(10, 10),)


def test_own_edits_are_no_news(world: World) -> None:
    view = ten(world)
    world.edit("a", "f:2", "x\ny\n", view=view)
    world.edit("a", "f:5", "z\n", view=view)
    done(world.undo("a", world.state.seq))
    done(world.write("a", "f", "all new\n", force=True))
    done(world.write("a", "g", "new\n"))
    done(world.undo("a", world.state.seq))
    assert world.notices("a", "f", "g") == ()


def test_an_own_removal_is_not_told_as_the_doing_of_who_changed_the_file_before(
    world: World,
) -> None:
    made = done(world.write("a", "f", lines(*TEN))).seq
    change(world, "b", *TEN[:3], "theirs", *TEN[4:])
    done(world.undo("a", world.state.seq, anyone=True))
    done(world.undo("a", made))
    assert world.notices("a", "f") == ()


def test_a_change_of_the_mode_alone_is_no_news(world: World) -> None:
    ten(world)
    world.outside("f", lines(*TEN), mode=0o755)
    before = world.state.seq
    assert world.notice() == before + 1
    assert world.notices("a", "f") == ()


def test_who_changed_the_mode_alone_is_not_named_as_who_changed_the_file(world: World) -> None:
    ten(world)
    change(world, "b", *TEN[:3], "theirs", *TEN[4:])
    world.outside("f", world.data("f"), mode=0o755)
    assert only(world).by.name == "b#1"


def test_lines_that_moved_before_are_not_told_with_a_change_that_moves_none(world: World) -> None:
    ten(world)
    change(world, "b", "top", *TEN)
    told = world.state.seq
    change(world, "outside", "top", *TEN[:3], "theirs", *TEN[4:])
    one = only(world, since=told + 1)
    assert (one.spans, one.after, one.delta) == ((Span(4, 4),), 0, 0)
    assert (only(world).after, only(world).delta) == (0, 1)


def test_an_edit_that_did_not_reach_the_disk_is_no_news(world: World) -> None:
    view = ten(world)
    world.fails = "full"
    refused(world.replace("b", "f:3", "theirs\n", view=view, force=True), "not_applied")
    assert world.notices("a", "f") == ()


def test_a_view_got_after_the_last_change_is_not_named(world: World) -> None:
    old = ten(world)
    change(world, "b", *TEN[:3], "theirs", *TEN[4:])
    world.read("a", "f")
    assert only(world).view == old


def test_a_session_that_has_only_newer_views_is_told_nothing(world: World) -> None:
    ten(world, "c")
    change(world, "b", *TEN[:3], "theirs", *TEN[4:])
    world.read("a", "f")
    assert world.notices("a", "f") == ()


def test_of_several_views_the_newest_is_named_that_it_is_news_of(world: World) -> None:
    world.outside("f", lines(*HUNDRED))
    top = world.read("a", "f:1-10").seq
    middle = world.read("a", "f:45-55").seq
    end = world.read("a", "f:90-100").seq
    change(world, "b", *HUNDRED[:4], "theirs", *HUNDRED[5:])
    assert (only(world).view, only(world).spans) == (top, (Span(5, 5),))
    told = world.state.seq
    change(world, "b", *HUNDRED[:4], "theirs", *HUNDRED[5:49], "theirs", *HUNDRED[50:])
    assert only(world, since=told + 1).view == middle
    assert only(world, since=told + 1).spans == (Span(50, 50),)
    told = world.state.seq
    change(world, "b", *world.text("f").split("\n")[:70], "more", *HUNDRED[70:])
    one = only(world, since=told + 1)
    assert (one.view, one.spans, one.after, one.delta) == (end, (), 89, 1)


def test_a_view_that_was_read_is_found_behind_many_that_edits_gave(world: World) -> None:
    world.outside("f", lines(*HUNDRED))
    view = world.read("a", "f").seq
    for number in range(2 * news.VIEWS_MAX):
        world.edit("a", "f:90", f"{number}\n", view=view)
    change(world, "b", *HUNDRED[:4], "theirs", *world.text("f").split("\n")[5:-1])
    assert (only(world).view, only(world).spans) == (view, (Span(5, 5),))


def test_the_fresh_view_of_an_edit_counts_as_one(world: World) -> None:
    world.outside("f", lines(*TEN))
    edit = world.edit("a", "f:3", "mine\n").seq
    change(world, "outside", *TEN[:1], "theirs", "mine", *TEN[3:])
    one = only(world)
    assert (one.kind, one.view, one.spans) == ("changed", edit, (Span(2, 2),))


def test_where_lines_went_is_told_roughly_where_it_would_take_long(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = ten(world)
    world.edit("a", "f:1", "own\nown 2\n", view=view)
    change(world, "b", "own", "own 2", *TEN[1:8], "x", *TEN[8:])
    assert (only(world).view, only(world).after, only(world).uneven) == (view, 8, False)
    monkeypatch.setattr(drift, "CARRIED_MAX", 1)
    one = only(world)
    assert (one.view, one.delta, one.uneven) == (view, 1, True)
    assert one.after <= 8


def test_a_view_older_than_very_many_changes_is_named_only_if_it_is_the_newest(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(news, "CHANGES_MAX", 3)
    old = ten(world)
    for name in "1234":
        change(world, "b", name, *TEN[1:])
    assert only(world).view == old
    newer = world.read("a", "f:9-10").seq
    change(world, "b", "5", *TEN[1:])
    assert (only(world).view, only(world).spans) == (newer, ())


def test_several_files_are_told_each(world: World) -> None:
    for path in "fgh":
        world.outside(path, lines(*TEN))
        world.read("a", path)
        world.outside(path, lines("theirs", *TEN[1:]))
    found = world.notices("a", "f", "h", "never seen")
    assert [(one.path, one.spans) for one in found] == [
        (b"f", (Span(1, 1),)),
        (b"h", (Span(1, 1),)),
    ]


def test_what_came_from_outside_has_nobodys_name(world: World) -> None:
    """Whoever edited the file just before: a formatter run by an agent is not that agent."""
    view = ten(world)
    world.edit("b", "f:3", "theirs\n", view=view, force=True)
    change(world, "outside", *TEN[:2], "theirs, formatted", *TEN[3:])
    assert (only(world).by.session, only(world).by.name) == (0, "")


# Whose doing it is.


def by(notice: Notice) -> tuple[str, int, bool]:
    return notice.by.name, notice.makers, notice.outside


def test_who_changed_lines_that_the_notice_names_is_named_with_how_many_others(
    world: World,
) -> None:
    ten(world)
    change(world, "outside", *TEN[:9], "theirs")
    change(world, "b", TEN[0], "theirs, too", *TEN[2:9], "theirs")
    assert only(world).spans == (Span(2, 2), Span(10, 10))
    assert by(only(world)) == ("b#1", 2, True)
    change(world, "c", "third", "theirs, too", *TEN[2:9], "theirs")
    assert by(only(world)) == ("c#1", 3, True)
    change(world, "outside", "third", "theirs, too", "x", *TEN[3:9], "theirs")
    assert by(only(world)) == ("", 3, False)


def test_who_changed_the_file_elsewhere_last_is_not_said_to_have_changed_the_lines(
    world: World,
) -> None:
    world.outside("f", lines(*HUNDRED))
    world.read("a", "f:1-50")
    change(world, "outside", *HUNDRED[:9], "theirs", *HUNDRED[10:])
    change(world, "b", *world.text("f").split("\n")[:89], "far", *HUNDRED[90:])
    assert only(world).spans == (Span(10, 10),)
    assert by(only(world)) == ("", 1, False)


def test_who_changed_lines_before_what_is_told_has_no_part_in_it(world: World) -> None:
    ten(world)
    change(world, "outside", *TEN[:9], "theirs")
    told = world.state.seq
    change(world, "b", TEN[0], "theirs, too", *TEN[2:9], "theirs")
    one = only(world, since=told + 1)
    assert (one.spans, by(one)) == ((Span(2, 2),), ("b#1", 1, False))


def test_who_changed_what_came_in_place_of_a_line_has_a_part_in_it(world: World) -> None:
    ten(world)
    change(world, "c", *TEN[:3], "theirs", *TEN[4:])
    change(world, "b", *TEN[:3], "theirs, again", *TEN[4:])
    assert by(only(world)) == ("b#1", 2, False)
    done(world.undo("b", world.state.seq))
    assert by(only(world)) == ("c#1", 1, False)


def test_of_lines_told_of_before_those_that_changed_again_are_told_and_by_whom(
    world: World,
) -> None:
    ten(world)
    change(world, "outside", TEN[0], "two", *TEN[2:9], "ten")
    told = world.state.seq
    change(world, "b", TEN[0], "zwei", *TEN[2:9], "ten")
    one = only(world, since=told + 1)
    assert (one.spans, by(one)) == ((Span(2, 2),), ("b#1", 1, False))


def test_lines_told_of_before_are_not_put_down_to_who_changed_the_file_elsewhere(
    world: World,
) -> None:
    world.outside("f", lines(*HUNDRED))
    world.read("a", "f:1-50")
    change(world, "c", *HUNDRED[:9], "theirs", *HUNDRED[10:])
    told = world.state.seq
    change(world, "b", *world.text("f").split("\n")[:89], "far", *HUNDRED[90:])
    one = only(world, since=told + 1)
    assert (one.spans, by(one)) == ((Span(10, 10),), ("c#1", 1, False))


def test_who_moved_lines_is_named_and_not_who_changed_the_file_after_them(world: World) -> None:
    world.outside("f", lines(*HUNDRED))
    world.read("a", "f:1-50")
    change(world, "c", "top", *HUNDRED)
    change(world, "b", "top", *HUNDRED[:89], "far", "farther", *HUNDRED[90:])
    one = only(world)
    assert (one.spans, one.after, one.delta) == ((), 0, 1)
    assert by(one) == ("c#1", 1, False)
    change(world, "outside", "top", "2nd", *HUNDRED[:89], "far", "farther", *HUNDRED[90:])
    assert (only(world).delta, by(only(world))) == (2, ("", 2, False))


def test_lines_that_moved_before_are_not_told_with_a_change_that_moves_others(
    world: World,
) -> None:
    world.outside("f", lines(*HUNDRED))
    world.read("a", "f:1-50")
    change(world, "c", "top", *HUNDRED)
    told = world.state.seq
    change(world, "b", "top", *HUNDRED[:4], "theirs", *HUNDRED[5:89], "far", *HUNDRED[89:])
    one = only(world, since=told + 1)
    assert (one.spans, by(one)) == ((Span(5, 5),), ("b#1", 1, False))


def test_who_moved_lines_and_took_it_back_has_no_part_in_it(world: World) -> None:
    world.outside("f", lines(*HUNDRED))
    world.read("a", "f:50-60")
    done(world.insert("c", "f:0", "top\n", force=True))
    done(world.undo("c", world.state.seq))
    done(world.insert("b", "f:10", "x\ny\n", force=True))
    assert (only(world).delta, by(only(world))) == (2, ("b#1", 1, False))


def test_lines_that_were_removed_and_brought_back_are_moved_by_who_moved_them(
    world: World,
) -> None:
    world.outside("f", lines(*HUNDRED))
    world.read("a", "f:50-60")
    done(world.delete("c", "f:40-70", force=True))
    removal = world.state.seq
    done(world.insert("b", "f:10", "x\ny\n", force=True))
    done(world.undo("c", removal))
    one = only(world)
    assert (one.spans, one.delta) == ((), 2)
    assert one.by.name in ("b#1", "c#1")


def test_where_nothing_of_the_view_is_touched_who_changed_the_file_last_is_named(
    world: World,
) -> None:
    world.outside("f", lines(*HUNDRED))
    world.read("a", "f:1-50")
    change(world, "c", *HUNDRED[:89], "p", *HUNDRED[90:])
    change(world, "b", *HUNDRED[:89], "p", "q", *HUNDRED[91:])
    one = only(world)
    assert (one.spans, one.delta, by(one)) == ((), 0, ("b#1", 1, False))


def test_several_that_overwrote_an_edit_are_counted(world: World) -> None:
    view = ten(world)
    edit = world.edit("a", "f:3", "m 1\nm 2\nm 3\n", view=view).seq
    change(world, "outside", *TEN[:2], "x", "m 2", "m 3", *TEN[3:])
    change(world, "b", *TEN[:2], "x", "m 2", "y", *TEN[3:])
    [one] = [one for one in world.notices("a", "f", since=edit + 1) if one.edit]
    assert (one.spans, by(one)) == ((Span(3, 3), Span(5, 5)), ("b#1", 2, True))


# Of a view that shows no lines.


@pytest.mark.parametrize("who", ["b", "outside"])
def test_an_empty_file_that_gets_lines_is_told_as_such(world: World, who: str) -> None:
    world.outside("f", b"")
    view = world.read("a", "f").seq
    change(world, who, "one", "two")
    one = only(world)
    assert (one.view, one.spans, one.delta, one.empty) == (view, (), 2, True)
    assert one.by.name == ("b#1" if who == "b" else "")


def test_an_empty_file_that_only_the_session_itself_added_to_is_no_news(world: World) -> None:
    world.outside("f", b"")
    world.read("a", "f")
    done(world.write("a", "f", "mine\n"))
    assert world.notices("a", "f") == ()


# Overwritten edits.

Act = Callable[[World, int], object]


def _by_session(world: World, edit: int) -> None:
    del edit
    world.edit("b", "f:3", "theirs\n", force=True)


def _by_outside(world: World, edit: int) -> None:
    del edit
    world.outside("f", world.data("f").replace(b"mine\n", b""))


def _by_old_buffer(world: World, edit: int) -> None:
    del edit
    world.outside("f", lines(*TEN))


def _by_undo(world: World, edit: int) -> None:
    done(world.ask("b", Undo(edit, anyone=True)))


ACTS: tuple[Act, ...] = (_by_session, _by_outside, _by_old_buffer, _by_undo)


@pytest.mark.parametrize("act", ACTS)
def test_a_session_is_told_that_its_edit_was_overwritten_and_by_whom(
    world: World, act: Act
) -> None:
    view = ten(world)
    edit = world.edit("a", "f:3", "mine\n", view=view).seq
    since = world.state.seq + 1
    act(world, edit)
    kind = "undone" if act is _by_undo else "overwritten"
    found = [one for one in world.notices("a", "f", since=since) if one.kind == kind]
    assert [(one.edit, one.spans, one.view) for one in found] == [(edit, (Span(3, 3),), 0)]
    assert found[0].by.name == ("b#1" if act in (_by_session, _by_undo) else "")
    assert found[0].by.seq == world.file("f").history.steps[-1].seq
    assert world.notices("a", "f", since=world.state.seq + 1) == ()


@pytest.mark.parametrize("act", [_by_old_buffer, _by_undo])
def test_a_deletion_that_was_taken_back_is_told(world: World, act: Act) -> None:
    view = ten(world)
    edit = done(world.delete("a", "f:3-4", view=view)).seq
    act(world, edit)
    assert [one[0] for one in of_edits(world, since=edit + 1)] == [edit]


def test_a_deletion_whose_text_alone_came_back_is_told(world: World) -> None:
    view = ten(world)
    edit = done(world.delete("a", "f:3-4", view=view)).seq
    change(world, "outside", "else", "line 2", *TEN[4:])
    assert of_edits(world, since=edit + 1) == []
    change(world, "outside", "else", *TEN[1:])
    assert of_edits(world, since=edit + 1) == [(edit, "")]


def test_a_deletion_whose_text_came_and_went_again_is_not_told(world: World) -> None:
    view = ten(world)
    edit = done(world.delete("a", "f:3-4", view=view)).seq
    done(world.insert("b", "f:2", "line 3\nline 4\n", force=True))
    back = world.state.seq
    assert of_edits(world, since=edit + 1) == [(edit, "b#1")]
    world.edit("b", "f:1", "theirs\n", force=True)
    done(world.undo("b", back))
    assert of_edits(world, since=edit + 1) == []


def test_an_old_buffer_overwrites_every_edit_made_since(world: World) -> None:
    view = ten(world)
    first = world.edit("a", "f:3", "mine\n", view=view).seq
    second = done(world.delete("a", "f:7", view=view)).seq
    _by_old_buffer(world, 0)
    assert of_edits(world, since=second + 1) == [(second, ""), (first, "")]


def test_only_the_lines_that_are_gone_are_said_to_be_overwritten(world: World) -> None:
    view = ten(world)
    edit = world.edit("a", "f:3", "m 1\nm 2\nm 3\nm 4\n", view=view).seq
    change(world, "b", *TEN[:2], "m 1", "theirs", "m 3", "m 4", *TEN[3:])
    found = [one for one in world.notices("a", "f", since=edit + 1) if one.edit]
    assert [(one.edit, one.spans) for one in found] == [(edit, (Span(4, 4),))]


def test_of_many_overwritten_edits_the_newest_are_told(world: World) -> None:
    view = ten(world)
    made = [world.edit("a", f"f:{line}", f"m {line}\n", view=view).seq for line in range(1, 9)]
    change(world, "outside", "all", "is", "new")
    found = of_edits(world, since=made[-1] + 1)
    assert [edit for edit, _ in found] == made[: -1 - overwriting.EDITS_MAX : -1]


def test_what_the_session_took_back_itself_was_not_overwritten(world: World) -> None:
    view = ten(world)
    edit = world.edit("a", "f:3", "mine\n", view=view).seq
    done(world.undo("a", edit))
    world.edit("a", "f:7", "mine too\n", view=view)
    world.edit("a", "f:7", "otherwise\n", view=view)
    assert of_edits(world) == []


def test_edits_that_stand_again_are_not_said_to_be_overwritten(world: World) -> None:
    view = ten(world)
    edit = world.edit("a", "f:3", "mine\n", view=view).seq
    _by_session(world, edit)
    done(world.undo("b", world.state.seq))
    assert world.notices("a", "f", since=edit + 1) == ()


def test_an_edit_overwritten_by_a_redo_is_told(world: World) -> None:
    view = ten(world)
    edit = world.edit("a", "f:3", "mine\n", view=view).seq
    _by_session(world, edit)
    theirs = world.state.seq
    done(world.undo("b", theirs))
    told = world.state.seq
    done(world.redo("b", theirs))
    assert of_edits(world, since=told + 1) == [(edit, "b#1")]


def test_an_undo_that_another_took_back_is_told(world: World) -> None:
    view = ten(world)
    edit = world.edit("a", "f:3", "mine\n", view=view).seq
    undo = done(world.undo("a", edit)).seq
    done(world.redo("b", edit, anyone=True))
    assert of_edits(world, since=undo + 1) == [(undo, "b#1")]


def test_edits_are_told_of_after_a_commit_as_before(world: World) -> None:
    view = ten(world)
    edit = world.edit("a", "f:3", "mine\n", view=view).seq
    world.commit("a")
    _by_session(world, edit)
    assert of_edits(world, since=edit + 1) == [(edit, "b#1")]


def test_edits_of_others_are_none_of_the_sessions_business(world: World) -> None:
    ten(world)
    edit = world.edit("b", "f:3", "theirs\n", force=True).seq
    world.edit("c", "f:3", "third\n", force=True)
    assert of_edits(world) == []
    assert of_edits(world, "b") == [(edit, "c#1")]


# Whom it concerns.


def concerned(world: World) -> set[tuple[int, bytes]]:
    """Return whom the newest entry is news for."""
    return set(news.concerned(world.state, world.entries[-1]))


def test_a_change_concerns_the_open_sessions_that_have_views_of_the_file(world: World) -> None:
    view = ten(world)
    world.read("b", "f")
    world.outside("g", lines("g"))
    world.read("c", "g")
    world.edit("a", "f:1", "x\n", view=view)
    assert concerned(world) == {(world.sessions["b"], b"f")}
    world.outside("f", lines("all new"))
    world.notice()
    assert concerned(world) == {(world.sessions["a"], b"f"), (world.sessions["b"], b"f")}
    world.close("b")
    world.outside("f", lines("newer"))
    world.notice()
    assert concerned(world) == {(world.sessions["a"], b"f")}


def test_what_changes_no_file_concerns_nobody(world: World) -> None:
    ten(world)
    world.read("b", "f")
    assert concerned(world) == set()


def test_a_line_that_was_told_of_and_changes_again_is_told_of_again(world: World) -> None:
    ten(world)
    change(world, "outside", TEN[0], "two", *TEN[2:])
    since = world.state.seq + 1
    change(world, "outside", TEN[0], "zwei", *TEN[2:])
    [notice] = world.notices("a", "f", since=since)
    assert notice.spans == (Span(2, 2),)


def test_a_file_that_was_told_as_gone_and_returns_is_told_of_by_its_lines(world: World) -> None:
    ten(world)
    world.outside("f", None)
    since = world.notice() + 1
    world.outside("f", lines("new"))
    [notice] = world.notices("a", "f", since=since)
    assert (notice.kind, notice.spans) == ("changed", (Span(1, 10),))


def test_an_edit_that_was_told_as_overwritten_is_not_told_again(world: World) -> None:
    view = ten(world)
    edit = world.edit("a", "f:3", "mine\n", view=view).seq
    change(world, "outside", "junk", "of another kind")
    assert of_edits(world, since=edit + 1) == [(edit, "")]
    told = world.state.seq
    world.outside("f", None)
    assert of_edits(world, since=told + 1) == []
    told = world.notice()
    change(world, "outside", *TEN)
    assert of_edits(world, since=told + 1) == []


def test_a_deletion_that_was_told_as_taken_back_is_not_told_again(world: World) -> None:
    view = ten(world)
    edit = done(world.delete("a", "f:3-4", view=view)).seq
    change(world, "b", *TEN)
    assert of_edits(world, since=edit + 1) == [(edit, "b#1")]
    change(world, "b", "junk")
    told = world.state.seq
    change(world, "b", *TEN)
    assert of_edits(world, since=told + 1) == []


def test_an_edit_made_after_the_first_news_is_told_as_overwritten(world: World) -> None:
    view = ten(world)
    change(world, "b", *TEN[:9], "theirs")
    since = world.state.seq
    edit = world.edit("a", "f:3", "mine\n", view=view).seq
    _by_session(world, edit)
    assert of_edits(world, since=since) == [(edit, "b#1")]


def test_where_an_edits_notice_says_all_of_its_own_view_an_older_view_is_told_of(
    world: World,
) -> None:
    view = ten(world)
    change(world, "b", *TEN[1:])
    edit = done(world.insert("a", "f:0", "mine\n", force=True)).seq
    change(world, "b", "theirs", *TEN[1:])
    found = world.notices("a", "f", since=view + 1)
    told = [(one.kind, one.view, one.edit, one.spans) for one in found]
    assert told == [
        ("changed", view, 0, (Span(1, 1),)),
        ("overwritten", 0, edit, (Span(1, 1),)),
    ]
