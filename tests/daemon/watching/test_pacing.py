"""The first event is answered soon, those that follow seldom, and the last one always."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editjournal.daemon.watching.pacing import Pacing
from editjournal.schemas.values import RelPath

A, B = RelPath(b"a"), RelPath(b"b")


@pytest.fixture
def pacing() -> Pacing:
    return Pacing(first_s=1, again_s=10)


def test_a_first_event_is_due_soon(pacing: Pacing) -> None:
    pacing.note([A], 100)
    assert pacing.next == 101
    assert pacing.take(100.5) == ()
    assert pacing.take(101) == (A,)
    assert pacing.next is None


def test_events_that_follow_do_not_put_the_first_one_off(pacing: Pacing) -> None:
    for now in (100, 100.4, 100.8):
        pacing.note([A], now)
    assert pacing.take(101) == (A,)
    assert pacing.take(200) == ()


def test_a_file_that_was_told_of_waits_its_time(pacing: Pacing) -> None:
    pacing.note([A], 100)
    pacing.take(101)
    pacing.told([A], 101)
    pacing.note([A], 102)
    assert pacing.next == 111


def test_a_file_rests_for_a_while_after_it_was_told_of(pacing: Pacing) -> None:
    assert not pacing.rests(A, 100)
    pacing.told([A], 100)
    assert pacing.rests(A, 109)
    assert not pacing.rests(B, 109)
    assert not pacing.rests(A, 110)


def test_a_file_that_was_looked_at_and_not_told_of_does_not_wait(pacing: Pacing) -> None:
    pacing.note([A], 100)
    pacing.take(101)
    pacing.note([A], 102)
    assert pacing.next == 103


def test_one_file_does_not_make_another_wait(pacing: Pacing) -> None:
    pacing.told([A], 100)
    pacing.note([A, B], 101)
    assert pacing.take(102) == (B,)


def test_what_is_put_off_comes_sooner_by_an_event(pacing: Pacing) -> None:
    pacing.put_off([A], 150)
    assert pacing.next == 150
    pacing.note([A], 100)
    assert pacing.next == 101


def test_what_is_not_wanted_any_more_is_not_due(pacing: Pacing) -> None:
    pacing.told([A], 99)
    pacing.note([A, B], 100)
    pacing.keep({B})
    assert pacing.take(200) == (B,)
    pacing.keep({A, B})
    pacing.note([A], 100)
    assert pacing.next == 101


@given(st.lists(st.integers(0, 100), min_size=1))
def test_a_file_is_told_of_after_its_last_event_and_never_too_often(events: list[int]) -> None:
    pacing, told = Pacing(first_s=1, again_s=10), [-1000.0]
    for at in sorted(events):
        while pacing.next is not None and pacing.next <= at:
            told.append(pacing.next)
            pacing.take(told[-1])
            pacing.told([A], told[-1])
        pacing.note([A], at)
    while pacing.next is not None:
        told.append(pacing.next)
        pacing.take(told[-1])
        pacing.told([A], told[-1])
    assert told[-1] > max(events)
    assert all(later - earlier >= 10 for earlier, later in itertools.pairwise(told))
    assert all(any(at < one <= at + 11 for one in told) for at in events)
