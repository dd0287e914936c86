"""An entry of the log as an item of its listing."""

import pytest

from editjournal.daemon.core import queries
from editjournal.daemon.core.state import State
from editjournal.schemas.facts import Change, ChangedOutside, Entry, Queried


@pytest.mark.parametrize("kept", [True, False])
def test_an_outside_change_says_whether_the_text_before_was_kept(kept: bool) -> None:
    fact = ChangedOutside(Change(b"a", None, None), before_kept=kept)
    item = queries.item(State(), Entry(7, 1, 0, fact))
    assert (item.kind, item.kept) == ("ChangedOutside", kept)


def test_an_entry_of_another_kind_left_nothing_unkept() -> None:
    assert queries.item(State(), Entry(7, 1, 0, Queried("be-trx"))).kept
