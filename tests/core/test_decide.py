"""From a request to a decision, as plain values; and the state that the entries add up to."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from editjournal.daemon.core import decide, observing, queries, retelling
from editjournal.daemon.core.asking import Asked, shown_path
from editjournal.daemon.core.effects import Kind, Noted, PutFile, Seen
from editjournal.daemon.core.state import State
from editjournal.schemas.facts import ChangedOutside, Edited, Queried, Refused, Viewed
from editjournal.schemas.replies import Done, Marked, Refusal, Shown
from editjournal.schemas.requests import (
    AnyRequest,
    Commit,
    History,
    Misfit,
    Read,
    Redo,
    Replace,
    Rollback,
    Status,
    Undo,
    Write,
)
from editjournal.schemas.values import RelPath
from tests.core.world import World, done, lines, numbered, refused

F = RelPath(b"f")


def asked(scope: bytes = b"") -> Asked:
    return Asked(State(), 1, 0, b"/w", b"/w", bytes(8), scope)


def found(path: bytes, kind: Kind, data: bytes = b"") -> Seen:
    noted = Noted(1, 0, 0, len(data)) if kind is Kind.FILE else None
    return Seen(RelPath(path), RelPath(path), kind, data=data, noted=noted, problem="why")


def test_a_decision_is_a_reply_a_fact_and_effects(world: World) -> None:
    world.outside("f", lines("a", "b"))
    seen = {path: world.look(path) for path in (F, RelPath(b"f:2"))}
    decision = decide.decide(asked(), Replace(b"f:2", "B\n"), seen, {})
    assert isinstance(decision.reply, Done)
    assert isinstance(decision.fact, Edited)
    [change] = decision.fact.changes
    [effect] = decision.effects
    assert isinstance(effect, PutFile)
    assert effect.data == lines("a", "B")
    assert (effect.temp, change.temp) == (b".00000000.ejtmp",) * 2
    assert decision.attachments == (b"B\n", lines("a", "b"))
    assert decide.decide(asked(), Replace(b"f:2", "B\n"), seen, {}) == decision


def test_a_read_makes_no_effects(world: World) -> None:
    world.outside("f", lines("a"))
    decision = decide.decide(asked(), Read(b"f"), {F: world.look(F)}, {})
    assert isinstance(decision.reply, Shown)
    assert isinstance(decision.fact, Viewed)
    assert decision.effects == ()


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        (Kind.ABSENT, "no_such_file"),
        (Kind.FOLDER, "is_folder"),
        (Kind.SPECIAL, "special"),
        (Kind.OUTSIDE, "outside"),
        (Kind.DENIED, "denied"),
        (Kind.TOO_LARGE, "too_large"),
    ],
)
def test_what_is_no_file_is_an_error_and_a_fact(kind: Kind, code: str) -> None:
    decision = decide.decide(asked(), Read(b"f"), {F: found(b"f", kind)}, {})
    assert isinstance(decision.reply, Refusal)
    assert decision.reply.code == code
    assert isinstance(decision.fact, Refused)
    assert (decision.fact.tool, decision.fact.code, decision.fact.path) == ("be-read", code, b"f")


@pytest.mark.parametrize(
    ("plain", "literal", "expected"),
    [
        (Kind.FILE, Kind.ABSENT, "plain"),
        (Kind.ABSENT, Kind.FILE, "literal"),
        (Kind.FILE, Kind.DENIED, "plain"),
        (Kind.FILE, Kind.OUTSIDE, "plain"),
        (Kind.FILE, Kind.FILE, "ambiguous_place"),
        (Kind.FILE, Kind.FOLDER, "ambiguous_place"),
        (Kind.FOLDER, Kind.FILE, "ambiguous_place"),
        (Kind.ABSENT, Kind.ABSENT, "no_such_file"),
        (Kind.OUTSIDE, Kind.OUTSIDE, "outside"),
        (Kind.ABSENT, Kind.FOLDER, "is_folder"),
    ],
)
def test_a_place_that_reads_two_ways_is_the_one_that_is_there(
    plain: Kind, literal: Kind, expected: str
) -> None:
    seen = {
        RelPath(b"f"): found(b"f", plain, b"plain\n"),
        RelPath(b"f:1"): found(b"f:1", literal, b"literal\n"),
    }
    reply = decide.decide(asked(), Read(b"f:1"), seen, {}).reply
    if isinstance(reply, Refusal):
        assert reply.code == expected
    else:
        assert isinstance(reply, Shown)
        assert reply.blocks[0].lines == (expected,)


def test_a_session_confined_to_a_folder_sees_nothing_outside_it() -> None:
    inside, outside = found(b"sub/f", Kind.FILE), found(b"f", Kind.FILE)
    linked = Seen(RelPath(b"sub/l"), RelPath(b"f"), Kind.FILE)
    confined = asked(b"sub")
    assert confined.confined(inside) == inside
    assert confined.confined(outside).kind is Kind.OUTSIDE
    assert confined.confined(linked).kind is Kind.OUTSIDE
    assert confined.confined(found(b"subway/f", Kind.FILE)).kind is Kind.OUTSIDE


@pytest.mark.parametrize(
    ("request_", "tool", "paths"),
    [
        (Read(b"f:3"), "be-read", {b"f", b"f:3"}),
        (Replace(b"f", "x"), "be-replace", {b"f"}),
        (Write(b"f", "x"), "be-write", {b"f"}),
        (Commit(), "be-trx", set[bytes]()),
        (Status(), "be-trx", set[bytes]()),
        (History(), "be-history", set[bytes]()),
        (Misfit("be-x", "unknown_tool"), "be-x", set[bytes]()),
    ],
)
def test_each_request_names_its_tool_and_its_files(
    request_: AnyRequest, tool: str, paths: set[bytes]
) -> None:
    assert decide.tool_of(request_) == tool
    assert set(decide.places(asked(), request_)) == paths
    for flip in (Undo(1), Redo(1), Rollback()):
        assert decide.tool_of(flip) == "be-trx"


def test_a_call_that_was_no_request_is_refused_and_logged(world: World) -> None:
    reply = refused(
        world.ask("a", Misfit("be-x", "unknown_tool", {"name": "be-x"})), "unknown_tool"
    )
    assert (reply.verdict, reply.values) == ("ERROR", {"name": "be-x"})
    assert world.entries[-1].fact == Refused("be-x", "unknown_tool", chip=reply.chip, bare=True)


def test_status_and_history_ask_and_change_nothing(world: World) -> None:
    assert world.status("a").name == "a#1"
    world.ask("a", History())
    assert [type(entry.fact) for entry in world.entries[-2:]] == [Queried, Queried]


def test_a_file_that_is_as_the_log_has_it_was_not_changed_outside(world: World) -> None:
    world.outside("f", lines("a"))
    world.read("a", "f")
    file = world.state.files.by_path[F]
    assert observing.observe(file, world.look(F), None) == []
    assert observing.observe(None, world.look(F), None) == []
    assert observing.observe(file, found(b"f", Kind.DENIED), None) == []


def test_a_change_from_outside_is_told_by_lines(world: World) -> None:
    world.outside("f", lines(*numbered(1, 9)))
    world.read("a", "f")
    world.outside("f", lines(*numbered(1, 4), "new", *numbered(6, 9)))
    world.read("a", "f")
    fact = next(one.fact for one in world.entries if isinstance(one.fact, ChangedOutside))
    assert [(one.at, one.removed, one.inserted) for one in fact.change.splices] == [(4, 1, 1)]
    assert fact.before_kept


def test_a_repeated_request_is_answered_from_its_entry(world: World) -> None:
    world.outside("f", lines("a", "b"))
    edit = world.edit("a", "f:2", "B\n").seq
    again = retelling.reply(world.state, world.entries[edit - 1])
    assert isinstance(again, Done)
    assert again.repeated
    assert again.seq == edit
    undo = done(world.undo("a", edit)).seq
    retold = done(retelling.reply(world.state, world.entries[undo - 1]))
    assert retold.undone == (edit,)
    refusal = refused(world.replace("a", "f:9", "x\n"), "past_end").seq
    refused(retelling.reply(world.state, world.entries[refusal - 1]), "past_end")
    world.fails = "gone"
    failed = world.replace("a", "f:2", "x\n", force=True).seq
    refused(retelling.reply(world.state, world.entries[failed - 1]), "not_applied")
    world.commit("a", "mine")
    marked = retelling.reply(world.state, world.entries[-1])
    assert isinstance(marked, Marked)
    assert marked.label == "mine"
    view = world.read("a", "f").seq
    with pytest.raises(ValueError, match="no outcome"):
        retelling.reply(world.state, world.entries[view - 1])


def test_the_log_lists_each_entry_with_what_it_was(world: World) -> None:
    world.outside("f", lines("a", "b"))
    view = world.read("a", "f:1").seq
    edit = world.edit("b", "f:2", "B\nBB\n").seq
    world.undo("b", edit)
    items = {one.seq: queries.item(world.state, one) for one in world.entries}
    assert (items[view].kind, items[view].name, str(items[view].spans[0])) == ("Viewed", "a#1", "1")
    assert (items[edit].undone, items[edit].applied, items[edit].files[0].delta) == (True, True, 1)
    assert (items[edit + 1].tool, items[edit + 1].undoes) == ("be-trx", (edit,))


def test_a_path_is_shown_as_one_line() -> None:
    assert shown_path(b"a\n\xff\x1b\xc3\xa9") == "a\\n\\xff\\x1b\xe9"


# --- replay -------------------------------------------------------------------------------------

STEPS: list[Callable[[World, int], Any]] = [
    lambda world, n: world.outside(f"f{n % 2}", lines(*numbered(n, n + 7))),
    lambda world, n: world.outside(f"f{n % 2}", None) if b"f%d" % (n % 2) in world.files else None,
    lambda world, n: world.ask("a", Read(b"f%d:%d-" % (n % 2, n % 5 + 1))),
    lambda world, n: world.replace("ab"[n % 2], f"f{n // 2 % 2}:{n % 7 + 1}", f"{n}\n", force=True),
    lambda world, n: world.replace("a", f"f{n % 2}:{n % 5 + 1}-{n % 5 + 2}", "x\ny\nz\n"),
    lambda world, n: world.write("ab"[n % 2], f"f{n // 2 % 2}", lines(*numbered(n, n + n % 9))),
    lambda world, n: world.undo("a", last_edit(world, n), anyone=True),
    lambda world, n: world.redo("a", last_edit(world, n), anyone=True),
    lambda world, n: world.rollback("ab"[n % 2], n % 3 + 1),
    lambda world, n: world.commit("ab"[n % 2]),
    lambda world, n: setattr(world, "fails", "no room"),
]


def last_edit(world: World, number: int) -> int:
    edits = sorted(world.state.edits.by_seq)
    return edits[-1 - number % len(edits)] if edits else 1


@settings(deadline=None, max_examples=100)
@given(st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 20)), max_size=25))
def test_the_same_entries_make_the_same_state_and_it_is_sound_after_each(
    steps: list[tuple[Callable[[World, int], Any], int]],
) -> None:
    world = World()
    for step, number in steps:
        step(world, number)
    world.check()
    world.check_replay()


@settings(deadline=None, max_examples=100)
@given(st.lists(st.tuples(st.sampled_from(STEPS[2:10]), st.integers(0, 20)), max_size=15))
def test_undoing_all_edits_newest_first_gives_the_first_bytes(
    steps: list[tuple[Callable[[World, int], Any], int]],
) -> None:
    world = World()
    before = {"f0": lines(*numbered(1, 8)), "f1": b"a\r\nb\nc"}
    for path, data in before.items():
        world.outside(path, data)
    for step, number in steps:
        step(world, number)
    while open_ := [
        edit.seq
        for edit in world.state.edits.by_seq.values()
        if edit.applied and not edit.flips and not edit.undone_by
    ]:
        done(world.undo("a", max(open_), anyone=True))
    assert {path: world.data(path) for path in before} == before
