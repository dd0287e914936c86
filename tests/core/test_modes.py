"""Modes: changed from outside, kept by edits, given back by undo; and read-only files."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from editjournal.daemon.core import past
from editjournal.daemon.core import text as texts
from editjournal.daemon.core.effects import PutFile, SetMode
from editjournal.schemas.facts import ChangedOutside, Edited
from editjournal.schemas.replies import Done, Refusal
from editjournal.schemas.requests import Redo, Restore, Undo
from editjournal.schemas.values import Point, RelPath
from tests.core.outcomes import would
from tests.core.world import World, done, refused

TEXT = b"a\nb\n"
OTHER = b"a\nB\n"


@pytest.fixture
def known(world: World) -> World:
    """A file of mode 0644 that a session has read."""
    world.outside("f", TEXT)
    world.read("a", "f")
    return world


def changed(world: World, mode: int, data: bytes | None = None) -> int:
    """Let something else set the mode, and return the entry that says so."""
    world.outside("f", world.data("f") if data is None else data, mode)
    return world.notice()


def state(world: World) -> tuple[bytes, int]:
    return world.data("f"), world.node("f").mode


def test_a_mode_changed_outside_is_logged_though_the_bytes_are_the_same(known: World) -> None:
    changed(known, 0o755)
    (fact,) = [one.fact for one in known.entries if isinstance(one.fact, ChangedOutside)]
    assert fact.change.splices == ()
    assert fact.change.after is not None
    assert fact.change.after.mode == 0o755


def test_the_first_edit_after_a_change_of_mode_still_keeps_the_bytes_before(world: World) -> None:
    world.outside("f", TEXT)
    world.read("a", "f:1")
    world.outside("f", TEXT, 0o755)
    edit = world.edit("a", "f:2", "c\n")
    world.undo("a", edit.seq)
    assert state(world) == (TEXT, 0o755)


# --- undo and redo --------------------------------------------------------------------------------


def test_an_undo_of_a_mode_sets_the_one_before_and_touches_no_byte(known: World) -> None:
    change = changed(known, 0o755)
    decision = would(known, "a", Undo(change, anyone=True))
    [effect] = decision.effects
    assert isinstance(effect, SetMode)
    assert effect.mode == 0o644
    reply = done(known.undo("a", change, anyone=True))
    assert [(one.state, one.modes) for one in reply.files] == [("mode", (0o755, 0o644))]
    assert state(known) == (TEXT, 0o644)


def test_a_redo_sets_the_mode_again(known: World) -> None:
    change = changed(known, 0o755)
    known.undo("a", change, anyone=True)
    reply = done(known.redo("a", change, anyone=True))
    assert [(one.state, one.modes) for one in reply.files] == [("mode", (0o644, 0o755))]
    assert state(known) == (TEXT, 0o755)


def test_text_and_mode_come_back_together(known: World) -> None:
    change = changed(known, 0o600, OTHER)
    [effect] = would(known, "a", Undo(change, anyone=True)).effects
    assert isinstance(effect, PutFile)
    assert (effect.data, effect.set_mode) == (TEXT, 0o644)
    reply = done(known.undo("a", change, anyone=True))
    assert [(one.state, one.modes) for one in reply.files] == [("changed", (0o600, 0o644))]
    assert state(known) == (TEXT, 0o644)
    done(known.redo("a", change, anyone=True))
    assert state(known) == (OTHER, 0o600)


def test_an_undo_of_an_edit_leaves_the_mode_that_others_have_set(known: World) -> None:
    edit = known.edit("a", "f:2", "B\n")
    changed(known, 0o755)
    [effect] = would(known, "a", Undo(edit.seq)).effects
    assert isinstance(effect, PutFile)
    assert effect.set_mode is None
    reply = done(known.undo("a", edit.seq))
    assert reply.files[0].modes == ()
    assert state(known) == (TEXT, 0o755)


def test_an_undo_of_a_mode_leaves_the_lines_that_others_have_changed(known: World) -> None:
    change = changed(known, 0o755)
    known.edit("a", "f:2", "B\n")
    done(known.undo("a", change, anyone=True))
    assert state(known) == (OTHER, 0o644)


@pytest.mark.parametrize("data", [TEXT, OTHER], ids=["the mode alone", "with text"])
def test_a_mode_that_somebody_has_set_since_is_theirs(known: World, data: bytes) -> None:
    change = changed(known, 0o755, data)
    theirs = changed(known, 0o700)
    refusal = refused(known.undo("a", change, anyone=True), "undo_mode_conflict")
    assert (refusal.values["mode"], refusal.values["back"]) == ("0700", "0644")
    assert refusal.values["owners"] == f"outside editjournal (e{theirs})"
    assert refusal.who is not None
    assert refusal.who.seq == theirs
    assert state(known) == (data, 0o700)


def test_the_later_of_two_changes_of_mode_can_be_undone_and_then_the_first(known: World) -> None:
    first, second = changed(known, 0o755), changed(known, 0o700)
    done(known.undo("a", second, anyone=True))
    assert known.node("f").mode == 0o755
    done(known.undo("a", first, anyone=True))
    assert known.node("f").mode == 0o644


def test_what_was_set_to_the_mode_of_before_is_in_nobodys_way(known: World) -> None:
    change = changed(known, 0o755)
    changed(known, 0o644)
    reply = done(known.undo("a", change, anyone=True))
    assert [one.state for one in reply.files] == ["unchanged"]
    assert known.node("f").mode == 0o644
    reply = done(known.redo("a", change, anyone=True))
    assert [one.state for one in reply.files] == ["unchanged"]
    assert known.node("f").mode == 0o644, "as before the undo"


def test_a_redo_does_not_set_a_mode_in_place_of_one_set_since_the_undo(known: World) -> None:
    change = changed(known, 0o755)
    known.undo("a", change, anyone=True)
    theirs = changed(known, 0o600)
    refusal = refused(known.redo("a", change, anyone=True), "undo_mode_conflict")
    assert (refusal.values["mode"], refusal.values["back"]) == ("0600", "0755")
    assert refusal.values["redo"] == 1
    assert refusal.values["owners"] == f"outside editjournal (e{theirs})"
    assert known.node("f").mode == 0o600


def test_the_mode_of_a_file_removed_since_is_not_given_back(known: World) -> None:
    change = changed(known, 0o755)
    gone = done(known.delete("b", "f", remove=True)).seq
    refusal = refused(known.undo("a", change, anyone=True), "undo_mode_conflict")
    assert (refusal.values["mode"], refusal.values["back"]) == ("", "0644")
    assert refusal.values["owners"] == f"b#1 (e{gone})"
    known.undo("b", gone)
    done(known.undo("a", change, anyone=True))
    assert state(known) == (TEXT, 0o644)


def test_the_later_change_of_mode_is_taken_back_with_it_where_asked_for(known: World) -> None:
    change, later = changed(known, 0o755), changed(known, 0o700)
    request = Undo(change, anyone=True, resolve="newer")
    reply = done(known.ask("a", request))
    assert set(reply.undone) == {change, later}
    assert known.node("f").mode == 0o644


def test_only_what_is_not_flipped_itself_is_in_the_way(known: World) -> None:
    first, second, third = (changed(known, mode) for mode in (0o755, 0o700, 0o600))
    clash = known.file("f").mode_clash((first, third), ())
    assert clash is not None
    assert (clash.edit, clash.owners, clash.now, clash.back) == (first, (second,), 0o600, 0o644)
    assert known.file("f").mode_clash((first, second, third), ()) is None


def test_an_undo_that_never_reached_the_disk_has_changed_no_mode(known: World) -> None:
    change = changed(known, 0o755)
    known.fails = "the system does not permit it"
    refused(known.undo("a", change, anyone=True), "not_applied")
    assert known.node("f").mode == 0o755
    done(known.undo("a", change, anyone=True))
    assert known.node("f").mode == 0o644


# --- files that are made and removed --------------------------------------------------------------


def test_a_removed_file_comes_back_with_its_mode(known: World) -> None:
    changed(known, 0o750)
    gone = done(known.delete("a", "f", remove=True)).seq
    [effect] = would(known, "a", Undo(gone)).effects
    assert isinstance(effect, PutFile)
    assert effect.mode == 0o750
    known.undo("a", gone)
    assert state(known) == (TEXT, 0o750)


def test_a_file_that_was_made_comes_again_with_the_mode_that_others_had_set(world: World) -> None:
    made = done(world.write("a", "f", "new\n")).seq
    changed(world, 0o755)
    both = done(world.ask("a", Undo(made, anyone=True, resolve="newer")))
    assert not world.files
    done(world.redo("a", both.seq))
    assert state(world) == (b"new\n", 0o755)


# --- restoring ------------------------------------------------------------------------------------


def test_a_restore_gives_the_mode_of_then_whoever_set_it_since(known: World) -> None:
    edit = known.edit("a", "f:2", "B\n").seq
    change = changed(known, 0o755)
    changed(known, 0o600)
    done(known.ask("a", Restore(Point(change), anyone=True)))
    assert state(known) == (OTHER, 0o755)
    back = done(known.ask("a", Restore(Point(edit, before=True), anyone=True)))
    assert state(known) == (TEXT, 0o644)
    done(known.undo("a", back.seq))
    assert state(known) == (OTHER, 0o755)


def test_a_file_that_differs_in_its_mode_alone_is_restored(known: World) -> None:
    seq = known.state.seq
    changed(known, 0o755)
    reply = done(known.ask("a", Restore(Point(seq), anyone=True)))
    assert [(one.state, one.modes) for one in reply.files] == [("mode", (0o755, 0o644))]
    fact = known.entries[reply.seq - 1].fact
    assert isinstance(fact, Edited)
    assert known.node("f").mode == 0o644


# --- read-only files ------------------------------------------------------------------------------


def test_what_was_forced_on_a_read_only_file_can_be_undone(world: World) -> None:
    world.outside("f", b"a\n", 0o444)
    refused(world.replace("a", "f:1", "b\n"), "read_only")
    edit = world.edit("a", "f:1", "b\n", force=True)
    done(world.undo("a", edit.seq))
    assert world.data("f") == b"a\n"


def test_a_file_made_read_only_since_is_not_undone(world: World) -> None:
    world.outside("f", b"a\n")
    edit = world.edit("a", "f:1", "b\n")
    change = changed(world, 0o444)
    refused(world.undo("a", edit.seq), "undo_read_only")
    done(world.undo("a", change, anyone=True))
    done(world.undo("a", edit.seq))
    assert state(world) == (b"a\n", 0o644)


def test_an_undo_that_opens_a_read_only_file_can_write_it_too(known: World) -> None:
    change = changed(known, 0o444, OTHER)
    done(known.undo("a", change, anyone=True))
    assert state(known) == (TEXT, 0o644)
    refused(known.ask("a", Redo(change)), "not_yours")
    done(known.redo("a", change, anyone=True))
    assert state(known) == (OTHER, 0o444)


# --- in any order ---------------------------------------------------------------------------------

STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("set"), st.sampled_from([0o644, 0o755, 0o600, 0o444])),
        st.tuples(st.just("write"), st.integers(0, 3)),
        st.tuples(st.just("flip"), st.integers(0, 9)),
        st.tuples(st.just("restore"), st.integers(0, 30)),
    ),
    max_size=14,
)


@settings(max_examples=80, deadline=None)
@given(STEPS)
def test_in_any_order_a_mode_is_changed_back_only_where_it_is_the_one_that_was_left(
    steps: list[tuple[str, int]],
) -> None:
    world = World()
    world.outside("f", TEXT, 0o644)
    begin = world.read("a", "f").seq
    for kind, number in steps:
        match kind:
            case "set":
                changed(world, number)
            case "write":
                changed(world, world.node("f").mode, b"a\nb%d\n" % number)
            case "flip":
                flip_there_and_back(world, number)
            case _:
                restore(world, begin + number % (world.state.seq - begin + 1))
    world.check_replay()


def flip_there_and_back(world: World, number: int) -> None:
    """Undo a change, or make it again; take that back; and do it once more."""
    edits = [edit for edit in world.state.edits.by_seq.values() if not edit.flips]
    if not edits:
        return
    edit = edits[number % len(edits)]
    there, back = (Redo, Undo) if edit.undone_by else (Undo, Redo)
    before = state(world)
    if not isinstance(world.ask("a", there(edit.seq, anyone=True)), Done):
        assert state(world) == before
        return
    after = state(world)
    was, left = edit.changes[0].before, edit.changes[0].after
    assert was is not None
    assert left is not None
    if before[1] != after[1]:
        assert was.mode != left.mode
        assert left.mode == (before[1] if there is Undo else after[1])
    done(world.ask("a", back(edit.seq, anyone=True)))
    assert state(world) == before
    done(world.ask("a", there(edit.seq, anyone=True)))
    assert state(world) == after


def restore(world: World, seq: int) -> None:
    then = past.version_at(world.state, RelPath(b"f"), seq)
    assert then is not None
    reply = world.ask("a", Restore(Point(seq), (b"f",), anyone=True))
    if isinstance(reply, Refusal):
        assert reply.code == "undo_read_only"
        return
    data, mode = state(world)
    assert (texts.sha256(data), mode) == (then.digest, then.mode)
