"""Stale reads as other tools are known for them: each of them ends well here."""

import msgspec
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from editjournal.schemas.facts import ChangedOutside
from editjournal.schemas.replies import Done, Unchanged
from editjournal.schemas.values import RelPath, Span
from tests.core.world import (
    MINUTE_NS,
    World,
    body,
    codes,
    done,
    lines,
    numbered,
    refused,
    unchanged,
)

TEN = numbered(1, 10)


def outside_changes(world: World) -> list[ChangedOutside]:
    facts = (entry.fact for entry in world.entries)
    return [fact for fact in facts if isinstance(fact, ChangedOutside)]


# --- content decides, and not times ---------------------------------------------------------------


def test_a_file_written_anew_with_the_same_bytes_is_the_file_that_was_read(world: World) -> None:
    world.outside("f", lines(*TEN))
    view = world.read("a", "f").seq
    for _ in range(3):
        world.outside("f", lines(*TEN))  # another inode, another time
        world.read("b", "f")
    assert codes(world.edit("a", "f:3", "new\n", view=view)) == []
    assert outside_changes(world) == []


def change_within_the_tick(world: World, data: bytes) -> None:
    """Let a file have other bytes of the same size, under the same inode and at the same time."""
    node = world.node("f")
    assert len(node.data) == len(data)
    node.data = data
    world.now_ns -= MINUTE_NS


def test_a_change_within_one_tick_of_the_clock_is_seen_by_an_edit(world: World) -> None:
    world.outside("f", b"0001\n")
    view = world.read("a", "f").seq
    noted = world.look(RelPath(b"f")).noted
    change_within_the_tick(world, b"0002\n")
    reply = world.edit("a", "f:1", "mine\n", view=view)
    assert codes(reply) == ["changed_since"]
    [fact] = outside_changes(world)
    assert noted is not None
    assert (fact.change.inode, fact.change.mtime_ns) == (noted.inode, noted.mtime_ns)


def test_a_second_read_shows_what_a_change_within_one_tick_made_of_the_file(world: World) -> None:
    world.outside("f", b"0001\n")
    assert body(world.read("a", "f")) == {1: "0001"}
    change_within_the_tick(world, b"0002\n")
    assert body(world.read("a", "f")) == {1: "0002"}
    assert body(world.read("a", "f:1")) == {1: "0002"}


# --- all of it changed, or only what is far away --------------------------------------------------


def test_three_lines_that_are_three_others_now_are_told_with_all_of_them_and_kept(
    world: World,
) -> None:
    world.outside("f", lines("a", "b", "c"))
    view = world.read("a", "f").seq
    world.outside("f", lines("x", "y", "z"))
    reply = world.edit("a", "f:1-3", "mine\n", view=view)
    [warning] = reply.warnings
    assert warning.code == "changed_since"
    assert [(one.kind, one.lines) for one in warning.body] == [
        ("old", ("a", "b", "c")),
        ("new", ("x", "y", "z")),
    ]
    assert warning.values["chip"] == reply.chips[0]
    done(world.undo("a", int(warning.values["undo"])))
    assert world.data("f") == lines("x", "y", "z")


@pytest.mark.parametrize("changer", ["outside", "b"])
def test_a_formatter_at_line_90_is_not_in_the_way_of_line_3(world: World, changer: str) -> None:
    hundred = numbered(1, 100)
    world.outside("f", lines(*hundred))
    view = world.read("a", "f:1-50").seq
    formatted = lines(*hundred[:89], "line  90", *hundred[90:])
    if changer == "outside":
        world.outside("f", formatted)
    else:
        world.edit("b", "f:90", "line  90\n", view=world.read("b", "f").seq)
    assert codes(world.edit("a", "f:3", "new\n", view=view)) == []
    assert codes(world.edit("a", "f:7", "newer\n", view=view)) == []
    kept = [*hundred[:2], "new", *hundred[3:6], "newer", *hundred[7:89], "line  90"]
    assert world.data("f") == lines(*kept, *hundred[90:])


