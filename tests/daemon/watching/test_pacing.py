"""The first event is answered soon, those that follow seldom, and the last one always.

A file that is being written is waited for, but not for ever.
"""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editjournal.daemon.watching.pacing import Event, Pacing, Waits, latest
from editjournal.schemas.values import RelPath

A, B = RelPath(b"a"), RelPath(b"b")
WAITS = Waits(first_s=1, again_s=10, still_s=5, gone_s=2, longest_s=20)
OLD_S, YOUNG_S = 5.0, 4.9
"""Ages of files, on either side of `still_s`."""


@pytest.fixture
def pacing() -> Pacing:
    return Pacing(WAITS)


def note(pacing: Pacing, *events: Event, now: float) -> None:
    """Note events of one file."""
    for event in events:
        pacing.note({A: event}, now)


def closed(*paths: RelPath) -> dict[RelPath, Event]:
    return dict.fromkeys(paths, Event.CLOSED)


def test_a_first_event_is_due_soon(pacing: Pacing) -> None:
    pacing.note(closed(A), 100)
    assert pacing.next == 101
    assert pacing.take(100.5) == {}
    assert pacing.take(101) == closed(A)
    assert pacing.next is None


def test_events_that_follow_do_not_put_the_first_one_off(pacing: Pacing) -> None:
    for now in (100, 100.4, 100.8):
        pacing.note(closed(A), now)
    assert pacing.take(101) == closed(A)
    assert pacing.take(200) == {}


def test_a_file_that_was_told_of_waits_its_time(pacing: Pacing) -> None:
    pacing.note(closed(A), 100)
    pacing.take(101)
    pacing.told([A], 101)
    pacing.note(closed(A), 102)
    assert pacing.next == 111


def test_a_file_rests_for_a_while_after_it_was_told_of(pacing: Pacing) -> None:
    assert not pacing.rests(A, 100)
    pacing.told([A], 100)
    assert pacing.rests(A, 109)
    assert not pacing.rests(B, 109)
    assert not pacing.rests(A, 110)


def test_a_file_that_was_looked_at_and_not_told_of_does_not_wait(pacing: Pacing) -> None:
    pacing.note(closed(A), 100)
    pacing.take(101)
    pacing.note(closed(A), 102)
    assert pacing.next == 103


def test_one_file_does_not_make_another_wait(pacing: Pacing) -> None:
    pacing.told([A], 100)
    pacing.note(closed(A, B), 101)
    assert pacing.take(102) == closed(B)


def test_what_is_put_off_comes_sooner_by_an_event(pacing: Pacing) -> None:
    pacing.put_off(A, Event.CLOSED, 150)
    assert pacing.next == 150
    pacing.note(closed(A), 100)
    assert pacing.next == 101


def test_what_is_not_wanted_any_more_is_not_due(pacing: Pacing) -> None:
    pacing.told([A], 99)
    pacing.note(closed(A, B), 100)
    pacing.keep({B})
    assert pacing.take(200) == closed(B)
    pacing.keep({A, B})
    pacing.note(closed(A), 100)
    assert pacing.next == 101


@given(st.lists(st.integers(0, 100), min_size=1))
def test_a_file_is_told_of_after_its_last_event_and_never_too_often(events: list[int]) -> None:
    pacing, told = Pacing(WAITS), [-1000.0]
    for at in sorted(events):
        while pacing.next is not None and pacing.next <= at:
            told.append(pacing.next)
            pacing.take(told[-1])
            pacing.told([A], told[-1])
        pacing.note(closed(A), at)
    while pacing.next is not None:
        told.append(pacing.next)
        pacing.take(told[-1])
        pacing.told([A], told[-1])
    assert told[-1] > max(events)
    assert all(later - earlier >= 10 for earlier, later in itertools.pairwise(told))
    assert all(any(at < one <= at + 11 for one in told) for at in events)


# --- files that are being written -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("events", "after_s"),
    [
        ([Event.UNHEARD], 1),
        ([Event.OTHER], 1),
        ([Event.MODIFIED], 5),
        ([Event.CLOSED], 1),
        ([Event.GONE], 2),
        ([Event.MODIFIED, Event.CLOSED], 1),
        ([Event.CLOSED, Event.MODIFIED], 5),
        ([Event.MODIFIED, Event.OTHER], 5),
        ([Event.MODIFIED, Event.UNHEARD], 5),
        ([Event.OTHER, Event.MODIFIED], 5),
        ([Event.GONE, Event.MODIFIED], 5),
        ([Event.GONE, Event.CLOSED], 1),
        ([Event.CLOSED, Event.GONE], 2),
        ([Event.MODIFIED, Event.GONE], 2),
    ],
)
def test_what_came_last_says_how_long_to_wait(
    pacing: Pacing, events: list[Event], after_s: float
) -> None:
    note(pacing, *events, now=100)
    assert pacing.next == 100 + after_s


