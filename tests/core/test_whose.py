"""Which session is meant: by its number or its name; and the sessions listed."""

from typing import Any

import pytest

from editjournal.daemon.core import whose
from editjournal.daemon.core.asking import Asked, RefusedError
from editjournal.schemas.replies import SessionList, StatusReply
from editjournal.schemas.requests import Sessions, Status, Whose
from tests.core.world import ROOT, World, lines, refused


@pytest.fixture
def three(world: World) -> World:
    """A file that codex, then claude, then codex's second session have read."""
    world.outside("f", lines("a", "b", "c"))
    for who in ("codex", "claude", "other"):
        world.read(who, "f")
    return world


def number(world: World, named: Whose) -> int:
    asked = Asked(world.state, 1, world.now_ns, ROOT, ROOT, bytes(8))
    return whose.number(asked, "be-trx", named)


def sessions(world: World, who: str, **more: Any) -> SessionList:
    reply = world.ask(who, Sessions(**more))
    assert isinstance(reply, SessionList), reply
    return reply


def status(world: World, who: str, session: Whose = 0) -> StatusReply:
    reply = world.ask(who, Status(session))
    assert isinstance(reply, StatusReply), reply
    return reply


# A name or a number.


@pytest.mark.parametrize("named", [0, ""])
def test_without_a_name_no_session_is_meant(three: World, named: Whose) -> None:
    assert number(three, named) == 0


@pytest.mark.parametrize("named", [2, "2", "claude#1"])
def test_a_session_is_meant_by_its_number_or_its_name(three: World, named: Whose) -> None:
    assert number(three, named) == 2


@pytest.mark.parametrize("named", [4, -1, "4", "claude#2", "claude", "²", "9" * 5_000, " 2"])
def test_a_session_that_is_not_there_is_refused_with_those_active_last(
    three: World, named: Whose
) -> None:
    three.read("codex", "f")
    with pytest.raises(RefusedError) as caught:
        number(three, named)
    refusal = caught.value.refusal
    assert (refusal.code, refusal.verdict) == ("no_such_session", "ERROR")
    assert [one.name for one in refusal.sessions] == ["codex#1", "other#1", "claude#1"]
    assert refusal.values["near"] == "codex#1, other#1, claude#1"


# The sessions, listed.


def test_sessions_are_listed_the_most_lately_active_first(three: World) -> None:
    three.read("codex", "f")
    three.close("other")
    reply = sessions(three, "claude")
    assert [one.name for one in reply.items] == ["other#1", "codex#1", "claude#1"]
    assert [one.is_open for one in reply.items] == [False, True, True]
    assert (reply.more, reply.now_ns) == (0, three.now_ns)


def test_the_sessions_of_one_agent_are_listed_and_what_is_left_out_is_counted(
    three: World,
) -> None:
    assert [one.name for one in sessions(three, "codex", agent="claude").items] == ["claude#1"]
    assert sessions(three, "codex", agent="none").items == ()
    some = sessions(three, "codex", limit=2)
    assert ([one.name for one in some.items], some.more) == (["codex#1", "other#1"], 1)
    assert sessions(three, "codex", limit=-1).items == ()


# The status of another session, and of none yet.


def test_a_status_of_another_session_tells_its_open_edits_and_its_views(three: World) -> None:
    edit = three.edit("codex", "f:1", "A\n").seq
    for named in ("codex#1", 1):
        reply = status(three, "claude", named)
        assert (reply.session, reply.name) == (1, "codex#1")
        assert [one.seq for one in reply.edits] == [edit]
    refused(three.ask("claude", Status("none#1")), "no_such_session")
    assert [one.path for one in status(three, "codex", "claude#1").stale] == [b"f"]


def test_a_session_that_has_done_nothing_is_told_of_those_with_open_edits(three: World) -> None:
    three.edit("codex", "f:1", "A\n")
    undone = three.edit("claude", "f:2", "B\n").seq
    three.undo("claude", undone)
    three.edit("other", "f:3", "C\n")
    reply = status(three, "newcomer")
    assert [one.name for one in reply.sessions] == ["other#1", "codex#1"]
    assert reply.next[0].arguments == {"action": "status", "session": "other#1"}
    three.commit("other")
    assert [one.name for one in status(three, "newcomer").sessions] == ["codex#1"]


def test_a_session_that_has_read_or_edited_is_told_of_no_other(three: World) -> None:
    three.edit("codex", "f:1", "A\n")
    three.write("writer", "g", "x\n")
    three.commit("writer")
    for who in ("claude", "writer"):
        assert status(three, who).sessions == ()
    assert status(three, "newcomer", "newcomer#1").sessions != ()
    assert status(three, "other", "newcomer#1").sessions == ()