def test_a_formatter_that_breaks_line_90_in_two_costs_one_confirmation_and_no_loop(
    world: World,
) -> None:
    hundred = numbered(1, 100)
    world.outside("f", lines(*hundred))
    view = world.read("a", "f:1-50").seq
    world.outside("f", lines(*hundred[:89], "line", "90", *hundred[90:]))
    reply = refused(world.replace("a", "f:3", "new\n", view=view), "moved")
    assert (reply.values["delta"], reply.values["after_line"], reply.values["now"]) == (1, 89, "3")
    edit = done(world.confirm("a", reply.seq))
    assert world.data("f") == lines(
        *hundred[:2], "new", *hundred[3:89], "line", "90", *hundred[90:]
    )
    assert codes(world.edit("a", "f:4", "four\n", view=edit.seq)) == []


# --- every range that a read gives is one that an edit takes --------------------------------------

MARKS = [b"", b"\xef\xbb\xbf"]
TEXTS = st.lists(st.sampled_from(["", "a", "b", " c", "d\t", "é", "}"]), min_size=1, max_size=6)


@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(
    TEXTS,
    st.sampled_from(MARKS),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
    st.integers(0, 6),
    st.integers(0, 6),
)
@example(["a"], MARKS[1], "\r\n", True, 0, 0)
@example(["a", ""], MARKS[0], "\n", False, 1, 1)
def test_every_range_that_a_read_shows_is_taken_by_an_edit_and_by_its_text(
    texts: list[str], mark: bytes, newline: str, is_ended: bool, at: int, size: int
) -> None:
    plain = newline.join(texts) + newline * is_ended
    data, is_ended = mark + plain.encode(), plain.endswith(newline)
    world = World()
    world.outside("f", data)
    total = world.read("b", "f").total
    if not total:
        return
    first = 1 + at % total
    last = min(first + size, total)
    reply = world.read("a", f"f:{first}-{last}")
    [block] = reply.blocks
    assert (block.first, block.last, len(block.lines)) == (first, last, last - first + 1)
    shown = "\n".join(block.lines) + "\n" * (is_ended or last < total)
    for one, span in ((reply.seq, None), (reply.seq, Span(first, last)), (0, None)):
        where = "f" if span else f"f:{first}-{last}"
        same = world.replace("a", where, shown, view=one, span=span, old=shown or None)
        assert isinstance(same, Unchanged), same
    for number in range(first, last + 1):
        own = block.lines[number - first] + "\n" * (is_ended or number < total)
        assert isinstance(world.replace("a", f"f:{number}", own, view=reply.seq), Unchanged)
    assert world.data("f") == data
    edit = world.edit("a", f"f:{first}-{last}", "NEW\n", view=reply.seq)
    assert codes(edit) == []
    pieces = plain.splitlines(keepends=True)
    front, back = "".join(pieces[: first - 1]).encode(), "".join(pieces[last:]).encode()
    after = world.data("f")
    assert after.startswith(mark + front)
    assert after.endswith(back)
    new = after[len(mark + front) : len(after) - len(back)]
    if newline in plain:
        assert new in (b"NEW", b"NEW" + newline.encode())
        assert not back or new.endswith(newline.encode())
    else:
        assert new in (b"NEW", b"NEW\n")  # the file says nothing of its line ends


def test_lines_to_the_end_are_taken_as_they_were_shown(world: World) -> None:
    for data in (b"a\nb\nc\n", b"a\nb\nc", b"a\r\nb\r\nc", b"\xef\xbb\xbfa\nb\nc\n"):
        world.outside("f", data)
        view = world.read("a", "f:2-").seq
        reply = done(world.delete("a", "f:2-", view=view))
        assert [(part.was, part.now) for part in reply.files[0].parts] == [(Span(2, 3), None)]


# --- one history ----------------------------------------------------------------------------------

STEPS = st.lists(
    st.tuples(st.sampled_from(["edit", "outside", "look", "undo", "redo"]), st.integers(1, 9)),
    max_size=14,
)


@settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow])
@given(STEPS)
@example([("edit", 3), ("outside", 8), ("look", 1), ("undo", 1), ("outside", 7), ("redo", 1)])
def test_what_is_observed_stands_in_the_one_history_and_forks_none(
    steps: list[tuple[str, int]],
) -> None:
    """The session edits lines 1-5, others lines 6-9: no observation is in the way of an undo."""
    world = World()
    text = {number: f"line {number}" for number in range(1, 10)}
    world.outside("f", lines(*text.values()))
    world.read("a", "f")
    edits: list[tuple[int, int, str, str]] = []  # number, line, before, after
    undone: list[tuple[int, int, str, str]] = []
    for count, (kind, number) in enumerate(steps):
        if kind == "edit":
            line = 1 + number % 5
            after = f"mine {count}"
            seq = world.edit("a", f"f:{line}", f"{after}\n").seq
            edits.append((seq, line, text[line], after))
            text[line], undone = after, [one for one in undone if one[1] != line]
        elif kind == "outside":
            text[6 + number % 4] = f"theirs {count}"
            world.outside("f", lines(*text.values()))
        elif kind == "look":
            world.read("b", "f")
        elif kind == "undo" and edits:
            seq, line, before, _ = edits[-1]
            done(world.undo("a", seq))
            text[line] = before
            undone.append(edits.pop())
        elif kind == "redo" and undone:
            seq, line, _, after = undone[-1]
            done(world.redo("a", seq))
            text[line] = after
            edits.append(undone.pop())
        assert world.data("f") == lines(*text.values())
    assert [entry.seq for entry in world.entries] == list(range(1, len(world.entries) + 1))
    world.check_replay()


def test_many_saves_that_nobody_looked_at_are_one_entry(world: World) -> None:
    world.outside("f", lines(*TEN))
    world.read("a", "f")
    for number in range(10):
        world.outside("f", lines(*TEN[:-1], f"save {number}"))
    world.read("a", "f")
    [fact] = outside_changes(world)
    assert [msgspec.to_builtins(one) for one in fact.change.splices] == [[9, 1, 1]]


def test_a_save_and_its_taking_back_that_nobody_looked_at_never_were(world: World) -> None:
    world.outside("f", lines(*TEN))
    edit = world.edit("a", "f:3", "mine\n", view=world.read("a", "f").seq).seq
    mine = world.data("f")
    world.outside("f", lines(*TEN))
    world.outside("f", mine)
    done(world.undo("a", edit))
    done(world.redo("a", edit))
    assert outside_changes(world) == []


# --- who did it -----------------------------------------------------------------------------------


def test_own_bytes_written_again_by_another_program_stay_the_session_s(world: World) -> None:
    world.outside("f", lines(*TEN))
    view = world.read("a", "f").seq
    edit = world.edit("a", "f:3", "mine\n", view=view).seq
    world.outside("f", world.data("f"))
    reply = unchanged(world.replace("b", "f:3", "mine\n"))
    assert reply.by is not None
    assert (reply.by.seq, reply.by.name) == (edit, "a#1")
    assert outside_changes(world) == []


def test_a_formatter_after_an_edit_takes_over_its_own_lines_and_no_others(world: World) -> None:
    world.outside("f", lines(*TEN))
    view = world.read("a", "f").seq
    edit = world.edit("a", "f:3-5", "mine 3\nmine  4\nmine 5\n", view=view)
    world.outside("f", world.data("f").replace(b"mine  4", b"mine 4"))
    makers = [
        unchanged(world.replace("c", f"f:{number}", f"mine {number}\n")).by for number in (3, 4, 5)
    ]
    assert [who and (who.name, who.session > 0) for who in makers] == [
        ("a#1", True),
        ("", False),
        ("a#1", True),
    ]
    reply = world.edit("a", "f:4", "new\n", view=edit.seq)
    assert codes(reply) == ["changed_since"]
    assert reply.warnings[0].values["who"] == ""


def test_before_the_journal_nobody_is_named(world: World) -> None:
    world.outside("f", lines(*TEN))
    world.read("a", "f")
    assert unchanged(world.replace("a", "f:3", "line 3\n")).by is None


def test_lines_of_several_makers_are_said_to_be_no_one_s(world: World) -> None:
    world.outside("f", lines(*TEN))
    world.edit("a", "f:3", "mine\n")
    world.outside("f", lines(*TEN[:2], "mine", "theirs", *TEN[4:]))
    reply = world.replace("a", "f:3-4", "mine\ntheirs\n", view=world.read("a", "f").seq)
    assert unchanged(reply).by is None
    assert not isinstance(reply, Done)
