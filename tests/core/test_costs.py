"""How much is done, in calls of functions, where much is known: it is done while others wait."""

import sys
from collections.abc import Callable

import pytest

from editjournal.daemon.core import decide, diffs, landmarks, within
from editjournal.daemon.core import text as texts
from editjournal.daemon.core.asking import Asked
from editjournal.daemon.core.parses import Parse
from editjournal.daemon.core.structure import outlining
from editjournal.schemas.replies import DiffReply
from editjournal.schemas.requests import AnyRequest, Diff, TargetName, Undo, UndoSeveral
from editjournal.schemas.values import NOW, Point, RelPath
from tests.core.world import ROOT, World, done, lines, numbered, refused


@pytest.fixture
def unchecked(world: World, monkeypatch: pytest.MonkeyPatch) -> World:
    """A world that is not compared with its log after each step."""
    monkeypatch.setattr(world, "check", lambda: None)
    return world


def calls(act: Callable[[], object]) -> int:
    """Count the calls of functions that something comes to."""
    count = 0

    def note(_frame: object, event: str, _arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    return count


def asked(world: World) -> Asked:
    return Asked(world.state, 1, world.now_ns, ROOT, ROOT, bytes(8))


def places(world: World, request: AnyRequest) -> int:
    return calls(lambda: decide.places(asked(world), request))


def many(world: World, count: int) -> None:
    world.folders.add(b"d")
    for number in range(count):
        done(world.write("a", f"d/f{number}", "one\n"))


def chain(count: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Count what it takes to undo the first of so many edits of one line, with the others."""
    world = World()
    monkeypatch.setattr(world, "check", lambda: None)
    world.outside("f", lines(*numbered(1, 5)))
    world.read("a", "f")
    first = world.edit("a", "f:3", "first\n").seq
    for number in range(1, count):
        world.edit("a", "f:3", f"edit {number}\n")
    undo = Undo(first, resolve="newer")
    assert len(done(world.ask("a", undo)).undone) == count
    done(world.ask("a", Undo(world.state.seq)))
    return places(world, undo)


def test_a_chain_of_edits_in_the_way_takes_as_long_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert chain(64, monkeypatch) < 3 * chain(32, monkeypatch)


def test_many_names_are_looked_for_among_the_known_files_at_once(unchecked: World) -> None:
    many(unchecked, 100)
    names = tuple(b"d/f%d" % number for number in range(100))
    one = calls(lambda: within.paths(asked(unchecked), "be-trx", names[:1]))
    every = calls(lambda: within.paths(asked(unchecked), "be-trx", names))
    assert every < 100 * one
    assert one < 100, "the files of a folder are not looked at one by one"


def test_what_changed_between_two_points_is_asked_of_what_changed(unchecked: World) -> None:
    many(unchecked, 100)
    since = unchecked.state.seq
    unchecked.edit("a", "d/f1:1", "two\n")
    request = Diff(Point(since), Point(unchecked.state.seq))
    assert calls(lambda: diffs.wanted(asked(unchecked), request)) < 150


def test_a_session_s_edits_are_found_without_those_of_others(unchecked: World) -> None:
    many(unchecked, 200)
    unchecked.write("b", "mine", "one\n")
    unchecked.write("b", "theirs", "one\n")
    assert places(unchecked, UndoSeveral(session="b#1")) < 200
    assert places(unchecked, UndoSeveral(files=(b"theirs",), anyone=True)) < 200


def test_who_has_edits_is_said_though_there_are_many(unchecked: World) -> None:
    many(unchecked, 5)
    unchecked.read("b", "d/f1")
    reply = refused(unchecked.ask("b", UndoSeveral(session="b#1")), "nothing_to_undo")
    assert reply.values == {"owners": "a#1 (5)"}


def test_lines_for_which_there_is_no_room_are_counted_and_not_looked_at(unchecked: World) -> None:
    unchecked.outside("f", b"".join(b"line %d\n" % number for number in range(6_000)))
    since = unchecked.read("a", "f:1-3").seq
    other = b"".join(b"other %d\n" % number for number in range(6_000))
    unchecked.outside("f", other)
    unchecked.notice()
    request = Diff(Point(since), NOW, max_bytes=300)
    reply = unchecked.ask("a", request)
    assert isinstance(reply, DiffReply)
    told = sum(len(line) + 1 for block in reply.files[0].diff for line in block.lines)
    before = sum(len(b"line %d\n" % number) for number in range(6_000))
    assert told + reply.cut_bytes == before + len(other)
    assert calls(lambda: unchecked.ask("a", request)) < 3_000


def test_a_name_among_many_is_found_with_little_done_to_each(unchecked: World) -> None:
    def cost(count: int) -> int:
        path = f"f{count}.py"
        text = "".join(f"def f{one}():\n    pass\n" for one in range(count))
        unchecked.outside(path, text.encode())
        found = unchecked.look(RelPath(path.encode()))
        outline = outlining.outline(text, found.real)
        there = asked(unchecked)._replace(
            parsed={Parse("outline", found.real, found.digest): outline}
        )
        name = TargetName("function", f"f{count - 1}")
        return calls(
            lambda: landmarks.lines(there, "be-read", found, texts.of(text.encode()), name)
        )

    assert cost(400) < cost(100) + 3 * 400
