"""An entry of the log as an item of its listing."""

import pytest

from editjournal.daemon.core import queries
from editjournal.daemon.core.state import State
from editjournal.schemas.facts import (
    Change,
    ChangedOutside,
    Edited,
    Entry,
    NotApplied,
    Previewed,
    Queried,
    Refused,
)


@pytest.mark.parametrize("kept", [True, False])
def test_an_outside_change_says_whether_the_text_before_was_kept(kept: bool) -> None:
    fact = ChangedOutside(Change(b"a", None, None), before_kept=kept)
    item = queries.item(State(), Entry(7, 1, 0, fact))
    assert (item.kind, item.kept) == ("ChangedOutside", kept)


def test_an_entry_of_another_kind_left_nothing_unkept() -> None:
    assert queries.item(State(), Entry(7, 1, 0, Queried("be-trx"))).kept


def test_an_edit_names_what_it_takes_back_in_some_of_its_files_and_what_it_restores() -> None:
    parts = (
        Change(b"a", None, None, undoes=(5, 4), redoes=(3,)),
        Change(b"b", None, None, undoes=(5, 2)),
    )
    for fact in (
        Edited("be-trx", parts, (6,), restores=1),
        Previewed("be-trx", parts, (6,), restores=1),
    ):
        item = queries.item(State(), Entry(7, 1, 0, fact))
        assert (item.undoes, item.redoes, item.restores) == ((6, 5, 4, 2), (3,), 1)
        assert [one.path for one in item.files] == [b"a", b"b"]


def test_a_refusal_about_no_file_is_listed_with_none() -> None:
    item = queries.item(State(), Entry(7, 1, 0, Refused("be-trx", "no_such_edit")))
    assert (item.tool, item.code, item.files) == ("be-trx", "no_such_edit", ())


def test_what_did_not_reach_the_disk_names_its_call_and_its_edit() -> None:
    fact = NotApplied(3, b"a", "no room", tool="be-write", session=2)
    item = queries.item(State(), Entry(7, 1, 0, fact))
    assert (item.tool, item.undoes, item.label) == ("be-write", (3,), "no room")
    assert queries.session_of(Entry(7, 1, 0, fact)) == 2
