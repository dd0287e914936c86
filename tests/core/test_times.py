"""Which entry of a log was the newest at a time."""

from hypothesis import given
from hypothesis import strategies as st

from editjournal.daemon.core.times import Times


@given(st.lists(st.integers(0, 9)), st.integers(-1, 10))
def test_a_time_means_the_newest_entry_that_is_not_younger_though_the_clock_was_set_back(
    times_ns: list[int], time_ns: int
) -> None:
    times = Times()
    for seq, made_ns in enumerate(times_ns, 1):
        times.add(seq, made_ns)
    not_younger = (seq for seq, made_ns in enumerate(times_ns, 1) if made_ns <= time_ns)
    assert times.newest(time_ns) == max(not_younger, default=0)
