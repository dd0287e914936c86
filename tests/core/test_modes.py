"""Modes: changed from outside, kept by edits and undo, and read-only files."""

from editjournal.schemas.facts import ChangedOutside
from tests.core.world import World, done, refused


def test_a_mode_changed_outside_is_logged_though_the_bytes_are_the_same(world: World) -> None:
    world.outside("f", b"a\nb\n")
    world.read("a", "f")
    world.outside("f", b"a\nb\n", 0o755)
    world.read("a", "f")
    (fact,) = [one.fact for one in world.entries if isinstance(one.fact, ChangedOutside)]
    assert fact.change.splices == ()
    assert fact.change.after is not None
    assert fact.change.after.mode == 0o755


def test_the_first_edit_after_a_change_of_mode_still_keeps_the_bytes_before(world: World) -> None:
    world.outside("f", b"a\nb\n")
    world.read("a", "f:1")
    world.outside("f", b"a\nb\n", 0o755)
    edit = world.edit("a", "f:2", "c\n")
    world.undo("a", edit.seq)
    assert world.data("f") == b"a\nb\n"


def test_what_was_forced_on_a_read_only_file_can_be_undone(world: World) -> None:
    world.outside("f", b"a\n", 0o444)
    refused(world.replace("a", "f:1", "b\n"), "read_only")
    edit = world.edit("a", "f:1", "b\n", force=True)
    done(world.undo("a", edit.seq))
    assert world.data("f") == b"a\n"


def test_a_file_made_read_only_since_is_not_undone(world: World) -> None:
    world.outside("f", b"a\n")
    edit = world.edit("a", "f:1", "b\n")
    world.outside("f", b"b\n", 0o444)
    refused(world.undo("a", edit.seq), "undo_read_only")
