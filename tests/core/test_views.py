"""Views: which lines a session was shown, how long that is known, and of what file."""

import pytest

from editjournal.daemon.core import views
from editjournal.daemon.core.pieces import Run
from editjournal.daemon.core.views import View, Views
from editjournal.schemas.values import RelPath, Span
from tests.core.world import World, lines, numbered, refused

F, G = RelPath(b"f"), RelPath(b"g")


def view(seq: int, path: RelPath = F, session: int = 1, *spans: Span) -> View:
    runs = tuple((Run(0, one.first - 1, len(one)),) for one in spans)
    return View(seq, path, session, spans, 20, runs, read=True)


def test_a_view_covers_what_one_of_its_spans_holds() -> None:
    one = view(1, F, 1, Span(1, 5), Span(10, 12))
    assert one.covers(Span(2, 5))
    assert one.covers(Span(10, 10))
    assert not one.covers(Span(5, 6))
    assert not one.covers(Span(5, 10))


def test_the_lines_of_a_view_are_cut_out_of_its_runs() -> None:
    runs = ((Run(0, 0, 3), Run(7, 5, 2), Run(0, 9, 1)),)
    one = View(9, F, 1, (Span(11, 16),), 20, runs, read=True)
    assert one.lines(Span(11, 16)) == runs[0]
    assert one.lines(Span(13, 14)) == (Run(0, 2, 1), Run(7, 5, 1))
    assert one.lines(Span(15, 16)) == (Run(7, 6, 1), Run(0, 9, 1))


def test_views_of_a_session_come_newest_first() -> None:
    known = Views()
    for seq, path, session in ((1, F, 1), (2, G, 1), (3, F, 2), (4, F, 1)):
        known.add(view(seq, path, session), 0)
    assert [one.seq for one in known.of(1, F, 0)] == [4, 1]
    assert {one.seq for one in known.of_session(1, 0)} == {1, 2, 4}
    assert known.paths_of(3) == (F,)


def test_views_of_all_sessions_come_most_lately_used_first() -> None:
    known = Views()
    for seq, session in ((1, 1), (2, 2), (3, 1)):
        known.add(view(seq, F, session), seq)
    known.use(1, F, 9)
    assert [one.seq for one in known.lately_used(9)] == [1, 3, 2]
    assert (known.used_ns(1, F), known.used_ns(2, F)) == (9, 2)
    late = views.LIFETIME_NS + 3
    assert [one.seq for one in known.lately_used(late)] == [1, 3]
    with pytest.raises(KeyError):
        known.used_ns(4, F)


def test_it_is_known_which_sessions_have_views_of_a_file() -> None:
    known = Views()
    for seq, path, session in ((1, F, 1), (2, F, 2), (3, F, 2), (4, G, 3)):
        known.add(view(seq, path, session), 0)
    assert set(known.sessions_of(F)) == {1, 2}
    known.discard(2)
    assert set(known.sessions_of(F)) == {1, 2}
    known.discard(3)
    assert set(known.sessions_of(F)) == {1}
    known.discard(1)
    assert set(known.sessions_of(F)) == set()
    assert set(known.sessions_of(G)) == {3}


def test_a_view_unused_for_a_day_is_gone() -> None:
    known = Views()
    known.add(view(1), 0)
    known.add(view(2), 0)
    known.use(2, F, 1)
    late = views.LIFETIME_NS + 1
    assert known.get(1, F, late - 1) is not None
    assert known.get(1, F, late) is None
    assert [one.seq for one in known.of(1, F, late)] == [2]


def test_too_many_views_push_the_least_used_out() -> None:
    known = Views()
    count = views.COUNT_MAX
    for seq in range(1, count + 1):
        known.add(view(seq), 0)
    known.use(1, F, 0)
    known.add(view(count + 1), 0)
    assert known.get(1, F, 0) is not None
    assert known.get(2, F, 0) is None
    assert known.paths_of(2) == ()


def test_one_entry_may_show_several_files() -> None:
    known = Views()
    known.add(view(1, F), 0)
    known.add(view(1, G), 0)
    assert known.paths_of(1) == (F, G)
    known.discard(1)
    assert known.paths_of(1) == ()
    assert list(known.of(1, F, 0)) == []


def test_a_view_holds_the_lines_shown_whatever_they_are_called_later(world: World) -> None:
    world.outside("f", lines(*numbered(1, 20)))
    one = world.read("a", "f:5-9").seq
    world.edit("a", "f:1", "x\ny\n", view=world.read("a", "f:1").seq)
    world.edit("a", "f:5-9", "new\n", view=one)
    assert world.data("f") == lines("x", "y", *numbered(2, 4), "new", *numbered(10, 20))


def test_a_view_that_is_too_old_is_refused_as_unknown(world: World) -> None:
    world.outside("f", lines("a"))
    one = world.read("a", "f").seq
    world.now_ns += views.LIFETIME_NS
    refused(world.replace("a", "f:1", "b\n", view=one), "unknown_view")


def test_a_view_that_edits_are_made_through_stays(world: World) -> None:
    world.outside("f", lines("a", "b"))
    one = world.read("a", "f").seq
    for number in range(4):
        world.now_ns += views.LIFETIME_NS // 2
        world.edit("a", "f:1", f"{number}\n", view=one)
