"""Who made each line, against a model that looks at single lines, and by example."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from editjournal.daemon.core import text as texts
from editjournal.schemas.replies import Blamed, Refusal
from editjournal.schemas.requests import Blame
from editjournal.schemas.values import BEFORE_JOURNAL, NOW, Point
from tests.core.played import FILE, PATH, STARTS, Act, Model, Told, acts, play
from tests.core.world import MINUTE_NS, World, done, lines, numbered, refused


def blamed(world: World, file: str, at: Point = NOW, max_bytes: int = 24_000) -> Blamed:
    reply = world.ask("reader", Blame(file.encode(), at, max_bytes))
    assert isinstance(reply, Blamed), reply
    return reply


def makers(reply: Blamed) -> list[int]:
    """Return of each line the entry that made it; the runs must be in order and apart."""
    found: list[int] = []
    for run in reply.runs:
        assert run.first == len(found) + 1
        assert not found or found[-1] != run.by.seq, "neighbours of one maker are one run"
        found += [run.by.seq] * (run.last - run.first + 1)
    return found


def expect_as_told(reply: Blamed, told: Told) -> None:
    assert makers(reply) == told.makers
    assert reply.absent == (told.version is None)
    assert reply.total == (told.version.lines if told.version else 0)
    if told.version is None or not told.version.encoding:
        assert all(run.lines == () for run in reply.runs)
        return
    text = texts.known(told.data, told.version)
    assert [line for run in reply.runs for line in run.lines] == text.shown(0, text.lines)


@given(st.sampled_from(STARTS), acts, st.lists(st.integers(0, 40), max_size=3))
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_every_line_at_every_point_is_of_whom_the_model_says(
    start: bytes | None, plan: list[Act], picks: list[int]
) -> None:
    world = play(start, plan)
    if PATH not in world.state.files.by_path:
        return
    model = Model(world)
    newest = world.state.seq
    if PATH in world.files:
        expect_as_told(blamed(world, FILE), model.at(newest))
    for pick in picks:
        seq = 1 + pick % newest
        expect_as_told(blamed(world, FILE, Point(seq=seq)), model.at(seq))


@pytest.fixture
def shared(world: World) -> World:
    """A file of ten lines in which two agents and a human have changed one each."""
    world.outside("f", lines(*numbered(1, 10)))
    world.read("a", "f")
    world.edit("a", "f:2", "of a\n")
    world.edit("b", "f:4", "of b\nof b too\n", force=True)
    world.outside("f", world.data("f") + b"human\n")
    return world


def test_a_run_names_edit_session_agent_and_time_or_the_outside(shared: World) -> None:
    reply = blamed(shared, "f")
    names = [(run.first, run.last, run.by.name, run.by.session) for run in reply.runs]
    assert names == [
        (1, 1, "", 0),
        (2, 2, "a#1", 1),
        (3, 3, "", 0),
        (4, 5, "b#1", 2),
        (6, 11, "", 0),
        (12, 12, "", 0),
    ]
    assert [run.by.seq == BEFORE_JOURNAL for run in reply.runs] == [1, 0, 1, 0, 1, 0]
    assert reply.runs[1].by.time_ns == 2 * MINUTE_NS
    assert reply.runs[3].lines == ("of b", "of b too")
    assert (reply.at, reply.total, reply.next, reply.cut_bytes) == (shared.state.seq - 1, 12, (), 0)


def test_lines_that_an_undo_brings_back_are_of_who_made_them(shared: World) -> None:
    first = next(iter(shared.state.edits.by_seq))
    over = shared.edit("b", "f:2", "over it\n", force=True).seq
    done(shared.undo("b", over))
    assert blamed(shared, "f:2").runs[0].by.seq == first
    done(shared.redo("b", over))
    assert blamed(shared, "f:2").runs[0].by.seq == over


def test_only_the_lines_named_are_told(shared: World) -> None:
    reply = blamed(shared, "f:5-6,12")
    assert [(run.first, run.last, run.lines) for run in reply.runs] == [
        (5, 5, ("of b too",)),
        (6, 6, ("line 5",)),
        (12, 12, ("human",)),
    ]
    past_end = refused(shared.ask("a", Blame(b"f:99")), "past_end")
    assert past_end.next[0].arguments == {"action": "blame", "file": "f"}


def test_what_does_not_fit_is_counted_and_the_call_for_it_named(shared: World) -> None:
    reply = blamed(shared, "f", Point(seq=shared.notice()), max_bytes=30)
    shown = [line for run in reply.runs for line in run.lines]
    assert shown == ["line 1", "of a", "line 3"]
    assert reply.cut_bytes == len(shared.data("f")) - len(b"line 1\nof a\nline 3\n")
    assert reply.next[0].arguments == {"action": "blame", "file": "f:4-6", "at": reply.at}


def test_a_file_that_the_log_does_not_know_was_there_before_it(world: World) -> None:
    world.outside("f", b"a\nb\n")
    [run] = blamed(world, "f").runs
    assert (run.first, run.last, run.by.seq, run.lines) == (1, 2, BEFORE_JOURNAL, ("a", "b"))


def test_a_file_that_was_not_there_has_no_lines_of_anybody(world: World) -> None:
    edit = done(world.write("a", "f", "a\n")).seq
    reply = blamed(world, "f", Point(seq=edit, before=True))
    assert (reply.absent, reply.total, reply.runs) == (True, 0, ())


def test_of_a_text_that_is_not_kept_the_makers_are_told_without_the_lines(world: World) -> None:
    world.outside(".env", b"A=1\nTOKEN=old\n")
    read = world.read("a", ".env").seq
    world.outside(".env", b"A=1\nTOKEN=new\n")
    world.notice()
    reply = blamed(world, ".env", Point(seq=read))
    assert reply.missing
    assert [(run.first, run.last, run.by.seq, run.lines) for run in reply.runs] == [(1, 2, 0, ())]


def test_no_such_file_names_those_like_it(world: World) -> None:
    world.outside("cart.py", b"a\n")
    reply = world.ask("a", Blame(b"card.py"))
    assert isinstance(reply, Refusal)
    assert (reply.code, reply.values["near"]) == ("no_such_file", "cart.py")