def test_what_says_nothing_of_writing_does_not_hide_what_does() -> None:
    for known in (Event.MODIFIED, Event.CLOSED, Event.GONE):
        assert latest(known, Event.OTHER) is known
        assert latest(known, Event.UNHEARD) is known
    assert latest(Event.UNHEARD, Event.OTHER) is Event.OTHER
    assert latest(Event.OTHER, Event.UNHEARD) is Event.OTHER


def test_each_writing_puts_the_look_off(pacing: Pacing) -> None:
    for now in (100, 104, 108):
        note(pacing, Event.MODIFIED, now=now)
    assert pacing.take(112.9) == {}
    assert pacing.take(113) == {A: Event.MODIFIED}


def test_a_writer_that_never_stops_is_not_waited_for_longer_than_the_longest(
    pacing: Pacing,
) -> None:
    for now in range(100, 120):
        note(pacing, Event.MODIFIED, now=now)
        assert pacing.take(now) == {}
    assert pacing.take(120) == {A: Event.MODIFIED}
    assert not pacing.waits(A, Event.MODIFIED, 0, 120)
    pacing.told([A], 120)
    note(pacing, Event.MODIFIED, now=121)
    assert pacing.next == 130, "told of at 120, and so not before"
    note(pacing, Event.MODIFIED, now=140)
    assert pacing.next == 141, "the longest counts from the first event not told of"


def test_files_that_are_closed_and_written_again_all_the_time_do_not_starve(
    pacing: Pacing,
) -> None:
    for now in range(100, 120):
        note(pacing, Event.CLOSED, Event.MODIFIED, now=now)
    assert pacing.next == 120


def test_a_file_that_is_as_it_was_has_its_whole_time_again(pacing: Pacing) -> None:
    note(pacing, Event.CLOSED, now=100)
    pacing.take(101)
    pacing.same(A)
    note(pacing, Event.MODIFIED, now=119)
    assert pacing.next == 124


@pytest.mark.parametrize(
    ("event", "age_s", "then"),
    [
        (Event.CLOSED, 0, None),
        (Event.OTHER, 0, None),
        (Event.MODIFIED, OLD_S, None),
        (Event.UNHEARD, OLD_S, None),
        (Event.GONE, OLD_S, None),
        (Event.GONE, None, None),
        (Event.MODIFIED, YOUNG_S, (Event.UNHEARD, 105)),
        (Event.UNHEARD, YOUNG_S, (Event.UNHEARD, 105)),
        (Event.UNHEARD, -3600, (Event.UNHEARD, 105)),
        (Event.GONE, YOUNG_S, (Event.UNHEARD, 105)),
        (Event.CLOSED, None, (Event.GONE, 102)),
        (Event.OTHER, None, (Event.GONE, 102)),
        (Event.MODIFIED, None, (Event.GONE, 102)),
        (Event.UNHEARD, None, (Event.GONE, 102)),
    ],
)
def test_a_file_found_changed_is_told_of_or_waited_for(
    pacing: Pacing, event: Event, age_s: float | None, then: tuple[Event, float] | None
) -> None:
    assert pacing.waits(A, event, age_s, 100) is (then is not None)
    if then is None:
        assert pacing.next is None
    else:
        assert pacing.next == then[1]
        assert pacing.take(then[1]) == {A: then[0]}


@pytest.mark.parametrize("event", [Event.MODIFIED, Event.GONE])
def test_what_came_while_a_file_was_looked_at_is_waited_for(pacing: Pacing, event: Event) -> None:
    note(pacing, event, now=100)
    due = pacing.next
    assert pacing.waits(A, Event.CLOSED, 0, 101)
    assert pacing.waits(A, Event.UNHEARD, None, 101)
    assert pacing.next == due


@pytest.mark.parametrize("event", Event)
def test_what_is_due_anyway_is_left_to_that_where_nothing_was_heard(
    pacing: Pacing, event: Event
) -> None:
    note(pacing, event, now=100)
    assert pacing.waits(A, Event.UNHEARD, OLD_S, 100)
    assert pacing.take(200) == {A: event}


@pytest.mark.parametrize("age_s", [0, None])
def test_nothing_is_waited_for_longer_than_the_longest(pacing: Pacing, age_s: float | None) -> None:
    note(pacing, Event.UNHEARD, now=100)
    pacing.take(101)
    assert pacing.waits(A, Event.UNHEARD, age_s, 119.9)
    assert pacing.next == 120
    assert not pacing.waits(A, Event.UNHEARD, age_s, 120)


@pytest.mark.parametrize("event", Event)
def test_a_second_look_does_not_hide_what_came_meanwhile(pacing: Pacing, event: Event) -> None:
    pacing.again(A, event, 100)
    assert pacing.next == 101
    note(pacing, Event.MODIFIED, now=100)
    pacing.again(A, event, 100)
    assert pacing.next == 105
